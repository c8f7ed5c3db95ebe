"""Limits and WebSocket close codes for the protocol page, read from the modules that enforce them."""

from __future__ import annotations

from typing import Final

from hoyle.room.commands.table_commands import MAX_SAID
from hoyle.server import rate_limiter, websocket_frames
from hoyle.server.api import endpoint
from hoyle.server.edge import http_api, http_protocol, websocket_hub, websocket_protocol
from hoyle.server.gateway import client_connections, subscriptions

SILENT: Final = 1011
NEW_PROCESS: Final = 1012
"""Close codes of the WebSocket library: an unresponsive client, a server that stops."""

CODES: Final = (
    (websocket_protocol.CLOSE_INVALID_TEXT, "A text frame that is not UTF-8; none of it was handled."),
    (websocket_hub.CLOSE_FRAME_TOO_LARGE, f"A frame of more than {websocket_frames.MAX_FRAME_BYTES:,} bytes."),
    (SILENT, f"No answer to a WebSocket ping within {websocket_frames.HEARTBEAT // 1000} s."),
    (NEW_PROCESS, "The server stops, after a `notice`; reconnect later."),
    (
        websocket_frames.CLOSE_TRY_AGAIN_LATER,
        "The room's process restarts, this node cannot serve, or your session has a new token; reconnect.",
    ),
    (client_connections.CLOSE_UNKNOWN_SESSION, "The session has ended or never existed: enter or log in again."),
    (websocket_hub.CLOSE_RATE_LIMITED, "Rate limit: frames sent without waiting for answers, or too many connections."),
)


def text() -> str:
    """Return both sections."""
    rate, burst = rate_limiter.FRAME_LIMIT
    chat, chat_burst = rate_limiter.CHAT_LIMIT
    own, own_burst = websocket_hub.FRAME_LIMIT
    asks, asks_burst = http_api.HTTP_RATE_LIMIT
    small, small_burst = websocket_protocol.CONTROL_FRAME_LIMIT
    figures = (
        (
            "bytes of a frame",
            f"{websocket_frames.MAX_FRAME_BYTES:,}",
            f"closed with {websocket_hub.CLOSE_FRAME_TOO_LARGE}",
        ),
        (
            "frames of one connection",
            f"{own:g} a second, {own_burst:g} in a burst",
            "slowed down; a client that does not wait for answers gets a `notice`, then "
            f"{websocket_hub.CLOSE_RATE_LIMITED}",
        ),
        (
            "frames of one person, on all connections",
            f"{rate:g} a second, {burst:g} in a burst",
            "`command` and `preview-ruling` are answered with `ok` false and `retry`, others by a `notice`",
        ),
        (
            "lines of chat (`chat`) of one person",
            f"{chat:g} a second, {chat_burst:g} in a burst",
            "answered with `ok` false and `retry`",
        ),
        (
            "pings, pongs and fragments of a connection",
            f"{small:g} a second, {small_burst:g} in a burst",
            f"closed with {websocket_hub.CLOSE_RATE_LIMITED}",
        ),
        ("tables that one connection watches", f"{subscriptions.MAX_WATCHED}", "a `notice` with `table`"),
        (
            "connections of one person",
            f"{client_connections.MAX_CONNECTIONS}",
            f"closed with {client_connections.CLOSE_TOO_MANY_CONNECTIONS}",
        ),
        (
            "bytes queued for a slow client",
            f"{websocket_hub.MAX_QUEUED_BYTES:,}",
            "the queue is dropped: a `notice` with `retry`, then fresh snapshots",
        ),
        ("seconds that one write to a client may take", f"{websocket_hub.TIMEOUT_S:g}", "the connection is cut"),
        ("characters of a chat line", f"{MAX_SAID}", "the command is refused"),
        ("HTTP requests of one address", f"{asks:g} a second, {asks_burst:g} in a burst", "429"),
        ("bytes of a request's body", f"{endpoint.MAX_BODY:,}", "413"),
        ("bytes of a request line and headers", f"{http_protocol.MAX_HEADER_BYTES:,}", "431"),
    )
    rows = [f"| {what} | {most} | {consequence} |" for what, most, consequence in figures]
    codes = [f"| {code} | {meaning} |" for code, meaning in CODES]
    return "\n".join([
        "## Limits\n", "| limit | at most | otherwise |", "|---|---|---|", *rows, "",
        "## Close codes\n", "| code | |", "|---|---|", *codes, "",
        "A handshake from a page of another origin, or at another path, is refused with HTTP 403; one that\n"
        "finds the server full or without a room, with 503 and `retry-after`. Neither has a close code.\n",
    ])  # fmt: skip
