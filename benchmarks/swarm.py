"""Many clients in one process that cost little: enough of a WebSocket to play, and no more.

Frames are not decoded unless they offer choices, which only a frame for whoever is awaited does; so one
process plays for twelve hundred people and takes a fraction of a core.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct, field, json

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
AT_ONCE: Final = 100
"""Handshakes under way at one time."""
_PREFERS: Final = ("check", "call", "fold")


class Wait(Struct):
    """What a turn looks like."""

    person: str = ""
    optional: bool = False
    choices: list[dict[str, Any]] = field(default_factory=list)


class Stand(Struct):
    """State of a table, in updates and in snapshots alike."""

    table_id: int
    version: int
    pending: list[Wait]


class Frame(Struct):
    """As much of a frame as a player needs."""

    type: str
    update: Stand | None = None
    snapshot: Stand | None = None


_DECODER: Final = json.Decoder(Frame)
_LAST: Final = re.compile(rb'"record":\d+,"version":(\d+)')
"""The table's version, near the beginning of an update."""
_ENCODER: Final = json.Encoder()


class Seat(asyncio.Protocol):
    """One client."""

    def __init__(self, swarm: Swarm, person: str, token: str, table: int) -> None:
        self.swarm = swarm
        self.person = person
        self.table = table
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._token = token
        self._held = bytearray()
        self._open = False
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        bearer = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        self._transport.write(
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{bearer}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        held = self._held
        held += data
        if not self._open:
            head = held.find(b"\r\n\r\n")
            if head < 0:
                return
            if not held.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(bytes(held[:200]).decode(errors="replace"))
            del held[: head + 4]
            self._open = True
        at = 0
        while len(held) - at >= 2:
            size, start = held[at + 1], at + 2
            if size == 126:
                if len(held) < start + 2:
                    break
                size, start = struct.unpack_from(">H", held, start)[0], start + 2
            elif size == 127:
                if len(held) < start + 8:
                    break
                size, start = struct.unpack_from(">Q", held, start)[0], start + 8
            if len(held) < start + size:
                break
            self._frame(held[at] & 15, held[start : start + size])
            at = start + size
        del held[:at]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.welcome.done():
            self.welcome.set_exception(error or ConnectionError("closed during the handshake"))
        self.swarm.lost += not self.swarm.closing

    def _frame(self, kind: int, data: bytearray) -> None:
        if kind == TEXT:
            self.swarm.frames += 1
            self.swarm.bytes += len(data)
            if data.startswith(b'{"type":"events"') and (found := _LAST.search(data)):
                self.swarm.received(self, int(found[1]))
            if b'"choices"' in data:
                self._look(data)
            elif data.startswith(b'{"type":"welcome"') and not self.welcome.done():
                self.welcome.set_result(None)
            elif b'"ok":false' in data:
                self.swarm.refused += 1
        elif kind == PING:
            self._write(PONG, bytes(data))

    def _look(self, data: bytearray) -> None:
        """Find what is awaited of us."""
        frame = _DECODER.decode(data)
        stand = frame.update or frame.snapshot
        if stand is None:
            return
        for wait in stand.pending:
            if wait.person == self.person and wait.choices and not wait.optional:
                names = {choice["do"]: choice for choice in wait.choices}
                chosen = next((names[do] for do in _PREFERS if do in names), wait.choices[0])
                command = {"do": chosen["do"], **chosen.get("fixed", {})}
                command |= {bounds["field"]: bounds["min"] for bounds in chosen.get("bounds", ())}
                self.swarm.awaited(self, command, stand.version)

    def send(self, frame: dict[str, Any]) -> None:
        self._write(TEXT, _ENCODER.encode(frame))

    def _write(self, kind: int, data: bytes) -> None:
        # A client has to mask; a mask of zeros changes nothing.
        head = (
            struct.pack(">BB", 128 | kind, 128 | len(data))
            if len(data) < 126
            else (struct.pack(">BBH", 128 | kind, 128 | 126, len(data)))
        )
        self._transport.write(head + bytes(4) + data)

    def close(self) -> None:
        self._transport.abort()


class Swarm:
    """All clients, what they do and how long it takes."""

    def __init__(self) -> None:
        self.seats: list[Seat] = []
        self.frames = 0
        self.bytes = 0
        self.actions = 0
        self.refused = 0
        self.lost = 0
        self.closing = False
        self.latencies: list[float] = []
        self.act = False
        self._company: dict[int, int] = {}
        """Clients at each table."""
        self._turns: deque[tuple[Seat, dict[str, Any], int]] = deque()
        self._paced = False
        self._sent: dict[int, deque[tuple[int, float, set[Seat]]]] = {}
        """At each table what was acted upon, when, and who has heard what came of it."""

    async def connect(self, port: int, people: Sequence[tuple[str, str, int]], tell: Callable[[int], None]) -> None:
        """Let everybody in: name, token and table of each."""
        loop = asyncio.get_running_loop()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(person: str, token: str, table: int) -> None:
            async with gate:
                _, seat = await loop.create_connection(lambda: Seat(self, person, token, table), "127.0.0.1", port)
                await asyncio.wait_for(seat.welcome, 60)
            self.seats.append(seat)
            self._company[table] = self._company.get(table, 0) + 1
            tell(len(self.seats))

        await asyncio.gather(*(one(*each) for each in people))

    def watch(self) -> None:
        """Everybody follows his table."""
        for seat in self.seats:
            seat.send({"type": "watch", "table_id": seat.table})

    async def play(self, seconds: float, *, rate: float = 0.0) -> float:
        """Play for a while, as fast as answered or so many actions a second; how long it took."""
        self.actions, self.frames, self.bytes, self.refused = 0, 0, 0, 0
        self.latencies.clear()
        self._paced = rate > 0
        began = time.perf_counter()
        self.act = True
        while self._turns and not self._paced:
            self._send(*self._turns.popleft())
        done = 0
        while (spent := time.perf_counter() - began) < seconds:
            while self._paced and self._turns and done < spent * rate:
                done += 1
                self._send(*self._turns.popleft())
            await asyncio.sleep(0.001 if self._paced else 0.05)
        self.act = False
        return spent

    def awaited(self, seat: Seat, command: dict[str, Any], last: int) -> None:
        """Somebody has a turn."""
        if self.act and not self._paced:
            self._send(seat, command, last)
        else:
            self._turns.append((seat, command, last))

    def _send(self, seat: Seat, command: dict[str, Any], last: int) -> None:
        self.actions += 1
        self._sent.setdefault(seat.table, deque()).append((last, time.perf_counter(), set()))
        seat.send(
            {
                "type": "command",
                "idempotency_key": f"{seat.person} {last}",
                "table_id": seat.table,
                "expected_version": last,
                "command": command,
            }
        )

    def received(self, seat: Seat, last: int) -> None:
        """News of a table up to an entry: once everybody there has them, the action has taken so long.

        The next may act before everybody has them.
        """
        under_way = self._sent.get(seat.table, deque())
        for acted_upon, _, there in under_way:
            if last > acted_upon:
                there.add(seat)
        while under_way and len(under_way[0][2]) >= self._company[seat.table]:
            self.latencies.append(time.perf_counter() - under_way.popleft()[1])

    def close(self) -> None:
        self.closing = True
        for seat in self.seats:
            seat.close()
