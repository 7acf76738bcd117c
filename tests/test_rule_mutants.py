"""Rule mutants: each can be applied and is about a rule, and the command tells what was killed.

Whether they are killed is for the command to say: ``python tests/rule_mutants.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mutant_patches import FOLDER, Mutant, PatchError, parse, read_mutant, read_mutants
from rule_mutants import ROOT, Run, Workshop, check, main, source, workshops
from rulebook import EXPECTED, RULES, SECTIONS, parse_rules

PATHS = sorted(FOLDER.glob("*.patch"))
LEAST = 150
"""So many rule mutants there have to be. 40 were asked for; none is to be lost unseen."""

each_mutant = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)

# Their tests compare whole deals with what was stored or with the referee, and are about no rule.
NOT_ABOUT_A_RULE = frozenset(
    {
        "test_differential.py",
        "test_perft.py",
        "test_perft_counts.py",
        "test_playthroughs.py",
        "test_rules_version.py",
        "test_sittings_differential.py",
        "test_sittings_stored.py",
        "test_stored_records.py",
    }
)


def read(path: str) -> str:
    """Return the text of a file of the package, such as ``src/lisi_mahjong/wall.py``."""
    return (source() / Path(path).name).read_text(encoding="utf-8")


@cache
def marks_of(path: Path) -> dict[str, set[str]]:
    """Return the tests of a file, each with the rules that its marks name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name: {
            argument.value
            for mark in node.decorator_list
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
            for argument in mark.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        }
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@cache
def numbers() -> set[str]:
    """Return the numbers of the rulebook."""
    rules, _ = parse_rules(RULES.read_text(encoding="utf-8"))
    return {rule.number for rule in rules}


# --- the mutants --------------------------------------------------------------------------


@each_mutant
def test_a_mutant_applies_to_the_present_sources_and_is_another_program(path: Path) -> None:
    for name, text in read_mutant(path).changed(read).items():
        compile(text, name, "exec")
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(read(name)))


@each_mutant
def test_a_mutant_is_small(path: Path) -> None:
    hunks = [hunk for found in read_mutant(path).changes.values() for hunk in found]
    assert len(hunks) <= 4
    assert sum(abs(len(hunk.new) - len(hunk.old)) for hunk in hunks) <= 16


@each_mutant
def test_a_mutant_breaks_rules_of_the_rulebook(path: Path) -> None:
    assert set(read_mutant(path).rules) <= numbers()


@each_mutant
def test_a_mutant_is_killed_by_a_test_of_its_rule(path: Path) -> None:
    mutant = read_mutant(path)
    assert 1 <= len(mutant.tests) <= 2
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert Path(file).name not in NOT_ABOUT_A_RULE
        marks = marks_of(ROOT / file)
        assert marks[name.partition("[")[0]] & set(mutant.rules), test


def test_no_two_mutants_are_alike() -> None:
    mutants = [read_mutant(path) for path in PATHS]
    assert len({tuple(sorted(mutant.changed(read).items())) for mutant in mutants}) == len(PATHS)
    assert len({mutant.broken for mutant in mutants}) == len(PATHS)


def test_there_are_enough_mutants_and_one_or_more_for_each_section_of_the_rulebook() -> None:
    assert len(PATHS) >= LEAST
    found = {rule.partition("-")[0] for path in PATHS for rule in read_mutant(path).rules}
    assert found == set(SECTIONS)


def test_most_rules_have_a_mutant() -> None:
    """The others say what stands where, or follow from other rules."""
    found = {rule for path in PATHS for rule in read_mutant(path).rules}
    assert set(EXPECTED) - found == {"WALL-2", "TURN-4", "WIN-7"}


# --- reading and applying -----------------------------------------------------------------

HEAD = "rule: WALL-6\nbroken: the reserve is larger\nkilled by: tests/test_tiny.py::test_it\n\n"
FILE = "--- a/src/lisi_mahjong/tiny.py\n+++ b/src/lisi_mahjong/tiny.py\n"
HUNK = "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
TINY = "one\ntwo\nthree\nfour\n"


