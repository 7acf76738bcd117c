"""WIN-1 to WIN-8 in play: who wins, when, and what the result says."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    Reading,
    Refusal,
    RiverTile,
    RuleSet,
    Shuffle,
    Tag,
    Tile,
    Win,
    WonDeal,
    actors,
    deal,
    is_win,
    legal_actions,
    parse_tiles,
)
from offers import (
    CHOICE,
    SCATTERED,
    WAITS_FOR_5M,
    WAITS_FOR_5M_AS_WELL,
    WAITS_FOR_5M_TOO,
    hand,
    offered,
    refusal,
)
from support import WRITTEN, legal, play, position

CLOSED_WAIT_ON_5M = Reading(
    pair=parse_tiles("99s"),
    sets=(parse_tiles("456m"), parse_tiles("222p"), parse_tiles("333s"), parse_tiles("111z")),
    completes=parse_tiles("456m"),
    tags=frozenset({Tag.CLOSED_WAIT}),
    triplets=3,
    points=2,
)
"""How `WAITS_FOR_5M` is read on 5m."""


def won(state: GameState) -> WonDeal:
    """Return the result of a deal that was won."""
    assert isinstance(state.result, WonDeal), state
    return state.result


def drew_5m(rules: RuleSet = WRITTEN, *, in_ting: bool = True) -> GameState:
    """Return the state after a discard of seat 0 that makes seat 1 draw its 5m."""
    ting = {1: "4z"} if in_ting else {}
    hands = {0: "{2345z}147m258p369s", 1: WAITS_FOR_5M}
    return offered("9m", hands, ting=ting, draws="5m8m", rules=rules)


# --- WIN-1 --------------------------------------------------------------------------------


@pytest.mark.rule("WIN-1", "TAG-8")
def test_a_seat_in_ting_wins_on_the_discard_of_another() -> None:
    state = offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"})
    assert state.result == WonDeal(
        winner=2, loser=0, tile=Tile.M5, robbed_kong=False, readings=(CLOSED_WAIT_ON_5M,)
    )


@pytest.mark.rule("WIN-1", "TAG-8")
def test_a_seat_in_ting_wins_on_its_own_draw() -> None:
    assert drew_5m().result == WonDeal(
        winner=1, loser=None, tile=Tile.M5, robbed_kong=False, readings=(CLOSED_WAIT_ON_5M,)
    )


@pytest.mark.rule("WIN-1", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_a_complete_hand_does_not_win_without_ting(rules: RuleSet) -> None:
    state = drew_5m(rules, in_ting=False)
    assert state.stage == AwaitingTurn(1, Tile.M5)
    assert is_win(state.players[1].concealed)
    assert refusal(state, "1 win") is Refusal.WIN_NOT_IN_TING
    assert Win(1) not in legal_actions(state, 1)


@pytest.mark.rule("WIN-1", refuses=True)
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_a_waiting_hand_takes_no_discard_without_ting(rules: RuleSet) -> None:
    state = offered("5m", {1: WAITS_FOR_5M, 2: "{2345z}55m147p268s9m"}, rules=rules)
    assert actors(state) == (2,)
    assert refusal(state, "1 win") is Refusal.WIN_NOT_IN_TING


@pytest.mark.rule("WIN-1")
def test_the_dealer_may_declare_ting_with_the_first_discard_and_win_on_the_next() -> None:
    state = position({0: "{7p46m1z}222p33399s1z"}, drawn="1z", remaining=83, draws="5m")
    state = play(state, "0 ting 7p", "1 discard 5m")
    assert (won(state).winner, won(state).loser) == (0, 1)


# --- WIN-2 --------------------------------------------------------------------------------


@pytest.mark.rule("WIN-2")
@pytest.mark.case(70)
def test_a_win_that_is_there_is_made_for_the_player() -> None:
    assert actors(offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"})) == ()
    assert actors(drew_5m()) == ()


@pytest.mark.rule("WIN-2")
@pytest.mark.case(87)
def test_with_the_option_off_the_player_is_asked() -> None:
    state = offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"}, rules=CHOICE)
    assert legal(state, 2) == ["2 win", "2 pass"]
    assert won(play(state, "2 win")).winner == 2


@pytest.mark.rule("WIN-2", refuses=True)
@pytest.mark.case(87)
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_there_is_no_win_to_choose_when_wins_are_forced(seat: int) -> None:
    state = position({seat: WAITS_FOR_5M}, drawn="7z", ting={seat: "4z"})
    assert refusal(state, f"{seat} win") is Refusal.WIN_IS_FORCED


@pytest.mark.rule("WIN-2", refuses=True)
def test_there_is_no_win_to_choose_on_a_tile_that_others_are_asked_about() -> None:
    hands = {1: "{2345z}99p147m268s9m", 2: WAITS_FOR_5M}
    state = offered("9p", hands, ting={2: "4z"})
    assert actors(state) == (1,)
    assert refusal(state, "2 win") is Refusal.WIN_IS_FORCED


# --- WIN-3 --------------------------------------------------------------------------------


def passed_5m(draws: str = "") -> GameState:
    """Return the turn of seat 1 after seat 2 has let 5m go."""
    hands = {0: "{2345z}147m258p369s", 2: WAITS_FOR_5M}
    state = offered("5m", hands, ting={2: "4z"}, draws=draws, rules=CHOICE)
    return play(state, "2 pass")


@pytest.mark.rule("WIN-3")
def test_letting_a_discard_go_bars_from_winning_on_a_later_one() -> None:
    state = passed_5m("5m6z8m")
    assert state.players[2].win_barred
    state = play(state, "1 discard 5m")
    assert state.stage == AwaitingTurn(3, Tile.M8)  # seat 2 has drawn 6z, and discarded it


@pytest.mark.rule("WIN-3")
def test_letting_a_discard_go_bars_from_winning_on_a_draw() -> None:
    state = play(passed_5m("6z5m8m"), "1 discard 6z")
    assert state.stage == AwaitingTurn(3, Tile.M8)
    assert state.players[2].river[-1] == RiverTile(Tile.M5)


@pytest.mark.rule("WIN-3", refuses=True)
def test_a_barred_seat_is_refused_a_win() -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("5m", hands, ting={1: "4z", 2: "4z"}, barred=[1], rules=CHOICE)
    assert actors(state) == (2,)
    assert refusal(state, "1 win") is Refusal.WIN_BARRED
    assert refusal(state, "2 win") is None


@pytest.mark.rule("WIN-3")
def test_on_its_own_draw_a_seat_wins_or_discards_that_tile() -> None:
    state = drew_5m(CHOICE)
    assert state.stage == AwaitingTurn(1, Tile.M5)
    assert legal(state, 1) == ["1 win", "1 discard 5m"]
    assert play(state, "1 win").result == drew_5m().result


@pytest.mark.rule("WIN-3")
def test_not_winning_on_a_draw_does_not_bar() -> None:
    state = play(drew_5m(CHOICE), "1 discard 5m")
    assert not state.players[1].win_barred
    assert hand(state, 1) == WAITS_FOR_5M
    assert state.stage == AwaitingTurn(2, Tile.M8)


@pytest.mark.rule("WIN-3", refuses=True)
@pytest.mark.parametrize("tile", ["9s", "2p", "1z"])
def test_not_winning_on_a_draw_no_other_tile_goes(tile: str) -> None:
    assert refusal(drew_5m(CHOICE), f"1 discard {tile}") is Refusal.TING_HAND_CLOSED


# --- WIN-4 --------------------------------------------------------------------------------


@pytest.mark.rule("WIN-4")
@pytest.mark.parametrize("discarder", range(4))
def test_of_three_that_wait_the_next_seat_wins(discarder: int) -> None:
    first, second, third = ((discarder + distance) % 4 for distance in (1, 2, 3))
    hands = {first: WAITS_FOR_5M_TOO, second: WAITS_FOR_5M, third: WAITS_FOR_5M_AS_WELL}
    ting = {first: "5z", second: "5z", third: "5z"}
    result = won(offered("5m", hands, discarder=discarder, ting=ting))
    assert (result.winner, result.loser) == (first, discarder)


@pytest.mark.rule("WIN-4")
def test_only_one_seat_gets_the_tile() -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("5m", hands, ting={1: "4z", 2: "4z"})
    assert hand(state, 1) == "{111z}456m222p33399s"
    assert hand(state, 2) == WAITS_FOR_5M_TOO
    assert state.players[0].river[-1] == RiverTile(Tile.M5, taken_by=1)


# --- WIN-5 and WIN-6, as far as play goes -------------------------------------------------

ALL_RUNS = RuleSet(all_runs=True)
# Waits for 3m (555m is a triplet), and for 4m only if four runs win.
MIXED = "{123m}3555m456p789s"


@pytest.mark.rule("WIN-5")
@pytest.mark.parametrize("rules", [WRITTEN, ALL_RUNS], ids=str)
def test_a_shape_with_a_triplet_wins_under_both_options(rules: RuleSet) -> None:
    assert won(offered("3m", {1: MIXED}, ting={1: "4z"}, rules=rules)).winner == 1


@pytest.mark.rule("WIN-5", refuses=True)
def test_four_runs_do_not_win() -> None:
    hands = {0: "{2345z}147m258p369s", 1: MIXED, 2: SCATTERED, 3: "{2345z}147m258p36s9m"}
    state = offered("4m", hands, ting={1: "6z"}, draws="7z8m")
    assert state.stage == AwaitingTurn(2, Tile.M8)
    assert state.players[1].waits == (Tile.M3,)


@pytest.mark.rule("WIN-5", refuses=True)
def test_a_tile_that_makes_four_runs_is_refused_as_no_win() -> None:
    hands = {1: MIXED, 2: "{111z}23m222p44466s"}
    state = offered("4m", hands, ting={1: "6z", 2: "6z"}, rules=CHOICE)
    assert actors(state) == (2,)
    assert refusal(state, "1 win") is Refusal.NOT_A_WIN


@pytest.mark.rule("WIN-5")
def test_four_runs_win_with_the_option_on() -> None:
    state = offered("4m", {1: MIXED}, ting={1: "6z"}, rules=ALL_RUNS)
    assert won(state).readings[0].triplets == 0
    assert won(state).winner == 1


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.case(17)
def test_ting_is_refused_when_every_win_would_be_four_runs() -> None:
    held, drawn = "{1z67p9s}234567m345p", "9s"
    assert refusal(position({1: held}, turn=1, drawn=drawn), "1 ting 1z") is Refusal.TING_ALL_RUNS
    state = play(position({1: held}, turn=1, drawn=drawn, rules=ALL_RUNS), "1 ting 1z")
    assert state.players[1].waits == (Tile.P2, Tile.P5, Tile.P8)


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.case(9)
def test_there_is_no_ting_for_thirteen_orphans_or_seven_pairs() -> None:
    orphans = position({0: "{1z19m2m}19p19s23456z"}, drawn="7z")
    assert refusal(orphans, "0 ting 2m") is Refusal.TING_NOT_READY
    pairs = position({0: "{1166m}33p88p22s55s7z"}, drawn="9s")
    assert refusal(pairs, "0 ting 6m") is Refusal.TING_NOT_READY


@pytest.mark.rule("WIN-6", refuses=True)
@pytest.mark.case(12)
@pytest.mark.parametrize("rules", [WRITTEN, ALL_RUNS], ids=str)
def test_ting_is_refused_when_only_a_fifth_copy_would_do(rules: RuleSet) -> None:
    state = position({0: "{1z123m}456789m111p"}, drawn="1p", rules=rules)
    assert refusal(state, "0 ting 1z") is Refusal.TING_FIFTH_COPY


@pytest.mark.rule("WIN-6")
@pytest.mark.case(18)
def test_ting_on_a_wait_whose_copies_all_lie_elsewhere_is_allowed() -> None:
    hands = {1: "{1z13m5p}55p777s999s6z"}
    state = position(hands, turn=1, drawn="6z", melds={2: ["2222m<0"]})
    assert play(state, "1 ting 1z").players[1].waits == (Tile.M2,)


# --- WIN-7 --------------------------------------------------------------------------------


@pytest.mark.rule("WIN-7")
@pytest.mark.case(67)
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_nobody_wins_on_a_replacement(rules: RuleSet) -> None:
    hands = {1: "{1z1z1z4m}6m222p33399s"}
    state = position(hands, turn=1, drawn="2p", replacements="5m", rules=rules)
    state = play(state, "1 kong 2p concealed")
    assert state.stage == AwaitingTurn(1, Tile.M5)
    assert is_win(state.players[1].concealed, state.players[1].melds)
    assert not any(isinstance(action, Win) for action in legal_actions(state, 1))
    assert refusal(state, "1 win") is Refusal.WIN_NOT_IN_TING


@pytest.mark.rule("WIN-7")
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_nobody_wins_on_the_tiles_dealt(rules: RuleSet) -> None:
    # The draw order: seat 0 takes the places 0-3, 16-19, 32-35, 48, and 52 is the fourteenth.
    mine = dict(
        zip(
            (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52),
            parse_tiles("111z46m222p33399s5m"),
            strict=True,
        )
    )
    others = [tile for tile in Tile for _ in range(4)]
    for tile in mine.values():
        others.remove(tile)
    order = [mine[place] if place in mine else others.pop() for place in range(136)]
    state = deal(Shuffle.from_draw_order(order), rules=rules)
    assert is_win(state.players[0].concealed)
    assert actors(state) == (0,)
    assert refusal(state, "0 win") is Refusal.WIN_NOT_IN_TING


# --- WIN-8 --------------------------------------------------------------------------------


@pytest.mark.rule("WIN-8")
@pytest.mark.case(33)
def test_a_discard_that_wins_joins_the_loose_tiles_and_is_marked_as_taken() -> None:
    hands = {1: "{4m5p1s}4m5p23789s"}
    state = offered("4m", hands, melds={1: ["666z<3"]}, ting={1: "7z"})
    assert hand(state, 1) == "{4m5p1s}44m5p23789s"
    assert state.players[0].river[-1] == RiverTile(Tile.M4, taken_by=1)


@pytest.mark.rule("WIN-8")
def test_a_drawn_tile_that_wins_stays_among_the_loose_tiles() -> None:
    state = drew_5m()
    assert hand(state, 1) == "{111z}456m222p33399s"
    assert [entry.taken_by for player in state.players for entry in player.river].count(1) == 0


@pytest.mark.rule("WIN-8")
@pytest.mark.case(33)
def test_after_a_win_the_table_still_holds_136_tiles_four_of_each() -> None:
    state = offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"})
    counts = dict.fromkeys(Tile, 0)
    wall = state.setup.wall
    for tile in wall[len(wall) - state.remaining :]:
        counts[tile] += 1
    for player in state.players:
        for tile in player.concealed:
            counts[tile] += 1
        for meld in player.melds:
            counts[meld.tile] += len(meld.tiles)
        for entry in player.river:
            counts[entry.tile] += entry.taken_by is None
    assert set(counts.values()) == {4}
