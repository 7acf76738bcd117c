"""Records of deals: written, read, replayed, cut off, gone on from, and all that is refused."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import given

from corpus import Deal
from lisi_mahjong import (
    IllegalAction,
    Pass,
    RecordError,
    RuleSet,
    Shuffle,
    Step,
    WonDeal,
    apply,
    deal,
    step,
)
from lisi_mahjong.records import (
    Record,
    format_record,
    parse_record,
    read_records,
    replay,
    resume,
)
from playouts import moves
from recordings import (
    RECORD_STOPS,
    RECORD_TORN,
    recorded,
    refused,
    refused_lines,
    refused_replay,
    refused_text,
    states_of,
    tidy_decisions,
    tidy_record,
)
from strategies import deals

# --- there and back -----------------------------------------------------------------------


def test_a_record_is_these_lines() -> None:
    start = deal(Shuffle.from_seed(7))
    record = Record.of(start, tidy_decisions(start), seed=7, names=["A", "B", "C", "D"])
    lines = list(record.lines())
    assert len(lines) == 2 + 39
    assert lines[0].startswith('{"dealer":0,"format":"lisi-mahjong record","format_version":1,')
    assert lines[1:4] == ['"0 discard 9m"\n', '"3 pung 9m 0"\n', '"3 discard 2p"\n']
    digest = hashlib.sha256("".join(lines[:-1]).encode("ascii")).hexdigest()
    assert lines[-1] == (
        '{"decisions":39,"kongs":0,"result":{"loser":0,"name":"won","readings":[{"completes":'
        '"789m","pair":"33z","points":1,"sets":["789m","234s"],"tags":[],"triplets":2}],'
        f'"robbed_kong":false,"tile":"9m","winner":1}},"sha256":"{digest}"}}\n'
    )


def test_records_of_mixed_deals_are_read_and_replayed_state_by_state() -> None:
    """300 deals: all options, walls of seeds and laid ones, players tidy, wavering and uniform."""
    seen: Counter[str] = Counter()
    for number in range(300):
        record = recorded(number)
        text = format_record(record)
        found = parse_record(text)
        assert found == record
        assert format_record(found) == text
        states = states_of(record.start, record.decisions)
        steps = list(replay(found.lines()))
        assert [taken.state for taken in steps] == states
        assert steps == list(found.replay())
        assert steps[0].events == ()
        assert found.state == states[-1]
        seen[type(found.result).__name__] += 1
        seen["kongs"] += found.state.kongs
        seen["seeds"] += found.seed is not None
    assert min(seen[name] for name in ("WonDeal", "DrawnDeal", "kongs", "seeds")) > 50


@given(deals())
def test_any_deal_is_read_and_replayed(played: Deal) -> None:
    decisions = [action for _, action in played.actions()]
    record = Record.of(played.start, decisions)
    assert parse_record(format_record(record)) == record
    steps = list(replay(record.lines()))
    assert [taken.state for taken in steps] == states_of(played.start, decisions)


def test_the_events_of_a_replay_are_those_of_the_deal() -> None:
    for number in range(20):
        played = [move.step for move in moves([number])]
        assert list(recorded(number).replay())[1:] == played


def test_what_the_rules_force_is_not_written_down() -> None:
    """The decisions alone bring back draws, discards of seats in ting and forced wins."""
    longest = 0
    for number in range(40):
        record = recorded(number)
        assert len(record.decisions) == record.state.ply
        longest = max(longest, *(len(taken.events) for taken in record.replay()))
    assert longest > 30


# --- records as values --------------------------------------------------------------------


def test_a_record_is_a_value() -> None:
    record = recorded(3)
    others = [
        parse_record(format_record(record)),
        copy.copy(record),
        copy.deepcopy(record),
        pickle.loads(pickle.dumps(record)),  # noqa: S301 - our own pickle
    ]
    for other in others:
        assert (other, hash(other)) == (record, hash(record))
    assert record not in {recorded(4), Record.of(record.start, record.decisions[:-1])}
    with pytest.raises(AttributeError):
        record.finished = False  # type: ignore[misc]


def test_two_records_of_a_deal_differ_by_what_their_headers_say() -> None:
    start = deal(Shuffle.from_seed(7))
    records = {
        Record.of(start, []),
        Record.of(start, [], seed=7),
        Record.of(start, [], names=["a", "b", "c", "d"]),
        Record.of(start, [], metadata={"a": 1}),
        Record.of(deal(Shuffle.from_seed(7), dealer=1), []),
        Record.of(deal(Shuffle.from_seed(7), rules=RuleSet.taiyuan()), []),
    }
    assert len(records) == 6


def test_a_record_shows_what_its_header_says() -> None:
    rules = RuleSet(open_ting=True)
    start = deal(Shuffle.from_seed("立四"), dealer=3, rules=rules)
    record = Record.of(start, [], seed="立四", names=("a", "b", "c", "d"), metadata={"x": [1]})
    found = parse_record(format_record(record))
    assert (found.start, found.state) == (start, start)
    assert (found.rules, found.dealer, found.shuffle) == (rules, 3, start.shuffle)
    assert (found.seed, found.names, found.metadata) == ("立四", ("a", "b", "c", "d"), {"x": [1]})
    assert (found.result, found.finished) == (None, False)


def test_a_record_says_shortly_what_it_is() -> None:
    for number in range(20):
        record = recorded(number)
        length = len(record.decisions)
        words = "drawn"
        if isinstance(record.result, WonDeal):
            words = f"won by seat {record.result.winner}"
        assert repr(record) == f"<Record of {length} decisions, {words}>"
        cut = Record.of(record.start, record.decisions[:1])
        assert repr(cut) == "<Record of 1 decision, unfinished>"
        assert repr(Record.of(record.start, ())) == "<Record of 0 decisions, unfinished>"


def test_an_illegal_decision_is_not_recorded() -> None:
    start = deal(Shuffle.from_seed(7))
    with pytest.raises(IllegalAction):
        Record.of(start, [Pass(0)])
    with pytest.raises(IllegalAction):
        Record.of(start, [*tidy_decisions(start), Pass(0)])


@pytest.mark.parametrize("decisions", [None, 7, object()])
def test_what_is_no_decisions_is_refused(decisions: Any) -> None:  # noqa: ANN401 - anything at all
    start = deal(Shuffle.from_seed(7))
    assert refused(lambda: Record.of(start, decisions), 2)[0] == "an iterable of decisions"
    with pytest.raises(IllegalAction):
        Record.of(start, "pass")  # type: ignore[arg-type]  # no actions on purpose


# --- records that were cut off ------------------------------------------------------------


def test_a_record_cut_off_after_any_line_is_readable_up_to_there() -> None:
    for number in (0, 4, 9, 21):
        record = recorded(number)
        lines = list(record.lines())
        states = states_of(record.start, record.decisions)
        for end in range(1, len(lines)):
            found = parse_record("".join(lines[:end]))
            assert (found.finished, found.torn) == (False, "")
            assert found.decisions == record.decisions[: end - 1]
            assert found.state == states[end - 1] == resume(lines[:end])
            assert list(found.lines()) == lines[:end]
        assert resume(lines) == states[-1]


def test_a_deal_goes_on_from_a_cut_off_record_as_it_went() -> None:
    for number in range(0, 120, 3):
        record = recorded(number)
        lines = list(record.lines())
        for end in (1, len(lines) // 2, len(lines) - 1):
            state = resume(lines[:end])
            for action in record.decisions[end - 1 :]:
                state = apply(state, action)
            assert state == record.state


def test_a_missing_ending_is_told_with_what_is_due() -> None:
    record = tidy_record()
    lines = list(record.lines())
    for end, due in ((1, "a legal decision of seat 0"), (len(lines) - 1, "the ending")):
        expected = (due, RECORD_STOPS)
        cut = lines[:end]
        assert refused_replay(cut, end + 1) == expected
        assert refused_lines(cut, end + 1, unfinished=False) == expected
        assert refused(parse_record("".join(cut)).check_finished, end + 1) == expected
    assert record.check_finished() is record


def test_a_replay_yields_all_steps_before_it_misses_the_ending() -> None:
    lines = list(tidy_record().lines())[:-1]
    steps = replay(lines)
    assert len(list(islice(steps, len(lines)))) == len(lines)
    with pytest.raises(RecordError):
        next(steps)


def test_a_last_line_cut_in_its_middle_counts_as_cut_off() -> None:
    record = tidy_record(9)
    lines = list(record.lines())
    for end in (2, 10, len(lines)):
        before, last = lines[: end - 1], lines[end - 1].rstrip("\n")
        for place in range(1, len(last)):
            found = parse_record("".join(before) + last[:place])
            assert found.torn == last[:place]
            assert (found.finished, found.line) == (False, 1)
            assert found.decisions == record.decisions[: end - 2]
            assert list(found.lines()) == before
        assert parse_record("".join(before) + last).torn == ""
        cut = [*before, last[:-1]]
        assert refused_replay(cut, end)[1] == RECORD_TORN
        assert refused_lines(cut, end, unfinished=False)[1] == RECORD_TORN


def test_a_last_line_may_lack_its_newline() -> None:
    record = tidy_record()
    text = format_record(record)
    assert parse_record(text.rstrip("\n")) == record
    assert list(read_records(text.splitlines())) == [record]


def test_zero_bytes_at_the_end_count_as_cut_off() -> None:
    """What some file systems leave behind when the power fails."""
    text = "".join(list(tidy_record().lines())[:5])
    assert parse_record(text + "\x00" * 4096).decisions == tidy_record().decisions[:4]


def test_a_line_cut_in_its_middle_is_an_error_where_others_follow() -> None:
    lines = list(tidy_record().lines())
    cut = lines[3][:-3]
    assert refused_lines([*lines[:3], f"{cut}\n", *lines[4:]], 4)[0] == "JSON"
    assert refused_lines([*lines[:3], cut, *lines[4:]], 4)[0] == "JSON"
    assert refused_lines([*lines[:3], f"{cut}\n"], 4)[0] == "JSON"
    assert refused_text("".join([*lines[:3], cut, *lines[4:]]), 4)[0] == "JSON"


def test_a_header_cut_in_its_middle_is_an_error() -> None:
    lines = list(tidy_record().lines())
    expected = ("a whole header", "a line cut off in its middle")
    assert refused_text(lines[0][:50], 1) == expected
    found = read_records([*lines, lines[0][:50]])
    assert next(found) == tidy_record()
    assert refused(lambda: next(found), len(lines) + 1) == expected


def test_the_first_step_has_no_events_and_the_last_one_the_end() -> None:
    record = tidy_record()
    steps = list(replay(record.lines()))
    assert steps[0] == Step(record.start, ())
    assert steps[1] == step(record.start, record.decisions[0])
    assert steps[-1].state.result == record.result
