"""Automatic top-up: asks for chips once when the own stack falls below two thirds."""

from __future__ import annotations

from hoyle.client.turns import Command, TableViews


class AutoTopUp:
    """Watches one's own stack at a table."""

    def __init__(self, table: int, chips: int) -> None:
        self._table = table
        self._chips = chips
        self._asked = -1
        """The stack for which was asked last."""

    def command_if_short(self, pictures: TableViews) -> Command | None:
        """The command that brings it up to what it should be, where it is less than two thirds of that."""
        own = pictures.own_seat(self._table) if self._chips else {}
        if not own or own["promises"] or own["stack"] == self._asked:
            return None
        stack = own["stack"]
        if stack * 3 >= self._chips * 2:
            self._asked = -1
            return None
        # Who is all in may have more in a moment than he needs.
        if not stack and pictures.tables[self._table]["mine"]:
            return None
        return {"do": "top-up", "seat": own["seat"], "chips": self._chips - stack}

    def mark_requested(self, pictures: TableViews) -> None:
        """More were asked for: not again before the stack is another."""
        self._asked = pictures.own_seat(self._table)["stack"]
