"""Periodic tasks beside the tables: close expired sessions and guest accounts, run operator requests.

They also put failed logins on record. `PeriodicTasks.work` runs whatever is due.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from hoyle.core.errors import HoyleError
from hoyle.room.auth import operator_requests
from hoyle.room.state.room_state import GUEST
from hoyle.server.api.room_context import RoomContext
from hoyle.server.gateway.subscriptions import Subscriptions
from hoyle.server.ipc.messages import Message
from hoyle.storage.errors import StoreError

MAINTENANCE_INTERVAL_MS: Final = 60_000
MAINTENANCE_RUNS_PER_GUEST_CHECK: Final = 10
OPERATOR_REQUESTS_INTERVAL_MS: Final = 1_000


class PeriodicTasks:
    """Scheduler of one room's periodic tasks."""

    def __init__(
        self,
        service: RoomContext,
        viewers: Subscriptions,
        end_expired_sessions: Callable[[], list[Message]],
        close_ended_sessions: Callable[[Sequence[str]], list[Message]],
    ) -> None:
        self._service = service
        self._viewers = viewers
        self._end_expired_sessions = end_expired_sessions
        self._close_ended_sessions = close_ended_sessions
        self._steady = service.pipeline.steady
        self._next_maintenance = self._steady() + MAINTENANCE_INTERVAL_MS
        self._next_operator_check = self._steady()
        self._maintenance_runs = 0
        self._recent_people: set[str] = set()
        """People connected since the last check of guest accounts."""
        self.runs_operator_requests = False
        """Whether operators may leave requests in the store."""

    def due_in(self) -> int:
        """Return the milliseconds until a periodic task is due."""
        if self._service.pipeline.trouble:
            return MAINTENANCE_INTERVAL_MS
        due = self._next_maintenance
        if self.runs_operator_requests:
            due = min(due, self._next_operator_check)
        return max(0, due - self._steady())

    def record_connection(self, person: str) -> None:
        """Record that a person has connected: the account of a guest who connects does not expire."""
        if person:
            self._recent_people.add(person)

    def run_due(self) -> list[Message]:
        """Run the periodic tasks that are due."""
        if self._service.pipeline.trouble:
            return []
        out: list[Message] = []
        # The pipeline handles a failing store; a task that failed runs again when it is due next.
        with suppress(HoyleError, StoreError):
            if self.runs_operator_requests and self._steady() >= self._next_operator_check:
                self._next_operator_check = self._steady() + OPERATOR_REQUESTS_INTERVAL_MS
                out += self._run_operator_requests()
            if self._steady() >= self._next_maintenance:
                self._next_maintenance = self._steady() + MAINTENANCE_INTERVAL_MS
                self._maintenance_runs += 1
                out += self._run_maintenance()
        return out

    def _run_maintenance(self) -> list[Message]:
        out = self._end_expired_sessions()
        self._service.authenticator.note_wrong()
        if self._maintenance_runs % MAINTENANCE_RUNS_PER_GUEST_CHECK == 0:
            out += self._expire_guests()
        return out

    def _expire_guests(self) -> list[Message]:
        """Delete guest accounts that are no longer used, and close their sockets."""
        service, pipeline = self._service, self._service.pipeline
        people = pipeline.room.state.people
        guests = {name for name in self._recent_people if name in people and people[name].kind == GUEST}
        self._recent_people = {client.person for client in self._viewers.clients.values()}
        if guests:
            pipeline.store.touch(sorted(guests), pipeline.now())
        return self._close_ended_sessions(service.authenticator.expire())

    def _run_operator_requests(self) -> list[Message]:
        service, store = self._service, self._service.pipeline.store
        out: list[Message] = []
        for number, data in store.operator_requests():
            if store.take_operator_request(number):
                reply, person = operator_requests.run_stored(service.authenticator, data)
                store.finish_operator_request(number, reply)
                if person:
                    out += self._close_ended_sessions([person])
        return out
