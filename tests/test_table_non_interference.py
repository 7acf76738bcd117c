"""What a seat cannot see makes no difference to anything that it gets of a table.

Two tables that differ in that alone, by `twins`, are compared at every moment of sittings: what
they give a seat, what it is told of the next step whoever takes it, and what it is refused.
"""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs
import pytest

from bad_tables import odd
from evenings import FOUR, all_ready, seated, started
from lisi_mahjong import (
    Action,
    AwaitingTurn,
    Discarded,
    Drew,
    GameState,
    IllegalAction,
    Leave,
    Play,
    Refusal,
    SawEnd,
    Shuffle,
    StartDeal,
    TableAction,
    TableState,
    Tile,
    apply_table,
    parse_table_action,
    step_table,
    table_legal_actions,
    why_table_illegal,
)
from lisi_mahjong.table_following import follow_table
from lisi_mahjong.table_views import TableSeatEvent, seen_table_events, view_table
from offers import every_action
from sights import VIEWERS, Viewer
from support import position
from table_moves import TableMove, at_table, table_moves
from test_leaks import on_offer
from twins import twin

# --- what a seat gets ---------------------------------------------------------------------


def given(table: TableState, viewer: Viewer) -> tuple[object, ...]:
    """Return all that a viewer is given of a table."""
    seen = view_table(table, viewer)
    return (
        seen,
        hash(seen),
        repr(seen),
        pickle.dumps(seen),
        json.dumps(seen.as_json()),
        seen.legal_actions,
        () if viewer is None else table_legal_actions(table, viewer),
    )


def refusals(table: TableState, seat: int) -> list[Refusal | None]:
    """Return why a seat is refused each action that it could try."""
    name = table.names[seat]
    actions: list[TableAction] = [*map(Play, every_action(seat)), Leave(seat)]
    return [why_table_illegal(table, action, by=name) for action in actions]


def refused(table: TableState, action: TableAction) -> tuple[str, str] | None:
    """Return the words by which an action is refused; ``None`` when it is not."""
    try:
        apply_table(table, action)
    except IllegalAction as error:
        return error.message, error.message_zh
    return None


# --- sittings in pairs --------------------------------------------------------------------


def watched(
    numbers: range, every: int
) -> Iterator[tuple[TableMove, GameState, Viewer, random.Random]]:
    """Yield moves at tables with a deal, the deal before, who looks on, and a source of chance."""
    for number, move in enumerate(table_moves(numbers, leaving=0.01)):
        deal = move.before.deal
        if number % every == 0 and deal is not None:
            rng = random.Random(f"table twin {numbers} {number}")
            yield move, deal, rng.choice(VIEWERS), rng


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [range(500 + part, 530, 3) for part in range(3)], ids=str)
def test_tables_that_a_seat_cannot_tell_apart_give_it_the_same(numbers: range) -> None:
    compared = 0
    for move, deal, viewer, rng in watched(numbers, 2):
        table = move.before
        other = attrs.evolve(table, deal=twin(deal, viewer, rng).state)
        assert other != table
        assert given(table, viewer) == given(other, viewer)
        compared += 1
        if viewer is not None and compared % 8 == 0:
            assert refusals(table, viewer) == refusals(other, viewer)
            for action in rng.sample(list(every_action(viewer)), 5):
                assert refused(table, Play(action)) == refused(other, Play(action))
    assert compared > 200


def until_shown(
    events: Sequence[TableSeatEvent], viewer: Viewer, own: Action | None
) -> tuple[list[TableSeatEvent], bool]:
    """Return what is told before a tile is shown that may be another one, and whether one is.

    That is a draw of the viewer's, the end, and what another seat discards, but for the tile of
    the decision itself, which is the same at both tables.
    """
    told: list[TableSeatEvent] = []
    for event in events:
        if isinstance(event, Drew | SawEnd):
            return told, True
        forced = isinstance(event, Discarded) and event.seat != viewer
        if forced and (told or own is None or own.seat != odd(event).seat):
            return told, True
        told.append(event)
    return told, False


def may_win_on_its_draw(*tables: TableState) -> bool:
    """Return whether a seat in ting is asked, at one of some tables, what others go on from."""
    return any(
        table.deal is not None
        and isinstance(table.deal.stage, AwaitingTurn)
        and table.deal.players[table.deal.stage.seat].ting is not None
        for table in tables
    )


