"""Forwarding of client frames and RPC calls to the node that owns the table, or parking them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import json, structs

from hoyle.nodes import placement
from hoyle.nodes.messages import ForwardedFrame, ForwardedRpc, RemoteClientConnected
from hoyle.nodes.node_gateway import REMOTE
from hoyle.nodes.timeouts import FORWARD_TIMEOUT_MS, HEARTBEAT_INTERVAL_MS
from hoyle.server.ipc.messages import (
    ClientDisconnected,
    ClientFrameReceived,
    Message,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)
from hoyle.server.websocket_frames import AnswerFrame, CommandFrame, FromClient, Notice

if TYPE_CHECKING:
    from hoyle.nodes.node import Node

_FRAME: Final = json.Decoder(FromClient)
MOVING: Final = "the table is on its way to another node"
NOT_HEARD: Final = "the table's node is not heard at the moment: what was sent is kept until it is"
ASIDE: Final = "the table is set aside: the house has to look at its records first"


class ParkedMessage:
    """Message for a table that no node owns at the moment, kept until one does or it times out."""

    def __init__(self, table: int, until: int, message: ClientFrameReceived | RpcRequest) -> None:
        self.table = table
        self.until = until
        self.message = message


class Forwarder:
    """Forwarder of one node's clients to tables on other nodes."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._parked: list[ParkedMessage] = []
        self.placed: dict[str, int] = {}
        """Tables placed on each node since it last reported its load."""
        self._awaiting_snapshot: dict[int, set[int]] = {}
        """Tables of which a client awaits a full snapshot; other frames of them are dropped until then."""

    def forward(self, client: int, person: str, table: int, data: bytes) -> None:
        """Forward a frame to the node that owns the table, or park it."""
        owner = self._node.owning.where.get(table)
        if owner is None:
            self._park_or_refuse(table, ClientFrameReceived(client, data))
            return
        if owner[0] in self._node.mail.silent:
            notice = Notice(text=NOT_HEARD, level="warning", table_id=table)
            self._node.out.append(OutgoingFrame([client], json.encode(notice)))
        self._ask(owner[0], client, person, ClientFrameReceived(client, data))

    def forward_call(self, call: RpcRequest, table: int) -> None:
        """Forward an RPC call to the node that owns the table, or park it."""
        if call.call >= REMOTE:
            peer = self._node.mail.peer_at(call.call)
            if peer is not None:
                peer.said.append(ForwardedRpc(structs.replace(call, call=call.call % REMOTE), table))
            return
        owner = self._node.owning.where.get(table)
        if owner is None:
            self._park_or_refuse(table, call)
            return
        self._node.mail.peer(owner[0]).asked.append(call)

    def reroute(self, client: int, data: bytes, table: int) -> None:
        """Return a frame of another node's client whose table is not here, so that its node reroutes it."""
        peer = self._node.mail.peer_at(client)
        if peer is not None:
            peer.said.append(ForwardedFrame(client % REMOTE, data, table))

    def place(self, client: int, person: str, data: bytes) -> bool:
        """Place a new table on the least loaded node; False if that is this one."""
        to = placement.least_loaded(self._node.nodes, self.placed)
        self.placed[to] = self.placed.get(to, 0) + 1
        if to in ("", self._node.name):
            return False
        self._ask(to, client, person, ClientFrameReceived(client, data))
        return True

    def introduce(self, client: int, person: str, table: int) -> None:
        """Announce a connected client to the node of a table where they have a seat."""
        owner = self._node.owning.where.get(table)
        if owner is not None:
            peer = self._node.mail.peer(owner[0])
            if client not in peer.known:
                peer.known.add(client)
                peer.asked.append(RemoteClientConnected(client, person))

    def client_disconnected(self, client: int) -> None:
        """Withdraw a disconnected client from all peers, and drop its parked frames."""
        self._awaiting_snapshot.pop(client, None)
        for peer in self._node.mail.peers():
            if client in peer.known:
                peer.known.discard(client)
                peer.asked.append(ClientDisconnected(client))
        self._parked = [
            parked
            for parked in self._parked
            if isinstance(parked.message, RpcRequest) or parked.message.client != client
        ]

    def _ask(self, node: str, client: int, person: str, message: ClientFrameReceived) -> None:
        peer = self._node.mail.peer(node)
        if client not in peer.known:
            peer.known.add(client)
            peer.asked.append(RemoteClientConnected(client, person))
        peer.asked.append(message)

    def rewatch(self, table: int) -> None:
        for client, mine in self._node.service.away.items():
            data = mine.get(table)
            known = self._node.service.viewers.clients.get(client)
            if data is not None and known is not None:
                self._awaiting_snapshot.setdefault(client, set()).add(table)
                self.forward(client, known.person, table, data)

    def current_recipients(self, said: OutgoingFrame, node: str) -> list[int]:
        """Clients that still get this frame of a table: late frames from a former owner are dropped."""
        owner = self._node.owning.where.get(said.table, (node,))[0]
        if said.table in self._node.desk.room.tables or owner != node:
            return []
        if said.whole:
            for client in said.clients:
                self._awaiting_snapshot.get(client, set()).discard(said.table)
        awaiting = self._awaiting_snapshot
        return [client for client in said.clients if said.table not in awaiting.get(client, ())]

    def _park_or_refuse(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        """Park a message for a table without an owner; refuse it if the table is quarantined."""
        if self._node.owning.is_quarantined(table):
            self._refuse(ParkedMessage(table, 0, message), ASIDE)
        else:
            self.park(table, message)

    def park(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        self._parked.append(ParkedMessage(table, self._node.steady() + FORWARD_TIMEOUT_MS, message))
        self._node.schedule_heartbeat(HEARTBEAT_INTERVAL_MS // 4)

    def retry(self) -> None:
        """Deliver parked messages whose table has an owner now; refuse those that timed out."""
        waiting, self._parked = self._parked, []
        local: list[Message] = []
        for parked in waiting:
            table, message = parked.table, parked.message
            if table in self._node.desk.room.tables:
                local.append(message)
            elif table in self._node.owning.where and isinstance(message, RpcRequest):
                self.forward_call(message, table)
            elif table in self._node.owning.where and isinstance(message, ClientFrameReceived):
                client = self._node.service.viewers.clients.get(message.client)
                if client is not None:
                    self.forward(client.number, client.person, table, message.data)
            elif self._node.owning.is_quarantined(table):
                self._refuse(parked, ASIDE)
            elif parked.until <= self._node.steady():
                self._refuse(parked, MOVING)
            else:
                self._parked.append(parked)
        if local:
            self._node.deliver(self._node.service.handle(local))

    def _refuse(self, parked: ParkedMessage, why: str) -> None:
        message = parked.message
        if isinstance(message, RpcRequest):
            body = json.encode({"error": f"{why}: try again", "clause": "house records", "legal": ""})
            self._node.out.append(RpcResponse(message.call, 503, body))
            return
        frame = _FRAME.decode(message.data)
        refusal: AnswerFrame | Notice
        if isinstance(frame, CommandFrame):
            refusal = AnswerFrame(
                idempotency_key=frame.idempotency_key,
                ok=False,
                message=why,
                clause="house records",
                allowed="try again",
                retry=True,
            )
        else:
            refusal = Notice(text=why, level="warning", table_id=parked.table)
        self._node.out.append(OutgoingFrame([message.client], json.encode(refusal)))
