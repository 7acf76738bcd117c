"""Hands that wait, drawn out of given tiles: each alike, and found where there are few."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from lisi_mahjong import Tile, format_tiles, parse_tiles
from lisi_mahjong.searching import search_hands
from lisi_mahjong.tiles import EACH, ONE, counted, kinds_of, size, tiles_of
from lisi_mahjong.waiting import Known, _orders, draw_hand, draw_hands, shuffled
from lisi_mahjong.winning import wait_set
from spread import assert_spread, choices


def a_set(text: str) -> int:
    return counted(parse_tiles(text)) if text else 0


def hands_that_fit(pool: int, known: Known) -> dict[tuple[int, int], float]:
    """Return every hand and drawn tile that fit, and in how many ways each comes out of a pool."""
    fitting: dict[tuple[int, int], float] = {}
    for hand, ways in choices(tiles_of(pool), 3 * known.sets + 1).items():
        waits = wait_set(hand, known.melds, all_runs=known.all_runs)
        if waits & known.never or not waits & known.waits:
            continue
        if not known.drawn:
            fitting[hand, 0] = ways
            continue
        for tile in kinds_of(waits & known.waits):
            left = pool - hand >> 4 * tile & 15
            if left:
                fitting[hand, ONE[tile]] = ways * left
    return fitting


def draws(pool: int, known: Known, number: int) -> list[tuple[int, int]]:
    """Return hands that were drawn; where a pool is small, many are drawn in vain."""
    rng = random.Random(f"{pool} {known}")
    found = [draw_hand(pool, known, rng.random) for _ in range(number)]
    return [hand for hand in found if hand is not None]


# --- each alike ---

POOLS = {
    "runs": "1122334m 789p",
    "triplets": "1112223m 55z 9p",
    "four of a kind": "4444m 3355m 66p",
    "edges": "12m 89m 12p 11z 7z 99s",
}


@pytest.mark.parametrize("all_runs", [False, True])
@pytest.mark.parametrize("text", POOLS.values(), ids=POOLS)
def test_every_hand_of_four_tiles_that_waits_is_equally_likely(text: str, all_runs: bool) -> None:
    pool, known = a_set(text), Known(1, 0, all_runs=all_runs)
    fitting = hands_that_fit(pool, known)
    if fitting:
        assert_spread(draws(pool, known, 3000), fitting)
    else:
        assert draws(pool, known, 10) == []


@pytest.mark.parametrize("all_runs", [False, True])
@pytest.mark.parametrize("text", list(POOLS.values())[:3], ids=list(POOLS)[:3])
def test_every_hand_of_seven_tiles_that_waits_is_equally_likely(text: str, all_runs: bool) -> None:
    pool, known = a_set(text), Known(2, 0, all_runs=all_runs)
    assert_spread(draws(pool, known, 900), hands_that_fit(pool, known))


def test_every_tile_is_equally_likely_as_a_hand_of_one() -> None:
    pool, known = a_set("112m 555z 9p"), Known(0, 3 * ONE[Tile.RED])
    assert_spread(draws(pool, known, 2000), hands_that_fit(pool, known))


@pytest.mark.parametrize("text", list(POOLS.values())[:3], ids=list(POOLS)[:3])
def test_a_hand_and_the_tile_drawn_for_it_are_equally_likely(text: str) -> None:
    pool, known = a_set(text), Known(1, 0, all_runs=True, drawn=True)
    assert_spread(draws(pool, known, 3000), hands_that_fit(pool, known))


@pytest.mark.parametrize(
    ("waits", "never"), [("", "1m4m"), ("2m3m", ""), ("3m", "1m"), ("", "7p1m")]
)
def test_what_a_hand_waits_for_can_be_given_and_taken_away(waits: str, never: str) -> None:
    pool = a_set("1122334m 7p")
    known = Known(1, 0, waits=a_set(waits) or EACH, never=a_set(never), all_runs=True)
    assert_spread(draws(pool, known, 2000), hands_that_fit(pool, known))


@pytest.mark.rule("WIN-6")
def test_a_hand_does_not_wait_for_a_tile_of_which_its_melds_have_all_four() -> None:
    pool, known = a_set("22334499m"), Known(1, 4 * ONE[Tile.M1])
    drawn = draws(pool, known, 2000)
    assert_spread(drawn, hands_that_fit(pool, known))
    two_three_and_a_pair = a_set("2399m")
    assert (two_three_and_a_pair, 0) in drawn  # it waits for 4m as well
    assert wait_set(two_three_and_a_pair, known.melds) == ONE[Tile.M4]


def test_hands_of_thirteen_tiles_wait_for_something() -> None:
    drawn = draws(4 * EACH, Known(4, 0), 100)
    assert len(drawn) > 98
    for hand, won in drawn:
        assert (size(hand), won) == (13, 0)
        assert wait_set(hand, 0)


# --- in vain ---


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("147m147p147s1234z", Known(1, 0)),  # no set and no pair
        ("1z", Known(0, 3 * ONE[Tile.RED], never=ONE[Tile.EAST])),
        ("1z", Known(0, 3 * ONE[Tile.RED], drawn=True)),  # the other 1z are gone
        ("123456m5p", Known(2, 0)),  # the only hands make runs alone
        ("5m", Known(0, 4 * ONE[Tile.M5])),
    ],
)
def test_no_hand_is_drawn_where_there_is_none(text: str, known: Known) -> None:
    rng = random.Random(1)
    assert draw_hand(a_set(text), known, rng.random) is None
    assert all(search_hands(a_set(text), [known], rng.random) is None for _ in range(50))


def test_hands_are_drawn_out_of_what_others_left() -> None:
    rng = random.Random(2)
    single = Known(0, 3 * ONE[Tile.RED])
    hands = draw_hands(a_set("5m6p"), [single, single], rng.random)
    assert hands is not None
    assert sorted(format_tiles(tiles_of(hand)) for hand, _ in hands) == ["5m", "6p"]
    assert draw_hands(a_set("5m"), [single, single], rng.random) is None
    assert draw_hands(a_set("5m"), [], rng.random) == []


# --- searching ---


def searched(pool: int, all_known: list[Known], starts: int) -> list[tuple[tuple[int, int], ...]]:
    """Return what so many starts of a search found."""
    found = []
    for seed in range(starts):
        hands = search_hands(pool, all_known, random.Random(seed).random)
        if hands is not None:
            found.append(tuple(hands))
    return found


def test_hands_that_share_all_tiles_are_found() -> None:
    # Two hands of seven tiles and nothing beside: 11 234 67m and 99 789 11p, or mixed.
    pool = a_set("1123467m 99789p 11s")
    known = [Known(2, 0, all_runs=True), Known(2, 0, all_runs=True)]
    found = searched(pool, known, 300)
    assert found
    for (first, _), (second, _) in found:
        assert first + second == pool
        assert wait_set(first, 0, all_runs=True)
        assert wait_set(second, 0, all_runs=True)


def test_a_search_finds_every_hand() -> None:
    pool, known = a_set("1122334m 789p"), Known(1, 0, all_runs=True)
    found = {hands[0] for hands in searched(pool, [known], 3000)}
    assert found == set(hands_that_fit(pool, known))


def test_a_search_finds_two_pairs_that_are_short_of_a_triplet() -> None:
    found = searched(a_set("1122m"), [Known(1, 0)], 200)
    assert len(found) > 90
    assert set(found) == {((a_set("1122m"), 0),)}


def test_a_search_takes_what_is_known_into_account() -> None:
    pool = a_set("1122334m 55z 789p 5m")
    for drawn, never in product((False, True), (0, a_set("4m"))):
        known = Known(1, 0, never=never, all_runs=True, drawn=drawn)
        found = searched(pool, [known], 400)
        assert found
        for ((hand, won),) in found:
            waits = wait_set(hand, 0, all_runs=True)
            assert waits
            assert not waits & never
            assert bool(won) is drawn
            assert not won or waits & won
            assert not (hand + won + 3 * EACH) & 8 * EACH
            assert all(hand + won >> 4 * tile & 15 <= pool >> 4 * tile & 15 for tile in Tile)


def test_a_search_gives_up_where_dead_ends_abound() -> None:
    # Many tiles near each other, and no ten sets among them.
    pool = a_set("112255778899m 112255778899p 112255778899s 1234567z")
    assert searched(pool, [Known(4, 0), Known(4, 0), Known(3, 0)], 3) == []


# --- an order of chance ---


def test_every_order_is_equally_likely() -> None:
    rng = random.Random(4)
    orders = ["".join(shuffled("abcd", rng.random)) for _ in range(3000)]
    assert_spread(orders, {"".join(order): 1.0 for order in permutations("abcd")})


def test_the_same_numbers_give_the_same_order() -> None:
    # From the last place on: 3 of 4, then 0 of 3, then 1 of 2.
    numbers = iter((0.99, 0.0, 0.5))
    assert shuffled("abcd", lambda: next(numbers)) == ["c", "b", "a", "d"]


def test_the_copies_of_a_kind_can_be_had_in_as_many_orders_as_they_have() -> None:
    hands = {"1m": 1, "22m": 2, "333m": 6, "4444m": 24, "1222p333s44z4444m": 6 * 6 * 2 * 24}
    for text, orders in hands.items():
        assert _orders(counted(parse_tiles(text))) == orders
