"""Mutation testing of the modules of the rules: how many of mutmut's mutants the tests kill.

``python tests/mutation/functions.py [--modules claims dealing ...] [--out FOLDER]`` prints a line
for each module and one for all, and writes what survived to ``FOLDER/MODULE.txt``. It takes an hour
for all modules and needs mutmut and coverage beside what the tests need. After tests were added,
``--again`` tries only what survived the last time.

A mutant is tried in rounds until a test fails or takes ten times as long as it should:

1. the quick tests that run the changed statement;
2. longer ones: games of a referee, of machines, stored counts and texts;
3. both once more with the mutant there from the first import on, if what is changed runs at
   import: tables that are worked out when a module is loaded;
4. all of them that run the statement, however long they take, unless the mutant is one of the
   `survivors` that no test can kill, each listed with the reason.

Left out are tests that read sources, start other processes or count calls: they would not see a
mutant, or complain for another reason. What mutmut does not change (tables, constants, decorated
functions, enums) is left to cosmic-ray, see `constants`. The command fails when a mutant survives
for no reason that is known, or when less than 95 of 100 are killed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import pickle
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from mutation.function_mutants import Mutant, mutants_of  # noqa: E402 - from the folder just added
from mutation.survivors import FUNCTIONS, Known, known  # noqa: E402
from mutation.trials import (  # noqa: E402
    PACKAGE,
    Court,
    Measured,
    Trials,
    Verdict,
    collect,
    from_start,
    lines_at_import,
    measure,
    read_trial,
    write_trial,
)

SOURCES = ROOT / "src"

MODULES = (
    *("tiles", "splits", "winning", "hands", "wall", "dealing", "claims", "legal", "reducer"),
    *("scoring", "views", "table"),
)
"""The modules of the rules."""

GOAL = 0.95
"""The share of the mutants that is to be killed."""

QUICK = (
    *("test_bad_input", "test_table_bad_input", "test_table_problems", "test_following*"),
    *("test_glancing", "test_cases_*", "test_claim", "test_constants", "test_corners*"),
    *("test_dealing", "test_events", "test_telling"),
    *("test_hand*", "test_kong", "test_melds", "test_mixed_bag", "test_problems"),
    *("test_readings", "test_refusal*", "test_rules_options", "test_score*", "test_shuffle"),
    *("test_splits", "test_stand", "test_table", "test_table_deals", "test_table_events"),
    *("test_table_leaving", "test_table_ledger", "test_table_refusals", "test_table_rotation"),
    *("test_table_views", "test_tags*", "test_tiles", "test_ting", "test_turn", "test_values"),
    *("test_view*", "test_wait*", "test_wall*", "test_win*"),
)
"""The tests of the first round, beside the examples in the docstrings of the package."""

LONGER = (
    *("test_differential", "test_machine", "test_perft_counts", "test_playthroughs"),
    *("test_kit_players", "test_rules_version", "test_sampling_walls", "test_sittings_stored"),
    *("test_stored_records", "test_table_machine"),
)
"""The tests of the second round."""

NOT_TO_RUN = (
    "hash_seed",  # these start processes of their own
    "every_python",
    "test_case_102",
    "test_every_case_has_a_test",
    "cli.main",  # asks for the package to be installed
    "optimization",
    "[exhausted]",
    "standard_library_alone",
    *(f"referee_agree[{start}]" for start in range(0, 1000, 50) if start % 400),  # three will do
)

ROUNDS = ("quick", "longer", "start", "whole")
_BUDGETS = {"quick": 6.0, "longer": 12.0, "start": 8.0, "whole": math.inf}
_FRESH_LIMIT = 240


@attrs.frozen
class Judged:
    """A mutant, the round in which it was killed (None: it survived) and by what."""

    mutant: Mutant
    round: str | None
    verdict: Verdict

    @property
    def reason(self) -> Known | None:
        """Why no test can kill it, if anything says so."""
        return reason(self.mutant)


def reason(mutant: Mutant) -> Known | None:
    """Return what says why no test can kill a mutant, if anything does."""
    difference = [line for line in mutant.diff.splitlines() if line.startswith(("-", "+"))]
    return known(FUNCTIONS, mutant.module, mutant.name, difference)


def unexplained(judged: Sequence[Judged]) -> list[Judged]:
    """Return the mutants that survived for no reason that is known, or as more than it says."""
    explained: Counter[Known] = Counter()
    found = []
    for one in judged:
        if one.round is None:
            about = one.reason
            if about is not None and explained[about] < about.number:
                explained[about] += 1
            else:
                found.append(one)
    return found


def quick_and_longer() -> tuple[list[str], list[str]]:
    """Return the paths of the tests of the first two rounds, from the root on."""
    tests = ROOT / "tests"
    quick, longer = (
        sorted({str(path.relative_to(ROOT)) for name in names for path in tests.glob(f"{name}.py")})
        for names in (QUICK, LONGER)
    )
    return [f"src/{PACKAGE}", *quick], [path for path in longer if path not in quick]


def measured_once(trials: Trials, folder: Path) -> Measured:
    """Return what the tests take and touch; only tests of changed files are measured again.

    All are when a module of the rules has changed. A change of what tests share is not noticed: it
    could at most make a mutant's tests a poorer choice. Remove the file to have all measured.
    """
    sources = b"".join((SOURCES / PACKAGE / f"{name}.py").read_bytes() for name in MODULES)
    path = folder / f"measured-{hashlib.sha256(sources).hexdigest()[:16]}.pickle"
    found, texts = Measured({}, {}), {}
    if path.exists():
        found, texts = pickle.loads(path.read_bytes())  # noqa: S301 - of our own making
    files = {item.nodeid: item.nodeid.partition("::")[0] for item in trials.items}
    now = {file: hashlib.sha256((ROOT / file).read_bytes()).digest() for file in files.values()}
    fresh_tests = [
        test
        for test, file in files.items()
        if test not in found.seconds or texts.get(file) != now[file]
    ]
    if fresh_tests:
        found = found.without(set(found.seconds) - (set(files) - set(fresh_tests)))
        found = found.joined(measure(trials, MODULES, fresh_tests))
        path.write_bytes(pickle.dumps((found, now)))
    return found


def judge_module(
    court: Court, mutants: Sequence[Mutant], quick: Sequence[str], scratch: Path
) -> list[Judged]:
    """Try the mutants of one module."""
    measured = court.measured
    files = set(quick)
    judged = []
    for number, mutant in enumerate(mutants, 1):
        touching = measured.touching(mutant.module, mutant.lines)
        in_quick = {
            test for test in touching if test.partition("::")[0] in files or test.startswith("src")
        }
        seconds, verdict = 0.0, Verdict(None)
        for name in ROUNDS:
            if name == "start" and not court.is_of_import(mutant):
                verdict = Verdict(None)
            elif name == "start":
                verdict = fresh(court, mutant, touching, scratch)
            elif name == "whole" and reason(mutant) is not None:
                verdict = Verdict(None)
            else:
                among = {"quick": in_quick, "longer": touching - in_quick, "whole": touching}[name]
                chosen = court.chosen(mutant, among, _BUDGETS[name])
                verdict = court.judge(mutant, chosen) if chosen else Verdict(None)
            seconds += verdict.seconds
            if verdict.killed_by is not None:
                judged.append(Judged(mutant, name, verdict))
                break
        else:
            judged.append(Judged(mutant, None, attrs.evolve(verdict, seconds=seconds)))
        last = judged[-1]
        sys.stderr.write(
            f"{mutant.module} {number}/{len(mutants)} {mutant.name} (line {mutant.lines.start}): "
            f"{last.round or 'SURVIVED'} {last.verdict.killed_by or ''} {seconds:.1f} s\n"
        )
        sys.stderr.flush()
    return judged


def fresh(court: Court, mutant: Mutant, touching: set[str], scratch: Path) -> Verdict:
    """Try a mutant that is there from the first import on, in a process of its own."""
    measured = court.measured
    among = touching or {
        test
        for (module, _), tests in measured.tests.items()
        if module == mutant.module
        for test in tests
    }
    tests = court.chosen(mutant, among, _BUDGETS["start"])
    write_trial(scratch, mutant, tests)
    command = [sys.executable, __file__, "--from-start", str(scratch)]
    began = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603 - ourselves
            command, capture_output=True, text=True, check=False, timeout=_FRESH_LIMIT
        )
    except subprocess.TimeoutExpired:
        return Verdict("from the start: too long", len(tests), time.monotonic() - began)
    seconds = time.monotonic() - began
    if not done.returncode:
        return Verdict(None, len(tests), seconds)
    *_, what = [line for line in done.stdout.splitlines() if line.startswith("by ")] or ["loading"]
    return Verdict(f"from the start: {what.removeprefix('by ')}", len(tests), seconds)


# --- what is written ----------------------------------------------------------------------


def line_of(name: str, judged: Sequence[Judged]) -> str:
    """Return the line of figures of a module."""
    rounds = Counter(one.round for one in judged)
    killed = len(judged) - rounds[None]
    return (
        f"{name:9} {len(judged):5} mutants, killed {killed:5} "
        f"({', '.join(f'{each} {rounds[each]}' for each in ROUNDS)}), "
        f"survived {rounds[None]:3}, {len(unexplained(judged))} of them for no reason that is "
        f"known: {100 * killed / max(1, len(judged)):.1f} %"
    )


def write(folder: Path, module: str, judged: Sequence[Judged]) -> None:
    """Write what survived for no known reason to be read, and all that was found, for `--again`."""
    survivors = [one.mutant for one in unexplained(judged)]
    texts = [
        f"## {mutant.name}: src/{PACKAGE}/{module}.py:{mutant.lines.start}\n{mutant.diff}\n"
        for mutant in survivors
    ]
    head = line_of(module, judged)
    (folder / f"{module}.txt").write_text("\n".join([head, "", *texts]), encoding="utf-8")
    found = {one.mutant.name: [one.mutant.diff, one.round, one.verdict.killed_by] for one in judged}
    text = json.dumps(found, ensure_ascii=False, indent=0)
    (folder / f"{module}.json").write_text(text, encoding="utf-8")


def killed_before(folder: Path, module: str) -> dict[str, tuple[str, Verdict]]:
    """Return what was killed the last time, by the mutant's diff: in which round and by what."""
    path = folder / f"{module}.json"
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {diff: (name, Verdict(by)) for diff, name, by in found.values() if name is not None}


