"""STAND-1 to STAND-6: the standing tiles, and what a pung or a kong may take of them."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    Reading,
    Refusal,
    RuleSet,
    Tile,
    WonDeal,
    parse_tiles,
    waits,
)
from offers import CHOICE, SCATTERED, WAITS_FOR_5M, claims, hand, offered, refusal
from support import WRITTEN, legal, play, position

READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p; no other standing tile leaves a wait."""


def offered_5m(hand_of_1: str, *melds: str, rules: RuleSet = WRITTEN) -> GameState:
    """Return a discard of 5m by seat 0, seat 1 having a hand and melds."""
    return offered("5m", {1: hand_of_1}, melds={1: melds}, rules=rules)


def offered_5m_beside_a_waiter(hand_of_1: str, *melds: str) -> GameState:
    """Return a discard of 5m by seat 0 on which seat 3 is asked, whatever seat 1 may do."""
    hands = {1: hand_of_1, 3: WAITS_FOR_5M}
    return offered("5m", hands, ting={3: "4z"}, melds={1: melds}, rules=CHOICE)


# --- STAND-1 ------------------------------------------------------------------------------


@pytest.mark.rule("STAND-1")
def test_only_loose_tiles_are_among_the_discards() -> None:
    state = position({0: SCATTERED}, drawn="9m")
    loose = ("1m", "4m", "7m", "9m", "2p", "5p", "8p", "3s", "6s", "9s")
    assert legal(state, 0) == [f"0 discard {tile}" for tile in loose]


@pytest.mark.rule("STAND-1", refuses=True)
@pytest.mark.parametrize("tile", ["1z", "2z", "3z", "4z"])
def test_a_standing_tile_is_not_discarded(tile: str) -> None:
    state = position({0: SCATTERED}, drawn="9m")
    assert refusal(state, f"0 discard {tile}") is Refusal.STANDING_TILE


@pytest.mark.rule("STAND-1", refuses=True)
def test_a_standing_tile_is_not_discarded_after_a_pung_either() -> None:
    state = play(offered_5m("{555m9s}147p258s12p3z"), "1 pung 5m 2")
    assert hand(state, 1) == "{5m9s}11247p258s3z"
    assert refusal(state, "1 discard 5m") is Refusal.STANDING_TILE


@pytest.mark.rule("STAND-1")
def test_declaring_ting_discards_exactly_one_standing_tile() -> None:
    state = play(position({0: READY}, drawn="6s"), "0 ting 1z")
    assert hand(state, 0) == "{23p6s}345777m888p6s"
    assert state.players[0].waits == (Tile.P1, Tile.P4)


@pytest.mark.rule("STAND-1", "TING-1", refuses=True)
@pytest.mark.case(61)
def test_ting_is_not_declared_with_a_loose_tile() -> None:
    # Without 3z the hand would wait for 1z; but 3z is the tile just drawn, and loose.
    state = position({0: "{1z234m}555m678p999s"}, drawn="3z")
    assert waits("1z234m555m678p999s") == (Tile.EAST,)
    assert refusal(state, "0 ting 3z") is Refusal.TING_NOT_STANDING


@pytest.mark.rule("STAND-1", refuses=True)
def test_after_ting_no_further_standing_tile_goes() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    state = position(hands, turn=1, drawn="5m", ting={1: "4z"}, rules=CHOICE)
    assert refusal(state, "1 discard 1z") is Refusal.TING_HAND_CLOSED
    assert refusal(state, "1 ting 1z") is Refusal.ALREADY_IN_TING


# --- STAND-2 ------------------------------------------------------------------------------


@pytest.mark.rule("STAND-2")
def test_standing_tiles_make_sets_and_the_pair_with_loose_ones() -> None:
    hands = {0: "{23p6s}345m777m888p6s"}
    state = position(hands, turn=1, drawn="1p", ting={0: "1z"})
    whole = Reading(
        pair=parse_tiles("66s"),
        sets=(
            parse_tiles("345m"),
            parse_tiles("777m"),
            parse_tiles("123p"),
            parse_tiles("888p"),
        ),
        completes=parse_tiles("123p"),
        tags=frozenset(),
        triplets=2,
        points=1,
    )
    assert play(state, "1 discard 1p").result == WonDeal(
        winner=0, loser=1, tile=Tile.P1, robbed_kong=False, readings=(whole,)
    )


@pytest.mark.rule("STAND-2")
def test_two_standing_tiles_make_a_pung() -> None:
    state = play(offered_5m("{55m9s1z}147p258s123z"), "1 pung 5m 2")
    assert hand(state, 1) == "{9s1z}147p258s123z"
    assert [str(meld) for meld in state.players[1].melds] == ["555m<0"]


