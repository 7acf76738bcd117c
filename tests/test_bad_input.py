"""Each kind of bad input is its own kind of error, and never another."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lisi_mahjong
from anatomy import repickled
from bad_inputs import BAD_INPUTS, BadInput, complaint
from bad_tables import ACTIONS, HUGE_INT, HUGE_TEXT, STATES, odd
from lisi_mahjong import (
    Action,
    DeclareTing,
    Discard,
    HandError,
    IllegalAction,
    InvalidStateError,
    Kong,
    KongKind,
    LisiError,
    NotationError,
    Pass,
    Pung,
    RecordError,
    Refusal,
    RulesError,
    RuleSet,
    SeatError,
    SimulationError,
    Tile,
    Win,
    apply,
    errors,
    legal_actions,
    parse_action,
    parse_tile,
    parse_tiles,
    waits,
    why_illegal,
)
from runs import TESTS, run_python

LEAVES = {
    HandError,
    IllegalAction,
    InvalidStateError,
    NotationError,
    RecordError,
    RulesError,
    SeatError,
    SimulationError,
}


@pytest.mark.parametrize("bad", BAD_INPUTS, ids=lambda bad: bad.name)
def test_bad_input_is_its_own_kind_of_error_that_says_what_is_wrong(bad: BadInput) -> None:
    assert complaint(bad) is None


@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_the_same_errors_come_under_python_with_optimization(option: str) -> None:
    ran = run_python(option, str(TESTS / "optimized.py"))
    assert (ran.stdout, ran.stderr) == (f"{len(BAD_INPUTS)} passed, 0 failed\n", "")
    assert ran.returncode == 0


def test_the_script_refuses_to_run_without_optimization() -> None:
    ran = run_python(str(TESTS / "optimized.py"))
    assert (ran.returncode, ran.stdout) == (1, "run this with python -O\n")


# --- the tree of errors -------------------------------------------------------------------


def test_every_error_is_a_lisi_error_and_every_leaf_a_value_error() -> None:
    found = {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert found == LEAVES | {LisiError}
    assert all(issubclass(leaf, LisiError) and issubclass(leaf, ValueError) for leaf in LEAVES)
    assert not issubclass(LisiError, ValueError)


def test_a_record_error_is_copied_with_its_message() -> None:
    error = RecordError(3, "a legal action", "1 pung 5m 0")
    twin = repickled(error)
    assert str(twin) == str(error) == "line 3: expected a legal action, found 1 pung 5m 0"
    assert (twin.line, twin.expected, twin.found) == (3, "a legal action", "1 pung 5m 0")


# Modules whose bad input is not a call but a command line or a file. Whoever adds such a module
# writes it down here, and a table of bad inputs of its own beside its tests.
ELSEWHERE = {
    "__init__.py",
    "canonical_json.py",
    "chance.py",
    "checking.py",
    "cli.py",
    "command_files.py",
    "command_parts.py",
    "drafts.py",
    "event_json.py",
    "fields.py",
    "filling.py",
    "glancing.py",
    "hidden.py",
    "notation.py",
    "perft.py",
    "playing.py",
    "positions.py",
    "record_cli.py",
    "record_format.py",
    "record_lines.py",
    "record_writer.py",
    "records.py",
    "sampling.py",
    "scanning.py",
    "scoring.py",
    "searching.py",
    "simulation.py",
    "sitting_format.py",
    "sitting_writer.py",
    "sittings.py",
    "stage_checks.py",
    "summary_checks.py",
    "summary_reading.py",
    "table.py",
    "table_actions.py",
    "table_checks.py",
    "table_cli.py",
    "table_following.py",
    "table_state.py",
    "table_text.py",
    "table_views.py",
    "tally.py",
    "tally_checks.py",
    "uniform.py",
    "view_reading.py",
    "waiting.py",
}


@pytest.mark.case(110)
def test_every_raise_statement_is_reached_by_a_bad_input() -> None:
    package = Path(lisi_mahjong.__file__).parent
    statements = {
        (path.name, line): (path.name, node.lineno)
        for path in package.glob("*.py")
        if path.name not in ELSEWHERE
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    reached = {statements.get(_raised_at(bad, package)) for bad in BAD_INPUTS}
    assert set(statements.values()) - reached == set()


def _raised_at(bad: BadInput, package: Path) -> tuple[str, int]:
    """Return the file and the line of the package where the error of a bad input is raised."""
    place = ("", 0)
    try:
        bad.call()
    except Exception as error:  # noqa: BLE001 - whether it is the right one is another test
        traceback: TracebackType | None = error.__traceback__
        while traceback is not None:
            path = Path(traceback.tb_frame.f_code.co_filename)
            if path.parent == package:
                place = (path.name, traceback.tb_lineno)
            traceback = traceback.tb_next
    return place


@pytest.mark.case(110)
@pytest.mark.parametrize(
    "bad", [bad for bad in BAD_INPUTS if "huge" in bad.name.lower()], ids=lambda bad: bad.name
)
def test_the_repr_of_an_error_is_no_error_again(bad: BadInput) -> None:
    with pytest.raises(LisiError) as caught:
        bad.call()
    assert repr(caught.value).startswith(type(caught.value).__name__)


# --- nothing changes ----------------------------------------------------------------------


@pytest.mark.parametrize("name", STATES)
def test_a_refusal_leaves_the_state_as_it_was(name: str) -> None:
    state = STATES[name]
    copy = repickled(state)
    legal = [legal_actions(state, seat) for seat in range(4)]
    for where, action, _ in ACTIONS:
        if where == name:
            with suppress(Exception):  # whether it is the right error is another test
                apply(state, odd(action))
    assert state == copy
    assert hash(state) == hash(copy)
    assert [legal_actions(state, seat) for seat in range(4)] == legal


@pytest.mark.parametrize(("name", "action", "refusal"), ACTIONS, ids=map(str, range(len(ACTIONS))))
def test_why_illegal_gives_the_reason_without_an_error(
    name: str, action: object, refusal: Refusal
) -> None:
    assert why_illegal(STATES[name], odd(action)) is refusal


def test_the_lists_of_a_caller_stay_as_they_are() -> None:
    hand, melds = list(parse_tiles("5p987654321m")), ["555s"]
    assert waits(hand, melds) == (Tile.P5,)
    assert hand == list(parse_tiles("5p987654321m"))
    assert melds == ["555s"]


# --- words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "action", "english", "chinese"),
    [
        (
            "turn",
            Pass(0),
            "seat 0 may not pass: a turn ends with a discard and cannot be passed (TURN-3)",
            "座位0不能过：轮到自己必须出牌，不能过（TURN-3）",
        ),
        (
            "offer",
            Kong(1, Tile.M5, KongKind.MELDED),
            (
                "seat 1 may not make a melded kong of 5m: "
                "a melded kong needs three held tiles and a discard (KONG-1)"
            ),
            "座位1不能明杠五万：手里不足三张，不能明杠（KONG-1）",
        ),
        (
            "turn",
            Discard(0, Tile.EAST),
            (
                "seat 0 may not discard 1z: "
                "a standing tile is discarded only to declare ting (STAND-1)"
            ),
            "座位0不能打东：立牌只有报听时才能打出（STAND-1）",
        ),
    ],
    ids=["pass", "kong", "discard"],
)
def test_a_refusal_names_seat_action_reason_and_rule_in_both_languages(
    name: str, action: Action, english: str, chinese: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(STATES[name], action)
    assert (str(caught.value), caught.value.message_zh) == (english, chinese)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("12x", "cannot read '12x': expected one of m p s z at position 2, found 'x'"),
        ("12", "cannot read '12': expected one of m p s z at position 2, the text ends there"),
    ],
)
def test_a_notation_error_says_what_stands_where(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert str(caught.value) == words


def test_of_a_huge_text_the_message_shows_what_is_around_the_fault() -> None:
    text = HUGE_TEXT + "x" + HUGE_TEXT
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert caught.value.text is text
    assert f"'…{'1' * 20}x{'1' * 19}…'" in str(caught.value)


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (20, 19, "'{before}x{after}'"),
        (21, 19, "'…{before}x{after}'"),
        (20, 20, "'{before}x{after}…'"),
        (21, 20, "'…{before}x{after}…'"),
    ],
)
def test_a_text_that_is_cut_in_a_message_has_dots_at_each_cut(
    before: int, after: int, shown: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles("1" * before + "x" + "2" * after)
    wanted = shown.format(before="1" * 20, after="2" * 19)
    assert str(caught.value).startswith(f"cannot read {wanted}: expected one of m p s z at ")


@pytest.mark.parametrize("sign", ["\0", "\x85", "\u2028", "\U000e0001", '"', "\\", "立", "🀋"])
def test_a_text_of_any_signs_is_shown_in_one_short_line(sign: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles("1m" + " " * 30 + sign * 50)
    assert str(caught.value).startswith(f"cannot read '…{' ' * 20}")
    assert "…:" in str(caught.value) or "…'" in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 180


def test_of_a_huge_int_the_message_tells_the_size() -> None:
    with pytest.raises(RulesError) as caught:
        RuleSet(reserved_stacks=HUGE_INT)
    assert f"<int of {HUGE_INT.bit_length()} bits>" in str(caught.value)


def test_all_that_is_wrong_with_a_shuffle_is_told_at_once() -> None:
    with pytest.raises(InvalidStateError) as caught:
        lisi_mahjong.Shuffle([Tile.M1] * 5, odd(None), 7)
    assert [problem.name for problem, _ in caught.value.problems] == [
        "WALL_SIZE",
        "WALL_COPIES",
        "BAD_DICE",
        "BAD_DEALER_DRAW",
    ]
    assert all(detail for _, detail in caught.value.problems)


# --- arbitrary input ----------------------------------------------------------------------

GROUP = r"(?:[1-9]+[mps]|[1-7]+z)"
TILES = re.compile(rf"{GROUP}(?:[ \t\r\n]*{GROUP})*", re.ASCII)
ENDINGS = ("", "m", "1m", "1z")
"""What makes a well begun text a whole one."""

anything = st.text(st.characters())
nearly_tiles = st.text("1289mpsz zM\N{FULLWIDTH DIGIT ONE}\t")
texts_of_actions = st.one_of(
    st.builds("{} discard {}".format, st.integers(0, 3), st.sampled_from(Tile)),
    st.builds("{} ting {}{}{}".format, st.integers(0, 3), st.sampled_from(Tile),
              st.sampled_from(("", " up")), st.sampled_from(("", " wall"))),
    st.builds("{} pung {} {}".format, st.integers(0, 3), st.sampled_from(Tile), st.integers(0, 2)),
    st.builds("{} kong {} {}".format, st.integers(0, 3), st.sampled_from(Tile),
              st.sampled_from([kind.value for kind in KongKind])),
    st.builds("{} {}".format, st.integers(0, 3), st.sampled_from(("win", "pass"))),
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return the text of an action with one place changed, added or taken away."""
    text = draw(texts_of_actions)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 1, len(text))))
    return text[:start] + draw(st.text(st.characters(), max_size=2)) + text[end:]


