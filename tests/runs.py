"""Python run once more, in a process of its own, with the package that is under test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import lisi_mahjong

TESTS = Path(__file__).parent


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return what a run of this Python gave; the package and the tests' helpers are on its path.

    Args:
        arguments: as on the command line.
        environment: variables to set beside the inherited ones.
    """
    path = os.pathsep.join([str(Path(lisi_mahjong.__file__).parents[1]), str(TESTS)])
    return subprocess.run(  # noqa: S603 - the arguments are the tests' own
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
