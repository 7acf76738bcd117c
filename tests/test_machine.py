"""One deal as a state machine: actions, answers, tries that are refused, in any order."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from corpus import Deal
from lisi_mahjong import (
    Action,
    GameState,
    IllegalAction,
    Tile,
    actors,
    apply,
    legal_actions,
    step,
    why_illegal,
)
from offers import every_action
from plain import tiles_on_table
from strategies import deals

FOUR_EACH = Counter(dict.fromkeys(Tile, 4))
EVERYTHING = tuple(action for seat in range(4) for action in every_action(seat))


class OneDeal(RuleBasedStateMachine):
    """A deal and everybody at the table, who may try anything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.accepted = 0

    @initialize(played=deals())
    def begin(self, played: Deal) -> None:
        self.state = played.start
        self.choose = played.chooser()

    @precondition(lambda self: self.state.result is None)
    @rule()
    def play(self) -> None:
        """The seats' players go on."""
        self.accept(self.choose(self.state))

    @precondition(lambda self: self.state.result is None)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Somebody who must decide does anything that is legal."""
        seat = data.draw(st.sampled_from(actors(self.state)))
        self.accept(data.draw(st.sampled_from(legal_actions(self.state, seat))))

    @rule(action=st.sampled_from(EVERYTHING))
    def try_anything(self, action: Action) -> None:
        """Somebody tries something, and it happens just when it is legal."""
        if action in legal_actions(self.state, action.seat):
            self.accept(action)
            return
        with pytest.raises(IllegalAction) as caught:
            apply(self.state, action)
        assert caught.value.refusal is why_illegal(self.state, action)

    def accept(self, action: Action) -> None:
        before: GameState = self.state
        self.state = step(before, action).state
        self.accepted += 1
        assert self.state == apply(before, action)
        assert self.state.remaining <= before.remaining
        assert self.state.kongs >= before.kongs

    @invariant()
    def no_tile_is_lost_or_doubled(self) -> None:
        assert tiles_on_table(self.state) == FOUR_EACH

    @invariant()
    def the_reserve_is_kept(self) -> None:
        assert self.state.remaining >= self.state.reserve

    @invariant()
    def who_must_decide_can(self) -> None:
        asked = tuple(seat for seat in range(4) if legal_actions(self.state, seat))
        assert asked == actors(self.state)
        assert bool(asked) is (self.state.result is None)

    @invariant()
    def accepted_actions_are_counted(self) -> None:
        assert self.state.ply == self.accepted


TestOneDeal = OneDeal.TestCase
TestOneDeal.settings = settings(max_examples=100, stateful_step_count=200)
