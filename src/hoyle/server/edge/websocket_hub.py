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
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from msgspec import json
from starlette.types import Receive, Send

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
    decode_for_edge,
    encode_packet,
)
from hoyle.server.problems import UNAVAILABLE, RequestError
from hoyle.server.rate_limiter import TokenBuckets
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER, MAX_FRAME_BYTES, Notice

MAX_QUEUED_BYTES: Final = 512 * 1024
"""Maximum bytes that are queued for one client."""
TIMEOUT_S: Final = 20.0
"""Seconds that one write to a client, or one call to the room, may take."""
HANG_TIMEOUT_S: Final = 5.0
"""Seconds without an answer after which clients are notified that the room hangs."""
HEALTH_CHECK_INTERVAL_S: Final = 1.0
METRICS_TIMEOUT_S: Final = 2.0
STALL_CHECK_INTERVAL_S: Final = 2.0
SHUTDOWN_GRACE_S: Final = 2.0
"""Seconds that a client has to receive the reason for a close."""
MAX_CLIENTS: Final = 20_000
FRAME_LIMIT: Final = (40.0, 80.0)
"""Frames of one connection: rate per second, and burst."""
BATCH_DELAY_S: Final = 0.0005
"""A frame that arrives within these seconds was sent without waiting for an answer."""
CLOSE_FRAME_TOO_LARGE: Final = 1009
CLOSE_RATE_LIMITED: Final = 4429

_TEXT_FRAME: Final = 0x81
"""First byte of an unfragmented text frame."""
_HEADER_16: Final = Struct(">BBH")
_HEADER_64: Final = Struct(">BBQ")

_RATE_LIMITED_NOTICE: Final = json.encode(Notice(text="too much at once: wait a moment", level="warning"))
_HANG_NOTICE: Final = json.encode(
    Notice(text="the room does not answer at the moment; nothing acknowledged is lost", level="error")
)
_RECOVERY_NOTICE: Final = json.encode(Notice(text="the room answers again"))

TrySend = Callable[[bytes], bool]
"""Function that sends an encoded WebSocket frame; False, and nothing sent, if the client is not ready."""


class RoomDisconnected(RequestError):
    """Raised when the room process has ended."""

    status = UNAVAILABLE


