"""Events that do not fit a view are bad input like any other: a view, or one of our errors.

A client may get a message twice, or not at all, or one meant for another seat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest

from corpus import drawn
from lisi_mahjong import (
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discard,
    Discarded,
    DrawnDeal,
    Drew,
    InvalidStateError,
    LisiError,
    MadeKong,
    MadePung,
    Meld,
    MeldKind,
    Pass,
    SawDraw,
    SawEnd,
    SawKong,
    SawTing,
    SeatEvent,
    SeatView,
    Shuffle,
    Tile,
    deal,
    follow,
    seen_events,
    step,
    view,
)
from playouts import moves
from sights import VIEWERS

START = deal(Shuffle.from_seed(7))
PUNG = Meld(MeldKind.PUNG, Tile.M1, 2)
KONG = Meld(MeldKind.MELDED_KONG, Tile.M1, 2)


def untyped(event: SeatEvent, **fields: object) -> SeatEvent:
    """Return an event with fields of any type, as a careless client may make them."""
    return attrs.evolve(event, **fields)  # type: ignore[arg-type]


NO_EVENTS = {
    **{
        f"{type(event).__name__}, seat {seat!r}": untyped(event, seat=seat)
        for event in (
            Discarded(0, Tile.M1),
            DeclaredTing(0, Tile.M1, face_up=True, on_wall=False),
            SawTing(0, on_wall=False),
            SawDraw(0, replacement=False),
            MadePung(0, PUNG, 0),
            SawKong(0, 0),
            MadeKong(0, KONG, 0),
            AnnouncedKong(0, Tile.M1),
        )
        for seat in (4, -1, "0", None, True)
    },
    **{
        f"{type(event).__name__}, tile {tile!r}": untyped(event, tile=tile)
        for event in (
            Discarded(0, Tile.M1),
            Drew(1, Tile.M1, replacement=False),
            DeclaredTing(0, Tile.M1, face_up=True, on_wall=False),
            AnnouncedKong(0, Tile.M1),
            Asked(1, 0, Tile.M1),
        )
        for tile in ("5m", 5, None)
    },
    "a kong of nothing": untyped(MadeKong(0, KONG, 0), meld=None),
    "standing tiles of a text in a kong": untyped(SawKong(0, 0), standing="1"),
    "a pung of nothing": untyped(MadePung(0, PUNG, 0), meld=None),
    "a kong that is a pung": MadeKong(0, PUNG, 0),
    "a pung from seat 7": MadePung(0, Meld(MeldKind.PUNG, Tile.M1, 7), 0),
    "standing tiles of a text": untyped(MadePung(0, PUNG, 0), standing="1"),
    "an end without seats": SawEnd(DrawnDeal(), ()),
    "an end without a result": SawEnd(None, view(START, 0).players),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("event", NO_EVENTS.values(), ids=NO_EVENTS)
def test_an_event_with_a_field_that_it_cannot_have_is_refused(event: SeatEvent) -> None:
    with pytest.raises(InvalidStateError):
        follow(view(START, 1), [event])


MISFITS: dict[str, list[SeatEvent]] = {
    "a discard told twice": [*seen_events(step(START, Discard(0, Tile.P2)), 0)] * 2,
    "a discard of a tile that is not held": [Discarded(0, Tile.M1)],
    "a ting tile that does not stand": [DeclaredTing(0, Tile.M9, face_up=False, on_wall=False)],
    "a pung of no discard": [MadePung(0, PUNG, 2)],
    "a kong of no pung": [MadeKong(0, Meld(MeldKind.ADDED_KONG, Tile.M1, 2), 0)],
    "twenty kongs": [SawKong(1, 0)] * 20,
    "more draws than the wall has tiles": [SawDraw(1, replacement=False)] * 200,
    "more discards than a hand has tiles": [Discarded(1, Tile.P9)] * 20,
}


@pytest.mark.parametrize("events", MISFITS.values(), ids=MISFITS)
def test_an_event_that_cannot_have_happened_is_refused(events: list[SeatEvent]) -> None:
    with pytest.raises(InvalidStateError):
        follow(view(START, 0), events)


@pytest.mark.parametrize(
    "event",
    [
        Asked(1, 0, Tile.M1),
        Answered(1, Pass(1)),
        MadePung(0, Meld(MeldKind.PUNG, Tile.M1), 0),
        Asked(2, 0, Tile.M1),
        Drew(2, Tile.M1, replacement=False),
    ],
    ids=str,
)
def test_an_event_out_of_place_leads_to_a_view_or_is_refused(event: SeatEvent) -> None:
    try:
        seen = follow(view(START, 1), [event])
    except InvalidStateError:
        return
    assert isinstance(seen, SeatView)


def muddled() -> Iterator[tuple[SeatView, list[SeatEvent]]]:
    """Yield views and events that are lost, repeated, swapped, or another seat's."""
    rng = random.Random("muddled")
    for number in range(4700, 4760):
        viewer, other = rng.sample(VIEWERS, 2)
        told = [event for move in moves([number]) for event in seen_events(move.step, viewer)]
        first = view(drawn(number).start, viewer)
        yield view(drawn(number).start, other), told
        yield first, [event for event in told if rng.random() < 0.9]
        yield first, [event for event in told for _ in range(1 + (rng.random() < 0.1))]
        rng.shuffle(told)
        yield first, told


def test_muddled_events_lead_to_a_view_or_to_one_of_our_errors() -> None:
    others = set()
    for seen, events in muddled():
        try:
            assert isinstance(follow(seen, events), SeatView)
        except LisiError:
            pass
        except Exception as error:  # noqa: BLE001 - which others there are is what is asked
            others.add(type(error).__name__)
    assert others == set()
