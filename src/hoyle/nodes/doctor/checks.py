"""Checks of `hoyle doctor`: findings and advice about database, bus, nodes and clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.core.validation import pluralize
from hoyle.nodes.bus.fragmentation import LEAST
from hoyle.nodes.doctor.probes import BusFacts, DatabaseFacts
from hoyle.nodes.messages import PROTOCOL, NodeStatus, is_compatible
from hoyle.storage.lease_rules import NodeRun

OK: Final = "well"
ADVICE: Final = "advice"
WRONG: Final = "wrong"

MAX_CLOCK_SKEW_MS: Final = 500
"""Maximum milliseconds between a machine's clock and the database's."""
SLOW_QUESTION: Final = 5.0
SLOW_COMMIT: Final = 20.0
SLOW_BUS: Final = 5.0
"""Latency in milliseconds that players notice."""
CONNECTIONS: Final = 10
"""Database connections of one node: writer, readers, auditor."""
MIN_VERSION: Final = 14
USUAL_PAYLOAD: Final = 1 << 20
"""Default max_payload of nats-server in bytes."""
MAX_RULES: Final = 5
"""Rules of pg_hba.conf that one finding names."""
SLOW_BEAT: Final = 3000
"""Milliseconds within which a node must have had a heartbeat, whatever its load."""


class Finding(NamedTuple):
    """One finding of the diagnosis, with its severity."""

    level: str
    about: str
    said: str
    change: str = ""
    """Recommended change, if any."""


def examine_database(facts: DatabaseFacts, nodes: int) -> list[Finding]:
    """Findings about a database that so many nodes share."""
    notes = [
        _enabled("fsync", facts.fsync, "a commit that was acknowledged would not survive a crash"),
        _enabled("full_page_writes", facts.full_page_writes, "a page cut in half by a crash would stay so"),
    ]
    if facts.synchronous_commit == "off":
        said = "synchronous_commit is off; hoyle sets it for itself, other programs may rely on it"
        notes.append(Finding(ADVICE, "synchronous_commit", said, "ALTER SYSTEM SET synchronous_commit = on"))
    else:
        notes.append(Finding(OK, "synchronous_commit", facts.synchronous_commit))
    if facts.standbys and not facts.synchronous_standby_names:
        notes.append(
            Finding(
                WRONG,
                "standbys",
                f"{pluralize(facts.standbys, 'standby server')}, none of them synchronous: failing over to "
                "one loses what was acknowledged last",
                "set synchronous_standby_names, for instance to 'ANY 1 (*)'",
            )
        )
    else:
        notes.append(
            Finding(OK, "standbys", f"{facts.standbys}, {facts.synchronous_standby_names or 'none'}")
        )
    if facts.version < MIN_VERSION:
        said = f"PostgreSQL {facts.version} is no longer supported"
        notes.append(Finding(ADVICE, "version", said, f"run {MIN_VERSION} or newer"))
    else:
        notes.append(Finding(OK, "version", f"PostgreSQL {facts.version}"))
    needed = max(1, nodes) * CONNECTIONS + 10
    if facts.max_connections < needed:
        said = f"{facts.max_connections} connections for {pluralize(nodes, 'node')}"
        notes.append(Finding(WRONG, "max_connections", said, f"set max_connections to {needed} or more"))
    else:
        notes.append(Finding(OK, "max_connections", str(facts.max_connections)))
    notes.append(
        _latency("a question", facts.question, SLOW_QUESTION, "put node and database nearer together")
    )
    notes.append(
        _latency(
            "a commit",
            facts.commit,
            SLOW_COMMIT,
            "give the write-ahead log a disk of its own, or a quicker one",
        )
    )
    if abs(facts.skew) > MAX_CLOCK_SKEW_MS:
        where = "ahead of" if facts.skew > 0 else "behind"
        said = f"this machine is {abs(facts.skew):,.0f} ms {where} the database"
        notes.append(Finding(ADVICE, "clock", said, "run chrony or another time service on both"))
    else:
        notes.append(Finding(OK, "clock", f"{facts.skew:+,.0f} ms from the database's"))
    return [*notes, *_examine_access(facts)]


def _examine_access(facts: DatabaseFacts) -> list[Finding]:
    """Findings about authentication and encryption of the database."""
    notes = []
    if facts.trust:
        rules = "; ".join(facts.trust[:MAX_RULES])
        who = "anyone on the network" if facts.remote_trust else "anyone on its machine"
        said = f"pg_hba.conf lets {who} in without a password, by trust: {rules}"
        change = "let the method be scram-sha-256, or peer for local, and reload"
        notes.append(Finding(WRONG if facts.remote_trust else ADVICE, "authentication", said, change))
    else:
        notes.append(Finding(OK, "authentication", "no rule says trust"))
    if facts.local or facts.encrypted:
        notes.append(Finding(OK, "encryption", "TLS" if facts.encrypted else "on this machine"))
    else:
        said = "what passes to the database, hole cards among it, can be read on the way"
        notes.append(Finding(WRONG, "encryption", said, "add ?sslmode=verify-full to its address"))
    return notes


def examine_nodes(nodes: Sequence[NodeRun], orphans: int) -> list[Finding]:
    """Findings about the nodes that the database knows."""
    live = [node for node in nodes if node.live]
    notes = []
    for node in live:
        people = pluralize(node.people, "person", "people")
        said = f"{pluralize(node.tables, 'table')}, {people}, protocol {node.protocol}"
        said += (f", version {node.version}" if node.version else "") + (
            ", draining" if node.draining else ""
        )
        notes.append(Finding(OK, f"node {node.name}", said))
        if not is_compatible(node.protocol):
            far = (
                f"speaks protocol {node.protocol}, this program {PROTOCOL}: they do not understand each other"
            )
            notes.append(Finding(WRONG, f"node {node.name}", far, "upgrade one version at a time"))
        if node.isolated:
            said = "is cut off from the others on the bus, and has given its tables up"
            notes.append(Finding(WRONG, f"node {node.name}", said, "fix its connection to the bus"))
    if not live:
        notes.append(Finding(ADVICE, "nodes", "none is at work", "start some: hoyle serve --bus --database"))
    elif len(live) == 1:
        notes.append(
            Finding(ADVICE, "nodes", "only one is at work: if it ends nobody plays", "start a second one")
        )
    if live and all(node.draining for node in live):
        said = "all of them drain: no node gets new tables"
        notes.append(Finding(WRONG, "nodes", said, "hoyle room undrain NODE"))
    versions = sorted({node.version for node in live if node.version})
    if len(versions) > 1:
        said = f"run {' and '.join(versions)}"
        notes.append(Finding(ADVICE, "versions", said, "bring all of them to the newest"))
    if live and orphans:
        said = f"{pluralize(orphans, 'table')} {'has' if orphans == 1 else 'have'} no owner at the moment"
        notes.append(
            Finding(ADVICE, "tables", said, "look again in a few seconds; then check the nodes' logs")
        )
    return notes


def examine_bus(facts: BusFacts) -> list[Finding]:
    """Findings about a bus, and about the nodes by the status they report."""
    notes = [_latency("the bus", facts.latency, SLOW_BUS, "put nodes and nats-server nearer together")]
    if facts.most < LEAST:
        said = f"{facts.most:,} bytes: nodes need {LEAST:,} and do not start"
        notes.append(Finding(WRONG, "max_payload", said, "let max_payload of nats-server be 1MB"))
    elif facts.most < USUAL_PAYLOAD:
        said = f"{facts.most:,} bytes: large tables travel in many messages"
        notes.append(Finding(ADVICE, "max_payload", said, "let max_payload of nats-server be 1MB"))
    else:
        notes.append(Finding(OK, "max_payload", f"{facts.most:,} bytes"))
    level = ADVICE if facts.local else WRONG
    if not facts.guarded:
        said = "anyone who reaches it can read hole cards and impersonate a node"
        change = "give nats-server an authorization block (deploy/nats.conf), nodes USER:PASSWORD@ in --bus"
        notes.append(Finding(level, "bus authentication", said, change))
    else:
        notes.append(Finding(OK, "bus authentication", "credentials are needed"))
    if not facts.encrypted and not facts.local:
        said = "hole cards pass there in clear"
        notes.append(
            Finding(WRONG, "bus encryption", said, "give nats-server a tls block, nodes tls:// in --bus")
        )
    else:
        notes.append(Finding(OK, "bus encryption", "TLS" if facts.encrypted else "on this machine"))
    for name, how in sorted(facts.nodes.items()):
        notes += _examine_node(name, how)
    return notes


def _examine_node(name: str, how: NodeStatus | None) -> list[Finding]:
    about = f"{name} on the bus"
    if how is None:
        said = "does not answer there, though its lease lasts: no other node reaches its tables"
        return [Finding(WRONG, about, said, "check its connection to the bus, and its log")]
    notes = []
    if how.since > SLOW_BEAT:
        said = f"its last beat was {how.since / 1000:.1f} s ago"
        notes.append(Finding(WRONG, about, said, "look at what keeps it: processor, database"))
    if how.silent:
        notes.append(
            Finding(
                WRONG,
                about,
                f"does not hear {', '.join(how.silent)}",
                "fix the link between their servers",
            )
        )
    if how.trouble:
        notes.append(Finding(WRONG, about, how.trouble, "check its connection to the database"))
    for table, why in sorted(how.unreadable.items()):
        notes.append(Finding(WRONG, f"table {table}", f"{name} has set it aside: {why}", "run hoyle audit"))
    if abs(how.ahead) > MAX_CLOCK_SKEW_MS:
        where = "behind" if how.ahead > 0 else "ahead of"
        said = f"its machine is {abs(how.ahead):,} ms {where} the database"
        notes.append(Finding(ADVICE, about, said, "run chrony or another time service there"))
    return notes or [Finding(OK, about, f"hears {len(how.hears)}, clock {-how.ahead:+,} ms")]


def _enabled(name: str, value: str, otherwise: str) -> Finding:
    if value == "on":
        return Finding(OK, name, "on")
    return Finding(WRONG, name, f"{value}: {otherwise}", f"ALTER SYSTEM SET {name} = on, then restart")


def _latency(what: str, took: float, most: float, change: str) -> Finding:
    said = f"{took:.1f} ms"
    return (
        Finding(OK, what, said) if took <= most else Finding(ADVICE, what, f"{said}, over {most:g}", change)
    )
