"""Files of the command line: read, written as a whole or not at all, complained of."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from lisi_mahjong.errors import RecordError

STANDARD: Final = "-"
"""The name that stands for standard input or output."""


@contextmanager
def output(name: str) -> Iterator[TextIO]:
    """Open a file that takes its name only when all has gone well.

    What is no regular file (a pipe, a device) is written to as it is.
    """
    if name == STANDARD:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(newline="\n")  # the hash of a record covers its newlines
        yield sys.stdout
        sys.stdout.flush()
        return
    target = Path(name).resolve()  # a link stays a link
    if target.exists() and not target.is_file():
        with target.open("w", encoding="ascii", newline="\n") as stream:
            yield stream
        return
    written = _new_beside(target)
    partial = Path(written.name)
    try:
        with written:
            yield written
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _new_beside(target: Path) -> TextIO:
    """Open a new hidden file beside another one.

    A file that is there is left alone: it may be another process's, with the same number in another
    container.
    """
    number = 0
    while True:
        partial = target.with_name(f".{target.name}.{os.getpid()}.{number}.part")
        try:
            return partial.open("x", encoding="ascii", newline="\n")
        except FileExistsError:
            number += 1


@contextmanager
def opened(name: str) -> Iterator[TextIO]:
    """Open a file for reading; bytes that are no text are no error before the line is read.

    Lines end with a line feed alone, on every system: what else stands there is part of the line.
    """
    if name != STANDARD:
        path = Path(name)
        with path.open(encoding="utf-8", errors="surrogateescape", newline="\n") as stream:
            yield stream
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    yield sys.stdin


def complaint(name: str, error: Exception) -> str:
    """Return a line on what is wrong with a file."""
    place = name if name.isprintable() else ascii(name)
    if isinstance(error, RecordError):
        return f"{place}:{error.line}: expected {error.expected}, found {error.found}\n"
    return f"{place}: {error.strerror if isinstance(error, OSError) else error}\n"
