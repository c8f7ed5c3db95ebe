"""Sample stream of a table: chained records, postings and processed commands."""

from __future__ import annotations

import msgspec

from hoyle.storage import Store
from hoyle.storage.account_names import CAGE, at_table, wallet
from hoyle.storage.hash_chain import Chain, Head, check_chain
from hoyle.storage.models import Checkpoint, CommitUnit, HandIndexEntry, Posting, ProcessedCommand, Record, table_stream


class Felt:
    """Builder of one table's commit units, in order."""

    def __init__(self, number: int = 7, head: Head | None = None) -> None:
        self.number = number
        self.stream = table_stream(number)
        self.seat = at_table(number, "seat 1")
        self.pot = at_table(number, "pot")
        self.chain = Chain(self.stream, head)

    def record(self, name: str = "act", *, command: str = "", payload: bytes = b'{"events":[]}') -> Record:
        """Make the next record."""
        return self.chain.record(
            time=1_700_000_000_000 + self.chain.head.number, command_id=command, actor="ann", name=name, payload=payload
        )

    def act(self, *, command: str = "", payload: bytes = b'{"events":[]}') -> CommitUnit:
        """Make a unit without postings."""
        record = self.record(command=command, payload=payload)
        processed = (
            ProcessedCommand(person="ann", command_id=command, answer=b"done", time=record.time) if command else None
        )
        return CommitUnit(records=(record,), processed_command=processed)

    def move(self, source: str, to: str, chips: int, *, command: str = "") -> CommitUnit:
        """Make a unit with one posting."""
        record = self.record("move", command=command)
        posting = Posting(stream=self.stream, number=record.number, source=source, to=to, chips=chips)
        processed = (
            ProcessedCommand(person="ann", command_id=command, answer=b"moved", time=record.time) if command else None
        )
        return CommitUnit(records=(record,), postings=(posting,), processed_command=processed)

    def deposit(self, person: str, chips: int) -> CommitUnit:
        """Make a unit that issues chips from the cage to a wallet."""
        return self.move(CAGE, wallet(person), chips)

    def checkpoint(self, state: bytes = b"{}") -> Checkpoint:
        """Make a checkpoint at the head."""
        number, hashed = self.chain.head
        return Checkpoint(stream=self.stream, number=number, hash=hashed, state=state)

    def hand(self, *people: str, **other: object) -> HandIndexEntry:
        """Make the index entry of a round in the last record."""
        last = self.chain.head.number
        values: dict[str, object] = {
            "stream": self.stream,
            "first_record": last,
            "last_record": last,
            "round": last,
            "game": "holdem",
            "book": "oneida",
            "rules": "1",
            "started_at": last * 10,
            "ended_at": last * 10 + 5,
            "pot": 40,
            "people": people,
            **other,
        }
        return msgspec.convert(values, HandIndexEntry)


def holds(store: Store, *felts: Felt) -> None:
    """Check everything that must always hold for a store."""
    for stream in store.streams():
        assert check_chain(stream, store.records(stream), head=store.head(stream)) is None
    balances = store.balances()
    assert sum(balances.values()) == 0
    assert store.verify_all_balances() == []
    for felt in felts:
        assert store.head(felt.stream) == felt.chain.head
