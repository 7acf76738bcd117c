"""How often things were drawn, against how often they should have been."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations
from typing import TypeVar

from lisi_mahjong import Tile
from lisi_mahjong.tiles import counted

_Thing = TypeVar("_Thing", bound=Hashable)


def assert_spread(drawn: Iterable[_Thing], shares: Mapping[_Thing, float]) -> None:
    """Assert that things were drawn in proportion to their shares, by a chi-square test.

    Six standard deviations are allowed: a wrong sampler misses by far more, and a right one does
    not miss in any number of seeds that somebody might try.

    Args:
        drawn: what was drawn.
        shares: everything that can be drawn, with its share, to any scale.
    """
    found = Counter(drawn)
    assert set(found) <= set(shares), f"{set(found) - set(shares)} cannot be"
    number, whole = found.total(), sum(shares.values())
    expected = {thing: number * share / whole for thing, share in shares.items()}
    assert min(expected.values()) > 4, "too few were drawn to tell"
    square = sum((found[thing] - share) ** 2 / share for thing, share in expected.items())
    freedom = len(shares) - 1
    assert square < freedom + 6 * math.sqrt(2 * freedom) + 6, f"{square:.0f} over {freedom}"


def choices(pool: Iterable[Tile], number: int) -> Counter[int]:
    """Return the counted sets of so many tiles out of a pool, and in how many ways each comes."""
    return Counter(counted(chosen) for chosen in combinations(list(pool), number))
