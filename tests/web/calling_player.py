"""Player without a browser who always calls, so that hands reach the showdown."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Self

from hoyle.client import enter_async
from hoyle.core.errors import HoyleError

PATIENCE = 60.0


class Caller:
    """Player without a browser who checks, calls, stands pat and shows until the test is over."""

    def __init__(self, address: str, name: str, table: int, *, seat: int = 1, chips: int = 200) -> None:
        self.address = address
        self.name = name
        self.table = table
        self.seat = seat
        self.chips = chips
        self._sits = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._sits.wait(PATIENCE), f"{self.name} has no seat"
        return self

    def __exit__(self, *why: object) -> None:
        self._loop.call_soon_threadsafe(self._playing.cancel)
        self._thread.join(PATIENCE)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._playing = asyncio.ensure_future(self._play())
        with contextlib.suppress(asyncio.CancelledError, HoyleError, OSError):
            await self._playing

    async def _play(self) -> None:
        async with await enter_async(self.address, self.name) as room:
            await room.sit(self.table, chips=self.chips, seat=self.seat)
            self._sits.set()
            async for turn in room.turns(self.table):
                with contextlib.suppress(HoyleError):
                    command = turn.first("check", "call", "bring-in", "draw", "show")
                    await room.do(self.table, command, expected_version=turn.version)
