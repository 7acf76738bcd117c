"""Corners of winning: several winners, every order of answers, odd waits and readings."""

from __future__ import annotations

from itertools import product

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    Reading,
    Refusal,
    RiverTile,
    RuleSet,
    Tag,
    Tile,
    WonDeal,
    actors,
    format_tiles,
    parse_tiles,
)
from offers import (
    CHOICE,
    WAITS_FOR_5M,
    WAITS_FOR_5M_AS_WELL,
    WAITS_FOR_5M_TOO,
    in_every_order,
    offered,
    refusal,
)
from support import WRITTEN, legal, play, position

ALL_RUNS = RuleSet(all_runs=True)
THREE_WAIT = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: WAITS_FOR_5M_AS_WELL}


def won_by(state: GameState) -> tuple[int, int | None]:
    """Return the winner and the loser of a deal that was won."""
    assert isinstance(state.result, WonDeal), state
    return state.result.winner, state.result.loser


# --- two that wait for one tile -----------------------------------------------------------


@pytest.mark.rule("WIN-4")
@pytest.mark.case(73)
@pytest.mark.parametrize("discarder", range(4))
@pytest.mark.parametrize(("near", "far"), [(1, 2), (1, 3), (2, 3)])
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_the_nearest_of_two_wins_from_every_discarder(
    discarder: int, near: int, far: int, rules: RuleSet
) -> None:
    nearest, further = (discarder + near) % 4, (discarder + far) % 4
    hands = {nearest: WAITS_FOR_5M, further: WAITS_FOR_5M_TOO}
    ting = {nearest: "5z", further: "5z"}
    state = offered("5m", hands, discarder=discarder, ting=ting, rules=rules)
    if rules == CHOICE:
        state = play(state, f"{further} win", f"{nearest} win")
    assert won_by(state) == (nearest, discarder)


@pytest.mark.rule("WIN-4")
@pytest.mark.case(73)
@pytest.mark.parametrize(("discarder", "winner"), [(2, 3), (0, 1)])
def test_the_same_two_hands_win_from_different_discarders(discarder: int, winner: int) -> None:
    hands = {1: "{4p33z}6p111m222777s", 3: "{4p44z}6p333m999m888s"}
    state = offered("5p", hands, discarder=discarder, ting={1: "6z", 3: "6z"})
    assert won_by(state) == (winner, discarder)


# --- answers in every order ---------------------------------------------------------------


@pytest.mark.rule("CLAIM-4", "WIN-3", "WIN-4")
@pytest.mark.parametrize("choices", list(product(("win", "pass"), repeat=3)), ids="-".join)
def test_three_answers_win_or_pass_end_alike_in_every_order(choices: tuple[str, ...]) -> None:
    state = offered(
        "5m",
        THREE_WAIT,
        ting={1: "4z", 2: "6z", 3: "6z"},
        draws="5z5z5z8m",
        rules=CHOICE,
    )
    assert actors(state) == (1, 2, 3)
    outcomes = in_every_order(state, [f"{seat} {choice}" for seat, choice in enumerate(choices, 1)])
    assert all(outcome == outcomes[0] for outcome in outcomes)
    after = outcomes[0]
    if "win" in choices:
        assert won_by(after) == (choices.index("win") + 1, 0)
        assert not any(player.win_barred for player in after.players)
    else:
        assert after.stage == AwaitingTurn(0, Tile.M8)  # the three have drawn and discarded
        assert [player.win_barred for player in after.players] == [False, True, True, True]


@pytest.mark.rule("CLAIM-2", "CLAIM-4", "CLAIM-6")
@pytest.mark.parametrize("first", ["1 win", "1 pass"])
@pytest.mark.parametrize("second", ["2 win", "2 pass"])
@pytest.mark.parametrize("third", ["3 kong 5m melded", "3 pung 5m 0", "3 pass"])
def test_wins_a_claim_and_passes_end_alike_in_every_order(
    first: str, second: str, third: str
) -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}555m157p268s"}
    state = offered(
        "5m",
        hands,
        ting={1: "5z", 2: "5z"},
        draws="6z6z8m",
        replacements="7z",
        rules=CHOICE,
    )
    outcomes = in_every_order(state, (first, second, third))
    assert len(outcomes) == 6
    assert all(outcome == outcomes[0] for outcome in outcomes)
    after = outcomes[0]
    if "win" in first:
        assert won_by(after) == (1, 0)
    elif "win" in second:
        assert won_by(after) == (2, 0)
    else:
        drawn = {"kong": Tile.RED, "pung": None, "pass": Tile.M8}[third.split(" ")[1]]
        assert after.stage == AwaitingTurn(3, drawn)
    barred = after.result is None
    assert [player.win_barred for player in after.players] == [False, barred, barred, False]


@pytest.mark.rule("WIN-3")
def test_a_seat_that_passed_is_barred_though_another_takes_the_tile() -> None:
    hands = {1: WAITS_FOR_5M, 3: "{3456z}55m157p268s9m"}
    state = offered("5m", hands, ting={1: "5z"}, rules=CHOICE)
    state = play(state, "1 pass", "3 pung 5m 0")
    assert state.players[1].win_barred


@pytest.mark.rule("WIN-3")
def test_not_winning_on_a_draw_leaves_the_right_to_win_on_a_discard() -> None:
    hands = {0: "{2345z}147m258p369s", 1: WAITS_FOR_5M}
    state = offered("9m", hands, ting={1: "4z"}, draws="5m5m", rules=CHOICE)
    state = play(state, "1 discard 5m", "2 discard 5m")
    assert actors(state) == (1,)
    assert won_by(play(state, "1 win")) == (1, 2)


