"""The command ``table``: four built-in players over many deals, a line a deal, and the ledger."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

import attrs

from lisi_mahjong.command_files import STANDARD, complaint, output
from lisi_mahjong.command_parts import RULES, SCORES, Progress, number_of_deals, seed_of
from lisi_mahjong.legal import actors
from lisi_mahjong.players import tidy
from lisi_mahjong.sitting_writer import SittingWriter
from lisi_mahjong.state import GameState, WonDeal
from lisi_mahjong.summary_json import summary_as_json
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
    command.add_argument(
        "--record",
        type=_file_name,
        metavar="FILE",
        help="write the record of the sitting to a file, too; a file of that name is replaced",
    )
    command.set_defaults(run=table)


def _file_name(text: str) -> str:
    if text == STANDARD:
        message = "a file, as the standard output has the deals"
        raise argparse.ArgumentTypeError(message)
    return text


def table(options: argparse.Namespace) -> int:
    """Play the deals and print them; return the exit code: 1 where the file cannot be written.

    Args:
        options: ``deals``, ``seed``, ``rules``, ``json``, and ``record`` or ``None``.
    """
    if options.record is None:
        _print(_Sitting(options, lambda _: None), options)
        return 0
    try:
        with output(options.record) as stream:
            _print(_Sitting(options, stream.write), options)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        sys.stderr.write(complaint(options.record, error))
        return 1
    return 0


class _Sitting:
    """Four players at a table whose sitting is written down."""

    def __init__(self, options: argparse.Namespace, write: Callable[[str], object]) -> None:
        rules, score = RULES[options.rules](), SCORES[options.rules]()
        players = {"played_by": f"{tidy.__module__}.{tidy.__name__}"}
        self._writer = SittingWriter(write, rules, score, metadata=players)
        self._seed = options.seed
        for seat, name in enumerate(PEOPLE):
            self._writer.act(Sit(seat, name))

    @property
    def state(self) -> TableState:
        """The table as it is now."""
        return self._writer.state

    def deals(self, number: int) -> Iterator[DealSummary]:
        """Play so many deals and yield what came of each."""
        for done in range(number):
            for seat in range(4):
                self._writer.act(Ready(seat))
            seed = f"{self._seed}/{done}"
            self._writer.act(StartDeal(Shuffle.from_seed(seed)), seed=seed)
            while self.state.playing:
                played = cast("GameState", self.state.deal)
                self._writer.act(Play(tidy(played, actors(played)[0])))
            yield self.state.history[-1]
        self._writer.close()


def _print(sitting: _Sitting, options: argparse.Namespace) -> None:
    """Play a sitting and print its lines as they come."""
    progress = Progress("deals", sys.stderr, options.deals)
    telling = _telling_json if options.json else _telling
    for done, line in enumerate(telling(sitting, options)):
        progress.wipe()
        sys.stdout.write(line + "\n")
        progress.show(done)
    progress.finish()


# --- words --------------------------------------------------------------------------------


def _telling(sitting: _Sitting, options: argparse.Namespace) -> Iterator[str]:
    yield f"Taiyuan Lisi mahjong 太原立四麻将, rules {options.rules}, seed {options.seed}"
    yield ""
    for number, summary in enumerate(sitting.deals(options.deals), start=1):
        paid = _signed(dict(zip(summary.names, summary.deltas, strict=True)))
        times = f", × {summary.multiplier} 荒庄加倍" if summary.multiplier > 1 else ""
        yield f"{number:4}  dealer {PEOPLE[summary.dealer]}  {paid}  {_ending(summary)}{times}"
    yield ""
    yield f"Ledger 账    {_signed(dict(sitting.state.ledger))}"


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


def _telling_json(sitting: _Sitting, options: argparse.Namespace) -> Iterator[str]:
    state = sitting.state
    yield json.dumps(
        {
            "rules": attrs.asdict(state.rules),
            "score": attrs.asdict(state.score),
            "seed": options.seed,
            "names": list(PEOPLE),
        }
    )
    for number, summary in enumerate(sitting.deals(options.deals), start=1):
        yield json.dumps({"deal": number, **summary_as_json(summary)})
    yield json.dumps({"deals": options.deals, "ledger": dict(sitting.state.ledger)})
