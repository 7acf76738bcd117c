"""What happened at a table, in order; the events of the deal are in `events`.

Nothing in these is secret: the shuffle of a deal that starts is not told.
"""

from __future__ import annotations

import attrs

from lisi_mahjong.events import Event
from lisi_mahjong.table_state import DealSummary


@attrs.frozen
class SatDown:
    """Somebody sat down (TABLE-4).

    Example:
        >>> SatDown(0, "Ann").name
        'Ann'
    """

    seat: int
    name: str


@attrs.frozen
class BecameReady:
    """A seat is ready for the next deal (TABLE-1).

    Example:
        >>> BecameReady(0)
        BecameReady(seat=0)
    """

    seat: int


@attrs.frozen
class BecameUnready:
    """A seat is ready no longer (TABLE-2).

    Example:
        >>> BecameUnready(0)
        BecameUnready(seat=0)
    """

    seat: int


@attrs.frozen
class LeftTable:
    """Somebody left, and the game has ended (TABLE-3).

    Example:
        >>> LeftTable(0, "Ann").name
        'Ann'
    """

    seat: int
    name: str


@attrs.frozen
class DealVoided:
    """The deal that was played is void, because somebody left (TABLE-3).

    Attributes:
        summary: what the history keeps of it.

    Example:
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> from lisi_mahjong.table_state import VoidDeal
        >>> names = ("Ann", "Bo", "Cai", "丁")
        >>> DealVoided(DealSummary(1, names, 0, 1, 0, VoidDeal(2), NO_PAYMENTS)).summary
        <DealSummary dealer 0, void, seat 2 left, (0, 0, 0, 0)>
    """

    summary: DealSummary


@attrs.frozen
class DealStarted:
    """A deal has started.

    Attributes:
        game: the number of the game.
        dealer: the seat that deals.
        drawn_by_lot: whether the dealer was, as the first of a game is (DEALER-1).
        multiplier: how many times the deal is paid because a drawn one came before (SCORE-6).

    Example:
        >>> DealStarted(1, 2, drawn_by_lot=True, multiplier=1).dealer
        2
    """

    game: int
    dealer: int
    drawn_by_lot: bool
    multiplier: int


@attrs.frozen
class DealSettled:
    """The deal has been settled, and the ledger has it.

    Attributes:
        summary: what the history keeps of it.
        next_dealer: the seat that deals next (DEALER-2, DEALER-3).

    Example:
        >>> from lisi_mahjong import DrawnDeal
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> names = ("Ann", "Bo", "Cai", "丁")
        >>> DealSettled(DealSummary(1, names, 0, 1, 2, DrawnDeal(), NO_PAYMENTS), 1).next_dealer
        1
    """

    summary: DealSummary
    next_dealer: int


TableEvent = (
    SatDown
    | BecameReady
    | BecameUnready
    | LeftTable
    | DealVoided
    | DealStarted
    | DealSettled
    | Event
)
