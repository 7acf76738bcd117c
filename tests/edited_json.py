"""Values of JSON with one place changed, for readers that must refuse them."""

from __future__ import annotations

import copy
from typing import Any

from bad_tables import HUGE_INT, HUGE_TEXT, TRUE

GONE = object()
"""What stands for a place that is taken away."""


def edited(value: Any, *path: str | int, to: object) -> Any:  # noqa: ANN401 - any JSON
    """Return a copy of a value with another value in one place, or without it.

    Args:
        value: the value.
        path: keys and indices that lead to the place; none for the whole.
        to: what is to stand there; `GONE` to take it away.
    """
    if not path:
        return to
    changed = inner = copy.deepcopy(value)
    for key in path[:-1]:
        inner = inner[key]
    if to is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return changed


def deep(levels: int) -> Any:  # noqa: ANN401 - any JSON
    """Return lists in lists, so many levels deep."""
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    return value


def _endless() -> Any:  # noqa: ANN401 - any JSON
    value: list[Any] = []
    value.append(value)
    return value


def _wide() -> Any:  # noqa: ANN401 - any JSON
    """Return lists of one another that stand for more values than there are atoms."""
    value: Any = []
    for _ in range(18):
        value = [value] * 100
    return value


HOSTILE: dict[str, Any] = {
    "null": None,
    "true": TRUE,
    "a number": 7,
    "a number below 0": -1,
    "a fraction": 0.5,
    "no number": float("nan"),
    "a huge number": HUGE_INT,
    "a number of 600 digits": 10**599,
    "an empty text": "",
    "a text": "x",
    "a text that cannot be printed": "\x7f\u202e\n",
    "half a pair of surrogates": "\ud800",
    "a million characters": HUGE_TEXT,
    "an empty list": [],
    "a list of five": [0, 1, 2, 3, 4],
    "an empty object": {},
    "an object of another kind": {"name": "drawn", "event": "drew"},
    "thousands of keys": {str(number): number for number in range(5_000)},
    "a key that is a number": {7: 7},
    "deep lists": deep(100_000),
    "lists just deep enough": deep(19),
    "a list in itself": _endless(),
    "more lists than there are atoms": _wide(),
    "bytes": b"5m",
    "a tuple": (1, 2),
    "an object of Python": object(),
}
"""What may stand anywhere in a message from nobody knows whom."""


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401
    """Return the paths to every place in a value of JSON, the whole of it too.

    Of a list two items stand for the others.
    """
    found = [path]
    if isinstance(value, dict):
        for key, item in value.items():
            found += places(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value[:2]):
            found += places(item, (*path, number))
    return found
