"""WIN-5: which hands win."""

from __future__ import annotations

import pytest

from lisi_mahjong import MeldKind, RuleSet, is_win, parse_tiles, readings

ALL_RUNS = RuleSet(all_runs=True)
EVERY_OPTION = RuleSet(
    all_runs=True,
    robbing_kong=True,
    open_ting=True,
    ting_on_wall=True,
    forced_win=False,
    closed_wait_on_eight=True,
    closed_wait_alone=True,
    show_concealed_kongs=True,
)


@pytest.mark.rule("WIN-5", "TAG-9")
@pytest.mark.parametrize(
    ("hand", "melds", "triplets"),
    [
        ("111m234m567p789s55z", [], 1),
        ("123456789m777s55z", [], 1),
        ("111m222p345s678s99m", [], 2),
        ("111m999p777s234s55z", [], 3),
        ("111m999p777s222z55z", [], 4),
        ("111222333z444p55p", [], 4),
        ("345s678s99m", ["111m", "222p"], 2),
        ("55p", ["111z", "222z", "333z", "444z"], 4),
        ("123456789m55z", ["444p"], 1),
        ("123456789m55z", ["4444p"], 1),
        ("123456789m55z", [("4444p", MeldKind.ADDED_KONG)], 1),
        ("123456789m55z", ["(4444p)"], 1),
        ("123456m55z", ["444p", "(1111s)"], 2),
        ("123m55z", ["4444p", "(1111s)", "777z"], 3),
        ("55z", ["4444p", "(1111s)", "777z", ("3333m", MeldKind.ADDED_KONG)], 4),
    ],
)
def test_a_pair_and_four_sets_win_with_one_to_four_triplets_or_kongs(
    hand: str, melds: list[str | tuple[str, MeldKind]], triplets: int
) -> None:
    assert is_win(hand, melds)
    tiles = parse_tiles(hand)
    found = readings(tiles[:-1], tiles[-1], melds)
    assert {reading.triplets for reading in found} == {triplets}


@pytest.mark.rule("WIN-5")
@pytest.mark.parametrize(
    "hand",
    [
        "111222333m456p99s",  # with 123m three times there would be no triplet
        "22233344455m678p",  # and here with 234m three times
        "222234m444p555s55z",  # a triplet and a run out of four equal tiles
        "11122223333444m",  # 11m 123m 222m 333m 444m
        "11123456789999m",  # 11m 123m 456m 789m 999m
        "11123455678999m",  # 55m 111m 234m 678m 999m
    ],
)
def test_one_good_split_is_enough(hand: str) -> None:
    assert is_win(hand)


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    "hand",
    [
        "567m567p34455677s",
        "123456789m123p55z",
        "112233m445566p77s",
        "123m123p123s789s11z",
        "11223344m456m789p",
    ],
)
def test_four_runs_win_by_the_option_alone(hand: str) -> None:
    assert not is_win(hand)
    assert is_win(hand, rules=ALL_RUNS)


@pytest.mark.rule("WIN-5", refuses=True)
def test_no_other_option_lets_four_runs_win() -> None:
    others = RuleSet.from_options(
        {"robbing_kong": True, "forced_win": False, "closed_wait_alone": True}
    )
    assert not is_win("567m567p34455677s", rules=others)


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize("rules", [RuleSet(), EVERY_OPTION], ids=["written", "every option"])
@pytest.mark.parametrize(
    "hand",
    [
        "1133557799m1133p",  # seven pairs
        "11223344556677z",
        "1122m3344p5566s77z",
        "19m19p19s12345677z",  # thirteen orphans
        "11m9m19p19s1234567z",
        "111m222m333m4444p5z",  # no pair
        "11122233344m12p5z",
        "1112223334445m7m",
        "111m22p55p88p555s66z",  # four pairs and two triplets
        "123m456p789s111z12z",
    ],
)
def test_nothing_else_wins(hand: str, rules: RuleSet) -> None:
    assert not is_win(hand, rules=rules)


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    "hand",
    [
        "111222777m89m1p33s",  # 8m 9m 1p
        "111222777m9m12p33s",
        "111222777p89p1s33m",
        "111222777s55p123z",  # east, south, west
        "111222777s55p567z",  # white, green, red
        "111222777s9s12z33m",
    ],
)
def test_runs_lie_in_one_suit(hand: str) -> None:
    assert not is_win(hand, rules=ALL_RUNS)


@pytest.mark.rule("WIN-5", refuses=True)
def test_a_meld_lends_no_tile_to_the_pair_or_to_a_run() -> None:
    assert not is_win("123456789m45p", ["444p"])
    assert not is_win("123456m55z23p4m", ["444p"])
