"""People at a table: sitting down, readiness, names, whose action it is.

Leaving is in `test_table_leaving`, and what a deal brings with it in `test_table_deals`.
"""

from __future__ import annotations

import pytest

from evenings import FOUR, acted, all_ready, seated, started
from lisi_mahjong import (
    Discard,
    Leave,
    Play,
    Pung,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Tile,
    Unready,
    apply_table,
    table_legal_actions,
    why_table_illegal,
)
from moments import BETWEEN, MOMENTS, PLAYED

FULL = tuple(name for name in MOMENTS if None not in MOMENTS[name]().names)
"""The moments at which no seat is empty."""

# --- a new table --------------------------------------------------------------------------


@pytest.mark.rule("TABLE-4", "TABLE-7", "DEALER-1")
def test_at_a_new_table_nobody_sits_and_nothing_has_been_played() -> None:
    table = TableState.new()
    assert table.names == (None, None, None, None)
    assert table.ready == (False, False, False, False)
    assert (table.game, table.dealer, table.multiplier, table.deal) == (1, None, 1, None)
    assert (dict(table.ledger), table.accounts, table.history) == ({}, (), ())
    assert not table.playing


def test_a_new_table_has_the_written_rules_and_numbers_unless_others_are_given() -> None:
    table = TableState.new()
    assert (table.rules, table.score) == (RuleSet(), ScoreTable())
    table = TableState.new(RuleSet.taiyuan(), ScoreTable(base=5))
    assert (table.rules, table.score) == (RuleSet.taiyuan(), ScoreTable(base=5))


# --- readiness ----------------------------------------------------------------------------


@pytest.mark.rule("TABLE-1")
def test_a_deal_starts_when_all_four_are_ready_at_the_same_time() -> None:
    table = all_ready(seated())
    assert table.ready == (True, True, True, True)
    table = apply_table(table, StartDeal(Shuffle.from_seed(7)))
    assert table.playing
    assert table.ready == (False, False, False, False)


@pytest.mark.rule("TABLE-2")
def test_readiness_may_be_taken_back_and_given_again() -> None:
    table = apply_table(all_ready(seated()), Unready(2))
    assert table.ready == (True, True, False, True)
    assert table_legal_actions(table, 2) == (Ready(2), Leave(2))
    assert table_legal_actions(table, 1) == (Unready(1), Leave(1))
    assert apply_table(table, Ready(2)) == all_ready(seated())


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize("seat", range(4))
def test_readiness_is_the_seats_own_and_touches_no_other(seat: int) -> None:
    table = apply_table(seated(), Ready(seat))
    assert table.ready == tuple(each == seat for each in range(4))


@pytest.mark.rule("TABLE-2", refuses=True)
def test_nobody_is_ready_twice_or_takes_back_what_was_not_given() -> None:
    table = acted(seated(), "1 ready")
    assert why_table_illegal(table, Ready(1)) is Refusal.ALREADY_READY
    assert why_table_illegal(table, Unready(0)) is Refusal.NOT_READY


@pytest.mark.rule("TABLE-6", refuses=True)
@pytest.mark.parametrize("name", PLAYED)
def test_while_a_deal_is_played_nobody_speaks_of_readiness(name: str) -> None:
    table = MOMENTS[name]()
    assert table.ready == (False, False, False, False)
    for seat in range(4):
        assert why_table_illegal(table, Ready(seat)) is Refusal.DEAL_IN_PROGRESS
        assert why_table_illegal(table, Unready(seat)) is Refusal.DEAL_IN_PROGRESS


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize("name", BETWEEN)
def test_between_deals_whoever_sits_is_ready_or_not_and_may_change_that(name: str) -> None:
    table = MOMENTS[name]()
    for seat in range(4):
        if table.names[seat] is not None:
            change = Unready(seat) if table.ready[seat] else Ready(seat)
            assert table_legal_actions(table, seat) == (change, Leave(seat))
            back = Ready(seat) if table.ready[seat] else Unready(seat)
            assert acted(table, change, back) == table


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("action", [Ready(2), Unready(2), Leave(2), Play(Discard(2, Tile.M1))])
def test_a_seat_at_which_nobody_sits_does_nothing(action: TableAction) -> None:
    table = acted(seated(), "2 leave")
    assert why_table_illegal(table, action) is Refusal.SEAT_EMPTY
    assert table_legal_actions(table, 2) == ()


# --- sitting down -------------------------------------------------------------------------


@pytest.mark.rule("TABLE-4")
@pytest.mark.parametrize("seat", range(4))
def test_any_empty_seat_may_be_taken_by_whoever_has_none(seat: int) -> None:
    table = apply_table(TableState.new(), Sit(seat, "Ann"), by="Ann")
    assert table.names == tuple("Ann" if each == seat else None for each in range(4))


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("name", FULL)
def test_at_a_full_table_nobody_sits_down(name: str) -> None:
    table = MOMENTS[name]()
    for seat in range(4):
        for newcomer in ("Dee", *FOUR):
            assert why_table_illegal(table, Sit(seat, newcomer)) is Refusal.SEAT_TAKEN


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("seat", range(1, 4))
def test_one_person_has_one_seat(seat: int) -> None:
    table = seated(["Ann"])
    assert why_table_illegal(table, Sit(seat, "Ann")) is Refusal.ALREADY_SEATED
    assert why_table_illegal(table, Sit(seat, "Ann"), by="Ann") is Refusal.ALREADY_SEATED


