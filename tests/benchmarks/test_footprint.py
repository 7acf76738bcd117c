"""How much memory a kept state takes, and how long the import takes.

Figures, not assertions.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tracemalloc
from pathlib import Path

from benchmarks.figures import Measure
from lisi_mahjong import GameState, Shuffle, actors, apply, deal
from lisi_mahjong.players import tidy


def keep_states(deals: int) -> list[GameState]:
    """Play tidy deals and return every state of them but the first."""
    kept = []
    for seed in range(deals):
        state = deal(Shuffle.from_seed(seed))
        while to_decide := actors(state):
            state = apply(state, tidy(state, to_decide[0]))
            kept.append(state)
    return kept


def test_bytes_of_a_state(measure: Measure) -> None:
    """What a state takes beside all that it shares with the states before it."""
    deals = 20
    keep_states(deals)  # fill the memos
    sizes = []

    def look() -> None:
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = keep_states(deals)
        after = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        sizes.append((after - before) / len(kept))

    measure.run(look, rounds=3)
    size = round(statistics.median(sizes))
    measure.note("bytes a state", size)


def test_import(measure: Measure, tmp_path: Path) -> None:
    """The import beyond bare Python and attrs, each round in two new interpreters.

    The modules are compiled once, as they are where a package has been installed.
    """
    clock = (
        "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"
    )
    compiled = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    compiled.pop("PYTHONDONTWRITEBYTECODE", None)
    times = []

    def look() -> None:
        seconds = [
            float(
                subprocess.run(  # noqa: S603 - this interpreter and our own words
                    [sys.executable, "-c", "import attr, attrs; " + clock.format(module)],
                    env=compiled,
                    check=True,
                    capture_output=True,
                    text=True,
                ).stdout
            )
            for module in ("lisi_mahjong", "attrs")
        ]
        times.append(seconds[0] - seconds[1])

    look()  # which compiles
    times.clear()
    measure.run(look, rounds=11)
    measure.note("milliseconds", round(statistics.median(times) * 1000, 1))
