"""Whether an event can have happened where a view stands: the door of `follow`.

A client may get a message twice, lose one, or be sent another seat's. What is checked is what the
event moves: that the tiles are where it takes them from, and that it is told in the form that this
seat is told it in.
"""

from __future__ import annotations

from typing import Any, get_args

from lisi_mahjong.actions import Action
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
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.seat_events import SawDraw, SawEnd, SawKong, SawTing, SeatEvent
from lisi_mahjong.seats import is_seat
from lisi_mahjong.seen import SeenClaims, SeenPlayer
from lisi_mahjong.state import DrawnDeal, Finished, WonDeal
from lisi_mahjong.tiles import Tile
from lisi_mahjong.views import SeatView


def fits(seen: SeatView, event: Any) -> bool:  # noqa: ANN401 - whatever somebody was sent
    """Return whether something is an event that this view can be carried over.

    Args:
        seen: where the seat stands.
        event: whatever it was sent.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> fits(seen, Discarded(0, Tile.M1)), fits(seen, Discarded(4, Tile.M1)), fits(seen, None)
        (True, False, False)
    """
    if isinstance(seen.stage, Finished) or type(event) not in get_args(SeatEvent):
        return False
    if isinstance(event, SawEnd):
        return _fits_end(event)
    if not is_seat(getattr(event, "seat", None)):
        return False
    match event:
        case Drew() | SawDraw():
            return _fits_draw(seen, event)
        case Discarded():
            return _holds(seen, event.seat, event.tile, standing=0, loose=1)
        case DeclaredTing() | SawTing():
            return _fits_ting(seen, event)
        case Asked() | Answered():
            return _fits_question(seen, event)
        case MadePung():
            return _fits_pung(seen, event)
        case AnnouncedKong():
            return _has_pung(seen.players[event.seat], event.tile)
        case _:  # MadeKong, SawKong
            return _fits_kong(seen, event)


def _holds(seen: SeatView, seat: int, tile: Tile, *, standing: int, loose: int) -> bool:
    """Return whether a seat can give so many standing and loose tiles of a kind."""
    side = seen.players[seat]
    if not _is_tile(tile) or standing > side.standing_count or loose > side.loose_count:
        return False
    hand = side.hand
    return hand is None or (
        hand.standing.count(tile) >= standing and hand.loose.count(tile) >= loose
    )


def _is_number(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_bool(value: object) -> bool:
    return type(value) is bool


def _is_tile(value: object) -> bool:
    return type(value) is Tile


def _fits_draw(seen: SeatView, event: Drew | SawDraw) -> bool:
    mine = isinstance(event, Drew)
    return (
        seen.remaining > 0
        and _is_bool(event.replacement)
        and mine is (event.seat == seen.viewer)
        and (not isinstance(event, Drew) or _is_tile(event.tile))
    )


def _fits_ting(seen: SeatView, event: DeclaredTing | SawTing) -> bool:
    side = seen.players[event.seat]
    if side.ting is not None or not _is_bool(event.on_wall):
        return False
    if isinstance(event, SawTing):
        return event.seat != seen.viewer and side.standing_count > 0
    told = _is_bool(event.face_up) and (event.face_up or event.seat == seen.viewer)
    return told and _holds(seen, event.seat, event.tile, standing=1, loose=0)


def _fits_question(seen: SeatView, event: Asked | Answered) -> bool:
    stage = seen.stage
    if not isinstance(stage, SeenClaims) or event.seat != seen.viewer:
        return False
    if isinstance(event, Asked):
        return event.discarder == stage.discarder and event.tile is stage.tile
    action: object = event.action
    return stage.asked and isinstance(action, Action) and action.seat == event.seat


def _fits_pung(seen: SeatView, event: MadePung) -> bool:
    meld = event.meld
    return (
        _is_number(event.standing, 2)
        and type(meld) is Meld
        and meld.kind is MeldKind.PUNG
        and _is_on_offer(seen, event.seat, meld)
        and _holds(seen, event.seat, meld.tile, standing=event.standing, loose=2 - event.standing)
    )


def _is_on_offer(seen: SeatView, seat: int, meld: Meld) -> bool:
    """Return whether a meld takes the tile that lies on offer."""
    stage = seen.stage
    return (
        isinstance(stage, SeenClaims)
        and not stage.robbing
        and meld.tile is stage.tile
        and meld.from_seat == stage.discarder
        and seat != stage.discarder
    )


def _has_pung(side: SeenPlayer, tile: object) -> bool:
    return any(meld.tile is tile and meld.kind is MeldKind.PUNG for meld in side.melds)


def _fits_kong(seen: SeatView, event: MadeKong | SawKong) -> bool:
    side = seen.players[event.seat]
    if not _is_number(event.standing, 4):
        return False
    if isinstance(event, SawKong):
        loose = 4 - event.standing
        held = event.standing <= side.standing_count and loose <= side.loose_count
        return event.seat != seen.viewer and held
    meld = event.meld
    if type(meld) is not Meld:
        return False
    given = 4
    if meld.kind is MeldKind.MELDED_KONG:
        given = 3
        if not _is_on_offer(seen, event.seat, meld):
            return False
    elif meld.kind is MeldKind.ADDED_KONG:
        given = 1
        if not _has_pung(side, meld.tile):
            return False
    elif meld.kind is not MeldKind.CONCEALED_KONG:
        return False
    loose = given - event.standing
    return loose >= 0 and _holds(seen, event.seat, meld.tile, standing=event.standing, loose=loose)


def _fits_end(event: SawEnd) -> bool:
    result: object = event.result
    players: object = event.players
    return (
        isinstance(result, WonDeal | DrawnDeal)
        and type(players) is tuple
        and [type(player) for player in players] == [SeenPlayer] * 4
    )
