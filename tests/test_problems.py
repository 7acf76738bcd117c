"""`problems`: nothing for whatever play comes to, and each thing that can be wrong by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import attrs
import pytest

from broken_positions import ANY_TURN, LINES, RIGHT, STATES, WAITING, with_player
from lisi_mahjong import (
    GameState,
    InvalidStateError,
    Problem,
    Shuffle,
    apply,
    deal,
    parse_action,
    view,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.notation import parse_state
from lisi_mahjong.tiles import ONE
from playouts import states


def codes(text: str) -> list[Problem]:
    """Return what is wrong with what a line says."""
    with pytest.raises(InvalidStateError) as caught:
        parse_state(text)
    return [problem for problem, _ in caught.value.problems]


# --- what play comes to -------------------------------------------------------------------


def test_no_state_of_mixed_deals_has_a_problem() -> None:
    found = {problem for state in states(range(300)) for problem in problems(state)}
    assert found == set()


def test_no_view_of_mixed_deals_has_a_problem() -> None:
    seen = Counter[str]()
    for number, state in enumerate(states(range(300, 340))):
        viewer = (None, 0, 1, 2, 3)[number % 5]
        assert problems(view(state, viewer)) == ()
        seen[type(view(state, viewer).stage).__name__] += 1
    assert seen.keys() == {"SeenTurn", "SeenClaims", "Finished"}


@pytest.mark.parametrize("thing", [None, "lisi1", 5, GameState, object()])
def test_what_is_no_position_has_that_problem(thing: object) -> None:
    ((problem, _),) = problems(thing)  # type: ignore[arg-type]
    assert problem is Problem.NOT_A_STATE


# --- one problem at a time ----------------------------------------------------------------


@pytest.mark.parametrize(("problem", "text"), LINES.values(), ids=LINES)
def test_a_line_has_exactly_one_problem(problem: Problem, text: str) -> None:
    found = codes(text)
    if problem is Problem.WALL_SIZE:
        found.remove(Problem.WALL_COPIES)  # a short wall has too few of something
    assert found == [problem]


@pytest.mark.parametrize("state", RIGHT.values(), ids=RIGHT)
def test_the_positions_that_are_broken_below_have_no_problem(state: GameState) -> None:
    assert problems(state) == ()


@pytest.mark.parametrize(("expected", "broken"), STATES.values(), ids=STATES)
def test_a_broken_state_has_exactly_these_problems(
    expected: list[Problem], broken: Callable[[], GameState]
) -> None:
    found = [problem for problem, _ in problems(broken())]
    assert list(dict.fromkeys(found)) == expected


def test_every_problem_of_a_position_is_shown_alone() -> None:
    members = list(Problem)
    of_positions = set(members[members.index(Problem.MALFORMED_FIELD) :])
    shown = {problem for problem, _ in LINES.values()}
    shown |= {expected[0] for expected, _ in STATES.values() if len(expected) == 1}
    assert of_positions - shown == {Problem.SECRET}  # see test_problems_of_views


@pytest.mark.parametrize("meld", ["5555z<0", "5555z+<0"])
def test_an_open_kong_leaves_one_of_four_standing_tiles(meld: str) -> None:
    state = parse_state(f"{ANY_TURN} melds1={meld} hand1={{1z}}..")
    assert len(state.players[1].standing) == 1
    assert codes(f"{ANY_TURN} melds1={meld} hand1={{}}..") == [
        Problem.STANDING_COUNT,
        Problem.NO_STANDING_TILE,
    ]


def test_a_concealed_kong_can_take_all_four_standing_tiles() -> None:
    assert codes(f"{ANY_TURN} melds1=(5555z) hand1={{}}..") == [Problem.NO_STANDING_TILE]


@pytest.mark.rule("WIN-3")
def test_whoever_let_an_added_kong_go_wins_no_more() -> None:
    line = "lisi1 rules=-forced_win,robbing_kong stage=turn:0:6s melds0=5555m+<1 "
    assert parse_state(f"{line} {WAITING} barred=2").players[2].win_barred


def test_a_detail_names_the_seat_and_the_tiles() -> None:
    text = f"{ANY_TURN} hand1={{1z2z3z4z}}147m258p36s locks2=9s river0=5z>3"
    with pytest.raises(InvalidStateError) as caught:
        parse_state(text)
    assert [detail for _, detail in caught.value.problems] == [
        "12 and not 13 of seat 1",
        "5z of seat 0, by seat 3",
        "9s of seat 2",
    ]


def test_a_detail_names_five_kinds_and_counts_the_others() -> None:
    state = deal(Shuffle.from_seed(7))
    other = attrs.evolve(state, setup=deal(Shuffle.from_seed(8)).setup)
    ((problem, detail),) = problems(other)
    assert problem is Problem.DRAWN_TILES
    one = "[0-4] of [1-9][mpsz] and not [0-4]"
    assert re.fullmatch(f"{one}(, {one}){{4}} and [1-9][0-9]* more", detail)


@pytest.mark.parametrize("ply", [600, 999])
def test_a_count_of_actions_that_cannot_go_on_is_the_only_problem(ply: int) -> None:
    """It is a field that holds what it cannot hold, and such fields have no problem beside them."""
    state = attrs.evolve(deal(Shuffle.from_seed(7)), kongs=2)
    assert [problem for problem, _ in problems(state)] == [Problem.KONGS_MADE]
    late = attrs.evolve(state, ply=ply)
    assert [problem for problem, _ in problems(late)] == [Problem.MALFORMED_FIELD]


def test_a_position_is_judged_without_its_past() -> None:
    """Tiles that two seats exchange were drawn by somebody all the same."""
    state = deal(Shuffle.from_seed(7))
    one, other = state.players[1], state.players[2]
    given, taken = ONE[one.loose[0]], ONE[other.loose[-1]]
    assert given != taken
    state = with_player(state, 1, attrs.evolve(one, loose_set=one.loose_set - given + taken))
    state = with_player(state, 2, attrs.evolve(other, loose_set=other.loose_set - taken + given))
    assert problems(state) == ()


def test_a_wall_played_to_its_end_has_given_every_tile() -> None:
    state = parse_state("lisi1 rules=reserved_stacks:0 stage=turn:0:6s remaining=1 wall=5z..")
    after = apply(state, parse_action("0 discard 6s"))
    assert after.remaining == 0
    assert problems(after) == ()
