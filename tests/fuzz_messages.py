"""What holds for what reads messages: views and events in JSON.

Their inputs are texts of JSON, as a client gets them; what is no JSON is tried as the text it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from corpus import drawn
from evenings import all_ready, evening, one_left, seated, started
from events_by_hand import BY_HAND
from fuzz_oracle import Target, require, require_same
from fuzz_texts import look_at_view
from lisi_mahjong import (
    InvalidStateError,
    RecordError,
    SawDeal,
    SeatView,
    TableSeatEvent,
    TableState,
    TableView,
    event_as_json,
    problems,
    read_event,
    read_table_view,
    read_view,
    view,
    view_table,
)
from playouts import states

# --- messages to begin with ---------------------------------------------------------------


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


@cache
def _events() -> Sequence[str]:
    first = SawDeal(view(drawn(1).start, 1))
    return [_line(value) for _, value in BY_HAND] + [_line(event_as_json(first))]


@cache
def _views() -> Sequence[str]:
    found = []
    for number, state in enumerate(states(range(3))):
        if number % 20 == 0:
            found.append(_line(view(state, (None, 0, 1, 2, 3)[number % 5]).as_json()))
    return [*dict.fromkeys(found)]


@cache
def _table_views() -> Sequence[str]:
    played = evening(seated(), [2020])
    tables = [TableState.new(), seated(["Ann"]), all_ready(seated()), one_left(), played]
    return [_line(view_table(table, 0).as_json()) for table in (*tables, started(played, 2023))]


# --- what holds for what was read ---------------------------------------------------------


def _message(text: str) -> Any:  # noqa: ANN401 - any JSON
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _look_at_event(_: object, event: TableSeatEvent) -> None:
    json.dumps(event_as_json(event), allow_nan=False)
    if isinstance(event, SawDeal):
        require_same(problems(event.view), (), "a first view with problems")


def _look_at_seat_view(_: object, seen: SeatView) -> None:
    look_at_view("", seen)


def _look_at_table_view(_: object, seen: TableView) -> None:
    require_same(sum(seen.ledger.values()), 0, "a ledger that is not zero")
    require(seen.deal is None or not problems(seen.deal), "the deal of a view has problems")
    json.dumps(seen.as_json(), allow_nan=False)


def _targets() -> Iterator[Target]:
    yield Target(
        name="read_event",
        covers=("read_event",),
        argument=_message,
        read=read_event,
        errors=(RecordError, InvalidStateError),
        write=event_as_json,
        canonical=True,
        look=_look_at_event,
        seeds=_events,
        longest=8192,
    )
    yield Target(
        name="read_view",
        covers=("read_view",),
        argument=_message,
        read=read_view,
        errors=(RecordError, InvalidStateError),
        write=SeatView.as_json,
        canonical=True,
        look=_look_at_seat_view,
        seeds=_views,
        longest=8192,
    )
    yield Target(
        name="read_table_view",
        covers=("read_table_view",),
        argument=_message,
        read=read_table_view,
        errors=(RecordError, InvalidStateError),
        write=TableView.as_json,
        canonical=True,
        look=_look_at_table_view,
        seeds=_table_views,
        longest=16_384,
    )


MESSAGES = tuple(_targets())
