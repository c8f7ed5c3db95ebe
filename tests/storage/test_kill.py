"""Killed at any moment: what was acknowledged is there, and never half of a commit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from tests.private_postgres import PrivatePostgres
from tests.storage.committing_process import GROUP
from tests.storage.sample_stream import holds

from hoyle.storage import open_store
from hoyle.storage.hash_chain import check_chain

KILLS = 20


def committing_until(place: str, root: Path, acknowledged: int, wait: float, end: Callable[..., None]) -> int:
    """Let a process commit until so many were acknowledged and a little longer, end it; the last it said."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.storage.committing_process", place],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    last = 0
    try:
        for _ in range(acknowledged):
            line = child.stdout.readline()
            if not line:
                pytest.fail(child.stderr.read().decode())
            last = int(line)
        sleep(wait)
        end(child)
        for line in child.stdout:
            last = int(line) if line.endswith(b"\n") else last
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
        child.stderr.close()
    return last


def survives(place: str, acknowledged: int) -> int:
    """Check everything after an end; how many records there are."""
    with closing(open_store(place)) as store:
        # Who claims waits until the dead one's last commit is through, or is not.
        store.claim_streams(["table 7"])
        there = store.head("table 7").number
        assert acknowledged <= there <= acknowledged + GROUP
        assert there % GROUP == 0
        assert store.balances() == {"cage": -there, "wallet ann": there}
        for number in range(1, there + 1, 7):
            assert store.processed_command("ann", f"c{number}") is not None
        assert store.processed_command("ann", f"c{there}") is not None
        assert store.processed_command("ann", f"c{there + 1}") is None
        assert check_chain("table 7", store.records("table 7"), head=store.head("table 7")) is None
        holds(store)
        return there


def test_twenty_times_killed_while_committing_and_nothing_is_lost(place, pytestconfig):
    rng = random.Random(9)
    grown = 0
    for _ in range(KILLS):
        last = committing_until(
            place, pytestconfig.rootpath, rng.randint(1, 12), rng.random() * 0.01, lambda child: child.kill()
        )
        there = survives(place, last)
        assert there > grown
        grown = there


def test_a_server_killed_while_committing_loses_nothing(private_postgres: PrivatePostgres, pytestconfig):
    rng = random.Random(11)
    url = private_postgres.create()
    try:
        for _ in range(3):
            last = committing_until(
                url,
                pytestconfig.rootpath,
                rng.randint(3, 12),
                rng.random() * 0.01,
                lambda child: private_postgres.kill(),
            )
            private_postgres.start()
            survives(url, last)
    finally:
        private_postgres.drop(url)