class ClientWriter:
    """Outgoing queue of one WebSocket client."""

    def __init__(self, try_send: TrySend | None = None) -> None:
        self._try_send = try_send
        self.queue: deque[bytes] = deque()
        self.queued_bytes = 0
        self.is_lagging = False
        """Whether the queue was dropped; frames are too, until the room resyncs the client."""
        self.resync_requested = False
        self.closing: tuple[int, str] | None = None
        self.write_started_at = 0.0
        """Loop time at which the current write began; 0 between writes."""
        self.write_task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def enqueue(self, data: bytes, encoded_frame: bytes = b"") -> None:
        """Queue the text of a WebSocket frame; a full queue is dropped, and the client marked as lagging.

        `encoded_frame` is the same frame as it goes over the wire, sent at once if nothing is queued.
        """
        if self.is_lagging:
            return
        if encoded_frame and self._try_send is not None and self._is_idle() and self._try_send(encoded_frame):
            return
        if self.queued_bytes + len(data) > MAX_QUEUED_BYTES:
            self.queue.clear()
            self.queued_bytes = 0
            self.is_lagging, self.resync_requested = True, False
        else:
            self.queue.append(data)
            self.queued_bytes += len(data)
        self.ready.set()

    def _is_idle(self) -> bool:
        """Whether no earlier frame is queued or being written, nor the close."""
        return not self.queue and not self.write_started_at and self.closing is None

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
        self._listen_task: asyncio.Task[None] | None = None
        self._stall_task: asyncio.Task[None] | None = None
        self._buckets = TokenBuckets(*FRAME_LIMIT)
        self._health_task: asyncio.Task[None] | None = None
        self.room_gone = asyncio.Event()
        """Set while there is no room process."""
        self.is_hanging = False
        """Whether the room has not answered for long, and clients were notified."""
        self.frames_in = 0
        self.frames_out = 0

    # The link

    async def start(self) -> None:
        await self.attach(self._link)
        self._stall_task = asyncio.create_task(self._drop_stalled_clients())

    async def stop(self) -> None:
        """Close the link: the room commits and ends."""
        if self._writer is not None:
            self._flush()
            self._writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(SHUTDOWN_GRACE_S):
                    await self._writer.wait_closed()
        for task in (self._listen_task, self._stall_task, self._health_task):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def attach(self, link: socket.socket) -> None:
        """Connect to a new room process; clients reconnect by themselves."""
        if self._writer is not None:
            self._writer.close()
        reader, self._writer = await asyncio.open_connection(sock=link, limit=1 << 20)
        self._pending.clear()
        self.room_gone.clear()
        self._listen_task = asyncio.create_task(self._listen(reader))

    def expect_answers(self, on_change: Callable[[bool], None]) -> None:
        """Start health checks of the room process; `on_change` is called when it hangs or resumes."""
        if self._health_task is not None:
            self._health_task.cancel()
        self._health_task = asyncio.create_task(self._check_health(on_change))

    async def _check_health(self, on_change: Callable[[bool], None]) -> None:
        while not self.room_gone.is_set():
            try:
                await self.call_room("pulse", patience=HANG_TIMEOUT_S)
                hanging = False
            except TimeoutError:
                hanging = True
            except HoyleError:
                break  # the room is gone, which `_listen` notices
            if hanging != self.is_hanging:
                self.is_hanging = hanging
                on_change(hanging)
                for client in self._clients.values():
                    client.enqueue(_HANG_NOTICE if hanging else _RECOVERY_NOTICE)
            await asyncio.sleep(HEALTH_CHECK_INTERVAL_S)
        self.is_hanging = False

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        unpacker = PacketReader()
        try:
            with contextlib.suppress(ConnectionError):
                while data := await reader.read(1 << 18):
                    for body in unpacker.feed(data):
                        for message in decode_for_edge(body):
                            self._handle(message)
        finally:
            # Whatever the reason: without a room no client can be served.
            self._on_room_lost()

    def _on_room_lost(self) -> None:
        self.room_gone.set()
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
        elif isinstance(message, (CloseClient, ClientResynced)):
            client = self._clients.get(message.client)
            if client is None:
                return
            if isinstance(message, CloseClient):
                client.close(message.code, message.reason)
            else:
                client.is_lagging = False

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
        self,
        name: str,
        token: str = "",
        args: dict[str, Any] | None = None,
        *,
        agent: str = "",
        address: str = "",
        patience: float = TIMEOUT_S,
    ) -> RpcResponse:
        """Call a handler of the room and wait for its response."""
        if self.room_gone.is_set():
            raise RoomDisconnected("the room is closed for a moment: try again")
        number = next(self._numbers)
        future: asyncio.Future[RpcResponse] = asyncio.get_running_loop().create_future()
        self._calls[number] = future
        self.send_to_room(RpcRequest(number, name, token, args or {}, agent, address))
        try:
            async with asyncio.timeout(patience):
                return await future
        finally:
            self._calls.pop(number, None)

    async def metrics(self) -> dict[str, float]:
        """Return the room's metrics; only `up` = 0 if it does not answer in time."""
        try:
            answer = await self.call_room("figures", patience=METRICS_TIMEOUT_S)
        except (HoyleError, TimeoutError):
            return {"up": 0}
        values: dict[str, float] = json.decode(answer.body) if answer.status == 200 else {"up": 0}
        return values

    async def is_room_ready(self) -> bool:
        """Whether the room answers and takes clients."""
        return bool((await self.metrics()).get("up"))

    # Sockets

    @property
    def clients(self) -> int:
        return len(self._clients)

    async def socket(self, receive: Receive, send: Send, token: str, try_send: TrySend | None = None) -> None:
        """Serve one client from its handshake to its end."""
        await receive()  # the request to connect
        if len(self._clients) >= MAX_CLIENTS or self.room_gone.is_set():
            await refuse_handshake(send)
            return
        await send({"type": "websocket.accept"})
        number = next(self._numbers)
        client = self._clients[number] = ClientWriter(try_send)
        self.send_to_room(ClientConnected(number, token))
        if self.is_hanging:
            client.enqueue(_HANG_NOTICE)
        read_task = asyncio.create_task(self._read(number, client, receive))
        write_task = client.write_task = asyncio.create_task(self._write(number, client, send))
        try:
            # Whichever ends first: the client is gone, stalled, or to be closed.
            await asyncio.wait({read_task, write_task}, return_when=asyncio.FIRST_COMPLETED)
            if client.closing is not None:
                await asyncio.wait({write_task}, timeout=SHUTDOWN_GRACE_S)
        finally:
            del self._clients[number]
            self.send_to_room(ClientDisconnected(number))
            for task in (read_task, write_task):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError, RuntimeError):
                    await task

    async def _drop_stalled_clients(self) -> None:
        """Disconnect stalled clients now and then; a timer for each frame would cost more than the frame."""
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(STALL_CHECK_INTERVAL_S)
            for client in self._clients.values():
                if (
                    client.write_started_at
                    and now() - client.write_started_at > TIMEOUT_S
                    and client.write_task is not None
                ):
                    client.write_task.cancel()

    async def announce_shutdown(self, text: str) -> None:
        """Notify every client that the room closes, and wait a moment for delivery."""
        notice = json.encode(Notice(text=text, level="warning"))
        for client in self._clients.values():
            client.enqueue(notice)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_GRACE_S):
                while any(client.queue for client in self._clients.values()):
                    await asyncio.sleep(0.01)

    async def _read(self, number: int, client: ClientWriter, receive: Receive) -> None:
        """Relay a client's frames to the room until it disconnects, within the rate limit."""
        now = asyncio.get_running_loop().time
        floods = 0  # frames in a row over the limit that were sent without waiting for an answer
        while client.closing is None:
            waiting_since = now()
            event = await receive()
            is_immediate = now() - waiting_since < BATCH_DELAY_S
            if event["type"] == "websocket.disconnect":
                return
            self.frames_in += 1
            text = event.get("text")
            data = event.get("bytes") or b"" if text is None else text.encode(errors="replace")
            if len(data) > MAX_FRAME_BYTES:
                reason = f"a frame of {len(data)} bytes: {MAX_FRAME_BYTES} at most"
                client.close(CLOSE_FRAME_TOO_LARGE, reason)
                return
            while not self._buckets.try_take(str(number), int(now() * 1000)):
                # A client that waits for answers is slowed down; one that does not is warned, then dropped.
                floods = floods + 1 if is_immediate else 0
                if floods == 1:
                    client.enqueue(_RATE_LIMITED_NOTICE)
                if floods > FRAME_LIMIT[1]:
                    client.close(CLOSE_RATE_LIMITED, "too much at once")
                    return
                await asyncio.sleep(1 / FRAME_LIMIT[0])
            self.send_to_room(ClientFrameReceived(number, data))
            # Back-pressure: a room that does not keep up slows its clients down.
            if self._writer is not None:
                await self._writer.drain()

    async def _write(self, number: int, client: ClientWriter, send: Send) -> None:
        """Send a client its queued frames; ask the room to resync a client that lags and reads again."""
        now = asyncio.get_running_loop().time
        while True:
            await client.ready.wait()
            client.ready.clear()
            while client.queue:
                data = client.queue.popleft()
                client.queued_bytes -= len(data)
                client.write_started_at = now()
                await send({"type": "websocket.send", "text": data.decode()})
            client.write_started_at = 0.0
            if client.is_lagging and not client.resync_requested:
                client.resync_requested = True
                self.send_to_room(ClientLagging(number))
            if client.closing is not None:
                code, reason = client.closing
                await send({"type": "websocket.close", "code": code, "reason": reason[:120]})
                return


async def refuse_handshake(send: Send) -> None:
    """Refuse a WebSocket handshake for now: 503 with retry-after."""
    headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


def encode_websocket_text(data: bytes) -> bytes:
    """Encode a WebSocket text frame, the same for every client: nothing is compressed or masked."""
    size = len(data)
    if size < 126:
        return bytes((_TEXT_FRAME, size)) + data
    if size < 1 << 16:
        return _HEADER_16.pack(_TEXT_FRAME, 126, size) + data
    return _HEADER_64.pack(_TEXT_FRAME, 127, size) + data
