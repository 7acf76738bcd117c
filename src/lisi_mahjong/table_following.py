"""A table as one seat follows it: a view carried over what the seat is told of each step.

A client that has its first view and is told of every step is never out of step:
``follow_table(view_table(before, seat), seen_table_events(taken, seat))`` is
``view_table(taken.state, seat)``, always. What does not fit the view, since a message was lost,
came twice or was another seat's, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

import attrs

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.following import follow
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.scoring import NO_PAYMENTS, Payment, PaymentFactor, Settlement
from lisi_mahjong.seat_events import SeatEvent
from lisi_mahjong.seats import NEXT, is_seat, with_seat
from lisi_mahjong.seen import SeenTurn
from lisi_mahjong.state import DrawnDeal, Result, WonDeal
from lisi_mahjong.table_actions import is_name
from lisi_mahjong.table_events import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    LeftTable,
    SatDown,
)
from lisi_mahjong.table_state import NOBODY_READY, DealSummary, Names, VoidDeal
from lisi_mahjong.table_views import SawDeal, TableSeatEvent, TableView
from lisi_mahjong.views import SeatView
from lisi_mahjong.winning import Reading

_FACTOR = (PaymentFactor, int)


def follow_table(seen: TableView, events: Iterable[TableSeatEvent]) -> TableView:
    """Return the view of a seat, or a spectator, after it has been told of some steps.

    What belongs together must come together, as `seen_table_events` tells it: with a deal that
    starts its first view, with the end of a deal its settlement, and with somebody who leaves in a
    deal that this is void.

    Args:
        seen: the view before them.
        events: all that the same seat is told of one step or of several, in order.

    Raises:
        InvalidStateError: ``seen`` is no `TableView`, something among the events is none, or an
            event cannot have happened where this view stands.

    Example:
        >>> from lisi_mahjong import Sit, TableState, step_table
        >>> from lisi_mahjong.table_views import seen_table_events, view_table
        >>> table = TableState.new()
        >>> taken = step_table(table, Sit(0, "Ann"))
        >>> seen = follow_table(view_table(table, None), seen_table_events(taken, None))
        >>> seen
        <TableView of a spectator: 'Ann' – – –, no deal>
        >>> seen == view_table(taken.state, None)
        True
    """
    if type(seen) is not TableView:
        raise InvalidStateError(((Problem.NOT_A_VIEW, f"not {shorten(seen)}"),))
    try:
        told = iter(events)
    except TypeError:
        raise _misfit(events) from None
    for event in told:
        seen = _after(seen, event, told)
    return seen


def _misfit(event: object) -> InvalidStateError:
    return InvalidStateError(((Problem.NOT_AN_EVENT, f"not {shorten(event)}"),))


def _after(seen: TableView, event: object, told: Iterator[object]) -> TableView:
    """Return a view after an event, and after the one that must come with it."""
    match event:
        case SatDown():
            return _sit(seen, event)
        case BecameReady() | BecameUnready():
            return _change_readiness(seen, event)
        case LeftTable():
            return _leave(seen, event, told)
        case DealStarted():
            return _start(seen, event, next(told, None))
        case DealVoided() | DealSettled() | SawDeal():
            raise _misfit(event)  # these come with another event
        case _:
            return _play(seen, event, told)


def _sit(seen: TableView, event: SatDown) -> TableView:
    seat, name = event.seat, event.name
    fits = is_seat(seat) and is_name(name) and seen.names[seat] is None and name not in seen.names
    if not fits:
        raise _misfit(event)
    return attrs.evolve(seen, names=with_seat(seen.names, seat, name))


def _change_readiness(seen: TableView, event: BecameReady | BecameUnready) -> TableView:
    seat, ready = event.seat, isinstance(event, BecameReady)
    fits = is_seat(seat) and seen.names[seat] is not None and not seen.playing
    if not fits or seen.ready[seat] is ready:
        raise _misfit(event)
    return attrs.evolve(seen, ready=with_seat(seen.ready, seat, ready))


def _leave(seen: TableView, event: LeftTable, told: Iterator[object]) -> TableView:
    """Return a view after somebody has left, and after the deal is void if one was played."""
    seat = event.seat
    if not is_seat(seat) or seen.names[seat] is None or event.name != seen.names[seat]:
        raise _misfit(event)
    history = seen.history
    if seen.playing:
        void = _summary(seen, cast("SeatView", seen.deal), VoidDeal(seat), NO_PAYMENTS)
        _expect(DealVoided(void), next(told, None))
        history = (*history, void)
    return attrs.evolve(
        seen,
        names=with_seat(seen.names, seat, None),
        ready=NOBODY_READY,
        game=seen.game + (seen.dealer is not None),
        dealer=None,
        multiplier=1,
        deal=None,
        history=history,
    )


def _start(seen: TableView, event: DealStarted, saw: object) -> TableView:
    """Return a view after a deal has started, of which the seat has its first view."""
    dealer = event.dealer if seen.dealer is None else seen.dealer
    if not is_seat(dealer) or not all(seen.ready):
        raise _misfit(event)
    _expect(DealStarted(seen.game, dealer, seen.dealer is None, seen.multiplier), event)
    if type(saw) is not SawDeal or not _is_first_view(seen, saw.view, dealer):
        raise _misfit(saw)
    return attrs.evolve(seen, ready=NOBODY_READY, dealer=dealer, deal=saw.view)


def _is_first_view(seen: TableView, deal: object, dealer: int) -> bool:
    """Return whether something is this seat's view of a deal that has just started."""
    return (
        type(deal) is SeatView
        and deal.viewer == seen.viewer
        and deal.rules == seen.rules
        and deal.dealer == dealer
        and isinstance(deal.stage, SeenTurn)
        and deal.stage.seat == dealer
        and not any(player.river or player.melds for player in deal.players)
    )


