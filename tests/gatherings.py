"""Sittings for tests, by number: people come and go, are ready or not, and play whole deals.

The same number is the same sitting in every test, on every Python.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import attrs

from corpus import MIXES, drawn
from lisi_mahjong import (
    GameState,
    Leave,
    Play,
    Ready,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Unready,
    actors,
    apply_table,
    parse_table_action,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.record_format import Seed
from lisi_mahjong.sitting_writer import SittingWriter
from lisi_mahjong.sittings import Sitting, parse_sitting, read_sittings
from players import PLAYERS
from recordings import refused
from stacked import SITUATIONS

PEOPLE = ("Ann", "Bo", "Cai", "丁", "Ann Lee", '"E" \\', "👩‍👩‍👧 0 leave")

Doing = tuple[TableAction, Seed | None]
"""An action at the table, and the seed to be written where a deal starts."""


@attrs.frozen
class Gathering:
    """A sitting before it is written down."""

    rules: RuleSet
    score: ScoreTable
    doings: tuple[Doing, ...]
    metadata: dict[str, Any]


# --- by number ----------------------------------------------------------------------------


@cache
def gathering(number: int, deals: int = 3) -> Gathering:
    """Return the sitting of a number, over so many deals or, when somebody leaves, one more."""
    rng = random.Random(f"gathering {number}")
    score = (ScoreTable(), ScoreTable.taiyuan(), _any_score(rng))[number % 3]
    table = TableState.new(drawn(number).start.rules, score)
    doings: list[Doing] = []
    mix = [PLAYERS[name] for name in rng.choice(MIXES)]
    while len(table.history) < deals or rng.random() < 0.9:
        if table.playing and rng.random() < 0.995:
            assert table.deal is not None
            seat = rng.choice(actors(table.deal))
            doing: Doing = Play(mix[seat](table.deal, seat, rng)), None
        else:
            doing = _between(table, rng, f"{number}/{len(doings)}")
        doings.append(doing)
        table = apply_table(table, doing[0])
    return Gathering(table.rules, score, tuple(doings), {"number": number})


def _between(table: TableState, rng: random.Random, seed: str) -> Doing:
    """Return what somebody does who plays no tile."""
    seat = rng.randrange(4)
    if table.names[seat] is None:
        return Sit(seat, rng.choice([name for name in PEOPLE if name not in table.names])), None
    if table.playing or rng.random() < 0.02:
        return Leave(seat), None
    if all(table.ready) and rng.random() < 0.9:
        return _start(rng, seed)
    if table.ready[seat] and rng.random() < 0.9:
        return _between(table, rng, seed)
    return (Unready if table.ready[seat] else Ready)(seat), None


def _start(rng: random.Random, seed: str) -> Doing:
    """Return the start of a deal, the seed being an int, a text, bytes or unsaid."""
    kind = rng.randrange(5)
    if kind == 0:
        return StartDeal(SITUATIONS[rng.choice(list(SITUATIONS))](rng).shuffle), None
    chosen: Seed = (seed, seed, rng.randrange(-(2**70), 2**70), seed.encode())[kind - 1]
    return StartDeal(Shuffle.from_seed(chosen)), chosen if kind > 1 else None


def _any_score(rng: random.Random) -> ScoreTable:
    return ScoreTable.from_options(
        {
            field.name: rng.random() < 0.5
            if isinstance(field.default, bool)
            else rng.randrange(1, 5)
            for field in attrs.fields(ScoreTable)
        }
    )


# --- by hand ------------------------------------------------------------------------------

FOUR = ("0 sit Ann", "1 sit Bo", "2 sit Cai", "3 sit 丁")
READY = ("0 ready", "1 ready", "2 ready", "3 ready")
TO_THE_END = "to the end"


def had(*steps: str | int | bytes, close: bool = True) -> list[str]:
    """Return the lines of a sitting under the written rules.

    Args:
        steps: the text of an action, the seed of a deal that starts, or `TO_THE_END` for all that
            the package's tidy player does in it.
        close: whether it gets its ending.
    """
    lines: list[str] = []
    writer = SittingWriter(lines.append)
    for step in steps:
        if isinstance(step, int | bytes):
            writer.act(StartDeal(Shuffle.from_seed(step)), seed=step)
        elif step != TO_THE_END:
            writer.act(parse_table_action(step))
        while step == TO_THE_END and writer.state.playing:
            writer.act(tidy_play(writer.state))
    if close:
        writer.close()
    return lines


def tidy_play(table: TableState) -> Play:
    """Return what the package's tidy player does in a deal that is played."""
    played = cast("GameState", table.deal)
    return Play(tidy(played, actors(played)[0]))


def evening(*, close: bool = True) -> list[str]:
    """Return the lines of a sitting with a deal that is won, one that is void, and a comeback."""
    return had(
        *FOUR,
        *READY,
        7,
        TO_THE_END,
        *READY,
        8,
        "2 leave",
        "2 sit Dee",
        "1 leave",
        "1 sit Cai",
        close=close,
    )


# --- written and read ---------------------------------------------------------------------


def write_down(gathered: Gathering, *, close: bool = True) -> list[str]:
    """Return the lines that are written while a sitting is had."""
    lines: list[str] = []
    writer = SittingWriter(lines.append, gathered.rules, gathered.score, metadata=gathered.metadata)
    for action, seed in gathered.doings:
        writer.act(action, seed=seed)
    if close:
        writer.close()
    return lines


@cache
def lines_of_gathering(number: int, deals: int = 3) -> tuple[str, ...]:
    """Return the lines of the sitting of a number."""
    return tuple(write_down(gathering(number, deals)))


@cache
def sitting(number: int, deals: int = 3) -> Sitting:
    """Return the sitting of a number, read from its lines."""
    return parse_sitting("".join(lines_of_gathering(number, deals)))


def refused_sittings(
    lines: Iterable[str], line: int, *, unfinished: bool = True
) -> tuple[str, str]:
    """Return why lines are refused, the sittings among them read one by one."""
    return refused(lambda: list(read_sittings(lines, unfinished=unfinished)), line)


def refused_sitting(text: str, line: int) -> tuple[str, str]:
    """Return why the text of one sitting is refused."""
    return refused(lambda: parse_sitting(text), line)
