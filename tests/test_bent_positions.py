"""What has no problem stays without one: whatever legal play comes to from there can be written.

A position may be as odd as it likes, as long as `problems` finds nothing. `bent_positions` makes
such positions, and looks for more of them as a command.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from bent_positions import bent_line, played_on, pool_of, stand_up, with_seat, without_problems
from lisi_mahjong import (
    GameState,
    LisiError,
    Tile,
    actors,
    apply,
    format_state,
    legal_actions,
    parse_state,
    problems,
)
from lisi_mahjong.testing import SITUATIONS
from lisi_mahjong.tiles import ONE

POOL = pool_of(range(20, 60))


def nearby(state: GameState) -> Iterator[GameState]:
    """Yield every state in which a seat is bound otherwise, by one lock, one bar or one count."""
    for seat, player in enumerate(state.players):
        for tile in Tile:
            yield with_seat(state, seat, lock_set=player.lock_set ^ ONE[tile])
        yield with_seat(state, seat, win_barred=not player.win_barred)
        for other, number in enumerate(player.ting_since):
            for near in {number - 1, number + 1, len(state.players[other].river)} - {number, -1}:
                since = (*player.ting_since[:other], near, *player.ting_since[other + 1 :])
                yield with_seat(state, seat, ting_since=since)


def assert_goes_on(state: GameState, moves: int) -> None:
    """Assert that no legal action leads to a problem, and none after it."""
    stand_up(state, None)
    if moves:
        for seat in actors(state):
            for action in legal_actions(state, seat):
                assert_goes_on(apply(state, action), moves - 1)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_seat_bound_otherwise_can_go_on_or_that_is_a_problem(name: str) -> None:
    laid = SITUATIONS[name].laid()
    for state in nearby(laid.state):
        if not problems(state):
            asked = len(actors(state)) > 1 or len(legal_actions(state, actors(state)[0])) < 4
            assert_goes_on(state, 2 if asked else 1)


def test_what_is_nearby_has_mostly_problems_and_sometimes_none() -> None:
    found = Counter(
        bool(problems(state))
        for situation in SITUATIONS.values()
        for state in nearby(situation.laid().state)
    )
    assert found[True] > 2_500
    assert found[False] > 12


def test_a_bent_position_without_a_problem_is_played_on_without_one() -> None:
    rng = random.Random(5)
    stages: Counter[str] = Counter()
    for state, _ in islice(without_problems(POOL, rng), 150):
        stages[type(state.stage).__name__] += 1
        played_on(state, rng, rng.choice((4, 4, 4, 4, 60)))
    assert stages.keys() == {"AwaitingTurn", "AwaitingClaims", "Finished"}
    assert min(stages.values()) > 10


def test_a_line_that_is_edited_and_read_is_played_on_without_a_problem() -> None:
    rng = random.Random(6)
    lines = [format_state(state) for state in POOL]
    read: Counter[bool] = Counter()
    for line in rng.choices(lines, k=600):
        text = bent_line(line, rng.choice(lines), rng)
        try:
            state = parse_state(text)
        except LisiError:
            read[False] += 1
            continue
        read[True] += 1
        played_on(state, rng, 4)
    assert min(read.values()) > 60
