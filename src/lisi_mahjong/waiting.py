"""Hands that wait, drawn by chance out of given tiles: combinatorics on counted sets.

A hand that waits is hardly ever found by chance, so it is put together: *groups* are drawn out of
a pool of tiles, one of them short of its last tile. Many ways lead to the same hand, and some
hands have more of them than others. `draw_hand` makes up for that and draws every hand alike.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, factorial
from typing import Final, TypeVar

import attrs

from lisi_mahjong.splits import PAIRS, RUNS, Group, splits
from lisi_mahjong.tiles import COPIES, EACH, ONE, TILES, Tile, kinds_of
from lisi_mahjong.winning import wait_set

_Value = TypeVar("_Value")

Random = Callable[[], float]
"""Returns a number from 0 up to but not including 1, all alike, as ``random.Random().random``."""

TRIES: Final = 400
"""How often `draw_hand` tries. A try succeeds about one time in ten while the pool is large."""


@attrs.frozen
class Known:
    """What is known of a hand that waits.

    Attributes:
        sets: the sets of the hand when it is complete, beside its melds: 0 to 4.
        melds: the counted set of its melds' tiles; 0 for none.
        waits: it waits for at least one of these kinds (a set of kinds).
        never: it waits for none of these.
        all_runs: whether a hand of four runs wins.
        drawn: whether its owner has just drawn a tile that completes it, one of ``waits``.
    """

    sets: int
    melds: int
    waits: int = EACH
    never: int = 0
    all_runs: bool = False
    drawn: bool = False

    @property
    def kinds(self) -> int:
        """The kinds for which it may wait and must wait for one."""
        return self.waits & ~self.never & ~(self.melds >> 2 & EACH)

    def fits(self, hand: int, tile: int = 0) -> bool:
        """Return whether a hand can be this one.

        Args:
            hand: the counted set of the hand.
            tile: the counted set of a tile for which it must wait; 0 for any one.
        """
        found = wait_set(hand, self.melds, all_runs=self.all_runs)
        return bool(found & (tile or self.waits)) and not found & self.never


def shuffled(values: Iterable[_Value], random: Random) -> list[_Value]:
    """Return some values in an order of chance, the same for the same numbers on any Python.

    Example:
        >>> from random import Random
        >>> sorted(shuffled("abc", Random(1).random))
        ['a', 'b', 'c']
    """
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


# --- groups -------------------------------------------------------------------------------

_Piece = tuple[int, tuple[int, ...], int]
"""The counted set of a group, where its kinds are in a counted set, and how many of each."""

_Entry = tuple[_Piece, int, Tile]
"""A group, in how many ways a pool gives it, and the tile it is short of (if it is short)."""


def _piece(kinds: Iterable[int], copies: int = 1) -> _Piece:
    places = tuple([4 * kind for kind in kinds])
    return sum(copies << place for place in places), places, copies


def _short_of(tile: Tile) -> tuple[_Piece, ...]:
    """Return what is short of a tile: half a pair, two of a triplet, two of a run."""
    runs = [run for run in RUNS.values() if tile in run]
    parts = [[kind for kind in run if kind is not tile] for run in runs]
    return (_piece([tile]), _piece([tile], 2), *(_piece(part) for part in parts))


_SHORT: Final = tuple(_short_of(tile) for tile in TILES)
_TWOS: Final = tuple(_piece([tile], 2) for tile in TILES)
_THREES: Final = (
    *(_piece([tile], 3) for tile in TILES),
    *(_piece(run) for run in RUNS.values()),
)
_CHOICES: Final = tuple(tuple(comb(held, taken) for held in range(16)) for taken in range(4))


def _ways(pool: int, piece: _Piece) -> int:
    """Return in how many ways the tiles of a group can be taken out of a pool, copy by copy."""
    _, places, copies = piece
    choices = _CHOICES[copies]
    ways = 1
    for place in places:
        ways *= choices[pool >> place & 15]
    return ways


@attrs.frozen
class Urn:
    """Groups to be drawn, each as likely as it has ways.

    Attributes:
        entries: the groups.
        sums: the running sums of their ways.
        ways: all their ways.
    """

    entries: tuple[_Entry, ...]
    sums: tuple[int, ...]
    ways: int

    def draw(self, random: Random) -> _Entry:
        """Return one of the groups."""
        return self.entries[bisect(self.sums, random() * self.ways)]


def urn_of(entries: list[_Entry]) -> Urn:
    """Return an urn of groups; those that have no ways are left out."""
    possible = tuple([entry for entry in entries if entry[1]])
    sums = tuple(accumulate([ways for _, ways, _ in possible]))
    return Urn(possible, sums, sums[-1] if sums else 0)


def _complete_groups(pool: int) -> tuple[Urn, Urn]:
    """Return the sets and the pairs that a pool can give."""
    sets, pairs = [
        urn_of([(piece, _ways(pool, piece), Tile.M1) for piece in pieces])
        for pieces in (_THREES, _TWOS)
    ]
    return sets, pairs


def _short_groups(pool: int, kinds: int, drawn: bool) -> tuple[Urn, Urn]:  # noqa: FBT001 - a memo's key
    """Return the groups of a pool that are short of one tile: single tiles, and two tiles.

    Args:
        pool: where they come from.
        kinds: what they may be short of, a set of kinds.
        drawn: take the missing tile out of the pool as well.
    """
    singles: list[_Entry] = []
    doubles: list[_Entry] = []
    for tile in kinds_of(kinds):
        entries = [(piece, _ways(pool, piece), tile) for piece in _SHORT[tile]]
        if drawn:
            entries = [
                (piece, ways * ((pool - piece[0]) >> 4 * tile & 15), tile)
                for piece, ways, _ in entries
            ]
        singles += entries[:1]
        doubles += entries[1:]
    return urn_of(singles), urn_of(doubles)


complete_groups = lru_cache(64)(_complete_groups)
short_groups = lru_cache(64)(_short_groups)


# --- drawing ------------------------------------------------------------------------------


def draw_hand(pool: int, known: Known, random: Random) -> tuple[int, int] | None:
    """Return a hand that waits, each equally likely, and the tile drawn for it.

    The copies of a kind are told apart here: of two hands the one that the pool can give in more
    ways is so much more likely. With ``known.drawn`` it is the hand and the drawn tile together
    that are equally likely.

    Args:
        pool: the counted set of the tiles that the hand comes from, its melds' not among them.
        known: what is known of it.
        random: the source of chance.

    Returns:
        The counted sets of the hand and of the drawn tile (0 for none); ``None`` when there is
        no such hand, or it was not found in `TRIES` tries.

    Example:
        >>> from random import Random
        >>> from lisi_mahjong.tiles import counted, format_tiles, parse_tiles, tiles_of
        >>> pool = counted(parse_tiles("23m 99p 147s"))
        >>> hand, won = draw_hand(pool, Known(sets=1, melds=0, all_runs=True), Random(1).random)
        >>> format_tiles(tiles_of(hand)), won
        ('23m99p', 0)
    """
    singles, doubles = short_groups(pool, known.kinds, known.drawn)
    sets, pairs = complete_groups(pool)
    number = known.sets
    # The sequences of groups of either sort, as if the groups never overlapped; those that
    # differ only in the order of their sets count once.
    by_single = singles.ways * sets.ways**number / factorial(number)
    by_double = 0.0
    if number:
        by_double = doubles.ways * pairs.ways * sets.ways ** (number - 1) / factorial(number - 1)
    sorts = (singles, (sets,) * number), (doubles, (pairs, *(sets,) * (number - 1)))
    for _ in range(TRIES if by_single + by_double else 0):
        urn, others = sorts[random() * (by_single + by_double) >= by_single]
        piece, _, tile = urn.draw(random)
        won = ONE[tile] if known.drawn else 0
        hand = piece[0]
        left = pool - hand - won
        chance = 1.0
        for other in others:
            piece, ways, _ = other.draw(random)
            fewer = _ways(left, piece)  # what was drawn before may be in the way
            if not fewer:
                break
            chance *= fewer / ways
            left -= piece[0]
            hand += piece[0]
        else:
            if random() < chance and known.fits(hand, ONE[tile]):
                kinds = won or wait_set(hand, known.melds, all_runs=known.all_runs) & known.kinds
                if random() * _sequences(hand, kinds) < 1:
                    return hand, won
    return None


def draw_hands(
    pool: int, all_known: Sequence[Known], random: Random
) -> list[tuple[int, int]] | None:
    """Return hands drawn by `draw_hand`, one after the other out of what the others left.

    ``None`` when one of them was drawn in vain.
    """
    hands = []
    for known in all_known:
        found = draw_hand(pool, known, random)
        if found is None:
            return None
        hands.append(found)
        pool -= sum(found)
    return hands


_FACTORIALS: Final = tuple(factorial(copies) for copies in range(COPIES + 1))


def _sequences(hand: int, kinds: int) -> int:
    """Return in how many ways a hand can be drawn as groups, one of them short of a given kind.

    Ways that differ in the copies that make up a group differ; the order of the sets is none.
    """
    total = 0
    for tile in kinds_of(kinds):
        for pair, sets in splits(hand + ONE[tile]):
            if tile is pair[0]:
                total += _shares(hand, sets)
            for number, group in enumerate(sets):
                if tile in group and group not in sets[:number]:
                    others = (pair, *sets[:number], *sets[number + 1 :])
                    rest = tuple([kind for kind in group if kind is not tile]) or PAIRS[tile]
                    total += _shares(hand, (rest, *others))
    return total


def _shares(hand: int, groups: tuple[Group, ...]) -> int:
    """Return in how many ways the copies of a hand can be shared among groups that make it up.

    A single tile need not be named. Equal runs are interchangeable.
    """
    shares = 1
    for kind in kinds_of(hand):
        shares *= _FACTORIALS[hand >> 4 * kind & 15]
    for number, group in enumerate(groups):
        if group[0] is group[-1]:
            shares //= _FACTORIALS[len(group)]
        else:
            shares //= 1 + groups[:number].count(group)
    return shares
