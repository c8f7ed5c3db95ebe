"""Room-stream audit: people, roles, chips at the cage, tables opened, sessions and credentials."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.audit.answer_checks import AnswerChecker
from hoyle.audit.decision_replay import DryRunUnitOfWork, UnlimitedLedger, replay_account_command
from hoyle.audit.findings import CHECKPOINTS, MATTERS, ROLES, SESSIONS, STEPS, Finding, PartResult
from hoyle.audit.installed_files_check import record_files_check
from hoyle.audit.stream_reader import PostingReader, verified_records
from hoyle.audit.table_stream_audit import checkpoint_flaw
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.room import unit_of_work
from hoyle.room.auth.credential_tamper_hashes import password_fingerprint, session_fingerprint
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.commands.room_commands import INTERNAL_COMMANDS
from hoyle.room.events import room_events
from hoyle.room.handlers import room_handlers, timed_actions
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import GRANTED, LIVE_TABLE_PERMISSIONS, PERSON, ROOM_PERMISSIONS
from hoyle.room.recovery import read_step
from hoyle.room.room import Room
from hoyle.room.state.room_state import BOT
from hoyle.room.unit_of_work import HOUSE
from hoyle.rulebooks import VERSION
from hoyle.storage.hash_chain import Head
from hoyle.storage.models import ROOM, Checkpoint, Credential, Record, Session
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.table import command_base as commands
from hoyle.table.log.event_log import LogStep
from hoyle.table.log.log_audit import REPLAY_ERRORS, first_difference

_HOUSE_COMMANDS: Final = frozenset(("grant-role", "revoke-role", "open-table", "close-table", "check-installed-files"))
"""Commands that the program itself gives in the room, beside account commands."""


_SESSION_EVENTS: Final = (
    room_events.Entered, room_events.Registered, room_events.PasswordChanged, room_events.CodeIssued,
    room_events.Departed,
    room_events.LoggedIn, room_events.LoggedOut,
)  # fmt: skip


class SessionHistory:
    """Sessions and password of one person, as the records have them."""

    def __init__(self) -> None:
        self.sessions: dict[str, RecordedSession] = {}
        """Sessions by fingerprint."""
        self.last_login = 0
        self.member = False
        self.password = ""
        """Fingerprint of the stored password; empty if the record has none."""

    def start_session(self, fingerprint: str, time: int) -> None:
        """Record the start of a person's log-in session."""
        self.sessions[fingerprint] = RecordedSession(time)

    def end_session(self, fingerprint: str, time: int) -> bool:
        """Record the end of a person's log-in session; False if there was none."""
        session = self.sessions.get(fingerprint)
        if session is None or session.ended_at:
            return False
        session.ended_at = time
        return True


class RecordedSession:
    """Log-in session as the room's records have it."""

    __slots__ = ("ended_at", "started_at")

    def __init__(self, started_at: int) -> None:
        self.started_at = started_at
        self.ended_at = 0


