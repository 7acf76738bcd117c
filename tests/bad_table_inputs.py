"""Bad input for tables and settlements, with the error that it must be and what it must say.

The table serves `test_table_bad_input`; run as ``python -O tests/bad_table_inputs.py`` with the
package on the path, the file shows that no check of the library is an ``assert``, and ends with 1
on a failure. `bad_inputs` has the same for a deal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial

import attrs

from bad_inputs import BadInput, Facts, complaint, label, none_of
from bad_tables import (
    HUGE_INT,
    HUGE_TEXT,
    NO_RULES,
    NO_SCORE,
    NO_SEATS,
    NO_STATES,
    NO_TEXTS,
    SEAT,
    SHUFFLE,
    SPACE,
    STATE,
    STATES,
    Function,
    MyDiscard,
    Touchy,
    Unprintable,
    odd,
)
from endings import about_to_be_drawn, about_to_win
from evenings import acted, dealt, seated, started
from lisi_mahjong import (
    Discard,
    DrawnDeal,
    Finished,
    IllegalAction,
    InvalidStateError,
    Kong,
    Leave,
    NotationError,
    Pass,
    Play,
    Problem,
    Pung,
    Ready,
    Refusal,
    RulesError,
    SeatError,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    Tile,
    Unready,
    WonDeal,
    apply_table,
    next_dealer,
    parse_table_action,
    settle,
    step_table,
    table_legal_actions,
    why_table_illegal,
)


class Name(str):
    """A subclass of a text."""

    __slots__ = ()


# --- tables and actions -------------------------------------------------------------------

_won, _discard = about_to_win(1, 0)
TABLES: Mapping[str, TableState] = {
    "new": TableState.new(),
    "one sits": seated(["Ann"]),
    "seated": seated(),
    "playing": started(seated()),
    "won": acted(dealt(_won), _discard),
}

NO_TABLES: Mapping[str, object] = {
    "None": None,
    "a text": "table",
    "0": 0,
    "an object": object(),
    "the class": TableState,
    "a deal": STATE,
    "a step": step_table(TABLES["new"], Sit(0, "Ann")),
    "its fields": attrs.astuple(TABLES["new"], recurse=False),
    "something without a text": Unprintable(),
    "a huge text": HUGE_TEXT,
}

_M5, _S9 = Tile.M5, Tile.S9

NO_TABLE_ACTIONS: tuple[object, ...] = (
    None,
    5,
    True,
    "0 ready",
    b"0 ready",
    ("0", "ready"),
    object(),
    Ready,
    Unprintable(),
    Touchy(),
    HUGE_INT,
    HUGE_TEXT,
    SHUFFLE,
    Discard(0, _S9),  # an action of the deal is sent in a `Play`
    Pass(0),
    *(StartDeal(odd(it)) for it in (None, 7, "7", b"7", STATE, Shuffle, HUGE_TEXT, HUGE_INT)),
    StartDeal(odd(SHUFFLE.layout)),
    StartDeal(odd(StartDeal(SHUFFLE))),
    StartDeal(odd(Unprintable())),
)
"""What is none of the six, or starts a deal with something that is no shuffle."""

NO_ACTIONS: tuple[object, ...] = (
    None,
    5,
    "0 discard 9s",
    object(),
    Discard,
    Unprintable(),
    Touchy(),
    HUGE_INT,
    HUGE_TEXT,
    Ready(0),
    StartDeal(SHUFFLE),
    Play(Discard(0, _S9)),
    Play(odd(Play(odd(None)))),
)
"""What is played and is no action of a deal."""

NO_FIELDS: tuple[object, ...] = (
    MyDiscard(0, _S9),
    Pung(0, _S9, 3),
    Kong(0, _S9, odd("added")),
    Kong(0, _S9, odd(Unprintable())),
)
"""Actions of a deal with a wrong field, or of a subclass."""

NO_NAMES: tuple[object, ...] = (
    "",
    "x" * 101,
    HUGE_TEXT,
    "a\nb",
    "\x00",
    "\x1f",
    "a\x7f",
    "\x85",
    "\x9f",
    "\ud800",
    "a\udfff",
    None,
    True,
    7,
    HUGE_INT,
    b"Ann",
    ("Ann",),
    ["Ann"],
    {"Ann"},
    Name("Ann"),
    Tile.M1,
    object(),
    Unprintable(),
)
"""What is no name (TABLE-5)."""

_SEATS = (*NO_SEATS, HUGE_TEXT, Unprintable(), [0], b"0")

NO_SENDERS: tuple[object, ...] = (7, True, b"Ann", ("Ann",), object(), Unprintable(), HUGE_TEXT)
"""What is nobody's name, so nobody who sits."""

