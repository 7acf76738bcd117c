"""What holds at every table, each as a function that raises an `AssertionError`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, NoReturn

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.legal import actors
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import WonDeal
from lisi_mahjong.table import (
    apply_table,
    step_table,
    table_legal_actions,
    why_table_illegal,
)
from lisi_mahjong.table_actions import Leave, Play, Ready, TableAction, Unready
from lisi_mahjong.table_checks import table_problems
from lisi_mahjong.table_following import follow_table
from lisi_mahjong.table_state import TableState, check_table
from lisi_mahjong.table_text import format_table, parse_table
from lisi_mahjong.table_views import seen_table_events, view_table
from lisi_mahjong.testing.failing import VIEWERS, who
from lisi_mahjong.testing.invariants import assert_tells_nothing_hidden
from lisi_mahjong.testing.trying import every_action
from lisi_mahjong.views import view

TableInvariant = Callable[[TableState], None]
"""Raises an `AssertionError` for a table at which something does not hold."""

_WORDS: Final = 300  # characters of an error that are told


def _fail(what: str, table: TableState) -> NoReturn:
    raise AssertionError(f"{what}\nat {table!r}")


def _invariant(check: TableInvariant) -> TableInvariant:
    """Return a check for which every error is a failure, but that something is no table at all."""

    @wraps(check)
    def checked(table: TableState) -> None:
        check_table(table)
        try:
            check(table)
        except AssertionError:
            raise
        except Exception as error:
            message = f"{check.__name__} could not look at it: {shorten(error, _WORDS)}"
            raise AssertionError(f"{message}\nat {table!r}") from error

    return checked


@_invariant
def assert_no_table_problem(table: TableState) -> None:
    """Raise unless `table_problems` finds nothing wrong.

    Raises:
        AssertionError: it finds something, all of which is told.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_no_table_problem(TableState.new())
    """
    found = table_problems(table)
    if found:
        _fail(str(InvalidStateError(found)), table)


@_invariant
def assert_ledger_sums_to_zero(table: TableState) -> None:
    """Raise unless the ledger adds up to zero, and holds what the settled deals paid (TABLE-7).

    Raises:
        AssertionError: it does not.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_ledger_sums_to_zero(TableState.new())
    """
    paid = {name: 0 for name in table.names if name is not None}
    for summary in table.history:
        for name, delta in zip(summary.names, summary.deltas, strict=True):
            paid[name] = paid.get(name, 0) + delta
    ledger = dict(table.ledger)
    if sum(ledger.values()):
        _fail(f"the ledger adds up to {sum(ledger.values())}: {ledger}", table)
    if any(ledger.get(name, 0) != paid.get(name, 0) for name in ledger | paid):
        _fail(f"the ledger is {ledger} and the deals have paid {paid}", table)


@_invariant
def assert_settlements_sum_to_zero(table: TableState) -> None:
    """Raise unless every deal of the history paid as much as was paid (SCORE-6, SCORE-8).

    Raises:
        AssertionError: one did not, or paid without a winner.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_settlements_sum_to_zero(TableState.new())
    """
    for place, summary in enumerate(table.history):
        deltas = summary.deltas
        if sum(deltas) or (any(deltas) and not isinstance(summary.result, WonDeal)):
            _fail(f"history[{place}] pays {deltas}", table)


@_invariant
def assert_table_actions_agree(table: TableState) -> None:
    """Raise unless `why_table_illegal` is ``None`` exactly for what a seat is told it may do.

    Raises:
        AssertionError: an action is listed and refused, or neither; or while a deal is played, an
            actor has none.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_table_actions_agree(TableState.new())
    """
    for seat in SEATS:
        legal = set(table_legal_actions(table, seat))
        bare: list[TableAction] = [Ready(seat), Unready(seat), Leave(seat)]
        for action in [*bare, *map(Play, every_action(seat))]:
            refusal = why_table_illegal(table, action)
            if (refusal is None) is not (action in legal):
                listed = "is" if action in legal else "is not"
                _fail(f"{action} {listed} listed, and why_table_illegal says {refusal}", table)
        asked = table.deal is not None and seat in actors(table.deal)
        if asked is not any(isinstance(action, Play) for action in legal):
            _fail(f"seat {seat} is{'' if asked else ' not'} asked and may {len(legal)}", table)


@_invariant
def assert_table_text_reads_back(table: TableState) -> None:
    """Raise unless the text of the table is read back equal.

    Raises:
        AssertionError: it is not.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_table_text_reads_back(TableState.new())
    """
    if parse_table(format_table(table)) != table:
        _fail("the text is read back as another table", table)


_PUBLIC: Final = (
    *("rules", "score", "names", "ready", "game", "dealer", "multiplier"),
    *("accounts", "history", "playing", "ledger"),
)
"""What all may know of a table (VIEW-4)."""


@_invariant
def assert_table_views_agree(table: TableState) -> None:
    """Raise unless every view of the table shows what is public, and of the deal what `view` does.

    Raises:
        AssertionError: one shows something else, or names a tile of which its seat sees no copy.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_table_views_agree(TableState.new())
    """
    deal = table.deal
    for viewer in VIEWERS:
        seen = view_table(table, viewer)
        for name in _PUBLIC:
            if getattr(seen, name) != getattr(table, name):
                _fail(f"{who(viewer)} sees {name} as {getattr(seen, name)}", table)
        if seen.deal != (None if deal is None else view(deal, viewer)):
            _fail(f"{who(viewer)} sees another deal", table)
        if deal is not None:
            assert_tells_nothing_hidden(seen.deal, deal, viewer)
        legal = () if viewer is None else table_legal_actions(table, viewer)
        if seen.legal_actions != legal:
            _fail(f"{who(viewer)} sees other choices: {seen.legal_actions}", table)


def assert_table_step_agrees(before: TableState, action: TableAction) -> None:
    """Raise unless a legal action at a table does what it says, and clients can follow it.

    `step_table` and `apply_table` agree, and do the same when they are asked again; nothing of the
    history is lost; every seat, and a spectator, who has the view before and is told its events has
    the view after.

    Args:
        before: the table.
        action: one that is legal there.

    Raises:
        AssertionError: something is otherwise.
        InvalidStateError: ``before`` is no `TableState`.
        IllegalAction: ``action`` is refused.

    Example:
        >>> from lisi_mahjong import Sit
        >>> assert_table_step_agrees(TableState.new(), Sit(0, "Ann"))
    """
    views = [view_table(before, viewer) for viewer in VIEWERS]
    taken = step_table(before, action)
    after = taken.state
    if apply_table(before, action) != after or step_table(before, action) != taken:
        _fail(f"{action}, tried again, leads elsewhere", before)
    if after.history[: len(before.history)] != before.history:
        _fail(f"{action} changes the history", before)
    for viewer, seen in zip(VIEWERS, views, strict=True):
        try:
            followed = follow_table(seen, seen_table_events(taken, viewer))
        except InvalidStateError as error:
            _fail(f"{who(viewer)} cannot follow {action}: {error}", before)
        if followed != view_table(after, viewer):
            _fail(f"{who(viewer)} cannot follow {action}", before)


TABLE_INVARIANTS: Final[tuple[TableInvariant, ...]] = (
    assert_no_table_problem,
    assert_ledger_sums_to_zero,
    assert_settlements_sum_to_zero,
    assert_table_actions_agree,
    assert_table_text_reads_back,
    assert_table_views_agree,
)
"""What `check_table` asks of every table, in this order."""


def assert_table(table: TableState) -> None:
    """Raise unless all of `TABLE_INVARIANTS` hold.

    Raises:
        AssertionError: one does not; the first is told.
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> assert_table(TableState.new())
    """
    for invariant in TABLE_INVARIANTS:
        invariant(table)
