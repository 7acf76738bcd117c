"""CLAIM-1 to CLAIM-7: who takes a discard, who goes first, and what passing costs."""

from __future__ import annotations

from itertools import permutations

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    Meld,
    MeldKind,
    Pass,
    Refusal,
    RiverTile,
    Tile,
    Win,
    WonDeal,
    actors,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING_BY_CHOICE,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    claims,
    hand,
    in_every_order,
    offered,
    refusal,
)
from support import legal, play, position

# Beside both of the hands that wait for 5m.
PAIR_BESIDE_TWO_WAITERS = "{3456z}55m147p268s9m"


def won_by(state: GameState) -> tuple[int, int | None, Tile]:
    """Return the winner, the loser and the tile of a deal that was won."""
    assert isinstance(state.result, WonDeal), state
    return state.result.winner, state.result.loser, state.result.tile


# --- CLAIM-1 ------------------------------------------------------------------------------


@pytest.mark.rule("CLAIM-1")
@pytest.mark.case(81)
@pytest.mark.parametrize("discarder", range(4))
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_each_of_the_other_three_may_pung_with_two(discarder: int, distance: int) -> None:
    seat = (discarder + distance) % 4
    state = offered("5m", {seat: PAIR_OF_5M}, discarder=discarder)
    assert actors(state) == (seat,)
    assert legal(state, seat) == [f"{seat} pung 5m 0", f"{seat} pass"]
    state = play(state, f"{seat} pung 5m 0")
    assert state.players[seat].melds == (Meld(MeldKind.PUNG, Tile.M5, discarder),)
    assert hand(state, seat) == "{1234z}147p2589s"
    assert state.players[discarder].river[-1] == RiverTile(Tile.M5, taken_by=seat)
    assert state.stage == AwaitingTurn(seat, None)


@pytest.mark.rule("CLAIM-1")
@pytest.mark.parametrize("discarder", range(4))
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_each_of_the_other_three_may_kong_with_three(discarder: int, distance: int) -> None:
    seat = (discarder + distance) % 4
    state = offered("5m", {seat: THREE_5M}, discarder=discarder, replacements="9s")
    state = play(state, f"{seat} kong 5m melded")
    assert state.players[seat].melds == (Meld(MeldKind.MELDED_KONG, Tile.M5, discarder),)
    assert hand(state, seat) == "{1234z}147p2589s"
    assert state.players[discarder].river[-1] == RiverTile(Tile.M5, taken_by=seat)
    assert state.stage == AwaitingTurn(seat, Tile.S9)


@pytest.mark.rule("CLAIM-1")
@pytest.mark.case(39, 87)
def test_a_seat_with_three_has_a_free_choice_of_kong_pung_and_pass() -> None:
    state = offered("5m", {1: THREE_5M}, draws="7z")
    assert legal(state, 1) == ["1 kong 5m melded", "1 pung 5m 0", "1 pass"]
    after = play(state, "1 pass")
    assert after.stage == AwaitingTurn(1, Tile.RED)
    assert hand(after, 1) == "{1234z}555m147p258s7z"
    assert after.players[0].river[-1] == RiverTile(Tile.M5)


@pytest.mark.rule("CLAIM-1")
def test_a_discard_of_which_others_hold_one_each_is_offered_to_nobody() -> None:
    hands = dict.fromkeys((1, 2, 3), SCATTERED)
    assert offered("1m", hands, draws="7z").stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("CLAIM-1", refuses=True)
@pytest.mark.case(77)
@pytest.mark.parametrize(
    ("number", "held"), [(0, "{1234z}1478p258s19m"), (1, "{5m234z}1478p258s19m")]
)
def test_a_pung_needs_two(number: int, held: str) -> None:
    state = offered("5m", {1: PAIR_OF_5M, 3: held})
    assert state.players[3].concealed.count(Tile.M5) == number
    assert refusal(state, "3 pung 5m 0") is Refusal.PUNG_NEEDS_TWO


