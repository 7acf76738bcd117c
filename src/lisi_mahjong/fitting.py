"""Whether an event can have happened where a view stands: the door of `follow`.

A client may get a message twice, lose one, or be sent another seat's. Every event has its moment:
a turn, a tile on offer, a replacement that is due. Asked is whether this is the moment, whether the
rules let the seat do it as far as the view shows, whether the tiles are where the event takes them
from, and whether it is told in the form that this seat is told it in. What other seats hold and
answer is not seen, so it is not asked; of their tiles there must be enough that are not seen
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from lisi_mahjong.actions import (
    KONGS,
    PUNGS,
    Action,
    DeclareTing,
    KongKind,
    Pass,
    Win,
    is_action,
)
from lisi_mahjong.claims import answers_of
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
from lisi_mahjong.legal import ting_refusal, turn_kong_refusal
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.seat_events import SawDraw, SawEnd, SawKong, SawTing
from lisi_mahjong.seats import NEXT, is_seat
from lisi_mahjong.seen import (
    FaceDownKong,
    OpenHand,
    SeenClaims,
    SeenPlayer,
    SeenTurn,
)
from lisi_mahjong.state import DrawnDeal, Finished, WonDeal
from lisi_mahjong.tiles import COPIES, EACH, ONE, Tile
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import kong_keeps_reserve
from lisi_mahjong.winning import HAND_SIZE


def fits(seen: SeatView, event: Any) -> bool:  # noqa: ANN401 - whatever somebody was sent
    """Return whether something is an event that can come next.

    Of an end no more is looked at than whether it is one; `ending.fits_end` looks at the rest.

    Args:
        seen: where the seat stands.
        event: whatever it was sent.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> fits(seen, Discarded(0, Tile.M1)), fits(seen, Discarded(3, Tile.M1)), fits(seen, None)
        (True, False, False)
    """
    check = _CHECKS.get(type(event))
    return check is not None and not isinstance(seen.stage, Finished) and check(seen, event)


# --- whose moment it is -------------------------------------------------------------------


def _size(side: SeenPlayer) -> int:
    return side.standing_count + side.loose_count + 3 * len(side.melds)


def on_turn(seen: SeatView, seat: object) -> SeenPlayer | None:
    """Return what lies before a seat that is to play; ``None`` if it is not.

    Whoever has just declared ting, or made a kong, has one tile less than it takes.

    Args:
        seen: where the viewer stands.
        seat: anything.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> on_turn(seen, 0) is seen.players[0], on_turn(seen, 1)
        (True, None)
    """
    stage = seen.stage
    if not isinstance(stage, SeenTurn) or not is_seat(seat) or seat != stage.seat:
        return None
    side = seen.players[stage.seat]
    return side if _size(side) > HAND_SIZE else None


def next_to_draw(seen: SeatView) -> int | None:
    """Return the seat that is to draw from the head, if it can (TURN-2); ``None`` for nobody.

    Args:
        seen: where the viewer stands, in a deal that goes on.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, follow, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 2)
        >>> next_to_draw(seen), next_to_draw(follow(seen, [Discarded(0, Tile.M9)]))
        (None, 1)
    """
    stage = seen.stage
    if isinstance(stage, SeenClaims):
        return NEXT[stage.discarder] if not stage.robbing and _has_let_go(seen, stage) else None
    turn = cast("SeenTurn", stage)
    side = seen.players[turn.seat]
    return NEXT[turn.seat] if side.ting is not None and _size(side) == HAND_SIZE else None


def _has_let_go(seen: SeatView, stage: SeenClaims) -> bool:
    """Return whether this seat has passed the tile on offer, or has nothing to answer."""
    if stage.asked:
        return type(stage.answer) is Pass
    return not own_answers(seen, stage)


def own_answers(seen: SeatView, stage: SeenClaims) -> tuple[Action, ...]:
    """Return what this seat can answer; with ``forced_win`` a win there is made and not asked.

    Args:
        seen: where the viewer stands.
        stage: its stage.

    Example:
        >>> from lisi_mahjong import Discard, Shuffle, deal, step, view
        >>> seen = view(step(deal(Shuffle.from_seed(7)), Discard(0, Tile.M9)).state, 3)
        >>> [str(action) for action in own_answers(seen, seen.stage)]
        ['3 pung 9m 0', '3 pass']
    """
    viewer, tile = seen.viewer, stage.tile
    if viewer is None or viewer == stage.discarder:
        return ()
    side = seen.players[viewer]
    # The quick look first: a pung takes two of the kind (CLAIM-1).
    if side.ting is None and _copies(side.hand, tile) <= 1:
        return ()
    return answers_of(seen.own_player(), viewer, tile, reserve_kept=_keeps_reserve(seen))


def _keeps_reserve(seen: SeatView) -> bool:
    return kong_keeps_reserve(seen.remaining, seen.kongs, seen.rules)


# --- tiles --------------------------------------------------------------------------------


def _is_number(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _copies(hand: OpenHand | None, tile: Tile) -> int:
    return 0 if hand is None else hand.standing.count(tile) + hand.loose.count(tile)


def _unseen(seen: SeatView, tile: Tile) -> int:
    """Return how many copies of a kind can come to light: as many as this viewer does not see.

    None can where only so many kinds are wholly unseen as there are face-down kongs.
    """
    count, hidden_kongs = COPIES, 0
    for side in seen.players:
        count -= _copies(side.hand, tile)
        for meld in side.melds:
            if meld.tile is tile:
                count -= 4 if meld.kind.is_kong else 3
            hidden_kongs += isinstance(meld, FaceDownKong)
        for entry in side.river:
            if entry.tile is tile and entry.taken_by is None:
                count -= 1
    if count == COPIES and hidden_kongs and _wholly_unseen(seen) <= hidden_kongs:
        return 0
    return count


def _wholly_unseen(seen: SeatView) -> int:
    """Return how many kinds there are of which this viewer sees no copy."""
    return (seen.unseen_set >> 2 & EACH).bit_count()


def _can_lay(side: SeenPlayer, standing: int, tiles: int) -> bool:
    """Return whether a hand has so many tiles for a meld, and a standing one besides (STAND-3)."""
    return 0 <= tiles - standing <= side.loose_count and standing < side.standing_count


def _can_give(seen: SeatView, seat: int, tile: Tile, standing: int, tiles: int) -> bool:
    """Return whether a seat can lay so many tiles of a kind, some of them standing ones."""
    side = seen.players[seat]
    hand = side.hand
    if hand is None:
        return _can_lay(side, standing, tiles) and _unseen(seen, tile) >= tiles
    # It is this seat's kong, which the rules have let it make, and takes every copy (STAND-5).
    return hand.standing.count(tile) == standing


# --- draws, discards, ting ----------------------------------------------------------------


def _fits_draw(seen: SeatView, event: Drew | SawDraw) -> bool:
    seat = event.seat
    if not is_seat(seat) or (seat == seen.viewer) is not isinstance(event, Drew):
        return False
    replacement: object = event.replacement
    if replacement is True:
        due = _is_kong_made(seen, seat)
    else:
        due = (
            replacement is False
            and seat == next_to_draw(seen)
            and seen.remaining > seen.reserve  # WALL-7
        )
    if due and isinstance(event, Drew):
        return type(event.tile) is Tile and _unseen(seen, event.tile) > 0
    return due


def _is_kong_made(seen: SeatView, seat: int) -> bool:
    """Return whether a seat has just made a kong, and its replacement is due (KONG-4)."""
    stage = seen.stage
    if not isinstance(stage, SeenTurn) or seat != stage.seat:
        return False
    side = seen.players[seat]
    return side.ting is None and _size(side) == HAND_SIZE


def _fits_discard(seen: SeatView, event: Discarded) -> bool:
    side, tile = on_turn(seen, event.seat), event.tile
    if side is None or type(tile) is not Tile:
        return False
    hand = side.hand
    if hand is None:
        return side.loose_count > 0 and _unseen(seen, tile) > 0
    if side.ting is None:
        return tile in hand.loose
    # A hand in ting is closed (TING-5), and a win that is there is made (WIN-2).
    won = seen.rules.forced_win and seen.own_player().wait_set & ONE[tile]
    return tile is cast("SeenTurn", seen.stage).drawn and not won


def _fits_ting(seen: SeatView, event: DeclaredTing | SawTing) -> bool:
    side, rules = on_turn(seen, event.seat), seen.rules
    if side is None or side.ting is not None or type(event.on_wall) is not bool:
        return False
    mine, ways = event.seat == seen.viewer, rules.ting_on_wall or not event.on_wall
    if isinstance(event, SawTing):
        return ways and not mine
    if type(event.tile) is not Tile or type(event.face_up) is not bool:
        return False
    if mine:
        action = DeclareTing(event.seat, event.tile, event.face_up, event.on_wall)
        return ting_refusal(seen.own_player(), action, rules) is None
    return event.face_up and rules.open_ting and ways and _unseen(seen, event.tile) > 0


# --- offers and melds ---------------------------------------------------------------------


def _fits_asked(seen: SeatView, event: Asked) -> bool:
    stage = seen.stage
    if (
        not isinstance(stage, SeenClaims)
        or stage.asked
        or not (is_seat(event.seat) and event.seat == seen.viewer)
        or not (is_seat(event.discarder) and event.discarder == stage.discarder)
        or event.tile is not stage.tile
    ):
        return False
    possible = own_answers(seen, stage)
    return bool(possible) and not (seen.rules.forced_win and isinstance(possible[0], Win))


def _fits_answered(seen: SeatView, event: Answered) -> bool:
    stage, action = seen.stage, event.action
    return (
        isinstance(stage, SeenClaims)
        and stage.asked
        and stage.answer is None
        and is_seat(event.seat)
        and event.seat == seen.viewer
        and is_action(action)
        and action in own_answers(seen, stage)
    )


def _is_on_offer(seen: SeatView, seat: int, meld: Meld) -> bool:
    """Return whether a seat can have made a meld of the tile that lies on offer."""
    stage = seen.stage
    return (
        isinstance(stage, SeenClaims)
        and not stage.robbing
        and meld.tile is stage.tile
        and is_seat(meld.from_seat)
        and meld.from_seat == stage.discarder != seat
        and seen.players[seat].ting is None
        and (seat == seen.viewer or _has_let_go(seen, stage))
    )


def _has_answered(seen: SeatView, action: Action) -> bool:
    return cast("SeenClaims", seen.stage).answer == action


def _fits_pung(seen: SeatView, event: MadePung) -> bool:
    seat, meld, standing = event.seat, event.meld, event.standing
    if (
        not (is_seat(seat) and type(meld) is Meld and meld.kind is MeldKind.PUNG)
        or not _is_number(standing, 2)
        or not _is_on_offer(seen, seat, meld)
    ):
        return False
    if seat == seen.viewer:
        return _has_answered(seen, PUNGS[seat][meld.tile][standing])
    return _can_give(seen, seat, meld.tile, standing, 2)


def _may_add_or_conceal(seen: SeatView, seat: int, tile: Tile | None, kind: KongKind) -> bool:
    """Return whether a seat may make a kong on its turn, as far as its tiles are seen (KONG-5)."""
    side = on_turn(seen, seat)
    if side is None or side.ting is not None or not cast("SeenTurn", seen.stage).after_draw:
        return False
    if side.hand is None or tile is None:
        return _keeps_reserve(seen)
    player, kept = seen.own_player(), _keeps_reserve(seen)
    return turn_kong_refusal(player, tile, kind, reserve_kept=kept) is None


def _pung_of(side: SeenPlayer, tile: Tile) -> Meld | None:
    """Return a seat's pung of a kind; ``None`` if it has none."""
    for meld in side.melds:
        if isinstance(meld, Meld) and meld.tile is tile and meld.kind is MeldKind.PUNG:
            return meld
    return None


