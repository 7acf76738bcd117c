"""Corners at the end of the wall: the last discard, the last draw, and chains that run into it."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    DrawnDeal,
    Drew,
    Ended,
    GameState,
    Refusal,
    RiverTile,
    RuleSet,
    Tile,
    Ting,
    WonDeal,
    actors,
    parse_action,
    parse_tiles,
    step,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_AS_WELL,
    WAITS_FOR_5M_TOO,
    hand,
    offered,
    refusal,
    with_kongs,
)
from support import WRITTEN, legal, play, position

READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p."""

# --- the last discard ---------------------------------------------------------------------


@pytest.mark.rule("WALL-8")
@pytest.mark.rule("WALL-7", refuses=True)
@pytest.mark.parametrize(("kongs", "kept"), [(0, 14), (1, 15), (2, 16), (3, 19), (4, 20)])
def test_the_last_discard_is_offered_for_a_pung_and_not_for_a_kong(kongs: int, kept: int) -> None:
    hands, melds = with_kongs(kongs)
    hands[1] = "{1234z}555m468p346s"
    state = offered("5m", hands, melds=melds, remaining=kept)
    assert legal(state, 1) == ["1 pung 5m 0", "1 pass"]
    assert refusal(state, "1 kong 5m melded") is Refusal.KONG_BREAKS_RESERVE


@pytest.mark.rule("WALL-8")
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_the_last_discard_is_won_on_before_a_pung(rules: RuleSet) -> None:
    hands = {1: PAIR_OF_5M, 3: WAITS_FOR_5M}
    state = offered("5m", hands, ting={3: "5z"}, remaining=14, rules=rules)
    if rules == CHOICE:
        assert actors(state) == (1, 3)
        state = play(state, "1 pung 5m 0", "3 win")
    assert isinstance(state.result, WonDeal)
    assert (state.result.winner, state.result.loser) == (3, 0)


@pytest.mark.rule("WALL-8")
def test_when_all_pass_the_last_discard_the_deal_is_drawn() -> None:
    hands = {1: PAIR_OF_5M, 3: WAITS_FOR_5M}
    state = offered("5m", hands, ting={3: "5z"}, remaining=14, rules=CHOICE)
    state = play(state, "1 pass", "3 pass")
    assert state.result == DrawnDeal()
    assert state.players[1].pung_locks == (Tile.M5,)
    assert state.players[3].win_barred


@pytest.mark.rule("WALL-8")
def test_after_a_pung_of_the_last_discard_its_makers_discard_may_be_punged_too() -> None:
    hands = {1: "{1234z}55m147p258s9m", 2: "{2345z}99m36m36p147s", 3: "{2345z}3678m36p146s"}
    state = play(offered("5m", hands, remaining=14), "1 pung 5m 0", "1 discard 9m")
    assert legal(state, 2) == ["2 pung 9m 0", "2 pass"]
    state = play(state, "2 pung 9m 0")
    assert state.stage == AwaitingTurn(2, None)
    assert play(state, "2 discard 7s").result == DrawnDeal()
    assert state.remaining == 14


@pytest.mark.rule("WALL-8")
def test_after_a_pung_of_the_last_discard_ting_may_be_declared_in_vain() -> None:
    state = offered("5m", {1: "{1z23p}55m777m888p99s"}, remaining=14)
    state = play(state, "1 pung 5m 0", "1 ting 1z")
    assert state.result == DrawnDeal()
    assert state.players[1].ting == Ting(Tile.EAST)


@pytest.mark.rule("WALL-8")
def test_after_a_pung_of_the_last_discard_its_makers_discard_may_deal_in() -> None:
    hands = {1: "{1234z}99s147p258s5m", 3: WAITS_FOR_5M_TOO}
    state = offered("9s", hands, ting={3: "5z"}, remaining=14)
    result = play(state, "1 pung 9s 0", "1 discard 5m").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (3, 1)


# --- the last draw ------------------------------------------------------------------------


@pytest.mark.rule("WIN-1", "WALL-7")
def test_the_last_tile_that_can_be_drawn_may_win() -> None:
    hands = {0: "{2345z}147m258p369s", 1: WAITS_FOR_5M}
    state = offered("9m", hands, ting={1: "5z"}, draws="5m", remaining=15)
    assert isinstance(state.result, WonDeal)
    assert (state.result.winner, state.result.loser) == (1, None)
    assert state.remaining == 14


@pytest.mark.rule("TING-1", "TING-2")
@pytest.mark.case(71)
def test_ting_on_the_last_tile_is_declared_in_vain_whoever_waits_for_its_tile() -> None:
    hands = {0: READY, 2: "{567s}111222m333p1z"}
    state = position(hands, drawn="6s", ting={2: "4z"}, remaining=14)
    assert state.players[2].waits == (Tile.EAST,)
    state = play(state, "0 ting 1z")
    assert state.result == DrawnDeal()
    assert state.players[0].waits == (Tile.P1, Tile.P4)


# --- chains -------------------------------------------------------------------------------

# Beside the three hands that wait for 5m: by 1z it waits for 7p.
READY_TOO = "{1z89p7s}777m999m89s1s"
THREE_WAIT = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: WAITS_FOR_5M_AS_WELL}


def all_in_ting(draws: str, *, remaining: int, rules: RuleSet = WRITTEN) -> GameState:
    """Return a turn of seat 0, which may declare ting as the last of the four."""
    return position(
        {0: READY_TOO, **THREE_WAIT},
        drawn="1s",
        ting={1: "4z", 2: "5z", 3: "6z"},
        draws=draws,
        remaining=remaining,
        rules=rules,
    )


