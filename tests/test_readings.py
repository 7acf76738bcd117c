"""Several readings of one hand, their points and their order: TAG-10 and SCORE-1."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Sequence
from itertools import pairwise

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from hands import full_hands, random_waiting_hand
from lisi_mahjong import (
    Meld,
    MeldKind,
    Reading,
    RuleSet,
    ScoreTable,
    Tag,
    Tile,
    format_tiles,
    parse_tiles,
    readings,
    waits,
)

WRITTEN, ALL_RUNS = RuleSet(), RuleSet(all_runs=True)

ONE_VOIDED, CLOSED, EDGE, SINGLE = (
    Tag.ONE_VOIDED_SUIT,
    Tag.CLOSED_WAIT,
    Tag.EDGE_WAIT,
    Tag.SINGLE_WAIT,
)
OF_WAITS = {CLOSED, EDGE, SINGLE}


def in_words(reading: Reading) -> str:
    """Return a reading's pair, its sets and, behind a bar, what the winning tile completes."""
    groups = " ".join(map(format_tiles, (reading.pair, *reading.sets)))
    return f"{groups} | {format_tiles(reading.completes)}"


def words(hand: str, tile: str, melds: Sequence[str] = (), rules: RuleSet = WRITTEN) -> list[str]:
    return [in_words(reading) for reading in readings(hand, tile, melds, rules=rules)]


# --- every reading ------------------------------------------------------------------------


def test_a_reading_shows_pair_sets_completed_group_tags_triplets_and_points() -> None:
    (reading,) = readings("123456789m5p", "5p", ["(1111z)"])
    five = Tile.P5
    assert reading == Reading(
        pair=(five, five),
        sets=(
            (Tile.M1, Tile.M2, Tile.M3),
            (Tile.M4, Tile.M5, Tile.M6),
            (Tile.M7, Tile.M8, Tile.M9),
        ),
        completes=(five, five),
        tags=frozenset({ONE_VOIDED, SINGLE, Tag.PURE_STRAIGHT, Tag.CONCEALED_KONG}),
        triplets=1,
        points=13,
    )


@pytest.mark.rule("WIN-5")
def test_a_hand_that_wins_only_by_its_second_reading_has_that_one_alone() -> None:
    assert words("111222333m456p9s", "9s") == ["99s 111m 222m 333m 456p | 99s"]
    assert words("111222333m456p9s", "9s", rules=ALL_RUNS) == [
        "99s 111m 222m 333m 456p | 99s",
        "99s 123m 123m 123m 456p | 99s",
    ]


@pytest.mark.rule("WIN-5")
def test_a_split_into_runs_alone_hides_no_later_one_with_triplets() -> None:
    """Of 11m 123m 234m 234m 456p and 44m 111m 222m 333m 456p the second one wins."""
    (reading,) = readings("11122233344m45p", "6p")
    assert (format_tiles(reading.pair), reading.triplets) == ("44m", 3)


def test_two_equal_runs_are_not_told_apart() -> None:
    assert words("1122344m", "3m", ["999p", "111z"]) == [
        "11m 234m 234m | 234m",
        "44m 123m 123m | 123m",
    ]


def test_a_winning_tile_that_fits_thrice_makes_three_readings_of_one_split() -> None:
    # 33m 123m 234m: the only wait, as the pair, the edge of 1-2-3 or the middle of 2-3-4.
    found = readings("1223334m", "3m", ["111z", "999p"])
    assert {format_tiles(reading.completes): reading.tags for reading in found} == {
        "33m": {ONE_VOIDED, SINGLE},
        "123m": {ONE_VOIDED, EDGE},
        "234m": {ONE_VOIDED, CLOSED},
    }


def test_each_reading_has_the_tags_of_its_own_completed_group() -> None:
    found = readings("1122344m", "3m", ["999p", "111z"])
    assert [reading.tags for reading in found] == [{ONE_VOIDED, CLOSED}, {ONE_VOIDED, EDGE}]
    found = readings("1113445m", "4m", ["111z", "999p"])
    assert [reading.tags for reading in found] == [{ONE_VOIDED, SINGLE}, {ONE_VOIDED, CLOSED}]


def test_the_order_in_which_tiles_and_melds_are_given_makes_no_difference() -> None:
    expected = readings("1122344m", "3m", ["999p", "111z"])
    tiles = list(parse_tiles("1122344m"))
    rng = random.Random(3)
    for _ in range(20):
        rng.shuffle(tiles)
        assert readings(tiles, Tile.M3, ["111z", "999p"]) == expected


# --- points (SCORE-1) ---------------------------------------------------------------------

