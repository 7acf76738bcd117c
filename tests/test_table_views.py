"""What a seat, or a spectator, may know of a table: by hand, and at every moment of sittings."""

from __future__ import annotations

import json
import pickle
from types import MappingProxyType

import attrs
import pytest

from anatomy import COPIES, parts, repickled
from bad_tables import NO_SEATS, odd
from evenings import FOUR, all_ready, one_left, seated, started
from lisi_mahjong import (
    DealSummary,
    DrawnDeal,
    InvalidStateError,
    Leave,
    Problem,
    Ready,
    RuleSet,
    ScoreTable,
    SeatError,
    SeatView,
    Settlement,
    TableState,
    Tile,
    Unready,
    VoidDeal,
    WonDeal,
    apply_table,
    parse_table_action,
    step_table,
    table_legal_actions,
    view,
)
from lisi_mahjong.errors import shorten
from lisi_mahjong.table_views import TableView, view_table
from offers import PAIR_OF_5M, SCATTERED, WAITS_FOR_5M, offered
from sights import VIEWERS, Viewer
from support import position
from table_moves import at_table, table_moves

each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)

NOBODY = (None, None, None, None)
NOT_READY = (False, False, False, False)
NOTHING_PAID = Settlement(0, None, ())


def acted(table: TableState, *actions: str) -> TableState:
    """Return a table after the actions of some texts."""
    for action in actions:
        table = apply_table(table, parse_table_action(action))
    return table


def before_a_win() -> TableState:
    """Return a table in whose deal the dealer, seat 0, holds the 5m that seat 1 waits for.

    Seat 1 wins on the middle of a run: base 1 and Closed Wait 1, so that ``u`` is 2 (SCORE-1). The
    dealer, not in ting, pays 3·2 + 1 for all, and 1 more as the dealer (SCORE-4).
    """
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    return at_table(position(hands, drawn="5m", ting={1: "7z"}))


def before_a_drawn_deal() -> TableState:
    return at_table(position({0: SCATTERED}, drawn="9p", remaining=14))


def on_offer() -> TableState:
    """Return a table in whose deal seat 3 is asked about a 5m of seat 0."""
    return at_table(offered("5m", {0: "{1234z}147m268p369s", 3: PAIR_OF_5M}))


# --- field by field -----------------------------------------------------------------------


@pytest.mark.rule("VIEW-4", "TABLE-7", "DEALER-1")
@each_viewer
def test_at_a_new_table_there_is_nothing_to_see(viewer: Viewer) -> None:
    rules, score = RuleSet.taiyuan(), ScoreTable.taiyuan()
    assert view_table(TableState.new(rules, score), viewer) == TableView(
        viewer=viewer,
        rules=rules,
        score=score,
        names=NOBODY,
        ready=NOT_READY,
        game=1,
        dealer=None,
        multiplier=1,
        deal=None,
        accounts=(),
        history=(),
    )


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-4")
@each_viewer
def test_a_view_has_the_table_as_it_is_and_of_its_deal_what_the_seat_sees(viewer: Viewer) -> None:
    deal = offered("5m", {3: PAIR_OF_5M})
    history = one_left().history
    table = TableState(
        rules=RuleSet(),
        score=ScoreTable(base=2),
        names=("Ann", "Bo", "Cai", "丁"),
        ready=(True, False, False, False),
        game=4,
        dealer=3,
        multiplier=2,
        deal=deal,
        accounts=(("Eva", 6), ("Bo", -6)),
        history=history,
    )
    assert view_table(table, viewer) == TableView(
        viewer=viewer,
        rules=RuleSet(),
        score=ScoreTable(base=2),
        names=("Ann", "Bo", "Cai", "丁"),
        ready=(True, False, False, False),
        game=4,
        dealer=3,
        multiplier=2,
        deal=view(deal, viewer),
        accounts=(("Eva", 6), ("Bo", -6)),
        history=history,
    )


def test_a_view_has_no_other_fields_and_none_that_counts_decisions() -> None:
    assert [field.name for field in attrs.fields(TableView)] == [
        "viewer",
        "rules",
        "score",
        "names",
        "ready",
        "game",
        "dealer",
        "multiplier",
        "deal",
        "accounts",
        "history",
    ]


@pytest.mark.rule("TABLE-7", "SCORE-8")
def test_the_ledger_has_who_has_played_and_who_sits() -> None:
    table = attrs.evolve(seated(["Ann", "Bo"]), accounts=(("Eva", 6), ("Bo", -6)))
    ledger = view_table(table, 0).ledger
    assert list(ledger.items()) == [("Eva", 6), ("Bo", -6), ("Ann", 0)]
    assert ledger == table.ledger
    assert type(ledger) is MappingProxyType
    assert ledger is not view_table(table, 0).ledger


# --- before, in and after a deal ----------------------------------------------------------


@pytest.mark.rule("TABLE-1")
def test_a_deal_is_played_from_its_start_to_its_end() -> None:
    ready, win = all_ready(seated()), before_a_win()
    tables = (ready, started(seated()), win, acted(win, "0 discard 5m"))
    assert [view_table(table, 2).playing for table in tables] == [False, True, True, False]


