"""A view as a value: its figures, its actions, its texts, JSON and copies, over deals played."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from itertools import islice

import attrs
import pytest

from anatomy import COPIES, parts, repickled
from corpus import drawn
from lisi_mahjong import (
    DeclaredTing,
    Discarded,
    Finished,
    InvalidStateError,
    SeatError,
    SeatView,
    Tag,
    Tile,
    WonDeal,
    legal_actions,
    view,
)
from offers import CHOICE, PAIR_OF_5M, ROBBING_BY_CHOICE, SCATTERED, WAITS_FOR_5M, offered
from playouts import moves, states
from runs import run_python
from sights import VIEWERS, Viewer, hidden_tiles, leaves
from stacked import SITUATIONS
from support import play, position

each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)


def chunks(start: int, stop: int, number: int) -> list[range]:
    """Return the numbers of some deals in so many parts."""
    return [range(start + part, stop, number) for part in range(number)]


ROBBED = range(2 * (15 * 67 + [*SITUATIONS].index("robbing")), 3000, 30)
"""Deals on walls that were laid for robbing a kong."""


# --- what a player keeps in the head ------------------------------------------------------


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [*chunks(2000, 2060, 3), ROBBED], ids=str)
def test_unseen_are_the_tiles_that_lie_where_the_seat_cannot_see_them(numbers: range) -> None:
    for state in states(numbers):
        for viewer in VIEWERS:
            seen = view(state, viewer)
            hidden = hidden_tiles(state, viewer)
            assert seen.unseen == tuple(hidden[tile] for tile in Tile)
            assert seen.unseen_set == sum(hidden[tile] << 4 * tile for tile in Tile)


@pytest.mark.rule("VIEW-1", "WALL-6", "WALL-7")
@pytest.mark.parametrize("numbers", chunks(2100, 2220, 2), ids=str)
def test_what_can_be_drawn_is_what_the_wall_holds_beyond_its_reserve(numbers: range) -> None:
    for state in states(numbers):
        seen = view(state, state.ply % 4)
        stacks, kongs = state.rules.reserved_stacks, state.kongs
        kept = 2 * (stacks + max(0, kongs - 1)) + kongs % 2 if stacks else 0
        assert (seen.kongs, seen.remaining) == (kongs, state.remaining)
        assert seen.reserve == kept == state.reserve
        assert seen.drawable == max(0, state.remaining - kept)


def test_the_deal_goes_on_for_as_many_turns_as_can_be_drawn() -> None:
    """From the first view on, unless a kong or a win comes between."""
    ended = 0
    for number in range(2300, 2400):
        first = drawn(number).start
        draws = Counter[str]()
        last = first
        for move in moves([number]):
            draws.update(type(event).__name__ for event in move.step.events)
            last = move.after
        if last.kongs == 0 and not isinstance(last.result, WonDeal):
            ended += 1
            assert draws["Drew"] == view(first, None).drawable
    assert ended > 10


@pytest.mark.rule("VIEW-1")
@pytest.mark.parametrize("numbers", chunks(2400, 2520, 3), ids=str)
def test_what_was_thrown_since_ting_is_what_was_told_since(numbers: range) -> None:
    """For whoever sees all tiles, here each seat's own row: the kinds, in order."""
    followed = 0
    for number in numbers:
        thrown: dict[int, list[list[Tile]]] = {}
        for move in moves([number]):
            for event in move.step.events:
                if isinstance(event, Discarded | DeclaredTing):
                    for rows in thrown.values():
                        rows[event.seat].append(event.tile)
                if isinstance(event, DeclaredTing):
                    thrown[event.seat] = [[], [], [], []]
            for seat in range(4):
                views = [view(move.after, thrower) for thrower in range(4)]
                found = [seen.thrown_since_ting(seat) for seen in views]
                if seat not in thrown:
                    assert found == [()] * 4
                else:
                    followed += 1
                    own = [[entry.tile for entry in found[row][row]] for row in range(4)]
                    assert own == thrown[seat]
    assert followed > 100


# --- what a seat may do -------------------------------------------------------------------


@pytest.mark.parametrize("numbers", chunks(2600, 3000, 8), ids=str)
def test_a_view_offers_what_the_rules_offer(numbers: range) -> None:
    for state in states(numbers):
        for seat in range(4):
            assert view(state, seat).legal_actions == legal_actions(state, seat)
        assert view(state, None).legal_actions == ()


def test_a_seat_that_has_answered_is_offered_nothing_more() -> None:
    hands = {1: WAITS_FOR_5M, 3: "{3456z}55m147p268s9m"}
    state = offered("5m", hands, ting={1: "1z"}, rules=CHOICE)
    assert [str(action) for action in view(state, 3).legal_actions] == ["3 pung 5m 0", "3 pass"]
    assert view(play(state, "3 pass"), 3).legal_actions == ()


