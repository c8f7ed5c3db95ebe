"""What the door keeps beside the records: when people were last here, and errands from the command line.

Neither is part of the room's history. When a guest was last here decides when the account expires; an errand
is what `hoyle room members` asks of a room that another process has open, and that process puts it on record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.storage.retired_records.ranges import RetiredTables

WAITING: Final = 0
TAKEN: Final = 1
DONE: Final = 2
_AT_ONCE: Final = 200
"""People that one question is about."""


class DoorTables(RetiredTables):
    """A store in tables, as far as the door goes."""

    def acted(self, person: str) -> bool:
        """Whether a command of this name has ever taken effect."""
        return bool(self._query("SELECT 1 FROM seen WHERE person = ? LIMIT 1", (person,)))

    def touch(self, people: Sequence[str], now: int) -> None:
        """Note that these people were here."""
        with self._transaction("note who is here"):
            for person in sorted(set(people)):
                self._execute(
                    "INSERT INTO presence (person, seen) VALUES (?, ?) "
                    "ON CONFLICT (person) DO UPDATE SET seen = excluded.seen",
                    (person, now),
                )

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        """When these people were last here, as far as it was noted."""
        found: dict[str, int] = {}
        for at in range(0, len(people), _AT_ONCE):
            some = people[at : at + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            found.update(self._query(f"SELECT person, seen FROM presence WHERE person IN ({marks})", some))
        return found

    # Errands

    def leave_errand(self, facts: bytes) -> int:
        """Ask something of whoever has the room open; its number."""
        with self._transaction("leave an errand"):
            ((number,),) = self._execute(
                "INSERT INTO errand (state, facts, said) VALUES (?, ?, '') RETURNING id", (WAITING, facts)
            ).fetchall()
        return int(number)

    def errands(self) -> list[tuple[int, bytes]]:
        """Errands that nobody has taken, in their order."""
        rows = self._query("SELECT id, facts FROM errand WHERE state = ? ORDER BY id", (WAITING,))
        return [(int(number), bytes(facts)) for number, facts in rows]

    def take_errand(self, number: int) -> bool:
        """Take an errand, so that nobody else runs it; whether it was still there."""
        with self._transaction("take an errand"):
            taken = self._execute(
                "UPDATE errand SET state = ? WHERE id = ? AND state = ? RETURNING id",
                (TAKEN, number, WAITING),
            ).fetchall()
        return bool(taken)

    def finish_errand(self, number: int, said: str) -> None:
        """Tell whoever waits for an errand what came of it."""
        with self._transaction("finish an errand"):
            self._execute("UPDATE errand SET state = ?, said = ? WHERE id = ?", (DONE, said, number))

    def errand_said(self, number: int) -> str | None:
        """What came of an errand; None while it is under way."""
        rows = self._query("SELECT said FROM errand WHERE id = ? AND state = ?", (number, DONE))
        return str(rows[0][0]) if rows else None

    def drop_errand(self, number: int) -> bool:
        """Take an errand back, or away once it is done; False where somebody is about it."""
        with self._transaction("drop an errand"):
            gone = self._execute(
                "DELETE FROM errand WHERE id = ? AND state <> ? RETURNING id", (number, TAKEN)
            ).fetchall()
        return bool(gone)
