"""Examples of Hypothesis strategies as lists, and what is told of a failure, each time the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

_Value = TypeVar("_Value")

QUIET = settings(
    settings.get_profile("default"),
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


_RUN = 25


def drawn(strategy: st.SearchStrategy[_Value], number: int) -> list[_Value]:
    """Return so many examples, of several independent runs.

    Within one run an example is often a changed copy of the one before it, so that what is rare
    may come in bulk or not at all.
    """
    found: list[_Value] = []
    for run, start in enumerate(range(0, number, _RUN)):

        @seed(run)
        @settings(QUIET, max_examples=min(_RUN, number - start))
        @given(strategy)
        def keep(value: _Value) -> None:
            found.append(value)

        keep()
    return found


def notes_of_failure(
    strategy: st.SearchStrategy[_Value], condition: Callable[[_Value], bool]
) -> list[str]:
    """Return what a test tells that fails where a condition holds."""

    @settings(QUIET)
    @given(strategy)
    def fails(value: _Value) -> None:
        assert not condition(value)

    with pytest.raises(AssertionError) as caught:
        fails()
    return list(caught.value.__notes__)
