"""One deal of a history by itself: whatever the rules pay is right, and nothing else is."""

from __future__ import annotations

from itertools import permutations, product

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenings import FOUR
from hands import full_hands
from lisi_mahjong import (
    DealSummary,
    GameState,
    Meld,
    MeldKind,
    Payment,
    PaymentItem,
    Problem,
    Reading,
    RuleSet,
    ScoreTable,
    Settlement,
    Tag,
    Tile,
    WonDeal,
    parse_tiles,
    readings,
    settle,
)
from lisi_mahjong.summary_checks import summary_problems
from lisi_mahjong.tiles import counted
from lisi_mahjong.winning import read_win
from long_evening import changed
from settling import ONE_POINT, ONE_POINT_BESIDE_A_KONG, THREE_POINTS, winning
from strategies import rule_sets

WRITTEN, DEFAULT = RuleSet(), ScoreTable()


def found(
    summary: DealSummary, rules: RuleSet = WRITTEN, score: ScoreTable = DEFAULT
) -> list[Problem]:
    """Return what is wrong with a deal of a history."""
    return [problem for problem, _ in summary_problems(summary, rules, score)]


def summary_of(state: GameState, score: ScoreTable = DEFAULT, multiplier: int = 1) -> DealSummary:
    """Return what the history keeps of a deal that has been won."""
    won = state.result
    assert isinstance(won, WonDeal)
    paid = settle(won, state, score, multiplier)
    return DealSummary(1, FOUR, state.dealer, multiplier, state.kongs, won, paid)


# --- what the rules pay -------------------------------------------------------------------

SCORES = {
    "default": DEFAULT,
    "feeders pay": ScoreTable(feeder_pays_melded_kong=True),
    "discarders cover": ScoreTable(discarder_covers_kongs=True),
    "both": ScoreTable(feeder_pays_melded_kong=True, discarder_covers_kongs=True),
    "kongs for nothing": ScoreTable(melded_kong=0, concealed_kong=0),
    "nothing at all": ScoreTable.from_options(
        {
            field.name: 0
            for field in attrs.fields(ScoreTable)
            if type(field.default) is int and not field.name.endswith("multiplier")
        }
    ),
    "self-draws as discards, dealers thrice": ScoreTable(
        self_draw_multiplier=1, dealer_win_multiplier=3
    ),
    "most": ScoreTable.from_options(
        {field.name: 10**6 for field in attrs.fields(ScoreTable) if type(field.default) is int}
    ),
}

KONGS = (
    (),
    ("(8888p)",),
    ("8888s<{0}",),
    ("8888s+<{1}",),
    ("888p<{0}",),
)
"""Melds of the winner; the seats that fed them stand in for the nearest and the second."""


@pytest.mark.rule("SCORE-9")
@pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)
@pytest.mark.parametrize("melds", KONGS)
def test_what_the_rules_pay_has_no_problem(melds: tuple[str, ...], score: ScoreTable) -> None:
    hand = ONE_POINT_BESIDE_A_KONG if melds else ONE_POINT
    for loser, in_ting, dealer, multiplier in product((None, 1, 3), (0, 1), (0, 1, 2), (1, 2)):
        if loser is None and in_ting:
            continue
        state = winning(
            hand,
            loser=loser,
            dealer=dealer,
            in_ting=[loser] * in_ting if loser is not None else [],
            melds=[meld.format(3, 0) for meld in melds],
        ).after
        assert found(summary_of(state, score, multiplier), WRITTEN, score) == []


FOUR_MELDS = ("8888s<3", "(9999s)", "8888p<0", "9999p+<1")
LAST_TWO = ("{1z}", "1z")


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)
@pytest.mark.parametrize("loser", [None, 1, 3])
def test_kongs_made_in_any_order_are_paid_in_that_order(
    score: ScoreTable, loser: int | None
) -> None:
    """Where feeders pay, nobody pays for all of the kongs, and the order is not plain."""
    shown = set()
    for melds in permutations(FOUR_MELDS):
        state = winning(LAST_TWO, loser=loser, melds=melds).after
        summary = summary_of(state, score)
        assert found(summary, WRITTEN, score) == []
        shown.add(summary.settlement.payments)
    assert len(shown) > 1 or score in {SCORES["kongs for nothing"], SCORES["nothing at all"]}


