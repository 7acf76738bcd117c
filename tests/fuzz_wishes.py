"""What holds for what reads wishes for a wall, and headers of records. Inputs are literals."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import fuzz_seeds
from fuzz_oracle import Target, literal, require, require_same
from fuzz_values import tile_or_else
from lisi_mahjong import (
    HandError,
    InvalidStateError,
    NotationError,
    Record,
    RecordError,
    RecordWriter,
    RulesError,
    RuleSet,
    SeatError,
    Shuffle,
    SittingWriter,
    apply,
    deal,
    format_record,
    format_sitting,
    parse_record,
    parse_sitting,
    problems,
)
from lisi_mahjong.testing import SITUATIONS, Stacked, WishingPlayer, stack

# --- wishes -------------------------------------------------------------------------------

_WISH_WORDS = ("hands", "script", "draws", "replacements", "dealer", "first_taker", "seed")


def _wish_argument(text: str) -> dict[str, Any]:
    value = literal(text)
    if not isinstance(value, dict):
        return {"hands": value}
    return {name: value[name] for name in (*_WISH_WORDS, "rules") if name in value}


def _of_tiles(value: Any) -> Any:  # noqa: ANN401 - any value
    return [tile_or_else(item) for item in value] if isinstance(value, list) else value


def _read_wish(wish: dict[str, Any]) -> tuple[Stacked, dict[str, Any]]:
    given = dict(wish)
    if "rules" in given:
        given["rules"] = RuleSet.from_options(given["rules"])
    if "replacements" in given:
        given["replacements"] = _of_tiles(given["replacements"])
    if isinstance(given.get("hands"), dict):
        given["hands"] = {
            seat: tuple(_of_tiles(part) for part in held) if isinstance(held, tuple) else held
            for seat, held in given["hands"].items()
        }
    return stack(**given), wish


def _look_at_wish(wish: dict[str, Any], value: tuple[Stacked, dict[str, Any]]) -> None:
    laid = value[0]
    state = laid.start
    for action in laid.decisions:
        state = apply(state, action)
    require_same(state, laid.state, "the decisions lead elsewhere")
    require_same(problems(state), (), "a situation with problems")
    texts = iter([str(action) for action in laid.decisions])
    done = all(str(wished) in texts for wished in wish.get("script", ()))
    require(done, "what was to happen has not")
    require_same(state.dealer, wish.get("dealer", 0), "another dealer")


def _five(text: str) -> tuple[Any, ...]:
    value = literal(text)
    if isinstance(value, tuple) and len(value) == 5:
        return value
    return next(iter(SITUATIONS)), 0, value, 0, {}


def _read_situation(argument: tuple[Any, ...]) -> tuple[Stacked, tuple[Any, ...]]:
    name, dealer, suits, seed, options = argument
    # Which situation it is stands for nothing that is read.
    situation = SITUATIONS.get(
        name if isinstance(name, str) else "", next(iter(SITUATIONS.values()))
    )
    rules = RuleSet.from_options(options)
    return situation.laid(rules=rules, dealer=dealer, suits=suits, seed=seed), argument


def _look_at_situation(argument: tuple[Any, ...], value: tuple[Stacked, tuple[Any, ...]]) -> None:
    _look_at_wish({"dealer": argument[1]}, (value[0], {}))
    require_same(argument, value[1], "another situation")


# --- headers ------------------------------------------------------------------------------


def _header_argument(text: str) -> tuple[Any, Any, Any]:
    value = literal(text)
    if isinstance(value, tuple) and len(value) == 3:
        return value
    return value, None, None


_START = deal(Shuffle.from_seed(7), dealer=1)


def _read_header(argument: tuple[Any, Any, Any]) -> Record:
    metadata, names, seed = argument
    start = _START if seed is None else deal(Shuffle.from_seed(seed), dealer=1)
    lines: list[str] = []
    RecordWriter(lines.append, start, metadata=metadata, names=names, seed=seed)
    record = Record.of(start, (), metadata=metadata, names=names, seed=seed)
    require_same("".join(lines), format_record(record), "a writer writes another header")
    return record


def _write_header(record: Record) -> tuple[Any, Any, Any]:
    read = parse_record(format_record(record))
    require_same(read, record, "a record is not read back")
    return read.metadata, read.names, read.seed


def _look_at_header(argument: tuple[Any, Any, Any], record: Record) -> None:
    metadata, names, seed = argument
    require_same(
        repr(_sorted({} if metadata is None else metadata)),
        repr(_sorted(record.metadata)),
        "other metadata",
    )
    require_same(None if names is None else tuple(names), record.names, "other names")
    require_same((type(seed), seed), (type(record.seed), record.seed), "another seed")
    _check_not_shared(metadata, record)


def _check_not_shared(metadata: Any, record: Record) -> None:  # noqa: ANN401 - any value
    if isinstance(metadata, dict):
        mine = copy.deepcopy(record.metadata)
        metadata["later"] = 1
        shared = record.metadata != mine
        del metadata["later"]
        require(not shared, "metadata that are shared with the caller")


def _sorted(value: Any) -> Any:  # noqa: ANN401 - any value
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _read_sitting_header(metadata: Any) -> str:  # noqa: ANN401 - any value
    lines: list[str] = []
    SittingWriter(lines.append, metadata=metadata).close()
    return "".join(lines)


def _look_at_sitting_header(metadata: Any, text: str) -> None:  # noqa: ANN401 - any value
    sitting = parse_sitting(text)
    require_same(format_sitting(sitting), text, "a sitting is not written as it was read")
    expected = {} if metadata is None else metadata
    require_same(repr(_sorted(expected)), repr(_sorted(sitting.metadata)), "other metadata")


def _read_wishing_player(wishes: Any) -> WishingPlayer:  # noqa: ANN401 - any value
    return WishingPlayer(wishes)


def _look_at_wishing_player(wishes: Any, player: WishingPlayer) -> None:  # noqa: ANN401
    require_same([str(wish) for wish in player.wishes], list(map(str, wishes)), "other wishes")


# --- the table of them --------------------------------------------------------------------


def _wishes() -> Iterator[Target]:
    errors = (InvalidStateError, NotationError, HandError, SeatError, RulesError)
    yield Target(
        name="stack",
        covers=("testing.stack",),
        argument=_wish_argument,
        read=_read_wish,
        errors=errors,
        write=lambda value: value[1],
        canonical=True,
        look=_look_at_wish,
        seeds=fuzz_seeds.wishes,
        longest=1024,
    )
    yield Target(
        name="Situation.laid",
        covers=("testing.Situation.laid",),
        argument=_five,
        read=_read_situation,
        errors=(InvalidStateError, SeatError, RulesError),
        write=lambda value: value[1],
        look=_look_at_situation,
        seeds=fuzz_seeds.situations,
        longest=512,
    )
    yield Target(
        name="WishingPlayer",
        covers=("testing.WishingPlayer",),
        argument=literal,
        read=_read_wishing_player,
        errors=(NotationError,),
        write=lambda player: [str(wish) for wish in player.wishes],
        look=_look_at_wishing_player,
        seeds=fuzz_seeds.players_wishes,
        longest=512,
    )


def _headers() -> Iterator[Target]:
    yield Target(
        name="Record.of",
        covers=("Record.of", "RecordWriter"),
        argument=_header_argument,
        read=_read_header,
        errors=(RecordError, InvalidStateError),
        write=_write_header,
        look=_look_at_header,
        seeds=fuzz_seeds.headers,
        longest=2048,
    )
    yield Target(
        name="SittingWriter",
        covers=("SittingWriter",),
        argument=literal,
        read=_read_sitting_header,
        errors=(RecordError,),
        write=lambda text: parse_sitting(text).metadata,
        look=_look_at_sitting_header,
        seeds=lambda: [repr(literal(each)[0]) for each in fuzz_seeds.headers()],
        longest=2048,
    )


WISHES = (*_wishes(), *_headers())
