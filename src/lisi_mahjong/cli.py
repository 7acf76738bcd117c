"""The command line: ``python -m lisi_mahjong`` plays a deal, or many, and prints them."""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.metadata import version
from typing import Final, NoReturn

from lisi_mahjong import record_cli, table_cli
from lisi_mahjong.command_parts import (
    RULES,
    SCORES,
    Progress,
    first_state,
    number_of_deals,
    seed_of,
)
from lisi_mahjong.legal import actors
from lisi_mahjong.narration import Narrator, TileStyle
from lisi_mahjong.players import tidy
from lisi_mahjong.reducer import step
from lisi_mahjong.simulation import simulate

INTERRUPTED: Final = 130
"""The exit code of what is stopped from the keyboard, as shells have it."""

MAX_JOBS: Final = 61 if os.name == "nt" else 1000  # Windows waits for no more of them at a time


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see --help)\n")


def _parser() -> _Parser:
    parser = _Parser(
        prog="lisi_mahjong",
        description="Taiyuan Lisi mahjong (太原立四麻将), played by simple players and printed.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seed",
        type=seed_of,
        default=1,
        help="an integer or any text; it is the seed of the shuffle, and the shuffle draws the "
        "dealer; the same on every machine (default: 1)",
    )
    parser.add_argument(
        "--rules",
        choices=RULES,
        default="written",
        help="the written rules, or those of servers in Taiyuan (default: written)",
    )
    parser.add_argument(
        "--deals",
        type=number_of_deals,
        metavar="N",
        help="play so many deals, number i on the seed 'SEED/i' from 'SEED/0' on, and print a "
        "summary (default: one deal on the seed itself, told in full)",
    )
    parser.add_argument(
        "--jobs",
        type=_number_of_jobs,
        default=1,
        metavar="J",
        help="share the deals of --deals among so many processes; what is printed is the same, "
        "the speed apart (default: 1)",
    )
    parser.add_argument(
        "--tiles",
        choices=[style.value for style in TileStyle],
        default=TileStyle.TEXT.value,
        help="how the tiles of a deal are written: 5m, 🀋 or 五万 (default: text)",
    )
    parser.add_argument("--version", action="version", version=version("lisi-mahjong"))
    parser.set_defaults(run=_play)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    table_cli.add_command(commands)
    record_cli.add_commands(commands)
    return parser


def _number_of_jobs(text: str) -> int:
    digits = text[: len(str(MAX_JOBS))]
    if not (digits == text and text.isdecimal() and 1 <= int(text) <= MAX_JOBS):
        message = f"a number from 1 to {MAX_JOBS}, not {text[:20]!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    That is 0; 1 where something could not be read or written; 2 for bad options; 130 when it is
    interrupted.

    Args:
        arguments: the words after the program's name; the default is ``sys.argv[1:]``.

    Example:
        >>> main(["--seed", "7", "--deals", "2"])  # doctest: +ELLIPSIS
        2 deals, rules written, seed 7
        ...
        0
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.run is _play and options.jobs > 1 and options.deals is None:
        parser.error("argument --jobs: there is something to share only with --deals")
    _check_output(parser, getattr(options, "tiles", TileStyle.TEXT.value))
    try:
        code: int = options.run(options)
        print(end="", flush=True)
    except BrokenPipeError:  # the reader, such as head, has seen enough
        sys.stderr.close()
        return 1
    except OSError as error:
        sys.stderr.write(f"{parser.prog}: {error.strerror}\n")
        sys.stderr.close()  # nor can what is left in the buffer be written at the end
        return 1
    except BrokenProcessPool:
        sys.stderr.write(f"{parser.prog}: one of the processes ended before its deals did\n")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _check_output(parser: _Parser, tiles: str) -> None:
    """Refuse tiles that the output cannot show; other signs that it cannot become a ``?``."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        try:
            ("" if tiles == TileStyle.TEXT.value else "🀋五万").encode(sys.stdout.encoding)
        except UnicodeEncodeError:
            parser.error(f"the output is {sys.stdout.encoding}, which has no {tiles} tiles")
        sys.stdout.reconfigure(errors="replace")


def _play(options: argparse.Namespace) -> int:
    if options.deals is None:
        _tell(options.seed, options.rules, TileStyle(options.tiles))
    else:
        _summarise(options)
    return 0


def _tell(seed: int | str, rules: str, style: TileStyle) -> None:
    """Print a whole deal."""
    state = first_state(seed, rules)
    print(f"Taiyuan Lisi mahjong 太原立四麻将, rules {rules}, seed {seed}")
    print("Standing tiles 立牌 are in {braces}, sets in [brackets].")
    print()
    narrator = Narrator(state, style)
    _print_all(narrator.opening())
    print()
    while to_decide := actors(state):
        taken = step(state, tidy(state, to_decide[0]))
        state = taken.state
        _print_all(narrator.tell(taken.events))
    print()
    print(f"{state.ply} decisions, {state.kongs} kongs, {state.remaining} tiles left.")


def _print_all(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _summarise(options: argparse.Namespace) -> None:
    """Play many deals and print what came of them."""
    deals = options.deals
    with _workers(options.jobs) as executor:
        progress = Progress("deals", sys.stderr, deals)
        tally = simulate(
            deals,
            seed=options.seed,
            rules=RULES[options.rules](),
            score=SCORES[options.rules](),
            executor=executor,
            in_flight=2 * options.jobs,
            progress=lambda done, _: progress.show(done),
        )
        seconds = progress.finish()
    print(f"{deals} deals, rules {options.rules}, seed {options.seed}")
    print(tally)
    print(
        f"  speed  {deals / seconds:7.0f} deals a second, "
        f"{tally.decisions / seconds:.0f} decisions a second"
    )


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """Give so many processes, or ``None`` where one is enough; in the end they are gone.

    They are started afresh, not forked, as that works alike on every platform and beside threads.
    """
    if jobs == 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _ignore_interruption) as executor:
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)


def _ignore_interruption() -> None:
    """Leave an interruption from the keyboard, which all processes get, to the first of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
