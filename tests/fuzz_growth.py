"""Inputs that are read, made of inputs that may not be: a deal played on, a checksum put right.

Changes of letters hardly ever come to a text that is read, and never to one with another checksum.
What is made here goes on from as much of a text as can be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from random import Random

from lisi_mahjong import (
    GameState,
    LisiError,
    Play,
    Record,
    RecordWriter,
    Shuffle,
    Sit,
    Sitting,
    SittingWriter,
    StartDeal,
    TableAction,
    TableState,
    actors,
    apply,
    apply_table,
    format_state,
    format_table,
    legal_actions,
    parse_state,
    parse_table,
    read_records,
    read_sittings,
    table_legal_actions,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.record_lines import lines_of

STEPS = 8
"""So far is played on at once, at most."""

NAMES = ("Ann", "Bo", "Cai", "丁", '"E" \\', "0 leave")


def grow_state(text: str, rng: Random) -> str:
    """Return the line of a state some decisions behind that of a text."""
    try:
        state = parse_state(text)
    except LisiError:
        return text
    for _ in range(rng.randint(1, STEPS)):
        to_decide = actors(state)
        if not to_decide:
            break
        state = apply(state, rng.choice(legal_actions(state, rng.choice(to_decide))))
    return format_state(state)


def _table_action(table: TableState, rng: Random) -> TableAction:
    """Return something that may be done at a table, with a leaning towards a deal that goes on."""
    if table.playing and rng.random() < 0.97:
        state: GameState = table.deal  # type: ignore[assignment]  # it is played
        seat = rng.choice(actors(state))
        tidily = rng.random() < 0.8
        return Play(tidy(state, seat) if tidily else rng.choice(legal_actions(state, seat)))
    if not table.playing and all(table.ready):
        return StartDeal(Shuffle.from_seed(rng.randrange(1000)))
    empty = [seat for seat, name in enumerate(table.names) if name is None]
    if empty:
        free = [name for name in NAMES if name not in table.names]
        return Sit(rng.choice(empty), rng.choice(free))
    choices = [action for seat in range(4) for action in table_legal_actions(table, seat)]
    ready = [action for action in choices if type(action).__name__ == "Ready"]
    return rng.choice(ready if ready and rng.random() < 0.9 else choices)


def grow_table(text: str, rng: Random) -> str:
    """Return the text of a table some actions behind that of a text."""
    try:
        table = parse_table(text)
    except LisiError:
        return text
    for _ in range(rng.randint(1, STEPS)):
        table = apply_table(table, _table_action(table, rng))
    return format_table(table)


def _readable(lines: list[str], read: type[Record | Sitting]) -> Iterator[str]:
    """Yield the lines of a file that are read, up to the first that is not."""
    try:
        if read is Record:
            list(read_records(lines))
        else:
            list(read_sittings(lines))
    except LisiError as error:
        yield from lines[: getattr(error, "line", 1) - 1]
    else:
        yield from lines


def grow_record(text: str, rng: Random) -> str:
    """Return a file of records of which the last goes on, and perhaps ends."""
    lines = list(_readable(lines_of(text), Record))
    try:
        found = list(read_records(lines))
    except LisiError:
        return text
    if not found:
        return text
    last = found[-1]
    if last.finished:
        last = Record.of(last.start, last.decisions[: rng.randrange(len(last.decisions) + 1)])
    grown: list[str] = [line for record in found[:-1] for line in record.lines()]
    grown += last.lines()
    if not last.finished:
        writer = RecordWriter.resume(grown.append, last)
        for _ in count() if rng.random() < 0.5 else range(rng.randint(1, STEPS)):
            to_decide = actors(writer.state)
            if not to_decide:
                break
            seat = rng.choice(to_decide)
            writer.play(tidy(writer.state, seat))
    return "".join(grown)


def grow_sitting(text: str, rng: Random) -> str:
    """Return a file of sittings of which the last goes on, and perhaps ends."""
    lines = list(_readable(lines_of(text), Sitting))
    try:
        found = list(read_sittings(lines))
    except LisiError:
        return text
    if not found or found[-1].finished:
        return text
    last = found[-1]
    grown: list[str] = [line for sitting in found[:-1] for line in sitting.lines()]
    grown += last.lines()
    writer = SittingWriter.resume(grown.append, last)
    for _ in range(rng.choice((1, STEPS, 10 * STEPS))):
        writer.act(_table_action(writer.state, rng))
    if rng.random() < 0.5:
        writer.close()
    return "".join(grown)


# --- checksums ----------------------------------------------------------------------------

_CHECKSUM = re.compile(r'"sha256":"[^"]*"')
_DECISIONS = re.compile(r'"decisions":[0-9]+')


def mend(text: str) -> str:
    """Return a record or a sitting with the checksum of each ending put right, and its count.

    Example:
        >>> mend('{"a":1}\\n{"decisions":7,"sha256":"?"}')[8:36]
        '{"decisions":0,"sha256":"e34'
    """
    lines = text.split("\n")
    start = 0
    for place, line in enumerate(lines):
        if line.startswith("{") and '"format"' in line:
            start = place
        if line.startswith("{") and '"sha256"' in line and place > start:
            mended = _DECISIONS.sub(f'"decisions":{place - start - 1}', line)
            seen = "".join(f"{each}\n" for each in lines[start:place])
            digest = sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()
            lines[place] = _CHECKSUM.sub(f'"sha256":"{digest}"', mended)
            start = place + 1
    return "\n".join(lines)


def respelled(line: str, value: object) -> str:
    """Return a value as the line of a record; the line itself if it is none."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError):
        return line
