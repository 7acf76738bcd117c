"""Who must decide, what they may do, and why something is refused.

`legal_actions` lists and `why_illegal` explains; both ask the same small ``…_refusal`` functions
(those about a discard are in `claims`), so that they cannot disagree. A refusal depends only on
what the acting seat may know.
"""

from __future__ import annotations

from typing import Final

from lisi_mahjong.actions import (
    ACTIONS,
    DISCARDS,
    KONGS,
    TINGS,
    WINS,
    WITH_TILE,
    Action,
    DeclareTing,
    Discard,
    Kong,
    KongKind,
    Pass,
    Pung,
    Win,
    discards_of,
    has_good_fields,
)
from lisi_mahjong.claims import answers_of, kong_refusal, pung_refusal, win_refusal
from lisi_mahjong.errors import SeatError
from lisi_mahjong.melds import MeldKind
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.seats import check_seat, is_seat
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    Player,
    check_state,
)
from lisi_mahjong.tiles import EACH, ONE, Tile, kinds_of
from lisi_mahjong.wall import kong_keeps_reserve
from lisi_mahjong.winning import ting_tiles, wait_set, waits_by_splits

_ALONE: Final = ((0,), (1,), (2,), (3,))

# --- who and what -------------------------------------------------------------------------


def actors(state: GameState) -> tuple[int, ...]:
    """Return the seats that must decide now, ascending; ``()`` only when the deal has ended.

    On a turn it is one; about a discard, those that can take it and have not answered yet, in
    whatever order they do (CLAIM-4, CLAIM-6).

    Raises:
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> actors(deal(Shuffle.from_seed(7), dealer=2))
        (2,)
    """
    stage = check_state(state).stage
    if isinstance(stage, AwaitingTurn):
        return _ALONE[stage.seat]
    if isinstance(stage, AwaitingClaims):
        return tuple([seat for seat in stage.asked if stage.answers[seat] is None])
    return ()


def legal_actions(state: GameState, seat: int) -> tuple[Action, ...]:
    """Return what a seat may do now; ``()`` for a seat that is not asked (TURN-1, CLAIM-6).

    The order is fixed: win, kongs (concealed, added, melded), pungs by standing tiles given,
    declarations of ting, discards, pass; within each by tile. Declarations with one tile come
    face down before face up, and among the discards before on the wall.

    Args:
        state: the deal.
        seat: 0 to 3.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``seat`` is no seat.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(8))
        >>> [str(action) for action in legal_actions(state, 0)][:3]
        ['0 discard 4m', '0 discard 6m', '0 discard 8m']
        >>> legal_actions(state, 1)
        ()
    """
    check_state(state)
    check_seat(seat)
    stage = state.stage
    if isinstance(stage, AwaitingTurn):
        if seat != stage.seat:
            return ()
        rules = state.setup.rules
        kept = kong_keeps_reserve(state.remaining, state.kongs, rules)
        return turn_actions(state.players[seat], seat, stage.drawn, rules, reserve_kept=kept)
    if isinstance(stage, AwaitingClaims) and seat in stage.asked and stage.answers[seat] is None:
        rules = state.setup.rules
        kept = kong_keeps_reserve(state.remaining, state.kongs, rules)
        return answers_of(state.players[seat], seat, stage.tile, reserve_kept=kept)
    return ()


def choices(state: GameState, seat: int) -> tuple[Action, ...]:
    """Return what a seat that is asked may do, for a player to choose from; never empty.

    Args:
        state: the deal.
        seat: a seat that is asked.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``seat`` is not asked.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> len(choices(deal(Shuffle.from_seed(8)), 0))
        9
    """
    legal = legal_actions(state, seat)
    if not legal:
        raise SeatError(seat, f"one of those asked, {actors(state)}")
    return legal


def turn_actions(
    player: Player, seat: int, drawn: Tile | None, rules: RuleSet, *, reserve_kept: bool
) -> tuple[Action, ...]:
    """Return what a seat may do on its turn; it looks at that seat's own tiles alone.

    Args:
        player: the seat's tiles.
        seat: which seat it is.
        drawn: the tile just drawn; ``None`` after a pung.
        rules: the options.
        reserve_kept: whether the wall allows one more kong (WALL-7).
    """
    if player.ting is not None and drawn is not None:
        return WINS[seat], DISCARDS[seat][drawn]  # forced_win is off, and the tile drawn wins
    discards = discards_of(seat, player.loose_set)
    standing, loose, made = player.standing_set, player.loose_set, player.meld_set
    hand = standing + loose
    kongs: list[Kong] = []
    # Four of a kind, or one of a kind of which there are three in a meld, which is a pung.
    if drawn is not None and (hand >> 2 | made & made >> 1 & hand) & EACH:
        kongs = _turn_kongs(player, seat, reserve_kept=reserve_kept)
    tings = ting_tiles(standing, loose, made, all_runs=rules.all_runs)
    if not (tings or kongs):
        return discards
    return (*kongs, *_tings(seat, tings, rules), *discards)


