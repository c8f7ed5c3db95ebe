"""Transport between nodes: one ordered channel per peer, with gap detection and resync."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import json, structs

from hoyle.nodes import messages
from hoyle.nodes.forwarding import NOT_HEARD
from hoyle.nodes.liveness import SILENCE_TIMEOUT_MS
from hoyle.nodes.messages import (
    Asked,
    Batch,
    ForwardedFrame,
    ForwardedRpc,
    Packet,
    RemoteClientConnected,
    Said,
)
from hoyle.nodes.node_gateway import REMOTE
from hoyle.nodes.ordered_channel import PeerChannel
from hoyle.server.ipc.messages import ClientFrameReceived, Message, OutgoingFrame, RpcRequest
from hoyle.server.websocket_frames import CommandFrame, FromClient
from hoyle.storage.models import ROOM

if TYPE_CHECKING:
    from hoyle.nodes.node import Node

_FRAME: Final = json.Decoder(FromClient)
HEARD_AGAIN: Final = "the table's node is heard again"


class Peer:
    """Another node: its channel, and what is queued for it."""

    def __init__(self, index: int, line: PeerChannel) -> None:
        self.index = index
        self.line = line
        self.run = 0
        self.known: set[int] = set()
        """Clients of this node that were announced to it."""
        self.asked: list[Asked] = []
        self.said: list[Said] = []


class Transport:
    """Channels of one node to all its peers."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._peers: dict[str, Peer] = {}
        self._indices: dict[str, int] = {}
        self._lines = 0
        self.silent: set[str] = set()
        """Live nodes that are not heard."""

    def peers(self) -> Collection[Peer]:
        """Peers with an open channel."""
        return self._peers.values()

    def due(self) -> list[int]:
        """Steady times at which a retransmission or an acknowledgement is due."""
        return [due for peer in self._peers.values() if (due := peer.line.due()) is not None]

    def close_all(self) -> None:
        """Close all channels; their unacknowledged commands are sent again."""
        for name in list(self._peers):
            self._close(name)

    def peer(self, node: str) -> Peer:
        peer = self._peers.get(node)
        if peer is None:
            index = self._indices.setdefault(node, len(self._indices) + 1)
            self._lines += 1
            line = PeerChannel(
                self._node.name, (self._node.run << 30) + (self._lines << 10), most=self._node.bus.max_payload
            )
            peer = self._peers[node] = Peer(index, line)
        return peer

    def peer_at(self, number: int) -> Peer | None:
        index = number // REMOTE
        return next((peer for peer in self._peers.values() if peer.index == index), None)

    def receive(self, packet: Packet) -> list[Message]:
        """Process a packet: return requests to local tables; responses to local clients are sent at once."""
        if not messages.is_compatible(packet.protocol) or packet.node == self._node.name:
            return []
        self._node.hearing.record_heartbeat(packet.node)
        peer = self.peer(packet.node)
        taken = peer.line.take(packet, now=self._node.steady())
        if taken.anew:
            self._forget_clients(peer)
            peer.known.clear()
            for table, (node, _) in list(self._node.owning.where.items()):
                if node == packet.node:
                    self._node.passing.rewatch(table)
        self._send_again(taken.lost)
        if packet.room > self._node.desk.room.chain(ROOM).head.number:
            self._node.read_room_stream()
        requests: list[Message] = []
        base = peer.index * REMOTE
        for batch in taken.letters:
            for said in batch.said:
                self._handle_response(said, packet.node)
            for asked in batch.asked:
                if isinstance(asked, RemoteClientConnected):
                    self._node.deliver(self._node.service.introduced(base + asked.client, asked.person))
                elif isinstance(asked, RpcRequest):
                    requests.append(structs.replace(asked, call=base + asked.call))
                else:
                    requests.append(structs.replace(asked, client=base + asked.client))
        return requests

    def _handle_response(self, said: Said, node: str) -> None:
        if isinstance(said, ForwardedFrame):
            self._node.owning.where.pop(said.table, None)
            if said.client in self._node.service.viewers.clients:
                self._node.passing.park(said.table, ClientFrameReceived(said.client, said.data))
        elif isinstance(said, ForwardedRpc):
            self._node.owning.where.pop(said.table, None)
            self._node.passing.park(said.table, said.call)
        elif isinstance(said, OutgoingFrame) and said.table:
            clients = self._node.passing.current_recipients(said, node)
            if clients:
                self._node.out.append(OutgoingFrame(clients, said.data))
        else:
            self._node.out.append(said)

    def _send_again(self, batches: Sequence[Batch]) -> None:
        """Send unacknowledged requests again: each command has an id, so that it takes effect once."""
        for batch in batches:
            for asked in batch.asked:
                if isinstance(asked, RpcRequest):
                    table = asked.args.get("table")
                    if isinstance(table, int):
                        self._node.passing.park(table, asked)
                elif (
                    isinstance(asked, ClientFrameReceived)
                    and asked.client in self._node.service.viewers.clients
                ):
                    frame = _FRAME.decode(asked.data)
                    if isinstance(frame, CommandFrame) and frame.table_id:
                        self._node.passing.park(frame.table_id, asked)
                    elif isinstance(frame, CommandFrame):
                        client = self._node.service.viewers.clients[asked.client]
                        self._node.deliver(
                            self._node.service.handle([ClientFrameReceived(client.number, asked.data)])
                        )

    def _forget_clients(self, peer: Peer) -> None:
        clients = self._node.service.viewers.clients
        for number in [client for client in clients if client // REMOTE == peer.index]:
            self._node.deliver(self._node.service.parted(number))

    def _close(self, name: str) -> None:
        peer = self._peers.pop(name)
        self._forget_clients(peer)
        # Clients follow a table again when it is found there again.
        self._node.owning.where = {
            table: at for table, at in self._node.owning.where.items() if at[0] != name
        }
        lost = peer.line.reset()
        if peer.asked:
            lost.append(Batch(0, peer.asked, []))
        self._send_again(lost)

    def drop_dead_peers(self) -> None:
        """Close channels to dead or partitioned nodes; their requests go to the new owners."""
        live = {node.name: node.run for node in self._node.nodes if node.live and not node.cut}
        for name, peer in list(self._peers.items()):
            run = live.get(name)
            if run is None or (peer.run and peer.run != run):
                self._close(name)
            else:
                peer.run = run
        for table, (node, run) in list(self._node.owning.where.items()):
            if live.get(node) != run:
                del self._node.owning.where[table]

    def tell_of_silence(self) -> None:
        """Notify clients that follow a table whose node became silent, or is heard again."""
        silent = self._node.hearing.silent(self._node.nodes)
        for name, peer in self._peers.items():
            since = peer.line.waits_since()
            if since is not None and self._node.steady() - since >= SILENCE_TIMEOUT_MS:
                silent.add(name)
        silent.discard(self._node.name)
        for name in sorted(silent - self.silent):
            self._node.out += self._node.service.followers_told(
                self._node.owning.at(name), NOT_HEARD, "warning"
            )
        for name in sorted(self.silent - silent):
            if self._node.hearing.is_alive(name):
                self._node.out += self._node.service.followers_told(
                    self._node.owning.at(name), HEARD_AGAIN, "info"
                )
        self.silent = silent

    def post(self) -> None:
        """Send the queued requests and responses of each peer."""
        now, room = self._node.steady(), self._node.desk.room.chain(ROOM).head.number
        for name, peer in self._peers.items():
            if peer.asked or peer.said:
                asked, said = peer.asked, peer.said
                peer.asked, peer.said = [], []
                peer.line.room, peer.line.most = room, self._node.bus.max_payload
                for packet in peer.line.post(asked, said, now=now):
                    self._node.bus.send(name, messages.encode(packet))

    def flush(self) -> None:
        """Send at the end of a turn what is queued, due retransmissions and acknowledgements."""
        self.post()
        now, room = self._node.steady(), self._node.desk.room.chain(ROOM).head.number
        for name, peer in list(self._peers.items()):
            peer.line.room, peer.line.most = room, self._node.bus.max_payload
            again = peer.line.retransmissions(now)
            if again is not None:
                self._node.bus.send(name, messages.encode(again))
            if peer.line.is_overloaded:
                self._close(name)
