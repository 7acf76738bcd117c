"""Texts of tables that were damaged, and any text: a `RecordError` or an `InvalidStateError`."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lisi_mahjong import InvalidStateError, RecordError, TableState
from lisi_mahjong.table_text import format_table, parse_table
from make_tables import TABLES
from table_lines import joined, spell
from test_records_fuzz import damage, json_values, places

TEXTS = [format_table(table()) for table in TABLES.values()]


def judge(text: str) -> TableState | None:
    """Return the table that a text holds, or nothing where it is refused.

    Nothing but the two errors may come out, a `RecordError` with one of the lines or the one
    behind them; and what is read is written again as it was.
    """
    error = error_of(text)
    if isinstance(error, RecordError):
        assert 1 <= error.line <= text.count("\n") + 1
        assert len(str(error)) < 600
        assert str(error).isprintable()
    elif error is not None:
        assert error.problems
        assert all(detail.isprintable() for _, detail in error.problems)
    else:
        table = parse_table(text)
        assert format_table(table) == text
        return table
    return None


def error_of(text: str) -> RecordError | InvalidStateError | None:
    """Return the error with which a text is refused."""
    try:
        parse_table(text)
    except (RecordError, InvalidStateError) as error:
        return error
    return None


# --- anything at all ----------------------------------------------------------------------


@given(st.text())
def test_any_text_is_refused(text: str) -> None:
    assert judge(text) is None
    assert judge(f"{text}\n") is None


@given(st.binary())
def test_any_bytes_are_refused(data: bytes) -> None:
    assert judge(data.decode("latin-1")) is None
    assert judge(data.decode("utf-8", errors="surrogateescape")) is None


@given(st.sampled_from(TEXTS), st.lists(json_values, max_size=3))
def test_any_lines_behind_a_header_are_read_or_refused(text: str, values: list[Any]) -> None:
    judge(joined(text.split("\n", maxsplit=1)[0], *map(spell, values)))


# --- damaged texts ------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(3))
def test_damaged_characters_are_found_out(part: int) -> None:
    """600 damaged tables: each is refused, or another table that could be."""
    rng = random.Random(f"damage a table {part}")
    found = []
    for _ in range(200):
        text = rng.choice(TEXTS)
        damaged = damage(text, rng)
        if damaged != text:
            found.append(judge(damaged))
    assert len(found) > 150
    assert found.count(None) > 0.95 * len(found)  # tiles of the wall may change places


@pytest.mark.parametrize("part", range(3))
def test_flipped_digits_are_read_or_refused(part: int) -> None:
    """Numbers that are changed keep a text well formed, so that its checks are reached."""
    rng = random.Random(f"digits {part}")
    refused = 0
    for _ in range(200):
        text = rng.choice(TEXTS)
        for _ in range(rng.choice((1, 1, 2))):
            place = rng.choice([place for place, sign in enumerate(text) if sign.isdigit()])
            text = text[:place] + rng.choice("0123456789") + text[place + 1 :]
        refused += judge(text) is None
    assert refused > 140


@pytest.mark.parametrize("part", range(2))
def test_rearranged_lines_are_found_out(part: int) -> None:
    """400 tables with lines lost, doubled, reversed, exchanged, or from another table.

    Not all are refused: without a void deal, say, the table is another one that could be.
    """
    rng = random.Random(f"rearrange a table {part}")
    refused = 0
    for _ in range(200):
        lines = rng.choice(TEXTS).splitlines()
        for _ in range(rng.choice((1, 1, 2))):
            start = rng.randrange(len(lines) + 1)
            end = min(len(lines), start + rng.choice((1, 1, 2, 5)))
            middle, others = lines[start:end], rng.choice(TEXTS).splitlines()
            lines[start:end] = rng.choice(
                (
                    [],
                    middle + middle,
                    middle[::-1],
                    rng.sample(middle, len(middle)),
                    [rng.choice(others)],
                    others[start:end],
                )
            )
        refused += judge(joined(*lines)) is None
    assert refused > 100


@pytest.mark.parametrize("text", TEXTS, ids=TABLES)
def test_a_table_cut_off_anywhere_is_refused(text: str) -> None:
    for end in range(0, len(text), 7):
        assert judge(text[:end]) is None
    assert judge(text[:-1]) is None


@settings(max_examples=300)
@given(st.data(), json_values)
def test_any_value_in_any_place_is_read_or_refused(data: st.DataObject, value: object) -> None:
    lines = data.draw(st.sampled_from(TEXTS)).splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    whole = json.loads(lines[number])
    path = data.draw(st.sampled_from(places(whole)))
    if path:
        inner = whole
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    lines[number] = spell(whole if path else value)
    judge(joined(*lines))


@settings(max_examples=200)
@given(st.data())
def test_any_value_exchanged_for_another_is_read_or_refused(data: st.DataObject) -> None:
    """One part of a line takes the place of another, of the same or of another type."""
    text = data.draw(st.sampled_from(TEXTS))
    lines = text.splitlines()
    number = data.draw(st.integers(0, len(lines) - 2))
    whole = json.loads(lines[number])
    one, other = (
        data.draw(st.sampled_from(places(whole)[1:])),
        data.draw(st.sampled_from(places(whole)[1:])),
    )
    source = whole
    for key in other:
        source = source[key]
    copy = json.loads(json.dumps(source))
    inner = whole
    for key in one[:-1]:
        inner = inner[key]
    inner[one[-1]] = copy
    lines[number] = spell(whole)
    judge(joined(*lines))


if __name__ == "__main__":  # a longer search: python tests/test_table_text_fuzz.py 100 200
    for part in range(*map(int, sys.argv[1:3])):
        test_damaged_characters_are_found_out(part)
        test_flipped_digits_are_read_or_refused(part)
        test_rearranged_lines_are_found_out(part)
        sys.stdout.write(f"part {part}: nothing found\n")
