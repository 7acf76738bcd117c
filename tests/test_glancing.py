"""A glance at a view: it knows nearly all that play comes to, and takes no bad one for good."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

import attrs
import pytest

from lisi_mahjong import (
    MeldKind,
    Problem,
    RuleSet,
    SeatView,
    SeenClaims,
    SeenTurn,
    Shuffle,
    Tile,
    actors,
    apply,
    deal,
    parse_action,
    view,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.glancing import glance
from lisi_mahjong.melds import meld_of
from lisi_mahjong.players import tidy
from lisi_mahjong.seen import SeenRiverTile
from lisi_mahjong.state import DECLARED, LYING, TAKEN
from offers import CHOICE, PAIR_OF_5M, WAITS_FOR_5M, WAITS_FOR_5M_TOO, offered
from support import play, position
from worlds import PUNGS, VIEWERS, Position, all_but_over, declared_in_turn, positions


def sights(seeds: range) -> Iterator[SeatView]:
    """Yield what everybody sees at every moment of some tidy deals."""
    for seed in seeds:
        state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        while deciding := actors(state):
            for viewer in VIEWERS:
                yield view(state, viewer)
            state = apply(state, tidy(state, deciding[0]))


# --- good ones ---


def test_play_is_known_at_a_glance_at_nearly_every_moment() -> None:
    known: Counter[bool] = Counter()
    for seen in sights(range(12)):
        unseen = glance(seen)
        assert unseen in {None, seen.unseen_set}
        known[unseen is not None] += 1
    assert known.total() > 2500
    assert known[True] > 0.99 * known.total()


def test_ones_own_discard_is_known_with_two_more_of_its_kind_in_hand() -> None:
    hands = {0: PAIR_OF_5M, 2: WAITS_FOR_5M}
    state = play(position(hands, drawn="5m", ting={2: "7z"}, rules=CHOICE), "0 discard 5m")
    seen = as_played(view(state, 0))
    assert glance(seen) == seen.unseen_set


@cache
def known_positions() -> tuple[Position, ...]:
    """Return positions of mixed deals, under all sorts of options, that are known at a glance."""
    places = positions((*range(60), *range(24, 445, 30)), 8)
    return tuple(place for place in places if glance(place.seen) is not None)


def test_what_is_known_at_a_glance_has_no_problems_and_hides_what_it_hides() -> None:
    sorts: Counter[tuple[str, str]] = Counter()
    for place in known_positions():
        seen = place.seen
        assert problems(seen) == ()
        assert glance(seen) == seen.unseen_set
        sorts[place.sort] += 1
    assert set(sorts) == {
        ("turn after a draw", "own"),
        ("turn after a draw", "other"),
        ("turn after a pung", "own"),
        ("turn after a pung", "other"),
        ("discard", "own"),
        ("discard", "asked"),
        ("discard", "not asked"),
    }
    assert min(sorts.values()) > 10


# --- bad ones ---


def otherwise(value: object) -> Iterator[object]:
    """Yield values near a value, most of which cannot stand in its place."""
    if isinstance(value, tuple):
        yield from otherwise_in_a_row(value)
    elif isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, Tile):
        yield from (int(value), Tile((value + 1) % 34), Tile((value + 9) % 34), None)
    elif isinstance(value, MeldKind):
        yield from (value.value, *MeldKind)
    elif isinstance(value, int):
        yield from (value - 1, value + 1, float(value), value == 1, 99, None)
    elif isinstance(value, RuleSet):
        for name in ("show_concealed_kongs", "forced_win", "all_runs"):
            yield attrs.evolve(value, **{name: not getattr(value, name)})
        yield from (attrs.evolve(value, reserved_stacks=41), None)
    elif value is None:
        yield from (0, 3, Tile.M1, False)
    else:
        yield from changed(value)
        yield from (copy.copy(value), None, 5)  # the first is equal and another object


def otherwise_in_a_row(row: tuple[object, ...]) -> Iterator[object]:
    """Yield rows near a row, and what is no row."""
    yield list(row)
    if row:
        yield from (row[:-1], row[1:], (*row, row[-1]), row[::-1])
    else:
        yield from ((0, 0, 0, 0), (Tile.M1,))
    for place, item in enumerate(row):
        for other in otherwise(item):
            yield (*row[:place], other, *row[place + 1 :])


def changed(value: Any) -> Iterator[Any]:  # noqa: ANN401 - of any class
    """Yield a value with one thing in it otherwise, as often as there are things."""
    for field in attrs.fields(type(value)):
        for other in otherwise(getattr(value, field.name)):
            yield attrs.evolve(value, **{field.name: other})


def assert_not_taken_for_good(seen: SeatView) -> bool:
    """Assert that a glance at a view is right; return whether it knew the view."""
    unseen = glance(seen)
    if unseen is None:
        return False
    assert problems(seen) == ()
    assert unseen == seen.unseen_set
    return True


def of_all_sorts() -> list[SeatView]:
    """Return a known view of every second sort, with and without melds and ting."""
    chosen: dict[object, SeatView] = {}
    for place in known_positions():
        seen = place.seen
        sides = seen.players
        own = None if seen.viewer is None else sides[seen.viewer]
        features = (
            place.sort,
            sum(side.ting is not None for side in sides),
            own is not None and own.ting is not None,
            own is not None and bool(own.melds),
            seen.kongs > 0,
        )
        chosen.setdefault(features, seen)
    return list(chosen.values())[1::2]


def test_no_view_with_one_thing_otherwise_is_taken_for_good_that_is_not() -> None:
    known: Counter[bool] = Counter()
    for seen in of_all_sorts():
        for other in changed(seen):
            known[assert_not_taken_for_good(other)] += 1
    assert known[False] > 10_000
    assert known[True] < 0.2 * known[False]  # what another seat threw, say, may be otherwise


def with_side(seen: SeatView, seat: int, **fields: Any) -> SeatView:  # noqa: ANN401 - of any field
    """Return a view in which something of a seat is otherwise."""
    players = list(seen.players)
    players[seat] = attrs.evolve(players[seat], **fields)
    return attrs.evolve(seen, players=tuple(players))  # type: ignore[arg-type]  # there are four


def as_played(seen: SeatView) -> SeatView:
    """Return a view whose discards are the objects that play has for them."""
    of_play: dict[SeenRiverTile, SeenRiverTile] = {
        entry: entry for entry in (*LYING, *DECLARED, *chain.from_iterable(TAKEN))
    }
    for seat, side in enumerate(seen.players):
        river = tuple([of_play.get(entry, entry) for entry in side.river])
        seen = with_side(seen, seat, river=river)
    return seen


PUNGS_OF_1 = position({1: "{1234z}258p"}, drawn="7z", melds={1: ["555m<0", "666z<0"]})
TWO_PUNGS = as_played(view(PUNGS_OF_1, 0))
AFTER_PUNG = as_played(view(position({1: "{1234z}258p369s7z"}, turn=1, melds={1: ["555m<0"]}), 0))
IN_TING = position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "7z"}, rules=CHOICE)
AFTER_TING = position({1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"})
TO_WIN = play(position({1: WAITS_FOR_5M}, drawn="5m", ting={1: "7z"}, rules=CHOICE), "0 discard 5m")


OFFERED = offered("5m", {1: "{111z}46s222p33399m", 3: PAIR_OF_5M}, ting={1: "7z"})


def won_at_last(*, asked: bool) -> SeatView:
    """Return what seat 1 sees of a tile that it must win on, and that it was told of before."""
    seen = as_played(view(TO_WIN, 1))
    assert isinstance(seen.stage, SeenClaims)
    stage = attrs.evolve(seen.stage, asked=asked)
    return attrs.evolve(seen, stage=stage, rules=RuleSet())


def counted_too_early(*, punged: bool) -> SeatView:
    """Return a view of a discard on offer, or punged, that is counted at a declaration of ting."""
    seen = as_played(view(OFFERED, 0))
    if punged:
        seen = as_played(view(play(OFFERED, "3 pung 5m 0"), 0))
    assert glance(seen) is not None
    lengths = tuple([len(side.river) for side in seen.players])
    return with_side(seen, 1, ting_since=lengths)


def each_before_the_other() -> SeatView:
    """Return a view of two declarations, each of which counts the tile of the other."""
    state = position({1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}, drawn="9p", ting={1: "7z", 2: "7z"})
    seen = as_played(view(declared_in_turn(state, 1, 2), 0))
    assert glance(seen) is not None
    first, second = seen.players[1].ting_since, seen.players[2].ting_since
    return with_side(seen, 1, ting_since=(*first[:2], second[2], first[3]))


def drawn_without_a_loose_tile() -> SeatView:
    seen = after_a_pung_without_a_loose_tile(viewer=0)
    return attrs.evolve(seen, stage=SeenTurn(1, after_draw=True, drawn=None))


def own_pung_of_own_discard() -> SeatView:
    sides = TWO_PUNGS.players
    second = sides[1].melds[1]
    river = tuple([entry for entry in sides[0].river if entry is not TAKEN[1][Tile.M5]])
    seen = with_side(TWO_PUNGS, 0, river=river)
    melds = (meld_of(MeldKind.PUNG, Tile.M5, 1), second)
    return with_side(seen, 1, melds=melds, river=(*sides[1].river, TAKEN[1][Tile.M5]))


def sixteen_of_a_kind() -> SeatView:
    """Return a view of so many tiles of a kind that their count runs over into the next kind's."""
    side = TWO_PUNGS.players[0]
    seen = with_side(TWO_PUNGS, 0, river=(*side.river, *[LYING[Tile.P1]] * 16))
    return attrs.evolve(seen, remaining=seen.remaining - 16)


