"""A real server: what comes over the wire, from good clients and bad ones."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.free_ports import free_port
from tests.server.real_server import CONFIG, Server, run, wait_for
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from hoyle.client import RequestRefused, Room, enter
from hoyle.core.errors import HoyleError
from hoyle.server.api.endpoint import Endpoint
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.config import Config
from hoyle.server.edge.asgi_app import App
from hoyle.server.edge.websocket_hub import FRAME_LIMIT, Edge
from hoyle.server.websocket_frames import MAX_FRAME_BYTES
from hoyle.storage.models import ROOM
from hoyle.storage.store_factory import open_store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room"), monitored=True) as found:
        yield found


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def open_socket(server: Server, **options: Any) -> ClientConnection:
    address = server.address.replace("http", "ws", 1) + "/socket"
    found: ClientConnection = connect(
        address, compression=None, proxy=None, max_size=1 << 24, open_timeout=60, **options
    )
    return found


def hear(client: ClientConnection, kind: str) -> dict[str, Any]:
    """The next frame of a kind."""
    while True:
        frame: dict[str, Any] = json.loads(client.recv(timeout=60))
        if frame["type"] == kind:
            return frame


# Whoever is still sending when the server closes may find the connection reset before the code is read.
RESET = 1006


def closed(client: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            client.recv(timeout=60)
    assert client.close_code is not None
    return client.close_code


# The door


def test_a_session_is_a_cookie_that_no_script_reads(server: Server) -> None:
    with server.client() as client:
        found = client.post("/api/enter", json={"name": "Cookie"})
        assert found.status_code == 201
        cookie = found.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "path=/" in cookie
        token = found.json()["token"]
        page = client.get("/")
        assert token not in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert client.get("/api/me").json()["person"] == "Cookie"
        name = cookie.partition("=")[0]
        with open_socket(server, additional_headers={"Cookie": f"{name}={token}"}) as socket_:
            assert hear(socket_, "welcome")["person"] == "Cookie"
            assert client.post("/api/logout", json={}).status_code == 200
            assert closed(socket_) == 4401
        assert client.get("/api/me").status_code == 401


def path_of(endpoint: Endpoint) -> str:
    """A path of an endpoint, with something in its places."""
    return re.sub(r"{\w+:table}", "1", re.sub(r"{\w+(:path)?}", "x", endpoint.path))


@pytest.mark.parametrize("token", ["", "f" * 64])
def test_what_needs_a_session_says_401_without_one(server: Server, token: str) -> None:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    needing = [each for each in ENDPOINTS if each.session]
    bodies: dict[str, dict[str, Any]] = {
        "/api/register": {"password": "long enough"},
        "/api/password": {"password": "the present one", "new": "long enough"},
        "/api/shares/revoke": {"code": "0" * 24},
        "/api/audit/hands/{table:table}": {"first": 1, "last": 1, "why": "a test"},
    }
    assert len(needing) > 20
    with server.client() as client:
        for each in needing:
            body = bodies.get(each.path, {}) if each.method == "POST" else None
            found = client.request(each.method, path_of(each), headers=headers, json=body)
            assert found.status_code == 401, (each.path, found.text)
            assert found.headers["www-authenticate"] == "Bearer"
            assert found.json()["clause"] == "house sessions"


def test_no_answer_of_the_room_is_kept_by_a_cache(server: Server) -> None:
    with server.client() as client:
        client.post("/api/enter", json={"name": "Cached"})
        paths = [path_of(each) for each in ENDPOINTS if each.method == "GET"]
        for path in (*paths, "/api/openapi.json", "/api/nothing", "/api"):
            assert client.get(path).headers["cache-control"] == "no-store", path
        assert client.post("/api/chips").headers["cache-control"] == "no-store"
        assert client.get("/").headers.get("cache-control") != "no-store"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1:1"])
def test_a_page_of_somebody_else_may_neither_ask_nor_listen(server: Server, origin: str) -> None:
    with server.client() as client:
        found = client.post("/api/enter", json={"name": "Mallory"}, headers={"origin": origin})
        assert found.status_code == 403
    with pytest.raises(InvalidStatus) as refused, open_socket(server, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    with open_socket(server, origin=server.address) as own:
        assert hear(own, "welcome")


def test_three_wrong_passwords_lock_the_door(server: Server) -> None:
    with server.client() as client:
        assert client.post("/api/register", json={"password": "long enough"}).status_code == 401
        client.post("/api/enter", json={"name": "Reg"})
        assert client.post("/api/register", json={"password": "short"}).status_code == 422
        assert client.post("/api/register", json={"password": "long enough"}).status_code == 200
        client.cookies.clear()
        good = {"name": "Reg", "password": "long enough"}
        found = client.post("/api/login", json=good)
        assert found.status_code == 201
        assert found.json()["last_login"] > 0
        client.cookies.clear()
        # The first delay of a second may pass on a busy machine; each further one is twice as long.
        errors: list[str] = []
        while len(errors) < 12 and (not errors or errors[-1] == "name or password is wrong"):
            wrong = client.post("/api/login", json={**good, "password": "something else"})
            errors.append(wrong.json()["error"])
        assert len(errors) > 3
        assert "too many wrong passwords" in errors[-1]
        nobody = client.post("/api/login", json={"name": "Nobody", "password": "x"}).json()
        assert nobody["error"] == "name or password is wrong"


# The socket


def test_a_frame_that_is_too_large_ends_the_connection(server: Server) -> None:
    for size in (MAX_FRAME_BYTES + 1, 2 << 20):
        with open_socket(server) as client:
            with contextlib.suppress(ConnectionClosed):
                client.send(b"x" * size)
            assert closed(client) in {1009, RESET}


def test_a_flood_is_dropped_and_nobody_else_notices(server: Server) -> None:
    with open_socket(server) as quiet, open_socket(server) as loud:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(int(FRAME_LIMIT[1]) * 10):
                loud.send('{"type":"ping"}')
        assert closed(loud) in {4429, RESET}
        quiet.send('{"type":"ping","echo":5}')
        assert hear(quiet, "pong")["echo"] == 5


def test_what_cannot_be_read_is_answered_and_the_connection_goes_on(server: Server) -> None:
    with open_socket(server) as client:
        for data in (b"\x00\x01", "hello", "[" * 10_000, '{"type":"ping","echo":' + "9" * 50 + "}"):
            client.send(data)
            assert hear(client, "notice")["level"] == "error"
        client.send('{"type":"ping","echo":6}')
        assert hear(client, "pong")["echo"] == 6


# Books and odds

ASKED: list[tuple[str, Any, int]] = [
    ("/api/odds/equity", {"game": "holdem", "hands": ["AsAh", "KsKh"]}, 200),
    ("/api/odds/equity", {"game": "holdem", "hands": ["AsAh", "AsKh"]}, 422),
    ("/api/odds/equity", {"game": "holdem", "hands": ["AsAh"]}, 422),
    ("/api/odds/equity", {"game": "fly", "hands": ["AsAh", "KsKh"]}, 422),
    ("/api/odds/equity", {"game": "holdem", "hands": [7, "x"]}, 422),
    ("/api/odds/equity", {"game": "holdem", "hands": ["AsAh", "KsKh"], "board": "?"}, 422),
    ("/api/odds/equity", [], 422),
    ("/api/odds/range", {"game": "holdem", "range": "QQ+, AKs"}, 200),
    ("/api/odds/range", {"game": "holdem", "range": "((((("}, 422),
    ("/api/odds/range", {"game": "big-omaha-high", "range": ",".join(["RROO"] * 100)}, 422),
    ("/api/odds/range", {"game": "holdem", "range": "QQ", "dead": "QsQs"}, 422),
    ("/api/odds/strategy", {"game": "three-card-poker", "cards": "QsJd2c"}, 200),
    ("/api/odds/strategy", {"game": "three-card-poker", "cards": "Qs"}, 422),
    ("/api/odds/strategy", {"game": "craps", "cards": "Qs"}, 422),
    ("/api/judge", {"case": {}}, 422),
    ("/api/judge", {"case": {"kind": "pot", "book": 7}}, 422),
    ("/api/judge", {"case": {"kind": [], "commands": "x"}}, 422),
    ("/api/judge", {"case": {"book": "oneida", "game": "holdem", "players": None}}, 422),
    ("/api/enter", {"name": ""}, 422),
    ("/api/enter", {"name": "\x00"}, 422),
    ("/api/enter", {"name": "dealer"}, 403),
    ("/api/login", {"name": "x"}, 422),
    ("/api/logout", {}, 401),
    ("/api/signs", {"game": "omaha-hilo8", "book": "oneida", "values": {"seats": 11}}, 200),
    ("/api/signs", {"game": "whist", "book": "oneida"}, 422),
    ("/api/signs", {"game": "holdem", "book": "ca-omaha"}, 422),
    ("/api/signs", {"game": "holdem"}, 422),
    ("/api/logout", {"begun": -1}, 422),
]


@pytest.mark.parametrize(("path", "body", "status"), ASKED, ids=range(len(ASKED)))
def test_what_is_asked_over_http_is_answered_or_refused(server: Server, path: str, body: Any, status: int) -> None:
    with server.client() as client:
        found = client.post(path, json=body)
        assert found.status_code == status, found.text
        assert status < 300 or found.json()["error"]
        assert "RROO" not in str(body) or found.json()["estimated_seconds"] > 5


LOOKED: list[tuple[str, int]] = [
    ("/api/books", 200),
    ("/api/books/search?words=odd+chip", 200),
    ("/api/books/search?words=odd&book=nothing", 422),
    ("/api/books/search", 422),
    ("/api/books/oneida/nothing", 404),
    ("/api/books/%00/%ff", 404),
    ("/api/odds/edge/craps", 200),
    ("/api/odds/edge/fly", 404),
    ("/api/name", 200),
    ("/api/games", 200),
    ("/api/games/craps/edge", 200),
    ("/api/games/fly/edge", 404),
    ("/api/home/quiet-brass-lamp-41", 404),
    ("/api/tables", 200),
    ("/api/tables/1/sign", 200),
    ("/api/tables/77/sign", 404),
    ("/api/tables/1/ledger", 401),
    ("/api/tables/" + "9" * 40 + "/ledger", 404),
    ("/api/tables/" + "9" * 5000 + "/ledger", 404),
    ("/api/tables/-1/ledger", 404),
    ("/api/nothing", 404),
    ("/api/me", 401),
]


@pytest.mark.parametrize(("path", "status"), LOOKED, ids=range(len(LOOKED)))
def test_what_is_looked_up_over_http_is_found_or_not(server: Server, path: str, status: int) -> None:
    with server.client() as client:
        assert client.get(path).status_code == status


def test_a_body_that_is_too_large_or_no_json_is_refused(server: Server) -> None:
    with server.client() as client:
        assert client.post("/api/enter", content=b"x" * 100_000).status_code == 413
        for body in (b"", b"\xff", b"[" * 50_000, b'{"name":"\\ud800"}'):
            assert client.post("/api/enter", content=body).status_code == 422
        assert client.get("/api/enter").status_code == 405


def test_the_description_has_every_route(server: Server) -> None:
    with server.client() as client:
        found = client.get("/api/openapi.json").json()
        known = {(method.upper(), path) for path, methods in found["paths"].items() for method in methods}
    assert len(known) == len(ENDPOINTS)
    assert ("GET", "/api/tables/{table}/ledger") in known
    for path, methods in found["paths"].items():
        named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
        for operation in methods.values():
            assert named == {each["name"] for each in operation["parameters"] if each["in"] == "path"}
    text = json.dumps(found)
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in found["components"]["schemas"]


def test_a_monitor_reads_health_and_figures(server: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.metrics_port}", timeout=60, trust_env=False) as client:
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/readyz").status_code == 200
        assert client.get("/nothing").status_code == 404
        assert client.get("/metrics?x=1").status_code == 200
        figures = dict(line.split() for line in client.get("/metrics").text.splitlines() if not line.startswith("#"))
    assert figures["hoyle_room_up"] == "1"
    assert figures["hoyle_room_bots_seated"] == "3"
    assert int(figures["hoyle_room_tables"]) == 3
    assert float(figures["hoyle_room_records_total"]) > 0


def test_a_monitor_is_told_of_a_room_that_does_not_answer(tmp_path: Path) -> None:
    with Server(tmp_path, monitored=True) as server:
        room = server.room()
        with httpx.Client(base_url=f"http://127.0.0.1:{server.metrics_port}", timeout=60, trust_env=False) as client:
            os.kill(room, signal.SIGSTOP)
            assert client.get("/readyz").status_code == 503
            assert "hoyle_room_up 0\n" in client.get("/metrics").text
            assert client.get("/healthz").status_code == 200
            os.kill(room, signal.SIGCONT)
            # What was asked meanwhile comes late and is nobody's answer any more.
            while client.get("/readyz").status_code != 200:
                continue


@pytest.mark.parametrize("path", ["/socket", "/healthz", "/readyz", "/metrics"])
def test_what_is_for_programs_is_no_page(server: Server, path: str) -> None:
    with server.client() as client:
        found = client.get(path)
        assert (found.status_code, found.headers["content-type"]) == (404, "application/json")


def test_the_description_is_made_once_and_counted_as_any_request() -> None:
    async def asked(app: App, times: int) -> list[int]:
        codes: list[int] = []

        async def send(message: Any) -> None:
            codes.append(message.get("status", 0))

        scope = {"type": "http", "method": "GET", "path": "/api/openapi.json", "headers": []}
        for _ in range(times):
            await app({**scope, "client": ("192.0.2.1", 1)}, None, send)  # type: ignore[arg-type]
        return [code for code in codes if code]

    one, other = socket.socketpair()
    with one, other:
        app = App(Edge(one), Config())
        plain: Any = {"scheme": "http"}
        assert app.api.describe(plain).body is app.api.describe(plain).body
        found = asyncio.run(asked(app, 200))
    assert found[0] == 200
    assert 429 in found


# Playing


def sit_down(server: Server, name: str) -> Room:
    return enter(server.address, name)


def test_a_program_plays_three_hands_among_bots(server: Server) -> None:
    with sit_down(server, "Prog") as room:
        room.sit(1, chips=200)
        hands: set[str] = set()
        for turn in room.turns(1):
            if turn.own_cards:
                hands.add(str(turn.own_cards))
            if len(hands) > 2 and turn.find("fold"):
                room.do(1, turn.first("fold"), expected_version=turn.version)
                break
            try:
                room.do(
                    1, turn.first("fold" if len(hands) > 2 else "check", "call", "fold"), expected_version=turn.version
                )
            except RequestRefused:
                room.view(1)
        assert len(hands) >= 3
        assert room.wallet == 9_800


def test_a_program_plays_a_round_of_three_card_poker(server: Server) -> None:
    with sit_down(server, "Three") as room:
        room.sit(2, chips=400)
        done: list[str] = []
        for turn in room.turns(2, optional=True):
            command = next((turn.find(do) for do in ("wager", "bet", "ante", "play") if turn.find(do)), None)
            command = command or (None if turn.optional else turn.first("fold"))
            if command is None or (turn.optional and done):
                continue
            room.do(2, command, expected_version=turn.version)
            done.append(str(command["do"]))
            if not turn.optional:
                break
        assert len(done) >= 2


def test_a_program_bets_on_the_dice(server: Server) -> None:
    with sit_down(server, "Dice") as room:
        room.sit(3, chips=400)
        done: list[str] = []
        for turn in room.turns(3, optional=True):
            command = None if "bet" in done else turn.find("bet")
            command = command or (None if turn.optional else turn.first("release-dice", "accept", "bet"))
            if command is not None:
                room.do(3, command, expected_version=turn.version)
                done.append(str(command["do"]))
            if "release-dice" in done:
                break
        assert done[-1] == "release-dice"
        assert "bet" in done


def test_a_program_whose_session_has_ended_is_told_so(server: Server) -> None:
    with server.client() as client:
        token = client.post("/api/enter", json={"name": "Ended"}).json()["token"]
        with Room(server.address, token) as room:
            room.watch(3)
            assert client.post("/api/logout", json={}).status_code == 200
            with pytest.raises(HoyleError, match="session has ended"):
                next(room.turns(3))
    with pytest.raises(HoyleError, match="session has ended"):
        Room(server.address, token)


def test_a_program_is_told_what_is_wrong(server: Server) -> None:
    with sit_down(server, "Wrong") as room:
        with pytest.raises(RequestRefused, match="there is no table 99 here"):
            room.watch(99)
        with pytest.raises(RequestRefused):
            room.do(1, {"do": "fold", "seat": 1})
    with pytest.raises(RequestRefused):
        enter(server.address, "Wrong")
    with pytest.raises(HoyleError, match="no answer from"):
        enter(f"http://127.0.0.1:{free_port()}", "ann")


# Stopping, and coming back


@pytest.mark.parametrize("what", ["the room", "everything"])
def test_the_same_hand_is_there_after_kill_9(tmp_path: Path, place: str, what: str) -> None:
    with Server(tmp_path, CONFIG, "--database-url", place) as server:
        with server.client() as client:
            found = client.post("/api/enter", json={"name": "ann"}).json()
        with Room(server.address, found["token"]) as room:
            room.sit(1, chips=200)
            turn = next(iter(room.turns(1)))
            before = turn.own_cards
            assert before
            if what == "the room":
                killed = server.room()
                os.kill(killed, signal.SIGKILL)
                # The server starts another, at the same address.
                wait_for(lambda: server.room() != killed)
            else:
                server.kill()
                server.start()
            with Room(server.address, found["token"]) as fresh:
                assert fresh.watch(1)["own_cards"] == before
            # The one that was there all the time finds its way back; only the port is another.
            room._room.address = server.address
            assert room.do(1, turn.first("check", "call"), expected_version=turn.version, patience=60)["ok"]
            assert room.view(1)["own_cards"] in (before, {}), "the hand goes on, or is over"


def test_bots_whose_process_is_killed_play_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server, enter(server.address, "Ann") as room:
        room.sit(1, chips=200)
        killed = server.bots()
        os.kill(killed, signal.SIGKILL)
        before = room.view(1)["public_view"]["round_number"]
        for turn in room.turns(1):
            with contextlib.suppress(RequestRefused):
                room.do(1, turn.first("check", "call", "fold"), expected_version=turn.version)
            if room.view(1)["public_view"]["round_number"] > before + 1:
                break
        assert server.bots() != killed


def unpleasant(server: Server) -> None:
    """Clients that leave in the middle of what they say, or say what cannot be read: no word of the log."""
    address = httpx.URL(server.address)
    half = b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
    for data in (half, b"nonsense\r\n\r\n", half.replace(b"Host", b"Most")):
        with socket.create_connection((address.host, address.port or 80), timeout=60) as client:
            client.sendall(data)
    with open_socket(server) as client_:
        client_.socket.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
        assert closed(client_) == 1007


@pytest.mark.parametrize("with_", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_is_told_to_everybody_and_leaves_nothing_running(tmp_path: Path, with_: signal.Signals) -> None:
    with Server(tmp_path) as server, open_socket(server) as client:
        client.send('{"type":"watch","table_id":1}')
        hear(client, "table")
        unpleasant(server)
        children = server.children()
        assert len(children) >= 2
        code, errors, took = server.stop(with_)
        assert (code, errors) == (0, "")
        assert server.closing == f"hoyle: the room is closed, and is kept in {tmp_path / 'data' / 'room.db'}\n"
        assert took < 30
        assert "closes" in hear(client, "notice")["text"]
        assert closed(client)
        for child in children:
            assert not Path(f"/proc/{child}").exists()


# What cannot be served


def refused(directory: Path, config: str, *options: str, port: int = 0) -> str:
    """The one line that is said, with exit code 2."""
    process = run(directory, config, *options, port=port)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 2, errors
    assert out == ""
    assert "Traceback" not in errors
    return errors


def test_what_cannot_be_served_is_one_clear_line(server: Server, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused(tmp_path, CONFIG, port=port)
        assert f"port {port} of 127.0.0.1: address already in use; try --port {port % 65535 + 1}" in said
        said = refused(tmp_path, CONFIG, "--metrics-port", str(port))
        assert f"port {port} of 127.0.0.1" in said
    said = refused(tmp_path, CONFIG, "--host", "nowhere.invalid", "--allow-insecure-listen")
    assert "host 'nowhere.invalid': " in said
    assert "expected an address of this machine" in said
    said = refused(server.directory, CONFIG)
    assert f"is open already at {server.address}/: go there, stop it, or open another" in said
    assert said.count("\n") == 1
    said = refused(tmp_path, 'titel = "x"')
    assert "has an unknown key 'titel'; did you mean title?" in said
    assert said.count("\n") == 1
    said = refused(tmp_path, '[[tables]]\ngame = "fly"')
    assert "game 'fly'" in said
    assert said.count("\n") == 1, "what the room's own process has to say is said once"
    said = refused(tmp_path, '[[tables]]\ngame = "holdem"\n[[tables]]\ngame = "craps"\nsettings = {clok = 1}')
    assert said.startswith("hoyle: table 2 of the configuration, 'craps': settings: unknown key 'clok'")
    assert said.count("\n") == 1
    with Server(tmp_path) as mended, mended.client() as client:
        assert len(client.get("/api/tables").json()["tables"]) == 3, "nothing was left half made"


def test_a_room_that_another_process_serves_is_not_opened_a_second_time(tmp_path: Path, place: str) -> None:
    with Server(tmp_path / "one", CONFIG, "--database-url", place) as server:
        said = refused(tmp_path / "other", CONFIG, "--database-url", place)
        assert "is served by another process already" in said
        assert said.count("\n") == 1
        with server.client() as client:
            assert client.get("/api/tables").status_code == 200
        server.kill()
    with Server(tmp_path / "other", CONFIG, "--database-url", place):
        pass


def test_a_room_that_was_taken_over_ends_with_one_line_and_writes_no_more(tmp_path: Path, place: str) -> None:
    with Server(tmp_path, CONFIG, "--database-url", place) as server, enter(server.address, "ann") as room:
        room.watch(1)
        with contextlib.closing(open_store(place)) as rival:
            rival.claim_streams([ROOM, *rival.streams()])
            heads = {stream: rival.head(stream) for stream in rival.streams()}
            _, errors = server.process.communicate(timeout=60)
            assert server.process.returncode == 2
            assert errors.startswith("hoyle: another process has taken the room over: ")
            assert errors.count("\n") == 1
            assert heads == {stream: rival.head(stream) for stream in rival.streams()}


def test_the_program_looks_at_its_own_files_when_it_starts(server: Server) -> None:
    with server.client() as client:
        client.get("/api/tables")  # by now the loop has gone round
    store = open_store(str(server.directory / "data" / "room.db"), reading=True)
    looked = [record for record in store.records(ROOM) if record.name == "check-installed-files"]
    store.close()
    assert {record.actor for record in looked} == {"house"}
