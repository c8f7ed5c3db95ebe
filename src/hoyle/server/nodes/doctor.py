"""Looks at a deployment: database, bus, nodes and clocks; says what is well and what to change.

What is found out (`facts`) and what is thought of it (`examine_...`) are apart, so that the latter is plain
code.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple

from hoyle.errors import InvalidError
from hoyle.room.store.failures import Unavailable
from hoyle.room.store.leases import Node
from hoyle.server.nodes.words import PROTOCOL, understood

WELL: Final = "well"
ADVICE: Final = "advice"
WRONG: Final = "wrong"

SKEW: Final = 500
"""Milliseconds that a machine's clock may differ from the database's."""
SLOW_QUESTION: Final = 5.0
SLOW_COMMIT: Final = 20.0
SLOW_BUS: Final = 5.0
"""Milliseconds after which people notice."""
CONNECTIONS: Final = 10
"""That one node may have open at once: who writes, who reads, the inspector."""
LEAST_VERSION: Final = 14
_ASKED: Final = 15


class Finding(NamedTuple):
    """What the doctor says."""

    level: str
    about: str
    said: str
    change: str = ""
    """What to change, where anything is to be."""


class DatabaseFacts(NamedTuple):
    """What a database says of itself, and how quickly."""

    version: int
    fsync: str
    synchronous_commit: str
    full_page_writes: str
    synchronous_standby_names: str
    standbys: int
    max_connections: int
    question: float
    """Milliseconds that a question takes."""
    commit: float
    skew: float
    """Milliseconds by which this machine's clock is ahead."""


