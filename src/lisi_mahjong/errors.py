"""The exception tree.

Every error of the library is a `LisiError`; each leaf is a `ValueError` too. Three kinds of
bad input are three kinds of error: text that cannot be read (`NotationError`), a well-formed
position, wall or hand that cannot be (`InvalidStateError`, `HandError`), and an action that
the rules forbid (`IllegalAction`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs

from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.refusal_codes import Refusal

if TYPE_CHECKING:
    from lisi_mahjong.state import GameState
    from lisi_mahjong.table_state import TableState


class LisiError(Exception):
    """The root of every error that this library raises for bad input.

    Example:
        >>> from lisi_mahjong import parse_tiles
        >>> try:
        ...     parse_tiles("8z")
        ... except LisiError as error:
        ...     print(type(error).__name__)
        NotationError
    """

    def __repr__(self) -> str:
        # Not from the arguments: what was handed in may have no repr, or an endless one.
        return f"{type(self).__name__}({str(self)!r})"


_BRACKETS: Final[dict[type[Any], tuple[str, str]]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    dict: ("{", "}"),
}
"""What stands around the items of a container; of each just this class, and none that inherits."""


def shorten(value: object, limit: int = 60) -> str:
    """Return the `repr` of a value from outside, cut to ``limit`` characters, never failing.

    No more of a large value is looked at than is told of it.

    Example:
        >>> shorten("m" * 1000, 10)
        "'mmmmmmmm…"
    """
    pieces: list[str] = []
    try:
        length = 0
        for piece in _pieces(value, limit, ()):
            pieces.append(piece)
            length += len(piece)
            if length > limit:
                break
        text = "".join(pieces)
    except Exception:  # noqa: BLE001 - what a foreign class says of its values may raise anything
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _pieces(value: Any, limit: int, around: tuple[int, ...]) -> Iterator[str]:  # noqa: ANN401 - anything
    """Yield the `repr` of a value piece by piece, so that nobody need wait for all of it.

    Args:
        value: anything.
        limit: how many characters of a text are wanted at most.
        around: the identities of the containers that the value is in.
    """
    kind = type(value)
    within = (*around, id(value))
    if kind in _BRACKETS and (value or kind in {list, tuple, dict}):
        opening, closing = _BRACKETS[kind]
        if id(value) in around:
            yield f"{opening}...{closing}"
            return
        yield opening
        for number, item in enumerate(value):
            yield ", " if number else ""
            yield from _pieces(item, limit, within)
            if kind is dict:
                yield ": "
                yield from _pieces(value[item], limit, within)
        yield f",{closing}" if kind is tuple and len(value) == 1 else closing
    elif _has_plain_repr(kind) and id(value) not in around:
        yield f"{kind.__name__}("
        for number, field in enumerate(attrs.fields(kind)):
            yield f"{', ' if number else ''}{field.name}="
            yield from _pieces(getattr(value, field.name), limit, within)
        yield ")"
    elif isinstance(value, int) and int.bit_length(value) > 200:  # noqa: PLR2004 - some 60 digits
        yield f"<int of {int.bit_length(value)} bits>"
    elif isinstance(value, str | bytes | bytearray):
        yield repr(value[:limit])
    else:
        yield repr(value)


def _has_plain_repr(kind: type[Any]) -> bool:
    """Return whether values of a class are shown as attrs shows them, with all their fields."""
    code = getattr(kind.__repr__, "__code__", None)
    written_by_attrs = getattr(code, "co_filename", "").startswith("<attrs generated")
    return written_by_attrs and all(field.repr is True for field in attrs.fields(kind))


class NotationError(LisiError, ValueError):
    """Text that cannot be read.

    Attributes:
        text: the text as it was given (any object, when it was no text at all).
        position: the index of the first character that is wrong, or of the word that is none of
            those expected; the length of the text when something is missing at its end.
        expected: what could have stood there, in English; where much could, some of it.

    Example:
        >>> from lisi_mahjong import parse_tiles
        >>> try:
        ...     parse_tiles("678s55m777h")
        ... except NotationError as error:
        ...     print(error.position, error.expected)
        10 one of m p s z
    """

    def __init__(self, text: object, position: int, expected: str) -> None:
        super().__init__(text, position, expected)
        self.text = text
        self.position = position
        self.expected = expected

    def __str__(self) -> str:
        if not isinstance(self.text, str):
            return f"expected {self.expected}, not {shorten(self.text)}"
        found = (
            f"found {self.text[self.position]!r}"
            if self.position < len(self.text)
            else "the text ends there"
        )
        start, end = max(0, self.position - _AROUND), self.position + _AROUND
        shown = self.text[start:end]
        if start > 0:
            shown = f"…{shown}"
        if end < len(self.text):
            shown = f"{shown}…"
        return (
            f"cannot read {shorten(shown)}: expected "
            f"{self.expected} at position {self.position}, {found}"
        )


_AROUND: Final = 20
"""How many characters of a text an error shows before what is wrong, and from there on."""


class HandError(LisiError, ValueError):
    """A hand that cannot be: a wrong number of tiles, a fifth copy, or something that is no meld.

    Attributes:
        rule: the rule that it breaks.

    Example:
        >>> from lisi_mahjong import waits
        >>> try:
        ...     waits("45m99s")
        ... except HandError as error:
        ...     print(error)
        a waiting hand with 0 melds has 13 concealed tiles, not 4 (WIN-5)
    """

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message, rule)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class SeatError(LisiError, ValueError):
    """A seat that is not one of the plain integers 0, 1, 2, 3, or not one that will do (TABLE-1).

    Attributes:
        seat: what was given.
        expected: what would have done.
        name: what the seat was to be, such as ``"dealer"``.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> legal_actions(deal(Shuffle.from_seed(1)), -1)
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.SeatError: the seat must be an int from 0 to 3, not -1 (TABLE-1)
    """

    def __init__(
        self, seat: object, expected: str = "an int from 0 to 3", name: str = "seat"
    ) -> None:
        super().__init__(seat, expected, name)
        self.seat = seat
        self.expected = expected
        self.name = name

    def __str__(self) -> str:
        return f"the {self.name} must be {self.expected}, not {shorten(self.seat)} (TABLE-1)"


class InvalidStateError(LisiError, ValueError):
    """A wall, a shuffle or a position that is well formed but cannot be.

    Attributes:
        problems: everything that is wrong, in a fixed order, each a pair of the `Problem` and
            a detail in English.

    Example:
        >>> from lisi_mahjong import Shuffle, Tile
        >>> try:
        ...     Shuffle.from_draw_order([Tile.M1] * 5)
        ... except InvalidStateError as error:
        ...     print([problem.name for problem, detail in error.problems])
        ['WALL_SIZE', 'WALL_COPIES']
    """

    def __init__(self, problems: tuple[tuple[Problem, str], ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(
            f"{problem.en}: {detail} ({problem.rule})" for problem, detail in self.problems
        )


class RulesError(LisiError, ValueError):
    """Options of a `RuleSet` or `ScoreTable` that are malformed or contradict each other.

    Attributes:
        option: the name of the field.
        rule: the rule that the option belongs to.

    Example:
        >>> from lisi_mahjong import RuleSet
        >>> try:
        ...     RuleSet(reserved_stacks=-1)
        ... except RulesError as error:
        ...     print(error.option, "-", error)
        reserved_stacks - reserved_stacks must be an int from 0 to 41, not -1 (WALL-10)
    """

    def __init__(self, option: str, message: str, rule: str) -> None:
        super().__init__(option, message, rule)
        self.option = option
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class RecordError(LisiError, ValueError):
    """A record of a deal that cannot be read, or does not say what the rules say.

    Attributes:
        line: the number of the line, the first being 1.
        expected: what should have stood there.
        found: what stands there.

    Example:
        >>> print(RecordError(3, "a legal action", "1 pung 5m 0"))
        line 3: expected a legal action, found 1 pung 5m 0
    """

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(line, expected, found)
        self.line = line
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"line {self.line}: expected {self.expected}, found {self.found}"


class SimulationError(LisiError, ValueError):
    """An argument of a simulation, or of a player, that will not do.

    Attributes:
        argument: its name.
        expected: what would have done.
        found: what was given, cut to a few words.

    Example:
        >>> from lisi_mahjong import simulate
        >>> try:
        ...     simulate(-1, seed=1)
        ... except SimulationError as error:
        ...     print(error.argument, "-", error)
        number - number must be an int from 0 to 1000000000000000, not -1
    """

    def __init__(self, argument: str, expected: str, found: str) -> None:
        super().__init__(argument, expected, found)
        self.argument = argument
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.argument} must be {self.expected}, not {self.found}"


class IllegalAction(LisiError, ValueError):  # noqa: N818 - the name is a promise of the design
    """An action that the rules refuse; nothing has changed.

    Attributes:
        action: the action as it was given, whatever it was.
        refusal: the reason.
        state: the state in which it was refused; for an action at a table, the table. It holds
            every seat's secrets: do not send it to a player. The messages below hold only what the
            acting seat knows.
        message: seat, action, reason and rule in English; also ``str(error)``.
        message_zh: the same in Chinese.

    Example:
        >>> from lisi_mahjong import Pass, Shuffle, apply, deal
        >>> try:
        ...     apply(deal(Shuffle.from_seed(1)), Pass(0))
        ... except IllegalAction as error:
        ...     print(error)
        ...     print(error.message_zh)
        seat 0 may not pass: a turn ends with a discard and cannot be passed (TURN-3)
        座位0不能过：轮到自己必须出牌，不能过（TURN-3）
    """

    def __init__(
        self,
        action: object,
        refusal: Refusal,
        state: GameState | TableState,
        words: tuple[str, str],
    ) -> None:
        super().__init__(action, refusal, state, words)
        self.action = action
        self.refusal = refusal
        self.state = state
        self.message = f"{words[0]}: {refusal.en} ({refusal.rule})"
        self.message_zh = f"{words[1]}：{refusal.zh}（{refusal.rule}）"

    def __str__(self) -> str:
        return self.message
