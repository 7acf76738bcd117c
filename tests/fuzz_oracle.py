"""What a parser must do with any input whatever: the oracle of the fuzzing.

A `Target` says how the input of one parser is read and written, which errors it documents, and
what holds for what it accepts; `judge` tries one input. Nothing here needs the fuzzer.
"""

from __future__ import annotations

import ast
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs

from bad_inputs import LONGEST_MESSAGE
from lisi_mahjong import InvalidStateError, LisiError, NotationError, RecordError

SLOW = 10.0
"""Seconds of the processor that no input may take, with a fuzzer watching every branch."""

LONGEST_PROBLEM = 1000
"""A problem may name each of the 34 kinds with two numbers."""

LONGEST_SHOWN = 120
"""Characters of a value that a fault shows at most."""


class Fault(Exception):  # noqa: N818 - what is found, and no error of this program
    """An input with which a parser does what it must not.

    Attributes:
        what: what it is, the same for every input with which the same goes wrong.
    """

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(what, detail)
        self.what = what
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.what}: {self.detail}" if self.detail else self.what


def _nothing_more(_: Any, __: Any) -> None:  # noqa: ANN401 - a look at anything
    """Take a look at a value that has no more to it."""


@attrs.frozen(kw_only=True)
class Target:
    """A parser, and what holds for it.

    Attributes:
        name: what it is called, also on the command line.
        covers: the names of the public face that are called with what comes from outside.
        argument: what the parser is given, made of a text; the text itself, or a value of which
            the text is the Python literal.
        read: the parser.
        errors: the documented errors.
        write: what `read` would read again as the same value.
        canonical: whether there is one text only for each value, so that what is written is what
            was read.
        look: looks at an input and what was read, and raises a `Fault` or anything if there is
            something wrong with it.
        seeds: inputs that are read.
        grow: makes another input that is read of one that may not be, by playing on, with numbers
            from a source of chance; where that is possible.
        mend: puts right what is added up at the end of an input, such as a checksum.
        longest: characters of an input at most.
    """

    name: str
    covers: tuple[str, ...]
    argument: Callable[[str], Any] = str
    read: Callable[[Any], Any]
    errors: tuple[type[LisiError], ...]
    write: Callable[[Any], Any] = attrs.field()
    canonical: bool = False
    look: Callable[[Any, Any], None] = _nothing_more
    seeds: Callable[[], Sequence[str]]
    grow: Callable[[str, Any], str] | None = None
    mend: Callable[[str], str] | None = None
    longest: int = 4096


def judge(target: Target, text: str) -> bool:
    """Return whether an input is read; else it has been refused with a documented error.

    Raises:
        Fault: something is not as it must be.
    """
    before = time.process_time()
    accepted = _judge(target, target.argument(text))
    taken = time.process_time() - before
    if taken > SLOW:
        raise Fault("it takes too long", f"{taken:.1f} s")
    return accepted


def _judge(target: Target, argument: Any) -> bool:  # noqa: ANN401 - any input
    shown = repr(argument)
    try:
        value = target.read(argument)
    except target.errors as error:
        require_same(repr(argument), shown, "the input was changed")
        check_error(error, argument)
        return False
    except Fault:
        raise
    except Exception as error:
        raise _unexpected("reading raises", error) from error
    require_same(repr(argument), shown, "the input was changed")
    try:
        _check_round_trip(target, argument, value)
        target.look(argument, value)
    except Fault:
        raise
    except Exception as error:
        raise _unexpected("what was read cannot be used:", error) from error
    return True


def _check_round_trip(target: Target, argument: Any, value: Any) -> None:  # noqa: ANN401
    written = target.write(value)
    if target.canonical and written != argument:
        raise Fault("what is read is not what is written", shorten(written))
    again = target.read(written)
    if again != value or repr(again) != repr(value):
        raise Fault("what is written is read as something else", shorten(written))
    if target.write(again) != written:
        raise Fault("what is written is no fixed point", shorten(written))


def check_error(error: LisiError, argument: object) -> None:
    """Look at a documented error: it says what is wrong, where, and in bounded words.

    Raises:
        Fault: it does not.
    """
    if type(error) is LisiError:
        raise Fault("the error is of no kind", shorten(error))
    sayings, longest = [str(error)], LONGEST_MESSAGE
    if type(error) is InvalidStateError:
        require(bool(error.problems), "an error without a problem")
        sayings = [f"{code.en}: {detail}" for code, detail in error.problems]
        longest = LONGEST_PROBLEM
    elif isinstance(error, NotationError) and isinstance(error.text, str):
        require(0 <= error.position <= len(error.text), "an error beyond its text")
    elif isinstance(error, RecordError) and isinstance(argument, str):
        require(1 <= error.line <= argument.count("\n") + 2, "an error beyond the lines")
    for saying in sayings:
        require(len(saying) <= longest, "a message without bounds", saying)
        require(saying.isprintable(), "a message that cannot be printed", saying)
    repr(error)


def require(good: bool, what: str, detail: object = "") -> None:
    """Raise a `Fault` unless something is so; unlike ``assert``, under ``python -O`` as well."""
    if not good:
        raise Fault(what, detail if isinstance(detail, str) else shorten(detail))


def require_same(one: object, other: object, what: str) -> None:
    """Raise a `Fault` unless two values are equal."""
    if one != other:
        raise Fault(what, f"{shorten(one)} and {shorten(other)}")


def shorten(value: object) -> str:
    """Return the beginning of the `repr` of a value."""
    return repr(value)[:LONGEST_SHOWN]


def _unexpected(what: str, error: Exception) -> Fault:
    """Return the fault of an error that nobody documents, named for where it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "lisi_mahjong" in Path(frame.filename).parts] or frames
    place = f"{Path(inside[-1].filename).name}, {inside[-1].name}"
    return Fault(f"{what} {type(error).__name__} in {place}", str(error)[:LONGEST_MESSAGE])


# --- values as texts ----------------------------------------------------------------------


def literal(text: str) -> Any:  # noqa: ANN401 - any value
    """Return the value of which a text is the Python literal; of no literal, the text itself.

    Example:
        >>> literal("{'all_runs': True}"), literal("{")
        ({'all_runs': True}, '{')
    """
    try:
        with warnings.catch_warnings(record=True):  # of escapes that are none, in texts
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text


def smallest(target: Target, text: str, what: str, tries: int = 400) -> str:
    """Return a shorter input with the same fault, by leaving out what it does not need.

    Args:
        target: the parser.
        text: an input with the fault.
        what: the fault.
        tries: how many inputs are tried at most.
    """
    size = len(text) // 2
    while size and tries > 0:
        start = 0
        while start < len(text) and tries > 0:
            shorter = text[:start] + text[start + size :]
            tries -= 1
            if fault_of(target, shorter) == what:
                text = shorter
            else:
                start += size
        size //= 2
    return text


def fault_of(target: Target, text: str) -> str | None:
    """Return what the fault with an input is, ``None`` if there is none."""
    try:
        judge(target, text)
    except Fault as fault:
        return fault.what
    return None


def by_name(targets: Iterable[Target]) -> dict[str, Target]:
    """Return targets by their names."""
    return {target.name: target for target in targets}
