"""Forwarding of client frames and RPC calls to the node that owns the table, or parking them.

Delivery is at least once: a command whose answer is lost is sent again, and its id lets it take effect only
once.
"""

from __future__ import annotations

from typing import Final

from msgspec import json, structs

from hoyle.nodes import placement
from hoyle.nodes.messages import RemoteClientConnected, ReturnedFrame, ReturnedRpc
from hoyle.nodes.node_context import FORWARD_TIMEOUT_MS, HEARTBEAT_INTERVAL_MS, NodeContext
from hoyle.nodes.table_directory import TableDirectory
from hoyle.nodes.transport import CLIENTS_PER_NODE, Peer, Transport, is_remote
from hoyle.server.gateway.subscriptions import Subscriptions
from hoyle.server.ipc.messages import (
    ClientDisconnected,
    ClientFrameReceived,
    Message,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)
from hoyle.server.problems import Problem
from hoyle.server.websocket_frames import AnswerFrame, CommandFrame, FromClient, Notice

_FRAME_DECODER: Final = json.Decoder(FromClient)
MOVING: Final = "the table is on its way to another node"
NOT_HEARD: Final = "the table's node is not heard at the moment: what was sent is kept until it is"
QUARANTINED: Final = "the table is set aside: the house has to look at its records first"


class ParkedMessage:
    """Message for a table that no node owns at the moment, kept until one does or it times out."""

    def __init__(self, table: int, expires_at: int, message: ClientFrameReceived | RpcRequest) -> None:
        self.table = table
        self.expires_at = expires_at
        self.message = message


