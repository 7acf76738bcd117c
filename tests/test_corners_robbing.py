"""Corners of robbing a kong: forced or by choice, robbed or not, and what it leaves behind."""

from __future__ import annotations

from itertools import product

import pytest

from lisi_mahjong import (
    AnnouncedKong,
    AwaitingTurn,
    GameState,
    MadeKong,
    Meld,
    MeldKind,
    Refusal,
    RiverTile,
    RuleSet,
    Tile,
    WonDeal,
    actors,
    legal_actions,
    parse_action,
    step,
)
from offers import (
    CHOICE,
    ROBBING,
    ROBBING_BY_CHOICE,
    WAITS_FOR_5M,
    WAITS_FOR_5M_AS_WELL,
    WAITS_FOR_5M_TOO,
    claims,
    hand,
    in_every_order,
    refusal,
)
from support import WRITTEN, legal, play, position

HELD_LOOSE = "{3456z}5m158p26s"
HELD_STANDING = "{5m456z}1589p26s"
BOTH = pytest.mark.parametrize("rules", [ROBBING, ROBBING_BY_CHOICE], ids=["forced", "by choice"])


def may_add(
    rules: RuleSet,
    *,
    held: str = HELD_LOOSE,
    robbers: tuple[int, ...] = (2, 3),
    replacements: str = "8m",
    remaining: int = 60,
) -> GameState:
    """Return a turn of seat 1, which has punged 5m and holds the fourth; others wait for it."""
    waiting = (WAITS_FOR_5M, WAITS_FOR_5M_TOO, WAITS_FOR_5M_AS_WELL)
    return position(
        {1: held, **dict(zip(robbers, waiting, strict=False))},
        turn=1,
        drawn="7z",
        melds={1: ["555m<0"]},
        ting=dict.fromkeys(robbers, "9p"),
        replacements=replacements,
        remaining=remaining,
        rules=rules,
    )


# --- robbed -------------------------------------------------------------------------------


@pytest.mark.rule("KONG-7", "WIN-4")
def test_when_wins_are_forced_the_nearest_robber_wins_at_once() -> None:
    state = play(may_add(ROBBING), "1 kong 5m added")
    assert isinstance(state.result, WonDeal)
    assert (state.result.winner, state.result.loser) == (2, 1)
    assert (state.result.tile, state.result.robbed_kong) == (Tile.M5, True)


@pytest.mark.rule("KONG-7", "WIN-4")
def test_by_choice_the_nearest_robber_that_wants_it_wins() -> None:
    state = play(may_add(ROBBING_BY_CHOICE), "1 kong 5m added", "3 win", "2 pass")
    assert isinstance(state.result, WonDeal)
    assert (state.result.winner, state.result.loser, state.result.robbed_kong) == (3, 1, True)


@pytest.mark.rule("KONG-7", "KONG-8")
@BOTH
def test_a_robbed_kong_leaves_the_pung_the_count_and_the_wall_as_they_were(rules: RuleSet) -> None:
    state = play(may_add(rules), "1 kong 5m added")
    if rules == ROBBING_BY_CHOICE:
        state = play(state, "2 win")
    assert state.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    assert (state.kongs, state.remaining, state.reserve) == (0, 60, 14)


@pytest.mark.rule("KONG-7", "WIN-8")
@pytest.mark.parametrize(
    ("held", "left"),
    [(HELD_LOOSE, "{3456z}158p26s7z"), (HELD_STANDING, "{456z}1589p26s7z")],
    ids=["loose", "standing"],
)
@BOTH
def test_the_robbed_tile_goes_from_where_it_was_to_the_winner(
    rules: RuleSet, held: str, left: str
) -> None:
    state = play(may_add(rules, held=held), "1 kong 5m added")
    if rules == ROBBING_BY_CHOICE:
        state = play(state, "2 win")
    assert hand(state, 1) == left
    assert hand(state, 2) == "{111z}456m222p33399s"
    assert all(entry.taken_by != 2 for player in state.players for entry in player.river)


@pytest.mark.rule("KONG-7")
def test_the_tile_just_drawn_is_robbed_like_one_that_was_held() -> None:
    hands = {1: "{3456z}158p26s9m", 2: WAITS_FOR_5M}
    melds = {1: ["555m<0"]}
    state = position(hands, turn=1, drawn="5m", melds=melds, ting={2: "9p"}, rules=ROBBING)
    state = play(state, "1 kong 5m added")
    assert isinstance(state.result, WonDeal)
    assert hand(state, 1) == "{3456z}9m158p26s"


@pytest.mark.rule("KONG-7")
def test_a_robbed_kong_is_read_as_a_win_on_a_discard_is() -> None:
    robbed = play(may_add(ROBBING), "1 kong 5m added").result
    discarded = play(may_add(WRITTEN), "1 discard 5m").result
    assert isinstance(robbed, WonDeal)
    assert isinstance(discarded, WonDeal)
    assert robbed.readings == discarded.readings
    assert (robbed.robbed_kong, discarded.robbed_kong) == (True, False)


# --- not robbed ---------------------------------------------------------------------------


@pytest.mark.rule("KONG-7", "KONG-8", "WIN-3")
def test_when_all_pass_the_kong_is_made_and_the_passers_are_barred() -> None:
    state = play(may_add(ROBBING_BY_CHOICE), "1 kong 5m added", "3 pass", "2 pass")
    assert state.stage == AwaitingTurn(1, Tile.M8)
    assert state.players[1].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 0),)
    assert hand(state, 1) == "{3456z}8m158p26s7z"
    assert (state.kongs, state.remaining, state.reserve) == (1, 59, 15)
    assert [player.win_barred for player in state.players] == [False, False, True, True]


