"""The check of players: fair ones pass; those that peek, draw lots or break rules do not."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    Discard,
    GameState,
    MeldKind,
    RulesError,
    RuleSet,
    Tile,
    actors,
    legal_actions,
    parse_action,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.simulation import SimulationError
from lisi_mahjong.testing import PLAYED_RULES, UniformPlayer, check_player
from lisi_mahjong.uniform import Uniform

# --- players who pass ---


class Remembering:
    """A player that remembers within its deal how often it was asked, and what it did."""

    def for_deal(self, seed: str, seat: int) -> Callable[[GameState, int], Action]:
        rng = random.Random(f"{seed}/{seat}")
        did: list[Action] = []

        def decide(state: GameState, asked: int) -> Action:
            legal = legal_actions(state, asked)
            action = legal[(len(did) + rng.randrange(3)) % len(legal)]
            did.append(action)
            return action

        return decide


@pytest.mark.parametrize("deals", [1, 4, 9])
def test_a_fair_player_passes(deals: int) -> None:
    assert check_player(tidy, deals=deals) >= 10


def test_all_rules_and_situations_are_played_by_default() -> None:
    met = set[RuleSet]()
    offers = set[tuple[bool, int]]()

    def watching(state: GameState, seat: int) -> Action:
        met.add(state.rules)
        if isinstance(state.stage, AwaitingClaims):
            offers.add((state.stage.robbing, len(state.stage.asked)))
        return tidy(state, seat)

    assert check_player(watching) > 800
    assert met >= {*PLAYED_RULES}
    assert offers >= {(False, 1), (False, 2), (True, 1)}


def test_a_player_may_remember_its_deal() -> None:
    assert check_player(Remembering(), deals=8) > 100


def test_a_player_may_be_checked_by_certain_rules() -> None:
    met = set[bool]()

    def watching(state: GameState, seat: int) -> Action:
        met.add(state.rules.all_runs)
        return tidy(state, seat)

    check_player(watching, deals=3, rules=[RuleSet(all_runs=True)])
    assert met == {True}


def test_the_same_seed_plays_the_same_deals() -> None:
    numbers = [check_player(UniformPlayer(), deals=4, seed=seed) for seed in (1, 1, 2)]
    assert numbers[0] == numbers[1] != numbers[2]


# --- players who do not ---


def when(peek: Callable[[GameState, int], object]) -> Callable[[GameState, int], Action]:
    """Return a player that is tidy, unless what it peeks at says otherwise."""

    def decide(state: GameState, seat: int) -> Action:
        legal = legal_actions(state, seat)
        other = legal[-1] if tidy(state, seat) != legal[-1] else legal[0]
        return other if peek(state, seat) else tidy(state, seat)

    return decide


def others(seat: int) -> list[int]:
    return [each for each in range(4) if each != seat]


def next_tile(state: GameState, seat: int) -> bool:  # noqa: ARG001
    return state.setup.wall[135 - state.kongs] < Tile.P5


def some_hand(state: GameState, seat: int) -> bool:
    return Tile.EAST in state.players[(seat + 1) % 4].concealed


def some_standing_tile(state: GameState, seat: int) -> bool:
    return state.players[(seat + 2) % 4].standing_set % 2 == 1


def some_waits(state: GameState, seat: int) -> bool:
    return any(state.players[other].wait_set % 7 == 1 for other in others(seat))


def some_ting_tile(state: GameState, seat: int) -> bool:
    tings = [state.players[other].ting for other in others(seat)]
    return any(ting is not None and ting.tile < Tile.P5 for ting in tings)


def some_kong(state: GameState, seat: int) -> bool:
    return any(
        meld.kind is MeldKind.CONCEALED_KONG and meld.tile.suit == "m"
        for other in others(seat)
        for meld in state.players[other].melds
    )


def some_lock(state: GameState, seat: int) -> bool:
    return any(state.players[other].lock_set for other in others(seat))


def some_bar(state: GameState, seat: int) -> bool:
    return any(state.players[other].win_barred for other in others(seat))


def some_answer(state: GameState, seat: int) -> bool:
    stage = state.stage
    return isinstance(stage, AwaitingClaims) and any(
        stage.answers[other] is not None for other in others(seat)
    )


def who_is_asked(state: GameState, seat: int) -> bool:
    return isinstance(state.stage, AwaitingClaims) and state.stage.asked != (seat,)


def drawn_dealer(state: GameState, seat: int) -> bool:  # noqa: ARG001
    return state.shuffle.dealer_draw == 1


def number_of_decisions(state: GameState, seat: int) -> bool:  # noqa: ARG001
    return state.ply % 3 == 1


PEEKS = [
    next_tile,
    some_hand,
    some_standing_tile,
    some_waits,
    some_ting_tile,
    some_kong,
    some_lock,
    some_bar,
    some_answer,
    who_is_asked,
    drawn_dealer,
    number_of_decisions,
]


@pytest.mark.parametrize("peek", PEEKS, ids=lambda peek: peek.__name__)
def test_a_player_that_peeks_is_found(peek: Callable[[GameState, int], bool]) -> None:
    with pytest.raises(AssertionError, match=r"the player uses more than seat . sees: it does '"):
        check_player(when(peek))


def test_a_player_that_looks_at_its_view_alone_does_not_peek() -> None:
    def own(state: GameState, seat: int) -> bool:
        return state.players[seat].standing_set % 2 == 1 or state.remaining % 5 == 0

    assert check_player(when(own), deals=8) > 100


def test_a_failure_tells_both_states() -> None:
    with pytest.raises(AssertionError) as caught:
        check_player(when(drawn_dealer))
    lines = str(caught.value).splitlines()
    assert [line.partition(" lisi1 ")[0] for line in lines[1:]] == ["in", "and"]


def other_seat(state: GameState, seat: int) -> Action:  # noqa: ARG001
    return legal_actions(state, max(actors(state)))[0]


def last_ditch(state: GameState, seat: int) -> Action:
    """Return a legal action, but for an illegal pung where ten tiles are left to draw."""
    if state.remaining == state.reserve + 10:
        return parse_action(f"{seat} pung 5m 0")
    return tidy(state, seat)


def moody(state: GameState, seat: int) -> Action:  # noqa: ARG001
    return [][state.ply]


WRONG: list[tuple[Callable[[GameState, int], object], str]] = [
    (lambda _, seat: Discard(seat, Tile.M1), "which is refused: this seat does not hold "),
    (lambda *_: None, "does None, which is refused: that is not one of the six actions"),
    (lambda *_: "0 pass", r"does '0 pass', which is refused: .* \(TURN-5\)\nin lisi1 "),
    (last_ditch, "the player of seat . does Pung.*, which is refused: "),
    (other_seat, "the player of seat . acts for seat .: . "),
    (moody, r"the player of seat . raises IndexError\('list index out of range'\)\nin lisi1 "),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_a_player_that_does_what_it_may_not_is_found(place: int) -> None:
    player, message = WRONG[place]
    with pytest.raises(AssertionError, match=message):
        check_player(player)  # type: ignore[arg-type]  # some return no action


def test_a_player_that_draws_lots_is_found() -> None:
    rng = random.Random(1)

    def lots(state: GameState, seat: int) -> Action:
        return rng.choice(legal_actions(state, seat))

    with pytest.raises(AssertionError, match=r"the player is not deterministic: seat . does '"):
        check_player(lots)


def test_a_player_that_counts_from_deal_to_deal_is_found() -> None:
    numbers = itertools.count()

    def counting(state: GameState, seat: int) -> Action:
        legal = legal_actions(state, seat)
        return legal[next(numbers) % len(legal)]

    with pytest.raises(AssertionError, match="is not deterministic"):
        check_player(counting)


class Careless:
    """A player that is made anew for each deal and yet draws lots that it shares with all deals."""

    def __init__(self) -> None:
        self.rng = random.Random(1)

    def for_deal(self, seed: str, seat: int) -> Callable[[GameState, int], Action]:  # noqa: ARG002
        return lambda state, asked: self.rng.choice(legal_actions(state, asked))


class Unmade:
    """A player that cannot be made."""

    def for_deal(self, seed: str, seat: int) -> Callable[[GameState, int], Action]:
        raise ValueError(seed, seat)


def test_a_player_that_is_made_for_a_deal_has_to_follow_from_its_seed() -> None:
    with pytest.raises(AssertionError, match="is not deterministic"):
        check_player(Careless())


def test_a_player_that_cannot_be_made_is_found() -> None:
    message = r"the player cannot be made for seed '0/0' and seat 0: ValueError\('0/0', 0\)"
    with pytest.raises(AssertionError, match=message):
        check_player(Unmade())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"player": 5}, "player must be a function of state and seat"),
        ({"player": Remembering}, "player must be a function of state and seat"),
        ({"player": tidy, "deals": 0}, "deals must be an int from 1 on, not 0"),
        ({"player": tidy, "deals": True}, "deals must be an int from 1 on, not True"),
        ({"player": tidy, "rules": []}, "rules must be one rule set or more"),
        ({"player": tidy, "rules": 5}, "rules must be one rule set or more, not 5"),
    ],
)
def test_bad_arguments_are_no_failures(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SimulationError, match=message):
        check_player(**arguments)  # type: ignore[arg-type]


def test_rules_are_rule_sets() -> None:
    with pytest.raises(RulesError):
        check_player(tidy, rules=["written"])  # type: ignore[list-item]


def test_the_uniform_player_of_the_package_uses_no_more_than_its_seat_sees() -> None:
    assert check_player(Uniform("seed"), deals=4) > 0
