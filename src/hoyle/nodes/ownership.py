"""Table ownership: adoption of orphaned tables, hand-over for load balancing, and quarantine.

The store records the owner of each table under that node's lease; every heartbeat reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hoyle.nodes import node_context, placement
from hoyle.nodes.node_context import NodeContext
from hoyle.nodes.node_gateway import NodeGateway
from hoyle.nodes.placement import HandOver
from hoyle.nodes.table_directory import TableDirectory, TableOwner
from hoyle.room.live_table.live_table import LiveTable
from hoyle.storage.errors import StoreError
from hoyle.storage.lease_rules import NodeRun, StreamOwner, is_held
from hoyle.storage.models import table_number, table_stream


class TableOwnership:
    """Tables of one node: those it adopts, keeps and hands over."""

    def __init__(self, node: NodeContext, directory: TableDirectory, gateway: NodeGateway) -> None:
        self._node = node
        self._directory = directory
        self._gateway = gateway
        self.to_adopt: list[int] = []
        self._batch_size = node_context.MAX_ADOPTED
        """Tables that can be adopted at once without risking the lease of this node."""
        self.adopt_others_from = 0
        """Steady time before which no orphans of other nodes are adopted."""
        self.unannounced: list[int] = []
        """Adopted tables that are not yet announced."""
        self._last_room = node.pipeline.room
        self._hand_over_plan = HandOver()
        """What is still to be handed over."""
        self._handed_over = 0
        """Tables handed over since the last heartbeat."""
        self._draining = False
        self.quarantine_reasons: dict[int, str] = {}
        """Why this node could not read a table."""

    # Owners

    def refresh(self) -> None:
        """Read the owners of all tables at a heartbeat, and decide which tables this node adopts."""
        holdings = self._node.store.holdings()
        self._update_loads(holdings)
        owned: set[int] = set()
        orphans: list[int] = []
        for holding in holdings:
            table = table_number(holding.stream)
            if (holding.owner, holding.run) == (self._node.name, self._node.run):
                owned.add(table)
            elif is_held(holding, self._node.nodes):
                self.record_owner(table, holding.owner, holding.run)
            else:
                self._directory.forget(table)
                if self._should_adopt(holding):
                    orphans.append(table)
        self._drop_tables_except(owned)
        if self._node.liveness.is_partitioned and owned:
            self._node.store.release_streams([table_stream(table) for table in owned])
            owned.clear()
        # During an outage the pipeline reloads its own tables by itself, as soon as it can.
        candidates = [] if self._node.pipeline.trouble else [*owned, *orphans]
        self.to_adopt = sorted(
            (table for table in candidates if table not in self._node.pipeline.room.tables), key=self._adoption_priority
        )

    def _update_loads(self, holdings: Sequence[StreamOwner]) -> None:
        """Update the loads of the nodes, which they reported before these holdings were read."""
        counts = Counter((holding.owner, holding.run) for holding in holdings)
        self._node.nodes = [_with_current_tables(node, counts[node.name, node.run]) for node in self._node.nodes]

    def record_owner(self, table: int, node: str, run: int) -> None:
        """Record the owner of a remote table; clients of this node follow it there."""
        if self._directory.record_owner(table, TableOwner(node, run)):
            self._gateway.forwarder.rewatch(table)
            self._gateway.retry_parked()

    def _drop_tables_except(self, owned: set[int]) -> None:
        """Drop tables that this node no longer owns; their owners are known already."""
        for table in [table for table in self._node.pipeline.room.tables if table not in owned]:
            self._gateway.table_departed(table)
            self._node.pipeline.release_table(table)
            self._gateway.forwarder.rewatch(table)

    def redirect_followers_of_lost_tables(self) -> None:
        """Redirect clients of tables that a reloaded room lacks: another node has adopted them."""
        room = self._node.pipeline.room
        if room is self._last_room or self._node.pipeline.trouble:
            return
        self._last_room = room
        for table in self._gateway.viewers.tables() - room.tables.keys():
            self._gateway.table_departed(table)
            self._gateway.forwarder.rewatch(table)

    # Adoption

    def _should_adopt(self, holding: StreamOwner) -> bool:
        """Return whether this node should adopt an orphan: as its former owner, or chosen by hash."""
        live_nodes = {node.name for node in self._node.nodes if node.live}
        owner_may_return = holding.owner not in ("", self._node.name, *live_nodes)
        if owner_may_return and self._node.steady() < self.adopt_others_from:
            return False
        unable = self._directory.unreadable.nodes_unable_to_read(table_number(holding.stream))
        if holding.owner == self._node.name and self._node.name not in unable:
            return True
        able = [node for node in self._node.nodes if node.name not in unable]
        return placement.adopting_node(holding.stream, able) == self._node.name

    def _adoption_priority(self, table: int) -> tuple[bool, int]:
        """Return the sort key for adoption: tables without seated players, as far as is known, come last."""
        listing = self._node.pipeline.room.state.tables.get(table)
        summary = self._gateway.table_summaries.get(table)
        is_closed = listing is not None and listing.closed
        is_empty = summary is not None and not summary.players
        return is_closed or is_empty, table

    def adopt_batch(self) -> None:
        """Adopt some orphaned tables at a time, so that the clients of this node do not wait."""
        batch, self.to_adopt = self.to_adopt[: self._batch_size], self.to_adopt[self._batch_size :]
        missing = [table for table in batch if table not in self._node.pipeline.room.tables]
        if missing:
            self._adopt(missing)
        if self._node.pipeline.unreadable:
            self._report_unreadable()

    def _adopt(self, tables: Sequence[int]) -> None:
        started = self._node.steady()
        try:
            for table in self._node.pipeline.take_tables(tables):
                self._directory.forget(table)
                self._directory.unreadable.clear(table)
                self.unannounced.append(table)
                self._gateway.transport.deliver(self._gateway.table_arrived(table))
        except StoreError:
            self._node.schedule_heartbeat()  # which decides what can be done
        self._adapt_batch_size(self._node.steady() - started)
        self._gateway.retry_parked()

    def _adapt_batch_size(self, spent_ms: int) -> None:
        """Adapt the batch size to the time that adoption takes, so that the lease is renewed in between."""
        if spent_ms > node_context.HEARTBEAT_INTERVAL_MS // 2:
            self._batch_size = max(1, self._batch_size // 2)
        elif spent_ms < node_context.HEARTBEAT_INTERVAL_MS // 4:
            self._batch_size = min(node_context.MAX_ADOPTED, self._batch_size * 2)

    def _report_unreadable(self) -> None:
        """Report tables that could not be read here, and leave them to other nodes for a while."""
        for table, reason in self._node.pipeline.unreadable.items():
            self.quarantine_reasons[table] = reason
            self._directory.unreadable.add(table, self._node.name, node_context.QUARANTINE_RETRY_MS)
            self._node.operator_notes.append(f"table {table} is set aside: {reason}")
        self._node.pipeline.unreadable.clear()

    # Hand-over

    def plan_rebalance(self) -> None:
        """Decide at a heartbeat how much load to hand over; a draining node starts no new rounds."""
        self._hand_over_plan = placement.rebalance_plan(self._node.nodes, self._node.name)
        self._handed_over = 0
        own = next((node for node in self._node.nodes if node.name == self._node.name), None)
        self._draining = own is not None and own.draining and bool(self._hand_over_plan.receiver)
        self._node.pipeline.room.set_draining(self._draining)

    def hand_over_tables(self) -> None:
        """Hand over tables to the less loaded node, each as soon as its round is over."""
        load, receiver = self._hand_over_plan
        if not receiver or self._node.pipeline.trouble:
            return
        try:
            load_left = self._hand_over(load, receiver)
        except StoreError:
            self._hand_over_plan = HandOver()
            self._node.schedule_heartbeat()  # which reads the owner
        else:
            is_done = load_left <= 0 and not self._draining
            self._hand_over_plan = HandOver() if is_done else HandOver(load_left, receiver)
        if self._draining:
            self._handed_over = 0

    def _hand_over(self, load: int, receiver: str) -> int:
        """Hand over tables to a node until the load is reached; return the load that is left to hand over."""
        run = next((node.run for node in self._node.nodes if node.name == receiver), 0)
        for table, live_table in list(self._node.pipeline.room.tables.items()):
            if self._handed_over >= node_context.MAX_HANDED_OVER:
                break
            weight = table_load(live_table)
            fits = self._draining or weight <= load
            if fits and self._node.pipeline.hand_over_table(table, receiver):
                self._handed_over += 1
                load -= weight
                self.record_owner(table, receiver, run)
                self._gateway.table_departed(table)
                self._gateway.forwarder.rewatch(table)
        return load


def table_load(live_table: LiveTable) -> int:
    """Return the load of a table: one, and one for each seated player."""
    return 0 if live_table.hosting.closed else 1 + len(live_table.seated)


def _with_current_tables(node: NodeRun, tables: int) -> NodeRun:
    """Return a node with the number of tables it has now, and its reported load in proportion."""
    per_table = max(1, node.load // node.tables) if node.tables else 1
    return node._replace(tables=tables, load=max(0, node.load + (tables - node.tables) * per_table))