@pytest.mark.rule("STAND-2")
def test_three_standing_tiles_make_a_melded_kong() -> None:
    state = offered("5m", {1: "{555m9s}147p258s123z"}, replacements="7z")
    state = play(state, "1 kong 5m melded")
    assert hand(state, 1) == "{9s}147p258s1237z"
    assert state.stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("STAND-2")
def test_standing_and_loose_tiles_make_a_concealed_kong() -> None:
    state = position({1: "{55m9s1z}5m147p258s12z"}, turn=1, drawn="5m", replacements="7z")
    state = play(state, "1 kong 5m concealed")
    assert hand(state, 1) == "{9s1z}147p258s127z"
    assert [str(meld) for meld in state.players[1].melds] == ["(5555m)"]


# --- STAND-3 ------------------------------------------------------------------------------


@pytest.mark.rule("STAND-3")
def test_a_pung_may_leave_one_standing_tile() -> None:
    state = play(offered_5m("{55m9s}147p258s1z", "666z<0"), "1 pung 5m 2")
    assert hand(state, 1) == "{9s}147p258s1z"


@pytest.mark.rule("STAND-3", refuses=True)
def test_a_pung_may_not_take_the_last_standing_tiles() -> None:
    state = offered_5m_beside_a_waiter("{55m}147p258s12z", "666z<0")
    assert refusal(state, "1 pung 5m 2") is Refusal.NO_STANDING_LEFT
    assert claims(state).asked == (3,)


@pytest.mark.rule("STAND-3", refuses=True)
def test_a_pung_may_not_take_the_one_standing_tile_with_a_loose_one() -> None:
    state = offered_5m_beside_a_waiter("{5m}5m147p258s12z", "666z<0")
    assert refusal(state, "1 pung 5m 1") is Refusal.NO_STANDING_LEFT
    assert claims(state).asked == (3,)


@pytest.mark.rule("STAND-3")
def test_a_pung_may_leave_the_one_standing_tile_of_its_own_kind() -> None:
    state = play(offered_5m("{5m}55m147p258s1z", "666z<0"), "1 pung 5m 0")
    assert hand(state, 1) == "{5m}147p258s1z"


@pytest.mark.rule("STAND-3")
def test_a_melded_kong_may_leave_one_standing_tile() -> None:
    state = offered("5m", {1: "{55m9s}5m147p25s1z"}, melds={1: ["666z<0"]}, replacements="7z")
    assert hand(play(state, "1 kong 5m melded"), 1) == "{9s}147p25s17z"


@pytest.mark.rule("STAND-3", refuses=True)
@pytest.mark.parametrize("of_5m", ["{5m}55m9s", "{55m}5m9s", "{555m}9s"])
def test_a_melded_kong_may_not_take_the_last_standing_tiles(of_5m: str) -> None:
    state = offered_5m_beside_a_waiter(f"{of_5m}147p25s1z", "666z<0")
    assert refusal(state, "1 kong 5m melded") is Refusal.NO_STANDING_LEFT


@pytest.mark.rule("STAND-3")
@pytest.mark.case(57)
def test_an_added_kong_may_take_a_standing_tile_and_leave_another() -> None:
    state = position(
        {1: "{5m9s}147p258s12z"}, turn=1, drawn="3z", melds={1: ["555m<0"]}, replacements="7z"
    )
    assert hand(play(state, "1 kong 5m added"), 1) == "{9s}147p258s1237z"


@pytest.mark.rule("STAND-3", refuses=True)
@pytest.mark.case(57)
def test_an_added_kong_may_not_take_the_last_standing_tile() -> None:
    state = position({1: "{5m}147p258s129s"}, turn=1, drawn="3z", melds={1: ["555m<0"]})
    assert refusal(state, "1 kong 5m added") is Refusal.NO_STANDING_LEFT


@pytest.mark.rule("STAND-3")
def test_a_concealed_kong_may_leave_one_standing_tile() -> None:
    state = position({1: "{555m9s}147p258s123z"}, turn=1, drawn="5m", replacements="7z")
    assert hand(play(state, "1 kong 5m concealed"), 1) == "{9s}147p258s1237z"


@pytest.mark.rule("STAND-3", refuses=True)
@pytest.mark.parametrize("of_5m", ["{5m}55m9s", "{55m}5m9s", "{555m}9s"])
def test_a_concealed_kong_may_not_take_the_last_standing_tiles(of_5m: str) -> None:
    state = position({1: f"{of_5m}147p25s1z"}, turn=1, drawn="5m", melds={1: ["666z<0"]})
    assert refusal(state, "1 kong 5m concealed") is Refusal.NO_STANDING_LEFT


# --- STAND-4 ------------------------------------------------------------------------------


@pytest.mark.rule("STAND-4")
def test_a_loose_tile_may_be_discarded_beside_a_standing_namesake() -> None:
    state = position({0: "{5m234z}58m147p258s1z"}, drawn="9m")
    after = play(state, "0 discard 5m")
    assert hand(after, 0) == "{5m234z}89m147p258s1z"
    assert after.players[0].river[-1].tile is Tile.M5


