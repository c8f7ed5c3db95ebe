"""Decisions of the room made again: its own desks decide, and nothing comes of it.

People are as they were found fit to be when it was decided: whether somebody was muted is not in the
stream of a table. Everything that is there is decided by the very code that decided it first.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.errors import IllegalError
from hoyle.room.live import clocks, matter_desk, matters, people
from hoyle.room.live.accounts import Ledger
from hoyle.room.live.answers import CommandRequest, DecisionContext
from hoyle.room.live.draft import UnitOfWork
from hoyle.room.live.heart import Room
from hoyle.room.live.home_codes import is_home_code
from hoyle.room.live.hosted import LiveTable
from hoyle.room.live.people import MEMBER, Person, RoomEvent
from hoyle.table.command import Command
from hoyle.table.log import LogStep
from hoyle.table.poker.table import PokerTable
from hoyle.table.seats import Sit, TopUp


class DryRunUnitOfWork(UnitOfWork):
    """A draft that keeps what would be written, and changes nothing."""

    def __init__(self, room: Room, *, actor: str, time: int) -> None:
        super().__init__(room, DecisionContext(time, bytes), CommandRequest(id="", person=actor, command={}))
        self.actor = actor
        self.made: list[tuple[LiveTable | None, LogStep]] = []
        self.played: list[tuple[Command, str]] = []

    def run_table_command(
        self, hosted: LiveTable, command: Command, by: str, *, ruler: str = ""
    ) -> list[Any]:
        self.played.append((command, by))
        return []

    def record_table_events(
        self, hosted: LiveTable, command: Command, *entries: matters.LiveTableEvent
    ) -> None:
        self.made.append((hosted, LogStep(self.actor, command, list(entries))))

    def record_room_events(self, command: Command, *entries: RoomEvent) -> None:
        self.made.append((None, LogStep(self.actor, command, list(entries))))

    def record_step(self, hosted: LiveTable, step: LogStep, first: int, ruler: str = "") -> None:
        self.made.append((hosted, step))


class UnlimitedLedger(Ledger):
    """Whoever paid had it: that is seen to where the whole ledger is read."""

    def check(self, account: str, chips: int) -> None:
        """Refuse nothing."""


class _Anybody(dict[str, Person]):
    """Everybody is known, and nothing is held against him."""

    def __missing__(self, name: str) -> Person:
        return Person(name, MEMBER, 0)

    def __contains__(self, name: object) -> bool:
        return True

    def get(self, name: str, default: Any = None) -> Any:
        """Somebody, whoever he is."""
        return self[name]


def bare_room() -> Room:
    """A room in which a table's own matters can be decided again."""
    room = Room()
    room.ledger = UnlimitedLedger()
    room.state.people = _Anybody()
    return room


_PLAIN: Final = (
    matters.Deny, matters.Join, matters.TransferHost, matters.Pause, matters.ResumePlay, matters.Chat,
    matters.ContributeNonce,
    matters.Ready, matters.ProposeRuling, matters.Consent,
)  # fmt: skip
"""Matters that are one record, decided by their desk."""


