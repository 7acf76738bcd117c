"""Lines that are no record: in the wrong place, changed, or no lines at all; and many records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any

import pytest

from lisi_mahjong import DrawnDeal, InvalidStateError, RecordError, Shuffle, actors, deal
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.record_format import format_ending
from lisi_mahjong.records import (
    Record,
    format_record,
    parse_record,
    read_records,
    replay,
    resume,
)
from recordings import (
    RECORD_STOPS,
    recorded,
    refused,
    refused_lines,
    refused_replay,
    refused_text,
    tidy_decisions,
    tidy_record,
)

# --- lines in the wrong place -------------------------------------------------------------

LINES = tuple(tidy_record().lines())
LINE_FEED = "lines that end with a line feed alone"
NO_SEAT = "a decision with a seat from 0 to 3 at position 0"


@pytest.mark.parametrize(
    ("lines", "line", "expected", "found"),
    [
        ([], 1, "a header", "nothing"),
        ([""], 1, "a header", "nothing"),
        (LINES[1:], 1, "a header", "the decision '0 discard 9m'"),
        (LINES[-1:], 1, "a header", "an ending"),
        (["\n", *LINES], 1, "JSON", None),
        ([*LINES[:5], "\n", *LINES[5:]], 6, "JSON", None),
        ([*LINES[:5], "", *LINES[5:]], 6, "JSON", None),
        ([LINES[0], *LINES], 2, "a legal decision of seat 0", "a header"),
        ([LINES[0], LINES[-1]], 2, "a legal decision of seat 0", "an ending"),
        ([*LINES[:-2], LINES[-1]], len(LINES) - 1, None, "an ending"),
        ([*LINES[:-1], LINES[-2], LINES[-1]], len(LINES), "the ending", None),
        ([*LINES, LINES[-1]], len(LINES) + 1, "the end of the only record", None),
        ([*LINES, LINES[1]], len(LINES) + 1, "the end of the only record", None),
        ([*LINES, *LINES], len(LINES) + 1, "the end of the only record", None),
        ([*LINES, "\n"], len(LINES) + 1, "the end of the only record", None),
        ([LINES[0], "7\n"], 2, "a legal decision of seat 0", "7"),
        ([LINES[0], "null\n"], 2, "a legal decision of seat 0", "None"),
        ([LINES[0], "[]\n"], 2, "a legal decision of seat 0", "[]"),
        ([LINES[0], "{}\n"], 2, "a legal decision of seat 0", "{}"),
        ([LINES[0], '"0 chow 5m"\n'], 2, None, "'0 chow 5m'"),
        ([LINES[0], '"4 pass"\n'], 2, NO_SEAT, "'4 pass'"),
        ([LINES[0], '""\n'], 2, NO_SEAT, "''"),
        ([LINES[0], "0 discard 9m\n"], 2, "JSON", None),
        ([LINES[0], "'0 discard 9m'\n"], 2, "JSON", None),
        ([LINES[0], ' "0 discard 9m"\n'], 2, "'\"0 discard 9m\"' at character 0", None),
        ([LINES[0], '"0 discard 9m"\r\n'], 2, LINE_FEED, "a carriage return"),
        ([LINES[0], '"3 discard  7m"\n'], 2, None, "'3 discard  7m'"),
        ([LINES[0], '"\\u0030 discard 9m"\n'], 2, "'\"0 discard 9m\"' at character 1", None),
        ([LINES[0], '"0 discard 9m"\n"0 discard 9m"\n'], 2, "JSON", None),
        ([LINES[0], "x" * MAX_LINE + "yz\n"], 2, f"a line of at most {MAX_LINE} characters", None),
    ],
    ids=count(),
)  # fmt: skip
def test_a_line_in_the_wrong_place_is_refused(
    lines: list[str], line: int, expected: str | None, found: str | None
) -> None:
    what, instead = refused_replay(lines, line)
    assert expected in {None, what}
    assert found in {None, instead}


def test_an_illegal_decision_is_told_with_its_reason() -> None:
    expected, found = refused_text(f'{LINES[0]}"0 discard 6m"\n', 2)
    assert expected == "a legal decision of seat 0"
    assert found == (
        "'0 discard 6m': seat 0 may not discard 6m: a standing tile is discarded only to declare "
        "ting (STAND-1)"
    )
    expected, found = refused_text(f'{LINES[0]}"1 pass"\n', 2)
    assert expected == "a legal decision of seat 0"
    assert found == (
        "'1 pass': seat 1 may not pass: this seat has nothing to answer, so there is nothing to "
        "pass (CLAIM-6)"
    )


def test_when_several_seats_must_decide_all_are_named() -> None:
    named = set()
    for number in range(60):
        record = recorded(number)
        for length, taken in enumerate(record.replay()):
            asked = actors(taken.state)
            if len(asked) > 1:
                cut = Record.of(record.start, record.decisions[:length])
                seats = " or ".join(map(str, asked))
                expected, _ = refused(cut.check_finished, length + 2)
                assert expected == f"a legal decision of seat {seats}"
                named.add(asked)
    assert len(named) > 1


def first_wrong_line(lines: Iterable[str]) -> int | None:
    """Return the number of the line at which the replay of a record fails."""
    try:
        for _ in replay(lines):
            pass
    except RecordError as error:
        return error.line
    return None


def test_two_lines_that_changed_places_are_found_out() -> None:
    """At the ending at the latest, when in the new order they are legal and lead to the same."""
    at_the_ending = 0
    for number in range(40):
        lines = list(recorded(number).lines())
        for place in range(len(lines) - 1):
            if lines[place] != lines[place + 1]:
                swapped = [*lines]
                swapped[place : place + 2] = lines[place + 1], lines[place]
                wrong = first_wrong_line(swapped)
                assert wrong is not None
                assert wrong >= place + 1
                at_the_ending += wrong == len(lines)
    assert at_the_ending > 5


def test_a_name_that_was_changed_is_found_out_at_the_ending() -> None:
    start = deal(Shuffle.from_seed(7))
    record = Record.of(start, tidy_decisions(start), names=["a", "b", "c", "d"])
    lines = [line.replace('["a",', '["x",') for line in record.lines()]
    expected, found = refused_replay(lines, len(lines))
    assert expected.startswith('ending.sha256 "')
    assert found[1:20] == json.loads(list(record.lines())[-1])["sha256"][:19]


# --- endings that are wrong ---------------------------------------------------------------

ENDING = LINES[-1]


@pytest.mark.parametrize(
    ("old", "new", "expected", "found"),
    [
        ('"decisions":', '"decisions":1', "ending.decisions ", "1"),
        ('"kongs":', '"kongs":1', "ending.kongs ", "1"),
        ('"kongs":', '"kongss":', "ending.kongs ", "absent"),
        ('"name":"won"', '"name":"drawn"', 'ending.result.name "won"', '"drawn"'),
        ('"winner":', '"winner":1', "ending.result.winner ", "1"),
        ('"robbed_kong":false', '"robbed_kong":true', "ending.result.robbed_kong false", "true"),
        ('"robbed_kong":false', '"robbed_kong":0', "ending.result.robbed_kong false", "0"),
        ('"points":', '"points":1', "ending.result.readings[0].points ", "1"),
        ('"tags":[]', '"tags":["A"]', "ending.result.readings[0].tags[0] ", '"A"'),
        ('"sets":[', '"sets":["123m",', "ending.result.readings[0].sets[0] ", '"123m"'),
        ('"readings":[', '"readings":[{},', "ending.result.readings[0].", "absent"),
        ('{"decisions"', '{"d":1,"decisions"', "ending.d absent", "1"),
        ('"sha256":"', '"sha256":"0', 'ending.sha256 "', '"0'),
    ],
    ids=count(),
)  # fmt: skip
def test_an_ending_that_differs_is_refused(old: str, new: str, expected: str, found: str) -> None:
    assert old in ENDING
    what, instead = refused_replay([*LINES[:-1], ENDING.replace(old, new, 1)], len(LINES))
    assert what.startswith(expected)
    assert instead.startswith(found)


def test_the_ending_of_another_deal_is_refused() -> None:
    ends = [list(recorded(number).lines())[-1] for number in range(20)]
    for number in range(20):
        lines = list(recorded(number).lines())
        for end in ends:
            if end != lines[-1]:
                refused_replay([*lines[:-1], end], len(lines))


def test_a_drawn_deal_ends_with_this_line() -> None:
    record = next(r for r in map(recorded, count()) if isinstance(r.result, DrawnDeal))
    *_, ending = record.lines()
    assert ending.startswith(
        f'{{"decisions":{len(record.decisions)},"kongs":{record.state.kongs},'
        '"result":{"name":"drawn"},"sha256":"'
    )


def test_a_deal_that_goes_on_has_no_ending() -> None:
    state = tidy_record().start
    assert refused(lambda: format_ending(state, ""))[0] == "a deal that has ended"
    with pytest.raises(InvalidStateError):
        format_ending(None, "")  # type: ignore[arg-type]  # no state on purpose


# --- many deals ---------------------------------------------------------------------------


def test_many_records_are_read_one_after_the_other() -> None:
    records = [recorded(number) for number in range(40)]
    lines = [line for record in records for line in record.lines()]
    found = list(read_records(lines, unfinished=False))
    assert found == records
    starts = [record.line for record in found]
    assert [lines[start - 1][:10] for start in starts] == ['{"dealer":'] * 40
    assert starts == sorted(set(starts))


def test_an_unfinished_record_may_be_followed_by_others() -> None:
    first, second = recorded(1), recorded(2)
    for length in (0, 4):
        cut = Record.of(first.start, first.decisions[:length])
        lines = [*cut.lines(), *second.lines()]
        assert list(read_records(lines)) == [cut, second]
        found = refused_lines(lines, length + 2, unfinished=False)
        assert found[1] == RECORD_STOPS
        assert refused_replay(lines, length + 2)[1] == "a header"


def test_only_the_deal_that_is_read_is_kept() -> None:
    """An endless file is read a deal at a time, and no line before it is asked for."""
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for number in count():
            for line in recorded(number % 3).lines():
                taken += 1
                yield line

    for number, record in enumerate(islice(read_records(endless()), 10)):
        assert record == recorded(number % 3)
        assert taken == record.line + len(record.decisions) + 2  # and the next header


def test_a_replay_asks_for_a_line_when_a_step_is_asked_for() -> None:
    taken = []

    def lines() -> Iterator[str]:
        for line in LINES:
            taken.append(line)
            yield line

    for number, _ in enumerate(replay(lines()), start=1):
        assert len(taken) == number


def test_records_before_an_error_are_yielded() -> None:
    found = read_records([*recorded(1).lines(), *recorded(2).lines(), "x\n"])
    assert next(found) == recorded(1)
    assert next(found) == recorded(2)
    line = len(recorded(1).decisions) + len(recorded(2).decisions) + 5
    assert refused(lambda: next(found), line)[0] == "JSON"


def test_one_record_is_not_two() -> None:
    lines = [*LINES, *LINES]
    expected = ("the end of the only record", "a header")
    assert refused(lambda: resume(lines), len(LINES) + 1) == expected
    assert refused(lambda: parse_record("".join(lines)), len(LINES) + 1) == expected


# --- what is no lines ---------------------------------------------------------------------


@pytest.mark.parametrize("lines", [None, 7, "text", b"bytes", [b"bytes"], [None], [7], object()])
def test_what_is_no_lines_is_refused(lines: Any) -> None:  # noqa: ANN401 - anything at all
    refused_lines(lines, 1)
    refused_replay(lines, 1)
    refused(lambda: resume(lines))


@pytest.mark.parametrize("text", [None, 7, b"bytes", ["text"], object()])
def test_what_is_no_text_is_refused(text: Any) -> None:  # noqa: ANN401
    assert refused(lambda: parse_record(text))[0] == "the text of a record"
    assert refused(lambda: format_record(text))[0] == "a record"


def test_a_line_that_is_no_text_is_told_with_its_number() -> None:
    lines: list[Any] = [*LINES[:3], None]
    assert refused_replay(lines, 4) == ("a line of text", "None")


def test_text_is_cut_into_lines_at_newlines_alone() -> None:
    """`str.splitlines` would cut at other characters too, which a line of JSON may hold."""
    start = deal(Shuffle.from_seed(7))
    text = format_record(Record.of(start, [], metadata={"a": "\u2028\x85\x0b\x0c\x1c\r\n"}))
    assert text.count("\n") == 1
    assert parse_record(text).metadata == {"a": "\u2028\x85\x0b\x0c\x1c\r\n"}
    raw = text.replace("\\u2028", "\u2028")
    assert refused_text(raw, 1)[1].startswith("'")
