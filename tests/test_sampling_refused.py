"""What no world is drawn for: views that no state has, and things that are no views."""

from __future__ import annotations

import math
import random
from typing import Any

import attrs
import pytest

from lisi_mahjong import (
    InvalidStateError,
    RiverTile,
    SeatView,
    SeenClaims,
    SeenTurn,
    Shuffle,
    Tile,
    deal,
    parse_action,
    view,
)
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.sampling import Worlds, sample_state
from offers import CHOICE, PAIR_OF_5M, WAITS_FOR_5M, WAITS_FOR_5M_TOO, offered
from support import play, position
from worlds import PUNGS, all_but_over, declared_in_turn, with_ting_since

STATE = deal(Shuffle.from_seed(7), dealer=2)


def problems_of(seen: object, rng: object = None) -> list[Problem]:
    """Return the problems with which a view is refused."""
    with pytest.raises(InvalidStateError) as caught:
        sample_state(seen, random.Random(1) if rng is None else rng)  # type: ignore[arg-type]
    return [problem for problem, _ in caught.value.problems]


@pytest.mark.parametrize("value", [None, 5, "view", STATE, [], SeatView])
def test_what_is_no_view_is_refused(value: object) -> None:
    assert problems_of(value) == [Problem.NOT_A_VIEW]
    with pytest.raises(InvalidStateError):
        Worlds(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("rng", [0, "chance", random.random, object(), random.Random])
def test_what_is_no_source_of_chance_is_refused(rng: object) -> None:
    assert problems_of(view(STATE, 0), rng) == [Problem.MALFORMED_FIELD]


def test_the_message_speaks_of_the_source_of_chance() -> None:
    seen = view(STATE, 0)
    with pytest.raises(InvalidStateError, match="the source of chance, rng, is 7, which has no"):
        sample_state(seen, 7)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(InvalidStateError, match="Random'>, whose method random cannot be called"):
        sample_state(seen, random.Random)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(InvalidStateError, match=r"whose method random returned 1\.0"):
        sample_state(seen, Always(1.0))


class Always:
    """A source of chance that has but one number."""

    def __init__(self, number: object) -> None:
        self._number = number

    def random(self) -> Any:  # noqa: ANN401 - odd ones are what is tested
        """Return it."""
        return self._number


@pytest.mark.parametrize("number", [1.0, 1, 2.5, -0.1, None, "0.5", math.nan, math.inf, [0.5]])
def test_a_number_that_is_none_from_0_up_to_1_is_refused(number: object) -> None:
    assert problems_of(view(STATE, 0), Always(number)) == [Problem.MALFORMED_FIELD]


class Fixed(float):
    """A number of a class that inherits from the plain one."""


@pytest.mark.parametrize("number", [0, 0.0, 0.5, math.nextafter(1, 0), Fixed(0.25)])
def test_any_number_from_0_up_to_1_will_do(number: float) -> None:
    seen = view(STATE, 0)
    assert view(sample_state(seen, Always(number)), 0) == seen


def test_what_a_source_of_chance_raises_itself_is_left_as_it_is() -> None:
    class Failing:
        def random(self) -> float:
            raise LookupError

    with pytest.raises(LookupError):
        sample_state(view(STATE, 0), Failing())


def test_a_source_of_chance_may_be_a_module_or_inherit_from_random() -> None:
    class Own(random.Random):
        """It adds nothing."""

    seen = view(STATE, 0)
    assert sample_state(seen, Own(1)) == sample_state(seen, random.Random(1))
    assert view(sample_state(seen, random), 0) == seen


def test_all_that_is_wrong_with_a_view_is_told() -> None:
    seen = attrs.evolve(view(STATE, 0), kongs=1, remaining=80)
    assert problems_of(seen) == [Problem.TILE_COUNT, Problem.KONGS_MADE]


def test_a_view_that_is_not_even_hashable_is_refused() -> None:
    seen = view(STATE, 0)
    unhashable = attrs.evolve(seen, players=list(seen.players))  # type: ignore[arg-type]
    assert problems_of(unhashable) == [Problem.MALFORMED_FIELD]


def with_tile(seen: SeatView, seat: int, tile: Tile) -> SeatView:
    """Return a view in which another kind lies first in a seat's row of discards."""
    players = list(seen.players)
    side = players[seat]
    players[seat] = attrs.evolve(side, river=(RiverTile(tile), *side.river[1:]))
    first, second, third, fourth = players
    return attrs.evolve(seen, players=(first, second, third, fourth))


@pytest.mark.rule("TING-1", refuses=True)
def test_a_seat_in_ting_that_can_wait_for_nothing_is_refused() -> None:
    thrown = ("123456789m", "", "123456789p1234567z", "123456789s")
    rivers = {seat: text for seat, text in enumerate(thrown) if text}
    state = position({1: WAITS_FOR_5M}, drawn="7z", ting={1: "7z"}, rivers=rivers, remaining=48)
    seen = view(with_ting_since(state, 1, *thrown), 0)
    assert problems_of(seen) == [Problem.TING_WITHOUT_WAIT]
    with pytest.raises(InvalidStateError, match="seat 1 has let go, or has four of, every kind"):
        Worlds(seen)  # at once, and not after ten thousand attempts


@pytest.mark.rule("CLAIM-6", refuses=True)
def test_a_tile_on_offer_that_nobody_can_take_is_refused() -> None:
    seen = view(offered("5m", {1: PAIR_OF_5M}), 2)
    # With two more 5m among the discards, nobody else holds a pair of them.
    seen = with_tile(with_tile(seen, 0, Tile.M5), 1, Tile.M5)
    assert seen.unseen[Tile.M5] == 1
    assert problems_of(seen) == [Problem.NOBODY_ASKED]


@pytest.mark.rule("WIN-3", refuses=True)
def test_a_tile_on_offer_that_all_others_have_let_go_already_is_refused() -> None:
    # Seat 2 is in ting and has let a 5m go; the last 5m is no pair for seats 1 and 3.
    hands = {1: "{1234z}147m258p369s", 2: WAITS_FOR_5M}
    state = position(hands, drawn="5m", ting={2: "7z"}, rivers={1: "5m", 3: "5m"}, rules=CHOICE)
    seen = view(play(with_ting_since(state, 2, "", "", "", ""), "0 discard 5m"), 1)
    assert Worlds(seen).sample(random.Random(1)).stage.asked == (2,)  # type: ignore[union-attr]
    since = with_ting_since(state, 2, "", "5m", "", "5m").players[2].ting_since
    players = list(seen.players)
    players[2] = attrs.evolve(players[2], ting_since=since)
    first, second, third, fourth = players
    late = attrs.evolve(seen, players=(first, second, third, fourth))
    assert problems_of(late) == [Problem.NOBODY_ASKED]


@pytest.mark.rule("CLAIM-4", refuses=True)
def test_an_answer_that_has_settled_everything_is_refused() -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = position(hands, drawn="5m", ting=dict.fromkeys(hands, "7z"), rules=CHOICE)
    seen = view(play(declared_in_turn(state, 1, 2), "0 discard 5m"), 1)
    assert isinstance(seen.stage, SeenClaims)
    won = attrs.evolve(seen.stage, answer=parse_action("1 win"))
    assert problems_of(attrs.evolve(seen, stage=won)) == [Problem.NOBODY_ASKED]


FOUR_PUNGS = ("222m<0", "333m<0", "777m<0", "999p<3")


@pytest.mark.rule("STAND-6", refuses=True)
def test_a_pung_after_which_no_discard_can_be_legal_is_refused() -> None:
    # Whatever two of the four unseen tiles seat 1 holds, it would wait for a fifth copy.
    pungs = {**PUNGS, 1: FOUR_PUNGS}
    hands = {1: "{2m3m}", 2: "{7m}", 3: "{9p}"}
    state = all_but_over(hands, "", pungs=pungs, turn=1, drawn=None)
    assert problems_of(view(state, 0)) == [Problem.NO_ACTION]


@pytest.mark.rule("TURN-3", refuses=True)
def test_a_seat_without_a_loose_tile_has_drawn_none() -> None:
    pungs = {**PUNGS, 1: FOUR_PUNGS}
    hands = {1: "{5s6s}", 2: "{4p}", 3: "{5p}"}
    seen = view(all_but_over(hands, "6p", pungs=pungs, turn=1, drawn=None), 0)
    drawn = attrs.evolve(seen, stage=SeenTurn(1, after_draw=True, drawn=None))
    assert problems_of(drawn) == [Problem.DRAWN_NOT_LOOSE]


@pytest.mark.rule("KONG-3", refuses=True)
def test_a_face_down_kong_of_which_a_tile_is_seen_whatever_it_is_is_refused() -> None:
    pungs = {**PUNGS, 2: ("(6666s)", *PUNGS[2][:3])}
    state = all_but_over({1: "{5s}", 2: "{4p}", 3: "{5p}"}, "6p", pungs=pungs)
    seen = view(state, 0)
    assert Worlds(seen).sample(random.Random(1)).players[2].melds[0].tile is Tile.S6
    assert problems_of(with_tile(seen, 0, Tile.S6)) == [Problem.TILE_COPIES]
