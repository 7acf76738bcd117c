"""How fast: `pytest tests/benchmarks`, on one core that is left alone.

Every benchmark starts each round with empty memos, so that what it counts is fresh.
"""

from __future__ import annotations

import random
import statistics
import time

import pytest

from benchmarks.figures import Measure
from lisi_mahjong import (
    Action,
    Discard,
    GameState,
    Shuffle,
    actors,
    apply,
    deal,
    is_win,
    legal_actions,
    readings,
    waits,
)
from lisi_mahjong import splits as splits_module
from lisi_mahjong.players import tidy
from lisi_mahjong.tiles import TILES, Tile

ROUNDS = 5
DEALS = 100
HANDS = 10_000

Hand = tuple[Tile, ...]


def forget() -> None:
    """Empty every memo of the package."""
    for name in ("flags_of_sets", "flags_with_pair", "waits_for_sets", "waits_with_pair"):
        getattr(splits_module, name).cache_clear()
    splits_module.sets_of.cache_clear()
    splits_module.STRAYS.clear()
    splits_module.COMPLETENESS.clear()


def random_hands(number: int, size: int) -> list[Hand]:
    rng = random.Random(2026)
    wall = [tile for tile in TILES for _ in range(4)]
    return [tuple(rng.sample(wall, size)) for _ in range(number)]


def winning_hands(number: int) -> list[Hand]:
    """Return hands of four random sets, at least one of them a triplet, and a pair."""
    rng = random.Random(2026)
    runs = [tile for tile in TILES if tile.suit and tile.rank <= 7]
    hands: list[Hand] = []
    while len(hands) < number:
        groups = [[rng.choice(TILES)] * 3 if rng.random() < 0.3 else [] for _ in range(4)]
        for group in groups:
            if not group:
                first = rng.choice(runs)
                group += [first, TILES[first + 1], TILES[first + 2]]
        hand = [tile for group in groups for tile in group] + [rng.choice(TILES)] * 2
        if max(map(hand.count, hand)) <= 4 and is_win(hand):
            rng.shuffle(hand)
            hands.append(tuple(hand))
    return hands


def tidy_deals() -> list[list[Action]]:
    """Return what tidy players decide, deal by deal."""
    decided = []
    for seed in range(DEALS):
        state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        actions: list[Action] = []
        while to_decide := actors(state):
            actions.append(tidy(state, to_decide[0]))
            state = apply(state, actions[-1])
        decided.append(actions)
    return decided


def test_tidy_deals(measure: Measure) -> None:
    """Whole deals; at every decision the legal actions are listed and one is applied.

    What the players decide is known beforehand: their thinking is not the engine's.
    """
    decided = tidy_deals()

    def play() -> None:
        for seed, actions in enumerate(decided):
            state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
            for action in actions:
                legal_actions(state, actors(state)[0])
                state = apply(state, action)

    measure.run(play, setup=forget, rounds=ROUNDS)
    measure.note_speed("decisions", sum(map(len, decided)))


def test_tidy_deals_with_their_players(measure: Measure) -> None:
    """Whole deals, the time included that the players take to decide."""

    def play() -> None:
        for seed in range(DEALS):
            state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
            while to_decide := actors(state):
                state = apply(state, tidy(state, to_decide[0]))

    measure.run(play, setup=forget, rounds=ROUNDS)
    measure.note_speed("decisions", sum(map(len, tidy_deals())))


def test_uniform_deals(measure: Measure) -> None:
    """Whole deals of choices that are equally likely."""
    decisions = 0

    def play() -> None:
        nonlocal decisions
        decisions = 0
        rng = random.Random(1)
        for seed in range(DEALS):
            state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
            while to_decide := actors(state):
                state = apply(state, rng.choice(legal_actions(state, to_decide[0])))
            decisions += state.ply

    measure.run(play, setup=forget, rounds=ROUNDS)
    measure.note_speed("decisions", decisions)


def test_discards_late_in_a_deal(measure: Measure) -> None:
    """`apply` of a discard at plies 60 to 74 beside plies 0 to 14: a state does not grow slower."""
    rng = random.Random(1)
    early: list[tuple[GameState, Action]] = []
    late: list[tuple[GameState, Action]] = []
    for seed in range(3 * DEALS):
        state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        while to_decide := actors(state):
            action = rng.choice(legal_actions(state, to_decide[0]))
            among = early if state.ply < 15 else late if 60 <= state.ply < 75 else None
            if among is not None and isinstance(action, Discard):
                among.append((state, action))
            state = apply(state, action)
    shares: list[float] = []

    def seconds_of(discards: list[tuple[GameState, Action]]) -> float:
        start = time.perf_counter()
        for state, action in discards:
            apply(state, action)
        return (time.perf_counter() - start) / len(discards)

    def both() -> None:
        first = seconds_of(early)
        shares.append(seconds_of(late) / first)

    measure.run(both, rounds=2 * ROUNDS)
    measure.note("times as long late as early", round(statistics.median(shares), 2))


def test_waits(measure: Measure) -> None:
    """`waits` of random hands of 13 tiles, given as tuples."""
    hands = random_hands(HANDS, 13)

    def ask() -> None:
        for hand in hands:
            waits(hand)

    measure.run(ask, setup=forget, rounds=ROUNDS)
    measure.note_speed("hands", HANDS)


@pytest.mark.parametrize("winning", [0.5, 1.0])
def test_is_win(measure: Measure, winning: float) -> None:
    """`is_win` of hands of 14 tiles, so many of them winning."""
    good = round(HANDS * winning)
    hands = winning_hands(good) + random_hands(HANDS - good, 14)
    random.Random(1).shuffle(hands)

    def ask() -> None:
        for hand in hands:
            is_win(hand)

    measure.run(ask, setup=forget, rounds=ROUNDS)
    measure.note_speed("hands", HANDS)


def test_readings(measure: Measure) -> None:
    """`readings` of winning hands."""
    hands = winning_hands(HANDS // 5)

    def ask() -> None:
        for hand in hands:
            readings(hand[:-1], hand[-1])

    measure.run(ask, setup=forget, rounds=ROUNDS)
    measure.note_speed("hands", len(hands))
