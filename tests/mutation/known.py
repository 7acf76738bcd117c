"""Listed mutants: what they make of a module, and which of the mutants that survive they are.

An entry names a definition and what is written there instead of something that it has once. Two
mutants are the same if they parse to the same program, however they are spaced: so a survivor is
excused by nothing but a change that is listed, and no other can take its place.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

ARROW = " →"

_PIECE = re.compile(r"\w+|[-+*/%&|^<>=!~@:]+|[^\w\s]")
_SPACE = r"\s*"


class NotThereError(ValueError):
    """An entry is about something that the module does not have, or has more than once."""


@attrs.frozen
class Known:
    """Mutants of one definition for which there is one reason.

    Attributes:
        module: the module.
        where: the function, class or constant that is changed, such as ``"Shuffle.wall"``; empty
            for a statement that gives nothing a name.
        reason: why none of them can be killed.
        changes: for each mutant what is changed, ``"& 15 → & 16"``; nothing behind the arrow if it
            is left out. What is before the arrow stands once in the definition. White space does
            not count.
    """

    module: str
    where: str
    reason: str
    changes: tuple[str, ...]

    @classmethod
    def of(cls, module: str, where: str, reason: str, *changes: str) -> Known:
        """Return the entry for some changes."""
        return cls(module, where, reason, changes)

    def mutated(self, change: str, source: str) -> str:
        """Return the text of the module with one of the changes.

        Raises:
            NotThereError: the text does not have what is changed, or not once.
        """
        before, after = halves(change)
        return replaced(source, span_of(source, self.where), before, after)


def halves(change: str) -> tuple[str, str]:
    """Return what a change replaces, and by what."""
    before, arrow, after = change.partition(ARROW)
    if not (before and arrow):
        raise NotThereError(f"{change!r} names nothing that is changed")
    return before, after.strip()


def program(source: str) -> str:
    """Return what is the same for two texts if they are the same program."""
    return hashlib.sha256(ast.dump(ast.parse(source)).encode()).hexdigest()


class Listed:
    """The mutants of one module that are listed.

    Args:
        among: entries, of whatever modules.
        module: the module.
        source: its text.

    Attributes:
        misfits: the entries that the text does not bear out, in words.
    """

    def __init__(self, among: Iterable[Known], module: str, source: str) -> None:
        self.module = module
        self.misfits: list[str] = []
        self._found: dict[str, tuple[Known, str]] = {}
        unchanged = program(source)
        for each in among:
            for change in each.changes if each.module == module else ():
                try:
                    made = program(each.mutated(change, source))
                except (NotThereError, SyntaxError) as error:
                    self.misfits.append(f"{self._words(each, change)}: {error}")
                    continue
                if made == unchanged or made in self._found:
                    what = "is no change" if made == unchanged else "is listed twice"
                    self.misfits.append(f"{self._words(each, change)}: {what}")
                self._found[made] = each, change

    def excuse(self, mutated: str) -> tuple[Known, str] | None:
        """Return the entry and the change that a mutant is, if it is one that is listed."""
        return self._found.get(program(mutated))

    def all_survive(self, survivors: Iterable[str]) -> bool:
        """Return whether every mutant that is listed is one of some texts."""
        return self._found.keys() <= {program(text) for text in survivors}

    def complaints(self, fates: Mapping[str, str | None]) -> Iterator[str]:
        """Yield in words what is listed and should not be.

        Args:
            fates: for each `program` that a mutant makes what killed it, ``None`` if nothing did.
        """
        yield from self.misfits
        for made, (each, change) in self._found.items():
            if made not in fates:
                yield f"{self._words(each, change)}: no mutant is this"
            elif fates[made] is not None:
                yield f"{self._words(each, change)}: is killed, {fates[made]}"

    def _words(self, each: Known, change: str) -> str:
        return f"listed for {self.module}, {each.where or 'outside definitions'}: {change}"


# --- where it stands ----------------------------------------------------------------------


def definitions(source: str) -> Iterator[tuple[str, range]]:
    """Yield functions, classes and constants of a module with their lines, the outer ones first."""
    yield from _definitions(ast.parse(source).body, "")


def _definitions(body: Sequence[ast.stmt], outer: str) -> Iterator[tuple[str, range]]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            case (
                ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
                | ast.AugAssign(target=ast.Name(id=name))
            ):
                first = node.lineno
            case _:
                continue
        yield outer + name, range(first, (node.end_lineno or first) + 1)
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node.body, f"{outer}{name}.")


def span_of(source: str, where: str) -> tuple[int, int]:
    """Return where in a text a definition begins and ends."""
    if not where:
        return 0, len(source)
    lines = [lines for name, lines in definitions(source) if name == where]
    if not lines:
        raise NotThereError(f"there is no {where}")
    starts = starts_of(source)
    return starts[lines[0].start - 1], starts[lines[-1].stop - 1]


def starts_of(source: str) -> list[int]:
    """Return the places at which the lines of a text begin, and its end."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def replaced(source: str, span: tuple[int, int], before: str, after: str) -> str:
    """Return a text with something put for what a part of it has once."""
    first, last = span
    found = list(_pattern(before).finditer(source[first:last]))
    if len(found) != 1:
        raise NotThereError(f"what is changed stands there {len(found)} times")
    begin, end = (first + place for place in found[0].span(1))
    return f"{source[:begin]}{after}{source[end:]}"


def pieces_of(text: str) -> list[str]:
    """Return the words, operators and signs of a text."""
    return _PIECE.findall(text)


def _pattern(text: str) -> re.Pattern[str]:
    """Return what finds a text, whole words and whole operators, however it is spaced."""
    parts = []
    for piece in pieces_of(text):
        alike = r"\w" if piece[0].isalnum() or piece[0] == "_" else r"[-+*/%&|^<>=!~@:]"
        whole = alike == r"\w" or _PIECE.fullmatch(piece + "=")
        part = re.escape(piece)
        parts.append(f"(?<!{alike}){part}(?!{alike})" if whole else part)
    return re.compile(rf"(?=({_SPACE.join(parts)}))")
