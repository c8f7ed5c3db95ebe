"""The door to the kernel, and one clear refusal where it was not built."""

from __future__ import annotations

import os

from hoyle.errors import HoyleError
from hoyle.hands.native import SCALES

try:
    from hoyle import _kernel as kernel
except ImportError:
    raise HoyleError(
        "the odds need the compiled kernel, which was not built here: install a C++ compiler and Python's "
        "headers, then `make build` without HOYLE_PURE"
    ) from None

__all__ = ["SCALES", "cores", "kernel"]


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
