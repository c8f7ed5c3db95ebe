"""Lease rules: which node run may join, and which may take a stream, without a database.

A node renews its lease; a stream belongs to one run of one node. While that run's lease lasts no other node
takes the stream; once it has ended, any node may. Taking a stream raises its epoch, and every append names
its epoch (a fencing token), so the former owner can no longer write to it.

>>> east, west = NodeRun("east", 1, live=True), NodeRun("west", 2, live=False)
>>> owners = [StreamOwner("table 1", "east", 1), StreamOwner("table 2", "west", 2), StreamOwner("table 3")]
>>> [owner.stream for owner in owners if may_take(owner, [east, west], "north", 3)]
['table 2', 'table 3']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class NodeRun(NamedTuple):
    """Run of a node as the store knows it: lease, address, load and version."""

    name: str
    run: int
    """Number given at each start, higher than every one before."""
    live: bool
    """Whether its lease lasts, by the store's own clock."""
    ended_ms_ago: int = 0
    """Milliseconds since its lease ended; 0 while it lasts."""
    lease_left_ms: int = 0
    """Milliseconds until its lease ends, if it is not renewed; 0 once it has."""
    address: str = ""
    """URL at which clients reach it."""
    protocol: int = 0
    """Version of the protocol between nodes."""
    tables: int = 0
    people: int = 0
    draining: bool = False
    """Whether it hands its tables over between rounds and gets no new ones."""
    nodes_heard: int = -1
    """Number of nodes that it hears on the bus, itself included; negative if it does not report it."""
    isolated: bool = False
    """Whether it is partitioned from the other nodes and has given up its tables."""
    version: str = ""
    """Version of its program."""
    load: int = 0
    """Load of its tables: one for each, and one for each seated player."""


class StreamOwner(NamedTuple):
    """Stream with the node run that owns it."""

    stream: str
    owner: str = ""
    """Name of the owning node; empty if there is none."""
    run: int = 0


def is_held(holding: StreamOwner, nodes: Sequence[NodeRun]) -> bool:
    """Whether a stream belongs to a run whose lease lasts."""
    return any(node.live and (node.name, node.run) == holding[1:] for node in nodes)


def may_take(holding: StreamOwner, nodes: Sequence[NodeRun], name: str, run: int) -> bool:
    """Whether a run of a node may take a stream: it is free, its own, or of a lease that has ended."""
    return (holding.owner, holding.run) == (name, run) or not is_held(holding, nodes)


def may_join(nodes: Sequence[NodeRun], name: str) -> bool:
    """Whether a node may start a new run: two live nodes must not share a name."""
    return not any(node.live and node.name == name for node in nodes)


def next_run(nodes: Sequence[NodeRun]) -> int:
    """Return the number of the next run of any node."""
    return max((node.run for node in nodes), default=0) + 1
