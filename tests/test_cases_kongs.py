"""Faults that other engines made with kongs and with the two ends of the wall."""

from __future__ import annotations

import pytest

from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    DeclareTing,
    Discard,
    Drew,
    GameState,
    IllegalAction,
    Kong,
    KongKind,
    Meld,
    MeldKind,
    Pung,
    Refusal,
    RuleSet,
    Shuffle,
    Tile,
    WonDeal,
    actors,
    deal,
    format_tiles,
    legal_actions,
    reserve,
    step,
    why_illegal,
)
from lisi_mahjong.tiles import TILES
from playouts import idle, let_go
from support import legal, play, position, tiles

ADDED, CONCEALED, MELDED = KongKind.ADDED, KongKind.CONCEALED, KongKind.MELDED


def concealed(state: GameState, seat: int) -> str:
    """Return a seat's concealed tiles as a text."""
    return format_tiles(state.players[seat].concealed)


# --- the added kong -----------------------------------------------------------------------


def with_a_pung_of_5m(hand: str, drawn: str) -> GameState:
    """Return a turn of seat 1, which has a pung of 5m from seat 3."""
    return position({1: hand}, turn=1, drawn=drawn, melds={1: ["555m<3"]}, replacements="8s")


@pytest.mark.case(34)
def test_case_034_the_fourth_tile_of_a_pung_may_be_added_or_discarded() -> None:
    state = with_a_pung_of_5m("{1234z}147p147s", "5m")
    assert legal(state, 1) == ["1 kong 5m added"] + [
        f"1 discard {tile}" for tile in ("5m", "1p", "4p", "7p", "1s", "4s", "7s")
    ]


@pytest.mark.case(36)
def test_case_036_a_fourth_tile_held_back_may_be_added_on_a_later_turn() -> None:
    state = with_a_pung_of_5m("{1234z}5m147p14s", "9s")
    assert [a for a in legal_actions(state, 1) if isinstance(a, Kong)] == [Kong(1, Tile.M5, ADDED)]


@pytest.mark.case(36)
def test_case_036_adding_a_held_tile_leaves_the_tile_just_drawn_in_hand() -> None:
    state = play(with_a_pung_of_5m("{1234z}5m147p14s", "9s"), "1 kong 5m added")
    assert state.players[1].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 3),)
    assert concealed(state, 1) == "147p1489s1234z"  # 8s is the replacement


@pytest.mark.case(40)
def test_case_040_a_pung_of_a_standing_and_a_loose_tile_is_upgraded_later() -> None:
    hands = {0: "{1234z}147m147p19s7z", 1: "{123z5s}5s369m369p67z"}
    state = position(hands, drawn="5s", draws="4z4z4z5s")
    state = play(state, "0 discard 5s", "1 pung 5s 1", "1 discard 3m")
    while state.stage != AwaitingTurn(1, Tile.S5):
        state = let_go(state)
    before = state.players[1]
    after = play(state, "1 kong 5s added").players[1]
    assert before.melds == (Meld(MeldKind.PUNG, Tile.S5, 0),)
    assert after.melds == (Meld(MeldKind.ADDED_KONG, Tile.S5, 0),)
    assert before.standing == after.standing == tuple(tiles("123z"))


@pytest.mark.case(57)
def test_case_057_the_last_standing_tile_is_not_added_to_a_pung() -> None:
    state = with_a_pung_of_5m("{5m}147p147s12z8p", "9s")
    assert why_illegal(state, Kong(1, Tile.M5, ADDED)) is Refusal.NO_STANDING_LEFT
    assert "1 kong 5m added" not in legal(state, 1)


@pytest.mark.case(57)
def test_case_057_with_another_standing_tile_it_may_be_added() -> None:
    state = play(with_a_pung_of_5m("{5m9s}147p147s12z", "3z"), "1 kong 5m added")
    assert state.players[1].standing == (Tile.S9,)


@pytest.mark.case(42)
def test_case_042_after_an_added_kong_only_its_maker_has_actions_and_none_is_stale() -> None:
    state = position(
        {2: "{1234z}147p147s"}, turn=2, drawn="5m", melds={2: ["555m<0"]}, replacements="9s"
    )
    state = play(state, "2 kong 5m added")
    assert [legal(state, seat) for seat in (0, 1, 3)] == [[], [], []]
    assert legal(state, 2) == [
        f"2 discard {tile}" for tile in ("1p", "4p", "7p", "1s", "4s", "7s", "9s")
    ]


def added_under_the_eyes_of_a_waiting_seat(rules: RuleSet) -> GameState:
    """Return the state after seat 0 adds 5m to its pung; seat 2 is in ting and waits for 5m."""
    state = position(
        {0: "{1234z}147p147s", 2: "{46m7z}111222333p7z"},
        drawn="5m",
        melds={0: ["555m<3"]},
        ting={2: "9s"},
        rules=rules,
    )
    return play(state, "0 kong 5m added")


@pytest.mark.case(41)
def test_case_041_the_tile_of_an_added_kong_is_not_won_on() -> None:
    state = added_under_the_eyes_of_a_waiting_seat(RuleSet())
    assert state.players[2].waits == (Tile.M5,)
    assert actors(state) == (0,)
    assert state.players[0].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 3),)


