"""Node: one member of a multi-node room, with its lease, its heartbeat and its gateway.

It has no thread, socket or clock of its own: `process` handles messages of clients and the bus, `heartbeat`
renews the lease and reads the owners of the tables. The loop of a process runs it, or a simulation. `owning`
knows where tables are, `passing` forwards to other nodes, `mail` has the channels to them, `news` announces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import DecodeError, ValidationError, structs

from hoyle.nodes import messages as node_messages
from hoyle.nodes.bus.message_bus import Bus
from hoyle.nodes.forwarding import Forwarder
from hoyle.nodes.gossip import Gossip
from hoyle.nodes.liveness import LivenessTracker
from hoyle.nodes.messages import PROTOCOL, NodeAnnouncement, NodeStatus
from hoyle.nodes.node_gateway import REMOTE, NodeGateway
from hoyle.nodes.ownership import TableOwnership, table_load
from hoyle.nodes.timeouts import FULL_GOSSIP_EVERY_BEATS, HEARTBEAT_INTERVAL_MS, LEASE_MS
from hoyle.nodes.transport import Transport
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.node_pipeline import NodePipeline
from hoyle.server.ipc.messages import ClientResynced, CloseClient, Message, OutgoingFrame, RpcResponse
from hoyle.storage.errors import LeaseExpired, StoreError, Superseded
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.sql.sql_store import SqlStore

CUT_OFF: Final = "this node is cut off from the others: come back by another"


class RoomTakenOver(Exception):
    """Error: a single-node process has taken over the room."""


class Node:
    """Node of a room: gateway, lease, and the parts that talk to other nodes."""

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
        lease: int = LEASE_MS,
        doorman: Callable[[NodePipeline], Authenticator] = Authenticator,
    ) -> None:
        self.name = name
        self.store = store
        self.bus = bus
        self._own_clock = now
        self._ahead = 0
        """Milliseconds that the store's clock is ahead of this machine's: the room has one clock."""
        self.steady = steady or now
        """Monotonic clock in milliseconds, for leases and retransmissions."""
        self.address = address
        self.version = version
        self.lease = lease
        self.hearing = LivenessTracker(name, steady=self.steady, patience=lease)
        self.run = self._join()
        self.renewed = self.steady()
        self._set_clock(store.renew(tables=0, people=0))
        self.desk = NodePipeline(store, now=self.now, entropy=entropy, steady=self.steady)
        self.service = NodeGateway(self.desk, self, doorman=doorman(self.desk))
        self.out: list[Message] = []
        """Messages to local clients at the end of this turn."""
        self._fenced: set[int] = set()
        self.beats = 0
        self._next_beat = 0
        self.owning = TableOwnership(self)
        self.passing = Forwarder(self)
        self.mail = Transport(self)
        self.news = Gossip(self)
        self._last_status = (self.steady(), self._current_status())
        bus.answer_status_with(self.status)
        self.hand_out: Callable[[Sequence[Message]], None] | None = None
        """Sends messages to local clients at once, before the end of the turn."""
        self.notes: list[str] = []
        """Notes for the operator of this node."""

    def now(self) -> int:
        """Time of the room, which is the store's clock."""
        return self._own_clock() + self._ahead

    def _set_clock(self, nodes: list[NodeRun]) -> None:
        self.nodes = nodes
        self._ahead = self.store.time - self._own_clock()

    # The loop

    def process(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Run one turn of the loop on the messages of local clients; return the messages to them."""
        if not self.has_lease():
            self.heartbeat()  # the process was suspended: first find out whether the lease still holds
        remote: list[Message] = []
        for received in self.bus.receive():
            try:
                if received.to_all:
                    self.news.hear(node_messages.read_news(received.data))
                else:
                    remote += self.mail.receive(node_messages.read_packet(received.data))
            except (DecodeError, ValidationError):
                continue
        if messages or remote:
            self.deliver(
                self.service.handle(
                    [*messages, *remote], is_bots=lambda client: client < REMOTE and is_bots(client)
                )
            )
        if self.steady() >= self._next_beat:
            self.heartbeat()
        self.owning.adopt_batch()
        self._remove_disabled()
        self.owning.hand_over_tables()
        due = self.service.next_tick_at()
        if due is not None and due <= self.desk.now():
            self.deliver(self.service.tick())
            self.owning.hand_over_tables()
        if not self.service.caretaker.wait():
            self.deliver(self.service.look_after())
        self.owning.notice_lost()
        self.news.tell()
        self.mail.flush()
        out, self.out = self.out, []
        return out

    def send_on(self) -> None:
        """Send what is only forwarded at once: it need not wait until local commands are on disk."""
        self.mail.post()
        if self.out and self.hand_out is not None:
            out, self.out = self.out, []
            self.hand_out(out)

    def due(self) -> float:
        """Milliseconds until the next turn is due."""
        wait = float(self._next_beat - self.steady())
        for channel_due in self.mail.due():
            wait = min(wait, channel_due - self.steady())
        service_due = self.service.next_tick_at()
        if service_due is not None:
            wait = min(wait, service_due - self.desk.now())
        wait = min(wait, float(self.service.caretaker.wait()))
        return 0.0 if self.owning.to_adopt else max(0.0, wait)

    def deliver(self, messages: Sequence[Message]) -> None:
        """Send each message where its clients are."""
        for message in messages:
            if isinstance(message, OutgoingFrame):
                self._deliver_frame(message)
            elif isinstance(message, (CloseClient, ClientResynced)) and message.client >= REMOTE:
                continue  # its own node handles such a client
            elif isinstance(message, RpcResponse) and message.call >= REMOTE:
                peer = self.mail.peer_at(message.call)
                if peer is not None:
                    peer.said.append(structs.replace(message, call=message.call % REMOTE))
            else:
                self.out.append(message)

    def _deliver_frame(self, message: OutgoingFrame) -> None:
        clients = message.clients
        if not clients or max(clients) < REMOTE:
            self.out.append(message)
            return
        by_peer: dict[int, list[int]] = {}
        for client in clients:
            by_peer.setdefault(client // REMOTE, []).append(client % REMOTE)
        for index, mine in by_peer.items():
            if not index:
                self.out.append(OutgoingFrame(mine, message.data))
                continue
            peer = self.mail.peer_at(index * REMOTE)
            if peer is not None:
                peer.said.append(structs.replace(message, clients=mine))

    # The lease

    def has_lease(self) -> bool:
        """Whether the lease was renewed recently enough for the tables to be this node's."""
        return self.steady() - self.renewed <= self.lease

    def heartbeat(self) -> None:
        """Renew the lease; read the live nodes and the owners of the tables, and adopt orphans."""
        self._next_beat = self.steady() + HEARTBEAT_INTERVAL_MS
        self.beats += 1
        begun = self.steady()
        try:
            local = sum(number < REMOTE for number in self.service.viewers.clients)
            heard = len(self.hearing.heard(self.nodes))
            self._set_clock(
                self.store.renew(
                    tables=len(self.desk.room.tables),
                    people=local,
                    load=sum(table_load(hosted) for hosted in self.desk.room.tables.values()),
                    nodes_heard=heard,
                    isolated=self.hearing.cut,
                )
            )
            self.renewed = begun
            # Notice an expiring lease as soon as it expires.
            left = [node.lease_left_ms for node in self.nodes if node.live and node.name != self.name]
            self.schedule_heartbeat(min(left, default=HEARTBEAT_INTERVAL_MS) + 1)
            self._check_partition()
            self.passing.placed.clear()
            self.service.people_elsewhere = sum(
                node.people for node in self.nodes if node.live and node.name != self.name
            )
            self.mail.drop_dead_peers()
            self._fence_dead()
            self.read_room_stream()
            self.owning.refresh()
            self.owning.plan_rebalance()
            if self.beats % (2 * FULL_GOSSIP_EVERY_BEATS) == 0:
                self.deliver(self.service.purses_changed(self.service.purses()))
        except LeaseExpired:
            self._rejoin()
        except Superseded as error:
            raise RoomTakenOver(str(error)) from error
        except StoreError:
            return  # the pipeline reports the cause, and the next heartbeat tries again
        self._last_status = (self.steady(), self._current_status())
        self.passing.retry()

    def schedule_heartbeat(self, within: int = 0) -> None:
        """Schedule the next heartbeat within so many milliseconds."""
        self._next_beat = min(self._next_beat, self.steady() + within)

    def _check_partition(self) -> None:
        """Check for a partition; a partitioned node gives up its tables and redirects its clients."""
        was = self.hearing.cut
        if self.hearing.is_partitioned(self.nodes):
            for number in list(self.desk.room.tables):
                self.service.table_departed(number)
            self.desk.drop_all()
            self.out += self.service.redirect_clients(CUT_OFF)
        if was != self.hearing.cut:
            self.notes.append(CUT_OFF if self.hearing.cut else "the others are heard again")
        self.mail.tell_of_silence()

    def _fence_dead(self) -> None:
        """Fence dead nodes: one suspended in the middle of a commit would keep its tables locked."""
        for node in self.nodes:
            if not node.live and node.run not in self._fenced and node.name != self.name:
                self.store.fence(node.name, node.run)
                self._fenced.add(node.run)

    def _join(self, *, anew: bool = False) -> int:
        return self.store.join(
            self.name,
            address=self.address,
            lease=self.lease,
            protocol=PROTOCOL,
            version=self.version,
            anew=anew,
        )

    def _rejoin(self) -> None:
        """Join again after the lease expired: other nodes may own the tables, and all channels are closed."""
        for number in sorted(self.desk.room.tables.keys() | self.service.viewers.tables()):
            self.service.table_departed(number)
        self.desk.drop_all()
        self.mail.close_all()
        self.owning.where.clear()
        try:
            self.run = self._join(anew=True)
            self.renewed = self.steady()
            self.desk.take_up_again()
        except StoreError:
            self.store.discard_lease()
            self.schedule_heartbeat(HEARTBEAT_INTERVAL_MS // 4)
            return
        self.hearing.begin_anew()
        # The other nodes may have been suspended as well: each adopts its own tables first.
        self.owning.others_from = self.steady() + self.lease
        self.news.hello = True
        self.schedule_heartbeat()

    def _remove_disabled(self) -> None:
        if self.desk.ousted:
            self.desk.remove_disabled_players()

    def _current_status(self) -> NodeStatus:
        unreadable = self.owning.unreadable.tables_of(self.name)
        return NodeStatus(
            node=self.name,
            run=self.run,
            protocol=PROTOCOL,
            version=self.version,
            ahead=self._ahead,
            hears=self.hearing.heard(self.nodes),
            cut=self.hearing.cut,
            most=self.bus.max_payload,
            unreadable={table: self.owning.why_aside.get(table, "") for table in unreadable},
            trouble=self.desk.cause,
            silent=sorted(self.hearing.silent(self.nodes)),
        )

    def status(self) -> bytes:
        """Encode the status at the last heartbeat and its age; called from the thread of the bus."""
        taken_at, status = self._last_status
        return node_messages.encode(structs.replace(status, since=self.steady() - taken_at))

    def read_room_stream(self) -> None:
        """Read what other nodes have written to the room's own stream."""
        try:
            self.desk.apply_room_updates()
        except StoreError:
            return

    def release_tables(self) -> None:
        """Release all tables, so that other nodes adopt them at once."""
        self.desk.drop_all()
        try:
            self.store.end_lease()
        except StoreError:
            return
        self.bus.broadcast(
            node_messages.encode(NodeAnnouncement(protocol=PROTOCOL, node=self.name, run=self.run, bye=True))
        )
