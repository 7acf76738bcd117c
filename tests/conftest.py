"""Settings of Hypothesis: repeatable by default, a longer search on demand. A floor for the tests.

``HYPOTHESIS_PROFILE=search`` tries other examples each time, and more of them. Where the whole
suite is collected one more test stands behind it, which fails when it has become too small.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from floors import too_few

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

TESTS = Path(__file__).resolve().parent


class EnoughTests(pytest.Item):
    """Passes if so many tests were collected as there have to be."""

    found = 0

    def runtest(self) -> None:
        complaint = too_few("tests collected", self.found)
        if complaint is not None:
            pytest.fail(complaint, pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


def is_whole(config: pytest.Config) -> bool:
    """Return whether a run was asked for all tests: of every file that the settings name."""
    root = config.rootpath
    whole = {found for pattern in config.getini("testpaths") for found in root.glob(pattern)}
    asked = {(config.invocation_params.dir / argument).resolve() for argument in config.args}
    left_out = ("lf", "ignore", "ignore_glob", "deselect")
    return asked == whole and not any(getattr(config.option, name, None) for name in left_out)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    if is_whole(config):
        enough: EnoughTests = EnoughTests.from_parent(session, name="there_are_enough_tests")
        enough.found = sum(item.path.is_relative_to(TESTS) for item in items)
        items.append(enough)
