"""Room: all state in memory, and the pure decision of a command; reads no clock, disk or entropy.

Nothing here reads a clock, draws a random number or touches a disk. What is refused has changed nothing; what
is accepted is in memory, and nobody may be told before the outcome's `write` is on disk. Where that fails the
room is thrown away and resumed from what is there (`recovery`).
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
"""Tables at which the house does something before it listens again: a deck is drawn and dealt in a part of a
millisecond, and nobody who acts meanwhile shall wait for a whole room of them."""


class Room:
    """Everything that goes on, in memory."""

    def __init__(self) -> None:
        self.state = RoomState()
        self.tables: dict[int, LiveTable] = {}
        self.ledger = Ledger()
        self.chains: dict[str, Chain] = {}
        """Where every stream stands."""
        self.marked = 0
        """The room's own record that its last checkpoint stands after."""
        self.latest = 0
        """When the last record was made that it was resumed from."""
        self.hosts_elsewhere: dict[int, str] = {}
        """Hosts of home games that other nodes have, by table."""
        self.stacks_elsewhere: dict[int, dict[str, int]] = {}
        """The play chips that people have before them at tables that other nodes have."""
        self.seated_elsewhere: dict[int, list[str]] = {}
        """Who sits at those tables."""
        self.present: set[int] = set()
        """Tables that a person is at, sitting or looking on: only there is dealt."""
        self.resting = False
        """Whether no round is begun: the tables are about to be somebody else's."""
        self.granted = AnswerCache()
        """What commands that took effect were answered."""
        self.checkpoint_every = 0
        """Rounds of a table after which its state is written down whole; 0: the usual number."""
        self._due: dict[int, int] = {}

    def chain(self, stream: str) -> Chain:
        """The chain of a stream, from its beginning if it is new."""
        found = self.chains.get(stream)
        if found is None:
            found = self.chains[stream] = Chain(stream)
        return found

    # Requests

    def handle(self, request: CommandRequest, moment: DecisionContext) -> Decision:
        """Decide a request."""
        before = self.granted.get(request.person, request.id)
        if before is not None:
            return Decision(before)
        draft = UnitOfWork(self, moment, request)
        try:
            self._decide(draft, request)
            outcome = draft.finish()
        except HoyleError as error:
            if draft.records:
                # What is refused has changed nothing: this has.
                raise UnexpectedFailure(draft, request.table) from error
            return Decision(_refusal(request, error))
        except Exception as error:
            raise UnexpectedFailure(draft, request.table) from error
        self.granted.keep(request.person, outcome.answer)
        return outcome

    def _decide(self, draft: UnitOfWork, request: CommandRequest) -> None:
        person = self.state.people.get(request.person)
        if person is None or person.kind == FORMER:
            raise IllegalError(f"{abbreviate(request.person)} is not in the room", legal="enter")
        # Without an id of its own a command that arrives twice would be done twice.
        if not is_command_id(request.id):
            raise InvalidError(
                f"id {abbreviate(request.id)}: 1 to {MAX_ID} plain characters are wanted, others for each"
            )
        name = request.command.get("do")
        if not isinstance(name, str):
            raise InvalidError(f"a command has its name under 'do'; this one has {abbreviate(name)}")
        if not request.table:
            role = self._check_role(person, name, (ROOM_PERMISSIONS,), host=False)
            command = command_from_dict(room_state.COMMANDS, request.command)
            _check_reason(role, command)
            room_handlers.HANDLERS[type(command)](draft, command)
            return
        hosted = self.hosted(request.table, person, joining=name == "join")
        host = hosted.hosting.host == person.name
        role = self._check_role(person, name, (GAME_PERMISSIONS, LIVE_TABLE_PERMISSIONS), host=host)
        _check_seen(hosted, request)
        if role == PERSON and name in TURN_COMMANDS:
            _check_moment(hosted, request, name)
        if name in table_handlers.COMMANDS:
            matter = command_from_dict(table_handlers.COMMANDS, request.command)
            _check_reason(role, matter)
            table_handlers.HANDLERS[type(matter)](draft, hosted, matter)
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
        """Refuse the ruling of somebody who plays, by themselves, a second account or a bot of theirs."""
        mine = self.plays_as(hosted, person)
        if mine:
            plays = "plays" if mine == person else f"has {mine}, who plays"
            raise IllegalError(
                f"{person} {plays} at table {hosted.number} and rules on nothing there",
                clause="house roles",
                legal="call the floor",
            )

    def plays_as(self, hosted: LiveTable, person: str) -> str:
        """The player at a table behind whom somebody is; empty where there is none."""
        behind = self.state.behind
        for name in sorted(hosted.seated.values(), key=lambda name: name != person):
            if behind(hosted.sponsors.get(name, name)) == behind(person):
                return name
        return ""

    def hosted(self, number: int, person: Person, *, joining: bool = False) -> LiveTable:
        """A table that somebody may come to, or comes to by its link."""
        found = self.tables.get(number)
        if found is None or not (joining or self.may_watch(found, person.name)):
            raise IllegalError(f"there is no table {number} here", legal=", ".join(self._numbers(person)))
        if found.hosting.closed:
            raise IllegalError(f"table {number} is closed")
        return found

    def may_watch(self, hosted: LiveTable, person: str) -> bool:
        """Whether somebody may see a table at all: home games are for who has the link, and for bots."""
        hosting = hosted.hosting
        if not hosted.terms.private or person in hosting.guests or person in hosting.bots:
            return True
        known = self.state.people.get(person)
        return known is not None and FLOOR in known.roles

    def _numbers(self, person: Person) -> list[str]:
        open_ = (hosted for hosted in self.tables.values() if not hosted.hosting.closed)
        return [f"table {each.number}" for each in open_ if self.may_watch(each, person.name)][:20]

    def _check_role(self, person: Person, name: str, matrices: tuple[Any, ...], *, host: bool) -> str:
        """The role by which somebody may give a command; everything else is denied."""
        roles = [PERSON, *([HOST] if host else []), *person.roles]
        for role in roles:
            if any(name in matrix[role] for matrix in matrices):
                return role
        known = any(name in matrix[role] for matrix in matrices for role in matrix)
        if not known and name not in PLAYER_COMMANDS:
            raise InvalidError(f"{abbreviate(name)} is nothing that anybody can ask for here")
        wanted = [role for matrix in matrices for role in matrix if name in matrix[role]]
        if not wanted:
            raise IllegalError(f"{name} is done at a table, and none is named", legal="name the table")
        raise IllegalError(
            f"{person.name} may not order {name}: that is for {' or '.join(dict.fromkeys(wanted))}",
            clause="house roles",
        )

    def _check_going(self, hosted: LiveTable) -> None:
        if hosted.hosting.stopped and hosted.has_chips_at_stake():
            raise IllegalError(
                f"play has stopped at table {hosted.number}: the floor sees to it",
                clause="house incidents",
                legal="wait for the floor",
            )

    # The house's own doing

    def reschedule(self, hosted: LiveTable) -> None:
        """A table has changed: when has the house something to do there?"""
        times = [timed_actions.next_due(hosted)]
        if not hosted.hosting.closing or automatic_dealer.in_play(hosted):
            times.append(self._dealing(hosted))
        found = [time for time in times if time is not None]
        if found:
            self._due[hosted.number] = min(found)
        else:
            self._due.pop(hosted.number, None)

    def _dealing(self, hosted: LiveTable) -> int | None:
        idle = self.resting or hosted.number not in self.present or hosted.game in self.state.disabled_games
        return None if idle and not automatic_dealer.in_play(hosted) else automatic_dealer.next_due(hosted)

    def set_watched_tables(self, numbers: set[int]) -> None:
        """At which tables there is a person now, sitting or looking on."""
        changed, self.present = self.present ^ numbers, set(numbers)
        for number in changed:
            if number in self.tables:
                self.reschedule(self.tables[number])

    def set_draining(self, resting: bool) -> None:
        """Begin no round from now on, or begin them again; what is being played is played to its end."""
        if resting != self.resting:
            self.resting = resting
            for hosted in self.tables.values():
                self.reschedule(hosted)

    def due(self) -> int | None:
        """When the house has something to do next."""
        return min(self._due.values(), default=None)

    def due_tables(self, now: int) -> list[LiveTable]:
        """Tables at which something is due."""
        return [self.tables[number] for number, time in self._due.items() if time <= now]

    def tick(
        self, moment: DecisionContext, most: int = MAX_DUE_ACTIONS
    ) -> tuple[list[Decision], UnexpectedFailure | None]:
        """Do what is due at tables, at each of them one thing, as far as nothing fails."""
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
            # Back to the end of the line: other tables wait for what has just been done here.
            self._due.pop(hosted.number, None)
            self.reschedule(hosted)
            return draft.finish()
        except Exception as error:
            raise UnexpectedFailure(draft, hosted.number) from error

    def count_home_games(self, person: str) -> int:
        """How many home games somebody has open."""
        mine = [each.hosting for each in self.tables.values() if each.hosting.host == person]
        elsewhere = sum(host == person for host in self.hosts_elsewhere.values())
        return sum(not hosting.closed for hosting in mine) + elsewhere

    def sits_somewhere(self, person: str) -> bool:
        """Whether somebody has a seat, at any table of the room."""
        here = (hosted.seated.values() for hosted in self.tables.values())
        return any(person in names for names in (*here, *self.seated_elsewhere.values()))

    def release_table(self, number: int) -> None:
        """A table is somebody else's from now on."""
        hosted = self.tables.pop(number)
        self.chains.pop(hosted.stream, None)
        self._due.pop(number, None)

    # Money

    def wallet_balance(self, person: str) -> int:
        """The play chips of a person that lie on no table."""
        return self.ledger.holds(wallet(person))

    def deposit(self, person: str) -> int:
        """The cage chips of a person that lie on no table."""
        return self.ledger.holds(deposit(person))

    def reconcile(self) -> list[str]:
        """Where the ledger and the tables do not agree, and whether all accounts make nothing."""
        found = []
        if self.ledger.total():
            found.append(f"all accounts together hold {self.ledger.total()}, not 0")
        for hosted in self.tables.values():
            found += self.ledger_differences(hosted)
        return found

    def ledger_differences(self, hosted: LiveTable) -> list[str]:
        """Where the ledger and one table do not agree."""
        told = own_accounts(hosted.number, hosted.table.roster.accounts())
        return [
            f"{account}: {chips} on the table, {self.ledger.holds(account)} in the ledger"
            for account, chips in {**told, **hosted.reserved_chips()}.items()
            if self.ledger.holds(account) != chips
        ]


