"""Locks that a seat can have, and those that the position itself contradicts (CLAIM-3, CLAIM-7).

Seat 1 is the one that is locked, unless a line says otherwise. Whoever passes a tile of seat 0
draws next, and so it is one of seats 2 and 3 that has thrown what seat 1 is locked on.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from lisi_mahjong import InvalidStateError, Problem, Tile, parse_state, problems, view

PAIR = "hand1={1z2z3z4z}55m147p258s9s"
LOCKED = "locks1=5m river3=5m"
TURN = "lisi1 stage=turn:2:6s"
BY_CHOICE = "lisi1 rules=-forced_win"
WAITING = "hand2={9m9m4m}6m777p888s999s river2=..1z*"


def codes(line: str) -> list[Problem]:
    """Return what is wrong with what a line says."""
    with pytest.raises(InvalidStateError) as caught:
        parse_state(line)
    return [problem for problem, _ in caught.value.problems]


RIGHT: Mapping[str, str] = {
    "a pair as when it was passed": f"{TURN} {PAIR} {LOCKED}",
    "a tile of either seat that is not the one before": (
        f"{TURN} {PAIR} locks1=5m river2=5m river3=1m"
    ),
    "on one's turn after a pung": (
        "lisi1 stage=turn:1 hand1={1z2z3z4z}55m147p2s7s melds1=999s<3 locks1=5m river3=5m,9s>1"
    ),
    "one of the pair thrown after a pung": (
        f"{TURN} hand1={{1z2z3z4z}}5m147p2s7s melds1=999s<3 river1=5m {LOCKED},9s>1"
    ),
    "the pair thrown after two pungs": (
        f"{TURN} hand1={{1z2z3z4z}}147p melds1=999s<3,888s<3 river1=5m5m {LOCKED},9s>1,8s>1"
    ),
    "one of the pair thrown to declare ting after a pung": (
        f"{TURN} hand1={{5m4p5p}}6p1p1p1p2s2s2s melds1=999s<3 river1=5m* {LOCKED},9s>1"
    ),
    "one's own discard on offer after a pung": (
        "lisi1 stage=offer:1:7m hand1={1z2z3z4z}55m147p2s melds1=999s<3 river1=7m "
        f"{LOCKED},9s>1 hand2={{7m1z2z3z}}7m.."
    ),
    "the last discard, after which nobody could draw": (
        f"lisi1 stage=drawn remaining=14 {PAIR} locks1=5m river0=..5m"
    ),
}


@pytest.mark.rule("CLAIM-3")
@pytest.mark.parametrize("line", RIGHT.values(), ids=RIGHT)
def test_a_lock_that_play_can_have_brought_is_read(line: str) -> None:
    state = parse_state(line)
    assert state.players[1].pung_locks == (Tile.M5,)
    assert problems(view(state, 1)) == ()


UNPASSED: Mapping[str, str] = {
    "all that was thrown of it is on offer yet": (
        f"{BY_CHOICE} stage=offer:3:5m {PAIR} locks1=5m river3=5m {WAITING}"
    ),
    "it was thrown by the seat before, after which it has drawn": (
        f"{TURN} {PAIR} locks1=5m river0=5m"
    ),
    "it was the last discard of another than the seat before": (
        f"lisi1 stage=turn:2:6s {PAIR} locks1=5m river0=..5m remaining=20"
    ),
    "it was the ting tile of another": (
        f"{TURN} {PAIR} locks1=5m hand3={{9m9m4m}}6m777p888s999s river3=5m*"
    ),
    "none is held": f"{TURN} hand1={{1z2z3z4z}}147m147p258s {LOCKED}",
    "one is held": f"{TURN} hand1={{1z2z3z4z}}5m17m147p258s {LOCKED}",
    "a pung of it would take the last standing tile": (
        f"{TURN} hand1={{5m}}5m147p258s17m melds1=(9999s) {LOCKED}"
    ),
    "its seat was in ting already": f"{TURN} hand1={{5m5m4p}}5p777p888s999s river1=1z* {LOCKED}",
    "its seat has drawn since it declared ting": (
        f"{TURN} hand1={{5m4p5p}}6p1p1p1p2s2s2s melds1=999s<3 river1=5m*,7z {LOCKED},9s>1 "
        "ting1=0.1.0.2"
    ),
    "the other one was thrown before the only pung": (
        f"{TURN} hand1={{1z2z3z4z}}5m147p2s7s melds1=999s<3 river1=5m1m {LOCKED},9s>1"
    ),
    "the pung, too, was before the last draw, for a kong came after it": (
        f"{TURN} hand1={{1z2z3z4z}}5m17p melds1=999s<3,(8888s) river1=5m {LOCKED},9s>1"
    ),
    "a discard after the pung is still to come": (
        "lisi1 stage=turn:1 hand1={1z2z3z4z}5m147p2s7s7m melds1=999s<3 river1=5m "
        "locks1=5m river3=5m,9s>1"
    ),
}


@pytest.mark.rule("CLAIM-3", refuses=True)
@pytest.mark.parametrize("line", UNPASSED.values(), ids=UNPASSED)
def test_no_lock_is_there_without_a_pung_that_was_passed(line: str) -> None:
    assert codes(line) == [Problem.LOCK_UNPASSED]


DRAWN: Mapping[str, str] = {
    "its discard is on offer": (
        f"lisi1 stage=offer:1:7m {PAIR} river1=7m {LOCKED} hand2={{7m1z2z3z}}7m.."
    ),
    "somebody has won on its discard": (
        f"lisi1 stage=won:2:5s<1 {PAIR} {LOCKED} hand2={{9m9m4s}}6s777p888s999s5s river2=1z*"
    ),
    "the tile that it adds to a pung can be robbed": (
        f"{BY_CHOICE},robbing_kong stage=kong:1:5p melds1=555p<3,666p<3 "
        "hand1={1z2z3z4z}5m5m1s5p locks1=5m river3=5m,5p>1,6p>1 "
        "hand2={9m9m4p}6p777p888s999s river2=..1z*"
    ),
    "its kong was robbed": (
        f"{BY_CHOICE},robbing_kong stage=robbed:2:5p<1 melds1=555p<3,666p<3 "
        "hand1={1z2z3z4z}5m5m1s locks1=5m river3=5m,5p>1,6p>1 "
        "hand2={9m9m4p}6p777p888s999s5p river2=..1z*"
    ),
}


@pytest.mark.rule("CLAIM-3", refuses=True)
@pytest.mark.parametrize("line", DRAWN.values(), ids=DRAWN)
def test_a_seat_that_has_drawn_for_its_last_turn_is_locked_on_nothing(line: str) -> None:
    assert codes(line) == [Problem.LOCK_AFTER_DRAW]


@pytest.mark.rule("CLAIM-3", refuses=True)
def test_a_seat_that_wins_on_its_own_draw_is_locked_on_nothing() -> None:
    line = (
        "lisi1 stage=won:1:5p hand1={5m4p6p}5m777s5p melds1=999s<3,888s<3 river1=5m* "
        "locks1=5m river3=5m,9s>1,8s>1"
    )
    assert codes(line) == [Problem.LOCK_AFTER_DRAW]


def test_an_open_hand_gets_what_its_seat_is_locked_on() -> None:
    state = parse_state(
        f"{TURN} locks1=5m7z {LOCKED.removeprefix('locks1=5m')},7z hand1={{5m..}}.."
    )
    player = state.players[1]
    assert player.standing.count(Tile.M5) == 1
    assert player.loose.count(Tile.M5) == 1
    assert player.loose.count(Tile.RED) == 2


def test_a_lock_is_told_with_its_tile_and_its_seat() -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_state(f"{TURN} {PAIR} locks1=5m9s1p river3=5m")
    assert caught.value.problems == ((Problem.LOCK_UNPASSED, "1p9s of seat 1"),)
