"""Faults that other engines made with standing tiles, ting and the hand after it."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    DeclareTing,
    Discard,
    Discarded,
    Drew,
    Ended,
    GameState,
    Refusal,
    RiverTile,
    RuleSet,
    Shuffle,
    Tile,
    Ting,
    WonDeal,
    actors,
    deal,
    format_tiles,
    legal_actions,
    step,
    waits,
    why_illegal,
)
from support import legal, play, position, tiles

CHOICE = RuleSet(forced_win=False)


def tings(state: GameState, seat: int) -> list[str]:
    """Return the texts of a seat's declarations of ting."""
    return [str(a) for a in legal_actions(state, seat) if isinstance(a, DeclareTing)]


# --- which tile goes ----------------------------------------------------------------------


@pytest.mark.case(17)
def test_case_017_ting_by_1z_is_refused_when_all_waits_are_four_runs() -> None:
    state = position({1: "{67p9s1z}234567m345p"}, turn=1, drawn="9s")
    assert why_illegal(state, DeclareTing(1, Tile.EAST)) is Refusal.TING_ALL_RUNS
    assert tings(state, 1) == []


@pytest.mark.case(17)
def test_case_017_where_four_runs_win_the_same_ting_is_allowed() -> None:
    rules = RuleSet(all_runs=True)
    state = position({1: "{67p9s1z}234567m345p"}, turn=1, drawn="9s", rules=rules)
    assert tings(state, 1) == ["1 ting 1z"]
    assert format_tiles(play(state, "1 ting 1z").players[1].waits) == "258p"


@pytest.mark.case(18)
def test_case_018_ting_on_a_wait_that_is_dead_in_view_is_allowed() -> None:
    state = position({1: "{5p7s9s1z}13m55p77s99s6z"}, turn=1, drawn="6z", melds={2: ["2222m<0"]})
    state = play(state, "1 ting 1z")
    assert state.players[1].waits == (Tile.M2,)


@pytest.mark.case(59)
def test_case_059_only_the_standing_tile_that_leaves_a_waiting_hand_declares_ting() -> None:
    state = position({1: "{9m56p9s}111m234p567s"}, turn=1, drawn="9s")
    assert tings(state, 1) == ["1 ting 9m"]
    assert format_tiles(play(state, "1 ting 9m").players[1].waits) == "147p"


@pytest.mark.case(59)
@pytest.mark.parametrize("tile", [Tile.P5, Tile.P6, Tile.S9])
def test_case_059_ting_by_another_standing_tile_is_refused(tile: Tile) -> None:
    state = position({1: "{9m56p9s}111m234p567s"}, turn=1, drawn="9s")
    assert why_illegal(state, DeclareTing(1, tile)) is Refusal.TING_NOT_READY


def waiting_for_9m_with_a_drawn_9s() -> GameState:
    """Return a turn of seat 1: without the drawn 9s its hand waits for 9m, with it for 9s."""
    return position({1: "{9m567p}111m234567s"}, turn=1, drawn="9s")


@pytest.mark.case(61)
def test_case_061_ting_by_the_loose_drawn_tile_is_refused_though_the_rest_waits() -> None:
    state = waiting_for_9m_with_a_drawn_9s()
    assert waits("9m567p111m234567s") == (Tile.M9,)
    assert why_illegal(state, DeclareTing(1, Tile.S9)) is Refusal.TING_NOT_STANDING


@pytest.mark.case(61)
def test_case_061_the_chosen_standing_tile_goes_face_down_and_the_drawn_one_stays() -> None:
    player = play(waiting_for_9m_with_a_drawn_9s(), "1 ting 9m").players[1]
    assert player.ting == Ting(Tile.M9, face_up=False, on_wall=False)
    assert player.river[-1] == RiverTile(Tile.M9, None, ting=True)
    assert format_tiles(player.concealed) == "111m567p2345679s"
    assert player.waits == (Tile.S9,)


@pytest.mark.case(58)
def test_case_058_the_third_copy_may_be_discarded_right_after_the_pung() -> None:
    state = position({1: "{1234z}555m147p147s"}, drawn="5m")
    state = play(state, "0 discard 5m", "1 pung 5m 0")
    assert why_illegal(state, Discard(1, Tile.M5)) is None


@pytest.mark.case(58)
def test_case_058_but_not_when_the_third_copy_stands() -> None:
    state = position({1: "{5m123z}55m147p147s7z"}, drawn="5m")
    state = play(state, "0 discard 5m", "1 pung 5m 0")
    assert why_illegal(state, Discard(1, Tile.M5)) is Refusal.STANDING_TILE


# --- after ting ---------------------------------------------------------------------------


