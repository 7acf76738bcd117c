"""Settings of Hypothesis: repeatable by default, a longer search on demand. A floor for the tests.

``HYPOTHESIS_PROFILE=search`` tries other examples each time, and more of them. Where the whole
suite is collected more tests stand behind it, which fail when it has become too small, or when
fewer examples are collected than there were.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from floors import too_few

# Hypothesis has other settings where it finds CI in the environment: nothing is taken from those.
EVERYWHERE = settings.get_profile("default")
settings.register_profile("repeatable", EVERYWHERE, derandomize=True, deadline=None, database=None)
settings.register_profile("search", EVERYWHERE, deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

TESTS = Path(__file__).resolve().parent


class Enough(pytest.Item):
    """Passes if so much was collected as there has to be."""

    what = ""
    found = 0

    def runtest(self) -> None:
        complaint = too_few(self.what, self.found)
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


def collected(config: pytest.Config, items: list[pytest.Item]) -> dict[str, int]:
    """Return how many tests and examples were collected; those of sources where these lie here."""
    examples = Counter[str]()
    for item in items:
        found = getattr(item, "dtest", None)  # what pytest has of an item that is made of examples
        if found is not None and not item.path.is_relative_to(TESTS):
            examples[item.path.suffix] += len(found.examples)
    counts = {
        "tests collected": sum(item.path.is_relative_to(TESTS) for item in items),
        "examples collected in pages": examples[".md"],
    }
    if (config.rootpath / "src").is_dir():
        counts["examples collected in docstrings"] = examples[".py"]
    return counts


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    if is_whole(config):
        for what, found in collected(config, items).items():
            name = f"there_are_enough_{what.replace(' ', '_')}"
            enough: Enough = Enough.from_parent(session, name=name)
            enough.what, enough.found = what, found
            items.append(enough)
