"""What is told of an action at a table: the events, in order, those of the deal among them."""

from __future__ import annotations

import pytest

from endings import about_to_be_drawn, about_to_kong, about_to_win
from evenings import all_ready, dealt, evening, one_left, seated, started
from lisi_mahjong import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    Discarded,
    Drew,
    Ended,
    KongKind,
    Leave,
    LeftTable,
    Play,
    Ready,
    SatDown,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableEvent,
    TableState,
    Unready,
    VoidDeal,
    WonDeal,
    apply_table,
    legal_actions,
    parse_table_action,
    step,
    step_table,
    table_legal_actions,
)
from moments import BETWEEN, MOMENTS, PLAYED, a_drawn_deal_later, one_deal_later

SHUFFLE = Shuffle.from_seed(7)


def events(table: TableState, action: TableAction | str) -> tuple[TableEvent, ...]:
    """Return the events of an action, after checking that the table is the one that it leads to."""
    parsed = parse_table_action(action) if isinstance(action, str) else action
    taken = step_table(table, parsed)
    assert taken.state == apply_table(table, parsed)
    return taken.events


@pytest.mark.rule("TABLE-4")
def test_who_sat_down_and_where_is_told() -> None:
    assert events(TableState.new(), Sit(2, "Ann")) == (SatDown(2, "Ann"),)


@pytest.mark.rule("TABLE-2")
def test_readiness_is_told_when_it_is_given_and_when_it_is_taken_back() -> None:
    assert events(seated(), Ready(3)) == (BecameReady(3),)
    assert events(all_ready(seated()), Unready(3)) == (BecameUnready(3),)


@pytest.mark.rule("TABLE-3")
@pytest.mark.parametrize("name", BETWEEN)
def test_between_deals_it_is_told_who_left(name: str) -> None:
    table = MOMENTS[name]()
    for seat, person in enumerate(table.names):
        if person is not None:
            assert events(table, Leave(seat)) == (LeftTable(seat, person),)


@pytest.mark.rule("TABLE-3")
@pytest.mark.parametrize("name", PLAYED)
def test_in_a_deal_it_is_told_who_left_and_then_that_the_deal_is_void(name: str) -> None:
    table = MOMENTS[name]()
    for seat in range(4):
        who, void = events(table, Leave(seat))
        assert who == LeftTable(seat, table.names[seat] or "")
        assert isinstance(void, DealVoided)
        assert void.summary == apply_table(table, Leave(seat)).history[-1]
        assert void.summary.result == VoidDeal(seat)


@pytest.mark.rule("DEALER-1")
def test_a_start_tells_that_the_first_dealer_was_drawn_by_lot() -> None:
    """The shuffle of seed 7 draws seat 0."""
    (told,) = events(all_ready(seated()), StartDeal(SHUFFLE))
    assert told == DealStarted(game=1, dealer=0, drawn_by_lot=True, multiplier=1)


@pytest.mark.rule("DEALER-2", "SCORE-6")
@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (one_deal_later(), DealStarted(1, 1, drawn_by_lot=False, multiplier=1)),
        (a_drawn_deal_later(), DealStarted(1, 1, drawn_by_lot=False, multiplier=3)),
        (
            apply_table(one_left(), Sit(2, "Dee")),
            DealStarted(2, 0, drawn_by_lot=True, multiplier=1),
        ),
    ],
    ids=["after a win", "after a drawn deal", "in a new game"],
)
def test_a_start_tells_game_dealer_and_multiplier(table: TableState, expected: DealStarted) -> None:
    assert events(all_ready(table), StartDeal(SHUFFLE)) == (expected,)


@pytest.mark.parametrize("name", PLAYED)
def test_of_an_action_of_the_deal_its_events_are_told_and_at_the_end_a_settlement(
    name: str,
) -> None:
    table = MOMENTS[name]()
    assert table.deal is not None
    for action in (action for seat in range(4) for action in legal_actions(table.deal, seat)):
        taken = step_table(table, Play(action))
        told = step(table.deal, action).events
        assert taken.events[: len(told)] == told
        settled = [type(event) for event in taken.events[len(told) :]]
        assert settled == ([] if taken.state.playing else [DealSettled])


def test_after_the_last_event_of_a_won_deal_comes_its_settlement() -> None:
    state, discard = about_to_win(1, None)
    told = events(dealt(state), discard)
    assert [type(event) for event in told] == [Discarded, Drew, Ended, DealSettled]
    settled = told[-1]
    assert isinstance(settled, DealSettled)
    assert isinstance(settled.summary.result, WonDeal)
    assert (settled.summary.deltas, settled.next_dealer) == ((-6, 14, -4, -4), 1)


@pytest.mark.rule("DEALER-3")
def test_the_settlement_of_a_drawn_deal_tells_who_deals_next() -> None:
    state, discard = about_to_be_drawn(dealer=3)
    settled = events(dealt(state), discard)[-1]
    assert isinstance(settled, DealSettled)
    assert (settled.summary.deltas, settled.next_dealer) == ((0, 0, 0, 0), 3)
    state, actions = about_to_kong(1, KongKind.CONCEALED, dealer=3)
    table = apply_table(dealt(state), parse_table_action(actions[0]))
    settled = events(table, actions[1])[-1]
    assert isinstance(settled, DealSettled)
    assert (settled.summary.deltas, settled.next_dealer) == ((0, 0, 0, 0), 0)


def test_every_deal_of_an_evening_is_settled_once_and_told_as_it_is_kept() -> None:
    table = started(evening(seated(), [1, 2]))
    settled = []
    while table.playing:
        action = next(
            listed for seat in range(4) for listed in table_legal_actions(table, seat)[-2:-1]
        )
        taken = step_table(table, action)
        settled += [event for event in taken.events if isinstance(event, DealSettled)]
        table = taken.state
    assert [event.summary for event in settled] == [table.history[-1]]
    assert settled[0].next_dealer == table.dealer
    assert len(table.history) == 3
