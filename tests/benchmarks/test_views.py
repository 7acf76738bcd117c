"""How fast: views, events carried over views, and worlds that a seat cannot rule out."""

from __future__ import annotations

import random

from benchmarks.figures import Measure
from lisi_mahjong import (
    GameState,
    Shuffle,
    actors,
    apply,
    deal,
    follow,
    sample_state,
    seen_events,
    step,
    view,
)
from lisi_mahjong.players import tidy

ROUNDS = 5
DEALS = 20


def tidy_states() -> list[GameState]:
    """Return every state of some tidy deals in which somebody decides."""
    kept = []
    for seed in range(DEALS):
        state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        while to_decide := actors(state):
            kept.append(state)
            state = apply(state, tidy(state, to_decide[0]))
    return kept


def test_views(measure: Measure) -> None:
    """`view` of each seat."""
    states = tidy_states()

    def look() -> None:
        for state in states:
            for seat in range(4):
                view(state, seat)

    measure.run(look, rounds=ROUNDS)
    measure.note_speed("views", 4 * len(states))


def test_views_followed(measure: Measure) -> None:
    """A seat's events of a step, and its view carried over them."""
    steps = []
    for state in tidy_states():
        taken = step(state, tidy(state, actors(state)[0]))
        steps.append((view(state, 0), taken))

    def listen() -> None:
        for seen, taken in steps:
            follow(seen, seen_events(taken, 0))

    measure.run(listen, rounds=ROUNDS)
    measure.note_speed("steps", len(steps))


def test_samples(measure: Measure) -> None:
    """`sample_state` of a seat's view at every moment of some deals."""
    views = [view(state, 0) for state in tidy_states()]

    def imagine() -> None:
        rng = random.Random(1)
        for seen in views:
            sample_state(seen, rng)

    measure.run(imagine, rounds=ROUNDS)
    measure.note_speed("samples", len(views))
