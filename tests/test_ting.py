"""TING-1 to TING-7: declaring ting, the tile that nobody takes, and the closed hand."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    DeclareTing,
    Discard,
    DrawnDeal,
    GameState,
    Refusal,
    RiverTile,
    RuleSet,
    Tile,
    Ting,
    WonDeal,
    actors,
    legal_actions,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    SCATTERED,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    every_action,
    hand,
    offered,
    refusal,
)
from support import WRITTEN, legal, play, position

READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p; no other standing tile leaves a wait."""

OPEN = RuleSet(open_ting=True)
ON_WALL = RuleSet(ting_on_wall=True)
BOTH = RuleSet(open_ting=True, ting_on_wall=True)


def ready(rules: RuleSet = WRITTEN, draws: str = "") -> GameState:
    """Return a turn of seat 0, who may declare ting by 1z."""
    return position({0: READY}, drawn="6s", draws=draws, rules=rules)


# --- TING-1 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-1")
@pytest.mark.case(59)
def test_ting_is_offered_for_the_standing_tile_without_which_the_hand_waits() -> None:
    state = position({1: "{9m56p9s}111m234p567s"}, turn=1, drawn="9s")
    assert [text for text in legal(state, 1) if " ting " in text] == ["1 ting 9m"]
    after = play(state, "1 ting 9m")
    assert after.players[1].ting == Ting(Tile.M9)
    assert after.players[1].waits == (Tile.P1, Tile.P4, Tile.P7)
    assert hand(after, 1) == "{56p9s}111m234p5679s"


@pytest.mark.rule("TING-1", refuses=True)
@pytest.mark.case(59, 118)
@pytest.mark.parametrize("tile", ["5p", "6p", "9s"])
def test_ting_is_refused_when_the_hand_would_wait_for_nothing(tile: str) -> None:
    state = position({1: "{9m56p9s}111m234p567s"}, turn=1, drawn="9s")
    assert refusal(state, f"1 ting {tile}") is Refusal.TING_NOT_READY


@pytest.mark.rule("TING-1", refuses=True)
@pytest.mark.case(118)
def test_ting_is_refused_with_a_loose_tile() -> None:
    assert refusal(ready(), "0 ting 8p") is Refusal.TING_NOT_STANDING


@pytest.mark.rule("TING-1", refuses=True)
def test_ting_is_refused_with_a_tile_that_is_not_held() -> None:
    assert refusal(ready(), "0 ting 9m") is Refusal.TILE_NOT_HELD


@pytest.mark.rule("TING-1")
def test_ting_is_never_compulsory() -> None:
    tiles = ("3m", "4m", "5m", "7m", "8p", "6s")
    assert legal(ready(), 0) == ["0 ting 1z", *(f"0 discard {tile}" for tile in tiles)]


@pytest.mark.rule("TING-1")
def test_ting_may_follow_a_pung_and_sets_count_as_three() -> None:
    state = offered("5m", {1: "{1z23p}55m777m888p99s"})
    state = play(state, "1 pung 5m 0", "1 ting 1z")
    assert state.players[1].waits == (Tile.P1, Tile.P4)


@pytest.mark.rule("TING-1")
def test_one_of_two_equal_standing_tiles_is_discarded() -> None:
    state = position({0: "{1123p}777m456m888s"}, drawn="4p")
    after = play(state, "0 ting 1p")
    assert hand(after, 0) == "{123p}456777m4p888s"
    assert after.players[0].waits == (Tile.P1, Tile.P4)


@pytest.mark.rule("TING-1")
@pytest.mark.case(84)
def test_an_early_discard_of_ones_own_does_not_spoil_a_wait() -> None:
    state = position({1: WAITS_FOR_5M}, drawn="5m", ting={1: "4z"}, rivers={1: "5m"})
    result = play(state, "0 discard 5m").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (1, 0)


# --- TING-2 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-2")
@pytest.mark.parametrize(
    ("rules", "declaration"),
    [
        (WRITTEN, "0 ting 1z"),
        (CHOICE, "0 ting 1z"),
        (OPEN, "0 ting 1z up"),
        (ON_WALL, "0 ting 1z wall"),
    ],
)
@pytest.mark.parametrize("held", ["{2345z}11z258s147p9m", "{2345z}111z258s147p"])
def test_nobody_is_asked_about_the_tile_of_a_declaration(
    rules: RuleSet, declaration: str, held: str
) -> None:
    state = position({0: READY, 3: held}, drawn="6s", draws="7z", rules=rules)
    assert play(state, declaration).stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("TING-2")
