"""Work shared out to many: the same numbers to the last unit, whoever does what and whoever is lost."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from operator import floordiv
from time import sleep
from typing import Any

import distributed
import pytest

from hoyle import dask_jobs
from hoyle.core.cards import parse_cards
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.dask_jobs import map_parts, run_job
from hoyle.simulation import simulate
from hoyle.simulation.house_game_run import HouseRun
from hoyle.simulation.partitioned_run import (
    Counted,
    PartitionedRun,
    Progress,
    Run,
    RunMonitor,
    calibrate_part_size,
    split_range,
)
from hoyle.simulation.poker_run import PokerRun
from hoyle.simulation.wager_tallies import HouseRunTotals
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.presets.poker_presets import poker_preset


@pytest.fixture
def threads() -> Iterator[Callable[[int], str]]:
    """The address of a scheduler with so many workers at once, all in this process."""
    started: list[Any] = []

    def start(count: int) -> str:
        started.append(
            distributed.LocalCluster(n_workers=1, threads_per_worker=count, processes=False, protocol="tcp://", **QUIET)
        )
        return str(started[-1].scheduler_address)

    yield start
    for each in started:
        each.close()


@pytest.fixture(scope="module")
def processes() -> Iterator[Any]:
    """Two workers that can be killed; they come back."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **QUIET) as started:
        yield started


QUIET: dict[str, Any] = {
    "host": "127.0.0.1",
    "dashboard_address": None,
    "scheduler_kwargs": {"dashboard_address": "127.0.0.1:0"},
    "silence_logs": 50,
}


class Killer:
    """Progress that kills a worker as soon as something has been done."""

    def __init__(self, workers: Any) -> None:
        self.victim = workers.workers[0].pid
        self.told: list[int] = []

    def __call__(self, done: int) -> None:
        if done and not any(self.told):
            os.kill(self.victim, signal.SIGKILL)
        self.told.append(done)


def shared_out(run: Run[Counted], address: str, progress: Progress | None = None) -> Counted:
    parts = PartitionedRun(run, progress)
    run_job(parts, address)
    return parts.counted


def figures(played: HouseRunTotals) -> object:
    return played.rounds, played.tallies, played.path()


@pytest.mark.parametrize("whole", [range(1), range(1, 4), range(100, 1363), range(3, 10_000_003)])
@pytest.mark.parametrize("at_once", [1, 7, 64])
def test_pieces_are_the_whole_in_order_and_nobody_is_without(whole: range, at_once: int) -> None:
    parts = split_range(whole, at_once, least=500)
    assert parts[0].start == whole.start
    assert parts[-1].stop == whole.stop
    assert all(one.stop == other.start for one, other in pairwise(parts))
    assert len(parts) >= min(len(whole), at_once)
    sizes = {len(part) for part in parts}
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 1


class Steady:
    """A run in which every round lasts as long as any other, by a clock of its own."""

    indices = range(1, 10**7)

    def __init__(self, seconds: float, rounds_each: int) -> None:
        self.seconds = seconds
        self.rounds_each = rounds_each
        self.now = 0.0

    def empty_totals(self) -> HouseRunTotals:
        return HouseRunTotals([])

    def play(self, numbers: range, watch: RunMonitor) -> HouseRunTotals:
        played = self.empty_totals()
        goes_on = True
        while goes_on:
            self.now += self.seconds
            played.rounds += 1
            goes_on = watch.should_continue()
        return played


@pytest.mark.parametrize(
    ("seconds", "rounds_each", "numbers"),
    [(0.00005, 1, 20_000), (0.01, 1, 100), (3.0, 1, 1), (0.0001, 500, 20), (0.05, 500, 1)],
)
def test_a_part_lasts_a_second_whatever_is_played(seconds: float, rounds_each: int, numbers: int) -> None:
    run = Steady(seconds, rounds_each)
    assert calibrate_part_size(run, clock=lambda: run.now) == pytest.approx(numbers, rel=0.02)


@pytest.mark.parametrize("workers", [1, 3])
def test_every_part_is_done_once(threads: Callable[[int], str], workers: int) -> None:
    asked: list[int] = []

    def cut(at_once: int) -> list[int]:
        asked.append(at_once)
        return list(range(20))

    assert sorted(map_parts(threads(workers), partial(pow, 2), cut)) == [2**power for power in range(20)]
    assert asked == [workers]


def test_work_given_up_is_not_waited_for(threads: Callable[[int], str]) -> None:
    done: list[None] = []
    for nothing in map_parts(threads(1), sleep, lambda _: [0.01] * 5000, stop=lambda: len(done) >= 3):
        done.append(nothing)
    assert 3 <= len(done) < 5000


def test_a_refusal_comes_back_from_a_worker_as_it_is(threads: Callable[[int], str]) -> None:
    address = threads(1)
    with pytest.raises(InvalidError, match="Zz"):
        list(map_parts(address, parse_cards, lambda _: ["Zz"]))
    with pytest.raises(ZeroDivisionError):
        list(map_parts(address, partial(floordiv, 1), lambda _: [1, 0]))


