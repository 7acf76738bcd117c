"""Each kind of bad input for a table or a settlement is its own kind of error."""

from __future__ import annotations

import ast
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lisi_mahjong
from anatomy import repickled
from bad_inputs import BadInput, complaint
from bad_table_inputs import ACTIONS, BAD_TABLE_INPUTS, NO_NAMES, TABLES
from bad_tables import odd
from endings import about_to_win
from evenings import acted, dealt
from lisi_mahjong import (
    Discard,
    IllegalAction,
    Leave,
    LisiError,
    Play,
    Ready,
    Refusal,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Tile,
    Unready,
    apply_table,
    describe_table_action,
    settle,
    step_table,
    table_legal_actions,
    why_table_illegal,
)
from lisi_mahjong.table_actions import table_action_in_words
from runs import TESTS, run_python

MODULES = ("table.py", "table_state.py", "table_actions.py", "scoring.py")


@pytest.mark.parametrize("bad", BAD_TABLE_INPUTS, ids=lambda bad: bad.name)
def test_bad_input_is_its_own_kind_of_error_that_says_what_is_wrong(bad: BadInput) -> None:
    assert complaint(bad) is None


def test_no_bad_input_is_tried_twice() -> None:
    names = Counter(bad.name for bad in BAD_TABLE_INPUTS)
    assert [name for name, number in names.items() if number > 1] == []


@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_the_same_errors_come_under_python_with_optimization(option: str) -> None:
    ran = run_python(option, str(TESTS / "bad_table_inputs.py"))
    assert (ran.stdout, ran.stderr) == (f"{len(BAD_TABLE_INPUTS)} passed, 0 failed\n", "")
    assert ran.returncode == 0


def test_the_script_refuses_to_run_without_optimization() -> None:
    ran = run_python(str(TESTS / "bad_table_inputs.py"))
    assert (ran.returncode, ran.stdout) == (1, "run this with python -O\n")


