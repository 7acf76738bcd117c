"""Lines that are no sitting: in the wrong place, changed, or no lines at all; and many sittings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest

from gatherings import (
    FOUR,
    READY,
    TO_THE_END,
    evening,
    had,
    lines_of_gathering,
    refused_sitting,
    refused_sittings,
    sitting,
)
from lisi_mahjong import RecordError, VoidDeal
from lisi_mahjong.canonical_json import MAX_LINE
from lisi_mahjong.records import parse_record
from lisi_mahjong.sittings import format_sitting, parse_sitting, read_sittings
from recordings import SITTING_STOPS, refused, refused_text, tidy_record

# --- lines in the wrong place -------------------------------------------------------------

LINES = tuple(evening())
HEADER, ENDING = LINES[0], LINES[-1]
START = next(place for place, line in enumerate(LINES) if line.startswith('{"start"'))
WON, VOID = (place for place, line in enumerate(LINES) if line.startswith('{"deal"'))
DUE = "an action at the table or the ending"
LEGAL = "a legal action at the table"
SUMMARY = "the summary of the deal that has ended"
LINE_FEED = "lines that end with a line feed alone"
NO_SEAT = "an action with a seat from 0 to 3 at position 0"
NO_VERB = (
    "an action with one of sit ready unready leave discard ting pung kong win pass at position 2"
)


@pytest.mark.parametrize(
    ("lines", "line", "expected", "found"),
    [
        ([], 1, "a header", "nothing"),
        ([""], 1, "a header", "nothing"),
        (LINES[1:], 1, "a header", "the action '0 sit Ann'"),
        (LINES[START:], 1, "a header", "the start of a deal"),
        (LINES[WON:], 1, "a header", "a summary"),
        (LINES[-1:], 1, "a header", "an ending"),
        (["\n", *LINES], 1, "JSON", None),
        ([*LINES[:5], "\n", *LINES[5:]], 6, "JSON", None),
        ([HEADER, *LINES], 2, "the end of the only sitting", "a header"),
        ([*LINES, *LINES], len(LINES) + 1, "the end of the only sitting", "a header"),
        ([*LINES, ENDING], len(LINES) + 1, "a header", "an ending"),
        ([*LINES, LINES[1]], len(LINES) + 1, "a header", "the action '0 sit Ann'"),
        ([*LINES, "\n"], len(LINES) + 1, "JSON", None),
        ([*LINES[:WON], *LINES[WON + 1:]], WON + 1, SUMMARY, "the action '0 ready'"),
        ([*LINES[:VOID], *LINES[VOID + 1:]], VOID + 1, SUMMARY, "the action '2 sit Dee'"),
        ([*LINES[:WON], ENDING], WON + 1, SUMMARY, "an ending"),
        ([*LINES[:WON], LINES[START]], WON + 1, SUMMARY, "the start of a deal"),
        ([*LINES[:WON], "{}\n"], WON + 1, SUMMARY, "{}"),
        ([*LINES[:WON], "7\n"], WON + 1, SUMMARY, "7"),
        ([*LINES[:WON + 1], LINES[WON]], WON + 2, DUE, "a summary"),
        ([*LINES[:WON - 1], LINES[WON]], WON, DUE, "a summary"),
        ([HEADER, LINES[WON]], 2, DUE, "a summary"),
        ([HEADER, "7\n"], 2, DUE, "7"),
        ([HEADER, "null\n"], 2, DUE, "None"),
        ([HEADER, "[]\n"], 2, DUE, "[]"),
        ([HEADER, "{}\n"], 2, DUE, "{}"),
        ([HEADER, '{"stop":{}}\n'], 2, DUE, "{'stop': {}}"),
        ([HEADER, '"0 chow 5m"\n'], 2, NO_VERB, "'0 chow 5m'"),
        ([HEADER, '"start"\n'], 2, NO_SEAT, "'start'"),
        ([HEADER, '"4 ready"\n'], 2, NO_SEAT, "'4 ready'"),
        ([HEADER, '""\n'], 2, NO_SEAT, "''"),
        ([HEADER, '"0 sit "\n'], 2, None, "'0 sit '"),
        ([HEADER, '"0 sit a\\nb"\n'], 2, None, "'0 sit a\\nb'"),
        ([HEADER, '"0 ready "\n'], 2, "an action with nothing more at position 7", "'0 ready '"),
        ([HEADER, "0 sit Ann\n"], 2, "JSON", None),
        ([HEADER, '"0 sit \u4e01"\n'], 2, "'\"0 sit \\\\u4e01\"' at character 7", None),
        ([HEADER, '"0 sit Ann"\r\n'], 2, LINE_FEED, "a carriage return"),
        ([HEADER, "x" * MAX_LINE + "yz\n"], 2, f"a line of at most {MAX_LINE} characters", None),
    ],
    ids=count(),
)  # fmt: skip
def test_a_line_in_the_wrong_place_is_refused(
    lines: list[str], line: int, expected: str | None, found: str | None
) -> None:
    what, instead = refused_sitting("".join(lines), line)
    assert expected in {None, what}
    assert found in {None, instead}


STANDING = "seat 0 may not discard 6m: a standing tile is discarded only to declare ting (STAND-1)"


@pytest.mark.parametrize(
    ("place", "text", "found"),
    [
        (1, "0 ready", "seat 0 may not be ready: nobody sits there (TABLE-4)"),
        (2, "0 sit Bo", "seat 0 may not sit down as 'Bo': somebody sits there already (TABLE-4)"),
        (6, "0 ready", "seat 0 may not be ready: this seat is ready already (TABLE-2)"),
        (START, "0 discard 9m", "seat 0 may not discard 9m: no deal has begun (TABLE-1)"),
        (
            START + 1,
            "0 discard 6m",
            STANDING,
        ),
        (START + 1, "0 ready", "seat 0 may not be ready: a deal is being played (TABLE-6)"),
    ],
)
def test_an_illegal_action_is_told_with_its_reason(place: int, text: str, found: str) -> None:
    lines = [*LINES[:place], f'"{text}"\n', *LINES[place:]]
    expected = (LEGAL, f"the action '{text}': {found}")
    assert refused_sittings(lines, place + 1) == expected


def test_a_deal_that_may_not_start_is_told_with_the_reason() -> None:
    lines = [*LINES[: START - 1], *LINES[START:]]
    assert refused_sittings(lines, START) == (
        LEGAL,
        "the start of a deal: the deal may not start: all four must be ready (TABLE-1)",
    )
    lines = [*LINES[: START + 1], LINES[START]]
    assert refused_sittings(lines, START + 2) == (
        LEGAL,
        "the start of a deal: the deal may not start: a deal is being played (TABLE-6)",
    )


# --- lines that were changed --------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "old", "new", "expected", "found"),
    [
        (WON, '"dealer":0', '"dealer":1', "summary.deal.dealer 0", "1"),
        (WON, '"game":1', '"game":2', "summary.deal.game 1", "2"),
        (WON, '"game":1', '"game":true', "summary.deal.game 1", "true"),
        (WON, '"game":1', '"game":1.0', "summary.deal.game 1", "1.0"),
        (WON, '"kongs":0', '"kongs":1', "summary.deal.kongs 0", "1"),
        (WON, '"multiplier":1', '"multiplier":2', "summary.deal.multiplier 1", "2"),
        (WON, '"Cai"', '"Dai"', 'summary.deal.names[2] "Cai"', '"Dai"'),
        (WON, '"winner":1', '"winner":2', "summary.deal.result.winner 1", "2"),
        (WON, '"loser":0', '"loser":null', "summary.deal.result.loser 0", "null"),
        (WON, "[-5,5,0,0]", "[-6,6,0,0]", "summary.deal.settlement.deltas[0] -5", "-6"),
        (WON, '"amount":3', '"amount":4', "summary.deal.settlement.payments[0].amount 3", "4"),
        (WON, '"item":"BASE"', '"item":"A"', 'summary.deal.settlement.payments[0].item "BASE"',
         '"A"'),
        (WON, '"rule":"SCORE-4"', '"rule":"SCORE-3"',
         'summary.deal.settlement.payments[0].rule "SCORE-4"', '"SCORE-3"'),
        (WON, '{"FOR_ALL":3}', "{}", "summary.deal.settlement.payments[0].factors.FOR_ALL 3",
         "absent"),
        (WON, '"points":1,"reading"', '"points":2,"reading"', "summary.deal.settlement.points 1",
         "2"),
        (WON, '"Bo":5', '"Bo":6', "summary.ledger.Bo 5", "6"),
        (WON, ',"\\u4e01":0', "", "summary.ledger.丁 0", "absent"),
        (WON, '"ledger":{', '"ledger":{"A":0,', "summary.ledger.A absent", "0"),
        (WON, ',"ledger"', ',"l\\n":0,"ledger"', "summary.l\\n absent", "0"),
        (WON, ',"ledger"', ',"l":0,"ledger"', "summary.l absent", "0"),
        (VOID, '"left":2', '"left":1', "summary.deal.result.left 2", "1"),
        (VOID, '"name":"void"', '"name":"drawn"', 'summary.deal.result.name "void"', '"drawn"'),
        (VOID, '"payments":[]', '"payments":[0]', "summary.deal.settlement.payments[0] absent",
         "0"),
        (VOID, '"reading":null', '"reading":{}', "summary.deal.settlement.reading null", "{}"),
        (len(LINES) - 1, '"deals":2', '"deals":1', "ending.deals 2", "1"),
        (len(LINES) - 1, '"deals":2,', "", "ending.deals 2", "absent"),
        (len(LINES) - 1, '"Dee":0', '"Dee":1', "ending.ledger.Dee 0", "1"),
        (len(LINES) - 1, '"Dee":0,', "", "ending.ledger.Dee 0", "absent"),
        (len(LINES) - 1, ',"sha256"', ',"name":0,"sha256"', "ending.name absent", "0"),
    ],
    ids=count(),
)  # fmt: skip
def test_what_differs_from_what_the_rules_say_is_refused(
    place: int, old: str, new: str, expected: str, found: str
) -> None:
    assert old in LINES[place]
    lines = [*LINES[:place], LINES[place].replace(old, new, 1), *LINES[place + 1 :]]
    assert refused_sittings(lines, place + 1) == (expected, found)


def test_a_wrong_hash_is_refused() -> None:
    digest = json.loads(ENDING)["sha256"]
    other = digest[::-1]
    lines = [*LINES[:-1], ENDING.replace(digest, other)]
    expected, found = refused_sittings(lines, len(LINES))
    assert expected.startswith(f'ending.sha256 "{digest[:30]}')
    assert found.startswith(f'"{other[:30]}')


def test_an_ending_without_its_hash_is_none() -> None:
    lines = [*LINES[:-1], '{"deals":2,"ledger":{"Ann":-5,"Bo":5,"Cai":0,"Dee":0,"\\u4e01":0}}\n']
    assert refused_sittings(lines, len(LINES))[0] == DUE


def test_a_name_that_was_changed_everywhere_is_found_out_at_the_ending() -> None:
    lines = [line.replace("Cai", "Coy") for line in LINES]
    expected, _ = refused_sittings(lines, len(lines))
    assert expected.startswith("ending.sha256 ")


def test_metadata_that_were_changed_are_found_out_at_the_ending() -> None:
    lines = [HEADER.replace('"metadata":{}', '"metadata":{"a":1}'), *LINES[1:]]
    expected, _ = refused_sittings(lines, len(lines))
    assert expected.startswith("ending.sha256 ")


@pytest.mark.parametrize(
    ("old", "new", "expected", "found"),
    [
        ('"seed":"7"', '"seed":"07"', 'start.seed "7"', '"07"'),
        ('"seed":"7"', '"seed":"+7"', 'start.seed "7"', '"+7"'),
        ('"seed":"7"', '"seed":7', None, "7 and 'int'"),
        ('"seed":"7"', '"seed":"seven"', None, "'seven' and 'int'"),
        ('"shuffle_version":1', '"shuffle_version":2',
         "shuffle_version 1, which this library reads", "2"),
        ('"seed":"7",', "", "shuffle with the keys dealer_draw, dice, layout",
         "the key 'seed_type'"),
        ('{"start":{"seed":"7","seed_type":"int","shuffle_version":1}}', '{"start":7}',
         "a shuffle that is an object", "7"),
        ('{"start":', '{"by":"Ann","start":', "the start of a deal with the keys start",
         "the key 'by'"),
        ('"seed":"7","seed_type":"int","shuffle_version":1',
         '"dealer_draw":0,"dice":[[1,2],[3,4]],"layout":"1m"', "the shuffle of a wall", None),
    ],
    ids=count(),
)  # fmt: skip
def test_what_starts_no_deal_is_refused(
    old: str, new: str, expected: str | None, found: str | None
) -> None:
    lines = [*LINES[:START], LINES[START].replace(old, new), *LINES[START + 1 :]]
    assert lines[START] != LINES[START]
    what, instead = refused_sittings(lines, START + 1)
    assert expected in {None, what}
    assert found in {None, instead}


def test_another_seed_is_found_out_in_its_deal() -> None:
    for seed in range(20, 60):
        line = LINES[START].replace('"7"', f'"{seed}"')
        lines = [*LINES[:START], line, *LINES[START + 1 :]]
        assert refused_sittings(lines, START + 2)[0] == LEGAL


def test_another_seed_of_a_deal_that_nobody_played_is_found_out_at_the_ending() -> None:
    lines = [line.replace('"seed":"8"', '"seed":"9"') for line in LINES]
    assert refused_sittings(lines, len(LINES))[0].startswith("ending.sha256 ")


def first_wrong_line(lines: list[str]) -> int | None:
    """Return the number of the line at which a sitting fails; ``None`` where it is whole."""
    try:
        parse_sitting("".join(lines)).check_finished()
    except RecordError as error:
        return error.line
    return None


@pytest.mark.parametrize("number", [2, 3, 9])
def test_a_line_lost_or_doubled_is_found_out(number: int) -> None:
    """In its place or later; at the ending at the latest."""
    lines = list(lines_of_gathering(number, 1))
    for place in range(len(lines)):
        lost = first_wrong_line([*lines[:place], *lines[place + 1 :]])
        doubled = first_wrong_line([*lines[: place + 1], *lines[place:]])
        assert lost is not None
        assert doubled is not None
        assert place + 1 <= lost <= len(lines)
        assert place + 2 <= doubled <= len(lines) + 1


def test_two_lines_that_changed_places_are_found_out() -> None:
    at_the_ending = 0
    for number in (2, 3, 9):
        lines = list(lines_of_gathering(number, 1))
        for place in range(len(lines) - 1):
            if lines[place] != lines[place + 1]:
                swapped = [*lines]
                swapped[place : place + 2] = lines[place + 1], lines[place]
                wrong = first_wrong_line(swapped)
                assert wrong is not None
                assert wrong >= place + 1
                at_the_ending += wrong == len(lines)
    assert at_the_ending > 5


def test_the_summary_of_another_deal_is_refused() -> None:
    summaries = {
        line
        for number in range(20)
        for line in lines_of_gathering(number, 1)
        if line.startswith('{"deal"')
    }
    for number in range(5):
        lines = list(lines_of_gathering(number, 1))
        place = next(place for place, line in enumerate(lines) if line.startswith('{"deal"'))
        for other in summaries - {lines[place]}:
            refused_sittings([*lines[:place], other, *lines[place + 1 :]], place + 1)


# --- sittings and records -----------------------------------------------------------------


def test_a_record_is_no_sitting_and_a_sitting_no_record() -> None:
    record = "".join(tidy_record().lines())
    expected = ("format 'lisi-mahjong sitting', which this library reads", "'lisi-mahjong record'")
    assert refused_sitting(record, 1) == expected
    expected = ("format 'lisi-mahjong record', which this library reads", "'lisi-mahjong sitting'")
    assert refused_text("".join(LINES), 1) == expected
    assert refused_sittings([*LINES, *tidy_record().lines()], len(LINES) + 1)[1] == (
        "'lisi-mahjong record'"
    )


def test_a_deal_of_a_sitting_is_the_deal_without_one() -> None:
    """Seed 7 draws seat 0 as dealer, as the record of the tidy player has it."""
    (record,) = parse_sitting("".join(LINES)).records()
    assert record.decisions == tidy_record().decisions
    assert parse_record("".join(record.lines())).result == tidy_record().result


# --- many sittings ------------------------------------------------------------------------


def test_many_sittings_are_read_one_after_the_other() -> None:
    wanted = [sitting(number, 1) for number in range(20)]
    lines = [line for number in range(20) for line in lines_of_gathering(number, 1)]
    found = list(read_sittings(lines, unfinished=False))
    assert found == wanted
    assert [lines[each.line - 1][:31] for each in found] == [HEADER[:31]] * 20


@pytest.mark.parametrize("end", [1, 5, START + 1, WON, WON + 1, VOID, len(LINES) - 1])
def test_an_unfinished_sitting_may_be_followed_by_others(end: int) -> None:
    """Even where its summary is missing: it was cut off there."""
    lines = [*LINES[:end], *LINES]
    cut, whole = read_sittings(lines)
    assert cut == parse_sitting("".join(LINES[:end]))
    assert (cut.lacks_summary, cut.torn) == (end in {WON, VOID}, "")
    assert whole == parse_sitting("".join(LINES))
    found = refused_sittings(lines, end + 1, unfinished=False)
    assert found[1] == SITTING_STOPS


def test_only_the_sitting_that_is_read_is_kept() -> None:
    """An endless file is read a sitting at a time, and no line before it is asked for."""
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for number in count():
            for line in lines_of_gathering(number % 3, 1):
                taken += 1
                yield line

    for number, found in enumerate(islice(read_sittings(endless()), 10)):
        assert found == sitting(number % 3, 1)
        assert taken == found.line + found.length  # with the next header


def test_sittings_before_an_error_are_yielded() -> None:
    found = read_sittings([*LINES, *LINES, "x\n"])
    assert next(found) == next(found)
    assert refused(lambda: next(found), 2 * len(LINES) + 1)[0] == "JSON"


# --- what is no lines ---------------------------------------------------------------------


@pytest.mark.parametrize("lines", [None, 7, "text", b"bytes", [b"bytes"], [None], [7], object()])
def test_what_is_no_lines_is_refused(lines: Any) -> None:  # noqa: ANN401 - anything at all
    refused_sittings(lines, 1)


@pytest.mark.parametrize("text", [None, 7, b"bytes", ["text"], object()])
def test_what_is_no_text_is_refused(text: Any) -> None:  # noqa: ANN401
    assert refused(lambda: parse_sitting(text))[0] == "the text of a sitting"
    assert refused(lambda: format_sitting(text))[0] == "a sitting"


def test_a_line_that_is_no_text_is_told_with_its_number() -> None:
    lines: list[Any] = [*LINES[:3], None]
    assert refused_sittings(lines, 4) == ("a line of text", "None")


def test_an_empty_line_without_newline_is_one_where_others_follow() -> None:
    assert refused_sittings([*LINES[:5], "", *LINES[5:]], 6)[0] == "JSON"


def test_text_is_cut_into_lines_at_newlines_alone() -> None:
    """`str.splitlines` would cut at other characters too, which a name may hold."""
    text = "".join(had("0 sit a\u2028b", close=False))
    assert text.endswith('"0 sit a\\u2028b"\n')
    assert parse_sitting(text).state.names[0] == "a\u2028b"
    raw = text.replace("\\u2028", "\u2028")
    assert refused_sitting(raw, 2)[0] == "'\"0 sit a\\\\u2028b\"' at character 8"


def test_what_an_error_says_can_be_printed() -> None:
    """A name may hold signs that turn the direction of a terminal."""
    lines = had("0 sit a\u202eb", *FOUR[1:], *READY, 7, TO_THE_END)
    changed = [line.replace(":-5,", ":-6,") for line in lines]
    assert refused_sittings(changed, len(lines) - 1) == ("summary.ledger.a\\u202eb -5", "-6")


def test_a_person_can_sit_down_again_under_the_same_name() -> None:
    found = parse_sitting("".join(LINES))
    assert isinstance(found.state.history[-1].result, VoidDeal)
    assert found.state.names == ("Ann", "Cai", "Dee", "丁")
    assert dict(found.state.ledger) == {"Ann": -5, "Bo": 5, "Cai": 0, "丁": 0, "Dee": 0}
