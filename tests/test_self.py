"""The tests themselves: enough of them, referees that stand alone, warnings that are errors.

Each check is a plain function from what it looks at to what it finds, and is shown something wrong
beside the project.
"""

from __future__ import annotations

import ast
import doctest
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import floors
import referee
import referee_table
from floors import (
    COLLECTED,
    COUNTERS,
    FLOORS,
    TESTS,
    docstring_examples,
    examples_in,
    page_examples,
    too_few,
)

ROOT = TESTS.parent
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# --- enough of everything -----------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTERS)
def test_there_is_as_much_as_there_has_to_be(name: str) -> None:
    complaint = too_few(name, COUNTERS[name]())
    assert complaint is None, complaint


def test_everything_with_a_floor_is_counted() -> None:
    assert FLOORS.keys() == COUNTERS.keys() | COLLECTED.keys()
    assert min(FLOORS.values()) > 0


def test_less_than_the_floor_is_too_few() -> None:
    floor = FLOORS["rule marks"]
    assert too_few("rule marks", floor) is None
    assert too_few("rule marks", floor + 1) is None
    complaint = f"rule marks: {floor - 1}, and there were {floor} at least (tests/floors.py)"
    assert too_few("rule marks", floor - 1) == complaint


def test_tests_marks_and_examples_are_counted_in_texts() -> None:
    text = textwrap.dedent(
        '''
        """A page.

        >>> 1 + 1
        2
        >>> for _ in range(2):
        ...     pass
        """

        @pytest.mark.rule("STAND-3", "STAND-4")
        @pytest.mark.case(17)
        def test_one(): ...

        @pytest.mark.rule(
            "WIN-1", refuses=True
        )
        async def test_two(): ...

        class TestIt:
            @mark.case(18, 190)
            def test_three(self): ...

        def helper_of_test_four(): ...
        '''
    )
    assert floors.test_functions([text, text]) == 6
    assert floors.marks([text], "rule") == 3
    assert floors.marks([text], "rule", refusing=True) == 1
    assert floors.marks([text], "case") == 3
    assert len(examples_in([text, "no example", text])) == 4


def test_files_are_counted_where_they_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floors, "TESTS", tmp_path)
    (tmp_path / "records").mkdir()
    assert floors.files("records") == 0
    (tmp_path / "records" / "a.jsonl").touch()
    (tmp_path / "records" / "a.txt").touch()
    assert floors.files("records") == 1
    assert floors.files("records", ".txt") == 1
    (tmp_path / "records" / "a.txt").write_text("depth 1: 2\ndepth 2: 0\nin depth\n", "utf-8")
    assert floors.lines_with("records", "depth ") == 2
    assert floors.lines_with("records", "name: ") == 0


SMALL_FLOORS = """
FLOORS = {
    "tests collected": 3,
    "examples collected in pages": 2,
    "examples collected in docstrings": 1,
}
def too_few(name, found):
    return None if found >= FLOORS[name] else f"{name}: {found}"
"""

SMALL_PROJECT: Mapping[str, str] = {
    "pyproject.toml": '[tool.pytest]\nstrict = true\ntestpaths = ["tests", "README.md", "src"]\n'
    'addopts = ["--doctest-glob=*.md", "--doctest-modules"]\n',
    "README.md": ">>> 1 + 1\n2\n>>> 2 + 2\n4\n",
    "src/a.py": '">>> 1 + 1\\n2"\n',
    "tests/floors.py": SMALL_FLOORS,
    "tests/test_a.py": "def test_one(): ...\ndef test_two(): ...\ndef test_three(): ...\n",
}
TWO_TESTS = {"tests/test_a.py": "def test_one(): ...\ndef test_two(): ...\n"}
ONE_EXAMPLE = {"README.md": ">>> 1 + 1\n2\n"}
NO_EXAMPLES = {"src/a.py": "a = 1\n"}


