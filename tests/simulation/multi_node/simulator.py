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
from tests.simulation.multi_node.fault_injector import FailoverStore, LossyBus, NodeCrash, Storm
from tests.simulation.single_node.faulty_store import CommittedState, InvariantViolation
from tests.simulation.single_node.simulated_clients import SimulatedClient
from tests.simulation.single_node.simulator import usual_sign

from hoyle.nodes.messages import read_how
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
LEASE: Final = 1500
CARRIED: Final = 24 << 10
"""Maximum payload of the bus: so small that announcements after a failover take several messages."""
RESENT: Final = 3000
"""Milliseconds without an answer after which a client reconnects and sends the command again."""
CLEARED: Final = 60_000
"""Milliseconds in which the room has to recover after the faults."""
TERMS: Final = {"clock": 4000, "bank": 0, "pause": 300, "betting": 800, "away": 600_000}


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
            store = FailoverStore(simulation.path, simulation.storm, simulation.written)
        except StoreError:
            return
        bus = LossyBus(simulation.storm, self.name, most=CARRIED)
        try:
            node = Node(
                self.name,
                store,
                bus,
                now=lambda: simulation.storm.clock() + self.skew,
                entropy=simulation.chance.randbytes,
                steady=lambda: simulation.storm.time,
                lease=LEASE,
                doorman=partial(Authenticator, guest_chips=5000),
            )
        except (StoreError, NodeCrash):
            store.close()
            bus.close()
            return
        node.desk.room.checkpoint_every = simulation.checkpoint_every
        node.hand_out = self.hand_out
        self.node, self.store, self.bus = node, store, bus

    def stop(self, *, kindly: bool = False) -> None:
        """Stop the node and disconnect its clients."""
        if self.node is None or self.store is None or self.bus is None:
            return
        if kindly:
            with suppress(NodeCrash):
                self.node.release_tables()
        self.node = None
        self.inbox = []
        self.asleep_until = 0
        self.store.close()
        self.bus.close()
        for client in self.simulation.clients:
            if client.at is self:
                client.lost()

    def hand_out(self, messages: Sequence[Message]) -> None:
        """Deliver messages to the clients connected here."""
        mine = [client for client in self.simulation.clients if client.at is self]
        for message in messages:
            if isinstance(message, OutgoingFrame):
                for client in mine:
                    if client.number in message.clients:
                        client.hear(message.data)
            elif isinstance(message, CloseClient):
                for client in mine:
                    if client.number == message.client:
                        client.lost()

    @property
    def awake(self) -> bool:
        return self.node is not None and not self.napping and self.simulation.storm.time >= self.asleep_until


class Client(SimulatedClient):
    """Client with a connection to any node of the simulation."""

    def __init__(self, simulation: Simulation, person: str, token: str, table: int, seat: int) -> None:
        super().__init__(person, table, seat, simulation.rng, poker=simulation.game not in BANKED_GAMES)
        self.simulation = simulation
        self.token = token
        self.at: SimulatedNode | None = None
        self.number = 0
        self.sent_at = 0

    def connect(self) -> None:
        """Connect to any running node."""
        running = [node for node in self.simulation.at if node.node is not None]
        if not running:
            return
        self.at = self.rng.choice(running)
        self.simulation.numbers += 1
        self.number = self.simulation.numbers
        self.at.inbox.append(ClientConnected(self.number, self.token))
        for frame in self.begins():
            self.send(frame)

    def lost(self) -> None:
        self.at = None

    def send(self, frame: dict[str, Any]) -> None:
        assert self.at is not None
        self.at.inbox.append(ClientFrameReceived(self.number, json.encode(frame)))
        self.sent_at = self.simulation.storm.time

    def act(self) -> None:
        """Send an offered command, or reconnect and send the unanswered one again."""
        late = self.simulation.storm.time - self.sent_at > RESENT
        if self.at is None:
            self.connect()
        elif self.pending is not None:
            if late:
                self.at.inbox.append(ClientDisconnected(self.number))
                self.lost()
        elif (frame := self.wants(quietly=self.simulation.over)) is not None:
            self.send(frame)


