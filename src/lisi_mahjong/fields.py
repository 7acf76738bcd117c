"""Whether every field of a state, a view or a table holds what its class says: types and ranges.

The classes check nothing when they are built, so that play is fast. `misfits` looks through a value
that came from elsewhere, by the types that the classes declare, before anybody reasons about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import attrs

from lisi_mahjong.canonical_json import INTS_END
from lisi_mahjong.errors import LisiError
from lisi_mahjong.rules import DEFAULT_SCORE, MAX_POINTS, WRITTEN_RULES, RuleSet, ScoreTable
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

_CHECKED_ELSEWHERE: Final = frozenset({Reading})
"""Readings are compared with those that a hand has."""

_SOUND: Final[Mapping[type[Any], Any]] = {
    RuleSet: WRITTEN_RULES,
    ScoreTable: DEFAULT_SCORE,
    Shuffle: Shuffle.from_seed(0),
}
"""A value of each class that checks every field by itself whenever it is built."""

_PLAIN: Final = frozenset({bool, int, tuple})
"""What the fields of these classes hold."""


class _Unset:
    """What is found in a field that was never set: a value out of a pickle may lack one."""

    def __repr__(self) -> str:
        return "not set"


_UNSET: Final = _Unset()

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
    kind, before = type(value), f"{path}." if path else ""
    if kind in _SOUND:
        for name in _refused(value):
            yield f"{before}{name}", getattr(value, name, _UNSET)
        return
    sound = True
    for name, hint, fits in _fields_of(kind):
        part = getattr(value, name, _UNSET)
        if not fits(part):
            sound = False
            yield from _culprits(part, hint, name, f"{before}{name}")
    if sound:
        for name in _derived_otherwise(value):
            yield f"{before}{name}", getattr(value, name, _UNSET)


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


def _refused(value: Any) -> list[str]:  # noqa: ANN401 - anything
    """Return the fields with which the class of a value would not build it.

    A value that comes out of a pickle was not built.
    """
    names = [field.name for field in attrs.fields(type(value))]
    given = {name: getattr(value, name, _UNSET) for name in names}
    if _is_built(value, given):
        return []
    sound = _SOUND[type(value)]
    return [name for name in names if not _is_built(sound, {name: given[name]})]


def _is_built(like: Any, fields: Mapping[str, object]) -> bool:  # noqa: ANN401 - anything
    """Return whether a value like another can be built with just these fields."""
    if not {type(part) for part in fields.values()} <= _PLAIN:
        return False
    try:
        again = attrs.evolve(like, **fields)
    except LisiError:
        return False
    return all(getattr(again, name) == part for name, part in fields.items())


def _derived_otherwise(value: Any) -> list[str]:  # noqa: ANN401 - anything
    """Return the fields of a value that its class derives, and derives otherwise."""
    kind = type(value)
    names = _derived_in(kind)
    if not names:
        return []
    again = kind(**{name: getattr(value, name) for name, *_ in _fields_of(kind)})
    return [
        name
        for name in names
        if _with_types(getattr(value, name, _UNSET)) != _with_types(getattr(again, name))
    ]


def _with_types(part: object) -> object:
    """Return a value beside the types in it: a `Tile` equals its number."""
    return (part, [*map(type, part)]) if type(part) is tuple else (part, type(part))


def _read_derived(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields that a class does not take when it is built."""
    return tuple(field.name for field in attrs.fields(kind) if not field.init)


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
    if kind in _SOUND:
        return lambda value: not _refused(value)
    fields = _fields_of(kind)
    return lambda value: (
        all(fits(getattr(value, name, _UNSET)) for name, _, fits in fields)
        and not _derived_otherwise(value)
    )


def _kinds(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint
    """Return the classes that a value may have."""
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _items(hint: Any, value: tuple[object, ...]) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint
    """Return the types of the items of a tuple."""
    hints = get_args(hint)
    return hints[:1] * len(value) if hints[-1] is Ellipsis else hints


_derived_in: Callable[[Any], tuple[str, ...]] = lru_cache(_read_derived)
_fields_of: Callable[[Any], tuple[tuple[str, Any, _Fits], ...]] = lru_cache(_read_fields)
_fits_of: Callable[[Any, str], _Fits] = lru_cache(_read_fits)
