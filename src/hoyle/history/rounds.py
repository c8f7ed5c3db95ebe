"""The rounds of play in a poker table's log, each as a round of its own that can be written or replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hoyle.errors import IllegalError
from hoyle.poker.events import Event, Opened, WinnerShows, apply
from hoyle.poker.round import Round
from hoyle.poker.rules import Rules
from hoyle.poker.state import State
from hoyle.table.poker.table import Table


class RoundKeeper:
    """Keeps the events of the round that a table is at; give it each entry once the table has applied it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rules: Rules | None = None
        self._events: list[Event] = []

    def hear(self, entry: Any) -> None:
        """Take one entry down."""
        if isinstance(entry, Opened):
            self._rules = self._table.rules
            self._events = []
        # What a winner shows unasked is no part of the round: it is over.
        if isinstance(entry, Event) and not isinstance(entry, WinnerShows):
            self._events.append(entry)

    def round(self) -> Round:
        """The round so far."""
        if self._rules is None:
            raise IllegalError("no round has been dealt at this table")
        return round_of(self._rules, self._events)


def round_of(rules: Rules, events: Iterable[Event]) -> Round:
    """The round that these events tell, as far as they go."""
    log = list(events)
    state = State()
    for event in log:
        apply(state, event)
    found = Round(rules, [], [], deck=[], into=state, going_on=True)
    found.log = log
    return found


def rounds(entries: Iterable[Any]) -> Iterator[Round]:
    """Every round that a poker table's log tells to its end, from the opening of the table on."""
    table = Table(keep_log=False)
    keeper = RoundKeeper(table)
    playing = False
    for entry in entries:
        table.apply(entry)
        keeper.hear(entry)
        if playing and not table.playing:
            yield keeper.round()
        playing = table.playing
