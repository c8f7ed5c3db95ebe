"""Async client of a room: WebSocket connection with reconnect, commands and turns."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, Self

from hoyle.client.auto_top_up import AutoTopUp
from hoyle.client.http_requests import RequestRefused, member_token, request_json, websocket_url
from hoyle.client.protocol_state import ProtocolState
from hoyle.client.turns import Command, TableViews, Turn
from hoyle.core.errors import HoyleError, require_package

require_package("hoyle.client", "websockets", extra="client")

from websockets.asyncio.client import ClientConnection, connect  # noqa: E402
from websockets.exceptions import ConnectionClosed, WebSocketException  # noqa: E402

FINAL_CLOSE_CODES: Final = (4401, 4403)
"""Close codes after which the client does not reconnect."""
CONNECT_TIMEOUT_S: Final = 10.0
"""Seconds that a connection may take to be welcomed."""
CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that the server has to answer a close."""
RETRY_DELAY_S: Final = 0.5
"""Seconds before a command that the room could not decide is sent again."""
HEARTBEAT_S: Final = 20.0
"""Seconds of silence after which the client pings; `welcome` may set another interval."""
RECONNECT_TIMEOUT_S: Final = 300.0
"""Seconds for which the client tries to reconnect."""


async def enter_async(address: str, name: str) -> AsyncRoom:
    """Log in to a room as a guest.

    >>> room = await enter_async("http://127.0.0.1:8420", "ann")  # doctest: +SKIP
    """
    reply = await asyncio.to_thread(request_json, address, "/api/enter", {"name": name})
    return AsyncRoom(address, reply["token"])


async def log_in_async(address: str, name: str, password: str) -> AsyncRoom:
    """Log in to a room as a member.

    >>> room = await log_in_async("http://127.0.0.1:8420", "ann", "open sesame")  # doctest: +SKIP
    """
    reply = await asyncio.to_thread(request_json, address, "/api/login", {"name": name, "password": password})
    return AsyncRoom(address, reply["token"])


async def join_async(address: str, name: str, password: str) -> AsyncRoom:
    """Log in to a room as a member; a name that is still free is registered first.

    >>> room = await join_async("http://127.0.0.1:8420", "ann", "open sesame")  # doctest: +SKIP
    """
    return AsyncRoom(address, await asyncio.to_thread(member_token, address, name, password))


