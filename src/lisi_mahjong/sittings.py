"""The record of a sitting: people come and go, deals are played; read, replayed and gone on from.

A sitting is written down as a deal is (see `records`): a header, a line for each action that the
table accepted, an ending. The actions are fed to the one reducer of the table, which does it all
again. What it says of a deal, when that has ended or has come to nothing, stands behind the action
with the ledger, and whatever differs is a `RecordError`. There is no file in here: lines come in
and go out as texts. `sitting_writer` writes a sitting while it goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Self

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.canonical_json import read
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import IllegalAction, RecordError, shorten
from lisi_mahjong.record_format import Seed, is_header
from lisi_mahjong.record_lines import Line, lines_of, numbered, only, unfinished_at
from lisi_mahjong.records import Record
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.sitting_format import (
    DUE,
    SUMMARY_DUE,
    SittingHeader,
    check_ending,
    check_summary,
    format_action,
    format_ending,
    format_header,
    format_summary,
    in_words,
    is_ending,
    read_action,
    read_header,
)
from lisi_mahjong.table import TableStep, apply_table, step_table
from lisi_mahjong.table_actions import Play, StartDeal, TableAction
from lisi_mahjong.table_state import TableState, VoidDeal

# --- the sitting as a value ---------------------------------------------------------------


@attrs.frozen(repr=False)
class Sitting:
    """A sitting written down: all that is needed to have it again, and it has been had once.

    Made by `read_sittings` and `parse_sitting`, which have fed the actions to the reducer and
    found every one of them legal, and every summary and the ending true. Equal by what it says.

    Attributes:
        header: rules, score table, and what else was said before the first action.
        actions: what was done at the table, in the order accepted.
        seeds: by deal that was started, the seed of its shuffle where the sitting says it, else
            ``None``.
        finished: whether the ending is there; without it the sitting was cut off.
        lacks_summary: whether it was cut off just before the summary of a deal.
        state: the table after the last action (derived).
        line: the number of the line of the header where it was read.
        torn: the beginning of a last line that was cut off in its middle; else ``""``.
        lacks_newline: whether it was cut off between the text of its last line and the newline;
            lines that are all without are not.

    Example:
        >>> from lisi_mahjong.sitting_writer import SittingWriter
        >>> from lisi_mahjong.table_actions import parse_table_action
        >>> lines = []
        >>> writer = SittingWriter(lines.append)
        >>> taken = writer.act(parse_table_action("0 sit Ann"))
        >>> sitting = parse_sitting("".join(lines))
        >>> sitting
        <Sitting of 0 deals, unfinished>
        >>> sitting.state, list(sitting.lines()) == lines
        (<TableState 'Ann' – – –, no deal>, True)
    """

    header: SittingHeader
    actions: tuple[TableAction, ...]
    seeds: tuple[Seed | None, ...]
    finished: bool
    lacks_summary: bool
    state: TableState = attrs.field(eq=False)
    line: int = attrs.field(default=1, eq=False)
    torn: str = attrs.field(default="", eq=False)
    lacks_newline: bool = attrs.field(default=False, eq=False)

    @property
    def rules(self) -> RuleSet:
        """The options of play."""
        return self.header.rules

    @property
    def score(self) -> ScoreTable:
        """The numbers of the settlement."""
        return self.header.score

    @property
    def metadata(self) -> dict[str, Any]:
        """Whatever else belongs to the sitting; a new dict each time."""
        return self.header.metadata

    def lines(self) -> Iterator[str]:
        r"""Yield the lines of the sitting, each with its newline; it is played again for them.

        Raises:
            RecordError: the sitting says something that a line cannot hold; not where it has been
                read.
            IllegalAction: an action is refused; not where the sitting has been read.

        Example:
            >>> from lisi_mahjong.sitting_writer import SittingWriter
            >>> from lisi_mahjong.table_actions import Sit
            >>> lines = []
            >>> taken = SittingWriter(lines.append).act(Sit(0, "Ann"))
            >>> list(parse_sitting("".join(lines)).lines())[1:]
            ['"0 sit Ann"\n']
        """
        seen = sha256()
        for text in self._texts():
            line = text + "\n"
            seen.update(line.encode())
            yield line
        if self.finished:
            yield format_ending(self.state, seen.hexdigest(), 1) + "\n"

    def _texts(self) -> Iterator[str]:
        """Yield every line but the ending, without its newline."""
        yield format_header(self.header)
        table = self.header.start
        seeds = iter(self.seeds)
        summaries = len(self.state.history) - self.lacks_summary
        for action in self.actions:
            yield format_action(action, next(seeds) if isinstance(action, StartDeal) else None, 1)
            ended = len(table.history)
            table = apply_table(table, action)
            if ended < len(table.history) <= summaries:
                yield format_summary(table, 1)

    def replay(self) -> Iterator[TableStep]:
        """Yield the new table without events, then each step that an action led to.

        Raises:
            IllegalAction: an action is refused; not where the sitting has been read.

        Example:
            >>> from lisi_mahjong.sitting_writer import SittingWriter
            >>> from lisi_mahjong.table_actions import Sit
            >>> lines = []
            >>> taken = SittingWriter(lines.append).act(Sit(0, "Ann"))
            >>> for taken in parse_sitting("".join(lines)).replay():
            ...     print(taken.state, [type(event).__name__ for event in taken.events])
            <TableState – – – –, no deal> []
            <TableState 'Ann' – – –, no deal> ['SatDown']
        """
        table = self.header.start
        yield TableStep(table, ())
        for action in self.actions:
            taken = step_table(table, action)
            table = taken.state
            yield taken

    def records(self) -> tuple[Record, ...]:
        """Return a record of each deal that was played to its end, in order.

        Each has the names of the four, the seed where the sitting says it, and as metadata
        ``{"deal": 3}``, the number of the deal in `TableState.history` from 1 on. A deal that came
        to nothing is counted there and has no record.

        Raises:
            RecordError: a seed is too long for the header of a record.

        Example:
            >>> from lisi_mahjong.legal import actors
            >>> from lisi_mahjong.players import tidy
            >>> from lisi_mahjong.sitting_writer import SittingWriter
            >>> from lisi_mahjong.table_actions import Ready, Sit
            >>> from lisi_mahjong.wall import Shuffle
            >>> lines = []
            >>> writer = SittingWriter(lines.append)
            >>> for seat, name in enumerate("ABCD"):
            ...     taken = writer.act(Sit(seat, name)), writer.act(Ready(seat))
            >>> taken = writer.act(StartDeal(Shuffle.from_seed(7)), seed=7)
            >>> while writer.state.playing:
            ...     played = writer.state.deal
            ...     taken = writer.act(Play(tidy(played, actors(played)[0])))
            >>> parse_sitting("".join(lines)).records()
            (<Record of 39 decisions, won by seat 1>,)
        """
        played: list[tuple[StartDeal, list[Action]]] = []
        for action in self.actions:
            if isinstance(action, StartDeal):
                played.append((action, []))
            elif isinstance(action, Play):
                played[-1][1].append(action.action)
        found = []
        deals = zip(self.state.history, self.seeds, played, strict=False)  # the last may go on
        for number, (summary, seed, (begun, decisions)) in enumerate(deals, start=1):
            if not isinstance(summary.result, VoidDeal):
                start = deal(begun.shuffle, dealer=summary.dealer, rules=self.rules)
                record = Record.of(
                    start, decisions, seed=seed, names=summary.names, metadata={"deal": number}
                )
                found.append(record)
        return tuple(found)

    def check_finished(self) -> Self:
        """Return the sitting itself.

        Raises:
            RecordError: the ending is missing.

        Example:
            >>> from lisi_mahjong.sitting_writer import SittingWriter
            >>> lines = []
            >>> writer = SittingWriter(lines.append)
            >>> try:
            ...     parse_sitting("".join(lines)).check_finished()
            ... except RecordError as error:
            ...     print(error.line, error.expected)
            2 an action at the table or the ending
            >>> writer.close()
            >>> parse_sitting("".join(lines)).check_finished()
            <Sitting of 0 deals, finished>
        """
        if not self.finished:
            found = unfinished_at("sitting", torn=bool(self.torn))
            due = SUMMARY_DUE if self.lacks_summary else DUE
            raise RecordError(self.line + self.length, due, found)
        return self

    @property
    def length(self) -> int:
        """How many lines it has."""
        summaries = len(self.state.history) - self.lacks_summary
        return 1 + len(self.actions) + summaries + self.finished

    def __repr__(self) -> str:
        number = len(self.state.history)
        end = "finished" if self.finished else "unfinished"
        return f"<Sitting of {number} deal{'s' if number != 1 else ''}, {end}>"


# --- reading ------------------------------------------------------------------------------


class _Reading:
    """One sitting while it is read."""

    def __init__(self, line: Line) -> None:
        if line.torn:
            raise RecordError(line.number, "a whole header", "a line cut off in its middle")
        self.header = read_header(line.text, line.number)
        self.line = line.number
        self.state = self.header.start
        self.actions: list[TableAction] = []
        self.seeds: list[Seed | None] = []
        self.finished = False
        self.lacks_summary = False
        self.torn = ""
        self.lacks_newline = line.lacks_newline
        self.seen = sha256(f"{line.text}\n".encode())

    def take(self, line: Line) -> None:
        """Take a line behind the header: an action, a summary, the ending, or a torn one."""
        if line.torn:
            self.torn = line.text
            return
        self.lacks_newline = line.lacks_newline
        value = read(line.text, line.number)
        if self.lacks_summary:
            check_summary(value, self.state, line.number)
            self.lacks_summary = False
        elif is_ending(value):
            check_ending(value, self.state, self.seen.hexdigest(), line.number)
            self.finished = True
        else:
            self._act(value, line.number)
        self.seen.update(f"{line.text}\n".encode())

    def _act(self, value: object, line: int) -> None:
        action, seed = read_action(value, line)
        try:
            after = apply_table(self.state, action)
        except IllegalAction as error:
            found = f"{in_words(value)}: {error}"
            raise RecordError(line, "a legal action at the table", found) from None
        self.actions.append(action)
        if isinstance(action, StartDeal):
            self.seeds.append(seed)
        self.lacks_summary = len(after.history) > len(self.state.history)
        self.state = after

    def sitting(self, *, unfinished: bool) -> Sitting:
        """Return the sitting that has been read; an error if it may not be an unfinished one."""
        sitting = Sitting(
            self.header,
            tuple(self.actions),
            tuple(self.seeds),
            self.finished,
            self.lacks_summary,
            self.state,
            self.line,
            self.torn,
            self.lacks_newline,
        )
        return sitting if unfinished else sitting.check_finished()


def read_sittings(lines: Iterable[str], *, unfinished: bool = True) -> Iterator[Sitting]:
    r"""Yield the sittings of some lines, one after the other, each played as it is read.

    Only the sitting that is being read is kept in memory. One that was cut off after any line is
    yielded and says that it is not `Sitting.finished`, whether the lines stop there or the next
    sitting begins. The very last line, if it has no newline and breaks off in its middle, counts
    as cut off and is kept as `Sitting.torn`.

    Args:
        lines: as a text file gives them; each with its newline, or all without.
        unfinished: whether a sitting without its ending will do.

    Raises:
        RecordError: anything is not as it should be, with its line.

    Example:
        >>> from lisi_mahjong.sitting_writer import SittingWriter
        >>> lines = []
        >>> SittingWriter(lines.append).close()
        >>> SittingWriter(lines.append, metadata={"table": 2}).close()
        >>> [(sitting.line, sitting.metadata) for sitting in read_sittings(lines)]
        [(1, {}), (3, {'table': 2})]
        >>> try:
        ...     next(read_sittings([lines[0], '"0 ready"\n']))
        ... except RecordError as error:
        ...     print(error.line, error.found)
        2 the action '0 ready': seat 0 may not be ready: nobody sits there (TABLE-4)
    """
    reading: _Reading | None = None
    for line in numbered(lines):
        if reading is not None and (reading.finished or _begins_a_sitting(line)):
            yield reading.sitting(unfinished=unfinished)
            reading = None
        if reading is None:
            reading = _Reading(line)
        else:
            reading.take(line)
    if reading is not None:
        yield reading.sitting(unfinished=unfinished)


def _begins_a_sitting(line: Line) -> bool:
    """Return whether a line is a header, good or bad."""
    return line.text.startswith("{") and not line.torn and is_header(read(line.text, line.number))


def format_sitting(sitting: Sitting) -> str:
    """Return the text of a sitting; ``parse_sitting(format_sitting(sitting)) == sitting``.

    Raises:
        RecordError: ``sitting`` is no `Sitting`.

    Example:
        >>> from lisi_mahjong.sitting_writer import SittingWriter
        >>> lines = []
        >>> SittingWriter(lines.append).close()
        >>> format_sitting(parse_sitting("".join(lines))).splitlines()[-1][:30]
        '{"deals":0,"ledger":{},"sha256'
    """
    if type(sitting) is not Sitting:
        raise RecordError(1, "a sitting", shorten(sitting))
    return "".join(sitting.lines())


def parse_sitting(text: str) -> Sitting:
    """Return the sitting that a text holds, finished or not.

    ``format_sitting(parse_sitting(text)) == text``, but for the torn last line of a text that was
    cut off, and the newline of a last line that lacks nothing else.

    Args:
        text: the lines of one sitting.

    Raises:
        RecordError: anything is not as it should be, with its line.

    Example:
        >>> from lisi_mahjong.sitting_writer import SittingWriter
        >>> lines = []
        >>> writer = SittingWriter(lines.append)
        >>> parse_sitting("".join(lines)).state == writer.state
        True
    """
    if not isinstance(text, str):
        raise RecordError(1, "the text of a sitting", shorten(text))
    found = only(read_sittings(lines_of(text)), "sitting")
    # Of a header alone its line does not tell; the text does.
    return attrs.evolve(found, lacks_newline=not (found.torn or text.endswith("\n")))
