"""The record of a deal: read, replayed and gone on from.

A record is lines of text: a header, a line for each decision in the order accepted, an ending;
`docs/records.md` describes them. Nothing that the rules force is written down: the decisions are
fed to the one reducer, which does it all again, and whatever differs from what the lines say is a
`RecordError`. There is no file in here: lines come in and go out as texts. `record_writer` writes
a record while its deal is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Self, cast

import attrs

from lisi_mahjong.actions import Action, parse_action
from lisi_mahjong.canonical_json import read
from lisi_mahjong.errors import IllegalAction, NotationError, RecordError, shorten
from lisi_mahjong.legal import actors
from lisi_mahjong.record_format import (
    RULES_VERSION,
    Header,
    Names,
    Seed,
    check_ending,
    format_decision,
    format_ending,
    format_header,
    in_words,
    is_header,
    make_header,
    read_decision,
    read_header,
)
from lisi_mahjong.record_lines import Line, lines_of, numbered, only, unfinished_at
from lisi_mahjong.reducer import Step, step
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.state import GameState, Result, WonDeal
from lisi_mahjong.wall import Shuffle

__all__ = [
    "RULES_VERSION",
    "Record",
    "format_record",
    "parse_record",
    "read_records",
    "replay",
    "resume",
]


# --- the record as a value ----------------------------------------------------------------


@attrs.frozen(repr=False)
class Record:
    """A deal written down: all that is needed to play it again, and it has been played once.

    Made by `read_records`, `parse_record` and `Record.of`, which have fed the decisions to the
    reducer and found every one of them legal and the ending true. Equal by what it says.

    Attributes:
        header: rules, dealer, shuffle, and what else was said before the first decision.
        decisions: the actions in the order accepted.
        finished: whether the ending is there; without it the record was cut off.
        state: the state after the last decision (derived).
        line: the number of the line of the header where it was read.
        torn: the beginning of a last line that was cut off in its middle; else ``""``.
        lacks_newline: whether it was cut off between the text of its last line and the newline;
            lines that are all without are not.

    Example:
        >>> from lisi_mahjong import deal, parse_action
        >>> start = deal(Shuffle.from_seed(7))
        >>> record = Record.of(start, [parse_action("0 discard 9m")], seed=7)
        >>> record
        <Record of 1 decision, unfinished>
        >>> for line in record.lines():
        ...     print(line[:30], end="…" if len(line) > 30 else "")
        {"dealer":0,"format":"lisi-mah…"0 discard 9m"
    """

    header: Header
    decisions: tuple[Action, ...]
    finished: bool
    state: GameState = attrs.field(eq=False)
    line: int = attrs.field(default=1, eq=False)
    torn: str = attrs.field(default="", eq=False)
    lacks_newline: bool = attrs.field(default=False, eq=False)

    @classmethod
    def of(
        cls,
        start: GameState,
        decisions: Iterable[Action],
        *,
        seed: Seed | None = None,
        names: Sequence[str] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> Self:
        """Return the record of a deal; it is finished when the deal has ended.

        Args:
            start: the first state of the deal.
            decisions: the actions in the order accepted.
            seed: write this seed and not the whole shuffle; it must be the shuffle's.
            names: four texts, by seat.
            metadata: whatever else belongs to the deal; a dict that JSON can hold.

        Raises:
            InvalidStateError: ``start`` is no `GameState`, or ``seed`` is no seed.
            RecordError: something cannot stand in a header, or ``decisions`` is no iterable.
            IllegalAction: a decision is refused.

        Example:
            >>> from lisi_mahjong import deal, parse_action
            >>> start = deal(Shuffle.from_seed(7))
            >>> record = Record.of(
            ...     start, [parse_action("0 discard 9m")], names=["A", "B", "C", "D"]
            ... )
            >>> record.names, record.finished, record.state.ply
            (('A', 'B', 'C', 'D'), False, 1)
        """
        header = make_header(start, seed=seed, names=names, metadata=metadata)
        if not isinstance(decisions, Iterable):
            raise RecordError(2, "an iterable of decisions", shorten(decisions))
        made = []
        for action in decisions:
            start = step(start, action).state
            made.append(action)
        return cls(header, tuple(made), start.result is not None, start)

    @property
    def start(self) -> GameState:
        """The first state of the deal."""
        return self.header.start

    @property
    def rules(self) -> RuleSet:
        """The options of play."""
        return self.header.rules

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.header.dealer

    @property
    def shuffle(self) -> Shuffle:
        """All that is random in the deal; it holds every secret."""
        return self.header.shuffle

    @property
    def seed(self) -> Seed | None:
        """The seed of the shuffle where the record says it."""
        return self.header.seed

    @property
    def names(self) -> Names | None:
        """The names of the four seats, or ``None``."""
        return self.header.names

    @property
    def metadata(self) -> dict[str, Any]:
        """Whatever else belongs to the deal; a new dict each time."""
        return self.header.metadata

    @property
    def result(self) -> Result | None:
        """How the deal ended; ``None`` while it goes on."""
        return self.state.result

    def lines(self) -> Iterator[str]:
        r"""Yield the lines of the record, each with its newline.

        Raises:
            RecordError: the record says something that a line cannot hold; not where it has been
                read, or made by `Record.of`.

        Example:
            >>> from lisi_mahjong import deal, parse_action
            >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
            >>> list(record.lines())[1:]
            ['"0 discard 9m"\n']
        """
        seen = sha256()
        for text in (format_header(self.header), *map(format_decision, self.decisions)):
            line = text + "\n"
            seen.update(line.encode())
            yield line
        if self.finished:
            yield format_ending(self.state, seen.hexdigest()) + "\n"

    def replay(self) -> Iterator[Step]:
        """Yield the first state without events, then each step that a decision led to.

        Raises:
            IllegalAction: a decision is refused; not where the record has been read, or made by
                `Record.of`.

        Example:
            >>> from lisi_mahjong import deal, parse_action
            >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
            >>> for taken in record.replay():
            ...     print(taken.state, [type(event).__name__ for event in taken.events])
            <GameState ply 0, turn of seat 0> []
            <GameState ply 1, discard of seat 0 on offer> ['Discarded', 'Asked']
        """
        state = self.start
        yield Step(state, ())
        for action in self.decisions:
            taken = step(state, action)
            state = taken.state
            yield taken

    def check_finished(self) -> Self:
        """Return the record itself.

        Raises:
            RecordError: the ending is missing.

        Example:
            >>> from lisi_mahjong import deal
            >>> record = Record.of(deal(Shuffle.from_seed(7)), [])
            >>> try:
            ...     record.check_finished()
            ... except RecordError as error:
            ...     print(error.line, error.expected)
            2 a legal decision of seat 0
        """
        if not self.finished:
            found = unfinished_at("record", torn=bool(self.torn))
            line = self.line + 1 + len(self.decisions)
            raise RecordError(line, _due(self.state), found)
        return self

    def __repr__(self) -> str:
        number = len(self.decisions)
        result = self.result
        end = f"won by seat {result.winner}" if isinstance(result, WonDeal) else "drawn"
        end = end if self.finished else "unfinished"
        return f"<Record of {number} decision{'s' if number != 1 else ''}, {end}>"


def _due(state: GameState) -> str:
    """Return what has to come next in a record, in words."""
    seats = [str(seat) for seat in actors(state)]
    return f"a legal decision of seat {' or '.join(seats)}" if seats else "the ending"


# --- reading ------------------------------------------------------------------------------


class _Reading:
    """One record while it is read."""

    def __init__(self, line: Line) -> None:
        if line.torn:
            raise RecordError(line.number, "a whole header", "a line cut off in its middle")
        self.header = read_header(line.text, line.number)
        self.line = line.number
        self.state = self.header.start
        self.decisions: list[Action] = []
        self.finished = False
        self.torn = ""
        self.lacks_newline = line.lacks_newline
        self.seen = sha256(f"{line.text}\n".encode())

    def take(self, line: Line) -> Step | None:
        """Return what the decision on a line leads to; ``None`` for the ending, or a torn line."""
        if line.torn:
            self.torn = line.text
            return None
        self.lacks_newline = line.lacks_newline
        if line.text.startswith('"'):
            return self._decide(line)
        value = read(line.text, line.number)
        if self.state.result is None or not isinstance(value, dict) or is_header(value):
            raise RecordError(line.number, _due(self.state), in_words(value))
        check_ending(value, self.state, self.seen.hexdigest(), line.number)
        self.finished = True
        return None

    def _decide(self, line: Line) -> Step:
        action = _decision_on(line)
        self.seen.update(f"{line.text}\n".encode())
        if self.state.result is not None:
            raise RecordError(line.number, "the ending", in_words(str(action)))
        try:
            taken = step(self.state, action)
        except IllegalAction as error:
            found = f"{str(action)!r}: {error}"
            raise RecordError(line.number, _due(self.state), found) from None
        self.decisions.append(action)
        self.state = taken.state
        return taken

    def record(self, *, unfinished: bool) -> Record:
        """Return the record that has been read; an error if it may not be an unfinished one."""
        record = Record(
            self.header,
            tuple(self.decisions),
            self.finished,
            self.state,
            self.line,
            self.torn,
            self.lacks_newline,
        )
        return record if unfinished else record.check_finished()


def _decision_on(line: Line) -> Action:
    """Return the decision on a line that begins with a quote."""
    try:
        return _decision_between_quotes(line.text)
    except NotationError:  # find the words for what is wrong
        text = cast("str", read(line.text, line.number))
        return read_decision(text, line.number)


def _read_between_quotes(text: str) -> Action:
    """Return the decision between two quotes: there is nothing in it that JSON would escape."""
    action = parse_action(text[1:-1])
    if text != format_decision(action):
        raise NotationError(text, len(text), "a quote")
    return action


_decision_between_quotes = lru_cache(2048)(_read_between_quotes)
"""Records hold little else, and there are only some 1,500 decisions."""


def read_records(lines: Iterable[str], *, unfinished: bool = True) -> Iterator[Record]:
    r"""Yield the records of some lines, one deal after the other, each played as it is read.

    Only the deal that is being read is kept in memory. A record that was cut off after any line
    is yielded and says that it is not `Record.finished`, whether the lines stop there or the
    next record begins. The very last line, if it has no newline and breaks off in its middle,
    counts as cut off and is kept as `Record.torn`.

    Args:
        lines: as a text file gives them; each with its newline, or all without.
        unfinished: whether a record without its ending will do.

    Raises:
        RecordError: anything is not as it should be, with its line.

    Example:
        >>> from lisi_mahjong import deal, parse_action
        >>> first, second = (Record.of(deal(Shuffle.from_seed(seed)), ()) for seed in (1, 2))
        >>> [record.line for record in read_records([*first.lines(), *second.lines()])]
        [1, 2]
        >>> try:
        ...     next(read_records([*first.lines(), '"2 pass"\n']))
        ... except RecordError as error:
        ...     print(error.line, error.expected)
        2 a legal decision of seat 0
    """
    reading: _Reading | None = None
    for line in numbered(lines):
        if reading is not None and (reading.finished or _begins_a_record(line)):
            yield reading.record(unfinished=unfinished)
            reading = None
        if reading is None:
            reading = _Reading(line)
        else:
            reading.take(line)
    if reading is not None:
        yield reading.record(unfinished=unfinished)


def _begins_a_record(line: Line) -> bool:
    """Return whether a line is a header, good or bad."""
    return line.text.startswith("{") and not line.torn and is_header(read(line.text, line.number))


def replay(lines: Iterable[str]) -> Iterator[Step]:
    """Yield the first state of a record without events, then each step that a decision led to.

    The lines are read one by one as the steps are asked for. The last of them has to be the
    ending, and to say what the deal came to; for a record that was cut off see `resume`.

    Args:
        lines: of one record, as `read_records` takes them.

    Raises:
        RecordError: anything is not as it should be, with its line.

    Example:
        >>> from lisi_mahjong import deal, parse_action
        >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
        >>> try:
        ...     for taken in replay(record.lines()):
        ...         print(taken.state, len(taken.events))
        ... except RecordError as error:
        ...     print(error)
        <GameState ply 0, turn of seat 0> 0
        <GameState ply 1, discard of seat 0 on offer> 2
        line 3: expected a legal decision of seat 3, found no more: the record is \
unfinished, and right up to here
    """
    reading: _Reading | None = None
    for line in numbered(lines):
        if reading is None:
            reading = _Reading(line)
            yield Step(reading.state, ())
        elif reading.finished:
            raise RecordError(line.number, "the end of the only record", shorten(line.text))
        else:
            taken = reading.take(line)
            if taken is not None:
                yield taken
    if reading is None:
        raise RecordError(1, "a header", "nothing")
    reading.record(unfinished=False)


def resume(lines: Iterable[str]) -> GameState:
    """Return the state in which a record stops, finished or not, to go on from.

    Args:
        lines: of one record, as `read_records` takes them.

    Raises:
        RecordError: anything is not as it should be, with its line.

    Example:
        >>> from lisi_mahjong import deal, parse_action
        >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
        >>> state = resume(record.lines())
        >>> state.ply, state == record.state
        (1, True)
    """
    return only(read_records(lines), "record").state


def format_record(record: Record) -> str:
    """Return the text of a record; ``parse_record(format_record(record)) == record``.

    Raises:
        RecordError: ``record`` is no `Record`.

    Example:
        >>> from lisi_mahjong import deal, parse_action
        >>> record = Record.of(deal(Shuffle.from_seed(7)), [parse_action("0 discard 9m")])
        >>> format_record(record).splitlines()[-1]
        '"0 discard 9m"'
    """
    if type(record) is not Record:
        raise RecordError(1, "a record", shorten(record))
    return "".join(record.lines())


def parse_record(text: str) -> Record:
    """Return the record that a text holds, finished or not.

    ``format_record(parse_record(text)) == text``, but for the torn last line of a text that was
    cut off, and the newline of a last line that lacks nothing else.

    Args:
        text: the lines of one record.

    Raises:
        RecordError: anything is not as it should be, with its line.

    Example:
        >>> from lisi_mahjong import deal
        >>> record = Record.of(deal(Shuffle.from_seed(7)), [], names=["东", "南", "西", "北"])
        >>> parse_record(format_record(record)) == record
        True
    """
    if not isinstance(text, str):
        raise RecordError(1, "the text of a record", shorten(text))
    found = only(read_records(lines_of(text)), "record")
    # Of a header alone its line does not tell; the text does.
    return attrs.evolve(found, lacks_newline=not (found.torn or text.endswith("\n")))
