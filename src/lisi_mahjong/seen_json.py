"""What is seen of a seat as JSON: the same in a view and in the event that opens all hands.

Tiles are texts such as ``"5m"``; what is not known, or not there, is ``None``.
"""

from __future__ import annotations

from typing import Any

from lisi_mahjong.seen import SeenMeld, SeenPlayer
from lisi_mahjong.tiles import Tile


def player_as_json(player: SeenPlayer) -> dict[str, Any]:
    """Return what is seen of a seat as a JSON object.

    Example:
        >>> from lisi_mahjong.melds import Meld, MeldKind
        >>> pung = Meld(MeldKind.PUNG, Tile.M9, 0)
        >>> value = player_as_json(SeenPlayer(4, 6, (pung,), (), None, (), None))
        >>> value["standing_count"], value["melds"], value["hand"]
        (4, [{'kind': 'pung', 'tile': '9m', 'from_seat': 0}], None)
    """
    ting, hand = player.ting, player.hand
    return {
        "standing_count": player.standing_count,
        "loose_count": player.loose_count,
        "melds": [meld_as_json(meld) for meld in player.melds],
        "river": [
            {"tile": _text(entry.tile), "taken_by": entry.taken_by, "ting": entry.ting}
            for entry in player.river
        ],
        "ting": None
        if ting is None
        else {"tile": _text(ting.tile), "face_up": ting.face_up, "on_wall": ting.on_wall},
        "ting_since": list(player.ting_since),
        "hand": None
        if hand is None
        else {
            "standing": [str(tile) for tile in hand.standing],
            "loose": [str(tile) for tile in hand.loose],
        },
    }


def meld_as_json(meld: SeenMeld) -> dict[str, Any]:
    """Return a meld as a JSON object.

    Example:
        >>> from lisi_mahjong.seen import FaceDownKong
        >>> meld_as_json(FaceDownKong())
        {'kind': 'concealed kong', 'tile': None, 'from_seat': None}
    """
    return {"kind": meld.kind.value, "tile": _text(meld.tile), "from_seat": meld.from_seat}


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)
