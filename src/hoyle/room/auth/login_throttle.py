"""Log-in throttle: exponential back-off by address and name, and a rate limit for new guests.

Wrong passwords from one address for one name delay that address, each time twice as long. An address that
tries many names is delayed as a whole, and a name that many addresses try is delayed for all of them except
those from which its owner has logged in before. The throttle does not know which names exist, so an unknown
name is answered like any other. All counts are in memory, so a restart clears them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from hoyle.core.errors import IllegalError
from hoyle.room.player_names import name_skeleton

FIRST: Final = 1_000
"""Milliseconds of the first delay; each further one is twice as long."""
FORGIVEN: Final = 60 * 60_000
"""Milliseconds after the last wrong attempt at which all are forgotten."""
MAX_KEPT: Final = 20_000
HOUR: Final = 60 * 60_000


class TooSoon(IllegalError):
    """Rate limit exceeded: too many wrong passwords, or too many guests."""

    def __init__(self, message: str, wait: int, clause: str) -> None:
        super().__init__(message, clause=clause, legal="wait")
        self.wait = wait
        """Milliseconds until the next attempt."""


class _Rule(NamedTuple):
    """Back-off rule of the log-in throttle."""

    free: int
    """Attempts without a delay."""
    longest: int

    def wait(self, wrong: int) -> int:
        """Return the milliseconds of delay after this many wrong attempts."""
        return 0 if wrong < self.free else min(self.longest, FIRST << min(wrong - self.free, 20))


PAIR: Final = _Rule(3, 15 * 60_000)
ADDRESS: Final = _Rule(20, 15 * 60_000)
NAME: Final = _Rule(20, 60_000)


class _Tally(Struct):
    """Count of wrong log-in attempts under one key."""

    wrong: int
    last: int


class Throttle:
    """Throttle for attempts with a password or a code."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str], _Tally] = {}
        """Tallies by address and name skeleton; either may be empty."""
        self._logged_in: dict[tuple[str, str], int] = {}
        """Times of the last log-in, by address and name skeleton."""

    def attempt(self, address: str, name: str, now: int) -> None:
        """Count an attempt, as wrong until `right` is called; raise `TooSoon` during a delay."""
        skeleton = name_skeleton(name)
        delay = 0
        for key, rule in self._rules(address, skeleton):
            tally = self._tallies.get(key)
            if tally is not None and now - tally.last < FORGIVEN:
                delay = max(delay, tally.last + rule.wait(tally.wrong) - now)
        if delay > 0:
            raise TooSoon(f"too many wrong passwords: try again in {-(-delay // 1000)} s", delay, "house sessions")
        for key, _ in self._rules(address, skeleton):
            tally = self._tallies.get(key)
            failures = 0 if tally is None or now - tally.last >= FORGIVEN else tally.wrong
            self._tallies[key] = _Tally(failures + 1, now)
        self._evict_old(now)

    def right(self, address: str, name: str, now: int) -> None:
        """Record that the last log-in attempt had the right password or code."""
        skeleton = name_skeleton(name)
        self._tallies.pop((address, skeleton), None)
        for key in ((address, ""), ("", skeleton)):
            tally = self._tallies.get(key)
            if tally is not None:
                tally.wrong -= 1
        self._logged_in[address, skeleton] = now
        if len(self._logged_in) > MAX_KEPT:
            del self._logged_in[min(self._logged_in, key=self._logged_in.__getitem__)]

    def _rules(self, address: str, skeleton: str) -> Iterable[tuple[tuple[str, str], _Rule]]:
        """Yield the keys under which an attempt is counted, each with its back-off rule."""
        yield (address, skeleton), PAIR
        yield (address, ""), ADDRESS
        if (address, skeleton) not in self._logged_in:
            yield ("", skeleton), NAME

    def _evict_old(self, now: int) -> None:
        """Drop tallies that no longer matter, or the oldest ones where there are too many."""
        if len(self._tallies) > MAX_KEPT:
            self._tallies = {key: tally for key, tally in self._tallies.items() if now - tally.last < FORGIVEN}
        while len(self._tallies) > MAX_KEPT:
            # The oldest first: a client that floods the throttle with names evicts its own tallies.
            del self._tallies[min(self._tallies, key=lambda key: self._tallies[key].last)]


class Arrivals:
    """Rate limit for new guests, per address and hour."""

    def __init__(self, max_per_hour: int) -> None:
        self._max_per_hour = max_per_hour
        """Guests from one address in an hour; 0: any number."""
        self._times: dict[str, list[int]] = {}

    def arrive(self, address: str, now: int) -> None:
        """Count a new guest from an address; raise `TooSoon` beyond the limit."""
        if not self._max_per_hour or not address:
            return
        times = [time for time in self._times.get(address, ()) if now - time < HOUR]
        if len(times) >= self._max_per_hour:
            delay = times[0] + HOUR - now
            raise TooSoon(
                f"{len(times)} guests came from this address within an hour: come again in "
                f"{-(-delay // 60_000)} min, or log in",
                delay,
                "house names",
            )
        self._times[address] = [*times, now]
        if len(self._times) > MAX_KEPT:
            self._times = {key: times for key, times in self._times.items() if now - times[-1] < HOUR}
