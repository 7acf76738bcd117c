"""What is paid several times: SCORE-6, SCORE-7 and SCORE-10, and what a table does about it."""

from __future__ import annotations

from functools import reduce

import pytest

from evenings import FOUR, seated, started
from lisi_mahjong import (
    DrawnDeal,
    Leave,
    PaymentFactor,
    Ready,
    ScoreTable,
    Sit,
    TableState,
    Unready,
    VoidDeal,
    apply_table,
)
from settling import (
    ONE_POINT,
    ONE_POINT_BESIDE_A_KONG,
    THREE_POINTS,
    played_on,
    robbed,
    settled,
    undecided,
    winning,
    won,
)

Deltas = tuple[int, int, int, int]

TIMES_THREE = ScoreTable(dealer_win_multiplier=3)

# --- SCORE-6: after a drawn deal ----------------------------------------------------------


@pytest.mark.rule("SCORE-6", "SCORE-8")
@pytest.mark.parametrize("multiplier", [1, 2, 3])
@pytest.mark.parametrize("kongs", [(), ("(8888s)",), ("(8888s)", "7777p<3")])
def test_a_drawn_deal_pays_nothing_not_even_its_kongs(
    kongs: tuple[str, ...], multiplier: int
) -> None:
    ended = undecided(kongs=kongs).after
    assert (ended.result, ended.kongs) == (DrawnDeal(), len(kongs))
    settlement = settled(ended, multiplier=multiplier)
    assert (settlement.points, settlement.reading, settlement.payments) == (0, None, ())
    assert settlement.deltas == (0, 0, 0, 0)


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize(
    ("loser", "in_ting", "kong", "once", "twice", "five_times"),
    [
        # 3 + 1 + 1 from seat 1, and 1 from each.
        (1, False, "8888s<0", (-1, -6, 8, -1), (-2, -12, 16, -2), (-5, -30, 40, -5)),
        # 1 from each, 1 more from the dealer, and 2 from each.
        (1, True, "(8888s)", (-4, -3, 10, -3), (-8, -6, 20, -6), (-20, -15, 50, -15)),
        # 2 from each, 2 more from the dealer, and 2 from each.
        (None, False, "(8888s)", (-6, -4, 14, -4), (-12, -8, 28, -8), (-30, -20, 70, -20)),
    ],
)
def test_all_that_is_paid_is_paid_so_many_times_kongs_and_extras_too(  # noqa: PLR0913, PLR0917
    loser: int | None, in_ting: bool, kong: str, once: Deltas, twice: Deltas, five_times: Deltas
) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=loser, in_ting=[1] * in_ting, melds=[kong])
    assert settled(ended).deltas == once
    assert settled(ended, multiplier=2).deltas == twice
    assert settled(ended, multiplier=5).deltas == five_times


@pytest.mark.rule("SCORE-6")
def test_a_robbed_kong_after_a_drawn_deal() -> None:
    assert settled(robbed(), multiplier=2).deltas == (0, -10, 10, 0)


@pytest.mark.rule("SCORE-6", "SCORE-11")
def test_what_one_seat_pays_for_all_is_doubled_too() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["8888s<3"])
    feeder = ScoreTable(feeder_pays_melded_kong=True)
    assert settled(ended, feeder, 2).deltas == (0, -10, 16, -6)
    covers = ScoreTable(discarder_covers_kongs=True)
    assert settled(ended, covers, 2).deltas == (0, -16, 16, 0)


@pytest.mark.rule("SCORE-6")
def test_every_line_says_that_a_drawn_deal_came_before() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, melds=["8888s<0"])
    for paid in settled(ended, multiplier=2).payments:
        assert (PaymentFactor.DRAWN_DEAL, 2) in paid.factors
    for paid in settled(ended).payments:
        assert PaymentFactor.DRAWN_DEAL not in dict(paid.factors)


# --- SCORE-7 and SCORE-10: a dealer's win -------------------------------------------------


@pytest.mark.rule("SCORE-7")
@pytest.mark.parametrize(
    ("loser", "in_ting", "once", "three_times"),
    [
        (1, False, (0, -7, 7, 0), (0, -21, 21, 0)),  # u = 2: 3 x 2 + 1
        (1, True, (-2, -2, 6, -2), (-6, -6, 18, -6)),
        (None, False, (-4, -4, 12, -4), (-12, -12, 36, -12)),  # 2 x 2
    ],
)
def test_a_win_of_the_dealer_is_paid_so_many_times(
    loser: int | None, in_ting: bool, once: Deltas, three_times: Deltas
) -> None:
    ended = won(ONE_POINT, loser=loser, in_ting=[1] * in_ting, dealer=2)
    assert settled(ended).deltas == once
    assert settled(ended, TIMES_THREE).deltas == three_times


