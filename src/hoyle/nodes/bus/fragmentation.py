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
"""Bytes that a message must be able to have: several times what anybody may ask with."""
ENVELOPE: Final = 256
"""Bytes of a packet beside its letters, at most."""
_HEAD: Final = 40
"""Bytes of anything beside its texts, at most: numbers and lengths."""
_CLIENT: Final = 9
TOO_LARGE: Final = "this is too much to be passed on between nodes"
_LISTS: Final = ("owns", "sights", "closed", "purses", "ended", "unreadable")


def size(item: Asked | Said) -> int:
    """Bytes of something in a letter, never too few."""
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
    """What one turn has for another node, as so many letters as it takes, each with its size.

    Whoever hears a letter heeds what is said in it before what is asked: so it stays over several.
    """
    room = most - ENVELOPE - _HEAD
    asks: list[Asked] = []
    says: list[Said] = []
    held = 0
    for whole in said:
        for word in _fitting(whole, room):
            if held + size(word) > room:
                yield asks, says, held + _HEAD
                asks, says, held = [], [], 0
            says.append(word)
            held += size(word)
    for ask in asked:
        if held + size(ask) > room:
            yield asks, says, held + _HEAD
            asks, says, held = [], [], 0
        asks.append(ask)
        held += size(ask)
    yield asks, says, held + _HEAD


def _fitting(word: Said, most: int) -> list[Said]:
    """Something said, in parts that can be carried; where that cannot be, a word about it."""
    if size(word) <= most:
        return [word]
    if isinstance(word, OutgoingFrame) and len(word.clients) > 1:
        half = len(word.clients) // 2
        return [
            part
            for clients in (word.clients[:half], word.clients[half:])
            for part in _fitting(structs.replace(word, clients=clients), most)
        ]
    if isinstance(word, OutgoingFrame):
        return [OutgoingFrame(word.clients, json.encode(Notice(text=TOO_LARGE, level="error")))]
    if isinstance(word, RpcResponse):
        return [RpcResponse(word.call, 503, json.encode({"error": TOO_LARGE, "clause": "", "legal": ""}))]
    return []


def news(whole: NodeAnnouncement, *, most: int) -> list[bytes]:
    """News in as many messages as it takes; the first of them says hello, where that is said."""
    data = encode(whole)
    lists: dict[str, list[Any]] = {name: getattr(whole, name) for name in _LISTS}
    if len(data) <= most:
        return [data]
    if max(len(each) for each in lists.values()) < 2:
        # One of each: by themselves; what is too large even so nobody can be told.
        alone = [{name: each} for name, each in lists.items() if each]
        if len(alone) < 2:
            return []
        parts = [{name: each.get(name, []) for name in lists} for each in alone]
    else:
        parts = [{name: each[: len(each) // 2] for name, each in lists.items()}]
        parts.append({name: each[len(each) // 2 :] for name, each in lists.items()})
    found: list[bytes] = []
    for at, part in enumerate(parts):
        found += news(structs.replace(whole, hello=whole.hello and at == 0, **part), most=most)
    return found
