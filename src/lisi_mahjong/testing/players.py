"""Simple players for tests: each is called with a state and a seat that is asked, and decides.

None of them looks at more than that seat may know, and each does the same in the same place: their
chance follows from a seed and from what the seat sees. `check_player` finds nothing in them.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.errors import NotationError, SimulationError, shorten
from lisi_mahjong.legal import choices
from lisi_mahjong.players import ViewPlayer, check_decides, tidy
from lisi_mahjong.playing import Decide
from lisi_mahjong.state import GameState
from lisi_mahjong.testing.wishes import wished_action
from lisi_mahjong.uniform import Uniform, chance_of, check_seed

__all__ = ["Decide", "UniformPlayer", "ViewPlayer", "WaveringPlayer", "WishingPlayer", "tidy"]


UniformPlayer = Uniform
"""A player that takes any legal action, each equally likely: `lisi_mahjong.uniform.Uniform`."""


def _check_share(_: object, __: object, share: object) -> None:
    if type(share) not in (int, float) or not 0 <= share <= 1:  # type: ignore[operator]  # a number
        raise SimulationError("share", "a number from 0 to 1", shorten(share))


@attrs.frozen
class WaveringPlayer:
    """A player that does what `tidy` does, and now and then anything that is legal.

    It gets further than one that is random throughout, and comes to places where a tidy one never
    is: passed pungs, discards of pairs, every way to declare ting.

    Attributes:
        seed: a text, or an int of at most 600 digits.
        share: how often it does anything, from 0.0 to 1.0.

    Raises:
        NotationError: ``seed`` is neither.
        SimulationError: ``share`` is no number from 0 to 1.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> never, always = WaveringPlayer(share=0.0), WaveringPlayer("some seed", share=1.0)
        >>> str(never(state, 0)), str(always(state, 0)), str(tidy(state, 0))
        ('0 discard 9m', '0 discard 7p', '0 discard 9m')
    """

    seed: int | str = attrs.field(default="", validator=check_seed)
    share: float = attrs.field(default=0.2, validator=_check_share)

    def __call__(self, state: GameState, seat: int) -> Action:
        """Return what it does.

        Args:
            state: the deal.
            seat: a seat that is asked.

        Raises:
            InvalidStateError: ``state`` is no `GameState`.
            SeatError: ``seat`` is not asked.
        """
        legal = choices(state, seat)
        chance = chance_of("wavering", self.seed, state, seat)
        return chance.choice(legal) if chance.random() < self.share else tidy(state, seat)


def _wishes(wishes: Iterable[Action | str]) -> tuple[Action, ...]:
    """Return wishes given as actions or as their texts."""
    if isinstance(wishes, str) or not isinstance(wishes, Iterable):
        raise NotationError(wishes, 0, "a sequence of actions or of their texts")
    return tuple([wished_action(wish) for wish in wishes])


@attrs.frozen
class WishingPlayer:
    """A player with wishes: it does the first of them that is legal, and else what another does.

    Attributes:
        wishes: actions, or their texts; those of other seats are never legal for it, so that four
            seats can share one.
        otherwise: what it does when no wish is legal.

    Raises:
        NotationError: a text names no action, or something else is none.
        SimulationError: ``otherwise`` cannot be called.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> player = WishingPlayer(["0 kong 9m concealed", "0 discard 7z"])
        >>> str(player(state, 0))
        '0 discard 7z'
    """

    wishes: tuple[Action, ...] = attrs.field(converter=_wishes)
    otherwise: Decide = attrs.field(default=tidy, validator=check_decides)

    def __call__(self, state: GameState, seat: int) -> Action:
        """Return what it does.

        Args:
            state: the deal.
            seat: a seat that is asked.

        Raises:
            InvalidStateError: ``state`` is no `GameState`.
            SeatError: ``seat`` is not asked.
        """
        legal = choices(state, seat)
        for wish in self.wishes:
            if wish in legal:
                return wish
        return self.otherwise(state, seat)
