"""How fast passwords, codes and new guests may come: by address, by name, and by both together.

Wrong passwords from one address for one name make that address wait, each time twice as long. An address that
tries many names waits as a whole, and a name that many addresses try makes strangers wait for a while, but
nobody at an address from which its owner has come in before. Nothing here knows which names there are, so an
unknown name is answered as any other. It is all in memory: whoever restarts the room forgives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.core.errors import IllegalError
from hoyle.room.auth.player_names import name_skeleton

FIRST: Final = 1_000
"""Milliseconds of the first wait; each further one is twice as long."""
FORGIVEN: Final = 60 * 60_000
"""Milliseconds after the last wrong one in which all are forgiven."""
MAX_KEPT: Final = 20_000
HOUR: Final = 60 * 60_000


class TooSoon(IllegalError):
    """Too many wrong passwords, or too many guests: later."""

    def __init__(self, said: str, wait: int, clause: str) -> None:
        super().__init__(said, clause=clause, legal="wait")
        self.wait = wait
        """Milliseconds from now."""


class _Rule:
    """From which wrong one on is waited, and how long at the most."""

    def __init__(self, free: int, longest: int) -> None:
        self.free = free
        self.longest = longest

    def wait(self, wrong: int) -> int:
        """Milliseconds after so many wrong ones."""
        return 0 if wrong < self.free else min(self.longest, FIRST << min(wrong - self.free, 20))


PAIR: Final = _Rule(3, 15 * 60_000)
ADDRESS: Final = _Rule(20, 15 * 60_000)
NAME: Final = _Rule(20, 60_000)


class _Tally:
    """Wrong ones under one key."""

    __slots__ = ("last", "wrong")

    def __init__(self, wrong: int, last: int) -> None:
        self.wrong = wrong
        self.last = last


class Throttle:
    """Everybody who tries to come in by a password or a code."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str], _Tally] = {}
        """By address and name; either may be empty."""
        self._known: dict[tuple[str, str], int] = {}
        """Addresses from which a name has come in, and when."""

    def attempt(self, address: str, name: str, now: int) -> None:
        """Somebody tries: it counts as wrong until it was `right`. Refused (`TooSoon`) before its time."""
        looks = name_skeleton(name)
        wait = 0
        for key, rule in self._rules(address, looks):
            tally = self._tallies.get(key)
            if tally is not None and now - tally.last < FORGIVEN:
                wait = max(wait, tally.last + rule.wait(tally.wrong) - now)
        if wait > 0:
            raise TooSoon(
                f"too many wrong passwords: try again in {-(-wait // 1000)} s", wait, "house sessions"
            )
        for key, _ in self._rules(address, looks):
            tally = self._tallies.get(key)
            wrong = 0 if tally is None or now - tally.last >= FORGIVEN else tally.wrong
            self._tallies[key] = _Tally(wrong + 1, now)
        self._forget(now)

    def right(self, address: str, name: str, now: int) -> None:
        """It was the right one."""
        looks = name_skeleton(name)
        self._tallies.pop((address, looks), None)
        for key in ((address, ""), ("", looks)):
            tally = self._tallies.get(key)
            if tally is not None:
                tally.wrong -= 1
        self._known[address, looks] = now
        if len(self._known) > MAX_KEPT:
            del self._known[min(self._known, key=self._known.__getitem__)]

    def _rules(self, address: str, looks: str) -> Iterable[tuple[tuple[str, str], _Rule]]:
        yield (address, looks), PAIR
        yield (address, ""), ADDRESS
        if (address, looks) not in self._known:
            yield ("", looks), NAME

    def _forget(self, now: int) -> None:
        if len(self._tallies) > MAX_KEPT:
            self._tallies = {
                key: tally for key, tally in self._tallies.items() if now - tally.last < FORGIVEN
            }
        while len(self._tallies) > MAX_KEPT:
            # The oldest first: whoever floods the door with names pushes out what he did himself.
            del self._tallies[min(self._tallies, key=lambda key: self._tallies[key].last)]


class Arrivals:
    """New guests, counted by address over an hour."""

    def __init__(self, most: int) -> None:
        self._most = most
        """From one address in an hour; 0: any number."""
        self._times: dict[str, list[int]] = {}

    def arrive(self, address: str, now: int) -> None:
        """A guest comes from an address; refused (`TooSoon`) where too many did."""
        if not self._most or not address:
            return
        times = [time for time in self._times.get(address, ()) if now - time < HOUR]
        if len(times) >= self._most:
            wait = times[0] + HOUR - now
            raise TooSoon(
                f"{len(times)} guests came from this address within an hour: come again in "
                f"{-(-wait // 60_000)} min, or log in",
                wait,
                "house names",
            )
        self._times[address] = [*times, now]
        if len(self._times) > MAX_KEPT:
            self._times = {each: some for each, some in self._times.items() if now - some[-1] < HOUR}
