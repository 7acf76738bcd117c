"""States, actions and readings of the engine as plain data, in the form of the referee.

Tiles are texts, hands are lists in tile order, actions are tuples such as ``("pung", 1, "5m", 2)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    DeclareTing,
    Discard,
    GameState,
    Kong,
    Pass,
    Pung,
    Reading,
    Tile,
    Win,
    WonDeal,
)
from lisi_mahjong.wall import head_place

PlainAction = tuple[object, ...]
Snapshot = dict[str, object]


def plain_action(action: Action) -> PlainAction:
    match action:
        case Discard(seat, tile):
            return ("discard", seat, str(tile))
        case DeclareTing(seat, tile, face_up, on_wall):
            return ("ting", seat, str(tile), face_up, on_wall)
        case Pung(seat, tile, standing):
            return ("pung", seat, str(tile), standing)
        case Kong(seat, tile, kind):
            return ("kong", seat, str(tile), kind.value)
        case Win(seat):
            return ("win", seat)
        case Pass(seat):
            return ("pass", seat)


def plain_state(state: GameState) -> Snapshot:
    players = state.players
    return {
        "standing": [texts(player.standing) for player in players],
        "loose": [texts(player.loose) for player in players],
        "melds": [
            [(meld.kind.name.lower(), str(meld.tile), meld.from_seat) for meld in player.melds]
            for player in players
        ],
        "rivers": [
            [(str(entry.tile), entry.taken_by, entry.ting) for entry in player.river]
            for player in players
        ],
        "ting": [
            player.ting and (str(player.ting.tile), player.ting.face_up, player.ting.on_wall)
            for player in players
        ],
        "locks": [texts(player.pung_locks) for player in players],
        "barred": [player.win_barred for player in players],
        "wall": texts(wall_left(state)),
        "kongs": state.kongs,
        "remaining": state.remaining,
        "reserve": state.reserve,
        "stage": _plain_stage(state),
        "result": _plain_result(state),
    }


def _plain_stage(state: GameState) -> PlainAction:
    stage = state.stage
    if isinstance(stage, AwaitingTurn):
        return ("turn", stage.seat, None if stage.drawn is None else str(stage.drawn))
    if isinstance(stage, AwaitingClaims):
        answered = [seat for seat in stage.asked if stage.answers[seat] is not None]
        tile = str(stage.tile)
        return ("claims", stage.discarder, tile, stage.robbing, list(stage.asked), answered)
    return ("finished",)


def _plain_result(state: GameState) -> PlainAction | None:
    result = state.result
    if isinstance(result, WonDeal):
        return ("won", result.winner, result.loser, str(result.tile), result.robbed_kong)
    return None if result is None else ("drawn",)


def plain_reading(reading: Reading) -> dict[str, object]:
    return {
        "pair": tuple(texts(reading.pair)),
        "sets": tuple(tuple(texts(group)) for group in reading.sets),
        "completes": tuple(texts(reading.completes)),
        "tags": frozenset(tag.name for tag in reading.tags),
        "triplets": reading.triplets,
        "points": reading.points,
    }


def wall_left(state: GameState) -> list[Tile]:
    """Return the tiles left in the wall, as the head would draw them all."""
    wall, kongs = state.setup.wall, state.kongs
    return [wall[head_place(left, kongs)] for left in range(state.remaining, 0, -1)]


def texts(tiles: Iterable[Tile]) -> list[str]:
    return list(map(str, tiles))


def tiles_on_table(state: GameState) -> Counter[Tile]:
    """Count every tile: in hands, sets and rivers, and in what is left of the wall."""
    found = Counter(wall_left(state))
    for player in state.players:
        found.update(player.concealed)
        found.update(tile for meld in player.melds for tile in meld.tiles)
        found.update(entry.tile for entry in player.river if entry.taken_by is None)
    return found
