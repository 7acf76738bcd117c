"""How fast: decision sequences counted, from the start of deals and where seats are asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.figures import Measure
from lisi_mahjong import GameState, Shuffle, deal
from lisi_mahjong.perft import perft
from perft_files import stored

ROUNDS = 5
DEALS = 20
DEPTH = 4


def starts() -> list[GameState]:
    """Return the first states of some deals."""
    return [deal(Shuffle.from_seed(seed), dealer=seed % 4) for seed in range(DEALS)]


def claims() -> list[GameState]:
    """Return the positions whose counts are stored for the rules of claims."""
    return [entry.position() for entry in stored("CLAIM")]


POSITIONS: dict[str, Callable[[], list[GameState]]] = {"starts": starts, "claims": claims}


@pytest.mark.parametrize("where", POSITIONS)
def test_perft(measure: Measure, where: str) -> None:
    """Sequences of four decisions, the last of which is listed and not made."""
    states = POSITIONS[where]()
    number = sum(perft(state, DEPTH) for state in states)

    def count() -> None:
        for state in states:
            perft(state, DEPTH)

    measure.run(count, rounds=ROUNDS)
    measure.note_speed("sequences", number)


def test_perft_states(measure: Measure) -> None:
    """States that `apply` leads to on the way, each of them asked for its legal actions."""
    states = starts()
    number = sum(perft(state, depth) for state in states for depth in range(1, DEPTH))

    def count() -> None:
        for state in states:
            perft(state, DEPTH)

    measure.run(count, rounds=ROUNDS)
    measure.note_speed("states", number)
