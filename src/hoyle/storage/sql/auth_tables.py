"""Presence and errand tables: when people were last here, and tasks from the command line.

Neither is part of the room's history. A guest's last visit decides when the account expires; an errand is a
task that `hoyle room members` leaves for the process that has the room open, which records it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.storage.retired_records.ranges import RetiredTables

WAITING: Final = 0
TAKEN: Final = 1
DONE: Final = 2
_PAGE: Final = 200
"""Maximum people in one query."""


class DoorTables(RetiredTables):
    """Store of presence and errands."""

    def acted(self, person: str) -> bool:
        """Whether a command by this name has ever taken effect."""
        return bool(self._query("SELECT 1 FROM seen WHERE person = ? LIMIT 1", (person,)))

    def touch(self, people: Sequence[str], now: int) -> None:
        """Record that these people were here."""
        with self._transaction("note who is here"):
            for person in sorted(set(people)):
                self._execute(
                    "INSERT INTO presence (person, seen) VALUES (?, ?) "
                    "ON CONFLICT (person) DO UPDATE SET seen = excluded.seen",
                    (person, now),
                )

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        """Return when these people were last here, as far as it was recorded."""
        seen: dict[str, int] = {}
        for start in range(0, len(people), _PAGE):
            page = people[start : start + _PAGE]
            marks = ", ".join("?" * len(page))
            seen.update(self._query(f"SELECT person, seen FROM presence WHERE person IN ({marks})", page))
        return seen

    # Errands

    def leave_errand(self, facts: bytes) -> int:
        """Leave a task for the process that has the room open; return its number."""
        with self._transaction("leave an errand"):
            ((number,),) = self._execute(
                "INSERT INTO errand (state, facts, said) VALUES (?, ?, '') RETURNING id", (WAITING, facts)
            ).fetchall()
        return int(number)

    def errands(self) -> list[tuple[int, bytes]]:
        """List pending errands in order."""
        rows = self._query("SELECT id, facts FROM errand WHERE state = ? ORDER BY id", (WAITING,))
        return [(int(number), bytes(facts)) for number, facts in rows]

    def take_errand(self, number: int) -> bool:
        """Take an errand, so that no other process runs it; False if it was gone."""
        with self._transaction("take an errand"):
            taken = self._execute(
                "UPDATE errand SET state = ? WHERE id = ? AND state = ? RETURNING id",
                (TAKEN, number, WAITING),
            ).fetchall()
        return bool(taken)

    def finish_errand(self, number: int, said: str) -> None:
        """Record the result of an errand for the process that waits for it."""
        with self._transaction("finish an errand"):
            self._execute("UPDATE errand SET state = ?, said = ? WHERE id = ?", (DONE, said, number))

    def errand_said(self, number: int) -> str | None:
        """Return the result of an errand; None while it is pending or running."""
        rows = self._query("SELECT said FROM errand WHERE id = ? AND state = ?", (number, DONE))
        return str(rows[0][0]) if rows else None

    def drop_errand(self, number: int) -> bool:
        """Delete an errand that is pending or done; False if it is running."""
        with self._transaction("drop an errand"):
            gone = self._execute(
                "DELETE FROM errand WHERE id = ? AND state <> ? RETURNING id", (number, TAKEN)
            ).fetchall()
        return bool(gone)
