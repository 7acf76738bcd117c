"""WIN-6: what a hand waits for."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    DeclareTing,
    GameState,
    Refusal,
    RuleSet,
    Tile,
    format_tiles,
    waits,
    why_illegal,
)
from support import play, position

ALL_RUNS = RuleSet(all_runs=True)
THREE = ["111z", "222z", "333z"]

# --- what completes a hand ----------------------------------------------------------------


@pytest.mark.rule("WIN-6")
@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("5p", [*THREE, "444z"], "5p"),  # the pair alone
        ("7z", [*THREE, "444z"], "7z"),
        ("123456789m5p", ["(1111z)"], "5p"),
        ("45m99s", THREE, "36m"),  # a run from both ends
        ("89m99s", THREE, "7m"),  # from one end
        ("12m99s", THREE, "3m"),
        ("46m99s", THREE, "5m"),  # in the middle
        ("55m99s", THREE, "5m9s"),  # either pair becomes a triplet
        ("55m77z", THREE, "5m7z"),
        ("2345m", THREE, "25m"),  # a run and the pair, at either end
        ("2223m", THREE, "134m"),  # 22m 23m, or 222m 3m
        ("1112m", THREE, "23m"),
        ("5556667m", ["111z", "222z"], "5678m"),  # 555m 666m 7m, 567m 55m 66m or 555m 66m 67m
        ("2345678m", ["111z", "222z"], "258m"),
        ("23456m777p888s99s", [], "147m"),
        ("111222333z45m99p", [], "36m"),
        ("1113456666788s", [], "2578s"),
        ("1112345678999m", [], "123456789m"),
    ],
)
def test_a_hand_waits_for_what_completes_it_in_tile_order(
    hand: str, melds: list[str], expected: str
) -> None:
    assert format_tiles(waits(hand, melds)) == expected
    assert list(waits(hand, melds)) == sorted(waits(hand, melds))


@pytest.mark.rule("WIN-6", refuses=True)
@pytest.mark.parametrize("rules", [RuleSet(), ALL_RUNS], ids=["written", "all runs"])
@pytest.mark.parametrize(
    "hand",
    [
        "19m19p19s1234567z",  # thirteen orphans
        "19m19p19s1123456z",
        "113355m7799p113s",  # seven pairs
        "147m258p369s1234z",
        "123456789m12z55p",  # honours form no runs
        "89m1p345678s777z9s",  # no run crosses the edge of a suit
        "9s12z345678m777p5p",
    ],
)
def test_what_cannot_be_completed_waits_for_nothing(hand: str, rules: RuleSet) -> None:
    assert waits(hand, rules=rules) == ()


# --- the condition of WIN-5 ---------------------------------------------------------------


@pytest.mark.rule("WIN-5", "WIN-6")
@pytest.mark.parametrize(
    ("hand", "expected", "with_all_runs"),
    [
        ("1112456m456p789s", "2m", "23m"),  # 3m: 11m 123m 456m …
        ("1112346m456p789s", "6m", "56m"),  # 5m: 11m 123m 456m …
        ("1233555m456p789s", "3m", "34m"),  # 4m: 55m 123m 345m …
        ("2223456m456p789s", "36m", "13467m"),  # 22m and 23456m, or 222m and 3456m
    ],
)
def test_a_tile_that_would_make_four_runs_is_no_wait_without_the_option(
    hand: str, expected: str, with_all_runs: str
) -> None:
    assert format_tiles(waits(hand)) == expected
    assert format_tiles(waits(hand, rules=ALL_RUNS)) == with_all_runs


@pytest.mark.rule("WIN-5", "WIN-6", refuses=True)
@pytest.mark.parametrize(
    ("hand", "with_all_runs"),
    [
        ("234567m34567p99s", "258p"),
        ("123456789m123p5z", "5z"),
        ("123m123p123s79s11z", "8s"),
        ("1122334m456p789s", "14m"),
    ],
)
def test_a_hand_that_can_only_become_four_runs_waits_for_nothing(
    hand: str, with_all_runs: str
) -> None:
    assert waits(hand) == ()
    assert format_tiles(waits(hand, rules=ALL_RUNS)) == with_all_runs


@pytest.mark.rule("WIN-5", "WIN-6")
@pytest.mark.parametrize("meld", ["555z", "5555z", "(5555z)"])
def test_any_meld_is_the_triplet_that_runs_need(meld: str) -> None:
    assert format_tiles(waits("34567m345p99s", [meld])) == "258m"
    assert waits("34567m345p99s", [meld], rules=ALL_RUNS) == waits("34567m345p99s", [meld])


# --- the fifth copy -----------------------------------------------------------------------


@pytest.mark.rule("WIN-6", refuses=True)
@pytest.mark.parametrize("rules", [RuleSet(), ALL_RUNS], ids=["written", "all runs"])
@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("123456789m1111p", []),
        ("123456789m1111z", []),
        ("1112223334444z", []),
        ("5m", ["111z", "222z", "333z", "555m"]),
        ("13m99s", ["111z", "333z", "2222m"]),
        ("89m99s", ["111z", "333z", "(7777m)"]),
        ("23p99s", ["1111p", "(4444p)", "777z"]),
        ("12312p99s", ["333p", "777z"]),  # one 3p in the hand and three in the pung
    ],
)
def test_a_fifth_copy_as_the_only_wait_is_none(hand: str, melds: list[str], rules: RuleSet) -> None:
    assert waits(hand, melds, rules=rules) == ()


@pytest.mark.rule("WIN-6", refuses=True)
@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("23p99s", ["555z", "777z", "(1111p)"], "4p"),
        ("23p99s", ["555z", "777z", "4444p"], "1p"),
        ("4445p", THREE, "356p"),
        ("4445p", ["111z", "222z", "6666p"], "35p"),
        ("4445p", ["111z", "3333p", "6666p"], "5p"),
        ("1111222m", ["555p", "777s"], "3m"),  # 22m 111m 123m; not the fifth 1m for 11m 111m 222m
        ("2345m", ["111z", "222z", "222m"], "5m"),
    ],
)
def test_a_fifth_copy_is_left_out_of_the_waits(hand: str, melds: list[str], expected: str) -> None:
    assert format_tiles(waits(hand, melds)) == expected


@pytest.mark.rule("WIN-6")
@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("23p99s", ["555z", "777z", "111p"], "14p"),
        ("5m", ["111z", "222z", "333z", "444z"], "5m"),
        ("123456789m111p5z", [], "5z"),
        ("1112m", THREE, "23m"),
        ("8p", ["777p", "999p", "111m", "(1111z)"], "8p"),
    ],
)
def test_a_kind_of_which_one_copy_is_left_is_a_wait(
    hand: str, melds: list[str], expected: str
) -> None:
    assert format_tiles(waits(hand, melds)) == expected


# --- what others show ---------------------------------------------------------------------


def before_ting(melds: dict[int, list[str]], rivers: dict[int, str]) -> GameState:
    """Return a position in which seat 0 may discard ``1z`` for ting, waiting for ``2m`` alone."""
    return position(
        {0: "{1z999s}13m555p777s6z"}, drawn="6z", melds=melds, rivers=rivers, remaining=40
    )


@pytest.mark.rule("WIN-6", "TING-1")
@pytest.mark.parametrize(
    ("melds", "rivers"),
    [
        ({2: ["(2222m)"]}, {}),
        ({3: ["2222m<1"]}, {}),
        ({1: ["222m<2"]}, {0: "2m"}),
        ({}, {0: "2m", 1: "22m", 3: "2m"}),
    ],
)
def test_a_wait_is_one_though_all_its_copies_lie_on_the_table(
    melds: dict[int, list[str]], rivers: dict[int, str]
) -> None:
    state = play(before_ting(melds, rivers), DeclareTing(0, Tile.EAST))
    assert state.players[0].waits == (Tile.M2,)


@pytest.mark.rule("WIN-6", refuses=True)
def test_with_all_copies_in_a_kong_of_ones_own_ting_is_refused() -> None:
    state = position({0: "{1z999s}13m777s6z"}, drawn="6z", melds={0: ["(2222m)"]})
    assert why_illegal(state, DeclareTing(0, Tile.EAST)) is Refusal.TING_FIFTH_COPY
