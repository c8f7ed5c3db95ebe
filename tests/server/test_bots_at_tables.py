"""Bots at the room's tables: whatever is lost between them and the room, their table goes on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import json, structs
from tests.room.memory_store import MemoryStore
from tests.room.room_driver import RoomDriver
from tests.server.in_process_room import InProcessRoom

from hoyle.room.outage import MAX_BACKOFF_MS
from hoyle.server.ipc.messages import BotRoster, ClientFrameReceived, Message, OutgoingFrame
from hoyle.server.process.bots_process import RETRY_DELAY_S, TIMEOUT_S, BotRunner


class BotInHand:
    """A bot before whom a hand has been dealt, with another at the table who does nothing."""

    def __init__(self, *, pace: int = 0) -> None:
        company = InProcessRoom()
        table = company.evening.open("holdem", "oneida", dealer_pace_ms=pace)
        clients = [company.connect(name) for name in ("dov", "eva")]
        for seat, client in enumerate(clients, 1):
            client.watch(table)
            client.yes(table, do="sit", seat=seat, chips=200)
        wait = company.deal_on(table)
        self.client = next(each for each in clients if each.person == wait.person)
        self.bench = BotRunner()
        self.bench.handle(BotRoster([(self.client.person, "rock", table)]))
        self.table = next(frame for frame in self.client.watch(table) if frame["type"] == "table")
        self.said = self.bench.handle(OutgoingFrame([1], json.encode(self.table)), 100.0)

    def hear(self, frame: dict[str, Any], now: float) -> list[Message]:
        return self.bench.handle(OutgoingFrame([1], json.encode(frame)), now)


def command(message: Message) -> dict[str, Any]:
    assert isinstance(message, ClientFrameReceived)
    found: dict[str, Any] = json.decode(message.data)
    assert found["type"] == "command"
    return found


def answer(to: Message, **facts: Any) -> dict[str, Any]:
    return {"type": "answer", "idempotency_key": command(to)["idempotency_key"], "ok": False, **facts}


def test_a_bot_answers_at_once_where_the_table_has_no_pace() -> None:
    seated = BotInHand()
    assert len(seated.said) == 1
    assert command(seated.said[0])["expected_version"] == seated.table["snapshot"]["version"]


def test_a_bot_thinks_by_the_pace_of_its_table() -> None:
    seated = BotInHand(pace=1000)
    due = seated.bench.due()
    assert seated.said == []
    assert due is not None
    assert 100.7 <= due <= 101.5
    assert seated.bench.send_due(100.5) == []
    seated.hear(seated.table, 100.6)
    assert seated.bench.due() == due, "it does not begin again because somebody talks"
    assert len(seated.bench.send_due(due)) == 1


def test_nobody_who_knows_a_bots_name_and_table_knows_its_chance() -> None:
    assert len({BotInHand(pace=1000).bench.due() for _ in range(3)}) == 3


def test_a_bot_that_is_answered_says_nothing_more() -> None:
    seated = BotInHand()
    assert seated.hear(answer(seated.said[0], ok=True), 100.1) == []
    assert seated.bench.due() is None


def test_a_bot_that_is_not_answered_says_the_same_again() -> None:
    seated = BotInHand()
    for at in range(1, 4):
        assert seated.bench.due() == 100 + at * TIMEOUT_S
        assert seated.bench.send_due(100 + at * TIMEOUT_S - 1) == []
        assert seated.bench.send_due(100 + at * TIMEOUT_S) == seated.said, "with its id, so that it counts once"


def test_a_bot_whose_command_was_not_decided_tries_it_again_in_a_moment() -> None:
    seated = BotInHand()
    assert seated.hear(answer(seated.said[0], message="the disk is full", retry=True), 101.0) == []
    assert seated.bench.due() == 101 + RETRY_DELAY_S
    assert seated.bench.send_due(101 + RETRY_DELAY_S) == seated.said


def test_a_bot_that_is_refused_does_something_plainer_until_something_is_taken() -> None:
    seated = BotInHand()
    offered = {choice["do"] for choice in seated.table["snapshot"]["pending"][0]["choices"]}
    said, now, tried = seated.said, 100.0, []
    for _ in range(2 * len(offered)):
        assert seated.hear(answer(said[0], said="no"), now) == []
        now += RETRY_DELAY_S
        said = seated.bench.send_due(now)
        tried.append(command(said[0])["command"]["do"])
    assert tried[0] in ("check", "fold")
    assert set(tried) == offered
    ids = {command(message)["idempotency_key"] for message in (*seated.said, *said)}
    assert len(ids) == 2, "a new try has a new id"


def test_a_bot_that_is_not_awaited_any_more_keeps_quiet() -> None:
    seated = BotInHand(pace=1000)
    picture = {**seated.table["snapshot"], "pending": []}
    assert seated.hear({**seated.table, "snapshot": picture}, 100.1) == []
    assert seated.bench.due() is None


def test_what_others_are_answered_is_nothing_to_it() -> None:
    seated = BotInHand()
    assert seated.hear({"type": "answer", "idempotency_key": "x", "ok": True}, 100.1) == []
    assert seated.hear({"type": "notice", "text": "the disk is full", "level": "error"}, 100.1) == []
    assert seated.bench.due() == 100 + TIMEOUT_S


BOTS = 1 << 32
"""From here on clients are the bots'."""


