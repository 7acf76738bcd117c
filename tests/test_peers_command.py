"""The comparison with other engines, as far as it can be seen without them."""

from __future__ import annotations

import json
import random
import stat
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers.catalogue import (
    GOALS,
    MEASURES,
    OURS,
    VERSIONS,
    Goal,
    Measure,
    Row,
    packages,
    rows,
)
from benchmarks.peers.installing import NotThereError, find, install, last_line
from benchmarks.peers.mjai_games import _taken
from benchmarks.peers.reporting import (
    goals_table,
    in_words,
    is_met,
    medians,
    ratio,
    reached,
    report,
    table,
)
from benchmarks.peers.running import Rounds, measure_once, run
from benchmarks.peers.starting import STARTS, script_of
from benchmarks.peers.timing import HANDS, counts_of, ids_of, lots, winning_hands
from benchmarks.peers.worker import measure
from lisi_mahjong import Tile, is_win, waits
from runs import run_python

TILES = tuple(Tile)

OUR_ROW = Row("ours", OURS, "`apply`", "games:ours", 1000, 2)
THEIR_ROW = Row("theirs", "chess", "`push`", "games:chess", 80, 1)
RACE = Measure("race", "A race", {"speed": "games a second"}, (OUR_ROW, THEIR_ROW), ("ours",))


# --- medians, ratios, figures in words ---


def test_the_median_round_counts() -> None:
    rounds: Rounds = {"race/ours": [{"speed": 1}, {"speed": 9}, {"speed": 4}]}
    assert medians(rounds) == {"race/ours": {"speed": 4}}


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (121_546.3, "122,000"),
        (100, "100"),
        (99.96, "100"),
        (23.97, "24"),
        (1.2345, "1.23"),
        (0.00079381, "0.000794"),
        (0, "0"),
    ],
)
def test_a_figure_has_three_digits_that_count(figure: float, words: str) -> None:
    assert in_words(figure) == words


@pytest.mark.parametrize(
    ("over", "under", "value"),
    [(3.0, 2.0, 1.5), (0.0, 2.0, 0.0), (None, 2.0, None), (3.0, None, None), (3.0, 0.0, None)],
)
def test_a_ratio_needs_both_parts(
    over: float | None, under: float | None, value: float | None
) -> None:
    assert ratio(over, under) == value


# --- tables ---


def test_a_table_has_a_row_for_each_package_and_ours_as_a_multiple_of_it() -> None:
    assert table(RACE, {"race/ours": [{"speed": 3000}], "race/theirs": [{"speed": 2000}]}) == [
        "| package | how | games a second | ours ÷ it |",
        "| --- | --- | ---: | ---: |",
        "| **lisi-mahjong** | `apply` | 3,000 | – |",
        "| chess | `push` | 2,000 | 1.5 |",
    ]


def test_a_row_that_was_not_measured_is_left_out_of_the_table() -> None:
    assert [line[:8] for line in table(RACE, {"race/theirs": [{"speed": 2000}]})] == [
        "| packag",
        "| --- | ",
        "| chess ",
    ]


def test_without_ours_there_is_no_ratio() -> None:
    lines = table(RACE, {"race/theirs": [{"speed": 2000}]})
    assert lines[-1] == "| chess | `push` | 2,000 | – |"


def test_two_rows_of_ours_are_each_compared_figure_by_figure() -> None:
    both = Measure(
        "race",
        "A race",
        {"later": "later", "first": "first", "found": "found"},
        (
            Row("ours tuples", OURS, "tuples", "", 1),
            Row("ours hands", OURS, "hands", "", 1),
            THEIR_ROW,
        ),
        ("ours tuples", "ours hands"),
        ("later", "first"),
    )
    rounds: Rounds = {
        "race/ours tuples": [{"later": 40, "first": 20, "found": 5, "asked": 10}],
        "race/ours hands": [{"later": 80, "first": 60, "found": 5, "asked": 10}],
        "race/theirs": [{"later": 20, "first": 40, "found": 5, "asked": 10}],
    }
    assert table(both, rounds) == [
        "| package | how | later | first | found | ours from tuples ÷ it | ours from hands ÷ it |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        "| **lisi-mahjong** | tuples | 40 | 20 | 5 of 10 | – | 2 / 3 |",
        "| **lisi-mahjong** | hands | 80 | 60 | 5 of 10 | 0.5 / 0.333 | – |",
        "| chess | `push` | 20 | 40 | 5 of 10 | 2 / 0.5 | 4 / 1.5 |",
    ]


def test_what_was_found_is_added_up_over_the_rounds() -> None:
    asked = Measure("race", "A race", {"found": "found"}, (THEIR_ROW,))
    rounds: Rounds = {"race/theirs": [{"found": n, "asked": 1000} for n in (3, 0, 1)]}
    assert table(asked, rounds)[-1] == "| chess | `push` | 4 of 3,000 |"


