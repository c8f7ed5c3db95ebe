"""Distributed jobs on a dask cluster: split work into parts and combine the results.

Parts are independent of the worker that runs them, so the result is exactly the same on any number of
workers. A part whose worker is lost is run by another. :mod:`hoyle.odds.equities.partitioned_job` and
:mod:`hoyle.simulation` define the jobs.
"""

from __future__ import annotations

import logging
import signal
from asyncio import gather
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from time import sleep
from typing import Any, Final, Protocol, TypeVar

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.plugins import load_plugins

try:
    from dask import config
    from distributed import Client, KilledWorker, LocalCluster, as_completed
    from distributed.client import FutureCancelledError
    from distributed.comm.core import connect
    from distributed.security import Security
    from distributed.utils import LoopRunner, sync
except ImportError:
    raise InvalidError("a cluster needs dask: pip install 'hoyle[cluster]'") from None

LOCAL: Final = "local"
"""Address of a temporary cluster on this machine with one worker per core."""

Part = TypeVar("Part")
Result = TypeVar("Result")

_CONNECT_TIMEOUT_S: Final = 10.0
"""Timeout in seconds for a scheduler to answer and to have a worker."""
_POLL_INTERVAL_S: Final = 0.05
"""Seconds between two polls for finished parts."""
_SHUTDOWN_TIMEOUT_S: Final = 0.5
"""Seconds that a local worker has to shut down."""
_WITHOUT_PROFILER: Final = {"distributed.worker.profile.enabled": False}
"""Configuration without dask's statistical profiler, which costs a tenth of the speed."""


class Job(Protocol[Part, Result]):
    """Interface of a distributed job that can be run in parts."""

    def split(self, at_once: int) -> Sequence[Part]:
        """Split a distributed job into parts for so many concurrent workers."""

    @property
    def run_part(self) -> Callable[[Part], Result]:
        """Function that runs a part of the job on a worker; function, parts and results are pickled."""

    def merge(self, result: Result) -> None:
        """Merge the result of one part into the job; results come in any order."""


def run_job(job: Job[Part, Result], address: str, *, stop: Callable[[], bool] | None = None) -> None:
    """Run all parts of a job on the workers of a dask scheduler, or until `stop` returns true."""
    for result in map_parts(address, job.run_part, job.split, stop=stop):
        job.merge(result)


def map_parts(
    address: str,
    do: Callable[[Part], Result],
    cut: Callable[[int], Sequence[Part]],
    *,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Result]:
    """Yield the result of `do` for every part of a job on a dask cluster, in order of completion.

    `cut` gets the number of parts that can run at once; function, parts and results are pickled. When `stop`
    returns true, unfinished parts are cancelled. A script that uses a local cluster needs an
    ``if __name__ == "__main__":`` guard, since the workers are new processes.
    """
    with _dask_logging_disabled(), _client(address) as client:
        client.run(load_plugins)
        pending = set(client.map(do, cut(sum(client.nthreads().values())), pure=False))
        try:
            finished = as_completed(pending, loop=client.loop)  # type: ignore[no-untyped-call]
            while not finished.is_empty() and not (stop is not None and stop()):  # type: ignore[no-untyped-call]
                ready = finished.next_batch(block=False)  # type: ignore[no-untyped-call]
                for future in ready:
                    pending.remove(future)  # its worker forgets it
                    yield _result(future, address)
                if not ready:
                    sleep(_POLL_INTERVAL_S)
        finally:
            client.cancel(list(pending))


def _result(future: Any, address: str) -> Any:
    """Return the result of a finished part; report lost workers as errors of the cluster."""
    try:
        return future.result()
    except KilledWorker as error:
        raise HoyleError(f"cluster {address}: too many workers were lost with one part") from error
    except FutureCancelledError as error:
        raise HoyleError(f"cluster {address}: the scheduler was lost") from error


@contextmanager
def _client(address: str) -> Iterator[Any]:
    if address == LOCAL:
        with _local_cluster() as cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
            yield client
        return
    _check_reachable(address)
    with Client(address) as client:  # type: ignore[no-untyped-call]
        try:
            client.wait_for_workers(1, timeout=_CONNECT_TIMEOUT_S)
        except TimeoutError:
            raise InvalidError(f"the dask scheduler at {address} has no workers") from None
        _check_versions(client, address)
        yield client


def _check_versions(client: Any, address: str) -> None:
    """Refuse a dask cluster whose nodes have another version of hoyle."""
    versions = client.get_versions(packages=["hoyle"])
    own_version = versions["client"]["packages"]["hoyle"]
    for node in (versions["scheduler"], *versions["workers"].values()):
        version = node["packages"]["hoyle"]
        if version != own_version:
            raise InvalidError(
                f"cluster {address}: scheduler and workers need hoyle {own_version}, one has {version or 'none'}"
            )


@contextmanager
def _local_cluster() -> Iterator[Any]:
    with _interrupts_blocked(), config.set(_WITHOUT_PROFILER):
        cluster = LocalCluster(  # type: ignore[no-untyped-call]
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # else a port that may be taken
            memory_limit=None,
            silence_logs=logging.CRITICAL,
        )

    async def close_workers() -> None:
        await gather(*(nanny.close(timeout=_SHUTDOWN_TIMEOUT_S) for nanny in cluster.workers.values()))

    with cluster:
        try:
            yield cluster
        finally:
            cluster.sync(close_workers)  # type: ignore[no-untyped-call]


def _check_reachable(address: str) -> None:
    """Refuse an address where no dask scheduler answers; a dask client would wait for ever."""
    if not address.startswith(("tcp://", "tls://")):
        raise InvalidError(f"cluster {address!r}: the address of a scheduler, such as tcp://10.0.0.5:8786, or {LOCAL}")

    async def query_type() -> object:
        options = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
        comm = await connect(address, timeout=_CONNECT_TIMEOUT_S, **options)  # type: ignore[no-untyped-call]
        try:
            await comm.write({"op": "identity", "reply": True})
            return (await comm.read())["type"]
        finally:
            comm.abort()

    runner = LoopRunner()
    runner.start()  # type: ignore[no-untyped-call]
    try:
        server_type = sync(runner.loop, query_type, callback_timeout=_CONNECT_TIMEOUT_S)
    except OSError:
        server_type = None
    except (TypeError, ValueError) as error:
        raise InvalidError(f"cluster {address!r}: {error}") from None
    finally:
        runner.stop()  # type: ignore[no-untyped-call]
    if server_type != "Scheduler":
        raise InvalidError(f"no dask scheduler answers at {address}")


@contextmanager
def _dask_logging_disabled() -> Iterator[None]:
    """Silence dask's log, which reports every lost worker; after Ctrl-C, until the process ends."""
    levels = {handler: handler.level for handler in logging.getLogger("distributed").handlers}
    for handler in levels:
        handler.setLevel(logging.CRITICAL)
    interrupted = False
    try:
        yield
    except KeyboardInterrupt:
        interrupted = True
        raise
    finally:
        if not interrupted:
            for handler, level in levels.items():
                handler.setLevel(level)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block SIGINT in threads and processes started meanwhile; this process gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
