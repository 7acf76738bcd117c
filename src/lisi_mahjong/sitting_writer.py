"""A table at which people sit, and which is written down at the same time."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Self

from lisi_mahjong.errors import RecordError, shorten
from lisi_mahjong.record_format import Seed
from lisi_mahjong.record_lines import check_callable, let_go
from lisi_mahjong.rules import DEFAULT_SCORE, WRITTEN_RULES, RuleSet, ScoreTable
from lisi_mahjong.sitting_format import (
    format_action,
    format_ending,
    format_header,
    format_summary,
    make_header,
)
from lisi_mahjong.sittings import Sitting
from lisi_mahjong.table import TableStep, step_table
from lisi_mahjong.table_actions import TableAction
from lisi_mahjong.table_state import TableState


class SittingWriter:
    r"""Keeps a table and writes the record of its sitting, a line at a time.

    The header is written at once, each action when it has been accepted, behind an action that
    ends a deal, or makes it void, the summary of that deal with the ledger, and the ending by
    `close`. Every line is one call of ``write``, its newline with it, so what has been written is
    at any time the record of what has been done; a file has it once it is flushed. An error that
    ``write`` raises is the caller's and passes through; the line counts as not written, and what
    ``write`` may have put down of it is the caller's to undo. The table is then where it was
    before; if only
    the summary could not be written, it is where the action led, and the summary is written before
    any other line.

    Args:
        write: takes a line; the ``write`` of a file that is opened with ``newline="\n"``, say.
        rules: the options of play.
        score: the numbers of the settlement.
        metadata: whatever else belongs to the sitting; a dict that JSON can hold.

    Raises:
        RulesError: ``rules`` is no `RuleSet`, or ``score`` no `ScoreTable`.
        RecordError: the metadata cannot stand in a header, or ``write`` cannot be called.

    Example:
        >>> from lisi_mahjong.table_actions import parse_table_action
        >>> lines = []
        >>> writer = SittingWriter(lines.append)
        >>> taken = writer.act(parse_table_action("0 sit Ann"), by="Ann")
        >>> lines[1:], taken.state == writer.state
        (['"0 sit Ann"\n'], True)
        >>> writer.close()
        >>> writer.finished, lines[-1][:39]
        (True, '{"deals":0,"ledger":{"Ann":0},"sha256":')
    """

    def __init__(
        self,
        write: Callable[[str], object],
        rules: RuleSet = WRITTEN_RULES,
        score: ScoreTable = DEFAULT_SCORE,
        *,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        header = make_header(rules, score, metadata=metadata)
        self._write = check_callable(write)
        self._seen = sha256()
        self._written = 0
        self._state = header.start
        self._owed: str | None = None  # a summary that no line has yet
        self._finished = False
        self._put(format_header(header))

    @classmethod
    def resume(cls, write: Callable[[str], object], sitting: Sitting) -> Self:
        r"""Return a writer that goes on behind the lines of a sitting that was cut off.

        What the sitting holds is not written again. Where `Sitting.torn` is not empty, the torn
        line has to be taken away first, and where `Sitting.lacks_newline`, the newline has to be
        added; or all of it is written anew from `Sitting.lines`, which does both.

        Args:
            write: takes a line, and puts it behind those of the sitting.
            sitting: what has been written so far. If it was cut off just before the summary of a
                deal, the summary is written at once; if it cannot be, there is no writer.

        Raises:
            RecordError: ``sitting`` is no sitting, or is finished, or ``write`` cannot be called.

        Example:
            >>> from lisi_mahjong.sittings import parse_sitting
            >>> from lisi_mahjong.table_actions import parse_table_action
            >>> lines = []
            >>> writer = SittingWriter(lines.append)
            >>> sitting = parse_sitting("".join(lines) + '"0 sit A')
            >>> sitting.torn
            '"0 sit A'
            >>> writer = SittingWriter.resume(lines.append, sitting)
            >>> _ = writer.act(parse_table_action("0 sit Ann"))
            >>> lines[1:]
            ['"0 sit Ann"\n']
        """
        if type(sitting) is not Sitting or sitting.finished:
            raise RecordError(1, "a sitting that is unfinished", shorten(sitting))
        writer = cls(let_go, sitting.rules, sitting.score)
        writer._write = check_callable(write)
        writer._seen = sha256("".join(sitting.lines()).encode())
        writer._written = sitting.length
        writer._state = sitting.state
        if sitting.lacks_summary:
            writer._owed = format_summary(sitting.state, sitting.length + 1)
        writer._pay()
        return writer

    @property
    def state(self) -> TableState:
        """The table after the last action."""
        return self._state

    @property
    def finished(self) -> bool:
        """Whether the ending is written."""
        return self._finished

    def act(
        self, action: TableAction, *, by: str | None = None, seed: Seed | None = None
    ) -> TableStep:
        r"""Return what an action at the table leads to, as `step_table` does, and write it down.

        Where ``write`` raises an error, that error passes through and there is no step. The state
        tells whether the action has been accepted: if its own line could not be written, or a
        summary that was still to be written before it, the state is the one before, and the action
        can be sent again. If only the summary behind it could not be written, the action has been
        accepted, and the next action or `close` writes the summary first.

        Args:
            action: what is done.
            by: the name of whoever sends the action, where that is known; it is not written.
            seed: where a deal starts, write this seed and not the whole shuffle; it must be the
                shuffle's.

        Raises:
            IllegalAction: the action is refused; nothing is written.
            InvalidStateError: ``seed`` is no seed; nothing is written.
            RecordError: the seed is another shuffle's, or no deal starts, or the sitting is
                closed, or a line would be too long; nothing is written.

        Example:
            >>> from lisi_mahjong.table_actions import Sit
            >>> lines = []
            >>> writer = SittingWriter(lines.append)
            >>> taken = writer.act(Sit(0, "Ann"), by="Ann")
            >>> taken.state, [type(event).__name__ for event in taken.events]
            (<TableState 'Ann' – – –, no deal>, ['SatDown'])
            >>> lines[1:]
            ['"0 sit Ann"\n']
        """
        line = self._written + (self._owed is not None) + 1
        if self._finished:
            raise RecordError(line, "no more, for the sitting is closed", "an action")
        taken = step_table(self._state, action, by=by)
        text = format_action(action, seed, line)
        ended = len(taken.state.history) > len(self._state.history)
        summary = format_summary(taken.state, line + 1) if ended else None
        self._pay()
        self._put(text)
        self._state = taken.state
        self._owed = summary
        self._pay()
        return taken

    def close(self) -> None:
        """Write the ending; if that has been done, nothing happens.

        A deal that is being played then has no end: it is not in the history. Where ``write``
        raises an error, that error passes through, and `close` can be called again.

        Raises:
            RecordError: the line would be too long.

        Example:
            >>> lines = []
            >>> writer = SittingWriter(lines.append)
            >>> writer.close()
            >>> writer.close()
            >>> writer.finished, len(lines)
            (True, 2)
        """
        if not self._finished:
            self._pay()
            self._put(format_ending(self._state, self._seen.hexdigest(), self._written + 1))
            self._finished = True

    def _pay(self) -> None:
        """Write the summary that is still to be written, if there is one."""
        if self._owed is not None:
            self._put(self._owed)
            self._owed = None

    def _put(self, text: str) -> None:
        line = text + "\n"
        self._write(line)
        self._seen.update(line.encode())
        self._written += 1
