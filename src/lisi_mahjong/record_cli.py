"""The commands ``record``, ``replay`` and ``verify``: deals and sittings in files.

Each returns the exit code: 0, or 1 where something could not be read or written, or a record does
not say what the rules say. What is wrong is one line on the standard error output, such as
``deals.jsonl:14: expected the ending, found the decision '0 pass'``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, TextIO, cast

from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.command_files import STANDARD, complaint, opened, output
from lisi_mahjong.command_parts import RULES, Progress, first_state, number_of_deals, seed_of
from lisi_mahjong.errors import RecordError, shorten
from lisi_mahjong.legal import actors
from lisi_mahjong.narration import Narrator, TileStyle
from lisi_mahjong.players import tidy
from lisi_mahjong.record_format import Seed
from lisi_mahjong.record_writer import RecordWriter
from lisi_mahjong.records import Record, read_records
from lisi_mahjong.sitting_format import is_sitting
from lisi_mahjong.sittings import Sitting, read_sittings
from lisi_mahjong.state import GameState
from lisi_mahjong.table_events import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    LeftTable,
    SatDown,
)
from lisi_mahjong.table_state import TableState


def add_commands(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the three commands; each sets ``run``, a function of the parsed options.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> add_commands(parser.add_subparsers())
        >>> parser.parse_args(["verify", "-"]).files
        ['-']
    """
    command = subparsers.add_parser(
        "record",
        help="write seeded deals to a file",
        description="Write the records of seeded deals, played by simple players, to a file. A "
        "file of that name is replaced without asking, when all is written.",
        allow_abbrev=False,
    )
    command.add_argument("file", metavar="FILE", help="- for the standard output")
    command.add_argument(
        "--seed", type=seed_of, default=1, help="an integer or any text (default: 1)"
    )
    command.add_argument("--rules", choices=RULES, default="written", help="(default: written)")
    command.add_argument(
        "--deals",
        type=number_of_deals,
        metavar="N",
        help="so many, number i on the seed 'SEED/i' from 'SEED/0' on (default: one, on the seed "
        "itself)",
    )
    command.set_defaults(run=record)
    command = subparsers.add_parser(
        "replay",
        help="print and verify the deals of a file",
        description="Print the deals of a file of records, or of sittings, move by move, and "
        "verify them.",
        allow_abbrev=False,
    )
    command.add_argument("file", metavar="FILE", help="- for the standard input")
    command.add_argument(
        "--tiles",
        choices=[style.value for style in TileStyle],
        default="text",
        help="how tiles are written: 5m, 🀋 or 五万 (default: text)",
    )
    command.set_defaults(run=replay)
    command = subparsers.add_parser(
        "verify",
        help="verify files of records or sittings",
        description="Replay every record and every sitting of some files and say what is wrong, "
        "if anything is.",
        allow_abbrev=False,
    )
    command.add_argument("files", metavar="FILE", nargs="+", help="- for the standard input")
    command.set_defaults(run=verify)


# --- record -------------------------------------------------------------------------------


def record(options: argparse.Namespace) -> int:
    """Write the records of seeded deals to a file, which is there in full or not at all.

    Args:
        options: ``file``, ``seed``, ``rules``, and ``deals`` or ``None``.
    """
    seed, number = options.seed, options.deals or 1
    seeds = [seed] if options.deals is None else (f"{seed}/{place}" for place in range(number))
    progress = Progress("deals", sys.stderr, number)
    decisions = 0
    try:
        with output(options.file) as stream:
            for done, each in enumerate(seeds, start=1):
                decisions += _write_deal(stream, each, options.rules)
                progress.show(done)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        progress.wipe()
        sys.stderr.write(complaint(options.file, error))
        return 1
    progress.finish()
    if options.file != STANDARD:
        _say(f"{_counted(number, 'deal')} written, {_counted(decisions, 'decision')}")
    return 0


def _write_deal(stream: TextIO, seed: int | str, rules: str) -> int:
    """Write a deal played by the tidy player and return the number of its decisions."""
    start = first_state(seed, rules)
    metadata = {"played_by": f"{tidy.__module__}.{tidy.__name__}"}
    writer = RecordWriter(stream.write, start, seed=seed, metadata=metadata)
    while to_decide := actors(writer.state):
        writer.play(tidy(writer.state, to_decide[0]))
    return writer.state.ply


# --- replay and verify --------------------------------------------------------------------


def replay(options: argparse.Namespace) -> int:
    """Print the deals of a file of records, or of sittings, and verify them.

    Args:
        options: ``file`` and ``tiles``.
    """
    complaints: list[str] = []
    style = TileStyle(options.tiles)
    for found in _found(options.file, complaints):
        if isinstance(found, Record):
            told = _telling(found, style)
        else:
            told = _airy(_telling_sitting(found, style))
        for line in told:
            _say(line)
    sys.stdout.flush()
    sys.stderr.writelines(complaints)
    return 1 if complaints else 0


_LEGEND: Final = "Standing tiles 立牌 are in {braces}, sets in [brackets]."


