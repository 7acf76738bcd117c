"""The command line: ``python -m lisi_mahjong`` plays a deal, or many, and prints them."""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Final, NoReturn, TextIO

from lisi_mahjong.dealing import deal
from lisi_mahjong.legal import actors
from lisi_mahjong.narration import Narrator, TileStyle
from lisi_mahjong.players import tidy
from lisi_mahjong.reducer import apply, step
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.state import GameState, WonDeal
from lisi_mahjong.wall import Shuffle

MAX_DEALS: Final = 10_000_000
_LONGEST_INT: Final = 1000

SECONDS_BETWEEN_LINES: Final = 0.1
"""How long a progress line stands at least."""

_RULES: Final[dict[str, Callable[[], RuleSet]]] = {"written": RuleSet, "taiyuan": RuleSet.taiyuan}


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see --help)\n")


def _number_of_deals(text: str) -> int:
    digits = text[: len(str(MAX_DEALS))]
    if not (digits == text and text.isdecimal() and 1 <= int(text) <= MAX_DEALS):
        message = f"a number from 1 to {MAX_DEALS}, not {text[:20]!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _seed(text: str) -> int | str:
    """Return an int where the text is one, so that ``--seed 7`` is ``Shuffle.from_seed(7)``."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_INT:
        return int(text)
    return text


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="lisi_mahjong",
        description="Taiyuan Lisi mahjong (太原立四麻将), played by simple players and printed.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        default=1,
        help="an integer or any text; the same on every machine (default: 1)",
    )
    parser.add_argument(
        "--rules",
        choices=_RULES,
        default="written",
        help="the written rules, or those of servers in Taiyuan (default: written)",
    )
    parser.add_argument(
        "--deals",
        type=_number_of_deals,
        default=1,
        metavar="N",
        help="play so many deals and print a summary (default: one deal, told in full)",
    )
    parser.add_argument(
        "--tiles",
        choices=[style.value for style in TileStyle],
        default="text",
        help="how tiles are written: 5m, 🀋 or 五万 (default: text)",
    )
    parser.add_argument("--version", action="version", version=version("lisi-mahjong"))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0, or 2 for bad options.

    Args:
        arguments: the words after the program's name; the default is ``sys.argv[1:]``.

    Example:
        >>> main(["--seed", "7", "--deals", "2"])  # doctest: +ELLIPSIS
        2 deals, rules written, seed 7
        ...
        0
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # where Chinese cannot be written, a ? will do
    options = _parser().parse_args(arguments)
    try:
        if options.deals == 1:
            _tell(options.seed, options.rules, TileStyle(options.tiles))
        else:
            _summarise(options.seed, options.rules, options.deals)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        sys.stderr.close()
        return 1
    return 0


def _tell(seed: int | str, rules: str, style: TileStyle) -> None:
    """Print a whole deal."""
    state = _first_state(seed, rules)
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


def _first_state(seed: int | str, rules: str) -> GameState:
    shuffle = Shuffle.from_seed(seed)
    return deal(shuffle, dealer=shuffle.dealer_draw, rules=_RULES[rules]())


def _summarise(seed: int | str, rules: str, deals: int) -> None:
    """Play many deals and print what came of them."""
    progress = _Progress(deals, sys.stderr)
    counts: Counter[str] = Counter()
    for number in range(deals):
        state = _first_state(f"{seed}/{number}", rules)
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


class _Progress:
    """A line on a terminal that says how far things are; nothing where there is no terminal."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._shown = stream.isatty()
        self._start = self._last = time.perf_counter()

    def show(self, done: int) -> None:
        """Renew the line, if it has stood long enough."""
        now = time.perf_counter()
        if self._shown and now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            rate = done / (now - self._start)
            self._stream.write(f"\r{done} of {self._total} deals, {rate:.0f} a second")
            self._stream.flush()

    def finish(self) -> float:
        """Wipe the line and return the seconds since the start."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
        return time.perf_counter() - self._start
