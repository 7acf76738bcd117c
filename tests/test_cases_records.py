"""Faults that other engines had in what they stored, and in what they made of it again."""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Callable

import attrs
import pytest

from anatomy import fields_of, parts
from lisi_mahjong import (
    DrawnDeal,
    RecordError,
    RuleSet,
    Shuffle,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    seen_events,
    step,
    view,
)
from lisi_mahjong.following import follow
from lisi_mahjong.players import tidy
from lisi_mahjong.record_writer import RecordWriter
from lisi_mahjong.records import Record, format_record, parse_record, read_records, replay, resume
from recordings import recorded, states_of, tidy_record

# --- saved and loaded ---------------------------------------------------------------------


@pytest.mark.case(120)
def test_case_120_a_saved_deal_loads_the_same_after_the_loaded_one_was_played() -> None:
    record = Record.of(tidy_record().start, tidy_record().decisions[:20], seed=7)
    saved = format_record(record)
    first = parse_record(saved)
    state = first.state
    for _ in range(10):
        state = apply(state, legal_actions(state, actors(state)[0])[0])
    again = parse_record(saved)
    assert state != first.state
    assert again == first == record
    assert again.state == first.state == record.state
    assert saved == format_record(record)


@pytest.mark.case(126)
def test_case_126_the_lines_survive_any_reader_and_writer_of_json() -> None:
    """No tuple that comes back as a list, no number as a key, no value that JSON lacks."""
    for number in range(60):
        lines = list(recorded(number).lines())
        again = [
            json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")) + "\n"
            for line in lines
        ]
        assert again == lines
        assert list(read_records(again)) == [recorded(number)]


@pytest.mark.case(126)
def test_case_126_what_json_would_change_is_refused_when_it_is_written() -> None:
    start = tidy_record().start
    for metadata in ({"a": (1, 2)}, {1: "a"}, {"a": {"b": float("nan")}}, {"a": {1, 2}}):
        with pytest.raises(RecordError):
            Record.of(start, (), metadata=metadata)  # type: ignore[arg-type]  # no JSON on purpose


@pytest.mark.case(131)
def test_case_131_no_field_of_a_state_is_lost() -> None:
    """400 deals: every field in a state or a decision has two values at least, and comes back."""
    values: defaultdict[tuple[type, str], set[object]] = defaultdict(set)
    seen: dict[int, object] = {}
    for number in range(400):
        record = recorded(number)
        states = states_of(record.start, record.decisions)
        found = [taken.state for taken in replay(record.lines())]
        assert found == states
        for _, value in parts((states, record.decisions), seen=seen):
            for name in fields_of(value):
                values[type(value), name].add(getattr(value, name))
    assert len(values) > 40
    alike = [f"{kind.__name__}.{name}" for (kind, name), found in values.items() if len(found) < 2]
    assert alike == []


@pytest.mark.case(131)
def test_case_131_what_is_derived_comes_back_too() -> None:
    """Fields that equality leaves out, such as the waits of a seat in ting."""
    for number in range(40):
        record = recorded(number)
        for taken, state in zip(
            replay(record.lines()), states_of(record.start, record.decisions), strict=True
        ):
            for one, two in zip(taken.state.players, state.players, strict=True):
                assert attrs.astuple(one) == attrs.astuple(two)
            assert taken.state.setup.wall == state.setup.wall


@pytest.mark.case(134)
def test_case_134_a_state_read_from_a_record_is_equal_and_looks_the_same() -> None:
    """Every position of 100 deals; longer in test_records."""
    for number in range(100):
        record = recorded(number)
        lines = list(record.lines())
        for state, taken in zip(
            states_of(record.start, record.decisions), replay(lines), strict=True
        ):
            assert taken.state == state
            assert hash(taken.state) == hash(state)
            assert repr(taken.state) == repr(state)


# --- what the record says of the start ----------------------------------------------------


@pytest.mark.case(128)
def test_case_128_the_header_says_at_the_end_what_it_said_at_the_start() -> None:
    lines: list[str] = []
    rules = RuleSet(all_runs=True, reserved_stacks=3)
    start = deal(Shuffle.from_seed(128), dealer=2, rules=rules)
    metadata = {"deal": 5}
    writer = RecordWriter(lines.append, start, names=["a", "b", "c", "d"], metadata=metadata)
    header = lines[0]
    metadata["deal"] = 6
    while deciding := actors(writer.state):
        writer.play(tidy(writer.state, deciding[0]))
    assert lines[0] == header
    record = parse_record("".join(lines))
    assert (record.dealer, record.rules, record.start) == (2, rules, start)
    assert (record.names, record.metadata) == (("a", "b", "c", "d"), {"deal": 5})


# --- forced steps -------------------------------------------------------------------------


@pytest.mark.case(129)
def test_case_129_the_decisions_alone_bring_back_forced_wins_and_discards() -> None:
    wins = discards = 0
    for number in range(80):
        record = recorded(number)
        steps = list(replay(record.lines()))
        assert steps[-1].state.result == record.result
        events = [event for taken in steps for event in taken.events]
        written = sum("discard" in line for line in record.lines())
        discards += sum(type(event).__name__ == "Discarded" for event in events) - written
        forced = record.rules.forced_win and isinstance(record.result, WonDeal)
        wins += forced and not any(" win" in line for line in record.lines())
    assert wins > 10
    assert discards > 100


