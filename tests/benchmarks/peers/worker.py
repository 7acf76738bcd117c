"""One measurement in a process of its own: `python -m benchmarks.peers.worker WORK ROUND COUNT`.

Prints one line: `MARK` and the figures as JSON. What a package prints goes before it.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from time import perf_counter, process_time

MARK = "figures: "


def measure(work: str, seed: int, count: int) -> dict[str, float]:
    """Return the figures of some work, and the share of its core that it got.

    Args:
        work: ``module:function``, the module in this package, with a first argument after another
            colon.
        seed: the round.
        count: how much there is to do.
    """
    module, function, *arguments = work.split(":")
    measured = getattr(import_module(f"benchmarks.peers.{module}"), function)
    begun, busy = perf_counter(), process_time()
    figures: dict[str, float] = measured(*arguments, seed, count)
    share = (process_time() - busy) / (perf_counter() - begun)
    return {**figures, "share": share}


if __name__ == "__main__":
    figures = measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    sys.stdout.write(f"\n{MARK}{json.dumps(figures)}\n")
