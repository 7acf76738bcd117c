"""What `SeatView.as_json` and `TableView.as_json` write, read back strictly.

A client in another process begins with such a view, at the start of a deal or in the middle of an
sitting, and goes on with events. What is read is believed in nothing: what a view says twice, the
ledger beside the history, say, or what may be done beside the tiles, has to agree.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from lisi_mahjong.actions import Action, parse_action
from lisi_mahjong.canonical_json import check
from lisi_mahjong.checking import problems
from lisi_mahjong.errors import InvalidStateError, NotationError, RecordError, shorten
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Found, Problem
from lisi_mahjong.record_format import read_options
from lisi_mahjong.rules import MAX_POINTS, RuleSet, ScoreTable
from lisi_mahjong.seen import (
    FACE_DOWN_KONG,
    FACE_DOWN_TILE,
    FACE_DOWN_TINGS,
    OpenHand,
    SeenClaims,
    SeenMeld,
    SeenPlayer,
    SeenRiverTile,
    SeenStage,
    SeenTing,
    SeenTurn,
)
from lisi_mahjong.state import Finished, RiverTile, Ting
from lisi_mahjong.summary_reading import (
    a_flag,
    a_member,
    a_result,
    a_seat,
    a_text,
    a_tile,
    an_int,
    an_object,
    check_spelled,
    four,
    many,
    or_null,
    read_summary,
)
from lisi_mahjong.table_checks import history_problems, people_problems
from lisi_mahjong.table_state import DealSummary, accounts_with
from lisi_mahjong.table_views import TableView
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import MAX_KONGS, WALL_SIZE, Throw

MAX_VALUES: Final = 1_000_000
"""A view of a table holds no more values and keys: enough for some ten thousand deals."""

# --- a view of a deal ---------------------------------------------------------------------

_VIEW: Final = frozenset(
    {
        "dealer",
        "dice",
        "kongs",
        "legal_actions",
        "players",
        "pung_locks",
        "remaining",
        "reserve",
        "rules",
        "stage",
        "viewer",
        "win_barred",
    }
)

_kongs: Final = an_int(0, MAX_KONGS)
_tiles_left: Final = an_int(0, WALL_SIZE)
_die: Final = an_int(1, 6)
_seat_or_null: Final = or_null(a_seat)
_tile_or_null: Final = or_null(a_tile)


def read_view(value: dict[str, Any], line: int = 1) -> SeatView:
    """Return the view that a value of JSON stands for: ``read_view(seen.as_json()) == seen``.

    Args:
        value: what `SeatView.as_json` wrote, from `json.loads`.
        line: the number of the line on which it stands, for the error.

    Raises:
        RecordError: it is no view, or says in two places what does not agree.
        InvalidStateError: it can be read and says what cannot be, with all its problems.

    Example:
        >>> import json
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> read_view(json.loads(json.dumps(seen.as_json()))) == seen
        True
        >>> read_view(seen.as_json() | {"reserve": 15})
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 1: expected view.reserve 14, found 15
    """
    check(value, line)
    return a_view(value, "view", line)


def a_view(value: object, what: str, line: int) -> SeatView:
    """Return the view that a value stands for; see `read_view`.

    Example:
        >>> try:
        ...     a_view([], "event.view", 1)
        ... except RecordError as error:
        ...     print(error)
        line 1: expected event.view to be an object, found []
    """
    part = an_object(value, _VIEW, what, line)
    seen = SeatView(
        _seat_or_null(part["viewer"], f"{what}.viewer", line),
        read_options(part["rules"], RuleSet, f"{what}.rules", line),
        a_seat(part["dealer"], f"{what}.dealer", line),
        _dice(part["dice"], f"{what}.dice", line),
        four(a_player, part["players"], f"{what}.players", line),
        _stage(part["stage"], f"{what}.stage", line),
        _kongs(part["kongs"], f"{what}.kongs", line),
        _tiles_left(part["remaining"], f"{what}.remaining", line),
        many(a_tile, part["pung_locks"], f"{what}.pung_locks", line),
        a_flag(part["win_barred"], f"{what}.win_barred", line),
    )
    found = problems(seen)
    if found:
        raise InvalidStateError(found)
    check_spelled(seen.as_json(), value, what, line)
    return seen


def _dice(value: object, what: str, line: int) -> tuple[Throw, Throw]:
    first, second = _two(value, what, line)
    one, two = _two(first, f"{what}[0]", line), _two(second, f"{what}[1]", line)
    return (
        (_die(one[0], f"{what}[0][0]", line), _die(one[1], f"{what}[0][1]", line)),
        (_die(two[0], f"{what}[1][0]", line), _die(two[1], f"{what}[1][1]", line)),
    )


def _two(value: object, what: str, line: int) -> tuple[object, object]:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - two throws, two dice
        raise RecordError(line, f"{what} to be a list of two", shorten(value))
    return value[0], value[1]


# --- what is seen of a seat ---------------------------------------------------------------

_PLAYER: Final = frozenset(
    {"hand", "loose_count", "melds", "river", "standing_count", "ting", "ting_since"}
)
_HAND: Final = frozenset({"loose", "standing"})
_MELD: Final = frozenset({"from_seat", "kind", "tile"})
_RIVER: Final = frozenset({"taken_by", "tile", "ting"})
_TING: Final = frozenset({"face_up", "on_wall", "tile"})
_MELD_KINDS: Final = {kind.value: kind for kind in MeldKind}

_standing_count: Final = an_int(0, 4)
_loose_count: Final = an_int(0, 14)


def a_player(value: object, what: str, line: int) -> SeenPlayer:
    """Return what is seen of a seat; `player_as_json` wrote it.

    Example:
        >>> from lisi_mahjong.seen_json import player_as_json
        >>> side = SeenPlayer(4, 9, (), (), None, (), None)
        >>> a_player(player_as_json(side), "view.players[0]", 1) == side
        True
    """
    part = an_object(value, _PLAYER, what, line)
    return SeenPlayer(
        _standing_count(part["standing_count"], f"{what}.standing_count", line),
        _loose_count(part["loose_count"], f"{what}.loose_count", line),
        many(a_seen_meld, part["melds"], f"{what}.melds", line),
        many(_river_tile, part["river"], f"{what}.river", line),
        or_null(_ting)(part["ting"], f"{what}.ting", line),
        many(_tiles_left, part["ting_since"], f"{what}.ting_since", line),
        or_null(_hand)(part["hand"], f"{what}.hand", line),
    )


def a_seen_meld(value: object, what: str, line: int) -> SeenMeld:
    """Return a pung or a kong, or one of which the kind is not known.

    Example:
        >>> a_seen_meld({"kind": "pung", "tile": "5m", "from_seat": 3}, "event.meld", 1)
        Meld(kind=MeldKind.PUNG, tile=Tile.M5, from_seat=3)
    """
    part = an_object(value, _MELD, what, line)
    kind = a_member(_MELD_KINDS, part["kind"], f"{what}.kind", line)
    own = kind is MeldKind.CONCEALED_KONG
    if own and part["from_seat"] is not None:
        raise RecordError(line, f"{what}.from_seat null", shorten(part["from_seat"]))
    if own and part["tile"] is None:
        return FACE_DOWN_KONG
    from_seat = None if own else a_seat(part["from_seat"], f"{what}.from_seat", line)
    return Meld(kind, a_tile(part["tile"], f"{what}.tile", line), from_seat)


def _river_tile(value: object, what: str, line: int) -> SeenRiverTile:
    part = an_object(value, _RIVER, what, line)
    tile = _tile_or_null(part["tile"], f"{what}.tile", line)
    taken_by = _seat_or_null(part["taken_by"], f"{what}.taken_by", line)
    ting = a_flag(part["ting"], f"{what}.ting", line)
    if tile is None:
        if not ting or taken_by is not None:
            raise RecordError(line, f"{what}.tile to be a tile", "None")
        return FACE_DOWN_TILE
    return RiverTile(tile, taken_by, ting)


def _ting(value: object, what: str, line: int) -> SeenTing:
    part = an_object(value, _TING, what, line)
    tile = _tile_or_null(part["tile"], f"{what}.tile", line)
    face_up = a_flag(part["face_up"], f"{what}.face_up", line)
    on_wall = a_flag(part["on_wall"], f"{what}.on_wall", line)
    if tile is None:
        if face_up:
            raise RecordError(line, f"{what}.tile to be a tile", "None")
        return FACE_DOWN_TINGS[on_wall]
    return Ting(tile, face_up, on_wall)


def _hand(value: object, what: str, line: int) -> OpenHand:
    part = an_object(value, _HAND, what, line)
    return OpenHand(
        many(a_tile, part["standing"], f"{what}.standing", line),
        many(a_tile, part["loose"], f"{what}.loose", line),
    )


# --- stages -------------------------------------------------------------------------------

_TURN: Final = frozenset({"after_draw", "drawn", "name", "seat"})
_CLAIMS: Final = frozenset({"answer", "asked", "discarder", "name", "robbing", "tile"})
_STAGES: Final = ("turn", "claims", "won", "drawn")


def _stage(value: object, what: str, line: int) -> SeenStage:
    name = value.get("name") if isinstance(value, dict) else None
    if name == "turn":
        part = an_object(value, _TURN, what, line)
        return SeenTurn(
            a_seat(part["seat"], f"{what}.seat", line),
            a_flag(part["after_draw"], f"{what}.after_draw", line),
            _tile_or_null(part["drawn"], f"{what}.drawn", line),
        )
    if name == "claims":
        part = an_object(value, _CLAIMS, what, line)
        return SeenClaims(
            a_seat(part["discarder"], f"{what}.discarder", line),
            a_tile(part["tile"], f"{what}.tile", line),
            a_flag(part["robbing"], f"{what}.robbing", line),
            a_flag(part["asked"], f"{what}.asked", line),
            or_null(an_action)(part["answer"], f"{what}.answer", line),
        )
    if name in ("won", "drawn"):
        return Finished(a_result(value, what, line))
    expected = f"{what} to be an object whose name is one of {' '.join(_STAGES)}"
    raise RecordError(line, expected, shorten(value))


def an_action(value: object, what: str, line: int) -> Action:
    """Return the action that a text names.

    Example:
        >>> str(an_action("1 pass", "event.action", 1))
        '1 pass'
    """
    try:
        return parse_action(a_text(value, what, line))
    except NotationError:
        raise RecordError(line, f"{what} to be an action", shorten(value)) from None


# --- a view of a table --------------------------------------------------------------------

_TABLE: Final = frozenset(
    {
        "deal",
        "dealer",
        "game",
        "history",
        "ledger",
        "legal_actions",
        "multiplier",
        "names",
        "playing",
        "ready",
        "rules",
        "score",
        "viewer",
    }
)

_game: Final = an_int(1)
_multiplier: Final = an_int(1, MAX_POINTS)


def read_table_view(value: dict[str, Any], line: int = 1) -> TableView:
    """Return the view of a table that a value of JSON stands for.

    ``read_table_view(seen.as_json()) == seen``. The accounts are added up from the history.

    Args:
        value: what `TableView.as_json` wrote, from `json.loads`.
        line: the number of the line on which it stands, for the error.

    Raises:
        RecordError: it is no view, or says in two places what does not agree.
        InvalidStateError: it can be read and says what cannot be, with all its problems.

    Example:
        >>> import json
        >>> from lisi_mahjong import Sit, TableState, apply_table
        >>> from lisi_mahjong.table_views import view_table
        >>> seen = view_table(apply_table(TableState.new(), Sit(0, "Ann")), None)
        >>> read_table_view(json.loads(json.dumps(seen.as_json()))) == seen
        True
        >>> read_table_view(seen.as_json() | {"ledger": {"Ann": 5}})
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 1: expected view.ledger.Ann 0, found 5
    """
    check(value, line, MAX_VALUES)
    what = "view"
    part = an_object(value, _TABLE, what, line)
    history = many(_summary, part["history"], f"{what}.history", line)
    seen = TableView(
        _seat_or_null(part["viewer"], f"{what}.viewer", line),
        read_options(part["rules"], RuleSet, f"{what}.rules", line),
        read_options(part["score"], ScoreTable, f"{what}.score", line),
        four(or_null(a_text), part["names"], f"{what}.names", line),
        four(a_flag, part["ready"], f"{what}.ready", line),
        _game(part["game"], f"{what}.game", line),
        _seat_or_null(part["dealer"], f"{what}.dealer", line),
        _multiplier(part["multiplier"], f"{what}.multiplier", line),
        or_null(a_view)(part["deal"], f"{what}.deal", line),
        accounts_with((), history),
        history,
    )
    if seen.deal is not None and seen.deal.viewer != seen.viewer:
        raise RecordError(line, f"{what}.deal.viewer {seen.viewer}", f"{seen.deal.viewer}")
    found = (*people_problems(seen), *_deal_problems(seen), *history_problems(seen))
    if found:
        raise InvalidStateError(found)
    check_spelled(seen.as_json(), value, what, line)
    return seen


def _summary(value: object, what: str, line: int) -> DealSummary:
    return read_summary(value, line, what)


def _deal_problems(seen: TableView) -> Found:
    """Yield where the deal does not belong to its table."""
    deal = seen.deal
    if deal is None:
        return
    if deal.rules != seen.rules:
        yield Problem.RULES_OF_DEAL, f"{deal.rules} and not {seen.rules}"
    result = deal.result
    if result is not None:
        last = seen.history[-1] if seen.history else None
        if last is None or last != attrs.evolve(
            last, game=seen.game, dealer=deal.dealer, kongs=deal.kongs, result=result
        ):
            yield Problem.LAST_SUMMARY, f"not {shorten(last)}"
    elif seen.dealer not in {None, deal.dealer}:
        yield Problem.DEALER_OF_DEAL, f"seat {deal.dealer} and not {seen.dealer}"
