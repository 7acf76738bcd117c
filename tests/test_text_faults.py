"""Where a text is refused and what is said of it: the place is right, the words fit the place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bad_table_inputs import NAME
from bad_table_inputs import VERB as TABLE_VERB
from bad_tables import DIGIT, HONOUR, KONG, LETTER, NOTHING, SEAT, SPACE, STANDING, TING, VERB
from lisi_mahjong import (
    Hand,
    NotationError,
    parse_action,
    parse_table_action,
    parse_tile,
    parse_tiles,
    readings,
    waits,
)

WHITE = (" ", "\n", "\t", "\r", "\r\n", "  ", "\n\n", " \t\r\n")

DECISIONS = (
    "0 discard 5m",
    "3 discard 1z",
    "0 ting 9s",
    "1 ting 5m up",
    "2 ting 5m wall",
    "3 ting 5m up wall",
    "1 pung 5m 2",
    "0 kong 5m melded",
    "1 kong 7z added",
    "2 kong 1p concealed",
    "2 win",
    "3 pass",
)
AT_A_TABLE = (*DECISIONS, "0 ready", "1 unready", "2 leave")

Parser = Callable[[str], object]


def waits_beside(meld: str) -> object:
    return waits("123456789m5p", [meld])


def reading_of(tile: str) -> object:
    return readings("123456789m111p5z", tile)


WHOLE: tuple[tuple[Parser, str], ...] = (
    *((parse_action, text) for text in DECISIONS),
    *((parse_table_action, text) for text in AT_A_TABLE),
    (parse_tile, "5m"),
    (parse_tile, "7z"),
    (parse_tiles, "5m"),
    (parse_tiles, "123m55z"),
    (parse_tiles, "1m 2m"),
    (waits, "123456789m1112p"),
    (Hand.of, "123456789m1112p"),
    (waits_beside, "555s"),
    (waits_beside, "5555s"),
    (waits_beside, "(5555s)"),
    (reading_of, "5z"),
)
"""A parser and a text that it reads."""


def fault(parse: Parser, text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.text == text
    return caught.value


@pytest.mark.parametrize(("parse", "text"), WHOLE, ids=lambda it: getattr(it, "__name__", it))
def test_white_space_behind_a_whole_text_is_refused_where_it_begins(
    parse: Parser, text: str
) -> None:
    """A line of a file has its newline: whoever forgets to take it away should be told so."""
    assert parse(text) is not None
    for white in WHITE:
        error = fault(parse, text + white)
        assert (error.position, error.expected) == (len(text), NOTHING)
        assert str(error).endswith(
            f"expected nothing more at position {len(text)}, found {white[0]!r}"
        )


@pytest.mark.parametrize("white", WHITE, ids=ascii)
def test_white_space_behind_a_name_belongs_to_it_or_is_refused_where_it_begins(white: str) -> None:
    if set(white) == {" "}:
        assert str(parse_table_action(f"0 sit Ann{white}")) == f"0 sit Ann{white}"
    else:
        error = fault(parse_table_action, f"0 sit Ann{white}")
        assert (error.position, error.expected) == (9 + (white[0] == " "), NAME)


FITS = {
    SEAT: "[0-3]",
    SPACE: " ",
    VERB: r"(discard|ting|pung|kong|win|pass)(?![a-z_])",
    TABLE_VERB: r"(sit|ready|unready|leave|discard|ting|pung|kong|win|pass)(?![a-z_])",
    DIGIT: "[1-9]",
    LETTER: "[mpsz]",
    HONOUR: "[1-7]",
    "a tile": "[1-9][mpsz]",
    "a single tile": "[mpsz]",
    STANDING: "[0-2]",
    KONG: r"(melded|added|concealed)(?![a-z_])",
    TING: r"(|up|wall|up wall)\Z",
    NOTHING: r"\Z",
    NAME: r"[^\x00-\x1f]{1,100}\Z",
}
"""What is said to be expected, and a pattern of it."""

ENDINGS = {
    "",
    "m",
    *(text[place:] for text in (*AT_A_TABLE, "0 sit A") for place in range(len(text))),
}
"""What makes the beginning of a text a whole one."""


def is_read(parse: Parser, text: str) -> bool:
    try:
        parse(text)
    except NotationError:
        return False
    return True


def misspelled(texts: tuple[str, ...]) -> list[str]:
    """Return what comes of these texts when a sign is changed, put in or taken away."""
    found = []
    for text in texts:
        for place in range(len(text) + 1):
            head, tail = text[:place], text[place:]
            found += [head, head + tail[1:]]
            for sign in ("0", "5", "8", "x", "m", "Z", " ", "\t", "\n", "_", "五"):
                found += [head + sign + tail, head + sign + tail[1:]]
    return found


@pytest.mark.parametrize("parse", [parse_action, parse_table_action], ids=["action", "table"])
def test_what_is_found_at_a_fault_is_never_what_is_expected_there(parse: Parser) -> None:
    texts = DECISIONS if parse is parse_action else (*AT_A_TABLE, "0 sit Ann")
    refused = [text for text in misspelled(texts) if not is_read(parse, text)]
    said = set()
    for text in refused:
        error = fault(parse, text)
        said.add(error.expected)
        assert not re.match(FITS[error.expected], text[error.position :]), str(error)
    assert said >= {SEAT, SPACE, DIGIT, LETTER, HONOUR, STANDING, KONG, TING, NOTHING}


@pytest.mark.parametrize("parse", [parse_action, parse_table_action], ids=["action", "table"])
def test_what_stands_before_a_fault_is_the_beginning_of_an_action(parse: Parser) -> None:
    texts = DECISIONS if parse is parse_action else (*AT_A_TABLE, "0 sit Ann")
    for text in misspelled(texts):
        if not is_read(parse, text):
            error = fault(parse, text)
            good = text[: error.position]
            assert any(is_read(parse, good + ending) for ending in ENDINGS), str(error)
