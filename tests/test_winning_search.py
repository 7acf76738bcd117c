"""Wins and waits of thousands of hands, compared with a slow search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hands import (
    TILES,
    full_hands,
    random_full_hand,
    random_waiting_hand,
    slow_is_win,
    slow_waits,
    waiting_hands,
)
from lisi_mahjong import Meld, MeldKind, RuleSet, Tile, format_tiles, is_win, waits

Hand = tuple[list[Tile], list[Meld]]

WRITTEN, ALL_RUNS = RuleSet(), RuleSet(all_runs=True)
both_rules = pytest.mark.parametrize("rules", [WRITTEN, ALL_RUNS], ids=["written", "all runs"])


def in_words(hand: Hand) -> str:
    tiles, melds = hand
    return " ".join([format_tiles(tiles), *map(str, melds)])


def spoilt(hand: Hand, rng: random.Random) -> Hand:
    """Return a hand with one tile exchanged for any other of which there is a copy left."""
    tiles, melds = list(hand[0]), hand[1]
    tiles.pop(rng.randrange(len(tiles)))
    held = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
    tiles.append(rng.choice([tile for tile in TILES if held.count(tile) < 4]))
    return tiles, melds


def random_wall_hand(rng: random.Random) -> Hand:
    """Return thirteen tiles of one or two suits, as they come from the wall."""
    suits = rng.sample([TILES[0:9], TILES[9:18], TILES[18:27]], rng.choice((1, 1, 2)))
    return rng.sample([tile for suit in suits for tile in suit for _ in range(4)], 13), []


# --- waits --------------------------------------------------------------------------------


@both_rules
@pytest.mark.rule("WIN-6")
def test_waits_of_hands_near_ready_are_those_of_a_slow_search(rules: RuleSet) -> None:
    rng = random.Random(1_001)
    numbers: Counter[int] = Counter()
    melds: Counter[int] = Counter()
    for _ in range(4_000):
        hand = random_waiting_hand(rng)
        found = waits(*hand, rules=rules)
        assert found == slow_waits(*hand, all_runs=rules.all_runs), in_words(hand)
        numbers[len(found)] += 1
        melds[len(hand[1])] += bool(found)
    assert min(numbers[number] for number in range(5)) >= 30, "hands with 0 to 4 waits"
    assert min(melds[number] for number in range(5)) >= 100, "waiting hands with 0 to 4 melds"


@both_rules
@pytest.mark.rule("WIN-6")
def test_waits_of_hands_from_the_wall_are_those_of_a_slow_search(rules: RuleSet) -> None:
    rng = random.Random(1_002)
    waiting = 0
    for _ in range(3_000):
        hand = random_wall_hand(rng)
        found = waits(*hand, rules=rules)
        assert found == slow_waits(*hand, all_runs=rules.all_runs), in_words(hand)
        waiting += bool(found)
    assert waiting >= 50


@pytest.mark.rule("WIN-6")
@settings(deadline=None)
@given(waiting_hands(), st.booleans())
def test_waits_of_any_hand_are_those_of_a_slow_search(hand: Hand, all_runs: bool) -> None:
    rules = RuleSet(all_runs=all_runs)
    assert waits(*hand, rules=rules) == slow_waits(*hand, all_runs=all_runs)


@pytest.mark.rule("WIN-5", "WIN-6")
def test_the_option_of_four_runs_adds_waits_and_only_to_hands_without_melds() -> None:
    rng = random.Random(1_003)
    added = 0
    for _ in range(3_000):
        hand = random_waiting_hand(rng)
        without, with_option = waits(*hand), waits(*hand, rules=ALL_RUNS)
        assert set(without) <= set(with_option), in_words(hand)
        if without != with_option:
            assert not hand[1], in_words(hand)
            added += 1
    assert added >= 20


# --- wins ---------------------------------------------------------------------------------


@both_rules
@pytest.mark.rule("WIN-5")
def test_wins_are_those_of_a_slow_search(rules: RuleSet) -> None:
    rng = random.Random(2_001)
    found: Counter[bool] = Counter()
    for _ in range(4_000):
        hand = random_full_hand(rng)
        if rng.random() < 0.5:
            hand = spoilt(hand, rng)
        won = is_win(*hand, rules=rules)
        assert won == slow_is_win(*hand, all_runs=rules.all_runs), in_words(hand)
        found[won] += 1
    assert min(found[True], found[False]) >= 1_000


@pytest.mark.rule("WIN-5")
@settings(deadline=None)
@given(full_hands())
def test_a_pair_and_sets_always_win_when_four_runs_may(hand: Hand) -> None:
    assert is_win(*hand, rules=ALL_RUNS)
    assert is_win(*hand) == slow_is_win(*hand, all_runs=False)


@both_rules
@pytest.mark.rule("WIN-6")
def test_the_waits_are_the_kinds_with_which_the_hand_wins(rules: RuleSet) -> None:
    rng = random.Random(2_002)
    for _ in range(500):
        tiles, melds = random_waiting_hand(rng)
        held = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        possible = [tile for tile in TILES if held.count(tile) < 4]
        wins = [tile for tile in possible if is_win([*tiles, tile], melds, rules=rules)]
        assert list(waits(tiles, melds, rules=rules)) == wins, in_words((tiles, melds))


# --- hands that are alike -----------------------------------------------------------------


def dots_for_characters(tile: Tile) -> Tile:
    return Tile((tile + 9) % 27) if tile.suit else tile


def nine_for_one(tile: Tile) -> Tile:
    return Tile(tile + 10 - 2 * tile.rank) if tile.suit else tile


def another_honour(tile: Tile) -> Tile:
    return tile if tile.suit else Tile(27 + (tile - 27 + 3) % 7)


@pytest.mark.parametrize("other", [dots_for_characters, nine_for_one, another_honour])
@pytest.mark.rule("WIN-5", "WIN-6")
def test_suits_ends_of_suits_and_honours_are_alike(other: Callable[[Tile], Tile]) -> None:
    def alike(tiles: Sequence[Tile]) -> list[Tile]:
        return sorted(map(other, tiles))

    rng = random.Random(2_003)
    for _ in range(1_000):
        tiles, melds = random_waiting_hand(rng)
        melds_alike = [Meld(meld.kind, other(meld.tile)) for meld in melds]
        assert list(waits(alike(tiles), melds_alike)) == alike(waits(tiles, melds))


@pytest.mark.rule("WIN-5", "WIN-6")
def test_the_sort_of_a_kong_makes_no_difference_to_the_waits() -> None:
    rng = random.Random(2_004)
    for _ in range(1_000):
        tiles, melds = random_waiting_hand(rng)
        kongs = [
            Meld(MeldKind.CONCEALED_KONG, meld.tile) if meld.kind.is_kong else meld
            for meld in melds
        ]
        assert waits(tiles, kongs) == waits(tiles, melds)
