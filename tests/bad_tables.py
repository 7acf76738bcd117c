"""Bad input of every kind, as plain tables: what is tried, and what the error must say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lisi_mahjong import (
    DeclareTing,
    Discard,
    Kong,
    KongKind,
    Meld,
    MeldKind,
    Pass,
    Problem,
    Pung,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Tile,
    Win,
    deal,
    is_win,
    legal_actions,
    parse_tiles,
    step,
    waits,
)
from support import play, position

HUGE_INT = 10**10_000
HUGE_TEXT = "1" * 1_000_000

Function = Callable[..., object]


def odd(value: object) -> Any:  # noqa: ANN401 - what no type checker lets through is the point
    """Return a value as one of any type."""
    return value


TRUE = odd(value=True)

# --- things that are nothing --------------------------------------------------------------


class Unprintable:
    """An object whose every text fails."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


class Touchy:
    """An object whose attributes fail."""

    @property
    def seat(self) -> int:
        raise RuntimeError("no seat")


class NotReallyIterable:
    """An object that says it can be iterated and cannot."""

    def __iter__(self) -> object:
        return 5


# --- texts --------------------------------------------------------------------------------

DIGIT = "a digit from 1 to 9"
LETTER = "one of m p s z"
HONOUR = "a digit from 1 to 7 for an honour"
SEAT = "a seat from 0 to 3"
SPACE = "a space"
VERB = "one of discard ting pung kong win pass"
NOTHING = "nothing more"
TING = "nothing, or one of up, wall, up wall"
STANDING = "the number of standing tiles, 0, 1 or 2"
KONG = "one of melded added concealed"

TILE_TEXTS: tuple[tuple[str, int, str], ...] = (
    ("", 0, DIGIT),
    ("m", 0, DIGIT),
    ("123", 3, LETTER),
    ("0m", 0, DIGIT),
    ("10m", 1, LETTER),
    ("8z", 0, HONOUR),
    ("9z", 0, HONOUR),
    ("178z", 2, HONOUR),
    ("1m2", 3, LETTER),
    ("m123", 0, DIGIT),
    ("1mm", 2, DIGIT),
    (" 1m", 0, DIGIT),
    (" ", 0, DIGIT),
    ("1 2m", 1, LETTER),
    ("1m 2", 4, LETTER),
    ("1m ", 2, NOTHING),
    ("1m\n", 2, NOTHING),
    ("1m \r\n", 2, NOTHING),
    ("1M", 1, LETTER),
    ("5X", 1, LETTER),
    ("1m,2m", 2, DIGIT),
    ("1m\x00", 2, DIGIT),
    ("1m\N{NO-BREAK SPACE}2m", 2, DIGIT),
    ("\N{FULLWIDTH DIGIT ONE}m", 0, DIGIT),
    ("1\N{FULLWIDTH LATIN SMALL LETTER M}", 1, LETTER),
    ("\N{SUPERSCRIPT TWO}m", 0, DIGIT),
    ("1\N{SUPERSCRIPT TWO}m", 1, LETTER),
    ("\N{ARABIC-INDIC DIGIT ONE}m", 0, DIGIT),
    ("一万", 0, DIGIT),
    ("\ud800m", 0, DIGIT),
    ("1\udfff", 1, LETTER),
)
"""Texts that name no tiles, the first position that is wrong, and what could stand there."""

FIFTH_COPIES: tuple[tuple[str, int, str], ...] = (
    ("55555m", 4, "no fifth 5m"),
    ("1z1z 1z1z2z1z", 11, "no fifth 1z"),
    ("123m" * 5, 16, "no fifth 1m"),
    ("9" * 1000 + "s", 4, "no fifth 9s"),
)
"""Texts of tiles with a fifth copy, where it stands, and what is said of it."""

