"""How a value from outside is shown in a message: as its repr begins, and at no great cost."""

from __future__ import annotations

from collections import deque
from enum import IntEnum
from typing import Any, NoReturn

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import (
    Discard,
    IllegalAction,
    Kong,
    KongKind,
    SeatError,
    Shuffle,
    Tile,
    apply,
    deal,
    legal_actions,
)
from lisi_mahjong.errors import shorten

LIMIT = 60
STATE = deal(Shuffle.from_seed(7))


def begun(text: str) -> str:
    """Return a text as it is shown."""
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.just(Tile.M5)
)
VALUES: st.SearchStrategy[object] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner),
        st.tuples(inner),
        st.tuples(inner, inner),
        st.sets(st.integers()),
        st.frozensets(st.text()),
        st.dictionaries(st.text(), inner),
        st.builds(Discard, inner, inner),
    ),
)


@given(VALUES)
def test_a_value_is_shown_as_its_repr_begins(value: object) -> None:
    assert shorten(value) == begun(repr(value))


@pytest.mark.parametrize(
    "value",
    [
        Kong(0, Tile.M5, KongKind.ADDED),
        deque([1, 2]),
        range(5),
        bytearray(b"123"),
        STATE,
        Shuffle.from_seed(7),
        set(),
        frozenset(),
        {},
        (),
        [set(), (1,)],
        {"a": {"b": (2, 3)}},
        10**60,
        int,
    ],
    ids=shorten,
)
def test_a_value_of_another_class_is_shown_so_too(value: object) -> None:
    assert shorten(value) == begun(repr(value))


def test_an_int_of_many_digits_is_shown_by_its_size() -> None:
    assert shorten(10**59) == "1" + 59 * "0"
    assert shorten(2**200) == "<int of 201 bits>"
    assert shorten([10**10_000]) == "[<int of 33220 bits>]"


def test_a_container_that_holds_itself_is_shown_so() -> None:
    items: list[object] = [1]
    items.append(items)
    table: dict[str, object] = {"a": 1}
    table["b"] = (table,)
    assert shorten(items) == "[1, [...]]"
    assert shorten(table) == "{'a': 1, 'b': ({...},)}"


@attrs.frozen
class Silent:
    """A value with a field that is not shown."""

    shown: int
    hidden: int = attrs.field(default=2, repr=False)


def test_fields_that_a_class_does_not_show_are_not_shown() -> None:
    assert shorten(Silent(1)) == "Silent(shown=1)"


def nested(depth: int) -> list[Any]:
    """Return a list whose repr is twice as long for every level of depth."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value, value]
    return value


def test_no_more_is_looked_at_than_is_shown() -> None:
    """The whole repr would have more than 2 ** 1000 characters."""
    begins = "[" * (LIMIT - 1) + "…"
    assert shorten(nested(1000)) == begins
    with pytest.raises(SeatError) as caught:
        legal_actions(STATE, nested(1000))  # type: ignore[arg-type]  # what is tested
    assert begins in str(caught.value)
    odd: Any = nested(1000)
    with pytest.raises(IllegalAction, match=r"Discard\(seat=\[\[\["):
        apply(STATE, Discard(odd, Tile.M1))


class Number(int):
    """An int that fails when it is looked at."""

    def __repr__(self) -> NoReturn:
        raise RuntimeError

    def bit_length(self) -> NoReturn:
        raise RuntimeError


class Text(str):
    """A text that fails when it is cut."""

    __slots__ = ()

    def __getitem__(self, _: object) -> NoReturn:
        raise RuntimeError


class Seat(IntEnum):
    """Seats with names."""

    EAST = 0


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Number(7), "<Number>"),
        (Number(2**300), "<int of 301 bits>"),
        (Text("abc"), "<Text>"),
        ([Text("abc")], "<list>"),
        (Seat.EAST, "<Seat.EAST: 0>"),
    ],
    ids=shorten,
)
def test_what_inherits_from_a_plain_class_is_shown_whatever_it_does(
    value: Any,  # noqa: ANN401 - odd
    shown: str,
) -> None:
    assert shorten(value) == shown
    with pytest.raises(SeatError) as caught:
        legal_actions(STATE, value)
    assert str(caught.value) == f"the seat must be an int from 0 to 3, not {shown} (TABLE-1)"


def test_the_text_shown_is_a_plain_one() -> None:
    class Odd:
        def __repr__(self) -> str:
            return Text("<odd>")

    assert type(shorten(Odd())) is str
