"""A campaign: worlds drawn for positions of mixed deals, looked at and played on.

``python tests/sampling_campaign.py --deals 22000 --processes 2 --journal FILE`` looks at some
states of each deal and at its end, through the eyes of all five viewers: 45 positions a deal.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Iterator, Sequence
from functools import partial

import campaigns
from campaigns import Campaign, Findings
from lisi_mahjong.sampling import sample_state
from worlds import Position, doubts, play_to_the_end, positions, tight_positions

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


def check_deals(start: int, stop: int, *, tight: bool = False) -> Findings:
    """Return what came of some positions of the deals of these numbers."""
    found = Findings()
    numbers = range(start, stop)
    places = tight_positions(numbers) if tight else positions(numbers, SOME)
    for place, position in enumerate(places):
        found.counts.update(("checked", " · ".join(position.sort)))
        doubted = check(position, f"{start} {place}")
        if doubted:
            where = f"deal {position.deal}, ply {position.state.ply}, viewer {position.viewer}"
            found.failures.append(f"{where}: {'; '.join(doubted)}")
    return found


def summary(found: Findings) -> Iterator[str]:
    """Yield the lines that sum a campaign up: how many positions of each sort."""
    for sort, number in sorted(found.counts.items()):
        if sort != "checked":
            yield f"{sort:40}{number:9}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    options = campaigns.parser("Draw worlds for views and look at them.", "deals", 100)
    options.add_argument("--tight", action="store_true", help="near the end, with many in ting")
    parsed = options.parse_args(arguments)
    campaign = Campaign(
        "worlds, tight" if parsed.tight else "worlds",
        partial(check_deals, tight=parsed.tight),
        (parsed.start, parsed.start + parsed.number),
        10,
        parsed.processes,
        parsed.journal,
    )
    return campaigns.run(campaign, summary)


if __name__ == "__main__":
    sys.exit(main())
