"""Turning the table turns everything at it; other names change names and nothing else.

Each test plays one evening twice, side by side, and compares the tables after every action.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus import drawn
from endings import about_to_be_drawn, about_to_kong, about_to_win
from evenings import FOUR, acted, dealt, seated
from lisi_mahjong import (
    BecameReady,
    BecameUnready,
    DealSettled,
    DealStarted,
    DealSummary,
    DealVoided,
    KongKind,
    Leave,
    LeftTable,
    Play,
    Ready,
    SatDown,
    ScoreTable,
    Settlement,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Unready,
    VoidDeal,
    WonDeal,
    actors,
    apply_table,
    step_table,
    table_legal_actions,
)
from players import PLAYERS, wishing
from relabel import Relabelling
from strategies import chances, rule_sets

PEOPLE: Mapping[str, str] = {"Ann": "Zoe", "Bo": "Ann", "Cai": "丁", "丁": "Bo", "Eva": "x y"}
"""Everybody, and who they are under other names."""


OwnEvent = (
    SatDown | BecameReady | BecameUnready | LeftTable | DealVoided | DealStarted | DealSettled
)
"""What happens at a table and in no deal."""


@attrs.frozen
class Turned:
    """The same evening with every seat so many turns further and everybody called otherwise."""

    turns: int = 0
    people: Mapping[str, str] = attrs.field(factory=lambda: {name: name for name in PEOPLE})

    @property
    def seats(self) -> Relabelling:
        return Relabelling(turns=self.turns)

    def name(self, name: str | None) -> str | None:
        return None if name is None else self.people[name]

    def action(self, action: TableAction) -> TableAction:
        match action:
            case StartDeal():
                return StartDeal(self.seats.shuffle(action.shuffle))
            case Play():
                return Play(self.seats.action(action.action))
            case Sit():
                return Sit(self.seats.seat(action.seat), self.people[action.name])
            case Ready() | Unready() | Leave():
                return attrs.evolve(action, seat=self.seats.seat(action.seat))

    def table(self, table: TableState) -> TableState:
        """Return the table with everything turned but the accounts, which have their own order."""
        dealer = table.dealer
        return attrs.evolve(
            table,
            names=self.seats.by_seat(tuple(map(self.name, table.names))),
            ready=self.seats.by_seat(table.ready),
            dealer=None if dealer is None else self.seats.seat(dealer),
            deal=None if table.deal is None else self.seats.state(table.deal),
            accounts=(),
            history=tuple(map(self.summary, table.history)),
        )

    def ledger(self, table: TableState) -> dict[str, int]:
        return {self.people[name]: points for name, points in table.ledger.items()}

    def summary(self, summary: DealSummary) -> DealSummary:
        result = summary.result
        if isinstance(result, VoidDeal):
            result = VoidDeal(self.seats.seat(result.left))
        elif isinstance(result, WonDeal):
            loser = result.loser
            result = attrs.evolve(
                result,
                winner=self.seats.seat(result.winner),
                loser=None if loser is None else self.seats.seat(loser),
            )
        return attrs.evolve(
            summary,
            names=self.seats.by_seat(tuple(self.people[name] for name in summary.names)),
            dealer=self.seats.seat(summary.dealer),
            result=result,
            settlement=self.settlement(summary.settlement),
        )

    def settlement(self, settlement: Settlement) -> Settlement:
        """Return the settlement; its payments go round from the winner, so their order stays."""
        payments = [
            attrs.evolve(
                payment,
                payer=self.seats.seat(payment.payer),
                payee=self.seats.seat(payment.payee),
            )
            for payment in settlement.payments
        ]
        return attrs.evolve(settlement, payments=tuple(payments))

    def event(self, event: OwnEvent) -> OwnEvent:
        match event:
            case SatDown() | LeftTable():
                seat = self.seats.seat(event.seat)
                return attrs.evolve(event, seat=seat, name=self.people[event.name])
            case BecameReady() | BecameUnready():
                return attrs.evolve(event, seat=self.seats.seat(event.seat))
            case DealStarted():
                return attrs.evolve(event, dealer=self.seats.seat(event.dealer))
            case DealVoided():
                return DealVoided(self.summary(event.summary))
            case DealSettled():
                following = self.seats.seat(event.next_dealer)
                return DealSettled(self.summary(event.summary), following)


def same_when_turned(turned: Turned, actions: Iterator[TableAction], table: TableState) -> None:
    """Play an evening and the turned one side by side; everything at the one is at the other."""
    other = TableState.new(table.rules, table.score)
    for action in actions:
        taken = step_table(table, action)
        taken_too = step_table(other, turned.action(action))
        table, other = taken.state, taken_too.state
        assert attrs.evolve(other, accounts=()) == turned.table(table)
        assert dict(other.ledger) == turned.ledger(table)
        told = [turned.event(each) for each in taken.events if isinstance(each, OwnEvent)]
        assert [each for each in taken_too.events if isinstance(each, OwnEvent)] == told
        for seat in range(4):
            listed = {turned.action(each) for each in table_legal_actions(table, seat)}
            assert {*table_legal_actions(other, turned.seats.seat(seat))} == listed


def evening(
    table: TableState, number: int, deals: int, rng: random.Random
) -> Iterator[TableAction]:
    """Yield what happens on an evening, on walls of the corpus; at any moment somebody leaves."""

    def done(action: TableAction) -> TableAction:
        nonlocal table
        table = apply_table(table, action)
        return action

    for place in range(deals):
        played = drawn(number + place)
        choose = wishing(played.wishes, PLAYERS[played.mix[0]])
        for seat in range(4):
            if table.names[seat] is None:
                away = [name for name in PEOPLE if name not in table.names]
                yield done(Sit(seat, rng.choice(away)))
        for seat in rng.sample(range(4), 4):
            yield done(Ready(seat))
        wavering = rng.randrange(4)
        yield done(Unready(wavering))
        yield done(Ready(wavering))
        yield done(StartDeal(played.start.shuffle))
        until = rng.choice((10, 1000, 1000))
        while table.playing and until:
            until -= 1
            assert table.deal is not None
            seat = rng.choice(actors(table.deal))
            yield done(Play(choose(table.deal, seat, rng)))
        if table.playing or rng.random() < 0.3:
            yield done(Leave(rng.randrange(4)))


evenings = st.tuples(st.integers(0, 9999), st.integers(1, 4), chances)
tables = st.builds(
    TableState.new,
    rule_sets(),
    st.builds(ScoreTable, drawn_deal_multiplier=st.integers(1, 3), melded_kong=st.integers(0, 5)),
)


@pytest.mark.rule("TABLE-1", "DEALER-2", "DEALER-3", "TURN-1", "SCORE-8")
@settings(max_examples=150)
@given(tables, evenings, st.integers(1, 3))
def test_turning_the_table_turns_everything_and_leaves_the_ledger_as_it_is(
    table: TableState, played: tuple[int, int, random.Random], turns: int
) -> None:
    same_when_turned(Turned(turns), evening(table, *played), table)


@pytest.mark.rule("TABLE-5", "TABLE-7")
@settings(max_examples=60)
@given(tables, evenings)
def test_other_names_change_names_and_nothing_else(
    table: TableState, played: tuple[int, int, random.Random]
) -> None:
    same_when_turned(Turned(people=PEOPLE), evening(table, *played), table)


@settings(max_examples=60)
@given(tables, evenings, st.integers(0, 3))
def test_turning_the_table_and_changing_the_names_go_together(
    table: TableState, played: tuple[int, int, random.Random], turns: int
) -> None:
    same_when_turned(Turned(turns, PEOPLE), evening(table, *played), table)


# --- by hand ------------------------------------------------------------------------------


def turned_people(turns: int) -> tuple[str, ...]:
    """Return the four people, Ann at the seat of this number and the others after her."""
    return tuple(FOUR[(seat - turns) % 4] for seat in range(4))


@pytest.mark.rule("DEALER-2", "TABLE-7")
@pytest.mark.parametrize("turns", range(4))
def test_wherever_ann_deals_bo_wins_the_same_from_her_and_deals_next(turns: int) -> None:
    """The sum of SCORE-1 is 2: the dealer pays 6, the two others 4."""
    state, discard = about_to_win((turns + 1) % 4, None, dealer=turns)
    table = acted(dealt(state, seated(turned_people(turns))), discard)
    assert dict(table.ledger) == {"Ann": -6, "Bo": 14, "Cai": -4, "丁": -4}
    assert table.dealer is not None
    assert table.names[table.dealer] == "Bo"


@pytest.mark.rule("DEALER-3")
@pytest.mark.parametrize("turns", range(4))
def test_wherever_ann_deals_a_drawn_deal_keeps_her_and_a_kong_passes_to_bo(turns: int) -> None:
    state, discard = about_to_be_drawn(turns, dealer=turns)
    table = acted(dealt(state, seated(turned_people(turns))), discard)
    assert table.dealer == turns
    state, actions = about_to_kong((turns + 2) % 4, KongKind.ADDED, dealer=turns)
    table = acted(dealt(state, table), *actions)
    assert table.dealer is not None
    assert table.names[table.dealer] == "Bo"
    assert [summary.deltas for summary in table.history] == [(0, 0, 0, 0)] * 2
