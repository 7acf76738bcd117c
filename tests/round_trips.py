"""Positions written down as lines and read back; as a script, a longer run over many deals.

``python tests/round_trips.py 1000`` does so with every state of a thousand deals of the corpus, and
with each seat's view of every fifth state. It says how long that took, and how long lines were.
"""

from __future__ import annotations

import sys
import time

from lisi_mahjong import GameState, SeatView, view
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view
from playouts import states

VIEWERS = (None, 0, 1, 2, 3)


def read_back(state: GameState) -> str:
    """Return the line of a state that is read back to an equal one, as all must be."""
    line = format_state(state)
    found = parse_state(line)
    assert found == state, line
    assert hash(found) == hash(state), line
    assert repr(found) == repr(state), line
    assert format_state(found) == line
    # What is derived does not count for equality, but play goes on from it.
    for player, other in zip(found.players, state.players, strict=True):
        assert (player.wait_set, player.meld_set) == (other.wait_set, other.meld_set), line
    assert line.isascii(), line
    assert line.isprintable(), line
    return line


def read_back_view(seen: SeatView) -> str:
    """Return the line of a view that is read back to an equal one, as all must be."""
    line = format_view(seen)
    found = parse_view(line)
    assert found == seen, line
    assert hash(found) == hash(seen), line
    assert repr(found) == repr(seen), line
    assert found.legal_actions == seen.legal_actions, line
    assert format_view(found) == line
    assert line.isascii(), line
    assert line.isprintable(), line
    return line


def main(deals: int) -> None:
    """Write down and read back the positions of some deals, and print what it took."""
    numbers = {"states": 0, "views": 0}
    longest = {"states": 0, "views": 0}
    began = time.perf_counter()
    for number, state in enumerate(states(range(deals))):
        lines = {"states": [read_back(state)], "views": []}
        if number % 5 == 0:
            lines["views"] = [read_back_view(view(state, viewer)) for viewer in VIEWERS]
        for name, found in lines.items():
            numbers[name] += len(found)
            longest[name] = max([longest[name], *map(len, found)])
    taken = time.perf_counter() - began
    print(f"{deals} deals, {taken:.0f} s")  # noqa: T201 - a script
    for name, count in numbers.items():
        print(f"{count} {name}, the longest line has {longest[name]} characters")  # noqa: T201 - a script


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
