"""The same counts from many machines, through dask.distributed.

The work is cut into parts that do not depend on who does them; their counts are added up, so that the result
is the same to the last unit on any number of workers. A part whose worker is lost is given to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from hoyle.errors import InvalidError
from hoyle.odds.native import COUNTED_BY, cores

if TYPE_CHECKING:
    from hoyle.odds.equities import Progress, Question, Work
    from hoyle.odds.result import Outcome

PARTS_PER_CORE: Final = 8
"""Enough that a lost worker costs little and the slowest is not waited for long."""
WAIT_FOR_WORKERS: Final = 30.0


def count_in_parts(
    question: Question, work: Work, address: str, progress: Progress | None
) -> tuple[bool, list[Outcome]]:
    """Whether every deal was counted, and who won how often."""
    with _client(address) as client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        slots = sum(worker["nthreads"] for worker in workers.values())
        parts = PARTS_PER_CORE * max(slots, 1)
        shares = [work._replace(threads=1, part=part, parts=parts) for part in range(parts)]
        return _add_up(client, question, shares, progress)


def _add_up(
    client: Any, question: Question, shares: list[Work], progress: Progress | None
) -> tuple[bool, list[Outcome]]:
    from distributed import as_completed

    same = [question] * len(shares)
    pending = client.map(_count_part, same, shares, counted_by=COUNTED_BY, pure=False, retries=2)
    total: Counter[tuple[int, int]] = Counter()
    exact = True
    done = 0
    try:
        for future in as_completed(pending):  # type: ignore[no-untyped-call]
            exact, outcomes = future.result()
            for main, low, count in outcomes:
                total[main, low] += count
            done += 1
            if progress is not None:
                progress(done, len(shares))
    finally:
        client.cancel(pending)
    return exact, [(main, low, count) for (main, low), count in sorted(total.items())]


def _count_part(question: Question, work: Work, *, counted_by: str) -> tuple[bool, list[Outcome]]:
    from hoyle.odds.equities import count

    if counted_by != COUNTED_BY:
        raise InvalidError(f"a worker counts by {COUNTED_BY}, another by {counted_by}: all must do it alike")
    return count(question, work)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InvalidError("a cluster needs dask: pip install 'hoyle[cluster]'") from None
    if address == "local":
        with (
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=cores(), threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            ) as cluster,
            Client(cluster) as client,  # type: ignore[no-untyped-call]
        ):
            yield client
        return
    if not address.startswith(("tcp://", "tls://")):
        raise InvalidError(
            f"cluster {address!r}: the address of a scheduler, such as tcp://10.0.0.5:8786, or local"
        )
    try:
        client = Client(address, timeout=WAIT_FOR_WORKERS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise InvalidError(f"no dask scheduler answers at {address}: {error}") from None
    with client:
        yield client
