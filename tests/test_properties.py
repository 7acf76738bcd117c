"""What holds in every deal, whatever is played: tiles, lists and refusals, steps, answers."""

from __future__ import annotations

import copy
import random
from collections import Counter

import attrs
import pytest
from hypothesis import given, settings

from corpus import Deal
from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    DeclareTing,
    Discard,
    GameState,
    IllegalAction,
    Kong,
    KongKind,
    Pass,
    Pung,
    Tile,
    Win,
    WonDeal,
    actors,
    apply,
    legal_actions,
    reserve,
    step,
    why_illegal,
)
from offers import every_action, in_every_order
from plain import tiles_on_table
from strategies import chances, deals, states

FOUR_EACH = Counter(dict.fromkeys(Tile, 4))
EVERYTHING = tuple(action for seat in range(4) for action in every_action(seat))


def legal_for_all(state: GameState) -> list[Action]:
    return [action for seat in range(4) for action in legal_actions(state, seat)]


def path(deal: Deal) -> list[GameState]:
    """Return all states of a deal, the first and the last one too."""
    pairs = list(deal.actions())
    states_before = [state for state, _ in pairs]
    return [*states_before, apply(*pairs[-1])] if pairs else [deal.start]


# --- tiles --------------------------------------------------------------------------------


@pytest.mark.rule("WALL-1")
@given(deals())
def test_there_are_four_of_each_kind_after_every_action(deal: Deal) -> None:
    for state in path(deal):
        assert tiles_on_table(state) == FOUR_EACH


@pytest.mark.rule("WALL-7")
@given(deals())
def test_the_wall_never_holds_less_than_its_reserve(deal: Deal) -> None:
    for state in path(deal):
        assert state.remaining >= reserve(state.kongs, state.rules) == state.reserve


def holds_one_more(state: GameState, seat: int) -> bool:
    """Return whether a seat has a tile to discard, or the one that it won with."""
    stage = state.stage
    if isinstance(stage, AwaitingTurn):
        return seat == stage.seat
    if isinstance(stage, AwaitingClaims):
        return stage.robbing and seat == stage.discarder
    return isinstance(stage.result, WonDeal) and seat == stage.result.winner


@given(deals())
def test_a_seat_has_thirteen_tiles_and_one_more_when_it_is_to_discard(deal: Deal) -> None:
    for state in path(deal):
        for seat, player in enumerate(state.players):
            expected = 13 + holds_one_more(state, seat)
            assert len(player.concealed) + 3 * len(player.melds) == expected


@pytest.mark.rule("STAND-3")
@given(deals())
def test_a_seat_that_is_not_in_ting_keeps_a_standing_tile(deal: Deal) -> None:
    for state in path(deal):
        assert all(player.standing or player.ting for player in state.players)


# --- what is legal ------------------------------------------------------------------------


@given(deals())
def test_exactly_the_seats_that_must_decide_have_legal_actions(deal: Deal) -> None:
    for state in path(deal):
        asked = tuple(seat for seat in range(4) if legal_actions(state, seat))
        assert asked == actors(state)
        assert bool(asked) is (state.result is None)


@pytest.mark.case(117)
@given(states())
def test_exactly_what_is_not_listed_has_a_refusal(state: GameState) -> None:
    not_refused = [action for action in EVERYTHING if why_illegal(state, action) is None]
    assert Counter(not_refused) == Counter(legal_for_all(state))


def place(action: Action) -> tuple[int, ...]:
    """Return the sort key of the order that `legal_actions` documents."""
    match action:
        case Win():
            return (0,)
        case Kong(tile=tile, kind=kind):
            return (1, [KongKind.CONCEALED, KongKind.ADDED, KongKind.MELDED].index(kind), tile)
        case Pung(tile=tile, standing=standing):
            return (2, standing, tile)
        case DeclareTing(tile=tile, face_up=face_up, on_wall=on_wall):
            return (3, tile, face_up, on_wall)
        case Discard(tile=tile):
            return (4, tile)
        case Pass():
            return (5,)


@given(deals())
def test_legal_actions_come_in_the_documented_order_and_once(deal: Deal) -> None:
    for state in path(deal):
        for seat in range(4):
            places = [place(action) for action in legal_actions(state, seat)]
            assert places == sorted(set(places))


@settings(max_examples=50)
@given(states(), chances)
def test_a_refused_action_raises_its_refusal_and_changes_nothing(
    state: GameState, rng: random.Random
) -> None:
    before = copy.deepcopy(state)
    for action in rng.sample(EVERYTHING, 60):
        refusal = why_illegal(state, action)
        if refusal is not None:
            for act in (apply, step):
                with pytest.raises(IllegalAction) as caught:
                    act(state, action)
                error = caught.value
                assert (error.action, error.refusal, error.state) == (action, refusal, state)
    assert (state, hash(state)) == (before, hash(before))


# --- steps --------------------------------------------------------------------------------


@given(deals())
def test_every_deal_ends(deal: Deal) -> None:
    """84 draws, with each an action of the seat, and three answers to each discard."""
    assert len(path(deal)) <= 84 * 4


@given(states())
def test_an_action_applied_twice_to_a_state_leads_to_the_same_state(state: GameState) -> None:
    before = copy.deepcopy(state)
    for action in legal_for_all(state):
        first, second = apply(state, action), apply(before, action)
        assert first == second
        assert hash(first) == hash(second)
        assert first.ply == state.ply + 1
    assert state == before


@given(states())
def test_step_leads_where_apply_leads(state: GameState) -> None:
    for action in legal_for_all(state):
        done = step(state, action)
        assert done.state == apply(state, action)
        assert done.events


# --- answers ------------------------------------------------------------------------------


@pytest.mark.rule("CLAIM-4")
@settings(max_examples=300)
@given(
    deals("same_wait", "all_ready", "robbing", "no_way_on", "passed_pung", forced_win=False),
    chances,
)
def test_answers_in_any_order_end_alike(deal: Deal, rng: random.Random) -> None:
    for state in path(deal):
        stage = state.stage
        if isinstance(stage, AwaitingClaims) and actors(state) == stage.asked:
            answers = [str(rng.choice(legal_actions(state, seat))) for seat in stage.asked]
            outcomes = in_every_order(state, answers)
            assert all(outcome == outcomes[0] for outcome in outcomes)


@pytest.mark.rule("WIN-2")
@settings(max_examples=300)
@given(deals("same_wait", "robbing", "all_ready", "some_ready", forced_win=False))
def test_a_choice_to_win_is_offered_exactly_where_a_win_is_forced(deal: Deal) -> None:
    """The two games are played alike up to the first win, which then is taken."""
    free, choose = deal.start, deal.chooser()
    forced = with_forced_win(free, forced_win=True)
    while forced.result is None:
        assert with_forced_win(free, forced_win=True) == forced
        assert not any(isinstance(action, Win) for action in legal_for_all(free))
        action = choose(free)
        free, forced = apply(free, action), apply(forced, action)
    wins = [action for action in legal_for_all(free) if isinstance(action, Win)]
    if isinstance(forced.result, WonDeal):
        assert Win(forced.result.winner) in wins
        for win in wins:
            free = apply(free, win)
            if free.result is not None:
                break
    else:
        assert not wins
    assert attrs.evolve(with_forced_win(free, forced_win=True), ply=forced.ply) == forced


def with_forced_win(state: GameState, *, forced_win: bool) -> GameState:
    """Return a state under rules with another value of the option."""
    rules = attrs.evolve(state.rules, forced_win=forced_win)
    return attrs.evolve(state, setup=attrs.evolve(state.setup, rules=rules))
