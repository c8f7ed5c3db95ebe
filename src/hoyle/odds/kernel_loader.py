"""Kernel loader: the C++ kernel for poker odds, or the Python fallback where it is not built."""

from __future__ import annotations

import os

BACKEND_NAME: str
"""Name of the backend; the parts of one job must all be counted by the same one."""
SAMPLES: int
"""Default number of samples."""
SLOWDOWN_FACTOR: int
"""Approximate slowdown relative to the kernel."""
REMARK: str
"""Remark about the speed for users; empty if there is none."""

try:
    from hoyle import _kernel as kernel
except ImportError:
    from hoyle.odds import python_kernel as kernel  # type: ignore[no-redef]
    from hoyle.odds.python_kernel import SCALES

    BACKEND_NAME = "plain Python"
    SAMPLES = 100_000
    SLOWDOWN_FACTOR = 100
    REMARK = (
        "the compiled kernel is missing, so the odds come slowly; installing hoyle again builds it, given a "
        "C++ compiler and Python's headers, and no HOYLE_PURE"
    )
else:
    from hoyle.hands.best_hand_kernel import SCALES

    BACKEND_NAME = "the kernel"
    SAMPLES = 2_000_000
    SLOWDOWN_FACTOR = 1
    REMARK = ""

__all__ = ["BACKEND_NAME", "REMARK", "SAMPLES", "SCALES", "SLOWDOWN_FACTOR", "cores", "kernel"]


def cores() -> int:
    """Return the number of CPU cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
