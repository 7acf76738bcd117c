"""Corners of calls: the last standing tiles, no way on, the edge of the reserve, locks."""

from __future__ import annotations

import pytest

from lisi_mahjong import AwaitingTurn, GameState, KongKind, Refusal, RuleSet, Tile, WonDeal
from offers import (
    CHOICE,
    ROBBING,
    WAITS_FOR_5M,
    claims,
    hand,
    offered,
    refusal,
    with_kongs,
)
from support import WRITTEN, legal, play, position

PUNGS = ["111m<0", "222m<0", "333m<0"]


def offered_5m(hand_of_1: str, *melds: str) -> GameState:
    """Return a discard of 5m by seat 0, on which seat 3 at least is asked."""
    hands = {1: hand_of_1, 3: WAITS_FOR_5M}
    return offered("5m", hands, ting={3: "5z"}, melds={1: melds}, rules=CHOICE)


# --- no way on ----------------------------------------------------------------------------


@pytest.mark.rule("STAND-6", refuses=True)
def test_the_pung_of_the_rulebook_leaves_no_way_on() -> None:
    # {12m} would be left, and all four of 1m and of 2m are the seat's own.
    state = offered_5m("{1255m}", *PUNGS)
    assert refusal(state, "1 pung 5m 2") is Refusal.NO_WAY_ON
    assert claims(state).asked == (3,)


@pytest.mark.rule("STAND-6")
def test_its_twin_leaves_exactly_one_declaration() -> None:
    # {19m} is left: the hand may wait for 9m, and may not wait for a fifth 1m.
    state = offered("5m", {1: "{1955m}"}, melds={1: PUNGS})
    assert legal(state, 1) == ["1 pung 5m 2", "1 pass"]
    state = play(state, "1 pung 5m 2")
    assert legal(state, 1) == ["1 ting 1m"]
    assert refusal(state, "1 ting 9m") is Refusal.TING_FIFTH_COPY
    assert refusal(state, "1 discard 1m") is Refusal.STANDING_TILE
    assert play(state, "1 ting 1m").players[1].waits == (Tile.M9,)


@pytest.mark.rule("STAND-6")
def test_two_other_tiles_leave_two_declarations() -> None:
    state = play(offered("5m", {1: "{8955m}"}, melds={1: PUNGS}), "1 pung 5m 2")
    assert legal(state, 1) == ["1 ting 8m", "1 ting 9m"]


@pytest.mark.rule("STAND-6")
def test_two_equal_tiles_leave_one_declaration() -> None:
    state = play(offered("5m", {1: "{9955m}"}, melds={1: PUNGS}), "1 pung 5m 2")
    assert legal(state, 1) == ["1 ting 9m"]
    assert play(state, "1 ting 9m").players[1].waits == (Tile.M9,)


@pytest.mark.rule("STAND-6", refuses=True)
def test_the_other_choice_of_tiles_leaves_no_way_on_either() -> None:
    state = offered_5m("{125m}5m", *PUNGS)
    assert refusal(state, "1 pung 5m 1") is Refusal.NO_WAY_ON


@pytest.mark.rule("STAND-6")
def test_with_a_loose_tile_left_there_is_a_way_on_without_any_wait() -> None:
    state = play(offered("5m", {1: "{155m}2m"}, melds={1: PUNGS}), "1 pung 5m 2")
    assert hand(state, 1) == "{1m}2m"
    assert legal(state, 1) == ["1 discard 2m"]


@pytest.mark.rule("STAND-6", refuses=True)
def test_of_three_copies_those_may_go_that_leave_a_way_on() -> None:
    # Giving two standing copies leaves {1m} and a loose 5m; giving the loose one leaves {15m}.
    state = offered_5m("{155m}5m", *PUNGS)
    assert refusal(state, "1 pung 5m 1") is Refusal.NO_WAY_ON
    assert legal(state, 1) == ["1 kong 5m melded", "1 pung 5m 2", "1 pass"]
    assert legal(play(state, "1 pung 5m 2", "3 pass"), 1) == ["1 discard 5m"]