def _telling(found: Record, style: TileStyle) -> Iterator[str]:
    """Yield a recorded deal as lines."""
    said = [f"Line {found.line}: dealer {found.dealer}", repr(found.rules)]
    if found.seed is not None:
        said.append(f"seed {shorten(found.seed)}")
    if found.names is not None:
        said.append(f"names {' '.join(map(shorten, found.names))}")
    yield ", ".join(said)
    yield _LEGEND
    yield ""
    steps = found.replay()
    narrator = Narrator(next(steps).state, style)
    yield from narrator.opening()
    yield ""
    for taken in steps:
        yield from narrator.tell(taken.events)
    yield ""
    yield _played(found.state)
    yield ""


def _telling_sitting(found: Sitting, style: TileStyle) -> Iterator[str]:
    """Yield a recorded sitting as lines: who comes and goes, each deal, and what it was paid."""
    yield f"Line {found.line}: {found.rules!r}, {found.score!r}"
    yield _LEGEND
    yield ""
    narrator = cast("Narrator", None)  # before a deal has started, nothing happens in one
    seeds = iter(found.seeds)
    for taken in found.replay():
        table = taken.state
        for event in taken.events:
            match event:
                case SatDown():
                    yield f"{shorten(event.name)} sits down at seat {event.seat}."
                case LeftTable():
                    yield f"{shorten(event.name)} leaves seat {event.seat}."
                case BecameReady() | BecameUnready():
                    pass
                case DealStarted():
                    narrator = Narrator(cast("GameState", table.deal), style)
                    yield from ("", _started(event, table, next(seeds)), "")
                    yield from (*narrator.opening(), "")
                case DealSettled():
                    yield from ("", _played(cast("GameState", table.deal)))
                    yield from (payment.en for payment in event.summary.settlement.payments)
                    yield from (_ledger(table), "")
                case DealVoided():
                    yield from ("The deal is void: nobody pays.", _ledger(table), "")
                case _:
                    yield from narrator.tell([event])
    yield from ("", f"{_counted(len(found.state.history), 'deal')}. {_ledger(found.state)}", "")


def _airy(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, but of empty ones in a row only the first."""
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line


def _started(event: DealStarted, table: TableState, seed: Seed | None) -> str:
    """Return a line on a deal that starts."""
    names = " ".join(map(shorten, table.names))
    said = [f"Deal {len(table.history) + 1}: dealer {event.dealer}"]
    if event.drawn_by_lot:
        said.append("drawn by lot")
    if event.multiplier > 1:
        said.append(f"paid {event.multiplier} times after a drawn deal")
    if seed is not None:
        said.append(f"seed {shorten(seed)}")
    return ", ".join([*said, f"names {names}"])


def _played(state: GameState) -> str:
    return f"{state.ply} decisions, {state.kongs} kongs, {state.remaining} tiles left."


def _ledger(table: TableState) -> str:
    points = (
        f"{shorten(name)} {f'{number:+}' if number else '0'}"
        for name, number in table.ledger.items()
    )
    return f"Ledger 账: {', '.join(points) or 'nobody'}"


def verify(options: argparse.Namespace) -> int:
    """Replay every record and every sitting of some files, say what is wrong, and sum up.

    Args:
        options: ``files``.
    """
    progress = Progress("records", sys.stderr)
    done: Counter[str] = Counter()
    bad = 0
    for name in options.files:
        complaints: list[str] = []
        for found in _found(name, complaints):
            if found.finished:
                done.update(_counts(found))
            progress.show(done["record"] + done["deal"])
        if complaints:
            progress.wipe()
            sys.stderr.writelines(complaints)
            bad += 1
    seconds = progress.finish()
    verified = f"{_counted(done['record'], 'record')} of {_counted(done['decision'], 'decision')}"
    if done["sitting"]:
        sittings = f"{_counted(done['sitting'], 'sitting')} of {_counted(done['deal'], 'deal')}"
        verified = f"{verified} and {sittings}" if done["record"] else sittings
    _say(
        f"{_counted(len(options.files), 'file')}: {verified} verified, "
        f"{(done['record'] + done['deal']) / seconds:.0f} a second; "
        f"{_counted(bad, 'file')} with an error"
    )
    return 1 if bad else 0


def _counts(found: Record | Sitting) -> dict[str, int]:
    """Return what there is to count of a record or a sitting."""
    if isinstance(found, Record):
        return {"record": 1, "decision": len(found.decisions)}
    return {"sitting": 1, "deal": len(found.state.history)}


def _found(name: str, complaints: list[str]) -> Iterator[Record | Sitting]:
    """Yield what a file holds, an unfinished record or sitting too, until something is wrong.

    The first line says whether they are records or sittings.

    Args:
        name: of the file.
        complaints: gets a line on what is wrong, if anything is.
    """
    try:
        with opened(name) as stream:
            lines = iter(lambda: stream.readline(MAX_LINE + 2), "")
            first = next(lines, "")
            every = chain([first], lines)
            found = None
            for found in read_sittings(every) if is_sitting(first) else read_records(every):
                yield found
                found.check_finished()
            if found is None:
                raise RecordError(1, "a header", "nothing")
    except (OSError, ValueError) as error:
        complaints.append(complaint(name, error))


# --- words --------------------------------------------------------------------------------


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
