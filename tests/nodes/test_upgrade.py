"""A room is upgraded node by node: for a while two versions work together, and either may fail."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.nodes.real_cluster import Cluster
from tests.private_nats import NotInstalled
from tests.private_postgres import PrivatePostgres
from tests.simulation.multi_node.socket_players import SocketPlayers
from tests.simulation.single_node.delivery_checks import check_answers_on_disk

from hoyle.audit.room_audit import audit_room
from hoyle.cli.main import cli
from hoyle.nodes.messages import PROTOCOL
from hoyle.storage.sql import schema
from hoyle.storage.store_factory import open_store

pytest.importorskip("nats", reason="needs nats-py (pip install 'hoyle[nodes]')")

TABLES = 3
PATIENCE = 120.0
"""Seconds for what takes a few on a quiet machine."""


@pytest.fixture
def cluster(tmp_path: Path, private_postgres: PrivatePostgres) -> Iterator[Cluster]:
    try:
        found = Cluster(tmp_path, private_postgres, tables=TABLES, names=("east", "west"))
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with found:
        yield found


def _hoyle(*arguments: str) -> int:
    """The older program's command line."""
    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    assert isinstance(ended.value.code, int)
    return ended.value.code


async def _upgraded(cluster: Cluster) -> SocketPlayers:
    crowd = SocketPlayers(cluster.addresses, seed=9)
    await crowd.come(range(1, TABLES + 1), 2)
    try:
        await crowd.play_on(PATIENCE)
        await asyncio.to_thread(cluster.upgrade, "east")
        await crowd.play_on(PATIENCE)
        # The older one dies, its tables go on at the newer one, and it can be started again.
        await asyncio.to_thread(cluster.kill, "west")
        await crowd.play_on(PATIENCE)
        await asyncio.to_thread(cluster.start, "west")
        # The older program's own commands still do their work, for its node and for the newer one.
        found = await asyncio.to_thread(_hoyle, "doctor", "--database-url", cluster.url, "--bus-url", cluster.nats.url)
        assert found == 0
        database = ("--database", cluster.url, "--wait", str(PATIENCE))
        assert await asyncio.to_thread(_hoyle, "room", "drain", "east", *database) == 0
        assert set(cluster.owners().values()) == {"west"}
        await crowd.play_on(PATIENCE)
        assert await asyncio.to_thread(_hoyle, "room", "undrain", "east", "--database", cluster.url) == 0
        # And the newer one may fail as well.
        await asyncio.to_thread(cluster.kill, "east")
        await crowd.play_on(PATIENCE)
    finally:
        await crowd.leave()
    return crowd


def test_two_versions_work_together_while_a_room_is_upgraded(cluster: Cluster) -> None:
    crowd = asyncio.run(_upgraded(cluster))
    rows = cluster.postgres.do("SELECT protocol FROM node ORDER BY name", cluster.url)
    assert rows == [(PROTOCOL + 1,), (PROTOCOL,)]
    assert cluster.postgres.do("SELECT version FROM hoyle_schema", cluster.url) == [(len(schema.MIGRATIONS) + 1,)]
    cluster.kill("west")
    with closing(open_store(cluster.url)) as store:
        store.claim_streams(store.streams())
        assert check_answers_on_disk(store, crowd.guests) > len(crowd.guests)
    verdict = audit_room(cluster.url)
    assert not verdict.findings, verdict.findings[0]
