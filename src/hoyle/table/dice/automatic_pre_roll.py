"""Automatic pre-roll: performs every step a table requires before a roll, for cases and simulations.

Dice or shaker are offered and taken, the line is bet, a losing seven passes them on, the shaker is shaken.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.pending_decisions import PendingDecision


def prepare_roll(table: DiceTableBase, throwers: Container[str]) -> list[Any]:
    """Do everything that must precede the roll; the `throwers` accept dice or shaker when asked."""
    entries: list[Any] = []
    roll = table.game.ROLL
    while True:
        decisions = table.crew_and_shooter_decisions()
        if any(choice.do == roll for decision in decisions for choice in decision.choices):
            return entries
        # Without wagers no shake is pending; the shaker is shaken all the same.
        required = [
            decision
            for decision in decisions
            if decision.choices and (not decision.optional or decision.kind == "shake")
        ]
        decision = min(required, key=lambda decision: decision.optional)
        entries += table.do(_required_command(table, decision, throwers), decision.person or DEALER)


def confirmations(table: DiceTableBase) -> list[tuple[Command, str]]:
    """List the commands by which the crew confirms every wager it has to, each with who gives it."""
    decisions = [decision for decision in table.crew_and_shooter_decisions() if decision.kind == "confirm"]
    return [
        (command_from_dict(table.COMMANDS, {"do": choice.do, **choice.fixed}), decision.person)
        for decision in decisions
        for choice in decision.choices
    ]


def _required_command(table: DiceTableBase, decision: PendingDecision, throwers: Container[str]) -> Command:
    choice = decision.choices[0]
    if choice.do == "accept" and decision.person not in throwers:
        choice = decision.choices[1]
    minimums = {bounds.field: bounds.min for bounds in choice.bounds}
    return command_from_dict(table.COMMANDS, {"do": choice.do, **choice.fixed, **minimums})