def test_a_seat_that_waits_for_the_tile_of_a_declaration_does_not_win_on_it() -> None:
    hands = {0: READY, 2: "{567s}111222m333p1z"}
    state = position(hands, drawn="6s", draws="7z", ting={2: "4z"})
    assert state.players[2].waits == (Tile.EAST,)
    after = play(state, "0 ting 1z")
    assert after.stage == AwaitingTurn(1, Tile.RED)
    assert after.players[0].river[-1] == RiverTile(Tile.EAST, None, ting=True)


@pytest.mark.rule("TING-2", refuses=True)
@pytest.mark.parametrize("seat", [2, 3])
@pytest.mark.parametrize("action", ["pung 1z 0", "kong 1z melded", "pung 9m 0"])
def test_the_tile_of_a_declaration_cannot_be_taken(seat: int, action: str) -> None:
    state = play(position({0: READY, 3: "{2345z}11z258s147p9m"}, drawn="6s"), "0 ting 1z")
    assert refusal(state, f"{seat} {action}") is Refusal.TING_TILE_CLOSED


@pytest.mark.rule("TING-2", refuses=True)
@pytest.mark.parametrize("action", ["pung 1z 0", "kong 1z melded"])
def test_the_next_seat_is_told_the_same_on_its_turn(action: str) -> None:
    state = play(position({0: READY, 1: "{2345z}11z258s147p9m"}, drawn="6s"), "0 ting 1z")
    assert refusal(state, f"1 {action}") is Refusal.TING_TILE_CLOSED


@pytest.mark.rule("TING-2", refuses=True)
def test_the_tile_of_a_declaration_cannot_be_won_on() -> None:
    hands = {0: READY, 2: "{567s}111222m333p1z"}
    state = position(hands, drawn="6s", ting={2: "4z"}, rules=CHOICE)
    assert refusal(play(state, "0 ting 1z"), "2 win") is Refusal.TING_TILE_CLOSED


# --- TING-3 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-3")
def test_the_tile_lies_face_down_by_the_written_rules() -> None:
    after = play(ready(), "0 ting 1z")
    assert after.players[0].ting == Ting(Tile.EAST, face_up=False, on_wall=False)


@pytest.mark.rule("TING-3", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, ON_WALL], ids=str)
def test_the_tile_is_not_laid_face_up_with_the_option_off(rules: RuleSet) -> None:
    assert refusal(ready(rules), "0 ting 1z up") is Refusal.OPEN_TING_OFF


@pytest.mark.rule("TING-3")
def test_with_the_option_on_its_owner_chooses_face_down_or_up() -> None:
    state = ready(OPEN)
    assert legal(state, 0)[:3] == ["0 ting 1z", "0 ting 1z up", "0 discard 3m"]
    assert play(state, "0 ting 1z").players[0].ting == Ting(Tile.EAST)
    assert play(state, "0 ting 1z up").players[0].ting == Ting(Tile.EAST, face_up=True)


# --- TING-4 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-4", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, OPEN], ids=str)
def test_the_tile_does_not_go_on_the_wall_with_the_option_off(rules: RuleSet) -> None:
    assert refusal(ready(rules), "0 ting 1z wall") is Refusal.TING_ON_WALL_OFF


@pytest.mark.rule("TING-4")
def test_with_the_option_on_its_owner_chooses_the_discards_or_the_wall() -> None:
    state = ready(ON_WALL)
    assert legal(state, 0)[:3] == ["0 ting 1z", "0 ting 1z wall", "0 discard 3m"]
    assert play(state, "0 ting 1z").players[0].ting == Ting(Tile.EAST)
    assert play(state, "0 ting 1z wall").players[0].ting == Ting(Tile.EAST, on_wall=True)


@pytest.mark.rule("TING-3", "TING-4")
def test_with_both_options_on_there_are_four_ways() -> None:
    assert legal(ready(BOTH), 0)[:5] == [
        "0 ting 1z",
        "0 ting 1z wall",
        "0 ting 1z up",
        "0 ting 1z up wall",
        "0 discard 3m",
    ]


@pytest.mark.rule("TING-4")
def test_nothing_but_the_note_depends_on_where_the_tile_lies() -> None:
    state = ready(BOTH, draws="7z")
    among, on_wall = play(state, "0 ting 1z"), play(state, "0 ting 1z wall")
    assert among.stage == on_wall.stage == AwaitingTurn(1, Tile.RED)
    assert among.players[0].river == on_wall.players[0].river
    assert among.players[1:] == on_wall.players[1:]
    assert among.remaining == on_wall.remaining


