"""The project's files agree with one another. About the repository, not the package."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "lisi_mahjong"
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

VERSION = re.compile(r"(?<![\w.])3\.1\d(?![\w.]*\d)")


def contract(name: str) -> dict[str, Any]:
    """The import contract with this id."""
    (found,) = [c for c in PYPROJECT["tool"]["importlinter"]["contracts"] if c["id"] == name]
    return dict(found)


def modules() -> set[str]:
    """The modules and packages directly in the package, without the face itself."""
    files = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return files | folders


def layered() -> list[str]:
    """The modules that the layers contract has a place for."""
    return [name for layer in contract("layers")["layers"] for name in re.findall(r"\w+", layer)]


def text_files() -> list[Path]:
    """The files that git tracks, or would, and that are text."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git is where PATH says
        cwd=ROOT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    paths = [ROOT / name for name in listing.split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()]


def lines_with(pattern: str) -> list[str]:
    """Each line of a text file of the project in which the pattern is found."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(pattern, line)
    ]


# --- the supported Pythons ---


def test_supported_pythons_are_named_alike() -> None:
    project = PYPROJECT["project"]
    prefix = "Programming Language :: Python :: "
    listed = [c.removeprefix(prefix) for c in project["classifiers"] if c.startswith(prefix)]
    assert set(VERSION.findall(README)) == set(listed)
    assert project["requires-python"] == f">={listed[0]}"
    assert PYPROJECT["tool"]["mypy"]["python_version"] == listed[0]
    example = (ROOT / "docs" / "example_project" / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(example)["project"]["requires-python"] == project["requires-python"]


def test_ci_has_no_list_of_pythons_of_its_own() -> None:
    commands = "\n".join(line.partition("#")[0] for line in CI.splitlines())
    assert VERSION.findall(commands) == []
    assert "pyproject.toml" in commands


def test_ci_lets_no_warning_pass() -> None:
    lenient = re.compile(r"PYTHONWARNINGS|pythonwarnings|disable-warnings|-W *[a-z]")
    assert lenient.findall(CI) == []
    assert lenient.findall("python -W ignore; sphinx-build -W -n; pytest -Wd") == ["-W i", "-Wd"]


PYTHONS = [
    line.removeprefix("Programming Language :: Python :: ")
    for line in PYPROJECT["project"]["classifiers"]
    if line.startswith("Programming Language :: Python :: ")
]


def python_complaints(listed: list[str], texts: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with the list of Pythons, and the texts that name another one."""
    minors = [int(version.partition(".")[2]) for version in listed]
    if not minors or minors != [*range(minors[0], minors[0] + len(minors))]:
        yield f"no row of versions: {listed}"
    for name, text in texts.items():
        for version in sorted({*VERSION.findall(text)} - {*listed}):
            yield f"{name} names {version}"


