"""What `step` tells: the events of each kind of action and chain, in order."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lisi_mahjong import (
    Action,
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discard,
    Discarded,
    DrawnDeal,
    Drew,
    Ended,
    Event,
    GameState,
    Kong,
    KongKind,
    MadeKong,
    MadePung,
    Meld,
    MeldKind,
    Pass,
    Pung,
    RuleSet,
    Shuffle,
    Tile,
    Win,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    parse_action,
    readings,
    step,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING,
    ROBBING_BY_CHOICE,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    offered,
)
from support import WRITTEN, play, position

QUIET = "{2345z}147m258p369s"
"""Holds a pair of nothing."""

READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p."""

WON_ON_5M = readings("111z46m222p33399s", "5m")


def events(state: GameState, action: str) -> list[Event]:
    """Return what an action leads to, having checked that `apply` leads to the same."""
    done = step(state, parse_action(action))
    assert done.state == apply(state, parse_action(action))
    return list(done.events)


def won(winner: int, loser: int | None, *, robbed: bool = False) -> Ended:
    """Return the end of a deal that the hand `WAITS_FOR_5M` has won on 5m."""
    return Ended(WonDeal(winner, loser, Tile.M5, robbed, WON_ON_5M))


# --- discards -----------------------------------------------------------------------------


@pytest.mark.rule("TURN-2")
def test_a_discard_that_nobody_wants() -> None:
    hands = dict.fromkeys(range(4), QUIET)
    assert events(position(hands, drawn="9m", draws="7z"), "0 discard 9m") == [
        Discarded(0, Tile.M9),
        Drew(1, Tile.RED, replacement=False),
    ]


@pytest.mark.rule("CLAIM-6")
def test_a_discard_about_which_two_are_asked_by_seat() -> None:
    hands = {1: WAITS_FOR_5M, 3: PAIR_OF_5M}
    state = position(hands, turn=2, drawn="5m", ting={1: "5z"}, rules=CHOICE)
    assert events(state, "2 discard 5m") == [
        Discarded(2, Tile.M5),
        Asked(1, 2, Tile.M5),
        Asked(3, 2, Tile.M5),
    ]


@pytest.mark.rule("WIN-2")
def test_a_discard_that_is_won_on() -> None:
    state = position({2: WAITS_FOR_5M}, drawn="5m", ting={2: "5z"})
    assert events(state, "0 discard 5m") == [Discarded(0, Tile.M5), won(2, 0)]


@pytest.mark.rule("WALL-8")
def test_the_last_discard() -> None:
    state = position(dict.fromkeys(range(4), QUIET), drawn="9m", remaining=14)
    assert events(state, "0 discard 9m") == [Discarded(0, Tile.M9), Ended(DrawnDeal())]


# --- answers ------------------------------------------------------------------------------


@pytest.mark.rule("CLAIM-1")
def test_a_pass_that_settles_the_tile() -> None:
    state = offered("5m", {2: PAIR_OF_5M}, draws="7z")
    assert events(state, "2 pass") == [
        Answered(2, Pass(2)),
        Drew(1, Tile.RED, replacement=False),
    ]


@pytest.mark.rule("CLAIM-4")
@pytest.mark.parametrize("answer", [Pass(2), Win(2), Pung(3, Tile.M5, 0)], ids=str)
def test_an_answer_that_settles_nothing_yet(answer: Action) -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}55m157p268s9m"}
    state = offered("5m", hands, ting={1: "5z", 2: "5z"}, rules=CHOICE)
    assert events(state, str(answer)) == [Answered(answer.seat, answer)]


@pytest.mark.rule("CLAIM-1", "STAND-5")
def test_a_pung() -> None:
    state = offered("5m", {1: "{55m9s1z}5m147p258s12z"})
    assert events(state, "1 pung 5m 2") == [
        Answered(1, Pung(1, Tile.M5, 2)),
        MadePung(1, Meld(MeldKind.PUNG, Tile.M5, 0), standing=2),
    ]


