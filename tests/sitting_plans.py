"""How sittings are played: rules and numbers, people, the walls, how restless they are."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import attrs

from evenings import FOUR
from lisi_mahjong import RuleSet, ScoreTable
from stacked import SITUATIONS, Layer, Stack

MODES = ("mixed", "written", "taiyuan")
GUEST = "戊"  # takes a seat that somebody has left, now and then
MIXES = (
    ("tidy", "tidy", "tidy", "tidy", "tidy"),
    ("tidy", "tidy", "tidy", "tidy", "tidy"),
    ("wavering", "wavering", "wavering", "wavering", "wavering"),
    ("tidy", "wavering", "tidy", "uniform", "tidy"),
)

Situation = Callable[[random.Random], Stack]


def early_kong(rng: random.Random) -> Stack:
    """A seat makes a kong, melded or concealed, and can declare ting at once."""
    layer = Layer(rng)
    turn = rng.randrange(1, 4)
    seat = layer.seat(turn)
    four, (key,) = layer.same(4), layer.same(1)
    waiting = layer.sets(1, 2)
    missing = waiting.pop(rng.randrange(len(waiting)))
    layer.pool[missing] += 1
    layer.hand(seat, [key, *waiting[:3]], [*waiting[3:9], *four[:3]])
    layer.replace(0, waiting[9])
    if rng.random() < 0.5:
        layer.draw(0, four[3])
        layer.wish(f"{layer.dealer} discard {four[3]}", f"{seat} kong {four[3]} melded")
    else:
        layer.draw(turn, four[3])
        layer.wish(f"{seat} kong {four[3]} concealed")
    layer.wish(f"{seat} ting {key}")
    return layer.done()


WALLS: tuple[Situation, ...] = (*SITUATIONS.values(), early_kong)


@attrs.frozen
class Plan:
    """How a sitting is played.

    Attributes:
        key: what all its chances come from.
        rules: the options of play.
        score: the numbers of the settlement.
        players: by person, the player.
        stacked: how often a wall is laid for a situation.
        walls: the situations.
        restless: how often somebody leaves or takes readiness back between two deals.
        leaving: how often somebody leaves at a decision of a deal.
    """

    key: str
    rules: RuleSet
    score: ScoreTable
    players: Mapping[str, str]
    stacked: float = 0
    walls: tuple[Situation, ...] = WALLS
    restless: float = 0
    leaving: float = 0


def plan(mode: str, seed: str, number: int) -> Plan:
    """Return how the sitting of a number is played."""
    key = f"{mode}/{seed}/{number}"
    if mode == "mixed":
        return _mixed_plan(key, random.Random(f"plan {key}"))
    rules, score = {
        "written": (RuleSet(), ScoreTable()),
        "taiyuan": (RuleSet.taiyuan(), ScoreTable.taiyuan()),
    }[mode]
    return Plan(key, rules, score, dict.fromkeys(FOUR, "tidy"))


def _mixed_plan(key: str, rng: random.Random) -> Plan:
    people = dict(zip((*FOUR, GUEST), rng.choice(MIXES), strict=True))
    restless, leaving = rng.choice(((0, 0), (0.05, 0), (0.1, 0.002), (0.2, 0.01)))
    return Plan(
        key,
        mixed_rules(rng),
        mixed_score(rng),
        people,
        stacked=0.6,
        restless=restless,
        leaving=leaving,
    )


def mixed_rules(rng: random.Random) -> RuleSet:
    """Return a rule set with every option drawn."""
    options: dict[str, object] = {
        field.name: rng.random() < 0.5
        for field in attrs.fields(RuleSet)
        if isinstance(field.default, bool)
    }
    options["reserved_stacks"] = rng.choice((7, 7, 7, 7, 0, 1, rng.randrange(42)))
    return RuleSet.from_options(options)


def mixed_score(rng: random.Random) -> ScoreTable:
    """Return a score table with every number drawn, zeros and the defaults among them."""
    options: dict[str, object] = {}
    for field in attrs.fields(ScoreTable):
        if isinstance(field.default, bool):
            options[field.name] = rng.random() < 0.5
        elif field.name.endswith("_multiplier"):
            options[field.name] = rng.randint(1, 3)
        else:
            options[field.name] = rng.choice((field.default, 0, rng.randint(1, 12)))
    return ScoreTable.from_options(options)
