"""Faults that other engines made with settlements: sums that are not zero, and broken numbers."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import attrs
import pytest

from lisi_mahjong import GameState, ScoreTable
from settling import (
    MOST_POINTS,
    ONE_POINT,
    ONE_POINT_BESIDE_A_KONG,
    THREE_POINTS,
    robbed,
    settled,
    undecided,
    won,
)

ENDS = {
    "drawn": undecided().after,
    "drawn with kongs": undecided(kongs=["(8888s)", "7777p<3"]).after,
    "self-draw": won(THREE_POINTS),
    "self-draw of the dealer": won(MOST_POINTS, dealer=2, melds=["999m<0"]),
    "discard in ting": won(ONE_POINT, loser=1, in_ting=[1]),
    "discard not in ting": won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["8888s<3"]),
    "robbed": robbed(melds=["(8888s)"]),
}
# Odd numbers: what is halved or shared anywhere would show a fraction.
ODD = ScoreTable(
    base=3,
    one_voided_suit=5,
    closed_wait=7,
    pure_straight=11,
    full_flush=13,
    dealer_wins=17,
    self_draw_multiplier=3,
    dealer_pays_self_draw=5,
    dealer_pays_discard=7,
    discarder_extra=11,
    melded_kong=13,
    concealed_kong=17,
    dealer_win_multiplier=3,
)
FED = attrs.evolve(ODD, feeder_pays_melded_kong=True)
COVERED = attrs.evolve(ODD, discarder_covers_kongs=True)

EVERY_END = pytest.mark.parametrize("ended", ENDS.values(), ids=ENDS)
EVERY_SCORE = pytest.mark.parametrize(
    "score", [ScoreTable(), ODD, FED, COVERED], ids=["usual", "odd", "fed", "covered"]
)


@pytest.mark.case(94)
@EVERY_END
@EVERY_SCORE
@pytest.mark.parametrize("multiplier", [1, 2, 3])
def test_case_094_deltas_sum_to_zero_on_a_win_and_on_a_drawn_deal(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    assert sum(settled(ended, score, multiplier).deltas) == 0


@pytest.mark.case(94)
@EVERY_END
@EVERY_SCORE
@pytest.mark.parametrize("multiplier", [1, 2, 3])
def test_case_094_every_number_of_a_settlement_is_a_whole_one(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    settlement = settled(ended, score, multiplier)
    amounts = [paid.amount for paid in settlement.payments]
    numbers = [leaf for leaf in leaves(settlement) if not isinstance(leaf, str | None)]
    for number in [*settlement.deltas, *amounts, *numbers]:
        assert isinstance(number, int | Enum)
        assert not isinstance(number, bool | float)


@pytest.mark.case(94)
@EVERY_END
def test_case_094_one_seat_wins_points_or_nobody_does(ended: GameState) -> None:
    winners = [delta for delta in settled(ended).deltas if delta > 0]
    assert len(winners) == (0 if settled(ended).reading is None else 1)


def leaves(value: object) -> Iterator[object]:
    """Yield what a value is made of, down to numbers, texts and members of enums."""
    kind: type[object] = type(value)
    if attrs.has(kind):
        for field in attrs.fields(kind):
            yield from leaves(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from leaves(part)
    else:
        yield value
