"""Calculation mode of an equity: exact or sampled, in the kernel's numbers."""

from __future__ import annotations

from enum import IntEnum


class Mode(IntEnum):
    """Calculation mode of an equity: count every deal, sample, or decide by the estimated cost."""

    AUTO = 0
    EXACT = 1
    SAMPLED = 2
    EXACT_NO_SHORTCUTS = 3
    """Every deal in turn, without shortcuts."""
