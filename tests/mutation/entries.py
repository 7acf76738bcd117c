"""Entries, ready to be pasted, for mutants that survive and are not listed."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from itertools import chain
from keyword import iskeyword

from mutation.known import (
    ARROW,
    NotThereError,
    definitions,
    pieces_of,
    program,
    replaced,
    span_of,
    starts_of,
)

_NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER),
    *(tokenize.INDENT, tokenize.DEDENT),
}
_TIDIER = (
    (re.compile(r",\s*\)"), ")"),
    (re.compile(r"\(\s+"), "("),
    (re.compile(r",(?=[^\s)\]])"), ", "),
    (re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\) or True"), r"\1 or True"),
)
"""How what mutmut and cosmic-ray write is made easier to read, where that changes nothing."""

_OPERATORS, _VALUES = "-+*/%&|^<>=!~@:", ("True", "False", "None")
_AHEAD = ("if", "not", "return", "for", "lambda", "class")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_WIDEST = 80
"""Tokens that may be shown beside what differs."""

Token = tuple[str, int, int]
"""What it says, where in the text it begins, and where it ends."""


def entry(module: str, source: str, mutated: str) -> str:
    """Return the entry that would list a mutant, to be pasted and given a reason."""
    where, change = shortest(source, mutated)
    return f"Known.of({_quoted(module)}, {_quoted(where)}, REASON, {_quoted(change)}),"


def _quoted(text: str) -> str:
    quote = "'" if '"' in text and "'" not in text else '"'
    inner = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return f"{quote}{inner}{quote}"


def shortest(source: str, mutated: str) -> tuple[str, str]:
    """Return the definition in which a mutant differs and the shortest change that says how.

    Raises:
        NotThereError: none is found.
    """
    made = program(mutated)
    if made == program(source):
        raise NotThereError("this is no mutant")
    tries = [list(_changes(source, text)) for text in (_tidied(source, mutated), mutated)]
    for clear in (True, False):
        for where, before, after, is_clear in chain(*tries):
            if is_clear or not clear:
                try:
                    text = replaced(source, span_of(source, where), before, after)
                    if program(text) == made:
                        return where, f"{before}{ARROW} {after}".rstrip()
                except (NotThereError, SyntaxError):
                    continue
    raise NotThereError("no short text says how this mutant differs")


def _changes(source: str, mutated: str) -> Iterator[tuple[str, str, str, bool]]:
    """Yield what could be listed, the shortest first: where, before, after, whether it is clear."""
    old, new = _tokens(source), _tokens(mutated)
    ahead = _in_common(old, new)
    most = min(len(old), len(new)) - ahead
    behind = min(_in_common(old[::-1], new[::-1]), most)
    where = _where(source, old, ahead, len(old) - behind)
    for left, right in _widths(ahead, behind):
        before = _text(source, old[ahead - left : len(old) - behind + right])
        after = _text(mutated, new[ahead - left : len(new) - behind + right])
        clear = _is_clear(before) and _is_clear(after)
        yield where, before, after, clear and not _calls(old[: ahead - left], before)


def _tokens(text: str) -> list[Token]:
    starts = starts_of(text)

    def place(row: int, column: int) -> int:
        return starts[row - 1] + column

    return [
        (each.string, place(*each.start), place(*each.end))
        for each in tokenize.generate_tokens(io.StringIO(text).readline)
        if each.type not in _NO_CODE
    ]


def _in_common(one: Sequence[Token], other: Sequence[Token]) -> int:
    """Return with how many tokens two rows begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next(
        (number for number, (first, second) in pairs if first[0] != second[0]),
        min(len(one), len(other)),
    )


def _widths(ahead: int, behind: int) -> Iterator[tuple[int, int]]:
    """Yield how many tokens to show before and behind what differs, the fewest first."""
    for width in range(_WIDEST):
        for left in sorted(range(width + 1), key=lambda left: (abs(2 * left - width), -left)):
            if left <= ahead and width - left <= behind:
                yield left, width - left


def _is_clear(text: str) -> bool:
    """Return whether a piece of code has all of its operands, and its brackets in pairs."""
    pieces = pieces_of(text)
    if not pieces:
        return True
    first, last = pieces[0], pieces[-1]
    return (
        len(pieces) > 1
        and _is_nested(pieces)
        and (first == "@" or first[0] not in f"{_OPERATORS},.[")
        and last[-1] not in f"{_OPERATORS},."
        and (not iskeyword(first) or first in (*_VALUES, *_AHEAD))
        and (not iskeyword(last) or last in _VALUES)
    )


def _is_nested(pieces: Sequence[str]) -> bool:
    open_ones = []
    for piece in pieces:
        if piece in _BRACKETS:
            open_ones.append(_BRACKETS[piece])
        elif piece in _BRACKETS.values() and (not open_ones or open_ones.pop() != piece):
            return False
    return not open_ones


def _calls(ahead: Sequence[Token], before: str) -> bool:
    """Return whether a piece begins with the brackets of a call of what stands ahead of it."""
    called = ahead[-1][0] if ahead else ""
    return before.startswith("(") and called.isidentifier() and not iskeyword(called)


def _text(text: str, tokens: Sequence[Token]) -> str:
    piece = text[tokens[0][1] : tokens[-1][2]] if tokens else ""
    return re.sub(r"\s+", " ", piece)


def _where(source: str, tokens: Sequence[Token], first: int, last: int) -> str:
    """Return the innermost definition around some tokens."""
    begin, end = tokens[first][1], tokens[max(first, last - 1)][2]
    rows = [source.count("\n", 0, place) + 1 for place in (begin, end)]
    return next(
        (
            name
            for name, lines in reversed(list(definitions(source)))
            if rows[0] in lines and rows[1] in lines
        ),
        "",
    )


def _tidied(source: str, mutated: str) -> str:
    """Return a mutant with the lines that differ tidied, or as it is if that changes it."""
    old, new = source.splitlines(keepends=True), mutated.splitlines(keepends=True)
    same = zip(old, new, strict=False)
    first = next((number for number, (one, other) in enumerate(same) if one != other), 0)
    same = zip(old[first:][::-1], new[first:][::-1], strict=False)
    behind = next((number for number, (one, other) in enumerate(same) if one != other), 0)
    lines = "".join(new[first : len(new) - behind])
    made = program(mutated)
    for pattern, text in _TIDIER:
        tidier = pattern.sub(text, lines)
        whole = "".join([*new[:first], tidier, *new[len(new) - behind :]])
        try:
            lines = tidier if program(whole) == made else lines
        except SyntaxError:
            continue
    return "".join([*new[:first], lines, *new[len(new) - behind :]])