def test_own_tiles_are_given_as_the_rules_look_at_them() -> None:
    for state in states(range(3000, 3030)):
        for seat, player in enumerate(state.players):
            own = view(state, seat).own_player()
            assert own == attrs.evolve(player, river=(), ting_since=())
            assert own.meld_set == player.meld_set
            assert own.wait_set == player.wait_set


# --- a value ------------------------------------------------------------------------------


def some_views() -> Iterator[SeatView]:
    """Yield views of all seats from deals of all sorts."""
    for number, state in enumerate(states(range(3100, 3130))):
        if number % 7 == 0 or isinstance(state.stage, Finished):
            for viewer in VIEWERS:
                yield view(state, viewer)


def test_views_made_twice_are_equal_and_have_one_hash() -> None:
    for number, state in enumerate(states(range(3130, 3150))):
        if number % 5 == 0:
            copied = repickled(state)
            for viewer in VIEWERS:
                one, two = view(state, viewer), view(copied, viewer)
                assert one == two
                assert hash(one) == hash(two)
                assert {one: "found"}[two] == "found"


def test_the_views_of_two_viewers_are_never_equal() -> None:
    for state in states(range(3150, 3160)):
        assert len({view(state, viewer) for viewer in VIEWERS}) == 5


def test_a_view_comes_back_from_pickles_of_every_protocol_and_from_copies() -> None:
    for seen in islice(some_views(), 0, None, 2):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            back = repickled(seen, protocol)
            assert type(back) is SeatView
            assert back == seen
            assert hash(back) == hash(seen)
            assert repr(back) == repr(seen)
        for way in COPIES.values():
            assert way(seen) == seen
            assert way(seen).as_json() == seen.as_json()


def test_a_view_is_made_of_frozen_values_all_the_way_down() -> None:
    """So the order of a dict or the hash of a text can have no part in it."""
    inside: dict[int, object] = {}
    for seen in some_views():
        for path, value in parts(seen, seen=inside):
            kind = type(value)
            good = kind in {tuple, frozenset, int, bool, type(None)} or issubclass(kind, Enum)
            assert good or attrs.has(kind), path
            if kind is frozenset:
                assert all(isinstance(item, Tag) for item in value), path


@pytest.mark.parametrize("field", [field.name for field in attrs.fields(SeatView)])
def test_no_field_of_a_view_can_be_set(field: str) -> None:
    seen = view(drawn(1).start, 0)
    with pytest.raises(AttributeError):
        setattr(seen, field, getattr(seen, field))
    with pytest.raises(AttributeError):
        seen.note = 1  # type: ignore[attr-defined]


def test_views_and_their_texts_are_the_same_under_any_hash_seed() -> None:
    script = """if True:
        import hashlib, json
        from lisi_mahjong import seen_events, view
        from playouts import moves
        digest = hashlib.sha256()
        for move in moves((2, 4, 5, 8, 12)):
            for viewer in (0, 1, 2, 3, None):
                seen = view(move.after, viewer)
                told = seen_events(move.step, viewer)
                for thing in (seen, json.dumps(seen.as_json()), seen.unseen, told):
                    digest.update(repr(thing).encode())
        print(digest.hexdigest())
    """
    runs = [run_python("-c", script, PYTHONHASHSEED=seed) for seed in ("0", "1", "2")]
    assert [ran.stderr for ran in runs] == ["", "", ""]
    assert len({ran.stdout for ran in runs}) == 1
    assert len(runs[0].stdout) == 65


# --- JSON ---------------------------------------------------------------------------------


def test_the_json_of_a_view_is_read_back_as_it_was_written() -> None:
    """A tuple would come back as a list, and a tile as a number."""
    plain = {str, int, bool, type(None)}
    for number, state in enumerate(states(range(3200, 3280))):
        if number % 4 == 0 or isinstance(state.stage, Finished):
            for viewer in VIEWERS:
                written = view(state, viewer).as_json()
                assert json.loads(json.dumps(written)) == written
                assert set(map(type, leaves(written))) <= plain


def lying_tile(text: str, taken_by: int | None = None, *, ting: bool = False) -> dict[str, object]:
    return {"tile": text, "taken_by": taken_by, "ting": ting}


