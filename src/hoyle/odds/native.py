"""The door to the kernel, or to its stand-in where it was not built; nobody else asks which one it is."""

from __future__ import annotations

import os

BACKEND_NAME: str
"""Who counts: parts of one piece of work add up only where the same one does them all."""
SAMPLES: int
"""Deals drawn where nobody says how many."""
SLOWDOWN_FACTOR: int
"""How many times as long it takes as with the kernel, about."""
REMARK: str
"""What people should know about the speed, if anything."""

try:
    from hoyle import _kernel as kernel
except ImportError:
    from hoyle.odds import plain as kernel  # type: ignore[no-redef]
    from hoyle.odds.plain import SCALES

    BACKEND_NAME = "plain Python"
    SAMPLES = 100_000
    SLOWDOWN_FACTOR = 100
    REMARK = (
        "the compiled kernel is missing, so the odds come slowly; installing hoyle again builds it, given a "
        "C++ compiler and Python's headers, and no HOYLE_PURE"
    )
else:
    from hoyle.hands.native import SCALES

    BACKEND_NAME = "the kernel"
    SAMPLES = 2_000_000
    SLOWDOWN_FACTOR = 1
    REMARK = ""

__all__ = ["BACKEND_NAME", "REMARK", "SAMPLES", "SCALES", "SLOWDOWN_FACTOR", "cores", "kernel"]


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
