"""Every split of concealed tiles, counted to the last hand and compared with a slow way.

The numbers of winning hands are found twice: by asking the splitter about every slice that a hand
can have, and by building every slice out of a pair, runs and triplets.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from hands import TILES, random_full_hand, slow_splits
from lisi_mahjong import Tile, format_tiles, parse_tiles
from lisi_mahjong.splits import (
    HONOURS,
    RUNS_ALONE,
    WITH_TRIPLET,
    flags_of_sets,
    flags_with_pair,
    splits,
)
from lisi_mahjong.tiles import counted, tiles_of

# --- exact numbers of hands ---------------------------------------------------------------

SUIT, HONOUR = 9, 7
"""Kinds in a suit and kinds of honours: how many places a slice has."""

BOTH = RUNS_ALONE | WITH_TRIPLET
ANY_WAY = (RUNS_ALONE, WITH_TRIPLET, BOTH)
ONLY_RUNS = (RUNS_ALONE,)

Flags = Mapping[int, int]
"""By slice, how it can be split; slices that cannot be split are left out."""


class Slices(NamedTuple):
    """The slices that consist of sets, and those that consist of a pair and sets."""

    of_sets: Flags
    with_pair: Flags


def all_slices(places: int) -> Iterator[int]:
    """Yield every slice with nought to four of each kind and at most fourteen tiles."""
    slices = [(0, 0)]
    for place in range(places):
        slices = [
            (tiles + copies, part | copies << 4 * place)
            for tiles, part in slices
            for copies in range(5)
            if tiles + copies <= 14
        ]
    return (part for _, part in slices)


@cache
def exhausted(places: int) -> Slices:
    """Ask the splitter about every slice."""
    of_sets, with_pair = {}, {}
    for part in all_slices(places):
        marked = part | HONOURS if places == HONOUR else part
        if flags := flags_of_sets(marked):
            of_sets[part] = flags
        if flags := flags_with_pair(marked):
            with_pair[part] = flags
    return Slices(of_sets, with_pair)


@cache
def built(places: int) -> Slices:
    """Build the slices from their sets, without the splitter."""
    triplets = [3 << 4 * place for place in range(places)]
    runs = [0x111 << 4 * place for place in range(places - 2)] if places == SUIT else []
    of_sets: dict[int, int] = {}
    with_pair: dict[int, int] = {}
    for number in range(5):
        for chosen in combinations_with_replacement(triplets + runs, number):
            flag = WITH_TRIPLET if set(chosen) & set(triplets) else RUNS_ALONE
            part = sum(chosen)
            if max(copies_in(part)) <= 4:
                of_sets[part] = of_sets.get(part, 0) | flag
            for place in range(places):
                paired = part + (2 << 4 * place)
                if max(copies_in(paired)) <= 4:
                    with_pair[paired] = with_pair.get(paired, 0) | flag
    return Slices(of_sets, with_pair)


def copies_in(part: int) -> list[int]:
    return [int(digit, 16) for digit in f"{part:x}"]


Polynomial = tuple[int, ...]
"""How many slices or hands there are of 0, 1, 2 … 14 tiles."""


def by_size(slices: Flags, wanted: Collection[int]) -> Polynomial:
    """Count the slices with wanted flags by their number of tiles."""
    counts = [0] * 15
    for part, flags in slices.items():
        counts[sum(copies_in(part))] += flags in wanted
    return tuple(counts)


def product(*factors: Polynomial) -> Polynomial:
    result: Polynomial = (1,) + (0,) * 14
    for factor in factors:
        result = tuple(
            sum(result[part] * factor[whole - part] for part in range(whole + 1))
            for whole in range(15)
        )
    return result


def count_hands(method: Callable[[int], Slices], wanted: Collection[int]) -> dict[int, int]:
    """Count by size the hands all of whose slices have wanted flags; one slice has the pair."""
    sets, with_pair = (by_size(slices, wanted) for slices in method(SUIT))
    honour_sets, honours_with_pair = (by_size(slices, wanted) for slices in method(HONOUR))
    pair_in_a_suit = product(with_pair, sets, sets, honour_sets)
    pair_in_honours = product(sets, sets, sets, honours_with_pair)
    counts = zip(pair_in_a_suit, pair_in_honours, strict=True)
    return {size: 3 * one + other for size, (one, other) in enumerate(counts) if one + other}


METHODS = pytest.mark.parametrize("method", [exhausted, built], ids=["exhausted", "built"])


@METHODS
@pytest.mark.rule("WIN-5")
def test_the_number_of_hands_of_a_pair_and_sets(method: Callable[[int], Slices]) -> None:
    assert count_hands(method, ANY_WAY) == {
        2: 34,
        5: 1_836,  # 34 pairs times 55 sets, less 34 with five copies
        8: 49_332,
        11: 875_418,
        14: 11_498_658,
    }


@METHODS
@pytest.mark.rule("WIN-5", refuses=True)
def test_the_number_of_hands_that_are_runs_alone(method: Callable[[int], Slices]) -> None:
    assert count_hands(method, ONLY_RUNS) == {
        2: 34,
        5: 714,  # 34 pairs times 21 runs
        8: 7_836,
        11: 59_005,
        14: 339_918,
    }


@METHODS
@pytest.mark.rule("WIN-5")
def test_the_number_of_concealed_hands_that_win(method: Callable[[int], Slices]) -> None:
    assert count_hands(method, ANY_WAY)[14] - count_hands(method, ONLY_RUNS)[14] == 11_158_740


@pytest.mark.parametrize("places", [SUIT, HONOUR])
def test_the_splitter_finds_just_the_slices_that_can_be_built(places: int) -> None:
    assert exhausted(places).of_sets == built(places).of_sets
    assert exhausted(places).with_pair == built(places).with_pair


def test_every_slice_was_asked_about() -> None:
    # By generating functions: the coefficients of (1 + x + x² + x³ + x⁴) to the 9th and the 7th.
    sizes = product(*[(1, 1, 1, 1, 1) + (0,) * 10] * 9)
    assert len(list(all_slices(SUIT))) == len(set(all_slices(SUIT))) == sum(sizes) == 405_350
    assert len(set(all_slices(HONOUR))) == sum(product(*[(1, 1, 1, 1, 1) + (0,) * 10] * 7))


# --- the splits themselves ----------------------------------------------------------------


def texts(hand: str) -> list[str]:
    """Return the splits of a hand, each as the texts of its pair and sets."""
    return [
        " ".join(map(format_tiles, (pair, *sets)))
        for pair, sets in splits(counted(parse_tiles(hand)))
    ]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("77z", ["77z"]),
        ("55m789p", ["55m 789p"]),
        ("555m55p", ["55p 555m"]),
        ("2222m34m55z", ["55z 222m 234m"]),
        ("11122233344m", ["11m 123m 234m 234m", "44m 111m 222m 333m", "44m 123m 123m 123m"]),
        ("567m567p34455677s", ["77s 567m 567p 345s 456s"]),
        ("11223344m", ["11m 234m 234m", "44m 123m 123m"]),
    ],
)
def test_the_splits_of_a_hand(hand: str, expected: list[str]) -> None:
    assert texts(hand) == expected


@pytest.mark.parametrize("hand", ["89m1p55z", "89m1s55z", "9p12s55z", "9s12z55p", "123z55p"])
def test_no_run_crosses_the_edge_of_a_suit_or_lies_in_the_honours(hand: str) -> None:
    assert texts(hand) == []


def one_suit_hands(rng: random.Random) -> Iterator[list[Tile]]:
    """Yield hands of any size from one suit, most of them with a pair and sets' worth of tiles."""
    while True:
        first = rng.choice((0, 9, 18))
        suit = [tile for tile in TILES[first : first + 9] for _ in range(4)]
        yield rng.sample(suit, rng.choice((2, 5, 8, 11, 14, 14, 14, rng.randint(0, 14))))


