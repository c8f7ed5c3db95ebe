"""What should never happen, behind the link: those concerned are told, and everybody else plays on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import json
from tests.server.in_process_room import InProcessClient, InProcessRoom

from hoyle.room.views import table_views
from hoyle.room.views.narration import LiveTableNarrator
from hoyle.server.api.endpoint import ROOM_CALLS, RoomCall
from hoyle.server.gateway import lobby
from hoyle.server.ipc.messages import ClientFrameReceived
from hoyle.table.poker.command_dispatch import HANDLERS
from hoyle.table.poker.commands import Call


def wrong(*_: Any, **__: Any) -> None:
    raise RuntimeError("no such card: Ah")


@pytest.fixture
def company() -> Iterator[InProcessRoom]:
    """Ann and bob at a table, cy and dot at another, and eve who looks on at both."""
    found = InProcessRoom()
    for seated in (("ann", "bob"), ("cy", "dot")):
        table = found.evening.open("holdem", "oneida")
        for seat, name in enumerate(seated, 1):
            client = found.connect(name)
            client.watch(table)
            client.yes(table, do="sit", seat=seat, chips=200)
    eve = found.connect("eve")
    eve.watch(1)
    eve.watch(2)
    yield found
    found.evening.check()


def named(company: InProcessRoom, name: str) -> InProcessClient:
    return next(client for client in company.clients.values() if client.person == name)


def plays(company: InProcessRoom, table: int) -> None:
    """Somebody acts at a table, and the others hear of it."""
    wait = company.deal_on(table)
    eve = named(company, "eve")
    before = eve.count("events")
    named(company, wait.person).yes(table, do="fold", seat=wait.seat)
    assert eve.count("events") > before


def test_a_table_that_fails_is_shown_as_stopped_to_everybody_there(
    company: InProcessRoom, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wait = company.deal_on(1)
    clients = [named(company, name) for name in ("ann", "bob", "eve")]
    monkeypatch.setitem(HANDLERS, Call, wrong)
    answer = named(company, wait.person).do(1, do="call", seat=wait.seat)
    assert (answer["ok"], answer["clause"]) == (False, "house incidents")
    for client in clients:
        picture = client.last("table")["snapshot"]
        assert (picture["stopped"], picture["pending"]) == (True, [])
        told = [words["text"] for words in picture["narration"]]
        assert any("play has stopped" in each for each in told)
        assert not any("Ah" in str(frame) for frame in client.frames if "stopped" in str(frame))
    assert "no such card" in capsys.readouterr().err
    plays(company, 2)
    floor = company.evening.staff("flo", "floor")
    flo = company.connect(floor)
    flo.yes(1, do="void-round", why="a defect")
    for client in clients:
        picture = client.last("table")["snapshot"]
        assert (picture.get("stopped", False), picture["paused"]) == (False, True)
        assert [seat["stack"] for seat in picture["view"]["seats"]] == [200, 200]
    flo.yes(1, do="resume", why="it is mended")
    monkeypatch.undo()
    plays(company, 1)


def test_what_came_with_it_is_in_the_picture_that_follows(
    company: InProcessRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = company.deal_on(1)
    player, eve = named(company, wait.person), named(company, "eve")
    monkeypatch.setitem(HANDLERS, Call, wrong)
    commands = [{"do": "chat", "text": "well"}, {"do": "call", "seat": wait.seat}]
    frames = [
        json.encode(
            {
                "type": "command",
                "idempotency_key": f"x{at}",
                "table_id": 1,
                "expected_version": company.evening.table(1).table.event_count,
                "command": command,
            }
        )
        for at, command in enumerate(commands)
    ]
    company.take(*(ClientFrameReceived(player.number, frame) for frame in frames))
    assert [frame["ok"] for frame in player.frames if frame["type"] == "answer"][-2:] == [True, False]
    picture = eve.last("table")["snapshot"]
    assert picture["stopped"]
    assert picture["record"] == company.evening.room.chain("table 1").head.number
    assert eve.watch(1)[0]["snapshot"] == picture


def test_a_table_of_which_nothing_can_be_told_stops(company: InProcessRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    company.deal_on(1)
    hears = LiveTableNarrator.narrate

    def hear(self: LiveTableNarrator, step: Any) -> Any:
        if self._live_table.number == 1 and step.command.name != "stop":
            wrong()
        return hears(self, step)

    wait = company.deal_on(1)
    monkeypatch.setattr(LiveTableNarrator, "narrate", hear)
    assert named(company, wait.person).yes(1, do="fold", seat=wait.seat), "it is on disk, and he is told so"
    assert company.evening.table(1).hosting.stopped
    assert named(company, "eve").last("table")["snapshot"]["stopped"]
    plays(company, 2)


def test_a_picture_that_cannot_be_made_is_nobody_elses_trouble(
    company: InProcessRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    company.deal_on(1)
    with monkeypatch.context() as patch:
        patch.setattr(table_views, "table_snapshot", wrong)
        zoe = company.connect("zoe")
        [notice] = zoe.watch(1)
        assert (notice["type"], notice["level"]) == ("notice", "error")
    assert not company.evening.table(1).hosting.stopped
    with monkeypatch.context() as patch:
        patch.setattr(lobby, "lobby_table", wrong)
        assert [frame["type"] for frame in zoe.send({"type": "lobby"})] == ["notice"]
        company.wait(3000)
    plays(company, 1)
    plays(company, 2)


def test_a_call_that_fails_is_answered_as_such(company: InProcessRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROOM_CALLS, "tables", RoomCall(wrong, ROOM_CALLS["tables"].arguments, False))
    status, body, _ = company.call("tables")
    assert (status, "Ah" in str(body)) == (500, False)
    plays(company, 1)