@pytest.mark.case(41)
def test_case_041_with_robbing_kong_it_is_won_on() -> None:
    result = added_under_the_eyes_of_a_waiting_seat(RuleSet(robbing_kong=True)).result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser, result.tile, result.robbed_kong) == (2, 0, Tile.M5, True)


@pytest.mark.case(41)
@pytest.mark.parametrize("action", [Pung(1, Tile.M5, 0), Kong(1, Tile.M5, MELDED)])
def test_case_041_nobody_pungs_or_kongs_the_tile_of_a_kong(action: Pung | Kong) -> None:
    state = added_under_the_eyes_of_a_waiting_seat(RuleSet())
    assert why_illegal(state, action) is Refusal.NOTHING_TO_CLAIM


# --- other kongs --------------------------------------------------------------------------


@pytest.mark.case(37)
def test_case_037_a_replacement_may_complete_a_second_kong_before_any_discard() -> None:
    state = position({1: "{1234z}777p888s369m"}, turn=1, drawn="7p", replacements="8s")
    state = play(state, "1 kong 7p concealed")
    assert state.stage == AwaitingTurn(1, Tile.S8)
    state = play(state, "1 kong 8s concealed")
    assert (state.kongs, state.reserve) == (2, 2 * 8)


def three_5m_and_the_fourth_discarded() -> GameState:
    """Return the state after seat 0 discards 5m; seat 1 holds the other three loose."""
    state = position(
        {1: "{1234z}555m147p147s"}, drawn="5m", draws="6z", replacements="9s", remaining=60
    )
    return play(state, "0 discard 5m")


@pytest.mark.case(39)
def test_case_039_who_holds_three_may_kong_pung_or_pass() -> None:
    state = three_5m_and_the_fourth_discarded()
    assert legal(state, 1) == ["1 kong 5m melded", "1 pung 5m 0", "1 pass"]


@pytest.mark.case(39)
def test_case_039_a_pung_leaves_eleven_tiles_and_a_discard_due() -> None:
    state = play(three_5m_and_the_fourth_discarded(), "1 pung 5m 0")
    assert state.stage == AwaitingTurn(1, None)
    assert concealed(state, 1) == "5m147p147s1234z"
    assert state.remaining == 60
    assert all(isinstance(action, Discard) for action in legal_actions(state, 1))


@pytest.mark.case(39)
def test_case_039_a_kong_leaves_ten_tiles_and_the_replacement() -> None:
    state = play(three_5m_and_the_fourth_discarded(), "1 kong 5m melded")
    assert state.stage == AwaitingTurn(1, Tile.S9)
    assert concealed(state, 1) == "147p1479s1234z"
    assert state.remaining == 59
    assert play(state, "1 discard 9s").players[1].river[-1].tile is Tile.S9


@pytest.mark.case(39)
def test_case_039_after_a_pass_the_next_seat_draws() -> None:
    state = play(three_5m_and_the_fourth_discarded(), "1 pass")
    assert state.stage == AwaitingTurn(1, Tile.GREEN)


@pytest.mark.case(65)
def test_case_065_ting_may_follow_the_replacement_on_the_same_turn() -> None:
    state = position({1: "{1z777p}123m456s99s2s"}, turn=1, drawn="7p", replacements="3s")
    state = play(state, "1 kong 7p concealed")
    assert state.players[1].standing == (Tile.EAST,)
    state = play(state, "1 ting 1z")
    assert format_tiles(state.players[1].waits) == "147s"


# --- the two ends of the wall -------------------------------------------------------------


def five_quads() -> Shuffle:
    """Return a wall that deals quads: two to seat 0, the dealer, and one to each other seat.

    Each seat's standing tiles are honours, and so are the first draws.
    """
    quads = {0: "1111p2222p", 1: "3333p1m4m7m1s", 2: "4444p2m5m8m2s", 3: "5555p3m6m9m3s"}
    first = [tile for seat in range(4) for tile in tiles("1234z")]
    loose = [tiles(quads[seat])[start : start + 4] for start in (0, 4) for seat in range(4)]
    singles = tiles("6s7s8s9s")
    row = [*first, *(tile for block in loose for tile in block), *singles]
    rest = [tile for tile in TILES for _ in range(4)]
    last = tiles("9m9p")
    for tile in (*row, *last):
        rest.remove(tile)
    return Shuffle.from_draw_order([*row, *rest, *last])


@pytest.mark.case(45)
def test_case_045_the_upper_tile_of_the_last_stack_is_the_first_replacement() -> None:
    shuffle = five_quads()  # its last two tiles are 9m and 9p
    tail = (sum(shuffle.dice[1]) - 1) * 2  # seat 0 takes first; the counted stacks end its wall
    upper, lower = shuffle.layout[tail], shuffle.layout[tail + 1]
    assert (upper, lower) == (Tile.M9, Tile.P9)
    once = play(deal(shuffle), "0 kong 1p concealed")
    assert once.stage == AwaitingTurn(0, upper)
    assert play(once, "0 kong 2p concealed").stage == AwaitingTurn(0, lower)