@pytest.mark.rule("KONG-8", "STAND-2")
def test_when_all_pass_a_standing_tile_goes_into_the_kong() -> None:
    state = may_add(ROBBING_BY_CHOICE, held=HELD_STANDING)
    state = play(state, "1 kong 5m added", "2 pass")
    assert hand(state, 1) == "{5m456z}1589p26s7z"  # seat 3 has not answered
    told = step(state, parse_action("3 pass"))
    assert MadeKong(1, Meld(MeldKind.ADDED_KONG, Tile.M5, 0), standing=1) in told.events
    assert hand(told.state, 1) == "{456z}8m1589p26s7z"


@pytest.mark.rule("CLAIM-4", "KONG-7")
@pytest.mark.parametrize("choices", list(product(("win", "pass"), repeat=3)), ids="-".join)
def test_the_answers_of_three_robbers_end_alike_in_every_order(choices: tuple[str, ...]) -> None:
    state = play(may_add(ROBBING_BY_CHOICE, robbers=(2, 3, 0)), "1 kong 5m added")
    assert claims(state).asked == (0, 2, 3)
    answers = [f"{seat} {choice}" for seat, choice in zip((2, 3, 0), choices, strict=True)]
    outcomes = in_every_order(state, answers)
    assert all(outcome == outcomes[0] for outcome in outcomes)
    after = outcomes[0]
    if "win" in choices:
        assert isinstance(after.result, WonDeal)
        assert after.result.winner == (2, 3, 0)[choices.index("win")]
        assert not any(player.win_barred for player in after.players)
    else:
        assert after.stage == AwaitingTurn(1, Tile.M8)
        assert [player.win_barred for player in after.players] == [True, False, True, True]


@pytest.mark.rule("KONG-4", "KONG-8")
def test_after_a_kong_that_was_not_robbed_the_next_one_may_follow() -> None:
    state = may_add(ROBBING_BY_CHOICE, held="{3456z}5m888p16s", replacements="8p8m")
    state = play(state, "1 kong 5m added", "2 pass", "3 pass")
    assert legal(state, 1)[0] == "1 kong 8p concealed"
    state = play(state, "1 kong 8p concealed")
    assert state.stage == AwaitingTurn(1, Tile.M8)
    assert (state.kongs, state.reserve) == (2, 16)


# --- while robbers are asked --------------------------------------------------------------


@pytest.mark.rule("KONG-8", "TURN-1")
def test_while_robbers_are_asked_the_maker_has_nothing_to_do() -> None:
    state = play(may_add(ROBBING_BY_CHOICE), "1 kong 5m added")
    assert actors(state) == (2, 3)
    assert legal_actions(state, 1) == ()
    assert refusal(state, "1 discard 7z") is Refusal.NOT_YOUR_TURN


@pytest.mark.rule("KONG-7", refuses=True)
def test_robbers_may_win_or_pass_and_no_more() -> None:
    state = play(may_add(ROBBING_BY_CHOICE), "1 kong 5m added")
    assert legal(state, 2) == ["2 win", "2 pass"]
    assert refusal(state, "2 pung 5m 0") is Refusal.KONG_TILE_ONLY_WON


@pytest.mark.rule("KONG-7")
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=["forced", "by choice"])
def test_with_robbing_off_the_kong_is_made_beside_those_who_wait(rules: RuleSet) -> None:
    state = play(may_add(rules), "1 kong 5m added")
    assert state.stage == AwaitingTurn(1, Tile.M8)
    assert not any(player.win_barred for player in state.players)


@pytest.mark.rule("KONG-7")
def test_a_kong_is_announced_before_it_is_made_though_nobody_can_rob_it() -> None:
    told = step(may_add(ROBBING, robbers=()), parse_action("1 kong 5m added"))
    assert told.events[0] == AnnouncedKong(1, Tile.M5)
    assert isinstance(told.events[1], MadeKong)


# --- at the edge of the reserve -----------------------------------------------------------


@pytest.mark.rule("WALL-7", "KONG-7", refuses=True)
@BOTH
def test_a_kong_that_would_break_the_reserve_cannot_be_robbed_either(rules: RuleSet) -> None:
    state = may_add(rules, remaining=15, replacements="")
    assert refusal(state, "1 kong 5m added") is Refusal.KONG_BREAKS_RESERVE


@pytest.mark.rule("KONG-7", "WALL-8")
def test_the_last_kong_that_the_wall_allows_may_be_robbed() -> None:
    state = play(may_add(ROBBING, remaining=16), "1 kong 5m added")
    assert isinstance(state.result, WonDeal)
    assert state.remaining == 16


@pytest.mark.rule("KONG-7", "WIN-3")
def test_a_robber_that_passed_does_not_win_on_a_later_discard_either() -> None:
    # Seat 2 waits for 5m and 8m with 67m; it lets the kong go, and 8m after it.
    state = position(
        {1: HELD_LOOSE, 2: "{111z}67m222p33399s"},
        turn=1,
        drawn="7z",
        melds={1: ["555m<0"]},
        ting={2: "9p"},
        replacements="8m",
        draws="6z9m",
        rules=ROBBING_BY_CHOICE,
    )
    state = play(state, "1 kong 5m added", "2 pass", "1 discard 8m")
    assert state.stage == AwaitingTurn(3, Tile.M9)
    assert state.players[1].river[-1] == RiverTile(Tile.M8)
