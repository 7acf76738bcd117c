"""Deals at a table: how they start, who deals next, and what a drawn deal doubles."""

from __future__ import annotations

from itertools import combinations

import attrs
import pytest

from endings import WAITING, about_to_be_drawn, about_to_kong, about_to_win
from evenings import FOUR, acted, all_ready, dealt, finished, one_left, seated, started
from lisi_mahjong import (
    DrawnDeal,
    IllegalAction,
    InvalidStateError,
    KongKind,
    Problem,
    Ready,
    Refusal,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    WonDeal,
    apply_table,
    deal,
    next_dealer,
    table_legal_actions,
    why_table_illegal,
)
from offers import SCATTERED
from support import position

SHUFFLE = Shuffle.from_seed(7)
STAYS = RuleSet(drawn_deal_with_kong_passes_dealer=False)
NEXT = {0: 1, 1: 2, 2: 3, 3: 0}
"""The next seat of each, counter-clockwise."""


def drawing(seat: int, seed: int = 7) -> Shuffle:
    """Return a shuffle that draws a seat as the dealer."""
    return attrs.evolve(Shuffle.from_seed(seed), dealer_draw=seat)


def ended(table: TableState) -> TableState:
    """Return the table, of which the deal has ended."""
    assert table.deal is not None
    assert table.deal.result is not None
    return table


# --- the start ----------------------------------------------------------------------------


@pytest.mark.rule("TABLE-1", refuses=True)
@pytest.mark.parametrize(
    "ready", [seats for size in range(4) for seats in combinations(range(4), size)]
)
def test_a_deal_does_not_start_while_anybody_is_not_ready(ready: tuple[int, ...]) -> None:
    table = acted(seated(), *map(Ready, ready))
    assert why_table_illegal(table, StartDeal(SHUFFLE)) is Refusal.NOT_ALL_READY
    with pytest.raises(IllegalAction):
        apply_table(table, StartDeal(SHUFFLE))


@pytest.mark.rule("TABLE-1", refuses=True)
@pytest.mark.parametrize("people", range(4))
def test_a_deal_does_not_start_while_a_seat_is_empty(people: int) -> None:
    table = acted(seated(FOUR[:people]), *map(Ready, range(people)))
    assert why_table_illegal(table, StartDeal(SHUFFLE)) is Refusal.NOT_ALL_READY


@pytest.mark.rule("TABLE-1")
def test_the_order_in_which_they_get_ready_does_not_matter() -> None:
    table = acted(seated(), "2 ready", "0 ready", "3 ready", "1 ready")
    assert apply_table(table, StartDeal(SHUFFLE)) == started(seated(), SHUFFLE)


@pytest.mark.rule("TABLE-6", refuses=True)
def test_a_deal_does_not_start_in_the_middle_of_another() -> None:
    table = started(seated())
    assert why_table_illegal(table, StartDeal(SHUFFLE)) is Refusal.DEAL_IN_PROGRESS
    with pytest.raises(IllegalAction):
        apply_table(table, StartDeal(SHUFFLE))


@pytest.mark.rule("TABLE-2", refuses=True)
def test_after_a_deal_the_next_one_waits_for_all_four_again() -> None:
    table = finished(started(seated()))
    assert table.ready == (False, False, False, False)
    for seat in range(4):
        assert why_table_illegal(table, StartDeal(SHUFFLE)) is Refusal.NOT_ALL_READY
        table = apply_table(table, Ready(seat))
    assert why_table_illegal(table, StartDeal(SHUFFLE)) is None


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("name", [*FOUR, "Dee", ""])
def test_nobody_starts_a_deal_but_the_table(name: str) -> None:
    table = all_ready(seated())
    assert why_table_illegal(table, StartDeal(SHUFFLE), by=name) is Refusal.TABLE_STARTS


