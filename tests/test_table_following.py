"""What a seat is told of a table, and that following it gives the seat's view, step after step."""

from __future__ import annotations

import pickle
from collections import Counter

import attrs
import pytest

from anatomy import COPIES, repickled
from bad_tables import NO_SEATS, odd
from evenings import FOUR, all_ready, seated, started
from lisi_mahjong import (
    AwaitingClaims,
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealSummary,
    DealVoided,
    Discarded,
    DrawnDeal,
    Drew,
    Event,
    InvalidStateError,
    Leave,
    LeftTable,
    Problem,
    SatDown,
    SawDraw,
    SawEnd,
    SeatError,
    Settlement,
    Shuffle,
    StartDeal,
    TableAction,
    TableState,
    TableStep,
    Tile,
    VoidDeal,
    parse_table_action,
    seen_events,
    step,
    step_table,
    view,
)
from lisi_mahjong.errors import shorten
from lisi_mahjong.table_following import follow_table
from lisi_mahjong.table_views import (
    SawDeal,
    TableSeatEvent,
    TableView,
    seen_table_events,
    view_table,
)
from offers import SCATTERED
from playouts import idle
from sights import VIEWERS, Viewer
from support import position
from table_moves import at_table, table_moves

each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)

NOTHING_PAID = Settlement(0, None, ())

# --- never out of step --------------------------------------------------------------------


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3", "TABLE-3")
@pytest.mark.parametrize("numbers", [range(100 + part, 180, 4) for part in range(4)], ids=str)
def test_who_follows_what_is_told_has_the_view_after_every_step(numbers: range) -> None:
    """From an empty table on, each view made of the one before: sittings of three deals."""
    for number in numbers:
        followed: dict[Viewer, TableView] = {}
        for move in table_moves([number]):
            for viewer in VIEWERS:
                seen = followed.setdefault(viewer, view_table(move.before, viewer))
                followed[viewer] = follow_table(seen, seen_table_events(move.step, viewer))
                after = view_table(move.after, viewer)
                assert followed[viewer] == after, (number, move.action, viewer)
                assert hash(followed[viewer]) == hash(after)


def test_the_sittings_come_to_everything_that_can_happen_at_a_table() -> None:
    met = Counter[str]()
    for move in table_moves(range(100, 180)):
        met.update(type(event).__name__ for event in move.step.events)
        left = isinstance(move.step.events[0], LeftTable)
        deal = move.before.deal
        if left and deal is not None:
            met["left in claims"] += isinstance(deal.stage, AwaitingClaims)
            met["left after a deal"] += deal.result is not None
        if isinstance(move.step.events[0], DealStarted):
            met["not by lot"] += not move.step.events[0].drawn_by_lot
            met["doubled"] += move.after.multiplier > 1
    expected = {"SatDown", "BecameReady", "BecameUnready", "LeftTable", "DealVoided"}
    expected |= {"DealStarted", "DealSettled", "Drew", "Discarded", "DeclaredTing", "Asked"}
    expected |= {"Answered", "MadePung", "MadeKong", "AnnouncedKong", "Ended"}
    expected |= {"left in claims", "left after a deal", "not by lot", "doubled"}
    assert set(met) == expected
    assert min(met.values()) > 5, met


@pytest.mark.parametrize("numbers", [range(200 + part, 216, 2) for part in range(2)], ids=str)
def test_all_that_is_told_leads_from_any_view_to_the_last(numbers: range) -> None:
    for number in numbers:
        taken = list(table_moves([number]))
        for viewer in VIEWERS:
            last = view_table(taken[-1].after, viewer)
            for first in range(0, len(taken), 40):
                told = (
                    event
                    for move in taken[first:]
                    for event in seen_table_events(move.step, viewer)
                )
                assert follow_table(view_table(taken[first].before, viewer), told) == last


def test_nothing_told_changes_nothing() -> None:
    seen = view_table(started(seated()), 0)
    assert follow_table(seen, ()) == seen


