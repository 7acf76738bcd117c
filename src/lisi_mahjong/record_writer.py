"""A deal that is played and written down at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Self

from lisi_mahjong.actions import Action
from lisi_mahjong.errors import RecordError, shorten
from lisi_mahjong.record_format import (
    Seed,
    format_decision,
    format_ending,
    format_header,
    make_header,
)
from lisi_mahjong.record_lines import check_callable, let_go
from lisi_mahjong.records import Record
from lisi_mahjong.reducer import Step, step
from lisi_mahjong.state import GameState


class RecordWriter:
    r"""Plays a deal and writes its record, a line at a time.

    The header is written at once, each decision when it has been accepted, and the ending after
    the decision that ends the deal. Every line is one call of ``write``, its newline with it, so
    what has been written is at any time the record of what has been played; a file has it once it
    is flushed. An error that ``write`` raises is the caller's and passes through; the line counts
    as not written, and what ``write`` may have put down of it is the caller's to undo. The deal is
    then where it was before; if only the ending could not be written, it is where the decision led,
    and `close` writes the ending.

    Args:
        write: takes a line; the ``write`` of a file that is opened with ``newline="\n"``, say.
        start: the first state of the deal.
        seed: write this seed and not the whole shuffle; it must be the shuffle's.
        names: four texts, by seat.
        metadata: whatever else belongs to the deal; a dict that JSON can hold.

    Raises:
        InvalidStateError: ``start`` is no `GameState`, or ``seed`` is no seed.
        RecordError: something cannot stand in a header, or ``write`` cannot be called.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> lines = []
        >>> writer = RecordWriter(lines.append, deal(Shuffle.from_seed(7)), seed=7)
        >>> taken = writer.play(legal_actions(writer.state, 0)[0])
        >>> lines[1:], taken.state == writer.state
        (['"0 discard 9m"\n'], True)
    """

    def __init__(
        self,
        write: Callable[[str], object],
        start: GameState,
        *,
        seed: Seed | None = None,
        names: Sequence[str] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        header = make_header(start, seed=seed, names=names, metadata=metadata)
        self._write = check_callable(write)
        self._seen = sha256()
        self._state = start
        self._finished = False
        self._put(format_header(header))

    @classmethod
    def resume(cls, write: Callable[[str], object], record: Record) -> Self:
        r"""Return a writer that goes on behind the lines of a record that was cut off.

        What the record holds is not written again. Where `Record.torn` is not empty, the torn
        line has to be taken away first, and where `Record.lacks_newline`, the newline has to be
        added; or all of it is written anew from `Record.lines`, which does both.

        Args:
            write: takes a line, and puts it behind those of the record.
            record: what has been written so far. If the deal has ended and just the ending is
                missing, the ending is written at once; if it cannot be, there is no writer.

        Raises:
            RecordError: ``record`` is no record, or is finished, or ``write`` cannot be called.

        Example:
            >>> from lisi_mahjong import Shuffle, deal, parse_action
            >>> from lisi_mahjong.records import parse_record
            >>> start = deal(Shuffle.from_seed(7))
            >>> record = parse_record("".join(Record.of(start, []).lines()) + '"0 disc')
            >>> record.torn
            '"0 disc'
            >>> lines = list(record.lines())
            >>> writer = RecordWriter.resume(lines.append, record)
            >>> _ = writer.play(parse_action("0 discard 9m"))
            >>> lines[1:]
            ['"0 discard 9m"\n']
        """
        if type(record) is not Record or record.finished:
            raise RecordError(1, "a record that is unfinished", shorten(record))
        writer = cls(let_go, record.start)
        writer._write = check_callable(write)
        writer._seen = sha256("".join(record.lines()).encode())
        writer._state = record.state
        writer.close()
        return writer

    @property
    def state(self) -> GameState:
        """The state after the last decision."""
        return self._state

    @property
    def finished(self) -> bool:
        """Whether the ending is written."""
        return self._finished

    def play(self, action: Action) -> Step:
        r"""Return what an action leads to, as `step` does, and write it down.

        Where ``write`` raises an error, that error passes through and there is no step. The state
        tells whether the action has been accepted: if its own line could not be written, the state
        is the one before, and the action can be played again. If only the ending behind it could
        not be written, the deal has ended: nothing more can be played, and `close` writes the
        ending.

        Args:
            action: one of the legal actions of a seat that must decide.

        Raises:
            IllegalAction: the action is refused; nothing is written.

        Example:
            >>> from lisi_mahjong import Shuffle, deal, parse_action
            >>> lines = []
            >>> writer = RecordWriter(lines.append, deal(Shuffle.from_seed(7)), seed=7)
            >>> taken = writer.play(parse_action("0 discard 9m"))
            >>> [type(event).__name__ for event in taken.events], taken.state.ply
            (['Discarded', 'Asked'], 1)
            >>> lines[1:]
            ['"0 discard 9m"\n']
        """
        taken = step(self._state, action)
        self._put(format_decision(action))
        self._state = taken.state
        self.close()
        return taken

    def close(self) -> None:
        """Write the ending if the deal has ended and it could not be written before.

        Where nothing is owed, nothing happens: the ending is written, or the deal goes on and has
        none yet.

        Example:
            >>> from lisi_mahjong import Shuffle, deal
            >>> lines = []
            >>> writer = RecordWriter(lines.append, deal(Shuffle.from_seed(7)), seed=7)
            >>> writer.close()
            >>> writer.finished, len(lines)
            (False, 1)
        """
        if self._state.result is not None and not self._finished:
            self._put(format_ending(self._state, self._seen.hexdigest()))
            self._finished = True

    def _put(self, text: str) -> None:
        line = text + "\n"
        self._write(line)
        self._seen.update(line.encode())
