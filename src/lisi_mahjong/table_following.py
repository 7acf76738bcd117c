"""A table as one seat follows it: a view carried over what the seat is told of each step.

A client that has its first view and is told of every step is never out of step:
``follow_table(view_table(before, seat), seen_table_events(taken, seat))`` is
``view_table(taken.state, seat)``, always. What cannot come next where the view stands, since a
message was lost, came twice or was another seat's, is refused: of the deal as `following` does, and
of the table wherever the rules leave one thing alone, as with who deals next and what is paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

import attrs

from lisi_mahjong.checking import problems
from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.fields import misfits
from lisi_mahjong.following import followed, misfit
from lisi_mahjong.hidden import open_player
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.scoring import NO_PAYMENTS, Settlement, settle
from lisi_mahjong.seats import SEATS, is_seat, with_seat
from lisi_mahjong.seen import SeenTurn
from lisi_mahjong.state import DrawnDeal, Finished, GameState, Result, make_state, setup_of
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
from lisi_mahjong.table_state import (
    NOBODY_READY,
    DealSummary,
    Names,
    VoidDeal,
    accounts_with,
    dealer_after,
)
from lisi_mahjong.table_views import SawDeal, TableSeatEvent, TableView
from lisi_mahjong.views import SeatView


def follow_table(seen: TableView, events: Iterable[TableSeatEvent]) -> TableView:
    """Return the view of a seat, or a spectator, after it has been told of some steps (VIEW-4).

    What belongs together must come together, as `seen_table_events` tells it: with a deal that
    starts its first view, with the end of a deal its settlement, and with somebody who leaves in a
    deal that this is void.

    Args:
        seen: the view before them.
        events: all that the same seat is told of one step or of several, in order.

    Raises:
        InvalidStateError: ``seen`` is no `TableView`, something among the events is none, or an
            event cannot come next where the view stands by then. The message says what, and
            where it was refused.

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
        told = _Told(events)
    except TypeError:
        raise InvalidStateError(((Problem.NOT_AN_EVENT, f"not {shorten(events)}"),)) from None
    while told.take() is not _NOTHING:
        after = _after(seen, told)
        if after is None:
            where = seen if seen.deal is None else seen.deal.stage
            raise InvalidStateError((told.misfit(where),))
        seen = after
    return seen


_NOTHING: Final = object()


class _Told:
    """What a seat is told, event by event, for some of them come in pairs.

    Attributes:
        event: the last one that was taken; `_NOTHING` when there was none left.
        place: how many were taken before it.
    """

    __slots__ = ("_rest", "event", "place")

    def __init__(self, events: Iterable[object]) -> None:
        self._rest = iter(events)
        self.event: object = _NOTHING
        self.place = -1

    def take(self) -> object:
        """Take the next event and return it; `_NOTHING` when there is none."""
        self.place += 1
        self.event = next(self._rest, _NOTHING)
        return self.event

    def misfit(self, where: object) -> tuple[Problem, str]:
        """Return what is wrong with the last event, which cannot come next, or is missing."""
        if self.event is not _NOTHING:
            return misfit(self.place, self.event, where)
        missing = f"events[{self.place}] is missing, which comes together with the one before it"
        return Problem.NOT_AN_EVENT, f"{missing}, at {shorten(where)}"


def _after(seen: TableView, told: _Told) -> TableView | None:
    """Return a view after an event, and after the one that must come with it.

    ``None`` if the event that was taken last cannot come there.
    """
    event = told.event
    match event:
        case SatDown():
            return _sit(seen, event)
        case BecameReady() | BecameUnready():
            return _change_readiness(seen, event)
        case LeftTable():
            return _leave(seen, event, told)
        case DealStarted():
            return _start(seen, event, told)
        case _:  # of the deal; or what comes with another event alone, and no `follow` takes
            return _play(seen, event, told)


def _sit(seen: TableView, event: SatDown) -> TableView | None:
    seat, name = event.seat, event.name
    fits = is_seat(seat) and is_name(name) and seen.names[seat] is None and name not in seen.names
    return attrs.evolve(seen, names=with_seat(seen.names, seat, name)) if fits else None


