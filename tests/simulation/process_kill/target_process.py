"""Target process of the kill harness: a room that reads and writes frames over pipes.

Each input line with the clients' frames is answered by one line with the frames sent to them.
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


class TargetInput(Struct):
    """Input: frames with their senders."""

    frames: list[tuple[str, dict[str, Any]]]


class TargetOutput(Struct):
    """Output: frames with their recipients."""

    frames: list[tuple[str, Raw]]


class TargetRoom:
    """Room without sockets, whose clients are numbered in a fixed order."""

    def __init__(self, store: Store, people: list[str], now: Clock, steady: Clock) -> None:
        self.desk = CommandPipeline(store, now=now, steady=steady, entropy=os.urandom)
        self.service = RoomGateway(self.desk)
        # Clients send as fast as they are answered.
        self.service.frame_limiter = TokenBuckets(math.inf, math.inf)
        self._people = people
        for number, person in enumerate(people, 1):
            self.service.admit(number, person)

    def serve(self, asked: TargetInput) -> TargetOutput:
        """Run timers, handle the frames, and run timers again."""
        received = [
            ClientFrameReceived(self._people.index(person) + 1, json.encode(frame)) for person, frame in asked.frames
        ]
        out: list[Message] = [*self.service.tick(), *self.service.handle(received), *self.service.tick()]
        frames = [
            (self._people[number - 1], Raw(message.data))
            for message in out
            if isinstance(message, OutgoingFrame)
            for number in message.clients
        ]
        return TargetOutput(frames)


def main(place: str, people: list[str]) -> None:
    room = TargetRoom(open_store(place), people, lambda: time_ns() // 1_000_000, lambda: monotonic_ns() // 1_000_000)
    for line in sys.stdin.buffer:
        told = room.serve(json.decode(line, type=TargetInput))
        out = memoryview(json.encode(told) + b"\n")
        while out:
            out = out[os.write(1, out) :]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
