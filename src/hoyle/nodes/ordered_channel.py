"""Ordered channel to another node: batches arrive exactly once and in order over a lossy bus.

It has no clock and no bus of its own: packets come in, packets go out. Batches are kept until the peer has
acknowledged them, and retransmitted after a while. A channel that resets returns the batches without an
acknowledgement: the caller decides what becomes of them.

>>> here, there = PeerChannel("east", 1), PeerChannel("west", 2)
>>> [packet] = here.post([], [], now=0)
>>> [batch.number for batch in there.take(packet, now=0).letters]
[1]
>>> there.take(packet, now=0).letters
[]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.nodes.bus.fragmentation import ENVELOPE, split_into_batches
from hoyle.nodes.messages import PROTOCOL, Asked, Batch, Packet, Said

RETRANSMIT_AFTER_MS: Final = 250
"""Milliseconds after which an unacknowledged batch is sent again."""
ACK_DELAY_MS: Final = 50
"""Milliseconds before an acknowledgement is sent by itself; mostly the next batch carries it."""
MAX_AT_ONCE: Final = 200
"""Maximum batches retransmitted in one packet."""
MAX_KEPT: Final = 20_000
"""Maximum unacknowledged batches; beyond that the peer counts as gone."""
MAX_BYTES_KEPT: Final = 256 << 20
"""Maximum bytes of unacknowledged batches."""


class ReceivedPacket(NamedTuple):
    """New batches of a packet, and the effect of a restarted channel."""

    letters: list[Batch]
    anew: bool = False
    """Whether the peer has restarted its channel and forgotten what came before."""
    lost: Sequence[Batch] = ()
    """Batches that were unacknowledged when it restarted."""


class UnacknowledgedBatch(NamedTuple):
    """Batch that the peer has not acknowledged."""

    batch: Batch
    size: int
    since: int


class PeerChannel:
    """This node's end of a channel to one peer."""

    def __init__(self, me: str, number: int, *, most: int = 1 << 20) -> None:
        self.me = me
        self.number = number
        self.most = most
        """Maximum payload of the bus in bytes."""
        self.room = 0
        """Position of this node in the room's own stream."""
        self._dropped = 0
        """Last acknowledged batch, kept no longer."""
        self._yours = 0
        self._posted = 0
        self._heard = 0
        self._kept: deque[UnacknowledgedBatch] = deque()
        self._size = 0
        """Bytes of all unacknowledged batches."""
        self._sent_at = 0
        self._ack_since: int | None = None
        """Time since which the peer waits for an acknowledgement."""

    def post(self, asked: Sequence[Asked], said: Sequence[Said], *, now: int) -> list[Packet]:
        """Queue requests and responses; return packets no larger than the bus carries."""
        if not self._kept:
            self._sent_at = now
        self._ack_since = None
        packets: list[Packet] = []
        for asks, says, size in split_into_batches(asked, said, most=self.most):
            self._posted += 1
            batch = Batch(self._posted, asks, says)
            self._kept.append(UnacknowledgedBatch(batch, size, now))
            self._size += size
            packets.append(self._packet([batch]))
        return packets

    def take(self, packet: Packet, *, now: int) -> ReceivedPacket:
        """Process a received packet."""
        if packet.line < self._yours:
            return ReceivedPacket([])
        anew, lost = False, []
        if packet.line > self._yours:
            anew = self._yours > 0
            self._yours, self._heard = packet.line, 0
            if self._dropped:
                # The run that acknowledged those is gone: the new one needs everything from the start.
                lost = self.reset()
        if packet.yours != self.number:
            self._ack_since = now - ACK_DELAY_MS  # a new peer must learn of this channel at once
        elif self._ack_since is None and packet.letters:
            self._ack_since = now
        if packet.yours == self.number:
            self._acknowledge(packet.heard, now)
        new = []
        for batch in packet.letters:
            if batch.number == self._heard + 1:
                self._heard += 1
                new.append(batch)
        return ReceivedPacket(new, anew, lost)

    def reset(self) -> list[Batch]:
        """Restart the channel; return the unacknowledged batches."""
        lost = [kept.batch for kept in self._kept]
        self._kept.clear()
        self._posted = self._dropped = self._size = 0
        self.number += 1
        return lost

    def _acknowledge(self, upto: int, now: int) -> None:
        while self._kept and self._kept[0].batch.number <= upto:
            acknowledged = self._kept.popleft()
            self._dropped = acknowledged.batch.number
            self._size -= acknowledged.size
            self._sent_at = now

    def waits_since(self) -> int | None:
        """Time since which the oldest batch is unacknowledged, or None."""
        return self._kept[0].since if self._kept else None

    def due(self) -> int | None:
        """Time at which a retransmission or an acknowledgement is due."""
        return min((at for at in (self._retransmit_at(), self._ack_at()) if at is not None), default=None)

    def _retransmit_at(self) -> int | None:
        return self._sent_at + RETRANSMIT_AFTER_MS if self._kept else None

    def _ack_at(self) -> int | None:
        return None if self._ack_since is None else self._ack_since + ACK_DELAY_MS

    @property
    def is_overloaded(self) -> bool:
        """Whether the backlog is too large, or its first batch no longer fits the bus."""
        too_large = bool(self._kept) and self._kept[0].size + ENVELOPE > self.most
        return too_large or len(self._kept) > MAX_KEPT or self._size > MAX_BYTES_KEPT

    def retransmissions(self, now: int) -> Packet | None:
        """Return the retransmission or the acknowledgement that is due, if any."""
        again, owed = self._retransmit_at(), self._ack_at()
        if again is not None and again <= now:
            self._sent_at = now
            self._ack_since = None
            return self._packet(self._first())
        if owed is not None and owed <= now:
            self._ack_since = None
            return self._packet([])
        return None

    def _first(self) -> list[Batch]:
        """As many unacknowledged batches as fit one message."""
        batches: list[Batch] = []
        room = self.most - ENVELOPE
        for batch, size, _ in self._kept:
            room -= size
            if batches and (room < 0 or len(batches) == MAX_AT_ONCE):
                break
            batches.append(batch)
        return batches

    def _packet(self, batches: list[Batch]) -> Packet:
        return Packet(PROTOCOL, self.me, self.number, self._yours, self._heard, self.room, batches)