class AsyncRoom:
    """Asynchronous connection to a room, which reconnects by itself and misses no event.

    >>> async with await enter_async("http://127.0.0.1:8420", "ann") as room:  # doctest: +SKIP
    ...     await room.sit(2, chips=200)
    ...     async for turn in room.turns(2):
    ...         await room.do(2, turn.first("check", "call", "fold"))
    """

    def __init__(self, address: str, token: str) -> None:
        websocket_url(address)  # raises if it is not an HTTP URL
        self.address = address
        self.token = token
        self.protocol = ProtocolState()
        self.notices: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._welcome = asyncio.Event()
        self._welcomed = False
        """Whether this connection was welcomed: one that was not is retried after a longer pause."""
        self._heartbeat = HEARTBEAT_S
        self._last_frame_at = 0.0
        """Time of the last frame, by the clock of the event loop."""
        self._failure: HoyleError | None = None
        self._last_error = "it sends nothing"
        """Error of the last connection."""

    async def __aenter__(self) -> Self:
        return await self.open()

    async def open(self, patience: float = CONNECT_TIMEOUT_S) -> Self:
        """Connect to the room; raise HoyleError after `patience` seconds."""
        self._task = asyncio.create_task(self._run())
        welcomed = asyncio.create_task(self._welcome.wait())
        await asyncio.wait({welcomed, self._task}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        welcomed.cancel()
        if not self._welcome.is_set() and not self._task.done():
            await self.close()
            raise HoyleError(f"no answer from {self.address}: {self._last_error}")
        self._raise_if_failed()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection to the room; a seat is kept."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None
            await self._fail(HoyleError(f"the connection to {self.address} is closed"))

    @property
    def views(self) -> TableViews:
        """Current views of the watched tables."""
        return self.protocol.views

    @property
    def person(self) -> str:
        return self.views.person

    # Commands

    async def watch(self, table: int) -> dict[str, Any]:
        """Subscribe to a table; return its view."""
        await self._send(self.protocol.watch(table))
        async with self._changed:
            while table not in self.views.tables:
                self._raise_if_failed(table)
                await self._changed.wait()
        return self.views.tables[table]

    async def do(
        self, table: int, command: Command, *, expected_version: int | None = None, patience: float = 30.0
    ) -> dict[str, Any]:
        """Send a command to a table; return the room's answer, or raise `RequestRefused`.

        A command that the room could not decide, because of an outage or the rate limit, is sent again with
        its id until `patience` seconds have passed. Without `expected_version`, the version
        received last is assumed.
        """
        if not isinstance(command, Mapping) or not isinstance(command.get("do"), str):
            raise HoyleError(
                f"command {command!r}: expected a name under 'do' and its fields, such as turn.first('fold')"
            )
        frame = self.protocol.command(table, command, expected_version=expected_version)
        reason = f"no answer to {command['do']!r} within {patience:g} s"
        try:
            async with asyncio.timeout(patience):
                while (answer := await self._send_command(frame)).get("retry"):
                    reason = answer["message"]
                    await asyncio.sleep(RETRY_DELAY_S)
        except TimeoutError:
            raise HoyleError(reason) from None
        finally:
            self._answers.pop(frame["idempotency_key"], None)
            self.protocol.unanswered.pop(frame["idempotency_key"], None)
        if not answer["ok"]:
            raise RequestRefused(answer["message"], clause=answer.get("clause", ""), legal=answer.get("allowed", ""))
        return answer

    async def _send_command(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a command frame and wait for its answer."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[frame["idempotency_key"]] = answer
        await self._send(frame)
        return await answer

    async def sit(self, table: int, *, chips: int, seat: int = 0) -> dict[str, Any]:
        """Take a seat at a table, by default the first that is free.

        A seat that you have there already is kept: you sit in again, and add the chips if you have too few to be
        dealt in.
        """
        view = await self.watch(table)
        own_seat = self.views.own_seat(table)
        if own_seat:
            return await self._sit_again(table, own_seat, chips)
        taken_seats = {seat_view["seat"] for seat_view in view["public_view"]["seats"]}
        number = seat or next(number for number in range(1, 100) if number not in taken_seats)
        return await self.do(table, {"do": "sit", "seat": number, "chips": chips})

    async def _sit_again(self, table: int, own_seat: dict[str, Any], chips: int) -> dict[str, Any]:
        """Sit in again at a seat that is kept, with new chips if too few are left."""
        answer: dict[str, Any] = {"ok": True}
        if self.views.is_broke(table):
            answer = await self.do(table, {"do": "top-up", "seat": own_seat["seat"], "chips": chips})
        if own_seat["sitting_out"] or "sit out" in own_seat["after_round"]:
            answer = await self.do(table, {"do": "sit-in", "seat": own_seat["seat"]})
        return answer

    async def turns(
        self, table: int, *, optional: bool = False, repeat_after: float | None = None, chips: int = 0
    ) -> AsyncIterator[Turn]:
        """Yield every pending decision of yours at a table; with `optional` also the optional ones.

        A decision that you did not answer is repeated after `repeat_after` seconds without an event. With
        `chips` your stack is topped up to about that many, with fresh play chips if needed. Without, the
        turns end when you have too few chips to be dealt in, or no seat left.
        """
        await self.watch(table)
        top_up = AutoTopUp(table, chips)
        seated = False
        while True:
            command = top_up.command_if_short(self.views)
            if command:
                top_up.mark_requested(self.views)
                await self._top_up(table, command)
                continue
            async with self._changed:
                turn = self.views.turn(table, optional=optional)
                while turn is None and not top_up.command_if_short(self.views):
                    self._raise_if_failed(table)
                    if self._is_over(table, seated=seated, keeps_chips=bool(chips)):
                        return
                    seated = seated or bool(self.views.own_seat(table))
                    try:
                        async with asyncio.timeout(repeat_after):
                            await self._changed.wait()
                    except TimeoutError:
                        self.views.repeat_turn(table)
                    turn = self.views.turn(table, optional=optional)
            if turn is not None:
                yield turn

    def _is_over(self, table: int, *, seated: bool, keeps_chips: bool) -> bool:
        """Whether no further turn can come at a table: no seat, or no chips, are left."""
        if seated and not self.views.own_seat(table):
            return True
        return not keeps_chips and self.views.is_broke(table)

    async def _top_up(self, table: int, command: Command) -> None:
        """Top up the stack at a table; raise RequestRefused if it is empty and stays so."""
        try:
            await self.do(table, command)
            return
        except RequestRefused:
            if self.views.own_seat(table).get("stack"):
                return
        await asyncio.to_thread(request_json, self.address, "/api/chips", {}, self.token)
        await self.do(table, command)

    # The connection

    def _raise_if_failed(self, table: int = 0) -> None:
        """Raise the error of a failed connection, or the refusal of a table if one is named."""
        if self._failure is not None:
            raise self._failure
        if table in self.protocol.refused:
            raise RequestRefused(self.protocol.refused[table])
        if self._task is None or self._task.done():
            raise HoyleError(f"the connection to {self.address} is closed")

    async def _send(self, frame: dict[str, Any]) -> None:
        """Send a frame if connected; unanswered commands are sent again after a reconnect."""
        self._raise_if_failed()
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(frame))

    async def _run(self) -> None:
        """Keep the connection open: reconnect after errors, until it fails for good."""
        pause = 0.05
        now = asyncio.get_running_loop().time
        self._last_frame_at = now()
        while True:
            try:
                await self._connect_and_receive()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL_CLOSE_CODES:
                    await self._fail(HoyleError(closed.rcvd.reason or "the session has ended"))
                    return
            except (OSError, WebSocketException) as error:
                self._last_error = str(error) or type(error).__name__
            self._socket = None
            if now() - self._last_frame_at > RECONNECT_TIMEOUT_S:
                await self._fail(HoyleError(f"no answer from {self.address} any more: {self._last_error}"))
                return
            pause = 0.1 if self._welcomed else min(5.0, pause * 2)
            self._welcomed = False
            await asyncio.sleep(pause)

    async def _connect_and_receive(self) -> None:
        """Connect, send again what is unanswered, and handle frames until the room falls silent."""
        now = asyncio.get_running_loop().time
        async with connect(
            websocket_url(self.address),
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=1 << 24,
            close_timeout=CLOSE_TIMEOUT_S,
        ) as socket:
            self._socket = socket
            self._welcomed = False
            for frame in self.protocol.frames_on_connect():
                await socket.send(json.dumps(frame))
            while (data := await self._next_frame(socket)) is not None:
                await self._handle(json.loads(data))
                self._last_frame_at = now()
            self._last_error = f"it has sent nothing for {2 * self._heartbeat:g} s"

    async def _next_frame(self, socket: ClientConnection) -> str | bytes | None:
        """Return the next frame from the room; None if it is silent and does not answer a `ping`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._heartbeat):
                return await socket.recv()
        await socket.send(json.dumps({"type": "ping"}))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._heartbeat):
                return await socket.recv()
        return None

    async def _handle(self, frame: dict[str, Any]) -> None:
        """Handle a frame from the room: resolve answers, update the views, send what it asks for."""
        kind = frame["type"]
        if kind == "answer":
            future = self._answers.get(frame["idempotency_key"])
            if future is not None and not future.done():
                future.set_result(frame)
        elif kind == "notice":
            self.notices.append(frame)
            del self.notices[:-100]
        async with self._changed:
            resends = self.protocol.receive(frame)
            self._changed.notify_all()
        for resend in resends:
            await self._send(resend)
        if kind == "welcome":
            self._welcomed = True
            self._heartbeat = frame.get("heartbeat", 1000 * HEARTBEAT_S) / 1000
            self._welcome.set()

    async def _fail(self, error: HoyleError) -> None:
        """End the connection for good: raise the error in everything that waits."""
        self._failure = error
        async with self._changed:
            self._changed.notify_all()
        for future in self._answers.values():
            if not future.done():
                future.set_exception(error)
