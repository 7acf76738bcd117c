"""JSON in one spelling: what is written, what is read, and all that is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import RecordError, Tile
from lisi_mahjong.canonical_json import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_LINE,
    difference,
    is_cut,
    read,
    write,
)

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


def refused(call: Callable[[], object], line: int) -> tuple[str, str]:
    """Return what was expected and what was found; the error names the line."""
    with pytest.raises(RecordError) as caught:
        call()
    assert caught.value.line == line
    assert len(str(caught.value)) < 600
    return caught.value.expected, caught.value.found


# --- the one spelling ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{}"),
        ({"b": 1, "a": [True, False, None]}, '{"a":[true,false,null],"b":1}'),
        ({"é": 1, "z": 2, "Z": 3}, '{"Z":3,"z":2,"\\u00e9":1}'),
        ("立🀄", '"\\u7acb\\ud83c\\udc04"'),
        ('"\\/\b\f\n\r\t\x00\x7f', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u007f"'),
        ([0, -1, 10**30], "[0,-1,1000000000000000000000000000000]"),
        ([0.5, -0.0, 1e16, 1e-07, 1e22], "[0.5,-0.0,1e+16,1e-07,1e+22]"),
    ],
)
def test_a_value_has_one_text(value: object, text: str) -> None:
    assert write(value, 1) == text
    assert read(text, 1) == value
    assert write(read(text, 1), 1) == text


@given(values)
def test_what_is_written_is_read_again(value: object) -> None:
    text = write(value, 1)
    assert text.isascii()
    assert "\n" not in text
    found = read(text, 1)
    assert write(found, 1) == text
    assert found == value


@given(values)
def test_another_spelling_of_a_value_is_refused(value: object) -> None:
    text = write(value, 1)
    for other in (f" {text}", f"{text} ", json.dumps(value, indent=1, sort_keys=True)):
        if other != text:
            with pytest.raises(RecordError):
                read(other, 1)


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ('{"a": 1}', "'{\"a\":1}' at character 5", "'{\"a\": 1}'"),
        ('{"b":1,"a":2}', '\'{"a":2,"b":1}\' at character 2', '\'{"b":1,"a":2}\''),
        ('"\\u0041"', "'\"A\"' at character 1", "'\"\\\\u0041\"'"),
        ('"é"', "'\"\\\\u00e9\"' at character 1", "'\"é\"'"),
        ('"\\u00E9"', "'\"\\\\u00e9\"' at character 5", "'\"\\\\u00E9\"'"),
        ("1.50", "'1.5' at character 3", "'1.50'"),
        ("1E5", "'100000.0' at character 1", "'1E5'"),
        ("-0", "'0' at character 0", "'-0'"),
        ("[1]\r", "'[1]' at character 3", "'[1]\\r'"),
    ],
)
def test_the_place_of_another_spelling_is_shown(text: str, expected: str, found: str) -> None:
    assert refused(lambda: read(text, 3), 3) == (expected, found)


# --- what is no JSON, or too much of it ---------------------------------------------------


LEVELS = f"at most {MAX_DEPTH} levels of objects and lists"
DIGITS = f"at most {MAX_DIGITS} digits"
LENGTH = f"a line of at most {MAX_LINE} characters"

UNREADABLE: Mapping[str, tuple[str, str, str | None]] = {
    "nothing": ("", "JSON", "'' (Expecting value at character 0)"),
    "byte order mark": ("\ufeff{}", "JSON", "'\\ufeff{}' (Expecting value at character 0)"),
    "open text": ('"a', "JSON", "'\"a' (Unterminated string starting at at character 0)"),
    "raw tab": ('"\t"', "JSON", "'\"\\t\"' (Invalid control character at at character 1)"),
    "leading zero": ("01", "JSON", "'01' (Extra data at character 1)"),
    "zero bytes": ("\x00" * 50, "JSON", None),
    "key twice": ('{"a":1,"b":2,"a":1}', "every key once", "'a' twice"),
    "key twice inside": ('[{"a":{},"a":{}}]', "every key once", "'a' twice"),
    "NaN": ("NaN", "a finite number", "NaN"),
    "Infinity": ("[Infinity]", "a finite number", "Infinity"),
    "-Infinity": ("-Infinity", "a finite number", "-Infinity"),
    "1e999": ("1e999", "a finite number", "inf"),
    "601 digits": ("1" * 601, DIGITS, None),
    "minus 700 digits": ("-" + "1" * 700, DIGITS, "701"),
    "99999 digits": ("1" * 99_999, DIGITS, "99999"),
    "half a pair": ('"\\ud800"', "Unicode text", "'\\ud800'"),
    "half a pair as key": ('{"\\udfff":1}', "Unicode text", "'\\udfff'"),
    "21 lists": ("[" * 21 + "]" * 21, LEVELS, "more"),
    "49000 lists": ("[" * 49_000 + "]" * 49_000, LEVELS, "more"),
    "9000 objects": ('{"a":' * 9_000 + "1" + "}" * 9_000, LEVELS, "more"),
    "too long": ('"' + "a" * MAX_LINE + '"', LENGTH, "100002"),
    "a million": ("a" * 10**6, LENGTH, "1000000"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_no_line_holds_is_refused(name: str) -> None:
    text, expected, found = UNREADABLE[name]
    what, instead = refused(lambda: read(text, 7), 7)
    assert what == expected
    assert found is None or instead == found


def test_the_largest_things_are_read() -> None:
    for text in (
        "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "9" * MAX_DIGITS,
        "-" + "9" * MAX_DIGITS,
        '"' + "a" * (MAX_LINE - 2) + '"',
        "[" + "0," * (MAX_LINE // 2 - 2) + "0]",
    ):
        assert write(read(text, 1), 1) == text


class Text(str):
    __slots__ = ()


def deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


def cyclic() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def wide() -> list[Any]:
    """A list of ten times the same list, and so on: ten to the sixteenth values."""
    value: list[Any] = [0]
    for _ in range(16):
        value = [value] * 10
    return value


UNWRITABLE: Mapping[str, tuple[Callable[[], object], str]] = {
    "nan": (lambda: math.nan, "a finite number"),
    "infinity": (lambda: [math.inf], "a finite number"),
    "601 digits": (lambda: 10**600, DIGITS),
    "minus 601 digits": (lambda: -(10**600), DIGITS),
    "100001 digits": (lambda: 10**100_000, DIGITS),
    "half a pair": (lambda: "\ud800", "Unicode text"),
    "half a pair as key": (lambda: {"\ud800": 1}, "Unicode text"),
    "int as key": (lambda: {1: 1}, "a text as key"),
    "None as key": (lambda: {None: 1}, "a text as key"),
    "subclass as key": (lambda: {Text("a"): 1}, "a text as key"),
    "subclass": (lambda: Text("a"), "a JSON value"),
    "tile": (lambda: Tile.M1, "a JSON value"),
    "tuple": (lambda: (1, 2), "a JSON value"),
    "set": (lambda: {1, 2}, "a JSON value"),
    "bytes": (lambda: b"a", "a JSON value"),
    "object": (object, "a JSON value"),
    "deep": (deep, LEVELS),
    "cyclic": (cyclic, LEVELS),
    "wide": (wide, LEVELS),
    "too long": (lambda: "a" * MAX_LINE, LENGTH),
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_what_no_line_holds_is_not_written(name: str) -> None:
    make, expected = UNWRITABLE[name]
    assert refused(lambda: write(make(), 2), 2)[0] == expected


# --- lines that were cut off --------------------------------------------------------------


@given(values.filter(lambda value: isinstance(value, str | list | dict)), st.data())
def test_every_beginning_of_a_line_is_found_out(value: object, data: st.DataObject) -> None:
    text = write(value, 1)
    assert not is_cut(text)
    assert is_cut(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize("text", ["", "\x00\x00", "{'a':1}", "[1] [2]", '{"a":1'])
def test_what_is_no_json_counts_as_cut_off(text: str) -> None:
    assert is_cut(text)


@pytest.mark.parametrize(
    "text",
    ["NaN", "1" * 5000, "[" * 50_000, '{"a":1,"a":1}'],
    ids=["NaN", "digits", "lists", "key twice"],
)
def test_what_is_json_to_its_end_is_not_cut_off(text: str) -> None:
    """It is refused like any other line, when it is read."""
    assert not is_cut(text)


# --- differences --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "found", "expected"),
    [
        (1, 1, None),
        ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, None),
        (1, 2, ("x 1", "2")),
        (1, True, ("x 1", "true")),
        (1, 1.0, ("x 1", "1.0")),
        (None, 0, ("x null", "0")),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, ("x.b 2", "3")),
        ({"a": 1}, {}, ("x.a 1", "absent")),
        ({}, {"a": 1}, ("x.a absent", "1")),
        ({"a": {}}, {"a": []}, ("x.a {}", "[]")),
        ([1, 2], [1], ("x[1] 2", "absent")),
        ([1], [1, [2]], ("x[1] absent", "[2]")),
        ({"a": [{"b": "立"}]}, {"a": [{"b": "四"}]}, ('x.a[0].b "\\u7acb"', '"\\u56db"')),
        ("a", "b" * 100, ('x "a"', '"' + "b" * 39 + "…")),
        ({}, {"k" * 100: 1}, ("x." + "k" * 20 + " absent", "1")),
    ],
)
def test_the_first_difference_is_told(
    wanted: object, found: object, expected: tuple[str, str] | None
) -> None:
    assert difference(wanted, found, "x") == expected


@given(values, values)
def test_there_is_a_difference_just_when_the_texts_differ(one: object, two: object) -> None:
    assert difference(one, one, "x") is None
    assert (difference(one, two, "x") is None) is (write(one, 1) == write(two, 1))