@pytest.mark.rule("KONG-7")
@pytest.mark.rule("SCORE-4")
def test_who_is_robbed_of_a_kong_pays_for_all() -> None:
    rules = RuleSet(robbing_kong=True)
    summary = summary_of(winning(THREE_POINTS, loser=1).after)
    robbed = attrs.evolve(summary, result=changed(summary.result, robbed_kong=True))
    assert found(robbed, rules) == []
    assert found(robbed) == [Problem.NOT_ROBBABLE]
    in_ting = summary_of(winning(THREE_POINTS, loser=1, in_ting=[1]).after)
    robbed = attrs.evolve(in_ting, result=robbed.result)
    assert found(in_ting, rules) == []
    assert found(robbed, rules) == [Problem.DISCARD_WIN_PAID]


@pytest.mark.rule("KONG-7", refuses=True)
def test_nobody_robs_a_kong_of_a_tile_that_is_in_the_hand_too() -> None:
    rules = RuleSet(robbing_kong=True)
    summary = summary_of(winning(("{111z}45m222p33399s", "3m"), loser=1).after)
    result = changed(summary.result, robbed_kong=True)
    assert found(attrs.evolve(summary, result=result), rules) == []
    summary = summary_of(winning(("{111z}2m222p333444s", "2m"), loser=1).after)
    result = changed(summary.result, robbed_kong=True)
    assert found(attrs.evolve(summary, result=result), rules) == [Problem.NOT_ROBBABLE]


@pytest.mark.rule("KONG-7", refuses=True)
def test_nobody_robs_a_kong_by_a_self_draw() -> None:
    summary = summary_of(winning(THREE_POINTS).after)
    result = changed(summary.result, robbed_kong=True)
    summary = attrs.evolve(summary, result=result)
    assert found(summary, RuleSet(robbing_kong=True)) == [Problem.NOT_ROBBABLE]


# --- kongs that are paid otherwise --------------------------------------------------------

BESIDE_KONGS = ("{111z}45m99s", "6m")
KONG_ITEMS = (PaymentItem.MELDED_KONG, PaymentItem.CONCEALED_KONG)


def with_kongs_of(
    paying: ScoreTable, melds: tuple[str, ...], *, loser: int | None = None
) -> DealSummary:
    """Return a win by seat 2 with two melds, paid by a score table."""
    return summary_of(winning(BESIDE_KONGS, loser=loser, melds=melds).after, paying)


@pytest.mark.rule("SCORE-5", refuses=True)
@pytest.mark.parametrize("loser", [None, 1])
def test_a_feeder_pays_for_all_only_where_the_option_says_so(loser: int | None) -> None:
    melds = ("7777z<3", "(5555z)")
    fed = with_kongs_of(SCORES["feeders pay"], melds, loser=loser)
    assert found(fed, score=SCORES["feeders pay"]) == []
    assert found(fed) == [Problem.KONGS_PAID]
    each = with_kongs_of(DEFAULT, melds, loser=loser)
    assert found(each) == []
    # Who fed it may have been in ting then.
    assert found(each, score=SCORES["feeders pay"]) == []


@pytest.mark.rule("SCORE-5", refuses=True)
def test_a_discarder_covers_the_kongs_only_where_the_option_says_so() -> None:
    melds = ("7777z<3", "(5555z)")
    covered = with_kongs_of(SCORES["discarders cover"], melds, loser=1)
    each = with_kongs_of(DEFAULT, melds, loser=1)
    assert found(covered, score=SCORES["discarders cover"]) == []
    assert found(covered) == [Problem.KONGS_PAID]
    assert found(each, score=SCORES["discarders cover"]) == [Problem.KONGS_PAID]


