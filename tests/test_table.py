"""People at a table: sitting down, readiness, names, whose action it is."""

from __future__ import annotations

import pytest

from evenings import FOUR, all_ready, seated, started
from lisi_mahjong import (
    Leave,
    Ready,
    Refusal,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    Unready,
    apply_table,
    table_legal_actions,
    why_table_illegal,
)


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


@pytest.mark.rule("TABLE-4")
@pytest.mark.parametrize("seat", range(4))
def test_any_empty_seat_may_be_taken_by_whoever_has_none(seat: int) -> None:
    table = apply_table(TableState.new(), Sit(seat, "Ann"), by="Ann")
    assert table.names == tuple("Ann" if each == seat else None for each in range(4))


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize("name", ["A", "丁", " ", "a b", "x" * 100, "é", "👩‍👩‍👧"])
def test_any_text_of_1_to_100_characters_is_a_name(name: str) -> None:
    assert apply_table(TableState.new(), Sit(0, name)).names[0] == name


@pytest.mark.rule("TABLE-5", refuses=True)
@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", "\x7f", "\x9f", "\ud800", None, 7, b"A"])
def test_nothing_else_is_a_name(name: str) -> None:
    assert why_table_illegal(TableState.new(), Sit(0, name)) is Refusal.BAD_NAME


@pytest.mark.rule("TABLE-6")
def test_the_six_actions_of_a_table() -> None:
    table = apply_table(seated(FOUR[:3]), Sit(3, "Dee"))
    table = apply_table(apply_table(table, Ready(3)), Unready(3))
    assert apply_table(table, Leave(3)) == seated(FOUR[:3])
    assert started(table).playing
