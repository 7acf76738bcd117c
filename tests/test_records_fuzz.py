"""Records that were damaged, and any text at all: a `RecordError` with a line, and soon."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lisi_mahjong import RecordError
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.records import Record, format_record, parse_record, read_records, replay, resume
from recordings import recorded, tidy_record


def cut_into_lines(text: str) -> list[str]:
    """Return the lines of a text with their newlines, as a file gives them."""
    *whole, last = text.split("\n")
    return [*(f"{line}\n" for line in whole), *filter(None, [last])]


def error_of(way: Callable[[], object]) -> RecordError | None:
    """Return the error with which a call refuses something."""
    try:
        way()
    except RecordError as error:
        return error
    return None


def judge(text: str) -> list[Record]:
    """Return the records that a text holds, or none where it is refused.

    Nothing but a `RecordError` may come out, with one of the lines or the one behind them; and
    what is read is written again as it was, but for what was cut off at the end.
    """
    lines = cut_into_lines(text)
    ways: tuple[Callable[[], object], ...] = (
        lambda: parse_record(text),
        lambda: list(replay(lines)),
        lambda: resume(lines),
        lambda: list(read_records(lines)),
    )
    errors = list(map(error_of, ways))
    for error in filter(None, errors):
        assert 1 <= error.line <= len(lines) + 1
        assert len(str(error)) < 600
        assert str(error).isprintable()
    if errors[-1] is not None:
        return []
    found = list(read_records(lines))
    written = "".join(map(format_record, found))
    torn = found[-1].torn if found else ""
    assert text in {written + torn, written.removesuffix("\n")}
    return found


# --- anything at all ----------------------------------------------------------------------

HEADER, *DECISIONS, ENDING = tidy_record().lines()


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    assert judge(text) == []


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert judge(data.decode("latin-1")) == []
    assert judge(data.decode("utf-8", errors="surrogateescape")) == []


@given(st.text(), st.text())
def test_any_text_behind_a_header_is_read_or_refused(one: str, two: str) -> None:
    judge(HEADER + one)
    judge(f'{HEADER}"{one}"\n{two}')


# --- damaged records ----------------------------------------------------------------------

SIGNS = '"{}[]:,\\\n\r \0019azAZé立\ud800'


def damage(text: str, rng: random.Random) -> str:
    """Return a text in which a few characters or stretches have been changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 20, 200)))
        middle = text[start:end]
        text = (
            text[:start]
            + rng.choice(
                (
                    "",
                    middle + middle,
                    middle[::-1],
                    rng.choice(SIGNS),
                    middle.swapcase(),
                    "".join(chr(ord(sign) ^ 1 << rng.randrange(7)) for sign in middle),
                )
            )
            + text[end:]
        )
    return text


@pytest.mark.parametrize("part", range(4))
def test_damaged_characters_are_found_out(part: int) -> None:
    """1,000 damaged records: each is refused, cut off, or what it was."""
    rng = random.Random(f"damage {part}")
    refused = 0
    for number in range(250):
        record = recorded(rng.randrange(60))
        text = damage(format_record(record), rng)
        found = judge(text)
        assert all(each == record for each in found if each.finished), number
        refused += not found
    assert refused > 200


def rearrange(lines: list[str], rng: random.Random) -> list[str]:
    """Return lines of which some are gone, doubled, elsewhere, or from another record."""
    lines = [*lines]
    for _ in range(rng.choice((1, 1, 2))):
        start = rng.randrange(len(lines) + 1)
        end = min(len(lines), start + rng.choice((1, 1, 2, 5, 50)))
        middle = lines[start:end]
        others = list(recorded(rng.randrange(60)).lines())
        lines[start:end] = rng.choice(
            (
                [],
                middle + middle,
                middle[::-1],
                rng.sample(middle, len(middle)),
                [rng.choice(others)],
                others[start:end],
                [line.rstrip("\n") for line in middle],
            )
        )
    return lines


@pytest.mark.parametrize("part", range(2))
def test_rearranged_lines_are_found_out(part: int) -> None:
    """500 records with lines lost, doubled, reversed, exchanged, joined."""
    rng = random.Random(f"rearrange {part}")
    refused = 0
    for _ in range(250):
        record = recorded(rng.randrange(60))
        lines = rearrange([*record.lines()], rng)
        found = judge("".join(lines))
        whole = [each for each in found if each.finished]
        assert all(each in {record, *map(recorded, range(60))} for each in whole)
        refused += not found
    assert refused > 150