@pytest.mark.rule("WIN-3", "WIN-4")
def test_a_winning_draw_that_is_discarded_may_be_won_on_by_others() -> None:
    hands = {0: "{2345z}147m258p369s", 1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("9m", hands, ting={1: "6z", 2: "6z"}, draws="5m", rules=CHOICE)
    state = play(state, "1 discard 5m")
    assert actors(state) == (2,)
    assert won_by(play(state, "2 win")) == (2, 1)


@pytest.mark.rule("WIN-3")
def test_a_barred_seat_discards_a_winning_draw_without_being_asked() -> None:
    hands = {0: "{2345z}147m258p369s", 1: WAITS_FOR_5M}
    state = offered("9m", hands, ting={1: "4z"}, barred=[1], draws="5m8m", rules=CHOICE)
    assert state.stage == AwaitingTurn(2, Tile.M8)
    assert state.players[1].river[-1] == RiverTile(Tile.M5)


# --- readings -----------------------------------------------------------------------------


@pytest.mark.rule("WIN-5", "TAG-9")
@pytest.mark.case(1)
def test_a_hand_wins_that_has_a_triplet_only_by_its_second_reading() -> None:
    # Runs first, it is 123m 123m 123m 456p 99s, without a triplet.
    state = offered("9s", {1: "{123m}112233m456p9s"}, ting={1: "4z"})
    assert isinstance(state.result, WonDeal)
    assert state.result.readings == (
        Reading(
            pair=parse_tiles("99s"),
            sets=tuple(map(parse_tiles, ("111m", "222m", "333m", "456p"))),
            completes=parse_tiles("99s"),
            tags=frozenset({Tag.SINGLE_WAIT}),
            triplets=3,
            points=2,
        ),
    )


@pytest.mark.rule("WIN-5")
def test_with_all_runs_both_readings_count() -> None:
    state = offered("9s", {1: "{123m}112233m456p9s"}, ting={1: "4z"}, rules=ALL_RUNS)
    assert isinstance(state.result, WonDeal)
    assert [reading.triplets for reading in state.result.readings] == [3, 0]


# --- waits that the triplet makes or breaks -----------------------------------------------


@pytest.mark.rule("WIN-5", "TING-1")
@pytest.mark.case(16)
@pytest.mark.parametrize(
    ("held", "written", "all_runs"),
    [
        ("{1z111m}2456m456p78s", "2m", "23m"),
        ("{1z111m}2346m456p78s", "6m", "56m"),
        ("{1z123m}3555m456p78s", "3m", "34m"),
    ],
)
def test_ting_counts_only_waits_that_win(held: str, written: str, all_runs: str) -> None:
    for rules, expected in ((WRITTEN, written), (ALL_RUNS, all_runs)):
        state = play(position({0: held}, drawn="9s", rules=rules), "0 ting 1z")
        assert format_tiles(state.players[0].waits) == expected


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, ALL_RUNS], ids=str)
def test_a_wait_without_any_triplet_is_refused_or_accepted_by_the_option(rules: RuleSet) -> None:
    state = position({0: "{1z123m}78m456p3459s"}, drawn="9s", rules=rules)
    expected = None if rules == ALL_RUNS else Refusal.TING_ALL_RUNS
    assert refusal(state, "0 ting 1z") is expected
    assert ("0 ting 1z" in legal(state, 0)) == (rules == ALL_RUNS)


@pytest.mark.rule("WIN-5")
@pytest.mark.parametrize("rules", [WRITTEN, ALL_RUNS], ids=str)
def test_one_pung_is_triplet_enough(rules: RuleSet) -> None:
    melds = {0: ["444z<1"]}
    state = position({0: "{1z12m}78m345p99s"}, drawn="3m", melds=melds, rules=rules)
    assert play(state, "0 ting 1z").players[0].waits == (Tile.M6, Tile.M9)


# --- the fifth copy -----------------------------------------------------------------------


@pytest.mark.rule("WIN-6", refuses=True)
@pytest.mark.case(12)
@pytest.mark.parametrize(
    ("held", "drawn", "melds"),
    [
        ("{1z123m}456789m111p", "1p", []),
        ("{2z123m}456789m111z", "1z", []),
        ("{1z7s}88m", "8m", ["777s<1", "888s<1", "999s<1"]),
        ("{1z7s}", "", ["777s<1", "888s<1", "999s<1", "888m<1"]),
        ("{1z7s8m}88m", "", ["777s<1", "888s<1", "999s<1"]),
        ("{1z56m}9s", "9s", ["4444m<1", "(7777m)", "222z<1"]),
    ],
)
def test_a_fifth_copy_as_the_only_wait_refuses_ting(
    held: str, drawn: str, melds: list[str]
) -> None:
    state = position({0: held}, drawn=drawn or None, melds={0: melds})
    assert refusal(state, f"0 ting {held[1:3]}") is Refusal.TING_FIFTH_COPY


@pytest.mark.rule("WIN-6")
def test_a_fifth_copy_beside_another_wait_does_no_harm() -> None:
    # 56m waits for 4m and 7m; all four 4m are in a kong.
    state = position({0: "{1z56m}99s33z"}, drawn="3z", melds={0: ["4444m<1", "222z<1"]})
    assert play(state, "0 ting 1z").players[0].waits == (Tile.M7,)


@pytest.mark.rule("WIN-6")
def test_the_fourth_copy_is_a_wait() -> None:
    state = position({0: "{1z56m}99s33z"}, drawn="3z", melds={0: ["444m<1", "222z<1"]})
    assert play(state, "0 ting 1z").players[0].waits == (Tile.M4, Tile.M7)
