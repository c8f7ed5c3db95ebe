"""Whether deals are counted or sampled, in the numbers by which the kernel knows it."""

from __future__ import annotations

from enum import IntEnum


class Mode(IntEnum):
    AUTO = 0
    EXACT = 1
    SAMPLED = 2
    EXACT_NO_SHORTCUTS = 3
    """Every deal in turn, without short cuts."""
