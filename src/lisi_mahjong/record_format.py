"""What stands on the lines of a record: the header, a decision, the ending.

Each line is one JSON value in the one spelling of `canonical_json`: an object, then a text for
each decision, then an object. `docs/records.md` describes them for other programs. Functions
that write a line return it without its newline.
"""

from __future__ import annotations

import json
from typing import Any, Final, TypeVar, cast

import attrs

from lisi_mahjong.actions import Action, parse_action
from lisi_mahjong.canonical_json import INTS_END, MAX_DIGITS, difference, read, spell, write
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import InvalidStateError, NotationError, RecordError, RulesError, shorten
from lisi_mahjong.rules import RuleSet, ScoreTable
from lisi_mahjong.seats import SEATS, is_seat
from lisi_mahjong.state import DrawnDeal, GameState, Result, check_state
from lisi_mahjong.tiles import COPIES, EACH, TILES, Tile, counted, format_tiles, parse_tiles
from lisi_mahjong.wall import SHUFFLE_VERSION, WALL_SIZE, Shuffle
from lisi_mahjong.winning import Reading, Tag

FORMAT: Final = "lisi-mahjong record"
"""The name of the format, in every header."""

FORMAT_VERSION: Final[int] = 1
"""Rises when the lines of a record are written in another way."""

RULES_VERSION: Final[int] = 1
"""Rises when any legal list, view or settlement changes for any state.

A record of another version is refused: played by these rules it might go another way.
"""

Seed = int | str | bytes
Names = tuple[str, str, str, str]


@attrs.frozen
class Header:
    """What a record says before the first decision.

    Attributes:
        rules: the options of play.
        dealer: the seat that deals.
        shuffle: all that is random.
        seed: the seed of the shuffle where it is known, else ``None``.
        names: the names of the four seats, or ``None``.
        metadata_json: whatever else belongs to the deal, as the text of a JSON object.

    Example:
        >>> header = make_header(deal(Shuffle.from_seed(7)), seed=7, metadata={"table": 3})
        >>> header.seed, header.names, header.metadata
        (7, None, {'table': 3})
    """

    rules: RuleSet
    dealer: int
    shuffle: Shuffle
    seed: Seed | None = None
    names: Names | None = None
    metadata_json: str = "{}"

    @property
    def metadata(self) -> dict[str, Any]:
        """Whatever else belongs to the deal; a new dict each time."""
        return cast("dict[str, Any]", json.loads(self.metadata_json))

    @property
    def start(self) -> GameState:
        """The first state of the deal."""
        return deal(self.shuffle, dealer=self.dealer, rules=self.rules)


# --- the header ---------------------------------------------------------------------------


def make_header(
    start: GameState,
    *,
    seed: Seed | None = None,
    names: object = None,
    metadata: object = None,
) -> Header:
    """Return the header of a deal.

    Args:
        start: the first state of the deal.
        seed: write this seed and not the whole shuffle; it must be the shuffle's.
        names: four texts, by seat.
        metadata: a dict that JSON can hold; see `canonical_json.write`.

    Raises:
        InvalidStateError: ``start`` is no `GameState`, or ``seed`` is no seed.
        RecordError: ``start`` is not the first state of a deal, the seed is another shuffle's, or
            names or metadata are none.

    Example:
        >>> make_header(deal(Shuffle.from_seed(7)), seed=7).seed
        7
        >>> make_header(deal(Shuffle.from_seed(7)), seed=8)
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.RecordError: line 1: expected the seed of the shuffle, found 8
    """
    header = Header(check_state(start).rules, start.dealer, start.shuffle)
    if header.start != start:
        why = "while `deal` makes another state of its shuffle, dealer and rules"
        if start.ply > 0:
            why = "in which decisions have been made"
        raise RecordError(1, "the first state of a deal", f"{start!r}, {why}")
    if seed is not None:
        check_seed(seed, start.shuffle, 1)
    if isinstance(names, list | tuple):
        names = list(names)
    metadata = {} if metadata is None else metadata
    checked = attrs.evolve(
        header, seed=seed, names=_names(names, 1), metadata_json=check_metadata(metadata, 1)
    )
    format_header(checked, 1)
    return checked


