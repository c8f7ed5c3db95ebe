"""Command dispatch of a dice table: the handler of each command, and the roles that the books reserve it for."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import base, dispute_handlers
from hoyle.table import seat_handlers as shared_seat_handlers
from hoyle.table.command_base import handlers_for
from hoyle.table.dice import commands, seat_handlers, throw_handlers, wager_handlers
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.staff_roles import RoleRule, Roles

HANDLERS: Final[dict[type, base.Handler]] = handlers_for(
    commands.COMMANDS.values(), *(throw_handlers, wager_handlers, seat_handlers, shared_seat_handlers, dispute_handlers)
)


def _order_pass(table: DiceTableBase, command: commands.OrderPass) -> Roles:
    orderer = table.game.orderer()
    return Answer((orderer.value,), orderer.clause)


ROLES: Final[dict[type, RoleRule]] = {
    **dispute_handlers.ROLES,
    commands.ConfirmBet: lambda table, command: table.game.confirmers(command.tender),
    commands.OrderPass: _order_pass,
}
