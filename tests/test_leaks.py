"""Nothing that a seat is given names a tile that it cannot see.

In each position laid here all four copies of one kind are hidden from some viewers. Whatever such
a viewer is given is searched for the kind: as a tile, as text in any script, and in pickles. Who
may see one copy must find it by the same search, so that the search is known to find things.
"""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import NamedTuple

import pytest

from lisi_mahjong import (
    AwaitingClaims,
    Finished,
    GameState,
    MeldKind,
    Player,
    RuleSet,
    SeatView,
    Setup,
    Shuffle,
    Step,
    Tile,
    explain,
    follow,
    parse_action,
    seen_events,
    step,
    view,
)
from offers import CHOICE, PAIR_OF_5M, SCATTERED, WAITS_FOR_5M, WAITS_FOR_5M_TOO, offered
from playouts import idle, moves, states
from sights import (
    COUNTS,
    METHODS,
    PROTOCOLS,
    VIEWERS,
    Viewer,
    all_kinds,
    as_json,
    given,
    kinds_given,
    kinds_in_copies,
    kinds_in_pickle,
    kinds_in_refusals,
    kinds_in_text,
    kinds_in_value,
    refusals,
    tiles_in_value,
    wholly_hidden,
)
from support import play, position

# --- the search finds what is there -------------------------------------------------------


@pytest.mark.parametrize("tile", Tile, ids=str)
def test_the_search_finds_every_kind_in_every_form(tile: Tile) -> None:
    for text in (str(tile), f"not {tile}: x", f"3p{tile}", tile.zh, tile.glyph, repr(tile)):
        assert tile in kinds_in_text(text)
    assert tile in kinds_in_text(f"seat 1 may discard 12{tile}3p")
    assert kinds_in_value({"a": [(1, None, {str(tile)})]}) == kinds_in_value([(tile,)]) == {tile}
    assert kinds_in_value(str(tile).encode()) == {tile}
    for protocol in PROTOCOLS:
        for value in (tile, [tile, tile], {"tile": str(tile)}, (1, {tile: tile.zh})):
            assert kinds_in_pickle(pickle.dumps(value, protocol)) == {tile}


@pytest.mark.parametrize(
    "text", ["seat 0 may pass", "83 tiles left", '{"viewer": 0, "melds": []}', "座位0不能过"]
)
def test_the_search_finds_nothing_where_nothing_is(text: str) -> None:
    assert kinds_in_text(text) == set()


@pytest.mark.parametrize("packed", [137, 4 << 132, -1])
def test_the_search_lets_no_packed_set_of_tiles_through(packed: int) -> None:
    with pytest.raises(AssertionError):
        kinds_in_value((packed,))
    for protocol in PROTOCOLS:
        with pytest.raises(AssertionError):
            kinds_in_pickle(pickle.dumps((packed,), protocol))


def test_a_view_has_no_method_and_no_count_that_is_not_searched() -> None:
    seen = view(loose(), 0)
    public = {name for name in dir(seen) if not name.startswith("_")}
    methods = {name for name in public if callable(getattr(seen, name))}
    assert methods == METHODS
    assert public >= COUNTS


# --- one kind, hidden here and there ------------------------------------------------------

KIND = Tile.M5


def loose() -> GameState:
    return position({2: "{1234z}5555m147p25s"}, drawn="9p")


def standing() -> GameState:
    return position({2: "{5555m}147p235689s"}, drawn="9p")


def standing_and_loose() -> GameState:
    return position({2: "{55m12z}55m147p258s9p"}, drawn="9p")


def two_hands() -> GameState:
    hands = {1: "{5m167z}5m147p258s9m1s", 2: "{5m234z}5m369p147s9m3s"}
    return position(hands, drawn="9p")


def just_drawn() -> GameState:
    return position({}, turn=2, drawn="5m", draws="555m")


def after_a_pung() -> GameState:
    return play(offered("9p", {2: "{1234z}5555m499p25s"}), "2 pung 9p 0")


def head_of_the_wall() -> GameState:
    return position({}, drawn="9p", draws="5555m")


def tail_of_the_wall() -> GameState:
    return position({}, drawn="9p", replacements="5555m")


def hand_in_ting() -> GameState:
    return position({2: "{777p}5555m2223p67s"}, drawn="9p", ting={2: "6z"})


def ting_tile() -> GameState:
    return position({2: "{777p}222m333p6678s"}, drawn="9p", ting={2: "5m"}, draws="7z555m")


def ting_tile_on_the_wall() -> GameState:
    rules = RuleSet(ting_on_wall=True, open_ting=True)
    hands = {0: "{5m2p3p6s}777m234s888p"}
    state = position(hands, drawn="6s", draws="7z", replacements="555m", rules=rules)
    return play(state, "0 ting 5m wall")


