"""What a view leaves open: the seats whose tiles it hides, and what it tells of them all the same.

Nothing is drawn here; `sampling` does that. The views are taken to have no `problems`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final, cast

import attrs

from lisi_mahjong.actions import Win
from lisi_mahjong.errors import InvalidStateError
from lisi_mahjong.making import maker
from lisi_mahjong.melds import Meld, MeldKind, counted_melds
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.seats import OTHERS, SEATS
from lisi_mahjong.seen import FaceDownTile, FaceDownTing, OpenHand, SeenClaims, SeenPlayer, SeenTurn
from lisi_mahjong.state import Player, RiverTile, Ting, WonDeal, make_player
from lisi_mahjong.tiles import COPIES, ONE, Tile, counted
from lisi_mahjong.views import SeatView
from lisi_mahjong.winning import wait_set

WAITERS: Final = 22
"""One in so many of the hands that wait does so for a given kind, on average."""


@attrs.frozen(weakref_slot=False)
class HiddenSeat:
    """What a view tells of a seat whose tiles in hand it hides.

    Attributes:
        seat: which seat.
        seen: what is seen of it.
        size: how many tiles it has in hand.
        fixed: the one that is known, a counted set: that of the kong it announced; else 0.
        made: the tiles of its melds, as far as they are seen, a counted set.
        kongs: how many concealed kongs of an unknown kind it has.
        face_down: where in its row of discards the face-down tile lies; -1 for nowhere.
        thrown: in ting, the kinds on which it could have won by discard since (a set of kinds).
        never: in ting, the kinds for which it cannot wait (a set of kinds).
        on_turn: whether it is its turn after a draw.
    """

    seat: int
    seen: SeenPlayer
    size: int
    fixed: int
    made: int
    kongs: int
    face_down: int
    thrown: int
    never: int
    on_turn: bool

    @property
    def in_ting(self) -> bool:
        """Whether it has declared ting."""
        return self.seen.ting is not None


_make_hidden_seat = maker(HiddenSeat)


@attrs.frozen
class Askable:
    """A seat that may be asked about the tile on offer.

    Attributes:
        seat: which seat.
        tiles: the copies of the tile that it holds then, a counted set; 0 for a seat in ting,
            which waits for it.
        ways: how likely it is, as a number of ways in which the copies can lie.
    """

    seat: int
    tiles: int
    ways: float


# --- one seat -----------------------------------------------------------------------------


def hidden_seat(view: SeatView, seat: int) -> HiddenSeat:
    """Return what is known of a seat whose tiles in hand are hidden."""
    seen, stage = view.players[seat], view.stage
    fixed = thrown = never = 0
    if isinstance(stage, SeenClaims) and stage.robbing and stage.discarder == seat:
        fixed = ONE[stage.tile]
    on_turn = isinstance(stage, SeenTurn) and stage.seat == seat and stage.after_draw
    if seen.ting is not None:
        thrown, own = _thrown(view, seat)
        if view.rules.forced_win:
            never = thrown | own
            if isinstance(stage, SeenClaims):
                never |= ONE[stage.tile]
        elif on_turn:
            never = thrown  # else it would win no more, and have nothing to decide
    face_down = -1
    if isinstance(seen.ting, FaceDownTing):
        face_down = [type(entry) for entry in seen.river].index(FaceDownTile)
    melds = tuple([meld for meld in seen.melds if isinstance(meld, Meld)])
    return _make_hidden_seat(
        seat,
        seen,
        seen.standing_count + seen.loose_count,
        fixed,
        counted_melds(melds) if melds else 0,
        len(seen.melds) - len(melds),
        face_down,
        thrown,
        never,
        on_turn,
    )


def open_player(view: SeatView, seat: int) -> Player:
    """Return a seat all of whose tiles are seen."""
    seen, stage, result = view.players[seat], view.stage, view.result
    hand = cast("OpenHand", seen.hand)
    melds = cast("tuple[Meld, ...]", seen.melds)
    standing, loose, made = counted(hand.standing), counted(hand.loose), counted_melds(melds)
    waits = thrown = 0
    if seen.ting is not None:
        waiting = standing + loose
        if isinstance(stage, SeenTurn) and stage.seat == seat and stage.drawn is not None:
            waiting -= ONE[stage.drawn]
        if isinstance(result, WonDeal) and result.winner == seat:
            waiting -= ONE[result.tile]
        waits = wait_set(waiting, made, all_runs=view.rules.all_runs)
        thrown = _thrown(view, seat)[0]
    locks, barred = 0, bool(waits & thrown)  # never barred with forced_win: it would have won
    if seat == view.viewer:
        locks, barred = counted(view.pung_locks), view.win_barred
    return make_player(
        standing,
        loose,
        melds,
        cast("tuple[RiverTile, ...]", seen.river),
        cast("Ting | None", seen.ting),
        locks,
        barred,
        waits,
        made,
        seen.ting_since,
    )


def _thrown(view: SeatView, seat: int) -> tuple[int, int]:
    """Return the kinds discarded since a seat declared ting: by the others, and by itself.

    Tiles of declarations are left out, for nobody can win on them (TING-2), and so is a discard
    that nobody has let go yet.
    """
    stage, result = view.stage, view.result
    pending = None
    if isinstance(stage, SeenClaims) and not stage.robbing:
        pending = stage.discarder
    elif isinstance(result, WonDeal) and not result.robbed_kong:
        pending = result.loser
    kinds = [0, 0]
    for thrower, entries in enumerate(view.thrown_since_ting(seat)):
        for entry in entries[:-1] if thrower == pending else entries:
            if isinstance(entry, RiverTile) and not entry.ting:
                kinds[thrower == seat] |= ONE[entry.tile]
    return kinds[0], kinds[1]


# --- the table ----------------------------------------------------------------------------


def who_is_asked(view: SeatView, hidden: list[HiddenSeat], unseen: Sequence[Tile]) -> list[Askable]:
    """Return who may be asked beside the viewer, where somebody must be (CLAIM-6).

    Otherwise the tile would not be on offer any more.

    Args:
        view: the view.
        hidden: its hidden seats.
        unseen: the tiles that it does not show.

    Returns:
        The seats, one of which is asked; ``[]`` when nobody need be.

    Raises:
        InvalidStateError: somebody must be asked, and nobody can.
    """
    stage = view.stage
    if not isinstance(stage, SeenClaims) or (stage.asked and stage.answer is None):
        return []
    answer, tile = stage.answer, stage.tile
    seats = OTHERS[stage.discarder]
    if isinstance(answer, Win):  # only a nearer seat that can win keeps it from being settled
        seats = seats[: seats.index(answer.seat)]  # type: ignore[assignment]  # fewer seats
    copies = unseen.count(tile)
    places = len(unseen) - COPIES * sum([side.kongs for side in hidden])
    found = []
    for side in hidden:
        if side.seat not in seats:
            continue
        if side.in_ting:
            if not view.rules.forced_win and not side.thrown & ONE[tile]:
                found.append(Askable(side.seat, 0, comb(places, copies) / WAITERS))
        elif not isinstance(answer, Win):
            for held in range(2, copies + 1):
                ways = comb(side.size, held) * comb(places - side.size, copies - held)
                found.append(Askable(side.seat, held * ONE[tile], ways))
    found = [askable for askable in found if askable.ways]
    if not found:
        detail = f"nobody else can take {tile} of seat {stage.discarder}"
        raise InvalidStateError(((Problem.NOBODY_ASKED, detail),))
    return found


def shown_plies(view: SeatView) -> int:
    """Return how many decisions a view shows: a pass of another seat leaves no trace in it."""
    plies = 0
    for seat, seen in zip(SEATS, view.players, strict=True):
        plies += seen.ting_since[seat] if seen.ting_since else len(seen.river)
        for meld in seen.melds:
            plies += 1 + (meld.kind is MeldKind.ADDED_KONG)
    stage, result = view.stage, view.result
    if isinstance(stage, SeenClaims):
        plies += stage.robbing + (stage.answer is not None)
    elif isinstance(result, WonDeal):
        plies += result.robbed_kong + (not view.rules.forced_win)
    return plies
