"""The sittings below `tests/sittings_stored/`: each is replayed, and shows what it is there for.

``python tests/make_sittings.py`` makes them.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

import make_sittings
from lisi_mahjong import RuleSet, ScoreTable, apply_table, why_table_illegal
from lisi_mahjong.record_format import RULES_VERSION
from lisi_mahjong.records import format_record, parse_record
from lisi_mahjong.sitting_writer import SittingWriter
from lisi_mahjong.sittings import Sitting, format_sitting, read_sittings
from make_sittings import FOLDER, MAKERS, METADATA, MIXED, shows_everything


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.jsonl").read_text(encoding="ascii")


@cache
def sittings_of(name: str) -> tuple[Sitting, ...]:
    return tuple(read_sittings(text_of(name).splitlines(keepends=True)))


def test_there_is_a_file_for_every_name_and_no_other() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == [f"{name}.jsonl" for name in MAKERS]


@pytest.mark.parametrize("name", MAKERS)
def test_a_stored_sitting_is_replayed(name: str) -> None:
    found = sittings_of(name)
    assert found
    assert "".join(map(format_sitting, found)) + found[-1].torn == text_of(name)
    for each in found:
        steps = list(each.replay())
        assert steps[-1].state == each.state
        for (before, after), action in zip(pairwise(steps), each.actions, strict=True):
            assert why_table_illegal(before.state, action) is None
            assert after.state == apply_table(before.state, action)


@pytest.mark.parametrize("name", MAKERS)
def test_a_stored_sitting_is_written_again_as_it_is(name: str) -> None:
    for each in sittings_of(name):
        lines: list[str] = []
        writer = SittingWriter(lines.append, each.rules, each.score, metadata=each.metadata)
        seeds = iter(each.seeds)
        for action in each.actions:
            writer.act(action, seed=next(seeds) if str(action) == "start" else None)
        if each.finished:
            writer.close()
        assert lines[: each.length] == list(each.lines())


@pytest.mark.parametrize("name", MAKERS)
def test_the_deals_of_a_stored_sitting_are_records(name: str) -> None:
    for each in sittings_of(name):
        summaries = dict(enumerate(each.state.history, start=1))
        for record in each.records():
            assert parse_record(format_record(record)) == record.check_finished()
            assert record.result == summaries[record.metadata["deal"]].result


def test_everything_happens_in_the_stored_evening() -> None:
    (found,) = sittings_of("an-evening")
    assert found.finished
    assert shows_everything(found)
    assert not any(map(shows_everything, sittings_of("cut-off")))
    assert sum(found.state.ledger.values()) == 0


def test_the_mixed_sittings_are_mixed() -> None:
    found = sittings_of("mixed")
    assert len(found) == MIXED + 1
    assert all(each.finished for each in found)
    for field in attrs.fields(RuleSet):
        assert len({getattr(each.rules, field.name) for each in found}) > 1, field.name
    for field in attrs.fields(ScoreTable):
        assert len({getattr(each.score, field.name) for each in found}) > 1, field.name


def test_the_stored_sitting_as_in_taiyuan() -> None:
    found = sittings_of("mixed")[-1]
    assert (found.rules, found.score) == (RuleSet.taiyuan(), ScoreTable.taiyuan())
    assert found.metadata == METADATA
    assert set(found.seeds) == {None}


def test_stored_sittings_that_were_cut_off() -> None:
    found = sittings_of("cut-off")
    assert [each.finished for each in found] == [False, False, False, True, False]
    assert [each.lacks_summary for each in found] == [False, False, True, False, True]
    assert [bool(each.torn) for each in found] == [False, False, False, False, True]
    assert found[0].length == 1
    assert found[1].state.playing
    assert found[2] == found[4]


# --- the script ---------------------------------------------------------------------------


def test_the_script_makes_what_is_missing_and_leaves_the_rest_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "mixed.jsonl"
    kept.write_text(text_of("cut-off"), encoding="ascii")
    make_sittings.main(tmp_path)
    assert capsys.readouterr().out == "wrote an-evening.jsonl\nwrote cut-off.jsonl\n"
    assert kept.read_text(encoding="ascii") == text_of("cut-off")
    for name in ("an-evening", "cut-off"):
        with (tmp_path / f"{name}.jsonl").open(encoding="ascii") as lines:
            assert list(read_sittings(lines))


@pytest.mark.parametrize("key", ["rules_version", "format_version"])
def test_the_script_makes_files_anew_when_a_version_has_risen(tmp_path: Path, key: str) -> None:
    path = tmp_path / "old.jsonl"
    header, *rest = text_of("cut-off").splitlines(keepends=True)
    value = json.loads(header)
    assert (value["rules_version"], value["format_version"]) == (RULES_VERSION, 1)
    for version, is_now in ((value[key], True), (value[key] - 1, False)):
        value[key] = version
        line = json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n"
        path.write_text("".join([line, *rest]), encoding="ascii")
        assert make_sittings.is_of_now(path) is is_now
    path.unlink()
    assert not make_sittings.is_of_now(path)
