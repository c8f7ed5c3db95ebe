"""Frames for clients, put into bytes."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Raw, json

from hoyle.room.live.answers import Answer
from hoyle.room.live.picture_shapes import NewsPicture
from hoyle.server.frames import (
    AnswerFrame,
    CommandFrame,
    EntriesFrame,
    FromClient,
    Notice,
    PreviewFrame,
    RulingFrame,
    ServerFrame,
)
from hoyle.server.link import Out
from hoyle.server.viewers import Client

TOO_MUCH: Final = "too much at once: wait a moment"

_ENCODER: Final = json.Encoder()


def encoded(value: Any) -> bytes:
    """A frame, or a part of one, as it is sent."""
    return _ENCODER.encode(value)


def news_frame(news: NewsPicture, now: int) -> bytes:
    return _ENCODER.encode(EntriesFrame(time=now, news=Raw(_ENCODER.encode(news))))


def to(clients: list[int], frame: ServerFrame, table: int = 0, *, whole: bool = False) -> Out:
    """A frame on its way to these clients; `table` is the one that it shows."""
    return Out(clients, _ENCODER.encode(frame), table, whole)


def notice(client: Client, text: str, level: str) -> Out:
    return to([client.number], Notice(text=text, level=level))


def too_much(client: Client, asked: FromClient) -> Out:
    """What has an id is answered by it, so that nobody waits for what will not come."""
    answer: ServerFrame = Notice(text=TOO_MUCH, level="warning")
    if isinstance(asked, CommandFrame):
        answer = AnswerFrame(id=asked.id, ok=False, said=TOO_MUCH, clause="house pace", again=True)
    elif isinstance(asked, PreviewFrame):
        answer = RulingFrame(id=asked.id, ok=False, said=TOO_MUCH, clause="house pace", again=True)
    return to([client.number], answer)


def no_table(client: Client, table: int) -> Out:
    return to([client.number], Notice(text=f"there is no table {table} here", level="error", table=table))


def answered(number: int, answer: Answer) -> Out:
    found = AnswerFrame(
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
    return to([number], found)
