"""What a seat may decide: the six actions, with their texts.

An action is a decision by a seat. Drawing, a forced win and the discard of a seat in ting are no
actions but events: the reducer makes them.

The classes check nothing; an action with a wrong field is refused like any other. One object
is kept for each action that a game can see, so legal lists are built without building actions.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import Any, Final, TypeGuard, cast, get_args

import attrs

from lisi_mahjong.errors import NotationError, shorten
from lisi_mahjong.scanning import Scanner
from lisi_mahjong.seats import SEATS, is_seat
from lisi_mahjong.tiles import EACH, SUIT_BITS, SUIT_MASK, TILES, WHITE_SPACE, Tile


@unique
class KongKind(Enum):
    """Which sort of kong an action makes (KONG-1 to KONG-3).

    Attributes:
        en: the English word with its article.
        zh: the Chinese name.

    Example:
        >>> KongKind.ADDED.en, KongKind.ADDED.zh
        ('an added', '补杠')
    """

    MELDED = "melded"
    ADDED = "added"
    CONCEALED = "concealed"

    @property
    def en(self) -> str:
        """The English word with its article."""
        return f"an {self.value}" if self is KongKind.ADDED else f"a {self.value}"

    @property
    def zh(self) -> str:
        """The Chinese name."""
        return {"melded": "明杠", "added": "补杠", "concealed": "暗杠"}[self.value]

    def __repr__(self) -> str:
        return f"KongKind.{self.name}"


@attrs.frozen
class Discard:
    """Discard a loose tile (打牌; TURN-3, STAND-1).

    Example:
        >>> str(Discard(0, Tile.M5))
        '0 discard 5m'
    """

    seat: int
    tile: Tile

    def __str__(self) -> str:
        return f"{self.seat} discard {self.tile}"


@attrs.frozen
class DeclareTing:
    """Declare ting by discarding a standing tile (报听; TING-1).

    Attributes:
        seat: who declares.
        tile: the standing tile that goes.
        face_up: laid face up, under the option ``open_ting`` (TING-3).
        on_wall: put on the wall, under the option ``ting_on_wall`` (TING-4).

    Example:
        >>> str(DeclareTing(0, Tile.M5)), str(DeclareTing(0, Tile.M5, face_up=True))
        ('0 ting 5m', '0 ting 5m up')
    """

    seat: int
    tile: Tile
    face_up: bool = False
    on_wall: bool = False

    def __str__(self) -> str:
        up = " up" if self.face_up else ""
        wall = " wall" if self.on_wall else ""
        return f"{self.seat} ting {self.tile}{up}{wall}"


@attrs.frozen
class Pung:
    """Pung the discard (碰; CLAIM-1).

    Attributes:
        seat: who takes it.
        tile: the kind of the discard.
        standing: how many of the two tiles given are standing ones, 0 to 2 (STAND-5).

    Example:
        >>> str(Pung(1, Tile.M5, 0))
        '1 pung 5m 0'
    """

    seat: int
    tile: Tile
    standing: int

    def __str__(self) -> str:
        return f"{self.seat} pung {self.tile} {self.standing}"


@attrs.frozen
class Kong:
    """Make a kong, of a discard or on one's own turn (杠; KONG-1 to KONG-3).

    Example:
        >>> str(Kong(1, Tile.M5, KongKind.CONCEALED))
        '1 kong 5m concealed'
    """

    seat: int
    tile: Tile
    kind: KongKind

    def __str__(self) -> str:
        kind = self.kind.value if type(self.kind) is KongKind else shorten(self.kind)
        return f"{self.seat} kong {self.tile} {kind}"


@attrs.frozen
class Win:
    """Win on the discard or on the tile just drawn (胡; only with ``forced_win`` off, WIN-2).

    Example:
        >>> str(Win(1))
        '1 win'
    """

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} win"


@attrs.frozen
class Pass:
    """Let the discard go (过; CLAIM-1).

    Example:
        >>> str(Pass(1))
        '1 pass'
    """

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} pass"


Action = Discard | DeclareTing | Pung | Kong | Win | Pass

ACTIONS: Final = frozenset(get_args(Action))
"""The six classes. What inherits from one of them is no action."""

WITH_TILE: Final = frozenset({Discard, DeclareTing, Pung, Kong})
"""Those of them that name a tile."""

# --- one object for each action (indexed by seat, then by tile) ---------------------------

DISCARDS: Final = tuple(tuple(Discard(seat, tile) for tile in TILES) for seat in SEATS)
TINGS: Final = tuple(tuple(DeclareTing(seat, tile) for tile in TILES) for seat in SEATS)
PUNGS: Final = tuple(
    tuple(tuple(Pung(seat, tile, standing) for standing in (0, 1, 2)) for tile in TILES)
    for seat in SEATS
)
KONGS: Final = {
    kind: tuple(tuple(Kong(seat, tile, kind) for tile in TILES) for seat in SEATS)
    for kind in KongKind
}
WINS: Final = tuple(Win(seat) for seat in SEATS)
PASSES: Final = tuple(Pass(seat) for seat in SEATS)


class _Discards(dict[int, tuple[Discard, ...]]):
    """A seat's discards of one suit, by the set of their kinds; at most 512 for a suit."""

    def __init__(self, seat: int, suit: int) -> None:
        super().__init__()
        self._row = DISCARDS[seat][9 * suit : 9 * suit + 9]

    def __missing__(self, kinds: int) -> tuple[Discard, ...]:
        made = tuple([each for place, each in enumerate(self._row) if kinds >> 4 * place & 1])
        self[kinds] = made
        return made


