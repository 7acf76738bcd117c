"""What does not fit the view of a table is refused: lost, told twice, another seat's, garbage."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from unittest.mock import ANY

import attrs
import pytest

from bad_tables import HUGE_INT, HUGE_TEXT, NotReallyIterable, Touchy, Unprintable, odd
from evenings import all_ready, finished, seated, started
from lisi_mahjong import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    DrawnDeal,
    Drew,
    Ended,
    InvalidStateError,
    LeftTable,
    LisiError,
    PaymentFactor,
    Problem,
    RuleSet,
    SatDown,
    SawDraw,
    SawEnd,
    Settlement,
    Shuffle,
    TableState,
    Tile,
    VoidDeal,
    deal,
    parse_table_action,
    step_table,
    view,
)
from lisi_mahjong.table_following import follow_table
from lisi_mahjong.table_views import (
    SawDeal,
    TableSeatEvent,
    TableView,
    seen_table_events,
    view_table,
)
from offers import SCATTERED, WAITS_FOR_5M
from sights import VIEWERS
from support import position
from table_moves import at_table, table_moves

VIEWER = 1
"""Whose views these are."""


def assert_refused(table: TableState, events: Iterable[object]) -> None:
    """Check that what a seat is told does not fit its view of a table."""
    with pytest.raises(InvalidStateError) as caught:
        follow_table(view_table(table, VIEWER), odd(events))
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_AN_EVENT]
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


# --- people -------------------------------------------------------------------------------

TWO = attrs.evolve(seated(["Ann", "Bo"]), ready=(True, False, False, False))
NO_SEATS = (4, -1, True, "0", None, 1.0)

PEOPLE: dict[str, list[object]] = {
    "somebody who sits down twice": [SatDown(2, "Cai")] * 2,
    "a seat that is taken": [SatDown(1, "Cai")],
    "a person who has a seat": [SatDown(2, "Ann")],
    "a ready seat that becomes ready": [BecameReady(0)],
    "an empty seat that becomes ready": [BecameReady(2)],
    "a seat that is not ready and becomes so no longer": [BecameUnready(1)],
    "an empty seat that becomes ready no longer": [BecameUnready(2)],
    "nobody who leaves": [LeftTable(2, odd(None))],
    "somebody who leaves an empty seat": [LeftTable(2, "Cai")],
    "somebody who leaves another seat": [LeftTable(1, "Ann")],
    "somebody who leaves twice": [LeftTable(1, "Bo")] * 2,
    **{
        f"no name {name!r:.20}": [SatDown(2, odd(name))] for name in ("", "a\n", None, 7, HUGE_TEXT)
    },
    **{
        f"{event.__name__}, no seat {seat!r}": [event(odd(seat), *rest)]
        for event, rest in (
            (odd(SatDown), ("Cai",)),
            (odd(BecameReady), ()),
            (odd(BecameUnready), ()),
            (odd(LeftTable), ("Ann",)),
        )
        for seat in NO_SEATS
    },
}


@pytest.mark.parametrize("events", PEOPLE.values(), ids=PEOPLE)
def test_people_do_not_do_what_they_cannot(events: list[object]) -> None:
    assert_refused(TWO, events)


@pytest.mark.rule("TABLE-6", refuses=True)
@pytest.mark.parametrize("event", [BecameReady(0), BecameUnready(0)])
def test_nobody_becomes_ready_or_ready_no_longer_in_a_deal(event: object) -> None:
    assert_refused(started(seated()), [event])
    ready = attrs.evolve(started(seated()), ready=(True, False, False, False))
    assert_refused(ready, [event])


# --- a deal starts ------------------------------------------------------------------------

READY = all_ready(seated())
STARTED = DealStarted(1, 0, drawn_by_lot=True, multiplier=1)
FRESH = deal(Shuffle.from_seed(7))
SAW = SawDeal(view(FRESH, VIEWER))

LATER = attrs.evolve(READY, game=2, dealer=3, multiplier=2)
"""A table whose next deal is another than the first: seat 3 deals, and it counts double."""
GOES_ON = DealStarted(2, 3, drawn_by_lot=False, multiplier=2)
SAW_LATER = SawDeal(view(deal(Shuffle.from_seed(7), dealer=3), VIEWER))


def saw(shuffle: int = 7, **changed: object) -> SawDeal:
    """Return the first view of a deal with some of its fields changed."""
    start = deal(Shuffle.from_seed(shuffle))
    return SawDeal(attrs.evolve(view(start, VIEWER), **odd(changed)))


AFTER_A_KONG = position({}, drawn="9p", melds={0: ["(5555m)"]}, remaining=82)
"""Nobody has discarded yet."""

STARTS: dict[str, tuple[TableState, list[object]]] = {
    "not all are ready": (attrs.evolve(READY, ready=(True, True, True, False)), [STARTED, SAW]),
    "a deal is played": (started(seated()), [STARTED, SAW]),
    "no view": (READY, [STARTED]),
    "a view that is none": (READY, [STARTED, SawDeal(odd(None))]),
    "a state for a view": (READY, [STARTED, SawDeal(odd(FRESH))]),
    "something else first": (READY, [STARTED, BecameReady(0), SAW]),
    "the view alone": (READY, [SAW]),
    "the view first": (READY, [SAW, STARTED]),
    "the view of another seat": (READY, [STARTED, SawDeal(view(FRESH, 2))]),
    "the view of a spectator": (READY, [STARTED, SawDeal(view(FRESH, None))]),
    "other rules": (READY, [STARTED, saw(rules=RuleSet.taiyuan())]),
    "another dealer in the view": (READY, [STARTED, saw(dealer=1)]),
    "the turn of another seat": (
        READY,
        [STARTED, saw(stage=attrs.evolve(odd(SAW.view.stage), seat=2))],
    ),
    "a deal with discards": (READY, [STARTED, SawDeal(view(position({}, drawn="9p"), VIEWER))]),
    "a deal with a kong": (READY, [STARTED, SawDeal(view(AFTER_A_KONG, VIEWER))]),
    "a deal without a tile": (READY, [STARTED, saw(remaining=82)]),
    "a lock before any discard": (READY, [STARTED, saw(pung_locks=(Tile.M1,))]),
    "a deal that has ended": (
        READY,
        [STARTED, SawDeal(view(odd(finished(started(seated())).deal), VIEWER))],
    ),
    "another game": (READY, [attrs.evolve(STARTED, game=2), SAW]),
    "a dealer of no lot": (READY, [attrs.evolve(STARTED, drawn_by_lot=False), SAW]),
    "another multiplier": (READY, [attrs.evolve(STARTED, multiplier=2), SAW]),
    "another dealer than is due": (LATER, [attrs.evolve(GOES_ON, dealer=0), SAW]),
    "a dealer by lot though one is due": (
        LATER,
        [attrs.evolve(GOES_ON, drawn_by_lot=True), SAW_LATER],
    ),
    **{
        f"no dealer {dealer!r}": (READY, [attrs.evolve(STARTED, dealer=odd(dealer)), SAW])
        for dealer in (4, -1, True, "0", None)
    },
}


@pytest.mark.parametrize(("table", "events"), STARTS.values(), ids=STARTS)
def test_a_deal_starts_as_it_must(table: TableState, events: list[object]) -> None:
    assert_refused(table, events)


def test_the_starts_above_are_refused_for_what_is_changed_in_them() -> None:
    for table, events in ((READY, [STARTED, SAW]), (LATER, [GOES_ON, SAW_LATER])):
        assert follow_table(view_table(table, VIEWER), odd(events)).playing


# --- a deal is void -----------------------------------------------------------------------

PLAYED = started(seated())
VOID = step_table(PLAYED, parse_table_action("2 leave"))
LEFT, VOIDED = VOID.events
assert isinstance(VOIDED, DealVoided)
SUMMARY = VOIDED.summary

VOIDS: dict[str, tuple[TableState, list[object]]] = {
    "nothing is void": (PLAYED, [LEFT]),
    "something else first": (PLAYED, [LEFT, SatDown(2, "Eva"), VOIDED]),
    "what equals everything": (PLAYED, [LEFT, ANY]),
    "it alone": (PLAYED, [VOIDED]),
    "it first": (PLAYED, [VOIDED, LEFT]),
    "it twice": (PLAYED, [LEFT, VOIDED, VOIDED]),
    "a deal that is not played": (seated(), [LEFT, VOIDED]),
    **{
        f"another {name}": (PLAYED, [LEFT, DealVoided(attrs.evolve(SUMMARY, **odd({name: value})))])
        for name, value in {
            "game": 2,
            "names": ("Ann", "Bo", "Eva", "丁"),
            "dealer": 1,
            "multiplier": 2,
            "kongs": 1,
            "result": VoidDeal(1),
            "settlement": None,
        }.items()
    },
}


@pytest.mark.parametrize(("table", "events"), VOIDS.values(), ids=VOIDS)
def test_a_deal_is_void_as_it_must(table: TableState, events: list[object]) -> None:
    assert_refused(table, events)


# --- a deal is played and ends ------------------------------------------------------------

WINNING = at_table(position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="5m", ting={1: "7z"}))
WON = step_table(WINNING, parse_table_action("0 discard 5m"))
THROWN, END, SETTLED = seen_table_events(WON, VIEWER)
assert isinstance(SETTLED, DealSettled)
assert isinstance(END, SawEnd)
PAID = SETTLED.summary.settlement
PAYMENT = PAID.payments[0]
OTHER_WIN = attrs.evolve(odd(END.result), tile=Tile.M6)

DRAWING = at_table(position({0: SCATTERED}, drawn="9p", remaining=14))
DRAWN = list(seen_table_events(step_table(DRAWING, parse_table_action("0 discard 9p")), VIEWER))


def settled(**changed: object) -> list[object]:
    """Return the end of the win, its settlement having some fields changed."""
    return [THROWN, END, attrs.evolve(odd(SETTLED), **changed)]


def summed(**changed: object) -> list[object]:
    """Return the end of the win, the summary of its settlement having some fields changed."""
    return settled(summary=attrs.evolve(odd(SETTLED).summary, **changed))


def paid(**changed: object) -> list[object]:
    """Return the end of the win, the first payment of its settlement having fields changed."""
    payments = (attrs.evolve(PAYMENT, **odd(changed)), *PAID.payments[1:])
    return summed(settlement=attrs.evolve(PAID, payments=payments))


ENDS: dict[str, tuple[TableState, list[object]]] = {
    "no settlement": (WINNING, [THROWN, END]),
    "something else first": (WINNING, [THROWN, END, LeftTable(0, "Ann"), SETTLED]),
    "the settlement alone": (WINNING, [SETTLED]),
    "the settlement before the end": (WINNING, [THROWN, SETTLED, END]),
    "the settlement twice": (WINNING, [THROWN, END, SETTLED, SETTLED]),
    "the end twice": (WINNING, [THROWN, END, END, SETTLED]),
    "the full table's end": (WINNING, [THROWN, Ended(END.result), SETTLED]),
    "the end of no deal": (seated(), [END, SETTLED]),
    "a draw of no deal": (seated(), [SawDraw(0, replacement=False)]),
    "a draw after the end": (WON.state, [SawDraw(0, replacement=False)]),
    "another seat's draw": (started(seated()), [Drew(2, Tile.M1, replacement=False)]),
    "a summary that is none": (WINNING, settled(summary=None)),
    "another game": (WINNING, summed(game=2)),
    "other names": (WINNING, summed(names=("Ann", "Bo", "Eva", "丁"))),
    "another dealer": (WINNING, summed(dealer=1)),
    "another multiplier": (WINNING, summed(multiplier=2)),
    "other kongs": (WINNING, summed(kongs=1)),
    "another win": (WINNING, summed(result=OTHER_WIN)),
    "a drawn deal for a win": (WINNING, summed(result=DrawnDeal())),
    "a void deal for a win": (WINNING, summed(result=VoidDeal(0))),
    "no one for a win": (WINNING, summed(settlement=None)),
    "nothing for a win": (WINNING, summed(settlement=Settlement(0, None, ()))),
    "payments that are none": (WINNING, summed(settlement=attrs.evolve(PAID, payments=odd(None)))),
    "a payment that is none": (WINNING, summed(settlement=attrs.evolve(PAID, payments=odd((1,))))),
    "payments in a list": (
        WINNING,
        summed(settlement=attrs.evolve(PAID, payments=odd(list(PAID.payments)))),
    ),
    "another seat that is paid": (WINNING, paid(payee=2)),
    "a seat that pays itself": (WINNING, paid(payer=1)),
    "more points": (WINNING, paid(points=PAYMENT.points + 1)),
    "a payment less": (WINNING, summed(settlement=attrs.evolve(PAID, payments=PAID.payments[1:]))),
    "another sum": (WINNING, summed(settlement=attrs.evolve(PAID, points=PAID.points + 1))),
    "points of a text": (WINNING, paid(points="3")),
    "points that are True": (WINNING, paid(points=True)),
    "factors that are none": (WINNING, paid(factors=None)),
    "a factor that is none": (WINNING, paid(factors=(3,))),
    "a factor without a number": (WINNING, paid(factors=((PaymentFactor.FOR_ALL,),))),
    "a factor of a text": (WINNING, paid(factors=((PaymentFactor.FOR_ALL, "3"),))),
    "a factor in a list": (WINNING, paid(factors=([PaymentFactor.FOR_ALL, 3],))),
    "a win without a winner": (
        WINNING,
        [
            THROWN,
            attrs.evolve(END, result=attrs.evolve(odd(END.result), winner=7)),
            DealSettled(
                attrs.evolve(
                    SETTLED.summary,
                    result=attrs.evolve(odd(END.result), winner=7),
                    settlement=attrs.evolve(PAID, payments=(attrs.evolve(PAYMENT, payee=7),)),
                ),
                1,
            ),
        ],
    ),
    "payments for a drawn deal": (
        DRAWING,
        [
            *DRAWN[:-1],
            attrs.evolve(
                odd(DRAWN[-1]), summary=attrs.evolve(odd(DRAWN[-1]).summary, settlement=PAID)
            ),
        ],
    ),
    **{f"the payer {seat!r}": (WINNING, paid(payer=seat)) for seat in (4, -1, True, "0", None)},
    **{
        f"the next dealer {seat!r}": (WINNING, settled(next_dealer=seat))
        for seat in (0, 2, 3, 4, -1, True, "0", None)
    },
}


@pytest.mark.parametrize(("table", "events"), ENDS.values(), ids=ENDS)
def test_a_deal_ends_as_it_must(table: TableState, events: list[object]) -> None:
    assert_refused(table, events)


def test_the_ends_above_are_refused_for_what_is_changed_in_them() -> None:
    seen = follow_table(view_table(WINNING, VIEWER), [THROWN, END, SETTLED])
    assert seen == view_table(WON.state, VIEWER)
    assert not follow_table(view_table(DRAWING, VIEWER), DRAWN).playing


# --- garbage ------------------------------------------------------------------------------

NO_EVENTS = (None, 5, NotReallyIterable(), [None], [5], ["event"], "event", [SatDown], [object()])


@pytest.mark.parametrize("events", NO_EVENTS, ids=[str(place) for place in range(len(NO_EVENTS))])
@pytest.mark.parametrize("table", [seated(), started(seated())], ids=["no deal", "a deal"])
def test_only_what_a_seat_is_told_is_followed(table: TableState, events: object) -> None:
    assert_refused(table, odd(events))


@pytest.mark.parametrize("event", [Unprintable(), Touchy(), HUGE_INT, HUGE_TEXT], ids=type)
def test_the_words_of_a_refusal_can_be_said_whatever_was_handed_in(event: object) -> None:
    assert_refused(started(seated()), [event])


def muddled() -> Iterator[tuple[TableView, list[TableSeatEvent]]]:
    """Yield views and what is told, some of it lost, repeated, swapped, or another seat's."""
    rng = random.Random("muddled")
    for number in range(300, 330):
        viewer, other = rng.sample(VIEWERS, 2)
        moves = list(table_moves([number]))
        told = [event for move in moves for event in seen_table_events(move.step, viewer)]
        start = rng.randrange(len(moves))
        for seat in (viewer, other):
            seen = view_table(moves[start].before, seat)
            later = [
                event for move in moves[start:] for event in seen_table_events(move.step, viewer)
            ]
            yield seen, later
            yield seen, [event for event in later if rng.random() < 0.9]
            yield seen, [event for event in later for _ in range(1 + (rng.random() < 0.1))]
            yield seen, told
            for event in told:
                yield seen, [event]


def test_muddled_events_lead_to_a_view_or_to_one_of_our_errors() -> None:
    others, refused = set(), 0
    for seen, events in muddled():
        try:
            assert isinstance(follow_table(seen, events), TableView)
        except LisiError:
            refused += 1
        except Exception as error:  # noqa: BLE001 - which others there are is what is asked
            others.add(type(error).__name__)
    assert others == set()
    assert refused > 1000
