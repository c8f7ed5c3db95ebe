"""Players over real WebSockets at real nodes, reconnecting to any node and checking what they saw."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import json
from tests.simulation.single_node.faulty_store import InvariantViolation
from tests.simulation.single_node.simulated_clients import SimulatedClient
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from hoyle.client.http_requests import request_json
from hoyle.core.errors import HoyleError

TIMEOUT_S: Final = 5.0
"""Seconds without an answer after which a player tries another node."""
AGAIN: Final = 0.5
"""Seconds after which a player sends an undecided command again."""
LOOKING: Final = 0.25
"""Seconds without a frame after which a player considers a command."""
DEALT: Final = 3
"""New records after which a table counts as dealing: the first only says that it was adopted."""
PLAYED: Final = 8
"""New records after which a table counts as playing, for everyone at it."""


class SocketPlayers:
    """Players at tables, each with a seat."""

    def __init__(self, addresses: Callable[[], Sequence[str]], seed: int) -> None:
        self._addresses = addresses
        self._rng = random.Random(f"{seed} crowd")
        self.guests: list[SimulatedClient] = []
        self.stopping = False
        self.wrong: InvariantViolation | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, tables: Sequence[int], seats: int, *, poker: bool = True) -> None:
        """Seat so many players at each table; they play until `leave`."""
        for table in tables:
            for seat in range(1, seats + 1):
                name = f"t{table}s{seat}"
                token = await self._enter(name)
                rng = random.Random(f"{name} {self._rng.random()}")
                guest = SimulatedClient(name, table, seat, rng, poker=poker)
                self.guests.append(guest)
                self._tasks.append(asyncio.create_task(self._stay(guest, token)))

    async def _enter(self, name: str) -> str:
        while True:
            try:
                address = self._rng.choice(list(self._addresses()))
                entered = await asyncio.to_thread(request_json, address, "/api/enter", {"name": name})
                return str(entered["token"])
            except HoyleError:
                await asyncio.sleep(0.2)

    async def _stay(self, guest: SimulatedClient, token: str) -> None:
        while not self.stopping:
            there = list(self._addresses())
            try:
                if there:
                    address = guest.rng.choice(there).replace("http", "ws", 1).rstrip("/") + "/socket"
                    async with connect(
                        address,
                        compression=None,
                        proxy=None,
                        open_timeout=TIMEOUT_S,
                        close_timeout=0.2,
                        ping_interval=None,
                        additional_headers={"Authorization": f"Bearer {token}"},
                    ) as socket:
                        await self._play(guest, socket)
            except InvariantViolation as error:
                self.wrong = self.wrong or error
                return
            except (OSError, WebSocketException, TimeoutError):
                pass
            await asyncio.sleep(0.1)

    async def _play(self, guest: SimulatedClient, socket: ClientConnection) -> None:
        now = asyncio.get_running_loop().time
        for frame in guest.opening_frames():
            await socket.send(json.encode(frame).decode())
        sent = heard = now()
        while not self.stopping:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOKING):
                    guest.receive(await socket.recv())
                    heard = now()
            if guest.pending is None:
                command = guest.next_frame()
                if command is not None:
                    sent = now()
                    await socket.send(json.encode(command).decode())
            elif guest.may_retry and now() - sent > AGAIN:
                guest.may_retry, sent = False, now()
                await socket.send(json.encode(guest.pending).decode())
            elif now() - sent > TIMEOUT_S:
                return
            if now() - heard > 2 * TIMEOUT_S:
                return

    def marks(self) -> list[tuple[int, int]]:
        """Last record and number of answers of each player."""
        return [(guest.record, guest.answered) for guest in self.guests]

    def behind(self, marks: Sequence[tuple[int, int]]) -> set[int]:
        """Tables that did not progress: a player there has seen nothing new, or was not answered."""
        return {
            guest.table
            for guest, (record, answered) in zip(self.guests, marks, strict=True)
            if guest.record < record + PLAYED or guest.answered <= answered
        }

    def still(self, marks: Sequence[tuple[int, int]]) -> set[int]:
        """Tables at which no player has seen a new deal."""
        seen = [(guest, record) for guest, (record, _) in zip(self.guests, marks, strict=True)]
        dealing = {guest.table for guest, record in seen if guest.record >= record + DEALT}
        return {guest.table for guest in self.guests} - dealing

    async def deal_on(self, patience: float) -> float:
        """Wait until every table deals; return the seconds it took."""
        return await self._until(self.still, patience)

    async def play_on(self, patience: float) -> float:
        """Wait until everyone plays at every table; return the seconds it took."""
        return await self._until(self.behind, patience)

    async def _until(self, waiting: Callable[[Sequence[tuple[int, int]]], set[int]], patience: float) -> float:
        loop = asyncio.get_running_loop()
        begun, marks = loop.time(), self.marks()
        while behind := waiting(marks):
            if self.wrong is not None:
                raise self.wrong
            if loop.time() - begun > patience:
                seen = "; ".join(str(guest) for guest in self.guests if guest.table == min(behind))
                raise InvariantViolation(
                    f"not in {patience:g} s: table {min(behind)} of {sorted(behind)} goes on ({seen})"
                )
            await asyncio.sleep(0.05)
        return loop.time() - begun

    async def leave(self) -> None:
        """Disconnect all players; raise what any of them saw violated."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.wrong is not None:
            raise self.wrong
