"""Warnings are errors: in every test by the settings of pytest, and where a module is imported."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import lisi_mahjong
from floors import ROOT, TESTS
from runs import run_python

# --- by the settings ----------------------------------------------------------------------


def weakened(settings: Mapping[str, Any]) -> list[str]:
    """Return in what settings of pytest let a warning pass."""
    found = []
    if settings.get("filterwarnings") != ["error"]:
        found.append(f"filterwarnings: {settings.get('filterwarnings')}")
    options = " ".join(settings.get("addopts", ())).split()
    for place, option in enumerate(options):
        before = options[place - 1] if place else ""
        plugin = before + option if before == "-p" else option
        if option.startswith(("-W", "--pythonwarnings", "--disable-warnings")):
            found.append(f"addopts: {option}")
        elif plugin == "-pno:warnings":
            found.append("addopts: -p no:warnings")
    return found


def test_the_settings_of_pytest_make_every_warning_an_error() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert weakened(settings["tool"]["pytest"]) == []


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"filterwarnings": ["error"], "addopts": ["-ra", "-p", "no:cacheprovider"]}, []),
        ({}, ["filterwarnings: None"]),
        ({"filterwarnings": []}, ["filterwarnings: []"]),
        (
            {"filterwarnings": ["error", "ignore::DeprecationWarning"]},
            ["filterwarnings: ['error', 'ignore::DeprecationWarning']"],
        ),
        ({"filterwarnings": ["error"], "addopts": ["-W ignore"]}, ["addopts: -W"]),
        ({"filterwarnings": ["error"], "addopts": ["-Wdefault"]}, ["addopts: -Wdefault"]),
        (
            {"filterwarnings": ["error"], "addopts": ["--pythonwarnings=ignore"]},
            ["addopts: --pythonwarnings=ignore"],
        ),
        (
            {"filterwarnings": ["error"], "addopts": ["--disable-warnings"]},
            ["addopts: --disable-warnings"],
        ),
        (
            {"filterwarnings": ["error"], "addopts": ["-p", "no:warnings"]},
            ["addopts: -p no:warnings"],
        ),
        ({"filterwarnings": ["error"], "addopts": ["-pno:warnings"]}, ["addopts: -p no:warnings"]),
    ],
)
def test_settings_that_let_a_warning_pass_are_found(
    settings: Mapping[str, Any], expected: list[str]
) -> None:
    assert weakened(settings) == expected


@pytest.mark.parametrize(
    "category",
    [
        UserWarning,
        DeprecationWarning,
        PendingDeprecationWarning,
        FutureWarning,
        ImportWarning,
        ResourceWarning,
        RuntimeWarning,
        BytesWarning,
        EncodingWarning,
    ],
)
def test_a_warning_in_a_test_is_an_error(category: type[Warning]) -> None:
    with pytest.raises(category, match="look out"):
        warnings.warn("look out", category, stacklevel=1)


# --- by the sources -----------------------------------------------------------------------

FILTERS = {"filterwarnings", "simplefilter"}
LENIENT = {"ignore", "default", "once", "module"}
RESETS = {"resetwarnings", "showwarning"}
WORDS = re.compile("|".join(FILTERS | RESETS))


def lenient(source: str) -> Iterator[str]:
    """Yield the calls and marks of a module by which a warning could pass."""
    for node in ast.walk(ast.parse(source)) if WORDS.search(source) else ():
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        name = called.rpartition(".")[2]
        actions = [
            argument.value.partition(":")[0]
            for argument in (*node.args, *(keyword.value for keyword in node.keywords))
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if (name in FILTERS and LENIENT & {*actions}) or name in RESETS:
            yield f"line {node.lineno}: {ast.unparse(node)}"


def sources() -> Iterator[Path]:
    """Yield every Python file of the tests, of the documentation and of the package."""
    yield from sorted(TESTS.rglob("*.py"))
    yield ROOT / "docs" / "conf.py"
    yield from sorted(Path(lisi_mahjong.__file__).parent.rglob("*.py"))


def test_no_test_and_no_module_lets_a_warning_pass() -> None:
    found = {
        path.name: calls
        for path in sources()
        if (calls := [*lenient(path.read_text(encoding="utf-8"))])
    }
    assert found == {}
    assert len([*sources()]) > 150


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("warnings.simplefilter('ignore')", 1),
        ("with warnings.catch_warnings():\n    warnings.filterwarnings('ignore', 'deprecated')", 1),
        ("from warnings import simplefilter\nsimplefilter(action='default')", 1),
        ("warnings.resetwarnings()", 1),
        ("@pytest.mark.filterwarnings('ignore::DeprecationWarning')\ndef test_it(): ...", 1),
        ("pytestmark = [pytest.mark.filterwarnings('once')]", 1),
        ("@pytest.mark.filterwarnings('error::UserWarning')\ndef test_it(): ...", 0),
        ("with warnings.catch_warnings(record=True):\n    warnings.simplefilter('always')", 0),
        ("words = 'ignore'\nfind('ignore')", 0),
    ],
)
def test_a_call_by_which_a_warning_could_pass_is_found(source: str, number: int) -> None:
    assert len([*lenient(source)]) == number


# --- on import ----------------------------------------------------------------------------

IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    importlib.import_module(name)
if len(names) != int(sys.argv[2]):
    print(len(names))
"""

STRICTLY = {
    "warnings are errors": ("-W", "error"),
    "in development mode": ("-X", "dev", "-W", "error"),
    "bytes are no text": ("-bb", "-W", "error"),
    "an encoding is named": ("-X", "warn_default_encoding", "-W", "error"),
}


@pytest.mark.parametrize("flags", STRICTLY.values(), ids=STRICTLY)
def test_importing_every_module_is_silent(flags: tuple[str, ...]) -> None:
    modules = [*Path(lisi_mahjong.__file__).parent.rglob("*.py")]
    ran = run_python(*flags, "-c", IMPORT_ALL, "lisi_mahjong", str(len(modules) - 1))
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", "", 0)
    assert len(modules) > 50


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        ("import warnings; warnings.warn('old', DeprecationWarning)", "warnings are errors"),
        ("import sys; sys.stderr.write('hello')", "warnings are errors"),
        ("print('hello')", "warnings are errors"),
        ("open(__file__, encoding='utf-8')", "in development mode"),
        ("b'a' == 'a'", "bytes are no text"),
        ("open(__file__).close()", "an encoding is named"),
    ],
)
def test_a_module_that_is_not_silent_is_found(line: str, flags: str, tmp_path: Path) -> None:
    package = tmp_path / "noisy"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "loud.py").write_text(f"{line}\n", encoding="utf-8")
    ran = subprocess.run(  # noqa: S603 - the arguments are the test's own
        [sys.executable, *STRICTLY[flags], "-c", IMPORT_ALL, "noisy", "1"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.stdout, ran.stderr, ran.returncode) != ("", "", 0)


def test_a_module_that_is_not_found_is_missed() -> None:
    ran = run_python("-c", IMPORT_ALL, "json", "99")
    assert int(ran.stdout) < 99
