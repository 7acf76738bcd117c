"""The lines of records as they come in and go out: numbered, the last of them perhaps torn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

import attrs

from lisi_mahjong.canonical_json import MAX_LINE, is_cut
from lisi_mahjong.errors import RecordError, shorten
from lisi_mahjong.making import maker


@attrs.frozen(weakref_slot=False)
class Line:
    """A line of a record without its newline.

    Attributes:
        number: counted from 1.
        text: what stands on it.
        torn: whether it was cut off in its middle.
        lacks_newline: whether it was cut off between its text and its newline.

    Example:
        >>> Line(2, '"0 disc', torn=True).number
        2
    """

    number: int
    text: str
    torn: bool = False
    lacks_newline: bool = False


_make_line = maker(Line)


def numbered(lines: Iterable[str]) -> Iterator[Line]:
    r"""Yield the lines of a record with their numbers; only the last of them can be cut off.

    A last line that is whole lacks its newline if the lines before it have theirs. Where it is the
    only one, it is taken for one of lines that are all without.

    Args:
        lines: as a text file gives them; each with its newline, or all without.

    Raises:
        RecordError: they are no lines of text, or one is too long, or has a carriage return.

    Example:
        >>> for line in numbered(['{"format":""}\n', '"0 disc']):
        ...     print(line)
        Line(number=1, text='{"format":""}', torn=False, lacks_newline=False)
        Line(number=2, text='"0 disc', torn=True, lacks_newline=False)
    """
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        raise RecordError(1, "an iterable of lines", shorten(lines))
    open_line = None  # has no newline: if it is the last one, it may be torn
    newlines = False
    for number, line in enumerate(lines, start=1):
        if open_line is not None:
            yield open_line
            open_line = None
        if not isinstance(line, str):
            raise RecordError(number, "a line of text", shorten(line))
        if len(line) > MAX_LINE + 1:
            raise RecordError(number, f"a line of at most {MAX_LINE} characters", f"{len(line)}")
        if "\r" in line:  # in JSON it is escaped
            raise RecordError(number, "lines that end with a line feed alone", "a carriage return")
        if line.endswith("\n"):
            newlines = True
            yield _make_line(number, line[:-1], False, False)  # noqa: FBT003 - whole
        else:
            open_line = Line(number, line)
    if open_line is not None and open_line.text:
        torn = is_cut(open_line.text)
        yield attrs.evolve(open_line, torn=torn, lacks_newline=newlines and not torn)


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text as a file gives them.

    `str.splitlines` would cut at other characters too, which a line of JSON may hold.

    Example:
        >>> lines_of('{"format":""}\n"0 disc')
        ['{"format":""}\n', '"0 disc']
    """
    *whole, last = text.split("\n")
    return [*(f"{line}\n" for line in whole), last]


class Located(Protocol):
    """What was read, and knows where."""

    @property
    def line(self) -> int:
        """The number of the line where it begins."""


_Found = TypeVar("_Found", bound=Located)


def only(found: Iterable[_Found], what: str) -> _Found:
    """Return the only one of those that were read.

    Args:
        found: what is read from some lines, one after the other.
        what: what it is called.

    Raises:
        RecordError: there is none, or a second one.

    Example:
        >>> only([], "record")
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 1: expected a header, found nothing
    """
    first = None
    for each in found:
        if first is not None:
            raise RecordError(each.line, f"the end of the only {what}", "a header")
        first = each
    if first is None:
        raise RecordError(1, "a header", "nothing")
    return first


def unfinished_at(what: str, *, torn: bool) -> str:
    """Return what is found where something lacks its ending, in words.

    Args:
        what: what lacks it, a record or a sitting.
        torn: whether a line breaks off there.

    Example:
        >>> unfinished_at("record", torn=False)
        'no more: the record is unfinished, and right up to here'
    """
    found = "a line cut off in its middle" if torn else "no more"
    return f"{found}: the {what} is unfinished, and right up to here"


def let_go(_: str) -> None:
    r"""Take the header that a writer which goes on does not write again.

    Example:
        >>> let_go('{"format":""}\n')
    """


def check_callable(write: Callable[[str], object]) -> Callable[[str], object]:
    """Return the function that was given, to take lines.

    Raises:
        RecordError: it cannot be called.

    Example:
        >>> check_callable(print) is print
        True
    """
    if not callable(write):
        raise RecordError(1, "a function that takes a line", shorten(write))
    return write
