"""Chip ledger: balances of all accounts in memory, and the room account behind a table's account.

A table's own accounts (``seat 3``, ``pot``, ``bank``) map to room accounts by name; its cashier is the wallet
of the person concerned, or at a home game the buy-in ledger, which the players settle afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.core.errors import ChipConservationError, IllegalError
from hoyle.core.money import Transfer
from hoyle.storage.account_names import (
    CAGE_BANK,
    CAGE_DROP,
    HOUSE_BANK,
    HOUSE_DROP,
    at_table,
    deposit,
    home_game_account,
    jackpot,
    may_be_negative,
    wallet,
)

_HOUSE: Final = {"bank": HOUSE_BANK, "drop box": HOUSE_DROP, "fee box": HOUSE_DROP}
"""House accounts shared by all tables, by the table's name for them."""
_CAGE: Final = {"bank": CAGE_BANK, "drop box": CAGE_DROP, "fee box": CAGE_DROP}
"""The same for tables played for cage chips."""
_SHARED: Final = frozenset((*_HOUSE, "cashier", "jackpot fund"))


def wallet_account(person: str, *, cage: bool) -> str:
    """Return the account from which a person buys in, and to which they cash out."""
    return deposit(person) if cage else wallet(person)


def table_account(number: int, account: str, *, person: str, private: bool, cage: bool, fund: str) -> str:
    """Return the room account behind a table's account; `person` is the one the cashier serves."""
    if account == "cashier":
        return home_game_account(number) if private else wallet_account(person, cage=cage)
    if account == "jackpot fund":
        return jackpot(fund)
    if private:
        # The bank of a home game is settled between its players and is no revenue of the house.
        return home_game_account(number) if account == "bank" else at_table(number, account)
    return (_CAGE if cage else _HOUSE).get(account) or at_table(number, account)


def own_accounts(number: int, accounts: Mapping[str, int]) -> dict[str, int]:
    """Return a table's own balances by room account, without the accounts that tables share."""
    return {at_table(number, name): chips for name, chips in accounts.items() if name not in _SHARED}


class Ledger:
    """Chip ledger: balances of all accounts in memory."""

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self.balances = dict(balances or {})

    def holds(self, account: str) -> int:
        return self.balances.get(account, 0)

    def check(self, account: str, chips: int) -> None:
        """Raise `IllegalError` if an account holds fewer than `chips`."""
        balance = self.holds(account)
        if balance < chips and not may_be_negative(account):
            raise IllegalError(f"{account} holds {balance}, not {chips}", clause="house cashier", legal=str(balance))

    def move(self, transfer: Transfer) -> None:
        """Apply a transfer; an overdraft here is a defect, since commands check balances before."""
        source, to, chips = transfer
        remaining = self.balances.get(source, 0) - chips
        if chips <= 0 or (remaining < 0 and not may_be_negative(source)):
            raise ChipConservationError(f"{chips} from {source}, which holds {remaining + chips}, to {to}")
        self.balances[source] = remaining
        self.balances[to] = self.balances.get(to, 0) + chips

    def total(self) -> int:
        """Return the sum of all balances, which must be 0."""
        return sum(self.balances.values())
