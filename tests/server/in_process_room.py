"""Driver of a room gateway with its clients, in one thread and with a manual clock."""

from __future__ import annotations

from typing import Any

from msgspec import json
from tests.room.room_driver import RoomDriver

from hoyle.client.turns import TableViews, Turn
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import (
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    ClientLagging,
    ClientResynced,
    CloseClient,
    Message,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
)

Frame = dict[str, Any]


class InProcessClient:
    """One client connection and the frames it received."""

    def __init__(self, company: InProcessRoom, number: int, person: str) -> None:
        self.company = company
        self.number = number
        self.person = person
        self.frames: list[Frame] = []
        self.views = TableViews()
        self.dropped = 0

    def hear(self, data: bytes) -> None:
        frame = json.decode(data)
        self.frames.append(frame)
        self.views.receive(frame)

    def send(self, frame: Frame | bytes) -> list[Frame]:
        """Send one frame; return the frames that come back to this client."""
        before = len(self.frames)
        data = frame if isinstance(frame, bytes) else json.encode(frame)
        self.company.take(ClientFrameReceived(self.number, data))
        return self.frames[before:]

    def one(self, kind: str, frame: Frame | bytes) -> Frame:
        """Send one frame; return the only frame of this type that comes back."""
        [match] = [reply for reply in self.send(frame) if reply["type"] == kind]
        return match

    def do(self, table: int, **command: Any) -> Frame:
        """Send a command and return its answer; `expected_version` defaults to the table's last event."""
        self.company.asked += 1
        frame: Frame = {
            "type": "command",
            "idempotency_key": command.pop("id", f"c{self.company.asked}"),
            "table_id": table,
        }
        hosted = self.company.evening.room.tables.get(table)
        if "expected_version" in command:
            frame["expected_version"] = command.pop("expected_version")
        elif hosted is not None:
            frame["expected_version"] = hosted.table.event_count
        return self.one("answer", {**frame, "command": command})

    def yes(self, table: int, **command: Any) -> Frame:
        answer = self.do(table, **command)
        assert answer["ok"], answer
        return answer

    def no(self, table: int, **command: Any) -> Frame:
        """Send a command that must be refused and change nothing."""
        before = self.company.evening.plain()
        answer = self.do(table, **command)
        assert not answer["ok"], command
        assert answer["message"]
        assert self.company.evening.plain() == before
        return answer

    def watch(self, table: int, record: int = 0) -> list[Frame]:
        return self.send({"type": "watch", "table_id": table, "after_record": record})

    def last(self, kind: str) -> Frame:
        return next(frame for frame in reversed(self.frames) if frame["type"] == kind)

    def count(self, kind: str) -> int:
        return sum(frame["type"] == kind for frame in self.frames)


class InProcessRoom:
    """Room gateway with its clock and clients."""

    def __init__(self, evening: RoomDriver | None = None) -> None:
        self.evening = evening or RoomDriver()
        self.service = RoomGateway(self.evening.desk)
        self.clients: dict[int, InProcessClient] = {}
        self.returns: list[RpcResponse] = []
        self.asked = 0
        self._numbers = 0

    def take(self, *messages: Message) -> None:
        """Send messages to the room in one batch."""
        self.deliver(self.service.handle(messages))

    def deliver(self, messages: list[Message]) -> None:
        for message in messages:
            if isinstance(message, OutgoingFrame):
                for number in message.clients:
                    if number in self.clients:
                        self.clients[number].hear(message.data)
            elif isinstance(message, CloseClient):
                self.clients[message.client].dropped = message.code
            elif isinstance(message, RpcResponse):
                self.returns.append(message)
            elif isinstance(message, ClientResynced):
                self.clients[message.client].frames.append({"type": "afresh"})

    def call(self, what: str, token: str = "", **args: Any) -> tuple[int, Any, str]:
        """Call an RPC handler; return the status, the body and the new token."""
        origin = {name: args.pop(name) for name in ("agent", "address") if name in args}
        self.take(RpcRequest(len(self.returns) + 1, what, token, args, **origin))
        response = self.returns[-1]
        body = json.decode(response.body)
        return response.status, body, body.get("token", "") if isinstance(body, dict) else ""

    def connect(self, person: str = "", token: str | None = None) -> InProcessClient:
        """Connect a client; without a name it is a spectator."""
        self._numbers += 1
        client = self.clients[self._numbers] = InProcessClient(self, self._numbers, person)
        if token is not None:
            self.take(ClientConnected(client.number, token))
        else:
            if person and person not in self.evening.room.state.people:
                self.evening.guests(person)
            self.deliver(self.service.admit(client.number, person))
        return client

    def lose(self, client: InProcessClient) -> None:
        """Disconnect a client."""
        del self.clients[client.number]
        self.take(ClientDisconnected(client.number))

    def behind(self, client: InProcessClient) -> list[Frame]:
        """Report a client as lagging; return the frames sent to it."""
        before = len(client.frames)
        self.take(ClientLagging(client.number))
        return client.frames[before:]

    def restart(self) -> None:
        """Restart the room process; all connections are lost."""
        self.clients.clear()
        self.evening.restart()
        self.service = RoomGateway(self.evening.desk)

    def wait(self, millis: int) -> None:
        """Advance the clock, running what falls due."""
        until = self.evening.now + millis
        while True:
            due = self.service.next_tick_at()
            if due is None or due > until:
                break
            self.evening.now = max(self.evening.now, due)
            self.deliver(self.service.tick())
        self.evening.now = until
        self.deliver(self.service.tick())

    def deal_on(self, table: int) -> Any:
        """Run the automatic dealer until a person's decision is pending."""
        for _ in range(60):
            wait = self.evening.table(table).blocking_decision()
            if wait is not None and wait.seat:
                return wait
            due = self.service.next_tick_at()
            assert due is not None, wait
            self.evening.now = max(self.evening.now, due)
            self.deliver(self.service.tick())
        raise AssertionError("no person's decision became pending")

    def turn(self, client: InProcessClient, table: int) -> Turn | None:
        return client.views.turn(table, optional=False)