ACTIONS: tuple[tuple[str, object, Refusal], ...] = (
    *(("seated", action, Refusal.NOT_A_TABLE_ACTION) for action in NO_TABLE_ACTIONS),
    *(("playing", action, Refusal.NOT_A_TABLE_ACTION) for action in NO_TABLE_ACTIONS[:7]),
    *(("playing", Play(odd(action)), Refusal.NOT_AN_ACTION) for action in NO_ACTIONS),
    *(("seated", Play(odd(action)), Refusal.NOT_AN_ACTION) for action in NO_ACTIONS[:7]),
    *(("won", Play(odd(action)), Refusal.NOT_AN_ACTION) for action in NO_ACTIONS[:7]),
    *(("playing", Play(odd(action)), Refusal.NOT_AN_ACTION) for action in NO_FIELDS),
    *(("new", Sit(odd(seat), "Ann"), Refusal.NO_SUCH_SEAT) for seat in _SEATS),
    *(("seated", Ready(odd(seat)), Refusal.NO_SUCH_SEAT) for seat in _SEATS),
    *(("seated", Unready(odd(seat)), Refusal.NO_SUCH_SEAT) for seat in _SEATS),
    *(("playing", Leave(odd(seat)), Refusal.NO_SUCH_SEAT) for seat in _SEATS),
    *(("playing", Play(Pass(odd(seat))), Refusal.NO_SUCH_SEAT) for seat in _SEATS),
    *(("seated", Play(Discard(odd(seat), _S9)), Refusal.NO_SUCH_SEAT) for seat in _SEATS),
    *(("new", Sit(0, odd(name)), Refusal.BAD_NAME) for name in NO_NAMES),
    ("playing", Play(Discard(0, odd("9s"))), Refusal.NO_SUCH_TILE),
    ("playing", Play(Discard(0, odd(HUGE_INT))), Refusal.NO_SUCH_TILE),
    ("one sits", Sit(0, "Bo"), Refusal.SEAT_TAKEN),
    ("one sits", Sit(1, "Ann"), Refusal.ALREADY_SEATED),
    ("one sits", Ready(1), Refusal.SEAT_EMPTY),
    ("one sits", Leave(3), Refusal.SEAT_EMPTY),
    ("seated", Unready(0), Refusal.NOT_READY),
    ("seated", StartDeal(SHUFFLE), Refusal.NOT_ALL_READY),
    ("seated", Play(Discard(0, _S9)), Refusal.NO_DEAL),
    ("playing", Ready(0), Refusal.DEAL_IN_PROGRESS),
    ("playing", StartDeal(SHUFFLE), Refusal.DEAL_IN_PROGRESS),
    ("playing", Play(Discard(1, _S9)), Refusal.NOT_YOUR_TURN),
    ("won", Play(Pass(0)), Refusal.DEAL_ENDED),
)
"""A table, what is tried at it, and why it is refused."""

# --- texts --------------------------------------------------------------------------------

VERB = "one of sit ready unready leave discard ting pung kong win pass"
NAME = "a name of 1 to 100 characters, none of them a control character"
NOTHING = "nothing more"

