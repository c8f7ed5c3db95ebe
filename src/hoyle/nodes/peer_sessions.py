"""Sessions with peers: handling of their packets, resync after a loss, closing of channels to dead nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import json, structs

from hoyle.nodes import messages
from hoyle.nodes.forwarding import NOT_HEARD
from hoyle.nodes.liveness import SILENCE_TIMEOUT_MS
from hoyle.nodes.messages import Packet, PeerRequest, PeerResponse, RemoteClientConnected, ReturnedFrame, ReturnedRpc
from hoyle.nodes.node_context import NodeContext
from hoyle.nodes.node_gateway import NodeGateway
from hoyle.nodes.table_directory import TableDirectory
from hoyle.nodes.transport import Peer, Transport
from hoyle.server.ipc.messages import ClientFrameReceived, Message, OutgoingFrame, RpcRequest
from hoyle.server.websocket_frames import CommandFrame, FromClient, PreviewRulingFrame

_FRAME_DECODER: Final = json.Decoder(FromClient)
HEARD_AGAIN: Final = "the table's node is heard again"


class PeerSessions:
    """Sessions of one node with its peers, in which they know each other's clients and watched tables."""

    def __init__(
        self, node: NodeContext, directory: TableDirectory, transport: Transport, gateway: NodeGateway
    ) -> None:
        self._node = node
        self._directory = directory
        self._transport = transport
        self._gateway = gateway
        self._forwarder = gateway.forwarder

    # Packets

    def receive(self, packet: Packet) -> list[Message]:
        """Process a peer's packet: queue its responses to local clients, return requests to local tables."""
        if not messages.is_compatible(packet.protocol) or packet.node == self._node.name:
            return []
        self._node.liveness.record_heartbeat(packet.node)
        peer = self._transport.peer(packet.node)
        received = peer.channel.receive(packet)
        if received.is_restarted:
            self._resync(packet.node, peer, received.lost)
        self._node.catch_up(packet.room_stream_position)
        if not received.is_new:
            return []
        for response in packet.responses:
            self._handle_response(response, packet.node)
        requests: list[Message] = []
        for request in packet.requests:
            requests += self._handle_request(request, peer)
        return requests

    def _handle_request(self, request: PeerRequest, peer: Peer) -> list[Message]:
        """Register a client of the peer, or return its request under the number that it has here."""
        if isinstance(request, RemoteClientConnected):
            number = peer.local_number(request.client)
            self._transport.deliver(self._gateway.remote_client_connected(number, request.person))
            return []
        if isinstance(request, RpcRequest):
            return [structs.replace(request, call=peer.local_number(request.call))]
        return [structs.replace(request, client=peer.local_number(request.client))]

    def _handle_response(self, response: PeerResponse, node: str) -> None:
        if isinstance(response, ReturnedFrame):
            self._directory.forget(response.table)
            if response.client in self._gateway.viewers.clients:
                frame = ClientFrameReceived(response.client, response.data)
                self._forwarder.park(response.table, frame)
        elif isinstance(response, ReturnedRpc):
            self._directory.forget(response.table)
            self._forwarder.park(response.table, response.call)
        elif isinstance(response, OutgoingFrame) and response.table:
            clients = self._forwarder.current_recipients(response, node)
            if clients:
                self._node.outbox.append(OutgoingFrame(clients, response.data))
        else:
            self._node.outbox.append(response)

    # Resync

    def _resync(self, node: str, peer: Peer, lost: Sequence[PeerRequest]) -> None:
        """Begin a new session with a peer: tell it of all clients, watched tables and lost requests again."""
        self._remove_clients(peer)  # the peer announces those that are still there
        queued, peer.requests = peer.requests, []
        announced, peer.announced_clients = peer.announced_clients, set()
        for number in sorted(announced):
            client = self._gateway.viewers.clients.get(number)
            if client is not None:
                self._forwarder.announce(peer, number, client.person)
        for table in self._directory.tables_of(node):
            self._forwarder.rewatch(table)
        self._resend([*lost, *queued])

    def _resend(self, requests: Sequence[PeerRequest]) -> None:
        """Send unanswered requests again: each command has an id, so that it takes effect once."""
        for request in requests:
            if isinstance(request, RpcRequest):
                self._resend_to_table(request.args.get("table"), request)
            elif isinstance(request, ClientFrameReceived) and request.client in self._gateway.viewers.clients:
                frame = _FRAME_DECODER.decode(request.data)
                if isinstance(frame, (CommandFrame, PreviewRulingFrame)):  # tables are watched again anyway
                    self._resend_to_table(frame.table_id, request)

    def _resend_to_table(self, table: object, request: ClientFrameReceived | RpcRequest) -> None:
        if isinstance(table, int) and table:
            self._forwarder.park(table, request)
        else:
            self._transport.deliver(self._gateway.handle([request]))

    # Closing

    def close_all(self) -> None:
        """Close all channels; requests that were not acknowledged are sent again."""
        for name in list(self._transport.peers):
            self._close(name)

    def close_overloaded(self) -> None:
        """Close channels to peers that have acknowledged nothing for too long."""
        for name, peer in list(self._transport.peers.items()):
            if peer.channel.is_overloaded():
                self._close(name)

    def close_dead(self) -> None:
        """Close channels to dead or partitioned nodes; their requests go to the new owners."""
        live_runs = {node.name: node.run for node in self._node.nodes if node.live and not node.isolated}
        for name, peer in list(self._transport.peers.items()):
            run = live_runs.get(name)
            if run is None or (peer.run and peer.run != run):
                self._close(name)
            else:
                peer.run = run
        for table, owner in list(self._directory.owners.items()):
            if live_runs.get(owner.node) != owner.run:
                self._directory.forget(table)

    def _close(self, name: str) -> None:
        peer = self._transport.close(name)
        self._remove_clients(peer)
        # Clients follow a table again when it is found there again.
        for table in self._directory.tables_of(name):
            self._directory.forget(table)
        unacknowledged = peer.channel.begin_session(peer.channel.session + 1)
        self._resend([*unacknowledged, *peer.requests])

    def _remove_clients(self, peer: Peer) -> None:
        for client in [client for client in self._gateway.viewers.clients if peer.has_client(client)]:
            self._transport.deliver(self._gateway.remote_client_disconnected(client))

    # Silence

    def update_silent_nodes(self) -> None:
        """Notify clients that follow a table whose node became silent, or is heard again."""
        silent = self._node.liveness.silent(self._node.nodes)
        for name, peer in self._transport.peers.items():
            sent_at = peer.channel.oldest_unacknowledged_at()
            if sent_at is not None and self._node.steady() - sent_at >= SILENCE_TIMEOUT_MS:
                silent.add(name)
        silent.discard(self._node.name)
        was_silent, self._transport.silent_nodes = self._transport.silent_nodes, silent
        for name in sorted(silent - was_silent):
            self._notify_followers(name, NOT_HEARD, "warning")
        for name in sorted(was_silent - silent):
            if self._node.liveness.is_alive(name):
                self._notify_followers(name, HEARD_AGAIN, "info")

    def _notify_followers(self, name: str, text: str, level: str) -> None:
        tables = self._directory.tables_of(name)
        self._node.outbox += self._gateway.follower_notices(tables, text, level)
