"""Somebody leaves: at any moment, whoever it is, a new game begins and only the ledger stays."""

from __future__ import annotations

from typing import NamedTuple

import attrs
import pytest

from evenings import FOUR, acted, all_ready, dealt, finished, seated, started
from lisi_mahjong import (
    DealSummary,
    IllegalAction,
    Leave,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Settlement,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Unready,
    VoidDeal,
    apply_table,
    deal,
    table_legal_actions,
    why_table_illegal,
)
from moments import BETWEEN, MOMENTS, PLAYED, a_drawn_deal_later, one_deal_later

each_moment = pytest.mark.parametrize("name", MOMENTS)
each_moment_of_a_deal = pytest.mark.parametrize("name", PLAYED)
each_moment_between = pytest.mark.parametrize("name", BETWEEN)


class Departure(NamedTuple):
    """Somebody leaves at some moment."""

    seat: int
    before: TableState
    after: TableState


def departures(name: str) -> list[Departure]:
    """Return for each seat at which somebody sits at a moment what comes of leaving it."""
    before = MOMENTS[name]()
    seats = [seat for seat in range(4) if before.names[seat] is not None]
    assert len(seats) >= 3
    return [Departure(seat, before, apply_table(before, Leave(seat))) for seat in seats]


# --- leaving is always possible -----------------------------------------------------------


@pytest.mark.rule("TABLE-4")
@each_moment
def test_whoever_sits_may_leave_at_any_moment(name: str) -> None:
    for seat, table, _ in departures(name):
        assert table_legal_actions(table, seat)[-1] == Leave(seat)
        assert why_table_illegal(table, Leave(seat)) is None
        assert why_table_illegal(table, Leave(seat), by=table.names[seat]) is None


@pytest.mark.rule("TABLE-4", refuses=True)
@each_moment
def test_nobody_makes_another_leave(name: str) -> None:
    for seat, table, _ in departures(name):
        for other in {*FOUR, "Dee"} - {table.names[seat]}:
            assert why_table_illegal(table, Leave(seat), by=other) is Refusal.NOT_YOUR_SEAT


@pytest.mark.rule("TABLE-4", refuses=True)
def test_an_empty_seat_cannot_be_left() -> None:
    with pytest.raises(IllegalAction) as caught:
        acted(seated(), "2 leave", "2 leave")
    assert caught.value.refusal is Refusal.SEAT_EMPTY


# --- what is gone -------------------------------------------------------------------------


@pytest.mark.rule("TABLE-3")
@each_moment
def test_the_seat_is_empty_and_the_others_sit_where_they_sat(name: str) -> None:
    for seat, before, after in departures(name):
        expected = [*before.names]
        expected[seat] = None
        assert after.names == tuple(expected)


@pytest.mark.rule("TABLE-3")
@each_moment
def test_no_deal_is_played_or_lies_open(name: str) -> None:
    for _, _, after in departures(name):
        assert (after.playing, after.deal) == (False, None)


@pytest.mark.rule("TABLE-3")
@each_moment
def test_nobody_counts_as_ready(name: str) -> None:
    for _, _, after in departures(name):
        assert after.ready == (False, False, False, False)


@pytest.mark.rule("TABLE-3")
@each_moment
def test_the_next_dealer_is_to_be_drawn_by_lot(name: str) -> None:
    for _, _, after in departures(name):
        assert after.dealer is None


@pytest.mark.rule("TABLE-3", "SCORE-6")
@each_moment
def test_no_doubling_waits(name: str) -> None:
    for _, _, after in departures(name):
        assert after.multiplier == 1


@pytest.mark.rule("TABLE-3")
@each_moment
def test_a_new_game_begins_if_a_deal_of_the_old_one_had_started(name: str) -> None:
    for _, before, after in departures(name):
        begun = before.deal is not None
        assert after.game == before.game + (1 if begun else 0)


# --- what stays ---------------------------------------------------------------------------


@pytest.mark.rule("TABLE-3", "TABLE-7")
@each_moment
def test_the_ledger_keeps_whoever_has_played_and_changes_for_nobody(name: str) -> None:
    for seat, before, after in departures(name):
        expected = dict(before.ledger)
        if not before.history:  # nobody has played yet
            del expected[FOUR[seat]]
        assert dict(after.ledger) == expected
        assert after.accounts == before.accounts


@pytest.mark.rule("TABLE-3")
@each_moment_between
def test_between_deals_the_history_stays_as_it_is(name: str) -> None:
    for _, before, after in departures(name):
        assert after.history == before.history


@pytest.mark.rule("TABLE-3")
@each_moment_of_a_deal
def test_a_deal_that_is_played_is_void_pays_nothing_and_is_kept_in_the_history(name: str) -> None:
    for seat, before, after in departures(name):
        assert before.deal is not None
        assert after.history[:-1] == before.history
        assert after.history[-1] == DealSummary(
            game=before.game,
            names=FOUR,
            dealer=before.deal.dealer,
            multiplier=before.multiplier,
            kongs=before.deal.kongs,
            result=VoidDeal(seat),
            settlement=Settlement(points=0, reading=None, payments=()),
        )
        assert after.history[-1].deltas == (0, 0, 0, 0)


@pytest.mark.rule("TABLE-3")
@each_moment
def test_the_rules_and_the_score_table_stay(name: str) -> None:
    for _, before, after in departures(name):
        assert (after.rules, after.score) == (before.rules, before.score)


# --- what comes next ----------------------------------------------------------------------