def _turn_kongs(player: Player, seat: int, *, reserve_kept: bool) -> list[Kong]:
    """Return the kongs of a turn after a draw: concealed ones, then added ones."""
    fours = (player.standing_set + player.loose_set) >> 2 & EACH
    tiles = {
        KongKind.CONCEALED: kinds_of(fours),
        KongKind.ADDED: sorted(meld.tile for meld in player.melds),
    }
    return [
        KONGS[kind][seat][tile]
        for kind in (KongKind.CONCEALED, KongKind.ADDED)
        for tile in tiles[kind]
        if turn_kong_refusal(player, tile, kind, reserve_kept=reserve_kept) is None
    ]


def _tings(seat: int, tiles: list[Tile], rules: RuleSet) -> list[DeclareTing]:
    """Return the declarations of ting with each of some tiles, in every way that is allowed."""
    ups = (False, True) if rules.open_ting else (False,)
    walls = (False, True) if rules.ting_on_wall else (False,)
    return [
        DeclareTing(seat, tile, up, wall) if up or wall else TINGS[seat][tile]
        for tile in tiles
        for up in ups
        for wall in walls
    ]


# --- why not ------------------------------------------------------------------------------


def why_illegal(state: GameState, action: Action) -> Refusal | None:
    """Return why an action is refused; ``None`` exactly when it is legal.

    Anything may be handed in as the action; what is no action, or has a field of a wrong type,
    has its own refusals.

    Args:
        state: the deal.
        action: what a seat wants to do.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> why_illegal(state, Discard(0, state.players[0].standing[0])).rule
        'STAND-1'
        >>> why_illegal(state, "discard 5m")
        Refusal.NOT_AN_ACTION
    """
    check_state(state)
    kind = type(action)
    if kind not in ACTIONS:
        return Refusal.NOT_AN_ACTION
    seat = action.seat
    if not is_seat(seat):
        return Refusal.NO_SUCH_SEAT
    if kind in WITH_TILE and type(action.tile) is not Tile:  # type: ignore[union-attr]
        return Refusal.NO_SUCH_TILE
    if kind in _WITH_MORE and not has_good_fields(action):
        return Refusal.NOT_AN_ACTION
    stage = state.stage
    if isinstance(stage, Finished):
        return Refusal.DEAL_ENDED
    if isinstance(stage, AwaitingTurn):
        if seat == stage.seat:
            return _turn_refusal(state, stage, action)
        return _off_turn_refusal(state, action)
    return _claims_refusal(state, stage, action)


_WITH_MORE: Final = frozenset({DeclareTing, Pung, Kong})


def _turn_refusal(state: GameState, stage: AwaitingTurn, action: Action) -> Refusal | None:
    """Return why the seat whose turn it is may not do something (TURN-3)."""
    player = state.players[stage.seat]
    if isinstance(action, Discard):
        if player.ting is None and player.loose_set >> 4 * action.tile & 15:
            return None
        return discard_refusal(player, action.tile, stage.drawn)
    rules = state.setup.rules
    match action:
        case DeclareTing():
            return ting_refusal(player, action, rules)
        case Kong(kind=KongKind.MELDED) | Pung():
            return _lost_discard_refusal(state)
        case Kong():
            if stage.drawn is None:
                return Refusal.KONG_ONLY_AFTER_DRAW
            kept = kong_keeps_reserve(state.remaining, state.kongs, rules)
            return turn_kong_refusal(player, action.tile, action.kind, reserve_kept=kept)
        case Win():
            # A seat in ting is asked on its own turn only when the tile just drawn wins.
            return Refusal.WIN_NOT_IN_TING if player.ting is None else None
        case _:  # Pass
            return Refusal.CANNOT_PASS_TURN


def discard_refusal(player: Player, tile: Tile, drawn: Tile | None) -> Refusal | None:
    """Return why a seat may not discard a tile on its turn, or ``None`` when it may."""
    if player.ting is not None and tile is not drawn:
        return Refusal.TING_HAND_CLOSED
    if player.loose_set >> 4 * tile & 15:
        return None
    return Refusal.STANDING_TILE if player.standing_set & 15 << 4 * tile else Refusal.TILE_NOT_HELD