# --- TING-5 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-5")
@pytest.mark.case(63, 70)
@pytest.mark.parametrize("drawn", ["7z", "9s", "1z"])
def test_a_drawn_tile_that_does_not_win_goes_straight_out_again(drawn: str) -> None:
    # The hand holds 9s and 1z too: the drawn copy goes, and the hand stays what it was.
    hands = {0: "{2345z}147m258p369s", 1: WAITS_FOR_5M}
    state = offered("9m", hands, ting={1: "3z"}, draws=f"{drawn}6z")
    assert str(state.players[1].river[-1].tile) == drawn
    assert hand(state, 1) == WAITS_FOR_5M
    assert actors(state) == (2,)


@pytest.mark.rule("TING-5", refuses=True)
@pytest.mark.case(118)
def test_instead_of_winning_only_the_drawn_tile_may_be_discarded() -> None:
    state = position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "4z"}, rules=CHOICE)
    allowed = [str(action) for action in legal_actions(state, 1)]
    assert allowed == ["1 win", "1 discard 5m"]
    refused = {
        refusal(state, str(action)) for action in every_action(1) if isinstance(action, Discard)
    }
    assert refused == {None, Refusal.TING_HAND_CLOSED}
    assert refusal(state, "1 discard 9s") is Refusal.TING_HAND_CLOSED


@pytest.mark.rule("TING-5", refuses=True)
@pytest.mark.case(118)
def test_there_is_no_second_declaration() -> None:
    state = position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "4z"}, rules=CHOICE)
    refused = {
        refusal(state, str(action)) for action in every_action(1) if isinstance(action, DeclareTing)
    }
    assert refused == {Refusal.ALREADY_IN_TING}


@pytest.mark.rule("TING-5", refuses=True)
def test_there_are_no_kongs_after_ting() -> None:
    state = position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "4z"}, rules=CHOICE)
    assert refusal(state, "1 kong 2p concealed") is Refusal.KONG_IN_TING


# --- TING-6 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-6")
@pytest.mark.case(70)
def test_a_draw_that_wins_is_won_without_asking() -> None:
    state = offered("9m", {0: SCATTERED, 1: WAITS_FOR_5M}, ting={1: "3z"}, draws="5m")
    assert isinstance(state.result, WonDeal)
    assert (state.result.winner, state.result.loser, state.result.tile) == (1, None, Tile.M5)


@pytest.mark.rule("TING-6")
def test_several_seats_in_ting_play_on_without_asking() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("9m", hands, ting={1: "3z", 2: "3z"}, draws="7z6z8m")
    assert state.stage == AwaitingTurn(3, Tile.M8)
    assert state.players[1].river[-1] == RiverTile(Tile.RED)
    assert state.players[2].river[-1] == RiverTile(Tile.GREEN)
    assert state.ply == 1


@pytest.mark.rule("TING-6")
def test_a_forced_discard_may_be_taken_by_others() -> None:
    hands = {0: "{2345z}1478m369p36s", 1: "{111z}89m222p33399s", 3: "{2345z}555m147p258s"}
    state = offered("9p", hands, ting={1: "4z"}, draws="5m")
    assert actors(state) == (3,)
    assert legal(state, 3) == ["3 kong 5m melded", "3 pung 5m 0", "3 pass"]


@pytest.mark.rule("TING-6")
def test_a_forced_discard_may_deal_in() -> None:
    hands = {0: SCATTERED, 1: "{111z}89m222p33399s", 3: WAITS_FOR_5M_TOO}
    state = offered("9p", hands, ting={1: "4z", 3: "4z"}, draws="5m")
    assert isinstance(state.result, WonDeal)
    assert (state.result.winner, state.result.loser) == (3, 1)


@pytest.mark.rule("TING-6")
@pytest.mark.case(71)
def test_ting_on_the_last_tile_that_can_be_drawn_ends_the_deal() -> None:
    state = position({0: READY, 1: PAIR_OF_5M}, drawn="6s", remaining=14)
    after = play(state, "0 ting 1z")
    assert after.result == DrawnDeal()
    assert after.players[0].ting == Ting(Tile.EAST)


# --- TING-7 -------------------------------------------------------------------------------


@pytest.mark.rule("TING-7")
@pytest.mark.parametrize("where", ["", " wall", " up", " up wall"])
def test_the_tile_keeps_its_place_in_the_row_of_discards(where: str) -> None:
    hands = dict.fromkeys(range(4), "{1234z}168m149p157s")
    hands[0] = "{7z2p3p6s}777m345m888p"
    state = position(hands, drawn="6s", draws="5z5z5z6z", rules=BOTH)
    state = play(state, f"0 ting 7z{where}", "1 discard 5z", "2 discard 5z", "3 discard 5z")
    assert state.players[0].river[-2:] == (
        RiverTile(Tile.RED, None, ting=True),
        RiverTile(Tile.GREEN),
    )
