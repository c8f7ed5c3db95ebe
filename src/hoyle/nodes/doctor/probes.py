"""Probes of `hoyle doctor`: measurements from the database, the bus and each node."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from math import ceil
from statistics import median
from typing import Any, Final, NamedTuple

from msgspec import DecodeError, Struct, ValidationError, json

from hoyle.core.errors import InvalidError
from hoyle.nodes import placement
from hoyle.nodes.bus.bus_url import parse_bus_url
from hoyle.nodes.messages import NodeStatus, decode_status
from hoyle.server.link_security import is_local_bus, is_local_database
from hoyle.server.network_addresses import is_loopback
from hoyle.storage.errors import Unavailable
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.store_factory import open_store

_SAMPLES: Final = 15
_WRONG_PASSWORD: Final = "wrong on purpose, by hoyle doctor"
_TIMEOUT_S: Final = 5.0
"""Timeout of every request in seconds."""
_MAX_INFO_BYTES: Final = 1 << 20
"""Maximum bytes of the INFO message of a nats-server."""


class DriverMissing(Unavailable):
    """Error: the client library for a probe is not installed."""


class DatabaseFacts(NamedTuple):
    """Settings and latencies of a database."""

    version: int
    fsync: str
    synchronous_commit: str
    full_page_writes: str
    synchronous_standby_names: str
    standbys: int
    max_connections: int
    query_ms: float
    """Milliseconds of a simple query."""
    commit_ms: float
    """Milliseconds of a durable commit."""
    clock_skew_ms: float
    """Milliseconds that this machine's clock is ahead of the database's."""
    local: bool = True
    """Whether it is on this machine."""
    encrypted: bool = True
    """Whether the connection uses TLS."""
    trust: tuple[str, ...] = ()
    """Rules of pg_hba.conf with method ``trust``, which ask for no password."""
    remote_trust: bool = False
    """Whether one of these rules is for other machines."""


class RoomFacts(NamedTuple):
    """Nodes of a room as its database records them."""

    nodes: list[NodeRun]
    orphans: int
    """Number of tables that no live node owns."""


class BusFacts(NamedTuple):
    """Settings and latency of a bus, and the status of the nodes on it."""

    latency_ms: float
    """Milliseconds of a round trip to the bus."""
    max_payload: int
    """Maximum payload in bytes."""
    nodes: dict[str, NodeStatus | None]
    """Status of each node; None if it did not answer."""
    local: bool = True
    """Whether it is on this machine."""
    guarded: bool = True
    """Whether it requires credentials."""
    encrypted: bool = True
    """Whether it requires TLS, or its URL does."""


class ServerInfo(Struct, frozen=True):
    """Security settings in the INFO message of a nats-server."""

    auth_required: bool = False
    tls_required: bool = False


def database_facts(url: str) -> DatabaseFacts:
    """Read the durability settings of a PostgreSQL database, and measure its latency and clock skew."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise InvalidError("nodes share a PostgreSQL database: --database-url postgresql://...")
    try:
        import psycopg
    except ImportError:
        raise DriverMissing("psycopg is not installed here") from None
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
            return _read_database_facts(connection, url)
    except psycopg.Error as error:
        reason = " ".join(str(error).split())
        raise Unavailable(f"it cannot be examined: {reason}") from None


def _read_database_facts(connection: Any, url: str) -> DatabaseFacts:
    synchronous_commit = _fetch_value(connection, "SHOW synchronous_commit")  # before this session sets it
    connection.execute("SET synchronous_commit = on")
    trust = _trust_rules(connection, url)
    own_link = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
    # It writes to the write-ahead log, durable as any commit, and to no table.
    durable_write = "SELECT pg_logical_emit_message(true, 'hoyle doctor', 'a commit')"
    return DatabaseFacts(
        local=is_local_database(url),
        encrypted=_fetch_value(connection, own_link) == "True",
        trust=tuple(rule for rule, _ in trust),
        remote_trust=any(remote for _, remote in trust),
        version=int(_fetch_value(connection, "SHOW server_version_num")) // 10_000,
        fsync=_fetch_value(connection, "SHOW fsync"),
        synchronous_commit=synchronous_commit,
        full_page_writes=_fetch_value(connection, "SHOW full_page_writes"),
        synchronous_standby_names=_fetch_value(connection, "SHOW synchronous_standby_names"),
        standbys=int(_fetch_value(connection, "SELECT count(*) FROM pg_stat_replication")),
        max_connections=int(_fetch_value(connection, "SHOW max_connections")),
        query_ms=_median_ms(connection, "SELECT 1"),
        commit_ms=_median_ms(connection, durable_write),
        clock_skew_ms=_clock_skew_ms(connection),
    )


def _fetch_value(connection: Any, query: str) -> str:
    row = connection.execute(query.encode()).fetchone()
    return str(row[0]) if row else ""


def _median_ms(connection: Any, query: str) -> float:
    """Return the median of the milliseconds that a database query takes."""
    times_ms = []
    for _ in range(_SAMPLES):
        started = time.perf_counter()
        _fetch_value(connection, query)
        times_ms.append((time.perf_counter() - started) * 1000)
    return median(times_ms)


