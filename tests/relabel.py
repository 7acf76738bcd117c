"""The same deal under other names: tiles renamed, the table turned.

What the rules treat alike can be exchanged everywhere in a deal, and nothing but names changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

import attrs

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    Meld,
    Pass,
    Player,
    Reading,
    RiverTile,
    Setup,
    Shuffle,
    Tag,
    Tile,
    Win,
    WonDeal,
)
from lisi_mahjong.tiles import counted

Value = TypeVar("Value")
Stage = AwaitingTurn | AwaitingClaims | Finished

SAME_TILES: Mapping[Tile, Tile] = {tile: tile for tile in Tile}
MIRRORED: Mapping[Tile, Tile] = {
    tile: tile if tile.suit is None else Tile(tile + 10 - 2 * tile.rank) for tile in Tile
}


def suits_renamed(order: tuple[int, int, int]) -> dict[Tile, Tile]:
    """Return the renaming of characters, dots and bamboos to the suits of these numbers."""
    return {
        tile: tile if tile.suit is None else Tile(9 * order[tile // 9] + tile % 9) for tile in Tile
    }


@attrs.frozen
class Relabelling:
    """Other names for tiles, and for seats: each becomes the one so many turns further."""

    tiles: Mapping[Tile, Tile] = SAME_TILES
    turns: int = 0

    def seat(self, seat: int) -> int:
        return (seat + self.turns) % 4

    def row(self, row: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(self.tiles[tile] for tile in row)

    def by_seat(self, values: tuple[Value, ...]) -> tuple[Value, Value, Value, Value]:
        """Return four values, one for each seat, for the seats as they are called now."""
        first, second, third, fourth = (values[(seat - self.turns) % 4] for seat in range(4))
        return first, second, third, fourth

    def shuffle(self, shuffle: Shuffle) -> Shuffle:
        sides = [shuffle.layout[34 * seat : 34 * seat + 34] for seat in range(4)]
        layout = [tile for side in self.by_seat(tuple(sides)) for tile in self.row(side)]
        return Shuffle(tuple(layout), shuffle.dice, self.seat(shuffle.dealer_draw))

    def action(self, action: Action) -> Action:
        if isinstance(action, Win | Pass):
            return attrs.evolve(action, seat=self.seat(action.seat))
        return attrs.evolve(action, seat=self.seat(action.seat), tile=self.tiles[action.tile])

    def setup(self, setup: Setup) -> Setup:
        return Setup(setup.rules, self.seat(setup.dealer), self.shuffle(setup.shuffle))

    def state(self, state: GameState) -> GameState:
        return attrs.evolve(
            state,
            setup=self.setup(state.setup),
            players=self.by_seat(tuple(map(self.player, state.players))),
            stage=self.stage(state.stage),
        )

    def player(self, player: Player) -> Player:
        ting = player.ting
        return attrs.evolve(
            player,
            standing_set=counted(self.row(player.standing)),
            loose_set=counted(self.row(player.loose)),
            melds=tuple(map(self.meld, player.melds)),
            river=tuple(map(self.river_tile, player.river)),
            ting=ting and attrs.evolve(ting, tile=self.tiles[ting.tile]),
            lock_set=counted(self.row(player.pung_locks)),
            ting_since=player.ting_since and self.by_seat(player.ting_since),
        )

    def meld(self, meld: Meld) -> Meld:
        source = meld.from_seat
        seat = None if source is None else self.seat(source)
        return Meld(meld.kind, self.tiles[meld.tile], seat)

    def river_tile(self, entry: RiverTile) -> RiverTile:
        taker = entry.taken_by
        seat = None if taker is None else self.seat(taker)
        return RiverTile(self.tiles[entry.tile], seat, entry.ting)

    def stage(self, stage: Stage) -> Stage:
        if isinstance(stage, AwaitingTurn):
            drawn = stage.drawn
            return AwaitingTurn(self.seat(stage.seat), None if drawn is None else self.tiles[drawn])
        if isinstance(stage, AwaitingClaims):
            answers = [answer and self.action(answer) for answer in stage.answers]
            return AwaitingClaims(
                self.seat(stage.discarder),
                self.tiles[stage.tile],
                stage.robbing,
                tuple(sorted(map(self.seat, stage.asked))),
                self.by_seat(tuple(answers)),
            )
        result = stage.result
        if not isinstance(result, WonDeal):
            return stage
        return Finished(
            WonDeal(
                self.seat(result.winner),
                None if result.loser is None else self.seat(result.loser),
                self.tiles[result.tile],
                result.robbed_kong,
                tuple(map(self.reading, result.readings)),
            )
        )

    def reading(self, reading: Reading) -> Reading:
        sets = [tuple(sorted(self.row(group))) for group in reading.sets]
        return attrs.evolve(
            reading,
            pair=self.row(reading.pair),
            sets=tuple(sorted(sets)),
            completes=tuple(sorted(self.row(reading.completes))),
        )


def in_any_order(state: GameState, but_for: Collection[Tag] = ()) -> GameState:
    """Return a state with its readings in an order that does not depend on TAG-10's.

    Args:
        state: the state.
        but_for: tags to take out of the readings, and all points with them.
    """
    if not isinstance(state.result, WonDeal):
        return state
    found = [
        attrs.evolve(reading, tags=reading.tags - {*but_for}, points=0) if but_for else reading
        for reading in state.result.readings
    ]
    found.sort(key=lambda reading: (reading.sets, reading.completes))
    result = attrs.evolve(state.result, readings=tuple(found))
    return attrs.evolve(state, stage=Finished(result))
