"""What a seat cannot see makes no difference to anything that the seat gets.

Twins of positions that play comes to, and games in pairs laid by hand: in one of them another seat
had a choice and let it go, in the other one it had none.
"""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations

import attrs
import pytest

import twins_campaign
from lisi_mahjong import (
    Action,
    AwaitingClaims,
    GameState,
    Pass,
    RuleSet,
    SeatEvent,
    SeatView,
    actors,
    apply,
    explain,
    follow,
    legal_actions,
    parse_action,
    seen_events,
    step,
    view,
)
from offers import (
    CHOICE,
    ROBBING_BY_CHOICE,
    WAITS_FOR_5M,
    WAITS_FOR_5M_AS_WELL,
    WAITS_FOR_5M_TOO,
    every_action,
    offered,
)
from playouts import states
from sights import VIEWERS, Viewer, given, refused, wall_tiles
from support import declared_in_order, play, position
from twins_campaign import SECRETS, check_deals, deciding_apart, standing_apart, watched

# --- twins of positions in play -----------------------------------------------------------


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [range(n, n + 50) for n in range(6000, 6200, 50)], ids=str)
def test_positions_that_a_seat_cannot_tell_apart_give_it_the_same(numbers: range) -> None:
    """In four parts of some 700 positions each."""
    changed = Counter[str]()
    positions = 0
    for state, viewer, rng in watched(numbers, 3):
        positions += 1
        assert list(standing_apart(state, viewer, rng, changed)) == []
    assert positions > 600
    assert set(changed) == {*SECRETS}


@pytest.mark.rule("VIEW-2", "CLAIM-6")
@pytest.mark.parametrize("numbers", [range(n, n + 50) for n in range(6200, 6400, 50)], ids=str)
def test_a_decision_tells_a_seat_the_same_until_it_shows_a_hidden_tile(numbers: range) -> None:
    compared = Counter[str]()
    for state, viewer, rng in watched(numbers, 2):
        assert list(deciding_apart(state, viewer, rng, compared)) == []
    assert compared["whole"] > 50
    assert {"Discard", "DeclareTing", "Pung", "Kong", "Pass"} <= set(compared)


def leaky(real: Callable[[GameState, Viewer], SeatView]) -> Callable[[GameState, Viewer], SeatView]:
    """Return a `view` that counts the tiles of one suit in the wall into the tiles left."""

    def view(state: GameState, viewer: Viewer) -> SeatView:
        told = sum(tile.suit == "m" for tile in wall_tiles(state)) % 2
        seen = real(state, viewer)
        return attrs.evolve(seen, remaining=seen.remaining + told)

    return view


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins_campaign, "view", leaky(view))
    found = check_deals(6000, 6002)
    assert 10 < len(found.failures) < found.counts["checked"]
    assert "the views differ" in found.failures[0]


def test_the_campaign_counts_positions_secrets_and_decisions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert twins_campaign.main(["--deals", "3", "--start", "6000"]) == 0
    first, second, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"(\d+) positions; otherwise in their twins: standing \d+, .*", first)
    assert second.startswith("decisions: Discard ")
    assert last == f"{first.split()[0]} passed, 0 failed"


@pytest.mark.rule("VIEW-2", "CLAIM-4")
def test_an_answer_that_is_given_in_secret_makes_no_difference_to_others() -> None:
    compared = 0
    for state in states(range(6400, 6700)):
        stage = state.stage
        if isinstance(stage, AwaitingClaims) and len(actors(state)) > 1:
            for seat in actors(state):
                for action in legal_actions(state, seat):
                    after = apply(state, action)
                    if isinstance(after.stage, AwaitingClaims) and after.stage.asked == stage.asked:
                        for viewer in {*VIEWERS} - {seat}:
                            compared += 1
                            assert given(state, viewer) == given(after, viewer)
                            assert seen_events(step(state, action), viewer) == ()
    assert compared > 100


# --- games in pairs -----------------------------------------------------------------------


Game = tuple[GameState, tuple[str, ...]]
"""Where a game begins, and what is decided in it."""


