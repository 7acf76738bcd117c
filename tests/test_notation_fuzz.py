"""Whatever is read as a line, only the two documented errors come of it, and soon."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lisi_mahjong import InvalidStateError, NotationError, view
from lisi_mahjong.checking import problems
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view
from playouts import states
from round_trips import VIEWERS, read_back, read_back_view

SECONDS = 10
"""What is linear takes a fraction of this; what is quadratic takes minutes."""

LINES = [format_state(state) for state in islice(states(range(40)), 0, None, 37)]
VIEWS = [
    format_view(view(state, VIEWERS[number % 5]))
    for number, state in enumerate(islice(states(range(40)), 0, None, 37))
]
SHORT = [
    "lisi1 stage=turn:0:5m",
    "lisi1 stage=turn:0:6s hand0={1z2p3p6s}777m345m6s melds0=888p<3 wall=4p..",
    (
        "lisi1 rules=-forced_win stage=offer:0:5m remaining=20 hand1={5m1z2z3z}5m.. "
        "hand2={9m9m4m}6m777p888s999s river2=..1z*"
    ),
    (
        "lisi1 rules=taiyuan stage=robbed:2:5m<0 melds0=555m<1 "
        "hand2={9m9m4m}6m777p888s999s.. river2=1z*"
    ),
    "lisi1 stage=drawn remaining=20 melds0=(1111z) melds3=5555z+<2,666z<0 locks1=5z barred=1",
]
ALPHABET = "lisi1 =:,.<>*?+-{}()0123456789mpsz_abcdeghknoruvwy\t\n"


_Position = TypeVar("_Position")


def what_comes_of(parse: Callable[[str], _Position], text: str) -> _Position | str:
    """Return what is read, or the message of one of the two errors that are documented."""
    try:
        return parse(text)
    except (NotationError, InvalidStateError) as error:
        return str(error)


def try_reading(text: str) -> None:
    """Read a text both ways; what can be read is a position that is right, and can be written."""
    state = what_comes_of(parse_state, text)
    if isinstance(state, str):
        assert state.isprintable()
    else:
        assert problems(state) == ()
        read_back(state)
    seen = what_comes_of(parse_view, text)
    if isinstance(seen, str):
        assert seen.isprintable()
    else:
        assert problems(seen) == ()
        read_back_view(seen)
        assert sum(seen.unseen) >= seen.remaining


@settings(max_examples=200)
@given(st.text())
@example("")
@example("lisi1")
@example("\0")
@example("lisi1 \ud800")
def test_any_text_can_be_tried(text: str) -> None:
    try_reading(text)


@settings(max_examples=200)
@given(st.text(ALPHABET, max_size=60))
def test_any_text_of_the_characters_of_a_line_can_be_tried(text: str) -> None:
    try_reading(f"lisi1 {text}")


@settings(max_examples=600)
@given(
    st.sampled_from([*LINES, *VIEWS, *SHORT]),
    st.lists(
        st.tuples(
            st.sampled_from(("delete", "insert", "replace", "swap", "cut", "double")),
            st.integers(0, 10**6),
            st.sampled_from(ALPHABET) | st.characters(),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_a_mutated_line_can_be_tried(line: str, mutations: list[tuple[str, int, str]]) -> None:
    for name, number, char in mutations:
        line = mutated(line, name, number % (len(line) + 1), char)
    try_reading(line)


def mutated(line: str, name: str, place: int, char: str) -> str:
    """Return a line after one change at a place."""
    before, behind = line[:place], line[place:]
    changed = {
        "delete": before + behind[1:],
        "insert": before + char + behind,
        "replace": before + char + behind[1:],
        "swap": before + behind[1:2] + behind[:1] + behind[2:],
        "cut": before,
        "double": before + behind[:20] + behind,
    }
    return changed[name]


tiles = st.text("123456789", min_size=1, max_size=5).flatmap(
    lambda digits: st.sampled_from("mpsz").map(lambda suit: digits + suit)
)
seats = st.sampled_from("0123")
melds = st.builds("{0}{0}{0}{1}<{2}".format, st.sampled_from("123"), st.sampled_from("mz"), seats)
fields = st.one_of(
    st.builds("hand{}={{{}}}{}..".format, seats, tiles | st.just(".."), tiles),
    st.builds("melds{}={}".format, seats, melds),
    st.builds("melds{}=({}{}{}{}m)".format, seats, *[st.just("5")] * 4),
    st.builds("river{}=..{}".format, seats, tiles),
    st.builds("river{}=..{}{}*".format, seats, st.sampled_from("123"), st.sampled_from("mz")),
    st.builds("ting{}={}.1.1.{},up".format, seats, seats, seats),
    st.builds("locks{}={}".format, seats, tiles),
    st.builds("remaining={}".format, st.integers(0, 140)),
    st.builds("wall={}..{}".format, tiles, tiles),
    st.builds("asked={},{}:pung{}".format, seats, seats, seats),
    st.builds("barred={}".format, seats),
    st.builds("rules={}".format, st.sampled_from(("taiyuan", "-forced_win", "reserved_stacks:0"))),
    st.builds("dealer={}".format, seats),
)
stages = st.builds(
    "stage={}:{}:{}{}{}".format,
    st.sampled_from(("turn", "offer", "kong", "won", "robbed")),
    seats,
    st.sampled_from("135"),
    st.sampled_from("mz"),
    st.just("") | seats.map("<{}".format),
)


@settings(max_examples=500)
@given(stages, st.lists(fields, max_size=6))
def test_anything_that_the_grammar_allows_can_be_tried(stage: str, others: list[str]) -> None:
    try_reading(" ".join(["lisi1", stage, *others]))


LONG: dict[str, Callable[[int], str]] = {
    "letters": lambda size: "a" * size,
    "spaces": lambda size: "lisi1" + " " * size,
    "spaces and a field": lambda size: "lisi1" + " " * size + "stage=won",
    "a long name": lambda size: "lisi1 " + "a" * size + "=1",
    "a long word": lambda size: "lisi1 stage=" + "a" * size,
    "many fields": lambda size: "lisi1 " + "stage=drawn " * (size // 12),
    "unknown fields": lambda size: "lisi1 stage=drawn " + "x=1 " * (size // 4),
    "a long number": lambda size: "lisi1 ply=" + "9" * size,
    "a long number of noughts": lambda size: "lisi1 remaining=" + "0" * size,
    "a long count": lambda size: "lisi1 ting0=1." + "1" * size,
    "a wall of digits": lambda size: "lisi1 wall=" + "5" * size,
    "a wall of tiles": lambda size: "lisi1 wall=" + "5m" * (size // 2),
    "a hand of tiles": lambda size: "lisi1 hand0={" + "5m" * (size // 2) + "}",
    "unknown tiles": lambda size: "lisi1 view=1 hand0={" + "?" * size,
    "a row of discards": lambda size: "lisi1 river0=" + "5m>1," * (size // 5),
    "dots": lambda size: "lisi1 wall=" + "." * size,
    "melds": lambda size: "lisi1 melds0=" + "555m<1," * (size // 7),
    "brackets": lambda size: "lisi1 melds0=" + "(" * size,
    "options": lambda size: "lisi1 rules=" + "all_runs," * (size // 9),
    "seats": lambda size: "lisi1 barred=" + "1," * (size // 2),
    "locks": lambda size: "lisi1 locks0=" + "123456789m" * (size // 10),
    "digits that are none": lambda size: "lisi1 ply=" + "\N{ARABIC-INDIC DIGIT ONE}" * size,
    "a line and a lot behind it": lambda size: LINES[0] + "\0" * size,
    "lines": lambda size: (LINES[0] + "\n") * (size // len(LINES[0])),
}


@pytest.mark.parametrize("text_of", LONG.values(), ids=LONG)
def test_a_million_characters_are_refused_at_once(text_of: Callable[[int], str]) -> None:
    text = text_of(10**6)
    for parse in (parse_state, parse_view):
        began = time.process_time()
        with pytest.raises(NotationError) as caught:
            parse(text)
        assert len(str(caught.value)) < 600
        assert time.process_time() - began < SECONDS


def test_a_line_with_a_million_spaces_is_read() -> None:
    gap = " " * 10**6
    began = time.process_time()
    assert parse_state(LINES[1].replace(" ", gap, 3)) == parse_state(LINES[1])
    assert time.process_time() - began < SECONDS
