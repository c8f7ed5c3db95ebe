"""The house's bots: one that fails harms no other, and a process that ends is followed by another."""

from __future__ import annotations

import socket
from contextlib import closing
from typing import Any

import pytest
from msgspec import json
from tests.room.room_driver import RoomDriver
from tests.server.in_process_room import InProcessRoom

from hoyle.core.errors import InvalidError
from hoyle.room.live_table.live_table import BOT_PATIENCE
from hoyle.room.pipeline import CommandPipeline
from hoyle.server.config import Config, TableConfig
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import (
    BotConnected,
    BotRoster,
    ClientFrameReceived,
    Message,
    OutgoingFrame,
    decode_for_edge,
    encode_packet,
)
from hoyle.server.ipc.multiplexer import LinkMultiplexer
from hoyle.server.process import bots_supervisor
from hoyle.server.process.bots_process import BotRunner
from hoyle.server.process.bots_supervisor import BotsSupervisor
from hoyle.server.process.initial_tables import open_initial_tables
from hoyle.storage.store_factory import open_store


def with_bots(game: str = "holdem", **terms: Any) -> tuple[InProcessRoom, int]:
    """A table with two bots, and eve who looks on."""
    company = InProcessRoom()
    table = company.evening.open(game, **terms)
    for seat in (1, 2):
        company.evening.yes("boss", "seat-bot", table, player=f"Bot {seat}", style="rock", seat=seat, chips=200)
    company.connect("eve").watch(table)
    return company, table


# Where bots can sit


@pytest.mark.parametrize("game", ["craps", "mini-dice", "three-card-poker"])
def test_no_bot_sits_where_the_house_has_no_mind_for_the_game(game: str, tmp_path: Any) -> None:
    evening = RoomDriver()
    evening.guests("hal")
    table, _ = evening.home(game, "hal")
    said = evening.no("hal", "seat-bot", table, player="Ada bot", style="rock", seat=1, chips=200)
    assert said == f"no bot of the house plays {game}"
    with closing(open_store(tmp_path / "room.db")) as store:
        desk = CommandPipeline(store, now=lambda: 1_700_000_000_000, entropy=evening.rng.randbytes)
        with pytest.raises(InvalidError, match=f"no bot of the house plays {game}"):
            open_initial_tables(RoomGateway(desk), Config(tables=[TableConfig(game=game, bots=1)]))


def test_bots_that_an_older_room_has_at_dice_are_not_asked_to_play() -> None:
    company, table = with_bots()
    hosting = company.evening.table(company.evening.open("craps")).hosting
    company.evening.seat(2, "ann")
    hosting.bots = {"ann": "rock"}
    [roster] = company.service.bots_connected()
    assert isinstance(roster, BotRoster)
    assert {number for _, _, number in roster.bots} == {table}


# One that fails


def test_a_bot_that_cannot_read_its_table_says_nothing_and_the_others_play(capsys: pytest.CaptureFixture[str]) -> None:
    company, table = with_bots()
    bench = BotRunner()
    came = bench.handle(BotRoster([("Bot 1", "rock", table), ("Bot 2", "rock", table)]))
    numbers = {each.person: each.client for each in came if isinstance(each, BotConnected)}
    wait = company.deal_on(table)
    company.service.handle([BotConnected(90, wait.person)], is_bots=lambda client: True)
    out = company.service.handle([ClientFrameReceived(90, json.encode({"type": "watch", "table_id": table}))])
    [frame] = [each.data for each in out if isinstance(each, OutgoingFrame) and b'"type":"table"' in each.data[:20]]
    other = next(number for name, number in numbers.items() if name != wait.person)
    assert bench.handle(OutgoingFrame([other], b'{"type":"table","snapshot":{"sign":{"fly":1}}}')) == []
    assert "the sign has no field 'fly'" in capsys.readouterr().err
    [said] = bench.handle(OutgoingFrame([numbers[wait.person]], frame))
    assert isinstance(said, ClientFrameReceived)
    assert json.decode(said.data)["command"]["do"] in {choice.do for choice in wait.choices}


