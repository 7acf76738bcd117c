"""Mutation testing of the modules of the rules: how many of mutmut's mutants the tests kill.

``python tests/mutation/functions.py [--modules claims dealing ...] [--out FOLDER]`` prints a line
for each module and one for all, and writes what survived to ``FOLDER/MODULE.txt``. It takes an hour
for all modules and needs mutmut and coverage beside what the tests need. After tests were added or
sources changed, ``--again`` keeps what an earlier run has killed whose function still reads the
same, wherever it stands, and tries the rest; each line says how many were kept and how many tried.

A mutant is tried in rounds until a test fails or takes ten times as long as it should:

1. the quick tests that run the changed statement;
2. longer ones: games of a referee, of machines, stored counts and texts;
3. both once more with the mutant there from the first import on, if what is changed runs at
   import: tables that are worked out when a module is loaded;
4. all of them that run the statement, however long they take, unless the mutant is one of the
   `survivors` that no test can kill, each listed with the reason (``--doubt`` tries these, too).

Left out are tests that read sources, start other processes or count calls: they would not see a
mutant, or complain for another reason. What mutmut does not change (tables, constants, decorated
functions, enums) is left to cosmic-ray, see `constants`. The command fails when a mutant survives
that is not listed, when one that is listed was killed or is made no more, or when less than 95 of
100 are killed. For what is not listed it prints the entry, to be given a reason; ``--dry`` tries
nothing and goes by what earlier runs have found.
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
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from mutation.entries import entry  # noqa: E402 - from the folder just added
from mutation.function_mutants import Mutant, mutants_of  # noqa: E402
from mutation.known import Listed, NotThereError  # noqa: E402
from mutation.outcomes import ROUNDS, Judged, Outcome  # noqa: E402
from mutation.survivors import FUNCTIONS  # noqa: E402
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
    *("seats", "tiles", "splits", "melds", "rules", "wall", "winning", "actions", "state"),
    *("dealing", "hands", "claims", "scoring", "legal", "reducer", "views", "seen_json"),
    *("table_state", "table_actions", "table"),
)
"""The modules of the rules."""

QUICK = (
    *("test_bad_input", "test_table_bad_input", "test_table_problems", "test_following*"),
    *("test_glancing", "test_cases_*", "test_claim", "test_constants", "test_corners*"),
    *("test_dealing", "test_event_json*", "test_events", "test_telling"),
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

Spared = Callable[[Mutant], bool]
"""Says whether a mutant is spared the tests beyond their budget."""

_BUDGETS = {"quick": 6.0, "longer": 12.0, "start": 8.0, "whole": math.inf}
_FRESH_LIMIT = 240


def source_of(module: str) -> Path:
    """Return the path of a module."""
    return SOURCES / PACKAGE / f"{module}.py"


def list_of(module: str) -> Listed:
    """Return what is listed for a module."""
    return Listed(FUNCTIONS, module, source_of(module).read_text(encoding="utf-8"))


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
    court: Court, mutants: Sequence[Mutant], quick: Sequence[str], scratch: Path, spared: Spared
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
            elif name == "whole" and spared(mutant):
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


def write(folder: Path, outcome: Outcome) -> None:
    """Write what survived and is not listed to be read, and all that was found, for `--again`."""
    found = {
        one.mutant.name: [one.mutant.diff, one.round, one.verdict.killed_by, one.mutant.digest]
        for one in outcome.judged
    }
    text = json.dumps(found, ensure_ascii=False, indent=0)
    (folder / f"{outcome.name}.json").write_text(text, encoding="utf-8")
    text = "\n".join([outcome.line, *outcome.complaints, "", *map(section, outcome.unlisted)])
    (folder / f"{outcome.name}.txt").write_text(text, encoding="utf-8")


def section(one: Judged) -> str:
    """Return what is written of a mutant that survived and is not listed."""
    mutant = one.mutant
    where = f"src/{PACKAGE}/{mutant.module}.py:{mutant.lines.start}"
    return f"## {mutant.name}: {where}\n{mutant.diff}\n{entry_for(mutant)}\n"


def entry_for(mutant: Mutant) -> str:
    """Return the entry that would list a mutant."""
    source = source_of(mutant.module).read_text(encoding="utf-8")
    try:
        return entry(mutant.module, source, mutant.source)
    except NotThereError as error:
        return f"{mutant.name}: {error}; only a test will do"


def say(outcome: Outcome, *, also: str = "") -> None:
    """Print the line of a module, what is wrong with its list, and the entries that it lacks."""
    entries = [entry_for(one.mutant) for one in outcome.unlisted]
    lines = [outcome.line + also, *outcome.complaints, *entries]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def found_before(folder: Path, module: str) -> dict[str, tuple[str | None, Verdict]]:
    """Return what earlier runs have found, by the digests of mutants: round and killer."""
    path = folder / f"{module}.json"
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    # What was written before there were digests has none, and is tried anew.
    return {key: (name, Verdict(by)) for _, name, by, *keys in found.values() for key in keys}


def run(asked: argparse.Namespace) -> int:
    """Try the mutants of some modules; return the exit code."""
    folder: Path = asked.out
    folder.mkdir(parents=True, exist_ok=True)
    quick, longer = quick_and_longer()
    outcomes: list[Outcome] = []

    def work(trials: Trials) -> None:
        trials.items = [
            item for item in trials.items if not any(part in item.nodeid for part in NOT_TO_RUN)
        ]
        began = time.monotonic()
        measured = measured_once(trials, folder)
        minutes = (time.monotonic() - began) / 60
        sys.stdout.write(f"{len(measured.seconds)} tests measured in {minutes:.1f} min\n")
        sys.stdout.flush()
        court = Court(trials, measured, at_import, asked.patience)
        outcomes.extend(one_module(court, module, quick, asked) for module in asked.modules)

    os.chdir(ROOT)
    at_import = lines_at_import(asked.modules)
    code = collect([*quick, *longer], Trials(work), f"--ignore={SOURCES / PACKAGE / 'testing'}")
    if code:
        raise SystemExit(code)
    return conclusion(outcomes)


def one_module(
    court: Court, module: str, quick: Sequence[str], asked: argparse.Namespace
) -> Outcome:
    """Try the mutants of a module, print its line and write its files."""
    began = time.monotonic()
    listed = list_of(module)

    def spared(mutant: Mutant) -> bool:
        return not asked.doubt and listed.excuse(mutant.source) is not None

    before = found_before(asked.out, module) if asked.again else {}
    judged, rest = kept_and_rest(module, {key: it for key, it in before.items() if it[0]})
    judged += judge_module(court, rest, quick, asked.out / "trial.json", spared)
    outcome = Outcome.of(listed, judged)
    write(asked.out, outcome)
    say(outcome, also=f", {(time.monotonic() - began) / 60:.1f} min")
    return outcome


def kept_and_rest(
    module: str, found: Mapping[str, tuple[str | None, Verdict]]
) -> tuple[list[Judged], list[Mutant]]:
    """Return the mutants of a module of which it is known what came of them, and the others."""
    mutants = list(mutants_of(source_of(module)))
    kept = [Judged(one, *found[one.digest], kept=True) for one in mutants if one.digest in found]
    return kept, [one for one in mutants if one.digest not in found]


def look(asked: argparse.Namespace) -> int:
    """Hold the list against what earlier runs have found; return the exit code."""
    outcomes = []
    for module in asked.modules:
        kept, rest = kept_and_rest(module, found_before(asked.out, module))
        outcomes.append(Outcome.of(list_of(module), kept, rest))
        say(outcomes[-1])
    return conclusion(outcomes)


def conclusion(outcomes: Sequence[Outcome]) -> int:
    """Print the line of all; return the exit code."""
    everything = Outcome.of_all(outcomes)
    sys.stdout.write(f"{everything.line}\n")
    return 0 if everything.is_good else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--modules", nargs="+", choices=MODULES, default=MODULES)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--again", action="store_true", help="keep what earlier runs have killed")
    parser.add_argument("--dry", action="store_true", help="try nothing, go by earlier runs")
    parser.add_argument("--doubt", action="store_true", help="try what is listed by all tests, too")
    parser.add_argument("--patience", type=float, default=1.0, help="times the usual test time")
    parser.add_argument("--from-start", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    sys.path[:0] = [str(SOURCES)]
    if asked.from_start is not None:
        mutant, tests = read_trial(asked.from_start)
        return from_start(mutant, SOURCES, tests, ROOT)
    return look(asked) if asked.dry else run(asked)


if __name__ == "__main__":
    sys.exit(main())
