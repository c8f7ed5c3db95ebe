"""The door under pressure: heads and bodies without an end, thousands of pings, clients that never read."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import struct
from collections.abc import AsyncIterator, Callable, Generator
from typing import Any, Final

import pytest
import uvicorn
import uvloop

from hoyle.server.config import Config
from hoyle.server.edge import connection_limits, http_protocol
from hoyle.server.edge.connection_limits import ConnectionLimiter
from hoyle.server.edge.websocket_protocol import LimitedWebSocketProtocol
from hoyle.server.process.edge_process import uvicorn_config

PING: Final = 0x9
TEXT: Final = 0x1
WITHIN: Final = 60
"""Seconds after which a test gives up."""


class EchoApp:
    """An application that takes whatever comes, and says how it went."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (event := await receive())["type"] != "websocket.disconnect":
                self.heard.append(str(event.get("text")))
                if event.get("text") == "much":
                    with contextlib.suppress(Exception):
                        for _ in range(200):
                            await send({"type": "websocket.send", "text": "x" * 50_000})
            self.heard.append(f"gone {event.get('code')}")
            return
        body = b""
        while True:
            event = await receive()
            if event["type"] == "http.disconnect":
                self.heard.append("left")
                return
            body += event.get("body", b"")
            if not event.get("more_body"):
                break
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
        self.heard.append(f"{scope['path']} {len(body)}")


class ServerWithoutSignals(uvicorn.Server):
    """Signals are the test's own."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@contextlib.asynccontextmanager
async def served(app: Any, *, max_total: int = 0) -> AsyncIterator[tuple[int, ConnectionLimiter, uvicorn.Server]]:
    """The door on a port of this machine; the limiter looks all the time."""
    limiter = ConnectionLimiter(max_total=max_total)
    server = ServerWithoutSignals(uvicorn_config(app, Config(), limiter))
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    port = listening.getsockname()[1]
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    await limiter.start()
    try:
        yield port, limiter, server
    finally:
        server.should_exit = True
        await running
        await limiter.stop()


@pytest.fixture(autouse=True)
def _watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "STALL_CHECK_INTERVAL_S", 0.05)


@pytest.fixture
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which somebody is cut off; elsewhere a crowded machine would see to it that he is."""
    for name in ("HEADER_TIMEOUT_S", "BODY_TIMEOUT_S", "WRITE_TIMEOUT_S"):
        monkeypatch.setattr(http_protocol, name, 0.3)


