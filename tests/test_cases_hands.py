"""Faults that other engines made with hands: splits, waits and tags."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from lisi_mahjong import (
    DeclareTing,
    HandError,
    Meld,
    MeldKind,
    NotationError,
    Reading,
    Refusal,
    RuleSet,
    Tag,
    Tile,
    WonDeal,
    format_tiles,
    is_win,
    parse_tiles,
    readings,
    waits,
    why_illegal,
)
from support import play, position

ALL_RUNS = RuleSet(all_runs=True)

VOIDED = Tag.ONE_VOIDED_SUIT
SINGLE, CLOSED, EDGE = Tag.SINGLE_WAIT, Tag.CLOSED_WAIT, Tag.EDGE_WAIT


def short(reading: Reading) -> tuple[str, str, set[Tag]]:
    """Return a reading in short: its pair and sets, what is completed, its tags."""
    groups = " ".join(format_tiles(group) for group in (reading.pair, *reading.sets))
    return groups, format_tiles(reading.completes), set(reading.tags)


def plain_waits(concealed: str) -> str:
    """Return what a hand waits for at tables where four runs win."""
    return format_tiles(waits(concealed, rules=ALL_RUNS))


# --- shapes -------------------------------------------------------------------------------


@pytest.mark.case(1)
def test_case_001_one_reading_with_triplets_wins_though_another_has_none() -> None:
    assert is_win("111222333m456p99s")


@pytest.mark.case(1)
def test_case_001_the_winning_reading_is_the_one_with_three_triplets() -> None:
    (reading,) = readings("111222333m456p9s", "9s")
    assert short(reading)[0] == "99s 111m 222m 333m 456p"
    assert reading.triplets == 3


@pytest.mark.case(3)
def test_case_003_a_hand_of_four_runs_does_not_win() -> None:
    assert not is_win("567m567p34455677s")


@pytest.mark.case(3)
def test_case_003_the_same_hand_wins_where_four_runs_are_allowed() -> None:
    assert is_win("567m567p34455677s", rules=ALL_RUNS)


@pytest.mark.case(4)
def test_case_004_a_triplet_is_taken_from_four_equal_tiles() -> None:
    (reading,) = readings("222234m444p555s5z", "5z")
    assert short(reading)[0] == "55z 222m 234m 444p 555s"


@pytest.mark.case(4)
def test_case_004_four_equal_tiles_in_hand_are_no_kong_and_three_suits_void_none() -> None:
    (reading,) = readings("222234m444p555s5z", "5z")
    assert reading.tags == {SINGLE}
    assert reading.points == 2  # 1, and 1 for Single Wait


@pytest.mark.case(6)
def test_case_006_a_meld_counts_as_a_set() -> None:
    assert is_win("123456789m55z", ["444p"])


@pytest.mark.case(6)
def test_case_006_a_straight_beside_a_meld_is_pure_straight_and_one_voided_suit() -> None:
    (reading,) = readings("123456789m5z", "5z", ["444p"])
    assert reading.tags == {Tag.PURE_STRAIGHT, VOIDED, SINGLE}


@pytest.mark.case(7)
@pytest.mark.parametrize("hand", ["111222777m89m1p33s", "111222777m55s123z"])
def test_case_007_no_run_crosses_suits_and_honours_form_none(hand: str) -> None:
    assert not is_win(hand)
    assert not is_win(hand, rules=ALL_RUNS)


# --- waits --------------------------------------------------------------------------------


@pytest.mark.case(9)
def test_case_009_thirteen_orphans_wait_for_nothing() -> None:
    assert waits("19m19p19s1234567z") == ()


@pytest.mark.case(9)
@pytest.mark.parametrize("tile", ["1z", "2z", "3z", "4z"])
def test_case_009_ting_on_thirteen_orphans_is_refused(tile: str) -> None:
    state = position({0: "{1234z}19m19p19s567z"}, drawn="5z")
    action = DeclareTing(0, parse_tiles(tile)[0])
    assert why_illegal(state, action) is Refusal.TING_NOT_READY


@pytest.mark.case(10)
def test_case_010_a_concealed_kong_is_the_triplet_of_a_straight() -> None:
    kong = Meld(MeldKind.CONCEALED_KONG, Tile.EAST)
    assert waits("123456789m5p", [kong]) == (Tile.P5,)
    (reading,) = readings("123456789m5p", "5p", [kong])
    assert reading.tags == {Tag.PURE_STRAIGHT, Tag.CONCEALED_KONG, VOIDED, SINGLE}
    assert reading.triplets == 1


@pytest.mark.case(11)
def test_case_011_four_melds_and_one_tile_wait_for_that_tile() -> None:
    melds = ["222z", "777m", "999p", "111s"]
    assert waits("3s", melds) == (Tile.S3,)
    assert is_win("33s", melds)


@pytest.mark.case(11)
def test_case_011_one_tile_beside_four_melds_is_no_full_hand() -> None:
    with pytest.raises(HandError) as caught:
        is_win("3s", ["222z", "777m", "999p", "111s"])
    assert str(caught.value) == "a full hand with 4 melds has 2 concealed tiles, not 1 (WIN-5)"


@pytest.mark.case(12)
@pytest.mark.parametrize("hand", ["123456789m1111p", "123456789m1111z"])
def test_case_012_a_fifth_copy_is_no_wait(hand: str) -> None:
    assert waits(hand) == ()


@pytest.mark.case(12)
@pytest.mark.parametrize("fourth", ["1p", "1z"])
def test_case_012_ting_on_a_fifth_copy_is_refused(fourth: str) -> None:
    state = position({0: f"{{123m7z}}456789m{fourth * 3}"}, drawn=fourth)
    assert why_illegal(state, DeclareTing(0, Tile.RED)) is Refusal.TING_FIFTH_COPY


@pytest.mark.case(14)
def test_case_014_four_equal_honours_neither_wait_nor_win() -> None:
    assert waits("1112223334444z") == ()
    assert not is_win("11122233334444z")


@pytest.mark.case(16)
@pytest.mark.parametrize(
    ("hand", "by_the_rules", "with_all_runs"),
    [("1112456m456p789s", "2m", "23m"), ("1112346m456p789s", "6m", "56m")],
)
def test_case_016_a_tile_that_makes_four_runs_is_no_wait(
    hand: str, by_the_rules: str, with_all_runs: str
) -> None:
    assert format_tiles(waits(hand)) == by_the_rules
    assert plain_waits(hand) == with_all_runs


@pytest.mark.case(19)
def test_case_019_no_wait_of_a_long_suit_is_missed() -> None:
    assert format_tiles(waits("1113456666788s")) == "2578s"
    assert plain_waits("1113456666788s") == "2578s"


@pytest.mark.case(21)
def test_case_021_four_tiles_without_melds_are_an_error() -> None:
    with pytest.raises(HandError) as caught:
        waits("45m99s")
    assert "13 concealed tiles, not 4" in str(caught.value)


@pytest.mark.case(21)
def test_case_021_four_tiles_beside_three_melds_wait() -> None:
    assert format_tiles(waits("45m99s", ["111z", "222p", "333s"])) == "36m"


# --- tags ---------------------------------------------------------------------------------


@pytest.mark.case(24)
def test_case_024_a_closed_wait_need_not_be_the_only_wait() -> None:
    assert format_tiles(waits("45556m11888p", ["444z"])) == "5m1p"
    assert [short(reading) for reading in readings("45556m11888p", "5m", ["444z"])] == [
        ("11p 456m 555m 888p", "456m", {VOIDED, CLOSED}),
        ("11p 456m 555m 888p", "555m", {VOIDED}),
    ]


@pytest.mark.case(24)
def test_case_024_with_closed_wait_alone_another_wait_denies_it() -> None:
    rules = RuleSet(closed_wait_alone=True)
    found = readings("45556m11888p", "5m", ["444z"], rules=rules)
    assert [reading.tags for reading in found] == [{VOIDED}, {VOIDED}]


@pytest.mark.case(25)
def test_case_025_a_fifth_copy_does_not_keep_an_edge_wait_from_being_alone() -> None:
    melds = ["555p", "777s"]
    assert waits("1111222m", melds) == (Tile.M3,)
    (reading,) = readings("1111222m", "3m", melds)
    assert short(reading) == ("22m 111m 123m", "123m", {EDGE})


@pytest.mark.case(26)
def test_case_026_a_wait_that_makes_four_runs_does_not_deny_an_edge_wait() -> None:
    assert waits("1233555m456p789s") == (Tile.M3,)
    assert plain_waits("1233555m456p789s") == "34m"
    assert [short(reading) for reading in readings("1233555m456p789s", "3m")] == [
        ("33m 123m 555m 456p 789s", "33m", {SINGLE}),
        ("33m 123m 555m 456p 789s", "123m", {EDGE}),
    ]


@pytest.mark.case(26)
def test_case_026_where_four_runs_win_the_edge_is_no_only_wait() -> None:
    found = readings("1233555m456p789s", "3m", rules=ALL_RUNS)
    assert [reading.tags for reading in found] == [set(), set()]


@pytest.mark.case(27)
def test_case_027_each_reading_of_a_hand_has_its_own_wait() -> None:
    assert waits("1122344m", ["999p", "111z"]) == (Tile.M3,)
    assert [short(reading) for reading in readings("1122344m", "3m", ["999p", "111z"])] == [
        ("11m 234m 234m", "234m", {VOIDED, CLOSED}),
        ("44m 123m 123m", "123m", {VOIDED, EDGE}),
    ]


@pytest.mark.case(27)
def test_case_027_the_order_of_the_tiles_given_does_not_matter() -> None:
    expected = readings("1122344m", "3m", ["999p", "111z"])
    hand = parse_tiles("1122344m")
    for shuffled in list(permutations(hand))[::97]:
        for melds in (["999p", "111z"], ["111z", "999p"]):
            assert readings(shuffled, "3m", melds) == expected


@pytest.mark.case(28)
def test_case_028_one_split_has_two_readings_when_the_tile_fits_twice() -> None:
    assert waits("1113445m", ["111z", "999p"]) == (Tile.M4,)
    assert [short(reading) for reading in readings("1113445m", "4m", ["111z", "999p"])] == [
        ("44m 111m 345m", "44m", {VOIDED, SINGLE}),
        ("44m 111m 345m", "345m", {VOIDED, CLOSED}),
    ]


@pytest.mark.case(28)
def test_case_028_one_split_has_three_readings_when_the_tile_fits_thrice() -> None:
    assert waits("1223334m", ["111z", "999p"]) == (Tile.M3,)
    assert [short(reading) for reading in readings("1223334m", "3m", ["111z", "999p"])] == [
        ("33m 123m 234m", "33m", {VOIDED, SINGLE}),
        ("33m 123m 234m", "123m", {VOIDED, EDGE}),
        ("33m 123m 234m", "234m", {VOIDED, CLOSED}),
    ]


@pytest.mark.case(31)
@pytest.mark.parametrize(
    ("kinds", "tags"),
    [
        ([MeldKind.ADDED_KONG], {Tag.MELDED_KONG}),
        ([MeldKind.MELDED_KONG], {Tag.MELDED_KONG}),
        ([MeldKind.CONCEALED_KONG], {Tag.CONCEALED_KONG}),
        ([MeldKind.PUNG], set()),
        (
            [MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG],
            {Tag.MELDED_KONG, Tag.CONCEALED_KONG},
        ),
    ],
    ids=["added", "melded", "concealed", "pung", "both"],
)
def test_case_031_each_kong_has_the_tag_of_its_sort(kinds: list[MeldKind], tags: set[Tag]) -> None:
    melds = [Meld(kind, tile) for kind, tile in zip(kinds, (Tile.EAST, Tile.SOUTH), strict=False)]
    concealed = "123m456p789s5z" if len(melds) == 1 else "123m456p5z"
    (reading,) = readings(concealed, "5z", melds)
    kong_tags = {Tag.MELDED_KONG, Tag.CONCEALED_KONG}
    assert reading.tags & kong_tags == tags


@pytest.mark.case(31)
def test_case_031_a_pung_upgraded_with_a_self_drawn_tile_is_a_melded_kong() -> None:
    state = position(
        {1: "{1z234p}123m78s9p"},
        turn=1,
        drawn="5m",
        melds={1: ["555m<3"]},
        draws="4z4z4z6s",
        replacements="9p",
    )
    state = play(state, "1 kong 5m added", "1 ting 1z")
    state = play(state, "2 discard 4z", "3 discard 4z", "0 discard 4z")
    assert isinstance(state.result, WonDeal)
    (reading,) = state.result.readings
    assert short(reading) == ("99p 123m 234p 678s", "678s", {Tag.MELDED_KONG})


# --- copies and texts ---------------------------------------------------------------------


TOO_MANY: dict[str, Callable[[], object]] = {
    "waits": lambda: waits("55555m12345678p"),
    "waits with melds": lambda: waits("55m12345678p", ["555m"]),
    "waits with a kong": lambda: waits("5m123456789p", ["5555m"]),
    "two melds": lambda: waits("1234567p", ["555m", "555m"]),
    "is_win": lambda: is_win("55555m123456789p"),
    "is_win with melds": lambda: is_win("55m123456789p", ["555m"]),
    "readings": lambda: readings("55555m12345678p", "9p"),
    "the winning tile": lambda: readings("5555m123456789p", "5m"),
    "the winning tile with melds": lambda: readings("5m123456789p", "5m", ["555m"]),
}


@pytest.mark.case(113)
@pytest.mark.parametrize("name", TOO_MANY)
def test_case_113_five_copies_in_a_hand_are_a_clear_error(name: str) -> None:
    with pytest.raises(HandError) as caught:
        TOO_MANY[name]()
    assert "5m" in str(caught.value)
    assert caught.value.rule in {"WALL-1", "WIN-6"}


@pytest.mark.case(113)
def test_case_113_five_copies_in_a_text_are_a_clear_error() -> None:
    """WALL-1 in `docs/rules.md`: a wall, a hand or a text with a fifth copy is refused."""
    with pytest.raises(NotationError) as caught:
        parse_tiles("55555m")
    assert caught.value.position == 4


@pytest.mark.case(114)
def test_case_114_an_unknown_suit_letter_is_named_with_its_position() -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles("678s678p55m777h")
    error = caught.value
    assert (error.text, error.position) == ("678s678p55m777h", 14)
    assert error.expected == "one of m p s z"
    assert "'h'" in str(error)
