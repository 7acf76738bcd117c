"""Two states that one seat cannot tell apart: the same deal with other secrets.

`twin` moves the tiles that a viewer does not see about: from hand to hand, from standing to loose,
into the wall and out of it, under a face-down ting tile, into a concealed kong. It changes locks,
bars, earned or not, and the counter of actions too. What stays, so that the rules force the same
steps:

- the copies of the kinds that are said to be *kept* (the tile on offer, the tile to be played), so
  that the same seats are asked about them;
- what seats in ting wait for: in their hands a triplet may be of another kind, and others of their
  tiles may be the standing ones;
- hands of three melds or more, for which STAND-6 looks at what else they hold.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection

import attrs

from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    Meld,
    MeldKind,
    Player,
    RiverTile,
    Setup,
    Shuffle,
    Tile,
)
from lisi_mahjong.melds import counted_melds
from lisi_mahjong.tiles import ONE, counted
from lisi_mahjong.winning import wait_set
from sights import Viewer, wall_places

Place = tuple[str, int]
"""Where a hidden tile lies: ``("standing", seat)``, ``("wall", place)`` and so on."""


@attrs.frozen
class Twin:
    """A state that looks the same, and which secrets of it are others."""

    state: GameState
    changed: frozenset[str]


def twin(state: GameState, viewer: Viewer, rng: random.Random, kept: Collection[Tile] = ()) -> Twin:
    """Return another state that a viewer cannot tell from this one.

    Args:
        state: the state.
        viewer: who looks on.
        rng: where chance comes from.
        kept: kinds of which no copy is moved, beside the tile on offer.
    """
    return _Twins(state, viewer, rng, kept).make()


class _Twins:
    """Takes the hidden tiles out of a state and puts others in."""

    def __init__(
        self, state: GameState, viewer: Viewer, rng: random.Random, kept: Collection[Tile]
    ) -> None:
        self.state, self.rules, self.rng = state, state.rules, rng
        self.kept = {*kept}
        self.players = list(state.players)
        self.stage = state.stage
        self.changed: set[str] = set()
        if isinstance(self.stage, AwaitingClaims):
            self.kept.add(self.stage.tile)
        ended = isinstance(self.stage, Finished)
        self.others = [] if ended else [seat for seat in range(4) if seat != viewer]

    def make(self) -> Twin:
        places = self._hidden_places()
        tiles = [tile for _, tile in places]
        self._exchange_sets(tiles)
        self.rng.shuffle(tiles)
        now: dict[Place, list[Tile]] = {}
        for (place, before), tile in zip(places, tiles, strict=True):
            now.setdefault(place, []).append(tile)
            if tile is not before:
                self.changed.add(place[0])
        for seat in self.others:
            self._fill(seat, now)
            self._change_rights(seat)
        first, second, third, fourth = self.players
        twin_state = GameState(
            self._setup(now),
            (first, second, third, fourth),
            self.stage,
            self.state.kongs,
            self.state.remaining,
            self.state.ply + self.rng.randrange(1, 5),
        )
        return Twin(twin_state, frozenset(self.changed))

    # --- out ---

    def _hidden_places(self) -> list[tuple[Place, Tile]]:
        """Return every tile that may be moved, and where it lies."""
        found: list[tuple[Place, Tile]] = []
        for seat in self.others:
            player, drawn = self.state.players[seat], self._drawn(seat)
            if player.ting is not None:
                if not player.ting.face_up:
                    found.append((("ting", seat), player.ting.tile))
            elif len(player.melds) < 3:
                loose = list(player.loose)
                if drawn is not None:
                    loose.remove(drawn)
                    found.append((("drawn", seat), drawn))
                found += [(("standing", seat), tile) for tile in player.standing]
                found += [(("loose", seat), tile) for tile in loose]
        wall = self.state.setup.wall
        found += [(("wall", place), wall[place]) for place in wall_places(self.state)]
        return [(place, tile) for place, tile in found if tile not in self.kept]

    def _drawn(self, seat: int) -> Tile | None:
        stage = self.state.stage
        return stage.drawn if isinstance(stage, AwaitingTurn) and stage.seat == seat else None

    def _exchange_sets(self, tiles: list[Tile]) -> None:
        """Let concealed kongs, and triplets of seats in ting, be of kinds that may be moved."""
        for seat in self.others:
            for number, meld in enumerate(self.players[seat].melds):
                if meld.kind is MeldKind.CONCEALED_KONG and not self.rules.show_concealed_kongs:
                    self._exchange_kong(seat, number, tiles)
            if self.players[seat].ting is not None:
                self._exchange_triplet(seat, tiles)

    def _exchange_kong(self, seat: int, number: int, tiles: list[Tile]) -> None:
        player = self.players[seat]
        melds = list(player.melds)
        before = melds[number].tile
        whole = sorted(tile for tile, copies in Counter(tiles).items() if copies == 4)
        if not whole or before in self.kept:
            return
        after = self.rng.choice(whole)
        melds[number] = Meld(MeldKind.CONCEALED_KONG, after)
        made = counted_melds(tuple(melds))
        if self._waits_alike(seat, player.concealed, made):
            self.players[seat] = attrs.evolve(player, melds=tuple(melds), meld_set=made)
            self._put_back(after, before, 4, tiles)
            self.changed.add("kong")

    def _exchange_triplet(self, seat: int, tiles: list[Tile]) -> None:
        player = self.players[seat]
        hand, free = player.concealed, Counter(tiles)
        held = {*hand} - self.kept - {self._drawn(seat)}
        pairs = [
            (before, after)
            for before in sorted(held)
            for after in sorted(free)
            if hand.count(before) == 3 and free[after] >= 3 and after not in hand
        ]
        if not pairs:
            return
        before, after = self.rng.choice(pairs)
        renamed = {before: after}
        if self._waits_alike(seat, [renamed.get(tile, tile) for tile in hand], player.meld_set):
            self.players[seat] = attrs.evolve(
                player,
                standing_set=counted(renamed.get(tile, tile) for tile in player.standing),
                loose_set=counted(renamed.get(tile, tile) for tile in player.loose),
            )
            self._put_back(after, before, 3, tiles)
            self.changed.add("triplet in ting")

    def _waits_alike(self, seat: int, hand: Collection[Tile], melds: int) -> bool:
        """Return whether another hand waits for what the seat waits for; so it does before ting."""
        player, drawn = self.players[seat], self._drawn(seat)
        waiting = counted(hand) - (0 if drawn is None else ONE[drawn])
        waits = wait_set(waiting, melds, all_runs=self.rules.all_runs)
        return player.ting is None or waits == player.wait_set

    @staticmethod
    def _put_back(taken: Tile, given: Tile, number: int, tiles: list[Tile]) -> None:
        """Put so many tiles of one kind among the hidden ones for those of another."""
        for _ in range(number):
            tiles[tiles.index(taken)] = given

    # --- in ---

    def _fill(self, seat: int, now: dict[Place, list[Tile]]) -> None:
        """Put the tiles that a seat has now into its places, beside those that were kept."""
        player = self.players[seat]
        if player.ting is not None:
            self._stand_otherwise(seat, player)
            for tile in now.get(("ting", seat), ()):
                declared = RiverTile(tile, None, ting=True)
                self.players[seat] = attrs.evolve(
                    self.players[seat],
                    ting=attrs.evolve(player.ting, tile=tile),
                    river=tuple(declared if entry.ting else entry for entry in player.river),
                )
        elif len(player.melds) < 3:
            drawn = now.get(("drawn", seat), [])
            self._refill(seat, player, now, drawn)
            if drawn:
                self.stage = AwaitingTurn(seat, drawn[0])

    def _stand_otherwise(self, seat: int, player: Player) -> None:
        """Let others of the tiles of a seat in ting be its standing ones."""
        drawn = self._drawn(seat)
        hand = list(player.concealed)
        if drawn is not None:
            hand.remove(drawn)
        self.rng.shuffle(hand)
        standing = counted(hand[: len(player.standing)])
        loose = player.standing_set + player.loose_set - standing
        self.players[seat] = attrs.evolve(player, standing_set=standing, loose_set=loose)
        if standing != player.standing_set:
            self.changed.add("standing in ting")

    def _refill(
        self, seat: int, player: Player, now: dict[Place, list[Tile]], drawn: list[Tile]
    ) -> None:
        standing = [tile for tile in player.standing if tile in self.kept]
        loose = [tile for tile in player.loose if tile in self.kept]
        standing += now.get(("standing", seat), [])
        loose += now.get(("loose", seat), []) + drawn
        assert len(standing) == len(player.standing)
        assert len(loose) == len(player.loose)
        self.players[seat] = attrs.evolve(
            player, standing_set=counted(standing), loose_set=counted(loose)
        )

    def _change_rights(self, seat: int) -> None:
        """Give another seat other locks, or another bar, where it may have them."""
        player, stage = self.players[seat], self.state.stage
        on_turn = isinstance(stage, AwaitingTurn) and stage.seat == seat
        if player.ting is None and not on_turn:
            thrown = {
                entry.tile
                for other in range(4)
                if other != seat
                for entry in self.state.players[other].river
                if not entry.ting and entry.tile not in self.kept
            }
            locks = self.rng.sample(sorted(thrown), min(len(thrown), self.rng.randrange(3)))
            before = {tile for tile in player.pung_locks if tile in self.kept}
            lock_set = counted(before.union(locks))
            self.players[seat] = attrs.evolve(player, lock_set=lock_set)
            if lock_set != player.lock_set:
                self.changed.add("lock")
        elif not (
            player.ting is None
            or on_turn
            or self.rules.forced_win
            or player.wait_set & counted(self.kept)
        ):
            barred = self.rng.random() < 0.5
            self.players[seat] = attrs.evolve(player, win_barred=barred)
            if barred is not player.win_barred:
                self.changed.add("bar")

    # --- the wall ---

    def _setup(self, now: dict[Place, list[Tile]]) -> Setup:
        """Return the deal on a wall from which just the tiles on the table have been drawn."""
        setup = self.state.setup
        order = list(setup.wall)
        left = wall_places(self.state)
        for place in left:
            order[place] = now.get(("wall", place), [order[place]])[0]
        gone = Counter(dict.fromkeys(Tile, 4))
        gone.subtract([order[place] for place in left])
        tiles = list(gone.elements())
        self.rng.shuffle(tiles)
        for place in sorted({*range(136)}.difference(left)):
            order[place] = tiles.pop()
        layout = list(setup.shuffle.layout)
        for place, tile in zip(_layout_places(setup), order, strict=True):
            layout[place] = tile
        shuffle = Shuffle(tuple(layout), setup.shuffle.dice, self.rng.randrange(4))
        made = Setup(setup.rules, setup.dealer, shuffle)
        assert made.wall == tuple(order)
        return made


def _layout_places(setup: Setup) -> list[int]:
    """Return where in the layout the tiles lie that are drawn first, second and so on (WALL-4)."""
    counted_off = sum(setup.shuffle.dice[1])
    stacks = [
        (side, stack)
        for side in (setup.first_taker - turn for turn in range(4))
        for stack in range(17)
    ]
    stacks = stacks[counted_off:] + stacks[:counted_off]
    return [(side % 4 * 17 + stack) * 2 + tier for side, stack in stacks for tier in (0, 1)]
