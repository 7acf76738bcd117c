"""What a seat may do, in words, and why its other tiles are closed to it."""

from __future__ import annotations

from typing import Final

from lisi_mahjong.actions import (
    Action,
    DeclareTing,
    Discard,
    Kong,
    Pass,
    Pung,
    Win,
)
from lisi_mahjong.errors import Refusal
from lisi_mahjong.legal import legal_actions, why_illegal
from lisi_mahjong.state import AwaitingTurn, GameState
from lisi_mahjong.tiles import Tile, format_tiles, kinds_of

_KINDS: Final[tuple[tuple[type[Action], str, str], ...]] = (
    (Win, "win", "胡牌"),
    (Kong, "kong", "杠"),
    (Pung, "pung", "碰"),
    (DeclareTing, "declare ting with", "报听打"),
    (Discard, "discard", "打"),
)


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
    english = not chinese
    actions = legal_actions(state, seat)
    if not actions:
        return f"seat {seat} is not asked" if english else f"座位{seat}无需表态"
    options = [
        (f"{verb_en} " if english else verb_zh) + _tiles(actions, kind, english=english)
        for kind, verb_en, verb_zh in _KINDS
        if any(isinstance(action, kind) for action in actions)
    ]
    if not isinstance(state.stage, AwaitingTurn):
        options.append("pass" if english else "过")
    joined = (" or " if english else "、").join(option.rstrip() for option in options)
    lines = [f"seat {seat} may {joined}" if english else f"座位{seat}可以{joined}"]
    if isinstance(state.stage, AwaitingTurn):
        lines += _closed(state, seat, english=english)
    return "\n".join(lines)


def _tiles(actions: tuple[Action, ...], kind: type[Action], *, english: bool) -> str:
    """Return the kinds that the actions of one sort are about, each once."""
    tiles = {
        action.tile
        for action in actions
        if isinstance(action, kind) and not isinstance(action, Win | Pass)
    }
    return _write(tiles, english=english)


def _write(tiles: set[Tile], *, english: bool) -> str:
    return format_tiles(tiles) if english else "".join(tile.zh for tile in sorted(tiles))


def _closed(state: GameState, seat: int, *, english: bool) -> list[str]:
    """Return a line for each reason why held tiles cannot be discarded or declare ting."""
    player = state.players[seat]
    standing = kinds_of(player.standing_set)
    held = kinds_of(player.standing_set + player.loose_set)
    tried: list[Discard | DeclareTing] = [Discard(seat, tile) for tile in held]
    tried += [DeclareTing(seat, tile) for tile in standing]
    reasons: dict[tuple[type[Action], Refusal], set[Tile]] = {}
    for action in tried:
        refusal = why_illegal(state, action)
        if refusal is not None:
            reasons.setdefault((type(action), refusal), set()).add(action.tile)
    verbs = {kind: (verb_en, verb_zh) for kind, verb_en, verb_zh in _KINDS}
    return [
        f"not {verbs[kind][0]} {_write(tiles, english=True)}: {refusal.en} ({refusal.rule})"
        if english
        else f"不能{verbs[kind][1]}{_write(tiles, english=False)}：{refusal.zh}（{refusal.rule}）"
        for (kind, refusal), tiles in reasons.items()
    ]
