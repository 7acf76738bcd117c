"""A player that takes any legal action, each equally likely; its chance comes from a seed.

It is the pattern for any player that needs chance and is to play alike wherever it is run.
"""

from __future__ import annotations

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.canonical_json import INTS_END, MAX_DIGITS
from lisi_mahjong.chance import Chance
from lisi_mahjong.errors import NotationError
from lisi_mahjong.legal import choices
from lisi_mahjong.state import AwaitingClaims, GameState


def check_seed(_: object, __: object, seed: object) -> None:
    """Refuse a seed of a player that is neither a text nor an int of at most 600 digits.

    Raises:
        NotationError: it is neither.
    """
    if type(seed) is str or (type(seed) is int and -INTS_END < seed < INTS_END):
        return
    expected = f"the seed of a player, a text or an int of at most {MAX_DIGITS} digits"
    raise NotationError(seed, 0, expected)


def chance_of(what: str, seed: int | str, state: GameState, seat: int) -> Chance:
    """Return a source of chance that follows from a seed and from what a seat sees.

    Of that, so much as changes from one decision of a seat to its next one: a player that draws
    from it uses no more than its seat may know.

    Args:
        what: the kind of player; another one draws other numbers.
        seed: its seed.
        state: the deal.
        seat: 0 to 3.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> one, two = (chance_of("some", seed, state, 0).below(1000) for seed in (1, 2))
        >>> one == two
        False
    """
    player, stage = state.players[seat], state.stage
    offered = stage.tile if isinstance(stage, AwaitingClaims) else None
    rivers = [len(side.river) for side in state.players]
    hand = f"{player.standing_set:x}/{player.loose_set:x}"
    return Chance(what, seed, seat, hand, rivers, state.remaining, offered)


@attrs.frozen
class Uniform:
    """A player that decides by a seed: any legal action, each equally likely.

    What it does follows from the seed, the seat and what that seat sees, by a hash, so there is
    nothing in it that changes. In `lisi_mahjong.testing` it is called `UniformPlayer`.

    Attributes:
        seed: a text, or an int of at most 600 digits, which is the same seed as its text.

    Raises:
        NotationError: ``seed`` is neither.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> str(Uniform("one")(state, 0)), str(Uniform("two")(state, 0))
        ('0 discard 2p', '0 discard 7p')
    """

    seed: int | str = attrs.field(default="", validator=check_seed)

    def for_deal(self, seed: str, seat: int) -> Uniform:
        """Return the player of one deal, as `simulate` asks for it.

        Args:
            seed: the seed of the player in this deal.
            seat: where it will sit; it is in what is hashed in any case.

        Raises:
            NotationError: ``seed`` is no text.

        Example:
            >>> Uniform().for_deal("1/7", 2), Uniform("mine").for_deal("1/7", 2)
            (Uniform(seed='1/7'), Uniform(seed='mine/1/7'))
        """
        del seat
        if type(seed) is not str:
            raise NotationError(seed, 0, "the seed of a deal, a text")
        return Uniform(seed if self.seed == "" else f"{self.seed}/{seed}")

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
        return chance_of("uniform", self.seed, state, seat).choice(legal)