@pytest.mark.rule("TABLE-3", "DEALER-1")
@each_moment
def test_the_next_deal_is_a_new_one_of_the_dealer_that_its_shuffle_draws(name: str) -> None:
    """No lock, no ting, no kong and no answer survives: it is the deal that `deal` gives."""
    for seat, _, after in departures(name):
        drawn = (seat + 1) % 4
        shuffle = attrs.evolve(Shuffle.from_seed(5), dealer_draw=drawn)
        following = started(full_again(after), shuffle)
        assert (following.dealer, following.multiplier) == (drawn, 1)
        assert following.deal == deal(shuffle, dealer=drawn, rules=after.rules)


def full_again(table: TableState) -> TableState:
    """Return a table after newcomers have sat down wherever nobody sat."""
    for seat, newcomer in enumerate(("Eva", "Fay", "Gus", "Hal")):
        if table.names[seat] is None:
            table = apply_table(table, Sit(seat, newcomer))
    return table


@pytest.mark.rule("TABLE-1", refuses=True)
@each_moment
def test_no_deal_starts_until_the_seat_is_taken_and_all_are_ready(name: str) -> None:
    start = StartDeal(Shuffle.from_seed(5))
    for _, _, after in departures(name):
        table = after
        taken = [seat for seat in range(4) if table.names[seat] is not None]
        empty = [seat for seat in range(4) if seat not in taken]
        sitting = [Sit(seat, f"newcomer {seat}") for seat in empty]
        steps: list[TableAction] = [*map(Ready, taken), *sitting, *map(Ready, empty)]
        for action in steps:
            assert why_table_illegal(table, start) is Refusal.NOT_ALL_READY
            table = apply_table(table, action)
        assert why_table_illegal(table, start) is None


@pytest.mark.rule("TABLE-3")
def test_all_four_may_leave_and_the_ledger_outlives_them() -> None:
    table = acted(one_deal_later(), *map(Leave, range(4)))
    assert table.names == (None, None, None, None)
    assert dict(table.ledger) == {"Ann": -6, "Bo": 14, "Cai": -4, "丁": -4}
    assert table.game == 2


@pytest.mark.rule("TABLE-3")
def test_the_number_of_the_game_rises_once_however_many_leave() -> None:
    table = acted(started(seated()), "0 leave", "1 leave", "2 leave")
    assert table.game == 2
    table = acted(table, "0 sit Ann", "1 sit Bo", "2 sit Cai")
    assert started(table).game == 2


@pytest.mark.rule("TABLE-3")
def test_leaving_before_the_first_deal_of_a_game_begins_no_further_one() -> None:
    table = acted(all_ready(seated()), "1 leave", "1 sit Bo")
    assert (table.game, table.history) == (1, ())
    assert table == seated()


@pytest.mark.rule("TABLE-3")
def test_the_summaries_tell_the_games_apart() -> None:
    table = finished(started(acted(one_deal_later(), "0 leave", "0 sit Dee")))
    assert [(summary.game, summary.names[0]) for summary in table.history] == [
        (1, "Ann"),
        (2, "Dee"),
    ]


@pytest.mark.rule("TABLE-2", "TABLE-3")
def test_the_others_may_get_ready_while_the_seat_is_still_empty() -> None:
    table = acted(one_deal_later(), "2 leave", "0 ready", "3 ready")
    assert table.ready == (True, False, False, True)
    assert apply_table(table, Sit(2, "Dee")).ready == (True, False, False, True)
    assert apply_table(table, Unready(0)).ready == (False, False, False, True)


# --- coming back --------------------------------------------------------------------------


@pytest.mark.rule("TABLE-3", "TABLE-7")
@pytest.mark.parametrize("seat", range(4))
def test_whoever_comes_back_to_any_seat_goes_on_with_the_old_account(seat: int) -> None:
    table = acted(one_deal_later(), *map(Leave, range(4)), Sit(seat, "Bo"))
    assert table.names[seat] == "Bo"
    assert table.ledger["Bo"] == 14


@pytest.mark.rule("TABLE-3")
def test_two_may_change_places() -> None:
    """Ann was at seat 0 with -6 points and Bo at seat 1 with 14."""
    table = acted(one_deal_later(), "0 leave", "1 leave", "1 sit Ann", "0 sit Bo")
    assert table.names == ("Bo", "Ann", "Cai", "丁")
    assert dict(table.ledger) == {"Ann": -6, "Bo": 14, "Cai": -4, "丁": -4}


@pytest.mark.rule("TABLE-3")
def test_to_leave_and_come_back_at_once_ends_the_game_all_the_same() -> None:
    table = acted(a_drawn_deal_later(), "2 leave", "2 sit Cai")
    assert (table.dealer, table.multiplier, table.game, table.deal) == (None, 1, 2, None)


@pytest.mark.rule("TABLE-3")
def test_a_deal_that_all_had_agreed_to_start_is_agreed_to_again() -> None:
    table = acted(all_ready(seated()), "3 leave", "3 sit 丁", "3 ready")
    refusal = why_table_illegal(table, StartDeal(Shuffle.from_seed(5)))
    assert refusal is Refusal.NOT_ALL_READY


@pytest.mark.rule("TABLE-3")
def test_a_game_of_other_people_at_the_same_table_is_played_by_the_same_rules() -> None:
    rules, score = RuleSet.taiyuan(), ScoreTable(base=3)
    table = acted(seated(rules=rules, score=score), *map(Leave, range(4)))
    table = acted(table, "3 sit Eva", "2 sit Fay", "1 sit Gus", "0 sit Hal")
    table = started(table)
    assert table.deal is not None
    assert (table.rules, table.score, table.deal.rules) == (rules, score, rules)


def test_a_deal_laid_by_hand_is_left_like_any_other() -> None:
    """The moments' deals are put onto the table; one that was started gives the same."""
    table = started(seated())
    assert table.deal is not None
    assert apply_table(dealt(table.deal), Leave(1)) == apply_table(table, Leave(1))
