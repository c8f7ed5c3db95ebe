"""A line between two nodes: letters arrive once and in order, whatever the bus does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from hoyle.nodes.bus.fragmentation import news
from hoyle.nodes.messages import (
    PROTOCOL,
    Batch,
    ForwardedFrame,
    NodeAnnouncement,
    Packet,
    RemoteClientConnected,
    Said,
    encode,
    is_compatible,
    read_news,
    read_packet,
)
from hoyle.nodes.ordered_channel import ACK_DELAY_MS, RETRANSMIT_AFTER_MS, PeerChannel
from hoyle.server.ipc.messages import OutgoingFrame, RpcResponse


class Bad:
    """A bus between two lines that loses, doubles and reorders packets."""

    def __init__(self, seed: int, most: int = 1 << 20) -> None:
        self.rng = random.Random(seed)
        self.most = most
        self.ends = {
            "east": PeerChannel("east", 1 << 30, most=most),
            "west": PeerChannel("west", 2 << 30, most=most),
        }
        self.heard: dict[str, list[bytes]] = {"east": [], "west": []}
        self.under_way: list[tuple[str, bytes]] = []
        self.now = 0
        self.lossy = True

    def carry(self, source: str, packet: Packet | None) -> None:
        if packet is None:
            return
        to = "west" if source == "east" else "east"
        assert len(encode(packet)) <= self.most
        for _ in range(self.rng.choice((0, 1, 1, 2)) if self.lossy else 1):
            self.under_way.append((to, encode(packet)))

    def post(self, source: str, data: bytes) -> None:
        self.say(source, [OutgoingFrame([1], data)])

    def say(self, source: str, said: Sequence[Said]) -> None:
        for packet in self.ends[source].post([], said, now=self.now):
            self.carry(source, packet)

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
            self.carry(name, line.retransmissions(self.now))


def _said(packets: list[Packet]) -> list[Any]:
    return [said for packet in packets for letter in packet.letters for said in letter.said]


def _data(letters: list[Batch]) -> list[bytes]:
    return [said.data for letter in letters for said in letter.said if isinstance(said, OutgoingFrame)]


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
        bus.now += bus.rng.choice((1, 50, RETRANSMIT_AFTER_MS))
        bus.deliver()
        for name in bus.heard:
            assert bus.heard[name] == said[name][: len(bus.heard[name])]
    bus.lossy = False
    for _ in range(8):
        bus.now += RETRANSMIT_AFTER_MS
        bus.deliver()
    assert bus.heard == said
    bus.now += RETRANSMIT_AFTER_MS
    assert all(line.retransmissions(bus.now) is None for line in bus.ends.values())
    assert all(line.due() is None for line in bus.ends.values())


@pytest.mark.parametrize("seed", range(20))
def test_what_is_too_much_for_one_message_travels_as_several(seed):
    bus = Bad(seed, most=2000)
    said: dict[str, list[bytes]] = {"east": [], "west": []}
    for turn in range(30):
        for source, to in (("east", "west"), ("west", "east")):
            many = [
                b"%d" % (turn * 100 + at) * bus.rng.randint(1, 200) for at in range(bus.rng.randint(0, 9))
            ]
            said[to] += many
            bus.say(source, [OutgoingFrame([1], data) for data in many])
        bus.now += bus.rng.choice((1, 50, RETRANSMIT_AFTER_MS))
        bus.deliver()
    bus.lossy = False
    for _ in range(200):
        bus.now += RETRANSMIT_AFTER_MS
        bus.deliver()
    assert bus.heard == said


def test_one_frame_for_very_many_clients_is_said_to_some_at_a_time():
    line = PeerChannel("east", 1, most=4000)
    packets = line.post([], [OutgoingFrame(list(range(2000)), b"the river is dealt")], now=0)
    assert all(len(encode(packet)) <= 4000 for packet in packets)
    outs = _said(packets)
    assert [client for out in outs for client in out.clients] == list(range(2000))
    assert {out.data for out in outs} == {b"the river is dealt"}


def test_what_no_message_can_carry_is_owned_up_to():
    line = PeerChannel("east", 1, most=4000)
    packets = line.post(
        [],
        [OutgoingFrame([7], b"x" * 9000), RpcResponse(8, 200, b"y" * 9000), OutgoingFrame([9], b"fine")],
        now=0,
    )
    assert all(len(encode(packet)) <= 4000 for packet in packets)
    notice, refused, fine = _said(packets)
    assert (notice.clients, b"too large to be sent" in notice.data) == ([7], True)
    assert (refused.call, refused.status, b"too large to be sent" in refused.body) == (8, 503, True)
    assert fine == OutgoingFrame([9], b"fine")


def test_what_was_asked_is_heeded_after_what_was_said_with_it_however_it_is_cut():
    line = PeerChannel("east", 1, most=1000)
    asked = [RemoteClientConnected(at, f"guest {at}") for at in range(40)]
    said = [OutgoingFrame([at], b"x" * 300) for at in range(6)]
    letters = [letter for packet in line.post(asked, said, now=0) for letter in packet.letters]
    assert [each for letter in letters for each in letter.said] == said
    assert [each for letter in letters for each in letter.asked] == asked
    first_asked = next(at for at, letter in enumerate(letters) if letter.asked)
    assert not any(letter.said for letter in letters[first_asked + 1 :])


def test_a_bus_that_comes_back_with_less_room_makes_the_line_begin_anew():
    line = PeerChannel("east", 1, most=4000)
    line.post([], [OutgoingFrame([1], b"x" * 3000)], now=0)
    assert not line.is_overloaded
    line.most = 2000
    assert line.is_overloaded


def test_news_of_many_tables_come_in_several_messages():
    whole = NodeAnnouncement(
        protocol=PROTOCOL,
        node="east",
        run=3,
        room=9,
        hello=True,
        owns=list(range(700)),
        closed=list(range(300)),
        purses=[f"somebody {at}" for at in range(500)],
        ended=["ann"],
    )
    parts = news(whole, most=1500)
    assert max(len(part) for part in parts) <= 1500
    heard = [read_news(part) for part in parts]
    assert [each.hello for each in heard] == [True] + [False] * (len(heard) - 1)
    assert {(each.node, each.run, each.room) for each in heard} == {("east", 3, 9)}
    for name in ("owns", "closed", "purses", "ended"):
        assert [one for each in heard for one in getattr(each, name)] == getattr(whole, name)
    assert (
        news(NodeAnnouncement(protocol=PROTOCOL, node="east", run=3, ended=["a" * 900, "b"]), most=100) != []
    )
    assert news(whole, most=1 << 20) == [encode(whole)]


def test_a_node_that_began_anew_hears_nothing_that_was_meant_for_the_one_before():
    east, west = PeerChannel("east", 1 << 30), PeerChannel("west", 2 << 30)
    for _ in range(3):
        west.take(*east.post([RemoteClientConnected(1, "ann")], [], now=0), now=0)
    east.take(*west.post([], [], now=0), now=0)
    [late] = east.post([RemoteClientConnected(2, "bob")], [], now=0)
    reborn = PeerChannel("west", 3 << 30)
    taken = reborn.take(late, now=1)
    assert taken.letters == []
    hello = reborn.retransmissions(1)
    assert hello is not None
    told = east.take(hello, now=1)
    assert told.anew
    assert [letter.asked for letter in told.lost] == [[RemoteClientConnected(2, "bob")]]
    [fresh] = east.post([RemoteClientConnected(2, "bob")], [], now=2)
    assert [letter.asked for letter in reborn.take(fresh, now=2).letters] == [
        [RemoteClientConnected(2, "bob")]
    ]
    assert reborn.take(fresh, now=2).letters == []
    # What the old one still had under way is not taken for the new one's.
    assert east.take(*west.post([], [], now=2), now=2).letters == []


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
            bus.ends[name] = PeerChannel(name, runs << 30)
        bus.now += bus.rng.choice((1, 50, RETRANSMIT_AFTER_MS))
        bus.rng.shuffle(bus.under_way)
        under_way, bus.under_way = bus.under_way, []
        for to, data in under_way:
            bus.ends[to].take(read_packet(data), now=bus.now)
        for name, line in bus.ends.items():
            bus.carry(name, line.retransmissions(bus.now))
    bus.lossy = False
    for at in range(16):
        if at == 8:
            heard = {name: len(data) for name, data in bus.heard.items()}
            bus.post("east", b"good night")
            bus.post("west", b"good night")
        bus.now += RETRANSMIT_AFTER_MS
        under_way, bus.under_way = bus.under_way, []
        for to, data in under_way:
            taken = bus.ends[to].take(read_packet(data), now=bus.now)
            bus.heard[to] += _data(taken.letters)
            if b"good night" in _data([*taken.lost]):
                bus.post(to, b"good night")  # given back, for nobody there had heard it
        for name, line in bus.ends.items():
            bus.carry(name, line.retransmissions(bus.now))
    for name, words in bus.heard.items():
        assert words[heard[name] :] == [b"good night"]
    assert all(line.due() is None for line in bus.ends.values())


def test_who_does_not_listen_for_long_counts_as_gone(monkeypatch):
    monkeypatch.setattr("hoyle.nodes.ordered_channel.MAX_KEPT", 5)
    line = PeerChannel("east", 1)
    for _ in range(5):
        line.post([], [], now=0)
    assert not line.is_overloaded
    line.post([], [], now=0)
    assert line.is_overloaded


def test_nodes_one_version_apart_understand_each_other():
    assert [is_compatible(PROTOCOL + by) for by in (-2, -1, 0, 1, 2)] == [False, True, True, True, False]
    # What a later version adds at the end of a packet, or to the news, is read over.
    packet = Packet(PROTOCOL, "east", 1, 0, 0, 0, [Batch(1, [], [ForwardedFrame(1, b"?", 7)])])
    longer = msgspec.msgpack.encode([*msgspec.to_builtins(packet, builtin_types=(bytes,)), "more"])
    assert read_packet(longer) == packet
    told = NodeAnnouncement(protocol=PROTOCOL, node="east", run=1, owns=[7])
    more = {**msgspec.to_builtins(told), "weather": "fine"}
    assert read_news(msgspec.msgpack.encode(more)) == told


def test_how_far_was_heard_is_told_with_the_next_letter_or_soon_by_itself():
    east, west = PeerChannel("east", 1), PeerChannel("west", 2)
    west.take(*east.post([], [], now=0), now=0)
    east.take(*west.post([], [], now=0), now=0)
    west.take(*east.post([], [], now=10), now=10)
    assert west.retransmissions(10) is None
    assert west.due() == 10 + ACK_DELAY_MS < 10 + RETRANSMIT_AFTER_MS
    [letter] = west.post([], [], now=20)
    assert (letter.heard, west.retransmissions(10 + ACK_DELAY_MS)) == (2, None)
    west.take(*east.post([], [], now=100), now=100)
    word = west.retransmissions(100 + ACK_DELAY_MS)
    assert word is not None
    assert (word.heard, word.letters) == (3, [])
