"""Deals drawn by number: the wall, the dealer, all ten options and the four players.

The same number is the same deal in every test and campaign, on every Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import attrs
from hypothesis.vendor.pretty import RepresentationPrinter

from lisi_mahjong import Action, GameState, RuleSet, Shuffle, actors, apply, deal
from players import PLAYERS, wishing
from stacked import SITUATIONS, Stack

SEED = "seed"
WALLS = (SEED, *SITUATIONS)
"""Where a wall can come from: a seed, or a situation it was laid for."""

MIXES = (
    ("tidy", "tidy", "tidy", "tidy"),
    ("wavering", "wavering", "wavering", "wavering"),
    ("uniform", "uniform", "uniform", "uniform"),
    ("tidy", "wavering", "tidy", "uniform"),
)

SWITCHES = tuple(field.name for field in attrs.fields(RuleSet) if isinstance(field.default, bool))


@attrs.frozen
class Deal:
    """A deal before its first action, and who plays it."""

    number: int
    wall: str
    mix: tuple[str, ...]
    followed: bool
    start: GameState = attrs.field(repr=False)
    wishes: tuple[Action, ...] = attrs.field(repr=False)

    def describe(self) -> str:
        """Return the deal on one line."""
        wishes = ", wishes followed" if self.followed else ""
        return (
            f"deal {self.number}: wall {self.wall}{wishes}, dealer {self.start.dealer}, "
            f"{' '.join(self.mix)}, {self.start.rules}"
        )

    def _repr_pretty_(self, printer: RepresentationPrinter, _: object) -> None:
        """Let Hypothesis show the deal on one line."""
        printer.text(self.describe())

    def chooser(self) -> Callable[[GameState], Action]:
        """Return what says, state after state from the start, what is done next."""
        rng = random.Random(f"play {self.number}")
        players = [PLAYERS[name] for name in self.mix]
        if self.followed:
            players = [wishing(self.wishes, player) for player in players]

        def choose(state: GameState) -> Action:
            seat = rng.choice(actors(state))
            return players[seat](state, seat, rng)

        return choose

    def actions(self) -> Iterator[tuple[GameState, Action]]:
        """Yield every state in which somebody decides, and what is done there."""
        state, choose = self.start, self.chooser()
        while actors(state):
            action = choose(state)
            yield state, action
            state = apply(state, action)


def drawn(number: int) -> Deal:
    """Return the deal of a number.

    Every second wall is a seed's; the others go through the situations. The rules are the
    written ones, those of Taiyuan, or mixed, with every number of reserved stacks in its turn.
    """
    rng = random.Random(f"deal {number}")
    mixed = _mixed_rules(number, rng)
    rules = (RuleSet(), RuleSet.taiyuan(), mixed, mixed, mixed)[number % 5]
    if number % 2:
        wall, stack = SEED, Stack(Shuffle.from_seed(number), rng.randrange(4), {}, ())
    else:
        wall = WALLS[1 + number // 2 % len(SITUATIONS)]
        stack = SITUATIONS[wall](rng)
        rules = RuleSet.from_options(attrs.asdict(rules) | stack.options)
    return Deal(
        number,
        wall,
        rng.choice(MIXES),
        bool(stack.wishes) and rng.random() < 0.7,
        deal(stack.shuffle, dealer=stack.dealer, rules=rules),
        stack.wishes,
    )


def _mixed_rules(number: int, rng: random.Random) -> RuleSet:
    options: dict[str, object] = {name: rng.random() < 0.5 for name in SWITCHES}
    options["reserved_stacks"] = rng.choice((7, 7, 0, 1))
    if number // 5 % 3 == 0:
        options["reserved_stacks"] = number // 15 % 42
    return RuleSet.from_options(options)
