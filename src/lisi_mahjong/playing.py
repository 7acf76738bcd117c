"""One worker's part of a simulation: deals and sittings played by players that are functions.

`simulation` cuts the work into chunks, and hands them out with a `Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol, cast

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import LisiError, SeatError, shorten
from lisi_mahjong.legal import actors
from lisi_mahjong.players import tidy
from lisi_mahjong.record_format import make_header
from lisi_mahjong.records import Record
from lisi_mahjong.reducer import apply
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import GameState
from lisi_mahjong.table import apply_table
from lisi_mahjong.table_actions import Play, Ready, Sit, StartDeal
from lisi_mahjong.table_state import TableState
from lisi_mahjong.tally import Tally, tally_of
from lisi_mahjong.wall import Shuffle

# --- players ------------------------------------------------------------------------------

Decide = Callable[[GameState, int], Action]
"""A player: what a seat that is asked does, out of `legal_actions`.

It is handed the whole state; one that is to be fair looks at ``view(state, seat)`` alone. Where
workers are other processes it has to be picklable: a function of a module, or an object.
"""


class SeededPlayer(Protocol):
    """A player that is made anew for each deal, with a seed, because it needs chance.

    `Uniform` is one. Of what is handed to `simulate`, only this object has to be picklable.

    Example:
        >>> import random
        >>> from lisi_mahjong import legal_actions
        >>> from lisi_mahjong.simulation import simulate
        >>> class Wavering:
        ...     def for_deal(self, seed, seat):
        ...         rng = random.Random(seed)
        ...
        ...         def decide(state, seat):
        ...             if rng.random() < 0.2:
        ...                 return rng.choice(legal_actions(state, seat))
        ...             return tidy(state, seat)
        ...
        ...         return decide
        >>> simulate(10, [Wavering()] * 4, seed=1) == simulate(10, [Wavering()] * 4, seed=1)
        True
    """

    def for_deal(self, seed: str, seat: int) -> Decide:
        """Return the player of one deal.

        Args:
            seed: the seed of this player in this deal, a text that `seed_of_player` derives from
                the seed of the deal. It is another one at each seat, always the same in the same
                deal, and tells nothing of the wall.
            seat: where the player sits.

        Example:
            >>> from lisi_mahjong import Shuffle, deal
            >>> from lisi_mahjong.uniform import Uniform
            >>> decide = Uniform().for_deal("1/7", 0)
            >>> str(decide(deal(Shuffle.from_seed("1/7")), 0))
            '0 discard 7p'
        """
        ...


Players = Sequence[Decide | SeededPlayer]
"""Four players, by seat."""


def seed_of_player(seed: str, seat: int) -> str:
    """Return the seed that a player of one deal is made with: 64 hexadecimal digits.

    It is the SHA-256 of the seat and of the seed of the deal, since whoever has the latter has the
    wall. So the seed of a deal cannot be had from it but by trying, which somebody might do who
    knows what the seeds look like.

    Args:
        seed: the text that the deal's shuffle is made from, as a `PlayerError` has it.
        seat: where the player sits.

    Example:
        >>> seed_of_player("1/0", 2)[:16], seed_of_player("1/0", 3)[:16]
        ('0063a6daa18d65dd', 'df93be9e0f2ced14')
    """
    text = f"lisi-mahjong/player/1/{seat}/{seed}"
    return sha256(text.encode(errors="surrogatepass")).hexdigest()


TIDY: Final[Players] = (tidy, tidy, tidy, tidy)
"""The default wherever players can be given."""

# --- what goes wrong ----------------------------------------------------------------------


class PlayerError(LisiError, ValueError):
    """A player that raised an error, or decided what is refused, in a simulated deal.

    In the same process ``__cause__`` is what was raised; from another process it is what the
    executor makes of it, as a rule the text of the traceback.

    Attributes:
        number: the number of the deal, or of the sitting.
        seed: the text that the deal's shuffle is made from.
        seat: whose player it was.
        what: what was raised, in a few words.

    Example:
        >>> from lisi_mahjong.simulation import simulate
        >>> def moody(state, seat):
        ...     return [][state.ply]
        >>> try:
        ...     simulate(10, [moody] * 4, seed=1)
        ... except PlayerError as error:
        ...     print(error)
        ...     print(type(error.__cause__).__name__)
        the player of seat 1 failed in number 0, seed '1/0': IndexError('list index out of range')
        IndexError
    """

    def __init__(self, number: int, seed: str, seat: int, what: str) -> None:
        super().__init__(number, seed, seat, what)
        self.number = number
        self.seed = seed
        self.seat = seat
        self.what = what

    def __str__(self) -> str:
        return (
            f"the player of seat {self.seat} failed in number {self.number}, "
            f"seed {shorten(self.seed)}: {self.what}"
        )


# --- what is played -----------------------------------------------------------------------


@attrs.frozen
class Plan:
    """What a worker has to know to play any of the numbers. It can be pickled if the players can.

    Attributes:
        players: four, by seat.
        seed: what the seeds of all deals begin with.
        rules: the options of play.
        score: the numbers of the settlement.
        sitting: how many deals a sitting has; ``None`` for deals each on its own.

    Example:
        >>> plan = Plan(tuple(TIDY), "1", RuleSet(), ScoreTable(), None)
        >>> plan.tally(range(3)) + plan.tally(range(3, 5)) == plan.tally(range(5))
        True
    """

    players: tuple[Decide | SeededPlayer, ...]
    seed: str
    rules: RuleSet
    score: ScoreTable
    sitting: int | None

    def tally(self, span: range) -> Tally:
        """Return the tally of some deals, or sittings."""
        tally = Tally()
        for number in span:
            if self.sitting is None:
                seed = f"{self.seed}/{number}"
                played = _play(self._first_state(seed), self.players, number, seed)
                tally += tally_of(played.state, self.score, number=number)
            else:
                tally += self._sitting(number, self.sitting)
        return tally

    def records(self, span: range) -> list[tuple[int, Record]]:
        """Return the records of some deals."""
        found = []
        for number in span:
            seed = f"{self.seed}/{number}"
            start = self._first_state(seed)
            played = _play(start, self.players, number, seed)
            # Every decision has just been accepted, so `Record.of` need not try them again.
            record = Record(
                header=make_header(start, seed=seed),
                decisions=tuple(played.decisions),
                finished=True,
                state=played.state,
            )
            found.append((number, record))
        return found

    def _first_state(self, seed: str) -> GameState:
        shuffle = Shuffle.from_seed(seed)
        return deal(shuffle, dealer=shuffle.dealer_draw, rules=self.rules)

    def _sitting(self, number: int, deals: int) -> Tally:
        """Return the tally of a sitting: so many deals that four people play at one table."""
        table = TableState.new(self.rules, self.score)
        for seat in SEATS:
            table = apply_table(table, Sit(seat, str(seat)))
        tally, run, longest = Tally(sittings=1), 0, 0
        last_dealer = None
        for place in range(deals):
            seed = f"{self.seed}/{number}/{place}"
            for seat in SEATS:
                table = apply_table(table, Ready(seat))
            table = apply_table(table, StartDeal(Shuffle.from_seed(seed)))
            played = _play(cast("GameState", table.deal), self.players, number, seed)
            # The table looks on: it is told of the last decision, and settles the deal.
            table = attrs.evolve(table, deal=played.before)
            tally += tally_of(played.state, self.score, table.multiplier, number)
            run = run + 1 if table.dealer == last_dealer else 1
            longest, last_dealer = max(longest, run), table.dealer
            table = apply_table(table, Play(played.decisions[-1]))
        return tally + Tally(longest_run=longest)


class _Played(NamedTuple):
    """A deal that has been played."""

    before: GameState
    """The state before the last decision."""
    decisions: list[Action]
    state: GameState


def player_of(player: Decide | SeededPlayer, seed: str, seat: int) -> Decide:
    """Return a player as it plays one deal at one seat.

    Args:
        player: one of `Players`.
        seed: the seed of the deal.
        seat: where it sits.

    Raises:
        TypeError: its ``for_deal`` returns no function. What that raises passes through as well.

    Example:
        >>> from lisi_mahjong.uniform import Uniform
        >>> player_of(tidy, "1/7", 2) is tidy
        True
        >>> player_of(Uniform(), "1/7", 2) == Uniform(seed_of_player("1/7", 2))
        True
    """
    if not hasattr(player, "for_deal"):
        return player
    made = player.for_deal(seed_of_player(seed, seat), seat)
    if not callable(made):
        message = f"for_deal returns {shorten(made)}, and not a function of state and seat"
        raise TypeError(message)
    return made


def _play(
    state: GameState, players: Sequence[Decide | SeededPlayer], number: int, seed: str
) -> _Played:
    """Play a deal to its end; of several seats that are asked, the lowest one answers first."""
    seat, four = 0, []
    before, decisions = state, []
    try:
        for seat, player in enumerate(players):
            four.append(player_of(player, seed, seat))
        while to_decide := actors(state):
            seat = to_decide[0]
            action = four[seat](state, seat)
            before, state = state, apply(state, action)
            if action.seat != seat:
                raise SeatError(action.seat, f"{seat}, the one that is asked")  # noqa: TRY301
            decisions.append(action)
    except Exception as error:
        what = "".join(sign if sign.isprintable() else " " for sign in shorten(error, 200))
        raise PlayerError(number, seed, seat, what) from error
    return _Played(before, decisions, state)
