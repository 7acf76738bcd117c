"""TURN-1 to TURN-7: whose turn it is, what ends it, and what is an action at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import attrs
import pytest

from lisi_mahjong import (
    Action,
    AwaitingTurn,
    DeclareTing,
    Discard,
    DrawnDeal,
    GameState,
    IllegalAction,
    Kong,
    KongKind,
    Pass,
    Pung,
    Refusal,
    Tile,
    Win,
    WonDeal,
    actors,
    apply,
    format_tiles,
    legal_actions,
    why_illegal,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    claims,
    every_action,
    offered,
    refusal,
)
from support import legal, play, position


def scattered(turn: int = 0, drawn: str = "5z", draws: str = "6z") -> GameState:
    """Return a turn at a table where nobody can take anything."""
    return position(dict.fromkeys(range(4), SCATTERED), turn=turn, drawn=drawn, draws=draws)


def ready_to_ting() -> GameState:
    """Return a turn of seat 0, who may discard or declare ting."""
    return position({0: "{1z2p3p6s}777m345m888p"}, drawn="6s")


def three_are_held() -> GameState:
    """Return a discard of 5m that seat 1 may pung or kong."""
    return offered("5m", {1: THREE_5M})


def two_are_asked() -> GameState:
    """Return a discard on which seats 1 and 2 may win, if they choose."""
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    return offered("5m", hands, ting={1: "4z", 2: "4z"}, rules=CHOICE)


# --- TURN-1 -------------------------------------------------------------------------------


@pytest.mark.rule("TURN-1")
@pytest.mark.case(88)
def test_turns_pass_from_each_seat_to_the_next_number() -> None:
    state = scattered(draws="6z7z8m9m")
    for seat, tile in enumerate(("5z", "6z", "7z", "8m")):
        assert actors(state) == (seat,)
        state = play(state, f"{seat} discard {tile}")
    assert state.stage == AwaitingTurn(0, Tile.M9)


@pytest.mark.rule("TURN-1")
def test_nobody_but_the_seat_on_turn_has_anything_to_do() -> None:
    state = scattered(turn=2)
    assert actors(state) == (2,)
    assert [bool(legal_actions(state, seat)) for seat in range(4)] == [False, False, True, False]


@pytest.mark.rule("TURN-1", refuses=True)
@pytest.mark.parametrize("seat", [0, 1, 3])
@pytest.mark.parametrize("action", ["discard 1m", "ting 1z", "kong 1m added", "kong 1m concealed"])
def test_a_seat_does_nothing_in_the_turn_of_another(seat: int, action: str) -> None:
    assert refusal(scattered(turn=2), f"{seat} {action}") is Refusal.NOT_YOUR_TURN


@pytest.mark.rule("TURN-1", refuses=True)
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("action", ["discard 1m", "ting 1z"])
def test_nobody_discards_while_a_tile_is_on_offer(seat: int, action: str) -> None:
    state = offered("5m", {1: PAIR_OF_5M})
    assert actors(state) == (1,)
    assert refusal(state, f"{seat} {action}") is Refusal.NOT_YOUR_TURN


# --- TURN-2 -------------------------------------------------------------------------------


@pytest.mark.rule("TURN-2")
@pytest.mark.parametrize("seat", range(4))
def test_the_next_seat_draws_the_first_tile_of_the_head(seat: int) -> None:
    after = play(scattered(turn=seat, draws="6z7z"), f"{seat} discard 5z")
    drawer = (seat + 1) % 4
    assert after.stage == AwaitingTurn(drawer, Tile.GREEN)
    assert after.players[drawer].loose.count(Tile.GREEN) == 1
    assert after.remaining == 59


@pytest.mark.rule("TURN-2")
@pytest.mark.case(78)
def test_after_a_pass_the_discarders_next_seat_draws_and_not_the_one_that_passed() -> None:
    state = offered("5m", {2: PAIR_OF_5M}, draws="7z")
    assert actors(state) == (2,)
    assert play(state, "2 pass").stage == AwaitingTurn(1, Tile.RED)


@pytest.mark.rule("TURN-2")
@pytest.mark.case(79)
def test_after_a_pung_the_turn_goes_on_from_the_seat_that_made_it() -> None:
    hands = {0: SCATTERED, 1: SCATTERED, 2: "{5677z}55m88m369p77s", 3: SCATTERED}
    state = play(offered("5m", hands, draws="9m"), "2 pung 5m 0")
    assert state.remaining == 60
    state = play(state, "2 discard 8m")
    assert state.stage == AwaitingTurn(3, Tile.M9)  # seat 1 is skipped
    assert len(state.players[1].concealed) == 13


@pytest.mark.rule("TURN-2", refuses=True)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("action", ["pung 1m 0", "kong 1m melded"])
def test_when_the_turn_has_moved_on_there_is_nothing_to_take(seat: int, action: str) -> None:
    state = play(scattered(drawn="1s"), "0 discard 1m" if seat else "0 discard 1s")
    assert refusal(state, f"{seat} {action}") is Refusal.NOTHING_TO_CLAIM


# --- TURN-3 -------------------------------------------------------------------------------


@pytest.mark.rule("TURN-3")
def test_after_a_draw_one_tile_is_discarded() -> None:
    after = play(scattered(), "0 discard 1m")
    assert format_tiles(after.players[0].loose) == "47m258p369s5z"
    assert after.players[0].river[-1].tile is Tile.M1


@pytest.mark.rule("TURN-3")
@pytest.mark.case(39)
def test_after_a_pung_one_of_eleven_tiles_is_discarded() -> None:
    state = play(three_are_held(), "1 pung 5m 0")
    assert state.stage == AwaitingTurn(1, None)
    assert len(state.players[1].concealed) == 11
    assert legal(state, 1) == [
        f"1 discard {tile}" for tile in ("5m", "1p", "4p", "7p", "2s", "5s", "8s")
    ]


@pytest.mark.rule("TURN-3")
@pytest.mark.case(39)
def test_after_a_kong_one_of_eleven_tiles_is_discarded_the_replacement_among_them() -> None:
    state = play(offered("5m", {1: THREE_5M}, replacements="7z"), "1 kong 5m melded")
    assert state.stage == AwaitingTurn(1, Tile.RED)
    assert len(state.players[1].concealed) == 11
    assert legal(state, 1) == [
        f"1 discard {tile}" for tile in ("1p", "4p", "7p", "2s", "5s", "8s", "7z")
    ]


@pytest.mark.rule("TURN-3", refuses=True)
def test_a_turn_cannot_be_passed() -> None:
    assert refusal(scattered(), "0 pass") is Refusal.CANNOT_PASS_TURN
    after_pung = play(three_are_held(), "1 pung 5m 0")
    assert refusal(after_pung, "1 pass") is Refusal.CANNOT_PASS_TURN


@pytest.mark.rule("TURN-3", refuses=True)
def test_a_tile_that_is_not_held_is_not_discarded() -> None:
    assert refusal(scattered(), "0 discard 9m") is Refusal.TILE_NOT_HELD
    assert refusal(scattered(), "0 ting 9m") is Refusal.TILE_NOT_HELD


@pytest.mark.rule("TURN-3", refuses=True)
def test_tiles_laid_out_in_a_pung_are_held_no_more() -> None:
    state = play(offered("5m", {1: PAIR_OF_5M}), "1 pung 5m 0")
    assert refusal(state, "1 discard 5m") is Refusal.TILE_NOT_HELD


# --- TURN-4 -------------------------------------------------------------------------------


@pytest.mark.rule("TURN-4")
def test_a_discard_that_would_complete_a_run_is_offered_to_nobody() -> None:
    hands = {1: "{1234z}46m147p258s9s", 2: "{1234z}67m147p258s9s", 3: "{1234z}34m147p258s9s"}
    assert offered("5m", hands, draws="7z").stage == AwaitingTurn(1, Tile.RED)


# --- TURN-5 -------------------------------------------------------------------------------


@pytest.mark.rule("TURN-5")
@pytest.mark.parametrize(
    ("before", "action"),
    [
        (ready_to_ting, Discard(0, Tile.S6)),
        (ready_to_ting, DeclareTing(0, Tile.EAST)),
        (three_are_held, Pung(1, Tile.M5, 0)),
        (three_are_held, Kong(1, Tile.M5, KongKind.MELDED)),
        (two_are_asked, Win(1)),
        (three_are_held, Pass(1)),
    ],
)
def test_the_six_actions_are_understood(before: Callable[[], GameState], action: Action) -> None:
    assert why_illegal(before(), action) is None


@attrs.frozen
class Chow:
    """Something like an action."""

    seat: int
    tile: Tile


class LoudDiscard(Discard):
    """A discard by inheritance."""


@pytest.mark.rule("TURN-5", refuses=True)
@pytest.mark.parametrize(
    "thing",
    [
        None,
        0,
        (),
        "0 discard 6s",
        Discard,
        Chow(0, Tile.S6),
        LoudDiscard(0, Tile.S6),
        DeclareTing(0, Tile.EAST, face_up=cast("bool", 1)),
        DeclareTing(0, Tile.EAST, on_wall=cast("bool", None)),
        Pung(0, Tile.M5, 3),
        Pung(0, Tile.M5, -1),
        Pung(0, Tile.M5, standing=True),
        Pung(0, Tile.M5, cast("int", 1.0)),
        Kong(0, Tile.P8, cast("KongKind", "concealed")),
        Kong(0, Tile.P8, cast("KongKind", None)),
    ],
    ids=repr,
)
def test_whatever_is_none_of_the_six_is_not_understood(thing: object) -> None:
    assert why_illegal(ready_to_ting(), cast("Action", thing)) is Refusal.NOT_AN_ACTION


@pytest.mark.rule("TURN-5", "TABLE-1", refuses=True)
@pytest.mark.parametrize("seat", [4, -1, True, False, "0", 0.0, None])
def test_an_action_of_no_seat_is_refused(seat: object) -> None:
    action = Discard(cast("int", seat), Tile.S6)
    assert why_illegal(ready_to_ting(), action) is Refusal.NO_SUCH_SEAT


@pytest.mark.rule("TURN-5", "WALL-1", refuses=True)
@pytest.mark.parametrize("tile", [23, "6s", None, True])
def test_an_action_with_no_tile_is_refused(tile: object) -> None:
    action = Discard(0, cast("Tile", tile))
    assert why_illegal(ready_to_ting(), action) is Refusal.NO_SUCH_TILE


# --- TURN-6 -------------------------------------------------------------------------------


def won() -> GameState:
    """Return a deal that seat 2 has won on a discard of seat 0."""
    state = offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"})
    assert isinstance(state.result, WonDeal)
    return state


def drawn() -> GameState:
    """Return a deal that nobody has won."""
    hands = dict.fromkeys(range(4), SCATTERED)
    state = play(position(hands, drawn="5z", remaining=14), "0 discard 5z")
    assert state.result == DrawnDeal()
    return state


@pytest.mark.rule("TURN-6")
@pytest.mark.case(112)
@pytest.mark.parametrize("ended", [won, drawn])
def test_an_ended_deal_asks_nobody(ended: Callable[[], GameState]) -> None:
    state = ended()
    assert actors(state) == ()
    assert [legal_actions(state, seat) for seat in range(4)] == [()] * 4


@pytest.mark.rule("TURN-6", refuses=True)
@pytest.mark.case(112)
@pytest.mark.parametrize("ended", [won, drawn])
@pytest.mark.parametrize("seat", range(4))
def test_an_ended_deal_refuses_everything(ended: Callable[[], GameState], seat: int) -> None:
    state = ended()
    assert {why_illegal(state, action) for action in every_action(seat)} == {Refusal.DEAL_ENDED}


# --- TURN-7 -------------------------------------------------------------------------------


@pytest.mark.rule("TURN-7")
def test_an_answer_is_noted_and_its_seat_is_asked_no_more() -> None:
    state = two_are_asked()
    assert actors(state) == (1, 2)
    state = play(state, "1 pass")
    assert claims(state).answers == (None, Pass(1), None, None)
    assert actors(state) == (2,)
    assert legal_actions(state, 1) == ()


@pytest.mark.rule("TURN-7", refuses=True)
@pytest.mark.case(77)
@pytest.mark.parametrize("first", ["2 win", "2 pass"])
@pytest.mark.parametrize("second", ["2 win", "2 pass", "2 pung 5m 0", "2 kong 5m melded"])
def test_an_answer_stands(first: str, second: str) -> None:
    state = play(two_are_asked(), first)
    assert actors(state) == (1,)
    assert refusal(state, second) is Refusal.ALREADY_ANSWERED


@pytest.mark.rule("TURN-7", refuses=True)
@pytest.mark.case(77)
def test_a_refused_action_changes_nothing() -> None:
    state = play(two_are_asked(), "2 pass")
    with pytest.raises(IllegalAction) as caught:
        apply(state, Win(2))
    assert caught.value.state is state
    assert state == play(two_are_asked(), "2 pass")