def _fits_announced(seen: SeatView, event: AnnouncedKong) -> bool:
    seat, tile = event.seat, event.tile
    return (
        is_seat(seat)
        and type(tile) is Tile
        and seen.rules.robbing_kong
        and _pung_of(seen.players[seat], tile) is not None
        and _may_add_or_conceal(seen, seat, tile, KongKind.ADDED)
        and (seat == seen.viewer or _unseen(seen, tile) > 0)
    )


def _fits_kong(seen: SeatView, event: MadeKong) -> bool:
    seat, meld, standing = event.seat, event.meld, event.standing
    if (
        not (is_seat(seat) and type(meld) is Meld and type(meld.tile) is Tile)
        or not _is_number(standing, 4)
        or type(meld.kind) is not MeldKind
    ):
        return False
    tile = meld.tile
    match meld.kind:
        case MeldKind.MELDED_KONG:
            good, tiles = _keeps_reserve(seen) and _is_on_offer(seen, seat, meld), 3
            if good and seat == seen.viewer:
                good = _has_answered(seen, KONGS[KongKind.MELDED][seat][tile])
        case MeldKind.ADDED_KONG:
            good, tiles = _can_add(seen, seat, meld), 1
        case MeldKind.CONCEALED_KONG:
            told = seat == seen.viewer or seen.rules.show_concealed_kongs
            good = told and meld.from_seat is None
            good = good and _may_add_or_conceal(seen, seat, tile, KongKind.CONCEALED)
            tiles = 4
        case _:  # a pung
            return False
    return good and _can_give(seen, seat, tile, standing, tiles)


