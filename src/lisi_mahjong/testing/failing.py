"""How the kit tells that something does not hold, and where, and how it shows values."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, NoReturn

from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from lisi_mahjong.actions import is_action
from lisi_mahjong.errors import InvalidStateError, SimulationError, shorten
from lisi_mahjong.hands import Hand
from lisi_mahjong.melds import Meld
from lisi_mahjong.notation import format_state
from lisi_mahjong.records import Record
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.seats import SEATS, is_seat
from lisi_mahjong.sittings import Sitting
from lisi_mahjong.state import GameState, check_state
from lisi_mahjong.table_actions import Leave, Play, Ready, Sit, Unready, is_name
from lisi_mahjong.table_state import TableState
from lisi_mahjong.table_views import TableView
from lisi_mahjong.tiles import format_tiles
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import Shuffle

VIEWERS: Final = (*SEATS, None)
"""The four seats and a spectator."""

Invariant = Callable[[GameState], None]
"""Raises an `AssertionError` for a state in which something does not hold."""

WORDS: Final = 300  # characters of an error that are told


def who(viewer: int | None) -> str:
    """Return a seat, or a spectator, in words.

    Example:
        >>> who(2), who(None)
        ('seat 2', 'a spectator')
    """
    return "a spectator" if viewer is None else f"seat {viewer}"


_OF_PEOPLE: Final = frozenset({Sit, Ready, Unready, Leave})
"""The actions at a table but for `Play`, and `StartDeal`, whose text does not say the wall."""


def in_words(action: object) -> str:
    """Return the text of an action, of a deal or at a table, or what else somebody takes for one.

    Example:
        >>> in_words(Ready(1)), in_words(Ready(4)), in_words(5)
        ("'1 ready'", 'Ready(seat=4)', '5')
    """
    done = action.action if type(action) is Play else action
    if is_action(done) or (
        type(action) in _OF_PEOPLE
        and is_seat(getattr(action, "seat", None))
        and is_name(getattr(action, "name", "-"))
    ):
        return f"'{action}'"
    return shorten(action)


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
        return f"{state!r}, of which there is no line: {shorten(error, WORDS)}"


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
            told = shorten(error, WORDS)
            message = f"{check.__name__} could not look at it: {told}\nin {in_a_line(state)}"
            raise AssertionError(message) from error

    return checked


# --- how Hypothesis shows values ----------------------------------------------------------

_IN_A_FEW_WORDS: Final = (
    GameState,
    Meld,
    Record,
    RuleSet,
    ScoreTable,
    SeatView,
    Shuffle,
    Sitting,
    TableState,
    TableView,
)
"""Of these Hypothesis would show every field, over hundreds of lines."""


def show_by_repr(module: str, name: str) -> None:
    """Let Hypothesis show the values of a class by their `repr`.

    Args:
        module: the module of the class.
        name: its name.

    Example:
        >>> from hypothesis.vendor.pretty import pretty
        >>> show_by_repr("lisi_mahjong.wall", "Shuffle")
        >>> pretty(Shuffle.from_seed(7))
        '<Shuffle dice=((3, 1), (5, 3)) dealer_draw=0>'
    """
    for_type_by_name(module, name, _show_repr)


def _show_repr(value: object, printer: RepresentationPrinter, _: bool) -> None:  # noqa: FBT001 - as it is called
    printer.text(repr(value))


def _show_hand(hand: Hand, printer: RepresentationPrinter, _: bool) -> None:  # noqa: FBT001 - as it is called
    melds = (
        f", {list(hand.melds)}" if hand.melds else ""
    )  # their texts do not tell whose tile it was
    printer.text(f"Hand.of('{format_tiles(hand.concealed)}'{melds})")


for _shown in _IN_A_FEW_WORDS:
    show_by_repr(_shown.__module__, _shown.__name__)
for_type_by_name(Hand.__module__, Hand.__name__, _show_hand)
