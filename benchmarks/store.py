"""The room on disk: durable actions per second on both stores, and how soon two hundred tables are back.

An action is a record of about 1 kB (five entries' worth), one posting and one command id. With every group
size the next commit starts when the last one returned, and everything in it is on disk by then. What the disk
allows is measured beside it: how often a second a write of that size can be made durable at all.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid
from tests.private_postgres import NotInstalled, PrivatePostgres

from hoyle.storage import Store, open_store
from hoyle.storage.account_names import CAGE, at_table
from hoyle.storage.hash_chain import Chain, Head, check_chain
from hoyle.storage.models import Checkpoint, CommitUnit, Posting, ProcessedCommand, table_stream

TABLES = 200
GROUPS = (1, 16, 64)
RECORD = 1000
"""Bytes of facts in a record."""
CHECKPOINT = 6000
TAIL = 150
"""Records of a table after its last checkpoint: a dozen hands."""


class Evening:
    """People acting at all tables in turn."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.chains = [Chain(table_stream(number)) for number in range(1, TABLES + 1)]
        self.acted = 0
        rng = random.Random(1)
        # Different texts that do not shrink to nothing where the server compresses them.
        self.facts = [rng.randbytes(RECORD // 2).hex().encode() for _ in range(97)]
        store.claim_streams([chain.stream for chain in self.chains])
        store.commit([self._write(number, CAGE, "seat 1", 10**9) for number in range(TABLES)])

    def actions(self, group: int) -> list[CommitUnit]:
        """The next few, each at another table."""
        return [self._write((self.acted + 1) % TABLES, "seat 1", "pot", 1) for _ in range(group)]

    def _write(self, at: int, source: str, to: str, chips: int) -> CommitUnit:
        self.acted += 1
        # Ids come in no order, as senders make them.
        command = f"{self.acted * 2654435761 % 2**32:08x}"
        record = self.chains[at].record(
            time=self.acted,
            command_id=command,
            actor=f"player {at}",
            name="call",
            payload=self.facts[self.acted % len(self.facts)],
        )
        posting = Posting(
            stream=record.stream,
            number=record.number,
            source=source if source == CAGE else at_table(at + 1, source),
            to=at_table(at + 1, to),
            chips=chips,
        )
        seen = ProcessedCommand(
            person=f"player {at} {self.acted % 6}", command_id=command, answer=b"x" * 60, time=self.acted
        )
        return CommitUnit(records=(record,), postings=(posting,), processed_command=seen)

    def checkpoints(self) -> None:
        """Every table between two rounds."""
        self.store.commit(
            [
                CommitUnit(
                    checkpoints=(
                        Checkpoint(
                            stream=chain.stream, number=chain.head.number, hash=chain.head.hash, state=b"x" * CHECKPOINT
                        ),
                    )
                )
                for chain in self.chains
            ]
        )


def actions_per_second(evening: Evening, group: int, seconds: float) -> tuple[float, float, float]:
    """Actions a second, and the median and the 99th percentile of a commit in milliseconds."""
    spent: list[float] = []
    while sum(spent) < seconds:
        writes = evening.actions(group)
        start = time.perf_counter()
        evening.store.commit(writes)
        spent.append(time.perf_counter() - start)
    spent_in_order = sorted(spent)
    return (
        len(spent) * group / sum(spent),
        spent_in_order[len(spent) // 2] * 1000,
        spent_in_order[len(spent) * 99 // 100] * 1000,
    )


def syncs_per_second(folder: Path, size: int, seconds: float) -> float:
    """How often the disk takes a write of this size for good."""
    handle = os.open(folder / "sync", os.O_RDWR | os.O_CREAT)
    try:
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            os.pwrite(handle, bytes(size), count % 64 * size)
            os.fdatasync(handle)
            count += 1
    finally:
        os.close(handle)
    return count / spent


def places() -> Iterator[tuple[str, str, Path]]:
    """Each store with its URL and the folder that its disk is measured in."""
    with tempfile.TemporaryDirectory(prefix="hoyle-store-") as folder:
        yield "SQLite", str(Path(folder) / "room.db"), Path(folder)
    try:
        server = PrivatePostgres()
    except (ImportError, NotInstalled) as missing:
        Console(stderr=True).print(f"PostgreSQL is left out: {missing}")
        return
    with server:
        yield "PostgreSQL", server.create(), server.folder


def resumed(store: Store) -> int:
    """Take every table up from its checkpoint, with the records after it held against their hashes."""
    count = 0
    for stream in store.streams():
        checkpoint = store.checkpoint(stream)
        after = Head(checkpoint.number, checkpoint.hash) if checkpoint else Head()
        tail = list(store.records(stream, after=after.number))
        wrong = check_chain(stream, tail, after=after, head=store.head(stream))
        if wrong is not None:
            raise SystemExit(str(wrong))
        count += len(tail)
    return count


def main(seconds: float = 2.0) -> None:
    """Measure and print the tables."""
    speed = Grid(title=f"durable actions per second, {TABLES} tables, one writer")
    for name in ("store", "group", "actions/s", "commit p50 ms", "p99 ms", "syncs/s of the disk"):
        speed.add_column(name, justify="left" if name == "store" else "right")
    back = Grid(title=f"{TABLES} tables taken up from checkpoint and tail")
    for name in ("store", "records", "seconds", "balances reconciled, s"):
        back.add_column(name, justify="left" if name == "store" else "right")
    with ExitStack() as stack:
        for store_name, url, folder in places():
            store = stack.enter_context(closing(open_store(url)))
            evening = Evening(store)
            for group in track(GROUPS, description=store_name, console=Console(stderr=True)):
                fastest, median, slowest = actions_per_second(evening, group, seconds)
                syncs = syncs_per_second(folder, group * RECORD, seconds / 4)
                speed.add_row(
                    store_name, str(group), f"{fastest:,.0f}", f"{median:.2f}", f"{slowest:.2f}", f"{syncs:,.0f}"
                )
            evening.checkpoints()
            for _ in range(TABLES * TAIL // 100):
                store.commit(evening.actions(100))
            store.close()
            with closing(open_store(url)) as again:
                start = time.perf_counter()
                records = resumed(again)
                took = time.perf_counter() - start
                start = time.perf_counter()
                if again.verify_all_balances():
                    raise SystemExit("the balances are not what the ledger says")
                back.add_row(store_name, f"{records:,}", f"{took:.2f}", f"{time.perf_counter() - start:.2f}")
    console = Console(width=110)
    console.print(speed)
    console.print(back)
    console.print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
