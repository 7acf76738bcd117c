"""Which reason is given when several apply, and that no reason betrays a secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lisi_mahjong import (
    Action,
    GameState,
    Refusal,
    RuleSet,
    Tile,
    legal_actions,
    why_illegal,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING_BY_CHOICE,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    every_action,
    offered,
    refusal,
)
from support import WRITTEN, play, position

READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p; no other standing tile leaves a wait."""

# --- several reasons ----------------------------------------------------------------------


def ready() -> GameState:
    """Return a turn of seat 0, who may declare ting by 1z."""
    return position({0: READY}, drawn="6s")


def in_ting_on_turn() -> GameState:
    """Return a turn of seat 1, in ting, which may win on the 5m it has drawn."""
    return position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "4z"}, rules=CHOICE)


def after_pung() -> GameState:
    """Return the turn of seat 1 after its pung of 5m, with the fourth 5m in hand."""
    return play(offered("5m", {1: THREE_5M}), "1 pung 5m 0")


def robbers_are_asked() -> GameState:
    """Return the moment when seat 1 has shown the fourth 5m, for which seat 3 waits."""
    hands = {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M}
    state = position(
        hands, turn=1, drawn="5m", melds={1: ["555m<0"]}, ting={3: "4z"}, rules=ROBBING_BY_CHOICE
    )
    return play(state, "1 kong 5m added")


def two_are_asked(
    hand_of_3: str = SCATTERED, *, locked: str = "", barred: bool = False
) -> GameState:
    """Return a discard of 5m on which seat 1 may win, whatever seat 3 holds and may do."""
    return offered(
        "5m",
        {1: WAITS_FOR_5M, 3: hand_of_3},
        ting={1: "5z"},
        locks={3: locked},
        barred=[3] if barred else [],
        rules=CHOICE,
    )


@pytest.mark.parametrize(
    ("before", "action", "given"),
    [
        # Not being on turn goes before all that the hand says.
        (ready, "1 discard 1z", Refusal.NOT_YOUR_TURN),
        (ready, "1 ting 9m", Refusal.NOT_YOUR_TURN),
        (ready, "1 kong 1m concealed", Refusal.NOT_YOUR_TURN),
        # In ting every other tile is closed, held or not, standing or not.
        (in_ting_on_turn, "1 discard 1z", Refusal.TING_HAND_CLOSED),
        (in_ting_on_turn, "1 discard 9m", Refusal.TING_HAND_CLOSED),
        (in_ting_on_turn, "1 ting 9m", Refusal.ALREADY_IN_TING),
        (in_ting_on_turn, "1 kong 9m concealed", Refusal.KONG_IN_TING),
        # The tile is looked at before the hand, the hand before the options.
        (ready, "0 ting 9m up", Refusal.TILE_NOT_HELD),
        (ready, "0 ting 8p up", Refusal.TING_NOT_STANDING),
        (ready, "0 ting 2p up wall", Refusal.TING_NOT_READY),
        (ready, "0 ting 1z up wall", Refusal.OPEN_TING_OFF),
        # After a pung no kong is due, whatever is held.
        (after_pung, "1 kong 5m added", Refusal.KONG_ONLY_AFTER_DRAW),
        (after_pung, "1 kong 9m concealed", Refusal.KONG_ONLY_AFTER_DRAW),
        (after_pung, "1 pung 5m 0", Refusal.NOTHING_TO_CLAIM),
        # Nobody who is not in ting is told about forced wins.
        (ready, "0 win", Refusal.WIN_NOT_IN_TING),
        (ready, "1 win", Refusal.WIN_NOT_IN_TING),
        # The discarder takes nothing, whatever the tile.
        (two_are_asked, "0 pung 9s 0", Refusal.OWN_DISCARD),
        (two_are_asked, "0 win", Refusal.OWN_DISCARD),
        (two_are_asked, "0 pass", Refusal.NOTHING_TO_ANSWER),
        (two_are_asked, "0 discard 5m", Refusal.NOT_YOUR_TURN),
        # The wrong tile goes before the state of the hand.
        (two_are_asked, "1 pung 9s 0", Refusal.NOT_THE_DISCARD),
        (two_are_asked, "1 kong 2p melded", Refusal.NOT_THE_DISCARD),
        # The tile of an added kong is no discard, whatever is asked of it.
        (robbers_are_asked, "2 pung 9s 0", Refusal.KONG_TILE_ONLY_WON),
        (robbers_are_asked, "3 pung 5m 0", Refusal.KONG_TILE_ONLY_WON),
        (robbers_are_asked, "2 win", Refusal.WIN_NOT_IN_TING),
        (robbers_are_asked, "1 pung 5m 0", Refusal.OWN_DISCARD),
        (robbers_are_asked, "2 pass", Refusal.NOTHING_TO_ANSWER),
    ],
)
def test_the_reason_given_is_the_one_that_would_have_to_go_first(
    before: Callable[[], GameState], action: str, given: Refusal
) -> None:
    assert refusal(before(), action) is given