def test_a_client_may_have_its_view_and_what_it_is_told_from_a_pickle() -> None:
    for number in range(216, 220):
        followed: dict[Viewer, TableView] = {}
        last = TableState.new()
        for move in table_moves([number]):
            for viewer in VIEWERS:
                seen = followed.setdefault(viewer, view_table(move.before, viewer))
                told = repickled(seen_table_events(move.step, viewer))
                followed[viewer] = repickled(follow_table(seen, told))
            last = move.after
        assert followed == {viewer: view_table(last, viewer) for viewer in VIEWERS}


def test_the_view_that_is_followed_stays_as_it_was() -> None:
    table = all_ready(seated())
    seen = view_table(table, 0)
    taken = step_table(table, StartDeal(Shuffle.from_seed(7)))
    assert follow_table(seen, seen_table_events(taken, 0)) != seen
    assert seen == view_table(table, 0)


# --- what each seat is told ---------------------------------------------------------------


@pytest.mark.parametrize("numbers", [range(220 + part, 240, 2) for part in range(2)], ids=str)
def test_of_the_table_all_are_told_all_and_of_the_deal_what_the_deal_tells(numbers: range) -> None:
    """In order; beside it there is only the first view of a deal that starts."""
    for move in table_moves(numbers):
        of_deal = [event for event in move.step.events if isinstance(event, Event)]
        of_table = [event for event in move.step.events if not isinstance(event, Event)]
        for viewer in VIEWERS:
            told = list(seen_table_events(move.step, viewer))
            expected: list[TableSeatEvent] = []
            if of_deal:
                before, action = odd(move.before.deal), odd(move.action).action
                expected += seen_events(step(before, action), viewer)
            expected += of_table
            if move.after.playing and not move.before.playing:
                expected.append(SawDeal(view(odd(move.after.deal), viewer)))
            assert told == expected


def told(table: TableState, action: TableAction | str) -> dict[Viewer, list[TableSeatEvent]]:
    """Return what every viewer is told of an action."""
    acting = parse_table_action(action) if isinstance(action, str) else action
    taken = step_table(table, acting)
    return {viewer: list(seen_table_events(taken, viewer)) for viewer in VIEWERS}


def to_all(*events: TableSeatEvent) -> dict[Viewer, list[TableSeatEvent]]:
    """Return what every viewer is told when all are told the same."""
    return {viewer: list(events) for viewer in VIEWERS}


@pytest.mark.rule("TABLE-2", "TABLE-4")
@pytest.mark.parametrize(
    ("action", "event"),
    [
        ("2 sit Cai", SatDown(2, "Cai")),
        ("0 ready", BecameReady(0)),
        ("1 unready", BecameUnready(1)),
        ("0 leave", LeftTable(0, "Ann")),
    ],
)
def test_who_comes_and_goes_and_is_ready_is_told_to_all(action: str, event: TableSeatEvent) -> None:
    table = attrs.evolve(seated(["Ann", "Bo"]), ready=(False, True, False, False))
    assert told(table, action) == to_all(event)


@pytest.mark.rule("TABLE-1", "DEALER-1", "VIEW-1", "VIEW-2")
@each_viewer
def test_of_a_deal_that_starts_each_seat_is_told_its_first_view(viewer: Viewer) -> None:
    action = StartDeal(Shuffle.from_seed(7))
    deal = started(seated(), 7).deal
    assert told(all_ready(seated()), action)[viewer] == [
        DealStarted(1, 0, drawn_by_lot=True, multiplier=1),
        SawDeal(view(odd(deal), viewer)),
    ]


@pytest.mark.rule("TABLE-3")
def test_of_a_void_deal_all_are_told_that_it_is_void_and_nothing_more() -> None:
    deal = position({}, drawn="9p", melds={2: ["(5555m)"]}, ting={1: "6z"})
    void = DealSummary(1, FOUR, 0, 1, 1, VoidDeal(3), NOTHING_PAID)
    assert told(at_table(deal), "3 leave") == to_all(LeftTable(3, "丁"), DealVoided(void))


@pytest.mark.rule("VIEW-2", "TURN-2")
def test_of_a_draw_at_a_table_others_are_not_told_the_tile() -> None:
    table = at_table(position({0: SCATTERED}, drawn="9p", draws="7z"))
    thrown = Discarded(0, Tile.P9)
    expected = to_all(thrown, SawDraw(1, replacement=False))
    assert told(table, "0 discard 9p") == expected | {
        1: [thrown, Drew(1, Tile.RED, replacement=False)]
    }