@pytest.mark.rule("CLAIM-1", "KONG-1", refuses=True)
def test_a_kong_of_a_discard_needs_three() -> None:
    state = offered("5m", {1: PAIR_OF_5M})
    assert refusal(state, "1 kong 5m melded") is Refusal.KONG_NEEDS_THREE
    assert refusal(state, "2 kong 5m melded") is Refusal.KONG_NEEDS_THREE


@pytest.mark.rule("CLAIM-1", refuses=True)
@pytest.mark.parametrize("action", ["pung 9s 0", "kong 9s melded", "pung 4m 0"])
def test_only_the_tile_on_offer_is_taken(action: str) -> None:
    state = offered("5m", {1: "{1234z}55m147p25s99s"}, rivers={2: "9s"})
    assert refusal(state, f"1 {action}") is Refusal.NOT_THE_DISCARD


@pytest.mark.rule("CLAIM-1", refuses=True)
@pytest.mark.case(77)
@pytest.mark.parametrize("action", ["pung 5m 0", "kong 5m melded", "win"])
def test_nobody_takes_a_discard_of_their_own(action: str) -> None:
    state = offered("5m", {0: "{1234z}5m1467p2589s", 1: PAIR_OF_5M})
    assert refusal(state, f"0 {action}") is Refusal.OWN_DISCARD


# --- CLAIM-2 ------------------------------------------------------------------------------


@pytest.mark.rule("CLAIM-2")
@pytest.mark.parametrize(("winner", "taker"), list(permutations((1, 2, 3), 2)))
def test_a_forced_win_leaves_nobody_to_ask(winner: int, taker: int) -> None:
    state = offered("5m", {winner: WAITS_FOR_5M, taker: PAIR_OF_5M}, ting={winner: "4z"})
    assert won_by(state) == (winner, 0, Tile.M5)


@pytest.mark.rule("CLAIM-2")
@pytest.mark.parametrize("claim", ["1 pung 5m 0", "1 kong 5m melded"])
def test_a_win_goes_before_a_claim_that_was_answered_first(claim: str) -> None:
    hands = {1: THREE_5M, 3: WAITS_FOR_5M}
    state = play(offered("5m", hands, ting={3: "4z"}, rules=CHOICE), claim)
    assert actors(state) == (3,)
    assert won_by(play(state, "3 win")) == (3, 0, Tile.M5)


@pytest.mark.rule("CLAIM-2")
def test_a_claim_stands_when_the_win_is_passed() -> None:
    hands = {1: PAIR_OF_5M, 3: WAITS_FOR_5M}
    state = offered("5m", hands, ting={3: "4z"}, rules=CHOICE)
    state = play(state, "1 pung 5m 0", "3 pass")
    assert state.stage == AwaitingTurn(1, None)
    assert state.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)


# --- CLAIM-3 ------------------------------------------------------------------------------


def passed_5m(hand_of_3: str, *, draws: str, replacements: str = "") -> GameState:
    """Return the turn of seat 1, after seat 3 has passed the 5m of seat 0."""
    hands = {0: "{1234z}147m258p36s1p", 3: hand_of_3}
    state = offered("5m", hands, draws=draws, replacements=replacements)
    assert actors(state) == (3,)
    return play(state, "3 pass")


@pytest.mark.rule("CLAIM-3", refuses=True)
@pytest.mark.case(86)
def test_a_seat_that_passed_is_not_asked_again_before_it_draws() -> None:
    # Seat 3's own pung of 9s is no draw.
    state = passed_5m("{1234z}55m99s147p25s", draws="9s5m7z")
    assert state.players[3].pung_locks == (Tile.M5,)
    state = play(state, "1 discard 9s", "3 pung 9s 0", "3 discard 1p")
    assert state.players[3].pung_locks == (Tile.M5,)
    assert state.stage == AwaitingTurn(0, Tile.M5)
    assert play(state, "0 discard 5m").stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("CLAIM-3", refuses=True)
