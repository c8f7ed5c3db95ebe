"""How much a client may send and have, and with which codes it is let go, from where it is decided."""

from __future__ import annotations

from typing import Final

from hoyle.room.live.matters import MAX_SAID
from hoyle.server import (
    app,
    door_protocol,
    edge,
    endpoints,
    frames,
    limits,
    service,
    socket_protocol,
    viewers,
)

SILENT: Final = 1011
NEW_PROCESS: Final = 1012
"""The server's own library closes with these: a client that is gone, a server that stops."""

CODES: Final = (
    (socket_protocol.NO_TEXT, "A text frame that is no UTF-8. Nothing of it was looked at."),
    (edge.CLOSE_FRAME_TOO_LARGE, f"A frame of more than {frames.MAX_FRAME_BYTES:,} bytes."),
    (SILENT, f"No answer to a WebSocket ping within {frames.HEARTBEAT // 1000} s."),
    (NEW_PROCESS, "The server stops, after a `notice`; come again."),
    (
        frames.CLOSE_TRY_AGAIN_LATER,
        "The room's process restarts, this node cannot serve, or your session has a new token; come again.",
    ),
    (service.CLOSE_UNKNOWN_SESSION, "The session has ended, or there never was one: enter or log in anew."),
    (
        edge.CLOSE_RATE_LIMITED,
        "Too much at once: frames sent on without waiting for answers, or too many connections.",
    ),
)


def text() -> str:
    """Both as a reader finds them."""
    rate, burst = limits.COMMANDS
    chat, chat_burst = limits.CHAT
    own, own_burst = edge.FRAMES
    asks, asks_burst = app.HTTP_RATE_LIMIT
    small, small_burst = socket_protocol.SMALL
    figures = (
        ("bytes of a frame", f"{frames.MAX_FRAME_BYTES:,}", f"closed with {edge.CLOSE_FRAME_TOO_LARGE}"),
        (
            "frames of one connection",
            f"{own:g} a second, {own_burst:g} in a burst",
            f"slowed down; who sends on without waiting gets a `notice`, then {edge.CLOSE_RATE_LIMITED}",
        ),
        (
            "frames of one person, on all connections",
            f"{rate:g} a second, {burst:g} in a burst",
            "a `command` or `preview` is answered with `ok` false and `again`, anything else by a `notice`",
        ),
        (
            "lines of chat (`say`) of one person",
            f"{chat:g} a second, {chat_burst:g} in a burst",
            "answered with `ok` false and `again`",
        ),
        (
            "pings, pongs and parts of frames of a connection",
            f"{small:g} a second, {small_burst:g} in a burst",
            f"closed with {edge.CLOSE_RATE_LIMITED}",
        ),
        ("tables that one connection follows", f"{viewers.MAX_WATCHED}", "a `notice` with `table`"),
        ("connections of one person", f"{service.MAX_CONNECTIONS}", f"closed with {service.TOO_MANY}"),
        (
            "bytes that wait for a slow reader",
            f"{edge.MAX_QUEUED_BYTES:,}",
            "they are thrown away: a `notice` with `again`, then everything afresh",
        ),
        ("seconds in which a reader takes something", f"{edge.TIMEOUT_S:g}", "the connection is cut"),
        ("characters of what is said", f"{MAX_SAID}", "the command is refused"),
        ("HTTP requests of one address", f"{asks:g} a second, {asks_burst:g} in a burst", "429"),
        ("bytes of a request's body", f"{endpoints.MAX_BODY:,}", "413"),
        ("bytes of a request before its body", f"{door_protocol.MAX_HEADER_BYTES:,}", "431"),
    )
    rows = [f"| {what} | {most} | {then} |" for what, most, then in figures]
    codes = [f"| {code} | {said} |" for code, said in CODES]
    return "\n".join([
        "## Limits\n", "| of | at most | else |", "|---|---|---|", *rows, "",
        "## Codes with which the server closes\n", "| code | |", "|---|---|", *codes, "",
        "A handshake that is refused (from a page of somebody else's, or at another path) is answered with "
        "HTTP 403, and one for which there is no place, or no room at the moment, with 503 and "
        "`retry-after`: no code comes with it.\n",
    ])  # fmt: skip
