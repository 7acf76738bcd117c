"""TAG-2, TAG-3 and TAG-7: what a win is called for the place of its winning tile."""

from __future__ import annotations

import pytest

from lisi_mahjong import RuleSet, Tag
from tagged import ALL_RUNS, THREE, WRITTEN, Melds, tags

ON_EIGHT = RuleSet(closed_wait_on_eight=True)
ALONE = RuleSet(closed_wait_alone=True)
ON_EIGHT_ALONE = RuleSet(closed_wait_on_eight=True, closed_wait_alone=True)

# --- TAG-2, Closed Wait -------------------------------------------------------------------


@pytest.mark.rule("TAG-2")
@pytest.mark.parametrize("middle", range(2, 8))
@pytest.mark.parametrize("suit", "mps")
def test_closed_wait_is_the_middle_of_a_run(suit: str, middle: int) -> None:
    melds = ["111z", "222z", "333z"]
    hand = f"{middle - 1}{middle + 1}{suit}55z"
    run = f"{middle - 1}{middle}{middle + 1}{suit}"
    assert tags(hand, f"{middle}{suit}", run, melds) == {Tag.CLOSED_WAIT}


@pytest.mark.rule("TAG-2")
def test_closed_wait_may_be_one_of_several_waits() -> None:
    # 45556m waits for 5m; 11888p with 5m 5m as the pair waits for 1p.
    assert Tag.CLOSED_WAIT in tags("45556m11888p", "5m", "456m", ["444z"])
    assert Tag.CLOSED_WAIT in tags("1113m", "2m", "123m", THREE)  # 2m or 3m


@pytest.mark.rule("TAG-2", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("45m99s", "3m", "345m", THREE),
        ("45m99s", "6m", "456m", THREE),
        ("12m99s", "3m", "123m", THREE),
        ("89m99s", "7m", "789m", THREE),
        ("55m99s", "5m", "555m", THREE),  # a triplet has no middle
        ("5m", "5m", "55m", (*THREE, "444z")),  # nor has the pair
        ("1113445m", "4m", "44m", ["111z", "999p"]),  # though it stands between 3m and 5m
        ("45556m11888p", "5m", "555m", ["444z"]),
    ],
)
def test_closed_wait_is_nothing_but_the_middle_of_a_run(
    hand: str, tile: str, completes: str, melds: Melds
) -> None:
    assert Tag.CLOSED_WAIT not in tags(hand, tile, completes, melds)


@pytest.mark.rule("TAG-2", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, ALONE], ids=["written", "alone"])
def test_an_8_between_7_and_9_is_no_closed_wait_without_the_option(rules: RuleSet) -> None:
    assert tags("79m99s", "8m", "789m", THREE, rules) == set()


@pytest.mark.rule("TAG-2")
@pytest.mark.parametrize("rules", [ON_EIGHT, ON_EIGHT_ALONE], ids=["on eight", "and alone"])
def test_an_8_between_7_and_9_is_a_closed_wait_with_the_option(rules: RuleSet) -> None:
    assert tags("79m99s", "8m", "789m", THREE, rules) == {Tag.CLOSED_WAIT}


@pytest.mark.rule("TAG-2", refuses=True)
def test_an_8_at_the_end_of_a_run_is_never_a_closed_wait() -> None:
    assert tags("67m99s", "8m", "678m", THREE, ON_EIGHT) == set()


@pytest.mark.rule("TAG-2")
@pytest.mark.parametrize("rules", [ALONE, ON_EIGHT_ALONE], ids=["alone", "and on eight"])
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("46m99s", "5m", "456m", THREE),
        ("1113m", "2m", "123m", ["111z", "222p", "333m"]),  # a second wait, 3m, is a fifth copy
    ],
)
def test_closed_wait_alone_counts_the_only_wait(
    hand: str, tile: str, completes: str, melds: Melds, rules: RuleSet
) -> None:
    assert Tag.CLOSED_WAIT in tags(hand, tile, completes, melds, rules)


@pytest.mark.rule("TAG-2", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("45556m11888p", "5m", "456m", ["444z"]),  # waits 5m 1p
        ("1113m", "2m", "123m", THREE),  # waits 2m 3m
        ("7779m", "8m", "789m", THREE),  # waits 8m 9m
    ],
)
def test_closed_wait_alone_refuses_one_of_several_waits(
    hand: str, tile: str, completes: str, melds: Melds
) -> None:
    without = RuleSet(closed_wait_on_eight=True)
    assert Tag.CLOSED_WAIT in tags(hand, tile, completes, melds, without)
    assert Tag.CLOSED_WAIT not in tags(hand, tile, completes, melds, ON_EIGHT_ALONE)


# --- TAG-3, Edge Wait ---------------------------------------------------------------------