@pytest.mark.rule("TABLE-1")
def test_the_deal_that_starts_is_the_one_of_the_shuffle_the_dealer_and_the_rules() -> None:
    rules = RuleSet(reserved_stacks=20, forced_win=False)
    table = started(seated(rules=rules), drawing(2))
    assert table.deal == deal(drawing(2), dealer=2, rules=rules)


# --- the first dealer of a game -----------------------------------------------------------


@pytest.mark.rule("DEALER-1")
@pytest.mark.parametrize("seat", range(4))
def test_the_shuffle_draws_the_first_dealer_of_a_game(seat: int) -> None:
    table = seated()
    assert table.dealer is None
    table = started(table, drawing(seat))
    assert table.deal is not None
    assert (table.dealer, table.deal.dealer) == (seat, seat)


@pytest.mark.rule("DEALER-1")
@pytest.mark.parametrize("seat", range(4))
def test_the_shuffle_draws_no_later_dealer(seat: int) -> None:
    """Seat 2 has won as the dealer, so it deals again, whatever the shuffle draws."""
    state, discard = about_to_win(2, None, dealer=2)
    table = started(acted(dealt(state), discard), drawing(seat))
    assert table.deal is not None
    assert (table.dealer, table.deal.dealer) == (2, 2)


@pytest.mark.rule("DEALER-1")
@pytest.mark.parametrize("seat", range(4))
def test_after_somebody_has_left_the_dealer_is_drawn_again(seat: int) -> None:
    table = started(apply_table(one_left(), Sit(2, "Dee")), drawing(seat))
    assert table.dealer == seat


@pytest.mark.rule("DEALER-1", refuses=True)
@pytest.mark.parametrize("seat", [4, -1])
def test_a_shuffle_that_draws_no_seat_is_refused(seat: int) -> None:
    with pytest.raises(InvalidStateError) as caught:
        drawing(seat)
    assert [problem for problem, _ in caught.value.problems] == [Problem.BAD_DEALER_DRAW]


# --- the dealer after a win ---------------------------------------------------------------

WINS = [
    (winner, loser)
    for winner in range(4)
    for loser in (None, *(seat for seat in range(4) if seat != winner))
]


@pytest.mark.rule("DEALER-2")
@pytest.mark.parametrize(("winner", "loser"), WINS)
@pytest.mark.parametrize("dealer", range(4))
def test_a_dealer_who_wins_deals_again_and_otherwise_the_next_seat_does(
    dealer: int, winner: int, loser: int | None
) -> None:
    state, discard = about_to_win(winner, loser, dealer=dealer)
    table = acted(dealt(state), discard)
    assert table.deal is not None
    assert isinstance(table.deal.result, WonDeal)
    assert (table.deal.result.winner, table.deal.result.loser) == (winner, loser)
    expected = dealer if winner == dealer else NEXT[dealer]
    assert table.dealer == next_dealer(table.deal) == expected
    following = started(table)
    assert following.deal is not None
    assert following.deal.dealer == expected


@pytest.mark.rule("DEALER-2")
def test_the_deal_passes_to_the_next_seat_of_the_dealer_and_not_to_the_winner() -> None:
    state, discard = about_to_win(3, 2, dealer=0)
    assert acted(dealt(state), discard).dealer == 1


@pytest.mark.rule("DEALER-2")
def test_a_dealer_may_win_any_number_of_deals_in_a_row() -> None:
    table = seated()
    for loser in (None, 0, 1, 2):
        state, discard = about_to_win(3, loser, dealer=3)
        table = acted(dealt(state, table), discard)
        assert table.dealer == 3
    state, discard = about_to_win(0, None, dealer=3)
    assert acted(dealt(state, table), discard).dealer == 0


# --- the dealer after a drawn deal --------------------------------------------------------


