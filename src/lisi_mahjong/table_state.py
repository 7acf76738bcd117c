"""The immutable state of a table: who sits where, the deal, the ledger, what was played before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Self

import attrs

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.rules import (
    DEFAULT_SCORE,
    WRITTEN_RULES,
    RuleSet,
    ScoreTable,
    check_rules,
    check_score,
)
from lisi_mahjong.scoring import Settlement
from lisi_mahjong.seats import NEXT
from lisi_mahjong.state import DrawnDeal, GameState, Result, WonDeal

Names = tuple[str, str, str, str]

NOBODY_READY: Final = (False, False, False, False)
"""How a game begins, and every deal (TABLE-2, TABLE-3)."""

# --- what was played before ---------------------------------------------------------------


@attrs.frozen
class VoidDeal:
    """A deal that came to nothing because somebody left (TABLE-3).

    Attributes:
        left: the seat of whoever left.

    Example:
        >>> VoidDeal(2).left
        2
    """

    left: int


@attrs.frozen(repr=False)
class DealSummary:
    """What came of one deal, as a table's history keeps it. Nothing in it is secret.

    Attributes:
        game: the number of the game at this table, from 1 on; the dealer of a game's first deal
            was drawn by lot (DEALER-1).
        names: who sat where.
        dealer: the seat that dealt.
        multiplier: how many times the deal was paid because a drawn one came before (SCORE-6).
        kongs: the kongs made by the four together (DEALER-3).
        result: `WonDeal`, `DrawnDeal` or `VoidDeal`.
        settlement: what was paid.

    Example:
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> names = ("Ann", "Bo", "Cai", "丁")
        >>> DealSummary(1, names, 0, 1, 0, DrawnDeal(), NO_PAYMENTS)
        <DealSummary dealer 0, drawn, (0, 0, 0, 0)>
    """

    game: int
    names: Names
    dealer: int
    multiplier: int
    kongs: int
    result: WonDeal | DrawnDeal | VoidDeal
    settlement: Settlement

    @property
    def deltas(self) -> tuple[int, int, int, int]:
        """What each seat won or, below zero, lost."""
        return self.settlement.deltas

    def __repr__(self) -> str:
        result = self.result
        if isinstance(result, WonDeal):
            end = f"won by seat {result.winner}"
        else:
            end = "drawn" if isinstance(result, DrawnDeal) else f"void, seat {result.left} left"
        return f"<DealSummary dealer {self.dealer}, {end}, {self.deltas}>"


# --- the table ----------------------------------------------------------------------------


@attrs.frozen(repr=False)
class TableState:
    """A table at one moment: a value that never changes. It holds every secret of its deal.

    Made by `TableState.new` and `apply_table`. Everything that a table needs to go on is in it.

    Attributes:
        rules: the options of play.
        score: the numbers of the settlement.
        names: by seat, who sits there; ``None`` where nobody does.
        ready: by seat, whether it is ready for the next deal (TABLE-2).
        game: the number of the game that is played or will be, from 1 on; a new one begins when
            somebody leaves after a deal of this one has started (TABLE-3).
        dealer: the seat that deals the deal that is played, or else the next one; ``None`` when
            the next dealer is to be drawn by lot (DEALER-1).
        multiplier: how many times that deal is paid because a drawn one came before (SCORE-6).
        deal: the deal that is played, or the last one of this game, which has ended; ``None`` when
            this game has had none.
        accounts: by person, in the order in which they first played a deal to its end, the sum of
            what settled deals paid (TABLE-7).
        history: what came of every deal, in order.

    Example:
        >>> table = TableState.new()
        >>> table
        <TableState – – – –, no deal>
        >>> table.dealer is None, table.deal is None, dict(table.ledger), table.history
        (True, True, {}, ())
    """

    rules: RuleSet
    score: ScoreTable
    names: tuple[str | None, str | None, str | None, str | None]
    ready: tuple[bool, bool, bool, bool]
    game: int
    dealer: int | None
    multiplier: int
    deal: GameState | None
    accounts: tuple[tuple[str, int], ...]
    history: tuple[DealSummary, ...]

    @classmethod
    def new(cls, rules: RuleSet = WRITTEN_RULES, score: ScoreTable = DEFAULT_SCORE) -> Self:
        """Return a table at which nobody sits.

        Args:
            rules: the options of play.
            score: the numbers of the settlement.

        Raises:
            RulesError: ``rules`` is no `RuleSet`, or ``score`` no `ScoreTable`.

        Example:
            >>> TableState.new(RuleSet.taiyuan(), ScoreTable.taiyuan()).score
            ScoreTable(drawn_deal_multiplier=1)
        """
        return cls(
            rules=check_rules(rules),
            score=check_score(score),
            names=(None,) * 4,
            ready=NOBODY_READY,
            game=1,
            dealer=None,
            multiplier=1,
            deal=None,
            accounts=(),
            history=(),
        )

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return self.deal is not None and self.deal.result is None

    @property
    def ledger(self) -> Mapping[str, int]:
        """By person, the points won and lost so far: whoever has played a deal to its end or sits.

        The sum is always zero (SCORE-8). The mapping is read-only and the caller's own.
        """
        return ledger_of(self.accounts, self.names)

    def __repr__(self) -> str:
        people, deals = table_in_words(self.names, len(self.history), playing=self.playing)
        return f"<TableState {people}, {deals}>"


def accounts_with(
    accounts: tuple[tuple[str, int], ...], summaries: Iterable[DealSummary]
) -> tuple[tuple[str, int], ...]:
    """Return accounts after some more deals; what is void pays nothing (TABLE-7).

    Example:
        >>> nothing = Settlement(0, None, ())
        >>> drawn = DealSummary(1, ("A", "B", "C", "D"), 0, 1, 0, DrawnDeal(), nothing)
        >>> accounts_with((("B", 5), ("E", -5)), [drawn])
        (('B', 5), ('E', -5), ('A', 0), ('C', 0), ('D', 0))
    """
    sums = dict(accounts)
    for summary in summaries:
        if not isinstance(summary.result, VoidDeal):
            for name, delta in zip(summary.names, summary.deltas, strict=True):
                sums[name] = sums.get(name, 0) + delta
    return tuple(sums.items())


def ledger_of(
    accounts: tuple[tuple[str, int], ...], names: tuple[str | None, ...]
) -> Mapping[str, int]:
    """Return the accounts by person, with nothing for whoever sits and has none (TABLE-7).

    Example:
        >>> dict(ledger_of((("Ann", 3), ("Bo", -3)), ("Bo", None, None, "Cai")))
        {'Ann': 3, 'Bo': -3, 'Cai': 0}
    """
    ledger = dict(accounts)
    for name in names:
        if name is not None:
            ledger.setdefault(name, 0)
    return MappingProxyType(ledger)


def table_in_words(names: tuple[str | None, ...], deals: int, *, playing: bool) -> tuple[str, str]:
    """Return a few words on who sits at a table and on how far it is.

    Example:
        >>> table_in_words(("Ann", None, None, None), 1, playing=False)
        ("'Ann' – – –", '1 deal')
    """
    people = " ".join("–" if name is None else shorten(name, 20) for name in names)
    if playing:
        return people, f"deal {deals + 1} is played"
    return people, f"{deals} deals" if deals > 1 else f"{deals or 'no'} deal"


def next_dealer(ended: GameState) -> int:
    """Return the seat that deals after a deal (DEALER-2, DEALER-3).

    Args:
        ended: a deal that has ended.

    Raises:
        InvalidStateError: ``ended`` is no `GameState`, or its deal goes on.

    Example:
        >>> from lisi_mahjong import Shuffle, actors, apply, deal, legal_actions
        >>> state = deal(Shuffle.from_seed(7), dealer=3)
        >>> while to_decide := actors(state):  # the last of the legal actions, to the end
        ...     state = apply(state, legal_actions(state, to_decide[0])[-1])
        >>> state.result, state.kongs, next_dealer(state)
        (DrawnDeal(), 0, 3)
    """
    if type(ended) is not GameState:
        raise InvalidStateError(((Problem.NOT_A_STATE, f"not {shorten(ended)}"),))
    if ended.result is None:
        raise InvalidStateError(((Problem.NOT_THE_RESULT, f"not {ended!r}"),))
    return dealer_after(ended.dealer, ended.result, ended.kongs, ended.rules)


def dealer_after(dealer: int, result: Result, kongs: int, rules: RuleSet) -> int:
    """Return the seat that deals after a deal of which everybody knows this (DEALER-2, DEALER-3).

    Args:
        dealer: the seat that dealt.
        result: how the deal ended.
        kongs: the kongs made by the four together.
        rules: the options of play.

    Example:
        >>> dealer_after(0, DrawnDeal(), 0, RuleSet()), dealer_after(0, DrawnDeal(), 1, RuleSet())
        (0, 1)
    """
    if isinstance(result, WonDeal):
        stays = result.winner == dealer
    else:
        stays = not (kongs and rules.drawn_deal_with_kong_passes_dealer)
    return dealer if stays else NEXT[dealer]


def check_table(table: TableState) -> TableState:
    """Return the table that was given.

    Raises:
        InvalidStateError: it is no `TableState`.

    Example:
        >>> check_table(TableState.new())
        <TableState – – – –, no deal>
    """
    if type(table) is not TableState:
        raise InvalidStateError(((Problem.NOT_A_TABLE, f"not {shorten(table)}"),))
    return table
