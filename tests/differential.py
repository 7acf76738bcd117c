"""The engine and the referee play the same deals side by side and are compared at every step.

`check_deal` plays one deal of the corpus in both and returns the first difference. As a command
this file runs a campaign:
``python tests/differential.py --deals 20000 --processes 2 --journal FILE``.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence

import attrs

import campaigns
import corpus
from campaigns import Campaign, Findings
from lisi_mahjong import GameState, RuleSet, WonDeal, actors, apply, legal_actions
from lisi_mahjong.rules import MAX_RESERVED_STACKS
from plain import plain_action, plain_reading, plain_state, texts
from referee import TILE_ORDER, Reading, Referee

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


def count_end(found: Findings, state: GameState, decisions: int) -> None:
    """Count a deal that both sides played to its end alike."""
    end = ending(state)
    ting = sum(player.ting is not None for player in state.players)
    won = isinstance(state.result, WonDeal)
    found.counts.update(decisions=decisions, wins=won, draws=not won, kongs=state.kongs, ting=ting)
    for field in attrs.fields(type(state.rules)):
        found.counts[f"{field.name} = {getattr(state.rules, field.name)} · {end}"] += 1


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
    deal: corpus.Deal, found: Findings, options: Mapping[str, object] | None = None
) -> Failure | None:
    """Play a deal on both sides; return the first difference, or count the deal.

    Args:
        deal: of the corpus.
        found: where a deal without a difference is counted.
        options: wrong options for the referee, to see whether they are noticed.
    """
    found.counts["checked"] += 1
    played: list[str] = []
    state, choose = deal.start, deal.chooser()
    try:
        referee = referee_of(deal, options)
        differ = tuple(differences(state, referee))
        while actors(state) and not differ:
            action = choose(state)
            played.append(str(action))
            state = apply(state, action)
            referee.apply(plain_action(action))
            differ = tuple(differences(state, referee))
    except Exception:  # noqa: BLE001 - a campaign goes on, whatever breaks
        differ = (traceback.format_exc(),)
    if differ:
        return Failure(deal, tuple(played), differ)
    count_end(found, state, len(played))
    return None


# --- a campaign ---------------------------------------------------------------------------


def check_numbers(start: int, stop: int) -> Findings:
    """Return what came of the deals of these numbers."""
    found = Findings()
    for number in range(start, stop):
        failure = check_deal(corpus.drawn(number), found)
        if failure is not None:
            found.failures.append(str(failure))
    return found


def summary(found: Findings) -> Iterator[str]:
    """Yield the lines that sum a campaign up."""
    counts = found.counts
    names = ("decisions", "wins", "draws", "kongs", "ting")
    yield f"{counts['checked']} deals, " + ", ".join(f"{counts[name]} {name}" for name in names)
    yield f"{'endings by option':42}" + "".join(f"{end:>17}" for end in ENDINGS)
    for field in attrs.fields(RuleSet):
        stacks = field.name == "reserved_stacks"
        for value in range(MAX_RESERVED_STACKS + 1) if stacks else (False, True):
            option = f"{field.name} = {value}"
            row = [counts[f"{option} · {end}"] for end in ENDINGS]
            yield f"{option:42}" + "".join(f"{number:17}" for number in row)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    parser = campaigns.parser("Compare the engine with the referee.", "deals", 1000)
    options = parser.parse_args(arguments)
    numbers = (options.start, options.start + options.number)
    campaign = Campaign(
        "deals, engine and referee", check_numbers, numbers, 25, options.processes, options.journal
    )
    return campaigns.run(campaign, summary)


if __name__ == "__main__":
    sys.exit(main())