@pytest.mark.rule("DEALER-3")
@pytest.mark.parametrize("rules", [RuleSet(), STAYS], ids=["on", "off"])
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_a_drawn_deal_without_a_kong_keeps_the_dealer(
    dealer: int, turn: int, rules: RuleSet
) -> None:
    state, discard = about_to_be_drawn(turn, dealer=dealer, rules=rules)
    table = acted(dealt(state), discard)
    assert table.deal is not None
    assert (table.deal.result, table.deal.kongs) == (DrawnDeal(), 0)
    assert table.dealer == next_dealer(table.deal) == dealer


@pytest.mark.rule("DEALER-3")
@pytest.mark.parametrize("rules", [RuleSet(), STAYS], ids=["on", "off"])
@pytest.mark.parametrize("kind", KongKind)
@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_a_drawn_deal_with_a_kong_of_any_sort_by_anybody_passes_the_dealer_on(
    dealer: int, maker: int, kind: KongKind, rules: RuleSet
) -> None:
    state, actions = about_to_kong(maker, kind, dealer=dealer, rules=rules)
    table = acted(dealt(state), *actions)
    assert table.deal is not None
    assert (table.deal.result, table.deal.kongs) == (DrawnDeal(), 1)
    expected = dealer if rules == STAYS else NEXT[dealer]
    assert table.dealer == next_dealer(table.deal) == expected


@pytest.mark.rule("DEALER-2", "DEALER-3")
@pytest.mark.parametrize(("winner", "expected"), [(0, 0), (1, 1), (2, 1)])
def test_in_a_won_deal_kongs_do_not_matter(winner: int, expected: int) -> None:
    """Seat 0 deals and seat 3 has made a kong; who wins decides."""
    hands = {seat: SCATTERED for seat in range(3) if seat != winner}
    state = position(
        {**hands, winner: WAITING, 3: "{1234z}147m258p"},
        turn=3,
        drawn="5m",
        melds={3: ["(6666z)"]},
        ting={winner: "9p"},
    )
    table = acted(dealt(state), "3 discard 5m")
    assert table.deal is not None
    assert isinstance(table.deal.result, WonDeal)
    assert (table.deal.kongs, table.dealer) == (1, expected)


@pytest.mark.rule("DEALER-3")
def test_two_kongs_pass_the_dealer_on_by_one_seat() -> None:
    """With 18 tiles left, 16 remain after both replacements, the reserve for two (WALL-6)."""
    hands = dict.fromkeys(range(4), SCATTERED) | {1: "{1234z}5555z6666z1m"}
    state = position(hands, turn=1, drawn="9m", replacements="9p9s", remaining=18, dealer=3)
    table = acted(dealt(state), "1 kong 5z concealed", "1 kong 6z concealed", "1 discard 9s")
    assert table.deal is not None
    assert (table.deal.result, table.deal.kongs, table.dealer) == (DrawnDeal(), 2, 0)


@pytest.mark.rule("DEALER-3", refuses=True)
def test_the_option_is_on_or_off() -> None:
    with pytest.raises(RulesError) as caught:
        RuleSet.from_options({"drawn_deal_with_kong_passes_dealer": 1})
    assert caught.value.rule == "DEALER-3"


@pytest.mark.rule("DEALER-3")
def test_the_dealer_goes_round_the_table() -> None:
    dealers = []
    table = seated()
    for dealer in (2, 3, 0, 1):
        state, actions = about_to_kong(0, KongKind.CONCEALED, dealer=dealer)
        if table.dealer is not None:
            assert table.dealer == dealer
        table = acted(dealt(state, table), *actions)
        dealers.append(table.dealer)
    assert dealers == [3, 0, 1, 2]


# --- what a drawn deal doubles ------------------------------------------------------------


def drawn_before(table: TableState) -> TableState:
    """Return a table after one more deal, which was drawn without a kong."""
    state, discard = about_to_be_drawn()
    return ended(acted(dealt(state, table), discard))