@pytest.mark.rule("TABLE-4")
def test_to_change_seats_one_leaves_and_sits_down_again() -> None:
    table = acted(seated(["Ann"]), "0 leave", "3 sit Ann")
    assert table.names == (None, None, None, "Ann")


def test_to_sit_down_is_listed_for_nobody() -> None:
    """It is somebody's who has no seat, and a list is a seat's."""
    for seat in range(4):
        assert table_legal_actions(TableState.new(), seat) == ()


# --- whose action it is -------------------------------------------------------------------

OWN: dict[str, tuple[TableState, TableAction]] = {
    "sit": (seated(["Ann"]), Sit(1, "Bo")),
    "ready": (seated(), Ready(1)),
    "unready": (all_ready(seated()), Unready(1)),
    "leave": (seated(), Leave(1)),
    "leave a deal": (started(seated()), Leave(1)),
    "play": (MOMENTS["three are asked"](), Play(Pung(1, Tile.M5, 0))),
}
"""A table, and an action that is Bo's at seat 1."""


@pytest.mark.rule("TABLE-4")
@pytest.mark.parametrize("what", OWN)
def test_everybody_acts_for_themselves_and_the_table_for_everybody(what: str) -> None:
    table, action = OWN[what]
    assert why_table_illegal(table, action, by="Bo") is None
    assert why_table_illegal(table, action, by=None) is None
    assert apply_table(table, action, by="Bo") == apply_table(table, action)


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("other", ["Ann", "Cai", "Dee", "bo", "Bo ", ""])
@pytest.mark.parametrize("what", OWN)
def test_nobody_acts_for_another(what: str, other: str) -> None:
    table, action = OWN[what]
    assert why_table_illegal(table, action, by=other) is Refusal.NOT_YOUR_SEAT


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("action", [Play(Discard(1, Tile.M5)), Play(Pung(1, Tile.M9, 0))])
def test_to_a_stranger_a_seat_gives_no_reason_of_the_deal(action: TableAction) -> None:
    """Why the deal refuses it depends on the seat's own tiles."""
    table = MOMENTS["three are asked"]()
    assert why_table_illegal(table, action) is not None
    assert why_table_illegal(table, action, by="Ann") is Refusal.NOT_YOUR_SEAT


# --- names --------------------------------------------------------------------------------


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize(
    "other", ["ann", "ANN", "Ann ", " Ann", "Anne", "An", "\uff21nn", "A\u200bnn"]
)
def test_names_that_differ_at_all_are_two_people(other: str) -> None:
    table = acted(seated(["Ann"]), Sit(1, other))
    assert table.names == ("Ann", other, None, None)
    assert dict(table.ledger) == {"Ann": 0, other: 0}


@pytest.mark.rule("TABLE-5")
def test_the_same_letters_written_in_another_way_are_another_name() -> None:
    composed, decomposed = "Ren\u00e9", "Rene\u0301"
    assert seated([composed, decomposed]).names[:2] == (composed, decomposed)


@pytest.mark.rule("TABLE-5", refuses=True)
def test_the_same_text_is_the_same_person() -> None:
    again = "xAnn"[1:]  # another object
    assert why_table_illegal(seated(["Ann"]), Sit(1, again)) is Refusal.ALREADY_SEATED


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize("name", ["A", "丁", " ", "a b", "x" * 100, "é", "👩‍👩‍👧"])
def test_any_text_of_1_to_100_characters_is_a_name(name: str) -> None:
    assert apply_table(TableState.new(), Sit(0, name)).names[0] == name


@pytest.mark.rule("TABLE-5", refuses=True)
@pytest.mark.parametrize("code", [*range(32), *range(127, 160)])
def test_no_control_character_is_in_a_name(code: int) -> None:
    for name in (chr(code), f"A{chr(code)}", f"{chr(code)}A", f"A{chr(code)}A"):
        assert why_table_illegal(TableState.new(), Sit(0, name)) is Refusal.BAD_NAME


@pytest.mark.rule("TABLE-5", refuses=True)
@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", "\x7f", "\x9f", "\ud800", None, 7, b"A"])
def test_nothing_else_is_a_name(name: str) -> None:
    assert why_table_illegal(TableState.new(), Sit(0, name)) is Refusal.BAD_NAME


# --- the six actions ----------------------------------------------------------------------


@pytest.mark.rule("TABLE-6")
def test_the_six_actions_of_a_table() -> None:
    table = apply_table(seated(FOUR[:3]), Sit(3, "Dee"))
    table = apply_table(apply_table(table, Ready(3)), Unready(3))
    assert apply_table(table, Leave(3)) == seated(FOUR[:3])
    assert started(table).playing
