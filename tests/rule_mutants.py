"""Every rule mutant has to be killed: ``python tests/rule_mutants.py [NAMES…] [--processes N]``.

A rule mutant is a mistake about the rulebook, kept as a patch that `mutant_patches` reads.

The package is copied, the copy is patched, and the tests that the patch names are run against it:
they have to fail. First all of them are run against the copy as it is, where they have to pass.
Nothing in the tree is changed. The last line is ``N passed, N failed``; the exit code is 1 on any
failure.

A mutant that cannot be imported or that uses an unknown name is not killed, it is broken.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue

from mutant_patches import Mutant, PatchError, read_mutant, read_mutants

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "lisi_mahjong"

LONGEST = 120
"""After so many seconds a run is given up."""

_SHOWN = 2000
"""So many characters of what pytest said are shown."""

_NOT_INHERITED = ("PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE")
"""Bytecode is kept, in the temporary folder: without it a run would take several times as long."""

_BROKEN = re.compile(
    r"^FAILED .* - (?:\w+\.)*(?:Syntax|Indentation|Import|ModuleNotFound|Name|UnboundLocal)Error\b",
    re.MULTILINE,
)


def source(root: Path = ROOT) -> Path:
    """Return the folder of the package: that of the sources, or else where it is installed."""
    folder = root / "src" / PACKAGE
    if folder.is_dir():
        return folder
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise PatchError(f"there is no package {PACKAGE}")
    return Path(found.origin).parent


@dataclass(frozen=True)
class Run:
    """What a run of pytest gave."""

    code: int
    output: str

    def complaint(self) -> str | None:
        """Return why a mutant is not killed by this run; ``None`` when it is."""
        if self.code == 0:
            return "SURVIVED"
        lines = self.output.strip().splitlines() or [""]
        failed = re.search(r"\b[1-9]\d* failed\b", lines[-1])
        if self.code != 1 or failed is None or re.search(r"\b\d+ errors?\b", lines[-1]):
            return f"no test failed, but pytest ended with {self.code}: {lines[-1]}"
        broken = _BROKEN.search(self.output)
        return None if broken is None else f"the mutant is broken: {broken[0]}"


class Workshop:
    """A copy of the package, to be patched and mended again.

    Args:
        root: the folder with the tests, in which they are run.
        folder: where the copy lies.
        kept: what Python and its libraries keep; other workshops may have the same folder.
    """

    _stamps = count(1_000_000_000)

    def __init__(self, root: Path, folder: Path, kept: Path) -> None:
        self._root = root
        self._package = source(root)
        self._path = folder
        shutil.copytree(
            self._package, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__")
        )
        self._environment = {
            **{key: text for key, text in os.environ.items() if key not in _NOT_INHERITED},
            "PYTHONPATH": str(folder),
            "PYTHONPYCACHEPREFIX": str(kept),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(kept / "hypothesis"),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "200",
        }

    def run(self, tests: Sequence[str]) -> Run:
        """Run some tests against the copy as it is now."""
        options = ["-x", "-q", "-rf", "--tb=line", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(  # noqa: S603 - the tests are our own
                [sys.executable, "-m", "pytest", *options, *tests],
                cwd=self._root,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Run(-1, f"given up after {LONGEST} s")
        return Run(done.returncode, done.stdout)

    def complaint(self, mutant: Mutant) -> str | None:
        """Return why a mutant is not killed by the tests that it names, or ``None``."""
        try:
            changed = mutant.changed(self._read)
        except (PatchError, OSError) as error:
            return f"the patch does not apply: {error}"
        # A time of its own keeps Python from taking the kept bytecode of another text.
        stamp = next(self._stamps)
        try:
            for path, text in changed.items():
                copy = self._copy(path)
                copy.write_text(text, encoding="utf-8", newline="\n")
                os.utime(copy, (stamp, stamp))
            return self.run(mutant.tests).complaint()
        finally:
            for path in changed:
                shutil.copy2(self._package / Path(path).name, self._copy(path))

    def _copy(self, path: str) -> Path:
        return self._path / PACKAGE / Path(path).name

    def _read(self, path: str) -> str:
        return self._copy(path).read_text(encoding="utf-8")


@contextmanager
def workshops(number: int, root: Path = ROOT, kept: Path | None = None) -> Iterator[list[Workshop]]:
    """Give some workshops in a temporary folder, and take them away again.

    Args:
        number: so many.
        root: the folder with the tests.
        kept: a folder for what Python keeps, to be used again; else a temporary one.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield [
            Workshop(root, folder / str(place), kept or folder / "kept") for place in range(number)
        ]


# --- the command --------------------------------------------------------------------------


def verdicts(mutants: Sequence[Mutant], shops: Sequence[Workshop]) -> Iterator[tuple[str, float]]:
    """Yield for each mutant why it is not killed, ``""`` when it is, and the seconds it took."""
    free: SimpleQueue[Workshop] = SimpleQueue()
    for shop in shops:
        free.put(shop)

    def judged(mutant: Mutant) -> tuple[str, float]:
        shop, start = free.get(), time.perf_counter()
        try:
            return shop.complaint(mutant) or "", time.perf_counter() - start
        finally:
            free.put(shop)

    with ThreadPoolExecutor(len(shops)) as pool:
        yield from pool.map(judged, mutants)


def check(
    paths: Sequence[Path], processes: int = 1, root: Path = ROOT, kept: Path | None = None
) -> tuple[int, int]:
    """Kill mutants, tell of each, and return how many are killed and how many are not.

    Args:
        paths: their files.
        processes: so many at the same time.
        root: the folder with the tests.
        kept: see `workshops`.
    """
    mutants, failed = [], 0
    for path in paths:
        try:
            mutants.append(read_mutant(path))
        except PatchError as error:
            sys.stdout.write(f"{path.stem}: {error}\n")
            failed += 1
    if not mutants:
        return 0, failed
    with workshops(processes, root, kept) as shops:
        clean = shops[0].run(sorted({test for mutant in mutants for test in mutant.tests}))
        if clean.code != 0:
            sys.stdout.write(f"the tests fail without any patch\n{clean.output[-_SHOWN:]}\n")
            return 0, failed + len(mutants)
        passed = 0
        for mutant, (complaint, seconds) in zip(mutants, verdicts(mutants, shops), strict=True):
            sys.stdout.write(f"{mutant.name}: {complaint or 'killed'} ({seconds:.1f} s)\n")
            sys.stdout.flush()
            passed += not complaint
    return passed, failed + len(mutants) - passed


def main(arguments: Sequence[str]) -> int:
    """Kill the mutants that are named, or all; return the exit code."""
    parser = argparse.ArgumentParser(description="Kill every rule mutant.")
    parser.add_argument("names", nargs="*", help="names of files below tests/mutants/; all of them")
    parser.add_argument("--processes", type=int, default=1, help="so many at the same time")
    options = parser.parse_args(arguments)
    if options.processes < 1:
        parser.error("--processes must be at least 1")
    passed, failed = check(list(read_mutants(options.names)), options.processes)
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
