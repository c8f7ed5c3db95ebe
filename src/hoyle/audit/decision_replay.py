"""Decision replay: runs the room's handlers again without side effects and returns their events.

Facts about people that are not in a table's stream, such as whether a player was muted, count as they must
have been when it was decided. Everything else is decided by the same code that decided it first.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import IllegalError
from hoyle.room.chip_ledger import Ledger
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.events import table_events
from hoyle.room.events.room_events import RoomEvent
from hoyle.room.handlers import table_handlers
from hoyle.room.home_games.invite_codes import is_home_code
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandRequest, DecisionContext
from hoyle.room.room import Room
from hoyle.room.state.room_state import MEMBER, Person
from hoyle.room.unit_of_work import UnitOfWork
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

    def run_table_command(
        self, hosted: LiveTable, command: Command, by: str, *, ruler: str = ""
    ) -> list[Any]:
        self.played.append((command, by))
        return []

    def record_table_events(
        self, hosted: LiveTable, command: Command, *entries: table_events.LiveTableEvent
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


_SINGLE_RECORD: Final = (
    table_commands.DenySeatRequest, table_commands.JoinHomeGame, table_commands.TransferHost,
    table_commands.Pause, table_commands.Resume, table_commands.Chat, table_commands.ContributeNonce,
    table_commands.Ready, table_commands.ProposeRuling, table_commands.Consent,
)  # fmt: skip
"""Room commands with one record, decided by their handler."""


def replay_room_command(room: Room, hosted: LiveTable, step: LogStep, *, actor: str, time: int) -> list[Any]:
    """Replay a room command on the table's state; return the events it must have, or raise its refusal.

    Commitments and draws are not covered: `draw_checks` has them.
    """
    dry_run = DryRunUnitOfWork(room, actor=actor, time=time)
    command: Any = step.command
    hosting = hosted.hosting
    if isinstance(command, _SINGLE_RECORD):
        table_handlers.HANDLERS[type(command)](dry_run, hosted, command)
    elif isinstance(command, table_commands.Close):
        if actor != "house":
            table_handlers.close(dry_run, hosted, command)
        elif not hosting.closing or hosted.seated or hosted.table.has_unpaid_jackpot():
            raise IllegalError(
                f"table {hosted.number} is closed with people at it, a jackpot unpaid, or by nobody's order"
            )
        else:
            return [table_events.Closed(clause="house tables")]
    elif isinstance(command, (Sit, TopUp)):
        table_handlers.handle_player_command(dry_run, hosted, command)
    elif isinstance(command, table_commands.ApproveSeatRequest):
        person_by_request = {ask.number: ask.person for ask in hosting.seat_requests}
        if command.request_id not in person_by_request:
            raise IllegalError(f"nobody waits under number {command.request_id}")
        person = person_by_request[command.request_id]
        return [
            table_events.SeatRequestClosed(
                request_id=command.request_id, player=person, granted=True, clause="house home-game"
            )
        ]
    elif isinstance(command, table_commands.ReplaceInviteLink):
        if not is_home_code(command.code):
            raise IllegalError(f"the link {command.code!r} is none that the room thinks of")
        return [table_handlers.invite_link_replaced(hosted, command.code)]
    elif isinstance(command, table_commands.Stop):
        return [table_events.TableFaulted(doing=command.doing, error=command.error, clause="house incidents")]
    elif isinstance(command, table_commands.VoidRound):
        if not hosting.stopped or hosted.has_chips_at_stake():
            raise IllegalError(f"table {hosted.number} has not stopped, or something is still at stake there")
        return [table_events.FaultedRoundVoided(by=actor, why=command.why, clause="house incidents")]
    elif isinstance(command, table_commands.RemovePlayer):
        return [
            table_events.PlayerRemoved(
                player=command.player, by=actor, why=command.why, clause="house conduct"
            )
        ]
    elif isinstance(command, table_commands.SeatBot):
        return [table_handlers.bot_seated(command, actor)]
    elif isinstance(command, table_commands.SetUpTable):
        facts = {field: getattr(command, field) for field in ("settings", "kind", "game", "host", "code")}
        return [table_events.TableSetUp(**facts, clause="house tables")]
    else:
        raise IllegalError(f"{command.name} is nothing that the room decides at a table")
    return dry_run.made[0][1].events if dry_run.made else []


def replay_player_command(room: Room, hosted: LiveTable, command: Command, *, actor: str, time: int) -> None:
    """Raise if a player's own command was not allowed: a seat or chips beyond the terms."""
    table_handlers.handle_player_command(DryRunUnitOfWork(room, actor=actor, time=time), hosted, command)


def recorded_fund(hosted: LiveTable, elsewhere: int) -> int:
    """Chips of a jackpot fund as the table recorded them: here, and at other tables."""
    return hosted.table.roster.accounts()["jackpot fund"] + elsewhere


def replay_account_command(draft: UnitOfWork, command: Command) -> bool:
    """Replay a command about accounts and sessions; False if it is another kind."""
    from hoyle.room.handlers import account_handlers

    fields: Any = command
    if isinstance(command, room_commands.Enter):
        entry_fields = {name: getattr(fields, name) for name in ("kind", "chips", "session", "sponsor")}
        account_handlers.enter(draft, fields.player, **entry_fields)
    elif isinstance(command, (room_commands.Register, room_commands.ChangePassword)):
        decide = (
            account_handlers.register
            if isinstance(command, room_commands.Register)
            else account_handlers.change_password
        )
        decide(draft, draft.actor, password=fields.password, session=fields.session, ended=fields.ended)
    elif isinstance(command, room_commands.IssueCode):
        account_handlers.issue_code(draft, fields)
    elif isinstance(command, room_commands.ClaimName):
        account_handlers.claim_name(draft, draft.actor, fields)
    elif isinstance(command, room_commands.Depart):
        account_handlers.delete_account(draft, fields)
    elif isinstance(command, room_commands.GrantPlayChips):
        account_handlers.grant_play_chips(draft, draft.actor, chips=fields.chips)
    elif isinstance(command, room_commands.LogIn):
        account_handlers.log_in(
            draft, draft.actor, good=fields.good, failures=fields.failures, session=fields.session
        )
    elif isinstance(command, room_commands.LogOut):
        account_handlers.log_out(draft, draft.actor, session=fields.session)
    else:
        return False
    return True
