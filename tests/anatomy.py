"""Values from the inside and from the outside: what they are made of, and copies of all sorts."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import attrs

_Value = TypeVar("_Value")


class Part(NamedTuple):
    """Something inside a value, and how it is reached."""

    path: str
    value: Any


def parts(
    value: object, path: str = "value", seen: dict[int, object] | None = None
) -> Iterator[Part]:
    """Yield a value and everything in its fields and containers, each object once.

    Args:
        value: where to begin.
        path: what to call it.
        seen: what has been seen already, by identity; share it between calls to save time.
    """
    seen = {} if seen is None else seen
    if id(value) in seen:
        return
    seen[id(value)] = value  # kept, so that no other object gets this identity
    yield Part(path, value)
    if isinstance(value, tuple | frozenset | list | set):
        for number, item in enumerate(value):
            yield from parts(item, f"{path}[{number}]", seen)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from parts(key, f"{path} key", seen)
            yield from parts(item, f"{path}[{key!r}]", seen)
    else:
        for name in fields_of(value):
            yield from parts(getattr(value, name), f"{path}.{name}", seen)


def fields_of(value: object) -> list[str]:
    """Return the names of the fields of a value; none when it is no attrs object."""
    kind: type[Any] = type(value)
    return [field.name for field in attrs.fields(kind)] if attrs.has(kind) else []


def repickled(value: _Value, protocol: int | None = None) -> _Value:
    """Return what comes out of a pickle of a value."""
    read: _Value = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own pickle
    return read


COPIES: Mapping[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": repickled,
}
"""The ways to copy any value."""
