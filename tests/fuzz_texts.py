"""What holds for the parsers of texts: tiles, actions, positions, tables, records, sittings."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

import fuzz_growth
import fuzz_seeds
from fuzz_oracle import Target, check_error, require, require_same
from lisi_mahjong import (
    GameState,
    InvalidStateError,
    NotationError,
    Record,
    RecordError,
    SeatView,
    Sitting,
    TableState,
    Tile,
    VoidDeal,
    actors,
    apply,
    apply_table,
    describe,
    describe_table_action,
    explain,
    format_record,
    format_sitting,
    format_state,
    format_table,
    format_tiles,
    format_view,
    legal_actions,
    parse_action,
    parse_record,
    parse_sitting,
    parse_state,
    parse_table,
    parse_table_action,
    parse_tile,
    parse_tiles,
    parse_view,
    problems,
    read_records,
    read_sittings,
    replay,
    resume,
    sample_state,
    seen_events,
    settle,
    step,
    table_legal_actions,
    table_problems,
    view,
    view_table,
    why_illegal,
)
from lisi_mahjong.canonical_json import read as read_json
from lisi_mahjong.canonical_json import write as write_json
from lisi_mahjong.record_lines import lines_of
from lisi_mahjong.testing import assert_state, assert_table
from said import differs

VIEWERS = (None, 0, 1, 2, 3)


def one_in(number: int, text: str) -> bool:
    """Return whether an input is one of those that are looked at more closely, the same always."""
    return crc32(text.encode("utf-8", "surrogatepass")) % number == 0


# --- tiles and actions --------------------------------------------------------------------


def _look_at_tiles(text: str, tiles: tuple[Tile, ...]) -> None:
    squeezed = "".join(text.split())
    require(all(type(tile) is Tile for tile in tiles), "what is read are no tiles", tiles)
    require_same(len(tiles), sum(map(str.isdecimal, squeezed)), "not a tile for each digit")
    require_same(format_tiles(tiles), format_tiles(sorted(tiles)), "the order is not sorted away")
    require_same(parse_tiles(format_tiles(tiles)), tuple(sorted(tiles)), "tiles are lost")


def _in_order(tiles: Iterable[Tile]) -> str:
    return "".join(map(str, tiles))


# --- positions ----------------------------------------------------------------------------


def look_at_state(text: str, state: GameState) -> None:
    """Look at a state that was read: no problem, all can be asked, and play goes on.

    Raises:
        Fault: something is wrong.
    """
    require_same(problems(state), (), "a state that is read has problems")
    require_same(hash(parse_state(format_state(state))), hash(state), "another hash")
    lost = differs(text, format_state(state))
    require(lost is None, "what a field says is lost", lost)
    to_decide = actors(state)
    require_same(bool(to_decide), state.result is None, "nobody has to decide, or who need not")
    for seat in range(4):
        legal = legal_actions(state, seat)
        require_same(bool(legal), seat in to_decide, "no choice for an actor, or one for another")
        require(all(why_illegal(state, action) is None for action in legal), "legal and refused")
    if state.result is not None:
        require_same(sum(settle(state.result, state).deltas), 0, "a settlement that is not zero")
    if not one_in(3, text):  # the rest takes its time
        return
    for viewer in VIEWERS if one_in(15, text) else (0,):
        seen = view(state, viewer)
        look_at_view(text, seen)
        if viewer is not None:
            legal = legal_actions(state, viewer)
            require_same(seen.legal_actions, legal, "a view offers something else")
    if to_decide:
        _play_on(text, state)
    if one_in(24, text):
        seen = view(state, 1)
        require_same(view(sample_state(seen, random.Random(1)), 1), seen, "a world of another view")
    if one_in(120, text):
        assert_state(state)


def _play_on(text: str, state: GameState) -> None:
    """Do what some seat may do: it comes to a state that can be written and read."""
    rng = random.Random(text)
    seat = rng.choice(actors(state))
    require(bool(explain(state, seat)), "no explanation")
    taken = step(state, rng.choice(legal_actions(state, seat)))
    after = taken.state
    require_same(after.ply, state.ply + 1, "an action is not counted")
    require_same(problems(after), (), "a legal action leads to problems")
    require_same(parse_state(format_state(after)), after, "a state after it is not read back")
    seen_events(taken, rng.choice(VIEWERS))


def look_at_view(_: str, seen: SeatView) -> None:
    """Look at a view that was read, or made: no problem, and everything can be asked.

    Raises:
        Fault: something is wrong.
    """
    require_same(problems(seen), (), "a view that is read has problems")
    again = parse_view(format_view(seen))
    require_same(again, seen, "a view is not read back")
    require_same(hash(again), hash(seen), "another hash")
    require_same(again.legal_actions, seen.legal_actions, "other choices")
    require(sum(seen.unseen) >= seen.remaining, "fewer tiles unseen than in the wall")
    json.dumps(seen.as_json(), allow_nan=False)


def _look_at_view_text(text: str, seen: SeatView) -> None:
    lost = differs(text, format_view(seen))
    require(lost is None, "what a field says is lost", lost)
    look_at_view(text, seen)
    if one_in(3, text):
        try:
            world = sample_state(seen, random.Random(1))
        except InvalidStateError as error:  # a hand in ting may not be possible
            check_error(error, text)
            return
        require_same(view(world, seen.viewer), seen, "a world of another view")
        require_same(problems(world), (), "a world with problems")


# --- tables -------------------------------------------------------------------------------


def look_at_table(text: str, table: TableState) -> None:
    """Look at a table that was read: no problem, every view, and it goes on.

    Raises:
        Fault: something is wrong.
    """
    require_same(table_problems(table), (), "a table that is read has problems")
    require_same(sum(table.ledger.values()), 0, "a ledger that is not zero")
    for viewer in VIEWERS:
        seen = view_table(table, viewer)
        json.dumps(seen.as_json(), allow_nan=False)
        if viewer is not None:
            require_same(
                seen.legal_actions, table_legal_actions(table, viewer), "a view offers else"
            )
    if table.deal is not None:
        require_same(problems(table.deal), (), "the deal of a table has problems")
    if one_in(30, text):
        assert_table(table)
    rng = random.Random(text)
    choices = [action for seat in range(4) for action in table_legal_actions(table, seat)]
    if choices:
        after = apply_table(table, rng.choice(choices))
        require_same(table_problems(after), (), "a legal action leads to problems")
        require_same(parse_table(format_table(after)), after, "a table after it is not read back")


# --- records and sittings -----------------------------------------------------------------


def _without_newlines(lines: Sequence[str]) -> list[str]:
    return [line.removesuffix("\n") for line in lines]


def _try(way: Callable[[], object], text: str) -> object:
    """Return what comes of a way to read a text, ``None`` where it is refused."""
    try:
        return way()
    except RecordError as error:
        check_error(error, text)
        return None


def _read_all_records(text: str) -> tuple[Record, ...]:
    lines = lines_of(text)
    _try(lambda: list(replay(lines)), text)
    _try(lambda: resume(lines), text)
    return tuple(read_records(lines))


def _rest(found: Sequence[Record] | Sequence[Sitting], text: str, written: str) -> bool:
    """Return whether all of a text is written again, but for what was cut off at its end."""
    torn = found[-1].torn if found else ""
    return text in {written + torn, written.removesuffix("\n")}


def _look_at_record(record: Record) -> None:
    state = record.start
    steps = list(record.replay())
    require_same(steps[-1].state, record.state, "a record replays to another state")
    require_same(len(steps), len(record.decisions) + 1, "not a step for each decision")
    for action, taken in zip(record.decisions, steps[1:], strict=True):
        state = apply(state, action)
        require_same(taken.state, state, "a step of another state")
        require(bool(describe(action)), "no words for an action")
    require(not record.finished or record.result is not None, "finished without a result")
    require_same(problems(record.state), (), "the state of a record has problems")
    json.dumps(record.metadata, allow_nan=False)


def _look_at_records(text: str, found: tuple[Record, ...]) -> None:
    written = "".join(map(format_record, found))
    require(_rest(found, text, written), "a record is not written as it was read", written[-200:])
    for record in found:
        _look_at_record(record)
    lines = lines_of(text)
    bare = _try(lambda: tuple(read_records(_without_newlines(lines))), text)
    require_same(bare, found, "without newlines something else is read")
    if len(found) == 1:
        require_same(resume(lines), found[0].state, "a record is resumed elsewhere")
        steps = _try(lambda: list(replay(lines)), text)
        whole = list(found[0].replay()) if found[0].finished else None
        require_same(steps, whole, "a record replays otherwise")


def _look_at_one_record(text: str, record: Record) -> None:
    require(_rest([record], text, format_record(record)), "a record is not written as it was read")
    _look_at_record(record)


def _look_at_sitting(sitting: Sitting) -> None:
    steps = list(sitting.replay())
    require_same(steps[-1].state, sitting.state, "a sitting replays to another table")
    require_same(len(steps), len(sitting.actions) + 1, "not a step for each action")
    require_same(table_problems(sitting.state), (), "the table of a sitting has problems")
    played = [each for each in sitting.state.history if not isinstance(each.result, VoidDeal)]
    records = sitting.records()
    require_same(len(records), len(played), "not a record for each deal")
    for record in records:
        record.check_finished()
        require_same(parse_record(format_record(record)), record, "a record is not read back")
    require_same(sum(sitting.state.ledger.values()), 0, "a ledger that is not zero")
    json.dumps(sitting.metadata, allow_nan=False)


def _look_at_sittings(text: str, found: tuple[Sitting, ...]) -> None:
    written = "".join(map(format_sitting, found))
    require(_rest(found, text, written), "a sitting is not written as it was read", written[-200:])
    for sitting in found:
        _look_at_sitting(sitting)


def _look_at_one_sitting(text: str, sitting: Sitting) -> None:
    written = format_sitting(sitting)
    require(_rest([sitting], text, written), "a sitting is not written as it was read")
    _look_at_sitting(sitting)


# --- the table of them --------------------------------------------------------------------


def _joined(write: Callable[[Any], str]) -> Callable[[Iterable[Any]], str]:
    return lambda values: "".join(map(write, values))


def _texts() -> Iterator[Target]:
    yield Target(
        name="parse_tile",
        covers=("parse_tile",),
        read=parse_tile,
        errors=(NotationError,),
        write=str,
        canonical=True,
        look=lambda text, tile: require_same(
            (tile,), parse_tiles(text), "not the tile of the text"
        ),
        seeds=fuzz_seeds.single_tiles,
        longest=16,
    )
    yield Target(
        name="parse_tiles",
        covers=("parse_tiles",),
        read=parse_tiles,
        errors=(NotationError,),
        write=_in_order,
        look=_look_at_tiles,
        seeds=fuzz_seeds.rows_of_tiles,
        longest=512,
    )
    yield Target(
        name="parse_action",
        covers=("parse_action",),
        read=parse_action,
        errors=(NotationError,),
        write=str,
        canonical=True,
        look=lambda _, action: require(bool(describe(action, chinese=True)), "no words"),
        seeds=fuzz_seeds.actions,
        longest=128,
    )
    yield Target(
        name="parse_table_action",
        covers=("parse_table_action",),
        read=parse_table_action,
        errors=(NotationError,),
        write=str,
        canonical=True,
        look=lambda _, action: require(
            bool(describe_table_action(action, chinese=True)), "no words"
        ),
        seeds=fuzz_seeds.table_actions,
        longest=256,
    )
    yield Target(
        name="parse_state",
        covers=("parse_state",),
        read=parse_state,
        errors=(NotationError, InvalidStateError),
        write=format_state,
        look=look_at_state,
        seeds=fuzz_seeds.states,
        grow=fuzz_growth.grow_state,
    )
    yield Target(
        name="parse_view",
        covers=("parse_view",),
        read=parse_view,
        errors=(NotationError, InvalidStateError),
        write=format_view,
        look=_look_at_view_text,
        seeds=fuzz_seeds.views,
    )


def _lines() -> Iterator[Target]:
    yield Target(
        name="parse_table",
        covers=("parse_table",),
        read=parse_table,
        errors=(RecordError, InvalidStateError),
        write=format_table,
        canonical=True,
        look=look_at_table,
        seeds=fuzz_seeds.tables,
        grow=fuzz_growth.grow_table,
        longest=16_384,
    )
    yield Target(
        name="parse_record",
        covers=("parse_record",),
        read=parse_record,
        errors=(RecordError,),
        write=format_record,
        look=_look_at_one_record,
        seeds=fuzz_seeds.records,
        grow=fuzz_growth.grow_record,
        mend=fuzz_growth.mend,
        longest=8192,
    )
    yield Target(
        name="read_records",
        covers=("read_records", "replay", "resume"),
        read=_read_all_records,
        errors=(RecordError,),
        write=_joined(format_record),
        look=_look_at_records,
        seeds=fuzz_seeds.files_of_records,
        grow=fuzz_growth.grow_record,
        mend=fuzz_growth.mend,
        longest=8192,
    )
    yield Target(
        name="parse_sitting",
        covers=("parse_sitting",),
        read=parse_sitting,
        errors=(RecordError,),
        write=format_sitting,
        look=_look_at_one_sitting,
        seeds=fuzz_seeds.sittings,
        grow=fuzz_growth.grow_sitting,
        mend=fuzz_growth.mend,
        longest=24_576,
    )
    yield Target(
        name="read_sittings",
        covers=("read_sittings",),
        read=lambda text: tuple(read_sittings(lines_of(text))),
        errors=(RecordError,),
        write=_joined(format_sitting),
        look=_look_at_sittings,
        seeds=fuzz_seeds.files_of_sittings,
        grow=fuzz_growth.grow_sitting,
        mend=fuzz_growth.mend,
        longest=24_576,
    )
    yield Target(
        name="canonical_json",
        covers=(),
        read=lambda text: read_json(text, 1),
        errors=(RecordError,),
        write=lambda value: write_json(value, 1),
        canonical=True,
        look=lambda text, value: require_same(json.loads(text), value, "json reads else"),
        seeds=fuzz_seeds.json_lines,
    )


TEXTS = (*_texts(), *_lines())
