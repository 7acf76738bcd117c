"""WALL-5 to WALL-9 in play: replacements, the reserve, and the end of the wall."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    Discard,
    DrawnDeal,
    Drew,
    GameState,
    InvalidStateError,
    Pass,
    Problem,
    Refusal,
    RuleSet,
    Shuffle,
    Tile,
    WonDeal,
    actors,
    deal,
    parse_tiles,
    reserve,
    step,
)
from offers import PAIR_OF_5M, THREE_5M, WAITS_FOR_5M, hand, offered, refusal, with_kongs
from support import WRITTEN, legal, play, position

TO_THE_LAST = RuleSet(reserved_stacks=0)
KONGS = ("0 kong 7p concealed", "0 kong 8s concealed", "0 kong 9p concealed")


def wall_with_kongs() -> list[Tile]:
    """Return a draw order that deals seat 0 three concealed kongs, and 1z to stand.

    The tail ends ``… | 7z 4z | 5z 6z``: upper tile before lower in each of the last two stacks.
    """
    places = (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52, 132, 133, 134, 135)
    fixed = dict(zip(places, parse_tiles("1z999p7777p8888s9p1m7z4z5z6z"), strict=True))
    others = [tile for tile in Tile for _ in range(4)]
    for tile in fixed.values():
        others.remove(tile)
    others = others[::3] + others[1::3] + others[2::3]  # no two alike side by side
    return [fixed[place] if place in fixed else others.pop() for place in range(136)]


def dealt(rules: RuleSet = WRITTEN) -> GameState:
    """Return the deal of `wall_with_kongs`."""
    return deal(Shuffle.from_draw_order(wall_with_kongs()), rules=rules)


def played_out(state: GameState) -> list[Tile]:
    """Return the tiles that the head gives while everybody passes and discards what it draws."""
    drawn = []
    while actors(state):
        seat = actors(state)[0]
        if isinstance(state.stage, AwaitingClaims):
            taken = step(state, Pass(seat))
        else:
            assert isinstance(state.stage, AwaitingTurn)
            assert state.stage.drawn is not None
            taken = step(state, Discard(seat, state.stage.drawn))
        state = taken.state
        drawn += [event.tile for event in taken.events if isinstance(event, Drew)]
    assert state.result == DrawnDeal()
    assert state.remaining == state.reserve
    return drawn


# --- WALL-5 -------------------------------------------------------------------------------


@pytest.mark.rule("WALL-5")
@pytest.mark.case(45)
def test_replacements_come_from_the_last_stack_upper_tile_first() -> None:
    state, replacements = dealt(), []
    for kong in KONGS:
        state = play(state, kong)
        assert isinstance(state.stage, AwaitingTurn)
        replacements.append(state.stage.drawn)
    assert replacements == [Tile.WHITE, Tile.GREEN, Tile.RED]
    assert hand(state, 0) == "{1z}1m567z"


@pytest.mark.rule("WALL-5")
def test_the_head_goes_on_where_it_was_after_a_replacement() -> None:
    state = play(dealt(), *KONGS[:2], "0 discard 6z")
    while isinstance(state.stage, AwaitingClaims):
        state = play(state, Pass(actors(state)[0]))
    assert state.stage == AwaitingTurn(1, wall_with_kongs()[53])


# --- WALL-6 -------------------------------------------------------------------------------

RESERVES = [14, 15, 16, 19, 20, 23, 24, 27, 28]


@pytest.mark.rule("WALL-6")
@pytest.mark.parametrize(("kongs", "kept"), list(enumerate(RESERVES)))
def test_the_reserve_grows_with_the_kongs_of_all_four(kongs: int, kept: int) -> None:
    hands, melds = with_kongs(kongs)
    assert position(hands, drawn="5m", melds=melds).reserve == kept


@pytest.mark.rule("WALL-6")
@pytest.mark.case(51)
def test_the_reserve_is_not_counted_among_the_tiles_that_can_be_drawn() -> None:
    state = dealt()
    assert (state.remaining, state.reserve) == (83, 14)
    assert state.remaining - state.reserve == 69


@pytest.mark.rule("WALL-6", refuses=True)
@pytest.mark.parametrize("kongs", [17, -1])
def test_there_is_no_reserve_for_an_impossible_number_of_kongs(kongs: int) -> None:
    with pytest.raises(InvalidStateError) as caught:
        reserve(kongs)
    assert [problem for problem, _ in caught.value.problems] == [Problem.KONG_COUNT]


@pytest.mark.rule("WALL-6", "WALL-8")
@pytest.mark.case(50)
@pytest.mark.parametrize(("kongs", "draws"), [(0, 69), (1, 67), (2, 65), (3, 61)])
def test_a_deal_is_played_until_the_reserve_alone_is_left(kongs: int, draws: int) -> None:
    assert len(played_out(play(dealt(), *KONGS[:kongs]))) == draws


@pytest.mark.rule("WALL-6", "WALL-9")
@pytest.mark.parametrize(
    ("kongs", "last"),
    [
        (0, [132, 133, 134, 135]),
        (1, [131, 132, 133, 135]),
        (2, [130, 131, 132, 133]),
        (3, [130, 131, 133]),
    ],
)
def test_with_nothing_kept_back_the_very_last_tile_is_drawn(kongs: int, last: list[int]) -> None:
    wall = wall_with_kongs()
    drawn = played_out(play(dealt(TO_THE_LAST), *KONGS[:kongs]))
    assert len(drawn) == 83 - kongs
    assert drawn[: 77 - kongs] == wall[53 : 130 - kongs]
    assert drawn[-len(last) :] == [wall[place] for place in last]


# --- WALL-7 -------------------------------------------------------------------------------


@pytest.mark.rule("WALL-7")
def test_while_more_than_the_reserve_remains_a_tile_is_drawn() -> None:
    state = offered("5z", {1: THREE_5M}, remaining=15, draws="9m")
    assert state.stage == AwaitingTurn(1, Tile.M9)
    assert state.remaining == 14


@pytest.mark.rule("WALL-7")
def test_a_kong_is_allowed_when_the_reserve_for_one_kong_more_remains() -> None:
    state = position({1: THREE_5M}, turn=1, drawn="5m", remaining=16)
    state = play(state, "1 kong 5m concealed")
    assert (state.remaining, state.reserve) == (15, 15)


@pytest.mark.rule("WALL-7", refuses=True)
def test_a_kong_is_refused_when_it_would_break_its_own_reserve() -> None:
    state = position({1: THREE_5M}, turn=1, drawn="5m", remaining=15)
    assert refusal(state, "1 kong 5m concealed") is Refusal.KONG_BREAKS_RESERVE


@pytest.mark.rule("WALL-7", refuses=True)
@pytest.mark.case(47)
def test_no_kong_on_the_last_tile_that_can_be_drawn() -> None:
    state = position({1: "{1234z}7777p258s19m"}, turn=1, drawn="5z", remaining=14)
    assert refusal(state, "1 kong 7p concealed") is Refusal.KONG_BREAKS_RESERVE
    assert play(state, "1 discard 5z").result == DrawnDeal()


# --- WALL-8 -------------------------------------------------------------------------------


@pytest.mark.rule("WALL-8")
def test_when_no_tile_can_be_drawn_the_deal_is_drawn() -> None:
    state = offered("5z", {1: "{2345z}147m258p369s"}, remaining=14)
    assert state.result == DrawnDeal()
    assert (state.remaining, state.ply) == (14, 1)


@pytest.mark.rule("WALL-8")
@pytest.mark.case(52)
def test_the_last_discard_may_be_won_on() -> None:
    result = offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"}, remaining=14).result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (2, 0)


@pytest.mark.rule("WALL-8")
@pytest.mark.case(52)
def test_the_last_discard_may_be_punged_but_not_konged() -> None:
    state = offered("5m", {1: THREE_5M}, remaining=14)
    assert legal(state, 1) == ["1 pung 5m 0", "1 pass"]
    assert refusal(state, "1 kong 5m melded") is Refusal.KONG_BREAKS_RESERVE
    assert play(state, "1 pass").result == DrawnDeal()


@pytest.mark.rule("WALL-8")
def test_after_a_pung_of_the_last_discard_the_deal_goes_on_and_is_drawn_at_the_next() -> None:
    hands = {1: PAIR_OF_5M, 2: "{2345z}369m369p14s7z", 3: "{2345z}369m369p14s8m"}
    state = play(offered("5m", hands, remaining=14), "1 pung 5m 0")
    assert state.stage == AwaitingTurn(1, None)
    assert play(state, "1 discard 9s").result == DrawnDeal()
