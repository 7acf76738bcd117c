"""TAG-1 and TAG-4 to TAG-9: what a win is called for its tiles, its sets and its kongs."""

from __future__ import annotations

import copy
import pickle

import pytest

from lisi_mahjong import Meld, MeldKind, RuleSet, Tag, Tile, WonDeal, format_tiles, readings
from support import play, position
from tagged import ALL_RUNS, Melds, tags, tags_of_all

# --- TAG-1, One Voided Suit ---------------------------------------------------------------


@pytest.mark.rule("TAG-1")
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123456m789p111z5z", "5z", []),
        ("123456m111222s9s", "9s", []),
        ("123456p111222s9s", "9s", []),
        ("123456789m5z", "5z", ["444p"]),  # the second suit lies in a meld alone
        ("123456789m5z", "5z", ["(9999s)"]),
        ("5z", "5z", ["111s", "222p", "3333p", "444p"]),
        ("1299m", "3m", ["111p", "222p", "333p"]),
    ],
)
def test_one_voided_suit_is_a_hand_with_just_two_suits(
    hand: str, tile: str, melds: list[str]
) -> None:
    assert all(Tag.ONE_VOIDED_SUIT in found for found in tags_of_all(hand, tile, melds))


@pytest.mark.rule("TAG-1", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123m456p789s111z5z", "5z", []),  # three suits
        ("123456m9p", "9p", ["111z", "333s"]),  # the third in a meld
        ("123456m9p", "9p", ["111z", "(3333s)"]),
        ("5z", "5z", ["111m", "222p", "333s", "444p"]),
        ("123456789m111z5z", "5z", []),  # half flush: two suits are absent
        ("123456m5z", "5z", ["111z", "222z"]),
        ("1112345678999m", "5m", []),  # full flush too
        ("111222333z4445z", "5z", []),  # honours alone: all three are
    ],
)
def test_one_voided_suit_is_not_a_hand_with_three_suits_or_with_one(
    hand: str, tile: str, melds: list[str]
) -> None:
    assert all(Tag.ONE_VOIDED_SUIT not in found for found in tags_of_all(hand, tile, melds))


# --- TAG-4 and TAG-5, kongs ---------------------------------------------------------------

MELDED, ADDED = ("4444p", MeldKind.MELDED_KONG), ("4444p", MeldKind.ADDED_KONG)
CONCEALED = ("4444p", MeldKind.CONCEALED_KONG)
KONGS = {Tag.MELDED_KONG, Tag.CONCEALED_KONG}


@pytest.mark.rule("TAG-4", "TAG-5")
@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        ([MELDED, "222z"], {Tag.MELDED_KONG}),
        ([ADDED, "222z"], {Tag.MELDED_KONG}),
        (["4444p", "222z"], {Tag.MELDED_KONG}),
        ([MELDED, ("2222z", MeldKind.ADDED_KONG)], {Tag.MELDED_KONG}),
        ([CONCEALED, "222z"], {Tag.CONCEALED_KONG}),
        (["(4444p)", "(2222z)"], {Tag.CONCEALED_KONG}),
        (["222z", "(4444p)"], {Tag.CONCEALED_KONG}),
        ([MELDED, "(2222z)"], KONGS),
        ([ADDED, "(2222z)"], KONGS),
        (["(2222z)", "4444p"], KONGS),
    ],
)
def test_the_kongs_of_a_hand_have_their_tags(melds: Melds, expected: set[Tag]) -> None:
    assert tags("123456m9s", "9s", "99s", melds) & KONGS == expected


@pytest.mark.rule("TAG-4", "TAG-5", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "completes", "melds"),
    [
        ("123456m9s", "9s", "99s", ["444p", "222z"]),  # pungs
        ("22224m444p555s55z", "3m", "234m", []),  # four equal tiles in the hand, 222m and 2-3-4
    ],
)
def test_pungs_and_four_equal_tiles_in_the_hand_are_no_kongs(
    hand: str, tile: str, completes: str, melds: Melds
) -> None:
    assert not tags(hand, tile, completes, melds) & KONGS


