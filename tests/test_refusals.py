"""Every refusal is reached by an action, and says what was refused and by which rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from evenings import DEAL_REFUSALS
from lisi_mahjong import (
    Action,
    Discard,
    GameState,
    IllegalAction,
    LisiError,
    Pung,
    Refusal,
    Tile,
    apply,
    parse_action,
    step,
    why_illegal,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING_BY_CHOICE,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    offered,
)
from support import position

Example = tuple[GameState, Action]

READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p; no other standing tile leaves a wait."""


def ready() -> GameState:
    """Return a turn of seat 0, who may declare ting by 1z."""
    return position({0: READY}, drawn="6s")


def won_on_a_draw() -> GameState:
    """Return a turn of seat 1, in ting, which may win on the 5m it has drawn."""
    return position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "4z"}, rules=CHOICE)


def offered_5m(hand_of_1: str, *melds: str) -> GameState:
    """Return a discard of 5m by seat 0, on which seat 3 at least is asked."""
    hands = {1: hand_of_1, 3: WAITS_FOR_5M}
    return offered("5m", hands, ting={3: "4z"}, melds={1: melds}, rules=CHOICE)


def robbers_are_asked() -> GameState:
    """Return the moment when seat 1 has shown the fourth 5m, for which seat 3 waits."""
    hands = {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M}
    state = position(
        hands, turn=1, drawn="5m", melds={1: ["555m<0"]}, ting={3: "4z"}, rules=ROBBING_BY_CHOICE
    )
    return apply(state, parse_action("1 kong 5m added"))


def after_pung() -> GameState:
    """Return the turn of seat 1 after its pung; it holds all four 8s."""
    return apply(offered("5m", {1: "{1234z}555m14p8888s"}), parse_action("1 pung 5m 0"))


def one_has_answered() -> GameState:
    """Return a discard on which seats 1 and 2 may win, when seat 2 has passed."""
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("5m", hands, ting={1: "4z", 2: "4z"}, rules=CHOICE)
    return apply(state, parse_action("2 pass"))


def barred_beside_another() -> GameState:
    """Return a discard on which seat 2 may win, while seat 1 has let one go before."""
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    return offered("5m", hands, ting={1: "4z", 2: "4z"}, barred=[1], rules=CHOICE)


def locked_beside_another() -> GameState:
    """Return a discard on which seat 1 may win, while seat 3 has passed that kind."""
    hands = {1: WAITS_FOR_5M, 3: PAIR_OF_5M}
    return offered("5m", hands, ting={1: "4z"}, locks={3: "5m"}, rules=CHOICE)


def declared() -> GameState:
    """Return the turn of seat 1 after seat 0 has declared ting."""
    return apply(ready(), parse_action("0 ting 1z"))


def into_a_corner() -> GameState:
    """Return a discard of 9p whose pung would leave seat 1 {78s} and no wait."""
    return offered(
        "9p",
        {1: "{78s9p}9p", 2: "{222z}78p222m333m55m"},
        melds={1: ["777s<0", "888s<0", "111z<0"]},
        ting={2: "4z"},
        rules=CHOICE,
    )


def with_pung(hand_of_1: str, drawn: str) -> GameState:
    """Return a turn of seat 1, which has punged 5m."""
    return position({1: hand_of_1}, turn=1, drawn=drawn, melds={1: ["555m<3"]})


def example(state: GameState, action: str) -> Example:
    return state, parse_action(action)


