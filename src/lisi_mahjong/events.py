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
    """

    seat: int
    tile: Tile
    replacement: bool


@attrs.frozen
class Discarded:
    """A seat discarded a tile, by choice or, in ting, because it must (TURN-3, TING-5)."""

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
    """

    seat: int
    tile: Tile
    face_up: bool
    on_wall: bool


@attrs.frozen
class Asked:
    """A seat is asked about a discard or the tile of an added kong (CLAIM-6). Its secret."""

    seat: int
    discarder: int
    tile: Tile


@attrs.frozen
class Answered:
    """A seat answered (CLAIM-4). Its secret, until what it does shows."""

    seat: int
    action: Action


@attrs.frozen
class MadePung:
    """A seat took the discard for a pung (CLAIM-1).

    Attributes:
        seat: who took it.
        meld: the pung.
        standing: how many of the two tiles given were standing ones (STAND-5).
    """

    seat: int
    meld: Meld
    standing: int


@attrs.frozen
class AnnouncedKong:
    """A seat showed the fourth tile of a pung; it may be robbed now (KONG-7).

    Happens before every added kong under the option ``robbing_kong``, whether or not somebody
    can rob it.
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
    """

    seat: int
    meld: Meld
    standing: int


@attrs.frozen
class Ended:
    """The deal ended (WIN-1, WALL-8)."""

    result: Result


Event = (
    Drew | Discarded | DeclaredTing | Asked | Answered | MadePung | AnnouncedKong | MadeKong | Ended
)
