"""Account names of the chip ledger: wallets, tables, jackpots, cage, house; which may go negative.

Chips move by postings from one account to another, so all balances always sum to zero. Chips bought for money
are a debt of the `CAGE`, chips given away a debt of the `PROMOTIONS`; a bank pays before it is paid, and the
players of a home game settle its account between themselves. No other account may be below zero.

Cage chips and play chips never mix. A person has a `deposit` for the former and a `wallet` for the latter, a
table is played for one of them, and the house has a bank and a drop for each: so the accounts of each kind
sum to zero by themselves, and only cage chips are ever redeemed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

CAGE: Final = "cage"
"""Chips bought for money, as a debt."""
PROMOTIONS: Final = "promotions"
"""Play chips issued to guests, as a debt."""
HOUSE_BANK: Final = "house bank"
"""Bank of the house games for play chips; the house decides how far it may go negative."""
HOUSE_DROP: Final = "house drop"
"""Rake and fees in play chips."""
CAGE_BANK: Final = "cage bank"
"""Bank of the house games for cage chips."""
CAGE_DROP: Final = "cage drop"
"""Rake and fees in cage chips."""

MAY_BE_NEGATIVE: Final = frozenset({CAGE, CAGE_BANK, PROMOTIONS, HOUSE_BANK})
_FIXED: Final = MAY_BE_NEGATIVE | {HOUSE_DROP, CAGE_DROP}


class BalanceMismatch(NamedTuple):
    """Account whose balance differs from its ledger."""

    account: str
    balance: int
    ledger: int


def wallet(person: str) -> str:
    """Return the account of a person's play chips that are at no table."""
    return f"wallet {person}"


def deposit(person: str) -> str:
    """Return the account of a person's cage chips that are at no table."""
    return f"deposit {person}"


def accounts_of_person(person: str) -> tuple[str, str]:
    """Return the accounts of a person: wallet and deposit."""
    return wallet(person), deposit(person)


def account_holder(account: str) -> str:
    """Return the person of a wallet or deposit; empty for other accounts.

    >>> account_holder("wallet ann"), account_holder("deposit bob"), account_holder("table 7 seat 3")
    ('ann', 'bob', '')
    """
    kind, _, person = account.partition(" ")
    return person if kind in ("wallet", "deposit") else ""


def at_table(table: int, account: str) -> str:
    """Return an account of one table, such as its ``seat 3``, ``pot`` or ``layout``."""
    return f"table {table} {account}"


def jackpot(fund: str) -> str:
    """Return the account of a jackpot fund, which may collect at several tables."""
    return f"jackpot {fund}"


def home_game_account(table: int) -> str:
    """Return the account of the buy-ins of a home game, a debt that its players settle themselves."""
    return f"home {table}"


def may_be_negative(account: str) -> bool:
    """Whether an account may go below zero."""
    return account in MAY_BE_NEGATIVE or account.startswith("home ")


def is_account(name: str) -> bool:
    """Whether a name is a valid account: a mistyped one would swallow chips.

    >>> [is_account(name) for name in ("wallet ann", "table 7 seat 3", "walet ann", "table pot", "wallet ")]
    [True, True, False, False, False]
    """
    if name in _FIXED:
        return True
    kind, _, suffix = name.partition(" ")
    if kind == "table":
        table, _, suffix = suffix.partition(" ")
        return suffix != "" and table.isascii() and table.isdigit()
    if kind == "home":
        return suffix.isascii() and suffix.isdigit()
    return kind in ("wallet", "deposit", "jackpot") and suffix != ""
