"""Whole deals that are written down and read again at every ply, or dealt by named defaults."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypedDict

import attrs
import pytest

from corpus import Deal
from evenings import FOUR, acted, finished, started
from lisi_mahjong import (
    GameState,
    Pass,
    Record,
    RecordWriter,
    RuleSet,
    ScoreTable,
    Shuffle,
    TableState,
    apply,
    deal,
    follow,
    format_record,
    format_state,
    format_table,
    format_view,
    is_win,
    legal_actions,
    parse_record,
    parse_state,
    parse_view,
    readings,
    reserve,
    resume,
    sample_state,
    seen_events,
    settle,
    step,
    view,
    view_table,
    waits,
)
from metamorphic import assert_met, deals_on, decisions, moves_of
from recordings import tidy_decisions
from sights import VIEWERS

# --- print, parse and continue ------------------------------------------------------------


def mixed(start: int, count: int) -> Iterator[Deal]:
    """Yield deals of all sorts, and as many in which every claim is passed."""
    yield from deals_on(start=start, count=count)
    walls = ("same_wait", "passed_pung")
    for played in deals_on(*walls, start=start, count=count, forced_win=False):
        wishes = (*(Pass(seat) for seat in range(4)), *played.wishes)
        yield attrs.evolve(played, followed=True, wishes=wishes)


def stages(met: Counter[str], state: GameState) -> None:
    """Count in what stage a state is, and what is odd about it."""
    met[type(state.stage).__name__] += 1
    met["a lock"] += any(player.pung_locks for player in state.players)
    met["a bar"] += any(player.win_barred for player in state.players)
    met["ting"] += any(player.ting for player in state.players)
    met["a kong"] += state.kongs > 0


def assert_all_met(met: Counter[str], deals: int) -> None:
    """Assert that stages, locks, bars and so on were met often for a number of deals."""
    often = {"AwaitingTurn": 25, "AwaitingClaims": 3, "ting": 5, "a kong": 5}
    floors = {name: floor * deals for name, floor in often.items()}
    assert_met(met, floors | {"a lock": deals, "a bar": deals // 2})


def test_a_deal_that_is_forgotten_after_every_action_and_read_again_goes_on_as_it_went() -> None:
    """What is read goes on to what is read next; nothing but the line is handed on."""
    met = Counter[str]()
    for played in mixed(3000, 12):
        line = format_state(played.start)
        for state, action, done in moves_of(played):
            read = parse_state(line)
            stages(met, read)
            for seat in range(4):
                assert legal_actions(read, seat) == legal_actions(state, seat)
            done_too = step(read, action)
            assert done_too == done
            line = format_state(done_too.state)
            assert line == format_state(done.state)
        end = parse_state(line)
        stages(met, end)
        assert end.result == done.state.result
        assert end.result is not None
        assert settle(end.result, end) == settle(end.result, done.state)
    assert_all_met(met, 24)


@pytest.mark.rule("VIEW-1", "VIEW-2")
def test_a_seat_that_forgets_all_but_a_line_after_every_event_is_never_out_of_step() -> None:
    met = Counter[str]()
    for number, played in enumerate(mixed(3100, 10)):
        viewer = VIEWERS[number % 5]
        line = format_view(view(played.start, viewer))
        for state, _, done in moves_of(played):
            stages(met, state)
            told = seen_events(done, viewer)
            line = format_view(follow(parse_view(line), told))
            seen = parse_view(line)
            assert seen == view(done.state, viewer)
            assert seen.legal_actions == (
                () if viewer is None else legal_actions(done.state, viewer)
            )
    assert_all_met(met, 20)


def test_a_record_that_is_cut_off_and_taken_up_at_every_ply_is_the_record() -> None:
    """And ends alike from each of these places, written on line by line."""
    met = Counter[str]()
    for played in mixed(3200, 5):
        actions = decisions(played)
        whole = format_record(Record.of(played.start, actions))
        lines = whole.splitlines(keepends=True)
        state = played.start
        for ply, action in enumerate(actions):
            cut = lines[: ply + 1]
            assert "".join(cut) == "".join(Record.of(played.start, actions[:ply]).lines())
            assert resume(cut) == state
            stages(met, state)
            more = list[str]()
            writer = RecordWriter.resume(more.append, parse_record("".join(cut)))
            assert writer.play(action) == step(state, action)
            assert cut + more == lines[: len(cut) + len(more)]
            state = apply(state, action)
            assert writer.finished is (state.result is not None)
            assert len(more) == 1 + writer.finished
        assert parse_record(whole).state == state
    assert_all_met(met, 10)


# --- sampling -----------------------------------------------------------------------------


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
def test_the_view_of_a_world_that_was_sampled_from_a_view_is_that_view_at_every_ply() -> None:
    """Of every seat and of a spectator; a second world from there is again as good."""
    met = Counter[str]()
    for played in mixed(3300, 5):
        rng = random.Random(f"worlds {played.number}")
        states = [played.start, *(done.state for _, _, done in moves_of(played))]
        for state in states:
            stages(met, state)
            for viewer in VIEWERS:
                seen = view(state, viewer)
                world = sample_state(seen, rng)
                found = view(world, viewer)
                assert found == seen
                assert format_view(found) == format_view(seen)
                met["another world"] += world.players != state.players
                if viewer is not None:
                    assert legal_actions(world, viewer) == legal_actions(state, viewer)
    assert_all_met(met, 10)
    assert_met(met, {"another world": 1500})


# --- defaults -----------------------------------------------------------------------------

OPTIONS: Mapping[str, tuple[type[RuleSet | ScoreTable], object, object]] = {
    f"{cls.__name__}.{field.name}": (
        cls,
        field.default,
        not field.default if isinstance(field.default, bool) else field.default + 1,
    )
    for cls in (RuleSet, ScoreTable)
    for field in attrs.fields(cls)
}
"""By option, whose it is, its default, and another value."""


class Rules(TypedDict, total=False):
    """Rules, or none."""

    rules: RuleSet


class Score(TypedDict, total=False):
    """A score table, or none."""

    score: ScoreTable


def shown(rules: Rules, score: Score) -> list[str]:
    """Return all that is said of a deal, a hand and a table where these options are given."""
    start = deal(Shuffle.from_seed(7), **rules)
    record = Record.of(start, tidy_decisions(start), seed=7)
    end = record.state
    assert end.result is not None
    settlement = settle(end.result, end, **score)
    table = TableState.new(**rules, **score)
    table = acted(table, *(f"{seat} sit {name}" for seat, name in enumerate(FOUR)))
    return [
        repr([start.rules, table.rules, table.score]),
        format_record(record),
        format_state(start),
        format_state(end),
        json.dumps([view(state, 0).as_json() for state in (start, end)]),
        "\n".join(payment.en for payment in settlement.payments),
        format_table(table),
        format_table(finished(started(table))),
        json.dumps(view_table(table, 1).as_json()),
        str([reserve(kongs, **rules) for kongs in range(17)]),
        str(waits("1112456m456p789s", **rules)),
        str(is_win("11m234567m567p567s", **rules)),
        str(
            [(each, each.points) for each in readings("123m45556m99p666z", "5m", **rules, **score)]
        ),
    ]


@cache
def shown_without_any() -> list[str]:
    return shown({}, {})


def given(options: RuleSet | ScoreTable) -> tuple[Rules, Score]:
    if isinstance(options, RuleSet):
        return {"rules": options}, {}
    return {}, {"score": options}


@pytest.mark.rule("RULES-1")
@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_that_is_given_its_default_is_not_there(name: str) -> None:
    """In no text, value or number, wherever options can be given."""
    cls, default, other = OPTIONS[name]
    option = name.partition(".")[2]
    absent, named = cls(), cls.from_options({option: default})
    assert named == absent == cls.from_options({})
    assert hash(named) == hash(absent)
    assert repr(named) == repr(absent) == f"{cls.__name__}()"
    assert shown(*given(named)) == shown_without_any()
    assert shown(*given(cls.from_options({option: other}))) != shown_without_any()


@pytest.mark.rule("RULES-1")
def test_all_options_at_their_defaults_are_none_at_all() -> None:
    defaults = [
        cls.from_options({field.name: field.default for field in attrs.fields(cls)})
        for cls in (RuleSet, ScoreTable)
    ]
    rules, score = RuleSet(), ScoreTable()
    assert defaults == [rules, score]
    assert shown({"rules": rules}, {"score": score}) == shown_without_any()