EXAMPLES: dict[Refusal, Callable[[], Example]] = {
    Refusal.NOT_AN_ACTION: lambda: (ready(), Pung(0, Tile.M5, 3)),
    Refusal.NO_SUCH_SEAT: lambda: (ready(), Discard(4, Tile.S6)),
    Refusal.NO_SUCH_TILE: lambda: (ready(), Discard(0, cast("Tile", 23))),
    Refusal.DEAL_ENDED: lambda: example(
        offered("5m", {2: WAITS_FOR_5M}, ting={2: "4z"}), "0 discard 1m"
    ),
    Refusal.NOT_YOUR_TURN: lambda: example(ready(), "1 discard 1m"),
    Refusal.NOTHING_TO_CLAIM: lambda: example(ready(), "1 pung 1m 0"),
    Refusal.NOTHING_TO_ANSWER: lambda: example(ready(), "1 pass"),
    Refusal.ALREADY_ANSWERED: lambda: example(one_has_answered(), "2 win"),
    Refusal.CANNOT_PASS_TURN: lambda: example(ready(), "0 pass"),
    Refusal.TILE_NOT_HELD: lambda: example(ready(), "0 discard 9m"),
    Refusal.STANDING_TILE: lambda: example(ready(), "0 discard 2p"),
    Refusal.TING_HAND_CLOSED: lambda: example(won_on_a_draw(), "1 discard 9s"),
    Refusal.ALREADY_IN_TING: lambda: example(won_on_a_draw(), "1 ting 1z"),
    Refusal.TING_NOT_STANDING: lambda: example(ready(), "0 ting 8p"),
    Refusal.TING_NOT_READY: lambda: example(ready(), "0 ting 2p"),
    Refusal.TING_ALL_RUNS: lambda: example(
        position({1: "{1z67p9s}234567m345p"}, turn=1, drawn="9s"), "1 ting 1z"
    ),
    Refusal.TING_FIFTH_COPY: lambda: example(
        position({0: "{1z123m}456789m111p"}, drawn="1p"), "0 ting 1z"
    ),
    Refusal.OPEN_TING_OFF: lambda: example(ready(), "0 ting 1z up"),
    Refusal.TING_ON_WALL_OFF: lambda: example(ready(), "0 ting 1z wall"),
    Refusal.TING_TILE_CLOSED: lambda: example(declared(), "2 pung 1z 0"),
    Refusal.OWN_DISCARD: lambda: example(offered("5m", {1: PAIR_OF_5M}), "0 pung 5m 0"),
    Refusal.NOT_THE_DISCARD: lambda: example(offered("5m", {1: PAIR_OF_5M}), "1 pung 9s 0"),
    Refusal.PUNG_NEEDS_TWO: lambda: example(
        offered("5m", {1: PAIR_OF_5M, 3: "{2345z}5m147p258s19m"}), "3 pung 5m 0"
    ),
    Refusal.PUNG_CHOICE: lambda: example(offered("5m", {1: PAIR_OF_5M}), "1 pung 5m 1"),
    Refusal.NO_STANDING_LEFT: lambda: example(
        offered_5m("{55m}147p258s12z", "666z<0"), "1 pung 5m 2"
    ),
    Refusal.NO_WAY_ON: lambda: example(into_a_corner(), "1 pung 9p 1"),
    Refusal.PUNG_LOCKED: lambda: example(locked_beside_another(), "3 pung 5m 0"),
    Refusal.TING_TAKES_NO_SET: lambda: example(offered_5m(SCATTERED), "3 pung 5m 0"),
    Refusal.KONG_NEEDS_THREE: lambda: example(offered("5m", {1: PAIR_OF_5M}), "1 kong 5m melded"),
    Refusal.KONG_NEEDS_PUNG: lambda: example(ready(), "0 kong 7m added"),
    Refusal.KONG_NEEDS_FOURTH: lambda: example(
        with_pung("{1234z}147p25s9m", "7z"), "1 kong 5m added"
    ),
    Refusal.KONG_NEEDS_FOUR: lambda: example(ready(), "0 kong 7m concealed"),
    Refusal.KONG_ONLY_AFTER_DRAW: lambda: example(after_pung(), "1 kong 8s concealed"),
    Refusal.KONG_IN_TING: lambda: example(won_on_a_draw(), "1 kong 2p concealed"),
    Refusal.KONG_BREAKS_RESERVE: lambda: example(
        offered("5m", {1: THREE_5M}, remaining=15), "1 kong 5m melded"
    ),
    Refusal.KONG_TILE_ONLY_WON: lambda: example(robbers_are_asked(), "2 pung 5m 0"),
    Refusal.WIN_NOT_IN_TING: lambda: example(ready(), "0 win"),
    Refusal.WIN_IS_FORCED: lambda: example(
        position({1: WAITS_FOR_5M}, drawn="7z", ting={1: "4z"}), "1 win"
    ),
    Refusal.WIN_BARRED: lambda: example(barred_beside_another(), "1 win"),
    Refusal.NOT_A_WIN: lambda: example(
        offered(
            "4m",
            {1: "{123m}3555m456p789s", 2: "{111z}23m222p44466s"},
            ting={1: "6z", 2: "6z"},
            rules=CHOICE,
        ),
        "1 win",
    ),
}


def test_every_refusal_of_a_deal_has_an_example() -> None:
    assert set(EXAMPLES) == set(DEAL_REFUSALS)


@pytest.mark.parametrize("refusal", EXAMPLES, ids=lambda refusal: refusal.name)
def test_why_illegal_gives_the_refusal_and_apply_and_step_raise_it(refusal: Refusal) -> None:
    state, action = EXAMPLES[refusal]()
    assert why_illegal(state, action) is refusal
    for play_on in (apply, step):
        with pytest.raises(IllegalAction) as caught:
            play_on(state, action)
        assert caught.value.action is action
        assert caught.value.refusal is refusal
        assert caught.value.state is state


