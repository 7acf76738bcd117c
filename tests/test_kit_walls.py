"""Walls stacked backwards from a wanted situation: what is wished for comes true, or why not."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from bad_tables import NO_SEATS
from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    HandError,
    InvalidStateError,
    Meld,
    MeldKind,
    NotationError,
    Problem,
    Refusal,
    RulesError,
    RuleSet,
    SeatError,
    Tile,
    Win,
    WonDeal,
    actors,
    apply,
    deal,
    format_tiles,
    legal_actions,
    parse_action,
    parse_tiles,
    why_illegal,
)
from lisi_mahjong.errors import shorten
from lisi_mahjong.testing import Stacked, WishError, stack

CHOICE = RuleSet(forced_win=False)
WAITS_FOR_5M = "{46m9p5z}9p333p11179s"
"""With 8s drawn and 5z declared: 46m 99p 333p 111s 789s."""


def texts(laid: Stacked) -> list[str]:
    return [str(action) for action in laid.decisions]


def hand(laid: Stacked, seat: int) -> tuple[str, str]:
    player = laid.start.players[seat]
    return format_tiles(player.standing), format_tiles(player.loose)


# --- hands, draws, replacements ---


def test_seats_are_dealt_the_tiles_that_are_wished_for() -> None:
    laid = stack({1: "{1234z}123456789m", 3: "{5z}55z"}, dealer=2)
    assert hand(laid, 1) == ("1234z", "123456789m")
    standing, loose = laid.start.players[3].standing, laid.start.players[3].loose
    assert standing.count(Tile.WHITE) >= 1
    assert loose.count(Tile.WHITE) >= 2
    assert (len(standing), len(loose)) == (4, 9)
    assert laid.decisions == ()
    assert laid.state is laid.start


def test_a_hand_may_be_given_as_tiles() -> None:
    tiles = (parse_tiles("1234z"), "12345m6789p")
    assert hand(stack({0: tiles}, dealer=1), 0) == ("1234z", "12345m6789p")


def test_hands_without_braces_are_loose() -> None:
    laid = stack({0: "777z"}, dealer=1)
    assert laid.start.players[0].loose.count(Tile.RED) == 3


def test_the_dealers_fourteenth_tile_is_its_first_draw() -> None:
    """The seats draw in turn: 2 is the dealer, then 3, 0, 1 and 2 again."""
    laid = stack(draws={2: "5z 6z", 3: "7z", 1: "4z"}, dealer=2)
    assert laid.start.stage == AwaitingTurn(2, Tile.WHITE)
    wall = laid.start.setup.wall
    assert [str(wall[place]) for place in (52, 53, 55, 56)] == ["5z", "7z", "4z", "6z"]


def test_any_tile_may_be_drawn_where_a_question_mark_stands() -> None:
    one, two = (stack(draws={0: "? 7z"}, seed=seed) for seed in (1, 2))
    assert one.start.setup.wall[56] is two.start.setup.wall[56] is Tile.RED
    assert one.start.setup.wall[52] is not two.start.setup.wall[52]
    assert stack(draws={0: [None, Tile.RED]}, seed=1) == one


def test_replacements_come_from_the_tail() -> None:
    """The last stack's upper tile is the first, its lower one the second (WALL-5)."""
    wall = stack(replacements="12z?3z").start.setup.wall
    assert [str(wall[place]) for place in (134, 135, 133)] == ["1z", "2z", "3z"]


def test_who_takes_first_may_be_another_seat_than_the_dealer() -> None:
    laid = stack({2: "{1234z}"}, dealer=1, first_taker=3)
    assert laid.start.setup.first_taker == 3
    assert hand(laid, 2)[0] == "1234z"
    assert laid.start.dealer == 1


def test_the_shuffle_deals_the_same_again() -> None:
    laid = stack({2: "{1234z}"}, dealer=3, rules=CHOICE)
    assert deal(laid.start.shuffle, dealer=3, rules=CHOICE) == laid.start
    assert laid.start.shuffle.dealer_draw == 3


