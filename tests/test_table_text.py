"""A table as text: read back it is the same table, and goes on as if nobody had stopped."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anatomy import repickled
from evenings import acted, all_ready, dealt, evening, finished, seated, started
from lisi_mahjong import (
    AwaitingClaims,
    InvalidStateError,
    Leave,
    Problem,
    Ready,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    VoidDeal,
    actors,
    apply_table,
    step_table,
    table_legal_actions,
    why_table_illegal,
)
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.notation import format_state
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table_actions import is_name
from lisi_mahjong.table_text import ACCOUNTS_A_LINE, format_table, parse_table
from long_evening import RIGHT, changed, left, played
from make_tables import FOLDER, TABLES
from offers import CHOICE, WAITS_FOR_5M, WAITS_FOR_5M_TOO, offered
from strategies import rule_sets, seeds
from table_moves import table_moves

SECONDS = 20
"""Of work; a number of steps that grows with the square of the deals would take minutes."""


def read_back(table: TableState) -> TableState:
    """Return a table that has been written down and read: it must be the same."""
    text = format_table(table)
    found = parse_table(text)
    assert found == table
    assert hash(found) == hash(table)
    assert repr(found) == repr(table)
    assert format_table(found) == text
    assert text.isascii()
    assert text.endswith("\n")
    assert all(0 < len(line) <= MAX_LINE and line.isprintable() for line in text.splitlines())
    if table.deal is not None and found.deal is not None:
        # What is derived does not count for equality, but play goes on from it.
        for one, other in zip(table.deal.players, found.deal.players, strict=True):
            assert (one.wait_set, one.meld_set) == (other.wait_set, other.meld_set)
    return found


# --- at any moment ------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [range(2), range(2, 4)], ids=["first", "second"])
def test_sittings_go_on_after_a_restart_before_every_action(numbers: range) -> None:
    seen = Counter[str]()
    for before, action, taken in table_moves(numbers):
        found = read_back(before)
        again = step_table(found, action)
        assert again.state == taken.state
        assert again.events == taken.events
        stage = type(before.deal.stage).__name__ if before.deal is not None else "no deal"
        seen[stage] += 1
    assert seen.keys() == {"AwaitingTurn", "AwaitingClaims", "Finished", "no deal"}


@pytest.mark.parametrize(
    "answers",
    [(), ("1 pass",), ("1 pung 5m 1",), ("1 pung 5m 1", "3 pass"), ("3 win",), ("3 win", "1 pass")],
)
@pytest.mark.parametrize("seat", range(4))
def test_a_claim_with_some_answers_goes_on_and_can_be_left(
    answers: tuple[str, ...], seat: int
) -> None:
    hands = {1: "{1235m}5m147p258s99s", 2: WAITS_FOR_5M, 3: WAITS_FOR_5M_TOO}
    claimed = offered("5m", hands, ting={2: "9p", 3: "9m"}, rules=CHOICE)
    table = read_back(acted(dealt(claimed), *answers))
    assert table.deal is not None
    assert isinstance(table.deal.stage, AwaitingClaims)
    assert sum(answer is not None for answer in table.deal.stage.answers) == len(answers)
    left_by = read_back(apply_table(table, Leave(seat)))
    assert left_by.history[-1].result == VoidDeal(seat)
    won = read_back(acted(table, "2 win"))
    assert (won.deal is not None and won.deal.result is not None, won.dealer) == (True, 1)


ANY = {**RIGHT, **TABLES}


@pytest.mark.parametrize("name", ANY)
def test_a_table_goes_on_as_if_nobody_had_stopped(name: str) -> None:
    table = ANY[name]()
    found = read_back(table)
    for seat in range(4):
        assert table_legal_actions(found, seat) == table_legal_actions(table, seat)
        for action in table_legal_actions(table, seat):
            assert why_table_illegal(found, action) is None
            assert apply_table(found, action) == apply_table(table, action)


def test_an_evening_with_a_restart_after_every_action_is_the_evening() -> None:
    """Three deals to their ends; one of the two tables is forgotten and read each time."""
    table, other = played(), played()
    rng = random.Random(7)
    for number in range(3):
        while table.deal is not None and (deciding := actors(table.deal)):
            seat = rng.choice(deciding)
            action = rng.choice(table_legal_actions(table, seat)[:-1])  # the last is to leave
            table = apply_table(table, action)
            other = parse_table(format_table(apply_table(other, action)))
        assert other == table
        table, other = started(table, number), started(other, number)
    assert other == table
    assert len(other.history) == len(played().history) + 3


def test_what_was_read_pickles_and_copies_as_what_was_written() -> None:
    found = read_back(played())
    assert repickled(found) == played()


# --- what stands there --------------------------------------------------------------------


def test_the_lines_of_a_new_table() -> None:
    header, deal, end = format_table(TableState.new()).split("\n")
    assert json.loads(header) == {
        "format": "lisi-mahjong table",
        "format_version": 1,
        "rules_version": 1,
        "rules": attrs.asdict(RuleSet()),
        "score": attrs.asdict(ScoreTable()),
        "names": [None, None, None, None],
        "ready": [False, False, False, False],
        "game": 1,
        "dealer": None,
        "multiplier": 1,
        "accounts": [],
    }
    assert (deal, end) == ("null", "")


def test_the_lines_of_an_evening() -> None:
    """Four have sat down, played six deals in two games; Eve has come for 丁; seat 1 deals."""
    table = acted(played(), "2 leave")
    header, *history, deal = format_table(table).splitlines()
    said = json.loads(header)
    assert said["names"] == ["Ann", "Bo", None, "Eve"]
    assert said["ready"] == [False] * 4
    assert (said["game"], said["dealer"], said["multiplier"]) == (3, None, 1)
    assert said["accounts"] == [["Ann", -20], ["Bo", 42], ["Cai", -3], ["丁", -18], ["Eve", -1]]
    assert [json.loads(line) for line in history] == [
        summary_as_json(summary) for summary in table.history
    ]
    assert [json.loads(line)["result"]["name"] for line in history] == [
        "won", "drawn", "won", "drawn", "void", "won", "void",
    ]  # fmt: skip
    assert deal == "null"


def test_the_last_line_is_the_line_of_the_deal() -> None:
    deal = played().deal
    assert deal is not None
    assert format_table(played()).splitlines()[-1] == f'"{format_state(deal)}"'


def test_readiness_and_the_names_of_those_who_sit_are_kept() -> None:
    table = acted(TableState.new(), "2 sit 丁", "0 sit Ann Lee", "2 ready")
    assert read_back(table).names == ("Ann Lee", None, "丁", None)
    assert read_back(table).ready == (False, False, True, False)


def test_the_order_of_the_ledger_is_kept() -> None:
    table = finished(started(seated(("Zoe", "Ann", "Moe", "Bob"))))
    assert [name for name, _ in read_back(table).accounts] == ["Zoe", "Ann", "Moe", "Bob"]


# --- any table ----------------------------------------------------------------------------

names = st.text(min_size=1, max_size=100).filter(is_name)
points = st.integers(0, 10**6)
multipliers = st.integers(1, 10**6)
scores = st.builds(
    ScoreTable,
    **{
        field.name: st.booleans()
        if isinstance(field.default, bool)
        else (multipliers if field.name.endswith("multiplier") else points)
        for field in attrs.fields(ScoreTable)
    },
)


@settings(max_examples=40)
@given(st.lists(names, min_size=4, max_size=4, unique=True), rule_sets(), scores, seeds, st.data())
def test_any_people_and_any_options_are_kept(
    people: list[str], rules: RuleSet, score: ScoreTable, seed: int, data: st.DataObject
) -> None:
    table = seated(people, rules, score)
    read_back(table)
    table = finished(started(table, seed))
    read_back(table)
    seat, other = data.draw(st.integers(0, 3)), data.draw(names)
    table = apply_table(all_ready(table), StartDeal(Shuffle.from_seed(seed + 1)))
    read_back(table)
    table = read_back(apply_table(table, Leave(seat)))
    if other not in table.names:
        table = apply_table(table, Sit(seat, other))
        read_back(apply_table(table, Ready(seat)))


@given(names)
def test_any_name_is_kept(name: str) -> None:
    assert read_back(apply_table(TableState.new(), Sit(1, name))).names[1] == name


def test_names_that_look_alike_stay_two_people() -> None:
    table = finished(started(seated(("é", "e\u0301", "Å", "\u212b"))))
    assert len(read_back(table).accounts) == 4


def test_huge_sums_are_kept() -> None:
    table = TABLES["odd-names-huge-sums"]()
    assert [total for _, total in read_back(table).accounts] == [
        -5 * 10**18,
        -5 * 10**18,
        15 * 10**18,
        -5 * 10**18,
    ]


# --- large tables -------------------------------------------------------------------------

WIDE = "\U0001f004" * 98
"""With two digits behind it, a name that is as long as a name can be, on the line too."""


def crowd(people: int) -> TableState:
    """Return a table at which many people have played, all of them with the longest names."""
    waiting = [f"{WIDE}{number:02}" for number in range(people)]
    table = seated(waiting[:4])
    for place in range(0, people, 4):
        for seat, name in enumerate(waiting[place : place + 4]):
            if name not in table.names:
                table = acted(table, Leave(seat), Sit(seat, name))
        table = finished(started(table, place))
    assert len(table.accounts) == people
    return table


@pytest.mark.parametrize(
    ("people", "lines"),
    [
        (ACCOUNTS_A_LINE - 1, [49]),
        (ACCOUNTS_A_LINE, [50]),
        (ACCOUNTS_A_LINE + 1, [50, 1]),
        (100, [50, 50]),
    ],
)
def test_more_accounts_than_a_line_holds_stand_on_lines_of_their_own(
    people: int, lines: list[int]
) -> None:
    table = crowd(people)
    assert read_back(table).accounts == table.accounts
    header, *rest = map(json.loads, format_table(table).splitlines())
    assert [len(header["accounts"]), *(len(each) for each in rest if type(each) is list)] == lines
    assert {type(each) for each in rest[len(lines) - 1 : -1]} == {dict}


def test_a_thousand_deals_are_written_and_read_in_bounded_time() -> None:
    table = acted(evening(seated(rules=RuleSet.taiyuan()), range(100)), "0 leave")
    games = [
        attrs.evolve(each, game=game) for game in range(1, 11) for each in table.history
    ]  # the same four come back for ten games
    accounts = tuple((name, 10 * total) for name, total in table.accounts)
    table = attrs.evolve(table, history=tuple(games), accounts=accounts, game=11)
    start = time.process_time()
    text = format_table(table)
    assert parse_table(text) == table
    assert time.process_time() - start < SECONDS
    assert len(text.splitlines()) == 1002
    assert len(text) < 2_000_000


# --- what cannot be written ---------------------------------------------------------------


@pytest.mark.parametrize("thing", [None, "", TableState, 7, {}])
def test_what_is_no_table_is_not_written(thing: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(InvalidStateError) as caught:
        format_table(thing)
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_A_TABLE]


def test_a_table_that_cannot_be_is_not_written() -> None:
    with pytest.raises(InvalidStateError) as caught:
        format_table(changed(left(), multiplier=0, game=1.5))
    assert caught.value.problems == (
        (Problem.MALFORMED_FIELD, "game is 1.5"),
        (Problem.MALFORMED_FIELD, "multiplier is 0"),
    )


# --- stored tables ------------------------------------------------------------------------


def test_there_is_a_file_for_every_stored_table_and_no_other() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(
        f"{name}.jsonl" for name in TABLES
    )


@pytest.mark.parametrize("name", TABLES)
def test_a_stored_table_is_read(name: str) -> None:
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="ascii")
    table = parse_table(text)
    assert table == TABLES[name]()
    assert format_table(table) == text
