"""What a seat may do, in words, and why all else that its tiles are there for is closed to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lisi_mahjong.actions import Action, DeclareTing, Discard, Kong, KongKind, Pung, Win, describe
from lisi_mahjong.legal import legal_actions, why_illegal
from lisi_mahjong.melds import MeldKind
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.state import AwaitingClaims, AwaitingTurn, Finished, GameState, Player
from lisi_mahjong.tiles import ONE, Tile, format_tiles, kinds_of


def explain(state: GameState, seat: int, *, chinese: bool = False) -> str:
    """Return what a seat may do and what it may not, a line for each reason.

    What it may not do is told of where its tiles are there for it: to discard a tile it holds, to
    declare ting with a standing one, to make a kong of four tiles or of a pung and the fourth, and,
    while a tile is on offer, to pung or kong it or to win on it, whether the seat is asked or not.
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
    first = _open(actions, seat, chinese=chinese) or _idle(state, seat, chinese=chinese)
    return "\n".join([first, *_closed(state, seat, chinese=chinese)])


def _open(actions: Sequence[Action], seat: int, *, chinese: bool) -> str:
    """Return what a seat may do; ``""`` for nothing."""
    options = [
        describe(action, chinese=chinese) for action in actions if not isinstance(action, Discard)
    ]
    loose = {action.tile for action in actions if isinstance(action, Discard)}
    if loose:
        options.append(("打" if chinese else "discard ") + _write(loose, chinese=chinese))
    if not options:
        return ""
    if chinese:
        return f"座位{seat}可以" + "、".join(options)
    return f"seat {seat} may " + " or ".join(options)


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
    """Return a line for each reason why something that the tiles are there for is refused."""
    reasons: dict[tuple[type[Action], Refusal], list[Action]] = {}
    for action in _tried(state, seat):
        refusal = why_illegal(state, action)
        if refusal is not None:
            reasons.setdefault((type(action), refusal), []).append(action)
    lines = []
    for (_, refusal), actions in reasons.items():
        what = _together(actions, chinese=chinese)
        if chinese:
            lines.append(f"不能{what}：{refusal.zh}（{refusal.rule}）")
        else:
            lines.append(f"not {what}: {refusal.en} ({refusal.rule})")
    return lines


def _together(actions: Sequence[Action], *, chinese: bool) -> str:
    """Return some actions of one class in words, discards and declarations by their tiles."""
    tiles = {action.tile for action in actions if isinstance(action, Discard | DeclareTing)}
    names = _write(tiles, chinese=chinese)
    match actions[0]:
        case Discard():
            return f"打{names}" if chinese else f"discard {names}"
        case DeclareTing():
            return f"用{names}报听" if chinese else f"declare ting with {names}"
        case _:
            words = [describe(action, chinese=chinese) for action in actions]
            return ("、" if chinese else " or ").join(words)


def _tried(state: GameState, seat: int) -> Iterator[Action]:
    """Yield what a seat has the tiles for, legal or not: on its turn, or of a tile on offer."""
    stage, player = state.stage, state.players[seat]
    if isinstance(stage, AwaitingTurn) and stage.seat == seat:
        yield from _in_turn(player, seat)
    elif isinstance(stage, AwaitingClaims) and stage.discarder != seat and not stage.answers[seat]:
        yield from _on_offer(player, seat, stage)


def _in_turn(player: Player, seat: int) -> Iterator[Action]:
    held = player.standing_set + player.loose_set
    for tile in kinds_of(held):
        yield Discard(seat, tile)
    for tile in kinds_of(player.standing_set):
        yield DeclareTing(seat, tile)
    for tile in kinds_of(held):
        if _count(held, tile) == 4:  # noqa: PLR2004 - the four of KONG-3
            yield Kong(seat, tile, KongKind.CONCEALED)
    for meld in player.melds:
        if meld.kind is MeldKind.PUNG and _count(held, meld.tile):
            yield Kong(seat, meld.tile, KongKind.ADDED)


def _on_offer(player: Player, seat: int, stage: AwaitingClaims) -> Iterator[Action]:
    tile = stage.tile
    standing, loose = _count(player.standing_set, tile), _count(player.loose_set, tile)
    if player.wait_set & ONE[tile]:
        yield Win(seat)
    if standing + loose == 3:  # noqa: PLR2004 - the three of KONG-1
        yield Kong(seat, tile, KongKind.MELDED)
    for given in range(3):
        if given <= standing and 2 - given <= loose:
            yield Pung(seat, tile, given)


def _count(tiles: int, tile: Tile) -> int:
    """Return how many of a kind a counted set holds."""
    return tiles >> 4 * tile & 15
