"""`perft` and `divide`: counts found by hand, and what must hold of any of them.

The counts on which the engine and the referee agree are in `test_perft_counts`.
"""

from __future__ import annotations

import inspect
import sys
import tracemalloc
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anatomy import COPIES, repickled
from bad_tables import HUGE_INT, HUGE_TEXT
from corpus import drawn
from endings import WAITING
from lisi_mahjong import (
    GameState,
    InvalidStateError,
    LisiError,
    RuleSet,
    Shuffle,
    Tile,
    actors,
    apply,
    deal,
    legal_actions,
    view,
)
from lisi_mahjong.notation import format_state, parse_state
from lisi_mahjong.perft import DepthError, divide, perft
from moments import WAITING_TOO, three_asked
from offers import SCATTERED, offered
from support import legal, play, position

FOUR_SCATTERED = dict.fromkeys(range(4), SCATTERED)
"""Nobody holds two equal tiles, or two of which a run could be made."""


def walked(state: GameState, depth: int) -> int:
    """Count sequences by making every decision, the last ones too."""
    if depth == 0:
        return 1
    return sum(
        walked(apply(state, action), depth - 1)
        for seat in actors(state)
        for action in legal_actions(state, seat)
    )


def reached(number: int, part: float) -> GameState:
    """Return the state at a part of a deal of the corpus: 0 is its start and 1 its end."""
    states = whole_deal(number)
    return states[round(part * (len(states) - 1))]


@cache
def whole_deal(number: int) -> list[GameState]:
    """Return every state of a deal of the corpus."""
    dealt = drawn(number)
    states = [dealt.start]
    for state, action in dealt.actions():
        states.append(apply(state, action))
    return states


STATES = st.builds(reached, st.integers(0, 100), st.floats(0, 1))

# --- by hand ------------------------------------------------------------------------------


def test_turns_without_a_claim_multiply() -> None:
    # After each draw ten kinds are loose: the nine of the hand and a 9m. No seat ever holds two of
    # what another one discards, so that nobody is asked.
    state = position(FOUR_SCATTERED, drawn="9m", draws="999m")
    assert [perft(state, depth) for depth in range(5)] == [1, 10, 100, 1000, 10_000]


def test_equal_loose_tiles_are_one_decision() -> None:
    state = position({0: "{1234z}1122m58p369s"}, drawn="1m")
    assert perft(state, 1) == 7  # 1m 2m 5p 8p 3s 6s 9s


def test_sequences_that_end_early_do_not_count() -> None:
    # 14 tiles are kept back, so that a single one can be drawn yet.
    state = position(FOUR_SCATTERED, drawn="9m", draws="9m", remaining=15)
    assert [perft(state, depth) for depth in range(5)] == [1, 10, 100, 0, 0]


