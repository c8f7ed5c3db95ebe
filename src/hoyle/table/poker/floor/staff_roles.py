"""Staff roles of a poker table: commands that the books reserve for a named role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import disputes
from hoyle.table.poker import commands
from hoyle.table.staff_roles import CLAUSE, FLOOR, FLOOR_OR_HIGHER, SUPERVISOR, RoleRule, Roles

if TYPE_CHECKING:
    from hoyle.table.poker.table import PokerTable


def _recut(table: PokerTable, command: commands.Recut) -> Roles:
    """Return the role that orders a recut: a casino supervisor, of whom the floor is the first."""
    return Answer((SUPERVISOR, FLOOR), table.book.floor.recut or CLAUSE)


def _opening_step(table: PokerTable, command: commands.OpeningStep) -> Roles | None:
    return table.book.procedures.opening_by.get(command.step)


def _house_ruling(table: PokerTable, command: commands.HouseRuling) -> Roles:
    return Answer(FLOOR_OR_HIGHER, "house ruling")


ROLES: Final[dict[type, RoleRule]] = {
    **disputes.ROLES,
    commands.Recut: _recut,
    commands.OpeningStep: _opening_step,
    commands.HouseRuling: _house_ruling,
}
