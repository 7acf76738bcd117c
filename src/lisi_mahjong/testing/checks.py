"""Whole deals, tables and players, looked at from all sides: for a CI of one's own.

Each check plays, asks every invariant of every state on the way, and returns how much it has looked
at, so that a test can see that it was not nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, cast

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.chance import Chance
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import RecordError, shorten
from lisi_mahjong.legal import actors, why_illegal
from lisi_mahjong.playing import Decide, SeededPlayer
from lisi_mahjong.records import Record, format_record, parse_record
from lisi_mahjong.reducer import apply
from lisi_mahjong.rules import RuleSet, check_rules
from lisi_mahjong.seats import SEATS
from lisi_mahjong.simulation import SimulationError
from lisi_mahjong.sittings import Sitting, format_sitting, parse_sitting
from lisi_mahjong.state import GameState, check_state
from lisi_mahjong.table import apply_table, why_table_illegal
from lisi_mahjong.table_actions import Play, Ready, Sit, StartDeal, TableAction
from lisi_mahjong.table_state import TableState
from lisi_mahjong.table_state import check_table as is_table
from lisi_mahjong.testing.failing import in_a_line
from lisi_mahjong.testing.invariants import assert_state, assert_step_agrees
from lisi_mahjong.testing.players import UniformPlayer, WaveringPlayer, tidy
from lisi_mahjong.testing.situations import SITUATIONS
from lisi_mahjong.testing.table_invariants import assert_table, assert_table_step_agrees
from lisi_mahjong.testing.twins import twin
from lisi_mahjong.wall import Shuffle

_WORDS: Final = 300  # characters of an error that are told

# --- deals --------------------------------------------------------------------------------


def check_deal(played: GameState | Record, *, seed: int | str = 0) -> int:
    """Return how many states of a deal were looked at, in all of which everything holds.

    A record is replayed, and read back from its text. A state is played on to the end of its deal,
    by players who are mostly tidy. Every state has to pass `assert_state`, every step
    `assert_step_agrees`.

    Args:
        played: a state, at any moment of a deal, or a record, finished or not.
        seed: what the players do follows from it.

    Raises:
        AssertionError: something does not hold; what, and in which state.
        InvalidStateError: ``played`` is neither.

    Example:
        >>> from lisi_mahjong import parse_action
        >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
        >>> check_deal(record)
        2
    """
    if isinstance(played, Record):
        return _check_record(played)
    state, number = check_state(played), 1
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


def _check_record(record: Record) -> int:
    state = record.start
    assert_state(state)
    for action in record.decisions:
        refusal = why_illegal(state, action)
        if refusal is not None:
            raise AssertionError(f"{action} is refused, {refusal}\nin {in_a_line(state)}")
        assert_step_agrees(state, action)
        state = apply(state, action)
        assert_state(state)
    if state != record.state or record.finished is not (state.result is not None):
        raise AssertionError(f"the record comes to {record.state!r} and its replay to {state!r}")
    try:
        again = parse_record(format_record(record))
    except RecordError as error:
        raise AssertionError(f"the record cannot be read back: {error}") from error
    if again != record:
        raise AssertionError("the text of the record is read back as another record")
    return len(record.decisions) + 1


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
        AssertionError: something does not hold; what, and at which table.
        InvalidStateError: ``gathered`` is neither.

    Example:
        >>> check_table(TableState.new(), deals=0), check_table(TableState.new(), deals=1) > 20
        (1, True)
    """
    if isinstance(gathered, Sitting):
        return _check_sitting(gathered)
    watched = _Watched(is_table(gathered))
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
    watched = _Watched(TableState.new(sitting.rules, sitting.score))
    for action in sitting.actions:
        refusal = why_table_illegal(watched.table, action)
        if refusal is not None:
            raise AssertionError(f"{action} is refused, {refusal}\nat {watched.table!r}")
        watched.act(action)
    if watched.table != sitting.state:
        what = f"the sitting comes to {sitting.state!r} and its replay to {watched.table!r}"
        raise AssertionError(what)
    try:
        again = parse_sitting(format_sitting(sitting))
    except RecordError as error:
        raise AssertionError(f"the sitting cannot be read back: {error}") from error
    if again != sitting:
        raise AssertionError("the text of the sitting is read back as another sitting")
    return watched.number


# --- players ------------------------------------------------------------------------------

PLAYED_RULES: Final = (
    RuleSet(),
    RuleSet.taiyuan(),
    RuleSet(forced_win=False, robbing_kong=True, open_ting=True, ting_on_wall=True),
    RuleSet(forced_win=False, reserved_stacks=0, all_runs=True, show_concealed_kongs=True),
)
"""The rules by which `check_player` plays in turn, unless it is told others."""