def test_the_json_of_a_turn() -> None:
    state = position(
        {
            0: "{1234z}19m1p",
            1: "{1z4m4p4s}28m25899p36s",
            2: "{777p}222m333p6678s",
            3: "{567z9p}1389m46p178s",
        },
        drawn="7z",
        melds={0: ["555m<2", "(9999s)"]},
        ting={2: "6z"},
        rivers={0: "6m", 1: "66m9p", 3: "6m"},
        locks={0: "6m"},
        remaining=76,
        rules=CHOICE,
    )
    dice = [list(throw) for throw in state.shuffle.dice]
    options = attrs.asdict(CHOICE)
    nothing: dict[str, object] = {"ting": None, "ting_since": [], "hand": None}
    assert view(state, 0).as_json() == {
        "viewer": 0,
        "rules": options,
        "dealer": 0,
        "dice": dice,
        "players": [
            {
                "standing_count": 4,
                "loose_count": 4,
                "melds": [
                    {"kind": "pung", "tile": "5m", "from_seat": 2},
                    {"kind": "concealed kong", "tile": "9s", "from_seat": None},
                ],
                "river": [lying_tile("6m")],
                "ting": None,
                "ting_since": [],
                "hand": {
                    "standing": ["1z", "2z", "3z", "4z"],
                    "loose": ["1m", "9m", "1p", "7z"],
                },
            },
            {
                "standing_count": 4,
                "loose_count": 9,
                "melds": [],
                "river": [lying_tile("6m"), lying_tile("6m"), lying_tile("9p")],
                **nothing,
            },
            {
                "standing_count": 3,
                "loose_count": 10,
                "melds": [],
                "river": [
                    lying_tile("5m", 0),
                    {"tile": None, "taken_by": None, "ting": True},
                ],
                "ting": {"tile": None, "face_up": False, "on_wall": False},
                "ting_since": [1, 3, 2, 0],
                "hand": None,
            },
            {
                "standing_count": 4,
                "loose_count": 9,
                "melds": [],
                "river": [lying_tile("6m")],
                **nothing,
            },
        ],
        "stage": {"name": "turn", "seat": 0, "after_draw": True, "drawn": "7z"},
        "kongs": 1,
        "remaining": 76,
        "reserve": 15,
        "pung_locks": ["6m"],
        "win_barred": False,
        "legal_actions": ["0 discard 1m", "0 discard 9m", "0 discard 1p", "0 discard 7z"],
    }
    others = [view(state, viewer).as_json() for viewer in (1, None)]
    for seen in others:
        assert seen["players"][0]["melds"][1] == {
            "kind": "concealed kong",
            "tile": None,
            "from_seat": None,
        }
        assert seen["stage"] == {"name": "turn", "seat": 0, "after_draw": True, "drawn": None}
        assert (seen["pung_locks"], seen["legal_actions"]) == ([], [])
    assert [seen["viewer"] for seen in others] == [1, None]
    own = view(state, 2).as_json()["players"][2]
    assert own["ting"] == {"tile": "6z", "face_up": False, "on_wall": False}
    assert own["river"] == [lying_tile("5m", 0), lying_tile("6z", ting=True)]


def test_the_json_of_a_tile_on_offer() -> None:
    hands = {1: WAITS_FOR_5M, 3: "{3456z}55m147p268s9m"}
    state = offered("5m", hands, ting={1: "1z"}, rules=CHOICE)
    offer = {"name": "claims", "discarder": 0, "tile": "5m", "robbing": False}
    assert view(state, 3).as_json()["stage"] == {**offer, "asked": True, "answer": None}
    assert view(state, 2).as_json()["stage"] == {**offer, "asked": False, "answer": None}
    answered = view(play(state, "3 pung 5m 0"), 3).as_json()
    assert answered["stage"] == {**offer, "asked": True, "answer": "3 pung 5m 0"}
    assert (answered["legal_actions"], answered["win_barred"]) == ([], False)
    barred = play(state, "3 pass", "1 pass")
    assert [view(barred, seat).as_json()["win_barred"] for seat in range(4)] == [
        False,
        True,
        False,
        False,
    ]


def test_the_json_of_a_kong_that_may_be_robbed() -> None:
    hands = {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M}
    state = position(
        hands, turn=1, drawn="5m", melds={1: ["555m<0"]}, ting={3: "4z"}, rules=ROBBING_BY_CHOICE
    )
    stage = view(play(state, "1 kong 5m added"), 3).as_json()["stage"]
    assert stage == {
        "name": "claims",
        "discarder": 1,
        "tile": "5m",
        "robbing": True,
        "asked": True,
        "answer": None,
    }


def test_the_json_of_a_turn_after_a_pung() -> None:
    state = play(offered("5m", {1: PAIR_OF_5M}), "1 pung 5m 0")
    stage = {"name": "turn", "seat": 1, "after_draw": False, "drawn": None}
    assert view(state, 1).as_json()["stage"] == view(state, 2).as_json()["stage"] == stage