def database_facts(url: str) -> DatabaseFacts:
    """Ask a PostgreSQL."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise InvalidError("nodes share a PostgreSQL database: --database postgresql://...")
    try:
        import psycopg
    except ImportError:
        raise Unavailable("PostgreSQL needs its driver: pip install 'hoyle[postgres]'") from None
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:

            def one(question: str) -> str:
                row = connection.execute(question.encode()).fetchone()
                return str(row[0]) if row else ""

            def times(question: str) -> float:
                found = []
                for _ in range(_ASKED):
                    begun = time.perf_counter()
                    one(question)
                    found.append((time.perf_counter() - begun) * 1000)
                return median(found)

            skews = []
            for _ in range(5):
                before = time.time()
                there = float(one("SELECT extract(epoch FROM clock_timestamp())"))
                skews.append(((before + time.time()) / 2 - there) * 1000)
            return DatabaseFacts(
                version=int(one("SHOW server_version_num")) // 10_000,
                fsync=one("SHOW fsync"),
                synchronous_commit=one("SHOW synchronous_commit"),
                full_page_writes=one("SHOW full_page_writes"),
                synchronous_standby_names=one("SHOW synchronous_standby_names"),
                standbys=int(one("SELECT count(*) FROM pg_stat_replication")),
                max_connections=int(one("SHOW max_connections")),
                question=times("SELECT 1"),
                commit=times("SELECT txid_current()"),
                skew=median(skews),
            )
    except psycopg.Error as error:
        said = " ".join(str(error).split())
        raise Unavailable(f"the database cannot be looked at: {said}") from None


def examine_database(facts: DatabaseFacts, nodes: int) -> list[Finding]:
    """What is thought of a database that so many nodes share."""
    found = [
        _on("fsync", facts.fsync, "a commit that was acknowledged would not survive a crash"),
        _on("full_page_writes", facts.full_page_writes, "a page cut in half by a crash would stay so"),
    ]
    if facts.synchronous_commit == "off":
        said = "synchronous_commit is off; hoyle sets it for itself, other programs may rely on it"
        found.append(Finding(ADVICE, "synchronous_commit", said, "ALTER SYSTEM SET synchronous_commit = on"))
    else:
        found.append(Finding(WELL, "synchronous_commit", facts.synchronous_commit))
    if facts.standbys and not facts.synchronous_standby_names:
        found.append(
            Finding(
                WRONG,
                "standbys",
                f"{facts.standbys} standby servers, none of them synchronous: failing over to one loses "
                "what was acknowledged last",
                "set synchronous_standby_names, for instance to 'ANY 1 (*)'",
            )
        )
    else:
        found.append(
            Finding(WELL, "standbys", f"{facts.standbys}, {facts.synchronous_standby_names or 'none'}")
        )
    if facts.version < LEAST_VERSION:
        said = f"PostgreSQL {facts.version} is no longer looked after"
        found.append(Finding(ADVICE, "version", said, f"run {LEAST_VERSION} or newer"))
    else:
        found.append(Finding(WELL, "version", f"PostgreSQL {facts.version}"))
    wanted = max(1, nodes) * CONNECTIONS + 10
    if facts.max_connections < wanted:
        said = f"{facts.max_connections} connections for {nodes} nodes"
        found.append(Finding(WRONG, "max_connections", said, f"set max_connections to {wanted} or more"))
    else:
        found.append(Finding(WELL, "max_connections", str(facts.max_connections)))
    found.append(_quick("a question", facts.question, SLOW_QUESTION, "put node and database nearer together"))
    found.append(
        _quick(
            "a commit",
            facts.commit,
            SLOW_COMMIT,
            "give the write-ahead log a disk of its own, or a quicker one",
        )
    )
    if abs(facts.skew) > SKEW:
        where = "ahead of" if facts.skew > 0 else "behind"
        said = f"this machine is {abs(facts.skew):,.0f} ms {where} the database"
        found.append(Finding(ADVICE, "clock", said, "run chrony or another time service on both"))
    else:
        found.append(Finding(WELL, "clock", f"{facts.skew:+,.0f} ms from the database's"))
    return found


def examine_nodes(nodes: Sequence[Node], orphans: int) -> list[Finding]:
    """What is thought of the nodes that the database knows."""
    live = [node for node in nodes if node.live]
    found = []
    for node in live:
        said = f"{node.tables} tables, {node.people} people, protocol {node.protocol}"
        found.append(Finding(WELL, f"node {node.name}", said + (", draining" if node.draining else "")))
        if not understood(node.protocol):
            far = (
                f"speaks protocol {node.protocol}, this program {PROTOCOL}: they do not understand each other"
            )
            found.append(Finding(WRONG, f"node {node.name}", far, "upgrade one version at a time"))
    if not live:
        found.append(Finding(ADVICE, "nodes", "none is at work", "start some: hoyle serve --bus --database"))
    elif len(live) == 1:
        found.append(
            Finding(ADVICE, "nodes", "only one is at work: if it ends nobody plays", "start a second one")
        )
    if live and all(node.draining for node in live):
        said = "all of them drain: nobody gets new tables"
        found.append(Finding(WRONG, "nodes", said, "hoyle room undrain NODE"))
    if live and orphans:
        said = f"{orphans} tables are nobody's at the moment"
        found.append(
            Finding(ADVICE, "tables", said, "look again in a few seconds; then at the nodes' last words")
        )
    return found


async def bus_latency(url: str) -> float:
    """Milliseconds that a word takes to the bus and back."""
    try:
        from nats.aio.client import Client
    except ImportError:
        raise Unavailable("a bus needs its driver: pip install 'hoyle[nodes]'") from None
    client = Client()
    try:
        await asyncio.wait_for(
            client.connect(
                url, allow_reconnect=False, max_reconnect_attempts=0, connect_timeout=5, error_cb=_quietly
            ),
            5,
        )
        heard: asyncio.Queue[bytes] = asyncio.Queue()

        async def hear(message: object) -> None:
            heard.put_nowait(b"")

        subject = client.new_inbox()
        await client.subscribe(subject, cb=hear)
        await client.flush()
        times = []
        for _ in range(_ASKED):
            begun = time.perf_counter()
            await client.publish(subject, b"?")
            await asyncio.wait_for(heard.get(), 5)
            times.append((time.perf_counter() - begun) * 1000)
        await client.close()
    except Exception as error:
        raise Unavailable(f"the bus cannot be reached: {str(error) or type(error).__name__}") from None
    return median(times)


async def _quietly(error: Exception) -> None:
    """It is said once, by whoever asked."""


def examine_bus(latency: float) -> list[Finding]:
    """What is thought of a bus."""
    return [_quick("the bus", latency, SLOW_BUS, "put nodes and nats-server nearer together")]


def _on(name: str, value: str, otherwise: str) -> Finding:
    if value == "on":
        return Finding(WELL, name, "on")
    return Finding(WRONG, name, f"{value}: {otherwise}", f"ALTER SYSTEM SET {name} = on, then restart")


def _quick(what: str, took: float, most: float, change: str) -> Finding:
    said = f"{took:.1f} ms"
    return (
        Finding(WELL, what, said) if took <= most else Finding(ADVICE, what, f"{said}, over {most:g}", change)
    )
