"""Executors: whatever runs the chunks, in whatever order, the tally is the same."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simulated
from lisi_mahjong import Action, GameState
from lisi_mahjong.players import tidy
from lisi_mahjong.playing import PlayerError, Players
from lisi_mahjong.simulation import SimulationError, simulate
from lisi_mahjong.tally import Tally
from lisi_mahjong.uniform import Uniform
from simulated import Wavering

DEALS = 24
PLAYERS: Players = (tidy, Wavering(), tidy, Uniform())
WHOLE = simulate(DEALS, PLAYERS, seed="whole")
"""What comes of the deals that all executors here play."""


def play(executor: Executor | None, **options: Any) -> Tally:  # noqa: ANN401 - options of simulate
    return simulate(DEALS, PLAYERS, seed="whole", executor=executor, **options)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    """Two processes, started afresh: beside threads, a forked one is not safe."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


# --- the same tally -----------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_come_to_the_same_tally(workers: int) -> None:
    with ThreadPoolExecutor(workers) as executor:
        assert play(executor) == WHOLE
        assert play(executor, chunk=1, in_flight=3) == WHOLE


@pytest.mark.parametrize("options", [{}, {"chunk": 1}, {"chunk": 7}, {"in_flight": 1}], ids=str)
def test_processes_come_to_the_same_tally(processes: Executor, options: dict[str, int]) -> None:
    assert play(processes, **options) == WHOLE


def test_processes_come_to_the_same_tally_of_sittings(processes: Executor) -> None:
    alone = simulate(5, PLAYERS, seed="s", sitting=4)
    assert simulate(5, PLAYERS, seed="s", sitting=4, executor=processes, chunk=1) == alone


@settings(max_examples=40)
@given(
    st.integers(1, 9).flatmap(lambda batch: st.permutations(range(batch))),
    st.integers(1, DEALS),
    st.integers(0, 3),
)
def test_the_order_in_which_chunks_are_done_changes_nothing(
    order: list[int], chunk: int, more: int
) -> None:
    executor = simulated.Odd(order, -(-DEALS // chunk))
    assert play(executor, chunk=chunk, in_flight=len(order) + more) == WHOLE
    numbers = [number for span in executor.spans for number in span]
    assert numbers == list(range(DEALS))  # each handed out once


def test_what_is_done_first_counts_first() -> None:
    told: list[int] = []
    executor = simulated.Picky(7)

    def note(done: int, _: int) -> None:
        told.append(done)
        executor.do_the_rest()

    assert simulate(8, executor=executor, chunk=1, progress=note) == simulate(8)
    assert told == list(range(1, 9))


# --- how much is handed out ---------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 4, 16])
def test_no_more_is_handed_out_than_is_to_be_in_flight(width: int) -> None:
    ahead: list[int] = []
    back = 0

    class Watched(simulated.Odd):
        def take(self, job: Any) -> None:  # noqa: ANN401 - as of the one above
            ahead.append(len(self.spans) - back)
            super().take(job)

    def note(done: int, _: int) -> None:
        nonlocal back
        back = done

    simulate(40, executor=Watched([0], 40), chunk=1, in_flight=width, progress=note)
    assert len(ahead) == 40
    assert max(ahead) == width


def test_chunks_are_cut_when_they_are_handed_out() -> None:
    """The numbers of 10**15 deals fit into no memory; the first chunks are handed out at once."""
    executor = simulated.Picky(2)
    with pytest.raises(InterruptedError):
        simulate(10**15, executor=executor, chunk=1, in_flight=5, progress=interrupt)
    assert executor.spans == [range(number, number + 1) for number in range(5)]


def interrupt(_: int, __: int) -> None:
    raise InterruptedError


# --- what goes wrong ----------------------------------------------------------------------


def test_a_failure_cancels_the_rest() -> None:
    executor = simulated.Picky(3)
    players = [simulated.In(frozenset({"f/3"}))] * 4
    with pytest.raises(PlayerError) as caught:
        simulate(100, players, seed="f", executor=executor, chunk=1, in_flight=8)
    assert caught.value.number == 3
    assert [future.cancelled() for future in executor.futures] == [place != 3 for place in range(8)]


def test_an_error_of_the_progress_cancels_the_rest() -> None:
    executor = simulated.Picky(1)
    with pytest.raises(InterruptedError):
        simulate(3, executor=executor, chunk=1, progress=interrupt)
    assert [future.cancelled() for future in executor.futures] == [True, False, True]


def test_an_executor_that_takes_no_more_keeps_nothing() -> None:
    class Small(simulated.Picky):
        def take(self, job: Any) -> None:  # noqa: ANN401 - as of the one above
            if len(self.spans) > 2:
                raise simulated.NoRoom
            super().take(job)

    executor = Small()
    with pytest.raises(simulated.NoRoom):
        simulate(9, executor=executor, chunk=1)
    assert [future.cancelled() for future in executor.futures] == [True, True, False]


def test_a_failure_in_another_process_is_told_with_its_deal(processes: Executor) -> None:
    players = [simulated.In(frozenset({"f/7"}))] * 4
    with pytest.raises(PlayerError) as caught:
        simulate(20, players, seed="f", executor=processes, chunk=3)
    error = caught.value
    assert (error.number, error.seed, error.what) == (7, "f/7", f"KeyError((0, {error.seat}))")
    assert "in fail\n    raise KeyError((state.ply, seat))" in str(error.__cause__)
    assert play(processes) == WHOLE  # the pool is as good as before


def test_players_that_cannot_be_sent_are_refused(processes: Executor) -> None:
    def local(state: GameState, seat: int) -> Action:
        return tidy(state, seat)

    with pytest.raises(SimulationError) as caught:
        simulate(4, [local] * 4, executor=processes)
    assert caught.value.argument == "players"
    assert "local" in caught.value.found
    assert caught.value.__cause__ is not None
    with ThreadPoolExecutor(1) as threads:
        assert simulate(4, [local] * 4, executor=threads) == simulate(4)


def test_a_process_that_dies_is_told_with_its_chunk() -> None:
    players = [simulated.In(frozenset({"f/5"}), simulated.give_up)] * 4
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor, pytest.raises(BrokenProcessPool) as caught:
        simulate(9, players, seed="f", executor=executor, chunk=3, in_flight=1)
    assert caught.value.__notes__ == ["while numbers 3 to 5 were to be played"]


def test_an_executor_that_is_shut_down_says_so_itself() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        play(executor)


# --- where things happen ------------------------------------------------------------------


def test_without_an_executor_players_are_called_in_the_callers_thread() -> None:
    threads = set()

    def look(state: GameState, seat: int) -> Action:
        threads.add(current_thread())
        return tidy(state, seat)

    simulate(2, [look] * 4)
    assert threads == {current_thread()}


def test_progress_is_told_in_the_callers_thread() -> None:
    threads = []
    with ThreadPoolExecutor(2) as executor:
        play(executor, chunk=6, progress=lambda *_: threads.append(current_thread()))
    assert threads == [current_thread()] * 4


def test_every_worker_has_something_to_do(processes: Executor, tmp_path: Path) -> None:
    players: Players = [simulated.Present(tmp_path), tidy, tidy, tidy]
    assert simulate(40, players, executor=processes, chunk=1) == simulate(40)
    assert len(list(tmp_path.iterdir())) == 2
