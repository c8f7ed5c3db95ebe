"""Placement of tables on nodes: new ones on the least loaded, orphans spread over the survivors.

Every node reckons by the same figures, and where two disagree for a moment the store decides: a table is
taken once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import ceil, floor

from hoyle.storage.lease_rules import NodeRun, StreamOwner, is_held


def eligible_nodes(nodes: Sequence[NodeRun]) -> list[NodeRun]:
    """Nodes that get tables: all that hear the others and do not drain, unless nobody else is left."""
    live = [node for node in nodes if node.live]
    hearing = [node for node in live if not node.cut]
    return [node for node in hearing if not node.draining] or hearing or live


def least_loaded(nodes: Sequence[NodeRun], placed: Mapping[str, int] | None = None) -> str:
    """Where a new table goes; `placed` are those that went there since the figures were given."""
    more = placed or {}
    found = min(
        eligible_nodes(nodes),
        key=lambda node: (node.load + more.get(node.name, 0), node.people, node.name),
        default=None,
    )
    return "" if found is None else found.name


def adopting_node(stream: str, nodes: Sequence[NodeRun]) -> str:
    """Who takes a table that nobody has: the same answer everywhere, and each node gets its share."""
    names = [node.name for node in eligible_nodes(nodes)]
    return max(names, key=lambda name: sha256(f"{stream} {name}".encode()).digest(), default="")


def orphans(holdings: Sequence[StreamOwner], nodes: Sequence[NodeRun]) -> list[str]:
    """Tables that nobody at work has."""
    return [each.stream for each in holdings if not is_held(each, nodes)]


def rebalance_plan(nodes: Sequence[NodeRun], name: str) -> tuple[int, str]:
    """How much a node should give away, and to whom; a little too much is left where it is.

    Whoever has more than his share gives to who has least; several that give at once give a part each. Where
    all of them drain nobody gives: tables would go round for ever.
    """
    me = next((node for node in nodes if node.name == name and node.live), None)
    others = [node for node in eligible_nodes(nodes) if node.name != name and not node.draining]
    if me is None or not others:
        return 0, ""
    to = min(others, key=lambda node: (node.load, node.name))
    if me.draining:
        return me.load, to.name
    all_ = [*others, me]
    share = sum(node.load for node in all_) / len(all_)
    too_much = me.load - ceil(share)
    too_little = floor(share) - to.load
    if too_much < max(1.0, share / 5) or too_little < 1:
        return 0, ""
    givers = sum(node.load > ceil(share) for node in all_)
    return min(too_much, ceil(too_little / givers)), to.name