def concealed_kong() -> GameState:
    return position({}, drawn="9p", melds={2: ["(5555m)"]})


def concealed_kong_and_ting() -> GameState:
    hands = {2: "{777p}222m6678s"}
    return position(hands, drawn="9p", melds={2: ["(5555m)"]}, ting={2: "6z"})


def while_a_tile_is_on_offer() -> GameState:
    hands = {0: SCATTERED, 1: "{167z1s}99p147s258s9m", 2: "{234z5z}5555m36p47s9s"}
    return offered("9p", hands)


class Secret(NamedTuple):
    """A position in which four copies of a kind are hidden from all but some."""

    made: Callable[[], GameState]
    owners: frozenset[Viewer]


SECRETS = {
    made.__name__: Secret(made, frozenset(owners))
    for made, owners in (
        (loose, {2}),
        (standing, {2}),
        (standing_and_loose, {2}),
        (two_hands, {1, 2}),
        (just_drawn, {2}),
        (after_a_pung, {2}),
        (head_of_the_wall, set[Viewer]()),
        (tail_of_the_wall, set[Viewer]()),
        (hand_in_ting, {2}),
        (ting_tile, {2}),
        (ting_tile_on_the_wall, {0}),
        (concealed_kong, {2}),
        (concealed_kong_and_ting, {2}),
        (while_a_tile_is_on_offer, {2}),
    )
}

each_secret = pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)


def in_sight(secret: Secret, viewer: Viewer) -> bool:
    """Return whether the viewer may see a copy, having checked the position."""
    hidden = KIND in wholly_hidden(secret.made(), viewer)
    assert hidden is (viewer not in secret.owners)
    return not hidden


@pytest.mark.rule("VIEW-2")
@each_secret
@each_viewer
def test_a_hidden_kind_is_nowhere_in_what_a_seat_is_given(secret: Secret, viewer: Viewer) -> None:
    state = secret.made()
    found = kinds_given(state, viewer)
    if in_sight(secret, viewer):
        assert KIND in found["view"] & found["json"] & found["players"]
    else:
        assert [name for name, kinds in found.items() if KIND in kinds] == []


@pytest.mark.rule("VIEW-2")
@each_secret
@each_viewer
def test_a_hidden_kind_is_in_no_pickle_and_in_no_copy_of_a_view(
    secret: Secret, viewer: Viewer
) -> None:
    found = kinds_in_copies(view(secret.made(), viewer))
    assert {KIND in kinds for kinds in found.values()} == {in_sight(secret, viewer)}


@pytest.mark.rule("VIEW-2", refuses=True)
@each_secret
@pytest.mark.parametrize("seat", range(4))
def test_a_hidden_kind_is_in_no_refusal(secret: Secret, seat: int) -> None:
    """Nor any other kind but the one that the action itself names, and never the state."""
    assert kinds_in_refusals(secret.made(), seat) == set()


@pytest.mark.rule("VIEW-2")
@each_secret
@each_viewer
def test_a_hidden_kind_is_in_no_event_of_the_next_step(secret: Secret, viewer: Viewer) -> None:
    state = secret.made()
    taken = step(state, idle(state))
    if viewer in secret.owners or KIND not in wholly_hidden(taken.state, viewer):
        return
    told = seen_events(taken, viewer)
    assert KIND not in kinds_in_value((told, repr(told), as_json(told)))
    assert KIND not in all_kinds(kinds_in_copies(told))
    assert KIND not in kinds_in_value(follow(view(state, viewer), told))


def test_unseen_counts_name_a_hidden_kind_with_all_four_copies() -> None:
    for secret in SECRETS.values():
        for viewer in VIEWERS:
            copies = view(secret.made(), viewer).unseen[KIND]
            assert (copies == 4) is (viewer not in secret.owners)


# --- the moment a secret is made ----------------------------------------------------------


class Making(NamedTuple):
    """A step by which a kind comes to where all but one seat cannot see it."""

    before: Callable[[], GameState]
    action: str
    owner: int


def four_5m(rules: RuleSet = CHOICE) -> GameState:
    return position({1: "{1567z}555m147p258s"}, turn=1, drawn="5m", rules=rules)


def before_a_draw() -> GameState:
    return position({0: SCATTERED}, drawn="9p", draws="5m", replacements="555m")


def before_a_replacement() -> GameState:
    hands = {1: "{1567z}999m147p258s"}
    return position(hands, turn=1, drawn="9m", draws="555m", replacements="5m")


def before_ting() -> GameState:
    hands = {0: "{5m2p3p6s}777m234s888p"}
    rules = RuleSet(ting_on_wall=True)
    return position(hands, drawn="6s", draws="7z", replacements="555m", rules=rules)


