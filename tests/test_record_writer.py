"""A record written while its deal is played, and gone on from where it was cut off."""

from __future__ import annotations

import doctest
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import (
    IllegalAction,
    InvalidStateError,
    Pass,
    Refusal,
    Shuffle,
    apply,
    deal,
    legal_actions,
    step,
)
from lisi_mahjong.record_writer import RecordWriter
from lisi_mahjong.records import Record, parse_record, read_records
from recordings import recorded, refused, tidy_record

START = deal(Shuffle.from_seed(7))


def written(record: Record) -> list[str]:
    """Return the lines that a writer writes while the deal of a record is played."""
    lines: list[str] = []
    writer = RecordWriter(
        lines.append,
        record.start,
        seed=record.seed,
        names=record.names,
        metadata=record.metadata,
    )
    for action in record.decisions:
        writer.play(action)
    assert writer.finished is record.finished
    assert writer.state == record.state
    return lines


def test_the_lines_written_are_those_of_the_record() -> None:
    for number in range(100):
        assert written(recorded(number)) == list(recorded(number).lines())
    named = tidy_record(9)
    named = Record.of(named.start, named.decisions, names=["a", "b", "c", "立"])
    assert written(named) == list(named.lines())


def test_every_line_is_written_when_it_is_known() -> None:
    """So that nothing is lost when the process dies between two decisions."""
    record = tidy_record()
    lines: list[str] = []
    writer = RecordWriter(lines.append, record.start, seed=7)
    for number, action in enumerate(record.decisions, start=1):
        assert len(lines) == number
        before = writer.state
        assert writer.play(action) == step(before, action)
        assert parse_record("".join(lines)).state == writer.state
    assert lines == list(record.lines())
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)


def test_a_refused_action_is_not_written() -> None:
    lines: list[str] = []
    writer = RecordWriter(lines.append, START)
    with pytest.raises(IllegalAction) as caught:
        writer.play(Pass(0))
    assert caught.value.refusal is Refusal.CANNOT_PASS_TURN
    assert (len(lines), writer.state) == (1, START)


def test_after_the_ending_nothing_is_written() -> None:
    record = tidy_record()
    lines: list[str] = []
    writer = RecordWriter(lines.append, record.start)
    for action in record.decisions:
        writer.play(action)
    with pytest.raises(IllegalAction) as caught:
        writer.play(Pass(0))
    assert caught.value.refusal is Refusal.DEAL_ENDED
    assert len(lines) == len(record.decisions) + 2


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


def test_when_a_line_cannot_be_written_the_deal_stays_where_it_was() -> None:
    record = tidy_record()
    lines: list[str] = []
    writer = RecordWriter(failing(lines, 5), record.start, seed=7)
    for action in record.decisions[:4]:
        writer.play(action)
    before = writer.state
    with pytest.raises(DiskFull):
        writer.play(record.decisions[4])
    assert writer.state == before
    for action in record.decisions[4:]:  # it can be tried again
        writer.play(action)
    assert lines == list(record.lines())


def test_when_the_ending_cannot_be_written_it_can_be_written_later() -> None:
    record = tidy_record()
    lines: list[str] = []
    ending = len(record.decisions) + 1
    writer = RecordWriter(failing(lines, ending, ending), record.start, seed=7)
    for action in record.decisions[:-1]:
        writer.play(action)
    with pytest.raises(DiskFull):
        writer.play(record.decisions[-1])
    assert (writer.state, writer.finished) == (record.state, False)
    with pytest.raises(DiskFull):
        writer.close()
    assert (writer.finished, len(lines)) == (False, ending)
    writer.close()
    assert lines == list(record.lines())


def test_an_ending_that_could_not_be_written_does_not_come_with_a_refused_action() -> None:
    record = tidy_record()
    lines: list[str] = []
    writer = RecordWriter(failing(lines, len(record.decisions) + 1), record.start, seed=7)
    for action in record.decisions[:-1]:
        writer.play(action)
    with pytest.raises(DiskFull):
        writer.play(record.decisions[-1])
    with pytest.raises(IllegalAction) as caught:
        writer.play(Pass(0))
    assert caught.value.refusal is Refusal.DEAL_ENDED
    assert lines == list(record.lines())[:-1]


