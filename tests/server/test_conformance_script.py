"""The protocol's script: this room and this client are as it has them, and whatever is not is found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.real_server import Server
from tools.protocol.conformance import ClientCheck, ConformanceError, RoomScene, check_room, main
from tools.protocol.frame_patterns import match
from websockets.asyncio.client import connect

from hoyle.client import AsyncRoom


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def path(pytestconfig: pytest.Config) -> Path:
    return pytestconfig.rootpath / "docs" / "protocol-script.json"


@pytest.fixture
def script(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("script"), '[[tables]]\ngame = "craps"\n') as found:
        yield found


def test_this_room_answers_as_the_script_has_it(path: Path, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path), server.address]) == 0, capsys.readouterr().err
    script = json.loads(path.read_text(encoding="utf-8"))
    assert capsys.readouterr().out.count("as written: ") == len(script["room"])


WRONG: list[list[dict[str, Any]]] = [
    [{"open": "a"}, {"on": "a", "hear": {"type": "welcome", "person": "somebody"}}],
    [{"open": "a"}, {"on": "a", "hear": {"type": "welcome", "colour": "*"}}],
    [{"open": "a", "token": "forged"}, {"on": "a", "closed": 4403}],
    [{"open": "a", "token": "forged"}, {"on": "a", "hear": {"type": "welcome"}}],
]


@pytest.mark.parametrize("steps", WRONG, ids=range(len(WRONG)))
def test_what_is_not_as_written_is_named_with_its_step(server: Server, steps: list[dict[str, Any]]) -> None:
    with pytest.raises(ConformanceError, match="a scene, step 2"):
        RoomScene(server.address).play({"title": "a scene", "steps": steps})


async def follow(address: str) -> None:
    """A client as the script asks for it."""
    async with AsyncRoom(address, "script") as room:
        async for turn in room.turns(1):
            await room.do(1, next(turn.commands()), expected_version=turn.version, patience=60)


async def check_client(script: dict[str, Any], client: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    clients: list[asyncio.Task[None]] = []
    try:
        await ClientCheck(script).run(lambda address: clients.append(asyncio.create_task(client(address))))
    finally:
        for task in clients:
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)


def test_our_client_does_as_the_script_has_it(script: dict[str, Any]) -> None:
    asyncio.run(check_client(script, follow))


async def forget(address: str) -> None:
    """A client that does not send again what had no answer."""
    where = address.replace("http", "ws", 1) + "/socket"
    command = {
        "type": "command",
        "idempotency_key": "x",
        "table_id": 1,
        "expected_version": 7,
        "command": {"do": "call", "seat": 1},
    }
    async with connect(where, proxy=None, open_timeout=60) as socket:
        await socket.send(json.dumps({"type": "watch", "table_id": 1}))
        await socket.send(json.dumps(command))
        await socket.wait_closed()
    async with connect(where, proxy=None, open_timeout=60) as socket:
        await socket.send(json.dumps({"type": "watch", "table_id": 1, "after_record": 12}))


def test_a_client_that_forgets_what_it_had_asked_for_is_found(script: dict[str, Any]) -> None:
    with pytest.raises(ConformanceError, match=r"step 8, .*the client has gone"):
        asyncio.run(check_client(script, forget))


def test_what_cannot_be_checked_is_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path), "ftp://nowhere"]) == 2
    assert main(["nothing.json", "--client"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert main([]) == 2


def test_a_pattern_says_what_is_wrong_and_where() -> None:
    bound: dict[str, Any] = {}
    assert match({"a": {"b": "$x"}, "c": ["*", "$x"]}, {"a": {"b": 7}, "c": [1, 7], "d": 0}, bound) == ""
    assert bound == {"$x": 7}
    for pattern, value, said in (
        ({"a": 1}, {}, "a is missing"),
        ({"a": 1}, {"a": True}, "a is True, not 1"),
        ({"a": {"b": 1}}, {"a": 7}, "a 7 has no parts"),
        ({"a": [1, 2]}, {"a": [1]}, "a [1] has not 2 parts"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "a[1] is 3, not 2"),
        ({"a": "$x"}, {"a": 8}, "a is 8, not 7"),
        ({"a": {"$above": "$x"}}, {"a": 7}, "a 7 is not above 7"),
        ({"a": {"$has": {"b": 1}}}, {"a": [{"b": 2}]}, "a [{'b': 2}] has nothing like {'b': 1}"),
        ({"a": {"$in": [1, 2]}}, {"a": 3}, "a 3 is none of [1, 2]"),
        ({"a": {"$absent": True}}, {"a": 3}, "a is there"),
    ):
        assert match(pattern, value, bound) == said
    assert match({"a": {"$has": {"b": "$y"}}, "c": {"$absent": True}}, {"a": [1, {"b": 2}]}, bound) == ""
    assert bound["$y"] == 2
    assert match({"a": {"$in": [1, 2]}}, {"a": 2}, bound) == ""


def test_every_scene_is_told_as_it_is_played(script: dict[str, Any], server: Server) -> None:
    told: list[str] = []
    check_room({"room": script["room"][:2]}, server.address, told.append)
    assert told == [f"as written: {scene['title']}" for scene in script["room"][:2]]
