"""An evening in bad weather, in one thread and from one seed: a room, its store, its clients and the line.

Everything that happens is an event in one queue, in the order of a true time that nobody in it can read. The
process may die at every touch of its store and between any two events; what it had in memory is gone then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from heapq import heappop, heappush
from typing import Any, Final

from hoyle.room.faults import promises
from hoyle.room.faults.clients import PATIENCE, Client
from hoyle.room.faults.faulty_store import FaultyStore, Truth, Wrong
from hoyle.room.faults.weather import Crash, Weather
from hoyle.room.house_offers import GAMES as HOUSE_GAMES
from hoyle.room.house_offers import house_offer
from hoyle.room.live.answers import Answer, Request
from hoyle.room.live.desk import Desk
from hoyle.room.live.doorman import Doorman
from hoyle.room.live.draft import Told
from hoyle.room.live.hosted import HostedTable
from hoyle.room.live.pictures import NewsPicture, TablePicture, news, table_picture
from hoyle.room.live.teller import Teller
from hoyle.room.offers import BOOK_OF, offer
from hoyle.room.store import Store
from hoyle.room.store.failures import StoreError
from hoyle.rulebooks import book
from hoyle.table.codec import encode

POKER_GAMES: Final = tuple(sorted({game for id in BOOK_OF for game in book(id).games}))
GAMES: Final = (*POKER_GAMES, *HOUSE_GAMES)
"""Every game appears: seed by seed in turn where none is named."""
EVENTS: Final = 220
"""Things that happen in bad weather, before it clears."""
_MOST_EVENTS_TO_THE_END: Final = 6000
_PEOPLE: Final = ("ann", "bob")
_BOT: Final = "robbie"
_LOOKS_ON: Final = "otto"
_BOSS: Final = "boss"
_STARTED: Final = 1_700_000_000_000


def usual_sign(game: str) -> dict[str, Any]:
    """The room's usual sign for a game, as a request brings it."""
    sign: Any = house_offer(game).sign if game in HOUSE_GAMES else offer(game, players=3).sign
    return {name: value for name, value in sign.facts().items() if name != "game"}


