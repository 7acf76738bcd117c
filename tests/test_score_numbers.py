"""Other numbers than the usual ones: each field of a score table alone, noughts, and large ones."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import attrs
import pytest

from evenings import FOUR, seated
from lisi_mahjong import GameState, PaymentItem, ScoreTable, Tag, WonDeal
from settling import (
    ONE_POINT,
    ONE_POINT_BESIDE_A_KONG,
    THREE_POINTS,
    lines,
    played_on,
    settled,
    undecided,
    winning,
    won,
)

Deltas = tuple[int, int, int, int]

# --- one number at a time -----------------------------------------------------------------

# Seat 2 wins; seat 0 deals where nothing else is said, and seat 1 deals in.
DEALS = {
    "one point": won(ONE_POINT, loser=1),
    "one point, in ting": won(ONE_POINT, loser=1, in_ting=[1]),
    "one point, self-draw": won(ONE_POINT),
    "one point, the dealer": won(ONE_POINT, loser=1, dealer=2),
    "one point, a self-draw of the dealer": won(ONE_POINT, dealer=2),
    "voided and closed": won(THREE_POINTS, loser=1),
    "edge": won(("{111z}12m222p33399s", "3m"), loser=1),
    "single": won(("{111z}5m222p333789s", "5m"), loser=1),
    "straight": won(("{123m}456789m22p99s", "2p"), loser=1),
    "flush": won(("{111m}3335557788m", "7m"), loser=1),
    "melded": won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["8888s<0"]),
    "added": won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["8888s+<0"]),
    "concealed": won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["(8888s)"]),
}


# Each with what is paid by the usual numbers, and with the one number.
ONE_NUMBER: list[tuple[str, str, int, Deltas, Deltas]] = [
    ("base", "one point", 5, (0, -5, 5, 0), (0, -17, 17, 0)),  # 3 x 5 + 1 + 1
    ("base", "one point, in ting", 0, (-2, -1, 4, -1), (-1, 0, 1, 0)),
    ("base", "one point, self-draw", 4, (-4, -2, 8, -2), (-10, -8, 26, -8)),  # 2 x 4, and 2
    ("one_voided_suit", "voided and closed", 4, (0, -11, 11, 0), (0, -20, 20, 0)),  # 3 x 6 + 2
    ("one_voided_suit", "voided and closed", 0, (0, -11, 11, 0), (0, -8, 8, 0)),  # 3 x 2 + 2
    ("closed_wait", "voided and closed", 5, (0, -11, 11, 0), (0, -23, 23, 0)),  # 3 x 7 + 2
    ("edge_wait", "edge", 0, (0, -8, 8, 0), (0, -5, 5, 0)),  # 3 x 2 + 2, and 3 x 1 + 2
    ("edge_wait", "edge", 3, (0, -8, 8, 0), (0, -14, 14, 0)),  # 3 x 4 + 2
    ("single_wait", "single", 7, (0, -8, 8, 0), (0, -26, 26, 0)),  # 3 x 8 + 2
    ("pure_straight", "straight", 5, (0, -35, 35, 0), (0, -20, 20, 0)),  # 3 x 6 + 2
    ("full_flush", "flush", 1, (0, -35, 35, 0), (0, -8, 8, 0)),  # 3 x 2 + 2
    ("dealer_wins", "one point, the dealer", 3, (0, -7, 7, 0), (0, -13, 13, 0)),  # 3 x 4 + 1
    ("dealer_wins", "one point, the dealer", 0, (0, -7, 7, 0), (0, -4, 4, 0)),  # 3 x 1 + 1
    (
        "dealer_wins",
        "one point, a self-draw of the dealer",
        2,
        (-4, -4, 12, -4),
        (-6, -6, 18, -6),  # 2 x 3
    ),
    ("self_draw_multiplier", "one point, self-draw", 3, (-4, -2, 8, -2), (-5, -3, 11, -3)),
    ("self_draw_multiplier", "one point, self-draw", 1, (-4, -2, 8, -2), (-3, -1, 5, -1)),
    ("dealer_pays_self_draw", "one point, self-draw", 0, (-4, -2, 8, -2), (-2, -2, 6, -2)),
    ("dealer_pays_self_draw", "one point, self-draw", 9, (-4, -2, 8, -2), (-11, -2, 15, -2)),
    ("dealer_pays_discard", "one point", 4, (0, -5, 5, 0), (0, -8, 8, 0)),  # 3 + 4 + 1
    ("dealer_pays_discard", "one point, in ting", 4, (-2, -1, 4, -1), (-5, -1, 7, -1)),
    ("discarder_extra", "one point", 0, (0, -5, 5, 0), (0, -4, 4, 0)),  # 3 + 1
    ("discarder_extra", "one point, the dealer", 6, (0, -7, 7, 0), (0, -12, 12, 0)),  # 6 + 6
    ("melded_kong", "melded", 3, (-1, -6, 8, -1), (-3, -8, 14, -3)),
    ("melded_kong", "added", 4, (-1, -6, 8, -1), (-4, -9, 17, -4)),
    ("concealed_kong", "concealed", 5, (-2, -7, 11, -2), (-5, -10, 20, -5)),
    ("feeder_pays_melded_kong", "melded", True, (-1, -6, 8, -1), (-3, -5, 8, 0)),
    ("discarder_covers_kongs", "concealed", True, (-2, -7, 11, -2), (0, -11, 11, 0)),
    ("dealer_win_multiplier", "one point, the dealer", 4, (0, -7, 7, 0), (0, -28, 28, 0)),
]


@pytest.mark.rule("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4", "SCORE-5", "SCORE-7")
@pytest.mark.parametrize(("field", "deal", "number", "usual", "changed"), ONE_NUMBER)
def test_one_number_changes_what_is_paid_for_it(
    field: str, deal: str, number: int, usual: Deltas, changed: Deltas
) -> None:
    assert settled(DEALS[deal]).deltas == usual
    assert settled(DEALS[deal], ScoreTable.from_options({field: number})).deltas == changed


def test_each_field_of_a_score_table_has_its_number_here() -> None:
    fields = {field.name for field in attrs.fields(ScoreTable)}
    # What a drawn deal multiplies is a table's to know: see the next test.
    assert fields - {field for field, *_ in ONE_NUMBER} == {"drawn_deal_multiplier"}


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize("deal", DEALS)
def test_a_settlement_is_told_of_a_drawn_deal_before_and_does_not_ask_the_score_table(
    deal: str,
) -> None:
    assert settled(DEALS[deal], ScoreTable(drawn_deal_multiplier=7)) == settled(DEALS[deal])


@pytest.mark.parametrize("number", [0, 7])
@pytest.mark.parametrize("item", PaymentItem, ids=repr)
@pytest.mark.parametrize("deal", DEALS)
def test_a_number_changes_the_lines_of_its_item_and_no_others(
    deal: str, item: PaymentItem, number: int
) -> None:
    usual = settled(DEALS[deal]).payments
    changed = settled(DEALS[deal], ScoreTable.from_options({item.name.lower(): number})).payments
    assert changed == tuple(
        attrs.evolve(paid, points=number) if paid.item is item else paid
        for paid in usual
        if number or paid.item is not item
    )


def test_each_item_has_a_line_in_those_deals() -> None:
    paid = {line.item for ended in DEALS.values() for line in settled(ended).payments}
    assert paid == set(PaymentItem)


# --- the best reading (SCORE-9) -----------------------------------------------------------

# Each is read in two ways, of which the first is the better or, of equals, the first by TAG-10.
# 1233555m waits for 3m alone, which makes the pair or 123m.
PAIR_OR_EDGE = won(("{123m}3555m456p789s", "3m"), loser=1)
# 1122344m waits for 3m alone: 11m 234m 234m with a middle, or 44m 123m 123m with an edge. Bamboos
# are voided.
MIDDLE_OR_EDGE = won(("{112m}2344m", "3m"), loser=1, melds=["999p<3", "111z<0"])
# 45556m11888p waits for 5m and 1p; 5m is the middle of 456m or makes 555m. Bamboos are voided.
MIDDLE_OR_TRIPLET = won(("{455m}56m11888p", "5m"), loser=1, melds=["444z<3"])


@pytest.mark.rule("SCORE-9")
@pytest.mark.parametrize(
    ("ended", "score", "points", "tags"),
    [
        (PAIR_OR_EDGE, ScoreTable(), 2, {Tag.SINGLE_WAIT}),
        (PAIR_OR_EDGE, ScoreTable(edge_wait=5, single_wait=0), 6, {Tag.EDGE_WAIT}),
        (PAIR_OR_EDGE, ScoreTable(edge_wait=5, single_wait=5), 6, {Tag.SINGLE_WAIT}),
        (PAIR_OR_EDGE, ScoreTable(edge_wait=5, single_wait=6), 7, {Tag.SINGLE_WAIT}),
        (MIDDLE_OR_EDGE, ScoreTable(), 3, {Tag.ONE_VOIDED_SUIT, Tag.CLOSED_WAIT}),
        (
            MIDDLE_OR_EDGE,
            ScoreTable(edge_wait=2),
            4,
            {Tag.ONE_VOIDED_SUIT, Tag.EDGE_WAIT},
        ),
        (
            MIDDLE_OR_EDGE,
            ScoreTable(closed_wait=0),
            3,
            {Tag.ONE_VOIDED_SUIT, Tag.EDGE_WAIT},
        ),
        (MIDDLE_OR_TRIPLET, ScoreTable(), 3, {Tag.ONE_VOIDED_SUIT, Tag.CLOSED_WAIT}),
    ],
)
def test_the_reading_that_is_paid_is_the_best_one_by_the_score_table(
    ended: GameState, score: ScoreTable, points: int, tags: AbstractSet[Tag]
) -> None:
    settlement = settled(ended, score)
    assert settlement.reading is not None
    assert (settlement.points, settlement.reading.tags) == (points, tags)
    assert settlement.deltas[2] == 3 * points + 2


@pytest.mark.rule("SCORE-9")
def test_the_reading_that_is_paid_may_not_be_the_first_of_the_result() -> None:
    assert isinstance(PAIR_OR_EDGE.result, WonDeal)
    single, edge = PAIR_OR_EDGE.result.readings
    assert settled(PAIR_OR_EDGE).reading == single
    paid = settled(PAIR_OR_EDGE, ScoreTable(edge_wait=5, single_wait=0))
    assert paid.reading == attrs.evolve(edge, points=6)
    assert lines(paid)[1] == (1, PaymentItem.EDGE_WAIT, 15)


# --- noughts and large numbers ------------------------------------------------------------

ITEMS = tuple(item.name.lower() for item in PaymentItem)
NOUGHTS = ScoreTable.from_options(dict.fromkeys(ITEMS, 0))
MILLION = 10**6
MILLIONS = ScoreTable.from_options(
    dict.fromkeys([*ITEMS, "self_draw_multiplier", "dealer_win_multiplier"], MILLION)
)


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize("deal", DEALS)
def test_where_everything_is_worth_nothing_nothing_is_paid(deal: str) -> None:
    settlement = settled(DEALS[deal], NOUGHTS, 2)
    assert (settlement.points, settlement.payments) == (0, ())
    assert settlement.deltas == (0, 0, 0, 0)
    assert settlement.reading is not None


@pytest.mark.rule("SCORE-1")
def test_what_comes_to_nothing_has_no_line_and_the_rest_is_paid() -> None:
    score = ScoreTable(base=0, one_voided_suit=0, dealer_pays_discard=0)
    settlement = settled(DEALS["voided and closed"], score)
    assert settlement.points == 1
    assert lines(settlement) == [
        (1, PaymentItem.CLOSED_WAIT, 3),
        (1, PaymentItem.DISCARDER_EXTRA, 1),
    ]


EVERYTHING = ("{123m}46789m99p", "5m")
"""Beside a kong of honours: the base, One Voided Suit, Closed Wait and Pure Straight."""


@pytest.mark.rule("SCORE-8")
def test_a_self_draw_of_the_dealer_in_millions() -> None:
    ended = won(EVERYTHING, dealer=2, melds=["(1111z)"])
    # Five items of a million, times a self-draw, a drawn deal and a dealer's win; and the kong,
    # times the last two.
    each = 5 * 10**6 * 10**18 + 10**6 * 10**12
    assert settled(ended, MILLIONS, MILLION).deltas == (-each, -each, 3 * each, -each)
    assert each == 5_000_001_000_000_000_000_000_000


@pytest.mark.rule("SCORE-8")
def test_a_discard_in_millions() -> None:
    ended = won(EVERYTHING, loser=1, melds=["1111z<0"])
    # Four items three times and two more, a million each; a kong from each; times a drawn deal.
    assert settled(ended, MILLIONS, MILLION).deltas == (
        -1_000_000_000_000,
        -15_000_000_000_000,
        17_000_000_000_000,
        -1_000_000_000_000,
    )


@pytest.mark.rule("SCORE-8")
def test_a_ledger_in_millions() -> None:
    score = attrs.evolve(MILLIONS, drawn_deal_multiplier=MILLION)
    table = played_on(played_on(seated(score=score), undecided()), winning(ONE_POINT, winner=0))
    # Twice a million (the base, the dealer), times a self-draw, a drawn deal and a dealer's win.
    each = 2 * 10**24
    assert dict(table.ledger) == dict(zip(FOUR, (3 * each, -each, -each, -each), strict=True))
