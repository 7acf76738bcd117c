"""What a win is called and what it is worth change nothing of the play, nor who wins and deals."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from corpus import SEED
from hands import random_full_hand
from lisi_mahjong import (
    DealSettled,
    DealStarted,
    DealSummary,
    DealVoided,
    DrawnDeal,
    Finished,
    GameState,
    Reading,
    RuleSet,
    ScoreTable,
    Settlement,
    TableEvent,
    TableState,
    Tag,
    Tile,
    VoidDeal,
    WonDeal,
    legal_actions,
    readings,
    seen_events,
    step,
    step_table,
    table_legal_actions,
    view,
    view_table,
    why_table_illegal,
)
from metamorphic import alike, assert_met, closed_waits, deals_on, moves_of, under
from sights import VIEWERS
from sitting_plans import mixed_score
from table_moves import table_moves

# --- options of tags ----------------------------------------------------------------------


def way(reading: Reading) -> tuple[object, ...]:
    """Return how a hand is read, without what that is called and worth."""
    return reading.pair, reading.sets, reading.completes, reading.triplets


def found(state: GameState) -> tuple[Reading, ...]:
    """Return the readings of a win."""
    assert isinstance(state.result, WonDeal)
    return state.result.readings


def without_readings(state: GameState) -> GameState:
    if not isinstance(state.result, WonDeal):
        return state
    return attrs.evolve(state, stage=Finished(attrs.evolve(state.result, readings=())))


def tag_gained(option: str, off: Reading, on: Reading, tile: Tile, waits: int) -> bool:
    """Check how an option changes what a reading is called; return whether it does."""
    more, fewer = (on, off) if option == "closed_wait_on_eight" else (off, on)
    gained = more.tags - fewer.tags
    assert not fewer.tags - more.tags
    assert more.points - fewer.points == len(gained)  # a Closed Wait is worth 1
    if gained:
        assert gained == {Tag.CLOSED_WAIT}
        assert more.completes[1] is tile
        assert more.completes[0] is not tile
        if option == "closed_wait_on_eight":
            assert tile.rank == 8
        else:
            assert waits > 1
    return bool(gained)


@pytest.mark.rule("TAG-2", "TAG-10")
@pytest.mark.parametrize("option", ["closed_wait_on_eight", "closed_wait_alone"])
def test_what_counts_as_a_closed_wait_changes_tags_and_points_and_never_who_wins(
    option: str,
) -> None:
    """Whole deals are played, seen and told alike to their ends, but for the readings of the win.

    Args:
        option: which is off in one of the deals and on in the other.
    """
    met = Counter[str]()
    rules = RuleSet()
    laid = [closed_waits(number, rules) for number in range(60)]
    options = dict.fromkeys(("closed_wait_on_eight", "closed_wait_alone"), False)
    for played in [*laid, *deals_on("narrow_wait", SEED, start=2000, count=40, **options)]:
        other = under(played, **{option: True}).start
        for state, action, done in moves_of(played):
            assert alike(state, other)
            for seat in range(4):
                assert legal_actions(state, seat) == legal_actions(other, seat)
            for viewer in VIEWERS:
                assert attrs.evolve(view(other, viewer), rules=state.rules) == view(state, viewer)
            done_too = step(other, action)
            other = done_too.state
            if not isinstance(done.state.result, WonDeal):
                assert done.events == done_too.events
                for viewer in VIEWERS:
                    assert seen_events(done, viewer) == seen_events(done_too, viewer)
                continue
            assert done.events[:-1] == done_too.events[:-1]
            assert alike(without_readings(done.state), without_readings(other))
            won = done.state.result
            waits = len(done.state.players[won.winner].waits)
            off, on = ({way(each): each for each in found(end)} for end in (done.state, other))
            assert off.keys() == on.keys()
            for key, reading in off.items():
                gained = tag_gained(option, reading, on[key], won.tile, waits)
                met["called otherwise" if gained else "called alike"] += 1
    often = {"closed_wait_on_eight": 18, "closed_wait_alone": 6}
    assert_met(met, {"called alike": 40, "called otherwise": often[option]})


# --- score tables -------------------------------------------------------------------------


def unpaid_summary(summary: DealSummary) -> DealSummary:
    return attrs.evolve(summary, multiplier=1, settlement=Settlement(0, None, ()))


def unpaid(table: TableState) -> TableState:
    """Return a table at which nothing has been paid, nor will be."""
    return attrs.evolve(
        table,
        score=ScoreTable(),
        multiplier=1,
        accounts=(),
        history=tuple(map(unpaid_summary, table.history)),
    )


def multipliers(table: TableState) -> list[int]:
    """Return how many times each deal is paid: more than once if one was drawn before (SCORE-6)."""
    before = [None, *table.history]
    return [
        table.score.drawn_deal_multiplier
        if last is not None and last.game == each.game and isinstance(last.result, DrawnDeal)
        else 1
        for last, each in zip(before, table.history, strict=False)
    ]


def unpaid_event(event: TableEvent) -> TableEvent:
    if isinstance(event, DealStarted):
        return attrs.evolve(event, multiplier=1)
    if isinstance(event, DealSettled | DealVoided):
        return attrs.evolve(event, summary=unpaid_summary(event.summary))
    return event


@pytest.mark.rule("SCORE-1", "SCORE-6", "SCORE-7", "DEALER-2", "DEALER-3", "VIEW-4")
def test_another_score_table_changes_what_is_paid_and_nothing_else_all_evening() -> None:
    """The same is done at two tables; who deals and who wins is the same at both."""
    met = Counter[str]()
    for number in range(30):
        score = mixed_score(random.Random(f"score {number}"))
        other: TableState | None = None
        for table, action, done in table_moves([number]):
            other = TableState.new(table.rules, score) if other is None else other
            assert unpaid(table) == unpaid(other)
            for seat in range(4):
                assert table_legal_actions(table, seat) == table_legal_actions(other, seat)
                seen, seen_too = view_table(table, seat), view_table(other, seat)
                assert (seen.deal, seen.dealer, seen.names) == (
                    seen_too.deal,
                    seen_too.dealer,
                    seen_too.names,
                )
            assert why_table_illegal(other, action) is None
            done_too = step_table(other, action)
            events = tuple(map(unpaid_event, done.events))
            assert tuple(map(unpaid_event, done_too.events)) == events
            other = done_too.state
        assert other is not None
        assert unpaid(done.state) == unpaid(other)
        assert [each.multiplier for each in other.history] == multipliers(other)
        for one, two in zip(done.state.history, other.history, strict=True):
            if isinstance(one.result, VoidDeal | DrawnDeal):
                assert one.deltas == two.deltas == (0, 0, 0, 0)
                met["not paid"] += 1
            else:
                met["paid otherwise" if one.deltas != two.deltas else "paid alike"] += 1
    assert_met(met, {"paid otherwise": 30, "not paid": 30})


@pytest.mark.rule("SCORE-1", "TAG-10")
def test_the_numbers_order_the_readings_of_a_hand_and_neither_make_nor_call_them() -> None:
    met = Counter[str]()
    for number in range(4000):
        rng = random.Random(f"numbers {number}")
        hand, melds = random_full_hand(rng)
        tile = hand.pop(rng.randrange(len(hand)))
        score = mixed_score(rng)
        plain = readings(hand, tile, melds)
        ordered = readings(hand, tile, melds, score=score)
        assert Counter((way(each), each.tags) for each in ordered) == Counter(
            (way(each), each.tags) for each in plain
        )
        assert [each.points for each in ordered] == sorted(
            (each.points for each in ordered), reverse=True
        )
        met["of several"] += len(plain) > 1
        met["ordered otherwise"] += [*map(way, ordered)] != [*map(way, plain)]
    assert_met(met, {"of several": 400, "ordered otherwise": 15})