def _play(seen: TableView, event: object, told: Iterator[object]) -> TableView:
    """Return a view after an event of the deal, and after its settlement if that ends it."""
    deal = seen.deal
    if deal is None or not isinstance(event, SeatEvent):
        raise _misfit(event)
    deal = follow(deal, (event,))
    result = deal.result
    if result is None:
        return attrs.evolve(seen, deal=deal)
    settled = next(told, None)
    if type(settled) is not DealSettled or type(settled.summary) is not DealSummary:
        raise _misfit(settled)
    settlement = settled.summary.settlement
    if not _is_settlement(settlement, result):
        raise _misfit(settled)
    summary = _summary(seen, deal, result, settlement)
    dealer = settled.next_dealer
    _expect(DealSettled(summary, dealer), settled)
    if not is_seat(dealer) or dealer not in (deal.dealer, NEXT[deal.dealer]):
        raise _misfit(settled)
    accounts = dict(seen.accounts)
    for name, delta in zip(summary.names, settlement.deltas, strict=True):
        accounts[name] = accounts.get(name, 0) + delta
    return attrs.evolve(
        seen,
        dealer=dealer,
        multiplier=seen.score.drawn_deal_multiplier if isinstance(result, DrawnDeal) else 1,
        deal=deal,
        accounts=tuple(accounts.items()),
        history=(*seen.history, summary),
    )


def _is_settlement(settlement: object, result: Result) -> bool:
    """Return whether something can be what a deal with this result was paid."""
    if not isinstance(result, WonDeal):
        return settlement == NO_PAYMENTS
    return (
        type(settlement) is Settlement
        and type(settlement.reading) is Reading
        and type(settlement.payments) is tuple
        and all(_is_payment(payment, result.winner) for payment in settlement.payments)
    )


def _is_payment(payment: object, winner: int) -> bool:
    """Return whether something is a payment to the winner, of an amount that can be reckoned."""
    if type(payment) is not Payment:
        return False
    points: object = payment.points
    factors: object = payment.factors
    return (
        is_seat(payment.payer)
        and is_seat(payment.payee)
        and payment.payee == winner != payment.payer
        and type(points) is int
        and type(factors) is tuple
        and all(type(factor) is tuple and tuple(map(type, factor)) == _FACTOR for factor in factors)
    )


def _summary(
    seen: TableView, deal: SeatView, result: Result | VoidDeal, settlement: Settlement
) -> DealSummary:
    names = cast("Names", seen.names)  # a deal is played by four
    return DealSummary(
        seen.game, names, deal.dealer, seen.multiplier, deal.kongs, result, settlement
    )


def _expect(expected: DealStarted | DealVoided | DealSettled, event: object) -> None:
    """Refuse what is not the one event that fits here."""
    if type(event) is not type(expected) or event != expected:
        raise _misfit(event)
