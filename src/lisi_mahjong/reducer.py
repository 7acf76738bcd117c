"""`apply` and `step`: one accepted action, then every step that the rules force.

Whatever happens happens here. A step works on a `_Table` that lives no longer than the call: it
takes the players out of the state, lays tiles, draws, discards and wins for the seats that have
no choice, and puts the next state together once, at the next real decision or at the end.
"""

from __future__ import annotations

from typing import Final, cast

import attrs

from lisi_mahjong.actions import (
    Action,
    DeclareTing,
    Discard,
    Kong,
    KongKind,
    Pung,
    Win,
    in_words,
)
from lisi_mahjong.claims import answers_of, outcome, passed, pung_choices
from lisi_mahjong.errors import IllegalAction
from lisi_mahjong.events import (
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discarded,
    Drew,
    Ended,
    Event,
    MadeKong,
    MadePung,
)
from lisi_mahjong.legal import why_illegal
from lisi_mahjong.melds import MeldKind, meld_of
from lisi_mahjong.rules import DEFAULT_SCORE
from lisi_mahjong.seats import NEXT, OTHERS, with_seat
from lisi_mahjong.state import (
    DECLARED,
    LYING,
    TAKEN,
    TURNS,
    AwaitingClaims,
    AwaitingTurn,
    DrawnDeal,
    Finished,
    GameState,
    Result,
    Stage,
    Ting,
    WonDeal,
    make_player,
    make_state,
)
from lisi_mahjong.tiles import ONE, Tile
from lisi_mahjong.wall import RESERVES, head_place, kong_keeps_reserve, tail_place
from lisi_mahjong.winning import read_win, wait_set

_MELD_KINDS: Final = {
    KongKind.MELDED: MeldKind.MELDED_KONG,
    KongKind.CONCEALED: MeldKind.CONCEALED_KONG,
}


@attrs.frozen
class Step:
    """What an accepted action led to.

    Attributes:
        state: the next state in which somebody has to decide, or the end.
        events: what happened, in order.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> state = deal(Shuffle.from_seed(8))
        >>> [type(event).__name__ for event in step(state, legal_actions(state, 0)[0]).events]
        ['Discarded', 'Drew']
    """

    state: GameState
    events: tuple[Event, ...]


def apply(state: GameState, action: Action) -> GameState:
    """Return the state after an action and all that the rules force after it (TING-6).

    An answer to a discard takes effect when no answer that is missing can change it (CLAIM-4).

    Args:
        state: the deal; it is not changed.
        action: one of ``legal_actions(state, action.seat)``.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        IllegalAction: the action is refused, with ``.action``, ``.refusal`` and ``.state``.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> state = deal(Shuffle.from_seed(8))
        >>> after = apply(state, legal_actions(state, 0)[0])
        >>> state.ply, after.ply, after.stage.seat
        (0, 1, 1)
    """
    return _play(state, action, None)


def step(state: GameState, action: Action) -> Step:
    """Return the state after an action, as `apply` does, and the events that led to it.

    What the rules force is among the events (TING-6), and what became of a discard follows the
    last answer to it (CLAIM-4).

    Args:
        state: the deal; it is not changed.
        action: one of ``legal_actions(state, action.seat)``.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        IllegalAction: the action is refused.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> state = deal(Shuffle.from_seed(8))
        >>> action = legal_actions(state, 0)[0]
        >>> step(state, action).state == apply(state, action)
        True
    """
    events: list[Event] = []
    after = _play(state, action, events)
    return Step(after, tuple(events))


def _play(state: GameState, action: Action, events: list[Event] | None) -> GameState:
    refusal = why_illegal(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal, state, in_words(action))
    table = _Table(state, events)
    stage = state.stage
    if isinstance(stage, AwaitingTurn):
        next_stage = table.turn(stage, action)
    else:
        next_stage = table.answer(cast("AwaitingClaims", stage), action)
    return make_state(
        state.setup,
        tuple(table.players),  # type: ignore[arg-type]  # there are four of them
        next_stage,
        table.kongs,
        table.remaining,
        state.ply + 1,
    )


