"""Checks of whole deals and tables: they pass what is right and find what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs
import pytest

from evenings import finished, seated, started
from lisi_mahjong import (
    Discard,
    GameState,
    InvalidStateError,
    Leave,
    Pass,
    Play,
    Ready,
    Record,
    RecordError,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    Sitting,
    SittingWriter,
    StartDeal,
    TableState,
    actors,
    apply,
    apply_table,
    deal,
    format_record,
    legal_actions,
    parse_action,
    parse_sitting,
)
from lisi_mahjong.players import tidy
from lisi_mahjong.simulation import SimulationError
from lisi_mahjong.testing import (
    SITUATIONS,
    Stacked,
    check_deal,
    check_table,
    sittings,
    tables,
)
from lisi_mahjong.testing import checks as module

STATE = deal(Shuffle.from_seed(7))
SHORT = RuleSet(reserved_stacks=38)
"""The wall has a few tiles to draw, so that deals are short."""


def short_record() -> Record:
    state = start = deal(Shuffle.from_seed(3), dealer=1, rules=SHORT)
    decisions = []
    while asked := actors(state):
        action = tidy(state, asked[0])
        state = apply(state, action)
        decisions.append(action)
    return Record.of(start, decisions)


RECORD = short_record()


# --- deals ---


def test_a_deal_is_played_on_from_a_state() -> None:
    start = deal(Shuffle.from_seed(3), dealer=1, rules=SHORT)
    assert check_deal(start) >= 8
    assert check_deal(start, seed="other") >= 8
    assert check_deal(RECORD.state) == 1


@pytest.mark.parametrize("name", ["last discard", "kong at the reserve"])
def test_a_deal_is_played_on_from_a_situation(name: str) -> None:
    assert check_deal(SITUATIONS[name].laid().state) >= 2


def test_a_record_is_replayed() -> None:
    assert check_deal(RECORD) == len(RECORD.decisions) + 1
    unfinished = Record.of(RECORD.start, RECORD.decisions[:3])
    assert check_deal(unfinished) == 4


def test_what_was_decided_in_a_stacked_deal_is_replayed() -> None:
    laid = SITUATIONS["passed pung"].laid()
    assert check_deal(laid) == len(laid.decisions) + 1
    with pytest.raises(AssertionError, match=r"the deal is not the one decided, .*\nin lisi1 "):
        check_deal(attrs.evolve(laid, state=STATE))


def message_of(check: Callable[..., object], given: object) -> str:
    with pytest.raises(InvalidStateError) as caught:
        check(given)
    return str(caught.value)


def test_a_check_of_a_deal_says_what_it_takes() -> None:
    assert message_of(check_deal, "deal") == (
        "a GameState is expected: a Record or a Stacked will do too, 'deal' will not (TURN-5)"
    )
    assert message_of(check_deal, TableState.new()).endswith(
        " will not, but for check_table (TURN-5)"
    )


def test_a_check_of_a_table_says_what_it_takes() -> None:
    assert message_of(check_table, 5) == (
        "a TableState is expected: a Sitting will do too, 5 will not (TABLE-6)"
    )
    assert message_of(check_table, RECORD).endswith(" will not, but for check_deal (TABLE-6)")


@pytest.mark.parametrize("deals", [-1, True, 1.5, "2", None])
def test_the_deals_played_at_a_table_are_a_number(deals: object) -> None:
    for call in (partial(check_table, TableState.new()), tables, sittings):
        with pytest.raises(SimulationError, match="deals must be an int from 0 on, not "):
            call(deals=deals)  # type: ignore[arg-type]


LAID = SITUATIONS["pung of three"].laid()
ODD: list[object] = [None, 5, True, "text", (), (5,), [], {}, object(), (Pass(2),), (Ready(0),)]
ODD += [STATE, TableState.new(), RuleSet(), (Discard(0, 7),), (Play(5),), (Sit(0, 5),)]  # type: ignore[arg-type]  # wrong


def changed(
    value: Any,  # noqa: ANN401 - a value of any class
    unless: str,
) -> Iterator[tuple[str, Any]]:
    """Yield a value with each of its fields, and those of its header, replaced by odd things."""
    parts: dict[str, Any] = {"": value}
    if not isinstance(value, Stacked):
        parts["header."] = value.header
    for prefix, part in parts.items():
        for field in attrs.fields(type(part)):
            for odd in ODD:
                if f"{prefix}{field.name}={odd!r}" in unless or odd == getattr(part, field.name):
                    continue
                wrong: Any = attrs.evolve(part, **{field.name: odd})
                if prefix:
                    wrong = attrs.evolve(value, header=wrong)
                yield f"{prefix}{field.name}={odd!r}", wrong


@pytest.mark.parametrize(
    ("check", "value", "unless"),
    [
        (check_deal, LAID, ""),
        (
            check_deal,
            Record.of(STATE, [parse_action("0 discard 9m")], seed=7, names=list("ABCD")),
            "line=5 torn='text' lacks_newline=True header.seed=None header.names=None",
        ),
        (
            check_table,
            "sitting",
            "line=5 torn='text' lacks_newline=True finished=True lacks_summary=True",
        ),
    ],
    ids=["stacked", "record", "sitting"],
)
def test_whatever_is_wrong_in_a_value_is_a_failure(
    check: Callable[..., int], value: Record | Sitting | Stacked | str, unless: str
) -> None:
    """And not another error; where nothing is wrong, it passes."""
    found = 0
    for name, wrong in changed(sitting(closed=False) if isinstance(value, str) else value, unless):
        with pytest.raises(AssertionError) as caught:
            check(wrong)
        assert str(caught.value), name
        found += 1
    assert found > 30


def test_what_was_decided_wrong_is_told_with_its_place() -> None:
    laid = SITUATIONS["two may win"].laid()
    with pytest.raises(
        AssertionError, match=r"'2 pass' is refused, .*\nin lisi1 .*\nat decision 1, '2 pass'$"
    ):
        check_deal(attrs.evolve(laid, decisions=(Pass(2), *laid.decisions)))
    gathered = sitting()
    with pytest.raises(AssertionError, match="there are 0 seeds, and deals were started 1 times"):
        check_table(attrs.evolve(gathered, seeds=()))
    actions = (*gathered.actions, Ready(2))
    with pytest.raises(
        AssertionError, match=r"'2 ready' is refused, .*\nat <Table.*\nat action 11, '2 ready'"
    ):
        check_table(attrs.evolve(gathered, actions=actions))


@pytest.mark.parametrize("check", [check_deal, check_table])
def test_who_hands_in_a_text_is_told_of_its_parser(check: Callable[..., object]) -> None:
    text = format_record(RECORD)
    assert "will not: parse_record or parse_sitting reads the text of a record" in message_of(
        check, text
    )


def other_text(_: str) -> Record:
    return Record.of(RECORD.start, RECORD.decisions[:1])


def no_text(_: str) -> Record:
    raise RecordError(1, "a header", "nothing")


BAD_RECORDS: list[tuple[Record, str]] = [
    (
        attrs.evolve(RECORD, decisions=(Pass(1), *RECORD.decisions)),
        "'1 pass' is refused, Refusal.CANNOT_PASS_TURN\nin lisi1 ",
    ),
    (attrs.evolve(RECORD, state=STATE), "the record comes to <GameState ply 0, "),
    (attrs.evolve(RECORD, finished=False), "finished is False, and the deal has ended\nin lisi1"),
    (
        attrs.evolve(Record.of(STATE, ()), finished=True),
        "finished is True, and the deal has not ended\nin lisi1 ",
    ),
    (
        attrs.evolve(RECORD, header=attrs.evolve(RECORD.header, dealer=2)),
        " is refused, Refusal.NOT_YOUR_TURN",
    ),
]


@pytest.mark.parametrize("place", range(len(BAD_RECORDS)))
def test_a_record_that_does_not_play_is_found(place: int) -> None:
    record, message = BAD_RECORDS[place]
    with pytest.raises(AssertionError, match=message):
        check_deal(record)


@pytest.mark.parametrize(
    ("parse", "message"),
    [
        (other_text, "the text of the record is read back as another record"),
        (no_text, "the record cannot be read back: line 1: expected a header, found nothing"),
    ],
)
def test_a_record_that_is_not_read_back_is_found(
    parse: Callable[[str], Record], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "parse_record", parse)
    with pytest.raises(AssertionError, match=message):
        check_deal(Record.of(RECORD.start, ()))


def broken_reserve() -> GameState:
    """Return a state whose 136 tiles are all there, though its rules keep back more than it has."""
    state = deal(Shuffle.from_seed(3), rules=RuleSet(reserved_stacks=0))
    while state.remaining > 12:
        state = apply(state, legal_actions(state, actors(state)[0])[-1])
    return attrs.evolve(state, setup=attrs.evolve(state.setup, rules=RuleSet()))


def test_a_state_that_cannot_be_is_found() -> None:
    with pytest.raises(AssertionError, match="12 tiles are left and 14 kept back"):
        check_deal(broken_reserve())


# --- tables ---


def test_a_table_is_played_on() -> None:
    empty = TableState.new(SHORT)
    assert check_table(empty, deals=0) == 1
    # Four sit down, are ready, and a deal starts: nine actions before the first decision.
    assert check_table(empty, deals=1) > 10
    assert check_table(empty, deals=2, seed=5) > check_table(empty, deals=1, seed=5)


def test_a_deal_that_is_being_played_is_played_to_its_end() -> None:
    playing = started(seated(rules=SHORT))
    assert check_table(playing, deals=0) > 5
    ended = finished(playing)
    assert check_table(ended, deals=0) == 1


def test_people_who_sit_stay_and_empty_seats_are_filled() -> None:
    names = ("0", "2")
    table = apply_table(seated(names, rules=RuleSet(reserved_stacks=41)), Ready(1))
    # Two sit down, three are ready, the deal starts: six actions before the first decision.
    assert check_table(table, deals=1) > 7


def sitting(*, closed: bool = True) -> Sitting:
    lines: list[str] = []
    writer = SittingWriter(lines.append, SHORT, ScoreTable(base=2))
    for seat, name in enumerate(("Ann", "Bo", "Cai", "丁")):
        writer.act(Sit(seat, name))
        writer.act(Ready(seat))
    writer.act(StartDeal(Shuffle.from_seed(1)))
    writer.act(Leave(2))
    if closed:
        writer.close()
    return parse_sitting("".join(lines))


def test_a_sitting_is_replayed() -> None:
    assert check_table(sitting()) == 11
    assert check_table(sitting(closed=False)) == 11


def test_a_check_of_a_table_takes_a_table_or_a_sitting() -> None:
    with pytest.raises(InvalidStateError):
        check_table("table")  # type: ignore[arg-type]


def test_a_sitting_that_cannot_be_played_is_found() -> None:
    bad = attrs.evolve(sitting(), actions=(Ready(0),))
    with pytest.raises(
        AssertionError, match=r"'0 ready' is refused, Refusal.SEAT_EMPTY\nat <Table"
    ):
        check_table(bad)
    short = attrs.evolve(sitting(), actions=(Sit(0, "Ann"),))
    with pytest.raises(AssertionError, match=r"the sitting comes to <TableState .* and its replay"):
        check_table(short)


def no_sitting(_: str) -> Sitting:
    raise RecordError(1, "a header", "nothing")


@pytest.mark.parametrize(
    ("parse", "message"),
    [
        (lambda _: sitting(closed=False), "the text of the sitting is read back as another"),
        (no_sitting, "the sitting cannot be read back: line 1: expected a header"),
    ],
    ids=["another", "none"],
)
def test_a_sitting_that_is_not_read_back_is_found(
    parse: Callable[[str], Sitting], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered = sitting()
    monkeypatch.setattr(module, "parse_sitting", parse)
    with pytest.raises(AssertionError, match=message):
        check_table(gathered)


def test_a_table_that_cannot_be_is_found() -> None:
    with pytest.raises(AssertionError, match="games are numbered from 1 on"):
        check_table(attrs.evolve(TableState.new(), game=5))
