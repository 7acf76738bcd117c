"""A `Hand`, checked once: the same answers as from its tiles."""

from __future__ import annotations

import random

import pytest

from lisi_mahjong import Hand, HandError, RuleSet, Tile, is_win, readings, splits, waits
from lisi_mahjong.splits import (
    HONOURS,
    STRAYS,
    flags_of_sets,
    flags_with_pair,
    waits_for_sets,
    waits_with_pair,
)

RULES = (RuleSet(), RuleSet.taiyuan())


def hands(number: int, size: int, seed: int) -> list[tuple[Tile, ...]]:
    """Return hands of few kinds, so that many of them wait or win."""
    rng = random.Random(seed)
    wall = [tile for tile in Tile if tile < 9 or tile > 30 for _ in range(4)]
    return [tuple(rng.sample(wall, size)) for _ in range(number)]


@pytest.mark.parametrize("rules", RULES, ids=["written", "taiyuan"])
def test_a_waiting_hand_waits_as_its_tiles_do(rules: RuleSet) -> None:
    answers = set()
    for tiles in hands(400, 13, 1):
        answer = waits(Hand.of(tiles), rules=rules)
        assert answer == waits(tiles, rules=rules)
        answers.add(bool(answer))
    assert answers == {True, False}


@pytest.mark.parametrize("rules", RULES, ids=["written", "taiyuan"])
def test_a_full_hand_wins_as_its_tiles_do(rules: RuleSet) -> None:
    answers = set()
    for tiles in hands(1500, 14, 2):
        answer = is_win(Hand.of(tiles), rules=rules)
        assert answer is is_win(tiles, rules=rules)
        answers.add(answer)
    assert answers == {True, False}


def test_the_readings_of_a_hand_are_those_of_its_tiles() -> None:
    found = 0
    for *rest, tile in hands(1500, 14, 2):
        if rest.count(tile) < 4:
            answer = readings(Hand.of(rest), tile)
            assert answer == readings(rest, tile)
            found += len(answer)
    assert found > 5


def test_a_hand_with_melds_keeps_them() -> None:
    hand = Hand.of("123456789m5p", ["(1111z)"])
    assert hand.full is False
    assert hand.concealed == (*list(Tile)[:9], Tile.P5)
    assert waits(hand) == (Tile.P5,)
    assert readings(hand, "5p") == readings("123456789m5p", "5p", ["(1111z)"])
    assert Hand.of("123456789m55p", ["(1111z)"]).full is True


def test_the_order_of_the_tiles_does_not_matter() -> None:
    assert Hand.of("21m3m456789m1112p") == Hand.of("123456789m2111p")


@pytest.mark.rule("WIN-5", refuses=True)
def test_a_hand_of_another_size_is_refused_where_it_is_used() -> None:
    with pytest.raises(HandError, match="a full Hand, with its melds in it, is expected"):
        is_win(Hand.of("123456789m1112p"))


def test_a_stray_slice_is_one_that_no_waiting_hand_has() -> None:
    """By the definition: neither complete, nor paired, nor a tile away from one of them."""
    rng = random.Random(3)
    found = {True: 0, False: 0}
    for _ in range(4000):
        honours = rng.random() < 0.3
        kinds = range(7 if honours else 9)
        part = HONOURS if honours else 0
        for kind in rng.sample([kind for kind in kinds for _ in range(4)], rng.randrange(12)):
            part += 1 << 4 * kind
        size = (part & HONOURS - 1) % 3
        fits = (
            flags_of_sets(part)
            if size == 0
            else waits_with_pair(part)[0]
            if size == 1
            else flags_with_pair(part) or waits_for_sets(part)[0]
        )
        assert STRAYS[part] is not bool(fits)
        found[bool(fits)] += 1
    assert min(found.values()) > 500


def test_a_memo_of_slices_forgets_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "_CACHED_SLICES", 3)
    monkeypatch.setattr(splits, "STRAYS", type(STRAYS)(splits._is_stray))
    sizes = []
    for part in (0x1, 0x11, 0x111, 0x1111, 0x11111):
        assert splits.STRAYS[part] is STRAYS[part]
        sizes.append(len(splits.STRAYS))
    assert sizes == [1, 2, 3, 1, 2]


def test_a_hand_is_shown_by_its_tiles_and_its_melds() -> None:
    assert repr(Hand.of("1234567m", ["111z", "2222z"])) == "<Hand 1234567m [111z] [2222z]>"
