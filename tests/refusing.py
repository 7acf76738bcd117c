"""What cannot come next to a view, laid by hand: each case is refused, and by its place."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from lisi_mahjong import (
    GameState,
    InvalidStateError,
    Meld,
    MeldKind,
    Problem,
    SeatEvent,
    SeatView,
    Tile,
    follow,
    problems,
    view,
)
from sights import Viewer


def seen_in(state: GameState, viewer: Viewer) -> SeatView:
    """Return what a viewer sees of a position that play can come to."""
    assert not problems(state), problems(state)
    return view(state, viewer)


def assert_refused(seen: SeatView, *events: SeatEvent) -> None:
    """Check that of some events all can come but the last, which is refused by its place."""
    follow(seen, events[:-1])
    with pytest.raises(InvalidStateError) as caught:
        follow(seen, events)
    ((problem, detail),) = caught.value.problems
    assert problem is Problem.NOT_AN_EVENT
    assert detail.startswith(f"events[{len(events) - 1}] is ")
    assert type(events[-1]).__name__ in detail


def assert_followed(seen: SeatView, events: Iterable[SeatEvent]) -> None:
    """Check that some events can come."""
    assert follow(seen, events) != seen


def pung(tile: Tile, from_seat: int | None) -> Meld:
    """Return a pung."""
    return Meld(MeldKind.PUNG, tile, from_seat)


def kong(kind: MeldKind, tile: Tile, from_seat: int | None = None) -> Meld:
    """Return a kong."""
    return Meld(kind, tile, from_seat)
