"""Garbage-collector tuning: freeze objects that live as long as the process.

A full look at a room of two hundred tables takes a tenth of a second, in which nobody is answered; and there
is next to nothing to find, since whatever is let go of here is let go of by its last name.
"""

from __future__ import annotations

import gc
from typing import Final

GC_THRESHOLDS: Final = (10_000, 20, 500)
"""Objects after which the youngest are looked through, and how often before older ones are."""


def freeze_long_lived_objects() -> None:
    """What stands now is never looked through again, and what comes seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
