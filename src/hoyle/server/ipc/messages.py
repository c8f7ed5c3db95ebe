"""IPC messages between an edge and the room process: typed structs, encoded as MessagePack.

Three carriers bring the same messages: a call in the same process, a socketpair on one machine, NATS between
machines. A message is a small struct; what goes out of one turn of the loop travels as one packet.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, msgpack

_HEAD: Final = struct.Struct(">I")
MAX_PACKET: Final = 64 << 20


class Message(Struct, frozen=True, array_like=True, gc=False):
    """Base of what passes."""


# To the room


class ClientConnected(Message, frozen=True, tag=1):
    """Somebody opened a socket, with the token of a session or without."""

    client: int
    token: str


class ClientDisconnected(Message, frozen=True, tag=2):
    """A socket closed."""

    client: int


class ClientFrameReceived(Message, frozen=True, tag=3):
    """A frame that a client sent."""

    client: int
    data: bytes


class ClientLagging(Message, frozen=True, tag=4):
    """A client reads too slowly: what waited for it was thrown away, it needs its tables afresh."""

    client: int


class RpcRequest(Message, frozen=True, tag=5):
    """Something asked over HTTP; answered by `RpcResponse`."""

    call: int
    what: str
    token: str
    args: dict[str, Any]


class BotConnected(Message, frozen=True, tag=6):
    """A bot is ready to play; only the house's own link may say so."""

    client: int
    person: str


ToRoom = (
    ClientConnected | ClientDisconnected | ClientFrameReceived | ClientLagging | RpcRequest | BotConnected
)


# To the edge


class OutgoingFrame(Message, frozen=True, tag=1):
    """A frame for these clients."""

    clients: list[int]
    data: bytes
    table: int = 0
    """The table that it shows, where it shows one: nobody wants to see it once the table is elsewhere."""
    whole: bool = False
    """Whether it shows the table whole, and not only what has changed."""


class CloseClient(Message, frozen=True, tag=2):
    """Close a socket."""

    client: int
    code: int
    reason: str


class RpcResponse(Message, frozen=True, tag=3):
    """The answer to a call: status and JSON."""

    call: int
    status: int
    body: bytes
    token: str = ""
    """A new session's token, for the cookie; ``-`` takes the cookie away."""


class BotRoster(Message, frozen=True, tag=4):
    """The bots that have a seat: name, temperament and table of each."""

    bots: list[tuple[str, str, int]]


class ClientResynced(Message, frozen=True, tag=5):
    """A client that fell behind: what comes for it from here on leaves no gap."""

    client: int


ToEdge = OutgoingFrame | CloseClient | RpcResponse | BotRoster | ClientResynced

_ENCODER: Final = msgpack.Encoder()
_FOR_ROOM: Final = msgpack.Decoder(list[ToRoom])
_FOR_EDGE: Final = msgpack.Decoder(list[ToEdge])


def encode_packet(messages: Sequence[Message]) -> bytes:
    """Messages as one packet."""
    body = _ENCODER.encode(messages)
    return _HEAD.pack(len(body)) + body


def decode_for_room(body: bytes) -> list[ToRoom]:
    return _FOR_ROOM.decode(body)


def for_edge(body: bytes) -> list[ToEdge]:
    return _FOR_EDGE.decode(body)


class PacketReader:
    """Packets out of a stream of bytes, however they are cut."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies of the packets that are complete now."""
        held = self._held
        held += data
        found: list[bytes] = []
        at = 0
        while len(held) - at >= _HEAD.size:
            (size,) = _HEAD.unpack_from(held, at)
            if size > MAX_PACKET:
                raise ConnectionError(f"a packet of {size} bytes on the link")
            end = at + _HEAD.size + size
            if len(held) < end:
                break
            found.append(bytes(held[at + _HEAD.size : end]))
            at = end
        del held[:at]
        return found


def socket_pair() -> tuple[socket.socket, socket.socket]:
    """Both ends of a link on one machine, with room for a burst."""
    one, other = socket.socketpair()
    for end in (one, other):
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, option, 4 << 20)
    return one, other