@pytest.mark.rule("KONG-1", "KONG-4")
def test_a_melded_kong() -> None:
    state = offered("5m", {1: "{55m9s1z}5m147p258s12z"}, replacements="7z")
    assert events(state, "1 kong 5m melded") == [
        Answered(1, Kong(1, Tile.M5, KongKind.MELDED)),
        MadeKong(1, Meld(MeldKind.MELDED_KONG, Tile.M5, 0), standing=2),
        Drew(1, Tile.RED, replacement=True),
    ]


@pytest.mark.rule("WIN-1")
def test_a_win_by_choice_on_a_discard() -> None:
    state = offered("5m", {2: WAITS_FOR_5M}, ting={2: "5z"}, rules=CHOICE)
    assert events(state, "2 win") == [Answered(2, Win(2)), won(2, 0)]


@pytest.mark.rule("CLAIM-2")
def test_a_pass_that_lets_an_earlier_claim_through() -> None:
    hands = {1: WAITS_FOR_5M, 3: "{3456z}55m157p268s9m"}
    state = offered("5m", hands, ting={1: "5z"}, rules=CHOICE)
    assert events(play(state, "3 pung 5m 0"), "1 pass") == [
        Answered(1, Pass(1)),
        MadePung(3, Meld(MeldKind.PUNG, Tile.M5, 0), standing=0),
    ]


@pytest.mark.rule("CLAIM-4")
def test_a_pass_that_lets_an_earlier_win_through() -> None:
    hands = {1: WAITS_FOR_5M_TOO, 2: WAITS_FOR_5M}
    state = offered("5m", hands, ting={1: "5z", 2: "5z"}, rules=CHOICE)
    assert events(play(state, "2 win"), "1 pass") == [Answered(1, Pass(1)), won(2, 0)]


# --- kongs of one's own -------------------------------------------------------------------


@pytest.mark.rule("KONG-3", "KONG-4")
def test_a_concealed_kong() -> None:
    state = position({1: THREE_5M}, turn=1, drawn="5m", replacements="7z")
    assert events(state, "1 kong 5m concealed") == [
        MadeKong(1, Meld(MeldKind.CONCEALED_KONG, Tile.M5), standing=0),
        Drew(1, Tile.RED, replacement=True),
    ]


def fourth_5m(rules: RuleSet, *, waiting: bool) -> GameState:
    """Return a turn of seat 1, which may add a standing 5m to its pung."""
    return position(
        {1: "{5m234z}147p2s9m7m", 3: WAITS_FOR_5M if waiting else "{2345z}146m258p368s"},
        turn=1,
        drawn="6z",
        melds={1: ["555m<0"]},
        ting={3: "5z"} if waiting else {},
        replacements="7z",
        rules=rules,
    )


MADE_BY_1 = [
    MadeKong(1, Meld(MeldKind.ADDED_KONG, Tile.M5, 0), standing=1),
    Drew(1, Tile.RED, replacement=True),
]


@pytest.mark.rule("KONG-2", "KONG-4")
@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("rules", [WRITTEN, CHOICE], ids=str)
def test_an_added_kong_is_not_announced_when_it_cannot_be_robbed(
    rules: RuleSet, waiting: bool
) -> None:
    assert events(fourth_5m(rules, waiting=waiting), "1 kong 5m added") == MADE_BY_1


@pytest.mark.rule("KONG-7")
@pytest.mark.parametrize("rules", [ROBBING, ROBBING_BY_CHOICE], ids=str)
def test_an_added_kong_is_announced_whether_or_not_somebody_waits(rules: RuleSet) -> None:
    assert events(fourth_5m(rules, waiting=False), "1 kong 5m added") == [
        AnnouncedKong(1, Tile.M5),
        *MADE_BY_1,
    ]


@pytest.mark.rule("KONG-7")
def test_a_kong_that_is_robbed_because_wins_are_forced() -> None:
    assert events(fourth_5m(ROBBING, waiting=True), "1 kong 5m added") == [
        AnnouncedKong(1, Tile.M5),
        won(3, 1, robbed=True),
    ]


@pytest.mark.rule("KONG-7", "KONG-8")
def test_a_kong_that_may_be_robbed_by_choice() -> None:
    state = fourth_5m(ROBBING_BY_CHOICE, waiting=True)
    assert events(state, "1 kong 5m added") == [AnnouncedKong(1, Tile.M5), Asked(3, 1, Tile.M5)]
    state = play(state, "1 kong 5m added")
    assert events(state, "3 win") == [Answered(3, Win(3)), won(3, 1, robbed=True)]
    assert events(state, "3 pass") == [Answered(3, Pass(3)), *MADE_BY_1]


