"""What `docs/wire.md` says of the keys is what is written, and the same as in records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from corpus import drawn
from evenings import evening, seated, started
from events_by_hand import BY_HAND
from json_client import carried
from lisi_mahjong import (
    GameState,
    SawDeal,
    Shuffle,
    deal,
    event_as_json,
    parse_state,
    read_event,
    seen_events,
    view,
    view_table,
)
from lisi_mahjong.table_views import TableSeatEvent
from playouts import moves
from sights import VIEWERS

PAGE = (Path(__file__).parents[1] / "docs" / "wire.md").read_text(encoding="utf-8")


def tables(page: str, heading: str) -> list[list[list[str]]]:
    """Return the tables below a heading: for each row the cells, without the head of the table."""
    (section,) = re.findall(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL)
    found: list[list[list[str]]] = []
    for block in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
        lines = block.splitlines()[2:]
        found.append([[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines])
    return found


def coded(cell: str) -> list[str]:
    """Return what is written as code in a cell, without the quotes of a text."""
    return [code.strip('"') for code in re.findall(r"`([^`]+)`", cell)]


def keys(heading: str, number: int = 0) -> list[str]:
    """Return the keys in the first column of a table, in their order."""
    return [key for row in tables(PAGE, heading)[number] for key in coded(row[0])]


def test_tables_and_codes_are_found_in_a_page() -> None:
    page = '# A\n\nx\n\n| k | v |\n| - | - |\n| `a`, `b` | `"c"` |\n\n## B\n\n| k |\n| - |\n| d |\n'
    assert tables(page, "A") == [[["`a`, `b`", '`"c"`']]]
    assert tables(page, "B") == [[["d"]]]
    assert coded('`a`, `"b"`') == ["a", "b"]


# --- views --------------------------------------------------------------------------------


def offer() -> GameState:
    return parse_state(
        "lisi1 rules=-forced_win stage=offer:0:5m remaining=20 hand1={5m1z2z3z}5m.. "
        "hand2={9m9m4m}6m777p888s999s river2=..1z*"
    )


def test_a_view_has_the_keys_of_the_page_in_their_order() -> None:
    seen = view(deal(Shuffle.from_seed(7)), 1).as_json()
    assert keys("A view of a deal") == list(seen)
    assert keys("What is seen of a seat") == list(seen["players"][0])


def test_what_a_view_holds_of_a_seat_has_the_keys_of_the_page() -> None:
    (side,) = [each for each in view(offer(), 2).as_json()["players"] if each["ting"] is not None]
    (section,) = re.findall(r"### What is seen of a seat\n(.*?)###", PAGE, re.DOTALL)
    for name in (*side["ting"], *side["hand"], *side["river"][0]):
        assert f"`{name}`" in section


def test_stages_have_the_keys_of_the_page() -> None:
    rows = {coded(row[0])[0]: coded(row[1]) for row in tables(PAGE, "Stages")[0]}
    turn = view(deal(Shuffle.from_seed(7)), 1).as_json()["stage"]
    claims = view(offer(), 1).as_json()["stage"]
    assert list(rows) == ["turn", "claims", "won", "drawn"]
    for name, stage in (("turn", turn), ("claims", claims)):
        assert stage["name"] == name
        assert {*stage} - {"name"} == {*rows[name]} - {"null"}


def test_a_view_of_a_table_has_the_keys_of_the_page_in_their_order() -> None:
    seen = view_table(started(evening(seated(), [2020]), 7), 1).as_json()
    assert keys("A view of a table") == list(seen)


# --- events -------------------------------------------------------------------------------


def described() -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the name of each event of the page, its keys, and its classes."""
    for table in tables(PAGE, "The events"):
        for names, of_event, _, classes in table:
            for place, name in enumerate(coded(names)):
                several = len(coded(names)) > 1
                yield (
                    name,
                    coded(of_event),
                    coded(classes)[place:][:1] if several else coded(classes),
                )


SAMPLES: Mapping[str, list[dict[str, Any]]] = {
    name: [value for _, value in BY_HAND if value["event"] == name] for name, _, _ in described()
} | {"saw_deal": [event_as_json(SawDeal(view(deal(Shuffle.from_seed(7)), 1)))]}


@pytest.mark.parametrize(("name", "of_event"), [(name, names) for name, names, _ in described()])
def test_an_event_has_the_keys_of_the_page_in_their_order(name: str, of_event: list[str]) -> None:
    assert SAMPLES[name]
    for value in SAMPLES[name]:
        assert list(value) == ["event", *of_event]


@pytest.mark.parametrize(("name", "classes"), [(name, made) for name, _, made in described()])
def test_an_event_is_read_as_the_class_of_the_page(name: str, classes: list[str]) -> None:
    assert {type(read_event(value)).__name__ for value in SAMPLES[name]} == {*classes}


def test_the_page_has_every_class_of_event_once() -> None:
    classes = [each for _, _, made in described() for each in made]
    assert sorted(classes) == sorted(kind.__name__ for kind in get_args(TableSeatEvent))


def test_the_page_says_what_every_event_changes() -> None:
    changes = [name for table in tables(PAGE, "What an event changes") for row in table
               for name in coded(row[0])]  # fmt: skip
    assert changes == [name for name, _, _ in described()]


# --- a client that has read the page ------------------------------------------------------


def sent(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value after it has gone over a wire, but for what takes the rules to know."""
    came: dict[str, Any] = json.loads(json.dumps(value))
    for key in ("reserve", "legal_actions"):
        came.pop(key, None)
    return came


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [range(6300 + part, 6360, 3) for part in range(3)], ids=str)
def test_a_client_that_knows_the_page_alone_is_never_out_of_step(numbers: range) -> None:
    for number in numbers:
        start = drawn(number).start
        carries = {viewer: sent(view(start, viewer).as_json()) for viewer in VIEWERS}
        for move in moves([number]):
            for viewer in VIEWERS:
                told = [sent(event_as_json(each)) for each in seen_events(move.step, viewer)]
                carries[viewer] = carried(carries[viewer], told)
                assert carries[viewer] == sent(view(move.after, viewer).as_json()), move.action
