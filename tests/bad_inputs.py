"""Bad input of every kind, with the error that it must be and what that error must say.

The table serves `test_bad_input` and, under ``python -O``, the script `optimized`. `complaint`
says what is wrong with the answer of the library to one bad input; it uses no ``assert``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType

import attrs

from anatomy import COPIES
from bad_tables import (
    ACTION_TEXTS,
    ACTIONS,
    DICE,
    FIFTH_COPIES,
    GOOD_10,
    GOOD_13,
    HANDS,
    HUGE_INT,
    HUGE_TEXT,
    LETTER,
    MELD_TEXTS,
    MELDS,
    NO_DICE,
    NO_KONG_COUNTS,
    NO_RULES,
    NO_SCORE,
    NO_SEATS,
    NO_SEEDS,
    NO_STATES,
    NO_TEXTS,
    OPTIONS,
    SEAT,
    SHUFFLE,
    SPACE,
    STATE,
    STATES,
    TILE_TEXTS,
    WALL,
    WALLS,
    Function,
    odd,
)
from lisi_mahjong import (
    Hand,
    HandError,
    IllegalAction,
    InvalidStateError,
    LisiError,
    NotationError,
    Pass,
    Problem,
    RulesError,
    RuleSet,
    ScoreTable,
    SeatError,
    Shuffle,
    SimulationError,
    Step,
    Tile,
    actors,
    apply,
    commitment,
    deal,
    explain,
    follow,
    format_tiles,
    is_win,
    legal_actions,
    parse_action,
    parse_tile,
    parse_tiles,
    readings,
    reserve,
    seen_events,
    step,
    view,
    waits,
    why_illegal,
)
from lisi_mahjong.errors import shorten
from lisi_mahjong.players import ViewPlayer, tidy

LONGEST_MESSAGE = 600
"""No message is longer, whatever was handed in."""

Facts = Mapping[str, object]


@attrs.frozen
class BadInput:
    """A call that must fail.

    Attributes:
        name: what is tried.
        call: the call, which takes nothing.
        error: the class of the error, exactly.
        facts: attributes of the error, exactly.
    """

    name: str
    call: Callable[[], object] = attrs.field(repr=False, eq=False)
    error: type[LisiError]
    facts: Facts = attrs.field(repr=False, eq=False)


def complaint(bad: BadInput) -> str | None:
    """Return what is wrong with the answer to a bad input, or ``None``."""
    try:
        answer = bad.call()
    except LisiError as error:
        if type(error) is not bad.error:
            return f"{type(error).__name__} and not {bad.error.__name__}: {error}"
        return _complaint_about(error, bad.facts)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is no LisiError
        return f"{type(error).__name__}, which is no LisiError: {str(error)[:200]}"
    return f"accepted, with the answer {str(answer)[:200]}"


def _complaint_about(error: LisiError, facts: Facts) -> str | None:
    for name, expected in facts.items():
        found = codes(error) if name == "codes" else getattr(error, name)
        if found != expected or type(found) is not type(expected):
            return f".{name} is {str(found)[:200]} and not {str(expected)[:200]}"
    message = str(error)
    if not 10 <= len(message) <= LONGEST_MESSAGE or not message.isprintable():
        return f"the message is not one readable line: {message[:1000]!r}"
    missing = [rule for rule in _rules_of(error) if f"({rule})" not in message]
    if missing:
        return f"the message does not name {missing}: {message}"
    for way, copied in COPIES.items():
        twin = copied(error)
        if type(twin) is not type(error) or str(twin) != message:
            return f"a copy by {way} says {twin}"
    return None


def _rules_of(error: LisiError) -> list[str]:
    """Return the rules that an error has to name; text that cannot be read breaks none."""
    if isinstance(error, InvalidStateError):
        return [problem.rule for problem, _ in error.problems]
    if isinstance(error, IllegalAction):
        return [error.refusal.rule]
    if isinstance(error, HandError | RulesError):
        return [error.rule]
    return ["TABLE-1"] if isinstance(error, SeatError) else []


def none_of(problem: Problem, value: object) -> Facts:
    """Return what is said of a value that is none of what was asked for: code and value."""
    return {"problems": ((problem, f"not {shorten(value)}"),)}


def codes(error: LisiError) -> list[Problem]:
    """Return the codes of the problems that an error lists."""
    return (
        [problem for problem, _ in error.problems] if isinstance(error, InvalidStateError) else []
    )


# --- writing the table --------------------------------------------------------------------


def _bad(
    name: str,
    error: type[LisiError],
    facts: Facts,
    function: Function,
    *args: object,
) -> BadInput:
    return BadInput(name, partial(function, *args), error, MappingProxyType(dict(facts)))


def _each(
    function: Function,
    error: type[LisiError],
    values: Iterable[object],
    **facts: object,
) -> list[BadInput]:
    """Return a bad input for each value as the one argument of a function."""
    name = getattr(function, "__name__", "")
    return [_bad(f"{name} {label(value)}", error, facts, function, value) for value in values]


def label(value: object) -> str:
    """Return a short name for a value, the same in every process."""
    if isinstance(value, int) and abs(value) > 10**20:
        return "a huge int"
    if isinstance(value, list | tuple) and len(value) > 6:
        return f"{len(value)} times {label(value[0])} to {label(value[-1])}"
    try:
        text = ascii(value)
    except (RuntimeError, ValueError):
        return type(value).__name__
    if len(text) > 100:
        return f"{len(text)} characters {text[:30]}"
    return text if " at 0x" not in text else type(value).__name__


# --- texts --------------------------------------------------------------------------------


def _texts() -> list[BadInput]:
    found = []
    for text, position, expected in TILE_TEXTS:
        facts: Facts = {"text": text, "position": position, "expected": expected}
        found += [_bad(f"parse_tiles {text!a}", NotationError, facts, parse_tiles, text)]
        found += [_bad(f"parse_tile {text!a}", NotationError, facts, parse_tile, text)]
    for text, position, expected in FIFTH_COPIES:
        facts = {"text": text, "position": position, "expected": expected}
        found += [_bad(f"parse_tiles {label(text)}", NotationError, facts, parse_tiles, text)]
    for text, position, expected in ACTION_TEXTS:
        facts = {"text": text, "position": position, "expected": expected}
        found += [_bad(f"parse_action {text!a}", NotationError, facts, parse_action, text)]
    for function, expected in (
        (parse_tiles, "a text such as '123m55z'"),
        (parse_tile, "a text such as '123m55z'"),
        (parse_action, "an action such as '0 discard 5m'"),
    ):
        for value in NO_TEXTS:
            facts = {"text": value, "position": 0, "expected": expected}
            name = f"{function.__name__} {label(value)}"
            found.append(_bad(name, NotationError, facts, function, value))
    found += _each(parse_tile, NotationError, ["55m", "1m2m", "5m "])
    return found


class NotReallyIterable:
    """It says that it can be iterated over."""

    def __iter__(self) -> int:
        return 5


class Touchy:
    """It cannot be asked for its seat."""

    @property
    def seat(self) -> int:
        raise RuntimeError


# --- hands --------------------------------------------------------------------------------


def _hands() -> list[BadInput]:
    found = []
    for number, (function, hand, melds, rule) in enumerate(HANDS):
        name = f"{function.__name__} {label(hand)} {label(melds)} ({number})"
        found.append(_bad(name, HandError, {"rule": rule}, function, hand, melds))
    for number, melds in enumerate(MELDS):
        name = f"melds {label(melds)} ({number})"
        facts: Facts = {"rule": "WIN-5"}
        found.append(_bad(f"waits, {name}", HandError, facts, waits, GOOD_10, melds))
        found.append(_bad(f"is_win, {name}", HandError, facts, is_win, GOOD_10 + "5p", melds))
        found.append(_bad(f"readings, {name}", HandError, facts, readings, GOOD_10, "5p", melds))
    for text, position in MELD_TEXTS:
        facts = {"text": text, "position": position}
        found.append(_bad(f"meld {text!r}", NotationError, facts, waits, GOOD_10, [text]))
    for text, position, _ in TILE_TEXTS[1:]:  # an empty text is a hand of no tiles
        facts = {"text": text, "position": position}
        found.append(_bad(f"waits {text!a}", NotationError, facts, waits, text))
        name = f"the winning tile {text!a}"
        found.append(_bad(name, NotationError, facts, readings, GOOD_13, text))
    for tile, rule in (
        ("", "WIN-5"),
        ("55m", "WIN-5"),
        ("5m 6m", "WIN-5"),
        (None, "WALL-1"),
        (4, "WALL-1"),
        ([Tile.M5], "WALL-1"),
    ):
        name = f"the winning tile {label(tile)} as a hand"
        found.append(_bad(name, HandError, {"rule": rule}, readings, GOOD_13, tile))
    for hand, tile, melds in (
        ("5555m123456789p", "5m", ()),
        ("5m123456789p", "5m", ["555m"]),
        (GOOD_10, "1z", ["1111z"]),
    ):
        name = f"a fifth {tile} beside {hand}"
        found.append(_bad(name, HandError, {"rule": "WIN-6"}, readings, hand, tile, melds))
    found += _each(format_tiles, HandError, [None, 5, [5], [Tile.M1, "2m"]], rule="WALL-1")
    numbers: tuple[object, ...] = (*range(13),)
    found.append(_bad("a tuple of ints", HandError, {"rule": "WALL-1"}, waits, numbers))
    facts = {"rule": "WIN-5"}
    for size, hand in ((10, GOOD_10), (12, GOOD_13[1:]), (15, GOOD_13 + "35s")):
        found.append(_bad(f"Hand.of {size} tiles", HandError, facts, Hand.of, hand))
    found.append(_bad("Hand.of five", HandError, {"rule": "WALL-1"}, Hand.of, "55555m12345678p"))
    waiting, full = Hand.of(GOOD_13), Hand.of(GOOD_13 + "3p")
    found += [
        _bad("waits of a full Hand", HandError, facts, waits, full),
        _bad("is_win of a waiting Hand", HandError, facts, is_win, waiting),
        _bad("readings of a full Hand", HandError, facts, readings, full, "3p"),
        _bad("a Hand and melds", HandError, facts, waits, waiting, ["555s"]),
        _bad("a Hand and no melds", HandError, facts, waits, waiting, None),
        _bad("a Hand of a text", HandError, facts, Hand, GOOD_13),
        _bad("a Hand too full", HandError, facts, Hand, full.concealed_set, ()),
    ]
    return found


# --- walls, dice, seeds, counts -----------------------------------------------------------


def _walls() -> list[BadInput]:
    found = []
    for name, (wall, problems) in WALLS.items():
        facts: Facts = {"codes": problems}
        order = Shuffle.from_draw_order
        found.append(_bad(f"draw order: {name}", InvalidStateError, facts, order, wall))
        found.append(_bad(f"layout: {name}", InvalidStateError, facts, Shuffle, wall, DICE))
    for name, dice in NO_DICE.items():
        facts = {"codes": [Problem.BAD_DICE]}
        found.append(_bad(f"dice: {name}", InvalidStateError, facts, Shuffle, WALL, dice))
    for seat in NO_SEATS:
        facts = {"codes": [Problem.BAD_DEALER_DRAW]}
        name = f"dealer draw {label(seat)}"
        found.append(_bad(name, InvalidStateError, facts, Shuffle, WALL, DICE, seat))
    everything = {
        "codes": [Problem.WALL_SIZE, Problem.WALL_COPIES, Problem.BAD_DICE, Problem.BAD_DEALER_DRAW]
    }
    found.append(_bad("a wrong shuffle", InvalidStateError, everything, Shuffle, (), 5, 5))
    for function in (Shuffle.from_seed, Shuffle.commitment, commitment):
        for seed in NO_SEEDS:
            name = f"{function.__qualname__} {label(seed)}"
            facts = {"codes": [Problem.BAD_SEED]}
            found.append(_bad(name, InvalidStateError, facts, function, seed))
    found += _each(reserve, InvalidStateError, NO_KONG_COUNTS, codes=[Problem.KONG_COUNT])
    for value in (None, 7, "7", WALL, Shuffle):
        facts = none_of(Problem.NOT_A_SHUFFLE, value)
        found.append(_bad(f"deal {label(value)}", InvalidStateError, facts, deal, value))
    return found


# --- seats and states ---------------------------------------------------------------------


def _seats_and_states() -> list[BadInput]:
    found = []
    for seat in NO_SEATS:
        facts: Facts = {"seat": seat}
        calls: dict[str, Function] = {
            "legal_actions": partial(legal_actions, STATE),
            "explain": partial(explain, STATE),
            "the dealer of a deal": lambda seat: deal(SHUFFLE, dealer=seat),
            "the dealer of a wall": lambda seat: Shuffle.from_draw_order(WALL, dealer=seat),
            "the first taker": lambda seat: Shuffle.from_draw_order(WALL, first_taker=seat),
        }
        if seat is not None:  # a spectator
            calls["view"] = partial(view, STATE)
        for name, call in calls.items():
            found.append(_bad(f"{name}: {label(seat)}", SeatError, facts, call, seat))
    found.append(_bad("a player who is not asked", SeatError, {"seat": 1}, tidy, STATE, 1))
    facts = {"argument": "decide", "found": "3"}
    found.append(_bad("a player of nothing", SimulationError, facts, ViewPlayer, 3))
    for name, value in NO_STATES.items():
        facts = none_of(Problem.NOT_A_STATE, value)
        for function, rest in (
            (actors, ()),
            (legal_actions, (0,)),
            (why_illegal, (Pass(0),)),
            (apply, (Pass(0),)),
            (step, (Pass(0),)),
            (explain, (0,)),
            (view, (0,)),
        ):
            tried = f"{function.__name__} of {name}"
            found.append(_bad(tried, InvalidStateError, facts, function, value, *rest))
        if not isinstance(value, Step):
            facts = none_of(Problem.NOT_A_STEP, value)
            found.append(_bad(f"the step {name}", InvalidStateError, facts, seen_events, value, 0))
        facts = {"codes": [Problem.NOT_A_STEP]}
        odd_events = Step(STATE, (value,))  # type: ignore[arg-type]  # what is tested
        tried = f"the event {name} of a step"
        found.append(_bad(tried, InvalidStateError, facts, seen_events, odd_events, 0))
        taken = Step(value, ())  # type: ignore[arg-type]  # what is tested
        found.append(_bad(f"a step to {name}", InvalidStateError, facts, seen_events, taken, 0))
        facts = none_of(Problem.NOT_A_VIEW, value)
        found.append(_bad(f"the view {name}", InvalidStateError, facts, follow, value, ()))
        facts = {"codes": [Problem.NOT_AN_EVENT]}
        for number, events in enumerate(([value], 5, NotReallyIterable(), [Touchy()])):
            tried = f"the events {label(events)} and {name} ({number})"
            found.append(_bad(tried, InvalidStateError, facts, follow, view(STATE, 0), events))
    for seat in NO_SEATS:
        if seat is not None:  # a spectator
            taken = step(STATE, legal_actions(STATE, 0)[0])
            tried = f"the events of seat {label(seat)}"
            found.append(_bad(tried, SeatError, {"seat": seat}, seen_events, taken, seat))
        tried = f"what was thrown since ting of {label(seat)}"
        thrown = view(STATE, 0).thrown_since_ting
        found.append(_bad(tried, SeatError, {"seat": seat}, thrown, seat))
    spectator = view(STATE, None)
    found.append(_bad("a spectator's tiles", SeatError, {"seat": None}, spectator.own_player))
    return found


# --- options ------------------------------------------------------------------------------


def _options() -> list[BadInput]:
    found = []
    for cls, name, rule, values in OPTIONS:
        facts: Facts = {"option": name, "rule": rule}
        for value in values:
            tried = f"{name}={label(value)}"
            options = {name: value}
            found.append(_bad(tried, RulesError, facts, partial(odd(cls), **options)))
            from_options = cls.from_options
            found.append(_bad(f"{tried} in a mapping", RulesError, facts, from_options, options))
    for cls in (RuleSet, ScoreTable):
        from_options = cls.from_options
        for key in ("wall", "", "Base", 5, None, "x" * 1000, HUGE_INT, ("base",)):
            tried = f"{cls.__name__}, the option {label(key)}"
            found.append(_bad(tried, RulesError, {"rule": "RULES-1"}, from_options, {key: 1}))
        for value in (None, 5, "base", [("base", 1)], cls()):
            tried = f"{cls.__name__}.from_options of {label(value)}"
            facts = {"option": "", "rule": "RULES-1"}
            found.append(_bad(tried, RulesError, facts, from_options, value))
    for name, rules in NO_RULES.items():
        facts = {"option": "rules", "rule": "RULES-1"}
        calls: tuple[tuple[Function, tuple[object, ...]], ...] = (
            (waits, (GOOD_13,)),
            (is_win, (GOOD_13 + "3p",)),
            (readings, (GOOD_13, "3p")),
            (reserve, (0,)),
            (deal, (SHUFFLE,)),
        )
        for function, given in calls:
            tried = f"{function.__name__}, rules: {name}"
            call = partial(function, *given, rules=rules)
            found.append(_bad(tried, RulesError, facts, call))
    for name, score in NO_SCORE.items():
        facts = {"option": "score", "rule": "RULES-1"}
        call = partial(odd(readings), GOOD_13, "3p", score=score)
        found.append(_bad(f"score: {name}", RulesError, facts, call))
    return found


# --- actions ------------------------------------------------------------------------------


def _actions() -> list[BadInput]:
    found = []
    for number, (name, action, refusal) in enumerate(ACTIONS):
        state = STATES[name]
        facts: Facts = {"refusal": refusal, "action": action, "state": state}
        tried = f"{name}: {label(action)} ({number})"
        found.append(_bad(f"apply, {tried}", IllegalAction, facts, apply, state, action))
        found.append(_bad(f"step, {tried}", IllegalAction, facts, step, state, action))
    return found


# --- huge things --------------------------------------------------------------------------


def _huge() -> list[BadInput]:
    tiles = [Tile.M1] * len(HUGE_TEXT)
    long = len(HUGE_TEXT)
    notation: list[tuple[str, dict[str, object], Function, object]] = [
        ("tiles", {"position": long, "expected": LETTER}, parse_tiles, HUGE_TEXT),
        ("a tile", {"position": long, "expected": LETTER}, parse_tile, HUGE_TEXT),
        ("an action", {"position": 1, "expected": SPACE}, parse_action, HUGE_TEXT),
        ("spaces", {"position": 0, "expected": SEAT}, parse_action, " " * long),
        ("a discard", {"position": 11}, parse_action, "0 discard " + HUGE_TEXT),
        ("a hand", {"position": long}, waits, HUGE_TEXT),
        ("an int", {"position": 0}, parse_tiles, HUGE_INT),
    ]
    found = [_bad(f"huge: {n}", NotationError, facts, f, arg) for n, facts, f, arg in notation]
    five = {"codes": [Problem.WALL_SIZE, Problem.WALL_COPIES]}
    found += [
        _bad("huge: many tiles", HandError, {"rule": "WIN-5"}, waits, tiles),
        _bad("huge: many melds", HandError, {"rule": "WIN-5"}, waits, GOOD_10, ["111z"] * 10_000),
        _bad("huge: meld", HandError, {"rule": "WIN-5"}, waits, GOOD_10, [HUGE_TEXT + "m"]),
        _bad(
            "huge: winning tile", HandError, {"rule": "WIN-5"}, readings, GOOD_13, HUGE_TEXT + "m"
        ),
        _bad("huge: int as a hand", HandError, {"rule": "WALL-1"}, waits, HUGE_INT),
        _bad("huge: wall", InvalidStateError, five, Shuffle.from_draw_order, tiles),
        _bad("huge: dice", InvalidStateError, {}, Shuffle, WALL, [HUGE_INT]),
        _bad("huge: seed", InvalidStateError, {}, Shuffle.from_seed, "\ud800" * long),
        _bad("huge: list as a seed", InvalidStateError, {}, Shuffle.from_seed, tiles),
        _bad("huge: text as a state", InvalidStateError, {}, actors, HUGE_TEXT),
        _bad(
            "huge: text as a seat", SeatError, {"seat": HUGE_TEXT}, legal_actions, STATE, HUGE_TEXT
        ),
        _bad(
            "huge: text as an option", RulesError, {}, RuleSet.from_options, {"all_runs": HUGE_TEXT}
        ),
        _bad("huge: name", RulesError, {}, RuleSet.from_options, {HUGE_TEXT: True}),
    ]
    return found


BAD_INPUTS: tuple[BadInput, ...] = (
    *_texts(),
    *_hands(),
    *_walls(),
    *_seats_and_states(),
    *_options(),
    *_actions(),
    *_huge(),
)
