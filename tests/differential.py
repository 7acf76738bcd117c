"""The engine and the referee play the same deals side by side and are compared at every step.

`check_deal` plays one deal of the corpus in both and returns the first difference. As a command
this file runs a campaign: ``python tests/differential.py --deals 20000 --start 0 --processes 2``.
Interrupted, it says with which ``--start`` it can be taken up again.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor

import attrs

import corpus
from lisi_mahjong import GameState, WonDeal, actors, apply, legal_actions
from plain import plain_action, plain_reading, plain_state, texts
from referee import TILE_ORDER, Reading, Referee

CHUNK = 25  # deals in a row, for one process
SHOWN = 5  # failures written out in full
ENDINGS = ("self-draw", "discard", "robbed kong", "drawn", "drawn with kong")

# --- one deal -----------------------------------------------------------------------------


@attrs.frozen
class Failure:
    """The first place of a deal where the two disagree."""

    deal: corpus.Deal
    actions: tuple[str, ...]
    differences: tuple[str, ...]

    def __str__(self) -> str:
        listed = "".join(f"    {text!r},\n" for text in self.actions)
        return (
            f"{self.deal.describe()}\n"
            f"after {len(self.actions)} actions:\n"
            + "".join(f"  {difference}\n" for difference in self.differences)
            + f"to see it: support.play(corpus.drawn({self.deal.number}).start,\n{listed})"
        )


@attrs.define
class Report:
    """What came of some deals: counts of events, of endings by option, and failures."""

    counts: Counter[str] = attrs.Factory(Counter)
    endings: Counter[tuple[tuple[str, bool | int], str]] = attrs.Factory(Counter)
    failures: list[str] = attrs.Factory(list)

    def add(self, other: Report) -> None:
        self.counts.update(other.counts)
        self.endings.update(other.endings)
        self.failures += other.failures

    def count_end(self, state: GameState, decisions: int) -> None:
        """Count a deal that both sides played to its end alike."""
        end = ending(state)
        ting = sum(player.ting is not None for player in state.players)
        won = isinstance(state.result, WonDeal)
        self.counts.update(
            decisions=decisions, wins=won, draws=not won, kongs=state.kongs, ting=ting
        )
        for field in attrs.fields(type(state.rules)):
            self.endings[(field.name, getattr(state.rules, field.name)), end] += 1


def ending(state: GameState) -> str:
    """Return which of the `ENDINGS` a finished deal had."""
    result = state.result
    if isinstance(result, WonDeal):
        if result.loser is None:
            return "self-draw"
        return "robbed kong" if result.robbed_kong else "discard"
    return "drawn with kong" if state.kongs else "drawn"


def referee_of(deal: corpus.Deal, options: Mapping[str, object] | None = None) -> Referee:
    """Return a referee for a deal; the options given replace those of the deal."""
    start = deal.start
    shuffle = start.shuffle
    rules = attrs.asdict(start.rules) | dict(options or {})
    return Referee(texts(shuffle.layout), shuffle.dice, start.dealer, rules)


def differences(state: GameState, referee: Referee) -> Iterator[str]:
    """Yield in what a state of the engine is not what the referee has."""
    engine, other = plain_state(state), referee.snapshot()
    yield from differing(engine, other)
    yield from differing({"actors": list(actors(state))}, {"actors": referee.actors()})
    for seat in range(4):
        listed = [plain_action(action) for action in legal_actions(state, seat)]
        legal, expected = set(listed), referee.legal(seat)
        if len(listed) != len(legal):
            yield f"seat {seat}: an action is listed twice: {listed}"
        if legal != expected:
            yield f"seat {seat}: legal only in the engine: {sorted(map(str, legal - expected))}"
            yield f"seat {seat}: legal only for the referee: {sorted(map(str, expected - legal))}"
    if isinstance(state.result, WonDeal) and referee.won is not None:
        found = [plain_reading(reading) for reading in state.result.readings]
        yield from differing(
            {"readings": found}, {"readings": sorted(referee.readings(), key=reading_order)}
        )


def differing(engine: Mapping[str, object], referee: Mapping[str, object]) -> Iterator[str]:
    """Yield the names under which two mappings do not hold the same."""
    for name in sorted(engine.keys() | referee.keys()):
        ours, theirs = engine.get(name, "nothing"), referee.get(name, "nothing")
        if ours != theirs:
            yield f"{name}: engine {ours}, referee {theirs}"


def reading_order(reading: Reading) -> tuple[object, ...]:
    """Return the sort key of TAG-10, which the referee leaves open."""

    def places(group: object) -> list[int]:
        assert isinstance(group, tuple)
        return [TILE_ORDER[tile] for tile in group]

    points, triplets, sets = reading["points"], reading["triplets"], reading["sets"]
    assert isinstance(points, int)
    assert isinstance(triplets, int)
    assert isinstance(sets, tuple)
    return (
        -points,
        -triplets,
        places(reading["pair"]),
        [places(group) for group in sets],
        reading["completes"] != reading["pair"],
        places(reading["completes"]),
    )


def check_deal(
    deal: corpus.Deal, report: Report, options: Mapping[str, object] | None = None
) -> Failure | None:
    """Play a deal on both sides; return the first difference, or count the deal.

    Args:
        deal: of the corpus.
        report: where a deal without a difference is counted.
        options: wrong options for the referee, to see whether they are noticed.
    """
    report.counts["deals"] += 1
    played: list[str] = []
    state, choose = deal.start, deal.chooser()
    try:
        referee = referee_of(deal, options)
        found = tuple(differences(state, referee))
        while actors(state) and not found:
            action = choose(state)
            played.append(str(action))
            state = apply(state, action)
            referee.apply(plain_action(action))
            found = tuple(differences(state, referee))
    except Exception:  # noqa: BLE001 - a campaign goes on, whatever breaks
        found = (traceback.format_exc(),)
    if found:
        return Failure(deal, tuple(played), found)
    report.count_end(state, len(played))
    return None


# --- a campaign ---------------------------------------------------------------------------


def check_numbers(start: int, stop: int) -> Report:
    """Return the report on the deals of these numbers."""
    report = Report()
    for number in range(start, stop):
        failure = check_deal(corpus.drawn(number), report)
        if failure is not None:
            report.failures.append(str(failure))
    return report


def reports(bounds: Sequence[tuple[int, int]], processes: int) -> Iterator[Report]:
    """Yield the reports on the chunks, in order."""
    if processes == 1:
        for bound in bounds:
            yield check_numbers(*bound)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(check_numbers, *zip(*bounds, strict=True))


def run(start: int, deals: int, processes: int) -> int:
    """Run a campaign; return the exit code."""
    stop = start + deals
    bounds = [(first, min(first + CHUNK, stop)) for first in range(start, stop, CHUNK)]
    total = Report()
    done, began = start, time.monotonic()
    try:
        for (_, done_now), report in zip(bounds, reports(bounds, processes), strict=True):
            for failure in report.failures[: max(0, SHOWN - len(total.failures))]:
                sys.stdout.write(f"{failure}\n")
            sys.stdout.flush()
            total.add(report)
            done = done_now
            if sys.stderr.isatty():
                rate = (done - start) / (time.monotonic() - began)
                failed = len(total.failures)
                sys.stderr.write(f"\r{done - start}/{deals} deals, {failed} failed, {rate:.0f}/s ")
                sys.stderr.flush()
    except KeyboardInterrupt:
        sys.stdout.write(f"\ninterrupted; go on with --start {done} --deals {stop - done}\n")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    sys.stdout.write("\n".join(summary(total)) + "\n")
    return 1 if total.failures or done < stop else 0


def summary(report: Report) -> Iterator[str]:
    """Yield the lines that sum a campaign up."""
    counts = report.counts
    names = ("deals", "decisions", "wins", "draws", "kongs", "ting")
    yield ", ".join(f"{counts[name]} {name}" for name in names)
    yield f"{'endings by option':42}" + "".join(f"{end:>17}" for end in ENDINGS)
    for option in sorted({option for option, _ in report.endings}):
        name, value = option
        row = "".join(f"{report.endings[option, end]:17}" for end in ENDINGS)
        yield f"{f'{name} = {value}':42}{row}"
    failed = len(report.failures)
    yield f"{counts['deals'] - failed} passed, {failed} failed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    parser = argparse.ArgumentParser(description="Compare the engine with the referee.")
    parser.add_argument("--deals", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--start", type=int, default=0, help="the number of the first one (0)")
    parser.add_argument("--processes", type=int, default=1, help="how many at a time (1)")
    options = parser.parse_args(arguments)
    return run(options.start, options.deals, options.processes)


if __name__ == "__main__":
    sys.exit(main())
