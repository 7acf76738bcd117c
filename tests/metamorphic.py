"""Two deals side by side: what is changed in one of them, and how the two are compared.

A metamorphic test knows no right answer. It plays a deal, changes something that must not matter,
or must matter in one known way, and compares all that comes of it, decision by decision.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from corpus import Deal, drawn
from lisi_mahjong import (
    Action,
    Answered,
    Asked,
    Event,
    GameState,
    Player,
    RuleSet,
    Setup,
    Shuffle,
    Tile,
    deal,
    legal_actions,
    step,
)
from playouts import Move
from stacked import Layer, honour, ranks

Dice = tuple[tuple[int, int], tuple[int, int]]

# --- deals --------------------------------------------------------------------------------


def deals_on(*walls: str, start: int, count: int, **options: bool | int) -> Iterator[Deal]:
    """Yield so many deals of the corpus on walls of these sorts, or of any.

    Args:
        walls: names of `corpus.WALLS`; none for all of them.
        start: the number from which on they are looked for.
        count: how many.
        options: options that replace those of the deals.
    """
    number = start
    while count:
        found = drawn(number)
        number += 1
        if not walls or found.wall in walls:
            count -= 1
            yield under(found, **options)


def under(played: Deal, **options: bool | int) -> Deal:
    """Return a deal with some options changed from its start on; the same players play it."""
    return attrs.evolve(played, start=ruled(played.start, **options))


def ruled(state: GameState, **options: bool | int) -> GameState:
    """Return a state with some options changed."""
    rules = RuleSet.from_options(attrs.asdict(state.rules) | options)
    return attrs.evolve(state, setup=attrs.evolve(state.setup, rules=rules))


def moves_of(played: Deal) -> Iterator[Move]:
    """Yield every move of a deal."""
    for state, action in played.actions():
        yield Move(state, action, step(state, action))


def decisions(played: Deal) -> list[Action]:
    """Return what is decided in a deal, in order."""
    return [action for _, action in played.actions()]


def path(played: Deal) -> list[GameState]:
    """Return every state of a deal, the first and the last one too."""
    return [played.start, *(move.after for move in moves_of(played))]


def choices(state: GameState) -> Iterator[Action]:
    """Yield all that may be done in a state, seat by seat."""
    for seat in range(4):
        yield from legal_actions(state, seat)


def half_runs(number: int, rules: RuleSet) -> Deal:
    """Return a deal in which a seat in ting waits for more where four runs win, and that is met.

    It holds a triplet and the tile above it, which waits for another one of these, and beside it
    three runs. With one of the triplet's tiles in a run the other two are a pair.
    """
    layer = Layer(random.Random(f"half runs {number}"))
    triplet = layer.same(3, ranks(2, 7))
    hand = [*triplet, *layer.take([Tile(triplet[0] + 1)])]
    for _ in range(3):
        hand += layer.run(lambda low: abs(low - triplet[0]) > 4)
    return _met(number, layer, hand, Tile(triplet[0] + layer.rng.choice((-1, 2))), rules)


def closed_waits(number: int, rules: RuleSet) -> Deal:
    """Return a deal in which a seat in ting waits for the middle of a run, and that is met.

    It is the 8 as often as all the others. Where the tile above it is there three times, the tile
    below it is waited for too: with it the hand has a pair and a triplet.
    """
    rng = random.Random(f"closed waits {number}")
    layer = Layer(rng)
    rank = rng.choice((8, rng.randint(2, 7)))
    above = layer.same(3, ranks(rank + 1, rank + 1))
    hand = [*layer.take([Tile(above[0] - 2)]), *above]
    hand += [*layer.run(lambda low: low.suit != above[0].suit), *layer.same(3, honour)]
    if rng.random() < 0.5:
        layer.pool[above[0]] += 2
        hand[1:3] = layer.same(2, honour)
    hand += layer.run(lambda low: low.suit != above[0].suit)
    return _met(number, layer, hand, Tile(above[0] - 1), rules)


def _met(number: int, layer: Layer, hand: Sequence[Tile], tile: Tile, rules: RuleSet) -> Deal:
    """Return a deal in which a seat declares ting with a hand, and a tile comes up soon after."""
    layer.take([tile])
    turn = layer.rng.randrange(4)
    layer.ready(layer.seat(turn), hand)
    place = turn + layer.rng.randint(1, 4)
    layer.draw(place, tile)
    layer.wish(f"{layer.seat(place)} discard {tile}")
    stack = layer.done()
    start = deal(stack.shuffle, dealer=stack.dealer, rules=rules)
    players = ("tidy", "tidy", "tidy", "tidy")
    return Deal(number, "met", players, followed=True, start=start, wishes=stack.wishes)


# --- comparisons --------------------------------------------------------------------------


def alike(one: GameState, other: GameState) -> bool:
    """Return whether two states differ in nothing but the rules and the shuffle."""
    return attrs.evolve(other, setup=one.setup) == one


def in_common(one: Sequence[Event], other: Sequence[Event]) -> int:
    """Return how many events two steps have in common before they part."""
    pairs = zip(one, other, strict=False)
    parted = (number for number, pair in enumerate(pairs) if pair[0] != pair[1])
    return next(parted, min(len(one), len(other)))


def untold(events: Iterable[Event]) -> list[Event]:
    """Return events without questions and answers."""
    return [event for event in events if not isinstance(event, Asked | Answered)]


def with_players(state: GameState, players: Iterable[Player]) -> GameState:
    """Return a state with other players."""
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


# --- the wall -----------------------------------------------------------------------------


def laid(order: Sequence[Tile], dealer: int, dice: Dice, dealer_draw: int = 0) -> Shuffle:
    """Return the shuffle whose tiles the head would draw in this order (WALL-3, WALL-4)."""
    taker = (dealer + sum(dice[0]) - 1) % 4
    stacks = [((taker - turned) % 4, stack) for turned in range(4) for stack in range(17)]
    counted_off = sum(dice[1])
    layout = dict[int, Tile]()
    for number, (side, stack) in enumerate(stacks[counted_off:] + stacks[:counted_off]):
        for tier in (0, 1):
            layout[(side * 17 + stack) * 2 + tier] = order[2 * number + tier]
    return Shuffle(tuple(layout[place] for place in range(136)), dice, dealer_draw)


def relaid(setup: Setup, order: Sequence[Tile]) -> Setup:
    """Return the same deal on a wall with another order, broken by the same dice."""
    shuffle = setup.shuffle
    other = laid(order, setup.dealer, shuffle.dice, shuffle.dealer_draw)
    return Setup(setup.rules, setup.dealer, other)


def a_throw(total: int, rng: random.Random) -> tuple[int, int]:
    """Return two dice with a total."""
    pairs = [(one, total - one) for one in range(1, 7) if 1 <= total - one <= 6]
    return rng.choice(pairs)


def dice_for(offset: int, rng: random.Random) -> Dice:
    """Return two throws, the first of which finds the seat so many places behind the dealer."""
    first = rng.choice([total for total in range(2, 13) if (total - 1) % 4 == offset % 4])
    return a_throw(first, rng), a_throw(rng.randrange(2, 13), rng)


# --- how often ----------------------------------------------------------------------------


def assert_met(met: Counter[str], floors: Mapping[str, int]) -> None:
    """Assert that each thing was met as often as it should be, or more often."""
    seldom = {name: met[name] for name, floor in floors.items() if met[name] < floor}
    assert not seldom, f"met too seldom: {seldom}"
