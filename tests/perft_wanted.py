"""What a position that is counted is to be, and walls that are laid for the rarest of them.

The positions themselves are in `perft_calls` and `perft_endings`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import attrs

from lisi_mahjong import RuleSet, Tile, parse_action
from rule_table import Predicate
from stacked import Layer, Stack, no_way_on, ranks

Options = Mapping[str, bool | int]

CHOICE: Options = {"forced_win": False}
ROBBING: Options = {"robbing_kong": True}
ROBBING_BY_CHOICE: Options = {**CHOICE, **ROBBING}
EVERYTHING_ON: Options = {
    field.name: True for field in attrs.fields(RuleSet) if isinstance(field.default, bool)
}


@attrs.frozen
class Wanted:
    """A position that is wanted.

    Attributes:
        name: of the entry.
        shows: what it exercises, in words.
        rules: the numbers of the rules that have a say, parted by spaces.
        predicate: whether a move that is legal there shows it.
        options: of play that are not as in the written rules.
        depth: how deep it is counted.
        ends: whether it may be so near to the end that no sequence has four decisions.
        twin: an option that has a say: with only that option turned round, the same decisions lead
            to a position with other counts.
        wall: what lays walls for it; ``None`` for those of the corpus.
    """

    name: str
    shows: str
    rules: str
    predicate: Predicate
    options: Options = attrs.field(factory=dict, kw_only=True)
    depth: int = attrs.field(default=5, kw_only=True)
    ends: bool = attrs.field(default=False, kw_only=True)
    twin: str | None = attrs.field(default=None, kw_only=True)
    wall: Callable[[random.Random], Stack] | None = attrs.field(default=None, kw_only=True)


# --- walls --------------------------------------------------------------------------------


def two_wait_and_one_holds_a_pair(rng: random.Random) -> Stack:
    """Two seats wait for the dealer's second draw, and the third one can pung it."""
    layer = Layer(rng)
    tile, *_ = layer.same(3, ranks(2, 8))
    pair, *waiting = rng.sample(range(1, 4), 3)
    ends = [layer.take([Tile(tile - 1), Tile(tile + 1)]) for _ in waiting]
    for turns, around in zip(waiting, ends, strict=True):
        layer.ready(layer.seat(turns), [*around, *layer.sets(1, 2)])
    layer.hand(layer.seat(pair), [], [tile, tile])
    layer.draw(4, tile)
    layer.wish(f"{layer.dealer} discard {tile}")
    return layer.done()


def no_way_on_and_nobody_waits(rng: random.Random) -> Stack:
    """As `stacked.no_way_on`, but the dealer does not wait for the tile of the fourth pung."""
    stack = no_way_on(rng)
    seat = stack.dealer
    rather = (*(f"{seat} discard {tile}" for tile in Tile), f"{seat} pass")
    kept = [wish for wish in stack.wishes if wish.seat != seat]
    return attrs.evolve(stack, wishes=(*kept, *map(parse_action, rather)))
