"""The tests, collected once, tried on one mutant after another, each in a process of its own.

The process that collects runs no test itself: a copy of it (a fork) does for each mutant, so that
no memo filled for one mutant hides another. What was worked out at import or collection is still
that of the right code, so mutants of what runs at import have a trial from the start, `from_start`.
"""

from __future__ import annotations

import functools
import gc
import importlib
import importlib.abc
import importlib.util
import json
import os
import pickle
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

import attrs
import pytest

from mutation.function_mutants import Mutant, put_in

PACKAGE = "lisi_mahjong"
_MEMORY = 3 << 30
_OPTIONS = (
    *("-q", "-x", "--assert=plain", "--capture=no", "--tb=no", "--no-header", "--no-summary"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-p", "no:benchmark"),
)


@attrs.frozen
class Verdict:
    """What came of a mutant: ``killed_by`` is a test or what went wrong, None if nothing did."""

    killed_by: str | None
    tests: int = 0
    seconds: float = 0.0


@attrs.frozen
class Measured:
    """What each test takes when nothing is changed, and which lines it runs.

    Attributes:
        seconds: of processor time, by the test's name.
        tests: the names of the tests that run a line, by module and number of the line.
    """

    seconds: dict[str, float]
    tests: dict[tuple[str, int], frozenset[str]]

    def touching(self, module: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that run one of some lines."""
        return {test for line in lines for test in self.tests.get((module, line), ())}

    def without(self, tests: set[str]) -> Measured:
        """Return what is left when some tests are forgotten."""
        seconds = {test: taken for test, taken in self.seconds.items() if test not in tests}
        return Measured(seconds, {line: by - tests for line, by in self.tests.items()})

    def joined(self, other: Measured) -> Measured:
        """Return what is known of the tests of both."""
        nothing: frozenset[str] = frozenset()
        lines = self.tests.keys() | other.tests.keys()
        return Measured(
            self.seconds | other.seconds,
            {
                line: self.tests.get(line, nothing) | other.tests.get(line, nothing)
                for line in lines
            },
        )


class Trials:
    """A pytest plugin: hands the collected tests over instead of running them.

    Args:
        work: what is done with them.
        wanted: the names of the tests to keep; all of them when none is there, or for None.
    """

    def __init__(
        self, work: Callable[[Trials], None], wanted: frozenset[str] | None = None
    ) -> None:
        self.items: list[pytest.Item] = []
        self._work = work
        self._wanted = wanted
        self._failed: Callable[[str], None] | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._wanted is not None:
            items[:] = [item for item in items if item.nodeid in self._wanted] or items

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.items = session.items
            self._work(self)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and self._failed is not None:
            self._failed(f"{item.nodeid}: {call.excinfo.type.__name__}")

    def run(self, tests: Sequence[str], failed: Callable[[str], None]) -> Iterable[str]:
        """Run tests in the order given, yield each name before it is run."""
        self._failed = failed
        by_name = {item.nodeid: item for item in self.items}
        chosen = [by_name[test] for test in tests if test in by_name]
        for item, after in zip(chosen, [*chosen[1:], None], strict=True):
            yield item.nodeid
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def collect(paths: Sequence[str], trials: Trials, *options: str) -> int:
    """Collect the tests of some files for a plugin that tries them; return pytest's exit code."""
    return int(pytest.main([*_OPTIONS, *options, *paths], plugins=[trials]))


# --- in a process of its own --------------------------------------------------------------


def _in_a_copy(work: Callable[[int], None]) -> tuple[bytes, int]:
    """Run something in a fork; return what it wrote and the status it ended with."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            work(writing)
        except BaseException as error:  # noqa: BLE001 - the copy must never go on as its parent
            os.write(writing, f"!{error!r}".encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        written = pipe.read()
    _, status = os.waitpid(child, 0)
    return written, status


def measure(trials: Trials, modules: Sequence[str], tests: Sequence[str]) -> Measured:
    """Run tests with nothing changed; every one has to pass."""
    written, _ = _in_a_copy(lambda pipe: _measure(trials, modules, tests, pipe))
    if not written or written[:1] == b"!":
        raise RuntimeError(f"without any mutant: {written.decode() or 'it did not end'}")
    measured: Measured = pickle.loads(written)  # noqa: S301 - of our own making
    return measured


def lines_at_import(modules: Sequence[str]) -> set[tuple[str, int]]:
    """Import the package; return the lines of some modules that ran, as module and number."""
    coverage = importlib.import_module("coverage")
    seen = coverage.Coverage(data_file=None, config_file=False, include=[f"*/{PACKAGE}/*"])
    with seen.collect():
        importlib.import_module(PACKAGE)
        for module in modules:
            importlib.import_module(f"{PACKAGE}.{module}")
    data = seen.get_data()
    return {
        (Path(file).stem, line)
        for file in data.measured_files()
        if Path(file).parent.name == PACKAGE
        for line in data.lines(file)
    }


def _measure(trials: Trials, modules: Sequence[str], tests: Sequence[str], pipe: int) -> None:
    coverage = importlib.import_module("coverage")
    files = {
        str(importlib.import_module(f"{PACKAGE}.{module}").__file__): module for module in modules
    }
    seen = coverage.Coverage(data_file=None, config_file=False, include=list(files))
    seconds: dict[str, float] = {}

    def failed(what: str) -> None:
        os.write(pipe, f"!{what}".encode())
        os._exit(1)

    last, began = "", 0.0
    seen.start()
    for test in trials.run(tests, failed):
        seconds[last], last, began = time.process_time() - began, test, time.process_time()
        seen.switch_context(test)
    seconds[last] = time.process_time() - began
    del seconds[""]
    seen.stop()
    data = seen.get_data()
    touching = {
        (module, line): frozenset(contexts)
        for file, module in files.items()
        for line, contexts in data.contexts_by_lineno(file).items()
    }
    with os.fdopen(pipe, "wb") as out:
        pickle.dump(Measured(seconds, touching), out)


class Court:
    """Tries mutants by the tests that a plugin has collected.

    Args:
        trials: has the tests.
        measured: says which tests run what, and how long they take.
        at_import: the lines that run when the package is imported, as module and number.
        patience: how many times the usual budget the tests of a mutant may take.
    """

    def __init__(
        self, trials: Trials, measured: Measured, at_import: set[tuple[str, int]], patience: float
    ) -> None:
        self._at_import = at_import
        self._patience = patience
        self.trials = trials
        self.measured = measured
        self._memos = _memos()
        self._kills: Counter[tuple[str, str]] = Counter()
        self._breadth = Counter(test for tests in measured.tests.values() for test in tests)
        gc.collect()
        gc.freeze()

    def is_of_import(self, mutant: Mutant) -> bool:
        """Return whether a mutant changes what is done when the package is imported."""
        lines = (*mutant.lines, *mutant.inner)
        return any((mutant.module, line) in self._at_import for line in lines)

    def chosen(self, mutant: Mutant, among: Iterable[str], budget: float) -> list[str]:
        """Return the tests to try, the likeliest to fail first.

        First what has killed mutants of the function, then the quick that run few lines: these are
        more often about the changed one than those that pass through it on their way.

        Args:
            mutant: what is to be killed.
            among: the tests that there are.
            budget: how many seconds they may take in all when nothing is changed.
        """
        seconds = self.measured.seconds
        ordered = sorted(
            among,
            key=lambda test: (
                -self._kills[mutant.function, test],
                seconds[test] * self._breadth[test],
                test,
            ),
        )
        chosen: list[str] = []
        left = budget * self._patience
        for test in ordered:
            left -= seconds[test]
            if left < 0 and chosen:
                break
            chosen.append(test)
        return chosen

    def judge(self, mutant: Mutant, tests: Sequence[str]) -> Verdict:
        """Try some tests on a mutant until one fails."""
        began = time.monotonic()
        written, status = _in_a_copy(lambda pipe: self._try(mutant, tests, pipe))
        *_, last = written.decode().rstrip("\n").rpartition("\n")
        seconds = time.monotonic() - began
        if last.startswith("!"):
            raise RuntimeError(f"{mutant.name}: {last}")
        if os.WIFSIGNALED(status):
            where, what = last.removeprefix("at "), signal.Signals(os.WTERMSIG(status)).name
            killed = f"{where}: {'too long' if what == 'SIGVTALRM' else what}"
        elif os.WEXITSTATUS(status):
            killed = last.removeprefix("by ")
            where = killed.rpartition(": ")[0]
        else:
            return Verdict(None, len(tests), seconds)
        self._kills[mutant.function, where] += 1
        return Verdict(killed, tests.index(where) + 1 if where in tests else 0, seconds)

    def _try(self, mutant: Mutant, tests: Sequence[str], pipe: int) -> None:
        def failed(what: str) -> None:
            os.write(pipe, f"by {what}\n".encode())
            os._exit(1)

        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        put_in(mutant, sys.modules[f"{PACKAGE}.{mutant.module}"])
        for forget in self._memos:
            forget()
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        for test in self.trials.run(tests, failed):
            os.write(pipe, f"at {test}\n".encode())
            signal.setitimer(signal.ITIMER_VIRTUAL, 2 + 10 * self.measured.seconds[test])


def _memos() -> list[Callable[[], None]]:
    """Return what empties the memos of the package and of the tests."""
    ours = {
        name
        for name, module in sys.modules.items()
        if name.startswith(PACKAGE) or "tests" in Path(getattr(module, "__file__", "") or "").parts
    }
    memo_class = importlib.import_module(f"{PACKAGE}.splits")._Memo
    found: list[Callable[[], None]] = []
    for value in gc.get_objects():
        if isinstance(value, memo_class):
            found.append(value.clear)
        elif isinstance(value, functools._lru_cache_wrapper) and value.__module__ in ours:
            found.append(value.cache_clear)
    return found


# --- from the start -----------------------------------------------------------------------


class _Instead(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads a mutant where its module is asked for."""

    def __init__(self, mutant: Mutant, folder: Path) -> None:
        self._mutant = mutant
        self._path = str(folder / PACKAGE / f"{mutant.module}.py")

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname != f"{PACKAGE}.{self._mutant.module}":
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def get_source(self, fullname: str) -> str:
        del fullname
        return self._mutant.source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.get_source(fullname), self._path, "exec", dont_inherit=True)


def from_start(mutant: Mutant, folder: Path, tests: Sequence[str], root: Path) -> int:
    """Load the package with a mutant in it and run some tests; return pytest's exit code."""
    sys.meta_path.insert(0, _Instead(mutant, folder))
    files = sorted({test.partition("::")[0] for test in tests})

    def work(trials: Trials) -> None:
        def failed(what: str) -> None:
            sys.stdout.write(f"\nby {what}\n")  # behind the dots of pytest
            sys.stdout.flush()
            os._exit(1)

        for _ in trials.run(tests, failed):
            pass

    trials = Trials(work, frozenset(tests))
    os.chdir(root)
    return collect(files, trials)


def read_trial(path: Path) -> tuple[Mutant, list[str]]:
    """Return the mutant and the tests that were written down for a fresh process."""
    written = json.loads(path.read_text(encoding="utf-8"))
    first, last = written["lines"]
    mutant = Mutant(
        written["module"],
        written["name"],
        written["function"],
        range(first, last),
        "",
        written["source"],
    )
    return mutant, written["tests"]


def write_trial(path: Path, mutant: Mutant, tests: Sequence[str]) -> None:
    """Write a mutant and tests down for a fresh process."""
    written = {
        "module": mutant.module,
        "name": mutant.name,
        "function": mutant.function,
        "lines": [mutant.lines.start, mutant.lines.stop],
        "source": mutant.source,
        "tests": list(tests),
    }
    path.write_text(json.dumps(written), encoding="utf-8")
