"""The commands record, replay and verify: files written, told, checked, and errors in one line.

Those on files of sittings are in `test_sittings_cli`.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from pathlib import Path

import pytest

from gatherings import evening
from lisi_mahjong import RuleSet, Shuffle, command_parts
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.command_parts import Progress, first_state, number_of_deals, seed_of
from lisi_mahjong.record_cli import add_commands
from lisi_mahjong.records import Record, format_record, parse_record, read_records
from odd_records import FOLDER
from recordings import RECORD_STOPS, RECORD_TORN, tidy_record

RECORD = format_record(tidy_record())
SITTING = "".join(evening())


def run(*arguments: str | Path) -> int:
    """Run a command and return its exit code."""
    parser = argparse.ArgumentParser(prog="lisi_mahjong")
    add_commands(parser.add_subparsers(required=True))
    options = parser.parse_args(list(map(str, arguments)))
    code = options.run(options)
    assert isinstance(code, int)
    return code


Captured = pytest.CaptureFixture[str]


def outcome(capsys: Captured, *arguments: str | Path) -> tuple[int, str, str]:
    """Return the exit code of a command and what it printed to both outputs."""
    capsys.readouterr()
    code = run(*arguments)
    return (code, *capsys.readouterr())


def failed(capsys: Captured, *arguments: str | Path) -> str:
    """Return the one line with which a command fails."""
    code, _, err = outcome(capsys, *arguments)
    assert code == 1
    assert err.count("\n") == 1
    return err


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def stored(tmp_path: Path, text: str, name: str = "deals.jsonl") -> Path:
    """Return a new file with a text in it."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="\n", errors="surrogateescape")
    return path


# --- record -------------------------------------------------------------------------------