ACTION_TEXTS: tuple[tuple[str, int, str], ...] = (
    ("", 0, SEAT),
    ("4 pass", 0, SEAT),
    ("-1 pass", 0, SEAT),
    ("01 pass", 1, SPACE),
    ("0\tpass", 1, SPACE),
    ("0pass", 1, SPACE),
    (" 0 pass", 0, SEAT),
    ("True pass", 0, SEAT),
    ("\N{FULLWIDTH DIGIT ZERO} pass", 0, SEAT),
    ("0", 1, VERB),
    ("0 ", 2, VERB),
    ("0  pass", 2, VERB),
    ("0 Pass", 2, VERB),
    ("0 chow 5m", 2, VERB),
    ("0 passing", 2, VERB),
    ("0 discard", 9, "a tile"),
    ("0 discard\t5m", 9, SPACE),
    ("0 discard5m", 9, SPACE),
    ("0 discard ", 10, DIGIT),
    ("0 discard 8z", 10, HONOUR),
    ("0 discard 5M", 11, LETTER),
    ("0 discard 55m", 11, "a single tile"),
    ("0 discard 5m5m", 12, "a single tile"),
    ("0 discard 5m 1", 12, NOTHING),
    ("0 discard 5m ", 12, NOTHING),
    ("0 discard 5m\n", 12, NOTHING),
    ("0 discard 5mm", 12, DIGIT),
    ("0 win 5m", 5, NOTHING),
    ("0 pass ", 6, NOTHING),
    ("1 pung 5m", 9, STANDING),
    ("1 pung 5m ", 10, STANDING),
    ("1 pung 5m\n", 9, SPACE),
    ("1 pung 5m 3", 10, STANDING),
    ("1 pung 5m -1", 10, STANDING),
    ("1 pung 5m 0 0", 11, NOTHING),
    ("1 pung 5m 00", 11, NOTHING),
    ("1 kong 5m", 9, KONG),
    ("1 kong 5m\n", 9, SPACE),
    ("1 kong 5m Added", 10, KONG),
    ("1 kong 5m added now", 15, NOTHING),
    ("0 ting 5m down", 10, TING),
    ("0 ting 5m wall up", 10, TING),
    ("0 ting 5m  up", 10, TING),
    ("0 ting 5mup", 9, SPACE),
    ("0 ting 5m\tup", 9, SPACE),
    ("0 ting 5m ", 9, NOTHING),
    ("0 ting 5m up\n", 12, NOTHING),
)

NO_TEXTS: tuple[object, ...] = (None, True, 5, 1.5, b"1m", ["1m"], Tile.M1, Pass(0), Unprintable())


# --- hands --------------------------------------------------------------------------------

GOOD_13 = "123456789m1112p"
GOOD_10 = "123456789m5p"

HANDS: tuple[tuple[Function, object, object, str], ...] = (
    (waits, "", (), "WIN-5"),
    (waits, "123456789m111p", (), "WIN-5"),
    (waits, "123456789m11122p", (), "WIN-5"),
    (waits, GOOD_13, ["555s"], "WIN-5"),
    (waits, GOOD_10, [], "WIN-5"),
    (waits, [], ["555s"] * 4, "WIN-5"),
    (is_win, GOOD_13, (), "WIN-5"),
    (is_win, "123456789m111222p", (), "WIN-5"),
    (is_win, GOOD_10, ["555s"], "WIN-5"),
    (waits, "55555m12345678p", (), "WALL-1"),
    (waits, "1111111111111m", (), "WALL-1"),
    (waits, "55m12345678p", ["555m"], "WALL-1"),
    (waits, "5m123456789p", ["5555m"], "WALL-1"),
    (waits, "1234567p", ["555m", "555m"], "WALL-1"),
    (waits, "9m", ["1111z", "1111z", "1111z", "1111z"], "WALL-1"),
    (is_win, "55555m123456789p", (), "WALL-1"),
    (is_win, "11111111111111z", (), "WALL-1"),
    (is_win, "55m123456789p", ["555m"], "WALL-1"),
    (waits, None, (), "WALL-1"),
    (waits, 5, (), "WALL-1"),
    (waits, NotReallyIterable(), (), "WALL-1"),
    (waits, [0] * 13, (), "WALL-1"),
    (waits, ["1m"] * 13, (), "WALL-1"),
    (waits, [None] * 13, (), "WALL-1"),
    (waits, b"123456789m111", (), "WALL-1"),
    (waits, [*parse_tiles("123456789m111p"), 10], (), "WALL-1"),
    (is_win, None, (), "WALL-1"),
    (is_win, [*parse_tiles("123456789m111p"), 10, 10], (), "WALL-1"),
)
"""A function, a hand and melds that it refuses, and the rule."""

