"""What can be done at a table: six actions, their texts and their words (TABLE-6)."""

from __future__ import annotations

from typing import Any, Final

import attrs

from lisi_mahjong.actions import Action, describe, in_words, is_action, not_accepted, parse_action
from lisi_mahjong.errors import NotationError, shorten
from lisi_mahjong.scanning import Scanner
from lisi_mahjong.seats import is_seat
from lisi_mahjong.wall import Shuffle

MAX_NAME: Final = 100
"""No name has more characters (TABLE-5)."""


@attrs.frozen
class Sit:
    """Sit down at an empty seat (入座; TABLE-4).

    Attributes:
        seat: the seat.
        name: who sits down; see `is_name`.

    Example:
        >>> str(Sit(0, "Ann"))
        '0 sit Ann'
    """

    seat: int
    name: str

    def __str__(self) -> str:
        return f"{self.seat} sit {self.name}"


@attrs.frozen
class Ready:
    """Be ready for the next deal (准备; TABLE-1).

    Example:
        >>> str(Ready(0))
        '0 ready'
    """

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} ready"


@attrs.frozen
class Unready:
    """Be ready no longer (取消准备; TABLE-2).

    Example:
        >>> str(Unready(0))
        '0 unready'
    """

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} unready"


@attrs.frozen
class Leave:
    """Leave the table (离开), which ends the game (TABLE-3).

    Example:
        >>> str(Leave(0))
        '0 leave'
    """

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} leave"


@attrs.frozen
class StartDeal:
    """Start a deal (开局): the table does so, when all four are ready (TABLE-1).

    Attributes:
        shuffle: all that is random in the deal; it holds every secret.

    Example:
        >>> str(StartDeal(Shuffle.from_seed(7)))
        'start'
    """

    shuffle: Shuffle

    def __str__(self) -> str:
        return "start"


@attrs.frozen
class Play:
    """Play an action of the deal.

    Attributes:
        action: a decision of the seat that it names.

    Example:
        >>> from lisi_mahjong import Discard, Tile
        >>> play = Play(Discard(0, Tile.M5))
        >>> str(play), play.seat
        ('0 discard 5m', 0)
    """

    action: Action

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.action.seat

    def __str__(self) -> str:
        return str(self.action)


TableAction = Sit | Ready | Unready | Leave | StartDeal | Play

# --- names --------------------------------------------------------------------------------

_CONTROLS: Final = frozenset(map(chr, (*range(32), *range(127, 160))))


def is_name(value: object) -> bool:
    r"""Return whether a value can be somebody's name (TABLE-5).

    That is a plain text of 1 to 100 characters of Unicode, none of them a control character.

    Example:
        >>> is_name("Ann Lee"), is_name("丁"), is_name(""), is_name("a\nb"), is_name(7)
        (True, True, False, False, False)
    """
    if type(value) is not str or not 1 <= len(value) <= MAX_NAME:
        return False
    return _CONTROLS.isdisjoint(value) and not any("\ud800" <= sign <= "\udfff" for sign in value)


# --- words and texts ----------------------------------------------------------------------


def describe_table_action(action: TableAction, *, chinese: bool = False) -> str:
    """Return an action at a table in words, for a button or a log; the seat is not named.

    Args:
        action: any action; what is none, or a name of a wrong type, is shown as it is.
        chinese: write Chinese, not English.

    Example:
        >>> describe_table_action(Ready(0)), describe_table_action(Ready(0), chinese=True)
        ('be ready', '准备')
        >>> describe_table_action(Sit(0, "丁")), describe_table_action(Sit(0, "丁"), chinese=True)
        ("sit down as '丁'", "以'丁'之名入座")
    """
    if type(action) is Sit:
        name = shorten(action.name)
        return f"以{name}之名入座" if chinese else f"sit down as {name}"
    if type(action) is Play:
        return describe(action.action, chinese=chinese)
    return _WORDS[type(action)][bool(chinese)] if type(action) in _WORDS else shorten(action)


_WORDS: Final[dict[type, tuple[str, str]]] = {
    Ready: ("be ready", "准备"),
    Unready: ("be ready no longer", "取消准备"),
    Leave: ("leave the table", "离开"),
    StartDeal: ("start a deal", "开局"),
}


def table_action_in_words(action: Any) -> tuple[str, str]:  # noqa: ANN401 - anything
    """Return what is refused at a table, in English and in Chinese.

    Works for whatever somebody hands in as an action.

    Example:
        >>> table_action_in_words(Ready(1))
        ('seat 1 may not be ready', '座位1不能准备')
        >>> table_action_in_words(StartDeal(Shuffle.from_seed(7)))
        ('the deal may not start', '不能开局')
        >>> table_action_in_words("0 ready")[0]
        "the text '0 ready' is not accepted, only what parse_table_action reads from it"
        >>> table_action_in_words(parse_action("1 pass"))[0]
        "the action '1 pass' of a deal is not accepted, only a Play of it"
    """
    if type(action) is Play:
        return in_words(action.action)
    if type(action) is StartDeal:
        return "the deal may not start", "不能开局"
    if (type(action) is Sit or type(action) in _WORDS) and is_seat(seat := action.seat):
        return (
            f"seat {seat} may not {describe_table_action(action)}",
            f"座位{seat}不能{describe_table_action(action, chinese=True)}",
        )
    if is_action(action):
        return (
            f"the action '{action}' of a deal is not accepted, only a Play of it",
            f"不接受本局的动作'{action}'，请先放进Play",
        )
    return not_accepted(action, "parse_table_action")


_BARE: Final[dict[str, type[Ready | Unready | Leave]]] = {
    "ready": Ready,
    "unready": Unready,
    "leave": Leave,
}
_VERBS: Final = ("sit", *_BARE, "discard", "ting", "pung", "kong", "win", "pass")
_VERB: Final = f"one of {' '.join(_VERBS)}"
_NAME: Final = f"a name of 1 to {MAX_NAME} characters, none of them a control character"


def parse_table_action(text: str) -> TableAction:
    """Return the action that a text names; ``parse_table_action(str(action)) == action``.

    The texts: ``0 sit Ann``, the name being all that follows; ``0 ready``, ``0 unready``,
    ``0 leave``; and those of `parse_action`, which are a `Play`. The text of a `StartDeal` is not
    read: no player sends it, and it does not say the shuffle.

    Raises:
        NotationError: anything else.

    Example:
        >>> parse_table_action("0 sit Ann Lee")
        Sit(seat=0, name='Ann Lee')
        >>> parse_table_action("0 discard 5m")
        Play(action=Discard(seat=0, tile=Tile.M5))
    """
    if not isinstance(text, str):
        raise NotationError(text, 0, "an action such as '0 ready'")
    scan = Scanner(text)
    seat = scan.seat()
    scan.space(_VERB)
    verb = scan.one_of(_VERBS)
    if verb == "sit":
        scan.space(_NAME)
        name = text[scan.position :]
        if not is_name(name):
            head = name[:MAX_NAME]
            wrong = (place for place, sign in enumerate(head) if not is_name(sign))
            scan.fail(_NAME, scan.position + next(wrong, len(head)))
        return Sit(seat, name)
    if verb in _BARE:
        scan.end()
        return _BARE[verb](seat)
    return Play(parse_action(text))
