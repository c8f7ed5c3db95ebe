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
from hoyle.server.gateway.gateway_base import GatewayBase
from hoyle.server.ipc.messages import Message
from hoyle.storage.errors import StoreError

ROUND: Final = 60_000
"""Milliseconds between two rounds of maintenance."""
GUESTS: Final = 10
"""Rounds between two checks of guest accounts."""
OPERATOR_REQUESTS_EVERY: Final = 1_000
"""Milliseconds between two checks for operator requests."""


class PeriodicTasks:
    """Scheduler of one room's periodic tasks."""

    def __init__(
        self,
        service: GatewayBase,
        end_expired: Callable[[], list[Message]],
        close_accounts: Callable[[Sequence[str]], list[Message]],
    ) -> None:
        self._service = service
        self._end_expired = end_expired
        self._close_accounts = close_accounts
        self._steady = service.pipeline.steady
        self._next_round = self._steady() + ROUND
        self._next_operator_check = self._steady()
        self._rounds = 0
        self._recent_people: set[str] = set()
        """People connected since the last check of guest accounts."""
        self.runs_operator_requests = False
        """Whether operators may leave requests in the store."""

    def wait(self) -> int:
        """Return the milliseconds until a periodic task is due."""
        if self._service.pipeline.trouble:
            return ROUND
        due = (
            min(self._next_round, self._next_operator_check)
            if self.runs_operator_requests
            else self._next_round
        )
        return max(0, due - self._steady())

    def came(self, person: str) -> None:
        """Record that a person is connected."""
        if person:
            self._recent_people.add(person)

    def work(self) -> list[Message]:
        """Run the periodic tasks that are due."""
        if self._service.pipeline.trouble:
            return []
        out: list[Message] = []
        # The pipeline handles a failing store; a task that failed runs again in the next round.
        with suppress(HoyleError, StoreError):
            if self.runs_operator_requests and self._steady() >= self._next_operator_check:
                self._next_operator_check = self._steady() + OPERATOR_REQUESTS_EVERY
                out += self._run_operator_requests()
            if self._steady() >= self._next_round:
                self._next_round = self._steady() + ROUND
                self._rounds += 1
                out += self._run_maintenance()
        return out

    def _run_maintenance(self) -> list[Message]:
        service, pipeline = self._service, self._service.pipeline
        out = self._end_expired()
        service.authenticator.note_wrong()
        if self._rounds % GUESTS == 0:
            people = pipeline.room.state.people
            guests = {name for name in self._recent_people if name in people and people[name].kind == GUEST}
            self._recent_people = {client.person for client in service.viewers.clients.values()}
            if guests:
                pipeline.store.touch(sorted(guests), pipeline.now())
            out += self._close_accounts(service.authenticator.expire())
        return out

    def _run_operator_requests(self) -> list[Message]:
        service, store = self._service, self._service.pipeline.store
        out: list[Message] = []
        for number, data in store.operator_requests():
            if store.take_operator_request(number):
                reply, person = operator_requests.run_stored(service.authenticator, data)
                store.finish_operator_request(number, reply)
                out += self._close_accounts([person]) if person else []
        return out
