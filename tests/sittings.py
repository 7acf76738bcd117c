"""Whole sittings at two tables side by side: the engine's and the slow referee's.

`play_sitting` plays one; after everything that is done at the table both must have the same
people, readiness, dealer, multiplier, ledger and history, must allow the same, and each settled
deal is compared payment by payment. As a command this file runs a campaign and prints the figures
that people who run tables ask for:
``python tests/sittings.py --sittings 1000 --deals 16 --rules mixed --seed S --processes 2``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import attrs

import differential
import referee_table
from evenings import FOUR
from lisi_mahjong import (
    DealSummary,
    Leave,
    Play,
    Ready,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Unready,
    VoidDeal,
    WonDeal,
    actors,
    apply_table,
    table_legal_actions,
    why_table_illegal,
)
from plain import plain_action, plain_reading, texts
from players import PLAYERS, wishing
from referee_table import RefereeTable
from sitting_figures import Figures, asked_in, lines
from sitting_plans import GUEST, MODES, Plan, plan

CHUNK = 5  # sittings in a row, for one process
SHOWN = 5  # failures written out in full

# How much oftener somebody leaves there than on a turn.
LEAVES_AT = {"turn": 1, "claim": 6, "claim with an answer": 60}

# --- the comparison -----------------------------------------------------------------------


class Disagreement(Exception):  # noqa: N818 - it is what is looked for
    """The two tables are not alike; the arguments say in what."""


def plain_table_action(action: TableAction) -> tuple[object, ...]:
    """Return an action at a table in the referee's form."""
    match action:
        case Sit(seat, name):
            return ("sit", seat, name)
        case Ready(seat):
            return ("ready", seat)
        case Unready(seat):
            return ("unready", seat)
        case Leave(seat):
            return ("leave", seat)
        case StartDeal(shuffle):
            return ("start", texts(shuffle.layout), shuffle.dice, shuffle.dealer_draw)
        case Play(played):
            return ("play", plain_action(played))


def plain_summary(summary: DealSummary) -> tuple[int, int, tuple[int, ...] | None]:
    """Return a deal of the history in the referee's form."""
    void = isinstance(summary.result, VoidDeal)
    return summary.dealer, summary.multiplier, None if void else summary.deltas


def table_differences(table: TableState, other: RefereeTable) -> Iterator[str]:
    """Yield in what a table of the engine is not what the referee's is."""
    seats = range(4)
    people = other.people()
    game = other.game
    pairs: dict[str, tuple[object, object]] = {
        "names": (list(table.names), [people.get(seat) for seat in seats]),
        "ready": ([seat for seat in seats if table.ready[seat]], other.ready()),
        "playing": (table.playing, other.playing()),
        "dealer": (table.dealer, other.dealer()),
        "multiplier": (table.multiplier, other.multiplier()),
        "ledger": (dict(table.ledger), other.ledger()),
        "history": (list(map(plain_summary, table.history)), other.history()),
        "actors": (
            None if table.deal is None else list(actors(table.deal)),
            None if game is None else game.actors(),
        ),
    }
    for name, (ours, theirs) in pairs.items():
        if ours != theirs:
            yield f"{name}: engine {ours}, referee {theirs}"
    sums = [sum(table.ledger.values()), *(sum(summary.deltas) for summary in table.history)]
    if any(sums):
        yield f"ledger and deals add up to {sums} (SCORE-8)"


def choice_differences(table: TableState, other: RefereeTable) -> Iterator[str]:
    """Yield what only one of the tables allows; the actions of the deal are compared elsewhere."""
    for seat in range(4):
        listed = [act for act in table_legal_actions(table, seat) if not isinstance(act, Play)]
        mine: list[TableAction] = [Ready(seat), Unready(seat), Leave(seat)]
        allowed = [action for action in mine if other.may(plain_table_action(action))]
        if Counter(listed) != Counter(allowed):
            yield f"seat {seat}: listed {list(map(str, listed))}, not {list(map(str, allowed))}"
        sitting: list[TableAction] = [Sit(seat, name) for name in (*FOUR, GUEST)]
        for action in (*mine, *sitting):
            refusal, may = why_table_illegal(table, action), other.may(plain_table_action(action))
            if may != (refusal is None):
                yield f"{action}: engine {refusal}, referee {may}"
    refusal, may = why_table_illegal(table, StartDeal(ANY_SHUFFLE)), other.may(("start",))
    if may != (refusal is None):
        yield f"start: engine {refusal}, referee {may}"


ANY_SHUFFLE = Shuffle.from_seed(0)