@pytest.mark.rule("TAG-4", refuses=True)
def test_a_concealed_kong_is_no_melded_one() -> None:
    assert Tag.MELDED_KONG not in tags("123456m9s", "9s", "99s", ["(4444p)", "222z"])


@pytest.mark.rule("TAG-5", refuses=True)
@pytest.mark.parametrize("kong", [MELDED, ADDED])
def test_a_melded_or_added_kong_is_no_concealed_one(kong: tuple[str, MeldKind]) -> None:
    assert Tag.CONCEALED_KONG not in tags("123456m9s", "9s", "99s", [kong, "222z"])


# --- TAG-6, Pure Straight -----------------------------------------------------------------


@pytest.mark.rule("TAG-6")
@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123456789{}111z5z", "5z", []),
        ("123456789{}5z", "5z", ["444z"]),
        ("12345679{}111z55z", "8{}", []),
        ("12356789{}55z", "4{}", ["(4444z)"]),
        ("1112345678999{}", "1{}", []),  # 99 111 123 456 789
    ],
)
def test_pure_straight_is_the_three_runs_of_one_suit(
    hand: str, tile: str, melds: list[str], suit: str
) -> None:
    found = tags_of_all(hand.format(suit), tile.format(suit), melds)
    assert all(Tag.PURE_STRAIGHT in one for one in found)


@pytest.mark.rule("TAG-6", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123m456p789s111z5z", "5z", []),  # over three suits
        ("123456m123p111z5z", "5z", []),  # two of the three runs
        ("456789m456p111z5z", "5z", []),
        ("23456789m11z", "7m", ["888s"]),  # 234m 567m 789m
        ("1112345678999m", "2m", []),  # 22m 111m 345m 678m 999m: all nine, but not as these runs
    ],
)
def test_pure_straight_needs_just_these_three_runs(hand: str, tile: str, melds: list[str]) -> None:
    assert all(Tag.PURE_STRAIGHT not in found for found in tags_of_all(hand, tile, melds))


@pytest.mark.rule("TAG-6")
def test_only_the_reading_with_the_three_runs_is_a_pure_straight() -> None:
    found = readings("1122334445678m", "9m", rules=ALL_RUNS)
    assert {
        (format_tiles(reading.pair), Tag.PURE_STRAIGHT in reading.tags) for reading in found
    } == {
        ("44m", True),  # 123m 123m 456m 789m
        ("11m", False),  # 234m 234m 456m 789m
    }


# --- TAG-7, Full Flush -------------------------------------------------------------------


@pytest.mark.rule("TAG-7")
@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("1112345678999{}", "5{}", []),
        ("2345678{}", "5{}", ["111{}", "(9999{})"]),
        ("5{}", "5{}", ["111{}", "222{}", "3333{}", "444{}"]),
    ],
)
def test_full_flush_is_one_suit_and_no_honours(
    hand: str, tile: str, melds: list[str], suit: str
) -> None:
    made = [meld.format(suit) for meld in melds]
    found = tags_of_all(hand.format(suit), tile.format(suit), made)
    assert all(Tag.FULL_FLUSH in one for one in found)


@pytest.mark.rule("TAG-7", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("111222456789m5z", "5z", []),  # honours in the pair
        ("2345678m", "5m", ["111m", "111z"]),  # in a meld
        ("2345678m", "5m", ["111m", "(1111z)"]),
        ("2345678m", "5m", ["111m", "999p"]),  # a second suit in a meld
        ("111222456789m5p", "5p", []),  # in the pair
        ("111222333z4445z", "5z", []),  # honours alone
    ],
)
def test_full_flush_is_not_two_suits_or_a_suit_and_honours(
    hand: str, tile: str, melds: list[str]
) -> None:
    assert all(Tag.FULL_FLUSH not in found for found in tags_of_all(hand, tile, melds))