@pytest.mark.rule("STAND-6")
def test_a_kong_has_always_a_way_on() -> None:
    state = offered("5m", {1: "{1555m}"}, melds={1: PUNGS}, replacements="7z")
    assert legal(state, 1) == ["1 kong 5m melded", "1 pass"]
    state = play(state, "1 kong 5m melded")
    assert hand(state, 1) == "{1m}7z"
    assert legal(state, 1) == ["1 ting 1m", "1 discard 7z"]


# --- the last standing tiles --------------------------------------------------------------


@pytest.mark.rule("STAND-3", "STAND-5", refuses=True)
@pytest.mark.parametrize(
    ("of_5m", "answers"),
    [
        ("{5m}55m", [None, Refusal.NO_STANDING_LEFT, Refusal.PUNG_CHOICE]),
        ("{55m}5m", [Refusal.PUNG_CHOICE, None, Refusal.NO_STANDING_LEFT]),
        ("{555m}", [Refusal.PUNG_CHOICE, Refusal.PUNG_CHOICE, None]),
        ("{5m}5m8p", [Refusal.PUNG_CHOICE, Refusal.NO_STANDING_LEFT, Refusal.PUNG_CHOICE]),
        ("{55m}8p", [Refusal.PUNG_CHOICE, Refusal.PUNG_CHOICE, Refusal.NO_STANDING_LEFT]),
    ],
)
def test_when_all_standing_tiles_are_of_the_kind_each_choice_is_judged_alone(
    of_5m: str, answers: list[Refusal | None]
) -> None:
    state = offered_5m(f"{of_5m}147p2589s", "666z<0")
    assert [refusal(state, f"1 pung 5m {standing}") for standing in (0, 1, 2)] == answers


@pytest.mark.rule("STAND-3")
@pytest.mark.parametrize(
    ("of_5m", "standing", "left"),
    [
        ("{5m}55m", 0, "{5m}147p2589s"),
        ("{55m}5m", 1, "{5m}147p2589s"),
        ("{555m}", 2, "{5m}147p2589s"),
    ],
)
def test_the_last_standing_tile_may_be_of_the_kind_of_the_pung(
    of_5m: str, standing: int, left: str
) -> None:
    state = offered("5m", {1: f"{of_5m}147p2589s"}, melds={1: ["666z<0"]})
    assert hand(play(state, f"1 pung 5m {standing}"), 1) == left


@pytest.mark.rule("STAND-3", refuses=True)
def test_a_concealed_kong_of_all_four_standing_tiles_is_refused() -> None:
    state = position({1: "{5555m}1478p258s19m"}, turn=1, drawn="7z")
    assert len(state.players[1].concealed) == 14
    assert refusal(state, "1 kong 5m concealed") is Refusal.NO_STANDING_LEFT


@pytest.mark.rule("STAND-3")
def test_a_concealed_kong_of_three_standing_tiles_leaves_the_fourth_of_another_kind() -> None:
    state = position({1: "{555m9s}147p258s19m8p"}, turn=1, drawn="5m", replacements="7z")
    assert hand(play(state, "1 kong 5m concealed"), 1) == "{9s}19m1478p258s7z"


@pytest.mark.rule("STAND-3", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, ROBBING], ids=str)
def test_an_added_kong_with_the_last_standing_tile_is_refused(rules: RuleSet) -> None:
    state = position(
        {1: "{5m}14p9s"}, turn=1, drawn="7z", melds={1: ["555m<0", *PUNGS[:2]]}, rules=rules
    )
    assert refusal(state, "1 kong 5m added") is Refusal.NO_STANDING_LEFT


# --- the edge of the reserve --------------------------------------------------------------

# The fewest tiles with which a kong is allowed, after 0 to 8 kongs (WALL-7).
FEWEST = list(enumerate([16, 17, 20, 21, 24, 25, 28, 29, 32]))


def before_kong(kind: KongKind, kongs: int, remaining: int) -> GameState:
    """Return a position where seat 1 may make a kong of 5m, if the wall allows it."""
    hands, melds = with_kongs(kongs)
    if kind is KongKind.MELDED:
        hands[1] = "{1234z}555m468p346s"
        return offered("5m", hands, melds=melds, remaining=remaining)
    if kind is KongKind.CONCEALED:
        hands[1] = "{1234z}555m468p346s"
    else:
        hands[1] = "{1234z}468p346s"
        melds[1] = ["555m<0"]
    return position(hands, turn=1, drawn="5m", melds=melds, remaining=remaining)


