"""Account names of the chip ledger: wallets, tables, jackpots, cage, house; which may go negative.

Chips move by postings from one account to another, so all balances always add up to zero. What came in from
outside is a debt of the `CAGE`, what was given to play with a debt of the `PROMOTIONS`; a bank pays before it
is paid, and the book of a home game is settled between its players. Nothing else may be below zero.

Cage chips and play chips never meet. A person has a `deposit` for the former and a `wallet` for the latter,
a table is played for one of them, and the house has a bank and a drop for each: so the accounts of either
side add up to zero by themselves, and nothing but cage chips is ever redeemed.
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
CAGE_BANK: Final = "cage bank"
"""The bank of tables that are played for cage chips."""
CAGE_DROP: Final = "cage drop"
"""Rake and fees of those."""

MAY_BE_NEGATIVE: Final = frozenset({CAGE, CAGE_BANK, PROMOTIONS, HOUSE_BANK})
_FIXED: Final = MAY_BE_NEGATIVE | {HOUSE_DROP, CAGE_DROP}


class BalanceMismatch(NamedTuple):
    """An account whose balance is not what the ledger says."""

    account: str
    balance: int
    ledger: int


def wallet(person: str) -> str:
    """The play chips that somebody has at no table."""
    return f"wallet {person}"


def deposit(person: str) -> str:
    """The cage chips that somebody has at no table: bought at the cage, or won with such chips."""
    return f"deposit {person}"


def purses(person: str) -> tuple[str, str]:
    """Both accounts of a person."""
    return wallet(person), deposit(person)


def whose(account: str) -> str:
    """The person whose wallet or deposit an account is; empty where it is neither.

    >>> whose("wallet ann"), whose("deposit bob"), whose("table 7 seat 3")
    ('ann', 'bob', '')
    """
    kind, _, person = account.partition(" ")
    return person if kind in ("wallet", "deposit") else ""


def at_table(table: int, account: str) -> str:
    """An account of one table: ``seat 3``, ``pot``, ``layout``."""
    return f"table {table} {account}"


def jackpot(fund: str) -> str:
    """A jackpot fund, which may collect at several tables."""
    return f"jackpot {fund}"


def home_game_account(table: int) -> str:
    """What the players of a home game have bought in for, as a debt: they settle it between themselves."""
    return f"home {table}"


def may_be_negative(account: str) -> bool:
    """Whether an account may owe."""
    return account in MAY_BE_NEGATIVE or account.startswith("home ")


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
    return kind in ("wallet", "deposit", "jackpot") and rest != ""
