"""Protocol conformance check: plays docs/protocol-script.json against a room or a client.

::

    python -m tools.protocol.conformance docs/protocol-script.json http://127.0.0.1:8420
    python -m tools.protocol.conformance docs/protocol-script.json --client

The first plays the clients of the script against a room. The second plays the room: it prints an address and
waits for a client that follows table 1 and takes the first choice whenever it is awaited. The script is plain
data, so that the same can be done in any language.
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
"""Seconds in which whatever must come has to come."""
Step = dict[str, Any]
Scene = dict[str, Any]


class ConformanceError(HoyleError):
    """Something is not as the script has it."""


def check_room(script: dict[str, Any], address: str, say: Callable[[str], None] = print) -> None:
    """Play every scene of a script's clients against a room."""
    for scene in script["room"]:
        RoomScene(address).play(scene)
        say(f"as written: {scene['title']}")


class RoomScene:
    """One scene: some people, their connections, and the words bound so far."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.bound: Bound = {}
        self.tokens: dict[str, str] = {"": ""}
        self.sockets: dict[str, ClientConnection] = {}
        self._opened = ExitStack()

    def play(self, scene: Scene) -> None:
        with self._opened:
            for number, step in enumerate(scene["steps"], 1):
                said = self._step(step)
                if said:
                    raise ConformanceError(f"{scene['title']}, step {number}, {json.dumps(step)}: {said}")

    def _step(self, step: Step) -> str:
        """Do one step; what is wrong."""
        if "enter" in step:
            key = step["enter"]
            self.bound[f"${key}"] = f"{key} {secrets.token_hex(4)}"
            self.tokens[key] = request_json(self.address, "/api/enter", {"name": self.bound[f"${key}"]})[
                "token"
            ]
        elif "open" in step:
            token = step.get("token", self.tokens.get(step.get("as") or step["open"], ""))
            self._open(step["open"], token)
        elif "close" in step:
            self.sockets.pop(step["close"]).close()
        else:
            return self._on(self._socket(step["on"]), step)
        return ""

    def _open(self, key: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.sockets[key] = self._opened.enter_context(
            connect(
                websocket_url(self.address), additional_headers=headers, compression=None, max_size=1 << 24
            )
        )

    def _socket(self, key: str) -> ClientConnection:
        """A connection by its name, or by the person who was bound to a word."""
        if key.startswith("$"):
            person = self.bound[key]
            key = next(name for name in self.sockets if self.bound.get(f"${name}") == person)
        return self.sockets[key]

    def _on(self, socket: ClientConnection, step: Step) -> str:
        if "send" in step:
            socket.send(json.dumps(substitute(step["send"], self.bound)))
        elif "text" in step:
            socket.send(step["text"])
        elif "closed" in step:
            return self._closed(socket, step["closed"])
        else:
            return self._heard(socket, step)
        return ""

    def _heard(self, socket: ClientConnection, step: Step) -> str:
        """Read on to the frame that is wanted: the next of its kind, or with `until` the first that fits."""
        pattern = step.get("hear") or step["until"]
        try:
            while True:
                frame = json.loads(socket.recv(timeout=TIMEOUT_S))
                if frame["type"] != pattern["type"]:
                    continue
                tried = dict(self.bound)
                said = match(pattern, frame, tried)
                if not said:
                    self.bound = tried
                if not said or "hear" in step:
                    return said
        except TimeoutError:
            return f"nothing of that kind came within {TIMEOUT_S:g} s"
        except ConnectionClosed as closed:
            return f"the connection was closed instead: {closed}"

    @staticmethod
    def _closed(socket: ClientConnection, code: int) -> str:
        try:
            while True:
                socket.recv(timeout=TIMEOUT_S)
        except TimeoutError:
            return "the connection is still open"
        except ConnectionClosed:
            return "" if socket.close_code == code else f"it was closed with {socket.close_code}"


class ClientCheck:
    """Plays the room for one client, over as many connections as the script takes."""

    def __init__(self, script: dict[str, Any]) -> None:
        self._steps = iter(enumerate(script["client"], 1))
        self._bound: Bound = {}
        self._done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def run(self, ready: Callable[[str], None]) -> None:
        """Serve until the script has come to its end; `ready` is told the address."""
        async with serve(self._conversation, "127.0.0.1", 0, compression=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            ready(f"http://127.0.0.1:{port}")
            said = await self._done
        if said:
            raise ConformanceError(said)

    async def _conversation(self, socket: ServerConnection) -> None:
        """One connection: the steps up to the next that breaks it."""
        waiting: list[dict[str, Any]] = []
        for number, step in self._steps:
            if "break" in step:
                await socket.close(1011)
                return
            said = ""
            try:
                if "send" in step:
                    await socket.send(json.dumps(substitute(step["send"], self._bound)))
                else:
                    said = await self._hear(socket, step["hear"], waiting)
            except ConnectionClosed as closed:
                said = f"the client has gone: {closed}"
            if any(frame.get("type") in step.get("not", ()) for frame in waiting):
                said = f"{json.dumps(waiting)} was sent"
            if said:
                self._end(f"step {number}, {json.dumps(step)}: {said}")
                return
        self._end("")

    def _end(self, said: str) -> None:
        if not self._done.done():
            self._done.set_result(said)

    async def _hear(
        self, socket: ServerConnection, pattern: dict[str, Any], waiting: list[dict[str, Any]]
    ) -> str:
        """Wait for a frame; a client may send its frames in any order, and others besides."""
        said = "nothing of that kind came"
        while True:
            for frame in waiting:
                tried = dict(self._bound)
                why = match(pattern, frame, tried)
                if not why:
                    self._bound = tried
                    waiting.remove(frame)
                    return ""
                if frame.get("type") == pattern["type"]:
                    said = why
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    waiting.append(json.loads(await socket.recv()))
            except TimeoutError:
                return said


def main(arguments: list[str]) -> int:
    """The command; 1 where something is not as the script has it, 2 where that cannot be seen."""
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
    await ClientCheck(script).run(
        lambda address: print(f"the room is at {address}, the token is 'script'", flush=True)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