def built_hands(rng: random.Random) -> Iterator[list[Tile]]:
    """Yield hands of a pair and sets, one in five with a tile exchanged."""
    while True:
        hand, _ = random_full_hand(rng)
        if rng.random() < 0.2:
            hand[rng.randrange(len(hand))] = rng.choice(TILES)
        yield hand


def mixed_hands(rng: random.Random) -> Iterator[list[Tile]]:
    while True:
        wall = [tile for tile in TILES for _ in range(4)]
        yield rng.sample(wall, rng.choice((2, 5, 8, 11, 14)))


@pytest.mark.parametrize(
    ("source", "number", "at_least"),
    [(built_hands, 3_000, 2_000), (one_suit_hands, 6_000, 300), (mixed_hands, 3_000, 5)],
)
def test_splits_are_those_of_a_slow_search(
    source: Callable[[random.Random], Iterator[list[Tile]]], number: int, at_least: int
) -> None:
    hands = source(random.Random(20_240_601))
    split = 0
    for _ in range(number):
        hand = next(hands)
        found = splits(counted(hand))
        expected = slow_splits(hand)
        assert set(found) == expected, format_tiles(hand)
        assert len(found) == len(expected), f"a split came twice: {format_tiles(hand)}"
        split += bool(found)
    assert split >= at_least


def test_splits_of_every_hand_of_one_suit_are_those_of_a_slow_search() -> None:
    for part in built(SUIT).with_pair:
        hand = tiles_of(part << 36)  # the dots
        found = splits(part << 36)
        assert len(found) == len(set(found)), f"a split came twice: {format_tiles(hand)}"
        assert set(found) == slow_splits(hand), format_tiles(hand)


@pytest.mark.parametrize("source", [built_hands, one_suit_hands])
def test_splits_come_by_pair_and_then_by_sets_in_tile_order(
    source: Callable[[random.Random], Iterator[list[Tile]]],
) -> None:
    hands = source(random.Random(20_240_602))
    for _ in range(2_000):
        hand = next(hands)
        found = splits(counted(hand))
        assert list(found) == sorted(found), format_tiles(hand)
        assert all(list(sets) == sorted(sets) for _, sets in found), format_tiles(hand)
