"""Renew the stored tables below `tests/tables/`: ``python tests/make_tables.py``.

A table that has been stored must be read by every later version that plays by the same rules, so
these files change only when the number of the format or of the rules has risen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from evenings import acted, dealt, seated
from lisi_mahjong import RuleSet, ScoreTable, TableState
from lisi_mahjong.table_text import format_table
from long_evening import left, played, shown
from offers import CHOICE, PAIR_OF_5M, WAITS_FOR_5M, WAITS_FOR_5M_TOO, offered
from settling import MOST_POINTS, winning

FOLDER = Path(__file__).parent / "tables"

ODD_NAMES = ("👩‍👩‍👧" * 19 + "丁丁丁丁丁", '"\\ \u2028', "é", "e\u0301")
"""Names of a hundred characters, of signs that JSON escapes, and two that only look alike."""

HIGHEST = ScoreTable.from_options(
    {field.name: 10**6 for field in attrs.fields(ScoreTable) if type(field.default) is int}
)


def mid_claim() -> TableState:
    """Return a table at which seats 2 and 3 may win, and seat 1 has answered with a pung."""
    hands = {1: PAIR_OF_5M, 2: WAITS_FOR_5M, 3: WAITS_FOR_5M_TOO}
    state = offered("5m", hands, ting={2: "9p", 3: "9m"}, rules=CHOICE)
    return acted(dealt(state), "1 pung 5m 0")


def rich_dealer() -> TableState:
    """Return a table with the largest numbers, whose first deal dealer 2 has drawn a flush in."""
    table = seated(ODD_NAMES, score=HIGHEST)
    ending = winning(MOST_POINTS, dealer=2, melds=("999m<3",))
    table = dealt(ending.before, table)
    return acted(table, ending.last, "1 ready")


TABLES: Mapping[str, Callable[[], TableState]] = {
    "new": lambda: TableState.new(RuleSet.taiyuan(), ScoreTable.taiyuan()),
    "evening": left,
    "evening-deal-played": played,
    "evening-deal-ended": shown,
    "mid-claim": mid_claim,
    "odd-names-huge-sums": rich_dealer,
}
"""By the name of its file."""


def main() -> None:
    """Write what differs and say so."""
    FOLDER.mkdir(exist_ok=True)
    for name, table in TABLES.items():
        path = FOLDER / f"{name}.jsonl"
        text = format_table(table())
        if not path.exists() or path.read_text(encoding="ascii") != text:
            path.write_text(text, encoding="ascii", newline="\n")
            sys.stdout.write(f"wrote {path.name}\n")


if __name__ == "__main__":
    main()