def test_a_writer_that_has_nothing_to_write_is_closed_without_a_line() -> None:
    record = tidy_record()
    lines: list[str] = []
    writer = RecordWriter(lines.append, record.start, seed=7)
    for action in record.decisions:
        assert not writer.finished
        writer.close()
        writer.play(action)
    writer.close()
    assert lines == list(record.lines())


@pytest.mark.parametrize("times", [1, 2])
def test_wherever_writing_fails_one_can_go_on_to_the_whole_record(times: int) -> None:
    record = tidy_record()
    wanted = list(record.lines())
    for place in range(1, len(wanted)):
        lines: list[str] = []
        writer = RecordWriter(failing(lines, *[place] * times), record.start, seed=7)
        failed = 0
        for action in record.decisions:
            before = writer.state
            while writer.state == before:  # what the docstring tells to do
                try:
                    writer.play(action)
                except DiskFull:
                    failed += 1
        while not writer.finished:
            try:
                writer.close()
            except DiskFull:
                failed += 1
        assert (lines, failed) == (wanted, times)


def test_when_the_ending_cannot_be_written_one_can_go_on_from_the_lines() -> None:
    lines = list(tidy_record().lines())[:-1]
    cut = parse_record("".join(lines))
    write = failing(lines, len(lines))
    with pytest.raises(DiskFull):
        RecordWriter.resume(write, cut)
    assert RecordWriter.resume(write, cut).finished
    assert lines == list(tidy_record().lines())


def test_when_the_header_cannot_be_written_there_is_no_writer() -> None:
    with pytest.raises(DiskFull):
        RecordWriter(failing([], 0), START)


# --- going on -----------------------------------------------------------------------------


@given(st.integers(0, 60), st.data())
def test_a_writer_goes_on_behind_a_record_that_was_cut_off(
    number: int, data: st.DataObject
) -> None:
    record = recorded(number)
    lines = list(record.lines())
    end = data.draw(st.integers(1, len(lines) - 1))
    cut = parse_record("".join(lines[:end]))
    gone_on = lines[:end]
    writer = RecordWriter.resume(gone_on.append, cut)
    for action in record.decisions[end - 1 :]:
        writer.play(action)
    assert gone_on == lines
    assert (writer.finished, writer.state) == (True, record.state)


def test_a_deal_can_go_another_way_from_a_record_that_was_cut_off() -> None:
    lines = list(tidy_record().lines())[:7]
    cut = parse_record("".join(lines))
    writer = RecordWriter.resume(lines.append, cut)
    while not writer.finished:
        seat = next(seat for seat in range(4) if legal_actions(writer.state, seat))
        writer.play(legal_actions(writer.state, seat)[-1])
    (found,) = read_records(lines, unfinished=False)
    assert found.state == writer.state
    assert found != tidy_record()


def test_a_torn_line_is_taken_away_by_writing_the_record_anew() -> None:
    text = "".join(tidy_record().lines())[:600]
    cut = parse_record(text)
    assert cut.torn
    lines = [*cut.lines()]
    writer = RecordWriter.resume(lines.append, cut)
    for action in tidy_record().decisions[len(cut.decisions) :]:
        writer.play(action)
    assert lines == list(tidy_record().lines())


def gone_on_behind(text: str) -> str:
    """Return what stands in a file behind a text of `tidy_record` that was cut off."""
    cut = parse_record(text)
    lines = [text.removesuffix(cut.torn), "\n" * cut.lacks_newline]
    writer = RecordWriter.resume(lines.append, cut)
    for action in tidy_record().decisions[len(cut.decisions) :]:
        writer.play(action)
    return "".join(lines)


def test_a_record_goes_on_wherever_its_file_was_cut_off() -> None:
    """Between a line and its newline, too."""
    text = "".join(tidy_record().lines())
    for end in range(text.index("\n"), len(text) - 1):
        assert gone_on_behind(text[:end]) == text