def _names(names: object, line: int) -> Names | None:
    if names is None:
        return None
    if isinstance(names, list) and len(names) == len(SEATS) and set(map(type, names)) == {str}:
        first, second, third, fourth = names
        return first, second, third, fourth
    raise RecordError(line, "names that are four texts or null", shorten(names))


def check_metadata(metadata: object, line: int) -> str:
    """Return metadata as the text of a JSON object; an error if they are none."""
    if type(metadata) is not dict:
        raise RecordError(line, "metadata that are a JSON object", shorten(metadata))
    return write(metadata, line)


def format_header(header: Header, line: int = 1) -> str:
    """Return the line of a header.

    Raises:
        RecordError: the line would be too long.

    Example:
        >>> line = format_header(make_header(deal(Shuffle.from_seed(7)), seed=7))
        >>> line[:43]
        '{"dealer":0,"format":"lisi-mahjong record",'
        >>> line[-61:]
        '"shuffle":{"seed":"7","seed_type":"int","shuffle_version":1}}'
    """
    return write(_header_as_json(header), line)


def _header_as_json(header: Header) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "rules_version": RULES_VERSION,
        "rules": attrs.asdict(header.rules),
        "shuffle": shuffle_as_json(header.shuffle, header.seed),
        "dealer": header.dealer,
        "names": None if header.names is None else list(header.names),
        "metadata": header.metadata,
    }


_HEADER_KEYS: Final = frozenset(
    {
        "dealer",
        "format",
        "format_version",
        "metadata",
        "names",
        "rules",
        "rules_version",
        "shuffle",
    }
)


def is_header(value: object) -> bool:
    """Return whether what stands on a line is meant as a header, good or bad.

    Example:
        >>> is_header({"format": "lisi-mahjong record"}), is_header("0 discard 5m")
        (True, False)
    """
    return isinstance(value, dict) and "format" in value


def read_header(text: str, line: int) -> Header:
    """Return the header that a line holds; ``format_header`` of it is that line.

    Raises:
        RecordError: the line is none, or of another version.

    Example:
        >>> header = make_header(deal(Shuffle.from_seed(7)))
        >>> read_header(format_header(header), 1) == header
        True
    """
    value = read(text, line)
    if not isinstance(value, dict) or not is_header(value):
        raise RecordError(line, "a header", in_words(value))
    for key, mine in (("format", FORMAT), ("format_version", FORMAT_VERSION)):
        check_same(value, key, mine, line)
    check_same(value, "rules_version", RULES_VERSION, line)
    check_keys(value, _HEADER_KEYS, "header", line)
    dealer = value["dealer"]
    if not is_seat(dealer):
        raise RecordError(line, "a dealer from 0 to 3", shorten(dealer))
    shuffle, seed = read_shuffle(value["shuffle"], line)
    header = Header(
        read_options(value["rules"], RuleSet, "rules", line),
        dealer,
        shuffle,
        seed,
        _names(value["names"], line),
        check_metadata(value["metadata"], line),
    )
    wanted = _header_as_json(header)
    if (spelled := spell(wanted)) != text:
        differs = difference(wanted, value, "header")
        raise RecordError(line, *(differs or (spelled, text)))
    return header


def check_same(value: dict[str, Any], key: str, mine: str | int, line: int) -> None:
    """Refuse a record of another format or version."""
    found = value.get(key)
    if type(found) is not type(mine) or found != mine:
        words = shorten(found) if key in value else f"no {key}"
        raise RecordError(line, f"{key} {mine!r}, which this library reads", words)


def check_keys(value: dict[str, Any], keys: frozenset[str], what: str, line: int) -> None:
    """Refuse an object that has not exactly these keys."""
    if value.keys() != keys:
        strange = [key for key in value if key not in keys]
        found = f"the key {shorten(strange[0])}" if strange else f"no {min(keys - value.keys())}"
        raise RecordError(line, f"{what} with the keys {', '.join(sorted(keys))}", found)


_Options = TypeVar("_Options", RuleSet, ScoreTable)


