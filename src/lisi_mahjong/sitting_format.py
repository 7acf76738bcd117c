"""What stands on the lines of a sitting's record: header, actions, summaries, the ending.

Each line is one JSON value in the one spelling of `canonical_json`: an object, then a text for
each action at the table, or an object where a deal starts, and an object behind each deal that
came to its end; then an object. `docs/records.md` describes them for other programs. Functions
that write a line return it without its newline.
"""

from __future__ import annotations

import json
from typing import Any, Final, cast

import attrs

from lisi_mahjong.canonical_json import difference, read, write
from lisi_mahjong.errors import NotationError, RecordError, shorten
from lisi_mahjong.record_format import (
    RULES_VERSION,
    Seed,
    check_keys,
    check_metadata,
    check_same,
    check_seed,
    is_header,
    read_options,
    read_shuffle,
    shuffle_as_json,
)
from lisi_mahjong.rules import RuleSet, ScoreTable, check_rules, check_score
from lisi_mahjong.summary_json import summary_as_json
from lisi_mahjong.table_actions import StartDeal, TableAction, parse_table_action
from lisi_mahjong.table_state import TableState

FORMAT: Final = "lisi-mahjong sitting"
"""The name of the format, in every header."""

FORMAT_VERSION: Final[int] = 1
"""Rises when the lines of a sitting are written in another way."""

DUE: Final = "an action at the table or the ending"
"""What comes next while people sit, in the words of an error."""

SUMMARY_DUE: Final = "the summary of the deal that has ended"
"""What comes next, and nothing else, behind the action that ended a deal."""


@attrs.frozen
class SittingHeader:
    """What a sitting says before the first action.

    Attributes:
        rules: the options of play.
        score: the numbers of the settlement.
        metadata_json: whatever else belongs to the sitting, as the text of a JSON object.

    Example:
        >>> header = make_header(RuleSet(), ScoreTable(), metadata={"table": 3})
        >>> header.start, header.metadata
        (<TableState – – – –, no deal>, {'table': 3})
    """

    rules: RuleSet
    score: ScoreTable
    metadata_json: str = "{}"

    @property
    def metadata(self) -> dict[str, Any]:
        """Whatever else belongs to the sitting; a new dict each time."""
        return cast("dict[str, Any]", json.loads(self.metadata_json))

    @property
    def start(self) -> TableState:
        """The new table, at which nobody sits."""
        return TableState.new(self.rules, self.score)


# --- the header ---------------------------------------------------------------------------


def make_header(rules: RuleSet, score: ScoreTable, *, metadata: object = None) -> SittingHeader:
    """Return the header of a sitting.

    Args:
        rules: the options of play.
        score: the numbers of the settlement.
        metadata: a dict that JSON can hold; see `canonical_json.write`.

    Raises:
        RulesError: ``rules`` is no `RuleSet`, or ``score`` no `ScoreTable`.
        RecordError: the metadata are none.

    Example:
        >>> make_header(RuleSet(), ScoreTable(base=2)).score
        ScoreTable(base=2)
    """
    metadata = {} if metadata is None else metadata
    header = SittingHeader(check_rules(rules), check_score(score), check_metadata(metadata, 1))
    format_header(header, 1)
    return header


def format_header(header: SittingHeader, line: int = 1) -> str:
    """Return the line of a header.

    Raises:
        RecordError: the line would be too long.

    Example:
        >>> line = format_header(make_header(RuleSet(), ScoreTable()))
        >>> line[:67]
        '{"format":"lisi-mahjong sitting","format_version":1,"metadata":{},"'
    """
    return write(
        {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "rules_version": RULES_VERSION,
            "rules": attrs.asdict(header.rules),
            "score": attrs.asdict(header.score),
            "metadata": header.metadata,
        },
        line,
    )


_HEADER_KEYS: Final = frozenset(
    {"format", "format_version", "metadata", "rules", "rules_version", "score"}
)


def read_header(text: str, line: int) -> SittingHeader:
    """Return the header that a line holds; ``format_header`` of it is that line.

    Raises:
        RecordError: the line is none, or of another version.

    Example:
        >>> header = make_header(RuleSet(), ScoreTable())
        >>> read_header(format_header(header), 1) == header
        True
    """
    value = read(text, line)
    if not isinstance(value, dict) or not is_header(value):
        raise RecordError(line, "a header", in_words(value))
    check_same(value, "format", FORMAT, line)
    check_same(value, "format_version", FORMAT_VERSION, line)
    check_same(value, "rules_version", RULES_VERSION, line)
    check_keys(value, _HEADER_KEYS, "header", line)
    return SittingHeader(
        read_options(value["rules"], RuleSet, "rules", line),
        read_options(value["score"], ScoreTable, "score", line),
        check_metadata(value["metadata"], line),
    )


def is_sitting(line: str) -> bool:
    """Return whether a line is the header of a sitting, good or bad, and not that of a record.

    Args:
        line: with its newline or without.

    Example:
        >>> is_sitting('{"format":"lisi-mahjong sitting"}'), is_sitting("{}"), is_sitting("x")
        (True, False, False)
    """
    try:
        value = read(line.removesuffix("\n"), 1)
    except RecordError:
        return False
    return isinstance(value, dict) and value.get("format") == FORMAT


# --- actions ------------------------------------------------------------------------------