@pytest.mark.parametrize("workers", [1, 3])
def test_the_numbers_do_not_depend_on_the_number_of_workers(threads: Callable[[int], str], workers: int) -> None:
    address = threads(workers)
    spread = poker_preset("omaha-hilo8", rake=Rake(percent=10, cap=4), jackpot=1)
    hands = PokerRun(spread, bots="random", hands=130, seed=5, first=40)
    assert vars(shared_out(hands, address)) == vars(simulate(hands))
    rounds = HouseRun("mini-dice", 1700, seed=5)
    assert figures(shared_out(rounds, address)) == figures(simulate(rounds))


def test_hands_of_a_killed_worker_are_played_by_another(processes: Any) -> None:
    hands = PokerRun(poker_preset("holdem"), bots="regular", hands=60, seed=4)
    killer = Killer(processes)
    found = shared_out(hands, processes.scheduler_address, killer)
    assert vars(found) == vars(simulate(hands))
    assert killer.told == sorted(killer.told)
    assert (killer.told[0], killer.told[-1]) == (0, 60)


def test_rounds_of_a_killed_worker_are_played_by_another(processes: Any) -> None:
    rounds = HouseRun("three-card-poker", 5200, "random", seed=4)
    killer = Killer(processes)
    found = shared_out(rounds, processes.scheduler_address, killer)
    assert figures(found) == figures(simulate(rounds))
    assert (killer.told[0], killer.told[-1]) == (0, 5200)


def test_a_local_cluster_is_heard_by_this_machine_alone_and_is_gone_afterwards() -> None:
    psutil = pytest.importorskip("psutil")
    me = psutil.Process()
    before = me.children()
    heard: set[str] = set()
    for _ in map_parts("local", sleep, lambda _: [0.0]):
        assert len(me.children()) > len(before)
        for process in (me, *me.children()):
            heard |= {each.laddr.ip for each in process.net_connections() if each.status == "LISTEN"}
    assert heard == {"127.0.0.1"}
    assert [each for each in me.children() if each not in before and "resource_tracker" not in each.cmdline()[-1]] == []


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nowhere", "'nowhere': the address of a scheduler, such as tcp://10.0.0.5:8786, or local"),
        ("tcp://127.0.0.1", "'tcp://127.0.0.1': missing port number"),
        ("tcp://127.0.0.1:eight", "'tcp://127.0.0.1:eight'"),
        ("tls://127.0.0.1:8786", "TLS"),
    ],
)
def test_an_address_that_is_none_is_refused(address: str, words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        list(map_parts(address, abs, lambda _: [1]))


def test_where_no_scheduler_answers_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_jobs, "_CONNECT_TIMEOUT_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(InvalidError, match=f"no dask scheduler answers at {address}"):
            list(map_parts(address, abs, lambda _: [1]))
    with pytest.raises(InvalidError, match=f"no dask scheduler answers at {address}"):
        list(map_parts(address, abs, lambda _: [1]))


def test_a_worker_is_no_scheduler(processes: Any) -> None:
    address = next(iter(processes.scheduler_info["workers"]))
    with pytest.raises(InvalidError, match=f"no dask scheduler answers at {address}"):
        list(map_parts(address, abs, lambda _: [1]))


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # Long enough for the scheduler itself to answer on a crowded machine.
    monkeypatch.setattr(dask_jobs, "_CONNECT_TIMEOUT_S", 4.0)
    with (
        distributed.LocalCluster(n_workers=0, protocol="tcp://", **QUIET) as empty,
        pytest.raises(InvalidError, match=f"{empty.scheduler_address} has no workers"),
    ):
        list(map_parts(empty.scheduler_address, abs, lambda _: [1]))


def test_a_cluster_with_another_hoyle_is_refused(
    threads: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def versions(client: Any, packages: list[str]) -> dict[str, Any]:
        def has(version: str | None) -> dict[str, dict[str, str | None]]:
            return {"packages": dict.fromkeys(packages, version)}

        return {"client": has("2.0"), "scheduler": has("2.0"), "workers": {"one": has("2.0"), "two": has(None)}}

    monkeypatch.setattr(distributed.Client, "get_versions", versions)
    with pytest.raises(InvalidError, match=r"scheduler and workers need hoyle 2\.0, one has none"):
        list(map_parts(threads(1), abs, lambda _: [1]))


def test_a_lost_scheduler_is_told() -> None:
    started = distributed.LocalCluster(n_workers=1, processes=False, protocol="tcp://", **QUIET)
    work = map_parts(started.scheduler_address, sleep, lambda _: [0.01] * 5000)
    next(work)
    started.close()
    with pytest.raises(HoyleError, match="the scheduler was lost"):
        list(work)
