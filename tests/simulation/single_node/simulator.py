"""Discrete-event simulator of one room with clients, staff and bots under injected faults.

Everything that happens is an event in one queue, in the order of a true time that nobody in it can read. The
process may die at every touch of its store and between any two events; what it had in memory is gone then.
There are three tables: one of the game that the seed is about, one of bots alone, and a home game; staff and
newcomers go about their business meanwhile.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from heapq import heappop, heappush
from typing import Any, Final

from msgspec import json
from tests.simulation.single_node import invariants
from tests.simulation.single_node.decision_time_checks import DecisionTimes
from tests.simulation.single_node.fault_injector import Crash, FaultInjector
from tests.simulation.single_node.faulty_store import CommittedState, InvariantViolation
from tests.simulation.single_node.simulated_clients import Frame, SimulatedClient
from tests.simulation.single_node.simulated_process import Process
from tests.simulation.single_node.simulated_staff import Cashier, Floor, Host, Manager

from hoyle.room import recovery
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandAnswer, CommandRequest
from hoyle.room.outage import MAX_BACKOFF_MS
from hoyle.room.pipeline import RoomTakenOver
from hoyle.rulebooks import poker_book
from hoyle.server.ipc.messages import (
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    ClientLagging,
    Message,
    RpcRequest,
    RpcResponse,
)
from hoyle.storage import Store
from hoyle.storage.errors import StoreError
from hoyle.table.presets.house_game_presets import GAMES as BANKED_GAMES
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import DEFAULT_BOOKS, poker_preset

POKER_GAMES: Final = tuple(sorted({game for id in DEFAULT_BOOKS for game in poker_book(id).games}))
GAMES: Final = (*POKER_GAMES, *BANKED_GAMES)
"""Every game appears: seed by seed in turn where none is named."""
EVENTS: Final = 600
"""Things that happen in bad weather, before it clears."""
PATIENCE: Final = 900
"""Milliseconds without an answer after which somebody sends the same command again."""
TERMS: Final = {"clock": 4000, "bank": 3000, "pause": 500, "betting": 1500, "away": 60_000}
_MAX_EVENTS_TO_THE_END: Final = 12_000
_PLAYERS: Final = ("ann", "bob")
_AT_HOME: Final = ("cy", "dee")
_BOSS, _FLO, _CASH, _HAL, _OTTO = "boss", "flo", "cash", "hal", "otto"
_STARTED: Final = 1_700_000_000_000


def usual_sign(game: str) -> dict[str, Any]:
    """The room's usual sign for a game, as a request brings it."""
    sign: Any = house_game_preset(game).sign if game in BANKED_GAMES else poker_preset(game, players=3).sign
    return {name: value for name, value in sign.facts().items() if name != "game"}


class ClientConnection:
    """Somebody's device: a connection that may break, and whoever sits before it."""

    def __init__(self, guest: SimulatedClient, token: str) -> None:
        self.guest = guest
        self.token = token
        self.there = True
        self.number = 0
        """Of the connection; 0 while there is none."""
        self.sent_at = 0


