"""Makes a program one version newer of the one that finds this on its path: schema, protocol and messages."""

from __future__ import annotations

from typing import Any

from msgspec import msgpack

from hoyle.nodes import messages as said
from hoyle.nodes.messages import Packet
from hoyle.storage.sql import schema

schema.MIGRATIONS += (("ALTER TABLE node ADD COLUMN weather TEXT NOT NULL DEFAULT 'fine'",),)  # type: ignore[misc]
said.PROTOCOL += 1  # type: ignore[misc]
_encode = said.encode


def _with_more(words: Any) -> bytes:
    """As the next version would say it: a field more at the end of a packet, one more in the news."""
    plain = msgpack.decode(_encode(words))
    if isinstance(words, Packet):
        return msgpack.encode([*plain, "more"])
    return msgpack.encode({**plain, "weather": "fine"})


said.encode = _with_more
