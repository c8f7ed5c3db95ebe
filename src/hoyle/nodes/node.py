"""Node: one member of a multi-node room, with its lease, its heartbeat and its event loop.

It has no thread, socket or clock of its own: `process` handles messages of clients and the bus, `heartbeat`
renews the lease and reads the owners of the tables. The loop of a process runs it, or a simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import DecodeError, ValidationError, structs

from hoyle.nodes import messages as node_messages
from hoyle.nodes.bus.message_bus import Bus
from hoyle.nodes.gossip import Gossip
from hoyle.nodes.messages import PROTOCOL, NodeAnnouncement, NodeStatus
from hoyle.nodes.node_context import FULL_GOSSIP_EVERY_BEATS, HEARTBEAT_INTERVAL_MS, LEASE_MS, NodeContext
from hoyle.nodes.node_gateway import NodeGateway
from hoyle.nodes.ownership import TableOwnership, table_load
from hoyle.nodes.peer_sessions import PeerSessions
from hoyle.nodes.table_directory import TableDirectory
from hoyle.nodes.transport import Transport, is_remote
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.node_pipeline import NodePipeline
from hoyle.server.ipc.messages import Message
from hoyle.storage.errors import LeaseExpired, StoreError, Superseded
from hoyle.storage.sql.sql_store import SqlStore

CUT_OFF: Final = "this node is cut off from the others: come back by another"


class RoomTakenOver(Exception):
    """Error: a single-node process has taken over the room."""


class Node(NodeContext):
    """Node of a room: its context, and the parts that serve clients and talk to other nodes."""

    def __init__(
        self,
        name: str,
        store: SqlStore,
        bus: Bus,
        *,
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        steady: Callable[[], int] | None = None,
        address: str = "",
        version: str = "",
        lease_ms: int = LEASE_MS,
        make_authenticator: Callable[[NodePipeline], Authenticator] = Authenticator,
    ) -> None:
        super().__init__(
            name,
            store,
            bus,
            now=now,
            entropy=entropy,
            steady=steady,
            address=address,
            version=version,
            lease_ms=lease_ms,
        )
        self._fenced_runs: set[int] = set()
        self._retry_lease_at = 0
        """Time before which no expired lease is tried again, lest an outage costs a try at every turn."""
        self.directory = TableDirectory(self)
        self.transport = Transport(self)
        authenticator = make_authenticator(self.pipeline)
        self.gateway = NodeGateway(self, self.directory, self.transport, authenticator=authenticator)
        self.peer_sessions = PeerSessions(self, self.directory, self.transport, self.gateway)
        self.ownership = TableOwnership(self, self.directory, self.gateway)
        self.gossip = Gossip(self, self.directory, self.gateway, self.ownership)
        self._last_status = (self.steady(), self._current_status())
        bus.answer_status_with(self.status)

    # Event loop

    def process(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Run one turn of the node's loop on the messages of local clients; return the messages to them."""
        if not self.has_lease() and self.steady() >= self._retry_lease_at:
            self.heartbeat()  # the process was suspended: first find out whether the lease still holds
        received = [*messages, *self._receive_from_bus()]
        if received:
            self.transport.deliver(
                self.gateway.handle(received, is_bots=lambda client: not is_remote(client) and is_bots(client))
            )
        self.transport.mark_handled()
        if self.steady() >= self.next_heartbeat_at:
            self.heartbeat()
        self.ownership.adopt_batch()
        if self.pipeline.pending_removals:
            self.pipeline.remove_disabled_players()
        self.ownership.hand_over_tables()
        self._run_due_tasks()
        self.ownership.redirect_followers_of_lost_tables()
        self.gossip.announce()
        self.transport.send_queued()
        self.bus.flush()
        self.peer_sessions.close_overloaded()
        outgoing, self.outbox = self.outbox, []
        return outgoing

    def _receive_from_bus(self) -> list[Message]:
        """Apply announcements and packets of other nodes; return their requests to local tables."""
        requests: list[Message] = []
        for received in self.bus.receive():
            try:
                if received.to_all:
                    self.gossip.receive(node_messages.decode_announcement(received.data))
                else:
                    requests += self.peer_sessions.receive(node_messages.decode_packet(received.data))
            except (DecodeError, ValidationError):
                continue
        return requests

    def _run_due_tasks(self) -> None:
        """Run the room's timers and the gateway's periodic tasks that are due."""
        tick_at = self.gateway.next_tick_at()
        if tick_at is not None and tick_at <= self.pipeline.now():
            self.transport.deliver(self.gateway.tick())
            self.ownership.hand_over_tables()
        if not self.gateway.periodic_tasks.due_in():
            self.transport.deliver(self.gateway.run_periodic_tasks())

    def due_in_ms(self) -> float:
        """Return the milliseconds until the next turn of the node's loop is due."""
        if self.ownership.to_adopt:
            return 0.0
        waits = [float(self.next_heartbeat_at - self.steady()), float(self.gateway.periodic_tasks.due_in())]
        tick_at = self.gateway.next_tick_at()
        if tick_at is not None:
            waits.append(tick_at - self.pipeline.now())
        return max(0.0, min(waits))

    # Heartbeat

    def heartbeat(self) -> None:
        """Renew the lease; read the live nodes and the owners of the tables, and adopt orphans."""
        self.next_heartbeat_at = self.steady() + HEARTBEAT_INTERVAL_MS
        self._retry_lease_at = self.steady() + HEARTBEAT_INTERVAL_MS // 4
        self.heartbeats += 1
        try:
            self._renew_lease()
            self._check_partition()
            self.gateway.forwarder.recently_placed.clear()
            self.gateway.people_elsewhere = sum(
                node.people for node in self.nodes if node.live and node.name != self.name
            )
            self.peer_sessions.close_dead()
            self._fence_dead_nodes()
            self.read_room_stream()
            self.ownership.refresh()
            self.ownership.plan_rebalance()
            if self.heartbeats % (2 * FULL_GOSSIP_EVERY_BEATS) == 0:
                self.transport.deliver(self.gateway.wallets_changed(self.gateway.shown_wallets()))
        except LeaseExpired:
            self._rejoin()
        except Superseded as error:
            raise RoomTakenOver(str(error)) from error
        except StoreError:
            return  # the pipeline reports the cause, and the next heartbeat tries again
        self._last_status = (self.steady(), self._current_status())
        self.gateway.retry_parked()

    def _renew_lease(self) -> None:
        """Renew the node's lease, and report its tables, clients and load with it."""
        started = self.steady()
        tables = self.pipeline.room.tables
        nodes = self.store.renew(
            tables=len(tables),
            people=self.gateway.local_client_count(),
            load=sum(table_load(live_table) for live_table in tables.values()),
            nodes_heard=len(self.liveness.heard(self.nodes)),
            isolated=self.liveness.is_partitioned,
        )
        self.apply_renewal(nodes)
        self.lease_renewed_at = started
        # Notice an expiring lease as soon as it expires.
        other_leases_ms = [node.lease_left_ms for node in nodes if node.live and node.name != self.name]
        self.schedule_heartbeat(min(other_leases_ms, default=HEARTBEAT_INTERVAL_MS) + 1)

    def _check_partition(self) -> None:
        """Check whether this node is partitioned; if so, give up its tables and redirect its clients."""
        was_partitioned = self.liveness.is_partitioned
        self.liveness.update(self.nodes)
        if self.liveness.is_partitioned:
            for table in list(self.pipeline.room.tables):
                self.gateway.table_departed(table)
            self.pipeline.release_all_tables()
            self.outbox += self.gateway.redirect_clients(CUT_OFF)
        if was_partitioned != self.liveness.is_partitioned:
            note = CUT_OFF if self.liveness.is_partitioned else "the others are heard again"
            self.operator_notes.append(note)
        self.peer_sessions.update_silent_nodes()

    def _fence_dead_nodes(self) -> None:
        """Fence dead nodes: one suspended in the middle of a commit would keep its tables locked."""
        for node in self.nodes:
            if not node.live and node.run not in self._fenced_runs and node.name != self.name:
                self.store.fence(node.name, node.run)
                self._fenced_runs.add(node.run)

    def _rejoin(self) -> None:
        """Join the room again after the lease expired; other nodes may own the tables by now."""
        for table in sorted(self.pipeline.room.tables.keys() | self.gateway.viewers.tables()):
            self.gateway.table_departed(table)
        self.pipeline.release_all_tables()
        self.peer_sessions.close_all()
        self.directory.owners.clear()
        try:
            self.run = self.join(anew=True)
            self.lease_renewed_at = self.steady()
            self.pipeline.reload_room()
        except StoreError:
            self.store.discard_lease()
            self.schedule_heartbeat(HEARTBEAT_INTERVAL_MS // 4)
            return
        self.liveness.reset()
        # The other nodes may have been suspended as well: each adopts its own tables first.
        self.ownership.adopt_others_from = self.steady() + self.lease_ms
        self.gossip.joining = True
        self.schedule_heartbeat()

    # Status

    def _current_status(self) -> NodeStatus:
        unreadable = self.directory.unreadable.tables_unreadable_by(self.name)
        return NodeStatus(
            node=self.name,
            run=self.run,
            protocol=PROTOCOL,
            version=self.version,
            clock_offset_ms=self.clock_offset_ms,
            live_peers=self.liveness.heard(self.nodes),
            is_partitioned=self.liveness.is_partitioned,
            max_payload=self.bus.max_payload,
            unreadable_tables={table: self.ownership.quarantine_reasons.get(table, "") for table in unreadable},
            outage=self.pipeline.cause,
            silent_peers=sorted(self.liveness.silent(self.nodes)),
        )

    def status(self) -> bytes:
        """Encode the node's status at the last heartbeat and its age; called from the thread of the bus."""
        taken_at, status = self._last_status
        return node_messages.encode(structs.replace(status, age_ms=self.steady() - taken_at))

    def leave(self) -> None:
        """Leave the room: end the lease and release all tables, so that other nodes adopt them at once."""
        self.pipeline.release_all_tables()
        try:
            self.store.end_lease()
        except StoreError:
            return
        announcement = NodeAnnouncement(protocol=PROTOCOL, node=self.name, run=self.run, leaving=True)
        self.bus.broadcast(node_messages.encode(announcement))
        self.bus.flush()
