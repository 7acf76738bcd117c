"""A deal at one moment as one line of ASCII text, a state or a view, and back.

`format_state` writes the one canonical line of a state and `parse_state` reads it back to an equal
one; `format_view` and `parse_view` do so for a view, with ``?`` for what it does not know. A state
for a test or a puzzle is written by hand with what matters and no more. The grammar, with what may
be left open, is in `docs/notation.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Final

import attrs

from lisi_mahjong.actions import Action, Pung
from lisi_mahjong.checking import position_problems, problems
from lisi_mahjong.drafts import VERSION, read_line
from lisi_mahjong.errors import InvalidStateError, NotationError, shorten
from lisi_mahjong.filling import state_of, view_of
from lisi_mahjong.positions import Position
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.rules import SWITCHES, WRITTEN_RULES, RuleSet
from lisi_mahjong.seats import SEATS
from lisi_mahjong.seen import FaceDownKong, SeenClaims, SeenPlayer, SeenStage, SeenTurn
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    DrawnDeal,
    GameState,
    Player,
    Stage,
    check_state,
)
from lisi_mahjong.tiles import Tile, format_tiles
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import Throw

# --- the face -----------------------------------------------------------------------------


def format_state(state: GameState) -> str:
    """Return the canonical line of a state; ``parse_state(format_state(state)) == state``.

    The line holds every seat's secrets and the wall: show it to no player.

    Args:
        state: the deal.

    Raises:
        InvalidStateError: it is no `GameState`, or an impossible one that no line could say.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> line = format_state(deal(Shuffle.from_seed(7)))
        >>> line[:68]
        'lisi1 dealer=0 dice=31,53 draw=0 ply=0 stage=turn:0:7s remaining=83 '
        >>> parse_state(line) == deal(Shuffle.from_seed(7))
        True
    """
    check_state(state)
    found = _sayable(state)
    line = " ".join(_state_fields(state))
    if found and not _is_read_back(line, state):
        raise InvalidStateError(found)
    return line


def parse_state(text: str) -> GameState:
    """Return the state that a line names.

    What the line leaves open is filled in, always alike; `docs/notation.md` says what and how.

    Args:
        text: a line of `format_state`, or one written by hand.

    Raises:
        NotationError: the text cannot be read.
        InvalidStateError: it can be read and says what cannot be, with all its problems.

    Example:
        >>> from lisi_mahjong import legal_actions
        >>> state = parse_state(
        ...     "lisi1 stage=turn:1:5m hand1={1z2p3p6s}777m345m88p5m melds1=888s<0"
        ... )
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.InvalidStateError: a seat holds 13 tiles, each meld counted as three, \
and one more until it discards: 16 and not 14 of seat 1 (TURN-3)
        >>> state = parse_state("lisi1 stage=turn:1:5m hand1={1z2p3p6s}777m34m6s5m melds1=888s<0")
        >>> [str(action) for action in legal_actions(state, 1)][:2]
        ['1 ting 1z', '1 discard 3m']
    """
    draft = read_line(text, of_view=False)
    state, wrong = state_of(draft)
    found = position_problems(state)
    if wrong:  # the state has another wall, with which its tiles need not agree
        found = tuple([item for item in found if item[0] is not Problem.DRAWN_TILES])
        codes = {problem for problem, _ in found}
        if draft.tail is None or not codes & {Problem.TILE_COPIES, Problem.TILE_COUNT}:
            found = (*wrong, *found)
    if found:
        raise InvalidStateError(found)
    return state


def format_view(seen: SeatView) -> str:
    """Return the canonical line of a view; ``parse_view(format_view(seen)) == seen``.

    Each ``?`` is a tile that the view does not know.

    Args:
        seen: what a seat, or a spectator, sees.

    Raises:
        InvalidStateError: it is no `SeatView`, or an impossible one that no line could say.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> line = format_view(view(deal(Shuffle.from_seed(7)), 1))
        >>> line[:83]
        'lisi1 view=1 dealer=0 dice=31,53 stage=turn:0:? remaining=83 hand0={????}??????????'
    """
    if type(seen) is not SeatView:
        raise InvalidStateError(((Problem.NOT_A_VIEW, f"not {shorten(seen)}"),))
    found = _sayable(seen)
    line = " ".join(_view_fields(seen))
    if found and not _is_read_back(line, seen):
        raise InvalidStateError(found)
    return line


def parse_view(text: str) -> SeatView:
    """Return the view that a line names.

    Args:
        text: a line of `format_view`.

    Raises:
        NotationError: the text cannot be read.
        InvalidStateError: it can be read and says what cannot be, with all its problems.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), None)
        >>> parse_view(format_view(seen)) == seen
        True
    """
    seen = view_of(read_line(text, of_view=True))
    found = position_problems(seen)
    if found:
        raise InvalidStateError(found)
    return seen


def _sayable(position: Position) -> tuple[tuple[Problem, str], ...]:
    """Return the problems of a position whose fields can at least be written down.

    Raises:
        InvalidStateError: they cannot.
    """
    found = problems(position)
    if any(problem in _UNSAYABLE for problem, _ in found):
        raise InvalidStateError(found)
    return found


_UNSAYABLE: Final = frozenset({Problem.MALFORMED_FIELD, Problem.DERIVED_SET})


def _is_read_back(line: str, position: Position) -> bool:
    """Return whether a line says what it was written for."""
    try:
        if isinstance(position, GameState):
            return state_of(read_line(line, of_view=False))[0] == position
        return view_of(read_line(line, of_view=True)) == position
    except NotationError:
        return False


# --- writing ------------------------------------------------------------------------------


def _state_fields(state: GameState) -> Iterator[str]:
    shuffle = state.shuffle
    yield VERSION
    yield from _rules_field(state.rules)
    yield f"dealer={state.dealer}"
    yield f"dice={_dice(shuffle.dice)}"
    yield f"draw={shuffle.dealer_draw}"
    yield f"ply={state.ply}"
    yield f"stage={_stage(state.stage)}"
    stage = state.stage
    if isinstance(stage, AwaitingClaims):
        yield f"asked={','.join(_asked(seat, stage.answers[seat]) for seat in stage.asked)}"
    yield f"remaining={state.remaining}"
    barred = [seat for seat in SEATS if state.players[seat].win_barred]
    if barred:
        yield f"barred={','.join(map(str, barred))}"
    for seat, player in enumerate(state.players):
        yield f"hand{seat}={{{format_tiles(player.standing)}}}{format_tiles(player.loose)}"
        yield from _seat_fields(seat, player, player.pung_locks)
    yield f"wall={_row(state.setup.wall)}"


def _view_fields(seen: SeatView) -> Iterator[str]:
    yield VERSION
    yield f"view={'-' if seen.viewer is None else seen.viewer}"
    yield from _rules_field(seen.rules)
    yield f"dealer={seen.dealer}"
    yield f"dice={_dice(seen.dice)}"
    yield f"stage={_stage(seen.stage)}"
    stage = seen.stage
    if isinstance(stage, SeenClaims) and stage.asked and seen.viewer is not None:
        yield f"asked={_asked(seen.viewer, stage.answer)}"
    yield f"remaining={seen.remaining}"
    if seen.win_barred:
        yield f"barred={seen.viewer}"
    for seat, player in enumerate(seen.players):
        hand = player.hand
        if hand is None:
            yield f"hand{seat}={{{'?' * player.standing_count}}}{'?' * player.loose_count}"
        else:
            yield f"hand{seat}={{{format_tiles(hand.standing)}}}{format_tiles(hand.loose)}"
        yield from _seat_fields(seat, player, seen.pung_locks if seat == seen.viewer else ())


def _rules_field(rules: RuleSet) -> Iterator[str]:
    if rules == WRITTEN_RULES:
        return
    options = []
    for name in sorted(field.name for field in attrs.fields(RuleSet)):
        value = getattr(rules, name)
        if value != getattr(WRITTEN_RULES, name):
            options.append(
                f"{'' if value else '-'}{name}" if name in SWITCHES else f"{name}:{value}"
            )
    yield f"rules={','.join(options)}"


def _dice(dice: tuple[Throw, Throw]) -> str:
    return ",".join(f"{first}{second}" for first, second in dice)


def _stage(stage: Stage | SeenStage) -> str:
    if isinstance(stage, AwaitingTurn):
        return f"turn:{stage.seat}" + ("" if stage.drawn is None else f":{stage.drawn}")
    if isinstance(stage, SeenTurn):
        drawn = "?" if stage.drawn is None else f"{stage.drawn}"
        return f"turn:{stage.seat}" + (f":{drawn}" if stage.after_draw else "")
    if isinstance(stage, AwaitingClaims | SeenClaims):
        return f"{'kong' if stage.robbing else 'offer'}:{stage.discarder}:{stage.tile}"
    result = stage.result
    if isinstance(result, DrawnDeal):
        return "drawn"
    source = "" if result.loser is None else f"<{result.loser}"
    return f"{'robbed' if result.robbed_kong else 'won'}:{result.winner}:{result.tile}{source}"


def _asked(seat: int, answer: Action | None) -> str:
    if answer is None:
        return f"{seat}"
    standing = f"{answer.standing}" if isinstance(answer, Pung) else ""
    return f"{seat}:{type(answer).__name__.lower()}{standing}"


def _seat_fields(seat: int, player: Player | SeenPlayer, locks: Collection[Tile]) -> Iterator[str]:
    """Yield the fields of a seat but for its hand."""
    if player.melds:
        melds = ["(????)" if isinstance(meld, FaceDownKong) else f"{meld}" for meld in player.melds]
        yield f"melds{seat}={','.join(melds)}"
    yield f"river{seat}={_river(player)}"
    ting = player.ting
    if ting is not None:
        counts = ".".join(map(str, player.ting_since))
        yield f"ting{seat}={counts}{',up' * ting.face_up}{',wall' * ting.on_wall}"
    if locks:
        yield f"locks{seat}={format_tiles(locks)}"


def _river(player: Player | SeenPlayer) -> str:
    """Return a row of discards: a marked one by itself, the others between them together."""
    pieces: list[str] = []
    plain: list[Tile] = []
    for entry in player.river:
        if entry.tile is not None and entry.taken_by is None and not entry.ting:
            plain.append(entry.tile)
            continue
        if plain:
            pieces.append(_row(plain))
            plain = []
        mark = "*" if entry.ting else f">{entry.taken_by}"
        pieces.append(f"{'?' if entry.tile is None else entry.tile}{mark}")
    if plain:
        pieces.append(_row(plain))
    return ",".join(pieces) or "-"


def _row(tiles: Iterable[Tile]) -> str:
    """Return tiles in their order, neighbours of one suit together."""
    texts = [str(tile) for tile in tiles]
    return "".join(
        "".join([text[0] for text in group]) + letter
        for letter, group in groupby(texts, key=lambda text: text[1])
    )
