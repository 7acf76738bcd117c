"""Whole games of choices that are equally likely, through each package's Python interface.

Every function takes the round and how many games make a lot.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.peers.timing import Figures, Foreign, in_two_lots

Choice = Callable[[list[Any]], Any]
"""`random.Random.choice`."""

# --- ours ---------------------------------------------------------------------------------


def ours(seed: int, count: int) -> Figures:
    package: Foreign = import_module("lisi_mahjong")
    actors, apply, deal = package.actors, package.apply, package.deal
    legal_actions, from_seed = package.legal_actions, package.Shuffle.from_seed

    def play(lot: int, deals: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = 0
        for number in range(deals):
            state = deal(from_seed(f"{lot} {number}"), dealer=number % 4)
            while to_decide := actors(state):
                state = apply(state, choice(legal_actions(state, to_decide[0])))
            decisions += state.ply
        return decisions, deals

    return in_two_lots(play, seed, count)


def ours_tidy(seed: int, count: int) -> Figures:
    """What tidy players decide is found out before, which fills the memos: no first lot."""
    package: Foreign = import_module("lisi_mahjong")
    tidy = import_module("lisi_mahjong.players").tidy
    actors, apply, deal = package.actors, package.apply, package.deal
    legal_actions, from_seed = package.legal_actions, package.Shuffle.from_seed
    decided = []
    for lot in (2 * seed, 2 * seed + 1):
        for number in range(count):
            state = deal(from_seed(f"{lot} {number}"), dealer=number % 4)
            actions = []
            while to_decide := actors(state):
                actions.append(tidy(state, to_decide[0]))
                state = apply(state, actions[-1])
            decided.append(actions)

    def play(lot: int, deals: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = 0
        for number in range(deals):
            state = deal(from_seed(f"{lot} {number}"), dealer=number % 4)
            for action in decided[lot % 2 * deals + number]:
                choice(legal_actions(state, actors(state)[0]))
                state = apply(state, action)
            decisions += state.ply
        return decisions, deals

    figures = in_two_lots(play, seed, count)
    return {key: figure for key, figure in figures.items() if not key.startswith("first")}


# --- with a core in Rust or C++ -----------------------------------------------------------


def riichienv(seed: int, count: int) -> Figures:
    env: Foreign = import_module("riichienv").RiichiEnv(skip_mjai_logging=True)

    def play(lot: int, deals: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = 0
        for number in range(deals):
            seen = env.reset(seed=lot * deals + number)
            while not env.done():
                actions = {}
                for seat, obs in seen.items():
                    actions[seat] = choice(obs.legal_actions())
                    decisions += 1
                seen = env.step(actions)
        return decisions, deals

    return in_two_lots(play, seed, count)


def pymahjong(seed: int, count: int) -> Figures:
    """`reset` takes no seed in this version: it fails with one."""
    env: Foreign = import_module("pymahjong").MahjongEnv()

    def play(lot: int, deals: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = 0
        for _ in range(deals):
            env.reset()
            while not env.is_over():
                env.step(env.get_curr_player_id(), choice(env.get_valid_actions()))
                decisions += 1
        return decisions, deals

    return in_two_lots(play, seed, count)


RESPONSES = 4
OVER = 16
"""Phases of a `Table`: below the first a seat plays, from the second on nobody does."""


def pymahjong_table(seed: int, count: int) -> Figures:
    """Where a seat can do but one thing, that is no decision; it is made all the same."""
    made = import_module("pymahjong").Table

    def play(lot: int, deals: int) -> tuple[int, int]:
        below = random.Random(lot).randrange
        decisions = 0
        for number in range(deals):
            table = made()
            table.set_seed(lot * deals + number)
            table.game_init()
            while (phase := table.get_phase()) < OVER:
                if phase < RESPONSES:
                    actions = table.get_self_actions()
                else:
                    actions = table.get_response_actions()
                decisions += len(actions) > 1
                table.make_selection(below(len(actions)))
        return decisions, deals

    return in_two_lots(play, seed, count)


def cmajiang(seed: int, count: int) -> Figures:
    package: Foreign = import_module("cmajiang")
    package.set_seed(seed)
    status = package.Status

    def play(lot: int, deals: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = over = 0
        game = package.Game()
        game.kaiju()
        while over < deals:
            game.next()
            decisions += cmajiang_replies(package, game, choice)
            over += game.status in (status.HULE, status.PINGJU)
            if game.status == status.JIEJI:  # the game of several deals has ended
                game = package.Game()
                game.kaiju()
        return decisions, deals

    return in_two_lots(play, seed, count)


def cmajiang_replies(package: Foreign, game: Foreign, choice: Choice) -> int:
    """Choose for every seat that is asked, and return how many there were."""
    status, message = package.Status, package.Message
    now = game.status
    if now in (status.ZIMO, status.GANGZIMO, status.FULOU):
        replies = [(message.DAPAI, tile) for tile in game.get_dapai()]
        if now != status.FULOU:
            _, tiles = game.allow_lizhi()
            replies += [(message.DAPAI, f"{tile}*") for tile in tiles]
            replies += [(message.GANG, meld) for meld in game.get_gang_mianzi()]
            if game.allow_hule():
                replies.append((message.HULE, ""))
            if game.allow_pingju():
                replies.append((message.DAOPAI, ""))
        game.reply(game.lunban_player_id, *choice(replies))
        return 1
    if now not in (status.DAPAI, status.GANG):
        return 0
    decisions = 0
    for seat in range(4):
        if seat == game.lunban:
            continue
        replies = [(message.HULE, "")] if game.allow_hule(seat) else []
        if now == status.DAPAI:
            replies += [(message.GANG, meld) for meld in game.get_gang_mianzi(seat)]
            replies += [(message.FULOU, meld) for meld in game.get_peng_mianzi(seat)]
            replies += [(message.FULOU, meld) for meld in game.get_chi_mianzi(seat)]
        if replies:
            replies.append((message.NONE, ""))
            game.reply(game.player_id[seat], *choice(replies))
            decisions += 1
    return decisions


# --- in Python ----------------------------------------------------------------------------


def jansou(seed: int, count: int) -> Figures:
    made = import_module("jansou.game.environment").Environment
    rules = import_module("jansou.core.rules").preset("tenhou")

    def play(lot: int, games: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = deals = 0
        for number in range(games):
            env = made(rules, seed=lot * games + number)
            game = env.play()
            request = next(game)
            while request is not None:
                decisions += 1
                try:
                    request = game.send(choice(request.actions))
                except StopIteration:
                    request = None
            deals += len(env.records)
        return decisions, deals

    return in_two_lots(play, seed, count)


def chess(seed: int, count: int) -> Figures:
    made = import_module("chess").Board

    def play(lot: int, games: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = 0
        for _ in range(games):
            board = made()
            while not board.is_game_over():
                board.push(choice(list(board.legal_moves)))
                decisions += 1
        return decisions, games

    return in_two_lots(play, seed, count)


ANTES = True
"""Whether all antes are alike."""


def pokerkit_hand(package: Foreign) -> Foreign:
    """Return a hand of poker in which all that nobody decides happens by itself."""
    decided = ("CARD_BURNING", "BOARD_DEALING", "HOLE_DEALING", "RUNOUT_COUNT_SELECTION")
    automation = package.Automation
    paid = ("ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING")
    shown = ("HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING")
    names = (*paid, *decided, *shown)
    return package.NoLimitTexasHoldem.create_state(
        tuple(automation[name] for name in names), ANTES, 0, (1, 2), 2, (200,) * 4, 4
    )


def pokerkit_decision(state: Foreign, choice: Choice) -> None:
    """Fold, check or call, or raise by the least that is allowed."""
    ways = []
    if state.can_fold():
        ways.append(state.fold)
    if state.can_check_or_call():
        ways.append(state.check_or_call)
    if state.can_complete_bet_or_raise_to():
        ways.append(state.complete_bet_or_raise_to)
    choice(ways)()


def pokerkit(seed: int, count: int) -> Figures:
    package: Foreign = import_module("pokerkit")

    def play(lot: int, hands: int) -> tuple[int, int]:
        random.seed(lot)  # the cards
        choice = random.Random(lot).choice
        decisions = 0
        for _ in range(hands):
            state = pokerkit_hand(package)
            while state.status:
                pokerkit_decision(state, choice)
                decisions += 1
        return decisions, hands

    return in_two_lots(play, seed, count)


def rlcard(seed: int, count: int) -> Figures:
    env: Foreign = import_module("rlcard").make("mahjong", config={"seed": seed})

    def play(lot: int, games: int) -> tuple[int, int]:
        choice = random.Random(lot).choice
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choice(list(state["legal_actions"])))
                decisions += 1
        return decisions, games

    return in_two_lots(play, seed, count)
