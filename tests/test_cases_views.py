"""Faults of other engines carried over: what leaks to a seat that must not know it.

There is no test of case 147, a table drawn as text: the package draws none.
"""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Iterator

import pytest

from corpus import drawn
from lisi_mahjong import (
    DeclareTing,
    Discarded,
    FaceDownTile,
    Finished,
    GameState,
    SawDraw,
    SeatView,
    SeenClaims,
    SeenTurn,
    Tile,
    Win,
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
    PAIR_OF_5M,
    SCATTERED,
    WAITS_FOR_5M,
    offered,
)
from playouts import idle, moves
from sights import (
    VIEWERS,
    Viewer,
    all_kinds,
    given,
    hidden_tiles,
    kinds_given,
    kinds_in_text,
    leaves,
    refusals,
    wholly_hidden,
)
from support import play, position

each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)


@pytest.mark.case(74)
@pytest.mark.rule("VIEW-2", "CLAIM-4")
@pytest.mark.parametrize("answer", ["1 pass", "1 pung 5m 0"])
def test_case_074_views_of_onlookers_do_not_change_while_a_seat_decides(answer: str) -> None:
    """Seat 1 may pung and seat 3 may win; nothing reaches seats 0 and 2 until it is settled."""
    hands = {1: PAIR_OF_5M, 3: WAITS_FOR_5M.replace("111z", "555z")}
    state = offered("5m", hands, ting={3: "6z"}, rules=CHOICE)
    asked = [view(state, viewer).stage for viewer in VIEWERS]
    assert [stage.asked for stage in asked if isinstance(stage, SeenClaims)] == [
        False, True, False, True, False,
    ]  # fmt: skip
    taken = step(state, parse_action(answer))
    for viewer in (0, 2, 3, None):
        assert given(taken.state, viewer) == given(state, viewer)
        assert seen_events(taken, viewer) == ()


def twenty_actions() -> Iterator[GameState]:
    """Yield the states of some deals after twenty actions."""
    for number in range(7000, 7020):
        for move in moves([number]):
            if move.after.ply == 20:
                yield move.after
                break


@pytest.mark.case(101)
@pytest.mark.rule("VIEW-2")
def test_case_101_a_view_has_the_fields_of_a_view_and_nothing_beside_them() -> None:
    for state in twenty_actions():
        written = view(state, 0).as_json()
        assert set(written) == {
            *("viewer", "rules", "dealer", "dice", "players", "stage", "kongs", "remaining"),
            *("reserve", "pung_locks", "win_barred", "legal_actions"),
        }
        for player in written["players"]:
            assert set(player) == {
                *("standing_count", "loose_count", "melds", "river", "ting", "ting_since", "hand"),
            }
        assert [player["hand"] is None for player in written["players"]] == [
            False, *[state.result is None] * 3,
        ]  # fmt: skip
        text = json.dumps(written)
        for word in ("wall", "shuffle", "seed", "layout", "dealer_draw", "ply", "setup"):
            assert f'"{word}"' not in text


@pytest.mark.case(101)
def test_case_101_no_run_of_tiles_of_the_wall_or_of_another_hand_is_in_a_view() -> None:
    """No five tiles in a row, as they lie in the wall to come, stand in the leaves of a view."""
    for state in twenty_actions():
        wall = state.setup.wall
        row = [leaf for leaf in leaves(view(state, 0)) if isinstance(leaf, Tile)]
        shown = {tuple(row[start : start + 5]) for start in range(len(row) - 4)}
        assert not shown & {wall[start : start + 5] for start in range(80, 132)}


