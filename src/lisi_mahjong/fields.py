"""Whether every field of a state, a view or a table holds what its class says: types and ranges.

The classes check nothing when they are built, so that play is fast. `misfits` looks through a value
that came from elsewhere, by the types that the classes declare, before anybody reasons about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import attrs

from lisi_mahjong.canonical_json import INTS_END
from lisi_mahjong.rules import MAX_POINTS, RuleSet, ScoreTable
from lisi_mahjong.tiles import EACH
from lisi_mahjong.wall import MAX_KONGS, WALL_SIZE, Shuffle
from lisi_mahjong.winning import Reading

MAX_PLY: Final = 999
"""No deal has more actions: 84 tiles can be drawn, and each leads to a few decisions at most."""

_SEATS: Final = range(4)
_COUNTED_SETS: Final = range(1 << 136)
_RANGES: Final = {
    "asked": _SEATS,
    "dealer": _SEATS,
    "discarder": _SEATS,
    "from_seat": _SEATS,
    "left": _SEATS,
    "loser": _SEATS,
    "payee": _SEATS,
    "payer": _SEATS,
    "seat": _SEATS,
    "taken_by": _SEATS,
    "viewer": _SEATS,
    "winner": _SEATS,
    "dice": range(1, 7),
    "kongs": range(MAX_KONGS + 1),
    "ply": range(MAX_PLY + 1),
    "remaining": range(WALL_SIZE + 1),
    "ting_since": range(WALL_SIZE + 1),
    "standing": range(3),  # of a pung
    "standing_count": range(5),
    "loose_count": range(15),
    "standing_set": _COUNTED_SETS,
    "loose_set": _COUNTED_SETS,
    "meld_set": _COUNTED_SETS,
    "lock_set": range(EACH + 1),
    "wait_set": range(EACH + 1),
    "accounts": range(1 - INTS_END, INTS_END),
    "factors": range(2, MAX_POINTS + 1),
    "game": range(1, INTS_END),
    "multiplier": range(1, MAX_POINTS + 1),
    "points": range(INTS_END),
    "triplets": range(5),  # of a reading
}
"""What the ints in a field of each name can be."""

_SETS_OF_KINDS: Final = frozenset({"lock_set", "wait_set"})
_SORTED: Final = {"pung_locks": set, "standing": tuple, "loose": tuple}
"""Tuples that are sorted, as what they hold once or more often."""

_CHECKED_ELSEWHERE: Final = frozenset({RuleSet, ScoreTable, Shuffle, Reading})
"""The first three check themselves; readings are compared with those that a hand has."""

_Fits = Callable[[Any], bool]


def misfits(value: Any, path: str = "") -> Iterator[tuple[str, object]]:  # noqa: ANN401 - anything
    """Yield every field of a value, and of the values in it, that holds what it cannot hold.

    Args:
        value: a `GameState`, a `SeatView` or a `TableState`, or a value in one.
        path: what the value is called.

    Yields:
        Where it is, such as ``"players[2].river[0].tile"``, and what is there.

    Example:
        >>> from lisi_mahjong.state import RiverTile
        >>> from lisi_mahjong.tiles import Tile
        >>> list(misfits(RiverTile(Tile.M5, 4), "river[0]"))
        [('river[0].taken_by', 4)]
    """
    for name, hint, fits in _fields_of(type(value)):
        part = getattr(value, name)
        if not fits(part):
            yield from _culprits(part, hint, name, f"{path}.{name}" if path else name)


def _culprits(value: Any, hint: Any, name: str, path: str) -> Iterator[tuple[str, object]]:  # noqa: ANN401 - anything
    """Yield what is wrong in a value that does not fit; the value itself if nothing else is."""
    found: list[tuple[str, object]] = []
    if type(value) is tuple and get_origin(hint) is tuple:
        for place, (item, of_item) in enumerate(zip(value, _items(hint, value), strict=False)):
            if not _fits_of(of_item, name)(item):
                found.extend(_culprits(item, of_item, name, f"{path}[{place}]"))
    elif type(value) in _kinds(hint) and attrs.has(type(value)):
        found.extend(misfits(value, path))
    yield from found or [(path, value)]


def _read_fields(kind: type[Any]) -> tuple[tuple[str, Any, _Fits], ...]:
    """Return the fields that a class takes when it is built: name, type, and what fits."""
    hints = get_type_hints(kind)
    return tuple(
        (field.name, hints[field.name], _fits_of(hints[field.name], field.name))
        for field in attrs.fields(kind)
        if field.init
    )


def _read_fits(hint: Any, name: str) -> _Fits:  # noqa: ANN401 - a type hint
    """Return the function that tells whether a value fits a type in a field of a name."""
    if get_origin(hint) is tuple:
        return _fits_of_tuple(hint, name)
    if get_origin(hint) is frozenset:
        (kind,) = get_args(hint)
        return lambda value: type(value) is frozenset and set(map(type, value)) <= {kind}
    ways = {kind: _fits_of_kind(kind, name) for kind in _kinds(hint)}

    def fits(value: object) -> bool:
        kind = type(value)
        return kind in ways and ways[kind](value)

    return fits


def _fits_of_tuple(hint: Any, name: str) -> _Fits:  # noqa: ANN401 - a type hint
    once = _SORTED.get(name)

    def fits(value: object) -> bool:
        if type(value) is not tuple:
            return False
        hints = _items(hint, value)
        return (
            len(hints) == len(value)
            and all(_fits_of(kind, name)(item) for item, kind in zip(value, hints, strict=True))
            and (once is None or list(value) == sorted(once(value)))
        )

    return fits


def _fits_of_kind(kind: type[Any], name: str) -> _Fits:
    """Return the function that tells whether a value of a class is a good one."""
    if kind is int:
        numbers, is_set = _RANGES[name], name in _SETS_OF_KINDS
        return lambda value: value in numbers and not (is_set and value & ~EACH)
    if not attrs.has(kind) or kind in _CHECKED_ELSEWHERE:
        return lambda _: True
    fields = _fields_of(kind)
    return lambda value: all(fits(getattr(value, name)) for name, _, fits in fields)


def _kinds(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint
    """Return the classes that a value may have."""
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _items(hint: Any, value: tuple[object, ...]) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint
    """Return the types of the items of a tuple."""
    hints = get_args(hint)
    return hints[:1] * len(value) if hints[-1] is Ellipsis else hints


_fields_of: Callable[[Any], tuple[tuple[str, Any, _Fits], ...]] = lru_cache(_read_fields)
_fits_of: Callable[[Any, str], _Fits] = lru_cache(_read_fits)
