"""An environment of its own for every package, since some of them do not go together."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from benchmarks.peers.catalogue import MODULES, OURS, VERSIONS

ROOT = Path(__file__).resolve().parents[3]
"""The checkout."""

PATIENCE = 150
"""Seconds that one installation may take."""


class NotThereError(Exception):
    """A package that cannot be measured; its text is the reason, on one line."""


def last_line(output: str) -> str:
    """Return the line of a failed command's output that says why, shortened.

    Example:
        >>> last_line("Traceback\\n  ...\\nValueError: no\\n\\n")
        'ValueError: no'
        >>> last_line("ERROR: none fits\\nnote: more is said elsewhere\\n")
        'ERROR: none fits'
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["it said nothing"])[-1][:200]


def _python(folder: Path, package: str) -> Path:
    return folder / package / "bin" / "python"


def _run(command: list[str], seconds: float) -> None:
    try:
        ran = subprocess.run(  # noqa: S603 - our own commands
            command, check=False, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise NotThereError(f"not installed within {seconds:.0f} s") from None
    except OSError as error:
        raise NotThereError(str(error)) from None
    if ran.returncode:
        raise NotThereError(last_line(ran.stderr or ran.stdout))


def install(folder: Path, package: str, *, patience: float = PATIENCE) -> Path:
    """Return the interpreter of an environment in which a package is installed.

    What was installed there before is taken as it is; our own package is installed anew.

    Args:
        folder: where the environments are.
        package: one of the peers, or ours, which comes from the checkout.
        patience: seconds that each of the two commands may take.

    Raises:
        NotThereError: it cannot be installed.
    """
    python = _python(folder, package)
    note = folder / package / "installed"
    if package == OURS:
        wanted = ["--force-reinstall", str(ROOT)]
    else:
        wanted = [f"{package}=={VERSIONS[package]}"]
        if note.is_file() and note.read_text(encoding="utf-8") == wanted[0]:
            return python
    if not python.exists():
        _run([sys.executable, "-m", "venv", str(folder / package)], patience)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, *wanted], patience)
    note.write_text(wanted[-1], encoding="utf-8")
    return python


def find(folder: Path | None, package: str) -> Path:
    """Return an interpreter that has a package already: one of a folder, or this one.

    Raises:
        NotThereError: there is none.
    """
    if folder is not None and _python(folder, package).exists():
        return _python(folder, package)
    if find_spec(MODULES.get(package, package)) is None:
        raise NotThereError("not installed here, and nothing is installed for a smoke run")
    return Path(sys.executable)
