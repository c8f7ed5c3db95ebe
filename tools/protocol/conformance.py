"""Protocol conformance check: plays docs/protocol-script.json against a room or a client.

::

    python -m tools.protocol.conformance docs/protocol-script.json http://127.0.0.1:8420
    python -m tools.protocol.conformance docs/protocol-script.json --client

The first plays the clients of the script against a room. The second plays the room: it prints an address and
waits for a client that watches table 1 and takes the first choice of every decision. The script is plain
data, so that the check can be written in any language.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from tools.protocol.frame_patterns import Bound, match, substitute
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hoyle.client.http_requests import request_json, websocket_url
from hoyle.core.errors import HoyleError

TIMEOUT_S: Final = 60.0
"""Seconds in which an expected frame must arrive."""
Step = dict[str, Any]
Scene = dict[str, Any]


class ConformanceError(HoyleError):
    """A frame or a close differs from the script."""


def check_room(script: dict[str, Any], address: str, say: Callable[[str], None] = print) -> None:
    """Play every scene of the script's clients against a room."""
    for scene in script["room"]:
        RoomScene(address).play(scene)
        say(f"as written: {scene['title']}")


class RoomScene:
    """One scene: people, their connections, and the variables bound so far."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.bound: Bound = {}
        self.tokens: dict[str, str] = {"": ""}
        self.sockets: dict[str, ClientConnection] = {}
        self._opened = ExitStack()

    def play(self, scene: Scene) -> None:
        with self._opened:
            for number, step in enumerate(scene["steps"], 1):
                problem = self._step(step)
                if problem:
                    raise ConformanceError(f"{scene['title']}, step {number}, {json.dumps(step)}: {problem}")

    def _step(self, step: Step) -> str:
        """Run one step; return what is wrong."""
        if "enter" in step:
            key = step["enter"]
            self.bound[f"${key}"] = f"{key} {secrets.token_hex(4)}"
            self.tokens[key] = request_json(self.address, "/api/enter", {"name": self.bound[f"${key}"]})["token"]
        elif "open" in step:
            token = step.get("token", self.tokens.get(step.get("as") or step["open"], ""))
            self._open(step["open"], token)
        elif "close" in step:
            self.sockets.pop(step["close"]).close()
        else:
            return self._run_on(self._socket(step["on"]), step)
        return ""

    def _open(self, key: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.sockets[key] = self._opened.enter_context(
            connect(websocket_url(self.address), additional_headers=headers, compression=None, max_size=1 << 24)
        )

    def _socket(self, key: str) -> ClientConnection:
        """Connection by its name, or by the person bound to a variable."""
        if key.startswith("$"):
            person = self.bound[key]
            key = next(name for name in self.sockets if self.bound.get(f"${name}") == person)
        return self.sockets[key]

    def _run_on(self, socket: ClientConnection, step: Step) -> str:
        if "send" in step:
            socket.send(json.dumps(substitute(step["send"], self.bound)))
        elif "text" in step:
            socket.send(step["text"])
        elif "closed" in step:
            return self._expect_close(socket, step["closed"])
        else:
            return self._expect_frame(socket, step)
        return ""

    def _expect_frame(self, socket: ClientConnection, step: Step) -> str:
        """Read on to the expected frame: the next of its type, or with `until` the first that matches."""
        pattern = step.get("hear") or step["until"]
        try:
            while True:
                frame = json.loads(socket.recv(timeout=TIMEOUT_S))
                if frame["type"] != pattern["type"]:
                    continue
                bound = dict(self.bound)
                problem = match(pattern, frame, bound)
                if not problem:
                    self.bound = bound
                if not problem or "hear" in step:
                    return problem
        except TimeoutError:
            return f"nothing of that kind came within {TIMEOUT_S:g} s"
        except ConnectionClosed as closed:
            return f"the connection was closed instead: {closed}"

    @staticmethod
    def _expect_close(socket: ClientConnection, code: int) -> str:
        try:
            while True:
                socket.recv(timeout=TIMEOUT_S)
        except TimeoutError:
            return "the connection is still open"
        except ConnectionClosed:
            return "" if socket.close_code == code else f"it was closed with {socket.close_code}"


class ClientCheck:
    """Check of one client: plays the room, over as many connections as the script takes."""

    def __init__(self, script: dict[str, Any]) -> None:
        self._steps = iter(enumerate(script["client"], 1))
        self._bound: Bound = {}
        self._done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def run(self, ready: Callable[[str], None]) -> None:
        """Serve until the script ends; `ready` gets the address."""
        async with serve(self._serve_connection, "127.0.0.1", 0, compression=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            ready(f"http://127.0.0.1:{port}")
            problem = await self._done
        if problem:
            raise ConformanceError(problem)

    async def _serve_connection(self, socket: ServerConnection) -> None:
        """Serve one connection: the steps up to the next that breaks it."""
        received: list[dict[str, Any]] = []
        for number, step in self._steps:
            if "break" in step:
                await socket.close(1011)
                return
            problem = ""
            try:
                if "send" in step:
                    await socket.send(json.dumps(substitute(step["send"], self._bound)))
                else:
                    problem = await self._expect(socket, step["hear"], received)
            except ConnectionClosed as closed:
                problem = f"the client has gone: {closed}"
            if any(frame.get("type") in step.get("not", ()) for frame in received):
                problem = f"{json.dumps(received)} was sent"
            if problem:
                self._end(f"step {number}, {json.dumps(step)}: {problem}")
                return
        self._end("")

    def _end(self, problem: str) -> None:
        if not self._done.done():
            self._done.set_result(problem)

    async def _expect(self, socket: ServerConnection, pattern: dict[str, Any], received: list[dict[str, Any]]) -> str:
        """Wait for a frame; a client may send its frames in any order, and others besides."""
        problem = "nothing of that kind came"
        while True:
            for frame in received:
                bound = dict(self._bound)
                mismatch = match(pattern, frame, bound)
                if not mismatch:
                    self._bound = bound
                    received.remove(frame)
                    return ""
                if frame.get("type") == pattern["type"]:
                    problem = mismatch
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    received.append(json.loads(await socket.recv()))
            except TimeoutError:
                return problem


def main(arguments: list[str]) -> int:
    """Run the command; 1 if something differs from the script, 2 if the check could not run."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    try:
        script = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        if arguments[1] == "--client":
            asyncio.run(_serve(script))
        else:
            check_room(script, arguments[1])
    except ConformanceError as error:
        print(f"not as written: {error}", file=sys.stderr)
        return 1
    except (HoyleError, OSError, ValueError) as error:
        print(f"hoyle: {error}", file=sys.stderr)
        return 2
    return 0


async def _serve(script: dict[str, Any]) -> None:
    await ClientCheck(script).run(lambda address: print(f"the room is at {address}, the token is 'script'", flush=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
