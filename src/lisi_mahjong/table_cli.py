"""The command ``table``: four built-in players over many deals, a line a deal, and the ledger."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, Final, cast

import attrs

from lisi_mahjong.command_parts import RULES, SCORES, Progress, number_of_deals, seed_of
from lisi_mahjong.legal import actors
from lisi_mahjong.players import tidy
from lisi_mahjong.state import GameState, WonDeal
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table import apply_table
from lisi_mahjong.table_actions import Play, Ready, Sit, StartDeal
from lisi_mahjong.table_state import DealSummary, TableState
from lisi_mahjong.wall import Shuffle
from lisi_mahjong.winning import Reading, Tag

PEOPLE: Final = ("A", "B", "C", "D")
"""The names of the four players, by seat."""

_DEALS: Final = 16


def add_command(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command; it sets ``run``, a function of the parsed options.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> add_command(parser.add_subparsers())
        >>> parser.parse_args(["table", "--deals", "4"]).deals
        4
    """
    command = subparsers.add_parser(
        "table",
        help="play many deals at one table and print the ledger",
        description="Play deals at one table, with the dealer passed on and every deal settled: a "
        "line for each deal, and the ledger at the end.",
        allow_abbrev=False,
    )
    command.add_argument(
        "--deals",
        type=number_of_deals,
        default=_DEALS,
        metavar="N",
        help=f"how many (default: {_DEALS})",
    )
    command.add_argument(
        "--seed",
        type=seed_of,
        default=1,
        help="an integer or any text; deal i has the seed 'SEED/i', from 'SEED/0' on (default: 1)",
    )
    command.add_argument(
        "--rules",
        choices=RULES,
        default="written",
        help="the written rules and numbers, or those of servers in Taiyuan (default: written)",
    )
    command.add_argument("--json", action="store_true", help="print JSON, an object a line")
    command.set_defaults(run=table)


def table(options: argparse.Namespace) -> int:
    """Play the deals and print them; return the exit code, 0.

    Args:
        options: ``deals``, ``seed``, ``rules`` and ``json``.
    """
    start = TableState.new(RULES[options.rules](), SCORES[options.rules]())
    for seat, name in enumerate(PEOPLE):
        start = apply_table(start, Sit(seat, name))
    telling = _telling_json if options.json else _telling
    progress = Progress("deals", sys.stderr, options.deals)
    for done, line in enumerate(telling(start, options)):
        progress.wipe()
        sys.stdout.write(line + "\n")
        progress.show(done)
    progress.finish()
    return 0


def _evening(state: TableState, options: argparse.Namespace) -> Iterator[TableState]:
    """Yield the table after each deal."""
    for number in range(options.deals):
        for seat in range(4):
            state = apply_table(state, Ready(seat))
        state = apply_table(state, StartDeal(Shuffle.from_seed(f"{options.seed}/{number}")))
        while state.playing:
            played = cast("GameState", state.deal)
            state = apply_table(state, Play(tidy(played, actors(played)[0])))
        yield state


# --- words --------------------------------------------------------------------------------


def _telling(state: TableState, options: argparse.Namespace) -> Iterator[str]:
    yield f"Taiyuan Lisi mahjong 太原立四麻将, rules {options.rules}, seed {options.seed}"
    yield ""
    for number, after in enumerate(_evening(state, options), start=1):
        state = after
        summary = state.history[-1]
        paid = _signed(dict(zip(summary.names, summary.deltas, strict=True)))
        times = f", × {summary.multiplier} 荒庄加倍" if summary.multiplier > 1 else ""
        yield f"{number:4}  dealer {PEOPLE[summary.dealer]}  {paid}  {_ending(summary)}{times}"
    yield ""
    yield f"Ledger 账    {_signed(dict(state.ledger))}"


def _signed(points: dict[str, int]) -> str:
    return "  ".join(
        f"{name} {f'{number:+}' if number else '0':>4}" for name, number in points.items()
    )


def _ending(summary: DealSummary) -> str:
    result = summary.result
    if not isinstance(result, WonDeal):
        kongs = summary.kongs
        return "drawn 荒庄" + (f", {kongs} kong{'s' if kongs > 1 else ''} 杠" if kongs else "")
    if result.loser is None:
        how = f"by self-draw 自摸 of {result.tile}"
    else:
        how = "by robbing a kong 抢杠胡" if result.robbed_kong else "on a discard 放铳"
        how += f", {result.tile} of {PEOPLE[result.loser]}"
    paid = cast("Reading", summary.settlement.reading)
    tags = [f"{tag.en} {tag.zh}" for tag in Tag if tag in paid.tags]
    return ", ".join([f"{PEOPLE[result.winner]} wins {how}", *tags])


# --- JSON ---------------------------------------------------------------------------------


def _telling_json(state: TableState, options: argparse.Namespace) -> Iterator[str]:
    yield json.dumps(
        {
            "rules": attrs.asdict(state.rules),
            "score": attrs.asdict(state.score),
            "seed": options.seed,
            "names": list(PEOPLE),
        }
    )
    for number, after in enumerate(_evening(state, options), start=1):
        state = after
        yield json.dumps({"deal": number, **summary_as_json(state.history[-1])})
    yield json.dumps({"deals": options.deals, "ledger": dict(state.ledger)})