class RoomStreamAudit:
    """Audit of the room's own stream of records: members, roles, chips and sessions."""

    def __init__(
        self, store: SqlStore, head: Head, checkpoint: Checkpoint | None = None, noted: Head | None = None
    ) -> None:
        self.result = PartResult(part=ROOM)
        self._store = store
        self._head = head
        self._checkpoint = checkpoint
        self._noted_head = noted
        self._room = Room()
        self._room.ledger = UnlimitedLedger()
        self._answers = AnswerChecker(store, self.result)
        self._postings = PostingReader(store, ROOM, head.number, self.result)
        self.session_histories: dict[str, SessionHistory] = {}
        self._roles: list[tuple[int, str, str, bool]] = []
        self._entered: set[str] = set()
        """Everyone who ever entered."""
        self._sponsors: dict[str, str] = {}
        """Sponsor of each second account and bot."""
        self._opened: dict[int, dict[str, Any]] = {}
        self._readings: list[tuple[int, int, int, int]] = []
        """Reads of closed hands: record, time, table and the last record read."""
        self._is_lost = False
        self._last_checkpoint = 0
        """Record of the last checkpoint."""
        self._rules = ""
        """Rules version of the deciding program, as far as the stream says."""
        self._differing: list[Finding] = []
        """Decisions that differ, until it is known which version made them."""
        self._differing_count = 0
        self._record: Record | None = None

    def run(self, progress: Any = None) -> PartResult:
        """Audit the room's whole stream, record by record."""
        for record in verified_records(self._store, ROOM, self._head, self.result, self._noted_head):
            self.result.records += 1
            if progress is not None:
                progress()
            self._audit_record(record)
        self._finish()
        return self.result

    def _audit_record(self, record: Record) -> None:
        self._record = record
        self._is_lost |= self.result.gap
        if self._is_lost:
            return
        try:
            step = read_step(record, room_commands.COMMANDS, room_events.EVENTS)
        except InvalidError as error:
            self._report(STEPS, str(error))
            self._is_lost = True
            return
        self.result.count(STEPS)
        if record.name != step.command.name:
            self._report(STEPS, f"is called {record.name} and holds {step.command.name}")
        if record.actor != step.by:
            self._report(STEPS, f"is of {record.actor} and holds what {step.by} did")
        self.result.count(MATTERS)
        for message in self._replay(step, record):
            self._report_difference(message)
        try:
            for entry in step.events:
                entry.apply(self._room.state)
                self._record_facts(entry, record)
        except REPLAY_ERRORS as error:
            self._report(STEPS, f"{step.command.name} cannot be followed: {error or type(error).__name__}")
            self._is_lost = True
            return
        moved = [transfer for entry in step.events for transfer in entry.transfers() if transfer.chips]
        for source, to, chips in moved:
            self.result.nets[source] = self.result.nets.get(source, 0) - chips
            self.result.nets[to] = self.result.nets.get(to, 0) + chips
        self._postings.check(record.number, record.time, moved)
        self._answers.take(record, step, 0, 0)
        if isinstance(
            step.command, (room_commands.OpenTable, room_commands.OpenHomeGame, room_commands.SuspendPerson)
        ) or (isinstance(step.command, room_commands.Enter) and step.command.kind == BOT):
            self._answers.share()
        if self._checkpoint is not None and self._checkpoint.number == record.number:
            self.result.count(CHECKPOINTS)
            message = checkpoint_flaw(self._checkpoint, record, self._room.state.to_dict())
            self._checkpoint = None
            self._last_checkpoint = record.number
            if message:
                self._report(CHECKPOINTS, message)

    # Decisions

    def _replay(self, step: LogStep, record: Record) -> Iterator[str]:
        dry_run = DryRunUnitOfWork(self._room, actor=record.actor, time=record.time)
        try:
            self._check_giver(step, record)
            self._decide(dry_run, step)
        except (HoyleError, LookupError) as error:
            yield f"{step.command.name} by {record.actor} cannot be done: {error}"
            return
        expected = [step_made.events for hosted, step_made in dry_run.made if hosted is None]
        if not expected or expected[0] != step.events:
            difference = first_difference(step, expected[0] if expected else [], 0, 0)
            yield difference.message if difference is not None else "differs from what was asked for"
        for _, step_made in dry_run.made:
            if isinstance(step_made.command, table_commands.SetUpTable):
                setup: Any = step_made.events[0]
                self._opened[opened_table_number(step)] = {
                    **{name: getattr(setup, name) for name in ("settings", "kind", "game", "host")},
                    "opening": commands.to_dict(dry_run.played[0][0]),
                    "record": record.number,
                }

    def _decide(self, dry_run: DryRunUnitOfWork, step: LogStep) -> None:
        command: Any = step.command
        room = self._room
        room.tables = {}
        if replay_account_command(dry_run, command):
            return
        if isinstance(command, room_commands.CloseTable):
            timed_actions.record_table_closed(dry_run, command)
        elif isinstance(command, room_commands.CheckInstalledFiles):
            # What had changed on disk cannot be found out again.
            for entry in step.events:
                if isinstance(entry, room_events.InstalledFilesChecked):
                    record_files_check(dry_run, command, rules=entry.rules, changed=entry.changed)
        elif isinstance(command, room_commands.AccessHands):
            # The range is checked against the table's stream in `cross_checks`.
            room_handlers.record_access(dry_run, command)
        else:
            opening = isinstance(command, (room_commands.OpenTable, room_commands.OpenHomeGame))
            if opening:
                room.tables = {number: LiveTable(number) for number in room.state.tables}
            room_handlers.HANDLERS[type(command)](dry_run, command)

    def _check_giver(self, step: LogStep, record: Record) -> None:
        """Check that the person who gave a room command was allowed to."""
        actor, name = record.actor, step.command.name
        self.result.count(ROLES)
        if name in INTERNAL_COMMANDS:
            subject = getattr(step.command, "player", actor)
            bot = isinstance(step.command, room_commands.Enter) and step.command.kind == BOT
            for_another = actor not in (HOUSE, subject) and not bot
            if for_another or (isinstance(step.command, room_commands.IssueCode) and actor != HOUSE):
                self._report(ROLES, f"{actor} gave {name} for {subject}")
            return
        if actor == HOUSE:
            if name not in _HOUSE_COMMANDS:
                self._report(ROLES, f"the house gave {name}, which people ask for")
            return
        person = self._room.state.people.get(actor)
        roles = [] if person is None else [PERSON, *person.roles]
        # Some commands are given at a table and recorded here.
        if not any(name in ROOM_PERMISSIONS[role] or name in LIVE_TABLE_PERMISSIONS[role] for role in roles):
            roles_needed = (
                " or ".join(role for role in (PERSON, *GRANTED) if name in ROOM_PERMISSIONS[role]) or "nobody"
            )
            self._report(ROLES, f"{actor} gave {name}, which is for {roles_needed}")

    # Facts for cross-checks

    def _record_facts(self, entry: Any, record: Record) -> None:
        time = record.time
        if isinstance(entry, room_events.InstalledFilesChecked):
            self._rules = entry.rules
            self._settle_differences()
        if isinstance(entry, room_events.HandsAccessed) and self._rules in ("", VERSION):
            self._readings.append((record.number, time, entry.table, entry.last))
        if isinstance(entry, room_events.RoleChanged):
            self._roles.append((time, entry.player, entry.role, entry.on))
            return
        if isinstance(entry, _SESSION_EVENTS):
            self._note_session_event(entry, self.session_histories.setdefault(entry.player, SessionHistory()), time)

    def _note_session_event(self, entry: Any, history: SessionHistory, time: int) -> None:
        if isinstance(entry, room_events.Entered):
            self._entered.add(entry.player)
            if entry.sponsor:
                self._sponsors[entry.player] = entry.sponsor
            if entry.kind != BOT:
                history.start_session(entry.session, time)
        elif isinstance(entry, (room_events.Registered, room_events.PasswordChanged)):
            history.member, history.last_login, history.password = True, time, entry.password
            if entry.session:
                history.start_session(entry.session, time)
        elif isinstance(entry, room_events.CodeIssued):
            if entry.reset and history.member:
                history.password = password_fingerprint("")
        elif isinstance(entry, room_events.Departed):
            if history.member:
                history.password = password_fingerprint("")
            if entry.free:
                self._sponsors.pop(entry.player, None)
        elif isinstance(entry, room_events.LoggedOut):
            if not history.end_session(entry.session, time):
                self._report(SESSIONS, f"{entry.player} ended a session that they did not have")
        elif entry.good:
            history.start_session(entry.session, time)
            history.last_login = time
        elif not entry.failures:
            self._report(SESSIONS, f"{entry.player} has a failed log-in without failures")

    def _finish(self) -> None:
        if not self.result.gap:
            self._postings.end()
        self._answers.end()
        self._settle_differences()
        if self._differing_count:
            self.result.notices.append(
                f"{ROOM}: {self._differing_count:,} decisions are made otherwise by rules {VERSION}; "
                "audit them with the version that made them"
            )
        if self._is_lost:
            return
        if self._checkpoint is not None:
            message = f"the checkpoint stands after record {self._checkpoint.number}, where none is"
            self.result.add(Finding(check=CHECKPOINTS, stream=ROOM, message=message))
        elif self._head.number - self._last_checkpoint >= unit_of_work.ROOM_CHECKPOINT_EVERY:
            message = f"the checkpoint that was due after record {self._last_checkpoint} is missing"
            self.result.add(Finding(check=CHECKPOINTS, stream=ROOM, message=message))
        state = self._room.state
        self.result.facts = {
            "people": sorted(self._entered),
            "vouched": self._sponsors,
            "roles": self._roles,
            "readings": self._readings,
            "opened": self._opened,
            "tables": {
                card.number: {
                    "game": card.game, "book": card.book, "private": card.private, "closed": card.closed,
                }
                for card in state.tables.values()
            },
        }  # fmt: skip

    def check_sessions(self, sessions: list[Session], credentials: list[Credential]) -> None:
        """Check that stored sessions and credentials are those on record."""
        if self._is_lost:
            return
        for session in sessions:
            self.result.count(SESSIONS)
            message = _session_flaw(session, self.session_histories.get(session.person) or SessionHistory())
            if message:
                self.result.add(Finding(check=SESSIONS, message=message))
        for person, history in self.session_histories.items():
            for missing in history.sessions.values():
                message = f"{person} came in at {missing.started_at} and has no session of then"
                self.result.add(Finding(check=SESSIONS, message=message))
        stored = {credential.person: credential for credential in credentials}
        for person in sorted(stored.keys() | self.session_histories.keys()):
            message = _credential_flaw(person, stored.get(person), self.session_histories.get(person))
            self.result.count(SESSIONS)
            if message:
                self.result.add(Finding(check=SESSIONS, message=message))

    def _report_difference(self, message: str) -> None:
        """Report a decision that differs; it is a violation only under the same rules version."""
        record = self._record
        assert record is not None
        finding = Finding(check=MATTERS, stream=ROOM, record=record.number, time=record.time, message=message)
        self._differing.append(finding)
        if self._rules:
            self._settle_differences()

    def _settle_differences(self) -> None:
        """Settle pending differences: the first version on record also made the decisions before it."""
        pending, self._differing = self._differing, []
        if self._rules in ("", VERSION):
            for finding in pending:
                self.result.add(finding)
            return
        if pending and not self._differing_count:
            self.result.notices.append(f"{pending[0]} by {VERSION}; it was decided by rules {self._rules}")
        self._differing_count += len(pending)

    def _report(self, check: str, message: str) -> None:
        number, time = (self._record.number, self._record.time) if self._record is not None else (0, 0)
        self.result.add(Finding(check=check, stream=ROOM, record=number, time=time, message=message))


def opened_table_number(step: LogStep) -> int:
    """Return the number of the table that a record of the room opened."""
    return next((entry.table for entry in step.events if isinstance(entry, room_events.TableOpened)), 0)


def _session_flaw(session: Session, history: SessionHistory) -> str:
    """Return the flaw of a stored session; remove its recorded session from the history."""
    session_on_record = history.sessions.pop(session_fingerprint(session), None)
    if session_on_record is None:
        return f"a session of {session.person} from {session.started_at} that nobody began"
    if session.ended_at != session_on_record.ended_at:
        return (
            f"the session of {session.person} from {session.started_at} ended at {session.ended_at}, "
            f"by the records {session_on_record.ended_at}"
        )
    return ""


def _credential_flaw(person: str, credential: Credential | None, history: SessionHistory | None) -> str:
    if credential is None:
        return f"{person} is a member and has no password" if history is not None and history.member else ""
    if history is None or not history.member:
        return f"{person} has a password and never registered"
    if credential.last_login != history.last_login:
        return f"{person}: last login is {credential.last_login} in the store and {history.last_login} on record"
    if history.password and password_fingerprint(credential.password) != history.password:
        return f"{person}: the password in the store is not the one on record"
    return ""
