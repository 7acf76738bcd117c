"""Hands without a game: what they wait for, whether they win, and how a win is read.

Here is what checks a hand that comes from outside; `winning` is what knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from lisi_mahjong.errors import HandError, shorten
from lisi_mahjong.making import maker
from lisi_mahjong.melds import Meld, Melds, check_melds, counted_melds
from lisi_mahjong.rules import (
    DEFAULT_SCORE,
    WRITTEN_RULES,
    RuleSet,
    ScoreTable,
    check_rules,
    check_score,
)
from lisi_mahjong.tiles import (
    COPIES,
    EACH,
    ONE,
    TILES,
    Tile,
    check_tiles,
    format_tiles,
    kinds_of,
    tiles_of,
)
from lisi_mahjong.winning import HAND_SIZE, Reading, is_winning, read_win, wait_set


@attrs.frozen(repr=False, weakref_slot=False)
class Hand:
    """A hand that is checked and counted once, to be asked about as often as one likes.

    `waits`, `is_win` and `readings` take it in the place of concealed tiles and melds, and are
    several times quicker with it. Made by `Hand.of`; who gives the fields below gets the hand
    that `Hand.of` makes, or an error.

    Attributes:
        concealed_set: the concealed tiles, a counted set.
        melds: the melds.
        meld_set: the tiles of the melds, a counted set.
        full: whether a tile more is concealed than a hand has that waits.

    Raises:
        HandError: the fields are not those of a hand.

    Example:
        >>> hand = Hand.of("123456789m5p", ["1111z"])
        >>> hand, hand.full, waits(hand)
        (<Hand 123456789m5p [1111z]>, False, (Tile.P5,))
    """

    concealed_set: int
    melds: tuple[Meld, ...] = ()
    meld_set: int = 0
    full: bool = False

    def __attrs_post_init__(self) -> None:
        number = self.concealed_set
        if type(number) is not int or not 0 <= number < _END:
            message = (
                "a Hand is made by Hand.of of tiles or a text; its concealed_set is a counted set, "
                f"not {shorten(number)}"
            )
            raise HandError(message, "WIN-5")
        made = Hand.of(tiles_of(number), self.melds)
        fields = (type(self.melds), type(self.meld_set), type(self.full))
        if fields != (tuple, int, bool) or made != self:
            message = "the fields of a Hand contradict each other; Hand.of makes one that is right"
            raise HandError(message, "WIN-5")

    @staticmethod
    def of(concealed: Iterable[Tile] | str, melds: Melds = ()) -> Hand:
        """Return the hand of some concealed tiles and melds.

        Args:
            concealed: 13 or 14 tiles less three for each meld, as tiles or as a text, in any
                order.
            melds: pungs and kongs; see `check_melds` for their texts.

        Raises:
            NotationError: a text that cannot be read.
            HandError: a wrong number of tiles, or a fifth copy (WALL-1, WIN-5).

        Example:
            >>> Hand.of("1112345678999m").full, Hand.of("11123456789995m").full
            (False, True)
            >>> hand = Hand.of("1112345678999m")
            >>> waits(hand) == waits("1112345678999m")
            True
        """
        checked = check_melds(melds)
        tiles = check_tiles(concealed)
        waiting = HAND_SIZE - 3 * len(checked)
        if len(tiles) - waiting not in (0, 1):
            message = (
                f"a hand with {_in_words(checked)} has {waiting} or {waiting + 1} concealed "
                f"tiles, not {len(tiles)}"
            )
            raise HandError(message, "WIN-5")
        hand = _count(tiles, checked)
        return _make_hand(hand, checked, counted_melds(checked), len(tiles) > waiting)

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """The concealed tiles, sorted."""
        return tiles_of(self.concealed_set)

    def __repr__(self) -> str:
        melds = "".join(f" [{meld}]" for meld in self.melds)
        return f"<Hand {format_tiles(self.concealed)}{melds}>"


_make_hand = maker(Hand)
_END: Final = 1 << 4 * len(TILES)
"""No counted set is as large."""


def waits(
    concealed: Iterable[Tile] | str | Hand, melds: Melds = (), *, rules: RuleSet = WRITTEN_RULES
) -> tuple[Tile, ...]:
    """Return the kinds that a hand waits for, in tile order (WIN-5, WIN-6).

    Args:
        concealed: 13 tiles less three for each meld, as tiles or as a text, in any order; or a
            `Hand`, with its melds in it.
        melds: pungs and kongs; see `check_melds` for their texts.
        rules: the default is ``RuleSet()``.

    Raises:
        NotationError: a text that cannot be read.
        HandError: a wrong number of tiles, or a fifth copy.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> waits("123456789m5p", ["1111z"])
        (Tile.P5,)
        >>> format_tiles(waits("1113456666788s"))
        '2578s'
    """
    if rules is not WRITTEN_RULES:
        check_rules(rules)
    if type(concealed) is Hand and not concealed.full and type(melds) is tuple and not melds:
        hand, meld_set = concealed.concealed_set, concealed.meld_set
    else:
        hand, meld_set, _ = _check_hand(concealed, melds, full=False)
    kinds = wait_set(hand, meld_set, all_runs=rules.all_runs)
    return tuple(kinds_of(kinds)) if kinds else ()


def is_win(
    concealed: Iterable[Tile] | str | Hand, melds: Melds = (), *, rules: RuleSet = WRITTEN_RULES
) -> bool:
    """Return whether a full hand wins (WIN-5).

    Args:
        concealed: 14 tiles less three for each meld, the winning tile among them; or a `Hand`,
            with its melds in it.
        melds: pungs and kongs; see `check_melds` for their texts.
        rules: the default is ``RuleSet()``.

    Raises:
        NotationError: a text that cannot be read.
        HandError: a wrong number of tiles, or a fifth copy.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> is_win("123456789m55z", ["444p"])
        True
        >>> is_win("567m567p34455677s"), is_win("567m567p34455677s", rules=RuleSet.taiyuan())
        (False, True)
    """
    if rules is not WRITTEN_RULES:
        check_rules(rules)
    if type(concealed) is Hand and concealed.full and type(melds) is tuple and not melds:
        hand, meld_set = concealed.concealed_set, concealed.meld_set
    else:
        hand, meld_set, _ = _check_hand(concealed, melds, full=True)
    return is_winning(hand, meld_set, all_runs=rules.all_runs)


def readings(
    concealed: Iterable[Tile] | str | Hand,
    winning_tile: Tile | str,
    melds: Melds = (),
    *,
    rules: RuleSet = WRITTEN_RULES,
    score: ScoreTable = DEFAULT_SCORE,
) -> tuple[Reading, ...]:
    """Return every reading of a win, the best first (TAG-1 to TAG-10); ``()`` for no win.

    Args:
        concealed: 13 tiles less three for each meld, *without* the winning tile and without the
            tiles of the melds; or a `Hand`, with its melds in it.
        winning_tile: the tile that completes the hand, as a `Tile` or a text.
        melds: pungs and kongs; see `check_melds` for their texts.
        rules: the default is ``RuleSet()``.
        score: the default is ``ScoreTable()``.

    Raises:
        NotationError: a text that cannot be read.
        HandError: a wrong number of tiles, or a fifth copy.
        RulesError: ``rules`` is no `RuleSet` or ``score`` no `ScoreTable`.

    Example:
        >>> for reading in readings("1122344m", "3m", ["999p", "111z"]):
        ...     print(format_tiles(reading.completes), [tag.zh for tag in reading.tags])
        234m ['缺门', '砍张']
        123m ['缺门', '边张']
    """
    check_rules(rules)
    check_score(score)
    if type(concealed) is Hand and not concealed.full and type(melds) is tuple and not melds:
        hand, meld_set, checked = concealed.concealed_set, concealed.meld_set, concealed.melds
    else:
        hand, meld_set, checked = _check_hand(concealed, melds, full=False)
    if type(winning_tile) is not Tile:
        winning_tile = _check_winning_tile(winning_tile)
    if (hand + meld_set) >> 4 * winning_tile & 15 == COPIES:
        message = f"a hand with all four {winning_tile} cannot win on a fifth"
        raise HandError(message, "WIN-6")
    return read_win(hand, winning_tile, checked, rules, score)


def _check_winning_tile(winning_tile: Tile | str) -> Tile:
    winners = check_tiles(winning_tile if isinstance(winning_tile, str) else (winning_tile,))
    if len(winners) != 1:
        message = f"one winning tile is expected, not {shorten(winning_tile)}"
        raise HandError(message, "WIN-5")
    return winners[0]


def _check_hand(
    concealed: Iterable[Tile] | str | Hand, melds: Melds, *, full: bool
) -> tuple[int, int, tuple[Meld, ...]]:
    """Return the counted sets of a hand and of its melds, and the melds, all checked."""
    is_bare = type(melds) is tuple and not melds
    if type(concealed) is tuple and is_bare and len(concealed) == HAND_SIZE + full:
        return _count(concealed, ()), 0, ()  # what is asked most often
    checked = check_melds(melds)
    if type(concealed) is Hand:
        if checked:
            beside = _in_words(checked)
            message = f"a Hand has its melds in it: none is expected beside it, not {beside}"
            raise HandError(message, "WIN-5")
        if concealed.full is not full:
            message = f"a {_SIZES[full]} Hand, with its melds in it, is expected, not {concealed!r}"
            raise HandError(message, "WIN-5")
        return concealed.concealed_set, concealed.meld_set, concealed.melds
    tiles = check_tiles(concealed)  # type: ignore[arg-type]  # it is no Hand
    size = HAND_SIZE + full - 3 * len(checked)
    if len(tiles) != size:
        message = (
            f"a {_SIZES[full]} hand with {_in_words(checked)} has {size} concealed tiles, "
            f"not {len(tiles)}"
        )
        raise HandError(message, "WIN-5")
    return _count(tiles, checked), counted_melds(checked), checked


def _in_words(melds: tuple[Meld, ...]) -> str:
    return f"{len(melds)} meld{'s' if len(melds) != 1 else ''}"


_SIZES: Final = ("waiting", "full")
_THREES: Final = 3 * EACH
_EIGHTS: Final = 8 * EACH


def _count(tiles: tuple[Tile, ...], melds: tuple[Meld, ...]) -> int:
    """Return the counted set of concealed tiles; an error for a fifth copy, with the melds too."""
    hand = 0
    for tile in tiles:
        if type(tile) is not Tile:
            check_tiles(tiles)  # which says what is wrong
        hand += ONE[tile]
    # Counts above four, looked for where they cannot yet have run over into the next kind.
    if (hand | (hand + _THREES)) & _EIGHTS or (
        melds
        and (
            (hand + counted_melds(melds) + _THREES) & _EIGHTS
            or len({meld.tile for meld in melds}) < len(melds)
        )
    ):
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        wrong = next(tile for tile in sorted(everything) if everything.count(tile) > COPIES)
        message = f"{everything.count(wrong)} copies of {wrong}: there are four of each kind"
        raise HandError(message, "WALL-1")
    return hand
