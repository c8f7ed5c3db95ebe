"""Table-stream audit: decides every command of one table again and compares it with the log.

A table in the state that the log has reached decides every command again. If the log differs, that is
reported, and the audit continues from what is written, so that one wrong record does not hide the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import json

from hoyle.audit.answer_checks import AnswerChecker
from hoyle.audit.decision_replay import bare_room, recorded_fund, replay_player_command, replay_room_command
from hoyle.audit.draw_checks import DrawChecker
from hoyle.audit.findings import (
    BALANCES,
    CHECKPOINTS,
    DECISIONS,
    DRAWS,
    HANDS,
    JACKPOTS,
    MATTERS,
    ROLES,
    STEPS,
    Finding,
    HouseCommand,
    PartResult,
    Payment,
)
from hoyle.audit.stream_reader import PostingReader, verified_records
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.room import unit_of_work
from hoyle.room.chip_ledger import own_accounts
from hoyle.room.commands import table_commands
from hoyle.room.events import table_events
from hoyle.room.handlers import ruling_consent
from hoyle.room.live_table import due_times
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import (
    FLOOR,
    GAME_PERMISSIONS,
    GRANTED,
    HOST,
    LIVE_TABLE_PERMISSIONS,
    MANAGER,
    PERSON,
    PLAYER_COMMANDS,
    role_of,
)
from hoyle.room.recovery import TABLE, StepReader
from hoyle.room.state import live_table_state
from hoyle.room.unit_of_work import HOUSE
from hoyle.rulebooks import VERSION
from hoyle.storage.account_names import jackpot
from hoyle.storage.errors import StoreError
from hoyle.storage.hash_chain import Head
from hoyle.storage.models import Checkpoint, HandIndexEntry, Record
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.table import command_base as commands
from hoyle.table.base import CLOCK, Table
from hoyle.table.log.event_log import LogStep
from hoyle.table.log.log_audit import REPLAY_ERRORS, first_difference
from hoyle.table.seats import CancelDeferred, JoinWaitingList, LeaveWaitingList, PayJackpot, Sit, TopUp

_HOUSE_COMMANDS: Final = (
    table_commands.CommitSecret,
    table_commands.DrawCommittedCards,
    table_commands.RestartClocks,
    table_commands.Stop,
)
_ALSO_HOUSE: Final = (table_commands.SetUpTable, table_commands.SeatBot, table_commands.Close)
"""Commands that the house may also give: it opens tables with bots, and closes them."""
_DRAW_COMMANDS: Final = (table_commands.CommitSecret, table_commands.DrawCommittedCards)
_BOUND_BY_TERMS: Final = (Sit, TopUp, JoinWaitingList, LeaveWaitingList, CancelDeferred)
"""Players' own commands that the room's terms limit."""
_RETURNS: Final = "return-wagers"
_MANAGERS_TOO: Final = frozenset(("leave", "open", _RETURNS))
"""Given in the floor's name when a manager removes a player, opens a table or calls a round off."""


