"""What is wrong with a table, all of it: `table_problems`.

Looked at is everything from which a table goes on: who sits there, the deal, the history and the
ledger, each by itself and all of them together. What the history does not keep is not asked; see
`summary_checks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Protocol, cast

import attrs

from lisi_mahjong.checking import problems
from lisi_mahjong.errors import shorten
from lisi_mahjong.fields import misfits
from lisi_mahjong.problem_codes import Found, Problem
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.scoring import settle
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import DrawnDeal, GameState, WonDeal
from lisi_mahjong.summary_checks import summary_problems
from lisi_mahjong.table_actions import is_name
from lisi_mahjong.table_state import (
    DealSummary,
    TableState,
    VoidDeal,
    accounts_with,
    dealer_after,
)
from lisi_mahjong.views import SeatView

Problems = tuple[tuple[Problem, str], ...]


class TableOrView(Protocol):
    """What a table and a view of one tell alike."""

    @property
    def rules(self) -> RuleSet:
        """The options of play."""

    @property
    def score(self) -> ScoreTable:
        """The numbers."""

    @property
    def names(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Who sits where."""

    @property
    def ready(self) -> tuple[bool, bool, bool, bool]:
        """Who is ready."""

    @property
    def game(self) -> int:
        """The number of the game."""

    @property
    def dealer(self) -> int | None:
        """Who deals; ``None`` where that is not known."""

    @property
    def multiplier(self) -> int:
        """How many times the deal is paid."""

    @property
    def deal(self) -> GameState | SeatView | None:
        """The deal, or what is seen of it."""

    @property
    def history(self) -> tuple[DealSummary, ...]:
        """What was played before."""

    @property
    def playing(self) -> bool:
        """Whether a deal is played."""


def table_problems(table: TableState) -> Problems:
    """Return everything that is wrong with a table; ``()`` for one that play can come to.

    Anything may be handed in. What holds values of wrong types has no other problem. The problems
    of its deal are among those of a table; see `problems`.

    Args:
        table: a table that came from elsewhere.

    Returns:
        Pairs of a `Problem` and a detail in English, in a fixed order. The details may tell
        secrets of the deal.

    Example:
        >>> table = TableState.new()
        >>> table_problems(table)
        ()
        >>> for problem, detail in table_problems(attrs.evolve(table, game=2, multiplier=2)):
        ...     print(problem.name, "-", detail)
        GAME_NUMBER - 2 of the table
        >>> table_problems(attrs.evolve(table, dealer=4))
        ((Problem.MALFORMED_FIELD, 'dealer is 4'),)
    """
    if type(table) is not TableState:
        return ((Problem.NOT_A_TABLE, f"not {shorten(table)}"),)
    malformed = list(misfits(table)) or list(_misfits_of_readings(table))
    if malformed:
        return tuple(
            [(Problem.MALFORMED_FIELD, f"{path} is {shorten(value)}") for path, value in malformed]
        )
    return problems_beside(table, () if table.deal is None else problems(table.deal))


def problems_beside(table: TableState, of_deal: Problems) -> Problems:
    """Return everything that is wrong with a table when the problems of its deal are known.

    Args:
        table: the table, every field of which holds what it can hold.
        of_deal: the problems of its deal.

    Example:
        >>> problems_beside(TableState.new(), ())
        ()
    """
    return (
        *people_problems(table),
        *of_deal,
        *_deal_problems(table, settled=not of_deal),
        *history_problems(table),
        *_ledger_problems(table),
    )


def _misfits_of_readings(table: TableState) -> Iterator[tuple[str, object]]:
    """Yield the fields of readings in the history that hold what they cannot hold."""
    for place, summary in enumerate(table.history):
        result, paid = summary.result, summary.settlement.reading
        if isinstance(result, WonDeal):
            for number, reading in enumerate(result.readings):
                yield from misfits(reading, f"history[{place}].result.readings[{number}]")
        if paid is not None:
            yield from misfits(paid, f"history[{place}].settlement.reading")


# --- people and the deal ------------------------------------------------------------------


def people_problems(table: TableOrView) -> Found:
    """Yield what is wrong with who sits at a table and is ready, and has sat there before.

    Args:
        table: a table or a view of one, every field of which holds what it can hold.

    Example:
        >>> names = ("Ann", "Ann", None, None)
        >>> list(people_problems(attrs.evolve(TableState.new(), names=names)))
        [(Problem.ONE_SEAT, "names[1] is 'Ann' too")]
    """
    known = set()
    played = [(f"history[{place}].", each.names) for place, each in enumerate(table.history)]
    for where, names in [("", table.names), *played]:
        if names in known:
            continue
        known.add(names)
        for seat, name in enumerate(names):
            if name is None:
                continue
            if not is_name(name):
                yield Problem.PERSON_NAME, f"{where}names[{seat}] is {shorten(name)}"
            if name in names[:seat]:
                yield Problem.ONE_SEAT, f"{where}names[{seat}] is {shorten(name)} too"
    empty = [seat for seat in SEATS if table.names[seat] is None]
    if empty and table.deal is not None:
        yield Problem.FOUR_SEATED, f"nobody at {_seats(empty)}"
    ready = [seat for seat in SEATS if table.ready[seat]]
    if ready and table.playing:
        yield Problem.READY_IN_DEAL, _seats(ready)
    if not set(ready).isdisjoint(empty):
        yield Problem.READY_EMPTY, _seats([seat for seat in ready if seat in empty])
    if (table.dealer is None) is not (table.deal is None):
        what = "a dealer, and no deal" if table.deal is None else "a deal, and no dealer"
        yield Problem.DEALER_KNOWN, what


