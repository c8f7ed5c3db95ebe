"""Fair queue for expensive requests: addresses take turns, then sessions within an address.

Addresses take turns, and within an address its sessions do: who asks for much waits for who asks for little.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from hoyle.core.errors import HoyleError

MAX_WAITING: Final = 64
"""Who may wait at once."""
MAX_OF_ONE: Final = 8
"""Of one address."""
MAX_KNOWN: Final = 1000
"""Addresses and sessions of which is remembered when they had their last turn."""


class Requester(NamedTuple):
    """Who asks."""

    address: str = ""
    session: str = ""


NOBODY: Final = Requester()
"""In particular: the house itself."""


class TooBusy(HoyleError):
    """So many wait that one more would wait in vain."""


class FairQueue:
    """A queue in which nobody's many requests stand before another's first."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Requester] = {}
        self._had: dict[object, int] = {}
        """When somebody had his last turn."""
        self._turns = 0
        self._taken = False

    async def take(self, asker: Requester) -> None:
        """Wait for one's turn, which then lasts until `release`."""
        if not self._taken:
            self._begins(asker)
            return
        of_one = sum(other.address == asker.address for other in self._waiting.values())
        if len(self._waiting) >= MAX_WAITING or of_one >= MAX_OF_ONE:
            raise TooBusy(f"{len(self._waiting)} others wait for an answer already: try again")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = asker
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it had just come
            raise
        finally:
            self._waiting.pop(turn, None)

    def release(self) -> None:
        """The turn is over; the next begins."""
        self._taken = False
        waiting = [turn for turn in self._waiting if not turn.done()]
        if waiting:
            turn = min(waiting, key=self._last)
            self._begins(self._waiting.pop(turn))
            turn.set_result(None)

    def _last(self, turn: asyncio.Future[None]) -> tuple[int, int]:
        asker = self._waiting[turn]
        return self._had.get(asker.address, 0), self._had.get(asker, 0)

    def _begins(self, asker: Requester) -> None:
        self._taken = True
        self._turns += 1
        for who in (asker.address, asker):
            self._had.pop(who, None)
            self._had[who] = self._turns
        while len(self._had) > MAX_KNOWN:
            del self._had[next(iter(self._had))]
