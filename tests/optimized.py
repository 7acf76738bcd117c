"""The table of bad inputs under ``python -O``: no check of the library is an ``assert``.

Run as ``python -O tests/optimized.py`` with the package on the path; ends with 1 on a failure.
"""

from __future__ import annotations

import sys

from bad_inputs import BAD_INPUTS, complaint


def main() -> int:
    """Try every bad input, print what is wrong and the numbers, and return the exit code."""
    if __debug__:
        sys.stdout.write("run this with python -O\n")
        return 1
    complaints = {bad.name: complaint(bad) for bad in BAD_INPUTS}
    failed = {name: found for name, found in complaints.items() if found is not None}
    for name, found in failed.items():
        sys.stdout.write(f"{name}: {found}\n")
    sys.stdout.write(f"{len(complaints) - len(failed)} passed, {len(failed)} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
