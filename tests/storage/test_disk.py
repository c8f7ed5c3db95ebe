"""Disks that are cut short, torn or full: what is there is always a row of whole commits."""

from __future__ import annotations

import os
import random
import resource
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.private_postgres import PrivatePostgres
from tests.storage.disk_faults import small_disk
from tests.storage.sample_stream import Felt, holds

from hoyle.storage import Store, open_store
from hoyle.storage.errors import DiskFull, Unavailable

FRAME = 24 + 4096
"""A page of the write-ahead log with its header."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    """A room that was never closed, and how long its log was after each commit of two writes."""
    folder = tmp_path_factory.mktemp("evening")
    lengths = []
    with closing(open_store(folder / "room.db")) as store:
        felt = Felt()
        store.claim_streams([felt.stream])
        for turn in range(6):
            store.commit([felt.deposit("ann", 10), felt.act(command=f"c{turn}", payload=b"x" * 1000)])
            lengths.append((folder / "room.db-wal").stat().st_size)
        copied = tmp_path_factory.mktemp("copied")
        for name in ("room.db", "room.db-wal"):
            shutil.copy(folder / name, copied / name)
    return copied, lengths


def crashed(evening: Path, log: bytes, tmp_path: Path) -> Path:
    """The room as it is found with this log."""
    shutil.copy(evening / "room.db", tmp_path / "room.db")
    (tmp_path / "room.db-wal").write_bytes(log)
    (tmp_path / "room.db-shm").unlink(missing_ok=True)
    return tmp_path / "room.db"


def whole(path: Path, commits: int) -> None:
    """The room holds so many commits and no part of another, and goes on from there."""
    with closing(open_store(path)) as store:
        assert store.head("table 7").number == 2 * commits
        assert store.balances().get("wallet ann", 0) == 10 * commits
        assert [store.processed_command("ann", f"c{turn}") is not None for turn in range(6)] == [
            turn < commits for turn in range(6)
        ]
        holds(store)
        felt = Felt(head=store.head("table 7"))
        store.claim_streams([felt.stream])
        store.commit([felt.act(command="after")])
        holds(store, felt)


def cuts(lengths: list[int]) -> list[int]:
    """Every byte around the borders of frames and commits, and a good many between."""
    last, end = lengths[-2:]
    found = set(range(last, end, 1999)) | set(range(end - 20, end + 1)) | set(range(last - 10, last + 30))
    for border in range(last, end, FRAME):
        found |= {border + offset for offset in (-1, 0, 1, 7, 8, 15, 16, 23, 24, 25)}
    found |= {length + offset for length in lengths for offset in (-1, 0, 1)}
    return sorted(cut for cut in found if lengths[0] <= cut <= end)


def test_a_log_cut_anywhere_holds_whole_commits(evening, tmp_path):
    folder, lengths = evening
    log = (folder / "room.db-wal").read_bytes()
    assert len(log) == lengths[-1]
    for cut in cuts(lengths):
        path = crashed(folder, log[:cut], tmp_path)
        whole(path, sum(length <= cut for length in lengths))


def test_a_log_with_a_torn_end_holds_whole_commits(evening, tmp_path):
    folder, lengths = evening
    log = (folder / "room.db-wal").read_bytes()
    rng = random.Random(10)
    for _ in range(60):
        torn = bytearray(log)
        at = rng.randrange(lengths[-2], lengths[-1])
        # A sector of the last write that never reached the disk, or did so wrongly in one bit.
        if rng.random() < 0.5:
            torn[at] ^= 1 << rng.randrange(8)
        else:
            sector = at // 512 * 512
            start = max(sector, lengths[-2])
            torn[start : sector + 512] = bytes(len(torn[start : sector + 512]))
        if bytes(torn) == log:
            continue
        whole(crashed(folder, bytes(torn), tmp_path), 5)


def fill(store: Store, felt: Felt, kind: type[Exception]) -> tuple[int, Exception]:
    """Commit until the disk is full: how many records were acknowledged, and what was said."""
    rng = random.Random(1)
    for turn in range(5000):
        try:
            store.commit([felt.deposit("ann", 10), felt.act(command=f"c{turn}", payload=rng.randbytes(20_000))])
        except kind as error:
            return 2 * turn, error
    raise AssertionError("the disk never filled")


def after_full(store: Store, acknowledged: int) -> Felt:
    assert store.head("table 7").number == acknowledged
    assert store.balances()["wallet ann"] == 10 * acknowledged // 2
    holds(store)
    return Felt(head=store.head("table 7"))


def test_a_full_disk_stops_commits_and_loses_nothing():
    with small_disk(2000) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(500_000))
        with closing(open_store(disk / "room.db")) as store:
            felt = Felt()
            store.claim_streams([felt.stream])
            acknowledged, error = fill(store, felt, DiskFull)
            assert str(error) == f"no space left for {disk / 'room.db'}: cannot commit"
            assert acknowledged > 10
            felt = after_full(store, acknowledged)
            with pytest.raises(DiskFull):
                store.commit([felt.act(payload=b"x" * 100_000)])
            ballast.unlink()
            felt = after_full(store, acknowledged)
            store.commit([felt.act(command="again")])
            holds(store, felt)
        with closing(open_store(disk / "room.db")) as store:
            holds(store, felt)


@contextmanager
def longest_file(size: int) -> Iterator[None]:
    """No file of this process grows beyond."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_takes_no_more_stops_commits_and_loses_nothing(tmp_path):
    with closing(open_store(tmp_path / "room.db")) as store:
        felt = Felt()
        store.claim_streams([felt.stream])
        with longest_file(1_000_000):
            acknowledged, error = fill(store, felt, Unavailable)
        assert "\n" not in str(error)
        felt = after_full(store, acknowledged)
        store.commit([felt.act(command="again")])
        holds(store, felt)


def test_a_full_disk_of_the_server_stops_commits_and_loses_nothing(private_postgres: PrivatePostgres):
    owner = private_postgres.folder.stat().st_uid
    with small_disk(4000, owner=owner) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(1_000_000))
        where = disk / "tables"
        where.mkdir(mode=0o700)
        os.chown(where, owner, -1)
        private_postgres.do(f"CREATE TABLESPACE small LOCATION '{where}'")
        url = private_postgres.create()
        try:
            with closing(open_store(f"{url}%20-cdefault_tablespace%3Dsmall")) as store:
                felt = Felt()
                store.claim_streams([felt.stream])
                acknowledged, error = fill(store, felt, DiskFull)
                assert str(error).startswith("no space left for postgresql://")
                assert acknowledged > 10
                felt = after_full(store, acknowledged)
                ballast.unlink()
                store.commit([felt.act(command="again")])
                holds(store, felt)
        finally:
            private_postgres.drop(url)
            private_postgres.do("DROP TABLESPACE small")
