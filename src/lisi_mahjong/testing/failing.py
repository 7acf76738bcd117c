"""How the kit tells that something does not hold, and where."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, NoReturn

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.notation import format_state
from lisi_mahjong.seats import SEATS
from lisi_mahjong.simulation import SimulationError
from lisi_mahjong.state import GameState, check_state

VIEWERS: Final = (*SEATS, None)
"""The four seats and a spectator."""

Invariant = Callable[[GameState], None]
"""Raises an `AssertionError` for a state in which something does not hold."""

_WORDS: Final = 300  # characters of an error that are told


def who(viewer: int | None) -> str:
    """Return a seat, or a spectator, in words.

    Example:
        >>> who(2), who(None)
        ('seat 2', 'a spectator')
    """
    return "a spectator" if viewer is None else f"seat {viewer}"


def in_a_line(state: GameState) -> str:
    """Return the line of a state, or what can be said of one that has none.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> in_a_line(deal(Shuffle.from_seed(7)))[:14]
        'lisi1 dealer=0'
    """
    try:
        return format_state(state)
    except InvalidStateError as error:
        return f"{state!r}, of which there is no line: {shorten(error, _WORDS)}"


def fail(what: str, state: GameState) -> NoReturn:
    """Raise an error that tells what does not hold, and in which state.

    Raises:
        AssertionError: always.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> try:
        ...     fail("seat 0 is not happy", deal(Shuffle.from_seed(7)))
        ... except AssertionError as error:
        ...     print(str(error)[:37])
        seat 0 is not happy
        in lisi1 dealer=0
    """
    raise AssertionError(f"{what}\nin {in_a_line(state)}")


def check_count(name: str, number: object, *, least: int = 0) -> None:
    """Refuse what is no number of deals.

    Raises:
        SimulationError: it is no int, or less than the least.

    Example:
        >>> try:
        ...     check_count("deals", -1)
        ... except SimulationError as error:
        ...     print(error)
        deals must be an int from 0 on, not -1
    """
    if type(number) is not int or number < least:
        raise SimulationError(name, f"an int from {least} on", shorten(number))


def invariant_of_states(check: Invariant) -> Invariant:
    """Return a check for which every error is a failure, but that something is no state at all.

    Example:
        >>> @invariant_of_states
        ... def assert_all_well(state):
        ...     [][state.ply]
        >>> from lisi_mahjong import Shuffle, deal
        >>> try:
        ...     assert_all_well(deal(Shuffle.from_seed(7)))
        ... except AssertionError as error:
        ...     print(str(error).splitlines()[0])
        assert_all_well could not look at it: IndexError('list index out of range')
    """

    @wraps(check)
    def checked(state: GameState) -> None:
        check_state(state)
        try:
            check(state)
        except AssertionError:
            raise
        except Exception as error:
            told = shorten(error, _WORDS)
            message = f"{check.__name__} could not look at it: {told}\nin {in_a_line(state)}"
            raise AssertionError(message) from error

    return checked
