"""A text that is no table is refused with its line, a table that cannot be with its problems."""

from __future__ import annotations

import json
from collections.abc import Callable

import attrs
import pytest

from broken_tables import BROKEN
from lisi_mahjong import InvalidStateError, Problem, RecordError, TableState
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.notation import parse_state
from lisi_mahjong.record_format import RULES_VERSION
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table_checks import table_problems
from lisi_mahjong.table_text import FORMAT, FORMAT_VERSION, parse_table
from long_evening import RIGHT, played
from malformed_tables import MALFORMED
from runs import TESTS, run_python
from table_lines import DEAL, HEADER, Malformed, edited, joined, lines, spell, with_line


@pytest.mark.parametrize("made", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_text_is_refused_with_line_expected_and_found(
    made: Callable[[], Malformed],
) -> None:
    text, line, expected, found = made()
    with pytest.raises(RecordError) as caught:
        parse_table(text)
    assert (caught.value.line, caught.value.expected, caught.value.found) == (line, expected, found)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


def test_the_text_that_is_malformed_above_is_that_of_a_table() -> None:
    assert parse_table(joined(*lines())) == played()
    assert len(lines()) == DEAL


def test_checks_hold_under_optimization_too() -> None:
    ran = run_python("-O", str(TESTS / "optimized_tables.py"))
    total = len(RIGHT) + len(BROKEN) + len(MALFORMED)
    assert (ran.stdout, ran.stderr) == (f"{total} passed, 0 failed\n", "")
    assert ran.returncode == 0


def test_the_script_refuses_to_run_without_optimization() -> None:
    ran = run_python(str(TESTS / "optimized_tables.py"))
    assert (ran.returncode, ran.stdout) == (1, "run this with python -O\n")


# --- tables that cannot be ----------------------------------------------------------------


def spelled(table: TableState, deal: str | None = None) -> str:
    """Return the text that would say a table, whatever it is.

    Args:
        table: the table.
        deal: the line of its deal.
    """
    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "rules_version": RULES_VERSION,
        "rules": attrs.asdict(table.rules),
        "score": attrs.asdict(table.score),
        "names": table.names,
        "ready": table.ready,
        "game": table.game,
        "dealer": table.dealer,
        "multiplier": table.multiplier,
        "accounts": table.accounts,
    }
    return joined(*map(spell, (header, *map(summary_as_json, table.history), deal)))


SAID = {
    name: broken
    for name, (_, broken) in BROKEN.items()
    if broken().deal is None and name != "a factor twice"
}
"""Those without a deal, which can be said by a text: an object has no factor twice."""


@pytest.mark.parametrize("broken", SAID.values(), ids=SAID)
def test_a_table_that_cannot_be_is_read_and_refused(broken: Callable[[], TableState]) -> None:
    table = broken()
    with pytest.raises(InvalidStateError) as caught:
        parse_table(spelled(table))
    assert caught.value.problems == table_problems(table)


def test_most_broken_tables_can_be_said() -> None:
    assert len(SAID) > 60


def test_all_problems_of_a_text_are_named_at_once() -> None:
    text = edited(HEADER, "names", to=["Ann", "Bo", "Bo", "Eve"]).replace('"game":2', '"game":9', 1)
    with pytest.raises(InvalidStateError) as caught:
        parse_table(text)
    assert caught.value.problems == (
        (Problem.ONE_SEAT, "names[2] is 'Bo' too"),
        (Problem.FIRST_DEALER, "seat 1 and not 3"),
        (Problem.GAME_NUMBER, "9 of the table"),
    )


BROKEN_DEALS = {
    "a hand without a tile": (
        "lisi1 stage=turn:1:5m dealer=1 hand1={1z2z3z4z}147m258p36s5m",
        [Problem.HAND_SIZE],
    ),
    "a wall without a tile": ("lisi1 stage=turn:1:5m dealer=1 wall=1m", [Problem.WALL_SIZE]),
}


@pytest.mark.parametrize(("line", "expected"), BROKEN_DEALS.values(), ids=BROKEN_DEALS)
def test_the_problems_of_a_deal_are_named_with_those_of_its_table(
    line: str, expected: list[Problem]
) -> None:
    with pytest.raises(InvalidStateError) as alone:
        parse_state(line)
    assert [problem for problem, _ in alone.value.problems][: len(expected)] == expected
    text = with_line(DEAL, spell(line))
    with pytest.raises(InvalidStateError) as caught:
        parse_table(text)
    assert caught.value.problems == alone.value.problems
    with pytest.raises(InvalidStateError) as caught:
        parse_table(text.replace('"ready":[false', '"ready":[true'))
    assert caught.value.problems == ((Problem.READY_IN_DEAL, "seat 0"), *alone.value.problems)


def test_a_deal_with_a_tile_too_few_is_no_table() -> None:
    deal = json.loads(lines()[DEAL - 1])
    with pytest.raises(InvalidStateError) as caught:
        parse_table(with_line(DEAL, spell(deal.replace("remaining=83", "remaining=82"))))
    assert Problem.TILE_COUNT in {problem for problem, _ in caught.value.problems}


# --- in bounded time ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n" * 10**6, id="a million lines"),
        pytest.param(joined(lines()[0]) + "[]\n" * 10**6, id="a million lists"),
        pytest.param("[" * 10**6 + "\n", id="a million brackets"),
        pytest.param(joined(*lines()[:-1], '"' + "1m" * (MAX_LINE // 2 - 1) + '"'), id="tiles"),
        pytest.param(joined(*lines()[:-1], '"lisi1' + " " * 90_000 + '"'), id="spaces"),
        pytest.param(joined(*lines()[:-1]) + "null\n" * 10**6, id="a million deals"),
    ],
)
def test_huge_texts_are_refused_soon(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_table(text)
    assert len(str(caught.value)) < 600
