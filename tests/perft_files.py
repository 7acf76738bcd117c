"""The counts below `tests/perft/`, one file for each area of the rules: how they are written.

A file is made of blocks of lines, parted by an empty line; a line that begins with ``#`` is a
remark. A block is one position::

    name: claim-of-two
    shows: two seats are asked, one to win and one to pung
    rules: CLAIM-1 CLAIM-4
    state: lisi1 rules=-forced_win dealer=0 ...
    after: 0 discard 5m, 3 pass, 1 discard 2z
    depth 1: 4
    depth 2: 26

``state`` is the one line that `format_state` writes of the position, and it holds the wall and the
rules of the deal, so that the deal can be dealt again; ``after`` are the decisions that lead from
there to the position (``-`` for none). ``depth n`` is the number of sequences of exactly n
decisions, for each n from 1 on; no more is said once there are none.

Whoever has another engine of these rules can check it with the files alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from lisi_mahjong import GameState, deal, parse_action
from lisi_mahjong.notation import parse_state
from plain import plain_action, texts
from referee import Referee

FOLDER = Path(__file__).parent / "perft"


@attrs.frozen
class Entry:
    """A position and its counts.

    Attributes:
        name: says which one it is.
        shows: what it exercises, in words.
        rules: the numbers of the rules that have a say.
        state: the position as its canonical line.
        after: the decisions that lead to it from the deal's start, as texts.
        counts: the number of sequences of one decision, of two, and so on.
    """

    name: str
    shows: str
    rules: tuple[str, ...]
    state: str
    after: tuple[str, ...]
    counts: tuple[int, ...]

    def position(self) -> GameState:
        """Return the position as its line says it."""
        return parse_state(self.state)

    def start(self) -> GameState:
        """Return the deal that the position is of, as it was dealt."""
        position = self.position()
        return deal(position.shuffle, dealer=position.dealer, rules=position.rules)

    def referee(self) -> Referee:
        """Return a referee that has been brought to the position."""
        return referee_after(self.start(), self.after)


def referee_after(start: GameState, after: Iterable[str]) -> Referee:
    """Return a referee of the deal that begins with a state, after some decisions."""
    options = attrs.asdict(start.rules)
    referee = Referee(texts(start.shuffle.layout), start.shuffle.dice, start.dealer, options)
    for text in after:
        referee.apply(plain_action(parse_action(text)))
    return referee


# --- writing and reading ------------------------------------------------------------------


def write(entries: Sequence[Entry], remark: str) -> str:
    """Return the text of a file."""
    return "\n\n".join([f"# {remark}", *map(_block, entries)]) + "\n"


def _block(entry: Entry) -> str:
    lines = (
        f"name: {entry.name}",
        f"shows: {entry.shows}",
        f"rules: {' '.join(entry.rules)}",
        f"state: {entry.state}",
        f"after: {', '.join(entry.after) or '-'}",
        *(f"depth {depth}: {count}" for depth, count in enumerate(entry.counts, start=1)),
    )
    return "\n".join(lines)


def read(text: str) -> tuple[Entry, ...]:
    """Return the entries of a file.

    Raises:
        ValueError: a block is not as the module says.
    """
    kept = [line for line in text.splitlines() if not line.startswith("#")]
    blocks = "\n".join(kept).strip("\n").split("\n\n")
    return tuple([_entry(block.strip("\n")) for block in blocks])


def _entry(block: str) -> Entry:
    fields = [line.partition(": ") for line in block.split("\n")]
    values = [value for _, _, value in fields]
    depths = [f"depth {number}" for number in range(1, len(fields) - 4)]
    expected = ["name", "shows", "rules", "state", "after", *depths]
    if not depths or [name for name, _, _ in fields] != expected or not all(values):
        message = f"this is no entry:\n{block}"
        raise ValueError(message)
    name, shows, rules, state, after, *counts = values
    decisions = () if after == "-" else tuple(after.split(", "))
    return Entry(name, shows, tuple(rules.split()), state, decisions, tuple(map(int, counts)))


def stored(area: str) -> tuple[Entry, ...]:
    """Return the entries of the file of an area."""
    return read((FOLDER / f"{area.lower()}.txt").read_text(encoding="ascii"))
