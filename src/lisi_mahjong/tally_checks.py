"""What the fields of a tally can hold, and the error for what they cannot."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from lisi_mahjong.errors import LisiError, shorten


class TallyError(LisiError, ValueError):
    """A field of a `Tally` that holds what it cannot hold.

    Attributes:
        field: its name; ``""`` for the tally as a whole.
        expected: what would have done.
        found: what was given, cut to a few words.

    Example:
        >>> from lisi_mahjong import Tally
        >>> try:
        ...     Tally(deals=-1)
        ... except TallyError as error:
        ...     print(error.field, "-", error)
        deals - deals of a tally must be an int of 0 or more, not -1
    """

    def __init__(self, field: str, expected: str, found: str) -> None:
        super().__init__(field, expected, found)
        self.field = field
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        what = f"{self.field} of a tally" if self.field else "a tally"
        return f"{what} must be {self.expected}, not {self.found}"


def check_field(name: str, value: object, length: int | None, *, signed: bool) -> None:
    """Refuse what a field cannot hold.

    Args:
        name: the name of the field.
        value: what it is to hold.
        length: how many ints it holds in a tuple; ``None`` for one int.
        signed: whether they can be below zero.

    Raises:
        TallyError: it is no int, or no tuple of ints, or is too small.

    Example:
        >>> check_field("deals", 3, None, signed=False)
        >>> check_field("seat_points", (-3, 3, 0, 0), 4, signed=True)
    """
    numbers = (value,) if length is None else value
    if (
        type(numbers) is not tuple
        or set(map(type, numbers)) != {int}
        or len(numbers) != (length or 1)
        or (not signed and min(numbers) < 0)
    ):
        what = "an int" if signed else "an int of 0 or more"
        if length is not None:
            what = f"a tuple of {length} times {what}"
        raise TallyError(name, what, shorten(value))


def with_names(value: object, field: str, names: Collection[str]) -> dict[str, Any]:
    """Return a mapping as a dict that has exactly these names.

    Args:
        value: anything.
        field: the field that it is to stand for; ``""`` for the tally as a whole.
        names: those it has to have.

    Raises:
        TallyError: it is no such mapping.

    Example:
        >>> with_names({"a": 1}, "tags", ["a"])
        {'a': 1}
    """
    if not isinstance(value, Mapping):
        raise TallyError(field, "a dict as as_json makes it", shorten(value))
    found = dict(value)
    for name in (*names, *found):
        if name not in found:
            raise TallyError(field, f"a dict with {name} in it", shorten(value))
        if name not in names:
            raise TallyError(field, "a dict as as_json makes it", f"one with {shorten(name)} in it")
    return found
