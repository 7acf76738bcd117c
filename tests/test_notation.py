"""Lines of states and of views: what is written, and that it is read back to the same value."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from anatomy import fields_of
from broken_positions import answered, with_player
from lisi_mahjong import (
    AwaitingClaims,
    DrawnDeal,
    GameState,
    InvalidStateError,
    NotationError,
    Problem,
    RuleSet,
    Shuffle,
    Tile,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    parse_action,
    view,
    why_illegal,
)
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view
from playouts import states
from round_trips import VIEWERS, read_back, read_back_view
from strategies import states as any_states

SOME_DEALS = range(0, 120, 3)


def fields(line: str) -> dict[str, str]:
    """Return the fields of a line by their names, in its order."""
    version, *rest = line.split(" ")
    assert version == "lisi1"
    return dict(field.split("=", 1) for field in rest)


# --- what is written ----------------------------------------------------------------------


def test_the_line_of_a_first_state_is_the_one_worked_out_by_hand() -> None:
    """The tiles lie in order, so the four seats draw four of a kind three times (DEAL-1)."""
    row = [tile for tile in Tile for _ in range(4)]
    state = deal(Shuffle.from_draw_order(row, dealer=1, first_taker=0), dealer=1)
    to_seven = "1111222233334444555566667777"
    wall = "".join(f"{to_seven}88889999{suit}" for suit in "mps") + f"{to_seven}z"
    assert format_state(state) == (
        "lisi1 dealer=1 dice=13,34 draw=1 ply=0 stage=turn:1:5p remaining=83 "
        "hand0={1111m}55559999m4p river0=- "
        "hand1={2222m}6666m111145p river1=- "
        "hand2={3333m}7777m22224p river2=- "
        "hand3={4444m}8888m33334p river3=- "
        f"wall={wall}"
    )


def test_the_line_of_a_view_has_a_mark_for_each_tile_that_is_not_seen() -> None:
    row = [tile for tile in Tile for _ in range(4)]
    state = deal(Shuffle.from_draw_order(row), dealer=0)
    hidden = " ".join(f"hand{seat}={{????}}????????? river{seat}=-" for seat in (1, 2, 3))
    assert format_view(view(state, 0)) == (
        "lisi1 view=0 dealer=0 dice=14,34 stage=turn:0:5p remaining=83 "
        f"hand0={{1111m}}55559999m45p river0=- {hidden}"
    )
    assert format_view(view(state, None)) == (
        "lisi1 view=- dealer=0 dice=14,34 stage=turn:0:? remaining=83 "
        f"hand0={{????}}?????????? river0=- {hidden}"
    )


WAITING = "hand2={9m9m4m}6m777p888s999s river2=..1z*"
READY = "hand2={9m9m4m2z}6m777p888s999s"
BY_CHOICE = "rules=-forced_win"


PLAYED: list[tuple[str, list[str], dict[str, str]]] = [
    ("stage=turn:3:9s", [], {"stage": "turn:3:9s", "ply": "0"}),
    (
        "stage=turn:3:5m hand0={1z2z3z4z}55m..",
        ["3 discard 5m"],
        {"stage": "offer:3:5m", "asked": "0", "river3": "5m", "ply": "1"},
    ),
    (
        "stage=offer:3:5m hand0={1z2z3z5m}5m..",
        ["0 pung 5m 1"],
        {"stage": "turn:0", "melds0": "555m<3", "river3": "5m>0"},
    ),
    (
        "stage=offer:3:5m hand0={1z2z3z4z}555m.. wall=..7z",
        ["0 kong 5m melded"],
        {"stage": "turn:0:7z", "melds0": "5555m<3", "river3": "5m>0"},
    ),
    (
        "stage=turn:0:5m melds0=555m<1 wall=..7z",
        ["0 kong 5m added"],
        {"stage": "turn:0:7z", "melds0": "5555m+<1", "river1": "5m>0"},
    ),
    (
        "stage=turn:0:5m hand0={1z..}5555m.. wall=..7z",
        ["0 kong 5m concealed"],
        {"stage": "turn:0:7z", "melds0": "(5555m)"},
    ),
    (
        f"stage=turn:2:9s {READY} river0=1p2m",
        ["2 ting 2z"],
        {"river2": "2z*", "ting2": "2.0.1.0", "hand2": "{499m}6m777p888999s"},
    ),
    (
        f"rules=open_ting,ting_on_wall stage=turn:2:9s {READY}",
        ["2 ting 2z up wall"],
        {"ting2": "0.0.1.0,up,wall", "rules": "open_ting,ting_on_wall"},
    ),
    (
        f"stage=turn:0:5m {WAITING}",
        ["0 discard 5m"],
        {"stage": "won:2:5m<0", "river0": "5m>2"},
    ),
    (
        f"stage=turn:1:1s {WAITING} wall=5m..",
        ["1 discard 1s"],
        {"stage": "won:2:5m", "remaining": "81"},
    ),
    (
        f"rules=robbing_kong stage=turn:0:5m melds0=555m<1 {WAITING}",
        ["0 kong 5m added"],
        {"stage": "robbed:2:5m<0", "melds0": "555m<1", "rules": "robbing_kong"},
    ),
    (
        (
            "rules=-forced_win,robbing_kong stage=turn:0:5m melds0=555m<1 "
            f"{WAITING} hand3={{4z4z4m}}6m555666777z river3=2z*"
        ),
        ["0 kong 5m added", "3 pass"],
        {"stage": "kong:0:5m", "asked": "2,3:pass", "rules": "-forced_win,robbing_kong"},
    ),
    (
        (
            f"{BY_CHOICE} stage=turn:3:5m hand0={{1z2z3z5m}}5m.. "
            f"hand1={{4z4z4m}}6m555666777z river1=2z* {WAITING}"
        ),
        ["3 discard 5m", "0 pung 5m 1", "2 win"],
        {"asked": "0:pung1,1,2:win", "ply": "3"},
    ),
    (
        f"{BY_CHOICE} stage=turn:3:5m hand0={{1z2z3z5m}}55m.. {WAITING}",
        ["3 discard 5m", "0 kong 5m melded"],
        {"asked": "0:kong,2"},
    ),
    (
        (
            f"{BY_CHOICE} stage=turn:2:6p hand1={{1z2z3z6p}}66p.. "
            "hand3={9m9m5p}7p777m888s999s river3=1z*"
        ),
        ["2 discard 6p", "1 kong 6p melded"],
        {"asked": "1:kong,3"},
    ),
    (
        (
            f"{BY_CHOICE} stage=turn:0:5m hand1={{4z4z4m}}6m555666777z river1=2z* "
            "hand3={9m9m4m}6m777p888s999s river3=1z*"
        ),
        ["0 discard 5m", "3 win"],
        {"asked": "1,3:win"},
    ),
    (
        f"{BY_CHOICE} stage=turn:1:5m {WAITING} wall=1s2s..",
        ["1 discard 5m", "2 pass"],
        {"barred": "2", "river1": "5m", "river2": "1z*,1s", "stage": "turn:3:2s"},
    ),
    (
        "stage=turn:0:5m hand3={1z2z3z4z}55m.. wall=1s..",
        ["0 discard 5m", "3 pass"],
        {"locks3": "5m", "stage": "turn:1:1s"},
    ),
    (
        "stage=turn:0:5m remaining=14",
        ["0 discard 5m"],
        {"stage": "drawn", "remaining": "14"},
    ),
    (
        "rules=reserved_stacks:0,all_runs stage=turn:0:5m",
        [],
        {"rules": "all_runs,reserved_stacks:0"},
    ),
]


def after(text: str, actions: list[str]) -> GameState:
    """Return what a line says, after some actions."""
    state = parse_state(f"lisi1 {text}")
    for action in actions:
        state = apply(state, parse_action(action))
    return state


@pytest.mark.parametrize(("text", "actions", "said"), PLAYED)
def test_a_line_says_what_has_been_played(
    text: str, actions: list[str], said: dict[str, str]
) -> None:
    state = after(text, actions)
    line = read_back(state)
    assert {name: fields(line).get(name) for name in said} == said
    for viewer in VIEWERS:
        read_back_view(view(state, viewer))


def test_what_goes_without_saying_is_not_said() -> None:
    line = format_state(deal(Shuffle.from_seed(7)))
    left_out = ("rules", "asked", "barred", "melds0", "ting0", "locks0")
    assert not any(name in fields(line) for name in left_out)


def test_equal_states_have_equal_lines_and_others_have_others() -> None:
    seen: dict[str, GameState] = {}
    for state in states(range(6)):
        line = format_state(state)
        assert seen.setdefault(line, state) == state
    assert len(seen) == len(set(seen.values()))


# --- and read back ------------------------------------------------------------------------


@pytest.mark.case(134)
def test_case_134_every_state_of_mixed_deals_is_read_back() -> None:
    endings = {type(state.result) for state in states(SOME_DEALS) if read_back(state)}
    assert endings == {type(None), WonDeal, DrawnDeal}


@pytest.mark.case(134)
def test_case_134_every_view_of_mixed_deals_is_read_back() -> None:
    stages = set()
    for number, state in enumerate(states(range(1, 60, 3))):
        read_back_view(view(state, VIEWERS[number % 5]))
        stages.add(type(state.stage))
    assert len(stages) == 3


@settings(max_examples=60)
@given(any_states())
def test_a_state_of_any_deal_is_read_back(state: GameState) -> None:
    read_back(state)
    for viewer in VIEWERS:
        read_back_view(view(state, viewer))


@pytest.mark.case(126)
def test_case_126_a_line_comes_back_from_json() -> None:
    for state in islice(states(range(20, 30)), 0, None, 7):
        packed = json.dumps({"state": format_state(state), "view": format_view(view(state, 2))})
        saved = json.loads(packed)
        assert parse_state(saved["state"]) == state
        assert parse_view(saved["view"]) == view(state, 2)


@pytest.mark.case(120)
def test_case_120_a_line_can_be_loaded_again_after_play() -> None:
    line = format_state(deal(Shuffle.from_seed(12)))
    first = parse_state(line)
    state = first
    for _ in range(10):
        state = apply(state, legal_actions(state, actors(state)[0])[-1])
    assert state != first
    assert parse_state(line) == first
    assert format_state(first) == line


@pytest.mark.case(122)
def test_case_122_what_is_legal_is_the_same_after_a_round_trip() -> None:
    """One by one nothing of a state that was read is an object of the original."""
    for state in islice(states(range(30, 60)), 0, None, 2):
        found = parse_state(format_state(state))
        for seat in range(4):
            legal = legal_actions(state, seat)
            assert legal_actions(found, seat) == legal
            assert all(why_illegal(found, action) is None for action in legal)


def test_a_deal_goes_on_from_a_line_as_it_would_have() -> None:
    rng = random.Random("go on")
    for state in islice(states(range(60, 90)), 0, None, 40):
        one, other = state, parse_state(format_state(state))
        while actors(one):
            action = rng.choice(legal_actions(one, actors(one)[0]))
            one, other = apply(one, action), apply(other, action)
        assert other == one


# --- no field is lost ---------------------------------------------------------------------


def fields_in(value: object, twin: object) -> Iterator[tuple[type[Any], str, object]]:
    """Yield every field of every value in a value; each must be equal in its twin."""
    if isinstance(value, tuple | frozenset):
        assert isinstance(twin, tuple | frozenset)
        assert len(value) == len(twin)
        if isinstance(value, tuple):
            assert isinstance(twin, tuple)
            for item, other in zip(value, twin, strict=True):
                yield from fields_in(item, other)
    for name in fields_of(value):
        found, other = getattr(value, name), getattr(twin, name)
        assert found == other, (type(value), name)
        assert type(found) is type(other), (type(value), name)
        yield type(value), name, found
        yield from fields_in(found, other)


def is_half_answered(state: GameState) -> bool:
    return isinstance(state.stage, AwaitingClaims) and any(state.stage.answers)


@pytest.mark.case(131)
def test_case_131_every_field_survives_whatever_it_holds() -> None:
    """Each field of each class is met with two values at least, one of them no default."""
    seen: dict[str, set[str]] = defaultdict(set)

    def note(value: object, twin: object) -> None:
        for kind, name, found in fields_in(value, twin):
            seen[f"{kind.__name__}.{name}"].add(repr(found)[:200])

    positions = [after(text, actions) for text, actions, _ in PLAYED]
    positions += islice(states(range(40)), 0, None, 6)
    positions += [state for state in states(range(150)) if is_half_answered(state)]
    for state in positions:
        note(state, parse_state(format_state(state)))
        for viewer in VIEWERS:
            note(view(state, viewer), parse_view(format_view(view(state, viewer))))
    assert {name.partition(".")[0] for name in seen} >= {
        "GameState", "Setup", "RuleSet", "Shuffle", "Player", "Meld", "RiverTile", "Ting",
        "AwaitingTurn", "AwaitingClaims", "Finished", "WonDeal", "Reading", "Pass", "Pung", "Kong",
        "Win", "SeatView", "SeenPlayer", "OpenHand", "SeenTurn", "SeenClaims", "FaceDownTing",
    }  # fmt: skip
    # A kong is in a state only as the answer to a discard.
    assert [name for name, found in seen.items() if len(found) == 1] == ["Kong.kind"]


# --- what cannot be written ---------------------------------------------------------------


@pytest.mark.parametrize("thing", [None, "lisi1 stage=drawn", 7, GameState, object()])
def test_only_states_and_views_are_written(thing: Any) -> None:  # noqa: ANN401 - of any type
    with pytest.raises(InvalidStateError) as caught:
        format_state(thing)
    assert caught.value.problems[0][0] is Problem.NOT_A_STATE
    with pytest.raises(InvalidStateError) as caught:
        format_view(thing)
    assert caught.value.problems[0][0] is Problem.NOT_A_VIEW


def test_values_of_wrong_types_are_not_written() -> None:
    state = deal(Shuffle.from_seed(7))
    nothing: Any = None
    with pytest.raises(InvalidStateError) as caught:
        format_state(attrs.evolve(state, players=nothing))
    assert caught.value.problems == ((Problem.MALFORMED_FIELD, "players is None"),)
    with pytest.raises(InvalidStateError) as caught:
        format_view(attrs.evolve(view(state, 0), stage=nothing))
    assert caught.value.problems == ((Problem.MALFORMED_FIELD, "stage is None"),)


def test_an_impossible_state_is_written_as_long_as_a_line_can_say_it() -> None:
    state = deal(Shuffle.from_seed(7))
    impossible = attrs.evolve(state, remaining=82)
    line = format_state(impossible)
    with pytest.raises(InvalidStateError) as caught:
        parse_state(line)
    assert [problem for problem, _ in caught.value.problems] == [Problem.TILE_COUNT]
    seen = attrs.evolve(view(state, 0), remaining=82)
    with pytest.raises(InvalidStateError) as caught:
        parse_view(format_view(seen))
    assert [problem for problem, _ in caught.value.problems] == [Problem.TILE_COUNT]


def test_a_line_never_says_something_else_than_the_state() -> None:
    """The number of kongs is not in the line: it is that of the kongs on the table."""
    state = attrs.evolve(deal(Shuffle.from_seed(7)), kongs=1)
    with pytest.raises(InvalidStateError) as caught:
        format_state(state)
    assert [problem for problem, _ in caught.value.problems] == [Problem.KONGS_MADE]
    seen = attrs.evolve(view(state, 0), kongs=1)
    with pytest.raises(InvalidStateError):
        format_view(seen)
    wrong = with_player(state, 1, attrs.evolve(state.players[1], wait_set=1))
    with pytest.raises(InvalidStateError) as caught:
        format_state(attrs.evolve(wrong, kongs=0))
    assert [problem for problem, _ in caught.value.problems] == [Problem.DERIVED_SET]
    with pytest.raises(InvalidStateError) as caught:
        format_state(answered(1, "1 discard 5m"))
    assert [problem for problem, _ in caught.value.problems] == [Problem.BAD_ANSWER]


def test_a_line_of_a_view_is_not_one_of_a_state() -> None:
    state = deal(Shuffle.from_seed(7))
    with pytest.raises(NotationError):
        parse_state(format_view(view(state, 0)))
    with pytest.raises(NotationError):
        parse_view(format_state(state))


def test_all_options_of_play_can_be_said() -> None:
    for field in attrs.fields(RuleSet):
        value = not field.default if isinstance(field.default, bool) else 3
        rules = RuleSet.from_options({field.name: value})
        assert parse_state(read_back(deal(Shuffle.from_seed(7), rules=rules))).rules == rules
