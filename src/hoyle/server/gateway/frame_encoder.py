"""Encoder of outgoing frames: answers, notices and table updates as bytes."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Raw, json

from hoyle.room.messages import CommandAnswer
from hoyle.room.views.view_types import TableUpdate
from hoyle.server.gateway.subscriptions import Client
from hoyle.server.ipc.messages import OutgoingFrame
from hoyle.server.websocket_frames import (
    AnswerFrame,
    CommandFrame,
    EntriesFrame,
    FromClient,
    Notice,
    PreviewFrame,
    RulingFrame,
    ServerFrame,
)

TOO_MUCH: Final = "too much at once: wait a moment"

_ENCODER: Final = json.Encoder()


def encoded(value: Any) -> bytes:
    """Encode a frame, or a part of one, as JSON."""
    return _ENCODER.encode(value)


def news_frame(news: TableUpdate, now: int) -> bytes:
    return _ENCODER.encode(EntriesFrame(time=now, news=Raw(_ENCODER.encode(news))))


def outgoing_frame(
    clients: list[int], frame: ServerFrame, table: int = 0, *, whole: bool = False
) -> OutgoingFrame:
    """Encode a frame for these clients; `table` is the one that it shows."""
    return OutgoingFrame(clients, _ENCODER.encode(frame), table, whole)


def notice(client: Client, text: str, level: str) -> OutgoingFrame:
    return outgoing_frame([client.number], Notice(text=text, level=level))


def rate_limit_notice(client: Client, frame: FromClient) -> OutgoingFrame:
    """Rate-limit refusal: a frame with an id is answered by that id, so that no client waits in vain."""
    answer: ServerFrame = Notice(text=TOO_MUCH, level="warning")
    if isinstance(frame, CommandFrame):
        answer = AnswerFrame(id=frame.id, ok=False, said=TOO_MUCH, clause="house pace", again=True)
    elif isinstance(frame, PreviewFrame):
        answer = RulingFrame(id=frame.id, ok=False, said=TOO_MUCH, clause="house pace", again=True)
    return outgoing_frame([client.number], answer)


def no_table(client: Client, table: int) -> OutgoingFrame:
    return outgoing_frame(
        [client.number], Notice(text=f"there is no table {table} here", level="error", table=table)
    )


def answer_frame(number: int, answer: CommandAnswer) -> OutgoingFrame:
    frame = AnswerFrame(
        id=answer.id,
        ok=answer.ok,
        first=answer.first,
        last=answer.last,
        said=answer.said,
        clause=answer.clause,
        legal=answer.legal,
        again=answer.again,
        given=answer.given,
    )
    return outgoing_frame([number], frame)
