"""A line between two nodes: letters arrive once and in order, whatever the bus does."""

from __future__ import annotations

import random

import msgspec
import pytest

from hoyle.server.link import Out
from hoyle.server.nodes.line import RESEND, Line
from hoyle.server.nodes.words import (
    PROTOCOL,
    Elsewhere,
    In,
    Letter,
    News,
    Packet,
    encode,
    read_news,
    read_packet,
    understood,
)


class Bad:
    """A bus between two lines that loses, doubles and reorders packets."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.ends = {"east": Line("east", 1 << 30), "west": Line("west", 2 << 30)}
        self.heard: dict[str, list[bytes]] = {"east": [], "west": []}
        self.under_way: list[tuple[str, bytes]] = []
        self.now = 0
        self.lossy = True

    def carry(self, source: str, packet: Packet | None) -> None:
        if packet is None:
            return
        to = "west" if source == "east" else "east"
        for _ in range(self.rng.choice((0, 1, 1, 2)) if self.lossy else 1):
            self.under_way.append((to, encode(packet)))

    def post(self, source: str, data: bytes) -> None:
        self.carry(source, self.ends[source].post([], [Out([1], data)], now=self.now))

    def deliver(self) -> None:
        if self.lossy:
            self.rng.shuffle(self.under_way)
        under_way, self.under_way = self.under_way, []
        for to, data in under_way:
            taken = self.ends[to].take(read_packet(data), now=self.now)
            assert not taken.anew
            assert not taken.lost
            for letter in taken.letters:
                self.heard[to] += _data([letter])
        for name, line in self.ends.items():
            self.carry(name, line.again(self.now))


def _data(letters: list[Letter]) -> list[bytes]:
    return [said.data for letter in letters for said in letter.said if isinstance(said, Out)]


@pytest.mark.parametrize("seed", range(40))
def test_letters_arrive_once_and_in_order(seed):
    bus = Bad(seed)
    said: dict[str, list[bytes]] = {"east": [], "west": []}
    for turn in range(60):
        for source, to in (("east", "west"), ("west", "east")):
            if bus.rng.random() < 0.6:
                data = f"{source} {turn}".encode()
                said[to].append(data)
                bus.post(source, data)
        bus.now += bus.rng.choice((1, 50, RESEND))
        bus.deliver()
        for name in bus.heard:
            assert bus.heard[name] == said[name][: len(bus.heard[name])]
    bus.lossy = False
    for _ in range(8):
        bus.now += RESEND
        bus.deliver()
    assert bus.heard == said
    bus.now += RESEND
    assert all(line.again(bus.now) is None for line in bus.ends.values())
    assert all(line.due() is None for line in bus.ends.values())


def test_a_node_that_began_anew_hears_nothing_that_was_meant_for_the_one_before():
    east, west = Line("east", 1 << 30), Line("west", 2 << 30)
    for _ in range(3):
        west.take(east.post([In(1, "ann")], [], now=0), now=0)
    east.take(west.post([], [], now=0), now=0)
    late = east.post([In(2, "bob")], [], now=0)
    reborn = Line("west", 3 << 30)
    taken = reborn.take(late, now=1)
    assert taken.letters == []
    hello = reborn.again(1)
    assert hello is not None
    told = east.take(hello, now=1)
    assert told.anew
    assert [letter.asked for letter in told.lost] == [[In(2, "bob")]]
    fresh = east.post([In(2, "bob")], [], now=2)
    assert [letter.asked for letter in reborn.take(fresh, now=2).letters] == [[In(2, "bob")]]
    assert reborn.take(fresh, now=2).letters == []
    # What the old one still had under way is not taken for the new one's.
    assert east.take(west.post([], [], now=2), now=2).letters == []


@pytest.mark.parametrize("seed", range(40))
def test_both_may_begin_anew_at_any_time_and_understand_each_other_again(seed):
    bus = Bad(seed)
    runs = 2
    for turn in range(80):
        for source in ("east", "west"):
            if bus.rng.random() < 0.5:
                bus.post(source, f"{source} {turn}".encode())
        if bus.rng.random() < 0.1:
            runs += 1
            name = bus.rng.choice(("east", "west"))
            bus.ends[name] = Line(name, runs << 30)
        bus.now += bus.rng.choice((1, 50, RESEND))
        bus.rng.shuffle(bus.under_way)
        under_way, bus.under_way = bus.under_way, []
        for to, data in under_way:
            bus.ends[to].take(read_packet(data), now=bus.now)
        for name, line in bus.ends.items():
            bus.carry(name, line.again(bus.now))
    bus.lossy = False
    for at in range(12):
        if at == 8:
            heard = {name: len(data) for name, data in bus.heard.items()}
            bus.post("east", b"good night")
            bus.post("west", b"good night")
        bus.now += RESEND
        under_way, bus.under_way = bus.under_way, []
        for to, data in under_way:
            taken = bus.ends[to].take(read_packet(data), now=bus.now)
            bus.heard[to] += _data(taken.letters)
        for name, line in bus.ends.items():
            bus.carry(name, line.again(bus.now))
    for name, words in bus.heard.items():
        assert words[heard[name] :] == [b"good night"]
    assert all(line.due() is None for line in bus.ends.values())


def test_who_does_not_listen_for_long_counts_as_gone(monkeypatch):
    monkeypatch.setattr("hoyle.server.nodes.line.MOST_KEPT", 5)
    line = Line("east", 1)
    for _ in range(5):
        line.post([], [], now=0)
    assert not line.overflows
    line.post([], [], now=0)
    assert line.overflows


def test_nodes_one_version_apart_understand_each_other():
    assert [understood(PROTOCOL + by) for by in (-2, -1, 0, 1, 2)] == [False, True, True, True, False]
    # What a later version adds at the end of a packet, or to the news, is read over.
    packet = Packet(PROTOCOL, "east", 1, 0, 0, 0, [Letter(1, [], [Elsewhere(1, b"?", 7)])])
    longer = msgspec.msgpack.encode([*msgspec.to_builtins(packet, builtin_types=(bytes,)), "more"])
    assert read_packet(longer) == packet
    news = News(protocol=PROTOCOL, node="east", run=1, owns=[7])
    more = {**msgspec.to_builtins(news), "weather": "fine"}
    assert read_news(msgspec.msgpack.encode(more)) == news