def _check_reason(role: str, command: Command) -> None:
    """What the house does to people and tables has a reason, and that is on record."""
    if role in GRANTED and command.name in REASON_REQUIRED and not getattr(command, "why", "").strip():
        raise InvalidError(f"why '': say why, for {command.name} is on record")


def _check_seen(hosted: LiveTable, request: CommandRequest) -> None:
    """Refuse a command that claims to have seen an entry which does not exist yet.

    Its sender cannot know the turn that it would act on.
    """
    if request.expects is not None and hosted.is_set_up and request.expects > hosted.table.event_count:
        raise IllegalError(
            f"expects {request.expects}: the last entry of table {hosted.number} is "
            f"{hosted.table.event_count}",
            clause="house clock",
            legal=f"0 to {hosted.table.event_count}",
        )


def _check_moment(hosted: LiveTable, request: CommandRequest, name: str) -> None:
    """A click that answers an earlier moment than this one does nothing."""
    if request.expects is None:
        raise InvalidError(f"expects: {name} names the last entry that its sender has seen at the table")
    turn = hosted.turn
    answers = name in turn.answers and hosted.table.COMMANDS.get(name) not in STANDING_WAGERS
    awaited = answers and turn.person in ("", request.person)
    since = turn.entry if awaited else hosted.moment
    if request.expects < since:
        raise IllegalError(
            f"the table has moved on: entry {since} came after entry {request.expects}",
            clause="house clock",
            legal="look again, then choose",
        )


def _refusal(request: CommandRequest, error: HoyleError) -> CommandAnswer:
    return CommandAnswer(
        id=request.id,
        ok=False,
        said=str(error),
        clause=getattr(error, "clause", ""),
        legal=getattr(error, "legal", ""),
    )
