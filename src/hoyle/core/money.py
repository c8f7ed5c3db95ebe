"""Chip transfers between named accounts (seat, pot, rake, bank); the ledger is their sum.

The ledger of a table is the sum of the transfers of its entries. Accounts are named as people would name
them: ``seat 3``, ``pot``, ``rake``, ``drop box``, ``cashier``, ``bank``.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Transfer(NamedTuple):
    """Chips from one account to another."""

    source: str
    to: str
    chips: int


_SEATS: Final = [f"seat {seat}" for seat in range(32)]


def seat_account(seat: int) -> str:
    """The account of what lies before a seat."""
    return _SEATS[seat] if 0 <= seat < 32 else f"seat {seat}"
