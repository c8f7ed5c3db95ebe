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
"""Codes after which there is no coming back."""
CONNECT_TIMEOUT_S: Final = 10.0
"""Seconds in which a room has to let one in."""
CLOSING: Final = 2.0
"""Seconds that a room has to take leave of a connection that is closed."""
RETRY_DELAY_S: Final = 0.5
"""Seconds after which is tried again what the room could not decide."""
HEARTBEAT: Final = 20.0
"""Seconds without a word after which a room is asked whether it is there; its `welcome` may say another."""
RECONNECT_TIMEOUT_S: Final = 300.0
"""Seconds for which a connection that was lost is tried for."""


async def enter_async(address: str, name: str) -> AsyncRoom:
    """Come in as a guest.

    >>> room = await enter_async("http://127.0.0.1:8420", "ann")  # doctest: +SKIP
    """
    found = await asyncio.to_thread(request_json, address, "/api/enter", {"name": name})
    return AsyncRoom(address, found["token"])


async def log_in_async(address: str, name: str, password: str) -> AsyncRoom:
    """Come in as a member.

    >>> room = await log_in_async("http://127.0.0.1:8420", "ann", "open sesame")  # doctest: +SKIP
    """
    found = await asyncio.to_thread(request_json, address, "/api/login", {"name": name, "password": password})
    return AsyncRoom(address, found["token"])


async def join_async(address: str, name: str, password: str) -> AsyncRoom:
    """Come in as a member, registering the name if nobody has it yet: for programs that are started again.

    >>> room = await join_async("http://127.0.0.1:8420", "ann", "open sesame")  # doctest: +SKIP
    """
    return AsyncRoom(address, await asyncio.to_thread(member_token, address, name, password))