@pytest.mark.rule("SCORE-7")
@pytest.mark.parametrize("loser", [0, 1, None])
def test_a_win_of_another_seat_is_not(loser: int | None) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=loser, melds=["(8888s)"])
    assert settled(ended, TIMES_THREE) == settled(ended)


@pytest.mark.rule("SCORE-10")
@pytest.mark.parametrize(
    ("loser", "in_ting", "kong", "once", "times_3", "times_6"),
    [
        # 3 x 2 + 1 from seat 1, and 1 from each.
        (1, False, "8888s<0", (-1, -8, 10, -1), (-3, -24, 30, -3), (-6, -48, 60, -6)),
        # 2 from each, and 2 from each.
        (1, True, "(8888s)", (-4, -4, 12, -4), (-12, -12, 36, -12), (-24, -24, 72, -24)),
        # 2 x 2 from each, and 1 from each.
        (None, False, "8888s+<3", (-5, -5, 15, -5), (-15, -15, 45, -15), (-30, -30, 90, -30)),
    ],
)
def test_it_multiplies_the_kongs_too_and_holds_beside_a_drawn_deal_before(  # noqa: PLR0913, PLR0917
    loser: int | None, in_ting: bool, kong: str, once: Deltas, times_3: Deltas, times_6: Deltas
) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=loser, in_ting=[1] * in_ting, melds=[kong], dealer=2)
    assert settled(ended).deltas == once
    assert settled(ended, TIMES_THREE).deltas == times_3
    assert settled(ended, TIMES_THREE, 2).deltas == times_6  # 3 x 2


@pytest.mark.rule("SCORE-10")
def test_a_fed_kong_of_the_dealer_is_multiplied_for_its_feeder() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, melds=["8888s<3"], dealer=2)
    score = ScoreTable(dealer_win_multiplier=3, feeder_pays_melded_kong=True)
    assert settled(ended, score).deltas == (-12, -12, 45, -21)  # 4, 4 and 4 + 3, times 3


@pytest.mark.rule("SCORE-10")
def test_both_multipliers_stand_in_every_line_one_after_the_other() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, melds=["8888s<3"], dealer=2)
    tail = ((PaymentFactor.DRAWN_DEAL, 2), (PaymentFactor.DEALER_WIN, 3))
    payments = settled(ended, TIMES_THREE, 2).payments
    assert {paid.factors[-2:] for paid in payments} == {tail}


# --- at a table ---------------------------------------------------------------------------


@pytest.mark.rule("SCORE-6")
def test_a_won_deal_after_a_drawn_one_is_paid_twice_and_the_next_one_is_not() -> None:
    table = played_on(seated(), undecided())
    assert (table.multiplier, table.dealer) == (2, 0)
    table = played_on(table, winning(THREE_POINTS, loser=1))
    assert (table.multiplier, table.dealer) == (1, 1)
    table = played_on(table, winning(THREE_POINTS, loser=1, dealer=1))
    assert [deal.deltas for deal in table.history] == [
        (0, 0, 0, 0),
        (0, -22, 22, 0),  # 2 x 11
        (0, -11, 11, 0),
    ]
    assert dict(table.ledger) == dict(zip(FOUR, (0, -33, 33, 0), strict=True))


@pytest.mark.rule("SCORE-6")
def test_the_first_deal_of_a_table_is_not_doubled() -> None:
    table = played_on(seated(), winning(THREE_POINTS, loser=1))
    assert table.history[-1].deltas == (0, -11, 11, 0)


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_several_drawn_deals_in_a_row_double_once(drawn: int) -> None:
    table: TableState = reduce(played_on, [undecided()] * drawn, seated())
    assert table.multiplier == 2
    table = played_on(table, winning(THREE_POINTS))
    assert table.history[-1].multiplier == 2
    assert table.history[-1].deltas == (-16, -12, 40, -12)  # 2 x (-8, -6, 20, -6)
    assert table.multiplier == 1


@pytest.mark.rule("SCORE-6")
def test_the_doubling_stays_when_the_dealer_changes() -> None:
    table = played_on(seated(), undecided(kongs=["(8888s)"]))
    assert (table.multiplier, table.dealer) == (2, 1)
    table = played_on(table, winning(THREE_POINTS, dealer=1))
    assert table.history[-1].deltas == (-12, -16, 40, -12)


