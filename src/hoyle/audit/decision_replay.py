"""Decision replay: runs the room's handlers again without side effects and returns their events.

Facts about people that are not in a table's stream, such as whether a player was muted, count as they must
have been when it was decided. Everything else is decided by the same code that decided it first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hoyle.core.errors import IllegalError
from hoyle.room.chip_ledger import Ledger
from hoyle.room.commands import table_commands
from hoyle.room.events import table_events
from hoyle.room.events.room_events import RoomEvent
from hoyle.room.handlers import account_handlers, room_handlers, table_handlers, timed_actions
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandRequest, DecisionContext
from hoyle.room.room import Room
from hoyle.room.state.room_state import MEMBER, Person
from hoyle.room.unit_of_work import HOUSE, UnitOfWork
from hoyle.table.command_base import Command
from hoyle.table.log.event_log import LogStep
from hoyle.table.seats import Sit, TopUp


class DryRunUnitOfWork(UnitOfWork):
    """Unit of work that collects what would be written, and changes nothing."""

    def __init__(self, room: Room, *, actor: str, time: int) -> None:
        super().__init__(
            room, DecisionContext(time, bytes), CommandRequest(idempotency_key="", person=actor, command={})
        )
        self.actor = actor
        self.made: list[tuple[LiveTable | None, LogStep]] = []
        self.played: list[tuple[Command, str]] = []

    def run_table_command(self, hosted: LiveTable, command: Command, by: str, *, ruler: str = "") -> list[Any]:
        self.played.append((command, by))
        return []

    def record_table_events(
        self, hosted: LiveTable, command: Command, *entries: table_events.LiveTableEvent, first: int = 0
    ) -> None:
        self.made.append((hosted, LogStep(self.actor, command, list(entries))))

    def record_room_events(self, command: Command, *entries: RoomEvent) -> None:
        self.made.append((None, LogStep(self.actor, command, list(entries))))

    def record_step(self, hosted: LiveTable, step: LogStep, first: int, ruler: str = "") -> None:
        self.made.append((hosted, step))


class UnlimitedLedger(Ledger):
    """Ledger that lets every payment pass: the ledger audit checks balances."""

    def check(self, account: str, chips: int) -> None:
        """Accept every payment, whatever the balance."""


class _AnyPerson(dict[str, Person]):
    """Registry in which every name is a member in good standing."""

    def __missing__(self, name: str) -> Person:
        return Person(name, MEMBER, 0)

    def __contains__(self, name: object) -> bool:
        return True

    def get(self, name: str, default: Any = None) -> Any:
        """Return a member in good standing, for any name."""
        return self[name]


def bare_room() -> Room:
    """Room in which the room commands of a table can be replayed."""
    room = Room()
    room.ledger = UnlimitedLedger()
    room.state.people = _AnyPerson()
    return room


_TABLE_HANDLERS: Final[dict[type[Command], Callable[[UnitOfWork, LiveTable, Any], None]]] = {
    # A report of suspicious play is recorded in the room's stream.
    **{kind: handler for kind, handler in table_handlers.HANDLERS.items() if kind is not table_commands.ReportPlay},
    # These also give commands at the table, which have records of their own.
    table_commands.ApproveSeatRequest: table_handlers.record_approval,
    table_commands.RemovePlayer: table_handlers.record_removal,
    table_commands.VoidRound: table_handlers.record_voided_round,
    table_commands.SeatBot: table_handlers.record_bot,
    # In these the room has chosen something that the recorded command contains.
    table_commands.ReplaceInviteLink: table_handlers.record_link,
    table_commands.SetUpTable: room_handlers.record_set_up,
    table_commands.Stop: table_handlers.stop,
    Sit: table_handlers.handle_player_command,
    TopUp: table_handlers.handle_player_command,
}
"""Handlers that decide the room's own record of a command at a table."""


def replay_room_command(room: Room, hosted: LiveTable, step: LogStep, *, actor: str, time: int) -> list[Any]:
    """Replay a room command on the table's state; return the events it must have, or raise its refusal.

    Commitments and draws are not covered: `draw_checks` has them.
    """
    dry_run = DryRunUnitOfWork(room, actor=actor, time=time)
    handler = _TABLE_HANDLERS.get(type(step.command))
    if isinstance(step.command, table_commands.Close) and actor == HOUSE:
        handler = timed_actions.record_closed
    if handler is None:
        raise IllegalError(f"{step.command.name} is nothing that the room decides at a table")
    handler(dry_run, hosted, step.command)
    return dry_run.made[0][1].events if dry_run.made else []


def replay_player_command(room: Room, hosted: LiveTable, command: Command, *, actor: str, time: int) -> None:
    """Raise if a player's own command was not allowed: a seat or chips beyond the terms."""
    table_handlers.handle_player_command(DryRunUnitOfWork(room, actor=actor, time=time), hosted, command)


def recorded_fund(hosted: LiveTable, elsewhere: int) -> int:
    """Chips of a jackpot fund as the table recorded them: here, and at other tables."""
    return hosted.table.roster.accounts()["jackpot fund"] + elsewhere


def replay_account_command(draft: UnitOfWork, command: Command) -> bool:
    """Replay a command about accounts and sessions; False if it is another kind."""
    handler = account_handlers.HANDLERS.get(type(command))
    if handler is not None:
        handler(draft, command)
    return handler is not None
