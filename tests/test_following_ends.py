"""An end opens what was closed and changes nothing else, or it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs
import pytest

from bad_tables import odd
from corpus import drawn
from lisi_mahjong import (
    Discard,
    DrawnDeal,
    InvalidStateError,
    Problem,
    RuleSet,
    SawEnd,
    ScoreTable,
    SeatView,
    SeenPlayer,
    Tile,
    WonDeal,
    follow,
    parse_tiles,
    seen_events,
    step,
    view,
)
from lisi_mahjong.seen import OpenHand
from lisi_mahjong.tiles import counted
from lisi_mahjong.winning import read_win
from offers import SCATTERED, WAITS_FOR_5M
from playouts import moves
from sights import VIEWERS, Viewer
from support import position

DEALS = (*range(5100, 5124), 5163, 5164, 5334, 5514, 5604, 5634)
"""With ends of every sort, also by robbing a kong, by force and by choice."""

parts = pytest.mark.parametrize("numbers", [DEALS[n::3] for n in range(3)], ids=["a", "b", "c"])


def ends(numbers: Iterable[int]) -> Iterator[tuple[Viewer, SeatView, SawEnd]]:
    """Yield the end of each deal as each viewer is told it, and the view just before."""
    for number in numbers:
        *_, last = moves([number])
        for viewer in VIEWERS:
            *told, end = seen_events(last.step, viewer)
            assert isinstance(end, SawEnd)
            yield viewer, follow(view(last.before, viewer), told), end


def is_refused(seen: SeatView, end: SawEnd) -> bool:
    """Return whether an end is refused."""
    try:
        follow(seen, [end])
    except InvalidStateError as error:
        return [problem for problem, _ in error.problems] == [Problem.NOT_AN_EVENT]
    return False


def other_results(end: SawEnd) -> Iterator[tuple[str, object]]:
    """Yield results that are not that of an end, each with what is wrong in it."""
    result = end.result
    if not isinstance(result, WonDeal):
        yield "a win of nobody", WonDeal(0, None, Tile.M1, robbed_kong=False, readings=())
        return
    yield "no winner", DrawnDeal()
    yield "another winner", attrs.evolve(result, winner=(result.winner + 1) % 4)
    losers = {None, 0, 1, 2, 3} - {result.loser}
    yield from [(f"loser {loser}", attrs.evolve(result, loser=loser)) for loser in losers]
    yield "another tile", attrs.evolve(result, tile=Tile((result.tile + 1) % 34))
    yield "a kong robbed or not", attrs.evolve(result, robbed_kong=not result.robbed_kong)
    yield "no readings", attrs.evolve(result, readings=())


def other_sides(side: SeenPlayer, *, own: bool) -> Iterator[tuple[str, SeenPlayer]]:
    """Yield what is not what lies before a seat at the end, each with what is wrong in it."""
    hand = side.hand
    assert hand is not None
    yield "a closed hand", attrs.evolve(side, hand=None)
    if side.standing_count > 1:
        yield (
            "a standing tile that is loose",
            attrs.evolve(
                side,
                standing_count=side.standing_count - 1,
                loose_count=side.loose_count + 1,
                hand=OpenHand(hand.standing[1:], tuple(sorted((*hand.loose, hand.standing[0])))),
            ),
        )
    if own and hand.standing and hand.loose and hand.standing[0] is not hand.loose[0]:
        standing = tuple(sorted((hand.loose[0], *hand.standing[1:])))
        loose = tuple(sorted((hand.standing[0], *hand.loose[1:])))
        yield "two tiles exchanged", attrs.evolve(side, hand=OpenHand(standing, loose))
    if side.melds:
        yield "a meld less", attrs.evolve(side, melds=side.melds[:-1])
        shown = [meld.tile if own or meld.from_seat is not None else None for meld in side.melds]
        if shown != shown[::-1]:
            yield "melds in another order", attrs.evolve(side, melds=side.melds[::-1])
    yield "a discard less", attrs.evolve(side, river=side.river[:-1])
    if side.river != side.river[::-1]:
        yield "discards in another order", attrs.evolve(side, river=side.river[::-1])
    if side.ting is not None:
        yield "no ting", attrs.evolve(side, ting=None)
        yield "ting elsewhere", attrs.evolve(side, ting=attrs.evolve(side.ting, on_wall=True))
        yield "an open ting", attrs.evolve(side, ting=attrs.evolve(odd(side.ting), face_up=True))
        since = (*side.ting_since[:-1], side.ting_since[-1] + 1)
        yield "a later ting", attrs.evolve(side, ting_since=since)


def is_robbed(end: SawEnd, seat: int) -> bool:
    """Return whether an end is that of a deal in which a seat's kong was robbed."""
    result = end.result
    return isinstance(result, WonDeal) and result.robbed_kong and result.loser == seat


