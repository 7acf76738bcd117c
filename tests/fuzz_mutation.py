"""Changes of texts that get deeper than changes of bytes: words, fields, lines and JSON values.

A `Mutator` knows the inputs that a parser begins with, and puts parts of one into the place of
parts of the same sort in another. It needs no fuzzer; what the fuzzer does to bytes is handed in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from fuzz_growth import respelled
from fuzz_oracle import Target

_WORDS = re.compile(r"[A-Za-z_]+|[0-9]+|\s+|[^A-Za-z_0-9\s]")
_FIELD = re.compile(r"(?<!\S)([a-z]+[0-3]?)=(\S*)")
_NUMBER = re.compile(r"-?[0-9]+")
_TILES = re.compile(r"[1-9]+[mpsz]")

_EDGES = "0 1 2 3 4 5 7 -1 9 14 16 41 42 83 84 136 137 599 999 1000 01 1.0 1e3 1000000 1000001"
NUMBERS = (*_EDGES.split(" "), "9" * 600, "9" * 601)
"""Numbers at the edges of what can be."""

_GAPS = ("", " ", "\t", "\n", "\r\n", "\0", "\x1b", "é", "立", "\ud800", "\u2028", "\uff11", "\\")
_LITERALS = "null true None True [] {} () b'' '5m' 1j {1} nan 1e999 -0 -0.0 .. ? ' \""
WORDS = (*_GAPS, *_LITERALS.split(" "))
"""What a reader may not expect."""

JSON_VALUES: Sequence[Any] = (None, True, False, 0, 1, -1, 4, 10**6, 10**599, 0.5, "", "5m", "7",
                              "won", "drawn", "\0", "立", [], {}, [0], [[]], {"": 0})  # fmt: skip


KEPT = 300
"""So many inputs that were read are remembered, beside those to begin with."""


def encode(text: str) -> bytes:
    """Return the bytes that stand for an input."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """Return the input that some bytes stand for; any bytes do.

    Example:
        >>> decode(encode("立 \\ud800")) == "立 \\ud800", decode(b"5\\xff")
        (True, '5\\udcff')
    """
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


@lru_cache(256)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words, numbers, signs and gaps of a text.

    Example:
        >>> words_of("ply=12 a")
        ('ply', '=', '12', ' ', 'a')
    """
    return tuple(_WORDS.findall(text))


def _sort_of(word: str) -> str:
    if word.isspace():
        return "gap"
    if word[0].isdigit():
        return "number"
    return "word" if word[0].isalpha() or word[0] == "_" else "sign"


