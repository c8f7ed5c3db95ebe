"""WebSocket hub: relays frames between clients and the room, and resyncs or drops slow clients.

The server never waits for a slow client: it drops the client's queue and has the room send fresh snapshots
once the client reads again; a client that reads nothing for long is disconnected.
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
"""Maximum bytes that are queued for one client."""
TIMEOUT_S: Final = 20.0
"""Seconds that one write to a client, or one call to the room, may take."""
HANGS: Final = 5.0
"""Seconds without an answer after which clients are notified that the room hangs."""
PULSE_EVERY: Final = 1.0
"""Seconds between two health checks of the room."""
MONITOR: Final = 2.0
"""Seconds that the room has to report its metrics."""
LOOK_EVERY: Final = 2.0
"""Seconds between two checks for stalled clients."""
SHUTDOWN_GRACE_S: Final = 2.0
"""Seconds that a client has to receive the reason for a close."""
MAX_CLIENTS: Final = 20_000
FRAMES: Final = (40.0, 80.0)
"""Frames of one connection: rate per second, and burst."""
BATCH_DELAY_S: Final = 0.0005
"""A frame that arrives within these seconds was sent without waiting for an answer."""
CLOSE_FRAME_TOO_LARGE: Final = 1009
CLOSE_RATE_LIMITED: Final = 4429

_TEXT: Final = 0x81
"""First byte of an unfragmented text frame."""
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
    """Transport that takes encoded WebSocket frames."""

    def try_send(self, framed: bytes) -> bool:
        """Send an encoded frame; False, and nothing sent, if the client is not ready for it."""
        ...


class RoomDisconnected(HoyleError):
    """Raised when the room process has ended."""


class ClientWriter:
    """Outgoing queue of one WebSocket client."""

    def __init__(self, raw_sender: RawSender | None = None) -> None:
        self.wire = raw_sender
        self.waiting: deque[bytes] = deque()
        self.size = 0
        self.behind = False
        """Whether frames are dropped until the room resyncs the client."""
        self.asked = False
        """Whether the room was asked to resync."""
        self.closing: tuple[int, str] | None = None
        self.since = 0.0
        """Loop time at which the current write began; 0 between writes."""
        self.writing: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def enqueue(self, data: bytes, encoded_frame: bytes = b"") -> None:
        """Queue a frame; a queue that is full is dropped, and the client marked as lagging.

        `encoded_frame` is the encoded frame, sent at once if nothing is queued.
        """
        if self.behind:
            return
        if encoded_frame and self._is_idle() and self.wire is not None and self.wire.try_send(encoded_frame):
            return
        if self.size + len(data) > MAX_QUEUED_BYTES:
            self.waiting.clear()
            self.size = 0
            self.behind, self.asked = True, False
        else:
            self.waiting.append(data)
            self.size += len(data)
        self.ready.set()

    def _is_idle(self) -> bool:
        """Whether no earlier frame is queued or being written."""
        return not self.waiting and not self.since and self.closing is None

    def close(self, code: int, reason: str) -> None:
        self.closing = (code, reason)
        self.ready.set()


class Edge:
    """Hub of the clients that are connected through this process."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._clients: dict[int, ClientWriter] = {}
        self._numbers = itertools.count(1)
        self._calls: dict[int, asyncio.Future[RpcResponse]] = {}
        self._pending: list[Message] = []
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._buckets = TokenBuckets(*FRAMES)
        self._pulse: asyncio.Task[None] | None = None
        self.gone = asyncio.Event()
        """Set while there is no room process."""
        self.hanging = False
        """Whether the room has not answered for long, and clients were notified."""
        self.frames_in = 0
        self.frames_out = 0

    # The link

    async def start(self) -> None:
        reader, self._writer = await asyncio.open_connection(sock=self._link, limit=1 << 20)
        self._task = asyncio.create_task(self._listen(reader))
        self._watching = asyncio.create_task(self._drop_stalled_clients())

    async def stop(self) -> None:
        """Close the link: the room commits and ends."""
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
        """Continue with a new room process; clients reconnect by themselves."""
        if self._writer is not None:
            self._writer.close()
        reader, self._writer = await asyncio.open_connection(sock=link, limit=1 << 20)
        self._pending.clear()
        self.gone.clear()
        self._task = asyncio.create_task(self._listen(reader))

    def expect_answers(self, on_change: Callable[[bool], None]) -> None:
        """Start health checks of the room; `on_change` is called when it hangs and when it resumes."""
        if self._pulse is not None:
            self._pulse.cancel()
        self._pulse = asyncio.create_task(self._watch_pulse(on_change))

    async def _watch_pulse(self, on_change: Callable[[bool], None]) -> None:
        while not self.gone.is_set():
            try:
                await self.call_room("pulse", "", {}, patience=HANGS)
                hanging = False
            except TimeoutError:
                hanging = True
            except HoyleError:
                break  # the room is gone, which `_listen` notices
            if hanging != self.hanging:
                self.hanging = hanging
                on_change(hanging)
                for client in self._clients.values():
                    client.enqueue(_HANGING if hanging else _ANSWERING)
            await asyncio.sleep(PULSE_EVERY)
        self.hanging = False

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        unpacker = PacketReader()
        try:
            with contextlib.suppress(ConnectionError):
                while data := await reader.read(1 << 18):
                    for body in unpacker.feed(data):
                        for message in for_edge(body):
                            self._handle(message)
        finally:
            # Whatever the reason: without a room no client can be served.
            self._lost_room()

    def _lost_room(self) -> None:
        self.gone.set()
        for client in self._clients.values():
            client.close(CLOSE_TRY_AGAIN_LATER, "the room is closed for a moment")
        for future in self._calls.values():
            if not future.done():
                future.set_exception(RoomDisconnected("the room is closed for a moment: try again"))

    def _handle(self, message: Message) -> None:
        if isinstance(message, OutgoingFrame):
            encoded_frame = encode_websocket_text(message.data)
            for number in message.clients:
                client = self._clients.get(number)
                if client is not None:
                    self.frames_out += 1
                    client.enqueue(message.data, encoded_frame)
        elif isinstance(message, RpcResponse):
            future = self._calls.pop(message.call, None)
            if future is not None and not future.done():
                future.set_result(message)
        elif isinstance(message, CloseClient):
            client = self._clients.get(message.client)
            if client is not None:
                client.close(message.code, message.reason)
        elif isinstance(message, ClientResynced):
            client = self._clients.get(message.client)
            if client is not None:
                client.behind = False

    def send_to_room(self, message: Message) -> None:
        """Send to the room; the messages of one loop iteration go as one packet."""
        if not self._pending:
            asyncio.get_running_loop().call_soon(self._flush)
        self._pending.append(message)

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        if pending and self._writer is not None and not self._writer.is_closing():
            self._writer.write(encode_packet(pending))

    async def call_room(
        self, call_name: str, token: str, args: dict[str, Any], *, patience: float = TIMEOUT_S
    ) -> RpcResponse:
        """Call a handler of the room and wait for its response."""
        if self.gone.is_set():
            raise RoomDisconnected("the room is closed for a moment: try again")
        number = next(self._numbers)
        future: asyncio.Future[RpcResponse] = asyncio.get_running_loop().create_future()
        self._calls[number] = future
        self.send_to_room(RpcRequest(number, call_name, token, args))
        try:
            async with asyncio.timeout(patience):
                return await future
        finally:
            self._calls.pop(number, None)

    async def metrics(self) -> dict[str, float]:
        """Metrics of the room; only `up` = 0 if it does not answer in time."""
        try:
            answer = await self.call_room("figures", "", {}, patience=MONITOR)
        except (HoyleError, TimeoutError):
            return {"up": 0}
        values: dict[str, float] = json.decode(answer.body) if answer.status == 200 else {"up": 0}
        return values

    # Sockets

    @property
    def clients(self) -> int:
        return len(self._clients)

    async def socket(
        self, receive: Receive, send: Send, token: str, raw_sender: RawSender | None = None
    ) -> None:
        """Serve one client from its handshake to its end."""
        await receive()  # the request to connect
        if len(self._clients) >= MAX_CLIENTS or self.gone.is_set():
            await turned_away(send)
            return
        await send({"type": "websocket.accept"})
        number = next(self._numbers)
        client = self._clients[number] = ClientWriter(raw_sender)
        self.send_to_room(ClientConnected(number, token))
        if self.hanging:
            client.enqueue(_HANGING)
        reading = asyncio.create_task(self._read(number, client, receive))
        writing = client.writing = asyncio.create_task(self._write(number, client, send))
        try:
            # Whichever ends first: the client is gone, stalled, or to be closed.
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            if client.closing is not None:
                await asyncio.wait({writing}, timeout=SHUTDOWN_GRACE_S)
        finally:
            del self._clients[number]
            self.send_to_room(ClientDisconnected(number))
            for task in (reading, writing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError, RuntimeError):
                    await task

    async def _drop_stalled_clients(self) -> None:
        """Disconnect stalled clients; a timer for each frame would cost more than the frame."""
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for client in self._clients.values():
                if client.since and now() - client.since > TIMEOUT_S and client.writing is not None:
                    client.writing.cancel()

    async def announce_shutdown(self, text: str) -> None:
        """Notify every client that the room closes, and wait a moment for delivery."""
        notice = json.encode(Notice(text=text, level="warning"))
        for client in self._clients.values():
            client.enqueue(notice)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_GRACE_S):
                while any(client.waiting for client in self._clients.values()):
                    await asyncio.sleep(0.01)

    async def _read(self, number: int, client: ClientWriter, receive: Receive) -> None:
        now = asyncio.get_running_loop().time
        key, floods = str(number), 0
        while client.closing is None:
            asked_at = now()
            event = await receive()
            is_immediate = now() - asked_at < BATCH_DELAY_S
            if event["type"] == "websocket.disconnect":
                return
            self.frames_in += 1
            text = event.get("text")
            data = event.get("bytes") or b"" if text is None else text.encode(errors="replace")
            if len(data) > MAX_FRAME_BYTES:
                client.close(
                    CLOSE_FRAME_TOO_LARGE, f"a frame of {len(data)} bytes: {MAX_FRAME_BYTES} at most"
                )
                return
            while not self._buckets.try_take(key, int(now() * 1000)):
                # A client that waits for answers is slowed down; one that does not is warned, then dropped.
                floods = floods + 1 if is_immediate else 0
                if floods == 1:
                    client.enqueue(_TOO_MUCH)
                if floods > FRAMES[1]:
                    client.close(CLOSE_RATE_LIMITED, "too much at once")
                    return
                await asyncio.sleep(1 / FRAMES[0])
            self.send_to_room(ClientFrameReceived(number, data))
            # Back-pressure: a room that does not keep up slows its clients down.
            if self._writer is not None:
                await self._writer.drain()

    async def _write(self, number: int, client: ClientWriter, send: Send) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await client.ready.wait()
            client.ready.clear()
            while client.waiting:
                data = client.waiting.popleft()
                client.size -= len(data)
                client.since = now()
                await send({"type": "websocket.send", "text": data.decode()})
            client.since = 0.0
            if client.behind and not client.asked:
                client.asked = True
                self.send_to_room(ClientLagging(number))
            if client.closing is not None:
                code, reason = client.closing
                await send({"type": "websocket.close", "code": code, "reason": reason[:120]})
                return


async def turned_away(send: Send) -> None:
    """Refuse a handshake for now: 503 with retry-after."""
    headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


def encode_websocket_text(data: bytes) -> bytes:
    """Encode a text frame, the same for every client: nothing is compressed or masked."""
    size = len(data)
    if size < 126:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return _LONG.pack(_TEXT, 126, size) + data
    return _LONGER.pack(_TEXT, 127, size) + data
