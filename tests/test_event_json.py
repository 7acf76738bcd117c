"""What a seat is told as JSON: each event by hand, and every event of many deals there and back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, get_args

import attrs
import pytest

from bad_tables import TRUE, Touchy, odd
from corpus import drawn
from events_by_hand import BY_HAND, DRAWN, SIDES, VOID, WON
from lisi_mahjong import (
    Answered,
    Asked,
    BecameReady,
    DealSettled,
    DealStarted,
    DealVoided,
    DeclaredTing,
    Discard,
    Discarded,
    DrawnDeal,
    Drew,
    Ended,
    InvalidStateError,
    LeftTable,
    MadeKong,
    MadePung,
    Meld,
    MeldKind,
    Pass,
    Problem,
    SatDown,
    SawDeal,
    SawDraw,
    SawEnd,
    SawKong,
    SeatView,
    Shuffle,
    TableState,
    TableView,
    Tile,
    VoidDeal,
    WonDeal,
    deal,
    event_as_json,
    follow,
    follow_table,
    read_event,
    read_table_view,
    read_view,
    seen_events,
    seen_table_events,
    view,
    view_table,
)
from lisi_mahjong.scoring import Settlement
from lisi_mahjong.table_views import TableSeatEvent
from lisi_mahjong.testing import assert_tells_nothing_hidden, secret_kinds, told_kinds
from playouts import moves
from sights import VIEWERS
from table_moves import table_moves

each_by_hand = pytest.mark.parametrize(
    ("event", "value"),
    BY_HAND,
    ids=[f"{number} {type(event).__name__}" for number, (event, _) in enumerate(BY_HAND)],
)

# --- by hand ------------------------------------------------------------------------------


@each_by_hand
def test_an_event_is_written_as_docs_wire_says(event: TableSeatEvent, value: object) -> None:
    written = event_as_json(event)
    assert written == value
    assert json.dumps(written) == json.dumps(value)  # no 1 for true, and in the same order


@each_by_hand
def test_an_event_is_read_back(event: TableSeatEvent, value: dict[str, Any]) -> None:
    assert read_event(value) == event
    assert type(read_event(value)) is type(event)


@each_by_hand
def test_the_order_of_keys_does_not_matter(event: TableSeatEvent, value: dict[str, Any]) -> None:
    backwards = dict(reversed(value.items()))
    assert read_event(json.loads(json.dumps(value, sort_keys=True))) == event
    assert read_event(backwards) == event


def test_the_first_view_of_a_deal_is_written_as_that_view_is() -> None:
    seen = view(deal(Shuffle.from_seed(7)), 1)
    assert event_as_json(SawDeal(seen)) == {"event": "saw_deal", "view": seen.as_json()}
    assert read_event(event_as_json(SawDeal(seen))) == SawDeal(seen)


@pytest.mark.rule("VIEW-3")
def test_the_players_of_an_end_are_written_as_those_of_a_view_are() -> None:
    ended = 0
    for move in moves(range(6100, 6110)):
        for told in seen_events(move.step, 2):
            if isinstance(told, SawEnd):
                seen = view(move.after, 2).as_json()
                assert event_as_json(told)["players"] == seen["players"]
                assert event_as_json(told)["result"] == seen["stage"]
                ended += 1
    assert ended == 10


def test_every_class_of_event_is_written_by_hand_above() -> None:
    by_hand = {type(event) for event, _ in BY_HAND}
    assert by_hand | {SawDeal} == {*get_args(TableSeatEvent)}


def test_what_is_written_is_the_caller_s_own() -> None:
    for event, value in BY_HAND:
        written = event_as_json(event)
        for inner in [written, *filter(lambda part: isinstance(part, dict), written.values())]:
            inner.clear()
        assert event_as_json(event) == value


@each_by_hand
def test_a_value_that_is_read_stays_as_it_is(event: TableSeatEvent, value: dict[str, Any]) -> None:
    before = json.dumps(value)
    assert read_event(value) == event
    assert json.dumps(value) == before


# --- no event of a seat's stream ----------------------------------------------------------

NO_EVENTS = {
    "None": None,
    "a text": "drew",
    "an object of JSON": {"event": "became_ready", "seat": 1},
    "the end of a deal as the full table knows it": Ended(DrawnDeal()),
    "a class": Drew,
    "an action": Discard(0, Tile.M1),
    "an object whose attributes fail": Touchy(),
    "a list of events": [BecameReady(1)],
}


@pytest.mark.parametrize("value", NO_EVENTS.values(), ids=NO_EVENTS)
def test_what_no_seat_is_told_is_not_written(value: object) -> None:
    with pytest.raises(InvalidStateError) as caught:
        event_as_json(odd(value))
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_AN_EVENT]


LONG = "a" * 101
READING = WON.readings[0]

MALFORMED: dict[str, TableSeatEvent] = {
    "a seat that is none": Discarded(4, Tile.M1),
    "a seat that is true": BecameReady(TRUE),
    "a discarder that is none": Asked(0, -1, Tile.M1),
    "a tile that is a number": Discarded(0, odd(8)),
    "a tile that is a text": Drew(0, odd("5m"), replacement=False),
    "a flag that is a number": Drew(0, Tile.M1, replacement=odd(1)),
    "a flag that is nothing": SawDraw(0, replacement=odd(None)),
    "an action that is a text": Answered(0, odd("0 pass")),
    "an action of no seat": Answered(0, Pass(7)),
    "an action of a seat that is true": Answered(1, Pass(TRUE)),
    "an action with a tile that is a text": Answered(0, Discard(0, odd("x"))),
    "a meld that is a text": MadePung(0, odd("555m<1"), 0),
    "a meld without a seat": MadePung(0, Meld(MeldKind.PUNG, Tile.M5), 0),
    "a concealed kong of a discard": MadeKong(0, Meld(MeldKind.CONCEALED_KONG, Tile.M5, 1), 0),
    "a meld of no tile": MadeKong(0, Meld(MeldKind.ADDED_KONG, odd(None), 1), 0),
    "a meld from a seat that is none": MadeKong(0, Meld(MeldKind.ADDED_KONG, Tile.M5, 4), 0),
    "three standing tiles in a pung": MadePung(0, Meld(MeldKind.PUNG, Tile.M5, 1), 3),
    "five standing tiles in a kong": SawKong(0, 5),
    "true standing tiles": SawKong(0, TRUE),
    "a result that is none": SawEnd(odd(None), SIDES),
    "a result of a void deal": SawEnd(odd(VoidDeal(1)), SIDES),
    "a winner that is none": SawEnd(attrs.evolve(WON, winner=4), SIDES),
    "readings that are a list": SawEnd(attrs.evolve(WON, readings=odd([])), SIDES),
    "a reading with a number for a tag": SawEnd(
        attrs.evolve(WON, readings=(attrs.evolve(READING, tags=odd(frozenset({1}))),)), SIDES
    ),
    "three players": SawEnd(DrawnDeal(), SIDES[:3]),
    "players in a list": SawEnd(DrawnDeal(), odd([*SIDES])),
    "a player that is none": SawEnd(DrawnDeal(), (*SIDES[:3], odd(None))),
    "a player with a row that is none": SawEnd(
        DrawnDeal(), (*SIDES[:3], attrs.evolve(SIDES[0], river=odd("5m")))
    ),
    "a name that is none": SatDown(0, odd(None)),
    "a name that is too long": LeftTable(0, LONG),
    "a game that is none": DealStarted(0, 0, drawn_by_lot=True, multiplier=1),
    "a game of too many digits": DealStarted(10**600, 0, drawn_by_lot=True, multiplier=1),
    "a game that is true": DealStarted(TRUE, 0, drawn_by_lot=True, multiplier=1),
    "a multiplier of 0": DealStarted(1, 0, drawn_by_lot=True, multiplier=0),
    "a summary that is none": DealVoided(odd(None)),
    "a summary with a kong too many": DealVoided(attrs.evolve(VOID, kongs=17)),
    "a summary paid by a reading that is none": DealSettled(
        attrs.evolve(DRAWN, settlement=Settlement(0, attrs.evolve(READING, triplets=5), ())), 0
    ),
    "a next dealer that is none": DealSettled(DRAWN, odd(None)),
    "a view that is none": SawDeal(odd(None)),
    "a view that cannot be": SawDeal(attrs.evolve(view(deal(Shuffle.from_seed(7)), 1), kongs=3)),
}


@pytest.mark.parametrize("event", MALFORMED.values(), ids=MALFORMED)
def test_an_event_with_a_field_that_holds_what_it_cannot_is_not_written(
    event: TableSeatEvent,
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        event_as_json(event)
    assert [problem for problem, _ in caught.value.problems] == [Problem.NOT_AN_EVENT]
    assert len(str(caught.value)) < 300


# --- there and back -----------------------------------------------------------------------


def wired(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value after it has gone to another process as a line of JSON."""
    line = json.dumps(value, allow_nan=False)
    assert "\n" not in line
    sent: dict[str, Any] = json.loads(line)
    assert sent == value
    return sent


