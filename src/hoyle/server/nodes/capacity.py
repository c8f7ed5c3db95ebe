"""The capacity model: what a room of so many seated players needs, and a simulation that replays it.

Costs of actions, viewers, records and take-overs are measured (`python -m benchmarks.node_costs`) and stand
here as they were; the others are assumed, and say so. Everything else follows by arithmetic. The simulation
lets a node work off what comes to it at those rates, kills a part of the nodes, and shows how long queues
grow while the tables of the dead are taken up.

>>> need(Costs(), 1_000).nodes
2
"""

from __future__ import annotations

import random
from collections import deque
from math import ceil
from typing import Final, NamedTuple

from hoyle.server.nodes.node import BEAT, LEASE, MOST_ADOPTED


class Costs(NamedTuple):
    """As plain Python on a crowded machine; compiled modules cost less."""

    action: float = 864e-6
    """Seconds of a node's processor for one action, passed on from another node."""
    viewer: float = 12e-6
    """For each onlooker of it."""
    edge: float = 60e-6
    """Seconds of an edge's processor for one frame to one client; assumed."""
    idle_socket: float = 35_000.0
    """Bytes of memory; assumed."""
    table: float = 600_000.0
    """Bytes of memory of a table that is being played; assumed."""
    take_over: float = 45e-3
    """Seconds of the processor to take one table up."""
    records: float = 1.4
    """For each action."""
    record: float = 900.0
    """Bytes on disk: 520 measured, the rest is what indexes and ledger are assumed to take."""
    checkpoint: float = 6_000.0
    """Bytes, once in twenty rounds; assumed."""


ACTIONS: Final = 0.05
"""Actions of one seated player in a second: a decision in twenty seconds."""
SEATED: Final = 6.0
"""Players at a table."""
VIEWERS: Final = 1.0
"""Onlookers at a table."""
BUSY: Final = 0.5
"""How busy a node's processor may be on average, so that take-overs find room."""
ENTRIES: Final = 30_000.0
"""Records a second that one PostgreSQL takes from one writer; from many it may be fewer."""
DATABASE: Final = 0.5
"""How busy it may be."""
GROUP: Final = 64
"""Commands that one commit takes at most."""
COMMIT: Final = 3e-3
"""Seconds that a commit takes."""


class Need(NamedTuple):
    """What a room of one size needs."""

    players: int
    tables: int
    actions: float
    nodes: int
    memory: float
    """Bytes of one node."""
    records: float
    """A second, of the database."""
    databases: int
    """Servers that the streams are spread over."""
    disk: float
    """Bytes a day."""
    frames: float
    """A second over the bus, all nodes together."""
    first: str
    """What gives way first at that size."""


def need(costs: Costs, players: int) -> Need:
    """What so many seated players need."""
    tables = ceil(players / SEATED)
    actions = players * ACTIONS
    room = actions * (costs.action + VIEWERS * costs.viewer)
    edge = actions * (SEATED + VIEWERS) * costs.edge
    nodes = max(2, ceil(max(room, edge) / BUSY))
    records = actions * costs.records
    databases = max(1, ceil(records / (ENTRIES * DATABASE)))
    memory = (tables * costs.table + players * (1 + VIEWERS / SEATED) * costs.idle_socket) / nodes
    disk = (records * costs.record + actions / 500 * costs.checkpoint) * 86_400
    return Need(
        players=players,
        tables=tables,
        actions=actions,
        nodes=nodes,
        memory=memory,
        records=records,
        databases=databases,
        disk=disk,
        frames=actions * (SEATED + VIEWERS) * (1 - 1 / nodes),
        first=_first(players, databases),
    )


def _first(players: int, databases: int) -> str:
    if databases > 1:
        return "the one database: streams have to be spread over several"
    if players >= 50_000:
        return "rows that all nodes write: house drop, the room's own stream"
    return "one node's processor, if it has to do the work of two"


class Storm(NamedTuple):
    """What a node that is left went through when others died."""

    queue: int
    """Commands that waited at most while all was well."""
    longest: int
    """And at most after the others died."""
    adopted: int
    """Tables that it took up."""
    dealing: float
    """Seconds from the death until all of them were played at again."""
    calm: float
    """Seconds until nothing waited longer than before; 0: it never came to that in the time looked at."""


def storm(costs: Costs, need_: Need, *, dead: float = 0.0, seed: int = 14, seconds: float = 60.0) -> Storm:
    """Replay one node that is left, at its rates, when a part of the nodes dies (at least one of them)."""
    rng = random.Random(f"{need_.players} {seed}")
    gone = max(1, round(need_.nodes * dead))
    left = max(1, need_.nodes - gone)
    rate = need_.actions / need_.nodes
    share = need_.tables * gone / need_.nodes / left
    waiting: deque[float] = deque()
    dies, sees = 10.0, 10.0 + (LEASE + BEAT) / 1000
    to_adopt, adopted, kept_back = 0, 0, 0.0
    now, queue, longest, dealing, calm = 0.0, 0, 0, 0.0, 0.0
    next_ = rng.expovariate(rate)
    while now < dies + seconds:
        if now >= sees and not to_adopt and not adopted:
            to_adopt = ceil(share)
        if dies <= now < sees or to_adopt:
            # Whoever plays at a table of the dead sends once, and waits.
            kept_back = max(kept_back, share * min(1.0, SEATED * ACTIONS * (now - dies)))
        busy = COMMIT if waiting else 0.0
        for _ in range(min(GROUP, len(waiting))):
            waiting.popleft()
            busy += costs.action + VIEWERS * costs.viewer
        some = min(MOST_ADOPTED, to_adopt)
        if some:
            to_adopt -= some
            adopted += some
            busy += some * costs.take_over
            waiting.extend([now] * ceil(kept_back * some / max(1.0, share)))
            if not to_adopt:
                dealing = now + busy - dies
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