@pytest.mark.parametrize("number", [1, 2, 5, 8])
def test_a_record_cut_off_anywhere_is_read_up_to_there(number: int) -> None:
    record = recorded(number)
    text = format_record(record)
    header = text.index("\n")
    for end in range(0, len(text), 17):
        found = judge(text[:end])
        if end < header:
            assert found == []
        else:
            (cut,) = found
            assert cut.decisions == record.decisions[: len(cut.decisions)]
            assert cut.finished is (end == len(text) - 1)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(("", "7", "int", "1m" * 136, "won"))
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of everything inside a value."""
    if isinstance(value, dict):
        return [path, *(p for key, item in value.items() for p in places(item, (*path, key)))]
    if isinstance(value, list):
        return [path, *(p for key, item in enumerate(value) for p in places(item, (*path, key)))]
    return [path]


LAYOUT = '"layout":"'
LAID_OUT, *_ = Record.of(tidy_record().start, ()).lines()


@settings(max_examples=200)
@given(st.data(), json_values)
def test_any_value_in_any_place_is_read_or_refused(data: st.DataObject, value: object) -> None:
    """In a header with a seed, in one with a layout, and in an ending."""
    line = data.draw(st.sampled_from((HEADER, LAID_OUT, ENDING)))
    changed = json.loads(line)
    path = data.draw(st.sampled_from(places(changed)[1:]))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    text = json.dumps(changed, sort_keys=True, separators=(",", ":")) + "\n"
    if line == ENDING:
        found = judge("".join([HEADER, *DECISIONS, text]))
        assert bool(found) is (text == ENDING)
    else:
        judge(text)


# --- in bounded time ----------------------------------------------------------------------

MILLION = 10**6

HUGE: Mapping[str, Callable[[], Sequence[str]]] = {
    "a million letters": lambda: ["a" * MILLION],
    "a million letters behind a header": lambda: [HEADER, '"' + "a" * MILLION + '"\n'],
    "a million quotes": lambda: ['"' * MILLION],
    "a million brackets": lambda: ["[" * MILLION],
    "as many brackets as a line holds": lambda: ["[" * MAX_LINE + "\n"],
    "as many braces": lambda: [HEADER, '{"a":' * (MAX_LINE // 5) + "\n"],
    "closed brackets": lambda: [HEADER, "[" * 50_000 + "]" * 50_000 + "\n"],
    "as many digits": lambda: [HEADER, "1" * MAX_LINE + "\n"],
    "as many digits of a fraction": lambda: [HEADER, "0." + "1" * 99_000 + "\n"],
    "a large exponent": lambda: [HEADER, "1e" + "9" * 99_000 + "\n"],
    "as many keys": lambda: ["{" + ",".join(f'"{n}":0' for n in range(11_000)) + "}\n"],
    "one key as often": lambda: ["{" + ",".join(['"a":0'] * 15_000) + "}\n"],
    "as many escapes": lambda: [HEADER, '"' + "\\ud83d" * 16_000 + '"\n'],
    "a seed of many digits": lambda: [HEADER.replace('"7"', '"' + "7" * 99_000 + '"')],
    "a seed of thousand digits": lambda: [HEADER.replace('"7"', '"' + "7" * 1000 + '"')],
    "a name of many letters": lambda: [HEADER.replace("null", '["' + "a" * 99_000 + '","","",""]')],
    "a layout of many tiles": lambda: [LAID_OUT.replace(LAYOUT, LAYOUT + "1m" * 49_000)],
    "a decision of many words": lambda: [HEADER, '"' + "0 " * 49_000 + '"\n'],
    "a million lines": lambda: ["\n"] * MILLION,
    "a million headers": lambda: [HEADER, *["x\n"] * MILLION],
    "many readings": lambda: [
        HEADER, *DECISIONS, ENDING.replace('"readings":[', '"readings":[' + "{}," * 30_000)
    ],
}  # fmt: skip


SECONDS = 10
"""Of the processor: what is quadratic takes longer, and a busy machine changes little."""


@pytest.mark.parametrize("name", HUGE)
def test_huge_input_is_refused_soon(name: str) -> None:
    lines = HUGE[name]()
    start = time.process_time()
    with pytest.raises(RecordError) as caught:
        list(replay(lines))
    assert time.process_time() - start < SECONDS
    assert len(str(caught.value)) < 600


if __name__ == "__main__":  # a longer search: python tests/test_records_fuzz.py 100 200
    for part in range(*map(int, sys.argv[1:3])):
        test_damaged_characters_are_found_out(part)
        test_rearranged_lines_are_found_out(part)
        sys.stdout.write(f"part {part}: nothing found\n")
