"""Probes of `hoyle doctor`: measurements from the database, the bus and each node."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from math import ceil
from statistics import median
from typing import Any, Final, NamedTuple

from msgspec import DecodeError, ValidationError

from hoyle.core.errors import InvalidError
from hoyle.nodes import placement
from hoyle.nodes.bus.nats_protocol import MAX_LINE, Info, info, server
from hoyle.nodes.messages import NodeStatus, read_how
from hoyle.server.link_security import is_local_bus, is_local_database
from hoyle.server.network_addresses import is_loopback
from hoyle.storage.errors import Unavailable
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.store_factory import open_store

_ASKED: Final = 15
_NO_PASSWORD: Final = "wrong on purpose, by hoyle doctor"
_PATIENCE: Final = 5.0
"""Seconds for anything to answer."""


class DriverMissing(Unavailable):
    """What would ask is not installed here."""


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
    """Milliseconds until something written is on disk."""
    skew: float
    """Milliseconds by which this machine's clock is ahead."""
    local: bool = True
    """Whether it is on this machine."""
    encrypted: bool = True
    """Whether this connection to it is."""
    trust: tuple[str, ...] = ()
    """Where it lets anyone in without a password: rules of pg_hba.conf whose method is ``trust``."""
    remote_trust: bool = False
    """Whether one of them is for other machines."""


class RoomFacts(NamedTuple):
    """What a database knows of a room's nodes."""

    nodes: list[NodeRun]
    orphans: int
    """Tables that nobody has."""


class BusFacts(NamedTuple):
    """What a bus says of itself, and the nodes by it."""

    latency: float
    """Milliseconds that a word takes to the bus and back."""
    most: int
    """Bytes that a message may have."""
    nodes: dict[str, NodeStatus | None]
    """How each node is that was asked; None where nobody answered."""
    local: bool = True
    """Whether it is on this machine."""
    guarded: bool = True
    """Whether it wants credentials."""
    encrypted: bool = True
    """Whether it wants TLS, or is asked for it."""


def database_facts(url: str) -> DatabaseFacts:
    """Ask a PostgreSQL."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise InvalidError("nodes share a PostgreSQL database: --database postgresql://...")
    try:
        import psycopg
    except ImportError:
        raise DriverMissing("psycopg, by which it is asked, is not installed here") from None
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
            said = one("SHOW synchronous_commit")
            connection.execute("SET synchronous_commit = on")
            trust = _trust(connection, url)
            return DatabaseFacts(
                local=is_local_database(url),
                encrypted=one("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == "True",
                trust=tuple(rule for rule, _ in trust),
                remote_trust=any(remote for _, remote in trust),
                version=int(one("SHOW server_version_num")) // 10_000,
                fsync=one("SHOW fsync"),
                synchronous_commit=said,
                full_page_writes=one("SHOW full_page_writes"),
                synchronous_standby_names=one("SHOW synchronous_standby_names"),
                standbys=int(one("SELECT count(*) FROM pg_stat_replication")),
                max_connections=int(one("SHOW max_connections")),
                question=times("SELECT 1"),
                # It is in the write-ahead log, waited for as any commit is, and in no table.
                commit=times("SELECT pg_logical_emit_message(true, 'hoyle doctor', 'a commit')"),
                skew=median(skews),
            )
    except psycopg.Error as error:
        said = " ".join(str(error).split())
        raise Unavailable(f"it cannot be looked at: {said}") from None


def _trust(connection: Any, url: str) -> list[tuple[str, bool]]:
    """Rules by which anyone comes in without a password, and whether each is for other machines."""
    import psycopg

    try:
        rows = connection.execute(
            "SELECT type, coalesce(address, ''), array_to_string(database, ','),"
            " array_to_string(user_name, ',') FROM pg_hba_file_rules WHERE auth_method = 'trust'"
        ).fetchall()
    except psycopg.errors.InsufficientPrivilege:
        # Only a superuser reads the rules; anyone can try a password that is none.
        with suppress(psycopg.Error):
            psycopg.connect(url, password=_NO_PASSWORD, connect_timeout=10).close()
            return [("a wrong password is accepted", not is_local_database(url))]
        return []
    return [
        (
            " ".join(part for part in (kind, databases, users, address) if part),
            kind != "local" and address != "samehost" and not is_loopback(address),
        )
        for kind, address, databases, users in rows
    ]


def room_facts(url: str) -> RoomFacts:
    """The nodes of the room in a database."""
    with closing(open_store(url, reading=True)) as store:
        nodes = store.nodes()
        return RoomFacts(nodes, len(placement.orphans(store.holdings(), nodes)))


def bus_facts(url: str, names: Sequence[str], *, room: str = "hoyle") -> BusFacts:
    """Ask a NATS, and these nodes by it."""
    return asyncio.run(_bus_facts(url, names, room))


async def _bus_facts(url: str, names: Sequence[str], room: str) -> BusFacts:
    try:
        from nats.aio.client import Client
    except ImportError:
        raise DriverMissing("nats-py, by which it is asked, is not installed here") from None
    client = Client()
    heard: list[Exception] = []

    async def hear(error: Exception) -> None:
        heard.append(error)

    try:
        await asyncio.wait_for(
            client.connect(
                url,
                allow_reconnect=False,
                max_reconnect_attempts=0,
                connect_timeout=ceil(_PATIENCE),
                error_cb=hear,
            ),
            _PATIENCE,
        )
        latency = await _latency(client)
        told = await _info(url)
        answers = await asyncio.gather(*(_how(client, f"{room}.how.{name}") for name in names))
    except Exception as error:
        # Who gives up says less than what it met on the way.
        why = next((str(each) for each in (*reversed(heard), error) if str(each)), "")
        said = why or f"no answer within {_PATIENCE:g} s"
        raise Unavailable(f"it cannot be reached at {_where(url)}: {said}") from None
    finally:
        with suppress(Exception):  # a line that is half open may fail once more on its way down
            await asyncio.wait_for(client.close(), _PATIENCE)
    return BusFacts(
        latency,
        client.max_payload,
        dict(zip(names, answers, strict=True)),
        local=is_local_bus(url),
        guarded=told.auth,
        encrypted=told.tls or server(url).tls,
    )


async def _info(url: str) -> Info:
    """What a nats-server says of itself to whoever comes, before any credentials."""
    at = server(url)
    async with asyncio.timeout(_PATIENCE):
        reader, writer = await asyncio.open_connection(at.host, at.port, limit=MAX_LINE)
        try:
            return info((await reader.readline()).removeprefix(b"INFO "))
        finally:
            writer.close()


async def _latency(client: Any) -> float:
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
        await asyncio.wait_for(heard.get(), _PATIENCE)
        times.append((time.perf_counter() - begun) * 1000)
    return median(times)


async def _how(client: Any, subject: str) -> NodeStatus | None:
    from nats.errors import Error

    with suppress(Error, TimeoutError, DecodeError, ValidationError):
        return read_how((await client.request(subject, b"?", timeout=_PATIENCE)).data)
    return None


def _where(url: str) -> str:
    """Host and port of a bus, without who asks and his password."""
    return url.partition("://")[2].rpartition("@")[2] or url