def ting_refusal(player: Player, action: DeclareTing, rules: RuleSet) -> Refusal | None:
    """Return why a seat may not declare ting on its turn, or ``None`` when it may (TING-1)."""
    tile = action.tile
    if player.ting is not None:
        return Refusal.ALREADY_IN_TING
    if not player.standing_set & 15 << 4 * tile:
        held = player.loose_set & 15 << 4 * tile
        return Refusal.TING_NOT_STANDING if held else Refusal.TILE_NOT_HELD
    hand = player.standing_set + player.loose_set - ONE[tile]
    if not wait_set(hand, player.meld_set, all_runs=rules.all_runs):
        if wait_set(hand, player.meld_set, all_runs=True):
            return Refusal.TING_ALL_RUNS
        if waits_by_splits(hand, triplet_needed=False):
            return Refusal.TING_FIFTH_COPY
        return Refusal.TING_NOT_READY
    if action.face_up and not rules.open_ting:
        return Refusal.OPEN_TING_OFF
    if action.on_wall and not rules.ting_on_wall:
        return Refusal.TING_ON_WALL_OFF
    return None


def turn_kong_refusal(
    player: Player, tile: Tile, kind: KongKind, *, reserve_kept: bool
) -> Refusal | None:
    """Return why a seat may not make an added or concealed kong after a draw.

    Args:
        player: the seat.
        tile: the kind of the kong.
        kind: `KongKind.ADDED` or `KongKind.CONCEALED`.
        reserve_kept: whether the wall allows one more kong (WALL-7).
    """
    if player.ting is not None:
        return Refusal.KONG_IN_TING
    shift = 4 * tile
    stand = player.standing_set >> shift & 15
    held = stand + (player.loose_set >> shift & 15)
    if kind is KongKind.ADDED:
        if not any(meld.tile is tile and meld.kind is MeldKind.PUNG for meld in player.melds):
            return Refusal.KONG_NEEDS_PUNG
        if not held:
            return Refusal.KONG_NEEDS_FOURTH
    elif held < 4:  # noqa: PLR2004 - the four of KONG-3
        return Refusal.KONG_NEEDS_FOUR
    if player.standing_set == stand << shift:
        return Refusal.NO_STANDING_LEFT
    return None if reserve_kept else Refusal.KONG_BREAKS_RESERVE


def _off_turn_refusal(state: GameState, action: Action) -> Refusal:
    """Return why a seat may do nothing during another seat's turn (TURN-1)."""
    match action:
        case Win():
            player = state.players[action.seat]
            if player.ting is None:
                return Refusal.WIN_NOT_IN_TING
            if state.setup.rules.forced_win:
                return Refusal.WIN_IS_FORCED
            return _lost_discard_refusal(state)
        case Pung() | Kong(kind=KongKind.MELDED):
            return _lost_discard_refusal(state)
        case Pass():
            return Refusal.NOTHING_TO_ANSWER
        case _:
            return Refusal.NOT_YOUR_TURN


def _lost_discard_refusal(state: GameState) -> Refusal:
    """Return why there is no discard to take during a turn.

    The kind of a ting tile is its owner's secret, so the refusal says only that a declaration
    was the last discard, which all have seen.
    """
    discards = tuple([len(player.river) for player in state.players])
    if any(player.ting_since == discards for player in state.players):
        return Refusal.TING_TILE_CLOSED
    return Refusal.NOTHING_TO_CLAIM


def _claims_refusal(state: GameState, stage: AwaitingClaims, action: Action) -> Refusal | None:
    """Return why a seat may not do something while a tile is on offer."""
    seat = action.seat
    player = state.players[seat]
    rules = state.setup.rules
    if isinstance(action, Discard | DeclareTing):
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, Kong) and action.kind is not KongKind.MELDED:
        return Refusal.KONG_ONLY_AFTER_DRAW
    if seat == stage.discarder:
        return Refusal.NOTHING_TO_ANSWER if isinstance(action, Pass) else Refusal.OWN_DISCARD
    if stage.answers[seat] is not None:
        return Refusal.ALREADY_ANSWERED
    if isinstance(action, Pass):
        return None if seat in stage.asked else Refusal.NOTHING_TO_ANSWER
    if isinstance(action, Win):
        return win_refusal(player, stage.tile, forced_win=rules.forced_win)
    if stage.robbing:
        return Refusal.KONG_TILE_ONLY_WON
    if action.tile is not stage.tile:
        return Refusal.NOT_THE_DISCARD
    if isinstance(action, Kong):
        kept = kong_keeps_reserve(state.remaining, state.kongs, rules)
        return kong_refusal(player, action.tile, reserve_kept=kept)
    return pung_refusal(player, action.tile, action.standing)
