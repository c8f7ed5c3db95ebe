"""Staff roles of a dice table: commands that the books reserve for a named role."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import dispute_handlers
from hoyle.table.dice import commands
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.staff_roles import RoleRule, Roles


def _confirm_bet(table: DiceTableBase, command: commands.ConfirmBet) -> Roles | None:
    """Return the roles that confirm a wager aloud."""
    return table.game.confirmers(command.tender)


def _order_pass(table: DiceTableBase, command: commands.OrderPass) -> Roles:
    """Return the role that orders the dice passed on."""
    orderer = table.game.orderer()
    return Answer((orderer.value,), orderer.clause)


ROLES: Final[dict[type, RoleRule]] = {
    **dispute_handlers.ROLES,
    commands.ConfirmBet: _confirm_bet,
    commands.OrderPass: _order_pass,
}
