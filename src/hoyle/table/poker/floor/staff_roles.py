"""Staff roles of a poker table: commands that the books reserve for a named role."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import dispute_handlers
from hoyle.table.poker import commands
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.staff_roles import CLAUSE, FLOOR, FLOOR_OR_HIGHER, SUPERVISOR, RoleRule, Roles


def _recut(table: PokerTableBase, command: commands.Recut) -> Roles:
    """Return the role that orders a recut: a casino supervisor, of whom the floor is the first."""
    return Answer((SUPERVISOR, FLOOR), table.book.floor.recut or CLAUSE)


def _opening_step(table: PokerTableBase, command: commands.OpeningStep) -> Roles | None:
    """Return the role that directs or verifies an opening step."""
    return table.book.procedures.opening_by.get(command.step)


def _house_ruling(table: PokerTableBase, command: commands.HouseRuling) -> Roles:
    """Return the roles that rule for the house: floor or higher."""
    return Answer(FLOOR_OR_HIGHER, "house ruling")


ROLES: Final[dict[type, RoleRule]] = {
    **dispute_handlers.ROLES,
    commands.Recut: _recut,
    commands.OpeningStep: _opening_step,
    commands.HouseRuling: _house_ruling,
}
