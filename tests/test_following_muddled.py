"""What a view tells is enough to see that a message was lost, came twice, or was another one.

Whole deals as every viewer is told them, with one event dropped, doubled, swapped with the next, or
another in its place. What is refused is refused at once; what is not must lead to where a deal can
stand: the view is carried on over all that the rules force, and has no problems then.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import attrs
import pytest

from corpus import drawn
from lisi_mahjong import (
    Answered,
    Asked,
    Discarded,
    Drew,
    InvalidStateError,
    Problem,
    SawDraw,
    SawEnd,
    SeatEvent,
    SeatView,
    SeenClaims,
    SeenTurn,
    Tile,
    WonDeal,
    follow,
    problems,
    sample_state,
    seen_events,
    view,
)
from playouts import moves
from sights import VIEWERS, Viewer

FIRST = 4800
"""The number of the first deal."""

parts = pytest.mark.parametrize("numbers", [range(FIRST + n, FIRST + 40, 4) for n in range(4)])


@attrs.frozen
class Story:
    """All that one viewer is told of a deal.

    Attributes:
        number: of the deal.
        viewer: who is told.
        events: from the first to the end.
        views: the view before each event, and the last one.
    """

    number: int
    viewer: Viewer
    events: tuple[SeatEvent, ...]
    views: tuple[SeatView, ...]


@cache
def stories(number: int) -> tuple[Story, ...]:
    """Return a deal as each viewer is told it."""
    taken = list(moves([number]))
    found = []
    for viewer in VIEWERS:
        events = [event for move in taken for event in seen_events(move.step, viewer)]
        views = [view(drawn(number).start, viewer)]
        for event in events:
            views.append(follow(views[-1], [event]))
        found.append(Story(number, viewer, tuple(events), tuple(views)))
    return tuple(found)


def moments(numbers: range) -> Iterator[tuple[Story, int]]:
    """Yield every event of some deals, as each viewer is told it: the story and the place."""
    for number in numbers:
        for story in stories(number):
            for place in range(len(story.events)):
                yield story, place


def followed(seen: SeatView, *events: SeatEvent) -> SeatView | None:
    """Return the view after some events; ``None`` where one of them is refused."""
    try:
        return follow(seen, events)
    except InvalidStateError as error:
        if [problem for problem, _ in error.problems] == [Problem.NOT_AN_EVENT]:
            return None
        raise


# --- dropped, doubled, swapped ------------------------------------------------------------


@parts
def test_an_event_that_came_twice_is_refused(numbers: range) -> None:
    for story, place in moments(numbers):
        again = followed(story.views[place + 1], story.events[place])
        assert again is None, (story.number, story.viewer, story.events[place])


@parts
def test_after_an_event_that_was_lost_the_next_is_refused(numbers: range) -> None:
    """All but one: who has answered a tile that another wins need not have (CLAIM-6)."""
    idle = 0
    for story, place in moments(numbers):
        if place + 1 == len(story.events):
            continue
        lost, after = story.events[place : place + 2]
        without = followed(story.views[place], after)
        if isinstance(lost, Answered) and isinstance(after, SawEnd) and without is not None:
            assert isinstance(after.result, WonDeal)
            assert after.result.winner != story.viewer
            assert without == story.views[place + 2]
            idle += 1
        else:
            assert without is None, (story.number, story.viewer, lost, after)
    assert idle < 10


@parts
def test_two_events_in_the_wrong_order_are_refused(numbers: range) -> None:
    for story, place in moments(numbers):
        if place + 1 < len(story.events):
            first, second = story.events[place : place + 2]
            assert followed(story.views[place], second, first) is None, (story.number, first)


# --- another in its place -----------------------------------------------------------------


def must_end(seen: SeatView) -> bool:
    """Return whether the deal has to end now: by a win that is forced, or without a winner."""
    stage = seen.stage
    if seen.viewer is not None and seen.rules.forced_win:
        own = seen.own_player()
        if isinstance(stage, SeenClaims) and not stage.asked and own.ting is not None:
            return stage.discarder != seen.viewer and stage.tile in own.waits
        if isinstance(stage, SeenTurn) and stage.drawn is not None and own.ting is not None:
            return stage.drawn in own.waits
    declared = isinstance(stage, SeenTurn) and seen.players[stage.seat].ting is not None
    return declared and tiles_of(seen) == 13 and not seen.drawable


def tiles_of(seen: SeatView) -> int:
    """Return how many tiles the seat has whose turn it is, each meld counted as three."""
    assert isinstance(seen.stage, SeenTurn)
    side = seen.players[seen.stage.seat]
    return side.standing_count + side.loose_count + 3 * len(side.melds)


def is_on_its_way(seen: SeatView) -> bool:
    """Return whether something must happen now that nobody decides."""
    stage, viewer = seen.stage, seen.viewer
    if isinstance(stage, SeenClaims):
        if viewer is None or stage.asked:
            return False
        asked = attrs.evolve(seen, stage=attrs.evolve(stage, asked=True))
        return stage.discarder != viewer and bool(asked.legal_actions)
    if not isinstance(stage, SeenTurn):
        return False
    side = seen.players[stage.seat]
    if tiles_of(seen) == 13:
        return True
    if side.ting is None:
        return False
    chooses = not seen.rules.forced_win  # if it can win; of another seat that is not seen
    return not (chooses and (stage.seat != viewer or bool(_wins(seen))))


def _wins(seen: SeatView) -> bool:
    own, stage = seen.own_player(), seen.stage
    assert isinstance(stage, SeenTurn)
    return not own.win_barred and stage.drawn in own.waits


def ways_on(seen: SeatView) -> Iterator[SeatEvent]:
    """Yield what can happen next without anybody's decision, and more."""
    stage, viewer = seen.stage, seen.viewer
    if isinstance(stage, SeenClaims):
        assert viewer is not None
        yield Asked(viewer, stage.discarder, stage.tile)
        return
    assert isinstance(stage, SeenTurn)
    for seat in (stage.seat, (stage.seat + 1) % 4):
        for replacement in (True, False):
            yield SawDraw(seat, replacement)
            for tile in Tile:
                yield Drew(seat, tile, replacement)
    for tile in Tile:
        yield Discarded(stage.seat, tile)


