"""What one seat may know of a deal, built field by field (VIEW-1 to VIEW-3).

A `SeatView` is a value of its own and no state with holes: nothing in it could hold a tile that
the seat may not see. What a seat may do is computed from the view alone, so it cannot depend on
anything else.
"""

from __future__ import annotations

from typing import Any

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.claims import answers_of, win_refusal
from lisi_mahjong.errors import SeatError
from lisi_mahjong.legal import turn_actions
from lisi_mahjong.making import maker
from lisi_mahjong.melds import Meld, MeldKind, counted_melds
from lisi_mahjong.record_format import result_as_json
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.seats import SEATS, check_seat
from lisi_mahjong.seen import (
    FACE_DOWN_KONG,
    FACE_DOWN_TILE,
    FACE_DOWN_TINGS,
    OpenHand,
    SeenClaims,
    SeenMeld,
    SeenPlayer,
    SeenRiverTile,
    SeenStage,
    SeenTing,
    SeenTurn,
    make_seen_player,
)
from lisi_mahjong.seen_json import player_as_json
from lisi_mahjong.state import (
    AwaitingTurn,
    Finished,
    GameState,
    Player,
    Result,
    RiverTile,
    Ting,
    WonDeal,
    check_state,
)
from lisi_mahjong.tiles import COPIES, EACH, ONE, TILES, Tile, counted, format_tiles, size, tiles_of
from lisi_mahjong.wall import RESERVES, Throw, kong_keeps_reserve
from lisi_mahjong.winning import wait_set

# --- the view -----------------------------------------------------------------------------


