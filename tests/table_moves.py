"""Sittings drawn by number, step by step: people come, play deals, and leave at any moment.

The walls are those of `corpus` wherever a dealer is drawn by lot, so that whatever is laid there
comes to pass; the deals that follow in a game are on the walls of seeds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import attrs

from corpus import drawn
from evenings import FOUR, seated, started
from lisi_mahjong import (
    AwaitingClaims,
    GameState,
    Leave,
    Play,
    Ready,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    TableStep,
    Unready,
    actors,
    step_table,
)
from players import PLAYERS, wishing

SCORES = (ScoreTable(), ScoreTable.taiyuan(), ScoreTable(base=2, drawn_deal_multiplier=3))
PEOPLE = (*FOUR, "Dee", "Éva")


class TableMove(NamedTuple):
    """An action at a table: where it was done, what it was, and what it led to."""

    before: TableState
    action: TableAction
    step: TableStep

    @property
    def after(self) -> TableState:
        """The table that it led to."""
        return self.step.state


class Sitting:
    """Says, table after table, what is done next.

    Attributes:
        number: which sitting it is.
        deals: after how many deals it is over.
        leaving: how likely somebody leaves instead of any action of a deal.
    """

    def __init__(self, number: int, deals: int, leaving: float) -> None:
        self.number = number
        self.deals = deals
        self.leaving = leaving
        self.rng = random.Random(f"sitting {number}")
        self.rules = drawn(number).start.rules
        self.choose = PLAYERS["tidy"]

    def moves(self) -> Iterator[TableMove]:
        """Yield every move of the sitting, from an empty table on."""
        table = TableState.new(self.rules, SCORES[self.number % 3])
        while len(table.history) < self.deals:
            action = self._action(table)
            taken = step_table(table, action)
            yield TableMove(table, action, taken)
            table = taken.state

    def _action(self, table: TableState) -> TableAction:
        if table.playing and table.deal is not None:
            return self._action_of_deal(table.deal)
        rng, empty = self.rng, [seat for seat in range(4) if table.names[seat] is None]
        if empty and rng.random() < 0.8:
            others = [name for name in PEOPLE if name not in table.names]
            return Sit(rng.choice(empty), rng.choice(others))
        seated = [seat for seat in range(4) if seat not in empty]
        if not seated or all(table.ready):
            return self._start(table) if seated else Sit(0, FOUR[0])
        seat = rng.choice(seated)
        if rng.random() < 0.04:
            return Leave(seat)
        return Unready(seat) if table.ready[seat] else Ready(seat)

    def _start(self, table: TableState) -> TableAction:
        if self.rng.random() < 0.1:
            return Unready(self.rng.randrange(4))
        player = PLAYERS[self.rng.choice(("tidy", "wavering", "uniform"))]
        if table.dealer is not None:
            self.choose = player
            return StartDeal(Shuffle.from_seed(self.rng.getrandbits(32)))
        laid = drawn(self.number + 10_000 * len(table.history))
        self.choose = wishing(laid.wishes, player)
        return StartDeal(attrs.evolve(laid.start.shuffle, dealer_draw=laid.start.dealer))

    def _action_of_deal(self, deal: GameState) -> TableAction:
        claims = isinstance(deal.stage, AwaitingClaims)
        if self.rng.random() < self.leaving * (12 if claims else 1):
            return Leave(self.rng.randrange(4))
        return Play(self.choose(deal, self.rng.choice(actors(deal)), self.rng))


def table_moves(
    numbers: Iterable[int], *, deals: int = 3, leaving: float = 0.003
) -> Iterator[TableMove]:
    """Yield every move of the sittings of these numbers, one after the other."""
    for number in numbers:
        yield from Sitting(number, deals, leaving).moves()


def at_table(state: GameState) -> TableState:
    """Return a table of four at which a deal stands as given: the first one of its game."""
    table = started(seated(rules=state.rules))
    return attrs.evolve(table, dealer=state.dealer, deal=state)
