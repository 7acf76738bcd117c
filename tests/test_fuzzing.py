"""The fuzzing itself, without the fuzzer: every parser is in it, and its oracle finds faults."""

from __future__ import annotations

import inspect
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

import fuzz_child
import fuzz_oracle
import fuzzing
import lisi_mahjong
import lisi_mahjong.testing
from fuzz_growth import grow_record, grow_sitting, grow_state, grow_table, mend
from fuzz_mutation import Mutator, decode, encode
from fuzz_oracle import Fault, Target, fault_of, judge, literal, smallest
from fuzz_targets import NO_PARSERS, TARGETS
from lisi_mahjong import (
    InvalidStateError,
    NotationError,
    Problem,
    parse_record,
    parse_sitting,
    parse_state,
    parse_table,
    parse_tile,
)
from said import differs

EACH = pytest.mark.parametrize("name", TARGETS)

# --- every parser is there ----------------------------------------------------------------

_CALLBACK = re.compile(r"Callable\[\[[^]]*\], [^]]*\]")
_FROM_OUTSIDE = re.compile(r"\b(str|bytes|Mapping|dict|Melds|Tiles|Held)\b|Iterable\[Tile\]")


def takes_texts(function: Callable[..., object]) -> bool:
    """Return whether a parameter of a function is a text, tiles, or a mapping."""
    hints = [str(each.annotation) for each in inspect.signature(function).parameters.values()]
    return any(_FROM_OUTSIDE.search(_CALLBACK.sub("", hint)) for hint in hints)


def checks_what_it_is_made_of(cls: type) -> bool:
    """Return whether a class converts or checks what comes in; a plain value does neither."""
    if attrs.has(cls):
        return any(field.converter is not None for field in attrs.fields(cls))
    makes = vars(cls).get("__init__")
    return makes is not None and takes_texts(makes)


def parsers_of(module: ModuleType, prefix: str) -> Iterator[str]:
    """Yield the names of what a module offers that takes texts or mappings from outside."""
    for name in module.__all__:
        value = getattr(module, name)
        if not inspect.isclass(value):
            if inspect.isfunction(value) and takes_texts(value):
                yield prefix + name
            continue
        if issubclass(value, Exception | Enum) or getattr(value, "_is_protocol", False):
            continue
        if checks_what_it_is_made_of(value):
            yield prefix + name
        for inner, member in vars(value).items():
            function = getattr(value, inner)
            plain = inspect.isfunction(member) and not inner.startswith("_")
            if (plain or isinstance(member, classmethod | staticmethod)) and takes_texts(function):
                yield f"{prefix}{name}.{inner}"


PUBLIC = {
    *parsers_of(lisi_mahjong, ""),
    *parsers_of(lisi_mahjong.testing, "testing."),
}


def test_every_parser_of_the_public_face_is_fuzzed() -> None:
    covered = {name for target in TARGETS.values() for name in target.covers}
    assert covered | set(NO_PARSERS) == PUBLIC
    assert not covered & set(NO_PARSERS)


def test_each_parser_is_covered_once() -> None:
    covered = [name for target in TARGETS.values() for name in target.covers]
    assert len(covered) == len(set(covered))


def test_each_function_that_is_called_parse_or_read_is_among_them() -> None:
    named = {name for name in lisi_mahjong.__all__ if name.startswith(("parse_", "read_"))}
    assert len(named) >= 10
    assert named <= PUBLIC - set(NO_PARSERS)


# --- what they do with good inputs --------------------------------------------------------


@EACH
def test_the_inputs_to_begin_with_are_read_and_without_fault(name: str) -> None:
    target = TARGETS[name]
    refused = [text for text in target.seeds() if not judge(target, text)]
    assert refused == []


@EACH
def test_no_input_to_begin_with_is_longer_than_the_fuzzer_lets_through(name: str) -> None:
    target = TARGETS[name]
    assert len({*target.seeds()}) == len(target.seeds()) >= 2
    assert max(len(encode(text)) for text in target.seeds()) <= target.longest


@EACH
def test_changed_inputs_are_read_or_refused(name: str) -> None:
    """Forty of them, so that a change of the package that breaks the fuzzing is noticed."""
    target = TARGETS[name]
    mutator = Mutator(target, lambda data, _: data[::-1])
    data = [encode(text) for text in target.seeds()[:8]]
    rng = random.Random(name)
    for seed in range(20):
        one, two = rng.choice(data), rng.choice(data)
        judge(target, decode(mutator.mutated(one, target.longest, seed)))
        judge(target, decode(mutator.crossed(one, two, target.longest, seed)))


