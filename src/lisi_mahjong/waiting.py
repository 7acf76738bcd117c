"""Hands that wait, drawn by chance out of given tiles: combinatorics on counted sets.

A hand that waits is hardly ever found by chance, so it is put together: *groups* are drawn out of
a pool of tiles, one of them short of its last tile. Many ways lead to the same hand, and some
hands have more of them than others. `draw_hand` makes up for that and draws every hand alike.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import comb, factorial, floor
from typing import Final, TypeVar

import attrs

from lisi_mahjong.splits import PAIRS, RUNS, Group, splits
from lisi_mahjong.tiles import COPIES, EACH, ONE, TILES, kinds_of
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
        other = floor(random() * (last + 1))  # as int() does, and quicker
        order[last], order[other] = order[other], order[last]
    return order


_HALVES: Final = tuple((byte & 15, byte >> 4) for byte in range(256))


def copies_in(count: int) -> list[int]:
    """Return how many copies of each kind are in a counted set.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> copies_in(counted(parse_tiles("113m")))[:4]
        [2, 0, 1, 0]
    """
    return list(chain.from_iterable(map(_HALVES.__getitem__, count.to_bytes(17, "little"))))


# --- groups -------------------------------------------------------------------------------


@attrs.frozen
class Piece:
    """Tiles that are drawn together: a set, a pair, or what is short of one.

    Attributes:
        tiles: the tiles, a counted set.
        places: where its kinds are in a counted set.
        copies: how many of each kind.
        around: all the bits of its kinds in a counted set.
        missing: what completes it, a counted set; 0 for a set or a pair.
    """

    tiles: int
    places: tuple[int, ...]
    copies: int
    around: int
    missing: int

    def ways(self, pool: int) -> int:
        """Return in how many ways the tiles can be taken out of a pool, copy by copy."""
        choices = _CHOICES[self.copies]
        ways = 1
        for place in self.places:
            ways *= choices[pool >> place & 15]
        return ways


def _piece(kinds: Iterable[int], copies: int = 1, missing: int = 0) -> Piece:
    places = tuple([4 * kind for kind in kinds])
    tiles, around = [sum(bits << place for place in places) for bits in (copies, 15)]
    return Piece(tiles, places, copies, around, missing)


_CHOICES: Final = tuple(tuple(comb(held, taken) for held in range(16)) for taken in range(4))
_TWO, _THREE = _CHOICES[2:]
_RUNS: Final = tuple(tuple(map(int, run)) for run in RUNS.values())

_SETS: Final = (*(_piece([tile], 3) for tile in TILES), *(_piece(run) for run in _RUNS))
_PAIRS: Final = tuple(_piece([tile], 2) for tile in TILES)
_SINGLES: Final = tuple(_piece([tile], 1, ONE[tile]) for tile in TILES)

_TWO_KINDS: Final = tuple(
    (missing, *kinds)
    for missing in range(len(TILES))
    for kinds in (
        (missing, missing),
        *(tuple([kind for kind in run if kind != missing]) for run in _RUNS if missing in run),
    )
)
"""The kind that completes two tiles, and their two kinds: alike for a triplet, else for a run."""

_DOUBLES: Final = tuple(
    _piece([one], 2, ONE[missing]) if one == other else _piece([one, other], 1, ONE[missing])
    for missing, one, other in _TWO_KINDS
)


@attrs.frozen
class Urn:
    """Pieces to be drawn, each as likely as it has ways.

    Attributes:
        pieces: all of them, those too that have no ways.
        each: the ways of each.
        sums: the running sums of these.
    """

    pieces: tuple[Piece, ...]
    each: list[int]
    sums: list[int]

    @property
    def ways(self) -> int:
        """All ways together."""
        return self.sums[-1]

    def draw(self, random: Random) -> int:
        """Return the place of one of the pieces that have ways; there must be one."""
        return bisect(self.sums, random() * self.sums[-1])


def urn_of(pieces: tuple[Piece, ...], each: list[int]) -> Urn:
    """Return an urn of pieces that have so many ways each."""
    return Urn(pieces, each, list(accumulate(each)))


def _complete_groups(pool: int) -> tuple[Urn, Urn]:
    """Return the sets and the pairs that a pool can give."""
    held = copies_in(pool)
    runs = [held[first] * held[second] * held[third] for first, second, third in _RUNS]
    sets = [*[_THREE[copies] for copies in held], *runs]
    return urn_of(_SETS, sets), urn_of(_PAIRS, [_TWO[copies] for copies in held])


def _short_groups(pool: int, kinds: int, drawn: bool) -> tuple[Urn, Urn]:  # noqa: FBT001 - a memo's key
    """Return the groups of a pool that are short of one tile: single tiles, and two tiles.

    Args:
        pool: where they come from.
        kinds: what they may be short of, a set of kinds.
        drawn: take the missing tile out of the pool as well.
    """
    held, wanted = copies_in(pool), copies_in(kinds)
    singles = [copies * want for copies, want in zip(held, wanted, strict=True)]
    doubles = [
        (held[one] * held[other] if one != other else _TWO[held[one]]) if wanted[missing] else 0
        for missing, one, other in _TWO_KINDS
    ]
    if drawn:
        for pieces, each in ((_SINGLES, singles), (_DOUBLES, doubles)):
            for place, piece in enumerate(pieces):
                if each[place]:
                    each[place] *= _copies(pool - piece.tiles, piece.missing)
    return urn_of(_SINGLES, singles), urn_of(_DOUBLES, doubles)


def _copies(pool: int, one: int) -> int:
    """Return how many copies of a kind, given as the set of one of them, are in a pool."""
    return pool // one & 15


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
        piece = urn.pieces[urn.draw(random)]
        missing = piece.missing
        won = missing if known.drawn else 0
        taken = piece.tiles + won
        chance = 1.0
        for other in others:
            place = other.draw(random)
            piece = other.pieces[place]
            if taken & piece.around:  # what was drawn before may be in the way
                fewer = piece.ways(pool - taken)
                if not fewer:
                    break
                chance *= fewer / other.each[place]
            taken += piece.tiles
        else:
            if random() < chance:
                hand = taken - won
                waits = wait_set(hand, known.melds, all_runs=known.all_runs)
                if waits & missing and not waits & known.never:
                    kinds = won or waits & known.kinds
                    point = random()  # there is at least one sequence for each kind
                    if point * kinds.bit_count() < 1 and point * _sequences(hand, kinds) < 1:
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


def _sequences(hand: int, kinds: int) -> int:
    """Return in how many ways a hand can be drawn as groups, one of them short of a given kind.

    Ways that differ in the copies that make up a group differ; the order of the sets is none.
    """
    total = 0
    orders = _orders(hand)
    for tile in kinds_of(kinds):
        for pair, sets in splits(hand + ONE[tile]):
            if tile is pair[0]:
                total += orders // _orders_alike(sets)
            for number, group in enumerate(sets):
                if tile in group and group not in sets[:number]:
                    others = (pair, *sets[:number], *sets[number + 1 :])
                    rest = tuple([kind for kind in group if kind is not tile]) or PAIRS[tile]
                    total += orders // _orders_alike((rest, *others))
    return total


def _orders(hand: int) -> int:
    """Return in how many orders the copies of each kind of a hand can be had."""
    fours = hand >> 2 & EACH
    threes = hand >> 1 & hand & EACH
    twos = (hand >> 1 & EACH) - threes
    orders: int = 2 ** twos.bit_count() * 6 ** threes.bit_count() * 24 ** fours.bit_count()
    return orders


def _orders_alike(groups: tuple[Group, ...]) -> int:
    """Return how many of these orders share the copies alike among groups that make up the hand.

    A single tile need not be named. Equal runs are interchangeable.
    """
    alike = 1
    for number, group in enumerate(groups):
        if group[0] is group[-1]:
            alike *= _FACTORIALS[len(group)]
        else:
            alike *= 1 + groups[:number].count(group)
    return alike


_FACTORIALS: Final = tuple(factorial(copies) for copies in range(COPIES))
