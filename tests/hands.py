"""Hands for tests: a slow way to take them apart, and random hands of which many wait.

Of the library only `Tile`, `Meld` and `MeldKind` are used, so that what is found here can be
compared with what the library finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from hypothesis import assume
from hypothesis import strategies as st

from lisi_mahjong import Meld, MeldKind, Tile

Group = tuple[Tile, ...]
Split = tuple[Group, tuple[Group, ...]]

TILES = tuple(Tile)
SETS: tuple[Group, ...] = (
    *((tile, tile, tile) for tile in TILES),
    *((tile, TILES[tile + 1], TILES[tile + 2]) for tile in TILES[:27] if tile % 9 < 7),
)
KONGS = (MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)


def slow_splits(tiles: Iterable[Tile]) -> set[Split]:
    """Return every split into one pair and sets: the lowest tile is in some group, as its first."""
    return set(_slow_splits(sorted(tiles), (), ()))


def _slow_splits(left: list[Tile], pair: Group, sets: tuple[Group, ...]) -> Iterator[Split]:
    if not left:
        if pair:
            yield pair, tuple(sorted(sets))
        return
    first = left[0]
    if not pair and left.count(first) >= 2:
        yield from _slow_splits(left[2:], (first, first), sets)
    if left.count(first) >= 3:
        yield from _slow_splits(left[3:], pair, (*sets, (first, first, first)))
    run = [first, first + 1, first + 2]
    if first.suit is not None and first.rank <= 7 and run[1] in left and run[2] in left:
        rest = list(left)
        for tile in run:
            rest.remove(Tile(tile))
        yield from _slow_splits(rest, pair, (*sets, tuple(map(Tile, run))))


def slow_is_win(concealed: Iterable[Tile], melds: Sequence[Meld], *, all_runs: bool) -> bool:
    """WIN-5: whether some split has the right number of sets, and a triplet where one is needed."""
    return any(
        len(sets) + len(melds) == 4
        and (all_runs or len(melds) > 0 or any(len(set(group)) == 1 for group in sets))
        for _, sets in slow_splits(concealed)
    )


def slow_waits(
    concealed: Sequence[Tile], melds: Sequence[Meld], *, all_runs: bool
) -> tuple[Tile, ...]:
    """WIN-6: all 34 kinds are tried, but for those of which the hand has all four copies."""
    held = [*concealed, *(tile for meld in melds for tile in meld.tiles)]
    return tuple(
        tile
        for tile in TILES
        if held.count(tile) < 4 and slow_is_win((*concealed, tile), melds, all_runs=all_runs)
    )


def random_melds(rng: random.Random, number: int, kinds: Sequence[Tile]) -> list[Meld]:
    """Return pungs and kongs of different kinds."""
    return [Meld(rng.choice((MeldKind.PUNG, *KONGS)), tile) for tile in rng.sample(kinds, number)]


def random_kinds(rng: random.Random) -> list[Tile]:
    """Return the kinds to build a hand of: few, so that its sets touch, or all of them."""
    suits = [TILES[0:9], TILES[9:18], TILES[18:27], TILES[27:34]]
    return [tile for suit in rng.sample(suits, rng.choice((1, 1, 2, 2, 3, 4))) for tile in suit]


def random_full_hand(rng: random.Random) -> tuple[list[Tile], list[Meld]]:
    """Return a pair, sets and melds: fourteen tiles, melds counted as three, four of a kind."""
    while True:
        kinds = random_kinds(rng)
        melds = random_melds(rng, rng.choice((0, 0, 1, 2, 3, 4)), kinds)
        allowed = [group for group in SETS if set(group) <= set(kinds)]
        hand = [rng.choice(kinds)] * 2
        for _ in range(4 - len(melds)):
            hand += rng.choice(allowed)
        held = [*hand, *(tile for meld in melds for tile in meld.tiles)]
        if all(held.count(tile) <= 4 for tile in set(held)):
            return hand, melds


def random_waiting_hand(rng: random.Random) -> tuple[list[Tile], list[Meld]]:
    """Return thirteen tiles, melds counted as three: one tile short of a win, or a little more.

    One hand in four has a tile exchanged for another, which may break it or not; no hand has
    five of a kind.
    """
    hand, melds = random_full_hand(rng)
    rng.shuffle(hand)
    hand.pop()
    if rng.random() < 0.25:
        held = [*hand[1:], *(tile for meld in melds for tile in meld.tiles)]
        near = [TILES[(hand[0] + step) % 34] for step in (-2, -1, 1, 2)]
        hand[0] = rng.choice([tile for tile in (hand[0], *near) if held.count(tile) < 4])
    return hand, melds


@st.composite
def full_hands(draw: st.DrawFn) -> tuple[list[Tile], list[Meld]]:
    """Draw a pair, sets and melds: fourteen tiles, melds counted as three, four of a kind."""
    letters = draw(st.sets(st.sampled_from("mpsz"), min_size=1))
    kinds = [tile for tile in TILES if str(tile)[1] in letters]
    allowed = [group for group in SETS if set(group) <= set(kinds)]
    kind = st.sampled_from((MeldKind.PUNG, *KONGS))
    tiles = draw(st.lists(st.sampled_from(kinds), max_size=4, unique=True))
    melds = [Meld(draw(kind), tile) for tile in tiles]
    number = 4 - len(melds)
    sets = draw(st.lists(st.sampled_from(allowed), min_size=number, max_size=number))
    hand = [draw(st.sampled_from(kinds))] * 2 + [tile for group in sets for tile in group]
    held = [*hand, *(tile for meld in melds for tile in meld.tiles)]
    assume(all(held.count(tile) <= 4 for tile in held))
    return hand, melds


@st.composite
def waiting_hands(draw: st.DrawFn) -> tuple[list[Tile], list[Meld]]:
    """Draw thirteen tiles, melds counted as three: a full hand less one of its tiles."""
    hand, melds = draw(full_hands())
    hand.remove(draw(st.sampled_from(sorted(set(hand)))))
    return draw(st.permutations(hand)), melds