@pytest.mark.rule("VIEW-3", "TABLE-7", "SCORE-4", "DEALER-2")
@each_viewer
def test_after_a_win_all_see_the_hands_and_what_was_paid(viewer: Viewer) -> None:
    seen = view_table(acted(before_a_win(), "0 discard 5m"), viewer)
    assert seen.deal is not None
    assert all(player.hand is not None for player in seen.deal.players)
    assert dict(seen.ledger) == {"Ann": -8, "Bo": 8, "Cai": 0, "丁": 0}
    assert (seen.dealer, seen.multiplier, seen.game) == (1, 1, 1)
    (summary,) = seen.history
    assert isinstance(summary.result, WonDeal)
    assert summary.result == seen.deal.result
    assert summary.deltas == (-8, 8, 0, 0)


@pytest.mark.rule("VIEW-3", "SCORE-6", "DEALER-3")
@each_viewer
def test_after_a_drawn_deal_all_see_the_hands_and_the_doubling(viewer: Viewer) -> None:
    seen = view_table(acted(before_a_drawn_deal(), "0 discard 9p"), viewer)
    assert seen.deal is not None
    assert all(player.hand is not None for player in seen.deal.players)
    assert (seen.dealer, seen.multiplier) == (0, 2)
    assert seen.history == (DealSummary(1, FOUR, 0, 1, 0, DrawnDeal(), NOTHING_PAID),)


@pytest.mark.rule("TABLE-3", "VIEW-2", "VIEW-3", "VIEW-4")
@pytest.mark.parametrize("left", range(4))
@each_viewer
def test_after_a_void_deal_nothing_of_it_is_seen_but_that_it_was(viewer: Viewer, left: int) -> None:
    """Seat 2 has a concealed kong; whoever leaves and whoever looks, its hand stays closed."""
    deal = position({}, drawn="9p", melds={2: ["(5555m)"]}, ting={1: "6z"})
    seen = view_table(acted(at_table(deal), f"{left} leave"), viewer)
    names = ["Ann", "Bo", "Cai", "丁"]
    assert (seen.deal, seen.playing, seen.dealer, seen.game) == (None, False, None, 2)
    assert seen.history == (DealSummary(1, FOUR, 0, 1, 1, VoidDeal(left), NOTHING_PAID),)
    assert [name for seat, name in enumerate(names) if seat != left] == list(seen.ledger)
    assert not any(isinstance(part.value, Tile | SeatView) for part in parts(seen))


@pytest.mark.rule("TABLE-3")
@each_viewer
def test_who_leaves_after_a_deal_takes_its_hands_off_the_table(viewer: Viewer) -> None:
    seen = view_table(acted(before_a_win(), "0 discard 5m", "3 leave"), viewer)
    assert (seen.deal, seen.dealer, seen.names) == (None, None, ("Ann", "Bo", "Cai", None))
    assert dict(seen.ledger) == {"Ann": -8, "Bo": 8, "Cai": 0, "丁": 0}
    assert len(seen.history) == 1


@pytest.mark.rule("VIEW-1", "VIEW-2")
def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    seen = view_table(on_offer(), None)
    assert seen.deal == view(offered("5m", {0: "{1234z}147m268p369s", 3: PAIR_OF_5M}), None)
    assert [player.hand for player in seen.deal.players] == [None] * 4
    assert seen.legal_actions == ()


# --- what the seat may do -----------------------------------------------------------------


@pytest.mark.rule("TABLE-2", "TABLE-4", "CLAIM-1")
def test_what_a_seat_may_do_between_deals_and_in_one() -> None:
    table = acted(seated(FOUR[:2]), "0 ready")
    assert view_table(table, 0).legal_actions == (Unready(0), Leave(0))
    assert view_table(table, 1).legal_actions == (Ready(1), Leave(1))
    assert view_table(table, 2).legal_actions == ()
    assert view_table(table, None).legal_actions == ()
    offer = on_offer()
    assert list(map(str, view_table(offer, 3).legal_actions)) == [
        "3 pung 5m 0",
        "3 pass",
        "3 leave",
    ]
    assert view_table(offer, 1).legal_actions == (Leave(1),)


@pytest.mark.parametrize("numbers", [range(part, 40, 2) for part in range(2)], ids=str)
def test_what_a_view_lists_is_what_the_table_lists(numbers: range) -> None:
    playing = set()
    for move in table_moves(numbers):
        for seat in range(4):
            seen = view_table(move.after, seat)
            assert seen.legal_actions == table_legal_actions(move.after, seat)
            assert seen.playing is move.after.playing
            assert seen.ledger == move.after.ledger
            playing.add((seen.playing, len(seen.legal_actions) > 2))
    assert playing == {(False, False), (True, False), (True, True)}


# --- JSON and texts -----------------------------------------------------------------------


