"""The links between edge, room and bots: nobody waits for another to read, so nobody waits for ever."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from hoyle.server.edge.websocket_hub import Edge
from hoyle.server.ipc import buffered_socket
from hoyle.server.ipc.buffered_socket import BufferedSocket
from hoyle.server.ipc.messages import (
    BotConnected,
    BotRoster,
    ClientConnected,
    ClientFrameReceived,
    CloseClient,
    Message,
    OutgoingFrame,
    decode_for_edge,
)
from hoyle.server.ipc.multiplexer import LinkMultiplexer
from hoyle.server.process.bots_process import run

BURST = [OutgoingFrame([number], b"x" * 100_000) for number in range(40)]
"""Far more than a link holds."""


@contextmanager
def narrow() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A link that holds very little."""
    one, other = socket.socketpair()
    with one, other:
        for end in (one, other):
            for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                end.setsockopt(socket.SOL_SOCKET, option, 4096)
        yield one, other


def within_a_minute(work: Callable[[], object]) -> None:
    """Do something that must not wait for ever."""
    failed: list[BaseException] = []

    def doing() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=doing, daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive(), "both sides wait for each other"
    if failed:
        raise failed[0]


def test_both_sides_may_have_much_to_say_at_the_same_time() -> None:
    def speak() -> None:
        with narrow() as (one, other):
            room, edge = LinkMultiplexer([one]), BufferedSocket(other)
            said = [ClientFrameReceived(number, b"y" * 100_000) for number in range(40)]
            room.send(BURST)
            room.send([CloseClient(7, 1000, "enough")])
            edge.send(said)
            heard: list[Message] = []
            answers: list[Message] = []
            while len(heard) <= len(BURST) or len(answers) < len(said):
                for body in edge.wait(0.01) or []:
                    heard += decode_for_edge(body)
                answers += room.receive(0.01) or []
            assert heard == [*BURST, CloseClient(7, 1000, "enough")], "in order, and each once"
            assert answers == said
            assert edge.buffered_bytes == 0

    within_a_minute(speak)


def test_the_room_never_waits_for_bots_that_have_much_to_say_themselves() -> None:
    def speak() -> None:
        with narrow() as (edge, edge_end), narrow() as (bots, bots_end):
            playing = threading.Thread(target=run, args=(bots_end,), daemon=True)
            playing.start()
            room = LinkMultiplexer([edge])
            room.attach_bots(bots)
            roster = BotRoster([(f"bot {number}", "rock", 1) for number in range(5000)])
            room.send(
                [
                    roster,
                    *(OutgoingFrame([1 << 32], b'{"type":"notice","text":"%s"}' % (b"x" * 100_000)) for _ in range(40)),
                ]
            )
            came: list[Message] = []
            while sum(isinstance(each, BotConnected) for each in came) < 5000:
                came += room.receive(0.1) or []
            assert all(room.is_bots(each.client) for each in came if isinstance(each, BotConnected))
            room.close()
            playing.join(60)
            assert not playing.is_alive(), "bots end with their room"
            edge_end.close()

    within_a_minute(speak)


def test_a_link_on_which_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffered_socket, "MAX_BUFFERED_BYTES", 1_000_000)
    with narrow() as (one, other), narrow() as (two, bots):
        room = LinkMultiplexer([one, two])
        for _ in range(20):
            room.send(BURST[:1])
        assert room.receive(0) == [], "the other edge is still there"
        room.close()
        assert other.recv(1), "what was sent before had been sent"
        assert bots.recv(1) == b""


def test_who_ends_in_the_middle_is_noticed_and_the_rest_goes_on() -> None:
    with narrow() as (one, other), narrow() as (two, bots):
        room = LinkMultiplexer([one])
        room.attach_bots(two)
        room.send([BotRoster([(f"bot {number}", "rock", 1) for number in range(9000)])])
        bots.close()
        assert room.receive(1) == []
        room.send([BotRoster([])])
        edge = BufferedSocket(other)
        edge.send([ClientConnected(3, "t")])
        assert room.receive(1) == [ClientConnected(3, "t")]
        other.close()
        assert room.receive(1) is None, "without an edge nobody can come"
        room.close()


def test_a_room_that_does_not_keep_up_slows_its_clients_down() -> None:
    """Nothing that a client sends is kept in the edge without bound."""

    async def flood() -> tuple[int, int]:
        with narrow() as (edge_end, room_end):
            edge = Edge(edge_end)
            await edge.start()
            sent = 0

            async def receive() -> dict[str, object]:
                nonlocal sent
                sent += 1
                await asyncio.sleep(0.001)
                return {"type": "websocket.receive", "bytes": b"z" * 16_000}

            async def send(message: object) -> None:
                await asyncio.sleep(0)

            clients = [asyncio.create_task(edge.socket(receive, send, "")) for _ in range(40)]
            before = -1
            while sent != before:
                before = sent
                await asyncio.sleep(0.5)
            for client in clients:
                client.cancel()
            await asyncio.gather(*clients, return_exceptions=True)
            room_end.close()
            await edge.stop()
            return sent, edge.frames_in

    sent, taken = asyncio.run(asyncio.wait_for(flood(), 60))
    assert sent < 40 * 40, "they were made to wait"
    assert taken <= sent