def test_the_empty_sequence_counts_after_the_end_too() -> None:
    state = play(position(FOUR_SCATTERED, drawn="9m", remaining=14), "0 discard 9m")
    assert actors(state) == ()
    assert [perft(state, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(state, 1) == ()


def test_one_seat_that_is_asked_has_all_its_answers() -> None:
    # STAND-5's example: the pung gives one standing copy or both; the kong takes all three.
    state = offered("5m", {1: "{55m9s1z}5m147p2s28m46z"})
    assert legal(state, 1) == ["1 kong 5m melded", "1 pung 5m 1", "1 pung 5m 2", "1 pass"]
    assert perft(state, 1) == 4


def test_every_answer_of_every_seat_is_a_branch() -> None:
    # Seat 1 may pung or pass, seats 2 and 3 may win or pass.
    state = three_asked()
    assert {seat: len(legal_actions(state, seat)) for seat in actors(state)} == {1: 2, 2: 2, 3: 2}
    assert perft(state, 1) == 2 + 2 + 2
    # A win of seat 2, the nearest, ends the deal at once; after any of the other five answers two
    # seats are left with two answers each.
    assert perft(state, 2) == 5 * 4
    # After the pung of 1: when 2 passes, 3 has two answers; after each of 3's two, 2 has two. So 6,
    # and after 1's pass the same. After 2's pass: 3's win ends the deal, and its pass leaves 1 two;
    # after each of 1's two, 3 has two. So 6. After 3's win: 2's answer ends the deal either way;
    # after each of 1's two, 2 has two. So 4. After 3's pass: 2's pass leaves 1 two; after each of
    # 1's two, 2 has two. So 6.
    assert perft(state, 3) == 6 + 6 + 6 + 4 + 6


def test_orders_of_answers_are_different_sequences() -> None:
    state = play(three_asked(), "2 pass")
    assert play(state, "3 pass", "1 pung 5m 0") == play(state, "1 pung 5m 0", "3 pass")
    assert [(str(action), count) for action, count in divide(state, 2)] == [
        ("1 pung 5m 0", 2),
        ("1 pass", 2),
        ("3 win", 0),
        ("3 pass", 2),
    ]


def test_asking_a_robber_is_a_decision_more() -> None:
    # Asked, seat 2 wins, which ends the deal, or passes; then seat 0 has its kong and discards one
    # of its six loose tiles or the replacement. With robbing_kong off nobody is asked.
    counts = []
    for robbing in (True, False):
        state = position(
            {0: "{1234z}147p147s", 2: WAITING},
            drawn="5m",
            melds={0: ["555m<3"]},
            ting={2: "9p"},
            replacements="9s",
            rules=RuleSet(robbing_kong=robbing, forced_win=False),
        )
        state = play(state, "0 kong 5m added")
        counts.append([perft(state, depth) for depth in (1, 2)])
    (asked, then), (unasked, _) = counts
    assert (asked, then) == (2, 0 + 7)
    assert unasked == 7


@pytest.mark.parametrize(
    ("options", "ways"),
    [({}, 1), ({"open_ting": True}, 2), ({"open_ting": True, "ting_on_wall": True}, 4)],
)
def test_each_way_to_declare_ting_is_a_decision(options: dict[str, bool], ways: int) -> None:
    # TING-1's example: of the standing tiles 1z alone leaves a wait, and six kinds are loose.
    rules = RuleSet.from_options(options)
    state = position({0: "{1z23p6s}77734m888p6s"}, drawn="5m", rules=rules)
    assert perft(state, 1) == 6 + ways


def test_what_is_forced_is_no_decision() -> None:
    # Seats 1 and 2 are in ting, draw 1z and 2z and discard them; seat 3 draws 3z.
    hands = {0: SCATTERED, 1: WAITING, 2: WAITING_TOO, 3: "{1234z}258m369p147s"}
    state = position(hands, drawn="9m", ting={1: "9p", 2: "9m"}, draws="123z")
    assert play(state, "0 discard 1m").players[2].river[-1].tile is Tile.SOUTH
    assert [perft(state, depth) for depth in range(3)] == [1, 10, 100]


# --- by definition ------------------------------------------------------------------------


@given(STATES, st.integers(0, 3))
@settings(max_examples=100)
def test_the_count_is_that_of_a_walk_through_every_decision(state: GameState, depth: int) -> None:
    assert perft(state, depth) == walked(state, depth)


@given(STATES, st.integers(1, 3))
@settings(max_examples=100)
def test_divided_counts_add_up(state: GameState, depth: int) -> None:
    assert sum(count for _, count in divide(state, depth)) == perft(state, depth)


@given(STATES, st.integers(1, 3))
@settings(max_examples=100)
def test_it_is_divided_in_the_order_of_actors_and_legal_actions(
    state: GameState, depth: int
) -> None:
    actions = [action for seat in actors(state) for action in legal_actions(state, seat)]
    counts = [perft(apply(state, action), depth - 1) for action in actions]
    assert divide(state, depth) == tuple(zip(actions, counts, strict=True))


@given(STATES)
@settings(max_examples=30)
def test_a_state_that_is_printed_and_parsed_counts_alike(state: GameState) -> None:
    read = parse_state(format_state(state))
    assert perft(read, 3) == perft(state, 3)
    assert divide(read, 2) == divide(state, 2)


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_counts_alike(name: str) -> None:
    for state in (three_asked(), deal(Shuffle.from_seed(7)), reached(6, 0.5)):
        copied = COPIES[name](state)
        assert perft(copied, 3) == perft(state, 3)
        assert divide(copied, 2) == divide(state, 2)


@given(STATES)
@settings(max_examples=30)
def test_counting_changes_nothing(state: GameState) -> None:
    before = repickled(state)
    perft(state, 3)
    divide(state, 2)
    assert state == before
    assert format_state(state) == format_state(before)


SUITS = {0: "m", 1: "p", 2: "s"}

# --- far down -----------------------------------------------------------------------------


def test_a_depth_beyond_every_deal_is_no_trouble() -> None:
    state = position(FOUR_SCATTERED, drawn="9m", draws="9m", remaining=15)
    assert perft(state, 10**30) == 0
    assert {count for _, count in divide(state, 10**30)} == {0}


def test_far_down_it_needs_no_more_of_the_stack() -> None:
    # Seats 1 to 3 are in ting and wait for tiles that lie in the river, so seat 0 decides alone.
    # Each of its turns has two decisions: to discard what it drew, or to declare ting, after which
    # nobody decides anything. Of the 67 draws it has every fourth, 16 turns after this one.
    pungs = {
        seat: [f"{rank * 111}{suit}<3" for rank in range(1, 5)] for seat, suit in SUITS.items()
    }
    pungs[3] = [f"{rank * 111}z<0" for rank in range(1, 5)]
    state = position(
        {0: "{9m}", 1: "{}5z", 2: "{}6z", 3: "{}7z"},
        drawn="8m",
        melds=pungs,
        ting={1: "9p", 2: "9s", 3: "8s"},
        rivers={0: "555666777z", 1: "1234m"},
        remaining=67,
        rules=RuleSet(reserved_stacks=0),
    )
    assert [perft(state, depth) for depth in range(1, 19)] == [2] * 17 + [0]
    limit = sys.getrecursionlimit()
    # Enough for one decision, and too little for a function that calls itself 17 times.
    sys.setrecursionlimit(len(inspect.stack(0)) + 30)
    try:
        assert perft(state, 17) == 2
    finally:
        sys.setrecursionlimit(limit)


def test_memory_does_not_grow_with_the_count() -> None:
    state = deal(Shuffle.from_seed(7))
    assert perft(state, 4) > 2000
    tracemalloc.start()
    perft(state, 4)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000


# --- bad input ----------------------------------------------------------------------------

COUNTERS: dict[str, Callable[..., object]] = {"perft": perft, "divide": divide}
STATE = deal(Shuffle.from_seed(7))
NO_STATES = {
    "nothing": None,
    "a line": format_state(STATE),
    "a view": view(STATE, 0),
    "a shuffle": STATE.shuffle,
    "a class": GameState,
    "a huge text": HUGE_TEXT,
}
NO_DEPTHS = {
    "negative": -1,
    "true": True,
    "false": False,
    "a float": 2.0,
    "a text": "2",
    "nothing": None,
    "a tile": Tile.M3,
    "a list": [1],
    "huge and negative": -HUGE_INT,
    "a huge text": HUGE_TEXT,
}


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("name", NO_STATES)
def test_what_is_no_state_is_refused(name: str, counter: str) -> None:
    with pytest.raises(InvalidStateError, match="a GameState is expected"):
        COUNTERS[counter](NO_STATES[name], 1)


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("name", NO_DEPTHS)
def test_what_is_no_depth_is_refused(name: str, counter: str) -> None:
    with pytest.raises(DepthError) as caught:
        COUNTERS[counter](STATE, NO_DEPTHS[name])
    least = 0 if counter == "perft" else 1
    assert (caught.value.depth, caught.value.least) == (NO_DEPTHS[name], least)
    assert str(caught.value).startswith(f"the depth must be an int from {least} on, not ")
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("depth", [0, -1])
def test_the_state_is_looked_at_before_the_depth(depth: int, counter: str) -> None:
    with pytest.raises(InvalidStateError):
        COUNTERS[counter](None, depth)


def test_no_first_decision_has_a_depth_of_zero() -> None:
    with pytest.raises(DepthError) as caught:
        divide(STATE, 0)
    assert str(caught.value) == "the depth must be an int from 1 on, not 0"


def test_the_error_is_of_the_library_and_copied_with_its_message() -> None:
    error = DepthError(True, 0)  # noqa: FBT003 - a bool is what is wrong
    assert isinstance(error, LisiError)
    assert isinstance(error, ValueError)
    assert str(repickled(error)) == str(error) == "the depth must be an int from 0 on, not True"