class AsyncRoom:
    """A connection to a room; a lost one is taken up again, and nothing is missed.

    >>> async with await enter_async("http://127.0.0.1:8420", "ann") as room:  # doctest: +SKIP
    ...     await room.sit(2, chips=200)
    ...     async for turn in room.turns(2):
    ...         await room.do(2, turn.first("check", "call", "fold"))
    """

    def __init__(self, address: str, token: str) -> None:
        websocket_url(address)  # refuses what is none
        self.address = address
        self.token = token
        self.talk = ProtocolState()
        self.notices: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._welcome = asyncio.Event()
        self._welcomed = False
        """Whether this connection was let in: one that is not is not tried again at once."""
        self._heartbeat = HEARTBEAT
        self._failure: HoyleError | None = None
        self._trouble = "it says nothing"
        """What was wrong with the last connection."""

    async def __aenter__(self) -> Self:
        return await self.open()

    async def open(self, patience: float = CONNECT_TIMEOUT_S) -> Self:
        """Connect, within so many seconds."""
        self._task = asyncio.create_task(self._run())
        waiting = asyncio.create_task(self._welcome.wait())
        await asyncio.wait({waiting, self._task}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not self._welcome.is_set() and not self._task.done():
            await self.close()
            raise HoyleError(f"nobody answers at {self.address}: {self._trouble}")
        self._check()
        return self

    async def __aexit__(self, *why: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go; a seat stays as it is."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None
            await self._fail(HoyleError(f"the connection to {self.address} is closed"))

    @property
    def pictures(self) -> TableViews:
        """What the frames have told."""
        return self.talk.pictures

    @property
    def person(self) -> str:
        return self.pictures.person

    # What one does

    async def watch(self, table: int) -> dict[str, Any]:
        """Follow a table; its picture."""
        await self._send(self.talk.watch(table))
        async with self._changed:
            while table not in self.pictures.tables:
                self._check(table)
                await self._changed.wait()
        return self.pictures.tables[table]

    async def do(
        self, table: int, command: Command, *, expects: int | None = None, patience: float = 30.0
    ) -> dict[str, Any]:
        """Have something done; the room's answer, or `RequestRefused`.

        What the room could not decide, because its disk is full or its database is away, or because too much
        came at once, is tried again, with its id, as long as `patience` lasts. Without `expects` it is as if
        you had seen what has come so far.
        """
        if not isinstance(command, Mapping) or not isinstance(command.get("do"), str):
            raise HoyleError(
                f"command {command!r}: its name under 'do' and its fields are wanted, as turn.first('fold')"
            )
        frame = self.talk.command(table, command, expects=expects)
        said = f"no answer to {command['do']!r} within {patience:g} s"
        try:
            async with asyncio.timeout(patience):
                while (answer := await self._asked(frame)).get("again"):
                    said = answer["said"]
                    await asyncio.sleep(RETRY_DELAY_S)
        except TimeoutError:
            raise HoyleError(said) from None
        finally:
            self._answers.pop(frame["id"], None)
            self.talk.unanswered.pop(frame["id"], None)
        if not answer["ok"]:
            raise RequestRefused(
                answer["said"], clause=answer.get("clause", ""), legal=answer.get("legal", "")
            )
        return answer

    async def _asked(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a command; its answer."""
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[frame["id"]] = waiting
        await self._send(frame)
        return await waiting

    async def sit(self, table: int, *, chips: int, seat: int = 0) -> dict[str, Any]:
        """Take a seat, the first that is free if none is named.

        A seat that you have there already is kept; you sit in again, and add the chips if none are left.
        """
        picture = await self.watch(table)
        own = self.pictures.own_seat(table)
        if own:
            return await self._sit_again(table, own, chips)
        taken = {each["seat"] for each in picture["felt"]["seats"]}
        wanted = seat or next(number for number in range(1, 100) if number not in taken)
        return await self.do(table, {"do": "sit", "seat": wanted, "chips": chips})

    async def _sit_again(self, table: int, own: dict[str, Any], chips: int) -> dict[str, Any]:
        answer: dict[str, Any] = {"ok": True}
        if self.pictures.is_broke(table):
            answer = await self.do(table, {"do": "top-up", "seat": own["seat"], "chips": chips})
        if own["away"] or "sit out" in own["promises"]:
            answer = await self.do(table, {"do": "sit-in", "seat": own["seat"]})
        return answer

    async def turns(
        self, table: int, *, optional: bool = False, again: float | None = None, chips: int = 0
    ) -> AsyncIterator[Turn]:
        """Every moment in which the table waits for you; with `optional` also when you may but need not.

        A moment that was passed over comes `again` after so many seconds in which nothing happened. With
        `chips` you have about so many before you: where you have less they are added, as long as there are
        any, or fresh ones to be had. Without, the turns end when you have none left, or no seat any more.
        """
        await self.watch(table)
        keeps = AutoTopUp(table, chips)
        seated = False
        while True:
            missing = keeps.command_if_short(self.pictures)
            if missing:
                keeps.mark_requested(self.pictures)
                await self._top_up(table, missing)
                continue
            async with self._changed:
                turn = self.pictures.turn(table, optional=optional)
                while turn is None and not keeps.command_if_short(self.pictures):
                    self._check(table)
                    if self._is_over(table, seated=seated, keeps_chips=bool(chips)):
                        return
                    seated = seated or bool(self.pictures.own_seat(table))
                    try:
                        async with asyncio.timeout(again):
                            await self._changed.wait()
                    except TimeoutError:
                        self.pictures.repeat_turn(table)
                    turn = self.pictures.turn(table, optional=optional)
            if turn is not None:
                yield turn

    def _is_over(self, table: int, *, seated: bool, keeps_chips: bool) -> bool:
        """Whether no turn can come any more."""
        if seated and not self.pictures.own_seat(table):
            return True
        return not keeps_chips and self.pictures.is_broke(table)

    async def _top_up(self, table: int, wanted: Command) -> None:
        """Chips for who has few; who has none, and gets none, is told why."""
        try:
            await self.do(table, wanted)
            return
        except RequestRefused:
            if self.pictures.own_seat(table).get("stack"):
                return
        await asyncio.to_thread(request_json, self.address, "/api/chips", {}, self.token)
        await self.do(table, wanted)

    # The connection

    def _check(self, table: int = 0) -> None:
        """Whether there is anything to wait for, at a table if one is named."""
        if self._failure is not None:
            raise self._failure
        if table in self.talk.refused:
            raise RequestRefused(self.talk.refused[table])
        if self._task is None or self._task.done():
            raise HoyleError(f"the connection to {self.address} is closed")

    async def _send(self, frame: dict[str, Any]) -> None:
        self._check()
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(frame))

    async def _run(self) -> None:
        """Keep a connection; after a lost one everything that waits for an answer is sent again."""
        pause = 0.05
        now = asyncio.get_running_loop().time
        lost = now()
        while True:
            try:
                async with connect(
                    websocket_url(self.address),
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    compression=None,
                    max_size=1 << 24,
                    close_timeout=CLOSING,
                ) as socket:
                    self._socket = socket
                    self._welcomed = False
                    for frame in self.talk.frames_on_connect():
                        await socket.send(json.dumps(frame))
                    while (data := await self._heard(socket)) is not None:
                        await self._hear(json.loads(data))
                        lost = now()
                    self._trouble = f"it has said nothing for {2 * self._heartbeat:g} s"
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL_CLOSE_CODES:
                    await self._fail(HoyleError(closed.rcvd.reason or "the session has ended"))
                    return
            except (OSError, WebSocketException) as error:
                self._trouble = str(error) or type(error).__name__
            self._socket = None
            if now() - lost > RECONNECT_TIMEOUT_S:
                await self._fail(HoyleError(f"nobody answers at {self.address} any more: {self._trouble}"))
                return
            pause = 0.1 if self._welcomed else min(5.0, pause * 2)
            self._welcomed = False
            await asyncio.sleep(pause)

    async def _heard(self, socket: ClientConnection) -> str | bytes | None:
        """The next frame; None where the room is dead: nothing has come, and no answer to a `ping` either."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._heartbeat):
                return await socket.recv()
        await socket.send(json.dumps({"type": "ping"}))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._heartbeat):
                return await socket.recv()
        return None

    async def _hear(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind == "answer":
            waiting = self._answers.get(frame["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)
        elif kind == "notice":
            self.notices.append(frame)
            del self.notices[:-100]
        async with self._changed:
            again = self.talk.receive(frame)
            self._changed.notify_all()
        for each in again:
            await self._send(each)
        if kind == "welcome":
            self._welcomed = True
            self._heartbeat = frame.get("heartbeat", 1000 * HEARTBEAT) / 1000
            self._welcome.set()

    async def _fail(self, error: HoyleError) -> None:
        self._failure = error
        async with self._changed:
            self._changed.notify_all()
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(error)