@pytest.mark.rule("WALL-7")
@pytest.mark.parametrize("kind", KongKind)
@pytest.mark.parametrize(("kongs", "fewest"), FEWEST)
def test_a_kong_is_allowed_at_the_edge_of_the_reserve(
    kind: KongKind, kongs: int, fewest: int
) -> None:
    state = before_kong(kind, kongs, fewest)
    action = f"1 kong 5m {kind.value}"
    assert legal(state, 1)[0] == action
    after = play(state, action)
    assert (after.kongs, after.remaining) == (kongs + 1, fewest - 1)
    assert after.remaining >= after.reserve


@pytest.mark.rule("WALL-7", refuses=True)
@pytest.mark.parametrize("kind", KongKind)
@pytest.mark.parametrize(("kongs", "fewest"), FEWEST)
def test_a_kong_is_refused_with_one_tile_less(kind: KongKind, kongs: int, fewest: int) -> None:
    state = before_kong(kind, kongs, fewest - 1)
    action = f"1 kong 5m {kind.value}"
    assert action not in legal(state, 1)
    assert refusal(state, action) is Refusal.KONG_BREAKS_RESERVE


@pytest.mark.rule("WALL-7", refuses=True)
@pytest.mark.parametrize("kongs", [0, 1, 4])
def test_with_nothing_kept_back_the_last_tile_may_replace_and_nothing_else(kongs: int) -> None:
    hands, melds = with_kongs(kongs)
    hands[1] = "{1234z}555m468p346s"
    rules = RuleSet(reserved_stacks=0)
    last = position(hands, turn=1, drawn="5m", melds=melds, remaining=1, rules=rules)
    assert play(last, "1 kong 5m concealed").remaining == 0
    none = position(hands, drawn="5z", melds=melds, remaining=1, draws="5m", rules=rules)
    none = play(none, "0 discard 5z")
    assert none.stage == AwaitingTurn(1, Tile.M5)
    assert refusal(none, "1 kong 5m concealed") is Refusal.KONG_BREAKS_RESERVE


# --- locks --------------------------------------------------------------------------------

# It can pung 5m and 9s, and after a pung of 9s declare ting by 1z, waiting for 5m and 8p.
TWO_PAIRS_AND_MORE = "{1z234s}55m777m88p99s"


@pytest.mark.rule("CLAIM-3")
def test_a_seat_that_passed_a_pung_wins_on_that_kind_though_it_is_locked_still() -> None:
    state = offered("5m", {3: TWO_PAIRS_AND_MORE}, draws="9s5m")
    state = play(state, "3 pass", "1 discard 9s", "3 pung 9s 0", "3 ting 1z")
    assert state.players[3].pung_locks == (Tile.M5,)
    assert state.stage == AwaitingTurn(0, Tile.M5)
    result = play(state, "0 discard 5m").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser, result.tile) == (3, 0, Tile.M5)


@pytest.mark.rule("CLAIM-3")
def test_passing_two_kinds_locks_both_and_one_draw_frees_both() -> None:
    hands = {0: "{1267z}147m36p258s1p", 3: "{1234z}55m99s147p25s"}
    state = offered("5m", hands, draws="9s7z6z8m")
    state = play(state, "3 pass", "1 discard 9s", "3 pass")
    assert state.players[3].pung_locks == (Tile.M5, Tile.S9)
    state = play(state, "2 discard 7z")
    assert state.stage == AwaitingTurn(3, Tile.GREEN)
    assert state.players[3].pung_locks == ()


@pytest.mark.rule("CLAIM-3")
def test_the_draws_of_others_free_nobody() -> None:
    state = offered("5m", {3: "{1234z}55m39s147p25s"}, draws="7z6z")
    state = play(state, "3 pass", "1 discard 7z")
    assert state.stage == AwaitingTurn(2, Tile.GREEN)
    assert state.players[3].pung_locks == (Tile.M5,)
