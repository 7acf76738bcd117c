"""A deal as one seat follows it: a view carried over the events that the seat is told.

A client that has its first view and its events is never out of step:
``follow(view(before, seat), seen_events(step, seat)) == view(step.state, seat)``, always. An event
that cannot come next where the view stands, since a message was lost, came twice or was another
seat's, is refused; `fitting` says what is asked of it. An event that was lost or came twice by
itself always shows, at once or at the next one, unless it changes nothing that is seen: an answer
to a tile that another seat wins (CLAIM-6). What no view can tell is let through: one tile told for
another, until the two lead to something that cannot be; or a whole round of events, told twice,
that ends where it began. A server that may repeat or lose whole steps numbers them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

import attrs

from lisi_mahjong.actions import Action, Pass
from lisi_mahjong.checking import problems
from lisi_mahjong.claims import pung_choices
from lisi_mahjong.ending import fits_end
from lisi_mahjong.errors import InvalidStateError, shorten
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
from lisi_mahjong.fitting import fits
from lisi_mahjong.making import maker
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.seat_events import SawDraw, SawEnd, SawKong, SawTing, SeatEvent
from lisi_mahjong.seats import with_seat
from lisi_mahjong.seen import (
    FACE_DOWN_KONG,
    FACE_DOWN_TILE,
    FACE_DOWN_TINGS,
    OpenHand,
    SeenClaims,
    SeenPlayer,
    SeenRiverTile,
    SeenStage,
    SeenTing,
    SeenTurn,
    make_seen_player,
)
from lisi_mahjong.state import DECLARED, LYING, TAKEN, Finished, Ting, WonDeal
from lisi_mahjong.tiles import Tile
from lisi_mahjong.views import SeatView


def follow(seen: SeatView, events: Iterable[SeatEvent]) -> SeatView:
    """Return the view of a seat, or a spectator, after it has been told some events (VIEW-2).

    Between two events of one step a view is on its way: a discard is not yet asked about, say, or a
    replacement not yet drawn. It can be followed on, and is no view that `view` returns.

    Args:
        seen: the view before them.
        events: all that the same seat is told of one step or of several, in order.

    Raises:
        InvalidStateError: ``seen`` is no `SeatView`, something among the events is none, or an
            event cannot come next where the view stands by then: lost, doubled, another seat's, or
            against the rules. The message says what, and where it was refused.

    Example:
        >>> from lisi_mahjong import Discard, Shuffle, Tile, deal, seen_events, step, view
        >>> state = deal(Shuffle.from_seed(7))
        >>> taken = step(state, Discard(0, Tile.P2))
        >>> follow(view(state, 1), seen_events(taken, 1)) == view(taken.state, 1)
        True
    """
    if type(seen) is not SeatView:
        raise InvalidStateError(((Problem.NOT_A_VIEW, f"not {shorten(seen)}"),))
    try:
        told = tuple(events)
    except TypeError:
        raise InvalidStateError(((Problem.NOT_AN_EVENT, f"not {shorten(events)}"),)) from None
    for place, event in enumerate(told):
        after = followed(seen, event)
        if after is None:
            raise InvalidStateError((misfit(place, event, seen.stage),))
        seen = after
    return seen


def misfit(place: int, event: object, where: object) -> tuple[Problem, str]:
    """Return what is wrong with an event that cannot come next: what it is, and where one stands.

    Args:
        place: how many events came before it.
        event: whatever somebody was sent.
        where: what is awaited instead.

    Example:
        >>> misfit(2, None, SeenTurn(0, after_draw=False, drawn=None))[1]
        'events[2] is None, at SeenTurn(seat=0, after_draw=False, drawn=None)'
    """
    return Problem.NOT_AN_EVENT, f"events[{place}] is {shorten(event)}, at {shorten(where)}"


def followed(seen: SeatView, event: object) -> SeatView | None:
    """Return a view after one event; ``None`` if that is none, or cannot come next.

    Args:
        seen: the view before it.
        event: whatever the seat was sent.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> followed(seen, Discarded(0, Tile.M1)).stage.tile, followed(seen, None)
        (Tile.M1, None)
    """
    if not fits(seen, event):
        return None
    after = _after(seen, cast("SeatEvent", event))
    # An end brings all that was hidden, and must be sound before it is compared with what was seen.
    if isinstance(event, SawEnd) and (problems(after) or not fits_end(seen, after)):
        return None
    return after


def _after(seen: SeatView, event: SeatEvent) -> SeatView:
    """Return a view after one event that can come next."""
    match event:
        case Drew() | SawDraw():
            return _draw(_mark_own_pass(seen), event)
        case Discarded():
            side = _give(seen, event.seat, event.tile, standing=0, loose=1, entry=LYING[event.tile])
            stage = SeenClaims(event.seat, event.tile, robbing=False, asked=False, answer=None)
            return _with(seen, event.seat, side, stage)
        case DeclaredTing():
            entry, ting = DECLARED[event.tile], Ting(event.tile, event.face_up, event.on_wall)
            return _declare(seen, event.seat, event.tile, entry, ting)
        case SawTing():
            return _declare(seen, event.seat, None, FACE_DOWN_TILE, FACE_DOWN_TINGS[event.on_wall])
        case Asked():
            return _with_stage(seen, asked=True)
        case Answered():
            return _with_stage(seen, answer=event.action)
        case MadePung():
            seen = _take(_mark_own_pass(seen), event.meld, event.seat)
            side = _give(seen, event.seat, event.meld.tile, event.standing, 2 - event.standing)
            side = attrs.evolve(side, melds=(*side.melds, event.meld))
            return _with(seen, event.seat, side, SeenTurn(event.seat, after_draw=False, drawn=None))
        case AnnouncedKong():
            stage = SeenClaims(event.seat, event.tile, robbing=True, asked=False, answer=None)
            return attrs.evolve(seen, stage=stage)
        case MadeKong() | SawKong():
            return _kong(_mark_own_pass(seen), event)
        case _:  # SawEnd
            if not isinstance(event.result, WonDeal):
                seen = _mark_own_pass(seen)
            first, second, third, fourth = event.players
            return attrs.evolve(
                seen, players=(first, second, third, fourth), stage=Finished(event.result)
            )


_make_view = maker(SeatView)


def _with(  # noqa: PLR0913 - all that an event can change
    seen: SeatView,
    seat: int,
    side: SeenPlayer,
    stage: SeenStage,
    *,
    drawn: int = 0,
    kongs: int = 0,
    locks: tuple[Tile, ...] | None = None,
) -> SeatView:
    """Return a view with another side for one seat and another stage.

    Args:
        seen: the view.
        seat: whose side it is.
        side: what lies before it now.
        stage: what is awaited now.
        drawn: how many tiles have left the wall.
        kongs: how many kongs have been made.
        locks: the kinds that are locked now; ``None`` for the same ones.
    """
    return _make_view(
        seen.viewer,
        seen.rules,
        seen.dealer,
        seen.dice,
        with_seat(seen.players, seat, side),
        stage,
        seen.kongs + kongs,
        seen.remaining - drawn,
        seen.pung_locks if locks is None else locks,
        seen.win_barred,
    )


def _with_stage(
    seen: SeatView, *, asked: bool | None = None, answer: Action | None = None
) -> SeatView:
    """Return a view in which a tile on offer has been put to this seat, or answered by it."""
    stage = cast("SeenClaims", seen.stage)
    asked = stage.asked if asked is None else asked
    return attrs.evolve(seen, stage=attrs.evolve(stage, asked=asked, answer=answer))


def _mark_own_pass(seen: SeatView) -> SeatView:
    """Return a view in which this seat's pass has had its effect, if it has just passed."""
    stage = seen.stage
    if not isinstance(stage, SeenClaims) or not isinstance(stage.answer, Pass):
        return seen
    player = seen.own_player()
    if player.ting is not None:
        return attrs.evolve(seen, win_barred=True)
    if pung_choices(player, stage.tile):
        locks = tuple(sorted({*seen.pung_locks, stage.tile}))
        return attrs.evolve(seen, pung_locks=locks)
    return seen


