"""Commit statements of PostgreSQL: array inserts, and one statement with optimistic-lock guards.

If the current state is cached, the whole commit is one statement, which is a transaction of its own. Its
guards divide by zero if the state has changed: then nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import astuple

from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.hash_chain import Head
from hoyle.storage.postgres.array_encoding import arrays
from hoyle.storage.sql import commit_rows


def _insert(table: commit_rows.Table, ending: str = "") -> str:
    """Return the statement that inserts rows given as one array for each column."""
    columns = ", ".join(f"%b::{kind}[]" for kind in table.types)
    return (
        f"INSERT INTO {table.name} ({', '.join(table.columns)}) "
        f"SELECT * FROM unnest({columns}) {table.conflict} {ending}"
    )


INSERTS: Final = {table.name: _insert(table) for table in commit_rows.WRITTEN}
INSERT_NEW_COMMANDS: Final = _insert(
    commit_rows.PROCESSED_COMMAND, "ON CONFLICT DO NOTHING RETURNING person, command_id"
)
_INSERT_COMMANDS: Final = _insert(commit_rows.PROCESSED_COMMAND)
_ADVANCE_STREAMS: Final = (
    "UPDATE stream SET number = new.number, hash = new.hash FROM "
    "unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bytea[]) "
    "AS new (stream, epoch, old_number, old_hash, number, hash) WHERE stream.stream = new.stream "
    "AND stream.epoch = new.epoch AND stream.number = new.old_number AND stream.hash = new.old_hash "
    "RETURNING 1"
)
_ADVANCE_TYPES: Final = ("text", "bigint", "bigint", "bytea", "bigint", "bytea")
_ALL_ADVANCED: Final = "1 / ((SELECT count(*) FROM advanced) = %b::bigint)::int"
_SET_BALANCES: Final = (
    "UPDATE balance SET chips = new.chips FROM unnest(%b::text[], %b::bigint[], %b::bigint[]) "
    "AS new (account, old_chips, chips) WHERE balance.account = new.account "
    "AND balance.chips = new.old_chips RETURNING balance.chips = new.chips AS is_set"
)
_ALL_BALANCES_SET: Final = "1 / ((SELECT count(*) FROM set_balances WHERE is_set) = %b::bigint)::int"
_DELETE_STALE_PEOPLE: Final = (
    "DELETE FROM hand_person USING unnest(%b::text[], %b::bigint[]) AS old (stream, first_record) "
    "WHERE hand_person.stream = old.stream AND hand_person.first_record = old.first_record "
    "AND hand_person.person <> ALL ("
    "SELECT person FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bigint[]) "
    "AS new (stream, first_record, person, ended_at) "
    "WHERE new.stream = old.stream AND new.first_record = old.first_record)"
)


def processed_command_arrays(batch: CommitBatch) -> list[bytes]:
    """Encode the processed commands of a commit in key order, so that two nodes never deadlock."""
    commands = batch.processed_commands
    return arrays(commit_rows.PROCESSED_COMMAND.types, [astuple(commands[key]) for key in sorted(commands)])


class OptimisticCommit:
    """Whole commit as one statement that fails unless the cached state is current."""

    def __init__(self, batch: CommitBatch, current: CurrentState) -> None:
        self._parts: list[str] = []
        self._part_values: list[Any] = []
        self._guards: list[str] = []
        self._guard_values: list[Any] = []
        if batch.processed_commands:
            self._add_part("new_commands", _INSERT_COMMANDS, processed_command_arrays(batch))
        if current.heads:
            self._advance_streams(batch, current)
        if batch.balances:
            self._set_balances(batch, current)
        new_rows = dict(commit_rows.rows_of(batch))
        if batch.hands:
            people = arrays(commit_rows.HAND_PERSON.types, new_rows.get(commit_rows.HAND_PERSON, []))
            self._add_part(
                "stale_people", _DELETE_STALE_PEOPLE, [*arrays(("text", "bigint"), list(batch.hands)), *people]
            )
        for table, rows in new_rows.items():
            self._add_part(f"new_{table.name}", INSERTS[table.name], arrays(table.types, rows))

    def _advance_streams(self, batch: CommitBatch, current: CurrentState) -> None:
        """Add the statement that moves stream heads, guarded by their cached epochs and heads."""
        streams = [
            (stream, epoch, *head, *batch.heads.get(stream, head)) for stream, (epoch, head) in current.heads.items()
        ]
        self._add_part("advanced", _ADVANCE_STREAMS, arrays(_ADVANCE_TYPES, streams))
        self.add_guard(_ALL_ADVANCED, len(streams))

    def _set_balances(self, batch: CommitBatch, current: CurrentState) -> None:
        """Add the statement that sets balances, guarded by the cached ones."""
        accounts = [(account, current.balances[account], chips) for account, chips in batch.balances.items()]
        self._add_part("set_balances", _SET_BALANCES, arrays(("text", "bigint", "bigint"), accounts))
        self.add_guard(_ALL_BALANCES_SET, len(accounts))

    def _add_part(self, name: str, statement: str, values: list[bytes]) -> None:
        self._parts.append(f"{name} AS ({statement})")
        self._part_values += values

    def add_guard(self, expression: str, *values: Any) -> None:
        """Add a guard expression that divides by zero if its condition fails."""
        self._guards.append(expression)
        self._guard_values += values

    def build(self) -> tuple[str, list[Any]]:
        """Build the commit statement and return it with its values."""
        guards = ", ".join(self._guards) or "1"
        return f"WITH {', '.join(self._parts)} SELECT {guards}", [*self._part_values, *self._guard_values]


class HeadCache:
    """Cache of the last known stream heads and balances of one store, so that a commit needs no SELECT."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}

    def lookup(self, batch: CommitBatch, epochs: Mapping[str, int], *, alone: bool) -> CurrentState | None:
        """Return the state that a commit would find; None if something is not cached.

        A store that is not `alone` caches only the accounts of its tables: other nodes change the rest.
        """
        heads, balances = self._heads, self._balances
        for stream in batch.streams:
            if stream not in heads or stream not in epochs:
                return None
        for account in batch.accounts:
            if account not in balances or not (alone or account.startswith("table ")):
                return None
        return CurrentState(
            {stream: (epochs[stream], heads[stream]) for stream in batch.streams},
            {account: balances[account] for account in batch.accounts},
        )

    def after_commit(self, batch: CommitBatch) -> None:
        """Remember the stream heads and balances that a commit has written."""
        self._heads.update(batch.heads)
        self._balances.update(batch.balances)

    def forget(self, batch: CommitBatch) -> None:
        """Forget the stream heads and balances that a batch touches: the next commit reads them again."""
        for stream in batch.streams:
            self._heads.pop(stream, None)
        for account in batch.accounts:
            self._balances.pop(account, None)