@pytest.mark.parametrize(
    ("hand_of_3", "locked", "standing", "given"),
    [
        # One copy is too few, locked or not.
        ("{234z5m}147p258s69m6p", "5m", 0, Refusal.PUNG_NEEDS_TWO),
        # While the lock holds, another choice of standing tiles would not help.
        ("{234z5m}5m147p258s69m", "5m", 0, Refusal.PUNG_LOCKED),
        # Two standing tiles are not there to give, so that none would be left does not matter.
        ("{5m}5m1467p2589s689m", "", 2, Refusal.PUNG_CHOICE),
    ],
)
def test_the_reason_against_a_pung_is_the_one_that_would_have_to_go_first(
    hand_of_3: str, locked: str, standing: int, given: Refusal
) -> None:
    state = two_are_asked(hand_of_3, locked=locked)
    assert refusal(state, f"3 pung 5m {standing}") is given


def test_a_pung_that_leaves_no_standing_tile_is_refused_for_that_and_not_for_its_corner() -> None:
    hands = {1: WAITS_FOR_5M, 3: "{55m}78s"}
    melds = {3: ["777s<0", "888s<0", "666z<0"]}
    state = offered("5m", hands, melds=melds, ting={1: "5z"}, rules=CHOICE)
    assert refusal(state, "3 pung 5m 2") is Refusal.NO_STANDING_LEFT


@pytest.mark.parametrize(
    ("held", "given"),
    [
        ("{555m}1478p258s199m", Refusal.NO_STANDING_LEFT),
        ("{1z55m}1478p258s199m", Refusal.KONG_NEEDS_FOUR),
        ("{1z555m}1478p258s19m", Refusal.KONG_BREAKS_RESERVE),
    ],
)
def test_the_hand_is_looked_at_before_the_wall(held: str, given: Refusal) -> None:
    state = position({1: held}, turn=1, drawn="5m", remaining=15)
    assert refusal(state, "1 kong 5m concealed") is given


def test_a_seat_that_is_barred_is_told_so_whatever_the_tile() -> None:
    hands = {1: WAITS_FOR_5M, 2: "{222z}23m444p555s88s"}
    state = offered("5m", hands, ting={1: "5z", 2: "5z"}, barred=[2], rules=CHOICE)
    assert refusal(state, "2 win") is Refusal.WIN_BARRED


@pytest.mark.parametrize("action", ["pung 9s 0", "win", "pass", "pung 5m 0"])
def test_a_seat_that_has_answered_is_told_so_whatever_it_tries(action: str) -> None:
    state = play(two_are_asked("{234z5z}55m147p258s9s"), "3 pass")
    assert refusal(state, f"3 {action}") is Refusal.ALREADY_ANSWERED


def after_a_declaration(*actions: str) -> GameState:
    """Return a state some actions after seat 0 has declared ting and seat 1 has drawn 7z."""
    state = position(
        {0: "{1z2p3p6s}777m234m888p", 1: "{2345z}555m14p147s9m", 2: "{2345z}1469m16p258s"},
        drawn="6s",
        draws="7z5m",
        replacements="8m",
    )
    return play(state, "0 ting 1z", *actions)


@pytest.mark.rule("TING-2", refuses=True)
@pytest.mark.parametrize("seat", range(4))
def test_the_declaration_is_named_until_the_next_discard(seat: int) -> None:
    state = after_a_declaration()
    assert refusal(state, f"{seat} pung 5m 0") is Refusal.TING_TILE_CLOSED
    state = after_a_declaration("1 discard 7z")
    assert refusal(state, f"{seat} pung 5m 0") is Refusal.NOTHING_TO_CLAIM


@pytest.mark.rule("TING-2", refuses=True)
@pytest.mark.parametrize("seat", range(4))
def test_a_declaration_is_not_named_when_a_later_discard_was_taken(seat: int) -> None:
    # Seat 1 draws a replacement, and the seat before it has discarded its ting tile last; but
    # seat 2 has discarded after that.
    state = after_a_declaration("1 discard 7z", "2 discard 5m", "1 kong 5m melded")
    assert refusal(state, f"{seat} pung 1z 0") is Refusal.NOTHING_TO_CLAIM


# --- secrets ------------------------------------------------------------------------------


