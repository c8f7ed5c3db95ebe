"""Commit statements of PostgreSQL: array inserts, and one statement with optimistic-lock guards.

Where it is known how things stand all of it is one statement, which is a transaction of its own. It says what
it rests on, and where that is not so it divides by zero: then nothing of it was written.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import astuple

from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.postgres.array_encoding import arrays
from hoyle.storage.sql import commit_rows


def _insert(table: commit_rows.Table, ending: str = "") -> str:
    columns = ", ".join(f"%b::{kind}[]" for kind in table.types)
    return (
        f"INSERT INTO {table.name} ({', '.join(table.columns)}) "
        f"SELECT * FROM unnest({columns}) {table.conflict} {ending}"
    )


INSERTS: Final = {table.name: _insert(table) for table in commit_rows.WRITTEN}
SEE: Final = _insert(commit_rows.SEEN, "ON CONFLICT DO NOTHING RETURNING person, command")
_SEE_ANEW: Final = _insert(commit_rows.SEEN)
_GO_ON: Final = (
    "UPDATE stream SET number = new.number, hash = new.hash FROM "
    "unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bytea[]) "
    "AS new (stream, epoch, stood, stood_hash, number, hash) WHERE stream.stream = new.stream "
    "AND stream.epoch = new.epoch AND stream.number = new.stood AND stream.hash = new.stood_hash RETURNING 1"
)
_GO_ON_TYPES: Final = ("text", "bigint", "bigint", "bytea", "bigint", "bytea")
_ALL_GO_ON: Final = "1 / ((SELECT count(*) FROM gone_on) = %b::bigint)::int"
_PAY: Final = (
    "UPDATE balance SET chips = new.chips FROM unnest(%b::text[], %b::bigint[], %b::bigint[]) "
    "AS new (account, stood, chips) WHERE balance.account = new.account AND balance.chips = new.stood "
    "RETURNING balance.chips = new.chips AS kept"
)
_ALL_ARE_PAID: Final = "1 / ((SELECT count(*) FROM paid WHERE kept) = %b::bigint)::int"
_OTHERS_THEN: Final = (
    "DELETE FROM hand_person USING unnest(%b::text[], %b::bigint[]) AS old (stream, first) "
    "WHERE hand_person.stream = old.stream AND hand_person.first = old.first AND hand_person.person <> "
    "ALL (SELECT person FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bigint[]) "
    "AS new (stream, first, person, ended) WHERE new.stream = old.stream AND new.first = old.first)"
)


def seen(batch: CommitBatch) -> list[bytes]:
    """The commands of a commit, in the order of the key, as everybody's: no two nodes wait for each other."""
    return arrays(commit_rows.SEEN.types, [astuple(batch.seen[key]) for key in sorted(batch.seen)])


class OptimisticCommit:
    """A whole commit, which rests on what is known."""

    def __init__(self, batch: CommitBatch, found: CurrentState) -> None:
        self._parts: list[str] = []
        self._checks: list[str] = []
        self._given: list[Any] = []
        self._checked: list[Any] = []
        if batch.seen:
            self._part("noted", _SEE_ANEW, seen(batch))
        if found.heads:
            self._go_on(batch, found)
        if batch.balances:
            self._pay(batch, found)
        added = dict(commit_rows.rows_of(batch))
        if batch.hands:
            people = arrays(commit_rows.HAND_PERSON.types, added.get(commit_rows.HAND_PERSON, []))
            self._part("others", _OTHERS_THEN, [*arrays(("text", "bigint"), list(batch.hands)), *people])
        for table, lines in added.items():
            self._part(f"new_{table.name}", INSERTS[table.name], arrays(table.types, lines))

    def _go_on(self, batch: CommitBatch, found: CurrentState) -> None:
        streams = [
            (stream, epoch, *head, *batch.heads.get(stream, head))
            for stream, (epoch, head) in found.heads.items()
        ]
        self._part("gone_on", _GO_ON, arrays(_GO_ON_TYPES, streams))
        self.check(_ALL_GO_ON, len(streams))

    def _pay(self, batch: CommitBatch, found: CurrentState) -> None:
        accounts = [(account, found.balances[account], chips) for account, chips in batch.balances.items()]
        self._part("paid", _PAY, arrays(("text", "bigint", "bigint"), accounts))
        self.check(_ALL_ARE_PAID, len(accounts))

    def _part(self, name: str, statement: str, given: list[bytes]) -> None:
        self._parts.append(f"{name} AS ({statement})")
        self._given += given

    def check(self, what: str, *given: Any) -> None:
        """Divide by what is zero where something is not as it was, after whatever stands before it."""
        self._checks.append(what)
        self._checked += given

    def told(self) -> tuple[str, list[Any]]:
        """The statement, and its values."""
        checks = ", ".join(self._checks) or "1"
        return f"WITH {', '.join(self._parts)} SELECT {checks}", [*self._given, *self._checked]
