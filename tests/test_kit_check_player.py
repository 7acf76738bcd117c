"""The check of players: fair ones pass; those that peek, draw lots or break rules do not."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    Discard,
    GameState,
    Kong,
    MeldKind,
    Pass,
    RulesError,
    RuleSet,
    Shuffle,
    Tile,
    actors,
    legal_actions,
    parse_action,
    parse_state,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.playing import seed_of_player
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


@pytest.mark.parametrize(
    "rules",
    [RuleSet(), RuleSet.taiyuan(), RuleSet(reserved_stacks=41), RuleSet(show_concealed_kongs=True)],
    ids=repr,
)
def test_no_other_rules_are_played_than_those_that_are_given(rules: RuleSet) -> None:
    """Situations that need other options, or more room, are passed over."""
    met = set[RuleSet]()

    def watching(state: GameState, seat: int) -> Action:
        met.add(state.rules)
        return tidy(state, seat)

    assert check_player(watching, rules=rules) > 48  # more than one decision a deal
    assert met == {rules}


def test_a_player_may_be_checked_by_one_rule_set() -> None:
    rules = RuleSet(all_runs=True)
    assert check_player(tidy, deals=2, rules=rules) == check_player(tidy, deals=2, rules=[rules])


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


@pytest.mark.parametrize("seed", range(6))
def test_a_player_that_peeks_at_hidden_kongs_and_makes_none_is_found(seed: int) -> None:
    def decide(state: GameState, seat: int) -> Action:
        legal = [each for each in legal_actions(state, seat) if not isinstance(each, Kong)]
        return legal[0 if some_kong(state, seat) else -1]

    with pytest.raises(AssertionError, match=r"the player uses more than seat . sees: it does '"):
        check_player(decide, seed=seed)


def test_a_player_that_looks_at_its_view_alone_does_not_peek() -> None:
    def own(state: GameState, seat: int) -> bool:
        return state.players[seat].standing_set % 2 == 1 or state.remaining % 5 == 0

    assert check_player(when(own), deals=8) > 100


def test_a_failure_tells_both_states() -> None:
    with pytest.raises(AssertionError) as caught:
        check_player(when(drawn_dealer))
    lines = str(caught.value).splitlines()
    assert [line.partition(" lisi1 ")[0] for line in lines[1:3]] == ["in", "and"]
    parse_state(lines[1].removeprefix("in "))
    parse_state(lines[2].removeprefix("and "))


def test_a_failure_tells_how_to_come_there_again() -> None:
    with pytest.raises(AssertionError) as caught:
        check_player(when(some_lock), seed="some seed")
    again = str(caught.value).splitlines()[3]
    (deals,) = re.fullmatch(
        r"again: check_player\(…, deals=(\d+), seed='some seed'\)", again
    ).groups()  # type: ignore[union-attr]  # a failure of the test
    with pytest.raises(AssertionError) as once_more:
        check_player(when(some_lock), deals=int(deals), seed="some seed")
    assert str(once_more.value) == str(caught.value)


def test_a_failure_by_given_rules_tells_them() -> None:
    given = [RuleSet(), RuleSet.taiyuan()]
    with pytest.raises(AssertionError) as caught:
        check_player(when(some_lock), deals=200, seed="some seed", rules=given)
    deals, rules = re.fullmatch(
        r"again: check_player\(…, deals=(\d+), seed='some seed', rules=(RuleSet\(.*\))\)",
        str(caught.value).splitlines()[3],
    ).groups()  # type: ignore[union-attr]  # a failure of the test
    assert int(deals) > 0
    assert eval(rules) in given  # noqa: S307 - the text of a rule set


def test_a_failure_of_a_player_made_for_a_deal_tells_what_it_is_made_with() -> None:
    class Refused:
        def for_deal(self, seed: str, seat: int) -> Callable[[GameState, int], Action]:
            return lambda *_: Discard(seat, Tile.M1) if seed == made_with else tidy(*_)

    made_with = seed_of_player("5/2", 0)
    with pytest.raises(AssertionError) as caught:
        check_player(Refused(), seed=5)
    last = str(caught.value).splitlines()[-1]
    assert last == (
        f"again: check_player(…, deals=3, seed=5), player made by for_deal('{made_with}', 0)"
    )


def other_seat(state: GameState, seat: int) -> Action:  # noqa: ARG001
    return legal_actions(state, max(actors(state)))[0]


def last_ditch(state: GameState, seat: int) -> Action:
    """Return a legal action, but for an illegal pung where ten tiles are left to draw."""
    if state.remaining == state.reserve + 10:
        return parse_action(f"{seat} pung 5m 0")
    return tidy(state, seat)


def odd_discard() -> Action:
    tile: Any = 7
    return Discard(0, tile)


def moody(state: GameState, seat: int) -> Action:  # noqa: ARG001
    return [][state.ply]


WRONG: list[tuple[Callable[[GameState, int], object], str]] = [
    (lambda _, seat: Discard(seat, Tile.M1), "which is refused: this seat does not hold "),
    (lambda *_: None, "does None, which is refused: that is not one of the six actions"),
    (
        lambda *_: "0 discard 1m",
        r"a text and not an action, '0 discard 1m': parse_action\('0 discard 1m'\) is one\n",
    ),
    (lambda *_: "discard it", r"returns a text and not an action, 'discard it'\nin lisi1 "),
    (lambda *_: odd_discard(), r"does Discard\(seat=0, tile=7\), which is refused: "),
    (last_ditch, "the player of seat . does '. pung 5m 0', which is refused: "),
    (other_seat, "the player of seat . acts for seat .: '. "),
    (lambda _, seat: Pass((seat + 1) % 4), "the player of seat . acts for seat .: '. pass'"),
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


def test_a_player_that_looks_at_a_clock_is_no_peeping_one() -> None:
    """Its clock ticks while it is asked in twins, after it has done the same once more."""
    asked = itertools.count()
    number = check_player(tidy, deals=1)
    clocked = when(lambda *_: next(asked) >= 2 * number)
    with pytest.raises(AssertionError, match=r"the player is not deterministic: seat . does '"):
        check_player(clocked, deals=1)


def test_a_player_that_goes_by_a_place_in_memory_is_not_deterministic() -> None:
    """It is asked again in equal copies, and does otherwise in a state that is another object."""
    known: list[GameState] = []

    def new(state: GameState, seat: int) -> bool:  # noqa: ARG001
        known.append(state)
        return all(each is state or each != state for each in known)

    with pytest.raises(AssertionError, match="is not deterministic"):
        check_player(when(new), deals=2)


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
    with pytest.raises(AssertionError) as caught:
        check_player(Unmade())
    seed = seed_of_player("0/0", 0)
    assert str(caught.value) == (
        f"the player cannot be made for seat 0: ValueError('{seed}', 0)\n"
        "again: check_player(…, deals=1, seed=0), "
        f"player made by for_deal('{seed}', 0)"
    )


def test_what_is_made_for_a_deal_has_to_be_a_player() -> None:
    class Forgetful:
        def for_deal(self, seed: str, seat: int) -> None:
            pass

    why = "for_deal returns None, and not a function of state and seat"
    message = rf"^the player cannot be made for seat 0: TypeError\(.{why}.\)\nagain: check_player"
    with pytest.raises(AssertionError, match=message):
        check_player(Forgetful())  # type: ignore[arg-type]  # what is tested


def test_a_player_made_for_a_deal_is_not_handed_what_makes_the_wall() -> None:
    walls: list[GameState] = []

    class Shuffling:
        def for_deal(self, seed: str, seat: int) -> Callable[[GameState, int], Action]:  # noqa: ARG002
            shuffle = Shuffle.from_seed(seed)

            def decide(state: GameState, asked: int) -> Action:
                if state.shuffle.layout == shuffle.layout:
                    walls.append(state)
                return tidy(state, asked)

            return decide

    check_player(Shuffling(), deals=4)
    assert walls == []


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
