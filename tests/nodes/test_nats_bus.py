"""The bus of a real deployment: what it carries, and that it says what it cannot."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from time import monotonic

import pytest
from tests.private_nats import NotInstalled, PrivateNats

from hoyle.core.errors import InvalidError
from hoyle.nodes.bus import nats_bus, nats_client
from hoyle.nodes.bus.bus_url import parse_bus_url
from hoyle.nodes.bus.message_bus import BusMessage
from hoyle.nodes.bus.nats_bus import NatsBus
from hoyle.nodes.doctor.probes import bus_facts
from hoyle.nodes.messages import NodeStatus, decode_packet, encode
from hoyle.nodes.peer_channel import PeerChannel
from hoyle.server.ipc.messages import OutgoingFrame
from hoyle.storage.errors import Unavailable

STATUS = NodeStatus(
    node="east",
    run=1,
    protocol=1,
    version="1.0",
    clock_offset_ms=0,
    live_peers=["east"],
    is_partitioned=False,
    max_payload=1 << 20,
    unreadable_tables={},
    outage="the database does not answer",
)

pytest.importorskip("nats", reason="needs nats-py (pip install 'hoyle[nodes]')")


@pytest.fixture
def nats() -> Iterator[PrivateNats]:
    yield from _served("")


@pytest.fixture
def narrow() -> Iterator[PrivateNats]:
    yield from _served("max_payload: 4096")


def _served(settings: str) -> Iterator[PrivateNats]:
    try:
        found = PrivateNats(settings)
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with found:
        yield found


def _came(bus: NatsBus, done, *, turning: NatsBus | None = None) -> list[BusMessage]:
    """What comes until it is enough, while the sender has its turns too."""
    until = monotonic() + 60
    found: list[BusMessage] = []
    while not done(found):
        assert monotonic() < until, f"{len(found)} messages came and no more"
        for sender in (bus, turning or bus):
            sender.flush()
        if turning is not None:
            turning.receive()
        found += bus.receive()
    return found


def test_more_than_the_bus_carries_at_once_arrives_in_several_messages(nats):
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        here, there = PeerChannel("east", 1, max_payload=east.max_payload), PeerChannel("west", 1)
        said = [OutgoingFrame([at], bytes([at]) * 100_000) for at in range(30)]
        packets = here.send([], said, now=0)
        assert len(packets) > 1
        for packet in packets:
            east.send("west", encode(packet))
        east.flush()
        came = [decode_packet(each.data) for each in _came(west, lambda found: len(found) == len(packets))]
        assert all(there.receive(packet).is_new for packet in came)
        assert [out for packet in came for out in packet.responses] == said


def test_what_is_said_to_all_comes_to_all(nats):
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        east.broadcast(b"good evening")
        east.flush()
        assert _came(west, bool) == [BusMessage(b"good evening", to_all=True)]


def test_a_bus_that_carries_next_to_nothing_is_refused_with_what_to_change(narrow):
    with pytest.raises(Unavailable, match=r"max_payload is 4,096 bytes: set it to 1MB"):
        NatsBus(narrow.url, "east")


def test_a_message_that_is_too_large_is_not_passed_over_in_silence(nats, capfd):
    with closing(NatsBus(nats.url, "east")) as east:
        east.broadcast(b"x" * (east.max_payload + 1))
        east.broadcast(b"and the next")
        assert _came(east, bool) == [BusMessage(b"and the next", to_all=True)]
    assert "message of 1,048,577 bytes exceeds the bus limit of 1,048,576" in capfd.readouterr().err


def test_a_server_that_is_started_again_is_found_again_and_what_was_for_all_is_said_then(nats):
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        nats.kill()
        until = monotonic() + 60
        while east.is_connected() or west.is_connected():  # until both have noticed
            assert monotonic() < until
            assert not east.receive() + west.receive()
        east.broadcast(b"said while nobody could hear it")
        east.send("west", b"a batch, which its line says again")
        nats.start()
        while not west.is_connected():
            assert monotonic() < until
            west.receive()
        found: list[BusMessage] = []
        while not found:
            assert monotonic() < until
            east.flush()
            east.receive()
            found = west.receive()
        assert found == [BusMessage(b"said while nobody could hear it", to_all=True)]
        east.send("west", b"and on it goes")
        east.flush()
        assert _came(west, bool) == [BusMessage(b"and on it goes", to_all=False)]


def test_whoever_waits_for_the_bus_is_woken_by_what_comes_before_and_after_a_restart(nats):
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        for _ in range(2):
            east.send("west", b"a word")
            east.flush()
            assert select.select([west.handle()], [], [], 60)[0]
            assert _came(west, bool) == [BusMessage(b"a word", to_all=False)]
            assert not select.select([west.handle()], [], [], 0)[0]
            nats.kill()
            for end in (east, west):
                assert select.select([end.handle()], [], [], 60)[0]
                end.receive()
            nats.start()
            until = monotonic() + 60
            while not (east.is_connected() and west.is_connected()):
                assert monotonic() < until
                assert not east.receive() + west.receive()


def test_a_server_that_says_nothing_any_more_counts_as_gone(monkeypatch):
    monkeypatch.setattr(nats_client, "PING_INTERVAL_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as server:
        greeted = threading.Thread(target=_greet_and_fall_silent, args=(server,), daemon=True)
        greeted.start()
        with closing(NatsBus(f"nats://127.0.0.1:{server.getsockname()[1]}", "east")) as east:
            assert east.is_connected()
            until = monotonic() + 60
            while east.is_connected():
                assert monotonic() < until
                east.receive()
        greeted.join(60)


def _greet_and_fall_silent(server: socket.socket) -> None:
    """Speak NATS until a client has subscribed, and read on without an answer."""
    with server.accept()[0] as link:
        link.sendall(b'INFO {"max_payload": 1048576}\r\n')
        for _ in range(2):  # the ping of its connection, and that after its subscriptions
            while b"PING" not in link.recv(1 << 16):
                pass
            link.sendall(b"PONG\r\n")
        while link.recv(1 << 16):
            pass


def test_a_server_that_takes_nothing_keeps_nobody_waiting_and_what_waits_is_bounded(nats, monkeypatch):
    monkeypatch.setattr(nats_bus, "MAX_PENDING_BYTES", 3 << 20)
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        nats.suspend()
        for _ in range(20):
            east.broadcast(b"x" * (1 << 19))
            east.flush()
        assert 2 << 20 < east._connection.client.pending_data_size <= 3 << 20
        nats.resume()
        # What it takes later are whole messages, one after the other.
        came = _came(west, lambda found: len(found) >= 5, turning=east)
        assert {message.data for message in came} == {b"x" * (1 << 19)}


def test_a_bus_that_shall_be_encrypted_is_not_joined_in_the_clear(nats):
    with pytest.raises(Unavailable, match="cannot be reached: the server does not offer TLS"):
        NatsBus(nats.url.replace("nats://", "tls://hoyle:secret@"), "east")


def test_a_connection_that_a_server_ends_with_an_error_is_opened_again():
    for nats in _served("authorization: {user: hoyle, password: one}"):
        with closing(NatsBus(nats.url.replace("//", "//hoyle:one@"), "east")) as east:
            nats.reload("authorization: {user: hoyle, password: two}")
            until = monotonic() + 60
            while east.is_connected():
                assert monotonic() < until
                east.receive()
            nats.reload("authorization: {user: hoyle, password: one}")
            while not east.is_connected():
                assert monotonic() < until
                east.receive()
            east.broadcast(b"good evening again")
            assert _came(east, bool) == [BusMessage(b"good evening again", to_all=True)]


def test_who_has_a_password_comes_in_and_who_has_not_is_told_so():
    for nats in _served("authorization: {user: hoyle, password: 'a@b c'}"):
        with closing(NatsBus(nats.url.replace("//", "//hoyle:a%40b%20c@"), "east")) as east:
            east.broadcast(b"good evening")
            assert _came(east, bool) == [BusMessage(b"good evening", to_all=True)]
        with pytest.raises(Unavailable, match=r"nats://127.0.0.1:\d+ cannot be reached: Authorization Violation"):
            NatsBus(nats.url.replace("//", "//hoyle:wrong@"), "east")


def test_a_room_that_is_stuck_still_says_how_it_is(nats):
    with closing(NatsBus(nats.url, "east")) as east:
        # Nobody looks at the bus meanwhile.
        east.answer_status_with(lambda: encode(STATUS))
        assert bus_facts(nats.url, ["east"]).nodes == {"east": STATUS}
        nats.kill()
        nats.start()
        until = monotonic() + 60
        while bus_facts(nats.url, ["east"]).nodes != {"east": STATUS}:
            assert monotonic() < until


@pytest.mark.parametrize("url", ["nats://bus:port", "http://bus:4222", "nats://", "nats://x:secret@"])
def test_an_address_that_leads_to_no_bus_is_refused_without_its_password(url):
    with pytest.raises(InvalidError, match=r"expected nats:// or tls://\[USER:PASSWORD@\]HOST\[:PORT\]") as refused:
        parse_bus_url(url)
    assert "secret" not in str(refused.value)
