"""The bot is fair and legal, and does in known situations what it should."""

from collections.abc import Callable

from calm_bot import choose, decide
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import (
    Action,
    DeclareTing,
    GameState,
    Pass,
    RuleSet,
    Shuffle,
    Tile,
    Win,
    actors,
    apply,
    deal,
    legal_actions,
    view,
)
from lisi_mahjong.testing import (
    SITUATIONS,
    check_player,
    shuffles,
    simple_players,
    stack,
    states,
)

Player = Callable[[GameState, int], Action]


def test_the_bot_is_legal_deterministic_and_looks_at_its_view_alone() -> None:
    assert check_player(decide, deals=20) > 300


@given(states(), st.data())
def test_the_bot_decides_in_every_state(state: GameState, data: st.DataObject) -> None:
    if actors(state):
        seat = data.draw(st.sampled_from(actors(state)))
        assert choose(view(state, seat)) in legal_actions(state, seat)


@given(states(rules=RuleSet(forced_win=False)))
def test_the_bot_never_lets_a_win_go(state: GameState) -> None:
    for seat in actors(state):
        if Win(seat) in legal_actions(state, seat):
            assert decide(state, seat) == Win(seat)


@given(simple_players(), shuffles())
def test_deals_with_the_bot_come_to_an_end(other: Player, shuffle: Shuffle) -> None:
    state = deal(shuffle)
    while asked := actors(state):
        seat = asked[0]
        state = apply(state, decide(state, seat) if seat == 0 else other(state, seat))
    assert state.result is not None


def test_the_bot_declares_ting_with_most_to_wait_for() -> None:
    """Without 1z the hand waits for 2m and 5m, without 5m for 1z alone."""
    laid = stack({0: "{5m1z11p}1222p333s23m"}, draws={0: "4m"})
    assert decide(laid.state, 0) == DeclareTing(0, Tile.EAST)


def test_the_bot_pungs_honours_and_no_suits() -> None:
    honour = stack({1: "{1234z}77z"}, ["0 discard 7z"])
    assert str(decide(honour.state, 1)) == "1 pung 7z 0"
    suit = SITUATIONS["pung of three"].laid()
    assert decide(suit.state, 1) == Pass(1)
