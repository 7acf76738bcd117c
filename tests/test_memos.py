"""What is kept from one call to the next is never handed out for what is merely equal to it.

``True == 1 == 1.0 == Tile.M2``, so a memo that is looked into by equality finds one under another.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from lisi_mahjong import (
    DrawnDeal,
    GameState,
    InvalidStateError,
    Meld,
    MeldKind,
    SeatView,
    Shuffle,
    Tile,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    problems,
    step,
    view,
)
from lisi_mahjong.melds import meld_of
from lisi_mahjong.players import tidy
from lisi_mahjong.sampling import sample_state, worlds_of
from offers import PAIR_OF_5M, offered
from support import play

DRAWN = 8
"""The seed of a deal that tidy players draw."""


def views_of_a_deal() -> list[SeatView]:
    """Return views with hands, melds, discards taken, a declaration, and a tile on offer."""
    state = deal(Shuffle.from_seed(7))
    for _ in range(32):
        state = apply(state, tidy(state, actors(state)[0]))
    return [view(state, 1), view(offered("5m", {1: PAIR_OF_5M}), 1)]


def twins(value: Any) -> Iterator[Any]:  # noqa: ANN401 - whatever is in a view
    """Yield what is equal to a value with one number in it, at any depth, of another type."""
    if type(value) is bool:
        yield int(value)
    elif type(value) is int:
        yield float(value)
        if value in {0, 1}:
            yield bool(value)
    elif type(value) is Tile:
        yield int(value)
    elif type(value) is tuple:
        for place, item in enumerate(value):
            for twin in twins(item):
                yield (*value[:place], twin, *value[place + 1 :])
    elif attrs.has(type(value)) and not hasattr(value, "taiyuan"):  # a rule set checks itself
        for field in attrs.fields(type(value)):
            for twin in twins(getattr(value, field.name)):
                yield attrs.evolve(value, **{field.name: twin})


@pytest.mark.parametrize("place", [0, 1])
def test_a_view_with_a_number_of_another_type_has_no_world_whatever_was_asked_before(
    place: int,
) -> None:
    seen = views_of_a_deal()[place]
    world = sample_state(seen, Random(1))
    odd = list(twins(seen))
    assert len(odd) > 50
    for twin in odd:
        assert twin == seen
        with pytest.raises(InvalidStateError):
            sample_state(twin, Random(1))
    assert sample_state(seen, Random(1)) == world


def ended(seed: int) -> GameState:
    """Return a deal of tidy players at its end."""
    state = deal(Shuffle.from_seed(seed))
    while to_decide := actors(state):
        state = apply(state, tidy(state, to_decide[0]))
    return state


def one_and_another() -> list[tuple[SeatView, SeatView]]:
    """Return views of deals that were played twice: in the middle, won, and drawn."""
    ends = [(ended(seed), ended(seed)) for seed in (7, DRAWN)]
    return [
        *zip(views_of_a_deal(), views_of_a_deal(), strict=True),
        *[(view(one, 2), view(two, 2)) for one, two in ends],
    ]


@pytest.mark.parametrize("place", range(4))
def test_an_equal_view_made_anew_has_the_worlds_that_were_kept(place: int) -> None:
    one, two = one_and_another()[place]
    assert one is not two
    sample_state(one, Random(5))
    before = worlds_of.cache_info()
    assert sample_state(one, Random(5)) == sample_state(two, Random(5))
    after = worlds_of.cache_info()
    assert (after.hits - before.hits, after.misses) == (2, before.misses)


def test_of_the_ends_one_is_won_and_one_drawn() -> None:
    assert [type(ended(seed).result) for seed in (7, DRAWN)] == [WonDeal, DrawnDeal]


@pytest.mark.parametrize("seat", [False, True, 0.0, 1.0], ids=repr)
def test_a_meld_with_an_odd_seat_is_not_kept_for_others(seat: Any) -> None:  # noqa: ANN401 - odd
    meld_of(MeldKind.ADDED_KONG, Tile.RED, seat)
    assert type(meld_of(MeldKind.ADDED_KONG, Tile.RED, int(seat)).from_seat) is int


def test_a_meld_of_an_odd_tile_is_not_kept_for_others() -> None:
    odd: Any = int(Tile.WEST)
    meld_of(MeldKind.ADDED_KONG, odd, 2)
    assert meld_of(MeldKind.ADDED_KONG, Tile.WEST, 2).tile is Tile.WEST


def test_playing_on_from_a_state_with_an_odd_seat_leaves_other_deals_alone() -> None:
    """Seat 1 pungs from a seat ``True`` that is equal to the seat 1 of another deal."""
    right = offered("5m", {1: PAIR_OF_5M})
    discarder: Any = False
    odd = attrs.evolve(right, stage=attrs.evolve(right.stage, discarder=discarder))
    pung = next(action for action in legal_actions(right, 1) if "pung" in str(action))
    step(odd, pung)
    after = play(right, str(pung))
    assert after.players[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    assert type(after.players[1].melds[0].from_seat) is int
    assert problems(after) == ()
