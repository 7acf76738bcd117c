"""The command line: a deal told, many deals summed up, and bad words refused in one line."""

from __future__ import annotations

import errno
import io
import runpy
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from lisi_mahjong import cli, command_parts
from lisi_mahjong.cli import main
from lisi_mahjong.command_parts import RULES, SCORES
from lisi_mahjong.simulation import simulate
from runs import run_python


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a run prints that goes well."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line with which a run is refused."""
    with pytest.raises(SystemExit) as exit_info:
        main(arguments)
    assert exit_info.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith("\n")
    return err


def test_a_deal_is_told_from_the_dice_to_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "--seed", "7")
    lines = out.splitlines()
    assert lines[0] == "Taiyuan Lisi mahjong 太原立四麻将, rules written, seed 7"
    assert "Dice 3+1: counting seats from the dealer as one, seat 3 takes first." in lines
    assert "seat 0 {6m1p8s4z} 9m2379p179s17z  deals (庄) and has drawn 7s" in lines
    assert any("declares ting 报听, " in line for line in lines)
    assert "Seat 1 wins on the discard of seat 0 放铳 with 9m." in lines
    assert lines[-3].startswith("  read as 789m 234s 33z, completing 789m: 2 of 4 sets triplets; ")
    assert lines[-1].endswith(" kongs, 51 tiles left.")


def test_the_seed_is_the_seed_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--seed", "7") == told(capsys, "--seed=7")
    assert told(capsys, "--seed", "7") == told(capsys, "--seed", "07")
    assert told(capsys, "--seed", "7") != told(capsys, "--seed", "seven")
    assert told(capsys, "--seed", "-7") != told(capsys, "--seed", "7")
    assert told(capsys) == told(capsys, "--seed", "1")
    assert told(capsys, "--seed", "9" * 5000)  # a text: no number of that length is made
    assert told(capsys, "--seed", "²")


@pytest.mark.parametrize(
    ("style", "hand"),
    [
        ("text", "{6m1p8s4z} 9m2379p179s17z"),
        ("unicode", "{🀌🀙🀗🀃} 🀏🀚🀛🀟🀡🀐🀖🀘🀀🀄"),
        ("chinese", "{六万 一筒 八条 北} 九万 二筒 三筒 七筒 九筒 一条 七条 九条 东 中"),
    ],
)
def test_tiles_are_written_as_one_likes(
    capsys: pytest.CaptureFixture[str], style: str, hand: str
) -> None:
    assert hand in told(capsys, "--seed", "7", "--tiles", style)


def test_the_rules_of_taiyuan(capsys: pytest.CaptureFixture[str]) -> None:
    assert "rules taiyuan, seed 7" in told(capsys, "--seed", "7", "--rules", "taiyuan")


def test_many_deals_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "--deals", "40", "--rules", "taiyuan").splitlines()
    assert lines[0] == "40 deals, rules taiyuan, seed 1"
    wins, draws = (int(line.split()[1]) for line in lines[1:3])
    assert wins + draws == 40
    assert wins > 20  # the players do get to win
    assert lines[3].split()[0] == "kongs"
    assert lines[-1].endswith(" decisions a second")


@pytest.mark.parametrize("rules", ["written", "taiyuan"])
def test_the_summary_is_what_the_tally_says(capsys: pytest.CaptureFixture[str], rules: str) -> None:
    lines = told(capsys, "--deals", "30", "--seed", "seven", "--rules", rules).splitlines()
    tally = simulate(30, seed="seven", rules=RULES[rules](), score=SCORES[rules]())
    assert lines[1:-1] == str(tally).splitlines()


def test_any_number_of_processes_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    alone, shared = (
        told(capsys, "--deals", "20", "--jobs", jobs).splitlines()[:-1] for jobs in ("1", "2")
    )
    assert shared == alone


