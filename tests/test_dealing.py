"""The first tiles of a deal: DEAL-1 and DEAL-2."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import (
    AwaitingTurn,
    Discard,
    GameState,
    InvalidStateError,
    Pass,
    Problem,
    SeatError,
    Shuffle,
    Tile,
    actors,
    apply,
    deal,
    format_tiles,
    legal_actions,
)

ALL = tuple(tile for tile in Tile for _ in range(4))

# Counted from 1 in the order of drawing: the standing tiles of the first, second, third and
# fourth to take, and their nine loose ones.
STANDING = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
LOOSE = (
    (17, 18, 19, 20, 33, 34, 35, 36, 49),
    (21, 22, 23, 24, 37, 38, 39, 40, 50),
    (25, 26, 27, 28, 41, 42, 43, 44, 51),
    (29, 30, 31, 32, 45, 46, 47, 48, 52),
)
FOURTEENTH = 53

seats = st.integers(0, 3)
orders = st.permutations(ALL)


def drawn_by(order: list[Tile], numbers: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(order[number - 1] for number in numbers))


def dealt(order: list[Tile], dealer: int = 0, taker: int = 0) -> GameState:
    shuffle = Shuffle.from_draw_order(order, dealer=dealer, first_taker=taker)
    return deal(shuffle, dealer=dealer)


@pytest.mark.rule("DEAL-1")
@given(orders, seats, seats)
def test_the_first_four_tiles_of_each_seat_stand(
    order: list[Tile], dealer: int, taker: int
) -> None:
    players = dealt(order, dealer, taker).players
    for number in range(4):
        assert players[(taker + number) % 4].standing == drawn_by(order, STANDING[number])


@pytest.mark.rule("DEAL-1", "DEAL-2")
@given(orders, seats, seats)
def test_the_tiles_of_the_other_rounds_and_the_fourteenth_are_loose(
    order: list[Tile], dealer: int, taker: int
) -> None:
    players = dealt(order, dealer, taker).players
    for number in range(4):
        seat = (taker + number) % 4
        mine = (*LOOSE[number], FOURTEENTH) if seat == dealer else LOOSE[number]
        assert players[seat].loose == drawn_by(order, mine)


@pytest.mark.rule("DEAL-1", "DEAL-2")
def test_a_deal_counted_out_by_hand() -> None:
    # Seat 3 deals and seat 1 takes first, from a wall of 1m 2m … 7z 1m 2m … in this order.
    state = dealt(list(Tile) * 4, dealer=3, taker=1)
    hands = [
        (format_tiles(player.standing), format_tiles(player.loose)) for player in state.players
    ]
    assert hands == [
        ("4567p", "23459p2345z"),
        ("1234m", "12m689p12s67z"),
        ("5678m", "3456m7p3456s"),
        ("9m123p", "789m18p1789s1z"),  # with 1s, the 53rd tile
    ]
    assert state.stage == AwaitingTurn(3, Tile.S1)


@pytest.mark.rule("DEAL-2")
@given(orders, seats, seats)
def test_the_dealer_has_drawn_the_fourteenth_and_is_to_discard(
    order: list[Tile], dealer: int, taker: int
) -> None:
    state = dealt(order, dealer, taker)
    assert state.stage == AwaitingTurn(dealer, order[FOURTEENTH - 1])
    assert actors(state) == (dealer,)
    assert any(isinstance(action, Discard) for action in legal_actions(state, dealer))
    assert all(not legal_actions(state, seat) for seat in range(4) if seat != dealer)
    assert (state.dealer, state.remaining, state.kongs, state.ply) == (dealer, 83, 0, 0)


@pytest.mark.rule("DEAL-2")
def test_the_next_draw_is_the_tile_after_the_fourteenth() -> None:
    state = dealt(list(Tile) * 4, dealer=3, taker=1)
    state = apply(state, Discard(3, Tile.EAST))
    while Pass(min(actors(state))) in legal_actions(state, min(actors(state))):
        state = apply(state, Pass(min(actors(state))))
    assert state.stage == AwaitingTurn(0, Tile.S2)
    assert state.remaining == 82


@pytest.mark.rule("DEAL-2")
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_fourteenth_tile_may_be_discarded_and_the_standing_ones_may_not(dealer: int) -> None:
    state = dealt(list(Tile) * 4, dealer=dealer, taker=dealer)
    stage = state.stage
    assert isinstance(stage, AwaitingTurn)
    assert stage.drawn is not None
    legal = legal_actions(state, dealer)
    assert Discard(dealer, stage.drawn) in legal
    discards = {action.tile for action in legal if isinstance(action, Discard)}
    assert discards == set(state.players[dealer].loose)
    assert not discards.issuperset(state.players[dealer].standing)


def test_every_shuffle_can_be_dealt_by_every_seat() -> None:
    rng = random.Random(7)
    for _ in range(200):
        dealer = rng.randrange(4)
        state = deal(Shuffle.from_seed(rng.getrandbits(64)), dealer=dealer)
        tiles = [tile for player in state.players for tile in player.concealed]
        assert sorted([*tiles, *state.setup.wall[53:]]) == list(ALL)
        assert [len(player.concealed) for player in state.players] == [
            14 if seat == dealer else 13 for seat in range(4)
        ]


@pytest.mark.rule("TABLE-1", refuses=True)
@pytest.mark.parametrize("seat", [-1, 4, True, False, None, 1.0, "1"])
def test_the_dealer_is_a_seat(seat: object) -> None:
    with pytest.raises(SeatError) as caught:
        deal(Shuffle.from_seed(1), dealer=seat)  # type: ignore[arg-type]  # what is tested
    assert caught.value.seat is seat


@pytest.mark.rule("WALL-11", refuses=True)
@pytest.mark.parametrize("shuffle", [None, 7, "seed", ALL, Shuffle])
def test_what_is_dealt_is_a_shuffle(shuffle: object) -> None:
    with pytest.raises(InvalidStateError) as caught:
        deal(shuffle)  # type: ignore[arg-type]  # what is tested
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_A_SHUFFLE]