@pytest.mark.case(129)
def test_case_129_a_forced_step_that_is_written_down_is_no_decision() -> None:
    """Neither the discard of a seat in ting nor a forced win is a line of a record."""
    lines = list(tidy_record().lines())
    assert isinstance(tidy_record().result, WonDeal)
    for place in range(1, len(lines)):
        for extra in ('"1 win"\n', lines[place]):
            with pytest.raises(RecordError):
                list(replay([*lines[:place], extra, *lines[place:]]))


# --- replayed -----------------------------------------------------------------------------


@pytest.mark.case(130)
def test_case_130_a_record_replayed_twice_gives_the_same_twice() -> None:
    for number in range(40):
        record = parse_record(format_record(recorded(number)))
        first = list(record.replay())
        half = record.replay()
        for _ in range(3):
            next(half)  # a replay that is left alone disturbs no other
        assert list(record.replay()) == first
        assert list(replay(list(record.lines()))) == first
        assert list(replay(record.lines())) == first


@pytest.mark.case(144)
def test_case_144_two_deals_with_opposite_options_do_not_mix() -> None:
    """Move by move in turns; each record has its own options, and each replays."""
    one = RuleSet()
    other = RuleSet.from_options(
        {
            field.name: (not field.default) if isinstance(field.default, bool) else 0
            for field in attrs.fields(RuleSet)
        }
    )
    written: dict[RuleSet, list[str]] = {one: [], other: []}
    writers = [
        RecordWriter(written[rules].append, deal(Shuffle.from_seed(144), rules=rules), seed=144)
        for rules in (one, other)
    ]
    while not all(writer.finished for writer in writers):
        for writer in writers:
            for seat in actors(writer.state)[:1]:
                writer.play(tidy(writer.state, seat))
    alone = {}
    for rules in (one, other):
        state = deal(Shuffle.from_seed(144), rules=rules)
        while deciding := actors(state):
            state = apply(state, tidy(state, deciding[0]))
        alone[rules] = state
    for rules, lines in written.items():
        record = parse_record("".join(lines))
        assert record.rules == rules
        assert record.state == alone[rules]
        assert json.loads(lines[0])["rules"] == attrs.asdict(rules)


@pytest.mark.case(144)
def test_case_144_the_other_options_make_another_deal_of_the_same_decisions() -> None:
    lines = list(tidy_record(9).lines())
    changed = [lines[0].replace('"all_runs":false', '"all_runs":true'), *lines[1:]]
    assert changed != lines
    with pytest.raises(RecordError):
        list(replay(changed))


@pytest.mark.case(145)
def test_case_145_the_state_after_each_decision_is_that_of_the_deal() -> None:
    for number in range(0, 90, 3):
        record = recorded(number)
        lines = list(record.lines())
        states = states_of(record.start, record.decisions)
        for place, taken in enumerate(replay(lines)):
            assert taken.state == states[place]
            assert taken.state.ply == place
            if place:
                assert taken == step(states[place - 1], record.decisions[place - 1])
            if place < len(lines) - 1:
                assert resume(lines[: place + 1]) == states[place]


@pytest.mark.case(145)
def test_case_145_a_replay_is_shown_to_a_seat_as_the_deal_was_and_all_is_open_at_the_end() -> None:
    """A client that follows the events of a replay is never out of step, and sees no more."""
    viewers: tuple[int | None, ...] = (0, 1, 2, 3, None)
    for number in range(12):
        steps = list(replay(recorded(number).lines()))
        for viewer in viewers:
            seen = view(steps[0].state, viewer)
            for taken in steps[1:]:
                seen = follow(seen, seen_events(taken, viewer))
                assert seen == view(taken.state, viewer)
                shown = [player.hand is not None for player in seen.players]
                if taken.state.result is None:
                    assert shown == [seat == viewer for seat in range(4)]
                else:
                    assert shown == [True] * 4


# --- no state on the side -----------------------------------------------------------------


@pytest.mark.case(123)
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_case_123_a_copy_of_a_record_is_equal_and_independent(
    way: Callable[[Record], Record],
) -> None:
    record = recorded(6)
    twin = way(record)
    assert (type(twin), twin) == (Record, record)
    twin.metadata["number"] = 0
    assert list(twin.replay()) == list(record.replay())
    assert twin.metadata == {"number": 6}


@pytest.mark.case(80)
def test_case_080_a_deal_ends_once_in_its_record() -> None:
    for number in range(60):
        *lines, last = recorded(number).lines()
        assert last.startswith('{"decisions":')
        assert not any('"result"' in line for line in lines)
        results = [taken.state.result for taken in recorded(number).replay()]
        ends = [result for result in results if result is not None]
        assert len(ends) == 1
        assert isinstance(ends[0], WonDeal | DrawnDeal)


@pytest.mark.case(97)
def test_case_097_a_record_with_its_seed_and_one_with_its_wall_are_the_same_deal() -> None:
    for number in range(1, 60, 2):
        record = recorded(number)
        by_wall = Record.of(record.start, record.decisions)
        assert record.seed == number
        assert parse_record(format_record(by_wall)).state == record.state
        assert by_wall.start == record.start
