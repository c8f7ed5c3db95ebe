"""WebSocket hub: relays frames between clients and the room, and resyncs or drops slow clients.

A client that reads too slowly is never waited for: what it has not read is thrown away, and it gets its
tables afresh when it can take them; one that takes nothing for long is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import socket
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from struct import Struct
from typing import Any, Final, Protocol

from msgspec import json

from hoyle.core.errors import HoyleError
from hoyle.server.ipc.messages import (
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    ClientLagging,
    ClientResynced,
    CloseClient,
    Message,
    OutgoingFrame,
    PacketReader,
    RpcRequest,
    RpcResponse,
    encode_packet,
    for_edge,
)
from hoyle.server.rate_limiter import TokenBuckets
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER, MAX_FRAME_BYTES, Notice

MAX_QUEUED_BYTES: Final = 512 * 1024
"""Bytes that may wait for one client."""
TIMEOUT_S: Final = 20.0
"""Seconds in which a client has to take something."""
HANGS: Final = 5.0
"""Seconds without an answer after which everybody is told that the room hangs."""
PULSE_EVERY: Final = 1.0
"""Seconds between two questions whether the room answers."""
MONITOR: Final = 2.0
"""Seconds in which a room that is well has told its figures."""
LOOK_EVERY: Final = 2.0
"""Seconds between two looks at who takes nothing."""
SHUTDOWN_GRACE_S: Final = 2.0
"""Seconds that a client has to hear why it is let go."""
MAX_CLIENTS: Final = 20_000
FRAMES: Final = (40.0, 80.0)
"""Frames of one connection: a second, and in a burst."""
BATCH_DELAY_S: Final = 0.0005
"""Seconds within which a frame comes that waited for nothing."""
CLOSE_FRAME_TOO_LARGE: Final = 1009
CLOSE_RATE_LIMITED: Final = 4429

_TEXT: Final = 0x81
"""The first byte of a text that is one frame."""
_LONG: Final = Struct(">BBH")
_LONGER: Final = Struct(">BBQ")

_TOO_MUCH: Final = json.encode(Notice(text="too much at once: wait a moment", level="warning"))
_HANGING: Final = json.encode(
    Notice(text="the room does not answer at the moment; nothing acknowledged is lost", level="error")
)
_ANSWERING: Final = json.encode(Notice(text="the room answers again"))

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class RawSender(Protocol):
    """A socket that takes frames as they stand on the wire."""

    def try_send(self, framed: bytes) -> bool:
        """Send what is framed already; False, and nothing sent, where the client has to be waited for."""
        ...


class RoomDisconnected(HoyleError):
    """The room's process has ended."""


class ClientWriter:
    """One client as far as it has to be written to."""

    def __init__(self, wire: RawSender | None = None) -> None:
        self.wire = wire
        self.waiting: deque[bytes] = deque()
        self.size = 0
        self.behind = False
        """What comes is thrown away until the room has said that it begins afresh."""
        self.asked = False
        """Whether the room was told."""
        self.closing: tuple[int, str] | None = None
        self.since = 0.0
        """When the frame was begun that it is being sent; 0 while there is none."""
        self.writing: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def enqueue(self, data: bytes, framed: bytes = b"") -> None:
        """A frame for this client; too many of them are thrown away instead.

        `framed` is the same as it stands on the wire: who keeps up gets it at once.
        """
        if self.behind:
            return
        if framed and self._is_served() and self.wire is not None and self.wire.try_send(framed):
            return
        if self.size + len(data) > MAX_QUEUED_BYTES:
            self.waiting.clear()
            self.size = 0
            self.behind, self.asked = True, False
        else:
            self.waiting.append(data)
            self.size += len(data)
        self.ready.set()

    def _is_served(self) -> bool:
        """Whether nothing is on its way that has to come first."""
        return not self.waiting and not self.since and self.closing is None

    def close(self, code: int, reason: str) -> None:
        self.closing = (code, reason)
        self.ready.set()


