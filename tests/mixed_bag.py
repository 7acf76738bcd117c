"""A mixed bag of everything that the library says, a digest for each sort of it.

Run in two processes under other hash seeds, or on another Python, it must come out the same:
`mixed_bag.txt` holds what it was, and `test_mixed_bag` compares. Where a text is meant to have
changed, ``python tests/mixed_bag.py --write`` renews it. The package has to be on the path.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from corpus import drawn
from lisi_mahjong import (
    Discard,
    DrawnDeal,
    GameState,
    IllegalAction,
    LisiError,
    Pass,
    Pung,
    Record,
    RuleSet,
    ScoreTable,
    Shuffle,
    SittingWriter,
    TableState,
    Tag,
    Tile,
    apply,
    commitment,
    deal,
    describe,
    explain,
    format_record,
    format_state,
    format_table,
    format_tiles,
    format_view,
    legal_actions,
    next_dealer,
    parse_action,
    parse_record,
    parse_state,
    parse_table,
    parse_table_action,
    parse_tiles,
    parse_view,
    readings,
    reserve,
    sample_state,
    seen_events,
    seen_table_events,
    settle,
    table_legal_actions,
    view,
    view_table,
    waits,
    why_illegal,
)
from lisi_mahjong.narration import Narrator, TileStyle
from offers import every_action
from playouts import Move, moves
from table_moves import TableMove, table_moves

STORED = Path(__file__).with_name("mixed_bag.txt")
RENEW = "python tests/mixed_bag.py --write"

DEALS = (2, 5, 6, 8, 13, 24, 26)
SITTINGS = (1, 4)
VIEWERS = (0, 1, 2, 3, None)


@cache
def played() -> tuple[Move, ...]:
    return tuple(moves(DEALS))


@cache
def ends() -> tuple[GameState, ...]:
    return tuple(move.after for move in played() if move.after.result is not None)


@cache
def evenings() -> tuple[TableMove, ...]:
    return tuple(table_moves(SITTINGS))


# --- what is in the bag -------------------------------------------------------------------


def shuffles() -> Iterator[str]:
    for seed in (7, -1, 2**70, "seven", "七", b"\x07\xff"):
        shuffle = Shuffle.from_seed(seed)
        yield " ".join(map(str, shuffle.layout))
        yield f"{shuffle!r} {shuffle.dice} {shuffle.dealer_draw} {commitment(seed)}"


def states() -> Iterator[str]:
    for move in played():
        yield format_state(move.after)


def views() -> Iterator[str]:
    for move in played():
        for viewer in VIEWERS:
            yield json.dumps(view(move.after, viewer).as_json(), ensure_ascii=False)
    for move in played()[::5]:
        for viewer in VIEWERS:
            yield format_view(view(move.after, viewer))


def events() -> Iterator[str]:
    for move in played():
        yield repr(move.step.events)
        for viewer in VIEWERS:
            yield repr(seen_events(move.step, viewer))


def reprs() -> Iterator[str]:
    for move in played():
        yield f"{move.after!r} {move.after.players!r} {move.after.stage!r}"
        yield f"{move.after.setup.rules!r} {view(move.after, 1)!r} {view(move.after, None)!r}"
    for taken in evenings():
        yield f"{taken.after!r} {taken.after.history!r} {view_table(taken.after, 2)!r}"


def choices() -> Iterator[str]:
    for number, move in enumerate(played()):
        for seat in range(4):
            yield " ".join(map(str, legal_actions(move.before, seat)))
        for action in [*every_action(number % 4)][number % 7 :: 7]:
            refusal = why_illegal(move.before, action)
            yield f"{action} {refusal}"


def records() -> Iterator[str]:
    for number in DEALS:
        start = drawn(number).start
        decisions = [action for _, action in drawn(number).actions()]
        record = Record.of(start, decisions, names=["甲", "b", "", "d"], metadata={"a": [1, "乙"]})
        yield format_record(record)
        yield repr(parse_record(format_record(record)))


def settlements() -> Iterator[str]:
    scores = (ScoreTable(), ScoreTable(base=3, feeder_pays_melded_kong=True, closed_wait=0))
    for end in ends():
        assert end.result is not None
        for score in scores:
            settlement = settle(end.result, end, score, 2)
            yield f"{settlement!r} {settlement.reading!r} {next_dealer(end)}"
            for payment in settlement.payments:
                yield f"{payment!r}\n{payment.en}\n{payment.zh}"


def tables() -> Iterator[str]:
    lines = list[str]()
    first, *_ = evenings()
    writer = SittingWriter(lines.append, first.before.rules, first.before.score)
    for taken in evenings():
        if taken.before == TableState.new(taken.before.rules, taken.before.score):
            writer = SittingWriter(lines.append, taken.before.rules, taken.before.score)
        writer.act(taken.action)
        yield f"{taken.action} {taken.step.events!r}"
        for seat in range(4):
            yield " ".join(map(str, table_legal_actions(taken.after, seat)))
    for taken in evenings()[::9]:
        yield format_table(taken.after)
        yield json.dumps(view_table(taken.after, 0).as_json(), ensure_ascii=False)
        yield repr(seen_table_events(taken.step, None))
    yield "".join(lines)


def words() -> Iterator[str]:
    for number, style in zip(DEALS, TileStyle, strict=False):
        narrator = Narrator(drawn(number).start, style)
        yield "\n".join(narrator.opening())
        for move in moves([number]):
            yield "\n".join(narrator.tell(move.step.events))
    for move in played()[::3]:
        for chinese in (False, True):
            yield describe(move.action, chinese=chinese)
            yield explain(move.before, move.action.seat, chinese=chinese)


def worlds() -> Iterator[str]:
    for number, move in enumerate(played()[::4]):
        seen = view(move.after, VIEWERS[number % 5])
        yield format_state(sample_state(seen, random.Random(number)))


HANDS = ("1112345678999m", "1233555m456p789s", "234m567m345p567p5s", "1112456m456p789s")


def hands() -> Iterator[str]:
    for rules in (RuleSet(), RuleSet.taiyuan()):
        for hand in HANDS:
            found = waits(hand, rules=rules)
            yield f"{hand} {format_tiles(found)}"
            for tile in found:
                yield repr(readings(hand, tile, rules=rules))
                yield repr([each.tags for each in readings(hand, tile, rules=rules)])
    for kind in (Tile, Tag):
        yield repr([*kind])
    yield " ".join(f"{tile} {tile.zh} {tile.glyph} {tile!r}" for tile in Tile)
    yield repr([reserve(kongs) for kongs in range(17)])


def errors() -> Iterator[str]:
    for name, call in BAD_CALLS.items():
        try:
            call()
        except LisiError as error:
            yield f"{name}: {type(error).__name__}: {error} {error!r}"
    for move in played()[::11]:
        for action in [*every_action(move.action.seat)][::37]:
            try:
                apply(move.before, action)
            except IllegalAction as error:
                yield f"{error} {error.message_zh} {error!r}"


START = deal(Shuffle.from_seed(7))
LINE = format_state(START)
OF_SEAT = format_view(view(START, 2))
RECORD = "".join(Record.of(START, [Discard(0, Tile.P2)]).lines())
TABLE = format_table(TableState.new())

BAD_CALLS: Mapping[str, Callable[[], object]] = {
    "tiles": partial(parse_tiles, "12m3x"),
    "no tiles": partial(parse_tiles, "m"),
    "actions": partial(parse_action, "0 discard"),
    "an action of nobody": partial(parse_action, "4 pass"),
    "actions of a table": partial(parse_table_action, "0 sit"),
    "a hand": partial(waits, "123m"),
    "a fifth copy": partial(waits, "11111m22223333p"),
    "a wall": partial(Shuffle.from_draw_order, [Tile.M1] * 135),
    "a seed": partial(Shuffle.from_seed, 1.5),  # type: ignore[arg-type]  # on purpose, as below
    "an option": partial(RuleSet.from_options, {"all_run": True}),
    "a value": partial(RuleSet, reserved_stacks=42),
    "a number": partial(ScoreTable, base=-1),
    "a dealer": partial(deal, Shuffle.from_seed(7), dealer=4),
    "no rules": partial(deal, Shuffle.from_seed(7), rules={}),  # type: ignore[arg-type]
    "an action": partial(apply, START, Discard(0, Tile.M6)),
    "another action": partial(apply, START, Pung(3, Tile.M9, 1)),
    "a pass": partial(apply, START, Pass(0)),
    "no action": partial(apply, START, {"pass": 0}),  # type: ignore[arg-type]
    "no state": partial(apply, None, Pass(0)),  # type: ignore[arg-type]
    "a seat": partial(view, START, "north"),  # type: ignore[arg-type]
    "a result": partial(settle, DrawnDeal(), START),
    "no line": partial(parse_state, ""),
    "a line cut off": partial(parse_state, LINE[:60]),
    "another version": partial(parse_state, LINE.replace("1", "9", 1)),
    "an impossible line": partial(parse_state, LINE.replace("6m1p8s4z", "6m1p8s8s")),
    "a view": partial(parse_view, OF_SEAT[:-3]),
    "a record": partial(parse_record, RECORD[:80]),
    "an illegal decision": partial(parse_record, RECORD.replace("0 discard 2p", "0 discard 6m")),
    "a table": partial(parse_table, TABLE[:-6]),
    "an impossible table": partial(parse_table, TABLE.replace('"game":1', '"game":2')),
    "a kong count": partial(reserve, 17),
    "a fifth seat": partial(legal_actions, START, -1),
}

BAG: Mapping[str, Callable[[], Iterator[str]]] = {
    section.__name__: section
    for section in (
        shuffles,
        states,
        views,
        events,
        reprs,
        choices,
        records,
        settlements,
        tables,
        words,
        worlds,
        hands,
        errors,
    )
}


# --- digests ------------------------------------------------------------------------------


def digest(texts: Iterable[str]) -> str:
    """Return how many texts there are, and a hash over them."""
    seen, number = hashlib.sha256(), 0
    for text in texts:
        seen.update(text.encode() + b"\n")
        number += 1
    return f"{number} {seen.hexdigest()}"


def contents() -> str:
    """Return a line for each sort of text in the bag."""
    return "".join(f"{name} {digest(section())}\n" for name, section in BAG.items())


def differing(stored: str, found: str) -> list[str]:
    """Return the sorts of text that have another digest, or are not on both sides."""
    one, other = (
        dict(line.split(" ", 1) for line in text.splitlines()) for text in (stored, found)
    )
    return sorted(name for name in one | other if one.get(name) != other.get(name))


def main(arguments: Sequence[str]) -> int:
    """Renew what is stored, or print what it is now."""
    if list(arguments) == ["--write"]:
        STORED.write_text(contents(), encoding="ascii")
    else:
        sys.stdout.write(contents())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
