"""Room owner: loads the room from the store, commits to it, and reloads the room after a failure.

A commit that fails leaves nothing behind: the room in memory is discarded until it can be reloaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hoyle.core.errors import InvalidError
from hoyle.room import recovery
from hoyle.room.handlers import table_handlers
from hoyle.room.idempotency import RetryTracker
from hoyle.room.messages import DecisionContext, Entropy
from hoyle.room.monotonic_clock import Clock, MonotonicClock
from hoyle.room.outage import Outage
from hoyle.room.room import Room
from hoyle.room.unit_of_work import Decision, UnexpectedFailure, UnitOfWork
from hoyle.storage.errors import Damaged, StoreError, Superseded
from hoyle.storage.models import ROOM, CommitUnit
from hoyle.storage.store_interface import Store


class RoomTakenOver(BaseException):
    """Another process owns the room: this one writes nothing any more and exits.

    A `BaseException`, so that the isolation of faults at one table does not swallow it.
    """


class RoomOwner:
    """Owner of a room: the room in memory, the store that it is written to, and the clock."""

    def __init__(self, store: Store, *, now: Clock, entropy: Entropy, steady: Clock | None = None) -> None:
        """Load the room; `steady` is a monotonic clock that shows when the wall clock `now` is set."""
        self.store = store
        self.steady = steady or now
        self.entropy = entropy
        self.alarm: Callable[[UnexpectedFailure], None] = lambda failure: None
        """Error reporting for defects."""
        self.log: Callable[[str], None] = lambda line: None
        """The operator's log: why the store fails, and when it is available again."""
        self.watched: set[int] = set()
        self.repeats = RetryTracker()
        self._outage = Outage(self.steady)
        self._wall_clock = MonotonicClock(now, self.steady)
        self.now = self._wall_clock.now
        self._has_claimed = False
        self.room = self._load_room()

    @property
    def trouble(self) -> str:
        """Public reason why no command is taken and the room is empty; empty while the store works."""
        return self._outage.message

    @property
    def cause(self) -> str:
        """Error of the store for the operator; empty while the store works."""
        return self._outage.cause

    def watch(self, tables: set[int]) -> None:
        """Set the tables with at least one player or viewer."""
        self.watched = set(tables)
        self.room.set_watched_tables(self.watched)

    def _decision_context(self) -> DecisionContext:
        return DecisionContext(self.now(), self.entropy)

    # Loading

    def _load_room(self, *, wake: bool = True) -> Room:
        """Load the room from the store; `wake` restarts the clocks of its tables."""
        room = self._read_room()
        self._wall_clock.advance_to(room.last_record_time)
        decisions = self._restart_clocks(room) if wake else []
        self.store.commit([decision.commit_unit for decision in decisions if decision.commit_unit is not None])
        room.set_watched_tables(self.watched)
        return room

    def _read_room(self) -> Room:
        """Read the room from the store; the first time also take ownership of its streams."""
        streams = [ROOM, *(stream for stream in self.store.streams() if stream != ROOM)]
        if self._has_claimed:
            self.store.check_ownership(streams)
        else:
            self.store.claim_streams(streams)
            self._has_claimed = True
        return recovery.load(self.store)

    def _empty_room(self) -> Room:
        """Return an empty room, to be used while the store fails."""
        return Room()

    def _restart_clocks(self, room: Room) -> list[Decision]:
        self._wall_clock.reset()
        return recovery.restart_clocks(room, self._decision_context())

    # Commits

    def _write(self, decisions: Sequence[Decision]) -> None:
        units = [decision.commit_unit for decision in decisions if decision.commit_unit is not None]
        if units:
            self._commit_units(units)

    def _commit_units(self, units: list[CommitUnit]) -> None:
        """Write units to the store, after claiming the streams that begin with them."""
        new_streams = self._new_streams(units)
        if new_streams:
            self.store.claim_streams(new_streams)
        self.store.commit(units)
        self._outage.record_success()

    def _new_streams(self, units: list[CommitUnit]) -> list[str]:
        """List the streams that do not exist yet: their first record is among these units."""
        return [record.stream for unit in units for record in unit.records if record.number == 1]

    # Failures

    def _is_available(self) -> bool:
        """Whether commands can be decided; retries a failed store when its back-off has passed."""
        return not self.trouble or (not self._outage.retry_in_ms() and self._reload())

    def _fail(self, error: StoreError) -> str:
        """Discard the room, retry the store at once if that is due, and return the public message."""
        message = self._discard_room(error)
        self._is_available()
        return message

    def _discard_room(self, error: StoreError) -> str:
        """Replace the room with an empty one, since its state may not be on disk; return the message."""
        if isinstance(error, Superseded):
            self._superseded(error)
        self.room = self._empty_room()
        self.repeats.all_reconnected()
        if str(error) != self.cause:
            self.log(f"the room takes nothing: {error}")
        return self._outage.record_failure(error)

    def _superseded(self, error: Superseded) -> None:
        """Give up the room to the process that owns it now."""
        raise RoomTakenOver(f"another process has taken the room over: {error}") from error

    def _reload(self, *, wake: bool = True) -> bool:
        """Reload the room from the store; return whether that could be read and written."""
        try:
            self.room = self._load_room(wake=wake)
        except StoreError as error:
            self._discard_room(error)
            return False
        self._end_outage()
        return True

    def _end_outage(self) -> None:
        if self.cause:
            self.log("the room goes on")
        self._outage.clear()

    def _roll_back(self, decisions: Sequence[Decision]) -> None:
        """Undo decisions that the store rejected; what they did not touch is left alone."""
        try:
            recovery.roll_back(self.store, self.room, [decision.commit_unit for decision in decisions])
        except StoreError as error:
            self._fail(error)
        except InvalidError as error:
            self._fail(Damaged(str(error)))

    def _stop_table(self, failure: UnexpectedFailure) -> list[Decision]:
        """Restore and stop a table at which a handler failed, and commit that; the other tables go on.

        The defect may have left it half changed in memory: it is reloaded, and not played on until the floor
        has dealt with the incident.
        """
        self.alarm(failure)
        if failure.affects_room() and not self._reload(wake=False):
            return []
        decisions: list[Decision] = []
        try:
            if not failure.affects_room():
                recovery.roll_back(self.store, self.room, [failure.unit], tables=failure.tables())
            if failure.table in self.room.tables:
                unit = UnitOfWork(self.room, self._decision_context())
                table_handlers.stop(unit, self.room.tables[failure.table], failure.stop_command())
                decisions.append(unit.finish())
                self._write(decisions)
        except StoreError as error:
            self._fail(error)
            return []
        return decisions
