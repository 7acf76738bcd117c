"""The rounds: row after row in each, every one in a new process, all on one core."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from benchmarks.peers.catalogue import Measure, Row
from benchmarks.peers.installing import NotThereError, last_line
from benchmarks.peers.timing import Figures
from benchmarks.peers.worker import MARK

TESTS = Path(__file__).resolve().parents[2]

PATIENCE = 180
"""Seconds that one process may take."""

Rounds = dict[str, list[Figures]]
"""By ``measure/row``, the figures of each round."""


def pin(core: int | None) -> str:
    """Hold this process and those it will start to one core, and return which.

    Args:
        core: which; None for the last that this process may use.
    """
    if not hasattr(os, "sched_setaffinity"):
        return "no core pinned (the system does not offer it)"
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return f"pinned to core {chosen}"


def measure_once(
    python: Path, work: str, seed: int, count: int, *, patience: float = PATIENCE
) -> Figures:
    """Return the figures of one row in one round, measured in a new process.

    Args:
        python: the interpreter that has the package.
        work: what `worker.measure` is to do.
        seed: the round.
        count: how much there is to do.
        patience: seconds that it may take.

    Raises:
        NotThereError: it fails, takes too long or prints no figures.
    """
    # Bytecode is written as anywhere else, so that only a first import compiles.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [str(python), "-m", "benchmarks.peers.worker", work, str(seed), str(count)]
    try:
        ran = subprocess.run(  # noqa: S603 - our own command
            command,
            cwd=TESTS,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        raise NotThereError(f"not done within {patience:.0f} s") from None
    if ran.returncode:
        raise NotThereError(last_line(ran.stderr))
    lines = [line for line in ran.stdout.splitlines() if line.startswith(MARK)]
    if not lines:
        raise NotThereError("it printed no figures")
    figures: Figures = json.loads(lines[-1].removeprefix(MARK))
    return figures


def run(
    rows: Iterable[tuple[Measure, Row]],
    pythons: Mapping[str, Path],
    rounds: int,
    *,
    quick: bool = False,
    tell: Callable[[str], object] = lambda _: None,
) -> tuple[Rounds, dict[str, str]]:
    """Return the figures of all rounds, and by row why there are none.

    Args:
        rows: what is measured, in this order in every round.
        pythons: by package, the interpreter that has it; what has none is left out.
        rounds: how many.
        quick: whether each row does as little as shows that it runs.
        tell: is told what is being done.
    """
    measured: Rounds = {}
    failed: dict[str, str] = {}
    todo = [(measure, row) for measure, row in rows if row.package in pythons]
    for number in range(rounds):
        for measure, row in todo:
            key = f"{measure.key}/{row.key}"
            if key in failed:
                continue
            tell(f"round {number + 1} of {rounds}: {key}")
            count = row.quick if quick else row.count
            try:
                figures = measure_once(pythons[row.package], row.work, number, count)
            except NotThereError as error:
                failed[key] = str(error)
                measured.pop(key, None)
            else:
                measured.setdefault(key, []).append(figures)
    return measured, failed
