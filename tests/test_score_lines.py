"""The lines of a settlement: who pays whom, for what, how much, by which rule, in which order."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    Payment,
    PaymentFactor,
    PaymentItem,
    ScoreTable,
    Settlement,
    Tag,
    Tile,
)
from rulebook import RULES, parse_options, parse_rules
from settling import (
    MOST_POINTS,
    ONE_POINT,
    ONE_POINT_BESIDE_A_KONG,
    THREE_POINTS,
    lines,
    settled,
    undecided,
    won,
)

FEEDER = ScoreTable(feeder_pays_melded_kong=True)
TIMES_THREE = ScoreTable(dealer_win_multiplier=3)
TAGS_OF_KONGS = {Tag.MELDED_KONG, Tag.CONCEALED_KONG}

# --- a line as a value --------------------------------------------------------------------


@pytest.mark.rule("SCORE-4")
def test_the_lines_of_a_discard_by_a_seat_not_in_ting() -> None:
    for_all = ((PaymentFactor.FOR_ALL, 3),)
    assert settled(won(THREE_POINTS, loser=1)).payments == (
        Payment(1, 2, PaymentItem.BASE, 1, for_all, "SCORE-4"),
        Payment(1, 2, PaymentItem.ONE_VOIDED_SUIT, 1, for_all, "SCORE-4"),
        Payment(1, 2, PaymentItem.CLOSED_WAIT, 1, for_all, "SCORE-4"),
        Payment(1, 2, PaymentItem.DEALER_PAYS_DISCARD, 1, (), "SCORE-4"),
        Payment(1, 2, PaymentItem.DISCARDER_EXTRA, 1, (), "SCORE-4"),
    )


@pytest.mark.rule("SCORE-3")
def test_the_lines_of_a_discard_by_a_seat_in_ting() -> None:
    # The nearest seat after the winner pays first; seat 0 deals.
    assert settled(won(ONE_POINT, loser=1, in_ting=[1])).payments == (
        Payment(3, 2, PaymentItem.BASE, 1, (), "SCORE-3"),
        Payment(0, 2, PaymentItem.BASE, 1, (), "SCORE-3"),
        Payment(0, 2, PaymentItem.DEALER_PAYS_DISCARD, 1, (), "SCORE-3"),
        Payment(1, 2, PaymentItem.BASE, 1, (), "SCORE-3"),
    )


@pytest.mark.rule("SCORE-2", "SCORE-5")
def test_the_lines_of_a_self_draw_with_a_kong() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, melds=["(8888s)"])
    drawn = ((PaymentFactor.SELF_DRAW, 2),)
    kong = (PaymentItem.CONCEALED_KONG, 2, (), "SCORE-5", Tile.S8)
    assert settled(ended).payments == (
        Payment(3, 2, PaymentItem.BASE, 1, drawn, "SCORE-2"),
        Payment(3, 2, *kong),
        Payment(0, 2, PaymentItem.BASE, 1, drawn, "SCORE-2"),
        Payment(0, 2, PaymentItem.DEALER_PAYS_SELF_DRAW, 2, (), "SCORE-2"),
        Payment(0, 2, *kong),
        Payment(1, 2, PaymentItem.BASE, 1, drawn, "SCORE-2"),
        Payment(1, 2, *kong),
    )


@pytest.mark.rule("SCORE-5", "SCORE-10")
def test_the_factors_of_a_line_stand_in_a_fixed_order() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, dealer=2, melds=["8888s<3"])
    score = ScoreTable(feeder_pays_melded_kong=True, dealer_win_multiplier=3)
    both = ((PaymentFactor.DRAWN_DEAL, 2), (PaymentFactor.DEALER_WIN, 3))
    for_all = ((PaymentFactor.FOR_ALL, 3), *both)
    assert settled(ended, score, 2).payments == (
        Payment(3, 2, PaymentItem.MELDED_KONG, 1, for_all, "SCORE-5", Tile.S8),
        Payment(1, 2, PaymentItem.BASE, 1, for_all, "SCORE-4"),
        Payment(1, 2, PaymentItem.DEALER_WINS, 1, for_all, "SCORE-4"),
        Payment(1, 2, PaymentItem.DISCARDER_EXTRA, 1, both, "SCORE-4"),
    )


@pytest.mark.rule("SCORE-1")
def test_items_of_one_payer_stand_in_the_order_of_the_items() -> None:
    ended = won(MOST_POINTS, loser=1, dealer=2, melds=["999m<3"])
    assert lines(settled(ended)) == [
        (1, PaymentItem.BASE, 3),
        (1, PaymentItem.CLOSED_WAIT, 3),
        (1, PaymentItem.PURE_STRAIGHT, 30),
        (1, PaymentItem.FULL_FLUSH, 30),
        (1, PaymentItem.DEALER_WINS, 3),
        (1, PaymentItem.DISCARDER_EXTRA, 1),
    ]


@pytest.mark.rule("SCORE-5")
def test_kongs_of_one_sort_stand_in_the_order_in_which_they_were_made() -> None:
    kongs = ["9999s+<0", "(1111s)", "8888s<3", "(4444z)"]
    payments = settled(won(("{5p}", "5p"), loser=1, melds=kongs)).payments
    paid = [line.kong for line in payments if line.payer == 3]
    assert paid == [Tile.S9, Tile.S8, Tile.S1, Tile.NORTH]  # melded ones first


@pytest.mark.parametrize("winner", range(4))
def test_the_nearest_seat_after_the_winner_pays_first(winner: int) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, winner=winner, melds=["(8888s)"])
    payers = [(line.payer - winner) % 4 for line in settled(ended).payments]
    assert payers == sorted(payers)
    assert set(payers) == {1, 2, 3}
    assert {line.payee for line in settled(ended).payments} == {winner}


# --- a line in words ----------------------------------------------------------------------


def in_words(settlement: Settlement) -> tuple[list[str], list[str]]:
    """Return the lines in English and in Chinese."""
    payments = settlement.payments
    return [paid.en for paid in payments], [paid.zh for paid in payments]


def test_a_discard_in_ting_in_words() -> None:
    english, chinese = in_words(settled(won(ONE_POINT, loser=1, in_ting=[1])))
    assert english == [
        "seat 3 pays 1 to seat 2 for the win: 1 (SCORE-3)",
        "seat 0 pays 1 to seat 2 for the win: 1 (SCORE-3)",
        "seat 0 pays 1 to seat 2 for the dealer's loss to a discard win: 1 (SCORE-3)",
        "seat 1 pays 1 to seat 2 for the win: 1 (SCORE-3)",
    ]
    assert chinese == [
        "座位3付给座位2 1分：胡牌 1（SCORE-3）",
        "座位0付给座位2 1分：胡牌 1（SCORE-3）",
        "座位0付给座位2 1分：庄家失利 1（SCORE-3）",
        "座位1付给座位2 1分：胡牌 1（SCORE-3）",
    ]


def test_a_discard_not_in_ting_and_a_fed_kong_after_a_drawn_deal_in_words() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["8888s<3"])
    english, chinese = in_words(settled(ended, FEEDER, 2))
    assert english == [
        (
            "seat 3 pays 6 to seat 2 for a melded kong of 8s: "
            "1 × 3 (for all three) × 2 (after a drawn deal) (SCORE-5)"
        ),
        (
            "seat 1 pays 6 to seat 2 for the win: "
            "1 × 3 (for all three) × 2 (after a drawn deal) (SCORE-4)"
        ),
        (
            "seat 1 pays 2 to seat 2 for the dealer's loss to a discard win: "
            "1 × 2 (after a drawn deal) (SCORE-4)"
        ),
        "seat 1 pays 2 to seat 2 for dealing in without ting: 1 × 2 (after a drawn deal) (SCORE-4)",
    ]
    assert chinese == [
        "座位3付给座位2 6分：明杠八条 1 × 3（一家包三家） × 2（荒庄加倍）（SCORE-5）",
        "座位1付给座位2 6分：胡牌 1 × 3（一家包三家） × 2（荒庄加倍）（SCORE-4）",
        "座位1付给座位2 2分：庄家失利 1 × 2（荒庄加倍）（SCORE-4）",
        "座位1付给座位2 2分：未听放铳 1 × 2（荒庄加倍）（SCORE-4）",
    ]


def test_a_self_draw_of_the_dealer_in_words() -> None:
    ended = won(("{111z}46m222p99s", "5m"), winner=0, melds=["(8888s)"])
    english, chinese = in_words(settled(ended, TIMES_THREE))
    assert english[:4] == [
        "seat 1 pays 6 to seat 0 for the win: 1 × 2 (self-draw) × 3 (the dealer wins) (SCORE-2)",
        (
            "seat 1 pays 6 to seat 0 for Closed Wait: "
            "1 × 2 (self-draw) × 3 (the dealer wins) (SCORE-2)"
        ),
        (
            "seat 1 pays 6 to seat 0 for the dealer's win: "
            "1 × 2 (self-draw) × 3 (the dealer wins) (SCORE-2)"
        ),
        "seat 1 pays 6 to seat 0 for a concealed kong of 8s: 2 × 3 (the dealer wins) (SCORE-5)",
    ]
    assert chinese[:4] == [
        "座位1付给座位0 6分：胡牌 1 × 2（自摸） × 3（庄家胡加倍）（SCORE-2）",
        "座位1付给座位0 6分：砍张 1 × 2（自摸） × 3（庄家胡加倍）（SCORE-2）",
        "座位1付给座位0 6分：庄家胡 1 × 2（自摸） × 3（庄家胡加倍）（SCORE-2）",
        "座位1付给座位0 6分：暗杠八条 2 × 3（庄家胡加倍）（SCORE-5）",
    ]
    # The two others pay the same.
    assert english[4:8] == [line.replace("seat 1", "seat 2") for line in english[:4]]
    assert chinese[8:] == [line.replace("座位1", "座位3", 1) for line in chinese[:4]]


def test_a_self_draw_against_the_dealer_and_an_added_kong_of_an_honour_in_words() -> None:
    ended = won(("{444z}45m222p99s", "6m"), melds=["7777z+<1"])
    english, chinese = in_words(settled(ended))
    assert english[3:5] == [
        "seat 0 pays 2 to seat 2 for the dealer's loss to a self-draw: 2 (SCORE-2)",
        "seat 0 pays 1 to seat 2 for a melded kong of 7z: 1 (SCORE-5)",
    ]
    assert chinese[3:5] == [
        "座位0付给座位2 2分：庄家被自摸 2（SCORE-2）",
        "座位0付给座位2 1分：明杠中 1（SCORE-5）",
    ]


@pytest.mark.parametrize("tag", [tag for tag in Tag if tag not in TAGS_OF_KONGS])
def test_an_item_of_a_tag_has_the_words_of_the_tag(tag: Tag) -> None:
    item = PaymentItem[tag.name]
    assert (item.en, item.zh, item.rule) == (tag.en, tag.zh, "SCORE-1")


def test_kongs_have_the_chinese_names_of_their_tags() -> None:
    for tag in TAGS_OF_KONGS:
        assert PaymentItem[tag.name].zh == tag.zh


@pytest.mark.parametrize("members", [tuple(PaymentItem), tuple(PaymentFactor)])
def test_no_two_items_and_no_two_factors_have_the_same_words(
    members: tuple[PaymentItem | PaymentFactor, ...],
) -> None:
    assert len({member.en for member in members}) == len(members)
    assert len({member.zh for member in members}) == len(members)
    assert repr(members[0]) in {"PaymentItem.BASE", "PaymentFactor.SELF_DRAW"}


def test_settlements_are_shown_by_their_points_and_deltas() -> None:
    assert repr(settled(won(THREE_POINTS, loser=1))) == (
        "<Settlement of 3 points, (0, -11, 11, 0)>"
    )
    assert repr(settled(undecided().after)) == "<Settlement of 0 points, (0, 0, 0, 0)>"


# --- the rulebook -------------------------------------------------------------------------


def test_each_item_is_a_number_of_the_score_table_and_has_its_rule() -> None:
    rows = parse_options(RULES.read_text(encoding="utf-8"), "ScoreTable")
    rules = {row.name: row.rules for row in rows}
    multipliers = {"self_draw_multiplier", "drawn_deal_multiplier", "dealer_win_multiplier"}
    switches = {"feeder_pays_melded_kong", "discarder_covers_kongs"}
    assert [item.name.lower() for item in PaymentItem] == [
        name for name in rules if name not in multipliers | switches
    ]
    assert all(item.rule in rules[item.name.lower()] for item in PaymentItem)


def test_the_rules_of_items_and_factors_are_in_the_rulebook() -> None:
    numbers = {rule.number for rule in parse_rules(RULES.read_text(encoding="utf-8"))[0]}
    assert {member.rule for kind in (PaymentItem, PaymentFactor) for member in kind} <= numbers