def test_a_patch_is_read() -> None:
    mutant = parse("name", HEAD + FILE + HUNK)
    assert (mutant.name, mutant.rules, mutant.broken) == (
        "name",
        ("WALL-6",),
        "the reserve is larger",
    )
    assert mutant.tests == ("tests/test_tiny.py::test_it",)
    assert mutant.changed({"src/lisi_mahjong/tiny.py": TINY}.__getitem__) == {
        "src/lisi_mahjong/tiny.py": "one\n2\nthree\nfour\n"
    }


@pytest.mark.parametrize(
    "text",
    [
        "zero\n" + TINY,
        TINY + "five\n",
        TINY.replace("four", "one"),
    ],
)
def test_lines_that_stand_in_one_place_are_found_wherever_that_is(text: str) -> None:
    (changed,) = parse("name", HEAD + FILE + HUNK).changed(lambda _: text).values()
    assert changed == text.replace("two", "2")


def test_the_hunks_of_a_file_may_come_in_any_order() -> None:
    later = "@@ -3,2 +3,3 @@\n three\n+3½\n four\n"
    earlier = "@@ -1,2 +1,1 @@\n one\n-two\n"
    (changed,) = parse("name", HEAD + FILE + later + earlier).changed(lambda _: TINY).values()
    assert changed == "one\nthree\n3½\nfour\n"


@pytest.mark.parametrize(
    ("text", "diff", "message"),
    [
        ("one\n", HUNK, "the lines of a hunk stand in 0 places"),
        (TINY.replace("two", "two "), HUNK, "the lines of a hunk stand in 0 places"),
        (TINY + TINY, HUNK, "the lines of a hunk stand in 2 places"),
        (TINY, HUNK + "@@ -3 +3 @@\n-three\n+3\n", "two hunks overlap"),
    ],
)
def test_a_patch_that_does_not_fit_exactly_is_refused(text: str, diff: str, message: str) -> None:
    mutant = parse("name", HEAD + FILE + diff)
    with pytest.raises(PatchError, match=message):
        mutant.changed(lambda _: text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a head names"),
        (FILE + HUNK, "a head has lines"),
        (HEAD.replace("rule: ", "rules: ") + FILE + HUNK, "a head has lines"),
        (HEAD.replace("rule: WALL-6\n", "") + FILE + HUNK, "a head names"),
        (HEAD.replace("the reserve is larger", " ") + FILE + HUNK, "a head has lines"),
        ("broken: twice\n" + HEAD + FILE + HUNK, "a head names"),
        (
            HEAD.replace("killed by: tests/test_tiny.py::test_it\n", "") + FILE + HUNK,
            "a head names",
        ),
        (HEAD, "there is no diff"),
        (HEAD + HUNK, "a file begins with"),
        (HEAD + FILE.replace("a/src/", "a/tests/") + HUNK, "a file begins with"),
        (
            HEAD + FILE.replace("b/src/lisi_mahjong/tiny", "b/src/lisi_mahjong/wall") + HUNK,
            "a file",
        ),
        (HEAD + FILE, "nothing is changed"),
        (HEAD + FILE + HUNK + FILE + HUNK, "is changed twice"),
        (HEAD + FILE + HUNK.replace("-1,3", "1,3"), "a hunk begins with"),
        (HEAD + FILE + HUNK.replace("+1,3", "+1,4"), "a line of a hunk begins with"),
        (HEAD + FILE + HUNK.replace("+1,3", "+1,1"), "other numbers of lines"),
        (HEAD + FILE + HUNK.replace(" three\n", "three\n"), "a line of a hunk begins with"),
        (HEAD + FILE + HUNK.replace("+2", "+two"), "a hunk changes nothing"),
    ],
)
def test_what_is_no_patch_is_refused(text: str, message: str) -> None:
    with pytest.raises(PatchError, match=message):
        parse("name", text)


def test_a_file_that_is_not_there_is_refused() -> None:
    (path,) = read_mutants(["no_such_mutant"])
    with pytest.raises(PatchError, match="no_such_mutant"):
        read_mutant(path)


# --- the command, on a tiny package -------------------------------------------------------


def tiny_mutant(name: str, line: str) -> str:
    """Return the text of a mutant of the tiny package in which `reserve` is another function."""
    return (
        f"rule: WALL-6\nbroken: {name}\nkilled by: tests/test_tiny.py::test_the_reserve\n\n"
        + FILE
        + f"@@ -1 +1 @@\n-reserve = lambda kongs: 14 + kongs\n+{line}\n"
    )


