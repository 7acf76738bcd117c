"""Campaigns: many numbered things looked at by several processes, in parts, with a journal.

A campaign looks at the things of some numbers in parts of a few. What came of each part is a
`Findings`; the sum does not depend on the number of processes or on their order. With a journal
every part is written down as soon as it is done, and the same command later, whatever broke it
off, does only the parts that are missing. A journal belongs to the settings and to the sources with
which it was begun: figures of two engines, or of two referees, are not added up.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any

import attrs

import lisi_mahjong

TESTS = Path(__file__).resolve().parent

SHOWN = 5
"""Failures that are written out in full."""

Part = tuple[int, int]
"""The numbers of a part: the first one, and the one behind the last."""


class JournalError(Exception):
    """A file is no journal of this campaign."""


@attrs.define
class Findings:
    """What came of some numbers.

    Attributes:
        counts: how often something was met, by what it is; ``"checked"`` is what the last line of a
            campaign counts.
        failures: what went wrong, in words.
    """

    counts: Counter[str] = attrs.Factory(Counter)
    failures: list[str] = attrs.Factory(list)

    def add(self, other: Findings) -> None:
        """Add what came of other numbers."""
        self.counts.update(other.counts)
        self.failures += other.failures


Look = Callable[[int, int], Findings]
"""Looks at the things of some numbers; a function of a module, so that processes find it."""


@attrs.frozen
class Campaign:
    """What is to be looked at, and how.

    Attributes:
        name: with which settings; a journal belongs to one name.
        look: looks at one part.
        numbers: the first number, and the one behind the last.
        size: how many numbers are a part.
        processes: how many at a time.
        journal: where the parts are written down; ``None`` for nowhere.
    """

    name: str
    look: Look
    numbers: Part
    size: int
    processes: int = 1
    journal: Path | None = None

    def parts(self) -> list[Part]:
        """Return all parts, in order."""
        start, stop = self.numbers
        return [(first, min(first + self.size, stop)) for first in range(start, stop, self.size)]

    def run(self) -> tuple[Findings, bool]:
        """Return what came of it, and whether it came to its end.

        Raises:
            JournalError: the journal is that of something else.
        """
        heading = {"campaign": self.name, "sources": fingerprint(self.look)}
        done = read_journal(self.journal, heading) if self.journal else {}
        missing = [part for part in self.parts() if part not in done]
        began, known = time.monotonic(), len(done)
        broken_off = False
        try:
            for part, findings in self._looked(missing):
                done[part] = findings
                if self.journal:
                    write_part(self.journal, heading, part, findings)
                progress(len(done) - known, len(missing), time.monotonic() - began)
        except KeyboardInterrupt:
            broken_off = True
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        total = Findings()
        for part in self.parts():
            total.add(done.get(part, Findings()))
        return total, not broken_off

    def _looked(self, parts: Sequence[Part]) -> Iterator[tuple[Part, Findings]]:
        if self.processes == 1:
            for part in parts:
                yield part, self.look(*part)
            return
        with ProcessPoolExecutor(self.processes) as pool:
            asked = {pool.submit(self.look, *part): part for part in parts}
            try:
                for future in as_completed(asked):
                    yield asked[future], future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


# --- the journal --------------------------------------------------------------------------


def fingerprint(look: Look) -> str:
    """Return a short hash of the sources of the package, and of what looks at it."""
    package = Path(lisi_mahjong.__file__).parent
    digest = hashlib.sha256()
    for folder, paths in ((package, package.rglob("*.py")), (TESTS, looking(look))):
        for path in sorted(paths):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def looking(look: Look) -> set[Path]:
    """Return the files of the tests that a function may use, by what they import."""
    function = look.func if isinstance(look, partial) else look
    found: set[Path] = set()
    new = {Path(str(sys.modules[function.__module__].__file__)).resolve()}
    while new := new - found:
        found |= new
        new = {path for each in new for path in imported(each.read_text(encoding="utf-8"))}
    return found


def imported(text: str) -> Iterator[Path]:
    """Yield the files of the tests that a source imports."""
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}"]
        for name in names:
            path = TESTS / f"{name.replace('.', '/')}.py"
            if path.exists():
                yield path


def write_part(path: Path, heading: Mapping[str, str], part: Part, findings: Findings) -> None:
    """Add a line for a part; the first line of a new journal says of what it is."""
    new = not path.exists() or not path.stat().st_size
    with path.open("a", encoding="utf-8") as file:
        if new:
            file.write(json.dumps(heading) + "\n")
        line = {"part": part, "counts": findings.counts, "failures": findings.failures}
        file.write(json.dumps(line) + "\n")


def read_journal(path: Path, heading: Mapping[str, str]) -> dict[Part, Findings]:
    """Return the parts that are done; a last line that was not written to its end is cut off.

    Raises:
        JournalError: the file is no journal, or one of another campaign or of other sources.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    if not whole:
        return {}
    first, *rest = whole.splitlines()
    try:
        if json.loads(first) != heading:
            raise JournalError(f"{path} is the journal of something else: {first}")
        return dict(_read_part(json.loads(line)) for line in rest)
    except (ValueError, KeyError, TypeError) as error:
        raise JournalError(f"{path} is no journal: {error!r}") from error


def _read_part(line: Mapping[str, Any]) -> tuple[Part, Findings]:
    start, stop = line["part"]
    return (start, stop), Findings(Counter(line["counts"]), line["failures"])


# --- the command --------------------------------------------------------------------------


def parser(about: str, things: str, number: int) -> argparse.ArgumentParser:
    """Return the options that all campaigns have.

    Args:
        about: what the command does.
        things: what is numbered, as the option is called: ``"deals"``.
        number: how many of them, if nothing is said.
    """
    options = argparse.ArgumentParser(description=about)
    options.add_argument(
        f"--{things}", dest="number", type=int, default=number, help=f"how many ({number})"
    )
    options.add_argument("--start", type=int, default=0, help="the number of the first one (0)")
    options.add_argument("--processes", type=int, default=1, help="how many at a time (1)")
    options.add_argument(
        "--journal", type=Path, help="a file with what is done; with it the command goes on"
    )
    return options


def run(campaign: Campaign, summary: Callable[[Findings], Iterable[str]]) -> int:
    """Run a campaign, write what came of it, and return the exit code."""
    try:
        total, ended = campaign.run()
    except JournalError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for failure in total.failures[:SHOWN]:
        sys.stdout.write(f"{failure}\n")
    sys.stdout.write("".join(f"{line}\n" for line in summary(total)))
    if not ended:
        how = "the same command goes on" if campaign.journal else "without a journal it is lost"
        sys.stdout.write(f"broken off; {how}\n")
    failed = len(total.failures)
    sys.stdout.write(f"{total.counts['checked'] - failed} passed, {failed} failed\n")
    return 1 if failed or not ended else 0


def progress(done: int, wanted: int, seconds: float) -> None:
    """Say on a terminal how far it is."""
    if sys.stderr.isatty():
        left = seconds / done * (wanted - done)
        sys.stderr.write(f"\r{done}/{wanted} parts, {left / 60:.0f} minutes left ")
        sys.stderr.flush()
