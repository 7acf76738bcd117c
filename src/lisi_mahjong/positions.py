"""A position as a check looks at it: what lies on the four sides, of a state or of a view.

A state and a view say many things alike, and the same checks are made on both. What a view does
not tell is missing here too: a side whose hand is hidden has no `Side.player`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from lisi_mahjong.melds import Meld, MeldKind, counted_melds
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.seats import SEATS
from lisi_mahjong.seen import (
    SeenClaims,
    SeenMeld,
    SeenPlayer,
    SeenRiverTile,
    SeenStage,
    SeenTing,
    SeenTurn,
)
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    Player,
    Stage,
    Ting,
    WonDeal,
)
from lisi_mahjong.tiles import EACH, ONE, Tile, counted
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import WALL_SIZE, tail_place
from lisi_mahjong.winning import HAND_SIZE, wait_set

Position = GameState | SeatView
"""What has problems or none."""


@attrs.frozen
class Side:
    """What lies before one seat, as far as it is seen.

    Attributes:
        seat: whose it is.
        standing_count: how many standing tiles there are.
        loose_count: how many loose ones.
        melds: pungs and kongs; a hidden kong is a `FaceDownKong`.
        river: the discards; a hidden one is a `FaceDownTile`.
        ting: the declaration, or ``None``.
        ting_since: the discards counted at the declaration.
        more: whether the seat holds a tile more than thirteen.
        own: whether its locks and its bar are known.
        player: the seat as the rules look at it, with the waits and the meld tiles that it should
            have; ``None`` where the hand is hidden, or is none that the rules could look at: of a
            wrong size, or with a fifth copy.
        held: the hand without a tile more than thirteen, a counted set; 0 without a player, and
            where that tile is not known.
    """

    seat: int
    standing_count: int
    loose_count: int
    melds: tuple[SeenMeld, ...]
    river: tuple[SeenRiverTile, ...]
    ting: SeenTing | None
    ting_since: tuple[int, ...]
    more: bool
    own: bool
    player: Player | None
    held: int


@attrs.frozen
class Board:
    """A position: its four sides, and what a state and a view tell alike.

    Attributes:
        rules: the options of play.
        stage: of the state or of the view.
        kongs: kongs as they are counted.
        remaining: tiles left in the wall.
        sides: by seat.
        tiles: how many of each kind are seen to lie on the table.
    """

    rules: RuleSet
    stage: Stage | SeenStage
    kongs: int
    remaining: int
    sides: tuple[Side, ...]
    tiles: Counter[Tile]


def board_of(position: Position) -> Board:
    """Return a position as a check looks at it.

    Args:
        position: a state or a view, every field of which holds what it can hold.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> board = board_of(view(deal(Shuffle.from_seed(7)), 1))
        >>> [side.more for side in board.sides], [side.player is None for side in board.sides]
        ([True, False, False, False], [True, False, True, True])
    """
    stage, rules = position.stage, position.rules
    pairs: list[tuple[Player | SeenPlayer, Player | None]]
    if isinstance(position, GameState):
        pairs = [(player, player) for player in position.players]
        own: tuple[int | None, ...] = SEATS
    else:
        pairs = [(seen, _player_of(position, seat)) for seat, seen in enumerate(position.players)]
        own = (position.viewer,)
    sides = [_side_of(seat, *pairs[seat], stage, rules, own=seat in own) for seat in SEATS]
    tiles: Counter[Tile] = Counter()
    for seen, player in pairs:
        if player is not None:
            tiles.update(player.standing)
            tiles.update(player.loose)
        for meld in seen.melds:
            if meld.tile is not None:
                tiles[meld.tile] += 4 if meld.kind.is_kong else 3
        for entry in seen.river:
            if entry.tile is not None and entry.taken_by is None:
                tiles[entry.tile] += 1
    if isinstance(stage, SeenClaims) and stage.robbing and pairs[stage.discarder][1] is None:
        tiles[stage.tile] += 1  # shown, and among the tiles of the kong's maker yet (KONG-8)
    return Board(rules, stage, position.kongs, position.remaining, tuple(sides), tiles)


def _player_of(seen: SeatView, seat: int) -> Player | None:
    """Return a seat of a view as the rules look at it; ``None`` where its hand is hidden."""
    side = seen.players[seat]
    if side.hand is None:
        return None
    own = seat == seen.viewer
    return Player(
        counted(side.hand.standing),
        counted(side.hand.loose),
        tuple([meld for meld in side.melds if isinstance(meld, Meld)]),
        (),
        side.ting if isinstance(side.ting, Ting) else None,
        counted(seen.pung_locks) if own else 0,
        own and seen.win_barred,
    )


def _fourteenth(stage: Stage | SeenStage) -> tuple[int | None, Tile | None]:
    """Return which seat holds a tile more than thirteen, and that tile where it is known."""
    if isinstance(stage, AwaitingTurn | SeenTurn):
        return stage.seat, stage.drawn
    if isinstance(stage, Finished):
        result = stage.result
        return (result.winner, result.tile) if isinstance(result, WonDeal) else (None, None)
    return (stage.discarder if stage.robbing else None), None


def _side_of(  # noqa: PLR0913 - one call, and all of it is looked at
    seat: int,
    seen: Player | SeenPlayer,
    player: Player | None,
    stage: Stage | SeenStage,
    rules: RuleSet,
    *,
    own: bool,
) -> Side:
    holder, extra = _fourteenth(stage)
    more = seat == holder
    if isinstance(seen, SeenPlayer):
        standing, loose = seen.standing_count, seen.loose_count
    else:
        standing, loose = len(seen.standing), len(seen.loose)
    held = 0
    if player is not None:
        size = standing + loose + 3 * len(seen.melds)
        if size == HAND_SIZE + more and _has_four_at_most(player):
            if not more:
                held = player.standing_set + player.loose_set
            elif extra is not None and player.loose_set >> 4 * extra & 15:
                held = player.standing_set + player.loose_set - ONE[extra]
            player = _as_it_should_be(player, held, rules)
        else:
            player = None
    return Side(
        seat,
        standing,
        loose,
        seen.melds,
        seen.river,
        seen.ting,
        seen.ting_since,
        more,
        own,
        player,
        held,
    )


def _has_four_at_most(player: Player) -> bool:
    """Return whether a seat of the right size holds no fifth copy."""
    if len({meld.tile for meld in player.melds}) < len(player.melds):
        return False
    # Counts above four: those above seven show themselves, the others when three are added.
    hand = player.standing_set + player.loose_set
    if (hand | hand + 3 * EACH) & 8 * EACH:
        return False
    return not (hand + counted_melds(player.melds) + 3 * EACH) & 8 * EACH


def _as_it_should_be(player: Player, held: int, rules: RuleSet) -> Player:
    """Return a player with the derived sets that its tiles ask for."""
    made = counted_melds(player.melds)
    waits = 0
    if player.ting is not None and held:
        waits = wait_set(held, made, all_runs=rules.all_runs)
    if (player.wait_set, player.meld_set) == (waits, made):
        return player
    return attrs.evolve(player, wait_set=waits, meld_set=made)


def drawn_places(remaining: int, kongs: int) -> list[int]:
    """Return the places of the draw order whose tiles have been drawn (WALL-4, WALL-5).

    Args:
        remaining: tiles left in the wall.
        kongs: replacements taken.

    Example:
        >>> drawn_places(133, 1)
        [0, 1, 134]
    """
    if remaining == 0:  # the two ends may have met in any stack
        return list(range(WALL_SIZE))
    replacements = [tail_place(WALL_SIZE, number) for number in range(kongs)]
    return [*range(WALL_SIZE - kongs - remaining), *replacements]


def win_on_discard(board: Board) -> WonDeal | None:
    """Return the win that ended the deal, if it was one on a discard."""
    result = board.stage.result if isinstance(board.stage, Finished) else None
    if not isinstance(result, WonDeal) or result.loser is None or result.robbed_kong:
        return None
    return result


def just_thrown(board: Board) -> int | None:
    """Return the seat after whose last discard nobody has had a turn: it is not counted by ting.

    It is on offer, was won on, or has just been punged.
    """
    stage = board.stage
    if isinstance(stage, AwaitingTurn | SeenTurn) and not has_drawn(stage, stage.seat):
        pungs = [meld for meld in board.sides[stage.seat].melds[-1:] if meld.kind is MeldKind.PUNG]
        return pungs[0].from_seat if pungs else None
    return unsettled(board)


def in_one_order(counts: Mapping[int, tuple[int, ...]]) -> bool:
    """Return whether one of two seats can have declared ting before the other.

    The later one then counts whatever the earlier one does, and its own ting tile, which the
    earlier one does not. That it counts the earlier one's follows.

    Args:
        counts: by seat, the discards counted at the declaration.

    Example:
        >>> in_one_order({0: (1, 0, 0, 0), 2: (2, 0, 1, 0)})
        True
        >>> in_one_order({0: (1, 0, 1, 0), 2: (2, 0, 1, 0)})
        False
    """
    (one, first), (other, second) = counts.items()
    if first[other] >= second[other]:
        first, second, other = second, first, one
    pairs = zip(first, second, strict=True)
    return all(earlier <= later for earlier, later in pairs) and first[other] < second[other]


def unsettled(board: Board) -> int | None:
    """Return the seat whose last discard is on offer, or the deal was won on."""
    stage = board.stage
    if isinstance(stage, AwaitingClaims | SeenClaims):
        return None if stage.robbing else stage.discarder
    win = win_on_discard(board)
    return None if win is None else win.loser


def has_drawn(stage: object, seat: int) -> bool:
    """Return whether a seat is on its turn after a draw."""
    if isinstance(stage, AwaitingTurn):
        return stage.seat == seat and stage.drawn is not None
    return isinstance(stage, SeenTurn) and stage.seat == seat and stage.after_draw
