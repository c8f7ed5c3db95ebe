"""Automatic top-up: asks for chips when the player's stack falls below two thirds."""

from __future__ import annotations

from hoyle.client.turns import Command, TableViews


class AutoTopUp:
    """Top-up policy for the player's stack at one table."""

    def __init__(self, table: int, chips: int) -> None:
        self._table = table
        self._chips = chips
        self._requested_at = -1
        """Stack at the last request; -1: none pending."""

    def command_if_short(self, views: TableViews) -> Command | None:
        """Return the command that tops the stack up, if it is below two thirds of its target."""
        own_seat = views.own_seat(self._table) if self._chips else {}
        if not own_seat or own_seat["after_round"] or own_seat["stack"] == self._requested_at:
            return None
        stack = own_seat["stack"]
        if stack * 3 >= self._chips * 2:
            self._requested_at = -1
            return None
        # A player who is all in may win more than the top-up.
        if not stack and views.tables[self._table]["own_cards"]:
            return None
        return {"do": "top-up", "seat": own_seat["seat"], "chips": self._chips - stack}

    def mark_requested(self, views: TableViews) -> None:
        """Note that a top-up was requested: no other is made until the stack changes."""
        self._requested_at = views.own_seat(self._table)["stack"]