def told_in(game: Game, viewer: Viewer) -> list[SeatEvent]:
    """Return all that a viewer is told in a game, and check that it leads to the last view."""
    state, actions = game
    first, told = view(state, viewer), list[SeatEvent]()
    for action in actions:
        taken = step(state, parse_action(action))
        told += seen_events(taken, viewer)
        state = taken.state
    assert follow(first, told) == view(state, viewer)
    return told


def assert_untold(first: Game, second: Game, *viewers: Viewer) -> None:
    """Check that some viewers cannot tell two games apart, at their beginning and at their end."""
    assert first != second
    ends = [play(state, *actions) for state, actions in (first, second)]
    assert ends[0] != ends[1]
    for viewer in viewers:
        for one, two in ((first[0], second[0]), ends):
            assert given(one, viewer) == given(two, viewer)
            assert pickle.dumps(view(one, viewer)) == pickle.dumps(view(two, viewer))
            if viewer is not None:
                for action in every_action(viewer):
                    assert refused(one, action) == refused(two, action)
        assert told_in(first, viewer) == told_in(second, viewer)
        assert repr(told_in(first, viewer)) == repr(told_in(second, viewer))


def begun(hands: Mapping[int, str], rules: RuleSet = CHOICE, **table: object) -> GameState:
    """Return a turn of seat 0 that has drawn 5m; nothing lies in the rows but ting tiles."""
    declared = table.get("ting", {})
    assert isinstance(declared, dict)
    lying = 83 - len(declared)
    return position(hands, drawn="5m", remaining=lying, rules=rules, **table)  # type: ignore[arg-type]


HAND_OF_0 = "{2345z}147p369p36s9m"
HAND_OF_1 = "{3467z}258m258p258s"
HAND_OF_3 = "{1267z}369m147p147s"
A_PAIR = "{1345z}55m18p36s127m"
NO_PAIR = "{1345z}5m198p36s127m"
ROUND = "8m7s6z9p"
"""What seats 1, 2, 3 and 0 draw."""


@pytest.mark.rule("VIEW-2", "CLAIM-3", "CLAIM-6")
@pytest.mark.parametrize("rules", [RuleSet(), CHOICE, RuleSet.taiyuan()], ids=str)
def test_nobody_else_knows_whether_a_pung_was_passed(rules: RuleSet) -> None:
    """Seat 2 could have punged, and is locked; or it could not. Play goes on for a round."""
    hands = {0: HAND_OF_0, 1: HAND_OF_1, 3: HAND_OF_3}
    could = begun(hands | {2: A_PAIR}, rules, draws=ROUND)
    could_not = begun(hands | {2: NO_PAIR}, rules, draws=ROUND)
    others: tuple[Viewer, ...] = (0, 1, 3, None)
    assert_untold((could, ("0 discard 5m", "2 pass")), (could_not, ("0 discard 5m",)), *others)
    rest = ("1 discard 8m", "2 discard 7s", "3 discard 6z")
    assert_untold(
        (could, ("0 discard 5m", "2 pass", *rest)), (could_not, ("0 discard 5m", *rest)), *others
    )
    assert play(could, "0 discard 5m", "2 pass").players[2].pung_locks != ()


@pytest.mark.rule("VIEW-2", "CLAIM-3")
def test_nobody_else_knows_whether_a_seat_was_locked_or_held_too_few() -> None:
    """Seat 1 discards the kind that seat 2 has passed, before seat 2 has drawn."""
    hands = {0: HAND_OF_0, 1: HAND_OF_1, 3: HAND_OF_3}
    could = begun(hands | {2: A_PAIR}, draws="8m7s")
    could_not = begun(hands | {2: NO_PAIR}, draws="8m7s")
    passed = ("0 discard 5m", "2 pass", "1 discard 5m")
    not_asked = ("0 discard 5m", "1 discard 5m")
    assert_untold((could, passed), (could_not, not_asked), 0, 1, 3, None)


ELSEWHERE = WAITS_FOR_5M_TOO.replace("46m", "79m")
"""Waits for 8m."""
BESIDE_TING = {0: "{1345z}17p369p36s19m", 1: HAND_OF_1, 3: "{1367z}369m17p147s9s"}


