"""Work in parts, on one machine or many, gives the same numbers to the last unit."""

from __future__ import annotations

import os
import signal
from threading import Timer

import pytest
from tests.odds.kernel_required import needs_kernel
from tests.odds.partitioned_work import assert_parts_add_up

from hoyle.core.errors import InvalidError
from hoyle.odds import EquityResult, equity, game
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.equities.calculator import EquityRequest, Progress, SolverOptions, count_outcomes, solver_options
from hoyle.odds.equities.partitioned_job import PartitionedEquityJob, _deal_count, count_part, part_count
from hoyle.odds.kernel_loader import BACKEND_NAME, SAMPLES


@needs_kernel
@pytest.mark.parametrize("parts", [2, 7, 5000])
@pytest.mark.parametrize(
    ("name", "hands", "board", "mode"),
    [
        ("holdem", ["AhKh", "QQ+,76s"], "", Mode.EXACT),
        ("holdem", ["AhKh", "QsQd"], "2h7hTc", Mode.EXACT),
        ("holdem", ["AhKh", "random"], "2h7hTc8s", Mode.EXACT),
        ("omaha-hilo8", ["As2sKhQh", "9c9dTcTd"], "3h4h", Mode.EXACT_NO_SHORTCUTS),
        ("stud7-high", ["AsAhKsKd2c", "QcJcTc9c2d"], "", Mode.EXACT),
        ("stud7-hilo8", ["AsAhKs4d2c", "3c5c6c7h9d"], "", Mode.EXACT),
        ("holdem", ["AhKh", "random", "QQ+"], "", Mode.SAMPLED),
    ],
)
def test_the_parts_add_up_to_the_whole(name: str, hands: list[str], board: str, mode: Mode, parts: int) -> None:
    question = EquityRequest(game(name), hands, board=board).kernel_request()
    work = SolverOptions(mode, 50_000, 3, 1)
    assert_parts_add_up(question, work, parts)


def test_a_part_that_is_none_is_refused() -> None:
    question = EquityRequest(game("holdem"), ["AhKh", "QsQd"]).kernel_request()
    for part, parts in ((1, 1), (0, 0), (7, 3)):
        with pytest.raises(InvalidError, match=f"part {part} of {parts}"):
            count_outcomes(question, SolverOptions(Mode.EXACT, 1, 0, 1, part, parts))


def test_long_work_is_cut_into_more_parts() -> None:
    short = EquityRequest(game("holdem"), ["AhKh", "QsQd"]).kernel_request()
    long = EquityRequest(game("stud7-high"), ["AsAhKs", "QcJcTc", "random"]).kernel_request()
    for question, mode, samples, at_once, parts in (
        (short, Mode.EXACT, 10**12, 2, 64),
        (short, Mode.SAMPLED, 2_000_000, 4, 128),
        (short, Mode.SAMPLED, 2_000_000_000, 2, 200),
        (short, Mode.AUTO, 10**12, 2, 1000),
        (short, Mode.SAMPLED, 10**12, 100, 3200),
        (long, Mode.EXACT, 1, 2, 1000),
        (long, Mode.SAMPLED, 1, 2, 64),
    ):
        assert part_count(question, SolverOptions(mode, samples, 0, 1), at_once) == parts


@pytest.mark.parametrize(
    ("name", "hands", "board"),
    [
        ("holdem", ["AhKh", "random"], "2c7cTc8s"),
        ("stud7-high", ["AsAhKsKd2c", "QcJcTc9c2d"], ""),
        ("omaha-hilo8", ["As2sKhQh", "9c9d"], "3h4h5h6h"),
    ],
)
def test_the_work_is_measured_by_its_deals(name: str, hands: list[str], board: str) -> None:
    assert (
        _deal_count(EquityRequest(game(name), hands, board=board).kernel_request())
        == equity(name, hands, board=board).deals
    )


def test_a_worker_that_counts_otherwise_is_refused() -> None:
    question, work = (
        EquityRequest(game("holdem"), ["AhKh", "QsQd"], board="2c3c4c").kernel_request(),
        SolverOptions(Mode.EXACT, 1, 0, 1),
    )
    assert count_part(question, work, counted_by=BACKEND_NAME) == count_outcomes(question, work)
    with pytest.raises(InvalidError, match="another by an abacus"):
        count_part(question, work, counted_by="an abacus")


def on_a_cluster(
    address: str, problem: EquityRequest, work: SolverOptions, progress: Progress | None = None
) -> EquityResult:
    pytest.importorskip("distributed")
    from hoyle.dask_jobs import run_job

    parts = PartitionedEquityJob(problem, work, progress)
    run_job(parts, address)
    return parts.result()


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidError, match="'nowhere'"):
        on_a_cluster("nowhere", EquityRequest(game("holdem"), ["AhKh", "QsQd"]), solver_options())


@pytest.mark.parametrize("at_once", [1, 3])
@pytest.mark.parametrize("exact", [True, False])
def test_whoever_counts_the_parts_in_whatever_order_the_result_is_the_same(at_once: int, exact: bool) -> None:
    hands, board = ["AhKh", "QQ+,76s"], "2h7hTc"
    parts = PartitionedEquityJob(
        EquityRequest(game("holdem"), hands, board=board), solver_options(exact=exact, samples=20_000, seed=2)
    )
    for part in reversed(parts.split(at_once)):
        parts.merge(parts.run_part(part))
    assert parts.result() == equity("holdem", hands, board=board, exact=exact, samples=20_000, seed=2)


def test_a_cluster_that_loses_a_worker_counts_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    hands, options = ["AhKh", "random", "QQ+"], {"exact": False, "samples": 6 * SAMPLES, "seed": 9}
    expected = equity("holdem", hands, **options)  # type: ignore[arg-type]
    progress: list[tuple[int, int]] = []
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        silence_logs=50,
    ) as cluster:
        victim = cluster.workers[0].pid
        killing = Timer(0.3, os.kill, (victim, signal.SIGKILL))
        killing.start()
        found = on_a_cluster(
            cluster.scheduler_address,
            EquityRequest(game("holdem"), hands),
            solver_options(**options),  # type: ignore[arg-type]
            lambda done, total: progress.append((done, total)),
        )
        killing.join()
    assert found == expected
    assert progress == [(done, progress[-1][1]) for done in range(1, progress[-1][1] + 1)]
