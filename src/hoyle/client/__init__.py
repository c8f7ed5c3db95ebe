"""Client library: play in a room from a program.

>>> import hoyle.client  # doctest: +SKIP
>>> with hoyle.client.join("http://127.0.0.1:8420", "ann", "open sesame") as room:  # doctest: +SKIP
...     room.sit(2, chips=200)
...     for turn in room.turns(2):
...         room.do(2, turn.first("check", "call", "fold"), expected_version=turn.version)

`Room` is blocking; `AsyncRoom` is the same for asyncio. Both know only what their frames say;
docs/protocol.md documents all frames.
"""

from hoyle.client.async_client import AsyncRoom, enter_async, join_async, log_in_async
from hoyle.client.blocking_client import Room, enter, join, log_in
from hoyle.client.http_requests import RequestRefused
from hoyle.client.turns import Turn

__all__ = [
    "AsyncRoom",
    "RequestRefused",
    "Room",
    "Turn",
    "enter",
    "enter_async",
    "join",
    "join_async",
    "log_in",
    "log_in_async",
]
