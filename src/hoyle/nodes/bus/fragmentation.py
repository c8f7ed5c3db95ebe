"""Fragmentation of node messages to the maximum payload of the bus.

>>> from hoyle.server.ipc.messages import ClientDisconnected
>>> requests = [ClientDisconnected(client) for client in range(40)]
>>> [len(payload.requests) for payload in split_into_payloads(requests, [], max_payload=1000)]
[17, 17, 6]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import json, structs

from hoyle.nodes.messages import (
    NodeAnnouncement,
    PeerRequest,
    PeerResponse,
    RemoteClientConnected,
    ReturnedFrame,
    ReturnedRpc,
    encode,
)
from hoyle.server.ipc.messages import (
    ClientDisconnected,
    ClientFrameReceived,
    CloseClient,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)
from hoyle.server.problems import Problem
from hoyle.server.websocket_frames import Notice

MIN_PAYLOAD: Final = 256 << 10
"""Smallest payload limit that a bus may have, in bytes: several times the largest client request."""
PACKET_OVERHEAD: Final = 256
"""Upper bound of a packet's bytes beside its requests and responses."""
_ITEM_OVERHEAD: Final = 40
"""Upper bound of an item's bytes beside its texts: numbers and lengths."""
_CLIENT_BYTES: Final = 9
"""Upper bound of an encoded client number."""
TOO_LARGE: Final = "this is too large to be sent between nodes"
_ANNOUNCED_LISTS: Final = (
    "adopted_tables", "table_summaries", "closed_tables", "changed_wallets", "ended_sessions",
    "unreadable_tables",
)  # fmt: skip


class PacketPayload:
    """Requests and responses that fit one packet, and the upper bound of their encoded size."""

    def __init__(self) -> None:
        self.requests: list[PeerRequest] = []
        self.responses: list[PeerResponse] = []
        self.size = _ITEM_OVERHEAD


def max_encoded_size(item: PeerRequest | PeerResponse) -> int:
    """Return an upper bound of the encoded bytes of a request or response to another node."""
    if isinstance(item, OutgoingFrame):
        return _ITEM_OVERHEAD + len(item.data) + _CLIENT_BYTES * len(item.clients)
    if isinstance(item, (ClientFrameReceived, ReturnedFrame)):
        return _ITEM_OVERHEAD + len(item.data)
    if isinstance(item, ClientDisconnected):
        return _ITEM_OVERHEAD
    if isinstance(item, RpcResponse):
        return _ITEM_OVERHEAD + len(item.body)
    if isinstance(item, RemoteClientConnected):
        return _ITEM_OVERHEAD + len(item.person.encode())
    if isinstance(item, CloseClient):
        return _ITEM_OVERHEAD + len(item.reason.encode())
    call: RpcRequest = item.call if isinstance(item, ReturnedRpc) else item
    return _ITEM_OVERHEAD + len(encode(call))


def split_into_payloads(
    requests: Sequence[PeerRequest], responses: Sequence[PeerResponse], *, max_payload: int
) -> list[PacketPayload]:
    """Split the requests and responses of one turn into the payloads of packets that fit the bus.

    A receiver handles the responses of a packet before its requests; the split keeps that order.
    """
    capacity = max_payload - PACKET_OVERHEAD
    payloads: list[PacketPayload] = []

    def payload_with_space_for(item: PeerRequest | PeerResponse) -> PacketPayload:
        size = max_encoded_size(item)
        if not payloads or payloads[-1].size + size > capacity:
            payloads.append(PacketPayload())
        payloads[-1].size += size
        return payloads[-1]

    for response in responses:
        for fragment in _split_response(response, capacity - _ITEM_OVERHEAD):
            payload_with_space_for(fragment).responses.append(fragment)
    for request in requests:
        payload_with_space_for(request).requests.append(request)
    return payloads


def _split_response(response: PeerResponse, capacity: int) -> list[PeerResponse]:
    """Split a response to a node into fragments that fit the bus; replace an indivisible one by an error."""
    if max_encoded_size(response) <= capacity:
        return [response]
    if isinstance(response, OutgoingFrame) and len(response.clients) > 1:
        half = len(response.clients) // 2
        return [
            fragment
            for clients in (response.clients[:half], response.clients[half:])
            for fragment in _split_response(structs.replace(response, clients=clients), capacity)
        ]
    if isinstance(response, OutgoingFrame):
        return [OutgoingFrame(response.clients, json.encode(Notice(text=TOO_LARGE, level="error")))]
    if isinstance(response, RpcResponse):
        return [RpcResponse(response.call, 503, json.encode(Problem(error=TOO_LARGE)))]
    return []


def encode_announcement(announcement: NodeAnnouncement, *, max_payload: int) -> list[bytes]:
    """Encode a node's announcement in as many messages as it takes; only the first keeps its `joining`."""
    data = encode(announcement)
    if len(data) <= max_payload:
        return [data]
    encoded: list[bytes] = []
    for index, part in enumerate(_split_lists(announcement)):
        joining = announcement.joining and index == 0
        fragment = structs.replace(announcement, joining=joining, **part)
        encoded += encode_announcement(fragment, max_payload=max_payload)
    return encoded


def _split_lists(announcement: NodeAnnouncement) -> list[dict[str, list[Any]]]:
    """Halve all lists of a node's announcement; if none has two items, give each list a part of its own.

    There are no parts if a single item is left, which is then too large to be announced.
    """
    lists: dict[str, list[Any]] = {name: getattr(announcement, name) for name in _ANNOUNCED_LISTS}
    if any(len(items) > 1 for items in lists.values()):
        return [
            {name: items[: len(items) // 2] for name, items in lists.items()},
            {name: items[len(items) // 2 :] for name, items in lists.items()},
        ]
    names = [name for name, items in lists.items() if items]
    if len(names) < 2:
        return []
    return [{name: items if name == kept else [] for name, items in lists.items()} for kept in names]
