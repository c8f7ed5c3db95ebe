"""Capacity model: resources for a room of so many seated players, and a queue simulation of node failures.

Costs were measured (`python -m benchmarks.node_costs`); the behaviour of players and the throughput of the
database are assumptions, marked as such. Everything else is arithmetic. The simulation runs a node at those
rates, with its waits for the database, kills a fraction of the nodes, and shows how long queues grow while
clients reconnect and the tables of dead nodes are taken over. The bus is not modelled as a queue: it is far
from busy at every size.

>>> required_resources(Costs(), 1_000).nodes
2
"""

from __future__ import annotations

import random
from math import ceil
from typing import Final, NamedTuple

from hoyle.nodes.doctor.checks import CONNECTIONS
from hoyle.nodes.node_context import LEASE_MS, MAX_ADOPTED


class Costs(NamedTuple):
    """Costs measured with compiled modules on two idle cores, without the database's own machine."""

    action: float = 388e-6
    """CPU seconds of the nodes for one action that another node forwards."""
    viewer: float = 14.3e-6
    """CPU seconds for each spectator of an action."""
    edge: float = 19e-6
    """CPU seconds of an edge for one frame to one client."""
    idle_socket: float = 34_000.0
    """Bytes of memory of edge and room."""
    table: float = 52_000.0
    """Bytes of memory of a table that is being played."""
    program: float = 90e6
    """Bytes of memory of an idle node's processes."""
    take_over: float = 1.9e-3
    """CPU seconds to take over one of many tables."""
    connect: float = 1.25e-3
    """CPU seconds of edge and room to log a client in and send its table."""
    bus: float = 8_390.0
    """Bytes over the bus for one forwarded action, with all clients on other nodes."""
    records: float = 1.4
    """For each action."""
    record: float = 734.0
    """Bytes in PostgreSQL with index, ledger and everything else."""
    checkpoint: float = 3_410.0
    """Bytes, once in twenty rounds."""
    commit: float = 3e-3
    """Seconds of a commit over a network to a shared disk; assumed."""
    question: float = 0.5e-3
    """Seconds of a query's round trip over a network; assumed."""
    connection: float = 6.4e6
    """Bytes of memory of a connection at the database."""

    @property
    def take_over_wait(self) -> float:
        """Seconds that a node waits for the database to take over so many tables at once."""
        return 2 * self.commit + 6 * self.question


ACTIONS_PER_SECOND: Final = 0.05
"""Actions per second of one seated player: one decision in twenty seconds."""
PLAYERS_PER_TABLE: Final = 6.0
"""Players at a table."""
SPECTATORS_PER_TABLE: Final = 1.0
"""Spectators at a table."""
MAX_NODE_UTILIZATION: Final = 0.5
"""Average CPU utilization of a node, which leaves headroom for take-overs."""
DATABASE_RECORDS_PER_SECOND: Final = 30_000.0
"""Records per second of one PostgreSQL server; assumed: `python -m benchmarks.store` measures one."""
MAX_DATABASE_UTILIZATION: Final = 0.5
"""Maximum utilization of the database."""
MAX_BATCH: Final = 64
"""Maximum number of commands in one commit."""
RECONNECT_S: Final = 5.0
"""Seconds in which the clients of a dead node reconnect to another; assumed."""
MAX_DEALING_S: Final = 10.0
"""Seconds in which every table deals again when one node dies."""
CACHED_RECORDS_S: Final = 3600.0
"""Seconds whose records are still in the database's memory; assumed."""


class Resources(NamedTuple):
    """Resources for a room of one size."""

    players: int
    tables: int
    actions: float
    nodes: int
    memory: float
    """Bytes of one node."""
    edges: float
    """CPU seconds per second of all edges."""
    records: float
    """A second, of the database."""
    databases: int
    """Servers that the streams are spread over."""
    disk: float
    """Bytes a day."""
    connections: int
    """That all nodes may have open at each database."""
    database_memory: float
    """Bytes, of each database."""
    frames: float
    """A second over the bus, all nodes together."""
    bus: float
    """Bytes a second over the bus."""
    bottleneck: str
    """Bottleneck at that size."""


def required_resources(costs: Costs, players: int) -> Resources:
    """Compute the resources for so many seated players."""
    tables = ceil(players / PLAYERS_PER_TABLE)
    actions = players * ACTIONS_PER_SECOND
    room = actions * (costs.action + SPECTATORS_PER_TABLE * costs.viewer)
    edge = actions * (PLAYERS_PER_TABLE + SPECTATORS_PER_TABLE) * costs.edge
    nodes = max(2, ceil(max(room, edge) / MAX_NODE_UTILIZATION))
    while _dealing_after(costs, tables, nodes) > MAX_DEALING_S:
        nodes += 1
    records = actions * costs.records
    databases = max(1, ceil(records / (DATABASE_RECORDS_PER_SECOND * MAX_DATABASE_UTILIZATION)))
    sockets = players * (1 + SPECTATORS_PER_TABLE / PLAYERS_PER_TABLE) * costs.idle_socket
    memory = costs.program + (tables * costs.table + sockets) / nodes
    connections = nodes * CONNECTIONS
    remote = 1 - 1 / nodes
    cached = records / databases * costs.record * CACHED_RECORDS_S
    disk = (records * costs.record + actions / 500 * costs.checkpoint) * 86_400
    return Resources(
        players=players,
        tables=tables,
        actions=actions,
        nodes=nodes,
        memory=memory,
        edges=edge,
        records=records,
        databases=databases,
        disk=disk,
        connections=connections,
        database_memory=connections * costs.connection + cached,
        frames=actions * (PLAYERS_PER_TABLE + SPECTATORS_PER_TABLE) * remote,
        bus=actions * costs.bus * remote,
        bottleneck=_bottleneck(players, databases),
    )


