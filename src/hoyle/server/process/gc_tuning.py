"""Garbage-collector tuning: freeze objects that live as long as the process.

A full collection of a room with two hundred tables takes a tenth of a second, in which no client is answered;
and it finds next to nothing, since reference counting frees almost everything.
"""

from __future__ import annotations

import gc
from typing import Final

GC_THRESHOLDS: Final = (10_000, 20, 500)
"""Thresholds of the three generations (see `gc.set_threshold`)."""


def freeze_long_lived_objects() -> None:
    """Collect once, freeze what remains, and collect rarely from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
