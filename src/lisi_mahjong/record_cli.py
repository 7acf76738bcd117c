"""The commands ``record``, ``replay`` and ``verify``: deals in files.

Each returns the exit code: 0, or 1 where something could not be read or written, or a record does
not say what the rules say. What is wrong is one line on the standard error output, such as
``deals.jsonl:14: expected the ending, found no more of the record``.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.command_parts import RULES, Progress, first_state, number_of_deals, seed_of
from lisi_mahjong.errors import RecordError, shorten
from lisi_mahjong.legal import actors
from lisi_mahjong.narration import Narrator, TileStyle
from lisi_mahjong.players import tidy
from lisi_mahjong.record_writer import RecordWriter
from lisi_mahjong.records import Record, read_records

STANDARD: Final = "-"
"""The name that stands for standard input or output."""


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
        description="Write the records of seeded deals, played by simple players, to a file.",
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
        description="Print the deals of a file of records, move by move, and verify them.",
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
        help="verify files of records",
        description="Replay every record of some files and say what is wrong, if anything is.",
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
        with _output(options.file) as stream:
            for done, each in enumerate(seeds, start=1):
                decisions += _write_deal(stream, each, options.rules)
                progress.show(done)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        progress.wipe()
        sys.stderr.write(_complaint(options.file, error))
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


@contextmanager
def _output(name: str) -> Iterator[TextIO]:
    """Open a file that takes its name only when all has gone well.

    What is no regular file (a pipe, a device) is written to as it is.
    """
    if name == STANDARD:
        yield sys.stdout
        sys.stdout.flush()
        return
    target = Path(name).resolve()  # a link stays a link
    if target.exists() and not target.is_file():
        with target.open("w", encoding="ascii", newline="\n") as stream:
            yield stream
        return
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with partial.open("x", encoding="ascii", newline="\n") as stream:
            yield stream
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


# --- replay and verify --------------------------------------------------------------------


def replay(options: argparse.Namespace) -> int:
    """Print the deals of a file of records and verify them.

    Args:
        options: ``file`` and ``tiles``.
    """
    complaints: list[str] = []
    for found in _records(options.file, complaints):
        for line in _telling(found, TileStyle(options.tiles)):
            _say(line)
    sys.stdout.flush()
    sys.stderr.writelines(complaints)
    return 1 if complaints else 0


def _telling(found: Record, style: TileStyle) -> Iterator[str]:
    """Yield a recorded deal as lines."""
    said = [f"Line {found.line}: dealer {found.dealer}", repr(found.rules)]
    if found.seed is not None:
        said.append(f"seed {shorten(found.seed)}")
    if found.names is not None:
        said.append(f"names {' '.join(map(shorten, found.names))}")
    yield ", ".join(said)
    yield "Standing tiles 立牌 are in {braces}, sets in [brackets]."
    yield ""
    steps = found.replay()
    narrator = Narrator(next(steps).state, style)
    yield from narrator.opening()
    yield ""
    for taken in steps:
        yield from narrator.tell(taken.events)
    yield ""
    state = found.state
    yield f"{state.ply} decisions, {state.kongs} kongs, {state.remaining} tiles left."
    yield ""


def verify(options: argparse.Namespace) -> int:
    """Replay every record of some files, say what is wrong, and sum up.

    Args:
        options: ``files``.
    """
    progress = Progress("records", sys.stderr)
    records = decisions = bad = 0
    for name in options.files:
        complaints: list[str] = []
        for found in _records(name, complaints):
            records += found.finished
            decisions += len(found.decisions) if found.finished else 0
            progress.show(records)
        if complaints:
            progress.wipe()
            sys.stderr.writelines(complaints)
            bad += 1
    seconds = progress.finish()
    _say(
        f"{_counted(len(options.files), 'file')}: {_counted(records, 'record')} of "
        f"{_counted(decisions, 'decision')} verified, {records / seconds:.0f} a second; "
        f"{_counted(bad, 'file')} with an error"
    )
    return 1 if bad else 0


def _records(name: str, complaints: list[str]) -> Iterator[Record]:
    """Yield the records of a file, an unfinished one too, until something is wrong.

    Args:
        name: of the file.
        complaints: gets a line on what is wrong, if anything is.
    """
    try:
        with _input(name) as stream:
            found = None
            for found in read_records(iter(lambda: stream.readline(MAX_LINE + 2), "")):
                yield found
                found.check_finished()
            if found is None:
                raise RecordError(1, "a header", "nothing")
    except (OSError, ValueError) as error:
        complaints.append(_complaint(name, error))


@contextmanager
def _input(name: str) -> Iterator[TextIO]:
    """Open a file for reading; bytes that are no text are no error before the line is read."""
    if name != STANDARD:
        with Path(name).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield stream
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    yield sys.stdin


# --- words --------------------------------------------------------------------------------


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _complaint(name: str, error: Exception) -> str:
    """Return a line on what is wrong with a file."""
    place = name if name.isprintable() else ascii(name)
    if isinstance(error, RecordError):
        return f"{place}:{error.line}: expected {error.expected}, found {error.found}\n"
    return f"{place}: {error.strerror if isinstance(error, OSError) else error}\n"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