def _draw(seen: SeatView, event: Drew | SawDraw) -> SeatView:
    seat = event.seat
    side = seen.players[seat]
    hand, tile = side.hand, event.tile if isinstance(event, Drew) else None
    locks = seen.pung_locks
    if hand is not None and tile is not None:
        hand = OpenHand(hand.standing, tuple(sorted((*hand.loose, tile))))
        locks = ()
    side = make_seen_player(
        side.standing_count,
        side.loose_count + 1,
        side.melds,
        side.river,
        side.ting,
        side.ting_since,
        hand,
    )
    stage = SeenTurn(seat, after_draw=True, drawn=tile)
    return _with(seen, seat, side, stage, drawn=1, locks=locks)


def _give(  # noqa: PLR0913, PLR0917 - what, and where one of the tiles may lie then
    seen: SeatView,
    seat: int,
    tile: Tile | None,
    standing: int,
    loose: int,
    entry: SeenRiverTile | None = None,
) -> SeenPlayer:
    """Return a side after so many standing and loose tiles have left the hand.

    Args:
        seen: the view.
        seat: whose side it is.
        tile: the kind of the tiles; ``None`` where it is not seen.
        standing: how many standing tiles.
        loose: how many loose ones.
        entry: what lies among the discards then; ``None`` for nothing new.
    """
    side = seen.players[seat]
    hand = side.hand
    if hand is not None and tile is not None:
        hand = OpenHand(_without(hand.standing, tile, standing), _without(hand.loose, tile, loose))
    return make_seen_player(
        side.standing_count - standing,
        side.loose_count - loose,
        side.melds,
        side.river if entry is None else (*side.river, entry),
        side.ting,
        side.ting_since,
        hand,
    )