TEXTS: tuple[tuple[str, int, str], ...] = (
    ("", 0, SEAT),
    (" ", 0, SEAT),
    ("4 ready", 0, SEAT),
    ("-1 ready", 0, SEAT),
    ("00 ready", 1, SPACE),
    (" 0 ready", 0, SEAT),
    ("Ann sit 0", 0, SEAT),
    ("\N{FULLWIDTH DIGIT ZERO} ready", 0, SEAT),
    ("\N{SUPERSCRIPT TWO} ready", 0, SEAT),
    ("0\tready", 1, SPACE),
    ("0\tsit Ann", 1, SPACE),
    ("0ready", 1, SPACE),
    ("start", 0, SEAT),  # what a StartDeal is written as, and nobody may send
    ("0", 1, VERB),
    ("0 ", 2, VERB),
    ("0  ready", 2, VERB),
    ("0 Ready", 2, VERB),
    ("0 READY", 2, VERB),
    ("0 readyy", 2, VERB),
    ("0 start", 2, VERB),
    ("0 stand", 2, VERB),
    ("0 ready\n", 7, NOTHING),
    ("0 ready ", 7, NOTHING),
    ("0 ready now", 7, NOTHING),
    ("0 ready 1 ready", 7, NOTHING),
    ("1 unready ", 9, NOTHING),
    ("3 leave 3", 7, NOTHING),
    ("0 sit", 5, NAME),
    ("0 sit ", 6, NAME),
    ("0 sit\tAnn", 5, SPACE),
    ("0 sit " + "x" * 101, 106, NAME),
    ("0 sit a\nb", 7, NAME),
    ("0 sit Ann\n", 9, NAME),
    ("0 sit \x7f", 6, NAME),
    ("0 sit \ud800", 6, NAME),
    ("0 discard", 9, "a tile"),
    ("0 discard 8z", 10, "a digit from 1 to 7 for an honour"),
    ("0 discard 5m ", 12, NOTHING),
    ("0 ting 5m down", 10, "nothing, or one of up, wall, up wall"),
    ("0 pung 5m 3", 10, "the number of standing tiles, 0, 1 or 2"),
    ("0 kong 5m Added", 10, "one of melded added concealed"),
    ("0 win 5m", 5, NOTHING),
    ("0 pass ", 6, NOTHING),
)
"""Texts that name no action at a table, where the wrong word begins, and what could stand there."""

# --- writing the table --------------------------------------------------------------------


def _tables() -> Iterator[BadInput]:
    facts: Facts
    call: Function
    for name, value in NO_TABLES.items():
        facts = none_of(Problem.NOT_A_TABLE, value)
        calls: tuple[tuple[Function, object], ...] = (
            (table_legal_actions, 0),
            (why_table_illegal, Ready(0)),
            (apply_table, Ready(0)),
            (step_table, Ready(0)),
        )
        for function, argument in calls:
            call = partial(function, value, argument)
            yield BadInput(f"{function.__name__} of {name}", call, InvalidStateError, facts)
    for seat in (*NO_SEATS, HUGE_TEXT):
        call = partial(table_legal_actions, TABLES["playing"], odd(seat))
        yield BadInput(f"the list of seat {label(seat)}", call, SeatError, {"seat": seat})
    for name, rules in NO_RULES.items():
        call = partial(TableState.new, odd(rules))
        facts = {"option": "rules", "rule": "RULES-1"}
        yield BadInput(f"a table, rules: {name}", call, RulesError, facts)
    for name, score in NO_SCORE.items():
        call = partial(TableState.new, score=odd(score))
        facts = {"option": "score", "rule": "RULES-1"}
        yield BadInput(f"a table, score: {name}", call, RulesError, facts)


def _actions() -> Iterator[BadInput]:
    for number, (name, action, refusal) in enumerate(ACTIONS):
        table = TABLES[name]
        facts: Facts = {"refusal": refusal, "action": action, "state": table}
        for function in (apply_table, step_table):
            tried = f"{function.__name__}, {name}: {label(action)} ({number})"
            yield BadInput(tried, partial(function, table, odd(action)), IllegalAction, facts)
    for by in NO_SENDERS:
        for action, refusal in (
            (Ready(0), Refusal.NOT_YOUR_SEAT),
            (Leave(0), Refusal.NOT_YOUR_SEAT),
            (StartDeal(SHUFFLE), Refusal.TABLE_STARTS),
        ):
            call = partial(apply_table, TABLES["seated"], action, by=odd(by))
            tried = f"sent by {label(by)}: {label(action)}"
            yield BadInput(tried, call, IllegalAction, {"refusal": refusal, "action": action})
        call = partial(apply_table, TABLES["new"], Sit(0, "Ann"), by=odd(by))
        facts = {"refusal": Refusal.NOT_YOUR_SEAT}
        yield BadInput(f"sent by {label(by)}: Sit", call, IllegalAction, facts)