class TableStreamAudit:
    """Audit of one table's stream of records: decides every command again and compares."""

    def __init__(
        self, store: SqlStore, stream: str, head: Head, checkpoint: Checkpoint | None = None, noted: Head | None = None
    ) -> None:
        self.result = PartResult(part=stream)
        self.hosted = LiveTable(int(stream.removeprefix(TABLE)))
        self._store = store
        self._stream = stream
        self._head = head
        self._checkpoint = checkpoint
        self._noted_head = noted
        self._reader = StepReader()
        self._room = bare_room()
        self._draws = DrawChecker(self.hosted)
        self._answers = AnswerChecker(store, self.result)
        self._postings = PostingReader(store, stream, head.number, self.result)
        self._hands = _HandIndexReader(store, stream, head.number, self.result)
        self._rules = ""
        """Rules version that decided, as the stream says."""
        self._differing_count = 0
        """Number of decisions under another version that this program would make differently."""
        self._is_lost = False
        """Whether the log has reached something that cannot be replayed."""
        self._rounds_at_checkpoint = 0
        """Rounds played before the last checkpoint."""
        self._checkpoint_due = 0
        """Record at which the next checkpoint was due; 0 while none is."""
        self._agreed_ruling: live_table_state.Ruling | None = None
        """Ruling that was just agreed to, until it is carried out."""
        self._record: Record | None = None

    def run(self, progress: Any = None) -> PartResult:
        """Audit the table's whole stream, record by record."""
        for record in verified_records(self._store, self._stream, self._head, self.result, self._noted_head):
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
            step = self._reader.read(record)
        except InvalidError as error:
            self._report(STEPS, str(error))
            self._is_lost = True
            return
        self.result.count(STEPS)
        if record.name != step.command.name:
            self._report(STEPS, f"is called {record.name} and holds {step.command.name}")
        before = self._event_count
        try:
            self._decide(step, record)
            moved, hand = self.hosted.on_step(step, time=record.time, number=record.number)
        except REPLAY_ERRORS as error:
            message = str(error) or type(error).__name__
            self._report(STEPS, f"{step.command.name} cannot be followed: {message}")
            self._is_lost = True
            return
        moved = [transfer for transfer in moved if transfer.chips]
        for source, to, chips in moved:
            self.result.nets[source] = self.result.nets.get(source, 0) - chips
            self.result.nets[to] = self.result.nets.get(to, 0) + chips
        self._postings.check(record.number, record.time, moved)
        if hand is not None:
            self.result.hands += 1
            self._hands.check(hand, self._rules)
        self._answers.take(record, step, before, self._event_count)
        self._check_checkpoint(record)

    @property
    def _event_count(self) -> int:
        return self.hosted.table.event_count if self.hosted.is_set_up else 0

    # Decisions

    def _decide(self, step: LogStep, record: Record) -> None:
        self._check_giver(step, record)
        is_room_command = isinstance(step.command, tuple(table_commands.COMMANDS.values())) or (
            bool(step.events) and isinstance(step.events[0], table_events.LiveTableEvent)
        )
        if is_room_command:
            self._audit_room_command(step, record)
        else:
            self._audit_table_command(step, record)

    def _audit_room_command(self, step: LogStep, record: Record) -> None:
        hosted = self.hosted
        self.result.count(MATTERS)
        if isinstance(step.command, _DRAW_COMMANDS):
            self.result.count(DRAWS)
            if len(step.events) != 1:
                self._report(DRAWS, f"{step.command.name} makes one entry, not {len(step.events)}")
            for entry in step.events:
                self._report_all(DRAWS, self._draws.check_event(step.command, entry))
        elif isinstance(step.command, table_commands.RestartClocks):
            if [type(entry) for entry in step.events] != [table_events.ClocksRestarted]:
                self._report(MATTERS, "wake makes no other entry than woken")
        else:
            for message in self._replay(step, record):
                self._report_difference(MATTERS, message)
        for entry in step.events:
            if isinstance(entry, table_events.RulingClosed) and entry.carried:
                self._agreed_ruling = hosted.hosting.ruling
            hosted.apply_room_event(entry)
            if isinstance(entry, table_events.ClocksRestarted):
                self._rules = entry.rules
            if isinstance(entry, table_events.TableSetUp):
                self.result.facts["settings"] = {
                    **{name: getattr(entry, name) for name in ("settings", "kind", "game", "host")},
                    "record": record.number,
                }

    def _replay(self, step: LogStep, record: Record) -> Iterator[str]:
        try:
            events = replay_room_command(self._room, self.hosted, step, actor=record.actor, time=record.time)
        except HoyleError as error:
            yield f"{step.command.name} by {record.actor} cannot be done: {error}"
            return
        if events != step.events:
            difference = first_difference(step, events, 0, 0)
            yield difference.message if difference is not None else "differs from what was asked for"

    def _audit_table_command(self, step: LogStep, record: Record) -> None:
        hosted, table = self.hosted, self.hosted.table
        before = table.event_count
        self.result.count(DECISIONS)
        self._report_all(DRAWS, self._draws.check_command(step.command))
        if isinstance(step.command, PayJackpot):
            if record.actor == step.command.player:
                self._report_difference(ROLES, f"{record.actor} paid a jackpot to themselves")
            fund_chips = recorded_fund(hosted, step.command.elsewhere)
            fund = jackpot(hosted.fund())
            self.result.count(JACKPOTS)
            self.result.payments.append(
                Payment(stream=self._stream, record=record.number, time=record.time, fund=fund, held=fund_chips)
            )
        if step.by == record.actor and isinstance(step.command, _BOUND_BY_TERMS):
            try:
                replay_player_command(self._room, hosted, step.command, actor=record.actor, time=record.time)
            except HoyleError as error:
                message = f"{step.command.name} by {record.actor} cannot be done: {error}"
                self._report_difference(MATTERS, message)
        if step.command.name == _RETURNS and not hosted.hosting.stopped:
            message = f"{record.actor} called a round off at a table that had not stopped"
            self._report_difference(MATTERS, message)
        decided: list[Any] = []
        try:
            decided = table.do(step.command, step.by)
        except REPLAY_ERRORS as error:
            message = str(error) or type(error).__name__
            message = f"{step.command.name} by {step.by} cannot be done: {message}"
            self._report_difference(DECISIONS, message, entry=before + 1)
        else:
            difference = first_difference(step, decided, before, 0)
            if difference is not None:
                self._report_difference(DECISIONS, difference.message, entry=difference.entry)
        if decided != step.events:
            table.replace_last(step.events, len(decided))
        if step.command.name == "open":
            self._rules = getattr(step.events[0], "rules", "") if step.events else ""
            self.result.facts["opening"] = commands.to_dict(step.command)
            self.result.facts["book"] = table.book_id

    def _report_difference(self, check: str, message: str, *, entry: int = 0) -> None:
        """Report a decision that differs; it is a violation only under the same rules version."""
        if self._rules in ("", VERSION):
            self._report(check, message, entry=entry)
            return
        if not self._differing_count:
            entry_text = f", entry {entry}" if entry else ""
            self.result.notices.append(
                f"{self._stream}, record {self._number}{entry_text}: decided by rules {self._rules}; "
                f"by {VERSION} {message}"
            )
        self._differing_count += 1

    # Permissions

    def _check_giver(self, step: LogStep, record: Record) -> None:
        """Check that the person who gave a table command was allowed to, in the name they gave it."""
        actor, by, name = record.actor, step.by, step.command.name
        hosting = self.hosted.hosting
        is_host = actor == hosting.host
        self.result.count(ROLES)
        if isinstance(step.command, _HOUSE_COMMANDS) and actor != HOUSE:
            self._report(ROLES, f"{actor} gave {name}, which is the house's own")
        elif actor == HOUSE:
            self._check_house_command(step, record)
        elif name in ("set-up-table", "open"):
            if not is_host and name == "open":
                self._record_house_command(record, FLOOR, MANAGER)
        elif by == actor and isinstance(step.command, tuple(table_commands.COMMANDS.values())):
            as_host = is_host and name in LIVE_TABLE_PERMISSIONS[HOST]
            if name not in LIVE_TABLE_PERMISSIONS[PERSON] and not as_host:
                roles = [role for role in GRANTED if name in LIVE_TABLE_PERMISSIONS[role]]
                self._record_house_command(record, *roles)
        elif by == actor:
            if name not in PLAYER_COMMANDS:
                self._report(ROLES, f"{actor} gave {name}, which nobody gives for themselves")
        elif by not in Table.STAFF_NAMES:
            requesters = [ask.person for ask in hosting.seat_requests]
            if by not in hosting.bots and (by not in requesters or not is_host):
                self._report(ROLES, f"{actor} gave {name} for {by}")
        elif self._agreed_ruling is not None:
            # The player who gave the last consent carries out another's ruling.
            if commands.to_dict(step.command) != self._agreed_ruling.command:
                self._report(ROLES, f"{actor} gave {name}, and {self._agreed_ruling.command.get('do')} was agreed to")
        elif name in _MANAGERS_TOO:
            if not is_host:
                self._record_house_command(record, FLOOR, MANAGER)
        elif name in GAME_PERMISSIONS.get(role_of(by), ()):
            self._check_ruling(step, record)
        else:
            self._report(ROLES, f"{actor} gave {name} as {by}, who does not")
        if not isinstance(step.command, table_commands.Consent):
            self._agreed_ruling = None

    def _check_ruling(self, step: LogStep, record: Record) -> None:
        """Check a ruling: record the role it takes, and report missing consent of players."""
        hosted = self.hosted
        host = record.actor == hosted.hosting.host
        self._record_house_command(record, *(() if host else (role_of(step.by),)), seated=True)
        if hosted.settings.private:
            try:
                concerned = ruling_consent.costs(hosted, step.command)
            except HoyleError:
                return  # reported where it is decided again
            if concerned:
                message = f"{record.actor} ruled {step.command.name}, to which {', '.join(concerned)} had to agree"
                self._report_difference(ROLES, message)

    def _check_house_command(self, step: LogStep, record: Record) -> None:
        name = step.command.name
        if isinstance(step.command, tuple(table_commands.COMMANDS.values())):
            if not isinstance(step.command, (*_HOUSE_COMMANDS, *_ALSO_HOUSE)):
                self._report(ROLES, f"the house gave {name}, which people ask for")
            return
        if step.by not in Table.STAFF_NAMES and not (name == "sit" and step.by in self.hosted.hosting.bots):
            self._report(ROLES, f"the house gave {name} for {step.by}")
        if step.by == CLOCK:
            due_time = due_times.next_timed_action(self.hosted)
            if due_time is None or due_time > record.time:
                late = "nothing was due" if due_time is None else f"{due_time - record.time:,} ms were left"
                self._report(MATTERS, f"the clock gave {name} before time: {late}")

    def _record_house_command(self, record: Record, *roles: str, seated: bool = False) -> None:
        hosted = self.hosted
        players = [hosted.sponsors.get(name, name) for name in hosted.seated.values()] if seated else []
        self.result.rulings.append(
            HouseCommand(
                stream=self._stream,
                record=record.number,
                time=record.time,
                person=record.actor,
                roles=tuple(dict.fromkeys(roles)),
                seated=tuple(players) if self._rules in ("", VERSION) else (),
            )
        )

    # Checkpoints and balances

    def _check_checkpoint(self, record: Record) -> None:
        hosted, checkpoint = self.hosted, self._checkpoint
        long = hosted.rounds_since_checkpoint - self._rounds_at_checkpoint >= unit_of_work.CHECKPOINT_EVERY
        if long and not self._checkpoint_due and hosted.table.is_between_rounds():
            self._checkpoint_due = record.number
        if checkpoint is None or checkpoint.number != record.number:
            return
        self._checkpoint = None
        self._rounds_at_checkpoint, self._checkpoint_due = hosted.rounds_since_checkpoint, 0
        self.result.count(CHECKPOINTS)
        message = checkpoint_flaw(checkpoint, record, self.hosted.to_dict())
        if message:
            self._report(CHECKPOINTS, message)

    def _finish(self) -> None:
        if not self.result.gap:
            self._postings.end()
        self._answers.end()
        if self._differing_count:
            self.result.notices.append(
                f"{self._stream}: {self._differing_count:,} decisions are made otherwise by rules {VERSION}; "
                "audit them with the version that made them"
            )
        if self._is_lost:
            return
        self._hands.end()
        if self._checkpoint is not None:
            message = f"the checkpoint stands after record {self._checkpoint.number}, where none is"
            self.result.add(Finding(check=CHECKPOINTS, stream=self._stream, message=message))
        elif self._checkpoint_due:
            message = f"the checkpoint that was due after record {self._checkpoint_due} is missing"
            self.result.add(Finding(check=CHECKPOINTS, stream=self._stream, message=message))
        if self.hosted.is_set_up:
            self.result.facts["closed"] = self.hosted.hosting.closed
            self.result.facts["private"] = self.hosted.settings.private
            self.result.facts["cage"] = self.hosted.for_cage_chips()
            if self.hosted.for_cage_chips():
                self.result.facts["fund"] = self.hosted.fund()
            self._check_accounts()

    def _check_accounts(self) -> None:
        """Check the table's accounts against what the events moved there."""
        hosted = self.hosted
        actual = {**own_accounts(hosted.number, hosted.table.roster.accounts()), **hosted.reserved_chips()}
        moved = {
            account: chips for account, chips in self.result.nets.items() if account.startswith(f"{self._stream} ")
        }
        for account in sorted(actual.keys() | moved.keys()):
            self.result.count(BALANCES)
            on_table, posted = actual.get(account, 0), moved.get(account, 0)
            if on_table != posted:
                message = f"{account}: {on_table:,} on the table, {posted:,} came there"
                self.result.add(Finding(check=BALANCES, stream=self._stream, message=message))

    # Reporting

    @property
    def _number(self) -> int:
        return self._record.number if self._record is not None else 0

    def _report(self, check: str, message: str, *, entry: int = 0) -> None:
        time = self._record.time if self._record is not None else 0
        self.result.add(
            Finding(check=check, stream=self._stream, record=self._number, entry=entry, time=time, message=message)
        )

    def _report_all(self, check: str, messages: Iterator[str]) -> None:
        for message in messages:
            self._report(check, message)


