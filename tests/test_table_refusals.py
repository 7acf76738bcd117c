"""Every refusal of a table is reached, says what was refused, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from evenings import TABLE_REFUSALS, all_ready, finished, seated, started
from lisi_mahjong import (
    Discard,
    IllegalAction,
    Leave,
    Play,
    Ready,
    Refusal,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    Tile,
    Unready,
    apply_table,
    step_table,
    table_legal_actions,
    why_table_illegal,
)

SHUFFLE = Shuffle.from_seed(7)


class Example(NamedTuple):
    """An action that is refused, and by whom it was sent."""

    table: TableState
    action: Any
    by: str | None = None


EXAMPLES: dict[Refusal, Callable[[], Example]] = {
    Refusal.NOT_A_TABLE_ACTION: lambda: Example(seated(), "0 ready"),
    Refusal.BAD_NAME: lambda: Example(TableState.new(), Sit(0, "")),
    Refusal.SEAT_TAKEN: lambda: Example(seated(["Ann"]), Sit(0, "Bo")),
    Refusal.ALREADY_SEATED: lambda: Example(seated(["Ann"]), Sit(1, "Ann")),
    Refusal.SEAT_EMPTY: lambda: Example(seated(["Ann"]), Ready(1)),
    Refusal.NOT_YOUR_SEAT: lambda: Example(seated(), Ready(0), "Bo"),
    Refusal.TABLE_STARTS: lambda: Example(all_ready(seated()), StartDeal(SHUFFLE), "Ann"),
    Refusal.ALREADY_READY: lambda: Example(all_ready(seated()), Ready(0)),
    Refusal.NOT_READY: lambda: Example(seated(), Unready(0)),
    Refusal.DEAL_IN_PROGRESS: lambda: Example(started(seated()), Ready(0)),
    Refusal.NOT_ALL_READY: lambda: Example(
        apply_table(all_ready(seated()), Unready(3)), StartDeal(SHUFFLE)
    ),
    Refusal.NO_DEAL: lambda: Example(seated(), Play(Discard(0, Tile.M9))),
}

WORDS = {
    Refusal.NOT_A_TABLE_ACTION: (
        "the text '0 ready' is not accepted, only what parse_table_action reads from it",
        "不接受文字'0 ready'，请先用parse_table_action读成动作",
    ),
    Refusal.BAD_NAME: ("seat 0 may not sit down as ''", "座位0不能以''之名入座"),
    Refusal.SEAT_TAKEN: ("seat 0 may not sit down as 'Bo'", "座位0不能以'Bo'之名入座"),
    Refusal.ALREADY_SEATED: ("seat 1 may not sit down as 'Ann'", "座位1不能以'Ann'之名入座"),
    Refusal.SEAT_EMPTY: ("seat 1 may not be ready", "座位1不能准备"),
    Refusal.NOT_YOUR_SEAT: ("seat 0 may not be ready", "座位0不能准备"),
    Refusal.TABLE_STARTS: ("the deal may not start", "不能开局"),
    Refusal.ALREADY_READY: ("seat 0 may not be ready", "座位0不能准备"),
    Refusal.NOT_READY: ("seat 0 may not be ready no longer", "座位0不能取消准备"),
    Refusal.DEAL_IN_PROGRESS: ("seat 0 may not be ready", "座位0不能准备"),
    Refusal.NOT_ALL_READY: ("the deal may not start", "不能开局"),
    Refusal.NO_DEAL: ("seat 0 may not discard 9m", "座位0不能打九万"),
}


def test_every_refusal_of_a_table_has_an_example() -> None:
    assert set(EXAMPLES) == set(WORDS) == TABLE_REFUSALS


@pytest.mark.rule("TABLE-1", "TABLE-2", "TABLE-4", "TABLE-5", "TABLE-6", refuses=True)
@pytest.mark.parametrize("refusal", EXAMPLES, ids=lambda refusal: refusal.name)
def test_the_refusal_is_given_and_raised_in_both_languages(refusal: Refusal) -> None:
    table, action, by = EXAMPLES[refusal]()
    assert why_table_illegal(table, action, by=by) is refusal
    english, chinese = WORDS[refusal]
    for act in (apply_table, step_table):
        with pytest.raises(IllegalAction) as caught:
            act(table, action, by=by)
        assert caught.value.action is action
        assert caught.value.refusal is refusal
        assert caught.value.state is table
        assert str(caught.value) == f"{english}: {refusal.en} ({refusal.rule})"
        assert caught.value.message_zh == f"{chinese}：{refusal.zh}（{refusal.rule}）"


@pytest.mark.parametrize("refusal", EXAMPLES, ids=lambda refusal: refusal.name)
def test_a_refused_action_leaves_the_table_as_it_was(refusal: Refusal) -> None:
    table, action, by = EXAMPLES[refusal]()
    with pytest.raises(IllegalAction):
        apply_table(table, action, by=by)
    assert table == EXAMPLES[refusal]().table


@pytest.mark.rule("STAND-1", refuses=True)
def test_what_the_deal_refuses_is_refused_with_the_table() -> None:
    table = started(seated())
    action = Play(Discard(0, Tile.M6))
    assert why_table_illegal(table, action) is Refusal.STANDING_TILE
    with pytest.raises(IllegalAction) as caught:
        apply_table(table, action)
    assert (caught.value.action, caught.value.state) == (action, table)
    assert caught.value.refusal is Refusal.STANDING_TILE
    assert str(caught.value).startswith("seat 0 may not discard 6m: a standing tile")
    assert caught.value.message_zh.startswith("座位0不能打六万：立牌")


@pytest.mark.case(112)
def test_case_112_after_the_end_nothing_is_played_and_readiness_is_asked() -> None:
    table = finished(started(seated()))
    assert table.deal is not None
    assert [list(map(str, table_legal_actions(table, seat))) for seat in range(4)] == [
        [f"{seat} ready", f"{seat} leave"] for seat in range(4)
    ]
    assert why_table_illegal(table, Play(Discard(0, Tile.M9))) is Refusal.DEAL_ENDED
    assert why_table_illegal(table, Leave(0)) is None
