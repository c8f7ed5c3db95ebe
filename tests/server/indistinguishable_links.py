"""Two rooms behind their links, in which a reader cannot tell that the cards are others.

The first room plays an evening with everybody connected: players, somebody who looks on, somebody without a
name, and every role. The second plays the same evening, frame by frame, from decks in which every card that
the table does not show to a reader has changed places with another such card
(`tests.room.indistinguishable_rooms`). Every byte that leaves for him must be the same: frames, answers,
refusals, rulings beforehand, what HTTP answers."""

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
    Script,
    Shoe,
    cards_in,
    difference,
    round_of,
)
from tests.room.random_requests import Anybody
from tests.room.room_driver import Evening
from tests.server.in_process_room import Company, Somebody

from hoyle.core.cards import DECK
from hoyle.room.auth.permissions import REPORTS
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
from hoyle.table.log.serialization import to_json

Event = dict[str, Any]

HOST: Final = "hal"
NOBODY: Final = ""
ONLOOKERS: Final = (NOBODY, LOOKS_ON, HOST, *STAFF)
"""Who has no cards at this table; nobody of them may learn more than another."""
EVERYBODY: Final = (*PLAYERS, *ONLOOKERS)
CALLS: Final = ("tables", "me", "ledger")


class Tapped(Company):
    """A company of which every byte is kept, by who gets it."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.heard: dict[str, list[bytes]] = {name: [] for name in EVERYBODY}
        self.asks = NOBODY
        """Who asks over HTTP."""

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
        """What everybody was sent since this was asked last."""
        found = {name: b"\n".join(data) for name, data in self.heard.items()}
        for data in self.heard.values():
            data.clear()
        return found


class TappedRoom:
    """One of the two rooms; `evening` and `number` are what `Script` plays with."""

    def __init__(self, game: str, book: str, seed: int, *, home: bool, **terms: Any) -> None:
        self.evening = Evening(seed=seed)
        self.company = Tapped(self.evening)
        self.tokens: dict[str, str] = {NOBODY: ""}
        for name, role in zip(STAFF, ("floor", "cashier", "auditor", "manager"), strict=True):
            self.evening.staff(name, role)
            self.tokens[name] = self.evening.doorman.log_in(name, good=True).token
        for name in (*PLAYERS, LOOKS_ON, HOST):
            self.tokens[name] = self.company.call("enter", name=name)[2]
        if home:
            self.number, code = self.evening.home(game, HOST, **terms)
        else:
            self.number, code = self.evening.open(game, book, **terms), ""
        self.clients = {name: self._connected(name) for name in EVERYBODY}
        for name, client in self.clients.items():
            if code and name not in (NOBODY, HOST, *STAFF):
                client.yes(self.number, do="join", code=code)
            client.send({"type": "lobby"})
            client.send(self._watch(0))
        for seat, name in enumerate(PLAYERS[:3], 1):
            self.clients[name].yes(self.number, do="sit", seat=seat, chips=200)
            if code:
                self.clients[HOST].yes(self.number, do="approve", ask=seat)
        assert len(self.evening.table(self.number).seated) == 3
        self.company.taken()
        self.turns = cycle(EVERYBODY)
        self.told: list[CommittedStep] = []
        self._usual = self.evening.desk.publish
        self.evening.desk.publish = self._hear

    def _hear(self, told: list[CommittedStep]) -> None:
        self.told.extend(told)
        self._usual(told)

    def _connected(self, name: str) -> Somebody:
        found = self.company.connect(token=self.tokens[name])
        found.person = name
        return found

    def do(self, event: Event) -> dict[str, bytes]:
        """One event of the evening; what everybody is sent."""
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
            # Whole tables are sent only now and then: everybody asks for one in turn.
            self.clients[next(self.turns)].send(self._watch(0))
        return company.taken()

    def shown(self) -> dict[str, set[int]]:
        """The cards that the table itself shows everybody since this was asked last, not what was sent."""
        told, self.told = self.told, []
        table: Any = self.evening.table(self.number).table
        entries = [entry for each in told for entry in each.step.events if each.hosted is not None]
        return {
            name: cards_in(to_json([table.view(name), [entry.seen_by(name).to_dict() for entry in entries]]))
            for name in (*PLAYERS, NOBODY)
        }

    def _lose(self, who: str, record: int) -> None:
        """A connection is lost, and taken up again where it was or from the beginning."""
        lost = self.clients[who]
        del self.company.clients[lost.number]
        self.company.take(ClientDisconnected(lost.number))
        self.clients[who] = self._connected(who)
        self.clients[who].send(self._watch(record))

    def _watch(self, record: int) -> Event:
        """Follow the table, and hear what the cards make."""
        return {"type": "watch", "table": self.number, "record": record, "reading": True}


class FrameScript(Script):
    """An evening of frames: besides what is played, what clients ask for and the floor reports."""

    def event(self) -> Event:
        lot = self.rng.random()
        evening, number = self.room.evening, self.room.number
        waiting = evening.table(number).hosting.asked
        if waiting and lot < 0.5:
            return self._asked(HOST, do="approve", ask=waiting[0].number)
        if lot < 0.12:
            return self._besides()
        if lot < 0.17:
            return self._asked(self.rng.choice(("flo", HOST)), **self._report())
        return super().event()

    def _besides(self) -> Event:
        rng = self.rng
        who = rng.choice(EVERYBODY)
        last = self.room.evening.room.chain(f"table {self.room.number}").head.number
        record = rng.choice((0, last, max(0, last - 3), last + 1))
        preview = {"type": "preview", "id": "p", "table": self.room.number, "command": self._report()}
        return rng.choice(
            (
                {"person": who, "frame": {"type": "watch", "table": self.room.number, "record": record}},
                {"person": "flo", "frame": preview},
                {"person": rng.choice((HOST, who)), "frame": preview},
                {"person": who, "call": rng.choice(CALLS)},
                {"person": who, "behind": True},
                {"person": who, "lost": record},
                self._asked(who, do="fold", seat=1),
            )
        )

    def _report(self) -> Event:
        """Something that the floor may report, right or wrong."""
        table: Any = self.room.evening.table(self.room.number).table
        name = self.rng.choice(sorted(REPORTS & set(table.COMMANDS)))
        anybody = Anybody(self.room.evening, self.rng)
        fields = {field: anybody._value(field) for field in table.COMMANDS[name].__struct_fields__}
        if "seat" in fields and self.rng.random() < 0.9:
            fields["seat"] = self.rng.choice((1, 2, 3))
        return {"do": name, **fields}


class TappedEvenings:
    """The first room's evening, to be played again for anybody."""

    def __init__(
        self, game: str, book: str, seed: int, rounds: int, *, home: bool = False, **terms: Any
    ) -> None:
        self.make = lambda: TappedRoom(game, book, seed, home=home, **terms)
        self.shoe = Shoe()
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
        """Play it again with other cards where a player, or nobody, may see none; how many had changed."""
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
            for at, event in enumerate(self.events):
                self._compare(readers, at, room.do(event))
        self.shoe.changed = None
        return moved

    def _compare(self, readers: Iterable[str], at: int, sent: dict[str, bytes]) -> None:
        for name in readers:
            before = self.sent[at][name]
            assert sent[name] == before, f"{name}, {self.events[at]}: {difference(before, sent[name], at)}"
