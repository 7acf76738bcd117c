"""A campaign: worlds drawn for positions of mixed deals, looked at and played on.

``python tests/sampling_campaign.py --positions N`` ends with ``N passed, N failed``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import count, islice

from lisi_mahjong.sampling import sample_state
from worlds import Position, doubts, play_to_the_end, positions, tight_positions

SHOWN = 10
SOME = 8
"""States of a deal that are looked at, beside its end."""


def check(position: Position, seed: str) -> list[str]:
    """Return what is wrong with two worlds of a position; one of them is played to its end."""
    found: list[str] = []
    try:
        seen = position.seen
        world = sample_state(seen, random.Random(seed))
        if sample_state(seen, random.Random(seed)) != world:
            found.append("the same seed gives another world")
        found += doubts(world, seen)
        found += doubts(sample_state(seen, random.Random(f"{seed} again")), seen)
        play_to_the_end(world, random.Random(seed))
    except Exception:  # noqa: BLE001 - a campaign goes on, whatever breaks
        found.append(traceback.format_exc())
    return found


def run(start: int, number: int, *, tight: bool) -> int:
    """Run a campaign; return the exit code."""
    began = time.monotonic()
    places = tight_positions(count(start)) if tight else positions(count(start), SOME)
    sorts: Counter[tuple[str, str]] = Counter()
    failed = slowest = 0.0
    for place, position in enumerate(islice(places, number)):
        sorts[position.sort] += 1
        before = time.monotonic()
        found = check(position, f"{start} {place}")
        slowest = max(slowest, time.monotonic() - before)
        failed += bool(found)
        if found and failed <= SHOWN:
            where = f"deal {position.deal}, ply {position.state.ply}, viewer {position.viewer}"
            sys.stdout.write(f"{where}: {'; '.join(found)}\n")
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{place + 1}/{number} positions, {failed:.0f} failed ")
    for sort, times in sorted(sorts.items()):
        sys.stdout.write(f"{' · '.join(sort):40}{times:8}\n")
    seconds = time.monotonic() - began
    sys.stdout.write(f"{seconds:.0f} s, the slowest position {1000 * slowest:.0f} ms\n")
    sys.stdout.write(f"{number - failed:.0f} passed, {failed:.0f} failed\n")
    return 1 if failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    parser = argparse.ArgumentParser(description="Draw worlds for views and look at them.")
    parser.add_argument("--positions", type=int, default=3000, help="how many (3000)")
    parser.add_argument("--start", type=int, default=0, help="the number of the first deal (0)")
    parser.add_argument("--tight", action="store_true", help="near the end, with many in ting")
    options = parser.parse_args(arguments)
    return run(options.start, options.positions, tight=options.tight)


if __name__ == "__main__":
    sys.exit(main())
