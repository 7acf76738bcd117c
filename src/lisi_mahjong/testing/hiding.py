"""What a seat may not see, and what something tells: nothing of the one may be in the other."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields as fields_of_dataclass
from dataclasses import is_dataclass
from functools import lru_cache
from typing import Any, Final, Self, cast

import attrs

from lisi_mahjong.canonical_json import MAX_DIGITS
from lisi_mahjong.errors import IllegalAction, InvalidStateError, shorten
from lisi_mahjong.hands import Hand
from lisi_mahjong.melds import MeldKind
from lisi_mahjong.reducer import Step
from lisi_mahjong.seats import check_seat
from lisi_mahjong.state import AwaitingClaims, Finished, GameState, Player, Setup, check_state
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table import TableStep
from lisi_mahjong.table_state import TableState
from lisi_mahjong.tiles import COPIES, TILES, Tile
from lisi_mahjong.wall import WALL_SIZE, Shuffle

# --- what is hidden -----------------------------------------------------------------------


def hidden_tiles(state: GameState, viewer: int | None) -> Counter[Tile]:
    """Return all tiles that a seat, or a spectator, does not see, each as often as it is there.

    They are counted place by place (VIEW-2, VIEW-3): the wall, hands, face-down ting tiles and
    concealed kongs.

    Args:
        state: the deal.
        viewer: 0 to 3; ``None`` for a spectator.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``viewer`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import deal
        >>> hidden = hidden_tiles(deal(Shuffle.from_seed(7)), 0)
        >>> hidden.total(), hidden[Tile.M6], hidden[Tile.M1]
        (122, 3, 4)
    """
    check_state(state)
    if viewer is not None:
        check_seat(viewer)
    hidden = Counter(wall_left(state))
    stage = state.stage
    if isinstance(stage, Finished):
        return hidden
    for seat, player in enumerate(state.players):
        if seat == viewer:
            continue
        hidden.update(player.concealed)
        if player.ting is not None and not player.ting.face_up:
            hidden[player.ting.tile] += 1
        if not state.rules.show_concealed_kongs:
            kongs = [meld for meld in player.melds if meld.kind is MeldKind.CONCEALED_KONG]
            hidden.update(tile for meld in kongs for tile in meld.tiles)
        if isinstance(stage, AwaitingClaims) and stage.robbing and stage.discarder == seat:
            hidden[stage.tile] -= 1  # it lies in the hand yet, and all have seen it (KONG-8)
    return hidden


def wall_left(state: GameState) -> list[Tile]:
    """Return the tiles that the wall still holds, in draw order (WALL-5).

    Example:
        >>> from lisi_mahjong import deal
        >>> len(wall_left(deal(Shuffle.from_seed(7))))
        83
    """
    gone = {134 - 2 * (number // 2) + number % 2 for number in range(state.kongs)}
    gone.update(range(WALL_SIZE - state.kongs - state.remaining))
    wall = state.setup.wall
    return [wall[place] for place in range(WALL_SIZE) if place not in gone][: state.remaining]


def secret_kinds(state: GameState, viewer: int | None) -> set[Tile]:
    """Return the kinds of which a seat, or a spectator, sees no copy at all.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        SeatError: ``viewer`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import deal
        >>> len(secret_kinds(deal(Shuffle.from_seed(7)), 0))
        20
    """
    hidden = hidden_tiles(state, viewer)
    return {tile for tile in TILES if hidden[tile] == COPIES}


# --- what is told -------------------------------------------------------------------------

_ROWS: Final = re.compile(r"(?<![A-Za-z0-9])(?:[1-9]+[mpsz])+(?![A-Za-z0-9])")
_GROUPS: Final = re.compile("([1-9]+)([mpsz])")
_NAMES: Final = re.compile(rf"\b(?:{'|'.join(Tile.__members__)})\b")
_BY_TEXT: Final = {str(tile): tile for tile in TILES}
_BY_ZH: Final = {tile.zh: tile for tile in TILES}
_BY_GLYPH: Final = {tile.glyph: tile for tile in TILES}
_ZH_OF_SUITS: Final = re.compile("[一二三四五六七八九][万筒条]|(?<![0-9.])[1-9][万筒条]")
_ZH_DIGITS: Final = str.maketrans("123456789", "一二三四五六七八九")
_SIMPLIFIED: Final = str.maketrans("萬條東發饼餅索", "万条东发筒筒条")
_HONOURS: Final = {
    "east wind": Tile.EAST,
    "south wind": Tile.SOUTH,
    "west wind": Tile.WEST,
    "north wind": Tile.NORTH,
    "white dragon": Tile.WHITE,
    "green dragon": Tile.GREEN,
    "red dragon": Tile.RED,
}
_NAMES_OF_HONOURS: Final = re.compile(rf"\b(?:{'|'.join(_HONOURS)})s?\b")

_CACHED_TEXTS: Final = 1024  # the same words come again and again

SECRET_VALUES: Final = (GameState, TableState, Setup, Shuffle, Step, TableStep, IllegalAction)
"""What holds everybody's secrets, whatever is in it."""