_DISCARDS_OF: Final = tuple(tuple([_Discards(seat, suit) for suit in range(4)]) for seat in SEATS)


def discards_of(seat: int, loose: int) -> tuple[Discard, ...]:
    """Return a discard of each kind of a counted set, sorted.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> [str(action) for action in discards_of(1, counted(parse_tiles("5566m7z")))]
        ['1 discard 5m', '1 discard 6m', '1 discard 7z']
    """
    kinds = (loose | loose >> 1 | loose >> 2) & EACH  # no count is above four
    in_m, in_p, in_s, in_z = _DISCARDS_OF[seat]
    return (
        *in_m[kinds & SUIT_MASK],
        *in_p[kinds >> SUIT_BITS & SUIT_MASK],
        *in_s[kinds >> 2 * SUIT_BITS & SUIT_MASK],
        *in_z[kinds >> 3 * SUIT_BITS],
    )


# --- checks and texts ---------------------------------------------------------------------


def is_pung_choice(value: object) -> bool:
    """Return whether a value is a number of standing tiles that a pung can give.

    Example:
        >>> is_pung_choice(2), is_pung_choice(3), is_pung_choice(True)
        (True, False, False)
    """
    return type(value) is int and 0 <= value <= 2  # noqa: PLR2004 - a pung takes two tiles


def has_good_fields(action: Action) -> bool:
    """Return whether the fields other than seat and tile have the right types.

    Example:
        >>> has_good_fields(Pung(0, Tile.M1, 2)), has_good_fields(Pung(0, Tile.M1, True))
        (True, False)
        >>> has_good_fields(Win(0))  # it has no other
        True
    """
    match action:
        case DeclareTing():
            return {type(action.face_up), type(action.on_wall)} == {bool}
        case Pung():
            return is_pung_choice(action.standing)
        case Kong():
            return type(action.kind) is KongKind
        case _:  # Discard, Win, Pass
            return True


def is_action(value: object) -> TypeGuard[Action]:
    """Return whether something is an action, with a seat, a tile and all else as they can be.

    Example:
        >>> is_action(Discard(0, Tile.M5)), is_action("0 discard 5m"), is_action(Discard(7, 7))
        (True, False, False)
    """
    kind = type(value)
    if kind not in ACTIONS:
        return False
    action = cast("Action", value)
    return (
        is_seat(action.seat)
        and (kind not in WITH_TILE or type(action.tile) is Tile)  # type: ignore[union-attr]
        and has_good_fields(action)
    )


def describe(action: Action, *, chinese: bool = False) -> str:
    """Return an action in words, for a button or a log; the seat is not named.

    Args:
        action: any action; what is none, or a field of a wrong type, is shown as it is.
        chinese: write Chinese, not English.

    Example:
        >>> describe(Pung(1, Tile.M5, 1)), describe(Pung(1, Tile.M5, 1), chinese=True)
        ('pung 5m with 1 standing tile', '碰五万（用1张立牌）')
        >>> describe(Kong(1, Tile.M5, KongKind.ADDED), chinese=True)
        '补杠五万'
    """
    if type(action) not in ACTIONS:
        return shorten(action)
    tile = getattr(action, "tile", None)
    name = shorten(tile)
    if type(tile) is Tile:
        name = tile.zh if chinese else str(tile)
    match action:
        case Discard():
            return f"打{name}" if chinese else f"discard {name}"
        case DeclareTing():
            return _describe_ting(action, name, chinese=chinese)
        case Pung():
            given = shorten(action.standing)
            plural = "" if given == "1" else "s"
            if chinese:
                return f"碰{name}（用{given}张立牌）"
            return f"pung {name} with {given} standing tile{plural}"
        case Kong():
            kind = action.kind
            if type(kind) is not KongKind:
                text = shorten(kind)
                return f"杠{name}（{text}）" if chinese else f"make a {text} kong of {name}"
            return f"{kind.zh}{name}" if chinese else f"make {kind.en} kong of {name}"
        case Win():
            return "胡牌" if chinese else "win"
        case _:  # Pass
            return "过" if chinese else "pass"


