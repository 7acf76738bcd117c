"""Texts that are no table, each with the line, what should stand there, and what does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from malformed_summaries import SUMMARIES
from table_lines import (
    DEAL,
    DRAWN,
    HEADER,
    SEAT,
    WIN,
    Malformed,
    edited,
    joined,
    keys,
    lines,
    spell,
    with_line,
    without,
    wrong,
)

END = "the end of the text"
DUE = "the summary of a deal, or the last line with the deal or null"

NAME = lines()[2].index("\\u4e01")
"""Where the Chinese name stands in the line of the drawn deal."""

TEXTS: Mapping[str, Callable[[], Malformed]] = {
    "nothing": lambda: Malformed(None, 1, "the text of a table", "None"),
    "bytes": lambda: Malformed(b"{}\n", 1, "the text of a table", r"b'{}\n'"),
    "an empty text": lambda: Malformed("", 1, "a header", END),
    "a text without a newline": lambda: Malformed(
        "Ann", 1, "a newline at the end of the line", END
    ),
    "an empty line": lambda: Malformed("\n", 1, "JSON", "'' (Expecting value at character 0)"),
    "no header": lambda: Malformed("null\n", 1, "a header", "None"),
    "an object that is no header": lambda: Malformed(
        joined(*lines()[1:]), 1, "a header", repr(json.loads(lines()[1]))[:59] + "…"
    ),
    "the header alone": lambda: Malformed(joined(lines()[0]), 2, DUE, END),
    "no deal": lambda: Malformed(joined(*lines()[:-1]), 8, DUE, END),
    "no last newline": lambda: Malformed(
        joined(*lines())[:-1], 8, "a newline at the end of the line", END
    ),
    "cut off in the middle of a line": lambda: Malformed(
        joined(*lines())[:-50], 8, "a newline at the end of the line", END
    ),
    "more behind the deal": lambda: Malformed(joined(*lines(), "null"), 9, END, "'null'"),
    "an empty line behind the deal": lambda: Malformed(joined(*lines(), ""), 9, END, "''"),
    "a text behind the last newline": lambda: Malformed(joined(*lines()) + " ", 9, END, "' '"),
    "the deal before the history": lambda: Malformed(
        joined(lines()[0], lines()[-1], *lines()[1:-1]), 3, END, repr(lines()[1][:60])[:59] + "…"
    ),
    "a number for the deal": lambda: Malformed(with_line(DEAL, "7"), 8, DUE, "7"),
    "a second header": lambda: Malformed(
        with_line(WIN, lines()[0]),
        2,
        f"summary with the keys {keys('summary')}",
        "the key 'accounts'",
    ),
    "a carriage return": lambda: Malformed(
        joined(*lines()).replace("\n", "\r\n"),
        1,
        f"{lines()[0][-20:]!r} at character {len(lines()[0])}",
        repr(lines()[0][-20:] + "\r"),
    ),
    "a byte order mark": lambda: Malformed(
        "\ufeff" + joined(*lines()),
        1,
        "JSON",
        f"{chr(0xFEFF) + lines()[0][:19]!r} (Expecting value at character 0)",
    ),
    "a space": lambda: Malformed(
        with_line(DRAWN, lines()[2].replace(":", ": ", 1)),
        3,
        f"{lines()[2][:30]!r} at character 10",
        repr(lines()[2][:9] + ": " + lines()[2][10:29]),
    ),
    "a key twice": lambda: Malformed(
        with_line(DRAWN, '{"game":1,' + lines()[2][1:]), 3, "every key once", "'game' twice"
    ),
    "letters that are not escaped": lambda: Malformed(
        with_line(DRAWN, lines()[2].replace("\\u4e01", "丁")),
        3,
        f"{lines()[2][NAME - 20 : NAME + 20]!r} at character {NAME}",
        repr(lines()[2].replace("\\u4e01", "丁")[NAME - 20 : NAME + 20]),
    ),
    "a line that is too long": lambda: Malformed(
        with_line(DEAL, f'"{"a" * 100_000}"'), 8, "a line of at most 100000 characters", "100002"
    ),
    "brackets without end": lambda: Malformed(
        with_line(DEAL, "[" * 50_000 + "]" * 50_000),
        8,
        "at most 20 levels of objects and lists",
        "more",
    ),
    "a number that is none": lambda: Malformed(
        with_line(WIN, '{"game":NaN}'), 2, "a finite number", "NaN"
    ),
    "half a pair of surrogates as name": lambda: Malformed(
        edited(HEADER, "names", 0, to="\ud800"), 1, "Unicode text", repr("\ud800")
    ),
}


HEADERS: Mapping[str, Callable[[], Malformed]] = {
    "another format": lambda: Malformed(
        edited(HEADER, "format", to="lisi-mahjong record"),
        1,
        "format 'lisi-mahjong table', which this library reads",
        "'lisi-mahjong record'",
    ),
    "another version of the format": lambda: Malformed(
        edited(HEADER, "format_version", to=2),
        1,
        "format_version 1, which this library reads",
        "2",
    ),
    "a text as version": lambda: Malformed(
        edited(HEADER, "format_version", to="1"),
        1,
        "format_version 1, which this library reads",
        "'1'",
    ),
    "no version": lambda: Malformed(
        without(HEADER, "format_version"),
        1,
        "format_version 1, which this library reads",
        "no format_version",
    ),
    "another version of the rules": lambda: Malformed(
        edited(HEADER, "rules_version", to=0),
        1,
        "rules_version 1, which this library reads",
        "0",
    ),
    "a key too few": lambda: Malformed(
        without(HEADER, "ready"), 1, f"header with the keys {keys('header')}", "no ready"
    ),
    "a key too many": lambda: Malformed(
        edited(HEADER, "deal", to=None),
        1,
        f"header with the keys {keys('header')}",
        "the key 'deal'",
    ),
    "rules that are a list": lambda: Malformed(
        edited(HEADER, "rules", to=[]), 1, "rules that are an object", "[]"
    ),
    "an option of another type": lambda: Malformed(
        edited(HEADER, "rules", "forced_win", to=1),
        1,
        "options of a rule set or of a score table",
        "forced_win must be True or False, not 1 (WIN-2)",
    ),
    "points below 0": lambda: Malformed(
        edited(HEADER, "score", "base", to=-1),
        1,
        "options of a rule set or of a score table",
        "base must be an int from 0 to 1000000, not -1 (SCORE-1)",
    ),
    "names that are a text": lambda: wrong(HEADER, "names", to="Ann", kind="a list of four"),
    "names of three": lambda: wrong(HEADER, "names", to=["Ann"] * 3, kind="a list of four"),
    "names of five": lambda: wrong(HEADER, "names", to=[None] * 5, kind="a list of four"),
    "a name that is a number": lambda: wrong(HEADER, "names", 2, to=7, kind="a text"),
    "readiness that is null": lambda: wrong(HEADER, "ready", to=None, kind="a list of four"),
    "readiness that is 0": lambda: wrong(HEADER, "ready", 3, to=0, kind="true or false"),
    "game 0": lambda: wrong(HEADER, "game", to=0, kind="a whole number from 1 on"),
    "half a game": lambda: wrong(HEADER, "game", to=1.5, kind="a whole number from 1 on"),
    "a game that is true": lambda: wrong(HEADER, "game", to=True, kind="a whole number from 1 on"),
    "a dealer that is no seat": lambda: wrong(HEADER, "dealer", to=4, kind=SEAT),
    "a dealer that is false": lambda: wrong(HEADER, "dealer", to=False, kind=SEAT),
    "a dealer that is a text": lambda: wrong(HEADER, "dealer", to="0", kind=SEAT),
    "a multiplier of 0": lambda: wrong(
        HEADER, "multiplier", to=0, kind="a whole number from 1 to 1000000"
    ),
    "too large a multiplier": lambda: wrong(
        HEADER, "multiplier", to=10**6 + 1, kind="a whole number from 1 to 1000000"
    ),
    "accounts that are an object": lambda: wrong(HEADER, "accounts", to={}, kind="a list"),
    "an account that is a name": lambda: wrong(
        HEADER, "accounts", 1, to="Bo", kind="a list of a name and a number"
    ),
    "an account of three": lambda: wrong(
        HEADER, "accounts", 1, to=["Bo", 42, 0], kind="a list of a name and a number"
    ),
    "an account of nobody": lambda: wrong(HEADER, "accounts", 1, 0, to=None, kind="a text"),
    "a sum that is a fraction": lambda: wrong(
        HEADER, "accounts", 1, 1, to=42.0, kind="a whole number"
    ),
    "more accounts than a line holds": lambda: Malformed(
        edited(HEADER, "accounts", to=[["Ann", 0]] * 51), 1, "at most 50 accounts", "51"
    ),
    "accounts on a line of their own, though there is room": lambda: Malformed(
        with_line(HEADER, lines()[0], '[["Fay",0]]'), 2, DUE, "[['Fay', 0]]"
    ),
    "no accounts on a line of their own": lambda: Malformed(
        joined(_full_header(), "[]"), 2, DUE, "[]"
    ),
    "more accounts behind the history": lambda: Malformed(
        joined(_full_header(), lines()[1], '[["Fay",0]]'), 3, DUE, "[['Fay', 0]]"
    ),
    "an account of a line of their own that is none": lambda: Malformed(
        joined(_full_header(), '[["Fay",0],["Gus"]]'),
        2,
        "accounts[50:][1] to be a list of a name and a number",
        "['Gus']",
    ),
}


def _full_header() -> str:
    """Return a header that has no room for another account."""
    accounts = [[str(number), 0] for number in range(50)]
    return edited(HEADER, "accounts", to=accounts).splitlines()[0]


def _deal() -> str:
    text: str = json.loads(lines()[DEAL - 1])
    return text


def _of_deal(text: str, expected: str, found: str) -> Malformed:
    return Malformed(with_line(DEAL, spell(text)), DEAL, expected, found)


def _by_hand() -> Malformed:
    """Return a deal whose line leaves out what `parse_state` fills in: it has no action yet."""
    place = _deal().index(" ply=0")
    short = _deal().replace(" ply=0", "")
    return _of_deal(
        short,
        f"a deal with {_deal()[place - 19 : place + 21]!r} at position {place + 1}",
        repr(short[place - 19 : place + 21]),
    )


DEALS: Mapping[str, Callable[[], Malformed]] = {
    "an empty text": lambda: _of_deal("", "a deal with 'lisi1' at position 0", "''"),
    "another version of the notation": lambda: _of_deal(
        "lisi2" + _deal()[5:], "a deal with 'lisi1' at position 0", repr("lisi2" + _deal()[5:20])
    ),
    "a seat that there is not": lambda: _of_deal(
        "lisi1 stage=turn:4",
        "a deal with a seat from 0 to 3 at position 17",
        "'lisi1 stage=turn:4'",
    ),
    "a line without its end": lambda: _of_deal(
        _deal()[:-1],
        f"a deal with one of m p s z at position {len(_deal()) - 1}",
        repr(_deal()[-21:-1]),
    ),
    "a line written by hand": _by_hand,
    "more behind the line": lambda: _of_deal(
        _deal() + " ",
        f"a deal with {_deal()[-20:]!r} at position {len(_deal())}",
        repr(_deal()[-20:] + " "),
    ),
}

MALFORMED: Mapping[str, Callable[[], Malformed]] = {
    **{f"text: {name}": made for name, made in TEXTS.items()},
    **{f"header: {name}": made for name, made in HEADERS.items()},
    **{f"summary: {name}": made for name, made in SUMMARIES.items()},
    **{f"deal: {name}": made for name, made in DEALS.items()},
}
"""By what is wrong."""
