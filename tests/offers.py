"""Tiles on offer: positions in which seats are asked, every answer, every order of answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypedDict, Unpack

import attrs

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    DeclareTing,
    Discard,
    GameState,
    Kong,
    KongKind,
    Pass,
    Pung,
    RuleSet,
    Tile,
    Win,
    actors,
    format_tiles,
    parse_action,
    why_illegal,
)
from lisi_mahjong.refusal_codes import Refusal
from support import play, position

CHOICE = RuleSet(forced_win=False)
ROBBING = RuleSet(robbing_kong=True)
ROBBING_BY_CHOICE = RuleSet(robbing_kong=True, forced_win=False)

SCATTERED = "{1234z}147m258p369s"
"""Four seats can hold this at once; no two of its tiles are equal or near each other."""

PAIR_OF_5M = "{1234z}55m147p258s9s"
THREE_5M = "{1234z}555m147p258s"

# Three hands in ting that wait for 5m alone, with the middle of a run; all can be on the table.
WAITS_FOR_5M = "{111z}46m222p33399s"
WAITS_FOR_5M_TOO = "{222z}46m444p55588s"
WAITS_FOR_5M_AS_WELL = "{333z}46m33777p666s"


class Table(TypedDict, total=False):
    """What `position` takes beside hands, turn and the drawn tile."""

    melds: Mapping[int, Sequence[str]]
    ting: Mapping[int, str]
    locks: Mapping[int, str]
    barred: Iterable[int]
    rivers: Mapping[int, str]
    draws: str
    replacements: str
    remaining: int
    dealer: int
    rules: RuleSet


def offered(
    tile: str, hands: Mapping[int, str], *, discarder: int = 0, **table: Unpack[Table]
) -> GameState:
    """Return the state after a seat has drawn a tile and discarded it."""
    state = position(hands, turn=discarder, drawn=tile, **table)
    return play(state, f"{discarder} discard {tile}")


def claims(state: GameState) -> AwaitingClaims:
    """Return the stage of a state in which seats are asked."""
    assert isinstance(state.stage, AwaitingClaims), state
    return state.stage


def refusal(state: GameState, action: str) -> Refusal | None:
    """Return why the action of a text is refused."""
    return why_illegal(state, parse_action(action))


def without_ply(state: GameState) -> GameState:
    """Return a state whose counter of actions is 0, to compare what they led to."""
    return attrs.evolve(state, ply=0)


def in_every_order(state: GameState, answers: Sequence[str]) -> list[GameState]:
    """Return the outcome of some answers in every order, with a ply of 0.

    Answers that come after the tile is settled are left out, as nobody can give them.
    """
    asked = claims(state)
    outcomes = []
    for order in permutations(answers):
        after = state
        for answer in order:
            stage = after.stage
            if isinstance(stage, AwaitingClaims) and stage.asked == asked.asked:
                assert int(answer[0]) in actors(after)
                after = play(after, answer)
        outcomes.append(without_ply(after))
    return outcomes


def every_action(seat: int) -> Iterator[Action]:
    """Yield every well-formed action of a seat."""
    for tile in Tile:
        yield Discard(seat, tile)
        for face_up in (False, True):
            for on_wall in (False, True):
                yield DeclareTing(seat, tile, face_up, on_wall)
        for standing in (0, 1, 2):
            yield Pung(seat, tile, standing)
        for kind in KongKind:
            yield Kong(seat, tile, kind)
    yield Win(seat)
    yield Pass(seat)


def with_kongs(number: int) -> tuple[dict[int, str], dict[int, list[str]]]:
    """Return hands and melds of seats 2 and 3 with so many kongs, eight at most.

    Nothing in them is a pair, and they leave alone all four of 5m and 468p346s.
    """
    kinds = ("1111m", "9999m", "1111p", "9999p", "1111s", "9999s", "6666z", "7777z")
    sorts = ("{}<0", "({})", "{}+<1")
    made = [sorts[place % 3].format(kind) for place, kind in enumerate(kinds[:number])]
    hands, melds = {}, {2: made[::2], 3: made[1::2]}
    for seat, groups in ((2, ("258s", "257p", "268m")), (3, ("278s", "237p", "378m"))):
        kept = len(melds[seat])
        hands[seat] = "{2345z}" + "".join(groups[kept:]) if kept < 4 else "{2z}"
    return hands, melds


def hand(state: GameState, seat: int) -> str:
    """Return a seat's standing tiles in braces and its loose tiles, as `position` takes them."""
    player = state.players[seat]
    return f"{{{format_tiles(player.standing)}}}{format_tiles(player.loose)}"
