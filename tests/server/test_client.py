"""What a program's own mistakes, and a room that is not there, look like from `hoyle.client`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.real_server import Server
from websockets.asyncio.server import ServerConnection, serve

from hoyle.client import AsyncRoom, RequestRefused, Room, async_client, enter, join
from hoyle.client.auto_top_up import AutoTopUp
from hoyle.client.protocol_state import ProtocolState
from hoyle.client.turns import TableViews
from hoyle.core.errors import HoyleError


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
            with pytest.raises(HoyleError, match="expected a name under 'do'"):
                room.do(1, command)
        assert room.watch(1)["table_id"] == 1


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
        with pytest.raises(HoyleError, match=f"no answer from {address}"):
            Room(address, "token", patience=0.2)
        silent.listen()
        with pytest.raises(HoyleError, match=f"no answer from {address}"):
            Room(address, "token", patience=0.2)


@pytest.mark.parametrize("address", ["127.0.0.1:8420", "ftp://127.0.0.1", "http://", "http://[", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(HoyleError, match="address"):
        Room(address, "token")
    with pytest.raises(HoyleError, match="address"):
        AsyncRoom(address, "token")


def test_chips_are_asked_for_once_for_each_time_that_they_get_few() -> None:
    def stands(stack: int, *promises: str, mine: bool = False) -> TableViews:
        pictures = TableViews()
        pictures.person = "ann"
        seat = {"seat": 3, "name": "ann", "stack": stack, "after_round": list(promises)}
        pictures.tables[1] = {"public_view": {"seats": [seat]}, "own_cards": {"3": ["As"]} if mine else {}}
        return pictures

    keeper = AutoTopUp(1, 200)
    assert keeper.command_if_short(stands(134)) is None
    assert keeper.command_if_short(stands(133)) == {"do": "top-up", "seat": 3, "chips": 67}
    assert keeper.command_if_short(stands(0, mine=True)) is None, "all in: he may win"
    assert keeper.command_if_short(stands(50, "top up")) is None
    keeper.mark_requested(stands(0))
    assert keeper.command_if_short(stands(0)) is None
    assert keeper.command_if_short(stands(200)) is None
    assert keeper.command_if_short(stands(0)) == {"do": "top-up", "seat": 3, "chips": 200}
    assert keeper.command_if_short(TableViews()) is None
    assert AutoTopUp(1, 0).command_if_short(stands(0)) is None


def test_what_the_room_had_no_time_for_is_sent_again_with_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(async_client, "RETRY_DELAY_S", 0.0)
    heard: list[Any] = []

    async def busy(socket: ServerConnection) -> None:
        await socket.send(json.dumps({"type": "welcome", "person": "ann", "account_kind": "guest", "time": 1}))
        async for data in socket:
            heard.append(json.loads(data))
            answer: dict[str, Any] = {
                "type": "answer",
                "idempotency_key": heard[-1]["idempotency_key"],
                "ok": len(heard) == 3,
            }
            if not answer["ok"]:
                answer |= {"message": "too much at once", "retry": True}
            await socket.send(json.dumps(answer))

    async def play() -> None:
        async with serve(busy, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with AsyncRoom(f"http://127.0.0.1:{port}", "token") as room:
                assert (await room.do(1, {"do": "leave", "seat": 1}))["ok"]

    asyncio.run(play())
    assert len(heard) == 3
    assert all(frame == heard[0] for frame in heard), "the very same"


@pytest.mark.parametrize("answers", [True, False], ids=["answers", "is dead"])
def test_a_room_that_says_nothing_is_asked_for_a_sign_of_life(answers: bool) -> None:
    connections: list[list[dict[str, Any]]] = []

    async def house(socket: ServerConnection) -> None:
        heard: list[dict[str, Any]] = []
        connections.append(heard)
        welcome = {"type": "welcome", "person": "ann", "account_kind": "guest", "time": 1, "heartbeat": 100}
        await socket.send(json.dumps(welcome))
        async for data in socket:
            heard.append(json.loads(data))
            if answers and heard[-1]["type"] == "ping":
                await socket.send(json.dumps({"type": "pong", "echo": 0, "time": 1}))

    async def run() -> None:
        async with serve(house, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with AsyncRoom(f"http://127.0.0.1:{port}", "token"):
                async with asyncio.timeout(60):
                    while sum(map(len, connections)) < 3:
                        await asyncio.sleep(0.02)

    asyncio.run(run())
    assert {frame["type"] for heard in connections for frame in heard} == {"ping"}
    if answers:
        assert len(connections) == 1
    else:
        assert all(len(heard) == 1 for heard in connections[:-1]), "one question, and then another connection"


def test_news_of_a_table_do_not_end_that_it_is_followed() -> None:
    talk = ProtocolState()
    talk.watch(3)
    talk.receive({"type": "notice", "text": "its node is not heard", "level": "warning", "table_id": 3})
    assert (talk.watching, talk.refused) == ({3}, {})
    talk.receive({"type": "notice", "text": "there is no table 3 here", "level": "error", "table_id": 3})
    assert (talk.watching, talk.refused) == (set(), {3: "there is no table 3 here"})


POOR = """
[[tables]]
game = "craps"
[[tables]]
game = "holdem"
rulebook = "oneida"
bots = 3
structure = "no-limit"
limits = "10/20"
settings = {dealer_pace_ms = 0, between_rounds_ms = 0}
"""


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A room whose second table takes 200 chips from whoever calls everything within seconds."""
    with Server(tmp_path_factory.mktemp("poor"), POOR) as found:
        yield found


