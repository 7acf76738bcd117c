"""A whole table as text and back: what a server writes down, to go on with after a restart.

The text is JSON lines in the one spelling of `canonical_json`: a header, an entry of the history
on each line, and last the deal, as the line that `format_state` writes. It holds every secret of
the deal, hands and wall: show it to no player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from lisi_mahjong.canonical_json import read, write
from lisi_mahjong.drafts import read_line
from lisi_mahjong.errors import InvalidStateError, NotationError, RecordError, shorten
from lisi_mahjong.filling import state_of
from lisi_mahjong.notation import format_state, parse_state
from lisi_mahjong.record_format import RULES_VERSION, check_keys, check_same, read_options
from lisi_mahjong.rules import MAX_POINTS, RuleSet, ScoreTable
from lisi_mahjong.state import GameState
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.summary_reading import (
    a_flag,
    a_seat,
    a_text,
    an_int,
    four,
    many,
    or_null,
    read_summary,
)
from lisi_mahjong.table_checks import Problems, problems_beside, table_problems
from lisi_mahjong.table_state import DealSummary, TableState

FORMAT: Final = "lisi-mahjong table"
"""The name of the format, in every header."""

FORMAT_VERSION: Final[int] = 1
"""Rises when the lines of a table are written in another way."""

ACCOUNTS_A_LINE: Final = 50
"""How many accounts stand on a line at most: so many fit, however long the names."""

_AROUND: Final = 20  # characters shown before and after the place of an error
_DUE: Final = "the summary of a deal, or the last line with the deal or null"

# --- writing ------------------------------------------------------------------------------


def format_table(table: TableState) -> str:
    r"""Return the text of a table; ``parse_table(format_table(table)) == table``.

    The text holds every secret of the deal, hands and wall: show it to no player.

    Args:
        table: the table, at any moment.

    Raises:
        InvalidStateError: it is no `TableState`, or one that play cannot come to, with all its
            problems; see `table_problems`.

    Example:
        >>> from lisi_mahjong import Sit, apply_table
        >>> text = format_table(apply_table(TableState.new(), Sit(0, "Ann")))
        >>> header, deal, end = text.split("\n")
        >>> header[:60], deal, end
        ('{"accounts":[],"dealer":null,"format":"lisi-mahjong table","', 'null', '')
    """
    found = table_problems(table)
    if found:
        raise InvalidStateError(found)
    deal = None if table.deal is None else format_state(table.deal)
    values = [*_heads_as_json(table), *map(summary_as_json, table.history), deal]
    return "".join([f"{write(value, line)}\n" for line, value in enumerate(values, start=1)])


def _heads_as_json(table: TableState) -> Iterator[object]:
    """Yield the header, and the accounts for which it has no room."""
    accounts = [list(account) for account in table.accounts]
    yield {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "rules_version": RULES_VERSION,
        "rules": attrs.asdict(table.rules),
        "score": attrs.asdict(table.score),
        "names": list(table.names),
        "ready": list(table.ready),
        "game": table.game,
        "dealer": table.dealer,
        "multiplier": table.multiplier,
        "accounts": accounts[:ACCOUNTS_A_LINE],
    }
    for place in range(ACCOUNTS_A_LINE, len(accounts), ACCOUNTS_A_LINE):
        yield accounts[place : place + ACCOUNTS_A_LINE]


# --- reading ------------------------------------------------------------------------------


def parse_table(text: str) -> TableState:
    """Return the table that a text holds; ``format_table(parse_table(text)) == text``.

    Args:
        text: as `format_table` has written it, to the last newline.

    Raises:
        RecordError: the text cannot be read: with the number of the line, what was expected and
            what was found. So it is for a text of other rules too, by which the deal might go on
            in another way.
        InvalidStateError: it can be read and says what cannot be, with all its problems.

    Example:
        >>> from lisi_mahjong import Sit, apply_table
        >>> table = apply_table(TableState.new(), Sit(0, "Ann"))
        >>> parse_table(format_table(table)) == table
        True
        >>> parse_table(format_table(table)[:-6])
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 1: expected a newline at the end of the line, found \
the end of the text
        >>> parse_table(format_table(table).replace('"game":1', '"game":2'))
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.InvalidStateError: games are numbered from 1 on, and a new one begins \
after a deal of the one before: 2 of the table (TABLE-3)
    """
    if not isinstance(text, str):
        raise RecordError(1, "the text of a table", shorten(text))
    table, of_deal = _read_table(text.split("\n"))
    found = problems_beside(table, of_deal)
    if found:
        raise InvalidStateError(found)
    return table


def _read_table(lines: list[str]) -> tuple[TableState, Problems]:
    """Return the table that some lines hold, and what is wrong with its deal.

    Args:
        lines: without their newlines; behind the last newline there is nothing.
    """
    end = len(lines)
    header: TableState | None = None
    accounts: list[tuple[str, int]] = []
    history: list[DealSummary] = []
    for line, spelled in enumerate(lines[:-1], start=1):
        value = read(spelled, line)
        if header is None:
            header = _read_header(value, line)
            accounts.extend(header.accounts)
        elif isinstance(value, dict):
            history.append(read_summary(value, line))
        elif isinstance(value, list) and value and _is_full(accounts) and not history:
            accounts.extend(_read_accounts(value, f"accounts[{len(accounts)}:]", line))
        else:
            deal, found = _read_deal(value, line)
            if lines[line:] != [""]:
                raise RecordError(line + 1, "the end of the text", shorten(lines[line]))
            return attrs.evolve(
                header, accounts=tuple(accounts), history=tuple(history), deal=deal
            ), found
    due = "a newline at the end of the line" if lines[-1] else _DUE if header else "a header"
    raise RecordError(end, due, "the end of the text")


def _is_full(accounts: list[tuple[str, int]]) -> bool:
    """Return whether more accounts need a line of their own."""
    return bool(accounts) and len(accounts) % ACCOUNTS_A_LINE == 0


_HEADER_KEYS: Final = frozenset(
    {
        "accounts",
        "dealer",
        "format",
        "format_version",
        "game",
        "multiplier",
        "names",
        "ready",
        "rules",
        "rules_version",
        "score",
    }
)


def _read_header(value: object, line: int) -> TableState:
    """Return a table without a history and a deal, as the first line has it."""
    if not isinstance(value, dict) or "format" not in value:
        raise RecordError(line, "a header", shorten(value))
    check_same(value, "format", FORMAT, line)
    check_same(value, "format_version", FORMAT_VERSION, line)
    check_same(value, "rules_version", RULES_VERSION, line)
    check_keys(value, _HEADER_KEYS, "header", line)
    return TableState(
        read_options(value["rules"], RuleSet, "rules", line),
        read_options(value["score"], ScoreTable, "score", line),
        four(or_null(a_text), value["names"], "header.names", line),
        four(a_flag, value["ready"], "header.ready", line),
        an_int(1)(value["game"], "header.game", line),
        or_null(a_seat)(value["dealer"], "header.dealer", line),
        an_int(1, MAX_POINTS)(value["multiplier"], "header.multiplier", line),
        None,
        _read_accounts(value["accounts"], "header.accounts", line),
        (),
    )


def _read_accounts(value: object, what: str, line: int) -> tuple[tuple[str, int], ...]:
    """Return the accounts of the header, or those on a line of their own."""
    if isinstance(value, list) and len(value) > ACCOUNTS_A_LINE:
        raise RecordError(line, f"at most {ACCOUNTS_A_LINE} accounts", f"{len(value)}")
    return many(_account, value, what, line)


def _account(value: object, what: str, line: int) -> tuple[str, int]:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - a name and a sum
        raise RecordError(line, f"{what} to be a list of a name and a number", shorten(value))
    return a_text(value[0], f"{what}[0]", line), an_int()(value[1], f"{what}[1]", line)


def _read_deal(value: object, line: int) -> tuple[GameState | None, Problems]:
    """Return the deal of the last line, and what is wrong with it."""
    if value is None:
        return None, ()
    if not isinstance(value, str):
        raise RecordError(line, _DUE, shorten(value))
    try:
        deal = parse_state(value)
    except NotationError as error:
        expected = f"a deal with {error.expected} at position {error.position}"
        raise RecordError(line, expected, _around(value, error.position)) from None
    except InvalidStateError as error:
        return state_of(read_line(value, of_view=False))[0], error.problems
    canonical = format_state(deal)
    if canonical != value:
        alike = map(str.__eq__, canonical, value)
        shorter = min(len(canonical), len(value))
        place = next((place for place, same in enumerate(alike) if not same), shorter)
        expected = f"a deal with {_around(canonical, place)} at position {place}"
        raise RecordError(line, expected, _around(value, place))
    return deal, ()


def _around(text: str, place: int) -> str:
    """Return what stands about a place of a text."""
    return shorten(text[max(0, place - _AROUND) : place + _AROUND])