def run(test: Callable[[], Any]) -> None:
    """On the loop that the edge has."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(test(), WITHIN))


class Caller:
    """Somebody on the other side, who reads only when he is told to."""

    def __init__(self) -> None:
        self.socket = socket.socket()
        self.socket.setblocking(False)

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def read(self) -> bytes:
        """Everything until the other side closes."""
        found = b""
        with contextlib.suppress(ConnectionError):
            while data := await asyncio.get_running_loop().sock_recv(self.socket, 1 << 16):
                found += data
        return found


@contextlib.asynccontextmanager
async def calling(port: int) -> AsyncIterator[Caller]:
    caller = Caller()
    await asyncio.get_running_loop().sock_connect(caller.socket, ("127.0.0.1", port))
    with contextlib.closing(caller.socket):
        yield caller


async def said(port: int, *parts: bytes) -> bytes:
    """What comes back until the other side closes."""
    async with calling(port) as caller:
        with contextlib.suppress(ConnectionError):
            for part in parts:
                await caller.send(part)
        return await caller.read()


HEAD: Final = b"GET /x HTTP/1.1\r\nHost: here\r\n"


# Requests


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ((HEAD, *(b"X-%d: %s\r\n" % (at, b"y" * 50) for at in range(5_000))), 431),
        ((HEAD, b"X: ", *(b"y" * 10_000 for _ in range(500))), 431),
        ((HEAD, *(b"X-%d: y\r\n" % at for at in range(200)), b"\r\n"), 431),
        ((b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: here\r\n\r\n",), 431),
        ((b"GET /x HTTP/1.1\r\n\r\n",), 400),
        ((HEAD + b"Host: there\r\n\r\n",), 400),
        ((b"GET /x HTTP/1.1\r\nHost: a b\r\n\r\n",), 400),
        ((b"nonsense\r\n\r\n",), 400),
    ],
    ids=["many", "endless", "very many", "long path", "no host", "two hosts", "no such host", "nonsense"],
)
def test_a_request_that_is_too_large_or_none_is_refused(parts: tuple[bytes, ...], status: int) -> None:
    async def test() -> None:
        app = EchoApp()
        async with served(app) as (port, _, _):
            found = await said(port, *parts)
            # Who is still sending when the server closes may find the connection reset before he has read.
            assert found.startswith(b"HTTP/1.1 %d " % status) or (found == b"" and len(parts) > 100)
            assert app.heard == []
            assert (await said(port, HEAD + b"Connection: close\r\n\r\n")).endswith(b"ok")

    run(test)


@pytest.mark.usefixtures("_in_a_hurry")
@pytest.mark.parametrize(
    "part",
    [b"", HEAD, HEAD[:9], HEAD.replace(b"GET", b"POST") + b"Content-Length: 100\r\n\r\nhalf"],
    ids=["nothing", "half a head", "half a line", "half a body"],
)
def test_who_never_comes_to_an_end_is_cut_off(part: bytes) -> None:
    async def test() -> None:
        app = EchoApp()
        async with served(app) as (port, limiter, _):
            assert await said(port, part) == b""
            while len(limiter._addresses):
                await asyncio.sleep(0.01)
            assert app.heard in ([], ["left"])
            assert (await said(port, HEAD + b"Connection: close\r\n\r\n")).endswith(b"ok")

    run(test)


def test_requests_one_after_the_other_owe_nothing_to_each_other() -> None:
    async def test() -> None:
        app = EchoApp()
        async with served(app) as (port, _, _):
            body = b"POST /b HTTP/1.1\r\nHost: here:80\r\nContent-Length: 5\r\n\r\nwhole"
            found = await said(port, HEAD + b"\r\n", body + HEAD + b"Connection: close\r\n\r\n")
            assert found.count(b"200 OK") == 3
            assert app.heard == ["/x 0", "/b 5", "/x 0"]

    run(test)


# Sockets


def frame(kind: int, data: bytes, *, last: bool = True) -> bytes:
    """A frame as a client masks it."""
    mask = os.urandom(4)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    return bytes([(0x80 if last else 0) | kind]) + size + mask + masked


@contextlib.asynccontextmanager
async def shaken(port: int) -> AsyncIterator[Caller]:
    """A socket that is open."""
    async with calling(port) as caller:
        key = base64.b64encode(os.urandom(16))
        await caller.send(
            b"GET /socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + b"\r\n\r\n"
        )
        answer = await asyncio.get_running_loop().sock_recv(caller.socket, 1 << 12)
        assert answer.startswith(b"HTTP/1.1 101 ")
        yield caller


def closed_with(data: bytes) -> int:
    """The code of the last frame, which closes."""
    at = data.rindex(b"\x88")
    return int(struct.unpack(">H", data[at + 2 : at + 4])[0])


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ([frame(PING, b"x" * 100)] * 500, 4429),
        ([frame(TEXT, b"a", last=False), *([frame(0, b"", last=False)] * 500)], 4429),
        ([frame(TEXT, b"a")] * 2000, 4429),
        ([frame(TEXT, b"\xff\xfe")], 1007),
    ],
    ids=["pings", "parts of nothing", "more than anybody looks at", "no text"],
)
def test_a_flood_of_frames_ends_the_socket(sent: list[bytes], code: int, capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        app = EchoApp()
        async with served(app) as (port, limiter, _):
            async with shaken(port) as caller:
                await caller.send(b"".join(sent))
                assert closed_with(await caller.read()) == code
            while len(limiter._addresses):
                await asyncio.sleep(0.01)
            assert app.heard[-1] == f"gone {code}"

    run(test)
    assert "Traceback" not in capfd.readouterr().err


async def never_reading(caller: Caller, limiter: ConnectionLimiter) -> Any:
    """The server's side of a socket for which much waits that nobody takes."""
    await caller.send(frame(TEXT, b"much"))
    while True:
        for protocol in limiter._addresses:
            if isinstance(protocol, LimitedWebSocketProtocol) and not protocol.writable.is_set():
                return protocol
        await asyncio.sleep(0.01)


def test_who_pings_and_never_reads_is_sent_no_more_pongs(monkeypatch: pytest.MonkeyPatch) -> None:
    handles = LimitedWebSocketProtocol.handle_ping

    def handle_ping(self: Any) -> None:
        handles(self)
        self.pinged = getattr(self, "pinged", 0) + 1

    monkeypatch.setattr(LimitedWebSocketProtocol, "handle_ping", handle_ping)
    monkeypatch.setattr(LimitedWebSocketProtocol, "pinged", 0, raising=False)

    async def test() -> None:
        app = EchoApp()
        async with served(app) as (port, limiter, _), shaken(port) as caller:
            protocol = await never_reading(caller, limiter)
            waiting = protocol.transport.get_write_buffer_size()
            await caller.send(frame(PING, b"x" * 100) * 50)
            while protocol.pinged < 50:
                await asyncio.sleep(0.01)
            assert protocol.transport.get_write_buffer_size() == waiting

    run(test)


