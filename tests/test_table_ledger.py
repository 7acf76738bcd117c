"""The ledger and the history: what they hold, in which order, and that nobody can change them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from endings import about_to_be_drawn, about_to_kong, about_to_win
from evenings import FOUR, acted, all_ready, dealt, evening, seated, started
from lisi_mahjong import (
    DealSummary,
    DrawnDeal,
    InvalidStateError,
    KongKind,
    Leave,
    Problem,
    RulesError,
    RuleSet,
    ScoreTable,
    Settlement,
    Shuffle,
    StartDeal,
    TableState,
    VoidDeal,
    WonDeal,
    next_dealer,
    settle,
    step_table,
)
from moments import MOMENTS, SCORE, a_drawn_deal_later, one_deal_later

NOTHING = Settlement(points=0, reading=None, payments=())


def won(table: TableState, winner: int, loser: int | None, dealer: int = 0) -> TableState:
    """Return a table after one more deal, which a seat won.

    SCORE-1's sum is 2, and 3 for the dealer. By self-draw the others pay 4 each and a losing
    dealer 2 more, and 6 each to the dealer; a discarder pays 8, and 10 to the dealer.
    """
    state, discard = about_to_win(winner, loser, dealer=dealer)
    return acted(dealt(state, table), discard)


def drawn(table: TableState, dealer: int = 0) -> TableState:
    """Return a table after one more deal, which was drawn."""
    state, discard = about_to_be_drawn(dealer=dealer)
    return acted(dealt(state, table), discard)


# --- the ledger ---------------------------------------------------------------------------


@pytest.mark.rule("TABLE-7")
def test_whoever_sits_is_in_the_ledger_with_nothing_yet() -> None:
    assert dict(seated(["Ann", "Bo"]).ledger) == {"Ann": 0, "Bo": 0}


@pytest.mark.rule("TABLE-7")
def test_whoever_leaves_without_having_played_a_deal_to_its_end_is_not_in_it() -> None:
    assert dict(acted(seated(), "1 leave").ledger) == {"Ann": 0, "Cai": 0, "丁": 0}
    assert dict(acted(started(seated()), "1 leave").ledger) == {"Ann": 0, "Cai": 0, "丁": 0}


@pytest.mark.rule("TABLE-7")
def test_whoever_has_played_a_drawn_deal_stays_in_it_with_nothing() -> None:
    table = acted(drawn(seated()), "1 leave")
    assert dict(table.ledger) == dict.fromkeys(FOUR, 0)


@pytest.mark.rule("TABLE-7", "SCORE-8")
def test_it_adds_up_what_all_deals_paid() -> None:
    table = won(seated(), 1, None)  # -6 +14 -4 -4
    table = won(table, 3, 2, dealer=1)  # 0 0 -8 +8
    table = won(table, 0, 1, dealer=0)  # +10 -10 0 0
    assert dict(table.ledger) == {"Ann": 4, "Bo": 4, "Cai": -12, "丁": 4}


@pytest.mark.rule("TABLE-7")
def test_points_belong_to_the_person_and_not_to_the_seat() -> None:
    table = won(seated(), 1, None)
    table = acted(table, "0 leave", "1 leave", "0 sit Bo", "1 sit Ann")
    table = won(table, 1, None)  # now Ann's seat: -6 for Bo, +14 for Ann
    assert dict(table.ledger) == {"Ann": 8, "Bo": 8, "Cai": -8, "丁": -8}


@pytest.mark.rule("TABLE-7")
def test_whoever_is_away_keeps_the_account_and_newcomers_get_one() -> None:
    """Ann deals in to Dee, who sits where Bo sat."""
    table = acted(won(seated(), 1, None), "1 leave", "1 sit Dee")
    table = won(table, 1, 0)
    assert dict(table.ledger) == {"Ann": -14, "Bo": 14, "Cai": -4, "丁": -4, "Dee": 8}


@pytest.mark.rule("TABLE-7", "TABLE-3")
def test_a_void_deal_is_not_in_it() -> None:
    table = acted(started(won(seated(), 1, None)), "0 leave", "0 sit Dee")
    assert dict(table.ledger) == {"Ann": -6, "Bo": 14, "Cai": -4, "丁": -4, "Dee": 0}


@pytest.mark.rule("TABLE-7")
def test_the_accounts_are_in_the_order_in_which_people_first_played_a_deal_to_its_end() -> None:
    table = acted(won(seated(), 1, None), "0 leave", "2 leave", "0 sit Dee", "2 sit Ann")
    assert table.accounts == (("Ann", -6), ("Bo", 14), ("Cai", -4), ("丁", -4))
    table = won(table, 3, 0)
    expected = (("Ann", -6), ("Bo", 14), ("Cai", -4), ("丁", 4), ("Dee", -8))
    assert table.accounts == expected


@pytest.mark.rule("TABLE-7")
def test_the_ledger_has_the_accounts_first_and_then_whoever_sits_by_seat() -> None:
    table = acted(won(seated(), 1, None), *map(Leave, range(4)))
    table = acted(table, "3 sit Eva", "1 sit Dee", "2 sit Ann")
    assert list(table.ledger) == ["Ann", "Bo", "Cai", "丁", "Dee", "Eva"]


@pytest.mark.parametrize("name", MOMENTS)
def test_the_ledger_is_read_only_and_the_callers_own(name: str) -> None:
    table = MOMENTS[name]()
    ledger: Any = table.ledger
    assert isinstance(table.ledger, Mapping)
    with pytest.raises(TypeError):
        ledger["Ann"] = 1000
    with pytest.raises(TypeError):
        del ledger["Ann"]
    assert not any(hasattr(ledger, name) for name in ("clear", "pop", "update", "setdefault"))
    assert table.ledger is not ledger
    assert table.ledger == ledger


def test_a_ledger_that_was_taken_does_not_change_with_the_table() -> None:
    table = one_deal_later()
    ledger = table.ledger
    won(table, 3, 2, dealer=1)
    assert dict(ledger) == {"Ann": -6, "Bo": 14, "Cai": -4, "丁": -4}


@pytest.mark.rule("TABLE-7", "SCORE-8")
def test_over_an_evening_the_ledger_is_the_sum_of_the_history_and_sums_to_zero() -> None:
    table = seated(rules=RuleSet(reserved_stacks=0))
    for number in range(12):
        table = evening(table, [number])
        if number % 5 == 4:
            seat = number % 4
            table = acted(table, Leave(seat), f"{seat} sit newcomer {number}")
        sums = dict.fromkeys(table.ledger, 0)
        for summary in table.history:
            for person, delta in zip(summary.names, summary.deltas, strict=True):
                sums[person] += delta
        assert sums == dict(table.ledger)
        assert sum(sums.values()) == 0
    assert len({summary.game for summary in table.history}) == 3
    assert sum(isinstance(summary.result, WonDeal) for summary in table.history) > 5


# --- the history --------------------------------------------------------------------------


@pytest.mark.rule("TABLE-7")
def test_a_won_deal_is_kept_with_its_settlement() -> None:
    table = won(drawn(seated(score=SCORE)), 1, 3, dealer=2)
    summary = table.history[-1]
    assert table.deal is not None
    result = table.deal.result
    assert isinstance(result, WonDeal)
    assert summary == DealSummary(
        game=1,
        names=FOUR,
        dealer=2,
        multiplier=3,
        kongs=0,
        result=result,
        settlement=settle(result, table.deal, SCORE, 3),
    )
    assert summary.deltas == (0, 24, 0, -24)


@pytest.mark.rule("SCORE-6")
def test_a_drawn_deal_is_kept_with_its_kongs_and_pays_nothing() -> None:
    state, actions = about_to_kong(3, KongKind.ADDED, dealer=2)
    table = acted(dealt(state), *actions)
    assert table.history == (DealSummary(1, FOUR, 2, 1, 1, DrawnDeal(), NOTHING),)


def test_the_deals_are_kept_in_their_order() -> None:
    table = drawn(won(seated(), 1, None), dealer=1)
    table = acted(started(table), "3 leave", "3 sit Dee")
    table = won(table, 0, 2, dealer=3)
    kept = [
        (summary.game, summary.names[3], summary.dealer, summary.multiplier, summary.deltas)
        for summary in table.history
    ]
    assert kept == [
        (1, "丁", 0, 1, (-6, 14, -4, -4)),
        (1, "丁", 1, 1, (0, 0, 0, 0)),
        (1, "丁", 1, 2, (0, 0, 0, 0)),
        (2, "Dee", 3, 1, (8, 0, -8, 0)),
    ]
    assert table.history[2].result == VoidDeal(3)


def test_what_was_kept_before_stays_as_it_was() -> None:
    table = one_deal_later()
    first = table.history
    for number in range(3):
        table = evening(table, [number])
        assert table.history[:1] == first


@pytest.mark.rule("SCORE-1")
def test_a_deal_is_settled_by_the_score_table_of_the_table() -> None:
    """The sum is 10 for the win and 1 for Closed Wait; seat 0 deals and 3 deals in: 3 · 11 + 2."""
    table = won(seated(score=ScoreTable(base=10)), 1, 3)
    assert dict(table.ledger) == {"Ann": 0, "Bo": 35, "Cai": 0, "丁": -35}


# --- what comes next, for those who keep no table -----------------------------------------


def test_the_next_dealer_of_a_deal_that_goes_on_is_not_known() -> None:
    state, _ = about_to_win(1, None)
    with pytest.raises(InvalidStateError) as caught:
        next_dealer(state)
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_THE_RESULT]


@pytest.mark.rule("SCORE-6", refuses=True)
def test_a_drawn_deal_multiplies_by_a_whole_number_from_one() -> None:
    with pytest.raises(RulesError) as caught:
        ScoreTable(drawn_deal_multiplier=0)
    assert caught.value.rule == "SCORE-6"


# --- texts --------------------------------------------------------------------------------

HIDDEN = re.compile(r"[1-9][mpsz]|Tile|Shuffle|layout|dice")


@pytest.mark.parametrize("name", MOMENTS)
def test_the_repr_of_a_table_shows_no_tile_and_no_shuffle(name: str) -> None:
    table = MOMENTS[name]()
    texts = [repr(table), f"{table}", *map(repr, table.history), repr(table.ledger)]
    assert not any(map(HIDDEN.search, texts))


def test_the_repr_of_what_starts_a_deal_shows_no_tile() -> None:
    start = StartDeal(Shuffle.from_seed(7))
    for value in (start, step_table(all_ready(seated()), start)):
        assert not re.search(r"[1-9][mpsz]|Tile", repr(value))


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (TableState.new(), "<TableState – – – –, no deal>"),
        (seated(["Ann", "Bo"]), "<TableState 'Ann' 'Bo' – –, no deal>"),
        (started(seated()), "<TableState 'Ann' 'Bo' 'Cai' '丁', deal 1 is played>"),
        (one_deal_later(), "<TableState 'Ann' 'Bo' 'Cai' '丁', 1 deal>"),
        (a_drawn_deal_later(), "<TableState 'Ann' 'Bo' 'Cai' '丁', 2 deals>"),
        (started(one_deal_later()), "<TableState 'Ann' 'Bo' 'Cai' '丁', deal 2 is played>"),
        (acted(started(seated()), "3 leave"), "<TableState 'Ann' 'Bo' 'Cai' –, 1 deal>"),
    ],
)
def test_the_repr_of_a_table_says_who_sits_and_how_many_deals_there_were(
    table: TableState, text: str
) -> None:
    assert repr(table) == text


def test_the_repr_of_a_table_cuts_long_names() -> None:
    table = seated([letter * 100 for letter in "abcd"])
    assert repr(table).count("…") == 4
    assert len(repr(table)) < 130


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        (one_deal_later().history[0], "<DealSummary dealer 0, won by seat 1, (-6, 14, -4, -4)>"),
        (a_drawn_deal_later().history[1], "<DealSummary dealer 1, drawn, (0, 0, 0, 0)>"),
        (
            acted(started(seated()), "2 leave").history[0],
            "<DealSummary dealer 0, void, seat 2 left, (0, 0, 0, 0)>",
        ),
    ],
    ids=["won", "drawn", "void"],
)
def test_the_repr_of_a_summary_says_how_the_deal_ended(summary: DealSummary, text: str) -> None:
    assert repr(summary) == text