@pytest.mark.rule("SCORE-6")
def test_each_drawn_deal_after_a_won_one_doubles_anew() -> None:
    table: TableState = reduce(
        played_on,
        [
            undecided(),
            winning(ONE_POINT, winner=0),  # u = 2, and 2 x 2 from each, twice
            undecided(),
            winning(ONE_POINT, winner=0),
            winning(ONE_POINT, winner=0),
        ],
        seated(),
    )
    assert [deal.multiplier for deal in table.history] == [1, 2, 1, 2, 1]
    assert [deal.deltas[0] for deal in table.history] == [0, 24, 0, 24, 12]


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize(("number", "paid"), [(1, 11), (2, 22), (7, 77), (10**6, 11 * 10**6)])
def test_how_often_is_a_number_of_the_score_table(number: int, paid: int) -> None:
    table = seated(score=ScoreTable(drawn_deal_multiplier=number))
    table = played_on(table, undecided())
    assert table.multiplier == number
    table = played_on(table, winning(THREE_POINTS, loser=1))
    assert table.history[-1].deltas == (0, -paid, paid, 0)


@pytest.mark.rule("SCORE-6")
def test_at_a_table_of_taiyuan_a_drawn_deal_doubles_nothing() -> None:
    table = played_on(seated(score=ScoreTable.taiyuan()), undecided())
    table = played_on(table, winning(THREE_POINTS, loser=1))
    assert table.history[-1].deltas == (0, -11, 11, 0)


@pytest.mark.rule("SCORE-6", "TABLE-3")
def test_somebody_who_leaves_between_two_deals_takes_the_doubling_along() -> None:
    table = apply_table(played_on(seated(), undecided()), Leave(3))
    assert table.multiplier == 1
    table = played_on(apply_table(table, Sit(3, "Eve")), winning(THREE_POINTS, loser=1))
    assert table.history[-1].deltas == (0, -11, 11, 0)


@pytest.mark.rule("SCORE-6", "TABLE-3")
def test_somebody_who_leaves_a_doubled_deal_makes_it_void_and_the_next_one_is_not_doubled() -> None:
    table = apply_table(started(played_on(seated(), undecided())), Leave(3))
    assert (table.history[-1].result, table.history[-1].deltas) == (VoidDeal(3), (0, 0, 0, 0))
    table = played_on(apply_table(table, Sit(3, FOUR[3])), winning(THREE_POINTS, loser=1))
    assert table.history[-1].deltas == (0, -11, 11, 0)
    assert dict(table.ledger) == dict(zip(FOUR, (0, -11, 11, 0), strict=True))


@pytest.mark.rule("SCORE-6")
def test_taking_readiness_back_leaves_the_doubling() -> None:
    table = played_on(seated(), undecided())
    for _ in range(2):
        table = apply_table(apply_table(table, Ready(1)), Unready(1))
    assert played_on(table, winning(THREE_POINTS, loser=1)).history[-1].deltas == (0, -22, 22, 0)


@pytest.mark.rule("SCORE-7", "SCORE-10")
def test_a_table_pays_a_dealer_who_wins_after_a_drawn_deal_both_times() -> None:
    table = played_on(seated(score=TIMES_THREE), undecided())
    table = played_on(table, winning(ONE_POINT, winner=0))
    assert table.history[-1].deltas == (72, -24, -24, -24)  # 2 x 2 from each, x 2 x 3
    table = played_on(table, winning(ONE_POINT, winner=0))
    assert table.history[-1].deltas == (36, -12, -12, -12)


@pytest.mark.rule("SCORE-8")
def test_a_ledger_of_an_evening_reckoned_by_hand() -> None:
    evening = [
        (undecided(), (0, 0, 0, 0)),
        # u = 3: 2 x 3 from each, 2 more from seat 0, all twice. Seat 1 deals next.
        (winning(THREE_POINTS), (-16, -12, 40, -12)),
        # u = 1 + 1 from each. The dealer stays.
        (winning(ONE_POINT, winner=1, loser=3, in_ting=[3], dealer=1), (-2, 6, -2, -2)),
        # The kong passes the deal on to seat 2, and is not paid.
        (undecided(dealer=1, kongs=["(8888s)"]), (0, 0, 0, 0)),
        # u = 1 + 1: 2 x 2 from each and 1 for the kong, all twice.
        (
            winning(ONE_POINT_BESIDE_A_KONG, dealer=2, melds=["8888s<0"]),
            (-10, -10, 30, -10),
        ),
    ]
    table = seated()
    for ending, deltas in evening:
        table = played_on(table, ending)
        assert table.history[-1].deltas == deltas
    assert dict(table.ledger) == {
        "Ann": -28,  # -16 - 2 - 10
        "Bo": -16,  # -12 + 6 - 10
        "Cai": 68,  # 40 - 2 + 30
        "丁": -24,  # -12 - 2 - 10
    }
