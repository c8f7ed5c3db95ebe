"""Failure detector of nodes: which peers are heard on the bus, and whether this node is partitioned.

Every node broadcasts at every heartbeat, and receives its own broadcast too if its link to the bus works. It
records in its lease in the store how many nodes it hears. Of two nodes that do not hear each other, the one
that hears fewer is partitioned: it gives up its tables, which no client elsewhere could reach. If no node
hears any other, the bus is down, and every node keeps its tables.

>>> from hoyle.storage.lease_rules import NodeRun
>>> liveness = LivenessTracker("west", steady=lambda: 10_000, patience_ms=4000)
>>> liveness.update([NodeRun("east", 1, live=True, nodes_heard=2), NodeRun("west", 2, live=True)])
>>> liveness.is_partitioned
False
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hoyle.storage.lease_rules import NodeRun

SILENCE_TIMEOUT_MS: Final = 3000
"""Milliseconds of silence after which a node is not heard; it broadcasts at every heartbeat."""


class LivenessTracker:
    """Times at which one node last heard each node, and its verdict about itself."""

    def __init__(self, name: str, *, steady: Callable[[], int], patience_ms: int) -> None:
        self._name = name
        self._steady = steady
        self._patience_ms = patience_ms
        """Milliseconds that another node must hear more nodes before this one counts as partitioned."""
        self._last_heard: dict[str, int] = {}
        self._known_since: dict[tuple[str, int], int] = {}
        """Time at which each run of a node was first known."""
        self._outvoted_since: int | None = None
        """Time since which a silent node hears more nodes than this one."""
        self.is_partitioned = False
        """Whether this node is partitioned, as of the last heartbeat."""

    def record_heartbeat(self, node: str) -> None:
        """Record that a node was heard; this one may hear itself."""
        self._last_heard[node] = self._steady()

    def is_alive(self, node: str) -> bool:
        """Return whether a node was heard within the silence timeout."""
        last_heard = self._last_heard.get(node)
        return last_heard is not None and self._steady() - last_heard < SILENCE_TIMEOUT_MS

    def heard(self, nodes: Sequence[NodeRun]) -> list[str]:
        """Return the names of the live nodes that are heard."""
        return [node.name for node in nodes if node.live and self.is_alive(node.name)]

    def silent(self, nodes: Sequence[NodeRun]) -> set[str]:
        """Return the names of live nodes that were not heard although they had time to broadcast."""
        now = self._steady()
        return {
            node.name
            for node in nodes
            if node.live
            and not self.is_alive(node.name)
            and now - self._known_since.get((node.name, node.run), now) >= SILENCE_TIMEOUT_MS
        }

    def update(self, nodes: Sequence[NodeRun]) -> None:
        """Decide at a heartbeat whether this node is partitioned."""
        now = self._steady()
        live_runs = {(node.name, node.run) for node in nodes if node.live}
        self._known_since = {run: self._known_since.get(run, now) for run in live_runs}
        if not self._is_outvoted(nodes):
            self._outvoted_since, self.is_partitioned = None, False
        elif self._outvoted_since is None:
            self._outvoted_since = now
        elif now - self._outvoted_since >= self._patience_ms:
            self.is_partitioned = True

    def _is_outvoted(self, nodes: Sequence[NodeRun]) -> bool:
        """Return whether a silent node hears more nodes than this one; of equals, the later name stays.

        A node that gave up already, or that does not report how many it hears, does not count.
        """
        own_vote = (len(self.heard(nodes)), self._name)
        silent_peers = self.silent(nodes) - {self._name}
        return any(
            node.name in silent_peers
            and not node.isolated
            and node.nodes_heard >= 1
            and (node.nodes_heard, node.name) > own_vote
            for node in nodes
        )

    def reset(self) -> None:
        """Forget how long nodes were silent, after this process was suspended."""
        self._known_since.clear()
        self._outvoted_since, self.is_partitioned = None, False
