"""Messages between nodes: packets to one node, announcements to all, and status replies.

To one node goes a `Packet` with numbered letters: what its tables are asked, and frames for its clients. To
all goes `NodeAnnouncement`: who has which table, how the lobby looks there, whose wallets have changed. Each
carries the number of the protocol; nodes whose numbers differ by one understand each other, for fields are
only added at the end.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, field, msgpack

from hoyle.server.ipc.messages import (
    ClientDisconnected,
    ClientFrameReceived,
    CloseClient,
    Message,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)
from hoyle.server.websocket_frames import LobbyTable

PROTOCOL: Final = 1


def is_compatible(protocol: int) -> bool:
    """Whether a node of that protocol can be worked with."""
    return abs(protocol - PROTOCOL) <= 1


class RemoteClientConnected(Message, frozen=True, tag=7):
    """A client of another node, and who it is: that node has looked at his session."""

    client: int
    person: str


class ForwardedFrame(Message, frozen=True, tag=6):
    """A frame that came to a node which does not have the table."""

    client: int
    data: bytes
    table: int


class ForwardedRpc(Message, frozen=True, tag=7):
    """A call that did."""

    call: RpcRequest
    table: int


Asked = RemoteClientConnected | ClientDisconnected | ClientFrameReceived | RpcRequest
Said = OutgoingFrame | CloseClient | RpcResponse | ForwardedFrame | ForwardedRpc


class Batch(Struct, frozen=True, array_like=True, gc=False):
    """What one turn of a node's loop has for another node."""

    number: int
    asked: list[Asked]
    said: list[Said]


class Packet(Struct, frozen=True, array_like=True, gc=False):
    """Letters under way from one node to another."""

    protocol: int
    node: str
    line: int
    """The sender's number of this line: a later one begins anew."""
    yours: int
    """The receiver's, as far as the sender knows; 0: not at all."""
    heard: int
    """The last letter that has come without a gap."""
    room: int
    """How far the sender has read the room's own stream: what it asks may rest on that."""
    letters: list[Batch]


class TableSummary(Struct, frozen=True, kw_only=True):
    """A table as other nodes know it: enough for the lobby, the floor desk and a link to a home game."""

    line: LobbyTable
    host: str
    code: str
    people: list[str]
    """Who sits there."""
    stacks: dict[str, int]
    """What each of them has before him; empty at a home game, whose chips are of no wallet."""
    guests: list[str]
    bots: list[str]
    floor: dict[str, Any]


class NodeAnnouncement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all nodes hear."""

    protocol: int
    node: str
    run: int
    room: int = 0
    hello: bool = False
    """Somebody new, who wants to hear everything."""
    bye: bool = False
    owns: list[int] = field(default_factory=list)
    """Tables that it has taken."""
    sights: list[TableSummary] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    purses: list[str] = field(default_factory=list)
    """Whose wallets have changed."""
    ended: list[str] = field(default_factory=list)
    """Who has ended a session."""
    unreadable: list[int] = field(default_factory=list)
    """Tables that it cannot read, said again at every beat."""


class NodeStatus(Struct, frozen=True, kw_only=True):
    """How a node is, for whoever looks after the deployment."""

    node: str
    run: int
    protocol: int
    version: str
    ahead: int
    """Milliseconds by which the store's clock is ahead of its machine's."""
    hears: list[str]
    cut: bool
    most: int
    """Bytes that the bus carries for it at once."""
    unreadable: dict[int, str]
    """Tables that it cannot read, and why."""
    trouble: str = ""
    """Why it takes nothing at the moment."""
    silent: list[str] = field(default_factory=list)
    """Who is at work and yet was not heard, though there was time for it."""
    since: int = 0
    """Milliseconds since this was so."""


_ENCODER: Final = msgpack.Encoder()
_PACKET: Final = msgpack.Decoder(Packet)
_NEWS: Final = msgpack.Decoder(NodeAnnouncement)
_HOW: Final = msgpack.Decoder(NodeStatus)


def encode(words: Packet | NodeAnnouncement | NodeStatus) -> bytes:
    return _ENCODER.encode(words)


def encode_call(call: RpcRequest) -> bytes:
    return _ENCODER.encode(call)


def read_packet(data: bytes) -> Packet:
    return _PACKET.decode(data)


def read_news(data: bytes) -> NodeAnnouncement:
    return _NEWS.decode(data)


def read_how(data: bytes) -> NodeStatus:
    return _HOW.decode(data)
