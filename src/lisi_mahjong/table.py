"""A table of four people over a sitting: what they may do at it, and one pure reducer.

The deal itself is played by `reducer`; around it people sit down, are ready, leave; deals start,
are settled into the ledger, and pass the dealer on (TABLE-1 to TABLE-7, DEALER-1 to DEALER-3).
"""

from __future__ import annotations

from typing import Final, cast, get_args

import attrs

from lisi_mahjong.actions import ACTIONS
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import IllegalAction
from lisi_mahjong.legal import legal_actions, why_illegal
from lisi_mahjong.reducer import apply, step
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.scoring import NO_PAYMENTS, Settlement, settle
from lisi_mahjong.seats import check_seat, is_seat, with_seat
from lisi_mahjong.state import DrawnDeal, GameState, Result, WonDeal
from lisi_mahjong.table_actions import (
    Leave,
    Play,
    Ready,
    Sit,
    StartDeal,
    TableAction,
    Unready,
    is_name,
    table_action_in_words,
)
from lisi_mahjong.table_events import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    LeftTable,
    SatDown,
    TableEvent,
)
from lisi_mahjong.table_state import (
    NOBODY_READY,
    DealSummary,
    Names,
    TableState,
    VoidDeal,
    accounts_with,
    check_table,
    next_dealer,
)
from lisi_mahjong.wall import Shuffle

# --- what may be done ---------------------------------------------------------------------


def table_legal_actions(table: TableState, seat: int) -> tuple[TableAction, ...]:
    """Return what whoever sits at a seat may do now; ``()`` where nobody sits (TABLE-6).

    The order is fixed: the actions of the deal in the order of `legal_actions`, each a `Play`; then
    `Ready` or `Unready` (TABLE-2); then `Leave`, which is always there. What is not a seat's to do
    is not listed: to sit down is somebody's who has no seat, and to start a deal is the table's
    (TABLE-4).

    Args:
        table: the table.
        seat: 0 to 3.

    Raises:
        InvalidStateError: ``table`` is no `TableState`.
        SeatError: ``seat`` is no seat.

    Example:
        >>> table = apply_table(TableState.new(), Sit(0, "Ann"))
        >>> [str(action) for action in table_legal_actions(table, 0)]
        ['0 ready', '0 leave']
        >>> table_legal_actions(table, 1)
        ()
    """
    check_table(table)
    check_seat(seat)
    if table.names[seat] is None:
        return ()
    if table.playing:
        deciding = legal_actions(cast("GameState", table.deal), seat)
        return (*map(Play, deciding), Leave(seat))
    return (Unready(seat) if table.ready[seat] else Ready(seat), Leave(seat))


def why_table_illegal(
    table: TableState, action: TableAction, *, by: str | None = None
) -> Refusal | None:
    """Return why an action is refused at a table; ``None`` exactly when it is legal.

    There are six actions (TABLE-6). Who is ready stays so for one deal (TABLE-2), and nobody acts
    for another (TABLE-4). An action of the deal is refused by the rules of the deal.

    Args:
        table: the table.
        action: anything; what is no action has a refusal too.
        by: the name of whoever sends the action, where that is known; ``None`` for the table
            itself, which may do everything.

    Raises:
        InvalidStateError: ``table`` is no `TableState`.

    Example:
        >>> table = apply_table(TableState.new(), Sit(0, "Ann"))
        >>> why_table_illegal(table, Sit(1, "Ann"))
        Refusal.ALREADY_SEATED
        >>> why_table_illegal(table, Leave(0), by="Bo")
        Refusal.NOT_YOUR_SEAT
        >>> why_table_illegal(table, Sit(1, "Bo"), by="Bo") is None
        True
    """
    refusal = _table_refusal(check_table(table), action, by)
    if refusal is None and isinstance(action, Play):
        return why_illegal(cast("GameState", table.deal), action.action)
    return refusal


_ACTIONS: Final = frozenset(get_args(TableAction))


