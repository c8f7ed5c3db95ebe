"""Staff roles of a dice table: commands that the books reserve for a named role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import disputes
from hoyle.table.dice import commands
from hoyle.table.staff_roles import RoleRule, Roles

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def _confirm_bet(table: DiceTable, command: commands.ConfirmBet) -> Roles | None:
    return table.game.confirmers(command.tender)


def _order_pass(table: DiceTable, command: commands.OrderPass) -> Roles:
    orderer = table.game.orderer()
    return Answer((orderer.value,), orderer.clause)


ROLES: Final[dict[type, RoleRule]] = {
    **disputes.ROLES,
    commands.ConfirmBet: _confirm_bet,
    commands.OrderPass: _order_pass,
}
