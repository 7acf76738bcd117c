"""What the checks of the playthroughs of sittings are made of; see `playthrough_checks`.

They are asked of a `PlayedSitting`, and put together from predicates over a table and a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lisi_mahjong import (
    Answered,
    AwaitingClaims,
    DealSettled,
    DealStarted,
    DealVoided,
    DrawnDeal,
    IllegalAction,
    LeftTable,
    PaymentFactor,
    Refusal,
    SatDown,
    SawEnd,
    ScoreTable,
    TableState,
    TableStep,
    WonDeal,
    seen_table_events,
)
from playthrough_parts import PlayedSitting

SittingCheck = Callable[[PlayedSitting], bool]
Move = Callable[[TableState, TableStep], bool]
"""A predicate over a move: the table before it, and what came of it."""

# --- put together -------------------------------------------------------------------------


def every(*checks: SittingCheck) -> SittingCheck:
    return lambda played: all(check(played) for check in checks)


def both_of(*wanted: Move) -> Move:
    """Whether all of this is true of one move."""
    return lambda before, step: all(each(before, step) for each in wanted)


def events(kind: type[Any], step: TableStep) -> Iterator[Any]:
    return (event for event in step.events if isinstance(event, kind))


def happens(kind: type[Any], wanted: Callable[[Any], bool] = lambda _: True) -> Move:
    """Whether an event of a kind is as wanted."""
    return lambda _, step: any(map(wanted, events(kind, step)))


def one_after_the_other(*wanted: Move) -> SittingCheck:
    """Whether there are moves, one after the other, of which this is true in turn."""

    def check(played: PlayedSitting) -> bool:
        moves = iter(played.moves)
        return all(any(each(*move) for move in moves) for each in wanted)

    return check


# --- deals --------------------------------------------------------------------------------


def starts(*, times: int, by_lot: bool = False) -> Move:
    """Whether a deal starts that will be paid so many times."""
    return happens(
        DealStarted, lambda event: (event.multiplier, event.drawn_by_lot) == (times, by_lot)
    )


def is_drawn(*, kongs: bool, passed_on: bool) -> Move:
    """Whether a deal is drawn, with a kong or without, and the next seat deals or the same."""
    return happens(
        DealSettled,
        lambda event: (
            isinstance(event.summary.result, DrawnDeal)
            and (event.summary.kongs > 0) is kongs
            and event.next_dealer == (event.summary.dealer + passed_on) % 4
        ),
    )


def is_won(*, by_dealer: bool, times: int = 1) -> Move:
    """Whether a deal is won and paid so many times, and the right seat is to deal."""
    return happens(
        DealSettled,
        lambda event: (
            isinstance(event.summary.result, WonDeal)
            and (event.summary.result.winner == event.summary.dealer) is by_dealer
            and event.next_dealer == (event.summary.dealer + (not by_dealer)) % 4
            and event.summary.multiplier == times
        ),
    )


def self_drawn(_: TableState, step: TableStep) -> bool:
    return any(
        isinstance(event.summary.result, WonDeal) and event.summary.result.loser is None
        for event in events(DealSettled, step)
    )


def deals(*wanted: tuple[type, int]) -> SittingCheck:
    """Whether these deals were played: what each came to, and how many times it was paid."""
    return lambda played: (
        [(type(each.result), each.multiplier) for each in played.end.history] == [*wanted]
    )


def kongs_paid_times(drawn_deal: int, dealer_win: int) -> Move:
    """Whether all of a win with a kong is paid so many times for each of two reasons."""
    wanted = {PaymentFactor.DRAWN_DEAL: drawn_deal, PaymentFactor.DEALER_WIN: dealer_win}
    return happens(
        DealSettled,
        lambda event: (
            any(each.kong is not None for each in event.summary.settlement.payments)
            and all(
                wanted.items() <= dict(each.factors).items()
                for each in event.summary.settlement.payments
            )
        ),
    )


def by_score(score: ScoreTable) -> SittingCheck:
    return lambda played: played.end.score == score


# --- people -------------------------------------------------------------------------------


def becomes_void(*, times: int) -> Move:
    """Whether a deal that would have been paid so many times is void, and no hand is opened."""
    return lambda _, step: (
        any(event.summary.multiplier == times for event in events(DealVoided, step))
        and not any(
            isinstance(each, SawEnd)
            for viewer in (0, 1, 2, 3, None)
            for each in seen_table_events(step, viewer)
        )
    )


def leaves_an_open_claim(before: TableState, step: TableStep) -> bool:
    """Somebody who has answered a claim leaves while others have not."""
    if before.deal is None or not isinstance(before.deal.stage, AwaitingClaims):
        return False
    answers = before.deal.stage.answers
    return any(answers[event.seat] is not None for event in events(LeftTable, step)) and any(
        answers[seat] is None for seat in before.deal.stage.asked
    )


def answers_are_secret(played: PlayedSitting) -> bool:
    """Whether something is answered, and nobody else is told of any answer."""
    answered = [
        (viewer, event.seat)
        for _, step in played.moves
        for viewer in (0, 1, 2, 3, None)
        for event in seen_table_events(step, viewer)
        if isinstance(event, Answered)
    ]
    return bool(answered) and all(viewer == seat for viewer, seat in answered)


def comes_back_elsewhere(played: PlayedSitting) -> bool:
    """Whether somebody leaves, sits down at another seat, and still has what was won before."""
    left = {event.name: event.seat for _, step in played.moves for event in events(LeftTable, step)}
    return any(
        left.get(event.name, event.seat) != event.seat
        and before.ledger.get(event.name, 0) != 0
        and step.state.ledger[event.name] == before.ledger[event.name]
        for before, step in played.moves
        for event in events(SatDown, step)
    )


def guest_leaves_an_account(before: TableState, step: TableStep) -> bool:
    """Somebody leaves who has not been there from the start, and owes something."""
    return any(
        step.state.ledger.get(event.name, 0) < 0 and event.name not in before.history[0].names
        for event in events(LeftTable, step)
    )


# --- refusals -----------------------------------------------------------------------------


def refused_at_every_time(*wanted: Refusal) -> SittingCheck:
    """Whether the script tries what is refused before a deal, in it and after it, for these."""

    def check(played: PlayedSitting) -> bool:
        found = {
            (table.playing, bool(table.history)): error.refusal
            for table, _, error in played.tried
            if isinstance(error, IllegalAction)
        }
        codes = {error.refusal for *_, error in played.tried if isinstance(error, IllegalAction)}
        return set(found) == {(False, False), (True, False), (False, True)} and set(wanted) <= codes

    return check
