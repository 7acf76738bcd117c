"""What is wrong with a setup that no constructor has looked at, for it comes out of a pickle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import attrs
import pytest

from anatomy import repickled
from lisi_mahjong import (
    GameState,
    Problem,
    RuleSet,
    ScoreTable,
    Setup,
    Shuffle,
    TableState,
    Tile,
    deal,
    problems,
    table_problems,
    view,
)

_Value = TypeVar("_Value")

STATE = deal(Shuffle.from_seed(7))


def unpickled(like: _Value, **fields: object) -> _Value:
    """Return a value with other fields, at which its class has not looked."""
    kind = type(like)
    given = {field.name: getattr(like, field.name) for field in attrs.fields(kind)}  # type: ignore[arg-type]
    value = object.__new__(kind)
    value.__setstate__({**given, **fields})  # type: ignore[attr-defined]  # attrs writes it
    return repickled(value)


def with_shuffle(**fields: object) -> Setup:
    return unpickled(STATE.setup, shuffle=unpickled(STATE.shuffle, **fields))


def named(state: GameState) -> list[str]:
    """Return the fields that are named as wrong, and show that nothing else is."""
    found = problems(state)
    assert {problem for problem, _ in found} <= {Problem.MALFORMED_FIELD}
    return [detail.partition(" is ")[0] for _, detail in found]


LAYOUT = STATE.shuffle.layout
FIVE = tuple(Tile.P5 if tile is Tile.P6 else tile for tile in LAYOUT)
WALL = STATE.setup.wall

SETUPS: Mapping[str, tuple[Setup, str]] = {
    "eight of one kind": (with_shuffle(layout=FIVE), "setup.shuffle.layout"),
    "a layout of numbers": (with_shuffle(layout=tuple(map(int, LAYOUT))), "setup.shuffle.layout"),
    "a layout that is a list": (with_shuffle(layout=list(LAYOUT)), "setup.shuffle.layout"),
    "no layout": (with_shuffle(layout=None), "setup.shuffle.layout"),
    "a die of seven": (with_shuffle(dice=((1, 7), (1, 1))), "setup.shuffle.dice"),
    "throws that are lists": (with_shuffle(dice=([1, 1], [1, 1])), "setup.shuffle.dice"),
    "no seat drawn": (with_shuffle(dealer_draw=4), "setup.shuffle.dealer_draw"),
    "two tiles of the wall exchanged": (
        unpickled(STATE.setup, wall=(*WALL[:134], WALL[135], WALL[134])),
        "setup.wall",
    ),
    "a wall of numbers": (unpickled(STATE.setup, wall=tuple(map(int, WALL))), "setup.wall"),
    "no wall": (unpickled(STATE.setup, wall=None), "setup.wall"),
    "no dealer": (unpickled(STATE.setup, dealer=4), "setup.dealer"),
    "an option that is a number": (
        unpickled(STATE.setup, rules=unpickled(RuleSet(), forced_win=1)),
        "setup.rules.forced_win",
    ),
    "too many stacks kept back": (
        unpickled(STATE.setup, rules=unpickled(RuleSet(), reserved_stacks=42)),
        "setup.rules.reserved_stacks",
    ),
}


def test_the_wall_that_is_exchanged_is_another_one() -> None:
    assert WALL[134] is not WALL[135]


@pytest.mark.parametrize(("setup", "path"), SETUPS.values(), ids=SETUPS)
def test_a_setup_that_could_not_be_built_is_named(setup: Setup, path: str) -> None:
    assert named(attrs.evolve(STATE, setup=setup)) == [path]


def test_a_setup_that_comes_out_of_a_pickle_as_it_was_is_right() -> None:
    assert named(attrs.evolve(STATE, setup=unpickled(STATE.setup))) == []


def test_the_options_of_a_view_are_looked_at_too() -> None:
    seen = attrs.evolve(view(STATE, 0), rules=unpickled(RuleSet(), all_runs="no"))
    assert problems(seen) == ((Problem.MALFORMED_FIELD, "rules.all_runs is 'no'"),)


def test_the_numbers_of_a_score_table_are_looked_at_too() -> None:
    table = attrs.evolve(TableState.new(), score=unpickled(ScoreTable(), base=-1))
    assert table_problems(table) == ((Problem.MALFORMED_FIELD, "score.base is -1"),)


@pytest.mark.parametrize("kind", [GameState, Setup, Shuffle])
def test_fields_that_were_never_set_are_named(kind: type[Any]) -> None:
    empty = object.__new__(kind)
    names = [field.name for field in attrs.fields(kind) if field.init]
    if kind is GameState:
        assert named(empty) == names
    elif kind is Setup:
        assert named(attrs.evolve(STATE, setup=empty)) == [f"setup.{name}" for name in names]
    else:
        setup = unpickled(STATE.setup)
        object.__setattr__(setup, "shuffle", empty)
        assert named(attrs.evolve(STATE, setup=setup)) == [
            f"setup.shuffle.{name}" for name in names
        ]


def test_a_field_that_was_never_set_is_told_as_such() -> None:
    found = problems(GameState.__new__(GameState))
    assert found[0] == (Problem.MALFORMED_FIELD, "setup is not set")