def reasons(state: GameState, seat: int) -> dict[Action, Refusal | None]:
    """Return what a seat is told about every action it could try."""
    return {action: why_illegal(state, action) for action in every_action(seat)}


def assert_alike(first: GameState, second: GameState, *seats: int) -> None:
    """Check that two positions are alike for some seats, and not just the same position."""
    assert first != second
    for seat in seats:
        assert reasons(first, seat) == reasons(second, seat)
        assert legal_actions(first, seat) == legal_actions(second, seat)


@pytest.mark.rule("TING-2", "TING-3", refuses=True)
@pytest.mark.parametrize("seat", [2, 3])
def test_every_kind_tried_on_a_face_down_tile_gets_the_same_refusal(seat: int) -> None:
    state = play(position({0: READY, 3: "{2345z}11z258s147p9m"}, drawn="6s"), "0 ting 1z")
    assert {refusal(state, f"{seat} pung {tile} 0") for tile in Tile} == {Refusal.TING_TILE_CLOSED}
    assert {refusal(state, f"{seat} kong {tile} melded") for tile in Tile} == {
        Refusal.TING_TILE_CLOSED
    }


@pytest.mark.rule("TING-3")
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_reasons_do_not_depend_on_the_kind_of_a_face_down_tile(rules: RuleSet) -> None:
    # Seat 0 may declare by 1z or 2z; seat 3 has a pair of 1z, and seat 2 waits for 1z.
    hands = {0: "{12z23p}777m345m888p", 2: "{567s}111222m333p1z", 3: "{2345z}11z258s14p69m"}
    state = position(hands, drawn="1p", ting={2: "6z"}, draws="7z", rules=rules)
    first, second = play(state, "0 ting 1z"), play(state, "0 ting 2z")
    assert_alike(first, second, 1, 2, 3)


@pytest.mark.case(74)
@pytest.mark.rule("CLAIM-6")
def test_reasons_do_not_depend_on_who_else_is_asked() -> None:
    hands = {0: "{2345z}147m369p36s9m", 1: "{2345z}258m258p258s"}
    without = "{1267z}38m147p146s9p"
    first = offered("5m", hands | {2: PAIR_OF_5M, 3: without}, remaining=83)
    second = offered("5m", hands | {2: without, 3: PAIR_OF_5M}, remaining=83)
    assert_alike(first, second, 0, 1)


@pytest.mark.rule("CLAIM-4")
@pytest.mark.parametrize(
    "answers", [("2 pass",), ("2 win",), ("3 pass",), ("2 win", "3 pung 5m 0")]
)
def test_reasons_do_not_depend_on_what_others_have_answered(answers: tuple[str, ...]) -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}55m147p268s9m"}
    state = offered("5m", hands, ting={1: "1z", 2: "2z"}, rules=CHOICE)
    others = {0, 1, 2, 3} - {int(answer[0]) for answer in answers}
    assert_alike(state, play(state, *answers), *others)


@pytest.mark.rule("CLAIM-3")
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_reasons_do_not_depend_on_rights_that_others_have_lost(rules: RuleSet) -> None:
    hands = {1: PAIR_OF_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}55m157p268s9m"}
    ting = {2: "6z"}
    free = offered("9s", hands, ting=ting, remaining=82, rules=rules)
    bound = offered("9s", hands, ting=ting, locks={3: "5m"}, barred=[2], remaining=82, rules=rules)
    assert_alike(free, bound, 0, 1)


def test_reasons_do_not_depend_on_the_kind_of_a_concealed_kong_of_another() -> None:
    hands = {0: "{2345z}147m369p36s8m", 1: "{2345z}258m258p258s", 2: "{1267z}38m14p46s"}
    hands |= {3: "{2345z}147m369p36s8m"}
    first = offered("5z", hands, melds={2: ["(1111s)"]}, remaining=82)
    second = offered("5z", hands, melds={2: ["(9999s)"]}, remaining=82)
    assert_alike(first, second, 0, 1, 3)


@pytest.mark.parametrize("turn", range(4))
def test_reasons_do_not_depend_on_the_hands_of_others_or_the_wall(turn: int) -> None:
    mine = {turn: THREE_5M}
    others = [seat for seat in range(4) if seat != turn]
    hands = ("{1267z}38m369p146s9m", "{5567z}11m3689p199s", SCATTERED)
    first = dict(zip(others, hands, strict=True)) | mine
    second = dict(zip(others, reversed(hands), strict=True)) | mine
    assert_alike(
        position(first, turn=turn, drawn="5m", remaining=83, draws="7z"),
        position(second, turn=turn, drawn="5m", remaining=83, draws="6z"),
        turn,
    )