class Forwarder:
    """Forwarder of one node's clients to tables on other nodes."""

    def __init__(
        self, node: NodeContext, directory: TableDirectory, transport: Transport, viewers: Subscriptions
    ) -> None:
        self._node = node
        self._directory = directory
        self._transport = transport
        self._viewers = viewers
        self._parked: list[ParkedMessage] = []
        self.remote_watches: dict[int, dict[int, bytes]] = {}
        """Remote tables that local clients follow: the watch frame to send again, by client and table."""
        self.recently_placed: dict[str, int] = {}
        """Tables placed on each node since it last reported its load."""
        self._awaiting_snapshot: dict[int, set[int]] = {}
        """Tables of which a client awaits a full snapshot; other frames of them are dropped until then."""

    # To the owner of a table

    def forward(self, client: int, person: str, table: int, data: bytes) -> None:
        """Forward a client's frame to the node that owns the table, or park it."""
        owner = self._directory.owners.get(table)
        if owner is None:
            self._park_or_refuse(table, ClientFrameReceived(client, data))
            return
        if owner.node in self._transport.silent_nodes:
            notice = Notice(text=NOT_HEARD, level="warning", table_id=table)
            self._node.outbox.append(OutgoingFrame([client], json.encode(notice)))
        self._send(owner.node, client, person, data)

    def forward_call(self, call: RpcRequest, table: int) -> None:
        """Forward an RPC call to the node that owns the table, or park it; send a peer's call back to it."""
        if is_remote(call.call):
            peer = self._transport.peer_of(call.call)
            if peer is not None:
                call = structs.replace(call, call=call.call % CLIENTS_PER_NODE)
                peer.responses.append(ReturnedRpc(call, table))
            return
        owner = self._directory.owners.get(table)
        if owner is None:
            self._park_or_refuse(table, call)
            return
        self._transport.peer(owner.node).requests.append(call)

    def return_frame(self, client: int, data: bytes, table: int) -> None:
        """Return a frame of another node's client whose table is not here, so that its node reroutes it."""
        peer = self._transport.peer_of(client)
        if peer is not None:
            peer.responses.append(ReturnedFrame(client % CLIENTS_PER_NODE, data, table))

    def place_new_table(self, client: int, person: str, data: bytes) -> bool:
        """Forward the command for a new table to the least loaded node; False if that is this one."""
        target = placement.least_loaded(self._node.nodes, self.recently_placed)
        self.recently_placed[target] = self.recently_placed.get(target, 0) + 1
        if target in ("", self._node.name):
            return False
        self._send(target, client, person, data)
        return True

    def _send(self, node: str, client: int, person: str, data: bytes) -> None:
        peer = self._transport.peer(node)
        self.announce(peer, client, person)
        peer.requests.append(ClientFrameReceived(client, data))

    # Clients

    def introduce(self, client: int, person: str, table: int) -> None:
        """Announce a connected client to the node of a table where they have a seat."""
        owner = self._directory.owners.get(table)
        if owner is not None:
            self.announce(self._transport.peer(owner.node), client, person)

    def announce(self, peer: Peer, client: int, person: str) -> None:
        """Announce a client to a peer before its first frame."""
        if client not in peer.announced_clients:
            peer.announced_clients.add(client)
            peer.requests.append(RemoteClientConnected(client, person))

    def client_disconnected(self, client: int) -> None:
        """Withdraw a disconnected client from all peers, and drop its parked frames."""
        self._awaiting_snapshot.pop(client, None)
        for peer in self._transport.peers.values():
            if client in peer.announced_clients:
                peer.announced_clients.discard(client)
                peer.requests.append(ClientDisconnected(client))
        self._parked = [
            parked
            for parked in self._parked
            if isinstance(parked.message, RpcRequest) or parked.message.client != client
        ]

    def rewatch(self, table: int) -> None:
        """Send the watch frames of a table again, to its new owner: followers need a full snapshot."""
        owner = self._directory.owners.get(table)
        for number, watches in self.remote_watches.items():
            data = watches.get(table)
            client = self._viewers.clients.get(number)
            if data is None or client is None:
                continue
            self._awaiting_snapshot.setdefault(number, set()).add(table)
            if owner is None:
                self._park_or_refuse(table, ClientFrameReceived(number, data))
            else:
                self._send(owner.node, number, client.person, data)

    def current_recipients(self, frame: OutgoingFrame, node: str) -> list[int]:
        """Return the clients that still get a table's frame: late frames from a former owner are dropped."""
        owner = self._directory.owners.get(frame.table)
        if frame.table in self._node.pipeline.room.tables or (owner is not None and owner.node != node):
            return []
        awaiting = self._awaiting_snapshot
        if frame.whole:
            for client in frame.clients:
                awaiting.get(client, set()).discard(frame.table)
        return [client for client in frame.clients if frame.table not in awaiting.get(client, ())]

    # Tables without an owner

    def _park_or_refuse(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        """Park a message for a table without an owner; refuse it if the table is quarantined."""
        if self._directory.is_quarantined(table):
            self._refuse(table, message, QUARANTINED)
        else:
            self.park(table, message)

    def park(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        """Keep a message until its table has an owner; a heartbeat soon looks for one."""
        self._parked.append(ParkedMessage(table, self._node.steady() + FORWARD_TIMEOUT_MS, message))
        self._node.schedule_heartbeat(HEARTBEAT_INTERVAL_MS // 4)

    def retry(self) -> list[Message]:
        """Forward parked messages whose table has an owner now; refuse those that timed out.

        Returns the messages whose table is local now.
        """
        parked_messages, self._parked = self._parked, []
        local: list[Message] = []
        for parked in parked_messages:
            table, message = parked.table, parked.message
            if table in self._node.pipeline.room.tables:
                local.append(message)
            elif table in self._directory.owners:
                self._forward_parked(table, message)
            elif self._directory.is_quarantined(table):
                self._refuse(table, message, QUARANTINED)
            elif parked.expires_at <= self._node.steady():
                self._refuse(table, message, MOVING)
            else:
                self._parked.append(parked)
        return local

    def _forward_parked(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        if isinstance(message, RpcRequest):
            self.forward_call(message, table)
            return
        client = self._viewers.clients.get(message.client)
        if client is not None:
            self.forward(client.number, client.person, table, message.data)

    def _refuse(self, table: int, message: ClientFrameReceived | RpcRequest, reason: str) -> None:
        if isinstance(message, RpcRequest):
            body = json.encode(Problem(error=f"{reason}: try again", clause="house records"))
            self._node.outbox.append(RpcResponse(message.call, 503, body))
            return
        frame = _FRAME_DECODER.decode(message.data)
        refusal: AnswerFrame | Notice
        if isinstance(frame, CommandFrame):
            refusal = AnswerFrame(
                idempotency_key=frame.idempotency_key,
                ok=False,
                message=reason,
                clause="house records",
                allowed="try again",
                retry=True,
            )
        else:
            refusal = Notice(text=reason, level="warning", table_id=table)
        self._node.outbox.append(OutgoingFrame([message.client], json.encode(refusal)))
