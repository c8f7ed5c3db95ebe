"""Commit rows: table and column lists, and the rows that a commit batch adds to each table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec.json import encode
from msgspec.structs import astuple

from hoyle.storage.commit_batch import CommitBatch

Row = tuple[Any, ...]


class Table(NamedTuple):
    """Table of the schema with its columns."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    """PostgreSQL types of the columns."""
    key: tuple[str, ...] = ()
    """Key by which a row is upserted; without one, a duplicate is an error."""

    @property
    def conflict(self) -> str:
        """Return the SQL upsert clause; empty without a key."""
        if not self.key:
            return ""
        changes = ", ".join(f"{name} = excluded.{name}" for name in self.columns if name not in self.key)
        return f"ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {changes}"


def _table(name: str, columns: str, *key: str) -> Table:
    """Build a table from ``column type`` pairs."""
    pairs = [column.split() for column in columns.split(", ")]
    return Table(name, tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs), key)


RECORD: Final = _table(
    "record",
    "stream text, number bigint, time bigint, command_id text, actor text, name text, payload bytea, "
    "previous bytea, hash bytea",
)
LEDGER: Final = _table("ledger", "stream text, number bigint, line bigint, source text, target text, chips bigint")
CHECKPOINT: Final = _table("checkpoint", "stream text, number bigint, hash bytea, state bytea", "stream")
CREDENTIAL: Final = _table("credential", "person text, password text, last_login bigint", "person")
SESSION: Final = _table(
    "session",
    "token bytea, person text, started_at bigint, last_seen bigint, expires_at bigint, agent text, ended_at bigint",
    "token",
)
HAND: Final = _table(
    "hand",
    "stream text, first_record bigint, last_record bigint, round bigint, game text, book text, rules text, "
    "started_at bigint, ended_at bigint, pot bigint, people text, disputed bigint",
    *("stream", "first_record"),
)
HAND_PERSON: Final = _table(
    "hand_person",
    "stream text, first_record bigint, person text, ended_at bigint",
    *("stream", "first_record", "person"),
)
PROCESSED_COMMAND: Final = _table("processed_command", "person text, command_id text, answer bytea, time bigint")

WRITTEN: Final = (RECORD, LEDGER, CHECKPOINT, CREDENTIAL, SESSION, HAND, HAND_PERSON)
"""Tables that `rows_of` fills; processed commands are written first and separately."""


def rows_of(batch: CommitBatch) -> Iterator[tuple[Table, list[Row]]]:
    """Yield the rows that a commit adds to each table."""
    if batch.records:
        yield RECORD, [astuple(record) for record in batch.records]
    if batch.ledger:
        yield (
            LEDGER,
            [
                (posting.stream, posting.number, line, posting.source, posting.to, posting.chips)
                for posting, line in batch.ledger
            ],
        )
    if batch.checkpoints:
        yield CHECKPOINT, [astuple(checkpoint) for checkpoint in batch.checkpoints.values()]
    if batch.credentials:
        yield CREDENTIAL, [astuple(credential) for credential in batch.credentials.values()]
    if batch.sessions:
        yield SESSION, [astuple(session) for session in batch.sessions.values()]
    if batch.hands:
        hands: list[Row] = []
        people: list[Row] = []
        for hand in batch.hands.values():
            *fields, names, disputed = astuple(hand)
            hands.append((*fields, encode(names).decode(), int(disputed)))
            people += [(hand.stream, hand.first_record, person, hand.ended_at) for person in dict.fromkeys(names)]
        yield HAND, hands
        if people:
            yield HAND_PERSON, people
