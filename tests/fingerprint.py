"""A hash over all that three deals show: run in two processes, it must come out the same.

Run as ``PYTHONHASHSEED=1 python tests/fingerprint.py`` with the package on the path.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

from lisi_mahjong import Shuffle, Tile, WonDeal, legal_actions
from lisi_mahjong.errors import InvalidStateError
from playouts import moves

DEALS = (2, 5, 8)


def lines() -> Iterator[str]:
    """Yield every text and every order that somebody could come to rely on."""
    for move in moves(DEALS):
        for seat in range(4):
            yield " ".join(map(str, legal_actions(move.before, seat)))
        yield repr(move.after)
        yield repr(move.after.players)
        yield repr(move.after.stage)
        yield repr(move.step.events)
        result = move.after.result
        if isinstance(result, WonDeal):
            yield " ".join(tag.name for reading in result.readings for tag in reading.tags)
    try:
        Shuffle.from_draw_order([Tile.M1] * 135)
    except InvalidStateError as error:
        yield str(error)


if __name__ == "__main__":
    text = "\n".join(lines())
    sys.stdout.write(f"{hashlib.sha256(text.encode()).hexdigest()} {text.count('WonDeal')}\n")
