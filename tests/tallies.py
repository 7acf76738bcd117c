"""Tallies for tests: one of four deals, and any at all."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import strategies as st

from lisi_mahjong.tally import Tally

SOME = Tally(
    deals=4,
    decisions=200,
    self_draws=1,
    discard_wins_not_in_ting=1,
    discard_wins_in_ting=1,
    drawn_with_kong=1,
    tings=6,
    deals_with_kong=2,
    melded_kongs=2,
    added_kongs=1,
    tags=(2, 0, 1, 0, 0, 0, 1, 0),
    triplets=(0, 2, 0, 1, 0),
    points=6,
    points_squared=14,
    gains=30,
    gains_squared=350,
    dealer_wins=1,
    dealer_stays=1,
    dealer_points=4,
    dealer_points_squared=40,
    seat_wins=(1, 2, 0, 0),
    seat_losses=(0, 0, 1, 1),
    seat_points=(8, 4, -6, -6),
    seat_points_squared=(64, 16, 36, 36),
    largest_win=15,
    largest_win_number=2,
)

COUNT = st.integers(0, 10**30)
SUM = st.integers(-(10**30), 10**30)


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    """Draw a tally of anything."""
    values: dict[str, Any] = {}
    for field in attrs.fields(Tally):
        number = SUM if field.name in {"dealer_points", "seat_points"} else COUNT
        length = len(field.default) if isinstance(field.default, tuple) else 0
        each = st.tuples(*[number] * length) if length else number
        values[field.name] = draw(st.one_of(st.just(field.default), each))
    values["largest_win_number"] *= values["largest_win"] > 0  # else it is refused
    return Tally(**values)
