"""A real Dask cluster of two processes on this machine, one of which is killed half-way."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

import simulated
from lisi_mahjong.players import tidy
from lisi_mahjong.playing import PlayerError, Players, seed_of_player
from lisi_mahjong.simulation import simulate, simulated_records
from lisi_mahjong.uniform import Uniform

DEALS = 60


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Two workers, each a process with one thread; a worker that dies is started again."""
    with (
        LocalCluster(  # type: ignore[no-untyped-call]  # Dask has types for parts of itself
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,  # that a worker has died is what is wanted here
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        yield client


def executor_of(client: Client, **options: bool) -> Executor:
    """Return the executor that a client offers, as anybody gets it."""
    executor = client.get_executor(**options)  # type: ignore[no-untyped-call]
    assert isinstance(executor, Executor)
    return executor


@pytest.mark.slow
def test_nothing_is_lost_or_counted_twice_when_a_worker_is_killed(
    client: Client, tmp_path: Path
) -> None:
    deadly = simulated.Deadly(tmp_path, "half/30")
    players: Players = [deadly, tidy, Uniform(), tidy]
    workers = set(client.run(os.getpid).values())
    told: list[tuple[int, int]] = []
    tally = simulate(
        DEALS,
        players,
        seed="half",
        executor=executor_of(client),
        chunk=3,
        in_flight=6,
        progress=lambda done, total: told.append((done, total)),
    )

    assert len(workers) == 2
    assert len(deadly.killed) == 1  # in the middle of deal 30, with its chunk half done
    assert set(deadly.killed) < workers
    assert Counter(deadly.begun)[seed_of_player("half/30", 0)] == 2
    assert set(deadly.begun) == {seed_of_player(f"half/{number}", 0) for number in range(DEALS)}
    assert len(deadly.begun) > DEALS  # some deals were played twice, and yet:
    assert tally == simulate(DEALS, [tidy, tidy, Uniform(), tidy], seed="half")
    assert told == [(done, DEALS) for done in range(3, DEALS + 1, 3)]


@pytest.mark.slow
def test_records_from_a_cluster_are_the_same(client: Client) -> None:
    found = simulated_records(10, seed="half", executor=executor_of(client), chunk=2)
    assert list(found) == list(simulated_records(10, seed="half"))


@pytest.mark.slow
def test_a_player_that_fails_on_a_cluster_is_told_with_its_deal(client: Client) -> None:
    players = [simulated.In(frozenset({"f/7"}))] * 4
    with pytest.raises(PlayerError) as caught:
        simulate(20, players, seed="f", executor=executor_of(client, pure=False), chunk=3)
    assert (caught.value.number, caught.value.seed) == (7, "f/7")