def melded_kong_without_a_draw() -> SeatView:
    kong = meld_of(MeldKind.MELDED_KONG, Tile.M5, 0)
    seen = with_side(AFTER_PUNG, 1, melds=(kong,))
    return attrs.evolve(seen, kongs=1, remaining=seen.remaining - 1)


def after_a_pung_without_a_loose_tile(viewer: int = 1) -> SeatView:
    pungs = {**PUNGS, 1: ("222m<0", "333m<0", "777m<0", "999p<3")}
    hands = {1: "{2m3m}", 2: "{7m}", 3: "{9p}"}
    return as_played(view(all_but_over(hands, "", pungs=pungs, turn=1, drawn=None), viewer))


def nothing_on_offer() -> SeatView:
    """Return a view of the first discard without the discard."""
    state = apply(deal(Shuffle.from_seed(7)), parse_action("0 discard 9m"))
    seen = with_side(view(state, 0), 0, river=())
    return attrs.evolve(seen, remaining=seen.remaining + 1)


BAD: Mapping[str, tuple[Problem, SeatView]] = {
    "no standing tile": (
        Problem.NO_STANDING_TILE,
        with_side(TWO_PUNGS, 1, standing_count=0, loose_count=7),
    ),
    "four standing tiles in ting": (
        Problem.STANDING_COUNT,
        with_side(as_played(view(AFTER_TING, 0)), 1, standing_count=4, loose_count=9),
    ),
    "a standing tile too few": (
        Problem.STANDING_COUNT,
        with_side(TWO_PUNGS, 2, standing_count=3, loose_count=10),
    ),
    "a pung of one's own discard": (Problem.MELD_SOURCE, own_pung_of_own_discard()),
    "sixteen tiles of a kind": (Problem.TILE_COPIES, sixteen_of_a_kind()),
    "a turn in ting": (
        Problem.TURN_IN_TING,
        attrs.evolve(as_played(view(IN_TING, 0)), rules=RuleSet()),
    ),
    "a win that one is asked about": (Problem.WIN_UNMADE, won_at_last(asked=True)),
    "a win that one is not asked about": (Problem.WIN_UNMADE, won_at_last(asked=False)),
    "a melded kong without a draw": (Problem.TURN_WITHOUT_DRAW, melded_kong_without_a_draw()),
    "an offer of nothing": (Problem.OFFER_NOT_LAST, nothing_on_offer()),
    "a discard on offer counted at ting": (Problem.TING_SINCE, counted_too_early(punged=False)),
    "a discard punged counted at ting": (Problem.TING_SINCE, counted_too_early(punged=True)),
    "two declarations each before the other": (Problem.TING_SINCE, each_before_the_other()),
    "no loose tile after a draw": (Problem.DRAWN_NOT_LOOSE, drawn_without_a_loose_tile()),
    "no discard after a pung": (Problem.NO_ACTION, after_a_pung_without_a_loose_tile()),
}
"""Views in which more than one thing is otherwise, and which have one problem only."""


@pytest.mark.parametrize(("problem", "seen"), BAD.values(), ids=BAD)
def test_a_view_with_one_problem_is_not_taken_for_good(problem: Problem, seen: SeatView) -> None:
    assert [found for found, _ in problems(seen)] == [problem]
    assert glance(seen) is None