def waiting(hand_of_2: str) -> GameState:
    """Return a turn of seat 0 that has drawn 5m, with seat 2 in ting."""
    hands = BESIDE_TING | {2: hand_of_2}
    return begun(hands, ting={2: "6z"}, draws="1m7z9m1p")


@pytest.mark.rule("VIEW-2", "WIN-3", "CLAIM-6")
def test_nobody_else_knows_whether_a_win_was_passed() -> None:
    """Seat 2, in ting, could have won and is barred; or it waits for something else."""
    could, could_not = waiting(WAITS_FOR_5M_TOO), waiting(ELSEWHERE)
    others: tuple[Viewer, ...] = (0, 1, 3, None)
    assert_untold((could, ("0 discard 5m", "2 pass")), (could_not, ("0 discard 5m",)), *others)
    rest = ("1 discard 1m", "3 discard 9m")
    assert_untold(
        (could, ("0 discard 5m", "2 pass", *rest)), (could_not, ("0 discard 5m", *rest)), *others
    )
    assert play(could, "0 discard 5m", "2 pass").players[2].win_barred


@pytest.mark.rule("VIEW-2", "WIN-3")
def test_nobody_else_knows_whether_a_seat_was_barred_or_did_not_wait() -> None:
    """The 5m comes a second time, from seat 1: the barred seat is not asked."""
    could, could_not = waiting(WAITS_FOR_5M_TOO), waiting(ELSEWHERE)
    passed = ("0 discard 5m", "2 pass", "1 discard 5m")
    not_asked = ("0 discard 5m", "1 discard 5m")
    assert_untold((could, passed), (could_not, not_asked), 0, 1, 3, None)


@pytest.mark.rule("VIEW-2", "KONG-7", "WIN-3")
def test_nobody_else_knows_whether_a_robbery_was_passed() -> None:
    hands = {0: "{3467z}28m258p2589s", 1: "{1234z}147p2s79m", 3: BESIDE_TING[3]}

    def turn(hand_of_2: str) -> GameState:
        return position(
            hands | {2: hand_of_2},
            turn=1,
            drawn="5m",
            melds={1: ["555m<0"]},
            ting={2: "6z"},
            remaining=82,
            replacements="9p",
            draws="7z",
            rules=ROBBING_BY_CHOICE,
        )

    could, could_not = turn(WAITS_FOR_5M_TOO), turn(ELSEWHERE)
    others: tuple[Viewer, ...] = (0, 1, 3, None)
    kong, after = "1 kong 5m added", "1 discard 9p"
    assert_untold((could, (kong, "2 pass")), (could_not, (kong,)), *others)
    assert_untold((could, (kong, "2 pass", after)), (could_not, (kong, after)), *others)


@pytest.mark.rule("VIEW-2", "CLAIM-4")
@pytest.mark.parametrize(
    "answers",
    [
        ("1 pass", "2 pass", "3 pass"),
        ("1 pass", "2 win"),
        ("1 pass", "2 pass", "3 win"),
    ],
)
def test_nobody_knows_who_answered_first(answers: tuple[str, ...]) -> None:
    """Seats 1, 2 and 3 may all win; whatever their order, all are told the same in the end."""
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: WAITS_FOR_5M_AS_WELL}
    state = declared_in_order(
        offered("5m", hands, ting={1: "1z", 2: "2z", 3: "3z"}, draws="7z6z1m", rules=CHOICE)
    )
    ends = {
        viewer: {
            (view(play(state, *order), viewer), tuple(told_in((state, order), viewer)))
            for order in permutations(answers)
            if all_are_asked(state, order)
        }
        for viewer in VIEWERS
    }
    assert {viewer: len(found) for viewer, found in ends.items()} == dict.fromkeys(VIEWERS, 1)


def all_are_asked(state: GameState, answers: Sequence[str]) -> bool:
    """Return whether each answer of some can be given when its turn comes."""
    for answer in answers:
        if int(answer[0]) not in actors(state) or not isinstance(state.stage, AwaitingClaims):
            return False
        state = play(state, answer)
    return True


