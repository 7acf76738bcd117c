"""Inputs to begin with: real texts out of the stored files, and small ones made for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import attrs

import perft_files
from lisi_mahjong import (
    KongKind,
    Leave,
    LisiError,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    SittingWriter,
    StartDeal,
    TableState,
    Tally,
    Tile,
    apply_table,
    format_table,
    format_view,
    parse_record,
    parse_sitting,
    parse_state,
    parse_table_action,
    simulate,
    view,
)
from lisi_mahjong.testing import SITUATIONS
from tallies import SOME

TESTS = Path(__file__).parent
HAND_WRITTEN = """\
lisi1 stage=turn:0:5m
lisi1 stage=turn:0:6s hand0={1z2p3p6s}777m345m6s melds0=888p<3 wall=4p..
lisi1 rules=-forced_win stage=offer:0:5m remaining=20 hand1={5m1z2z3z}5m.. \
hand2={9m9m4m}6m777p888s999s river2=..1z*
lisi1 rules=taiyuan stage=robbed:2:5m<0 melds0=555m<1 hand2={9m9m4m}6m777p888s999s.. river2=1z*
lisi1 stage=drawn remaining=16 melds0=(1111z) melds3=5555z+<2,666z<0
lisi1 rules=open_ting,ting_on_wall,reserved_stacks:0 stage=turn:1:9m \
hand0={9m9m4m}6m777p888s999s river0=..2z* ting0=up,wall
lisi1 stage=turn:1:1p dealer=3 draw=2 dice=16,61 ply=40 wall=5m9s..1z2z remaining=30
""".splitlines()


def _texts(folder: str, pattern: str = "*.jsonl") -> Iterator[str]:
    for path in sorted((TESTS / folder).glob(pattern)):
        yield path.read_text(encoding="ascii")


# --- tiles and actions --------------------------------------------------------------------


@cache
def single_tiles() -> Sequence[str]:
    """Return the text of every kind."""
    return [str(tile) for tile in Tile]


@cache
def rows_of_tiles() -> Sequence[str]:
    """Return rows of tiles as they are written in hands, and with spaces."""
    hands = re.findall(r"hand[0-3]=\{(\w+)\}(\w+)", "\n".join(states()))
    rows = [f"{one} {two}" for one, two in hands[:40]]
    return [*dict.fromkeys(("1m", "19m 19p 19s 1234567z", "1m1m1m", *rows))]


@cache
def actions() -> Sequence[str]:
    """Return the text of every decision in the stored records, and of some rare ones."""
    found = set(re.findall(r'^"([^"]*)"$', "\n".join(_texts("records")), re.MULTILINE))
    rare = [f"{seat} kong {Tile.M5} {kind.value}" for seat in range(4) for kind in KongKind]
    return sorted({*found, *rare, "0 ting 5m up wall", "1 ting 5m wall", "2 win", "3 pass"})


@cache
def table_actions() -> Sequence[str]:
    """Return the text of every action in the stored sittings."""
    lines = "\n".join(_texts("sittings_stored"))
    found = re.findall(r'^"([0-3] (?:sit|ready|unready|leave)[^"\\]*)"$', lines, re.MULTILINE)
    return sorted({*found, "0 sit Ann Lee", "1 sit 丁", "2 unready", "3 leave", *actions()[::20]})


# --- positions and tables -----------------------------------------------------------------


@cache
def states() -> Sequence[str]:
    """Return the lines of the positions of perft, and some that leave most open."""
    areas = sorted(path.stem for path in perft_files.FOLDER.glob("*.txt"))
    stored = [entry.state for area in areas for entry in perft_files.stored(area)]
    return [*HAND_WRITTEN, *_opened(stored), *stored]


def _opened(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without their walls and what else they can do without, where they can.

    A change of such a line is more often a position again.
    """
    rng = Random(7)
    for line in lines:
        fields = line.split()[1:-1]  # the wall is the last
        for _ in range(3):
            fewer = [each for each in fields if each.startswith("stage=") or rng.random() < 0.5]
            opened = " ".join(("lisi1", *fewer))
            with suppress(LisiError):
                parse_state(opened)
                yield opened
                break


@cache
def views() -> Sequence[str]:
    """Return a view of each of those positions, of all seats and of a spectator in turn."""
    viewers = (None, 0, 1, 2, 3)
    found = [
        format_view(view(parse_state(line), viewers[number % 5]))
        for number, line in enumerate(states())
    ]
    return [*dict.fromkeys(found)]


