"""Fault injector: decides from the seed which faults strike, when and how often."""

from __future__ import annotations

import random
from typing import Final

from hoyle.storage.errors import DiskFull, StoreError, Unavailable


class Crash(BaseException):
    """Crash of the process: its memory is lost, what is on disk stays."""


FAULT_RATES: Final[dict[str, tuple[float, ...]]] = {
    "drop": (0, 0, 0.03, 0.15, 0.3),
    "double": (0, 0, 0.1, 0.4),
    "delay": (0, 0.1, 0.4),
    "fail": (0, 0, 0.05, 0.15),
    "crash": (0, 0, 0.01, 0.03),
    "full": (0, 0, 0.1),
    "jump": (0, 0, 0.1, 0.2),
    "rival": (0, 0, 0.15),
    "vanish": (0, 0, 0.02),
    "behind": (0, 0, 0.05),
}
"""Possible rates of each fault; a seed draws one of them."""


class FaultInjector:
    """Faults of one run. Each seed has its own mix: one kind, several, or none."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.rates = {name: rng.choice(rates) for name, rates in FAULT_RATES.items()}
        self.enabled = False
        """Whether faults are on: not while people enter, nor at the end."""
        self.full = False
        self.fault_counts: dict[str, int] = {}
        """Number of times that each fault struck."""

    def strikes(self, trouble: str) -> bool:
        """Whether a fault strikes now."""
        if not self.enabled or self.rng.random() >= self.rates[trouble]:
            return False
        self.fault_counts[trouble] = self.fault_counts.get(trouble, 0) + 1
        return True

    def clear(self) -> None:
        """Turn all faults off."""
        self.enabled = False
        self.full = False

    # Faults of the store

    def before(self, doing: str, *, writing: bool) -> None:
        """Fail before a store operation, which then is not done."""
        if self.strikes("crash"):
            raise Crash(f"before {doing}")
        if writing and self.full:
            raise DiskFull(f"no space left: cannot {doing}")
        if self.strikes("fail"):
            raise self._failure(doing, writing=writing)

    def after(self, doing: str, *, writing: bool) -> None:
        """Fail after a store operation was done, without an acknowledgement."""
        if self.strikes("crash"):
            raise Crash(f"after {doing}")
        if writing and self.strikes("fail"):
            raise Unavailable(f"the line was cut: cannot {doing}", uncertain=True)

    def _failure(self, doing: str, *, writing: bool) -> StoreError:
        return Unavailable(f"the disk failed: cannot {doing}", uncertain=writing and self.rng.random() < 0.5)
