"""Permissions: which role may give which command; everything else is denied.

No role may choose a card or the face of a die: only the automatic dealer shuffles, cuts, deals, throws and
uncovers. No role sees a live hole card either; there is no such permission.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hoyle.table.base import Table
from hoyle.table.command_base import ANYONE, PLAYER, Command, name_of
from hoyle.table.disputes import COMMANDS as DISPUTES
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.seats import COMMANDS as SEATS
from hoyle.table.seats import PayJackpot
from hoyle.table.staff_roles import SUPERVISOR

PERSON: Final = "player"
HOST: Final = "host"
FLOOR: Final = "floor"
CASHIER: Final = "cashier"
AUDITOR: Final = "auditor"
MANAGER: Final = "manager"

GRANTED: Final = (FLOOR, CASHIER, AUDITOR, MANAGER)
"""Roles that a manager grants and takes away. Every person is a player; a host is one at their own table."""
ROLES: Final = (PERSON, HOST, *GRANTED)


def _names(commands: Iterable[type[Command]]) -> frozenset[str]:
    return frozenset(name_of(command) for command in commands)


COMMANDS: Final[Mapping[str, type[Command]]] = {
    name: kind for table in TABLE_KINDS.values() for name, kind in table.COMMANDS.items()
}
"""Every command of every kind of table."""

DEALER_ERROR_COMMANDS: Final = _names(
    command for table in TABLE_KINDS.values() for command in table.DEALER_ERROR_COMMANDS
)
"""Commands that report dealer errors; disabled in a room, where the dealer is a program. A report of an
exposed card would show it to the sender, and a dispute about the faces of a throw would hold up the table."""

PLAYER_COMMANDS: Final = (
    frozenset(
        name
        for table in TABLE_KINDS.values()
        for name, kind in table.COMMANDS.items()
        if kind.ISSUER in (PLAYER, ANYONE)
    )
    - DEALER_ERROR_COMMANDS
)
"""Commands that players give at a table for themselves."""

TURN_COMMANDS: Final = (
    PLAYER_COMMANDS
    - _names((*SEATS, *DISPUTES))
    - _names(command for table in TABLE_KINDS.values() for command in table.ANYTIME_COMMANDS)
) | {"ready"}
"""Commands that answer the current turn, such as actions and wagers. They must name the last entry that their
sender had seen; commands on seats, chips and disputes may come at any time."""

_DISPUTES: Final = _names(DISPUTES) - {"set-time", "return-wagers"} - PLAYER_COMMANDS

REPORTS: Final = (
    (
        _names(report for table in TABLE_KINDS.values() for report in table.REPORTS)
        | _DISPUTES
        | {"call-from-waiting-list", "skip-on-waiting-list"}
    )
    - PLAYER_COMMANDS
    - DEALER_ERROR_COMMANDS
)
"""Reports and rulings of the floor, with seats and disputes; not at a table where the person plays."""

_FLOOR_FILLS: Final = (FLOOR, SUPERVISOR, "boxperson")
"""Staff roles of a table that the floor of the room fills."""


def staff_role_for(table: Table, command: Command, role: str) -> str:
    """Return the staff role in which a command is given at a table: the floor, or one that the book names."""
    if role not in (FLOOR, HOST):
        return role
    book_roles = table.roles_for(command)
    if book_roles is None or FLOOR in book_roles.value:
        return FLOOR
    return next((staff_role for staff_role in book_roles.value if staff_role in _FLOOR_FILLS), FLOOR)


def role_of(staff_role: str) -> str:
    """Return the role in the room behind a staff role of a table."""
    return FLOOR if staff_role in _FLOOR_FILLS else staff_role


PAYOUT_COMMANDS: Final = _names((PayJackpot,))
"""Payments from a jackpot fund by its posted standards."""

_RUNNING: Final = ("pause", "resume", "void-round", "close")

LIVE_TABLE_PERMISSIONS: Final[Mapping[str, frozenset[str]]] = {
    PERSON: frozenset(("chat", "contribute-nonce", "ready", "join-home-game", "report-play", "consent")),
    HOST: frozenset(
        (
            *_RUNNING,
            "approve-seat-request",
            "deny-seat-request",
            "transfer-host",
            "replace-invite-link",
            "seat-bot",
            "remove-player",
            "propose-ruling",
        )
    ),
    FLOOR: frozenset((*_RUNNING, "remove-player", "propose-ruling")),
    MANAGER: frozenset((*_RUNNING, "seat-bot", "remove-player")),
    CASHIER: frozenset(),
    AUDITOR: frozenset(),
}
"""Commands of a live table, which the room decides, by role."""

ROOM_PERMISSIONS: Final[Mapping[str, frozenset[str]]] = {
    PERSON: frozenset(("block", "unblock", "open-home-game", "share-hand", "unshare-hand")),
    HOST: frozenset(),
    FLOOR: frozenset(("mute", "unmute")),
    CASHIER: frozenset(("issue-chips", "redeem-chips")),
    AUDITOR: frozenset(("access-hands",)),
    MANAGER: frozenset((
        "open-table", "grant-role", "revoke-role", "suspend-person", "reinstate-person", "mute", "unmute",
        "disable-game", "enable-game",
    )),
}  # fmt: skip
"""Commands of the room itself, by role."""

GAME_PERMISSIONS: Final[Mapping[str, frozenset[str]]] = {
    PERSON: PLAYER_COMMANDS,
    HOST: REPORTS,
    FLOOR: REPORTS,
    CASHIER: frozenset(),
    AUDITOR: frozenset(),
    MANAGER: PAYOUT_COMMANDS,
}
"""Commands of the game at a table, by role."""


REASON_REQUIRED: Final = frozenset((
    "grant-role", "revoke-role", "issue-chips", "redeem-chips", "suspend-person", "reinstate-person",
    "disable-game", "enable-game", "mute", "unmute", "pause", "resume", "void-round", "close",
    "remove-player", "access-hands",
))  # fmt: skip
"""Commands for which staff must give a reason, for the list of significant events."""
