"""The bus of a real deployment: what it carries, and that it says what it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from time import monotonic

import pytest
from tests.private_nats import NotInstalled, PrivateNats

from hoyle.room.store.failures import Unavailable
from hoyle.server.link import Out
from hoyle.server.nodes.bus import Heard
from hoyle.server.nodes.line import Line
from hoyle.server.nodes.nats_bus import NatsBus
from hoyle.server.nodes.words import encode, read_packet

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


def _came(bus: NatsBus, done) -> list[Heard]:
    """What comes until it is enough."""
    until = monotonic() + 60
    found: list[Heard] = []
    while not done(found):
        assert monotonic() < until, f"{len(found)} messages came and no more"
        found += bus.receive()
    return found


def test_more_than_the_bus_carries_at_once_arrives_in_several_messages(nats):
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        here, there = Line("east", 1, most=east.most), Line("west", 2, most=west.most)
        said = [Out([at], bytes([at]) * 100_000) for at in range(30)]
        packets = here.post([], said, now=0)
        assert len(packets) > 1
        for packet in packets:
            east.send("west", encode(packet))
        came = _came(west, lambda found: len(found) == len(packets))
        heard = [letter for each in came for letter in there.take(read_packet(each.data), now=0).letters]
        assert [out for letter in heard for out in letter.said] == said


def test_what_is_said_to_all_comes_to_all(nats):
    with closing(NatsBus(nats.url, "east")) as east, closing(NatsBus(nats.url, "west")) as west:
        east.tell(b"good evening")
        assert _came(west, bool) == [Heard(b"good evening", to_all=True)]


def test_a_bus_that_carries_next_to_nothing_is_refused_with_what_to_change(narrow):
    with pytest.raises(Unavailable, match=r"messages of 4,096 bytes: let max_payload be 1MB"):
        NatsBus(narrow.url, "east")


def test_a_message_that_is_too_large_is_not_passed_over_in_silence(nats, capfd):
    with closing(NatsBus(nats.url, "east")) as east:
        east.tell(b"x" * (east.most + 1))
        east.tell(b"and the next")
        assert _came(east, bool) == [Heard(b"and the next", to_all=True)]
    assert "the bus carries 1,048,576 bytes, not 1,048,577 at once" in capfd.readouterr().err
