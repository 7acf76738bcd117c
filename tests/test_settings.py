"""The tests are the same wherever they run: no setting of Hypothesis depends on the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SHOW = """
import conftest, drawing
from hypothesis import settings
print(settings.default.derandomize, settings.default, drawing.QUIET, sep="\\n")
"""


def settings_with(**environment: str) -> list[str]:
    """Return whether runs are repeated, and the settings, where only this says that it is CI."""
    machine = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return subprocess.run(  # noqa: S603 - this Python, with a program written above
        [sys.executable, "-c", SHOW],
        cwd=TESTS,
        env=machine | environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout.splitlines()


@pytest.mark.parametrize("profile", ["repeatable", "search"])
def test_ci_has_the_settings_that_everybody_has(profile: str) -> None:
    there = settings_with(HYPOTHESIS_PROFILE=profile, CI="true")
    assert there == settings_with(HYPOTHESIS_PROFILE=profile)
    assert there[0] == str(profile == "repeatable")