class Simulation:
    """One run."""

    def __init__(self, seed: int, game: str, open_store: Callable[[], Store], events: int = EVENTS) -> None:
        self.seed = seed
        self.game = game
        self.events = events
        self.open_store = open_store
        self.rng = random.Random(f"{seed} {game}")
        self.chance = random.Random(f"{seed} {game} cards")
        self.weather = FaultInjector(random.Random(f"{seed} {game} weather"))
        self.truth = CommittedState()
        self.clocks = DecisionTimes()
        self.time = 0
        """The true time, in milliseconds."""
        self.skew = 0
        """By how much the room's clock is wrong."""
        self.visitors: list[ClientConnection] = []
        self.home = 0
        self.over = False
        self.crashes = 0
        self.ended = 0
        """Processes that slept, were taken over and saw it."""
        self.happened = 0
        self.answers = 0
        self.digest = sha256()
        self._queue: list[tuple[int, int, str, Callable[[], None]]] = []
        self._queued = 0
        self._numbers = 0
        self._connected: dict[int, str] = {}
        """By whom each connection was opened."""
        self._calls: dict[int, str] = {}
        self.entered: dict[str, str] = {}
        """Who was told that he has come in, and his token."""
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
            self._plan("door", self.rng.randint(1, 500), self._somebody_comes)
            for _ in range(self.events):
                self._step()
                if self.happened % 25 == 0:
                    self._compare()
            self._clear_up()
            self._finish()
        finally:
            for process in (self.process, self.asleep):
                if process is not None:
                    process.close()

    def _come_in(self) -> None:
        assert self.process is not None
        desk, rng = self.process.desk, self.rng
        doorman = Authenticator(desk, guest_chips=5000)
        names = (_BOSS, _FLO, _CASH, _HAL, _OTTO, *_PLAYERS, *_AT_HOME)
        tokens = {name: doorman.guest(name).token for name in names}
        for name, role in ((_BOSS, "manager"), (_FLO, "floor"), (_CASH, "cashier")):
            tokens[name] = doorman.register(name, "no password").token
            doorman.grant_initial_role(name, role)
        main = self._opened(_BOSS, "open-table", self.game)
        bots = self._opened(_BOSS, "open-table", rng.choice(POKER_GAMES))
        home_game = rng.choice(GAMES)
        self.home = self._opened(_HAL, "open-home-game", home_game)
        code = desk.room.tables[self.home].hosting.code
        for name in _AT_HOME:
            self._asked(name, self.home, do="join", code=code)
        for table, seats in ((main, (3,) if self.game in POKER_GAMES else ()), (bots, (1, 2, 3))):
            for seat in seats:
                bot = {"player": f"Bot {table}{seat}", "temperament": "gambler", "seat": seat, "chips": 200}
                self._asked(_BOSS, table, do="seat-bot", **bot)
        # So that checkpoints are written in short evenings too.
        desk.room.tables[main].rounds = rng.choice((0, 17, 18, 19))
        people = (*_PLAYERS, *_AT_HOME)
        guests: list[SimulatedClient] = [
            Manager(_BOSS, rng, (main, bots), people),
            Floor(_FLO, rng, (main, bots, self.home), people),
            Cashier(_CASH, rng, (main,), people),
            Host(_HAL, self.home, 0, rng, poker=home_game in POKER_GAMES, ordered=False),
            SimulatedClient(_OTTO, bots, 0, rng, ordered=False),
        ]
        for table, game, players in ((main, self.game, _PLAYERS), (self.home, home_game, _AT_HOME)):
            poker = game in POKER_GAMES
            guests += [
                SimulatedClient(name, table, seat, rng, poker=poker, ordered=False)
                for seat, name in enumerate(players, 1)
            ]
        for guest in guests:
            self._comes(guest, tokens[guest.person])

    def _comes(self, guest: SimulatedClient, token: str) -> None:
        visitor = ClientConnection(guest, token)
        self.visitors.append(visitor)
        self._plan("visitor", self.rng.randint(1, 300), partial(self._visitor_turns, visitor))

    def _asked(self, person: str, table: int, **command: Any) -> CommandAnswer:
        """Something done while the weather is good."""
        assert self.process is not None
        self._numbers += 1
        request = CommandRequest(id=f"first {self._numbers}", person=person, table=table, command=command)
        [answer] = self.process.desk.process([request])
        if not answer.ok:
            raise InvariantViolation(f"{person} could not {command}: {answer.said}")
        return answer

    def _opened(self, person: str, do: str, game: str) -> int:
        found: int = self._asked(person, 0, do=do, game=game, sign=usual_sign(game), terms=TERMS).given[
            "table"
        ]
        return found

    def _clear_up(self) -> None:
        """The weather clears: clocks are right, everybody is there, one process has the room."""
        self.weather.clear()
        self.skew = 0
        for visitor in self.visitors:
            visitor.there = True
        if self.asleep is not None:
            self.asleep.close()
            self.asleep = None
        # A process that starts has some milliseconds to wait, one in trouble looks at its store again soon.
        until = self.time + 2 * MAX_BACKOFF_MS
        while self.process is None or self.process.desk.trouble:
            if self.time > until:
                raise InvariantViolation("the store is well and the room is not")
            self._step()

    def _finish(self) -> None:
        """Every round ends, everybody is answered and leaves with his chips."""
        self.over = True
        self._close_tables()
        self._compare()
        for _ in range(_MAX_EVENTS_TO_THE_END):
            self._step()
            assert self.process is not None
            tables = self.process.desk.room.tables.values()
            closed = all(hosted.hosting.closed for hosted in tables)
            if closed and all(visitor.guest.pending is None for visitor in self.visitors):
                break
        else:
            open_ = [f"{each.number} {each.turn}" for each in tables if not each.hosting.closed]
            waiting = [
                visitor.guest.pending for visitor in self.visitors if visitor.guest.pending is not None
            ]
            raise InvariantViolation(f"it does not end: {open_}, {waiting}")
        self._compare()
        store = self.process.store.inner
        invariants.check_store(store, self.truth)
        balances = store.balances().items()
        left = {account: chips for account, chips in balances if account.startswith("table ") and chips}
        if left:
            raise InvariantViolation(f"chips were left on a table that is closed: {left}")
        known = recovery.load(store).state.people
        for name, token in self.entered.items():
            if name not in known or self.process.service.doorman.person_for_token(token) != name:
                raise InvariantViolation(f"{name} was told that he has come in, and nobody knows him")

    def _close_tables(self) -> None:
        assert self.process is not None
        for hosted in list(self.process.desk.room.tables.values()):
            if not hosted.hosting.closed and not hosted.hosting.closing:
                host = hosted.hosting.host or _BOSS
                self._asked(host, hosted.number, do="close", why="it is late")

    # Events

    def _plan(self, what: str, delay: int, do: Callable[[], None]) -> None:
        self._queued += 1
        heappush(self._queue, (self.time + delay, self._queued, what, do))

    def _step(self) -> None:
        """The next thing happens: an event, or the process has something to do."""
        self.happened += 1
        due = None if self.process is None else self.process.due()
        if due is not None and due <= self._queue[0][0]:
            self.time = max(self.time, due)
            self._in_process(Process.work)
            what = "work"
        else:
            time, _, what, do = heappop(self._queue)
            self.time = max(self.time, time)
            do()
        self.digest.update(f"{self.time} {what} {sorted(self.truth.heads.items())}\n".encode())
        if self.process is not None:
            invariants.money(self.process.desk.room)

    def _compare(self) -> None:
        """A process that takes over would know what this one knows."""
        process = self.process
        if process is not None and not process.desk.trouble:
            invariants.resumed(process.desk.room, process.store.inner, self.truth)

    def _in_process(self, do: Callable[[Process], Any]) -> None:
        """Have the process do something; it may die of it."""
        process = self.process
        if process is None:
            return
        try:
            do(process)
        except Crash as crash:
            self._die(str(crash))

    def _die(self, why: str) -> None:
        assert self.process is not None
        self.digest.update(f"dies {why}\n".encode())
        self.crashes += 1
        self.process.close()
        self.process = None
        self._all_lost()
        self._plan("start", self.rng.randint(10, 2000), self._start)

    def _all_lost(self) -> None:
        for visitor in self.visitors:
            visitor.number = 0
        self._calls.clear()

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

    def person_at(self, number: int) -> str:
        """Who opened a connection."""
        return self._connected[number]

    def send(self, number: int, data: bytes) -> None:
        """A frame is sent; who is not there does not get it."""
        visitor = next((each for each in self.visitors if each.number == number), None)
        if visitor is not None:
            self._carry("frame", partial(self._hears, visitor, number, data))

    def _hears(self, visitor: ClientConnection, number: int, data: bytes) -> None:
        if visitor.number == number and visitor.there:
            self.answers += data.startswith(b'{"type":"answer"')
            visitor.guest.hear(data)

    def dropped(self, number: int) -> None:
        """The room closes a connection."""
        for visitor in self.visitors:
            if visitor.number == number:
                visitor.number = 0

    def arrives(self, process: Process | None, message: Message) -> None:
        """What comes within a moment is decided together."""
        if process is None:
            return
        if not process.inbox:
            self._plan("serve", self.rng.choice((0, 0, 5, 100)), partial(self._served, process))
        process.inbox.append(message)

    def _served(self, process: Process) -> None:
        if process is self.process and process.inbox:
            self._in_process(Process.serve)

    def _says(self, visitor: ClientConnection, frame: Frame) -> None:
        """Whatever he says goes to where he is connected, even if that sleeps or dies meanwhile."""
        process, sent = self.process, ClientFrameReceived(visitor.number, json.encode(frame))
        visitor.sent_at = self.time
        self._carry("request", lambda: self.arrives(process, sent))

    # People

    def _visitor_turns(self, visitor: ClientConnection) -> None:
        """Somebody looks up, and does something or not."""
        self._plan("visitor", self.rng.randint(50, PATIENCE), partial(self._visitor_turns, visitor))
        if self.weather.strikes("vanish"):
            self._loses(visitor)
            visitor.there = False
            self._plan("returns", self.rng.randint(100, 20_000), partial(self._returns, visitor))
        if not visitor.there or self.process is None:
            return
        if not visitor.number:
            self._connects(visitor)
            return
        if self.weather.strikes("behind"):
            self.arrives(self.process, ClientLagging(visitor.number))
        guest = visitor.guest
        if guest.table and self.rng.random() < 0.3:
            self._says(visitor, guest.looks())
        if guest.pending is not None:
            if guest.turned_away or self.time - visitor.sent_at > PATIENCE:
                guest.turned_away = False
                self._says(visitor, guest.pending)
        elif (wanted := guest.wants(quietly=self.over)) is not None:
            self._says(visitor, wanted)

    def _connects(self, visitor: ClientConnection) -> None:
        """By a new connection, on which he has seen nothing yet."""
        self._numbers += 1
        visitor.number = self._numbers
        self._connected[self._numbers] = visitor.guest.person
        self.arrives(self.process, ClientConnected(visitor.number, visitor.token))
        if visitor.guest.person == _OTTO:
            self._says(visitor, {"type": "lobby", "on": True})
        for frame in visitor.guest.begins():
            self._says(visitor, frame)

    def _loses(self, visitor: ClientConnection) -> None:
        if visitor.number and self.process is not None:
            self.arrives(self.process, ClientDisconnected(visitor.number))
        visitor.number = 0

    def _returns(self, visitor: ClientConnection) -> None:
        visitor.there = True

    # At the door

    def _somebody_comes(self) -> None:
        """A newcomer asks for a name, or somebody who has come in reads the lobby."""
        if not self.weather.bad:
            return
        self._plan("door", self.rng.randint(200, 3000), self._somebody_comes)
        self._numbers += 1
        name = f"new {self._numbers}"
        what, token = ("enter", "") if self.rng.random() < 0.6 else ("me", self._any_token())
        self._calls[self._numbers] = name
        self.arrives(self.process, RpcRequest(self._numbers, what, token, {"name": name}))

    def _any_token(self) -> str:
        return self.rng.choice([visitor.token for visitor in self.visitors])

    def returned(self, answer: RpcResponse) -> None:
        """What was asked over HTTP is answered."""
        name = self._calls.pop(answer.call, "")
        if answer.status not in (200, 201, 503):
            raise InvariantViolation(
                f"{name or 'somebody'} at the door was told {answer.status}: {answer.body!r}"
            )
        if name and answer.status == 201:
            self.entered[name] = answer.token
            self._comes(SimulatedClient(name, 0, 0, self.rng, ordered=False), answer.token)

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
            self._plan("room again", self.rng.randint(50, 8000), self._room_again)
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
            self._wakes(self.asleep)
        elif self.process is not None:
            self.asleep, self.process = self.process, None
            self._all_lost()
            self._start()

    def _wakes(self, process: Process) -> None:
        """It looks at what has come meanwhile and does what is due: whatever it would write it cannot."""
        try:
            process.serve()
            process.work()
        except (Crash, RoomTakenOver) as end:
            self.ended += isinstance(end, RoomTakenOver)
            process.close()
            self.asleep = None
