"""A simple player that does get to win, and one that is made of a function of a view.

`tidy` is for the command line, examples and tests: it looks at nothing but its own hand, decides
at once and always alike, and is no strong player. A `ViewPlayer` is for whoever writes players of
their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from lisi_mahjong.actions import Action, DeclareTing, Discard, Kong, Pung, Win
from lisi_mahjong.errors import SimulationError, shorten
from lisi_mahjong.legal import choices
from lisi_mahjong.state import GameState
from lisi_mahjong.tiles import LAST_RANK, ONE, Tile, kinds_of, size
from lisi_mahjong.views import SeatView, view
from lisi_mahjong.winning import wait_set


def tidy(state: GameState, seat: int) -> Action:
    """Return what a tidy player does: it wins, kongs, pungs and declares ting when it can.

    It declares ting with the standing tile that leaves the most waits, and else discards the
    loose tile that goes least well with the rest. One standing tile has to go in the end
    (STAND-1), so the one that is least useful counts for nothing meanwhile.

    Args:
        state: the deal.
        seat: a seat that is asked.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``seat`` is not asked.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> str(tidy(deal(Shuffle.from_seed(7)), 0))
        '0 discard 9m'
    """
    actions = choices(state, seat)
    first = actions[0]
    if isinstance(first, Win | Kong):
        return first
    pungs = [action for action in actions if isinstance(action, Pung)]
    if pungs:
        return pungs[-1]  # with as many standing tiles as may be
    player = state.players[seat]
    hand = player.standing_set + player.loose_set
    tings = [action for action in actions if isinstance(action, DeclareTing)]
    if tings:
        all_runs = state.rules.all_runs
        return max(
            tings,
            key=lambda ting: size(
                wait_set(hand - ONE[ting.tile], player.meld_set, all_runs=all_runs)
            ),
        )
    discards = [action for action in actions if isinstance(action, Discard)]
    surplus = min(kinds_of(player.standing_set), key=lambda tile: (_use(hand, tile), -tile))
    kept = hand - ONE[surplus]
    return min(discards, key=lambda action: _use(kept, action.tile))


def _use(hand: int, tile: Tile) -> int:
    """Return how well a tile goes with a hand that may hold it."""
    copies = hand >> 4 * tile & 15
    use = 12 * min(copies, 3)
    if tile.suit is None:
        return use
    for distance, worth in ((-2, 1), (-1, 3), (1, 3), (2, 1)):
        if 1 <= tile.rank + distance <= LAST_RANK and hand >> 4 * (tile + distance) & 15:
            use += worth
    return use


def check_decides(_: object, attribute: attrs.Attribute[Any], decides: object) -> None:
    """Refuse what cannot decide for a player.

    Raises:
        SimulationError: it cannot be called.
    """
    if not callable(decides):
        raise SimulationError(attribute.name, "a function that decides", shorten(decides))


@attrs.frozen
class ViewPlayer:
    """A player made of a function that is given a view and not the state: it cannot peek.

    Attributes:
        decide: takes a `SeatView` of a seat that is asked and returns one of its legal actions.

    Raises:
        SimulationError: ``decide`` cannot be called.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> cautious = ViewPlayer(lambda seen: seen.legal_actions[-1])
        >>> str(cautious(deal(Shuffle.from_seed(7)), 0))
        '0 discard 7z'
    """

    decide: Callable[[SeatView], Action] = attrs.field(validator=check_decides)

    def __call__(self, state: GameState, seat: int) -> Action:
        """Return what the function does with the view of a seat.

        Args:
            state: the deal.
            seat: a seat that is asked.

        Raises:
            InvalidStateError: ``state`` is no `GameState`.
            SeatError: ``seat`` is not asked.
        """
        choices(state, seat)
        return self.decide(view(state, seat))