def test_a_seeded_deal_is_written(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "deal.jsonl"
    assert outcome(capsys, "record", path, "--seed", "7") == (
        0,
        "1 deal written, 39 decisions\n",
        "",
    )
    record = parse_record(path.read_text(encoding="ascii"))
    assert (record.seed, record.rules, record.dealer) == (7, RuleSet(), 0)
    assert record.shuffle == Shuffle.from_seed(7)
    assert record.metadata == {"played_by": "lisi_mahjong.players.tidy"}
    assert record.finished
    assert names_in(tmp_path) == ["deal.jsonl"]


def test_many_deals_are_written_each_on_its_own_seed(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    assert run("record", path, "--deals", "5", "--seed", "x", "--rules", "taiyuan") == 0
    with path.open(encoding="ascii") as lines:
        found = list(read_records(lines, unfinished=False))
    assert [record.seed for record in found] == [f"x/{number}" for number in range(5)]
    assert {record.rules for record in found} == {RuleSet.taiyuan()}
    assert [record.start for record in found] == [
        first_state(f"x/{number}", "taiyuan") for number in range(5)
    ]


def test_one_of_many_deals_is_the_first_of_them(tmp_path: Path) -> None:
    """As without a file: ``--deals 1`` is the first of the deals that ``--deals 9`` gives."""
    for number in (1, 3):
        assert run("record", tmp_path / str(number), "--deals", str(number)) == 0
    one, three = ((tmp_path / name).read_text(encoding="ascii") for name in ("1", "3"))
    assert three.startswith(one)
    assert parse_record(one).seed == "1/0"


def test_the_default_is_one_deal_of_seed_1_under_the_written_rules(tmp_path: Path) -> None:
    path = tmp_path / "deal.jsonl"
    assert run("record", path) == 0
    record = parse_record(path.read_text(encoding="ascii"))
    assert (record.seed, record.rules) == (1, RuleSet())


def test_a_file_has_the_same_bytes_every_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("record", tmp_path / name, "--deals", "3") == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one", "two"))
    assert one == two
    assert b"\r" not in one


def test_the_standard_output_is_written_to(capsys: Captured) -> None:
    code, out, err = outcome(capsys, "record", "-", "--seed", "7")
    assert (code, err) == (0, "")
    assert parse_record(out).seed == 7


def test_the_standard_output_has_line_feeds_where_texts_have_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("record", tmp_path / "deal", "--seed", "7") == 0
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii", newline="\r\n"))
    assert run("record", "-", "--seed", "7") == 0
    assert written.getvalue() == (tmp_path / "deal").read_bytes()


def test_any_standard_output_that_takes_text_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = io.StringIO()
    monkeypatch.setattr(sys, "stdout", taken)
    assert run("record", "-", "--seed", "7") == 0
    assert parse_record(taken.getvalue()).seed == 7


def test_a_file_that_another_process_writes_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another container it may have the same number; or it was killed, and left it behind."""
    path = tmp_path / "deal"
    others = [stored(tmp_path, "half", f".deal.{os.getpid()}.{number}.part") for number in (0, 1)]
    assert run("record", path, "--seed", "7") == 0
    assert parse_record(path.read_text(encoding="ascii")).seed == 7

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lisi_mahjong.record_cli.actors", fail)
    assert run("record", path) == 1
    assert sorted(names_in(tmp_path)) == sorted([path.name, *(other.name for other in others)])
    assert {other.read_text(encoding="ascii") for other in others} == {"half"}


def test_a_file_is_replaced_when_all_is_written(tmp_path: Path) -> None:
    path = stored(tmp_path, "old")
    assert run("record", path) == 0
    assert parse_record(path.read_text(encoding="ascii")).finished


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = stored(tmp_path, "old")
    link = tmp_path / "link"
    link.symlink_to(target)
    assert run("record", link) == 0
    assert link.is_symlink()
    assert parse_record(target.read_text(encoding="ascii")).finished


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_behind_when_writing_fails(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = stored(tmp_path, "old")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("lisi_mahjong.record_cli.actors", fail)
    if isinstance(error, OSError):
        assert failed(capsys, "record", path) == f"{path}: No space left on device\n"
    else:
        with pytest.raises(KeyboardInterrupt):
            run("record", path)
    assert names_in(tmp_path) == ["deals.jsonl"]
    assert path.read_text(encoding="ascii") == "old"


def test_a_device_is_written_to_as_it_is(capsys: Captured) -> None:
    assert outcome(capsys, "record", os.devnull)[0] == 0
    assert not Path(os.devnull).is_file()


def test_what_cannot_be_written_is_told(tmp_path: Path, capsys: Captured) -> None:
    assert failed(capsys, "record", tmp_path) == f"{tmp_path}: Is a directory\n"
    path = tmp_path / "no" / "deal.jsonl"
    assert failed(capsys, "record", path) == f"{path}: No such file or directory\n"
    assert failed(capsys, "record", "a\0b").startswith("'a\\x00b': ")
    assert failed(capsys, "record", tmp_path / "deal", "--seed", "x" * MAX_LINE).startswith(
        f"{tmp_path / 'deal'}:1: expected a line of at most {MAX_LINE} characters, found "
    )
    assert names_in(tmp_path) == []


# --- replay -------------------------------------------------------------------------------


def test_a_record_is_told(capsys: Captured) -> None:
    code, out, err = outcome(capsys, "replay", FOLDER / "header-with-names.jsonl")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    rules = repr(RuleSet.taiyuan())
    assert lines[0] == f"Line 1: dealer 0, {rules}, seed 7, names 'Ann' '李四' '' '\"N\"\\n'"
    assert "seat 0 {6m1p8s4z} 9m2379p179s17z  deals (庄) and has drawn 7s" in lines
    assert "Seat 1 wins on the discard of seat 0 放铳 with 9m." in lines
    assert re.fullmatch(r"\d+ decisions, \d+ kongs, \d+ tiles left.", lines[-2])


def test_a_record_without_seed_and_names_is_told(tmp_path: Path, capsys: Captured) -> None:
    path = stored(tmp_path, format_record(Record.of(tidy_record().start, tidy_record().decisions)))
    code, out, _ = outcome(capsys, "replay", path)
    assert (code, out.splitlines()[0]) == (0, "Line 1: dealer 0, RuleSet()")


def test_tiles_are_written_as_one_likes(capsys: Captured) -> None:
    path = FOLDER / "header-with-a-layout.jsonl"
    _, out, _ = outcome(capsys, "replay", path, "--tiles", "chinese")
    assert "{六万 一筒 八条 北} 九万" in out


def test_every_record_of_a_file_is_told(capsys: Captured) -> None:
    code, out, err = outcome(capsys, "replay", FOLDER / "several-deals.jsonl")
    assert (code, out.count("Standing tiles")) == (
        1,
        3,
    )  # the third is unfinished, and told to there
    assert "several-deals.jsonl:" in err
    assert err.endswith(f", found {RECORD_STOPS}\n")


def test_the_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    text = format_record(tidy_record())
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert "Seat 1 wins" in outcome(capsys, "replay", "-")[1]
    stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", stream)
    assert outcome(capsys, "verify", "-")[0] == 0
    stream = io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", stream)
    assert failed(capsys, "verify", "-").startswith("-:1: expected JSON, found ")


def test_a_reader_that_goes_away_is_left_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    for arguments in (("replay", FOLDER / "ending-drawn.jsonl"), ("record", "-")):
        with pytest.raises(BrokenPipeError):
            run(*arguments)


# --- verify -------------------------------------------------------------------------------


def test_files_that_are_right_are_summed_up(capsys: Captured) -> None:
    paths = [FOLDER / f"ending-{name}.jsonl" for name in ("drawn", "self-draw", "robbed-kong")]
    code, out, err = outcome(capsys, "verify", *paths)
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"3 files: 3 records of \d+ decisions verified, \d+ a second; 0 files with an error\n", out
    )


def test_every_file_with_an_error_is_told_and_the_others_are_verified(
    tmp_path: Path, capsys: Captured
) -> None:
    good = format_record(tidy_record())
    lines = good.splitlines(keepends=True)
    bad = stored(tmp_path, "".join([*lines[:3], '"0 win"\n']), "bad")
    cut = stored(tmp_path, good + "".join(lines[:5]), "cut")
    torn = stored(tmp_path, good[:-5], "torn")
    empty = stored(tmp_path, "", "empty")
    missing = tmp_path / "missing"
    right = stored(tmp_path, good * 3, "right")
    code, out, err = outcome(capsys, "verify", bad, cut, torn, empty, missing, tmp_path, right)
    assert code == 1
    ending = len(lines)
    not_in_ting = "seat 0 may not win: only a seat in ting wins (WIN-1)"
    assert err.splitlines() == [
        f"{bad}:4: expected a legal decision of seat 3, found '0 win': {not_in_ting}",
        f"{cut}:{ending + 6}: expected a legal decision of seat 1, found {RECORD_STOPS}",
        f"{torn}:{ending}: expected the ending, found {RECORD_TORN}",
        f"{empty}:1: expected a header, found nothing",
        f"{missing}: No such file or directory",
        f"{tmp_path}: Is a directory",
    ]  # fmt: skip
    assert out.startswith(f"7 files: 4 records of {4 * 39} decisions verified, ")
    assert out.endswith("; 6 files with an error\n")


OTHER_FILES = {
    "bytes": b"\xff\xfe\x00",
    "zeros": b"\x00" * 5000,
    "a million": b"a" * 10**6,
    "gzip": b"\x1f\x8b\x08",
    "json": b'{"format":1}',
    "nested": b"[" * 50_000,
}


@pytest.mark.parametrize("name", OTHER_FILES)
def test_any_other_file_is_refused_in_one_line(tmp_path: Path, capsys: Captured, name: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(OTHER_FILES[name])
    for command in ("verify", "replay"):
        line = failed(capsys, command, path)
        assert line.startswith(f"{path}:1: expected ")
        assert line.strip().isprintable()


OTHER_NEWLINES = (
    "\r\n",
    "\r",
    "\r\n\n",
    "\n\r",
    "\v",
    "\f",
    "\x1c",
    "\x85",
    "\u2028",
    " \n",
    "\n\n",
)


@pytest.mark.parametrize("newline", OTHER_NEWLINES, ids=ascii)
@pytest.mark.parametrize("text", [RECORD, SITTING], ids=["record", "sitting"])
def test_a_file_with_other_bytes_does_not_verify(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, text: str, newline: str
) -> None:
    """Its hash covers every byte: whoever changes the newlines has changed the record."""
    path = tmp_path / "file"
    changed = text.replace("\n", newline).encode()
    path.write_bytes(changed)
    told = failed(capsys, "verify", path)
    assert told.startswith(f"{path}:")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(changed), encoding="ascii"))
    assert failed(capsys, "verify", "-") == told.replace(str(path), "-")


@pytest.mark.parametrize("newline", ["\r\n", "\r"], ids=ascii)
def test_the_newlines_of_another_system_are_named(
    tmp_path: Path, capsys: Captured, newline: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(RECORD.replace("\n", newline).encode())
    what = "expected lines that end with a line feed alone, found a carriage return"
    for command in ("verify", "replay"):
        assert failed(capsys, command, path) == f"{path}:1: {what}\n"


def test_a_file_with_a_strange_name_is_told_in_one_line(tmp_path: Path, capsys: Captured) -> None:
    path = stored(tmp_path, "x\n", "a\nb")
    assert failed(capsys, "verify", path).startswith(f"'{tmp_path}/a\\nb':1: expected JSON")


@pytest.mark.parametrize(
    "arguments",
    [
        ["record"],
        ["replay"],
        ["verify"],
        ["record", "a", "b"],
        ["replay", "a", "b"],
        ["record", "a", "--deals", "0"],
        ["record", "a", "--rules", "riichi"],
        ["record", "a", "--see", "7"],
        ["replay", "a", "--tiles", "5m"],
        ["verify", "a", "--quick"],
    ],
    ids=" ".join,
)
def test_bad_words_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        run(*arguments)
    assert exit_info.value.code == 2


# --- progress, and the options that the commands share ------------------------------------


def test_an_output_that_is_full_is_no_fault_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    for command in ("replay", "verify"):
        with pytest.raises(OSError, match="No space left"):
            run(command, FOLDER / "ending-drawn.jsonl")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_things_are(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_parts, "SECONDS_BETWEEN_LINES", 0)
    path = tmp_path / "deals"
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run("record", path, "--deals", "3") == 0
    assert "\r1 of 3 deals, " in terminal.getvalue()
    assert "\r3 of 3 deals, " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run("verify", path, tmp_path / "missing") == 1
    assert "\r3 records, " in terminal.getvalue()
    assert f"\r\x1b[K{tmp_path}/missing: No such file" in terminal.getvalue()
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run("record", tmp_path) == 1
    assert terminal.getvalue() == f"\r\x1b[K{tmp_path}: Is a directory\n"
    assert "\r" not in capsys.readouterr().out


def test_a_progress_line_is_not_renewed_too_often() -> None:
    terminal = Terminal()
    progress = Progress("deals", terminal, 3)
    progress.show(1)
    assert terminal.getvalue() == ""
    assert progress.finish() >= 0


def test_no_terminal_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_parts, "SECONDS_BETWEEN_LINES", 0)
    stream = io.StringIO()
    progress = Progress("deals", stream)
    progress.show(1)
    progress.finish()
    assert stream.getvalue() == ""


NO_NUMBERS = ("0", "-1", "10000001", "1e3", "²", "1" * 5000, "", " 1")


@pytest.mark.parametrize("text", NO_NUMBERS, ids=range(8))
def test_what_is_no_number_of_deals(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a number from 1 to 10000000, not "):
        number_of_deals(text)


def test_a_seed_is_unicode() -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        seed_of("\udcff")


def test_numbers_of_deals_and_seeds() -> None:
    assert (number_of_deals("1"), number_of_deals("10000000")) == (1, 10**7)
    seeds = ("7", "-7", "007", "seven", "", "-", "--7", "²", "1" * 600, "1" * 601)
    assert [seed_of(text) for text in seeds] == [
        *(7, -7, 7, "seven", "", "-", "--7", "²"),
        int("1" * 600),
        "1" * 601,
    ]


def test_every_seed_that_is_read_as_an_int_can_be_recorded(tmp_path: Path) -> None:
    path = tmp_path / "deal"
    assert run("record", path, "--seed", "-" + "9" * 600) == 0
    assert run("verify", path) == 0
