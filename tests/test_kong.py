"""KONG-1 to KONG-8: the three sorts of kong, when they are made, and who may rob one."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    Meld,
    MeldKind,
    Refusal,
    RiverTile,
    RuleSet,
    Tile,
    WonDeal,
    actors,
    legal_actions,
    readings,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING,
    ROBBING_BY_CHOICE,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    claims,
    hand,
    offered,
    refusal,
)
from support import WRITTEN, legal, play, position

BESIDE_A_PUNG = "{1234z}147p25s9m"
"""Ten tiles of a seat that has made one pung, none of a kind with another."""


def with_pung(drawn: str, hand_of_1: str = BESIDE_A_PUNG, rules: RuleSet = WRITTEN) -> GameState:
    """Return a turn of seat 1, which has punged 5m from seat 3 and has drawn a tile."""
    return position(
        {1: hand_of_1},
        turn=1,
        drawn=drawn,
        melds={1: ["555m<3"]},
        draws="6z",
        replacements="7z",
        rules=rules,
    )


# --- KONG-1 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-1")
def test_three_held_copies_and_a_discard_make_a_melded_kong() -> None:
    state = offered("5m", {2: THREE_5M}, replacements="7z")
    state = play(state, "2 kong 5m melded")
    assert state.players[2].melds == (Meld(MeldKind.MELDED_KONG, Tile.M5, 0),)
    assert hand(state, 2) == "{1234z}147p258s7z"
    assert state.players[0].river[-1] == RiverTile(Tile.M5, taken_by=2)
    assert state.kongs == 1


@pytest.mark.rule("KONG-1", refuses=True)
def test_two_held_copies_and_a_discard_are_no_kong() -> None:
    state = offered("5m", {2: PAIR_OF_5M})
    assert refusal(state, "2 kong 5m melded") is Refusal.KONG_NEEDS_THREE


@pytest.mark.rule("KONG-1", refuses=True)
def test_a_pung_and_a_discard_are_no_kong() -> None:
    # Seat 3 waits for 5m, so that somebody is asked.
    hands = {1: BESIDE_A_PUNG, 3: WAITS_FOR_5M}
    state = offered("5m", hands, melds={1: ["555m<0"]}, ting={3: "6z"}, rules=CHOICE)
    assert refusal(state, "1 kong 5m melded") is Refusal.KONG_NEEDS_THREE


# --- KONG-2 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-2")
@pytest.mark.case(34)
def test_the_tile_just_drawn_may_be_added_to_a_pung_or_discarded() -> None:
    state = with_pung("5m")
    assert legal(state, 1)[0] == "1 kong 5m added"
    assert "1 discard 5m" in legal(state, 1)
    state = play(state, "1 kong 5m added")
    assert state.players[1].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 3),)
    assert hand(state, 1) == "{1234z}9m147p25s7z"
    assert state.kongs == 1


@pytest.mark.rule("KONG-2")
@pytest.mark.case(36)
def test_a_fourth_tile_that_was_held_may_be_added_on_a_later_turn() -> None:
    state = offered("5m", {1: THREE_5M}, draws="6z7z8m9s", replacements="7z")
    state = play(state, "1 pung 5m 0", "1 discard 1p")
    state = play(state, "2 discard 6z", "3 discard 7z", "0 discard 8m")
    assert state.stage == AwaitingTurn(1, Tile.S9)
    state = play(state, "1 kong 5m added")
    assert state.players[1].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 0),)
    assert hand(state, 1) == "{1234z}47p2589s7z"


@pytest.mark.rule("KONG-2")
@pytest.mark.case(40)
def test_an_added_kong_replaces_the_pung_in_its_place() -> None:
    melds = {1: ["222p<0", "555m<3", "888s<2"]}
    hands = {1: "{34z}14p"}
    state = position(hands, turn=1, drawn="5m", melds=melds, replacements="7z")
    state = play(state, "1 kong 5m added")
    assert [str(meld) for meld in state.players[1].melds] == ["222p<0", "5555m+<3", "888s<2"]
    assert hand(state, 1) == "{34z}14p7z"


@pytest.mark.rule("KONG-2", refuses=True)
def test_an_added_kong_needs_a_pung_of_its_kind() -> None:
    state = with_pung("9m")
    assert refusal(state, "1 kong 9m added") is Refusal.KONG_NEEDS_PUNG


@pytest.mark.rule("KONG-2", refuses=True)
def test_three_concealed_copies_and_a_fourth_are_no_added_kong() -> None:
    state = position({1: THREE_5M}, turn=1, drawn="5m")
    assert refusal(state, "1 kong 5m added") is Refusal.KONG_NEEDS_PUNG


@pytest.mark.rule("KONG-2", refuses=True)
def test_nothing_is_added_to_a_kong() -> None:
    state = position(
        {1: BESIDE_A_PUNG}, turn=1, drawn="7z", melds={1: ["5555m<3"]}, replacements="7z"
    )
    assert refusal(state, "1 kong 5m added") is Refusal.KONG_NEEDS_PUNG


@pytest.mark.rule("KONG-2", refuses=True)
def test_nobody_adds_to_the_pung_of_another_seat() -> None:
    state = position({1: "{1234z}5m147p258s19m"}, turn=1, drawn="7z", melds={2: ["555m<3"]})
    assert refusal(state, "1 kong 5m added") is Refusal.KONG_NEEDS_PUNG


@pytest.mark.rule("KONG-2", refuses=True)
def test_an_added_kong_needs_the_fourth_tile_in_hand() -> None:
    assert refusal(with_pung("9s"), "1 kong 5m added") is Refusal.KONG_NEEDS_FOURTH


# --- KONG-3 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-3")
@pytest.mark.parametrize(
    ("held", "drawn"),
    [("{1234z}555m147p258s", "5m"), ("{1234z}5555m17p258s", "4p")],
    ids=["with the tile just drawn", "held before"],
)
def test_four_held_copies_make_a_concealed_kong(held: str, drawn: str) -> None:
    state = position({1: held}, turn=1, drawn=drawn, replacements="7z")
    state = play(state, "1 kong 5m concealed")
    assert state.players[1].melds == (Meld(MeldKind.CONCEALED_KONG, Tile.M5),)
    assert hand(state, 1) == "{1234z}147p258s7z"
    assert state.kongs == 1


@pytest.mark.rule("KONG-3")
def test_four_red_dragons_the_last_kind_of_all_make_a_concealed_kong() -> None:
    state = position({1: "{1234z}147p258s77z7z"}, turn=1, drawn="7z")
    assert "1 kong 7z concealed" in legal(state, 1)


@pytest.mark.rule("KONG-3", "STAND-3")
def test_three_standing_tiles_and_the_drawn_one_make_a_concealed_kong_beside_three_pungs() -> None:
    pungs = ["111p<0", "222p<0", "333p<0"]
    state = position({1: "{888s9m}"}, turn=1, drawn="8s", melds={1: pungs})
    assert "1 kong 8s concealed" in legal(state, 1)


@pytest.mark.rule("KONG-3", refuses=True)
def test_three_held_copies_are_no_concealed_kong() -> None:
    state = position({1: THREE_5M}, turn=1, drawn="7z")
    assert refusal(state, "1 kong 5m concealed") is Refusal.KONG_NEEDS_FOUR


@pytest.mark.rule("KONG-3", refuses=True)
def test_a_pung_and_a_fourth_tile_are_no_concealed_kong() -> None:
    assert refusal(with_pung("5m"), "1 kong 5m concealed") is Refusal.KONG_NEEDS_FOUR


# --- KONG-4 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-4")
def test_the_replacement_is_drawn_at_once_and_may_be_discarded() -> None:
    state = play(with_pung("5m"), "1 kong 5m added")
    assert state.stage == AwaitingTurn(1, Tile.RED)
    assert state.remaining == 59
    assert play(state, "1 discard 7z").stage == AwaitingTurn(2, Tile.GREEN)


@pytest.mark.rule("KONG-4")
@pytest.mark.case(37)
def test_a_replacement_may_make_the_next_kong() -> None:
    hands = {1: "{1234z}777p888s19m5p"}
    state = position(hands, turn=1, drawn="7p", replacements="8s6z")
    state = play(state, "1 kong 7p concealed")
    assert state.stage == AwaitingTurn(1, Tile.S8)
    state = play(state, "1 kong 8s concealed")
    assert state.stage == AwaitingTurn(1, Tile.GREEN)
    assert state.kongs == 2
    assert state.reserve == 16
    assert hand(state, 1) == "{1234z}19m5p6z"


@pytest.mark.rule("KONG-4", "TING-1")
@pytest.mark.case(65)
def test_ting_may_be_declared_on_a_replacement() -> None:
    melds = {1: ["222p<0"]}
    state = position({1: "{1z}777p23s44m99s"}, turn=1, drawn="7p", melds=melds, replacements="4m")
    state = play(state, "1 kong 7p concealed", "1 ting 1z")
    assert state.players[1].waits == (Tile.S1, Tile.S4)


@pytest.mark.rule("KONG-4")
@pytest.mark.case(42)
def test_after_a_kong_only_its_maker_decides_and_for_the_new_hand() -> None:
    state = play(with_pung("5m"), "1 kong 5m added")
    assert [bool(legal_actions(state, seat)) for seat in range(4)] == [False, True, False, False]
    tiles = ("9m", "1p", "4p", "7p", "2s", "5s", "7z")
    assert legal(state, 1) == [f"1 discard {tile}" for tile in tiles]


# --- KONG-5 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-5")
def test_the_dealers_fourteenth_tile_counts_as_a_draw() -> None:
    state = position({0: THREE_5M}, drawn="5m", remaining=83)
    assert legal(state, 0)[0] == "0 kong 5m concealed"


@pytest.mark.rule("KONG-5", refuses=True)
@pytest.mark.parametrize("action", ["kong 5m added", "kong 8s concealed"])
def test_no_kong_straight_after_a_pung(action: str) -> None:
    state = play(offered("5m", {1: "{1234z}555m14p8888s"}), "1 pung 5m 0")
    assert refusal(state, f"1 {action}") is Refusal.KONG_ONLY_AFTER_DRAW
    assert legal(state, 1) == ["1 discard 5m", "1 discard 1p", "1 discard 4p", "1 discard 8s"]


@pytest.mark.rule("KONG-5", refuses=True)
@pytest.mark.parametrize("action", ["kong 8s added", "kong 8s concealed"])
def test_no_kong_of_ones_own_while_a_tile_is_on_offer(action: str) -> None:
    state = offered("5m", {1: "{1234z}555m14p8888s"})
    assert refusal(state, f"1 {action}") is Refusal.KONG_ONLY_AFTER_DRAW


# --- KONG-6 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-6")
def test_before_ting_the_same_hand_makes_its_kong() -> None:
    state = position({1: WAITS_FOR_5M}, turn=1, drawn="2p", replacements="7z")
    assert legal(state, 1)[0] == "1 kong 2p concealed"


@pytest.mark.rule("KONG-6")
def test_in_ting_a_fourth_copy_goes_out_again() -> None:
    hands = {0: "{1234z}47m369p258s1m", 1: WAITS_FOR_5M}
    state = offered("7z", hands, ting={1: "4z"}, draws="2p6z")
    assert state.players[1].river[-1] == RiverTile(Tile.P2)
    assert hand(state, 1) == WAITS_FOR_5M
    assert state.kongs == 0


@pytest.mark.rule("KONG-6", refuses=True)
@pytest.mark.parametrize("kind", ["added", "concealed"])
def test_a_seat_in_ting_makes_no_kong_instead_of_winning(kind: str) -> None:
    # It holds 444m and waits for a fourth, which makes 444m and 456m.
    hands = {1: "{111z}44456m222p33s"}
    state = position(hands, turn=1, drawn="4m", ting={1: "4z"}, rules=CHOICE)
    assert state.players[1].waits == (Tile.M4, Tile.M7, Tile.S3)
    assert legal(state, 1) == ["1 win", "1 discard 4m"]
    assert refusal(state, f"1 kong 4m {kind}") is Refusal.KONG_IN_TING


# --- KONG-7 -------------------------------------------------------------------------------


def fourth_5m(rules: RuleSet, *, robber: str = WAITS_FOR_5M) -> GameState:
    """Return a turn of seat 1, which may add the 5m that seat 3 waits for."""
    return position(
        {1: "{1234z}147p2s9m7m", 3: robber},
        turn=1,
        drawn="5m",
        melds={1: ["555m<0"]},
        ting={3: "4z"},
        replacements="7z",
        rules=rules,
    )


@pytest.mark.rule("KONG-7", refuses=True)
@pytest.mark.case(41)
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=["forced", "by choice"])
def test_by_the_written_rules_no_kong_is_robbed(rules: RuleSet) -> None:
    state = play(fourth_5m(rules), "1 kong 5m added")
    assert state.stage == AwaitingTurn(1, Tile.RED)
    assert state.players[1].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 0),)


@pytest.mark.rule("KONG-7")
def test_with_the_option_on_the_tile_is_won_and_the_kong_is_not_made() -> None:
    state = play(fourth_5m(ROBBING), "1 kong 5m added")
    assert state.result == WonDeal(
        winner=3,
        loser=1,
        tile=Tile.M5,
        robbed_kong=True,
        readings=readings("111z46m222p33399s", "5m"),
    )
    assert state.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    assert hand(state, 1) == "{1234z}79m147p2s"
    assert hand(state, 3) == "{111z}456m222p33399s"
    assert state.kongs == 0
    assert state.remaining == 60


@pytest.mark.rule("KONG-7")
def test_a_robber_who_may_choose_is_asked() -> None:
    state = play(fourth_5m(ROBBING_BY_CHOICE), "1 kong 5m added")
    assert claims(state).robbing
    assert actors(state) == (3,)
    assert legal(state, 3) == ["3 win", "3 pass"]
    assert play(state, "3 win").result == play(fourth_5m(ROBBING), "1 kong 5m added").result


@pytest.mark.rule("KONG-7")
@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize(("near", "far"), [(1, 2), (1, 3), (2, 3)])
def test_the_robber_nearest_to_the_kongs_maker_wins(maker: int, near: int, far: int) -> None:
    nearest, further = (maker + near) % 4, (maker + far) % 4
    state = position(
        {maker: "{1234z}147p2s9m7m", nearest: WAITS_FOR_5M, further: WAITS_FOR_5M_TOO},
        turn=maker,
        drawn="5m",
        melds={maker: [f"555m<{nearest}"]},
        ting={nearest: "5z", further: "5z"},
        rules=ROBBING,
    )
    result = play(state, f"{maker} kong 5m added").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser, result.robbed_kong) == (nearest, maker, True)


@pytest.mark.rule("KONG-7")
def test_a_kong_that_nobody_waits_for_is_made_at_once() -> None:
    state = play(with_pung("5m", rules=ROBBING), "1 kong 5m added")
    assert state.stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("KONG-7", refuses=True)
def test_a_seat_that_is_not_in_ting_robs_nothing() -> None:
    state = position(
        {1: "{1234z}147p2s9m7m", 3: WAITS_FOR_5M},
        turn=1,
        drawn="5m",
        melds={1: ["555m<0"]},
        replacements="7z",
        rules=ROBBING,
    )
    assert play(state, "1 kong 5m added").stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("KONG-7", refuses=True)
def test_a_concealed_kong_is_never_robbed() -> None:
    # Seat 3 waits for 5m and 8m with 67m, and seat 1 holds all four 5m.
    state = position(
        {1: THREE_5M, 3: "{111z}67m222p33399s"},
        turn=1,
        drawn="5m",
        ting={3: "5z"},
        replacements="7z",
        rules=ROBBING,
    )
    assert state.players[3].waits == (Tile.M5, Tile.M8)
    assert play(state, "1 kong 5m concealed").stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("KONG-7", refuses=True)
@pytest.mark.parametrize("seat", [0, 2, 3])
@pytest.mark.parametrize("action", ["pung 5m 0", "kong 5m melded"])
def test_nobody_makes_a_set_of_the_tile_of_an_added_kong(seat: int, action: str) -> None:
    state = play(fourth_5m(ROBBING_BY_CHOICE), "1 kong 5m added")
    assert refusal(state, f"{seat} {action}") is Refusal.KONG_TILE_ONLY_WON


@pytest.mark.rule("KONG-7")
def test_a_barred_seat_is_not_asked_whether_it_robs() -> None:
    state = position(
        {1: "{1234z}147p2s9m7m", 3: WAITS_FOR_5M},
        turn=1,
        drawn="5m",
        melds={1: ["555m<0"]},
        ting={3: "4z"},
        barred=[3],
        replacements="7z",
        rules=ROBBING_BY_CHOICE,
    )
    assert play(state, "1 kong 5m added").stage == AwaitingTurn(1, Tile.RED)


# --- KONG-8 -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-8")
def test_while_robbers_are_asked_the_kong_is_not_made_yet() -> None:
    state = play(fourth_5m(ROBBING_BY_CHOICE), "1 kong 5m added")
    assert hand(state, 1) == "{1234z}579m147p2s"
    assert state.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    assert (state.kongs, state.remaining, state.reserve) == (0, 60, 14)


@pytest.mark.rule("KONG-8")
def test_when_all_robbers_have_passed_the_kong_is_made() -> None:
    state = play(fourth_5m(ROBBING_BY_CHOICE), "1 kong 5m added", "3 pass")
    assert state.stage == AwaitingTurn(1, Tile.RED)
    assert state.players[1].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 0),)
    assert hand(state, 1) == "{1234z}79m147p2s7z"
    assert (state.kongs, state.remaining, state.reserve) == (1, 59, 15)
    assert state.players[3].win_barred  # WIN-3
