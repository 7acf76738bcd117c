"""What somebody gets who installs the kit: names, examples, a clear error, a project to copy."""

from __future__ import annotations

import importlib.util
import inspect
import shutil
import sys
import typing
from importlib.resources import files
from pathlib import Path

import pytest

from lisi_mahjong import testing
from runs import run_python

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "docs" / "example_project"
PAGE = ROOT / "docs" / "testing.md"


# --- imports ---


def test_the_library_does_not_import_the_kit_nor_hypothesis() -> None:
    script = (
        "import sys\n"
        "from lisi_mahjong import *\n"
        "import lisi_mahjong.simulation, lisi_mahjong.cli\n"
        "print([name for name in sys.modules if 'testing' in name or 'hypothesis' in name])"
    )
    ran = run_python("-c", script)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")


def test_without_hypothesis_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    assert testing.__file__ is not None
    spec = importlib.util.spec_from_file_location("kit_without_hypothesis", testing.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=r"lisi_mahjong\[testing\]") as caught:
        spec.loader.exec_module(module)
    assert caught.value.name == "hypothesis"
    assert "needs Hypothesis" in str(caught.value)


@pytest.mark.parametrize("module", ["testing", "testing.stacking", "testing.strategies"])
def test_no_part_of_the_kit_is_imported_without_hypothesis(module: str) -> None:
    script = f"import sys; sys.modules['hypothesis'] = None; import lisi_mahjong.{module}"
    ran = run_python("-c", script)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        "ImportError: lisi_mahjong.testing needs Hypothesis, which the extra 'testing' installs: "
        "python -m pip install 'PATH/TO/lisi_mahjong[testing]', the path being that of a clone"
    )


def test_invariants_fail_where_asserts_are_switched_off_too() -> None:
    script = (
        "import attrs\n"
        "from lisi_mahjong import Shuffle, deal\n"
        "from lisi_mahjong.testing import assert_state\n"
        "state = deal(Shuffle.from_seed(7))\n"
        "assert_state(state)\n"
        "try:\n"
        "    assert_state(attrs.evolve(state, remaining=13))\n"
        "except AssertionError as error:\n"
        "    print(str(error)[:22])"
    )
    ran = run_python("-O", "-c", script)
    assert (ran.stdout, ran.stderr) == ("of 66 tiles there are \n", "")


# --- names ---


def test_every_name_is_there_and_sorted() -> None:
    assert all(hasattr(testing, name) for name in testing.__all__)
    capitals = [name for name in testing.__all__ if name.isupper()]
    classes = [name for name in testing.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in testing.__all__ if name[0].islower()]
    assert testing.__all__ == [*sorted(capitals), *sorted(classes), *sorted(functions)]


@pytest.mark.parametrize("name", testing.__all__)
def test_every_name_has_an_example_and_types(name: str) -> None:
    value = getattr(testing, name)
    if inspect.isfunction(value) or inspect.isclass(value):
        assert ">>> " in (value.__doc__ or "")
    if inspect.isfunction(value):
        hints = typing.get_type_hints(value)
        assert "return" in hints
        assert set(inspect.signature(value).parameters) <= set(hints)


def test_every_name_is_in_the_documentation() -> None:
    """The invariants stand there as two lists."""
    page = PAGE.read_text(encoding="utf-8")
    known = (*testing.STATE_INVARIANTS, *testing.TABLE_INVARIANTS)
    invariants = {invariant.__name__ for invariant in known} | {"PLAYED_RULES"}
    missing = [name for name in testing.__all__ if f"`{name}`" not in page]
    assert set(missing) <= invariants


def test_the_modules_of_the_kit_are_typed_and_short() -> None:
    assert files("lisi_mahjong").joinpath("py.typed").is_file()
    folder = Path(inspect.getfile(testing)).parent
    lengths = {
        path.name: len(path.read_text(encoding="utf-8").splitlines())
        for path in folder.glob("*.py")
    }
    assert len(lengths) > 10
    assert max(lengths.values()) < 500, lengths


# --- the example project ---

RUN = """
import socket, sys

if "coverage" in sys.modules:  # what runs here is measured elsewhere, and this would be slow
    measuring = sys.modules["coverage"].Coverage.current()
    measuring and measuring.stop()

def no_network(*_):
    raise OSError("the tests of the example use the network")

socket.socket.connect = no_network
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def test_the_example_project_passes_its_tests(tmp_path: Path) -> None:
    """A copy of it, with this Python, warnings as errors and no network."""
    copy = tmp_path / "example"
    shutil.copytree(EXAMPLE, copy)
    ran = run_python(
        *("-W", "error", "-c", RUN, "-q", "-p", "no:cacheprovider", f"--rootdir={copy}"),
        *("-c", str(copy / "pyproject.toml"), str(copy / "tests")),
        PYTEST_ADDOPTS="",
        HYPOTHESIS_STORAGE_DIRECTORY=str(tmp_path / "hypothesis"),
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
    passed = int(ran.stdout.splitlines()[-1].split()[0])
    assert passed >= 9


def test_the_example_project_fails_where_its_bot_is_wrong(tmp_path: Path) -> None:
    """The same tests, of a bot that looks at the next tile of the wall."""
    copy = tmp_path / "example"
    shutil.copytree(EXAMPLE, copy)
    bot = copy / "src" / "calm_bot" / "bot.py"
    text = bot.read_text(encoding="utf-8")
    fair = "    return choose(view(state, seat))\n"
    assert text.count(fair) == 1
    peek = (
        "    chosen = choose(view(state, seat))\n"
        "    next_tile = state.setup.wall[136 - state.kongs - state.remaining]\n"
        "    return view(state, seat).legal_actions[-1] if next_tile.suit is None else chosen\n"
    )
    bot.write_text(text.replace(fair, peek), encoding="utf-8")
    ran = run_python(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={copy}"),
        *("-c", str(copy / "pyproject.toml"), str(copy / "tests" / "test_bot.py")),
        *("-k", "deterministic"),
        PYTEST_ADDOPTS="",
        HYPOTHESIS_STORAGE_DIRECTORY=str(tmp_path / "hypothesis"),
    )
    assert ran.returncode == 1
    assert "AssertionError: the player uses more than seat " in ran.stdout
