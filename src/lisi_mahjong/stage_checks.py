"""What is wrong with what a position awaits: a turn, an offer, or the way in which it ended."""

from __future__ import annotations

from typing import cast

from lisi_mahjong.actions import Action, KongKind, Win
from lisi_mahjong.claims import answers_of, outcome
from lisi_mahjong.legal import turn_actions, turn_kong_refusal
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.positions import Board, Side
from lisi_mahjong.problem_codes import Found, Problem
from lisi_mahjong.rules import DEFAULT_SCORE
from lisi_mahjong.seats import OTHERS
from lisi_mahjong.seen import SeenClaims, SeenTurn
from lisi_mahjong.state import (
    LYING,
    TAKEN,
    AwaitingClaims,
    AwaitingTurn,
    Player,
    WonDeal,
)
from lisi_mahjong.tiles import ONE, Tile
from lisi_mahjong.wall import RESERVES, kong_keeps_reserve
from lisi_mahjong.winning import read_win


def stage_problems(board: Board, viewer: int | None) -> Found:
    """Yield what is wrong with the stage of a position.

    Args:
        board: the position.
        viewer: of a view, who looks; else ``None``.
    """
    stage = board.stage
    if isinstance(stage, AwaitingTurn | SeenTurn):
        yield from _turn_problems(board, stage)
    elif isinstance(stage, AwaitingClaims):
        yield from _offer_problems(board, stage)
        yield from _answers_problems(board, stage)
    elif isinstance(stage, SeenClaims):
        yield from _offer_problems(board, stage)
        yield from _own_answer_problems(board, stage, viewer)
    elif isinstance(stage.result, WonDeal):
        yield from _win_problems(board, stage.result)
    else:
        yield from _drawn_deal_problems(board)


def _reserve_kept(board: Board) -> bool:
    return kong_keeps_reserve(board.remaining, board.kongs, board.rules)


# --- a turn -------------------------------------------------------------------------------


def _turn_problems(board: Board, stage: AwaitingTurn | SeenTurn) -> Found:
    side = board.sides[stage.seat]
    player, drawn = side.player, stage.drawn
    after_draw = stage.after_draw if isinstance(stage, SeenTurn) else drawn is not None
    if not after_draw and not _follows_pung(board, side):
        yield Problem.TURN_WITHOUT_DRAW, f"seat {stage.seat}"
    if player is not None and drawn is not None and not player.loose_set >> 4 * drawn & 15:
        yield Problem.DRAWN_NOT_LOOSE, f"{drawn} of seat {stage.seat}"
    elif after_draw and not side.loose_count:
        yield Problem.DRAWN_NOT_LOOSE, f"seat {stage.seat} has no loose tile"
    elif side.ting is not None:
        # A seat in ting draws and discards without being asked, or wins.
        wins = after_draw and not board.rules.forced_win
        if wins and player is not None and drawn is not None:
            wins = not player.win_barred and bool(player.wait_set & ONE[drawn])
        if not wins:
            yield Problem.TURN_IN_TING, f"seat {stage.seat}"
    elif player is not None and not turn_actions(
        player, stage.seat, drawn, board.rules, reserve_kept=_reserve_kept(board)
    ):
        yield Problem.NO_ACTION, f"seat {stage.seat}"


def _follows_pung(board: Board, side: Side) -> bool:
    """Return whether a seat has just made a pung of the last discard of another seat."""
    meld = side.melds[-1] if side.melds else None
    if not isinstance(meld, Meld) or meld.kind is not MeldKind.PUNG or meld.from_seat is None:
        return False
    return board.sides[meld.from_seat].river[-1:] == (TAKEN[side.seat][meld.tile],)


# --- an offer -----------------------------------------------------------------------------


def _offer_problems(board: Board, stage: AwaitingClaims | SeenClaims) -> Found:
    side, tile = board.sides[stage.discarder], stage.tile
    where = f"{tile} of seat {stage.discarder}"
    if stage.robbing:
        if not board.rules.robbing_kong or not _can_add(board, side, tile):
            yield Problem.NOT_ROBBABLE, where
        elif not side.loose_count:
            yield Problem.DRAWN_NOT_LOOSE, f"seat {stage.discarder} has no loose tile"
    elif side.river[-1:] != (LYING[tile],):
        yield Problem.OFFER_NOT_LAST, where


def _can_add(board: Board, side: Side, tile: Tile) -> bool:
    """Return whether a seat can add a tile to its pung now, as far as that is seen."""
    kept = _reserve_kept(board)
    if side.player is not None:
        refusal = turn_kong_refusal(side.player, tile, KongKind.ADDED, reserve_kept=kept)
        return refusal is None
    pung = any(meld.tile is tile and meld.kind is MeldKind.PUNG for meld in side.melds)
    return pung and kept and side.ting is None


