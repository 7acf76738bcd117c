"""A sitting written while it goes on, and gone on from where it was cut off."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatherings import (
    FOUR,
    READY,
    TO_THE_END,
    evening,
    gathering,
    had,
    lines_of_gathering,
    sitting,
    tidy_play,
)
from lisi_mahjong import (
    IllegalAction,
    InvalidStateError,
    Leave,
    Pass,
    Play,
    Ready,
    RecordError,
    Refusal,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    parse_table_action,
    step_table,
)
from lisi_mahjong.record_format import Seed
from lisi_mahjong.sitting_writer import SittingWriter
from lisi_mahjong.sittings import Sitting, parse_sitting, read_sittings
from recordings import refused


def written_up_to(*steps: str | int) -> tuple[list[str], SittingWriter]:
    """Return the lines of a sitting that goes on, and its writer."""
    lines = had(*steps, close=False)
    return lines, SittingWriter.resume(lines.append, parse_sitting("".join(lines)))


# --- a line at a time ---------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_line_is_written_when_it_is_known(number: int) -> None:
    """So that nothing is lost when the process dies between two actions."""
    gathered = gathering(number, 1)
    lines: list[str] = []
    writer = SittingWriter(
        lines.append, gathered.rules, gathered.score, metadata={"number": number}
    )
    assert len(lines) == 1
    for action, seed in gathered.doings:
        before, count = writer.state, len(lines)
        taken = writer.act(action, seed=seed)
        assert taken == step_table(before, action)
        assert writer.state == taken.state
        ended = len(taken.state.history) > len(before.history)
        assert len(lines) == count + 1 + ended
        found = parse_sitting("".join(lines))
        assert (found.state, found.lacks_summary) == (writer.state, False)
        assert not writer.finished
    writer.close()
    assert writer.finished
    assert lines == list(lines_of_gathering(number, 1))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)


def test_the_defaults_are_the_written_rules_and_their_numbers() -> None:
    assert SittingWriter(lambda _: None).state == TableState.new(RuleSet(), ScoreTable())


def test_a_refused_action_is_not_written() -> None:
    lines, writer = written_up_to(*FOUR)
    before = writer.state
    for action, by, refusal in (
        (Ready(1), "Ann", Refusal.NOT_YOUR_SEAT),
        (Sit(0, "Dee"), None, Refusal.SEAT_TAKEN),
        (StartDeal(Shuffle.from_seed(7)), None, Refusal.NOT_ALL_READY),
        (Play(Pass(0)), None, Refusal.NO_DEAL),
    ):
        with pytest.raises(IllegalAction) as caught:
            writer.act(action, by=by)
        assert caught.value.refusal is refusal
    assert (len(lines), writer.state) == (5, before)


@pytest.mark.parametrize("action", [None, "0 ready", 7, Pass(0), object(), Sit])
def test_what_is_no_action_is_refused_and_not_written(action: Any) -> None:  # noqa: ANN401
    lines, writer = written_up_to()
    with pytest.raises(IllegalAction):
        writer.act(action)
    assert len(lines) == 1


def test_who_sends_an_action_is_not_written() -> None:
    lines, writer = written_up_to(*FOUR)
    writer.act(Ready(1), by="Bo")
    assert lines[-1] == '"1 ready"\n'


# --- the seed of a deal -------------------------------------------------------------------


def test_without_its_seed_a_deal_is_written_with_its_layout() -> None:
    lines, writer = written_up_to(*FOUR, *READY)
    shuffle = Shuffle.from_seed(7)
    writer.act(StartDeal(shuffle))
    layout = "".join(map(str, shuffle.layout))
    assert lines[-1] == (
        f'{{"start":{{"dealer_draw":0,"dice":[[3,1],[5,3]],"layout":"{layout}"}}}}\n'
    )


SEEDS: tuple[Seed, ...] = (7, -(10**600) + 1, "", "太原 / 7", b"", b"\xff\x00")


@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_a_deal_is_written_with_its_seed(seed: Seed) -> None:
    lines, writer = written_up_to(*FOUR, *READY)
    writer.act(StartDeal(Shuffle.from_seed(seed)), seed=seed)
    assert "layout" not in lines[-1]
    (found,) = parse_sitting("".join(lines)).seeds
    assert (type(found), found) == (type(seed), seed)


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    ("shuffled", "seed", "expected"),
    [
        (7, 8, "the seed of the shuffle"),
        (7, "7", "the seed of the shuffle"),
        (7, b"7", "the seed of the shuffle"),
        ("7", Text("7"), "the seed of the shuffle"),
        (10**600, 10**600, "a seed of at most 600 digits"),
        ("x" * 99_950, "x" * 99_950, "a line of at most 100000 characters"),
    ],
    ids=("other", "text", "bytes", "subclass", "large", "long"),
)
def test_a_seed_that_will_not_do_is_refused_and_nothing_is_written(
    shuffled: Seed, seed: Seed, expected: str
) -> None:
    lines, writer = written_up_to(*FOUR, *READY)
    before = writer.state
    start = StartDeal(Shuffle.from_seed(shuffled))
    assert refused(lambda: writer.act(start, seed=seed), 10)[0] == expected
    assert (len(lines), writer.state) == (9, before)


@pytest.mark.parametrize("seed", [True, 7.0, [7], "\ud800"])
def test_what_is_no_seed_is_refused_as_everywhere(seed: Any) -> None:  # noqa: ANN401
    lines, writer = written_up_to(*FOUR, *READY)
    with pytest.raises(InvalidStateError):
        writer.act(StartDeal(Shuffle.from_seed(7)), seed=seed)
    assert len(lines) == 9


def test_a_seed_belongs_to_the_start_of_a_deal() -> None:
    lines, writer = written_up_to(*FOUR)
    expected = ("a seed only where a deal starts", "7")
    assert refused(lambda: writer.act(Ready(0), seed=7), 6) == expected
    assert (len(lines), writer.state.ready[0]) == (5, False)


# --- the ending ---------------------------------------------------------------------------


def test_behind_the_ending_nothing_is_written() -> None:
    lines, writer = written_up_to(*FOUR)
    writer.close()
    assert len(lines) == 6
    assert refused(lambda: writer.act(Ready(0)), 7) == (
        "no more, for the sitting is closed",
        "an action",
    )
    writer.close()
    assert len(lines) == 6


def test_a_sitting_can_be_closed_while_a_deal_is_played() -> None:
    """It has no end then, so neither history nor ledger has it."""
    lines = had(*FOUR, *READY, 7)
    assert lines[-1].startswith('{"deals":0,"ledger":{"Ann":0,"Bo":0,"Cai":0,"\\u4e01":0},')
    found = parse_sitting("".join(lines))
    assert found.finished
    assert found.state.playing


# --- when a line cannot be written --------------------------------------------------------


class DiskFull(Exception):  # noqa: N818 - what a caller's function may raise
    pass


def failing(lines: list[str], *fail_at: int) -> Callable[[str], None]:
    """Return a function that takes lines and fails once whenever there are so many."""
    failures = list(fail_at)

    def write(line: str) -> None:
        if len(lines) in failures:
            failures.remove(len(lines))
            raise DiskFull
        lines.append(line)

    return write


def actions_of(lines: list[str]) -> list[tuple[TableAction, Seed | None]]:
    """Return the actions of a sitting, each with its seed."""
    found = parse_sitting("".join(lines))
    seeds = iter(found.seeds)
    return [
        (action, next(seeds) if isinstance(action, StartDeal) else None) for action in found.actions
    ]


def test_when_an_action_cannot_be_written_the_table_stays_where_it_was() -> None:
    wanted = evening()
    ends = [place for place, line in enumerate(wanted) if line.startswith('{"deal"')]
    lines: list[str] = []
    writer = SittingWriter(failing(lines, 1, 4, ends[0] - 1, ends[1] - 1))
    failed = 0
    for action, seed in actions_of(wanted):
        before = writer.state
        try:
            writer.act(action, seed=seed)
        except DiskFull:
            failed += 1
            assert writer.state == before
            writer.act(action, seed=seed)  # it can be tried again
    writer.close()
    assert (lines, failed) == (wanted, 4)


def test_a_summary_that_could_not_be_written_comes_before_any_other_line() -> None:
    wanted = evening()
    ends = [place for place, line in enumerate(wanted) if line.startswith('{"deal"')]
    lines: list[str] = []
    writer = SittingWriter(failing(lines, ends[0], ends[0], ends[1]))
    failed = []
    for action, seed in actions_of(wanted):
        before = writer.state
        try:
            writer.act(action, seed=seed)
        except DiskFull:
            failed.append(writer.state == before)
            if failed[-1]:  # the summary failed again, before the action
                writer.act(action, seed=seed)
    writer.close()
    assert (lines, failed) == (wanted, [False, True, False])


def test_before_a_refused_action_not_even_a_summary_is_written() -> None:
    wanted = had(*FOUR, *READY, 7, "0 leave")
    lines: list[str] = []
    writer = SittingWriter(failing(lines, len(wanted) - 2))
    with suppress(DiskFull):
        for action, seed in actions_of(wanted):
            writer.act(action, seed=seed)
    assert len(writer.state.history) == 1
    with pytest.raises(IllegalAction):
        writer.act(Leave(0))
    assert lines == wanted[:-2]
    writer.close()
    assert lines == wanted


def test_when_the_ending_cannot_be_written_it_can_be_written_later() -> None:
    wanted = evening()
    lines: list[str] = []
    writer = SittingWriter(failing(lines, len(wanted) - 1))
    for action, seed in actions_of(wanted):
        writer.act(action, seed=seed)
    with pytest.raises(DiskFull):
        writer.close()
    assert not writer.finished
    writer.close()
    assert lines == wanted


@pytest.mark.parametrize("times", [1, 2])
def test_wherever_writing_fails_one_can_go_on_to_the_whole_sitting(times: int) -> None:
    wanted = had(*FOUR, *READY, 7, TO_THE_END, *READY, 8, "0 leave")
    doings = actions_of(wanted)
    for place in range(1, len(wanted)):
        lines: list[str] = []
        writer = SittingWriter(failing(lines, *[place] * times))
        failed = 0
        for action, seed in doings:
            before = writer.state
            while writer.state == before:  # what the docstring tells to do
                try:
                    writer.act(action, seed=seed)
                except DiskFull:
                    failed += 1
        while not writer.finished:
            try:
                writer.close()
            except DiskFull:
                failed += 1
        assert (lines, failed) == (wanted, times)


def test_when_a_summary_cannot_be_written_one_can_go_on_from_the_lines() -> None:
    wanted = had(*FOUR, *READY, 7, "0 leave")
    lines = wanted[:-2]
    cut = parse_sitting("".join(lines))
    write = failing(lines, len(lines))
    with pytest.raises(DiskFull):
        SittingWriter.resume(write, cut)
    SittingWriter.resume(write, cut).close()
    assert lines == wanted


def test_when_the_header_cannot_be_written_there_is_no_writer() -> None:
    with pytest.raises(DiskFull):
        SittingWriter(failing([], 0))


def test_when_the_ledger_is_too_long_for_a_line_the_deal_stays_where_it_was() -> None:
    """After some eighty people, each with a name of 100 characters that take twelve signs each."""
    lines: list[str] = []
    writer = SittingWriter(lines.append, RuleSet(reserved_stacks=41))  # a discard, and it is drawn
    error = None
    for number in range(100):
        writer.act(Sit(number % 4, chr(0x1F600 + number) * 100))
        writer.act(Ready(number % 4))
        if number % 4 == 3:
            writer.act(StartDeal(Shuffle.from_seed(7)), seed=7)
            error = error_at_the_end_of_the_deal(writer, lines)
            if error is not None:
                break
            for seat in range(4):
                writer.act(Leave(seat))
    assert error is not None
    assert error.expected == "a line of at most 100000 characters"
    assert len(writer.state.ledger) in range(76, 90)
    assert parse_sitting("".join(lines)).state == writer.state


def error_at_the_end_of_the_deal(writer: SittingWriter, lines: list[str]) -> RecordError | None:
    """Play a deal on and return the error at which it stops; nothing has changed then."""
    while writer.state.playing:
        before, count = writer.state, len(lines)
        try:
            writer.act(tidy_play(writer.state))
        except RecordError as error:
            assert (writer.state, len(lines)) == (before, count)
            return error
    return None


# --- going on -----------------------------------------------------------------------------


def gone_on(number: int, end: int) -> list[str]:
    """Return the lines of a sitting that was cut off after so many lines and went on."""
    lines = list(lines_of_gathering(number, 1)[:end])
    cut = parse_sitting("".join(lines))
    writer = SittingWriter.resume(lines.append, cut)
    assert len(lines) == end + cut.lacks_summary
    for action, seed in gathering(number, 1).doings[len(cut.actions) :]:
        writer.act(action, seed=seed)
    writer.close()
    assert writer.state == sitting(number, 1).state
    return lines


@pytest.mark.parametrize("number", [2, 3])
def test_a_writer_goes_on_behind_any_line_to_the_very_same_file(number: int) -> None:
    lines = list(lines_of_gathering(number, 1))
    for end in range(1, len(lines)):
        assert gone_on(number, end) == lines


@settings(max_examples=40)
@given(st.integers(0, 40), st.data())
def test_any_sitting_goes_on_behind_any_line(number: int, data: st.DataObject) -> None:
    lines = list(lines_of_gathering(number, 1))
    assert gone_on(number, data.draw(st.integers(1, len(lines) - 1))) == lines


@settings(max_examples=40)
@given(st.integers(0, 40), st.data())
def test_a_torn_line_is_taken_away_by_writing_the_sitting_anew(
    number: int, data: st.DataObject
) -> None:
    text = "".join(lines_of_gathering(number, 1))
    cut = parse_sitting(text[: data.draw(st.integers(text.index("\n") + 1, len(text) - 2))])
    lines = [*cut.lines()]
    writer = SittingWriter.resume(lines.append, cut)
    for action, seed in gathering(number, 1).doings[len(cut.actions) :]:
        writer.act(action, seed=seed)
    writer.close()
    assert "".join(lines) == text


def test_a_sitting_goes_on_where_its_file_was_cut_off_before_a_newline() -> None:
    lines = list(lines_of_gathering(2, 1))
    text = "".join(lines)
    for end in range(1, len(lines)):
        cut = "".join(lines[:end])[:-1]
        assert not parse_sitting(f"{cut}\n").lacks_newline
        sitting = parse_sitting(cut)
        assert sitting.lacks_newline
        file = [cut, "\n"]
        writer = SittingWriter.resume(file.append, sitting)
        for action, seed in gathering(2, 1).doings[len(sitting.actions) :]:
            writer.act(action, seed=seed)
        writer.close()
        assert "".join(file) == text


def test_a_sitting_says_whether_its_last_line_lacks_its_newline() -> None:
    lines = list(lines_of_gathering(2, 1))
    whole = lines + lines[:3]
    assert [each.lacks_newline for each in read_sittings(whole)] == [False, False]
    cut = [*whole[:-1], whole[-1][:-1]]
    assert [each.lacks_newline for each in read_sittings(cut)] == [False, True]
    bare = [line[:-1] for line in whole]
    assert [each.lacks_newline for each in read_sittings(bare)] == [False, False]
    torn = [*whole[:-1], whole[-1][:-2]]
    assert [each.lacks_newline for each in read_sittings(torn)] == [False, False]


def test_a_sitting_can_go_another_way_from_where_it_was_cut_off() -> None:
    lines = evening()[:15]
    writer = SittingWriter.resume(lines.append, parse_sitting("".join(lines)))
    writer.act(parse_table_action("3 leave"))
    writer.close()
    (found,) = read_sittings(lines, unfinished=False)
    assert found.state == writer.state
    assert found.state.names == ("Ann", "Bo", "Cai", None)


def test_a_sitting_that_lacks_a_summary_gets_it_at_once() -> None:
    lines = had(*FOUR, *READY, 7, TO_THE_END, close=False)
    summary = lines.pop()
    added: list[str] = []
    writer = SittingWriter.resume(added.append, parse_sitting("".join(lines)))
    assert (added, writer.finished) == ([summary], False)


def test_a_sitting_behind_another_one_goes_on_with_its_own_lines() -> None:
    wanted = evening()
    first, second = read_sittings([*wanted, *wanted[:20]])
    assert (first.finished, second.line) == (True, len(wanted) + 1)
    lines = wanted[:20]
    writer = SittingWriter.resume(lines.append, second)
    for action, seed in actions_of(wanted)[len(second.actions) :]:
        writer.act(action, seed=seed)
    writer.close()
    assert lines == wanted


def test_nothing_goes_on_behind_the_ending() -> None:
    whole: list[Any] = [parse_sitting("".join(evening())), None, "sitting", TableState.new()]
    for found in whole:
        expected, _ = refused(lambda found=found: SittingWriter.resume(print, found))  # type: ignore[misc]
        assert expected == "a sitting that is unfinished"


# --- what is no sitting -------------------------------------------------------------------


@pytest.mark.parametrize("write", [None, "file", 7])
def test_what_cannot_take_a_line_is_refused(write: Any) -> None:  # noqa: ANN401 - anything at all
    cut = parse_sitting("".join(had(close=False)))
    assert refused(lambda: SittingWriter(write))[0] == "a function that takes a line"
    assert refused(lambda: SittingWriter.resume(write, cut))[0] == "a function that takes a line"


@pytest.mark.parametrize("value", [None, {}, "taiyuan", RuleSet])
def test_nothing_is_written_without_rules_and_numbers(value: Any) -> None:  # noqa: ANN401
    lines: list[str] = []
    with pytest.raises(RulesError):
        SittingWriter(lines.append, value)
    with pytest.raises(RulesError):
        SittingWriter(lines.append, RuleSet(), value)
    assert lines == []


@pytest.mark.parametrize("metadata", [[], "a", 7, {1: 2}, {"a": {1}}, {"a": "x" * 100_000}])
def test_nothing_is_written_when_metadata_cannot_stand_in_the_header(metadata: Any) -> None:  # noqa: ANN401
    lines: list[str] = []
    refused(lambda: SittingWriter(lines.append, metadata=metadata))
    assert lines == []


def test_a_writer_keeps_nothing_that_its_caller_can_change() -> None:
    lines: list[str] = []
    metadata: dict[str, Any] = {"a": [1]}
    writer = SittingWriter(lines.append, metadata=metadata)
    metadata["a"].append(2)
    writer.close()
    found = parse_sitting("".join(lines))
    assert type(found) is Sitting
    assert found.metadata == {"a": [1]}
