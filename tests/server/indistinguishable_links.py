"""Non-interference check at the socket: two rooms that differ only in cards that a reader may not see.

The first room plays a script with everybody connected: players, a spectator, a client without a name, and
every role. The second plays the same script, frame by frame, from decks in which the cards hidden from a
reader are permuted (`tests.room.indistinguishable_rooms`). Every byte sent to that reader must be the same:
frames, answers, refusals, ruling previews, HTTP answers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import cycle
from json import dumps
from typing import Any, Final

from msgspec import json
from tests.room.indistinguishable_rooms import (
    LOOKS_ON,
    PLAYERS,
    STAFF,
    DeckSource,
    SessionScript,
    cards_in,
    difference,
    round_of,
)
from tests.room.random_requests import RandomRequests
from tests.room.room_driver import RoomDriver
from tests.server.in_process_room import InProcessClient, InProcessRoom

from hoyle.core.cards import DECK
from hoyle.room.permissions import REPORTS
from hoyle.room.unit_of_work import CommittedStep
from hoyle.server.ipc.messages import (
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
from hoyle.table.log.json_output import to_json

Event = dict[str, Any]

HOST: Final = "hal"
NOBODY: Final = ""
ONLOOKERS: Final = (NOBODY, LOOKS_ON, HOST, *STAFF)
"""People without cards at this table, who must all see the same of it."""
EVERYBODY: Final = (*PLAYERS, *ONLOOKERS)
CALLS: Final = ("tables", "me", "ledger")


class RecordingRoom(InProcessRoom):
    """Room driver that keeps every byte sent, by receiver."""

    def __init__(self, evening: RoomDriver) -> None:
        super().__init__(evening)
        self.heard: dict[str, list[bytes]] = {name: [] for name in EVERYBODY}
        self.asks = NOBODY
        """Person of the next HTTP call."""

    def deliver(self, messages: list[Message]) -> None:
        super().deliver(messages)
        for message in messages:
            if isinstance(message, OutgoingFrame):
                for number in message.clients:
                    if number in self.clients:
                        self.heard[self.clients[number].person].append(message.data)
            elif isinstance(message, CloseClient | ClientResynced):
                self.heard[self.clients[message.client].person].append(json.encode(message))
            elif isinstance(message, RpcResponse):
                self.heard[self.asks].append(message.body)

    def taken(self) -> dict[str, bytes]:
        """Return the bytes sent to each person since the last call."""
        sent = {name: b"\n".join(data) for name, data in self.heard.items()}
        for data in self.heard.values():
            data.clear()
        return sent


class RecordedRoom:
    """One of the two rooms; `Script` plays with its `evening` and `number`."""

    def __init__(self, game: str, book: str, seed: int, *, home: bool, **terms: Any) -> None:
        self.evening = RoomDriver(seed=seed)
        self.company = RecordingRoom(self.evening)
        self.tokens: dict[str, str] = {NOBODY: ""}
        for name, role in zip(STAFF, ("floor", "cashier", "auditor", "manager"), strict=True):
            self.evening.staff(name, role)
            self.tokens[name] = self.evening.authenticator.log_in(name, good=True).token
        for name in (*PLAYERS, LOOKS_ON, HOST):
            self.tokens[name] = self.company.call("enter", name=name)[2]
        if home:
            self.number, code = self.evening.home(game, HOST, **terms)
        else:
            self.number, code = self.evening.open(game, book, **terms), ""
        self.clients = {name: self._connected(name) for name in EVERYBODY}
        for name, client in self.clients.items():
            if code and name not in (NOBODY, HOST, *STAFF):
                client.yes(self.number, do="join-home-game", code=code)
            client.send({"type": "lobby"})
            client.send(self._watch(0))
        for seat, name in enumerate(PLAYERS[:3], 1):
            self.clients[name].yes(self.number, do="sit", seat=seat, chips=200)
            if code:
                self.clients[HOST].yes(self.number, do="approve-seat-request", request_id=seat)
        assert len(self.evening.table(self.number).seated) == 3
        self.company.taken()
        self.turns = cycle(EVERYBODY)
        self.told: list[CommittedStep] = []
        self._publish = self.evening.desk.publish
        self.evening.desk.publish = self._record

    def _record(self, steps: list[CommittedStep]) -> None:
        self.told.extend(steps)
        self._publish(steps)

    def _connected(self, name: str) -> InProcessClient:
        client = self.company.connect(token=self.tokens[name])
        client.person = name
        return client

    def do(self, event: Event) -> dict[str, bytes]:
        """Run one event of the script; return the bytes sent to each person."""
        company, evening = self.company, self.evening
        evening.now = max(evening.now + 20, event.get("now", 0))
        who = event.get("person", NOBODY)
        client = self.clients[who]
        if "now" in event:
            company.deliver(company.service.tick())
        elif "command" in event:
            frame = {"type": "command", **{name: part for name, part in event.items() if name != "person"}}
            company.take(ClientFrameReceived(client.number, dumps(frame).encode()))
        elif "frame" in event:
            company.take(ClientFrameReceived(client.number, dumps(event["frame"]).encode()))
        elif "call" in event:
            company.asks = who
            company.take(RpcRequest(1, event["call"], self.tokens[who], {"table": self.number}))
        elif "behind" in event:
            company.take(ClientLagging(client.number))
        else:
            self._lose(who, event["lost"])
        for _ in range(3):
            # Snapshots are rare: a few clients ask for one after each event, in turn.
            self.clients[next(self.turns)].send(self._watch(0))
        return company.taken()

    def shown(self) -> dict[str, set[int]]:
        """Cards that the table itself shows each person since the last call, independent of what was sent."""
        steps, self.told = self.told, []
        table: Any = self.evening.table(self.number).table
        entries = [entry for step in steps for entry in step.step.events if step.live_table is not None]
        return {
            name: cards_in(to_json([table.view(name), [entry.seen_by(name).to_dict() for entry in entries]]))
            for name in (*PLAYERS, NOBODY)
        }

    def _lose(self, who: str, record: int) -> None:
        """Lose a connection and reconnect, from a record or from the beginning."""
        lost = self.clients[who]
        del self.company.clients[lost.number]
        self.company.take(ClientDisconnected(lost.number))
        self.clients[who] = self._connected(who)
        self.clients[who].send(self._watch(record))

    def _watch(self, record: int) -> Event:
        """Frame that watches the table with hand values."""
        return {"type": "watch", "table_id": self.number, "after_record": record, "hand_values": True}


class FrameScript(SessionScript):
    """Random script of frames: play, requests of clients, and reports of the floor."""

    def event(self) -> Event:
        chance = self.rng.random()
        evening, number = self.room.evening, self.room.number
        waiting = evening.table(number).hosting.seat_requests
        if waiting and chance < 0.5:
            return self._asked(HOST, do="approve-seat-request", request_id=waiting[0].number)
        if chance < 0.12:
            return self._client_request()
        if chance < 0.17:
            return self._asked(self.rng.choice(("flo", HOST)), **self._report())
        return super().event()

    def _client_request(self) -> Event:
        rng = self.rng
        who = rng.choice(EVERYBODY)
        last = self.room.evening.room.chain(f"table {self.room.number}").head.number
        record = rng.choice((0, last, max(0, last - 3), last + 1))
        preview = {"type": "preview-ruling", "id": "p", "table_id": self.room.number, "command": self._report()}
        return rng.choice(
            (
                {"person": who, "frame": {"type": "watch", "table_id": self.room.number, "after_record": record}},
                {"person": "flo", "frame": preview},
                {"person": rng.choice((HOST, who)), "frame": preview},
                {"person": who, "call": rng.choice(CALLS)},
                {"person": who, "behind": True},
                {"person": who, "lost": record},
                self._asked(who, do="fold", seat=1),
            )
        )

    def _report(self) -> Event:
        """Random floor report, valid or not."""
        table: Any = self.room.evening.table(self.room.number).table
        name = self.rng.choice(sorted(REPORTS & set(table.COMMANDS)))
        anybody = RandomRequests(self.room.evening, self.rng)
        fields = {field: anybody._value(field) for field in table.COMMANDS[name].__struct_fields__}
        if "seat" in fields and self.rng.random() < 0.9:
            fields["seat"] = self.rng.choice((1, 2, 3))
        return {"do": name, **fields}


class RecordedFrameSession:
    """Recorded script of the first room, to be replayed for any reader."""

    def __init__(self, game: str, book: str, seed: int, rounds: int, *, home: bool = False, **terms: Any) -> None:
        self.make = lambda: RecordedRoom(game, book, seed, home=home, **terms)
        self.shoe = DeckSource()
        self.events: list[Event] = []
        self.sent: list[dict[str, bytes]] = []
        self.saw: dict[tuple[str, int], set[int]] = {}
        self.rounds = 0
        with self.shoe.at_the_table():
            self._play(seed, rounds)

    def _play(self, seed: int, rounds: int) -> None:
        room = self.make()
        script = FrameScript(room, seed)
        while self.rounds < rounds and len(self.events) < rounds * 150:
            event = script.event()
            self.events.append(event)
            self.sent.append(room.do(event))
            self.rounds = max((round_of(label) for label in self.shoe.drawn), default=0)
            for name, cards in room.shown().items():
                # A winner may still show after the next shuffle.
                for number in (self.rounds, self.rounds - 1):
                    self.saw.setdefault((name, number), set()).update(cards)

    def again_for(self, player: str, readers: Sequence[str], seed: int) -> int:
        """Replay with the cards permuted that a player, or nobody, may not see; return how many moved."""
        moved = 0

        def changed(label: str) -> dict[int, int]:
            nonlocal moved
            keep = self.saw.get((player, round_of(label)), set())
            free = [card for card in DECK if card not in keep]
            others = list(free)
            random.Random(f"{seed} {round_of(label)}").shuffle(others)
            moved += sum(one != other for one, other in zip(free, others, strict=True))
            return {**{card: card for card in keep}, **dict(zip(free, others, strict=True))}

        self.shoe.changed = changed
        with self.shoe.at_the_table():
            room = self.make()
            for index, event in enumerate(self.events):
                self._compare(readers, index, room.do(event))
        self.shoe.changed = None
        return moved

    def _compare(self, readers: Iterable[str], index: int, sent: dict[str, bytes]) -> None:
        for name in readers:
            before, event = self.sent[index][name], self.events[index]
            assert sent[name] == before, f"{name}, {event}: {difference(before, sent[name], index)}"