def test_what_is_left_open_follows_from_the_seed() -> None:
    one, same, other = (stack({0: "{1234z}"}, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one.start.setup.wall != other.start.setup.wall


# --- scripts ---


def test_a_script_is_played() -> None:
    laid = stack({1: "{5m9s1z2z}5m"}, ["0 discard 5m", "1 pung 5m 1", "1 discard 7z"])
    assert texts(laid) == ["0 discard 5m", "1 pung 5m 1", "1 discard 7z"]
    assert laid.state.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    assert format_tiles(laid.state.players[1].standing) == "9s12z"


def test_decisions_lead_from_the_start_to_the_state() -> None:
    laid = stack({3: "55m"}, ["0 discard 5m", "3 pung 5m 0", "3 discard 9s", "2 discard 1z"])
    state = laid.start
    for action in laid.decisions:
        assert why_illegal(state, action) is None
        state = apply(state, action)
    assert state == laid.state


def test_tiles_that_an_action_needs_are_given_to_its_seat() -> None:
    """Nobody was told to hold a 5m: the dealer draws one, and seat 1 is dealt two that stand."""
    laid = stack(script=["1 pung 5m 2"])
    assert texts(laid) == ["0 discard 5m", "1 pung 5m 2"]
    assert laid.start.players[1].standing.count(Tile.M5) == 2


def test_seats_of_which_nothing_is_said_discard_what_they_draw() -> None:
    laid = stack(script=["2 discard 7z"], draws={0: "1m", 1: "9p"}, seed=3)
    assert texts(laid) == ["0 discard 1m", "1 discard 9p", "2 discard 7z"]


def test_others_pass_what_they_are_asked_about() -> None:
    laid = stack({3: "77z"}, ["0 discard 7z", "1 discard 1m"])
    assert texts(laid) == ["0 discard 7z", "3 pass", "1 discard 1m"]


def test_actions_may_be_given_as_values() -> None:
    action = parse_action("0 discard 7z")
    assert stack(script=[action]) == stack(script=["0 discard 7z"])


def test_draws_are_those_of_the_seat_whatever_is_taken_before() -> None:
    """After the pung of seat 2 it is seat 3 that draws next, and seat 1 has not drawn."""
    script = ["0 discard 5m", "2 pung 5m 0", "2 discard 1s"]
    laid = stack({2: "55m"}, script, draws={3: "7z", 1: "6z"})
    assert laid.state.stage == AwaitingTurn(3, Tile.RED)
    state = laid.state
    for text in ("3 discard 7z", "0 discard 1m"):
        drawn = state.stage.drawn if isinstance(state.stage, AwaitingTurn) else None
        state = apply(state, parse_action(text.replace("1m", str(drawn))))
        while isinstance(state.stage, AwaitingClaims):
            state = apply(state, parse_action(f"{actors(state)[0]} pass"))
    assert state.stage == AwaitingTurn(1, Tile.GREEN)


def test_three_sorts_of_kong_take_their_replacements() -> None:
    script = ["1 kong 5m melded", "1 kong 5p concealed", "1 discard 1z", "0 discard 6s"]
    script += ["1 pung 6s 0", "1 discard 2z", "1 kong 6s added"]
    laid = stack(script=script, replacements="12z3z")
    kinds = [meld.kind for meld in laid.state.players[1].melds]
    assert kinds == [MeldKind.MELDED_KONG, MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG]
    assert laid.state.stage == AwaitingTurn(1, Tile.WEST)
    assert laid.state.kongs == 3


def test_a_seat_can_be_brought_to_ting_and_to_a_win() -> None:
    laid = stack({1: WAITS_FOR_5M}, ["1 ting 5z", "3 discard 5m"], draws={1: "8s"})
    assert isinstance(laid.state.result, WonDeal)
    assert (laid.state.result.winner, laid.state.result.loser) == (1, 3)


def test_a_win_can_be_let_go() -> None:
    script = ["1 ting 5z", "3 discard 5m", "1 pass"]
    laid = stack({1: WAITS_FOR_5M}, script, draws={1: "8s"}, rules=CHOICE)
    assert laid.state.players[1].win_barred


def test_no_win_is_let_go_of_which_the_script_does_not_speak() -> None:
    script = ["1 ting 5z", "3 discard 5m"]
    for seed in range(200):
        laid = stack({1: WAITS_FOR_5M}, script, draws={1: "8s"}, rules=CHOICE, seed=seed)
        assert isinstance(laid.state.stage, AwaitingClaims)
        assert Win(1) in legal_actions(laid.state, 1)


def test_a_win_is_let_go_where_nothing_else_comes_to_what_is_wanted() -> None:
    script, draws = ["1 ting 5z", "3 discard 7z"], {1: "8s", 2: "5m"}
    laid = stack({1: WAITS_FOR_5M}, script, draws=draws, rules=CHOICE)
    assert [text for text in texts(laid) if text.startswith("1 ")] == ["1 ting 5z", "1 pass"]
    assert laid.state.players[1].win_barred


def test_a_seat_can_win_on_its_own_draw() -> None:
    laid = stack({1: WAITS_FOR_5M}, ["1 ting 5z", "1 win"], draws={1: "8s5m"}, rules=CHOICE)
    assert isinstance(laid.state.result, WonDeal)
    assert laid.state.result.loser is None


def test_a_kong_can_be_robbed() -> None:
    script = ["0 discard 5m", "3 pung 5m 0", "3 discard 1p", "1 ting 5z", "3 kong 5m added"]
    rules = RuleSet(forced_win=False, robbing_kong=True)
    asked = stack({1: WAITS_FOR_5M}, script, draws={1: "8s"}, rules=rules)
    assert legal_actions(asked.state, 1)[0] == Win(1)
    robbed = stack({1: WAITS_FOR_5M}, [*script, "1 win"], draws={1: "8s"}, rules=rules)
    assert isinstance(robbed.state.result, WonDeal)
    assert robbed.state.result.robbed_kong


def test_a_kong_that_nobody_robs_is_made() -> None:
    script = ["0 discard 5m", "3 pung 5m 0", "3 discard 1p", "3 kong 5m added", "3 discard 9s"]
    laid = stack(script=script, rules=RuleSet(robbing_kong=True), replacements="7z")
    assert laid.state.kongs == 1
    assert Tile.RED in laid.state.players[3].loose
    script[4:] = ["1 pass", "3 discard 9s"]
    rules = RuleSet(robbing_kong=True, forced_win=False)
    script.insert(3, "1 ting 5z")
    let = stack({1: WAITS_FOR_5M}, script, draws={1: "8s"}, rules=rules)
    assert let.state.kongs == 1


def test_a_pass_says_that_the_seat_could_have_punged() -> None:
    laid = stack(script=["0 discard 5m", "2 pass"])
    assert laid.start.players[2].concealed.count(Tile.M5) >= 2
    assert texts(laid) == ["0 discard 5m", "2 pass"]


def test_a_stacked_deal_is_shown_in_a_line() -> None:
    assert repr(stack(script=["1 pung 5m 2"])) == "<Stacked ply 2: 0 discard 5m, 1 pung 5m 2>"
    assert repr(stack()) == "<Stacked ply 0: nothing yet>"


# --- what cannot be ---

Wish = dict[str, Any]

NEVER: list[tuple[Wish, str, str]] = [
    ({"hands": {0: "{5555m}", 1: "5m"}}, "seat 1 holds 5m", "all four 5m lie elsewhere (WALL-1)"),
    (
        {"hands": {1: "55m"}, "draws": {0: "55m"}, "replacements": "5m"},
        "replacement 1 is 5m",
        "all four 5m lie elsewhere (WALL-1)",
    ),
    ({"draws": {1: "5" * 5 + "m"}}, "seat 1 draws 5m", "all four 5m lie elsewhere (WALL-1)"),
    (
        {"hands": {0: "{12345m}"}},
        "seat 0 holds 5 standing tiles",
        "it is dealt 4 of them (STAND-1)",
    ),
    (
        {"hands": {0: "123456789m1p"}},
        "seat 0 holds 10 loose tiles",
        "it is dealt 9 of them (TURN-3)",
    ),
    ({"replacements": "?" * 17}, "17 replacements", "no deal has more than 16 kongs (WALL-6)"),
    ({"draws": {2: "?" * 40}}, "seat 2 draws ?", "no tile is left to draw before it (WALL-7)"),
    (
        {"hands": {0: "{1m}"}, "script": ["0 discard 1m", "0 discard 1m", "0 discard 1m"] * 2},
        "0 discard 1m",
        f"{Refusal.STANDING_TILE.en} (STAND-1)",
    ),
    (
        {"hands": {1: "{5m9s1z2z}5m"}, "script": ["0 discard 5m", "1 pung 5m 2"]},
        "1 pung 5m 2",
        "seat 1 cannot have 2 of 5m among its standing tiles (TURN-3)",
    ),
    (
        {"hands": {1: "{1234z}123456789m"}, "script": ["0 discard 5z", "1 kong 5z melded"]},
        "1 kong 5z melded",
        "seat 1 cannot have 3 of 5z among its tiles (TURN-3)",
    ),
    (
        {"hands": {0: "{1z}123456789m"}, "draws": {0: "1p"}, "script": ["0 discard 1z"]},
        "0 discard 1z",
        "seat 0 cannot have 1 of 1z among its loose tiles (TURN-3)",
    ),
    (
        {"script": ["1 pung 5m 0", "0 discard 1m"]},
        "0 discard 1m",
        "seat 1 has to discard before it, after its pung: say what (TURN-3)",
    ),
    (
        {"hands": {1: "{55m}55m"}, "script": ["1 pung 5m 0"]},
        "1 pung 5m 0",
        "nobody else can discard 5m before the wall ends (WALL-7)",
    ),
    (
        {"script": ["1 pung 5m 0", "2 pung 9s 0"]},
        "2 pung 9s 0",
        "seat 1 has to discard before it, after its pung: say what (TURN-3)",
    ),
    ({"script": ["0 pass"]}, "0 pass", "no tile is on offer to it (CLAIM-6)"),
    (
        {"script": ["1 kong 5m added"]},
        "1 kong 5m added",
        "seat 1 has no pung of 5m (KONG-2)",
    ),
    (
        {"script": ["0 kong 5m concealed"], "rules": RuleSet(reserved_stacks=41)},
        "0 kong 5m concealed",
        "the wall would hold less than its reserve (WALL-7)",
    ),
    (
        {"script": ["2 discard 5m"], "rules": RuleSet(reserved_stacks=41)},
        "2 discard 5m",
        "no tile is left to draw before it (WALL-7)",
    ),
    ({"script": ["1 win"]}, "1 win", f"{Refusal.WIN_IS_FORCED.en} (WIN-2)"),
    ({"script": ["1 ting 1m"]}, "1 ting 1m", f"{Refusal.TING_NOT_READY.en} (TING-1)"),
    (
        {"script": ["0 ting 1m up"], "hands": {0: "{1m}"}},
        "0 ting 1m up",
        f"{Refusal.TING_NOT_READY.en} (TING-1)",
    ),
    (
        {"script": ["1 pung 5m 2", "1 kong 5m added"]},
        "1 kong 5m added",
        f"{Refusal.KONG_ONLY_AFTER_DRAW.en} (KONG-5)",
    ),
    (
        {"hands": {3: "55m"}, "script": ["0 discard 5m", "3 pass", "1 discard 5m", "3 pung 5m 0"]},
        "3 pung 5m 0",
        f"{Refusal.PUNG_LOCKED.en} (CLAIM-3)",
    ),
    (
        {
            "hands": {1: "{55m99s}5m"},
            "script": ["1 kong 5m melded", "1 discard 1z", "1 pung 9s 2"],
        },
        "1 pung 9s 2",
        f"{Refusal.NO_STANDING_LEFT.en} (STAND-3)",
    ),
    (
        {
            "hands": {1: "{55m99s}5m9s"},
            "script": ["1 kong 5m melded", "1 discard 1z", "1 kong 9s melded"],
        },
        "1 kong 9s melded",
        f"{Refusal.NO_STANDING_LEFT.en} (STAND-3)",
    ),
    (
        {
            "hands": {1: WAITS_FOR_5M},
            "draws": {1: "8s"},
            "script": ["1 ting 5z", "3 discard 5m", "1 pass", "1 win"],
            "rules": CHOICE,
        },
        "1 win",
        f"{Refusal.WIN_BARRED.en} (WIN-3)",
    ),
    (
        {"script": ["0 win"], "rules": CHOICE},
        "0 win",
        f"{Refusal.WIN_NOT_IN_TING.en} (WIN-1)",
    ),
    (
        {
            "hands": {1: WAITS_FOR_5M},
            "draws": {1: "8s"},
            "script": ["1 ting 5z", "3 discard 5m", "0 discard 1z"],
        },
        "0 discard 1z",
        f"{Refusal.DEAL_ENDED.en} (TURN-6)",
    ),
    (
        {
            "hands": {1: WAITS_FOR_5M},
            "draws": {1: "8s5m"},
            "script": ["1 ting 5z", "1 win", "2 discard 1z"],
            "rules": CHOICE,
        },
        "2 discard 1z",
        "the deal has ended before it (TURN-6)",
    ),
    (
        {
            "hands": {1: WAITS_FOR_5M},
            "draws": {1: "8s5m", 2: "???"},
            "script": ["1 ting 5z", "1 win"],
            "rules": CHOICE,
        },
        "seat 2 draws ?",
        "the deal has ended before it (TURN-6)",
    ),
    ({"hands": "{5m}"}, "hands", "a mapping by seat is expected, not '{5m}' (TURN-5)"),
    ({"draws": ["5m"]}, "draws", "a mapping by seat is expected, not ['5m'] (TURN-5)"),
    (
        {"script": "0 discard 5m"},
        "0 discard 5m",
        "a sequence of actions or of their texts is expected (TURN-5)",
    ),
    ({"script": 7}, "7", "a sequence of actions or of their texts is expected (TURN-5)"),
]


@pytest.mark.parametrize("place", range(len(NEVER)))
def test_an_impossible_wish_says_which_it_is_and_why(place: int) -> None:
    wishes, wish, why = NEVER[place]
    with pytest.raises(WishError) as caught:
        stack(**wishes)
    error = caught.value
    assert str(error) == f"the wish {wish!r} cannot come true: {why}"
    assert (error.wish, f"{error.why} ({error.rule})") == (wish, why)
    assert isinstance(error, InvalidStateError)
    assert [detail for _, detail in error.problems] == [f"{wish}: {error.why}"]
    assert isinstance(error.problems[0][0], Problem)


def test_the_error_pickles() -> None:
    with pytest.raises(WishError) as caught:
        stack(script=["0 pass"])
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - one's own pickle
    assert str(copy) == str(caught.value)
    assert copy.problems == caught.value.problems


def test_two_tiles_cannot_lie_in_one_place() -> None:
    """With nothing kept back, the head comes to where the first replacement was to lie."""
    wishes: Wish = {"draws": dict.fromkeys(range(4), "?" * 21), "replacements": "1z"}
    rules = RuleSet(reserved_stacks=0)
    assert stack(**wishes, rules=rules).start.setup.wall[134] is Tile.EAST
    wishes["draws"][2] = "?" * 20 + "1z"  # the 83rd draw after the deal: place 52 + 82
    assert stack(**wishes, rules=rules).start.setup.wall[134] is Tile.EAST
    wishes["draws"][2] = "?" * 20 + "2z"
    with pytest.raises(WishError, match="1z is to lie where 2z would have to") as caught:
        stack(**wishes, rules=rules)
    assert caught.value.problems[0][0] is Problem.DRAWN_TILES


@pytest.mark.parametrize("wrong", [seat for seat in NO_SEATS if seat is not None], ids=shorten)
@pytest.mark.parametrize("name", ["dealer", "first_taker"])
def test_each_seat_is_looked_at_whatever_else_is_given(name: str, wrong: object) -> None:
    wishes: dict[str, Any] = {"draws": {2: "2z"}, "dealer": 3, "first_taker": 1, name: wrong}
    with pytest.raises(SeatError):
        stack(**wishes)


MALFORMED: dict[str, tuple[Wish, type[Exception]]] = {
    "a brace is missing": ({"hands": {0: "{5m"}}, NotationError),
    "a brace too many": ({"hands": {0: "5m}"}}, NotationError),
    "no suit": ({"hands": {0: "{5x}"}}, NotationError),
    "no suit at the end": ({"hands": {0: "{5m}5"}}, NotationError),
    "no hand": ({"hands": {0: 5}}, NotationError),
    "half a hand": ({"hands": {0: ("5m",)}}, NotationError),
    "no tile among those of a hand": ({"hands": {0: (["5x"], [])}}, NotationError),
    "a number among the tiles of a hand": ({"hands": {0: (["5m", 5], [])}}, HandError),
    "no seat holds it": ({"hands": {4: "5m"}}, SeatError),
    "no seat draws it": ({"draws": {True: "5m"}}, SeatError),
    "no tile is drawn": ({"draws": {0: "5m ? x"}}, NotationError),
    "a number is drawn": ({"draws": {0: 5}}, HandError),
    "a number is a replacement": ({"replacements": [5]}, HandError),
    "half an action": ({"script": ["0 discard"]}, NotationError),
    "no action": ({"script": [5]}, NotationError),
    "an action of no seat": ({"script": [Win(9)]}, NotationError),
    "no dealer": ({"dealer": 4}, SeatError),
    "no first taker": ({"first_taker": -1}, SeatError),
    "no rules": ({"rules": 5}, RulesError),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_malformed_is_told_apart_from_what_cannot_be(name: str) -> None:
    wishes, error = MALFORMED[name]
    with pytest.raises(error) as caught:
        stack(**wishes)
    assert not isinstance(caught.value, WishError)


def test_the_place_of_what_cannot_be_read_is_that_in_the_whole_text() -> None:
    with pytest.raises(NotationError) as caught:
        stack(draws={0: "5m ? 6x"})
    assert caught.value.position == 6
    with pytest.raises(NotationError) as caught:
        stack({0: "{12m}3x"})
    assert caught.value.position == 6