@pytest.mark.rule("STAND-4")
def test_a_drawn_tile_is_loose_beside_a_standing_namesake() -> None:
    state = position({0: "{5m234z}78m147p258s1z"}, drawn="5m")
    assert hand(play(state, "0 discard 5m"), 0) == "{5m234z}78m147p258s1z"


# --- STAND-5 ------------------------------------------------------------------------------

TWO_STANDING_ONE_LOOSE = "{55m9s1z}5m147p258s12z"


@pytest.mark.rule("STAND-5")
def test_the_caller_of_a_pung_is_offered_every_choice_that_the_hand_can_give() -> None:
    state = offered_5m(TWO_STANDING_ONE_LOOSE)
    assert legal(state, 1) == ["1 kong 5m melded", "1 pung 5m 1", "1 pung 5m 2", "1 pass"]


@pytest.mark.rule("STAND-5")
def test_a_pung_takes_as_many_standing_tiles_as_its_caller_says() -> None:
    state = offered_5m(TWO_STANDING_ONE_LOOSE)
    assert hand(play(state, "1 pung 5m 1"), 1) == "{5m9s1z}147p258s12z"
    assert hand(play(state, "1 pung 5m 2"), 1) == "{9s1z}5m147p258s12z"


@pytest.mark.rule("STAND-5")
@pytest.mark.case(58)
def test_the_loose_copy_that_a_pung_left_may_be_discarded_at_once() -> None:
    state = play(offered_5m(TWO_STANDING_ONE_LOOSE), "1 pung 5m 2", "1 discard 5m")
    assert hand(state, 1) == "{9s1z}147p258s12z"


@pytest.mark.rule("STAND-5", refuses=True)
@pytest.mark.parametrize(
    ("hand_of_1", "standing"),
    [
        ("{55m9s1z}5m147p258s12z", 0),  # two loose copies are asked for, and there is one
        ("{5m9s12z}55m147p258s1z", 2),  # two standing copies, and there is one
        ("{555m1z}147p258s129s", 0),
        ("{555m1z}147p258s129s", 1),
        ("{129s1z}555m147p258s", 1),
        ("{129s1z}555m147p258s", 2),
        ("{55m12z}19m147p2588s", 0),
        ("{55m12z}19m147p2588s", 1),
        ("{5m123z}5m1479p2588s", 0),
        ("{5m123z}5m1479p2588s", 2),
    ],
)
def test_a_pung_does_not_take_what_the_hand_has_not(hand_of_1: str, standing: int) -> None:
    assert refusal(offered_5m(hand_of_1), f"1 pung 5m {standing}") is Refusal.PUNG_CHOICE


@pytest.mark.rule("STAND-5")
def test_a_kong_takes_every_copy_and_nothing_is_chosen() -> None:
    state = play(offered("5m", {1: TWO_STANDING_ONE_LOOSE}, replacements="7z"), "1 kong 5m melded")
    assert hand(state, 1) == "{9s1z}147p258s127z"


# --- STAND-6 ------------------------------------------------------------------------------

# The example of the rulebook. The 9p is waited for by seat 2 too, so that somebody is asked.
WAITS_FOR_9P = "{222z}78p222m333m55m"


@pytest.mark.rule("STAND-6", refuses=True)
def test_a_pung_that_leaves_no_legal_discard_is_refused() -> None:
    state = offered(
        "9p",
        {1: "{78s9p}9p", 2: WAITS_FOR_9P},
        melds={1: ["777s<0", "888s<0", "111z<0"]},
        ting={2: "4z"},
        rules=CHOICE,
    )
    assert refusal(state, "1 pung 9p 1") is Refusal.NO_WAY_ON


@pytest.mark.rule("STAND-6", refuses=True)
def test_a_seat_that_could_only_pung_itself_into_a_corner_is_not_asked() -> None:
    hands = {1: "{78s9p}9p"}
    state = offered("9p", hands, melds={1: ["777s<0", "888s<0", "111z<0"]}, draws="7z")
    assert state.stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("STAND-6")
def test_after_such_a_pung_ting_must_be_declared_when_it_can_be() -> None:
    hands = {1: "{78s9p}9p"}
    state = offered("9p", hands, melds={1: ["777s<0", "666z<0", "111z<0"]})
    assert legal(state, 1) == ["1 pung 9p 1", "1 pass"]
    state = play(state, "1 pung 9p 1")
    assert legal(state, 1) == ["1 ting 7s"]
    assert refusal(state, "1 ting 8s") is Refusal.TING_FIFTH_COPY
    assert play(state, "1 ting 7s").players[1].waits == (Tile.S8,)