def _can_add(seen: SeatView, seat: int, meld: Meld) -> bool:
    """Return whether a seat may add to its pung now; where kongs can be robbed it has said so."""
    tile, stage = meld.tile, seen.stage
    pung = _pung_of(seen.players[seat], tile)
    if pung is None or not is_seat(meld.from_seat) or meld.from_seat != pung.from_seat:
        return False
    if not seen.rules.robbing_kong:
        return _may_add_or_conceal(seen, seat, tile, KongKind.ADDED)
    return (
        isinstance(stage, SeenClaims)
        and stage.robbing
        and stage.discarder == seat
        and stage.tile is tile
        and _has_let_go(seen, stage)
    )


def _fits_hidden_kong(seen: SeatView, event: SawKong) -> bool:
    seat, standing = event.seat, event.standing
    if (
        not (is_seat(seat) and seat != seen.viewer and _is_number(standing, 4))
        or seen.rules.show_concealed_kongs
        or not _may_add_or_conceal(seen, seat, None, KongKind.CONCEALED)
    ):
        return False
    hidden = sum(isinstance(meld, FaceDownKong) for side in seen.players for meld in side.melds)
    return _can_lay(seen.players[seat], standing, 4) and _wholly_unseen(seen) > hidden


# --- the end ------------------------------------------------------------------------------


def _has_parts(_seen: SeatView, event: SawEnd) -> bool:
    result: object = event.result
    players: object = event.players
    return (
        type(result) in {WonDeal, DrawnDeal}
        and type(players) is tuple
        and [type(player) for player in players] == [SeenPlayer] * 4
    )


_CHECKS: Final[dict[type, Callable[[SeatView, Any], bool]]] = {
    Drew: _fits_draw,
    SawDraw: _fits_draw,
    Discarded: _fits_discard,
    DeclaredTing: _fits_ting,
    SawTing: _fits_ting,
    Asked: _fits_asked,
    Answered: _fits_answered,
    MadePung: _fits_pung,
    AnnouncedKong: _fits_announced,
    MadeKong: _fits_kong,
    SawKong: _fits_hidden_kong,
    SawEnd: _has_parts,
}
