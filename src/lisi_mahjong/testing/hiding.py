"""What a seat may not see, and what something tells: nothing of the one may be in the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields as fields_of_dataclass
from dataclasses import is_dataclass
from functools import lru_cache
from typing import Final

import attrs

from lisi_mahjong.errors import IllegalAction
from lisi_mahjong.melds import MeldKind
from lisi_mahjong.reducer import Step
from lisi_mahjong.seats import check_seat
from lisi_mahjong.state import AwaitingClaims, Finished, GameState, Player, Setup, check_state
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
_ZH_OF_SUITS: Final = re.compile("[一二三四五六七八九][万筒条]")

_CACHED_TEXTS: Final = 1024  # the same words come again and again

SECRET_VALUES: Final = (GameState, TableState, Setup, Shuffle, Step, TableStep, IllegalAction)
"""What holds everybody's secrets, whatever is in it."""


def told_kinds(told: object) -> set[Tile]:
    """Return the kinds of tile that something names, however deep in it.

    Looked through are mappings, lists, tuples, sets, attrs values and dataclasses, and in texts the
    names of tiles: ``5m``, ``123m55z``, ``Tile.M5``, 五万, 🀋; 东南西北白发中 only where the text is
    nothing but one of them. A number names no tile, though a `Tile` is one.

    Raises:
        AssertionError: there is something in it that holds everybody's secrets, such as a
            `GameState`, a `Shuffle` or an `IllegalAction`.

    Example:
        >>> from lisi_mahjong import format_tiles
        >>> told = {"text": "you draw 5m", "tiles": ["12z", Tile.S9], "seat": 3}
        >>> format_tiles(told_kinds(told))
        '5m9s12z'
    """
    found: set[Tile] = set()
    for leaf in _leaves(told):
        if isinstance(leaf, Tile):
            found.add(leaf)
        elif isinstance(leaf, str):
            found |= kinds_in_text(leaf)
        elif isinstance(leaf, bytes | bytearray):
            found |= kinds_in_text(leaf.decode(errors="replace"))
    return found


_WITHOUT_PARTS: Final = frozenset({Tile, str, int, bool, type(None)})


def _leaves(told: object) -> Iterator[object]:
    """Yield what is at the ends of a value, which may hold itself and be of any depth."""
    waiting, met = [told], dict[int, object]()
    while waiting:
        value = waiting.pop()
        if type(value) in _WITHOUT_PARTS:
            yield value
            continue
        if isinstance(value, SECRET_VALUES):
            raise AssertionError(f"a {type(value).__name__} holds everybody's secrets")  # noqa: TRY004 - a test's error
        parts = _parts(value)
        if parts is None:
            yield value
        elif id(value) not in met:
            met[id(value)] = value  # kept, so that no other value gets its number
            waiting += parts


def _parts(value: object) -> list[object] | None:
    """Return what a value consists of; ``None`` for one that has no parts."""
    if isinstance(value, Player):  # its tiles in hand are packed into numbers
        return [value.concealed, value.melds, value.river, value.ting, value.pung_locks]
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray):
        return list(value)
    cls = type(value)
    if attrs.has(cls):
        return [getattr(value, field.name) for field in attrs.fields(cls)]
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields_of_dataclass(value)]
    return None


def _kinds_in_text(text: str) -> frozenset[Tile]:
    names = [
        digit + suit
        for row in _ROWS.findall(text)
        for digits, suit in _GROUPS.findall(row)
        for digit in digits
    ]
    found = {_BY_TEXT[name] for name in names if name in _BY_TEXT}
    found |= {Tile[name] for name in _NAMES.findall(text)}
    found |= {_BY_ZH[name] for name in _ZH_OF_SUITS.findall(text)}
    found |= {_BY_GLYPH[sign] for sign in text if sign in _BY_GLYPH}
    return frozenset(found | ({_BY_ZH[text]} if text in _BY_ZH else set()))


kinds_in_text = lru_cache(_CACHED_TEXTS)(_kinds_in_text)