class Mutator:
    """Changes the inputs of one parser.

    Args:
        target: the parser, with the inputs it begins with.
        change_bytes: what the fuzzer does to bytes.
    """

    def __init__(self, target: Target, change_bytes: Callable[[bytes, int], bytes]) -> None:
        self._target = target
        self._change_bytes = change_bytes
        self._donors = list(target.seeds())
        self._seeds = len(self._donors)
        self._changes: list[Callable[[str, Random], str]] = [
            self._exchange_word,
            self._exchange_word,
            self._shift_words,
            self._change_number,
            self._change_tiles,
            self._swap_words,
            self._odd_word,
            self._of_bytes,
        ]
        if any("=" in donor for donor in self._donors):
            self._changes += [self._exchange_field, self._exchange_field, self._drop_field]
            self._changes += [self._swap_tiles, self._swap_tiles]
        if any("\n" in donor for donor in self._donors):
            self._changes += [self._change_lines, self._change_lines]
        if any(donor.startswith(("{", "[")) for donor in self._donors):
            self._changes += [self._change_json, self._change_json]

    def remember(self, text: str) -> None:
        """Use parts of an input that was read from now on; only the last ones are kept."""
        self._donors.append(text)
        if len(self._donors) > self._seeds + KEPT:
            del self._donors[self._seeds]

    def mutated(self, data: bytes, longest: int, seed: int) -> bytes:
        """Return another input, as bytes.

        The fuzzer mostly comes with inputs that are refused, since there are more ways to be wrong;
        so every other time one that was read is changed in its place.
        """
        rng = Random(seed)
        text = decode(data) if rng.random() < 0.5 else rng.choice(self._donors)
        for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3, 5))):
            text = rng.choice(self._changes)(text, rng)
        chance = rng.random()
        if self._target.grow is not None and chance < 0.1:
            text = self._target.grow(text, rng)
        elif self._target.mend is not None and chance < 0.8:
            text = self._target.mend(text)
        return encode(text)[:longest]

    def crossed(self, one: bytes, two: bytes, longest: int, seed: int) -> bytes:
        """Return an input that begins like one and goes on like another."""
        rng = Random(seed)
        first, second = words_of(decode(one)), words_of(decode(two))
        if "\n" in first and "\n" in second:
            first = tuple(decode(one).splitlines(keepends=True))
            second = tuple(decode(two).splitlines(keepends=True))
        start = rng.randint(0, len(first))
        end = min(len(second), start) if rng.random() < 0.5 else rng.randint(0, len(second))
        text = "".join((*first[:start], *second[end:]))
        return encode(self._target.mend(text) if self._target.mend else text)[:longest]

    # --- words ----------------------------------------------------------------------------

    def _exchange_word(self, text: str, rng: Random) -> str:
        words = [*words_of(text)]
        if not words:
            return rng.choice(self._donors)
        place = rng.randrange(len(words))
        sort = _sort_of(words[place])
        others = [word for word in words_of(rng.choice(self._donors)) if _sort_of(word) == sort]
        if others:
            words[place] = rng.choice(others)
        return "".join(words)

    def _shift_words(self, text: str, rng: Random) -> str:
        words = [*words_of(text)]
        start = rng.randint(0, len(words))
        end = min(len(words), start + rng.choice((1, 1, 2, 3, 8)))
        middle = words[start:end]
        donor = words_of(rng.choice(self._donors))
        from_donor = rng.randint(0, len(donor))
        words[start:end] = rng.choice(
            (
                [],
                middle + middle,
                middle[::-1],
                [*middle, *words[end : end + 1], *middle],
                [*donor[from_donor : from_donor + rng.choice((1, 2, 4, 8))]],
            )
        )
        return "".join(words)

    def _swap_words(self, text: str, rng: Random) -> str:
        """Let two words of one sort change places."""
        words = [*words_of(text)]
        if not words:
            return text
        one = rng.randrange(len(words))
        sort = _sort_of(words[one])
        other = rng.choice([at for at, word in enumerate(words) if _sort_of(word) == sort])
        words[one], words[other] = words[other], words[one]
        return "".join(words)

    def _odd_word(self, text: str, rng: Random) -> str:
        words = [*words_of(text)]
        place = rng.randint(0, len(words))
        words[place : place + rng.choice((0, 1))] = [rng.choice(WORDS)]
        return "".join(words)

    def _change_number(self, text: str, rng: Random) -> str:
        found = list(_NUMBER.finditer(text))
        if not found:
            return text
        match = rng.choice(found)
        digits = match[0]
        near = len(digits) < 18 and rng.random() < 0.6
        changed = str(int(digits) + rng.choice((-1, 1, 2, 10))) if near else rng.choice(NUMBERS)
        return text[: match.start()] + changed + text[match.end() :]

    def _change_tiles(self, text: str, rng: Random) -> str:
        found = list(_TILES.finditer(text))
        if not found:
            return text
        match = rng.choice(found)
        row = match[0]
        place = rng.randrange(len(row))
        new = rng.choice("mpsz") if place == len(row) - 1 else rng.choice("123456789")
        if rng.random() < 0.3 and place < len(row) - 1:
            new = rng.choice(("", new + row[place]))
        return text[: match.start()] + row[:place] + new + row[place + 1 :] + text[match.end() :]

    def _swap_tiles(self, text: str, rng: Random) -> str:
        """Let two tiles of one suit change places, so that there are four of each as before."""
        suit = rng.choice("mpsz")
        places = [
            place
            for match in _TILES.finditer(text)
            if match[0][-1] == suit
            for place in range(match.start(), match.end() - 1)
        ]
        if not places:
            return text
        signs = [*text]
        one, other = rng.choice(places), rng.choice(places)
        signs[one], signs[other] = signs[other], signs[one]
        return "".join(signs)

    def _of_bytes(self, text: str, _: Random) -> str:
        return decode(self._change_bytes(encode(text), self._target.longest))

    # --- fields ---------------------------------------------------------------------------

    def _exchange_field(self, text: str, rng: Random) -> str:
        """Put the field of another line into the place of the same field, or of another seat's."""
        found = list(_FIELD.finditer(text))
        theirs = dict(_FIELD.findall(rng.choice(self._donors)))
        if not found or not theirs:
            return text
        match = rng.choice(found)
        name = match[1]
        kind = name.rstrip("0123")
        alike = [value for other, value in theirs.items() if other.rstrip("0123") == kind]
        if rng.random() < 0.3:
            other = rng.choice(list(theirs))
            return f"{text} {other}={theirs[other]}"
        value = rng.choice(alike) if alike else match[2]
        return text[: match.start()] + f"{name}={value}" + text[match.end() :]

    def _drop_field(self, text: str, rng: Random) -> str:
        """Leave out a field or two, or leave one open."""
        for _ in range(rng.choice((1, 1, 2, 4))):
            found = list(_FIELD.finditer(text))
            if not found:
                break
            match = rng.choice(found)
            value = match[2]
            cut = rng.randint(0, len(value))
            opened = f"{match[1]}={value[:cut]}.."
            new = "" if rng.random() < 0.6 else opened
            text = text[: match.start()] + new + text[match.end() :]
        return text

    # --- lines ----------------------------------------------------------------------------

    def _change_lines(self, text: str, rng: Random) -> str:
        lines = text.split("\n")
        start = rng.randint(0, len(lines))
        end = min(len(lines), start + rng.choice((0, 1, 1, 2, 5, 50)))
        middle = lines[start:end]
        others = rng.choice(self._donors).split("\n")
        near = rng.randint(0, len(others))
        lines[start:end] = rng.choice(
            (
                [],
                middle + middle,
                middle[::-1],
                others[start:end],
                others[near : near + rng.choice((1, 1, 3, 20))],
                [line.strip() for line in middle],
            )
        )
        return "\n".join(lines)

    def _change_json(self, text: str, rng: Random) -> str:
        """Change a value in an object, for one of the same name, or for anything."""
        lines = text.split("\n")
        places = [place for place, line in enumerate(lines) if line[:1] in {"{", "["}]
        if not places:
            return text
        place = rng.choice(places)
        try:
            whole = json.loads(lines[place])
        except (ValueError, RecursionError):
            return text
        inner, key = _somewhere(whole, rng)
        if inner is None:
            return text
        others = _values_of(rng.choice(self._donors)).get(str(key), ())
        if isinstance(inner, dict) and rng.random() < 0.1:
            inner[rng.choice(("", "a", "format", "kong"))] = inner.pop(key)
        elif rng.random() < 0.1:
            del inner[key]
        else:
            inner[key] = rng.choice(others if others and rng.random() < 0.6 else JSON_VALUES)
        lines[place] = respelled(lines[place], whole)
        return "\n".join(lines)


def _somewhere(whole: Any, rng: Random) -> tuple[Any, Any]:  # noqa: ANN401 - any JSON
    """Return an object or a list somewhere in a value, and a key of it."""
    inner, key = None, None
    value = whole
    while isinstance(value, dict | list) and value:
        inner = value
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        value = inner[key]
        if rng.random() < 0.3:
            break
    return inner, key


@lru_cache(512)
def _values_of(text: str) -> Mapping[str, Sequence[Any]]:
    """Return by key every value that stands somewhere in the objects of a text."""
    found: dict[str, list[Any]] = {}
    pending: list[Any] = []
    for line in text.split("\n"):
        if line[:1] in {"{", "["}:
            try:
                pending.append(json.loads(line))
            except (ValueError, RecursionError):
                continue
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                found.setdefault(key, []).append(inner)
        if isinstance(value, dict | list):
            pending += value.values() if isinstance(value, dict) else value
    return found
