"""Liveness of nodes on the bus: which peers are heard, and whether this node is partitioned.

Every node broadcasts at every heartbeat, and receives its own broadcast too if its link to the bus works. It
records in its lease in the store how many nodes it hears. Of two nodes that do not hear each other, the one
that hears fewer is partitioned: it gives up its tables, which no client elsewhere could reach. If no node
hears any other, the bus is down, and every node keeps its tables.

>>> from hoyle.storage.lease_rules import NodeRun
>>> hearing = LivenessTracker("west", steady=lambda: 10_000, patience=4000)
>>> hearing.is_partitioned([NodeRun("east", 1, live=True, nodes_heard=2), NodeRun("west", 2, live=True)])
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

    def __init__(self, name: str, *, steady: Callable[[], int], patience: int) -> None:
        self._name = name
        self._steady = steady
        self._patience = patience
        """Milliseconds that another node must hear more nodes before this one counts as partitioned."""
        self._last_heard: dict[str, int] = {}
        self._since: dict[tuple[str, int], int] = {}
        """Time at which each run of a node was first known."""
        self._worse_since: int | None = None
        self.cut = False
        """Whether this node is partitioned."""

    def record_heartbeat(self, node: str) -> None:
        """Record that a node was heard; this one may hear itself."""
        self._last_heard[node] = self._steady()

    def is_alive(self, node: str) -> bool:
        """Whether a node was heard within the silence timeout."""
        last_heard = self._last_heard.get(node)
        return last_heard is not None and self._steady() - last_heard < SILENCE_TIMEOUT_MS

    def heard(self, nodes: Sequence[NodeRun]) -> list[str]:
        """Live nodes that are heard."""
        return [node.name for node in nodes if node.live and self.is_alive(node.name)]

    def silent(self, nodes: Sequence[NodeRun]) -> set[str]:
        """Live nodes that were not heard although they had time to broadcast."""
        return {
            node.name
            for node in nodes
            if node.live
            and not self.is_alive(node.name)
            and self._steady() - self._since.get((node.name, node.run), self._steady()) >= SILENCE_TIMEOUT_MS
        }

    def is_partitioned(self, nodes: Sequence[NodeRun]) -> bool:
        """Decide at a heartbeat whether this node is partitioned."""
        now = self._steady()
        live = {(node.name, node.run) for node in nodes if node.live}
        self._since = {run: self._since.get(run, now) for run in live}
        mine = len(self.heard(nodes))
        silent = self.silent(nodes)
        # A node that gave up already, or that does not report how many it hears, does not count.
        better = [
            node
            for node in nodes
            if node.name in silent - {self._name}
            and not node.isolated
            and node.nodes_heard >= 1
            and (node.nodes_heard, node.name) > (mine, self._name)
        ]
        if not better:
            self._worse_since, self.cut = None, False
        elif self._worse_since is None:
            self._worse_since = now
        elif now - self._worse_since >= self._patience:
            self.cut = True
        return self.cut

    def begin_anew(self) -> None:
        """Forget all silence after this process was suspended."""
        self._since.clear()
        self._worse_since, self.cut = None, False