@pytest.mark.rule("TING-6", "WALL-8")
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_four_seats_in_ting_discard_to_the_end_of_the_wall_within_one_action(
    rules: RuleSet,
) -> None:
    before = all_in_ting("5z6z7z1m2m3m8m5p2s", remaining=14 + 9, rules=rules)
    after = play(before, "0 ting 1z")
    assert after.result == DrawnDeal()
    assert (after.remaining, after.ply) == (14, 1)
    added = [
        [entry.tile for entry in now.river[len(then.river) :]]
        for then, now in zip(before.players, after.players, strict=True)
    ]
    assert added == [
        list(parse_tiles("1z1m5p")),
        list(parse_tiles("5z2m2s")),
        list(parse_tiles("6z3m")),
        list(parse_tiles("7z8m")),
    ]
    assert [hand(after, seat) for seat in (1, 2, 3)] == list(THREE_WAIT.values())


@pytest.mark.rule("TING-6", "WIN-4")
@pytest.mark.parametrize(
    ("draws", "winner", "loser"),
    [
        ("5z6z7z1m5m", 1, None),  # seat 1 draws the fifth tile
        ("5z6z7z5m", 1, 0),  # seat 0 must discard it, and seat 1 is the nearest
        ("7p", 0, 1),
        ("5z7p", 0, 2),
        ("5z6z5m", 3, None),
        ("5z6z7z7p", 0, None),
    ],
)
def test_a_chain_ends_with_the_first_tile_that_wins(
    draws: str, winner: int, loser: int | None
) -> None:
    result = play(all_in_ting(draws, remaining=60), "0 ting 1z").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (winner, loser)


@pytest.mark.rule("TING-6")
def test_a_chain_ends_with_the_first_seat_that_has_a_choice() -> None:
    state = play(all_in_ting("5z6z7z5m", remaining=60, rules=CHOICE), "0 ting 1z")
    assert actors(state) == (1, 2, 3)  # seat 0 had to discard 5m
    state = play(state, "1 pass", "2 pass", "3 pass")
    assert [player.win_barred for player in state.players] == [False, True, True, True]


@pytest.mark.rule("TING-6", "WIN-3")
def test_barred_seats_discard_winning_tiles_to_the_end_of_the_wall() -> None:
    state = position(
        {0: "{2345z}147m258p369s", **THREE_WAIT},
        drawn="5z",
        ting={1: "4z", 2: "6z", 3: "6z"},
        barred=[1, 2, 3],
        draws="5m5m5m",
        remaining=14 + 3,
        rules=CHOICE,
    )
    state = play(state, "0 discard 5z")
    assert state.result == DrawnDeal()
    assert [player.river[-1] for player in state.players[1:]] == [RiverTile(Tile.M5)] * 3


@pytest.mark.rule("TING-6", "WALL-6")
def test_the_steps_of_a_chain_are_told_one_by_one() -> None:
    told = step(all_in_ting("5z6z", remaining=14 + 2), parse_action("0 ting 1z"))
    assert [type(event).__name__ for event in told.events] == [
        "DeclaredTing",
        "Drew",
        "Discarded",
        "Drew",
        "Discarded",
        "Ended",
    ]
    assert told.events[1] == Drew(1, Tile.WHITE, replacement=False)
    assert told.events[-1] == Ended(DrawnDeal())


# --- nothing kept back --------------------------------------------------------------------

TO_THE_LAST = RuleSet(reserved_stacks=0)


@pytest.mark.rule("WALL-9", "WALL-8")
@pytest.mark.parametrize("kongs", range(9))
def test_with_nothing_kept_back_the_last_tile_is_drawn_after_any_number_of_kongs(
    kongs: int,
) -> None:
    hands, melds = with_kongs(kongs)
    hands |= {0: "{1234z}345m468p346s", 1: "{1234z}345m468p346s"}
    state = position(hands, drawn="5z", melds=melds, remaining=1, draws="5z", rules=TO_THE_LAST)
    state = play(state, "0 discard 5z")
    assert state.stage == AwaitingTurn(1, Tile.WHITE)
    assert state.remaining == 0
    assert play(state, "1 discard 5z").result == DrawnDeal()


@pytest.mark.rule("WALL-9", "WALL-5")
@pytest.mark.parametrize(
    ("kongs", "place"), [(0, 135), (1, 135), (2, 133), (3, 133), (4, 131), (5, 131), (8, 127)]
)
def test_the_last_tile_replaces_from_whichever_end_its_stack_was_broken(
    kongs: int, place: int
) -> None:
    hands, melds = with_kongs(kongs)
    hands[1] = "{1234z}555m468p346s"
    state = position(hands, turn=1, drawn="5m", melds=melds, remaining=1, rules=TO_THE_LAST)
    after = play(state, "1 kong 5m concealed")
    assert after.stage == AwaitingTurn(1, state.setup.wall[place])
    assert after.remaining == 0


@pytest.mark.rule("WALL-9")
@pytest.mark.parametrize(("kongs", "replacement", "last"), [(0, 134, 135), (1, 135, 133)])
def test_of_the_last_two_tiles_one_replaces_and_the_head_gets_the_other(
    kongs: int, replacement: int, last: int
) -> None:
    hands, melds = with_kongs(kongs)
    hands[1] = "{1234z}555m468p346s"
    state = position(hands, turn=1, drawn="5m", melds=melds, remaining=2, rules=TO_THE_LAST)
    wall = state.setup.wall
    state = play(state, "1 kong 5m concealed")
    assert state.stage == AwaitingTurn(1, wall[replacement])
    state = play(state, f"1 discard {wall[replacement]}")
    assert state.stage == AwaitingTurn(2, wall[last])
    assert state.remaining == 0
