"""Games that are kept: how much memory they take, what a copy costs, hash and equality.

Every function takes the round and how many games are kept.
"""

from __future__ import annotations

import copy
import gc
import os
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from benchmarks.peers.games import (
    OVER,
    RESPONSES,
    cmajiang_replies,
    pokerkit_decision,
    pokerkit_hand,
)
from benchmarks.peers.timing import Figures, Foreign, seconds

DECISIONS = 40
"""How many there have been in a live game, or fewer where it is over sooner."""

WARM_UP = 3
"""Games played first, so that what every game shares is there before anything is counted."""

MICRO = 1e6

Game = Callable[[int], Iterator[Any]]
"""A game by its number: yields what holds it after every decision, the same object or others."""


def resident() -> int:
    """Return the bytes that this process has in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _grown(make: Callable[[], list[Any]]) -> tuple[int, list[Any]]:
    """Return by how much the process grows while it makes something, and that."""
    gc.collect()
    before = resident()
    made = make()
    gc.collect()
    return resident() - before, made


def _live(play: Game, number: int) -> tuple[Iterator[Foreign], Foreign]:
    """Return what holds a game in its midst; whatever plays it stays alive with it."""
    game = play(number)
    *_, last = islice(game, DECISIONS)
    return game, last


def _kept(
    play: Game,
    seed: int,
    count: int,
    *,
    copied: Callable[[Any], Any] | None = None,
    along: int = 0,
) -> Figures:
    """Return what live games take, and what states kept along games take and cost.

    Args:
        play: plays one game.
        seed: the round.
        count: how many live games there are.
        copied: how a state is copied; None where that is not offered.
        along: in how many games every state is kept.
    """
    first = 1000 * seed
    for number in range(first, first + WARM_UP):
        list(play(number))
    grown, live = _grown(lambda: [_live(play, number) for number in range(first, first + count)])
    figures: Figures = {"live": grown / count}
    if copied is None:
        return figures
    states = [state for _, state in live]
    figures["copy"] = MICRO * seconds(lambda: [copied(state) for state in states]) / count
    numbers = range(first + count, first + count + along)
    grown, kept = _grown(lambda: [copied(state) for number in numbers for state in play(number)])
    figures["kept"] = grown / len(kept)
    return figures


# --- ours ---------------------------------------------------------------------------------


def _our_states(number: int, *, tidy: bool = False) -> Iterator[Any]:
    package: Any = import_module("lisi_mahjong")
    player = import_module("lisi_mahjong.players").tidy
    choice = random.Random(number).choice
    state = package.deal(package.Shuffle.from_seed(number), dealer=number % 4)
    while to_decide := package.actors(state):
        seat = to_decide[0]
        action = player(state, seat) if tidy else choice(package.legal_actions(state, seat))
        state = package.apply(state, action)
        yield state


def _as_it_is(state: Foreign) -> Foreign:
    return state


def ours(seed: int, count: int) -> Figures:
    figures = _kept(_our_states, seed, count, copied=_as_it_is, along=count)
    return figures | {"copy": 0}


def ours_tidy(seed: int, count: int) -> Figures:
    def play(number: int) -> Iterator[Any]:
        return _our_states(number, tidy=True)

    return _kept(play, seed, count, copied=_as_it_is, along=count) | {"copy": 0}


def ours_hashing(seed: int, count: int) -> Figures:
    """The states of some deals, each with itself made twice and with the one after it."""
    apply = import_module("lisi_mahjong").apply
    legal_actions = import_module("lisi_mahjong").legal_actions
    actors = import_module("lisi_mahjong").actors
    same, equal, other = [], [], []
    for number in range(1000 * seed, 1000 * seed + count):
        states = list(_our_states(number))
        equal += list(zip(states, _our_states(number), strict=True))
        other += list(pairwise(states))
        for state in states[:-1]:
            action = legal_actions(state, actors(state)[0])[0]
            same.append((apply(state, action), apply(state, action)))
    return _hashing(hash, same, equal, other)


def _hashing(
    hashed: Callable[[Any], object],
    same: list[tuple[Any, Any]],
    equal: list[tuple[Any, Any]],
    other: list[tuple[Any, Any]],
) -> Figures:
    """Return what hash and equality cost for pairs that are equal and pairs that are not."""
    states = [state for pair in equal for state in pair]
    if any(a != b or hashed(a) != hashed(b) for a, b in same + equal):
        raise AssertionError("equal states are not equal")
    if any(a == b for a, b in other):
        raise AssertionError("other states are equal")

    def hash_all() -> None:
        for state in states:
            hashed(state)

    figures: Figures = {"hash": MICRO * seconds(hash_all) / len(states)}
    for name, pairs in (("same", same), ("equal", equal), ("other", other)):

        def compare_all(pairs: list[tuple[Any, Any]] = pairs) -> None:
            for a, b in pairs:
                a == b  # noqa: B015 - what is timed

        figures[name] = MICRO * seconds(compare_all) / len(pairs)
    return figures


# --- the others ---------------------------------------------------------------------------


def _riichienv_game(number: int) -> Iterator[Any]:
    env: Any = import_module("riichienv").RiichiEnv(skip_mjai_logging=True)
    choice = random.Random(number).choice
    seen = env.reset(seed=number)
    while not env.done():
        seen = env.step({seat: choice(obs.legal_actions()) for seat, obs in seen.items()})
        yield env


def riichienv(seed: int, count: int) -> Figures:
    return _kept(
        _riichienv_game, seed, count, copied=lambda env: env.clone(), along=max(1, count // 10)
    )


def _chess_game(number: int) -> Iterator[Any]:
    board = import_module("chess").Board()
    choice = random.Random(number).choice
    while not board.is_game_over():
        board.push(choice(list(board.legal_moves)))
        yield board


def chess(seed: int, count: int) -> Figures:
    along = max(1, count // 20)
    return _kept(_chess_game, seed, count, copied=lambda board: board.copy(), along=along)


def chess_without_stack(seed: int, count: int) -> Figures:
    return _kept(
        _chess_game,
        seed,
        count,
        copied=lambda board: board.copy(stack=False),
        along=max(1, count // 10),
    )


def chess_hashing(seed: int, count: int) -> Figures:
    zobrist = import_module("chess.polyglot").zobrist_hash
    same, equal, other = [], [], []
    for number in range(1000 * seed, 1000 * seed + count):
        boards = [board.copy() for board in _chess_game(number)]
        equal += [(a, b.copy()) for a, b in zip(boards, _chess_game(number), strict=True)]
        other += list(pairwise(boards))
        same += [(board, board.copy()) for board in boards]
    return _hashing(zobrist, same, equal, other)


def _pokerkit_game(number: int) -> Iterator[Any]:
    random.seed(number)  # the cards
    choice = random.Random(number).choice
    state = pokerkit_hand(import_module("pokerkit"))
    while state.status:
        pokerkit_decision(state, choice)
        yield state


def pokerkit(seed: int, count: int) -> Figures:
    return _kept(_pokerkit_game, seed, count, copied=copy.deepcopy, along=max(1, count // 10))


def _rlcard_game(number: int) -> Iterator[Any]:
    env = import_module("rlcard").make("mahjong", config={"seed": number})
    choice = random.Random(number).choice
    state, _ = env.reset()
    while not env.is_over():
        state, _ = env.step(choice(list(state["legal_actions"])))
        yield env


def rlcard(seed: int, count: int) -> Figures:
    return _kept(_rlcard_game, seed, count)


def _jansou_game(number: int) -> Iterator[Any]:
    env = import_module("jansou.game.environment").Environment(
        import_module("jansou.core.rules").preset("tenhou"), seed=number
    )
    choice = random.Random(number).choice
    game = env.play()
    request = next(game)
    for _ in range(DECISIONS):
        request = game.send(choice(request.actions))
        yield env


def jansou(seed: int, count: int) -> Figures:
    return _kept(_jansou_game, seed, count)


def _cmajiang_game(number: int) -> Iterator[Any]:
    package: Any = import_module("cmajiang")
    package.set_seed(number)
    choice = random.Random(number).choice
    game = package.Game()
    game.kaiju()
    while game.status not in (package.Status.HULE, package.Status.PINGJU):
        game.next()
        if cmajiang_replies(package, game, choice):
            yield game


def cmajiang(seed: int, count: int) -> Figures:
    return _kept(_cmajiang_game, seed, count)


def _pymahjong_game(number: int) -> Iterator[Any]:
    table = import_module("pymahjong").Table()
    below = random.Random(number).randrange
    table.set_seed(number)
    table.game_init()
    while (phase := table.get_phase()) < OVER:
        plays = phase < RESPONSES
        actions = table.get_self_actions() if plays else table.get_response_actions()
        table.make_selection(below(len(actions)))
        if len(actions) > 1:
            yield table


def pymahjong(seed: int, count: int) -> Figures:
    return _kept(_pymahjong_game, seed, count)