class _Table:
    """The tiles on the table during one step.

    A method that moves the game on returns the stage in which it comes to rest.
    """

    __slots__ = ("events", "kongs", "players", "remaining", "rules", "wall")

    def __init__(self, state: GameState, events: list[Event] | None) -> None:
        setup = state.setup
        self.rules = setup.rules
        self.wall = setup.wall
        self.players = list(state.players)
        self.kongs = state.kongs
        self.remaining = state.remaining
        self.events = events

    # --- decisions ---

    def turn(self, stage: AwaitingTurn, action: Action) -> Stage:
        """Do what the seat decided whose turn it is."""
        seat = stage.seat
        if isinstance(action, Discard):
            self._discard(seat, action.tile)
            return self._go_on(seat, action.tile)
        if isinstance(action, DeclareTing):
            self._declare_ting(action)
            return self._go_on(seat, None)
        if isinstance(action, Kong):
            if action.kind is KongKind.ADDED and self.rules.robbing_kong:
                return self._announce_kong(seat, action.tile)
            return self._make_kong(seat, action.tile, action.kind, None)
        # Nothing else is legal on a turn but a win on the tile just drawn.
        return self._win(seat, None, cast("Tile", stage.drawn))

    def answer(self, stage: AwaitingClaims, action: Action) -> Stage:
        """Note an answer, and settle the claims once no missing answer can matter (CLAIM-4)."""
        if self.events is not None:
            self.events.append(Answered(action.seat, action))
        answers = with_seat(stage.answers, action.seat, action)
        stage = AwaitingClaims(stage.discarder, stage.tile, stage.robbing, stage.asked, answers)
        prevailing = outcome(stage, self.players)
        if prevailing is None:
            return stage
        tile = stage.tile
        if isinstance(prevailing, Win):
            return self._win(prevailing.seat, stage.discarder, tile, robbing=stage.robbing)
        self._mark_passes(stage)
        if isinstance(prevailing, Pung):
            return self._make_pung(prevailing, stage.discarder)
        if isinstance(prevailing, Kong):
            return self._make_kong(prevailing.seat, tile, KongKind.MELDED, stage.discarder)
        if stage.robbing:
            return self._make_kong(stage.discarder, tile, KongKind.ADDED, None)
        return self._go_on(stage.discarder, None)

    def _mark_passes(self, stage: AwaitingClaims) -> None:
        """Lock the pung that a seat passed (CLAIM-3), bar the one that passed a win (WIN-3)."""
        for seat in passed(stage):
            player = self.players[seat]
            if player.ting is not None:
                self.players[seat] = attrs.evolve(player, win_barred=True)
            elif pung_choices(player, stage.tile):
                locks = player.lock_set | ONE[stage.tile]
                self.players[seat] = make_player(
                    player.standing_set,
                    player.loose_set,
                    player.melds,
                    player.river,
                    player.ting,
                    locks,
                    player.win_barred,
                    player.wait_set,
                    player.meld_set,
                    player.ting_since,
                )

    # --- what the rules force ---

    def _go_on(self, discarder: int, tile: Tile | None) -> Stage:
        """Go on from a discard to the next decision, or to the end (TURN-1, TURN-2, WALL-8).

        Args:
            discarder: who discarded last.
            tile: the discard; ``None`` when nobody can take it, or nobody any longer.
        """
        while True:
            if tile is not None:
                stage = self._offer(discarder, tile, robbing=False)
                if stage is not None:
                    return stage
            if self.remaining <= RESERVES[self.rules.reserved_stacks][self.kongs]:
                return self._end(DrawnDeal())
            seat = NEXT[discarder]
            drawn = self._draw(seat, head_place(self.remaining, self.kongs), replacement=False)
            player = self.players[seat]
            if player.ting is None:
                return TURNS[seat][drawn]
            if player.wait_set & ONE[drawn] and not player.win_barred:
                return self._win(seat, None, drawn) if self.rules.forced_win else TURNS[seat][drawn]
            self._discard(seat, drawn)  # TING-5
            discarder, tile = seat, drawn

    def _offer(self, discarder: int, tile: Tile, *, robbing: bool) -> Stage | None:
        """Offer a tile to the other seats; ``None`` when nobody is asked (CLAIM-6)."""
        players = self.players
        shift = 4 * tile
        concerned = False
        for seat in OTHERS[discarder]:
            player = players[seat]
            if player.ting is None:
                # Two of the kind, or more, are what a pung or a kong needs (CLAIM-1).
                concerned |= (player.standing_set + player.loose_set) >> shift & 14 > 0
            elif player.wait_set >> shift & 1 and not player.win_barred:
                if self.rules.forced_win:
                    return self._win(seat, discarder, tile, robbing=robbing)
                concerned = True
        return self._ask(discarder, tile, robbing=robbing) if concerned else None

    def _ask(self, discarder: int, tile: Tile, *, robbing: bool) -> Stage | None:
        """Ask every seat that has an answer but to pass; ``None`` when there is none."""
        kept = kong_keeps_reserve(self.remaining, self.kongs, self.rules)
        asked = [
            seat
            for seat in OTHERS[discarder]
            if answers_of(self.players[seat], seat, tile, reserve_kept=kept)
        ]
        if not asked:
            return None
        asked.sort()
        if self.events is not None:
            self.events.extend([Asked(seat, discarder, tile) for seat in asked])
        return AwaitingClaims(discarder, tile, robbing, tuple(asked), (None, None, None, None))

    # --- tiles that move ---

    def _draw(self, seat: int, place: int, *, replacement: bool) -> Tile:
        """Draw the tile at a place of the wall; a draw ends the locks of CLAIM-3."""
        tile = self.wall[place]
        self.remaining -= 1
        before = self.players[seat]
        self.players[seat] = make_player(
            before.standing_set,
            before.loose_set + ONE[tile],
            before.melds,
            before.river,
            before.ting,
            0,
            before.win_barred,
            before.wait_set,
            before.meld_set,
            before.ting_since,
        )
        if self.events is not None:
            self.events.append(Drew(seat, tile, replacement))
        return tile

    def _discard(self, seat: int, tile: Tile) -> None:
        before = self.players[seat]
        self.players[seat] = make_player(
            before.standing_set,
            before.loose_set - ONE[tile],
            before.melds,
            (*before.river, LYING[tile]),
            before.ting,
            before.lock_set,
            before.win_barred,
            before.wait_set,
            before.meld_set,
            before.ting_since,
        )
        if self.events is not None:
            self.events.append(Discarded(seat, tile))

    def _declare_ting(self, action: DeclareTing) -> None:
        seat, tile = action.seat, action.tile
        before = self.players[seat]
        standing = before.standing_set - ONE[tile]
        hand = standing + before.loose_set
        discards = [len(player.river) for player in self.players]
        discards[seat] += 1
        self.players[seat] = attrs.evolve(
            before,
            standing_set=standing,
            river=(*before.river, DECLARED[tile]),
            ting=Ting(tile, action.face_up, action.on_wall),
            wait_set=wait_set(hand, before.meld_set, all_runs=self.rules.all_runs),
            ting_since=tuple(discards),
        )
        if self.events is not None:
            self.events.append(DeclaredTing(seat, tile, action.face_up, action.on_wall))

    def _mark_taken(self, discarder: int, seat: int) -> None:
        """Mark the last discard of a seat as taken by another."""
        before = self.players[discarder]
        taken = TAKEN[seat][before.river[-1].tile]
        self.players[discarder] = make_player(
            before.standing_set,
            before.loose_set,
            before.melds,
            (*before.river[:-1], taken),
            before.ting,
            before.lock_set,
            before.win_barred,
            before.wait_set,
            before.meld_set,
            before.ting_since,
        )

    def _make_pung(self, action: Pung, discarder: int) -> Stage:
        seat, tile = action.seat, action.tile
        before = self.players[seat]
        meld = meld_of(MeldKind.PUNG, tile, discarder)
        self.players[seat] = make_player(
            before.standing_set - action.standing * ONE[tile],
            before.loose_set - (2 - action.standing) * ONE[tile],
            (*before.melds, meld),
            before.river,
            before.ting,
            before.lock_set,
            before.win_barred,
            before.wait_set,
            before.meld_set + 3 * ONE[tile],
            before.ting_since,
        )
        self._mark_taken(discarder, seat)
        if self.events is not None:
            self.events.append(MadePung(seat, meld, action.standing))
        return TURNS[seat][-1]

    def _announce_kong(self, seat: int, tile: Tile) -> Stage:
        """Show the fourth tile of a pung; make the kong at once when nobody can rob it."""
        if self.events is not None:
            self.events.append(AnnouncedKong(seat, tile))
        stage = self._offer(seat, tile, robbing=True)
        return stage or self._make_kong(seat, tile, KongKind.ADDED, None)

    def _make_kong(self, seat: int, tile: Tile, kind: KongKind, discarder: int | None) -> Stage:
        """Make a kong of every held copy of a tile and draw its replacement (KONG-4)."""
        before = self.players[seat]
        standing = before.standing_set & 15 << 4 * tile
        loose = before.loose_set & 15 << 4 * tile
        melds = list(before.melds)
        if kind is KongKind.ADDED:
            place = next(place for place, meld in enumerate(melds) if meld.tile is tile)
            discarder = melds[place].from_seat
            melds[place] = meld = meld_of(MeldKind.ADDED_KONG, tile, discarder)
        else:
            meld = meld_of(_MELD_KINDS[kind], tile, discarder)
            melds.append(meld)
            if discarder is not None:
                self._mark_taken(discarder, seat)
        self.players[seat] = attrs.evolve(
            before,
            standing_set=before.standing_set - standing,
            loose_set=before.loose_set - loose,
            melds=tuple(melds),
            meld_set=before.meld_set & ~(15 << 4 * tile) | 4 * ONE[tile],
        )
        if self.events is not None:
            self.events.append(MadeKong(seat, meld, standing >> 4 * tile))
        place = tail_place(self.remaining, self.kongs)
        self.kongs += 1
        return TURNS[seat][self._draw(seat, place, replacement=True)]

    # --- the end ---

    def _win(self, seat: int, loser: int | None, tile: Tile, *, robbing: bool = False) -> Stage:
        """End the deal by a win; the winning tile joins the winner's loose tiles (WIN-8)."""
        before = self.players[seat]
        hand = before.standing_set + before.loose_set
        if loser is None:
            hand -= ONE[tile]
        else:
            self.players[seat] = attrs.evolve(before, loose_set=before.loose_set + ONE[tile])
            if robbing:
                self._give_up(loser, tile)
            else:
                self._mark_taken(loser, seat)
        readings = read_win(hand, tile, before.melds, self.rules, DEFAULT_SCORE)
        return self._end(WonDeal(seat, loser, tile, robbing, readings))

    def _give_up(self, seat: int, tile: Tile) -> None:
        """Take from a seat the fourth tile of a kong that was robbed: it held just that one."""
        before = self.players[seat]
        self.players[seat] = attrs.evolve(
            before,
            standing_set=before.standing_set & ~(15 << 4 * tile),
            loose_set=before.loose_set & ~(15 << 4 * tile),
        )

    def _end(self, result: Result) -> Stage:
        if self.events is not None:
            self.events.append(Ended(result))
        return Finished(result)