def read_options(value: object, cls: type[_Options], what: str, line: int) -> _Options:
    """Return the rule set or the score table that a JSON object holds, with every option.

    Args:
        value: the object.
        cls: `RuleSet` or `ScoreTable`.
        what: the key under which the object stands.
        line: the number of its line.

    Raises:
        RecordError: it holds none.

    Example:
        >>> read_options(attrs.asdict(RuleSet()), RuleSet, "rules", 1)
        RuleSet()
    """
    if not isinstance(value, dict):
        raise RecordError(line, f"{what} that are an object", shorten(value))
    names = frozenset(field.name for field in attrs.fields(cls))
    check_keys(value, names, what, line)
    try:
        return cls.from_options(value)
    except RulesError as error:
        raise RecordError(line, "options of a rule set or of a score table", str(error)) from None


# --- the shuffle --------------------------------------------------------------------------


def shuffle_as_json(shuffle: Shuffle, seed: Seed | None) -> dict[str, Any]:
    """Return a shuffle as a JSON object: its seed where that is known, else the whole."""
    if seed is None:
        return {
            "layout": "".join(map(str, shuffle.layout)),
            "dice": [list(throw) for throw in shuffle.dice],
            "dealer_draw": shuffle.dealer_draw,
        }
    return {
        "seed": seed.hex() if isinstance(seed, bytes) else str(seed),
        "seed_type": _SEED_TYPES[type(seed)],
        "shuffle_version": SHUFFLE_VERSION,
    }


def check_seed(seed: Seed, shuffle: Shuffle, line: int) -> None:
    """Refuse the seed of another shuffle, and one that could not be read again.

    Raises:
        InvalidStateError: ``seed`` is no seed.
        RecordError: it is another shuffle's, or has too many digits.
    """
    if Shuffle.from_seed(seed) != shuffle or type(seed) not in _SEED_TYPES:
        raise RecordError(line, "the seed of the shuffle", shorten(seed))
    if type(seed) is int and not -INTS_END < seed < INTS_END:
        raise RecordError(line, f"a seed of at most {MAX_DIGITS} digits", shorten(seed))


_LONGEST: Final = 300  # characters of another error's message
_SEED_TYPES: Final[dict[type, str]] = {int: "int", str: "str", bytes: "bytes"}
_SEED_KEYS: Final = frozenset({"seed", "seed_type", "shuffle_version"})
_LAYOUT_KEYS: Final = frozenset({"dealer_draw", "dice", "layout"})


def read_shuffle(value: object, line: int) -> tuple[Shuffle, Seed | None]:
    """Return the shuffle that a JSON object holds, and its seed or ``None``."""
    if not isinstance(value, dict):
        raise RecordError(line, "a shuffle that is an object", shorten(value))
    try:
        if "seed" in value:
            check_keys(value, _SEED_KEYS, "shuffle", line)
            check_same(value, "shuffle_version", SHUFFLE_VERSION, line)
            seed = _read_seed(value["seed"], value["seed_type"], line)
            return Shuffle.from_seed(seed), seed
        check_keys(value, _LAYOUT_KEYS, "shuffle", line)
        if not isinstance(value["layout"], str):
            raise RecordError(line, "a layout that is a text", shorten(value["layout"]))
        layout = _read_layout(value["layout"])
        return Shuffle(layout, value["dice"], value["dealer_draw"]), None
    except (NotationError, InvalidStateError) as error:
        raise RecordError(line, "the shuffle of a wall", str(error)[:_LONGEST]) from None


