"""The wall of a world: laid out without being checked, and all the same as if it had been."""

from __future__ import annotations

import pickle
import random
from itertools import islice, product

import attrs
import pytest

from lisi_mahjong import GameState, Setup, Shuffle, Tile
from lisi_mahjong.sampling import sample_state
from lisi_mahjong.wall import draw_order, laid_out
from worlds import positions

SUMS = {2: (1, 1), 3: (2, 1), 6: (2, 4), 7: (6, 1), 11: (5, 6), 12: (6, 6)}
"""What two dice show, by their sum."""


def shuffled_tiles(seed: int) -> tuple[Tile, ...]:
    tiles = [tile for tile in Tile for _ in range(4)]
    random.Random(seed).shuffle(tiles)
    return tuple(tiles)


@pytest.mark.rule("WALL-3", "WALL-4")
@pytest.mark.parametrize("dealer", range(4))
def test_a_wall_is_drawn_in_the_order_for_which_it_was_laid_out(dealer: int) -> None:
    for seed, (first, second) in enumerate(product(SUMS.values(), repeat=2)):
        wall = shuffled_tiles(seed)
        assert draw_order(laid_out(wall, dealer, (first, second)), dealer) == wall


def test_a_shuffle_laid_out_for_a_wall_is_one_like_any_other() -> None:
    shuffle = laid_out(shuffled_tiles(1), 2, ((3, 4), (5, 6)))
    checked = Shuffle(shuffle.layout, ((3, 4), (5, 6)), 2)
    assert (shuffle, hash(shuffle), repr(shuffle)) == (checked, hash(checked), repr(checked))
    assert pickle.loads(pickle.dumps(shuffle)) == checked  # noqa: S301 - our own pickle
    assert attrs.evolve(shuffle, dealer_draw=0) == attrs.evolve(checked, dealer_draw=0)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        shuffle.dealer_draw = 0  # type: ignore[misc]  # frozen


def test_a_world_is_what_its_parts_make_when_they_are_checked() -> None:
    rng = random.Random(9)
    for place in islice(positions(range(40), 8), 0, None, 7):
        world = sample_state(place.seen, rng)
        shuffle = Shuffle(world.shuffle.layout, world.shuffle.dice, world.shuffle.dealer_draw)
        setup = Setup(world.rules, world.dealer, shuffle)
        assert setup.wall == world.setup.wall
        whole = GameState(
            setup, world.players, world.stage, world.kongs, world.remaining, world.ply
        )
        assert (world, hash(world)) == (whole, hash(whole))
