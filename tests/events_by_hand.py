"""Every sort of event that a seat is told, each beside its JSON, written by hand."""

from __future__ import annotations

from typing import Any

from lisi_mahjong import (
    AnnouncedKong,
    Answered,
    Asked,
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealSummary,
    DealVoided,
    DeclaredTing,
    Discarded,
    DrawnDeal,
    Drew,
    LeftTable,
    MadeKong,
    MadePung,
    Meld,
    MeldKind,
    OpenHand,
    Pung,
    SatDown,
    SawDraw,
    SawEnd,
    SawKong,
    SawTing,
    SeenPlayer,
    Tile,
    Ting,
    VoidDeal,
    WonDeal,
    readings,
)
from lisi_mahjong.scoring import NO_PAYMENTS
from lisi_mahjong.seen import FACE_DOWN_KONG, FACE_DOWN_TILE
from lisi_mahjong.state import RiverTile
from lisi_mahjong.table_views import TableSeatEvent

NAMES = ("Ann", "Bo", "Cai", "丁")
VOID = DealSummary(2, NAMES, 0, 1, 3, VoidDeal(2), NO_PAYMENTS)
DRAWN = DealSummary(1, NAMES, 3, 2, 0, DrawnDeal(), NO_PAYMENTS)

NOTHING_PAID = {"points": 0, "reading": None, "payments": [], "deltas": [0, 0, 0, 0]}

WON = WonDeal(2, 0, Tile.M5, False, readings("111z46m222p33399s", "5m"))  # noqa: FBT003 - not robbed
"""Three triplets, and 5m closes 4-6: SCORE-1 counts 1 for the base and 1 for the Closed Wait."""

WON_AS_JSON = {
    "name": "won",
    "winner": 2,
    "loser": 0,
    "tile": "5m",
    "robbed_kong": False,
    "readings": [
        {
            "pair": "99s",
            "sets": ["456m", "222p", "333s", "111z"],
            "completes": "456m",
            "tags": ["CLOSED_WAIT"],
            "triplets": 3,
            "points": 2,
        }
    ],
}

SIDES = (
    SeenPlayer(4, 9, (), (RiverTile(Tile.M5, 2),), None, (), None),
    SeenPlayer(
        3,
        3,
        (FACE_DOWN_KONG, Meld(MeldKind.PUNG, Tile.P9, 0)),
        (RiverTile(Tile.S1), FACE_DOWN_TILE),
        Ting(Tile.RED, face_up=True, on_wall=False),
        (1, 2, 0, 0),
        OpenHand((Tile.M1, Tile.M1, Tile.EAST), (Tile.P2, Tile.P3, Tile.P4)),
    ),
    SeenPlayer(4, 9, (), (), None, (), None),
    SeenPlayer(4, 9, (), (), None, (), None),
)

UNSEEN_SIDE = {
    "standing_count": 4,
    "loose_count": 9,
    "melds": [],
    "river": [],
    "ting": None,
    "ting_since": [],
    "hand": None,
}

SIDES_AS_JSON = [
    {**UNSEEN_SIDE, "river": [{"tile": "5m", "taken_by": 2, "ting": False}]},
    {
        "standing_count": 3,
        "loose_count": 3,
        "melds": [
            {"kind": "concealed kong", "tile": None, "from_seat": None},
            {"kind": "pung", "tile": "9p", "from_seat": 0},
        ],
        "river": [
            {"tile": "1s", "taken_by": None, "ting": False},
            {"tile": None, "taken_by": None, "ting": True},
        ],
        "ting": {"tile": "7z", "face_up": True, "on_wall": False},
        "ting_since": [1, 2, 0, 0],
        "hand": {"standing": ["1m", "1m", "1z"], "loose": ["2p", "3p", "4p"]},
    },
    UNSEEN_SIDE,
    UNSEEN_SIDE,
]

