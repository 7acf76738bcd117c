"""Two values of each public class, made anew at each call, which differ in every field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from lisi_mahjong import (
    AnnouncedKong,
    Answered,
    Asked,
    AwaitingClaims,
    AwaitingTurn,
    DeclaredTing,
    DeclareTing,
    Discard,
    Discarded,
    DrawnDeal,
    Drew,
    Ended,
    FaceDownKong,
    FaceDownTile,
    FaceDownTing,
    Finished,
    GameState,
    Hand,
    Kong,
    KongKind,
    MadeKong,
    MadePung,
    Meld,
    MeldKind,
    OpenHand,
    Pass,
    Player,
    Pung,
    Reading,
    Record,
    RiverTile,
    RuleSet,
    SawDraw,
    SawEnd,
    SawKong,
    SawTing,
    ScoreTable,
    SeenClaims,
    SeenPlayer,
    SeenTurn,
    Setup,
    Shuffle,
    Step,
    Tile,
    Ting,
    Win,
    WonDeal,
    deal,
    legal_actions,
    readings,
    view,
)
from playouts import let_go
from support import position
from table_values import LARGE_OF_TABLES, SMALL_OF_TABLES

Factory = Callable[[], Any]

PUNG = Meld(MeldKind.PUNG, Tile.M5, 3)
KONG = Meld(MeldKind.CONCEALED_KONG, Tile.RED)

ALL_OPTIONS: dict[str, Any] = {
    field.name: not field.default if isinstance(field.default, bool) else 11
    for field in (*attrs.fields(RuleSet), *attrs.fields(ScoreTable))
}


def other_options(cls: type[RuleSet | ScoreTable]) -> RuleSet | ScoreTable:
    """Return options that all differ from the defaults."""
    return cls(**{field.name: ALL_OPTIONS[field.name] for field in attrs.fields(cls)})


def some_reading() -> Reading:
    return readings("123456789m5p", "5p", ["(1111z)"])[0]


def another_reading() -> Reading:
    return readings("111222333m456p9s", "9s")[0]


def started() -> GameState:
    return deal(Shuffle.from_seed(1), dealer=1)


def another_record() -> Record:
    """Return a record that differs from that of `started` in every field."""
    start = deal(Shuffle.from_seed(2), dealer=1)
    record = Record.of(start, [legal_actions(start, 1)[0]])
    return attrs.evolve(record, finished=True, line=2, torn="{", lacks_newline=True)


def under_way() -> GameState:
    return let_go(position({0: "{1234z}147m147p"}, drawn="9s", melds={0: ["5555s<1"]}))


SMALL: Mapping[str, tuple[Factory, Factory]] = {
    **SMALL_OF_TABLES,
    "Discard": (lambda: Discard(0, Tile.M5), lambda: Discard(1, Tile.M6)),
    "DeclareTing": (
        lambda: DeclareTing(0, Tile.M5),
        lambda: DeclareTing(1, Tile.M6, face_up=True, on_wall=True),
    ),
    "Pung": (lambda: Pung(0, Tile.M5, 0), lambda: Pung(1, Tile.M6, 2)),
    "Kong": (
        lambda: Kong(0, Tile.M5, KongKind.ADDED),
        lambda: Kong(1, Tile.M6, KongKind.CONCEALED),
    ),
    "Win": (lambda: Win(0), lambda: Win(1)),
    "Pass": (lambda: Pass(0), lambda: Pass(1)),
    "Meld": (
        lambda: Meld(MeldKind.PUNG, Tile.M5, 3),
        lambda: Meld(MeldKind.CONCEALED_KONG, Tile.RED),
    ),
    "RiverTile": (lambda: RiverTile(Tile.M5), lambda: RiverTile(Tile.M6, 2, ting=True)),
    "Ting": (lambda: Ting(Tile.M5), lambda: Ting(Tile.M6, face_up=True, on_wall=True)),
    "AwaitingTurn": (lambda: AwaitingTurn(0, None), lambda: AwaitingTurn(1, Tile.M5)),
    "AwaitingClaims": (
        lambda: AwaitingClaims(0, Tile.M5, False, (1, 2), (None, Pass(1), None, None)),  # noqa: FBT003
        lambda: AwaitingClaims(1, Tile.M6, True, (3,), (None,) * 4),  # noqa: FBT003
    ),
    "Finished": (
        lambda: Finished(DrawnDeal()),
        lambda: Finished(WonDeal(0, None, Tile.M5, robbed_kong=False, readings=())),
    ),
    "WonDeal": (
        lambda: WonDeal(0, None, Tile.M5, robbed_kong=False, readings=()),
        lambda: WonDeal(1, 2, Tile.M6, robbed_kong=True, readings=(some_reading(),)),
    ),
    "RuleSet": (RuleSet, lambda: other_options(RuleSet)),
    "ScoreTable": (ScoreTable, lambda: other_options(ScoreTable)),
    "Drew": (
        lambda: Drew(0, Tile.M5, replacement=False),
        lambda: Drew(1, Tile.M6, replacement=True),
    ),
    "Discarded": (lambda: Discarded(0, Tile.M5), lambda: Discarded(1, Tile.M6)),
    "DeclaredTing": (
        lambda: DeclaredTing(0, Tile.M5, face_up=False, on_wall=False),
        lambda: DeclaredTing(1, Tile.M6, face_up=True, on_wall=True),
    ),
    "Asked": (lambda: Asked(0, 1, Tile.M5), lambda: Asked(1, 2, Tile.M6)),
    "Answered": (lambda: Answered(0, Pass(0)), lambda: Answered(1, Win(1))),
    "MadePung": (lambda: MadePung(0, PUNG, 0), lambda: MadePung(1, KONG, 1)),
    "AnnouncedKong": (lambda: AnnouncedKong(0, Tile.M5), lambda: AnnouncedKong(1, Tile.M6)),
    "MadeKong": (lambda: MadeKong(0, PUNG, 0), lambda: MadeKong(1, KONG, 1)),
    "OpenHand": (
        lambda: OpenHand((Tile.M5,), ()),
        lambda: OpenHand((), (Tile.M6,)),
    ),
    "FaceDownTing": (FaceDownTing, lambda: FaceDownTing(on_wall=True)),
    "SeenTurn": (
        lambda: SeenTurn(0, after_draw=False, drawn=None),
        lambda: SeenTurn(1, after_draw=True, drawn=Tile.M5),
    ),
    "SeenClaims": (
        lambda: SeenClaims(0, Tile.M5, robbing=False, asked=False, answer=None),
        lambda: SeenClaims(1, Tile.M6, robbing=True, asked=True, answer=Pass(2)),
    ),
    "SeenPlayer": (
        lambda: SeenPlayer(4, 9, (), (), None, (), None),
        lambda: SeenPlayer(
            3,
            7,
            (FaceDownKong(),),
            (FaceDownTile(),),
            FaceDownTing(),
            (1, 1, 1, 1),
            OpenHand((), ()),
        ),
    ),
    "SawDraw": (lambda: SawDraw(0, replacement=False), lambda: SawDraw(1, replacement=True)),
    "SawTing": (lambda: SawTing(0, on_wall=False), lambda: SawTing(1, on_wall=True)),
    "SawKong": (lambda: SawKong(0, 0), lambda: SawKong(1, 1)),
    "SawEnd": (
        lambda: SawEnd(DrawnDeal(), ()),
        lambda: SawEnd(
            WonDeal(0, None, Tile.M5, robbed_kong=False, readings=()),
            (SeenPlayer(4, 9, (), (), None, (), None),),
        ),
    ),
    "Ended": (
        lambda: Ended(DrawnDeal()),
        lambda: Ended(WonDeal(0, None, Tile.M5, robbed_kong=False, readings=())),
    ),
}
"""Values that are small: their `repr` can be pasted back, if it holds no reading."""

LARGE: Mapping[str, tuple[Factory, Factory]] = {
    **LARGE_OF_TABLES,
    "Shuffle": (
        lambda: Shuffle.from_seed(1),
        lambda: attrs.evolve(Shuffle.from_seed(2), dice=((6, 6), (6, 6)), dealer_draw=3),
    ),
    "Setup": (
        lambda: Setup(RuleSet(), 0, Shuffle.from_seed(1)),
        lambda: Setup(RuleSet.taiyuan(), 1, Shuffle.from_seed(2)),
    ),
    "Player": (
        lambda: started().players[0],
        lambda: Player(
            1,
            2,
            (PUNG,),
            (RiverTile(Tile.M5),),
            Ting(Tile.M5),
            4,
            win_barred=True,
            ting_since=(1, 1, 1, 1),
        ),
    ),
    "GameState": (started, under_way),
    "Record": (lambda: Record.of(started(), ()), another_record),
    "Step": (
        lambda: Step(started(), ()),
        lambda: Step(under_way(), (Drew(0, Tile.M5, replacement=False),)),
    ),
    "SeatView": (
        lambda: view(started(), 0),
        lambda: attrs.evolve(
            view(under_way(), 1), rules=RuleSet.taiyuan(), pung_locks=(Tile.M5,), win_barred=True
        ),
    ),
    "Reading": (some_reading, another_reading),
    "Hand": (
        lambda: Hand.of("123456789m1112p"),
        lambda: Hand.of("123456789m55z", ["444p"]),
    ),
}

NOTHING_TO_DIFFER_IN: Mapping[str, Factory] = {
    "DrawnDeal": DrawnDeal,
    "FaceDownKong": FaceDownKong,
    "FaceDownTile": FaceDownTile,
}

PAIRS: Mapping[str, tuple[Factory, Factory]] = {**SMALL, **LARGE}
FIRST: Mapping[str, Factory] = {
    **{name: pair[0] for name, pair in PAIRS.items()},
    **NOTHING_TO_DIFFER_IN,
}
BOTH: Mapping[str, Factory] = {
    **FIRST,
    **{f"another {name}": pair[1] for name, pair in PAIRS.items()},
}
