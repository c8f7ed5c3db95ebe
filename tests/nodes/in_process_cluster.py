"""In-process cluster without faults: nodes in one thread, whose time passes when the test says so."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from msgspec import json
from tests.simulation.multi_node.fault_injector import FailoverStore, FaultInjector, LossyBus
from tests.simulation.single_node.simulator import usual_sign

from hoyle.nodes.node import Node
from hoyle.room.auth.authentication import Authenticator
from hoyle.server.ipc.messages import (
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    CloseClient,
    Message,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)

Frame = dict[str, Any]
TERMS = {"decision_clock_ms": 20_000, "time_bank_ms": 0, "between_rounds_ms": 300, "away_seat_hold_ms": 600_000}


class ClusterClient:
    """Connection of a client to one node, with the frames received."""

    def __init__(self, cluster: InProcessCluster, at: str, number: int) -> None:
        self.cluster = cluster
        self.at = at
        self.number = number
        self.frames: list[Frame] = []
        self.dropped = 0

    def send(self, frame: Frame) -> None:
        self.cluster.inbox[self.at].append(ClientFrameReceived(self.number, json.encode(frame)))

    def do(self, table: int, **command: Any) -> Frame:
        """Send a command and wait for its answer."""
        self.cluster.asked += 1
        id_ = f"c{self.cluster.asked}"
        frame: Frame = {"type": "command", "idempotency_key": id_, "table_id": table, "command": command}
        self.send(frame | {"expected_version": self.seen(table)} if table else frame)
        self.cluster.until(lambda: any(each.get("idempotency_key") == id_ for each in self.frames))
        return next(each for each in self.frames if each.get("idempotency_key") == id_)

    def seen(self, table: int) -> int:
        """Number of the last event seen of a table."""
        shown = [each.get("snapshot") or each.get("update") or {} for each in self.frames]
        return max((each["version"] for each in shown if each.get("table_id") == table), default=0)

    def yes(self, table: int, **command: Any) -> Frame:
        answer = self.do(table, **command)
        assert answer["ok"], answer
        return answer

    def watch(self, table: int) -> Frame:
        """Follow a table; return its snapshot."""
        before = len(self.frames)
        self.send({"type": "watch", "table_id": table})
        self.cluster.until(lambda: any(each["type"] == "table" for each in self.frames[before:]))
        found: Frame = self.last("table")["snapshot"]
        return found

    def last(self, kind: str) -> Frame:
        return next(frame for frame in reversed(self.frames) if frame["type"] == kind)

    def count(self, kind: str) -> int:
        return sum(frame["type"] == kind for frame in self.frames)

    def leave(self) -> None:
        self.cluster.inbox[self.at].append(ClientDisconnected(self.number))
        self.cluster.advance(20)


class InProcessCluster:
    """Nodes with their clock and their clients."""

    def __init__(self, folder: Path, *names: str, max_payload: int = 1 << 20) -> None:
        """`max_payload` is the maximum payload of the bus."""
        self.max_payload = max_payload
        self.path = folder / "room.db"
        self.faults = FaultInjector(random.Random(14))
        self.chance = random.Random(41)
        self.nodes: dict[str, Node] = {}
        self.asleep: set[str] = set()
        self.inbox: dict[str, list[Message]] = {}
        self.clients: dict[int, ClusterClient] = {}
        self.returns: dict[int, RpcResponse] = {}
        self.tokens: dict[str, str] = {}
        self.asked = 0
        self.busy = 0.0
        """CPU seconds that all nodes have used."""
        for name in names:
            self.start(name)
        self.advance(2500)

    def start(self, name: str) -> Node:
        store = FailoverStore(self.path, self.faults, lambda writes: None)
        self.inbox[name] = []
        self.nodes[name] = Node(
            name,
            store,
            LossyBus(self.faults, name, max_payload=self.max_payload),
            now=self.faults.clock,
            steady=lambda: self.faults.time,
            entropy=self.chance.randbytes,
            make_authenticator=partial(Authenticator, guest_starting_chips=5000),
        )
        self.nodes[name].send_now = self._deliver
        return self.nodes[name]

    def kill(self, name: str) -> None:
        node = self.nodes.pop(name)
        node.store.close()
        node.bus.close()

    def close(self) -> None:
        for name in list(self.nodes):
            self.kill(name)

    def advance(self, millis: int) -> None:
        until = self.faults.time + millis
        while self.faults.time < until:
            self.faults.deliver_due()
            for name, node in list(self.nodes.items()):
                if name not in self.asleep and self._is_woken(name, node):
                    messages, self.inbox[name] = self.inbox[name], []
                    begun = process_time()
                    out = node.process(messages)
                    self.busy += process_time() - begun
                    self._deliver(out)
            self.faults.time += 10

    def _is_woken(self, name: str, node: Node) -> bool:
        """Whether a node has anything to do: idle turns are skipped."""
        assert isinstance(node.bus, LossyBus)
        return bool(self.inbox[name] or node.bus.inbox or node.due_in_ms() <= 0)

    def until(self, done: Any, most: int = 60_000) -> None:
        begun = self.faults.time
        while not done():
            assert self.faults.time - begun < most, "it does not come"
            self.advance(20)

    def _deliver(self, messages: Sequence[Message]) -> None:
        for message in messages:
            if isinstance(message, OutgoingFrame):
                for number in message.clients:
                    if number in self.clients:
                        self.clients[number].frames.append(json.decode(message.data))
            elif isinstance(message, CloseClient) and message.client in self.clients:
                self.clients[message.client].dropped = message.code
            elif isinstance(message, RpcResponse):
                self.returns[message.call] = message

    # People

    def call(self, at: str, what: str, token: str = "", **args: Any) -> tuple[int, Any]:
        """Call one node over HTTP; return status and body."""
        self.asked += 1
        number = self.asked
        self.inbox[at].append(RpcRequest(number, what, token, args))
        self.until(lambda: number in self.returns)
        found = self.returns[number]
        body = json.decode(found.body)
        if "token" in body and what in ("enter", "claim"):
            self.tokens[args["name"]] = body["token"]
        return found.status, body

    def guest(self, at: str, name: str) -> ClusterClient:
        """Let a new guest enter at one node, and connect."""
        status, body = self.call(at, "enter", name=name)
        assert status == 200, body
        return self.connect(at, name)

    def connect(self, at: str, name: str) -> ClusterClient:
        """Connect a person to any node with their session."""
        found = self.clients[len(self.clients) + 1] = ClusterClient(self, at, len(self.clients) + 1)
        self.inbox[at].append(ClientConnected(found.number, self.tokens[name]))
        self.until(lambda: found.count("welcome") > 0 or found.dropped)
        return found

    def manager(self, at: str, name: str = "boss") -> ClusterClient:
        status, body = self.call(at, "enter", name=name)
        assert status == 200, body
        authenticator = self.nodes[at].gateway.authenticator
        self.tokens[name] = authenticator.register(name, "no password").token
        authenticator.grant_initial_role(name, "manager")
        return self.connect(at, name)

    def open(self, boss: ClusterClient, game: str = "holdem", **terms: Any) -> int:
        """Open a new table, and wait until all nodes know it."""
        answer = boss.yes(0, do="open-table", game=game, sign=usual_sign(game), settings={**TERMS, **terms})
        self.advance(2500)
        number: int = answer["created"]["table_id"]
        return number

    def owner(self, table: int) -> str:
        """Return the one node that owns a table."""
        [found] = [name for name, node in self.nodes.items() if table in node.pipeline.room.tables]
        return found

    def owner_awake(self, table: int) -> str:
        """Return the one running node that owns a table."""
        [found] = [
            name for name, node in self.nodes.items() if name not in self.asleep and table in node.pipeline.room.tables
        ]
        return found

    def other(self, table: int) -> str:
        """Return a running node that does not own a table."""
        return next(name for name in self.nodes if name != self.owner(table) and name not in self.asleep)
