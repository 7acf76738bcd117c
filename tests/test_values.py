"""Everything public is a value: equal by what it says, hashable, frozen, copied and pickled."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Mapping
from enum import Enum
from itertools import combinations
from typing import Any

import attrs
import pytest

import lisi_mahjong
from anatomy import COPIES, fields_of, parts, repickled
from lisi_mahjong import (
    AwaitingClaims,
    Ended,
    Finished,
    HandError,
    KongKind,
    Meld,
    MeldKind,
    Problem,
    Reading,
    Refusal,
    RuleSet,
    Setup,
    Shuffle,
    Tag,
    Tile,
    Ting,
    WonDeal,
    actors,
    legal_actions,
    parse_tiles,
    readings,
    step,
    view,
    waits,
)
from lisi_mahjong.testing import SITUATIONS
from playouts import moves
from runs import TESTS, run_python
from value_tables import BOTH, FIRST, LARGE, PAIRS, PUNG, Factory, some_reading, started

each_class = pytest.mark.parametrize("name", FIRST)
each_value = pytest.mark.parametrize("name", BOTH)


def test_there_is_a_value_of_every_public_class() -> None:
    public = {getattr(lisi_mahjong, name) for name in lisi_mahjong.__all__}
    classes = {value for value in public if isinstance(value, type) and attrs.has(value)}
    assert {type(factory()) for factory in FIRST.values()} == classes


# --- equality and hash --------------------------------------------------------------------


@pytest.mark.case(132)
@each_value
def test_case_132_values_that_say_the_same_are_equal_and_have_one_hash(name: str) -> None:
    one, two = BOTH[name](), BOTH[name]()
    assert one == two
    assert not one != two  # noqa: SIM202 - the other operator is asked too
    assert hash(one) == hash(two)
    assert {one: "found"}[two] == "found"
    assert len({one, two}) == 1


@pytest.mark.case(132)
@pytest.mark.parametrize("name", PAIRS)
def test_case_132_a_value_differs_as_soon_as_one_field_differs(name: str) -> None:
    one, two = (factory() for factory in PAIRS[name])
    compared = [field.name for field in attrs.fields(type(one)) if field.eq and field.init]
    for field in compared:
        assert getattr(one, field) != getattr(two, field), f"{field} is to differ in the table"
        assert changed(one, field, getattr(two, field)) != one


def changed(value: Any, field: str, content: object) -> Any:  # noqa: ANN401 - of any class
    """Return a copy in which a field holds something else, whether or not that can be."""
    twin = copy.copy(value)
    object.__setattr__(twin, field, content)
    return twin


def test_what_is_left_out_of_equality_is_derived_from_the_rest_or_says_where_it_was_read() -> None:
    left_out = {
        f"{type(value).__name__}.{field.name}"
        for value in (factory() for factory in FIRST.values())
        for field in attrs.fields(type(value))
        if not field.eq
    }
    hands = {"Player.wait_set", "Player.meld_set", "Setup.wall"}
    lines = {
        f"{kind}.{name}"
        for kind in ("Record", "Sitting")
        for name in ("line", "torn", "lacks_newline")
    }
    assert left_out == hands | lines | {"Record.state", "Sitting.state"}


@pytest.mark.case(132)
def test_case_132_values_of_different_classes_are_never_equal() -> None:
    """`Discard(0, …)` is no `Win(0)`, and a tuple of the fields is no value either."""
    values = [factory() for factory in FIRST.values()]
    for one, two in combinations(values, 2):
        assert one != two
    for value in values:
        assert value != attrs.astuple(value, recurse=False)
        assert value != None  # noqa: E711 - the operator is the point


def test_a_tile_is_equal_to_its_int_and_sorts_like_it() -> None:
    assert [int(tile) for tile in sorted(Tile)] == list(range(34))
    assert {Tile.M5: "found"}[Tile(4)] == "found"


# --- frozen -------------------------------------------------------------------------------


@each_class
def test_no_field_can_be_set_or_deleted(name: str) -> None:
    value = FIRST[name]()
    for field in fields_of(value):
        with pytest.raises(AttributeError):
            setattr(value, field, getattr(value, field))
        with pytest.raises(AttributeError):
            delattr(value, field)
    assert value == FIRST[name]()


@each_class
def test_nothing_can_be_added_to_a_value(name: str) -> None:
    value = FIRST[name]()
    with pytest.raises(AttributeError):
        value.something_else = 1
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize("name", ["rank", "suit", "zh", "glyph", "name", "value"])
def test_no_attribute_of_a_tile_can_be_set_or_deleted(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Tile.M5, name, getattr(Tile.M6, name))
    with pytest.raises(AttributeError):
        delattr(Tile.M5, name)


@pytest.mark.parametrize("kind", [Tile, Tag, MeldKind, KongKind, Refusal, Problem])
def test_no_member_of_an_enum_can_be_replaced(kind: type[Enum]) -> None:
    first, second, *_ = kind
    with pytest.raises(AttributeError):
        setattr(kind, first.name, second)
    assert kind[first.name] is first


# --- copies -------------------------------------------------------------------------------


@each_value
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_value_comes_back_from_a_pickle_of_any_protocol(name: str, protocol: int) -> None:
    value = BOTH[name]()
    hash(value)  # some classes remember it, and must forget it in the pickle
    back = repickled(value, protocol)
    assert type(back) is type(value)
    assert back == value
    assert hash(back) == hash(value)
    assert repr(back) == repr(value)


@each_value
@pytest.mark.parametrize("way", COPIES)
def test_a_copy_is_equal_and_has_the_same_hash(name: str, way: str) -> None:
    value = BOTH[name]()
    copied = COPIES[way](value)
    assert type(copied) is type(value)
    assert copied == value
    assert hash(copied) == hash(value)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", [Tile, Tag, MeldKind, KongKind, Refusal, Problem])
def test_a_copy_of_a_member_is_the_member(kind: type[Enum], way: str) -> None:
    for member in kind:
        assert COPIES[way](member) is member


def test_a_pickle_written_under_another_hash_seed_is_equal_and_found_as_a_key() -> None:
    script = (
        "import pickle; from value_tables import BOTH\n"
        "values = {name: factory() for name, factory in BOTH.items()}\n"
        "hash(tuple(values.values()))\n"
        "print(pickle.dumps(values).hex())"
    )
    ran = run_python("-c", script, PYTHONHASHSEED="1")
    written = pickle.loads(bytes.fromhex(ran.stdout))  # noqa: S301 - our own pickle
    for name, value in written.items():
        assert value == BOTH[name]()
        assert {BOTH[name](): "found"}[value] == "found"


# --- texts --------------------------------------------------------------------------------

NAMES = {name: getattr(lisi_mahjong, name) for name in lisi_mahjong.__all__}


@pytest.mark.parametrize("name", [name for name in BOTH if name.split()[-1] not in LARGE])
def test_the_repr_of_a_small_value_can_be_pasted_back(name: str) -> None:
    value = BOTH[name]()
    if "<WonDeal" not in repr(value):
        assert eval(repr(value), NAMES) == value  # noqa: S307 - our own text


@pytest.mark.parametrize("kind", [Tile, Tag, MeldKind, KongKind, Refusal, Problem])
def test_the_repr_of_a_member_can_be_pasted_back(kind: type[Enum]) -> None:
    for member in kind:
        assert eval(repr(member), NAMES) is member  # noqa: S307 - our own text


@each_class
def test_the_repr_of_a_value_is_short(name: str) -> None:
    assert len(repr(FIRST[name]())) < 200


def test_the_repr_of_a_result_counts_its_readings() -> None:
    found = readings("2223334445556m", "6m")
    texts = [
        repr(WonDeal(0, 1, Tile.M6, robbed_kong=False, readings=found[:number])).partition(", ")[2]
        for number in range(3)
    ]
    assert texts == [
        f"6m from seat 1, {told}>" for told in ("0 readings", "1 reading", "2 readings")
    ]


def test_the_reprs_of_a_state_and_a_view_say_whether_a_kong_can_be_robbed() -> None:
    state = SITUATIONS["robbing a kong"].laid().state
    assert repr(state) == f"<GameState ply {state.ply}, kong of seat 3 on offer>"
    told = repr(view(state, None))
    assert told.startswith("<SeatView of a spectator, kong of 5m of seat 3 on offer, ")


HIDDEN = re.compile(r"[1-9][mpsz]|Tile")


def test_the_repr_of_a_state_or_a_shuffle_names_no_tile() -> None:
    for move in moves(range(1300, 1310)):
        state = move.after
        for value in (state, state.shuffle, state.setup):
            assert not HIDDEN.search(repr(value))
            assert not HIDDEN.search(f"{value}")


def test_the_repr_of_everything_in_a_deal_is_short() -> None:
    """But for steps, which hold any number of events, and options, of which all may be changed.

    What holds a result is looked at in the next test.
    """
    long = (RuleSet, Setup, WonDeal, Finished, Ended)
    seen: dict[int, object] = {}
    for move in moves(range(1310, 1330)):
        for path, value in parts((move.action, move.step.state, move.step.events), seen=seen):
            if attrs.has(type(value)) and not isinstance(value, long):
                assert len(repr(value)) < 200, path


def test_the_repr_of_a_result_is_short_however_many_readings_it_has() -> None:
    found = readings("2223334445556m", "6m")
    assert len(found) == 4
    result = WonDeal(0, 1, Tile.M6, robbed_kong=False, readings=found)
    assert [len(repr(value)) < 200 for value in (result, Finished(result), Ended(result))] == [
        True,
        True,
        True,
    ]


# --- nothing inside can change ------------------------------------------------------------


def test_everything_inside_a_state_is_a_frozen_value_all_the_way_down() -> None:
    """Every state, action and event of 60 deals: attrs values, tuples, frozensets and atoms."""
    seen: dict[int, object] = {}
    kinds = set()
    for move in moves(range(1330, 1390)):
        for path, value in parts((move.before, move.action, move.step), seen=seen):
            kind = type(value)
            kinds.add(kind)
            good = kind in {tuple, frozenset, int, bool, type(None)} or issubclass(kind, Enum)
            assert good or attrs.has(kind), f"{path} is a {kind.__name__}"
    assert kinds >= {WonDeal, Reading, AwaitingClaims, Meld, Ting, frozenset}


GIVEN_OUT: Mapping[str, Factory] = {
    "parse_tiles": lambda: parse_tiles("12m"),
    "waits": lambda: waits("123456789m1112p"),
    "readings": lambda: readings("123456789m1112p", "3p"),
    "actors": lambda: actors(started()),
    "no actions": lambda: legal_actions(started(), 0),
    "actions": lambda: legal_actions(started(), 1),
    "players": lambda: started().players,
    "standing": lambda: started().players[0].standing,
    "loose": lambda: started().players[0].loose,
    "concealed": lambda: started().players[0].concealed,
    "pung_locks": lambda: started().players[0].pung_locks,
    "waits of a player": lambda: started().players[0].waits,
    "melds": lambda: started().players[0].melds,
    "river": lambda: started().players[0].river,
    "layout": lambda: started().shuffle.layout,
    "dice": lambda: started().shuffle.dice,
    "wall": lambda: started().setup.wall,
    "tiles of a meld": lambda: PUNG.tiles,
    "events": lambda: step(started(), legal_actions(started(), 1)[0]).events,
}


@pytest.mark.parametrize("name", GIVEN_OUT)
def test_what_is_given_out_is_a_tuple(name: str) -> None:
    assert type(GIVEN_OUT[name]()) is tuple


def test_the_tags_of_a_reading_are_a_frozenset() -> None:
    assert type(some_reading().tags) is frozenset


def test_the_problems_of_an_error_are_tuples() -> None:
    with pytest.raises(lisi_mahjong.InvalidStateError) as caught:
        Shuffle.from_draw_order([Tile.M1] * 5)
    problems = caught.value.problems
    assert type(problems) is tuple
    assert {type(problem) for problem in problems} == {tuple}


def test_an_error_does_not_keep_the_list_of_its_caller() -> None:
    hand = list(parse_tiles("12m"))
    with pytest.raises(HandError) as caught:
        waits(hand)
    before = str(caught.value)
    hand.clear()
    assert str(caught.value) == before


# --- the same in every process ------------------------------------------------------------


def test_texts_and_orders_are_the_same_under_any_hash_seed() -> None:
    runs = [run_python(str(TESTS / "fingerprint.py"), PYTHONHASHSEED=seed) for seed in ("0", "1")]
    assert runs[0].stderr == runs[1].stderr == ""
    assert runs[0].stdout == runs[1].stdout
    digest, wins = runs[0].stdout.split()
    assert len(digest) == 64
    assert int(wins) > 0