def won_by_seat_1(table: TableState) -> TableState:
    """Return a table after one more deal, which seat 1 won by self-draw against dealer 0.

    The sum of SCORE-1 is 2: seats 2 and 3 pay 4, and the dealer 6 (SCORE-2).
    """
    state, discard = about_to_win(1, None)
    return ended(acted(dealt(state, table), discard))


@pytest.mark.rule("SCORE-6")
def test_a_won_deal_is_paid_once_when_none_was_drawn_before() -> None:
    table = won_by_seat_1(seated())
    assert dict(table.ledger) == {"Ann": -6, "Bo": 14, "Cai": -4, "丁": -4}


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_after_a_drawn_deal_the_next_one_is_paid_so_many_times(times: int) -> None:
    table = drawn_before(seated(score=ScoreTable(drawn_deal_multiplier=times)))
    assert table.multiplier == times
    table = won_by_seat_1(table)
    assert dict(table.ledger) == {
        "Ann": -6 * times,
        "Bo": 14 * times,
        "Cai": -4 * times,
        "丁": -4 * times,
    }
    assert [summary.multiplier for summary in table.history] == [1, times]


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("drawn", [2, 3])
def test_several_drawn_deals_in_a_row_double_once(drawn: int, times: int) -> None:
    table = seated(score=ScoreTable(drawn_deal_multiplier=times))
    for _ in range(drawn):
        table = drawn_before(table)
        assert table.multiplier == times
    assert won_by_seat_1(table).ledger["Bo"] == 14 * times


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_the_doubling_ends_with_the_deal_that_is_won(times: int) -> None:
    table = won_by_seat_1(drawn_before(seated(score=ScoreTable(drawn_deal_multiplier=times))))
    assert table.multiplier == 1
    assert won_by_seat_1(table).ledger["Bo"] == 14 * times + 14


@pytest.mark.rule("SCORE-6")
def test_the_doubling_waits_while_people_get_ready_and_play() -> None:
    table = drawn_before(seated())
    for step in (table, all_ready(table), started(table)):
        assert step.multiplier == 2


@pytest.mark.rule("SCORE-6", "TABLE-3")
def test_the_doubling_is_forgotten_when_somebody_leaves() -> None:
    table = acted(drawn_before(seated()), "3 leave", "3 sit 丁")
    assert table.multiplier == 1
    assert won_by_seat_1(table).ledger["Bo"] == 14


# --- the ended deal -----------------------------------------------------------------------


def test_the_ended_deal_lies_open_until_the_next_one_starts() -> None:
    table = won_by_seat_1(seated())
    assert not table.playing
    assert all_ready(table).deal is table.deal
    following = started(table)
    assert following.playing
    assert following.deal != table.deal


@pytest.mark.rule("TURN-6", refuses=True)
def test_after_the_end_of_a_deal_nothing_more_is_played() -> None:
    state, discard = about_to_win(1, None)
    table = acted(dealt(state), discard)
    with pytest.raises(IllegalAction) as caught:
        acted(table, discard)
    assert caught.value.refusal is Refusal.DEAL_ENDED


@pytest.mark.rule("TABLE-1", refuses=True)
def test_before_the_first_deal_nothing_is_played() -> None:
    with pytest.raises(IllegalAction) as caught:
        acted(all_ready(seated()), "0 discard 9m")
    assert caught.value.refusal is Refusal.NO_DEAL


@pytest.mark.rule("TABLE-6")
def test_in_a_deal_the_list_has_the_actions_of_the_deal_and_then_leaving() -> None:
    state, _ = about_to_kong(0, KongKind.CONCEALED)
    table = dealt(state)
    assert list(map(str, table_legal_actions(table, 0))) == [
        "0 kong 5z concealed",
        *(f"0 discard {tile}" for tile in ("1m", "4m", "7m", "9m", "1p", "4p", "5z")),
        "0 leave",
    ]
    assert list(map(str, table_legal_actions(table, 1))) == ["1 leave"]