# --- TAG-8, who paid for it ---------------------------------------------------------------

IN_TING = "{111z}123456789m5p"
"""A hand in ting that waits for ``5p``."""


@pytest.mark.rule("TAG-8")
@pytest.mark.parametrize("discarder", [0, 2, 3])
def test_a_discard_win_says_who_dealt_in(discarder: int) -> None:
    state = position({1: IN_TING}, turn=discarder, drawn="5p", ting={1: "9p"})
    result = play(state, f"{discarder} discard 5p").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser, result.tile) == (1, discarder, Tile.P5)
    assert result.readings == readings("111z123456789m5p", "5p")


@pytest.mark.rule("TAG-8")
def test_a_self_draw_names_nobody_who_dealt_in() -> None:
    state = position({1: IN_TING}, drawn="9s", ting={1: "9p"}, draws="5p")
    result = play(state, "0 discard 9s").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser, result.tile) == (1, None, Tile.P5)
    assert result.readings == readings("111z123456789m5p", "5p")


@pytest.mark.rule("TAG-8", "WIN-6")
def test_a_win_in_a_game_has_the_melds_of_the_winner_in_its_readings() -> None:
    hand = "{1z}123456789m"
    state = position(
        {1: hand}, drawn="1z", melds={1: ["(5555p)"]}, ting={1: "9p"}, rules=RuleSet.taiyuan()
    )
    result = play(state, "0 discard 1z").result
    assert isinstance(result, WonDeal)
    kong = Meld(MeldKind.CONCEALED_KONG, Tile.P5)
    assert result.readings == readings("1z123456789m", "1z", [kong], rules=RuleSet.taiyuan())
    assert result.readings[0].tags == {
        Tag.ONE_VOIDED_SUIT,
        Tag.SINGLE_WAIT,
        Tag.PURE_STRAIGHT,
        Tag.CONCEALED_KONG,
    }


# --- TAG-9, the shape ---------------------------------------------------------------------


@pytest.mark.rule("TAG-9")
@pytest.mark.parametrize(
    ("hand", "melds", "triplets"),
    [
        ("123456789m123p5z", [], {0}),
        ("123456789m111p5z", [], {1}),
        ("123456m222888p5z", [], {2}),
        ("123456m5z", ["444p", "(9999s)"], {2}),
        ("123m222p5z", ["444p", "(9999s)"], {3}),
        ("111222333m888p5z", [], {1, 4}),  # 111m 222m 333m, or 123m three times
    ],
)
def test_each_reading_says_how_many_triplets_it_has(
    hand: str, melds: list[str], triplets: set[int]
) -> None:
    found = readings(hand, "5z", melds, rules=ALL_RUNS)
    assert {reading.triplets for reading in found} == triplets


# --- the tags themselves ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "zh", "rule"),
    [
        (Tag.ONE_VOIDED_SUIT, "缺门", "TAG-1"),
        (Tag.CLOSED_WAIT, "砍张", "TAG-2"),
        (Tag.EDGE_WAIT, "边张", "TAG-3"),
        (Tag.MELDED_KONG, "明杠", "TAG-4"),
        (Tag.CONCEALED_KONG, "暗杠", "TAG-5"),
        (Tag.PURE_STRAIGHT, "青龙", "TAG-6"),
        (Tag.SINGLE_WAIT, "单吊", "TAG-7"),
        (Tag.FULL_FLUSH, "清一色", "TAG-7"),
    ],
)
def test_a_tag_has_its_chinese_name_and_its_rule(tag: Tag, zh: str, rule: str) -> None:
    assert (tag.zh, tag.rule) == (zh, rule)


def test_there_are_eight_tags_and_each_is_a_value() -> None:
    assert len(Tag) == len(set(Tag)) == 8
    assert repr(Tag.EDGE_WAIT) == "Tag.EDGE_WAIT"
    for tag in Tag:
        assert pickle.loads(pickle.dumps(tag)) is copy.deepcopy(tag) is tag  # noqa: S301 - ours