class WatchedBotTable:
    """A room with a table of bots that somebody watches, and their process, all in one thread."""

    def __init__(self) -> None:
        self.shelf = MemoryStore()
        self.company = InProcessRoom(RoomDriver(self.shelf))
        self.number = self.company.evening.open("holdem", "oneida", between_rounds_ms=1000)
        self.out = self.company.connect("out")
        self.out.watch(self.number)
        self.bench = BotRunner()
        for seat, temper in enumerate(("rock", "gambler", "bully"), 1):
            bot = {"player": f"Bot {seat}", "style": temper, "seat": seat, "chips": 200}
            self.company.evening.yes("boss", "seat-bot", self.number, **bot)
        self.lost: Callable[[Message], bool] = lambda message: False
        """What the bots do not hear."""

    def go_on(self, millis: int) -> None:
        """Time passes; everybody does what is due."""
        evening, service = self.company.evening, self.company.service
        until = evening.now + millis
        while evening.now < until:
            out = service.tick()
            said = self.bench.send_due(evening.now / 1000)
            while out or said:
                self.company.deliver(out)
                said += self._told(out)
                taken: Any = [structs.replace(each, client=each.client + BOTS) for each in said]  # type: ignore
                out = service.handle(taken, is_bots=lambda client: client >= BOTS)
                said = []
            bots_due, due = self.bench.due(), service.next_tick_at()
            times = [until, due, None if bots_due is None else math.ceil(bots_due * 1000)]
            evening.now = max(evening.now + 1, min(each for each in times if each is not None))

    def _told(self, out: list[Message]) -> list[Message]:
        """What the bots say to what the room tells them."""
        said: list[Message] = []
        for message in out:
            if isinstance(message, OutgoingFrame):
                mine = [client - BOTS for client in message.clients if client >= BOTS]
                message = OutgoingFrame(mine, message.data)
            if isinstance(message, (BotRoster, OutgoingFrame)) and not self.lost(message):
                said += self.bench.handle(message, self.company.evening.now / 1000)
        return said

    def records(self) -> int:
        return self.shelf.head(f"table {self.number}").number


@pytest.fixture
def bar() -> WatchedBotTable:
    return WatchedBotTable()


def test_bots_play_on_after_the_store_was_away(bar: WatchedBotTable) -> None:
    bar.go_on(5_000)
    playing = bar.records()
    assert playing > 20
    bar.shelf.fails = 10**6
    bar.go_on(20_000)
    assert bar.records() == playing
    assert bar.out.last("notice")["level"] == "error"
    bar.shelf.fails = 0
    bar.go_on(MAX_BACKOFF_MS + 5_000)
    assert bar.records() > playing + 20
    bar.company.evening.check()


def test_bots_play_on_whatever_they_do_not_hear(bar: WatchedBotTable) -> None:
    bar.go_on(2_000)
    rng = bar.company.evening.rng

    def loses(message: Message) -> bool:
        kind = json.decode(message.data)["type"] if isinstance(message, OutgoingFrame) else ""
        return kind == "answer" and rng.random() < 0.5

    bar.lost = loses
    before = bar.records()
    bar.go_on(60_000)
    assert bar.records() > before + 20
    bar.company.evening.check()