def run(modules: Sequence[str], folder: Path, *, again: bool, patience: float) -> int:
    """Try the mutants of some modules; return the exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    quick, longer = quick_and_longer()
    everything: list[Judged] = []

    def work(trials: Trials) -> None:
        trials.items = [
            item for item in trials.items if not any(part in item.nodeid for part in NOT_TO_RUN)
        ]
        began = time.monotonic()
        measured = measured_once(trials, folder)
        minutes = (time.monotonic() - began) / 60
        sys.stdout.write(f"{len(measured.seconds)} tests measured in {minutes:.1f} min\n")
        sys.stdout.flush()
        court = Court(trials, measured, at_import, patience)
        for module in modules:
            everything.extend(one_module(court, module, quick, folder, again=again))
        sys.stdout.write(f"{line_of('all', everything)}\n")

    os.chdir(ROOT)
    at_import = lines_at_import(modules)
    code = collect([*quick, *longer], Trials(work), f"--ignore={SOURCES / PACKAGE / 'testing'}")
    if code:
        raise SystemExit(code)
    killed = sum(one.round is not None for one in everything)
    return 1 if unexplained(everything) or killed < GOAL * len(everything) else 0


def one_module(
    court: Court, module: str, quick: Sequence[str], folder: Path, *, again: bool
) -> list[Judged]:
    """Try the mutants of a module, print its line and write its files."""
    began = time.monotonic()
    killed = killed_before(folder, module) if again else {}
    mutants = list(mutants_of(SOURCES / PACKAGE / f"{module}.py"))
    judged = [Judged(one, *killed[one.diff]) for one in mutants if one.diff in killed]
    judged += judge_module(
        court, [one for one in mutants if one.diff not in killed], quick, folder / "trial.json"
    )
    write(folder, module, judged)
    minutes = (time.monotonic() - began) / 60
    sys.stdout.write(f"{line_of(module, judged)}, {minutes:.1f} min\n")
    sys.stdout.flush()
    return judged


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--modules", nargs="+", choices=MODULES, default=MODULES)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--patience", type=float, default=1.0, help="times the usual test time")
    parser.add_argument("--from-start", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    sys.path[:0] = [str(SOURCES)]
    if asked.from_start is not None:
        mutant, tests = read_trial(asked.from_start)
        return from_start(mutant, SOURCES, tests, ROOT)
    return run(asked.modules, asked.out, again=asked.again, patience=asked.patience)


if __name__ == "__main__":
    sys.exit(main())
