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
from lisi_mahjong.seats import NEXT, OTHERS, is_seat
from lisi_mahjong.seen import (
    FaceDownKong,
    FaceDownTile,
    FaceDownTing,
    OpenHand,
    SeenClaims,
    SeenMeld,
    SeenPlayer,
    SeenRiverTile,
    SeenTing,
    SeenTurn,
)
from lisi_mahjong.state import TAKEN, DrawnDeal, Finished, WonDeal
from lisi_mahjong.tiles import COPIES, EACH, ONE, Tile
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import kong_keeps_reserve
from lisi_mahjong.winning import HAND_SIZE


def fits(seen: SeatView, event: Any) -> bool:  # noqa: ANN401 - whatever somebody was sent
    """Return whether something is an event that can come next.

    Of an end the moment alone is looked at, and `fits_end` looks at what it opens.

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


def _on_turn(seen: SeatView, seat: object) -> SeenPlayer | None:
    """Return what lies before a seat that is to play; ``None`` if it is not.

    Whoever has just declared ting, or made a kong, has one tile less than it takes.
    """
    stage = seen.stage
    if not isinstance(stage, SeenTurn) or not is_seat(seat) or seat != stage.seat:
        return None
    side = seen.players[stage.seat]
    return side if _size(side) > HAND_SIZE else None


def _next_to_draw(seen: SeatView) -> int | None:
    """Return the seat that is to draw from the head, if it can (TURN-2); ``None`` for nobody."""
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
    return not _answers(seen, stage)


def _answers(seen: SeatView, stage: SeenClaims) -> tuple[Action, ...]:
    """Return what this seat can answer; with ``forced_win`` a win there is made and not asked."""
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
            and seat == _next_to_draw(seen)
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
    side, tile = _on_turn(seen, event.seat), event.tile
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
    side, rules = _on_turn(seen, event.seat), seen.rules
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
    answers = _answers(seen, stage)
    return bool(answers) and not (seen.rules.forced_win and isinstance(answers[0], Win))


def _fits_answered(seen: SeatView, event: Answered) -> bool:
    stage, action = seen.stage, event.action
    return (
        isinstance(stage, SeenClaims)
        and stage.asked
        and stage.answer is None
        and is_seat(event.seat)
        and event.seat == seen.viewer
        and is_action(action)
        and action in _answers(seen, stage)
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
    side = _on_turn(seen, seat)
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


def fits_end(seen: SeatView, ended: SeatView) -> bool:
    """Return whether a deal can end so, and whether what is opened is what was closed (VIEW-3).

    Args:
        seen: where the seat stands.
        ended: where it stands after the end; a view without problems.
    """
    result = cast("WonDeal | DrawnDeal", ended.result)
    if isinstance(result, DrawnDeal):
        good = _next_to_draw(seen) is not None
    elif result.loser is None:
        side = _on_turn(seen, result.winner)
        good = side is not None and (
            side.hand is None or cast("SeenTurn", seen.stage).drawn is result.tile
        )
    else:
        good = _can_be_won(seen, result)
    return good and all(
        _is_opened(side, after, seat, result)
        for seat, (side, after) in enumerate(zip(seen.players, ended.players, strict=True))
    )


def _can_be_won(seen: SeatView, result: WonDeal) -> bool:
    """Return whether the tile on offer can be won as a result says (CLAIM-2, WIN-4)."""
    stage, viewer, winner = seen.stage, seen.viewer, result.winner
    if (
        not isinstance(stage, SeenClaims)
        or (stage.discarder, stage.robbing) != (result.loser, result.robbed_kong)
        or stage.tile is not result.tile
    ):
        return False
    if seen.rules.forced_win:
        return not stage.asked  # the win was made before anybody was
    if viewer == winner:
        return type(stage.answer) is Win
    if not stage.asked:
        return not _answers(seen, stage)
    asked = cast("int", viewer)
    if type(stage.answer) is Pass or seen.players[asked].ting is None:
        return True
    order = OTHERS[stage.discarder]
    return order.index(winner) < order.index(asked)


def _is_opened(before: SeenPlayer, after: SeenPlayer, seat: int, result: object) -> bool:
    """Return whether a seat at the end is what was seen of it, with all of it open."""
    hand, river = before.hand, before.river
    standing, loose = before.standing_count, before.loose_count
    if isinstance(result, WonDeal) and result.loser is not None:
        tile = result.tile
        if seat == result.winner:  # WIN-8
            loose += 1
            hand = hand and OpenHand(hand.standing, tuple(sorted((*hand.loose, tile))))
        elif seat == result.loser and not result.robbed_kong:
            river = (*river[:-1], TAKEN[result.winner][tile])
        elif seat == result.loser:
            stood = standing != after.standing_count
            standing, loose = standing - stood, loose - (not stood)
            hand = hand and OpenHand(_without(hand.standing, tile), _without(hand.loose, tile))
    return (
        (after.standing_count, after.loose_count) == (standing, loose)
        and (hand is None or after.hand == hand)
        and len(after.melds) == len(before.melds)
        and all(map(_is_meld_opened, before.melds, after.melds))
        and len(after.river) == len(river)
        and all(map(_is_tile_opened, river, after.river))
        and _is_ting_opened(before.ting, after.ting)
        and after.ting_since == before.ting_since
    )


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return the tiles of a seat without that of its robbed kong, of which it held just one."""
    return tuple([each for each in tiles if each is not tile])


def _is_meld_opened(before: SeenMeld, after: SeenMeld) -> bool:
    return after == before or (isinstance(before, FaceDownKong) and after.kind is before.kind)


def _is_tile_opened(before: SeenRiverTile, after: SeenRiverTile) -> bool:
    return after == before or (isinstance(before, FaceDownTile) and after.ting)


def _is_ting_opened(before: SeenTing | None, after: SeenTing | None) -> bool:
    if isinstance(before, FaceDownTing):
        return after is not None and (after.face_up, after.on_wall) == (False, before.on_wall)
    return after == before