@pytest.mark.parametrize("module", MODULES)
def test_every_raise_statement_is_reached_by_a_bad_input(module: str) -> None:
    path = Path(lisi_mahjong.__file__).parent / module
    statements = {
        line: node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    assert statements
    reached = {statements.get(_raised_at(bad, path)) for bad in BAD_TABLE_INPUTS}
    assert set(statements.values()) - reached == set()


def _raised_at(bad: BadInput, module: Path) -> int:
    """Return the line of a module where the error of a bad input is raised; 0 for elsewhere."""
    place = 0
    with pytest.raises(LisiError) as caught:
        bad.call()
    traceback: TracebackType | None = caught.value.__traceback__
    while traceback is not None:
        path = Path(traceback.tb_frame.f_code.co_filename)
        if path.parent == module.parent:
            place = traceback.tb_lineno if path == module else 0
        traceback = traceback.tb_next
    return place


# --- nothing changes ----------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_refusal_leaves_the_table_as_it_was(name: str) -> None:
    table = TABLES[name]
    copy = repickled(table)
    for where, action, _ in ACTIONS:
        if where == name:
            for act in (apply_table, step_table):
                with suppress(LisiError):  # whether it is the right one is another test
                    act(table, odd(action))
    assert table == copy
    assert hash(table) == hash(copy)
    assert [table_legal_actions(table, seat) for seat in range(4)] == [
        table_legal_actions(copy, seat) for seat in range(4)
    ]


@pytest.mark.parametrize(
    ("name", "action", "refusal"), ACTIONS, ids=[str(number) for number in range(len(ACTIONS))]
)
def test_why_table_illegal_gives_the_reason_without_an_error(
    name: str, action: object, refusal: Refusal
) -> None:
    assert why_table_illegal(TABLES[name], odd(action)) is refusal


# --- what is like an action and is none ---------------------------------------------------


class MySit(Sit):
    """A subclass of an action."""


class MyReady(Ready):
    """A subclass of an action."""


class MyUnready(Unready):
    """A subclass of an action."""


class MyLeave(Leave):
    """A subclass of an action."""


class MyPlay(Play):
    """A subclass of an action that names another seat than it plays for."""

    @property
    def seat(self) -> int:
        return 1


class MyStart(StartDeal):
    """A subclass of an action."""


class TouchyDiscard(Discard):
    """A subclass of an action of the deal, whose seat fails."""

    @property
    def seat(self) -> int:
        raise RuntimeError("no seat")


class Contrary:
    """Something that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    __hash__ = None  # type: ignore[assignment]  # nor hashed


SUBCLASSED: tuple[tuple[str, TableAction], ...] = (
    ("new", MySit(0, "Ann")),
    ("one sits", MySit(0, "Bo")),
    ("seated", MyReady(0)),
    ("playing", MyReady(0)),
    ("seated", MyUnready(0)),
    ("seated", MyLeave(0)),
    ("one sits", MyLeave(1)),
    ("playing", MyPlay(Discard(0, Tile.M9))),
    ("seated", MyStart(lisi_mahjong.Shuffle.from_seed(7))),
)


@pytest.mark.rule("TABLE-6", refuses=True)
@pytest.mark.parametrize(
    ("name", "action"), SUBCLASSED, ids=[f"{n} {type(a).__name__}" for n, a in SUBCLASSED]
)
def test_a_subclass_of_an_action_is_none_of_the_six(name: str, action: TableAction) -> None:
    """As in a deal, where a subclass of `Discard` is none of the six actions either (TURN-5)."""
    assert why_table_illegal(TABLES[name], action) is Refusal.NOT_A_TABLE_ACTION
    with pytest.raises(IllegalAction) as caught:
        apply_table(TABLES[name], action)
    assert caught.value.refusal is Refusal.NOT_A_TABLE_ACTION


@pytest.mark.rule("TURN-5", refuses=True)
@pytest.mark.parametrize("name", ["seated", "playing", "won"])
def test_what_is_played_is_looked_at_only_when_it_is_one_of_the_six(name: str) -> None:
    action = Play(TouchyDiscard.__new__(TouchyDiscard))
    assert why_table_illegal(TABLES[name], action) is Refusal.NOT_AN_ACTION


@pytest.mark.rule("TABLE-4", refuses=True)
def test_a_sender_that_cannot_be_compared_is_nobody_who_sits() -> None:
    refusal = why_table_illegal(TABLES["seated"], Ready(0), by=odd(Contrary()))
    assert refusal is Refusal.NOT_YOUR_SEAT


@pytest.mark.rule("SCORE-9", refuses=True)
def test_a_result_that_cannot_be_compared_is_not_the_result() -> None:
    state = TABLES["won"].deal
    assert state is not None
    with pytest.raises(lisi_mahjong.InvalidStateError):
        settle(odd(Contrary()), state)


@pytest.mark.parametrize("value", [None, 5, "0 ready", Ready, MyReady(0), Discard(0, Tile.M5)])
@pytest.mark.parametrize("chinese", [False, True])
def test_to_describe_what_is_no_action_is_no_bare_error(value: object, chinese: bool) -> None:
    with suppress(LisiError):
        assert isinstance(describe_table_action(odd(value), chinese=chinese), str)


# --- arbitrary input ----------------------------------------------------------------------

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=3),
    st.binary(max_size=2),
    st.sampled_from(Tile),
    st.lists(st.integers(), max_size=2),
    st.sampled_from(["Ann", "Bo", "Cai", "丁", "Dee"]),
)
some_actions = st.one_of(
    st.builds(Sit, junk, junk),
    st.builds(Ready, junk),
    st.builds(Unready, junk),
    st.builds(Leave, junk),
    st.builds(StartDeal, junk),
    st.builds(Play, st.builds(Discard, junk, junk) | junk),
    junk,
)


@given(st.sampled_from(sorted(TABLES)), some_actions, junk)
def test_an_arbitrary_action_of_an_arbitrary_sender_is_accepted_or_refused(
    name: str, action: TableAction, by: str | None
) -> None:
    table = TABLES[name]
    refusal = why_table_illegal(table, action, by=by)
    if refusal is None:
        assert isinstance(apply_table(table, action, by=by), TableState)
    else:
        with pytest.raises(IllegalAction) as caught:
            apply_table(table, action, by=by)
        assert caught.value.refusal is refusal
        assert caught.value.action is action
        assert caught.value.state is table
        assert len(str(caught.value)) < 300
        assert str(caught.value).isprintable()


@given(some_actions)
def test_whatever_is_refused_can_be_said_in_both_languages(action: object) -> None:
    english, chinese = table_action_in_words(action)
    assert english.isprintable()
    assert chinese.isprintable()
    assert max(len(english), len(chinese)) < 200


@pytest.mark.rule("TABLE-5", refuses=True)
@pytest.mark.parametrize("number", range(len(NO_NAMES)))
def test_the_message_about_a_bad_name_is_short(number: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply_table(TableState.new(), Sit(0, odd(NO_NAMES[number])))
    assert len(str(caught.value)) < 200
    assert caught.value.message_zh.isprintable()


def test_an_error_holds_the_table_and_its_text_tells_nothing_of_it() -> None:
    state, _ = about_to_win(1, None)
    table = dealt(state)
    with pytest.raises(IllegalAction) as caught:
        acted(table, "0 discard 5m")
    assert caught.value.state is table
    message = "seat 0 may not discard 5m: this seat does not hold that tile (TURN-3)"
    assert (str(caught.value), repr(caught.value)) == (message, f"IllegalAction({message!r})")
