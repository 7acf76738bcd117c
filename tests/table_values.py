"""Two values of each public class of scoring and tables, for `value_tables`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from evenings import finished, one_left, seated, started
from lisi_mahjong import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealSummary,
    DealVoided,
    Discard,
    DrawnDeal,
    Leave,
    LeftTable,
    Pass,
    Payment,
    PaymentFactor,
    PaymentItem,
    Play,
    Ready,
    RuleSet,
    SatDown,
    SawDeal,
    ScoreTable,
    Settlement,
    Shuffle,
    Sit,
    Sitting,
    SittingWriter,
    StartDeal,
    TableState,
    TableStep,
    Tally,
    Tile,
    Uniform,
    Unready,
    VoidDeal,
    WonDeal,
    apply_table,
    deal,
    parse_sitting,
    readings,
    view,
    view_table,
)


def nothing_paid() -> Settlement:
    return Settlement(0, None, ())


def something_paid() -> Settlement:
    reading = readings("123456789m5p", "5p", ["(1111z)"])[0]
    return Settlement(13, reading, (Payment(1, 0, PaymentItem.BASE, 1, (), "SCORE-2"),))


def drawn_summary() -> DealSummary:
    return DealSummary(1, ("a", "b", "c", "d"), 0, 1, 0, DrawnDeal(), nothing_paid())


def won_summary() -> DealSummary:
    won = WonDeal(0, None, Tile.M5, robbed_kong=False, readings=())
    return DealSummary(2, ("e", "f", "g", "h"), 3, 2, 1, won, something_paid())


def busy_table() -> TableState:
    """Return a table that differs from a new one in every field."""
    rules, score = RuleSet.taiyuan(), ScoreTable(base=2)
    table = one_left()
    return TableState(
        rules,
        score,
        ("Ann", "Bo", None, "丁"),
        (True, False, False, False),
        2,
        3,
        2,
        finished(started(seated())).deal,
        (("Ann", 3), ("Bo", -3)),
        table.history,
    )


def sitting_text(rules: RuleSet = RuleSet()) -> str:
    """Return the text of a sitting at which one person sits down."""
    lines: list[str] = []
    SittingWriter(lines.append, rules).act(Sit(0, "Ann"))
    return "".join(lines)


def other_sitting() -> Sitting:
    """Return a sitting that differs in every field from one of `sitting_text`."""
    sitting = parse_sitting(sitting_text(RuleSet.taiyuan()))
    left = apply_table(sitting.state, Leave(0))
    actions = (*sitting.actions, Leave(0))
    return attrs.evolve(
        sitting,
        actions=actions,
        seeds=(7,),
        finished=True,
        lacks_summary=True,
        state=left,
        line=2,
        torn="{",
        lacks_newline=True,
    )


def busy_tally() -> Tally:
    """Return a tally that differs from an empty one in every field."""
    busy: dict[str, Any] = {}
    for field in attrs.fields(Tally):
        number = getattr(Tally(), field.name)
        busy[field.name] = 7 if isinstance(number, int) else tuple(7 for _ in number)
    return Tally(**busy)


SMALL_OF_TABLES: Mapping[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "Sit": (lambda: Sit(0, "Ann"), lambda: Sit(1, "Bo")),
    "Ready": (lambda: Ready(0), lambda: Ready(1)),
    "Unready": (lambda: Unready(0), lambda: Unready(1)),
    "Leave": (lambda: Leave(0), lambda: Leave(1)),
    "Play": (lambda: Play(Discard(0, Tile.M5)), lambda: Play(Pass(1))),
    "SatDown": (lambda: SatDown(0, "Ann"), lambda: SatDown(1, "Bo")),
    "BecameReady": (lambda: BecameReady(0), lambda: BecameReady(1)),
    "BecameUnready": (lambda: BecameUnready(0), lambda: BecameUnready(1)),
    "LeftTable": (lambda: LeftTable(0, "Ann"), lambda: LeftTable(1, "Bo")),
    "DealStarted": (
        lambda: DealStarted(1, 0, drawn_by_lot=True, multiplier=1),
        lambda: DealStarted(2, 1, drawn_by_lot=False, multiplier=2),
    ),
    "VoidDeal": (lambda: VoidDeal(0), lambda: VoidDeal(1)),
    "Payment": (
        lambda: Payment(0, 1, PaymentItem.BASE, 1, (), "SCORE-2"),
        lambda: Payment(
            2,
            3,
            PaymentItem.MELDED_KONG,
            2,
            ((PaymentFactor.FOR_ALL, 3),),
            "SCORE-5",
            Tile.M5,
        ),
    ),
}
"""Values that are small: their `repr` can be pasted back, if it holds no reading."""

LARGE_OF_TABLES: Mapping[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "StartDeal": (
        lambda: StartDeal(Shuffle.from_seed(1)),
        lambda: StartDeal(Shuffle.from_seed(2)),
    ),
    "DealSummary": (drawn_summary, won_summary),
    "Settlement": (nothing_paid, something_paid),
    "DealSettled": (
        lambda: DealSettled(drawn_summary(), 0),
        lambda: DealSettled(won_summary(), 1),
    ),
    "DealVoided": (lambda: DealVoided(drawn_summary()), lambda: DealVoided(won_summary())),
    "Sitting": (lambda: parse_sitting(sitting_text()), other_sitting),
    "TableState": (TableState.new, busy_table),
    "Tally": (Tally, busy_tally),
    "Uniform": (lambda: Uniform("7"), lambda: Uniform("8")),
    "TableView": (
        lambda: view_table(TableState.new(), None),
        lambda: view_table(busy_table(), 1),
    ),
    "SawDeal": (
        lambda: SawDeal(view(deal(Shuffle.from_seed(7)), 0)),
        lambda: SawDeal(view(deal(Shuffle.from_seed(8)), 1)),
    ),
    "TableStep": (
        lambda: TableStep(TableState.new(), ()),
        lambda: TableStep(busy_table(), (BecameReady(0),)),
    ),
}
