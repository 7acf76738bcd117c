"""Views in JSON are read back, and what is none, or says what cannot be, is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bad_inputs import LONGEST_MESSAGE
from bad_tables import TRUE, odd
from edited_json import GONE, HOSTILE, edited, places
from evenings import all_ready, evening, one_left, seated, started
from fuzz_oracle import LONGEST_PROBLEM
from lisi_mahjong import (
    GameState,
    InvalidStateError,
    LisiError,
    RecordError,
    RuleSet,
    ScoreTable,
    SeatView,
    Shuffle,
    TableState,
    TableView,
    deal,
    parse_state,
    read_table_view,
    read_view,
    view,
    view_table,
)
from support import play

# --- views of a deal ----------------------------------------------------------------------


def with_everything() -> GameState:
    """Return 5m on offer, with a kong and two ting tiles face down; seat 1 or 2 may take it."""
    return parse_state(
        "lisi1 rules=-forced_win stage=offer:0:5m remaining=40 "
        "hand1={5m1z2z3z}5m.. melds1=(6666z) hand2={9m9m4m}6m777p888s999s river2=..1z* "
        "hand3={444z}222m5558s melds3=777z<0 river3=..5z*"
    )


STATES: dict[str, GameState] = {
    "first turn": deal(Shuffle.from_seed(7)),
    "on offer": with_everything(),
    "answered": play(with_everything(), "2 pass"),
    "a turn later": play(with_everything(), "2 pass", "1 pass"),
    "won": play(with_everything(), "2 win"),
    "drawn": parse_state("lisi1 stage=drawn remaining=16 melds0=(1111z) melds3=5555z+<2,666z<0"),
}
VIEWS: dict[str, SeatView] = {
    f"{name}, {viewer}": view(state, viewer)
    for name, state in STATES.items()
    for viewer in (0, 2, None)
}


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("seen", VIEWS.values(), ids=VIEWS)
def test_a_view_is_read_back(seen: SeatView) -> None:
    read = read_view(seen.as_json())
    assert (read, hash(read), repr(read)) == (seen, hash(seen), repr(seen))
    assert read.legal_actions == seen.legal_actions


@pytest.mark.rule("RULES-1")
@pytest.mark.parametrize("field", attrs.fields(RuleSet), ids=lambda field: str(field.name))
def test_a_view_keeps_every_option(field: Any) -> None:  # noqa: ANN401 - attrs has no name for it
    other = not field.default if isinstance(field.default, bool) else field.default + 1
    seen = view(deal(Shuffle.from_seed(7), rules=RuleSet(**{field.name: other})), 0)
    assert getattr(read_view(seen.as_json()).rules, field.name) == other


FIRST = VIEWS["first turn, 2"].as_json()
OFFER = VIEWS["on offer, 2"].as_json()
SEAT = "a seat from 0 to 3"
STAGE = "view.stage to be an object whose name is one of turn claims won drawn"

MALFORMED: dict[str, tuple[object, str, str]] = {
    "null": (None, "view to be an object", "None"),
    "a list": ([], "view to be an object", "[]"),
    "a line of notation": ("lisi1 view=1", "view to be an object", "'lisi1 view=1'"),
    "a viewer that is no seat": (
        edited(FIRST, "viewer", to=4), f"view.viewer to be {SEAT}", "4"),
    "a viewer that is true": (
        edited(FIRST, "viewer", to=TRUE), f"view.viewer to be {SEAT}", "True"),
    "an option that is 1": (edited(FIRST, "rules", "all_runs", to=1),
        "options of a rule set or of a score table",
        "all_runs must be True or False, not 1 (WIN-5)"),
    "rules that are null": (
        edited(FIRST, "rules", to=None), "view.rules that are an object", "None"),
    "dice of one throw": (
        edited(FIRST, "dice", to=[[1, 2]]), "view.dice to be a list of two", "[[1, 2]]"),
    "three dice": (
        edited(FIRST, "dice", 1, to=[1, 2, 3]), "view.dice[1] to be a list of two", "[1, 2, 3]"),
    "a die of 7": (edited(FIRST, "dice", 0, 1, to=7),
        "view.dice[0][1] to be a whole number from 1 to 6", "7"),
    "a die of 0": (edited(FIRST, "dice", 0, 0, to=0),
        "view.dice[0][0] to be a whole number from 1 to 6", "0"),
    "a die that is true": (edited(FIRST, "dice", 1, 0, to=TRUE),
        "view.dice[1][0] to be a whole number from 1 to 6", "True"),
    "a die that is a text": (edited(FIRST, "dice", 1, 1, to="1"),
        "view.dice[1][1] to be a whole number from 1 to 6", "'1'"),
    "a stage without a name": (edited(FIRST, "stage", to={"seat": 0}), STAGE, "{'seat': 0}"),
    "a stage that is a text": (edited(FIRST, "stage", to="turn"), STAGE, "'turn'"),
    "a turn with a tile on offer": (edited(FIRST, "stage", "tile", to="5m"),
        "view.stage with the keys after_draw, drawn, name, seat", "the key 'tile'"),
    "an offer of nothing": (
        edited(OFFER, "stage", "tile", to=None), "view.stage.tile to be a text", "None"),
    "an answer that is none": (edited(OFFER, "stage", "answer", to="yes"),
        "view.stage.answer to be an action", "'yes'"),
    "137 tiles left": (edited(FIRST, "remaining", to=137),
        "view.remaining to be a whole number from 0 to 136", "137"),
    "another reserve": (edited(FIRST, "reserve", to=15), "view.reserve 14", "15"),
    "a reserve that is a fraction": (edited(FIRST, "reserve", to=14.0), "view.reserve 14", "14.0"),
    "an action less": (edited(OFFER, "legal_actions", 1, to=GONE),
        'view.legal_actions[1] "2 pass"', "absent"),
    "an action more": (edited(FIRST, "legal_actions", to=["2 pass"]),
        "view.legal_actions[0] absent", '"2 pass"'),
    "a lock that is no tile": (
        edited(FIRST, "pung_locks", to=["x"]), "view.pung_locks[0] to be a tile", "'x'"),
    "a bar that is null": (
        edited(FIRST, "win_barred", to=None), "view.win_barred to be true or false", "None"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "expected", "found"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_view_is_refused_with_its_place(
    value: object, expected: str, found: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_view(odd(value), 3)
    assert (caught.value.line, caught.value.expected, caught.value.found) == (3, expected, found)


IMPOSSIBLE: dict[str, tuple[object, str]] = {
    "a kong that is not there": (edited(FIRST, "kongs", to=1), "KONGS_MADE"),
    "a tile less": (edited(FIRST, "remaining", to=82), "TILE_COUNT"),
    "five of a kind": (
        edited(FIRST, "players", 2, "hand", "loose", to=["1m"] * 9),
        "TILE_COPIES",
    ),
    "another seat's hand": (
        edited(FIRST, "players", 1, "hand", to=FIRST["players"][2]["hand"]),
        "SECRET",
    ),
    "a spectator's own lock": (
        edited(VIEWS["on offer, None"].as_json(), "pung_locks", to=["5m"]),
        "SECRET",
    ),
    "locks that are not sorted": (
        edited(FIRST, "pung_locks", to=["2m", "1m"]),
        "MALFORMED_FIELD",
    ),
}


@pytest.mark.parametrize(("value", "problem"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_view_that_cannot_be_is_refused_with_its_problems(
    value: dict[str, Any], problem: str
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        read_view(value)
    assert problem in [found.name for found, _ in caught.value.problems]


def refused(error: LisiError) -> list[str]:
    """Return what a documented error says, one saying for each problem."""
    if isinstance(error, InvalidStateError):
        return [f"{problem.en}: {detail}" for problem, detail in error.problems]
    assert isinstance(error, RecordError), type(error)
    return [str(error)]


def assert_bounded(sayings: list[str]) -> None:
    """Check that an error says something, in few words that can be printed."""
    assert sayings
    for saying in sayings:
        assert len(saying) <= max(LONGEST_PROBLEM, LONGEST_MESSAGE)
        assert saying.isprintable()


def tried_view(value: dict[str, Any]) -> list[str]:
    """Return what is said of a view that is refused; of one that is read, nothing."""
    try:
        seen = read_view(value)
    except LisiError as error:
        assert_bounded(refused(error))
        return refused(error)
    assert seen.as_json() == value
    return []


@pytest.mark.case(110)
@pytest.mark.parametrize("name", ["on offer, 2", "won, None"])
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_anything_anywhere_in_a_view_is_read_or_refused_in_few_words(
    name: str, hostile: object
) -> None:
    value = VIEWS[name].as_json()
    said = [tried_view(edited(value, *path, to=hostile)) for path in places(value)]
    assert sum(map(bool, said)) > 60


# --- views of a table ---------------------------------------------------------------------

EVENING = evening(seated(), [2020, 2021, 2022])
TABLES: dict[str, TableState] = {
    "new": TableState.new(),
    "three people": seated(["Ann", "Bo", "Cai"]),
    "all ready": all_ready(seated()),
    "playing": started(seated(), 7),
    "a void deal": one_left(),
    "between deals": EVENING,
    "the fourth deal": started(EVENING, 2023),
    "other rules": evening(seated(rules=RuleSet.taiyuan(), score=ScoreTable.taiyuan()), [3]),
}


@pytest.mark.rule("TABLE-7", "VIEW-4")
@pytest.mark.parametrize("viewer", [0, 2, None], ids=str)
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_view_of_a_table_is_read_back(table: TableState, viewer: int | None) -> None:
    seen = view_table(table, viewer)
    read = read_table_view(seen.as_json())
    assert (read, hash(read), repr(read)) == (seen, hash(seen), repr(seen))
    assert read.legal_actions == seen.legal_actions


def seen_by_0(name: str) -> dict[str, Any]:
    """Return the view that seat 0 has of one of those tables, as JSON."""
    seen: TableView = view_table(TABLES[name], 0)
    return seen.as_json()


NEW, READY, PLAYING = seen_by_0("new"), seen_by_0("all ready"), seen_by_0("playing")
BETWEEN, FOURTH, VOID = (
    seen_by_0("between deals"),
    seen_by_0("the fourth deal"),
    seen_by_0("a void deal"),
)

OF_TABLE = (
    "deal, dealer, game, history, ledger, legal_actions, multiplier, names, playing, ready, rules, "
    "score, viewer"
)

MALFORMED_TABLES: dict[str, tuple[object, str, str]] = {
    "null": (None, "view to be an object", "None"),
    "a list": ([], "view to be an object", "[]"),
    "a view of a deal": (FIRST, f"view with the keys {OF_TABLE}", "the key 'dice'"),
    "names of three": (
        edited(NEW, "names", 3, to=GONE), "view.names to be a list of four", "[None, None, None]"),
    "a name that is a number": (edited(NEW, "names", 0, to=7), "view.names[0] to be a text", "7"),
    "readiness that is 1": (
        edited(NEW, "ready", 0, to=1), "view.ready[0] to be true or false", "1"),
    "points below 0": (edited(NEW, "score", "base", to=-1),
        "options of a rule set or of a score table",
        "base must be an int from 0 to 1000000, not -1 (SCORE-1)"),
    "a score table that is null": (
        edited(NEW, "score", to=None), "view.score that are an object", "None"),
    "game 0": (edited(NEW, "game", to=0), "view.game to be a whole number from 1 on", "0"),
    "a dealer that is no seat": (
        edited(PLAYING, "dealer", to="0"), f"view.dealer to be {SEAT}", "'0'"),
    "a multiplier of 0": (edited(NEW, "multiplier", to=0),
        "view.multiplier to be a whole number from 1 to 1000000", "0"),
    "a deal that is a text": (
        edited(PLAYING, "deal", to="lisi1"), "view.deal to be an object", "'lisi1'"),
    "a deal with another reserve": (
        edited(PLAYING, "deal", "reserve", to=1), "view.deal.reserve 14", "1"),
    "the deal as another seat sees it": (
        edited(PLAYING, "deal", to=view_table(TABLES["playing"], 1).as_json()["deal"]),
        "view.deal.viewer 0", "1"),
    "the deal as a spectator sees it": (
        edited(PLAYING, "deal", to=view_table(TABLES["playing"], None).as_json()["deal"]),
        "view.deal.viewer 0", "None"),
    "a history that is null": (
        edited(NEW, "history", to=None), "view.history to be a list", "None"),
    "a summary with a kong too many": (edited(BETWEEN, "history", 1, "kongs", to=17),
        "view.history[1].kongs to be a whole number from 0 to 16", "17"),
    "a summary whose sums do not add up": (
        edited(BETWEEN, "history", 0, "settlement", "deltas", 0, to=5),
        "view.history[0].settlement.deltas[0] 0", "5"),
    "a ledger with another sum": (edited(VOID, "ledger", "Ann", to=1), "view.ledger.Ann 0", "1"),
    "a ledger without somebody who sits": (
        edited(VOID, "ledger", "Ann", to=GONE), "view.ledger.Ann 0", "absent"),
    "a ledger with somebody more": (
        edited(VOID, "ledger", "Eva", to=0), "view.ledger.Eva absent", "0"),
    "a ledger that is a list": (edited(NEW, "ledger", to=[]), "view.ledger {}", "[]"),
    "not playing while a deal is played": (
        edited(PLAYING, "playing", to=False), "view.playing true", "false"),
    "an action more": (edited(NEW, "legal_actions", to=["0 leave"]),
        "view.legal_actions[0] absent", '"0 leave"'),
}  # fmt: skip


@pytest.mark.parametrize(
    ("value", "expected", "found"), MALFORMED_TABLES.values(), ids=MALFORMED_TABLES
)
def test_what_is_no_view_of_a_table_is_refused_with_its_place(
    value: object, expected: str, found: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_table_view(odd(value), 2)
    assert (caught.value.line, caught.value.expected, caught.value.found) == (2, expected, found)


OTHER_RULES = view(deal(Shuffle.from_seed(7), rules=RuleSet(all_runs=True)), 0).as_json()

IMPOSSIBLE_TABLES: dict[str, tuple[object, str]] = {
    "a name of two lines": (edited(READY, "names", 0, to="a\nb"), "PERSON_NAME"),
    "a name of the past that is empty": (
        edited(BETWEEN, "history", 2, "names", 0, to=""),
        "PERSON_NAME",
    ),
    "one person at two seats": (edited(READY, "names", 0, to="Bo"), "ONE_SEAT"),
    "one person at two seats in the past": (
        edited(VOID, "history", 0, "names", 0, to="Bo"),
        "ONE_SEAT",
    ),
    "readiness at an empty seat": (edited(NEW, "ready", 3, to=True), "READY_EMPTY"),
    "readiness in a deal": (edited(PLAYING, "ready", 3, to=True), "READY_IN_DEAL"),
    "a deal and an empty seat": (edited(PLAYING, "names", 3, to=None), "FOUR_SEATED"),
    "a deal without a dealer": (edited(PLAYING, "dealer", to=None), "DEALER_KNOWN"),
    "a dealer before any deal": (edited(READY, "dealer", to=0), "DEALER_KNOWN"),
    "another dealer than that of the deal": (edited(PLAYING, "dealer", to=1), "DEALER_OF_DEAL"),
    "a deal by other rules": (edited(PLAYING, "deal", to=OTHER_RULES), "RULES_OF_DEAL"),
    "a deal that has ended and is in no history": (
        edited(edited(BETWEEN, "history", to=[]), "ledger", to={}),
        "LAST_SUMMARY",
    ),
    "a deal that has ended and another one in the history": (
        edited(BETWEEN, "history", 2, to=GONE),
        "LAST_SUMMARY",
    ),
    "a deal that cannot be": (edited(FOURTH, "deal", "kongs", to=3), "KONGS_MADE"),
    "a game that is not the next one": (edited(READY, "game", to=3), "GAME_NUMBER"),
    "a doubling that nothing has brought": (edited(READY, "multiplier", to=2), "MULTIPLIER"),
    "a void deal that ends no game": (edited(VOID, "game", to=1), "VOID_ENDS_GAME"),
    "points for a void deal": (
        edited(VOID, "history", 0, "settlement", "points", to=7),
        "VOID_PAID",
    ),
}


@pytest.mark.parametrize(("value", "problem"), IMPOSSIBLE_TABLES.values(), ids=IMPOSSIBLE_TABLES)
def test_a_view_of_a_table_that_cannot_be_is_refused_with_its_problems(
    value: dict[str, Any], problem: str
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        read_table_view(value)
    assert problem in [found.name for found, _ in caught.value.problems]


def tried_table(value: dict[str, Any]) -> list[str]:
    """Return what is said of a view that is refused; of one that is read, nothing."""
    try:
        seen = read_table_view(value)
    except LisiError as error:
        assert_bounded(refused(error))
        return refused(error)
    assert seen.as_json() == value
    return []


@pytest.mark.case(110)
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_anything_anywhere_in_a_view_of_a_table_is_read_or_refused_in_few_words(
    hostile: object,
) -> None:
    value = seen_by_0("the fourth deal")
    said = [tried_table(edited(value, *path, to=hostile)) for path in places(value)]
    assert sum(map(bool, said)) > 60


def test_an_evening_of_more_values_than_a_line_may_hold_is_read() -> None:
    """Each of these summaries holds some 25 values and keys, and a line 100,000."""
    seen = view_table(one_left(), None)
    void = seen.history[0]
    games = tuple([attrs.evolve(void, game=game) for game in range(1, 5_001)])
    long = attrs.evolve(seen, history=games, game=5_001)
    assert read_table_view(long.as_json()) == long