MAKINGS = {
    "draw": Making(before_a_draw, "0 discard 9p", 1),
    "replacement": Making(before_a_replacement, "1 kong 9m concealed", 1),
    "kong": Making(four_5m, "1 kong 5m concealed", 1),
    "ting": Making(before_ting, "0 ting 5m", 0),
    "ting on the wall": Making(before_ting, "0 ting 5m wall", 0),
}


@pytest.mark.rule("VIEW-2")
@pytest.mark.parametrize("making", MAKINGS.values(), ids=MAKINGS)
@each_viewer
def test_the_event_that_makes_a_secret_names_it_to_its_owner_alone(
    making: Making, viewer: Viewer
) -> None:
    state = making.before()
    taken = step(state, parse_action(making.action))
    told = seen_events(taken, viewer)
    found = {"events": kinds_in_value((told, repr(told), str(told))), **kinds_in_copies(told)}
    found["followed"] = kinds_in_value(follow(view(state, viewer), told))
    found["json of events"] = kinds_in_value(as_json(told))
    found |= kinds_given(taken.state, viewer)
    if viewer == making.owner:
        assert KIND in found["events"] & found["pickle 2"] & found["deepcopy"]
        assert KIND in found["json of events"]
    else:
        assert [name for name, kinds in found.items() if KIND in kinds] == []


# --- locks, bars, answers, and who is asked -----------------------------------------------


def all_given(state: GameState, viewer: Viewer) -> dict[str, object]:
    """Return all that a viewer is given, with pickles and refusals."""
    things = given(state, viewer)
    seen = view(state, viewer)
    things |= {f"pickle {protocol}": pickle.dumps(seen, protocol) for protocol in PROTOCOLS}
    if viewer is not None:
        things["refusals"] = refusals(state, viewer)
    return things


def assert_alike(first: GameState, second: GameState, *viewers: Viewer) -> None:
    """Check that two positions that differ are alike in everything that some viewers get."""
    assert first != second
    for viewer in viewers:
        one, two = all_given(first, viewer), all_given(second, viewer)
        assert [name for name in one if one[name] != two[name]] == []


def on_offer(*answers: str) -> GameState:
    """Return 5m on offer: seats 1 and 2 may win on it, and seat 3 may pung it."""
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}55m147p268s9m"}
    return play(offered("5m", hands, ting={1: "1z", 2: "2z"}, rules=CHOICE), *answers)


@pytest.mark.rule("VIEW-2", "CLAIM-4")
@pytest.mark.parametrize(
    "answers",
    [("2 pass",), ("2 win",), ("3 pass",), ("3 pung 5m 0",), ("2 win", "3 pung 5m 0"), ("1 pass",)],
)
def test_nothing_tells_what_another_seat_has_answered(answers: tuple[str, ...]) -> None:
    others = {*VIEWERS}.difference(int(answer[0]) for answer in answers)
    assert_alike(on_offer(), on_offer(*answers), *others)


@pytest.mark.rule("VIEW-2", "CLAIM-6")
def test_nothing_tells_who_else_is_asked() -> None:
    hands = {0: "{2345z}147m369p36s9m", 1: "{2345z}258m258p258s"}
    without = "{1267z}38m147p146s9p"
    first = offered("5m", hands | {2: PAIR_OF_5M, 3: without}, remaining=83)
    second = offered("5m", hands | {2: without, 3: PAIR_OF_5M}, remaining=83)
    assert_alike(first, second, 0, 1, None)


@pytest.mark.rule("VIEW-2", "CLAIM-3", "WIN-3")
@pytest.mark.parametrize("offer", ["9p", "5m"])
def test_nothing_tells_which_rights_another_seat_has_lost(offer: str) -> None:
    hands = {0: "{2345z}147m369p36s7m", 1: "{1456z}55m147p28s99p", 2: WAITS_FOR_5M}
    hands |= {3: "{3456z}268m258p258s"}

    def table(locks: dict[int, str], barred: list[int]) -> GameState:
        return offered(
            offer, hands, ting={2: "7z"}, locks=locks, barred=barred, remaining=82, rules=CHOICE
        )

    assert_alike(table({}, []), table({3: "5m"}, [2]), 0, 1, None)
    assert_alike(table({}, []), table({3: "147m9p"}, []), 0, 1, 2, None)