@pytest.mark.case(63)
@pytest.mark.parametrize("rules", [RuleSet(), CHOICE], ids=["forced_win", "by choice"])
@pytest.mark.parametrize("hand", ["{9m}11178m234p5699s", "{8m}11179m234p5699s"])
def test_case_063_in_ting_the_drawn_copy_goes_and_the_hand_stays(hand: str, rules: RuleSet) -> None:
    state = position({1: hand}, drawn="7z", ting={1: "1z"}, draws="9m6z", rules=rules)
    before = state.players[1]
    taken = step(state, Discard(0, Tile.RED))
    after = taken.state.players[1]
    assert (after.standing, after.loose) == (before.standing, before.loose)
    assert taken.events == (
        Discarded(0, Tile.RED),
        Drew(1, Tile.M9, replacement=False),
        Discarded(1, Tile.M9),
        Drew(2, Tile.GREEN, replacement=False),
    )
    assert actors(taken.state) == (2,)


def waiting_for_69p(rules: RuleSet) -> GameState:
    """Return a turn of seat 0; seat 1, in ting for 6p and 9p, will draw 3z and then 9p."""
    return position(
        {1: "{8p}111789m7p34566s"}, drawn="7z", ting={1: "1z"}, draws="3z4z4z4z9p", rules=rules
    )


@pytest.mark.case(70)
def test_case_070_a_blank_draw_is_discarded_without_being_asked() -> None:
    events = step(waiting_for_69p(RuleSet()), Discard(0, Tile.RED)).events
    assert events[1:3] == (Drew(1, Tile.WEST, replacement=False), Discarded(1, Tile.WEST))


@pytest.mark.case(70)
def test_case_070_a_wait_drawn_wins_without_being_asked() -> None:
    state = play(waiting_for_69p(RuleSet()), "0 discard 7z", "2 discard 4z", "3 discard 4z")
    taken = step(state, Discard(0, Tile.NORTH))
    assert [type(event) for event in taken.events] == [Discarded, Drew, Ended]
    assert isinstance(taken.state.result, WonDeal)
    assert (taken.state.result.winner, taken.state.result.loser) == (1, None)


@pytest.mark.case(70)
def test_case_070_by_choice_a_seat_in_ting_is_asked_only_when_it_can_win() -> None:
    state = play(waiting_for_69p(CHOICE), "0 discard 7z")
    assert actors(state) == (2,)
    state = play(state, "2 discard 4z", "3 discard 4z", "0 discard 4z")
    assert legal(state, 1) == ["1 win", "1 discard 9p"]


@pytest.mark.case(84)
def test_case_084_an_own_earlier_discard_does_not_bar_a_win() -> None:
    state = position(
        {1: "{12m}444m567p789s55p"},
        drawn="3m",
        rivers={1: "3m"},
        ting={1: "1z"},
    )
    result = play(state, "0 discard 3m").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (1, 0)


@pytest.mark.case(64)
def test_case_064_a_new_deal_begins_without_anything_of_the_one_before() -> None:
    state = position(
        {1: "{8p}111789m7p34566s", 2: "{12m}444m567p789s55p"},
        drawn="7z",
        ting={1: "1z", 2: "2z"},
        locks={3: "5m"},
        draws="4z3m",
    )
    ended = play(state, "0 discard 7z")
    assert isinstance(ended.result, WonDeal)
    assert (ended.result.winner, ended.result.loser) == (2, None)
    fresh = deal(Shuffle.from_seed(64), dealer=1)
    for player in fresh.players:
        assert player.ting is None
        assert player.pung_locks == player.waits == ()
        assert player.river == ()
        assert player.melds == ()
        assert not player.win_barred
        assert len(player.standing) == 4
    assert (fresh.kongs, fresh.ply, fresh.result) == (0, 0, None)


# --- reasons ------------------------------------------------------------------------------


@pytest.mark.case(118)
def test_case_118_ting_is_refused_for_three_causes_with_three_reasons() -> None:
    state = waiting_for_9m_with_a_drawn_9s()
    in_ting = position({1: "{8p}111789m7p34566s"}, turn=1, drawn="9p", ting={1: "1z"}, rules=CHOICE)
    reasons = [
        why_illegal(state, DeclareTing(1, Tile.S9)),
        why_illegal(state, DeclareTing(1, Tile.P5)),
        why_illegal(in_ting, DeclareTing(1, Tile.P8)),
    ]
    assert reasons == [Refusal.TING_NOT_STANDING, Refusal.TING_NOT_READY, Refusal.ALREADY_IN_TING]


@pytest.mark.case(143)
def test_case_143_a_turn_lists_loose_discards_and_says_why_standing_tiles_are_closed() -> None:
    state = position({1: "{1234z}147m147p147s"}, turn=1, drawn="9s")
    assert legal_actions(state, 1) == tuple(Discard(1, t) for t in tiles("147m147p1479s"))
    for tile in tiles("1234z"):
        assert why_illegal(state, Discard(1, tile)) is Refusal.STANDING_TILE
        assert why_illegal(state, DeclareTing(1, tile)) is Refusal.TING_NOT_READY


@pytest.mark.case(143)
def test_case_143_a_turn_lists_kongs_before_discards() -> None:
    state = position({1: "{1234z}147m777p147s"}, turn=1, drawn="7p")
    discards = [f"1 discard {tile}" for tile in ("1m", "4m", "7m", "7p", "1s", "4s", "7s")]
    assert legal(state, 1) == ["1 kong 7p concealed", *discards]
