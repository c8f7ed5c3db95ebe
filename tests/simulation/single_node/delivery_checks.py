"""Delivery checks: every answer and snapshot sent to a client matches the records on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import json
from tests.simulation.single_node.faulty_store import InvariantViolation
from tests.simulation.single_node.invariants import differences
from tests.simulation.single_node.simulated_clients import Frame, SimulatedClient

from hoyle.room import recovery
from hoyle.room.messages import CommandAnswer
from hoyle.room.room import Room
from hoyle.room.views.table_views import pending_for, table_snapshot
from hoyle.storage import Store
from hoyle.storage.hash_chain import check_chain
from hoyle.storage.models import Checkpoint, Record
from hoyle.table.log.json_output import to_json

_NOT_COMPARED: tuple[str, ...] = ("narration", "seat_requests", "denied_request")
"""Parts of a table view that the narrator remembers, or that depend on more than its stream."""


def check_answers_on_disk(store: Store, guests: Iterable[SimulatedClient]) -> int:
    """Check that every answer sent is on disk, once; return the number of answers."""
    count = 0
    for guest in guests:
        for command, frame in guest.acceptances.items():
            seen = store.processed_command(guest.person, command)
            if seen is None or json.decode(seen.answer, type=CommandAnswer).last_event != frame.get("last_event", 0):
                raise InvariantViolation(f"{guest.person} was told yes to {command}, and that is lost")
            count += 1
    for stream in store.streams():
        flaw = check_chain(stream, store.records(stream), head=store.head(stream))
        if flaw is not None:
            raise InvariantViolation(str(flaw))
        last: dict[tuple[str, str], int] = {}
        for record in store.records(stream):
            key = record.actor, record.command_id
            if record.command_id and last.get(key, record.number - 1) != record.number - 1:
                raise InvariantViolation(f"{record.command_id} of {record.actor} took effect twice at {stream}")
            last[key] = record.number
    if store.verify_all_balances() or sum(store.balances().values()):
        raise InvariantViolation("the balances are not their postings, or do not sum to zero")
    return count


def check_snapshots_on_disk(store: Store, room: Room, guests: Iterable[SimulatedClient]) -> None:
    """Check that the records up to a client's last one give exactly the snapshot they saw."""
    for guest in guests:
        shown = guest.seen
        if shown is None:
            continue
        until: Any = _StoreUpTo(store, shown["record"])
        hosted = recovery.load_table(until, guest.table, room)
        if room.chain(hosted.stream).head.number != shown["record"]:
            raise InvariantViolation(f"{guest.person} saw record {shown['record']}, which is not on disk")
        table: Any = hosted.table
        seen: Frame = {
            "public_view": table.view(""),
            "pending": pending_for(room, hosted, guest.person),
            "version": table.event_count,
        }
        if "view" in shown:
            seen = json.decode(to_json(table_snapshot(room, hosted, guest.person)))
        there = json.decode(to_json(seen))
        for name in there.keys() - set(_NOT_COMPARED):
            if there[name] != shown.get(name):
                wrong = differences(shown.get(name), there[name], name)
                raise InvariantViolation(f"{guest.person} saw what the records do not lead to: {wrong[0]}")


class _StoreUpTo:
    """View of a store as of a record of a table's stream."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number

    def checkpoint(self, stream: str) -> Checkpoint | None:
        found = self._store.checkpoint(stream)
        return found if found is not None and found.number <= self._number else None

    def records(self, stream: str, after: int = 0) -> Iterator[Record]:
        return self._store.records(stream, after, self._number)