@parts
def test_an_end_is_refused_if_anything_in_it_differs_from_what_was_seen(
    numbers: Iterable[int],
) -> None:
    met = Counter[str]()
    for viewer, seen, end in ends(numbers):
        assert not is_refused(seen, end)
        for name, result in other_results(end):
            assert is_refused(seen, SawEnd(odd(result), end.players)), (name, end.result)
            met[name] += 1
        for seat, side in enumerate(end.players):
            for name, other in other_sides(side, own=seat == viewer):
                # Whether the tile of a kong that was robbed had stood, others have not seen.
                unseen = is_robbed(end, seat) and name == "a standing tile that is loose"
                if other != side and not (unseen and seat != viewer):
                    players = list(end.players)
                    players[seat] = other
                    changed = SawEnd(end.result, odd(tuple(players)))
                    assert is_refused(seen, changed), (name, viewer, seat)
                    met[name] += 1
    assert len(met) >= 17, met


def test_the_ends_that_are_tried_are_of_every_sort() -> None:
    found = set[tuple[bool, ...] | None]()
    for number in DEALS:
        *_, last = moves([number])
        result = last.after.result
        if isinstance(result, WonDeal):
            found.add(
                (result.loser is None, result.robbed_kong, drawn(number).start.rules.forced_win)
            )
        else:
            found.add(None)
    flags = [(True, False), (False, False), (False, True)]
    assert found == {None, *((*flag, forced) for flag in flags for forced in (True, False))}


def test_an_end_is_refused_where_nothing_can_have_ended() -> None:
    """It is refused before every event of its deal but itself."""
    for number in range(5200, 5204):
        taken = list(moves([number]))
        for viewer in VIEWERS:
            told = [event for move in taken for event in seen_events(move.step, viewer)]
            seen, end = view(taken[0].before, viewer), told[-1]
            assert isinstance(end, SawEnd)
            for event in told[:-1]:
                # What a seat answers to a tile that another wins need not be known (CLAIM-6).
                assert is_refused(seen, end) or event is told[-2], (number, viewer, event)
                seen = follow(seen, [event])


@pytest.mark.rule("WIN-1")
def test_a_self_draw_is_on_the_tile_that_this_seat_has_drawn() -> None:
    """With the 5m the hand is complete, and so it waited for the 4m if that had come last."""
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", draws="5m", ting={1: "7z"})
    *told, end = seen_events(step(state, Discard(0, Tile.P9)), 1)
    assert isinstance(end, SawEnd)
    before = counted(parse_tiles("111z56m222p33399s"))
    found = read_win(before, Tile.M4, (), RuleSet(), ScoreTable())
    other = WonDeal(1, None, Tile.M4, robbed_kong=False, readings=found)
    seen = follow(view(state, 1), told)
    assert not is_refused(seen, end)
    assert is_refused(seen, SawEnd(other, end.players))
    others = follow(view(state, 2), seen_events(step(state, Discard(0, Tile.P9)), 2)[:-1])
    assert not is_refused(others, SawEnd(other, end.players))
