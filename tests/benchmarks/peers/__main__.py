"""The command: `python -m benchmarks.peers`, called in the folder `tests`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.peers.catalogue import MEASURES, packages, rows
from benchmarks.peers.installing import ROOT, NotThereError, find, install
from benchmarks.peers.reporting import medians, report
from benchmarks.peers.running import pin, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the tables and return the exit code.

    Args:
        arguments: as on the command line; None for those.
    """
    options = _parser().parse_args(arguments)
    if options.read is not None:
        sys.stdout.write(report(json.loads(options.read.read_text("utf-8"))))
        return 0
    if options.folder is not None or options.quick:
        folder = None if options.folder is None else options.folder.resolve()
        result = compare(options, folder)
    else:
        with tempfile.TemporaryDirectory(prefix="peers-") as name:
            result = compare(options, Path(name))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1, ensure_ascii=False), "utf-8")
    sys.stdout.write(report(result))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description="Compare the package with other engines."
    )
    parser.add_argument("--folder", type=Path, help="where the environments are, or will be made")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured here")
    parser.add_argument("--read", type=Path, metavar="FILE", help="only print such a file's tables")
    parser.add_argument("--rounds", type=int, help="how many (5, or 1 with --quick)")
    parser.add_argument("--core", type=int, help="which core to use (the last)")
    parser.add_argument(
        "--only", nargs="+", choices=[each.key for each in MEASURES], help="these measures alone"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only see that everything runs: as little as can be, and nothing is installed",
    )
    return parser


def tell(text: str) -> None:
    """Say what is being done."""
    sys.stderr.write(f"{text}\n")


def compare(options: argparse.Namespace, folder: Path | None) -> dict[str, Any]:
    """Return everything measured, with what there is to say about the run.

    Args:
        options: of the command line.
        folder: where the environments are; None for nowhere.
    """
    pythons, missing = gather(options, folder)
    rounds = options.rounds or (1 if options.quick else 5)
    about = {
        "load before": load(),
        "core": "no core pinned" if options.quick else pin(options.core),
        "rounds": rounds,
        "quick": options.quick,
        **machine(),
    }
    todo = [(each, row) for each, row in rows() if not options.only or each.key in options.only]
    measured, failed = run(todo, pythons, rounds, quick=options.quick, tell=tell)
    about["load after"] = load()
    return {
        "about": about,
        "versions": {package: version(python, package) for package, python in pythons.items()},
        "missing": missing,
        "failed": failed,
        "medians": medians(measured),
        "rounds": measured,
    }


def gather(
    options: argparse.Namespace, folder: Path | None
) -> tuple[dict[str, Path], dict[str, str]]:
    """Return by package the interpreter that has it, or the reason why none has."""
    get: Callable[[str], Path]
    if options.quick or folder is None:

        def get(package: str) -> Path:
            return find(folder, package)
    else:

        def get(package: str) -> Path:
            tell(f"installing {package}")
            return install(folder, package)

    pythons: dict[str, Path] = {}
    missing: dict[str, str] = {}
    for package in packages():
        try:
            pythons[package] = get(package)
        except NotThereError as error:
            missing[package] = str(error)
            tell(f"{package}: {error}")
    return pythons, missing


def version(python: Path, package: str) -> str:
    """Return which version of a package an interpreter has."""
    script = "import sys, importlib.metadata as m; print(m.version(sys.argv[1]))"
    return _said(str(python), "-c", script, package) or "of no known version"


def load() -> str:
    """Return how many processes wanted to run in the last minute, in the mean."""
    return f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"


def machine() -> dict[str, Any]:
    """Return what a reader has to know to make sense of the figures."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": _system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
    }


def _commit() -> str:
    """Return the commit of the checkout, and whether the package has changed since."""
    git = ("git", "-C", str(ROOT))
    commit = _said(*git, "rev-parse", "--short", "HEAD")
    changed = _said(*git, "status", "--porcelain", "--", "src")
    return f"{commit or 'unknown'}{' and changes' if changed else ''}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return (names or [platform.processor() or platform.machine()])[0]


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.platform()


def _said(*command: str) -> str:
    """Return what a command printed; nothing where there is no such command or it fails."""
    try:
        ran = subprocess.run(  # noqa: S603 - our own commands
            command, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
