"""Ring arithmetic over the four seats (TABLE-1, TURN-1).

Seats are the plain integers 0 to 3; the next seat is the one to the right, counter-clockwise.
"""

from __future__ import annotations

from typing import Final, TypeVar

from lisi_mahjong.errors import SeatError

_Value = TypeVar("_Value")

SEATS: Final = (0, 1, 2, 3)

NEXT: Final = (1, 2, 3, 0)
"""``NEXT[seat]`` is the next seat (下家) of ``seat``."""

OTHERS: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""``OTHERS[seat]`` are the other three seats, the nearest counter-clockwise first."""


def is_seat(value: object) -> bool:
    """Return whether a value is a seat: a plain int from 0 to 3, and no bool.

    Example:
        >>> is_seat(3), is_seat(True), is_seat(-1), is_seat("0")
        (True, False, False, False)
    """
    return type(value) is int and 0 <= value <= 3  # noqa: PLR2004 - the last of four seats


def check_seat(value: int, name: str = "seat") -> int:
    """Return the seat that was given.

    Args:
        value: what is to be a seat.
        name: what it is to be, for the message.

    Raises:
        SeatError: it is no seat.

    Example:
        >>> check_seat(2)
        2
    """
    if not is_seat(value):
        raise SeatError(value, name=name)
    return value


def with_seat(
    values: tuple[_Value, _Value, _Value, _Value], seat: int, value: _Value
) -> tuple[_Value, _Value, _Value, _Value]:
    """Return what four seats have, with that of one of them changed.

    Example:
        >>> with_seat(("Ann", "Bo", "Cai", "Di"), 2, "Eve")
        ('Ann', 'Bo', 'Eve', 'Di')
    """
    changed = list(values)
    changed[seat] = value
    first, second, third, fourth = changed
    return first, second, third, fourth
