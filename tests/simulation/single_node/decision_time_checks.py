"""Decision-time checks: no player loses thinking time when a wall clock jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.simulation.single_node.faulty_store import InvariantViolation

from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.monotonic_clock import CLOCK_JUMP_MS
from hoyle.room.state.live_table_state import TurnClock
from hoyle.room.unit_of_work import CommittedStep
from hoyle.table.base import CLOCK

_SLACK: Final = CLOCK_JUMP_MS + 100
"""Milliseconds of clock error that go unnoticed."""


class DecisionTimes:
    """Time at which each table began to wait for a player's decision."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[TurnClock, int]] = {}

    def heard(self, steps: Sequence[CommittedStep], now: int) -> None:
        """Record published steps, at a true time."""
        for committed in steps:
            if committed.live_table is not None:
                self._step(committed.live_table, committed, now)

    def _step(self, hosted: LiveTable, committed: CommittedStep, now: int) -> None:
        before = self._since.get(hosted.number)
        command = committed.step.command.name
        if before is not None and (
            command == "time-out" or (committed.step.by == CLOCK and command in before[0].answers)
        ):
            self._check(hosted, before[0], now - before[1])
        turn = hosted.turn._replace(since=0)
        if before is None or before[0] != turn:
            self._since[hosted.number] = turn, now

    def _check(self, hosted: LiveTable, turn: TurnClock, had: int) -> None:
        clock = hosted.settings.decision_clock_ms
        if turn.seat and had < clock - _SLACK:
            raise InvariantViolation(f"{turn.person} had {had} ms at table {hosted.number}, the sign says {clock}")
