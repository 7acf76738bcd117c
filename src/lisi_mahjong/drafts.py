"""What a line of notation says, field by field: from a text to a `Draft`.

A draft is what was written and nothing more; `filling` makes a state of it. The grammar is in
`docs/notation.md`. Everything that is wrong here is malformed text, a `NotationError`; whether what
is said can be is for `problems` to judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import attrs

from lisi_mahjong.errors import NotationError
from lisi_mahjong.fields import MAX_PLY
from lisi_mahjong.melds import MeldKind, read_meld
from lisi_mahjong.rules import MAX_RESERVED_STACKS, SWITCHES, WRITTEN_RULES, RuleSet
from lisi_mahjong.scanning import Scanner
from lisi_mahjong.seats import SEATS
from lisi_mahjong.seen import FACE_DOWN_KONG, FACE_DOWN_TILE, SeenMeld, SeenRiverTile
from lisi_mahjong.state import DECLARED, LYING, TAKEN
from lisi_mahjong.tiles import TILES, Tile
from lisi_mahjong.wall import WALL_SIZE, Throw

VERSION: Final = "lisi1"
"""The first word of every line. Lines of another version are refused."""

MOST_IN_HAND: Final = 14
_MOST_MELDS: Final = 4


@attrs.define
class DraftStage:
    """What a line says of its stage.

    Attributes:
        name: ``turn``, ``offer``, ``kong``, ``won``, ``robbed`` or ``drawn``.
        seat: whose turn, offer or win it is.
        tile: the tile drawn, on offer or won on; ``None`` where none is named.
        hidden: whether a tile was drawn that the line does not know.
        source: the seat that dealt in.
    """

    name: str
    seat: int = 0
    tile: Tile | None = None
    hidden: bool = False
    source: int | None = None


@attrs.define
class DraftSeat:
    """What a line says of a seat.

    Attributes:
        standing: the standing tiles.
        loose: the loose tiles.
        unseen: how many standing and loose tiles are not known; ``None`` for a hand that is.
        more_standing: whether further standing tiles are left open.
        more_loose: whether further loose tiles are left open.
        melds: pungs and kongs.
        river: the discards.
        more_river: whether earlier discards are left open.
        since: the discards counted at the declaration of ting.
        face_up: whether the ting tile lies face up.
        on_wall: whether the ting tile lies on the wall.
        locks: the kinds locked.
    """

    standing: tuple[Tile, ...] = ()
    loose: tuple[Tile, ...] = ()
    unseen: tuple[int, int] | None = None
    more_standing: bool = True
    more_loose: bool = True
    melds: tuple[SeenMeld, ...] = ()
    river: tuple[SeenRiverTile, ...] = ()
    more_river: bool = True
    since: tuple[int, ...] | None = None
    face_up: bool = False
    on_wall: bool = False
    locks: tuple[Tile, ...] = ()


@attrs.define
class Draft:
    """What a line says.

    Attributes:
        text: the line.
        of_view: whether it is the line of a view.
        places: where in the line each field begins.
        viewer: of a view, who looks; ``None`` for a spectator.
        rules: the options of play.
        dealer: the seat that deals.
        dice: the two throws; ``None`` when they are left open.
        dealer_draw: the seat that the shuffle draws.
        ply: actions accepted so far.
        stage: what is awaited.
        asked: the seats asked, with their answers; ``None`` when they are left open.
        remaining: tiles left in the wall; ``None`` when it is left open.
        barred: the seats that win no more.
        seats: the four seats.
        wall: the 136 tiles, or those that the head gives next.
        tail: the tiles that the tail gives next; ``None`` for a whole wall.
    """

    text: str
    of_view: bool
    places: dict[str, int] = attrs.Factory(dict)
    viewer: int | None = None
    rules: RuleSet = WRITTEN_RULES
    dealer: int = 0
    dice: tuple[Throw, Throw] | None = None
    dealer_draw: int = 0
    ply: int = 0
    stage: DraftStage = attrs.Factory(lambda: DraftStage("drawn"))
    asked: dict[int, str] | None = None
    remaining: int | None = None
    barred: tuple[int, ...] = ()
    seats: tuple[DraftSeat, ...] = attrs.Factory(lambda: tuple(DraftSeat() for _ in SEATS))
    wall: tuple[Tile, ...] = ()
    tail: tuple[Tile, ...] | None = ()


def read_line(text: str, *, of_view: bool) -> Draft:
    """Return what a line says.

    Args:
        text: the line.
        of_view: whether it has to be the line of a view, and not of a state.

    Raises:
        NotationError: it cannot be read, or lacks what cannot be left out.

    Example:
        >>> read_line("lisi1 stage=turn:2:5m", of_view=False).stage.tile
        Tile.M5
    """
    if not isinstance(text, str):
        raise NotationError(text, 0, f"a line such as '{VERSION} stage=turn:0:5m'")
    scan, draft = Scanner(text), Draft(text, of_view)
    readers = _VIEW_FIELDS if of_view else _STATE_FIELDS
    scan.skip_spaces()
    scan.expect(VERSION)
    while True:
        if not scan.at_space:
            scan.fail("a space or the end")
        scan.skip_spaces()
        if scan.position == len(text):
            break
        _read_field(scan, draft, readers)
    _check_together(scan, draft)
    return draft


def _check_together(scan: Scanner, draft: Draft) -> None:
    """Refuse a line whose fields do not go together, or that lacks one.

    Raises:
        NotationError: at the field that is one too many, or at the end.
    """
    places = draft.places
    needed = list(_VIEW_NEEDS if draft.of_view else _STATE_NEEDS)
    if "asked" in places and draft.stage.name not in ("offer", "kong"):
        scan.fail("no asked, for no tile is on offer", places["asked"])
    for number, seat in enumerate(draft.seats):
        name = f"ting{number}"
        declared = [entry.tile for entry in seat.river if entry.ting]
        if name in places and not declared:
            scan.fail(f"no {name}, for river{number} shows no ting tile", places[name])
        if seat.face_up and declared[0] is None:
            scan.fail(f"no {name} with up, for its tile is not known", places[name])
        if draft.of_view and declared:
            needed.append(name)
        if draft.of_view and seat.locks and number != draft.viewer:
            scan.fail(
                f"no locks{number}, for the view is not that seat's", places[f"locks{number}"]
            )
    if draft.of_view:
        for name, seats in (("asked", draft.asked or ()), ("barred", draft.barred)):
            if any(number != draft.viewer for number in seats):
                scan.fail(f"no {name} of a seat that the view is not of", places[name])
    for name in needed:
        if name not in places:
            scan.fail(f"{name}=")


def _read_field(scan: Scanner, draft: Draft, readers: Mapping[str, _Reader]) -> None:
    found = _NAME.match(scan.text, scan.position, scan.position + _LONGEST_NAME)
    name = found[1] if found else ""
    if found is None or name not in readers:
        scan.fail(f"a field, one of {' '.join(readers)}")
    if name in draft.places:
        scan.fail(f"no second {name}")
    draft.places[name] = scan.position
    scan.position = found.end()
    readers[name](scan, draft, draft.seats[int(name[-1]) if name[-1] in "0123" else 0])


_NAME: Final = re.compile("([a-z]+[0-3]?)=")
_LONGEST_NAME: Final = 16

_Reader = Callable[[Scanner, Draft, DraftSeat], None]
"""Reads the value of a field into a draft; the seat is the one that the field's name tells."""


