"""The commands replay and verify on files of sittings; their first line tells them from records."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from gatherings import FOUR, READY, evening, had
from lisi_mahjong import RuleSet, ScoreTable, command_parts
from lisi_mahjong.records import format_record
from make_sittings import FOLDER
from recordings import SITTING_STOPS, SITTING_TORN, tidy_record
from test_record_cli import Captured, Terminal, failed, outcome, run, stored

RECORD = format_record(tidy_record())
EVENING = "".join(evening())


def told(capsys: Captured, path: Path) -> list[str]:
    """Return the lines in which a file is told; there is nothing wrong with it."""
    code, out, err = outcome(capsys, "replay", path)
    assert (code, err) == (0, "")
    return out.splitlines()


# --- replay -------------------------------------------------------------------------------


def test_a_sitting_is_told_from_sitting_down_to_the_ledger(
    tmp_path: Path, capsys: Captured
) -> None:
    lines = told(capsys, stored(tmp_path, EVENING))
    assert lines[:9] == [
        f"Line 1: {RuleSet()!r}, {ScoreTable()!r}",
        "Standing tiles 立牌 are in {braces}, sets in [brackets].",
        "",
        "'Ann' sits down at seat 0.",
        "'Bo' sits down at seat 1.",
        "'Cai' sits down at seat 2.",
        "'丁' sits down at seat 3.",
        "",
        "Deal 1: dealer 0, drawn by lot, seed 7, names 'Ann' 'Bo' 'Cai' '丁'",
    ]
    won = lines.index("Seat 1 wins on the discard of seat 0 放铳 with 9m.")
    settled = lines.index("39 decisions, 0 kongs, 51 tiles left.")
    second = lines.index("Deal 2: dealer 1, seed 8, names 'Ann' 'Bo' 'Cai' '丁'")
    assert won < settled < second
    assert lines[settled + 1 : second] == [
        "seat 0 pays 3 to seat 1 for the win: 1 × 3 (for all three) (SCORE-4)",
        "seat 0 pays 1 to seat 1 for the dealer's loss to a discard win: 1 (SCORE-4)",
        "seat 0 pays 1 to seat 1 for dealing in without ting: 1 (SCORE-4)",
        "Ledger 账: 'Ann' -5, 'Bo' +5, 'Cai' 0, '丁' 0",
        "",
    ]
    assert lines[-10:] == [
        "'Cai' leaves seat 2.",
        "The deal is void: nobody pays.",
        "Ledger 账: 'Ann' -5, 'Bo' +5, 'Cai' 0, '丁' 0",
        "",
        "'Dee' sits down at seat 2.",
        "'Bo' leaves seat 1.",
        "'Cai' sits down at seat 1.",
        "",
        "2 deals. Ledger 账: 'Ann' -5, 'Bo' +5, 'Cai' 0, '丁' 0, 'Dee' 0",
        "",
    ]


def test_a_deal_of_a_sitting_is_told_as_in_a_record(tmp_path: Path, capsys: Captured) -> None:
    alone = told(capsys, stored(tmp_path, RECORD))[3:-2]
    lines = told(capsys, stored(tmp_path, EVENING))
    start = lines.index(alone[0])
    assert lines[start : start + len(alone)] == alone


def test_tiles_are_written_as_one_likes(tmp_path: Path, capsys: Captured) -> None:
    path = stored(tmp_path, EVENING)
    _, out, _ = outcome(capsys, "replay", path, "--tiles", "chinese")
    assert "{六万 一筒 八条 北} 九万" in out


def test_a_deal_that_is_paid_twice_is_told_so(capsys: Captured) -> None:
    lines = told(capsys, FOLDER / "an-evening.jsonl")
    assert any(", paid 2 times after a drawn deal, names " in line for line in lines)
    assert any(line.endswith(" × 2 (after a drawn deal) (SCORE-4)") for line in lines)


def test_a_deal_without_its_seed_is_told_without_one(capsys: Captured) -> None:
    begun = [line for line in told(capsys, FOLDER / "mixed.jsonl") if line.startswith("Deal ")]
    assert {", seed " in line for line in begun} == {True, False}


def test_a_sitting_at_which_nobody_sat_is_told(tmp_path: Path, capsys: Captured) -> None:
    lines = told(capsys, stored(tmp_path, "".join(had())))
    assert lines[2:] == ["", "0 deals. Ledger 账: nobody", ""]


def test_a_name_cannot_turn_a_terminal(tmp_path: Path, capsys: Captured) -> None:
    lines = told(capsys, stored(tmp_path, "".join(had("0 sit a\u202eb"))))
    assert "'a\\u202eb' sits down at seat 0." in lines
    assert all(line.isprintable() for line in lines)


def test_an_unfinished_sitting_is_told_up_to_there(tmp_path: Path, capsys: Captured) -> None:
    lines = had(*FOUR, *READY, 7, "0 discard 9m", close=False)
    path = stored(tmp_path, "".join(lines))
    code, out, err = outcome(capsys, "replay", path)
    assert code == 1
    assert "seat 0 discards 9m" in out
    assert err == (
        f"{path}:12: expected an action at the table or the ending, found {SITTING_STOPS}\n"
    )


# --- verify -------------------------------------------------------------------------------


def test_the_deals_of_sittings_are_counted(tmp_path: Path, capsys: Captured) -> None:
    one = stored(tmp_path, EVENING, "one")
    code, out, err = outcome(capsys, "verify", one)
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"1 file: 1 sitting of 2 deals verified, \d+ a second; 0 files with an error\n", out
    )
    two = stored(tmp_path, EVENING * 2, "two")
    record = stored(tmp_path, RECORD, "record")
    _, out, _ = outcome(capsys, "verify", one, record, two)
    assert out.startswith("3 files: 1 record of 39 decisions and 3 sittings of 6 deals verified, ")


def test_files_without_anything_in_them_are_summed_up_as_records(
    tmp_path: Path, capsys: Captured
) -> None:
    _, out, _ = outcome(capsys, "verify", stored(tmp_path, ""))
    assert out.startswith("1 file: 0 records of 0 decisions verified, ")


def test_what_is_wrong_with_a_sitting_is_told_with_its_line(
    tmp_path: Path, capsys: Captured
) -> None:
    lines = evening()
    won = next(place for place, line in enumerate(lines) if line.startswith('{"deal"'))
    changed = [*lines[:won], lines[won].replace('"Bo":5', '"Bo":6'), *lines[won + 1 :]]
    ledger = stored(tmp_path, "".join(changed), "ledger")
    summary = stored(tmp_path, EVENING + "".join(lines[:won]), "summary")
    torn = stored(tmp_path, EVENING[:-5], "torn")
    header = stored(tmp_path, lines[0][:-5], "header")
    spaced = stored(tmp_path, lines[0].replace(":", ": ", 1), "spaced")
    code, out, err = outcome(capsys, "verify", ledger, summary, torn, header, spaced)
    assert code == 1
    due = "an action at the table or the ending"
    owed = "the summary of the deal that has ended"
    assert err.splitlines()[:4] == [
        f"{ledger}:{won + 1}: expected summary.ledger.Bo 5, found 6",
        f"{summary}:{len(lines) + won + 1}: expected {owed}, found {SITTING_STOPS}",
        f"{torn}:{len(lines)}: expected {due}, found {SITTING_TORN}",
        f"{header}:1: expected a whole header, found a line cut off in its middle",
    ]
    assert err.splitlines()[4].startswith(f'{spaced}:1: expected \'{{"format":"lisi')
    assert out.startswith("5 files: 1 sitting of 2 deals verified, ")
    assert out.endswith("; 5 files with an error\n")


def test_records_and_sittings_do_not_stand_in_one_file(tmp_path: Path, capsys: Captured) -> None:
    line = failed(capsys, "verify", stored(tmp_path, EVENING + RECORD))
    assert line.endswith(", which this library reads, found 'lisi-mahjong record'\n")
    line = failed(capsys, "verify", stored(tmp_path, RECORD + EVENING))
    assert line.endswith(", which this library reads, found 'lisi-mahjong sitting'\n")


def test_a_terminal_sees_how_many_deals_are_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_parts, "SECONDS_BETWEEN_LINES", 0)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run("verify", stored(tmp_path, EVENING * 3)) == 0
    assert "\r2 records, " in terminal.getvalue()
    assert "\r6 records, " in terminal.getvalue()