def _without(tiles: tuple[Tile, ...], tile: Tile, number: int) -> tuple[Tile, ...]:
    """Return sorted tiles without so many of one kind."""
    left = list(tiles)
    for _ in range(number):
        left.remove(tile)
    return tuple(left)


def _declare(
    seen: SeatView, seat: int, tile: Tile | None, entry: SeenRiverTile, ting: SeenTing
) -> SeatView:
    side = _give(seen, seat, tile, standing=1, loose=0, entry=entry)
    discards = [len(player.river) for player in seen.players]
    discards[seat] += 1
    side = attrs.evolve(side, ting=ting, ting_since=tuple(discards))
    return _with(seen, seat, side, SeenTurn(seat, after_draw=False, drawn=None))


def _take(seen: SeatView, meld: Meld, seat: int) -> SeatView:
    """Return a view in which the last discard lies in a meld."""
    source = cast("int", meld.from_seat)
    side = seen.players[source]
    river = (*side.river[:-1], TAKEN[seat][meld.tile])
    return _with(seen, source, attrs.evolve(side, river=river), seen.stage)


_GIVEN: Final = {
    MeldKind.MELDED_KONG: 3,
    MeldKind.ADDED_KONG: 1,
    MeldKind.CONCEALED_KONG: 4,
}
"""How many tiles of the hand go into a kong."""


def _kong(seen: SeatView, event: MadeKong | SawKong) -> SeatView:
    seat = event.seat
    if isinstance(event, SawKong):
        side = _give(seen, seat, None, event.standing, 4 - event.standing)
        melds = (*side.melds, FACE_DOWN_KONG)
    else:
        made = event.meld
        if made.kind is MeldKind.MELDED_KONG:
            seen = _take(seen, made, seat)
        given = _GIVEN[made.kind] - event.standing
        side = _give(seen, seat, made.tile, event.standing, given)
        melds = (*side.melds, made)
        if made.kind is MeldKind.ADDED_KONG:
            melds = tuple(made if meld.tile is made.tile else meld for meld in side.melds)
    side = attrs.evolve(side, melds=melds)
    # Its replacement is due, and until it comes this seat has not drawn.
    return _with(seen, seat, side, SeenTurn(seat, after_draw=False, drawn=None), kongs=1)