@pytest.mark.case(102)
def test_case_102_nothing_is_logged_warned_of_or_printed(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        logging.getLogger("lisi_mahjong.views").debug("heard")
        for move in moves(range(7020, 7026)):
            for viewer in VIEWERS:
                seen = view(move.before, viewer)
                assert isinstance(follow(seen, seen_events(move.step, viewer)), SeatView)
                given(move.after, viewer)
            refusals(move.after, move.after.ply % 4)
    assert [record.getMessage() for record in caplog.records] == ["heard"]
    assert caught == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.case(104)
@pytest.mark.rule("VIEW-2")
def test_case_104_games_that_differ_in_hidden_tiles_alone_look_the_same() -> None:
    """In the hand of seat 2, and in the order of the wall."""
    hands = {0: SCATTERED, 1: "{3467z}258m258p258s", 3: "{1267z}369m147p147s"}
    first = position(hands | {2: "{555z6z}11m44s88p169s"}, drawn="9m", draws="7z", remaining=83)
    second = position(hands | {2: "{344z6z}99p77s58p19m5s"}, drawn="9m", draws="6m", remaining=83)
    assert [tuple(game.setup.wall) for game in (first, second)] != [first.setup.wall] * 2
    for viewer in (0, 1, 3, None):
        one, two = view(first, viewer), view(second, viewer)
        assert (one, hash(one), one.legal_actions) == (two, hash(two), two.legal_actions)
        assert given(first, viewer) == given(second, viewer)
    assert view(first, 2) != view(second, 2)
    later = [step(game, parse_action("0 discard 9m")) for game in (first, second)]
    for viewer in (0, 3, None):
        assert seen_events(later[0], viewer) == seen_events(later[1], viewer)
        assert given(later[0].state, viewer) == given(later[1].state, viewer)


@pytest.mark.case(107)
@pytest.mark.rule("VIEW-1", "VIEW-2", "STAND-4")
@pytest.mark.parametrize("drawn_tile", ["9m", "1p"])
def test_case_107_a_discard_is_told_without_whether_it_was_the_drawn_tile(drawn_tile: str) -> None:
    """Seat 1 holds a loose 9m. It draws another one, or 1p, and discards 9m."""
    hands = {1: "{1234z}9m147p258s36p", 2: SCATTERED}
    state = position(hands, turn=1, drawn=drawn_tile, draws="7z", remaining=83)
    taken = step(state, parse_action("1 discard 9m"))
    thrown = Discarded(1, Tile.M9)
    assert seen_events(taken, 0) == (thrown, SawDraw(2, replacement=False))
    assert seen_events(taken, 1) == (thrown, SawDraw(2, replacement=False))
    left = view(taken.state, 0).players[1]
    assert (left.standing_count, left.loose_count, left.hand) == (4, 9, None)


@pytest.mark.case(107)
@pytest.mark.rule("VIEW-2", "STAND-4")
def test_case_107_a_discard_never_tells_of_a_standing_tile_of_its_kind() -> None:
    """Seat 1 draws and discards 9m, with one more 9m standing, or with none."""
    hands = {0: SCATTERED, 2: "{3467z}258m258p258s", 3: "{1267z}369m147p147s"}
    with_9m, without = "{9m345z}1m147p258s5z6z", "{1m345z}8m147p258s5z6z"
    games = [
        position(hands | {1: hand}, turn=1, drawn="9m", draws="7z", remaining=83)
        for hand in (with_9m, without)
    ]
    taken = [step(game, parse_action("1 discard 9m")) for game in games]
    for viewer in (0, 2, 3, None):
        assert seen_events(taken[0], viewer) == seen_events(taken[1], viewer)
        assert given(taken[0].state, viewer) == given(taken[1].state, viewer)
    assert view(taken[0].state, 0).players[1].standing_count == 4


@pytest.mark.case(108)
@pytest.mark.rule("VIEW-1", "VIEW-2")
def test_case_108_a_spectator_sees_public_facts_alone() -> None:
    """What all four seats see, and nothing else, in every position before the end."""
    for number, move in enumerate(moves(range(7030, 7060))):
        state = move.after
        if number % 3 or isinstance(state.stage, Finished):
            continue
        seen = view(state, None)
        views = [view(state, seat) for seat in range(4)]
        for seat, player in enumerate(seen.players):
            assert {shown.players[seat] for shown in (*views, seen)} <= {
                player, views[seat].players[seat],
            }  # fmt: skip
            assert player.hand is None
            assert player == views[seat - 1].players[seat]
        assert (seen.pung_locks, seen.win_barred, seen.legal_actions) == ((), False, ())
        if isinstance(seen.stage, SeenTurn):
            assert seen.stage.drawn is None
        elif isinstance(seen.stage, SeenClaims):
            assert (seen.stage.asked, seen.stage.answer) == (False, None)
        assert not all_kinds(kinds_given(state, None)) & wholly_hidden(state, None)


@pytest.mark.case(108)
@pytest.mark.rule("VIEW-2", "TING-3")
def test_case_108_face_down_tiles_show_a_spectator_nothing() -> None:
    state = position({0: "{1z2p3p6s}777m345m888p"}, drawn="6s", remaining=83)
    after = step(state, DeclareTing(0, Tile.EAST)).state
    seen = view(after, None)
    assert seen.players[0].river == (FaceDownTile(),)
    river = seen.as_json()["players"][0]["river"]
    assert river == [{"tile": None, "taken_by": None, "ting": True}]


@pytest.mark.case(112)
@each_viewer
def test_case_112_views_still_work_after_the_end(viewer: Viewer) -> None:
    for number in range(7060, 7080):
        *_, last = moves([number])
        seen = view(last.after, viewer)
        assert seen.result == last.after.result
        assert seen.legal_actions == ()
        assert json.loads(json.dumps(seen.as_json())) == seen.as_json()
        if viewer is not None:
            assert legal_actions(last.after, viewer) == ()
            assert kinds_in_text(explain(last.after, viewer)) == set()


@pytest.mark.case(145)
@pytest.mark.rule("VIEW-2", "VIEW-3")
def test_case_145_all_is_revealed_once_the_deal_is_over_and_not_before() -> None:
    """In every position of a deal played again; the wall is never shown."""
    ended = set()
    for number in range(7080, 7120):
        for move in moves([number]):
            state = move.after
            over = isinstance(state.stage, Finished)
            ended |= {type(state.result)} if over else set()
            for viewer in VIEWERS:
                players = view(state, viewer).players
                open_hands = [player.hand is not None for player in players]
                assert open_hands == [over or seat == viewer for seat in range(4)]
                face_down = [
                    isinstance(entry, FaceDownTile) for player in players for entry in player.river
                ]
                if over:
                    assert not any(face_down)
                    assert hidden_tiles(state, viewer).total() == state.remaining
    assert len(ended) == 2


@pytest.mark.case(145)
@pytest.mark.rule("VIEW-3")
def test_case_145_a_client_learns_all_hands_by_the_last_event_alone() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    state = position(hands, drawn="9p", draws="5m", ting={1: "7z"}, rules=CHOICE)
    asked = play(state, "0 discard 9p")
    for viewer in VIEWERS:
        before = view(asked, viewer)
        assert [player.hand is not None for player in before.players] == [
            seat == viewer for seat in range(4)
        ]
        *earlier, last = seen_events(step(asked, Win(1)), viewer)
        assert [type(event).__name__ for event in earlier] == []
        assert all(player.hand is not None for player in follow(before, [last]).players)
    let_go = step(asked, idle(asked)).state
    assert not isinstance(let_go.stage, Finished)
    assert view(let_go, 0).players[1].hand is None
    assert drawn(1).start.result is None
