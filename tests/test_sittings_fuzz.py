"""Sittings that were damaged, and any text at all: a `RecordError` with a line, and soon."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatherings import evening, lines_of_gathering, refused_sittings, sitting
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.errors import RecordError
from lisi_mahjong.record_format import shuffle_as_json
from lisi_mahjong.sittings import Sitting, format_sitting, parse_sitting, read_sittings
from lisi_mahjong.table_actions import is_name
from lisi_mahjong.wall import Shuffle
from recordings import SITTING_STOPS
from test_records_fuzz import cut_into_lines, damage, error_of, json_values, places


def judge(text: str) -> list[Sitting]:
    """Return the sittings that a text holds, or none where it is refused.

    Nothing but a `RecordError` may come out, with one of the lines or the one behind them; and
    what is read is written again as it was, but for what was cut off at the end.
    """
    lines = cut_into_lines(text)
    ways: tuple[Callable[[], object], ...] = (
        lambda: parse_sitting(text),
        lambda: list(read_sittings(lines)),
    )
    errors = list(map(error_of, ways))
    for error in filter(None, errors):
        assert 1 <= error.line <= len(lines) + 1
        assert len(str(error)) < 600
        assert str(error).isprintable()
    if errors[-1] is not None:
        return []
    found = list(read_sittings(lines))
    written = "".join(map(format_sitting, found))
    torn = found[-1].torn if found else ""
    assert text in {written + torn, written.removesuffix("\n")}
    for each in found:
        for record in each.records():
            record.check_finished()
    return found


# --- anything at all ----------------------------------------------------------------------

LINES = tuple(evening())
HEADER = LINES[0]


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


@given(st.text(max_size=110))
def test_any_text_sits_down_if_it_is_a_name_and_is_refused_else(name: str) -> None:
    found = judge(f"{HEADER}{json.dumps(f'0 sit {name}')}\n")
    assert [each.state.names[0] for each in found] == [name] * is_name(name)


# --- damaged sittings ---------------------------------------------------------------------


@pytest.mark.parametrize("part", range(2))
def test_damaged_characters_are_found_out(part: int) -> None:
    """500 damaged sittings: each is refused, cut off, or what it was."""
    rng = random.Random(f"damage of sittings {part}")
    refused = 0
    for _ in range(250):
        number = rng.randrange(30)
        found = judge(damage("".join(lines_of_gathering(number, 1)), rng))
        assert all(each == sitting(number, 1) for each in found if each.finished)
        refused += not found
    assert refused > 200


def rearrange(lines: Sequence[str], rng: random.Random) -> list[str]:
    """Return lines of which some are gone, doubled, elsewhere, or from another sitting."""
    lines = [*lines]
    for _ in range(rng.choice((1, 1, 2))):
        start = rng.randrange(len(lines) + 1)
        end = min(len(lines), start + rng.choice((1, 1, 2, 5, 50)))
        middle = lines[start:end]
        others = lines_of_gathering(rng.randrange(30), 1)
        lines[start:end] = rng.choice(
            (
                [],
                middle + middle,
                middle[::-1],
                rng.sample(middle, len(middle)),
                [rng.choice(others)],
                list(others[start:end]),
                [line.rstrip("\n") for line in middle],
            )
        )
    return lines


@pytest.mark.parametrize("part", range(2))
def test_rearranged_lines_are_found_out(part: int) -> None:
    """500 sittings with lines lost, doubled, reversed, exchanged, joined."""
    rng = random.Random(f"rearrangement of sittings {part}")
    whole = [sitting(number, 1) for number in range(30)]
    refused = 0
    for _ in range(250):
        found = judge("".join(rearrange(lines_of_gathering(rng.randrange(30), 1), rng)))
        assert all(each in whole for each in found if each.finished)
        refused += not found
    assert refused > 150


@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_sitting_cut_off_anywhere_is_read_up_to_there(number: int) -> None:
    whole = sitting(number, 1)
    text = "".join(lines_of_gathering(number, 1))
    header = text.index("\n")
    for end in range(0, len(text), 17):
        found = judge(text[:end])
        if end < header:
            assert found == []
        else:
            (cut,) = found
            assert cut.actions == whole.actions[: len(cut.actions)]
            assert cut.finished is (end == len(text) - 1)


STARTS = next(place for place, line in enumerate(LINES) if line.startswith('{"start"'))
WON = next(place for place, line in enumerate(LINES) if line.startswith('{"deal"'))
LAID_OUT = json.dumps(
    {"start": shuffle_as_json(Shuffle.from_seed(7), None)}, sort_keys=True, separators=(",", ":")
)


@settings(max_examples=200)
@given(st.data(), json_values)
def test_any_value_in_any_place_is_read_or_refused(data: st.DataObject, value: object) -> None:
    """In a header, in the start of a deal by seed and by layout, in a summary, in an ending."""
    place = data.draw(st.sampled_from((0, STARTS, STARTS, WON, len(LINES) - 1)))
    line = data.draw(st.sampled_from((LINES[place], LAID_OUT))) if place == STARTS else LINES[place]
    changed = json.loads(line)
    path = data.draw(st.sampled_from(places(changed)[1:]))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    if data.draw(st.booleans()) or not isinstance(inner, dict):
        inner[path[-1]] = value
    else:
        inner[data.draw(st.text(max_size=5))] = inner.pop(path[-1])
    text = json.dumps(changed, sort_keys=True, separators=(",", ":")) + "\n"
    found = judge("".join([*LINES[:place], text, *LINES[place + 1 :]]))
    if place in {WON, len(LINES) - 1}:
        assert bool(found) is (text == LINES[place])


# --- in bounded time ----------------------------------------------------------------------

MILLION = 10**6

HUGE: Mapping[str, Callable[[], Sequence[str]]] = {
    "a million letters": lambda: ["a" * MILLION],
    "a million letters behind a header": lambda: [HEADER, '"' + "a" * MILLION + '"\n'],
    "as many braces as a line holds": lambda: [HEADER, '{"a":' * (MAX_LINE // 5) + "\n"],
    "closed brackets": lambda: [HEADER, "[" * 50_000 + "]" * 50_000 + "\n"],
    "as many digits": lambda: [HEADER, "1" * MAX_LINE + "\n"],
    "one key as often": lambda: [HEADER, "{" + ",".join(['"a":0'] * 15_000) + "}\n"],
    "a name of many letters": lambda: [HEADER, '"0 sit ' + "a" * 99_000 + '"\n'],
    "an action of many words": lambda: [HEADER, '"' + "0 " * 49_000 + '"\n'],
    "a seed of many digits": lambda: [
        *LINES[:STARTS], LINES[STARTS].replace('"7"', '"' + "7" * 99_000 + '"')
    ],
    "a layout of many tiles": lambda: [
        *LINES[:STARTS], LAID_OUT.replace('"layout":"', '"layout":"' + "1m" * 49_000) + "\n"
    ],
    "a ledger of many people": lambda: [
        *LINES[:WON],
        LINES[WON].replace('"ledger":{', '"ledger":{' + ",".join(
            f'"A{number:05}":0' for number in range(8_000)) + ","),
    ],
    "many payments": lambda: [
        *LINES[:WON], LINES[WON].replace('"payments":[', '"payments":[' + "{}," * 30_000)
    ],
    "a million lines": lambda: ["\n"] * MILLION,
    "a million headers": lambda: [HEADER, *["x\n"] * MILLION],
}  # fmt: skip


SECONDS = 10
"""Of the processor: what is quadratic takes longer, and a busy machine changes little."""


@pytest.mark.parametrize("name", HUGE)
def test_huge_input_is_refused_soon(name: str) -> None:
    lines = HUGE[name]()
    start = time.process_time()
    with pytest.raises(RecordError) as caught:
        list(read_sittings(lines))
    assert time.process_time() - start < SECONDS
    assert len(str(caught.value)) < 600


def test_a_person_who_sits_down_a_thousand_times_is_read_soon() -> None:
    lines = [HEADER, *['"0 sit Ann"\n', '"0 leave"\n'] * 5_000]
    start = time.process_time()
    assert refused_sittings(lines, len(lines) + 1, unfinished=False)[1] == SITTING_STOPS
    assert time.process_time() - start < SECONDS
