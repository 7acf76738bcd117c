"""What a failing test shows of the values of the kit: a few lines, that can be pasted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

import lisi_mahjong
from drawing import drawn, notes_of_failure
from lisi_mahjong import Hand, view, view_table
from lisi_mahjong import testing as kit

STRATEGIES: dict[str, st.SearchStrategy[Any]] = {
    "states": kit.states(),
    "deals": kit.deals(),
    "records": kit.records(),
    "stacked_deals": kit.stacked_deals(),
    "tables": kit.tables(),
    "sittings": kit.sittings(),
    "shuffles": kit.shuffles(),
    "walls": kit.walls(),
    "hands": kit.hands(),
    "waiting_hands": kit.waiting_hands(),
    "winning_hands": kit.winning_hands(),
    "won_hands": kit.won_hands(),
    "melds": kit.melds(),
    "rule_sets": kit.rule_sets(),
    "score_tables": kit.score_tables(),
    "simple_players": kit.simple_players(),
    "lists of hands": st.lists(kit.hands(), min_size=2),
}

NAMES = (
    vars(lisi_mahjong)
    | vars(kit)
    | {name: getattr(lisi_mahjong, name) for name in lisi_mahjong.__all__}
)


def shown(name: str) -> tuple[list[str], object]:
    """Return the lines that a failing test shows of a value of a strategy, and the value."""
    failed: list[object] = []

    def fails(value: object) -> bool:
        failed.append(value)
        return True

    notes = notes_of_failure(STRATEGIES[name], fails)
    return "\n".join(notes).splitlines(), failed[-1]


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_value_is_shown_in_a_few_lines(name: str) -> None:
    lines, _ = shown(name)
    assert len(lines) <= 7


TOLD = ["states", "deals", "records", "tables", "sittings", "stacked_deals", "shuffles"]


@pytest.mark.parametrize("name", TOLD)
def test_the_line_before_the_value_makes_it_again(name: str) -> None:
    lines, value = shown(name)
    assert eval(lines[0], dict(NAMES)) == value  # noqa: S307 - what somebody would paste


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name not in TOLD])
def test_the_value_as_it_is_shown_makes_it_again(name: str) -> None:
    lines, value = shown(name)
    assert "fails(" in lines[0]
    argument = "\n".join(lines[1:-1])
    made = eval(f"dict({argument}\n)", dict(NAMES))  # noqa: S307 - what somebody would paste
    assert made == {"value": value}


def test_every_hand_is_shown_as_what_makes_it() -> None:
    for hand in drawn(kit.hands(), 100):
        assert eval(pretty(hand), dict(NAMES)) == hand  # noqa: S307 - what somebody would paste
    assert pretty(Hand.of("123456789m1234p")) == "Hand.of('123456789m1234p')"


def test_what_others_show_is_short_too() -> None:
    state = kit.SITUATIONS["added kong"].laid().state
    table = kit.smallest(kit.tables(), lambda table: table.playing)
    for value in (view(state, 0), view_table(table, None), state, table):
        assert pretty(value) == repr(value)
