"""Three real nodes with a real database and a real bus: each is killed, paused or restarted under load."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from tests.nodes.real_cluster import NAMES, Cluster
from tests.private_nats import NotInstalled
from tests.private_postgres import PrivatePostgres
from tests.simulation.multi_node.socket_players import SocketPlayers
from tests.simulation.single_node.delivery_checks import check_answers_on_disk

from hoyle.audit.room_audit import audit_room
from hoyle.storage.store_factory import open_store

pytest.importorskip("nats", reason="needs nats-py (pip install 'hoyle[nodes]')")

TORTURE = int(os.environ.get("HOYLE_NODE_KILLS", "0"))
"""Troubles of a long run; 0: each kind once, at a few tables."""
TABLES = 60 if TORTURE else 4
PATIENCE = 120.0
"""Seconds for what takes ten on a quiet machine."""
AGAIN = 10.0 if TORTURE else PATIENCE
"""Seconds in which every table deals again, beside what the crowd takes in calm; a short run lets it be."""
EACH = 30.0 if TORTURE else PATIENCE
"""Seconds in which everybody plays again, whichever node he was connected to."""


@pytest.fixture
def cluster(tmp_path: Path, private_postgres: PrivatePostgres) -> Iterator[Cluster]:
    try:
        found = Cluster(tmp_path, private_postgres, tables=TABLES)
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with found:
        yield found


async def _until(done, what: str) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while not await asyncio.to_thread(done):
        assert loop.time() < until, what
        await asyncio.sleep(0.1)


async def _troubles(cluster: Cluster, crowd: SocketPlayers) -> None:
    rng = random.Random(14)
    each = ("kill", "bus", "pause", "database")
    kinds = [rng.choice(each) for _ in range(TORTURE)] if TORTURE else each
    for kind in kinds:
        name = rng.choice(NAMES)
        calm = await crowd.play_on(PATIENCE)
        await asyncio.sleep(rng.random())
        if kind == "kill":
            await asyncio.to_thread(cluster.kill, name)
        elif kind == "bus":
            # In this thread, with whose end a server would end too.
            cluster.nats.kill()
            cluster.nats.start()
        elif kind == "pause":
            await _paused(cluster, name)
        else:
            cluster.postgres.kill()
            cluster.postgres.start()
        dealt = await crowd.deal_on(AGAIN + calm)
        played = dealt + await crowd.play_on(EACH + calm)
        print(
            f"{kind} {name}: every table deals after {dealt:.1f} s, everybody plays after {played:.1f} s, "
            f"{calm:.1f} s in calm, load {os.getloadavg()[0]:.0f}"
        )
        if kind == "kill":
            await asyncio.to_thread(cluster.start, name)


async def _paused(cluster: Cluster, name: str) -> None:
    """An owner sleeps past its lease; its tables are taken, and when it wakes it appends nothing to them."""
    mine = {stream for stream, owner in cluster.owners().items() if owner == name}
    cluster.pause(name)
    try:
        await _until(
            lambda: all(cluster.owners()[stream] != name for stream in mine),
            f"the tables of {name}, which sleeps, are taken over",
        )
    finally:
        cluster.wake(name)


async def _evening(cluster: Cluster) -> SocketPlayers:
    crowd = SocketPlayers(cluster.addresses, seed=14)
    await crowd.come(range(1, TABLES + 1), 2)
    await asyncio.to_thread(cluster.note_appends)
    try:
        await _troubles(cluster, crowd)
    finally:
        await crowd.leave()
    return crowd


def test_whatever_comes_to_harm_the_evening_goes_on_and_nothing_is_lost(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled() if TORTURE else nullcontext():
        crowd = asyncio.run(_evening(cluster))
    noted, wrong = cluster.appends()
    assert noted > TABLES
    assert not wrong, "somebody has appended to what was not his, or after his lease"
    # Three that started at once have opened the tables of the configuration once.
    assert len(cluster.owners()) == TABLES
    for name in NAMES:
        cluster.kill(name)
    with closing(open_store(cluster.url)) as store:
        # Who claims waits until the last commit of the dead is through, or is not.
        store.claim_streams(store.streams())
        assert check_answers_on_disk(store, crowd.guests) > len(crowd.guests)
    verdict = audit_room(cluster.url)
    assert not verdict.findings, verdict.findings[0]
