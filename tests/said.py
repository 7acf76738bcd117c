"""What the fields of a line of notation say, read a second time, with no help of the package.

`differs` compares a line that was written by hand with the canonical one of what was read from it:
whatever it says, and does not leave open, must be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_SETS = re.compile(r"([0-9?]+)([mpsz]?)")
_PLAIN = re.compile(r"(?:dealer|dice|draw|ply|stage|remaining|view|melds[0-3])\Z")
_LISTS = re.compile(r"(?:asked|barred)\Z")

WRITTEN = {"drawn_deal_with_kong_passes_dealer", "forced_win"}
"""The options of play that are on in the written rules."""

TAIYUAN = {"all_runs", "robbing_kong", "closed_wait_on_eight", "closed_wait_alone"}
"""Those that are on beside them in Taiyuan."""


def fields(line: str) -> dict[str, str]:
    """Return the fields of a line by name.

    Example:
        >>> fields("lisi1 stage=turn:0 ply=3")
        {'stage': 'turn:0', 'ply': '3'}
    """
    pairs = [word.partition("=") for word in line.split() if "=" in word]
    return {name: value for name, _, value in pairs}


def tiles(text: str) -> list[str]:
    """Return tiles one by one.

    Example:
        >>> tiles("12m5z??")
        ['1m', '2m', '5z', '?', '?']
    """
    found = []
    for digits, suit in _SETS.findall(text):
        found += [digit if digit == "?" else digit + suit for digit in digits]
    return found


def _hand(value: str) -> object:
    standing, _, loose = value.removeprefix("{").partition("}")
    return sorted(tiles(standing)), sorted(tiles(loose))


def _row(value: str) -> object:
    """Return discards, each with its mark."""
    found = []
    for piece in value.split(","):
        mark = piece[2:] if piece[1:2].isalpha() else piece[1:]
        if mark.startswith((">", "*")):
            found.append(piece)
        else:
            found += tiles(piece)
    return found


def _options(value: str) -> object:
    """Return which options are on, and the reserved stacks where they are not seven."""
    chosen, stacks = set(WRITTEN), "7"
    for option in filter(None, value.split(",")):
        if option == "taiyuan":
            chosen |= TAIYUAN
        elif ":" in option:
            stacks = option.partition(":")[2]
        elif option.startswith("-"):
            chosen.discard(option[1:])
        else:
            chosen.add(option)
    return chosen, stacks


_READERS: Mapping[str, Callable[[str], object]] = {
    "hand": _hand,
    "river": _row,
    "locks": lambda value: sorted(tiles(value)),
    "wall": tiles,
}


def _say(name: str, value: str) -> object:
    """Return what a field says, the same for every way of writing it."""
    if name == "rules":
        return _options(value)
    if _PLAIN.match(name):
        return value
    if _LISTS.match(name):
        return set(value.split(","))
    return _READERS[name.rstrip("0123")](value)


def differs(line: str, canonical: str) -> str | None:
    """Return a field of a line that says something else than the canonical line; else ``None``.

    Options are compared as a whole. Of lists with an open end, and of fields with ``..``, only as
    much is asked as they say.

    Example:
        >>> differs("lisi1 ply=3 stage=drawn", "lisi1 ply=3 stage=drawn")
        >>> differs("lisi1 ply=3 stage=drawn", "lisi1 ply=4 stage=drawn")
        'ply=3'
    """
    there = fields(canonical)
    for name, value in fields(line).items():
        written = there.get(name, "")
        if ".." in value:
            same = name.startswith(("river", "wall", "hand"))
        elif name.startswith("ting"):
            same = set(value.split(",")) <= set(written.split(","))
        else:
            same = (name in there or name == "rules") and _say(name, value) == _say(name, written)
        if not same:
            return f"{name}={value}"
    return None