@pytest.mark.parametrize(
    ("arguments", "changes", "expected"),
    [
        ((), TWO_TESTS, "\ntests collected: 2"),
        (("-n", "1"), TWO_TESTS, "\ntests collected: 2"),
        ((), ONE_EXAMPLE, "\nexamples collected in pages: 1"),
        ((), NO_EXAMPLES, "\nexamples collected in docstrings: 0"),
        ((), {}, "8 passed"),
        (("tests/test_a.py",), TWO_TESTS, "2 passed"),
    ],
    ids=["too few", "too few, in two processes", "a page", "a module", "enough", "a part"],
)
def test_a_whole_suite_that_has_become_too_small_fails(
    arguments: tuple[str, ...], changes: Mapping[str, str], expected: str, tmp_path: Path
) -> None:
    """A small project with the `conftest` of this one, and small floors."""
    for folder in ("src", "tests"):
        (tmp_path / folder).mkdir()
    for name, text in {**SMALL_PROJECT, **changes}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copy(TESTS / "conftest.py", tmp_path / "tests")
    ran = subprocess.run(  # noqa: S603 - the arguments are the test's own
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert expected in ran.stdout


# --- examples are run ---------------------------------------------------------------------

SKIPPED = doctest.OPTIONFLAGS_BY_NAME["SKIP"]


def skipped(examples: Iterable[doctest.Example]) -> list[str]:
    """Return the examples that are not run."""
    return [example.source for example in examples if example.options.get(SKIPPED)]


def test_no_example_is_skipped() -> None:
    assert skipped(page_examples()) == []
    assert skipped(docstring_examples()) == []


def test_a_skipped_example_is_found() -> None:
    text = ">>> 1 + 1  # doctest: +SKIP\n2\n>>> 2 + 2\n4\n"
    assert skipped(examples_in([text])) == ["1 + 1  # doctest: +SKIP\n"]


def not_run(settings: Mapping[str, Any]) -> list[str]:
    """Return which examples settings of pytest do not run."""
    options, paths = settings["addopts"], settings["testpaths"]
    needed = {"--doctest-modules", "--doctest-glob=*.md"} - {*options}
    return sorted(needed | {"src", "README.md", "docs/*.md", "tests"} - {*paths})


def test_the_settings_run_the_examples_of_docstrings_and_of_pages() -> None:
    assert not_run(PYPROJECT["tool"]["pytest"]) == []
    assert not_run({"addopts": ["--doctest-modules"], "testpaths": ["tests", "src"]}) == [
        "--doctest-glob=*.md",
        "README.md",
        "docs/*.md",
    ]


# --- the referees stand alone -------------------------------------------------------------

REFEREES = {"referee": set[str](), "referee_table": {"referee"}}
"""By name, which modules of the tests each may import; beside them the standard library alone."""

TRICKS = {"__import__", "eval", "exec", "compile", "importlib", "import_module", "runpy", "modules"}
"""Names by which something could be imported that no import statement tells of."""


def foreign(source: str, allowed: Iterable[str]) -> list[str]:
    """Return what a module imports, or might, beside the standard library and what is allowed."""
    allowed = {*sys.stdlib_module_names, *allowed}
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom():
                found.add("." * node.level + (node.module or ""))
                found |= {alias.name for alias in node.names if alias.name in TRICKS}
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in TRICKS:
                found.add(name)
            case _:
                pass
    return sorted(each for each in found if each in TRICKS or each.split(".")[0] not in allowed)


@pytest.mark.parametrize("name", REFEREES)
def test_a_referee_imports_the_standard_library_alone(name: str) -> None:
    source = (TESTS / f"{name}.py").read_text(encoding="utf-8")
    assert foreign(source, REFEREES[name]) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import lisi_mahjong", ["lisi_mahjong"]),
        ("import ast, lisi_mahjong.wall as wall", ["lisi_mahjong.wall"]),
        ("from lisi_mahjong.tiles import Tile", ["lisi_mahjong.tiles"]),
        ("def f():\n    import attrs", ["attrs"]),
        ("from . import referee", ["."]),
        ("from .lisi_mahjong import Tile", [".lisi_mahjong"]),
        ("import support", ["support"]),
        ("__import__('lisi_mahjong')", ["__import__"]),
        (
            "import importlib\nimportlib.import_module('lisi_mahjong')",
            ["import_module", "importlib"],
        ),
        ("from importlib import import_module", ["import_module", "importlib"]),
        ("eval('1')", ["eval"]),
        ("import sys\nsys.modules['lisi_mahjong']", ["modules"]),
        ("import random\nfrom collections.abc import Mapping\nfrom referee import Tile", []),
    ],
)
def test_a_foreign_import_is_found(source: str, expected: list[str]) -> None:
    assert foreign(source, {"referee"}) == expected


EVENING = """
def evening(referee_table, kinds):
    table = referee_table.RefereeTable({"all_runs": True, "robbing_kong": True}, {"base": 2})
    for seat, name in enumerate(("Ann", "Bo", "Cai", "Dee")):
        table.do(("sit", seat, name))
    lines = []
    for number in range(3):
        for seat in range(4):
            table.do(("ready", seat))
        layout = [kinds[(place * 57 + number * 5) % 136 // 4] for place in range(136)]
        table.do(("start", layout, ((1, 2), (3, number + 1)), number))
        plays = 0
        while table.playing():
            game = table.game
            seat = game.actors()[-1]
            actions = sorted(game.legal(seat), key=repr)
            tings = [action for action in actions if action[0] in ("ting", "kong")]
            table.do(("play", (tings or actions)[plays * 7 % len(tings or actions)]))
            plays += 1
        lines.append(f"{plays} {table.game.won} {table.dealer()} {table.game.snapshot()}")
    return [*lines, str(table.ledger())]
"""

ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
for name in ("lisi_mahjong", "attrs", "hypothesis", "pytest"):
    try:
        __import__(name)
    except ImportError:
        continue
    sys.exit(f"{name} can be imported")
import referee, referee_table
print(*evening(referee_table, referee.KINDS), sep="\\n")
"""


def alone(folder: Path, *, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run an evening of the referees in a folder with nothing beside them on the path.

    Args:
        folder: where they are copied to.
        before: lines to put before those of `referee`.
    """
    for name in REFEREES:
        text = (TESTS / f"{name}.py").read_text(encoding="utf-8")
        text = before + text if name == "referee" else text
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return subprocess.run(  # noqa: S603 - the arguments are the test's own
        [sys.executable, "-I", "-S", "-c", EVENING + ALONE, str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_referees_play_an_evening_where_nothing_else_can_be_imported(tmp_path: Path) -> None:
    """And the same one as here."""
    ran = alone(tmp_path)
    assert ran.stderr == ""
    here: dict[str, Any] = {}
    exec(EVENING, here)  # noqa: S102 - a text of this module
    assert ran.stdout.splitlines() == here["evening"](referee_table, referee.KINDS)
    assert len(ran.stdout.splitlines()) == 4


@pytest.mark.parametrize("before", ["import lisi_mahjong\n", "import attrs\n", "import support\n"])
def test_a_referee_that_imports_more_does_not_run_there(before: str, tmp_path: Path) -> None:
    ran = alone(tmp_path, before=before)
    assert ran.returncode == 1
    assert "ModuleNotFoundError: No module named" in ran.stderr
