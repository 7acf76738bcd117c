"""Strategies for what comes about by playing: reachable states of many sorts, which shrink well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from drawing import QUIET, drawn, notes_of_failure
from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    InvalidStateError,
    Kong,
    KongKind,
    Pass,
    Refusal,
    RuleSet,
    Shuffle,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    parse_state,
    problems,
    why_illegal,
)
from lisi_mahjong.testing import (
    PLAYED_RULES,
    SITUATIONS,
    deals,
    decisions,
    illegal_decisions,
    records,
    sittings,
    smallest,
    states,
    tables,
)
from lisi_mahjong.testing.playing import Rules

# --- states ---


def traits(state: GameState) -> set[str]:
    """Return what can be said of a state in a word."""
    stage, players = state.stage, state.players
    found = {type(stage).__name__}
    if isinstance(stage, AwaitingTurn):
        found.add("after a draw" if stage.drawn is not None else "after a pung")
    elif isinstance(stage, AwaitingClaims):
        found |= {"robbing"} if stage.robbing else {"discard"}
        found |= {"several asked"} if len(stage.asked) > 1 else set()
        found |= {"answered"} if any(stage.answers) else set()
    elif isinstance(stage.result, WonDeal):
        found.add("self-draw" if stage.result.loser is None else "discard win")
        found |= {"robbed"} if stage.result.robbed_kong else set()
    else:
        found.add("drawn deal")
    tings = [player.ting for player in players if player.ting]
    found |= {f"{len(tings)} in ting"}
    found |= {"face up"} if any(ting.face_up for ting in tings) else set()
    found |= {meld.kind.value for player in players for meld in player.melds}
    found |= {"lock"} if any(player.lock_set for player in players) else set()
    found |= {"bar"} if any(player.win_barred for player in players) else set()
    found |= {"first state"} if state.ply == 0 else set()
    return found


TRAITS = {
    "first state": 20,
    "AwaitingTurn": 71,
    "after a draw": 65,
    "after a pung": 2,
    "AwaitingClaims": 29,
    "discard": 28,
    "several asked": 1,
    "Finished": 12,
    "discard win": 8,
    "drawn deal": 1,
    "0 in ting": 73,
    "1 in ting": 23,
    "2 in ting": 9,
    "3 in ting": 2,
    "face up": 1,
    "pung": 31,
    "melded kong": 2,
    "added kong": 1,
    "concealed kong": 10,
    "lock": 1,
    "bar": 1,
}
"""How many of 400 states are so at least; a third of the fewest in eleven times 400, or 1."""


def test_states_are_of_all_sorts_and_have_no_problem() -> None:
    found = drawn(states(), 400)
    met = Counter(trait for state in found for trait in traits(state))
    for state in found:
        assert problems(state) == ()
    assert {trait: met[trait] for trait in TRAITS if met[trait] < TRAITS[trait]} == {}
    assert len({state.rules for state in found}) > 60
    assert {state.dealer for state in found} == {0, 1, 2, 3}
    assert len({state.ply for state in found}) > 30


def test_states_are_by_both_ready_made_rule_sets_and_by_others() -> None:
    found = Counter(state.rules for state in drawn(states(), 400))
    written, taiyuan = found[RuleSet()], found[RuleSet.taiyuan()]
    assert min(written, taiyuan, found.total() - written - taiyuan) >= 50, found


def test_states_are_of_all_stages() -> None:
    found = drawn(states(), 400)
    stages = Counter(type(state.stage) for state in found)
    assert min(stages[AwaitingTurn], stages[AwaitingClaims]) >= 60, stages
    assert stages[Finished] >= 25, stages
    assert 40 <= sum(state.ply == 0 for state in found) <= 100
    assert sum(state.ply > 10 for state in found) >= 80


@pytest.mark.parametrize("trait", ["robbing", "robbed", "answered", "self-draw"])
def test_rare_states_are_found(trait: str) -> None:
    found = smallest(states(), lambda state: trait in traits(state), examples=4000)
    assert problems(found) == ()


GIVEN: list[tuple[Rules, set[RuleSet]]] = [
    *((rules, {rules}) for rules in (RuleSet(), RuleSet.taiyuan(), *PLAYED_RULES[2:])),
    *((RuleSet(reserved_stacks=kept), {RuleSet(reserved_stacks=kept)}) for kept in (0, 40, 41)),
    (st.sampled_from(PLAYED_RULES[:2]), {*PLAYED_RULES[:2]}),
    (
        st.builds(RuleSet, reserved_stacks=st.sampled_from([7, 40])),
        {RuleSet(), RuleSet(reserved_stacks=40)},
    ),
]
"""Rules that are given, as a value or as a strategy, and those by which may be played then."""


@pytest.mark.parametrize("place", range(len(GIVEN)))
def test_what_is_played_keeps_to_the_rules_that_are_given(place: int) -> None:
    rules, wanted = GIVEN[place]
    assert {state.rules for state in drawn(states(rules=rules), 75)} == wanted
    assert {record.rules for record in drawn(records(rules=rules), 25)} == wanted
    assert {record.rules for record in drawn(deals(rules=rules), 10)} == wanted
    assert {table.rules for table in drawn(tables(rules=rules, deals=1), 10)} == wanted
    assert {sitting.rules for sitting in drawn(sittings(rules=rules, deals=1), 10)} == wanted


def test_no_state_is_by_other_rules_than_those_given() -> None:
    with pytest.raises(NoSuchExample):
        smallest(
            states(rules=RuleSet.taiyuan()),
            lambda state: state.rules != RuleSet.taiyuan(),
            examples=500,
        )


@pytest.mark.parametrize(
    ("rules", "trait"),
    [
        (RuleSet(), "concealed kong"),
        (RuleSet.taiyuan(), "concealed kong"),
        (RuleSet(reserved_stacks=40), "concealed kong"),
        (RuleSet(forced_win=False), "several asked"),
    ],
    ids=str,
)
def test_situations_are_among_the_states_by_rules_that_are_given(
    rules: RuleSet, trait: str
) -> None:
    found = drawn(states(rules=rules), 200)
    assert sum(trait in traits(state) for state in found) > 1


SMALL: dict[str, tuple[Callable[[GameState], bool], int]] = {
    "a pung": (lambda state: any(player.melds for player in state.players), 30),
    "a kong": (lambda state: state.kongs > 0, 30),
    "two are asked": (
        lambda state: isinstance(state.stage, AwaitingClaims) and len(state.stage.asked) > 1,
        10,
    ),
    "a tile on offer": (lambda state: isinstance(state.stage, AwaitingClaims), 2),
}
"""What is looked for, and with how many decisions at most it is found."""


@pytest.mark.parametrize("name", SMALL)
def test_states_shrink_to_few_decisions(name: str) -> None:
    condition, most = SMALL[name]
    state = smallest(states(), condition)
    assert state.ply <= most
    differences = attrs.asdict(state.rules).items() - attrs.asdict(RuleSet()).items()
    assert len(differences) <= 2


def test_the_smallest_state_is_the_first_one_of_seed_0() -> None:
    state = smallest(states(), lambda _: True)
    assert state == deal(Shuffle.from_seed(0), dealer=0)


def test_a_failing_test_tells_the_line_of_the_state() -> None:
    notes = notes_of_failure(states(), lambda state: state.ply > 0)
    (told,) = [note for note in notes if note.startswith("parse_state(")]
    line = told.removeprefix("parse_state('").removesuffix("')")
    assert parse_state(line).ply == 1


# --- decisions ---


@settings(QUIET, max_examples=150)
@given(states(), st.data())
def test_decisions_are_the_legal_ones(state: GameState, data: st.DataObject) -> None:
    if state.result is None:
        action = data.draw(decisions(state))
        assert action.seat in actors(state)
        assert why_illegal(state, action) is None
        assert apply(state, action).ply == state.ply + 1
    else:
        assert decisions(state).is_empty


def test_every_legal_decision_can_be_drawn() -> None:
    state = SITUATIONS["two may win"].laid().state
    legal = {action for seat in actors(state) for action in legal_actions(state, seat)}
    assert set(drawn(decisions(state), 100)) == legal


@settings(QUIET, max_examples=150)
@given(states(), st.data())
def test_illegal_decisions_are_refused(state: GameState, data: st.DataObject) -> None:
    action = data.draw(illegal_decisions(state))
    assert why_illegal(state, action) is not None


def test_illegal_decisions_are_refused_for_all_sorts_of_reasons() -> None:
    """All but those for malformed actions, those at a table, and two that are hard to come by."""
    met = set[Refusal]()
    for situation in SITUATIONS.values():
        start = situation.laid(rules=RuleSet(robbing_kong=True)).state
        for state in (start, apply(start, legal_actions(start, actors(start)[0])[-1])):
            met.update(
                why_illegal(state, action) or Refusal.NOT_AN_ACTION
                for action in drawn(illegal_decisions(state), 60)
            )
    assert Refusal.NOT_AN_ACTION not in met
    assert len(met) >= 30, met


@pytest.mark.parametrize("strategy", [decisions, illegal_decisions])
def test_decisions_are_those_of_a_state(strategy: Callable[[object], object]) -> None:
    with pytest.raises(InvalidStateError):
        strategy("state")


def test_the_first_illegal_decision_is_the_simplest() -> None:
    state = deal(Shuffle.from_seed(7))
    assert smallest(illegal_decisions(state), lambda _: True) == Pass(0)
    kong = smallest(illegal_decisions(state), lambda action: isinstance(action, Kong))
    assert isinstance(kong, Kong)
    assert kong.kind in set(KongKind)