def test_the_json_of_a_win() -> None:
    seen = view(offered("5m", {1: WAITS_FOR_5M}, ting={1: "7z"}), 2).as_json()
    assert seen["stage"] == {
        "name": "won",
        "winner": 1,
        "loser": 0,
        "tile": "5m",
        "robbed_kong": False,
        "readings": [
            {
                "pair": "99s",
                "sets": ["456m", "222p", "333s", "111z"],
                "completes": "456m",
                "tags": ["CLOSED_WAIT"],
                "triplets": 3,
                "points": 2,
            }
        ],
    }
    assert seen["players"][1]["hand"] == {
        "standing": ["1z", "1z", "1z"],
        "loose": ["4m", "5m", "6m", "2p", "2p", "2p", "3s", "3s", "3s", "9s", "9s"],
    }
    assert seen["players"][1]["ting"] == {"tile": "7z", "face_up": False, "on_wall": False}
    assert seen["players"][0]["river"][-1] == lying_tile("5m", 1)


def test_the_json_of_a_self_draw_has_no_loser() -> None:
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", draws="5m", ting={1: "7z"})
    stage = view(play(state, "0 discard 9p"), 0).as_json()["stage"]
    assert (stage["winner"], stage["loser"], stage["robbed_kong"]) == (1, None, False)


def test_the_json_of_a_drawn_deal() -> None:
    state = play(position({0: SCATTERED}, drawn="9p", remaining=14), "0 discard 9p")
    assert view(state, 0).as_json()["stage"] == {"name": "drawn"}


def test_the_order_of_the_keys_is_fixed() -> None:
    orders = {tuple(seen.as_json()) for seen in some_views()}
    fields = [field.name for field in attrs.fields(SeatView)]
    fields.insert(fields.index("remaining") + 1, "reserve")
    assert orders == {(*fields, "legal_actions")}


# --- texts --------------------------------------------------------------------------------


@each_viewer
def test_a_view_in_one_line(viewer: Viewer) -> None:
    state = position({0: SCATTERED}, drawn="9p")
    who = "seat 0 {1234z} 147m2589p369s" if viewer == 0 else "a spectator"
    text = repr(view(state, viewer))
    if viewer in {0, None}:
        assert text == f"<SeatView of {who}, turn of seat 0, 60 tiles left>"
    assert text.startswith("<SeatView of ")
    assert text == str(view(state, viewer))
    assert len(text) < 200


def test_a_view_says_in_one_line_what_is_on_offer_and_how_the_deal_ended() -> None:
    asked = offered("5m", {1: PAIR_OF_5M})
    assert repr(view(asked, 1)) == (
        "<SeatView of seat 1 {1234z} 55m147p2589s, 5m of seat 0 on offer, 60 tiles left>"
    )
    won = offered("5m", {1: WAITS_FOR_5M}, ting={1: "7z"})
    assert repr(view(won, None)) == "<SeatView of a spectator, won by seat 1, 60 tiles left>"
    nobody = play(position({0: SCATTERED}, drawn="9p", remaining=14), "0 discard 9p")
    assert repr(view(nobody, 0)) == (
        "<SeatView of seat 0 {1234z} 147m258p369s, drawn, 14 tiles left>"
    )


# --- the door -----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [4, -1, True, False, "0", 0.0, (), Tile.M1])
def test_only_the_four_seats_and_none_can_look(seat: object) -> None:
    with pytest.raises(SeatError):
        view(drawn(1).start, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 0, "state", drawn(1).start.players])
def test_only_a_state_can_be_looked_at(value: object) -> None:
    with pytest.raises(InvalidStateError):
        view(value, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [4, -1, None, True])
def test_what_was_thrown_is_asked_of_a_seat(seat: object) -> None:
    with pytest.raises(SeatError):
        view(drawn(1).start, 0).thrown_since_ting(seat)  # type: ignore[arg-type]


def test_a_spectator_has_no_tiles() -> None:
    with pytest.raises(SeatError):
        view(drawn(1).start, None).own_player()


def test_a_view_from_elsewhere_without_the_own_hand_is_shown_with_no_tiles() -> None:
    """It is no view of a deal, which `problems` says; but looking at it is no error."""
    seen = view(drawn(1).start, 2)
    first, second, own_side, last = seen.players
    players = (first, second, attrs.evolve(own_side, hand=None), last)
    handless = attrs.evolve(seen, players=players)
    own = handless.own_player()
    assert (own.standing, own.loose) == ((), ())
    assert repr(handless).startswith("<SeatView of seat 2 {} , turn of seat ")
