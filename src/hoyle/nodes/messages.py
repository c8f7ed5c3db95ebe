"""Messages between nodes: packets to one node, announcements to all, and status replies.

A numbered `Packet` to one node carries requests to its tables, and frames for its clients. A
`NodeAnnouncement` to all carries table ownership, lobby summaries and the people whose wallets have changed.
Each has a protocol number; numbers that differ by one are compatible, since fields are only added at the end.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field, msgpack

from hoyle.server.api.floor_rows import FloorTableSummary
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
    """Return whether this node can work with a node of that protocol."""
    return abs(protocol - PROTOCOL) <= 1


class RemoteClientConnected(Message, frozen=True, tag=7):
    """Notice that a client has connected to another node, with the person whom that node authenticated."""

    client: int
    person: str


class ReturnedFrame(Message, frozen=True, tag=6):
    """Frame returned by a node that does not own the table."""

    client: int
    data: bytes
    table: int


class ReturnedRpc(Message, frozen=True, tag=7):
    """RPC call returned by a node that does not own the table."""

    call: RpcRequest
    table: int


PeerRequest = RemoteClientConnected | ClientDisconnected | ClientFrameReceived | RpcRequest
PeerResponse = OutgoingFrame | CloseClient | RpcResponse | ReturnedFrame | ReturnedRpc


class Packet(Struct, frozen=True, array_like=True, gc=False):
    """Requests and responses of one turn of a node's loop for another node."""

    protocol: int
    node: str
    session: int
    """Session of the channel: a higher one starts it anew at both ends."""
    sequence_number: int
    """Number in its session, from 1; a packet without requests and responses repeats that of the last one."""
    acknowledged: int
    """Number of the last packet of the receiver that the sender has handled."""
    room_stream_position: int
    """Position of the sender in the room's own stream, on which its requests may depend."""
    requests: list[PeerRequest]
    responses: list[PeerResponse]

    def is_empty(self) -> bool:
        """Return whether the packet carries neither requests nor responses."""
        return not self.requests and not self.responses


class TableSummary(Struct, frozen=True, kw_only=True):
    """Table as other nodes know it: enough for the lobby, the floor page and a link to a home game."""

    lobby_table: LobbyTable
    host: str
    code: str
    players: list[str]
    stacks: dict[str, int]
    """Stack of each player; empty at a home game, whose chips belong to no wallet."""
    guests: list[str]
    bots: list[str]
    floor_row: FloorTableSummary
    """Row of the table on the floor page."""


class NodeAnnouncement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Announcement of one node to all others."""

    protocol: int
    node: str
    run: int
    room_stream_position: int = 0
    joining: bool = False
    """Whether the sender has just joined and asks for full announcements."""
    leaving: bool = False
    adopted_tables: list[int] = field(default_factory=list)
    table_summaries: list[TableSummary] = field(default_factory=list)
    closed_tables: list[int] = field(default_factory=list)
    changed_wallets: list[str] = field(default_factory=list)
    """People whose wallets have changed."""
    ended_sessions: list[str] = field(default_factory=list)
    """People whose sessions have ended."""
    unreadable_tables: list[int] = field(default_factory=list)
    """Tables that it cannot read, repeated in every announcement."""


class NodeStatus(Struct, frozen=True, kw_only=True):
    """Status of a node, for the operator of the deployment."""

    node: str
    run: int
    protocol: int
    version: str
    clock_offset_ms: int
    """Milliseconds by which the store's clock is ahead of its machine's."""
    live_peers: list[str]
    is_partitioned: bool
    max_payload: int
    """Maximum payload of its bus in bytes."""
    unreadable_tables: dict[int, str]
    """Tables that it cannot read, and why."""
    outage: str = ""
    """Reason why it accepts no commands at the moment."""
    silent_peers: list[str] = field(default_factory=list)
    """Live nodes that it does not hear although they had time to broadcast."""
    age_ms: int = 0
    """Age of this status in milliseconds."""


_ENCODER: Final = msgpack.Encoder()
_PACKET_DECODER: Final = msgpack.Decoder(Packet)
_ANNOUNCEMENT_DECODER: Final = msgpack.Decoder(NodeAnnouncement)
_STATUS_DECODER: Final = msgpack.Decoder(NodeStatus)


def encode(message: Packet | NodeAnnouncement | NodeStatus | RpcRequest) -> bytes:
    return _ENCODER.encode(message)


def decode_packet(data: bytes) -> Packet:
    return _PACKET_DECODER.decode(data)


def decode_announcement(data: bytes) -> NodeAnnouncement:
    return _ANNOUNCEMENT_DECODER.decode(data)


def decode_status(data: bytes) -> NodeStatus:
    return _STATUS_DECODER.decode(data)