class Edge:
    """Everybody connected through this process."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._readers: dict[int, ClientWriter] = {}
        self._numbers = itertools.count(1)
        self._calls: dict[int, asyncio.Future[RpcResponse]] = {}
        self._pending: list[Message] = []
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._buckets = TokenBuckets(*FRAMES)
        self._pulse: asyncio.Task[None] | None = None
        self.gone = asyncio.Event()
        """Set while there is no room: its process has ended."""
        self.hanging = False
        """Whether the room has not answered for long, and everybody was told."""
        self.frames_in = 0
        self.frames_out = 0

    # The link

    async def start(self) -> None:
        reader, self._writer = await asyncio.open_connection(sock=self._link, limit=1 << 20)
        self._task = asyncio.create_task(self._listen(reader))
        self._watching = asyncio.create_task(self._drop_stalled_clients())

    async def stop(self) -> None:
        """Let go of the room: it commits what it has and ends."""
        if self._writer is not None:
            self._flush()
            self._writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(SHUTDOWN_GRACE_S):
                    await self._writer.wait_closed()
        for task in (self._task, self._watching, self._pulse):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def attach(self, link: socket.socket) -> None:
        """Go on with another room process, by the link to it; whoever was connected comes back by itself."""
        if self._writer is not None:
            self._writer.close()
        reader, self._writer = await asyncio.open_connection(sock=link, limit=1 << 20)
        self._pending.clear()
        self.gone.clear()
        self._task = asyncio.create_task(self._listen(reader))

    def expect_answers(self, told: Callable[[bool], None]) -> None:
        """From now on the room has to answer; `told` is called when it stops and when it does so again."""
        if self._pulse is not None:
            self._pulse.cancel()
        self._pulse = asyncio.create_task(self._watch_pulse(told))

    async def _watch_pulse(self, told: Callable[[bool], None]) -> None:
        while not self.gone.is_set():
            try:
                await self.call_room("pulse", "", {}, patience=HANGS)
                hanging = False
            except TimeoutError:
                hanging = True
            except HoyleError:
                break  # the room is gone, which is seen elsewhere
            if hanging != self.hanging:
                self.hanging = hanging
                told(hanging)
                for reader in self._readers.values():
                    reader.enqueue(_HANGING if hanging else _ANSWERING)
            await asyncio.sleep(PULSE_EVERY)
        self.hanging = False

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        unpacker = PacketReader()
        try:
            with contextlib.suppress(ConnectionError):
                while data := await reader.read(1 << 18):
                    for body in unpacker.feed(data):
                        for message in for_edge(body):
                            self._take(message)
        finally:
            # Whatever the reason: who hears nothing of the room any more keeps nobody.
            self._lost_room()

    def _lost_room(self) -> None:
        self.gone.set()
        for client in self._readers.values():
            client.close(CLOSE_TRY_AGAIN_LATER, "the room is closed for a moment")
        for waiting in self._calls.values():
            if not waiting.done():
                waiting.set_exception(RoomDisconnected("the room is closed for a moment: try again"))

    def _take(self, message: Message) -> None:
        if isinstance(message, OutgoingFrame):
            framed = encode_websocket_text(message.data)
            for number in message.clients:
                reader = self._readers.get(number)
                if reader is not None:
                    self.frames_out += 1
                    reader.enqueue(message.data, framed)
        elif isinstance(message, RpcResponse):
            waiting = self._calls.pop(message.call, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif isinstance(message, CloseClient):
            reader = self._readers.get(message.client)
            if reader is not None:
                reader.close(message.code, message.reason)
        elif isinstance(message, ClientResynced):
            reader = self._readers.get(message.client)
            if reader is not None:
                reader.behind = False

    def send_to_room(self, message: Message) -> None:
        """Send to the room; what comes up in one turn of the loop goes as one packet."""
        if not self._pending:
            asyncio.get_running_loop().call_soon(self._flush)
        self._pending.append(message)

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        if pending and self._writer is not None and not self._writer.is_closing():
            self._writer.write(encode_packet(pending))

    async def call_room(
        self, what: str, token: str, args: dict[str, Any], *, patience: float = TIMEOUT_S
    ) -> RpcResponse:
        """Ask the room."""
        if self.gone.is_set():
            raise RoomDisconnected("the room is closed for a moment: try again")
        number = next(self._numbers)
        waiting: asyncio.Future[RpcResponse] = asyncio.get_running_loop().create_future()
        self._calls[number] = waiting
        self.send_to_room(RpcRequest(number, what, token, args))
        try:
            async with asyncio.timeout(patience):
                return await waiting
        finally:
            self._calls.pop(number, None)

    async def metrics(self) -> dict[str, float]:
        """The room's own figures, for a monitor, who is not kept waiting by a room that does not answer."""
        try:
            answer = await self.call_room("figures", "", {}, patience=MONITOR)
        except (HoyleError, TimeoutError):
            return {"up": 0}
        found: dict[str, float] = json.decode(answer.body) if answer.status == 200 else {"up": 0}
        return found

    # Sockets

    @property
    def clients(self) -> int:
        return len(self._readers)

    async def socket(self, receive: Receive, send: Send, token: str, wire: RawSender | None = None) -> None:
        """One client from its handshake to its end."""
        await receive()  # the request to connect
        if len(self._readers) >= MAX_CLIENTS or self.gone.is_set():
            await turned_away(send)
            return
        await send({"type": "websocket.accept"})
        number = next(self._numbers)
        reader = self._readers[number] = ClientWriter(wire)
        self.send_to_room(ClientConnected(number, token))
        if self.hanging:
            reader.enqueue(_HANGING)
        reading = asyncio.create_task(self._read(number, reader, receive))
        writing = reader.writing = asyncio.create_task(self._write(number, reader, send))
        try:
            # Whichever ends first: the client is gone, it takes nothing, or it is to go.
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            if reader.closing is not None:
                await asyncio.wait({writing}, timeout=SHUTDOWN_GRACE_S)
        finally:
            del self._readers[number]
            self.send_to_room(ClientDisconnected(number))
            for task in (reading, writing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError, RuntimeError):
                    await task

    async def _drop_stalled_clients(self) -> None:
        """Let go of whoever takes nothing for long; a clock for each frame would cost more than the frame."""
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for reader in self._readers.values():
                if reader.since and now() - reader.since > TIMEOUT_S and reader.writing is not None:
                    reader.writing.cancel()

    async def announce_shutdown(self, text: str) -> None:
        """Tell everybody that the room closes, and give them a moment to hear it."""
        notice = json.encode(Notice(text=text, level="warning"))
        for reader in self._readers.values():
            reader.enqueue(notice)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_GRACE_S):
                while any(reader.waiting for reader in self._readers.values()):
                    await asyncio.sleep(0.01)

    async def _read(self, number: int, reader: ClientWriter, receive: Receive) -> None:
        now = asyncio.get_running_loop().time
        who, floods = str(number), 0
        while reader.closing is None:
            asked = now()
            event = await receive()
            at_once = now() - asked < BATCH_DELAY_S
            if event["type"] == "websocket.disconnect":
                return
            self.frames_in += 1
            text = event.get("text")
            data = event.get("bytes") or b"" if text is None else text.encode(errors="replace")
            if len(data) > MAX_FRAME_BYTES:
                reader.close(
                    CLOSE_FRAME_TOO_LARGE, f"a frame of {len(data)} bytes: {MAX_FRAME_BYTES} at most"
                )
                return
            while not self._buckets.try_take(who, int(now() * 1000)):
                # Who waits for answers is slowed down; who does not is told, and dropped if he goes on.
                floods = floods + 1 if at_once else 0
                if floods == 1:
                    reader.enqueue(_TOO_MUCH)
                if floods > FRAMES[1]:
                    reader.close(CLOSE_RATE_LIMITED, "too much at once")
                    return
                await asyncio.sleep(1 / FRAMES[0])
            self.send_to_room(ClientFrameReceived(number, data))
            # A room that does not keep up slows its clients down; what it has to say is still heard.
            if self._writer is not None:
                await self._writer.drain()

    async def _write(self, number: int, reader: ClientWriter, send: Send) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await reader.ready.wait()
            reader.ready.clear()
            while reader.waiting:
                data = reader.waiting.popleft()
                reader.size -= len(data)
                reader.since = now()
                await send({"type": "websocket.send", "text": data.decode()})
            reader.since = 0.0
            if reader.behind and not reader.asked:
                reader.asked = True
                self.send_to_room(ClientLagging(number))
            if reader.closing is not None:
                code, reason = reader.closing
                await send({"type": "websocket.close", "code": code, "reason": reason[:120]})
                return


async def turned_away(send: Send) -> None:
    """Refuse a handshake for now: 503, and when to come again."""
    headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


def encode_websocket_text(data: bytes) -> bytes:
    """A text as it stands on the wire, the same for everybody: nothing is compressed or masked."""
    size = len(data)
    if size < 126:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return _LONG.pack(_TEXT, 126, size) + data
    return _LONGER.pack(_TEXT, 127, size) + data
