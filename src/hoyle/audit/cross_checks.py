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
from hoyle.storage.account_names import CAGE, CAGE_BANK, CAGE_DROP, whose
from hoyle.storage.models import ROOM
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_inventory import StoreInventory
from hoyle.table.log.log_audit import REPLAY_ERRORS

_DEPOSIT: Final = "deposit "
_FUND: Final = "jackpot "
_CAGE_SIDE: Final = frozenset({CAGE, CAGE_BANK, CAGE_DROP})
_TABLES: Final = {
    "record": "records",
    "ledger": "lines in the ledger",
    "hand": "hands",
    "hand_person": "hands",
    "retired": "retired records",
}


def cross_check(store: SqlStore, inventory: StoreInventory, results: list[PartResult]) -> PartResult:
    """Check the audited parts against each other and against the store."""
    together = PartResult(part="together")
    room = next((result for result in results if result.part == ROOM), None)
    facts: dict[str, Any] = {} if room is None else room.facts
    # Movements between streams can only be added up with all of their records.
    whole = not any(result.gap for result in results)
    tables = {result.part: result for result in results if result.part.startswith(TABLE)}
    try:
        for finding in (
            *_strays(store, inventory),
            *_balances(inventory, results, facts, together, whole=whole),
            *_opened(facts, tables, together),
            *_roles(facts, results, together),
            *(_jackpots(results, together) if whole else ()),
            *_readings(store, facts, together),
            *(_answers(store, inventory, results, together) if whole else ()),
        ):
            together.add(finding)
    except REPLAY_ERRORS as error:
        said = str(error) or type(error).__name__
        together.add(Finding(check=CHAIN, said=f"the store cannot be read any more: {said}"))
    return together


def _strays(store: SqlStore, inventory: StoreInventory) -> Iterator[Finding]:
    """Find rows of streams that do not exist."""
    written = {stream for stream, head in inventory.heads.items() if head.number}
    for table, words in _TABLES.items():
        for stream in store.named(table):
            if stream not in written and not store.head(stream).number:
                yield Finding(check=CHAIN, stream=stream, said=f"has {words}, and no stream of that name")
    for stream in inventory.checkpoints:
        if stream not in written:
            yield Finding(check=CHAIN, stream=stream, said="has a checkpoint and no records")


def _balances(
    inventory: StoreInventory,
    results: list[PartResult],
    facts: dict[str, Any],
    together: PartResult,
    *,
    whole: bool,
) -> Iterator[Finding]:
    """Check that every balance is the sum of what the events of all streams moved there."""
    moved: dict[str, int] = {}
    booked: dict[str, int] = {}
    by_then: dict[str, int] = {}
    for result in results:
        for account, chips in result.nets.items():
            moved[account] = moved.get(account, 0) + chips
        booked.update(result.facts.get("held", {}))
        by_then.update(result.facts.get("by then", {}))
    people = set(facts.get("people", ()))
    for account in sorted(moved.keys() | booked.keys() | inventory.balances.keys()):
        together.count(BALANCES)
        holds, due = inventory.balances.get(account, 0), moved.get(account, 0)
        if whole and holds != due:
            said = f"{account} holds {holds:,}, and {due:,} came there by the records"
            yield Finding(check=BALANCES, said=said)
        elif holds != booked.get(account, 0):
            said = f"{account} holds {holds:,}, and {booked.get(account, 0):,} came there by the ledger"
            yield Finding(check=BALANCES, said=said)
        if people and (person := whose(account)) and person not in people:
            yield Finding(
                check=BALANCES, said=f"{account} is the {account.split()[0]} of nobody who ever came in"
            )
    for account in sorted(by_then.keys() | inventory.reckoning.keys()):
        snapshot, due = inventory.reckoning.get(account, 0), by_then.get(account, 0)
        if snapshot != due:
            said = f"the snapshot of {account} has {snapshot:,}, and {due:,} had come there by the ledger"
            yield Finding(check=BALANCES, said=said)
    if total := sum(inventory.balances.values()):
        yield Finding(check=BALANCES, said=f"all accounts together hold {total:,}, not 0")
    yield from _cage_side(inventory, results)


def _cage_side(inventory: StoreInventory, results: list[PartResult]) -> Iterator[Finding]:
    """Check that cage chips and play chips never mixed."""
    tables = tuple(f"{result.part} " for result in results if result.facts.get("cage"))
    funds = {f"{_FUND}{result.facts['fund']}" for result in results if result.facts.get("cage")}
    total = sum(
        chips
        for account, chips in inventory.balances.items()
        if account in _CAGE_SIDE or account in funds or account.startswith((_DEPOSIT, *tables))
    )
    if total:
        yield Finding(check=BALANCES, said=f"the accounts of cage chips hold {total:,} together, not 0")