MELDS: tuple[object, ...] = (
    None,
    5,
    "555m",
    Meld(MeldKind.PUNG, Tile.S5),
    NotReallyIterable(),
    [None],
    [5],
    ["55m"],
    ["556m"],
    ["55555m"],
    ["(555m)"],
    [["555m"]],
    [("555m",)],
    [("555m", MeldKind.ADDED_KONG)],
    [("5555m", MeldKind.PUNG)],
    [("5555m", "added kong")],
    [(5, MeldKind.PUNG)],
    [Meld(odd("pung"), Tile.S5)],
    [Meld(MeldKind.PUNG, odd(22))],
    [Meld(MeldKind.PUNG, odd("5s"))],
    [Meld(MeldKind.PUNG, Tile.S5, 4)],
    [Meld(MeldKind.PUNG, Tile.S5, -1)],
    [Meld(MeldKind.PUNG, Tile.S5, odd("0"))],
    [Meld(MeldKind.PUNG, Tile.S5, TRUE)],
    [Meld(MeldKind.PUNG, Tile.S5, odd(1.0))],
    ["111z", "222z", "333z", "444z", "555z"],
)
"""What is no sequence of pungs and kongs."""

MELD_TEXTS = (
    ("", 0),
    ("555", 3),
    ("5555x", 4),
    ("555m<", 5),
    ("555m<4", 5),
    ("555m<3\n", 6),
    ("555m+", 4),
    ("555m+<3", 4),
    ("55m<3", 2),
    ("(5555m)<3", 7),
    ("(5555m)\n", 7),
    ("(5555m )", 6),
    ("5m5m5m<3", 1),
    ("888z<3", 0),
    ("555m ", 4),
    ("(5555m", 6),
    ("()", 1),
    ("(0m)", 1),
)
"""Texts of melds that cannot be read, and the first position that is wrong."""


# --- walls, dice, seeds, counts -----------------------------------------------------------

