"""What is said of odd input, in words that help: texts, seats with a name, fields that are none."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest

from bad_tables import odd
from evenings import FOUR, all_ready, seated, started
from lisi_mahjong import (
    DeclareTing,
    Discard,
    DrawnDeal,
    Drew,
    Ended,
    IllegalAction,
    InvalidStateError,
    Kong,
    MadeKong,
    Pass,
    Play,
    Pung,
    SeatError,
    Shuffle,
    Step,
    Tile,
    Win,
    apply,
    apply_table,
    deal,
    describe,
    describe_table_action,
    seen_events,
    simulate,
    view,
)
from lisi_mahjong.events import DeclaredTing
from lisi_mahjong.seat_events import SawTing
from lisi_mahjong.table import TableStep
from lisi_mahjong.table_views import seen_table_events

STATE = deal(Shuffle.from_seed(7))
NO_ACTION = "that is not one of the six actions, or one of its fields has the wrong type (TURN-5)"
NO_ACTION_ZH = "这不是六种动作之一，或某个字段类型不对（TURN-5）"

# --- texts in the place of actions --------------------------------------------------------


@pytest.mark.rule("TURN-5", refuses=True)
def test_a_text_in_the_place_of_an_action_is_told_of_the_parser() -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(STATE, odd("0 discard 9m"))
    begins = "the text '0 discard 9m' is not accepted, only what parse_action reads from it"
    assert caught.value.message == f"{begins}: {NO_ACTION}"
    assert caught.value.message_zh == (
        f"不接受文字'0 discard 9m'，请先用parse_action读成动作：{NO_ACTION_ZH}"
    )


@pytest.mark.rule("TABLE-6", refuses=True)
def test_a_text_in_the_place_of_an_action_at_a_table_is_told_of_its_parser() -> None:
    with pytest.raises(IllegalAction, match="only what parse_table_action reads from it"):
        apply_table(seated(FOUR), odd("0 ready"))
    table = started(all_ready(seated(FOUR)))
    with pytest.raises(IllegalAction, match="only what parse_action reads from it"):
        apply_table(table, Play(odd("0 discard 9m")))


# --- what is no action, in words ----------------------------------------------------------


class Lookalike(Discard):
    """It inherits from an action and is none."""


@pytest.mark.parametrize("value", ["junk", None, 7, Discard, Lookalike(0, Tile.M5)], ids=repr)
def test_what_is_no_action_is_described_as_it_is(value: object) -> None:
    for chinese in (False, True):
        assert describe(odd(value), chinese=chinese) == repr(value)
        assert describe_table_action(odd(value), chinese=chinese) == repr(value)
        assert describe_table_action(Play(odd(value)), chinese=chinese) == repr(value)


@pytest.mark.parametrize(
    ("action", "en", "zh"),
    [
        (Pass(0), "pass", "过"),
        (Win(0), "win", "胡牌"),
        (Pung(0, Tile.M5, 1), "pung 5m with 1 standing tile", "碰五万（用1张立牌）"),
        (Pung(0, Tile.M5, 2), "pung 5m with 2 standing tiles", "碰五万（用2张立牌）"),
        (Pung(0, Tile.M5, odd("1")), "pung 5m with '1' standing tiles", "碰五万（用'1'张立牌）"),
        (Kong(0, Tile.M5, odd("added")), "make a 'added' kong of 5m", "杠五万（'added'）"),
        (DeclareTing(0, Tile.M5), "declare ting with 5m", "用五万报听"),
        (
            DeclareTing(0, Tile.M5, face_up=True, on_wall=True),
            "declare ting with 5m face up on the wall",
            "用五万报听（明听，上架）",
        ),
        (
            DeclareTing(0, Tile.M5, odd(1), odd(None)),
            "declare ting with 5m face_up=1 on_wall=None",
            "用五万报听（face_up=1，on_wall=None）",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_field_of_a_wrong_type_is_described_as_it_is(action: Pung, en: str, zh: str) -> None:
    assert describe(action) == en
    assert describe(action, chinese=True) == zh


# --- seats that have a name ---------------------------------------------------------------


@pytest.mark.rule("TABLE-1", refuses=True)
def test_a_seat_that_will_not_do_is_called_what_it_was_to_be() -> None:
    tiles = [tile for tile in Tile for _ in range(4)]
    said = "must be an int from 0 to 3, not 9"
    with pytest.raises(SeatError, match=f"the dealer {said}") as caught:
        Shuffle.from_draw_order(tiles, dealer=9)
    assert caught.value.name == "dealer"
    with pytest.raises(SeatError, match=f"the first taker {said}"):
        Shuffle.from_draw_order(tiles, first_taker=9)
    with pytest.raises(SeatError, match=f"the dealer {said}"):
        deal(Shuffle.from_seed(7), dealer=9)
    with pytest.raises(SeatError, match=f"the seat {said}"):
        view(STATE, 9)


@pytest.mark.rule("TABLE-1", refuses=True)
def test_a_spectator_is_told_to_have_no_hand_and_of_no_seat_that_nobody_gave() -> None:
    with pytest.raises(SeatError, match="a spectator has no hand, not None") as caught:
        view(STATE, None).own_player()
    assert caught.value.seat is None


# --- steps that are none ------------------------------------------------------------------


class OddDraw(Drew):
    """It inherits from an event and is none."""


@pytest.mark.rule("TURN-5", refuses=True)
@pytest.mark.parametrize(
    "events",
    [
        None,
        (1, 2),
        [Ended(DrawnDeal())],
        5,
        "events",
        (None,),
        (Drew(odd("0"), Tile.M5, replacement=False),),
        (Drew(odd(value=True), Tile.M5, replacement=False),),
        (MadeKong(0, odd(None), 0),),
        (OddDraw(0, Tile.M5, replacement=False),),
    ],
    ids=repr,
)
def test_a_step_with_other_things_than_events_is_refused(events: object) -> None:
    for seat in (0, 1, None):
        with pytest.raises(InvalidStateError, match="what step or step_table returned"):
            seen_events(Step(STATE, odd(events)), seat)
        if isinstance(events, tuple):
            table = started(all_ready(seated(FOUR)))
            with pytest.raises(InvalidStateError, match="what step or step_table returned"):
                seen_table_events(TableStep(table, odd(events)), seat)


def test_a_ting_tile_of_which_it_is_not_said_that_it_lies_face_up_stays_hidden() -> None:
    event = DeclaredTing(0, Tile.M5, odd(1), on_wall=False)
    assert seen_events(Step(STATE, (event,)), 1) == (SawTing(0, on_wall=False),)


# --- what is stored is of the plain classes -----------------------------------------------


class Dice(NamedTuple):
    """A throw, or two."""

    one: Any
    two: Any


def test_dice_of_a_class_of_the_callers_are_stored_as_plain_tuples() -> None:
    plain = Shuffle.from_seed(7)
    (one, two), (three, four) = plain.dice
    shuffle = Shuffle(plain.layout, Dice(Dice(one, two), [three, four]), plain.dealer_draw)
    assert shuffle == plain
    assert [type(part) for part in (shuffle.dice, *shuffle.dice)] == [tuple] * 3
    assert repr(shuffle) == repr(plain)


def test_a_wall_of_a_class_of_the_callers_is_stored_as_a_plain_tuple() -> None:
    class Wall(tuple[Tile, ...]):
        __slots__ = ()

    plain = Shuffle.from_seed(7)
    assert type(Shuffle(Wall(plain.layout), plain.dice).layout) is tuple
    assert type(Shuffle.from_draw_order(Wall(plain.layout)).layout) is tuple


class Seed(str, Enum):  # noqa: UP042 - the text of a StrEnum is what it says
    """Seeds with names; ``str(Seed.ONE)`` is not what it says."""

    ONE = "1"


def test_a_seed_that_inherits_from_a_text_is_that_text() -> None:
    assert simulate(2, seed=Seed.ONE) == simulate(2, seed="1")
