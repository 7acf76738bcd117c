"""Tables for tests: four people sit down, are ready, and play whole deals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import attrs

from lisi_mahjong import (
    GameState,
    Leave,
    Play,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    actors,
    apply_table,
    parse_table_action,
)
from players import Chooser, tidy
from playouts import idle

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


def acted(table: TableState, *actions: str | TableAction) -> TableState:
    """Return a table after some actions, given as values or as their texts."""
    for action in actions:
        parsed = parse_table_action(action) if isinstance(action, str) else action
        table = apply_table(table, parsed)
    return table


def dealt(state: GameState, table: TableState | None = None) -> TableState:
    """Return a table at which a deal that was laid by hand is being played.

    Args:
        state: the deal.
        table: a full table before it; as a rule a new one.
    """
    table = started(seated(rules=state.rules) if table is None else table)
    return attrs.evolve(table, dealer=state.dealer, deal=state)


def let_end(table: TableState) -> TableState:
    """Return a table after everybody has let the rest of the deal go."""
    return finished(table, lambda state, _seat, _rng: idle(state))
