"""A campaign: positions bent out of shape and without a problem all the same, played on.

``python tests/bent_campaign.py --pools 40 --processes 2 --journal FILE`` bends the states of some
mixed deals for each pool, 200 times, and plays on from what has no problem: no state on the way may
have one, or cannot be written and read back.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import islice

import campaigns
from bent_positions import played_on, pool_of, said, without_problems
from campaigns import Campaign, Findings
from lisi_mahjong import LisiError

POSITIONS = 200
"""So many of each pool."""

_DEALS = 40
_MOST = (5, 5, 5, 10, 300)
"""Actions that are played on; most often few, and now and then to the end."""


def check_pools(start: int, stop: int) -> Findings:
    """Return what came of the pools of these numbers."""
    found = Findings()
    for number in range(start, stop):
        rng = random.Random(f"bent {number}")
        first = rng.randrange(10_000)
        pool = pool_of(range(first, first + _DEALS))
        for state, line in islice(without_problems(pool, rng), POSITIONS):
            found.counts["checked"] += 1
            try:
                found.counts["states"] += played_on(state, rng, rng.choice(_MOST))
            except (AssertionError, LisiError) as error:
                found.failures.append(f"{error!r}\nfrom {line}\nbent {said(state)}")
    return found


def summary(found: Findings) -> Iterator[str]:
    """Yield the line that sums a campaign up."""
    yield f"{found.counts['checked']} positions, {found.counts['states']} states"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    parsed = campaigns.parser("Bend positions and play on.", "pools", 4).parse_args(arguments)
    campaign = Campaign(
        "bent positions",
        check_pools,
        (parsed.start, parsed.start + parsed.number),
        1,
        parsed.processes,
        parsed.journal,
    )
    return campaigns.run(campaign, summary)


if __name__ == "__main__":
    sys.exit(main())
