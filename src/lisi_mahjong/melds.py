"""Pungs and kongs: the sets that lie open before a seat, or face down for a concealed kong."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, unique
from typing import Final

import attrs

from lisi_mahjong.errors import HandError, NotationError, shorten
from lisi_mahjong.scanning import Scanner
from lisi_mahjong.seats import is_seat
from lisi_mahjong.tiles import COPIES, ONE, WHITE_SPACE, Tile, parse_tile, read_tiles


@unique
class MeldKind(Enum):
    """A pung, or one of the three sorts of kong (CLAIM-1, KONG-1 to KONG-3).

    Attributes:
        zh: the Chinese name.

    Example:
        >>> MeldKind.ADDED_KONG.zh, MeldKind.ADDED_KONG.is_kong
        ('补杠', True)
    """

    PUNG = "pung"
    MELDED_KONG = "melded kong"
    ADDED_KONG = "added kong"
    CONCEALED_KONG = "concealed kong"

    @property
    def is_kong(self) -> bool:
        """Whether the meld has four tiles."""
        return self is not MeldKind.PUNG

    @property
    def zh(self) -> str:
        """The Chinese name."""
        return _ZH[self.name]

    def __repr__(self) -> str:
        return f"MeldKind.{self.name}"


_ZH: Final = {
    "PUNG": "碰",
    "MELDED_KONG": "明杠",
    "ADDED_KONG": "补杠",
    "CONCEALED_KONG": "暗杠",
}


@attrs.frozen
class Meld:
    """A pung or a kong.

    Attributes:
        kind: which of the four.
        tile: the kind of its tiles.
        from_seat: the seat whose discard it took (an added kong keeps its pung's); ``None`` for
            a concealed kong, and where a hand without a game does not care.

    Example:
        >>> meld = Meld(MeldKind.PUNG, Tile.M5, 3)
        >>> str(meld), meld.tiles
        ('555m<3', (Tile.M5, Tile.M5, Tile.M5))
    """

    kind: MeldKind
    tile: Tile
    from_seat: int | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The three tiles of a pung, the four of a kong."""
        return (self.tile,) * (4 if self.kind.is_kong else 3)

    def __str__(self) -> str:
        text = str(self.tile.rank) * len(self.tiles) + str(self.tile)[1]
        if self.kind is MeldKind.CONCEALED_KONG:
            return f"({text})"
        mark = "+" if self.kind is MeldKind.ADDED_KONG else ""
        source = "" if self.from_seat is None else f"<{self.from_seat}"
        return f"{text}{mark}{source}"


# One object for each meld that a game can make, built when it is first made. A meld of a state with
# odd values in it is not kept: True is found under 1, and would be handed out to everybody.
_MADE: Final[dict[tuple[MeldKind, Tile, int | None], Meld]] = {}


def meld_of(kind: MeldKind, tile: Tile, from_seat: int | None) -> Meld:
    """Return the one object that stands for this meld.

    Example:
        >>> meld_of(MeldKind.PUNG, Tile.M5, 3) is meld_of(MeldKind.PUNG, Tile.M5, 3)
        True
    """
    key = (kind, tile, from_seat)
    made = _MADE.get(key)
    if made is None:
        made = Meld(kind, tile, from_seat)
        if type(tile) is Tile and (from_seat is None or is_seat(from_seat)):
            _MADE[key] = made
    return made


Melds = Iterable[Meld | str | tuple[str, MeldKind]]
"""How a hand without a game is given its melds; see `check_melds`."""


def check_melds(melds: Melds) -> tuple[Meld, ...]:
    """Return melds given as `Meld` values or as texts.

    A text of three equal tiles is a pung (``"555m"``), of four a melded kong (``"5555m"``), of
    four with a plus an added kong (``"5555m+"``), of four in parentheses a concealed kong
    (``"(5555m)"``). The seat may follow whose discard the meld took: ``"555m<3"``, ``"5555m<3"``,
    ``"5555m+<3"``. So every ``str(meld)`` is read as that meld. A pair of a text of four tiles and
    a `MeldKind` says which kong it is (``("5555m", MeldKind.ADDED_KONG)``).

    Args:
        melds: at most four.

    Raises:
        NotationError: a text that cannot be read.
        HandError: something else, or more than four melds.

    Example:
        >>> [meld.kind for meld in check_melds(["555m", "5555p", "(1111z)"])]
        [MeldKind.PUNG, MeldKind.MELDED_KONG, MeldKind.CONCEALED_KONG]
        >>> check_melds(["5555m+<3"]) == (Meld(MeldKind.ADDED_KONG, Tile.M5, 3),)
        True
    """
    if isinstance(melds, str):
        message = f"melds are a sequence such as ['555m'], not the text {shorten(melds)}"
        raise HandError(message, "WIN-5")
    try:
        checked = tuple(_check_meld(meld) for meld in melds)
    except TypeError:
        message = f"melds are a sequence of Meld or texts, not {shorten(melds)}"
        raise HandError(message, "WIN-5") from None
    if len(checked) > 4:  # noqa: PLR2004 - a hand has four sets
        message = f"a hand has at most four melds, not {len(checked)}"
        raise HandError(message, "WIN-5")
    return checked


def _check_meld(value: object) -> Meld:
    if isinstance(value, str):
        return _parse_meld(value)
    if type(value) is tuple and len(value) == 2:  # noqa: PLR2004 - a text and a kind
        text, kind = value
        if isinstance(text, str) and type(kind) is MeldKind:
            meld = _parse_meld(text)
            if kind is meld.kind or (meld.kind is MeldKind.MELDED_KONG and kind.is_kong):
                value = Meld(kind, meld.tile, meld.from_seat)
    if (
        type(value) is not Meld
        or type(value.kind) is not MeldKind
        or type(value.tile) is not Tile
        or (value.from_seat is not None and not is_seat(value.from_seat))
        or (value.from_seat is not None and value.kind is MeldKind.CONCEALED_KONG)
    ):
        message = f"a Meld or a text such as '555m' is expected, not {shorten(value)}"
        raise HandError(message, "WIN-5")
    return value


def _parse_meld(text: str) -> Meld:
    """Return the meld that a text names, with or without the seat that it came from."""
    scan = Scanner(text)
    if "<" in text or "+" in text:
        meld = read_meld(scan)
        scan.end()
        return meld
    concealed = scan.takes("(")
    inner = text[1:].partition(")")[0].rstrip(WHITE_SPACE) if concealed else text
    try:
        tiles = read_tiles(inner)
    except NotationError as error:
        scan.fail(error.expected, error.position + concealed)
    if concealed:
        scan.position += len(inner)
        scan.expect(")")
        scan.end()
    kinds = {
        (3, False): MeldKind.PUNG,
        (4, False): MeldKind.MELDED_KONG,
        (4, True): MeldKind.CONCEALED_KONG,
    }
    kind = kinds.get((len(tiles), concealed))
    if kind is None or len(set(tiles)) > 1:
        message = f"a pung has three equal tiles and a kong four, not {shorten(text)}"
        raise HandError(message, "WIN-5")
    return Meld(kind, tiles[0])


def read_meld(scan: Scanner) -> Meld:
    """Return the meld that comes next, as `str` writes it.

    Raises:
        NotationError: something else comes next.

    Example:
        >>> str(read_meld(Scanner("5555m+<3")))
        '5555m+<3'
    """
    concealed = scan.takes("(")
    start, digit = scan.position, scan.next
    if digit not in "123456789":
        scan.fail("a digit from 1 to 9")
    copies = scan.count(digit, COPIES)
    if copies < 3 + concealed:
        scan.fail(f"'{digit}'")
    if scan.next not in "mpsz":
        scan.fail("one of m p s z")
    try:
        tile = parse_tile(digit + scan.next)
    except NotationError as error:
        scan.fail(error.expected, start)
    scan.position += 1
    if concealed:
        scan.expect(")")
        return meld_of(MeldKind.CONCEALED_KONG, tile, None)
    kind = MeldKind.PUNG
    if copies == COPIES:
        kind = MeldKind.ADDED_KONG if scan.takes("+") else MeldKind.MELDED_KONG
    return meld_of(kind, tile, scan.seat() if scan.takes("<") else None)


_COUNTS: Final = {kind: 4 if kind.is_kong else 3 for kind in MeldKind}


def counted_melds(melds: tuple[Meld, ...]) -> int:
    """Return the counted set of the tiles of some melds.

    Example:
        >>> from lisi_mahjong.tiles import tiles_of
        >>> tiles_of(counted_melds(check_melds(["555m"])))
        (Tile.M5, Tile.M5, Tile.M5)
    """
    return sum(_COUNTS[meld.kind] * ONE[meld.tile] for meld in melds)
