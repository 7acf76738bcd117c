"""Actions at a table as texts to be read, and as words in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bad_table_inputs import NAME, NO_NAMES, NOTHING, TEXTS, VERB
from bad_tables import SEAT, odd
from lisi_mahjong import (
    DeclareTing,
    Discard,
    Kong,
    KongKind,
    Leave,
    NotationError,
    Pass,
    Play,
    Pung,
    Ready,
    Refusal,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Tile,
    Unready,
    Win,
    describe,
    describe_table_action,
    parse_action,
    parse_table_action,
    why_table_illegal,
)
from lisi_mahjong.table_actions import is_name, table_action_in_words
from offers import every_action

START = StartDeal(Shuffle.from_seed(7))

WRITTEN: tuple[tuple[str, TableAction], ...] = (
    ("0 sit Ann", Sit(0, "Ann")),
    ("3 sit 丁", Sit(3, "丁")),
    ("1 sit Ann Lee", Sit(1, "Ann Lee")),
    ("1 sit  Ann  Lee ", Sit(1, " Ann  Lee ")),
    ("2 sit  ", Sit(2, " ")),
    ("0 sit 0 sit", Sit(0, "0 sit")),
    ("2 sit ready", Sit(2, "ready")),
    ("0 ready", Ready(0)),
    ("1 unready", Unready(1)),
    ("3 leave", Leave(3)),
    ("0 discard 5m", Play(Discard(0, Tile.M5))),
    ("1 ting 1z", Play(DeclareTing(1, Tile.EAST))),
    ("1 ting 1z up wall", Play(DeclareTing(1, Tile.EAST, face_up=True, on_wall=True))),
    ("2 pung 9s 2", Play(Pung(2, Tile.S9, 2))),
    ("3 kong 7z melded", Play(Kong(3, Tile.RED, KongKind.MELDED))),
    ("3 kong 7z added", Play(Kong(3, Tile.RED, KongKind.ADDED))),
    ("3 kong 7z concealed", Play(Kong(3, Tile.RED, KongKind.CONCEALED))),
    ("0 win", Play(Win(0))),
    ("0 pass", Play(Pass(0))),
)
"""Every form of text, and what it names."""

# --- texts --------------------------------------------------------------------------------


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(("text", "action"), WRITTEN)
def test_a_text_names_an_action_and_an_action_is_written_as_that_text(
    text: str, action: TableAction
) -> None:
    assert parse_table_action(text) == action
    assert str(action) == text


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize("seat", range(4))
def test_every_action_of_a_deal_is_written_and_read_as_in_the_deal(seat: int) -> None:
    for action in every_action(seat):
        text = str(Play(action))
        assert text == str(action)
        assert parse_table_action(text) == Play(parse_action(text)) == Play(action)


@pytest.mark.rule("TABLE-4", refuses=True)
@pytest.mark.parametrize("text", ["start", "0 start"])
def test_the_start_of_a_deal_is_written_and_not_read(text: str) -> None:
    assert str(START) == "start"
    with pytest.raises(NotationError):
        parse_table_action(text)


def test_the_text_of_a_start_says_nothing_of_the_shuffle() -> None:
    assert str(StartDeal(Shuffle.from_seed(8))) == str(START)


names = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=100)
actions = st.one_of(
    st.builds(Sit, st.integers(0, 3), names),
    st.builds(Ready, st.integers(0, 3)),
    st.builds(Unready, st.integers(0, 3)),
    st.builds(Leave, st.integers(0, 3)),
    st.sampled_from([Play(action) for seat in range(4) for action in every_action(seat)]),
)


@pytest.mark.rule("TABLE-5")
@given(actions)
def test_what_is_written_is_read_as_the_same_action(action: TableAction) -> None:
    assert parse_table_action(str(action)) == action


@pytest.mark.rule("TABLE-5")
@given(names)
def test_a_name_that_can_be_read_can_be_sat_down_with(name: str) -> None:
    assert is_name(name)
    assert why_table_illegal(TableState.new(), parse_table_action(f"0 sit {name}")) is None


@pytest.mark.rule("TABLE-5", refuses=True)
@pytest.mark.parametrize("name", [name for name in NO_NAMES if type(name) is str])
def test_a_name_that_is_none_is_not_read_either(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(NotationError) as caught:
        parse_table_action(f"0 sit {name}")
    assert caught.value.expected == NAME
    assert not is_name(name[: caught.value.position - 5])  # as far as the fault, and with it
    assert caught.value.position == 6 or is_name(name[: caught.value.position - 6])


@pytest.mark.rule("TABLE-5", refuses=True)
@given(st.text(st.characters()))
def test_a_text_is_a_name_when_it_is_short_and_without_control_characters(text: str) -> None:
    good = 1 <= len(text) <= 100 and not any(
        ord(sign) < 32 or 127 <= ord(sign) < 160 or 0xD800 <= ord(sign) < 0xE000 for sign in text
    )
    assert is_name(text) is good


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "0 ready ",
            "cannot read '0 ready ': expected nothing more at position 7, found ' '",
        ),
        (
            "0 stand",
            f"cannot read '0 stand': expected {VERB} at position 2, found 's'",
        ),
        (
            "0 sit ",
            f"cannot read '0 sit ': expected {NAME} at position 6, the text ends there",
        ),
    ],
    ids=["more", "verb", "name"],
)
def test_a_text_that_cannot_be_read_is_told_where_and_what_could_stand_there(
    text: str, words: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_table_action(text)
    assert str(caught.value) == words


# --- any text -----------------------------------------------------------------------------

READABLE = tuple(text for text, _ in WRITTEN)


@st.composite
def nearly(draw: st.DrawFn) -> str:
    """Return the text of an action with one place changed, added or taken away."""
    text = draw(st.sampled_from([*READABLE, *(text for text, _, _ in TEXTS)]))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 1, len(text))))
    return text[:start] + draw(st.text(st.characters(), max_size=2)) + text[end:]


def read(text: str) -> TableAction | NotationError:
    """Return what a text is read as, or the error."""
    try:
        return parse_table_action(text)
    except NotationError as error:
        return error


any_text = st.one_of(st.text(st.characters()), st.text("0123 sitreadyunleave\n"), nearly())


@given(any_text)
def test_any_text_names_an_action_or_is_a_notation_error(text: str) -> None:
    found = read(text)
    if isinstance(found, NotationError):
        assert found.text is text
        assert 0 <= found.position <= len(text)
        assert 10 < len(str(found)) < 300
    else:
        assert str(found) == text
        refusal = why_table_illegal(TableState.new(), found)
        assert refusal is (None if isinstance(found, Sit) else Refusal.SEAT_EMPTY)


ENDINGS = ("", "0 ready", " ready", "ready", " x", "x")
"""What makes the good beginning of a text a whole one, but for actions of the deal."""


@given(any_text)
def test_what_stands_before_the_fault_is_the_beginning_of_an_action(text: str) -> None:
    found = read(text)
    if isinstance(found, NotationError) and found.expected in {SEAT, VERB, NAME, NOTHING}:
        good = text[: found.position]
        assert not all(isinstance(read(good + end), NotationError) for end in ENDINGS)


# --- words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "english", "chinese"),
    [
        (Sit(0, "Ann"), "sit down as 'Ann'", "以'Ann'之名入座"),
        (Sit(3, "丁"), "sit down as '丁'", "以'丁'之名入座"),
        (Sit(3, odd(7)), "sit down as 7", "以7之名入座"),
        (Ready(0), "be ready", "准备"),
        (Unready(1), "be ready no longer", "取消准备"),
        (Leave(2), "leave the table", "离开"),
        (START, "start a deal", "开局"),
        (Play(Discard(0, Tile.M5)), "discard 5m", "打五万"),
        (Play(Pass(1)), "pass", "过"),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else type(value).__name__,
)
def test_an_action_in_words(action: TableAction, english: str, chinese: str) -> None:
    assert describe_table_action(action) == english
    assert describe_table_action(action, chinese=True) == chinese


@pytest.mark.parametrize("chinese", [False, True])
def test_what_is_played_is_described_as_in_the_deal(chinese: bool) -> None:
    for action in every_action(2):
        words = describe_table_action(Play(action), chinese=chinese)
        assert words == describe(action, chinese=chinese)


@pytest.mark.parametrize("chinese", [False, True])
def test_a_long_name_is_cut_in_words(chinese: bool) -> None:
    words = describe_table_action(Sit(0, "x" * 1_000_000), chinese=chinese)
    assert len(words) < 80


@pytest.mark.parametrize(
    ("action", "english", "chinese"),
    [
        (Sit(1, "Ann"), "seat 1 may not sit down as 'Ann'", "座位1不能以'Ann'之名入座"),
        (Ready(1), "seat 1 may not be ready", "座位1不能准备"),
        (Unready(2), "seat 2 may not be ready no longer", "座位2不能取消准备"),
        (Leave(3), "seat 3 may not leave the table", "座位3不能离开"),
        (START, "the deal may not start", "不能开局"),
        (StartDeal(odd(7)), "the deal may not start", "不能开局"),
        (Play(Discard(1, Tile.M5)), "seat 1 may not discard 5m", "座位1不能打五万"),
        (Play(odd(5)), "5 is not accepted", "不接受5"),
        (Ready(4), "Ready(seat=4) is not accepted", "不接受Ready(seat=4)"),
        (odd(None), "None is not accepted", "不接受None"),
        (
            odd(Discard(1, Tile.M5)),
            "the action '1 discard 5m' of a deal is not accepted, only a Play of it",
            "不接受本局的动作'1 discard 5m'，请先放进Play",
        ),
        (
            odd(Discard(4, Tile.M5)),
            f"{Discard(4, Tile.M5)!r} is not accepted",
            f"不接受{Discard(4, Tile.M5)!r}",
        ),
    ],
    ids=repr,
)
def test_a_refused_action_in_words(action: TableAction, english: str, chinese: str) -> None:
    assert table_action_in_words(action) == (english, chinese)


@pytest.mark.parametrize("seat", range(4))
def test_what_is_played_names_the_seat_that_decides(seat: int) -> None:
    assert {Play(action).seat for action in every_action(seat)} == {seat}