def told_kinds(told: object) -> set[Tile]:
    """Return the kinds of tile that something names, however deep in it.

    Looked through are mappings, lists, tuples, sets, attrs values and dataclasses, and texts of
    JSON and JSON lines, however deep. These name a tile:

    - a `Tile`;
    - in a text: ``5m``, ``123m55z``, ``M5``, ``Tile.M5``, 五万, 5万, 五萬, 5萬, 八饼, 八索,
      🀋, or ``white dragon``, ``East Wind`` and so on; 东南西北白发中 (東, 發) where nothing else
      is in it;
    - fields ``suit`` and ``rank``: ``{"suit": "m", "rank": 5}``;
    - a field ``tile`` with a number from 0 to 33, or a field ``tiles`` with a list of them: a
      `Tile` is such a number, and JSON writes it so.

    Nothing else does: no number elsewhere and none of another order, no pair ``["m", 5]`` and no
    ``m5`` (``p1`` may well be a player), no ``5 m``, no other language.

    Raises:
        AssertionError: there is something in it that holds everybody's secrets, such as a
            `GameState`, a `Shuffle` or an `IllegalAction`.

    Example:
        >>> from lisi_mahjong import format_tiles
        >>> told = {"text": "you draw 5m", "tiles": ["12z", Tile.S9], "seat": 3}
        >>> format_tiles(told_kinds(told))
        '5m9s12z'
    """
    return set(told_kinds_and_seeds(told)[0])


@attrs.frozen
class Public:
    """What everybody may know of a table, whatever is hidden in its deal (VIEW-3, VIEW-4).

    Attributes:
        names: of all people who sit or have played there.
        values: what came of the deals that were played, and the JSON of it.
    """

    names: frozenset[str]
    values: tuple[object, ...]

    @classmethod
    def of(cls, table: TableState) -> Self:
        """Return what is public at a table, beside the deal that is played."""
        names = {name for name in table.names if name is not None} | set(dict(table.accounts))
        values: list[object] = []
        for summary in table.history:
            names.update(summary.names)
            whole = summary_as_json(summary)
            values += [summary, summary.result, summary.settlement]
            values += [whole, whole["result"], whole["settlement"]]
        return cls(frozenset(names), tuple(values))

    def has(self, value: object) -> bool:
        """Return whether something is one of these names or values, and no more than that."""
        if type(value) is str:
            return value in self.names
        return any(type(value) is type(each) and value == each for each in self.values)


def told_kinds_and_seeds(
    told: object, public: Public | None = None
) -> tuple[dict[Tile, object], list[int | str | bytes]]:
    """Return the kinds of tile that something names, with what does, and all that it calls a seed.

    Args:
        told: anything.
        public: what is passed over; ``None`` for nothing.

    Raises:
        AssertionError: there is something in it that holds everybody's secrets.

    Example:
        >>> told_kinds_and_seeds({"tile": "5m", "deal": {"seed": 7}})
        ({Tile.M5: '5m'}, [7])
    """
    found: dict[Tile, object] = {}
    seeds: list[int | str | bytes] = []
    for leaf, sown in _leaves(told, public):
        if isinstance(leaf, Tile):
            found.setdefault(leaf, leaf)
        elif isinstance(leaf, str):
            for tile in kinds_in_text(leaf):
                found[tile] = leaf  # a text says more than a tile
        if sown and type(leaf) in (int, str, bytes):
            seeds.append(cast("int | str | bytes", leaf))
    return found, seeds


def excerpt(told: object, tile: Tile) -> str:
    """Return the words that name a tile: a few characters of a long text.

    Example:
        >>> excerpt("you should get 9s! " + "and so on " * 20, Tile.S9)
        "'you should get 9s! and so on and so on a'"
    """
    if isinstance(told, str):
        for start in range(0, len(told), _AROUND):
            words = told[start : start + 2 * _AROUND]
            if tile in kinds_in_text(words):
                return shorten(words)
    return shorten(told)


_AROUND: Final = 20  # characters before and behind a tile, or fewer


def is_seed_of(seed: int | str | bytes, state: GameState) -> bool:
    """Return whether the wall of a deal is made from a seed, or from one that is written so.

    A seed may be written as its text, or as records do: a number in decimal, bytes in hexadecimal.

    Example:
        >>> from lisi_mahjong import deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> is_seed_of(7, state), is_seed_of("7", state), is_seed_of(8, state)
        (True, True, False)
        >>> is_seed_of("6162", deal(Shuffle.from_seed(b"ab")))
        True
    """
    if isinstance(seed, int) and seed.bit_length() > _BITS_OF_SEEDS:
        return False
    text = seed.decode(errors="replace") if isinstance(seed, bytes) else str(seed)
    tried: list[int | str | bytes] = [seed, text, text.encode(errors="replace")]
    if text.removeprefix("-").isdecimal() and len(text) <= MAX_DIGITS:
        tried.append(int(text))
    with suppress(ValueError):  # it is not hexadecimal
        tried.append(bytes.fromhex(text))
    for each in tried:
        try:
            shuffle = Shuffle.from_seed(each)
        except InvalidStateError:  # a text that cannot be encoded
            continue
        if shuffle.layout == state.shuffle.layout:
            return True
    return False


