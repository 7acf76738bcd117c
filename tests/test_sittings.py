"""Sittings written down: there and back, deals taken out of them, and what was cut off."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections import Counter
from itertools import pairwise

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatherings import (
    FOUR,
    READY,
    TO_THE_END,
    evening,
    gathering,
    had,
    lines_of_gathering,
    refused_sitting,
    refused_sittings,
    sitting,
    write_down,
)
from lisi_mahjong import (
    DrawnDeal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableState,
    TableStep,
    VoidDeal,
    WonDeal,
    apply_table,
    step_table,
)
from lisi_mahjong.record_format import Seed
from lisi_mahjong.records import format_record, parse_record
from lisi_mahjong.sitting_writer import SittingWriter
from lisi_mahjong.sittings import Sitting, format_sitting, parse_sitting, read_sittings
from recordings import SITTING_STOPS, SITTING_TORN, refused

# --- there and back -----------------------------------------------------------------------

HEADER = (
    '{"format":"lisi-mahjong sitting","format_version":1,"metadata":{},"rules":{"all_runs":false,'
    '"closed_wait_alone":false,"closed_wait_on_eight":false,'
    '"drawn_deal_with_kong_passes_dealer":true,"forced_win":true,"open_ting":false,'
    '"reserved_stacks":7,"robbing_kong":false,"show_concealed_kongs":false,"ting_on_wall":false},'
    '"rules_version":1,"score":{"base":1,"closed_wait":1,"concealed_kong":2,'
    '"dealer_pays_discard":1,"dealer_pays_self_draw":2,"dealer_win_multiplier":1,"dealer_wins":1,'
    '"discarder_covers_kongs":false,"discarder_extra":1,"drawn_deal_multiplier":2,"edge_wait":1,'
    '"feeder_pays_melded_kong":false,"full_flush":10,"melded_kong":1,"one_voided_suit":1,'
    '"pure_straight":10,"self_draw_multiplier":2,"single_wait":1}}\n'
)


def test_a_sitting_with_a_void_deal_is_these_lines() -> None:
    """Who has left before a deal came to its end is not in the ledger (TABLE-7)."""
    *lines, ending = had(*FOUR, *READY, 7, "0 discard 9m", "2 leave")
    digest = hashlib.sha256("".join(lines).encode("ascii")).hexdigest()
    assert [*lines, ending] == [
        HEADER,
        '"0 sit Ann"\n',
        '"1 sit Bo"\n',
        '"2 sit Cai"\n',
        '"3 sit \\u4e01"\n',
        '"0 ready"\n',
        '"1 ready"\n',
        '"2 ready"\n',
        '"3 ready"\n',
        '{"start":{"seed":"7","seed_type":"int","shuffle_version":1}}\n',
        '"0 discard 9m"\n',
        '"2 leave"\n',
        (
            '{"deal":{"dealer":0,"game":1,"kongs":0,"multiplier":1,"names":["Ann","Bo","Cai",'
            '"\\u4e01"],"result":{"left":2,"name":"void"},"settlement":{"deltas":[0,0,0,0],'
            '"payments":[],"points":0,"reading":null}},"ledger":{"Ann":0,"Bo":0,"\\u4e01":0}}\n'
        ),
        f'{{"deals":1,"ledger":{{"Ann":0,"Bo":0,"\\u4e01":0}},"sha256":"{digest}"}}\n',
    ]


def test_the_summary_of_a_won_deal_is_this_line() -> None:
    """Seat 0 deals and deals in, not in ting, to a win of 1 point: 3 · 1 + 1 + 1 (SCORE-4)."""
    reading = '{"completes":"789m","pair":"33z","points":1,"sets":["789m","234s"],"tags":[],'
    reading += '"triplets":2}'
    payments = ",".join(
        f'{{"amount":{amount},"factors":{factors},"item":"{item}","kong":null,"payee":1,'
        '"payer":0,"points":1,"rule":"SCORE-4"}'
        for item, factors, amount in (
            ("BASE", '{"FOR_ALL":3}', 3),
            ("DEALER_PAYS_DISCARD", "{}", 1),
            ("DISCARDER_EXTRA", "{}", 1),
        )
    )
    assert had(*FOUR, *READY, 7, TO_THE_END)[-2] == (
        '{"deal":{"dealer":0,"game":1,"kongs":0,"multiplier":1,"names":["Ann","Bo","Cai",'
        f'"\\u4e01"],"result":{{"loser":0,"name":"won","readings":[{reading}],'
        '"robbed_kong":false,"tile":"9m","winner":1},"settlement":{"deltas":[-5,5,0,0],'
        f'"payments":[{payments}],"points":1,"reading":{reading}}}}},'
        '"ledger":{"Ann":-5,"Bo":5,"Cai":0,"\\u4e01":0}}\n'
    )


def test_sittings_are_read_and_replayed_table_by_table() -> None:
    """45 sittings: all options, wins, draws, people who leave in a deal and who come back."""
    seen: Counter[str] = Counter()
    for number in range(45):
        gathered, found = gathering(number), sitting(number)
        text = "".join(lines_of_gathering(number))
        assert format_sitting(found) == text
        assert found.actions == tuple(action for action, _ in gathered.doings)
        table = TableState.new(gathered.rules, gathered.score)
        steps = [TableStep(table, ())]
        for action in found.actions:
            steps.append(step_table(steps[-1].state, action))
        assert list(found.replay()) == steps
        assert found.state == steps[-1].state
        assert (found.rules, found.score) == (gathered.rules, gathered.score)
        assert (found.metadata, found.finished) == ({"number": number}, True)
        seen.update(type(summary.result).__name__ for summary in found.state.history)
        seen.update(type(action).__name__ for action in found.actions)
        seen.update(type(seed).__name__ for seed in found.seeds)
        seen["doubled"] += any(summary.multiplier > 1 for summary in found.state.history)
        came = Counter(action.name for action in found.actions if isinstance(action, Sit))
        seen["came back"] += max(came.values()) > 1
    wanted = ("WonDeal", "DrawnDeal", "VoidDeal", "Unready", "int", "str", "bytes", "NoneType")
    assert min(seen[name] for name in (*wanted, "came back")) > 15
    assert seen["doubled"] > 3


def test_every_option_is_on_and_off_in_some_sitting() -> None:
    for field in attrs.fields(RuleSet):
        assert len({getattr(found.rules, field.name) for found in some()}) > 1, field.name
    for field in attrs.fields(ScoreTable):
        assert len({getattr(found.score, field.name) for found in some()}) > 1, field.name


def some() -> list[Sitting]:
    """Return 45 sittings."""
    return [sitting(number) for number in range(45)]


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_any_sitting_is_read_and_replayed(number: int) -> None:
    lines = write_down(gathering(number, 1))
    found = parse_sitting("".join(lines))
    assert list(found.lines()) == lines
    assert [taken.state for taken in found.replay()][-1] == found.state


# --- deals taken out of a sitting ---------------------------------------------------------


def ended_deals(found: Sitting) -> list[TableState]:
    """Return the table after each deal that was played to its end."""
    return [
        after.state
        for before, after in pairwise(found.replay())
        if after.state.history[:-1] == before.state.history != after.state.history
        and not isinstance(after.state.history[-1].result, VoidDeal)
    ]


def test_every_deal_that_ended_is_a_record_that_verifies() -> None:
    deals = 0
    for found in some():
        tables = ended_deals(found)
        records = found.records()
        assert len(records) == len(tables)
        for record, table in zip(records, tables, strict=True):
            summary = table.history[-1]
            assert parse_record(format_record(record)).check_finished() == record
            assert record.state == table.deal
            assert (record.rules, record.dealer) == (found.rules, summary.dealer)
            assert (record.result, record.state.kongs) == (summary.result, summary.kongs)
            assert record.names == summary.names
            assert record.metadata == {"deal": len(table.history)}
            deals += 1
    assert deals > 80


def test_a_record_of_a_deal_has_its_seed_where_the_sitting_says_it() -> None:
    kinds: Counter[type] = Counter()
    for number, found in enumerate(some()):
        said = {doing[0].shuffle: doing[1] for doing in starts(number)}
        for record in found.records():
            assert record.seed == said[record.shuffle]
            kinds[type(record.seed)] += 1
    assert set(kinds) == {int, str, bytes, type(None)}


def starts(number: int) -> list[tuple[StartDeal, Seed | None]]:
    """Return the deals that start in the sitting of a number."""
    return [
        (action, seed) for action, seed in gathering(number).doings if isinstance(action, StartDeal)
    ]


def test_a_void_deal_has_a_number_and_no_record() -> None:
    lines = had(*FOUR, *READY, 1, "0 leave", "0 sit Ann", *READY, 7, TO_THE_END, *READY, 8)
    found = parse_sitting("".join(lines))
    assert [type(summary.result) for summary in found.state.history] == [VoidDeal, WonDeal]
    (record,) = found.records()
    assert (record.seed, record.metadata) == (7, {"deal": 2})
    assert found.state.playing  # a third, which has no record yet


def test_a_deal_that_goes_on_has_no_record() -> None:
    assert parse_sitting("".join(had(*FOUR, *READY, 7, close=False))).records() == ()


def test_a_seed_that_fills_its_line_is_too_long_for_a_record() -> None:
    seed = b"x" * 49_950
    found = parse_sitting("".join(had(*FOUR, *READY, seed, TO_THE_END)))
    assert found.seeds == (seed,)
    assert refused(found.records)[0] == "a line of at most 100000 characters"


# --- sittings as values -------------------------------------------------------------------


def test_a_sitting_is_a_value() -> None:
    found = sitting(3)
    others = [
        parse_sitting(format_sitting(found)),
        copy.copy(found),
        copy.deepcopy(found),
        pickle.loads(pickle.dumps(found)),  # noqa: S301 - our own pickle
    ]
    for other in others:
        assert (other, hash(other)) == (found, hash(found))
    assert found not in {sitting(4), parse_sitting("".join(lines_of_gathering(3)[:-1]))}
    with pytest.raises(AttributeError):
        found.finished = False  # type: ignore[misc]


def test_two_sittings_differ_by_what_their_lines_say() -> None:
    texts = {
        "".join(lines)
        for lines in (
            had(),
            had(close=False),
            had("0 sit Ann", close=False),
            had("0 sit Bo", close=False),
            had(*FOUR, *READY, 7, "0 leave")[:-1],
            had(*FOUR, *READY, 7, "0 leave")[:-2],
            had(*FOUR, *READY, 8, "0 leave")[:-1],
        )
    }
    assert len({parse_sitting(text) for text in texts}) == len(texts) == 7


def test_a_seed_and_its_layout_are_two_sittings() -> None:
    first: list[str] = []
    second: list[str] = []
    seeds: tuple[Seed | None, ...] = (7, None)
    for lines, seed in zip((first, second), seeds, strict=True):
        lines.extend(had(*FOUR, *READY, close=False))
        writer = SittingWriter.resume(lines.append, parse_sitting("".join(lines)))
        writer.act(StartDeal(Shuffle.from_seed(7)), seed=seed)
    one, other = parse_sitting("".join(first)), parse_sitting("".join(second))
    assert (one.seeds, other.seeds) == ((7,), (None,))
    assert (one.state, one.actions) == (other.state, other.actions)
    assert one != other


def test_a_sitting_says_shortly_what_it_is() -> None:
    assert repr(parse_sitting("".join(had()))) == "<Sitting of 0 deals, finished>"
    one = had(*FOUR, *READY, 7, TO_THE_END, close=False)
    assert repr(parse_sitting("".join(one))) == "<Sitting of 1 deal, unfinished>"
    assert repr(parse_sitting("".join(evening()))) == "<Sitting of 2 deals, finished>"


# --- sittings that were cut off -----------------------------------------------------------


def cut_sittings() -> list[tuple[str, ...]]:
    """Return the lines of sittings with a win, a draw, and a leave in a deal."""
    found = [tuple(evening())]
    for wanted in (DrawnDeal, VoidDeal):
        found += [
            lines_of_gathering(number, 1)
            for number in range(40)
            if isinstance(sitting(number, 1).state.history[0].result, wanted)
        ][:1]
    return found


@pytest.mark.parametrize("lines", cut_sittings(), ids=("won", "drawn", "void"))
def test_a_sitting_cut_off_after_any_line_is_readable_up_to_there(lines: tuple[str, ...]) -> None:
    whole = parse_sitting("".join(lines))
    tables = [taken.state for taken in whole.replay()]
    actions = 0
    for end in range(1, len(lines)):
        actions += end > 1 and not lines[end - 1].startswith('{"deal"')
        found = parse_sitting("".join(lines[:end]))
        assert (found.finished, found.torn, found.length) == (False, "", end)
        assert found.actions == whole.actions[:actions]
        assert found.state == tables[actions]
        assert found.lacks_summary is lines[end].startswith('{"deal"')
        assert list(found.lines()) == list(lines[:end])


def test_a_sitting_goes_on_from_where_it_was_cut_off_as_it_went() -> None:
    whole = sitting(8)
    lines = lines_of_gathering(8)
    for end in range(1, len(lines), 9):
        found = parse_sitting("".join(lines[:end]))
        table = found.state
        for action in whole.actions[len(found.actions) :]:
            table = apply_table(table, action)
        assert table == whole.state


def test_a_missing_ending_is_told_with_what_is_due() -> None:
    lines = evening()
    first, second = (n for n, line in enumerate(lines) if line.startswith('{"deal"'))
    for end in (1, 5, first + 1, second + 1, len(lines) - 1):
        expected = ("an action at the table or the ending", SITTING_STOPS)
        assert refused(parse_sitting("".join(lines[:end])).check_finished, end + 1) == expected
        assert refused_sittings(lines[:end], end + 1, unfinished=False) == expected
    for end in (first, second):
        expected = ("the summary of the deal that has ended", SITTING_STOPS)
        assert refused(parse_sitting("".join(lines[:end])).check_finished, end + 1) == expected
        assert refused_sittings(lines[:end], end + 1, unfinished=False) == expected
    whole = parse_sitting("".join(lines))
    assert whole.check_finished() is whole


def test_a_last_line_cut_in_its_middle_counts_as_cut_off() -> None:
    lines = evening()
    starts = next(n for n, line in enumerate(lines) if line.startswith('{"start"'))
    summary = next(n for n, line in enumerate(lines) if line.startswith('{"deal"'))
    for end in (1, starts, starts + 1, summary, len(lines) - 1):
        before, last = lines[:end], lines[end].rstrip("\n")
        for place in range(1, len(last), 1 if len(last) < 100 else 7):
            found = parse_sitting("".join(before) + last[:place])
            assert found.torn == last[:place]
            assert (found.finished, found.lacks_summary) == (False, end == summary)
            assert list(found.lines()) == before
        assert parse_sitting("".join(before) + last).torn == ""
        cut = [*before, last[:-1]]
        found_instead = refused_sittings(cut, end + 1, unfinished=False)[1]
        assert found_instead == SITTING_TORN


def test_a_last_line_may_lack_its_newline() -> None:
    text = "".join(evening())
    assert parse_sitting(text.rstrip("\n")) == parse_sitting(text)
    assert list(read_sittings(text.splitlines())) == [parse_sitting(text)]


def test_a_header_cut_in_its_middle_is_an_error() -> None:
    lines = evening()
    expected = ("a whole header", "a line cut off in its middle")
    assert refused_sitting(lines[0][:50], 1) == expected
    found = read_sittings([*lines, lines[0][:50]])
    assert next(found) == parse_sitting("".join(lines))
    assert refused(lambda: next(found), len(lines) + 1) == expected
