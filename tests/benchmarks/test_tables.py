"""Tables: how fast one with many deals behind it is written, and read with every check."""

from __future__ import annotations

from benchmarks.figures import Measure
from evenings import evening, seated
from lisi_mahjong import format_table, parse_table

ROUNDS = 5
DEALS = 1000


def test_table_written(measure: Measure) -> None:
    """The text of a table after 1,000 deals of tidy players."""
    table = evening(seated(), range(DEALS))

    def write() -> None:
        format_table(table)

    measure.run(write, rounds=ROUNDS)
    measure.note_speed("deals", DEALS)


def test_table_read(measure: Measure) -> None:
    """The same read back: every deal of its history is checked."""
    text = format_table(evening(seated(), range(DEALS)))

    def read() -> None:
        parse_table(text)

    measure.run(read, rounds=ROUNDS)
    measure.note_speed("deals", DEALS)