WEIGHTS = ScoreTable(
    base=3,
    one_voided_suit=50,
    closed_wait=700,
    edge_wait=11_000,
    single_wait=130_000,
    pure_straight=170_000,
    full_flush=400_000,
    # None of these is part of a reading.
    dealer_wins=999_999,
    self_draw_multiplier=9,
    dealer_pays_self_draw=999_999,
    dealer_pays_discard=999_999,
    discarder_extra=999_999,
    melded_kong=999_999,
    concealed_kong=999_999,
    drawn_deal_multiplier=9,
    dealer_win_multiplier=9,
)


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(
    ("hand", "tile", "melds", "points", "weighed"),
    [
        ("23m456p789s111z55z", "1m", [], 1, 3),  # no tag
        ("23m456p789s55z", "1m", ["4444m"], 1, 3),  # a kong is paid apart
        ("23m456p789s55z", "4m", ["(1111m)"], 1, 3),
        ("23m456789p55z", "1m", ["111z"], 2, 53),  # one voided suit
        ("46m456p789s111z55z", "5m", [], 2, 703),  # closed wait
        ("12m456p789s111z55z", "3m", [], 2, 11_003),  # edge wait
        ("123m456p789s111z5z", "5z", [], 2, 130_003),  # single wait
        ("46m456789p55z", "5m", ["111z"], 3, 753),
        ("23456789m111z55z", "1m", [], 11, 170_003),  # pure straight
        ("23456789m55z", "1m", ["111p"], 12, 170_053),
        ("123456789m5p", "5p", ["(1111z)"], 13, 300_053),
        ("2345678m", "5m", ["111m", "999m"], 11, 400_003),  # full flush
        ("4699m", "5m", ["111m", "222m", "333m"], 12, 400_703),
        ("1345678999m", "2m", ["111m"], 22, 570_703),
    ],
)
def test_the_points_of_a_reading_are_the_sum_of_its_tags(
    hand: str, tile: str, melds: list[str], points: int, weighed: int
) -> None:
    assert {reading.points for reading in readings(hand, tile, melds)} == {points}
    assert {reading.points for reading in readings(hand, tile, melds, score=WEIGHTS)} == {weighed}


@pytest.mark.rule("SCORE-1", refuses=True)
@settings(deadline=None)
@given(full_hands(), st.booleans(), st.data())
def test_of_the_three_waits_a_reading_counts_at_most_one(
    hand: tuple[list[Tile], list[Meld]],
    all_runs: bool,
    data: st.DataObject,
) -> None:
    tiles, melds = hand
    tile = data.draw(st.sampled_from(tiles))
    tiles.remove(tile)
    for reading in readings(tiles, tile, melds, rules=RuleSet(all_runs=all_runs)):
        assert len(reading.tags & OF_WAITS) <= 1


@pytest.mark.rule("SCORE-1")
def test_without_points_a_reading_keeps_its_tags() -> None:
    nothing = ScoreTable(
        base=0,
        one_voided_suit=0,
        closed_wait=0,
        edge_wait=0,
        single_wait=0,
        pure_straight=0,
        full_flush=0,
    )
    (reading,) = readings("123456789m5p", "5p", ["(1111z)"], score=nothing)
    assert reading.points == 0
    assert reading.tags == readings("123456789m5p", "5p", ["(1111z)"])[0].tags


# --- the order (TAG-10) -------------------------------------------------------------------


@pytest.mark.rule("TAG-10")
def test_more_points_come_first_whatever_is_completed() -> None:
    # Waits 4m 6m 7m, so that the pair is no Single Wait; otherwise the pair would come first.
    assert words("5667888m", "6m", ["111z", "999p"]) == [
        "66m 567m 888m | 567m",  # Closed Wait
        "66m 567m 888m | 66m",
    ]


@pytest.mark.rule("TAG-10")
def test_among_equal_points_more_triplets_come_first_whatever_the_pair() -> None:
    # Waits 1m 4m, so that no reading has the tag of a wait.
    assert words("1122233344m", "1m", ["999p"]) == [
        "44m 111m 222m 333m | 111m",
        "11m 123m 234m 234m | 11m",
        "11m 123m 234m 234m | 123m",
        "44m 123m 123m 123m | 123m",
    ]


@pytest.mark.rule("TAG-10")
def test_among_equal_triplets_the_pair_decides_in_tile_order() -> None:
    found = readings("1122344m", "3m", ["999p", "111z"])
    assert [(in_words(one), one.points, one.triplets) for one in found] == [
        ("11m 234m 234m | 234m", 3, 2),
        ("44m 123m 123m | 123m", 3, 2),
    ]


@pytest.mark.rule("TAG-10")
def test_among_equal_pairs_the_sets_decide_in_tile_order() -> None:
    found = readings("111222333444m9p", "9p")
    assert [(in_words(one), one.points, one.triplets) for one in found] == [
        ("99p 111m 222m 333m 444m | 99p", 3, 4),
        ("99p 111m 234m 234m 234m | 99p", 3, 1),
        ("99p 123m 123m 123m 444m | 99p", 3, 1),
    ]


@pytest.mark.rule("TAG-10")
def test_of_one_split_the_completed_pair_comes_before_the_sets() -> None:
    assert words("1113445m", "4m", ["111z", "999p"]) == [
        "44m 111m 345m | 44m",  # though 1-1-1 and 3-4-5 begin with lower tiles
        "44m 111m 345m | 345m",
    ]


