"""The first line of a record: rules, dealer, shuffle or seed, names, metadata."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from lisi_mahjong import (
    GameState,
    InvalidStateError,
    RuleSet,
    Shuffle,
    Tile,
    apply,
    deal,
    legal_actions,
    parse_state,
)
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.record_format import (
    FORMAT_VERSION,
    RULES_VERSION,
    Header,
    Seed,
    format_header,
    make_header,
    read_header,
)
from recordings import refused

START = deal(Shuffle.from_seed(7), dealer=2)

OPTIONS = (
    '{"all_runs":false,"closed_wait_alone":false,"closed_wait_on_eight":false,'
    '"drawn_deal_with_kong_passes_dealer":true,"forced_win":true,"open_ting":false,'
    '"reserved_stacks":7,"robbing_kong":false,"show_concealed_kongs":false,"ting_on_wall":false}'
)


def test_a_header_with_a_seed_is_this_line() -> None:
    assert format_header(make_header(START, seed=7)) == (
        '{"dealer":2,"format":"lisi-mahjong record","format_version":1,"metadata":{},"names":null,'
        f'"rules":{OPTIONS},"rules_version":1,'
        '"shuffle":{"seed":"7","seed_type":"int","shuffle_version":1}}'
    )


def test_a_header_without_a_seed_holds_the_whole_shuffle() -> None:
    layout = [tile for tile in Tile for _ in range(4)]
    start = deal(Shuffle(layout, ((1, 2), (3, 4)), 3))
    line = format_header(make_header(start, names=("a", "b", "c", "庄"), metadata={"x": 1}))
    written = "".join(f"{tile}" * 4 for tile in Tile)
    assert line == (
        '{"dealer":0,"format":"lisi-mahjong record","format_version":1,"metadata":{"x":1},'
        f'"names":["a","b","c","\\u5e84"],"rules":{OPTIONS},"rules_version":1,'
        f'"shuffle":{{"dealer_draw":3,"dice":[[1,2],[3,4]],"layout":"{written}"}}}}'
    )
    assert read_header(line, 1).start == start


def read_again(header: Header) -> Header:
    """Return what comes of writing a header and reading it."""
    line = format_header(header)
    found = read_header(line, 5)
    assert format_header(found) == line
    assert found == header
    assert hash(found) == hash(header)
    return found


SEEDS: tuple[Seed, ...] = (
    0,
    7,
    -7,
    10**600 - 1,
    -(10**600) + 1,
    "",
    "7",
    "-7",
    "立四 🀄 \n\\\x7f",
    b"",
    b"7",
    bytes(range(256)),
)


@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_a_seed_is_read_with_its_type(seed: Seed) -> None:
    header = make_header(deal(Shuffle.from_seed(seed)), seed=seed)
    found = read_again(header).seed
    assert (type(found), found) == (type(seed), seed)


def test_an_int_a_text_and_bytes_make_three_headers() -> None:
    lines = {
        format_header(make_header(deal(Shuffle.from_seed(seed)), seed=seed))
        for seed in (7, "7", b"7", b"\x07")
    }
    assert len(lines) == 4


class Text(str):
    __slots__ = ()


@pytest.mark.rule("WALL-11", refuses=True)
@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (8, "the seed of the shuffle"),
        ("7", "the seed of the shuffle"),
        (b"7", "the seed of the shuffle"),
    ],
    ids=["other", "text", "bytes"],
)
def test_the_seed_of_another_shuffle_is_refused(seed: Seed, expected: str) -> None:
    assert refused(lambda: make_header(START, seed=seed))[0] == expected


def test_a_seed_that_could_not_be_read_again_is_refused() -> None:
    large = 10**600
    start = deal(Shuffle.from_seed(large))
    assert refused(lambda: make_header(start, seed=large))[0] == "a seed of at most 600 digits"
    assert refused(lambda: make_header(start, seed=-large))[0] == "the seed of the shuffle"
    text = Text("7")
    start = deal(Shuffle.from_seed(text))
    assert refused(lambda: make_header(start, seed=text))[0] == "the seed of the shuffle"


@pytest.mark.parametrize("seed", [True, 7.0, [7], "\ud800"])
def test_what_is_no_seed_is_refused_as_everywhere(seed: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidStateError):
        make_header(START, seed=seed)


@pytest.mark.parametrize(
    "names",
    [
        "abcd",
        ["a", "b", "c"],
        ["a", "b", "c", "d", "e"],
        ["a", "b", "c", None],
        ["a", "b", "c", Text("d")],
        {"a": 0, "b": 1, "c": 2, "d": 3},
        7,
    ],
)
def test_names_are_four_texts(names: object) -> None:
    assert refused(lambda: make_header(START, names=names))[0] == NAMES


def test_a_name_must_be_unicode() -> None:
    assert refused(lambda: make_header(START, names=["a", "b", "c", "\udc80"]))[0] == "Unicode text"


@pytest.mark.parametrize("metadata", [[], "a", 7, ((),), {1}])
def test_metadata_are_a_dict(metadata: object) -> None:
    expected, _ = refused(lambda: make_header(START, metadata=metadata))
    assert expected == "metadata that are a JSON object"


def test_metadata_are_kept_as_they_are() -> None:
    metadata: dict[str, object] = {
        "": [None, True, 1.5, 10**100, "立"],
        "a": {"b": {}},
        "format": "mine",
    }
    given = copy.deepcopy(metadata)
    header = make_header(START, metadata=given)
    given["a"] = 0
    found = read_again(header)
    assert found.metadata == metadata
    found.metadata.clear()
    assert found.metadata == metadata


def test_metadata_that_fill_the_line_are_written_and_one_character_more_is_refused() -> None:
    room = MAX_LINE - len(format_header(make_header(START, seed=7, metadata={"a": ""})))
    full = make_header(START, seed=7, metadata={"a": "x" * room})
    assert len(format_header(full)) == MAX_LINE
    read_again(full)
    expected, found = refused(lambda: make_header(START, seed=7, metadata={"a": "x" * (room + 1)}))
    assert (expected, found) == (f"a line of at most {MAX_LINE} characters", str(MAX_LINE + 1))


def test_metadata_lie_one_level_in_the_line() -> None:
    deepest: list[Any] = []
    for _ in range(17):
        deepest = [deepest]
    read_again(make_header(START, metadata={"a": deepest}))
    expected, _ = refused(lambda: make_header(START, metadata={"a": [deepest]}))
    assert expected == "at most 20 levels of objects and lists"


def test_a_record_begins_with_the_first_state_of_a_deal() -> None:
    later = apply(START, legal_actions(START, 2)[0])
    found = f"{later!r}, in which decisions have been made"
    assert refused(lambda: make_header(later)) == ("the first state of a deal", found)
    other = attrs.evolve(START, remaining=START.remaining - 1)
    why = "while `deal` makes another state of its shuffle, dealer and rules"
    assert refused(lambda: make_header(other)) == ("the first state of a deal", f"{other!r}, {why}")
    puzzle = parse_state("lisi1 stage=turn:0:5m hand0={1234z}555m..")
    found = f"<GameState ply 0, turn of seat 0>, {why}"
    assert refused(lambda: make_header(puzzle)) == ("the first state of a deal", found)


@pytest.mark.parametrize("start", [None, "deal", Shuffle.from_seed(7)])
def test_a_record_begins_with_a_state(start: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidStateError):
        make_header(start)


# --- every option -------------------------------------------------------------------------


@pytest.mark.parametrize("field", attrs.fields(RuleSet), ids=lambda field: field.name)
def test_every_option_is_read_again(field: attrs.Attribute[Any]) -> None:
    for value in (True, False) if isinstance(field.default, bool) else range(42):
        rules = RuleSet.from_options({field.name: value})
        header = make_header(deal(Shuffle.from_seed(7), rules=rules))
        assert json.loads(format_header(header))["rules"][field.name] == value
        assert read_again(header).rules == rules


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_is_read_again(dealer: int) -> None:
    start = deal(Shuffle.from_seed(7), dealer=dealer)
    assert read_again(make_header(start)).start == start


# --- headers that are wrong ---------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def put(*path: str, to: object) -> Change:
    """Return a change that sets a place of a header to a value."""

    def change(header: dict[str, Any]) -> None:
        for key in path[:-1]:
            header = header[key]
        header[path[-1]] = to

    return change


def drop(*path: str) -> Change:
    """Return a change that takes away a key of a header."""

    def change(header: dict[str, Any]) -> None:
        for key in path[:-1]:
            header = header[key]
        del header[path[-1]]

    return change


def lay_out(**changes: object) -> Change:
    """Return a change from the seed to the layout of the shuffle, itself changed."""
    layout = "".join(map(str, START.shuffle.layout))
    shuffle = {"layout": layout, "dice": [[3, 1], [5, 3]], "dealer_draw": 0, **changes}
    return put("shuffle", to={key: value for key, value in shuffle.items() if value is not ...})


ALL_KEYS = (
    "header with the keys dealer, format, format_version, metadata, names, rules, rules_version, "
    "shuffle"
)
OPTION_KEYS = (
    f"rules with the keys {', '.join(sorted(field.name for field in attrs.fields(RuleSet)))}"
)
NAMES = "names that are four texts or null"
SEED_WORDS = (
    "a seed that is a text, its seed_type int, str or bytes; an int of at most 600 digits, "
    "bytes in hexadecimal"
)

WRONG: Mapping[str, tuple[Change, str, str | None]] = {
    "another format": (
        put("format", to="riichi"),
        "format 'lisi-mahjong record', which this library reads",
        "'riichi'",
    ),
    "no format": (drop("format"), "a header", None),
    "format 1": (
        put("format", to=1),
        "format 'lisi-mahjong record', which this library reads",
        "1",
    ),
    "next format version": (
        put("format_version", to=2),
        "format_version 1, which this library reads",
        "2",
    ),
    "format version True": (
        put("format_version", to=True),
        "format_version 1, which this library reads",
        "True",
    ),
    "no format version": (
        drop("format_version"),
        "format_version 1, which this library reads",
        "no format_version",
    ),
    "next rules version": (
        put("rules_version", to=2),
        "rules_version 1, which this library reads",
        "2",
    ),
    "rules version 1.0": (
        put("rules_version", to=1.0),
        "rules_version 1, which this library reads",
        "1.0",
    ),
    "no rules version": (
        drop("rules_version"),
        "rules_version 1, which this library reads",
        "no rules_version",
    ),
    "no dealer": (drop("dealer"), ALL_KEYS, "no dealer"),
    "no names": (drop("names"), ALL_KEYS, "no names"),
    "one key more": (put("winner", to=1), ALL_KEYS, "the key 'winner'"),
    "dealer 4": (put("dealer", to=4), "a dealer from 0 to 3", "4"),
    "dealer -1": (put("dealer", to=-1), "a dealer from 0 to 3", "-1"),
    "dealer True": (put("dealer", to=True), "a dealer from 0 to 3", "True"),
    "dealer 0.0": (put("dealer", to=0.0), "a dealer from 0 to 3", "0.0"),
    "dealer as text": (put("dealer", to="0"), "a dealer from 0 to 3", "'0'"),
    "names in an object": (put("names", to={}), NAMES, "{}"),
    "five names": (put("names", to=["a"] * 5), NAMES, None),
    "a number as name": (
        put("names", to=["a", "b", "c", 4]),
        "names that are four texts or null",
        None,
    ),
    "metadata in a list": (put("metadata", to=[]), "metadata that are a JSON object", "[]"),
    "no metadata": (put("metadata", to=None), "metadata that are a JSON object", "None"),
    "rules in a list": (put("rules", to=[]), "rules that are an object", "[]"),
    "an option missing": (drop("rules", "forced_win"), OPTION_KEYS, "no forced_win"),
    "an option more": (put("rules", "chow", to=True), OPTION_KEYS, "the key 'chow'"),
    "an option of another type": (
        put("rules", "forced_win", to=1),
        "options of a rule set or of a score table",
        "forced_win must be True or False, not 1 (WIN-2)",
    ),
    "an option out of range": (
        put("rules", "reserved_stacks", to=42),
        "options of a rule set or of a score table",
        "reserved_stacks must be an int from 0 to 41, not 42 (WALL-10)",
    ),
    "shuffle as text": (put("shuffle", to="7"), "a shuffle that is an object", "'7'"),
    "empty shuffle": (
        put("shuffle", to={}),
        "shuffle with the keys dealer_draw, dice, layout",
        None,
    ),
    "seed as number": (put("shuffle", "seed", to=7), SEED_WORDS, "7 and 'int'"),
    "seed with a zero": (put("shuffle", "seed", to="07"), 'header.shuffle.seed "7"', '"07"'),
    "seed with a plus": (put("shuffle", "seed", to="+7"), 'header.shuffle.seed "7"', '"+7"'),
    "seed minus zero": (put("shuffle", "seed", to="-0"), 'header.shuffle.seed "0"', '"-0"'),
    "seed in Arabic digits": (put("shuffle", "seed", to="\u0667"), 'header.shuffle.seed "7"', None),
    "seed of letters": (put("shuffle", "seed", to="seven"), SEED_WORDS, "'seven' and 'int'"),
    "seed of 602 digits": (put("shuffle", "seed", to="1" * 602), SEED_WORDS, None),
    "seed of 601 digits": (put("shuffle", "seed", to="1" * 601), SEED_WORDS, None),
    "seed of another type": (
        put("shuffle", "seed_type", to="float"),
        SEED_WORDS,
        "'7' and 'float'",
    ),
    "seed type in a list": (put("shuffle", "seed_type", to=["int"]), SEED_WORDS, None),
    "seed of odd hexadecimal": (
        put("shuffle", to={"seed": "abc", "seed_type": "bytes", "shuffle_version": 1}),
        SEED_WORDS,
        "'abc' and 'bytes'",
    ),
    "seed of capital hexadecimal": (
        put("shuffle", to={"seed": "AB", "seed_type": "bytes", "shuffle_version": 1}),
        'header.shuffle.seed "ab"',
        '"AB"',
    ),
    "seed and layout": (
        put("shuffle", "layout", to="1m"),
        "shuffle with the keys seed, seed_type, shuffle_version",
        "the key 'layout'",
    ),
    "no seed type": (
        drop("shuffle", "seed_type"),
        "shuffle with the keys seed, seed_type, shuffle_version",
        "no seed_type",
    ),
    "next shuffle version": (
        put("shuffle", "shuffle_version", to=2),
        "shuffle_version 1, which this library reads",
        "2",
    ),
    "layout in a list": (lay_out(layout=[]), "a layout that is a text", "[]"),
    "no layout": (
        lay_out(layout=...),
        "shuffle with the keys dealer_draw, dice, layout",
        "no layout",
    ),
    "layout of no tiles": (lay_out(layout="8z"), "the shuffle of a wall", None),
    "empty layout": (lay_out(layout=""), "the shuffle of a wall", None),
    "layout of one tile": (lay_out(layout="1m"), "the shuffle of a wall", None),
    "five of a kind": (lay_out(layout="1m" * 136), "the shuffle of a wall", None),
    "layout of a million": (lay_out(layout="1m" * 40_000), "the shuffle of a wall", None),
    "layout in groups": (
        lay_out(layout="".join(f"{'123456789' * 4}{suit}" for suit in "mps") + "1234567" * 4 + "z"),
        'header.shuffle.layout "1m2m3m4m5m6m7m8m9m1m2m3m4m5m6m7m8m9m1m2…',
        None,
    ),
    "dice of seven": (lay_out(dice=[[7, 1], [1, 1]]), "the shuffle of a wall", None),
    "three dice": (lay_out(dice=[[1, 1], [1]]), "the shuffle of a wall", None),
    "dice True": (lay_out(dice=[[True, 1], [1, 1]]), "the shuffle of a wall", None),
    "dice in an object": (lay_out(dice={"a": 1}), "the shuffle of a wall", None),
    "no dice": (lay_out(dice=None), "the shuffle of a wall", None),
    "dealer draw 4": (lay_out(dealer_draw=4), "the shuffle of a wall", None),
    "dealer draw 0.0": (lay_out(dealer_draw=0.0), "the shuffle of a wall", None),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_header_is_refused(name: str) -> None:
    change, expected, found = WRONG[name]
    header = json.loads(format_header(make_header(START, seed=7)))
    change(header)
    line = json.dumps(header, sort_keys=True, separators=(",", ":"))
    what, instead = refused(lambda: read_header(line, 9), 9)
    assert what == expected
    assert found is None or instead == found


@pytest.mark.rule("RULES-1", refuses=True)
@pytest.mark.parametrize("name", ["all_runs", "reserved_stacks"])
def test_no_option_is_left_to_its_default(name: str) -> None:
    header = json.loads(format_header(make_header(START, seed=7)))
    del header["rules"][name]
    line = json.dumps(header, sort_keys=True, separators=(",", ":"))
    assert refused(lambda: read_header(line, 1))[1] == f"no {name}"


def test_a_header_laid_out_by_hand_is_read() -> None:
    """The changes of the table above start from headers that are right."""
    header = json.loads(format_header(make_header(START, seed=7)))
    lay_out()(header)
    line = json.dumps(header, sort_keys=True, separators=(",", ":"))
    assert read_header(line, 1) == make_header(START)


@pytest.mark.parametrize("text", ["[]", "7", "null", '"0 discard 5m"', "{}", '{"result":{}}'])
def test_another_line_is_no_header(text: str) -> None:
    assert refused(lambda: read_header(text, 3), 3)[0] == "a header"


def test_the_versions_are_plain_ints() -> None:
    assert (type(FORMAT_VERSION), FORMAT_VERSION) == (int, 1)
    assert (type(RULES_VERSION), RULES_VERSION >= 1) == (int, True)


def test_a_header_has_no_state_of_its_own() -> None:
    header = make_header(START, seed=7)
    assert header.start == START
    assert type(header.start) is GameState