def checkpoint_flaw(checkpoint: Checkpoint, record: Record, state: dict[str, Any]) -> str:
    """Return the flaw of a checkpoint after a record, compared with the replayed state."""
    if checkpoint.hash != record.hash:
        return "the checkpoint after it names another hash"
    try:
        actual = json.decode(checkpoint.state)
    except ValueError as error:
        return f"the checkpoint after it cannot be read: {error}"
    expected = json.decode(json.encode(state))
    if actual == expected:
        return ""
    part = _first_difference(actual, expected, "")
    return f"the checkpoint after it is not where the records lead: {part}"


def _first_difference(actual: Any, expected: Any, path: str) -> str:
    if isinstance(actual, dict) and isinstance(expected, dict):
        for key in sorted(actual.keys() | expected.keys()):
            if actual.get(key) != expected.get(key) or (key in actual) != (key in expected):
                return _first_difference(actual.get(key), expected.get(key), f"{path} {key}")
    if isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        for index, (item, expected_item) in enumerate(zip(actual, expected, strict=True)):
            if item != expected_item:
                return _first_difference(item, expected_item, f"{path} {index + 1}")
    return f"{path.strip() or 'all of it'} is {str(actual)[:60]!r} and must be {str(expected)[:60]!r}"


class _HandIndexReader:
    """Reader of a table's hand index, in step with its records."""

    def __init__(self, store: SqlStore, stream: str, to: int, result: PartResult) -> None:
        self._store = store
        self._rows = store.indexed_hands(stream)
        self._stream = stream
        self._to = to
        self._result = result

    def _next(self) -> tuple[HandIndexEntry, tuple[str, ...]] | None:
        try:
            return next(self._rows, None)
        except StoreError as error:
            self._report(None, f"the index cannot be read on: {error}")
            return None

    def check(self, played: HandIndexEntry, rules: str) -> None:
        """Check that the next hand in the hand index is the one just replayed."""
        self._result.count(HANDS)
        row = self._next()
        while row is not None and row[0].first_record < played.first_record:
            self._report(row[0], f"the index has a round {row[0].round} that was not played")
            row = self._next()
        if row is None or row[0].first_record != played.first_record:
            self._report(played, f"the index has no round {played.round}")
            if row is not None:
                self._rows = _put_back(row, self._rows)
            return
        hand, people = row
        for field in HandIndexEntry.__struct_fields__:
            expected = rules if field == "rules" and rules else getattr(played, field)
            actual = getattr(hand, field)
            if actual != expected:
                message = f"round {played.round} in the index: {field} is {actual!r}, was {expected!r}"
                self._report(played, message)
                return
        if sorted(people) != sorted(f"{person} at {played.ended_at}" for person in played.people):
            self._report(played, f"round {played.round} is not found under exactly its people")

    def end(self) -> None:
        row = self._next()
        while row is not None:
            if row[0].last_record <= self._to or row[0].last_record > self._store.head(self._stream).number:
                self._report(row[0], f"the index has a round {row[0].round} that was not played")
            row = self._next()

    def _report(self, hand: HandIndexEntry | None, message: str) -> None:
        self._result.add(
            Finding(
                check=HANDS,
                stream=self._stream,
                record=0 if hand is None else hand.last_record,
                time=0 if hand is None else hand.ended_at,
                message=message,
            )
        )


def _put_back(
    row: tuple[HandIndexEntry, tuple[str, ...]], rows: Iterator[tuple[HandIndexEntry, tuple[str, ...]]]
) -> Iterator[tuple[HandIndexEntry, tuple[str, ...]]]:
    yield row
    yield from rows
