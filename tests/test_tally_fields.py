"""What a tally can hold, and the way to JSON and back."""

from __future__ import annotations

import json
import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from lisi_mahjong.tally import Tally
from lisi_mahjong.tally_checks import TallyError
from tallies import SOME, tallies

FEW = settings(max_examples=30)

COUNTS = [field.name for field in attrs.fields(Tally)]


@pytest.mark.parametrize("name", COUNTS)
def test_a_field_of_a_tally_holds_ints_alone(name: str) -> None:
    good = getattr(SOME, name)
    wrong: list[Any] = ["x", None, 1.0, True, [1]]
    if isinstance(good, tuple):
        wrong = [5, list(good), good[1:], (*good, 0), (*good[1:], 1.0), (*good[1:], True), None]
        wrong += [{0: 0}, Row(good)]
    for value in wrong:
        with pytest.raises(TallyError, match=f"^{name} of a tally must be ") as caught:
            attrs.evolve(SOME, **{name: value})
        assert caught.value.field == name


class Row(tuple[int, ...]):
    """A class that inherits from the plain one."""

    __slots__ = ()


@pytest.mark.parametrize("name", COUNTS)
def test_only_what_is_paid_is_below_zero(name: str) -> None:
    good = getattr(SOME, name)
    below: Any = (-1, *good[1:]) if isinstance(good, tuple) else -1
    if name in {"dealer_points", "seat_points"}:
        assert getattr(attrs.evolve(SOME, **{name: below}), name) == below
    else:
        with pytest.raises(TallyError, match="of 0 or more"):
            attrs.evolve(SOME, **{name: below})


def test_a_number_of_the_largest_win_needs_a_win() -> None:
    """Adding nothing would lose it."""
    with pytest.raises(TallyError) as caught:
        Tally(largest_win_number=10)
    assert str(caught.value) == (
        "largest_win_number of a tally must be 0 where largest_win is 0, not 10"
    )
    with pytest.raises(TallyError):
        Tally.from_json({**Tally().as_json(), "largest_win_number": 1})
    assert Tally(largest_win=1, largest_win_number=10).largest_win_number == 10


def test_the_message_says_what_a_field_holds() -> None:
    with pytest.raises(TallyError) as caught:
        Tally(deals="x")  # type: ignore[arg-type]  # what is tested
    assert str(caught.value) == "deals of a tally must be an int of 0 or more, not 'x'"
    with pytest.raises(TallyError) as caught:
        Tally(seat_points=[1, 2, 3, 4])  # type: ignore[arg-type]  # what is tested
    message = "seat_points of a tally must be a tuple of 4 times an int, not [1, 2, 3, 4]"
    assert str(caught.value) == message


def test_what_json_holds_is_no_tally_by_its_names() -> None:
    odd: Any = SOME.as_json()
    with pytest.raises(TallyError):
        Tally(**odd)


@FEW
@given(tallies())
def test_a_tally_comes_back_from_its_json(tally: Tally) -> None:
    assert Tally.from_json(tally.as_json()) == tally
    back = Tally.from_json(json.loads(json.dumps(tally.as_json())))
    assert back == tally
    assert hash(back) == hash(tally)
    assert back + tally == tally + tally


def without(value: dict[Any, Any], name: str) -> dict[Any, Any]:
    """Return a dict without one of its names."""
    return {key: each for key, each in value.items() if key != name}


JSON: dict[Any, Any] = SOME.as_json()
TAGS = JSON["tags"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "a tally must be a dict as as_json makes it, not None"),
        ("{}", "a tally must be a dict as as_json makes it, not '{}'"),
        ([], "a tally must be a dict as as_json makes it, not []"),
        ({}, "a tally must be a dict with sittings in it, not {}"),
        (without(JSON, "gains"), "a tally must be a dict with gains in it, not "),
        ({**JSON, "x": 1}, "a tally must be a dict as as_json makes it, not one with 'x' in it"),
        ({**JSON, 7: 1}, "a tally must be a dict as as_json makes it, not one with 7 in it"),
        ({**JSON, "deals": "4"}, "deals of a tally must be an int of 0 or more, not '4'"),
        ({**JSON, "deals": 4.0}, "deals of a tally must be an int of 0 or more, not 4.0"),
        ({**JSON, "triplets": 5}, "triplets of a tally must be a list of ints, not 5"),
        ({**JSON, "triplets": {}}, "triplets of a tally must be a list of ints, not {}"),
        ({**JSON, "triplets": []}, "triplets of a tally must be a tuple of 5 times an int of 0"),
        ({**JSON, "tags": [0] * 8}, "tags of a tally must be a dict as as_json makes it, not ["),
        ({**JSON, "tags": {}}, "tags of a tally must be a dict with ONE_VOIDED_SUIT in it, not {"),
        ({**JSON, "tags": {**TAGS, "X": 1}}, "tags of a tally must be a dict as as_json makes it"),
        ({**JSON, "tags": {**TAGS, "FULL_FLUSH": None}}, "tags of a tally must be a tuple of 8"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_json_of_a_tally_is_refused(value: Any, message: str) -> None:  # noqa: ANN401 - odd
    with pytest.raises(TallyError) as caught:
        Tally.from_json(value)
    assert str(caught.value).startswith(message)


def test_reading_a_tally_leaves_the_dict_as_it_was() -> None:
    value: Any = SOME.as_json()
    Tally.from_json(value)
    assert value == SOME.as_json()


def test_an_error_of_a_tally_is_copied_with_its_message() -> None:
    error = TallyError("deals", "an int", "'x'")
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301 - made just now
    assert (str(twin), twin.field, twin.expected, twin.found) == (
        "deals of a tally must be an int, not 'x'",
        "deals",
        "an int",
        "'x'",
    )
