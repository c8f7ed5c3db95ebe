"""Staff roles of a house card table: commands that the books reserve for a named role."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import dispute_handlers
from hoyle.table.base import DEALER
from hoyle.table.house_cards import commands
from hoyle.table.house_cards.decks.deck_handlers import VERIFY
from hoyle.table.house_cards.table_base import HouseCardTableBase
from hoyle.table.staff_roles import FLOOR_OR_HIGHER, SUPERVISOR, RoleRule, Roles


def _opening_step(table: HouseCardTableBase, command: commands.OpeningStep) -> Roles | None:
    """Return the role for an opening step: the floor verifies, or a machine; the dealer does the others."""
    decks = table.page.decks
    if command.step == VERIFY:
        return None if command.electronic else decks.verified_by
    clauses = [clause for step, clause in decks.opening if step == command.step]
    return Answer((DEALER,), clauses[0]) if clauses else None


def _recut(table: HouseCardTableBase, command: commands.Recut | commands.ImproperCut) -> Roles:
    """Return the role that orders a recut."""
    return table.page.decks.recut_by


def _unsuitable(table: HouseCardTableBase, command: commands.UnsuitableCard) -> Roles:
    """Return the role that replaces an unsuitable card."""
    return table.page.decks.replaced_by


def _dealer_exposed(table: HouseCardTableBase, command: commands.DealerExposed) -> Roles | None:
    """Return the role that lets play go on after a dealer's card was exposed, where the book names one."""
    exposed = table.page.floor.exposed
    supervisor_decides = command.play_on and exposed.value == SUPERVISOR
    return Answer(FLOOR_OR_HIGHER, exposed.clause) if supervisor_decides else None


def _house_ruling(table: HouseCardTableBase, command: commands.HouseRuling) -> Roles:
    """Return the roles that rule for the house: floor or higher."""
    return Answer(FLOOR_OR_HIGHER, "house ruling")


ROLES: Final[dict[type, RoleRule]] = {
    **dispute_handlers.ROLES,
    commands.OpeningStep: _opening_step,
    commands.Recut: _recut,
    commands.ImproperCut: _recut,
    commands.UnsuitableCard: _unsuitable,
    commands.DealerExposed: _dealer_exposed,
    commands.HouseRuling: _house_ruling,
}
