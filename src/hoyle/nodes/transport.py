"""Transport to the other nodes: a channel and a queue for each peer, and routing to its clients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from hoyle.nodes import messages
from hoyle.nodes.messages import Packet, PeerRequest, PeerResponse
from hoyle.nodes.node_context import NodeContext
from hoyle.nodes.peer_channel import PeerChannel
from hoyle.server.ipc.messages import ClientResynced, CloseClient, Message, OutgoingFrame, RpcResponse

CLIENTS_PER_NODE: Final = 1 << 40
"""Client numbers (and call numbers) below it are local; each peer has the range from its index times this."""


def is_remote(client: int) -> bool:
    """Return whether a client number, or the number of an RPC call, is one of another node."""
    return client >= CLIENTS_PER_NODE


class Peer:
    """Another node of the room: its channel, and the requests and responses queued for it."""

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
        """Return the number by which this node knows a client or a call of the peer."""
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
        self._sessions: dict[str, int] = {}
        """Last session of each node's channel that was closed."""
        self._heartbeats_sent = 0
        self.silent_nodes: set[str] = set()
        """Live nodes that are not heard."""

    def peer(self, node: str) -> Peer:
        """Return the peer of that name; open a channel to it if there is none."""
        peer = self.peers.get(node)
        if peer is None:
            index = self._indices.setdefault(node, len(self._indices) + 1)
            channel = PeerChannel(self._node.name, self._next_session(node))
            peer = self.peers[node] = Peer(index, channel)
        return peer

    def _next_session(self, node: str) -> int:
        """Return a session number that this node has never used with a peer.

        Runs are numbered across all nodes, so that two nodes that know each other's run start with the same.
        """
        runs = [self._node.run, *(peer.run for peer in self._node.nodes if peer.name == node)]
        return max(max(runs) << 30, self._sessions.get(node, 0) + 1)

    def close(self, node: str) -> Peer:
        """Remove a peer, whose channel can be opened again in a later session."""
        peer = self.peers.pop(node)
        self._sessions[node] = peer.channel.session
        return peer

    def peer_of(self, number: int) -> Peer | None:
        """Return the peer that a remote client, or an RPC call, belongs to; None if its channel is closed."""
        return next((peer for peer in self.peers.values() if peer.has_client(number)), None)

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
        """Send forwarded messages at once: they need not wait until local commands are on disk."""
        self.send_queued()
        self._node.bus.flush()
        if self._node.outbox and self._node.send_now is not None:
            outgoing, self._node.outbox = self._node.outbox, []
            self._node.send_now(outgoing)

    def mark_handled(self) -> None:
        """Acknowledge the packets whose requests this turn has handled."""
        for peer in self.peers.values():
            peer.channel.mark_handled()

    def send_queued(self) -> None:
        """Send the queued requests and responses of each peer; at a heartbeat send to every peer."""
        is_heartbeat = self._node.heartbeats != self._heartbeats_sent
        self._heartbeats_sent = self._node.heartbeats
        for name, peer in self.peers.items():
            for packet in self._next_packets(peer, is_heartbeat=is_heartbeat):
                self._node.bus.send(name, messages.encode(packet))

    def _next_packets(self, peer: Peer, *, is_heartbeat: bool) -> Sequence[Packet]:
        channel = peer.channel
        channel.room_stream_position = self._node.room_stream_position()
        channel.max_payload = self._node.bus.max_payload
        if peer.requests or peer.responses:
            requests, responses = peer.requests, peer.responses
            peer.requests, peer.responses = [], []
            return channel.send(requests, responses, now=self._node.steady())
        return [channel.empty_packet()] if is_heartbeat or channel.must_send else []