@pytest.mark.rule("SCORE-5", refuses=True)
def test_nobody_feeds_a_concealed_kong() -> None:
    score = SCORES["feeders pay"]
    summary = with_kongs_of(score, ("7777z<3", "555z<0"))
    payments = tuple(
        [
            attrs.evolve(paid, item=PaymentItem.CONCEALED_KONG, points=2)
            if paid.item is PaymentItem.MELDED_KONG
            else paid
            for paid in summary.settlement.payments
        ]
    )
    other = attrs.evolve(summary.settlement, payments=payments)
    assert Problem.KONGS_PAID in found(attrs.evolve(summary, settlement=other), score=score)


@pytest.mark.rule("SCORE-5", refuses=True)
@pytest.mark.parametrize("kongs", [0, 1])
def test_no_more_kongs_are_paid_than_were_made(kongs: int) -> None:
    score = ScoreTable(concealed_kong=0)
    summary = with_kongs_of(score, ("7777z<3", "6666z+<0"))
    assert found(summary, score=score) == []
    fewer = attrs.evolve(summary, kongs=kongs)
    assert found(fewer, score=score) == [Problem.KONGS_PAID if kongs else Problem.READINGS]


@pytest.mark.rule("SCORE-5", refuses=True)
def test_no_more_kongs_are_paid_than_there_are_sets_outside_the_hand() -> None:
    summary = with_kongs_of(DEFAULT, ("7777z<3", "6666z+<0"))
    more = [
        Payment(payer, 2, PaymentItem.MELDED_KONG, 1, (), "SCORE-5", tile)
        for payer in (3, 0, 1)
        for tile in (Tile.RED, Tile.GREEN, Tile.WHITE)
    ]
    kept = [paid for paid in summary.settlement.payments if paid.item not in KONG_ITEMS]
    payments = sorted([*kept, *more], key=lambda paid: (3, 0, 1).index(paid.payer))
    three = attrs.evolve(summary.settlement, payments=tuple(payments))
    summary = attrs.evolve(summary, settlement=three, kongs=3)
    assert found(summary) == [Problem.KONGS_PAID]


# --- readings -----------------------------------------------------------------------------


def read_summary_of(
    concealed: str, tile: str, melds: tuple[str, ...], kongs: int, rules: RuleSet = WRITTEN
) -> DealSummary:
    """Return a self-draw by seat 2 for which nothing is paid."""
    read = readings(concealed, tile, melds, rules=rules)
    return unpaid(read, parse_tiles(tile)[0], kongs, read[0])


def unpaid(read: tuple[Reading, ...], tile: Tile, kongs: int, paid: Reading) -> DealSummary:
    won = WonDeal(2, None, tile, robbed_kong=False, readings=read)
    return DealSummary(1, FOUR, 0, 1, kongs, won, Settlement(paid.points, paid, ()))


@settings(max_examples=150)
@given(full_hands(), st.data(), rule_sets())
def test_whatever_a_hand_is_read_as_can_have_been(
    hand: tuple[list[Tile], list[Meld]], data: st.DataObject, rules: RuleSet
) -> None:
    """The melds are not known to the check, and every payment is missing."""
    tiles, melds = hand
    tile = data.draw(st.sampled_from(sorted(set(tiles))))
    tiles.remove(tile)
    kongs = sum(meld.kind is not MeldKind.PUNG for meld in melds)
    score = data.draw(st.sampled_from([DEFAULT, ScoreTable(base=0, edge_wait=30, full_flush=5)]))
    read = readings(tiles, tile, melds, rules=rules)
    if read:
        best = readings(tiles, tile, melds, rules=rules, score=score)[0]
        missing = Problem.SELF_DRAW_PAID
        assert found(unpaid(read, tile, kongs, best), rules, score) == [missing]
        if len(read) > 1:
            assert found(unpaid(read[1:], tile, kongs, read[1]), rules, score) == [Problem.READINGS]