def sent(events: Iterable[TableSeatEvent]) -> list[TableSeatEvent]:
    """Return events after each has gone to another process, having checked that it is the same."""
    came = []
    for event in events:
        read = read_event(wired(event_as_json(event)))
        assert (read, type(read), hash(read)) == (event, type(event), hash(event))
        assert repr(read) == repr(event)
        came.append(read)
    return came


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [range(6100 + part, 6200, 4) for part in range(4)], ids=str)
def test_a_client_in_another_process_is_never_out_of_step(numbers: range) -> None:
    """From its first view, sent as JSON, to the end by events sent as JSON: 100 deals in all."""
    for number in numbers:
        start = drawn(number).start
        followed = {viewer: read_view(wired(view(start, viewer).as_json())) for viewer in VIEWERS}
        for move in moves([number]):
            for viewer in VIEWERS:
                told = sent(seen_events(move.step, viewer))
                followed[viewer] = follow(followed[viewer], odd(told))
                assert followed[viewer] == view(move.after, viewer), (number, move.action, viewer)


@pytest.mark.rule("VIEW-2", "TING-3")
def test_what_another_seat_keeps_is_null_or_not_sent_at_all() -> None:
    """Draws, face-down ting tiles and concealed kongs; questions and answers are one's own."""
    hidden: Counter[str] = Counter()
    for move in moves(range(6200, 6240)):
        kongs_open = move.after.rules.show_concealed_kongs
        for viewer in VIEWERS:
            for value in map(event_as_json, seen_events(move.step, viewer)):
                name, mine = value["event"], value.get("seat") == viewer
                meld, face_up = value.get("meld", {}), value.get("face_up", False)
                if name in {"asked", "answered"}:
                    assert mine
                elif name == "made_kong" and meld["kind"] == "concealed kong":
                    assert (meld["tile"] is None) is not (mine or kongs_open)
                    hidden[name] += meld["tile"] is None
                elif name in {"drew", "declared_ting"}:
                    assert (value["tile"] is None) is not (mine or face_up)
                    hidden[name] += value["tile"] is None
    assert min(hidden[name] for name in ("drew", "declared_ting", "made_kong")) > 5


