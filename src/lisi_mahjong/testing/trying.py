"""Everything that somebody could try in a deal, and what somebody might well try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lisi_mahjong.actions import Action, DeclareTing, Discard, Kong, KongKind, Pass, Pung, Win
from lisi_mahjong.seats import NEXT, SEATS, check_seat
from lisi_mahjong.state import AwaitingClaims, AwaitingTurn, GameState, check_state
from lisi_mahjong.tiles import TILES, Tile


def every_action(seat: int) -> Iterator[Action]:
    """Yield every well-formed action of a seat: 376 of them, most of which no state allows.

    Raises:
        SeatError: ``seat`` is no seat.

    Example:
        >>> len(list(every_action(0)))
        376
    """
    yield from _EVERY[check_seat(seat)]


def actions_with(seat: int, tile: Tile) -> Iterator[Action]:
    """Yield every well-formed action of a seat that names a tile.

    Example:
        >>> [str(action) for action in actions_with(0, Tile.M5)][:3]
        ['0 discard 5m', '0 ting 5m', '0 ting 5m wall']
    """
    yield Discard(seat, tile)
    for face_up in (False, True):
        for on_wall in (False, True):
            yield DeclareTing(seat, tile, face_up, on_wall)
    for standing in (0, 1, 2):
        yield Pung(seat, tile, standing)
    for kind in KongKind:
        yield Kong(seat, tile, kind)


_EVERY: Final = tuple(
    (*(action for tile in TILES for action in actions_with(seat, tile)), Win(seat), Pass(seat))
    for seat in SEATS
)


def plausible_actions(state: GameState) -> list[Action]:
    """Return what players might well try: legal actions, and such as are nearly so.

    They are about the tile on offer or just drawn, and about tiles that a seat holds or has in a
    pung; they are made by those whose turn it is and by those whose it is not.

    Args:
        state: a deal, or its end.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, why_illegal
        >>> state = deal(Shuffle.from_seed(7))
        >>> {why_illegal(state, action) is None for action in plausible_actions(state)}
        {False, True}
    """
    stage = check_state(state).stage
    if isinstance(stage, AwaitingTurn):
        near, about = [stage.seat, NEXT[stage.seat], NEXT[NEXT[stage.seat]]], stage.drawn
    elif isinstance(stage, AwaitingClaims):
        near, about = [*stage.asked, stage.discarder], stage.tile
        near += [seat for seat in SEATS if seat not in near]
    else:
        near, about = list(SEATS), None
    found: dict[Action, None] = {}
    for seat in near:
        player = state.players[seat]
        kinds = {*player.concealed, *(meld.tile for meld in player.melds)}
        # Of a seat that has nothing to do with it, the tile in question and one more.
        own = sorted(kinds) if seat == near[0] else sorted(kinds)[:1]
        found.update(dict.fromkeys([Pass(seat), Win(seat)]))
        for tile in [*([] if about is None else [about]), *own]:
            found.update(dict.fromkeys(actions_with(seat, tile)))
    return list(found)