def _dealing_after(costs: Costs, tables: int, nodes: int) -> float:
    """Seconds after which all tables deal when one node dies, the others half busy with their own."""
    adopted = ceil(tables / nodes / (nodes - 1))
    spent = adopted * costs.take_over + ceil(adopted / MAX_ADOPTED) * costs.take_over_wait
    return LEASE_MS / 1000 + spent / (1 - MAX_NODE_UTILIZATION)


def _bottleneck(players: int, databases: int) -> str:
    if databases > 1:
        return "the one database: streams have to be spread over several"
    if players >= 50_000:
        return "rows that all nodes write: house drop, the room's own stream"
    return "one node's processor, if it has to do the work of two"


class FailureImpact(NamedTuple):
    """Queues of a surviving node before and after others died."""

    queue_before: int
    """Longest queue of commands before the failure."""
    longest_queue: int
    """Longest queue after the failure."""
    adopted: int
    """Number of tables taken over."""
    dealing_after: float
    """Seconds from the failure until all of them were in play again."""
    calm_after: float
    """Seconds until the queue was as short as before; 0 if that did not happen in the simulated time."""


class SurvivingNode:
    """Queue of one surviving node when others die: commands, adopted tables, and clients that reconnect."""

    FAILURE_AT: Final = 10.0
    DETECTED_AT: Final = FAILURE_AT + LEASE_MS / 1000

    def __init__(self, costs: Costs, resources: Resources, dead: int) -> None:
        survivors = max(1, resources.nodes - dead)
        self.costs = costs
        self.load_growth = dead / survivors
        """Part by which its load grows once all its orphans are adopted."""
        self.base_rate = resources.actions / resources.nodes
        self.orphans = resources.tables * dead / resources.nodes / survivors
        """Tables of dead nodes that it adopts."""
        clients = resources.players * (1 + SPECTATORS_PER_TABLE / PLAYERS_PER_TABLE)
        reconnecting = clients * dead / resources.nodes / survivors
        self.reconnect_load = reconnecting * costs.connect / RECONNECT_S
        """Part of its processor that clients of dead nodes take while they reconnect."""
        self.now = 0.0
        self.queue = 0
        self.to_adopt = 0
        self.adopted = 0
        self.blocked_commands = 0.0
        """Commands of players at tables without an owner: each player sends one and waits."""
        self.dealing_after = 0.0

    def rate(self) -> float:
        """Commands per second, with those of the tables adopted so far."""
        return self.base_rate * (1 + self.adopted / max(1, ceil(self.orphans)) * self.load_growth)

    def run_turn(self) -> None:
        """Run one turn of the loop: a batch of commands, then a batch of adoptions."""
        self._detect_orphans()
        batch = min(MAX_BATCH, self.queue)
        busy = batch * (self.costs.action + SPECTATORS_PER_TABLE * self.costs.viewer)
        busy += self.costs.commit if batch else 0.0
        self.queue -= batch
        busy += self._adopt(busy)
        if self.FAILURE_AT <= self.now < self.FAILURE_AT + RECONNECT_S:
            busy /= max(0.05, 1 - self.reconnect_load)
        self.now += max(busy, 1e-3)

    def _detect_orphans(self) -> None:
        if self.now >= self.DETECTED_AT and not self.to_adopt and not self.adopted:
            self.to_adopt = ceil(self.orphans)
        if self.FAILURE_AT <= self.now < self.DETECTED_AT or self.to_adopt:
            sent = min(1.0, PLAYERS_PER_TABLE * ACTIONS_PER_SECOND * (self.now - self.FAILURE_AT))
            self.blocked_commands = max(self.blocked_commands, self.orphans * sent)

    def _adopt(self, busy: float) -> float:
        """Adopt a batch of tables, whose blocked commands arrive; return the seconds it takes."""
        batch = min(MAX_ADOPTED, self.to_adopt)
        if not batch:
            return 0.0
        self.to_adopt -= batch
        self.adopted += batch
        self.queue += ceil(self.blocked_commands * batch / max(1.0, self.orphans))
        seconds = batch * self.costs.take_over + self.costs.take_over_wait
        if not self.to_adopt:
            self.dealing_after = self.now + busy + seconds - self.FAILURE_AT
        return seconds


def simulate_failure(
    costs: Costs, resources: Resources, *, dead: float = 0.0, seed: int = 14, seconds: float = 60.0
) -> FailureImpact:
    """Simulate one surviving node when a fraction of the nodes (at least one) dies."""
    rng = random.Random(f"{resources.players} {seed}")
    node = SurvivingNode(costs, resources, max(1, round(resources.nodes * dead)))
    queue_before, longest_queue, calm_after = 0, 0, 0.0
    next_arrival = rng.expovariate(node.base_rate)
    while node.now < node.FAILURE_AT + seconds:
        node.run_turn()
        while next_arrival <= node.now:
            node.queue += 1
            next_arrival += rng.expovariate(node.rate())
        if node.now < node.FAILURE_AT:
            queue_before = max(queue_before, node.queue)
            continue
        longest_queue = max(longest_queue, node.queue)
        if node.dealing_after and not calm_after and node.queue <= max(1, queue_before):
            calm_after = node.now - node.FAILURE_AT
    return FailureImpact(queue_before, longest_queue, node.adopted, node.dealing_after, calm_after)