@pytest.mark.rule("KONG-7")
def test_a_concealed_kong_is_never_announced() -> None:
    state = position({1: THREE_5M}, turn=1, drawn="5m", replacements="7z", rules=ROBBING)
    assert not any(isinstance(e, AnnouncedKong) for e in events(state, "1 kong 5m concealed"))


# --- ting and what it forces --------------------------------------------------------------


@pytest.mark.rule("TING-1", "TING-3", "TING-4")
@pytest.mark.parametrize(
    ("action", "face_up", "on_wall"),
    [
        ("0 ting 1z", False, False),
        ("0 ting 1z up", True, False),
        ("0 ting 1z wall", False, True),
        ("0 ting 1z up wall", True, True),
    ],
)
def test_a_declaration_of_ting(action: str, face_up: bool, on_wall: bool) -> None:
    rules = RuleSet(open_ting=True, ting_on_wall=True)
    state = position({0: READY}, drawn="6s", draws="7z", rules=rules)
    assert events(state, action) == [
        DeclaredTing(0, Tile.EAST, face_up=face_up, on_wall=on_wall),
        Drew(1, Tile.RED, replacement=False),
    ]


@pytest.mark.rule("TING-5", "TING-6")
def test_seats_in_ting_draw_and_discard_in_turn() -> None:
    hands = {0: QUIET, 1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}135m157p268s"}
    state = position(hands, drawn="9m", ting={1: "5z", 2: "5z"}, draws="7z1m6z")
    assert events(state, "0 discard 9m") == [
        Discarded(0, Tile.M9),
        Drew(1, Tile.RED, replacement=False),
        Discarded(1, Tile.RED),
        Drew(2, Tile.M1, replacement=False),
        Discarded(2, Tile.M1),
        Drew(3, Tile.GREEN, replacement=False),
    ]


@pytest.mark.rule("TING-6", "WIN-2")
def test_a_seat_in_ting_draws_what_it_waits_for() -> None:
    state = position({0: QUIET, 1: WAITS_FOR_5M}, drawn="9m", ting={1: "5z"}, draws="5m")
    assert events(state, "0 discard 9m") == [
        Discarded(0, Tile.M9),
        Drew(1, Tile.M5, replacement=False),
        won(1, None),
    ]


@pytest.mark.rule("WIN-3")
def test_a_seat_that_may_choose_wins_on_its_draw_or_discards_it() -> None:
    hands = {0: QUIET, 1: WAITS_FOR_5M}
    state = position(hands, drawn="9m", ting={1: "5z"}, draws="5m8m", rules=CHOICE)
    assert events(state, "0 discard 9m") == [
        Discarded(0, Tile.M9),
        Drew(1, Tile.M5, replacement=False),
    ]
    state = play(state, "0 discard 9m")
    assert events(state, "1 win") == [won(1, None)]
    assert events(state, "1 discard 5m") == [
        Discarded(1, Tile.M5),
        Drew(2, Tile.M8, replacement=False),
    ]


@pytest.mark.rule("TING-6")
def test_a_seat_in_ting_deals_in() -> None:
    hands = {0: QUIET, 1: "{222z}89m444p55588s", 3: WAITS_FOR_5M}
    state = position(hands, drawn="9m", ting={1: "6z", 3: "6z"}, draws="5m")
    assert events(state, "0 discard 9m") == [
        Discarded(0, Tile.M9),
        Drew(1, Tile.M5, replacement=False),
        Discarded(1, Tile.M5),
        won(3, 1),
    ]


@pytest.mark.rule("TING-6", "CLAIM-6")
def test_others_are_asked_about_what_a_seat_in_ting_must_discard() -> None:
    hands = {0: QUIET, 1: "{222z}89m444p66688s", 3: "{3456z}55m157p248s9m"}
    state = position(hands, drawn="1s", ting={1: "6z"}, draws="5m")
    assert events(state, "0 discard 1s") == [
        Discarded(0, Tile.S1),
        Drew(1, Tile.M5, replacement=False),
        Discarded(1, Tile.M5),
        Asked(3, 1, Tile.M5),
    ]