BY_HAND: tuple[tuple[TableSeatEvent, dict[str, Any]], ...] = (
    (
        Drew(1, Tile.M5, replacement=True),
        {"event": "drew", "seat": 1, "tile": "5m", "replacement": True},
    ),
    (
        SawDraw(1, replacement=False),
        {"event": "drew", "seat": 1, "tile": None, "replacement": False},
    ),
    (Discarded(0, Tile.RED), {"event": "discarded", "seat": 0, "tile": "7z"}),
    (
        DeclaredTing(3, Tile.S9, face_up=True, on_wall=False),
        {"event": "declared_ting", "seat": 3, "tile": "9s", "face_up": True, "on_wall": False},
    ),
    (
        SawTing(3, on_wall=True),
        {"event": "declared_ting", "seat": 3, "tile": None, "face_up": False, "on_wall": True},
    ),
    (Asked(2, 0, Tile.P1), {"event": "asked", "seat": 2, "discarder": 0, "tile": "1p"}),
    (
        Answered(2, Pung(2, Tile.P1, 1)),
        {"event": "answered", "seat": 2, "action": "2 pung 1p 1"},
    ),
    (
        MadePung(2, Meld(MeldKind.PUNG, Tile.P1, 0), 2),
        {
            "event": "made_pung",
            "seat": 2,
            "meld": {"kind": "pung", "tile": "1p", "from_seat": 0},
            "standing": 2,
        },
    ),
    (AnnouncedKong(1, Tile.EAST), {"event": "announced_kong", "seat": 1, "tile": "1z"}),
    (
        MadeKong(1, Meld(MeldKind.ADDED_KONG, Tile.EAST, 3), 0),
        {
            "event": "made_kong",
            "seat": 1,
            "meld": {"kind": "added kong", "tile": "1z", "from_seat": 3},
            "standing": 0,
        },
    ),
    (
        MadeKong(1, Meld(MeldKind.CONCEALED_KONG, Tile.EAST), 4),
        {
            "event": "made_kong",
            "seat": 1,
            "meld": {"kind": "concealed kong", "tile": "1z", "from_seat": None},
            "standing": 4,
        },
    ),
    (
        SawKong(1, 4),
        {
            "event": "made_kong",
            "seat": 1,
            "meld": {"kind": "concealed kong", "tile": None, "from_seat": None},
            "standing": 4,
        },
    ),
    (
        SawEnd(DrawnDeal(), SIDES),
        {"event": "ended", "result": {"name": "drawn"}, "players": SIDES_AS_JSON},
    ),
    (
        SawEnd(WON, SIDES),
        {"event": "ended", "result": WON_AS_JSON, "players": SIDES_AS_JSON},
    ),
    (SatDown(0, "丁 Lee"), {"event": "sat_down", "seat": 0, "name": "丁 Lee"}),
    (BecameReady(1), {"event": "became_ready", "seat": 1}),
    (BecameUnready(2), {"event": "became_unready", "seat": 2}),
    (LeftTable(3, "Ann"), {"event": "left_table", "seat": 3, "name": "Ann"}),
    (
        DealVoided(VOID),
        {
            "event": "deal_voided",
            "summary": {
                "game": 2,
                "names": ["Ann", "Bo", "Cai", "丁"],
                "dealer": 0,
                "multiplier": 1,
                "kongs": 3,
                "result": {"name": "void", "left": 2},
                "settlement": NOTHING_PAID,
            },
        },
    ),
    (
        DealStarted(4, 2, drawn_by_lot=True, multiplier=2),
        {
            "event": "deal_started",
            "game": 4,
            "dealer": 2,
            "drawn_by_lot": True,
            "multiplier": 2,
        },
    ),
    (
        DealSettled(DRAWN, 0),
        {
            "event": "deal_settled",
            "summary": {
                "game": 1,
                "names": ["Ann", "Bo", "Cai", "丁"],
                "dealer": 3,
                "multiplier": 2,
                "kongs": 0,
                "result": {"name": "drawn"},
                "settlement": NOTHING_PAID,
            },
            "next_dealer": 0,
        },
    ),
)
