"""JSON in one spelling: what may stand on a line of a record, written and read.

`write` gives a value its one text: ASCII, no spaces, the keys of every object in the order of
their code points, numbers and escapes as Python's `json` spells them. `read` takes that text and
no other, and bounds everything first, so that a hostile line costs no more than its length.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, Final, NoReturn

from lisi_mahjong.errors import RecordError, shorten

MAX_LINE: Final = 100_000
"""No line is longer, its newline not counted."""

MAX_DEPTH: Final = 20
"""Objects and lists lie at most so deep in one another."""

MAX_DIGITS: Final = 600
"""No whole number has more digits; Python can be told to read no more than 640."""

INTS_END: Final = 10**MAX_DIGITS
"""The first whole number of too many digits."""

_AROUND: Final = 20  # characters shown before and after the place of an error


class _Unfit(ValueError):  # noqa: N818 - never leaves this module
    """Found while decoding: JSON that no record holds."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected, found)
        self.expected = expected
        self.found = found


# --- writing ------------------------------------------------------------------------------


def write(value: object, line: int) -> str:
    r"""Return the one text of a value.

    Args:
        value: dicts with texts as keys, lists, texts, ints, finite floats, bools and ``None``,
            each of exactly that type.
        line: the number of the line that the text is for.

    Raises:
        RecordError: something else, or something too large; with that line.

    Example:
        >>> write({"b": [1, None], "a": "庄"}, 1)
        '{"a":"\\u5e84","b":[1,null]}'
    """
    check(value, line)
    text = spell(value)
    if len(text) > MAX_LINE:
        raise RecordError(line, f"a line of at most {MAX_LINE} characters", f"{len(text)}")
    return text


def spell(value: object) -> str:
    """Return the one text of a value that is known to be fit for a line: read, or checked.

    Example:
        >>> spell(read('{"a":[1,null]}', 1))
        '{"a":[1,null]}'
    """
    return _ENCODER.encode(value)


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def check(value: object, line: int, most: int = MAX_LINE) -> None:
    """Refuse what a line cannot hold; a loop, so that neither depth nor a cycle can hurt.

    Args:
        value: anything.
        line: the number of its line.
        most: how many values there are at most, and keys, and objects and lists.

    Raises:
        RecordError: it is no value of JSON, or something in it is too large or too deep.

    Example:
        >>> check({"a": [1, None]}, 1)
        >>> check([[]] * 10, 3, most=20)
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 3: expected at most 20 levels of objects and lists, \
found too many values
    """
    pending: list[tuple[list[object], int]] = [([value], 0)]
    left = most  # every value takes a character at least
    while pending:
        items, depth = pending.pop()
        for item in items:
            kind = type(item)
            if isinstance(item, dict) and kind is dict:
                inner = [*item, *item.values()]
                for key in item:
                    if type(key) is not str:
                        raise RecordError(line, "a text as key", shorten(key))
            elif isinstance(item, list) and kind is list:
                inner = item
            else:
                _check_leaf(item, line)
                continue
            left -= len(inner) + 1
            if depth == MAX_DEPTH or left < 0:
                what = f"at most {MAX_DEPTH} levels of objects and lists"
                raise RecordError(line, what, "more" if left >= 0 else "too many values")
            pending.append((inner, depth + 1))


def _check_leaf(item: object, line: int) -> None:
    kind = type(item)
    if isinstance(item, str) and kind is str:
        if not item.isascii():
            try:
                item.encode()
            except UnicodeEncodeError:
                raise RecordError(line, "Unicode text", shorten(item)) from None
    elif isinstance(item, int) and kind is int:
        if not -INTS_END < item < INTS_END:
            raise RecordError(line, f"at most {MAX_DIGITS} digits", shorten(item))
    elif isinstance(item, float) and kind is float:
        if not math.isfinite(item):
            raise RecordError(line, "a finite number", shorten(item))
    elif item is not None and kind is not bool:
        raise RecordError(line, "a JSON value", shorten(item))


# --- reading ------------------------------------------------------------------------------


