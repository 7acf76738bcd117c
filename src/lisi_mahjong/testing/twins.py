"""States that one seat cannot tell apart: what it may know is the same, all else is another.

A player that decides otherwise in a twin has used what its seat does not see.
"""

from __future__ import annotations

import attrs

from lisi_mahjong.actions import Action, Pass
from lisi_mahjong.checking import problems
from lisi_mahjong.claims import pung_choices
from lisi_mahjong.sampling import Chance, sample_state
from lisi_mahjong.seats import OTHERS, SEATS
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    Player,
    Setup,
    Stage,
)
from lisi_mahjong.tiles import ONE
from lisi_mahjong.views import view


def twin(state: GameState, viewer: int | None, chance: Chance) -> GameState:
    """Return another state of which a seat, or a spectator, has the same view.

    It is a world as `sample_state` draws it, in which others have passed pungs, have answered what
    they were asked, and the number of decisions and the draw of the dealer are others as well.

    Args:
        state: a state that play can come to.
        viewer: who cannot tell the two apart; ``None`` for a spectator.
        chance: a `random.Random` of the caller's, or a `Chance`.

    Raises:
        InvalidStateError: ``state`` is no `GameState`, or one that play cannot come to.
        SeatError: ``viewer`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> from lisi_mahjong.testing import Chance
        >>> state = deal(Shuffle.from_seed(7))
        >>> other = twin(state, 0, Chance("some words"))
        >>> view(other, 0) == view(state, 0), legal_actions(other, 0) == legal_actions(state, 0)
        (True, True)
        >>> other.players[0] == state.players[0], other.players[1] == state.players[1]
        (True, False)
    """
    world = sample_state(view(state, viewer), chance)
    others = [seat for seat in SEATS if seat != viewer]
    first, second, third, fourth = [
        _locked(world, seat, chance) if seat in others else world.players[seat] for seat in SEATS
    ]
    changed = attrs.evolve(
        world,
        setup=_setup(world, chance),
        players=(first, second, third, fourth),
        stage=_answered(world, others, chance),
        ply=world.ply + _below(4, chance),
    )
    return attrs.evolve(world, ply=changed.ply) if problems(changed) else changed


def _below(bound: int, chance: Chance) -> int:
    return int(chance.random() * bound)


def _setup(world: GameState, chance: Chance) -> Setup:
    """Return the same deal on a wall whose shuffle draws another dealer."""
    shuffle = attrs.evolve(world.shuffle, dealer_draw=_below(4, chance))
    return Setup(world.rules, world.dealer, shuffle)


def _locked(world: GameState, seat: int, chance: Chance) -> Player:
    """Return a seat that has passed pungs that it could have made (CLAIM-3, CLAIM-7)."""
    player, stage = world.players[seat], world.stage
    drawn = isinstance(stage, AwaitingTurn) and stage.seat == seat and stage.drawn is not None
    if player.ting is not None or drawn or isinstance(stage, Finished):
        return player
    offered, discarder = None, None
    if isinstance(stage, AwaitingClaims):
        offered, discarder = stage.tile, stage.discarder
    if seat == discarder:  # most often it has drawn
        return player
    # Whoever passes a tile of the seat before draws next.
    thrown = {
        entry.tile
        for other in OTHERS[seat][:-1]
        for entry in world.players[other].river
        if not entry.ting and entry.taken_by is None
    }
    kinds = [
        tile
        for tile in sorted(thrown - {offered})
        if pung_choices(player, tile) and chance.random() < _LOCKED
    ]
    return attrs.evolve(player, lock_set=sum(ONE[tile] for tile in kinds))


_LOCKED = 0.9
"""How often a seat is locked for a kind, where it can be."""


def _answered(world: GameState, others: list[int], chance: Chance) -> Stage:
    """Return the stage with one more seat that has passed, if that settles nothing."""
    stage = world.stage
    if not isinstance(stage, AwaitingClaims):
        return stage
    asked = [seat for seat in stage.asked if seat in others and stage.answers[seat] is None]
    if not asked or chance.random() < _SILENT:
        return stage
    seat = asked[_below(len(asked), chance)]
    answers: list[Action | None] = list(stage.answers)
    answers[seat] = Pass(seat)
    first, second, third, fourth = answers
    return attrs.evolve(stage, answers=(first, second, third, fourth))


_SILENT = 0.3
"""How often nobody has answered more."""
