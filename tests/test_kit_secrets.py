"""What a seat may not see, what something tells, and twins that differ in the one alone."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

import lisi_mahjong
from drawing import QUIET, drawn
from evenings import finished, seated, started
from lisi_mahjong import (
    AwaitingClaims,
    GameState,
    Hand,
    IllegalAction,
    InvalidStateError,
    Pass,
    Record,
    RecordError,
    RuleSet,
    SeatError,
    Shuffle,
    TableState,
    Tile,
    actors,
    apply,
    deal,
    explain,
    format_record,
    format_tiles,
    format_view,
    legal_actions,
    parse_action,
    parse_tiles,
    problems,
    seen_events,
    step,
    view,
    view_table,
)
from lisi_mahjong.chance import Chance
from lisi_mahjong.errors import shorten
from lisi_mahjong.players import tidy
from lisi_mahjong.testing import (
    SITUATIONS,
    assert_tells_nothing_hidden,
    hidden_tiles,
    secret_kinds,
    stack,
    states,
    told_kinds,
    twin,
)
from lisi_mahjong.testing.failing import VIEWERS
from lisi_mahjong.testing.hiding import excerpt

STATE = deal(Shuffle.from_seed(7))


# --- what is hidden ---


def test_at_first_all_but_ones_own_tiles_are_hidden() -> None:
    """136 less thirteen; less fourteen for the dealer; a spectator sees nothing."""
    counts = [hidden_tiles(STATE, viewer).total() for viewer in VIEWERS]
    assert counts == [122, 123, 123, 123, 136]
    hidden = hidden_tiles(STATE, 0)
    own = Counter(STATE.players[0].concealed)
    assert all(hidden[tile] == 4 - own[tile] for tile in Tile)


@settings(QUIET, max_examples=80)
@given(states())
def test_views_count_the_hidden_tiles(state: GameState) -> None:
    for viewer in VIEWERS:
        hidden = hidden_tiles(state, viewer)
        assert [hidden[tile] for tile in Tile] == [*view(state, viewer).unseen]
        assert secret_kinds(state, viewer) == {tile for tile in Tile if hidden[tile] == 4}


def test_a_concealed_kong_is_hidden_from_the_others_unless_it_is_open() -> None:
    for shown in (False, True):
        rules = RuleSet(show_concealed_kongs=shown)
        state = stack(script=["0 kong 9p concealed"], rules=rules).state
        assert hidden_tiles(state, 0)[Tile.P9] == 0
        assert hidden_tiles(state, 1)[Tile.P9] == (0 if shown else 4)


@pytest.mark.parametrize("face_up", [False, True])
def test_a_face_down_ting_tile_is_hidden(face_up: bool) -> None:
    laid = SITUATIONS["ready to declare"].laid(rules=RuleSet())
    declared = next(
        action
        for action in legal_actions(laid.state, 0)
        if str(action) == ("0 ting 5z up" if face_up else "0 ting 5z")
    )
    after = apply(laid.state, declared)
    before = hidden_tiles(laid.state, 1)
    assert hidden_tiles(after, 1)[Tile.WHITE] == before[Tile.WHITE] - face_up


def test_the_tile_of_a_kong_that_may_be_robbed_has_been_seen() -> None:
    state = SITUATIONS["robbing a kong"].laid().state
    assert hidden_tiles(state, 1)[Tile.M5] == 0


def test_no_wall_left_is_nothing_hidden_there() -> None:
    ended = attrs.evolve(STATE, remaining=0, kongs=1)
    assert hidden_tiles(ended, 0).total() == 39  # the other hands alone


def test_hidden_is_asked_of_a_state_and_a_seat() -> None:
    with pytest.raises(InvalidStateError):
        hidden_tiles("state", 0)  # type: ignore[arg-type]
    with pytest.raises(SeatError):
        secret_kinds(STATE, 4)


# --- what is told ---


@dataclass
class Message:
    text: str
    seat: int


@attrs.frozen
class Tiles:
    tiles: tuple[Tile, ...]


@attrs.frozen
class Numbered:
    tile: int


TOLD: list[tuple[Any, str]] = [
    ("you draw 5m", "5m"),
    ("5m", "5m"),
    ("hand0={123m}55z river0=9s*,1p>2", "123m5z9s1p"),
    ("555m<3 (1111z) 2222p+<1", "5m1z2p"),
    ("Tile.M5, Tile.EAST", "5m1z"),
    ("M5 and RED", "5m7z"),
    ("打五万，碰九筒", "5m9p"),
    ("八饼 8索 七餅", "78p8s"),
    ('{"a": "5m", "a": 1}', "5m"),
    ("中", "7z"),
    ("🀋🀀", "5m1z"),
    (b"discard 7s", "7s"),
    (bytearray(b"\xff 7s"), "7s"),
    (Tile.S3, "3s"),
    ([Tile.S3, {"a": ("1p", {"2p": None})}, {"6z"}], "3s1p2p6z"),
    (Message("4m", 3), "4m"),
    (Tiles((Tile.M1,)), "1m"),
    ((tile for tile in (Tile.M1, Tile.M2)), "12m"),
    (STATE.players[0], "6m1p8s4z9m2379p179s17z"),
    (Hand.of("123456789m5p", ["1111z"]), "123456789m5p1z"),
    ({"seat 1": [Hand.of(STATE.players[1].concealed)]}, "1578m1899p234s36z"),
    (json.dumps({"tile": "8p"}), "8p"),
    ("4万 5筒 6条 7萬 8條 九萬", "4m5p6s7m8s9m"),
    ("發", "6z"),
    ("東", "1z"),
    ("you get the White Dragon", "5z"),
    ("two red dragons, the north wind", "47z"),
    ({"suit": "m", "rank": 4}, "4m"),
    ({"suit": None, "rank": 4}, "4z"),
    ({"tile": 3}, "4m"),
    ({"tiles": [0, 33], "left": 12}, "1m7z"),
    (json.dumps({"tile": Tile.M4}), "4m"),
    (json.dumps({"text": "打五万"}), "5m"),
    ('{"a": 1}\n{"tile": 9}\n', "1p"),
    (b'[{"suit": "s", "rank": 2}]', "2s"),
    (Numbered(tile=8), "9m"),
    # What names no tile:
    ("中国白天发牌", ""),
    ("8z 9z 0m", ""),
    ("step 5min x5m 5mx 12ms abc9s", ""),
    ("seat 3, 83 tiles left, 5 m", ""),
    (5, ""),
    (None, ""),
    ({"ints": [0, 33], "nothing": None, "flag": True}, ""),
    ("m5 p1", ""),
    (["m", 5], ""),
    ("a fair wind, 14万 and 0.4万 points, a red lantern", ""),
    ({"suit": "m", "rank": 10}, ""),
    ({"suit": "x", "rank": 1}, ""),
    ({"suit": "m", "rank": "high"}, ""),
    ({"rank": 3}, ""),
    ({"tile": 34}, ""),
    ({"tile": -1}, ""),
    ({"tile": True}, ""),
    ({"tiles": 14}, ""),
    ("{tile: 3}", ""),
    ("[" * 100_000, ""),
]


@pytest.mark.parametrize("place", range(len(TOLD)))
def test_tiles_are_found_however_they_are_told(place: int) -> None:
    told, expected = TOLD[place]
    found = told_kinds(told)
    assert format_tiles(found) == format_tiles(set(parse_tiles(expected)) if expected else ())


def test_of_each_class_that_packs_tiles_into_a_number_a_tile_is_found() -> None:
    """What holds tiles as counted sets names none of them by its fields alone."""
    packing = {
        cls.__name__
        for name in lisi_mahjong.__all__
        if attrs.has(cls := getattr(lisi_mahjong, name))
        and any(field.name.endswith("_set") for field in attrs.fields(cls))
    }
    assert packing == {"Hand", "Player"}  # what each of them holds is in TOLD


def test_what_holds_itself_is_looked_through_once() -> None:
    told: list[object] = ["5m"]
    told.append(told)
    assert told_kinds(told) == {Tile.M5}


def test_what_is_nested_deep_is_looked_through() -> None:
    told: list[object] = ["5m"]
    for _ in range(5000):
        told = [told]
    assert told_kinds(told) == {Tile.M5}


def refused() -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        apply(STATE, Pass(0))
    return caught.value


@pytest.mark.parametrize(
    "secret",
    [STATE, STATE.setup, STATE.shuffle, step(STATE, legal_actions(STATE, 0)[0]), TableState.new()],
    ids=lambda each: type(each).__name__,
)
def test_what_holds_all_secrets_is_not_to_be_told(secret: object) -> None:
    with pytest.raises(AssertionError, match="holds everybody's secrets"):
        told_kinds({"some": [secret]})


def test_an_error_of_the_rules_holds_all_secrets_and_its_text_does_not() -> None:
    with pytest.raises(AssertionError, match="a IllegalAction holds everybody's secrets"):
        told_kinds([refused()])
    assert told_kinds(refused().message) == set()


@settings(QUIET, max_examples=60)
@given(states())
def test_what_the_library_gives_a_seat_tells_nothing_hidden(state: GameState) -> None:
    for viewer in VIEWERS:
        seen = view(state, viewer)
        told = [seen, seen.as_json(), format_view(seen), seen.legal_actions]
        if viewer is not None:
            told += [explain(state, viewer), explain(state, viewer, chinese=True)]
        assert_tells_nothing_hidden(told, state, viewer)


def test_events_tell_a_seat_nothing_hidden() -> None:
    """Seat 1 draws 6m, of which seat 2 has none."""
    taken = step(STATE, parse_action("0 discard 2p"))
    for viewer in VIEWERS:
        assert_tells_nothing_hidden(seen_events(taken, viewer), taken.state, viewer)
    with pytest.raises(AssertionError, match="seat 2 is told of 6m, of which it sees no copy"):
        assert_tells_nothing_hidden(taken.events, taken.state, 2)


def test_what_is_hidden_is_found() -> None:
    hidden = min(secret_kinds(STATE, 1))
    assert_tells_nothing_hidden(str(hidden), STATE, 1, known=[hidden])
    with pytest.raises(AssertionError, match=f"seat 1 is told of {hidden}, of which it sees no"):
        assert_tells_nothing_hidden({"next": str(hidden)}, STATE, 1)
    with pytest.raises(AssertionError, match="a spectator is told of"):
        assert_tells_nothing_hidden(view(STATE, 0), STATE, None)
    with pytest.raises(InvalidStateError):
        assert_tells_nothing_hidden("5m", "state", 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"chat": "you get 1m!", "tile": "1m"}, "'"),
        ({"chat": "you get 1m!"}, "'you get 1m!'"),
        ([{"next": Tile.M1}], "Tile.M1"),
        ("so it goes, " * 50 + "you get 1m! " + "and so on " * 50, "'"),
    ],
)
def test_what_names_a_hidden_tile_is_told(told: object, words: str) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_tells_nothing_hidden(told, STATE, 0)
    first, second, third = str(caught.value).splitlines()
    assert first == "seat 0 is told of 1m, of which it sees no copy"
    assert second.startswith(f"1m is named in {words}")
    assert "1m" in second
    assert len(second) < 80
    assert third.startswith("in lisi1 ")


@dataclass
class Sown:
    seed: int


SEEDED = deal(Shuffle.from_seed("secret/0"))
OF_BYTES = deal(Shuffle.from_seed(b"ab"))
BELOW_ZERO = deal(Shuffle.from_seed(-7))


def seed_lines(state: GameState, seed: int | str | bytes) -> str:
    """Return the text of a record that begins with a seed, without what names tiles."""
    return format_record(Record.of(state, (), seed=seed))


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ({"seed": 7}, STATE),
        ({"seed": "7"}, STATE),
        ({"deal": [{"wallSeed": "secret/0"}]}, SEEDED),
        (json.dumps({"seed": "secret/0"}), SEEDED),
        ({"seed": b"secret/0"}, SEEDED),
        (Sown(7), STATE),
        ({"seeds": [8, 7]}, STATE),
        ({"seed": {"value": 7}}, STATE),
        ({"seed": json.dumps({"value": "7"})}, STATE),
        ({"seed": {"7": None}}, STATE),
        ({"shuffle_seeds": {"deals": [Numbered(7)]}}, STATE),
        ({"seed": b"ab"}, OF_BYTES),
        ({"seed": bytearray(b"ab")}, OF_BYTES),
        ({"seed": "6162"}, OF_BYTES),
        ({"seed": "ab"}, OF_BYTES),
        ({"seed": -7}, BELOW_ZERO),
        ({"seed": "-7"}, BELOW_ZERO),
        (seed_lines(STATE, 7), STATE),
        (seed_lines(SEEDED, "secret/0"), SEEDED),
        (seed_lines(OF_BYTES, b"ab"), OF_BYTES),
        (seed_lines(BELOW_ZERO, -7), BELOW_ZERO),
    ],
)
def test_the_seed_of_the_wall_is_a_secret_while_the_deal_is_played(
    told: object, state: GameState
) -> None:
    with pytest.raises(AssertionError, match="seat 1 is told the seed from which the wall is made"):
        assert_tells_nothing_hidden(told, state, 1)


OTHERS: tuple[object, ...] = (
    *(8, "secret/1", "", None, True, "\ud800", 10**5000, "9" * 5000, b"\xff", "0x7", "7 8", "-"),
    *(["8", 6], {"seven": 8}, {7.0: ()}),
)


def test_a_number_beside_the_seed_is_none() -> None:
    both = [7, {"seat": 7}]
    assert_tells_nothing_hidden({"left": both, "seed": 8}, STATE, 1)
    with pytest.raises(AssertionError, match="the seed from which"):  # the same list, met again
        assert_tells_nothing_hidden([both, {"seed": both}], STATE, 1)


@pytest.mark.parametrize("place", range(len(OTHERS)))
def test_another_seed_is_no_secret(place: int) -> None:
    assert_tells_nothing_hidden({"seed": OTHERS[place]}, STATE, 1)


def test_the_seed_may_be_told_when_the_deal_has_ended() -> None:
    state = STATE
    while asked := actors(state):
        state = apply(state, tidy(state, asked[0]))
    assert_tells_nothing_hidden({"seed": 7}, state, 1, known=[*Tile])


def test_the_error_of_a_record_is_a_text_like_others() -> None:
    assert told_kinds(str(RecordError(1, "a legal action", "1 pung 5m 0"))) == {Tile.M5}


# --- twins ---


@settings(QUIET, max_examples=120)
@given(states())
def test_twins_have_the_same_view_and_no_problem(state: GameState) -> None:
    for viewer in VIEWERS:
        other = twin(state, viewer, Chance(state.ply, viewer))
        assert view(other, viewer) == view(state, viewer)
        assert problems(other) == ()
        assert other != state


def test_twins_differ_in_all_that_is_hidden() -> None:
    differ = Counter[str]()
    laid = [situation.laid().state for situation in SITUATIONS.values()]
    laid += [stack(script=[f"{seat} kong 9p concealed"]).state for seat in range(4)]
    for number, state in enumerate([*drawn(states(), 150), *laid]):
        viewer = VIEWERS[number % 5]
        other = twin(state, viewer, Chance("twins", number))
        pairs = [
            (one, two)
            for seat, (one, two) in enumerate(zip(state.players, other.players, strict=True))
            if seat != viewer
        ]
        differ["hand"] += any(one.standing_set != two.standing_set for one, two in pairs)
        differ["lock"] += any(one.lock_set != two.lock_set for one, two in pairs)
        differ["bar"] += any(one.win_barred != two.win_barred for one, two in pairs)
        differ["waits"] += any(one.wait_set != two.wait_set for one, two in pairs)
        differ["ting"] += any(one.ting != two.ting for one, two in pairs)
        differ["kong"] += any(one.melds != two.melds for one, two in pairs)
        differ["wall"] += state.setup.wall != other.setup.wall
        differ["dealer draw"] += state.shuffle.dealer_draw != other.shuffle.dealer_draw
        differ["ply"] += state.ply != other.ply
        if isinstance(state.stage, AwaitingClaims) and isinstance(other.stage, AwaitingClaims):
            differ["asked"] += state.stage.asked != other.stage.asked
            differ["answers"] += state.stage.answers != other.stage.answers
    rare = {"lock": 4, "bar": 1, "kong": 2, "answers": 1, "asked": 5, "ting": 10, "waits": 10}
    assert {name: differ[name] for name in differ if differ[name] < rare.get(name, 30)} == {}
    assert len(differ) == 11


def test_others_have_answered_in_some_twins() -> None:
    """Of the two who may win, seat 1 cannot tell whether seat 2 has answered."""
    state = SITUATIONS["two may win"].laid().state
    answered = Counter[bool]()
    for number in range(180):
        other = twin(state, 1, Chance("answers", number))
        assert isinstance(other.stage, AwaitingClaims)
        answered[any(other.stage.answers)] += 1
    assert min(answered[True], answered[False]) >= 3


def test_twins_follow_from_their_chance() -> None:
    one, same, other = (twin(STATE, 1, Chance(words)) for words in ("a", "a", "b"))
    assert one == same != other


def test_twins_are_made_of_states_that_can_be() -> None:
    with pytest.raises(InvalidStateError):
        twin(attrs.evolve(STATE, remaining=82), 1, Chance())
    with pytest.raises(InvalidStateError):
        twin("state", 1, Chance())  # type: ignore[arg-type]
    with pytest.raises(SeatError):
        twin(STATE, 4, Chance())


# --- tables ---


def second_deal() -> TableState:
    return started(finished(started(seated(("P4", "北", "M5", "P1")))), 8)


def test_what_is_public_at_a_table_may_be_told() -> None:
    table = second_deal()
    assert table.deal is not None
    for viewer in VIEWERS:
        seen = view_table(table, viewer)
        for told in (seen, seen.as_json(), json.dumps(seen.as_json()), seen.history[0].result):
            assert_tells_nothing_hidden(told, table, viewer)
        with pytest.raises(AssertionError, match="of which it sees no copy"):
            assert_tells_nothing_hidden(seen.as_json(), table.deal, viewer)


def test_what_is_hidden_at_a_table_is_found_beside_what_is_public() -> None:
    table = second_deal()
    assert table.deal is not None
    for viewer in VIEWERS:
        seen = view_table(table, viewer).as_json()
        for hidden in secret_kinds(table.deal, viewer):
            for text in (f"you should get {hidden}", str(hidden), f"{hidden.name} is near"):
                told = [seen, {"chat": text}]
                for each in (told, json.dumps(told), f"{json.dumps(seen)}\n{text}"):
                    with pytest.raises(AssertionError, match=f"is told of {hidden}, of which"):
                        assert_tells_nothing_hidden(each, table, viewer)
    with pytest.raises(AssertionError, match="is told the seed"):
        assert_tells_nothing_hidden({"seed": 8}, table, 1)
    with pytest.raises(AssertionError, match="holds everybody's secrets"):
        assert_tells_nothing_hidden([table], TableState.new(), 1)
    assert_tells_nothing_hidden("5m", TableState.new(), 1)


def test_words_too_far_apart_for_an_excerpt_are_told_from_their_beginning() -> None:
    told = "5" + "1" * 60 + "m"
    assert told_kinds(told) == {Tile.M1, Tile.M5}
    assert excerpt(told, Tile.M5) == shorten(told)
    assert excerpt(told, Tile.M1) == repr(told[40:])