SINGLE_BY_A_PUNG = ("2345m", "5m", ("222m", "999p", "111s"))
"""Waits for 2m and 5m, but for the pung of the other three 2m: it has a Single Wait for 5m."""

SINGLE_BY_A_KONG = ("3455m", "5m", ("2222m", "999p", "111s"))
"""Waits for 2m and 5m, but for the kong of 2m: a Single Wait for 5m."""


@pytest.mark.rule("WIN-6")
@pytest.mark.parametrize(
    ("hand", "kongs"),
    [
        pytest.param(SINGLE_BY_A_PUNG, 0, id="a pung"),
        pytest.param(SINGLE_BY_A_KONG, 1, id="a kong"),
        pytest.param(("2345m345p567s", "5m", ("222m",)), 0, id="the only meld"),
    ],
)
def test_a_wait_may_be_the_only_one_because_of_the_melds(
    hand: tuple[str, str, tuple[str, ...]], kongs: int
) -> None:
    summary = read_summary_of(*hand, kongs)
    assert isinstance(summary.result, WonDeal)
    assert Tag.SINGLE_WAIT in summary.result.readings[0].tags
    assert found(summary) == [Problem.SELF_DRAW_PAID]


@pytest.mark.rule("WIN-6")
def test_melds_may_leave_a_hand_more_than_one_wait() -> None:
    summary = read_summary_of("1234m", "4m", ("999p", "111s", "444z"), 0)
    assert isinstance(summary.result, WonDeal)
    assert all(Tag.SINGLE_WAIT not in each.tags for each in summary.result.readings)
    assert found(summary) == [Problem.SELF_DRAW_PAID]


def with_tags(summary: DealSummary, change: frozenset[Tag], points: int) -> DealSummary:
    """Return a win whose first reading, the one paid, has some tags more or less."""
    won = summary.result
    assert isinstance(won, WonDeal)
    first, *others = won.readings
    other = attrs.evolve(first, tags=first.tags ^ change, points=points)
    settlement = attrs.evolve(summary.settlement, reading=other, points=points)
    return attrs.evolve(
        summary, result=attrs.evolve(won, readings=(other, *others)), settlement=settlement
    )


@pytest.mark.rule("WIN-6", refuses=True)
def test_a_kong_that_leaves_one_wait_is_named_and_counted() -> None:
    """Only the kong of 2m can have taken the other wait of 3455m away."""
    summary = read_summary_of(*SINGLE_BY_A_KONG, 1)
    assert isinstance(summary.result, WonDeal)
    (single,) = [each for each in summary.result.readings if Tag.SINGLE_WAIT in each.tags]
    assert single.tags == {Tag.SINGLE_WAIT, Tag.MELDED_KONG}
    assert found(attrs.evolve(summary, kongs=0)) == [Problem.READINGS]
    won = summary.result
    unnamed = tuple(
        [attrs.evolve(each, tags=each.tags - {Tag.MELDED_KONG}) for each in won.readings]
    )
    other = attrs.evolve(summary, result=attrs.evolve(won, readings=unnamed))
    assert found(other) == [Problem.READINGS]


@pytest.mark.rule("WIN-6", refuses=True)
def test_two_waits_more_are_not_taken_away_by_one_meld() -> None:
    """2345678m111s waits for 2m, 5m and 8m, whatever lies beside it."""
    summary = read_summary_of("2345678m111s", "8m", ("999p",), 0)
    assert found(summary) == [Problem.SELF_DRAW_PAID]
    assert found(with_tags(summary, frozenset({Tag.SINGLE_WAIT}), 2)) == [Problem.READINGS]