def test_no_page_names_another_python() -> None:
    pages = [ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
    texts = {path.name: path.read_text(encoding="utf-8") for path in pages}
    assert list(python_complaints(PYTHONS, texts)) == []
    assert list(python_complaints(["3.11", "3.13"], {"a": "3.11 or 3.12", "b": "v3.14.1"})) == [
        "no row of versions: ['3.11', '3.13']",
        "a names 3.12",
    ]


def test_ci_tests_on_the_pythons_that_are_listed_and_on_each_but_the_default_once_more() -> None:
    """Its list is what this `sed` makes of the project's settings."""
    (pattern,) = re.findall(r"^ {4}sed -n 's/(.*)/\\1/p' pyproject\.toml$", CI, re.MULTILINE)
    readable = pattern.replace(r"\(", "(").replace(r"\)", ")")
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.findall(readable, text, re.MULTILINE) == PYTHONS
    (steps,) = re.findall(r"^STEPS=\((.*)\)$", CI, re.MULTILINE)
    assert {"tests", "pythons", "wheel"} <= {*steps.split()}
    assert CI.count("in $(supported_pythons)") == 2


def test_the_checkers_read_the_oldest_python_and_this_one_is_listed() -> None:
    assert "target-version" not in PYPROJECT["tool"]["ruff"]
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in PYTHONS


# --- the two commands ---


@pytest.mark.parametrize("variable", ["MAIN_COMMAND", "TEST_COMMAND"])
def test_readme_and_ci_have_the_same_command(variable: str) -> None:
    (command,) = re.findall(rf"^{variable}='(.*)'$", CI, re.MULTILINE)
    assert README.splitlines().count(command) == 1
    assert f'eval "${variable}' in CI


# --- what stands in the files ---


def test_no_file_names_a_path_of_one_machine() -> None:
    folder = r"(?:home|root|Users|work|opt|tmp|private|mnt)"
    assert lines_with(rf"(?<![\w.~*{{}}()/-])/{folder}/\w|\b[A-Z]:\\\w") == []
    assert lines_with(rf"(?<![\w.]){re.escape(str(Path.home()))}/") == []


def test_no_file_names_the_host_of_a_package_registry() -> None:
    assert (
        lines_with(r"\b(?:pypi|pythonhosted|npmjs|anaconda|conda)\.(?:org|com|io|python)\b") == []
    )


# --- the package ---


def test_every_module_has_its_layer() -> None:
    assert sorted(layered()) == sorted(modules())


COMMAND_LINE = ("__main__", "cli", "record_cli", "table_cli", "command_parts", "command_files")
"""The only modules that may look at the world outside."""


def test_every_module_but_the_command_line_is_held_to_the_purity_contract() -> None:
    pure = [f"lisi_mahjong.{name}" for name in layered() if name not in COMMAND_LINE]
    assert contract("pure")["source_modules"] == pure


def test_the_package_is_typed_and_needs_attrs_alone() -> None:
    assert (PACKAGE / "py.typed").read_bytes() == b""
    (dependency,) = PYPROJECT["project"]["dependencies"]
    assert re.match(r"attrs\b", dependency)


def hatch_complaints(build: Mapping[str, Any]) -> Iterator[str]:
    """Yield in what the settings of the build could leave a file of the package out."""
    if build.keys() != {"targets"}:
        yield f"settings for all targets: {sorted(build)}"
    wheel = build.get("targets", {}).get("wheel", {})
    if wheel != {"packages": ["src/lisi_mahjong"]}:
        yield f"the wheel: {wheel}"


def test_the_wheel_is_made_of_the_whole_package() -> None:
    """CI builds it and compares the files; here it is seen that nothing is left out on purpose."""
    build = PYPROJECT["tool"]["hatch"]["build"]
    assert list(hatch_complaints(build)) == []
    assert list(hatch_complaints({**build, "exclude": ["*.typed"]})) == [
        "settings for all targets: ['exclude', 'targets']"
    ]
    excluding = {"packages": ["src/lisi_mahjong"], "exclude": ["src/lisi_mahjong/cli.py"]}
    assert list(hatch_complaints({"targets": {"wheel": excluding}})) == [f"the wheel: {excluding}"]
    step = CI.partition("\nstep_wheel()")[2].partition("\n}\n")[0]
    assert 'same_list "$WORK/wheel-list" <(package_files' in step
    assert "grep -qx 'lisi_mahjong/py.typed' \"$WORK/wheel-list\"" in step


def test_git_would_take_every_file_of_the_package() -> None:
    """What git ignores is left out of a wheel, so no file of the package is."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".typed"}]
    assert PACKAGE / "py.typed" in files
    assert all((path.parent / "__init__.py") in files for path in files)
    assert {*files} <= {*text_files()}


def test_the_documentation_lists_every_module() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\.\. automodule:: lisi_mahjong\.(\w+)$", page, re.MULTILINE)
    assert sorted(documented) == sorted(modules() - {"__main__"})


# --- the page on trust ---

TRUST = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")


def rows_of(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def numbers_in(pattern: str, text: str) -> list[int]:
    """The numbers that stand in a text where a pattern has a group, with commas or without."""
    return [int(found.replace(",", "")) for found in re.findall(pattern, text, re.MULTILINE)]


def counts_of_the_page() -> dict[str, int]:
    """How much there is of what the page on trust counts, by how it is written there."""
    tests = ROOT / "tests"
    perft = "".join(path.read_text("ascii") for path in (tests / "perft").glob("*.txt"))
    counts = numbers_in(r"^depth \d+: (\d+)$", perft)
    mutants = len([*(tests / "mutants").glob("*.patch")])
    return {
        r"sequences from (\d+) positions": perft.count("\nstate: "),
        r"\| (\d+) positions, \d+ counts": perft.count("\nstate: "),
        r" (\d+) counts": len(counts),
        r" ([\d,]+) sequences": sum(counts),
        r" (\d+) odd deals and sittings": len([*(tests / "playthroughs").glob("*.txt")]),
        r"(\d+) mistakes about the rules": mutants,
        r"\| (\d+) mutants, \d+ killed": mutants,
    }


def trust_complaints(page: str, front: str) -> Iterator[str]:
    """Yield what the page on trust, or the first page after it, says that is not so."""
    named = sorted({*re.findall(r"tests/[\w./*]+", page)})
    yield from (f"no {name}" for name in named if not [*ROOT.glob(name.rstrip("/"))])
    campaigns = rows_of(page, "Campaigns")
    figures = {campaign[0] for campaign in campaigns}
    for promise, kept_by, last in rows_of(page, "What is promised, and what keeps it"):
        if not re.search(r"tests/|^coverage, |^doctests$", kept_by):
            yield f"nothing keeps: {promise}"
        yield from (f"no figures: {name}" for name in last.split("; ") if name not in figures)
    for name, _, last, _ in campaigns:
        if not re.match(r"\d{4}-\d\d-\d\d, commit `[0-9a-f]{7,}`", last):
            yield f"no date and commit: {name}"
    for pattern, number in counts_of_the_page().items():
        found = numbers_in(pattern, page)
        if found != [number]:
            yield f"{pattern}: {found} and not {number}"
    made = sum(numbers_in(r"([\d,]+) mutants:", "".join(each[3] for each in campaigns)))
    left = sum(numbers_in(r"^\| in all \| \| (\d+) \| \|$", page))
    deals = campaigns[1][3].partition(" ")[0]
    for words in (f"of {deals} deals", f"{made:,} changes made", f"find all but {left},"):
        if words not in " ".join(front.split()):
            yield f"the first page does not say: {words}"


MADE = numbers_in(r"([\d,]+) mutants:", TRUST)[0]
"""The first number of mutants that the page on trust gives."""


def test_the_page_on_trust_names_what_there_is_and_counts_it_right() -> None:
    assert list(trust_complaints(TRUST, README)) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("`tests/test_reach.py`", "`tests/test_far.py`", "no tests/test_far.py"),
        ("| `tests/test_splits.py` |", "| - |", "nothing keeps: The number of winning hands"),
        (" | every parser, fuzzed |\n", " | every parser |\n", "no figures: every parser"),
        (
            "`python tests/round_trips.py 1000` | 2026-11-30, commit `5250563`",
            "`python tests/round_trips.py 1000` | lately",
            "no date and commit: texts and records",
        ),
        (" odd deals and sittings", "1 odd deals and sittings", " (\\d+) odd deals and sittings"),
        (f"{MADE:,} mutants:", f"{MADE + 1:,} mutants:", "the first page does not say: "),
    ],
    ids=["a test", "a promise", "figures", "a date", "a number", "the first page"],
)
def test_what_is_wrong_on_the_page_on_trust_is_found(old: str, new: str, expected: str) -> None:
    assert TRUST.count(old) == 1
    (complaint,) = trust_complaints(TRUST.replace(old, new), README)
    assert complaint.startswith(expected)