def on_the_last_draw(hand: str, drawn: str) -> GameState:
    """Return a turn of seat 1 after the last tile that the head can give, without kongs."""
    return position({1: hand}, turn=1, drawn=drawn, remaining=14)


@pytest.mark.case(47)
def test_case_047_no_kong_on_the_last_live_tile() -> None:
    state = on_the_last_draw("{1234z}777p369m369s", "7p")
    assert why_illegal(state, Kong(1, Tile.P7, CONCEALED)) is Refusal.KONG_BREAKS_RESERVE
    assert "1 kong 7p concealed" not in legal(state, 1)


@pytest.mark.case(47)
@pytest.mark.parametrize(
    ("remaining", "refusal"), [(15, Refusal.KONG_BREAKS_RESERVE), (16, None)], ids=str
)
def test_case_047_it_is_the_grown_reserve_that_a_kong_must_leave(
    remaining: int, refusal: Refusal | None
) -> None:
    hand = {1: "{1234z}777p369m369s"}
    state = position(hand, turn=1, drawn="7p", remaining=remaining)
    assert why_illegal(state, Kong(1, Tile.P7, CONCEALED)) is refusal


@pytest.mark.case(47)
def test_case_047_the_discard_after_the_last_live_tile_ends_the_deal() -> None:
    state = play(on_the_last_draw("{1234z}777p369m369s", "7p"), "1 discard 7p")
    assert repr(state.result) == "DrawnDeal()"
    assert state.kongs == 0


@pytest.mark.case(50)
def test_case_050_a_deal_with_five_kongs_by_four_seats_has_55_draws() -> None:
    state = deal(five_quads())
    draws = 0
    while asked := actors(state):
        kongs = [a for a in legal_actions(state, asked[0]) if isinstance(a, Kong)]
        taken = step(state, kongs[0] if kongs else idle(state))
        state = taken.state
        draws += sum(isinstance(event, Drew) and not event.replacement for event in taken.events)
    makers = [len([m for m in player.melds if m.kind.is_kong]) for player in state.players]
    assert makers == [2, 1, 1, 1]
    assert (state.kongs, state.remaining, state.reserve) == (5, 23, 2 * 11 + 1)
    assert draws == 55


@pytest.mark.case(51)
def test_case_051_the_live_tiles_are_counted_from_69() -> None:
    hands = {0: "{1234z}369m147p258s", 1: "{1234z}55m147p147s6z"}
    state = position(hands, drawn="5m", remaining=83)

    def live(state: GameState) -> int:
        return state.remaining - reserve(state.kongs)

    assert live(state) == 69
    state = play(state, "0 discard 5m")
    assert isinstance(state.stage, AwaitingClaims)
    assert live(state) == 69
    state = play(state, "1 pass")
    assert actors(state) == (1,)
    assert live(state) == 68


@pytest.mark.case(51)
@pytest.mark.case(71)
def test_case_051_case_071_ting_may_be_declared_on_the_last_live_draw() -> None:
    state = on_the_last_draw("{1z234p}111m678s99s5p", "6p")
    assert why_illegal(state, DeclareTing(1, Tile.EAST)) is None


def last_discard(*, waiting: bool, kong: bool = False) -> GameState:
    """Return the state after seat 0 discards 5m with no live tile left."""
    hands = {1: "{1234z}555m147p147s" if kong else "{1234z}55m147p1479s"}
    ting = {}
    if waiting:
        hands[2] = "{46m7z}111222333p7z"
        ting[2] = "8s"
    state = position(hands, drawn="5m", ting=ting, remaining=14)
    return play(state, "0 discard 5m")


@pytest.mark.case(52)
def test_case_052_the_last_discard_is_won_on() -> None:
    result = last_discard(waiting=True).result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (2, 0)


@pytest.mark.case(52)
def test_case_052_the_last_discard_may_be_punged_and_the_deal_is_drawn_after() -> None:
    state = last_discard(waiting=False)
    assert legal(state, 1) == ["1 pung 5m 0", "1 pass"]
    state = play(state, "1 pung 5m 0", "1 discard 1p")
    assert repr(state.result) == "DrawnDeal()"


@pytest.mark.case(52)
def test_case_052_the_last_discard_makes_no_kong() -> None:
    state = last_discard(waiting=False, kong=True)
    assert legal(state, 1) == ["1 pung 5m 0", "1 pass"]
    with pytest.raises(IllegalAction) as caught:
        play(state, "1 kong 5m melded")
    assert caught.value.refusal is Refusal.KONG_BREAKS_RESERVE


@pytest.mark.case(71)
def test_case_071_a_ting_tile_on_the_last_draw_is_not_claimed_and_the_deal_is_drawn() -> None:
    state = position(
        {1: "{5m234p}111m678s99s5p", 2: "{46m7z}111222888p7z"},
        turn=1,
        drawn="6p",
        ting={2: "8s"},
        remaining=14,
    )
    assert state.players[2].waits == (Tile.M5,)
    assert repr(play(state, "1 ting 5m").result) == "DrawnDeal()"
