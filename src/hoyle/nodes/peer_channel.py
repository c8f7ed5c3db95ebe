"""Channel to a peer: numbered packets over a bus that keeps their order but may lose some.

A gap in the numbers starts a new session, in which both ends begin anew: clients are announced again, tables
watched again, and requests sent again that the peer has not acknowledged. A request is acknowledged when it
was handled, not before its responses are sent: whoever has the acknowledgement has the responses as well.

The channel has no clock and no bus of its own: packets come in, packets go out.

>>> from hoyle.server.ipc.messages import ClientDisconnected
>>> east, west = PeerChannel("east", session=1), PeerChannel("west", session=1)
>>> [first] = east.send([ClientDisconnected(7)], [], now=0)
>>> [second] = east.send([ClientDisconnected(8)], [], now=0)
>>> west.receive(second)
ReceivedPacket(is_new=False, is_restarted=True, lost=[])
>>> east.receive(west.empty_packet()).lost == [*first.requests, *second.requests]
True
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.nodes.bus.fragmentation import split_into_payloads
from hoyle.nodes.messages import PROTOCOL, Packet, PeerRequest, PeerResponse

MAX_UNACKNOWLEDGED_BYTES: Final = 16 << 20
"""Maximum size of unacknowledged requests; beyond that the peer counts as gone."""


class ReceivedPacket(NamedTuple):
    """Effect of a packet on the channel that received it."""

    is_new: bool
    """Whether its requests and responses are to be handled: it is neither repeated nor after a gap."""
    is_restarted: bool = False
    """Whether a new session has begun, in which the peer knows nothing of what was sent before."""
    lost: Sequence[PeerRequest] = ()
    """Requests of this node that were unacknowledged when the last session ended."""


class UnacknowledgedPacket(NamedTuple):
    """Requests of a packet that the peer has not acknowledged."""

    sequence_number: int
    requests: list[PeerRequest]
    size: int
    sent_at: int


class PeerChannel:
    """One node's end of the channel to a peer."""

    def __init__(self, node: str, session: int, *, max_payload: int = 1 << 20) -> None:
        self.node = node
        self.session = session
        self.max_payload = max_payload
        """Maximum payload of the bus in bytes."""
        self.room_stream_position = 0
        """Position of this node in the room's own stream."""
        self.must_send = False
        """Whether the peer has to learn of the session, even if there is nothing else to send."""
        self._last_sent = 0
        self._last_received = 0
        self._last_handled = 0
        self._last_acknowledgement = 0
        """Number of the peer's packet that was last acknowledged to it."""
        self._unacknowledged: deque[UnacknowledgedPacket] = deque()
        self._unacknowledged_bytes = 0

    # Sending

    def send(self, requests: Sequence[PeerRequest], responses: Sequence[PeerResponse], *, now: int) -> list[Packet]:
        """Number requests and responses to the peer, keep the requests, and return packets for the bus."""
        self.must_send = False
        packets: list[Packet] = []
        payloads = split_into_payloads(requests, responses, max_payload=self.max_payload)
        for payload in payloads:
            self._last_sent += 1
            if payload.requests:
                self._unacknowledged.append(UnacknowledgedPacket(self._last_sent, payload.requests, payload.size, now))
                self._unacknowledged_bytes += payload.size
            if payload is payloads[-1]:  # after the responses to what it acknowledges
                self._last_acknowledgement = self._last_handled
            packets.append(self._packet(payload.requests, payload.responses))
        return packets

    def empty_packet(self) -> Packet:
        """Return a packet that only tells the session, the last packet sent and the last one handled."""
        self.must_send = False
        self._last_acknowledgement = self._last_handled
        return self._packet([], [])

    def _packet(self, requests: list[PeerRequest], responses: list[PeerResponse]) -> Packet:
        return Packet(
            protocol=PROTOCOL,
            node=self.node,
            session=self.session,
            sequence_number=self._last_sent,
            acknowledged=self._last_acknowledgement,
            room_stream_position=self.room_stream_position,
            requests=requests,
            responses=responses,
        )

    # Receiving

    def receive(self, packet: Packet) -> ReceivedPacket:
        """Check session and number of a received packet; begin a new session if a packet is missing."""
        if packet.session < self.session:
            self.must_send = True
            return ReceivedPacket(is_new=False)
        is_restarted = packet.session > self.session
        lost = self.begin_session(packet.session) if is_restarted else []
        # An empty packet repeats the number of the last one: it reveals that this one was lost.
        next_number = self._last_received + (0 if packet.is_empty() else 1)
        if packet.sequence_number > next_number:
            lost += self.begin_session(self.session + 1)
            self.must_send = True
            return ReceivedPacket(is_new=False, is_restarted=True, lost=lost)
        self._drop_acknowledged(packet.acknowledged)
        is_new = packet.sequence_number > self._last_received
        self._last_received = max(self._last_received, packet.sequence_number)
        return ReceivedPacket(is_new, is_restarted, lost)

    def mark_handled(self) -> None:
        """Note that the received packets are handled and their responses queued.

        The next packet acknowledges them.
        """
        self._last_handled = self._last_received

    def begin_session(self, session: int) -> list[PeerRequest]:
        """Begin a new session of the channel; return the unacknowledged requests of the last one."""
        lost = [request for packet in self._unacknowledged for request in packet.requests]
        self.session = session
        self._last_sent = self._last_received = self._last_handled = self._last_acknowledgement = 0
        self._unacknowledged.clear()
        self._unacknowledged_bytes = 0
        return lost

    def _drop_acknowledged(self, last_acknowledged: int) -> None:
        """Drop the requests that the peer has handled, up to the packet of this number."""
        while self._unacknowledged and self._unacknowledged[0].sequence_number <= last_acknowledged:
            self._unacknowledged_bytes -= self._unacknowledged.popleft().size

    # State

    def oldest_unacknowledged_at(self) -> int | None:
        """Return the time at which the oldest unacknowledged request was sent, or None."""
        return self._unacknowledged[0].sent_at if self._unacknowledged else None

    def is_overloaded(self) -> bool:
        """Return whether too many requests to the peer are unacknowledged."""
        return self._unacknowledged_bytes > MAX_UNACKNOWLEDGED_BYTES
