"""Who is offered a tile, and who prevails: the answers to a discard or to an added kong.

Everything here looks at players and the tile alone, so that the reducer can ask it in the midst
of a step. `pung_refusal` and `kong_refusal` are the only place where these calls are judged:
lists of what is legal and reasons for what is not come from the same functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from lisi_mahjong.actions import KONGS, PASSES, PUNGS, WINS, Action, KongKind, Pass
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.seats import OTHERS
from lisi_mahjong.state import AwaitingClaims, Player
from lisi_mahjong.tiles import ONE, Tile, kinds_of
from lisi_mahjong.winning import wait_set

# --- one seat and one tile ----------------------------------------------------------------


def pung_refusal(player: Player, tile: Tile, standing: int) -> Refusal | None:
    """Return why a seat may not pung a tile, or ``None`` when it may.

    Args:
        player: the seat.
        tile: the discard.
        standing: how many of the two tiles given are standing ones, 0 to 2 (STAND-5).
    """
    if player.ting is not None:
        return Refusal.TING_TAKES_NO_SET
    shift = 4 * tile
    stand = player.standing_set >> shift & 15
    loose = player.loose_set >> shift & 15
    if stand + loose < 2:  # noqa: PLR2004 - the two tiles of CLAIM-1
        return Refusal.PUNG_NEEDS_TWO
    if player.lock_set & ONE[tile]:
        return Refusal.PUNG_LOCKED
    if standing > stand or 2 - standing > loose:
        return Refusal.PUNG_CHOICE
    standing_left = player.standing_set - standing * ONE[tile]
    loose_left = player.loose_set - (2 - standing) * ONE[tile]
    if not standing_left:
        return Refusal.NO_STANDING_LEFT
    # STAND-6. With a pung among the sets it is no matter whether four runs win.
    if not loose_left and not any(
        wait_set(standing_left - ONE[kind], player.meld_set + 3 * ONE[tile])
        for kind in kinds_of(standing_left)
    ):
        return Refusal.NO_WAY_ON
    return None


def pung_choices(player: Player, tile: Tile) -> list[int]:
    """Return the numbers of standing tiles with which a seat may pung a tile (STAND-5)."""
    return [number for number in (0, 1, 2) if pung_refusal(player, tile, number) is None]


def kong_refusal(player: Player, tile: Tile, *, reserve_kept: bool) -> Refusal | None:
    """Return why a seat may not kong a discard, or ``None`` when it may (KONG-1).

    Args:
        player: the seat.
        tile: the discard.
        reserve_kept: whether the wall allows one more kong (WALL-7).
    """
    if player.ting is not None:
        return Refusal.TING_TAKES_NO_SET
    shift = 4 * tile
    stand = player.standing_set >> shift & 15
    if stand + (player.loose_set >> shift & 15) < 3:  # noqa: PLR2004 - the three of KONG-1
        return Refusal.KONG_NEEDS_THREE
    if player.standing_set == stand << shift:
        return Refusal.NO_STANDING_LEFT
    return None if reserve_kept else Refusal.KONG_BREAKS_RESERVE


def win_refusal(player: Player, tile: Tile, *, forced_win: bool) -> Refusal | None:
    """Return why a seat may not choose to win on a tile, or ``None`` when it may (WIN-1)."""
    if player.ting is None:
        return Refusal.WIN_NOT_IN_TING
    if forced_win:
        return Refusal.WIN_IS_FORCED
    if player.win_barred:
        return Refusal.WIN_BARRED
    return None if player.wait_set & ONE[tile] else Refusal.NOT_A_WIN


def answers_of(player: Player, seat: int, tile: Tile, *, reserve_kept: bool) -> tuple[Action, ...]:
    """Return what a seat may answer, `Pass` last; ``()`` when it is not asked (CLAIM-6).

    For a seat in ting this is a win that it may choose; with ``forced_win`` the reducer has
    looked for winners before it asks anybody.
    """
    if player.ting is not None:
        if player.wait_set & ONE[tile] and not player.win_barred:
            return WINS[seat], PASSES[seat]
        return ()
    held = (player.standing_set + player.loose_set) >> 4 * tile & 15
    if held < 2:  # noqa: PLR2004 - what a pung needs; nobody holds it of an added kong's tile
        return ()
    answers: list[Action] = []
    if kong_refusal(player, tile, reserve_kept=reserve_kept) is None:
        answers.append(KONGS[KongKind.MELDED][seat][tile])
    choices = PUNGS[seat][tile]
    answers.extend([choices[number] for number in pung_choices(player, tile)])
    return (*answers, PASSES[seat]) if answers else ()


# --- all seats ----------------------------------------------------------------------------


def outcome(stage: AwaitingClaims, players: Sequence[Player]) -> Action | None:
    """Return the answer that prevails, a `Pass` when all pass; ``None`` when it is not settled.

    Wins go first, the nearest counter-clockwise from the discarder before the others (CLAIM-2,
    WIN-4); only one seat can pung or kong. Nothing is settled while an answer is missing that
    could change the outcome (CLAIM-4).
    """
    answer: Action | None = None
    in_order = [seat for seat in OTHERS[stage.discarder] if seat in stage.asked]
    # A seat that can win is in ting and cannot pung; the seats that can win come first.
    for seat in sorted(in_order, key=lambda seat: players[seat].ting is None):
        answer = stage.answers[seat]
        if not isinstance(answer, Pass):  # nothing yet, or what prevails
            break
    return answer


def passed(stage: AwaitingClaims) -> list[int]:
    """Return the seats that have answered with `Pass`, ascending."""
    return [seat for seat in stage.asked if isinstance(stage.answers[seat], Pass)]
