"""What `summary_json` writes, read back strictly, and the small readers that it takes.

A reader is given a value of JSON, what it is called and the number of its line, and returns what
the value stands for. A value of another type or out of its range is a `RecordError`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any, Final, TypeVar

from lisi_mahjong.canonical_json import INTS_END, difference
from lisi_mahjong.errors import NotationError, RecordError, shorten
from lisi_mahjong.record_format import check_keys
from lisi_mahjong.rules import MAX_POINTS
from lisi_mahjong.scoring import Payment, PaymentFactor, PaymentItem, Settlement
from lisi_mahjong.seats import SEATS, is_seat
from lisi_mahjong.state import DrawnDeal, Result, WonDeal
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table_state import DealSummary, VoidDeal
from lisi_mahjong.tiles import Tile, parse_tile, parse_tiles
from lisi_mahjong.wall import MAX_KONGS
from lisi_mahjong.winning import Reading, Tag

_Value = TypeVar("_Value")
_Member = TypeVar("_Member", bound=Enum)

Reader = Callable[[object, str, int], _Value]
"""Takes a value of JSON, what it is called, and the number of its line."""


def _wrong(what: str, expected: str, value: object, line: int) -> RecordError:
    return RecordError(line, f"{what} to be {expected}", shorten(value))


# --- small readers ------------------------------------------------------------------------


def a_text(value: object, what: str, line: int) -> str:
    """Return a text.

    Example:
        >>> a_text("Ann", "header.names[0]", 1)
        'Ann'
    """
    if type(value) is not str:
        raise _wrong(what, "a text", value, line)
    return value


def a_flag(value: object, what: str, line: int) -> bool:
    """Return true or false.

    Example:
        >>> a_flag(True, "header.ready[0]", 1)
        True
    """
    if type(value) is not bool:
        raise _wrong(what, "true or false", value, line)
    return value


def a_seat(value: object, what: str, line: int) -> int:
    """Return a seat.

    Example:
        >>> try:
        ...     a_seat(4, "summary.dealer", 2)
        ... except RecordError as error:
        ...     print(error)
        line 2: expected summary.dealer to be a seat from 0 to 3, found 4
    """
    if not isinstance(value, int) or not is_seat(value):
        raise _wrong(what, "a seat from 0 to 3", value, line)
    return value


def an_int(low: int | None = None, high: int | None = None) -> Reader[int]:
    """Return the reader of a whole number within bounds.

    Example:
        >>> an_int(1)(7, "header.game", 1)
        7
    """
    bounds = "" if low is None else f" from {low} on" if high is None else f" from {low} to {high}"
    least = 1 - INTS_END if low is None else low
    most = INTS_END - 1 if high is None else high

    def reader(value: object, what: str, line: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise _wrong(what, f"a whole number{bounds}", value, line)
        return value

    return reader


def or_null(inner: Reader[_Value]) -> Reader[_Value | None]:
    """Return the reader of what another one reads, or null.

    Example:
        >>> or_null(a_seat)(None, "header.dealer", 1) is None
        True
    """
    return lambda value, what, line: None if value is None else inner(value, what, line)


def many(inner: Reader[_Value], value: object, what: str, line: int) -> tuple[_Value, ...]:
    """Return what the items of a list stand for.

    Example:
        >>> many(a_seat, [0, 3], "seats", 1)
        (0, 3)
    """
    if not isinstance(value, list):
        raise _wrong(what, "a list", value, line)
    return tuple([inner(item, f"{what}[{place}]", line) for place, item in enumerate(value)])


def four(
    inner: Reader[_Value], value: object, what: str, line: int
) -> tuple[_Value, _Value, _Value, _Value]:
    """Return what the items of a list stand for, one for each seat.

    Example:
        >>> four(a_flag, [True, False, False, True], "header.ready", 1)
        (True, False, False, True)
    """
    if not isinstance(value, list) or len(value) != len(SEATS):
        raise _wrong(what, "a list of four", value, line)
    first, second, third, fourth = many(inner, value, what, line)
    return first, second, third, fourth


def an_object(value: object, keys: frozenset[str], what: str, line: int) -> dict[str, Any]:
    """Return an object that has exactly these keys.

    Example:
        >>> an_object({"name": "drawn"}, frozenset({"name"}), "summary.result", 2)
        {'name': 'drawn'}
    """
    if not isinstance(value, dict):
        raise _wrong(what, "an object", value, line)
    check_keys(value, keys, what, line)
    return value


def a_member(members: Mapping[str, _Member], value: object, what: str, line: int) -> _Member:
    """Return the member of an enum that a text names.

    Example:
        >>> a_member(dict(Tag.__members__), "FULL_FLUSH", "reading.tags[0]", 2)
        Tag.FULL_FLUSH
    """
    if not isinstance(value, str) or value not in members:
        raise _wrong(what, f"one of {' '.join(members)}", value, line)
    return members[value]


def a_tile(value: object, what: str, line: int) -> Tile:
    """Return a tile.

    Example:
        >>> a_tile("5m", "event.tile", 1)
        Tile.M5
    """
    try:
        return parse_tile(a_text(value, what, line))
    except NotationError:
        raise _wrong(what, "a tile", value, line) from None


def _tiles(value: object, what: str, line: int) -> tuple[Tile, ...]:
    try:
        return parse_tiles(a_text(value, what, line))
    except NotationError:
        raise _wrong(what, "tiles", value, line) from None


# --- summaries ----------------------------------------------------------------------------


def _keys(*names: str) -> frozenset[str]:
    return frozenset(names)


_SUMMARY: Final = _keys("game", "names", "dealer", "multiplier", "kongs", "result", "settlement")
_RESULTS: Final = ("won", "drawn", "void")
_WON: Final = _keys("name", "winner", "loser", "tile", "robbed_kong", "readings")
_DRAWN: Final = _keys("name")
_VOID: Final = _keys("name", "left")
_READING: Final = _keys("pair", "sets", "completes", "tags", "triplets", "points")
_SETTLEMENT: Final = _keys("points", "reading", "payments", "deltas")
_PAYMENT: Final = _keys("payer", "payee", "item", "points", "factors", "rule", "kong", "amount")

_TAGS: Final = dict(Tag.__members__)
_ITEMS: Final = dict(PaymentItem.__members__)
_FACTORS: Final = dict(PaymentFactor.__members__)

_from_0: Final = an_int(0)
_from_1: Final = an_int(1)
_kongs: Final = an_int(0, MAX_KONGS)
_multiplier: Final = an_int(1, MAX_POINTS)
_points: Final = an_int(1, MAX_POINTS)
_times: Final = an_int(2, MAX_POINTS)
_triplets: Final = an_int(0, 4)
_seat_or_null: Final = or_null(a_seat)


def read_summary(value: object, line: int, what: str = "summary") -> DealSummary:
    """Return what came of a deal; ``summary_as_json`` of it is that value.

    Args:
        value: what stands on a line.
        line: its number.
        what: what it is called.

    Raises:
        RecordError: it is none, or its sums are not those of its parts.

    Example:
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> names = ("Ann", "Bo", "Cai", "丁")
        >>> drawn = DealSummary(1, names, 0, 2, 3, DrawnDeal(), NO_PAYMENTS)
        >>> read_summary(summary_as_json(drawn), 2) == drawn
        True
        >>> try:
        ...     read_summary(summary_as_json(drawn) | {"kongs": 17}, 2)
        ... except RecordError as error:
        ...     print(error)
        line 2: expected summary.kongs to be a whole number from 0 to 16, found 17
    """
    part = an_object(value, _SUMMARY, what, line)
    summary = DealSummary(
        _from_1(part["game"], f"{what}.game", line),
        four(a_text, part["names"], f"{what}.names", line),
        a_seat(part["dealer"], f"{what}.dealer", line),
        _multiplier(part["multiplier"], f"{what}.multiplier", line),
        _kongs(part["kongs"], f"{what}.kongs", line),
        _result(part["result"], f"{what}.result", line),
        _settlement(part["settlement"], f"{what}.settlement", line),
    )
    check_spelled(summary_as_json(summary), value, what, line)
    return summary


def check_spelled(wanted: object, value: object, what: str, line: int) -> None:
    """Refuse a value that says something in another way, or more, than what it stands for.

    Args:
        wanted: what was read, written again.
        value: what was read.
        what: what it is called.
        line: the number of its line.

    Example:
        >>> try:
        ...     check_spelled({"reserve": 14}, {"reserve": 15}, "view", 1)
        ... except RecordError as error:
        ...     print(error)
        line 1: expected view.reserve 14, found 15
    """
    differs = difference(wanted, value, what)
    if differs is not None:
        raise RecordError(line, *differs)


def _result(value: object, what: str, line: int) -> Result | VoidDeal:
    name = _name_of(value, _RESULTS, what, line)
    if name == "void":
        return VoidDeal(a_seat(an_object(value, _VOID, what, line)["left"], f"{what}.left", line))
    return a_result(value, what, line)


def _name_of(value: object, names: Collection[str], what: str, line: int) -> str:
    """Return the name of an object that says by it what it is."""
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in names:
        raise _wrong(what, f"an object whose name is one of {' '.join(names)}", value, line)
    return name


def a_result(value: object, what: str, line: int) -> Result:
    """Return how a deal ended that came to its end.

    Example:
        >>> a_result({"name": "drawn"}, "event.result", 1)
        DrawnDeal()
    """
    if _name_of(value, ("won", "drawn"), what, line) == "drawn":
        an_object(value, _DRAWN, what, line)
        return DrawnDeal()
    part = an_object(value, _WON, what, line)
    return WonDeal(
        a_seat(part["winner"], f"{what}.winner", line),
        _seat_or_null(part["loser"], f"{what}.loser", line),
        a_tile(part["tile"], f"{what}.tile", line),
        a_flag(part["robbed_kong"], f"{what}.robbed_kong", line),
        many(_reading, part["readings"], f"{what}.readings", line),
    )


def _reading(value: object, what: str, line: int) -> Reading:
    part = an_object(value, _READING, what, line)
    return Reading(
        _tiles(part["pair"], f"{what}.pair", line),
        many(_tiles, part["sets"], f"{what}.sets", line),
        _tiles(part["completes"], f"{what}.completes", line),
        frozenset(many(_tag, part["tags"], f"{what}.tags", line)),
        _triplets(part["triplets"], f"{what}.triplets", line),
        _from_0(part["points"], f"{what}.points", line),
    )


def _tag(value: object, what: str, line: int) -> Tag:
    return a_member(_TAGS, value, what, line)


def _settlement(value: object, what: str, line: int) -> Settlement:
    part = an_object(value, _SETTLEMENT, what, line)
    reading = part["reading"]
    return Settlement(
        _from_0(part["points"], f"{what}.points", line),
        None if reading is None else _reading(reading, f"{what}.reading", line),
        many(_payment, part["payments"], f"{what}.payments", line),
    )


def _payment(value: object, what: str, line: int) -> Payment:
    part = an_object(value, _PAYMENT, what, line)
    kong = part["kong"]
    return Payment(
        a_seat(part["payer"], f"{what}.payer", line),
        a_seat(part["payee"], f"{what}.payee", line),
        a_member(_ITEMS, part["item"], f"{what}.item", line),
        _points(part["points"], f"{what}.points", line),
        _factors(part["factors"], f"{what}.factors", line),
        a_text(part["rule"], f"{what}.rule", line),
        None if kong is None else a_tile(kong, f"{what}.kong", line),
    )


def _factors(value: object, what: str, line: int) -> tuple[tuple[PaymentFactor, int], ...]:
    """Return factors in the order in which a settlement has them, which an object has not."""
    if not isinstance(value, dict) or not value.keys() <= _FACTORS.keys():
        raise _wrong(what, f"an object with some of the keys {' '.join(_FACTORS)}", value, line)
    return tuple(
        [
            (factor, _times(value[name], f"{what}.{name}", line))
            for name, factor in _FACTORS.items()
            if name in value
        ]
    )
