"""A deal that is played at a table is the deal: the same states, events, lists, views, refusals."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from corpus import SEED
from evenings import all_ready, seated
from lisi_mahjong import (
    Action,
    DealSettled,
    GameState,
    Leave,
    Play,
    SawDeal,
    StartDeal,
    TableState,
    TableStep,
    apply_table,
    format_table,
    legal_actions,
    next_dealer,
    parse_table,
    seen_events,
    seen_table_events,
    settle,
    step_table,
    table_legal_actions,
    view,
    view_table,
    why_illegal,
    why_table_illegal,
)
from metamorphic import assert_met, deals_on, moves_of
from offers import every_action
from sights import VIEWERS
from sitting_plans import mixed_score

EVERYTHING = tuple(action for seat in range(4) for action in every_action(seat))


def started_with(start: GameState, table: TableState) -> TableStep:
    """Return the step by which a deal starts at a new table."""
    shuffle = attrs.evolve(start.shuffle, dealer_draw=start.dealer)
    return step_table(all_ready(table), StartDeal(shuffle))


def same_deal(table: TableState, state: GameState, tries: list[Action]) -> None:
    """Assert that all at a table see and may do what they do in the deal alone."""
    assert table.deal is not None
    assert attrs.evolve(table.deal, setup=state.setup) == state
    for seat in range(4):
        listed = table_legal_actions(table, seat)
        assert listed == (*map(Play, legal_actions(state, seat)), Leave(seat))
    for viewer in VIEWERS:
        assert view_table(table, viewer).deal == view(state, viewer)
    for action in tries:
        name = table.names[action.seat]
        assert why_table_illegal(table, Play(action), by=name) is why_illegal(state, action)


@pytest.mark.rule("TABLE-6", "DEALER-1", "DEALER-2", "DEALER-3", "SCORE-6", "VIEW-4")
@pytest.mark.parametrize("start", [4000, 4100])
def test_a_deal_replayed_at_a_table_is_the_deal_alone(start: int) -> None:
    """The table is written down and read again before every action."""
    met = Counter[str]()
    for played in deals_on(
        "all_ready", "robbing", "fours", "same_wait", SEED, start=start, count=10
    ):
        rng = random.Random(f"table {played.number}")
        begun = started_with(played.start, seated(rules=played.start.rules, score=mixed_score(rng)))
        table, events = begun.state, begun.events
        for viewer in VIEWERS:
            seen = SawDeal(view(played.start, viewer))
            assert seen_table_events(begun, viewer)[-1] == seen
        for state, action, done in moves_of(played):
            table = parse_table(format_table(table))
            same_deal(table, state, rng.sample(EVERYTHING, 20))
            done_too = step_table(table, Play(action), by=table.names[action.seat])
            table = done_too.state
            told = [event for event in done_too.events if not isinstance(event, DealSettled)]
            assert told == [*done.events]
            for viewer in VIEWERS:
                seen_too = seen_table_events(done_too, viewer)
                assert seen_too[: len(seen_events(done, viewer))] == seen_events(done, viewer)
            met["played"] += 1
            events = done_too.events
        end = done.state
        assert end.result is not None
        assert table.dealer == next_dealer(end)
        paid = settle(end.result, end, table.score)
        assert table.history[-1].settlement == paid
        assert [*table.ledger.values()] == [*paid.deltas]
        assert isinstance(events[-1], DealSettled)
        met[type(end.result).__name__] += 1
    assert_met(met, {"played": 400, "WonDeal": 4, "DrawnDeal": 2})


@pytest.mark.rule("SCORE-6", "DEALER-3")
def test_a_deal_is_the_same_whatever_was_played_before_it_at_the_table() -> None:
    """Only how many times it is paid, and who deals, has come down from the deal before."""
    met = Counter[str]()
    for played, before in zip(
        deals_on("all_ready", "some_ready", start=4200, count=40),
        deals_on(start=4300, count=40),
        strict=True,
    ):
        rules = played.start.rules
        table = started_with(before.start, seated(rules=rules)).state
        assert table.deal is not None
        other = attrs.evolve(before, start=table.deal)
        for _, action, _ in moves_of(other):
            table = apply_table(table, Play(action))
        dealer, multiplier = table.dealer, table.multiplier
        assert dealer is not None
        table = apply_table(all_ready(table), StartDeal(played.start.shuffle))
        assert table.deal is not None
        again = attrs.evolve(played, start=table.deal)
        for state, action, _ in moves_of(again):
            assert table.deal == state
            table = apply_table(table, Play(action))
        end = table.deal
        assert end is not None
        assert end.result is not None
        paid = settle(end.result, end, multiplier=multiplier)
        assert table.history[-1].settlement == paid
        met["paid twice"] += multiplier == 2 and paid.deltas != (0, 0, 0, 0)
        met["paid once"] += multiplier == 1 and paid.deltas != (0, 0, 0, 0)
    assert_met(met, {"paid twice": 4, "paid once": 6})
