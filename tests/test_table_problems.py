"""`table_problems`: nothing for whatever play comes to, and each thing that can be wrong alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from broken_tables import BROKEN
from lisi_mahjong import (
    DrawnDeal,
    InvalidStateError,
    PaymentFactor,
    Problem,
    Reading,
    RuleSet,
    ScoreTable,
    TableState,
    Tag,
    Tile,
    VoidDeal,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.table_checks import table_problems
from lisi_mahjong.table_text import format_table
from long_evening import (
    RIGHT,
    changed,
    entry,
    first_played,
    first_shown,
    games,
    left,
    only,
    played,
    shown,
    with_deal,
    with_entry,
    with_payment,
    with_reading,
    with_result,
    with_settlement,
)
from table_moves import table_moves


def found(table: TableState) -> list[Problem]:
    """Return what is wrong with a table, each problem once."""
    return list(dict.fromkeys(problem for problem, _ in table_problems(table)))


# --- what play comes to -------------------------------------------------------------------


def test_no_table_of_mixed_sittings_has_a_problem() -> None:
    seen = Counter[str]()
    for number, move in enumerate(table_moves(range(40), leaving=0.004)):
        table = move.after
        if number % 11 == 0 or not table.playing:
            assert table_problems(table) == (), table
            last = type(table.history[-1].result).__name__ if table.history else "nothing yet"
            seen[f"{'a deal' if table.playing else 'no deal'} after {last}"] += 1
    ends = ("WonDeal", "DrawnDeal", "VoidDeal", "nothing yet")
    assert seen.keys() == {f"{what} after {end}" for what in ("a deal", "no deal") for end in ends}


@pytest.mark.parametrize("table", RIGHT.values(), ids=RIGHT)
def test_the_tables_that_are_broken_below_have_no_problem(
    table: Callable[[], TableState],
) -> None:
    assert table_problems(table()) == ()


def test_the_evening_that_is_broken_below_was_paid_as_its_words_say() -> None:
    assert [each.deltas for each in left().history] == [
        (0, -11, 11, 0),
        (0, 0, 0, 0),
        (-18, 54, -18, -18),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        (-2, -1, 4, -1),
    ]
    assert [each.dealer for each in left().history] == [0, 1, 1, 1, 2, 0]
    assert [each.multiplier for each in left().history] == [1, 1, 2, 1, 2, 1]
    assert [each.game for each in left().history] == [1, 1, 1, 1, 1, 2]


# --- one problem at a time ----------------------------------------------------------------


@pytest.mark.parametrize(("expected", "broken"), BROKEN.values(), ids=BROKEN)
def test_a_broken_table_has_exactly_these_problems(
    expected: list[Problem], broken: Callable[[], TableState]
) -> None:
    table = broken()
    assert found(table) == expected
    assert all(detail.isprintable() and len(detail) < 300 for _, detail in table_problems(table))


@pytest.mark.parametrize(("expected", "broken"), BROKEN.values(), ids=BROKEN)
def test_a_broken_table_is_not_written_down(
    expected: list[Problem], broken: Callable[[], TableState]
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        format_table(broken())
    assert list(dict.fromkeys(problem for problem, _ in caught.value.problems)) == expected


def test_every_problem_of_a_table_is_shown_alone() -> None:
    members = list(Problem)
    first, last = members.index(Problem.PERSON_NAME), members.index(Problem.LEDGER)
    alone = {expected[0] for expected, _ in BROKEN.values() if len(expected) == 1}
    assert set(members[first : last + 1]) <= alone


@pytest.mark.parametrize("thing", [None, "Ann", 7, TableState, (), object()])
def test_what_is_no_table_has_that_problem(thing: Any) -> None:  # noqa: ANN401 - anything
    ((problem, _),) = table_problems(thing)
    assert problem is Problem.NOT_A_TABLE


def test_several_problems_are_found_in_the_order_of_the_checks() -> None:
    table = attrs.evolve(
        with_entry(with_settlement(1, points=1), 4, multiplier=3),
        names=("", "Bo", "Bo", None),
        ready=(True, True, True, True),
        accounts=(),
    )
    assert table_problems(table) == (
        (Problem.PERSON_NAME, "names[0] is ''"),
        (Problem.ONE_SEAT, "names[2] is 'Bo' too"),
        (Problem.READY_EMPTY, "seat 3"),
        (Problem.MULTIPLIER, "3 and not 2 of history[4]"),
        (Problem.DRAWN_PAID, "history[1]: <Settlement of 1 points, (0, 0, 0, 0)>"),
        (Problem.LEDGER, "None and not ('Ann', -20)"),
    )


def test_the_problems_of_the_deal_stand_among_those_of_its_table() -> None:
    table = attrs.evolve(with_deal(played(), kongs=2), ready=(True,) * 4, accounts=())
    assert table.deal is not None
    of_deal = problems(table.deal)
    assert [problem for problem, _ in of_deal] == [Problem.KONGS_MADE]
    assert found(table) == [Problem.READY_IN_DEAL, Problem.KONGS_MADE, Problem.LEDGER]
    assert set(of_deal) <= set(table_problems(table))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (lambda: changed(first_played(), names=(None,) * 4), "nobody at seats 0 1 2 3"),
        (lambda: changed(played(), names=("Ann", None, "Cai", "Eve")), "nobody at seat 1"),
        (lambda: changed(played(), ready=(True, False, False, True)), "seats 0 3"),
        (lambda: changed(left(), dealer=0), "a dealer, and no deal"),
        (lambda: changed(shown(), dealer=None), "a deal, and no dealer"),
    ],
)
def test_a_detail_names_the_seats(table: Callable[[], TableState], said: str) -> None:
    assert [detail for _, detail in table_problems(table())] == [said]


# --- by rules -----------------------------------------------------------------------------


@pytest.mark.rule("TABLE-3", refuses=True)
def test_a_game_does_not_go_on_after_somebody_has_left() -> None:
    (_, detail), *more = table_problems(games(left(), "111111", 2))
    assert detail == "1 of history[5]"
    assert more == []


@pytest.mark.rule("TABLE-3", refuses=True)
def test_a_doubling_is_not_carried_into_another_game() -> None:
    drawn = only(0, 1)
    assert isinstance(drawn.history[-1].result, DrawnDeal)
    assert found(drawn) == []
    assert found(attrs.evolve(drawn, multiplier=2)) == [Problem.MULTIPLIER]


@pytest.mark.rule("TABLE-7", refuses=True)
def test_a_ledger_of_other_sums_than_those_of_the_history_is_found_out() -> None:
    table = attrs.evolve(left(), accounts=(("Ann", -19), *left().accounts[1:]))
    assert table_problems(table) == ((Problem.LEDGER, "('Ann', -19) and not ('Ann', -20)"),)


@pytest.mark.rule("DEALER-2", refuses=True)
def test_no_other_seat_deals_after_a_win() -> None:
    assert table_problems(attrs.evolve(shown(), dealer=3)) == (
        (Problem.DEALER_AFTER_WIN, "seat 3 and not 1 of the table"),
    )


@pytest.mark.rule("DEALER-3", refuses=True)
def test_no_other_seat_deals_after_a_drawn_deal() -> None:
    assert table_problems(with_entry(left(), 4, dealer=3)) == (
        (Problem.DEALER_AFTER_DRAW, "seat 3 and not 2 of history[4]"),
    )


@pytest.mark.rule("DEALER-3")
def test_a_kong_passes_no_dealer_on_where_the_option_is_off() -> None:
    rules = RuleSet(drawn_deal_with_kong_passes_dealer=False)
    table = attrs.evolve(with_entry(left(), 4, dealer=1), rules=rules)
    assert found(table) == []


@pytest.mark.rule("SCORE-6", refuses=True)
def test_a_drawn_deal_multiplies_by_the_number_of_the_score_table() -> None:
    table = only(0, 1)
    void = attrs.evolve(entry(4), dealer=1)
    for number, times in ((2, 2), (7, 7)):
        history = (*table.history, attrs.evolve(void, multiplier=times))
        score = ScoreTable(drawn_deal_multiplier=number)
        assert found(attrs.evolve(table, history=history, score=score)) == []
        score = ScoreTable(drawn_deal_multiplier=number + 1)
        assert found(attrs.evolve(table, history=history, score=score)) == [Problem.MULTIPLIER]


@pytest.mark.rule("SCORE-9", refuses=True)
def test_a_deal_is_settled_by_no_result_but_its_own() -> None:
    table = with_entry(first_shown(), 0, kongs=2)
    assert table_problems(table) == (
        (Problem.LAST_SUMMARY, "not <DealSummary dealer 0, won by seat 2, (0, -11, 11, 0)>"),
    )


# --- what is not asked --------------------------------------------------------------------


def test_somebody_may_come_back_under_another_name_or_to_another_seat() -> None:
    names = (None, "Ann", "Fay", "丁")
    assert found(attrs.evolve(left(), names=names)) == []


def test_deals_of_different_games_may_have_any_dealers() -> None:
    for dealer in range(4):
        table = only(0, 4)
        history = (table.history[0], attrs.evolve(table.history[1], game=2, dealer=dealer))
        history = (history[0], attrs.evolve(history[1], multiplier=1))
        assert found(attrs.evolve(table, history=history, game=3)) == []


def test_somebody_who_only_left_is_not_in_the_ledger() -> None:
    table = with_entry(only(4), 0, multiplier=1)
    assert isinstance(table.history[0].result, VoidDeal)
    assert table.accounts == ()
    assert found(table) == []


# --- types and ranges ---------------------------------------------------------------------

HUGE = 10**600

MISFITS: dict[str, tuple[str, Callable[[], TableState]]] = {
    "rules": ("rules", lambda: changed(left(), rules=ScoreTable())),
    "score": ("score", lambda: changed(left(), score=None)),
    "a list of names": ("names", lambda: changed(left(), names=["Ann", "Bo", "Cai", None])),
    "three names": ("names", lambda: changed(left(), names=("Ann", "Bo", "Cai"))),
    "a number as name": ("names[1]", lambda: changed(left(), names=("Ann", 7, "Cai", None))),
    "readiness of five": ("ready", lambda: changed(left(), ready=(False,) * 5)),
    "a number as readiness": ("ready[0]", lambda: changed(left(), ready=(0, *(False,) * 3))),
    "game 0": ("game", lambda: changed(left(), game=0)),
    "a game of too many digits": ("game", lambda: changed(left(), game=HUGE)),
    "a flag as game": ("game", lambda: changed(left(), game=True)),
    "a dealer that is no seat": ("dealer", lambda: changed(left(), dealer=4)),
    "a multiplier of 0": ("multiplier", lambda: changed(left(), multiplier=0)),
    "too large a multiplier": ("multiplier", lambda: changed(left(), multiplier=10**6 + 1)),
    "a deal that is none": ("deal", lambda: changed(left(), deal="drawn")),
    "a deal with a misfit": ("deal.kongs", lambda: with_deal(played(), kongs=17)),
    "accounts as a dict": ("accounts", lambda: changed(left(), accounts={})),
    "an account without a sum": ("accounts[0]", lambda: changed(left(), accounts=(("A",),))),
    "a sum of too many digits": (
        "accounts[0][1]",
        lambda: changed(left(), accounts=(("A", HUGE),)),
    ),
    "a list as history": ("history", lambda: changed(left(), history=[])),
    "a history of nothing": ("history[0]", lambda: changed(left(), history=(None,))),
    "game 0 in the history": ("history[1].game", lambda: raw(1, game=0)),
    "an empty seat in the history": (
        "history[1].names[0]",
        lambda: raw(1, names=(None, "Bo", "Cai", "丁")),
    ),
    "kongs that are too many": ("history[1].kongs", lambda: raw(1, kongs=17)),
    "a deal without a result": ("history[1].result", lambda: raw(1, result=None)),
    "who left is no seat": ("history[4].result.left", lambda: raw(4, result=VoidDeal(-1))),
    "a winner that is no seat": ("history[0].result.winner", lambda: with_result(0, winner=4)),
    "a tile that is a number": ("history[0].result.tile", lambda: with_result(0, tile=4)),
    "no settlement": ("history[1].settlement", lambda: raw(1, settlement=None)),
    "points below 0": ("history[1].settlement.points", lambda: with_settlement(1, points=-1)),
    "payments that are none": (
        "history[1].settlement.payments[0]",
        lambda: raw(1, settlement=changed(entry(1).settlement, payments=("BASE",))),
    ),
    "an item that is a text": (
        "history[0].settlement.payments[2].item",
        lambda: with_payment(0, 2, item="BASE"),
    ),
    "a factor of 1": (
        "history[0].settlement.payments[0].factors[0][1]",
        lambda: with_payment(0, 0, factors=((PaymentFactor.FOR_ALL, 1),)),
    ),
    "a rule that is no text": (
        "history[0].settlement.payments[0].rule",
        lambda: with_payment(0, 0, rule=4),
    ),
    "a kong that is a text": (
        "history[0].settlement.payments[0].kong",
        lambda: with_payment(0, 0, kong="5m"),
    ),
    "a pair of numbers": (
        "history[0].result.readings[0].pair[0]",
        lambda: with_result(0, readings=(changed(real(), pair=(17, Tile.P9)),)),
    ),
    "sets that are a list": (
        "history[0].result.readings[0].sets",
        lambda: with_result(0, readings=(changed(real(), sets=[]),)),
    ),
    "tags that are a tuple": (
        "history[0].result.readings[0].tags",
        lambda: with_result(0, readings=(changed(real(), tags=(Tag.CLOSED_WAIT,)),)),
    ),
    "tags that are texts": (
        "history[0].settlement.reading.tags",
        lambda: with_settlement(0, reading=changed(real(), tags=frozenset(["缺门"]))),
    ),
    "five triplets": (
        "history[0].settlement.reading.triplets",
        lambda: with_settlement(0, reading=changed(real(), triplets=5)),
    ),
    "a reading that is a tuple": (
        "history[0].settlement.reading",
        lambda: with_settlement(0, reading=(Tile.M1,)),
    ),
}
"""By name: where a table holds what it cannot hold, and such a table."""


def raw(place: int, **fields: Any) -> TableState:  # noqa: ANN401 - anything
    """Return the table that was left with another entry, whatever it holds."""
    history = list(left().history)
    history[place] = changed(history[place], **fields)
    return attrs.evolve(left(), history=tuple(history))


def real() -> Reading:
    reading = entry(0).settlement.reading
    assert reading is not None
    return reading


@pytest.mark.parametrize(("where", "table"), MISFITS.values(), ids=MISFITS)
def test_a_field_that_holds_what_it_cannot_hold_is_the_only_problem(
    where: str, table: Callable[[], TableState]
) -> None:
    ((problem, detail),) = table_problems(table())
    assert problem is Problem.MALFORMED_FIELD
    assert detail.startswith(f"{where} is ")


def test_a_reading_of_the_history_is_looked_at_before_it_is_compared() -> None:
    """Both readings of the win are malformed, and the ledger is not spoken of."""
    table = changed(with_reading(0, triplets=9), accounts=())
    assert table_problems(table) == (
        (Problem.MALFORMED_FIELD, "history[0].result.readings[0].triplets is 9"),
        (Problem.MALFORMED_FIELD, "history[0].settlement.reading.triplets is 9"),
    )
