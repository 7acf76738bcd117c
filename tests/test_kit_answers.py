"""Several answers to one tile in a script, in any order: all stay asked until it is settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from lisi_mahjong import (
    Action,
    AwaitingTurn,
    GameState,
    Meld,
    MeldKind,
    Refusal,
    RuleSet,
    Tile,
    WonDeal,
    actors,
    apply,
    legal_actions,
    problems,
)
from lisi_mahjong.testing import SITUATIONS, Situation, WishError, stack
from lisi_mahjong.testing.wishes import wished_action

CHOICE = RuleSet(forced_win=False)
WAITS = "{46m9p5z}9p333p11179s"
WAITS_TOO = "{46m1z6z}1z222s777p45p"
"""Hands that wait for 5m after a draw of 8s and of 3p, declared with 5z and with 6z."""


ASKED = {
    "two may win": SITUATIONS["two may win"],
    "one has answered": SITUATIONS["one has answered"],
    "win or pung": SITUATIONS["win or pung"],
    "win or kong": attrs.evolve(SITUATIONS["win or pung"], hands={0: "555m", 1: WAITS}),
    "two wins or pung": Situation(
        "two wins or pung",
        ("CLAIM-4",),
        {0: WAITS, 1: "55m", 2: WAITS_TOO},
        ("0 ting 5z", "2 ting 6z", "3 discard 5m"),
        draws={0: "8s", 2: "3p"},
    ),
    "three wins": Situation(
        "three wins",
        ("CLAIM-4",),
        {0: "{46m2z3z}2z555s666p99m", 1: WAITS, 2: WAITS_TOO},
        ("0 ting 3z", "1 ting 5z", "2 ting 6z", "3 discard 5m"),
        draws={0: "9m", 1: "8s", 2: "3p"},
    ),
    "robbing a kong": SITUATIONS["robbing a kong"],
    "two rob a kong": Situation(
        "two rob a kong",
        ("KONG-7",),
        {1: WAITS, 2: WAITS_TOO, 3: "55m"},
        (
            *("0 discard 5m", "3 pung 5m 0", "3 discard 7z"),
            *("1 ting 5z", "2 ting 6z", "3 kong 5m added"),
        ),
        draws={1: "8s", 2: "3p"},
    ),
}
"""What several seats are asked about, or one that may answer in several ways."""


def answers(state: GameState) -> Iterator[tuple[tuple[Action, ...], GameState]]:
    """Yield all that can be answered to one tile, in each order, with the state after it."""
    ply, stage = state.ply, state.stage
    pending: list[tuple[tuple[Action, ...], GameState]] = [((), state)]
    while pending:
        given, reached = pending.pop()
        if given:
            yield given, reached
        if type(reached.stage) is not type(stage) or reached.ply - ply != len(given):
            continue
        for seat in actors(reached):
            legal = legal_actions(reached, seat)
            pending += [((*given, action), apply(reached, action)) for action in legal]


def rules_of(situation: Situation) -> RuleSet:
    return RuleSet.from_options({"robbing_kong": True, "forced_win": False, **situation.options})


@pytest.mark.parametrize("name", ASKED)
def test_answers_to_one_tile_are_given_in_the_order_of_the_script(name: str) -> None:
    situation = ASKED[name]
    laid = stack(
        situation.hands, situation.script, draws=situation.draws, rules=rules_of(situation)
    )
    number = 0
    for given, state in answers(laid.state):
        script = (*situation.script, *map(str, given))
        again = stack(situation.hands, script, draws=situation.draws, rules=rules_of(situation))
        assert again.decisions[-len(given) :] == given
        assert type(again.state.stage) is type(state.stage)
        assert problems(again.state) == ()
        number += 1
    assert number >= 2


def test_a_pung_is_made_when_the_win_before_it_is_passed() -> None:
    situation = ASKED["two wins or pung"]
    script = (*situation.script, "1 pung 5m 0", "0 pass", "2 pass", "1 discard 7z")
    laid = stack(situation.hands, script, draws=situation.draws, rules=CHOICE)
    assert [str(action) for action in laid.decisions][-5:] == [*script[-5:]]
    assert laid.state.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 3),)


def test_a_kong_that_others_answer_takes_its_replacement_and_the_next_draws_follow() -> None:
    situation = ASKED["win or kong"]
    script = (*situation.script, "0 kong 5m melded", "1 pass", "0 discard 7z")
    draws = {**situation.draws, 1: "8s9m"}
    laid = stack(situation.hands, script, draws=draws, replacements="7z", rules=CHOICE)
    assert laid.decisions[-1] == wished_action("0 discard 7z")
    assert laid.state.kongs == 1
    assert laid.state.players[1].river[-1].tile is Tile.M9


def test_tiles_are_drawn_behind_answers_at_the_end_of_a_script() -> None:
    """After the pung of the dealer seat 1, in ting, draws 9m, and seat 2 draws 7z."""
    situation = ASKED["win or pung"]
    script = (*situation.script, "0 pung 5m 0", "1 pass", "0 discard 1p")
    laid = stack(situation.hands, script, draws={1: "8s9m", 2: "?7z"}, rules=CHOICE)
    assert laid.state.stage == AwaitingTurn(2, Tile.RED)


def test_a_win_behind_a_kong_may_be_one_on_the_own_draw() -> None:
    script = ["1 ting 5z", "2 kong 2z melded", "1 win"]
    laid = stack({1: WAITS}, script, draws={1: "8s 5m"}, rules=CHOICE)
    assert isinstance(laid.state.result, WonDeal)
    assert laid.state.result.loser is None


NEVER: list[tuple[str, tuple[str, ...], str]] = [
    ("two may win", ("1 win", "2 pass"), f"{Refusal.DEAL_ENDED.en} (TURN-6)"),
    ("two may win", ("2 win", "2 pass"), "the deal has ended before it (TURN-6)"),
    ("two may win", ("2 win", "0 discard 1z"), "the deal has ended before it (TURN-6)"),
    ("two may win", ("2 win", "1 pung 6m 0"), "the deal has ended before it (TURN-6)"),
    ("two may win", ("2 win", "1 pass", "3 discard 1z"), "the deal has ended before it (TURN-6)"),
    ("win or pung", ("0 pung 5m 0", "0 pass"), f"{Refusal.CANNOT_PASS_TURN.en} (TURN-3)"),
    ("win or pung", ("0 pung 5m 0", "2 pass"), f"{Refusal.NOTHING_TO_ANSWER.en} (CLAIM-6)"),
]
"""What cannot be answered any more, behind a situation."""


@pytest.mark.parametrize("place", range(len(NEVER)))
def test_what_cannot_be_answered_any_more_is_told(place: int) -> None:
    name, given, why = NEVER[place]
    situation = ASKED[name]
    script = (*situation.script, *given)
    with pytest.raises(WishError) as caught:
        stack(situation.hands, script, draws=situation.draws, rules=CHOICE)
    error = caught.value
    assert (error.wish, f"{error.why} ({error.rule})") == (given[-1], why)


# --- the nearest reason ---

REASONS: list[tuple[dict[str, Any], str]] = [
    (
        {"hands": {0: "{5555m}"}, "script": ["0 discard 5m"]},
        (
            "the wish '0 discard 5m' cannot come true: "
            "a standing tile is discarded only to declare ting (STAND-1)"
        ),
    ),
    (
        {"hands": {0: "{55m}", 1: "55m"}, "script": ["0 discard 5m"]},
        (
            "the wish '0 discard 5m' cannot come true: "
            "a standing tile is discarded only to declare ting (STAND-1)"
        ),
    ),
    (
        {"hands": {1: "5555m"}, "script": ["0 discard 5m"]},
        "the wish '0 discard 5m' cannot come true: all four 5m lie elsewhere (WALL-1)",
    ),
    *[
        (
            {
                "hands": {1: "{5m9s1z2z}5m", 2: "{46m9p5z}9p333p11179s"},
                "script": [
                    *("0 discard 5m", "1 pung 5m 1", "1 discard 7z"),
                    *("2 ting 5z", "1 kong 5m added", "2 win"),
                ],
                "draws": draws,
                "rules": CHOICE,
            },
            (
                "the wish '2 win' cannot come true: "
                "without the option robbing_kong no kong is robbed (KONG-7)"
            ),
        )
        for draws in ({2: "8s"}, {2: "8s1z"})
    ],
]


@pytest.mark.parametrize("place", range(len(REASONS)))
def test_the_reason_is_the_nearest_one(place: int) -> None:
    wishes, told = REASONS[place]
    with pytest.raises(WishError) as caught:
        stack(**wishes)
    assert str(caught.value) == told
