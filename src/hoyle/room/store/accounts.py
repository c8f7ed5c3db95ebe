"""The accounts chips are in: who holds them, under names that people would use.

Chips move by postings from one account to another, so all balances always add up to zero. What came in from
outside is a debt of the `CAGE`, what was given to play with a debt of the `PROMOTIONS`; the `HOUSE_BANK` pays
before it is paid, and the book of a home game is settled between its players. Nothing else may be below zero.
"""

from __future__ import annotations

from typing import Final, NamedTuple

CAGE: Final = "cage"
"""What came in from outside, as a debt."""
PROMOTIONS: Final = "promotions"
"""Play chips issued to guests, as a debt."""
HOUSE_BANK: Final = "house bank"
"""What house games are won from and lost to; how far it may go down is the house's business."""
HOUSE_DROP: Final = "house drop"
"""Rake and fees."""

BELOW_ZERO: Final = frozenset({CAGE, PROMOTIONS, HOUSE_BANK})
_FIXED: Final = BELOW_ZERO | {HOUSE_DROP}


class Misstated(NamedTuple):
    """An account whose balance is not what the ledger says."""

    account: str
    balance: int
    ledger: int


def wallet(person: str) -> str:
    """What somebody has that is at no table."""
    return f"wallet {person}"


def whose_wallet(account: str) -> str:
    """The person whose wallet an account is; empty where it is none.

    >>> whose_wallet("wallet ann"), whose_wallet("table 7 seat 3")
    ('ann', '')
    """
    kind, _, person = account.partition(" ")
    return person if kind == "wallet" else ""


def at_table(table: int, account: str) -> str:
    """An account of one table: ``seat 3``, ``pot``, ``layout``."""
    return f"table {table} {account}"


def jackpot(fund: str) -> str:
    """A jackpot fund, which may collect at several tables."""
    return f"jackpot {fund}"


def home_book(table: int) -> str:
    """What the players of a home game have bought in for, as a debt: they settle it between themselves."""
    return f"home {table}"


def may_be_below_zero(account: str) -> bool:
    """Whether an account may owe."""
    return account in BELOW_ZERO or account.startswith("home ")


def is_account(name: str) -> bool:
    """Whether chips can be there at all: a mistyped account would swallow them.

    >>> [is_account(name) for name in ("wallet ann", "table 7 seat 3", "walet ann", "table pot", "wallet ")]
    [True, True, False, False, False]
    """
    if name in _FIXED:
        return True
    kind, _, rest = name.partition(" ")
    if kind == "table":
        table, _, rest = rest.partition(" ")
        return rest != "" and table.isascii() and table.isdigit()
    if kind == "home":
        return rest.isascii() and rest.isdigit()
    return kind in ("wallet", "jackpot") and rest != ""
