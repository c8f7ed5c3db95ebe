"""Encoder of outgoing frames: answers, notices and table updates as bytes."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Raw, json, structs

from hoyle.room.messages import CommandAnswer
from hoyle.room.views.view_types import TableUpdate
from hoyle.server.gateway.subscriptions import Client
from hoyle.server.ipc.messages import OutgoingFrame
from hoyle.server.websocket_frames import (
    AnswerFrame,
    CommandFrame,
    EventsFrame,
    FromClient,
    Notice,
    PreviewRulingFrame,
    RulingPreviewFrame,
    ServerFrame,
)

RATE_LIMITED: Final = "too much at once: wait a moment"

_ENCODER: Final = json.Encoder()


def encode_json(value: Any) -> bytes:
    """Encode a WebSocket frame, or a part of one, as JSON."""
    return _ENCODER.encode(value)


def update_frame(update: TableUpdate, now: int) -> bytes:
    """Encode a table update as an `events` frame in JSON."""
    return _ENCODER.encode(EventsFrame(time=now, update=Raw(_ENCODER.encode(update))))


def outgoing_frame(clients: list[int], frame: ServerFrame, table: int = 0, *, whole: bool = False) -> OutgoingFrame:
    """Encode a WebSocket frame for these clients; `table` is the one that it shows."""
    return OutgoingFrame(clients, _ENCODER.encode(frame), table, whole)


def rate_limit_notice(client: Client, frame: FromClient) -> OutgoingFrame:
    """Refuse a frame over the rate limit, by its id if it has one, so that no client waits in vain."""
    answer: ServerFrame = Notice(text=RATE_LIMITED, level="warning")
    if isinstance(frame, CommandFrame):
        answer = AnswerFrame(
            idempotency_key=frame.idempotency_key, ok=False, message=RATE_LIMITED, clause="house pace", retry=True
        )
    elif isinstance(frame, PreviewRulingFrame):
        answer = RulingPreviewFrame(id=frame.id, ok=False, message=RATE_LIMITED, clause="house pace", retry=True)
    return outgoing_frame([client.number], answer)


def no_table_notice(client: Client, table: int) -> OutgoingFrame:
    return outgoing_frame(
        [client.number], Notice(text=f"there is no table {table} here", level="error", table_id=table)
    )


def answer_frame(number: int, answer: CommandAnswer) -> OutgoingFrame:
    return outgoing_frame([number], AnswerFrame(**structs.asdict(answer)))