def _describe_ting(action: DeclareTing, name: str, *, chinese: bool) -> str:
    places: tuple[tuple[str, object, tuple[str, str]], ...] = (
        ("face_up", action.face_up, ("face up", "明听")),
        ("on_wall", action.on_wall, ("on the wall", "上架")),
    )
    notes = [
        words[bool(chinese)] if there is True else f"{field}={shorten(there)}"
        for field, there, words in places
        if there is not False
    ]
    if chinese:
        return f"用{name}报听" + (f"（{'，'.join(notes)}）" if notes else "")
    return " ".join([f"declare ting with {name}", *notes])


def in_words(action: Any) -> tuple[str, str]:  # noqa: ANN401 - anything
    """Return what is refused, in English and in Chinese, naming the seat and the action.

    Works for whatever somebody hands in as an action.

    Example:
        >>> in_words(Discard(1, Tile.M5))
        ('seat 1 may not discard 5m', '座位1不能打五万')
        >>> in_words(7)
        ('7 is not accepted', '不接受7')
        >>> in_words("1 pass")[0]
        "the text '1 pass' is not accepted, only what parse_action reads from it"
    """
    if type(action) in ACTIONS and is_seat(seat := action.seat):
        return (
            f"seat {seat} may not {describe(action)}",
            f"座位{seat}不能{describe(action, chinese=True)}",
        )
    return not_accepted(action, "parse_action")


def not_accepted(action: object, parser: str) -> tuple[str, str]:
    """Return, in English and in Chinese, that something is taken for no action.

    Args:
        action: whatever somebody handed in.
        parser: the name of the function that reads an action from a text.

    Example:
        >>> print(*not_accepted("1 pass", "parse_action"), sep=chr(10))
        the text '1 pass' is not accepted, only what parse_action reads from it
        不接受文字'1 pass'，请先用parse_action读成动作
    """
    found = shorten(action)
    if isinstance(action, str):
        return (
            f"the text {found} is not accepted, only what {parser} reads from it",
            f"不接受文字{found}，请先用{parser}读成动作",
        )
    return f"{found} is not accepted", f"不接受{found}"


def parse_action(text: str) -> Action:
    """Return the action that a text names; ``parse_action(str(action)) == action``.

    The texts, of one space between words: ``0 discard 5m``, ``0 ting 5m``, ``0 ting 5m up wall``,
    ``1 pung 5m 2``, ``1 kong 5m melded|added|concealed``, ``1 win``, ``1 pass``.

    Raises:
        NotationError: anything else.

    Example:
        >>> parse_action("1 pung 5m 2")
        Pung(seat=1, tile=Tile.M5, standing=2)
    """
    if not isinstance(text, str):
        raise NotationError(text, 0, "an action such as '0 discard 5m'")
    scan = Scanner(text)
    seat = scan.seat()
    scan.space(_VERB)
    verb = scan.one_of(_VERBS)
    if verb in _BARE:
        action: Action = _BARE[verb][seat]
    else:
        scan.space("a tile")
        action = _read_tail(scan, seat, verb, scan.tile())
    scan.end()
    return action


_BARE: Final[dict[str, tuple[Win, ...] | tuple[Pass, ...]]] = {"win": WINS, "pass": PASSES}
_VERBS: Final = ("discard", "ting", "pung", "kong", *_BARE)
_VERB: Final = f"one of {' '.join(_VERBS)}"
_TING_TAILS: Final = {
    (): (False, False),
    ("up",): (True, False),
    ("wall",): (False, True),
    ("up", "wall"): (True, True),
}
_TING_TAIL: Final = "nothing, or one of up, wall, up wall"
_STANDING: Final = "the number of standing tiles, 0, 1 or 2"
_KONG_KINDS: Final = {kind.value: kind for kind in KongKind}


def _read_tail(scan: Scanner, seat: int, verb: str, tile: Tile) -> Action:
    """Return the action once seat, verb and tile are read."""
    if verb == "discard":
        return DISCARDS[seat][tile]
    if verb == "ting":
        tail = scan.text[scan.position :].rstrip(WHITE_SPACE)
        glued, *words = tail.split(" ")
        if glued or tuple(words) not in _TING_TAILS:
            scan.space(_TING_TAIL)
            scan.fail(_TING_TAIL)
        scan.position += len(tail)
        return DeclareTing(seat, tile, *_TING_TAILS[tuple(words)])
    if verb == "pung":
        scan.space(_STANDING)
        return PUNGS[seat][tile][scan.digit("012", _STANDING)]
    scan.space(f"one of {' '.join(_KONG_KINDS)}")
    return KONGS[_KONG_KINDS[scan.one_of(_KONG_KINDS)]][seat][tile]
