"""Players and executors for the tests of simulations; other processes import them from here."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import attrs

from lisi_mahjong import Action, GameState, Pass, Shuffle, actors, apply, deal, legal_actions
from lisi_mahjong.players import tidy
from lisi_mahjong.playing import seed_of_player
from lisi_mahjong.rules import RuleSet

Decide = Callable[[GameState, int], Action]

# --- what simulations do, done by hand ----------------------------------------------------


def first_state(seed: str, rules: RuleSet = RuleSet()) -> GameState:
    """Return the first state of the deal of a seed, which draws the dealer too."""
    shuffle = Shuffle.from_seed(seed)
    return deal(shuffle, dealer=shuffle.dealer_draw, rules=rules)


def decisions(state: GameState, player: Decide = tidy) -> Iterator[Action]:
    """Yield what one player decides for all four, to the end of a deal."""
    while to_decide := actors(state):
        action = player(state, to_decide[0])
        yield action
        state = apply(state, action)


# --- players ------------------------------------------------------------------------------


@attrs.frozen
class Wavering:
    """A player whose chance comes from the seed of the deal: now and then it does anything."""

    def for_deal(self, seed: str, seat: int) -> Decide:
        rng = random.Random(f"{seed}/{seat}")

        def decide(state: GameState, seat: int) -> Action:
            if rng.random() < 0.2:
                return rng.choice(legal_actions(state, seat))
            return tidy(state, seat)

        return decide


def fail(state: GameState, seat: int) -> Action:
    """Fail as players do that have a bug."""
    raise KeyError((state.ply, seat))


def pass_always(_: GameState, seat: int) -> Action:
    """Decide what is refused: a turn cannot be passed."""
    return Pass(seat)


def resign(_: GameState, __: int) -> Action:
    """Decide nothing at all."""
    return None  # type: ignore[return-value]  # what a player may do wrong


def meddle(state: GameState, seat: int) -> Action:
    """Decide for another seat, where that is asked too."""
    return tidy(state, actors(state)[-1]) if seat == actors(state)[0] else tidy(state, seat)


def give_up(_: GameState, __: int) -> Action:
    """End the process in which this is played."""
    os._exit(3)


@attrs.frozen
class In:
    """A tidy player that is another one in the deals of some seeds, by which they are shuffled."""

    seeds: frozenset[str]
    other: Decide = fail

    def for_deal(self, seed: str, seat: int) -> Decide:
        meant = {seed_of_player(each, seat) for each in self.seeds}
        return self.other if seed in meant else tidy


@attrs.frozen
class Unmakeable:
    """A player that cannot be made."""

    def for_deal(self, seed: str, seat: int) -> Decide:
        raise OSError(f"nobody for seat {seat} of {seed[:8]}")


@attrs.frozen
class Present:
    """A tidy player that leaves a file for each process in which it has played.

    The first to play waits until another one does, so that none of two is too late.
    """

    folder: Path

    def for_deal(self, _: str, __: int) -> Decide:
        (self.folder / str(os.getpid())).touch()
        for _wait in range(1000):
            if len(list(self.folder.iterdir())) > 1:
                break
            time.sleep(0.01)
        return tidy


@attrs.frozen
class Deadly:
    """A tidy player that writes down every deal it begins, and once kills its own process.

    Attributes:
        folder: where it writes.
        seed: in the middle of the deal that is shuffled by this seed it does so, the first time it
            gets there.
    """

    folder: Path
    seed: str

    @property
    def begun(self) -> list[str]:
        """The seeds of seat 0 in all deals begun, those that were lost too."""
        return (self.folder / "begun").read_text(encoding="ascii").split()

    @property
    def killed(self) -> list[int]:
        """The processes killed."""
        return [int(path.name) for path in self.folder.glob("[0-9]*")]

    def for_deal(self, seed: str, seat: int) -> Decide:
        if seat == 0:
            with (self.folder / "begun").open("a", encoding="ascii") as file:
                file.write(f"{seed}\n")
        meant = seed == seed_of_player(self.seed, seat)
        return self._decide_or_die if meant and not self.killed else tidy

    def _decide_or_die(self, state: GameState, seat: int) -> Action:
        if state.ply > 10:
            (self.folder / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return tidy(state, seat)


# --- executors ----------------------------------------------------------------------------


class Noting(Executor):
    """An executor that notes what it is handed; what it does with that is for those below."""

    def __init__(self) -> None:
        self.spans: list[range] = []
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - as Executor has it
        future: Future[Any] = Future()
        self.spans += args
        self.futures.append(future)
        self.take(lambda: settle(future, fn, *args, **kwargs))
        return future

    def take(self, job: Callable[[], None]) -> None:
        raise NotImplementedError


def settle(future: Future[Any], fn: Callable[..., Any], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as Executor has it
    """Do what a future stands for."""
    try:
        future.set_result(fn(*args, **kwargs))
    except Exception as error:  # noqa: BLE001 - it is for whoever asks
        future.set_exception(error)


class Odd(Noting):
    """Waits until it has been handed so many jobs, and then does them in an odd order.

    Args:
        order: the places of a batch in the order in which they are done.
        total: how many jobs there will be in all; after the last none is waited for.
    """

    def __init__(self, order: Sequence[int], total: int) -> None:
        super().__init__()
        self._order = order
        self._total = total
        self._held: list[Callable[[], None]] = []

    def take(self, job: Callable[[], None]) -> None:
        self._held.append(job)
        last = len(self.spans) == self._total
        if last or len(self._held) == len(self._order):
            for place in self._order:
                if place < len(self._held):
                    self._held[place]()
            self._held.clear()


class Picky(Noting):
    """Does only some of the jobs that it is handed, and leaves all others waiting until told.

    Args:
        numbers: which ones, counted from 0.
    """

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self._numbers = numbers
        self._left: list[Callable[[], None]] = []

    def take(self, job: Callable[[], None]) -> None:
        if len(self.spans) - 1 in self._numbers:
            job()
        else:
            self._left.append(job)

    def do_the_rest(self) -> None:
        """Do all that is waiting."""
        while self._left:
            self._left.pop()()


class NoRoom(Exception):  # noqa: N818 - what an executor of somebody's may raise
    """An executor takes no more."""


class Full(Noting):
    """Has no room for the first job that it is handed."""

    def take(self, _: Callable[[], None]) -> None:
        raise NoRoom
