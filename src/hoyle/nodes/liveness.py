"""Liveness of nodes on the bus: which peers are heard, and whether this node is partitioned.

Every node says something at every beat, which comes back to itself too where its line to the bus is whole.
How many it hears stands with its lease in the store, where all can read it. Of two that do not hear each
other the one that hears fewer is cut off: it gives its tables up, for nobody elsewhere can play at them.
Where nobody hears anybody the bus is down, and everybody keeps what he has.

>>> from hoyle.storage.lease_rules import NodeRun
>>> hearing = LivenessTracker("west", steady=lambda: 10_000, patience=4000)
>>> hearing.is_partitioned([NodeRun("east", 1, live=True, heard=2), NodeRun("west", 2, live=True)])
False
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hoyle.storage.lease_rules import NodeRun

SILENCE_TIMEOUT_MS: Final = 3000
"""Milliseconds without a word after which a node is not heard; at every beat it says one."""


class LivenessTracker:
    """What one node has heard, and when."""

    def __init__(self, name: str, *, steady: Callable[[], int], patience: int) -> None:
        self._name = name
        self._steady = steady
        self._patience = patience
        """Milliseconds that others hear more before this one counts as cut off."""
        self._at: dict[str, int] = {}
        self._since: dict[tuple[str, int], int] = {}
        """When a run of a node was known first."""
        self._worse_since: int | None = None
        self.cut = False
        """Whether this node is cut off."""

    def record_heartbeat(self, node: str) -> None:
        """Something was heard of a node, or of this one itself."""
        self._at[node] = self._steady()

    def is_alive(self, node: str) -> bool:
        """Whether a node was heard a moment ago."""
        at = self._at.get(node)
        return at is not None and self._steady() - at < SILENCE_TIMEOUT_MS

    def heard(self, nodes: Sequence[NodeRun]) -> list[str]:
        """Who is heard of those at work."""
        return [node.name for node in nodes if node.live and self.is_alive(node.name)]

    def silent(self, nodes: Sequence[NodeRun]) -> set[str]:
        """Who is at work and yet was not heard, though there was time for it."""
        return {
            node.name
            for node in nodes
            if node.live
            and not self.is_alive(node.name)
            and self._steady() - self._since.get((node.name, node.run), self._steady()) >= SILENCE_TIMEOUT_MS
        }

    def is_partitioned(self, nodes: Sequence[NodeRun]) -> bool:
        """At a beat: whether this node is cut off."""
        now = self._steady()
        live = {(node.name, node.run) for node in nodes if node.live}
        self._since = {each: self._since.get(each, now) for each in live}
        mine = len(self.heard(nodes))
        silent = self.silent(nodes)
        # One that gave up already, or that says nothing of what it hears, is no measure.
        better = [
            node
            for node in nodes
            if node.name in silent - {self._name}
            and not node.cut
            and node.heard >= 1
            and (node.heard, node.name) > (mine, self._name)
        ]
        if not better:
            self._worse_since, self.cut = None, False
        elif self._worse_since is None:
            self._worse_since = now
        elif now - self._worse_since >= self._patience:
            self.cut = True
        return self.cut

    def begin_anew(self) -> None:
        """It slept: what was not heard meanwhile says nothing."""
        self._since.clear()
        self._worse_since, self.cut = None, False
