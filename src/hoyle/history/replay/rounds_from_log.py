"""Rounds from a poker table's log, each ready to be written or replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hoyle.core.errors import IllegalError
from hoyle.games.poker.events import Opened, PokerEvent, WinnerShows, apply
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import RoundState
from hoyle.table.poker.table import PokerTable


class RoundCollector:
    """Keeps the events of the round that a table is at; give it each entry once the table has applied it."""

    def __init__(self, table: PokerTable) -> None:
        self._table = table
        self._rules: Rules | None = None
        self._events: list[PokerEvent] = []

    def hear(self, entry: Any) -> None:
        """Take one entry down."""
        if isinstance(entry, Opened):
            self._rules = self._table.rules
            self._events = []
        # What a winner shows unasked is no part of the round: it is over.
        if isinstance(entry, PokerEvent) and not isinstance(entry, WinnerShows):
            self._events.append(entry)

    def round(self) -> PokerRound:
        """The round so far."""
        if self._rules is None:
            raise IllegalError("no round has been dealt at this table")
        return round_of(self._rules, self._events)


def round_of(rules: Rules, events: Iterable[PokerEvent]) -> PokerRound:
    """The round that these events tell, as far as they go."""
    log = list(events)
    state = RoundState()
    for event in log:
        apply(state, event)
    found = PokerRound(rules, [], [], deck=[], state=state, resume=True)
    found.log = log
    return found


def rounds(entries: Iterable[Any]) -> Iterator[PokerRound]:
    """Every round that a poker table's log tells to its end, from the opening of the table on."""
    table = PokerTable(keep_log=False)
    keeper = RoundCollector(table)
    playing = False
    for entry in entries:
        table.apply(entry)
        keeper.hear(entry)
        if playing and not table.playing:
            yield keeper.round()
        playing = table.playing
