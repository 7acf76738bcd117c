"""What is wrong with a position, all of it: `problems` of a state or of a view.

Looked at is the position itself: what lies where, what is awaited, and all that play goes on from.
Its past is not: whether some seat drew just these tiles, in just this order of turns, is not
asked, so that a puzzle needs no past. Nothing is said where the ground is not firm: a hand of a
wrong size, say, is that one problem, and its waits are not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, combinations, dropwhile, takewhile
from typing import Final

import attrs

from lisi_mahjong.claims import pung_choices
from lisi_mahjong.errors import shorten
from lisi_mahjong.fields import MAX_PLY, misfits
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.positions import (
    Board,
    Position,
    Side,
    board_of,
    drawn_places,
    has_drawn,
    in_one_order,
    just_thrown,
    unsettled,
    win_on_discard,
)
from lisi_mahjong.problem_codes import Found, Problem, some_of
from lisi_mahjong.seats import OTHERS
from lisi_mahjong.seen import FaceDownKong, SeenClaims, SeenRiverTile, SeenTurn
from lisi_mahjong.stage_checks import stage_problems
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    DrawnDeal,
    Finished,
    GameState,
    Player,
    Ting,
    WonDeal,
)
from lisi_mahjong.tiles import COPIES, TILES, Tile, counted, format_tiles, kinds_of
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import MAX_KONGS, RESERVES, WALL_SIZE
from lisi_mahjong.winning import HAND_SIZE


def problems(position: Position) -> tuple[tuple[Problem, str], ...]:
    """Return what is wrong with a state, or with a view; ``()`` for one that play can come to.

    Anything may be handed in. What holds a value that its field cannot hold has no other problem;
    that goes for a ``ply`` too high to go on from as well.

    Args:
        position: a `GameState` or a `SeatView`.

    Returns:
        Pairs of a `Problem` and a detail in English, in a fixed order.

    Example:
        >>> import attrs
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> problems(state)
        ()
        >>> for problem, detail in problems(attrs.evolve(state, kongs=2, remaining=82)):
        ...     print(problem.name, "-", detail)
        TILE_COUNT - not 135
        KONGS_MADE - 0 on the table, 2 counted
    """
    if type(position) is not GameState and type(position) is not SeatView:
        return ((Problem.NOT_A_STATE, f"not {shorten(position)}"),)
    malformed = [
        (Problem.MALFORMED_FIELD, f"{path} is {shorten(value)}")
        for path, value in misfits(position)
    ]
    if isinstance(position, SeatView) and not malformed:
        malformed.extend(_miscounted_hands(position))
    return tuple(malformed) or position_problems(position)


def position_problems(position: Position) -> tuple[tuple[Problem, str], ...]:
    """Return what is wrong with a position, every field of which holds what it can hold."""
    board = board_of(position)
    viewer = None
    own: Found
    if isinstance(position, GameState):
        if too_late := tuple(_ply_problems(position)):
            return too_late
        own = chain(
            _drawn_tiles_problems(board, position),
            _derived_problems(board, position),
        )
    else:
        viewer, own = position.viewer, _secret_problems(position)
    found = chain(*[check(board) for check in _CHECKS], own, stage_problems(board, viewer))
    return tuple(found)


# --- tiles and the wall -------------------------------------------------------------------


def _tile_problems(board: Board) -> Found:
    wrong = [f"{board.tiles[tile]} of {tile}" for tile in TILES if board.tiles[tile] > COPIES]
    if wrong:
        yield Problem.TILE_COPIES, some_of(wrong)
    total = _tiles_in_all(board)
    if total != WALL_SIZE:
        yield Problem.TILE_COUNT, f"not {total}"


def _tiles_in_all(board: Board) -> int:
    """Return how many tiles there are, seen or not."""
    return board.remaining + sum(
        side.standing_count
        + side.loose_count
        + sum(4 if meld.kind.is_kong else 3 for meld in side.melds)
        + sum(entry.taken_by is None for entry in side.river)
        for side in board.sides
    )


def _kongs_made(board: Board) -> int:
    return sum(meld.kind.is_kong for side in board.sides for meld in side.melds)


def _wall_problems(board: Board) -> Found:
    made = _kongs_made(board)
    if made != board.kongs:
        yield Problem.KONGS_MADE, f"{made} on the table, {board.kongs} counted"
    kept = RESERVES[board.rules.reserved_stacks][min(made, MAX_KONGS)]
    if board.remaining < kept:
        yield Problem.RESERVE_BROKEN, f"{board.remaining} tiles are left and {kept} kept back"


def _drawn_tiles_problems(board: Board, state: GameState) -> Found:
    made = _kongs_made(board)
    if max(board.tiles.values(), default=0) > COPIES or _tiles_in_all(board) != WALL_SIZE:
        return
    wall = state.setup.wall
    drawn = Counter([wall[place] for place in drawn_places(state.remaining, made)])
    wrong = [
        f"{board.tiles[tile]} of {tile} and not {drawn[tile]}"
        for tile in TILES
        if board.tiles[tile] != drawn[tile]
    ]
    if wrong:
        yield Problem.DRAWN_TILES, some_of(wrong)


# --- hands and melds ----------------------------------------------------------------------

_MOST_STANDING: Final = {
    MeldKind.PUNG: 2,
    MeldKind.MELDED_KONG: 3,
    MeldKind.ADDED_KONG: 3,
    MeldKind.CONCEALED_KONG: 4,
}
"""How many standing tiles can have gone into a meld."""


def _hand_problems(board: Board) -> Found:
    for side in board.sides:
        size = side.standing_count + side.loose_count + 3 * len(side.melds)
        expected = HAND_SIZE + side.more
        if size != expected:
            yield Problem.HAND_SIZE, f"{size} and not {expected} of seat {side.seat}"
        full = 4 - (side.ting is not None)
        gone = sum(_MOST_STANDING[meld.kind] for meld in side.melds)
        if not full - gone <= side.standing_count <= full:
            least = max(0, full - gone)
            good = f"{least} to {full}" if least < full else f"{full}"
            found = f"{side.standing_count} and not {good} of seat {side.seat}"
            yield Problem.STANDING_COUNT, found
        if side.ting is None and not side.standing_count:
            yield Problem.NO_STANDING_TILE, f"seat {side.seat}"


def _taken_problems(board: Board) -> Found:
    """Yield the melds and the discards that do not belong together (CLAIM-1, WIN-8)."""
    taken: Counter[tuple[int | None, Tile | None, int | None]] = Counter(
        (side.seat, entry.tile, entry.taken_by)
        for side in board.sides
        for entry in side.river
        if entry.taken_by is not None
    )
    for side in board.sides:
        for meld in side.melds:
            if meld.kind is MeldKind.CONCEALED_KONG:
                good = meld.from_seat is None
            else:
                discard = (meld.from_seat, meld.tile, side.seat)
                good = meld.from_seat != side.seat and discard in taken
                taken -= Counter([discard])
            if not good:
                yield Problem.MELD_SOURCE, f"{meld} of seat {side.seat}"
    win = win_on_discard(board)
    if win is not None:
        taken -= Counter([(win.loser, win.tile, win.winner)])
    for owner, tile, taker in taken.elements():
        yield Problem.TAKEN_DISCARD, f"{tile} of seat {owner}, by seat {taker}"


# --- ting, locks and bars -----------------------------------------------------------------


def _ting_problems(board: Board) -> Found:
    rules = board.rules
    for side in board.sides:
        where = f"seat {side.seat}"
        ting = side.ting
        shown = [entry for entry in side.river if entry.ting]
        if [entry.tile for entry in shown] != ([] if ting is None else [ting.tile]):
            yield Problem.TING_TILE, where
        if any(entry.taken_by is not None for entry in shown):
            yield Problem.TING_TAKEN, where
        if ting is None:
            continue
        if ting.face_up and not rules.open_ting:
            yield Problem.TING_FACE_UP, where
        if ting.on_wall and not rules.ting_on_wall:
            yield Problem.TING_ON_WALL, where
        player = side.player
        if side.held and player is not None and player.ting is not None and not player.wait_set:
            yield Problem.TING_WITHOUT_WAIT, where


def _since_problems(board: Board) -> Found:
    """Yield the declarations whose counts of discards do not fit the discards (VIEW-1)."""
    counted: list[Side] = []
    thrower = just_thrown(board)
    for side in board.sides:
        since = side.ting_since
        shown = [place + 1 for place, entry in enumerate(side.river) if entry.ting]
        if (side.ting is None) is bool(shown):
            continue  # a TING_TILE
        if side.ting is None:
            good = since == ()
        else:
            good = (
                len(since) == len(board.sides)
                and since[side.seat] == shown[0]
                and all(
                    count <= len(other.river) - (other.seat == thrower and other is not side)
                    for count, other in zip(since, board.sides, strict=True)
                )
            )
            counted += [side] if good else []
        if not good:
            yield Problem.TING_SINCE, f"seat {side.seat}"
    for one, other in combinations(counted, 2):
        counts = {each.seat: each.ting_since for each in (one, other)}
        if not in_one_order(counts):
            yield Problem.TING_SINCE, f"{one.ting_since} and {other.ting_since}"


def _took_problems(board: Board) -> Found:
    """Yield the seats that have taken a discard since they declared ting, and not to win."""
    win = win_on_discard(board)
    for side in board.sides:
        counts = side.ting_since if side.ting is not None else ()
        for other, since in zip(board.sides, counts, strict=False):
            thrown = other.river[since:]
            if win is not None and (win.winner, win.loser) == (side.seat, other.seat):
                thrown = thrown[:-1]
            if any(entry.taken_by == side.seat for entry in thrown):
                yield Problem.TING_TOOK, f"seat {side.seat}"


def _lock_problems(board: Board) -> Found:
    for side in board.sides:
        player, where = side.player, f"seat {side.seat}"
        if player is None or not player.lock_set:
            continue
        if _has_drawn_since_all(board, side):
            yield Problem.LOCK_AFTER_DRAW, where
        thrown = _passed_by(board, side.seat)
        wrong = [
            tile
            for tile in kinds_of(player.lock_set)
            if tile not in thrown or not _could_pung(board, side, player, tile)
        ]
        if wrong:
            yield Problem.LOCK_UNPASSED, f"{format_tiles(wrong)} of {where}"


def _has_drawn_since_all(board: Board, side: Side) -> bool:
    """Return whether a seat has drawn since the last discard that it can have passed.

    Its turn has come by a draw, and goes on or has just ended.
    """
    stage, seat = board.stage, side.seat
    if isinstance(stage, Finished) and isinstance(stage.result, WonDeal):
        robbed = stage.result.robbed_kong
        drawer = stage.result.loser if robbed else stage.result.winner
        if seat == drawer and (robbed or stage.result.loser is None):
            return True
    elif isinstance(stage, AwaitingClaims | SeenClaims) and stage.robbing:
        return seat == stage.discarder
    return has_drawn(stage, seat) or (seat == unsettled(board) and not _pungs_since_draw(side))


def _passed_by(board: Board, seat: int) -> set[Tile | None]:
    """Return the kinds that a seat can have passed since it drew (CLAIM-3).

    What the seat before has thrown is not among them: nobody else takes what one seat could pung,
    and so that seat draws next, unless the deal ends for want of a tile (TURN-2, WALL-8).
    """
    open_yet, before = unsettled(board), OTHERS[seat][-1]
    drawn_deal = isinstance(board.stage, Finished) and isinstance(board.stage.result, DrawnDeal)
    entries: list[SeenRiverTile] = []
    for other in OTHERS[seat]:
        river = board.sides[other].river
        if other == before:
            river = river[-1:] if drawn_deal else ()
        entries += river[:-1] if other == open_yet else river
    return {entry.tile for entry in entries if not entry.ting and entry.taken_by is None}


def _could_pung(board: Board, side: Side, player: Player, tile: Tile) -> bool:
    """Return whether a seat can have had a pung to pass since it last drew (CLAIM-7).

    Until it has made a pung of something else, it holds what it held then. After that it may have
    discarded the tiles, one after each pung, and the last of them for ting.
    """
    pungs = _pungs_since_draw(side)
    if not pungs:
        return bool(pung_choices(attrs.evolve(player, lock_set=0), tile))
    if side.ting is not None and not any(entry.ting for entry in side.river[-1:]):
        return False
    stage = board.stage
    thrown = pungs - (isinstance(stage, AwaitingTurn | SeenTurn) and stage.seat == side.seat)
    recent = side.river[max(0, len(side.river) - thrown) :]
    held = (player.standing_set + player.loose_set) >> 4 * tile & 15
    return held + sum(entry.tile is tile for entry in recent) >= 2  # noqa: PLR2004 - what a pung needs


def _pungs_since_draw(side: Side) -> int:
    """Return how many pungs a seat can have made since it last drew: those after its last kong."""
    kinds = [meld.kind for meld in side.melds]
    return len(list(takewhile(lambda kind: kind is MeldKind.PUNG, reversed(kinds))))


def _bar_problems(board: Board) -> Found:
    """Yield the seats that have let a win go and may win yet, and the other way round (WIN-3)."""
    for side in board.sides:
        player, where = side.player, f"seat {side.seat}"
        if player is None:
            continue
        if player.ting is None:
            if player.win_barred:
                yield Problem.BAR_BEFORE_TING, where
            continue
        thrown, added = _thrown_since(board, side)
        let_go = bool(player.wait_set & _kinds(thrown))
        if board.rules.forced_win:
            if player.win_barred:
                yield Problem.BAR_FORCED_WIN, where
            if let_go or player.wait_set & _kinds(_own_since(side)):
                yield Problem.WIN_UNMADE, where
        elif let_go and side.own and not player.win_barred:
            yield Problem.BAR_MISSING, where
        elif player.win_barred and side.held and not let_go and not player.wait_set & _kinds(added):
            yield Problem.BAR_UNEARNED, where


def _kinds(tiles: Iterable[Tile]) -> int:
    return counted(set(tiles))


def _thrown_since(board: Board, side: Side) -> tuple[list[Tile], list[Tile]]:
    """Return what others have discarded since a seat declared ting, and what they have added.

    Left out are the tile on offer, and the one that the deal was won on: what a seat lets go counts
    when that is settled, and not when the tile is won (CLAIM-6).
    """
    open_yet = unsettled(board)
    thrown, added = [], []
    for other, since in zip(board.sides, side.ting_since, strict=False):
        if other is not side:
            river = other.river[since:-1] if other.seat == open_yet else other.river[since:]
            thrown += [entry.tile for entry in river if entry.tile is not None and not entry.ting]
            added += [
                meld.tile
                for meld in other.melds
                if isinstance(meld, Meld) and meld.kind is MeldKind.ADDED_KONG
            ]
    return thrown, added if board.rules.robbing_kong else []


def _own_since(side: Side) -> list[Tile]:
    """Return what a seat has drawn and discarded since it declared ting."""
    drawn = dropwhile(lambda entry: not entry.ting, side.river)
    return [entry.tile for entry in drawn if entry.tile is not None and not entry.ting]


# --- what only a state or only a view has -------------------------------------------------

_MOST_MELDS: Final = 16
_DECISIONS: Final = 4
"""A seat that has drawn or made a meld decides once, and the other three may answer."""


def _ply_problems(state: GameState) -> Found:
    """Yield a count of actions with which the deal could go on to one that no line can say.

    What is still to come falls with every action. It is far more than play ever comes to: each tile
    left drawn, each meld made, and what is awaited.
    """
    stage = state.stage
    if isinstance(stage, Finished):
        return
    melds = sum(len(player.melds) for player in state.players)
    to_come = _DECISIONS * (state.remaining + max(0, _MOST_MELDS - melds))
    if isinstance(stage, AwaitingClaims):
        to_come += sum(stage.answers[seat] is None for seat in stage.asked)
    else:
        to_come += _DECISIONS
    if state.ply + to_come > MAX_PLY:
        found = f"ply is {state.ply}, and as many as {to_come} actions may follow"
        yield Problem.MALFORMED_FIELD, found


def _derived_problems(board: Board, state: GameState) -> Found:
    for side, player in zip(board.sides, state.players, strict=True):
        known = side.player
        if known is None:
            continue
        waits_known = side.held or player.ting is None
        if player.meld_set != known.meld_set or (waits_known and player.wait_set != known.wait_set):
            yield Problem.DERIVED_SET, f"seat {side.seat}"


def _miscounted_hands(seen: SeatView) -> Found:
    for seat, side in enumerate(seen.players):
        hand = side.hand
        if hand is not None and (len(hand.standing), len(hand.loose)) != (
            side.standing_count,
            side.loose_count,
        ):
            yield Problem.MALFORMED_FIELD, f"players[{seat}].hand is {shorten(hand)}"


def _secret_problems(seen: SeatView) -> Found:
    """Yield what a view tells that its seat does not know, or does not tell that it knows."""
    ended = isinstance(seen.stage, Finished)
    for seat, side in enumerate(seen.players):
        is_open = ended or seat == seen.viewer
        if (side.hand is not None) != is_open:
            yield Problem.SECRET, f"the hand of seat {seat}"
        kongs_open = is_open or seen.rules.show_concealed_kongs
        if any(
            isinstance(meld, FaceDownKong) is kongs_open
            for meld in side.melds
            if meld.kind is MeldKind.CONCEALED_KONG
        ):
            yield Problem.SECRET, f"a concealed kong of seat {seat}"
        if side.ting is not None and isinstance(side.ting, Ting) != (is_open or side.ting.face_up):
            yield Problem.SECRET, f"the ting tile of seat {seat}"
    stage = seen.stage
    if isinstance(stage, SeenTurn) and (
        (stage.drawn is not None) != (stage.after_draw and stage.seat == seen.viewer)
    ):
        yield Problem.SECRET, f"the tile that seat {stage.seat} has drawn"
    if seen.viewer is None:
        if isinstance(stage, SeenClaims) and (stage.asked or stage.answer is not None):
            yield Problem.SECRET, "a spectator is not asked"
        if seen.pung_locks or seen.win_barred:
            yield Problem.SECRET, "a spectator has no lock and no bar"


_CHECKS: Final[tuple[Callable[[Board], Found], ...]] = (
    _tile_problems,
    _wall_problems,
    _hand_problems,
    _taken_problems,
    _ting_problems,
    _since_problems,
    _took_problems,
    _lock_problems,
    _bar_problems,
)