def read(function: Callable[[str], object], text: str) -> object:
    """Return what a text is read as, or the `NotationError`."""
    try:
        return function(text)
    except NotationError as error:
        return error


def parse_each(text: str) -> list[str]:
    """Return the tiles of a good text as texts of one tile each."""
    return [rank + group[-1] for group in re.findall(GROUP, text) for rank in group[:-1]]


@settings(deadline=None)
@given(st.one_of(anything, nearly_tiles))
def test_arbitrary_text_names_tiles_or_is_a_notation_error(text: str) -> None:
    found = read(parse_tiles, text)
    if isinstance(found, NotationError):
        assert TILES.fullmatch(text) is None or max(Counter(parse_each(text)).values()) > 4
        assert found.text is text
        assert any(TILES.fullmatch(text[: found.position] + end) for end in ENDINGS)
        assert len(str(found)) < 300
    else:
        assert TILES.fullmatch(text)
        assert found == tuple(map(parse_tile, parse_each(text)))


@settings(deadline=None)
@given(st.one_of(anything, nearly_tiles))
def test_arbitrary_text_names_a_tile_or_is_a_notation_error(text: str) -> None:
    found = read(parse_tile, text)
    if isinstance(found, NotationError):
        assert text not in set(map(str, Tile))
        assert 0 <= found.position <= len(text)
    else:
        assert str(found) == text


