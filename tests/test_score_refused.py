"""What is not settled: other things than an ended deal, its result, a table, a multiplier."""

from __future__ import annotations

import copy
from unittest import mock

import attrs
import pytest

from evenings import seated
from lisi_mahjong import (
    DrawnDeal,
    GameState,
    InvalidStateError,
    LisiError,
    Player,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    WonDeal,
    deal,
    settle,
    view,
)
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.tiles import counted
from settling import (
    ONE_POINT,
    ONE_POINT_BESIDE_A_KONG,
    THREE_POINTS,
    settled,
    undecided,
    winning,
    won,
)
from support import tiles

WON = won(THREE_POINTS, loser=1)
DRAWN = undecided().after
GOING_ON = winning(THREE_POINTS, loser=1).before


def problem_of(result: object, state: object) -> Problem:
    """Return why a result and a state are no ended deal."""
    with pytest.raises(InvalidStateError) as caught:
        settle(result, state)  # type: ignore[arg-type]  # what is tested
    ((problem, _),) = caught.value.problems
    return problem


# --- SCORE-9: an ended deal and its own result --------------------------------------------


@pytest.mark.rule("SCORE-9")
@pytest.mark.parametrize("ended", [WON, DRAWN], ids=["won", "drawn"])
def test_a_result_is_that_of_the_deal_when_it_is_equal(ended: GameState) -> None:
    assert ended.result is not None
    assert settle(copy.deepcopy(ended.result), ended) == settle(ended.result, ended)


@pytest.mark.rule("SCORE-9", refuses=True)
@pytest.mark.parametrize("state", [GOING_ON, deal(Shuffle.from_seed(7))], ids=["last", "first"])
@pytest.mark.parametrize("result", [None, DrawnDeal(), WON.result], ids=["none", "drawn", "won"])
def test_a_deal_that_goes_on_is_not_settled(state: GameState, result: object) -> None:
    assert problem_of(result, state) is Problem.NOT_THE_RESULT


@pytest.mark.rule("SCORE-9", refuses=True)
@pytest.mark.parametrize(
    ("result", "state"),
    [
        (None, WON),
        (None, DRAWN),
        (DrawnDeal(), WON),
        (WON.result, DRAWN),
        (WON.result, won(THREE_POINTS, loser=3)),
        (WON.result, won(THREE_POINTS)),
        (WON.result, won(ONE_POINT, loser=1)),
    ],
    ids=["none", "none, drawn", "drawn", "won", "another loser", "self-draw", "another hand"],
)
def test_a_deal_is_not_settled_by_the_result_of_another(result: object, state: GameState) -> None:
    assert problem_of(result, state) is Problem.NOT_THE_RESULT


@pytest.mark.parametrize(
    "result",
    [0, True, "won", (), {}, WonDeal, DrawnDeal, WON, ScoreTable(), float("nan"), mock.ANY],
    ids=[
        *("nought", "true", "a text", "a tuple", "a mapping", "a class", "another class"),
        *("the state", "a score table", "no number", "what equals everything"),
    ],
)
@pytest.mark.parametrize("state", [WON, DRAWN], ids=["won", "drawn"])
def test_what_is_no_result_is_refused(result: object, state: GameState) -> None:
    assert problem_of(result, state) is Problem.NOT_THE_RESULT


@pytest.mark.parametrize(
    "state",
    [None, "state", 7, GameState, seated(), WON.result, view(WON, 1), WON.setup],
    ids=["none", "a text", "a number", "a class", "a table", "a result", "a view", "a setup"],
)
def test_what_is_no_state_of_a_deal_is_refused(state: object) -> None:
    assert problem_of(WON.result, state) is Problem.NOT_A_STATE
    assert problem_of(None, state) is Problem.NOT_A_STATE


@pytest.mark.parametrize(("result", "shown"), [(None, "not None"), (7, "not 7")])
def test_the_refusal_shows_what_was_given(result: object, shown: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        settle(result, WON)  # type: ignore[arg-type]  # what is tested
    assert caught.value.problems == ((Problem.NOT_THE_RESULT, shown),)
    assert isinstance(caught.value, LisiError)


def test_what_is_long_is_shown_shortened() -> None:
    with pytest.raises(InvalidStateError) as caught:
        settle("x" * 10_000, WON)  # type: ignore[arg-type]  # what is tested
    assert len(str(caught.value)) < 300


# --- forged deals -------------------------------------------------------------------------


def forged(ended: GameState, less: str, more: str) -> GameState:
    """Return an ended deal with some of the winner's loose tiles changed for others."""
    assert isinstance(ended.result, WonDeal)
    winner = ended.result.winner
    loose = ended.players[winner].loose_set - counted(tiles(less)) + counted(tiles(more))
    return with_player(ended, winner, attrs.evolve(ended.players[winner], loose_set=loose))


def with_player(ended: GameState, seat: int, player: Player) -> GameState:
    """Return a deal with another player at a seat."""
    first, second, third, fourth = (
        player if place == seat else other for place, other in enumerate(ended.players)
    )
    return attrs.evolve(ended, players=(first, second, third, fourth))


# WON is {111z}46m22233399p, won on 5m.
@pytest.mark.parametrize(
    ("ended", "less", "more"),
    [
        (WON, "5m", "9s"),
        (WON, "456m", "789m"),
        (won(("{111z}7z222p333s789m", "7z"), loser=1), "77z", "55z"),
        (WON, "2p", "9s"),
        (WON, "4m", "8m"),
        (won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["(8888s)"]), "4m", "6m"),
    ],
    ids=[
        *("no winning tile", "a win without the winning tile", "a win without red"),
        *("a triplet broken", "a run broken", "a run broken beside a kong"),
    ],
)
def test_a_forged_hand_that_the_winning_tile_does_not_complete_is_refused(
    ended: GameState, less: str, more: str
) -> None:
    state = forged(ended, less, more)
    assert problem_of(state.result, state) is Problem.NO_WIN
    with pytest.raises(InvalidStateError) as caught:
        settled(state)
    assert "<Player " in str(caught.value)


