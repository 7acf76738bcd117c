"""Examples of Hypothesis strategies as lists, and what is told of a failure, each time the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

_Value = TypeVar("_Value")

QUIET = settings(
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


def drawn(strategy: st.SearchStrategy[_Value], number: int) -> list[_Value]:
    """Return so many examples."""
    found: list[_Value] = []

    @settings(QUIET, max_examples=number)
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