@pytest.mark.rule("VIEW-2")
def test_the_search_of_the_kit_finds_no_hidden_kind_in_json_and_finds_what_is_there() -> None:
    named = 0
    for move in moves(range(6240, 6250)):
        for viewer in VIEWERS:
            told = [json.dumps(event_as_json(each)) for each in seen_events(move.step, viewer)]
            assert_tells_nothing_hidden(told, move.after, viewer)
        full = [each for each in move.step.events if isinstance(each, Drew) and each.seat != 0]
        for event in full:
            assert event.tile in told_kinds(event_as_json(event))
            named += event.tile in secret_kinds(move.after, 0)
    assert named > 20


@pytest.mark.rule("VIEW-4", "TABLE-3")
@pytest.mark.parametrize("numbers", [range(500 + part, 515, 3) for part in range(3)], ids=str)
def test_a_client_in_another_process_follows_a_table(numbers: range) -> None:
    for number in numbers:
        followed: dict[int | None, TableView] = {}
        for move in table_moves([number]):
            for viewer in VIEWERS:
                if viewer not in followed:
                    start = view_table(move.before, viewer)
                    followed[viewer] = read_table_view(wired(start.as_json()))
                told = sent(seen_table_events(move.step, viewer))
                followed[viewer] = follow_table(followed[viewer], told)
                assert followed[viewer] == view_table(move.after, viewer)


def test_the_deals_and_tables_that_are_sent_hold_every_event() -> None:
    """Each class, each sort of meld, each way to end, and what is hidden beside what is open."""
    met: Counter[str] = Counter()
    for move in moves(range(6100, 6200)):
        for event in {each for viewer in VIEWERS for each in seen_events(move.step, viewer)}:
            met[type(event).__name__] += 1
            if isinstance(event, MadeKong):
                met[event.meld.kind.value] += 1
            if isinstance(event, DeclaredTing):
                met[f"ting up {event.face_up} wall {event.on_wall}"] += 1
            if isinstance(event, SawEnd):
                result = event.result
                if isinstance(result, WonDeal):
                    met[f"robbed {result.robbed_kong}"] += 1
                    met["self-draw"] += result.loser is None
                else:
                    met["drawn"] += 1
    for table_move in table_moves(range(500, 515)):
        met.update(type(told).__name__ for told in seen_table_events(table_move.step, None))
    wanted = {kind.__name__ for kind in get_args(TableSeatEvent)}
    wanted |= {kind.value for kind in MeldKind if kind.is_kong}
    wanted |= {f"ting up {up} wall {wall}" for up in (False, True) for wall in (False, True)}
    wanted |= {"robbed True", "robbed False", "drawn", "self-draw"}
    assert [name for name in wanted if not met[name]] == []
    assert sum(met.values()) > 10_000


def test_views_of_both_sorts_are_sent_from_the_middle_of_an_evening() -> None:
    ended = 0
    for number, move in enumerate(table_moves(range(515, 521))):
        if number % 9 == 0 or move.after.deal is None:
            for viewer in VIEWERS:
                table: TableView = view_table(move.after, viewer)
                assert read_table_view(wired(table.as_json())) == table
                seen: SeatView | None = table.deal
                if seen is not None:
                    assert read_view(wired(seen.as_json())) == seen
                    ended += seen.result is not None
    assert ended > 10


def test_a_new_table_is_sent() -> None:
    for viewer in VIEWERS:
        seen = view_table(TableState.new(), viewer)
        assert read_table_view(wired(seen.as_json())) == seen
