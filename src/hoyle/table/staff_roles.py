"""Staff roles: which of them may order a command, and by which clause.

`Command.ISSUER` tells players from staff. Some staff commands belong to one role by the book: a supervisor
orders a recut, a floor person replaces a card, the boxperson takes the dice away. Each kind of table lists
them in its `ROLES`, and `Table.do` checks every command against them. A command may be given by one and
ordered by another, as when the dealer reports that the supervisor has ordered a recut: then the field that
the command names in `RESPONSIBLE_FIELD` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Final

from hoyle.core.errors import IllegalError, illegal
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table.command_base import Command
from hoyle.table.roster import Roster

Roles = Answer[tuple[str, ...]]
RoleRule = Callable[[Any, Any], Roles | None]
"""Function from table and command to the allowed roles; None where any staff member may give it."""

FLOOR: Final = "floor"
SUPERVISOR: Final = "supervisor"
FLOOR_OR_HIGHER: Final = (FLOOR, SUPERVISOR)
CLAUSE: Final = "house roles"
HOUSE_RULING: Final[Roles] = Answer(FLOOR_OR_HIGHER, "house ruling")
"""Roles that rule for the house where no book does."""


def check_role(roles: Roles | None, command: Command, by: str, roster: Roster, staff_names: Container[str]) -> None:
    """Refuse a command whose issuer, or whoever it says has ordered it, has none of the `roles`."""
    field = command.RESPONSIBLE_FIELD
    role_holder = str(getattr(command, field)) if field else ""
    if roles is None:
        if role_holder and roster.seat_of(role_holder):
            raise role_error(roles, command, role_holder)
        return
    if (role_holder or by) in roles.value:
        return
    is_own_name = role_holder not in staff_names and not roster.seat_of(role_holder)
    if command.OWN_NAME and by in roles.value and is_own_name:
        return
    raise role_error(roles, command, role_holder or by)


def role_error(roles: Roles | None, command: Command, name: str) -> IllegalError:
    """Return the refusal of a command to a person without the required role."""
    if roles is None:
        return IllegalError(f"{name} cannot order {command.name}: that is for the house", clause=CLAUSE)
    legal = " or ".join(roles.value)
    return illegal(roles.clause, f"{name} cannot order {command.name}: that is for the {legal}", legal=legal)
