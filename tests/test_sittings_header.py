"""The first line of a sitting: rules, score table, metadata."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from gatherings import had
from lisi_mahjong import RulesError, RuleSet, ScoreTable, TableState
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.record_format import RULES_VERSION
from lisi_mahjong.sitting_format import (
    FORMAT_VERSION,
    SittingHeader,
    format_header,
    is_sitting,
    make_header,
    read_header,
)
from recordings import refused, tidy_record

WRITTEN = RuleSet(), ScoreTable()


def read_again(header: SittingHeader) -> SittingHeader:
    """Return what comes of writing a header and reading it."""
    line = format_header(header)
    found = read_header(line, 5)
    assert format_header(found) == line
    assert found == header
    assert hash(found) == hash(header)
    return found


def test_a_header_begins_a_sitting_at_a_new_table() -> None:
    header = make_header(RuleSet.taiyuan(), ScoreTable.taiyuan())
    assert header.start == TableState.new(RuleSet.taiyuan(), ScoreTable.taiyuan())


@pytest.mark.parametrize("field", attrs.fields(RuleSet), ids=lambda field: field.name)
def test_every_option_is_read_again(field: attrs.Attribute[Any]) -> None:
    for value in (True, False) if isinstance(field.default, bool) else range(42):
        rules = RuleSet.from_options({field.name: value})
        header = make_header(rules, ScoreTable())
        assert json.loads(format_header(header))["rules"][field.name] == value
        assert read_again(header).rules == rules


@pytest.mark.parametrize("field", attrs.fields(ScoreTable), ids=lambda field: field.name)
def test_every_number_is_read_again(field: attrs.Attribute[Any]) -> None:
    for value in (True, False) if isinstance(field.default, bool) else (1, 7, 10**6):
        score = ScoreTable.from_options({field.name: value})
        header = make_header(RuleSet(), score)
        assert json.loads(format_header(header))["score"][field.name] == value
        assert read_again(header).score == score


def test_metadata_are_kept_as_they_are() -> None:
    metadata: dict[str, object] = {"": [None, True, 1.5, 10**100, "立"], "a": {"b": {}}}
    given = copy.deepcopy(metadata)
    header = make_header(*WRITTEN, metadata=given)
    given["a"] = 0
    found = read_again(header)
    assert found.metadata == metadata
    found.metadata.clear()
    assert found.metadata == metadata


def test_metadata_that_fill_the_line_are_written_and_one_character_more_is_refused() -> None:
    room = MAX_LINE - len(format_header(make_header(*WRITTEN, metadata={"a": ""})))
    full = make_header(*WRITTEN, metadata={"a": "x" * room})
    assert len(format_header(full)) == MAX_LINE
    read_again(full)
    expected, found = refused(lambda: make_header(*WRITTEN, metadata={"a": "x" * (room + 1)}))
    assert (expected, found) == (f"a line of at most {MAX_LINE} characters", str(MAX_LINE + 1))


@pytest.mark.parametrize("metadata", [[], "a", 7, ((),), {1}])
def test_metadata_are_a_dict(metadata: object) -> None:
    expected, _ = refused(lambda: make_header(*WRITTEN, metadata=metadata))
    assert expected == "metadata that are a JSON object"


@pytest.mark.parametrize("value", [None, {}, "taiyuan", RuleSet])
def test_a_sitting_has_rules_and_numbers(value: Any) -> None:  # noqa: ANN401 - anything at all
    with pytest.raises(RulesError):
        make_header(value, ScoreTable())
    with pytest.raises(RulesError):
        make_header(RuleSet(), value)


# --- headers that are wrong ---------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def put(*path: str, to: object) -> Change:
    """Return a change that sets a place of a header to a value."""

    def change(header: dict[str, Any]) -> None:
        for key in path[:-1]:
            header = header[key]
        header[path[-1]] = to

    return change


def drop(*path: str) -> Change:
    """Return a change that takes away a key of a header."""

    def change(header: dict[str, Any]) -> None:
        for key in path[:-1]:
            header = header[key]
        del header[path[-1]]

    return change


ALL_KEYS = "header with the keys format, format_version, metadata, rules, rules_version, score"
FORMAT = "format 'lisi-mahjong sitting', which this library reads"
VERSION = "format_version 1, which this library reads"
RULES = f"rules_version {RULES_VERSION}, which this library reads"
NUMBERS = f"score with the keys {', '.join(sorted(f.name for f in attrs.fields(ScoreTable)))}"
OPTIONS = "options of a rule set or of a score table"

WRONG: Mapping[str, tuple[Change, str, str | None]] = {
    "another format": (put("format", to="riichi"), FORMAT, "'riichi'"),
    "a record's format": (
        put("format", to="lisi-mahjong record"),
        FORMAT,
        "'lisi-mahjong record'",
    ),
    "no format": (drop("format"), "a header", None),
    "next format version": (put("format_version", to=2), VERSION, "2"),
    "format version True": (put("format_version", to=True), VERSION, "True"),
    "no format version": (drop("format_version"), VERSION, "no format_version"),
    "next rules version": (put("rules_version", to=RULES_VERSION + 1), RULES, None),
    "last rules version": (put("rules_version", to=RULES_VERSION - 1), RULES, None),
    "no rules version": (drop("rules_version"), RULES, "no rules_version"),
    "no score": (drop("score"), ALL_KEYS, "no score"),
    "one key more": (put("dealer", to=1), ALL_KEYS, "the key 'dealer'"),
    "metadata in a list": (put("metadata", to=[]), "metadata that are a JSON object", "[]"),
    "rules in a list": (put("rules", to=[]), "rules that are an object", "[]"),
    "an option of another type": (
        put("rules", "forced_win", to=1),
        OPTIONS,
        "forced_win must be True or False, not 1 (WIN-2)",
    ),
    "score in a list": (put("score", to=[]), "score that are an object", "[]"),
    "a number missing": (drop("score", "base"), NUMBERS, "no base"),
    "a number more": (put("score", "chow", to=1), NUMBERS, "the key 'chow'"),
    "a number of another type": (
        put("score", "base", to=1.0),
        OPTIONS,
        "base must be an int from 0 to 1000000, not 1.0 (SCORE-1)",
    ),
    "a multiplier of nothing": (
        put("score", "drawn_deal_multiplier", to=0),
        OPTIONS,
        "drawn_deal_multiplier must be an int from 1 to 1000000, not 0 (SCORE-6)",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_header_is_refused(name: str) -> None:
    change, expected, found = WRONG[name]
    header = json.loads(format_header(make_header(*WRITTEN)))
    change(header)
    line = json.dumps(header, sort_keys=True, separators=(",", ":"))
    what, instead = refused(lambda: read_header(line, 9), 9)
    assert what == expected
    assert found is None or instead == found


@pytest.mark.parametrize("text", ["[]", "7", "null", '"0 ready"', "{}", '{"deal":{}}'])
def test_another_line_is_no_header(text: str) -> None:
    assert refused(lambda: read_header(text, 3), 3)[0] == "a header"


def test_the_format_version_is_a_plain_int() -> None:
    assert (type(FORMAT_VERSION), FORMAT_VERSION) == (int, 1)


# --- sittings and records -----------------------------------------------------------------


def test_a_sitting_is_told_from_a_record_by_its_first_line() -> None:
    header = had()[0]
    assert is_sitting(header)
    assert is_sitting(header.rstrip("\n"))
    assert is_sitting(header.replace('"rules_version":1', '"rules_version":2'))
    assert not is_sitting(header[:-3])
    assert not is_sitting(next(tidy_record().lines()))


@pytest.mark.parametrize("line", ["", "\n", "x", "[]", "{}", '{"format":1}', '"0 ready"', "\udcff"])
def test_other_lines_begin_no_sitting(line: str) -> None:
    assert not is_sitting(line)
