"""Automatic pre-roll: performs every step a table requires before a roll, for cases and simulations.

Dice or shaker are offered and taken, the line is bet, a losing seven passes them on, the shaker is shaken.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.table_base import DiceTableBase


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
        refuses = decision.choices[0].do == "accept" and decision.person not in throwers
        entries += table.do(table.command_of(decision.choices[1 if refuses else 0]), decision.person or DEALER)


def confirmations(table: DiceTableBase) -> list[tuple[Command, str]]:
    """List the commands by which the crew confirms every wager it has to, each with who gives it."""
    decisions = [decision for decision in table.crew_and_shooter_decisions() if decision.kind == "confirm"]
    return [(table.command_of(choice), decision.person) for decision in decisions for choice in decision.choices]


def roll(table: DiceTableBase, throwers: Container[str], one: int, other: int) -> list[Any]:
    """Do everything that must precede the roll, then roll these faces."""
    events = prepare_roll(table, throwers)
    return events + table.do(command_from_dict(table.COMMANDS, {"do": table.game.ROLL, "one": one, "other": other}))