def test_the_json_of_a_new_table() -> None:
    seen = view_table(acted(TableState.new(), "2 sit 丁", "2 ready"), 2)
    assert seen.as_json() == {
        "viewer": 2,
        "rules": attrs.asdict(RuleSet()),
        "score": attrs.asdict(ScoreTable()),
        "names": [None, None, "丁", None],
        "ready": [False, False, True, False],
        "game": 1,
        "dealer": None,
        "multiplier": 1,
        "playing": False,
        "deal": None,
        "ledger": {"丁": 0},
        "history": [],
        "legal_actions": ["2 unready", "2 leave"],
    }


def test_the_json_of_a_deal_that_was_won_and_of_one_that_is_void() -> None:
    table = acted(before_a_win(), "0 discard 5m")
    value = view_table(table, 3).as_json()
    assert value["deal"] == view(odd(table.deal), 3).as_json()
    assert (value["dealer"], value["playing"], value["viewer"]) == (1, False, 3)
    assert value["ledger"] == {"Ann": -8, "Bo": 8, "Cai": 0, "丁": 0}
    assert value["history"][0]["settlement"]["deltas"] == [-8, 8, 0, 0]
    assert value["history"][0]["result"]["winner"] == 1
    assert value["legal_actions"] == ["3 ready", "3 leave"]
    void = view_table(one_left(), None).as_json()
    assert (void["deal"], void["history"][0]["result"]) == (None, {"name": "void", "left": 2})


def test_the_json_says_the_actions_of_a_deal_as_their_texts() -> None:
    value = view_table(on_offer(), 3).as_json()
    assert value["playing"] is True
    assert value["legal_actions"] == ["3 pung 5m 0", "3 pass", "3 leave"]
    assert value["deal"]["legal_actions"] == ["3 pung 5m 0", "3 pass"]


def test_every_view_of_a_sitting_is_plain_json() -> None:
    """It comes back from a text as it went in, so nothing in it is a tuple or an enum."""
    for number, move in enumerate(table_moves(range(40, 50))):
        viewer = VIEWERS[number % 5]
        seen = view_table(move.after, viewer)
        value = seen.as_json()
        assert json.loads(json.dumps(value)) == value
        assert tuple(map(parse_table_action, value["legal_actions"])) == seen.legal_actions
        assert {type(part.value) for part in parts(value)} <= PLAIN


PLAIN = {dict, list, str, int, bool, type(None)}


@pytest.mark.parametrize(
    ("table", "viewer", "text"),
    [
        (TableState.new(), None, "<TableView of a spectator: – – – –, no deal>"),
        (one_left(), 2, "<TableView of seat 2: 'Ann' 'Bo' – '丁', 1 deal>"),
        (started(seated()), 0, "<TableView of seat 0: 'Ann' 'Bo' 'Cai' '丁', deal 1 is played>"),
        (seated(["x" * 100]), 1, f"<TableView of seat 1: '{'x' * 18}… – – –, no deal>"),
        (
            attrs.evolve(one_left(), history=one_left().history * 2),
            None,
            "<TableView of a spectator: 'Ann' 'Bo' – '丁', 2 deals>",
        ),
    ],
)
def test_a_view_has_a_short_text(table: TableState, viewer: Viewer, text: str) -> None:
    assert repr(view_table(table, viewer)) == str(view_table(table, viewer)) == text


# --- a value ------------------------------------------------------------------------------


def test_a_view_is_a_value() -> None:
    for number, move in enumerate(table_moves(range(50, 56))):
        if number % 4:
            continue
        viewer = VIEWERS[number % 5]
        seen, again = view_table(move.after, viewer), view_table(move.after, viewer)
        assert seen == again
        assert hash(seen) == hash(again)
        for way in COPIES.values():
            assert way(seen) == seen
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert repickled(seen, protocol) == seen


def test_a_view_cannot_be_changed_and_shares_nothing_that_can() -> None:
    table = acted(before_a_win(), "0 discard 5m")
    seen = view_table(table, 0)
    for field in attrs.fields(TableView):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(seen, field.name, None)
    assert not any(isinstance(part.value, list | dict | set) for part in parts(seen))
    value = seen.as_json()
    value["history"].clear()
    value["ledger"].clear()
    assert seen == view_table(table, 0)


def test_the_views_of_two_seats_differ() -> None:
    table = started(seated())
    assert len({view_table(table, viewer) for viewer in VIEWERS}) == 5


# --- the door -----------------------------------------------------------------------------

NO_TABLES = {
    "None": None,
    "a text": "table",
    "a deal": before_a_win().deal,
    "a step": step_table(TableState.new(), parse_table_action("0 sit Ann")),
    "a view": view_table(TableState.new(), 0),
    "the class": TableState,
}


@pytest.mark.parametrize("value", NO_TABLES.values(), ids=NO_TABLES)
def test_only_a_table_is_viewed(value: object) -> None:
    with pytest.raises(InvalidStateError) as caught:
        view_table(odd(value), 0)
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_A_TABLE]


@pytest.mark.rule("TABLE-1", refuses=True)
@pytest.mark.parametrize("seat", [seat for seat in NO_SEATS if seat is not None], ids=shorten)
def test_only_a_seat_or_a_spectator_has_a_view(seat: object) -> None:
    with pytest.raises(SeatError) as caught:
        view_table(seated(), odd(seat))
    assert caught.value.seat == seat
