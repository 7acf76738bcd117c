"""A rules engine for Taiyuan Lisi mahjong (太原立四麻将): values in, values out.

The public face of the package: everything listed in ``__all__`` is kept stable. What it takes to
play is imported at once; views, texts, records and what else stands on the game are imported when
they are first asked for, so that a program that only plays starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from lisi_mahjong.actions import (
    Action,
    DeclareTing,
    Discard,
    Kong,
    KongKind,
    Pass,
    Pung,
    Win,
    describe,
    parse_action,
)
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import (
    HandError,
    IllegalAction,
    InvalidStateError,
    LisiError,
    NotationError,
    RecordError,
    RulesError,
    SeatError,
)
from lisi_mahjong.events import (
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discarded,
    Drew,
    Ended,
    Event,
    MadeKong,
    MadePung,
)
from lisi_mahjong.hands import Hand, is_win, readings, waits
from lisi_mahjong.legal import actors, legal_actions, why_illegal
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.reducer import Step, apply, step
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    DrawnDeal,
    Finished,
    GameState,
    Player,
    RiverTile,
    Setup,
    Ting,
    WonDeal,
)
from lisi_mahjong.tiles import Tile, format_tiles, parse_tile, parse_tiles
from lisi_mahjong.wall import Shuffle, commitment, reserve
from lisi_mahjong.winning import Reading, Tag

if TYPE_CHECKING:
    from lisi_mahjong.advice import explain
    from lisi_mahjong.checking import problems
    from lisi_mahjong.event_json import event_as_json, read_event
    from lisi_mahjong.following import follow
    from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view
    from lisi_mahjong.playing import PlayerError, SeededPlayer
    from lisi_mahjong.record_format import RULES_VERSION
    from lisi_mahjong.record_writer import RecordWriter
    from lisi_mahjong.records import (
        Record,
        format_record,
        parse_record,
        read_records,
        replay,
        resume,
    )
    from lisi_mahjong.sampling import sample_state
    from lisi_mahjong.scoring import Payment, PaymentFactor, PaymentItem, Settlement, settle
    from lisi_mahjong.seat_events import SawDraw, SawEnd, SawKong, SawTing, SeatEvent, seen_events
    from lisi_mahjong.seen import (
        FaceDownKong,
        FaceDownTile,
        FaceDownTing,
        OpenHand,
        SeenClaims,
        SeenPlayer,
        SeenTurn,
    )
    from lisi_mahjong.simulation import SimulationError, simulate, simulated_records
    from lisi_mahjong.sitting_writer import SittingWriter
    from lisi_mahjong.sittings import Sitting, format_sitting, parse_sitting, read_sittings
    from lisi_mahjong.table import (
        TableStep,
        apply_table,
        step_table,
        table_legal_actions,
        why_table_illegal,
    )
    from lisi_mahjong.table_actions import (
        Leave,
        Play,
        Ready,
        Sit,
        StartDeal,
        TableAction,
        Unready,
        describe_table_action,
        parse_table_action,
    )
    from lisi_mahjong.table_checks import table_problems
    from lisi_mahjong.table_events import (
        BecameReady,
        BecameUnready,
        DealSettled,
        DealStarted,
        DealVoided,
        LeftTable,
        SatDown,
        TableEvent,
    )
    from lisi_mahjong.table_following import follow_table
    from lisi_mahjong.table_state import DealSummary, TableState, VoidDeal, next_dealer
    from lisi_mahjong.table_text import format_table, parse_table
    from lisi_mahjong.table_views import (
        SawDeal,
        TableSeatEvent,
        TableView,
        seen_table_events,
        view_table,
    )
    from lisi_mahjong.tally import Tally
    from lisi_mahjong.tally_checks import TallyError
    from lisi_mahjong.uniform import Uniform
    from lisi_mahjong.view_reading import read_table_view, read_view
    from lisi_mahjong.views import SeatView, view

__all__ = [
    "RULES_VERSION",
    "Action",
    "AnnouncedKong",
    "Answered",
    "Asked",
    "AwaitingClaims",
    "AwaitingTurn",
    "BecameReady",
    "BecameUnready",
    "DealSettled",
    "DealStarted",
    "DealSummary",
    "DealVoided",
    "DeclareTing",
    "DeclaredTing",
    "Discard",
    "Discarded",
    "DrawnDeal",
    "Drew",
    "Ended",
    "Event",
    "FaceDownKong",
    "FaceDownTile",
    "FaceDownTing",
    "Finished",
    "GameState",
    "Hand",
    "HandError",
    "IllegalAction",
    "InvalidStateError",
    "Kong",
    "KongKind",
    "Leave",
    "LeftTable",
    "LisiError",
    "MadeKong",
    "MadePung",
    "Meld",
    "MeldKind",
    "NotationError",
    "OpenHand",
    "Pass",
    "Payment",
    "PaymentFactor",
    "PaymentItem",
    "Play",
    "Player",
    "PlayerError",
    "Problem",
    "Pung",
    "Reading",
    "Ready",
    "Record",
    "RecordError",
    "RecordWriter",
    "Refusal",
    "RiverTile",
    "RuleSet",
    "RulesError",
    "SatDown",
    "SawDeal",
    "SawDraw",
    "SawEnd",
    "SawKong",
    "SawTing",
    "ScoreTable",
    "SeatError",
    "SeatEvent",
    "SeatView",
    "SeededPlayer",
    "SeenClaims",
    "SeenPlayer",
    "SeenTurn",
    "Settlement",
    "Setup",
    "Shuffle",
    "SimulationError",
    "Sit",
    "Sitting",
    "SittingWriter",
    "StartDeal",
    "Step",
    "TableAction",
    "TableEvent",
    "TableSeatEvent",
    "TableState",
    "TableStep",
    "TableView",
    "Tag",
    "Tally",
    "TallyError",
    "Tile",
    "Ting",
    "Uniform",
    "Unready",
    "VoidDeal",
    "Win",
    "WonDeal",
    "actors",
    "apply",
    "apply_table",
    "commitment",
    "deal",
    "describe",
    "describe_table_action",
    "event_as_json",
    "explain",
    "follow",
    "follow_table",
    "format_record",
    "format_sitting",
    "format_state",
    "format_table",
    "format_tiles",
    "format_view",
    "is_win",
    "legal_actions",
    "next_dealer",
    "parse_action",
    "parse_record",
    "parse_sitting",
    "parse_state",
    "parse_table",
    "parse_table_action",
    "parse_tile",
    "parse_tiles",
    "parse_view",
    "problems",
    "read_event",
    "read_records",
    "read_sittings",
    "read_table_view",
    "read_view",
    "readings",
    "replay",
    "reserve",
    "resume",
    "sample_state",
    "seen_events",
    "seen_table_events",
    "settle",
    "simulate",
    "simulated_records",
    "step",
    "step_table",
    "table_legal_actions",
    "table_problems",
    "view",
    "view_table",
    "waits",
    "why_illegal",
    "why_table_illegal",
]

_LATER: Final = {
    "advice": ("explain",),
    "checking": ("problems",),
    "event_json": ("event_as_json", "read_event"),
    "following": ("follow",),
    "notation": ("format_state", "format_view", "parse_state", "parse_view"),
    "playing": ("PlayerError", "SeededPlayer"),
    "record_format": ("RULES_VERSION",),
    "record_writer": ("RecordWriter",),
    "records": ("Record", "format_record", "parse_record", "read_records", "replay", "resume"),
    "sampling": ("sample_state",),
    "scoring": ("Payment", "PaymentFactor", "PaymentItem", "Settlement", "settle"),
    "seat_events": ("SawDraw", "SawEnd", "SawKong", "SawTing", "SeatEvent", "seen_events"),
    "seen": (
        "FaceDownKong",
        "FaceDownTile",
        "FaceDownTing",
        "OpenHand",
        "SeenClaims",
        "SeenPlayer",
        "SeenTurn",
    ),
    "simulation": ("SimulationError", "simulate", "simulated_records"),
    "sitting_writer": ("SittingWriter",),
    "sittings": ("Sitting", "format_sitting", "parse_sitting", "read_sittings"),
    "table": (
        "TableStep",
        "apply_table",
        "step_table",
        "table_legal_actions",
        "why_table_illegal",
    ),
    "table_actions": (
        "Leave",
        "Play",
        "Ready",
        "Sit",
        "StartDeal",
        "TableAction",
        "Unready",
        "describe_table_action",
        "parse_table_action",
    ),
    "table_checks": ("table_problems",),
    "table_events": (
        "BecameReady",
        "BecameUnready",
        "DealSettled",
        "DealStarted",
        "DealVoided",
        "LeftTable",
        "SatDown",
        "TableEvent",
    ),
    "table_following": ("follow_table",),
    "table_state": ("DealSummary", "TableState", "VoidDeal", "next_dealer"),
    "table_text": ("format_table", "parse_table"),
    "table_views": ("SawDeal", "TableSeatEvent", "TableView", "seen_table_events", "view_table"),
    "tally": ("Tally",),
    "tally_checks": ("TallyError",),
    "uniform": ("Uniform",),
    "view_reading": ("read_table_view", "read_view"),
    "views": ("SeatView", "view"),
}
"""By module, the names that are imported from it when one of them is first asked for."""


if not TYPE_CHECKING:  # a type checker knows every name from above, and is to know no other

    def __getattr__(name: str) -> object:
        for module, names in _LATER.items():
            if name in names:
                loaded = import_module(f"{__name__}.{module}")
                globals().update({each: getattr(loaded, each) for each in names})
                return globals()[name]
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