def come_to_rest(seen: SeatView, rng: random.Random) -> SeatView:
    """Return a view after all that must happen before somebody decides."""
    while is_on_its_way(seen) and not must_end(seen):
        ways = list(ways_on(seen))
        rng.shuffle(ways)
        after = next((after for way in ways if (after := followed(seen, way)) is not None), None)
        assert after is not None, f"there is no way on from {seen.as_json()}"
        seen = after
    return seen


def assert_sound(seen: SeatView, rng: random.Random) -> None:
    """Check that a deal can stand as a view says, or is on its way to where it can."""
    rest = come_to_rest(seen, rng)
    if not must_end(rest):
        assert problems(rest) == (), rest.as_json()


def others(story: Story, rng: random.Random, number: int) -> Iterator[SeatEvent]:
    """Yield events of the same deal, told to any viewer, and the same ones changed a little."""
    told = stories(story.number)
    for _ in range(number):
        event = rng.choice(rng.choice(told).events)
        yield event
        if not isinstance(event, SawEnd):
            yield attrs.evolve(event, seat=rng.randrange(4))


@parts
def test_another_event_in_its_place_is_refused_or_can_have_happened(numbers: range) -> None:
    met = Counter[str]()
    for story, place in moments(numbers):
        rng = random.Random(f"{story.number} {story.viewer} {place}")
        seen = story.views[place]
        for event in others(story, rng, 6):
            after = followed(seen, event)
            if event != story.events[place] and after is not None:
                met[type(event).__name__] += 1
                assert_sound(after, rng)
            met["refused"] += after is None
    assert met["refused"] > 20 * met["Discarded"] > 0


@pytest.mark.parametrize("numbers", [range(FIRST + n, FIRST + 20, 2) for n in range(2)])
def test_where_another_event_can_have_happened_there_is_a_deal_that_came_to_it(
    numbers: range,
) -> None:
    """A full state with exactly that view is drawn.

    Left out are tiles on offer that this seat has not to answer: another may have, or may not.
    """
    met = 0
    for story, place in moments(numbers):
        rng = random.Random(f"{story.number} {story.viewer} {place}")
        for event in others(story, rng, 2):
            after = followed(story.views[place], event)
            if event == story.events[place] or after is None:
                continue
            rest = come_to_rest(after, rng)
            stage = rest.stage
            waits = isinstance(stage, SeenClaims) and (not stage.asked or stage.answer is not None)
            if not waits and not must_end(rest):
                assert view(sample_state(rest, rng), story.viewer) == rest
                met += 1
    assert met > 50
