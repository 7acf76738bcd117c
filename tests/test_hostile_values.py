"""Whatever a foreign class does when it is asked, the error is one of the library, or none."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from bad_tables import odd
from evenings import FOUR, seated
from hostile import Hostile, HostileError, hostile
from lisi_mahjong import (
    DeclareTing,
    Discard,
    Hand,
    HandError,
    IllegalAction,
    InvalidStateError,
    Kong,
    KongKind,
    Leave,
    LisiError,
    Meld,
    MeldKind,
    Pass,
    Play,
    Pung,
    Ready,
    Refusal,
    SeatError,
    Shuffle,
    Sit,
    StartDeal,
    Tile,
    Unready,
    Win,
    apply,
    apply_table,
    deal,
    describe,
    describe_table_action,
    is_win,
    legal_actions,
    readings,
    step,
    view,
    waits,
    why_illegal,
    why_table_illegal,
)
from lisi_mahjong.errors import shorten
from lisi_mahjong.sampling import sample_state

STATE = deal(Shuffle.from_seed(7))
TABLE = seated(FOUR)

ODD_ACTIONS = [
    attrs.evolve(action, **odd({field.name: Hostile()}))
    for action in (
        Discard(0, Tile.M9),
        DeclareTing(0, Tile.M6),
        Pung(0, Tile.M9, 0),
        Kong(0, Tile.M9, KongKind.ADDED),
        Win(0),
        Pass(0),
    )
    for field in attrs.fields(type(action))
] + [hostile()]
ODD_TABLE_ACTIONS = [
    *[Play(action) for action in ODD_ACTIONS],
    Play(hostile()),
    Sit(hostile(), "Ann"),
    Sit(0, hostile()),
    Ready(hostile()),
    Unready(hostile()),
    Leave(hostile()),
    StartDeal(hostile()),
    hostile(),
]


def test_a_hostile_value_fails_whatever_it_is_asked() -> None:
    value = hostile()
    tries: list[Callable[[], object]] = [
        lambda: value == 0,
        lambda: bool(value),
        lambda: hash(value),
        lambda: repr(value),
    ]
    for asked in tries:
        with pytest.raises(HostileError):
            asked()


@pytest.mark.rule("TURN-5", refuses=True)
@pytest.mark.parametrize("number", range(len(ODD_ACTIONS)))
def test_an_action_with_such_a_field_is_refused_in_words(number: int) -> None:
    action = ODD_ACTIONS[number]
    assert isinstance(why_illegal(STATE, action), Refusal)
    for takes in (apply, step):
        with pytest.raises(IllegalAction) as caught:
            takes(STATE, action)
        assert caught.value.refusal.en in str(caught.value)
        assert caught.value.refusal.zh in caught.value.message_zh


@pytest.mark.rule("TABLE-6", refuses=True)
@pytest.mark.parametrize("number", range(len(ODD_TABLE_ACTIONS)))
def test_an_action_at_a_table_with_such_a_field_is_refused_in_words(number: int) -> None:
    action = ODD_TABLE_ACTIONS[number]
    assert isinstance(why_table_illegal(TABLE, action), Refusal)
    with pytest.raises(IllegalAction) as caught:
        apply_table(TABLE, action)
    assert caught.value.refusal.en in str(caught.value)
    assert caught.value.refusal.zh in caught.value.message_zh


def test_an_action_with_such_a_field_is_described() -> None:
    for chinese in (False, True):
        assert "<Hostile>" in describe(DeclareTing(0, Tile.M1, hostile()), chinese=chinese)
        assert "<Hostile>" in describe(Pung(0, Tile.M1, hostile()), chinese=chinese)
        assert describe(hostile(), chinese=chinese) == "<Hostile>"
        assert describe_table_action(Play(hostile()), chinese=chinese) == "<Hostile>"


ODD_MELDS = [
    hostile(),
    [hostile()],
    [Meld(hostile(), Tile.M1)],
    [Meld(MeldKind.PUNG, hostile())],
    [Meld(MeldKind.PUNG, Tile.M1, hostile())],
]


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize("number", range(len(ODD_MELDS)))
def test_such_melds_are_refused(number: int) -> None:
    melds = ODD_MELDS[number]
    hand = Hand.of("123456789m5p", ["1111z"])
    tries: list[Callable[[], object]] = [
        lambda: waits("123456789m5p", melds),
        lambda: waits(hand, melds),
        lambda: is_win("123456789m55p", melds),
        lambda: readings("123456789m5p", "5p", melds),
        lambda: Hand.of("123456789m5p", melds),
        lambda: Hand(hand.concealed_set, tuple(melds) if type(melds) is list else melds),
    ]
    for asked in tries:
        with pytest.raises(HandError):
            asked()


@pytest.mark.parametrize("field", [field.name for field in attrs.fields(Hand)])
def test_a_hand_with_such_a_field_is_refused(field: str) -> None:
    with pytest.raises(HandError):
        attrs.evolve(Hand.of("123456789m5p", ["1111z"]), **odd({field: Hostile()}))


@pytest.mark.parametrize("field", [field.name for field in attrs.fields(Shuffle)])
def test_a_shuffle_with_such_a_field_is_refused(field: str) -> None:
    with pytest.raises(InvalidStateError):
        attrs.evolve(Shuffle.from_seed(7), **odd({field: Hostile()}))


def test_such_a_seat_is_no_seat() -> None:
    for asked in (legal_actions, view):
        with pytest.raises(SeatError, match="<Hostile>"):
            asked(STATE, hostile())
    with pytest.raises(SeatError, match="the dealer must be"):
        deal(Shuffle.from_seed(7), dealer=hostile())


@pytest.mark.parametrize(
    "field", [field.name for field in attrs.fields(type(view(STATE, 1)))], ids=str
)
def test_a_view_with_such_a_field_has_no_world(field: str) -> None:
    chance = type("Half", (), {"random": lambda _: 0.5})()
    with pytest.raises(InvalidStateError):
        sample_state(attrs.evolve(view(STATE, 1), **odd({field: Hostile()})), chance)


def test_such_a_value_is_called_by_its_class() -> None:
    for value in (hostile(), [hostile()], {"key": hostile()}, Meld(hostile(), Tile.M1)):
        assert shorten(value) == f"<{type(value).__name__}>"


def test_no_error_of_the_library_is_among_those_that_it_raises() -> None:
    assert not issubclass(HostileError, LisiError)