_BITS_OF_SEEDS: Final = 1900  # of ints of at most 600 digits, whose text Python writes


_WITHOUT_PARTS: Final = frozenset({Tile, str, int, bool, type(None)})

_Part = tuple[object, bool]
"""A part of what is told, and whether it is in a field that is called a seed."""


def _leaves(told: object, public: Public | None) -> Iterator[_Part]:
    """Yield what is at the ends of a value, which may hold itself and be of any depth."""
    waiting: list[_Part] = [(told, False)]
    met = dict[tuple[int, bool], object]()
    while waiting:
        part = waiting.pop()
        value, sown = part
        if public is not None and not sown and public.has(value):
            continue
        if type(value) is str:
            read, rest = _read_json(value)
            waiting += [(each, sown) for each in read]
            yield value if public is None else rest, sown  # what was read may be public
            continue
        if type(value) in _WITHOUT_PARTS:
            yield part
            continue
        if isinstance(value, bytes | bytearray):
            waiting.append((value.decode(errors="replace"), sown))
            if sown:
                yield bytes(value), sown
            continue
        if isinstance(value, SECRET_VALUES):
            raise AssertionError(f"a {type(value).__name__} holds everybody's secrets")  # noqa: TRY004 - a test's error
        parts = _parts(value, sown=sown)
        if parts is None:
            yield part
        elif (id(value), sown) not in met:
            met[id(value), sown] = value  # kept, so that no other value gets its number
            waiting += parts


def _parts(value: object, *, sown: bool) -> list[_Part] | None:
    """Return what a value consists of; ``None`` for one that has no parts."""
    if isinstance(value, Player):  # its tiles in hand are packed into numbers
        value = [value.concealed, value.melds, value.river, value.ting, value.pung_locks]
    elif isinstance(value, Hand):  # its tiles are packed into numbers too
        value = [value.concealed, value.melds]
    if isinstance(value, Mapping):
        return [*((key, sown) for key in value), *_by_name(value, sown=sown)]
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [(each, sown) for each in value]
    cls = type(value)
    if attrs.has(cls):
        named = {field.name: getattr(value, field.name) for field in attrs.fields(cls)}
    elif is_dataclass(value):
        named = {field.name: getattr(value, field.name) for field in fields_of_dataclass(value)}
    else:
        return None
    return list(_by_name(named, sown=sown))


def _by_name(fields: Mapping[Any, Any], *, sown: bool) -> Iterator[_Part]:
    """Yield what is in fields, and the tiles that they tell by a number."""
    for name, value in fields.items():
        yield value, sown or "seed" in str(name).casefold()
        if name == "rank" and type(value) is int and "suit" in fields:
            suit = fields["suit"]
            yield _BY_TEXT.get(f"{value}{'z' if suit is None else suit}"), False
        elif name in ("tile", "tiles"):
            numbers = (
                [value] if name == "tile" else value if isinstance(value, list | tuple) else []
            )
            for each in numbers:
                if type(each) is int and 0 <= each < len(TILES):
                    yield TILES[each], False


def _read_json(text: str) -> tuple[list[object], str]:
    """Return what a text tells that is JSON, or lines of it, and the rest of the text."""
    if "{" not in text and "[" not in text:
        return [], text
    for pieces in ([text], text.splitlines()):
        found, rest = [], []
        for piece in pieces:
            try:
                if piece.lstrip()[:1] not in ("{", "["):
                    raise ValueError  # noqa: TRY301 - it is no JSON either
                found.append(json.loads(piece, object_pairs_hook=_all_pairs))
            except (ValueError, RecursionError):  # it is no JSON, or what nobody can read
                rest.append(piece)
        if found:
            return found, "\n".join(rest)
    return [], text


def _all_pairs(pairs: list[tuple[str, object]]) -> object:
    """Return an object of JSON; where a key comes twice, all that is said."""
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else [{key: value} for key, value in pairs]


def _kinds_in_text(text: str) -> frozenset[Tile]:
    names = [
        digit + suit
        for row in _ROWS.findall(text)
        for digits, suit in _GROUPS.findall(row)
        for digit in digits
    ]
    found = {_BY_TEXT[name] for name in names if name in _BY_TEXT}
    found |= {Tile[name] for name in _NAMES.findall(text)}
    text = text.translate(_SIMPLIFIED)
    found |= {_BY_ZH[name.translate(_ZH_DIGITS)] for name in _ZH_OF_SUITS.findall(text)}
    found |= {
        _HONOURS[name.removesuffix("s")] for name in _NAMES_OF_HONOURS.findall(text.casefold())
    }
    found |= {_BY_GLYPH[sign] for sign in text if sign in _BY_GLYPH}
    return frozenset(found | ({_BY_ZH[text]} if text in _BY_ZH else set()))


kinds_in_text = lru_cache(_CACHED_TEXTS)(_kinds_in_text)