@pytest.mark.rule("VIEW-2", "CLAIM-4", "CLAIM-6")
def test_nobody_knows_what_a_seat_answered_that_was_overruled() -> None:
    """Seat 1 wins; seat 3 had wanted the pung, had passed, or had not answered yet."""
    hands = {1: WAITS_FOR_5M, 3: "{3456z}55m147p268s9m"}
    state = offered("5m", hands, ting={1: "1z"}, rules=CHOICE)
    games = [(state, (*answer, "1 win")) for answer in ((), ("3 pung 5m 0",), ("3 pass",))]
    for viewer in (0, 1, 2, None):
        assert len({tuple(told_in(game, viewer)) for game in games}) == 1
        assert len({view(play(*game_of(game)), viewer) for game in games}) == 1
    first, *rest = (view(play(*game_of(game)), 3) for game in games)
    assert rest == [first, first]


def game_of(game: Game) -> tuple[GameState, *tuple[Action, ...]]:
    return game[0], *map(parse_action, game[1])


@pytest.mark.rule("VIEW-2", "CLAIM-6")
def test_nobody_else_knows_which_of_two_seats_was_asked() -> None:
    hands = {0: HAND_OF_0, 1: HAND_OF_1}
    first = begun(hands | {2: A_PAIR, 3: HAND_OF_3}, draws="8m")
    second = begun(hands | {2: HAND_OF_3, 3: A_PAIR}, draws="8m")
    assert_untold(
        (first, ("0 discard 5m", "2 pass")), (second, ("0 discard 5m", "3 pass")), 0, 1, None
    )


@pytest.mark.rule("VIEW-2", "TING-3", "TING-4")
@pytest.mark.parametrize("way", ["", " wall"])
def test_nobody_else_knows_with_which_tile_ting_was_declared(way: str) -> None:
    """With 1z or with 2z, of which seat 3 has a pair, and for which seat 2 waits."""
    hands = {0: "{12z23p}777m345m888p", 2: "{567s}111222m333p1z", 3: "{2345z}11z258s14p69m"}
    hands[1] = "{3456z}2569p14s38m9s"
    rules = RuleSet(ting_on_wall=True)
    state = position(hands, drawn="1p", ting={2: "6z"}, draws="7z", remaining=82, rules=rules)
    assert_untold((state, (f"0 ting 1z{way}",)), (state, (f"0 ting 2z{way}",)), 1, 2, 3, None)


@pytest.mark.rule("VIEW-2", "KONG-3")
def test_nobody_else_knows_of_which_kind_a_concealed_kong_is() -> None:
    """Seat 1 holds three 1m and three 9m, one of each standing, and draws one more of either."""
    hands = {0: "{2345z}147p369p36s7m", 1: "{1m1z9m2z}11m99m25p258s"}
    hands |= {2: "{1345z}27m18p367s12s", 3: "{3567z}368m147p147s"}
    games = [
        (
            position(hands, turn=1, drawn=kind, replacements="7z", remaining=83),
            (f"1 kong {kind} concealed",),
        )
        for kind in ("1m", "9m")
    ]
    assert_untold(games[0], games[1], 0, 2, 3, None)


def test_pairs_of_games_that_do_differ_for_a_seat_are_told_apart() -> None:
    """The comparison can fail: the seat that passed knows that it did."""
    hands = {0: HAND_OF_0, 1: HAND_OF_1, 3: HAND_OF_3}
    could = begun(hands | {2: A_PAIR}, draws=ROUND)
    could_not = begun(hands | {2: NO_PAIR}, draws=ROUND)
    with pytest.raises(AssertionError):
        assert_untold((could, ("0 discard 5m", "2 pass")), (could_not, ("0 discard 5m",)), 2)
    assert json.dumps(view(could, 0).as_json()) == json.dumps(view(could_not, 0).as_json())
    assert explain(could, 0) == explain(could_not, 0)
    assert Pass(2) in legal_actions(play(could, "0 discard 5m"), 2)
