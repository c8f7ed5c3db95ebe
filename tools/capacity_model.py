"""Capacity model: resources for a room of so many seated players, and a queue simulation of node failures.

Costs were measured (`python -m benchmarks.node_costs`); the behaviour of players and the throughput of the
database are assumptions, marked as such. Everything else is arithmetic. The simulation runs a node at those
rates, with its waits for the database, kills a fraction of the nodes, and shows how long queues grow while
clients reconnect and the tables of dead nodes are taken over. The bus is not modelled as a queue: it is far
from busy at every size.

>>> need(Costs(), 1_000).nodes
2
"""

from __future__ import annotations

import random
from collections import deque
from math import ceil
from typing import Final, NamedTuple

from hoyle.nodes.doctor.checks import CONNECTIONS
from hoyle.nodes.timeouts import LEASE_MS, MAX_ADOPTED


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
    def taking_up(self) -> float:
        """Seconds that a node waits for the database to take over so many tables at once."""
        return 2 * self.commit + 6 * self.question


ACTIONS: Final = 0.05
"""Actions per second of one seated player: one decision in twenty seconds."""
SEATED: Final = 6.0
"""Players at a table."""
VIEWERS: Final = 1.0
"""Spectators at a table."""
BUSY: Final = 0.5
"""Average CPU utilization of a node, which leaves headroom for take-overs."""
ENTRIES: Final = 30_000.0
"""Records per second of one PostgreSQL server; assumed: `python -m benchmarks.store` measures one."""
DATABASE: Final = 0.5
"""Maximum utilization of the database."""
GROUP: Final = 64
"""Maximum number of commands in one commit."""
COMING_BACK: Final = 5.0
"""Seconds in which the clients of a dead node reconnect to another; assumed."""
AGAIN: Final = 10.0
"""Seconds in which every table deals again when one node dies."""
WARM: Final = 3600.0
"""Seconds whose records are still in the database's memory; assumed."""


class Need(NamedTuple):
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
    first: str
    """Bottleneck at that size."""


def need(costs: Costs, players: int) -> Need:
    """Compute the resources for so many seated players."""
    tables = ceil(players / SEATED)
    actions = players * ACTIONS
    room = actions * (costs.action + VIEWERS * costs.viewer)
    edge = actions * (SEATED + VIEWERS) * costs.edge
    nodes = max(2, ceil(max(room, edge) / BUSY))
    while _dealing(costs, tables, nodes) > AGAIN:
        nodes += 1
    records = actions * costs.records
    databases = max(1, ceil(records / (ENTRIES * DATABASE)))
    sockets = players * (1 + VIEWERS / SEATED) * costs.idle_socket
    memory = costs.program + (tables * costs.table + sockets) / nodes
    connections = nodes * CONNECTIONS
    elsewhere = 1 - 1 / nodes
    disk = (records * costs.record + actions / 500 * costs.checkpoint) * 86_400
    return Need(
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
        database_memory=connections * costs.connection + records / databases * costs.record * WARM,
        frames=actions * (SEATED + VIEWERS) * elsewhere,
        bus=actions * costs.bus * elsewhere,
        first=_first(players, databases),
    )


def _dealing(costs: Costs, tables: int, nodes: int) -> float:
    """Seconds after which all tables deal when one node dies, the others half busy with their own."""
    each = ceil(tables / nodes / (nodes - 1))
    spent = each * costs.take_over + ceil(each / MAX_ADOPTED) * costs.taking_up
    return LEASE_MS / 1000 + spent / (1 - BUSY)


def _first(players: int, databases: int) -> str:
    if databases > 1:
        return "the one database: streams have to be spread over several"
    if players >= 50_000:
        return "rows that all nodes write: house drop, the room's own stream"
    return "one node's processor, if it has to do the work of two"


class Storm(NamedTuple):
    """Queues of a surviving node before and after others died."""

    queue: int
    """Longest queue of commands before the failure."""
    longest: int
    """Longest queue after the failure."""
    adopted: int
    """Number of tables taken over."""
    dealing: float
    """Seconds from the failure until all of them were in play again."""
    calm: float
    """Seconds until the queue was as short as before; 0 if that did not happen in the simulated time."""


def storm(costs: Costs, need_: Need, *, dead: float = 0.0, seed: int = 14, seconds: float = 60.0) -> Storm:
    """Simulate one surviving node when a fraction of the nodes (at least one) dies."""
    rng = random.Random(f"{need_.players} {seed}")
    gone = max(1, round(need_.nodes * dead))
    left = max(1, need_.nodes - gone)
    rate = need_.actions / need_.nodes
    share = need_.tables * gone / need_.nodes / left
    newcomers = need_.players * (1 + VIEWERS / SEATED) * gone / need_.nodes / left
    coming = newcomers * costs.connect / COMING_BACK
    waiting: deque[float] = deque()
    dies, sees = 10.0, 10.0 + LEASE_MS / 1000
    to_adopt, adopted, kept_back = 0, 0, 0.0
    now, queue, longest, dealing, calm = 0.0, 0, 0, 0.0, 0.0
    next_ = rng.expovariate(rate)
    while now < dies + seconds:
        if now >= sees and not to_adopt and not adopted:
            to_adopt = ceil(share)
        if dies <= now < sees or to_adopt:
            # A player at a table of a dead node sends one command and waits.
            kept_back = max(kept_back, share * min(1.0, SEATED * ACTIONS * (now - dies)))
        busy = costs.commit if waiting else 0.0
        for _ in range(min(GROUP, len(waiting))):
            waiting.popleft()
            busy += costs.action + VIEWERS * costs.viewer
        some = min(MAX_ADOPTED, to_adopt)
        if some:
            to_adopt -= some
            adopted += some
            busy += some * costs.take_over + costs.taking_up
            waiting.extend([now] * ceil(kept_back * some / max(1.0, share)))
            if not to_adopt:
                dealing = now + busy - dies
        if dies <= now < dies + COMING_BACK:
            busy /= max(0.05, 1 - coming)
        now += max(busy, 1e-3)
        live = rate * (1 + (adopted / max(1, ceil(share))) * gone / left)
        while next_ <= now:
            waiting.append(next_)
            next_ += rng.expovariate(live)
        if now < dies:
            queue = max(queue, len(waiting))
        else:
            longest = max(longest, len(waiting))
            if dealing and not calm and len(waiting) <= max(1, queue):
                calm = now - dies
    return Storm(queue, longest, adopted, dealing, calm)
