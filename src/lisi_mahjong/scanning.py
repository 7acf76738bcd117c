"""Reading a text from left to right, with the exact place of what is wrong in it.

A `Scanner` knows the small things that texts are made of: words, numbers, seats and tiles. It looks
at each character a fixed number of times, and at no more of a text than it needs.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NoReturn

from lisi_mahjong.errors import NotationError
from lisi_mahjong.tiles import WHITE_SPACE, Tile, read_tiles

_SPACES: Final = re.compile(f"[{WHITE_SPACE}]*")
_WORD: Final = re.compile("[a-z_]*")
_LONGEST_WORD: Final = 64
_NUMBER: Final = re.compile("[0-9]*")
_TILES: Final = re.compile("[1-9mpsz]*")


class Scanner:
    """A place in a text, which moves on as things are read.

    Attributes:
        text: the whole text.
        position: the index of the next character.

    Example:
        >>> scanner = Scanner("won:5m")
        >>> scanner.one_of(["won", "drawn"]), scanner.takes(":"), scanner.tile()
        ('won', True, Tile.M5)
    """

    __slots__ = ("position", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def fail(self, expected: str, position: int | None = None) -> NoReturn:
        """Say what should have stood here, or at a position.

        Raises:
            NotationError: always.
        """
        raise NotationError(self.text, self.position if position is None else position, expected)

    @property
    def next(self) -> str:
        """The next character; a space at the end of the text."""
        return self.text[self.position] if self.position < len(self.text) else " "

    @property
    def at_space(self) -> bool:
        """Whether white space comes next, or the end; no other characters are white space."""
        return self.next in WHITE_SPACE

    def skip_spaces(self) -> None:
        """Move on to what is no white space."""
        self.position += len(self._match(_SPACES, len(self.text)))

    def takes(self, word: str) -> bool:
        """Return whether a word comes next, and move on behind it if so."""
        found = self.text.startswith(word, self.position)
        self.position += len(word) * found
        return found

    def expect(self, word: str) -> None:
        """Move on behind a word.

        Raises:
            NotationError: something else comes next.
        """
        if not self.takes(word):
            self.fail(f"'{word}'")

    def space(self, before: str) -> None:
        """Move on behind the one space that stands before something.

        Args:
            before: what comes behind it; at the end of the text that is missing too.

        Raises:
            NotationError: something else comes next.
        """
        if not self.takes(" "):
            self.fail(before if self.position == len(self.text) else "a space")

    def end(self) -> None:
        """Refuse whatever else comes next, white space too.

        Raises:
            NotationError: something comes next.
        """
        if self.position < len(self.text):
            self.fail("nothing more")

    def one_of(self, words: Collection[str]) -> str:
        """Return the word of lower-case letters that comes next, one of these.

        Raises:
            NotationError: it is none of them.
        """
        word = self._match(_WORD, _LONGEST_WORD)
        if word not in words:
            self.fail(f"one of {' '.join(words)}")
        self.position += len(word)
        return word

    def number(self, low: int, high: int, what: str) -> int:
        """Return the number that comes next, without leading zeros.

        Args:
            low: the smallest that will do.
            high: the largest, below 1000.
            what: what it counts.

        Raises:
            NotationError: no number, or one out of range.
        """
        digits = self._match(_NUMBER, 4)
        good = 0 < len(digits) < 4 and (digits[0] != "0" or digits == "0")  # noqa: PLR2004 - see high
        if not good or not low <= int(digits) <= high:
            self.fail(f"{what}, a number from {low} to {high}")
        self.position += len(digits)
        return int(digits)

    def seat(self, named: Collection[int] = ()) -> int:
        """Return the seat that comes next.

        Args:
            named: seats that have been named before and will not do.

        Raises:
            NotationError: no digit from 0 to 3, or one of those seats.
        """
        if self.next not in "0123":
            self.fail("a seat from 0 to 3")
        seat = int(self.next)
        if seat in named:
            self.fail("a seat not named yet")
        self.position += 1
        return seat

    def digit(self, among: str, expected: str) -> int:
        """Return the one digit that comes next.

        Args:
            among: the digits that will do.
            expected: what to call them.

        Raises:
            NotationError: none of them comes next.
        """
        if self.next not in among:
            self.fail(expected)
        self.position += 1
        return int(self.text[self.position - 1])

    def die(self) -> int:
        """Return what a die shows that comes next.

        Raises:
            NotationError: no digit from 1 to 6.
        """
        return self.digit("123456", "a number from 1 to 6")

    def count(self, char: str, limit: int) -> int:
        """Return how often a character comes next, and move on behind it.

        Args:
            char: the character.
            limit: how many of them are read at most.
        """
        start = self.position
        while self.position < start + limit and self.next == char:
            self.position += 1
        return self.position - start

    def tile(self) -> Tile:
        """Return the one tile that comes next.

        Raises:
            NotationError: no digit and letter of a suit.
        """
        return self.tiles(1)[0]

    def tiles(self, limit: int) -> tuple[Tile, ...]:
        """Return the tiles that come next, at least one, in the order written.

        Args:
            limit: how many there can be.

        Raises:
            NotationError: no tile, more than so many, or a tile that does not exist.
        """
        start = self.position
        # No more is read than so many tiles can take, and a character to see that there are more.
        span = self._match(_TILES, 2 * limit + 1)
        digits = [place for place, char in enumerate(span) if char not in "mpsz"]
        most = digits[limit] if len(digits) > limit else len(span) + 1
        tiles: tuple[Tile, ...] = ()
        try:
            tiles = read_tiles(span)
        except NotationError as error:
            if error.position < most:
                self.fail(error.expected, start + error.position)
        if most <= len(span):
            self.fail("a single tile" if limit == 1 else f"at most {limit} tiles", start + most)
        self.position = start + len(span)
        return tiles

    def _match(self, pattern: re.Pattern[str], length: int) -> str:
        """Return what a pattern that always matches finds in the next characters."""
        found = pattern.match(self.text, self.position, self.position + length)
        return found[0] if found else ""
