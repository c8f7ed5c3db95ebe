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
    """Something for a table that nobody has at the moment."""

    def __init__(self, table: int, until: int, message: ClientFrameReceived | RpcRequest) -> None:
        self.table = table
        self.until = until
        self.message = message


class Forwarder:
    """What is under way from one node's clients to tables elsewhere."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._parked: list[ParkedMessage] = []
        self.placed: dict[str, int] = {}
        """Tables that went to each node since it has said how much it has to do."""
        self._asked_afresh: dict[int, set[int]] = {}
        """Tables that a client gets whole from where they are now: until then nothing else of them."""

    def forward(self, client: int, person: str, table: int, data: bytes) -> None:
        """A frame for a table that is elsewhere."""
        owner = self._node.owning.where.get(table)
        if owner is None:
            self._wait_for(table, ClientFrameReceived(client, data))
            return
        if owner[0] in self._node.mail.silent:
            told = Notice(text=NOT_HEARD, level="warning", table=table)
            self._node.out.append(OutgoingFrame([client], json.encode(told)))
        self._ask(owner[0], client, person, ClientFrameReceived(client, data))

    def forward_call(self, call: RpcRequest, table: int) -> None:
        """A call for a table that is elsewhere."""
        if call.call >= REMOTE:
            peer = self._node.mail.peer_at(call.call)
            if peer is not None:
                peer.said.append(ForwardedRpc(structs.replace(call, call=call.call % REMOTE), table))
            return
        owner = self._node.owning.where.get(table)
        if owner is None:
            self._wait_for(table, call)
            return
        self._node.mail.peer(owner[0]).asked.append(call)

    def reroute(self, client: int, data: bytes, table: int) -> None:
        """A frame of another node's client for a table that is not here."""
        peer = self._node.mail.peer_at(client)
        if peer is not None:
            peer.said.append(ForwardedFrame(client % REMOTE, data, table))

    def place(self, client: int, person: str, data: bytes) -> bool:
        """A new table: opened where there is least to do. False where that is here."""
        to = placement.least_loaded(self._node.nodes, self.placed)
        self.placed[to] = self.placed.get(to, 0) + 1
        if to in ("", self._node.name):
            return False
        self._ask(to, client, person, ClientFrameReceived(client, data))
        return True

    def introduce(self, client: int, person: str, table: int) -> None:
        """Let the node of a table know that somebody who has a seat there is connected."""
        owner = self._node.owning.where.get(table)
        if owner is not None:
            peer = self._node.mail.peer(owner[0])
            if client not in peer.known:
                peer.known.add(client)
                peer.asked.append(RemoteClientConnected(client, person))

    def client_disconnected(self, client: int) -> None:
        """A client here is gone."""
        self._asked_afresh.pop(client, None)
        for peer in self._node.mail.peers():
            if client in peer.known:
                peer.known.discard(client)
                peer.asked.append(ClientDisconnected(client))
        self._parked = [
            each
            for each in self._parked
            if isinstance(each.message, RpcRequest) or each.message.client != client
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
                self._asked_afresh.setdefault(client, set()).add(table)
                self.forward(client, known.person, table, data)

    def current_recipients(self, said: OutgoingFrame, node: str) -> list[int]:
        """To whom a frame of a table is passed on: what is late shows it as it was before it moved."""
        at = self._node.owning.where.get(said.table, (node,))[0]
        if said.table in self._node.desk.room.tables or at != node:
            return []
        if said.whole:
            for client in said.clients:
                self._asked_afresh.get(client, set()).discard(said.table)
        return [each for each in said.clients if said.table not in self._asked_afresh.get(each, ())]

    def _wait_for(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        """Something for a table that nobody has."""
        if self._node.owning.is_quarantined(table):
            self._give_up(ParkedMessage(table, 0, message), ASIDE)
        else:
            self.park(table, message)

    def park(self, table: int, message: ClientFrameReceived | RpcRequest) -> None:
        self._parked.append(ParkedMessage(table, self._node.steady() + FORWARD_TIMEOUT_MS, message))
        self._node.schedule_heartbeat(HEARTBEAT_INTERVAL_MS // 4)

    def retry(self) -> None:
        """Whatever waited for a table that somebody has now; and what has waited too long."""
        parked, self._parked = self._parked, []
        heard: list[Message] = []
        for each in parked:
            here = each.table in self._node.desk.room.tables
            if here:
                heard.append(each.message)
            elif each.table in self._node.owning.where and isinstance(each.message, RpcRequest):
                self.forward_call(each.message, each.table)
            elif each.table in self._node.owning.where and isinstance(each.message, ClientFrameReceived):
                client = self._node.service.viewers.clients.get(each.message.client)
                if client is not None:
                    self.forward(client.number, client.person, each.table, each.message.data)
            elif self._node.owning.is_quarantined(each.table):
                self._give_up(each, ASIDE)
            elif each.until <= self._node.steady():
                self._give_up(each, MOVING)
            else:
                self._parked.append(each)
        if heard:
            self._node.deliver(self._node.service.handle(heard))

    def _give_up(self, parked: ParkedMessage, why: str) -> None:
        message = parked.message
        if isinstance(message, RpcRequest):
            body = json.encode({"error": f"{why}: try again", "clause": "house records", "legal": ""})
            self._node.out.append(RpcResponse(message.call, 503, body))
            return
        frame = _FRAME.decode(message.data)
        told: AnswerFrame | Notice
        if isinstance(frame, CommandFrame):
            told = AnswerFrame(
                id=frame.id, ok=False, said=why, clause="house records", legal="try again", again=True
            )
        else:
            told = Notice(text=why, level="warning", table=parked.table)
        self._node.out.append(OutgoingFrame([message.client], json.encode(told)))