def settlement_differences(table: TableState, other: RefereeTable) -> Iterator[str]:
    """Yield in what the settlement of the deal just ended differs, payment by payment."""
    summary, deal, game = table.history[-1], table.deal, other.game
    assert deal is not None
    assert game is not None
    yield from differential.differences(deal, game)
    if (summary.names, summary.kongs) != (other.deals[-1].names, game.kongs()):
        yield f"summary: engine {summary.names}, {summary.kongs} kongs"
    if not isinstance(summary.result, WonDeal) or game.won is None:
        return
    settlement = summary.settlement
    best = referee_table.best_reading(game, other.score)
    if settlement.reading is None:
        yield f"reading: engine none, referee {best}"
        return
    ours = {**plain_reading(settlement.reading), "points": None}
    if ours != {**best, "points": None}:  # the referee's points are those of the default table
        yield f"reading: engine {ours}, referee {best}"
    unit = sum(referee_table.tag_points(best["tags"], other.score).values())
    unit += other.score["dealer_wins"] if summary.result.winner == summary.dealer else 0
    if settlement.points != unit or settlement.reading.points > unit:
        yield f"points: engine {settlement.points}, referee {unit}"
    paid: Counter[tuple[int, str]] = Counter()
    for payment in settlement.payments:
        paid[payment.payer, payment.item.name.lower()] += payment.amount
        if payment.payee != summary.result.winner or payment.amount < 1:
            yield f"payment: {payment}"
    owed: Counter[tuple[int, str]] = Counter()
    for slip in referee_table.slips(game, other.score, summary.multiplier):
        owed[slip.bearer, slip.item] += slip.amount
    if paid != owed:  # counters: what is 0 need not be there
        yield f"payments: engine {+paid}, referee {+owed}"


# --- a sitting ----------------------------------------------------------------------------

Seen = Callable[[TableState, RefereeTable], None]


class Sitting:
    """A sitting at both tables, or at the engine's alone.

    Args:
        how: the plan.
        figures: where deals are counted.
        compared: whether the referee's table is there.
        seen: is shown both tables after each settled deal.
    """

    def __init__(
        self, how: Plan, figures: Figures, *, compared: bool = True, seen: Seen | None = None
    ) -> None:
        self.how, self.figures, self.seen = how, figures, seen
        self.rng = random.Random(f"sitting {how.key}")
        self.table = TableState.new(how.rules, how.score)
        self.other: RefereeTable | None = None
        if compared:
            self.other = RefereeTable(attrs.asdict(how.rules), attrs.asdict(how.score))
        self.done: list[str] = []
        self.seats: dict[str, int] = {}  # where each person has sat last

    def play(self, deals: int) -> None:
        """Play so many deals, void ones too.

        Raises:
            Disagreement: the tables are not alike.
        """
        for number in range(deals):
            self.gather()
            self.play_deal(number)

    def do(self, action: TableAction) -> None:
        """Do something at both tables, and compare them."""
        self.done.append(str(action))
        before = self.table
        self.table = apply_table(before, action)
        settled = before.playing and not self.table.playing and not isinstance(action, Leave)
        if self.other is not None:
            self.other.do(plain_table_action(action))
            found = [*table_differences(self.table, self.other)]
            if settled or not isinstance(action, Play):
                found += choice_differences(self.table, self.other)
            if settled:
                found += settlement_differences(self.table, self.other)
            if found:
                raise Disagreement(*found)
        self.count(before, action)
        if settled and self.seen is not None and self.other is not None:
            self.seen(self.table, self.other)

    def count(self, before: TableState, action: TableAction) -> None:
        """Count what has been done."""
        figures, table = self.figures, self.table
        figures.sums.update(("actions", type(action).__name__))
        match action:
            case Sit(seat, name):
                figures.sums["moved"] += self.seats.setdefault(name, seat) != seat
                self.seats[name] = seat
            case Leave() if before.playing:
                figures.count_void(before)
            case Leave():
                figures.sums["left before a game" if before.deal is None else "left between"] += 1
            case Play() if not table.playing:
                figures.count_settled(table, self.where())
            case _:
                pass

    def where(self) -> str:
        """Return the place in the campaign."""
        return f"{self.how.key}, deal {len(self.table.history)}"

    def gather(self) -> None:
        """Do what people do before a deal, until all four are ready."""
        while True:
            if self.rng.random() < self.how.restless and self.unrest():
                continue
            if all(self.table.ready):
                return
            self.do(self.rng.choice([*self.sitting_down(), *self.getting_ready()]))

    def sitting_down(self) -> list[TableAction]:
        """Return who may sit down where: the four anywhere, the guest when one has left."""
        names = self.table.names
        empty = [seat for seat in range(4) if names[seat] is None]
        people = [name for name in self.how.players if name not in names]
        if not self.table.history:
            people = [name for name in people if name != GUEST]
        return [Sit(seat, name) for seat in empty for name in people]

    def getting_ready(self) -> list[TableAction]:
        """Return who may get ready."""
        table = self.table
        return [
            Ready(seat)
            for seat in range(4)
            if table.names[seat] is not None and not table.ready[seat]
        ]

    def unrest(self) -> bool:
        """Let somebody leave or take readiness back; return whether anybody could."""
        table = self.table
        seats = [seat for seat in range(4) if table.names[seat] is not None]
        if self.rng.random() < 0.5:
            seats = [seat for seat in seats if table.ready[seat]]
            if seats:
                self.do(Unready(self.rng.choice(seats)))
        elif seats:
            self.do(Leave(self.rng.choice(seats)))
        return bool(seats)

    def play_deal(self, number: int) -> None:
        """Play a deal to its end, or until somebody leaves."""
        shuffle = Shuffle.from_seed(f"{self.how.key}/{number}")
        players = [PLAYERS[self.how.players[name]] for name in self.table.names if name]
        if self.rng.random() < self.how.stacked:
            situation = self.rng.choice(self.how.walls)
            stack = situation(self.rng)
            while self.table.dealer not in (None, stack.dealer):
                stack = situation(self.rng)
            shuffle = attrs.evolve(stack.shuffle, dealer_draw=stack.dealer)
            if self.rng.random() < 0.8:
                players = [wishing(stack.wishes, player) for player in players]
        self.do(StartDeal(shuffle))
        while self.table.playing:
            deal = self.table.deal
            assert deal is not None
            if self.rng.random() < self.how.leaving * LEAVES_AT[asked_in(deal)]:
                self.do(Leave(self.rng.randrange(4)))
            else:
                seat = self.rng.choice(actors(deal))
                self.do(Play(players[seat](deal, seat, self.rng)))


