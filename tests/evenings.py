"""Tables for tests: four people sit down, are ready, and play whole deals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from lisi_mahjong import (
    Leave,
    Play,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    actors,
    apply_table,
)
from players import Chooser, tidy

FOUR = ("Ann", "Bo", "Cai", "丁")

TABLE_REFUSALS = frozenset(
    {
        Refusal.NOT_A_TABLE_ACTION,
        Refusal.BAD_NAME,
        Refusal.SEAT_TAKEN,
        Refusal.ALREADY_SEATED,
        Refusal.SEAT_EMPTY,
        Refusal.NOT_YOUR_SEAT,
        Refusal.TABLE_STARTS,
        Refusal.ALREADY_READY,
        Refusal.NOT_READY,
        Refusal.DEAL_IN_PROGRESS,
        Refusal.NOT_ALL_READY,
        Refusal.NO_DEAL,
    }
)
"""Those that no deal gives."""

DEAL_REFUSALS = tuple(refusal for refusal in Refusal if refusal not in TABLE_REFUSALS)
"""Those of a deal, in their order."""


def seated(
    names: Iterable[str] = FOUR,
    rules: RuleSet = RuleSet(),
    score: ScoreTable = ScoreTable(),
) -> TableState:
    """Return a new table at which these people sit, from seat 0 on."""
    table = TableState.new(rules, score)
    for seat, name in enumerate(names):
        table = apply_table(table, Sit(seat, name))
    return table


def all_ready(table: TableState) -> TableState:
    """Return a full table after everybody who was not ready is."""
    for seat in range(4):
        if not table.ready[seat]:
            table = apply_table(table, Ready(seat))
    return table


def started(table: TableState, shuffle: Shuffle | int = 7) -> TableState:
    """Return a full table after everybody is ready and a deal has started."""
    if isinstance(shuffle, int):
        shuffle = Shuffle.from_seed(shuffle)
    return apply_table(all_ready(table), StartDeal(shuffle))


def finished(table: TableState, player: Chooser = tidy, seed: int = 0) -> TableState:
    """Return a table after its deal has been played to the end."""
    rng = random.Random(seed)
    while table.deal is not None and (deciding := actors(table.deal)):
        table = apply_table(table, Play(player(table.deal, deciding[0], rng)))
    return table


def evening(table: TableState, seeds: Iterable[int], player: Chooser = tidy) -> TableState:
    """Return a full table after a deal on each of some seeds."""
    for seed in seeds:
        table = finished(started(table, seed), player, seed)
    return table


def seed_where(
    wanted: Callable[[TableState], bool], table: TableState, player: Chooser = tidy
) -> int:
    """Return the first seed on which a table, after the deal, is as wanted."""
    return next(seed for seed in range(10_000) if wanted(evening(table, [seed], player)))


def one_left() -> TableState:
    """Return a table with seat 2 empty, whose deal is void."""
    return apply_table(started(seated()), Leave(2))