# --- what the oracle finds ----------------------------------------------------------------


def faults(target: Target) -> set[str]:
    """Return the faults of a parser with some of the inputs it begins with."""
    found = {fault_of(target, text) for text in target.seeds()[:12]}
    return {what for what in found if what is not None}


@EACH
def test_an_undocumented_error_is_found(name: str) -> None:
    def broken(_: object) -> object:
        raise KeyError("lost")

    found = faults(attrs.evolve(TARGETS[name], read=broken))
    assert found == {"reading raises KeyError in test_fuzzing.py, broken"}


@EACH
def test_an_error_of_no_kind_is_found(name: str) -> None:
    def broken(_: object) -> object:
        raise lisi_mahjong.LisiError("wrong")

    found = faults(attrs.evolve(TARGETS[name], read=broken))
    assert found == {"reading raises LisiError in test_fuzzing.py, broken"}


def another_argument(target: Target, number: int = 0) -> Any:  # noqa: ANN401 - of any parser
    return target.argument(target.seeds()[number])


@EACH
def test_a_parser_that_reads_something_else_is_found(name: str) -> None:
    target = TARGETS[name]
    other = target.read(another_argument(target, 1))
    assert faults(attrs.evolve(target, read=lambda _: other))


@EACH
def test_a_writer_that_writes_something_else_is_found(name: str) -> None:
    target = TARGETS[name]
    other = target.write(target.read(another_argument(target, 1)))
    assert faults(attrs.evolve(target, write=lambda _: other))


@EACH
def test_an_error_when_what_was_read_is_looked_at_is_found(name: str) -> None:
    def broken(_: object, __: object) -> None:
        raise IndexError("lost")

    found = faults(attrs.evolve(TARGETS[name], look=broken))
    assert found == {"what was read cannot be used: IndexError in test_fuzzing.py, broken"}


def test_a_parser_that_changes_its_input_is_found() -> None:
    target = TARGETS["RuleSet.from_options"]

    def broken(options: dict[str, object]) -> object:
        found = target.read(dict(options))
        options.clear()
        return found

    changing = attrs.evolve(target, read=broken, look=lambda _, __: None)
    assert "the input was changed" in faults(changing)


def test_a_value_of_a_state_that_is_lost_is_found() -> None:
    target = TARGETS["parse_state"]

    def broken(text: str) -> object:
        return attrs.evolve(parse_state(text), ply=0)

    assert "what a field says is lost" in faults(attrs.evolve(target, read=broken))


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (NotationError("5m", 3, "a tile"), "an error beyond its text"),
        (NotationError("5m", 0, "a tile" * 200), "a message without bounds"),
        (NotationError("5m", 0, "a\ntile"), "a message that cannot be printed"),
        (InvalidStateError(()), "an error without a problem"),
        (InvalidStateError(((Problem.WALL_SIZE, "x" * 1000),)), "a message without bounds"),
    ],
)
def test_an_error_that_says_too_little_or_too_much_is_found(
    error: NotationError | InvalidStateError, what: str
) -> None:
    def broken(_: str) -> object:
        raise error

    errors = (NotationError, InvalidStateError)
    target = attrs.evolve(TARGETS["parse_tile"], read=broken, errors=errors)
    assert faults(target) == {what}


def test_an_input_that_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_oracle, "SLOW", -1.0)
    assert faults(TARGETS["parse_tile"]) == {"it takes too long"}


def test_the_smallest_input_of_a_fault_is_found() -> None:
    def broken(text: str) -> object:
        if "9" in text:
            raise KeyError(text)
        return parse_tile(text)

    target = attrs.evolve(TARGETS["parse_tile"], read=broken)
    what = fault_of(target, "12345m 6789p 1z")
    assert what is not None
    assert smallest(target, "12345m 6789p 1z", what) == "9"


