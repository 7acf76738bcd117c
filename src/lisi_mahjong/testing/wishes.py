"""What somebody wants of a wall: how it is written, and the error for what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from lisi_mahjong.actions import Action, is_action
from lisi_mahjong.actions import parse_action as read_action
from lisi_mahjong.errors import HandError, InvalidStateError, NotationError, shorten
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.seats import SEATS, check_seat
from lisi_mahjong.tiles import Tile, check_tiles, read_tiles

_Value = TypeVar("_Value")

Tiles = str | Iterable[Tile | str | None]
"""Tiles in their order, as a text, or as tiles and texts; ``?`` or ``None`` is any tile."""

Held = str | tuple[Tiles, Tiles]
"""Tiles in hand: ``"{123m5z}456m"``, or the standing tiles and the loose ones."""

ANY: Final = "?"
"""How any tile is written."""


class WishError(InvalidStateError):
    """A wish for a wall that no wall fulfils.

    Attributes:
        wish: what was wished for, as a text.
        why: why it cannot be.
        problems: the nearest `Problem`, with both.

    Example:
        >>> from lisi_mahjong.testing import stack
        >>> try:
        ...     stack({0: "{5555m}", 1: "5m"})
        ... except WishError as error:
        ...     print(error)
        the wish 'seat 1 holds 5m' cannot come true: all four 5m lie elsewhere (WALL-1)
    """

    def __init__(self, wish: str, why: str, problem: Problem, rule: str | None = None) -> None:
        super().__init__(((problem, f"{wish}: {why}"),))
        self.args = (wish, why, problem, rule)
        self.wish = wish
        self.why = why
        self.rule = problem.rule if rule is None else rule

    def __str__(self) -> str:
        return f"the wish {self.wish!r} cannot come true: {self.why} ({self.rule})"


def wished_tiles(value: Tiles) -> list[Tile | None]:
    """Return tiles in the order wished for; ``None`` for any.

    Raises:
        NotationError: a text that names no tiles.
        HandError: something in it is no tile.

    Example:
        >>> wished_tiles("5m ? 12z")
        [Tile.M5, None, Tile.EAST, Tile.SOUTH]
        >>> wished_tiles(["5m", "?", Tile.EAST])
        [Tile.M5, None, Tile.EAST]
    """
    if isinstance(value, str):
        return _read_row(value)
    try:
        row = list(value)
    except TypeError:
        message = f"an iterable of tiles or a text is expected, not {shorten(value)}"
        raise HandError(message, "WALL-1") from None
    found: list[Tile | None] = []
    for part in row:
        if part is None:
            found.append(None)
        else:
            found += _read_row(part) if isinstance(part, str) else check_tiles([part])
    return found


def _read_row(text: str) -> list[Tile | None]:
    found: list[Tile | None] = []
    start = 0
    for group in text.split(ANY):
        if group.strip():
            indent = len(group) - len(group.lstrip())
            try:
                found += read_tiles(group.strip())
            except NotationError as error:
                place = start + indent + error.position
                expected = f"{error.expected}, or {ANY}"
                raise NotationError(text, place, expected) from None
        start += len(group) + 1
        if start <= len(text):
            found.append(None)
    return found


def wished_hand(value: object) -> tuple[list[Tile], list[Tile]]:
    """Return the standing and the loose tiles that are wished for.

    Raises:
        NotationError: a text that is no hand.
        HandError: something else that is none, or holds what is no tile.

    Example:
        >>> wished_hand("{12m}5z")
        ([Tile.M1, Tile.M2], [Tile.WHITE])
    """
    if isinstance(value, str):
        opened, between, loose = value.removeprefix("{").partition("}")
        standing, loose = (opened, loose) if value.startswith("{") else ("", value)
        if value.startswith("{") and not between:
            raise NotationError(value, len(value), "the } behind the standing tiles")
        parts = _part_of(value, standing, 1), _part_of(value, loose, len(value) - len(loose))
    elif isinstance(value, tuple) and len(value) == len(("standing", "loose")):
        parts = wished_tiles(value[0]), wished_tiles(value[1])
    else:
        raise NotationError(value, 0, "a hand such as '{123m5z}456m'")
    standing_tiles, loose_tiles = ([tile for tile in part if tile is not None] for part in parts)
    return standing_tiles, loose_tiles


def _part_of(text: str, part: str, start: int) -> list[Tile | None]:
    try:
        return _read_row(part)
    except NotationError as error:
        raise NotationError(text, start + error.position, error.expected) from None


def wished_action(value: Action | str) -> Action:
    """Return an action given as a value or as its text.

    Raises:
        NotationError: it is neither.

    Example:
        >>> wished_action("0 discard 5m")
        Discard(seat=0, tile=Tile.M5)
    """
    if isinstance(value, str):
        return read_action(value)
    if not is_action(value):
        raise NotationError(value, 0, "an action such as '0 discard 5m'")
    return value


def by_seat(value: Mapping[int, _Value] | None, what: str) -> dict[int, _Value]:
    """Return what is wished for by seat, in the order of the seats.

    Raises:
        WishError: it is no mapping.
        SeatError: a key is no seat.

    Example:
        >>> by_seat({2: "7z", 0: "5m"}, "draws")
        {0: '5m', 2: '7z'}
    """
    wished: object = {} if value is None else value
    if not isinstance(wished, Mapping):
        why = f"a mapping by seat is expected, not {shorten(value)}"
        raise WishError(what, why, Problem.MALFORMED_FIELD)
    for seat in wished:
        check_seat(seat)
    return {seat: wished[seat] for seat in SEATS if seat in wished}