def _seats(seats: list[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {' '.join(map(str, seats))}"


def _deal_problems(table: TableState, *, settled: bool) -> Found:
    """Yield where the deal does not belong to its table.

    Args:
        table: the table.
        settled: whether the deal, once ended, can be settled: it has no problems.
    """
    deal, earlier = table.deal, table.history
    if deal is None:
        return
    if deal.rules != table.rules:
        yield Problem.RULES_OF_DEAL, f"{deal.rules} and not {table.rules}"
    if not table.playing:
        last = earlier[-1] if earlier else None
        if last is None or last.game != table.game or (settled and last != _ended(table, last)):
            yield Problem.LAST_SUMMARY, f"not {last}"
            return
        earlier = earlier[:-1]
    elif table.dealer not in {None, deal.dealer}:
        yield Problem.DEALER_OF_DEAL, f"seat {deal.dealer} and not {table.dealer}"
    drawn = deal.shuffle.dealer_draw
    if (not earlier or earlier[-1].game != table.game) and deal.dealer != drawn:
        yield Problem.FIRST_DEALER, f"seat {deal.dealer} and not {drawn}"


def _ended(table: TableState, last: DealSummary) -> DealSummary:
    """Return what the history has to keep of the deal that has ended.

    Number, names and multiplier are those of the entry itself: they are looked at in their order.
    """
    deal = cast("GameState", table.deal)
    result = cast("WonDeal | DrawnDeal", deal.result)
    settlement = settle(result, deal, table.score, last.multiplier)
    return attrs.evolve(
        last, dealer=deal.dealer, kongs=deal.kongs, result=result, settlement=settlement
    )


# --- one deal after the other -------------------------------------------------------------


@attrs.frozen
class _Next:
    """A deal of the history or that of the table, as it follows the one before.

    Attributes:
        what: what it is called.
        game: the number of the game.
        names: who sits where.
        dealer: the seat that deals; ``None`` where that is not known.
        multiplier: how many times it is paid.
        dealt: whether it has begun; not, if the game has had no deal.
    """

    what: str
    game: int
    names: tuple[str | None, ...]
    dealer: int | None
    multiplier: int
    dealt: bool = True


def history_problems(table: TableOrView) -> Found:
    """Yield what is wrong with the deals of a history: their order, and each by itself.

    Args:
        table: a table or a view of one, every field of which holds what it can hold.

    Example:
        >>> list(history_problems(attrs.evolve(TableState.new(), game=2)))
        [(Problem.GAME_NUMBER, '2 of the table')]
    """
    yield from _order_problems(table)
    for place, summary in enumerate(table.history):
        for problem, detail in summary_problems(summary, table.rules, table.score):
            yield problem, f"history[{place}]: {detail}"


def _order_problems(table: TableOrView) -> Found:
    """Yield where the deals of the history, and that of the table, do not follow each other."""
    before = None
    for place, each in enumerate(table.history):
        follower = _Next(f"history[{place}]", each.game, each.names, each.dealer, each.multiplier)
        yield from _next_problems(before, follower, table)
        before = each
    dealt = table.deal is not None
    now = _Next("the table", table.game, table.names, table.dealer, table.multiplier, dealt)
    yield from _next_problems(before, now, table)


def _next_problems(before: DealSummary | None, after: _Next, table: TableOrView) -> Found:
    """Yield where a deal does not follow the one before; ``None`` if it is the first of all."""
    game = before.game if before is not None else 0
    same = before is not None and after.game == game
    if before is not None and same and isinstance(before.result, VoidDeal):
        yield Problem.VOID_ENDS_GAME, f"{after.game} of {after.what}"
        return
    if after.game != game + 1 and not (same and after.dealt):
        yield Problem.GAME_NUMBER, f"{after.game} of {after.what}"
        return
    times = 1
    if before is not None and same:
        if after.names != before.names and None not in after.names:
            yield Problem.SAME_PEOPLE, f"{shorten(after.names)} of {after.what}"
        drawn = isinstance(before.result, DrawnDeal)
        result = cast("WonDeal | DrawnDeal", before.result)  # what is void has no dealer after it
        dealer = dealer_after(before.dealer, result, before.kongs, table.rules)
        if after.dealer not in {None, dealer}:
            problem = Problem.DEALER_AFTER_DRAW if drawn else Problem.DEALER_AFTER_WIN
            yield problem, f"seat {after.dealer} and not {dealer} of {after.what}"
        times = table.score.drawn_deal_multiplier if drawn else 1
    if after.multiplier != times:
        yield Problem.MULTIPLIER, f"{after.multiplier} and not {times} of {after.what}"


def _ledger_problems(table: TableState) -> Found:
    for found, wanted in zip_longest(table.accounts, accounts_with((), table.history)):
        if found != wanted:
            yield Problem.LEDGER, f"{shorten(found)} and not {shorten(wanted)}"
            return
