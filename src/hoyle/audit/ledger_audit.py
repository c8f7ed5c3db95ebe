"""Ledger audit: every posting in order; no account overdrawn, no jackpot fund paid to the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.audit.findings import JACKPOTS, LEDGER, Finding, PartResult
from hoyle.storage.account_names import (
    CAGE,
    CAGE_BANK,
    CAGE_DROP,
    HOUSE_BANK,
    HOUSE_DROP,
    PROMOTIONS,
    is_account,
    may_be_negative,
)
from hoyle.storage.models import Posting
from hoyle.storage.sql.sql_store import SqlStore

_FUND: Final = "jackpot "
_DEPOSIT: Final = "deposit "
_NOT_PLAYERS: Final = frozenset({CAGE, CAGE_BANK, CAGE_DROP, HOUSE_BANK, HOUSE_DROP, PROMOTIONS})


def audit_ledger(store: SqlStore, to: int, snapshot_records: Mapping[str, int]) -> PartResult:
    """Check every posting and running balance; `snapshot_records` is how far the balance snapshot reaches."""
    result = PartResult(part="the whole ledger")
    balances: dict[str, int] = {}
    snapshot_balances: dict[str, int] = {}
    payments: list[tuple[str, int, str, int]] = []
    last_number: dict[str, int] = {}
    for posting in store.ledger(to):
        result.count(LEDGER)
        if posting.number < last_number.get(posting.stream, 0):
            message = f"its lines stand in the ledger after those of record {last_number[posting.stream]}"
            result.add(Finding(check=LEDGER, stream=posting.stream, record=posting.number, message=message))
        last_number[posting.stream] = posting.number
        if posting.number <= snapshot_records.get(posting.stream, 0):
            snapshot_balances[posting.source] = snapshot_balances.get(posting.source, 0) - posting.chips
            snapshot_balances[posting.to] = snapshot_balances.get(posting.to, 0) + posting.chips
        if posting.source.startswith(_FUND):
            payments.append((posting.stream, posting.number, posting.source, balances.get(posting.source, 0)))
        for check, message in _posting_flaws(posting, balances.get(posting.source, 0)):
            result.add(Finding(check=check, stream=posting.stream, record=posting.number, message=message))
        balances[posting.source] = balances.get(posting.source, 0) - posting.chips
        balances[posting.to] = balances.get(posting.to, 0) + posting.chips
    result.facts = {"balances": balances, "paid": payments, "snapshot balances": snapshot_balances}
    return result


def _posting_flaws(posting: Posting, balance: int) -> list[tuple[str, str]]:
    """Check and message of each flaw of a posting, given the balance of its source before it."""
    flaws: list[tuple[str, str]] = []
    source, to, chips = posting.source, posting.to, posting.chips
    if chips <= 0 or source == to:
        flaws.append((LEDGER, f"a movement of {chips:,} from {source} to {to}"))
    elif balance < chips and not may_be_negative(source):
        flaws.append((LEDGER, f"{source} held {balance:,} and paid {chips:,} to {to}"))
    if (source == CAGE and not to.startswith(_DEPOSIT)) or (to == CAGE and not source.startswith(_DEPOSIT)):
        flaws.append((LEDGER, f"{chips:,} from {source} to {to}: the cage deals in cage chips alone"))
    for account in (source, to):
        if not is_account(account):
            flaws.append((LEDGER, f"{account!r} is no account"))
    if source.startswith(_FUND) and to in _NOT_PLAYERS:
        flaws.append((JACKPOTS, f"{source} paid {chips:,} to {to}: the fund is the players'"))
    if to.startswith(_FUND) and not source.startswith("table "):
        flaws.append((JACKPOTS, f"{to} took {chips:,} from {source}, which is no table"))
    return flaws