class Simulation:
    """One run of the simulator."""

    def __init__(self, seed: int, game: str, path: Path, events: int = EVENTS) -> None:
        self.path = path
        self.rng = random.Random(f"{seed} {game} nodes")
        self.chance = random.Random(f"{seed} {game} cards")
        self.storm = Storm(random.Random(f"{seed} {game} storm"))
        self.game = game
        self.events = events
        self.checkpoint_every = self.rng.choice((1, 2, 20))
        self.storm.nap = self._nap
        self.truth = CommittedState()
        self.numbers = 0
        self.clients: list[Client] = []
        self.over = False
        self._struck_at = -1
        """Time at which a fault last struck a running node."""
        self.digest = sha256()
        self._adopted_at: dict[str, int] = defaultdict(int)
        """Time at which each table was last adopted."""
        self.at = [SimulatedNode(self, name) for name in NAMES]

    def written(self, writes: Sequence[CommitUnit]) -> None:
        """Record committed units and check them."""
        self.truth.took(writes)
        for write in writes:
            for record in write.records:
                self.digest.update(record.hash)
                self._check_clock(record)

    def _check_clock(self, record: Record) -> None:
        """Check that players get their whole time again after a table is adopted."""
        if record.name == "wake":
            self._adopted_at[record.stream] = record.time
        elif record.name == "time-out" and record.time < self._adopted_at[record.stream] + TERMS["clock"]:
            raise InvariantViolation(f"a player at {record.stream} was given less than their time")

    # The run

    def run(self) -> None:
        try:
            self._set_up()
            self.storm.bad = True
            for _ in range(self.events):
                self._inject_fault()
                self._act()
                self._advance(self.rng.choice((20, 60, 150, 400)))
            self._recover()
        finally:
            for simulated in self.at:
                simulated.stop()

    def _set_up(self) -> None:
        for simulated in self.at:
            simulated.start()
        self._advance(2500)
        first = self.at[0].node
        assert first is not None
        doorman = first.service.doorman
        tokens = {name: doorman.guest(name).token for name in (BOSS, *PEOPLE)}
        tokens[BOSS] = doorman.register(BOSS, "no password").token
        doorman.grant_initial_role(BOSS, "manager")
        boss = Client(self, BOSS, tokens[BOSS], 0, 0)
        self.clients.append(boss)
        boss.connect()
        for at in (1, 2):
            boss.pending = {
                "type": "command",
                "idempotency_key": f"open-{at}",
                "table_id": 0,
                "command": {
                    "do": "open-table",
                    "game": self.game,
                    "sign": usual_sign(self.game),
                    "terms": TERMS,
                },
            }
            boss.send(boss.pending)
            self._until(lambda: boss.pending is None, "a table is opened")
        self.clients.remove(boss)
        for at, name in enumerate(PEOPLE):
            self.clients.append(Client(self, name, tokens[name], 1 + at % 2, 1 + at // 2))
            self.clients[-1].connect()
        self._advance(1500)

    def _until(self, done: Any, what: str, most: int = CLEARED) -> None:
        begun = self.storm.time
        while not done():
            if self.storm.time - begun > most:
                raise InvariantViolation(f"not in {most} ms: {what}")
            for client in self.clients:
                if client.pending is not None:
                    client.act()
            self._advance(50)

    def _advance(self, millis: int) -> None:
        """Let time pass: every node that is awake does what is due."""
        until = self.storm.time + millis
        while self.storm.time < until:
            self.storm.arrive()
            for simulated in self.at:
                if simulated.awake:
                    self._turn(simulated)
            due = [until, self.storm.time + 50]
            due += [
                int(self.storm.time + simulated.node.due())
                for simulated in self.at
                if simulated.awake and simulated.node
            ]
            arrival = self.storm.next_arrival()
            if arrival is not None:
                due.append(arrival)
            self.storm.time = max(self.storm.time + 1, min(due))

    def _turn(self, at: SimulatedNode) -> None:
        assert at.node is not None
        messages, at.inbox = at.inbox, []
        if not messages and not (at.bus and at.bus.inbox) and at.node.due() > 0:
            return
        struck = self.storm.struck.total()
        try:
            outgoing = at.node.process(messages)
        except NodeCrash:
            at.stop()
            return
        if struck != self.storm.struck.total():
            self._struck_at = self.storm.time
        elif self.storm.time > self._struck_at:
            # Within one millisecond, reading before and after a lost commit cannot be told apart.
            self._check_believed_tables(at.node)
        at.hand_out(outgoing)

    def _check_believed_tables(self, node: Node) -> None:
        """Check that a node that has just read the owners believes in no table that is another's."""
        if read_how(node.status()).since:
            return
        with closing(SqliteStore(self.path, clock=self.storm.clock, reading=True)) as desk:
            mine = {
                each.stream for each in desk.holdings() if (each.owner, each.run) == (node.name, node.run)
            }
        for hosted in node.desk.room.tables.values():
            if hosted.stream not in mine:
                raise InvariantViolation(f"{node.name} believes that it has {hosted.stream}")

    def _nap(self, name: str, millis: int) -> None:
        """Let a node sleep in the middle of an operation, while all others go on."""
        at = next(simulated for simulated in self.at if simulated.name == name)
        until = self.storm.time + millis
        self.storm.napping = at.napping = True
        while self.storm.time < until:
            self._act()
            self._advance(min(100, until - self.storm.time))
        self.storm.napping = at.napping = False

    def _act(self) -> None:
        for client in self.clients:
            if self.rng.random() < 0.6:
                client.act()

    # Faults

    def _inject_fault(self) -> None:
        rng, storm = self.rng, self.storm
        simulated = rng.choice(self.at)
        if simulated.node is None:
            if rng.random() < 0.3:
                simulated.start()
            return
        if storm.strikes("crash", 0.03):
            simulated.stop()
        elif storm.strikes("goodbye", 0.015):
            simulated.stop(kindly=True)
        elif storm.strikes("sleep", 0.03) and simulated.awake:
            simulated.asleep_until = storm.time + rng.choice((300, 2500, 5000))
        elif storm.strikes("cut", 0.03):
            storm.cut.add(frozenset(rng.sample(NAMES, 2)))
        elif storm.strikes("drain", 0.04) and simulated.store is not None:
            with closing(SqliteStore(self.path, clock=storm.clock)) as desk:
                desk.drain(simulated.name, draining=rng.random() < 0.7)
        elif storm.strikes("down", 0.02):
            storm.down_until = storm.time + rng.choice((200, 1000, 3000))
        elif storm.strikes("jump", 0.01):
            simulated.skew = rng.choice((0, -5000, 30_000))
        elif storm.strikes("vanish", 0.05):
            client = rng.choice(self.clients)
            if client.at is not None:
                client.at.inbox.append(ClientDisconnected(client.number))
                client.lost()
        elif storm.cut and rng.random() < 0.3:
            storm.cut.clear()

    # The end

    def _recover(self) -> None:
        """End the faults: the room must recover, and what clients were sent must be on disk."""
        self.storm.bad = False
        self.storm.down_until = 0
        self.storm.cut.clear()
        self.over = True
        for simulated in self.at:
            simulated.asleep_until = 0
        begun = {client.person: (client.record, client.answered) for client in self.clients}
        until = self.storm.time + CLEARED
        while not all(self._goes_on(client, *begun[client.person]) for client in self.clients):
            if self.storm.time > until:
                raise InvariantViolation(f"not every table goes on: {'; '.join(map(str, self.clients))}")
            for simulated in self.at:
                if simulated.node is None:
                    simulated.start()
            for client in self.clients:
                client.act()
            self._advance(200)
        self._check_owners()
        for client in self.clients:
            for command, frame in client.told.items():
                kept = self.truth.answers.get((client.person, command))
                if kept is None or json.decode(kept, type=CommandAnswer).last_event != frame.get(
                    "last_event", 0
                ):
                    raise InvariantViolation(f"{client.person} was told yes to {command}, and that is lost")

    def _goes_on(self, client: Client, record: int, answered: int) -> bool:
        """Whether a client sees their table play, and is answered."""
        return client.answered > answered and (client.record > record + 6 or not self._can_deal(client.table))

    def _can_deal(self, table: int) -> bool:
        """Whether enough players with chips are left there for another round."""
        for simulated in self.at:
            if simulated.node is not None and table in simulated.node.desk.room.tables:
                hosted = simulated.node.desk.room.tables[table]
                roster = hosted.table.roster
                able = [
                    seat
                    for seat in hosted.seated
                    if roster.stack(seat) and not roster.players[seat].sitting_out
                ]
                return len(able) >= 2
        return True

    def _check_owners(self) -> None:
        """Check that every table ends up at exactly one node."""
        self._until(self._is_settled, "every table is at one node")

    def _is_settled(self) -> bool:
        tables: list[int] = []
        for simulated in self.at:
            if simulated.node is not None:
                tables += simulated.node.desk.room.tables
        return sorted(tables) == [1, 2]