def read(text: str, line: int) -> object:
    """Return the value of a text; ``write(read(text, line), line) == text``.

    Args:
        text: a line without its newline.
        line: its number.

    Raises:
        RecordError: the text is no JSON, not in the one spelling, has a key twice, or holds
            something that `write` refuses; with that line.

    Example:
        >>> read('{"a":[1,null]}', 1)
        {'a': [1, None]}
        >>> try:
        ...     read('{"a": 1}', 4)
        ... except RecordError as error:
        ...     print(error)
        line 4: expected '{"a":1}' at character 5, found '{"a": 1}'
    """
    if len(text) > MAX_LINE:
        raise RecordError(line, f"a line of at most {MAX_LINE} characters", f"{len(text)}")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        found = f"{_around(text, error.pos)} ({error.msg} at character {error.pos})"
        raise RecordError(line, "JSON", found) from None
    except _Unfit as error:
        raise RecordError(line, error.expected, error.found) from None
    except RecursionError:
        what = f"at most {MAX_DEPTH} levels of objects and lists"
        raise RecordError(line, what, "more") from None
    check(value, line)
    spelled = spell(value)
    if spelled != text:
        alike = map(str.__eq__, spelled, text)
        place = next(
            (place for place, same in enumerate(alike) if not same), min(len(spelled), len(text))
        )
        expected = f"{_around(spelled, place)} at character {place}"
        raise RecordError(line, expected, _around(text, place))
    return value


def is_cut(text: str) -> bool:
    """Return whether a text stops before a JSON value is complete, or is no JSON at all.

    No proper beginning of an object, a list or a text in quotes is a JSON value of its own, so a
    line of a record that was cut off anywhere in its middle is always found out.

    Example:
        >>> is_cut('"0 disc'), is_cut('"0 discard 5m"')
        (True, False)
    """
    try:
        json.loads(text)
    except json.JSONDecodeError:
        return True
    except (RecursionError, ValueError):  # a number of too many digits: for `read` to refuse
        return False
    return False


def _around(text: str, place: int) -> str:
    """Return what stands about a place of a text."""
    return shorten(text[max(0, place - _AROUND) : place + _AROUND], 2 * _AROUND + 10)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        key = Counter([key for key, _ in pairs]).most_common(1)[0][0]
        raise _Unfit("every key once", f"{shorten(key)} twice")
    return value


def _int(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1:
        raise _Unfit(f"at most {MAX_DIGITS} digits", f"{len(digits)}")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise _Unfit("a finite number", name)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_int, parse_constant=_constant
)


# --- comparing ----------------------------------------------------------------------------


def difference(wanted: object, found: object, path: str) -> tuple[str, str] | None:
    r"""Return the first place where two values differ, as the words of an error.

    Args:
        wanted: what should be there.
        found: what is there.
        path: what to call the values.

    Example:
        >>> difference({"kongs": 1}, {"kongs": 2}, "ending")
        ('ending.kongs 1', '2')
        >>> difference({}, {"a\nb": 1}, "ending")
        ('ending.a\\nb absent', '1')
        >>> difference([1], [1, 2], "readings"), difference({}, {"a": 1}, "ending")
        (('readings[1] absent', '2'), ('ending.a absent', '1'))
    """
    inner: list[tuple[str, Any, Any]]
    if isinstance(wanted, dict) and isinstance(found, dict):
        keys = sorted({*wanted, *found})
        inner = [(f"{path}.{_name(key)}", *_of(key, wanted, found)) for key in keys]
    elif isinstance(wanted, list) and isinstance(found, list):
        places = range(max(len(wanted), len(found)))
        pair = dict(enumerate(wanted)), dict(enumerate(found))
        inner = [(f"{path}[{place}]", *_of(place, *pair)) for place in places]
    elif type(wanted) is type(found) and wanted == found:
        return None
    else:
        return f"{path} {_show(wanted)}", _show(found)
    return next(filter(None, (difference(one, two, name) for name, one, two in inner)), None)


_ABSENT: Final = object()


def _of(key: Any, wanted: dict[Any, Any], found: dict[Any, Any]) -> tuple[Any, Any]:  # noqa: ANN401
    return wanted.get(key, _ABSENT), found.get(key, _ABSENT)


def _name(key: str) -> str:
    """Return the beginning of a key, which may be anybody's text, as it can be printed."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in key[:_AROUND])


def _show(value: object) -> str:
    if value is _ABSENT:
        return "absent"
    text = spell(value)
    return text if len(text) <= 2 * _AROUND else text[: 2 * _AROUND] + "…"
