"""Status responder: answers `hoyle doctor` on the bus from its own thread, even if the room hangs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from nats.aio.msg import Msg
from nats.errors import Error

from hoyle.nodes.bus.nats_client import CONNECT_TIMEOUT_S, RECONNECT_INTERVAL_S, NatsClient


class StatusResponder:
    """Responder on one subject of the bus, in a thread, until it is closed."""

    def __init__(self, url: str, name: str, subject: str, answer: Callable[[], bytes]) -> None:
        self._answer = answer
        self._connection = NatsClient(url, name, {subject: self._on_request})
        self._connected = threading.Event()
        self._closed = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="status responder", daemon=True)
        self._thread.start()
        self._connected.wait(CONNECT_TIMEOUT_S)  # so that a request right after this is answered

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        """Connect to the bus, however long it takes, and answer status requests until closed."""
        while not self._connected.is_set() and not self._closed.is_set():
            with suppress(OSError, Error):
                await self._connection.connect()
                self._connected.set()
                continue
            await asyncio.sleep(RECONNECT_INTERVAL_S)
        await self._closed.wait()
        await self._connection.close()

    async def _on_request(self, message: Msg) -> None:
        if message.reply:
            await message.respond(self._answer())

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self._thread.join(5)
