"""Target process of the kill harness: a room that reads and writes frames over pipes.

One line with what everybody says is answered by one line with what everybody is sent.
"""

from __future__ import annotations

import math
import os
import sys
from time import monotonic_ns, time_ns
from typing import Any

from msgspec import Raw, Struct, json

from hoyle.room.monotonic_clock import Clock
from hoyle.room.pipeline import CommandPipeline
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import ClientFrameReceived, Message, OutgoingFrame
from hoyle.server.rate_limiter import TokenBuckets
from hoyle.storage import Store, open_store


class Asked(Struct):
    """What comes in: who says what."""

    frames: list[tuple[str, dict[str, Any]]]


class Told(Struct):
    """What goes out: who is sent what."""

    frames: list[tuple[str, Raw]]


class TargetRoom:
    """A room without sockets, before which everybody stands in a row."""

    def __init__(self, store: Store, people: list[str], now: Clock, steady: Clock) -> None:
        self.desk = CommandPipeline(store, now=now, steady=steady, entropy=os.urandom)
        self.service = RoomGateway(self.desk)
        # They speak as fast as they are answered.
        self.service.buckets = TokenBuckets(math.inf, math.inf)
        self._people = people
        for number, person in enumerate(people, 1):
            self.service.admit(number, person)

    def serve(self, asked: Asked) -> Told:
        """Do what is due, decide what has come, do what is due then."""
        said = [
            ClientFrameReceived(self._people.index(who) + 1, json.encode(frame))
            for who, frame in asked.frames
        ]
        out: list[Message] = [*self.service.tick(), *self.service.handle(said), *self.service.tick()]
        frames = [
            (self._people[number - 1], Raw(message.data))
            for message in out
            if isinstance(message, OutgoingFrame)
            for number in message.clients
        ]
        return Told(frames)


def main(place: str, people: list[str]) -> None:
    counter = TargetRoom(
        open_store(place), people, lambda: time_ns() // 1_000_000, lambda: monotonic_ns() // 1_000_000
    )
    for line in sys.stdin.buffer:
        told = counter.serve(json.decode(line, type=Asked))
        out = memoryview(json.encode(told) + b"\n")
        while out:
            out = out[os.write(1, out) :]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
