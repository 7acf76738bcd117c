"""How fast: views, events carried over views, and worlds that a seat cannot rule out."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from benchmarks.figures import Measure
from lisi_mahjong import (
    Action,
    GameState,
    Shuffle,
    actors,
    apply,
    deal,
    follow,
    legal_actions,
    sample_state,
    seen_events,
    step,
    view,
)
from lisi_mahjong.players import tidy

ROUNDS = 5
DEALS = 20


LATE = 30
"""So many tiles are left in the wall, or fewer."""

TIMES = 16
"""How many worlds of one view are drawn, one after the other."""


def tidy_states() -> list[GameState]:
    """Return every state of some tidy deals in which somebody decides."""
    return states_of(tidy)


def uniform_states() -> list[GameState]:
    """Return every state of some deals of choices that are equally likely."""
    rng = random.Random(1)
    return states_of(lambda state, seat: rng.choice(legal_actions(state, seat)))


def states_of(choose: Callable[[GameState, int], Action]) -> list[GameState]:
    """Return every state of some deals in which somebody decides."""
    kept = []
    for seed in range(DEALS):
        state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        while to_decide := actors(state):
            kept.append(state)
            state = apply(state, choose(state, to_decide[0]))
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


def draw_worlds(measure: Measure, states: Sequence[GameState], times: int = 1) -> None:
    """Draw so many worlds of what seat 0 sees of each state, and keep how many it is a second.

    There are more views than are remembered, so the first world of a view is always its first.
    """
    views = [view(state, 0) for state in states]

    def imagine() -> None:
        rng = random.Random(1)
        for seen in views:
            for _ in range(times):
                sample_state(seen, rng)

    measure.run(imagine, rounds=ROUNDS)
    measure.note_speed("samples", times * len(views))


def test_samples(measure: Measure) -> None:
    """`sample_state` of a seat's view at every moment of some deals."""
    draw_worlds(measure, tidy_states())


def test_samples_of_uniform_deals(measure: Measure) -> None:
    """The same of deals that nobody plays to win: hardly anybody is in ting."""
    draw_worlds(measure, uniform_states())


def test_samples_late(measure: Measure) -> None:
    """The same late in tidy deals, with many a seat in ting."""
    draw_worlds(measure, [state for state in tidy_states() if state.remaining <= LATE])


def test_samples_of_one_view(measure: Measure) -> None:
    """Many worlds of one view after the other, as a search draws them."""
    draw_worlds(measure, tidy_states()[::TIMES], TIMES)
