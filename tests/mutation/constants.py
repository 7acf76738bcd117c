"""Mutation testing with cosmic-ray where mutmut does not look: tables, constants, defaults.

``python tests/mutation/constants.py`` mutates all the modules of the rules, with ``--modules tiles
wall`` some of them. It needs cosmic-ray, pytest and hypothesis, but not the package installed.

For each module cosmic-ray makes a session of all its mutations, to which `operators` adds some. Of
these are kept what stands at one of the `places`. Each is written into a copy of the project, in
which the tests of `killers` are run: the quick ones, and if none of them fails the strong ones,
unless it is one of the `survivors` that no test can kill, each listed with the reason (``--doubt``
runs them for these, too).
Each mutant has a process of its own, made by forking this one, which has pytest loaded already.

Sessions are kept, by what the module is. The next run takes up where the last one stopped and
tries again what survived, so that new tests can be seen to kill it; ``--afresh`` forgets them, and
``--dry`` tries nothing and goes by them. Each module has a line that says how many were kept and
how many tried. The command fails when a mutant survives that is not listed, for which it prints the
entry, to be given a reason, and when one that is listed was killed or is made no more.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import hypothesis.stateful  # loaded here, so that no mutant has to
import hypothesis.strategies
import parso.python.tree  # type: ignore[import-not-found]  # cosmic-ray needs it to be there
import pytest
from cosmic_ray import plugins  # type: ignore[import-not-found]
from cosmic_ray.commands.init import init  # type: ignore[import-not-found]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-not-found]
from cosmic_ray.work_db import WorkDB, use_db  # type: ignore[import-not-found]
from cosmic_ray.work_item import (  # type: ignore[import-not-found]
    MutationSpec,
    TestOutcome,
    WorkerOutcome,
    WorkItem,
    WorkResult,
)

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from mutation.entries import entry  # noqa: E402 - from the folder just added
from mutation.killers import QUICK, STRONG  # noqa: E402
from mutation.known import Listed, program  # noqa: E402
from mutation.operators import PROVIDER  # noqa: E402
from mutation.places import PLACES_VERSION, Places  # noqa: E402
from mutation.survivors import CONSTANTS  # noqa: E402

_LOADED = (hypothesis.stateful, hypothesis.strategies, parso.python.tree)

COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md")

SENSELESS = ("core/ReplaceComparisonOperator_Is_Eq", "core/ReplaceComparisonOperator_IsNot_NotEq")
"""Of enums and ``None``, which alone are compared by ``is``, these change nothing."""

BINARY = {
    "Add": ("Sub", "BitOr"),
    "Sub": ("Add", "Mod"),
    "Mul": ("FloorDiv", "Add"),
    "Div": ("FloorDiv", "Mul"),
    "FloorDiv": ("Div", "Mod"),
    "Mod": ("FloorDiv", "Sub"),
    "Pow": ("Mul", "LShift"),
    "LShift": ("RShift", "Mul"),
    "RShift": ("LShift", "FloorDiv"),
    "BitAnd": ("BitOr", "BitXor"),
    "BitOr": ("BitAnd", "Add"),
    "BitXor": ("BitOr", "BitAnd"),
}
"""By binary operator, two of the eleven others that cosmic-ray puts for it: each takes a run."""

QUICK_LIMIT, STRONG_LIMIT = 60, 300
"""Seconds; a mutant that takes longer goes in circles and is killed."""

_PASSED, _AT_IMPORT = 0, 99

# Hypothesis is there before pytest looks for it, which it would warn of.
_OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--modules", nargs="+", choices=tuple(QUICK), default=tuple(QUICK))
    parser.add_argument("--sessions", type=Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--afresh", action="store_true", help="forget what was found before")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    parser.add_argument("--dry", action="store_true", help="try nothing, go by earlier runs")
    parser.add_argument("--quick", action="store_true", help="leave the strong tests out")
    parser.add_argument("--doubt", action="store_true", help="try what is listed by all tests, too")
    options = parser.parse_args(arguments)
    plugins.OPERATOR_PROVIDERS["lisi"] = PROVIDER
    options.sessions.mkdir(parents=True, exist_ok=True)
    figures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        _copy_project(copy)
        os.chdir(copy)
        os.environ["PYTHONPATH"] = str(copy / "src")  # for tests that run a command
        strong = not (options.quick or options.list or options.dry)
        if strong and _run(tuple(map(_file, STRONG)), 0) != _PASSED:
            sys.exit("the strong tests fail without any mutation")
        for name in options.modules:
            module = Module(name, copy, doubt=options.doubt)
            path = options.sessions / f"{name}-{module.digest}.sqlite"
            if options.afresh:
                path.unlink(missing_ok=True)
            with use_db(path) as session:
                module.prepare(session)
                if options.list:
                    module.show_all(session)
                    continue
                tried = 0 if options.dry else module.run(session, strong=strong)
                figures.update(module.report(session, tried))
    if not options.list:
        _say(_line("all", figures))
    return 1 if figures["not listed"] or figures["faults of the list"] else 0


def _line(name: str, figures: Mapping[str, int]) -> str:
    return f"{name}: {', '.join(f'{number} {what}' for what, number in figures.items())}"


def _copy_project(copy: Path) -> None:
    unwanted = shutil.ignore_patterns("__pycache__", ".*", "_build")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=unwanted)
        else:
            shutil.copy2(ROOT / name, copy / name)


class Module:
    """One module that is mutated, in a copy of the project."""

    def __init__(self, name: str, copy: Path, *, doubt: bool) -> None:
        self.name = name
        self.doubt = doubt
        self.path = copy / "src" / "lisi_mahjong" / f"{name}.py"
        self.source = self.path.read_text(encoding="utf-8")
        chosen = f"{self.source}{sorted(PROVIDER)}{BINARY}{PLACES_VERSION}"
        self.digest = hashlib.sha256(chosen.encode()).hexdigest()[:12]
        self.listed = Listed(CONSTANTS, name, self.source)
        self.quick = (str(self.path), *map(_file, QUICK[name]))
        self.strong = tuple(file for file in map(_file, STRONG) if file not in self.quick)

    def prepare(self, session: WorkDB) -> None:
        """Have cosmic-ray find its mutations, if it has not, and leave out what is not wanted."""
        if session.num_work_items:
            return
        init([self.path], session, {})
        places = Places(self.source)
        seen = {ast.dump(ast.parse(self.source))}
        left_out = []
        for item in session.work_items:
            (spec,) = item.mutations
            wanted = (spec.start_pos, spec.end_pos) in places and _is_tried(spec.operator_name)
            tree = self._tree(spec) if wanted else None
            if tree is None or tree in seen:
                left_out.append(item.job_id)
            else:
                seen.add(tree)
        session.set_multiple_results(left_out, WorkResult(WorkerOutcome.SKIPPED))

    def _tree(self, spec: MutationSpec) -> str | None:
        """Return what a mutant says, whatever it looks like; ``None`` if it is no Python."""
        try:
            return ast.dump(ast.parse(self._mutated(spec)))
        except SyntaxError:
            return None

    def _mutated(self, spec: MutationSpec) -> str:
        operator = plugins.get_operator(spec.operator_name)(**spec.operator_args)
        mutated: str = mutate_code(self.source, operator, spec.occurrence)
        return mutated

    def _wanted(self, session: WorkDB) -> list[tuple[WorkItem, WorkResult | None]]:
        """Return the mutants that count with what came of them, in the order of the lines."""
        results = dict(session.results)
        found = [(item, results.get(item.job_id)) for item in session.work_items]
        return sorted(
            (
                (item, result)
                for item, result in found
                if result is None or result.worker_outcome is not WorkerOutcome.SKIPPED
            ),
            key=lambda pair: (pair[0].mutations[0].start_pos, pair[0].mutations[0].operator_name),
        )

    def run(self, session: WorkDB, *, strong: bool) -> int:
        """Run the tests against what has not been killed yet; return how many mutants that is."""
        pending = [
            item
            for item, result in self._wanted(session)
            if result is None or result.test_outcome is TestOutcome.SURVIVED
        ]
        started = time.monotonic()
        if pending and _run(self.quick, 0) != _PASSED:
            sys.exit(f"{self.name}: the quick tests fail without any mutation")
        try:
            for number, item in enumerate(pending, 1):
                (spec,) = item.mutations
                session.set_result(item.job_id, self._result(spec, strong=strong))
                if number % 50 == 0:
                    seconds = time.monotonic() - started
                    _say(f"  {self.name} {number} of {len(pending)}, {seconds:.0f} s")
        finally:
            self.path.write_text(self.source, encoding="utf-8")
        return len(pending)

    def _result(self, spec: MutationSpec, *, strong: bool) -> WorkResult:
        mutated = self._mutated(spec)
        self.path.write_text(mutated, encoding="utf-8")
        for compiled in self.path.parent.glob(f"__pycache__/{self.name}.*"):
            compiled.unlink()  # it is told from others by seconds and size, which can be alike
        difference = list(self._difference(mutated))
        code = _run(self.quick, QUICK_LIMIT)
        if code == _PASSED and strong and (self.doubt or not self.listed.excuse(mutated)):
            code = _run(self.strong, STRONG_LIMIT)
        outcome = TestOutcome.SURVIVED if code == _PASSED else TestOutcome.KILLED
        if code == _AT_IMPORT:
            outcome = TestOutcome.INCOMPETENT
        return WorkResult(WorkerOutcome.NORMAL, test_outcome=outcome, diff="\n".join(difference))

    def _difference(self, mutated: str) -> Iterator[str]:
        lines = difflib.unified_diff(
            self.source.splitlines(), mutated.splitlines(), n=0, lineterm=""
        )
        return (line for line in lines if not line.startswith(("---", "+++", "@@")))

    def report(self, session: WorkDB, tried: int) -> Counter[str]:
        """Print what came of the mutants; return the figures, with what is wrong with the list."""
        wanted = self._wanted(session)
        outcomes = Counter(result.test_outcome if result else None for _, result in wanted)
        at_import = outcomes[TestOutcome.INCOMPETENT]
        survivors = [
            (spec, self._mutated(spec))
            for item, result in wanted
            if result is not None and result.test_outcome is TestOutcome.SURVIVED
            for spec in item.mutations
        ]
        unlisted = [pair for pair in survivors if self.listed.excuse(pair[1]) is None]
        complaints = self.listed.misfits
        if not self.listed.all_survive(mutated for _, mutated in survivors):
            complaints = list(self.listed.complaints(self._fates(wanted)))
        figures = {
            "mutants": len(wanted),
            "killed": outcomes[TestOutcome.KILLED] + at_import,
            "of these at import": at_import,
            "listed": len(survivors) - len(unlisted),
            "not listed": len(unlisted),
            "kept from earlier runs": len(wanted) - tried - outcomes[None],
            "tried": tried,
            "never tried": outcomes[None],
            "faults of the list": len(complaints),
        }
        _say(_line(self.name, figures), *(f"  {complaint}" for complaint in complaints))
        for spec, mutated in unlisted:
            line, column = spec.start_pos
            where = f"src/lisi_mahjong/{self.name}.py:{line}:{column + 1}"
            _say(f"  {where} {spec.operator_name.partition('/')[2]}")
            _say(*(f"    {each}" for each in self._difference(mutated)))
            _say(entry(self.name, self.source, mutated))
        return Counter(figures)

    def _fates(self, wanted: Sequence[tuple[WorkItem, WorkResult | None]]) -> dict[str, str | None]:
        """Return for each program that a mutant makes by what it was killed, if it was."""
        return {
            program(self._mutated(spec)): "by a test"
            if result is not None and result.test_outcome is not TestOutcome.SURVIVED
            else None
            for item, result in wanted
            for spec in item.mutations
        }

    def show_all(self, session: WorkDB) -> None:
        """Print every mutant."""
        wanted = self._wanted(session)
        _say(f"{self.name}: {len(wanted)} mutants")
        for item, _ in wanted:
            (spec,) = item.mutations
            _say(f"  {spec.start_pos[0]} {spec.operator_name}")
            _say(*(f"    {line}" for line in self._difference(self._mutated(spec))))


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _is_tried(operator: str) -> bool:
    if operator.startswith("core/ReplaceBinaryOperator_"):
        _, before, after = operator.split("_")
        return after in BINARY[before]
    return operator not in SENSELESS


def _file(name: str) -> str:
    return f"tests/test_{name}.py"


def _run(files: Sequence[str], limit: int) -> int:
    """Run tests in a process of their own; return 0 only if all pass."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    signal.alarm(limit)  # ends the process; 0 sets no limit
    code = _AT_IMPORT
    try:
        sys.path.insert(0, "src")
        # What the unmutated run compiled is used, and nothing of a mutant is kept.
        sys.dont_write_bytecode = limit > 0
        if limit:
            with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
        import lisi_mahjong  # noqa: F401, PLC0415 - the mutated one

        code = int(pytest.main([*_OPTIONS, *files]))
    finally:
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