def format_action(action: TableAction, seed: Seed | None, line: int) -> str:
    """Return the line of an action that a table has accepted.

    Args:
        action: what was done.
        seed: where a deal starts, the seed of its shuffle, to be written in its place; else
            ``None``.
        line: the number of the line.

    Raises:
        InvalidStateError: ``seed`` is no seed.
        RecordError: it is another shuffle's, or no deal starts.

    Example:
        >>> format_action(parse_table_action("0 sit Ann"), None, 2)
        '"0 sit Ann"'
        >>> from lisi_mahjong.wall import Shuffle
        >>> format_action(StartDeal(Shuffle.from_seed(7)), 7, 10)
        '{"start":{"seed":"7","seed_type":"int","shuffle_version":1}}'
    """
    if not isinstance(action, StartDeal):
        if seed is not None:
            raise RecordError(line, "a seed only where a deal starts", shorten(seed))
        return write(str(action), line)
    if seed is not None:
        check_seed(seed, action.shuffle, line)
    return write({"start": shuffle_as_json(action.shuffle, seed)}, line)


def read_action(value: object, line: int) -> tuple[TableAction, Seed | None]:
    """Return the action that stands on a line, and the seed where one starts a deal.

    Args:
        value: what stands there.
        line: the number of the line.

    Raises:
        RecordError: it is none.

    Example:
        >>> read_action("0 sit Ann", 2)
        (Sit(seat=0, name='Ann'), None)
    """
    if isinstance(value, str):
        try:
            return parse_table_action(value), None
        except NotationError as error:
            expected = f"an action with {error.expected} at position {error.position}"
            raise RecordError(line, expected, shorten(value)) from None
    if not isinstance(value, dict) or "start" not in value:
        raise RecordError(line, DUE, in_words(value))
    check_keys(value, frozenset({"start"}), "the start of a deal", line)
    shuffle, seed = read_shuffle(value["start"], line)
    _check_alike(shuffle_as_json(shuffle, seed), value["start"], "start", line)
    return StartDeal(shuffle), seed


# --- what came of a deal, and of all ------------------------------------------------------


def format_summary(table: TableState, line: int) -> str:
    """Return the line that stands behind the action which ended a deal.

    Args:
        table: the table after that action.
        line: the number of the line.

    Raises:
        RecordError: the line would be too long.

    Example:
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> from lisi_mahjong.table_state import DealSummary, VoidDeal
        >>> void = DealSummary(1, ("Ann", "Bo", "Cai", "Dee"), 0, 1, 0, VoidDeal(2), NO_PAYMENTS)
        >>> format_summary(attrs.evolve(TableState.new(), history=(void,)), 12)[:48]
        '{"deal":{"dealer":0,"game":1,"kongs":0,"multipli'
    """
    return write(_summary(table), line)


def check_summary(value: object, table: TableState, line: int) -> None:
    """Compare the summary of a deal with the deal itself.

    Args:
        value: what the line says.
        table: the table after the action that ended the deal.
        line: the number of the line.

    Raises:
        RecordError: they differ.
    """
    if not isinstance(value, dict) or "deal" not in value:
        raise RecordError(line, SUMMARY_DUE, in_words(value))
    _check_alike(_summary(table), value, "summary", line)


def _summary(table: TableState) -> dict[str, Any]:
    return {"deal": summary_as_json(table.history[-1]), "ledger": dict(table.ledger)}


def format_ending(table: TableState, sha256: str, line: int) -> str:
    """Return the line with which a sitting ends.

    Args:
        table: the table after the last action.
        sha256: the SHA-256 of all lines before, each with its newline, in hexadecimal.
        line: the number of the line.

    Raises:
        RecordError: the line would be too long.

    Example:
        >>> format_ending(TableState.new(), "9f65", 2)
        '{"deals":0,"ledger":{},"sha256":"9f65"}'
    """
    return write(_ending(table, sha256), line)


def is_ending(value: object) -> bool:
    """Return whether what stands on a line is meant as an ending, good or bad.

    Example:
        >>> is_ending({"sha256": "9f65"}), is_ending("0 leave")
        (True, False)
    """
    return isinstance(value, dict) and "sha256" in value


def check_ending(value: object, table: TableState, sha256: str, line: int) -> None:
    """Compare the last line of a sitting with the table itself.

    Args:
        value: what the line says.
        table: the table after the last action.
        sha256: of all lines before.
        line: the number of the line.

    Raises:
        RecordError: they differ.
    """
    _check_alike(_ending(table, sha256), value, "ending", line)


def _ending(table: TableState, sha256: str) -> dict[str, Any]:
    return {"deals": len(table.history), "ledger": dict(table.ledger), "sha256": sha256}


def _check_alike(wanted: object, found: object, what: str, line: int) -> None:
    """Refuse what does not say what the rules say."""
    differs = difference(wanted, found, what)
    if differs is not None:
        raise RecordError(line, *differs)


# --- words for errors ---------------------------------------------------------------------


def in_words(value: object) -> str:
    """Return a few words on what stands on a line.

    Example:
        >>> in_words("0 ready"), in_words({"start": {}}), in_words({"format": "x"})
        ("the action '0 ready'", 'the start of a deal', 'a header')
        >>> in_words({"deal": {}}), in_words({"sha256": ""}), in_words([7])
        ('a summary', 'an ending', '[7]')
    """
    if isinstance(value, str):
        return f"the action {shorten(value)}"
    keys = value if isinstance(value, dict) else ()
    return next((words for key, words in _WORDS.items() if key in keys), shorten(value))


_WORDS: Final = {
    "format": "a header",
    "start": "the start of a deal",
    "deal": "a summary",
    "sha256": "an ending",
}
