"""The records below `tests/records/`: each is replayed, and shows what its name says.

``python tests/make_records.py`` renews them.
"""

from __future__ import annotations

from functools import cache

import attrs
import pytest

import make_records
from lisi_mahjong import (
    DrawnDeal,
    RecordError,
    RuleSet,
    Shuffle,
    apply,
    legal_actions,
    parse_action,
    why_illegal,
)
from lisi_mahjong.record_format import RULES_VERSION, Seed
from lisi_mahjong.records import Record, format_record, parse_record, read_records, replay
from odd_records import CHECKS, FOLDER, FORMATS, MIXED, REFUSALS, Check, moments, once
from rule_table import Moment

NAMES = (*FORMATS, *CHECKS, *REFUSALS, MIXED)


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.jsonl").read_text(encoding="ascii")


@cache
def records_of(name: str) -> tuple[Record, ...]:
    return tuple(read_records(text_of(name).splitlines(keepends=True)))


@cache
def record_of(name: str) -> Record:
    return parse_record(text_of(name))


def test_there_is_a_file_for_every_name_and_no_other() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(
        f"{name}.jsonl" for name in NAMES
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_record_is_replayed(name: str) -> None:
    found = records_of(name)
    assert found
    written = "".join(map(format_record, found)) + found[-1].torn
    assert written == text_of(name)
    for record in found:
        steps = list(record.replay())
        assert steps[-1].state == record.state
        for before, action, after in zip(steps, record.decisions, steps[1:], strict=False):
            assert action in legal_actions(before.state, action.seat)
            assert after.state == apply(before.state, action)


@pytest.mark.parametrize("name", CHECKS)
def test_a_stored_record_shows_what_its_name_says(name: str) -> None:
    record = record_of(name)
    assert record.metadata == {"shows": name}
    assert record.finished
    assert CHECKS[name](moments(record))


@pytest.mark.parametrize("name", REFUSALS)
def test_a_stored_record_stops_where_an_action_is_refused(name: str) -> None:
    record = record_of(name)
    metadata = record.metadata
    assert metadata["shows"] == name
    action = parse_action(metadata["refused"])
    assert why_illegal(record.state, action) is REFUSALS[name]
    assert record.finished is (name == "refusal-deal-ended")


# --- what shows the format itself ---------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("header-with-a-negative-seed", -(2**70)),
        ("header-with-a-text-as-seed", "太原 / 7"),
        ("header-with-bytes-as-seed", b"\xfa\xfb\xfc\xfd\xfe\xff"),
        ("header-with-a-layout", None),
    ],
)
def test_the_seed_of_a_stored_record(name: str, seed: Seed | None) -> None:
    record = record_of(name)
    assert record.seed == seed
    assert record.shuffle == Shuffle.from_seed(7 if seed is None else seed)


def test_the_names_of_a_stored_record() -> None:
    assert record_of("header-with-names").names == ("Ann", "李四", "", '"N"\n')


def test_the_metadata_of_a_stored_record() -> None:
    assert record_of("header-with-metadata").metadata == make_records.METADATA


def test_stored_records_that_were_cut_off() -> None:
    after, before, middle = (
        record_of(f"unfinished-{place}")
        for place in ("after-the-header", "before-the-ending", "in-the-middle-of-a-line")
    )
    assert (len(after.decisions), after.state.result, after.torn) == (0, None, "")
    assert before.state.result is not None
    assert middle.torn.startswith('"')
    for record in (after, before, middle):
        assert not record.finished
        lines = list(record.lines())
        with pytest.raises(RecordError) as caught:
            list(replay(lines))
        assert caught.value.line == len(lines) + 1


def test_several_stored_deals_one_of_them_unfinished() -> None:
    found = records_of("several-deals")
    assert [record.finished for record in found] == [True, True, False, True]
    assert [record.seed for record in found] == [7, 8, 7, 9]


def test_the_mixed_deals_are_mixed() -> None:
    found = records_of(MIXED)
    assert len(found) == 40
    assert all(record.finished for record in found)
    assert sum(isinstance(record.result, DrawnDeal) for record in found) in range(5, 36)
    for field in attrs.fields(RuleSet):
        assert len({getattr(record.rules, field.name) for record in found}) > 1


# --- the checks can say no, and the script can find ---------------------------------------


@cache
def all_moments() -> dict[str, list[Moment]]:
    return {name: moments(record_of(name)) for name in CHECKS}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_is_not_passed_by_every_record(name: str) -> None:
    passed = [other for other, deal in all_moments().items() if CHECKS[name](deal)]
    assert name in passed
    assert len(passed) < len(CHECKS) * 0.9


def test_once_and_at_the_end_differ() -> None:
    deal = all_moments()["ending-self-draw"]
    first: Check = once(lambda m: m.before.ply == 0)
    assert first(deal)
    assert not first(deal[1:])


def test_the_script_finds_deals_for_names() -> None:
    wanted = ("ending-drawn", "kong-concealed")
    found = dict(make_records.odd_deals(wanted))
    assert sorted(found) == sorted(wanted)
    for name, text in found.items():
        assert CHECKS[name](moments(parse_record(text)))
    wanted = ("refusal-standing-tile", "refusal-deal-ended")
    found = dict(make_records.refusals(wanted))
    assert sorted(found) == sorted(wanted)
    for name, text in found.items():
        record = parse_record(text)
        refused = parse_action(record.metadata["refused"])
        assert why_illegal(record.state, refused) is REFUSALS[name]


def test_the_script_says_what_it_cannot_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_records, "DEALS", 2)
    with pytest.raises(SystemExit, match="no deal below 2 shows win-of-many-readings"):
        list(make_records.odd_deals(["win-of-many-readings"]))
    with pytest.raises(SystemExit, match="no deal below 2 shows refusal-no-way-on"):
        list(make_records.refusals(["refusal-no-way-on"]))


def test_the_script_makes_a_record_for_every_format() -> None:
    made = dict(make_records.formats())
    assert tuple(made) == FORMATS
    for text in made.values():
        assert list(read_records(text.splitlines(keepends=True)))


def test_the_script_leaves_the_mixed_deals_alone_until_a_version_rises(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert make_records.mixed_is_of_now()
    monkeypatch.setattr(make_records, "RULES_VERSION", RULES_VERSION + 1)
    assert not make_records.mixed_is_of_now()
    monkeypatch.setattr(make_records, "FOLDER", FOLDER / "elsewhere")
    assert not make_records.mixed_is_of_now()