# --- the second reader of fields ----------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("lisi1 ply=3 stage=drawn", "lisi1 ply=4 stage=drawn"),
        ("lisi1 hand0={12m}3m", "lisi1 hand0={13m}2m"),
        ("lisi1 river1=5m>2,7z", "lisi1 river1=7z,5m>2"),
        ("lisi1 rules=-forced_win", "lisi1"),
        ("lisi1 rules=taiyuan,reserved_stacks:0", "lisi1 rules=all_runs,reserved_stacks:0"),
        ("lisi1 ting0=up", "lisi1 ting0=1.0.0.0"),
        ("lisi1 barred=1,2", "lisi1 barred=1"),
        ("lisi1 locks0=5m", "lisi1"),
        ("lisi1 wall=12m", "lisi1 wall=21m"),
    ],
)
def test_a_field_that_says_something_else_is_found(line: str, canonical: str) -> None:
    assert differs(line, canonical) == line.removeprefix("lisi1 ").partition(" ")[0]


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("lisi1 ply=3", "lisi1 dealer=0 ply=3"),
        ("lisi1 hand0={2m1m}3p", "lisi1 hand0={12m}3p"),
        ("lisi1 hand0={2m..}", "lisi1 hand0={12m}3p"),
        ("lisi1 river1=5m>2,1z2z", "lisi1 river1=5m>2,12z"),
        ("lisi1 rules=-robbing_kong", "lisi1"),
        ("lisi1 rules=forced_win,-all_runs,reserved_stacks:7", "lisi1"),
        ("lisi1 ting0=wall,1.0.0.0", "lisi1 ting0=1.0.0.0,wall"),
        ("lisi1 barred=2,1", "lisi1 barred=1,2"),
    ],
)
def test_a_field_that_says_the_same_in_another_way_is_not(line: str, canonical: str) -> None:
    assert differs(line, canonical) is None


# --- changes of inputs --------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"5m", b"\xff\xfe", b"\xed\xa0\x80", b"5\xe7\xab"])
def test_any_bytes_are_an_input(data: bytes) -> None:
    assert isinstance(decode(data), str)


@pytest.mark.parametrize("text", ["", "立四", "\ud800", "\udc80\0"])
def test_any_input_has_bytes(text: str) -> None:
    assert decode(encode(text)) == text


def test_the_same_number_is_the_same_change() -> None:
    target = TARGETS["parse_record"]
    one, two = (Mutator(target, lambda data, _: data) for _ in range(2))
    data = encode(target.seeds()[0])
    changed = [one.mutated(data, target.longest, seed) for seed in range(50)]
    assert changed == [two.mutated(data, target.longest, seed) for seed in range(50)]
    assert len(set(changed)) > 40


def test_a_checksum_is_put_right() -> None:
    record = parse_record(TARGETS["parse_record"].seeds()[0])
    assert record.finished
    *lines, ending = record.lines()
    damaged = json.loads(ending)
    damaged |= {"sha256": "0" * 64, "decisions": 0}
    spelled = json.dumps(damaged, sort_keys=True, separators=(",", ":"))
    assert mend("".join([*lines, spelled, "\n"])) == "".join([*lines, ending])


@pytest.mark.parametrize(
    ("grow", "name", "parse"),
    [
        (grow_state, "parse_state", parse_state),
        (grow_table, "parse_table", parse_table),
        (grow_record, "parse_record", parse_record),
        (grow_sitting, "parse_sitting", parse_sitting),
    ],
)
def test_what_is_played_on_is_read_and_is_something_else(
    grow: Callable[[str, random.Random], str], name: str, parse: Callable[[str], object]
) -> None:
    seeds = TARGETS[name].seeds()
    grown = [grow(text, random.Random(number)) for number, text in enumerate(seeds[:30])]
    assert all(parse(text) is not None for text in grown)
    assert sum(one != two for one, two in zip(seeds, grown, strict=False)) >= len(grown) // 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': (1, b'x', None)}", {"a": (1, b"x", None)}),
        ("{", "{"),
        ("9" * 10_000, "9" * 10_000),
        ("(" * 10_000, "(" * 10_000),
        ("\0", "\0"),
        ("\ud800", "\ud800"),
        ("{[]: 1}", "{[]: 1}"),
    ],
)
def test_any_text_is_a_literal_or_stands_for_itself(text: str, value: object) -> None:
    assert literal(text) == value


# --- the command --------------------------------------------------------------------------


def test_without_the_fuzzer_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzzing, "find_spec", lambda _: None)
    assert fuzzing.main(["--seconds", "1"]) == 2
    assert "pip install atheris" in capsys.readouterr().err
    assert "atheris" not in sys.modules


class TurnEndedError(Exception):
    """In the place of the end of the process."""


