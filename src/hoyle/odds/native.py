"""The door to the kernel: its scales by ranking, and one clear refusal where it was not built."""

from __future__ import annotations

import os
from typing import Final

from hoyle.errors import HoyleError
from hoyle.hands import (
    BADUGI,
    HIGH3,
    HIGH5,
    LOW_27,
    LOW_A3,
    LOW_A3_STRICT,
    LOW_A5,
    LOW_A5_STRICT,
    Ranking,
)

try:
    from hoyle import _kernel as kernel
except ImportError:
    raise HoyleError(
        "the odds need the compiled kernel, which was not built here: install a C++ compiler and Python's "
        "headers, then `make build` without HOYLE_PURE"
    ) from None

SCALES: Final[dict[Ranking, int]] = {
    HIGH5: kernel.HIGH5,
    HIGH3: kernel.HIGH3,
    LOW_A5: kernel.LOW_A5,
    LOW_A3: kernel.LOW_A3,
    LOW_27: kernel.LOW_27,
    LOW_A5_STRICT: kernel.LOW_A5_STRICT,
    LOW_A3_STRICT: kernel.LOW_A3_STRICT,
    BADUGI: kernel.BADUGI,
}


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