@pytest.mark.rule("TAG-3")
@pytest.mark.parametrize("suit", "mps")
def test_edge_wait_is_the_3_of_123_or_the_7_of_789(suit: str) -> None:
    melds = ["111z", "222z", "333z"]
    assert tags(f"12{suit}55z", f"3{suit}", f"123{suit}", melds) == {Tag.EDGE_WAIT}
    assert tags(f"89{suit}55z", f"7{suit}", f"789{suit}", melds) == {Tag.EDGE_WAIT}


@pytest.mark.rule("TAG-3", "WIN-6")
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("1111222m", "3m", "123m", ["555p", "777s"]),  # 1m would be a fifth copy
        ("1112m", "3m", "123m", ["111z", "222m", "333s"]),  # so would 2m
        ("8999p", "7p", "789p", ["111z", "888p", "333s"]),  # so would 8p
    ],
)
def test_edge_wait_counts_the_waits_that_are_possible(
    hand: str, tile: str, completes: str, melds: Melds
) -> None:
    assert Tag.EDGE_WAIT in tags(hand, tile, completes, melds)


@pytest.mark.rule("TAG-3", "WIN-5")
def test_edge_wait_counts_the_waits_that_win() -> None:
    # 4m completes 55m 123m 345m 456p 789s too, but those are four runs.
    assert Tag.EDGE_WAIT in tags("1233555m456p789s", "3m", "123m")


@pytest.mark.rule("TAG-3", refuses=True)
def test_where_four_runs_win_the_edge_may_not_be_the_only_wait() -> None:
    assert Tag.EDGE_WAIT not in tags("1233555m456p789s", "3m", "123m", rules=ALL_RUNS)


@pytest.mark.rule("TAG-3", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("23m99s", "1m", "123m", ["111z", "222p", "4444m"]),  # 1m is the only wait in each of
        ("78m99s", "9m", "789m", ["111z", "222p", "6666m"]),  # these, but not such a one
        ("45m99s", "3m", "345m", ["111z", "222p", "6666m"]),
        ("56m99s", "7m", "567m", ["111z", "222p", "4444m"]),
        ("24m99s", "3m", "234m", THREE),
        ("68m99s", "7m", "678m", THREE),
        ("13m99s", "2m", "123m", THREE),
        ("79m99s", "8m", "789m", THREE),
        ("3m", "3m", "33m", (*THREE, "444z")),
        ("1233555m456p789s", "3m", "33m", []),
        ("3z", "3z", "33z", ["111m", "222p", "333s", "444z"]),
    ],
)
def test_edge_wait_is_no_other_place(hand: str, tile: str, completes: str, melds: Melds) -> None:
    assert Tag.EDGE_WAIT not in tags(hand, tile, completes, melds)


@pytest.mark.rule("TAG-3", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "completes"),
    [
        ("1112m", "3m", "123m"),  # waits 2m 3m
        ("8999m", "7m", "789m"),  # waits 7m 8m
        ("23m99s", "1m", "123m"),
        ("33m99s", "3m", "333m"),
    ],
)
def test_edge_wait_is_not_one_of_several_waits(hand: str, tile: str, completes: str) -> None:
    assert Tag.EDGE_WAIT not in tags(hand, tile, completes, THREE)


# --- TAG-7, Single Wait ------------------------------------------------------------------


@pytest.mark.rule("TAG-7")
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("5m", "5m", "55m", (*THREE, "444z")),
        ("7z", "7z", "77z", (*THREE, "444z")),
        ("123456789m111p5z", "5z", "55z", []),
        ("1113445m", "4m", "44m", ["111z", "999p"]),
        ("4445p", "5p", "55p", ["111z", "3333p", "6666p"]),  # 3p and 6p would be fifth copies
        ("1233555m456p789s", "3m", "33m", []),  # 4m would make four runs
    ],
)
def test_single_wait_is_the_pair_when_nothing_else_was_waited_for(
    hand: str, tile: str, completes: str, melds: Melds
) -> None:
    assert Tag.SINGLE_WAIT in tags(hand, tile, completes, melds)


@pytest.mark.rule("TAG-7", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "rules"),
    [
        ("2345m", "2m", "22m", WRITTEN),  # waits 2m 5m
        ("2345m", "5m", "55m", WRITTEN),
        ("1112m", "2m", "22m", WRITTEN),  # waits 2m 3m
        ("4445m", "5m", "55m", WRITTEN),  # waits 3m 5m 6m
        ("55m99s", "5m", "555m", WRITTEN),  # a triplet
        ("46m99s", "5m", "456m", WRITTEN),  # a run
        ("12m99s", "3m", "123m", WRITTEN),
    ],
)
def test_single_wait_is_neither_one_of_several_waits_nor_another_set(
    hand: str, tile: str, completes: str, rules: RuleSet
) -> None:
    assert Tag.SINGLE_WAIT not in tags(hand, tile, completes, THREE, rules)


@pytest.mark.rule("TAG-7", refuses=True)
def test_where_four_runs_win_the_pair_may_not_be_the_only_wait() -> None:
    assert Tag.SINGLE_WAIT not in tags("1233555m456p789s", "3m", "33m", rules=ALL_RUNS)
