"""Simulated upgrade: makes the program on this path one version newer in schema, protocol and messages."""

from __future__ import annotations

from typing import Any

from msgspec import msgpack

from hoyle.nodes import messages as node_messages
from hoyle.storage.sql import schema

schema.MIGRATIONS += (("ALTER TABLE node ADD COLUMN added TEXT NOT NULL DEFAULT ''",),)  # type: ignore[misc]
node_messages.PROTOCOL += 1  # type: ignore[misc]
_encode = node_messages.encode


def _encode_newer(message: Any) -> bytes:
    """Encode as the next version would: a field more at the end of a packet, one more in announcements."""
    plain = msgpack.decode(_encode(message))
    if isinstance(plain, list):
        return msgpack.encode([*plain, "more"])
    return msgpack.encode({**plain, "added_field": "added"})


node_messages.encode = _encode_newer
