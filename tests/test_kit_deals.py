"""Strategies for deals: stacked ones, whole ones, and records that are cut off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from drawing import drawn, notes_of_failure
from lisi_mahjong import (
    AwaitingClaims,
    DrawnDeal,
    Finished,
    Record,
    RulesError,
    RuleSet,
    Shuffle,
    WonDeal,
    apply,
    parse_record,
    replay,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.testing import (
    UniformPlayer,
    WaveringPlayer,
    WishError,
    deals,
    records,
    simple_players,
    smallest,
    stacked_deals,
    states,
)

# --- stacked deals ---


def test_stacked_deals_are_all_situations() -> None:
    found = drawn(stacked_deals(), 300)
    assert {laid.start.dealer for laid in found} == {0, 1, 2, 3}
    for laid in found:
        state = laid.start
        for action in laid.decisions:
            state = apply(state, action)
        assert state == laid.state
    assert len({(laid.start.rules, laid.decisions) for laid in found}) > 150


def test_stacked_deals_of_one_situation_are_asked_alike() -> None:
    for laid in drawn(stacked_deals("win or pung"), 40):
        stage = laid.state.stage
        assert isinstance(stage, AwaitingClaims)
        assert len(stage.asked) == 2


def test_there_is_no_other_situation() -> None:
    with pytest.raises(WishError, match="there is none of this name; there are pung of three"):
        stacked_deals("a happy end")


# --- whole deals and records ---


def test_deals_are_played_to_their_end() -> None:
    found = drawn(deals(), 80)
    assert all(record.finished and record.result is not None for record in found)
    ended = Counter(type(record.result) for record in found)
    assert min(ended[WonDeal], ended[DrawnDeal]) >= 15


def test_records_replay_and_are_read_back() -> None:
    found = drawn(records(), 60)
    for record in found:
        assert parse_record("".join(record.lines())) == record
        assert [step.state for step in record.replay()][-1] == record.state
        assert record == Record.of(record.start, record.decisions)
    assert len({record.finished for record in found}) == 2


def test_finished_records_are_replayed() -> None:
    for record in drawn(deals(rules=RuleSet()), 10):
        assert isinstance([*replay(record.lines())][-1].state.stage, Finished)


def test_records_shrink_to_few_decisions() -> None:
    record = smallest(records(), lambda record: len(record.decisions) >= 3)
    assert len(record.decisions) == 3
    assert record.rules == RuleSet()
    assert record.shuffle == Shuffle.from_seed(0)


def test_a_failing_test_tells_the_text_of_the_record() -> None:
    notes = notes_of_failure(records(), lambda record: len(record.decisions) > 0)
    assert any(note.startswith("parse_record('{") for note in notes)


# --- players and rules ---


def test_simple_players_are_of_three_sorts() -> None:
    found = drawn(simple_players(), 100)
    assert {type(player) for player in found} == {type(tidy), WaveringPlayer, UniformPlayer}
    assert smallest(simple_players(), lambda _: True) is tidy


@pytest.mark.parametrize("strategy", [states, deals, records, stacked_deals])
def test_rules_are_a_rule_set_or_a_strategy(strategy: Callable[..., object]) -> None:
    with pytest.raises(RulesError):
        strategy(rules="written")
