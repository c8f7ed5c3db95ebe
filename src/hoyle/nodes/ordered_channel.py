"""A line to another node: letters arrive once and in order, whatever the bus does, or the line begins anew.

Plain code without a clock or a bus of its own: packets come in, packets go out. Letters are kept until the
other side has heard them, and are sent again when it has not for a while. A line that begins anew gives back
what was not heard: whoever sent it decides what becomes of it.

>>> here, there = PeerChannel("east", 1), PeerChannel("west", 2)
>>> [packet] = here.post([], [], now=0)
>>> [letter.number for letter in there.take(packet, now=0).letters]
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
"""Milliseconds after which what was not heard is said again."""
ACK_DELAY_MS: Final = 50
"""Milliseconds in which the other side is told how far it was heard; mostly the next letter tells it."""
MAX_AT_ONCE: Final = 200
"""Letters that are sent again in one packet."""
MAX_KEPT: Final = 20_000
"""Letters that may wait for the other side; beyond that it counts as gone."""
MAX_BYTES_KEPT: Final = 256 << 20
"""And bytes."""


class ReceivedPacket(NamedTuple):
    """What a packet has brought."""

    letters: list[Batch]
    anew: bool = False
    """The other side has begun anew: what was said there before is forgotten."""
    lost: Sequence[Batch] = ()
    """What was not heard before it did."""


class UnacknowledgedBatch(NamedTuple):
    """A letter that was not heard yet."""

    letter: Batch
    size: int
    since: int


class PeerChannel:
    """This node's end of a line."""

    def __init__(self, me: str, number: int, *, most: int = 1 << 20) -> None:
        self.me = me
        self.number = number
        self.most = most
        """Bytes that the bus carries in one message."""
        self.room = 0
        """How far this node has read the room's own stream."""
        self._dropped = 0
        """The last letter that is kept no longer, for it was heard."""
        self._yours = 0
        self._posted = 0
        self._heard = 0
        self._kept: deque[UnacknowledgedBatch] = deque()
        self._size = 0
        """Bytes of all that is kept."""
        self._sent_at = 0
        self._owes_word: int | None = None
        """Since when the other side waits to hear how far it was heard."""

    def post(self, asked: Sequence[Asked], said: Sequence[Said], *, now: int) -> list[Packet]:
        """Letters on their way, each no larger than the bus carries."""
        if not self._kept:
            self._sent_at = now
        self._owes_word = None
        found: list[Packet] = []
        for asks, says, size in split_into_batches(asked, said, most=self.most):
            self._posted += 1
            letter = Batch(self._posted, asks, says)
            self._kept.append(UnacknowledgedBatch(letter, size, now))
            self._size += size
            found.append(self._packet([letter]))
        return found

    def take(self, packet: Packet, *, now: int) -> ReceivedPacket:
        """A packet has come."""
        if packet.line < self._yours:
            return ReceivedPacket([])
        anew, lost = False, []
        if packet.line > self._yours:
            anew = self._yours > 0
            self._yours, self._heard = packet.line, 0
            if self._dropped:
                # Whoever heard those is no more: this one has to hear everything from the beginning.
                lost = self.reset()
        if packet.yours != self.number:
            self._owes_word = now - ACK_DELAY_MS  # whoever does not know this line hears of it at once
        elif self._owes_word is None and packet.letters:
            self._owes_word = now
        if packet.yours == self.number:
            self._was_heard(packet.heard, now)
        found = []
        for letter in packet.letters:
            if letter.number == self._heard + 1:
                self._heard += 1
                found.append(letter)
        return ReceivedPacket(found, anew, lost)

    def reset(self) -> list[Batch]:
        """Forget what was said; what was not heard of it."""
        lost = [each.letter for each in self._kept]
        self._kept.clear()
        self._posted = self._dropped = self._size = 0
        self.number += 1
        return lost

    def _was_heard(self, upto: int, now: int) -> None:
        while self._kept and self._kept[0].letter.number <= upto:
            heard = self._kept.popleft()
            self._dropped = heard.letter.number
            self._size -= heard.size
            self._sent_at = now

    def waits_since(self) -> int | None:
        """Since when something was said and not heard."""
        return self._kept[0].since if self._kept else None

    def due(self) -> int | None:
        """When something is to be said beside letters."""
        return min((each for each in (self._again_at(), self._owed_at()) if each is not None), default=None)

    def _again_at(self) -> int | None:
        return self._sent_at + RETRANSMIT_AFTER_MS if self._kept else None

    def _owed_at(self) -> int | None:
        return None if self._owes_word is None else self._owes_word + ACK_DELAY_MS

    @property
    def is_overloaded(self) -> bool:
        """Whether so much waits that the other side counts as gone, or something that can never arrive."""
        too_large = bool(self._kept) and self._kept[0].size + ENVELOPE > self.most
        return too_large or len(self._kept) > MAX_KEPT or self._size > MAX_BYTES_KEPT

    def retransmissions(self, now: int) -> Packet | None:
        """What is to be said now beside letters: old ones that were not heard, or how far was heard."""
        again, owed = self._again_at(), self._owed_at()
        if again is not None and again <= now:
            self._sent_at = now
            self._owes_word = None
            return self._packet(self._first())
        if owed is not None and owed <= now:
            self._owes_word = None
            return self._packet([])
        return None

    def _first(self) -> list[Batch]:
        """As many of the letters kept as one message carries."""
        found: list[Batch] = []
        room = self.most - ENVELOPE
        for letter, size, _ in self._kept:
            room -= size
            if found and (room < 0 or len(found) == MAX_AT_ONCE):
                break
            found.append(letter)
        return found

    def _packet(self, some: list[Batch]) -> Packet:
        return Packet(PROTOCOL, self.me, self.number, self._yours, self._heard, self.room, some)