def test_a_locked_kind_is_not_punged() -> None:
    hands = {1: WAITS_FOR_5M, 3: PAIR_OF_5M}
    state = offered("5m", hands, ting={1: "4z"}, locks={3: "5m"}, rules=CHOICE)
    assert actors(state) == (1,)
    assert refusal(state, "3 pung 5m 0") is Refusal.PUNG_LOCKED


@pytest.mark.rule("CLAIM-3")
@pytest.mark.case(83)
def test_a_draw_of_ones_own_ends_the_lock() -> None:
    state = passed_5m("{1234z}55m39s147p25s", draws="7z6z8m5m")
    state = play(state, "1 discard 7z", "2 discard 6z")
    assert state.stage == AwaitingTurn(3, Tile.M8)
    assert state.players[3].pung_locks == ()
    state = play(state, "3 discard 8m", "0 discard 5m")
    assert legal(state, 3) == ["3 pung 5m 0", "3 pass"]


@pytest.mark.rule("CLAIM-3")
def test_a_replacement_ends_the_lock() -> None:
    state = passed_5m("{1234z}55m999s147p2s", draws="9s5m", replacements="7z")
    state = play(state, "1 discard 9s", "3 kong 9s melded")
    assert state.players[3].pung_locks == ()
    state = play(state, "3 discard 7z", "0 discard 5m")
    assert legal(state, 3) == ["3 pung 5m 0", "3 pass"]


@pytest.mark.rule("CLAIM-3")
def test_a_lock_leaves_other_kinds_free() -> None:
    state = offered("9s", {3: "{1234z}55m99s147p25s"}, locks={3: "5m"})
    assert legal(state, 3) == ["3 pung 9s 0", "3 pass"]


@pytest.mark.rule("CLAIM-3")
def test_a_lock_leaves_wins_free() -> None:
    state = offered("5m", {3: WAITS_FOR_5M}, ting={3: "4z"}, locks={3: "5m"})
    assert won_by(state) == (3, 0, Tile.M5)


@pytest.mark.rule("CLAIM-3")
def test_a_seat_that_was_not_offered_the_pung_has_not_passed_it() -> None:
    hands = {1: PAIR_OF_5M, 3: "{1234z}5m147p258s19m"}
    state = play(offered("5m", hands), "1 pass")
    assert [player.pung_locks for player in state.players] == [(), (), (), ()]
    # Seat 1 has drawn, which ended its lock; seat 3 held one 5m, and was never locked.


@pytest.mark.rule("CLAIM-3")
def test_a_taken_pung_locks_nothing() -> None:
    state = play(offered("5m", {1: THREE_5M}), "1 pung 5m 0")
    assert state.players[1].pung_locks == ()


# --- CLAIM-4 ------------------------------------------------------------------------------


def two_wins_and_a_pung() -> GameState:
    """Return a discard of seat 0 on which 1 and 2 may win, if they choose, and 3 may pung."""
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: PAIR_BESIDE_TWO_WAITERS}
    return offered("5m", hands, ting={1: "1z", 2: "2z"}, rules=CHOICE)


@pytest.mark.rule("CLAIM-4")
@pytest.mark.parametrize(
    ("answers", "stage"),
    [
        (("1 pass", "2 pass", "3 pass"), AwaitingTurn(3, Tile.M8)),
        (("1 pass", "2 pass", "3 pung 5m 0"), AwaitingTurn(3, None)),
    ],
)
def test_passes_and_a_pung_end_alike_in_every_order(
    answers: tuple[str, ...], stage: AwaitingTurn
) -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: PAIR_BESIDE_TWO_WAITERS}
    # When all pass, 1 and 2 are in ting and discard what they draw, and 3 is to play.
    state = offered("5m", hands, ting={1: "1z", 2: "2z"}, draws="7z1m8m", rules=CHOICE)
    outcomes = in_every_order(state, answers)
    assert len(outcomes) == 6
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert outcomes[0].stage == stage


