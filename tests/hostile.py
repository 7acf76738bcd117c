"""A value of somebody else's class that fails at whatever it is asked."""

from __future__ import annotations

from typing import Any, NoReturn


class HostileError(Exception):
    """What comes of asking a `Hostile` anything; nothing of the library catches it by name."""


class Hostile:
    """It cannot be compared, hashed, counted, shown, or asked whether it is true."""

    def _fail(self, *_: object) -> NoReturn:
        raise HostileError

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _fail
    __bool__ = __len__ = __contains__ = __getitem__ = _fail
    __iter__ = None  # what is handed in to be iterated may fail in its own way
    __add__ = __radd__ = __sub__ = __rsub__ = __mod__ = __and__ = __rand__ = __index__ = _fail
    __hash__ = __repr__ = __str__ = __format__ = _fail


def hostile() -> Any:  # noqa: ANN401 - it stands in for a value of any type
    """Return such a value."""
    return Hostile()
