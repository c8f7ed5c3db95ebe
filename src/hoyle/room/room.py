"""Room: all state in memory, and the pure decision of a command; reads no clock, disk or entropy.

A refused command has changed nothing. An accepted one has changed the state in memory and may be answered and
published only when the decision's `write` is on disk; where that fails the room is discarded and reloaded
from the store (`recovery`).
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room import room_state
from hoyle.room.auth.permissions import (
    FLOOR,
    GAME_PERMISSIONS,
    GRANTED,
    HOST,
    LIVE_TABLE_PERMISSIONS,
    PERSON,
    PLAYER_COMMANDS,
    REASON_REQUIRED,
    ROOM_PERMISSIONS,
    STANDING_WAGERS,
    TURN_COMMANDS,
    voice,
)
from hoyle.room.chip_ledger import Ledger, own_accounts
from hoyle.room.handlers import room_handlers, table_handlers
from hoyle.room.home_games import ruling_consent
from hoyle.room.idempotency import AnswerCache
from hoyle.room.live_table import automatic_dealer, timed_actions
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import MAX_ID, CommandAnswer, CommandRequest, DecisionContext, is_command_id
from hoyle.room.room_state import FORMER, Person, RoomState
from hoyle.room.unit_of_work import Decision, UnexpectedFailure, UnitOfWork
from hoyle.storage.account_names import deposit, wallet
from hoyle.storage.hash_chain import Chain
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.field_types import abbreviate
from hoyle.table.poker.commands import PayJackpot

MAX_DUE_ACTIONS: Final = 16
"""Tables served in one `tick`: each takes a fraction of a millisecond, and requests that arrive meanwhile
must not wait for the whole room."""


class Room:
    """State of the room in memory: people, tables, balances and hash chains."""

    def __init__(self) -> None:
        self.state = RoomState()
        self.tables: dict[int, LiveTable] = {}
        self.ledger = Ledger()
        self.chains: dict[str, Chain] = {}
        """Head of every stream's hash chain."""
        self.marked = 0
        """Number of the room's own record at its last checkpoint."""
        self.latest = 0
        """Time of the last record that the room was loaded from."""
        self.hosts_elsewhere: dict[int, str] = {}
        """Hosts of home games at other nodes, by table."""
        self.stacks_elsewhere: dict[int, dict[str, int]] = {}
        """Stacks of play chips at tables of other nodes."""
        self.seated_elsewhere: dict[int, list[str]] = {}
        """Players seated at tables of other nodes."""
        self.present: set[int] = set()
        """Tables that somebody plays at or watches: rounds are dealt only there."""
        self.resting = False
        """Whether the room is draining: no new round begins before the tables are handed over."""
        self.granted = AnswerCache()
        """Answers of commands that took effect."""
        self.checkpoint_every = 0
        """Rounds of a table between checkpoints; 0: the default."""
        self._due: dict[int, int] = {}

    def chain(self, stream: str) -> Chain:
        """Return the hash chain of a stream, an empty one if it is new."""
        chain = self.chains.get(stream)
        if chain is None:
            chain = self.chains[stream] = Chain(stream)
        return chain

    # Requests

    def handle(self, request: CommandRequest, moment: DecisionContext) -> Decision:
        """Decide a request, or return the decision on a duplicate of it."""
        before = self.granted.get(request.person, request.idempotency_key)
        if before is not None:
            return Decision(before)
        draft = UnitOfWork(self, moment, request)
        try:
            self._decide(draft, request)
            outcome = draft.finish()
        except HoyleError as error:
            if draft.records:
                # A refusal must not have changed anything; this one has.
                raise UnexpectedFailure(draft, request.table_id) from error
            return Decision(_refusal(request, error))
        except Exception as error:
            raise UnexpectedFailure(draft, request.table_id) from error
        self.granted.keep(request.person, outcome.answer)
        return outcome

    def _decide(self, draft: UnitOfWork, request: CommandRequest) -> None:
        person = self.state.people.get(request.person)
        if person is None or person.kind == FORMER:
            raise IllegalError(f"{abbreviate(request.person)} is not in the room", legal="enter")
        # Without an idempotency key a command that arrives twice would take effect twice.
        if not is_command_id(request.idempotency_key):
            raise InvalidError(
                f"idempotency_key {abbreviate(request.idempotency_key)}: expected 1 to {MAX_ID} printable "
                "ASCII characters, unique to the command"
            )
        name = request.command.get("do")
        if not isinstance(name, str):
            raise InvalidError(f"a command has its name under 'do'; this one has {abbreviate(name)}")
        if not request.table_id:
            role = self._check_role(person, name, (ROOM_PERMISSIONS,), host=False)
            command = command_from_dict(room_state.COMMANDS, request.command)
            _check_reason(role, command)
            room_handlers.HANDLERS[type(command)](draft, command)
            return
        hosted = self.hosted(request.table_id, person, joining=name == "join")
        host = hosted.hosting.host == person.name
        role = self._check_role(person, name, (GAME_PERMISSIONS, LIVE_TABLE_PERMISSIONS), host=host)
        _check_seen(hosted, request)
        if role == PERSON and name in TURN_COMMANDS:
            _check_moment(hosted, request, name)
        if name in table_handlers.COMMANDS:
            command = command_from_dict(table_handlers.COMMANDS, request.command)
            _check_reason(role, command)
            table_handlers.HANDLERS[type(command)](draft, hosted, command)
            return
        command = command_from_dict(hosted.table.COMMANDS, request.command)
        if role == PERSON:
            self._check_going(hosted)
            table_handlers.handle_player_command(draft, hosted, command)
            return
        self.check_neutral(hosted, person.name)
        if hasattr(command, "ruled_by"):
            command = structs.replace(command, ruled_by=person.name)
        if isinstance(command, PayJackpot):
            command = table_handlers.with_fund_total(draft, hosted, command)
        if hosted.terms.private:
            ruling_consent.rule(draft, hosted, command)
        else:
            draft.run_table_command(hosted, command, by=voice(hosted.table, command, role), ruler=person.name)

    def check_neutral(self, hosted: LiveTable, person: str) -> None:
        """Refuse the ruling of a person who plays here themselves, or by a second account or a bot."""
        player = self.plays_as(hosted, person)
        if player:
            plays = "plays" if player == person else f"has {player}, who plays"
            raise IllegalError(
                f"{person} {plays} at table {hosted.number} and rules on nothing there",
                clause="house roles",
                legal="call the floor",
            )

    def plays_as(self, hosted: LiveTable, person: str) -> str:
        """Return the player at a table who is this person, their second account or their bot; else empty."""
        behind = self.state.behind
        for name in sorted(hosted.seated.values(), key=lambda name: name != person):
            if behind(hosted.sponsors.get(name, name)) == behind(person):
                return name
        return ""

    def hosted(self, number: int, person: Person, *, joining: bool = False) -> LiveTable:
        """Return an open table that a person may watch, or that they are `joining` by its link."""
        table = self.tables.get(number)
        if table is None or not (joining or self.may_watch(table, person.name)):
            raise IllegalError(f"there is no table {number} here", legal=", ".join(self._numbers(person)))
        if table.hosting.closed:
            raise IllegalError(f"table {number} is closed")
        return table

    def may_watch(self, hosted: LiveTable, person: str) -> bool:
        """Whether a person may see a table; home games are for guests, bots and the floor."""
        hosting = hosted.hosting
        if not hosted.terms.private or person in hosting.guests or person in hosting.bots:
            return True
        known = self.state.people.get(person)
        return known is not None and FLOOR in known.roles

    def _numbers(self, person: Person) -> list[str]:
        open_ = (hosted for hosted in self.tables.values() if not hosted.hosting.closed)
        return [f"table {hosted.number}" for hosted in open_ if self.may_watch(hosted, person.name)][:20]

    def _check_role(self, person: Person, name: str, matrices: tuple[Any, ...], *, host: bool) -> str:
        """Return the role by which a person may give a command; refuse everything else."""
        roles = [PERSON, *([HOST] if host else []), *person.roles]
        for role in roles:
            if any(name in matrix[role] for matrix in matrices):
                return role
        known = any(name in matrix[role] for matrix in matrices for role in matrix)
        if not known and name not in PLAYER_COMMANDS:
            raise InvalidError(f"{abbreviate(name)} is not a command that a request can give")
        permitted = [role for matrix in matrices for role in matrix if name in matrix[role]]
        if not permitted:
            raise IllegalError(f"{name} is done at a table, and none is named", legal="name the table")
        raise IllegalError(
            f"{person.name} may not order {name}: that is for {' or '.join(dict.fromkeys(permitted))}",
            clause="house roles",
        )

    def _check_going(self, hosted: LiveTable) -> None:
        if hosted.hosting.stopped and hosted.has_chips_at_stake():
            raise IllegalError(
                f"play has stopped at table {hosted.number}: the floor sees to it",
                clause="house incidents",
                legal="wait for the floor",
            )

    # Due actions of the house

    def reschedule(self, hosted: LiveTable) -> None:
        """Update when the house has something to do at a table that has changed."""
        times = [timed_actions.next_due(hosted)]
        if not hosted.hosting.closing or automatic_dealer.in_play(hosted):
            times.append(self._dealer_due(hosted))
        due_times = [time for time in times if time is not None]
        if due_times:
            self._due[hosted.number] = min(due_times)
        else:
            self._due.pop(hosted.number, None)

    def _dealer_due(self, hosted: LiveTable) -> int | None:
        idle = self.resting or hosted.number not in self.present or hosted.game in self.state.disabled_games
        return None if idle and not automatic_dealer.in_play(hosted) else automatic_dealer.next_due(hosted)

    def set_watched_tables(self, numbers: set[int]) -> None:
        """Set the tables that somebody plays at or watches."""
        changed, self.present = self.present ^ numbers, set(numbers)
        for number in changed:
            if number in self.tables:
                self.reschedule(self.tables[number])

    def set_draining(self, resting: bool) -> None:
        """Stop or resume beginning rounds; rounds in play are played to their end."""
        if resting != self.resting:
            self.resting = resting
            for hosted in self.tables.values():
                self.reschedule(hosted)

    def due(self) -> int | None:
        """Time of the next due action, or None."""
        return min(self._due.values(), default=None)

    def due_tables(self, now: int) -> list[LiveTable]:
        """Tables at which an action is due."""
        return [self.tables[number] for number, time in self._due.items() if time <= now]

    def tick(
        self, moment: DecisionContext, most: int = MAX_DUE_ACTIONS
    ) -> tuple[list[Decision], UnexpectedFailure | None]:
        """Run one due action at each of at most `most` tables, up to the first defect."""
        outcomes: list[Decision] = []
        for hosted in self.due_tables(moment.now)[:most]:
            try:
                outcomes.append(self._run_due_action(hosted, moment))
            except UnexpectedFailure as failed:
                return outcomes, failed
        return outcomes, None

    def _run_due_action(self, hosted: LiveTable, moment: DecisionContext) -> Decision:
        draft = UnitOfWork(self, moment)
        try:
            if not timed_actions.run_due(draft, hosted):
                automatic_dealer.run_due(draft, hosted)
            # Move this table to the end of the queue, so that the others get their turn.
            self._due.pop(hosted.number, None)
            self.reschedule(hosted)
            return draft.finish()
        except Exception as error:
            raise UnexpectedFailure(draft, hosted.number) from error

    def count_home_games(self, person: str) -> int:
        """Number of open home games that a person hosts."""
        hosted_here = [table.hosting for table in self.tables.values() if table.hosting.host == person]
        elsewhere = sum(host == person for host in self.hosts_elsewhere.values())
        return sum(not hosting.closed for hosting in hosted_here) + elsewhere

    def sits_somewhere(self, person: str) -> bool:
        """Whether a person has a seat at any table of the room."""
        here = (hosted.seated.values() for hosted in self.tables.values())
        return any(person in names for names in (*here, *self.seated_elsewhere.values()))

    def release_table(self, number: int) -> None:
        """Forget a table that another node owns from now on."""
        hosted = self.tables.pop(number)
        self.chains.pop(hosted.stream, None)
        self._due.pop(number, None)

    # Money

    def wallet_balance(self, person: str) -> int:
        """Play chips of a person, without those at tables."""
        return self.ledger.holds(wallet(person))

    def deposit(self, person: str) -> int:
        """Cage chips of a person, without those at tables."""
        return self.ledger.holds(deposit(person))

    def reconcile(self) -> list[str]:
        """List differences between ledger and tables, and a total of all accounts other than 0."""
        differences = []
        if self.ledger.total():
            differences.append(f"all accounts together hold {self.ledger.total()}, not 0")
        for hosted in self.tables.values():
            differences += self.ledger_differences(hosted)
        return differences

    def ledger_differences(self, hosted: LiveTable) -> list[str]:
        """List differences between the ledger and one table."""
        balances = own_accounts(hosted.number, hosted.table.roster.accounts())
        return [
            f"{account}: {chips} on the table, {self.ledger.holds(account)} in the ledger"
            for account, chips in {**balances, **hosted.reserved_chips()}.items()
            if self.ledger.holds(account) != chips
        ]


