"""Transport to the other nodes: an ordered channel and a queue for each peer, and routing to its clients."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import structs

from hoyle.nodes import messages
from hoyle.nodes.messages import PeerRequest, PeerResponse
from hoyle.nodes.node_context import NodeContext
from hoyle.nodes.ordered_channel import PeerChannel
from hoyle.server.ipc.messages import ClientResynced, CloseClient, Message, OutgoingFrame, RpcResponse

CLIENTS_PER_NODE: Final = 1 << 40
"""Client numbers (and call numbers) below it are local; each peer has the range from its index times this."""


def is_remote(client: int) -> bool:
    """Whether a client number, or the number of an RPC call, is one of another node."""
    return client >= CLIENTS_PER_NODE


class Peer:
    """Another node: its channel, and what is queued for it."""

    def __init__(self, index: int, channel: PeerChannel) -> None:
        self.index = index
        self.channel = channel
        self.run = 0
        """Run of the node at the last heartbeat; 0 before the first."""
        self.announced_clients: set[int] = set()
        """Clients of this node that were announced to it."""
        self.requests: list[PeerRequest] = []
        self.responses: list[PeerResponse] = []

    def local_number(self, number: int) -> int:
        """Number by which this node knows a client or a call of the peer."""
        return self.index * CLIENTS_PER_NODE + number

    def has_client(self, client: int) -> bool:
        return client // CLIENTS_PER_NODE == self.index


class Transport:
    """Channels of one node to all its peers."""

    def __init__(self, node: NodeContext) -> None:
        self._node = node
        self.peers: dict[str, Peer] = {}
        """Peers with an open channel, by name."""
        self._indices: dict[str, int] = {}
        """Index of each node, which it keeps when its channel is closed and opened again."""
        self._channels_opened = 0
        self.silent_nodes: set[str] = set()
        """Live nodes that are not heard."""

    def peer(self, node: str) -> Peer:
        """Return a peer; open a channel to it if there is none."""
        peer = self.peers.get(node)
        if peer is None:
            index = self._indices.setdefault(node, len(self._indices) + 1)
            self._channels_opened += 1
            epoch = (self._node.run << 30) + (self._channels_opened << 10)
            channel = PeerChannel(self._node.name, epoch, max_payload=self._node.bus.max_payload)
            peer = self.peers[node] = Peer(index, channel)
        return peer

    def peer_of(self, number: int) -> Peer | None:
        """Peer that a remote client, or an RPC call, belongs to; None if its channel is closed."""
        return next((peer for peer in self.peers.values() if peer.has_client(number)), None)

    def due_times(self) -> Collection[int]:
        """Steady times at which a retransmission or an acknowledgement is due."""
        return [due for peer in self.peers.values() if (due := peer.channel.due_at()) is not None]

    # Routing

    def deliver(self, outgoing: Sequence[Message]) -> None:
        """Route each message to its clients: local ones at the end of the turn, others by their node."""
        for message in outgoing:
            if isinstance(message, OutgoingFrame):
                self._deliver_frame(message)
            elif isinstance(message, (CloseClient, ClientResynced)) and is_remote(message.client):
                continue  # its own node handles such a client
            elif isinstance(message, RpcResponse) and is_remote(message.call):
                peer = self.peer_of(message.call)
                if peer is not None:
                    peer.responses.append(structs.replace(message, call=message.call % CLIENTS_PER_NODE))
            else:
                self._node.outbox.append(message)

    def _deliver_frame(self, frame: OutgoingFrame) -> None:
        if not frame.clients or not is_remote(max(frame.clients)):
            self._node.outbox.append(frame)
            return
        clients_by_index: dict[int, list[int]] = {}
        for client in frame.clients:
            index, number = divmod(client, CLIENTS_PER_NODE)
            clients_by_index.setdefault(index, []).append(number)
        for index, clients in clients_by_index.items():
            if index == 0:
                self._node.outbox.append(OutgoingFrame(clients, frame.data))
                continue
            peer = self.peer_of(index * CLIENTS_PER_NODE)
            if peer is not None:
                peer.responses.append(structs.replace(frame, clients=clients))

    # Sending

    def send_at_once(self) -> None:
        """Send what is only forwarded: it need not wait until local commands are on disk."""
        self.send_queued()
        self._node.bus.flush()
        if self._node.outbox and self._node.send_now is not None:
            outgoing, self._node.outbox = self._node.outbox, []
            self._node.send_now(outgoing)

    def send_queued(self) -> None:
        """Send the queued requests and responses of each peer."""
        now = self._node.steady()
        for name, peer in self.peers.items():
            if peer.requests or peer.responses:
                requests, responses = peer.requests, peer.responses
                peer.requests, peer.responses = [], []
                self._update_channel(peer.channel)
                for packet in peer.channel.send(requests, responses, now=now):
                    self._node.bus.send(name, messages.encode(packet))

    def send_due(self) -> None:
        """Send retransmissions and acknowledgements that are due."""
        now = self._node.steady()
        for name, peer in self.peers.items():
            self._update_channel(peer.channel)
            packet = peer.channel.due_packet(now)
            if packet is not None:
                self._node.bus.send(name, messages.encode(packet))

    def _update_channel(self, channel: PeerChannel) -> None:
        channel.room_stream_position = self._node.room_stream_position()
        channel.max_payload = self._node.bus.max_payload
