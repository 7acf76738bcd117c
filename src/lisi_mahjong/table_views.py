"""What a seat, or a spectator, may know of a table, and what it is told of each step.

A `TableView` is built field by field and is no table with holes: of the deal it has the view of its
seat and nothing else. When a deal is void its hands stay closed, since VIEW-3 opens only those of a
deal that has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import attrs

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.events import Event
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.reducer import Step
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.seat_events import SeatEvent, seen_events
from lisi_mahjong.seats import check_seat
from lisi_mahjong.state import GameState, check_state
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table import TableStep
from lisi_mahjong.table_actions import Leave, Play, Ready, TableAction, Unready
from lisi_mahjong.table_events import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    LeftTable,
    SatDown,
)
from lisi_mahjong.table_state import (
    DealSummary,
    TableState,
    check_table,
    ledger_of,
    table_in_words,
)
from lisi_mahjong.views import SeatView, view

# --- the view -----------------------------------------------------------------------------


@attrs.frozen(repr=False)
class TableView:
    """What one seat, or a spectator, may know of a table at one moment.

    Attributes:
        viewer: the seat; ``None`` for a spectator.
        rules: the options of play.
        score: the numbers of the settlement.
        names: by seat, who sits there; ``None`` where nobody does.
        ready: by seat, whether it is ready for the next deal (TABLE-2).
        game: the number of the game that is played or will be, from 1 on.
        dealer: the seat that deals the deal that is played, or else the next one; ``None`` when
            the next dealer is to be drawn by lot (DEALER-1).
        multiplier: how many times that deal is paid because a drawn one came before (SCORE-6).
        deal: what this seat may know of the deal that is played, or of the last one of this game,
            which has ended; ``None`` when this game has had none.
        accounts: by person, the sum of what settled deals paid; see `ledger`.
        history: what came of every deal, in order: the hands that won are open (VIEW-3), and of a
            void deal no tile is kept.

    Example:
        >>> from lisi_mahjong import Ready, Shuffle, Sit, StartDeal, apply_table
        >>> table = TableState.new()
        >>> for seat, name in enumerate(("Ann", "Bo", "Cai", "丁")):
        ...     table = apply_table(apply_table(table, Sit(seat, name)), Ready(seat))
        >>> seen = view_table(apply_table(table, StartDeal(Shuffle.from_seed(7))), 1)
        >>> seen
        <TableView of seat 1: 'Ann' 'Bo' 'Cai' '丁', deal 1 is played>
        >>> seen.deal
        <SeatView of seat 1 {7m9p36z} 158m189p234s, turn of seat 0, 83 tiles left>
        >>> seen.playing, dict(seen.ledger), seen.legal_actions
        (True, {'Ann': 0, 'Bo': 0, 'Cai': 0, '丁': 0}, (Leave(seat=1),))
    """

    viewer: int | None
    rules: RuleSet
    score: ScoreTable
    names: tuple[str | None, str | None, str | None, str | None]
    ready: tuple[bool, bool, bool, bool]
    game: int
    dealer: int | None
    multiplier: int
    deal: SeatView | None
    accounts: tuple[tuple[str, int], ...]
    history: tuple[DealSummary, ...]

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

    @property
    def legal_actions(self) -> tuple[TableAction, ...]:
        """What whoever sits at this seat may do now, in the order of `table_legal_actions`."""
        seat = self.viewer
        if seat is None or self.names[seat] is None:
            return ()
        if self.playing:
            deciding = cast("SeatView", self.deal).legal_actions
            return (*map(Play, deciding), Leave(seat))
        return (Unready(seat) if self.ready[seat] else Ready(seat), Leave(seat))

    def as_json(self) -> dict[str, Any]:
        """Return the view as plain dicts, lists, texts, numbers and bools, ready for JSON.

        Tiles are texts such as ``"5m"``, actions those of `parse_table_action`; what is not known,
        or not there, is ``None``.

        Example:
            >>> seen = view_table(TableState.new(), None).as_json()
            >>> seen["names"], seen["deal"], seen["legal_actions"]
            ([None, None, None, None], None, [])
        """
        return {
            "viewer": self.viewer,
            "rules": attrs.asdict(self.rules),
            "score": attrs.asdict(self.score),
            "names": list(self.names),
            "ready": list(self.ready),
            "game": self.game,
            "dealer": self.dealer,
            "multiplier": self.multiplier,
            "playing": self.playing,
            "deal": None if self.deal is None else self.deal.as_json(),
            "ledger": dict(self.ledger),
            "history": [summary_as_json(summary) for summary in self.history],
            "legal_actions": [str(action) for action in self.legal_actions],
        }

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        people, deals = table_in_words(self.names, len(self.history), playing=self.playing)
        return f"<TableView of {who}: {people}, {deals}>"


def view_table(table: TableState, seat: int | None) -> TableView:
    """Return what a seat may know of a table, or a spectator (VIEW-1 to VIEW-4).

    Args:
        table: the table.
        seat: 0 to 3, whether or not somebody sits there; ``None`` for a spectator.

    Raises:
        InvalidStateError: ``table`` is no `TableState`.
        SeatError: ``seat`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import Sit, apply_table
        >>> seen = view_table(apply_table(TableState.new(), Sit(0, "Ann")), 0)
        >>> seen.names, [str(action) for action in seen.legal_actions]
        (('Ann', None, None, None), ['0 ready', '0 leave'])
    """
    check_table(table)
    if seat is not None:
        check_seat(seat)
    return TableView(
        viewer=seat,
        rules=table.rules,
        score=table.score,
        names=table.names,
        ready=table.ready,
        game=table.game,
        dealer=table.dealer,
        multiplier=table.multiplier,
        deal=None if table.deal is None else view(table.deal, seat),
        accounts=table.accounts,
        history=table.history,
    )


# --- what a seat is told ------------------------------------------------------------------


@attrs.frozen
class SawDeal:
    """The deal that has just started, as one seat sees it: what the events that follow go on from.

    Attributes:
        view: what this seat, or a spectator, may know of it.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> SawDeal(view(deal(Shuffle.from_seed(7)), None)).view
        <SeatView of a spectator, turn of seat 0, 83 tiles left>
    """

    view: SeatView


_Open = SatDown | BecameReady | BecameUnready | LeftTable | DealVoided | DealStarted | DealSettled

TableSeatEvent = _Open | SawDeal | SeatEvent


def seen_table_events(taken: TableStep, seat: int | None) -> tuple[TableSeatEvent, ...]:
    """Return what a seat, or a spectator, is told of a step at a table, in order.

    What happens at the table itself is told to all as it is; what happens in the deal, in the form
    of `seen_events`. After the `DealStarted` of a deal comes a `SawDeal` with the seat's first view
    of it. Whoever is told nothing gets ``()``.

    Args:
        taken: what `step_table` returned.
        seat: 0 to 3; ``None`` for a spectator.

    Raises:
        InvalidStateError: ``taken`` is no `TableStep`, or none that `step_table` returned.
        SeatError: ``seat`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import Discard, Ready, Shuffle, Sit, StartDeal, Tile
        >>> from lisi_mahjong import apply_table, step_table
        >>> table = TableState.new()
        >>> for seat, name in enumerate(("Ann", "Bo", "Cai", "丁")):
        ...     table = apply_table(apply_table(table, Sit(seat, name)), Ready(seat))
        >>> taken = step_table(table, StartDeal(Shuffle.from_seed(7)))
        >>> started, saw = seen_table_events(taken, 1)
        >>> started
        DealStarted(game=1, dealer=0, drawn_by_lot=True, multiplier=1)
        >>> saw.view
        <SeatView of seat 1 {7m9p36z} 158m189p234s, turn of seat 0, 83 tiles left>
        >>> seen_table_events(step_table(taken.state, Play(Discard(0, Tile.P2))), 2)
        (Discarded(seat=0, tile=Tile.P2), SawDraw(seat=1, replacement=False))
    """
    if type(taken) is not TableStep or type(taken.events) is not tuple:
        raise InvalidStateError(((Problem.NOT_A_STEP, f"not {shorten(taken)}"),))
    deal = cast("GameState", check_table(taken.state).deal)  # an event of a deal has one
    if seat is not None:
        check_seat(seat)
    told: list[TableSeatEvent] = []
    for event in taken.events:
        if isinstance(event, Event):
            told.extend(seen_events(Step(check_state(deal), (event,)), seat))
        elif not isinstance(event, _Open):
            raise InvalidStateError(((Problem.NOT_A_STEP, f"not {shorten(event)}"),))
        else:
            told.append(event)
            if isinstance(event, DealStarted):
                told.append(SawDeal(view(deal, seat)))
    return tuple(told)