WALL = tuple(Tile(number // 4) for number in range(136))
DICE = ((1, 2), (3, 4))
_SIZE, _COPIES, _NO_TILE = Problem.WALL_SIZE, Problem.WALL_COPIES, Problem.WALL_TILE

WALLS: Mapping[str, tuple[object, list[Problem]]] = {
    "135 tiles": (WALL[:-1], [_SIZE, _COPIES]),
    "137 tiles": ((*WALL, Tile.M1), [_SIZE, _COPIES]),
    "a fifth copy": ((Tile.RED, *WALL[1:]), [_COPIES]),
    "no tiles": ((), [_SIZE, _COPIES]),
    "ints that equal tiles": ([int(tile) for tile in WALL], [_NO_TILE, _COPIES]),
    "one int": ((0, *WALL[1:]), [_NO_TILE, _COPIES]),
    "texts": ([str(tile) for tile in WALL], [_NO_TILE, _COPIES]),
    "a text": ("1m" * 68, [_NO_TILE, _COPIES]),
    "None": (None, [_NO_TILE]),
    "5": (5, [_NO_TILE]),
    "not really iterable": (NotReallyIterable(), [_NO_TILE]),
}

NO_DICE: Mapping[str, object] = {
    "None": None,
    "5": 5,
    "nothing": (),
    "one throw": ((1, 2),),
    "three throws": ((1, 2), (3, 4), (5, 6)),
    "four numbers": (1, 2, 3, 4),
    "three dice": ((1, 2, 3), (4, 5)),
    "a 7": ((1, 2), (3, 7)),
    "a 0": ((0, 2), (3, 4)),
    "a bool": ((True, 2), (3, 4)),
    "a float": ((1.0, 2), (3, 4)),
    "a digit": (("1", 2), (3, 4)),
    "a text": "1234",
    "a set": ({1, 2}, {3, 4}),
}

NO_SEATS: tuple[object, ...] = (4, -1, True, False, "0", None, 1.0, Tile.M1, (0,), HUGE_INT)

NO_SEEDS: tuple[object, ...] = (True, None, 1.5, "\ud800", bytearray(b"1"), [1], (1, 2), Tile.M1)

NO_KONG_COUNTS: tuple[object, ...] = (-1, 17, True, None, "1", 1.0, Tile.M1, HUGE_INT)


# --- seats and states ---------------------------------------------------------------------

SHUFFLE = Shuffle.from_seed(7)
STATE = deal(SHUFFLE)

NO_STATES: Mapping[str, object] = {
    "None": None,
    "a text": "state",
    "0": 0,
    "an object": object(),
    "the class": type(STATE),
    "a player": STATE.players[0],
    "a step": step(STATE, legal_actions(STATE, 0)[0]),
    "a result": STATE.stage,
}


# --- options ------------------------------------------------------------------------------

_FLAGS = {
    "drawn_deal_with_kong_passes_dealer": "DEALER-3",
    "robbing_kong": "KONG-7",
    "open_ting": "TING-3",
    "ting_on_wall": "TING-4",
    "forced_win": "WIN-2",
    "all_runs": "WIN-5",
    "closed_wait_on_eight": "TAG-2",
    "closed_wait_alone": "TAG-2",
    "show_concealed_kongs": "VIEW-2",
}
_POINTS = {
    **dict.fromkeys(("base", "one_voided_suit", "closed_wait", "edge_wait"), "SCORE-1"),
    **dict.fromkeys(("single_wait", "pure_straight", "full_flush", "dealer_wins"), "SCORE-1"),
    "dealer_pays_self_draw": "SCORE-2",
    "dealer_pays_discard": "SCORE-3",
    "discarder_extra": "SCORE-4",
    "melded_kong": "SCORE-5",
    "concealed_kong": "SCORE-5",
}
_MULTIPLIERS = {
    "self_draw_multiplier": "SCORE-2",
    "drawn_deal_multiplier": "SCORE-6",
    "dealer_win_multiplier": "SCORE-7",
}
_SCORE_FLAGS = {"feeder_pays_melded_kong": "SCORE-5", "discarder_covers_kongs": "SCORE-5"}

_NO_BOOLS: tuple[object, ...] = (0, 1, None, "True", 1.0, [])
_NO_INTS: tuple[object, ...] = (None, True, False, "7", 7.0, [], -1, HUGE_INT)

OPTIONS: tuple[tuple[type[RuleSet | ScoreTable], str, str, tuple[object, ...]], ...] = (
    (RuleSet, "reserved_stacks", "WALL-10", (*_NO_INTS, 42)),
    *((RuleSet, name, rule, _NO_BOOLS) for name, rule in _FLAGS.items()),
    *((ScoreTable, name, rule, (*_NO_INTS, 10**6 + 1)) for name, rule in _POINTS.items()),
    *((ScoreTable, name, rule, (*_NO_INTS, 0, 10**6 + 1)) for name, rule in _MULTIPLIERS.items()),
    *((ScoreTable, name, rule, _NO_BOOLS) for name, rule in _SCORE_FLAGS.items()),
)
"""Each option, the rule it belongs to, and values that it refuses."""

NO_RULES: Mapping[str, object] = {
    "None": None,
    "a mapping": {},
    "a name": "taiyuan",
    "the class": RuleSet,
    "a score table": ScoreTable(),
}
NO_SCORE: Mapping[str, object] = {
    "None": None,
    "a mapping": {},
    "a number": 1,
    "the class": ScoreTable,
    "a rule set": RuleSet(),
}


# --- actions ------------------------------------------------------------------------------


class MyDiscard(Discard):
    """A subclass of an action."""


SCATTERED = "{1234z}147m147p147s"
CHOICE = RuleSet(forced_win=False)

_OFFER = position({1: "{1234z}55m147p1479s", 2: "{46m77z}111222333p"}, drawn="5m")
_BY_CHOICE = position(
    {1: "{1234z}55m147p1479s", 2: "{46m77z}111222333p"}, drawn="5m", ting={2: "9s"}, rules=CHOICE
)

STATES = {
    "turn": position({0: SCATTERED}, drawn="9s"),
    "offer": play(_OFFER, "0 discard 5m"),
    "answered": play(_BY_CHOICE, "0 discard 5m", "1 pass"),
    "punged": play(_OFFER, "0 discard 5m", "1 pung 5m 0"),
    "ended": play(position({0: SCATTERED}, drawn="9s", remaining=14), "0 discard 9s"),
}
"""States to refuse actions in: a turn of seat 0, and its discard 5m, which seat 1 may pung.

In the state "answered" seat 2 may win on it, and seat 1 has passed.
"""

_S9, _M5, _EAST = Tile.S9, Tile.M5, Tile.EAST
_ADDED, _MELDED, _CONCEALED = KongKind.ADDED, KongKind.MELDED, KongKind.CONCEALED

NO_ACTIONS: tuple[object, ...] = (
    None,
    5,
    "0 discard 9s",
    b"0 discard 9s",
    ("0", "discard", "9s"),
    object(),
    Discard,
    Tile.S9,
    MyDiscard(0, _S9),
    Unprintable(),
    Touchy(),
    HUGE_INT,
    HUGE_TEXT,
    Pung(0, _S9, TRUE),
    Pung(0, _S9, 3),
    Pung(0, _S9, -1),
    Pung(0, _S9, odd("0")),
    Pung(0, _S9, odd(None)),
    Pung(0, _S9, odd(1.0)),
    Kong(0, _S9, odd("added")),
    Kong(0, _S9, odd(None)),
    Kong(0, _S9, odd(MeldKind.ADDED_KONG)),
    DeclareTing(0, _EAST, odd(1)),
    DeclareTing(0, _EAST, odd(None)),
    DeclareTing(0, _EAST, False, odd("no")),  # noqa: FBT003 - the fourth field is meant
)

WRONG_SEATS: tuple[object, ...] = (
    *(Discard(odd(seat), _S9) for seat in (*NO_SEATS, HUGE_TEXT)),
    DeclareTing(odd(None), _EAST),
    Pung(-1, _S9, 0),
    Kong(odd("0"), _S9, _ADDED),
    Win(TRUE),
    Pass(4),
)

WRONG_TILES: tuple[object, ...] = (
    *(Discard(0, odd(tile)) for tile in (26, 34, -1, None, "9s", 26.0, True, HUGE_TEXT, HUGE_INT)),
    Discard(0, odd(Unprintable())),
    DeclareTing(0, odd("1z")),
    Pung(0, odd(26), 0),
    Kong(0, odd(26), _CONCEALED),
)

ACTIONS: tuple[tuple[str, object, Refusal], ...] = (
    *(("turn", action, Refusal.NOT_AN_ACTION) for action in NO_ACTIONS),
    *(("turn", action, Refusal.NO_SUCH_SEAT) for action in WRONG_SEATS),
    *(("turn", action, Refusal.NO_SUCH_TILE) for action in WRONG_TILES),
    *(("ended", action, Refusal.NOT_AN_ACTION) for action in NO_ACTIONS[:6]),
    ("turn", Discard(1, _S9), Refusal.NOT_YOUR_TURN),
    ("turn", DeclareTing(1, _EAST), Refusal.NOT_YOUR_TURN),
    ("turn", Kong(2, _S9, _CONCEALED), Refusal.NOT_YOUR_TURN),
    ("turn", Pass(1), Refusal.NOTHING_TO_ANSWER),
    ("turn", Pung(1, _S9, 0), Refusal.NOTHING_TO_CLAIM),
    ("turn", Win(1), Refusal.WIN_NOT_IN_TING),
    ("turn", Discard(0, Tile.M9), Refusal.TILE_NOT_HELD),
    ("turn", Discard(0, _EAST), Refusal.STANDING_TILE),
    ("turn", DeclareTing(0, _S9), Refusal.TING_NOT_STANDING),
    ("turn", DeclareTing(0, _EAST), Refusal.TING_NOT_READY),
    ("turn", Kong(0, _S9, _ADDED), Refusal.KONG_NEEDS_PUNG),
    ("turn", Kong(0, _S9, _CONCEALED), Refusal.KONG_NEEDS_FOUR),
    ("turn", Kong(0, _S9, _MELDED), Refusal.NOTHING_TO_CLAIM),
    ("turn", Pass(0), Refusal.CANNOT_PASS_TURN),
    ("offer", Discard(0, _S9), Refusal.NOT_YOUR_TURN),
    ("offer", Discard(1, Tile.P1), Refusal.NOT_YOUR_TURN),
    ("offer", Pung(0, _M5, 0), Refusal.OWN_DISCARD),
    ("offer", Pung(2, _M5, 0), Refusal.PUNG_NEEDS_TWO),
    ("offer", Pung(1, Tile.M6, 0), Refusal.NOT_THE_DISCARD),
    ("offer", Pung(1, _M5, 1), Refusal.PUNG_CHOICE),
    ("offer", Kong(1, _M5, _MELDED), Refusal.KONG_NEEDS_THREE),
    ("offer", Kong(1, _M5, _CONCEALED), Refusal.KONG_ONLY_AFTER_DRAW),
    ("offer", Pass(2), Refusal.NOTHING_TO_ANSWER),
    ("answered", Pung(1, _M5, 0), Refusal.ALREADY_ANSWERED),
    ("answered", Pass(1), Refusal.ALREADY_ANSWERED),
    ("punged", Pung(1, _M5, 0), Refusal.NOTHING_TO_CLAIM),
    ("punged", Discard(1, _M5), Refusal.TILE_NOT_HELD),
    ("ended", Discard(0, _S9), Refusal.DEAL_ENDED),
    ("ended", DeclareTing(0, _EAST), Refusal.DEAL_ENDED),
    ("ended", Pung(1, _S9, 0), Refusal.DEAL_ENDED),
    ("ended", Kong(1, _S9, _MELDED), Refusal.DEAL_ENDED),
    ("ended", Win(1), Refusal.DEAL_ENDED),
    ("ended", Pass(1), Refusal.DEAL_ENDED),
)
"""A state, what is tried in it, and why it is refused."""
