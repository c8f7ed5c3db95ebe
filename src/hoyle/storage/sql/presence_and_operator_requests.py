"""SQL tables for last-seen times and for operator requests left by the command line.

Neither is part of the room's history. A guest's last visit decides when the account expires; an operator
request is left by `hoyle room members` for the process that has the room open, which carries it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.storage.retired_records.ranges import RetiredTables

WAITING: Final = 0
TAKEN: Final = 1
DONE: Final = 2
_PAGE: Final = 200
"""People in one query."""


class PresenceAndRequestTables(RetiredTables):
    """SQL tables for last-seen times and for operator requests left by the command line."""

    def acted(self, person: str) -> bool:
        return bool(self._query("SELECT 1 FROM processed_command WHERE person = ? LIMIT 1", (person,)))

    def touch(self, people: Sequence[str], now: int) -> None:
        with self._transaction("record presence"):
            for person in sorted(set(people)):
                self._execute(
                    "INSERT INTO presence (person, last_seen) VALUES (?, ?) "
                    "ON CONFLICT (person) DO UPDATE SET last_seen = excluded.last_seen",
                    (person, now),
                )

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        last_seen: dict[str, int] = {}
        for start in range(0, len(people), _PAGE):
            page = people[start : start + _PAGE]
            placeholders = ", ".join("?" * len(page))
            last_seen.update(
                self._query(f"SELECT person, last_seen FROM presence WHERE person IN ({placeholders})", page)
            )
        return last_seen

    # Operator requests

    def add_operator_request(self, request: bytes) -> int:
        """Store an operator request for the process that has the room open; return its number."""
        with self._transaction("leave a request"):
            ((number,),) = self._execute(
                "INSERT INTO operator_request (state, request, result) VALUES (?, ?, '') RETURNING id",
                (WAITING, request),
            ).fetchall()
        return int(number)

    def operator_requests(self) -> list[tuple[int, bytes]]:
        rows = self._query("SELECT id, request FROM operator_request WHERE state = ? ORDER BY id", (WAITING,))
        return [(int(number), bytes(request)) for number, request in rows]

    def take_operator_request(self, number: int) -> bool:
        with self._transaction("take a request"):
            rows = self._execute(
                "UPDATE operator_request SET state = ? WHERE id = ? AND state = ? RETURNING id",
                (TAKEN, number, WAITING),
            ).fetchall()
        return bool(rows)

    def finish_operator_request(self, number: int, result: str) -> None:
        with self._transaction("finish a request"):
            self._execute("UPDATE operator_request SET state = ?, result = ? WHERE id = ?", (DONE, result, number))

    def operator_request_result(self, number: int) -> str | None:
        """Return the result of an operator request; None while it is pending or running."""
        rows = self._query("SELECT result FROM operator_request WHERE id = ? AND state = ?", (number, DONE))
        return str(rows[0][0]) if rows else None

    def drop_operator_request(self, number: int) -> bool:
        """Delete an operator request that is pending or done; False if it is running."""
        with self._transaction("drop a request"):
            rows = self._execute(
                "DELETE FROM operator_request WHERE id = ? AND state <> ? RETURNING id", (number, TAKEN)
            ).fetchall()
        return bool(rows)
