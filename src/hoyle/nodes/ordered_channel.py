"""Ordered channel to a peer: sequence numbers, acknowledgements and retransmission over a lossy bus.

Batches are delivered exactly once and in order. The channel has no clock and no bus of its own: packets come
in, packets go out. Batches are kept until the peer has acknowledged them, and retransmitted after a while. A
channel that resets returns its unacknowledged batches: the caller decides what becomes of them.

>>> east, west = PeerChannel("east", 1), PeerChannel("west", 2)
>>> [packet] = east.send([], [], now=0)
>>> [batch.sequence_number for batch in west.receive(packet, now=0).batches]
[1]
>>> west.receive(packet, now=0).batches
[]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.nodes.bus.fragmentation import PACKET_OVERHEAD, split_into_batches
from hoyle.nodes.messages import PROTOCOL, Batch, Packet, PeerRequest, PeerResponse

RETRANSMIT_AFTER_MS: Final = 250
"""Milliseconds after which an unacknowledged batch is sent again."""
ACK_DELAY_MS: Final = 50
"""Milliseconds before an acknowledgement is sent by itself; mostly the next batch carries it."""
MAX_RETRANSMITTED: Final = 200
"""Maximum batches retransmitted in one packet."""
MAX_UNACKNOWLEDGED: Final = 20_000
"""Maximum unacknowledged batches; beyond that the peer counts as gone."""
MAX_UNACKNOWLEDGED_BYTES: Final = 256 << 20


class ReceivedPacket(NamedTuple):
    """New batches of a packet, and the effect of a restarted channel."""

    batches: list[Batch]
    peer_restarted: bool = False
    """Whether the peer has restarted its channel and forgotten what came before."""
    lost: Sequence[Batch] = ()
    """Batches that were unacknowledged when it restarted."""


class UnacknowledgedBatch(NamedTuple):
    """Batch that the peer has not acknowledged."""

    batch: Batch
    size: int
    sent_at: int


class PeerChannel:
    """This node's end of a channel to one peer."""

    def __init__(self, node: str, epoch: int, *, max_payload: int = 1 << 20) -> None:
        self.node = node
        self.epoch = epoch
        self.max_payload = max_payload
        """Maximum payload of the bus in bytes."""
        self.room_stream_position = 0
        """Position of this node in the room's own stream."""
        self._peer_epoch = 0
        self._last_sent = 0
        self._last_acknowledged = 0
        self._last_received = 0
        self._unacknowledged: deque[UnacknowledgedBatch] = deque()
        self._unacknowledged_bytes = 0
        self._transmitted_at = 0
        """Time of the last transmission or progress, from which the retransmission timeout runs."""
        self._ack_since: int | None = None
        """Time since which the peer waits for an acknowledgement."""

    def send(
        self, requests: Sequence[PeerRequest], responses: Sequence[PeerResponse], *, now: int
    ) -> list[Packet]:
        """Number and keep requests and responses; return packets no larger than the bus carries."""
        if not self._unacknowledged:
            self._transmitted_at = now
        self._ack_since = None
        packets: list[Packet] = []
        for part in split_into_batches(requests, responses, max_payload=self.max_payload):
            self._last_sent += 1
            batch = Batch(self._last_sent, part.requests, part.responses)
            self._unacknowledged.append(UnacknowledgedBatch(batch, part.size, now))
            self._unacknowledged_bytes += part.size
            packets.append(self._packet([batch]))
        return packets

    def receive(self, packet: Packet, *, now: int) -> ReceivedPacket:
        """Process a received packet: drop duplicates and batches after a gap, which will be retransmitted."""
        if packet.channel_epoch < self._peer_epoch:
            return ReceivedPacket([])
        peer_restarted = 0 < self._peer_epoch < packet.channel_epoch
        lost = self._begin_peer_epoch(packet.channel_epoch) if packet.channel_epoch > self._peer_epoch else []
        if packet.peer_epoch == self.epoch:
            self._acknowledge(packet.acknowledged, now)
            if self._ack_since is None and packet.batches:
                self._ack_since = now
        else:
            self._ack_since = now - ACK_DELAY_MS  # a new peer must learn of this channel at once
        new: list[Batch] = []
        for batch in packet.batches:
            if batch.sequence_number == self._last_received + 1:
                self._last_received += 1
                new.append(batch)
        return ReceivedPacket(new, peer_restarted, lost)

    def _begin_peer_epoch(self, epoch: int) -> list[Batch]:
        """Expect the peer's sequence numbers from 1; return the batches that a reset has lost."""
        self._peer_epoch, self._last_received = epoch, 0
        # The run that acknowledged batches is gone: the new one needs everything from the start.
        return self.reset() if self._last_acknowledged else []

    def reset(self) -> list[Batch]:
        """Restart the channel in a new epoch; return the unacknowledged batches."""
        lost = [entry.batch for entry in self._unacknowledged]
        self._unacknowledged.clear()
        self._last_sent = self._last_acknowledged = self._unacknowledged_bytes = 0
        self.epoch += 1
        return lost

    def _acknowledge(self, up_to: int, now: int) -> None:
        while self._unacknowledged and self._unacknowledged[0].batch.sequence_number <= up_to:
            entry = self._unacknowledged.popleft()
            self._last_acknowledged = entry.batch.sequence_number
            self._unacknowledged_bytes -= entry.size
            self._transmitted_at = now

    def oldest_unacknowledged_at(self) -> int | None:
        """Time at which the oldest unacknowledged batch was sent, or None."""
        return self._unacknowledged[0].sent_at if self._unacknowledged else None

    def due_at(self) -> int | None:
        """Time at which a retransmission or an acknowledgement is due, or None."""
        times = (self._retransmit_at(), self._ack_at())
        return min((time for time in times if time is not None), default=None)

    def _retransmit_at(self) -> int | None:
        return self._transmitted_at + RETRANSMIT_AFTER_MS if self._unacknowledged else None

    def _ack_at(self) -> int | None:
        return None if self._ack_since is None else self._ack_since + ACK_DELAY_MS

    @property
    def is_overloaded(self) -> bool:
        """Whether the backlog is too large, or its first batch no longer fits the bus."""
        backlog = self._unacknowledged
        too_large = bool(backlog) and backlog[0].size + PACKET_OVERHEAD > self.max_payload
        too_many = len(backlog) > MAX_UNACKNOWLEDGED
        return too_large or too_many or self._unacknowledged_bytes > MAX_UNACKNOWLEDGED_BYTES

    def due_packet(self, now: int) -> Packet | None:
        """Return the retransmission or the acknowledgement that is due, if any."""
        retransmit_at, ack_at = self._retransmit_at(), self._ack_at()
        if retransmit_at is not None and retransmit_at <= now:
            self._transmitted_at = now
            self._ack_since = None
            return self._packet(self._oldest_batches())
        if ack_at is not None and ack_at <= now:
            self._ack_since = None
            return self._packet([])
        return None

    def _oldest_batches(self) -> list[Batch]:
        """As many unacknowledged batches as fit one message."""
        batches: list[Batch] = []
        bytes_left = self.max_payload - PACKET_OVERHEAD
        for batch, size, _ in self._unacknowledged:
            bytes_left -= size
            if batches and (bytes_left < 0 or len(batches) == MAX_RETRANSMITTED):
                break
            batches.append(batch)
        return batches

    def _packet(self, batches: list[Batch]) -> Packet:
        return Packet(
            protocol=PROTOCOL,
            node=self.node,
            channel_epoch=self.epoch,
            peer_epoch=self._peer_epoch,
            acknowledged=self._last_received,
            room_stream_position=self.room_stream_position,
            batches=batches,
        )