def test_what_the_owner_knows_of_a_lock_and_a_bar_does_differ() -> None:
    """The comparison of the tests above can tell things apart."""
    hands = {2: WAITS_FOR_5M, 3: PAIR_OF_5M}
    free = offered("9s", hands, ting={2: "7z"}, rules=CHOICE)
    bound = offered("9s", hands, ting={2: "7z"}, locks={3: "5m"}, barred=[2], rules=CHOICE)
    for seat in (2, 3):
        with pytest.raises(AssertionError):
            assert_alike(free, bound, seat)
    for seat in (1, 2, 3):
        with pytest.raises(AssertionError):
            assert_alike(on_offer(), on_offer(f"{seat} pass"), seat)


# --- every position of many deals ---------------------------------------------------------


def in_view(state: GameState, viewer: Viewer) -> Counter[Tile]:
    """Return the tiles that lie in a viewer's sight, each once; of a meld one, of ting two."""
    seen: Counter[Tile] = Counter()
    for seat, player in enumerate(state.players):
        mine = seat == viewer or isinstance(state.stage, Finished)
        ting = player.ting
        ting_shown = ting is not None and (mine or ting.face_up)
        seen.update(player.concealed if mine else ())
        seen.update(
            meld.tile
            for meld in player.melds
            if mine or meld.kind is not MeldKind.CONCEALED_KONG or state.rules.show_concealed_kongs
        )
        seen.update(entry.tile for entry in player.river if ting_shown or not entry.ting)
        seen.update([ting.tile] if ting is not None and ting_shown else ())
    return seen


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [range(5000 + part, 5040, 2) for part in range(2)], ids=str)
def test_a_view_holds_the_tiles_in_sight_and_no_other(numbers: range) -> None:
    for state in states(numbers):
        for viewer in VIEWERS:
            assert tiles_in_value(view(state, viewer).players) == in_view(state, viewer)


@pytest.mark.rule("VIEW-2")
@pytest.mark.parametrize("numbers", [range(5100 + part, 5150, 4) for part in range(4)], ids=str)
def test_kinds_of_which_a_seat_sees_no_copy_are_in_nothing_that_it_gets(numbers: range) -> None:
    """Every event, and every seventh position in all its forms."""
    searched = 0
    for number, move in enumerate(moves(numbers)):
        for viewer in VIEWERS:
            hidden = wholly_hidden(move.after, viewer)
            told = seen_events(move.step, viewer)
            assert not kinds_in_value((told, repr(told), as_json(told))) & hidden
            if number % 7 == 0:
                searched += len(hidden)
                found = kinds_given(move.after, viewer)
                found["pickle"] = kinds_in_pickle(pickle.dumps(view(move.after, viewer)))
                found["told"] = kinds_in_pickle(pickle.dumps(told))
                assert not all_kinds(found) & hidden, (move.after, viewer)
    assert searched > 500


@pytest.mark.parametrize("numbers", [range(5200 + part, 5230, 3) for part in range(3)], ids=str)
def test_no_refusal_names_a_kind_but_the_one_that_was_tried(numbers: range) -> None:
    for number, state in enumerate(states(numbers)):
        if number % 13 == 0:
            seat = number // 13 % 4
            assert kinds_in_refusals(state, seat) == set()


# --- nothing behind a view ----------------------------------------------------------------


def behind(value: object) -> Iterator[object]:
    """Yield every object that can be reached from a value, but for what belongs to classes."""
    code = (type, ModuleType, FunctionType, BuiltinFunctionType, Enum)
    met = {id(value): value}
    waiting = [value]
    while waiting:
        reached = waiting.pop()
        yield reached
        for other in gc.get_referents(reached):
            if id(other) not in met and not isinstance(other, code):
                met[id(other)] = other
                waiting.append(other)


@pytest.mark.rule("VIEW-2")
@pytest.mark.case(101)
def test_case_101_no_state_wall_or_player_hangs_behind_a_view_or_an_event() -> None:
    secrets = (GameState, Setup, Shuffle, Player, AwaitingClaims, Step)
    assert any(isinstance(thing, Player) for thing in behind((loose(),)))
    for number, move in enumerate(moves(range(5300, 5320))):
        if number % 4 == 0:
            for viewer in VIEWERS:
                things = (view(move.after, viewer), seen_events(move.step, viewer))
                met = [type(thing) for thing in behind(things) if isinstance(thing, secrets)]
                assert met == []
                assert sum(isinstance(thing, SeatView) for thing in behind(things)) == 1


def test_an_explanation_names_own_tiles_and_the_tile_on_offer_alone() -> None:
    for number, state in enumerate(states(range(5320, 5360))):
        if number % 3 == 0:
            for seat, player in enumerate(state.players):
                known = set(player.concealed) | {meld.tile for meld in player.melds}
                if isinstance(state.stage, AwaitingClaims):
                    known.add(state.stage.tile)
                for chinese in (False, True):
                    assert kinds_in_text(explain(state, seat, chinese=chinese)) <= known