@pytest.mark.rule("VIEW-3", "SCORE-6", "DEALER-3")
def test_of_the_end_all_are_told_the_hands_and_then_what_is_paid() -> None:
    table = at_table(position({0: SCATTERED}, drawn="9p", remaining=14))
    after = step_table(table, parse_table_action("0 discard 9p")).state
    summary = DealSummary(1, FOUR, 0, 1, 0, DrawnDeal(), NOTHING_PAID)
    assert told(table, "0 discard 9p") == to_all(
        Discarded(0, Tile.P9),
        SawEnd(DrawnDeal(), view(odd(after.deal), None).players),
        DealSettled(summary, 0),
    )


def test_what_is_told_is_a_value() -> None:
    for number, move in enumerate(table_moves(range(240, 246))):
        if number % 5 == 0:
            for viewer in VIEWERS:
                events = seen_table_events(move.step, viewer)
                assert hash(events) == hash(seen_table_events(move.step, viewer))
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                    assert repickled(events, protocol) == events
                for way in COPIES.values():
                    assert way(events) == events


# --- the door -----------------------------------------------------------------------------


def some_step() -> TableStep:
    return step_table(TableState.new(), parse_table_action("0 sit Ann"))


NO_STEPS = {
    "None": None,
    "a text": "step",
    "a table": TableState.new(),
    "a step of a deal": step(odd(started(seated()).deal), idle(odd(started(seated()).deal))),
    "events that are none": TableStep(TableState.new(), odd(None)),
    "an event that is none": TableStep(TableState.new(), odd(("sit",))),
}


def test_an_event_whose_companion_is_missing_is_refused_in_such_words() -> None:
    waiting = all_ready(seated())
    taken = step_table(waiting, StartDeal(Shuffle.from_seed(7)))
    (first, _) = seen_table_events(taken, 1)
    with pytest.raises(InvalidStateError) as caught:
        follow_table(view_table(waiting, 1), [first])
    (detail,) = [detail for _, detail in caught.value.problems]
    assert detail.startswith(
        "events[1] is missing, which comes together with the one before it, at"
    )
    told = seen_table_events(step_table(taken.state, Leave(2)), 1)
    with pytest.raises(InvalidStateError, match=r"events\[1\] is missing"):
        follow_table(view_table(taken.state, 1), told[:1])
    with pytest.raises(InvalidStateError, match=r"events\[0\] is DealVoided"):
        follow_table(view_table(taken.state, 1), told[1:])


@pytest.mark.parametrize("value", NO_STEPS.values(), ids=NO_STEPS)
def test_only_a_step_at_a_table_is_told(value: object) -> None:
    with pytest.raises(InvalidStateError) as caught:
        seen_table_events(odd(value), 0)
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_A_STEP]


@pytest.mark.parametrize(
    ("taken", "problem"),
    [
        (TableStep(odd(None), ()), Problem.NOT_A_TABLE),
        (TableStep(TableState.new(), (Discarded(0, Tile.M1),)), Problem.NOT_A_STATE),
        (
            TableStep(TableState.new(), (DealStarted(1, 0, drawn_by_lot=True, multiplier=1),)),
            Problem.NOT_A_STATE,
        ),
    ],
    ids=["no table", "a discard without a deal", "a start without a deal"],
)
def test_a_step_made_by_hand_that_cannot_be_told_is_refused(
    taken: TableStep, problem: Problem
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        seen_table_events(taken, 0)
    assert [found for found, _ in caught.value.problems] == [problem]


@pytest.mark.rule("TABLE-1", refuses=True)
@pytest.mark.parametrize("seat", [seat for seat in NO_SEATS if seat is not None], ids=shorten)
def test_only_a_seat_or_a_spectator_is_told(seat: object) -> None:
    with pytest.raises(SeatError) as caught:
        seen_table_events(some_step(), odd(seat))
    assert caught.value.seat == seat


@pytest.mark.parametrize(
    "value", [None, TableState.new(), "view", view(odd(started(seated()).deal), 0)], ids=repr
)
def test_only_a_view_of_a_table_is_followed(value: object) -> None:
    with pytest.raises(InvalidStateError) as caught:
        follow_table(odd(value), ())
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_A_VIEW]
