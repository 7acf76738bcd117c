"""Benchmarks: the fixture, and the table of figures."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.figures import FIGURES, Measure


@pytest.fixture
def measure(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Measure:
    return Measure(benchmark, request.node.name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("figures")
    for test, figure in FIGURES.items():
        terminalreporter.line(f"{test:<24} {figure}")