def _table_refusal(table: TableState, action: TableAction, by: str | None) -> Refusal | None:
    """Return why an action is refused before the rules of a deal are asked."""
    if type(action) not in _ACTIONS:
        return Refusal.NOT_A_TABLE_ACTION
    if isinstance(action, StartDeal):
        return _start_refusal(table, action, by)
    if isinstance(action, Play) and type(action.action) not in ACTIONS:
        return Refusal.NOT_AN_ACTION
    seat = action.seat
    if not is_seat(seat):
        return Refusal.NO_SUCH_SEAT
    if isinstance(action, Sit):
        return _sit_refusal(table, action, by)
    name = table.names[seat]
    if name is None:
        return Refusal.SEAT_EMPTY
    if _is_another(by, name):
        return Refusal.NOT_YOUR_SEAT
    if isinstance(action, Play):
        return Refusal.NO_DEAL if table.deal is None else None
    if isinstance(action, Leave):
        return None
    return _readiness_refusal(table, action)


def _is_another(by: str | None, name: str) -> bool:
    """Return whether an action is sent by somebody else."""
    return by is not None and (type(by) is not str or by != name)


def _start_refusal(table: TableState, action: StartDeal, by: str | None) -> Refusal | None:
    if type(action.shuffle) is not Shuffle:
        return Refusal.NOT_A_TABLE_ACTION
    if by is not None:
        return Refusal.TABLE_STARTS
    if table.playing:
        return Refusal.DEAL_IN_PROGRESS
    return None if all(table.ready) else Refusal.NOT_ALL_READY


def _sit_refusal(table: TableState, action: Sit, by: str | None) -> Refusal | None:
    if not is_name(action.name):
        return Refusal.BAD_NAME
    if _is_another(by, action.name):
        return Refusal.NOT_YOUR_SEAT
    if table.names[action.seat] is not None:
        return Refusal.SEAT_TAKEN
    return Refusal.ALREADY_SEATED if action.name in table.names else None


def _readiness_refusal(table: TableState, action: Ready | Unready) -> Refusal | None:
    if table.playing:
        return Refusal.DEAL_IN_PROGRESS
    ready = table.ready[action.seat]
    if isinstance(action, Ready):
        return Refusal.ALREADY_READY if ready else None
    return None if ready else Refusal.NOT_READY


# --- what comes of it ---------------------------------------------------------------------


@attrs.frozen
class TableStep:
    """What an accepted action at a table led to.

    Attributes:
        state: the table after it.
        events: what happened, in order, those of the deal too. They hold what some seats may not
            know; see `seen_table_events`.

    Example:
        >>> step_table(TableState.new(), Sit(0, "Ann")).events
        (SatDown(seat=0, name='Ann'),)
    """

    state: TableState
    events: tuple[TableEvent, ...]


def apply_table(table: TableState, action: TableAction, *, by: str | None = None) -> TableState:
    """Return the table after an action and all that follows from it.

    After the action that ends a deal the deal is settled, the ledger has it, and the dealer is
    passed on; `TableState.deal` is the ended deal until the next one starts or somebody leaves.

    Args:
        table: the table; it is not changed.
        action: what is done.
        by: the name of whoever sends the action, where that is known; ``None`` for the table
            itself, which may do everything.

    Raises:
        InvalidStateError: ``table`` is no `TableState`.
        IllegalAction: the action is refused, with ``.action``, ``.refusal`` and ``.state``, the
            table.

    Example:
        >>> table = TableState.new()
        >>> for seat, name in enumerate(("Ann", "Bo", "Cai", "丁")):
        ...     table = apply_table(table, Sit(seat, name), by=name)
        ...     table = apply_table(table, Ready(seat), by=name)
        >>> table = apply_table(table, StartDeal(Shuffle.from_seed(7)))
        >>> table, table.dealer
        (<TableState 'Ann' 'Bo' 'Cai' '丁', deal 1 is played>, 0)
    """
    return _act(table, action, by, None)


def step_table(table: TableState, action: TableAction, *, by: str | None = None) -> TableStep:
    """Return the table after an action, as `apply_table` does, and the events that led to it.

    Args:
        table: the table; it is not changed.
        action: what is done.
        by: the name of whoever sends the action, where that is known.

    Raises:
        InvalidStateError: ``table`` is no `TableState`.
        IllegalAction: the action is refused.

    Example:
        >>> table = apply_table(TableState.new(), Sit(0, "Ann"))
        >>> step_table(table, Leave(0)).events
        (LeftTable(seat=0, name='Ann'),)
    """
    events: list[TableEvent] = []
    after = _act(table, action, by, events)
    return TableStep(after, tuple(events))


