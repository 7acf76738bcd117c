"""Simple players for tests: pure functions of a state, a seat and a source of chance.

Walls that are laid for a wanted situation are in `stacked`, deals by number in `corpus`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping

from lisi_mahjong import Action, DeclareTing, GameState, legal_actions
from lisi_mahjong import players as package

Chooser = Callable[[GameState, int, random.Random], Action]
"""A player: given a state in which the seat must decide, one of its legal actions."""

WAVERING = 0.2
"""How often `wavering` acts at random."""


def uniform(state: GameState, seat: int, rng: random.Random) -> Action:
    """Return any legal action, each equally likely."""
    return rng.choice(legal_actions(state, seat))


def tidy(state: GameState, seat: int, rng: random.Random) -> Action:
    """Return what the package's tidy player does, ting declared in any of the ways allowed."""
    action = package.tidy(state, seat)
    if not isinstance(action, DeclareTing):
        return action
    legal = legal_actions(state, seat)
    ways = [way for way in legal if isinstance(way, DeclareTing) and way.tile is action.tile]
    return rng.choice(ways)


def wavering(state: GameState, seat: int, rng: random.Random) -> Action:
    """Return what `tidy` does, and now and then what `uniform` does."""
    return (uniform if rng.random() < WAVERING else tidy)(state, seat, rng)


PLAYERS: Mapping[str, Chooser] = {"tidy": tidy, "uniform": uniform, "wavering": wavering}


def wishing(wishes: Collection[Action], otherwise: Chooser) -> Chooser:
    """Return a player that does the first wish that is legal, and otherwise like another."""

    def choose(state: GameState, seat: int, rng: random.Random) -> Action:
        legal = legal_actions(state, seat)
        return next((wish for wish in wishes if wish in legal), None) or otherwise(state, seat, rng)

    return choose