def test_a_turn_ends_in_time_with_what_it_has_found_and_the_smallest_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str) -> object:
        if "9" in text:
            raise KeyError(text)
        return parse_tile(text)

    def leave(_: int) -> None:
        raise TurnEndedError

    monkeypatch.setattr("os._exit", leave)
    (tmp_path / "parse_tile").mkdir()
    remembered: list[str] = []
    target = attrs.evolve(TARGETS["parse_tile"], read=broken)
    turn = fuzz_child.Turn(target, 1000.0, tmp_path, remembered.append)
    for data in (b"5m", b"x", b"789m"):
        turn.take(data)
    monkeypatch.setattr("time.monotonic", lambda: float("inf"))
    with pytest.raises(TurnEndedError):
        turn.take(b"6m")
    assert remembered == ["5m", "6m"]
    outcome = fuzzing.outcome_of("parse_tile", tmp_path, "", ended_well=True)
    assert (outcome.inputs, outcome.accepted) == (4, 2)
    (fault,) = outcome.faults
    assert (fault.what, fault.text) == ("reading raises KeyError in test_fuzzing.py, broken", "9")
    assert (tmp_path / "parse_tile" / "fault-0").read_bytes() == b"9"


def test_a_turn_tells_what_it_has_found(tmp_path: Path) -> None:
    findings = {"inputs": 7, "accepted": 2, "seconds": 1.0, "faults": [["lost", "5m", "why"]]}
    (tmp_path / "parse_tile.json").write_text(json.dumps(findings))
    log = "#2 INITED cov: 19 ft: 19\n#9 NEW    cov: 57 ft: 80\n"
    outcome = fuzzing.outcome_of("parse_tile", tmp_path, log, ended_well=True)
    assert (outcome.inputs, outcome.accepted, outcome.edges) == (7, 2, 57)
    assert outcome.faults == (fuzzing.Found("lost", "5m", "why"),)
    assert str(outcome).split() == [
        "parse_tile", "7", "inputs", "1", "s", "2", "read", "57", "edges", "1", "faults"
    ]  # fmt: skip


def test_a_process_that_is_ended_is_a_fault_with_its_last_input(tmp_path: Path) -> None:
    (tmp_path / "parse_tile.ended-by-timeout-1").write_bytes(b"5\xff")
    log = "#2 INITED cov: 19 ft: 19\n==1== ERROR: libFuzzer: timeout after 120 seconds\n"
    outcome = fuzzing.outcome_of("parse_tile", tmp_path, log, ended_well=False)
    assert outcome.faults == (
        fuzzing.Found("the process ended", "5\udcff", "timeout after 120 seconds"),
    )


@pytest.mark.parametrize(("faulty", "code"), [((), 0), (("is_win",), 1)])
def test_the_command_counts_parsers_with_faults(
    faulty: tuple[str, ...],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def turn(name: str, seconds: float, _: Path) -> fuzzing.Outcome:
        found = (fuzzing.Found("lost", "5m\ud800", "why"),) if name in faulty else ()
        return fuzzing.Outcome(name, 10, 5, seconds, 3, found)

    monkeypatch.setattr(fuzzing, "find_spec", lambda _: True)
    monkeypatch.setattr(fuzzing, "take_turn", turn)
    assert fuzzing.main(["--seconds", "8", "--only", "waits", "is_win"]) == code
    *_, total, last = capsys.readouterr().out.splitlines()
    assert total == "20 inputs in 8 s"
    assert last == f"{2 - len(faulty)} passed, {len(faulty)} failed"


def test_a_fault_is_printed_with_its_input_as_a_literal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = (fuzzing.Found("lost", "5m\ud800立", "why"),)
    outcome = fuzzing.Outcome("waits", 10, 5, 1.0, 3, found)
    monkeypatch.setattr(fuzzing, "find_spec", lambda _: True)
    monkeypatch.setattr(fuzzing, "take_turn", lambda *_: outcome)
    fuzzing.main(["--only", "waits"])
    printed = capsys.readouterr().out.splitlines()[2].strip()
    assert literal(printed) == "5m\ud800立"


def test_the_oracle_lets_its_own_faults_through() -> None:
    def broken(_: str) -> object:
        raise Fault("found", "here")

    with pytest.raises(Fault, match="found: here"):
        judge(attrs.evolve(TARGETS["parse_tile"], read=broken), "5m")
