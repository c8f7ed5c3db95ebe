"""Lease rules: which node run may join, and which may take a stream, without a database.

A node has a lease that it renews; a stream belongs to one run of one node. While that run's lease lasts
nobody else takes the stream; when it has ended, or the node has said goodbye, anybody may. Taking a stream
raises its epoch, and an append names its epoch, so whoever had it before can write to it no more.

>>> east, west = NodeRun("east", 1, live=True), NodeRun("west", 2, live=False)
>>> held = [StreamOwner("table 1", "east", 1), StreamOwner("table 2", "west", 2), StreamOwner("table 3")]
>>> [each.stream for each in held if may_take(each, [east, west], "north", 3)]
['table 2', 'table 3']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class NodeRun(NamedTuple):
    """One run of a node as the store knows it."""

    name: str
    run: int
    """Given at each start, above every one before it."""
    live: bool
    """Whether its lease lasts, by the store's own clock."""
    ended: int = 0
    """Milliseconds since its lease ended; 0 while it lasts."""
    left: int = 0
    """Milliseconds until it ends, if it is not renewed; 0 once it has."""
    address: str = ""
    """Where people reach it."""
    protocol: int = 0
    """What it speaks with other nodes."""
    tables: int = 0
    people: int = 0
    draining: bool = False
    """It gives its tables away between hands and gets no new ones."""
    heard: int = -1
    """How many nodes it hears on the bus, itself among them; below zero where it does not say."""
    cut: bool = False
    """It is cut off from the others and has given its tables up."""
    version: str = ""
    """Of its program."""
    load: int = 0
    """How much there is to do at its tables: one for each, and one for each player there."""


class StreamOwner(NamedTuple):
    """A stream and whose it is."""

    stream: str
    owner: str = ""
    """Nobody's where empty."""
    run: int = 0


def is_held(holding: StreamOwner, nodes: Sequence[NodeRun]) -> bool:
    """Whether a stream belongs to a run whose lease lasts."""
    return any(node.live and (node.name, node.run) == holding[1:] for node in nodes)


def may_take(holding: StreamOwner, nodes: Sequence[NodeRun], name: str, run: int) -> bool:
    """Whether a run of a node may take a stream: it is nobody's, its own, or of a lease that has ended."""
    return (holding.owner, holding.run) == (name, run) or not is_held(holding, nodes)


def may_join(nodes: Sequence[NodeRun], name: str) -> bool:
    """Whether a node may begin a new run: two that go by one name would never know of each other."""
    return not any(node.live and node.name == name for node in nodes)


def next_run(nodes: Sequence[NodeRun]) -> int:
    """The number of a new run."""
    return max((node.run for node in nodes), default=0) + 1
