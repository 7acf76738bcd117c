"""Whole deals and tables, looked at from all sides: for a CI of one's own.

Each check plays, asks every invariant of every state on the way, and returns how much it has looked
at, so that a test can see that it was not nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from lisi_mahjong.actions import Action
from lisi_mahjong.chance import Chance
from lisi_mahjong.errors import InvalidStateError, RecordError, shorten
from lisi_mahjong.legal import actors, why_illegal
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.records import Record, format_record, parse_record
from lisi_mahjong.reducer import apply
from lisi_mahjong.seats import SEATS
from lisi_mahjong.sittings import Sitting, format_sitting, parse_sitting
from lisi_mahjong.state import GameState
from lisi_mahjong.table import apply_table, why_table_illegal
from lisi_mahjong.table_actions import Play, Ready, Sit, StartDeal, TableAction
from lisi_mahjong.table_state import TableState
from lisi_mahjong.testing.failing import WORDS, check_count, in_a_line, in_words
from lisi_mahjong.testing.invariants import assert_state, assert_step_agrees
from lisi_mahjong.testing.players import WaveringPlayer
from lisi_mahjong.testing.stacking import Stacked
from lisi_mahjong.testing.table_invariants import assert_table, assert_table_step_agrees
from lisi_mahjong.wall import Shuffle

# --- deals --------------------------------------------------------------------------------


def check_deal(played: GameState | Record | Stacked, *, seed: int | str = 0) -> int:
    """Return how many states of a deal were looked at, in all of which everything holds.

    A record is replayed, and read back from its text; so is what was decided in a stacked deal. A
    state is played on to the end of its deal, by players who are mostly tidy. Every state has to
    pass `assert_state`, every step `assert_step_agrees`: some hundredths of a second for each.

    Args:
        played: a state, at any moment of a deal; a record, finished or not; or what `stack` has
            laid.
        seed: what the players do follows from it.

    Raises:
        AssertionError: something does not hold; what, in which state, and at which decision of a
            record.
        InvalidStateError: ``played`` is none of them.

    Example:
        >>> from lisi_mahjong import deal, parse_action
        >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
        >>> check_deal(record)
        2
    """
    if isinstance(played, Stacked):
        return _check_stacked(played)
    if isinstance(played, Record):
        return _check_record(played)
    if not isinstance(played, GameState):
        raise InvalidStateError(
            ((Problem.NOT_A_STATE, _other(played, "a Record or a Stacked", "check_table")),)
        )
    state, number = played, 1
    player = WaveringPlayer(seed)
    assert_state(state)
    while asked := actors(state):
        seat = Chance("check", seed, state.ply).choice(asked)
        action = player(state, seat)
        assert_step_agrees(state, action)
        state = apply(state, action)
        assert_state(state)
        number += 1
    return number


def _check_stacked(laid: Stacked) -> int:
    with _at("the stacked deal"):
        state, number = _replayed(laid.start, laid.decisions)
        if state != laid.state:
            what = f"the deal is not the one decided, which comes to {state!r}"
            raise AssertionError(f"{what}\nin {in_a_line(laid.state)}")
        _read_back(Record.of(laid.start, laid.decisions))
        return number


def _other(found: object, also: str, its: str) -> str:
    """Return what else a check takes, what it was given, and whose that is."""
    fits = isinstance(found, GameState | Record | Stacked | TableState | Sitting)
    hint = f", but for {its}" if fits else ""
    if isinstance(found, str) and "{" in found:
        hint = ": parse_record or parse_sitting reads the text of a record"
    return f"{also} will do too, {shorten(found)} will not{hint}"


@contextmanager
def _at(what: str) -> Iterator[None]:
    """Let every error be a failure; one that is none yet is told with what was looked at."""
    try:
        yield
    except AssertionError:
        raise
    except Exception as error:
        message = f"{what} could not be looked at: {shorten(error, WORDS)}"
        raise AssertionError(message) from error


@contextmanager
def _in_turn(place: int, action: object, what: str) -> Iterator[None]:
    """Let a failure say, in its last line, at which action it was found."""
    try:
        with _at(what):
            yield
    except AssertionError as error:
        raise AssertionError(f"{error}\nat {what} {place}, {in_words(action)}") from error


def _check_record(record: Record) -> int:
    with _at("the record"):
        state, number = _replayed(record.start, record.decisions)
        if state != record.state:
            what = f"the record comes to {record.state!r} and its replay to {state!r}"
            raise AssertionError(f"{what}\nin {in_a_line(state)}")
        ended = state.result is not None
        if record.finished is not ended:
            so = "has ended" if ended else "has not ended"
            what = f"finished is {shorten(record.finished)}, and the deal {so}"
            raise AssertionError(f"{what}\nin {in_a_line(state)}")
        _check_place(record)
        _read_back(record)
        return number


def _replayed(state: GameState, decisions: Iterable[Action]) -> tuple[GameState, int]:
    """Return the state that decisions lead to, and how many states there are; all are looked at."""
    assert_state(state)
    place = 0
    for place, action in enumerate(decisions, start=1):
        with _in_turn(place, action, "decision"):
            refusal = why_illegal(state, action)
            if refusal is not None:
                told = f"{in_words(action)} is refused, {refusal}"
                raise AssertionError(f"{told}\nin {in_a_line(state)}")
            assert_step_agrees(state, action)
            state = apply(state, action)
            assert_state(state)
    return state, place + 1


def _check_place(written: Record | Sitting) -> None:
    """Raise unless it says where it was read as `read_records` and `read_sittings` do."""
    if type(written.line) is not int or written.line < 1:
        raise AssertionError(f"line is {shorten(written.line)}, and lines are counted from 1 on")
    if type(written.torn) is not str:
        raise AssertionError(f"torn is {shorten(written.torn)}, and no text")
    if type(written.lacks_newline) is not bool:
        raise AssertionError(f"lacks_newline is {shorten(written.lacks_newline)}, and no bool")


def _read_back(record: Record) -> None:
    try:
        again = parse_record(format_record(record))
    except RecordError as error:
        raise AssertionError(f"the record cannot be read back: {error}") from error
    if again != record:
        raise AssertionError("the text of the record is read back as another record")


# --- tables -------------------------------------------------------------------------------


def check_table(gathered: TableState | Sitting, *, deals: int = 1, seed: int | str = 0) -> int:
    """Return how many moments of a table were looked at, in all of which everything holds.

    A sitting is replayed, and read back from its text. At a table the deal that is played, if any,
    is played to its end, and then so many more, with people at the empty seats. Every table has to
    pass `assert_table`, every step `assert_table_step_agrees`.

    Args:
        gathered: a table at any moment, or a sitting, finished or not.
        deals: how many deals are played at a table beside the one that is being played.
        seed: the walls of these deals, and what the players do, follow from it.

    Raises:
        AssertionError: something does not hold; what, at which table, and at which action of a
            sitting.
        InvalidStateError: ``gathered`` is neither.
        SimulationError: ``deals`` is no int from 0 on.

    Example:
        >>> check_table(TableState.new(), deals=0), check_table(TableState.new(), deals=1) > 20
        (1, True)
    """
    if isinstance(gathered, Sitting):
        return _check_sitting(gathered)
    if not isinstance(gathered, TableState):
        raise InvalidStateError(
            ((Problem.NOT_A_TABLE, _other(gathered, "a Sitting", "check_deal")),)
        )
    check_count("deals", deals)
    watched = _Watched(gathered)
    player, deal_seed = WaveringPlayer(seed), Chance("tables", seed)
    for number in range(deals + 1):
        if number:
            _seat_and_start(watched, Shuffle.from_seed(f"{deal_seed.random()}"))
        while watched.table.playing:
            state = cast("GameState", watched.table.deal)
            watched.act(Play(player(state, actors(state)[0])))
    return watched.number


class _Watched:
    """A table of which everything is looked at, moment by moment."""

    def __init__(self, table: TableState) -> None:
        assert_table(table)
        self.table = table
        self.number = 1

    def act(self, action: TableAction) -> None:
        """Do something at the table."""
        assert_table_step_agrees(self.table, action)
        self.table = apply_table(self.table, action)
        assert_table(self.table)
        self.number += 1


def _seat_and_start(watched: _Watched, shuffle: Shuffle) -> None:
    """Let people sit down at the empty seats, all be ready, and a deal start."""
    for seat in SEATS:
        if watched.table.names[seat] is None:
            taken = watched.table.names
            name = next(name for name in map(str, range(len(SEATS))) if name not in taken)
            watched.act(Sit(seat, name))
        if not watched.table.ready[seat]:
            watched.act(Ready(seat))
    watched.act(StartDeal(shuffle))


def _check_sitting(sitting: Sitting) -> int:
    with _at("the sitting"):
        watched = _Watched(TableState.new(sitting.rules, sitting.score))
        for place, action in enumerate(sitting.actions, start=1):
            with _in_turn(place, action, "action"):
                refusal = why_table_illegal(watched.table, action)
                if refusal is not None:
                    told = f"{in_words(action)} is refused, {refusal}"
                    raise AssertionError(f"{told}\nat {watched.table!r}")
                watched.act(action)
        if watched.table != sitting.state:
            what = f"the sitting comes to {sitting.state!r} and its replay to {watched.table!r}"
            raise AssertionError(what)
        for name in ("finished", "lacks_summary"):
            if type(getattr(sitting, name)) is not bool:
                raise AssertionError(f"{name} is {shorten(getattr(sitting, name))}, and no bool")
        started = sum(isinstance(action, StartDeal) for action in sitting.actions)
        if len(sitting.seeds) != started:
            what = f"there are {len(sitting.seeds)} seeds, and deals were started {started} times"
            raise AssertionError(what)
        _check_place(sitting)
        try:
            again = parse_sitting(format_sitting(sitting))
        except RecordError as error:
            raise AssertionError(f"the sitting cannot be read back: {error}") from error
        if again != sitting:
            raise AssertionError("the text of the sitting is read back as another sitting")
        return watched.number
