"""Permissions: which role may give which command; everything else is denied.

No role may choose a card or a face: what shuffles, cuts, deals, throws and uncovers is done by the house
dealer, who is a program. No role sees a live hole card either; that is not a permission anybody can hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hoyle.table.base import Table
from hoyle.table.command_base import ANYONE, PLAYER, Command, name_of
from hoyle.table.dice import commands as dice
from hoyle.table.disputes import COMMANDS as DESK
from hoyle.table.house_cards import commands as banked
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.poker import commands as poker
from hoyle.table.seats import COMMANDS as SEATS
from hoyle.table.staff_roles import SUPERVISOR

PERSON: Final = "player"
HOST: Final = "host"
FLOOR: Final = "floor"
CASHIER: Final = "cashier"
AUDITOR: Final = "auditor"
MANAGER: Final = "manager"

GRANTED: Final = (FLOOR, CASHIER, AUDITOR, MANAGER)
"""Roles that a manager gives and takes. Everybody is a player; a host is one of his own table alone."""
ROLES: Final = (PERSON, HOST, *GRANTED)


def _names(*kinds: type[Command]) -> frozenset[str]:
    return frozenset(name_of(kind) for kind in kinds)


COMMANDS: Final[Mapping[str, type[Command]]] = {
    name: kind for table in TABLE_KINDS.values() for name, kind in table.COMMANDS.items()
}
"""Every command of every kind of table."""

PLAYER_COMMANDS: Final = frozenset(
    name
    for table in TABLE_KINDS.values()
    for name, kind in table.COMMANDS.items()
    if kind.ISSUER in (PLAYER, ANYONE)
) - _names(dice.DisputeThrow)
"""What people do at a table for themselves. Dice that a program throws leave no face to be disputed, and a
dispute would hold up the table."""

TURN_COMMANDS: Final = (PLAYER_COMMANDS - _names(*SEATS, *DESK, poker.ChangeCurrency, poker.TakeOff)) | {
    "ready"
}
"""What answers the moment it is said in: an action, a wager, a word on one. It has to name what its sender
had seen; seats, chips and complaints may come at any time."""

STANDING_WAGERS: Final[frozenset[type[Command]]] = frozenset((dice.Bet,))
"""What is laid down for a throw, even where the shooter is asked for it: whoever takes the dice and bets the
line in one breath means the same throw."""

_DESK: Final = _names(*DESK) - {"tell-time", "return-wagers"} - PLAYER_COMMANDS

CARD_EXPOSING_REPORTS: Final = _names(poker.Boxed, poker.Exposed, poker.OffTable, poker.HoleCardsUp)
"""Reports that a card lies face up, on which it is turned face up: whoever gave one would see a hole card.
The dealer is a program and turns none up by mistake, so there is nothing to report."""

REPORTS: Final = (
    (
        _names(*poker.REPORTS, poker.HouseRuling, poker.Suspect, poker.ReduceRake)
        | _names(*banked.REPORTS, banked.HouseRuling)
        | _names(dice.NoRoll, dice.HouseRuling, dice.OrderPass)
        | _DESK
        | {"call-name", "pass-over"}
    )
    - PLAYER_COMMANDS
    - CARD_EXPOSING_REPORTS
)
"""What the floor reports and rules, with seats and disputes; nobody does at a table he plays at."""

_STANDS_FOR: Final = (FLOOR, SUPERVISOR, "boxperson")
"""Roles of a table that the floor of a room has: no supervisor and no boxperson are in it besides."""


def voice(table: Table, command: Command, role: str) -> str:
    """The name under which somebody of the house speaks at a table: as floor, or as whom the book names."""
    if role not in (FLOOR, HOST):
        return role
    named = table.roles_for(command)
    if named is None or FLOOR in named.value:
        return FLOOR
    return next((each for each in named.value if each in _STANDS_FOR), FLOOR)


def role_of(voice: str) -> str:
    """The role in the room of whoever speaks under a name at a table."""
    return FLOOR if voice in _STANDS_FOR else voice


PAYOUT_COMMANDS: Final = _names(poker.PayJackpot)
"""What the house pays out of a fund by its posted standards."""

_RUNNING: Final = ("pause", "go-on", "void-round", "close")

LIVE_TABLE_PERMISSIONS: Final[Mapping[str, frozenset[str]]] = {
    PERSON: frozenset(("say", "nonce", "ready", "join", "report-play", "consent")),
    HOST: frozenset(
        (*_RUNNING, "approve", "deny", "hand-over", "new-link", "seat-bot", "remove", "propose-ruling")
    ),
    FLOOR: frozenset((*_RUNNING, "remove", "propose-ruling")),
    MANAGER: frozenset((*_RUNNING, "seat-bot", "remove")),
    CASHIER: frozenset(),
    AUDITOR: frozenset(),
}
"""Matters of a table that the room decides."""

ROOM_PERMISSIONS: Final[Mapping[str, frozenset[str]]] = {
    PERSON: frozenset(("block", "unblock", "open-home-game", "share-hand", "unshare-hand")),
    HOST: frozenset(),
    FLOOR: frozenset(("mute", "unmute")),
    CASHIER: frozenset(("issue-chips", "redeem-chips")),
    AUDITOR: frozenset(("read-hands",)),
    MANAGER: frozenset((
        "open-table", "grant-role", "take-role", "disable", "enable", "mute", "unmute",
        "disable-game", "enable-game",
    )),
}  # fmt: skip
"""Matters of the room itself."""

GAME_PERMISSIONS: Final[Mapping[str, frozenset[str]]] = {
    PERSON: PLAYER_COMMANDS,
    HOST: REPORTS,
    FLOOR: REPORTS,
    CASHIER: frozenset(),
    AUDITOR: frozenset(),
    MANAGER: PAYOUT_COMMANDS,
}
"""Commands of a table."""


REASON_REQUIRED: Final = frozenset((
    "grant-role", "take-role", "issue-chips", "redeem-chips", "disable", "enable", "disable-game",
    "enable-game", "mute", "unmute", "pause", "go-on", "void-round", "close", "remove",
    "read-hands",
))  # fmt: skip
"""What nobody of the house does without saying why: it stands in the list of significant events."""
