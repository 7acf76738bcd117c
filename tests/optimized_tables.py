"""Tables that cannot be and texts that are none, under ``python -O``: no check is an ``assert``.

Run as ``python -O tests/optimized_tables.py`` with the package on the path; ends with 1 on a
failure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from broken_tables import BROKEN
from lisi_mahjong import InvalidStateError, RecordError
from lisi_mahjong.table_text import format_table, parse_table
from long_evening import RIGHT
from malformed_tables import MALFORMED


def complaints() -> Iterator[str | None]:
    """Yield for each of them what is wrong with how the library takes it; ``None`` if nothing."""
    for name, right in RIGHT.items():
        table = right()
        yield None if parse_table(format_table(table)) == table else name
    for name, (expected, broken) in BROKEN.items():
        try:
            format_table(broken())
        except InvalidStateError as error:
            found = list(dict.fromkeys(problem for problem, _ in error.problems))
            yield None if found == expected else f"{name}: {found}"
        else:
            yield f"{name}: written"
    for name, made in MALFORMED.items():
        text, *said = made()
        try:
            parse_table(text)
        except RecordError as error:
            found_there = [error.line, error.expected, error.found]
            yield None if found_there == said else f"{name}: {error}"
        else:
            yield f"{name}: read"


def main() -> int:
    """Try them all, print what is wrong and the numbers, and return the exit code."""
    if __debug__:
        sys.stdout.write("run this with python -O\n")
        return 1
    found = list(complaints())
    failed = [complaint for complaint in found if complaint is not None]
    for complaint in failed:
        sys.stdout.write(f"{complaint}\n")
    sys.stdout.write(f"{len(found) - len(failed)} passed, {len(failed)} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
