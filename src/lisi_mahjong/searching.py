"""Hands that wait, searched for where a pool of tiles holds hardly anything else.

`waiting` draws such hands group by group. Where several hands must share a pool among them, that
does not get there; here the pool is parted into all their groups at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from typing import Final

import attrs

from lisi_mahjong.tiles import COPIES, LAST_RANK, ONE, TILES, counted, size, tiles_of
from lisi_mahjong.waiting import Known, Random, short_groups, shuffled, urn_of

_DEAD_ENDS: Final = 1000
"""After so many dead ends a search gives up, for another start will do better."""

_DEALINGS: Final = 8
"""How often the groups found by a search are dealt out to the hands."""

_ANY_GROUP: Final = 0.8
"""How often a search leaves it open what a hand waits for that may wait for anything."""

_TWO_TILES: Final = 0.7
"""How often such a hand is short of a triplet or a run, and not of a pair."""

_NOWHERE: Final = 4 * len(TILES)
"""A place in a counted set where there is nothing."""

_NEXT_KINDS: Final = tuple(
    tuple(
        4 * (tile + more) if tile.suit and tile.rank + more <= LAST_RANK else _NOWHERE
        for more in (1, 2)
    )
    for tile in TILES
)
"""Where the kinds are that follow a kind in its suit."""


def _uses(copies: int, *, shorts: bool) -> list[tuple[int, int, int, int, int, int]]:
    """Return what can be done with so many copies of a kind, the lowest of its groups.

    That is how many triplets, pairs, twos with the next kind, twos with the one after it and runs
    are made, and how many copies are left over.
    """
    numbers = product((0, 1), (0, 1, 2), range(1 + shorts), range(1 + shorts), range(COPIES + 1))
    return [
        (triplets, pairs, near, far, runs, over)
        for triplets, pairs, near, far, runs in numbers
        if (over := copies - 3 * triplets - 2 * pairs - near - far - runs) >= 0
    ]


_USES: Final = tuple(
    tuple(_uses(copies, shorts=shorts) for copies in range(COPIES + 1)) for shorts in (False, True)
)


@attrs.frozen
class _Start:
    """What a hand begins with in a search, and what it lacks.

    Attributes:
        part: the tiles that it begins with, a counted set.
        won: the tile drawn for it, a counted set; 0 for none.
        sets: the sets that it lacks.
        pairs: the pairs that it lacks.
        shorts: the groups of two tiles, short of a third, that it lacks.
        singles: the single tiles that it lacks.
    """

    part: int = 0
    won: int = 0
    sets: int = 0
    pairs: int = 0
    shorts: int = 0
    singles: int = 0


@attrs.frozen
class _Found:
    """Groups that were found in a pool, as counted sets.

    Attributes:
        sets: triplets and runs.
        pairs: pairs, those too that are short of a triplet.
        shorts: two tiles of a run.
    """

    sets: list[int] = attrs.field(factory=list)
    pairs: list[int] = attrs.field(factory=list)
    shorts: list[int] = attrs.field(factory=list)


def search_hands(
    pool: int, all_known: Sequence[Known], random: Random
) -> list[tuple[int, int]] | None:
    """Return hands that wait, all out of one pool, each with the tile drawn for it.

    For pools that hold hardly more than these hands: the pool is searched for the groups of all
    hands together, and these are dealt out. This is one start of many that may be needed, and not
    all that it can find is equally likely.

    Args:
        pool: the counted set of the tiles that the hands come from.
        all_known: what is known of each.
        random: the source of chance.

    Returns:
        As `draw_hand`, for each hand; ``None`` when this start leads nowhere.

    Example:
        >>> from random import Random
        >>> from lisi_mahjong.tiles import Tile, counted, format_tiles, parse_tiles, tiles_of
        >>> pool = counted(parse_tiles("2399m 78p44s"))
        >>> both = [Known(1, 0, waits=ONE[tile], all_runs=True) for tile in (Tile.M1, Tile.P9)]
        >>> starts = [search_hands(pool, both, Random(seed).random) for seed in range(20)]
        >>> hands = next(filter(None, starts))
        >>> texts = [format_tiles(tiles_of(hand)) for hand, won in hands]
        >>> texts in (["23m44s", "99m78p"], ["2399m", "78p44s"])
        True
    """
    starts = [_Start()] * len(all_known)
    left = pool
    for number in shuffled(range(len(all_known)), random):
        start = _start(left, all_known[number], random)
        if start is None:
            return None
        starts[number] = start
        left -= start.part + start.won
    found = _search_groups(
        left,
        sum(start.sets for start in starts),
        sum(start.pairs + start.shorts for start in starts),
        sum(start.shorts for start in starts),
        random,
    )
    if found is None:
        return None
    left -= sum(found.sets) + sum(found.pairs) + sum(found.shorts)
    for _ in range(_DEALINGS):
        hands = _deal_out(starts, all_known, found, left, random)
        if hands is not None:
            return hands
    return None


def _start(pool: int, known: Known, random: Random) -> _Start | None:
    """Return what a hand begins with; ``None`` when there is nothing to begin with.

    Either its group that is short of a tile is drawn, as it must be when the tile is to be drawn
    too, or any such group will do that the search leads to. The fewer kinds the hand may wait for,
    the less is left to the search.
    """
    choice = known.kinds.bit_count() / len(TILES)
    if not known.drawn and random() < _ANY_GROUP * choice:
        if known.sets and random() < _TWO_TILES:
            return _Start(sets=known.sets - 1, pairs=1, shorts=1)
        return _Start(sets=known.sets, singles=1)
    singles, doubles = short_groups(pool, known.kinds, known.drawn)
    urn = singles
    if known.sets:
        urn = urn_of((*singles.pieces, *doubles.pieces), [*singles.each, *doubles.each])
    if not urn.ways:
        return None
    piece = urn.pieces[urn.draw(random)]
    won = piece.missing if known.drawn else 0
    if size(piece.tiles) == 1:
        return _Start(piece.tiles, won, sets=known.sets)
    return _Start(piece.tiles, won, sets=known.sets - 1, pairs=1)


def _search_groups(pool: int, sets: int, twos: int, shorts: int, random: Random) -> _Found | None:
    """Return groups out of a pool, or ``None`` when they were not found.

    Kind by kind it is tried what can be done with the copies: triplets, pairs, the lowest tiles of
    runs, or of two tiles of a run, or nothing. How many may be left over is known beforehand.

    Args:
        pool: the tiles.
        sets: how many sets.
        twos: how many groups of two tiles.
        shorts: how many of these may be two tiles of a run; the others are pairs.
        random: the source of chance.
    """
    found = _Found()
    dead_ends: set[tuple[int, int, int, int]] = set()
    suits = shuffled((range(9), range(9, 18), range(18, 27), range(27, 34)), random)
    order = [kind for suit in suits for kind in suit]

    def search(  # noqa: PLR0913, PLR0917 - where it is, and what is still lacking
        place: int, left: int, sets: int, twos: int, shorts: int, spare: int
    ) -> bool:
        if not sets and not twos:
            return True
        state = left, sets, twos, shorts
        if place == len(order) or state in dead_ends or len(dead_ends) > _DEAD_ENDS:
            return False
        kind = order[place]
        uses = _USES[shorts > 0][left >> 4 * kind & 15]
        first = int(random() * len(uses))
        rest = left & ~(15 << 4 * kind)
        one_on, two_on = _NEXT_KINDS[kind]
        for triplets, pairs, near, far, runs, over in uses[first:] + uses[:first]:
            if (
                triplets + runs > sets
                or pairs + near + far > twos
                or near + far > shorts
                or over > spare
                or near + runs > rest >> one_on & 15
                or far + runs > rest >> two_on & 15
            ):
                continue
            after = rest - (near + runs << one_on) - (far + runs << two_on)
            if search(
                place + 1,
                after,
                sets - triplets - runs,
                twos - pairs - near - far,
                shorts - near - far,
                spare - over,
            ):
                one, one_more, two_more = ONE[kind], 1 << one_on, 1 << two_on
                found.sets.extend([3 * one] * triplets + [one + one_more + two_more] * runs)
                found.pairs.extend([2 * one] * pairs)
                found.shorts.extend([one + one_more] * near + [one + two_more] * far)
                return True
        dead_ends.add(state)
        return False

    spare = len(tiles_of(pool)) - 3 * sets - 2 * twos
    return found if spare >= 0 and search(0, pool, sets, twos, shorts, spare) else None


def _deal_out(
    starts: Sequence[_Start],
    all_known: Sequence[Known],
    found: _Found,
    left: int,
    random: Random,
) -> list[tuple[int, int]] | None:
    """Return hands made of what they begin with and of what was found for them all.

    Args:
        starts: what each begins with.
        all_known: what is known of each.
        found: the groups.
        left: the tiles left over, of which some hands get one.
        random: the source of chance.
    """
    sets = iter(shuffled(found.sets, random))
    pairs = shuffled(found.pairs, random)
    singles = iter(shuffled(tiles_of(left), random))
    number = sum(start.pairs for start in starts)
    shorts = iter(shuffled([*found.shorts, *pairs[number:]], random))
    two = iter(pairs[:number])
    hands = []
    for start, known in zip(starts, all_known, strict=True):
        hand = start.part
        hand += sum(islice(sets, start.sets)) + sum(islice(two, start.pairs))
        hand += sum(islice(shorts, start.shorts)) + counted(islice(singles, start.singles))
        if not known.fits(hand, start.won):
            return None
        hands.append((hand, start.won))
    return hands
