"""Positions written down as lines and read back; as a script, a longer run over many deals.

``python tests/round_trips.py 1000`` does so with every state of a thousand deals of the corpus,
with each seat's view of every fifth state, and with the deals as records; see `round_trip`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence

from corpus import drawn
from lisi_mahjong import (
    Action,
    GameState,
    Record,
    SeatView,
    apply,
    format_record,
    parse_record,
    replay,
    view,
)
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view

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


def go_on(line: str, actions: Sequence[Action]) -> GameState:
    """Return the state that a line and the actions after it lead to."""
    state = parse_state(line)
    for action in actions:
        state = apply(state, action)
    return state


def round_trip(number: int) -> Counter[str]:
    """Write down and read back all of a deal of the corpus; return how much that was.

    Every state, and each view of every fifth, as a line; the deal as a record, which replays state
    by state; and from the line of one state in the middle the deal is played on to its end.
    """
    counts: Counter[str] = Counter(deals=1)
    moves = list(drawn(number).actions())
    positions = [state for state, _ in moves]
    actions = [action for _, action in moves]
    end = apply(*moves[-1]) if moves else drawn(number).start
    lines = [read_back(state) for state in (*positions, end)]
    counts["states"] += len(lines)
    for state in positions[::5]:
        for viewer in VIEWERS:
            read_back_view(view(state, viewer))
            counts["views"] += 1
    record = Record.of(drawn(number).start, actions)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    replayed = [taken.state for taken in replay(text.splitlines(keepends=True))]
    assert replayed == [*positions, end]
    middle = number % max(1, len(actions))
    assert go_on(lines[middle], actions[middle:]) == end
    return counts


def main(deals: int) -> int:
    """Write down and read back some deals, and print what it took."""
    counts: Counter[str] = Counter()
    failed = 0
    began = time.perf_counter()
    for number in range(deals):
        try:
            counts.update(round_trip(number))
        except AssertionError as error:
            failed += 1
            print(f"deal {number}: {error}")
    taken = time.perf_counter() - began
    print(f"{counts['states']} states and {counts['views']} views in {taken:.0f} s")
    print(f"{deals - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
