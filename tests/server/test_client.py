"""What a program's own mistakes, and a room that is not there, look like from `hoyle.client`."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.real import Server
from websockets.asyncio.server import ServerConnection, serve

from hoyle.client import AsyncRoom, Room, asynchronous, enter
from hoyle.client.top_ups import Keeper
from hoyle.client.turns import Pictures
from hoyle.errors import HoyleError


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room")) as found:
        yield found


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def test_what_is_no_command_is_refused_before_it_is_sent(server: Server) -> None:
    wrong: list[Any] = ["fold", {}, {"do": 7}, None]
    with enter(server.address, "Ann") as room:
        for command in wrong:
            with pytest.raises(HoyleError, match="its name under 'do'"):
                room.do(1, command)
        assert room.watch(1)["table"] == 1


def test_who_has_let_go_is_told_so(server: Server) -> None:
    room = enter(server.address, "Bob")
    turns = room.turns(1)
    room.close()
    room.close()
    for ask in (lambda: room.watch(1), lambda: room.do(1, {"do": "fold"}), lambda: next(turns)):
        with pytest.raises(HoyleError, match="is closed"):
            ask()


def test_where_nobody_answers_one_does_not_wait_for_ever() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(HoyleError, match=f"nobody answers at {address}"):
            Room(address, "token", patience=0.2)
        silent.listen()
        with pytest.raises(HoyleError, match=f"nobody answers at {address}"):
            Room(address, "token", patience=0.2)


@pytest.mark.parametrize("address", ["127.0.0.1:8420", "ftp://127.0.0.1", "http://", "http://[", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(HoyleError, match="address"):
        Room(address, "token")
    with pytest.raises(HoyleError, match="address"):
        AsyncRoom(address, "token")


def test_chips_are_asked_for_once_for_each_time_that_they_get_few() -> None:
    def stands(stack: int, *promises: str, mine: bool = False) -> Pictures:
        pictures = Pictures()
        pictures.person = "ann"
        seat = {"seat": 3, "name": "ann", "stack": stack, "promises": list(promises)}
        pictures.tables[1] = {"felt": {"seats": [seat]}, "mine": {"3": ["As"]} if mine else {}}
        return pictures

    keeper = Keeper(1, 200)
    assert keeper.missing(stands(134)) is None
    assert keeper.missing(stands(133)) == {"do": "top-up", "seat": 3, "chips": 67}
    assert keeper.missing(stands(0, mine=True)) is None, "all in: he may win"
    assert keeper.missing(stands(50, "top up")) is None
    keeper.asked(stands(0))
    assert keeper.missing(stands(0)) is None
    assert keeper.missing(stands(200)) is None
    assert keeper.missing(stands(0)) == {"do": "top-up", "seat": 3, "chips": 200}
    assert keeper.missing(Pictures()) is None
    assert Keeper(1, 0).missing(stands(0)) is None


def test_what_the_room_had_no_time_for_is_sent_again_with_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asynchronous, "AGAIN", 0.0)
    heard: list[Any] = []

    async def busy(socket: ServerConnection) -> None:
        await socket.send(json.dumps({"type": "welcome", "person": "ann", "kind": "guest", "time": 1}))
        async for data in socket:
            heard.append(json.loads(data))
            answer: dict[str, Any] = {"type": "answer", "id": heard[-1]["id"], "ok": len(heard) == 3}
            if not answer["ok"]:
                answer |= {"said": "too much at once", "again": True}
            await socket.send(json.dumps(answer))

    async def play() -> None:
        async with serve(busy, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with AsyncRoom(f"http://127.0.0.1:{port}", "token") as room:
                assert (await room.do(1, {"do": "leave", "seat": 1}))["ok"]

    asyncio.run(play())
    assert len(heard) == 3
    assert all(frame == heard[0] for frame in heard), "the very same"
