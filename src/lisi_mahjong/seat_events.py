"""What a seat is told of a step: each event in the form that it may know (VIEW-2).

An event in which nothing is secret is told as it is; of the others there is a form with less in it.
"""

from __future__ import annotations

from typing import Final, get_args

import attrs

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.events import (
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discarded,
    Drew,
    Ended,
    Event,
    MadeKong,
    MadePung,
)
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.reducer import Step
from lisi_mahjong.seats import check_seat, is_seat
from lisi_mahjong.seen import SeenPlayer
from lisi_mahjong.state import GameState, Result
from lisi_mahjong.views import seen_players

# --- events that hide something -----------------------------------------------------------


@attrs.frozen
class SawDraw:
    """Another seat drew a tile.

    Attributes:
        seat: who drew.
        replacement: whether it came from the tail, after a kong.

    Example:
        >>> SawDraw(1, replacement=False)
        SawDraw(seat=1, replacement=False)
    """

    seat: int
    replacement: bool


@attrs.frozen
class SawTing:
    """Another seat declared ting with a tile that lies face down.

    Attributes:
        seat: who declared.
        on_wall: whether the tile lies on the wall.

    Example:
        >>> SawTing(1, on_wall=False)
        SawTing(seat=1, on_wall=False)
    """

    seat: int
    on_wall: bool


@attrs.frozen
class SawKong:
    """Another seat made a concealed kong of a kind that is not shown.

    Attributes:
        seat: who made it.
        standing: how many of its tiles were standing ones.

    Example:
        >>> SawKong(1, 2).standing
        2
    """

    seat: int
    standing: int


@attrs.frozen
class SawEnd:
    """The deal ended, and all hands are open (VIEW-3).

    Attributes:
        result: how.
        players: everything that lies before the four seats.

    Example:
        >>> from lisi_mahjong import DrawnDeal, Shuffle, deal, view
        >>> seats = view(deal(Shuffle.from_seed(7)), None).players
        >>> SawEnd(DrawnDeal(), seats).result
        DrawnDeal()
    """

    result: Result
    players: tuple[SeenPlayer, ...]


SeatEvent = (
    Drew
    | SawDraw
    | Discarded
    | DeclaredTing
    | SawTing
    | Asked
    | Answered
    | MadePung
    | AnnouncedKong
    | MadeKong
    | SawKong
    | SawEnd
)


def seen_events(taken: Step, seat: int | None) -> tuple[SeatEvent, ...]:
    """Return what a seat, or a spectator, is told of a step, in order (VIEW-2).

    Args:
        taken: what `step` returned.
        seat: 0 to 3; ``None`` for a spectator.

    Raises:
        InvalidStateError: ``taken`` is no `Step`, or it holds something that is no event.
        SeatError: ``seat`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import Discard, Shuffle, Tile, deal, step
        >>> taken = step(deal(Shuffle.from_seed(7)), Discard(0, Tile.P2))
        >>> seen_events(taken, 1)
        (Discarded(seat=0, tile=Tile.P2), Drew(seat=1, tile=Tile.M6, replacement=False))
        >>> seen_events(taken, 2)
        (Discarded(seat=0, tile=Tile.P2), SawDraw(seat=1, replacement=False))
    """
    if type(taken) is not Step or type(taken.state) is not GameState:
        raise InvalidStateError(((Problem.NOT_A_STEP, f"not {shorten(taken)}"),))
    if type(taken.events) is not tuple or not all(map(_is_event, taken.events)):
        detail = f"not one with the events {shorten(taken.events)}"
        raise InvalidStateError(((Problem.NOT_A_STEP, detail),))
    if seat is not None:
        check_seat(seat)
    kongs_open = taken.state.rules.show_concealed_kongs
    told = []
    for event in taken.events:
        seen: SeatEvent | None
        if isinstance(event, Ended):
            seen = SawEnd(event.result, tuple(seen_players(taken.state, seat)))
        elif isinstance(event, Discarded | MadePung | AnnouncedKong) or event.seat == seat:
            seen = event
        else:
            seen = _hidden(event, kongs_open=kongs_open)
        if seen is not None:
            told.append(seen)
    return tuple(told)


def _is_event(event: Event) -> bool:
    """Return whether something is an event, as far as is asked who may know it."""
    kind = type(event)
    if kind not in _EVENTS:
        return False
    if kind is MadeKong and type(event.meld) is not Meld:  # type: ignore[union-attr]
        return False
    return kind is Ended or is_seat(event.seat)  # type: ignore[union-attr]


_EVENTS: Final = frozenset(get_args(Event))


def _hidden(
    event: Drew | DeclaredTing | Asked | Answered | MadeKong, *, kongs_open: bool
) -> SeatEvent | None:
    """Return what others are told of an event; ``None`` for nothing."""
    match event:
        case Drew():
            return SawDraw(event.seat, event.replacement)
        case DeclaredTing():
            return event if event.face_up is True else SawTing(event.seat, event.on_wall)
        case MadeKong():
            if event.meld.kind is MeldKind.CONCEALED_KONG and not kongs_open:
                return SawKong(event.seat, event.standing)
            return event
        case _:  # Asked, Answered
            return None
