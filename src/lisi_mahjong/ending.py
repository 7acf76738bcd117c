"""Whether a deal can end where a view stands, and whether that opens what was closed (VIEW-3)."""

from __future__ import annotations

from typing import cast

from lisi_mahjong.actions import Pass, Win
from lisi_mahjong.fitting import next_to_draw, on_turn, own_answers
from lisi_mahjong.seats import OTHERS
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
from lisi_mahjong.state import TAKEN, DrawnDeal, WonDeal
from lisi_mahjong.tiles import Tile
from lisi_mahjong.views import SeatView


def fits_end(seen: SeatView, ended: SeatView) -> bool:
    """Return whether a deal can end so, and whether what is opened is what was closed (VIEW-3).

    Args:
        seen: where the seat stands.
        ended: where it stands after the end; a view without problems.
    """
    result = cast("WonDeal | DrawnDeal", ended.result)
    if isinstance(result, DrawnDeal):
        good = next_to_draw(seen) is not None
    elif result.loser is None:
        side = on_turn(seen, result.winner)
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
        return not own_answers(seen, stage)
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