def test_a_bot_that_does_not_answer_is_not_waited_for_for_ever() -> None:
    company, table = with_bots(decision_clock_ms=10_000)
    hosted = company.evening.table(table)
    wait = company.deal_on(table)
    eve = next(iter(company.clients.values()))
    assert eve.watch(table)[0]["snapshot"].get("clock") is None, "nobody is shown a clock"
    company.wait(10_000 + BOT_PATIENCE - 1)
    assert hosted.turn.person == wait.person
    company.wait(1)
    assert hosted.timeout_counts == {wait.person: 1}
    company.wait(10 * (10_000 + BOT_PATIENCE))
    assert hosted.away_since, "twice in a row is away"
    company.evening.check()


def test_a_bot_whose_time_ran_out_comes_back() -> None:
    company, table = with_bots(decision_clock_ms=0)
    company.deal_on(table)
    while not company.evening.table(table).away_since:
        company.wait(BOT_PATIENCE)
    [name] = company.evening.table(table).away_since
    company.service.handle([BotConnected(90, name)], is_bots=lambda client: True)
    out = company.service.handle([ClientFrameReceived(90, json.encode({"type": "watch", "table_id": table}))])
    bench = BotRunner()
    bench.handle(BotRoster([(name, "rock", table)]))
    [said] = [
        each
        for message in out
        if isinstance(message, OutgoingFrame)
        for each in bench.handle(OutgoingFrame([1], message.data))
    ]
    assert isinstance(said, ClientFrameReceived)
    company.service.handle([ClientFrameReceived(90, said.data)])
    assert company.evening.table(table).away_since == {}


# A process that ends


class FakeBotsProcess:
    """A process of bots that a test ends."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.killed = False
        self.pid = 1

    def poll(self) -> int | None:
        return 0 if self.killed else None

    def kill(self) -> None:
        self.killed = True
        self.theirs.close()

    def wait(self, timeout: float | None = None) -> int:
        return 0

    def heard(self) -> list[Message]:
        self.theirs.settimeout(30)
        data = self.theirs.recv(1 << 20)
        return list(decode_for_edge(data[4:]))


def test_bots_whose_process_ended_are_told_anew_who_they_are() -> None:
    company, _ = with_bots()
    clock = [0.0]
    processes: list[FakeBotsProcess] = []

    def start() -> tuple[FakeBotsProcess, socket.socket]:
        processes.append(FakeBotsProcess())
        return processes[-1], processes[-1].ours

    edge, other = socket.socketpair()
    links, keeper = LinkMultiplexer([edge]), BotsSupervisor(start, lambda: clock[0])

    def tend() -> None:
        links.send(keeper.poll(links, company.service))

    with closing(other), closing(links):
        tend()
        assert keeper.restart_due_in() is None
        [roster] = processes[0].heard()
        assert isinstance(roster, BotRoster)
        assert [name for name, _, _ in roster.bots] == ["Bot 1", "Bot 2"]
        processes[0].theirs.sendall(encode_packet([BotConnected(1, "Bot 1")]))
        company.service.handle(links.receive(30) or [], is_bots=links.is_bots)
        assert company.service.viewers.connections_of("Bot 1")
        processes[0].theirs.close()
        assert links.receive(30) == []
        tend()
        assert not company.service.viewers.connections_of("Bot 1")
        assert keeper.restart_due_in() == 2 * bots_supervisor.FIRST_DELAY_S, (
            "one that ends at once is not started at once"
        )
        clock[0] += bots_supervisor.FIRST_DELAY_S
        tend()
        assert len(processes) == 1
        clock[0] += bots_supervisor.FIRST_DELAY_S
        tend()
        assert processes[1].heard() == [roster]
        clock[0] += bots_supervisor.STABLE_AFTER_S
        processes[1].theirs.close()
        links.receive(30)
        tend()
        assert keeper.restart_due_in() == bots_supervisor.FIRST_DELAY_S
        clock[0] += bots_supervisor.FIRST_DELAY_S
        tend()
        keeper.stop()
        assert processes[2].killed
