"""The waiting list of a table: first come, first served."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.errors import IllegalError, InvalidError
from hoyle.table.fields import whole, words
from hoyle.table.poker.events import Entry, Listed, Recorded

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


class WaitingList:
    """Who is next for a seat."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def names(self) -> list[str]:
        """Everybody on the list, who came first first."""
        return list(self._table.state.waiting)

    @property
    def clause(self) -> str:
        return self._table.book.procedures.waiting_list or "house waiting-list"

    def add(self, name: str) -> list[Entry]:
        """Put a name at the end of the list."""
        state = self._table.state
        if not words(name, "name").strip():
            raise InvalidError("a name is needed for the waiting list")
        if name in state.waiting:
            raise IllegalError(f"{name} is on the list already ({self.clause})", clause=self.clause)
        if any(player.name == name for player in state.players.values()):
            raise IllegalError(f"{name} sits at this table already")
        return self._emit(Listed(player=name, on=True, clause=self.clause))

    def strike(self, name: str) -> list[Entry]:
        """Take a name off the list."""
        if name not in self._table.state.waiting:
            raise IllegalError(f"{name} is not on the list: {', '.join(self.names) or 'nobody is'}")
        return self._emit(Listed(player=name, on=False, clause=self.clause))

    def announce(self, seat: int) -> list[Entry]:
        """Call out an empty seat, which may only be done for somebody who is waiting."""
        state = self._table.state
        if whole(seat, "seat") in state.players:
            raise IllegalError(f"seat {seat} is taken by {state.players[seat].name}")
        if not 1 <= seat <= self._table.sign.most_seats():
            raise IllegalError(f"seat {seat}: this table has seats 1 to {self._table.sign.most_seats()}")
        if not state.waiting:
            raise IllegalError(
                f"seat {seat} may not be announced: nobody is waiting for it ({self.clause})",
                clause=self.clause,
                legal="only vacancies somebody waits for",
            )
        detail = f"seat {seat} for {state.waiting[0]}"
        return self._emit(Recorded(what="vacancy announced", detail=detail, clause=self.clause))

    def check_turn(self, name: str) -> None:
        """Refuse a seat to anybody but the first on the list."""
        first = self._table.state.waiting[:1]
        if first and first[0] != name:
            raise IllegalError(
                f"{name} cannot take a seat: {first[0]} is first on the list ({self.clause})",
                clause=self.clause,
                legal=first[0],
            )

    def _emit(self, event: Listed | Recorded) -> list[Entry]:
        mark = len(self._table.log)
        self._table.emit(event)
        return self._table.log[mark:]
