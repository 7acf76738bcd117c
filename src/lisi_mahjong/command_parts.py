"""What the commands of the command line share: option types, first states, a progress line."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Final, TextIO

from lisi_mahjong.dealing import deal
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.state import GameState
from lisi_mahjong.wall import Shuffle

MAX_DEALS: Final = 10_000_000
_LONGEST_INT: Final = 600  # what a record can hold

SECONDS_BETWEEN_LINES: Final = 0.1
"""How long a progress line stands at least."""

RULES: Final[dict[str, Callable[[], RuleSet]]] = {"written": RuleSet, "taiyuan": RuleSet.taiyuan}
"""The ready-made rule sets by name."""

SCORES: Final[dict[str, Callable[[], ScoreTable]]] = {
    "written": ScoreTable,
    "taiyuan": ScoreTable.taiyuan,
}
"""The score tables that go with them."""


def number_of_deals(text: str) -> int:
    """Return the number that a text says, from 1 to `MAX_DEALS`.

    Raises:
        argparse.ArgumentTypeError: it says none.

    Example:
        >>> number_of_deals("12")
        12
    """
    digits = text[: len(str(MAX_DEALS))]
    if not (digits == text and text.isdecimal() and 1 <= int(text) <= MAX_DEALS):
        message = f"a number from 1 to {MAX_DEALS}, not {text[:20]!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def seed_of(text: str) -> int | str:
    """Return an int where the text is one, so that ``--seed 7`` is ``Shuffle.from_seed(7)``.

    Raises:
        argparse.ArgumentTypeError: the text is no Unicode.

    Example:
        >>> seed_of("7"), seed_of("-7"), seed_of("seven")
        (7, -7, 'seven')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        message = "an integer or a text of Unicode"
        raise argparse.ArgumentTypeError(message) from None
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_INT:
        return int(text)
    return text


def first_state(seed: int | str, rules: str) -> GameState:
    """Return the first state of the deal of a seed; the seed draws the dealer too.

    Args:
        seed: any seed of a shuffle.
        rules: a name of `RULES`.

    Example:
        >>> first_state(7, "taiyuan").rules.all_runs
        True
    """
    shuffle = Shuffle.from_seed(seed)
    return deal(shuffle, dealer=shuffle.dealer_draw, rules=RULES[rules]())


class Progress:
    """A line on a terminal that says how far things are; nothing where there is no terminal.

    Args:
        what: what is counted, such as ``"deals"``.
        stream: where the line is shown.
        total: how many there will be, where that is known.
    """

    def __init__(self, what: str, stream: TextIO, total: int | None = None) -> None:
        self._what = what if total is None else f"of {total} {what}"
        self._stream = stream
        self._shown = stream.isatty()
        self._start = self._last = time.perf_counter()

    def show(self, done: int) -> None:
        """Renew the line, if it has stood long enough."""
        now = time.perf_counter()
        if self._shown and now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            rate = done / (now - self._start)
            self._stream.write(f"\r{done} {self._what}, {rate:.0f} a second")
            self._stream.flush()

    def wipe(self) -> None:
        """Make room for another line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def finish(self) -> float:
        """Wipe the line and return the seconds since the start."""
        self.wipe()
        return time.perf_counter() - self._start
