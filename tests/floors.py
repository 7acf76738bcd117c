"""How much of everything there has to be: tests, rule marks, cases, stored deals, examples.

A test that is lost makes no noise: a folder that is not collected, a list of cases that has become
empty, examples in another sort of block. So what is counted may grow, and falls below its floor
only on purpose, by a change of `FLOORS`. The tests and examples that are collected, and so run, are
counted by `conftest`, whenever the whole suite is; all else by `COUNTERS`.
"""

from __future__ import annotations

import doctest
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent

COLLECTED: Mapping[str, int] = {
    "tests collected": 17_000,
    "examples collected in docstrings": 780,
    "examples collected in pages": 300,
}

FLOORS: Mapping[str, int] = {
    **COLLECTED,
    "test functions": 2_500,
    "rule marks": 1_230,
    "rule marks that refuse": 248,
    "marks of cases": 275,
    "stored records": 117,
    "stored sittings": 3,
    "stored tables": 6,
    "perft positions": 106,
    "perft counts": 522,
    "playthroughs": 92,
    "rule mutants": 157,
    "examples in docstrings": 780,
    "examples in pages": 300,
}
"""Most of them a little below what there is, so that not every change has to touch them."""

# --- what can be counted in a text --------------------------------------------------------

_TEST = re.compile(r"^ *(?:async )?def test_\w+\(", re.MULTILINE)
_MARK = re.compile(r"\bmark\.(rule|case)\(([^()]*)\)")
_NUMBER = re.compile(r'"[A-Z]+-[0-9]+"|\b[0-9]+\b')


def test_functions(texts: Iterable[str]) -> int:
    """Return how many test functions some modules have."""
    return sum(len(_TEST.findall(text)) for text in texts)


def marks(texts: Iterable[str], kind: str, *, refusing: bool = False) -> int:
    """Return how many numbers the marks of a kind name, all or those that refuse."""
    return sum(
        len(_NUMBER.findall(named))
        for text in texts
        for found, named in _MARK.findall(text)
        if found == kind and (not refusing or "refuses=True" in named)
    )


def examples_in(texts: Iterable[str]) -> list[doctest.Example]:
    """Return the examples of some pages."""
    parser = doctest.DocTestParser()
    return [example for text in texts for example in parser.get_examples(text)]


# --- what is counted ----------------------------------------------------------------------


def modules_of_tests() -> list[str]:
    """Return the text of every module of tests."""
    found = sorted(TESTS.glob("test_*.py"))
    return [path.read_text(encoding="utf-8") for path in found]


def pages() -> Iterator[Path]:
    """Yield the pages whose examples are run."""
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").glob("*.md"))


def page_examples() -> list[doctest.Example]:
    """Return all examples of the pages."""
    return examples_in(path.read_text(encoding="utf-8") for path in pages())


def docstring_examples(package: str = "lisi_mahjong") -> list[doctest.Example]:
    """Return all examples in the docstrings of a package."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    root = import_module(package)
    names = [module.name for module in pkgutil.walk_packages(root.__path__, f"{package}.")]
    modules = [root, *map(import_module, names)]
    return [
        example for each in modules for found in finder.find(each) for example in found.examples
    ]


def files(folder: str, suffix: str = ".jsonl") -> int:
    """Return how many files of a sort, with lines of JSON, a folder below the tests holds."""
    return len(list((TESTS / folder).glob(f"*{suffix}")))


def lines_with(folder: str, start: str) -> int:
    """Return how many lines of the texts in a folder below the tests begin like this."""
    texts = (path.read_text(encoding="utf-8") for path in (TESTS / folder).glob("*.txt"))
    return sum(line.startswith(start) for text in texts for line in text.splitlines())


COUNTERS: Mapping[str, Callable[[], int]] = {
    "test functions": lambda: test_functions(modules_of_tests()),
    "rule marks": lambda: marks(modules_of_tests(), "rule"),
    "rule marks that refuse": lambda: marks(modules_of_tests(), "rule", refusing=True),
    "marks of cases": lambda: marks(modules_of_tests(), "case"),
    "stored records": lambda: files("records"),
    "stored sittings": lambda: files("sittings_stored"),
    "stored tables": lambda: files("tables"),
    "perft positions": lambda: lines_with("perft", "state: "),
    "perft counts": lambda: lines_with("perft", "depth "),
    "playthroughs": lambda: files("playthroughs", ".txt"),
    "rule mutants": lambda: files("mutants", ".patch"),
    "examples in docstrings": lambda: len(docstring_examples()),
    "examples in pages": lambda: len(page_examples()),
}


def too_few(name: str, found: int) -> str | None:
    """Return a complaint if there is less of something than there has to be."""
    floor = FLOORS[name]
    if found >= floor:
        return None
    return f"{name}: {found}, and there were {floor} at least (tests/floors.py)"
