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
from hoyle.server.ipc.messages import BotRoster, ClientConnected, CloseClient, Message, OutgoingFrame, RpcResponse
from hoyle.server.process.bots_process import BotRunner

if TYPE_CHECKING:
    from tests.simulation.single_node.simulator import Simulation

BOTS: Final = 1 << 32
"""First client number on the link of the bots."""


_EPSILON: Final = 1e-6
"""Seconds of floating-point error at a whole millisecond."""


def _random_bot(temperament: str) -> Bot:
    """Return a random bot: its skill does not matter here."""
    return bot("random")


class Process:
    """Room process with its bots process: both end together."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.store = FaultyStore(simulation.open_store(), simulation.faults, simulation.truth)
        self.inbox: list[Message] = []
        """Messages received and not yet handled."""
        self.wires: dict[int, ObservedConnection] = {}
        self._bots = BotRunner(_random_bot, simulation.chance.randbytes)
        try:
            self.desk = CommandPipeline(
                self.store,
                now=simulation.room_time,
                steady=lambda: simulation.time,
                entropy=simulation.chance.randbytes,
            )
        except BaseException:
            self.store.close()
            raise
        self.service = RoomGateway(self.desk, authenticator=Authenticator(self.desk, guest_starting_chips=5000))
        self._publish = self.desk.publish
        self.desk.publish = self._check_and_publish
        self._deliver(self.service.tick())

    def close(self) -> None:
        self.store.close()

    def _check_and_publish(self, steps: list[CommittedStep]) -> None:
        invariants.check_durable(self.simulation.truth, steps)
        self.simulation.clocks.heard(steps, self.simulation.time)
        self._publish(steps)

    # Timers, by the true time

    def due(self) -> int | None:
        """Time at which a timer or a bot is due."""
        simulation = self.simulation
        times = []
        due, bots = self.service.next_tick_at(), self._bots.due()
        if due is not None:
            times.append(simulation.time + max(0, due - self.desk.now()))
        if bots is not None:
            times.append(max(simulation.time, math.ceil(bots * 1000)))
        return min(times, default=None)

    def work(self) -> None:
        """Run what is due."""
        self._from_bots(self._bots.send_due(self.simulation.time / 1000 + _EPSILON))
        due = self.service.next_tick_at()
        if due is not None and due <= self.desk.now():
            self._deliver(self.service.tick())
        if not self.service.periodic_tasks.due_in():
            self._deliver(self.service.run_periodic_tasks())

    def serve(self) -> None:
        """Handle the received messages."""
        messages, self.inbox = self.inbox, []
        for message in messages:
            if isinstance(message, ClientConnected):
                self.wires[message.client] = ObservedConnection(self.simulation.person_at(message.client))
        out = self.service.handle(messages, is_bots=lambda client: client >= BOTS)
        # It may crash with everything on disk and no client answered.
        if self.simulation.faults.strikes("crash"):
            raise Crash("before answering")
        self._deliver(out)

    # Sending

    def _deliver(self, messages: Sequence[Message]) -> None:
        simulation = self.simulation
        for message in messages:
            if isinstance(message, OutgoingFrame):
                self._frame(message)
            elif isinstance(message, BotRoster):
                self._from_bots(self._bots.handle(message))
            elif isinstance(message, CloseClient):
                simulation.dropped(message.client)
            elif isinstance(message, RpcResponse):
                simulation.returned(message)

    def _frame(self, message: OutgoingFrame) -> None:
        simulation = self.simulation
        frame = json.decode(message.data)
        to_bots: list[int] = []
        for number in message.clients:
            if number >= BOTS:
                to_bots.append(number - BOTS)
                continue
            wire = self.wires[number]
            wire.carries(frame, message.data, self.desk.room, simulation.truth)
            simulation.send(number, message.data)
        # The bots' link loses nothing; an answer may still be missing if too much was asked at once.
        if to_bots and not (frame["type"] == "answer" and simulation.faults.strikes("drop")):
            self._from_bots(self._bots.handle(OutgoingFrame(to_bots, message.data), simulation.time / 1000))

    def _from_bots(self, messages: Sequence[Message]) -> None:
        for message in messages:
            sent: Any = message
            self.simulation.arrives(self, structs.replace(sent, client=sent.client + BOTS))