@pytest.mark.rule("CLAIM-4")
def test_the_nearest_win_settles_the_tile_at_once() -> None:
    assert won_by(play(two_wins_and_a_pung(), "1 win")) == (1, 0, Tile.M5)


@pytest.mark.rule("CLAIM-4")
@pytest.mark.parametrize("claim", ["2 win", "3 pung 5m 0", "3 pass", "2 pass"])
def test_no_other_answer_settles_it_while_the_nearest_win_is_open(claim: str) -> None:
    state = play(two_wins_and_a_pung(), claim)
    assert actors(state) == tuple(seat for seat in (1, 2, 3) if seat != int(claim[0]))


@pytest.mark.rule("CLAIM-4")
def test_a_further_win_settles_it_once_the_nearer_one_is_passed() -> None:
    state = play(two_wins_and_a_pung(), "1 pass", "2 win")  # seat 3 has not answered
    assert won_by(state) == (2, 0, Tile.M5)


# --- CLAIM-5 ------------------------------------------------------------------------------


@pytest.mark.rule("CLAIM-5")
def test_before_ting_a_waiting_hand_may_pung() -> None:
    state = offered("2p", {1: "{111z}46m222p333s99s"})
    assert legal(state, 1) == ["1 kong 2p melded", "1 pung 2p 0", "1 pass"]


@pytest.mark.rule("CLAIM-5")
def test_a_seat_in_ting_is_not_asked_about_a_pung_or_a_kong() -> None:
    state = offered("2p", {1: WAITS_FOR_5M}, ting={1: "4z"}, draws="7z")
    assert state.stage != AwaitingTurn(1, Tile.RED)  # seat 1 has drawn and discarded: TING-5
    assert hand(state, 1) == WAITS_FOR_5M


@pytest.mark.rule("CLAIM-5", refuses=True)
@pytest.mark.parametrize("action", ["pung 5m 0", "pung 5m 2", "kong 5m melded"])
def test_a_seat_in_ting_makes_no_set_of_a_discard(action: str) -> None:
    hands = {1: WAITS_FOR_5M, 3: "{234z}55m147p256s66z"}
    state = offered("5m", hands, ting={1: "4z", 3: "1z"}, rules=CHOICE)
    assert refusal(state, f"3 {action}") is Refusal.TING_TAKES_NO_SET
    assert refusal(state, f"1 {action}") is Refusal.TING_TAKES_NO_SET


# --- CLAIM-6 ------------------------------------------------------------------------------


@pytest.mark.rule("CLAIM-6")
def test_those_who_may_win_pung_or_kong_are_asked() -> None:
    assert claims(two_wins_and_a_pung()).asked == (1, 2, 3)


@pytest.mark.rule("CLAIM-6", refuses=True)
def test_a_seat_that_is_not_asked_has_nothing_to_pass() -> None:
    state = offered("5m", {2: PAIR_OF_5M})
    assert [refusal(state, f"{seat} pass") for seat in (0, 1, 3)] == [
        Refusal.NOTHING_TO_ANSWER,
        Refusal.NOTHING_TO_ANSWER,
        Refusal.NOTHING_TO_ANSWER,
    ]
    assert refusal(state, "2 pass") is None


@pytest.mark.rule("CLAIM-6", refuses=True)
def test_off_turn_there_is_nothing_to_pass() -> None:
    assert refusal(position({}, drawn="7z"), "1 pass") is Refusal.NOTHING_TO_ANSWER


@pytest.mark.rule("CLAIM-6")
def test_a_seat_stays_asked_although_its_answer_makes_no_difference_any_more() -> None:
    state = play(two_wins_and_a_pung(), "2 win")
    assert actors(state) == (1, 3)
    assert legal(state, 3) == ["3 pung 5m 0", "3 pass"]
    state = play(state, "3 pass")
    assert claims(state).asked == (1, 2, 3)
    assert claims(state).answers == (None, None, Win(2), Pass(3))
    assert actors(state) == (1,)