def _change_readiness(seen: TableView, event: BecameReady | BecameUnready) -> TableView | None:
    seat, ready = event.seat, isinstance(event, BecameReady)
    fits = is_seat(seat) and seen.names[seat] is not None and not seen.playing
    if not fits or seen.ready[seat] is ready:
        return None
    return attrs.evolve(seen, ready=with_seat(seen.ready, seat, ready))


def _leave(seen: TableView, event: LeftTable, told: _Told) -> TableView | None:
    """Return a view after somebody has left, and after the deal is void if one was played."""
    seat = event.seat
    if not is_seat(seat) or seen.names[seat] is None or event.name != seen.names[seat]:
        return None
    history = seen.history
    if seen.playing:
        void = _summary(seen, cast("SeatView", seen.deal), VoidDeal(seat), NO_PAYMENTS)
        if not _is_summary_of(DealVoided, told.take(), void):
            return None
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


def _start(seen: TableView, event: DealStarted, told: _Told) -> TableView | None:
    """Return a view after a deal has started, of which the seat has its first view."""
    dealer = event.dealer if seen.dealer is None else seen.dealer
    started = DealStarted(seen.game, dealer, seen.dealer is None, seen.multiplier)
    if not is_seat(dealer) or not all(seen.ready) or event != started:
        return None
    saw = told.take()
    if not isinstance(saw, SawDeal) or not _is_first_view(seen, saw.view, dealer):
        return None
    return attrs.evolve(seen, ready=NOBODY_READY, dealer=dealer, deal=saw.view)


def _is_first_view(seen: TableView, deal: object, dealer: int) -> bool:
    """Return whether something is this seat's view of a deal that has just started."""
    return (
        type(deal) is SeatView
        and not problems(deal)
        and deal.viewer == seen.viewer
        and deal.rules == seen.rules
        and deal.dealer == dealer
        and isinstance(deal.stage, SeenTurn)
        and deal.stage.seat == dealer
        and not any(player.river or player.melds for player in deal.players)
    )


def _play(seen: TableView, event: object, told: _Told) -> TableView | None:
    """Return a view after an event of the deal, and after its settlement if that ends it."""
    deal = None if seen.deal is None else followed(seen.deal, event)
    if deal is None:
        return None
    result = deal.result
    if result is None:
        return attrs.evolve(seen, deal=deal)
    settlement = settle(result, _ended(deal, result), seen.score, seen.multiplier)
    summary = _summary(seen, deal, result, settlement)
    dealer = dealer_after(deal.dealer, result, deal.kongs, deal.rules)
    settled = told.take()
    if not _is_summary_of(DealSettled, settled, summary):
        return None
    next_dealer: object = cast("DealSettled", settled).next_dealer
    if not is_seat(next_dealer) or next_dealer != dealer:
        return None
    return attrs.evolve(
        seen,
        dealer=dealer,
        multiplier=seen.score.drawn_deal_multiplier if isinstance(result, DrawnDeal) else 1,
        deal=deal,
        accounts=accounts_with(seen.accounts, (summary,)),
        history=(*seen.history, summary),
    )


def _ended(deal: SeatView, result: Result) -> GameState:
    """Return a deal that has ended as the settlement looks at it; its wall is not known."""
    first, second, third, fourth = [open_player(deal, seat) for seat in SEATS]
    setup = setup_of(deal.rules, deal.dealer, deal.dice, ())
    players = first, second, third, fourth
    return make_state(setup, players, Finished(result), deal.kongs, deal.remaining, 0)


def _summary(
    seen: TableView, deal: SeatView, result: Result | VoidDeal, settlement: Settlement
) -> DealSummary:
    names = cast("Names", seen.names)  # a deal is played by four
    return DealSummary(
        seen.game, names, deal.dealer, seen.multiplier, deal.kongs, result, settlement
    )


def _is_summary_of(
    kind: type[DealVoided | DealSettled], event: object, expected: DealSummary
) -> bool:
    """Return whether something is an event of a kind, with just this summary."""
    if type(event) is not kind:
        return False
    summary: object = event.summary
    return type(summary) is DealSummary and not any(misfits(summary)) and summary == expected
