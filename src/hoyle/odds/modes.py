"""Whether deals are counted or sampled, in the numbers by which the kernel knows it."""

from __future__ import annotations

from enum import IntEnum


class Mode(IntEnum):
    AS_COST_ALLOWS = 0
    EVERY_DEAL = 1
    SAMPLED = 2
    ONE_BY_ONE = 3
    """Every deal in turn, without short cuts."""
