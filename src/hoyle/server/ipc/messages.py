"""IPC messages between an edge and the room process: typed structs, encoded as MessagePack.

Three transports carry the same messages: a call in the same process, a socketpair on one machine, NATS
between machines. The messages of one loop iteration travel as one packet.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, msgpack

_PACKET_HEADER: Final = struct.Struct(">I")
MAX_PACKET: Final = 64 << 20


class Message(Struct, frozen=True, array_like=True, gc=False):
    """Base of the IPC messages between an edge and the room."""


# To the room


class ClientConnected(Message, frozen=True, tag=1):
    """Message to the room: a client opened a socket, with or without a session token."""

    client: int
    token: str


class ClientDisconnected(Message, frozen=True, tag=2):
    """Message to the room: a client's socket closed."""

    client: int


class ClientFrameReceived(Message, frozen=True, tag=3):
    """Message to the room with a frame that a client sent."""

    client: int
    data: bytes


class ClientLagging(Message, frozen=True, tag=4):
    """Message to the room: a client's full queue was dropped, and it needs snapshots."""

    client: int


class RpcRequest(Message, frozen=True, tag=5):
    """Call of a room handler for an HTTP request; answered by `RpcResponse`."""

    call: int
    what: str
    token: str
    args: dict[str, Any]
    agent: str = ""
    """User agent of the browser or program."""
    address: str = ""
    """Address of the client."""


class BotConnected(Message, frozen=True, tag=6):
    """Message to the room: a bot is ready to play; accepted only on the bots' own link."""

    client: int
    person: str


ToRoom = ClientConnected | ClientDisconnected | ClientFrameReceived | ClientLagging | RpcRequest | BotConnected


# To the edge


class OutgoingFrame(Message, frozen=True, tag=1):
    """Message to the edge with a frame for some clients."""

    clients: list[int]
    data: bytes
    table: int = 0
    """Table that it shows, if any: dropped once the table has moved to another node."""
    whole: bool = False
    """Whether it is a snapshot of the table, not an update."""


class CloseClient(Message, frozen=True, tag=2):
    """Message to the edge: close a client's socket."""

    client: int
    code: int
    reason: str


class RpcResponse(Message, frozen=True, tag=3):
    """Room's response to an `RpcRequest`: HTTP status and JSON body."""

    call: int
    """Number of the request."""
    status: int
    body: bytes


class BotRoster(Message, frozen=True, tag=4):
    """Message to the bots process: name, style and table of every seated bot."""

    bots: list[tuple[str, str, int]]


class ClientResynced(Message, frozen=True, tag=5):
    """Message to the edge: a lagging client was resynced, and frames from here on leave no gap."""

    client: int


ToEdge = OutgoingFrame | CloseClient | RpcResponse | BotRoster | ClientResynced

_ENCODER: Final = msgpack.Encoder()
_FOR_ROOM: Final = msgpack.Decoder(list[ToRoom])
_FOR_EDGE: Final = msgpack.Decoder(list[ToEdge])


def encode_packet(messages: Sequence[Message]) -> bytes:
    """Encode messages as one length-prefixed packet."""
    body = _ENCODER.encode(messages)
    return _PACKET_HEADER.pack(len(body)) + body


def decode_for_room(body: bytes) -> list[ToRoom]:
    return _FOR_ROOM.decode(body)


def decode_for_edge(body: bytes) -> list[ToEdge]:
    return _FOR_EDGE.decode(body)


class PacketReader:
    """Reader that splits a byte stream into length-prefixed packets."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Add received bytes to the stream; return the bodies of the packets that are complete."""
        buffer = self._buffer
        buffer += data
        bodies: list[bytes] = []
        start = 0
        while len(buffer) - start >= _PACKET_HEADER.size:
            (size,) = _PACKET_HEADER.unpack_from(buffer, start)
            if size > MAX_PACKET:
                raise ConnectionError(f"a packet of {size} bytes on the link")
            body_start = start + _PACKET_HEADER.size
            end = body_start + size
            if len(buffer) < end:
                break
            bodies.append(bytes(buffer[body_start:end]))
            start = end
        del buffer[:start]
        return bodies


def socket_pair() -> tuple[socket.socket, socket.socket]:
    """Create both ends of an IPC link on one machine, with buffers for a burst."""
    first, second = socket.socketpair()
    for end in (first, second):
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, option, 4 << 20)
    return first, second
