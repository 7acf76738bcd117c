"""The 34 kinds of tile, their texts, and *counted sets*: many tiles in one integer.

Tiles are kinds: the four copies of a kind are interchangeable (WALL-1). A counted set packs
how many copies of each kind there are into one int, four bits a kind, so that adding a tile is
an addition (``counted + ONE[tile]``), joining two sets is an addition, and one suit is a slice
of 36 bits. A set in which every count is 0 or 1 also serves as a plain set of kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, unique
from typing import Final, Literal

from lisi_mahjong.errors import HandError, NotationError, shorten


@unique
class Tile(IntEnum):
    """One of the 34 kinds, in the order ``1m…9m 1p…9p 1s…9s 1z…7z`` (WALL-1).

    ``m`` characters 万, ``p`` dots 筒, ``s`` bamboos 条, ``z`` honours: east, south, west, north,
    white, green, red. A `Tile` is an int (0 to 33), so tiles sort in that order.

    Example:
        >>> str(Tile.M5), Tile.M5.suit, Tile.M5.rank, Tile.M5.zh, Tile.M5.glyph
        ('5m', 'm', 5, '五万', '🀋')
        >>> str(Tile.RED), Tile.RED.suit, Tile.RED.rank, Tile.RED.zh
        ('7z', None, 7, '中')
    """

    M1 = 0
    M2 = 1
    M3 = 2
    M4 = 3
    M5 = 4
    M6 = 5
    M7 = 6
    M8 = 7
    M9 = 8
    P1 = 9
    P2 = 10
    P3 = 11
    P4 = 12
    P5 = 13
    P6 = 14
    P7 = 15
    P8 = 16
    P9 = 17
    S1 = 18
    S2 = 19
    S3 = 20
    S4 = 21
    S5 = 22
    S6 = 23
    S7 = 24
    S8 = 25
    S9 = 26
    EAST = 27
    SOUTH = 28
    WEST = 29
    NORTH = 30
    WHITE = 31
    GREEN = 32
    RED = 33

    @property
    def suit(self) -> Literal["m", "p", "s"] | None:
        """The suit, ``"m"``, ``"p"`` or ``"s"``; ``None`` for an honour."""
        return _SUITS[self // 9]

    @property
    def rank(self) -> int:
        """1 to 9 in a suit; 1 to 7 for east, south, west, north, white, green, red."""
        return self % 9 + 1

    @property
    def zh(self) -> str:
        """The Chinese name, such as ``五万`` or ``中``."""
        return _ZH[self]

    @property
    def glyph(self) -> str:
        """The Unicode mahjong tile, such as ``🀋``."""
        return _GLYPHS[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Tile.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(_TEXTS[self], spec)


TILES: Final[tuple[Tile, ...]] = tuple(Tile)
"""All 34 kinds in order: ``TILES[n]`` is the tile whose int is ``n``."""

LAST_RANK: Final = 9
"""The highest rank of a suit."""

COPIES: Final = 4
"""How many tiles there are of each kind (WALL-1)."""

WHITE_SPACE: Final = " \t\r\n"
"""All that is white space in a text of the library; no other characters are."""

_LETTERS: Final = "mpsz"
_SUITS: Final[tuple[Literal["m", "p", "s"] | None, ...]] = ("m", "p", "s", None)
_TEXTS: Final = tuple(f"{kind % 9 + 1}{_LETTERS[kind // 9]}" for kind in range(34))
_ZH: Final[tuple[str, ...]] = (
    *(f"{number}{suit}" for suit in "万筒条" for number in "一二三四五六七八九"),
    *"东南西北白发中",
)
# In Unicode the winds come first, then red, green, white, then characters, bamboos and dots.
_GLYPHS: Final = tuple(
    chr(0x1F000 + offset)
    for offset in (*range(7, 16), *range(25, 34), *range(16, 25), 0, 1, 2, 3, 6, 5, 4)
)
_OF_TEXT: Final = dict(zip(_TEXTS, TILES, strict=True))

ONE: Final[tuple[int, ...]] = tuple(1 << (4 * kind) for kind in range(34))
"""``ONE[tile]`` is the counted set of one such tile."""

EACH: Final = sum(ONE)
"""The counted set of one tile of each kind: the lowest bit of every count."""

SUIT_BITS: Final = 36
"""How far the suits of a counted set, and the honours after them, lie apart."""

SUIT_MASK: Final = (1 << SUIT_BITS) - 1
"""The bits of the first suit."""


def parse_tile(text: str) -> Tile:
    """Return the tile, one of the 34 kinds, that a text such as ``"5m"`` names (WALL-1).

    Raises:
        NotationError: the text is not one digit and its suit letter.

    Example:
        >>> parse_tile("7z")
        Tile.RED
    """
    tiles = parse_tiles(text)
    if len(text) != 2:  # noqa: PLR2004 - a digit and a letter
        raise NotationError(text, 1 if text[1].isdigit() else 2, "a single tile")
    return tiles[0]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles that a text names, in the order written, four of a kind at most (WALL-1).

    A group is one or more digits and the letter of their suit: ``m`` characters, ``p`` dots,
    ``s`` bamboos, ``z`` honours. ASCII only; white space may stand between groups.

    Args:
        text: such as ``"123m55z"``.

    Raises:
        NotationError: anything else, a fifth copy too, with ``.text``, ``.position`` and
            ``.expected``.

    Example:
        >>> parse_tiles("21m 5z")
        (Tile.M2, Tile.M1, Tile.WHITE)
    """
    tiles = read_tiles(text)
    for index, tile in enumerate(tiles):
        if tiles[:index].count(tile) == COPIES:
            digits = [place for place, char in enumerate(text) if char.isdigit()]
            raise NotationError(text, digits[index], f"no fifth {tile}")
    return tiles


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles that a text names, as `parse_tiles` does, however many of a kind.

    Hands are read so, for there a fifth copy is a `HandError`.

    Raises:
        NotationError: the text cannot be read.

    Example:
        >>> len(read_tiles("55555m"))
        5
    """
    if not isinstance(text, str):
        raise NotationError(text, 0, "a text such as '123m55z'")
    tiles: list[Tile] = []
    start = 0  # of the group being read
    for position, char in enumerate(text):
        if char in "123456789":
            continue
        if char in _LETTERS:
            if start == position:
                raise NotationError(text, position, "a digit from 1 to 9")
            for index in range(start, position):
                tile = _OF_TEXT.get(text[index] + char)
                if tile is None:  # 8z or 9z
                    raise NotationError(text, index, "a digit from 1 to 7 for an honour")
                tiles.append(tile)
            start = position + 1
        elif char in WHITE_SPACE and start == position and tiles:
            start = position + 1
        elif start == position:
            raise NotationError(text, position, "a digit from 1 to 9")
        else:
            raise NotationError(text, position, "one of m p s z")
    if start < len(text):
        raise NotationError(text, len(text), "one of m p s z")
    if not tiles or text[-1] not in _LETTERS:
        expected = "nothing more" if tiles else "a digit from 1 to 9"
        raise NotationError(text, len(text.rstrip(WHITE_SPACE)), expected)
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return the text of some tiles, sorted and grouped by suit; ``""`` for none.

    Raises:
        HandError: something among them is no `Tile`.

    Example:
        >>> format_tiles([Tile.WHITE, Tile.M2, Tile.M1])
        '12m5z'
    """
    ordered = sorted(check_tiles(tiles))
    return "".join(
        "".join(str(tile.rank) for tile in group) + letter
        for number, letter in enumerate(_LETTERS)
        if (group := [tile for tile in ordered if tile // 9 == number])
    )


def check_tiles(tiles: Iterable[Tile] | str) -> tuple[Tile, ...]:
    """Return tiles given as an iterable or as a text, as a tuple in the order given.

    Raises:
        NotationError: a text that names no tiles.
        HandError: no iterable, or something in it is no `Tile`.

    Example:
        >>> check_tiles("12m")
        (Tile.M1, Tile.M2)
    """
    if isinstance(tiles, str):
        return read_tiles(tiles) if tiles else ()
    try:
        checked = tuple(tiles)
    except TypeError:
        message = f"an iterable of tiles or a text is expected, not {shorten(tiles)}"
        raise HandError(message, "WALL-1") from None
    if checked and set(map(type, checked)) != {Tile}:
        wrong = next(tile for tile in checked if type(tile) is not Tile)
        message = f"a Tile is expected, not {shorten(wrong)}"
        raise HandError(message, "WALL-1")
    return checked


def counted(tiles: Iterable[Tile]) -> int:
    """Return the counted set of some tiles, at most fifteen of a kind.

    Example:
        >>> counted([Tile.M1, Tile.M1, Tile.M2]) == 2 * ONE[Tile.M1] + ONE[Tile.M2]
        True
    """
    return sum(map(_one_of, tiles))


_one_of = dict(zip(TILES, ONE, strict=True)).__getitem__  # quicker than the tuple's


def tiles_of(count: int) -> tuple[Tile, ...]:
    """Return the tiles of a counted set as a sorted tuple.

    Example:
        >>> tiles_of(2 * ONE[Tile.M1] + ONE[Tile.RED])
        (Tile.M1, Tile.M1, Tile.RED)
    """
    tiles: list[Tile] = []
    while count:
        kind = ((count & -count).bit_length() - 1) >> 2
        copies = (count >> (4 * kind)) & 15
        tiles.extend([TILES[kind]] * copies)
        count -= copies << (4 * kind)
    return tuple(tiles)


def kinds_of(count: int) -> list[Tile]:
    """Return the kinds of a counted set, each once, sorted.

    Example:
        >>> kinds_of(2 * ONE[Tile.M1] + ONE[Tile.RED])
        [Tile.M1, Tile.RED]
    """
    kinds: list[Tile] = []
    while count:
        kind = ((count & -count).bit_length() - 1) >> 2
        kinds.append(TILES[kind])
        count &= -1 << (4 * kind + 4)
    return kinds


def size(count: int) -> int:
    """Return how many tiles a counted set of at most 14 tiles holds.

    Example:
        >>> size(2 * ONE[Tile.M1] + ONE[Tile.RED])
        3
    """
    return count % 15  # 16 is 1 modulo 15, so what is left is the sum of the base-16 digits
