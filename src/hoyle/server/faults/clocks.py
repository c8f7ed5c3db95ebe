"""Whose turn it has been for how long by the true time: no clock on a wall may take any of it away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.room.live.draft import Told
from hoyle.room.live.hosted import HostedTable, Turn
from hoyle.room.live.wall_clock import SET
from hoyle.server.faults.faulty_store import Wrong
from hoyle.table.base import CLOCK

_SLACK: Final = SET + 100
"""Milliseconds by which a clock may go wrong unnoticed."""


class TurnClocks:
    """When each table began to wait for whom."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[Turn, int]] = {}

    def heard(self, told: Sequence[Told], now: int) -> None:
        """Steps that everybody is told of, at a true time."""
        for each in told:
            if each.hosted is not None:
                self._step(each.hosted, each, now)

    def _step(self, hosted: HostedTable, told: Told, now: int) -> None:
        before = self._since.get(hosted.number)
        done = told.step.command.name
        if before is not None and (
            done == "time-out" or (told.step.by == CLOCK and done in before[0].answers)
        ):
            self._check(hosted, before[0], now - before[1])
        turn = hosted.turn._replace(since=0)
        if before is None or before[0] != turn:
            self._since[hosted.number] = turn, now

    def _check(self, hosted: HostedTable, turn: Turn, had: int) -> None:
        if turn.seat and had < hosted.terms.clock - _SLACK:
            raise Wrong(
                f"{turn.person} had {had} ms at table {hosted.number}, the sign says {hosted.terms.clock}"
            )