def test_a_forged_kong_whose_discard_lies_nowhere_is_paid_by_whom_it_names_as_its_feeder() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["8888s<3"])
    feeder = ended.players[3]
    river = tuple(entry for entry in feeder.river if entry.taken_by is None)
    state = with_player(ended, 3, attrs.evolve(feeder, river=river))
    score = ScoreTable(feeder_pays_melded_kong=True)
    assert settled(state, score).deltas == (0, -5, 8, -3)


# --- score tables and multipliers ---------------------------------------------------------


def test_the_usual_numbers_paid_once_need_not_be_given() -> None:
    assert isinstance(WON.result, WonDeal)
    assert settle(WON.result, WON).deltas == (0, -11, 11, 0)
    assert settle(WON.result, WON, ScoreTable(base=2)).deltas == (0, -14, 14, 0)  # 3 x 4 + 2


@pytest.mark.parametrize("ended", [WON, DRAWN], ids=["won", "drawn"])
@pytest.mark.parametrize(
    "score",
    [None, 1, {}, {"base": 1}, RuleSet(), ScoreTable, "taiyuan"],
    ids=["none", "one", "empty", "a mapping", "a rule set", "a class", "a text"],
)
def test_what_is_no_score_table_is_refused(score: object, ended: GameState) -> None:
    with pytest.raises(RulesError, match="score must be a ScoreTable, not ") as caught:
        settled(ended, score)  # type: ignore[arg-type]  # what is tested
    assert (caught.value.option, caught.value.rule) == ("score", "RULES-1")


@pytest.mark.rule("SCORE-6")
@pytest.mark.parametrize("multiplier", [1, 2, 10**6])
def test_a_multiplier_is_one_to_a_million(multiplier: int) -> None:
    assert settled(WON, multiplier=multiplier).deltas == (0, -11 * multiplier, 11 * multiplier, 0)


@pytest.mark.rule("SCORE-6", refuses=True)
@pytest.mark.parametrize("ended", [WON, DRAWN], ids=["won", "drawn"])
@pytest.mark.parametrize(
    "multiplier",
    [0, -1, 10**6 + 1, 10**400, -(10**400), True, False, 1.0, 2.5, None, "2", (2,)],
    ids=lambda value: repr(value)[:10],
)
def test_another_multiplier_is_refused(multiplier: object, ended: GameState) -> None:
    with pytest.raises(RulesError) as caught:
        settled(ended, multiplier=multiplier)  # type: ignore[arg-type]  # what is tested
    assert str(caught.value).startswith("multiplier must be an int from 1 to 1000000, not ")
    assert (caught.value.option, caught.value.rule) == ("multiplier", "SCORE-6")
    assert len(str(caught.value)) < 200


def test_the_refusal_of_a_multiplier_shows_it() -> None:
    with pytest.raises(RulesError, match=r"not 2\.5 \("):
        settled(WON, multiplier=2.5)  # type: ignore[arg-type]  # what is tested


# Of each rule's fields one value just outside; test_rules_options has every field and many values.
OUTSIDE = {
    "SCORE-2": {"self_draw_multiplier": 0, "dealer_pays_self_draw": -1},
    "SCORE-3": {"dealer_pays_discard": -1},
    "SCORE-4": {"discarder_extra": 10**6 + 1},
    "SCORE-5": {
        "melded_kong": -1,
        "concealed_kong": 10**6 + 1,
        "feeder_pays_melded_kong": 1,
        "discarder_covers_kongs": 0,
    },
    "SCORE-6": {"drawn_deal_multiplier": 0},
    "SCORE-7": {"dealer_win_multiplier": 0},
}


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param("SCORE-2", marks=pytest.mark.rule("SCORE-2", refuses=True)),
        pytest.param("SCORE-3", marks=pytest.mark.rule("SCORE-3", refuses=True)),
        pytest.param("SCORE-4", marks=pytest.mark.rule("SCORE-4", refuses=True)),
        pytest.param("SCORE-5", marks=pytest.mark.rule("SCORE-5", refuses=True)),
        pytest.param("SCORE-6", marks=pytest.mark.rule("SCORE-6", refuses=True)),
        pytest.param("SCORE-7", marks=pytest.mark.rule("SCORE-7", refuses=True)),
    ],
)
def test_a_number_that_its_rule_does_not_know_makes_no_score_table(rule: str) -> None:
    for name, value in OUTSIDE[rule].items():
        with pytest.raises(RulesError, match=name) as caught:
            ScoreTable.from_options({name: value})
        assert (caught.value.option, caught.value.rule) == (name, rule)
