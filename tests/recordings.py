"""Records for tests: of deals of the corpus, and of deals that the tidy player plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

from corpus import SEED, drawn
from lisi_mahjong import Action, GameState, RecordError, RuleSet, Shuffle, actors, apply, deal
from lisi_mahjong.players import tidy
from lisi_mahjong.records import Record, parse_record, read_records, replay

WRITTEN = RuleSet()

RECORD_STOPS = "no more: the record is unfinished, and right up to here"
SITTING_STOPS = "no more: the sitting is unfinished, and right up to here"
RECORD_TORN = "a line cut off in its middle: the record is unfinished, and right up to here"
SITTING_TORN = "a line cut off in its middle: the sitting is unfinished, and right up to here"
"""What is found where the ending is missing."""


@cache
def recorded(number: int) -> Record:
    """Return the record of a deal of the corpus, with its seed where it has one."""
    played = drawn(number)
    decisions = [action for _, action in played.actions()]
    seed = number if played.wall == SEED else None
    return Record.of(played.start, decisions, seed=seed, metadata={"number": number})


@cache
def tidy_record(seed: int = 7, rules: RuleSet = WRITTEN, **said: Any) -> Record:  # noqa: ANN401 - what a header says
    """Return the record of a deal that the tidy player plays at all four seats."""
    start = deal(Shuffle.from_seed(seed), rules=rules)
    return Record.of(start, tidy_decisions(start), seed=seed, **said)


def tidy_decisions(state: GameState) -> list[Action]:
    """Return what the tidy player does from a state to the end."""
    decisions = []
    while deciding := actors(state):
        decisions.append(tidy(state, deciding[0]))
        state = apply(state, decisions[-1])
    return decisions


def states_of(start: GameState, decisions: Iterable[Action]) -> list[GameState]:
    """Return every state of a deal, the first one too."""
    states = [start]
    for action in decisions:
        states.append(apply(states[-1], action))
    return states


def refused(call: Callable[[], object], line: int = 1) -> tuple[str, str]:
    """Return what was expected and what was found; the error names the line and is short."""
    with pytest.raises(RecordError) as caught:
        call()
    assert caught.value.line == line, caught.value
    assert len(str(caught.value)) < 600
    assert "\n" not in str(caught.value)
    return caught.value.expected, caught.value.found


def refused_lines(lines: Iterable[str], line: int, *, unfinished: bool = True) -> tuple[str, str]:
    """Return why lines are refused, the records among them read one by one."""
    return refused(lambda: list(read_records(lines, unfinished=unfinished)), line)


def refused_replay(lines: Iterable[str], line: int) -> tuple[str, str]:
    """Return why the lines of one record are refused when it is replayed."""
    return refused(lambda: list(replay(lines)), line)


def refused_text(text: str, line: int) -> tuple[str, str]:
    """Return why the text of one record is refused."""
    return refused(lambda: parse_record(text), line)
