"""The command line: ``python -m lisi_mahjong`` plays a deal, or many, and prints them."""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Final, NoReturn

from lisi_mahjong import record_cli, table_cli
from lisi_mahjong.command_parts import RULES, Progress, first_state, number_of_deals, seed_of
from lisi_mahjong.legal import actors
from lisi_mahjong.narration import Narrator, TileStyle
from lisi_mahjong.players import tidy
from lisi_mahjong.reducer import apply, step
from lisi_mahjong.state import WonDeal

INTERRUPTED: Final = 130
"""The exit code of what is stopped from the keyboard, as shells have it."""


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
        _summarise(options.seed, options.rules, options.deals)
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


def _summarise(seed: int | str, rules: str, deals: int) -> None:
    """Play many deals and print what came of them."""
    progress = Progress("deals", sys.stderr, deals)
    counts: Counter[str] = Counter()
    for number in range(deals):
        state = first_state(f"{seed}/{number}", rules)
        while to_decide := actors(state):
            state = apply(state, tidy(state, to_decide[0]))
        counts["decisions"] += state.ply
        counts["kongs"] += state.kongs
        counts["deals with a kong"] += state.kongs > 0
        result = state.result
        if isinstance(result, WonDeal):
            counts["self-draws" if result.loser is None else "discard wins"] += 1
            counts["robbed kongs"] += result.robbed_kong
        progress.show(number + 1)
    seconds = progress.finish()
    wins = counts["self-draws"] + counts["discard wins"]
    print(f"{deals} deals, rules {rules}, seed {seed}")
    print(
        f"  wins   {wins:7} ({wins / deals:.1%}): {counts['self-draws']} by self-draw 自摸, "
        f"{counts['discard wins']} on a discard 放铳, {counts['robbed kongs']} of them by "
        "robbing a kong 抢杠"
    )
    print(f"  draws  {deals - wins:7} ({(deals - wins) / deals:.1%}) 荒庄")
    print(f"  kongs  {counts['kongs']:7} in {counts['deals with a kong']} deals")
    print(
        f"  speed  {deals / seconds:7.0f} deals a second, "
        f"{counts['decisions'] / seconds:.0f} decisions a second"
    )
