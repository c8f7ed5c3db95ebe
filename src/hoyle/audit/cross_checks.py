"""Cross-checks between streams: balances, roles, tables opened, jackpots and shared commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.audit.answer_checks import wrong_answers
from hoyle.audit.findings import (
    ANSWERS,
    BALANCES,
    CHAIN,
    JACKPOTS,
    MATTERS,
    MAX_FINDINGS,
    ROLES,
    CommandRecords,
    Finding,
    PartResult,
)
from hoyle.room.recovery import TABLE
from hoyle.storage.account_names import CAGE, CAGE_BANK, CAGE_DROP, account_holder
from hoyle.storage.models import ROOM
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_interface import StoreInventory
from hoyle.table.log.log_audit import REPLAY_ERRORS

_DEPOSIT: Final = "deposit "
_FUND: Final = "jackpot "
_CAGE_SIDE: Final = frozenset({CAGE, CAGE_BANK, CAGE_DROP})
_TABLES: Final = {
    "record": "records",
    "ledger": "lines in the ledger",
    "hand": "hands",
    "hand_person": "hands",
    "retired_range": "retired records",
}


def cross_check(store: SqlStore, inventory: StoreInventory, results: list[PartResult]) -> PartResult:
    """Check the audited parts against each other and against the store."""
    result = PartResult(part="together")
    room = next((part for part in results if part.part == ROOM), None)
    facts: dict[str, Any] = {} if room is None else room.facts
    # Movements between streams can only be added up with all of their records.
    whole = not any(part.gap for part in results)
    tables = {part.part: part for part in results if part.part.startswith(TABLE)}
    try:
        for finding in (
            *_rows_without_stream(store, inventory),
            *_balances(inventory, results, facts, result, whole=whole),
            *_tables_opened(facts, tables, result),
            *_roles(facts, results, result),
            *(_jackpots(results, result) if whole else ()),
            *_readings(store, facts, result),
            *(_answers(store, inventory, results, result) if whole else ()),
        ):
            result.add(finding)
    except REPLAY_ERRORS as error:
        message = str(error) or type(error).__name__
        result.add(Finding(check=CHAIN, message=f"the store cannot be read any more: {message}"))
    return result


def _rows_without_stream(store: SqlStore, inventory: StoreInventory) -> Iterator[Finding]:
    """Find stored rows that belong to streams which do not exist."""
    existing = {stream for stream, head in inventory.heads.items() if head.number}
    for table, row_kind in _TABLES.items():
        for stream in store.streams_in(table):
            if stream not in existing and not store.head(stream).number:
                yield Finding(check=CHAIN, stream=stream, message=f"has {row_kind}, and no stream of that name")
    for stream in inventory.checkpoints:
        if stream not in existing:
            yield Finding(check=CHAIN, stream=stream, message="has a checkpoint and no records")


def _balances(
    inventory: StoreInventory, results: list[PartResult], facts: dict[str, Any], result: PartResult, *, whole: bool
) -> Iterator[Finding]:
    """Check that every balance is the sum of what the events of all streams moved there."""
    moved: dict[str, int] = {}
    ledger_balances: dict[str, int] = {}
    snapshots_due: dict[str, int] = {}
    for part in results:
        for account, chips in part.nets.items():
            moved[account] = moved.get(account, 0) + chips
        ledger_balances.update(part.facts.get("balances", {}))
        snapshots_due.update(part.facts.get("snapshot balances", {}))
    people = set(facts.get("people", ()))
    for account in sorted(moved.keys() | ledger_balances.keys() | inventory.balances.keys()):
        result.count(BALANCES)
        balance, expected = inventory.balances.get(account, 0), moved.get(account, 0)
        if whole and balance != expected:
            message = f"{account} holds {balance:,}, and {expected:,} came there by the records"
            yield Finding(check=BALANCES, message=message)
        elif balance != ledger_balances.get(account, 0):
            in_ledger = ledger_balances.get(account, 0)
            message = f"{account} holds {balance:,}, and {in_ledger:,} came there by the ledger"
            yield Finding(check=BALANCES, message=message)
        if people and (person := account_holder(account)) and person not in people:
            yield Finding(check=BALANCES, message=f"{account} is the {account.split()[0]} of nobody who ever came in")
    for account in sorted(snapshots_due.keys() | inventory.snapshot_balances.keys()):
        snapshot, expected = inventory.snapshot_balances.get(account, 0), snapshots_due.get(account, 0)
        if snapshot != expected:
            message = f"the snapshot of {account} has {snapshot:,}, and {expected:,} had come there by the ledger"
            yield Finding(check=BALANCES, message=message)
    if total := sum(inventory.balances.values()):
        yield Finding(check=BALANCES, message=f"all accounts together hold {total:,}, not 0")
    yield from _cage_chips(inventory, results)


def _cage_chips(inventory: StoreInventory, results: list[PartResult]) -> Iterator[Finding]:
    """Check that cage chips and play chips never mixed."""
    tables = tuple(f"{part.part} " for part in results if part.facts.get("cage"))
    funds = {f"{_FUND}{part.facts['fund']}" for part in results if part.facts.get("cage")}
    total = sum(
        chips
        for account, chips in inventory.balances.items()
        if account in _CAGE_SIDE or account in funds or account.startswith((_DEPOSIT, *tables))
    )
    if total:
        yield Finding(check=BALANCES, message=f"the accounts of cage chips hold {total:,} together, not 0")


def _tables_opened(facts: dict[str, Any], tables: dict[str, PartResult], result: PartResult) -> Iterator[Finding]:
    """Check that the room opened every table as its stream begins, and closed it if it is closed."""
    listed: dict[int, Any] = facts.get("tables", {})
    if not facts:
        return
    for stream, part in tables.items():
        number = int(stream.removeprefix(TABLE))
        if number not in listed:
            yield Finding(check=MATTERS, stream=stream, record=1, message="the room never opened this table")
            continue
        result.count(MATTERS)
        opened, actual = facts["opened"].get(number), part.facts
        if opened is not None and "settings" in actual and "opening" in actual:
            for name in ("settings", "kind", "game", "host"):
                if actual["settings"][name] != opened[name]:
                    message = f"{name} is {actual['settings'][name]!r} and was opened as {opened[name]!r}"
                    yield Finding(check=MATTERS, stream=stream, record=actual["settings"]["record"], message=message)
            if actual["opening"] != opened["opening"]:
                yield Finding(check=MATTERS, stream=stream, record=2, message="another sign than was asked for")
        for name in ("book", "private", "closed"):
            if name in actual and actual[name] != listed[number][name]:
                message = f"{name} is {actual[name]!r} at the table and {listed[number][name]!r} in the room"
                yield Finding(check=MATTERS, stream=stream, message=message)
    for number in listed:
        if f"{TABLE}{number}" not in tables:
            yield Finding(
                check=CHAIN, stream=f"{TABLE}{number}", record=1, message="is missing: the room opened the table"
            )


def _roles(facts: dict[str, Any], results: list[PartResult], result: PartResult) -> Iterator[Finding]:
    """Check that everyone who ruled had the role at that time and did not play there."""
    if not facts:
        return
    changes: dict[tuple[str, str], list[tuple[int, bool]]] = {}
    for time, person, role, granted in facts["roles"]:
        changes.setdefault((person, role), []).append((time, granted))
    for part in results:
        for ruling in part.rulings:
            result.count(ROLES)
            sponsors = facts["vouched"]
            responsible = sponsors.get(ruling.person, ruling.person)
            if responsible in [sponsors.get(name, name) for name in ruling.seated]:
                yield Finding(
                    check=ROLES,
                    stream=ruling.stream,
                    record=ruling.record,
                    time=ruling.time,
                    message=f"{ruling.person} ruled where they play, or a bot or second account of theirs",
                )
            if ruling.roles and not any(
                _had_role(changes.get((ruling.person, role), []), ruling.time) for role in ruling.roles
            ):
                yield Finding(
                    check=ROLES,
                    stream=ruling.stream,
                    record=ruling.record,
                    time=ruling.time,
                    message=f"{ruling.person} was not {' or '.join(ruling.roles) or 'entitled'} at that time",
                )


def _had_role(changes: list[tuple[int, bool]], time: int) -> bool:
    """Whether a person had a role at a time; in the millisecond of a change both are accepted."""
    before = [granted for changed_at, granted in changes if changed_at <= time]
    return (
        bool(before and before[-1])
        or any(granted for changed_at, granted in changes if changed_at == time)
        or _lost_role_at(changes, time)
    )


def _lost_role_at(changes: list[tuple[int, bool]], time: int) -> bool:
    return any(changed_at == time and not granted for changed_at, granted in changes)


def _jackpots(results: list[PartResult], result: PartResult) -> Iterator[Finding]:
    """Check that each jackpot payment was decided by what its fund held."""
    fund_before_payment: dict[tuple[str, int, str], int] = {}
    for part in results:
        for stream, number, fund, chips in part.facts.get("paid", ()):
            fund_before_payment.setdefault((stream, number, fund), chips)
    for part in results:
        for payment in part.payments:
            result.count(JACKPOTS)
            chips = fund_before_payment.pop((payment.stream, payment.record, payment.fund), None)
            if chips is not None and chips != payment.held:
                yield Finding(
                    check=JACKPOTS,
                    stream=payment.stream,
                    record=payment.record,
                    time=payment.time,
                    message=f"{payment.fund} held {chips:,}, and the payment was decided by {payment.held:,}",
                )
    for stream, number, fund in fund_before_payment:
        message = f"{fund} paid without a jackpot"
        yield Finding(check=JACKPOTS, stream=stream, record=number, message=message)


def _readings(store: SqlStore, facts: dict[str, Any], result: PartResult) -> Iterator[Finding]:
    """Check that auditors read only rounds that were over by then."""
    for record, time, table, last in facts.get("readings", ()):
        result.count(MATTERS)
        over = store.last_record_closed_by(f"{TABLE}{table}", time)
        if last > over:
            message = f"records to {last} of table {table} were read when rounds were over up to {over}"
            yield Finding(check=MATTERS, stream=ROOM, record=record, time=time, message=message)


def _answers(
    store: SqlStore, inventory: StoreInventory, results: list[PartResult], result: PartResult
) -> Iterator[Finding]:
    """Check the answers of commands with records in several streams, and commands without a record."""
    shared: dict[tuple[str, str], list[CommandRecords]] = {}
    for part in sorted(results, key=lambda part: (len(part.part), part.part)):
        for group in part.groups:
            shared.setdefault((group.person, group.command), []).append(group)
    groups = list(shared.values())
    for start in range(0, len(groups), 200):
        yield from wrong_answers(store, groups[start : start + 200])
    result.count(ANSWERS, len(groups))
    commands = sum(part.commands for part in results) + len(shared)
    if commands != inventory.processed_commands:
        for person, command in store.unrecorded_commands(MAX_FINDINGS):
            message = f"command {command!r} of {person} is noted as done, and no record has it"
            yield Finding(check=ANSWERS, message=message)
