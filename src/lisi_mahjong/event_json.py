"""What a seat is told, one event at a time, as JSON and back.

A server sends a seat its first view and then its events; a client in another process, in another
language too, carries the view over them. `docs/wire.md` describes the objects. One that is about
something hidden is the same as one about something open, with ``None`` for what is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from lisi_mahjong.actions import is_action, is_pung_choice
from lisi_mahjong.canonical_json import INTS_END, check
from lisi_mahjong.checking import problems
from lisi_mahjong.errors import InvalidStateError, RecordError, shorten
from lisi_mahjong.events import (
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discarded,
    Drew,
    MadeKong,
    MadePung,
)
from lisi_mahjong.fields import misfits
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.record_format import result_as_json
from lisi_mahjong.rules import MAX_POINTS
from lisi_mahjong.seat_events import SawDraw, SawEnd, SawKong, SawTing
from lisi_mahjong.seats import SEATS, is_seat
from lisi_mahjong.seen import FACE_DOWN_KONG, SeenPlayer
from lisi_mahjong.seen_json import meld_as_json, player_as_json
from lisi_mahjong.state import DrawnDeal, WonDeal
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.summary_reading import (
    Reader,
    a_flag,
    a_result,
    a_seat,
    a_text,
    a_tile,
    an_int,
    an_object,
    check_spelled,
    four,
    read_summary,
)
from lisi_mahjong.table_actions import is_name
from lisi_mahjong.table_events import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    LeftTable,
    SatDown,
)
from lisi_mahjong.table_state import DealSummary
from lisi_mahjong.table_views import SawDeal, TableSeatEvent
from lisi_mahjong.tiles import Tile
from lisi_mahjong.view_reading import a_player, a_seen_meld, a_view, an_action
from lisi_mahjong.views import SeatView

# --- one field ----------------------------------------------------------------------------


@attrs.frozen
class _Field:
    """How the values of one sort of field are written and read.

    Attributes:
        fits: whether something is such a value at all.
        write: makes JSON of one.
        read: makes one of JSON.
    """

    fits: Callable[[Any], bool]
    write: Callable[[Any], Any]
    read: Reader[Any]


def _as_it_is(value: object) -> object:
    return value


def _number(low: int, high: int) -> _Field:
    return _Field(
        lambda value: type(value) is int and low <= value <= high, _as_it_is, an_int(low, high)
    )


def _is_flag(value: object) -> bool:
    return type(value) is bool


def _is_tile(value: object) -> bool:
    return type(value) is Tile


def _is_whole(value: object, *kinds: type) -> bool:
    """Return whether something is of one of these classes, and holds what it can hold."""
    if type(value) not in kinds or any(misfits(value)):
        return False
    result = value.result if isinstance(value, DealSummary) else value
    settled = value.settlement.reading if isinstance(value, DealSummary) else None
    readings = result.readings if isinstance(result, WonDeal) else ()
    return not any(any(misfits(each)) for each in (*readings, settled) if each is not None)


def _is_meld(value: object) -> bool:
    """Return whether something is a meld that took a discard, unless it is a concealed kong."""
    if type(value) is not Meld or any(misfits(value)):
        return False
    return (value.from_seat is None) is (value.kind is MeldKind.CONCEALED_KONG)


def _is_view(value: object) -> bool:
    return type(value) is SeatView and not problems(value)


def _are_players(value: object) -> bool:
    return (
        type(value) is tuple
        and len(value) == len(SEATS)
        and all(_is_whole(player, SeenPlayer) for player in value)
    )


def _a_name(value: object, what: str, line: int) -> str:
    name = a_text(value, what, line)
    if not is_name(name):
        raise RecordError(line, f"{what} to be a name", shorten(name))
    return name


def _a_meld(value: object, what: str, line: int) -> Meld:
    meld = a_seen_meld(value, what, line)
    if not isinstance(meld, Meld):
        raise RecordError(line, f"{what}.tile to be a tile", "None")
    return meld


_SEAT: Final = _Field(is_seat, _as_it_is, a_seat)
_FLAG: Final = _Field(_is_flag, _as_it_is, a_flag)
_TILE: Final = _Field(_is_tile, str, a_tile)
_NAME: Final = _Field(is_name, _as_it_is, _a_name)
_ACTION: Final = _Field(is_action, str, an_action)
_MELD: Final = _Field(_is_meld, meld_as_json, _a_meld)
_OF_PUNG: Final = _Field(is_pung_choice, _as_it_is, an_int(0, 2))
_OF_KONG: Final = _number(0, 4)
_GAME: Final = _Field(
    lambda value: type(value) is int and 1 <= value < INTS_END, _as_it_is, an_int(1)
)
_MULTIPLIER: Final = _number(1, MAX_POINTS)
_SUMMARY: Final = _Field(
    lambda value: _is_whole(value, DealSummary),
    summary_as_json,
    lambda value, what, line: read_summary(value, line, what),
)
_VIEW: Final = _Field(_is_view, SeatView.as_json, a_view)
_RESULT: Final = _Field(
    lambda value: _is_whole(value, WonDeal, DrawnDeal), result_as_json, a_result
)
_PLAYERS: Final = _Field(
    _are_players,
    lambda value: [player_as_json(player) for player in value],
    lambda value, what, line: four(a_player, value, what, line),
)

# --- one event ----------------------------------------------------------------------------


@attrs.frozen
class _Form:
    """How the events of one class are written.

    Attributes:
        name: what stands under ``"event"``; forms that differ in what is hidden share it.
        cls: the class.
        fields: by name, the fields, each under its own name.
        hide: makes what stands for that which is not told, and has no field.
    """

    name: str
    cls: type
    fields: Mapping[str, _Field]
    hide: Callable[[], dict[str, Any]] = dict

    def write(self, event: object) -> dict[str, Any]:
        """Return the object of an event that has good fields."""
        written = {name: field.write(getattr(event, name)) for name, field in self.fields.items()}
        written |= self.hide()
        return {"event": self.name, **{key: written[key] for key in _BY_NAME[self.name][-1].fields}}


_FORMS: Final = (
    _Form("drew", SawDraw, {"seat": _SEAT, "replacement": _FLAG}, lambda: {"tile": None}),
    _Form("drew", Drew, {"seat": _SEAT, "tile": _TILE, "replacement": _FLAG}),
    _Form("discarded", Discarded, {"seat": _SEAT, "tile": _TILE}),
    _Form(
        "declared_ting",
        SawTing,
        {"seat": _SEAT, "on_wall": _FLAG},
        lambda: {"tile": None, "face_up": False},
    ),
    _Form(
        "declared_ting",
        DeclaredTing,
        {"seat": _SEAT, "tile": _TILE, "face_up": _FLAG, "on_wall": _FLAG},
    ),
    _Form("asked", Asked, {"seat": _SEAT, "discarder": _SEAT, "tile": _TILE}),
    _Form("answered", Answered, {"seat": _SEAT, "action": _ACTION}),
    _Form("made_pung", MadePung, {"seat": _SEAT, "meld": _MELD, "standing": _OF_PUNG}),
    _Form("announced_kong", AnnouncedKong, {"seat": _SEAT, "tile": _TILE}),
    _Form(
        "made_kong",
        SawKong,
        {"seat": _SEAT, "standing": _OF_KONG},
        lambda: {"meld": meld_as_json(FACE_DOWN_KONG)},
    ),
    _Form("made_kong", MadeKong, {"seat": _SEAT, "meld": _MELD, "standing": _OF_KONG}),
    _Form("ended", SawEnd, {"result": _RESULT, "players": _PLAYERS}),
    _Form("sat_down", SatDown, {"seat": _SEAT, "name": _NAME}),
    _Form("became_ready", BecameReady, {"seat": _SEAT}),
    _Form("became_unready", BecameUnready, {"seat": _SEAT}),
    _Form("left_table", LeftTable, {"seat": _SEAT, "name": _NAME}),
    _Form("deal_voided", DealVoided, {"summary": _SUMMARY}),
    _Form(
        "deal_started",
        DealStarted,
        {"game": _GAME, "dealer": _SEAT, "drawn_by_lot": _FLAG, "multiplier": _MULTIPLIER},
    ),
    _Form("saw_deal", SawDeal, {"view": _VIEW}),
    _Form("deal_settled", DealSettled, {"summary": _SUMMARY, "next_dealer": _SEAT}),
)
"""A form with something hidden stands before that in which it is open."""

_BY_CLASS: Final = {form.cls: form for form in _FORMS}
_NAMES: Final = tuple(dict.fromkeys(form.name for form in _FORMS))
_BY_NAME: Final = {name: tuple(form for form in _FORMS if form.name == name) for name in _NAMES}


def event_as_json(event: TableSeatEvent) -> dict[str, Any]:
    """Return what a seat, or a spectator, is told as a JSON object.

    Args:
        event: one of those that `seen_events` or `seen_table_events` returned. Those of a `Step`
            itself hold what the seat may not know: do not write them for a player.

    Raises:
        InvalidStateError: it is none of those events, or one with a field that holds what it
            cannot hold.

    Example:
        >>> event_as_json(Drew(1, Tile.M6, replacement=False))
        {'event': 'drew', 'seat': 1, 'tile': '6m', 'replacement': False}
        >>> event_as_json(SawDraw(1, replacement=False))
        {'event': 'drew', 'seat': 1, 'tile': None, 'replacement': False}
    """
    form = _BY_CLASS.get(type(event))
    if form is None or _unfit(form, event) is not None:
        raise InvalidStateError(((Problem.NOT_AN_EVENT, f"not {shorten(event)}"),))
    return form.write(event)


def _unfit(form: _Form, event: object) -> str | None:
    """Return the first field that holds what it cannot hold; ``None`` for a good event."""
    fields = form.fields.items()
    return next((name for name, field in fields if not field.fits(getattr(event, name))), None)


def read_event(value: dict[str, Any], line: int = 1) -> TableSeatEvent:
    """Return the event that a value of JSON stands for: ``read_event(event_as_json(e)) == e``.

    Whether it can have happened where a client's view stands is for `follow` to say.

    Args:
        value: what `event_as_json` wrote, from `json.loads`.
        line: the number of the line on which it stands, for the error.

    Raises:
        RecordError: it is no event, or says something in another way than `event_as_json`.
        InvalidStateError: it is the first view of a deal, and says what cannot be.

    Example:
        >>> import json
        >>> read_event(json.loads('{"event": "discarded", "seat": 0, "tile": "9m"}'))
        Discarded(seat=0, tile=Tile.M9)
        >>> read_event({"event": "discarded", "seat": 0, "tile": 8})
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 1: expected event.tile to be a text, found 8
    """
    check(value, line)
    what = "event"
    given: object = value
    name = given.get(what) if isinstance(given, dict) else None
    if not isinstance(name, str) or name not in _BY_NAME:
        expected = f"an object whose event is one of {' '.join(_NAMES)}"
        raise RecordError(line, expected, shorten(value))
    *with_less, form = _BY_NAME[name]
    part = an_object(value, frozenset({what, *form.fields}), what, line)
    for each in with_less:
        if all(part[key] == hidden for key, hidden in each.hide().items()):
            form = each
    fields = form.fields.items()
    read = {key: field.read(part[key], f"{what}.{key}", line) for key, field in fields}
    event: TableSeatEvent = form.cls(**read)
    unfit = _unfit(form, event)
    if unfit is not None:
        raise RecordError(line, f"{what}.{unfit} to be as it can be", shorten(part[unfit]))
    check_spelled(form.write(event), value, what, line)
    return event
