"""Discrete-event simulator of several nodes: crashes, partitions, failovers and drains.

Nodes die, sleep past their lease and wake, are cut off from each other and drained; messages between them are
lost, doubled and late; the database fails over. After the storm every table must deal again, everything that
anybody was told must be on disk, and the audit of the whole room must find nothing.
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
"""Bytes that the bus carries at once: so few that what is said after a take-over takes several messages."""
RESENT: Final = 3000
"""Milliseconds without an answer after which somebody connects anew and sends the same again."""
CLEARED: Final = 60_000
"""Milliseconds in which everything has to come right again."""
TERMS: Final = {"clock": 4000, "bank": 0, "pause": 300, "betting": 800, "away": 600_000}


class SimulatedNode:
    """A node of the simulation: at work, asleep, or gone."""

    def __init__(self, evening: Simulation, name: str) -> None:
        self.evening = evening
        self.name = name
        self.node: Node | None = None
        self.bus: LossyBus | None = None
        self.store: FailoverStore | None = None
        self.asleep_until = 0
        self.napping = False
        """Whether it sleeps in the midst of something."""
        self.inbox: list[Message] = []
        self.skew = evening.rng.choice((0, 0, -400, 700))

    def start(self) -> None:
        evening = self.evening
        try:
            store = FailoverStore(evening.path, evening.storm, evening.written)
        except StoreError:
            return
        bus = LossyBus(evening.storm, self.name, most=CARRIED)
        try:
            node = Node(
                self.name,
                store,
                bus,
                now=lambda: evening.storm.clock() + self.skew,
                entropy=evening.chance.randbytes,
                steady=lambda: evening.storm.time,
                lease=LEASE,
                doorman=partial(Authenticator, guest_chips=5000),
            )
        except (StoreError, NodeCrash):
            store.close()
            bus.close()
            return
        node.desk.room.checkpoint_every = evening.checkpoint_every
        node.hand_out = self.hand_out
        self.node, self.store, self.bus = node, store, bus

    def stop(self, *, kindly: bool = False) -> None:
        """It ends; everybody's connection with it."""
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
        for client in self.evening.clients:
            if client.at is self:
                client.lost()

    def hand_out(self, messages: Sequence[Message]) -> None:
        """What goes to those who are connected here."""
        mine = [client for client in self.evening.clients if client.at is self]
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
        return self.node is not None and not self.napping and self.evening.storm.time >= self.asleep_until


class Client(SimulatedClient):
    """Somebody with a connection to some node of the simulation."""

    def __init__(self, evening: Simulation, person: str, token: str, table: int, seat: int) -> None:
        super().__init__(person, table, seat, evening.rng, poker=evening.game not in BANKED_GAMES)
        self.evening = evening
        self.token = token
        self.at: SimulatedNode | None = None
        self.number = 0
        self.sent_at = 0

    def connect(self) -> None:
        """Come back by any node that is there."""
        there = [each for each in self.evening.at if each.node is not None]
        if not there:
            return
        self.at = self.rng.choice(there)
        self.evening.numbers += 1
        self.number = self.evening.numbers
        self.at.inbox.append(ClientConnected(self.number, self.token))
        for frame in self.begins():
            self.send(frame)

    def lost(self) -> None:
        self.at = None

    def send(self, frame: dict[str, Any]) -> None:
        assert self.at is not None
        self.at.inbox.append(ClientFrameReceived(self.number, json.encode(frame)))
        self.sent_at = self.evening.storm.time

    def act(self) -> None:
        """Send what is offered, or the same again until it is answered."""
        late = self.evening.storm.time - self.sent_at > RESENT
        if self.at is None:
            self.connect()
        elif self.pending is not None:
            if late:
                self.at.inbox.append(ClientDisconnected(self.number))
                self.lost()
        elif (frame := self.wants(quietly=self.evening.over)) is not None:
            self.send(frame)


