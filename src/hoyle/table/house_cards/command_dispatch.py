"""Command dispatch of a house card table: the handler of each command, and the roles that the books reserve it for."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import base, dispute_handlers, seat_handlers
from hoyle.table.base import DEALER
from hoyle.table.command_base import handlers_for
from hoyle.table.house_cards import action_handlers, commands, floor_rulings, round_end, wager_handlers
from hoyle.table.house_cards.decks import deck_handlers, stub_count
from hoyle.table.house_cards.table_base import HouseCardTableBase
from hoyle.table.staff_roles import FLOOR_OR_HIGHER, HOUSE_RULING, SUPERVISOR, RoleRule, Roles

HANDLERS: Final[dict[type, base.Handler]] = {
    **dict.fromkeys(commands.REPORTS, floor_rulings.report),
    **handlers_for(
        [kind for kind in commands.COMMANDS.values() if kind not in commands.REPORTS],
        *(action_handlers, wager_handlers, deck_handlers, stub_count, floor_rulings, round_end),
        *(seat_handlers, dispute_handlers),
    ),
}


def _opening_step(table: HouseCardTableBase, command: commands.OpeningStep) -> Roles | None:
    """Return the role for an opening step: the floor verifies, or a machine; the dealer does the others."""
    decks = table.page.decks
    if command.step == deck_handlers.VERIFY:
        return None if command.electronic else decks.verified_by
    clauses = [clause for step, clause in decks.opening if step == command.step]
    return Answer((DEALER,), clauses[0]) if clauses else None


def _dealer_exposed(table: HouseCardTableBase, command: commands.DealerExposed) -> Roles | None:
    """Return the role that lets play go on after a dealer's card was exposed, where the book names one."""
    exposed = table.page.floor.exposed
    supervisor_decides = command.play_on and exposed.value == SUPERVISOR
    return Answer(FLOOR_OR_HIGHER, exposed.clause) if supervisor_decides else None


ROLES: Final[dict[type, RoleRule]] = {
    **dispute_handlers.ROLES,
    commands.OpeningStep: _opening_step,
    commands.Recut: lambda table, command: table.page.decks.recut_by,
    commands.ImproperCut: lambda table, command: table.page.decks.recut_by,
    commands.UnsuitableCard: lambda table, command: table.page.decks.replaced_by,
    commands.DealerExposed: _dealer_exposed,
    commands.HouseRuling: lambda table, command: HOUSE_RULING,
}
