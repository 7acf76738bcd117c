"""What a win is worth and who pays it: SCORE-1 to SCORE-4, by deals whose points are counted here.

Kongs are in `test_score_kongs`, doublings in `test_score_doubling`, the lines that a player is
shown in `test_score_lines`, other numbers in `test_score_numbers`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lisi_mahjong import GameState, PaymentItem, RuleSet, ScoreTable
from settling import (
    MOST_POINTS,
    ONE_POINT,
    THREE_POINTS,
    lines,
    robbed,
    seen_from,
    settled,
    table_of,
    won,
)
from support import WRITTEN

VOIDED = PaymentItem.ONE_VOIDED_SUIT
CLOSED = PaymentItem.CLOSED_WAIT
EDGE = PaymentItem.EDGE_WAIT
SINGLE = PaymentItem.SINGLE_WAIT
STRAIGHT = PaymentItem.PURE_STRAIGHT
FLUSH = PaymentItem.FULL_FLUSH

ON_EIGHT = RuleSet(closed_wait_on_eight=True)
ALONE = RuleSet(closed_wait_alone=True)
ON_EIGHT_ALONE = RuleSet(closed_wait_on_eight=True, closed_wait_alone=True)
ALL_RUNS = RuleSet(all_runs=True)

ROUND = pytest.mark.parametrize("winner", range(4))
DISCARDERS = pytest.mark.parametrize("discarder", [1, 2, 3])

# --- SCORE-1: what a win is worth ---------------------------------------------------------

Hand = tuple[str, str, Sequence[str]]
"""What is held in ting, the tile that it wins on, and the melds."""

# Each with u for a winner who does not deal, and what is paid beside the base.
WORTH: dict[str, tuple[Hand, int, list[PaymentItem]]] = {
    # All three suits; 3m and 6m are waited for, and neither is a middle or an edge.
    "no tag on a 6": (("{111z}45m222p33399s", "6m", ()), 1, []),
    "no tag on a 3": (("{111z}45m222p33399s", "3m", ()), 1, []),
    "no tag, a suit in a pung alone": (("{111z}45m22299p", "6m", ["888s<3"]), 1, []),
    "no tag in one suit with honours": (("{111z}45m222444z99m", "6m", ()), 1, []),
    # The tags alone.
    "no bamboos": (("{111z}45m22233399p", "6m", ()), 2, [VOIDED]),
    "no dots": (("{111z}45m22233399s", "6m", ()), 2, [VOIDED]),
    "no characters": (("{111z}45s22233399p", "6s", ()), 2, [VOIDED]),
    "the middle of 456": (("{111z}46m222p33399s", "5m", ()), 2, [CLOSED]),
    "the middle of 123": (("{111z}13m222p33399s", "2m", ()), 2, [CLOSED]),
    "the middle of 678": (("{111z}68m222p33399s", "7m", ()), 2, [CLOSED]),
    "the 8 of 789": (("{111z}79m222p33399s", "8m", ()), 1, []),
    "the 3 of 123": (("{111z}12m222p33399s", "3m", ()), 2, [EDGE]),
    "the 7 of 789": (("{111z}89m222p33399s", "7m", ()), 2, [EDGE]),
    # 8999m waits for 7m (789m and 99m) and for 8m (88m and 999m).
    "the 7 of 789, one of two waits": (("{111z}8999m222p333s", "7m", ()), 1, []),
    "the pair, one of two waits": (("{111z}8999m222p333s", "8m", ()), 1, []),
    "the pair of a suit": (("{111z}5m222p333789s", "5m", ()), 2, [SINGLE]),
    "the pair of honours": (("{111z}5z222p333s789m", "5z", ()), 2, [SINGLE]),
    # 2p and 9s are waited for, and each makes a triplet.
    "a straight": (("{123m}456789m22p99s", "2p", ()), 11, [STRAIGHT]),
    # 7m and 8m are waited for, and each makes a triplet.
    "one suit": (("{111m}3335557788m", "7m", ()), 11, [FLUSH]),
    "one suit with a pung": (("{111p}3335577p", "7p", ["888p<3"]), 11, [FLUSH]),
    # Two together.
    "voided and closed": (("{111z}46m22233399p", "5m", ()), 3, [VOIDED, CLOSED]),
    "voided and edge": (("{111z}12m22233399p", "3m", ()), 3, [VOIDED, EDGE]),
    "voided and single": (("{111z}5m222333789p", "5m", ()), 3, [VOIDED, SINGLE]),
    "voided and straight": (("{123m}456789m22p99p", "2p", ()), 12, [VOIDED, STRAIGHT]),
    "straight and closed": (("{123m}46789m222p99s", "5m", ()), 12, [CLOSED, STRAIGHT]),
    "flush and closed": (("{111m}46m77799m", "5m", ["333m<3"]), 12, [CLOSED, FLUSH]),
    # 1m and 9m are waited for. The 1 makes 111m or 123m, and is no edge.
    "flush and straight": (("{123m}4567891199m", "1m", ()), 21, [STRAIGHT, FLUSH]),
    # All that can stand together: a suit is voided or there is one suit alone, never both.
    "voided, straight and closed": (
        ("{123m}46789m222p99p", "5m", ()),
        13,
        [VOIDED, CLOSED, STRAIGHT],
    ),
    "voided, straight and edge": (
        ("{12m4m}56789m222p99p", "3m", ()),
        13,
        [VOIDED, EDGE, STRAIGHT],
    ),
    "voided, straight and single": (
        ("{123m}456789m222p5p", "5p", ()),
        13,
        [VOIDED, SINGLE, STRAIGHT],
    ),
    "flush, straight and closed": (
        ("{222m}1346789m", "5m", ["999m<3"]),
        22,
        [CLOSED, STRAIGHT, FLUSH],
    ),
    # 2m and 9m are waited for. The 2 makes 222m, or 123m of which it is the middle.
    "flush, straight and a middle by another reading": (
        ("{123m}4567892299m", "2m", ()),
        22,
        [CLOSED, STRAIGHT, FLUSH],
    ),
    "flush, straight and edge": (
        ("{124m}5678999m", "3m", ["222m<3"]),
        22,
        [EDGE, STRAIGHT, FLUSH],
    ),
    # The 5 makes the pair or 456m; of equals the reading that completes the pair is the first.
    "flush, straight and single": (
        ("{123m}4556789m", "5m", ["999m<3"]),
        22,
        [SINGLE, STRAIGHT, FLUSH],
    ),
}


def by_discard(hand: Hand, rules: RuleSet = WRITTEN, dealer: int = 0) -> GameState:
    """Return a deal that seat 2 has won on a discard of seat 1, who is not in ting."""
    held, tile, melds = hand
    return won((held, tile), loser=1, melds=melds, rules=rules, dealer=dealer)


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(("hand", "points", "tags"), WORTH.values(), ids=WORTH)
def test_a_win_is_worth_the_base_and_its_tags(
    hand: Hand, points: int, tags: list[PaymentItem]
) -> None:
    settlement = settled(by_discard(hand))
    assert settlement.points == points
    expected = [
        PaymentItem.BASE,
        *tags,
        PaymentItem.DEALER_PAYS_DISCARD,
        PaymentItem.DISCARDER_EXTRA,
    ]
    assert [item for _, item, _ in lines(settlement)] == expected


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(("hand", "points", "tags"), WORTH.values(), ids=WORTH)
def test_the_winner_who_deals_has_one_more(
    hand: Hand, points: int, tags: list[PaymentItem]
) -> None:
    settlement = settled(by_discard(hand, dealer=2))
    assert settlement.points == points + 1
    expected = [PaymentItem.BASE, *tags, PaymentItem.DEALER_WINS, PaymentItem.DISCARDER_EXTRA]
    assert [item for _, item, _ in lines(settlement)] == expected


EIGHT: Hand = ("{111z}79m222p33399s", "8m", ())
# 45556m with 11888p waits for 5m and for 1p (the example of TAG-2).
ONE_OF_TWO: Hand = ("{455m}56m11888p", "5m", ["444z<3"])
FIVE_ALONE: Hand = ("{111z}46m222p33399s", "5m", ())
RUNS: Hand = ("{123m}456789p23s55s", "4s", ())
RUNS_AND_STRAIGHT: Hand = ("{123m}456789m45p22p", "6p", ())


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(
    ("hand", "rules", "points", "tags"),
    [
        (EIGHT, ON_EIGHT, 2, [CLOSED]),
        (EIGHT, ALONE, 1, []),
        (EIGHT, ON_EIGHT_ALONE, 2, [CLOSED]),
        (ONE_OF_TWO, WRITTEN, 3, [VOIDED, CLOSED]),
        (ONE_OF_TWO, ALONE, 2, [VOIDED]),
        (FIVE_ALONE, ALONE, 2, [CLOSED]),
        (RUNS, ALL_RUNS, 1, []),
        (RUNS_AND_STRAIGHT, ALL_RUNS, 12, [VOIDED, STRAIGHT]),
    ],
)
def test_a_win_is_worth_what_the_rules_of_the_deal_call_it(
    hand: Hand, rules: RuleSet, points: int, tags: list[PaymentItem]
) -> None:
    settlement = settled(by_discard(hand, rules))
    assert settlement.points == points
    named = {
        PaymentItem.BASE,
        PaymentItem.DEALER_PAYS_DISCARD,
        PaymentItem.DISCARDER_EXTRA,
    }
    assert [item for _, item, _ in lines(settlement) if item not in named] == tags


# --- SCORE-2 to SCORE-4: who pays ---------------------------------------------------------

# Deltas are as the winner sees them: the winner, its next seat, the one opposite, the one before.
# So is the dealer: 0 is the winner, 1 its next seat. All is turned to each of the four seats.


def pungs(hand: tuple[str, str], winner: int) -> list[str]:
    """Return the melds that go with a hand: a pung of 9m with MOST_POINTS."""
    return [f"999m<{(winner + 1) % 4}"] if hand is MOST_POINTS else []


@pytest.mark.rule("SCORE-2", "SCORE-8")
@pytest.mark.parametrize(
    ("hand", "dealer", "deltas"),
    [
        (ONE_POINT, 0, (12, -4, -4, -4)),  # u = 1 + 1, and each pays 2u
        (ONE_POINT, 1, (8, -4, -2, -2)),  # u = 1, and the dealer pays 2 more
        (ONE_POINT, 2, (8, -2, -4, -2)),
        (ONE_POINT, 3, (8, -2, -2, -4)),
        (THREE_POINTS, 0, (24, -8, -8, -8)),  # u = 3 + 1
        (THREE_POINTS, 1, (20, -8, -6, -6)),  # u = 3
        (THREE_POINTS, 2, (20, -6, -8, -6)),
        (THREE_POINTS, 3, (20, -6, -6, -8)),
        (MOST_POINTS, 0, (138, -46, -46, -46)),  # u = 22 + 1
        (MOST_POINTS, 1, (134, -46, -44, -44)),  # u = 22
        (MOST_POINTS, 2, (134, -44, -46, -44)),
        (MOST_POINTS, 3, (134, -44, -44, -46)),
    ],
)
@ROUND
def test_a_self_draw_is_paid_twice_by_all_and_the_dealer_pays_two_more(
    hand: tuple[str, str], dealer: int, deltas: tuple[int, int, int, int], winner: int
) -> None:
    ended = won(hand, winner=winner, dealer=(winner + dealer) % 4, melds=pungs(hand, winner))
    assert settled(ended).deltas == seen_from(winner, deltas)


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize("in_ting", [1, 2, 3])
def test_who_else_is_in_ting_is_no_matter_for_a_self_draw(in_ting: int) -> None:
    ended = won(ONE_POINT, winner=0, dealer=1, in_ting=[in_ting])
    assert settled(ended).deltas == (8, -4, -2, -2)


@pytest.mark.rule("SCORE-3", "SCORE-8")
@pytest.mark.parametrize(
    ("hand", "dealer", "deltas"),
    [
        (ONE_POINT, 0, (6, -2, -2, -2)),  # u = 1 + 1
        (ONE_POINT, 1, (4, -2, -1, -1)),  # u = 1, and the dealer pays 1 more
        (ONE_POINT, 2, (4, -1, -2, -1)),
        (ONE_POINT, 3, (4, -1, -1, -2)),
        (THREE_POINTS, 0, (12, -4, -4, -4)),  # u = 3 + 1
        (THREE_POINTS, 1, (10, -4, -3, -3)),  # u = 3
        (THREE_POINTS, 2, (10, -3, -4, -3)),
        (THREE_POINTS, 3, (10, -3, -3, -4)),
        (MOST_POINTS, 0, (69, -23, -23, -23)),  # u = 22 + 1
        (MOST_POINTS, 1, (67, -23, -22, -22)),  # u = 22
        (MOST_POINTS, 2, (67, -22, -23, -22)),
        (MOST_POINTS, 3, (67, -22, -22, -23)),
    ],
)
@DISCARDERS
@ROUND
def test_all_three_pay_when_the_discarder_is_in_ting_and_the_dealer_one_more(
    hand: tuple[str, str],
    dealer: int,
    deltas: tuple[int, int, int, int],
    discarder: int,
    winner: int,
) -> None:
    loser = (winner + discarder) % 4
    ended = won(
        hand,
        winner=winner,
        loser=loser,
        dealer=(winner + dealer) % 4,
        in_ting=[loser],
        melds=pungs(hand, winner),
    )
    assert settled(ended).deltas == seen_from(winner, deltas)


@pytest.mark.rule("SCORE-4", "SCORE-8")
@pytest.mark.parametrize(
    ("hand", "dealer", "paid"),
    [
        (ONE_POINT, 0, 7),  # u = 1 + 1: 3 x 2 + 1
        (ONE_POINT, 1, 5),  # u = 1: 3 x 1 + 1 + 1
        (ONE_POINT, 2, 5),
        (ONE_POINT, 3, 5),
        (THREE_POINTS, 0, 13),  # 3 x 4 + 1
        (THREE_POINTS, 1, 11),  # 3 x 3 + 1 + 1
        (THREE_POINTS, 2, 11),
        (THREE_POINTS, 3, 11),
        (MOST_POINTS, 0, 70),  # 3 x 23 + 1
        (MOST_POINTS, 1, 68),  # 3 x 22 + 1 + 1
        (MOST_POINTS, 2, 68),
        (MOST_POINTS, 3, 68),
    ],
)
@DISCARDERS
@ROUND
def test_a_discarder_not_in_ting_pays_alone_for_all(
    hand: tuple[str, str], dealer: int, paid: int, discarder: int, winner: int
) -> None:
    loser = (winner + discarder) % 4
    ended = won(
        hand,
        winner=winner,
        loser=loser,
        dealer=(winner + dealer) % 4,
        melds=pungs(hand, winner),
    )
    expected = [0, 0, 0, 0]
    expected[loser], expected[winner] = -paid, paid
    assert settled(ended).deltas == tuple(expected)


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize("bystander", [0, 3])
def test_a_bystander_in_ting_is_no_matter_for_a_discarder_who_is_not(bystander: int) -> None:
    ended = won(THREE_POINTS, loser=1, in_ting=[bystander])
    assert settled(ended).deltas == (0, -11, 11, 0)


@pytest.mark.rule("SCORE-2", "SCORE-3", "SCORE-4")
def test_the_table_of_the_rulebook() -> None:
    ends = {
        "self-draw": won(THREE_POINTS),
        "seat 1 deals in, in ting": won(THREE_POINTS, loser=1, in_ting=[1]),
        "seat 1 deals in, not in ting": won(THREE_POINTS, loser=1),
    }
    assert {row: settled(ended).deltas for row, ended in ends.items()} == table_of("SCORE-4")
    assert {settled(ended).points for ended in ends.values()} == {3}


# --- by choice, and a robbed kong ---------------------------------------------------------


@pytest.mark.rule("SCORE-3")
def test_a_win_by_choice_on_a_discard_of_a_seat_in_ting() -> None:
    ended = won(THREE_POINTS, loser=1, in_ting=[1], rules=RuleSet(forced_win=False))
    assert settled(ended).deltas == (-4, -3, 10, -3)


@pytest.mark.rule("SCORE-2")
def test_a_win_by_choice_on_ones_own_draw() -> None:
    ended = won(THREE_POINTS, rules=RuleSet(forced_win=False))
    assert settled(ended).deltas == (-8, -6, 20, -6)


@pytest.mark.rule("SCORE-4")
def test_a_win_by_choice_on_a_discard_of_a_seat_not_in_ting() -> None:
    ended = won(THREE_POINTS, loser=1, rules=RuleSet(forced_win=False))
    assert settled(ended).deltas == (0, -11, 11, 0)


@pytest.mark.rule("SCORE-9")
@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize(
    ("dealer", "deltas"),
    [
        (0, (0, -5, 5, 0)),  # u = 1: 3 + 1 + 1
        (1, (0, -5, 5, 0)),  # the maker of the kong deals
        (2, (0, -7, 7, 0)),  # u = 1 + 1: 6 + 1
    ],
)
def test_a_robbed_kong_is_paid_as_a_discard_of_its_maker_who_is_not_in_ting(
    forced: bool, dealer: int, deltas: tuple[int, int, int, int]
) -> None:
    ended = robbed(dealer=dealer, rules=RuleSet(robbing_kong=True, forced_win=forced))
    assert settled(ended).deltas == deltas
    assert {paid.rule for paid in settled(ended).payments} == {"SCORE-4"}


@pytest.mark.rule("SCORE-9")
def test_a_robbed_kong_is_no_kong_for_anybody() -> None:
    numbers = ScoreTable(
        melded_kong=1000, feeder_pays_melded_kong=True, discarder_covers_kongs=True
    )
    assert settled(robbed(), numbers).deltas == (0, -5, 5, 0)
