"""The uniform player: any legal action, each equally likely, and alike wherever it is run."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anatomy import COPIES
from lisi_mahjong import (
    AwaitingClaims,
    InvalidStateError,
    SeatError,
    Shuffle,
    actors,
    apply,
    deal,
    legal_actions,
)
from lisi_mahjong.uniform import Uniform
from simulated import decisions, first_state

START = deal(Shuffle.from_seed(7))


@settings(max_examples=20)
@given(st.text())
def test_what_it_does_is_legal_and_follows_from_the_seed(seed: str) -> None:
    state = first_state("7")
    player, twin = Uniform(seed), Uniform(seed)
    while to_decide := actors(state):
        action = player(state, to_decide[0])
        assert action in legal_actions(state, to_decide[0])
        assert action == twin(state, to_decide[0])
        state = apply(state, action)


def test_it_does_what_the_hash_of_seed_seat_and_what_the_seat_sees_says() -> None:
    """The algorithm once more, so that it is the same on every Python and stays so."""
    state = START
    for action in decisions(START, Uniform("seed")):
        stage, side = state.stage, state.players[action.seat]
        hand = "/".join(
            f"{sum(16**tile for tile in tiles):x}" for tiles in (side.standing, side.loose)
        )
        rivers = [len(player.river) for player in state.players]
        offered = stage.tile if isinstance(stage, AwaitingClaims) else None
        words = f"uniform/seed/{action.seat}/{hand}/{rivers}/{state.remaining}/{offered}"
        key = f"lisi-mahjong/testing/1/{words}".encode() + bytes(8)
        legal = legal_actions(state, action.seat)
        assert action == legal[int.from_bytes(shake_256(key).digest(8), "big") % len(legal)]
        state = apply(state, action)
    assert state.ply > 50


def test_every_action_is_equally_likely() -> None:
    """Of 10 actions each is done about 400 times of 4,000, by chi squared with 9 degrees."""
    legal = legal_actions(START, 0)
    counts = Counter(Uniform(f"{number}")(START, 0) for number in range(4000))
    assert set(counts) == set(legal)
    expected = 4000 / len(legal)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 27.9  # 1 in 1000


def test_another_deal_seat_or_moment_is_another_choice() -> None:
    other = Uniform("a").for_deal("b", 0)
    assert other == Uniform("a/b")
    assert Uniform().for_deal("b", 3) == Uniform("b")
    assert Uniform(0).for_deal("b", 3) == Uniform("0/b")
    sixty = [Uniform(f"{number}") for number in range(60)]
    state = deal(Shuffle.from_seed(7), dealer=2)
    choices = [
        [legal_actions(START, 0).index(player(START, 0)) for player in sixty],
        [legal_actions(state, 2).index(player(state, 2)) for player in sixty],
    ]
    assert choices[0] != choices[1]
    later = apply(START, legal_actions(START, 0)[-1])
    seat = actors(later)[0]
    third = [legal_actions(later, seat).index(player(later, seat)) for player in sixty]
    assert third not in choices


def test_who_is_not_asked_decides_nothing() -> None:
    with pytest.raises(SeatError):
        Uniform()(START, 1)
    with pytest.raises(InvalidStateError):
        Uniform()(None, 1)  # type: ignore[arg-type]  # what is tested


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_plays_alike(way: str) -> None:
    copied = COPIES[way](Uniform("seed"))
    assert copied == Uniform("seed")
    assert copied(START, 0) == Uniform("seed")(START, 0)


def test_a_seed_of_any_signs_will_do() -> None:
    assert Uniform("\ud800")(START, 0) in legal_actions(START, 0)


def test_a_seed_is_a_number_too_and_is_that_of_its_text() -> None:
    most = 10**600 - 1
    for number in (0, 5, -most, most):
        state = START
        for action in decisions(START, Uniform(number)):
            assert action == Uniform(f"{number}")(state, action.seat)
            state = apply(state, action)
