"""The command ``table``: a line a deal, the ledger, and the same as JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from lisi_mahjong import RuleSet, read_sittings
from lisi_mahjong.cli import main
from runs import run_python

DEAL = re.compile(r" *(\d+)  dealer ([ABCD])((?:  [ABCD] +[-+]?\d+){4})  (\S.*)")
POINTS = re.compile(r"([ABCD]) +([-+]?\d+)")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return the lines that the command prints."""
    assert main(["table", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


def points(text: str) -> dict[str, int]:
    return {name: int(number) for name, number in POINTS.findall(text)}


def test_a_line_for_each_deal_and_the_ledger_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "--deals", "30", "--seed", "7")
    deals = [DEAL.fullmatch(line) for line in lines[2:32]]
    assert [found and int(found[1]) for found in deals] == list(range(1, 31))
    sums: Counter[str] = Counter()
    for found in deals:
        assert found is not None
        paid = points(found[3])
        assert sum(paid.values()) == 0
        sums.update(paid)
    assert lines[32] == ""
    assert lines[33].startswith("Ledger 账")
    assert points(lines[33].removeprefix("Ledger 账")) == dict(sums)
    assert len(lines) == 34


def test_without_a_number_it_is_16_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(told(capsys)) == 2 + 16 + 2


def test_each_kind_of_ending_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(told(capsys, "--deals", "120", "--rules", "written"))
    text += "\n".join(told(capsys, "--deals", "120", "--rules", "taiyuan", "--seed", "2"))
    for ending in (
        r"drawn 荒庄$",
        r"drawn 荒庄, 1 kong 杠$",
        r"drawn 荒庄, [2-9] kongs 杠",
        r"[A-D] wins by self-draw 自摸 of \d[mpsz]",
        r"([A-D]) wins on a discard 放铳, \d[mpsz] of (?!\1)[A-D]",
        r"wins by robbing a kong 抢杠胡, \d[mpsz] of [A-D]",
        r", Closed Wait 砍张",
        r", × 2 荒庄加倍$",
    ):
        assert re.search(ending, text, re.MULTILINE), ending


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--deals", "20", "--seed", "an evening", "--rules", "taiyuan")
    lines = told(capsys, *options)[2:22]
    first, *deals, last = map(json.loads, told(capsys, *options, "--json"))
    assert first["rules"]["all_runs"] is True
    assert first["score"]["drawn_deal_multiplier"] == 1
    assert (first["seed"], first["names"]) == ("an evening", ["A", "B", "C", "D"])
    sums: Counter[str] = Counter()
    for number, (line, deal) in enumerate(zip(lines, deals, strict=True), start=1):
        found = DEAL.fullmatch(line)
        assert found is not None
        paid = dict(zip("ABCD", deal["settlement"]["deltas"], strict=True))
        assert (deal["deal"], "ABCD"[deal["dealer"]]) == (number, found[2])
        assert points(found[3]) == paid
        sums.update(paid)
    assert last == {"deals": 20, "ledger": dict(sums)}


def test_the_same_seed_gives_the_same_evening_in_another_process() -> None:
    runs = [run_python("-m", "lisi_mahjong", "table", "--deals", "3") for _ in range(2)]
    assert [ran.returncode for ran in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout != ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--deals", "0"],
        ["--deals", "x"],
        ["--rules", "x"],
        ["--seed"],
        ["extra"],
        ["--record", "-"],
    ],
)
def test_bad_options_are_refused_in_a_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["table", *arguments])
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


# --- the record of the sitting ------------------------------------------------------------


def test_the_sitting_is_recorded_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.jsonl"
    options = ("--deals", "5", "--seed", "7", "--rules", "taiyuan")
    plain = told(capsys, *options)
    assert told(capsys, *options, "--record", str(file)) == plain
    with file.open(encoding="ascii") as lines:
        (sitting,) = read_sittings(lines, unfinished=False)
    assert (sitting.rules, len(sitting.state.history)) == (RuleSet.taiyuan(), 5)
    assert points(plain[-1].removeprefix("Ledger 账")) == dict(sitting.state.ledger)
    assert sitting.seeds == tuple(f"7/{number}" for number in range(5))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("1 file: 1 sitting of 5 deals verified")


def test_a_file_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "missing" / "evening.jsonl")
    assert main(["table", "--deals", "1", "--record", name]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"{name}: No such file or directory\n"


def test_a_reader_that_has_seen_enough_is_no_fault_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close(_: str) -> int:
        raise BrokenPipeError

    file = tmp_path / "evening.jsonl"
    monkeypatch.setattr("sys.stdout.write", close)
    monkeypatch.setattr("sys.stderr.close", lambda: None)
    assert main(["table", "--deals", "1", "--record", str(file)]) == 1
    assert not file.exists()
