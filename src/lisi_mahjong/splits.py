"""Every split of concealed tiles into sets and a pair: pure combinatorics, no rules.

A *slice* is one suit of a counted set, nine counts of four bits. The seven honours are a slice
too, with the bit `HONOURS` above them: it says that they form no runs. All that is known about
a slice is kept by memo, so that a hand costs a few look-ups, however it came about.

*Flags* tell how a slice splits without a rest: `RUNS_ALONE` when it can be done with runs alone
(or with nothing at all), `WITH_TRIPLET` when it can be done with at least one triplet; both,
either or, when it cannot be done, 0. Whether there is a triplet is asked because WIN-5 asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final

from lisi_mahjong.tiles import SUIT_BITS, SUIT_MASK, TILES, Tile, kinds_of

HONOURS: Final = 1 << SUIT_BITS
"""The bit above a slice that marks it as honours."""

RUNS_ALONE: Final = 1
WITH_TRIPLET: Final = 2

_RUN: Final = 0x111
_CACHED_SLICES: Final = 1 << 15
"""The most slices a memo keeps. Fresh random hands touch some ten thousand in all."""

Group = tuple[Tile, ...]
"""The tiles of a pair (two), a run or a triplet (three), in order."""

Split = tuple[Group, tuple[Group, ...]]
"""A pair and the sets beside it, the sets in tile order."""

PAIRS: Final[tuple[Group, ...]] = tuple((tile, tile) for tile in TILES)
TRIPLETS: Final[tuple[Group, ...]] = tuple((tile, tile, tile) for tile in TILES)
RUNS: Final[dict[Tile, Group]] = {
    tile: (tile, TILES[tile + 1], TILES[tile + 2])
    for tile in TILES
    if tile.suit is not None and tile.rank <= 7  # noqa: PLR2004 - 7-8-9 is the last run
}
"""``RUNS[tile]`` is the run that begins with ``tile``."""


def slices_of(hand: int) -> tuple[int, int, int, int]:
    """Return the slices of a counted set: characters, dots, bamboos and the marked honours.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> [hex(part) for part in slices_of(counted(parse_tiles("112m5z")))]
        ['0x12', '0x0', '0x0', '0x1000010000']
    """
    return (
        hand & SUIT_MASK,
        hand >> SUIT_BITS & SUIT_MASK,
        hand >> 2 * SUIT_BITS & SUIT_MASK,
        hand >> 3 * SUIT_BITS | HONOURS,
    )


def _first_sets(part: int) -> list[tuple[int, int, int, int]]:
    """Return the ways to use up the lowest kind of a slice that is not empty.

    There are at most two: its copies all begin runs, or three of them are a triplet. Each way is
    the shift of the kind, the number of triplets, the number of runs and the slice left.
    """
    shift = (part & -part).bit_length() - 1 & ~3
    copies = part >> shift & 15
    above, next_above = part >> shift + 4 & 15, part >> shift + 8 & 15
    ways = []
    for triplets in (1, 0):
        runs = copies - 3 * triplets
        if runs == 0 or (0 < runs <= above and runs <= next_above and part < HONOURS):
            left = part - (3 * triplets << shift) - (runs * _RUN << shift)
            ways.append((shift, triplets, runs, left))
    return ways


def _flags_of_sets(part: int) -> int:
    """Return the flags of the splits of a slice into sets alone.

    Example:
        >>> flags_of_sets(0), flags_of_sets(0x333), flags_of_sets(0x111), flags_of_sets(0x11)
        (1, 3, 1, 0)
    """
    if part & SUIT_MASK == 0:
        return RUNS_ALONE
    flags = 0
    for _, triplets, _, left in _first_sets(part):
        rest = flags_of_sets(left)
        flags |= WITH_TRIPLET if triplets and rest else rest
    return flags


def _flags_with_pair(part: int) -> int:
    """Return the flags of the splits of a slice into a pair and sets.

    Example:
        >>> flags_with_pair(0x2), flags_with_pair(0x32), flags_with_pair(0x11)
        (1, 2, 0)
    """
    flags = 0
    for kind in kinds_of(part & SUIT_MASK):
        if part >> 4 * kind & 15 >= 2:  # noqa: PLR2004 - a pair
            flags |= flags_of_sets(part - (2 << 4 * kind))
    return flags


def _waits_for_sets(part: int) -> tuple[int, int]:
    """Return which kinds complete a slice to sets alone: by any split, and with a triplet.

    Both are sets of kinds in the slice's own places. A kind of which the slice holds four can be
    among them: that it would be a fifth copy is for the rules to say (WIN-6).

    Example:
        >>> [hex(kinds) for kinds in waits_for_sets(0x110)]
        ['0x1001', '0x0']
    """
    return _waits(part, with_pair=False)


def _waits_with_pair(part: int) -> tuple[int, int]:
    """Return which kinds complete a slice to a pair and sets, as `waits_for_sets` does.

    Example:
        >>> [hex(kinds) for kinds in waits_with_pair(0x13)]
        ['0x110', '0x10']
    """
    return _waits(part, with_pair=True)


def _waits(part: int, *, with_pair: bool) -> tuple[int, int]:
    flags_of = flags_with_pair if with_pair else flags_of_sets
    by_any, by_triplet = 0, 0
    near = part & SUIT_MASK
    if part < HONOURS:  # what completes a run lies beside one of its two tiles
        near = (near | near << 4 | near >> 4) & SUIT_MASK
    for kind in kinds_of(near):
        one = 1 << 4 * kind
        flags = flags_of(part + one)
        if flags:
            by_any |= one
        if flags & WITH_TRIPLET:
            by_triplet |= one
    return by_any, by_triplet


# --- what slices come to in a hand --------------------------------------------------------

PAIRED: Final = 0x10
INCOMPLETE: Final = 0x100


def _completeness(part: int) -> int:
    """Return what a slice is in a hand that may be complete, so that slices can be added up.

    That is `INCOMPLETE`; or 0 for sets and `PAIRED` for a pair and sets, and 1 more when it can be
    done with a triplet.

    Example:
        >>> [hex(COMPLETENESS[part]) for part in (0, 0x333, 0x2, 0x32, 0x11)]
        ['0x0', '0x1', '0x10', '0x11', '0x100']
    """
    pair = (part & SUIT_MASK) % 3 == 2  # noqa: PLR2004 - its tiles modulo 3
    flags = flags_with_pair(part) if pair else flags_of_sets(part)
    return (PAIRED * pair + (flags >= WITH_TRIPLET)) if flags else INCOMPLETE


def _is_stray(part: int) -> bool:
    """Return whether a slice, as it is, can be no part of a hand that waits.

    It can when it splits into sets, or with a pair, or when one more tile makes it do so.

    Example:
        >>> [STRAYS[part] for part in (0x333, 0x11, 0x14, 0x101001)]
        [False, False, False, True]
    """
    size = (part & SUIT_MASK) % 3
    if size == 0:
        return not flags_of_sets(part)
    if size == 2:  # noqa: PLR2004 - a pair, or two tiles of a set; a pair can be both
        return not _is_one_short(part)
    ones = [1 << 4 * kind for kind in kinds_of(part & SUIT_MASK)]
    pairs = [2 * one for one in ones if part & 14 * one]
    return not (
        any(flags_of_sets(part - one) for one in ones)
        or any(_is_one_short(part - pair) for pair in pairs)
    )


def _is_one_short(part: int) -> bool:
    """Return whether a slice splits into sets and two tiles of one more.

    Example:
        >>> [_is_one_short(part) for part in (0x333011, 0x101, 0x2, 0x1001)]
        [True, True, True, False]
    """
    for kind in kinds_of(part & SUIT_MASK):
        one = 1 << 4 * kind
        begun = [2 * one] if part & 14 * one else []
        if part < HONOURS:
            begun += [one + other for other in (one << 4, one << 8) if part & 15 * other]
        if any(flags_of_sets(part - two) for two in begun):
            return True
    return False


class _Memo(dict[int, int]):
    """What a function says of the slices asked about, forgotten when there are too many.

    Looking into a dict is the quickest that there is, and this is asked at every decision.
    """

    def __init__(self, find: Callable[[int], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, part: int) -> int:
        if len(self) >= _CACHED_SLICES:
            self.clear()
        self[part] = found = self._find(part)
        return found


COMPLETENESS: Final = _Memo(_completeness)
"""``COMPLETENESS[part]``: what a slice is in a hand that may be complete."""

STRAYS: Final = _Memo(_is_stray)
"""``STRAYS[part]``: whether a slice can be no part of a hand that waits."""

flags_of_sets = lru_cache(_CACHED_SLICES)(_flags_of_sets)
flags_with_pair = lru_cache(_CACHED_SLICES)(_flags_with_pair)
waits_for_sets = lru_cache(_CACHED_SLICES)(_waits_for_sets)
waits_with_pair = lru_cache(_CACHED_SLICES)(_waits_with_pair)

# --- the splits themselves ----------------------------------------------------------------


def _sets_of(part: int, first: int) -> tuple[tuple[Group, ...], ...]:
    """Return every split of a slice into sets alone.

    Args:
        part: the slice.
        first: the int of the tile that its lowest place stands for: 0, 9, 18 or 27.

    Example:
        >>> from lisi_mahjong.tiles import format_tiles
        >>> [[format_tiles(group) for group in sets] for sets in sets_of(0x333, 0)]
        [['111m', '222m', '333m'], ['123m', '123m', '123m']]
    """
    if part & SUIT_MASK == 0:
        return ((),)
    splits = []
    for shift, triplets, runs, left in _first_sets(part):
        tile = TILES[first + shift // 4]
        begun = (TRIPLETS[tile],) * triplets + ((RUNS[tile],) * runs if runs else ())
        splits.extend([begun + rest for rest in sets_of(left, first)])
    return tuple(splits)


sets_of = lru_cache(_CACHED_SLICES // 8)(_sets_of)


def splits(hand: int) -> tuple[Split, ...]:
    """Return every split of a counted set into one pair and sets, each once, in tile order.

    The pair decides, then the sets; of two sets with one first tile the triplet comes first.

    Args:
        hand: a counted set of any size; one that does not split gives ``()``.

    Example:
        >>> from lisi_mahjong.tiles import counted, format_tiles, parse_tiles
        >>> for pair, sets in splits(counted(parse_tiles("111222333m44m"))):
        ...     print(format_tiles(pair), *map(format_tiles, sets))
        11m 123m 234m 234m
        44m 111m 222m 333m
        44m 123m 123m 123m
    """
    parts = slices_of(hand)
    # Sets have three tiles, so that the pair is in the one slice that is not of sets alone.
    pairing = [suit for suit, part in enumerate(parts) if (part & SUIT_MASK) % 3]
    if len(pairing) != 1:
        return ()
    (suit,) = pairing
    part = parts[suit]
    found: list[Split] = []
    for place in kinds_of(part & SUIT_MASK):
        if part >> 4 * place & 14:  # two of them, or more
            ways = [sets_of(other, 9 * number) for number, other in enumerate(parts)]
            ways[suit] = sets_of(part - (2 << 4 * place), 9 * suit)
            if all(ways):
                pair = PAIRS[9 * suit + place]
                found.extend([(pair, (*m, *p, *s, *z)) for m, p, s, z in product(*ways)])
    return tuple(found)