# --- goals ---

QUICK_ENOUGH = Goal("speed ÷ theirs", "race/ours/speed", "race/theirs/speed", 1.3)
SMALL_ENOUGH = Goal("size", "race/ours/size", most=1500, unit="bytes")


@pytest.mark.parametrize(
    ("goal", "value", "met"),
    [
        (QUICK_ENOUGH, 1.3, True),
        (QUICK_ENOUGH, 1.299, False),
        (SMALL_ENOUGH, 1500, True),
        (SMALL_ENOUGH, 1501, False),
    ],
)
def test_a_goal_is_met_from_its_bound_on(goal: Goal, value: float, *, met: bool) -> None:
    assert is_met(goal, value) is met


def test_a_goal_says_what_was_wanted_and_reached_and_whether_that_is_enough() -> None:
    found = {"race/ours": {"speed": 3.0, "size": 2000.0}, "race/theirs": {"speed": 2.0}}
    assert goals_table(found, [QUICK_ENOUGH, SMALL_ENOUGH])[2:] == [
        "| speed ÷ theirs | ≥ 1.3 | 1.5 | – | yes |",
        "| size | ≤ 1,500 bytes | 2,000 bytes | – | no |",
    ]


def test_a_goal_that_nothing_was_measured_for_is_not_met_and_not_missed() -> None:
    assert goals_table({"race/ours": {"speed": 3.0}}, [QUICK_ENOUGH])[2:] == [
        "| speed ÷ theirs | ≥ 1.3 | – | – | not measured |",
    ]


def test_a_goal_about_warm_memos_has_a_value_with_empty_ones_too() -> None:
    goal = Goal("waits", "a/ours/later", "a/theirs/later", 2)
    found = {"a/ours": {"later": 6.0, "first": 3.0}, "a/theirs": {"later": 2.0, "first": 1.5}}
    assert reached(goal, found) == 3
    assert reached(goal, found, first=True) == 2


# --- the whole report ---


def result() -> dict[str, object]:
    about = {
        "date": "2026-11-30",
        "commit": "abc1234",
        "processor": "a processor",
        "cores": 2,
        "core": "pinned to core 1",
        "system": "a system",
        "python": "CPython 3.11",
        "rounds": 1,
        "quick": False,
        "load before": "0.10",
        "load after": "1.00",
    }
    return {
        "about": about,
        "versions": {OURS: "0.1.0", "chess": "1.11.2"},
        "missing": {"rlcard": "it said why"},
        "failed": {"deals/jansou": "ValueError: no"},
        "rounds": {
            "deals/ours": [{"decisions": 100, "deals": 2, "share": 0.98}],
            "deals/chess": [{"decisions": 50, "deals": 1, "share": 0.5}],
        },
    }


@pytest.mark.parametrize(
    "said",
    [
        "2026-11-30",
        "commit `abc1234`",
        "a processor, 2 cores, pinned to core 1; a system; CPython 3.11",
        "lisi-mahjong 0.1.0, chess 1.11.2.",
        "before and after: 0.10, 1.00.",
        "50% at the least, 74% in the middle.",
        "### Whole deals of choices that are equally likely\n",
        "| chess | `legal_moves`, `push`: chess | 50 | 1 | – | 2 / 2 |",
        "\n- rlcard: it said why\n",
        "\n- deals/jansou: ValueError: no\n",
        "\n- mahjong has no games, only hands.\n",
    ],
)
def test_the_report_says_what_a_reader_has_to_know(said: str) -> None:
    assert said in report(result())


def test_a_measure_of_which_there_is_nothing_has_no_table() -> None:
    headings = [line for line in report(result()).splitlines() if line.startswith("### ")]
    assert headings == [f"### {MEASURES[0].title}", "### Goals", "### What is in no table"]


def test_the_tables_of_what_was_written_are_printed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "result.json"
    written.write_text(json.dumps(result()), encoding="utf-8")
    assert command.main(["--read", str(written)]) == 0
    assert capsys.readouterr().out == report(result())


# --- processes, with a stub in the place of an interpreter ---


