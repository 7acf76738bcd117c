"""The wall: its tiles, the break by two throws, and walls laid for an order (WALL-1 to WALL-4)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import InvalidStateError, Problem, RuleSet, SeatError, Setup, Shuffle, Tile

TILES = tuple(Tile)
Dice = tuple[tuple[int, int], tuple[int, int]]

ALL = tuple(tile for tile in TILES for _ in range(4))
"""All 136 tiles, four and four alike."""

TURNED = TILES * 4
"""All 136 tiles, each kind once in 34 places."""


def places(dealer: int, dice: Dice) -> list[int]:
    """Return the places of the layout from the head of the wall to its tail.

    Tiles of a kind look alike, so the wall is laid out twice: what lies in a place of `ALL` tells
    the place but for its remainder by four, and what lies there in `TURNED` tells that.
    """
    rough = Setup(RuleSet(), dealer, Shuffle(ALL, dice)).wall
    fine = Setup(RuleSet(), dealer, Shuffle(TURNED, dice)).wall
    place_of = {(ALL[place], TURNED[place]): place for place in range(136)}
    return [place_of[both] for both in zip(rough, fine, strict=True)]


def stack(side: int, number: int) -> int:
    """Return the place of a stack's upper tile: 17 stacks a side, two tiles a stack (WALL-2)."""
    return 34 * side + 2 * number


# --- tiles of the wall (WALL-1, WALL-2) ---------------------------------------------------


@pytest.mark.rule("WALL-1")
def test_a_wall_is_136_tiles_four_of_each_kind() -> None:
    shuffle = Shuffle(ALL, ((1, 1), (1, 1)))
    assert len(shuffle.layout) == 136
    assert all(shuffle.layout.count(tile) == 4 for tile in TILES)


ONE_TOO_FEW = ALL[:-1]
FIVE_OF_A_KIND = (Tile.M1, *ALL[:-1])


@pytest.mark.case(99)
@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.parametrize(
    ("tiles", "problems"),
    [
        (ONE_TOO_FEW, [Problem.WALL_SIZE, Problem.WALL_COPIES]),
        ((*ALL, Tile.M1), [Problem.WALL_SIZE, Problem.WALL_COPIES]),
        (FIVE_OF_A_KIND, [Problem.WALL_COPIES]),
        ((), [Problem.WALL_SIZE, Problem.WALL_COPIES]),
        ((*ALL[:-1], 33), [Problem.WALL_TILE, Problem.WALL_COPIES]),
        ((*ALL[:-1], "7z"), [Problem.WALL_TILE, Problem.WALL_COPIES]),
        ((*ALL, None), [Problem.WALL_TILE, Problem.WALL_SIZE]),
        (None, [Problem.WALL_TILE]),
        (136, [Problem.WALL_TILE]),
        ("1111m", [Problem.WALL_TILE, Problem.WALL_SIZE, Problem.WALL_COPIES]),
    ],
)
def test_another_wall_is_refused_with_all_that_is_wrong(
    tiles: Iterable[Tile], problems: list[Problem]
) -> None:
    with pytest.raises(InvalidStateError, match="WALL-1") as as_layout:
        Shuffle(tiles, ((1, 1), (1, 1)))
    with pytest.raises(InvalidStateError, match="WALL-1") as in_order:
        Shuffle.from_draw_order(tiles)
    for caught in (as_layout, in_order):
        assert [problem for problem, _ in caught.value.problems] == problems


@pytest.mark.rule("WALL-1", refuses=True)
def test_the_message_names_the_kinds_that_are_wrong() -> None:
    with pytest.raises(InvalidStateError, match="5 of 1m, 3 of 7z"):
        Shuffle(FIVE_OF_A_KIND, ((1, 1), (1, 1)))


@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.parametrize("tiles", [136, (*ALL[:-1], 136)], ids=["no tiles", "a number among them"])
def test_the_message_shows_what_is_no_tile(tiles: Iterable[Tile]) -> None:
    with pytest.raises(InvalidStateError) as caught:
        Shuffle(tiles, ((1, 1), (1, 1)))
    assert caught.value.problems[0] == (Problem.WALL_TILE, "not 136")


