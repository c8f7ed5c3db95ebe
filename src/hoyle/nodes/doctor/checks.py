"""Checks of `hoyle doctor`: findings and advice about database, bus, nodes and clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from hoyle.core.validation import pluralize
from hoyle.nodes.bus.fragmentation import MIN_PAYLOAD
from hoyle.nodes.doctor.probes import BusFacts, DatabaseFacts
from hoyle.nodes.messages import PROTOCOL, NodeStatus, is_compatible
from hoyle.storage.lease_rules import NodeRun

OK: Final = "ok"
ADVICE: Final = "advice"
ERROR: Final = "error"

MAX_CLOCK_SKEW_MS: Final = 500
"""Maximum milliseconds between a machine's clock and the database's."""
SLOW_QUERY_MS: Final = 5.0
SLOW_COMMIT_MS: Final = 20.0
SLOW_BUS_MS: Final = 5.0
"""Latency in milliseconds that players notice."""
CONNECTIONS: Final = 10
"""Database connections of one node: writer, readers, auditor."""
MIN_VERSION: Final = 14
DEFAULT_PAYLOAD: Final = 1 << 20
"""Default max_payload of nats-server in bytes."""
MAX_RULES: Final = 5
"""Rules of pg_hba.conf that one finding names."""
SLOW_HEARTBEAT_MS: Final = 3000
"""Milliseconds within which a node must have had a heartbeat, whatever its load."""
NEARER_DATABASE: Final = "put node and database nearer together"
NEARER_BUS: Final = "put nodes and nats-server nearer together"
FASTER_LOG: Final = "give the write-ahead log a disk of its own, or a quicker one"


class Finding(NamedTuple):
    """One finding of the diagnosis, with its severity."""

    level: str
    about: str
    message: str
    change: str = ""
    """Recommended change, if any."""


def examine_database(facts: DatabaseFacts, nodes: int) -> list[Finding]:
    """Return findings about a database that so many nodes share."""
    return [
        *_examine_durability(facts),
        *_examine_capacity(facts, nodes),
        _examine_latency("a question", facts.query_ms, SLOW_QUERY_MS, NEARER_DATABASE),
        _examine_latency("a commit", facts.commit_ms, SLOW_COMMIT_MS, FASTER_LOG),
        _examine_clock(facts.clock_skew_ms),
        *_examine_access(facts),
    ]


def _examine_durability(facts: DatabaseFacts) -> Iterator[Finding]:
    """Yield findings about settings that decide whether an acknowledged commit survives a failure."""
    yield _enabled("fsync", facts.fsync, "a commit that was acknowledged would not survive a crash")
    yield _enabled("full_page_writes", facts.full_page_writes, "a page cut in half by a crash would stay so")
    if facts.synchronous_commit == "off":
        message = "synchronous_commit is off; hoyle sets it for itself, other programs may rely on it"
        change = "ALTER SYSTEM SET synchronous_commit = on"
        yield Finding(ADVICE, "synchronous_commit", message, change)
    else:
        yield Finding(OK, "synchronous_commit", facts.synchronous_commit)
    if facts.standbys and not facts.synchronous_standby_names:
        message = (
            f"{pluralize(facts.standbys, 'standby server')}, none of them synchronous: failing over to one "
            "loses what was acknowledged last"
        )
        change = "set synchronous_standby_names, for instance to 'ANY 1 (*)'"
        yield Finding(ERROR, "standbys", message, change)
    else:
        yield Finding(OK, "standbys", f"{facts.standbys}, {facts.synchronous_standby_names or 'none'}")


def _examine_capacity(facts: DatabaseFacts, nodes: int) -> Iterator[Finding]:
    """Yield findings about the version of the database and its connections."""
    if facts.version < MIN_VERSION:
        message = f"PostgreSQL {facts.version} is no longer supported"
        yield Finding(ADVICE, "version", message, f"run {MIN_VERSION} or newer")
    else:
        yield Finding(OK, "version", f"PostgreSQL {facts.version}")
    needed = max(1, nodes) * CONNECTIONS + 10
    if facts.max_connections < needed:
        message = f"{facts.max_connections} connections for {pluralize(nodes, 'node')}"
        yield Finding(ERROR, "max_connections", message, f"set max_connections to {needed} or more")
    else:
        yield Finding(OK, "max_connections", str(facts.max_connections))


def _examine_clock(skew_ms: float) -> Finding:
    if abs(skew_ms) <= MAX_CLOCK_SKEW_MS:
        return Finding(OK, "clock", f"{skew_ms:+,.0f} ms from the database's")
    relation = "ahead of" if skew_ms > 0 else "behind"
    message = f"this machine is {abs(skew_ms):,.0f} ms {relation} the database"
    return Finding(ADVICE, "clock", message, "run chrony or another time service on both")


def _examine_access(facts: DatabaseFacts) -> Iterator[Finding]:
    """Yield findings about authentication and encryption of the database."""
    if facts.trust:
        rules = "; ".join(facts.trust[:MAX_RULES])
        admitted = "anyone on the network" if facts.remote_trust else "anyone on its machine"
        message = f"pg_hba.conf lets {admitted} in without a password, by trust: {rules}"
        change = "let the method be scram-sha-256, or peer for local, and reload"
        yield Finding(ERROR if facts.remote_trust else ADVICE, "authentication", message, change)
    else:
        yield Finding(OK, "authentication", "no rule says trust")
    if facts.local or facts.encrypted:
        yield Finding(OK, "encryption", "TLS" if facts.encrypted else "on this machine")
    else:
        message = "what passes to the database, hole cards among it, can be read on the way"
        yield Finding(ERROR, "encryption", message, "add ?sslmode=verify-full to its address")


def examine_nodes(nodes: Sequence[NodeRun], orphans: int) -> list[Finding]:
    """Return findings about the nodes that the database knows."""
    live = [node for node in nodes if node.live]
    findings = [finding for node in live for finding in _examine_node(node)]
    if not live:
        change = "start some: hoyle serve --bus-url --database-url"
        return [Finding(ADVICE, "nodes", "none is at work", change)]
    if len(live) == 1:
        message = "only one is at work: if it ends nobody plays"
        findings.append(Finding(ADVICE, "nodes", message, "start a second one"))
    if all(node.draining for node in live):
        message = "all of them drain: no node gets new tables"
        findings.append(Finding(ERROR, "nodes", message, "hoyle room undrain NODE"))
    versions = sorted({node.version for node in live if node.version})
    if len(versions) > 1:
        message = f"run {' and '.join(versions)}"
        findings.append(Finding(ADVICE, "versions", message, "bring all of them to the newest"))
    if orphans:
        message = f"{pluralize(orphans, 'table')} {'has' if orphans == 1 else 'have'} no owner at the moment"
        change = "look again in a few seconds; then check the nodes' logs"
        findings.append(Finding(ADVICE, "tables", message, change))
    return findings


def _examine_node(node: NodeRun) -> Iterator[Finding]:
    """Yield findings about one live node."""
    about = f"node {node.name}"
    people = pluralize(node.people, "person", "people")
    message = f"{pluralize(node.tables, 'table')}, {people}, protocol {node.protocol}"
    message += f", version {node.version}" if node.version else ""
    yield Finding(OK, about, message + (", draining" if node.draining else ""))
    if not is_compatible(node.protocol):
        message = f"protocol {node.protocol} does not work with protocol {PROTOCOL} of this program"
        yield Finding(ERROR, about, message, "upgrade one version at a time")
    if node.isolated:
        message = "is cut off from the others on the bus, and has given its tables up"
        yield Finding(ERROR, about, message, "fix its connection to the bus")


def examine_bus(facts: BusFacts) -> list[Finding]:
    """Return findings about a bus, and about the nodes by the status they report."""
    return [
        _examine_latency("the bus", facts.latency_ms, SLOW_BUS_MS, NEARER_BUS),
        _examine_payload(facts.max_payload),
        *_examine_bus_access(facts),
        *chain.from_iterable(_examine_status(*node) for node in sorted(facts.nodes.items())),
    ]


def _examine_payload(max_payload: int) -> Finding:
    change = "let max_payload of nats-server be 1MB"
    if max_payload < MIN_PAYLOAD:
        message = f"{max_payload:,} bytes: nodes need {MIN_PAYLOAD:,} and do not start"
        return Finding(ERROR, "max_payload", message, change)
    if max_payload < DEFAULT_PAYLOAD:
        message = f"{max_payload:,} bytes: large tables travel in many messages"
        return Finding(ADVICE, "max_payload", message, change)
    return Finding(OK, "max_payload", f"{max_payload:,} bytes")


def _examine_bus_access(facts: BusFacts) -> Iterator[Finding]:
    """Yield findings about authentication and encryption of the bus."""
    if facts.guarded:
        yield Finding(OK, "bus authentication", "credentials are needed")
    else:
        message = "anyone who reaches it can read hole cards and impersonate a node"
        change = "give nats-server an authorization block (deploy/nats.conf), nodes USER:PASSWORD@ in --bus-url"
        yield Finding(ADVICE if facts.local else ERROR, "bus authentication", message, change)
    if facts.encrypted or facts.local:
        yield Finding(OK, "bus encryption", "TLS" if facts.encrypted else "on this machine")
    else:
        change = "give nats-server a tls block, nodes tls:// in --bus-url"
        yield Finding(ERROR, "bus encryption", "hole cards pass there in clear", change)


def _examine_status(name: str, status: NodeStatus | None) -> list[Finding]:
    """Return findings about the status that a node reports over the bus."""
    about = f"{name} on the bus"
    if status is None:
        message = "does not answer there, though its lease lasts: no other node reaches its tables"
        return [Finding(ERROR, about, message, "check its connection to the bus, and its log")]
    findings: list[Finding] = []
    if status.age_ms > SLOW_HEARTBEAT_MS:
        message = f"its last beat was {status.age_ms / 1000:.1f} s ago"
        findings.append(Finding(ERROR, about, message, "look at what keeps it: processor, database"))
    if status.silent_peers:
        message = f"does not hear {', '.join(status.silent_peers)}"
        findings.append(Finding(ERROR, about, message, "fix the link between their servers"))
    if status.outage:
        findings.append(Finding(ERROR, about, status.outage, "check its connection to the database"))
    for table, reason in sorted(status.unreadable_tables.items()):
        message = f"{name} has set it aside: {reason}"
        findings.append(Finding(ERROR, f"table {table}", message, "run hoyle audit"))
    if abs(status.clock_offset_ms) > MAX_CLOCK_SKEW_MS:
        relation = "behind" if status.clock_offset_ms > 0 else "ahead of"
        message = f"its machine is {abs(status.clock_offset_ms):,} ms {relation} the database"
        findings.append(Finding(ADVICE, about, message, "run chrony or another time service there"))
    healthy = f"hears {len(status.live_peers)}, clock {-status.clock_offset_ms:+,} ms"
    return findings or [Finding(OK, about, healthy)]


def _enabled(name: str, value: str, otherwise: str) -> Finding:
    if value == "on":
        return Finding(OK, name, "on")
    return Finding(ERROR, name, f"{value}: {otherwise}", f"ALTER SYSTEM SET {name} = on, then restart")


def _examine_latency(about: str, latency_ms: float, limit_ms: float, change: str) -> Finding:
    message = f"{latency_ms:.1f} ms"
    if latency_ms <= limit_ms:
        return Finding(OK, about, message)
    return Finding(ADVICE, about, f"{message}, over {limit_ms:g}", change)
