"""Invariants of tables: they hold on any evening, and each fails where something is broken."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from drawing import drawn
from evenings import evening, finished, seated, started
from lisi_mahjong import (
    IllegalAction,
    InvalidStateError,
    Leave,
    Play,
    Ready,
    SatDown,
    Sit,
    TableState,
    apply_table,
    parse_action,
    step_table,
    table_legal_actions,
    view,
    view_table,
)
from lisi_mahjong.scoring import NO_PAYMENTS
from lisi_mahjong.testing import (
    TABLE_INVARIANTS,
    assert_ledger_sums_to_zero,
    assert_no_table_problem,
    assert_settlements_sum_to_zero,
    assert_table,
    assert_table_actions_agree,
    assert_table_step_agrees,
    assert_table_text_reads_back,
    assert_table_views_agree,
    tables,
)
from lisi_mahjong.testing import table_invariants as module

Invariant = Callable[[TableState], None]

PLAYING = started(seated(), 7)
PAID = finished(PLAYING)
"""Seat 1 has won on a discard of seat 0."""


# --- they hold ---


@pytest.mark.parametrize("invariant", TABLE_INVARIANTS, ids=lambda each: each.__name__)
def test_an_invariant_holds_on_any_evening(invariant: Invariant) -> None:
    for table in drawn(tables(deals=1), 20):
        invariant(table)


def test_all_of_them_hold_after_several_deals() -> None:
    assert_table(evening(seated(), [1, 2]))
    assert_table(PLAYING)


def test_every_invariant_of_tables_is_listed_once() -> None:
    names = {name for name in vars(module) if name.startswith("assert_")}
    others = {"assert_table", "assert_table_step_agrees", "assert_tells_nothing_hidden"}
    assert {each.__name__ for each in TABLE_INVARIANTS} == names - others


@pytest.mark.parametrize(
    "invariant", [*TABLE_INVARIANTS, assert_table], ids=lambda each: each.__name__
)
def test_what_is_no_table_is_no_failure_but_an_error(invariant: Invariant) -> None:
    with pytest.raises(InvalidStateError, match="a TableState is expected"):
        invariant("table")  # type: ignore[arg-type]


# --- they fail: broken tables ---


def with_summary(**changes: object) -> TableState:
    """Return the table whose last deal is kept otherwise."""
    summary = attrs.evolve(PAID.history[0], **changes)  # type: ignore[arg-type]  # its fields
    return attrs.evolve(PAID, history=(summary,))


def one_sided() -> TableState:
    """Return a table at which nobody paid what somebody got."""
    payment = attrs.evolve(PAID.history[0].settlement.payments[0], payer=7)
    return with_summary(settlement=attrs.evolve(NO_PAYMENTS, payments=(payment,)))


BROKEN: list[tuple[Invariant, Callable[[], TableState], str]] = [
    (
        assert_no_table_problem,
        lambda: attrs.evolve(PLAYING, ready=(True, False, False, False)),
        "nobody is ready while a deal is played: seat 0",
    ),
    (
        assert_ledger_sums_to_zero,
        lambda: attrs.evolve(PAID, accounts=(("Ann", 3), ("Bo", -2))),
        "the ledger adds up to 1: ",
    ),
    (
        assert_ledger_sums_to_zero,
        lambda: attrs.evolve(PAID, accounts=(("Ann", 3), ("Bo", -3))),
        "the ledger is .* and the deals have paid ",
    ),
    (
        assert_ledger_sums_to_zero,
        lambda: attrs.evolve(PAID, accounts=()),
        "the ledger is .* and the deals have paid ",
    ),
    (
        assert_settlements_sum_to_zero,
        lambda: with_summary(result=None),
        r"history\[0\] pays \(-5, 5, 0, 0\)",
    ),
    (
        assert_settlements_sum_to_zero,
        one_sided,
        "assert_settlements_sum_to_zero could not look at it: IndexError",
    ),
    (
        assert_table_text_reads_back,
        lambda: attrs.evolve(PAID, game=5),
        "assert_table_text_reads_back could not look at it: InvalidStateError",
    ),
]


@pytest.mark.parametrize("place", range(len(BROKEN)))
def test_an_invariant_fails_at_a_broken_table(place: int) -> None:
    invariant, broken, message = BROKEN[place]
    with pytest.raises(AssertionError, match=message) as caught:
        invariant(broken())
    assert "\nat <TableState" in str(caught.value)


# --- they fail: a library that is broken ---


def seen_otherwise(**changes: object) -> Callable[[TableState, int | None], object]:
    """Return a way to view tables in which seat 2 sees something else."""

    def tampered(table: TableState, viewer: int | None) -> object:
        seen = view_table(table, viewer)
        return attrs.evolve(seen, **changes) if viewer == 2 else seen  # type: ignore[arg-type]

    return tampered


class Choiceless:
    """A view that lists nothing to do."""

    def __init__(self, table: TableState, viewer: int | None) -> None:
        self._seen = view_table(table, viewer)
        self.legal_actions = ()

    def __getattr__(self, name: str) -> object:
        return getattr(self._seen, name)


TAMPERED: list[tuple[Invariant, str, object, str]] = [
    (
        assert_table_actions_agree,
        "why_table_illegal",
        lambda *_: None,
        "0 ready is not listed, and why_table_illegal says None",
    ),
    (
        assert_table_actions_agree,
        "table_legal_actions",
        lambda table, seat: (*table_legal_actions(table, seat), Ready(0)),
        "0 ready is listed, and why_table_illegal says Refusal.DEAL_IN_PROGRESS",
    ),
    (
        assert_table_actions_agree,
        "actors",
        lambda _: (0, 3),
        "seat 3 is asked and may 1",
    ),
    (
        assert_table_text_reads_back,
        "parse_table",
        lambda _: TableState.new(),
        "the text is read back as another table",
    ),
    (
        assert_table_views_agree,
        "view_table",
        seen_otherwise(dealer=3),
        "seat 2 sees dealer as 3",
    ),
    (
        assert_table_views_agree,
        "view_table",
        seen_otherwise(deal=view(PLAYING.deal, 1) if PLAYING.deal else None),
        "seat 2 sees another deal",
    ),
    (
        assert_table_views_agree,
        "view_table",
        Choiceless,
        r"seat 0 sees other choices: \(\)",
    ),
]


@pytest.mark.parametrize("place", range(len(TAMPERED)))
def test_an_invariant_fails_for_a_broken_library(
    place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    invariant, name, value, message = TAMPERED[place]
    invariant(PLAYING)
    monkeypatch.setattr(module, name, value)
    with pytest.raises(AssertionError, match=message):
        invariant(PLAYING)


# --- steps ---

DISCARD = Play(parse_action("0 discard 9m"))


@pytest.mark.parametrize(
    ("table", "action"),
    [
        (TableState.new(), Sit(2, "Ann")),
        (seated(), Ready(3)),
        (PLAYING, DISCARD),
        (PLAYING, Leave(1)),
        (PAID, Leave(1)),
    ],
    ids=["sit", "ready", "play", "leave a deal", "leave after a deal"],
)
def test_steps_agree(table: TableState, action: Sit | Ready | Play | Leave) -> None:
    assert_table_step_agrees(table, action)


def test_a_step_takes_a_legal_action() -> None:
    with pytest.raises(IllegalAction):
        assert_table_step_agrees(PLAYING, Ready(0))
    with pytest.raises(InvalidStateError):
        assert_table_step_agrees("table", Ready(0))  # type: ignore[arg-type]


def forgetful(table: TableState, action: Leave) -> object:
    taken = step_table(table, action)
    return attrs.evolve(taken, state=attrs.evolve(taken.state, history=()))


STEPS: list[tuple[dict[str, object], str]] = [
    ({"apply_table": lambda *_: PLAYING}, "0 leave, tried again, leads elsewhere"),
    (
        {
            "step_table": forgetful,
            "apply_table": lambda *given: attrs.evolve(apply_table(*given), history=()),
        },
        "0 leave changes the history",
    ),
    ({"follow_table": lambda seen, _: seen}, "seat 0 cannot follow 0 leave"),
    (
        {"seen_table_events": lambda *_: (SatDown(0, "Eve"),)},
        "seat 0 cannot follow 0 leave: .*SatDown",
    ),
]


@pytest.mark.parametrize("place", range(len(STEPS)))
def test_a_step_that_goes_wrong_is_found(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    changes, message = STEPS[place]
    for name, value in changes.items():
        monkeypatch.setattr(module, name, value)
    with pytest.raises(AssertionError, match=message):
        assert_table_step_agrees(PAID, Leave(0))
