"""Deals of the corpus move by move, and a way to let a position go on without doing anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from corpus import drawn
from lisi_mahjong import Action, AwaitingTurn, Discard, GameState, Pass, Step, actors, apply, step


class Move(NamedTuple):
    """An action in a deal: where it was chosen, what it was, and what it led to."""

    before: GameState
    action: Action
    step: Step

    @property
    def after(self) -> GameState:
        """The state that it led to."""
        return self.step.state


def moves(numbers: Iterable[int]) -> Iterator[Move]:
    """Yield every move of the deals of these numbers, one deal after the other."""
    for number in numbers:
        dealt = drawn(number)
        choose, state = dealt.chooser(), dealt.start
        while actors(state):
            action = choose(state)
            taken = step(state, action)
            yield Move(state, action, taken)
            state = taken.state


def states(numbers: Iterable[int]) -> Iterator[GameState]:
    """Yield every state of the deals of these numbers, the first and the last ones too."""
    for move in moves(numbers):
        if move.before.ply == 0:
            yield move.before
        yield move.after


def idle(state: GameState) -> Action:
    """Return what changes least: the tile just drawn is discarded, or a claim is passed.

    After a pung the first loose tile is discarded.
    """
    stage = state.stage
    if not isinstance(stage, AwaitingTurn):
        return Pass(actors(state)[0])
    tile = stage.drawn
    return Discard(stage.seat, state.players[stage.seat].loose[0] if tile is None else tile)


def let_go(state: GameState) -> GameState:
    """Return the state after one seat lets things go."""
    return apply(state, idle(state))
