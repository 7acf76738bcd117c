"""The mutants that no test can kill, as `docs/trust.md` lists them.

``python tests/mutation/page.py --write`` renews the two tables from `survivors`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "trust.md"
sys.path.insert(0, str(ROOT / "tests"))

from mutation.known import Known, halves  # noqa: E402 - from the folder just added
from mutation.survivors import CONSTANTS, FUNCTIONS  # noqa: E402

LISTS = {"functions": FUNCTIONS, "constants": CONSTANTS}
"""By the name of the command that finds them."""


def table(found: Sequence[Known]) -> str:
    """Return a table of mutants, module by module."""
    rows = [
        f"| `{each.module}.{each.where}` | {'<br>'.join(map(_change, each.changes))} | "
        f"{len(each.changes)} | {_cell(each.reason)} |"
        for each in sorted(found, key=lambda each: each.module)
    ]
    total = sum(len(each.changes) for each in found)
    head = [
        "| in | what becomes of it | mutants | why no test can tell |",
        "| --- | --- | ---: | --- |",
    ]
    return "\n".join([*head, *rows, f"| in all | | {total} | |"])


def _change(change: str) -> str:
    before, after = halves(change)
    return _cell(f"`{before}` → `{after}`" if after else f"`{before}` is left out")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def renewed(page: str) -> str:
    """Return the page with its tables as they should be.

    Raises:
        ValueError: the page has no place for one of them.
    """
    for name, found in LISTS.items():
        begin, end = f"<!-- mutants: {name} -->\n", "<!-- end of mutants -->"
        before, found_begin, rest = page.partition(begin)
        _, found_end, after = rest.partition(end)
        if not (found_begin and found_end):
            raise ValueError(f"there is no place for the mutants of {name} in the page")
        page = f"{before}{begin}\n{table(found)}\n\n{end}{after}"
    return page


def main(arguments: Sequence[str]) -> int:
    """Write the tables, or say whether they are as they should be."""
    page = PAGE.read_text(encoding="utf-8")
    if list(arguments) == ["--write"]:
        PAGE.write_text(renewed(page), encoding="utf-8")
        return 0
    return int(renewed(page) != page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
