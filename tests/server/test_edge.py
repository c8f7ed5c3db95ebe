"""The edge: who reads slowly is never waited for, and never has a gap."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from hoyle.server.config import Config
from hoyle.server.edge.asgi_app import App
from hoyle.server.edge.websocket_hub import MAX_QUEUED_BYTES, Edge, encode_websocket_text
from hoyle.server.edge.websocket_protocol import LimitedWebSocketProtocol
from hoyle.server.ipc.messages import (
    ClientConnected,
    ClientDisconnected,
    ClientLagging,
    ClientResynced,
    CloseClient,
    Message,
    OutgoingFrame,
    PacketReader,
    decode_for_room,
    encode_packet,
    socket_pair,
)
from hoyle.server.process.edge_process import uvicorn_config


async def _dead_reader() -> list[Message]:
    """A client takes nothing at all; what the room was told in the end."""
    edge_end, room_end = socket_pair()
    room_end.setblocking(False)
    edge, loop, unpacker = Edge(edge_end), asyncio.get_running_loop(), PacketReader()
    await edge.start()
    asked = asyncio.Event()
    told: list[Message] = []

    async def receive() -> MutableMapping[str, Any]:
        if not asked.is_set():
            asked.set()
            return {"type": "websocket.connect"}
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await asyncio.sleep(3600)

    client = asyncio.create_task(edge.socket(receive, send, "t"))
    while not any(isinstance(each, ClientDisconnected) for each in told):
        for body in unpacker.feed(await loop.sock_recv(room_end, 1 << 16)):
            told.extend(decode_for_room(body))
        if isinstance(told[0], ClientConnected) and not client.done():
            await loop.sock_sendall(room_end, encode_packet([OutgoingFrame([told[0].client], b"first...")]))
    await client
    await edge.stop()
    room_end.close()
    return told


def test_who_takes_nothing_at_all_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.server.edge.websocket_hub.TIMEOUT_S", 0.2)
    monkeypatch.setattr("hoyle.server.edge.websocket_hub.STALL_CHECK_INTERVAL_S", 0.05)
    told = asyncio.run(asyncio.wait_for(_dead_reader(), 60))
    assert isinstance(told[-1], ClientDisconnected)


async def _slow_reader() -> tuple[list[str], list[Message]]:
    """A client takes nothing for a while; what it was sent in the end, and what the room was told."""
    edge_end, room_end = socket_pair()
    room_end.setblocking(False)
    edge, loop, unpacker = Edge(edge_end), asyncio.get_running_loop(), PacketReader()
    await edge.start()
    taking, asked = asyncio.Event(), asyncio.Event()
    heard: list[str] = []
    told: list[Message] = []

    async def receive() -> MutableMapping[str, Any]:
        if not asked.is_set():
            asked.set()
            return {"type": "websocket.connect"}
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await taking.wait()
            heard.append(message["text"][:8])
        elif message["type"] == "websocket.close":
            heard.append(str(message["code"]))

    async def listen(kind: type[Message]) -> Message:
        while not any(isinstance(each, kind) for each in told):
            for body in unpacker.feed(await loop.sock_recv(room_end, 1 << 16)):
                told.extend(decode_for_room(body))
        return next(each for each in told if isinstance(each, kind))

    client = asyncio.create_task(edge.socket(receive, send, "t"))
    connected = await listen(ClientConnected)
    assert isinstance(connected, ClientConnected)
    number = connected.client
    room_end.setblocking(False)

    async def say(*messages: Message) -> None:
        await loop.sock_sendall(room_end, encode_packet(messages))
        await asyncio.sleep(0.05)

    await say(OutgoingFrame([number], b"first..."))
    await say(*(OutgoingFrame([number], b"x" * (MAX_QUEUED_BYTES // 4)) for _ in range(6)))
    taking.set()
    await listen(ClientLagging)
    await say(OutgoingFrame([number], b"a gap..."))
    await say(ClientResynced(number), OutgoingFrame([number], b"afresh.."))
    await say(OutgoingFrame([number], b"and on.."), CloseClient(number, 4401, "enough"))
    await asyncio.wait_for(client, 10)
    await listen(ClientDisconnected)
    await edge.stop()
    room_end.close()
    return heard, told


def test_who_reads_slowly_begins_afresh_and_is_told_nothing_in_between() -> None:
    heard, told = asyncio.run(_slow_reader())
    assert heard == ["first...", "afresh..", "and on..", "4401"]
    assert sum(isinstance(each, ClientLagging) for each in told) == 1


class _Transport:
    """As uvloop has it: what is closed cannot be written to, although nobody was told yet."""

    def __init__(self) -> None:
        self.closed = False
        self.written: list[bytes] = []

    def is_closing(self) -> bool:
        return self.closed

    def write(self, data: bytes) -> None:
        if self.closed:
            raise RuntimeError("the handler is closed")
        self.written.append(data)


def test_a_socket_that_is_closing_or_full_takes_nothing() -> None:
    ends = socket_pair()

    async def run() -> None:
        config = uvicorn_config(App(Edge(ends[0]), Config()), Config())
        config.load()
        wire = LimitedWebSocketProtocol(config, ServerState(), {})
        transport: Any = _Transport()
        wire.transport = transport
        assert not wire.try_send(b"before the handshake")
        wire.conn.state = State.OPEN
        assert wire.try_send(b"one")
        wire.pause_writing()
        assert not wire.try_send(b"two")
        wire.resume_writing()
        assert wire.try_send(b"three")
        transport.closed = True
        assert not wire.try_send(b"four")
        assert transport.written == [b"one", b"three"]

    asyncio.run(run())
    for end in ends:
        end.close()


class _RecordingSocket:
    """A socket that can be kept from taking anything."""

    def __init__(self) -> None:
        self.keeps_up = True
        self.heard: list[str] = []

    def try_send(self, framed: bytes) -> bool:
        if self.keeps_up:
            assert framed[0] == 0x81  # a whole text
            assert framed[1] == len(framed) - 2
            self.heard.append("at once: " + framed[2:].decode())
        return self.keeps_up


async def _mixed_reader() -> list[str]:
    """A client keeps up, has to be waited for, and keeps up again; what it was sent, in order."""
    edge_end, room_end = socket_pair()
    edge, loop, wire = Edge(edge_end), asyncio.get_running_loop(), _RecordingSocket()
    room_end.setblocking(False)
    await edge.start()
    taking, connected, gone = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        if not connected.is_set():
            connected.set()
            return {"type": "websocket.connect"}
        await gone.wait()
        return {"type": "websocket.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await taking.wait()
            wire.heard.append(message["text"])

    async def say(*texts: bytes) -> None:
        await loop.sock_sendall(room_end, encode_packet([OutgoingFrame([1], text) for text in texts]))
        await asyncio.sleep(0.05)

    client = asyncio.create_task(edge.socket(receive, send, "t", wire.try_send))
    await connected.wait()
    await say(b"one")
    wire.keeps_up = False
    await say(b"two", b"three")
    wire.keeps_up = True
    await say(b"four")
    taking.set()
    await say()
    await say(b"five")
    gone.set()
    await client
    await edge.stop()
    room_end.close()
    return wire.heard


def test_who_keeps_up_is_sent_frames_at_once_and_all_come_in_order() -> None:
    heard = asyncio.run(asyncio.wait_for(_mixed_reader(), 60))
    assert heard == ["at once: one", "two", "three", "four", "at once: five"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_stands_on_the_wire_as_any_library_writes_it(size: int) -> None:
    text = b"x" * size
    assert encode_websocket_text(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
