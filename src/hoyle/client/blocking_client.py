"""Blocking client of a room: the async client behind its own event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, Self, TypeVar

from hoyle.client.async_client import CONNECT_TIMEOUT_S, AsyncRoom
from hoyle.client.http_requests import member_token, request_json
from hoyle.client.turns import Command, Turn
from hoyle.core.errors import HoyleError

T = TypeVar("T")


def enter(address: str, name: str) -> Room:
    """Log in to a room as a guest.

    >>> room = enter("http://127.0.0.1:8420", "ann")  # doctest: +SKIP
    """
    return Room(address, request_json(address, "/api/enter", {"name": name})["token"])


def log_in(address: str, name: str, password: str) -> Room:
    """Log in to a room as a member.

    >>> room = log_in("http://127.0.0.1:8420", "ann", "open sesame")  # doctest: +SKIP
    """
    return Room(address, request_json(address, "/api/login", {"name": name, "password": password})["token"])


def join(address: str, name: str, password: str) -> Room:
    """Log in to a room as a member; a name that is still free is registered first.

    >>> room = join("http://127.0.0.1:8420", "ann", "open sesame")  # doctest: +SKIP
    """
    return Room(address, member_token(address, name, password))


class Room:
    """Blocking connection to a room, which reconnects by itself.

    >>> with enter("http://127.0.0.1:8420", "ann") as room:  # doctest: +SKIP
    ...     room.sit(2, chips=200)
    ...     for turn in room.turns(2):
    ...         room.do(2, turn.first("check", "call", "fold"))
    """

    def __init__(self, address: str, token: str, *, patience: float = CONNECT_TIMEOUT_S) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="hoyle client", daemon=True)
        self._thread.start()
        try:
            self._room = self._wait(self._connect(address, token, patience))
        except BaseException:
            self._end()
            raise

    @staticmethod
    async def _connect(address: str, token: str, patience: float) -> AsyncRoom:
        return await AsyncRoom(address, token).open(patience)

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the client's event loop and wait for its result."""
        if self._loop.is_closed():
            coroutine.close()
            raise HoyleError(f"the connection to {self._room.address} is closed")
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection to the room; a seat is kept."""
        if self._loop.is_running():
            self._wait(self._room.close())
            self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def person(self) -> str:
        return self._room.person

    @property
    def wallet(self) -> int:
        """Your play chips in the room that are not on a table."""
        return self._room.views.wallet

    def tables(self) -> list[dict[str, Any]]:
        """Return the tables of the room's lobby."""
        answer = request_json(self._room.address, "/api/tables", token=self._room.token)
        tables: list[dict[str, Any]] = answer["tables"]
        return tables

    def watch(self, table: int) -> dict[str, Any]:
        """Subscribe to a table; return its view."""
        return self._wait(self._room.watch(table))

    def view(self, table: int) -> dict[str, Any]:
        """Return the current view of a watched table."""
        return self._room.views.tables[table]

    def do(
        self, table: int, command: Command, *, expected_version: int | None = None, patience: float = 30.0
    ) -> dict[str, Any]:
        """Send a command to a table; return the room's answer, or raise `RequestRefused`."""
        return self._wait(self._room.do(table, command, expected_version=expected_version, patience=patience))

    def sit(self, table: int, *, chips: int, seat: int = 0) -> dict[str, Any]:
        """Take a seat at a table, by default the first that is free.

        A seat that you have there already is kept: you sit in again, and add the chips if you have none.
        """
        return self._wait(self._room.sit(table, chips=chips, seat=seat))

    def turns(
        self, table: int, *, optional: bool = False, repeat_after: float | None = None, chips: int = 0
    ) -> Iterator[Turn]:
        """Yield every pending decision of yours at a table; with `optional` also the optional ones.

        A decision that you did not answer is repeated after `repeat_after` seconds without an event. With
        `chips` your stack is topped up to about that many, with fresh play chips if needed. Without, the
        turns end when you have no chips or no seat left.
        """
        turns = self._room.turns(table, optional=optional, repeat_after=repeat_after, chips=chips)
        while (turn := self._wait(_next(turns))) is not None:
            yield turn


async def _next(turns: AsyncIterator[Turn]) -> Turn | None:
    return await anext(turns, None)
