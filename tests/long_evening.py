"""One evening at a table, whose every deal is known by hand, and ways to change it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import attrs

from evenings import acted, finished, seated, started
from lisi_mahjong import (
    DealSummary,
    GameState,
    Payment,
    Reading,
    Setup,
    TableState,
    VoidDeal,
    WonDeal,
)
from settling import ONE_POINT, THREE_POINTS, played_on, undecided, winning

TWO_KONGS = ("{111z}45m99s", "6m")
"""Beside two kongs: waits for 3m and 6m, and with the characters and bamboos alone."""

# --- an evening ---------------------------------------------------------------------------


@cache
def shown() -> TableState:
    """Return a table of which the second game has had one deal, which is still there.

    The history, seat 0 dealing first in both games:

    0. seat 2 wins on seat 1, who is not in ting, with 3 points: 11 from seat 1 (SCORE-4);
    1. dealer 1: drawn without a kong;
    2. dealer 1 draws the win itself, paid twice: 3 points, the dealer's among them, so 12 from
       each, and 4 and 2 for a concealed and a melded kong;
    3. dealer 1: drawn with a kong of seat 3, so that seat 2 deals;
    4. void, because seat 3 leaves; Eve sits down there;
    5. seat 2 wins on seat 1, who is in ting, with 1 point: 1 from each, 1 more from dealer 0.
    """
    table = played_on(seated(), winning(THREE_POINTS, loser=1))
    table = played_on(table, undecided(dealer=1))
    kongs = ("(5555z)", "8888s<3")
    table = played_on(table, winning(TWO_KONGS, winner=1, dealer=1, melds=kongs))
    table = played_on(table, undecided(dealer=1, kongs=("5555z<2",)))
    table = acted(started(table), "3 leave", "3 sit Eve")
    return played_on(table, winning(ONE_POINT, loser=1, in_ting=[1]))


@cache
def left() -> TableState:
    """Return that table after Eve has left: there is no deal, and the third game is to begin."""
    return acted(shown(), "3 leave")


@cache
def played() -> TableState:
    """Return that table when the second deal of the second game has begun; seat 1 deals."""
    return started(shown(), 11)


@cache
def first_played() -> TableState:
    """Return a new table whose first deal has begun; seat 0 deals."""
    return started(seated())


@cache
def first_shown() -> TableState:
    """Return a table whose first deal has been won, and is still there; seat 1 is to deal."""
    return played_on(seated(), winning(THREE_POINTS, loser=1))


RIGHT: Mapping[str, Callable[[], TableState]] = {
    "new": TableState.new,
    "shown": shown,
    "left": left,
    "played": played,
    "first played": first_played,
    "first shown": first_shown,
    "second shown": lambda: finished(played()),
}

# --- ways to break it ---------------------------------------------------------------------


def changed(value: Any, **fields: Any) -> Any:  # noqa: ANN401 - of any type, to any other
    """Return a value with other fields, whatever they hold."""
    return attrs.evolve(value, **fields)


def balanced(table: TableState) -> TableState:
    """Return a table whose ledger fits its history."""
    sums: dict[str, int] = {}
    for each in table.history:
        if not isinstance(each.result, VoidDeal):
            for seat in range(4):
                sums[each.names[seat]] = sums.get(each.names[seat], 0) + each.deltas[seat]
    return attrs.evolve(table, accounts=tuple(sums.items()))


def with_entry(table: TableState, place: int, **fields: Any) -> TableState:  # noqa: ANN401 - any
    """Return a table with another entry in its history, and a ledger that fits."""
    history = list(table.history)
    history[place] = attrs.evolve(history[place], **fields)
    return balanced(attrs.evolve(table, history=tuple(history)))


def with_result(place: int, **fields: Any) -> TableState:  # noqa: ANN401 - of any field
    """Return the table that was left with another win in its history."""
    won = left().history[place].result
    assert isinstance(won, WonDeal)
    return with_entry(left(), place, result=attrs.evolve(won, **fields))


def with_settlement(place: int, **fields: Any) -> TableState:  # noqa: ANN401 - of any field
    """Return the table that was left with another settlement in its history."""
    settlement = left().history[place].settlement
    return with_entry(left(), place, settlement=attrs.evolve(settlement, **fields))


def with_payments(place: int, change: Callable[[list[Payment]], object]) -> TableState:
    """Return the table that was left after a change of the payments of a deal."""
    payments = list(left().history[place].settlement.payments)
    change(payments)
    return with_settlement(place, payments=tuple(payments))


def with_payment(place: int, number: int, **fields: Any) -> TableState:  # noqa: ANN401 - any
    """Return the table that was left with one other payment in its history."""

    def change(payments: list[Payment]) -> None:
        payments[number] = attrs.evolve(payments[number], **fields)

    return with_payments(place, change)


def renamed(table: TableState, old: str, new: str) -> TableState:
    """Return a table at which, and at whose every deal, somebody has another name."""

    def names(before: tuple[Any, ...]) -> tuple[Any, Any, Any, Any]:
        first, second, third, fourth = (new if name == old else name for name in before)
        return first, second, third, fourth

    history = tuple(attrs.evolve(each, names=names(each.names)) for each in table.history)
    return balanced(attrs.evolve(table, names=names(table.names), history=history))


def with_deal(table: TableState, **fields: Any) -> TableState:  # noqa: ANN401 - of any field
    """Return a table with another state of its deal."""
    deal = table.deal
    assert deal is not None
    return attrs.evolve(table, deal=attrs.evolve(deal, **fields))


def drawn_by(deal: GameState | None, draw: int) -> Setup:
    """Return the setup of a deal whose shuffle has drawn another dealer."""
    assert deal is not None
    return attrs.evolve(deal.setup, shuffle=attrs.evolve(deal.shuffle, dealer_draw=draw))


def games(table: TableState, numbers: str, last: int) -> TableState:
    """Return a table with other numbers of games, a digit for each deal, and its own."""
    history = tuple(
        attrs.evolve(each, game=int(number))
        for each, number in zip(table.history, numbers, strict=True)
    )
    return attrs.evolve(table, history=history, game=last)


def entry(place: int) -> DealSummary:
    """Return an entry of the evening's history."""
    return left().history[place]


def only(*places: int) -> TableState:
    """Return a table with some entries of the history, a ledger that fits, and no deal."""
    history = tuple(map(entry, places))
    return balanced(attrs.evolve(left(), history=history, game=history[-1].game + 1))


def reading(place: int) -> Reading:
    """Return the reading of a win, of which there is one."""
    won = entry(place).result
    assert isinstance(won, WonDeal)
    (found,) = won.readings
    return found


def with_reading(place: int, **fields: Any) -> TableState:  # noqa: ANN401 - of any field
    """Return the table that was left with another reading of a win, which is the one paid."""
    other = attrs.evolve(reading(place), **fields)
    won = changed(entry(place).result, readings=(other,))
    settlement = attrs.evolve(entry(place).settlement, reading=other)
    return with_entry(left(), place, result=won, settlement=settlement)