def test_a_closed_socket_that_nobody_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "CLOSE_TIMEOUT_S", 0.3)

    async def test() -> None:
        app = EchoApp()
        async with served(app) as (port, limiter, _), shaken(port) as caller:
            protocol = await never_reading(caller, limiter)
            protocol.transport.close()
            while len(limiter._addresses):
                await asyncio.sleep(0.01)

    run(test)


def test_a_stop_waits_for_nobodys_half_of_anything(capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with (
            served(EchoApp()) as (port, limiter, server),
            shaken(port) as slow,
            calling(port),
            calling(port) as half,
        ):
            await never_reading(slow, limiter)
            await half.send(HEAD.replace(b"GET", b"POST") + b"Content-Length: 100\r\n\r\nhalf")
            server.should_exit = True
            while len(limiter._addresses):
                await asyncio.sleep(0.01)

    run(test)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("line", [b"GET /\xff HTTP/1.1\r\n", b"GET /%s HTTP/1.1\r\n" % (b"x" * 7_990)])
def test_a_handshake_that_cannot_be_read_is_refused(line: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with served(EchoApp()) as (port, _, _):
            rest = b"Host: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n"
            assert (await said(port, line + rest)).startswith(b"HTTP/1.1 400 ")

    run(test)
    assert "Traceback" not in capfd.readouterr().err


# How many


class FakeTransport(connection_limits.LimitedConnection):
    """A connection that is looked at by hand."""

    closing = False
    stall_timeout = 5.0
    cuts = 0

    def abort(self) -> None:
        self.cuts += 1


def test_one_address_has_so_many_connections_and_no_more() -> None:
    limiter = ConnectionLimiter(max_per_address=2, proxies=["10.0.0.1"])
    one, two, three = FakeTransport(), FakeTransport(), FakeTransport()
    assert limiter.try_admit(one, "203.0.113.7")
    assert limiter.try_admit(two, "203.0.113.7")
    assert not limiter.try_admit(three, "203.0.113.7")
    assert limiter.try_admit(three, "203.0.113.8")
    limiter.replace(one, four := FakeTransport())
    limiter.release(one)
    with limiter.proxied_client("203.0.113.7") as let_in:
        assert not let_in
    limiter.release(four)
    with limiter.proxied_client("203.0.113.7") as let_in:
        assert let_in
        assert not limiter.try_admit(FakeTransport(), "203.0.113.7")
    assert limiter.try_admit(FakeTransport(), "203.0.113.7")
    assert all(limiter.try_admit(FakeTransport(), address) for address in ["127.0.0.1", "::1", "10.0.0.1", ""] * 3)


def test_there_are_always_files_left_for_the_program_itself() -> None:
    async def test() -> None:
        app = EchoApp()
        async with served(app, max_total=2) as (port, limiter, _), calling(port), calling(port):
            while len(limiter._addresses) < 2:
                await asyncio.sleep(0.01)
            assert (await said(port, HEAD + b"\r\n")).startswith(b"HTTP/1.1 503 ")
            for silent in limiter._addresses:
                silent.stall_timeout = 0.0
            while len(limiter._addresses):
                await asyncio.sleep(0.01)
            assert (await said(port, HEAD + b"Connection: close\r\n\r\n")).endswith(b"ok")

    run(test)


def test_who_owes_something_for_too_long_is_cut_off_and_nobody_else() -> None:
    limiter = ConnectionLimiter()
    late, early, quiet, closing = (FakeTransport() for _ in range(4))
    for each in (late, early, quiet, closing):
        assert limiter.try_admit(each, "")
    late.stalled_since, early.stalled_since, closing.closing = 100.0, 104.0, True
    limiter.abort_stalled(105.5)
    assert [each.cuts for each in (late, early, quiet, closing)] == [1, 0, 0, 0]
    limiter.abort_stalled(105.5 + connection_limits.CLOSE_TIMEOUT_S)
    assert closing.cuts == 0
    limiter.abort_stalled(105.6 + connection_limits.CLOSE_TIMEOUT_S)
    assert closing.cuts == 1
    assert quiet.cuts == 0