def _clock_skew_ms(connection: Any) -> float:
    """Measure the milliseconds that this machine's clock is ahead of the database's."""
    skews = []
    for _ in range(5):
        before = time.time()
        database_time = float(_fetch_value(connection, "SELECT extract(epoch FROM clock_timestamp())"))
        skews.append(((before + time.time()) / 2 - database_time) * 1000)
    return median(skews)


def _trust_rules(connection: Any, url: str) -> list[tuple[str, bool]]:
    """Return the `trust` rules of pg_hba.conf, and whether each is for other machines."""
    import psycopg

    try:
        rows = connection.execute(
            "SELECT type, coalesce(address, ''), array_to_string(database, ','),"
            " array_to_string(user_name, ',') FROM pg_hba_file_rules WHERE auth_method = 'trust'"
        ).fetchall()
    except psycopg.errors.InsufficientPrivilege:
        # Only a superuser reads the rules; any user can try a wrong password.
        with suppress(psycopg.Error):
            psycopg.connect(url, password=_WRONG_PASSWORD, connect_timeout=10).close()
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
    """Read the room's nodes, and count the tables that no live node owns."""
    with closing(open_store(url, reading=True)) as store:
        nodes = store.nodes()
        return RoomFacts(nodes, len(placement.orphans(store.holdings(), nodes)))


def bus_facts(url: str, names: Sequence[str], *, room: str = "hoyle") -> BusFacts:
    """Measure the latency of a NATS bus, read its settings, and ask these nodes for their status."""
    return asyncio.run(_bus_facts(url, names, room))


async def _bus_facts(url: str, names: Sequence[str], room: str) -> BusFacts:
    async with _bus_client(url) as client:
        latency_ms = await _measure_latency(client)
        server_info = await _read_server_info(url)
        answers = await asyncio.gather(*(_node_status(client, f"{room}.status.{name}") for name in names))
        return BusFacts(
            latency_ms,
            client.max_payload,
            dict(zip(names, answers, strict=True)),
            local=is_local_bus(url),
            guarded=server_info.auth_required,
            encrypted=server_info.tls_required or parse_bus_url(url).tls,
        )


@asynccontextmanager
async def _bus_client(url: str) -> AsyncIterator[Any]:
    """Connect to a bus while it is probed; raise Unavailable with the reason if anything fails."""
    try:
        from nats.aio.client import Client

        from hoyle.nodes.bus.nats_client import connect_options
    except ImportError:
        raise DriverMissing("nats-py is not installed here") from None
    client = Client()
    errors: list[Exception] = []

    async def note_error(error: Exception) -> None:
        errors.append(error)

    connecting = client.connect(
        **connect_options(parse_bus_url(url)),
        allow_reconnect=False,
        max_reconnect_attempts=0,
        connect_timeout=ceil(_TIMEOUT_S),
        error_cb=note_error,
    )
    try:
        await asyncio.wait_for(connecting, _TIMEOUT_S)
        yield client
    except Exception as error:
        # The errors on the way say more than the final timeout.
        text = next((str(cause) for cause in (*reversed(errors), error) if str(cause)), "")
        reason = text or f"no answer within {_TIMEOUT_S:g} s"
        raise Unavailable(f"it cannot be reached at {_host_and_port(url)}: {reason}") from None
    finally:
        with suppress(Exception):  # a half-open connection may fail once more while closing
            await asyncio.wait_for(client.close(), _TIMEOUT_S)


async def _read_server_info(url: str) -> ServerInfo:
    """Read the INFO that a nats-server sends before authentication."""
    address = parse_bus_url(url)
    async with asyncio.timeout(_TIMEOUT_S):
        reader, writer = await asyncio.open_connection(address.host, address.port, limit=_MAX_INFO_BYTES)
        try:
            return json.decode((await reader.readline()).removeprefix(b"INFO "), type=ServerInfo)
        finally:
            writer.close()


async def _measure_latency(client: Any) -> float:
    """Measure the milliseconds in which a message to oneself comes back over the bus."""
    received: asyncio.Queue[bytes] = asyncio.Queue()

    async def receive(message: object) -> None:
        received.put_nowait(b"")

    subject = client.new_inbox()
    await client.subscribe(subject, cb=receive)
    await client.flush()
    times_ms = []
    for _ in range(_SAMPLES):
        started = time.perf_counter()
        await client.publish(subject, b"?")
        await asyncio.wait_for(received.get(), _TIMEOUT_S)
        times_ms.append((time.perf_counter() - started) * 1000)
    return median(times_ms)


async def _node_status(client: Any, subject: str) -> NodeStatus | None:
    from nats.errors import Error

    with suppress(Error, TimeoutError, DecodeError, ValidationError):
        return decode_status((await client.request(subject, b"?", timeout=_TIMEOUT_S)).data)
    return None


def _host_and_port(url: str) -> str:
    """Return host and port of a bus URL, without credentials."""
    return url.partition("://")[2].rpartition("@")[2] or url