@pytest.mark.parametrize("refusal", EXAMPLES, ids=lambda refusal: refusal.name)
def test_a_refused_action_is_a_library_error_and_a_value_error(refusal: Refusal) -> None:
    state, action = EXAMPLES[refusal]()
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert isinstance(caught.value, LisiError)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == caught.value.message


# What the actions of the examples are called, by their text.
IN_WORDS = {
    "discard": ("discard {tile}", "打{zh}"),
    "ting": ("declare ting with {tile}", "用{zh}报听"),
    "ting up": ("declare ting with {tile} face up", "用{zh}报听（明听）"),
    "ting wall": ("declare ting with {tile} on the wall", "用{zh}报听（上架）"),
    "pung": ("pung {tile} with {number} standing tile{s}", "碰{zh}（用{number}张立牌）"),
    "kong melded": ("make a melded kong of {tile}", "明杠{zh}"),
    "kong added": ("make an added kong of {tile}", "补杠{zh}"),
    "kong concealed": ("make a concealed kong of {tile}", "暗杠{zh}"),
    "win": ("win", "胡牌"),
    "pass": ("pass", "过"),
}
ILL_FORMED = {Refusal.NOT_AN_ACTION, Refusal.NO_SUCH_SEAT, Refusal.NO_SUCH_TILE}


@pytest.mark.case(110)
@pytest.mark.parametrize(
    "refusal",
    [refusal for refusal in EXAMPLES if refusal not in ILL_FORMED],
    ids=lambda refusal: refusal.name,
)
def test_the_message_names_seat_action_reason_and_rule_in_both_languages(refusal: Refusal) -> None:
    state, action = EXAMPLES[refusal]()
    seat, verb, *words = str(action).split(" ")
    key = " ".join([verb, *words[1:]]) if verb in ("kong", "ting") else verb
    tile = getattr(action, "tile", None)
    names = {"tile": str(tile), "zh": tile.zh if isinstance(tile, Tile) else ""}
    if verb == "pung":
        names |= {"number": words[1], "s": "" if words[1] == "1" else "s"}
    english, chinese = (form.format_map(names) for form in IN_WORDS[key])
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert caught.value.message == f"seat {seat} may not {english}: {refusal.en} ({refusal.rule})"
    assert caught.value.message_zh == f"座位{seat}不能{chinese}：{refusal.zh}（{refusal.rule}）"


NO_ACTION = "that is not one of the six actions, or one of its fields has the wrong type"
NO_SEAT = "the seats are the integers 0 to 3"


@pytest.mark.case(110)
@pytest.mark.parametrize(
    ("thing", "english", "chinese"),
    [
        (
            Pung(0, Tile.M5, 3),
            f"seat 0 may not pung 5m with 3 standing tiles: {NO_ACTION} (TURN-5)",
            "座位0不能碰五万（用3张立牌）：这不是六种动作之一，或某个字段类型不对（TURN-5）",
        ),
        (
            None,
            f"None is not accepted: {NO_ACTION} (TURN-5)",
            "不接受None：这不是六种动作之一，或某个字段类型不对（TURN-5）",
        ),
        (
            Discard(4, Tile.S6),
            f"Discard(seat=4, tile=Tile.S6) is not accepted: {NO_SEAT} (TABLE-1)",
            "不接受Discard(seat=4, tile=Tile.S6)：座位只有0到3（TABLE-1）",
        ),
        (
            Discard(0, cast("Tile", 23)),
            "seat 0 may not discard 23: the tile must be one of the 34 kinds of Tile (WALL-1)",
            "座位0不能打23：牌必须是34种牌之一（WALL-1）",
        ),
    ],
    ids=repr,
)
def test_the_message_for_what_is_no_action_shows_it(
    thing: object, english: str, chinese: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(ready(), cast("Action", thing))
    assert (caught.value.message, caught.value.message_zh) == (english, chinese)


@pytest.mark.case(110)
def test_whole_messages_as_a_player_reads_them() -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(ready(), parse_action("0 discard 2p"))
    assert str(caught.value) == (
        "seat 0 may not discard 2p: a standing tile is discarded only to declare ting (STAND-1)"
    )
    assert caught.value.message_zh == "座位0不能打二筒：立牌只有报听时才能打出（STAND-1）"


@pytest.mark.case(77)
@pytest.mark.parametrize("refusal", EXAMPLES, ids=lambda refusal: refusal.name)
def test_a_refused_action_leaves_the_state_as_it_was(refusal: Refusal) -> None:
    state, action = EXAMPLES[refusal]()
    with pytest.raises(IllegalAction):
        apply(state, action)
    assert state == EXAMPLES[refusal]()[0]