def play_sitting(
    how: Plan, deals: int, figures: Figures, *, compared: bool = True, seen: Seen | None = None
) -> None:
    """Play a sitting and count it; the first disagreement ends it and is kept in the figures."""
    sitting = Sitting(how, figures, compared=compared, seen=seen)
    try:
        sitting.play(deals)
    except Disagreement as found:
        figures.failures.append(failure(sitting, map(str, found.args)))
    except Exception:  # noqa: BLE001 - a campaign goes on, whatever breaks
        figures.failures.append(failure(sitting, [traceback.format_exc()]))
    figures.sums["sittings"] += 1


def failure(sitting: Sitting, found: Iterable[str]) -> str:
    """Return the words for a place where the tables are not alike."""
    how = sitting.how
    mode, seed, number = how.key.split("/")
    return (
        f"{sitting.where()}: {how.rules}, {how.score}\n"
        + "".join(f"  {difference}\n" for difference in found)
        + f"  after {len(sitting.done)} actions, the last ones {sitting.done[-8:]}\n"
        + f"to see it: --rules {mode} --seed {seed} --start {number} --sittings 1"
    )


# --- a campaign ---------------------------------------------------------------------------


@attrs.frozen
class Campaign:
    """What a command line asks for."""

    mode: str
    seed: str
    deals: int
    compared: bool = True


def play_numbers(campaign: Campaign, bounds: tuple[int, int]) -> Figures:
    """Return the figures of the sittings of these numbers."""
    figures = Figures()
    for number in range(*bounds):
        how = plan(campaign.mode, campaign.seed, number)
        play_sitting(how, campaign.deals, figures, compared=campaign.compared)
    return figures


def parts(
    campaign: Campaign, chunks: Sequence[tuple[int, int]], processes: int
) -> Iterator[Figures]:
    """Yield the figures of the chunks, in order."""
    if processes == 1:
        yield from map(play_numbers, repeat(campaign), chunks)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play_numbers, repeat(campaign), chunks)


def run(campaign: Campaign, start: int, sittings: int, processes: int) -> int:
    """Run a campaign; return the exit code."""
    stop = start + sittings
    chunks = [(first, min(first + CHUNK, stop)) for first in range(start, stop, CHUNK)]
    total, began = Figures(), time.monotonic()
    for part in parts(campaign, chunks, processes):
        for text in part.failures[: max(0, SHOWN - len(total.failures))]:
            sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
        total.add(part)
        if sys.stderr.isatty():
            done, seconds = total.sums["sittings"], time.monotonic() - began
            sys.stderr.write(f"\r{done}/{sittings} sittings, {done / seconds:.1f}/s ")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    if campaign.compared:
        failed = len(total.failures)
        verdict = f"{failed} sittings with a disagreement" if failed else "no disagreement"
    else:
        verdict = "not compared"
    heading = f"rules {campaign.mode}, seed {campaign.seed}, {campaign.deals} deals a sitting"
    sys.stdout.write("\n".join((f"{heading}: {verdict}", *lines(total))) + "\n")
    return 1 if total.failures else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    parser = argparse.ArgumentParser(description="Compare whole sittings, and count.")
    parser.add_argument("--sittings", type=int, default=100, help="how many (100)")
    parser.add_argument("--start", type=int, default=0, help="the number of the first one (0)")
    parser.add_argument("--deals", type=int, default=16, help="deals in each (16)")
    parser.add_argument("--rules", choices=MODES, default="mixed", help="what is played (mixed)")
    parser.add_argument("--seed", default="1", help="any text without a slash (1)")
    parser.add_argument("--processes", type=int, default=1, help="how many at a time (1)")
    parser.add_argument(
        "--figures-only", action="store_true", help="play without the referee, much faster"
    )
    options = parser.parse_args(arguments)
    if "/" in options.seed:
        parser.error("the seed has a slash")
    campaign = Campaign(
        options.rules, options.seed, options.deals, compared=not options.figures_only
    )
    return run(campaign, options.start, options.sittings, options.processes)


if __name__ == "__main__":
    sys.exit(main())
