"""Distributed jobs on a dask cluster: splits work into parts and combines the results.

A job cuts its work into parts that do not depend on who does them, and adds up what comes back: the result is
the same to the last unit on any number of workers. A part whose worker is lost is given to another. What the
work is, :mod:`hoyle.odds.equities.partitioned_job` and :mod:`hoyle.simulation` know.
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
"""The address of a cluster on this machine alone, started for the occasion with a worker for each core."""

Part = TypeVar("Part")
Result = TypeVar("Result")

_PATIENCE: Final = 10.0
"""Seconds in which a scheduler must answer and have a worker."""
_GLANCE: Final = 0.05
"""Seconds between two looks at what is finished."""
_GRACE: Final = 0.5
"""Seconds that a local worker has to end by itself."""
_UNWATCHED: Final = {"distributed.worker.profile.enabled": False}
"""A worker that is watched at its work a hundred times a second is a tenth slower."""


class Job(Protocol[Part, Result]):
    """Work that can be done in parts."""

    def split(self, at_once: int) -> Sequence[Part]:
        """The parts, for so many who work at once."""

    @property
    def run_part(self) -> Callable[[Part], Result]:
        """What is done with a part, wherever that is: it travels pickled, as parts and results do."""

    def merge(self, result: Result) -> None:
        """Count what one part came to; they come in any order."""


def run_job(job: Job[Part, Result], address: str, *, stop: Callable[[], bool] | None = None) -> None:
    """Have all parts of a job done by the workers of a scheduler, or until `stop` says so."""
    for result in map_parts(address, job.run_part, job.split, stop=stop):
        job.merge(result)


def map_parts(
    address: str,
    do: Callable[[Part], Result],
    cut: Callable[[int], Sequence[Part]],
    *,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Result]:
    """What `do` makes of every part, in the order in which they are finished.

    `cut` is told how many parts can be worked on at once; function, parts and results travel pickled. When
    `stop` says so, what is not finished is given up. A script that asks for a local cluster needs the usual
    ``if __name__ == "__main__":``, for the workers are new processes.
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
                    sleep(_GLANCE)
        finally:
            client.cancel(list(pending))


def _result(future: Any, address: str) -> Any:
    try:
        return future.result()
    except KilledWorker as error:
        raise HoyleError(f"cluster {address}: too many workers were lost with one part") from error
    except FutureCancelledError as error:
        raise HoyleError(f"cluster {address}: the scheduler was lost") from error


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to a scheduler that has workers."""
    if address == LOCAL:
        with _local_cluster() as cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
            yield client
        return
    _check_reachable(address)
    with Client(address) as client:  # type: ignore[no-untyped-call]
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise InvalidError(f"the dask scheduler at {address} has no workers") from None
        _check_versions(client, address)
        yield client


def _check_versions(client: Any, address: str) -> None:
    """Refuse a cluster that would not understand the work, or do it otherwise."""
    found = client.get_versions(packages=["hoyle"])
    here = found["client"]["packages"]["hoyle"]
    for node in (found["scheduler"], *found["workers"].values()):
        there = node["packages"]["hoyle"]
        if there != here:
            raise InvalidError(
                f"cluster {address}: scheduler and workers need hoyle {here}, one has {there or 'none'}"
            )


@contextmanager
def _local_cluster() -> Iterator[Any]:
    """A worker for each core, for as long as this lasts."""
    with _interrupts_held(), config.set(_UNWATCHED):
        cluster = LocalCluster(  # type: ignore[no-untyped-call]
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # else a port that may be taken
            memory_limit=None,
            silence_logs=logging.CRITICAL,
        )

    async def dismiss() -> None:
        await gather(*(nanny.close(timeout=_GRACE) for nanny in cluster.workers.values()))

    with cluster:
        try:
            yield cluster
        finally:
            cluster.sync(dismiss)  # type: ignore[no-untyped-call]


def _check_reachable(address: str) -> None:
    """Refuse an address where no scheduler answers; a client would wait there for ever."""
    if not address.startswith(("tcp://", "tls://")):
        raise InvalidError(
            f"cluster {address!r}: the address of a scheduler, such as tcp://10.0.0.5:8786, or {LOCAL}"
        )

    async def ask() -> object:
        options = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
        comm = await connect(address, timeout=_PATIENCE, **options)  # type: ignore[no-untyped-call]
        try:
            await comm.write({"op": "identity", "reply": True})
            return (await comm.read())["type"]
        finally:
            comm.abort()

    runner = LoopRunner()
    runner.start()  # type: ignore[no-untyped-call]
    try:
        who = sync(runner.loop, ask, callback_timeout=_PATIENCE)
    except OSError:
        who = None
    except (TypeError, ValueError) as error:
        raise InvalidError(f"cluster {address!r}: {error}") from None
    finally:
        runner.stop()  # type: ignore[no-untyped-call]
    if who != "Scheduler":
        raise InvalidError(f"no dask scheduler answers at {address}")


@contextmanager
def _dask_logging_disabled() -> Iterator[None]:
    """Without the log of dask, which tells of every lost worker; after Ctrl-C to the very end."""
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
def _interrupts_held() -> Iterator[None]:
    """Threads and processes started meanwhile never see Ctrl-C; here it is heard when this is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # started meanwhile it would end the hold
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