@settings(deadline=None)
@given(st.one_of(anything, mutated()))
def test_arbitrary_text_names_an_action_or_is_a_notation_error(text: str) -> None:
    found = read(parse_action, text)
    if isinstance(found, NotationError):
        assert found.text is text
        assert 0 <= found.position <= len(text)
        assert len(str(found)) < 300
    else:
        assert str(found) == text


@given(texts_of_actions)
def test_the_text_of_an_action_is_read(text: str) -> None:
    assert str(parse_action(text)) == text


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 40),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(Tile),
    st.sampled_from(KongKind),
    st.lists(st.integers(), max_size=2),
)
actions = st.one_of(
    st.builds(Discard, junk, junk),
    st.builds(DeclareTing, junk, junk, junk, junk),
    st.builds(Pung, junk, junk, junk),
    st.builds(Kong, junk, junk, junk),
    st.builds(Win, junk),
    st.builds(Pass, junk),
    junk,
)


@settings(deadline=None)
@given(st.sampled_from(sorted(STATES)), actions)
def test_an_arbitrary_action_is_accepted_or_refused(name: str, action: Action) -> None:
    state = STATES[name]
    refusal = why_illegal(state, action)
    if refusal is None:
        assert apply(state, action).ply == state.ply + 1
    else:
        with pytest.raises(IllegalAction) as caught:
            apply(state, action)
        assert caught.value.refusal is refusal
        assert caught.value.action is action
        assert caught.value.state is state