@pytest.mark.rule("TAG-10")
def test_of_one_split_completed_sets_come_in_tile_order() -> None:
    alone = RuleSet(closed_wait_alone=True)
    assert words("45556m11888p", "5m", ["444z"], alone) == [
        "11p 456m 555m 888p | 456m",
        "11p 456m 555m 888p | 555m",
    ]
    assert words("1223334m", "3m", ["111z", "999p"]) == [
        "33m 123m 234m | 33m",
        "33m 123m 234m | 123m",
        "33m 123m 234m | 234m",
    ]


@pytest.mark.rule("TAG-10", "SCORE-1")
def test_the_order_follows_the_score_table() -> None:
    melds = ["111z", "999p"]
    for field, first in [("single_wait", "33m"), ("edge_wait", "123m"), ("closed_wait", "234m")]:
        score = ScoreTable.from_options({field: 5})
        found = readings("1223334m", "3m", melds, score=score)
        assert (format_tiles(found[0].completes), found[0].points) == (first, 7)


def key(reading: Reading) -> tuple[int, int, list[int], list[list[int]], int, list[int]]:
    """Return TAG-10's order, from what a reading shows."""
    return (
        -reading.points,
        -reading.triplets,
        [int(tile) for tile in reading.pair],
        [[int(tile) for tile in group] for group in reading.sets],
        0 if len(reading.completes) == 2 else 1,
        [int(tile) for tile in reading.completes],
    )


@pytest.mark.rule("TAG-10")
def test_readings_of_random_wins_are_sorted_and_each_comes_once() -> None:
    rng = random.Random(3_001)
    several = 0
    for _ in range(3_000):
        tiles, melds = random_waiting_hand(rng)
        score = ScoreTable.from_options(
            {name: rng.randint(0, 3) for name in ("closed_wait", "edge_wait", "single_wait")}
        )
        for tile in waits(tiles, melds, rules=ALL_RUNS):
            found = readings(tiles, tile, melds, rules=ALL_RUNS, score=score)
            keys = [key(reading) for reading in found]
            assert all(one < other for one, other in pairwise(keys)), (tiles, tile, melds)
            several += len(found) > 1
    assert several >= 500


# --- against the referee ------------------------------------------------------------------

OPTIONS = ("all_runs", "closed_wait_on_eight", "closed_wait_alone")
MELD_NAMES = {kind: kind.name.lower() for kind in MeldKind}


def as_plain(reading: Reading) -> tuple[object, ...]:
    def texts(group: Sequence[Tile]) -> tuple[str, ...]:
        return tuple(map(str, group))

    return (
        texts(reading.pair),
        tuple(map(texts, reading.sets)),
        texts(reading.completes),
        frozenset(tag.name for tag in reading.tags),
        reading.triplets,
        reading.points,
    )


@pytest.mark.rule("TAG-1", "TAG-2", "TAG-3", "TAG-4", "TAG-5", "TAG-6", "TAG-7", "TAG-9")
def test_readings_of_random_wins_are_those_of_the_referee() -> None:
    rng = random.Random(3_002)
    wins = 0
    reached: set[Tag] = set()
    for _ in range(3_000):
        tiles, melds = random_waiting_hand(rng)
        options: dict[str, object] = {name: rng.random() < 0.5 for name in OPTIONS}
        rules = RuleSet.from_options(options)
        texts = [str(tile) for tile in tiles]
        plain = [(MELD_NAMES[meld.kind], str(meld.tile)) for meld in melds]
        assert [str(tile) for tile in waits(tiles, melds, rules=rules)] == referee.waits(
            texts, plain, options
        )
        for tile in waits(tiles, melds, rules=rules):
            ours = readings(tiles, tile, melds, rules=rules)
            found = [as_plain(one) for one in ours]
            names = ("pair", "sets", "completes", "tags", "triplets", "points")
            expected = [
                tuple(one[name] for name in names)
                for one in referee.hand_readings(texts, str(tile), plain, options)
            ]
            assert len(found) == len(set(found)) == len(expected), (texts, tile, melds)
            assert set(found) == set(expected), (texts, tile, melds)
            reached.update(*(one.tags for one in ours))
            wins += 1
    assert wins >= 3_000
    assert reached == set(Tag)


# --- values -------------------------------------------------------------------------------


def test_readings_are_values() -> None:
    one = readings("1223334m", "3m", ["111z", "999p"])
    other = readings(parse_tiles("4333221m"), Tile.M3, [Meld(MeldKind.PUNG, Tile.EAST), "999p"])
    assert one == other
    assert [hash(reading) for reading in one] == [hash(reading) for reading in other]
    assert len({*one, *other}) == 3
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one  # noqa: S301 - our own
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one[0].points = 5  # type: ignore[misc]  # what is tested


def test_the_repr_of_a_reading_is_short_and_says_what_it_is() -> None:
    best, *_ = readings("123456789m5p", "5p", ["(1111z)"])
    assert repr(best) == (
        "<Reading 55p 123m 456m 789m, on 55p, "
        "ONE_VOIDED_SUIT SINGLE_WAIT PURE_STRAIGHT CONCEALED_KONG>"
    )
    plain, *_ = readings("23m456p789s111z55z", "1m")
    assert repr(plain) == "<Reading 55z 123m 456p 789s 111z, on 123m, no tag>"
