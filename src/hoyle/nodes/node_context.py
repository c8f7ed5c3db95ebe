"""Node context: identity, lease, timeouts, clocks and command pipeline of a node, shared by its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hoyle.nodes.bus.message_bus import Bus
from hoyle.nodes.liveness import LivenessTracker
from hoyle.nodes.messages import PROTOCOL
from hoyle.room.node_pipeline import NodePipeline
from hoyle.server.ipc.messages import Message
from hoyle.storage.errors import StoreError
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.models import ROOM
from hoyle.storage.sql.sql_store import SqlStore

LEASE_MS: Final = 4000
"""Milliseconds that a lease lasts without renewal."""
HEARTBEAT_INTERVAL_MS: Final = 1000
"""Milliseconds between two renewals of the lease."""
FORWARD_TIMEOUT_MS: Final = 15_000
"""Milliseconds that a command is parked for a table without an owner."""
FULL_GOSSIP_EVERY_BEATS: Final = 5
"""Heartbeats between two full announcements, in case a message was lost."""
MAX_HANDED_OVER: Final = 4
"""Maximum tables handed over at one heartbeat."""
MAX_ADOPTED: Final = 16
"""Maximum tables adopted in one turn of the loop."""
QUARANTINE_RETRY_MS: Final = 60_000
"""Milliseconds after which a node tries again to read a table that it could not."""


class NodeContext:
    """State of one node that gateway, transport, ownership and gossip share."""

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
    ) -> None:
        self.name = name
        self.store = store
        self.bus = bus
        self.address = address
        self.version = version
        self.lease_ms = lease_ms
        self._machine_clock = now
        self.clock_offset_ms = 0
        """Milliseconds that the store's clock is ahead of this machine's: the room has one clock."""
        self.steady = steady or now
        """Monotonic clock in milliseconds, for leases and retransmissions."""
        self.liveness = LivenessTracker(name, steady=self.steady, patience_ms=lease_ms)
        self.nodes: list[NodeRun] = []
        """All nodes, as the store knew them at the last heartbeat."""
        self.run = self.join()
        self.lease_renewed_at = self.steady()
        self.apply_renewal(store.renew(tables=0, people=0))
        self.heartbeats = 0
        self.next_heartbeat_at = 0
        self.pipeline = NodePipeline(store, now=self.now, entropy=entropy, steady=self.steady)
        self.outbox: list[Message] = []
        """Messages to local clients at the end of this turn."""
        self.send_now: Callable[[Sequence[Message]], None] | None = None
        """Sends messages to local clients at once, before the end of the turn."""
        self.ended_sessions: list[str] = []
        """People whose sessions ended here and are not yet announced: other nodes close their sockets too."""
        self.operator_notes: list[str] = []
        """Notes for the operator of this node."""

    # Lease and clock

    def join(self, *, anew: bool = False) -> int:
        """Join the room under a new lease; return the number of this run."""
        return self.store.join(
            self.name, address=self.address, lease=self.lease_ms, protocol=PROTOCOL, version=self.version, anew=anew
        )

    def has_lease(self) -> bool:
        """Return whether the lease was renewed recently enough for the tables to be this node's."""
        return self.steady() - self.lease_renewed_at <= self.lease_ms

    def apply_renewal(self, nodes: list[NodeRun]) -> None:
        """Take over the live nodes and the store's time from a renewal of the lease."""
        self.nodes = nodes
        self.clock_offset_ms = self.store.time - self._machine_clock()

    def now(self) -> int:
        """Return the time of the room, which is the store's clock, in milliseconds."""
        return self._machine_clock() + self.clock_offset_ms

    def schedule_heartbeat(self, within_ms: int = 0) -> None:
        """Schedule the next heartbeat within so many milliseconds."""
        self.next_heartbeat_at = min(self.next_heartbeat_at, self.steady() + within_ms)

    # Stream of the room

    def room_stream_position(self) -> int:
        """Return the number of the last record of the room's own stream that this node has applied."""
        return self.pipeline.room.chain(ROOM).head.number

    def read_room_stream(self) -> None:
        """Apply what other nodes have written to the room's own stream."""
        try:
            self.pipeline.apply_room_updates()
        except StoreError:
            return

    def catch_up(self, position: int) -> None:
        """Apply the room's own stream if another node has read beyond this one's position."""
        if position > self.room_stream_position():
            self.read_room_stream()
