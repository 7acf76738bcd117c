"""The lines of a table, and ways to change them into lines that are wrong."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from lisi_mahjong.table_text import format_table
from long_evening import played

HEADER, WIN, DRAWN, SELF_DRAW, VOID, DEAL = 1, 2, 3, 4, 6, 8
"""The lines of the table that is played; two more deals are on the lines 5 and 7."""

SEAT = "a seat from 0 to 3"


class Malformed(NamedTuple):
    """A text, and the error with which it is refused."""

    text: Any
    line: int
    expected: str
    found: str


@cache
def lines() -> tuple[str, ...]:
    """Return the lines of a table at which the seventh deal is played, without newlines."""
    return tuple(format_table(played()).splitlines())


def joined(*parts: str) -> str:
    """Return the text of some lines."""
    return "".join([f"{line}\n" for line in parts])


def with_line(number: int, *spelled: str) -> str:
    """Return the text of the table with other lines in the place of one."""
    return joined(*lines()[: number - 1], *spelled, *lines()[number:])


def spell(value: object) -> str:
    """Return a value of JSON in the one spelling."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def edited(number: int, *path: str | int, to: object) -> str:
    """Return the text of the table with another value in one place.

    Args:
        number: the line.
        path: keys and indices that lead to the place.
        to: what is to stand there.
    """
    value = inner = json.loads(lines()[number - 1])
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return with_line(number, spell(value))


def without(number: int, *path: str | int) -> str:
    """Return the text of the table without one key, or one item of a list."""
    value = inner = json.loads(lines()[number - 1])
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return with_line(number, spell(value))


def wrong(number: int, *path: str | int, to: object, kind: str) -> Malformed:
    """Return what is refused because a place holds a value of another kind."""
    name = "header" if number == HEADER else "summary"
    place = "".join(f".{key}" if isinstance(key, str) else f"[{key}]" for key in path)
    shown = repr(to) if len(repr(to)) <= 60 else repr(to)[:59] + "…"
    return Malformed(edited(number, *path, to=to), number, f"{name}{place} to be {kind}", shown)


def differs(number: int, *path: str | int, to: object, wanted: object) -> Malformed:
    """Return what is refused because a place does not say what follows from others."""
    place = "".join(f".{key}" if isinstance(key, str) else f"[{key}]" for key in path)
    return Malformed(
        edited(number, *path, to=to), number, f"summary{place} {spell(wanted)}", spell(to)
    )


def keys(kind: str) -> str:
    """Return the keys of an object as an error names them."""
    return ", ".join(KEYS[kind].split())


KEYS = {
    "header": "accounts dealer format format_version game multiplier names ready rules "
    "rules_version score",
    "summary": "dealer game kongs multiplier names result settlement",
    "won": "loser name readings robbed_kong tile winner",
    "void": "left name",
    "drawn": "name",
    "reading": "completes pair points sets tags triplets",
    "settlement": "deltas payments points reading",
    "payment": "amount factors item kong payee payer points rule",
}
