"""Table ownership: which tables this node holds, adopts, hands over or quarantines.

The store records the owner of each table; this is what was read at the last heartbeat and heard since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle.nodes import placement, timeouts
from hoyle.nodes.quarantine import QuarantineReports
from hoyle.room.live_table.live_table import LiveTable
from hoyle.storage.errors import StoreError
from hoyle.storage.lease_rules import NodeRun, StreamOwner, is_held
from hoyle.storage.models import table_stream

if TYPE_CHECKING:
    from hoyle.nodes.node import Node


class TableOwnership:
    """Tables of one node, and the known owners of the others."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self.where: dict[int, tuple[str, int]] = {}
        """Owner of each remote table: the node and its run."""
        self.to_adopt: list[int] = []
        self._batch_size = timeouts.MAX_ADOPTED
        """Tables that can be adopted at once without risking the lease of this node."""
        self.others_from = 0
        """Steady time before which no orphans of other nodes are adopted."""
        self.taken: list[int] = []
        """Adopted tables that are not yet announced."""
        self._seen_room = node.desk.room
        self._handing_over = (0, "")
        """Load to hand over, and the node that gets it."""
        self._moved = 0
        """Tables handed over since the last heartbeat."""
        self._draining = False
        self.unreadable = QuarantineReports(node.steady)
        self.why_aside: dict[int, str] = {}

    def refresh(self) -> None:
        holdings = self._node.store.holdings()
        # The load that nodes reported is older than these holdings.
        counts = Counter((holding.owner, holding.run) for holding in holdings)
        self._node.nodes = [
            _with_current_tables(node, counts[node.name, node.run]) for node in self._node.nodes
        ]
        mine: set[int] = set()
        orphans: list[int] = []
        names = {node.name for node in self._node.nodes if node.live}
        for holding in holdings:
            number = int(holding.stream.removeprefix("table "))
            if (holding.owner, holding.run) == (self._node.name, self._node.run):
                mine.add(number)
            elif is_held(holding, self._node.nodes):
                self.is_at(number, holding.owner, holding.run)
            else:
                self.where.pop(number, None)
                patient = (
                    holding.owner not in ("", self._node.name, *names)
                    and self._node.steady() < self.others_from
                )
                if not patient and self._falls_here(holding):
                    orphans.append(number)
        for number in [table for table in self._node.desk.room.tables if table not in mine]:
            self._node.service.table_departed(number)
            self._node.desk.release_table(number)
            # Its owner was found above, before clients here had to follow it there.
            self._node.passing.rewatch(number)
        if self._node.hearing.cut and mine:
            self._node.store.release_streams([table_stream(number) for number in mine])
            mine.clear()
        # A discarded room adopts its own tables by itself, as soon as it can.
        candidates = [] if self._node.desk.trouble else [*mine, *orphans]
        self.to_adopt = sorted(
            (table for table in candidates if table not in self._node.desk.room.tables),
            key=self._adoption_priority,
        )

    def _adoption_priority(self, table: int) -> tuple[bool, int]:
        """Sort key for adoption: tables without seated players, as far as is known, come last."""
        card, sight = self._node.desk.room.state.tables.get(table), self._node.service.sights.get(table)
        closed = card is not None and card.closed
        return closed or (sight is not None and not sight.people), table

    def _falls_here(self, holding: StreamOwner) -> bool:
        """Whether this node should adopt an orphan: as its former owner, or by hash among the able nodes."""
        unable = self.unreadable.by(int(holding.stream.removeprefix("table ")))
        if holding.owner == self._node.name and self._node.name not in unable:
            return True
        able = [node for node in self._node.nodes if node.name not in unable]
        return placement.adopting_node(holding.stream, able) == self._node.name

    def is_quarantined(self, table: int) -> bool:
        """Whether no eligible node can read a table."""
        if table in self.where or table in self._node.desk.room.tables:
            return False
        return {node.name for node in placement.eligible_nodes(self._node.nodes)} <= self.unreadable.by(table)

    def _report_unreadable(self) -> None:
        """Report tables that could not be read here, and leave them to other nodes for a while."""
        for table, why in self._node.desk.aside.items():
            self.why_aside[table] = why
            self.unreadable.note(table, self._node.name, timeouts.QUARANTINE_RETRY_MS)
            self._node.notes.append(f"table {table} is set aside: {why}")
        self._node.desk.aside.clear()

    def notice_lost(self) -> None:
        """Redirect clients of tables that a resumed room lacks: another node has adopted them."""
        room = self._node.desk.room
        if room is self._seen_room or self._node.desk.trouble:
            return
        self._seen_room = room
        for number in self._node.service.viewers.tables() - room.tables.keys():
            self._node.service.table_departed(number)
            self._node.passing.rewatch(number)

    def adopt_batch(self) -> None:
        """Adopt some orphaned tables at a time, so that the clients of this node do not wait."""
        some, self.to_adopt = self.to_adopt[: self._batch_size], self.to_adopt[self._batch_size :]
        missing = [number for number in some if number not in self._node.desk.room.tables]
        if missing:
            self._adopt(missing)
        if self._node.desk.aside:
            self._report_unreadable()

    def _adopt(self, missing: Sequence[int]) -> None:
        begun = self._node.steady()
        try:
            for number in self._node.desk.take_tables(missing):
                self.where.pop(number, None)
                self.unreadable.was_read(number)
                self.taken.append(number)
                self._node.deliver(self._node.service.table_arrived(number))
        except StoreError:
            self._node.schedule_heartbeat()  # which decides what can be done
        self._adapt_batch_size(self._node.steady() - begun)
        self._node.passing.retry()

    def _adapt_batch_size(self, spent: int) -> None:
        """Adapt the batch size to the time that adoption takes, so that the lease is renewed in between."""
        if spent > timeouts.HEARTBEAT_INTERVAL_MS // 2:
            self._batch_size = max(1, self._batch_size // 2)
        elif spent < timeouts.HEARTBEAT_INTERVAL_MS // 4:
            self._batch_size = min(timeouts.MAX_ADOPTED, self._batch_size * 2)

    def plan_rebalance(self) -> None:
        """Decide at a heartbeat how much load to hand over; a draining node starts no new rounds."""
        self._handing_over = placement.rebalance_plan(self._node.nodes, self._node.name)
        self._moved = 0
        me = next((node for node in self._node.nodes if node.name == self._node.name), None)
        self._draining = me is not None and me.draining and bool(self._handing_over[1])
        self._node.desk.room.set_draining(self._draining)

    def hand_over_tables(self) -> None:
        """Hand over tables to the less loaded node, each as soon as its round is over."""
        load, to = self._handing_over
        if not to or self._node.desk.trouble:
            return
        run = next((node.run for node in self._node.nodes if node.name == to), 0)
        try:
            for number, hosted in list(self._node.desk.room.tables.items()):
                if self._moved >= timeouts.MAX_MOVED:
                    break
                weight = table_load(hosted)
                if (self._draining or weight <= load) and self._node.desk.hand_over_table(number, to):
                    self._moved += 1
                    load -= weight
                    self.is_at(number, to, run)
                    self._node.service.table_departed(number)
                    self._node.passing.rewatch(number)
        except StoreError:
            load, to = 0, ""
            self._node.schedule_heartbeat()  # which reads the owner
        self._handing_over = (load, to) if self._draining or load > 0 else (0, "")
        if self._draining:
            self._moved = 0

    def is_at(self, table: int, node: str, run: int) -> None:
        """Record the owner of a table; clients of this node follow it there."""
        if self.where.get(table) == (node, run) or node == self._node.name:
            return
        if run < self.where.get(table, ("", 0))[1] and node == self.where[table][0]:
            return
        self.where[table] = (node, run)
        self._node.passing.rewatch(table)
        self._node.passing.retry()

    def at(self, name: str) -> set[int]:
        return {table for table, (node, _) in self.where.items() if node == name}


def table_load(hosted: LiveTable) -> int:
    """Load of a table: one, and one for each seated player."""
    return 0 if hosted.hosting.closed else 1 + len(hosted.seated)


def _with_current_tables(node: NodeRun, tables: int) -> NodeRun:
    """Update a node's reported load to the number of tables it has now."""
    per_table = max(1, node.load // node.tables) if node.tables else 1
    return node._replace(tables=tables, load=max(0, node.load + (tables - node.tables) * per_table))