@pytest.fixture
def stub(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that makes a command out of a script in Python."""

    def make(script: str) -> Path:
        path = tmp_path / f"stub{len(list(tmp_path.iterdir()))}"
        path.write_text(f"#!{sys.executable} -S\nimport sys\n{script}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return make


GOOD = """print("a banner"); print('figures: {"speed": 2.5}')"""


def test_the_figures_are_read_below_whatever_a_package_prints(
    stub: Callable[[str], Path],
) -> None:
    assert measure_once(stub(GOOD), "games:chess", 0, 1) == {"speed": 2.5}


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("sys.exit('first\\nModuleNotFoundError: no such thing')", "ModuleNotFoundError: .* thing"),
        ("print('a banner')", "it printed no figures"),
        ("import time; time.sleep(60)", "not done within 1 s"),
    ],
)
def test_a_process_that_gives_no_figures_gives_a_reason(
    stub: Callable[[str], Path], script: str, reason: str
) -> None:
    with pytest.raises(NotThereError, match=rf"^{reason}$"):
        measure_once(stub(script), "games:chess", 0, 1, patience=1)


def logging_stub(log: Path) -> str:
    return f"open({str(log)!r}, 'a').write(' '.join(sys.argv[3:]) + '\\n'); {GOOD}"


def test_every_round_asks_peer_after_peer(stub: Callable[[str], Path], tmp_path: Path) -> None:
    log = tmp_path / "log"
    python = stub(logging_stub(log))
    pythons = {OURS: python, "chess": python}
    measured, failed = run([(RACE, row) for row in RACE.rows], pythons, 2)
    assert log.read_text(encoding="utf-8").splitlines() == [
        "games:ours 0 1000",
        "games:chess 0 80",
        "games:ours 1 1000",
        "games:chess 1 80",
    ]
    assert measured == {"race/ours": 2 * [{"speed": 2.5}], "race/theirs": 2 * [{"speed": 2.5}]}
    assert failed == {}


def test_a_smoke_run_does_little(stub: Callable[[str], Path], tmp_path: Path) -> None:
    log = tmp_path / "log"
    run([(RACE, OUR_ROW)], {OURS: stub(logging_stub(log))}, 1, quick=True)
    assert log.read_text(encoding="utf-8") == "games:ours 0 2\n"


def test_a_row_that_fails_once_is_named_and_not_asked_again(
    stub: Callable[[str], Path],
) -> None:
    late = f"{GOOD} if sys.argv[4] == '0' else sys.exit('ValueError: no')"
    pythons = {OURS: stub(GOOD), "chess": stub(late)}
    told: list[str] = []
    measured, failed = run([(RACE, row) for row in RACE.rows], pythons, 3, tell=told.append)
    assert list(measured) == ["race/ours"]
    assert failed == {"race/theirs": "ValueError: no"}
    assert [text for text in told if "theirs" in text] == [
        "round 1 of 3: race/theirs",
        "round 2 of 3: race/theirs",
    ]


def test_a_package_without_an_interpreter_is_not_asked(stub: Callable[[str], Path]) -> None:
    measured, failed = run([(RACE, row) for row in RACE.rows], {"chess": stub(GOOD)}, 1)
    assert (list(measured), failed) == (["race/theirs"], {})


# --- installations ---


def test_the_reason_is_the_last_line_or_the_last_error() -> None:
    assert last_line("a\n\nValueError: no\n\n") == "ValueError: no"
    assert last_line("ERROR: first\nERROR: none fits\nnote: elsewhere\n") == "ERROR: none fits"
    assert last_line(" \n") == "it said nothing"
    assert len(last_line("x" * 1000)) == 200


def test_an_installation_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(NotThereError, match=r"^not installed within 0 s$"):
        install(tmp_path, "chess", patience=0)


def test_what_has_been_installed_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "chess").mkdir()
    note = tmp_path / "chess" / "installed"
    note.write_text(f"chess=={VERSIONS['chess']}", encoding="utf-8")
    assert install(tmp_path, "chess", patience=0) == tmp_path / "chess" / "bin" / "python"
    note.write_text("chess==0", encoding="utf-8")
    with pytest.raises(NotThereError):
        install(tmp_path, "chess", patience=0)


def test_a_smoke_run_takes_what_is_there(tmp_path: Path) -> None:
    assert find(None, OURS) == Path(sys.executable)
    with pytest.raises(NotThereError, match="nothing is installed for a smoke run"):
        find(tmp_path, "no_such_package")
    (tmp_path / "chess" / "bin").mkdir(parents=True)
    (tmp_path / "chess" / "bin" / "python").touch()
    assert find(tmp_path, "chess") == tmp_path / "chess" / "bin" / "python"


def test_what_cannot_be_installed_is_named_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def install_all_but_one(folder: Path, package: str) -> Path:
        if package == "rlcard":
            raise NotThereError("ERROR: none fits")
        return folder / package

    monkeypatch.setattr(command, "install", install_all_but_one)
    options = SimpleNamespace(quick=False)
    pythons, missing = command.gather(options, tmp_path)  # type: ignore[arg-type]  # like it
    assert missing == {"rlcard": "ERROR: none fits"}
    assert {*pythons, *missing} == {OURS, *VERSIONS}


# --- the catalogue ---


def test_every_peer_that_was_asked_for_has_a_version() -> None:
    wanted = "riichienv mahjong mjai pymahjong cmajiang chess jansou pokerkit rlcard kago-utils"
    assert set(wanted.split()) == set(VERSIONS)
    assert packages() == [OURS, *VERSIONS]


def test_every_peer_has_a_row_and_no_row_is_named_twice() -> None:
    keys = [f"{measure.key}/{row.key}" for measure, row in rows()]
    assert len(keys) == len(set(keys))
    assert {row.package for _, row in rows()} == {OURS, *VERSIONS}


@pytest.mark.parametrize("work", sorted({row.work for _, row in rows()}))
def test_every_row_has_a_function_that_measures_it(work: str) -> None:
    module, function, *arguments = work.split(":")
    assert callable(getattr(import_module(f"benchmarks.peers.{module}"), function))
    if function == "start":
        assert arguments[0] in STARTS
    elif arguments:
        assert arguments[0] in HANDS


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.text)
def test_every_goal_is_about_something_measured(goal: Goal) -> None:
    figures = {
        f"{measure.key}/{row.key}/{figure}" for measure, row in rows() for figure in measure.figures
    }
    assert goal.figure in figures
    assert goal.beside == "" or goal.beside in figures
    assert (goal.least is None) is not (goal.most is None)


def test_what_ours_is_compared_by_is_measured() -> None:
    for each in MEASURES:
        assert set(each.ours) <= {row.key for row in each.rows if row.package == OURS}
        assert set(each.compared) <= set(each.figures)


@pytest.mark.parametrize("key", STARTS)
def test_every_start_is_a_script(key: str) -> None:
    compile(script_of(key), key, "exec")


# --- hands ---


@pytest.mark.parametrize("kind", HANDS)
def test_every_package_gets_the_same_hands_and_no_lot_twice(kind: str) -> None:
    first, later = lots(kind, 0, 20)
    assert [first, later] == list(lots(kind, 0, 20))
    others = [hand for lot in lots(kind, 1, 20) for hand in lot]
    assert len({tuple(hand) for hand in [*first, *later, *others]}) == 80


def test_winning_hands_win() -> None:
    hands = winning_hands(random.Random(1), 200)
    assert all(is_win([TILES[kind] for kind in hand]) for hand in hands)


def test_ready_hands_wait() -> None:
    hands = HANDS["ready"](random.Random(1), 200)
    assert all(waits([TILES[kind] for kind in hand]) for hand in hands)


def test_half_of_the_hands_win() -> None:
    hands = HANDS["half"](random.Random(1), 200)
    assert sum(is_win([TILES[kind] for kind in hand]) for hand in hands) == 100


def test_a_hand_in_the_forms_that_others_want() -> None:
    assert ids_of([0, 33, 0, 0]) == [0, 132, 1, 2]
    assert counts_of([0, 33, 0]) == [2, *[0] * 32, 1]


# --- what an agent of mjai answers with ---


@pytest.mark.parametrize(
    ("fives", "red", "taken"),
    [
        (3, True, ["5p", "5p", "5pr"]),
        (3, False, ["5p", "5p", "5p"]),
        (4, True, ["5p", "5p", "5p"]),
    ],
)
def test_a_red_five_is_given_last(fives: int, red: bool, taken: list[str]) -> None:
    hand = [0] * 34
    hand[13] = fives
    state = SimpleNamespace(tehai=hand, akas_in_hand=[False, red, False])
    assert _taken(state, [13] * 3) == taken


def test_a_tile_that_is_no_five_is_never_red() -> None:
    state = SimpleNamespace(tehai=[1] * 34, akas_in_hand=[True] * 3)
    assert _taken(state, [3, 5, 27, 31, 4]) == ["4m", "6m", "E", "P", "5mr"]


# --- measuring ---


def test_a_measurement_has_its_figures_and_the_share_of_the_core() -> None:
    figures = measure("asking:ours_is_win", 0, 20)
    assert set(figures) == {"first", "later", "found", "asked", "share"}
    assert (figures["found"], figures["asked"]) == (10, 20)
    assert min(figures.values()) > 0


def test_the_command_runs_where_nothing_is_installed(tmp_path: Path) -> None:
    written = tmp_path / "result.json"
    ran = run_python("-m", "benchmarks.peers", "--quick", "--json", str(written))
    assert ran.returncode == 0, ran.stderr
    found = json.loads(written.read_text(encoding="utf-8"))
    assert found["failed"] == {}
    assert {*found["versions"], *found["missing"]} == {OURS, *VERSIONS}
    ours = [f"{measure.key}/{row.key}" for measure, row in rows() if row.package == OURS]
    assert set(ours) <= set(found["rounds"])
    assert "A smoke run: its figures mean nothing." in ran.stdout
    for package in found["missing"]:
        assert f"\n- {package}: " in ran.stdout