def _opened(facts: dict[str, Any], tables: dict[str, PartResult], together: PartResult) -> Iterator[Finding]:
    """Check that the room opened every table as its stream begins, and closed it if it is closed."""
    listed: dict[int, Any] = facts.get("tables", {})
    if not facts:
        return
    for stream, result in tables.items():
        number = int(stream.removeprefix(TABLE))
        if number not in listed:
            yield Finding(check=MATTERS, stream=stream, record=1, said="the room never opened this table")
            continue
        together.count(MATTERS)
        due, actual = facts["opened"].get(number), result.facts
        if due is not None and "settings" in actual and "opening" in actual:
            for name in ("settings", "kind", "game", "host"):
                if actual["settings"][name] != due[name]:
                    said = f"{name} is {actual['settings'][name]!r} and was opened as {due[name]!r}"
                    yield Finding(
                        check=MATTERS, stream=stream, record=actual["settings"]["record"], said=said
                    )
            if actual["opening"] != due["opening"]:
                yield Finding(check=MATTERS, stream=stream, record=2, said="another sign than was asked for")
        for name in ("book", "private", "closed"):
            if name in actual and actual[name] != listed[number][name]:
                said = f"{name} is {actual[name]!r} at the table and {listed[number][name]!r} in the room"
                yield Finding(check=MATTERS, stream=stream, said=said)
    for number in listed:
        if f"{TABLE}{number}" not in tables:
            yield Finding(
                check=CHAIN, stream=f"{TABLE}{number}", record=1, said="is missing: the room opened the table"
            )


def _roles(facts: dict[str, Any], results: list[PartResult], together: PartResult) -> Iterator[Finding]:
    """Check that everyone who ruled had the role at that time and did not play there."""
    if not facts:
        return
    changes: dict[tuple[str, str], list[tuple[int, bool]]] = {}
    for time, person, role, on in facts["roles"]:
        changes.setdefault((person, role), []).append((time, on))
    for result in results:
        for ruling in result.rulings:
            together.count(ROLES)
            vouched = facts["vouched"]
            behind = vouched.get(ruling.person, ruling.person)
            if behind in [vouched.get(name, name) for name in ruling.seated]:
                yield Finding(
                    check=ROLES,
                    stream=ruling.stream,
                    record=ruling.record,
                    time=ruling.time,
                    said=f"{ruling.person} ruled where they play, or a bot or second account of theirs",
                )
            if ruling.roles and not any(
                _had(changes.get((ruling.person, role), []), ruling.time) for role in ruling.roles
            ):
                yield Finding(
                    check=ROLES,
                    stream=ruling.stream,
                    record=ruling.record,
                    time=ruling.time,
                    said=f"{ruling.person} was not {' or '.join(ruling.roles) or 'entitled'} at that time",
                )


def _had(changes: list[tuple[int, bool]], time: int) -> bool:
    """Whether a person had a role at a time; in the millisecond of a change both are accepted."""
    before = [on for at, on in changes if at <= time]
    return (
        bool(before and before[-1]) or any(on for at, on in changes if at == time) or _lost_at(changes, time)
    )


def _lost_at(changes: list[tuple[int, bool]], time: int) -> bool:
    return any(at == time and not on for at, on in changes)


def _jackpots(results: list[PartResult], together: PartResult) -> Iterator[Finding]:
    """Check that each jackpot payment was decided by what its fund held."""
    paid: dict[tuple[str, int, str], int] = {}
    for result in results:
        for stream, number, fund, held in result.facts.get("paid", ()):
            paid.setdefault((stream, number, fund), held)
    for result in results:
        for payment in result.payments:
            together.count(JACKPOTS)
            held = paid.pop((payment.stream, payment.record, payment.fund), None)
            if held is not None and held != payment.held:
                yield Finding(
                    check=JACKPOTS,
                    stream=payment.stream,
                    record=payment.record,
                    time=payment.time,
                    said=f"{payment.fund} held {held:,}, and the payment was decided by {payment.held:,}",
                )
    for stream, number, fund in paid:
        said = f"{fund} paid without a jackpot"
        yield Finding(check=JACKPOTS, stream=stream, record=number, said=said)


def _readings(store: SqlStore, facts: dict[str, Any], together: PartResult) -> Iterator[Finding]:
    """Check that auditors read only rounds that were over by then."""
    for record, time, table, last in facts.get("readings", ()):
        together.count(MATTERS)
        over = store.last_record_closed_by(f"{TABLE}{table}", time)
        if last > over:
            said = f"records to {last} of table {table} were read when rounds were over up to {over}"
            yield Finding(check=MATTERS, stream=ROOM, record=record, time=time, said=said)


def _answers(
    store: SqlStore, inventory: StoreInventory, results: list[PartResult], together: PartResult
) -> Iterator[Finding]:
    """Check the answers of commands with records in several streams, and commands without a record."""
    shared: dict[tuple[str, str], list[CommandRecords]] = {}
    for result in sorted(results, key=lambda result: (len(result.part), result.part)):
        for group in result.groups:
            shared.setdefault((group.person, group.command), []).append(group)
    groups = list(shared.values())
    for start in range(0, len(groups), 200):
        yield from wrong_answers(store, groups[start : start + 200])
    together.count(ANSWERS, len(groups))
    commands = sum(result.commands for result in results) + len(shared)
    if commands != inventory.seen:
        for person, command in store.unrecorded(MAX_FINDINGS):
            said = f"command {command!r} of {person} is noted as done, and no record has it"
            yield Finding(check=ANSWERS, said=said)