# --- what a deal never changes, and numbers -----------------------------------------------


def _read_rules(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    options: dict[str, object] = {}
    named: set[str] = set()
    taiyuan = RuleSet.taiyuan()
    while True:
        start = scan.position
        off = scan.takes("-")
        name = scan.one_of(SWITCHES if off else (*SWITCHES, "reserved_stacks", "taiyuan"))
        if name in named or (name == "taiyuan" and named):
            scan.fail("an option not named yet", start)
        named.add(name)
        if name == "taiyuan":
            options |= {switch: getattr(taiyuan, switch) for switch in SWITCHES}
        elif name == "reserved_stacks":
            scan.expect(":")
            options[name] = scan.number(0, MAX_RESERVED_STACKS, "stacks")
        else:
            options[name] = not off
        if not scan.takes(","):
            break
    draft.rules = RuleSet.from_options(options)


def _read_view(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.viewer = None if scan.takes("-") else scan.seat()


def _read_dealer(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.dealer = scan.seat()


def _read_dice(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    first, second = scan.die(), scan.die()
    scan.expect(",")
    draft.dice = (first, second), (scan.die(), scan.die())


def _read_draw(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.dealer_draw = scan.seat()


def _read_ply(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.ply = scan.number(0, MAX_PLY, "actions")


def _read_remaining(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.remaining = scan.number(0, WALL_SIZE, "tiles left")


def _read_wall(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    if not scan.takes(".."):
        draft.wall = scan.tiles(WALL_SIZE)
        draft.tail = None
        if not scan.takes(".."):
            return
    draft.tail = () if scan.at_space else scan.tiles(WALL_SIZE)


# --- the stage ----------------------------------------------------------------------------


def _read_stage(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    stage = DraftStage(scan.one_of(("turn", "offer", "kong", "won", "robbed", "drawn")))
    draft.stage = stage
    if stage.name == "drawn":
        return
    scan.expect(":")
    stage.seat = scan.seat()
    if stage.name == "turn" and not scan.takes(":"):
        return
    if stage.name != "turn":
        scan.expect(":")
    stage.hidden = draft.of_view and stage.name == "turn" and scan.takes("?")
    if not stage.hidden:
        stage.tile = scan.tile()
    if stage.name == "robbed":
        scan.expect("<")
        stage.source = scan.seat()
    elif stage.name == "won" and scan.takes("<"):
        stage.source = scan.seat()


def _read_asked(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.asked = {}
    while True:
        seat = scan.seat(draft.asked)
        answer = ""
        if scan.takes(":"):
            answer = scan.one_of(("pass", "win", "kong", "pung"))
            if answer == "pung":
                answer += str(scan.number(0, 2, "standing tiles"))
        draft.asked[seat] = answer
        if not scan.takes(","):
            break


# --- seats --------------------------------------------------------------------------------


def _read_barred(scan: Scanner, draft: Draft, _: DraftSeat) -> None:
    draft.barred = (scan.seat(),)
    while scan.takes(","):
        draft.barred += (scan.seat(draft.barred),)


def _read_hand(scan: Scanner, draft: Draft, seat: DraftSeat) -> None:
    scan.expect("{")
    if draft.of_view and scan.text.startswith(("?", "}?"), scan.position):
        standing = scan.count("?", MOST_IN_HAND)
        scan.expect("}")
        seat.unseen = standing, scan.count("?", MOST_IN_HAND - standing)
        return
    if scan.next not in "}.":
        seat.standing = scan.tiles(MOST_IN_HAND)
    seat.more_standing = not draft.of_view and scan.takes("..")
    scan.expect("}")
    if not scan.at_space and scan.next != ".":
        seat.loose = scan.tiles(MOST_IN_HAND - len(seat.standing))
    seat.more_loose = not draft.of_view and scan.takes("..")


def _read_melds(scan: Scanner, draft: Draft, seat: DraftSeat) -> None:
    seat.melds = (_read_meld(scan, draft),)
    while len(seat.melds) < _MOST_MELDS and scan.takes(","):
        seat.melds += (_read_meld(scan, draft),)


def _read_meld(scan: Scanner, draft: Draft) -> SeenMeld:
    if draft.of_view and scan.takes("(????"):
        scan.expect(")")
        return FACE_DOWN_KONG
    meld = read_meld(scan)
    if meld.from_seat is None and meld.kind is not MeldKind.CONCEALED_KONG:
        scan.fail("'<'")
    return meld


def _read_river(scan: Scanner, draft: Draft, seat: DraftSeat) -> None:
    seat.more_river = not draft.of_view and scan.takes("..")
    if scan.at_space if seat.more_river else scan.takes("-"):
        return
    entries: list[SeenRiverTile] = []
    while True:
        if draft.of_view and scan.takes("?"):
            scan.expect("*")
            entries.append(FACE_DOWN_TILE)
        else:
            tiles = scan.tiles(WALL_SIZE - len(entries))
            if len(tiles) > 1 and scan.next in ">*":
                scan.fail("a comma, for a marked tile stands alone")
            if scan.takes(">"):
                entries.append(TAKEN[scan.seat()][tiles[0]])
            elif scan.takes("*"):
                entries.append(DECLARED[tiles[0]])
            else:
                entries.extend([LYING[tile] for tile in tiles])
        if not scan.takes(","):
            break
    seat.river = tuple(entries)


def _read_ting(scan: Scanner, _: Draft, seat: DraftSeat) -> None:
    named: list[str] = []
    while True:
        if "counts" not in named and scan.next in "0123456789":
            seat.since = _read_counts(scan)
            named.append("counts")
        else:
            start = scan.position
            word = scan.one_of(("up", "wall"))
            if word in named:
                scan.fail(f"no second {word}", start)
            named.append(word)
        if not scan.takes(","):
            break
    seat.face_up, seat.on_wall = "up" in named, "wall" in named


def _read_locks(scan: Scanner, _: Draft, seat: DraftSeat) -> None:
    start = scan.position
    seat.locks = scan.tiles(len(TILES))
    if len(set(seat.locks)) < len(seat.locks):
        scan.fail("each kind once", start)


def _read_counts(scan: Scanner) -> tuple[int, ...]:
    counts = [scan.number(0, WALL_SIZE, "discards")]
    for _ in range(3):
        scan.expect(".")
        counts.append(scan.number(0, WALL_SIZE, "discards"))
    return tuple(counts)


_SEAT_FIELDS: Final[Mapping[str, _Reader]] = {
    f"{name}{seat}": reader
    for seat in SEATS
    for name, reader in (
        ("hand", _read_hand),
        ("melds", _read_melds),
        ("river", _read_river),
        ("ting", _read_ting),
        ("locks", _read_locks),
    )
}
_FIELDS: Final[Mapping[str, _Reader]] = {
    "rules": _read_rules,
    "dealer": _read_dealer,
    "dice": _read_dice,
    "stage": _read_stage,
    "asked": _read_asked,
    "remaining": _read_remaining,
    "barred": _read_barred,
    **_SEAT_FIELDS,
}
_STATE_FIELDS: Final[Mapping[str, _Reader]] = {
    **_FIELDS,
    "draw": _read_draw,
    "ply": _read_ply,
    "wall": _read_wall,
}
_VIEW_FIELDS: Final[Mapping[str, _Reader]] = {"view": _read_view, **_FIELDS}
_STATE_NEEDS: Final = ("stage",)
_VIEW_NEEDS: Final = (
    "view",
    "dealer",
    "dice",
    "stage",
    "remaining",
    *(f"{name}{seat}" for seat in SEATS for name in ("hand", "river")),
)