LINES = {
    "killed": "reserve = lambda kongs: 15 + kongs",
    "survivor": "reserve = lambda kongs: 14 + kongs * kongs",
    "cannot be imported": "reserve = no_such_name",
    "knows not what it uses": "reserve = lambda kongs: no_such_name + kongs",
    "does not apply": "",
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a package with one function and one test, which does not look at two kongs."""
    root = tmp_path_factory.mktemp("tiny")
    package, tests = root / "src" / "lisi_mahjong", root / "tests"
    package.mkdir(parents=True)
    tests.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "tiny.py").write_text("reserve = lambda kongs: 14 + kongs\n", encoding="utf-8")
    (tests / "test_tiny.py").write_text(
        "from lisi_mahjong.tiny import reserve\n\n\n"
        "def test_the_reserve():\n    assert [reserve(0), reserve(1)] == [14, 15]\n",
        encoding="utf-8",
    )
    return root


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the runs of this module keep bytecode, which takes most of the first one."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def shop(tiny: Path, kept: Path) -> Iterator[Workshop]:
    with workshops(1, tiny, kept) as made:
        yield made[0]


def of_tiny(name: str) -> Mutant:
    text = tiny_mutant(name, LINES[name] or "pass")
    return parse(name, text if LINES[name] else text.replace("14 + kongs", "14"))


def test_a_mutant_is_killed_when_a_test_fails(shop: Workshop) -> None:
    assert shop.complaint(of_tiny("killed")) is None


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("survivor", "SURVIVED"),
        ("cannot be imported", "no test failed, but pytest ended with "),
        ("knows not what it uses", "the mutant is broken: FAILED tests/test_tiny.py"),
        ("does not apply", "the patch does not apply: the lines of a hunk stand in 0 places"),
    ],
)
def test_a_mutant_is_not_killed_by_anything_else(name: str, complaint: str, shop: Workshop) -> None:
    assert (shop.complaint(of_tiny(name)) or "").startswith(complaint)


def test_after_a_mutant_the_copy_is_as_it_was_and_nothing_in_the_tree_is_new(
    tiny: Path, shop: Workshop
) -> None:
    shop.complaint(of_tiny("killed"))
    assert shop.run(["tests/test_tiny.py::test_the_reserve"]).code == 0
    names = sorted(path.name for path in tiny.rglob("*") if path.is_file())
    assert names == ["__init__.py", "test_tiny.py", "tiny.py"]


@pytest.mark.parametrize(
    ("code", "output"),
    [
        (1, "1 passed, 1 error in 0.1s"),
        (1, "1 failed, 1 error in 0.1s"),
        (2, "1 failed in 0.1s"),
        (4, "no tests ran in 0.1s"),
        (5, ""),
        (-1, "given up after 120 s"),
    ],
)
def test_a_run_that_went_wrong_kills_nothing(code: int, output: str) -> None:
    assert (Run(code, output).complaint() or "").startswith("no test failed")


def test_the_command_counts_what_is_killed_and_what_is_not(
    tiny: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("killed", "survivor"):
        text = tiny_mutant(name, LINES[name])
        (tmp_path / f"{name}.patch").write_text(text, encoding="utf-8")
    (tmp_path / "malformed.patch").write_text("rule: WALL-6\n", encoding="utf-8")
    paths = list(read_mutants(folder=tmp_path))
    assert [path.stem for path in paths] == ["killed", "malformed", "survivor"]
    assert check(paths, 2, tiny, kept) == (1, 2)
    told = [line.partition(" (")[0] for line in capsys.readouterr().out.splitlines()]
    assert told[0].startswith("malformed: a head names")
    assert told[1:] == ["killed: killed", "survivor: SURVIVED"]


def test_where_a_test_fails_without_a_mutant_nothing_is_killed(
    tiny: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tiny_mutant("killed", LINES["killed"]).replace("::test_the_reserve", "::test_of_nothing")
    (tmp_path / "killed.patch").write_text(text, encoding="utf-8")
    assert check([tmp_path / "killed.patch"], 1, tiny, kept) == (0, 1)
    assert capsys.readouterr().out.startswith("the tests fail without any patch\n")


def test_the_last_line_has_the_numbers_and_the_exit_code_tells_of_failures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["no_such_mutant"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"