@pytest.mark.rule("WIN-6", refuses=True)
def test_no_meld_takes_a_wait_away_of_which_the_hand_has_two_tiles() -> None:
    """1177789m waits for 1m and 7m. A pung of 1m would leave one wait, with five copies of 1m."""
    hand, melds = counted(parse_tiles("1177789m")), ("111m", "999p")
    impossible = tuple(Meld(MeldKind.PUNG, parse_tiles(meld)[0]) for meld in melds)
    read = read_win(hand, Tile.M7, impossible, WRITTEN, DEFAULT)
    assert Tag.EDGE_WAIT in read[0].tags
    assert found(unpaid(read, Tile.M7, 0, read[0])) == [Problem.READINGS]


@pytest.mark.rule("WALL-1", refuses=True)
def test_no_hand_has_a_fifth_copy() -> None:
    """11m 111m and 123m are six copies of 1m."""
    hand = counted(Tile(kind) for kind in (0, 0, 0, 0, 0, 0, 1, 9, 9, 9, 18, 18, 18))
    read = read_win(hand, Tile.M3, (), WRITTEN, DEFAULT)
    assert read
    assert found(unpaid(read, Tile.M3, 0, read[0])) == [Problem.READINGS]


@pytest.mark.rule("TAG-1", refuses=True)
@pytest.mark.rule("TAG-7", refuses=True)
@pytest.mark.parametrize(
    ("hand", "possible"),
    [
        pytest.param(("11m234m234p234s55s", "5s", ()), {"neither"}, id="three suits"),
        pytest.param(("11m222m234p23477p", "7p", ()), {"voided"}, id="two suits"),
        pytest.param(("1133345678988m", "8m", ()), {"flush"}, id="one suit"),
        pytest.param(("11m222m234m11177z", "7z", ()), {"neither"}, id="one suit and honours"),
        pytest.param(("111222333z4466z", "6z", ()), {"neither"}, id="honours alone"),
        pytest.param(("11m234m234p4s4s", "4s", ("111z",)), {"neither"}, id="three suits, a meld"),
        pytest.param(
            ("11m234m234p2p2p", "2p", ("111z",)), {"neither", "voided"}, id="two suits, a meld"
        ),
        pytest.param(
            ("11m234m234m9m9m", "9m", ("111p",)),
            {"neither", "voided", "flush"},
            id="one suit, a meld",
        ),
        pytest.param(
            ("11m234m11144z", "4z", ("111p",)),
            {"neither", "voided"},
            id="one suit and honours, a meld",
        ),
        pytest.param(("111222z3344z", "4z", ("111p",)), {"neither"}, id="honours and a meld"),
        pytest.param(
            ("111z3344z", "4z", ("111p", "222s")), {"neither", "voided"}, id="honours and two melds"
        ),
    ],
)
def test_the_suits_of_a_hand_tell_what_its_melds_can_make_of_it(
    hand: tuple[str, str, tuple[str, ...]], possible: set[str]
) -> None:
    concealed, tile, melds = hand
    read = readings(concealed, tile, melds)
    suits = {"voided": {Tag.ONE_VOIDED_SUIT}, "flush": {Tag.FULL_FLUSH}}
    points = {"voided": 1, "flush": 10}
    own = {Tag.ONE_VOIDED_SUIT, Tag.FULL_FLUSH}
    good = set()
    for name in ("neither", "voided", "flush"):
        tags = suits.get(name, set())
        named = tuple(
            [
                attrs.evolve(
                    each,
                    tags=each.tags - own | tags,
                    points=each.points
                    - sum(points[key] for key in points if suits[key] <= each.tags)
                    + points.get(name, 0),
                )
                for each in read
            ]
        )
        problem = found(unpaid(named, parse_tiles(tile)[0], 0, named[0]))
        assert problem in ([Problem.READINGS], [Problem.SELF_DRAW_PAID])
        if problem == [Problem.SELF_DRAW_PAID]:
            good.add(name)
    assert good == possible


@pytest.mark.rule("TAG-1", refuses=True)
def test_no_hand_has_one_suit_and_two() -> None:
    summary = read_summary_of("11m234m234m9m9m", "9m", ("777m",), 0)
    assert found(with_tags(summary, frozenset({Tag.ONE_VOIDED_SUIT}), 13)) == [Problem.READINGS]
