"""Rule mutants: mistakes about the rulebook as patches of the package, read and applied.

A file below `tests/mutants/` is a head of plain lines, an empty line, and a unified diff of the
sources. The head names the rules that the mistake breaks, says in words what is played instead,
and names the tests that find it:

    rule: STAND-3
    broken: a pung may use up the last standing tiles
    killed by: tests/test_stand.py::test_a_pung_may_not_take_the_last_standing_tiles

A patch is applied by its lines alone. They must stand in the file exactly, and in one place; where
that place is does not matter, so a patch outlives changes elsewhere in its file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "mutants"

KEYS = ("rule", "broken", "killed by")
"""The keys of a head. There is one line for each rule and for each test."""

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@.*")
_SOURCE = re.compile(r"src/lisi_mahjong/[a-z_]+\.py")


class PatchError(ValueError):
    """A patch that cannot be read, or that does not apply."""


@dataclass(frozen=True)
class Hunk:
    """Lines that stand in a file, and those that are to take their place; no newlines."""

    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class Mutant:
    """A mistake about the rules.

    Attributes:
        name: the name of its file.
        rules: the numbers of the rules that it breaks.
        broken: what is played instead, in words.
        tests: the tests that find it, as pytest names them.
        changes: by file, such as ``src/lisi_mahjong/wall.py``, what is changed.
    """

    name: str
    rules: tuple[str, ...]
    broken: str
    tests: tuple[str, ...]
    changes: Mapping[str, tuple[Hunk, ...]]

    def changed(self, read: Callable[[str], str]) -> dict[str, str]:
        """Return by file its text after the patch.

        Args:
            read: gives the text of a file.

        Raises:
            PatchError: the patch does not apply.
        """
        return {path: _replaced(read(path), path, hunks) for path, hunks in self.changes.items()}


# --- applying -----------------------------------------------------------------------------


def _replaced(text: str, path: str, hunks: Sequence[Hunk]) -> str:
    """Return the text of a file after some hunks."""
    lines = text.splitlines()
    places = []
    for hunk in hunks:
        size = len(hunk.old)
        found = [at for at in range(len(lines)) if tuple(lines[at : at + size]) == hunk.old]
        if len(found) != 1:
            raise PatchError(f"the lines of a hunk stand in {len(found)} places of {path}")
        places.append((found[0], found[0] + size, hunk.new))
    end = 0
    result: list[str] = []
    for start, stop, new in sorted(places):
        if start < end:
            raise PatchError(f"two hunks overlap in {path}")
        result += [*lines[end:start], *new]
        end = stop
    return "\n".join([*result, *lines[end:]]) + "\n"


# --- reading ------------------------------------------------------------------------------


def read_mutants(names: Sequence[str] = (), folder: Path = FOLDER) -> Iterator[Path]:
    """Yield the files of some mutants, or of all, by name."""
    yield from [folder / f"{name}.patch" for name in names] or sorted(folder.glob("*.patch"))


def read_mutant(path: Path) -> Mutant:
    """Return the mutant of a file.

    Raises:
        PatchError: there is no such file, or it cannot be read.
    """
    try:
        return parse(path.stem, path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PatchError(f"{error.strerror}: {path.name}") from None


def parse(name: str, text: str) -> Mutant:
    """Return the mutant that a text describes.

    Raises:
        PatchError: the head or the diff is malformed.
    """
    head, _, diff = text.partition("\n\n")
    found: dict[str, list[str]] = {key: [] for key in KEYS}
    for line in head.splitlines():
        key, colon, value = line.partition(": ")
        if key not in KEYS or not colon or not value.strip():
            raise PatchError(f"a head has lines such as 'rule: STAND-3', not {line!r}")
        found[key].append(value.strip())
    if not (found["rule"] and len(found["broken"]) == 1 and found["killed by"]):
        raise PatchError("a head names a rule or more, what is broken, and a test or more")
    changes = dict(_files(diff.splitlines()))
    if not changes:
        raise PatchError("there is no diff")
    return Mutant(
        name, tuple(found["rule"]), found["broken"][0], tuple(found["killed by"]), changes
    )


def _files(lines: list[str]) -> Iterator[tuple[str, tuple[Hunk, ...]]]:
    """Yield the files of a diff, each with its hunks."""
    at = 0
    seen = set()
    while at < len(lines):
        before, after = [*lines[at : at + 2], "", ""][:2]
        path = before.removeprefix("--- a/")
        if before != f"--- a/{path}" or after != f"+++ b/{path}" or not _SOURCE.fullmatch(path):
            raise PatchError(f"a file begins with '--- a/src/lisi_mahjong/…', not {before!r}")
        if path in seen:
            raise PatchError(f"{path} is changed twice")
        seen.add(path)
        at += 2
        hunks = []
        while at < len(lines) and not lines[at].startswith("--- "):
            hunk, at = _hunk(lines, at)
            hunks.append(hunk)
        if not hunks:
            raise PatchError(f"nothing is changed in {path}")
        yield path, tuple(hunks)


def _hunk(lines: list[str], at: int) -> tuple[Hunk, int]:
    """Return the hunk that begins on a line, and where the next one does."""
    match = _HUNK.fullmatch(lines[at])
    if match is None:
        raise PatchError(f"a hunk begins with '@@ -1,3 +1,3 @@', not {lines[at]!r}")
    missing = [int(count or 1) for count in match.groups()]
    old, new = [], []
    while any(missing):
        at += 1
        line = lines[at] if at < len(lines) else ""
        sign = line[:1]
        if sign not in {" ", "-", "+"}:
            raise PatchError(f"a line of a hunk begins with ' ', '-' or '+', not as {line!r}")
        if sign != "+":
            old.append(line[1:])
            missing[0] -= 1
        if sign != "-":
            new.append(line[1:])
            missing[1] -= 1
        if min(missing) < 0:
            raise PatchError("a hunk has other numbers of lines than it says")
    if old == new:
        raise PatchError("a hunk changes nothing")
    return Hunk(tuple(old), tuple(new)), at + 1
