"""The figures that the benchmarks are about, printed in a table of their own at the end."""

from __future__ import annotations

from collections.abc import Callable

from pytest_benchmark.fixture import BenchmarkFixture

FIGURES: dict[str, str] = {}
"""By test, its figure in words."""


class Measure:
    """One benchmark, and the figure that comes of it."""

    def __init__(self, benchmark: BenchmarkFixture, test: str) -> None:
        self._benchmark = benchmark
        self._test = test

    def run(
        self,
        work: Callable[[], None],
        *,
        setup: Callable[[], None] | None = None,
        rounds: int,
    ) -> None:
        """Do the work so many times, the set-up before each time untimed."""
        self._benchmark.pedantic(work, setup=setup, rounds=rounds)  # type: ignore[no-untyped-call]

    def note(self, what: str, figure: float) -> None:
        """Keep a figure."""
        self._benchmark.extra_info[what] = figure
        FIGURES[self._test] = f"{figure:,} {what}"

    def note_speed(self, what: str, number: int) -> None:
        """Keep how many there were a second in the median round."""
        if self._benchmark.stats is not None:  # there is none when benchmarks only have to run
            self.note(f"{what} a second", round(number / self._benchmark.stats.stats.median))