def _check_reason(role: str, command: Command) -> None:
    """Require a reason, for the record, where staff act on people and tables."""
    if role in GRANTED and command.name in REASON_REQUIRED and not getattr(command, "why", "").strip():
        raise InvalidError(f"why '': expected a reason, since {command.name} is recorded")


def _check_seen(hosted: LiveTable, request: CommandRequest) -> None:
    """Refuse a command whose `expected_version` names an event that does not exist yet."""
    if (
        request.expected_version is not None
        and hosted.is_set_up
        and request.expected_version > hosted.table.event_count
    ):
        raise IllegalError(
            f"expected_version {request.expected_version}: the last event of table {hosted.number} is "
            f"{hosted.table.event_count}",
            clause="house clock",
            legal=f"0 to {hosted.table.event_count}",
        )


def _check_moment(hosted: LiveTable, request: CommandRequest, name: str) -> None:
    """Refuse a command that answers an earlier turn, round or throw than the current one."""
    if request.expected_version is None:
        raise InvalidError(
            f"expected_version: {name} must name the last table event that its sender has seen"
        )
    turn = hosted.turn
    answers = name in turn.answers and hosted.table.COMMANDS.get(name) not in STANDING_WAGERS
    awaited = answers and turn.person in ("", request.person)
    since = turn.entry if awaited else hosted.moment
    if request.expected_version < since:
        raise IllegalError(
            f"the table has moved on: entry {since} came after entry {request.expected_version}",
            clause="house clock",
            legal="look again, then choose",
        )


def _refusal(request: CommandRequest, error: HoyleError) -> CommandAnswer:
    return CommandAnswer(
        idempotency_key=request.idempotency_key,
        ok=False,
        message=str(error),
        clause=getattr(error, "clause", ""),
        allowed=getattr(error, "legal", ""),
    )