@cache
def tables() -> Sequence[str]:
    """Return the stored tables, and small ones with some of the people."""
    table = TableState.new(RuleSet.taiyuan(), ScoreTable.taiyuan())
    made = [format_table(table)]
    for text in ("0 sit Ann", "1 sit Bo", "2 sit Cai", "3 sit D", "0 ready", "1 ready", "2 ready"):
        table = apply_table(table, parse_table_action(text))
        made.append(format_table(table))
    table = apply_table(table, parse_table_action("3 ready"))
    table = apply_table(table, StartDeal(Shuffle.from_seed(3)))
    made.append(format_table(table))
    made.append(format_table(apply_table(table, Leave(2))))
    return [*dict.fromkeys((*_texts("tables"), *made))]


# --- records and sittings -----------------------------------------------------------------


@cache
def records() -> Sequence[str]:
    """Return the stored records that are not too long, and some of them cut off."""
    files = [text for text in _texts("records") if len(text) < 6_000]
    whole = [text for text in files if text.count('"format"') == 1]
    header = [text[: text.index("\n") + 1] for text in whole[::10]]
    cut = [
        text[: (len(begun) + len(text)) // 2]
        for text, begun in zip(whole[::10], header, strict=True)
    ]
    return [*dict.fromkeys((*whole, *cut, *header))]


@cache
def files_of_records() -> Sequence[str]:
    """Return files of one record, of two, of none, and of some that are cut off."""
    texts = sorted(records(), key=len)
    finished = [text for text in texts if parse_record(text).finished]
    pairs = [one + two for one, two in zip(finished[:10], finished[10:20], strict=True)]
    lines = finished[0].splitlines(keepends=True)
    return ["", *texts[::6], *pairs, lines[0] + finished[1], finished[1] + "".join(lines[:-2])]


@cache
def sittings() -> Sequence[str]:
    """Return stored sittings that are not too long, and beginnings of them."""
    found: list[str] = []
    for lines in _stored_sittings():
        found += ["".join(lines[:end]) for end in (1, 5, 12, 40, 80) if end < len(lines)]
        found.append("".join(lines))
    return [*dict.fromkeys(found[:60]), *_small_sittings()]


def _stored_sittings() -> Iterator[Sequence[str]]:
    """Yield the lines of each stored sitting, of a long one no more than its beginning."""
    for text in _texts("sittings_stored"):
        lines: list[str] = []
        for line in text.splitlines(keepends=True):
            if '"format"' in line and lines:
                yield lines
                lines = []
            if len(lines) < 250:
                lines.append(line)
        yield lines


def _small_sittings() -> Iterator[str]:
    """Yield sittings in which people come and go, a deal starts and is void."""
    for texts in ((), ("0 sit Ann",), ("0 sit Ann", "0 ready", "0 unready", "0 leave")):
        lines: list[str] = []
        writer = SittingWriter(lines.append, metadata={"table": len(texts)})
        for text in texts:
            writer.act(parse_table_action(text))
        writer.close()
        yield "".join(lines)
    lines = []
    writer = SittingWriter(lines.append, RuleSet(open_ting=True), ScoreTable(base=3))
    for seat in range(4):
        writer.act(Sit(seat, "ABCD"[seat]))
        writer.act(parse_table_action(f"{seat} ready"))
    writer.act(StartDeal(Shuffle.from_seed(b"\0\xff")), seed=b"\0\xff")
    writer.act(Leave(1))
    writer.close()
    yield "".join(lines)


@cache
def files_of_sittings() -> Sequence[str]:
    """Return files of one sitting, of two, of none, and of some that are cut off."""
    texts = sorted(sittings(), key=len)
    finished = [text for text in texts if parse_sitting(text).finished]
    pairs = [one + two for one, two in pairwise(finished)]
    short = [text for text in pairs if len(text) < 20_000]
    return ["", *texts, *short]


@cache
def json_lines() -> Sequence[str]:
    """Return lines of the stored records and sittings, and values of every sort."""
    lines = {line for text in [*tables(), *records()[::5]] for line in text.split("\n") if line}
    values = ("{}", "[]", "null", "-1", "1.5", "1e-07", '"\\u5e84\\ud83d\\ude00"', '{"a":[1,{}]}')
    nested = '{"a":{"b":{"c":[[[[true,false,"\\\\\\""]]]]}}}'
    return [*values, nested, *[line for line in sorted(lines) if len(line) < 2_000][::8]]


# --- values -------------------------------------------------------------------------------


@cache
def hands(tiles: int) -> Sequence[str]:
    """Return literals of hands: concealed tiles, a tile more, and melds.

    Args:
        tiles: 13 for hands that wait, 14 for full ones.
    """
    waiting = [
        ("123456789m5p", "5p", ["1111z"]),
        ("1122344m", "3m", ["999p", "111z"]),
        ("1113456666788s", "2s", []),
        ("567m567p3445567s", "7s", []),
        ("5p", "5p", ["111m", "(2222m)", ("3333s", "ADDED_KONG"), ("4444z", "MELDED_KONG")]),
        ("19m19p19s1234567z", "1m", []),
        ("2233445566778m", "8m", []),
    ]
    full = [(concealed + tile, tile, melds) for concealed, tile, melds in waiting]
    return [repr(hand) for hand in (waiting if tiles == 13 else full)]


@cache
def options(cls: type[RuleSet | ScoreTable]) -> Sequence[str]:
    """Return literals of options: all, the ready-made ones, and each on its own."""
    whole = [attrs.asdict(cls()), attrs.asdict(cls.taiyuan())]
    single = [{name: value} for name, value in whole[0].items()]
    return ["{}", *map(repr, whole), *map(repr, single)]


@cache
def tallies() -> Sequence[str]:
    """Return literals of the JSON of tallies."""
    return [repr(tally.as_json()) for tally in (Tally(), SOME, simulate(3, sitting=2))]


@cache
def seeds() -> Sequence[str]:
    """Return literals of seeds."""
    return ["0", "7", "-7", "10**9", "'7'", "'立四'", "b''", "b'\\x00\\xff'", "''", str(10**599)]


@cache
def draw_orders() -> Sequence[str]:
    """Return literals of tiles in the order drawn, of a dealer, and of the first taker."""
    row = [str(tile) for tile in Tile for _ in range(4)]
    return [repr((row, 0, 0)), repr((row[::-1], 2, 3)), repr((tuple(row[1::2] + row[::2]), 3, 1))]


@cache
def layouts() -> Sequence[str]:
    """Return literals of layouts, dice and drawn dealers."""
    row = [str(tile) for tile in Tile for _ in range(4)]
    return [repr((row, ((1, 2), (3, 4)), 0)), repr((tuple(row[::-1]), [[6, 6], [1, 1]], 3))]


@cache
def wishes() -> Sequence[str]:
    """Return literals of what is wished for: hands, a script, draws, and all the rest."""
    found: list[dict[str, object]] = [
        {
            "hands": dict(each.hands),
            "script": list(each.script),
            "draws": dict(each.draws),
            "replacements": each.replacements,
            "rules": dict(each.options),
        }
        for each in SITUATIONS.values()
    ]
    more: list[dict[str, object]] = [
        {},
        {"hands": {1: "55m"}, "script": ["0 discard 5m", "1 pung 5m 0"], "seed": "x"},
        {"draws": {2: "5m ? 12z"}, "dealer": 3, "first_taker": 1},
        {"hands": {0: (["1m", "2m"], "55z")}, "replacements": ["9s", None]},
    ]
    return [*map(repr, found), *map(repr, more)]


@cache
def situations() -> Sequence[str]:
    """Return literals of situations: name, dealer, suits, seed, options."""
    names = list(SITUATIONS)
    rules = {"all_runs": True, "reserved_stacks": 0}
    first = [repr((name, 0, "mps", 0, {})) for name in names]
    return [
        *first,
        repr((names[0], 3, "spm", "x", {"all_runs": True})),
        repr((names[1], 1, "psm", 7, rules)),
    ]


@cache
def headers() -> Sequence[str]:
    """Return literals of what else a record may say: names, metadata, a seed or none."""
    return [
        repr(({}, None, None)),
        repr(({"table": 3, "club": "立四", "deep": [1, 2.5, None, {"a": []}]}, None, 7)),
        repr(({"a": 10**599}, ["Ann", "Bo", "Cai", "丁"], "text")),
        repr(({"": True}, ("", "", "", ""), b"\0")),
    ]


@cache
def players_wishes() -> Sequence[str]:
    """Return literals of wishes of a player."""
    return [repr(["0 kong 9m concealed", "0 discard 7z"]), repr(()), repr(("1 win", "2 pass"))]
