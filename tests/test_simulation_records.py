"""Records of simulated deals: all of them, in order, whoever has played them."""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simulated
from lisi_mahjong import Record, RuleSet, format_record, parse_record
from lisi_mahjong.players import tidy
from lisi_mahjong.playing import PlayerError, Players
from lisi_mahjong.simulation import simulate, simulated_records
from lisi_mahjong.tally import Tally, tally_of
from lisi_mahjong.uniform import Uniform
from simulated import Wavering, decisions, first_state

DEALS = 12
PLAYERS: Players = (Uniform(), tidy, Wavering(), tidy)
ALONE = list(simulated_records(DEALS, PLAYERS, seed="r"))
"""The records that all executors here come to."""


def test_each_record_is_that_of_its_deal() -> None:
    rules = RuleSet.taiyuan()
    for number, record in simulated_records(5, seed=3, rules=rules):
        start = first_state(f"3/{number}", rules)
        assert record == Record.of(start, decisions(start), seed=f"3/{number}")
        assert record.finished
        assert record.state.result is not None


def test_a_record_can_be_written_and_read() -> None:
    _, record = ALONE[4]
    assert record.seed == "r/4"
    assert parse_record(format_record(record)) == record


def test_the_records_are_of_the_deals_that_are_tallied() -> None:
    parts = [tally_of(record.state, number=number) for number, record in ALONE]
    assert sum(parts, Tally()) == simulate(DEALS, PLAYERS, seed="r")


def test_numbers_go_up_from_the_first() -> None:
    assert [number for number, _ in ALONE] == list(range(DEALS))
    later = list(simulated_records(4, PLAYERS, seed="r", first=7))
    assert later == ALONE[7:11]


@settings(max_examples=20)
@given(
    st.integers(1, 6).flatmap(lambda batch: st.permutations(range(batch))),
    st.integers(1, DEALS),
)
def test_they_are_in_order_whatever_is_done_first(order: list[int], chunk: int) -> None:
    executor = simulated.Odd(order, -(-DEALS // chunk))
    found = simulated_records(
        DEALS, PLAYERS, seed="r", executor=executor, chunk=chunk, in_flight=len(order)
    )
    assert list(found) == ALONE


def test_threads_and_processes_come_to_the_same_records() -> None:
    with ThreadPoolExecutor(2) as threads:
        assert list(simulated_records(DEALS, PLAYERS, seed="r", executor=threads)) == ALONE
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, context) as processes:
        found = simulated_records(DEALS, PLAYERS, seed="r", executor=processes, chunk=5)
        assert [(number, format_record(record)) for number, record in found] == [
            (number, format_record(record)) for number, record in ALONE
        ]


def test_nothing_is_played_before_it_is_asked_for() -> None:
    players = [simulated.In(frozenset({"f/2"}))] * 4
    found = simulated_records(9, players, seed="f", chunk=2)
    assert [next(found)[0] for _ in range(2)] == [0, 1]
    with pytest.raises(PlayerError) as caught:
        next(found)
    assert caught.value.number == 2


def test_no_more_is_handed_out_than_is_to_be_in_flight() -> None:
    executor = simulated.Odd([0], 40)
    found = simulated_records(40, executor=executor, chunk=2, in_flight=3)
    assert executor.spans == []
    for number in range(40):
        assert next(found)[0] == number
        assert len(executor.spans) == min(20, number // 2 + 3)


def test_a_stream_that_is_closed_cancels_what_was_ahead() -> None:
    executor = simulated.Picky(0)
    found = simulated_records(99, executor=executor, chunk=1, in_flight=4)
    assert next(found)[0] == 0
    cast("Generator[object]", found).close()
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True]


def test_a_failure_comes_behind_the_records_before_it_and_cancels_the_rest() -> None:
    executor = simulated.Picky(0, 1)
    players = [simulated.In(frozenset({"f/1"}))] * 4
    found = simulated_records(99, players, seed="f", executor=executor, chunk=1, in_flight=3)
    assert next(found)[0] == 0
    with pytest.raises(PlayerError) as caught:
        next(found)
    assert caught.value.number == 1
    assert [future.cancelled() for future in executor.futures] == [False, False, True, True]