def check_player(
    player: Decide | SeededPlayer,
    *,
    deals: int = 2 * len(SITUATIONS),
    seed: int | str = 0,
    rules: Iterable[RuleSet] = PLAYED_RULES,
) -> int:
    """Return how many decisions of a player were looked at, all of which are as they should be.

    It plays whole deals: from their beginning, alternately at all four seats and at one of them
    against simple players, and every second one from one of the `SITUATIONS`, at all four.
    Whatever it does has to be legal. It is then asked again: in the same states, where it has to do
    the same, and in states that differ in nothing but what its seat does not see (`twin`), where it
    has to do the same too. So a player that draws lots, keeps something from deal to deal, or peeks
    at a hand or at the wall is found when that changes what it does.

    Args:
        player: a function of a state and a seat, or what makes one for each deal; the latter may
            remember what it has seen in its deal, and is made anew to be asked again.
        deals: how many deals it plays, 1 or more.
        seed: the walls, and what the others do, follow from it.
        rules: the rules of the deals, in turn.

    Raises:
        AssertionError: it does what is not legal, raises an error, does otherwise when it is asked
            again, or uses more than its seat sees; which, and in which state.
        SimulationError: an argument will not do.
        RulesError: something among ``rules`` is no `RuleSet`.

    Example:
        >>> check_player(tidy, deals=2) > 40
        True
        >>> from lisi_mahjong import legal_actions
        >>> def peeking(state, seat):
        ...     after = state.setup.wall[136 - state.kongs - state.remaining]
        ...     return legal_actions(state, seat)[after % 2 - 1]
        >>> try:
        ...     check_player(peeking, deals=2)
        ... except AssertionError as error:
        ...     print(str(error).splitlines()[0])
        the player uses more than seat 0 sees: it does '0 discard 3m', and '0 discard 5z' in a twin
    """
    given = _check_arguments(player, deals, rules)
    number = 0
    for place in range(deals):
        options = given[place // 2 % len(given)]
        moments = _play(player, options, f"{seed}/{place}", place)
        _ask_again(player, moments, f"{seed}/{place}")
        _ask_in_twins(player, moments, f"{seed}/{place}")
        number += len(moments)
    return number


def _check_arguments(
    player: Decide | SeededPlayer, deals: int, rules: object
) -> tuple[RuleSet, ...]:
    if not callable(getattr(player, "for_deal", player)) or isinstance(player, type):
        expected = "a function of state and seat, or an object with the method for_deal"
        raise SimulationError("player", expected, shorten(player))
    if type(deals) is not int or deals < 1:
        raise SimulationError("deals", "an int from 1 on", shorten(deals))
    given = tuple(rules) if isinstance(rules, Iterable) else ()
    if not given:
        raise SimulationError("rules", "one rule set or more", shorten(rules))
    return tuple([check_rules(each) for each in given])


@attrs.frozen
class _Moment:
    """A decision of the player: where, and what it did."""

    state: GameState
    seat: int
    action: Action


def _made(player: Decide | SeededPlayer, seed: str, seats: Sequence[int] = SEATS) -> list[Decide]:
    """Return the player of each seat in one deal; elsewhere, simple players."""
    others: tuple[Decide, ...] = (tidy, WaveringPlayer(seed), UniformPlayer(seed), tidy)
    makes = getattr(player, "for_deal", None)
    made: list[Decide] = []
    for seat in SEATS:
        if seat not in seats:
            made.append(others[seat])
        elif makes is None:
            made.append(cast("Decide", player))
        else:
            try:
                made.append(makes(seed, seat))
            except Exception as error:
                what = f"the player cannot be made for seed {seed!r} and seat {seat}"
                raise AssertionError(f"{what}: {shorten(error, _WORDS)}") from error
    return made


def _play(player: Decide | SeededPlayer, rules: RuleSet, seed: str, place: int) -> list[_Moment]:
    """Play a deal and return the decisions of the player, all of them legal."""
    seats: Sequence[int] = SEATS
    if place % 2:
        names = list(SITUATIONS)
        situation = SITUATIONS[names[place // 2 % len(names)]]
        state = situation.laid(rules=rules, dealer=place // 2 % 4, seed=seed).state
    else:
        shuffle = Shuffle.from_seed(seed)
        state = deal(shuffle, dealer=shuffle.dealer_draw, rules=rules)
        if place % 4:
            seats = (place // 4 % 4,)
    four = _made(player, seed, seats)
    moments = []
    while asked := actors(state):
        seat = Chance("asked", seed, state.ply).choice(asked)
        action = _decision(four[seat], state, seat)
        if seat in seats:
            moments.append(_Moment(state, seat, action))
        state = apply(state, action)
    return moments


def _decision(decide: Decide, state: GameState, seat: int) -> Action:
    """Return what a player does, which has to be legal and its seat's."""
    action = _asked(decide, state, seat)
    refusal = why_illegal(state, action)
    if refusal is not None:
        what = f"the player of seat {seat} does {shorten(action)}, which is refused"
        raise AssertionError(f"{what}: {refusal.en} ({refusal.rule})\nin {in_a_line(state)}")
    if action.seat != seat:
        what = f"the player of seat {seat} acts for seat {action.seat}: {action}"
        raise AssertionError(f"{what}\nin {in_a_line(state)}")
    return action


def _asked(decide: Decide, state: GameState, seat: int) -> Action:
    try:
        return decide(state, seat)
    except Exception as error:
        what = f"the player of seat {seat} raises {shorten(error, _WORDS)}"
        raise AssertionError(f"{what}\nin {in_a_line(state)}") from error


def _ask_again(player: Decide | SeededPlayer, moments: Sequence[_Moment], seed: str) -> None:
    four = _made(player, seed)
    for moment in moments:
        again = _asked(four[moment.seat], moment.state, moment.seat)
        if again != moment.action:
            what = (
                f"the player is not deterministic: seat {moment.seat} does '{moment.action}', and"
            )
            where = f"in {in_a_line(moment.state)}"
            raise AssertionError(f"{what} {shorten(str(again))} when it is asked again\n{where}")


def _ask_in_twins(player: Decide | SeededPlayer, moments: Sequence[_Moment], seed: str) -> None:
    four = _made(player, seed)
    chance = Chance("twins", seed)
    for moment in moments:
        state, seat = moment.state, moment.seat
        other = twin(state, seat, chance)
        decided = _asked(four[seat], other, seat)
        if decided != moment.action:
            what = f"the player uses more than seat {seat} sees: it does '{moment.action}', and"
            where = f"in {in_a_line(state)}\nand {in_a_line(other)}"
            raise AssertionError(f"{what} {shorten(str(decided))} in a twin\n{where}")