def test_processes_may_be_of_any_start_of_the_program() -> None:
    done = run_python("-m", "lisi_mahjong", "--deals", "4", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("4 deals, rules written, seed 1\n  wins ")


def test_a_process_that_dies_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_pool(*_: object, **__: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(cli, "simulate", break_pool)
    assert main(["--deals", "4", "--jobs", "2"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        "lisi_mahjong: one of the processes ended before its deals did\n",
    )


def test_an_interruption_of_processes_is_silent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, executor: ProcessPoolExecutor, **__: object) -> None:
        executor.submit(time.sleep, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "simulate", interrupt)
    assert main(["--deals", "4", "--jobs", "2"]) == 130
    assert capsys.readouterr() == ("", "")


def test_only_the_first_process_is_interrupted_from_the_keyboard() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        cli._ignore_interruption()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_summary_is_the_same_every_time_but_for_the_speed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = (told(capsys, "--deals", "5").splitlines()[:-1] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("command", ["record", "table"])
def test_the_help_of_what_writes_a_file_says_that_an_old_one_is_replaced(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "file of that name is replaced" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--deals", "0"], "argument --deals: a number from 1 to 10000000, not '0'"),
        (["--deals", "-1"], "argument --deals: "),
        (["--deals", "10000001"], "argument --deals: "),
        (["--deals", "1e3"], "argument --deals: "),
        (["--deals", "²"], "argument --deals: "),
        (["--deals", "1" * 5000], "argument --deals: "),
        (["--deals", ""], "argument --deals: "),
        (["--deals"], "argument --deals: expected one argument"),
        (["--jobs", "0"], f"argument --jobs: a number from 1 to {cli.MAX_JOBS}, not '0'"),
        (["--jobs", f"{cli.MAX_JOBS + 1}"], "argument --jobs: "),
        (["--jobs", "1" * 5000], "argument --jobs: "),
        (["--jobs", "two"], "argument --jobs: "),
        (["--jobs", "2"], "argument --jobs: there is something to share only with --deals"),
        (["--rules", "riichi"], "argument --rules: invalid choice: 'riichi'"),
        (["--tiles", "5m"], "argument --tiles: invalid choice: '5m'"),
        (["--see=7"], "unrecognized arguments: --see=7"),
        (["--lang"], "unrecognized arguments: --lang"),
        (["--seed"], "argument --seed: expected one argument"),
        (["--", "zh"], "argument COMMAND: invalid choice: "),
        (["--seed", "7", "zh"], "argument COMMAND: invalid choice: 'zh'"),
        (["deal"], "argument COMMAND: invalid choice: 'deal'"),
        (["--seed", "\udcff"], "argument --seed: an integer or a text of Unicode"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    line = refused(capsys, *arguments)
    assert line.startswith(f"lisi_mahjong: {words}")
    assert line.endswith(" (see --help)\n")
    assert len(line) < 200


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for argument, words in (("--help", "--tiles {text,unicode,chinese}"), ("--version", "0.")):
        with pytest.raises(SystemExit) as exit_info:
            main([argument])
        assert exit_info.value.code == 0
        assert words in capsys.readouterr().out


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_things_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(command_parts, "SECONDS_BETWEEN_LINES", 0)
    assert main(["--deals", "3"]) == 0
    assert "3 deals, rules written, seed 1" in capsys.readouterr().out
    written = terminal.getvalue()
    assert "\r1 of 3 deals, " in written
    assert "\r3 of 3 deals, " in written
    assert written.endswith("\r\x1b[K")  # the line is wiped in the end


def test_the_progress_line_is_not_renewed_for_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(command_parts, "SECONDS_BETWEEN_LINES", 3600)
    assert main(["--deals", "3"]) == 0
    assert terminal.getvalue() == "\r\x1b[K"


def test_a_reader_that_goes_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    silenced = io.StringIO()
    monkeypatch.setattr(sys, "stdout", Gone())
    monkeypatch.setattr(sys, "stderr", silenced)
    assert main(["--seed", "7"]) == 1


def test_the_module_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["lisi_mahjong", "--seed", "7"])
    with pytest.raises(SystemExit) as exit_info:
        runpy.run_module("lisi_mahjong", run_name="__main__", alter_sys=True)
    assert exit_info.value.code == 0
    assert "Seat 1 wins" in capsys.readouterr().out


def test_importing_the_module_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module("lisi_mahjong.__main__", run_name="imported")
    assert capsys.readouterr().out == ""


def test_an_output_without_chinese_shows_the_rest() -> None:
    done = run_python("-m", "lisi_mahjong", "--seed", "7", PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Seat 1 wins on the discard of seat 0 ?? with 9m." in done.stdout


@pytest.mark.parametrize("tiles", ["chinese", "unicode"])
def test_tiles_that_the_output_cannot_show_are_refused(tiles: str) -> None:
    done = run_python("-m", "lisi_mahjong", "--tiles", tiles, PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"lisi_mahjong: the output is ascii, which has no {tiles} tiles (see --help)\n"
    )


def test_an_output_that_is_full_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    said = io.StringIO()
    monkeypatch.setattr(said, "close", lambda: None)
    monkeypatch.setattr(sys, "stdout", Full())
    monkeypatch.setattr(sys, "stderr", said)
    assert main(["--seed", "7"]) == 1
    assert said.getvalue() == "lisi_mahjong: No space left on device\n"


def test_a_process_without_an_output_ends_well() -> None:
    script = "import sys; sys.stdout = None; from lisi_mahjong.cli import main; sys.exit(main([]))"
    assert run_python("-c", script).returncode == 0


def test_an_interruption_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "first_state", interrupt)
    assert main([]) == 130