@pytest.mark.parametrize("page", ["README.md", "docs/bots.md"])
def test_the_bot_of_the_documents_ends_when_it_is_broke_and_can_be_started_again(poor: Server, page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    (bot,) = (code for code in re.findall(r"```python\n(.*?)```", text, re.S) if "room.turns" in code)
    bot = bot.replace("http://127.0.0.1:8420", poor.address).replace('"ann"', f'"ann of {len(page)}"')
    for lost in (200, 400):
        names: dict[str, Any] = {}
        exec(bot, names)
        assert names["room"].wallet == 10_000 - lost


def test_a_program_that_was_stopped_in_a_hand_goes_on_in_its_seat(poor: Server) -> None:
    with join(poor.address, "Stopped", "open sesame") as room:
        room.sit(2, chips=200)
        seat = next(iter(room.turns(2))).seat
        room.do(2, {"do": "sit-out", "seat": seat})
    with join(poor.address, "Stopped", "open sesame") as room:
        room.sit(2, chips=200)
        own = next(each for each in room.view(2)["public_view"]["seats"] if each["name"] == "Stopped")
        assert (own["seat"], own["sitting_out"]) == (seat, False)
        assert "sit out" not in own["after_round"]
        assert room.wallet == 9_800, "the chips before it are still there"
        turn = next(iter(room.turns(2)))
        assert turn.seat == seat
        room.do(2, {"do": "leave", "seat": seat})
        for turn in room.turns(2):
            # The house may have acted for the player who leaves; the next turn shows it.
            with contextlib.suppress(RequestRefused):
                room.do(2, turn.first("fold"), expected_version=turn.version)
        assert not any(each["name"] == "Stopped" for each in room.view(2)["public_view"]["seats"])


def test_a_short_password_takes_no_name(poor: Server) -> None:
    with pytest.raises(HoyleError, match="expected 8 characters or more, got 5"):
        join(poor.address, "Short", "12345")
    with join(poor.address, "Short", "12345678") as room:
        assert room.person == "Short"
    with pytest.raises(RequestRefused):
        join(poor.address, "Short", "another one")


def test_who_has_chips_at_stake_or_coming_is_not_broke() -> None:
    def stands(stack: int, *promises: str, **felt: Any) -> bool:
        pictures = TableViews()
        pictures.person = "ann"
        seat = {"seat": 3, "name": "ann", "stack": stack, "after_round": list(promises)}
        pictures.tables[1] = {"public_view": {"seats": [seat], **felt}}
        return pictures.is_broke(1)

    def hand(state: str, person: str = "ann") -> dict[str, Any]:
        return {"hands": [{"person": person, "hand_state": state}]}

    assert stands(0)
    assert not stands(1)
    assert not stands(0, "top up")
    assert not stands(0, playing=True, round=hand("face down")), "all in"
    assert stands(0, playing=True, round=hand("mucked"))
    assert stands(0, playing=True, round=hand("face down", "bob"))
    assert stands(0, playing=False, round=hand("face down")), "the last round, which is over"
    assert not stands(0, playing=True, round={"positions": [{"owner": "ann", "hand_state": ""}]})
    assert not stands(0, wagers=[{"owner": "ann"}]), "on the layout of a dice table"
    assert stands(0, wagers=[{"owner": "bob"}])
    assert not TableViews().is_broke(1), "without a seat"

    short = TableViews()
    short.person = "ann"
    own = {"seat": 3, "name": "ann", "stack": 8, "after_round": []}
    short.tables[1] = {"public_view": {"seats": [own]}, "short_stacks": [{"seat": 3, "chips_needed": 20}]}
    assert short.is_broke(1), "8 chips buy no hand of 20"
    short.tables[1]["short_stacks"] = [{"seat": 4, "chips_needed": 20}]
    assert not short.is_broke(1), "another player is short"
