"""What happened: the events of a step, in order.

An event is a fact of the full table, so it can hold what some seats may not know; each class
says what is secret in it and to whom.
"""

from __future__ import annotations

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.melds import Meld
from lisi_mahjong.state import Result
from lisi_mahjong.tiles import Tile


@attrs.frozen
class Drew:
    """A seat drew a tile (TURN-2, KONG-4). The tile is the seat's secret.

    Attributes:
        seat: who drew.
        tile: what.
        replacement: whether it came from the tail, after a kong.

    Example:
        >>> Drew(0, Tile.M5, replacement=False).tile
        Tile.M5
    """

    seat: int
    tile: Tile
    replacement: bool


@attrs.frozen
class Discarded:
    """A seat discarded a tile, by choice or, in ting, because it must (TURN-3, TING-5).

    Example:
        >>> Discarded(0, Tile.M5)
        Discarded(seat=0, tile=Tile.M5)
    """

    seat: int
    tile: Tile


@attrs.frozen
class DeclaredTing:
    """A seat declared ting (TING-1). The tile is the seat's secret unless it lies face up.

    Attributes:
        seat: who declared.
        tile: the standing tile that was discarded for it.
        face_up: whether it lies face up.
        on_wall: whether it lies on the wall.

    Example:
        >>> DeclaredTing(1, Tile.EAST, face_up=False, on_wall=False).seat
        1
    """

    seat: int
    tile: Tile
    face_up: bool
    on_wall: bool


@attrs.frozen
class Asked:
    """A seat is asked about a discard or the tile of an added kong (CLAIM-6). Its secret.

    Example:
        >>> from lisi_mahjong import Discard, Shuffle, deal, step
        >>> step(deal(Shuffle.from_seed(7)), Discard(0, Tile.M9)).events[1]
        Asked(seat=3, discarder=0, tile=Tile.M9)
    """

    seat: int
    discarder: int
    tile: Tile


@attrs.frozen
class Answered:
    """A seat answered (CLAIM-4). Its secret, until what it does shows.

    Example:
        >>> from lisi_mahjong import Pass
        >>> str(Answered(3, Pass(3)).action)
        '3 pass'
    """

    seat: int
    action: Action


@attrs.frozen
class MadePung:
    """A seat took the discard for a pung (CLAIM-1).

    Attributes:
        seat: who took it.
        meld: the pung.
        standing: how many of the two tiles given were standing ones (STAND-5).

    Example:
        >>> from lisi_mahjong import MeldKind
        >>> str(MadePung(3, Meld(MeldKind.PUNG, Tile.M9, 0), 1).meld)
        '999m<0'
    """

    seat: int
    meld: Meld
    standing: int


@attrs.frozen
class AnnouncedKong:
    """A seat showed the fourth tile of a pung; it may be robbed now (KONG-7).

    Happens before every added kong under the option ``robbing_kong``, whether or not somebody
    can rob it.

    Example:
        >>> AnnouncedKong(0, Tile.M5)
        AnnouncedKong(seat=0, tile=Tile.M5)
    """

    seat: int
    tile: Tile


@attrs.frozen
class MadeKong:
    """A seat made a kong (KONG-1 to KONG-3). A concealed one's tile is the seat's secret.

    Attributes:
        seat: who made it.
        meld: the kong.
        standing: how many of the tiles given from the hand were standing ones.

    Example:
        >>> from lisi_mahjong import MeldKind
        >>> str(MadeKong(0, Meld(MeldKind.CONCEALED_KONG, Tile.M5), 1).meld)
        '(5555m)'
    """

    seat: int
    meld: Meld
    standing: int


@attrs.frozen
class Ended:
    """The deal ended (WIN-1, WALL-8).

    Example:
        >>> from lisi_mahjong import DrawnDeal
        >>> Ended(DrawnDeal())
        Ended(result=DrawnDeal())
    """

    result: Result


Event = (
    Drew | Discarded | DeclaredTing | Asked | Answered | MadePung | AnnouncedKong | MadeKong | Ended
)
