"""A room's process that dies is started again, one that hangs is noticed, and neither loses anything."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
from pathlib import Path

import httpx
import pytest
from tests.server.real_server import CONFIG, Server, wait_for

from hoyle.client import Room, enter
from hoyle.server.edge import room_supervisor
from hoyle.server.edge.room_supervisor import MAX_EARLY_DEATHS, STABLE_AFTER_S, RoomSupervisor
from hoyle.server.exit_status import EXIT_REPORTED


class EndedProcess:
    """A process that has ended."""

    pid = 7

    def __init__(self, code: int | None) -> None:
        self.code = code

    def poll(self) -> int | None:
        return self.code

    def kill(self) -> None:
        self.code = -signal.SIGKILL

    def wait(self, timeout: float | None = None) -> int:
        if self.code is None:
            raise subprocess.TimeoutExpired("room", timeout or 0)
        return self.code


class FakeSupervisor:
    """A supervisor whose processes end as a test says, at times that it sets."""

    def __init__(self, *codes: int | None, lifetime: float = 0.0) -> None:
        self.codes = list(codes)
        self.lifetime = lifetime
        self.now = 0.0
        self.started = 0
        self.supervisor = RoomSupervisor(self._start, now=lambda: self.now)
        self.supervisor.was_up = True
        self.delays: list[float] = []

    def _start(self, link: socket.socket) -> EndedProcess:
        self.started += 1
        return EndedProcess(self.codes.pop(0))

    async def _sleep(self, seconds: float) -> None:
        self.delays.append(seconds)
        self.now += seconds

    def run(self, monkeypatch: pytest.MonkeyPatch) -> bool:
        """Start a process, and others as long as there are to be any; whether one runs in the end."""
        monkeypatch.setattr(asyncio, "sleep", self._sleep)
        self.supervisor.start().close()
        while True:
            if self.supervisor._process is not None and self.supervisor._process.poll() is None:
                return True
            self.now += self.lifetime
            link = asyncio.run(self.supervisor.restart())
            if link is None:
                return False
            link.close()


def test_a_process_that_is_killed_is_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keeping = FakeSupervisor(-9, 1, None)
    assert keeping.run(monkeypatch)
    assert (keeping.started, keeping.delays, keeping.supervisor.restarts) == (3, [0.5, 1.0], 2)
    assert capsys.readouterr().err.splitlines() == [
        "hoyle: the room's process has ended (SIGKILL); another starts in 0.5 s",
        "hoyle: the room's process has ended (exit code 1); another starts in 1 s",
    ]


@pytest.mark.parametrize("code", [0, EXIT_REPORTED])
def test_a_process_that_ended_by_itself_is_not(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    keeping = FakeSupervisor(code)
    assert not keeping.run(monkeypatch)
    assert (keeping.started, keeping.supervisor.code) == (1, code)


def test_one_that_never_came_up_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = FakeSupervisor(1)
    keeping.supervisor.was_up = False
    assert not keeping.run(monkeypatch)


def test_one_that_dies_again_and_again_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = FakeSupervisor(*[-11] * 50)
    assert not keeping.run(monkeypatch)
    assert keeping.started == 1 + MAX_EARLY_DEATHS
    assert keeping.delays == sorted(keeping.delays)
    assert sum(keeping.delays) > 20


def test_one_that_did_well_for_long_is_started_at_once_however_often(monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = FakeSupervisor(*[-9] * 50, None, lifetime=STABLE_AFTER_S)
    assert keeping.run(monkeypatch)
    assert set(keeping.delays) == {0.5}


def test_one_whose_link_is_closed_and_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = FakeSupervisor(None, EXIT_REPORTED)
    monkeypatch.setattr(asyncio, "sleep", keeping._sleep)
    keeping.supervisor.start().close()
    link = asyncio.run(keeping.supervisor.restart())
    assert link is not None
    link.close()
    assert keeping.now >= room_supervisor.STOP_TIMEOUT_S


# A real one


def monitored(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{server.metrics_port}{path}", timeout=10)


def figure(server: Server, name: str) -> float:
    lines = monitored(server, "/metrics").text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))


def play(room: Room, table: int, turns: int) -> None:
    for _, turn in zip(range(turns), room.turns(table), strict=False):
        room.do(table, turn.first("check", "call", "fold"), expected_version=turn.version, patience=90)


def test_a_room_that_is_killed_goes_on_under_the_same_server(tmp_path: Path) -> None:
    with Server(tmp_path, CONFIG, monitored=True) as server:
        with enter(server.address, "Ann") as room:
            room.sit(1, chips=200)
            play(room, 1, 2)
            first = server.room()
            for killed in range(1, 4):
                record = room.view(1)["record"]
                os.kill(server.room(), signal.SIGKILL)
                play(room, 1, 2)
                assert room.view(1)["record"] > record
                assert figure(server, "hoyle_room_restarts_total") == killed
            assert server.room() != first
            answer = room.do(1, {"do": "chat", "text": "still here"}, patience=90)
            assert answer["ok"]
            assert room.watch(1)["public_view"]["seats"], "she has her seat still"
        assert server.process.poll() is None
        code, errors, _ = server.stop()
    assert code == 0
    assert errors.count("the room's process has ended (SIGKILL); another starts in") == 3
    assert errors.count("hoyle: the room is open again") == 3


def test_clients_and_operators_are_told_when_the_room_hangs(tmp_path: Path) -> None:
    with Server(tmp_path, CONFIG, monitored=True) as server:
        with enter(server.address, "Ann") as room:
            room.watch(1)
            pid = server.room()
            os.kill(pid, signal.SIGSTOP)
            try:
                said = wait_for(lambda: [each["text"] for each in room._room.notices])
                assert said[-1].startswith("the room does not answer at the moment")
                assert figure(server, "hoyle_room_hanging") == 1
                assert monitored(server, "/readyz").status_code == 503
            finally:
                os.kill(pid, signal.SIGCONT)
            wait_for(lambda: "the room answers again" in [each["text"] for each in room._room.notices])
            assert figure(server, "hoyle_room_hanging") == 0
        code, errors, _ = server.stop()
    assert code == 0
    assert f"hoyle: the room's process (pid {pid}) has not answered for 5 s" in errors
    assert "hoyle: the room's process answers again" in errors
