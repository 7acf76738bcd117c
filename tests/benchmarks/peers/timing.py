"""What every measuring process needs: lots that are timed, and hands that are fresh.

The clock is the processor's, which stands still while something else has the core.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any

KINDS = 34
COPIES = 4

Figures = dict[str, float]
"""By key of a measure, a figure."""

Foreign = Any
"""Something of a package that need not be here: nothing is known of its type."""

Tiles = list[int]
"""A hand: kinds from 0 to 33, characters, dots, bamboos and honours, in any order."""


def seconds(work: Callable[[], object]) -> float:
    """Return how long it takes to do some work, all rubbish swept out before."""
    gc.collect()
    begun = process_time()
    work()
    return process_time() - begun


def in_two_lots(play: Callable[[int, int], tuple[int, int]], seed: int, count: int) -> Figures:
    """Return how fast something plays, at first and later.

    Args:
        play: given a seed and a number of games, plays them and returns how many decisions and
            how many deals there were.
        seed: the round.
        count: games in each lot.
    """
    figures: Figures = {}
    for lot, prefix in enumerate(("first ", "")):
        gc.collect()
        begun = process_time()
        decisions, deals = play(2 * seed + lot, count)
        took = process_time() - begun
        figures[f"{prefix}decisions"] = decisions / took
        figures[f"{prefix}deals"] = deals / took
    return figures


# --- hands --------------------------------------------------------------------------------


def random_hands(rng: random.Random, count: int, size: int) -> list[Tiles]:
    """Return hands of so many tiles out of all 136."""
    wall = [kind for kind in range(KINDS) for _ in range(COPIES)]
    return [rng.sample(wall, size) for _ in range(count)]


def winning_hands(rng: random.Random, count: int) -> list[Tiles]:
    """Return hands of four sets, at least one of them a triplet, and a pair, shuffled.

    So every rule book has them win, and none of them is seven pairs.
    """
    hands: list[Tiles] = []
    while len(hands) < count:
        triplets = [rng.random() < 0.3 for _ in range(4)]
        hand = [kind for triplet in triplets for kind in _a_set(rng, triplet=triplet)]
        hand += [rng.randrange(KINDS)] * 2
        if any(triplets) and max(map(hand.count, hand)) <= COPIES:
            rng.shuffle(hand)
            hands.append(hand)
    return hands


def _a_set(rng: random.Random, *, triplet: bool) -> Tiles:
    if triplet:
        return [rng.randrange(KINDS)] * 3
    first = 9 * rng.randrange(3) + rng.randrange(7)
    return [first, first + 1, first + 2]


def half_winning(rng: random.Random, count: int) -> list[Tiles]:
    """Return hands of 14 tiles, every other one winning on the average, in any order."""
    hands = winning_hands(rng, count // 2) + random_hands(rng, count - count // 2, 14)
    rng.shuffle(hands)
    return hands


def ready_hands(rng: random.Random, count: int) -> list[Tiles]:
    """Return hands of 13 tiles that wait."""
    return [hand[:-1] for hand in winning_hands(rng, count)]


HANDS: dict[str, Callable[[random.Random, int], list[Tiles]]] = {
    "waiting": lambda rng, count: random_hands(rng, count, 13),
    "random": lambda rng, count: random_hands(rng, count, 14),
    "ready": ready_hands,
    "winning": winning_hands,
    "half": half_winning,
}
"""By name, how hands are drawn."""


def lots(kind: str, seed: int, count: int) -> Iterator[list[Tiles]]:
    """Yield two lots of fresh hands; a seed gives the same ones to every package."""
    for lot in range(2):
        yield HANDS[kind](random.Random(f"{kind} {seed} {lot}"), count)


def ids_of(hand: Sequence[int]) -> list[int]:
    """Return a hand as ids from 0 to 135, in its order.

    Example:
        >>> ids_of([0, 1, 0])
        [0, 4, 1]
    """
    seen: dict[int, int] = {}
    ids = []
    for kind in hand:
        copy = seen.get(kind, 0)
        seen[kind] = copy + 1
        ids.append(COPIES * kind + copy)
    return ids


def counts_of(hand: Sequence[int]) -> list[int]:
    """Return how many there are of each of the 34 kinds.

    Example:
        >>> counts_of([0, 1, 0])[:3]
        [2, 1, 0]
    """
    return [hand.count(kind) for kind in range(KINDS)]
