"""Walls laid for a situation: chosen first, and the wall stacked so that play comes to it.

`SITUATIONS` names them. Each function takes a source of chance and returns a `Stack`: a shuffle,
who deals, the options that matter, and *wishes*: actions which bring the situation about when the
players follow them (`players.wishing`). A deal on such a wall is an ordinary deal: where a wish
is not legal or not followed, it just goes another way.

Places in the wall are counted by the rulebook: DEAL-1 and DEAL-2 for the hands, TURN-2 for the
draws, WALL-5 for the replacements.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from lisi_mahjong import Action, Shuffle, Tile, parse_action

Wanted = Callable[[Tile], bool]


@attrs.frozen
class Stack:
    """A wall laid for a situation."""

    shuffle: Shuffle
    dealer: int
    options: dict[str, bool | int]
    wishes: tuple[Action, ...]


def any_tile(_: Tile) -> bool:
    return True


def honour(tile: Tile) -> bool:
    return tile.suit is None


def ranks(low: int, high: int) -> Wanted:
    return lambda tile: tile.suit is not None and low <= tile.rank <= high


class Layer:
    """Lays a wall: takes tiles out of the 136 for certain places, fills the others by chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pool = Counter(dict.fromkeys(Tile, 4))
        self.dealer = rng.randrange(4)
        self.first_taker = rng.randrange(4)
        self.order: list[Tile | None] = [None] * 136
        self.options: dict[str, bool | int] = {}
        self.wishes: list[str] = []

    def done(self) -> Stack:
        """Return the wall, filled up."""
        rest = list(self.pool.elements())
        self.rng.shuffle(rest)
        order = [rest.pop() if tile is None else tile for tile in self.order]
        shuffle = Shuffle.from_draw_order(order, dealer=self.dealer, first_taker=self.first_taker)
        wishes = tuple(parse_action(text) for text in self.wishes)
        return Stack(shuffle, self.dealer, self.options, wishes)

    def seat(self, turns: int) -> int:
        """Return the seat that is so many turns behind the dealer."""
        return (self.dealer + turns) % 4

    def wish(self, *texts: str) -> None:
        """Wish for actions, the first before the others."""
        self.wishes += texts

    # --- out of the pool ---

    def take(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Take these tiles."""
        taken = list(tiles)
        self.pool.subtract(taken)
        assert min(self.pool.values()) >= 0, "a fifth copy"
        return taken

    def same(self, copies: int, wanted: Wanted = any_tile) -> list[Tile]:
        """Take copies of one kind."""
        kinds = [tile for tile in Tile if self.pool[tile] >= copies and wanted(tile)]
        return self.take([self.rng.choice(kinds)] * copies)

    def run(self, wanted: Wanted = any_tile) -> list[Tile]:
        """Take a run whose lowest tile is wanted."""
        lows = filter(ranks(1, 7), Tile)
        runs = [[low, Tile(low + 1), Tile(low + 2)] for low in lows if wanted(low)]
        return self.take(self.rng.choice([run for run in runs if all(map(self.pool.get, run))]))

    def sets(self, triplets: int, runs: int) -> list[Tile]:
        """Take a pair and sets."""
        tiles = self.same(2)
        for _ in range(triplets):
            tiles += self.same(3)
        for _ in range(runs):
            tiles += self.run()
        return tiles

    # --- onto the wall ---

    def put(self, tiles: Sequence[Tile], places: Iterable[int]) -> None:
        """Put tiles on the first free ones of some places."""
        free = [place for place in places if self.order[place] is None]
        for tile, place in zip(tiles, free[: len(tiles)], strict=True):
            self.order[place] = tile

    def hand(self, seat: int, standing: Sequence[Tile], loose: Sequence[Tile]) -> None:
        """Deal tiles to a seat, perhaps not all of its thirteen (DEAL-1)."""
        turn = (seat - self.first_taker) % 4
        rounds = [range(start + 4 * turn, start + 4 * turn + 4) for start in (0, 16, 32)]
        self.put(standing, rounds[0])
        self.put(loose, [*rounds[1], *rounds[2], 48 + turn])

    def draw(self, number: int, tile: Tile) -> None:
        """Make a tile the draw of a number; number 0 is the dealer's fourteenth (DEAL-2)."""
        self.put([tile], [52 + number])

    def replace(self, number: int, tile: Tile) -> None:
        """Make a tile the replacement of a number, from 0 (WALL-5)."""
        self.put([tile], [134 - 2 * (number // 2) + number % 2])

    def ready(self, seat: int, hand: Sequence[Tile], draw: int | None = None) -> None:
        """Deal a hand of thirteen that waits, but for one tile, and beside it a key.

        The tile is the seat's first draw, of the number given, and the key a standing tile: after
        that draw the seat can declare ting with the key.
        """
        (key,) = self.same(1)
        hand = self.rng.sample(hand, len(hand))
        self.hand(seat, [key, *hand[:3]], hand[3:12])
        self.draw((seat - self.dealer) % 4 if draw is None else draw, hand[12])
        self.wish(f"{seat} ting {key}")

    def ready_by_chance(self, seat: int, tiles: list[Tile] | None = None) -> None:
        """Make a seat ready for any tile of a winning hand, or of any winning hand."""
        if tiles is None:
            triplets = self.rng.choice((1, 1, 1, 2, 2, 3, 4))
            tiles = self.sets(triplets, 4 - triplets)
        missing = tiles.pop(self.rng.randrange(len(tiles)))
        self.pool[missing] += 1
        self.ready(seat, tiles)


# --- ting and winning ---------------------------------------------------------------------


def some_ready(rng: random.Random) -> Stack:
    """One to three seats are ready."""
    layer = Layer(rng)
    for seat in rng.sample(range(4), rng.randint(1, 3)):
        layer.ready_by_chance(seat)
    return layer.done()


def all_ready(rng: random.Random) -> Stack:
    """All four seats are ready on their first turns."""
    layer = Layer(rng)
    for seat in range(4):
        layer.ready_by_chance(seat)
    return layer.done()


def last_tiles(rng: random.Random) -> Stack:
    """Seats are ready when the wall has next to no tiles left to draw."""
    stack = rng.choice((some_ready, all_ready, same_wait))(rng)
    return attrs.evolve(stack, options={**stack.options, "reserved_stacks": rng.randint(38, 41)})


def rich_hand(rng: random.Random) -> Stack:
    """A seat is ready with a flush or a straight."""
    layer = Layer(rng)
    suit = rng.choice("mps")

    def in_suit(tile: Tile) -> bool:
        return tile.suit == suit

    if rng.random() < 0.5:
        straight = [Tile.M1, Tile.P1, Tile.S1]["mps".index(suit)]
        tiles = [*layer.take(Tile(straight + number) for number in range(9))]
        tiles += [*layer.same(2), *layer.same(3)]
    else:
        tiles = [*layer.same(2, in_suit), *layer.same(3, in_suit)]
        for _ in range(3):
            tiles += layer.run(in_suit)
    layer.ready_by_chance(rng.randrange(4), tiles)
    return layer.done()


def four_runs(rng: random.Random) -> Stack:
    """Two seats are one tile from four runs and a pair, which win only with `all_runs`."""
    layer = Layer(rng)
    for seat in rng.sample(range(4), 2):
        layer.ready_by_chance(seat, layer.sets(0, 4))
    return layer.done()


def fifth_copy(rng: random.Random) -> Stack:
    """A seat would wait for nothing but a fifth copy (WIN-6)."""
    layer = Layer(rng)
    layer.ready(
        rng.randrange(4), [*layer.same(4, honour), *layer.run(), *layer.run(), *layer.run()]
    )
    return layer.done()


def narrow_wait(rng: random.Random) -> Stack:
    """A seat is ready for the middle or the edge of a run, or for the half of its pair."""
    layer = Layer(rng)
    lowest, missing = rng.choice(((2, 1), (5, 1), (7, 1), (1, 2), (7, 0), (3, 3)))
    run = layer.run(lambda low: low.rank == lowest)
    wait = run.pop(missing) if missing < 3 else layer.same(1)[0]
    pair = layer.same(2) if missing < 3 else layer.take([wait])
    hand = [*run, *pair, *layer.same(3), *layer.run(), *layer.run()]
    layer.ready(rng.randrange(4), hand)
    layer.draw(rng.randint(6, 12), wait)
    return layer.done()


def same_wait(rng: random.Random) -> Stack:
    """Two or three seats wait for the same tile, and another one discards it, or two."""
    layer = Layer(rng)
    (tile, _) = layer.same(2, ranks(2, 8))
    giver, *waiting = rng.sample(range(4), rng.choice((3, 3, 4)))
    ends = [layer.take([Tile(tile - 1), Tile(tile + 1)]) for _ in waiting]
    for seat, around in zip(waiting, ends, strict=True):
        layer.ready(seat, [*around, *layer.sets(1, 2)])
    layer.options["forced_win"] = rng.random() < 0.3
    turn = (giver - layer.dealer) % 4
    layer.draw(turn + 4, tile)
    layer.draw(turn + 8, tile)
    layer.wish(f"{giver} discard {tile}")
    if rng.random() < 0.5:
        layer.wish(f"{waiting[0]} pass")
    return layer.done()


# --- pungs and kongs ----------------------------------------------------------------------


def fours(rng: random.Random) -> Stack:
    """A seat can make a concealed, a melded and an added kong."""
    layer = Layer(rng)
    giver = layer.dealer
    turn = rng.randrange(1, 4)
    seat = layer.seat(turn)
    four, three, two = (layer.same(4) for _ in range(3))
    held = rng.sample([*four, *three[:3], *two[:2]], 9)
    layer.hand(seat, [*layer.same(1), *held[:3]], held[3:])
    layer.hand(giver, [], [two[2]])
    layer.draw(0, three[3])
    layer.wish(f"{giver} discard {three[3]}", f"{giver} discard {two[2]}")
    if rng.random() < 0.5:
        layer.replace(1, two[3])
    else:
        layer.draw(turn + 8, two[3])
    kongs = [(four, "concealed"), (three, "melded"), (two, "added")]
    layer.wish(*(f"{seat} kong {tiles[0]} {kind}" for tiles, kind in kongs))
    return layer.done()


def last_standing(rng: random.Random) -> Stack:
    """A seat holds two kinds four times, and half of them stand: only one kong is possible."""
    layer = Layer(rng)
    seat = rng.randrange(4)
    first, second = layer.same(4), layer.same(4)
    layer.hand(seat, [*first[:2], *second[:2]], [*first[2:], *second[2:]])
    layer.wish(f"{seat} kong {first[0]} concealed")
    return layer.done()


def many_kongs(rng: random.Random) -> Stack:
    """Every seat can make three kongs, and a fourth one of what they bring."""
    layer = Layer(rng)
    layer.options["reserved_stacks"] = rng.choice((0, 7, rng.randrange(42)))
    for turn in range(4):
        seat = layer.seat(turn)
        *quads, last = (layer.same(4) for _ in range(4))
        held = rng.sample([tile for quad in quads for tile in quad], 12)
        layer.hand(seat, [*layer.same(1), *held[:3]], held[3:])
        layer.draw(turn, last[0])
        for number in range(3):
            layer.replace(4 * turn + number, last[number + 1])
        layer.wish(*(f"{seat} kong {quad[0]} concealed" for quad in (*quads, last)))
    return layer.done()


def edge(rng: random.Random) -> Stack:
    """Kongs are possible where the wall is near its reserve, or at it (WALL-7)."""
    stack = rng.choice((fours, many_kongs, robbing))(rng)
    return attrs.evolve(stack, options={**stack.options, "reserved_stacks": rng.randint(37, 41)})


def robbing(rng: random.Random) -> Stack:
    """A seat adds a tile to its pung, and another one or two wait for that tile."""
    layer = Layer(rng)
    layer.options |= {"robbing_kong": rng.random() < 0.8, "forced_win": rng.random() < 0.4}
    tile, *_ = layer.same(4, ranks(2, 8))
    giver, maker = layer.seat(0), layer.seat(3)
    turns = rng.choice(((1,), (2,), (1, 2)))
    ends = [layer.take([Tile(tile - 1), Tile(tile + 1)]) for _ in turns]
    for turn, around in zip(turns, ends, strict=True):
        # The maker's pung comes before their first draws: the giver has draw 1, they 2 and 3.
        layer.ready(layer.seat(turn), [*around, *layer.sets(1, 2)], turn + 1)
    layer.hand(maker, [layer.same(1, honour)[0] for _ in range(4)], [tile, tile])
    layer.draw(0, tile)
    layer.draw(4, tile)
    layer.wish(f"{giver} discard {tile}", f"{maker} pung {tile} 0", f"{maker} kong {tile} added")
    if rng.random() < 0.3:
        layer.wish(*(f"{layer.seat(turn)} pass" for turn in turns))
    return layer.done()


def passed_pung(rng: random.Random) -> Stack:
    """A seat passes a pung and meets the kind again before it draws a tile (CLAIM-3).

    In some of the walls another seat waits for the kind by then; in some the seat can pung or
    kong another kind before.
    """
    layer = Layer(rng)
    tile, *_ = layer.same(4, ranks(2, 8))
    passer = layer.seat(3)
    layer.wish(f"{layer.seat(0)} discard {tile}", f"{passer} pass")
    layer.hand(passer, [], [tile, tile])
    layer.draw(0, tile)
    then = rng.choice(("ready", "pung", "kong"))
    if then == "ready":
        layer.options["forced_win"] = False
        ends = layer.take([Tile(tile - 1), Tile(tile + 1)])
        layer.ready(layer.seat(1), [*ends, *layer.sets(1, 2)])
        layer.draw(2, tile)
    else:
        other, *held = layer.same(4 if then == "kong" else 3)
        layer.hand(passer, [], held)
        layer.draw(1, other)
        layer.draw(2 if then == "kong" else 3, tile)
        layer.wishes.insert(0, f"{passer} {then} {other} {'melded' if then == 'kong' else 0}")
        layer.wish(f"{layer.seat(1)} discard {other}")
    layer.wish(*(f"{seat} discard {tile}" for seat in range(4)))
    return layer.done()


def no_way_on(rng: random.Random) -> Stack:
    """A fourth pung would leave two standing tiles waiting for a fifth copy (STAND-6).

    The dealer waits for the tile of that pung, so that it can be on offer when the pung is not.
    In some of the walls the second pung is of another kind, and ting is possible.
    """
    layer = Layer(rng)
    turn = rng.choice((1, 3))  # so that the first giver has given both tiles before the second
    seat = layer.seat(turn)
    low, *_ = layer.same(4, ranks(1, 8))
    high = Tile(low + 1)
    second, third = high, layer.same(3, honour)[0]
    layer.take([high] * 4)
    if rng.random() < 0.3:
        layer.pool[high] += 3
        second = layer.same(3, honour)[0]
    around = [(Tile(tile - 1), tile, Tile(tile + 1)) for tile in filter(ranks(2, 8), Tile)]
    fits = [run for run in around if layer.pool[run[1]] > 2 and all(map(layer.pool.get, run))]
    below, last, above = rng.choice(fits)
    layer.take([last] * 3)
    layer.options["forced_win"] = rng.random() < 0.3
    layer.ready(layer.dealer, [*layer.take([below, above]), *layer.sets(1, 2)])
    layer.hand(seat, [low, high, third, last], [low, low, second, second, third, last])
    givers = [layer.seat(other) for other in (1, 2, 3) if other != turn]
    for giver, given in zip(givers, ((low, third), (second, last)), strict=True):
        layer.hand(giver, [], given)
        layer.wish(*(f"{giver} discard {tile}" for tile in given))
    layer.wish(f"{seat} pung {low} 0", f"{seat} pung {second} 0")
    layer.wish(f"{seat} pung {third} 1", f"{seat} pung {last} 1")
    kept = {low, second, third, last}
    layer.wish(*(f"{seat} discard {tile}" for tile in Tile if tile not in kept))
    return layer.done()


SITUATIONS: Mapping[str, Callable[[random.Random], Stack]] = {
    situation.__name__: situation
    for situation in (
        some_ready,
        all_ready,
        last_tiles,
        rich_hand,
        four_runs,
        fifth_copy,
        narrow_wait,
        same_wait,
        fours,
        last_standing,
        many_kongs,
        edge,
        robbing,
        passed_pung,
        no_way_on,
    )
}