@pytest.mark.case(99)
def test_a_wall_given_as_a_list_is_not_shared_with_the_caller() -> None:
    mine = list(ALL)
    shuffle = Shuffle(mine, ((1, 1), (1, 1)))
    ordered = Shuffle.from_draw_order(mine)
    mine[0], mine[135] = mine[135], mine[0]
    assert shuffle == Shuffle(ALL, ((1, 1), (1, 1)))
    assert ordered == Shuffle.from_draw_order(ALL)


@pytest.mark.rule("WALL-2")
@pytest.mark.parametrize("taker", [0, 1, 2, 3])
def test_each_seat_has_17_stacks_of_two_tiles_upper_before_lower(taker: int) -> None:
    # The whole wall of the seat before the first taker is drawn as the second of the four.
    order = places(taker, ((1, 4), (1, 1)))
    side = (taker - 1) % 4
    first = 34 - 4  # the taker's own wall without its two counted stacks
    assert order[first : first + 34] == list(range(34 * side, 34 * side + 34))


# --- the break (WALL-3, WALL-4) -----------------------------------------------------------


@pytest.mark.rule("WALL-3", refuses=True)
@pytest.mark.parametrize(
    "dice",
    [
        ((0, 1), (1, 1)),
        ((1, 1), (1, 7)),
        ((1, 1), (-1, 1)),
        ((1, 1),),
        ((1, 1), (1, 1), (1, 1)),
        ((1, 1, 1), (1, 1)),
        ((1,), (1, 1)),
        (2, 2),
        ((True, 1), (1, 1)),
        ((1.0, 1), (1, 1)),
        (("1", "1"), (1, 1)),
        ("11", "11"),
        None,
        7,
        (),
        {(1, 1), (1, 2)},
    ],
    ids=repr,
)
def test_dice_are_two_throws_of_two_numbers_from_1_to_6(dice: object) -> None:
    with pytest.raises(InvalidStateError, match="WALL-3") as caught:
        Shuffle(ALL, dice)
    assert [problem for problem, _ in caught.value.problems] == [Problem.BAD_DICE]


@pytest.mark.parametrize("seat", [-1, 4, True, None, 1.0, "1"])
def test_the_dealer_drawn_is_a_seat(seat: object) -> None:
    with pytest.raises(InvalidStateError, match="DEALER-1") as caught:
        Shuffle(ALL, ((1, 1), (1, 1)), seat)  # type: ignore[arg-type]  # what is tested
    assert [problem for problem, _ in caught.value.problems] == [Problem.BAD_DEALER_DRAW]


def test_all_that_is_wrong_with_a_shuffle_is_told_at_once() -> None:
    with pytest.raises(InvalidStateError) as caught:
        Shuffle(FIVE_OF_A_KIND, ((1, 1), (1, 9)), 4)
    assert [problem for problem, _ in caught.value.problems] == [
        Problem.WALL_COPIES,
        Problem.BAD_DICE,
        Problem.BAD_DEALER_DRAW,
    ]


@pytest.mark.rule("WALL-3")
@pytest.mark.parametrize(
    ("dealer", "total", "taker"),
    [
        (0, 2, 1),
        (0, 3, 2),
        (0, 4, 3),
        (0, 5, 0),  # the dealer is number one, so 5 and 9 come back to the dealer
        (0, 6, 1),
        (0, 7, 2),
        (0, 8, 3),
        (0, 9, 0),
        (0, 10, 1),
        (0, 11, 2),
        (0, 12, 3),
        (1, 2, 2),
        (1, 5, 1),
        (2, 7, 0),
        (2, 12, 1),
        (3, 2, 0),
        (3, 9, 3),
        (3, 12, 2),
    ],
)
def test_the_first_sum_counts_seats_from_the_dealer_as_one(
    dealer: int, total: int, taker: int
) -> None:
    throw = (total - 6, 6) if total > 7 else (1, total - 1)
    assert Setup(RuleSet(), dealer, Shuffle(ALL, (throw, (1, 1)))).first_taker == taker