@pytest.mark.rule("VIEW-2", "CLAIM-4", "CLAIM-6", "TABLE-3")
@pytest.mark.parametrize("numbers", [range(530 + part, 590, 4) for part in range(4)], ids=str)
def test_a_step_tells_a_seat_the_same_until_it_shows_a_hidden_tile(numbers: range) -> None:
    """Whoever takes it: the viewer, another seat that can do the same at both, or who leaves."""
    compared = Counter[str]()
    for move, deal, viewer, rng in watched(numbers, 1):
        action = move.action.action if isinstance(move.action, Play) else None
        tile = getattr(action, "tile", None)
        twinned = twin(deal, viewer, rng, () if tile is None else (tile,)).state
        other = attrs.evolve(move.before, deal=twinned)
        if why_table_illegal(other, move.action) is not None:
            assert action is not None
            assert action.seat != viewer
            continue
        second = step_table(other, move.action)
        one, shown = until_shown(seen_table_events(move.step, viewer), viewer, action)
        two, shown_too = until_shown(seen_table_events(second, viewer), viewer, action)
        assert one == two
        assert shown is shown_too or may_win_on_its_draw(move.after, second.state)
        whose = "own" if action is not None and action.seat == viewer else "another's"
        compared[f"{whose} {type(action or move.action).__name__}"] += 1
        if not shown and not shown_too:
            compared["whole"] += 1
            assert given(move.after, viewer) == given(second.state, viewer)
            before = view_table(other, viewer)
            assert follow_table(before, one) == view_table(move.after, viewer)
    assert compared["whole"] > 200
    sorts = {"Discard", "DeclareTing", "Pung", "Kong", "Pass"}
    assert {f"own {sort}" for sort in sorts} <= set(compared)
    assert {"another's Discard", "another's Leave"} <= set(compared)


# --- by hand ------------------------------------------------------------------------------


@pytest.mark.rule("VIEW-2", "CLAIM-4")
@pytest.mark.parametrize("answers", [("2 pass",), ("2 win",), ("3 pung 5m 0",), ("1 pass",)])
def test_an_answer_at_a_table_makes_no_difference_to_others(answers: tuple[str, ...]) -> None:
    """Nor is anything told of it, and whoever leaves then, it is as if nothing was answered."""
    table = at_table(on_offer())
    (answer,) = answers
    taken = step_table(table, parse_table_action(answer))
    for viewer in {*VIEWERS}.difference([int(answer[0])]):
        assert seen_table_events(taken, viewer) == ()
        assert given(table, viewer) == given(taken.state, viewer)
    for viewer in VIEWERS:
        ends = [step_table(each, Leave(0)) for each in (table, taken.state)]
        assert len({seen_table_events(end, viewer) for end in ends}) == 1
        assert ends[0].state == ends[1].state


@pytest.mark.rule("TABLE-3", "VIEW-2", "VIEW-3")
def test_of_two_void_deals_nobody_knows_which_was_which() -> None:
    """Two shuffles, a few decisions in one of them: all see the same, who played it too."""
    first = started(seated(), 7)
    second = attrs.evolve(first, deal=position({1: "{1234z}147m258p369s"}, drawn="9p", turn=0))
    assert first.dealer == second.dealer == 0
    for left in range(4):
        one, two = step_table(first, Leave(left)), step_table(second, Leave(left))
        assert one.state == two.state
        for viewer in VIEWERS:
            assert seen_table_events(one, viewer) == seen_table_events(two, viewer)


def places_of(seat: int, first_taker: int, dealer: int) -> list[int]:
    """Return where in the draw order the tiles lie that a seat is dealt (DEAL-1, DEAL-2)."""
    turn = (seat - first_taker) % 4
    fours = [start + 4 * turn + number for start in (0, 16, 32) for number in range(4)]
    return [*fours, 48 + turn, *([52] if seat == dealer else [])]


@pytest.mark.rule("VIEW-2", "TABLE-1")
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_deal_starts_alike_for_a_seat_that_is_dealt_the_same(viewer: Viewer) -> None:
    """All the tiles of the others and of the wall lie elsewhere; so too what the shuffle draws."""
    rng = random.Random(f"starts {viewer}")
    for number in range(40):
        dealer, first_taker = number % 4, number // 4 % 4
        order = [Tile(place // 4) for place in range(136)]
        rng.shuffle(order)
        mine = () if viewer is None else places_of(viewer, first_taker, dealer)
        free = sorted({*range(136)}.difference(mine))
        moved = list(order)
        for place, source in zip(free, rng.sample(free, len(free)), strict=True):
            moved[place] = order[source]
        table = attrs.evolve(all_ready(seated()), dealer=dealer)
        steps = [
            step_table(
                table,
                StartDeal(Shuffle.from_draw_order(laid, dealer=dealer, first_taker=first_taker)),
            )
            for laid in (order, moved)
        ]
        assert steps[0].state != steps[1].state
        assert seen_table_events(steps[0], viewer) == seen_table_events(steps[1], viewer)
        assert given(steps[0].state, viewer) == given(steps[1].state, viewer)


def test_tables_that_do_differ_for_a_seat_are_told_apart() -> None:
    """The comparison can fail: who answered knows it, and who is dealt other tiles sees them."""
    table = at_table(on_offer())
    after = apply_table(table, parse_table_action("2 pass"))
    assert given(table, 2) != given(after, 2)
    assert given(started(seated(), 7), 1) != given(started(seated(), 8), 1)
    assert refusals(table, 1) != refusals(apply_table(table, parse_table_action("1 pass")), 1)
    assert FOUR[1] in json.dumps(view_table(table, None).as_json())
