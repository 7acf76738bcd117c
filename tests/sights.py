"""What a seat sees and what it does not, told from the full state; and all that a seat is given.

Nothing here asks the package what is visible: the hidden tiles are collected place by place, and
what is given to a seat is searched by other means than those by which it was made.
"""

from __future__ import annotations

import builtins
import io
import json
import pickle
import pickletools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

import attrs

from anatomy import COPIES, fields_of
from lisi_mahjong import (
    Action,
    AwaitingClaims,
    Finished,
    GameState,
    IllegalAction,
    MeldKind,
    Player,
    Refusal,
    SeatView,
    TableSeatEvent,
    Tile,
    apply,
    event_as_json,
    explain,
    legal_actions,
    read_event,
    view,
)
from offers import every_action

Viewer = int | None
VIEWERS: tuple[Viewer, ...] = (0, 1, 2, 3, None)
"""The four seats and the spectator."""

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


# --- what is hidden -----------------------------------------------------------------------


def wall_places(state: GameState) -> list[int]:
    """Return the places of the draw order that still hold a tile."""
    if not state.remaining:
        return []
    replaced = [134 - 2 * (number // 2) + number % 2 for number in range(state.kongs)]
    drawn = range(136 - state.kongs - state.remaining)
    places = sorted({*range(136)}.difference(drawn, replaced))
    assert len(places) == state.remaining
    return places


def wall_tiles(state: GameState) -> list[Tile]:
    """Return the tiles that the wall still holds, from the head to the tail."""
    return [state.setup.wall[place] for place in wall_places(state)]


def hidden_tiles(state: GameState, viewer: Viewer) -> Counter[Tile]:
    """Return every tile that a viewer cannot see, place by place (VIEW-2, VIEW-3)."""
    hidden = Counter(wall_tiles(state))
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
            for meld in player.melds:
                hidden[meld.tile] += 4 * (meld.kind is MeldKind.CONCEALED_KONG)
        if isinstance(stage, AwaitingClaims) and stage.robbing and stage.discarder == seat:
            hidden[stage.tile] -= 1  # it has been shown (KONG-8)
    return hidden


def wholly_hidden(state: GameState, viewer: Viewer) -> set[Tile]:
    """Return the kinds of which a viewer sees no copy at all."""
    return {tile for tile, copies in hidden_tiles(state, viewer).items() if copies == 4}


# --- tiles in texts -----------------------------------------------------------------------

_BY_TEXT = {str(tile): tile for tile in Tile}
_BY_ZH = {tile.zh: tile for tile in Tile}
_BY_GLYPH = {tile.glyph: tile for tile in Tile}
_GROUPS = re.compile(r"([1-9]+)([mpsz])(?![A-Za-z])")
_NAMES = re.compile(rf"\b({'|'.join(Tile.__members__)})\b")
_ZH = re.compile("|".join(sorted(_BY_ZH, key=len, reverse=True)))
_REASONS = re.compile("|".join(re.escape(refusal.zh) for refusal in Refusal))


def kinds_in_text(text: str) -> set[Tile]:
    """Return the kinds that a text names: ``123m``, ``五万``, a glyph, or ``Tile.M5``.

    The reasons of refusals are left out: they are the same for all tiles.
    """
    text = _REASONS.sub("", text)
    found = {_BY_TEXT[digit + suit] for group, suit in _GROUPS.findall(text) for digit in group}
    found |= {Tile[name] for name in _NAMES.findall(text)}
    found |= {_BY_ZH[name] for name in _ZH.findall(text)}
    return found | {_BY_GLYPH[char] for char in text if char in _BY_GLYPH}


# --- tiles in values ----------------------------------------------------------------------


def leaves(value: object) -> Iterator[object]:
    """Yield everything at the ends of a value, as often as it is there."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(key)
            yield from leaves(item)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from leaves(item)
    elif attrs.has(type(value)):
        for name in fields_of(value):
            yield from leaves(getattr(value, name))
    else:
        yield value


def kinds_in_value(value: object) -> set[Tile]:
    """Return the kinds that a value holds as tiles or names in texts, however deep.

    A number that could be a packed set of tiles is not let through.
    """
    found: set[Tile] = set()
    for leaf in leaves(value):
        if isinstance(leaf, Tile):
            found.add(leaf)
        elif isinstance(leaf, str | bytes):
            found |= kinds_in_text(leaf if isinstance(leaf, str) else leaf.decode("latin-1"))
        elif isinstance(leaf, int):
            assert 0 <= leaf <= 136, leaf
        else:
            assert leaf is None or isinstance(leaf, Enum), type(leaf)
    return found


def tiles_in_value(value: object) -> Counter[Tile]:
    """Return the tiles that a value holds, each as often as it is there."""
    return Counter(leaf for leaf in leaves(value) if isinstance(leaf, Tile))


# --- tiles in pickles ---------------------------------------------------------------------


def kinds_in_pickle(data: bytes) -> set[Tile]:
    """Return the kinds that a pickle holds as tiles or names in texts."""
    reader = _PickleReader(io.BytesIO(data))
    reader.load()
    found = set(reader.found)
    for opcode, argument, _ in pickletools.genops(data):
        if isinstance(argument, str) and opcode.name not in {"GLOBAL", "INST"}:
            found |= kinds_in_text(argument)
        elif type(argument) is int and "PUT" not in opcode.name and "GET" not in opcode.name:
            assert opcode.name in {"PROTO", "FRAME"} or 0 <= argument <= 136, opcode.name
    return found


class _PickleReader(pickle.Unpickler):
    """Reads a pickle and notes every tile that is made on the way."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.found: set[Tile] = set()

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as in pickle
        """Return what is named, wrapped when it makes tiles."""
        value = super().find_class(module, name)
        return self._noting(value) if value in {Tile, builtins.getattr} else value

    def _noting(self, make: Callable[..., object]) -> Callable[..., object]:
        def made(*arguments: object) -> object:
            value = make(*(Tile if argument is made else argument for argument in arguments))
            if isinstance(value, Tile):
                self.found.add(value)
            return value

        return made


# --- what a seat is given -----------------------------------------------------------------

METHODS = {"as_json", "own_player", "thrown_since_ting"}
"""The methods of a view; everything else that is public in it is a plain attribute."""

COUNTS = {"unseen", "unseen_set"}
"""Attributes that tell of all kinds, seen or not."""


def public_parts(seen: SeatView) -> dict[str, object]:
    """Return everything public of a view, fields and properties alike."""
    names = {name for name in dir(seen) if not name.startswith("_")}
    return {name: getattr(seen, name) for name in sorted(names - METHODS - COUNTS)}


def given(state: GameState, viewer: Viewer) -> dict[str, object]:
    """Return all that a viewer is given of a state, but for pickles, copies and refusals."""
    seen = view(state, viewer)
    things: dict[str, object] = {
        "view": seen,
        "unseen": seen.unseen,
        "thrown": [seen.thrown_since_ting(seat) for seat in range(4)],
        "json": json.dumps(seen.as_json(), ensure_ascii=False),
        "texts": [repr(seen), str(seen), f"{seen}", ascii(seen)],
        **public_parts(seen),
    }
    if viewer is not None:
        things["own"] = seen.own_player()
        things["legal"] = legal_actions(state, viewer)
        things["explained"] = [explain(state, viewer), explain(state, viewer, chinese=True)]
    return things


def kinds_given(state: GameState, viewer: Viewer) -> dict[str, set[Tile]]:
    """Return the kinds in all that a viewer is given of a state, by what it is in.

    Left out are counts of unseen tiles, which name all kinds, and what the viewer itself waits for.
    """
    things = given(state, viewer)
    del things["unseen"]
    own = things.pop("own", None)
    assert own is None or isinstance(own, Player)
    found = {name: kinds_in_value(thing) for name, thing in things.items()}
    if own is not None:
        tiles = (own.concealed, own.melds, own.river, own.ting, own.pung_locks)
        found["own"] = kinds_in_value(tiles)
    return found


def as_json(told: Iterable[TableSeatEvent]) -> str:
    """Return what is told as it goes over a wire, and comes back (`event_as_json`)."""
    text = json.dumps([event_as_json(event) for event in told], ensure_ascii=False)
    assert [read_event(value) for value in json.loads(text)] == list(told)
    return text


def kinds_in_copies(value: object) -> dict[str, set[Tile]]:
    """Return the kinds in pickles of every protocol and in copies of a value."""
    found = {f"pickle {p}": kinds_in_pickle(pickle.dumps(value, p)) for p in PROTOCOLS}
    for name, way in COPIES.items():
        copied = way(value)
        assert copied == value
        found[name] = kinds_in_value((copied, repr(copied)))
    return found


def refused(state: GameState, action: Action) -> tuple[str, ...] | None:
    """Return the texts by which an action is refused; ``None`` when it is not."""
    try:
        apply(state, action)
    except IllegalAction as error:
        return str(error), repr(error), error.message, error.message_zh, repr(error.refusal)
    return None


def refusals(state: GameState, seat: int) -> dict[Action, tuple[str, ...] | None]:
    """Return what a seat is told about every action that it could try."""
    return {action: refused(state, action) for action in every_action(seat)}


def kinds_in_refusals(state: GameState, seat: int) -> set[Tile]:
    """Return the kinds in what a seat is told about every action, but for the action's own."""
    return {
        tile
        for action, told in refusals(state, seat).items()
        for tile in kinds_in_text(" ".join(told or ())) - {getattr(action, "tile", None)}
    }


def all_kinds(found: Mapping[str, Iterable[Tile]]) -> set[Tile]:
    """Return the kinds that were found anywhere."""
    return {tile for kinds in found.values() for tile in kinds}
