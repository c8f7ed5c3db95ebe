"""Discrete-event simulator of several nodes: crashes, partitions, failovers and drains.

Nodes crash, sleep past their lease and wake, are partitioned and drained; messages between them are lost,
duplicated and late; the database fails over. After the faults every table must deal again, everything that
clients were sent must be on disk, and the audit of the whole room must find nothing.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import json
from tests.simulation.multi_node.fault_injector import FailoverStore, FaultInjector, LossyBus, NodeCrash
from tests.simulation.single_node.faulty_store import CommittedState, InvariantViolation
from tests.simulation.single_node.simulated_clients import SimulatedClient
from tests.simulation.single_node.simulator import usual_sign

from hoyle.nodes.messages import decode_status
from hoyle.nodes.node import Node
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandAnswer
from hoyle.server.ipc.messages import (
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    CloseClient,
    Message,
    OutgoingFrame,
)
from hoyle.storage.errors import StoreError
from hoyle.storage.models import CommitUnit, Record
from hoyle.storage.sqlite_store import SqliteStore
from hoyle.table.presets.house_game_presets import GAMES as BANKED_GAMES

NAMES: Final = ("east", "north", "west")
PEOPLE: Final = ("ann", "bob", "cy", "dee")
BOSS: Final = "boss"
EVENTS: Final = 70
LEASE_MS: Final = 1500
MAX_PAYLOAD: Final = 24 << 10
"""Maximum payload of the bus: so small that announcements after a failover take several messages."""
RESEND_AFTER_MS: Final = 3000
"""Milliseconds without an answer after which a client reconnects and sends the command again."""
RECOVERY_MS: Final = 60_000
"""Milliseconds in which the room has to recover after the faults."""
TERMS: Final = {
    "decision_clock_ms": 4000,
    "time_bank_ms": 0,
    "between_rounds_ms": 300,
    "wager_window_ms": 800,
    "away_seat_hold_ms": 600_000,
}


class SimulatedNode:
    """Node of the simulation: running, asleep, or stopped."""

    def __init__(self, simulation: Simulation, name: str) -> None:
        self.simulation = simulation
        self.name = name
        self.node: Node | None = None
        self.bus: LossyBus | None = None
        self.store: FailoverStore | None = None
        self.asleep_until = 0
        self.napping = False
        """Whether it sleeps in the middle of an operation."""
        self.inbox: list[Message] = []
        self.skew = simulation.rng.choice((0, 0, -400, 700))

    def start(self) -> None:
        simulation = self.simulation
        try:
            store = FailoverStore(simulation.path, simulation.faults, simulation.written)
        except StoreError:
            return
        bus = LossyBus(simulation.faults, self.name, max_payload=MAX_PAYLOAD)
        try:
            node = Node(
                self.name,
                store,
                bus,
                now=lambda: simulation.faults.clock() + self.skew,
                entropy=simulation.chance.randbytes,
                steady=lambda: simulation.faults.time,
                lease_ms=LEASE_MS,
                make_authenticator=partial(Authenticator, guest_starting_chips=5000),
            )
        except (StoreError, NodeCrash):
            store.close()
            bus.close()
            return
        node.pipeline.room.checkpoint_every = simulation.checkpoint_every
        node.send_now = self.deliver
        self.node, self.store, self.bus = node, store, bus

    def stop(self, *, gracefully: bool = False) -> None:
        """Stop the node and disconnect its clients."""
        if self.node is None or self.store is None or self.bus is None:
            return
        if gracefully:
            with suppress(NodeCrash):
                self.node.leave()
        self.node = None
        self.inbox = []
        self.asleep_until = 0
        self.store.close()
        self.bus.close()
        for client in self.simulation.clients:
            if client.connected_to is self:
                client.lost()

    def deliver(self, messages: Sequence[Message]) -> None:
        """Deliver messages to the clients connected here."""
        connected = [client for client in self.simulation.clients if client.connected_to is self]
        for message in messages:
            if isinstance(message, OutgoingFrame):
                for client in connected:
                    if client.number in message.clients:
                        client.receive(message.data)
            elif isinstance(message, CloseClient):
                for client in connected:
                    if client.number == message.client:
                        client.lost()

    @property
    def awake(self) -> bool:
        return self.node is not None and not self.napping and self.simulation.faults.time >= self.asleep_until


class Client(SimulatedClient):
    """Client with a connection to any node of the simulation."""

    def __init__(self, simulation: Simulation, person: str, token: str, table: int, seat: int) -> None:
        super().__init__(person, table, seat, simulation.rng, poker=simulation.game not in BANKED_GAMES)
        self.simulation = simulation
        self.token = token
        self.connected_to: SimulatedNode | None = None
        self.number = 0
        self.sent_at = 0

    def connect(self) -> None:
        """Connect to any running node."""
        running = [node for node in self.simulation.nodes if node.node is not None]
        if not running:
            return
        self.connected_to = self.rng.choice(running)
        self.simulation.numbers += 1
        self.number = self.simulation.numbers
        self.connected_to.inbox.append(ClientConnected(self.number, self.token))
        for frame in self.opening_frames():
            self.send(frame)

    def lost(self) -> None:
        self.connected_to = None

    def send(self, frame: dict[str, Any]) -> None:
        assert self.connected_to is not None
        self.connected_to.inbox.append(ClientFrameReceived(self.number, json.encode(frame)))
        self.sent_at = self.simulation.faults.time

    def act(self) -> None:
        """Send an offered command, or reconnect and send the unanswered one again."""
        late = self.simulation.faults.time - self.sent_at > RESEND_AFTER_MS
        if self.connected_to is None:
            self.connect()
        elif self.pending is not None:
            if late:
                self.connected_to.inbox.append(ClientDisconnected(self.number))
                self.lost()
        elif (frame := self.next_frame(quietly=self.simulation.over)) is not None:
            self.send(frame)


class Simulation:
    """One run of the simulator."""

    def __init__(self, seed: int, game: str, path: Path, events: int = EVENTS) -> None:
        self.path = path
        self.rng = random.Random(f"{seed} {game} nodes")
        self.chance = random.Random(f"{seed} {game} cards")
        self.faults = FaultInjector(random.Random(f"{seed} {game} storm"))
        self.game = game
        self.events = events
        self.checkpoint_every = self.rng.choice((1, 2, 20))
        self.faults.nap = self._nap
        self.truth = CommittedState()
        self.numbers = 0
        self.clients: list[Client] = []
        self.over = False
        self._struck_at = -1
        """Time at which a fault last struck a running node."""
        self.digest = sha256()
        self._adopted_at: dict[str, int] = defaultdict(int)
        """Time at which each table was last adopted."""
        self.nodes = [SimulatedNode(self, name) for name in NAMES]

    def written(self, writes: Sequence[CommitUnit]) -> None:
        """Record committed units and check them."""
        self.truth.took(writes)
        for write in writes:
            for record in write.records:
                self.digest.update(record.hash)
                self._check_clock(record)

    def _check_clock(self, record: Record) -> None:
        """Check that players get their whole time again after a table is adopted."""
        if record.name == "restart-clocks":
            self._adopted_at[record.stream] = record.time
        elif record.name == "time-out" and record.time < self._adopted_at[record.stream] + TERMS["decision_clock_ms"]:
            raise InvariantViolation(f"a player at {record.stream} was given less than their time")

    # The run

    def run(self) -> None:
        try:
            self._set_up()
            self.faults.enabled = True
            for _ in range(self.events):
                self._inject_fault()
                self._act()
                self._advance(self.rng.choice((20, 60, 150, 400)))
            self._recover()
        finally:
            for simulated in self.nodes:
                simulated.stop()

    def _set_up(self) -> None:
        for simulated in self.nodes:
            simulated.start()
        self._advance(2500)
        first = self.nodes[0].node
        assert first is not None
        authenticator = first.gateway.authenticator
        tokens = {name: authenticator.guest(name).token for name in (BOSS, *PEOPLE)}
        tokens[BOSS] = authenticator.register(BOSS, "no password").token
        authenticator.grant_initial_role(BOSS, "manager")
        boss = Client(self, BOSS, tokens[BOSS], 0, 0)
        self.clients.append(boss)
        boss.connect()
        for table in (1, 2):
            boss.pending = {
                "type": "command",
                "idempotency_key": f"open-{table}",
                "table_id": 0,
                "command": {"do": "open-table", "game": self.game, "sign": usual_sign(self.game), "settings": TERMS},
            }
            boss.send(boss.pending)
            self._until(lambda: boss.pending is None, "a table is opened")
        self.clients.remove(boss)
        for index, name in enumerate(PEOPLE):
            self.clients.append(Client(self, name, tokens[name], 1 + index % 2, 1 + index // 2))
            self.clients[-1].connect()
        self._advance(1500)

    def _until(self, done: Any, what: str, most: int = RECOVERY_MS) -> None:
        begun = self.faults.time
        while not done():
            if self.faults.time - begun > most:
                raise InvariantViolation(f"not in {most} ms: {what}")
            for client in self.clients:
                if client.pending is not None:
                    client.act()
            self._advance(50)

    def _advance(self, millis: int) -> None:
        """Let time pass: every node that is awake does what is due."""
        until = self.faults.time + millis
        while self.faults.time < until:
            self.faults.deliver_due()
            for simulated in self.nodes:
                if simulated.awake:
                    self._turn(simulated)
            due = [until, self.faults.time + 50]
            due += [
                int(self.faults.time + simulated.node.due_in_ms())
                for simulated in self.nodes
                if simulated.awake and simulated.node
            ]
            arrival = self.faults.next_arrival()
            if arrival is not None:
                due.append(arrival)
            self.faults.time = max(self.faults.time + 1, min(due))

    def _turn(self, simulated: SimulatedNode) -> None:
        assert simulated.node is not None
        messages, simulated.inbox = simulated.inbox, []
        if not messages and not (simulated.bus and simulated.bus.inbox) and simulated.node.due_in_ms() > 0:
            return
        struck = self.faults.counts.total()
        try:
            outgoing = simulated.node.process(messages)
        except NodeCrash:
            simulated.stop()
            return
        if struck != self.faults.counts.total():
            self._struck_at = self.faults.time
        elif self.faults.time > self._struck_at:
            # Within one millisecond, reading before and after a lost commit cannot be told apart.
            self._check_believed_tables(simulated.node)
        simulated.deliver(outgoing)

    def _check_believed_tables(self, node: Node) -> None:
        """Check that a node that has just read the owners believes in no table that is another's."""
        if decode_status(node.status()).age_ms:
            return
        with closing(SqliteStore(self.path, clock=self.faults.clock, reading=True)) as store:
            owned = {
                holding.stream for holding in store.holdings() if (holding.owner, holding.run) == (node.name, node.run)
            }
        for hosted in node.pipeline.room.tables.values():
            if hosted.stream not in owned:
                raise InvariantViolation(f"{node.name} believes that it has {hosted.stream}")

    def _nap(self, name: str, millis: int) -> None:
        """Let a node sleep in the middle of an operation, while all others go on."""
        sleeper = next(simulated for simulated in self.nodes if simulated.name == name)
        until = self.faults.time + millis
        self.faults.napping = sleeper.napping = True
        while self.faults.time < until:
            self._act()
            self._advance(min(100, until - self.faults.time))
        self.faults.napping = sleeper.napping = False

    def _act(self) -> None:
        for client in self.clients:
            if self.rng.random() < 0.6:
                client.act()

    # Faults

    def _inject_fault(self) -> None:
        rng, faults = self.rng, self.faults
        simulated = rng.choice(self.nodes)
        if simulated.node is None:
            if rng.random() < 0.3:
                simulated.start()
            return
        if faults.strikes("crash", 0.03):
            simulated.stop()
        elif faults.strikes("goodbye", 0.015):
            simulated.stop(gracefully=True)
        elif faults.strikes("sleep", 0.03) and simulated.awake:
            simulated.asleep_until = faults.time + rng.choice((300, 2500, 5000))
        elif faults.strikes("cut", 0.03):
            faults.partitions.add(frozenset(rng.sample(NAMES, 2)))
        elif faults.strikes("drain", 0.04) and simulated.store is not None:
            with closing(SqliteStore(self.path, clock=faults.clock)) as store:
                store.drain(simulated.name, draining=rng.random() < 0.7)
        elif faults.strikes("down", 0.02):
            faults.down_until = faults.time + rng.choice((200, 1000, 3000))
        elif faults.strikes("jump", 0.01):
            simulated.skew = rng.choice((0, -5000, 30_000))
        elif faults.strikes("vanish", 0.05):
            client = rng.choice(self.clients)
            if client.connected_to is not None:
                client.connected_to.inbox.append(ClientDisconnected(client.number))
                client.lost()
        elif faults.partitions and rng.random() < 0.3:
            faults.partitions.clear()

    # The end

    def _recover(self) -> None:
        """End the faults: the room must recover, and what clients were sent must be on disk."""
        self.faults.enabled = False
        self.faults.down_until = 0
        self.faults.partitions.clear()
        self.over = True
        for simulated in self.nodes:
            simulated.asleep_until = 0
        begun = {client.person: (client.record, client.answered) for client in self.clients}
        until = self.faults.time + RECOVERY_MS
        while not all(self._goes_on(client, *begun[client.person]) for client in self.clients):
            if self.faults.time > until:
                raise InvariantViolation(f"not every table goes on: {'; '.join(map(str, self.clients))}")
            for simulated in self.nodes:
                if simulated.node is None:
                    simulated.start()
            for client in self.clients:
                client.act()
            self._advance(200)
        self._check_owners()
        for client in self.clients:
            for command, frame in client.acceptances.items():
                kept = self.truth.answers.get((client.person, command))
                if kept is None or json.decode(kept, type=CommandAnswer).last_event != frame.get("last_event", 0):
                    raise InvariantViolation(f"{client.person} was answered {command}, which is lost")

    def _goes_on(self, client: Client, record: int, answered: int) -> bool:
        """Whether a client sees their table play, and is answered."""
        return client.answered > answered and (client.record > record + 6 or not self._can_deal(client.table))

    def _can_deal(self, table: int) -> bool:
        """Whether enough players with chips are left there for another round."""
        for simulated in self.nodes:
            if simulated.node is not None and table in simulated.node.pipeline.room.tables:
                hosted = simulated.node.pipeline.room.tables[table]
                roster = hosted.table.roster
                able = [seat for seat in hosted.seated if roster.stack(seat) and not roster.players[seat].sitting_out]
                return len(able) >= 2
        return True

    def _check_owners(self) -> None:
        """Check that every table ends up at exactly one node."""
        self._until(self._is_settled, "every table is at one node")

    def _is_settled(self) -> bool:
        tables: list[int] = []
        for simulated in self.nodes:
            if simulated.node is not None:
                tables += simulated.node.pipeline.room.tables
        return sorted(tables) == [1, 2]
