"""Simulations in the caller's own thread: which deals are played, by whom, and what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simulated
from anatomy import COPIES
from evenings import all_ready, seated
from lisi_mahjong import (
    Action,
    GameState,
    IllegalAction,
    LisiError,
    Play,
    Refusal,
    RuleSet,
    ScoreTable,
    SeatError,
    Shuffle,
    StartDeal,
    actors,
    apply_table,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.playing import PlayerError, Players, seed_of_player
from lisi_mahjong.simulation import SimulationError, simulate, simulated_records
from lisi_mahjong.tally import Tally, tally_of
from lisi_mahjong.uniform import Uniform
from simulated import Decide, Wavering, decisions, first_state
from support import play

TEN = simulate(10, seed="ten")
"""What came of ten deals."""


def ended(seed: str, rules: RuleSet = RuleSet()) -> GameState:
    """Return the deal of a seed at its end."""
    start = first_state(seed, rules)
    return play(start, *map(str, decisions(start)))


# --- which deals --------------------------------------------------------------------------


def test_each_deal_has_the_seed_of_its_number() -> None:
    parts = [tally_of(ended(f"ten/{number}"), number=number) for number in range(10)]
    assert sum(parts, Tally()) == TEN


def test_rules_and_score_table_are_those_that_are_given() -> None:
    rules, score = RuleSet.taiyuan(), ScoreTable(base=7)
    parts = [tally_of(ended(f"9/{number}", rules), score, number=number) for number in range(6)]
    assert simulate(6, seed=9, rules=rules, score=score) == sum(parts, Tally())


def test_a_seed_may_be_a_number_or_its_text() -> None:
    assert simulate(3, seed=-12) == simulate(3, seed="-12") != simulate(3, seed=12)
    assert simulate(3, seed="庄/0") == simulate(3, seed="庄/0")
    assert simulate(3) == simulate(3, seed=1)


@settings(max_examples=20)
@given(st.integers(0, 10), st.integers(1, 12), st.integers(1, 5))
def test_parts_add_up_to_the_whole_whatever_the_chunks(cut: int, chunk: int, width: int) -> None:
    first = simulate(cut, seed="ten", chunk=chunk, in_flight=width)
    assert first + simulate(10 - cut, seed="ten", first=cut, chunk=chunk) == TEN


def test_no_deals_have_an_empty_tally() -> None:
    assert simulate(0) == Tally()
    assert list(simulated_records(0)) == []


@pytest.mark.parametrize(
    ("number", "deals", "longest"),
    [(1, 1, 1), (63, 1, 1), (640, 1, 10), (10**6, 1, 100), (10**6, 16, 6), (10**6, 1000, 1)],
)
def test_chunks_that_nobody_has_chosen_are_small_enough_to_be_shared(
    number: int, deals: int, longest: int
) -> None:
    executor = simulated.Full()
    with pytest.raises(simulated.NoRoom):
        simulate(number, sitting=deals, executor=executor)
    assert executor.spans == [range(longest)]


# --- sittings -----------------------------------------------------------------------------


def sitting(seed: str, deals: int, score: ScoreTable) -> list[tuple[int, int, tuple[int, ...]]]:
    """Play a sitting at a table and return of each deal its dealer, multiplier and deltas."""
    table = seated(score=score)
    for place in range(deals):
        table = all_ready(table)
        table = apply_table(table, StartDeal(Shuffle.from_seed(f"{seed}/{place}")))
        while table.playing:
            assert table.deal is not None
            table = apply_table(table, Play(tidy(table.deal, actors(table.deal)[0])))
    return [(each.dealer, each.multiplier, each.deltas) for each in table.history]


def test_a_sitting_is_one_table_that_passes_the_dealer_on_and_doubles() -> None:
    score = ScoreTable(drawn_deal_multiplier=5)
    tally = simulate(3, seed="s", sitting=8, score=score)
    played = [each for number in range(3) for each in sitting(f"s/{number}", 8, score)]
    assert (tally.sittings, tally.deals) == (3, 24)
    deltas = [deltas for _, _, deltas in played]
    assert tally.seat_points == tuple(map(sum, zip(*deltas, strict=True)))
    assert tally.dealer_points == sum(deltas[dealer] for dealer, _, deltas in played)
    assert tally.doubled_wins == sum(multiplier == 5 and any(won) for _, multiplier, won in played)
    assert tally.doubled_wins > 0


def test_the_largest_win_of_sittings_is_where_its_number_says() -> None:
    tally = simulate(4, seed="s", sitting=4)
    largest = [
        max(max(deltas) for _, _, deltas in sitting(f"s/{number}", 4, ScoreTable()))
        for number in range(4)
    ]
    assert tally.largest_win == max(largest)
    assert tally.largest_win_number == largest.index(max(largest)) > 0


def test_sittings_are_numbered_as_deals_are() -> None:
    whole = simulate(5, seed="s", sitting=3)
    parts = [simulate(1, seed="s", sitting=3, first=number) for number in (4, 2, 0, 1, 3)]
    assert sum(parts, Tally()) == whole == simulate(5, seed="s", sitting=3, chunk=2)


def test_the_first_deal_of_a_sitting_draws_its_dealer() -> None:
    dealers = []

    def look(state: GameState, seat: int) -> Action:
        if state.ply == 0:
            dealers.append((state.dealer, state.shuffle))
        return tidy(state, seat)

    simulate(4, [look] * 4, seed="s", sitting=1)
    shuffles = [Shuffle.from_seed(f"s/{number}/0") for number in range(4)]
    assert dealers == [(shuffle.dealer_draw, shuffle) for shuffle in shuffles]


# --- players ------------------------------------------------------------------------------


def test_each_seat_is_played_by_its_own_player() -> None:
    asked: list[tuple[int, int]] = []

    def player(own: int) -> Decide:
        def decide(state: GameState, seat: int) -> Action:
            asked.append((own, seat))
            return tidy(state, seat)

        return decide

    assert simulate(3, tuple(map(player, range(4))), seed="ten") == simulate(3, seed="ten")
    assert set(asked) == {(0, 0), (1, 1), (2, 2), (3, 3)}


@attrs.frozen
class Registered:
    """A player that notes what it is made for."""

    made: list[tuple[str, int]]

    def for_deal(self, seed: str, seat: int) -> Decide:
        self.made.append((seed, seat))
        return tidy


def test_a_player_that_needs_chance_is_made_anew_for_each_deal() -> None:
    made: list[tuple[str, int]] = []
    simulate(2, [tidy, Registered(made), tidy, Registered(made)], seed=5)
    deals = [("5/0", 1), ("5/0", 3), ("5/1", 1), ("5/1", 3)]
    assert made == [(seed_of_player(seed, seat), seat) for seed, seat in deals]
    made.clear()
    simulate(2, [Registered(made), tidy, tidy, tidy], seed=5, sitting=2)
    seeds = ["5/0/0", "5/0/1", "5/1/0", "5/1/1"]
    assert made == [(seed_of_player(seed, 0), 0) for seed in seeds]


def test_the_seed_of_a_player_is_a_hash_of_its_seat_and_of_the_seed_of_the_deal() -> None:
    digest = sha256(b"lisi-mahjong/player/1/2/5/0").hexdigest()
    assert seed_of_player("5/0", 2) == digest
    assert len({seed_of_player("5/0", seat) for seat in range(4)}) == 4
    digest = sha256(b"lisi-mahjong/player/1/0/\xed\xa0\x80").hexdigest()
    assert seed_of_player("\ud800", 0) == digest


@attrs.frozen
class Shuffling:
    """A player that keeps the states in which the shuffle is that of what it is made for."""

    seen: list[GameState]

    def for_deal(self, seed: str, seat: int) -> Decide:  # noqa: ARG002 - part of what players are
        shuffle = Shuffle.from_seed(seed)

        def decide(state: GameState, asked: int) -> Action:
            if state.shuffle == shuffle:
                self.seen.append(state)
            return tidy(state, asked)

        return decide


@pytest.mark.parametrize("sitting", [None, 2])
def test_no_player_is_handed_what_makes_the_wall(sitting: int | None) -> None:
    seen: list[GameState] = []
    simulate(2, [Shuffling(seen)] * 4, seed=5, sitting=sitting)
    assert seen == []


@pytest.mark.parametrize("made", [None, 5])
def test_a_player_made_for_a_deal_is_a_function(made: object) -> None:
    class Unmade:
        def for_deal(self, seed: str, seat: int) -> object:  # noqa: ARG002 - part of what players are
            return made

    error = failure(Unmade())
    what = f"for_deal returns {made}, and not a function of state and seat"
    assert error.what == f"TypeError('{what}')"


def test_players_with_chance_play_alike_whatever_was_played_before() -> None:
    players: Players = [Wavering(), tidy, Uniform(), Wavering()]
    whole = simulate(8, players, seed=2)
    parts = [simulate(1, players, seed=2, first=number) for number in (7, 5, 6, 0, 4, 3, 1, 2)]
    assert sum(parts, Tally()) == whole
    assert whole != simulate(8, seed=2)


# --- players that fail --------------------------------------------------------------------


def failure(player: object, number: int = 5, **options: Any) -> PlayerError:  # noqa: ANN401 - options of simulate
    """Return the error with which a simulation ends in which a player has a seat or all four."""
    players: Any = [player] * 4
    with pytest.raises(PlayerError) as caught:
        simulate(number, players, seed="f", **options)
    return caught.value


def test_a_player_that_raises_is_told_with_its_deal() -> None:
    error = failure(simulated.In(frozenset({"f/3", "f/4"})))
    assert (error.number, error.seed) == (3, "f/3")
    assert error.seat == first_state("f/3").dealer
    assert type(error.__cause__) is KeyError
    assert str(error) == (
        f"the player of seat {error.seat} failed in number 3, seed 'f/3': "
        f"KeyError((0, {error.seat}))"
    )


def test_a_player_that_raises_in_a_sitting_is_told_with_its_deal() -> None:
    error = failure(simulated.In(frozenset({"f/2/1"})), sitting=3)
    assert (error.number, error.seed) == (2, "f/2/1")


def test_a_refused_decision_is_a_failure_of_the_player() -> None:
    error = failure(simulated.pass_always)
    assert error.number == 0
    assert isinstance(error.__cause__, IllegalAction)
    assert error.__cause__.refusal is Refusal.CANNOT_PASS_TURN
    error = failure(simulated.resign)
    assert isinstance(error.__cause__, IllegalAction)
    assert error.__cause__.refusal is Refusal.NOT_AN_ACTION


def test_a_player_may_not_decide_for_another_seat() -> None:
    """One is asked about a win and one about a pung; the engine takes both answers."""
    error = failure(simulated.meddle, 200, rules=RuleSet(forced_win=False))
    assert isinstance(error.__cause__, SeatError)
    assert error.__cause__.expected == f"{error.seat}, the one that is asked"
    assert error.__cause__.seat in (1, 2, 3)


def test_a_player_that_cannot_be_made_is_a_failure_of_its_seat() -> None:
    with pytest.raises(PlayerError) as caught:
        simulate(2, [tidy, tidy, simulated.Unmakeable(), tidy], seed="f")
    assert (caught.value.number, caught.value.seat) == (0, 2)
    seed = seed_of_player("f/0", 2)
    assert caught.value.what == f"OSError('nobody for seat 2 of {seed[:8]}')"


def test_a_failure_with_an_odd_text_is_one_line() -> None:
    class Odd(Exception):  # noqa: N818 - what a player may raise
        def __repr__(self) -> str:
            return "one\ntwo\x1b[31m"

    def raise_odd(_: GameState, __: int) -> Action:
        raise Odd

    assert failure(raise_odd).what == "one two [31m"


def test_an_interruption_is_no_failure_of_a_player() -> None:
    def interrupt(_: GameState, __: int) -> Action:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(1, [interrupt] * 4)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize(
    "error",
    [PlayerError(3, "f/3", 2, "KeyError(5)"), SimulationError("chunk", "an int", "None")],
    ids=lambda error: type(error).__name__,
)
def test_errors_are_copied_with_all_they_say(error: LisiError, way: str) -> None:
    copied = COPIES[way](error)
    assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))
    assert isinstance(error, ValueError)


# --- progress -----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"sitting": 2}], ids=["deals", "sittings"])
def test_progress_is_told_after_each_chunk(options: Mapping[str, Any]) -> None:
    told: list[tuple[int, int]] = []
    simulate(7, chunk=3, progress=lambda done, total: told.append((done, total)), **options)
    assert told == [(3, 7), (6, 7), (7, 7)]


def test_an_error_of_the_progress_is_the_callers() -> None:
    def stop(done: int, _: int) -> None:
        if done == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        simulate(7, chunk=1, progress=stop)
