"""What can be seen of a seat and of a stage: the parts of a view (VIEW-1, VIEW-2).

Where something lies face down there is a value of its own for it. It has the attributes of what it
stands for, and they are `None`; it could not hold the kind of a tile.
"""

from __future__ import annotations

from typing import Final

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.making import maker
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.state import Finished, RiverTile, Ting
from lisi_mahjong.tiles import Tile

# --- what is seen of a seat ---------------------------------------------------------------


@attrs.frozen
class FaceDownTile:
    """A face-down ting tile in another seat's row of discards (TING-3).

    Example:
        >>> FaceDownTile().tile is None, FaceDownTile().ting
        (True, True)
    """

    @property
    def tile(self) -> None:
        """The kind is not known."""
        return

    @property
    def taken_by(self) -> None:
        """Nobody can take it (TING-2)."""
        return

    @property
    def ting(self) -> bool:
        """It is the tile of a declaration."""
        return True


@attrs.frozen
class FaceDownTing:
    """Another seat's declaration with a tile that lies face down.

    Attributes:
        on_wall: whether the tile lies on the wall (TING-4).

    Example:
        >>> FaceDownTing(on_wall=True).tile is None
        True
    """

    on_wall: bool = False

    @property
    def tile(self) -> None:
        """The kind is not known."""
        return

    @property
    def face_up(self) -> bool:
        """It lies face down."""
        return False


@attrs.frozen
class FaceDownKong:
    """Another seat's concealed kong whose kind is not known (VIEW-2).

    Example:
        >>> FaceDownKong().kind, FaceDownKong().tile is None
        (MeldKind.CONCEALED_KONG, True)
    """

    @property
    def kind(self) -> MeldKind:
        """It is a concealed kong."""
        return MeldKind.CONCEALED_KONG

    @property
    def tile(self) -> None:
        """The kind is not known."""
        return

    @property
    def from_seat(self) -> None:
        """No discard is in it."""
        return


FACE_DOWN_TILE: Final = FaceDownTile()
FACE_DOWN_KONG: Final = FaceDownKong()
FACE_DOWN_TINGS: Final = (FaceDownTing(False), FaceDownTing(True))  # noqa: FBT003 - .on_wall

SeenMeld = Meld | FaceDownKong
SeenRiverTile = RiverTile | FaceDownTile
SeenTing = Ting | FaceDownTing


@attrs.frozen
class OpenHand:
    """Tiles in hand that can be seen: one's own, and everybody's when the deal has ended.

    Attributes:
        standing: the standing tiles, sorted.
        loose: the loose tiles, sorted.

    Example:
        >>> OpenHand((Tile.M1, Tile.EAST), (Tile.P5,)).loose
        (Tile.P5,)
    """

    standing: tuple[Tile, ...]
    loose: tuple[Tile, ...]


@attrs.frozen(weakref_slot=False)
class SeenPlayer:
    """What is seen of a seat.

    Attributes:
        standing_count: how many standing tiles it has.
        loose_count: how many loose ones, a drawn one counted.
        melds: its pungs and kongs in the order made.
        river: its discards in order, those that were taken too.
        ting: its declaration, or ``None``.
        ting_since: by seat, how many discards there had been when it had declared ting, the tile
            of the declaration among them; ``()`` before ting.
        hand: its tiles in hand where they can be seen, or ``None``.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> other = view(deal(Shuffle.from_seed(7)), 1).players[0]
        >>> other.standing_count, other.loose_count, other.hand is None
        (4, 10, True)
    """

    standing_count: int
    loose_count: int
    melds: tuple[SeenMeld, ...]
    river: tuple[SeenRiverTile, ...]
    ting: SeenTing | None
    ting_since: tuple[int, ...]
    hand: OpenHand | None


make_seen_player = maker(SeenPlayer)
"""`SeenPlayer` with all its fields, quickly."""


# --- what is seen of a stage --------------------------------------------------------------


@attrs.frozen
class SeenTurn:
    """A seat is to play.

    Attributes:
        seat: whose turn it is.
        after_draw: whether it has drawn a tile; not so after a pung.
        drawn: the tile just drawn where it is one's own, else ``None``.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> view(deal(Shuffle.from_seed(7)), 1).stage  # what seat 0 drew is its secret
        SeenTurn(seat=0, after_draw=True, drawn=None)
    """

    seat: int
    after_draw: bool
    drawn: Tile | None


@attrs.frozen
class SeenClaims:
    """A tile is on offer. Who is asked, and what is answered, everybody knows of oneself alone.

    Attributes:
        discarder: who laid the tile down.
        tile: its kind.
        robbing: whether it is the tile of an added kong (KONG-7).
        asked: whether this seat is asked.
        answer: what this seat has answered; ``None`` for nothing yet.

    Example:
        >>> SeenClaims(0, Tile.M9, robbing=False, asked=True, answer=None).asked
        True
    """

    discarder: int
    tile: Tile
    robbing: bool
    asked: bool
    answer: Action | None


SeenStage = SeenTurn | SeenClaims | Finished
