"""The simple players of the kit: what they do, always alike, and with nothing but their view."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from hashlib import shake_256

import pytest

from lisi_mahjong import (
    Action,
    DeclareTing,
    GameState,
    InvalidStateError,
    NotationError,
    Pass,
    SeatError,
    SeatView,
    Shuffle,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    parse_action,
)
from lisi_mahjong.chance import Chance
from lisi_mahjong.simulation import SimulationError
from lisi_mahjong.testing import (
    SITUATIONS,
    UniformPlayer,
    ViewPlayer,
    WaveringPlayer,
    WishingPlayer,
    check_player,
    tidy,
)
from lisi_mahjong.uniform import Uniform

STATE = deal(Shuffle.from_seed(7))
Player = Callable[[GameState, int], Action]


def last(seen: SeatView) -> Action:
    return seen.legal_actions[-1]


PLAYERS: dict[str, Player] = {
    "tidy": tidy,
    "uniform": UniformPlayer("seed"),
    "wavering": WaveringPlayer(7),
    "wishing": WishingPlayer(["0 discard 7z"], UniformPlayer()),
    "view": ViewPlayer(last),
}


def played(player: Player, state: GameState) -> GameState:
    while asked := actors(state):
        state = apply(state, player(state, asked[0]))
    return state


@pytest.mark.parametrize("name", PLAYERS)
def test_a_simple_player_passes_the_check(name: str) -> None:
    assert check_player(PLAYERS[name], deals=6) > 50


@pytest.mark.parametrize("name", PLAYERS)
def test_a_simple_player_decides_only_where_it_is_asked(name: str) -> None:
    player = PLAYERS[name]
    with pytest.raises(SeatError, match=r"one of those asked, \(0,\), not 1"):
        player(STATE, 1)
    with pytest.raises(SeatError):
        player(STATE, 4)
    with pytest.raises(InvalidStateError):
        player("state", 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PLAYERS)
def test_a_simple_player_is_a_value(name: str) -> None:
    player = PLAYERS[name]
    copy = pickle.loads(pickle.dumps(player))  # noqa: S301 - one's own pickle
    assert copy == player
    assert copy(STATE, 0) == player(STATE, 0)


def test_a_uniform_player_does_everything_in_the_end() -> None:
    did = Counter(UniformPlayer(seed)(STATE, 0) for seed in range(400))
    assert set(did) == set(legal_actions(STATE, 0))
    assert min(did.values()) >= 20


def test_a_uniform_player_does_other_things_on_other_draws() -> None:
    places = []
    state = STATE
    while asked := actors(state):
        legal = legal_actions(state, asked[0])
        action = UniformPlayer()(state, asked[0])
        places.append(legal.index(action) / len(legal))
        state = apply(state, action)
    assert len(set(places)) > 20


def test_seeds_make_other_players() -> None:
    ends = {played(UniformPlayer(seed), STATE) for seed in ("one", "two", 1)}
    assert len(ends) == 3


def test_a_wavering_player_is_tidy_most_of_the_time() -> None:
    same, wins = Counter[bool](), 0
    for number in range(20):
        state = deal(Shuffle.from_seed(number))
        player = WaveringPlayer(number)
        while asked := actors(state):
            action = player(state, asked[0])
            same[action == tidy(state, asked[0])] += 1
            state = apply(state, action)
        wins += isinstance(state.result, WonDeal)
    assert 0.7 < same[True] / same.total() < 0.95
    assert wins >= 5


def test_a_wavering_player_declares_ting_in_every_way() -> None:
    state = SITUATIONS["ready to declare"].laid().state
    ways = {WaveringPlayer(seed, 1.0)(state, 0) for seed in range(300)}
    assert ways >= {way for way in legal_actions(state, 0) if isinstance(way, DeclareTing)}
    assert {WaveringPlayer(seed, 0.0)(state, 0) for seed in range(20)} == {tidy(state, 0)}


def test_a_wishing_player_does_its_first_legal_wish() -> None:
    player = WishingPlayer(["0 kong 9m concealed", "1 discard 9m", "0 discard 7z", "0 discard 9m"])
    assert str(player(STATE, 0)) == "0 discard 7z"


def test_a_wishing_player_does_otherwise_what_another_does() -> None:
    assert WishingPlayer([])(STATE, 0) == tidy(STATE, 0)
    assert WishingPlayer((), UniformPlayer())(STATE, 0) == UniformPlayer()(STATE, 0)


def test_wishes_are_actions_or_their_texts() -> None:
    action = parse_action("0 discard 7z")
    assert WishingPlayer([action]) == WishingPlayer(("0 discard 7z",))
    assert hash(WishingPlayer([action])) == hash(WishingPlayer(["0 discard 7z"]))
    for wrong in ("0 discard 7z", 7, ["discard"], [7], [action, None], [Pass(9)]):
        with pytest.raises(NotationError):
            WishingPlayer(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [None, 1.5, True, b"1", ()])
def test_the_seed_of_a_player_is_a_text_or_a_number(seed: object) -> None:
    for make in (UniformPlayer, WaveringPlayer):
        with pytest.raises(NotationError, match="the seed of a player, a text or an int"):
            make(seed)  # type: ignore[arg-type]  # what is tested


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), True, "0.5", None])
def test_the_share_of_a_wavering_player_is_from_nothing_to_all(share: object) -> None:
    with pytest.raises(SimulationError, match="share must be a number from 0 to 1, not"):
        WaveringPlayer(share=share)  # type: ignore[arg-type]  # what is tested


def test_what_decides_for_a_player_can_be_called() -> None:
    with pytest.raises(SimulationError, match="decide must be a function that decides, not 3"):
        ViewPlayer(3)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(
        SimulationError, match="otherwise must be a function that decides, not None"
    ):
        WishingPlayer([], None)  # type: ignore[arg-type]  # what is tested


def test_the_uniform_player_of_the_kit_is_that_of_the_simulation() -> None:
    assert UniformPlayer is Uniform


def test_a_player_of_views_is_given_its_view() -> None:
    given: list[SeatView] = []

    def first(seen: SeatView) -> Action:
        given.append(seen)
        return seen.legal_actions[0]

    assert ViewPlayer(first)(STATE, 0) == legal_actions(STATE, 0)[0]
    assert [seen.viewer for seen in given] == [0]


# --- chance ---


def test_chance_follows_from_its_words() -> None:
    one, same, other = Chance("a", 1), Chance("a", "1"), Chance("a", 2)
    numbers = [chance.random() for chance in (one, same, other)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert Chance("a/1").random() == numbers[0]


def test_chance_is_the_same_everywhere() -> None:
    """Numbers of 64 bits out of SHAKE-256 of the words and the number of a block of 64."""
    chance = Chance("deal", 7)
    blocks = [
        shake_256(b"lisi-mahjong/testing/1/deal/7" + bytes([0] * 7 + [number])).digest(8 * 64)
        for number in (0, 1)
    ]
    numbers = [
        int.from_bytes(block[start : start + 8], "big")
        for block in blocks
        for start in range(0, 8 * 64, 8)
    ]
    assert [chance.below(2**64) for _ in range(128)] == numbers
    assert Chance("deal", 7).random() == (numbers[0] >> 11) / 2**53


def test_chance_is_spread() -> None:
    chance = Chance("spread")
    numbers = [chance.random() for _ in range(1000)]
    assert min(numbers) >= 0
    assert max(numbers) < 1
    assert all(
        70 <= sum(low <= number * 10 < low + 1 for number in numbers) <= 130 for low in range(10)
    )
    assert set(chance.shuffled(range(9))) == set(range(9))
    assert {chance.choice("abc") for _ in range(50)} == {*"abc"}
