"""Ordered channel between two nodes: batches arrive once and in order, whatever the bus does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from hoyle.nodes.bus.fragmentation import encode_announcement
from hoyle.nodes.messages import (
    PROTOCOL,
    Batch,
    NodeAnnouncement,
    Packet,
    PeerResponse,
    RemoteClientConnected,
    ReturnedFrame,
    decode_announcement,
    decode_packet,
    encode,
    is_compatible,
)
from hoyle.nodes.ordered_channel import ACK_DELAY_MS, RETRANSMIT_AFTER_MS, PeerChannel
from hoyle.server.ipc.messages import OutgoingFrame, RpcResponse


class LossyLink:
    """A bus between two channels that loses, doubles and reorders packets."""

    def __init__(self, seed: int, max_payload: int = 1 << 20) -> None:
        self.rng = random.Random(seed)
        self.max_payload = max_payload
        self.ends = {
            "east": PeerChannel("east", 1 << 30, max_payload=max_payload),
            "west": PeerChannel("west", 2 << 30, max_payload=max_payload),
        }
        self.received: dict[str, list[bytes]] = {"east": [], "west": []}
        self.under_way: list[tuple[str, bytes]] = []
        self.now = 0
        self.lossy = True

    def carry(self, source: str, packet: Packet | None) -> None:
        if packet is None:
            return
        to = "west" if source == "east" else "east"
        assert len(encode(packet)) <= self.max_payload
        for _ in range(self.rng.choice((0, 1, 1, 2)) if self.lossy else 1):
            self.under_way.append((to, encode(packet)))

    def send(self, source: str, data: bytes) -> None:
        self.send_all(source, [OutgoingFrame([1], data)])

    def send_all(self, source: str, responses: Sequence[PeerResponse]) -> None:
        for packet in self.ends[source].send([], responses, now=self.now):
            self.carry(source, packet)

    def deliver(self) -> None:
        if self.lossy:
            self.rng.shuffle(self.under_way)
        under_way, self.under_way = self.under_way, []
        for to, data in under_way:
            received = self.ends[to].receive(decode_packet(data), now=self.now)
            assert not received.peer_restarted
            assert not received.lost
            for batch in received.batches:
                self.received[to] += _data([batch])
        for name, channel in self.ends.items():
            self.carry(name, channel.due_packet(self.now))


def _responses(packets: list[Packet]) -> list[Any]:
    return [said for packet in packets for batch in packet.batches for said in batch.responses]


def _data(batches: list[Batch]) -> list[bytes]:
    return [said.data for batch in batches for said in batch.responses if isinstance(said, OutgoingFrame)]


@pytest.mark.parametrize("seed", range(40))
def test_batches_arrive_once_and_in_order(seed):
    bus = LossyLink(seed)
    said: dict[str, list[bytes]] = {"east": [], "west": []}
    for turn in range(60):
        for source, to in (("east", "west"), ("west", "east")):
            if bus.rng.random() < 0.6:
                data = f"{source} {turn}".encode()
                said[to].append(data)
                bus.send(source, data)
        bus.now += bus.rng.choice((1, 50, RETRANSMIT_AFTER_MS))
        bus.deliver()
        for name in bus.received:
            assert bus.received[name] == said[name][: len(bus.received[name])]
    bus.lossy = False
    for _ in range(8):
        bus.now += RETRANSMIT_AFTER_MS
        bus.deliver()
    assert bus.received == said
    bus.now += RETRANSMIT_AFTER_MS
    assert all(channel.due_packet(bus.now) is None for channel in bus.ends.values())
    assert all(channel.due_at() is None for channel in bus.ends.values())


@pytest.mark.parametrize("seed", range(20))
def test_what_is_too_much_for_one_message_travels_as_several(seed):
    bus = LossyLink(seed, max_payload=2000)
    said: dict[str, list[bytes]] = {"east": [], "west": []}
    for turn in range(30):
        for source, to in (("east", "west"), ("west", "east")):
            many = [
                b"%d" % (turn * 100 + at) * bus.rng.randint(1, 200) for at in range(bus.rng.randint(0, 9))
            ]
            said[to] += many
            bus.send_all(source, [OutgoingFrame([1], data) for data in many])
        bus.now += bus.rng.choice((1, 50, RETRANSMIT_AFTER_MS))
        bus.deliver()
    bus.lossy = False
    for _ in range(200):
        bus.now += RETRANSMIT_AFTER_MS
        bus.deliver()
    assert bus.received == said


def test_a_frame_for_very_many_clients_is_split_by_clients():
    channel = PeerChannel("east", 1, max_payload=4000)
    packets = channel.send([], [OutgoingFrame(list(range(2000)), b"the river is dealt")], now=0)
    assert all(len(encode(packet)) <= 4000 for packet in packets)
    outs = _responses(packets)
    assert [client for out in outs for client in out.clients] == list(range(2000))
    assert {out.data for out in outs} == {b"the river is dealt"}


def test_a_response_too_large_for_any_message_is_replaced_by_an_error():
    channel = PeerChannel("east", 1, max_payload=4000)
    packets = channel.send(
        [],
        [OutgoingFrame([7], b"x" * 9000), RpcResponse(8, 200, b"y" * 9000), OutgoingFrame([9], b"fine")],
        now=0,
    )
    assert all(len(encode(packet)) <= 4000 for packet in packets)
    notice, refused, fine = _responses(packets)
    assert (notice.clients, b"too large to be sent" in notice.data) == ([7], True)
    assert (refused.call, refused.status, b"too large to be sent" in refused.body) == (8, 503, True)
    assert fine == OutgoingFrame([9], b"fine")


def test_requests_are_handled_after_responses_of_the_same_turn_however_they_are_split():
    channel = PeerChannel("east", 1, max_payload=1000)
    asked = [RemoteClientConnected(at, f"guest {at}") for at in range(40)]
    said = [OutgoingFrame([at], b"x" * 300) for at in range(6)]
    batches = [batch for packet in channel.send(asked, said, now=0) for batch in packet.batches]
    assert [each for batch in batches for each in batch.responses] == said
    assert [each for batch in batches for each in batch.requests] == asked
    first_asked = next(at for at, batch in enumerate(batches) if batch.requests)
    assert not any(batch.responses for batch in batches[first_asked + 1 :])


def test_a_bus_that_comes_back_with_a_smaller_payload_overloads_the_channel():
    channel = PeerChannel("east", 1, max_payload=4000)
    channel.send([], [OutgoingFrame([1], b"x" * 3000)], now=0)
    assert not channel.is_overloaded
    channel.max_payload = 2000
    assert channel.is_overloaded


def test_an_announcement_of_many_tables_is_split_into_several_messages():
    whole = NodeAnnouncement(
        protocol=PROTOCOL,
        node="east",
        run=3,
        room_stream_position=9,
        joining=True,
        adopted_tables=list(range(700)),
        closed_tables=list(range(300)),
        changed_wallets=[f"somebody {at}" for at in range(500)],
        ended_sessions=["ann"],
    )
    parts = encode_announcement(whole, max_payload=1500)
    assert max(len(part) for part in parts) <= 1500
    decoded = [decode_announcement(part) for part in parts]
    assert [part.joining for part in decoded] == [True] + [False] * (len(decoded) - 1)
    assert {(part.node, part.run, part.room_stream_position) for part in decoded} == {("east", 3, 9)}
    for name in ("adopted_tables", "closed_tables", "changed_wallets", "ended_sessions"):
        assert [item for part in decoded for item in getattr(part, name)] == getattr(whole, name)
    assert (
        encode_announcement(
            NodeAnnouncement(protocol=PROTOCOL, node="east", run=3, ended_sessions=["a" * 900, "b"]),
            max_payload=100,
        )
        != []
    )
    assert encode_announcement(whole, max_payload=1 << 20) == [encode(whole)]


def test_a_restarted_node_receives_nothing_that_was_sent_to_its_former_run():
    east, west = PeerChannel("east", 1 << 30), PeerChannel("west", 2 << 30)
    for _ in range(3):
        west.receive(*east.send([RemoteClientConnected(1, "ann")], [], now=0), now=0)
    east.receive(*west.send([], [], now=0), now=0)
    [late] = east.send([RemoteClientConnected(2, "bob")], [], now=0)
    reborn = PeerChannel("west", 3 << 30)
    received = reborn.receive(late, now=1)
    assert received.batches == []
    hello = reborn.due_packet(1)
    assert hello is not None
    received = east.receive(hello, now=1)
    assert received.peer_restarted
    assert [batch.requests for batch in received.lost] == [[RemoteClientConnected(2, "bob")]]
    [fresh] = east.send([RemoteClientConnected(2, "bob")], [], now=2)
    assert [batch.requests for batch in reborn.receive(fresh, now=2).batches] == [
        [RemoteClientConnected(2, "bob")]
    ]
    assert reborn.receive(fresh, now=2).batches == []
    # What the old one still had under way is not received for the new one's.
    assert east.receive(*west.send([], [], now=2), now=2).batches == []


@pytest.mark.parametrize("seed", range(40))
def test_both_nodes_may_restart_at_any_time_and_their_channel_recovers(seed):
    bus = LossyLink(seed)
    runs = 2
    for turn in range(80):
        for source in ("east", "west"):
            if bus.rng.random() < 0.5:
                bus.send(source, f"{source} {turn}".encode())
        if bus.rng.random() < 0.1:
            runs += 1
            name = bus.rng.choice(("east", "west"))
            bus.ends[name] = PeerChannel(name, runs << 30)
        bus.now += bus.rng.choice((1, 50, RETRANSMIT_AFTER_MS))
        bus.rng.shuffle(bus.under_way)
        under_way, bus.under_way = bus.under_way, []
        for to, data in under_way:
            bus.ends[to].receive(decode_packet(data), now=bus.now)
        for name, channel in bus.ends.items():
            bus.carry(name, channel.due_packet(bus.now))
    bus.lossy = False
    for at in range(16):
        if at == 8:
            heard = {name: len(data) for name, data in bus.received.items()}
            bus.send("east", b"good night")
            bus.send("west", b"good night")
        bus.now += RETRANSMIT_AFTER_MS
        under_way, bus.under_way = bus.under_way, []
        for to, data in under_way:
            received = bus.ends[to].receive(decode_packet(data), now=bus.now)
            bus.received[to] += _data(received.batches)
            if b"good night" in _data([*received.lost]):
                bus.send(to, b"good night")  # given back, for nobody there had heard it
        for name, channel in bus.ends.items():
            bus.carry(name, channel.due_packet(bus.now))
    for name, frames in bus.received.items():
        assert frames[heard[name] :] == [b"good night"]
    assert all(channel.due_at() is None for channel in bus.ends.values())


def test_a_peer_that_acknowledges_nothing_for_long_counts_as_gone(monkeypatch):
    monkeypatch.setattr("hoyle.nodes.ordered_channel.MAX_UNACKNOWLEDGED", 5)
    channel = PeerChannel("east", 1)
    for _ in range(5):
        channel.send([], [], now=0)
    assert not channel.is_overloaded
    channel.send([], [], now=0)
    assert channel.is_overloaded


def test_nodes_one_version_apart_understand_each_other():
    assert [is_compatible(PROTOCOL + by) for by in (-2, -1, 0, 1, 2)] == [False, True, True, True, False]
    # What a later version adds at the end of a packet, or to the news, is read over.
    packet = Packet(PROTOCOL, "east", 1, 0, 0, 0, [Batch(1, [], [ReturnedFrame(1, b"?", 7)])])
    longer = msgspec.msgpack.encode([*msgspec.to_builtins(packet, builtin_types=(bytes,)), "more"])
    assert decode_packet(longer) == packet
    told = NodeAnnouncement(protocol=PROTOCOL, node="east", run=1, adopted_tables=[7])
    more = {**msgspec.to_builtins(told), "weather": "fine"}
    assert decode_announcement(msgspec.msgpack.encode(more)) == told


def test_an_acknowledgement_travels_with_the_next_batch_or_soon_by_itself():
    east, west = PeerChannel("east", 1), PeerChannel("west", 2)
    west.receive(*east.send([], [], now=0), now=0)
    east.receive(*west.send([], [], now=0), now=0)
    west.receive(*east.send([], [], now=10), now=10)
    assert west.due_packet(10) is None
    assert west.due_at() == 10 + ACK_DELAY_MS < 10 + RETRANSMIT_AFTER_MS
    [packet] = west.send([], [], now=20)
    assert (packet.acknowledged, west.due_packet(10 + ACK_DELAY_MS)) == (2, None)
    west.receive(*east.send([], [], now=100), now=100)
    ack = west.due_packet(100 + ACK_DELAY_MS)
    assert ack is not None
    assert (ack.acknowledged, ack.batches) == (3, [])
