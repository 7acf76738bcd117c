"""What wins, what a hand waits for, and how a win is read: WIN-5, WIN-6 and the tags.

All of it works on counted sets; `hands` is the face of it for hands without a game.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import Final

import attrs

from lisi_mahjong.melds import Meld, MeldKind, counted_melds
from lisi_mahjong.rules import (
    RuleSet,
    ScoreTable,
)
from lisi_mahjong.splits import (
    COMPLETENESS,
    HONOURS,
    INCOMPLETE,
    PAIRED,
    PAIRS,
    RUNS,
    STRAYS,
    WITH_TRIPLET,
    Group,
    flags_of_sets,
    flags_with_pair,
    slices_of,
    splits,
    waits_for_sets,
    waits_with_pair,
)
from lisi_mahjong.tiles import (
    EACH,
    ONE,
    SUIT_BITS,
    SUIT_MASK,
    Tile,
    format_tiles,
    kinds_of,
)

HAND_SIZE: Final = 13
"""Tiles of a waiting hand, each meld counted as three (DEAL-1)."""


@unique
class Tag(Enum):
    """What a win is called (TAG-1 to TAG-7), by the names of the Chinese Official rule book.

    Attributes:
        en: the English name.
        zh: the Chinese name.
        rule: the number of its rule.

    Example:
        >>> Tag.PURE_STRAIGHT.en, Tag.PURE_STRAIGHT.zh, Tag.PURE_STRAIGHT.rule
        ('Pure Straight', '青龙', 'TAG-6')
    """

    ONE_VOIDED_SUIT = ("缺门", "TAG-1")
    CLOSED_WAIT = ("砍张", "TAG-2")
    EDGE_WAIT = ("边张", "TAG-3")
    SINGLE_WAIT = ("单吊", "TAG-7")
    PURE_STRAIGHT = ("青龙", "TAG-6")
    FULL_FLUSH = ("清一色", "TAG-7")
    MELDED_KONG = ("明杠", "TAG-4")
    CONCEALED_KONG = ("暗杠", "TAG-5")

    def __init__(self, zh: str, rule: str) -> None:
        self.zh = zh
        self.rule = rule
        self.en = self.name.replace("_", " ").title()
        self.place = len(type(self).__members__)

    def __hash__(self) -> int:
        return self.place  # not the name's: sets of tags look alike under every hash seed

    def __repr__(self) -> str:
        return f"Tag.{self.name}"


@attrs.frozen
class Reading:
    """One way to read a winning hand: its sets, and which of them the winning tile completes.

    Attributes:
        pair: the two tiles of the pair.
        sets: the sets of the concealed part, each three tiles, in tile order.
        completes: the pair, or the one of the sets, that the winning tile completes.
        tags: what this reading is called.
        triplets: how many of the four sets are triplets or kongs, melds counted: the shape
            (TAG-9). 0 only under the option ``all_runs``.
        points: SCORE-1's sum, without the dealer's 1 and without kongs.

    Example:
        >>> from lisi_mahjong import format_tiles, readings
        >>> reading = readings("123456789m5p", "5p", ["(1111z)"])[0]
        >>> format_tiles(reading.completes), reading.triplets, reading.points
        ('55p', 1, 13)
        >>> [tag.zh for tag in Tag if tag in reading.tags]
        ['缺门', '单吊', '青龙', '暗杠']
    """

    pair: Group
    sets: tuple[Group, ...]
    completes: Group
    tags: frozenset[Tag]
    triplets: int
    points: int

    def __repr__(self) -> str:
        groups = " ".join(format_tiles(group) for group in (self.pair, *self.sets))
        tags = " ".join(tag.name for tag in Tag if tag in self.tags)
        return f"<Reading {groups}, on {format_tiles(self.completes)}, {tags or 'no tag'}>"


# --- on counted sets ----------------------------------------------------------------------


def wait_set(hand: int, melds: int, *, all_runs: bool = False) -> int:
    """Return the kinds that a hand waits for, as a set of kinds (WIN-5, WIN-6).

    Args:
        hand: the counted set of the concealed tiles, 13 less three for each meld.
        melds: the counted set of the melds' tiles; 0 for none.
        all_runs: whether a hand of four runs wins too.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> kinds_of(wait_set(counted(parse_tiles("1112456m456p789s")), 0))
        [Tile.M2]
    """
    if (
        STRAYS[hand & SUIT_MASK]
        or STRAYS[hand >> SUIT_BITS & SUIT_MASK]
        or STRAYS[hand >> 2 * SUIT_BITS & SUIT_MASK]
        or STRAYS[hand >> 3 * SUIT_BITS | HONOURS]
    ):
        return 0
    # Every meld is a triplet or a kong, so that the condition of WIN-5 is met with any.
    kinds = waits_by_splits(hand, triplet_needed=not (melds or all_runs))
    return kinds & ~((hand + melds) >> 2 & EACH) if kinds else 0


def waits_by_splits(hand: int, *, triplet_needed: bool) -> int:
    """Return the kinds that complete a hand to a pair and sets, as a set of kinds.

    A set has three tiles and the pair two, so the sizes of the four slices modulo 3 tell where
    the missing tile can be: one slice has a tile too many and its missing tile makes the pair,
    or one slice holds the pair and another, two tiles beside its sets, waits for the third.

    Args:
        hand: the counted set of the concealed tiles; its size is 1 modulo 3.
        triplet_needed: leave out what completes the hand by runs alone.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> hand = counted(parse_tiles("1112456m456p789s"))
        >>> kinds_of(waits_by_splits(hand, triplet_needed=False))
        [Tile.M2, Tile.M3]
    """
    # 16 is 1 modulo 3, so that a slice modulo 3 is its size modulo 3.
    plan = _PLANS[
        (hand & SUIT_MASK) % 3 * 27
        + (hand >> SUIT_BITS & SUIT_MASK) % 3 * 9
        + (hand >> 2 * SUIT_BITS & SUIT_MASK) % 3 * 3
        + (hand >> 3 * SUIT_BITS) % 3
    ]
    if plan is None:
        return 0
    parts = slices_of(hand)
    waiting, pairing, complete = plan
    flags = 0 if triplet_needed else WITH_TRIPLET
    for suit in complete:
        found = flags_of_sets(parts[suit])
        if not found:
            return 0
        flags |= found
    if pairing < 0:
        return waits_with_pair(parts[waiting])[not flags & WITH_TRIPLET] << SUIT_BITS * waiting
    kinds = 0
    for suit, other in ((waiting, pairing), (pairing, waiting)):
        found = flags_with_pair(parts[other])
        if found:
            by_triplet = not (flags | found) & WITH_TRIPLET
            kinds |= waits_for_sets(parts[suit])[by_triplet] << SUIT_BITS * suit
    return kinds


def _plan(sizes: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]] | None:
    """Return how slices of these sizes modulo 3 can wait, or None when they cannot.

    The plan is the slice that waits, the slice that pairs with it (-1 for none) and the slices
    that must be complete.
    """
    complete = tuple(suit for suit in range(4) if sizes[suit] == 0)
    ones = [suit for suit in range(4) if sizes[suit] == 1]
    twos = [suit for suit in range(4) if sizes[suit] == 2]  # noqa: PLR2004 - modulo 3
    if len(ones) == 1 and not twos:
        return ones[0], -1, complete
    if len(twos) == 2 and not ones:  # noqa: PLR2004 - one of them pairs
        return twos[0], twos[1], complete
    return None


_PLANS: Final = tuple(
    _plan((number // 27, number // 9 % 3, number // 3 % 3, number % 3)) for number in range(81)
)


def ting_tiles(standing: int, loose: int, melds: int, *, all_runs: bool) -> list[Tile]:
    """Return the standing tiles without which a hand waits for something, sorted (TING-1).

    Args:
        standing: the counted set of the standing tiles.
        loose: the counted set of the loose tiles, 14 with the others less three for each meld.
        melds: the counted set of the melds' tiles; 0 for none.
        all_runs: whether a hand of four runs wins too.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> standing, loose = (
        ...     counted(parse_tiles("9m5p6p9s")),
        ...     counted(parse_tiles("111234p567s9s")),
        ... )
        >>> ting_tiles(standing, loose, 0, all_runs=False)
        [Tile.M9]
    """
    hand = standing + loose
    in_m = STRAYS[hand & SUIT_MASK]
    in_p = STRAYS[hand >> SUIT_BITS & SUIT_MASK]
    in_s = STRAYS[hand >> 2 * SUIT_BITS & SUIT_MASK]
    in_z = STRAYS[hand >> 3 * SUIT_BITS | HONOURS]
    strays = in_m + in_p + in_s + in_z
    if strays > 1:  # one tile that goes mends one slice
        return []
    if strays:
        standing &= SUIT_MASK << SUIT_BITS * (in_p + 2 * in_s + 3 * in_z)
    return [
        tile for tile in kinds_of(standing) if wait_set(hand - ONE[tile], melds, all_runs=all_runs)
    ]


def is_winning(hand: int, melds: int, *, all_runs: bool) -> bool:
    """Return whether the concealed tiles of a full hand win (WIN-5).

    Args:
        hand: the counted set of the concealed tiles, 14 less three for each meld.
        melds: the counted set of the melds' tiles; 0 for none.
        all_runs: whether a hand of four runs wins too.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> is_winning(counted(parse_tiles("111222333m456p99s")), 0, all_runs=False)
        True
    """
    in_m = COMPLETENESS[hand & SUIT_MASK]
    if in_m == INCOMPLETE:
        return False
    in_p = COMPLETENESS[hand >> SUIT_BITS & SUIT_MASK]
    if in_p == INCOMPLETE:
        return False
    slices = (
        in_m
        + in_p
        + COMPLETENESS[hand >> 2 * SUIT_BITS & SUIT_MASK]
        + COMPLETENESS[hand >> 3 * SUIT_BITS | HONOURS]
    )
    # Nothing is incomplete and there is one pair; what is left counts slices with a triplet.
    return slices // PAIRED == 1 and (slices > PAIRED or melds > 0 or all_runs)


def read_win(
    hand: int,
    winning_tile: Tile,
    melds: tuple[Meld, ...],
    rules: RuleSet,
    score: ScoreTable,
) -> tuple[Reading, ...]:
    """Return every reading of a win, the best first (TAG-1 to TAG-10); ``()`` for no win.

    Args:
        hand: the counted set of the concealed tiles without the winning one.
        winning_tile: the tile that completes the hand.
        melds: the melds beside it.
        rules: says what wins and how waits are tagged.
        score: gives the points of a reading.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> hand = counted(parse_tiles("123456789m5p111z"))
        >>> rules, score = RuleSet(), ScoreTable()
        >>> [reading.points for reading in read_win(hand, Tile.P5, (), rules, score)]
        [13]
    """
    meld_tiles = counted_melds(melds)
    full = hand + ONE[winning_tile]
    if not is_winning(full, meld_tiles, all_runs=rules.all_runs):
        return ()
    alone = wait_set(hand, meld_tiles, all_runs=rules.all_runs) == ONE[winning_tile]
    hand_tags = _tags_of_hand(full + meld_tiles, melds)
    found = []
    for pair, sets in splits(full):
        triplets = len(melds) + sum(group[0] is group[1] for group in sets)
        if not triplets and not rules.all_runs:
            continue
        tags = hand_tags | _tags_of_sets(sets)
        for completes in dict.fromkeys((pair, *sets)):
            if winning_tile in completes:
                wait = _tag_of_wait(completes, winning_tile, rules, alone=alone)
                all_tags = frozenset(tags | {wait} if wait else tags)
                points = score.base + sum(_points_of(tag, score) for tag in all_tags)
                found.append(Reading(pair, sets, completes, all_tags, triplets, points))
    return tuple(sorted(found, key=_rank) if len(found) > 1 else found)


def _rank(reading: Reading) -> tuple[object, ...]:
    """Return the sort key of TAG-10."""
    return (
        -reading.points,
        -reading.triplets,
        reading.pair,
        reading.sets,
        reading.completes is not reading.pair,
        reading.completes,
    )


def _tags_of_hand(tiles: int, melds: tuple[Meld, ...]) -> set[Tag]:
    """Return the tags that do not depend on the reading (TAG-1, TAG-4, TAG-5, TAG-7)."""
    tags = set()
    *suits, honours = (
        tiles & SUIT_MASK,
        tiles >> SUIT_BITS & SUIT_MASK,
        tiles >> 2 * SUIT_BITS & SUIT_MASK,
        tiles >> 3 * SUIT_BITS,
    )
    absent = suits.count(0)
    if absent == 1:
        tags.add(Tag.ONE_VOIDED_SUIT)
    if absent == 2 and not honours:  # noqa: PLR2004 - one suit alone
        tags.add(Tag.FULL_FLUSH)
    for meld in melds:
        if meld.kind is MeldKind.CONCEALED_KONG:
            tags.add(Tag.CONCEALED_KONG)
        elif meld.kind is not MeldKind.PUNG:
            tags.add(Tag.MELDED_KONG)
    return tags


_STRAIGHTS: Final = tuple(
    frozenset(RUNS[Tile(first + rank)] for rank in (0, 3, 6)) for first in (0, 9, 18)
)


def _tags_of_sets(sets: tuple[Group, ...]) -> set[Tag]:
    """Return the tags that depend on the sets alone (TAG-6)."""
    return {Tag.PURE_STRAIGHT} if any(map(frozenset(sets).issuperset, _STRAIGHTS)) else set()


def _tag_of_wait(
    completes: Group, winning_tile: Tile, rules: RuleSet, *, alone: bool
) -> Tag | None:
    """Return the tag of the winning tile's place, at most one (TAG-2, TAG-3, TAG-7)."""
    if completes is PAIRS[winning_tile]:
        return Tag.SINGLE_WAIT if alone else None
    low, middle, high = completes
    if low is high:
        return None
    if winning_tile is middle:
        counts = winning_tile.rank != 8 or rules.closed_wait_on_eight  # noqa: PLR2004 - the 8
        return Tag.CLOSED_WAIT if counts and (alone or not rules.closed_wait_alone) else None
    inner = high if low.rank == 1 else low if high.rank == 9 else None  # noqa: PLR2004 - 1 and 9
    return Tag.EDGE_WAIT if alone and winning_tile is inner else None


def _points_of(tag: Tag, score: ScoreTable) -> int:
    """Return the points of a tag (SCORE-1); kongs are paid apart (SCORE-5)."""
    field = _POINTS_FIELD.get(tag)
    points: int = getattr(score, field) if field else 0
    return points


_POINTS_FIELD: Final[dict[Tag, str]] = {
    tag: tag.name.lower() for tag in Tag if tag not in (Tag.MELDED_KONG, Tag.CONCEALED_KONG)
}
