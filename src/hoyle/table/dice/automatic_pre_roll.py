"""Automatic pre-roll: performs every step a table requires before a roll, for cases and simulations.

Dice or shaker are offered and taken, the line is bet, a losing seven passes them on, the shaker is shaken.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.pending.decisions import crew_and_shooter_decisions
from hoyle.table.dice.table import DiceTable
from hoyle.table.pending_decisions import PendingDecision


def prepare_roll(table: DiceTable, throwers: Container[str]) -> list[Any]:
    """Do everything that must precede the roll; the `throwers` accept dice or shaker when asked."""
    entries: list[Any] = []
    roll = table.game.ROLL
    while True:
        waits = crew_and_shooter_decisions(table)
        if any(choice.do == roll for wait in waits for choice in wait.choices):
            return entries
        # Without wagers no shake is pending; the shaker is shaken all the same.
        due = [wait for wait in waits if wait.choices and (not wait.optional or wait.kind == "shake")]
        wait = min(due, key=lambda wait: wait.optional)
        entries += table.do(_duty(table, wait, throwers), wait.person or DEALER)


def confirmations(table: DiceTable) -> list[tuple[Command, str]]:
    """Return the wagers the crew has to confirm and who confirms them, if it confirms whatever is lawful."""
    waits = [wait for wait in crew_and_shooter_decisions(table) if wait.kind == "confirm"]
    return [
        (command_from_dict(table.COMMANDS, {"do": choice.do, **choice.fixed}), wait.person)
        for wait in waits
        for choice in wait.choices
    ]


def _duty(table: DiceTable, wait: PendingDecision, throwers: Container[str]) -> Command:
    choice = wait.choices[0]
    if choice.do == "accept" and wait.person not in throwers:
        choice = wait.choices[1]
    least = {bounds.field: bounds.min for bounds in choice.bounds}
    return command_from_dict(table.COMMANDS, {"do": choice.do, **choice.fixed, **least})