def test_a_record_says_whether_its_last_line_lacks_its_newline() -> None:
    lines = list(tidy_record().lines())
    for end in (1, 2, 10, len(lines)):
        text = "".join(lines[:end])
        assert not parse_record(text).lacks_newline
        assert parse_record(text[:-1]).lacks_newline
        assert not parse_record(text[:-2]).lacks_newline if end > 1 else True
        (found,) = read_records([*lines[: end - 1], lines[end - 1][:-1]])
        assert found.lacks_newline is (end > 1)
        (found,) = read_records(text.splitlines())
        assert not found.lacks_newline
    two = [*lines[:5], *lines[:-1], lines[-1][:-1]]
    assert [found.lacks_newline for found in read_records(two)] == [False, True]


def test_a_record_that_lacks_just_its_ending_gets_it_at_once() -> None:
    lines = list(tidy_record().lines())
    ending = lines.pop()
    added: list[str] = []
    writer = RecordWriter.resume(added.append, parse_record("".join(lines)))
    assert (added, writer.finished) == ([ending], True)


def test_nothing_goes_on_behind_the_ending() -> None:
    for record in (tidy_record(), None, "record", START):
        expected, _ = refused(lambda record=record: RecordWriter.resume(print, record))  # type: ignore[misc]
        assert expected == "a record that is unfinished"


# --- whole lines, as docs/records.md writes them ------------------------------------------


def from_the_page() -> Callable[[io.RawIOBase], Callable[[str], object]]:
    """Return the function `whole_lines` of the page."""
    page = Path(__file__).parents[1] / "docs" / "records.md"
    (source,) = [
        example.source
        for example in doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
        if example.source.startswith("def whole_lines")
    ]
    names: dict[str, Any] = {"os": os}
    exec(source, names)  # noqa: S102 - our own page
    found: Callable[[io.RawIOBase], Callable[[str], object]] = names["whole_lines"]
    return found


class SmallDisk(io.FileIO):
    """A file on a disk that has room for so many bytes, and writes as many as there is room for."""

    room = 0

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - any bytes, as in io
        """Write what there is room for; none at all is an error."""
        free = self.room - os.fstat(self.fileno()).st_size
        if free <= 0:
            raise OSError(28, "no space left on device")
        return super().write(bytes(data)[:free])


@pytest.mark.parametrize("missing", [1, 5, 14, 15])
def test_a_line_that_was_written_in_part_is_taken_back_and_written_again(
    tmp_path: Path, missing: int
) -> None:
    """As the page promises; what is there when the disk is full is a record that is read."""
    record = tidy_record()
    text = "".join(record.lines())
    header = text.index("\n") + 1
    with SmallDisk(tmp_path / "deal", "ab") as file:
        file.room = header + len('"0 discard 9m"\n') - missing
        writer = RecordWriter(from_the_page()(file), record.start, seed=7)
        for _ in range(2):
            with pytest.raises(OSError, match=r"no room for the whole line|no space left"):
                writer.play(record.decisions[0])
            assert (tmp_path / "deal").read_bytes().decode() == text[:header]
        file.room = len(text)
        for action in record.decisions:
            writer.play(action)
    assert (tmp_path / "deal").read_bytes().decode() == text


# --- what is no deal ----------------------------------------------------------------------


@pytest.mark.parametrize("write", [None, "file", 7])
def test_what_cannot_take_a_line_is_refused(write: Any) -> None:  # noqa: ANN401 - anything at all
    cut = Record.of(START, ())
    assert refused(lambda: RecordWriter(write, START))[0] == "a function that takes a line"
    assert refused(lambda: RecordWriter.resume(write, cut))[0] == "a function that takes a line"


def test_nothing_is_written_when_something_cannot_stand_in_the_header() -> None:
    lines: list[str] = []
    later = apply(START, legal_actions(START, 0)[0])
    refused(lambda: RecordWriter(lines.append, later))
    refused(lambda: RecordWriter(lines.append, START, seed=8))
    refused(lambda: RecordWriter(lines.append, START, names=["a"]))
    refused(lambda: RecordWriter(lines.append, START, metadata={"a": {1}}))
    with pytest.raises(InvalidStateError):
        RecordWriter(lines.append, None)  # type: ignore[arg-type]  # no state on purpose
    assert lines == []
