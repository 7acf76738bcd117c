"""Whatever is read can be gone on with: no legal action leads to what cannot be written."""

from __future__ import annotations

import random

import attrs
import pytest

from lisi_mahjong import (
    GameState,
    InvalidStateError,
    Problem,
    actors,
    apply,
    format_state,
    legal_actions,
    parse_state,
    problems,
)

LIMITS = [
    # 4 · (83 + 16), and 4 of the turn that goes on.
    ("lisi1 stage=turn:0:5m", 400),
    # 4 · (20 + 16), and one seat is asked.
    ("lisi1 rules=-forced_win stage=offer:0:5m remaining=20 hand1={5m1z2z3z}5m..", 145),
    # 4 · (0 + 14), and 4 of the turn; two melds are made.
    ("lisi1 rules=reserved_stacks:0 stage=turn:2:1z remaining=0 melds1=555m<2,666p<3", 60),
]
"""Lines of positions, and the number of actions that may follow each at most."""


def play_on(state: GameState, seed: int) -> GameState:
    """Return the end of a deal, every state of which has been written and read back."""
    rng = random.Random(seed)
    while to_decide := actors(state):
        state = apply(state, rng.choice(legal_actions(state, rng.choice(to_decide))))
        assert problems(state) == ()
        assert parse_state(format_state(state)) == state
    return state


@pytest.mark.parametrize(("line", "to_come"), LIMITS)
def test_a_deal_is_played_to_its_end_from_the_most_actions_that_are_read(
    line: str, to_come: int
) -> None:
    state = parse_state(f"{line} ply={999 - to_come}")
    ends = [play_on(state, seed) for seed in range(5)]
    assert max(end.ply for end in ends) > state.ply


@pytest.mark.parametrize(("line", "to_come"), LIMITS)
def test_one_action_more_is_a_problem(line: str, to_come: int) -> None:
    detail = f"ply is {1000 - to_come}, and as many as {to_come} actions may follow"
    found = ((Problem.MALFORMED_FIELD, detail),)
    with pytest.raises(InvalidStateError) as caught:
        parse_state(f"{line} ply={1000 - to_come}")
    assert caught.value.problems == found
    assert problems(attrs.evolve(parse_state(line), ply=1000 - to_come)) == found


def test_a_deal_that_has_ended_may_have_had_as_many_as_a_line_says() -> None:
    assert parse_state("lisi1 stage=drawn remaining=14 ply=999").ply == 999
