"""Periodic tasks beside the tables: close expired sessions and guest accounts, run operator requests.

They also put failed logins on record. `Caretaker.work` runs whatever is due.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from hoyle.core.errors import HoyleError
from hoyle.room.auth import operator_requests
from hoyle.room.room_state import GUEST
from hoyle.server.ipc.messages import Message
from hoyle.storage.errors import StoreError

if TYPE_CHECKING:
    from hoyle.server.gateway.room_gateway import RoomGateway

ROUND: Final = 60_000
"""Milliseconds between two rounds of maintenance."""
GUESTS: Final = 10
"""Rounds between two checks of guest accounts."""
OPERATOR_REQUESTS_EVERY: Final = 1_000
"""Milliseconds between two checks for operator requests."""


class Caretaker:
    """Scheduler of one room's periodic tasks."""

    def __init__(self, service: RoomGateway) -> None:
        self._service = service
        self._steady = service.desk.steady
        self._next_round = self._steady() + ROUND
        self._next_operator_check = self._steady()
        self._rounds = 0
        self._here: set[str] = set()
        """People connected since the last check of guest accounts."""
        self.runs_operator_requests = False
        """Whether operators may leave requests in the store."""

    def wait(self) -> int:
        """Milliseconds until a task is due."""
        if self._service.desk.trouble:
            return ROUND
        due = (
            min(self._next_round, self._next_operator_check)
            if self.runs_operator_requests
            else self._next_round
        )
        return max(0, due - self._steady())

    def came(self, person: str) -> None:
        """Note that a person is connected."""
        if person:
            self._here.add(person)

    def work(self) -> list[Message]:
        """Run the tasks that are due."""
        if self._service.desk.trouble:
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
                out += self._round()
        return out

    def _round(self) -> list[Message]:
        service = self._service
        out = service.end_expired()
        service.doorman.note_wrong()
        if self._rounds % GUESTS == 0:
            people = service.desk.room.state.people
            here = {name for name in self._here if name in people and people[name].kind == GUEST}
            self._here = {client.person for client in service.viewers.clients.values()}
            if here:
                service.desk.store.touch(sorted(here), service.desk.now())
            out += service.accounts_closed(service.doorman.expire())
        return out

    def _run_operator_requests(self) -> list[Message]:
        service, store = self._service, self._service.desk.store
        out: list[Message] = []
        for number, data in store.operator_requests():
            if store.take_operator_request(number):
                reply, person = operator_requests.run_stored(service.doorman, data)
                store.finish_operator_request(number, reply)
                out += service.accounts_closed([person]) if person else []
        return out