def _answers(
    board: Board, stage: AwaitingClaims | SeenClaims, seat: int, player: Player
) -> tuple[Action, ...]:
    """Return what a seat can answer; ``()`` when it has nothing to answer."""
    return answers_of(player, seat, stage.tile, reserve_kept=_reserve_kept(board))


def _answers_problems(board: Board, stage: AwaitingClaims) -> Found:
    others = OTHERS[stage.discarder]
    players = [side.player for side in board.sides]
    if any(players[seat] is None for seat in others):
        return
    known = cast("list[Player]", players)
    possible = {seat: _answers(board, stage, seat, known[seat]) for seat in others}
    if board.rules.forced_win and any(_wins(answers) for answers in possible.values()):
        yield from (
            (Problem.WIN_UNMADE, f"seat {seat}") for seat in others if _wins(possible[seat])
        )
        return
    asked = tuple(sorted(seat for seat in others if possible[seat]))
    if stage.asked != asked:
        yield Problem.ASKED_SEATS, f"{_seats(stage.asked)}, and not {_seats(asked)}"
        return
    if not asked:
        yield Problem.NOBODY_ASKED, f"nobody can take {stage.tile} of seat {stage.discarder}"
    bad = [
        seat
        for seat, answer in enumerate(stage.answers)
        if answer is not None and answer not in possible.get(seat, ())
    ]
    if bad:
        yield from ((Problem.BAD_ANSWER, f"seat {seat}") for seat in bad)
    elif outcome(stage, known) is not None:
        yield Problem.CLAIMS_SETTLED, _seats(asked)


def _own_answer_problems(board: Board, stage: SeenClaims, viewer: int | None) -> Found:
    """Yield what is wrong with what a view tells its own seat of an offer."""
    player = None if viewer is None else board.sides[viewer].player
    if viewer is None or player is None:
        return
    possible: tuple[Action, ...] = ()
    if viewer != stage.discarder:
        possible = _answers(board, stage, viewer, player)
    if board.rules.forced_win and _wins(possible):
        yield Problem.WIN_UNMADE, f"seat {viewer}"
    elif stage.asked != bool(possible):
        yield Problem.ASKED_SEATS, f"seat {viewer}"
    elif stage.answer is not None and stage.answer not in possible:
        yield Problem.BAD_ANSWER, f"seat {viewer}"


def _wins(answers: tuple[Action, ...]) -> bool:
    return any(isinstance(answer, Win) for answer in answers)


def _seats(seats: list[int] | tuple[int, ...]) -> str:
    return f"seats {' '.join(map(str, seats))}" if seats else "nobody"


# --- the end ------------------------------------------------------------------------------


def _win_problems(board: Board, result: WonDeal) -> Found:
    winner, tile = board.sides[result.winner], result.tile
    if winner.ting is None:
        yield Problem.WINNER_NOT_IN_TING, f"seat {result.winner}"
    yield from _source_problems(board, result)
    player = winner.player
    if player is None:
        return
    if player.win_barred:
        yield Problem.WINNER_BARRED, f"seat {result.winner}"
    if not player.loose_set >> 4 * tile & 15:
        yield Problem.NO_WIN, f"{tile} is not among the loose tiles of seat {result.winner}"
        return
    found = read_win(winner.held, tile, player.melds, board.rules, DEFAULT_SCORE)
    if not found:
        yield Problem.NO_WIN, f"{tile} for seat {result.winner}"
    elif result.readings != found:
        yield Problem.READINGS, f"seat {result.winner}"


def _source_problems(board: Board, result: WonDeal) -> Found:
    """Yield what is wrong with where the winning tile came from, and with who wins on it."""
    tile, loser = result.tile, result.loser
    if loser is None:
        if result.robbed_kong:
            yield Problem.NOT_ROBBABLE, f"{tile} of nobody"
        return
    side = board.sides[loser]
    if loser == result.winner:
        yield Problem.WIN_SOURCE, f"seat {loser}"
        return
    if not result.robbed_kong:
        if side.river[-1:] != (TAKEN[result.winner][tile],):
            yield Problem.WIN_SOURCE, f"{tile} of seat {loser}"
    elif (
        not board.rules.robbing_kong
        or side.ting is not None
        or not any(meld.tile is tile and meld.kind is MeldKind.PUNG for meld in side.melds)
    ):
        yield Problem.NOT_ROBBABLE, f"{tile} of seat {loser}"
    if board.rules.forced_win:
        order = OTHERS[loser]
        for seat in order[: order.index(result.winner)]:
            player = board.sides[seat].player
            if player is not None and player.wait_set & ONE[tile]:
                yield Problem.WIN_UNMADE, f"seat {seat}"


def _drawn_deal_problems(board: Board) -> Found:
    kept = RESERVES[board.rules.reserved_stacks][board.kongs]
    if board.remaining > kept:
        yield Problem.DRAWN_EARLY, f"{board.remaining} tiles are left and {kept} kept back"
