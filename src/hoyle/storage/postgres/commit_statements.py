"""Commit statements of PostgreSQL: array inserts, and one statement with optimistic-lock guards.

If the current state is cached, the whole commit is one statement, which is a transaction of its own. Its
guards divide by zero if the state has changed: then nothing is written.
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
_INSERT_SEEN: Final = _insert(commit_rows.SEEN)
_ADVANCE_STREAMS: Final = (
    "UPDATE stream SET number = new.number, hash = new.hash FROM "
    "unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bytea[]) "
    "AS new (stream, epoch, stood, stood_hash, number, hash) WHERE stream.stream = new.stream "
    "AND stream.epoch = new.epoch AND stream.number = new.stood AND stream.hash = new.stood_hash RETURNING 1"
)
_ADVANCE_TYPES: Final = ("text", "bigint", "bigint", "bytea", "bigint", "bytea")
_ALL_ADVANCED: Final = "1 / ((SELECT count(*) FROM gone_on) = %b::bigint)::int"
_SET_BALANCES: Final = (
    "UPDATE balance SET chips = new.chips FROM unnest(%b::text[], %b::bigint[], %b::bigint[]) "
    "AS new (account, stood, chips) WHERE balance.account = new.account AND balance.chips = new.stood "
    "RETURNING balance.chips = new.chips AS kept"
)
_ALL_BALANCES_SET: Final = "1 / ((SELECT count(*) FROM paid WHERE kept) = %b::bigint)::int"
_DELETE_STALE_PEOPLE: Final = (
    "DELETE FROM hand_person USING unnest(%b::text[], %b::bigint[]) AS old (stream, first) "
    "WHERE hand_person.stream = old.stream AND hand_person.first = old.first AND hand_person.person <> "
    "ALL (SELECT person FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bigint[]) "
    "AS new (stream, first, person, ended) WHERE new.stream = old.stream AND new.first = old.first)"
)


def seen(batch: CommitBatch) -> list[bytes]:
    """Encode the processed commands of a commit in key order, so that two nodes never deadlock."""
    return arrays(commit_rows.SEEN.types, [astuple(batch.seen[key]) for key in sorted(batch.seen)])


class OptimisticCommit:
    """Whole commit as one statement that fails unless the cached state is current."""

    def __init__(self, batch: CommitBatch, current: CurrentState) -> None:
        self._parts: list[str] = []
        self._checks: list[str] = []
        self._given: list[Any] = []
        self._checked: list[Any] = []
        if batch.seen:
            self._part("noted", _INSERT_SEEN, seen(batch))
        if current.heads:
            self._advance_streams(batch, current)
        if batch.balances:
            self._set_balances(batch, current)
        added = dict(commit_rows.rows_of(batch))
        if batch.hands:
            people = arrays(commit_rows.HAND_PERSON.types, added.get(commit_rows.HAND_PERSON, []))
            self._part(
                "others", _DELETE_STALE_PEOPLE, [*arrays(("text", "bigint"), list(batch.hands)), *people]
            )
        for table, lines in added.items():
            self._part(f"new_{table.name}", INSERTS[table.name], arrays(table.types, lines))

    def _advance_streams(self, batch: CommitBatch, current: CurrentState) -> None:
        streams = [
            (stream, epoch, *head, *batch.heads.get(stream, head))
            for stream, (epoch, head) in current.heads.items()
        ]
        self._part("gone_on", _ADVANCE_STREAMS, arrays(_ADVANCE_TYPES, streams))
        self.check(_ALL_ADVANCED, len(streams))

    def _set_balances(self, batch: CommitBatch, current: CurrentState) -> None:
        accounts = [(account, current.balances[account], chips) for account, chips in batch.balances.items()]
        self._part("paid", _SET_BALANCES, arrays(("text", "bigint", "bigint"), accounts))
        self.check(_ALL_BALANCES_SET, len(accounts))

    def _part(self, name: str, statement: str, given: list[bytes]) -> None:
        self._parts.append(f"{name} AS ({statement})")
        self._given += given

    def check(self, what: str, *given: Any) -> None:
        """Add a guard expression that divides by zero if its condition fails."""
        self._checks.append(what)
        self._checked += given

    def told(self) -> tuple[str, list[Any]]:
        """Return the statement and its values."""
        checks = ", ".join(self._checks) or "1"
        return f"WITH {', '.join(self._parts)} SELECT {checks}", [*self._given, *self._checked]
