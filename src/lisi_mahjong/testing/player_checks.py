"""Players, looked at in whole deals: for a CI of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Final, NoReturn, cast

import attrs

from lisi_mahjong.actions import Action, is_action, parse_action
from lisi_mahjong.chance import Chance
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import NotationError, SimulationError, shorten
from lisi_mahjong.legal import actors, why_illegal
from lisi_mahjong.playing import Decide, SeededPlayer, player_of, seed_of_player
from lisi_mahjong.reducer import apply
from lisi_mahjong.rules import RuleSet, check_rules
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import GameState
from lisi_mahjong.testing.failing import WORDS, check_count, in_a_line, in_words
from lisi_mahjong.testing.players import UniformPlayer, WaveringPlayer, tidy
from lisi_mahjong.testing.situations import SITUATIONS
from lisi_mahjong.testing.twins import twin
from lisi_mahjong.testing.wishes import WishError
from lisi_mahjong.wall import Shuffle

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
    rules: RuleSet | Iterable[RuleSet] | None = None,
) -> int:
    """Return how many decisions of a player were looked at, all of which are as they should be.

    It plays whole deals: from their beginning, alternately at all four seats and at one of them
    against simple players, and every second one from one of the `SITUATIONS`, at all four.
    Whatever it does has to be legal. It is then asked again: in copies of the same states, where it
    has to do the same, and in states that differ in nothing but what its seat does not see
    (`twin`), where it has to do the same too. So a player that draws lots, looks at a clock, keeps
    something from deal to deal, or peeks at a hand or at the wall is found when that changes what
    it does. What is the same in one process and another in the next one, such as the ``hash`` of a
    text, is not found.

    Args:
        player: a function of a state and a seat, or what makes one for each deal; the latter may
            remember what it has seen in its deal, and is made anew to be asked again.
        deals: how many deals it plays, 1 or more.
        seed: the walls, and what the others do, follow from it.
        rules: the rules of the deals, one rule set or several in turn, and no other ones: a
            situation that needs other options, or more room, is passed over. ``None`` for
            `PLAYED_RULES`, and in a situation what it needs.

    Raises:
        AssertionError: it does what is not legal, raises an error, does otherwise when it is asked
            again, or uses more than its seat sees; which, in which state, and how to come there
            again.
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
        rules_of_deal = given[place // 2 % len(given)]
        played = _Deal(player, rules_of_deal, rules is not None, seed, place)
        moments = _play(played)
        _ask_again(played, moments)
        _ask_in_twins(played, moments)
        number += len(moments)
    return number


def _check_arguments(
    player: Decide | SeededPlayer, deals: int, rules: object
) -> tuple[RuleSet, ...]:
    if not callable(getattr(player, "for_deal", player)) or isinstance(player, type):
        expected = "a function of state and seat, or an object with the method for_deal"
        raise SimulationError("player", expected, shorten(player))
    check_count("deals", deals, least=1)
    if rules is None:
        return PLAYED_RULES
    given = tuple(rules) if isinstance(rules, Iterable) else ()
    if isinstance(rules, RuleSet):
        given = (rules,)
    if not given:
        raise SimulationError("rules", "one rule set or more", shorten(rules))
    return tuple([check_rules(each) for each in given])


@attrs.frozen
class _Moment:
    """A decision of the player: where, and what it did."""

    state: GameState
    seat: int
    action: Action


@attrs.frozen
class _Deal:
    """A deal in which a player is looked at.

    Attributes:
        player: who plays.
        rules: the options of play.
        kept: whether they are to be kept to, whatever a situation needs.
        seed: the seed of the check.
        place: the number of the deal.
    """

    player: Decide | SeededPlayer
    rules: RuleSet
    kept: bool
    seed: int | str
    place: int

    @property
    def name(self) -> str:
        """The seed of the deal."""
        return f"{self.seed}/{self.place}"

    def made(self, seats: Sequence[int] = SEATS) -> list[Decide]:
        """Return the player of each seat; at other seats, simple players."""
        others: tuple[Decide, ...] = (
            tidy,
            WaveringPlayer(self.name),
            UniformPlayer(self.name),
            tidy,
        )
        return [self._made(seat) if seat in seats else others[seat] for seat in SEATS]

    def _made(self, seat: int) -> Decide:
        try:
            return player_of(self.player, self.name, seat)
        except Exception as error:
            what = f"the player cannot be made for seat {seat}: {shorten(error, WORDS)}"
            raise AssertionError(f"{what}\n{self._again(seat)}") from error

    def fail(
        self, what: str, seat: int, *states: GameState, cause: Exception | None = None
    ) -> NoReturn:
        """Raise an error that tells what is wrong, in which states, and how to come there again."""
        where = "\nand ".join(map(in_a_line, states))
        raise AssertionError(f"{what}\nin {where}\n{self._again(seat)}") from cause

    def _again(self, seat: int) -> str:
        """Return how the deal can be had again, in a line."""
        again = f"again: check_player(…, deals={self.place + 1}, seed={self.seed!r}"
        again += f", rules={self.rules!r})" if self.kept else ")"
        if not hasattr(self.player, "for_deal"):
            return again
        return f"{again}, player made by for_deal({seed_of_player(self.name, seat)!r}, {seat})"


def _play(played: _Deal) -> list[_Moment]:
    """Play a deal and return the decisions of the player, all of them legal."""
    state, seats = _start(played)
    four = played.made(seats)
    moments = []
    while asked := actors(state):
        seat = Chance("asked", played.name, state.ply).choice(asked)
        action = _decision(played, four[seat], state, seat)
        if seat in seats:
            moments.append(_Moment(state, seat, action))
        state = apply(state, action)
    return moments


def _start(played: _Deal) -> tuple[GameState, Sequence[int]]:
    """Return where a deal begins, and the seats at which the player sits."""
    turn = played.place // 2
    if played.place % 2:
        laid = _laid(played, turn)
        if laid is not None:
            return laid, SEATS
    shuffle = Shuffle.from_seed(played.name)
    start = deal(shuffle, dealer=shuffle.dealer_draw, rules=played.rules)
    return start, (turn // 2 % 4,) if turn % 2 else SEATS


def _laid(played: _Deal, turn: int) -> GameState | None:
    """Return the situation of a turn; ``None`` where the rules leave no room for it."""
    situations = [
        each for each in SITUATIONS.values() if not played.kept or each.fits(played.rules)
    ]
    situation = situations[turn % len(situations)]
    try:
        return situation.laid(rules=played.rules, dealer=turn % 4, seed=played.name).state
    except WishError:  # so much is kept back by the rules that are given
        return None


def _decision(played: _Deal, decide: Decide, state: GameState, seat: int) -> Action:
    """Return what a player does, which has to be legal and its seat's."""
    decided = _asked(played, decide, state, seat)
    if isinstance(decided, str):
        told = f"returns a text and not an action, {shorten(decided)}"
        meant = f": parse_action({decided!r}) is one" if _is_read(decided) else ""
        played.fail(f"the player of seat {seat} {told}{meant}", seat, state)
    action = cast("Action", decided)
    if is_action(action) and action.seat != seat:
        played.fail(
            f"the player of seat {seat} acts for seat {action.seat}: '{action}'", seat, state
        )
    refusal = why_illegal(state, action)
    if refusal is not None:
        what = f"the player of seat {seat} does {in_words(action)}, which is refused"
        played.fail(f"{what}: {refusal.en} ({refusal.rule})", seat, state)
    return action


def _is_read(text: str) -> bool:
    try:
        parse_action(text)
    except NotationError:
        return False
    return True


def _asked(played: _Deal, decide: Decide, state: GameState, seat: int) -> object:
    try:
        return decide(state, seat)
    except Exception as error:  # noqa: BLE001 - whatever a player raises is its failure
        what = f"the player of seat {seat} raises {shorten(error, WORDS)}"
        played.fail(what, seat, state, cause=error)


def _ask_again(played: _Deal, moments: Sequence[_Moment]) -> None:
    """Ask in all states once more: in copies, so that nobody knows them again but by value."""
    four = played.made()
    for moment in moments:
        _ask_once_more(played, four[moment.seat], moment)


def _ask_once_more(played: _Deal, decide: Decide, moment: _Moment) -> None:
    """Ask in a state that is known, where a player has to do what it has done."""
    seat = moment.seat
    again = _asked(played, decide, deepcopy(moment.state), seat)
    if again != moment.action:
        what = f"the player is not deterministic: seat {seat} does '{moment.action}', and"
        played.fail(f"{what} {in_words(again)} when it is asked again", seat, moment.state)


def _ask_in_twins(played: _Deal, moments: Sequence[_Moment]) -> None:
    four = played.made()
    chance = Chance("twins", played.name)
    for place, moment in enumerate(moments):
        state, seat = moment.state, moment.seat
        other = twin(state, seat, chance)
        decided = _asked(played, four[seat], other, seat)
        if decided != moment.action:
            _ask_again(played, moments[: place + 1])  # it may have changed its mind
            what = f"the player uses more than seat {seat} sees: it does '{moment.action}', and"
            played.fail(f"{what} {in_words(decided)} in a twin", seat, state, other)