# --- whole deals --------------------------------------------------------------------------

SEEDS = (19, 22, 25, 31)  # deals with kongs of all three sorts, and one in which one is robbed
DEALS = [
    pytest.param(rules, seed, id=f"{rules!r} {seed}")
    for rules in (WRITTEN, CHOICE, ROBBING, ROBBING_BY_CHOICE)
    for seed in SEEDS
]


def played(rules: RuleSet, seed: int) -> list[tuple[GameState, Action, list[Event], GameState]]:
    """Return the steps of a deal in which seats make sets, declare ting and keep their pairs."""
    chance = random.Random(seed)
    state = deal(Shuffle.from_seed(seed), rules=rules)
    steps = []
    while actors(state):
        seat = chance.choice(actors(state))
        held = Counter(state.players[seat].concealed)
        options = list(legal_actions(state, seat))
        chance.shuffle(options)
        discards = [action for action in options if isinstance(action, Discard)]
        options.sort(key=lambda action: isinstance(action, Discard | Pass))
        action = options[0]
        if action in discards:
            action = min(discards, key=lambda discard: held[discard.tile])
        done = step(state, action)
        steps.append((state, action, list(done.events), done.state))
        state = done.state
    return steps


@pytest.mark.rule("TURN-2", "KONG-4")
@pytest.mark.parametrize(("rules", "seed"), DEALS)
def test_every_tile_that_leaves_the_wall_is_told_as_a_draw(rules: RuleSet, seed: int) -> None:
    for before, action, told, after in played(rules, seed):
        assert after == apply(before, action)
        drawn = [event for event in told if isinstance(event, Drew)]
        assert len(drawn) == before.remaining - after.remaining
        replaced = [event for event in drawn if event.replacement]
        assert len(replaced) == after.kongs - before.kongs


@pytest.mark.rule("TURN-3")
@pytest.mark.parametrize(("rules", "seed"), DEALS)
def test_the_events_add_up_to_the_discards_and_the_sets(rules: RuleSet, seed: int) -> None:
    steps = played(rules, seed)
    told = [event for _, _, some, _ in steps for event in some]
    end = steps[-1][3]
    for seat in range(4):
        laid = [e.tile for e in told if isinstance(e, Discarded | DeclaredTing) and e.seat == seat]
        assert laid == [entry.tile for entry in end.players[seat].river]
        made: dict[Tile, Meld] = {}
        for event in told:
            if isinstance(event, MadePung | MadeKong) and event.seat == seat:
                made[event.meld.tile] = event.meld
        assert list(made.values()) == list(end.players[seat].melds)
    assert end.result is not None
    assert told[-1] == Ended(end.result)
    assert sum(isinstance(event, Ended) for event in told) == 1


@pytest.mark.rule("KONG-7")
@pytest.mark.parametrize(("rules", "seed"), DEALS)
def test_added_kongs_are_announced_exactly_with_the_option_on(rules: RuleSet, seed: int) -> None:
    told = [event for _, _, some, _ in played(rules, seed) for event in some]
    added = [
        (event.seat, event.meld.tile)
        for event in told
        if isinstance(event, MadeKong) and event.meld.kind is MeldKind.ADDED_KONG
    ]
    announced = [(event.seat, event.tile) for event in told if isinstance(event, AnnouncedKong)]
    robbed = [
        (event.result.loser, event.result.tile)
        for event in told
        if isinstance(event, Ended)
        and isinstance(event.result, WonDeal)
        and event.result.robbed_kong
    ]
    assert announced == (added + robbed if rules.robbing_kong else [])


def test_the_deals_above_hold_kongs_of_all_sorts_and_a_robbed_one() -> None:
    told = [event for seed in SEEDS for _, _, some, _ in played(ROBBING, seed) for event in some]
    kinds = {event.meld.kind for event in told if isinstance(event, MadeKong)}
    assert kinds == {MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG}
    results = [event.result for event in told if isinstance(event, Ended)]
    assert any(isinstance(result, WonDeal) and result.robbed_kong for result in results)
