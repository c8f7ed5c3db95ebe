"""The bus of a real deployment: NATS, by its plain subjects, which keep nothing.

The client runs in a thread with a loop of its own; the room's loop gives it bytes and looks at what has
come. A server that goes away is waited for and found again; what is said meanwhile is lost, and said again
by lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from hoyle.errors import InvalidError
from hoyle.room.store.failures import Unavailable
from hoyle.server.nodes import cutting
from hoyle.server.nodes.bus import Heard

CONNECTING: Final = 20.0
"""Seconds that a server may take to be there when a node starts."""
_NAME: Final = re.compile(r"\A[A-Za-z0-9_-]{1,40}\Z")
MOST_WAITING: Final = 64 << 20
"""Bytes that wait for a server which is away; beyond that they are lost."""


def check_name(name: str) -> None:
    """Refuse what cannot be part of a subject."""
    if not _NAME.match(name):
        raise InvalidError(f"node {name!r}: letters, digits, - and _ are wanted, 40 of them at most")


class NatsBus:
    """One node's end."""

    def __init__(self, url: str, name: str, *, room: str = "hoyle") -> None:
        try:
            import nats  # noqa: F401
        except ImportError:
            raise Unavailable("a bus needs its driver: pip install 'hoyle[nodes]'") from None
        check_name(name)
        self._url = url
        self._name = name
        self._room = room
        self._inbox: deque[Heard] = deque()
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._loop = asyncio.new_event_loop()
        self._client: Any = None
        self._answer: Callable[[], bytes] | None = None
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._size = 0
        self._sending = False
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, name="bus", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._connect(), self._loop).result(CONNECTING + 5)
        except Exception as error:
            self.close()
            raise Unavailable(f"the bus at {_shown(url)} cannot be reached: {error}") from None

    async def _connect(self) -> None:
        from nats.aio.client import Client

        client = Client()
        connecting = client.connect(
            self._url,
            name=f"hoyle {self._name}",
            max_reconnect_attempts=-1,
            reconnect_time_wait=1,
            ping_interval=2,
            max_outstanding_pings=2,
            connect_timeout=3,
            pending_size=MOST_WAITING,
            error_cb=_quietly,
        )
        try:
            await asyncio.wait_for(connecting, CONNECTING)
        except TimeoutError:
            raise OSError(f"nobody answers there in {CONNECTING:g} s") from None
        if client.max_payload < cutting.LEAST:
            await client.close()
            raise OSError(
                f"it carries messages of {client.max_payload:,} bytes: let max_payload be 1MB, its default"
            )
        self._client = client
        await client.subscribe(f"{self._room}.node.{self._name}", cb=self._one)
        await client.subscribe(f"{self._room}.all", cb=self._all)
        await client.subscribe(f"{self._room}.how.{self._name}", cb=self._how)
        await client.flush()

    @property
    def most(self) -> int:
        return int(self._client.max_payload)

    async def _one(self, message: Any) -> None:
        self._came(Heard(message.data, to_all=False))

    async def _all(self, message: Any) -> None:
        self._came(Heard(message.data, to_all=True))

    async def _how(self, message: Any) -> None:
        if self._answer is not None:
            await message.respond(self._answer())

    def asked(self, answer: Callable[[], bytes]) -> None:
        self._answer = answer

    def _came(self, heard: Heard) -> None:
        self._inbox.append(heard)
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b"!")

    def send(self, node: str, data: bytes) -> None:
        self._put(f"{self._room}.node.{node}", data)

    def tell(self, data: bytes) -> None:
        self._put(f"{self._room}.all", data)

    def _put(self, subject: str, data: bytes) -> None:
        if self._size + len(data) > MOST_WAITING:
            return
        self._size += len(data)
        self._outbox.append((subject, data))
        if len(self._outbox) == 1:
            self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        if not self._sending:
            self._sending = True
            self._task = self._loop.create_task(self._hand_over())

    async def _hand_over(self) -> None:
        from nats.errors import Error, MaxPayloadError

        while self._outbox:
            subject, data = self._outbox[0]
            try:
                await self._client.publish(subject, data)
            except MaxPayloadError:
                # A server that came back with another limit: the line, which knows it by now, begins anew.
                print(
                    f"hoyle: the bus carries {self.most:,} bytes, not {len(data):,} at once", file=sys.stderr
                )
            except (Error, OSError):
                pass  # whoever is not there now hears it again from the line
            self._outbox.popleft()
            self._size -= len(data)
        self._sending = False

    def receive(self) -> list[Heard]:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._read, 4096):
                pass
        found = []
        while self._inbox:
            found.append(self._inbox.popleft())
        return found

    def handle(self) -> int:
        return self._read

    def close(self) -> None:
        """Say what is left to be said, and let go."""
        if self._client is not None:
            with contextlib.suppress(Exception):
                asyncio.run_coroutine_threadsafe(self._leave(), self._loop).result(3)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        if not self._thread.is_alive():
            self._loop.close()
        os.close(self._read)
        os.close(self._write)

    async def _leave(self) -> None:
        while self._sending:
            await asyncio.sleep(0.01)
        await self._client.flush(timeout=1)
        await self._client.close()


async def _quietly(error: Exception) -> None:
    """A bus that is away for a while is nothing to print about: it comes back, or the doctor says so."""


def _shown(url: str) -> str:
    """A URL without its password."""
    scheme, _, rest = url.rpartition("://")
    return f"{scheme or 'nats'}://{rest.rpartition('@')[2]}"
