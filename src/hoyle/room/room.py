"""Room: people, tables, balances and hash chains in memory, and when the house is due to act at a table."""

from __future__ import annotations

from hoyle.core.errors import IllegalError
from hoyle.room.chip_ledger import Ledger, own_accounts
from hoyle.room.idempotency import AnswerCache
from hoyle.room.live_table import due_times
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import FLOOR
from hoyle.room.state.room_state import Person, RoomState
from hoyle.storage.account_names import deposit, wallet
from hoyle.storage.hash_chain import Chain


class Room:
    """State of the room in memory: people, tables, balances and hash chains."""

    def __init__(self) -> None:
        self.state = RoomState()
        self.tables: dict[int, LiveTable] = {}
        self.ledger = Ledger()
        self.chains: dict[str, Chain] = {}
        """Head of every stream's hash chain."""
        self.last_checkpoint = 0
        """Number of the room's own record at its last checkpoint."""
        self.last_record_time = 0
        """Time of the last record that the room was loaded from."""
        self.hosts_elsewhere: dict[int, str] = {}
        """Hosts of home games at other nodes, by table."""
        self.stacks_elsewhere: dict[int, dict[str, int]] = {}
        """Stacks of play chips at tables of other nodes."""
        self.seated_elsewhere: dict[int, list[str]] = {}
        """Players seated at tables of other nodes."""
        self.watched_tables: set[int] = set()
        """Tables with at least one player or viewer: rounds are dealt only there."""
        self.is_draining = False
        """Whether the room is draining: no new round begins before the tables are handed over."""
        self.accepted_answers = AnswerCache()
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

    # Tables

    def check_neutral(self, live_table: LiveTable, person: str) -> None:
        """Refuse the ruling of a person who plays here themselves, or by a second account or a bot."""
        player = self.plays_as(live_table, person)
        if player:
            plays = "plays" if player == person else f"has {player}, who plays"
            raise IllegalError(
                f"{person} {plays} at table {live_table.number} and rules on nothing there",
                clause="house roles",
                legal="call the floor",
            )

    def plays_as(self, live_table: LiveTable, person: str) -> str:
        """Return the player at a table who is this person, their second account or their bot; else empty."""
        owner = self.state.account_owner
        for name in sorted(live_table.seated.values(), key=lambda name: name != person):
            if owner(live_table.sponsors.get(name, name)) == owner(person):
                return name
        return ""

    def find_visible_table(self, number: int, person: Person, *, joining: bool = False) -> LiveTable:
        """Return an open table that a person may watch, or is `joining` by its link; refuse any other."""
        table = self.tables.get(number)
        if table is None or not (joining or self.may_watch(table, person.name)):
            raise IllegalError(f"there is no table {number} here", legal=", ".join(self._visible_tables(person)))
        if table.hosting.closed:
            raise IllegalError(f"table {number} is closed")
        return table

    def may_watch(self, live_table: LiveTable, person: str) -> bool:
        """Whether a person may see a table; home games are for guests, bots and the floor."""
        hosting = live_table.hosting
        if not live_table.settings.private or person in hosting.guests or person in hosting.bots:
            return True
        account = self.state.people.get(person)
        return account is not None and FLOOR in account.roles

    def _visible_tables(self, person: Person) -> list[str]:
        open_tables = (live_table for live_table in self.tables.values() if not live_table.hosting.closed)
        return [f"table {live_table.number}" for live_table in open_tables if self.may_watch(live_table, person.name)][
            :20
        ]

    # Due actions of the house

    def reschedule(self, live_table: LiveTable) -> None:
        """Update the time at which the house is due to act at a table that has changed."""
        times = [due_times.next_timed_action(live_table)]
        if not live_table.hosting.closing or due_times.in_play(live_table):
            times.append(self._dealer_due(live_table))
        upcoming = [time for time in times if time is not None]
        if upcoming:
            self._due[live_table.number] = min(upcoming)
        else:
            self._due.pop(live_table.number, None)

    def requeue(self, live_table: LiveTable) -> None:
        """Move a table to the end of the queue of due actions, so that the others get their turn."""
        self._due.pop(live_table.number, None)
        self.reschedule(live_table)

    def _dealer_due(self, live_table: LiveTable) -> int | None:
        """Return when the dealer acts next at a table; None where no new round may begin."""
        idle = (
            self.is_draining
            or live_table.number not in self.watched_tables
            or live_table.game in self.state.disabled_games
        )
        if idle and not due_times.in_play(live_table):
            return None
        return due_times.next_dealer_action(live_table)

    def set_watched_tables(self, numbers: set[int]) -> None:
        """Set the tables that have a player or spectator connected; rounds are dealt only there."""
        changed, self.watched_tables = self.watched_tables ^ numbers, set(numbers)
        for number in changed:
            if number in self.tables:
                self.reschedule(self.tables[number])

    def set_draining(self, resting: bool) -> None:
        """Stop or resume beginning rounds; rounds in play are played to their end."""
        if resting != self.is_draining:
            self.is_draining = resting
            for live_table in self.tables.values():
                self.reschedule(live_table)

    def due(self) -> int | None:
        """Return the time of the next due action at any table, or None."""
        return min(self._due.values(), default=None)

    def due_tables(self, now: int) -> list[LiveTable]:
        """Return the tables at which an action of the house is due."""
        return [self.tables[number] for number, time in self._due.items() if time <= now]

    def count_home_games(self, person: str) -> int:
        """Count the open home games that a person hosts, at all nodes."""
        tables = self.tables.values()
        here = sum(table.hosting.host == person and not table.hosting.closed for table in tables)
        return here + sum(host == person for host in self.hosts_elsewhere.values())

    def sits_somewhere(self, person: str) -> bool:
        """Whether a person has a seat at any table of the room."""
        seated_here = (live_table.seated.values() for live_table in self.tables.values())
        return any(person in names for names in (*seated_here, *self.seated_elsewhere.values()))

    def release_table(self, number: int) -> None:
        """Forget a table that another node owns from now on."""
        live_table = self.tables.pop(number)
        self.chains.pop(live_table.stream, None)
        self._due.pop(number, None)

    # Money

    def wallet_balance(self, person: str) -> int:
        """Return the play chips of a person, without those at tables."""
        return self.ledger.holds(wallet(person))

    def deposit(self, person: str) -> int:
        """Return the cage chips of a person, without those at tables."""
        return self.ledger.holds(deposit(person))

    def reconcile(self) -> list[str]:
        """List differences between ledger and tables, and a total of all accounts other than 0."""
        differences = []
        if self.ledger.total():
            differences.append(f"all accounts together hold {self.ledger.total()}, not 0")
        for live_table in self.tables.values():
            differences += self.ledger_differences(live_table)
        return differences

    def ledger_differences(self, live_table: LiveTable) -> list[str]:
        """List differences between the ledger and one table."""
        balances = own_accounts(live_table.number, live_table.table.roster.accounts())
        return [
            f"{account}: {chips} on the table, {self.ledger.holds(account)} in the ledger"
            for account, chips in {**balances, **live_table.reserved_chips()}.items()
            if self.ledger.holds(account) != chips
        ]