@pytest.mark.rule("WALL-3", "WALL-4")
@pytest.mark.parametrize(
    ("dealer", "dice", "expected"),
    [
        # docs/rules.md: seat 0 takes first, five of its stacks stay.
        (2, ((3, 4), (2, 3)), [(10, 34), (102, 136), (68, 102), (34, 68), (0, 10)]),
        # 1 + 1: the dealer's next seat; 6 + 6: twelve of its stacks stay.
        (0, ((1, 1), (6, 6)), [(58, 68), (0, 34), (102, 136), (68, 102), (34, 58)]),
        # 6 + 6: twelve seats from seat 3 on end at seat 2; 1 + 1: two of its stacks stay.
        (3, ((6, 6), (1, 1)), [(72, 102), (34, 68), (0, 34), (102, 136), (68, 72)]),
        # 2 + 3: the dealer takes first; 4 + 4: eight stacks stay.
        (1, ((2, 3), (4, 4)), [(50, 68), (0, 34), (102, 136), (68, 102), (34, 50)]),
        # 1 + 2: the seat opposite the dealer; 3 + 6: nine stacks stay.
        (1, ((1, 2), (3, 6)), [(120, 136), (68, 102), (34, 68), (0, 34), (102, 120)]),
        # 5 + 4: nine seats, the dealer again; 6 + 1: seven stacks stay.
        (3, ((5, 4), (6, 1)), [(116, 136), (68, 102), (34, 68), (0, 34), (102, 116)]),
    ],
)
def test_the_wall_is_taken_from_the_break_round_to_the_counted_stacks(
    dealer: int, dice: Dice, expected: list[tuple[int, int]]
) -> None:
    assert places(dealer, dice) == [place for ends in expected for place in range(*ends)]


@pytest.mark.rule("WALL-4")
def test_the_upper_tile_of_a_stack_comes_before_the_lower() -> None:
    first, second, third, *_ = places(2, ((3, 4), (2, 3)))
    assert (first, second, third) == (stack(0, 5), stack(0, 5) + 1, stack(0, 6))


THROWS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.rule("WALL-4")
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_every_break_takes_each_tile_once_and_goes_clockwise(dealer: int) -> None:
    for first, second in product(THROWS[::5], THROWS):
        order = places(dealer, (first, second))
        assert sorted(order) == list(range(136))
        taker, counted = (dealer + sum(first) - 1) % 4, sum(second)
        assert order[0] == stack(taker, counted)
        assert order[-1] == stack(taker, counted) - 1
        sides = [place // 34 for place in order]
        changes = [side for number, side in enumerate(sides) if side != sides[number - 1]]
        assert changes == [(taker - step) % 4 for step in range(1, 5)]


# --- a wall laid for an order of drawing --------------------------------------------------

seats = st.integers(0, 3)


@pytest.mark.rule("WALL-3", "WALL-4")
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
@pytest.mark.parametrize("taker", [0, 1, 2, 3])
def test_tiles_are_drawn_in_the_order_for_which_the_wall_was_laid(dealer: int, taker: int) -> None:
    rng = random.Random(4 * dealer + taker)
    for _ in range(20):
        order = tuple(rng.sample(ALL, 136))
        shuffle = Shuffle.from_draw_order(order, dealer=dealer, first_taker=taker)
        setup = Setup(RuleSet(), dealer, shuffle)
        assert setup.first_taker == taker
        assert setup.wall == order


@given(st.permutations(ALL), seats, seats)
def test_laying_a_wall_for_its_own_order_draws_the_same_tiles(
    tiles: list[Tile], dealer: int, taker: int
) -> None:
    once = Shuffle.from_draw_order(tiles, dealer=dealer, first_taker=taker)
    wall = Setup(RuleSet(), dealer, once).wall
    assert list(wall) == tiles
    assert Shuffle.from_draw_order(wall, dealer=dealer, first_taker=taker) == once


def test_an_order_may_be_any_iterable_and_begins_at_seat_0_by_default() -> None:
    order = Shuffle.from_draw_order(iter(TURNED))
    assert order == Shuffle.from_draw_order(list(TURNED), dealer=0, first_taker=0)
    assert Setup(RuleSet(), 0, order).wall == TURNED


@pytest.mark.rule("TABLE-1", refuses=True)
@pytest.mark.parametrize("seat", [-1, 4, True, None, 1.0, "1"])
@pytest.mark.parametrize("name", ["dealer", "first_taker"])
def test_a_wall_is_laid_for_seats_alone(name: str, seat: object) -> None:
    given_seats: dict[str, Any] = {name: seat}
    with pytest.raises(SeatError) as caught:
        Shuffle.from_draw_order(ALL, **given_seats)
    assert caught.value.seat is seat
