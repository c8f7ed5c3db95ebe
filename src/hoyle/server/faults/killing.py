"""Kill -9, over and over: a real process is killed under load, and what it told is held against the disk."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from time import time_ns
from typing import Any, Final

from msgspec import json

import hoyle
from hoyle.server.faults import promises
from hoyle.server.faults.clients import Client
from hoyle.server.faults.evening import usual_sign
from hoyle.server.faults.faulty_store import Wrong
from hoyle.server.faults.victim import Asked, Told
from hoyle.room.live import recovery
from hoyle.room.live.answers import Answer, Request
from hoyle.room.live.desk import Desk
from hoyle.room.live.doorman import Doorman
from hoyle.room.live.heart import Room
from hoyle.room.live.pictures import TablePicture, table_picture
from hoyle.room.store import Store, open_store
from hoyle.room.store.chain import check
from hoyle.room.store.writing import Checkpoint, Record, table_stream
from hoyle.table.codec import encode

PEOPLE: Final = ("ann", "bob", "cy")
TERMS: Final = {"clock": 2000, "bank": 0, "pause": 0, "betting": 20}
_BOSS: Final = "boss"


def furnish(desk: Desk, game: str, chips: int = 100_000) -> int:
    """Open a table of a game and seat people at it; its number."""
    doorman = Doorman(desk, guest_chips=chips)
    for name in (_BOSS, *PEOPLE):
        doorman.guest(name)
    doorman.register(_BOSS, "no password")
    doorman.appoint(_BOSS, "manager")
    opening = {"do": "open-table", "game": game, "sign": usual_sign(game), "terms": TERMS}
    [opened] = desk.serve([Request(id="open", person=_BOSS, command=opening)])
    table: int = opened.given["table"]
    for seat, name in enumerate(PEOPLE, 1):
        sit = {"do": "sit", "seat": seat, "chips": 200}
        [answer] = desk.serve([Request(id="sit", person=name, table=table, command=sit)])
        if not answer.ok:
            raise Wrong(answer.said)
    desk.watch({table})
    return table


class Killing:
    """A room whose process comes to harm again and again, and its clients, who outlive it."""

    def __init__(self, place: str, game: str, seed: int) -> None:
        self.place = place
        self.rng = random.Random(f"{seed} {game} killed")
        with closing(open_store(place)) as store:
            desk = Desk(store, now=lambda: time_ns() // 1_000_000, entropy=os.urandom)
            self.table = furnish(desk, game)
        self.clients = [Client(name, self.table, seat, self.rng) for seat, name in enumerate(PEOPLE, 1)]
        self.told: dict[tuple[str, str], Answer] = {}
        """Every yes that anybody was told."""
        self.pictures: dict[str, TablePicture] = {}
        """What everybody saw last."""

    def kill(self) -> int:
        """Let a process take the room up, kill it under load, compare; how many it had answered."""
        child = self._start()
        assert child.stdin is not None
        assert child.stdout is not None
        timer: Timer | None = None
        answered = 0
        try:
            while True:
                requests = self.requests()
                with suppress(BrokenPipeError):
                    child.stdin.write(json.encode(Asked(requests, list(PEOPLE))) + b"\n")
                    child.stdin.flush()
                line = child.stdout.readline()
                if not line.endswith(b"\n"):
                    break
                answered += self.hear(requests, json.decode(line, type=Told))
                if timer is None:
                    timer = Timer(self.rng.random() * 0.3, child.kill)
                    timer.start()
        finally:
            if timer is not None:
                timer.join()
            child.kill()
            child.wait()
            child.stdout.close()
            with suppress(BrokenPipeError):
                child.stdin.close()
        if timer is None:
            raise Wrong("the process ended by itself; what it said is above")
        self.compare()
        return answered

    def _start(self) -> subprocess.Popen[bytes]:
        source = str(Path(hoyle.__file__).parents[1])
        return subprocess.Popen(
            [sys.executable, "-m", "hoyle.server.faults.victim", self.place, str(self.table)],
            env={**os.environ, "PYTHONPATH": source},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def requests(self) -> list[Request]:
        """What everybody sends now."""
        return [request for client in self.clients if (request := client.act(leaving=False))]

    def hear(self, requests: list[Request], told: Told) -> int:
        """What everybody is told; how many answers there were."""
        for request, answer in zip(requests, told.answers, strict=True):
            client = next(each for each in self.clients if each.name == request.person)
            client.hear(answer)
            if answer.ok:
                self.told[request.person, answer.id] = answer
        for client in self.clients:
            if client.name in told.pictures:
                self.pictures[client.name] = told.pictures[client.name]
                client.see(told.pictures[client.name])
        return len(told.answers)

    # What the disk says

    def compare(self, *, reading: bool = False) -> None:
        """Everything that anybody was told is on disk, and nothing was done twice."""
        with closing(open_store(self.place, reading=reading)) as store:
            if not reading:
                # Who claims waits until the dead one's last commit is through, or is not.
                store.claim(store.streams())
            room = recovery.load(store)
            promises.money(room)
            if store.reconcile():
                raise Wrong(f"the balances are not their postings: {store.reconcile()[0]}")
            for (person, command), answer in self.told.items():
                seen = store.seen(person, command)
                if seen is None or json.decode(seen.answer, type=Answer) != answer:
                    raise Wrong(f"{person} was told yes to {command}, and that is lost")
            for stream in store.streams():
                self._check_stream(store, stream)
            for person, picture in self.pictures.items():
                self._check_picture(store, room, person, picture)

    def _check_stream(self, store: Store, stream: str) -> None:
        flaw = check(stream, store.records(stream), head=store.head(stream))
        if flaw is not None:
            raise Wrong(str(flaw))
        last: dict[tuple[str, str], int] = {}
        for record in store.records(stream):
            key = record.actor, record.command
            if record.command and last.get(key, record.number - 1) != record.number - 1:
                raise Wrong(f"{record.command} of {record.actor} took effect twice at {stream}")
            last[key] = record.number

    def _check_picture(self, store: Store, room: Room, person: str, told: TablePicture) -> None:
        """The records up to the one that he saw lead to the very picture that he saw."""
        until: Any = _Until(store, told.record)
        hosted = recovery.load_table(until, self.table, room)
        seen = table_picture(room, hosted, person)
        if seen.record != told.record:
            raise Wrong(f"{person} saw record {told.record}, and the disk has {seen.record}")
        if json.decode(encode(seen)) != json.decode(encode(told)):
            wrong = promises.differences(json.decode(encode(told)), json.decode(encode(seen)))
            raise Wrong(f"{person} saw what the records do not lead to: {wrong[0]}")


class _Until:
    """A store as it was when a table's stream ended with a record."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number

    def checkpoint(self, stream: str) -> Checkpoint | None:
        found = self._store.checkpoint(stream)
        return found if found is not None and found.number <= self._number else None

    def records(self, stream: str, after: int = 0) -> Iterator[Record]:
        assert stream.startswith(table_stream(0)[:-1])
        return self._store.records(stream, after, self._number)
