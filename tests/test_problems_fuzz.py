"""Positions of good types and no sense: their problems are found, and no other error is raised."""

from __future__ import annotations

from itertools import islice
from typing import TypeVar

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    DeclareTing,
    Discard,
    DrawnDeal,
    Finished,
    GameState,
    InvalidStateError,
    Kong,
    KongKind,
    Meld,
    MeldKind,
    Pass,
    Problem,
    Pung,
    RiverTile,
    SeatView,
    Tile,
    Ting,
    Win,
    WonDeal,
    view,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view
from lisi_mahjong.tiles import ONE
from playouts import states

STATES = list(islice(states(range(25)), 0, None, 9))

_Value = TypeVar("_Value")

tiles = st.sampled_from(Tile)
seats = st.integers(0, 3)
no_seats = st.none() | seats
sets = st.integers(0, 2**136 - 1) | st.builds(lambda tile, count: count * ONE[tile], tiles, seats)
kinds = st.sets(tiles, max_size=3).map(lambda found: sum(ONE[tile] for tile in found))


def tuples_of(items: st.SearchStrategy[_Value], size: int) -> st.SearchStrategy[tuple[_Value, ...]]:
    return st.lists(items, max_size=size).map(tuple)


PLAYER = {
    "standing_set": sets,
    "loose_set": sets,
    "melds": tuples_of(st.builds(Meld, st.sampled_from(MeldKind), tiles, no_seats), 6),
    "river": tuples_of(st.builds(RiverTile, tiles, no_seats, st.booleans()), 6),
    "ting": st.none() | st.builds(Ting, tiles, st.booleans(), st.booleans()),
    "lock_set": kinds,
    "win_barred": st.booleans(),
    "wait_set": kinds,
    "meld_set": sets,
    "ting_since": tuples_of(st.integers(0, 20), 5),
}
actions = st.one_of(
    st.builds(Discard, seats, tiles),
    st.builds(DeclareTing, seats, tiles),
    st.builds(Pung, seats, tiles, st.integers(0, 2)),
    st.builds(Kong, seats, tiles, st.sampled_from(KongKind)),
    st.builds(Win, seats),
    st.builds(Pass, seats),
)
answers = st.tuples(*[st.none() | actions] * 4)
stages = st.one_of(
    st.builds(AwaitingTurn, seats, st.none() | tiles),
    st.builds(AwaitingClaims, seats, tiles, st.booleans(), tuples_of(seats, 4), answers),
    st.just(Finished(DrawnDeal())),
    st.builds(Finished, st.builds(WonDeal, seats, no_seats, tiles, st.booleans(), st.just(()))),
)


@st.composite
def nonsense(draw: st.DrawFn) -> GameState:
    """Draw a state of play, some fields of which are anything that their types allow."""
    state = draw(st.sampled_from(STATES))
    players = []
    for player in state.players:
        names = draw(st.lists(st.sampled_from(sorted(PLAYER)), max_size=2, unique=True))
        changed = draw(st.fixed_dictionaries({name: PLAYER[name] for name in names}))
        players.append(attrs.evolve(player, **changed))
    return GameState(
        state.setup,
        (players[0], players[1], players[2], players[3]),
        draw(st.just(state.stage) | stages),
        draw(st.just(state.kongs) | st.integers(0, 16)),
        draw(st.just(state.remaining) | st.integers(0, 136)),
        draw(st.integers(0, 999)),
    )


def written(position: GameState | SeatView) -> str | tuple[tuple[Problem, str], ...]:
    """Return the line of a position, or the problems because of which there is none."""
    try:
        return format_state(position) if isinstance(position, GameState) else format_view(position)
    except InvalidStateError as error:
        return error.problems


def read(line: str, like: GameState | SeatView) -> GameState | SeatView | None:
    """Return what a line says; ``None`` when that cannot be."""
    try:
        return parse_state(line) if isinstance(like, GameState) else parse_view(line)
    except InvalidStateError:
        return None


def show_its_problems(position: GameState | SeatView) -> None:
    """Show that a position has a line, unless it has problems, and that the line says just it."""
    found = problems(position)
    assert all(detail.isprintable() for _, detail in found)
    line = written(position)
    if isinstance(line, str):
        assert read(line, position) == (None if found else position)
    else:
        assert line == found != ()


@settings(max_examples=150)
@given(nonsense())
def test_any_state_has_problems_or_a_line(state: GameState) -> None:
    show_its_problems(state)


@settings(max_examples=100)
@given(nonsense(), nonsense(), no_seats, seats)
def test_any_view_has_problems_or_a_line(
    state: GameState, other: GameState, viewer: int | None, seat: int
) -> None:
    """One side, the locks and the bar are from what another seat sees of another deal."""
    seen, strange = view(state, viewer), view(other, seat)
    players = list(seen.players)
    players[seat] = strange.players[seat]
    mixed = attrs.evolve(
        seen,
        players=(players[0], players[1], players[2], players[3]),
        pung_locks=strange.pung_locks,
        win_barred=strange.win_barred,
    )
    show_its_problems(mixed)
