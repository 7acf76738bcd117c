"""What a seat may do, in words, and why its other tiles are closed to it."""

from __future__ import annotations

from lisi_mahjong.actions import Action, DeclareTing, Discard, describe
from lisi_mahjong.legal import legal_actions, why_illegal
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.state import AwaitingClaims, AwaitingTurn, Finished, GameState
from lisi_mahjong.tiles import Tile, format_tiles, kinds_of


def explain(state: GameState, seat: int, *, chinese: bool = False) -> str:
    """Return what a seat may do and what it may not, a line for each reason.

    The text tells the seat's own tiles: show it to nobody else.

    Args:
        state: the deal.
        seat: 0 to 3.
        chinese: write Chinese, not English.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``seat`` is no seat.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> print(explain(state, 0))
        seat 0 may discard 9m2379p179s17z
        not discard 6m1p8s4z: a standing tile is discarded only to declare ting (STAND-1)
        not declare ting with 6m1p8s4z: without that tile the hand waits for nothing (TING-1)
        >>> print(explain(state, 1))
        seat 1 is not asked
    """
    actions = legal_actions(state, seat)
    if not actions:
        return _idle(state, seat, chinese=chinese)
    options = [
        describe(action, chinese=chinese) for action in actions if not isinstance(action, Discard)
    ]
    loose = {action.tile for action in actions if isinstance(action, Discard)}
    if loose:
        options.append(("打" if chinese else "discard ") + _write(loose, chinese=chinese))
    if chinese:
        lines = [f"座位{seat}可以" + "、".join(options)]
    else:
        lines = [f"seat {seat} may " + " or ".join(options)]
    if isinstance(state.stage, AwaitingTurn):
        lines += _closed(state, seat, chinese=chinese)
    return "\n".join(lines)


def _idle(state: GameState, seat: int, *, chinese: bool) -> str:
    """Return why a seat has nothing to do."""
    stage = state.stage
    if isinstance(stage, Finished):
        return "本局已经结束" if chinese else "the deal has ended"
    if isinstance(stage, AwaitingClaims) and stage.answers[seat] is not None:
        return f"座位{seat}已表态" if chinese else f"seat {seat} has answered"
    return f"座位{seat}无需表态" if chinese else f"seat {seat} is not asked"


def _write(tiles: set[Tile], *, chinese: bool) -> str:
    return "".join(tile.zh for tile in sorted(tiles)) if chinese else format_tiles(tiles)


def _closed(state: GameState, seat: int, *, chinese: bool) -> list[str]:
    """Return a line for each reason why held tiles cannot be discarded or declare ting."""
    player = state.players[seat]
    held = kinds_of(player.standing_set + player.loose_set)
    tried: list[Discard | DeclareTing] = [Discard(seat, tile) for tile in held]
    tried += [DeclareTing(seat, tile) for tile in kinds_of(player.standing_set)]
    reasons: dict[tuple[type[Action], Refusal], set[Tile]] = {}
    for action in tried:
        refusal = why_illegal(state, action)
        if refusal is not None:
            reasons.setdefault((type(action), refusal), set()).add(action.tile)
    lines = []
    for (kind, refusal), tiles in reasons.items():
        names = _write(tiles, chinese=chinese)
        if chinese:
            verb = f"打{names}" if kind is Discard else f"用{names}报听"
            lines.append(f"不能{verb}：{refusal.zh}（{refusal.rule}）")
        else:
            verb = "discard" if kind is Discard else "declare ting with"
            lines.append(f"not {verb} {names}: {refusal.en} ({refusal.rule})")
    return lines
