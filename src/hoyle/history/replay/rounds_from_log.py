"""Rounds from a poker table's log, ready to be written or replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hoyle.core.errors import IllegalError
from hoyle.games.poker.events import Opened, PokerEvent, WinnerShows, apply
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import RoundState
from hoyle.table.base import Table
from hoyle.table.poker.table import PokerTable


class RoundCollector:
    """Collector of the events of a poker table's current round; pass each after the table applied it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rules: Rules | None = None
        self._events: list[PokerEvent] = []

    def hear(self, entry: Any) -> None:
        """Collect one event of the table, after the table has applied it."""
        if isinstance(entry, Opened):
            round_ = self._table.game_round()
            assert isinstance(round_, PokerRound)
            self._rules = round_.rules
            self._events = []
        # A winner who shows without being asked does so after the round.
        if isinstance(entry, PokerEvent) and not isinstance(entry, WinnerShows):
            self._events.append(entry)

    def round(self) -> PokerRound:
        """Return the current poker round so far."""
        if self._rules is None:
            raise IllegalError("no round has been dealt at this table")
        return round_of(self._rules, self._events)


def round_of(rules: Rules, events: Iterable[PokerEvent]) -> PokerRound:
    """Rebuild a poker round from its events so far."""
    log = list(events)
    state = RoundState()
    for event in log:
        apply(state, event)
    round_ = PokerRound(rules, [], [], deck=[], state=state, resume=True)
    round_.log = log
    return round_


def rounds(entries: Iterable[Any]) -> Iterator[PokerRound]:
    """Yield every finished round of a poker table's log, which must begin with the table's opening."""
    table = PokerTable(keep_log=False)
    collector = RoundCollector(table)
    playing = False
    for entry in entries:
        table.apply(entry)
        collector.hear(entry)
        if playing and not table.playing:
            yield collector.round()
        playing = table.playing
