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


def inspect_ledger(store: SqlStore, to: int, reckoned: Mapping[str, int]) -> PartResult:
    """Check every posting and running balance; `reckoned` is how far the balance snapshot reaches."""
    result = PartResult(part="the whole ledger")
    held: dict[str, int] = {}
    by_then: dict[str, int] = {}
    paid: list[tuple[str, int, str, int]] = []
    last: dict[str, int] = {}
    for posting in store.ledger(to):
        result.count(LEDGER)
        if posting.number < last.get(posting.stream, 0):
            said = f"its lines stand in the ledger after those of record {last[posting.stream]}"
            result.add(Finding(check=LEDGER, stream=posting.stream, record=posting.number, said=said))
        last[posting.stream] = posting.number
        if posting.number <= reckoned.get(posting.stream, 0):
            by_then[posting.source] = by_then.get(posting.source, 0) - posting.chips
            by_then[posting.to] = by_then.get(posting.to, 0) + posting.chips
        if posting.source.startswith(_FUND):
            paid.append((posting.stream, posting.number, posting.source, held.get(posting.source, 0)))
        for said in _flaws(posting, held):
            check = JACKPOTS if said.startswith("jackpot") else LEDGER
            result.add(Finding(check=check, stream=posting.stream, record=posting.number, said=said))
        held[posting.source] = held.get(posting.source, 0) - posting.chips
        held[posting.to] = held.get(posting.to, 0) + posting.chips
    result.facts = {"held": held, "paid": paid, "by then": by_then}
    return result


def _flaws(posting: Posting, held: dict[str, int]) -> list[str]:
    flaws = []
    source, to, chips = posting.source, posting.to, posting.chips
    has = held.get(source, 0)
    if chips <= 0 or source == to:
        flaws.append(f"a movement of {chips:,} from {source} to {to}")
    elif has < chips and not may_be_negative(source):
        flaws.append(f"{source} held {has:,} and paid {chips:,} to {to}")
    if (source == CAGE and not to.startswith(_DEPOSIT)) or (to == CAGE and not source.startswith(_DEPOSIT)):
        flaws.append(f"{chips:,} from {source} to {to}: the cage deals in cage chips alone")
    for account in (source, to):
        if not is_account(account):
            flaws.append(f"{account!r} is no account")
    if source.startswith(_FUND) and to in _NOT_PLAYERS:
        flaws.append(f"{source} paid {chips:,} to {to}: the fund is the players'")
    if to.startswith(_FUND) and not source.startswith("table "):
        flaws.append(f"{to} took {chips:,} from {source}, which is no table")
    return flaws
