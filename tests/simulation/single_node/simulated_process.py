"""Simulated room process: pipeline, gateway and bots wired as in `hoyle serve`, in one thread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import json, structs
from tests.simulation.single_node import invariants
from tests.simulation.single_node.fault_injector import Crash
from tests.simulation.single_node.faulty_store import FaultyStore
from tests.simulation.single_node.invariants import ObservedConnection

from hoyle.bots.poker_bots import Bot, bot
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.unit_of_work import CommittedStep
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import (
    BotRoster,
    ClientConnected,
    CloseClient,
    Message,
    OutgoingFrame,
    RpcResponse,
)
from hoyle.server.process.bots_process import BotRunner

if TYPE_CHECKING:
    from tests.simulation.single_node.simulator import Simulation

BOTS: Final = 1 << 32
"""Clients from here on are on the link of the bots."""


_A_LITTLE: Final = 1e-6
"""Seconds within which a number with a fraction may miss a whole millisecond."""


def _thoughtless(temperament: str) -> Bot:
    """How well they play is nothing to the weather."""
    return bot("random")


class Process:
    """The room's process and the bots' beside it: both end together."""

    def __init__(self, evening: Simulation) -> None:
        self.evening = evening
        self.store = FaultyStore(evening.open_store(), evening.weather, evening.truth)
        self.inbox: list[Message] = []
        """What has come and was not looked at yet."""
        self.wires: dict[int, ObservedConnection] = {}
        self._bots = BotRunner(_thoughtless, evening.chance.randbytes)
        try:
            self.desk = CommandPipeline(
                self.store,
                now=evening.room_time,
                steady=lambda: evening.time,
                entropy=evening.chance.randbytes,
            )
        except BaseException:
            self.store.close()
            raise
        self.service = RoomGateway(self.desk, doorman=Authenticator(self.desk, guest_chips=5000))
        self._pass_on = self.desk.publish
        self.desk.publish = self._hear
        self._deliver(self.service.tick())

    def close(self) -> None:
        self.store.close()

    def _hear(self, told: list[CommittedStep]) -> None:
        invariants.check_durable(self.evening.truth, told)
        self.evening.clocks.heard(told, self.evening.time)
        self._pass_on(told)

    # What is due, by the true time

    def due(self) -> int | None:
        """When it has something to do by itself."""
        evening = self.evening
        found = []
        due, bots = self.service.next_tick_at(), self._bots.due()
        if due is not None:
            found.append(evening.time + max(0, due - self.desk.now()))
        if bots is not None:
            found.append(max(evening.time, math.ceil(bots * 1000)))
        return min(found, default=None)

    def work(self) -> None:
        """Do what is due."""
        self._from_bots(self._bots.ready(self.evening.time / 1000 + _A_LITTLE))
        due = self.service.next_tick_at()
        if due is not None and due <= self.desk.now():
            self._deliver(self.service.tick())
        if not self.service.caretaker.wait():
            self._deliver(self.service.look_after())

    def serve(self) -> None:
        """Look at what has come."""
        messages, self.inbox = self.inbox, []
        for message in messages:
            if isinstance(message, ClientConnected):
                self.wires[message.client] = ObservedConnection(self.evening.person_at(message.client))
        out = self.service.handle(messages, is_bots=lambda client: client >= BOTS)
        # It may die with everything on disk and nobody told.
        if self.evening.weather.strikes("crash"):
            raise Crash("before answering")
        self._deliver(out)

    # What goes out

    def _deliver(self, messages: Sequence[Message]) -> None:
        evening = self.evening
        for message in messages:
            if isinstance(message, OutgoingFrame):
                self._frame(message)
            elif isinstance(message, BotRoster):
                self._from_bots(self._bots.take(message))
            elif isinstance(message, CloseClient):
                evening.dropped(message.client)
            elif isinstance(message, RpcResponse):
                evening.returned(message)

    def _frame(self, message: OutgoingFrame) -> None:
        evening = self.evening
        frame = json.decode(message.data)
        to_bots: list[int] = []
        for number in message.clients:
            if number >= BOTS:
                to_bots.append(number - BOTS)
                continue
            wire = self.wires[number]
            wire.carries(frame, message.data, self.desk.room, evening.truth)
            evening.send(number, message.data)
        # Their link loses nothing; an answer may be missing all the same, where too much was asked at once.
        if to_bots and not (frame["type"] == "answer" and evening.weather.strikes("drop")):
            self._from_bots(self._bots.take(OutgoingFrame(to_bots, message.data), evening.time / 1000))

    def _from_bots(self, messages: Sequence[Message]) -> None:
        for message in messages:
            sent: Any = message
            self.evening.arrives(self, structs.replace(sent, client=sent.client + BOTS))
