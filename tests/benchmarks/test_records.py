"""Records: how fast they are written, read and replayed, and how long they are."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

import pytest

from benchmarks.figures import Measure
from lisi_mahjong import Shuffle, actors, apply, deal, legal_actions
from lisi_mahjong.players import tidy
from lisi_mahjong.record_writer import RecordWriter
from lisi_mahjong.records import Record, format_record, read_records, replay

ROUNDS = 5
DEALS = 100


def records(number: int = DEALS, *, with_seed: bool = False) -> list[Record]:
    """Return the records of tidy deals."""
    made = []
    for seed in range(number):
        start = state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        decisions = []
        while to_decide := actors(state):
            decisions.append(tidy(state, to_decide[0]))
            state = apply(state, decisions[-1])
        made.append(Record.of(start, decisions, seed=seed if with_seed else None))
    return made


def test_records_written(measure: Measure) -> None:
    """Every decision is judged, applied and written, as a server does it."""
    played = records()

    def write() -> None:
        for record in played:
            lines: list[str] = []
            writer = RecordWriter(lines.append, record.start)
            for action in record.decisions:
                writer.play(action)

    measure.run(write, rounds=ROUNDS)
    measure.note_speed("records", DEALS)


def test_records_read(measure: Measure) -> None:
    """Read and verified, one after the other from one file."""
    lines = [line for record in records() for line in record.lines()]

    def read() -> None:
        for _ in read_records(lines, unfinished=False):
            pass

    measure.run(read, rounds=ROUNDS)
    measure.note_speed("records", DEALS)


def test_records_replayed(measure: Measure) -> None:
    """From lines to states and events."""
    texts = [list(record.lines()) for record in records()]

    def play() -> None:
        for lines in texts:
            for _ in replay(lines):
                pass

    measure.run(play, rounds=ROUNDS)
    measure.note_speed("records", DEALS)


def play_again(played: Sequence[Record]) -> None:
    """Play deals as somebody does who asks what is legal before each decision."""
    for record in played:
        state = record.start
        for action in record.decisions:
            legal_actions(state, actors(state)[0])
            state = apply(state, action)


def beside_play(measure: Measure, played: Sequence[Record], work: Callable[[], None]) -> None:
    """Keep how fast some work is done beside playing the same decisions, each in turn."""
    shares: list[float] = []

    def both() -> None:
        start = time.perf_counter()
        play_again(played)
        middle = time.perf_counter()
        work()
        shares.append((middle - start) / (time.perf_counter() - middle))

    measure.run(both, rounds=2 * ROUNDS)
    measure.note("% of the speed of play", round(100 * statistics.median(shares)))


@pytest.mark.parametrize("with_seed", [False, True], ids=["layout", "seed"])
def test_reading_beside_play(measure: Measure, *, with_seed: bool) -> None:
    """`read_records`, which plays every deal and verifies its ending."""
    played = records(with_seed=with_seed)
    lines = [line for record in played for line in record.lines()]

    def read() -> None:
        for _ in read_records(lines, unfinished=False):
            pass

    beside_play(measure, played, read)


def test_replay_beside_play(measure: Measure) -> None:
    """`Record.replay` of records that have been read: every state, and all events."""
    played = records()

    def play() -> None:
        for record in played:
            for _ in record.replay():
                pass

    beside_play(measure, played, play)


@pytest.mark.parametrize("with_seed", [False, True], ids=["layout", "seed"])
def test_bytes_of_a_record(measure: Measure, *, with_seed: bool) -> None:
    """The mean length of a record, its wall written out or its seed."""
    lengths: list[int] = []

    def look() -> None:
        lengths.extend(len(format_record(record)) for record in records(with_seed=with_seed))

    measure.run(look, rounds=1)
    measure.note("bytes a record", round(statistics.mean(lengths)))