def _read_layout(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a layout.

    In the one spelling every tile has a letter of its own, and four of each kind are there: that is
    read in no time. What is wrong with any other text is for `parse_tiles` to say.
    """
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    if _TILES.keys() >= set(pairs):
        tiles = tuple([_TILES[pair] for pair in pairs])
        if len(tiles) == WALL_SIZE and counted(tiles) == COPIES * EACH:
            return tiles
    return parse_tiles(text)


_TILES: Final = {str(tile): tile for tile in TILES}


def _read_seed(text: object, kind: object, line: int) -> Seed:
    if isinstance(text, str):
        if kind == "str":
            return text
        try:
            if kind == "bytes":
                return bytes.fromhex(text)
            if kind == "int" and len(text.removeprefix("-")) <= MAX_DIGITS:
                return int(text)
        except ValueError:
            pass
    raise RecordError(
        line,
        f"a seed that is a text, its seed_type int, str or bytes; an int of at most {MAX_DIGITS} "
        "digits, bytes in hexadecimal",
        f"{shorten(text)} and {shorten(kind)}",
    )


# --- decisions ----------------------------------------------------------------------------


def format_decision(action: Action) -> str:
    """Return the line of a decision that a deal has accepted.

    Example:
        >>> format_decision(parse_action("0 discard 5m"))
        '"0 discard 5m"'
    """
    return f'"{action}"'


def read_decision(text: str, line: int) -> Action:
    """Return the decision that a text names.

    Args:
        text: what stands between the quotes.
        line: the number of its line.

    Raises:
        RecordError: it is none.

    Example:
        >>> str(read_decision("0 discard 5m", 2))
        '0 discard 5m'
    """
    try:
        return parse_action(text)
    except NotationError as error:
        expected = f"a decision with {error.expected} at position {error.position}"
        raise RecordError(line, expected, shorten(text)) from None


# --- the ending ---------------------------------------------------------------------------


def format_ending(state: GameState, sha256: str) -> str:
    """Return the line with which the record of a deal ends.

    Args:
        state: the last state of the deal.
        sha256: the SHA-256 of all lines before, each with its newline, in hexadecimal.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        RecordError: the deal goes on.

    Example:
        >>> from lisi_mahjong import actors, apply, legal_actions
        >>> state = deal(Shuffle.from_seed(7))
        >>> while deciding := actors(state):  # the last of the legal actions, to the end
        ...     state = apply(state, legal_actions(state, deciding[0])[-1])
        >>> format_ending(state, "9f65")
        '{"decisions":73,"kongs":0,"result":{"name":"drawn"},"sha256":"9f65"}'
    """
    result = check_state(state).result
    if result is None:
        raise RecordError(1, "a deal that has ended", repr(state))
    ending = {
        "decisions": state.ply,
        "kongs": state.kongs,
        "result": result_as_json(result),
        "sha256": sha256,
    }
    return write(ending, 1)


def check_ending(value: object, state: GameState, sha256: str, line: int) -> None:
    """Compare the last line of a record with the deal itself.

    Args:
        value: what the line says, as it was read.
        state: the last state of the deal.
        sha256: of all lines before.
        line: the number of the line.

    Raises:
        RecordError: they differ.
    """
    wanted, found = format_ending(state, sha256), spell(value)
    if wanted != found:
        differs = difference(json.loads(wanted), value, "ending")
        raise RecordError(line, *(differs or (wanted, found)))


def result_as_json(result: Result) -> dict[str, Any]:
    """Return how a deal ended as a JSON object."""
    if isinstance(result, DrawnDeal):
        return {"name": "drawn"}
    return {
        "name": "won",
        "winner": result.winner,
        "loser": result.loser,
        "tile": str(result.tile),
        "robbed_kong": result.robbed_kong,
        "readings": [reading_as_json(reading) for reading in result.readings],
    }


def reading_as_json(reading: Reading) -> dict[str, Any]:
    """Return a reading as a JSON object."""
    return {
        "pair": format_tiles(reading.pair),
        "sets": [format_tiles(group) for group in reading.sets],
        "completes": format_tiles(reading.completes),
        "tags": [tag.name for tag in Tag if tag in reading.tags],
        "triplets": reading.triplets,
        "points": reading.points,
    }


# --- words for errors ---------------------------------------------------------------------


def in_words(value: object) -> str:
    """Return a few words on what stands on a line.

    Example:
        >>> in_words("0 discard 5m"), in_words({"result": {}}), in_words({"format": "x"})
        ("the decision '0 discard 5m'", 'an ending', 'a header')
        >>> in_words([7])
        '[7]'
    """
    if isinstance(value, str):
        return f"the decision {shorten(value)}"
    if is_header(value):
        return "a header"
    return "an ending" if isinstance(value, dict) and "result" in value else shorten(value)