def _texts() -> Iterator[BadInput]:
    for text, position, expected in TEXTS:
        facts: Facts = {"text": text, "position": position, "expected": expected}
        call = partial(parse_table_action, text)
        yield BadInput(f"parse_table_action {label(text)}", call, NotationError, facts)
    for value in NO_TEXTS:
        call = partial(parse_table_action, odd(value))
        facts = {"text": value, "position": 0, "expected": "an action such as '0 ready'"}
        yield BadInput(f"parse_table_action {label(value)}", call, NotationError, facts)
    long = len(HUGE_TEXT)
    for name, text, position in (
        ("a text", HUGE_TEXT, 1),
        ("spaces", " " * long, 0),
        ("a verb", "0 " + HUGE_TEXT, 2),
        ("a name", "0 sit " + HUGE_TEXT, 106),
        ("a discard", "0 discard " + HUGE_TEXT, 11),
        ("more", "0 ready " + HUGE_TEXT, 7),
    ):
        call = partial(parse_table_action, text)
        yield BadInput(f"huge: {name}", call, NotationError, {"position": position})


# --- the ends of deals --------------------------------------------------------------------

_drawn, _last = about_to_be_drawn()
_WON = TABLES["won"].deal
_DRAWN = acted(dealt(_drawn), _last).deal


def _said_to_be_won(tile: Tile) -> object:
    """Return a deal of which it is said that seat 1 won it on a tile, which is not so."""
    result = WonDeal(1, 0, tile, robbed_kong=False, readings=())
    return attrs.evolve(STATES["turn"], stage=Finished(result))


def _ends() -> Iterator[BadInput]:
    for name, state in NO_STATES.items():
        facts: Facts = none_of(Problem.NOT_A_STATE, state)
        calls: Mapping[str, Function] = {
            "next_dealer": partial(next_dealer, odd(state)),
            "settle": partial(settle, DrawnDeal(), odd(state)),
        }
        for function, call in calls.items():
            yield BadInput(f"{function} of {name}", call, InvalidStateError, facts)
    facts = {"codes": [Problem.NOT_THE_RESULT]}
    call = partial(next_dealer, STATE)
    yield BadInput("next_dealer in the middle of a deal", call, InvalidStateError, facts)
    results = (None, 5, "won", DrawnDeal, Finished(DrawnDeal()), Unprintable(), HUGE_TEXT, HUGE_INT)
    for result in (DrawnDeal(), *results, odd(_WON).result):
        call = partial(settle, odd(result), STATE)
        tried = f"settle in the middle of a deal: {label(result)}"
        yield BadInput(tried, call, InvalidStateError, facts)
    for result in (*results, DrawnDeal(), WonDeal(1, 0, _M5, robbed_kong=False, readings=())):
        call = partial(settle, odd(result), odd(_WON))
        yield BadInput(f"settle a won deal: {label(result)}", call, InvalidStateError, facts)
    for result in (*results, odd(_WON).result):
        call = partial(settle, odd(result), odd(_DRAWN))
        yield BadInput(f"settle a drawn deal: {label(result)}", call, InvalidStateError, facts)
    held = STATES["turn"].players[1].loose[0]
    absent = next(tile for tile in Tile if tile not in STATES["turn"].players[1].concealed)
    for name, tile in (("a tile it holds", held), ("a tile it does not hold", absent)):
        state = odd(_said_to_be_won(tile))
        call = partial(settle, state.result, state)
        facts = {"codes": [Problem.NO_WIN]}
        yield BadInput(f"settle a false win on {name}", call, InvalidStateError, facts)
    for multiplier in (0, -1, True, None, "2", 2.0, 10**6 + 1, HUGE_INT, HUGE_TEXT, Unprintable()):
        call = partial(settle, odd(_WON).result, odd(_WON), multiplier=odd(multiplier))
        facts = {"option": "multiplier", "rule": "SCORE-6"}
        yield BadInput(f"the multiplier {label(multiplier)}", call, RulesError, facts)
    for name, score in NO_SCORE.items():
        call = partial(settle, odd(_WON).result, odd(_WON), odd(score))
        facts = {"option": "score", "rule": "RULES-1"}
        yield BadInput(f"settle, score: {name}", call, RulesError, facts)


BAD_TABLE_INPUTS: tuple[BadInput, ...] = (*_tables(), *_actions(), *_texts(), *_ends())


def main() -> int:
    """Try every bad input, print what is wrong and the numbers, and return the exit code."""
    if __debug__:
        sys.stdout.write("run this with python -O\n")
        return 1
    complaints = {bad.name: complaint(bad) for bad in BAD_TABLE_INPUTS}
    failed = {name: found for name, found in complaints.items() if found is not None}
    for name, found in failed.items():
        sys.stdout.write(f"{name}: {found}\n")
    sys.stdout.write(f"{len(complaints) - len(failed)} passed, {len(failed)} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
