"""Of a table too, what came twice is refused, and the rest of what was lost in part.

Of what follows from a deal's end nothing is taken on trust: who deals next, and what is paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs
import pytest

from evenings import seated
from lisi_mahjong import (
    BecameReady,
    DealSettled,
    DealStarted,
    DealVoided,
    InvalidStateError,
    LeftTable,
    Problem,
    RuleSet,
    SatDown,
    SawDeal,
    SawEnd,
    SeenTurn,
    TableState,
    TableView,
    parse_table_action,
    step_table,
)
from lisi_mahjong.table_following import follow_table
from lisi_mahjong.table_views import TableSeatEvent, seen_table_events, view_table
from offers import SCATTERED, WAITS_FOR_5M
from sights import VIEWERS
from support import position
from table_moves import at_table, table_moves


def followed(seen: TableView, *events: TableSeatEvent) -> TableView | None:
    """Return the view after some events; ``None`` where one of them is refused."""
    try:
        return follow_table(seen, events)
    except InvalidStateError as error:
        if [problem for problem, _ in error.problems] == [Problem.NOT_AN_EVENT]:
            return None
        raise


Told = tuple[TableView, tuple[TableSeatEvent, ...], TableView, TableSeatEvent]


def told(numbers: range) -> Iterator[Told]:
    """Yield each step as each viewer is told it: the view before, the events, the view after it.

    And the first event of the next step that this viewer is told of.
    """
    for number in numbers:
        moves = list(table_moves([number], deals=2, leaving=0.006))
        for viewer in VIEWERS:
            steps = [
                (view_table(move.before, viewer), events, view_table(move.after, viewer))
                for move in moves
                if (events := seen_table_events(move.step, viewer))
            ]
            for (before, events, after), (_, (following, *_), _) in pairwise(steps):
                yield before, events, after, following


SIXTEEN = pytest.mark.parametrize("numbers", [range(400 + n, 416, 4) for n in range(4)], ids=str)


def whose_turn(seen: TableView) -> int | None:
    """Return the seat whose turn it is; ``None`` where it is no turn."""
    stage = None if seen.deal is None else seen.deal.stage
    return stage.seat if isinstance(stage, SeenTurn) else None


@SIXTEEN
def test_a_step_that_came_twice_is_refused(numbers: range) -> None:
    """All but what leads back to the turn that it began with: that may well happen twice.

    A kong of a hidden kind and its replacement do, and a round of seats in ting.
    """
    met = set()
    for before, events, after, _ in told(numbers):
        assert followed(before, *events) == after
        if whose_turn(before) is None or whose_turn(before) != whose_turn(after):
            assert followed(after, *events) is None, events
        met |= set(map(type, events))
    assert met >= {SatDown, BecameReady, LeftTable, DealStarted, SawDeal, DealSettled, SawEnd}


@SIXTEEN
def test_an_event_that_came_twice_is_refused(numbers: range) -> None:
    for before, events, _, _ in told(numbers):
        for place, event in enumerate(events):
            twice = (*events[: place + 1], event, *events[place + 1 :])
            assert followed(before, *twice) is None, (event, events)


IN_PAIRS = {DealStarted: SawDeal, SawEnd: DealSettled, LeftTable: DealVoided}


@SIXTEEN
def test_of_two_that_come_together_one_alone_is_refused(numbers: range) -> None:
    met = set()
    for before, events, _, following in told(numbers):
        for first, second in IN_PAIRS.items():
            kinds = [type(event) for event in events]
            if kinds[-2:] == [first, second]:
                met.add(first)
                assert followed(before, *events[:-1], following) is None, (events, following)
                assert followed(before, *events[:-2], events[-1]) is None, events
                assert followed(before, *events[:-2], events[-1], events[-2]) is None, events
    assert met == set(IN_PAIRS)


# --- what follows from the end ------------------------------------------------------------


def ended(table: TableState, action: str) -> tuple[TableView, tuple[TableSeatEvent, ...]]:
    """Return the view of a spectator before the last action of a deal, and what it is told."""
    taken = step_table(table, parse_table_action(action))
    return view_table(table, None), seen_table_events(taken, None)


def accepted_dealers(seen: TableView, events: tuple[TableSeatEvent, ...]) -> list[int]:
    """Return the seats that can be told to deal next."""
    *before, settled = events
    assert isinstance(settled, DealSettled)
    return [
        seat
        for seat in range(4)
        if followed(seen, *before, attrs.evolve(settled, next_dealer=seat)) is not None
    ]


@pytest.mark.rule("DEALER-2", refuses=True)
@pytest.mark.parametrize(("dealer", "deals_next"), [(0, 1), (1, 1), (2, 3), (3, 0)])
def test_after_a_win_just_one_seat_can_deal_next(dealer: int, deals_next: int) -> None:
    """Seat 1 wins. If it deals it goes on; otherwise the seat after the dealer does."""
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    state = position(hands, drawn="5m", ting={1: "7z"}, dealer=dealer)
    assert accepted_dealers(*ended(at_table(state), "0 discard 5m")) == [deals_next]


@pytest.mark.rule("DEALER-3", refuses=True)
@pytest.mark.parametrize(
    ("kong", "passes", "deals_next"),
    [(False, True, 2), (True, True, 3), (True, False, 2)],
    ids=["no kong", "a kong", "the option off"],
)
def test_after_a_drawn_deal_just_one_seat_can_deal_next(
    kong: bool, passes: bool, deals_next: int
) -> None:
    rules = RuleSet(drawn_deal_with_kong_passes_dealer=passes)
    melds = {3: ["(5555m)"]} if kong else {}
    remaining = 15 if kong else 14
    state = position(
        {0: SCATTERED}, drawn="9p", melds=melds, remaining=remaining, dealer=2, rules=rules
    )
    assert accepted_dealers(*ended(at_table(state), "0 discard 9p")) == [deals_next]


@pytest.mark.rule("SCORE-8")
def test_a_settlement_that_another_deal_would_have_is_refused() -> None:
    """Twice the same win: once the deal counts double, after a drawn one (SCORE-6)."""
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    table = at_table(position(hands, drawn="5m", ting={1: "7z"}))
    seen, (*before, settled) = ended(table, "0 discard 5m")
    doubled, (*_, double) = ended(attrs.evolve(table, multiplier=2), "0 discard 5m")
    assert isinstance(settled, DealSettled)
    assert isinstance(double, DealSettled)
    wrong = attrs.evolve(settled.summary, settlement=double.summary.settlement)
    assert followed(seen, *before, settled) is not None
    assert followed(doubled, *before, double) is not None
    assert followed(seen, *before, attrs.evolve(settled, summary=wrong)) is None


def test_a_refusal_at_a_table_says_what_was_told_and_where_it_stands() -> None:
    seen = view_table(seated(["Ann"]), None)
    with pytest.raises(InvalidStateError) as caught:
        follow_table(seen, [BecameReady(0), SatDown(0, "Bo")])
    assert str(caught.value) == (
        "events for a seat are expected: events[1] is SatDown(seat=0, name='Bo'), "
        "at <TableView of a spectator: 'Ann' – – –, no deal> (TURN-5)"
    )


def test_a_refusal_in_a_deal_says_what_is_awaited() -> None:
    table = at_table(position({0: SCATTERED}, drawn="9p"))
    seen, told_of = ended(table, "0 discard 9p")
    with pytest.raises(InvalidStateError) as caught:
        follow_table(seen, [*told_of, told_of[0]])
    assert str(caught.value) == (
        "events for a seat are expected: events[2] is Discarded(seat=0, tile=Tile.P9), "
        "at SeenTurn(seat=1, after_draw=True, drawn=None) (TURN-5)"
    )
