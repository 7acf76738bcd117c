"""A guard against slowness that does not look at a clock: what is done for each decision.

To renew the tables, after a change that is meant to do more (or that does less, so that the guard
stays close): call `python -m benchmarks.counts` in the folder `tests` with every supported Python
and copy what it prints.
"""

from __future__ import annotations

import json
import sys
from functools import cache

import attrs
import pytest

from benchmarks.counts import Counts, count, decided_by, forget, play_all, replay
from lisi_mahjong import Action, GameState, apply, legal_actions
from runs import run_python

ALLOWED = 1.02
"""How far above its ceiling a count may lie."""

MADE: dict[str, Counts] = {
    "uniform": {"states": 1.013, "players": 1.964, "misses": 0.918},
    "tidy": {"states": 1.018, "players": 2.135, "misses": 1.563},
}
"""By players: states and players made and memos missed, on every Python."""

CALLS: dict[str, Counts] = {
    "3.11": {"uniform": 43.528, "tidy": 52.103},
    "3.12": {"uniform": 41.086, "tidy": 48.617},
    "3.13": {"uniform": 40.906, "tidy": 48.35},
}
"""By Python and players: functions called. From 3.12 on a comprehension is none."""

PYTHON = "{}.{}".format(*sys.version_info)


def exceeded(counts: Counts, ceilings: Counts) -> list[str]:
    """Return the names of the counts that lie above what is allowed."""
    assert set(counts) == set(ceilings)
    return [name for name, ceiling in ceilings.items() if counts[name] > ceiling * ALLOWED]


@cache
def counted() -> dict[str, Counts]:
    """What a process of its own counts, in which nothing has been played yet."""
    ran = run_python("-m", "benchmarks.counts")
    assert ran.stderr == ""
    counts: dict[str, Counts] = json.loads(ran.stdout)
    return counts


# --- the guard ---


@pytest.mark.parametrize("players", MADE)
def test_no_more_is_done_for_a_decision_than_was(players: str) -> None:
    ceilings = {"calls": CALLS[PYTHON][players], **MADE[players]}
    counts = counted()[players]
    assert exceeded(counts, ceilings) == [], f"{counts}; the module says how to renew the tables"


@pytest.mark.parametrize("players", MADE)
def test_every_state_and_player_that_is_kept_was_counted(players: str) -> None:
    """Were they made in another way, the guard would see none and find that good."""
    decided = decided_by(players, 5)
    states = list(replay(decided))
    kept = {id(player) for state in states for player in state.players}
    counts = count(decided, play_all)
    assert counts["states"] * len(states) >= len(states)
    # The four of each deal's first state that a first action replaced were not looked at.
    assert counts["players"] * len(states) >= len(kept)
    assert counts["calls"] > counts["states"] + counts["players"]
    assert counts["misses"] > 0


# --- that it can say no ---


@pytest.mark.parametrize("more", [1.0, 1.019])
def test_what_lies_within_two_per_cent_is_allowed(more: float) -> None:
    ceilings = {"calls": 40.0, "states": 1.0, "players": 2.0, "misses": 1.0}
    assert exceeded({name: more * ceiling for name, ceiling in ceilings.items()}, ceilings) == []


def test_what_lies_above_two_per_cent_is_named() -> None:
    ceilings = {"calls": 40.0, "states": 1.0, "players": 2.0, "misses": 1.0}
    counts = ceilings | {"calls": 40.9, "misses": 1.03}
    assert exceeded(counts, ceilings) == ["calls", "misses"]


def _list_twice(state: GameState, seat: int) -> object:
    return legal_actions(state, seat), legal_actions(state, seat)


def _copy_the_state(state: GameState, action: Action) -> GameState:
    return attrs.evolve(apply(state, action))


def _copy_the_players(state: GameState, action: Action) -> GameState:
    after = apply(state, action)
    first, second, third, fourth = map(attrs.evolve, after.players)
    return attrs.evolve(after, players=(first, second, third, fourth))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"listed": _list_twice}, {"calls"}),
        ({"applied": _copy_the_state}, {"states"}),
        ({"applied": _copy_the_players}, {"calls", "states", "players"}),
        ({"between": forget}, {"calls", "misses"}),
    ],
    ids=["asked twice", "a state too many", "players too many", "memos that forget"],
)
def test_an_engine_that_does_more_is_noticed(changed: dict[str, object], named: set[str]) -> None:
    decided = decided_by("tidy", 5)
    ceilings = count(decided, play_all)
    wasteful = count(
        decided,
        lambda deals: [None for _ in replay(deals, **changed)],  # type: ignore[arg-type]
    )
    assert set(exceeded(wasteful, ceilings)) == named


def test_counting_again_gives_the_same() -> None:
    decided = decided_by("uniform", 5)
    assert count(decided, play_all) == count(decided, play_all)