@attrs.frozen(repr=False, weakref_slot=False)
class SeatView:
    """What one seat, or a spectator, may know of a deal at one moment.

    Attributes:
        viewer: the seat; ``None`` for a spectator.
        rules: the options of play.
        dealer: the seat that deals.
        dice: the two throws.
        players: what is seen of each seat.
        stage: `SeenTurn`, `SeenClaims` or `Finished`.
        kongs: kongs made by the four together.
        remaining: tiles left in the wall.
        pung_locks: the kinds that this seat may not pung now (CLAIM-3), sorted.
        win_barred: whether this seat wins no more (WIN-3).

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> seen
        <SeatView of seat 1 {7m9p36z} 158m189p234s, turn of seat 0, 83 tiles left>
        >>> seen.players[0].hand is None, seen.players[0].standing_count, seen.legal_actions
        (True, 4, ())
        >>> seen.drawable, seen.unseen[Tile.M1]
        (69, 3)
    """

    viewer: int | None
    rules: RuleSet
    dealer: int
    dice: tuple[Throw, Throw]
    players: tuple[SeenPlayer, SeenPlayer, SeenPlayer, SeenPlayer]
    stage: SeenStage
    kongs: int
    remaining: int
    pung_locks: tuple[Tile, ...]
    win_barred: bool

    @property
    def reserve(self) -> int:
        """How many tiles of the wall are kept back now (WALL-6)."""
        return RESERVES[self.rules.reserved_stacks][self.kongs]

    @property
    def drawable(self) -> int:
        """How many tiles can still be drawn from the head if no further kong is made (WALL-7)."""
        return max(0, self.remaining - self.reserve)

    @property
    def result(self) -> Result | None:
        """How the deal ended; ``None`` while it goes on."""
        return self.stage.result if isinstance(self.stage, Finished) else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now, in the order of `lisi_mahjong.legal_actions`.

        Nothing while a view is on its way between two events of one step, as `follow` tells.
        """
        stage, seat = self.stage, self.viewer
        if seat is None or isinstance(stage, Finished):
            return ()
        kept = kong_keeps_reserve(self.remaining, self.kongs, self.rules)
        if isinstance(stage, SeenTurn):
            if stage.seat != seat:
                return ()
            own = self.own_player()
            if not _must_decide(own, stage.drawn, self.rules):
                return ()
            return turn_actions(own, seat, stage.drawn, self.rules, reserve_kept=kept)
        if not stage.asked or stage.answer is not None:
            return ()
        return answers_of(self.own_player(), seat, stage.tile, reserve_kept=kept)

    @property
    def unseen(self) -> tuple[int, ...]:
        """How many copies of each kind this seat has not seen, by the int of the tile."""
        count = self.unseen_set
        return tuple([count >> 4 * tile & 15 for tile in TILES])

    @property
    def unseen_set(self) -> int:
        """The tiles that this seat has not seen, a counted set."""
        count = COPIES * EACH
        for player in self.players:
            if player.hand is not None:
                count -= counted(player.hand.standing) + counted(player.hand.loose)
            if player.melds:
                count -= counted_melds(tuple([m for m in player.melds if isinstance(m, Meld)]))
            for entry in player.river:
                if entry.taken_by is None and isinstance(entry, RiverTile):
                    count -= ONE[entry.tile]
        stage = self.stage
        if isinstance(stage, SeenClaims):
            shown = stage.robbing and self.players[stage.discarder].hand is None
            count -= shown * ONE[stage.tile]  # it lies among its owner's tiles yet
        return count

    def thrown_since_ting(self, seat: int) -> tuple[tuple[SeenRiverTile, ...], ...]:
        """Return by seat what has been discarded since a seat declared ting; ``()`` before it.

        Args:
            seat: the seat in ting.

        Raises:
            SeatError: ``seat`` is no seat.

        Example:
            >>> from lisi_mahjong import Shuffle, actors, apply, deal
            >>> from lisi_mahjong.players import tidy
            >>> state = deal(Shuffle.from_seed(7))
            >>> for _ in range(32):  # in which seat 1 declares ting, and two tiles go
            ...     state = apply(state, tidy(state, actors(state)[0]))
            >>> rows = view(state, 0).thrown_since_ting(1)
            >>> [[str(entry.tile) for entry in row] for row in rows]
            [[], [], ['3s'], ['2m']]
            >>> view(state, 0).thrown_since_ting(0)
            ()
        """
        since = self.players[check_seat(seat)].ting_since
        return tuple(
            [player.river[start:] for player, start in zip(self.players, since, strict=False)]
        )

    def own_player(self) -> Player:
        """Return this seat's own tiles as the rules look at them (the river is left out).

        Raises:
            SeatError: the view is a spectator's, who has no tiles.

        Example:
            >>> from lisi_mahjong import Shuffle, deal
            >>> own = view(deal(Shuffle.from_seed(7)), 1).own_player()
            >>> format_tiles(own.standing), format_tiles(own.loose)
            ('7m9p36z', '158m189p234s')
        """
        if self.viewer is None:
            raise SeatError(None, "an int from 0 to 3, for a spectator has no hand")
        seat = check_seat(self.viewer)
        seen = self.players[seat]
        hand = seen.hand or OpenHand((), ())
        melds = tuple([meld for meld in seen.melds if isinstance(meld, Meld)])
        standing, loose = counted(hand.standing), counted(hand.loose)
        made = counted_melds(melds)
        waits = 0
        if seen.ting is not None:
            waiting = standing + loose
            stage = self.stage
            if isinstance(stage, SeenTurn) and stage.seat == seat and stage.drawn is not None:
                waiting -= ONE[stage.drawn]
            result = self.result
            if isinstance(result, WonDeal) and result.winner == seat:
                waiting -= ONE[result.tile]
            waits = wait_set(waiting, made, all_runs=self.rules.all_runs)
        return Player(
            standing,
            loose,
            melds,
            (),
            seen.ting if isinstance(seen.ting, Ting) else None,
            counted(self.pung_locks),
            self.win_barred,
            waits,
            made,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the view as plain dicts, lists, texts, numbers and bools, ready for JSON.

        Tiles are texts such as ``"5m"``; what is not known is ``None``.

        Example:
            >>> from lisi_mahjong import Shuffle, deal
            >>> value = view(deal(Shuffle.from_seed(7)), 1).as_json()
            >>> value["stage"]
            {'name': 'turn', 'seat': 0, 'after_draw': True, 'drawn': None}
            >>> value["players"][1]["hand"]["standing"], value["players"][0]["hand"]
            (['7m', '9p', '3z', '6z'], None)
        """
        return {
            "viewer": self.viewer,
            "rules": attrs.asdict(self.rules),
            "dealer": self.dealer,
            "dice": [list(throw) for throw in self.dice],
            "players": [player_as_json(player) for player in self.players],
            "stage": _stage_as_json(self.stage),
            "kongs": self.kongs,
            "remaining": self.remaining,
            "reserve": self.reserve,
            "pung_locks": [str(tile) for tile in self.pung_locks],
            "win_barred": self.win_barred,
            "legal_actions": [str(action) for action in self.legal_actions],
        }

    def __repr__(self) -> str:
        who = "a spectator"
        if self.viewer is not None:
            hand = self.players[self.viewer].hand or OpenHand((), ())
            standing, loose = format_tiles(hand.standing), format_tiles(hand.loose)
            who = f"seat {self.viewer} {{{standing}}} {loose}"
        stage = self.stage
        if isinstance(stage, SeenTurn):
            what = f"turn of seat {stage.seat}"
        elif isinstance(stage, SeenClaims):
            kong = "kong of " if stage.robbing else ""
            what = f"{kong}{stage.tile} of seat {stage.discarder} on offer"
        else:
            result = stage.result
            what = f"won by seat {result.winner}" if isinstance(result, WonDeal) else "drawn"
        return f"<SeatView of {who}, {what}, {self.remaining} tiles left>"


