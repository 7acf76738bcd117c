"""Hypothesis strategies for tables and sittings: people come and go, and play whole deals."""

from __future__ import annotations

from typing import Final, cast

from hypothesis import strategies as st

from lisi_mahjong.rules import RuleSet, ScoreTable, check_score
from lisi_mahjong.seats import SEATS
from lisi_mahjong.sitting_writer import SittingWriter
from lisi_mahjong.sittings import Sitting, format_sitting, parse_sitting
from lisi_mahjong.state import GameState
from lisi_mahjong.table import apply_table
from lisi_mahjong.table_actions import (
    Leave,
    Play,
    Ready,
    Sit,
    StartDeal,
    TableAction,
    Unready,
)
from lisi_mahjong.table_state import TableState
from lisi_mahjong.table_text import format_table
from lisi_mahjong.testing.failing import check_count
from lisi_mahjong.testing.playing import Rules, drawn_rules, played_on
from lisi_mahjong.testing.strategies import score_tables, seats, tell
from lisi_mahjong.wall import Shuffle

Score = ScoreTable | st.SearchStrategy[ScoreTable] | None
"""What is paid: always the same, or drawn; ``None`` for any."""

_SEEDS: Final = 2**32
_LONG: Final = 60
_LONGEST_NAME: Final = 12
_PEOPLE: Final = ("Ann", "Bo", "Cai", "丁", "Ann Lee", "0 leave")


def names() -> st.SearchStrategy[str]:
    """Return a strategy for names that somebody at a table can have (TABLE-5).

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(names(), lambda name: " " in name)
        'Ann Lee'
    """
    signs = st.characters(exclude_categories=["Cc", "Cs"])
    return st.sampled_from(_PEOPLE) | st.text(signs, min_size=1, max_size=_LONGEST_NAME)


def tables(
    *, rules: Rules = None, score: Score = None, deals: int = 2
) -> st.SearchStrategy[TableState]:
    """Return a strategy for tables at any moment of a sitting.

    A failing test tells the text of the table, which `parse_table` reads.

    Args:
        rules: by which rules is played.
        score: what is paid.
        deals: how many deals have been played, at most, before the last one begins.

    Raises:
        RulesError: ``rules`` or ``score`` are none.
        SimulationError: ``deals`` is no int from 0 on.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(tables(deals=0))
        <TableState – – – –, no deal>
    """
    check_count("deals", deals)
    return _tables(drawn_rules(rules), _drawn_score(score), deals)


def sittings(
    *, rules: Rules = None, score: Score = None, deals: int = 2
) -> st.SearchStrategy[Sitting]:
    """Return a strategy for records of sittings, finished or cut off.

    A failing test tells the text of the sitting, which `parse_sitting` reads.

    Args:
        rules: by which rules is played.
        score: what is paid.
        deals: how many deals have been played, at most, before the last one begins.

    Raises:
        RulesError: ``rules`` or ``score`` are none.
        SimulationError: ``deals`` is no int from 0 on.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(sittings(deals=0))
        <Sitting of 0 deals, unfinished>
    """
    check_count("deals", deals)
    return _sittings(drawn_rules(rules), _drawn_score(score), deals)


def _drawn_score(score: Score) -> st.SearchStrategy[ScoreTable]:
    if score is None:
        return score_tables()
    return score if isinstance(score, st.SearchStrategy) else st.just(check_score(score))


@st.composite
def _tables(
    draw: st.DrawFn,
    rules: st.SearchStrategy[RuleSet],
    score: st.SearchStrategy[ScoreTable],
    deals: int,
) -> TableState:
    gathering = _Gathering(draw, TableState.new(draw(rules), draw(score)))
    gathering.pass_by(deals)
    tell(lambda: f"parse_table({format_table(gathering.table)!r})")
    return gathering.table


@st.composite
def _sittings(
    draw: st.DrawFn,
    rules: st.SearchStrategy[RuleSet],
    score: st.SearchStrategy[ScoreTable],
    deals: int,
) -> Sitting:
    lines: list[str] = []
    gathering = _Gathering(draw, TableState.new(draw(rules), draw(score)))
    gathering.pass_by(deals)
    writer = SittingWriter(lines.append, gathering.table.rules, gathering.table.score)
    for action in gathering.actions:
        writer.act(action)
    if draw(st.booleans()):
        writer.close()
    sitting = parse_sitting("".join(lines))
    tell(lambda: f"parse_sitting({format_sitting(sitting)!r})")
    return sitting


class _Gathering:
    """A table while a sitting is drawn for it."""

    def __init__(self, draw: st.DrawFn, table: TableState) -> None:
        self.table = table
        self.actions: list[TableAction] = []
        self._draw = draw

    def pass_by(self, deals: int) -> None:
        """Play so many deals at most, and begin with what comes before the next one."""
        for _ in range(self._draw(st.integers(0, deals))):
            self._start()
            self._play(None)
            self._perhaps_leave()
        if self._draw(st.booleans()):
            self._start()
            self._play(self._draw(st.integers(0, _LONG)))
            self._perhaps_leave()
        self._stop_somewhere()

    def _act(self, action: TableAction) -> None:
        self.table = apply_table(self.table, action)
        self.actions.append(action)

    def _start(self) -> None:
        for seat in SEATS:
            self._fill(seat)
        for seat in SEATS:
            self._act(Ready(seat))
        self._act(StartDeal(Shuffle.from_seed(self._draw(st.integers(0, _SEEDS)))))

    def _fill(self, seat: int) -> None:
        if self.table.names[seat] is None:
            known = names().filter(lambda name: name not in self.table.names)
            self._act(Sit(seat, self._draw(known)))

    def _play(self, more: int | None) -> None:
        deal = cast("GameState", self.table.deal)  # it has been started
        for action, _ in played_on(self._draw, deal, more):
            self._act(Play(action))

    def _perhaps_leave(self) -> None:
        if self._draw(st.integers(0, 3)) == 3:  # noqa: PLR2004 - one time in four
            self._act(Leave(self._draw(seats())))

    def _stop_somewhere(self) -> None:
        """Let some sit down and be ready, where no deal is played."""
        if self.table.playing:
            return
        for seat in range(self._draw(st.integers(0, len(SEATS)))):
            self._fill(seat)
        for seat in SEATS:
            if self.table.names[seat] is not None and self._draw(st.booleans()):
                self._act(Ready(seat))
                if self._draw(st.booleans()):
                    self._act(Unready(seat))
