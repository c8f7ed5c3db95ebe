"""Fair queue for expensive requests: addresses take turns, then sessions within an address.

A client with many requests waits for one with few.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from hoyle.server.problems import TOO_MANY_REQUESTS, RequestError

MAX_WAITING: Final = 64
"""Maximum waiting requests."""
MAX_OF_ONE: Final = 8
"""Maximum waiting requests of one address."""
MAX_KNOWN: Final = 1000
"""Maximum addresses and sessions whose last turn is remembered."""


class Requester(NamedTuple):
    """Requester of a turn: client address and session token."""

    address: str = ""
    session: str = ""


NOBODY: Final = Requester()
"""Requester without address or session, such as the house itself."""


class TooBusy(RequestError):
    """Refusal because too many requests are waiting."""

    status = TOO_MANY_REQUESTS


class FairQueue:
    """Lock that is granted to the requester whose last turn is longest ago."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Requester] = {}
        self._last_turns: dict[object, int] = {}
        """Turn number of the last turn, by address and by requester."""
        self._turns = 0
        self._taken = False

    async def take(self, asker: Requester) -> None:
        """Wait for the requester's turn, which lasts until `release`."""
        if not self._taken:
            self._begin(asker)
            return
        from_address = sum(requester.address == asker.address for requester in self._waiting.values())
        if len(self._waiting) >= MAX_WAITING or from_address >= MAX_OF_ONE:
            raise TooBusy(f"{len(self._waiting)} others wait for an answer already: try again")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = asker
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # the turn had just been granted
            raise
        finally:
            self._waiting.pop(turn, None)

    def release(self) -> None:
        """End the current turn and grant the next."""
        self._taken = False
        pending_turns = [turn for turn in self._waiting if not turn.done()]
        if pending_turns:
            turn = min(pending_turns, key=self._last_turn)
            self._begin(self._waiting.pop(turn))
            turn.set_result(None)

    def _last_turn(self, turn: asyncio.Future[None]) -> tuple[int, int]:
        asker = self._waiting[turn]
        return self._last_turns.get(asker.address, 0), self._last_turns.get(asker, 0)

    def _begin(self, asker: Requester) -> None:
        self._taken = True
        self._turns += 1
        for key in (asker.address, asker):
            self._last_turns.pop(key, None)
            self._last_turns[key] = self._turns
        while len(self._last_turns) > MAX_KNOWN:
            del self._last_turns[next(iter(self._last_turns))]
