"""A player that takes any legal action, each equally likely; its chance comes from a seed.

It is the pattern for any player that needs chance and is to play alike wherever it is run.
"""

from __future__ import annotations

from hashlib import sha256

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.errors import NotationError, SeatError
from lisi_mahjong.legal import actors, legal_actions
from lisi_mahjong.state import GameState


def _check_seed(_: object, __: object, seed: object) -> None:
    if type(seed) is not str:
        raise NotationError(seed, 0, "the seed of a player, a text")


@attrs.frozen
class Uniform:
    """A player that decides by a seed: any legal action, each equally likely.

    What it does follows from the seed, the seat and the number of actions before, by SHA-256, so
    there is nothing in it that changes.

    Attributes:
        seed: a text.

    Raises:
        NotationError: ``seed`` is no text.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> str(Uniform("one")(state, 0)), str(Uniform("two")(state, 0))
        ('0 discard 3p', '0 discard 2p')
    """

    seed: str = attrs.field(default="", validator=_check_seed)

    def for_deal(self, seed: str, seat: int) -> Uniform:
        """Return the player of one deal, as `simulate` asks for it.

        Args:
            seed: the seed of the deal.
            seat: where it will sit; it is in what is hashed in any case.

        Raises:
            NotationError: ``seed`` is no text.
        """
        del seat
        return Uniform(f"{self.seed}/{seed}" if self.seed else seed)

    def __call__(self, state: GameState, seat: int) -> Action:
        """Return what it does.

        Args:
            state: the deal.
            seat: a seat that is asked.

        Raises:
            InvalidStateError: ``state`` is no `GameState`.
            SeatError: ``seat`` is not asked.
        """
        actions = legal_actions(state, seat)
        if not actions:
            raise SeatError(seat, f"one of those asked, {actors(state)}")
        words = f"lisi-mahjong/uniform/1/{seat}/{state.ply}/{self.seed}"
        digest = sha256(words.encode(errors="surrogatepass")).digest()
        # Of 2**256 numbers no remainder is more likely than another by anything that shows.
        return actions[int.from_bytes(digest, "big") % len(actions)]
