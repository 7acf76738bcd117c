"""How much two processes are worth: `pytest tests/benchmarks/test_scale.py`, on two quiet cores."""

from __future__ import annotations

import multiprocessing
import statistics
from concurrent.futures import Executor, ProcessPoolExecutor
from time import perf_counter

import pytest

from benchmarks.figures import Measure
from lisi_mahjong.simulation import simulate

ROUNDS = 5
DEALS = 1200


def seconds(executor: Executor | None, sitting: int | None) -> float:
    """Return how long the deals take."""
    start = perf_counter()
    simulate(DEALS // (sitting or 1), seed="scale", sitting=sitting, executor=executor)
    return perf_counter() - start


@pytest.mark.parametrize("sitting", [None, 15], ids=["deals", "sittings"])
def test_two_processes(measure: Measure, sitting: int | None) -> None:
    """The same tidy deals in turn without an executor and with two processes, started afresh.

    The processes are there before, and they and this one have played once: what is counted is
    work and not the start of an interpreter.
    """
    alone, together = [], []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, context) as executor:

        def play() -> None:
            alone.append(seconds(None, sitting))
            together.append(seconds(executor, sitting))

        play()
        alone.clear()
        together.clear()
        measure.run(play, rounds=ROUNDS)
    ratio = statistics.median(alone) / statistics.median(together)
    measure.note("times as fast with two processes", round(ratio, 2))
