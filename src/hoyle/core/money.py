"""Chip transfers between named accounts; a table's ledger is their sum.

Accounts have readable names: ``seat 3``, ``pot``, ``rake``, ``drop box``, ``cashier``, ``bank``.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Transfer(NamedTuple):
    """Transfer of chips from one account to another."""

    source: str
    to: str
    chips: int


_SEATS: Final = [f"seat {seat}" for seat in range(32)]


def seat_account(seat: int) -> str:
    """Return the name of a seat's chip account: ``seat 3``."""
    return _SEATS[seat] if 0 <= seat < 32 else f"seat {seat}"
