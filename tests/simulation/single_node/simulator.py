"""Discrete-event simulator of one room with clients, staff and bots under injected faults.

All events are in one queue, ordered by a true time that no participant can read. The process may crash at
every access to its store and between any two events, and then loses its memory. There are three tables: one
of the seed's game, one of bots alone, and a home game; staff and newcomers act meanwhile.
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
from hoyle.room.room_owner import RoomTakenOver
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
"""Every game; seeds take them in turn unless one is chosen."""
EVENTS: Final = 600
"""Number of events with faults."""
PATIENCE: Final = 900
"""Milliseconds without an answer after which a client sends the same command again."""
TERMS: Final = {
    "decision_clock_ms": 4000,
    "time_bank_ms": 3000,
    "between_rounds_ms": 500,
    "wager_window_ms": 1500,
    "away_seat_hold_ms": 60_000,
}
_MAX_EVENTS_TO_THE_END: Final = 12_000
_PLAYERS: Final = ("ann", "bob")
_AT_HOME: Final = ("cy", "dee")
_BOSS, _FLO, _CASH, _HAL, _OTTO = "boss", "flo", "cash", "hal", "otto"
_STARTED: Final = 1_700_000_000_000


def usual_sign(game: str) -> dict[str, Any]:
    """Default sign of a game, as a request has it."""
    sign: Any = house_game_preset(game).sign if game in BANKED_GAMES else poker_preset(game, players=3).sign
    return {name: value for name, value in sign.facts().items() if name != "game"}


class ClientConnection:
    """Connection of a client, which may break."""

    def __init__(self, guest: SimulatedClient, token: str) -> None:
        self.guest = guest
        self.token = token
        self.there = True
        self.number = 0
        """Number of the connection; 0 while there is none."""
        self.sent_at = 0


class Simulation:
    """One run of the simulator."""

    def __init__(self, seed: int, game: str, open_store: Callable[[], Store], events: int = EVENTS) -> None:
        self.seed = seed
        self.game = game
        self.events = events
        self.open_store = open_store
        self.rng = random.Random(f"{seed} {game}")
        self.chance = random.Random(f"{seed} {game} cards")
        self.faults = FaultInjector(random.Random(f"{seed} {game} weather"))
        self.truth = CommittedState()
        self.clocks = DecisionTimes()
        self.time = 0
        """True time in milliseconds."""
        self.skew = 0
        """Error of the room's clock in milliseconds."""
        self.visitors: list[ClientConnection] = []
        self.home = 0
        self.over = False
        self.crashes = 0
        self.ended = 0
        """Number of suspended processes that found the room taken over."""
        self.happened = 0
        self.answers = 0
        self.digest = sha256()
        self._queue: list[tuple[int, int, str, Callable[[], None]]] = []
        self._queued = 0
        self._numbers = 0
        self._connected: dict[int, str] = {}
        """Person of each connection."""
        self._calls: dict[int, str] = {}
        self.entered: dict[str, str] = {}
        """People who were told that they have entered, and their tokens."""
        self.asleep: Process | None = None
        """Suspended process that does not know that another has the room, and will wake up."""
        self.process: Process | None = Process(self)

    def room_time(self) -> int:
        """Time by the room's clock."""
        return _STARTED + self.time + self.skew

    # The run

    def run(self) -> None:
        """Set up, play with faults, then let everything come to its end."""
        try:
            self._set_up()
            self.faults.enabled = True
            self._plan("faults", self.rng.randint(1, 200), self._inject_faults)
            self._plan("door", self.rng.randint(1, 500), self._newcomer_calls)
            for _ in range(self.events):
                self._step()
                if self.happened % 25 == 0:
                    self._compare()
            self._end_faults()
            self._finish()
        finally:
            for process in (self.process, self.asleep):
                if process is not None:
                    process.close()

    def _set_up(self) -> None:
        assert self.process is not None
        desk, rng = self.process.desk, self.rng
        authenticator = Authenticator(desk, guest_starting_chips=5000)
        names = (_BOSS, _FLO, _CASH, _HAL, _OTTO, *_PLAYERS, *_AT_HOME)
        tokens = {name: authenticator.guest(name).token for name in names}
        for name, role in ((_BOSS, "manager"), (_FLO, "floor"), (_CASH, "cashier")):
            tokens[name] = authenticator.register(name, "no password").token
            authenticator.grant_initial_role(name, role)
        main = self._open(_BOSS, "open-table", self.game)
        bots = self._open(_BOSS, "open-table", rng.choice(POKER_GAMES))
        home_game = rng.choice(GAMES)
        self.home = self._open(_HAL, "open-home-game", home_game)
        code = desk.room.tables[self.home].hosting.code
        for name in _AT_HOME:
            self._process(name, self.home, do="join-home-game", code=code)
        for table, seats in ((main, (3,) if self.game in POKER_GAMES else ()), (bots, (1, 2, 3))):
            for seat in seats:
                bot = {"player": f"Bot {table}{seat}", "style": "gambler", "seat": seat, "chips": 200}
                self._process(_BOSS, table, do="seat-bot", **bot)
        # Start late, so that checkpoints are written in short runs too.
        desk.room.tables[main].rounds_since_checkpoint = rng.choice((0, 17, 18, 19))
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
            self._add_client(guest, tokens[guest.person])

    def _add_client(self, guest: SimulatedClient, token: str) -> None:
        visitor = ClientConnection(guest, token)
        self.visitors.append(visitor)
        self._plan("visitor", self.rng.randint(1, 300), partial(self._client_acts, visitor))

    def _process(self, person: str, table: int, **command: Any) -> CommandAnswer:
        """Process a command while no faults are on."""
        assert self.process is not None
        self._numbers += 1
        request = CommandRequest(
            idempotency_key=f"first {self._numbers}", person=person, table_id=table, command=command
        )
        [answer] = self.process.desk.process([request])
        if not answer.ok:
            raise InvariantViolation(f"{person} could not {command}: {answer.message}")
        return answer

    def _open(self, person: str, do: str, game: str) -> int:
        found: int = self._process(person, 0, do=do, game=game, sign=usual_sign(game), settings=TERMS).created[
            "table_id"
        ]
        return found

    def _end_faults(self) -> None:
        """End the faults: clocks are right, everyone is connected, one process has the room."""
        self.faults.clear()
        self.skew = 0
        for visitor in self.visitors:
            visitor.there = True
        if self.asleep is not None:
            self.asleep.close()
            self.asleep = None
        # A starting process waits some milliseconds; one in an outage retries its store soon.
        until = self.time + 2 * MAX_BACKOFF_MS
        while self.process is None or self.process.desk.trouble:
            if self.time > until:
                raise InvariantViolation("the store is well and the room is not")
            self._step()

    def _finish(self) -> None:
        """Close all tables: every round ends, everyone is answered and leaves with their chips."""
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
            waiting = [visitor.guest.pending for visitor in self.visitors if visitor.guest.pending is not None]
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
            if name not in known or self.process.service.authenticator.person_for_token(token) != name:
                raise InvariantViolation(f"{name} was told that they have entered, and is not known")

    def _close_tables(self) -> None:
        assert self.process is not None
        for hosted in list(self.process.desk.room.tables.values()):
            if not hosted.hosting.closed and not hosted.hosting.closing:
                host = hosted.hosting.host or _BOSS
                self._process(host, hosted.number, do="close", why="it is late")

    # Events

    def _plan(self, what: str, delay: int, do: Callable[[], None]) -> None:
        self._queued += 1
        heappush(self._queue, (self.time + delay, self._queued, what, do))

    def _step(self) -> None:
        """Run the next event, or what is due in the process."""
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
        """Check that recovery would give the state of this process."""
        process = self.process
        if process is not None and not process.desk.trouble:
            invariants.resumed(process.desk.room, process.store.inner, self.truth)

    def _in_process(self, do: Callable[[Process], Any]) -> None:
        """Run something in the process, which may crash."""
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
        self._disconnect_all()
        self._plan("start", self.rng.randint(10, 2000), self._start)

    def _disconnect_all(self) -> None:
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

    # Network

    def _carry(self, what: str, deliver: Callable[[], None]) -> None:
        """Deliver a message late, twice, or never."""
        faults = self.faults
        for _ in range(1 + faults.strikes("double") + faults.strikes("double")):
            if faults.strikes("drop"):
                continue
            delay = self.rng.randint(1, 30)
            if faults.strikes("delay"):
                delay = self.rng.randint(30, 5000)
            self._plan(what, delay, deliver)

    def person_at(self, number: int) -> str:
        """Person of a connection."""
        return self._connected[number]

    def send(self, number: int, data: bytes) -> None:
        """Send a frame to a client, if it is connected."""
        visitor = next((each for each in self.visitors if each.number == number), None)
        if visitor is not None:
            self._carry("frame", partial(self._receive_frame, visitor, number, data))

    def _receive_frame(self, visitor: ClientConnection, number: int, data: bytes) -> None:
        if visitor.number == number and visitor.there:
            self.answers += data.startswith(b'{"type":"answer"')
            visitor.guest.receive(data)

    def dropped(self, number: int) -> None:
        """Close a connection from the room's side."""
        for visitor in self.visitors:
            if visitor.number == number:
                visitor.number = 0

    def arrives(self, process: Process | None, message: Message) -> None:
        """Queue a message for a process; those that arrive together are handled together."""
        if process is None:
            return
        if not process.inbox:
            self._plan("serve", self.rng.choice((0, 0, 5, 100)), partial(self._serve, process))
        process.inbox.append(message)

    def _serve(self, process: Process) -> None:
        if process is self.process and process.inbox:
            self._in_process(Process.serve)

    def _send_frame(self, visitor: ClientConnection, frame: Frame) -> None:
        """Send a frame to the process they are connected to, even if it sleeps or crashes meanwhile."""
        process, sent = self.process, ClientFrameReceived(visitor.number, json.encode(frame))
        visitor.sent_at = self.time
        self._carry("request", lambda: self.arrives(process, sent))

    # People

    def _client_acts(self, visitor: ClientConnection) -> None:
        """Let a client act, or not."""
        self._plan("visitor", self.rng.randint(50, PATIENCE), partial(self._client_acts, visitor))
        if self.faults.strikes("vanish"):
            self._disconnect(visitor)
            visitor.there = False
            self._plan("returns", self.rng.randint(100, 20_000), partial(self._returns, visitor))
        if not visitor.there or self.process is None:
            return
        if not visitor.number:
            self._connect(visitor)
            return
        if self.faults.strikes("behind"):
            self.arrives(self.process, ClientLagging(visitor.number))
        guest = visitor.guest
        if guest.table and self.rng.random() < 0.3:
            self._send_frame(visitor, guest.watch_frame())
        if guest.pending is not None:
            if guest.may_retry or self.time - visitor.sent_at > PATIENCE:
                guest.may_retry = False
                self._send_frame(visitor, guest.pending)
        elif (frame := guest.next_frame(quietly=self.over)) is not None:
            self._send_frame(visitor, frame)

    def _connect(self, visitor: ClientConnection) -> None:
        """Open a new connection, on which they have seen nothing yet."""
        self._numbers += 1
        visitor.number = self._numbers
        self._connected[self._numbers] = visitor.guest.person
        self.arrives(self.process, ClientConnected(visitor.number, visitor.token))
        if visitor.guest.person == _OTTO:
            self._send_frame(visitor, {"type": "lobby", "subscribe": True})
        for frame in visitor.guest.opening_frames():
            self._send_frame(visitor, frame)

    def _disconnect(self, visitor: ClientConnection) -> None:
        if visitor.number and self.process is not None:
            self.arrives(self.process, ClientDisconnected(visitor.number))
        visitor.number = 0

    def _returns(self, visitor: ClientConnection) -> None:
        visitor.there = True

    # Newcomers

    def _newcomer_calls(self) -> None:
        """Send an HTTP call: a newcomer enters, or a person reads their account."""
        if not self.faults.enabled:
            return
        self._plan("door", self.rng.randint(200, 3000), self._newcomer_calls)
        self._numbers += 1
        name = f"new {self._numbers}"
        what, token = ("enter", "") if self.rng.random() < 0.6 else ("me", self._any_token())
        self._calls[self._numbers] = name
        self.arrives(self.process, RpcRequest(self._numbers, what, token, {"name": name}))

    def _any_token(self) -> str:
        return self.rng.choice([visitor.token for visitor in self.visitors])

    def returned(self, answer: RpcResponse) -> None:
        """Check the response of an HTTP call."""
        name = self._calls.pop(answer.call, "")
        if answer.status not in (200, 503):
            raise InvariantViolation(f"the call of {name or 'a client'} was answered {answer.status}: {answer.body!r}")
        token = json.decode(answer.body).get("token")
        if name and token:
            self.entered[name] = token
            self._add_client(SimulatedClient(name, 0, 0, self.rng, ordered=False), token)

    # Faults of the process

    def _inject_faults(self) -> None:
        """Inject faults now and then: a clock jump, a full disk, a crash or a takeover."""
        self._plan("faults", self.rng.randint(100, 1000), self._inject_faults)
        faults = self.faults
        if faults.strikes("jump"):
            self.skew = self.rng.choice((0, -5_000, 30_000, -3_600_000, 3_600_000, self.rng.randint(-999, 999)))
        if faults.strikes("full"):
            faults.full = True
            self._plan("room again", self.rng.randint(50, 8000), self._free_disk)
        if faults.strikes("crash") and self.process is not None:
            self._compare()
            self._die("between two events")
        if faults.strikes("rival"):
            self._rival()

    def _free_disk(self) -> None:
        self.faults.full = False

    def _rival(self) -> None:
        """Suspend the process and start another; or wake the suspended one."""
        if self.asleep is not None:
            self._wakes(self.asleep)
        elif self.process is not None:
            self.asleep, self.process = self.process, None
            self._disconnect_all()
            self._start()

    def _wakes(self, process: Process) -> None:
        """Let a woken process handle its messages and timers: it must not be able to write."""
        try:
            process.serve()
            process.work()
        except (Crash, RoomTakenOver) as end:
            self.ended += isinstance(end, RoomTakenOver)
            process.close()
            self.asleep = None
