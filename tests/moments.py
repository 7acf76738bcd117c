"""Tables at every sort of moment, for what must hold at all of them.

All but the first two have a deal behind them, so that there are a ledger and a history to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from endings import WAITING, about_to_be_drawn, about_to_kong, about_to_win
from evenings import acted, all_ready, dealt, finished, seated, started
from lisi_mahjong import GameState, KongKind, RuleSet, ScoreTable, Shuffle, TableState, apply, deal
from offers import CHOICE, PAIR_OF_5M, ROBBING_BY_CHOICE, offered
from playouts import idle
from support import play, position

SCORE = ScoreTable(drawn_deal_multiplier=3)

WAITING_TOO = "{666z}46m777p33388s"
"""Waits for 5m alone, beside `endings.WAITING` and `offers.PAIR_OF_5M`."""


def one_deal_later(rules: RuleSet = RuleSet()) -> TableState:
    """Return a table of which seat 1 has won the first deal by self-draw against dealer 0.

    The sum of SCORE-1 is 2: seats 2 and 3 pay 4, and the dealer 6 (SCORE-2).
    """
    state, discard = about_to_win(1, None, rules=rules)
    table = acted(dealt(state, seated(rules=rules, score=SCORE)), discard)
    return finished(table)  # with forced_win off the seat still has to say that it wins


def a_drawn_deal_later() -> TableState:
    """Return a table whose second deal was drawn, so that the third is paid three times."""
    state, discard = about_to_be_drawn(dealer=1)
    return acted(dealt(state, one_deal_later()), discard)


def _second(state: GameState) -> TableState:
    """Return a table whose second deal is this one."""
    return dealt(state, one_deal_later(state.rules))


def some_turns() -> GameState:
    """Return a deal after ten actions that change as little as may be."""
    state = deal(Shuffle.from_seed(11), dealer=1)
    for _ in range(10):
        state = apply(state, idle(state))
    return state


def three_asked() -> GameState:
    """Return a deal in which seat 1 may pung the 5m of seat 0, and seats 2 and 3 win on it."""
    hands = {1: PAIR_OF_5M, 2: WAITING, 3: WAITING_TOO}
    return offered("5m", hands, ting={2: "9p", 3: "9m"}, rules=CHOICE)


def a_lock() -> GameState:
    """Return a deal in which seat 3 has passed a pung of 5m, and is locked on it."""
    return play(offered("5m", {3: PAIR_OF_5M}, draws="9m"), "3 pass")


def a_declaration() -> GameState:
    """Return a deal in which seat 0 can declare ting with its 9p."""
    return position({0: "{555z9p}46m111p2227s"}, drawn="7s")


def a_kong_to_rob() -> GameState:
    """Return a deal in which seat 2 may rob seat 0 of the 5m that it adds to its pung."""
    return position(
        {0: "{1234z}147p147s", 2: WAITING},
        drawn="5m",
        melds={0: ["555m<3"]},
        ting={2: "9p"},
        rules=ROBBING_BY_CHOICE,
    )


def a_kong() -> GameState:
    """Return a deal in which seat 2 has just made a kong."""
    state, actions = about_to_kong(2, KongKind.CONCEALED)
    return play(state, actions[0])


MOMENTS: Mapping[str, Callable[[], TableState]] = {
    "before the first deal": seated,
    "all are ready for the first deal": lambda: all_ready(seated()),
    "after a win": one_deal_later,
    "after a win, two are ready": lambda: acted(one_deal_later(), "0 ready", "3 ready"),
    "after a win, all are ready": lambda: all_ready(one_deal_later()),
    "after a drawn deal": a_drawn_deal_later,
    "after a drawn deal, all are ready": lambda: all_ready(a_drawn_deal_later()),
    "when another one has left": lambda: acted(one_deal_later(), "3 leave", "0 ready"),
    "the first turn": lambda: started(one_deal_later(), 11),
    "the first turn of a deal paid three times": lambda: started(a_drawn_deal_later(), 11),
    "some turns later": lambda: _second(some_turns()),
    "three are asked": lambda: _second(three_asked()),
    "three are asked, one has answered": lambda: acted(_second(three_asked()), "1 pung 5m 0"),
    "three are asked, two have answered": lambda: acted(_second(three_asked()), "3 win", "1 pass"),
    "after a pung": lambda: acted(_second(offered("5m", {1: PAIR_OF_5M})), "1 pung 5m 0"),
    "somebody is locked": lambda: _second(a_lock()),
    "somebody may declare ting": lambda: _second(a_declaration()),
    "somebody has declared ting": lambda: acted(_second(a_declaration()), "0 ting 9p"),
    "a kong may be robbed": lambda: acted(_second(a_kong_to_rob()), "0 kong 5m added"),
    "after a kong": lambda: _second(a_kong()),
    "the last turn": lambda: _second(about_to_be_drawn(2, dealer=1)[0]),
}
"""By what is going on, a table at that moment; most with four people."""

PLAYED = tuple(name for name in MOMENTS if MOMENTS[name]().playing)
"""The moments in the middle of a deal."""

BETWEEN = tuple(name for name in MOMENTS if name not in PLAYED)
"""The others."""
