"""Fragmentation of node messages to the maximum payload of the bus.

>>> from hoyle.server.ipc.messages import ClientDisconnected
>>> [len(asked) for asked, _, _ in split_into_batches([ClientDisconnected(client) for client in range(40)],
...     [], most=1000)]
[17, 17, 6]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import json, structs

from hoyle.nodes.messages import (
    Asked,
    ForwardedFrame,
    ForwardedRpc,
    NodeAnnouncement,
    RemoteClientConnected,
    Said,
    encode,
    encode_call,
)
from hoyle.server.ipc.messages import (
    ClientDisconnected,
    ClientFrameReceived,
    CloseClient,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)
from hoyle.server.websocket_frames import Notice

LEAST: Final = 256 << 10
"""Smallest payload limit that a bus may have, in bytes: several times the largest client request."""
ENVELOPE: Final = 256
"""Upper bound of a packet's bytes beside its batches."""
_HEAD: Final = 40
"""Upper bound of an item's bytes beside its texts: numbers and lengths."""
_CLIENT: Final = 9
TOO_LARGE: Final = "this is too large to be sent between nodes"
_LISTS: Final = ("owns", "sights", "closed", "purses", "ended", "unreadable")


def size(item: Asked | Said) -> int:
    """Upper bound of an item's encoded size in bytes."""
    if isinstance(item, OutgoingFrame):
        return _HEAD + len(item.data) + _CLIENT * len(item.clients)
    if isinstance(item, (ClientFrameReceived, ForwardedFrame)):
        return _HEAD + len(item.data)
    if isinstance(item, ClientDisconnected):
        return _HEAD
    if isinstance(item, RpcResponse):
        return _HEAD + len(item.body) + len(item.token.encode())
    if isinstance(item, RemoteClientConnected):
        return _HEAD + len(item.person.encode())
    if isinstance(item, CloseClient):
        return _HEAD + len(item.reason.encode())
    call: RpcRequest = item.call if isinstance(item, ForwardedRpc) else item
    return _HEAD + len(encode_call(call))


def split_into_batches(
    asked: Sequence[Asked], said: Sequence[Said], *, most: int
) -> Iterator[tuple[list[Asked], list[Said], int]]:
    """Split the requests and responses of one turn into batches that fit the bus, each with its size.

    A receiver handles the responses of a batch before its requests; the split keeps that order.
    """
    room = most - ENVELOPE - _HEAD
    requests: list[Asked] = []
    responses: list[Said] = []
    used = 0
    for response in said:
        for part in _fitting(response, room):
            if used + size(part) > room:
                yield requests, responses, used + _HEAD
                requests, responses, used = [], [], 0
            responses.append(part)
            used += size(part)
    for request in asked:
        if used + size(request) > room:
            yield requests, responses, used + _HEAD
            requests, responses, used = [], [], 0
        requests.append(request)
        used += size(request)
    yield requests, responses, used + _HEAD


def _fitting(response: Said, most: int) -> list[Said]:
    """Split a response into parts that fit; one that cannot be split is replaced by an error."""
    if size(response) <= most:
        return [response]
    if isinstance(response, OutgoingFrame) and len(response.clients) > 1:
        half = len(response.clients) // 2
        return [
            part
            for clients in (response.clients[:half], response.clients[half:])
            for part in _fitting(structs.replace(response, clients=clients), most)
        ]
    if isinstance(response, OutgoingFrame):
        return [OutgoingFrame(response.clients, json.encode(Notice(text=TOO_LARGE, level="error")))]
    if isinstance(response, RpcResponse):
        return [RpcResponse(response.call, 503, json.encode({"error": TOO_LARGE, "clause": "", "legal": ""}))]
    return []


def news(whole: NodeAnnouncement, *, most: int) -> list[bytes]:
    """Encode an announcement in as many messages as it takes; only the first keeps its `hello`."""
    data = encode(whole)
    lists: dict[str, list[Any]] = {name: getattr(whole, name) for name in _LISTS}
    if len(data) <= most:
        return [data]
    if max(len(items) for items in lists.values()) < 2:
        # One item in each list: send each alone; a single item that is too large is dropped.
        alone = [{name: items} for name, items in lists.items() if items]
        if len(alone) < 2:
            return []
        parts = [{name: only.get(name, []) for name in lists} for only in alone]
    else:
        parts = [{name: items[: len(items) // 2] for name, items in lists.items()}]
        parts.append({name: items[len(items) // 2 :] for name, items in lists.items()})
    encoded: list[bytes] = []
    for index, part in enumerate(parts):
        encoded += news(structs.replace(whole, hello=whole.hello and index == 0, **part), most=most)
    return encoded