def replay_room_command(room: Room, hosted: LiveTable, step: LogStep, *, actor: str, time: int) -> list[Any]:
    """The entries that a matter of a table must have, as it stands before them; a refusal where it has none.

    Seals and draws are not among them: they have an inspection of their own.
    """
    draft = DryRunUnitOfWork(room, actor=actor, time=time)
    command: Any = step.command
    hosting = hosted.hosting
    if isinstance(command, _PLAIN):
        matter_desk.HANDLERS[type(command)](draft, hosted, command)
    elif isinstance(command, matters.Close):
        if actor != "house":
            matter_desk.close(draft, hosted, command)
        elif not hosting.closing or hosted.seated or clocks.has_unpaid_jackpot(hosted):
            raise IllegalError(
                f"table {hosted.number} is closed with people at it, a jackpot unpaid, or by nobody's order"
            )
        else:
            return [matters.Closed(clause="house tables")]
    elif isinstance(command, (Sit, TopUp)):
        matter_desk.handle_player_command(draft, hosted, command)
    elif isinstance(command, matters.Approve):
        waiting = {ask.number: ask.person for ask in hosting.asked}
        if command.ask not in waiting:
            raise IllegalError(f"nobody waits under number {command.ask}")
        person = waiting[command.ask]
        return [
            matters.HostRequestResolved(
                ask=command.ask, player=person, granted=True, clause="house home-game"
            )
        ]
    elif isinstance(command, matters.ChangeInviteCode):
        if not is_home_code(command.code):
            raise IllegalError(f"the link {command.code!r} is none that the room thinks of")
        return [matter_desk.link_changed(hosted, command.code)]
    elif isinstance(command, matters.ReportPlay):
        return [
            matters.PlayReported(by=actor, player=command.player, why=command.why, clause="house conduct")
        ]
    elif isinstance(command, matters.Stop):
        return [matters.Stopped(doing=command.doing, error=command.error, clause="house incidents")]
    elif isinstance(command, matters.VoidRound):
        if not hosting.stopped or hosted.has_chips_at_stake():
            raise IllegalError(f"table {hosted.number} has not stopped, or something is still at stake there")
        return [matters.RoundVoided(by=actor, why=command.why, clause="house incidents")]
    elif isinstance(command, matters.RemovePlayer):
        return [
            matters.PlayerRemoved(player=command.player, by=actor, why=command.why, clause="house conduct")
        ]
    elif isinstance(command, matters.SeatBot):
        return [matter_desk.bot_seated(command, actor)]
    elif isinstance(command, matters.SetUpTable):
        facts = {field: getattr(command, field) for field in ("terms", "kind", "game", "host", "code")}
        return [matters.TableSetUp(**facts, clause="house tables")]
    else:
        raise IllegalError(f"{command.name} is nothing that the room decides at a table")
    return draft.made[0][1].events if draft.made else []


def replay_player_command(room: Room, hosted: LiveTable, command: Command, *, actor: str, time: int) -> None:
    """Refuse what somebody did for himself and could not have: a seat or chips beyond the terms."""
    matter_desk.handle_player_command(DryRunUnitOfWork(room, actor=actor, time=time), hosted, command)


def fund_held(hosted: LiveTable, elsewhere: int) -> int:
    """What a jackpot fund was said to hold: here, and at other tables."""
    assert isinstance(hosted.table, PokerTable)
    return hosted.table.roster.accounts()["jackpot fund"] + elsewhere


def doorman(draft: UnitOfWork, command: Command) -> bool:
    """Whether a command is one that is given at the door; then it is decided here."""
    from hoyle.room.live import room_desk

    given: Any = command
    if isinstance(command, people.Enter):
        facts = {name: getattr(given, name) for name in ("kind", "chips", "session", "sponsor")}
        room_desk.enter(draft, given.player, **facts)
    elif isinstance(command, (people.Register, people.ChangePassword)):
        decide = room_desk.register if isinstance(command, people.Register) else room_desk.change_password
        decide(draft, draft.actor, password=given.password, session=given.session, ended=given.ended)
    elif isinstance(command, people.IssueCode):
        room_desk.issue_code(draft, given)
    elif isinstance(command, people.ClaimName):
        room_desk.claim_name(draft, draft.actor, given)
    elif isinstance(command, people.Depart):
        room_desk.depart(draft, given)
    elif isinstance(command, people.GrantPlayChips):
        room_desk.refresh(draft, draft.actor, chips=given.chips)
    elif isinstance(command, people.LogIn):
        room_desk.log_in(draft, draft.actor, good=given.good, failures=given.failures, session=given.session)
    elif isinstance(command, people.LogOut):
        room_desk.log_out(draft, draft.actor, session=given.session)
    else:
        return False
    return True