def _act(
    table: TableState, action: TableAction, by: str | None, events: list[TableEvent] | None
) -> TableState:
    refusal = _table_refusal(check_table(table), action, by)
    if refusal is not None:
        raise IllegalAction(action, refusal, table, table_action_in_words(action))
    match action:
        case Play():
            return _play(table, action, events)
        case StartDeal():
            return _start(table, action.shuffle, events)
        case Leave():
            return _leave(table, action.seat, events)
        case Sit():
            happened: TableEvent = SatDown(action.seat, action.name)
            after = attrs.evolve(table, names=with_seat(table.names, action.seat, action.name))
        case _:
            ready = isinstance(action, Ready)
            happened = (BecameReady if ready else BecameUnready)(action.seat)
            after = attrs.evolve(table, ready=with_seat(table.ready, action.seat, ready))
    if events is not None:
        events.append(happened)
    return after


def _play(table: TableState, action: Play, events: list[TableEvent] | None) -> TableState:
    before = cast("GameState", table.deal)
    try:
        if events is None:
            after = apply(before, action.action)
        else:
            taken = step(before, action.action)
            after = taken.state
            events.extend(taken.events)
    except IllegalAction as error:
        words = table_action_in_words(action)
        raise IllegalAction(action, error.refusal, table, words) from None
    if after.result is None:
        return attrs.evolve(table, deal=after)
    return _settle(table, after, events)


def _start(table: TableState, shuffle: Shuffle, events: list[TableEvent] | None) -> TableState:
    """Start a deal; the first dealer of a game is the one that the shuffle draws (DEALER-1)."""
    dealer = shuffle.dealer_draw if table.dealer is None else table.dealer
    if events is not None:
        events.append(DealStarted(table.game, dealer, table.dealer is None, table.multiplier))
    return attrs.evolve(
        table,
        ready=NOBODY_READY,
        dealer=dealer,
        deal=deal(shuffle, dealer=dealer, rules=table.rules),
    )


def _leave(table: TableState, seat: int, events: list[TableEvent] | None) -> TableState:
    """Empty a seat and end the game; a deal that is being played is void (TABLE-3)."""
    happened: list[TableEvent] = [LeftTable(seat, cast("str", table.names[seat]))]
    history = table.history
    if table.playing:
        void = _summary(table, cast("GameState", table.deal), VoidDeal(seat), NO_PAYMENTS)
        history = (*history, void)
        happened.append(DealVoided(void))
    if events is not None:
        events.extend(happened)
    return attrs.evolve(
        table,
        names=with_seat(table.names, seat, None),
        ready=NOBODY_READY,
        game=table.game + (table.dealer is not None),
        dealer=None,
        multiplier=1,
        deal=None,
        history=history,
    )


def _settle(table: TableState, ended: GameState, events: list[TableEvent] | None) -> TableState:
    """Settle a deal that has ended, and pass the dealer and the doubling on."""
    result = cast("Result", ended.result)
    settlement = settle(result, ended, table.score, table.multiplier)
    summary = _summary(table, ended, result, settlement)
    dealer = next_dealer(ended)
    if events is not None:
        events.append(DealSettled(summary, dealer))
    return attrs.evolve(
        table,
        dealer=dealer,
        multiplier=table.score.drawn_deal_multiplier if isinstance(result, DrawnDeal) else 1,
        deal=ended,
        accounts=accounts_with(table.accounts, (summary,)),
        history=(*table.history, summary),
    )


def _summary(
    table: TableState,
    played: GameState,
    result: WonDeal | DrawnDeal | VoidDeal,
    settlement: Settlement,
) -> DealSummary:
    names = cast("Names", table.names)  # a deal is played by four
    return DealSummary(
        table.game, names, played.dealer, table.multiplier, played.kongs, result, settlement
    )
