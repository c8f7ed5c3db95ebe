"""Commit rows: table and column lists, and the rows that a commit batch adds to each table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec import Struct, structs
from msgspec.json import encode

from hoyle.storage import models
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


_SQL_TYPES: Final = {int: "bigint", bool: "bigint", bytes: "bytea"}
"""PostgreSQL types of fields that are not stored as text."""


def _table(name: str, model: type[Struct], *key: str) -> Table:
    """Build the table of a model, a column for each field."""
    fields = structs.fields(model)
    return Table(
        name, tuple(field.name for field in fields), tuple(_SQL_TYPES.get(field.type, "text") for field in fields), key
    )


RECORD: Final = _table("record", models.Record)
LEDGER: Final = Table(
    "ledger",
    ("stream", "number", "line", "source", "target", "chips"),
    ("text", "bigint", "bigint", "text", "text", "bigint"),
)
CHECKPOINT: Final = _table("checkpoint", models.Checkpoint, "stream")
CREDENTIAL: Final = _table("credential", models.Credential, "person")
SESSION: Final = _table("session", models.Session, "token")
HAND: Final = _table("hand", models.HandIndexEntry, "stream", "first_record")
HAND_PERSON: Final = Table(
    "hand_person",
    ("stream", "first_record", "person", "ended_at"),
    ("text", "bigint", "text", "bigint"),
    ("stream", "first_record", "person"),
)
PROCESSED_COMMAND: Final = _table("processed_command", models.ProcessedCommand)

WRITTEN: Final = (RECORD, LEDGER, CHECKPOINT, CREDENTIAL, SESSION, HAND, HAND_PERSON)
"""Tables that `rows_of` fills; processed commands are written first and separately."""


def rows_of(batch: CommitBatch) -> Iterator[tuple[Table, list[Row]]]:
    """Yield the rows that a commit adds to each table."""
    for table, values in (
        (RECORD, batch.records),
        (CHECKPOINT, batch.checkpoints.values()),
        (CREDENTIAL, batch.credentials.values()),
        (SESSION, batch.sessions.values()),
    ):
        if values:
            yield table, [structs.astuple(value) for value in values]
    if batch.ledger:
        yield (
            LEDGER,
            [
                (posting.stream, posting.number, line, posting.source, posting.to, posting.chips)
                for posting, line in batch.ledger
            ],
        )
    if batch.hands:
        hands: list[Row] = []
        people: list[Row] = []
        for hand in batch.hands.values():
            *fields, names, disputed = structs.astuple(hand)
            hands.append((*fields, encode(names).decode(), int(disputed)))
            people += [(hand.stream, hand.first_record, person, hand.ended_at) for person in dict.fromkeys(names)]
        yield HAND, hands
        if people:
            yield HAND_PERSON, people
