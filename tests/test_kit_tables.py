"""Strategies for tables and sittings: people come and go, deals are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import strategies as st

from drawing import drawn, notes_of_failure
from lisi_mahjong import (
    DrawnDeal,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    TableState,
    VoidDeal,
    WonDeal,
    apply_table,
    deal,
    parse_sitting,
)
from lisi_mahjong.table_checks import table_problems
from lisi_mahjong.table_text import parse_table
from lisi_mahjong.testing import sittings, smallest, tables


def traits(table: TableState) -> set[str]:
    """Return what can be said of a table in a word."""
    sitting = sum(name is not None for name in table.names)
    found = {{0: "nobody sits", 4: "all sit"}.get(sitting, "some sit")}
    found.add(f"{len(table.history)} deals")
    found.add("a deal is played" if table.playing else "no deal is played")
    for summary in table.history:
        found.add(type(summary.result).__name__)
    found |= {"doubled"} if table.multiplier > 1 else set()
    found |= {"some are ready"} if any(table.ready) else set()
    found |= {"a second game"} if table.game > 1 else set()
    found |= {"five people"} if len(table.ledger) > 4 else set()
    return found


TRAITS = {
    "nobody sits": 4,
    "some sit": 3,
    "all sit": 28,
    "0 deals": 11,
    "1 deals": 8,
    "2 deals": 8,
    "3 deals": 1,
    "a deal is played": 8,
    "no deal is played": 32,
    "WonDeal": 10,
    "DrawnDeal": 15,
    "VoidDeal": 1,
    "doubled": 7,
    "some are ready": 9,
    "a second game": 9,
    "five people": 6,
}
"""How many of 150 tables are so at least; a third of the fewest in runs with eleven seeds."""


def test_tables_are_of_all_sorts_and_have_no_problem() -> None:
    found = drawn(tables(), 150)
    met = Counter(trait for table in found for trait in traits(table))
    assert all(table_problems(table) == () for table in found)
    assert {trait: met[trait] for trait in TRAITS if met[trait] < TRAITS[trait]} == {}
    assert len({table.score for table in found}) > 40
    results = {type(summary.result) for table in found for summary in table.history}
    assert results == {WonDeal, DrawnDeal, VoidDeal}


def test_tables_by_certain_rules_and_numbers() -> None:
    found = drawn(tables(rules=RuleSet.taiyuan(), score=ScoreTable(base=5), deals=1), 20)
    assert {(table.rules, table.score) for table in found} == {
        (RuleSet.taiyuan(), ScoreTable(base=5))
    }
    assert max(len(table.history) for table in found) <= 2
    score = st.just(ScoreTable(base=6))
    assert {table.score.base for table in drawn(tables(score=score, deals=0), 10)} == {6}


def test_tables_shrink_to_nobody_and_to_the_usual_rules() -> None:
    table = smallest(tables(deals=0), lambda _: True)
    assert table == TableState.new()


def test_tables_shrink_to_the_beginning_of_a_deal() -> None:
    table = smallest(tables(deals=0), lambda table: table.playing)
    assert (table.rules, table.score) == (RuleSet(), ScoreTable())
    assert table.deal == deal(Shuffle.from_seed(0), dealer=Shuffle.from_seed(0).dealer_draw)
    assert max(len(name or "") for name in table.names) <= len("Ann")


def test_a_failing_test_tells_the_text_of_the_table() -> None:
    notes = notes_of_failure(tables(deals=0), lambda table: any(table.names))
    (told,) = [note for note in notes if note.startswith("parse_table(")]
    text = told.removeprefix("parse_table('").removesuffix("')").replace("\\n", "\n")
    assert any(parse_table(text).names)


def test_sittings_are_finished_or_cut_off_and_are_read_back() -> None:
    found = drawn(sittings(deals=1), 30)
    assert {sitting.finished for sitting in found} == {True, False}
    assert {len(sitting.state.history) for sitting in found} >= {0, 1}
    for sitting in found:
        assert parse_sitting("".join(sitting.lines())) == sitting
        table = TableState.new(sitting.rules, sitting.score)
        for action in sitting.actions:
            table = apply_table(table, action)
        assert table == sitting.state


def test_a_failing_test_tells_the_text_of_the_sitting() -> None:
    notes = notes_of_failure(sittings(deals=0), lambda sitting: sitting.finished)
    assert any(note.startswith("parse_sitting('{") for note in notes)


@pytest.mark.parametrize("strategy", [tables, sittings])
@pytest.mark.parametrize("name", ["rules", "score"])
def test_rules_and_score_are_values_or_strategies(
    strategy: Callable[..., object], name: str
) -> None:
    with pytest.raises(RulesError):
        strategy(**{name: "written"})