@pytest.mark.rule("CLAIM-6")
@pytest.mark.parametrize("first", [2, 3])
def test_passing_brings_nothing_until_the_tile_is_settled(first: int) -> None:
    hands = {2: WAITS_FOR_5M, 3: PAIR_OF_5M}
    state = play(offered("5m", hands, ting={2: "4z"}, rules=CHOICE), f"{first} pass")
    assert state.players[3].pung_locks == ()
    assert not state.players[2].win_barred
    state = play(state, f"{5 - first} pass")
    assert state.players[3].pung_locks == (Tile.M5,)
    assert [player.win_barred for player in state.players] == [False, False, True, False]


@pytest.mark.rule("CLAIM-6")
@pytest.mark.parametrize("last", ["1 win", "1 pass"])
def test_answers_to_a_tile_that_is_won_have_no_consequences(last: str) -> None:
    state = play(two_wins_and_a_pung(), "3 pass", "2 win", last)
    assert won_by(state) == (1 if last == "1 win" else 2, 0, Tile.M5)
    assert [player.pung_locks for player in state.players] == [(), (), (), ()]
    assert not any(player.win_barred for player in state.players)


@pytest.mark.rule("CLAIM-6")
def test_a_seat_that_lost_its_right_to_win_is_not_asked() -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("5m", hands, ting={1: "4z", 2: "4z"}, barred=[1], rules=CHOICE)
    assert actors(state) == (2,)


# --- CLAIM-7 ------------------------------------------------------------------------------

# With three pungs and these four tiles, a kong of 5m leaves {1m}, and its replacement may be
# discarded; after a pung {15m} would be left, and whichever goes, the other cannot be paired.
ONLY_A_KONG = "{1555m}"
PUNGS = ["111m<0", "222m<0", "333m<0"]


@pytest.mark.rule("CLAIM-7")
def test_passing_a_kong_where_no_pung_was_legal_locks_nothing() -> None:
    hands = {1: "{1234z}147p2569s47m", 3: ONLY_A_KONG}
    state = offered("5m", hands, melds={3: PUNGS}, draws="7z")
    assert legal(state, 3) == ["3 kong 5m melded", "3 pass"]
    state = play(state, "3 pass")
    assert state.stage == AwaitingTurn(1, Tile.RED)
    assert state.players[3].pung_locks == ()


@pytest.mark.rule("CLAIM-7")
def test_passing_where_a_kong_and_a_pung_were_legal_locks_the_pung() -> None:
    state = play(offered("5m", {3: THREE_5M}), "3 pass")
    assert state.players[3].pung_locks == (Tile.M5,)


@pytest.mark.rule("CLAIM-3", refuses=True)
def test_a_lock_holds_for_every_choice_of_standing_tiles() -> None:
    hands = {1: WAITS_FOR_5M, 3: "{5m234z}5m147p2589s9m"}
    state = offered("5m", hands, ting={1: "4z"}, locks={3: "5m"}, rules=CHOICE)
    assert [refusal(state, f"3 pung 5m {n}") for n in (0, 1, 2)] == [Refusal.PUNG_LOCKED] * 3


@pytest.mark.rule("CLAIM-7")
def test_passing_the_tile_of_an_added_kong_locks_nothing() -> None:
    hands = {1: "{1234z}147p2s9m7m", 3: WAITS_FOR_5M}
    state = position(
        hands, turn=1, drawn="5m", melds={1: ["555m<0"]}, ting={3: "4z"}, rules=ROBBING_BY_CHOICE
    )
    state = play(state, "1 kong 5m added", "3 pass")
    assert [player.pung_locks for player in state.players] == [(), (), (), ()]
