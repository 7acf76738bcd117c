"""How much the engine does for each decision: counted, not timed, so that it is the same anywhere.

`python -m benchmarks.counts`, called in the folder `tests`, prints the lines of this Python for
the tables of `test_counts.py`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import lisi_mahjong
from lisi_mahjong import (
    Action,
    GameState,
    Player,
    Shuffle,
    actors,
    apply,
    deal,
    legal_actions,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.state import make_player, make_state

DEALS = 40
PACKAGE = str(Path(lisi_mahjong.__file__).parent)
GENERATED = "<attrs generated"
"""Where the code comes from that attrs writes for a class."""

Counts = Mapping[str, float]
"""For each decision: ``calls`` of functions of the package, ``states`` and ``players`` made, and
``misses`` of its memos."""

Decided = Sequence[Action]


def _uniform(state: GameState, seat: int, rng: random.Random) -> Action:
    return rng.choice(legal_actions(state, seat))


def _tidy(state: GameState, seat: int, rng: random.Random) -> Action:
    del rng
    return tidy(state, seat)


PLAYERS = {"uniform": _uniform, "tidy": _tidy}


def start(number: int) -> GameState:
    """Return the first state of a deal by its number."""
    return deal(Shuffle.from_seed(number), dealer=number % 4)


def decided_by(player: str, deals: int = DEALS) -> list[list[Action]]:
    """Return what four players of a kind decide, deal by deal."""
    decided = []
    for number in range(deals):
        state, rng = start(number), random.Random(number)
        actions: list[Action] = []
        while to_decide := actors(state):
            actions.append(PLAYERS[player](state, to_decide[0], rng))
            state = apply(state, actions[-1])
        decided.append(actions)
    return decided


def replay(
    decided: Sequence[Decided],
    *,
    listed: Callable[[GameState, int], object] = legal_actions,
    applied: Callable[[GameState, Action], GameState] = apply,
    between: Callable[[], object] = lambda: None,
) -> Iterator[GameState]:
    """Play deals whose decisions are known, listing what is legal at each, and yield the states.

    Args:
        decided: the decisions of each deal.
        listed: lists what a seat may do.
        applied: applies an action.
        between: is called before each deal.
    """
    for number, actions in enumerate(decided):
        between()
        state = start(number)
        for action in actions:
            listed(state, actors(state)[0])
            state = applied(state, action)
            yield state


def _modules() -> list[Any]:
    name = lisi_mahjong.__name__
    return [module for key, module in sorted(sys.modules.items()) if key.split(".")[0] == name]


def _memos() -> list[Any]:
    """Return every memo of the package: the caches, and the dicts that fill themselves."""
    found = {id(value): value for module in _modules() for value in vars(module).values()}
    return [
        value
        for value in found.values()
        if hasattr(value, "cache_clear")
        or (isinstance(value, dict) and hasattr(type(value), "__missing__"))
    ]


def forget() -> None:
    """Empty every memo of the package."""
    for memo in _memos():
        (memo.cache_clear if hasattr(memo, "cache_clear") else memo.clear)()


def _code_behind_memos() -> set[CodeType]:
    """Return the code that runs when a memo has to find something out."""
    behind = [getattr(memo, "__wrapped__", None) for memo in _memos()]
    behind += [getattr(type(memo), "__missing__", None) for memo in _memos()]
    return {each.__code__ for each in behind if isinstance(each, FunctionType)}


def count(decided: Sequence[Decided], play: Callable[[Sequence[Decided]], object]) -> Counts:
    """Return what is done for each decision while deals are played, beginning with empty memos.

    Args:
        decided: the decisions of each deal.
        play: plays them all.
    """
    states = {GameState.__init__.__code__, make_state.__init__.__code__}
    players = {Player.__init__.__code__, make_player.__init__.__code__}
    misses = _code_behind_memos()
    counted = dict.fromkeys(("calls", "states", "players", "misses"), 0)

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if not code.co_filename.startswith((PACKAGE, GENERATED)):
            return
        counted["calls"] += 1
        counted["states"] += code in states
        counted["players"] += code in players
        counted["misses"] += code in misses

    forget()
    outer = sys.getprofile()
    sys.setprofile(note)
    try:
        play(decided)
    finally:
        sys.setprofile(outer)
    decisions = sum(map(len, decided))
    return {name: round(number / decisions, 3) for name, number in counted.items()}


def play_all(decided: Sequence[Decided]) -> None:
    """Play deals and keep nothing."""
    for _ in replay(decided):
        pass


def count_all() -> dict[str, Counts]:
    """Return the counts of the deals of both kinds of players."""
    return {player: count(decided_by(player), play_all) for player in PLAYERS}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(count_all()) + "\n")