class Simulation:
    """One run."""

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
        """When something last struck a node at work."""
        self.digest = sha256()
        self._woken: dict[str, int] = defaultdict(int)
        """When each table was taken up last."""
        self.at = [SimulatedNode(self, name) for name in NAMES]

    def written(self, writes: Sequence[CommitUnit]) -> None:
        """These are on disk."""
        self.truth.took(writes)
        for write in writes:
            for record in write.records:
                self.digest.update(record.hash)
                self._check_clock(record)

    def _check_clock(self, record: Record) -> None:
        """Whoever takes a table up gives everybody his whole time again."""
        if record.name == "wake":
            self._woken[record.stream] = record.time
        elif record.name == "time-out" and record.time < self._woken[record.stream] + TERMS["clock"]:
            raise InvariantViolation(f"somebody at {record.stream} was given less than his time")

    # The run

    def run(self) -> None:
        try:
            self._come_in()
            self.storm.bad = True
            for _ in range(self.events):
                self._trouble()
                self._act()
                self._pass(self.rng.choice((20, 60, 150, 400)))
            self._clear_up()
        finally:
            for each in self.at:
                each.stop()

    def _come_in(self) -> None:
        for each in self.at:
            each.start()
        self._pass(2500)
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
                "id": f"open-{at}",
                "table": 0,
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
        self._pass(1500)

    def _until(self, done: Any, what: str, most: int = CLEARED) -> None:
        begun = self.storm.time
        while not done():
            if self.storm.time - begun > most:
                raise InvariantViolation(f"not in {most} ms: {what}")
            for client in self.clients:
                if client.pending is not None:
                    client.act()
            self._pass(50)

    def _pass(self, millis: int) -> None:
        """Time goes by: every node that is awake does what it has to do."""
        until = self.storm.time + millis
        while self.storm.time < until:
            self.storm.arrive()
            for each in self.at:
                if each.awake:
                    self._turn(each)
            due = [until, self.storm.time + 50]
            due += [int(self.storm.time + each.node.due()) for each in self.at if each.awake and each.node]
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
            told = at.node.process(messages)
        except NodeCrash:
            at.stop()
            return
        if struck != self.storm.struck.total():
            self._struck_at = self.storm.time
        elif self.storm.time > self._struck_at:
            # Within one millisecond nobody can tell whether a node looked before a lost commit or after it.
            self._check_beliefs(at.node)
        at.hand_out(told)

    def _check_beliefs(self, node: Node) -> None:
        """Who has just looked whose the tables are believes of none that it is his which is another's."""
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
        """A node sleeps in the midst of something, and everybody else goes on."""
        at = next(each for each in self.at if each.name == name)
        until = self.storm.time + millis
        self.storm.napping = at.napping = True
        while self.storm.time < until:
            self._act()
            self._pass(min(100, until - self.storm.time))
        self.storm.napping = at.napping = False

    def _act(self) -> None:
        for client in self.clients:
            if self.rng.random() < 0.6:
                client.act()

    # Troubles

    def _trouble(self) -> None:
        rng, storm = self.rng, self.storm
        each = rng.choice(self.at)
        if each.node is None:
            if rng.random() < 0.3:
                each.start()
            return
        if storm.strikes("crash", 0.03):
            each.stop()
        elif storm.strikes("goodbye", 0.015):
            each.stop(kindly=True)
        elif storm.strikes("sleep", 0.03) and each.awake:
            each.asleep_until = storm.time + rng.choice((300, 2500, 5000))
        elif storm.strikes("cut", 0.03):
            storm.cut.add(frozenset(rng.sample(NAMES, 2)))
        elif storm.strikes("drain", 0.04) and each.store is not None:
            with closing(SqliteStore(self.path, clock=storm.clock)) as desk:
                desk.drain(each.name, draining=rng.random() < 0.7)
        elif storm.strikes("down", 0.02):
            storm.down_until = storm.time + rng.choice((200, 1000, 3000))
        elif storm.strikes("jump", 0.01):
            each.skew = rng.choice((0, -5000, 30_000))
        elif storm.strikes("vanish", 0.05):
            client = rng.choice(self.clients)
            if client.at is not None:
                client.at.inbox.append(ClientDisconnected(client.number))
                client.lost()
        elif storm.cut and rng.random() < 0.3:
            storm.cut.clear()

    # The end

    def _clear_up(self) -> None:
        """The weather clears: everything comes right, and what was told is held against the disk."""
        self.storm.bad = False
        self.storm.down_until = 0
        self.storm.cut.clear()
        self.over = True
        for each in self.at:
            each.asleep_until = 0
        begun = {client.person: (client.record, client.answered) for client in self.clients}
        until = self.storm.time + CLEARED
        while not all(self._goes_on(client, *begun[client.person]) for client in self.clients):
            if self.storm.time > until:
                raise InvariantViolation(f"not every table goes on: {'; '.join(map(str, self.clients))}")
            for each in self.at:
                if each.node is None:
                    each.start()
            for client in self.clients:
                client.act()
            self._pass(200)
        self._check_owners()
        for client in self.clients:
            for command, frame in client.told.items():
                kept = self.truth.answers.get((client.person, command))
                if kept is None or json.decode(kept, type=CommandAnswer).last != frame.get("last", 0):
                    raise InvariantViolation(f"{client.person} was told yes to {command}, and that is lost")

    def _goes_on(self, client: Client, record: int, answered: int) -> bool:
        """Whether somebody sees his table play, and is answered."""
        return client.answered > answered and (client.record > record + 6 or not self._can_deal(client.table))

    def _can_deal(self, table: int) -> bool:
        """Whether enough people with chips are left there for another round."""
        for each in self.at:
            if each.node is not None and table in each.node.desk.room.tables:
                hosted = each.node.desk.room.tables[table]
                company = hosted.table.roster
                able = [
                    seat
                    for seat in hosted.seated
                    if company.stack(seat) and not company.players[seat].sitting_out
                ]
                return len(able) >= 2
        return True

    def _check_owners(self) -> None:
        """Every table is at one node, and no two believe that they have it."""
        self._until(self._is_settled, "every table is at one node")

    def _is_settled(self) -> bool:
        has: list[int] = []
        for each in self.at:
            if each.node is not None:
                has += each.node.desk.room.tables
        return sorted(has) == [1, 2]
