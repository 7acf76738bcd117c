"""A campaign: coverage-guided fuzzing of every parser of the public face.

``python tests/fuzzing.py --seconds 3600`` shares the time among all parsers; it needs atheris
(``python -m pip install atheris``), which nothing else here needs. With ``--corpus FOLDER`` the
inputs that reached something new are kept there, and a later run goes on from them; ``--only NAME``
fuzzes some of the parsers. For each there is a line: inputs tried, how many of them were read, the
edges of the package that were reached. Faults come with the smallest input that was found, as a
Python literal. It ends with ``N passed, N failed``, the parsers.

What must hold is in `fuzz_oracle`, for each parser in `fuzz_texts` and `fuzz_values`.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import attrs

from fuzz_mutation import decode
from fuzz_targets import TARGETS

TESTS = Path(__file__).resolve().parent
NEEDS_ATHERIS = (
    "this needs atheris, a fuzzer for Python:\n    python -m pip install atheris\n"
    "and this package beside it; tests/test_fuzzing.py tries the same parsers without it\n"
)
GRACE = 240.0
"""Seconds that a turn may last beyond its time, to shorten what it has found."""

_COVERAGE = re.compile(r"\bcov: ([0-9]+)")
_ENDED_BY = re.compile(r"ERROR: libFuzzer: ([^\n]*)")


@attrs.frozen
class Found:
    """A fault, with an input that shows it."""

    what: str
    text: str
    detail: str


@attrs.frozen
class Outcome:
    """What came of the turn of one parser."""

    name: str
    inputs: int
    accepted: int
    seconds: float
    edges: int
    faults: tuple[Found, ...]

    def __str__(self) -> str:
        return (
            f"{self.name:25}{self.inputs:>10} inputs {self.seconds:>6.0f} s"
            f"{self.accepted:>10} read{self.edges:>7} edges{len(self.faults):>4} faults"
        )


def outcome_of(name: str, folder: Path, log: str, *, ended_well: bool) -> Outcome:
    """Return what a turn has left behind.

    Args:
        name: the parser.
        folder: where its findings are.
        log: what the fuzzer has said.
        ended_well: whether it came to its end.
    """
    file = folder / f"{name}.json"
    found = json.loads(file.read_text(encoding="ascii")) if file.exists() else {}
    faults = [Found(*each) for each in found.get("faults", ())]
    if not ended_well:
        ended = _ENDED_BY.search(log)
        artefacts = sorted(folder.glob(f"{name}.ended-by-*"))
        text = decode(artefacts[-1].read_bytes()) if artefacts else ""
        faults.append(Found("the process ended", text, ended[1] if ended else log[-300:]))
    edges = [int(number) for number in _COVERAGE.findall(log)]
    return Outcome(
        name,
        found.get("inputs", 0),
        found.get("accepted", 0),
        found.get("seconds", 0.0),
        max(edges, default=0),
        tuple(faults),
    )


def take_turn(name: str, seconds: float, folder: Path) -> Outcome:
    """Fuzz one parser for some time, in a process of its own."""
    for old in (folder / f"{name}.json", *folder.glob(f"{name}.ended-by-*")):
        old.unlink(missing_ok=True)
    log = folder / f"{name}.log"
    command = [sys.executable, str(TESTS / "fuzz_child.py"), name, str(seconds), str(folder)]
    with log.open("wb") as stream:
        child = subprocess.Popen(command, stdout=stream, stderr=stream, stdin=subprocess.DEVNULL)  # noqa: S603 - our own
        try:
            ended_well = _wait(child, name, seconds) == 0
        finally:
            child.kill()
            child.wait()
    said = log.read_text(encoding="utf-8", errors="replace")
    return outcome_of(name, folder, said, ended_well=ended_well)


def _wait(child: subprocess.Popen[bytes], name: str, seconds: float) -> int | None:
    """Wait for a turn to end; ``None`` if it does not."""
    began = time.monotonic()
    while (left := began + seconds + GRACE - time.monotonic()) > 0:
        try:
            return child.wait(min(1.0, left))
        except subprocess.TimeoutExpired:
            _show(f"{name} {time.monotonic() - began:.0f}/{seconds:.0f} s")
    return None


def _show(text: str) -> None:
    """Renew the line on a terminal that tells how far it is."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


@contextmanager
def corpus(folder: str | None) -> Iterator[Path]:
    """Yield the folder for the inputs: the one that was asked for, or one that goes away."""
    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        yield Path(folder).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="fuzzing-") as passing:
        yield Path(passing)


def run(names: Sequence[str], seconds: float, folder: Path) -> int:
    """Fuzz parsers one after another, print what came of it, and return the exit code."""
    outcomes = []
    for name in names:
        outcome = take_turn(name, seconds / len(names), folder)
        outcomes.append(outcome)
        _show("")
        sys.stdout.write(f"{outcome}\n")
        for fault in outcome.faults:
            detail = fault.detail.encode("ascii", "backslashreplace").decode()
            sys.stdout.write(f"    {fault.what}: {detail}\n        {fault.text!a}\n")
        sys.stdout.flush()
    failed = sum(bool(outcome.faults) for outcome in outcomes)
    inputs = sum(outcome.inputs for outcome in outcomes)
    sys.stdout.write(f"{inputs} inputs in {sum(each.seconds for each in outcomes):.0f} s\n")
    sys.stdout.write(f"{len(outcomes) - failed} passed, {failed} failed\n")
    return 1 if failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    parser = argparse.ArgumentParser(description="Fuzz the parsers of the public face.")
    parser.add_argument("--seconds", type=float, default=3600, help="for all together (3600)")
    parser.add_argument(
        "--only", nargs="+", choices=list(TARGETS), default=list(TARGETS), metavar="NAME",
        help=f"of {' '.join(TARGETS)}",
    )  # fmt: skip
    parser.add_argument("--corpus", metavar="FOLDER", help="where the inputs are kept")
    options = parser.parse_args(arguments)
    if find_spec("atheris") is None:
        sys.stderr.write(NEEDS_ATHERIS)
        return 2
    with corpus(options.corpus) as folder:
        return run(options.only, options.seconds, folder)


if __name__ == "__main__":
    sys.exit(main())
