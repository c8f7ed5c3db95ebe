"""Player-pair report: hands in common, chip flow and soft play between two players.

The chips that a hand's losers lost are attributed to its winners in proportion to what each won: over many
hands, a pair's flow shows chip dumping. Two players who hardly ever bet heads up are playing softly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from hoyle.audit.reports.recorded_events import recorded_events, table_streams
from hoyle.audit.reports.report_table import Filter, Report
from hoyle.storage.sql.sql_store import SqlStore

_PASSIVE: Final = ("checked", "folded", "called")
_ACTIVE: Final = ("bet",)


class Pair:
    """Statistics of two players who were in hands together, in the order of their names."""

    def __init__(self) -> None:
        self.hands = 0
        self.flow = Fraction(0)
        """Net chips from the first to the second."""
        self.checks = 0
        self.folds = 0
        self.calls = 0
        self.bets = 0


class Table:
    """Round in progress at one table; its events update the statistics of the pairs."""

    def __init__(self, pairs: dict[tuple[str, str], Pair], filter_: Filter) -> None:
        self._pairs = pairs
        self._filter = filter_
        self._seated: dict[int, str] = {}
        self._people: dict[int, str] = {}
        """Players in the round, by seat."""
        self._live: set[int] = set()
        """Seats that have not folded."""
        self._net: dict[str, int] = {}
        """Chips won or lost in the round, by player."""

    def hear(self, name: str, facts: Mapping[str, Any], moved: list[tuple[str, str, int]], time: int) -> None:
        """Update the statistics of player pairs with one event of the table."""
        if name == "opened" and "people" in facts and "seats" in facts:
            self._people = dict(zip(facts["seats"], facts["people"], strict=True))
            self._live = set(self._people)
            self._net = dict.fromkeys(self._people.values(), 0)
        elif name in (*_PASSIVE, *_ACTIVE) and facts.get("seat") in self._live:
            self._count_action(name, facts, time)
        for source, to, chips in moved:
            if "pot" in (source, to):
                seat, sign = (source, -1) if to == "pot" else (to, 1)
                person = self._people.get(_seat(seat))
                if person is not None:
                    self._net[person] += sign * chips
        if name == "round-closed" and self._people:
            self._close_round(time)

    def _count_action(self, name: str, facts: Mapping[str, Any], time: int) -> None:
        """Count an action between the last two players of a round."""
        seat = facts["seat"]
        if len(self._live) == 2 and self._filter.at(time):
            first, second = sorted(self._people[live_seat] for live_seat in self._live)
            pair = self._pairs.setdefault((first, second), Pair())
            pair.checks += name == "checked"
            pair.folds += name == "folded"
            pair.calls += name == "called"
            pair.bets += name in _ACTIVE and not facts.get("forced", False)
        if name == "folded":
            self._live.discard(seat)

    def _close_round(self, time: int) -> None:
        """Count the hand for every pair of its players, and the chips that went from losers to winners."""
        if self._filter.at(time):
            people = sorted(set(self._people.values()))
            for index, first in enumerate(people):
                for second in people[index + 1 :]:
                    self._pairs.setdefault((first, second), Pair()).hands += 1
            self._attribute_losses()
        self._people, self._live, self._net = {}, set(), {}

    def _attribute_losses(self) -> None:
        """Attribute each loser's chips to the winners, in proportion to what each won."""
        gains = {person: net for person, net in self._net.items() if net > 0}
        losses = {person: -net for person, net in self._net.items() if net < 0}
        # Divided by all losses, which include the rake: no player won that part.
        total = sum(losses.values())
        for loser, chips in losses.items():
            for winner, gain in gains.items():
                part = Fraction(gain * chips, total)
                first, second = sorted((loser, winner))
                self._pairs[first, second].flow += part if first == loser else -part


def player_pairs(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of player pairs, those with the most hands in common first."""
    pairs: dict[tuple[str, str], Pair] = {}
    for stream in table_streams(store, filter_):
        table = Table(pairs, filter_)
        for entry in recorded_events(store, stream):
            table.hear(entry.name, entry.facts, _moved(entry.name, entry.facts), entry.record.time)
    rows: list[tuple[str | int, ...]] = []
    for (first, second), pair in sorted(pairs.items(), key=lambda item: (-item[1].hands, item[0])):
        if filter_.about(first, second):
            acted = pair.checks + pair.folds + pair.calls + pair.bets
            active = f"{100 * pair.bets // acted} %" if acted else ""
            flow = round(pair.flow)
            rows.append((first, second, pair.hands, flow, pair.checks, pair.folds, pair.calls, pair.bets, active))
    return Report(
        title="Who played with whom",
        columns=(
            *("person", "with", "hands in common", "net to the other"),
            *("checks heads up", "folds", "calls", "bets", "bets of all"),
        ),
        rows=rows,
    )


def _moved(name: str, facts: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    """Return the chip movements of an event between a stack and the pot."""
    chips = facts.get("chips")
    seat = facts.get("seat")
    if not isinstance(chips, int) or not isinstance(seat, int):
        return []
    if name in ("posted", "bet", "called"):
        return [(f"seat {seat}", "pot", chips)]
    if name in ("awarded", "returned", "refunded"):
        return [("pot", f"seat {seat}", chips)]
    return []


def _seat(account: str) -> int:
    return int(account.removeprefix("seat "))
