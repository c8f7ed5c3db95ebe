"""The database is away for longer than a lease, and people come, ask and play meanwhile: no node ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.nodes.real_cluster import Cluster
from tests.private_nats import NotInstalled
from tests.private_postgres import PrivatePostgres
from tests.simulation.multi_node.socket_players import SocketPlayers

from hoyle.nodes.node_context import LEASE_MS

pytest.importorskip("nats", reason="needs nats-py (pip install 'hoyle[nodes]')")

TABLES = 2
PATIENCE = 120.0
"""Seconds for what takes ten on a quiet machine."""
ASKED: tuple[tuple[str, str, dict[str, str] | None], ...] = (
    ("GET", "/api/ready", None),
    ("GET", "/api/me", None),
    ("GET", "/api/tables", None),
    ("GET", "/api/hands", None),
    ("GET", "/api/audit", None),
    ("POST", "/api/enter", {"name": "newcomer"}),
    ("POST", "/api/login", {"name": "member", "password": "a good one"}),
    ("POST", "/api/chips", {}),
)


@pytest.fixture
def cluster(tmp_path: Path, private_postgres: PrivatePostgres) -> Iterator[Cluster]:
    try:
        found = Cluster(tmp_path, private_postgres, tables=TABLES, names=("east", "west"))
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with found:
        yield found


async def _asked(address: str, session: dict[str, str]) -> dict[str, int]:
    """What each question is answered with."""
    headers = session if session else None
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
        return {
            path: (await client.request(method, path, json=body, headers=headers)).status_code
            for method, path, body in ASKED
            if not (session and path == "/api/enter")
        }


async def _session(address: str, name: str) -> dict[str, str]:
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
        token = (await client.post("/api/enter", json={"name": name})).json()["token"]
    return {"Authorization": f"Bearer {token}"}


async def _noticed(cluster: Cluster, sessions: dict[str, dict[str, str]]) -> bool:
    """Whether every node answers nothing any more."""
    answers = [await _asked(cluster.up[name], session) for name, session in sessions.items()]
    return all(set(each.values()) == {503} for each in answers)


async def _turned_away(cluster: Cluster, sessions: dict[str, dict[str, str]]) -> None:
    for name, session in sessions.items():
        assert set((await _asked(cluster.up[name], session)).values()) == {503}, name
        assert (await _asked(cluster.up[name], {}))["/api/enter"] == 503


async def _away(cluster: Cluster) -> None:
    crowd = SocketPlayers(cluster.addresses, seed=6)
    await crowd.come(range(1, TABLES + 1), 2)
    sessions = {name: await _session(cluster.up[name], f"of {name}") for name in cluster.nodes}
    try:
        await crowd.play_on(PATIENCE)
        cluster.postgres.kill()
        try:
            # What a node knows by heart it may still tell until it has missed the database.
            async with asyncio.timeout(PATIENCE):
                while not await _noticed(cluster, sessions):
                    await asyncio.sleep(0.1)
            await asyncio.sleep(1.5 * LEASE_MS / 1000)
            await _turned_away(cluster, sessions)
        finally:
            cluster.postgres.start()
        await crowd.play_on(PATIENCE)
    finally:
        await crowd.leave()


def test_whoever_comes_and_asks_while_the_database_is_away_ends_no_node(cluster: Cluster) -> None:
    asyncio.run(_away(cluster))
    known = cluster.postgres.do("SELECT name, address FROM node", cluster.url)
    assert {name: address.rstrip("/") for name, address in known} == cluster.up, "where each is reached"
    for address in cluster.up.values():
        assert httpx.get(f"{address}/api/ready", trust_env=False).json() == {"ready": True}
    for node in cluster.nodes.values():
        assert node.process is not None
        assert node.process.poll() is None
