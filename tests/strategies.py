"""Hypothesis strategies for play: rule sets, shuffles, deals, and states that play comes to."""

from __future__ import annotations

import random

import attrs
from hypothesis import strategies as st

from corpus import MIXES, SEED, SWITCHES, Deal
from lisi_mahjong import GameState, RuleSet, Shuffle, actors, apply, deal
from stacked import SITUATIONS, Stack

seeds = st.integers(0, 2**32)
chances = seeds.map(random.Random)
seats = st.integers(0, 3)
shuffles = seeds.map(Shuffle.from_seed)


def rule_sets(**fixed: bool | int) -> st.SearchStrategy[RuleSet]:
    """Return a strategy for rule sets, some options of which may be fixed.

    Most keep back the usual seven stacks, or none, so that deals can go on to a win.
    """
    options: dict[str, st.SearchStrategy[bool | int]] = {name: st.booleans() for name in SWITCHES}
    options["reserved_stacks"] = st.sampled_from((7, 0)) | st.integers(0, 41)
    options |= {name: st.just(value) for name, value in fixed.items()}
    return st.fixed_dictionaries(options).map(RuleSet.from_options)


@st.composite
def deals(draw: st.DrawFn, /, *situations: str, **fixed: bool | int) -> Deal:
    """Draw a deal: on the wall of a seed or of a situation, of those named or of all.

    An option that the situation asks for has its way, but for the fixed ones.
    """
    number = draw(seeds)
    rules = draw(rule_sets(**fixed))
    wall = draw(st.sampled_from(situations or (SEED, *SITUATIONS)))
    if wall == SEED:
        stack = Stack(Shuffle.from_seed(number), draw(seats), {}, ())
    else:
        stack = SITUATIONS[wall](random.Random(number))
    rules = RuleSet.from_options(attrs.asdict(rules) | stack.options | fixed)
    return Deal(
        number,
        wall,
        draw(st.sampled_from(MIXES)),
        draw(st.booleans()),
        deal(stack.shuffle, dealer=stack.dealer, rules=rules),
        stack.wishes,
    )


@st.composite
def states(draw: st.DrawFn, /, *situations: str, **fixed: bool | int) -> GameState:
    """Draw a state that a deal comes to after a number of decisions, or its end."""
    played = draw(deals(*situations, **fixed))
    state, choose = played.start, played.chooser()
    for _ in range(draw(st.integers(0, 80))):
        if not actors(state):
            break
        state = apply(state, choose(state))
    return state
