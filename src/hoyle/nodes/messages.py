"""Messages between nodes: packets to one node, announcements to all, and status replies.

A `Packet` to one node carries numbered batches: requests to its tables, and frames for its clients. A
`NodeAnnouncement` to all carries table ownership, lobby summaries and the people whose wallets have changed.
Each has a protocol number; numbers that differ by one are compatible, since fields are only added at the end.
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
    """Whether this node can work with a node of that protocol."""
    return abs(protocol - PROTOCOL) <= 1


class RemoteClientConnected(Message, frozen=True, tag=7):
    """Client of another node, and the person that node has authenticated."""

    client: int
    person: str


class ForwardedFrame(Message, frozen=True, tag=6):
    """Frame returned by a node that does not own the table."""

    client: int
    data: bytes
    table: int


class ForwardedRpc(Message, frozen=True, tag=7):
    """RPC call returned by a node that does not own the table."""

    call: RpcRequest
    table: int


Asked = RemoteClientConnected | ClientDisconnected | ClientFrameReceived | RpcRequest
Said = OutgoingFrame | CloseClient | RpcResponse | ForwardedFrame | ForwardedRpc


class Batch(Struct, frozen=True, array_like=True, gc=False):
    """Requests and responses of one turn of a node's loop for another node."""

    number: int
    asked: list[Asked]
    said: list[Said]


class Packet(Struct, frozen=True, array_like=True, gc=False):
    """Batches in transit from one node to another, with an acknowledgement."""

    protocol: int
    node: str
    line: int
    """The sender's number of this channel: a higher one starts a new channel."""
    yours: int
    """The receiver's channel number as the sender knows it; 0 if it does not."""
    heard: int
    """Last batch received without a gap."""
    room: int
    """Position of the sender in the room's own stream, on which its requests may depend."""
    letters: list[Batch]


class TableSummary(Struct, frozen=True, kw_only=True):
    """Table as other nodes know it: enough for the lobby, the floor page and a link to a home game."""

    line: LobbyTable
    host: str
    code: str
    people: list[str]
    """Seated players."""
    stacks: dict[str, int]
    """Stack of each player; empty at a home game, whose chips belong to no wallet."""
    guests: list[str]
    bots: list[str]
    floor: dict[str, Any]


class NodeAnnouncement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Announcement of one node to all others."""

    protocol: int
    node: str
    run: int
    room: int = 0
    hello: bool = False
    """Whether the sender is new and asks for full announcements."""
    bye: bool = False
    owns: list[int] = field(default_factory=list)
    """Tables that it has adopted."""
    sights: list[TableSummary] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    purses: list[str] = field(default_factory=list)
    """People whose wallets have changed."""
    ended: list[str] = field(default_factory=list)
    """People whose sessions have ended."""
    unreadable: list[int] = field(default_factory=list)
    """Tables that it cannot read, repeated in every announcement."""


class NodeStatus(Struct, frozen=True, kw_only=True):
    """Status of a node, for the operator of the deployment."""

    node: str
    run: int
    protocol: int
    version: str
    ahead: int
    """Milliseconds by which the store's clock is ahead of its machine's."""
    hears: list[str]
    cut: bool
    most: int
    """Maximum payload of its bus in bytes."""
    unreadable: dict[int, str]
    """Tables that it cannot read, and why."""
    trouble: str = ""
    """Reason why it accepts no commands at the moment."""
    silent: list[str] = field(default_factory=list)
    """Live nodes that it does not hear although they had time to broadcast."""
    since: int = 0
    """Age of this status in milliseconds."""


_ENCODER: Final = msgpack.Encoder()
_PACKET: Final = msgpack.Decoder(Packet)
_NEWS: Final = msgpack.Decoder(NodeAnnouncement)
_HOW: Final = msgpack.Decoder(NodeStatus)


def encode(message: Packet | NodeAnnouncement | NodeStatus) -> bytes:
    return _ENCODER.encode(message)


def encode_call(call: RpcRequest) -> bytes:
    return _ENCODER.encode(call)


def read_packet(data: bytes) -> Packet:
    return _PACKET.decode(data)


def read_news(data: bytes) -> NodeAnnouncement:
    return _NEWS.decode(data)


def read_how(data: bytes) -> NodeStatus:
    return _HOW.decode(data)
