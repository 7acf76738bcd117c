"""A table as a state machine: people come and go, play, stop anywhere, try what is not allowed.

Beside the table the machine keeps a book by the rulebook, in plain values, and compares.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import attrs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from corpus import Deal, drawn
from lisi_mahjong import (
    DealSettled,
    DealStarted,
    DealVoided,
    DrawnDeal,
    IllegalAction,
    Leave,
    Pass,
    Play,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Unready,
    VoidDeal,
    WonDeal,
    actors,
    apply_table,
    format_table,
    legal_actions,
    parse_table,
    step_table,
    table_legal_actions,
    why_table_illegal,
)
from offers import every_action
from players import PLAYERS, Chooser, tidy, wishing
from strategies import chances, rule_sets, seats, seeds

PEOPLE = ("Ann", "Bo", "Cai", "丁", "Eva", "Fay")
START = StartDeal(Shuffle.from_seed(7))
NEXT = (1, 2, 3, 0)


def actions_of(seat: int) -> Iterator[TableAction]:
    """Yield every action that whoever sits at a seat, or wants to, can send."""
    yield from (Play(action) for action in every_action(seat))
    yield from (Ready(seat), Unready(seat), Leave(seat))
    yield from (Sit(seat, name) for name in PEOPLE)


OF_SEAT = tuple(tuple(actions_of(seat)) for seat in range(4))
ODD: tuple[TableAction, ...] = (
    START,
    Sit(0, ""),
    Sit(1, "a\nb"),
    Sit(4, "Ann"),
    Ready(-1),
    Leave(4),
    Play(Pass(4)),
)
"""What no seat may do, at any moment; to start a deal, only when all are ready."""


def one_of(actions: Sequence[TableAction]) -> st.SearchStrategy[TableAction]:
    """Return a strategy for one of many actions, with a short text."""
    return st.integers(0, len(actions) - 1).map(actions.__getitem__)


pool = st.one_of(
    one_of(ODD),
    one_of([action for own in OF_SEAT for action in own]),
    one_of([action for own in OF_SEAT for action in own if not isinstance(action, Play)]),
)
senders = st.none() | st.sampled_from(PEOPLE)
corpus = st.integers(0, 9999).map(drawn)


@attrs.define
class Book:
    """What the rulebook says of a table, in plain values."""

    names: list[str | None] = attrs.field(factory=lambda: [None] * 4)
    ready: list[bool] = attrs.field(factory=lambda: [False] * 4)
    points: dict[str, int] = attrs.field(factory=dict)
    dealer: int | None = None
    multiplier: int = 1
    game: int = 1
    playing: bool = False
    deals: int = 0

    def allows(self, action: TableAction, by: str | None, table: TableState) -> bool:
        """Return whether something may be done, by TABLE-1, TABLE-2 and TABLE-4 to TABLE-6."""
        if isinstance(action, StartDeal):
            return by is None and not self.playing and all(self.ready)
        seat = action.seat
        if seat not in range(4):
            return False
        if isinstance(action, Sit):
            good = action.name in PEOPLE and action.name not in self.names
            return good and self.names[seat] is None and by in {None, action.name}
        if self.names[seat] is None or by not in {None, self.names[seat]}:
            return False
        match action:
            case Leave():
                return True
            case Play():
                return table.deal is not None and action.action in legal_actions(table.deal, seat)
            case Ready() | Unready():
                return not self.playing and self.ready[seat] is isinstance(action, Unready)

    def leave(self, seat: int) -> None:
        """Write down what TABLE-3 says."""
        self.names[seat] = None
        self.ready = [False] * 4
        self.deals += self.playing
        self.game += self.dealer is not None
        self.dealer, self.multiplier, self.playing = None, 1, False

    def start(self, shuffle: Shuffle) -> None:
        """Write down what TABLE-1, TABLE-2 and DEALER-1 say."""
        self.ready = [False] * 4
        self.playing = True
        if self.dealer is None:
            self.dealer = shuffle.dealer_draw

    def end(self, table: TableState) -> None:
        """Write down what DEALER-2, DEALER-3, SCORE-6 and TABLE-7 say."""
        assert table.deal is not None
        assert self.dealer is not None
        result = table.deal.result
        if isinstance(result, DrawnDeal):
            kong = any(meld.kind.is_kong for seat in table.deal.players for meld in seat.melds)
            passes = kong and table.rules.drawn_deal_with_kong_passes_dealer
            self.multiplier = table.score.drawn_deal_multiplier
        else:
            assert isinstance(result, WonDeal)
            passes = result.winner != self.dealer
            self.multiplier = 1
        self.dealer = NEXT[self.dealer] if passes else self.dealer
        self.playing = False
        self.deals += 1
        for name, delta in zip(self.names, table.history[-1].deltas, strict=True):
            assert name is not None
            self.points[name] = self.points.get(name, 0) + delta


class OneTable(RuleBasedStateMachine):
    """A table and everybody who may come to it."""

    @initialize(
        rules=rule_sets() | rule_sets(reserved_stacks=37),
        times=st.integers(1, 3),
        base=st.integers(0, 2),
    )
    def begin(self, rules: RuleSet, times: int, base: int) -> None:
        score = ScoreTable(drawn_deal_multiplier=times, base=base)
        self.table = TableState.new(rules, score)
        self.twin = self.table
        """The same table, which is never restarted."""
        self.book = Book()
        self.choose: Chooser = tidy
        self.chance = random.Random(0)

    # --- what happens ---

    @rule(seat=seats, name=st.sampled_from(PEOPLE))
    def come(self, seat: int, name: str) -> None:
        self.attempt(Sit(seat, name), by=name)

    @rule(seat=seats)
    def go(self, seat: int) -> None:
        self.attempt(Leave(seat), by=self.table.names[seat])

    @rule(seat=seats)
    def change_readiness(self, seat: int) -> None:
        self.attempt(Unready(seat) if self.table.ready[seat] else Ready(seat))

    @precondition(lambda self: not self.table.playing)
    @rule()
    def get_ready(self) -> None:
        """Whoever is missing comes, and all are ready."""
        rest = [name for name in PEOPLE if name not in self.table.names]
        for seat in range(4):
            if self.table.names[seat] is None:
                self.accept(Sit(seat, rest.pop(0)))
        for seat in range(4):
            if not self.table.ready[seat]:
                self.accept(Ready(seat))

    @precondition(lambda self: not self.table.playing)
    @rule(played=corpus, chance=chances)
    def get_ready_and_start(self, played: Deal, chance: random.Random) -> None:
        self.get_ready()
        self.accept(StartDeal(played.start.shuffle))
        self.choose = wishing(played.wishes, PLAYERS[played.mix[0]])
        self.chance = chance

    @precondition(lambda self: not self.table.playing)
    @rule(played=corpus, chance=chances)
    def play_a_whole_deal(self, played: Deal, chance: random.Random) -> None:
        self.get_ready_and_start(played, chance)
        self.play_to_the_end()

    @rule(number=seeds, by=senders)
    def start(self, number: int, by: str | None) -> None:
        self.attempt(StartDeal(Shuffle.from_seed(number)), by=by)

    @precondition(lambda self: self.table.playing)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """Somebody who must decide does anything that is legal."""
        listed = [table_legal_actions(self.table, seat)[:-1] for seat in range(4)]
        action = data.draw(st.sampled_from([each for own in listed for each in own]))
        seat = data.draw(st.sampled_from([seat for seat in range(4) if action in listed[seat]]))
        self.attempt(action, by=self.table.names[seat])

    @precondition(lambda self: self.table.playing)
    @rule(number=st.integers(1, 30))
    def play_on(self, number: int) -> None:
        for _ in range(number):
            self.play()

    @precondition(lambda self: self.table.playing)
    @rule()
    def play_to_the_end(self) -> None:
        while self.table.playing:
            self.play()

    @rule(action=pool, by=senders)
    def try_anything(self, action: TableAction, by: str | None) -> None:
        self.attempt(action, by=by)

    @rule()
    def stop_and_restart(self) -> None:
        """What is read back is the same table, and goes on like the one that was never stopped."""
        self.table = self.restart(self.table)

    def restart(self, table: TableState) -> TableState:
        """Return a table after it has been written down and read back."""
        return parse_table(format_table(table))

    # --- how it happens ---

    def play(self) -> None:
        """Let one of those who must decide do so, if the deal goes on."""
        state = self.table.deal
        if state is not None and (asked := actors(state)):
            seat = self.chance.choice(asked)
            self.accept(Play(self.choose(state, seat, self.chance)))

    def attempt(self, action: TableAction, by: str | None = None) -> None:
        """Try something: it happens exactly when the book allows it, and else is refused."""
        refusal = why_table_illegal(self.table, action, by=by)
        assert (refusal is None) is self.book.allows(action, by, self.table)
        if refusal is None:
            self.accept(action, by)
            return
        for act in (apply_table, step_table):
            with pytest.raises(IllegalAction) as caught:
                act(self.table, action, by=by)
            assert caught.value.refusal is refusal
        assert self.table == self.twin

    def accept(self, action: TableAction, by: str | None = None) -> None:
        taken = step_table(self.table, action, by=by)
        self.twin = apply_table(self.twin, action)
        self.table = taken.state
        was_playing = self.book.playing
        match action:
            case Sit():
                self.book.names[action.seat] = action.name
            case Ready() | Unready():
                self.book.ready[action.seat] = isinstance(action, Ready)
            case Leave():
                self.book.leave(action.seat)
            case StartDeal():
                self.book.start(action.shuffle)
            case Play():
                if not self.table.playing:
                    self.book.end(self.table)
        # A deal's start, its settlement and its being void are each told once, when they happen.
        marks = [type(event) for event in taken.events if isinstance(event, MARKS)]
        expected: list[type] = []
        if self.book.playing is not was_playing:
            ended = DealVoided if isinstance(action, Leave) else DealSettled
            expected = [DealStarted if self.book.playing else ended]
        assert marks == expected

    # --- what always holds ---

    @invariant()
    def the_table_is_as_the_book_says(self) -> None:
        table, book = self.table, self.book
        assert [*table.names] == book.names
        assert [*table.ready] == book.ready
        assert (table.dealer, table.multiplier) == (book.dealer, book.multiplier)
        assert (table.game, table.playing) == (book.game, book.playing)
        assert len(table.history) == book.deals
        sitting = {name: 0 for name in book.names if name is not None}
        assert dict(table.ledger) == sitting | book.points
        assert dict(table.accounts) == book.points

    @invariant()
    def a_restart_has_changed_nothing(self) -> None:
        assert self.table == self.twin
        assert hash(self.table) == hash(self.twin)

    @invariant()
    def the_ledger_sums_to_zero_and_is_the_sum_of_the_history(self) -> None:
        sums: dict[str, int] = {}
        for summary in self.table.history:
            assert sum(summary.deltas) == 0
            for name, delta in zip(summary.names, summary.deltas, strict=True):
                sums[name] = sums.get(name, 0) + delta
        ledger = self.table.ledger
        assert sum(ledger.values()) == 0
        assert {name: points for name, points in sums.items() if points} == {
            name: points for name, points in ledger.items() if points
        }

    @invariant()
    def a_void_deal_pays_nothing(self) -> None:
        void = [each for each in self.table.history if isinstance(each.result, VoidDeal)]
        assert all(each.deltas == (0, 0, 0, 0) and not each.settlement.payments for each in void)

    @invariant()
    def a_deal_is_played_by_four_and_nobody_is_ready_meanwhile(self) -> None:
        table = self.table
        people = [name for name in table.names if name is not None]
        assert len(people) == len({*people})
        if table.playing:
            assert len(people) == 4
            assert not any(table.ready)

    @invariant()
    def the_deal_is_played_by_the_rules_and_the_dealer_of_the_table(self) -> None:
        table = self.table
        assert (table.dealer is None) is (table.deal is None)
        if table.deal is not None:
            assert table.deal.rules == table.rules
        if table.playing and table.deal is not None:
            assert table.deal.dealer == table.dealer
        assert table.multiplier in {1, table.score.drawn_deal_multiplier}

    @rule()
    def what_is_listed_is_all_that_is_legal(self) -> None:
        """Sitting down and starting are nobody's who sits, so they are not listed."""
        table = self.table
        for seat in range(4):
            name = table.names[seat]
            legal = [each for each in OF_SEAT[seat] if why_table_illegal(table, each) is None]
            listed = table_legal_actions(table, seat)
            assert {*listed} == {each for each in legal if not isinstance(each, Sit)}
            assert len(listed) == len({*listed})
            if name is None:
                assert listed == ()
                continue
            assert not any(isinstance(each, Sit) for each in legal)
            assert listed[-1] == Leave(seat)
            if table.playing and table.deal is not None:
                assert listed[:-1] == tuple(map(Play, legal_actions(table.deal, seat)))
            for action in listed:
                assert why_table_illegal(table, action, by=name) is None
                other = why_table_illegal(table, action, by=f"not {name}")
                assert other is Refusal.NOT_YOUR_SEAT
        startable = why_table_illegal(table, START) is None
        assert startable is (all(table.ready) and not table.playing)


MARKS = (DealStarted, DealVoided, DealSettled)

TestOneTable = OneTable.TestCase
TestOneTable.settings = settings(max_examples=150, stateful_step_count=50)