_make_view = maker(SeatView)


def _must_decide(own: Player, drawn: Tile | None, rules: RuleSet) -> bool:
    """Return whether a seat has anything to decide on its turn; else a step is under way.

    Args:
        own: the seat's tiles.
        drawn: the tile just drawn; ``None`` if it has drawn none.
        rules: the options of play.
    """
    if own.ting is not None:  # it has just declared it, or what it has drawn decides, or may win
        return drawn is not None and win_refusal(own, drawn, forced_win=rules.forced_win) is None
    # Sets are threes, and so are the sets in hand: a pair is left, or the replacement is due.
    return size(own.standing_set + own.loose_set) % 3 == 2  # noqa: PLR2004


def view(state: GameState, seat: int | None) -> SeatView:
    """Return what a seat may know of a deal, or a spectator (VIEW-1 to VIEW-3).

    Args:
        state: the deal.
        seat: 0 to 3; ``None`` for a spectator.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``seat`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import Discard, Shuffle, apply, deal
        >>> state = apply(deal(Shuffle.from_seed(7)), Discard(0, Tile.M9))
        >>> view(state, 3).stage
        SeenClaims(discarder=0, tile=Tile.M9, robbing=False, asked=True, answer=None)
        >>> view(state, None).stage
        SeenClaims(discarder=0, tile=Tile.M9, robbing=False, asked=False, answer=None)
    """
    check_state(state)
    if seat is not None:
        check_seat(seat)
    setup = state.setup
    own = None if seat is None else state.players[seat]
    first, second, third, fourth = seen_players(state, seat)
    return _make_view(
        seat,
        setup.rules,
        setup.dealer,
        setup.shuffle.dice,
        (first, second, third, fourth),
        _seen_stage(state, seat),
        state.kongs,
        state.remaining,
        () if own is None else own.pung_locks,
        own is not None and own.win_barred,
    )


def seen_players(state: GameState, seat: int | None) -> list[SeenPlayer]:
    """Return what a seat, or a spectator, sees of each seat."""
    ended = isinstance(state.stage, Finished)
    kongs_open = state.setup.rules.show_concealed_kongs
    return [
        _seen_player(player, is_open=ended or owner == seat, kongs_open=kongs_open)
        for owner, player in zip(SEATS, state.players, strict=True)
    ]


def _seen_player(player: Player, *, is_open: bool, kongs_open: bool) -> SeenPlayer:
    melds: tuple[SeenMeld, ...] = player.melds
    river: tuple[SeenRiverTile, ...] = player.river
    ting: SeenTing | None = player.ting
    hand = None
    if is_open:
        hand = OpenHand(tiles_of(player.standing_set), tiles_of(player.loose_set))
    else:
        if melds and not kongs_open:
            melds = tuple(
                [
                    FACE_DOWN_KONG if meld.kind is MeldKind.CONCEALED_KONG else meld
                    for meld in player.melds
                ]
            )
        if player.ting is not None and not player.ting.face_up:
            ting = FACE_DOWN_TINGS[player.ting.on_wall]
            river = tuple([FACE_DOWN_TILE if entry.ting else entry for entry in player.river])
    return make_seen_player(
        player.standing_set % 15,  # the number of tiles; see tiles.size
        player.loose_set % 15,
        melds,
        river,
        ting,
        player.ting_since,
        hand,
    )


def _seen_stage(state: GameState, seat: int | None) -> SeenStage:
    stage = state.stage
    if isinstance(stage, Finished):
        return stage
    if isinstance(stage, AwaitingTurn):
        mine = stage.drawn if stage.seat == seat else None
        return SeenTurn(stage.seat, stage.drawn is not None, mine)
    asked = seat in stage.asked
    answer = stage.answers[seat] if seat is not None else None
    return SeenClaims(stage.discarder, stage.tile, stage.robbing, asked, answer)


# --- JSON ---------------------------------------------------------------------------------


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def _stage_as_json(stage: SeenStage) -> dict[str, Any]:
    if isinstance(stage, SeenTurn):
        return {
            "name": "turn",
            "seat": stage.seat,
            "after_draw": stage.after_draw,
            "drawn": _text(stage.drawn),
        }
    if isinstance(stage, SeenClaims):
        return {
            "name": "claims",
            "discarder": stage.discarder,
            "tile": str(stage.tile),
            "robbing": stage.robbing,
            "asked": stage.asked,
            "answer": None if stage.answer is None else str(stage.answer),
        }
    return result_as_json(stage.result)
