"""Placement of tables on nodes: new ones on the least loaded, orphans by rendezvous hashing.

Every node computes from the same figures; if two disagree for a moment, the store lets only one own a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import ceil, floor
from typing import NamedTuple

from hoyle.storage.lease_rules import NodeRun, StreamOwner, is_held


def eligible_nodes(nodes: Sequence[NodeRun]) -> list[NodeRun]:
    """Return the nodes that get tables: neither partitioned nor draining ones, unless no other is left."""
    live = [node for node in nodes if node.live]
    connected = [node for node in live if not node.isolated]
    return [node for node in connected if not node.draining] or connected or live


def least_loaded(nodes: Sequence[NodeRun], placed: Mapping[str, int] | None = None) -> str:
    """Choose the node for a new table; `placed` counts tables placed on each since the figures were given."""
    added = placed or {}
    best = min(
        eligible_nodes(nodes),
        key=lambda node: (node.load + added.get(node.name, 0), node.people, node.name),
        default=None,
    )
    return "" if best is None else best.name


def adopting_node(stream: str, nodes: Sequence[NodeRun]) -> str:
    """Choose the node that adopts an orphaned table, by rendezvous hashing: the same choice on every node."""
    names = [node.name for node in eligible_nodes(nodes)]
    return max(names, key=lambda name: sha256(f"{stream} {name}".encode()).digest(), default="")


def orphans(holdings: Sequence[StreamOwner], nodes: Sequence[NodeRun]) -> list[str]:
    """Return the streams of tables that no live node owns."""
    return [holding.stream for holding in holdings if not is_held(holding, nodes)]


class HandOver(NamedTuple):
    """Load that a node hands over, and the node that gets it; the default is none."""

    load: int = 0
    receiver: str = ""


def rebalance_plan(nodes: Sequence[NodeRun], name: str) -> HandOver:
    """Plan how much load a node hands over, and to which; a small imbalance is left alone.

    A node above the average gives to the least loaded; several givers give a part each. If all nodes drain,
    none gives: tables would go round for ever.
    """
    giver = next((node for node in nodes if node.name == name and node.live), None)
    receivers = [node for node in eligible_nodes(nodes) if node.name != name and not node.draining]
    if giver is None or not receivers:
        return HandOver()
    receiver = min(receivers, key=lambda node: (node.load, node.name))
    if giver.draining:
        return HandOver(giver.load, receiver.name)
    loads = [node.load for node in (*receivers, giver)]
    average = sum(loads) / len(loads)
    surplus = giver.load - ceil(average)
    deficit = floor(average) - receiver.load
    if surplus < max(1.0, average / 5) or deficit < 1:
        return HandOver()
    givers = sum(load > ceil(average) for load in loads)
    return HandOver(min(surplus, ceil(deficit / givers)), receiver.name)