class Process:
    """A process that has the room, or believes that it has."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.slept = False
        self.store = FaultyStore(evening.open_store(), evening.weather, evening.truth)
        self._telling: tuple[HostedTable, Teller] | None = None
        try:
            self.desk = Desk(
                self.store, now=evening.room_time, entropy=evening.chance.randbytes, hear=self._hear
            )
            self.desk.watch({evening.table} if evening.table else set())
        except BaseException:
            self.store.close()
            raise

    def _hear(self, told: list[Told]) -> None:
        """What is on disk goes out to everybody who is there."""
        promises.durable(self.evening.truth, told)
        at_table = [each for each in told if each.hosted is not None]
        if not at_table or not self.evening.table:
            return
        room = self.desk.room
        hosted = room.tables[self.evening.table]
        teller = self._teller(hosted)
        calls = [tuple(teller.hear(each.step)) for each in at_table]
        for client in self.evening.clients:
            frame = news(room, hosted, at_table, calls, client.name)
            promises.discreet(hosted, client.name, encode(frame))
            self.evening.send_frame(client, frame)

    def _teller(self, hosted: HostedTable) -> Teller:
        """Who tells the table; another where the room was resumed from the store."""
        if self._telling is None or self._telling[0] is not hosted:
            self._telling = hosted, Teller(hosted)
        return self._telling[1]

    def picture(self, client: Client) -> None:
        """Somebody asks how the table stands."""
        if self.desk.trouble:
            return
        room = self.desk.room
        hosted = room.tables[client.table]
        frame = table_picture(room, hosted, client.name, tuple(self._teller(hosted).calls))
        promises.discreet(hosted, client.name, encode(frame))
        self.evening.send_frame(client, frame)


class Evening:
    """One run."""

    def __init__(self, seed: int, game: str, open_store: Callable[[], Store], events: int = EVENTS) -> None:
        self.seed = seed
        self.game = game
        self.events = events
        self.open_store = open_store
        self.rng = random.Random(f"{seed} {game}")
        self.chance = random.Random(f"{seed} {game} cards")
        self.weather = Weather(random.Random(f"{seed} {game} weather"))
        self.truth = Truth()
        self.time = 0
        """The true time, in milliseconds."""
        self.skew = 0
        """By how much the room's clock is wrong."""
        self.table = 0
        self.clients: list[Client] = []
        self.inbox: list[Request] = []
        self.leaving = False
        self.crashes = 0
        self.happened = 0
        self.answers = 0
        self.digest = sha256()
        self._queue: list[tuple[int, int, str, Callable[[], None]]] = []
        self._queued = 0
        self.asleep: Process | None = None
        """A process that was paused, does not know that another has the room, and will wake up."""
        self.process: Process | None = Process(self)

    def room_time(self) -> int:
        """The time by the room's clock."""
        return _STARTED + self.time + self.skew

    # The run

    def run(self) -> None:
        """Come in, play in bad weather, then let everything come to its end."""
        try:
            self._come_in()
            self.weather.bad = True
            self._plan("weather", self.rng.randint(1, 200), self._weather_turns)
            for _ in range(self.events):
                self._step()
                if self.happened % 25 == 0:
                    self._compare()
            self._clear_up()
            self._finish()
        finally:
            for process in (self.process, self.asleep):
                if process is not None:
                    process.store.close()

    def _come_in(self) -> None:
        assert self.process is not None
        desk = self.process.desk
        doorman = Doorman(desk, guest_chips=5000)
        for name in (_BOSS, *_PEOPLE, _LOOKS_ON):
            doorman.guest(name)
        doorman.register(_BOSS, "no password")
        doorman.appoint(_BOSS, "manager")
        terms = {"clock": 4000, "bank": 3000, "pause": 500, "betting": 1500, "away": 60_000}
        opened = self._boss("open-table", 0, game=self.game, sign=usual_sign(self.game), terms=terms)
        self.table = opened.given["table"]
        for seat, name in enumerate(_PEOPLE, 1):
            self.clients.append(Client(name, self.table, seat, self.rng))
            [answer] = desk.serve(
                [
                    Request(
                        id="sit",
                        person=name,
                        table=self.table,
                        command={"do": "sit", "seat": seat, "chips": 200},
                    )
                ]
            )
            if not answer.ok:
                raise Wrong(f"{name} could not sit down: {answer.said}")
        self._boss("seat-bot", self.table, player=_BOT, temperament="gambler", seat=3, chips=200)
        self.clients += [Client(_BOT, self.table, 3, self.rng), Client(_LOOKS_ON, self.table, 0, self.rng)]
        # So that checkpoints are written in short evenings too.
        desk.room.tables[self.table].rounds = self.rng.choice((0, 17, 18, 19))
        desk.watch({self.table})
        for client in self.clients:
            self.process.picture(client)
            self._plan("client", self.rng.randint(1, 300), partial(self._client_turns, client))

    def _asked_to_close(self) -> bool:
        assert self.process is not None
        request = Request(
            id="it is late", person=_BOSS, table=self.table, command={"do": "close", "why": "it is late"}
        )
        [answer] = self.process.desk.serve([request])
        promises.answered(self.truth, _BOSS, answer)
        return answer.ok

    def _boss(self, do: str, table: int, **fields: Any) -> Answer:
        assert self.process is not None
        request = Request(id=f"boss {do}", person=_BOSS, table=table, command={"do": do, **fields})
        [answer] = self.process.desk.serve([request])
        if not answer.ok:
            raise Wrong(f"the manager could not {do}: {answer.said}")
        return answer

    def _clear_up(self) -> None:
        """The weather clears: clocks are right, everybody is there, one process has the room."""
        self.weather.clear()
        self.skew = 0
        for client in self.clients:
            client.there = True
        if self.asleep is not None:
            self.asleep.store.close()
            self.asleep = None
        while self.process is None:
            self._step()
        self.process.desk.tick()
        if self.process.desk.trouble:
            raise Wrong(f"the store is well and the room is not: {self.process.desk.trouble}")

    def _finish(self) -> None:
        """Every round ends, everybody is answered and leaves with his chips."""
        self.leaving = True
        if not self._asked_to_close():
            # One that slept through everything finds out now that another had the room, and takes it up.
            self._asked_to_close()
        self._compare()
        for _ in range(_MOST_EVENTS_TO_THE_END):
            self._step()
            assert self.process is not None
            hosted = self.process.desk.room.tables[self.table]
            if hosted.hosting.closed and all(client.pending is None for client in self.clients):
                break
        else:
            waiting = [client.pending for client in self.clients if client.pending is not None]
            raise Wrong(f"it does not end: {hosted.turn}, {waiting}")
        self._compare()
        promises.on_disk(self.process.store.inner, self.truth)
        left = {
            account: chips
            for account, chips in self.process.store.inner.balances().items()
            if account.startswith("table ") and chips
        }
        if left:
            raise Wrong(f"chips were left on a table that is closed: {left}")

    # Events

    def _plan(self, what: str, delay: int, do: Callable[[], None]) -> None:
        self._queued += 1
        heappush(self._queue, (self.time + delay, self._queued, what, do))

    def _step(self) -> None:
        """The next thing happens: an event, or the house has something to do."""
        self.happened += 1
        due = None
        if self.process is not None:
            due = self.process.desk.due()
        due_at = None if due is None else max(self.time, due - _STARTED - self.skew)
        if due_at is not None and due_at <= self._queue[0][0]:
            self.time = due_at
            done = self._in_process(lambda process: process.desk.tick())
            # What fails is tried again a little later.
            self.time += 0 if done else 50
            what = "tick"
        else:
            time, _, what, do = heappop(self._queue)
            self.time = max(self.time, time)
            do()
        self._check(what)

    def _check(self, what: str) -> None:
        self.digest.update(f"{self.time} {what} {sorted(self.truth.heads.items())}\n".encode())
        process = self.process
        if process is not None and not process.desk.trouble:
            promises.money(process.desk.room)

    def _compare(self) -> None:
        """A process that takes over would know what this one knows."""
        process = self.process
        if process is None or process.desk.trouble:
            return
        # One that slept knows only when it writes that another has had the room.
        chains = process.desk.room.chains
        if not process.slept or all(chains[stream].head == head for stream, head in self.truth.heads.items()):
            promises.resumed(process.desk.room, process.store.inner, self.truth)

    def _in_process(self, do: Callable[[Process], Any]) -> Any:
        """Have the process do something; it may die of it."""
        process = self.process
        if process is None:
            return None
        try:
            return do(process)
        except Crash as crash:
            self._die(str(crash))
            return None

    def _die(self, why: str) -> None:
        assert self.process is not None
        self.digest.update(f"dies {why}\n".encode())
        self.crashes += 1
        self.process.store.close()
        self.process = None
        self.inbox.clear()
        self._plan("start", self.rng.randint(10, 2000), self._start)

    def _start(self) -> None:
        if self.process is not None:
            return
        try:
            self.process = Process(self)
        except (Crash, StoreError):
            self._plan("start", self.rng.randint(10, 500), self._start)

    # The line

    def _carry(self, what: str, deliver: Callable[[], None]) -> None:
        """A message on its way: it may come late, twice, or never."""
        weather = self.weather
        for _ in range(1 + weather.strikes("double") + weather.strikes("double")):
            if weather.strikes("drop"):
                continue
            delay = self.rng.randint(1, 30)
            if weather.strikes("delay"):
                delay = self.rng.randint(30, 5000)
            self._plan(what, delay, deliver)

    def send_frame(self, client: Client, frame: TablePicture | NewsPicture) -> None:
        """A picture is sent; who is not there does not get it."""
        self._carry("frame", lambda: client.see(frame) if client.there else None)

    def _send_answer(self, client: Client, answer: Answer) -> None:
        self.answers += 1
        self._carry("answer", lambda: client.hear(answer) if client.there else None)

    def _arrives(self, request: Request) -> None:
        """What comes within a moment is decided together."""
        if self.process is None:
            return
        if not self.inbox:
            self._plan("serve", self.rng.choice((0, 0, 5, 100)), self._serve)
        self.inbox.append(request)

    def _serve(self) -> None:
        requests, self.inbox = self.inbox, []
        if requests:
            self._in_process(lambda process: self._served(process, requests))

    def _served(self, process: Process, requests: Sequence[Request]) -> None:
        answers = process.desk.serve(requests)
        if len(answers) != len(requests):
            raise Wrong(f"{len(requests)} were asked and {len(answers)} answered")
        for request, answer in zip(requests, answers, strict=True):
            if answer.id != request.id or not (answer.ok or answer.said):
                raise Wrong(f"{request} was answered {answer}")
            promises.answered(self.truth, request.person, answer)
        # It may die with everything on disk and nobody told.
        if self.weather.strikes("crash"):
            raise Crash("before answering")
        for request, answer in zip(requests, answers, strict=True):
            client = next(each for each in self.clients if each.name == request.person)
            self._send_answer(client, answer)

    # People

    def _client_turns(self, client: Client) -> None:
        """Somebody looks up, and does something or not."""
        self._plan("client", self.rng.randint(50, PATIENCE), partial(self._client_turns, client))
        if self.weather.strikes("vanish"):
            client.there = False
            self._plan("returns", self.rng.randint(100, 20_000), partial(self._returns, client))
        if not client.there:
            return
        if self.rng.random() < 0.4:
            self._carry("look", lambda: self._in_process(lambda process: process.picture(client)))
        request = client.act(leaving=self.leaving)
        if request is not None:
            self._carry("request", partial(self._arrives, request))

    def _returns(self, client: Client) -> None:
        """He comes back by another device: all he knows is which command was not answered."""
        client.there = True
        client.record, client.waits = 0, ()

    # The house's troubles

    def _weather_turns(self) -> None:
        """From time to time: a clock jumps, the disk fills, the process dies or another takes over."""
        self._plan("weather", self.rng.randint(100, 1000), self._weather_turns)
        weather = self.weather
        if weather.strikes("jump"):
            self.skew = self.rng.choice(
                (0, -5_000, 30_000, -3_600_000, 3_600_000, self.rng.randint(-999, 999))
            )
        if weather.strikes("full"):
            weather.full = True
            self._plan("room again", self.rng.randint(50, 4000), self._room_again)
        if weather.strikes("crash") and self.process is not None:
            self._compare()
            self._die("between two events")
        if weather.strikes("rival"):
            self._rival()

    def _room_again(self) -> None:
        self.weather.full = False

    def _rival(self) -> None:
        """The process is paused and another takes over; or the paused one wakes up and goes on as before."""
        if self.asleep is not None:
            self.process, self.asleep = self.asleep, self.process
            self.process.slept = True
            return
        if self.process is None:
            return
        self.asleep, self.process = self.process, None
        self._start()
