"""Command dispatch of a poker table: the handler of each command, and the roles that the books reserve it for."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import base, dispute_handlers, seat_handlers
from hoyle.table.command_base import handlers_for
from hoyle.table.poker import action_handlers, commands
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.floor import irregularity_reports, wager_rulings
from hoyle.table.poker.rounds import deal_handlers, rake_and_jackpot_handlers
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.staff_roles import CLAUSE, FLOOR, HOUSE_RULING, SUPERVISOR, RoleRule, Roles

HANDLERS: Final[dict[type, base.Handler]] = {
    **dict.fromkeys(commands.REPORTS, irregularity_reports.report),
    **dict.fromkeys(action_handlers.TURN_ACTIONS, action_handlers.act),
}
HANDLERS.update(
    handlers_for(
        [commands.Discard, *(kind for kind in commands.COMMANDS.values() if kind not in HANDLERS)],
        *(action_handlers, deal_handlers, dealer_procedures, irregularity_reports, wager_rulings),
        *(rake_and_jackpot_handlers, seat_handlers, dispute_handlers),
    )
)


def _recut(table: PokerTableBase, command: commands.Recut) -> Roles:
    """Return the role that orders a recut: a casino supervisor, of whom the floor is the first."""
    return Answer((SUPERVISOR, FLOOR), table.book.floor.recut or CLAUSE)


ROLES: Final[dict[type, RoleRule]] = {
    **dispute_handlers.ROLES,
    commands.Recut: _recut,
    commands.OpeningStep: lambda table, command: table.book.procedures.opening_by.get(command.step),
    commands.HouseRuling: lambda table, command: HOUSE_RULING,
}
