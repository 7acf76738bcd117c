"""Faults that other engines made with turns, claims, their order and their locks."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    Discard,
    DrawnDeal,
    Drew,
    Ended,
    GameState,
    IllegalAction,
    KongKind,
    Meld,
    MeldKind,
    Pass,
    Pung,
    Refusal,
    RiverTile,
    RuleSet,
    SeatError,
    Tile,
    WonDeal,
    actors,
    apply,
    format_tiles,
    legal_actions,
    parse_action,
    step,
    why_illegal,
)
from lisi_mahjong.actions import DISCARDS, KONGS, PASSES, PUNGS, TINGS, WINS
from playouts import idle, moves, states
from support import legal, play, position

CHOICE = RuleSet(forced_win=False)
SCATTERED = "{1234z}147m147p147s"


def refused(state: GameState, action: Action | str) -> Refusal:
    """Return why an action is refused, after checking that the state stays as it was."""
    copy = attrs.evolve(state)
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    assert state == copy
    return caught.value.refusal


# --- who wins -----------------------------------------------------------------------------


@pytest.mark.case(33)
def test_case_033_the_winning_discard_moves_into_the_hand_and_is_not_left_in_the_river() -> None:
    state = position({1: "{123s}44m55p789s"}, drawn="4m", melds={1: ["666z<3"]}, ting={1: "1z"})
    state = play(state, "0 discard 4m")
    winner = state.players[1]
    assert format_tiles(winner.concealed) == "444m55p123789s"
    assert len(winner.concealed) + 3 * len(winner.melds) == 14
    assert state.players[0].river[-1] == RiverTile(Tile.M4, taken_by=1)


@pytest.mark.case(33)
def test_case_033_after_a_win_the_table_still_holds_136_tiles() -> None:
    state = position({1: "{123s}44m55p789s"}, drawn="4m", melds={1: ["666z<3"]}, ting={1: "1z"})
    ended = play(state, "0 discard 4m")
    assert tiles_on_table(ended) == Counter(dict.fromkeys(Tile, 4))


def tiles_on_table(state: GameState) -> Counter[Tile]:
    """Count every tile of a state: in hands, sets and rivers, and in what is left of the wall.

    The head takes the wall's row from its front, and each kong takes one from its last stack, the
    upper tile, which is the last but one of the row, first (WALL-5).
    """
    row = list(state.setup.wall)
    for number in range(state.kongs):
        row.pop(-2 if number % 2 == 0 else -1)
    left = row[len(row) - state.remaining :]
    found = Counter(left)
    for player in state.players:
        found.update(player.concealed)
        found.update(tile for meld in player.melds for tile in meld.tiles)
        found.update(entry.tile for entry in player.river if entry.taken_by is None)
    return found


@pytest.mark.case(49)
def test_case_049_no_tile_is_lost_or_doubled_in_random_deals() -> None:
    """Some 150 deals, half of them on walls laid for kongs, pungs and wins; seconds in all."""
    four_each = Counter(dict.fromkeys(Tile, 4))
    kongs = 0
    for state in states(range(150)):
        assert tiles_on_table(state) == four_each
        kongs += state.kongs if state.result else 0
    assert kongs > 100


@pytest.mark.case(73)
@pytest.mark.parametrize(("discarder", "winner"), [(2, 3), (0, 1)])
def test_case_073_the_nearest_seat_counter_clockwise_wins(discarder: int, winner: int) -> None:
    state = position(
        {1: "{46p33z}111m222777s", 3: "{46p44z}333m888999s"},
        turn=discarder,
        drawn="5p",
        ting={1: "1z", 3: "2z"},
    )
    result = play(state, f"{discarder} discard 5p").result
    assert isinstance(result, WonDeal)
    assert (result.winner, result.loser) == (winner, discarder)


@pytest.mark.case(88)
@pytest.mark.parametrize("discarder", range(4))
def test_case_088_of_three_that_wait_the_next_seat_of_the_discarder_wins(discarder: int) -> None:
    hands = ["{46p33z}111m222777s", "{46p44z}333m888999s", "{46p55z}555m444666s"]
    waiting = [seat for seat in range(4) if seat != discarder]
    state = position(
        dict(zip(waiting, hands, strict=True)),
        turn=discarder,
        drawn="5p",
        ting=dict.fromkeys(waiting, "7z"),
    )
    result = play(state, f"{discarder} discard 5p").result
    assert isinstance(result, WonDeal)
    assert result.winner == (discarder + 1) % 4


@pytest.mark.case(88)
def test_case_088_the_seats_draw_counter_clockwise() -> None:
    state = position(dict.fromkeys(range(4), SCATTERED), turn=2, drawn="9s", draws="9m9p9s9m")
    drew: list[int] = []
    for _ in range(4):
        taken = step(state, idle(state))
        drew += [event.seat for event in taken.events if isinstance(event, Drew)]
        state = taken.state
    assert drew == [3, 0, 1, 2]


# --- who takes ----------------------------------------------------------------------------


@pytest.mark.case(75)
def test_case_075_at_most_one_seat_can_pung_or_kong_a_discard() -> None:
    offers = 0
    for move in moves(range(200, 350)):
        stage = move.after.stage
        if isinstance(stage, AwaitingClaims):
            offers += 1
            takers = [seat for seat in stage.asked if move.after.players[seat].ting is None]
            assert len(takers) <= 1
    assert offers > 400


def one_discard_three_interests() -> GameState:
    """Return the state after seat 0 discards 5m, seat 2 may win on it and seat 1 may pung it.

    Seat 3 holds the fourth 5m.
    """
    state = position(
        {1: "{1234z}55m147p1479s", 2: "{46m77z}111222333p", 3: "{1234z}5m258p258s9m9p"},
        drawn="5m",
        ting={2: "9s"},
        rules=CHOICE,
    )
    return play(state, "0 discard 5m")


@pytest.mark.case(77)
@pytest.mark.parametrize(
    ("actions", "refusal"),
    [
        (["3 pung 5m 0"], Refusal.PUNG_NEEDS_TWO),
        (["1 pung 5m 0", "1 pung 5m 0"], Refusal.ALREADY_ANSWERED),
        (["1 pass", "1 pung 5m 0"], Refusal.ALREADY_ANSWERED),
        (["0 pung 5m 0"], Refusal.OWN_DISCARD),
        (["1 pung 5m 0", "2 pass", "1 pung 5m 0"], Refusal.NOTHING_TO_CLAIM),
        (["1 pung 6m 0"], Refusal.NOT_THE_DISCARD),
    ],
    ids=["one copy", "twice", "after a pass", "own discard", "settled", "another tile"],
)
def test_case_077_a_wrong_claim_is_refused_and_changes_nothing(
    actions: list[str], refusal: Refusal
) -> None:
    *good, bad = actions
    assert refused(play(one_discard_three_interests(), *good), bad) is refusal


@pytest.mark.case(78)
def test_case_078_after_a_pass_the_next_seat_of_the_discarder_draws() -> None:
    state = position({2: "{1234z}55m147p1479s"}, drawn="5m", draws="6z")
    state = play(state, "0 discard 5m", "2 pass")
    assert state.stage == AwaitingTurn(1, Tile.GREEN)


@pytest.mark.case(79)
def test_case_079_after_a_pung_the_seats_between_are_skipped() -> None:
    state = position({2: "{1234z}55m147p1479s"}, drawn="5m", draws="6z")
    state = play(state, "0 discard 5m", "2 pung 5m 0")
    assert (state.stage, state.remaining) == (AwaitingTurn(2, None), 60)
    state = play(state, "2 discard 1p")
    assert state.stage == AwaitingTurn(3, Tile.GREEN)


@pytest.mark.case(81)
def test_case_081_a_pung_says_whose_discard_it_was_and_the_discard_who_took_it() -> None:
    state = position({1: "{1234z}99p147m147s8m"}, turn=3, drawn="9p")
    state = play(state, "3 discard 9p", "1 pung 9p 0")
    assert state.players[1].melds == (Meld(MeldKind.PUNG, Tile.P9, from_seat=3),)
    assert state.players[3].river[-1] == RiverTile(Tile.P9, taken_by=1)
    assert tiles_on_table(state)[Tile.P9] == 4


# --- locks --------------------------------------------------------------------------------


def two_5m_from_seat_0(draws: str, hand: str, replacements: str = "") -> GameState:
    """Return a turn of seat 0 with two loose 5m; seat 3 holds the other two."""
    return position(
        {0: "{1234z}5m147p147s69m", 3: hand}, drawn="5m", draws=draws, replacements=replacements
    )


@pytest.mark.case(83)
def test_case_083_an_own_draw_ends_the_lock() -> None:
    state = two_5m_from_seat_0("1z2z3z4z", "{1234z}55m258p258s8m")
    state = play(state, "0 discard 5m", "3 pass")
    assert state.players[3].pung_locks == (Tile.M5,)
    state = play(state, "1 discard 1z", "2 discard 2z")
    assert state.players[3].pung_locks == ()
    state = play(state, "3 discard 3z", "0 discard 5m")
    assert legal(state, 3) == ["3 pung 5m 0", "3 pass"]


@pytest.mark.case(83)
def test_case_083_a_replacement_ends_the_lock() -> None:
    state = two_5m_from_seat_0("9s4z", "{1234z}558m258p999s", replacements="8p")
    state = play(state, "0 discard 5m", "3 pass", "1 discard 9s", "3 kong 9s melded")
    state = play(state, "3 discard 8p", "0 discard 5m")
    assert legal(state, 3) == ["3 pung 5m 0", "3 pass"]


@pytest.mark.case(83)
def test_case_083_a_pung_of_another_kind_does_not_end_the_lock() -> None:
    state = two_5m_from_seat_0("9s4z6z", "{1234z}5589m258p99s")
    state = play(state, "0 discard 5m", "3 pass", "1 discard 9s", "3 pung 9s 0")
    state = play(state, "3 discard 2p", "0 discard 5m")
    assert state.players[3].pung_locks == (Tile.M5,)
    assert state.stage == AwaitingTurn(1, Tile.GREEN)


@pytest.mark.case(86)
@pytest.mark.parametrize("way", ["a value", "a text", "the last legal action", "the idle action"])
def test_case_086_every_way_of_passing_locks(way: str) -> None:
    """There is one way not to answer with a pung: `Pass`, whoever or whatever sends it."""
    state = two_5m_from_seat_0("1z2z3z4z", "{1234z}55m258p258s8m")
    state = play(state, "0 discard 5m")
    action = {
        "a value": Pass(3),
        "a text": parse_action("3 pass"),
        "the last legal action": legal_actions(state, 3)[-1],
        "the idle action": idle(state),
    }[way]
    assert apply(state, action).players[3].pung_locks == (Tile.M5,)


@pytest.mark.case(87)
def test_case_087_passing_a_pung_or_kong_is_always_legal() -> None:
    seen: Counter[type] = Counter()
    for state in states(range(400, 460)):
        if isinstance(state.stage, AwaitingClaims):
            for seat in actors(state):
                options = legal_actions(state, seat)
                assert options[-1] == Pass(seat)
                seen.update(type(option) for option in options)
    assert seen[Pung] > 100


@pytest.mark.case(87)
def test_case_087_passing_a_win_is_no_action_when_wins_are_forced() -> None:
    state = position({2: "{46m77z}111222333p"}, drawn="5m", ting={2: "9s"})
    ended = play(state, "0 discard 5m")
    assert isinstance(ended.result, WonDeal)
    assert refused(ended, Pass(2)) is Refusal.DEAL_ENDED


@pytest.mark.case(87)
def test_case_087_by_choice_a_win_may_be_passed() -> None:
    state = position({2: "{46m77z}111222333p"}, drawn="5m", ting={2: "9s"}, rules=CHOICE)
    state = play(state, "0 discard 5m")
    assert legal(state, 2) == ["2 win", "2 pass"]
    assert play(state, "2 pass").players[2].win_barred


# --- the end, and what is asked for nothing -----------------------------------------------


@pytest.mark.case(80)
def test_case_080_a_deal_ends_once() -> None:
    state = position({2: "{46m77z}111222333p"}, drawn="5m", ting={2: "9s"})
    taken = step(state, Discard(0, Tile.M5))
    assert sum(isinstance(event, Ended) for event in taken.events) == 1
    assert refused(taken.state, Discard(0, Tile.M5)) is Refusal.DEAL_ENDED
    assert refused(taken.state, Pass(1)) is Refusal.DEAL_ENDED


def won_and_drawn() -> list[GameState]:
    """Return a deal that was won and one that was drawn."""
    won = position({2: "{46m77z}111222333p"}, drawn="5m", ting={2: "9s"})
    drawn = position({0: SCATTERED}, drawn="9s", remaining=14)
    ended = [play(won, "0 discard 5m"), play(drawn, "0 discard 9s")]
    assert isinstance(ended[0].result, WonDeal)
    assert isinstance(ended[1].result, DrawnDeal)
    return ended


@pytest.mark.case(112)
def test_case_112_after_the_end_nobody_has_actions() -> None:
    for state in won_and_drawn():
        assert actors(state) == ()
        assert [legal_actions(state, seat) for seat in range(4)] == [(), (), (), ()]


@pytest.mark.case(112)
def test_case_112_after_the_end_every_action_is_refused() -> None:
    for state in won_and_drawn():
        for action in every_action():
            assert why_illegal(state, action) is Refusal.DEAL_ENDED


def every_action() -> list[Action]:
    """Return every action that the face can name, but for the ways to lay a ting tile."""
    found: list[Action] = [*WINS, *PASSES]
    for seat in range(4):
        found += [*DISCARDS[seat], *TINGS[seat]]
        found += [pung for choices in PUNGS[seat] for pung in choices]
        found += [kong for kind in KongKind for kong in KONGS[kind][seat]]
    return found


@pytest.mark.case(111)
def test_case_111_a_seat_that_is_not_asked_has_no_actions() -> None:
    for state in states(range(500, 520)):
        for seat in range(4):
            assert bool(legal_actions(state, seat)) is (seat in actors(state))


@pytest.mark.case(111)
@pytest.mark.parametrize("seat", [4, -1, True, "0", None, 1.0, 10**30])
def test_case_111_what_is_no_seat_is_an_error(seat: int) -> None:
    state = position({3: SCATTERED}, turn=3, drawn="9s")
    with pytest.raises(SeatError) as caught:
        legal_actions(state, seat)
    assert caught.value.seat is seat


@pytest.mark.case(117)
def test_case_117_what_is_listed_is_accepted_and_nothing_else_is() -> None:
    """Of every state of 40 deals: each listed action, and 40 others drawn at random."""
    rng = random.Random(117)
    everything = every_action()
    for state in states(range(600, 640)):
        listed = [action for seat in range(4) for action in legal_actions(state, seat)]
        for action in listed:
            assert apply(state, action).ply == state.ply + 1
        for action in rng.sample(everything, 40):
            if action not in listed:
                with pytest.raises(IllegalAction):
                    apply(state, action)


@pytest.mark.case(144)
def test_case_144_two_deals_with_opposite_options_do_not_touch_each_other() -> None:
    """Move by move in turn: one deal robs a kong, the other, with the option off, does not."""
    robbing = RuleSet(robbing_kong=True)

    def start(rules: RuleSet) -> GameState:
        return position(
            {0: "{1234z}147p147s", 2: "{46m7z}111222333p7z"},
            turn=3,
            drawn="9m",
            melds={0: ["555m<3"]},
            ting={2: "9s"},
            draws="5m",
            rules=rules,
        )

    on, off = start(robbing), start(RuleSet())
    on, off = play(on, "3 discard 9m"), play(off, "3 discard 9m")
    on, off = play(on, "0 kong 5m added"), play(off, "0 kong 5m added")
    assert (on.rules, off.rules) == (robbing, RuleSet())
    assert isinstance(on.result, WonDeal)
    assert on.result.robbed_kong
    assert off.players[0].melds == (Meld(MeldKind.ADDED_KONG, Tile.M5, 3),)
    assert off.result is None
