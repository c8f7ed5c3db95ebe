"""Channel between two nodes: packets arrive once and in order or are given back, whatever the bus does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from hoyle.nodes.bus.fragmentation import encode_announcement
from hoyle.nodes.messages import (
    PROTOCOL,
    NodeAnnouncement,
    Packet,
    PeerRequest,
    RemoteClientConnected,
    ReturnedFrame,
    decode_announcement,
    decode_packet,
    encode,
    is_compatible,
)
from hoyle.nodes.peer_channel import PeerChannel
from hoyle.server.ipc.messages import ClientFrameReceived, OutgoingFrame, RpcResponse


class LossyLink:
    """A bus between two channels that loses, doubles and reorders packets."""

    def __init__(self, seed: int, max_payload: int = 1 << 20) -> None:
        self.rng = random.Random(seed)
        self.max_payload = max_payload
        self.ends = {name: PeerChannel(name, 1 << 30, max_payload=max_payload) for name in ("east", "west")}
        self.received: dict[str, list[bytes]] = {"east": [], "west": []}
        """Data of the requests received since the last session began."""
        self.lost: dict[str, list[bytes]] = {"east": [], "west": []}
        """Data of the requests that each end was given back."""
        self.under_way: list[tuple[str, bytes]] = []
        self.lossy = True

    def carry(self, source: str, packet: Packet) -> None:
        to = "west" if source == "east" else "east"
        assert len(encode(packet)) <= self.max_payload
        for _ in range(self.rng.choice((0, 1, 1, 1, 1, 2)) if self.lossy else 1):
            self.under_way.append((to, encode(packet)))

    def send(self, source: str, *many: bytes) -> None:
        requests = [ClientFrameReceived(1, data) for data in many]
        for packet in self.ends[source].send(requests, [], now=0):
            self.carry(source, packet)

    def deliver(self, *, heartbeat: bool = False) -> None:
        if self.lossy and self.rng.random() < 0.2:
            self.rng.shuffle(self.under_way)
        under_way, self.under_way = self.under_way, []
        for to, data in under_way:
            packet = decode_packet(data)
            received = self.ends[to].receive(packet)
            if received.is_restarted:
                self.received[to] = []
                self.lost[to] += _data(received.lost)
            if received.is_new:
                self.received[to] += _data(packet.requests)
            self.ends[to].mark_handled()
        for name, channel in self.ends.items():
            if heartbeat or channel.must_send:
                self.carry(name, channel.empty_packet())

    def settle(self) -> None:
        self.lossy = False
        for _ in range(8):
            self.deliver(heartbeat=True)


def _responses(packets: list[Packet]) -> list[Any]:
    return [said for packet in packets for said in packet.responses]


def _data(requests: Sequence[PeerRequest]) -> list[bytes]:
    return [request.data for request in requests if isinstance(request, ClientFrameReceived)]


@pytest.mark.parametrize("seed", range(60))
def test_what_is_sent_arrives_in_order_or_is_given_back(seed):
    bus = LossyLink(seed, max_payload=2000)
    said: dict[str, list[bytes]] = {"east": [], "west": []}
    arrived: dict[str, set[bytes]] = {"east": set(), "west": set()}
    runs = 1
    for turn in range(60):
        for source, to in (("east", "west"), ("west", "east")):
            if bus.rng.random() < 0.6:
                many = [f"{source} {turn} {at} ".encode() * 40 for at in range(bus.rng.randint(1, 4))]
                said[to] += many
                bus.send(source, *many)
        if seed % 2 and bus.rng.random() < 0.05:
            runs += 1
            name, to = bus.rng.choice((("east", "west"), ("west", "east")))
            bus.lost[name] += _data(bus.ends[name].begin_session(0))  # what a node does that closes a channel
            bus.ends[name] = PeerChannel(name, runs << 30, max_payload=2000)
            bus.received[name] = []
        bus.deliver(heartbeat=turn % 5 == 0)
        for name, data in bus.received.items():
            positions = [said[name].index(one) for one in data]
            assert positions == sorted(set(positions))
            assert not data or positions == list(range(positions[0], positions[0] + len(positions)))
            arrived[name] |= set(data)
    bus.settle()
    for source, to in (("east", "west"), ("west", "east")):
        arrived[to] |= set(bus.received[to])
        assert set(said[to]) == arrived[to] | set(bus.lost[source])
        assert bus.ends[source].oldest_unacknowledged_at() is None
    assert bus.ends["east"].session == bus.ends["west"].session
    for source, to in (("east", "west"), ("west", "east")):
        bus.send(source, b"good night")
        bus.deliver()
        assert bus.received[to][-1] == b"good night"


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
        [], [OutgoingFrame([7], b"x" * 9000), RpcResponse(8, 200, b"y" * 9000), OutgoingFrame([9], b"fine")], now=0
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
    packets = channel.send(asked, said, now=0)
    assert [each for packet in packets for each in packet.responses] == said
    assert [each for packet in packets for each in packet.requests] == asked
    first_asked = next(at for at, packet in enumerate(packets) if packet.requests)
    assert not any(packet.responses for packet in packets[first_asked + 1 :])


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
            NodeAnnouncement(protocol=PROTOCOL, node="east", run=3, ended_sessions=["a" * 900, "b"]), max_payload=100
        )
        != []
    )
    assert encode_announcement(whole, max_payload=1 << 20) == [encode(whole)]


def test_a_restarted_node_receives_nothing_that_was_sent_to_its_former_run():
    east, west = PeerChannel("east", 2 << 30), PeerChannel("west", 2 << 30)
    for _ in range(3):
        west.receive(*east.send([RemoteClientConnected(1, "ann")], [], now=0))
        west.mark_handled()
    east.receive(west.empty_packet())
    [late] = east.send([RemoteClientConnected(2, "bob")], [], now=0)
    reborn = PeerChannel("west", 3 << 30)
    assert not reborn.receive(late).is_new
    assert reborn.must_send
    received = east.receive(reborn.empty_packet())
    assert (received.is_restarted, received.lost) == (True, [RemoteClientConnected(2, "bob")])
    [fresh] = east.send([RemoteClientConnected(2, "bob")], [], now=2)
    assert reborn.receive(fresh).is_new
    assert not reborn.receive(fresh).is_new
    # What the old one still had under way is not received for the new one's.
    assert not east.receive(west.empty_packet()).is_new


def test_a_lost_last_packet_is_noticed_at_the_next_heartbeat():
    east, west = PeerChannel("east", 1), PeerChannel("west", 1)
    west.receive(*east.send([RemoteClientConnected(1, "ann")], [], now=0))
    east.send([RemoteClientConnected(2, "bob")], [], now=0)
    assert west.receive(east.empty_packet()).is_restarted
    assert west.session == 2


def test_whoever_has_an_acknowledgement_has_the_responses():
    east, west = PeerChannel("east", 1), PeerChannel("west", 1, max_payload=1000)
    west.receive(*east.send([RemoteClientConnected(1, "ann")], [], now=0))
    [early] = west.send([], [OutgoingFrame([3], b"something else")], now=0)
    west.mark_handled()
    many = west.send([], [OutgoingFrame([1], b"x" * 600) for _ in range(3)], now=0)
    assert [packet.acknowledged for packet in (early, *many)] == [0, 0, 0, 1]


def test_a_peer_that_acknowledges_nothing_for_long_counts_as_gone(monkeypatch):
    monkeypatch.setattr("hoyle.nodes.peer_channel.MAX_UNACKNOWLEDGED_BYTES", 500)
    channel = PeerChannel("east", 1)
    channel.send([ClientFrameReceived(1, b"x" * 300)], [], now=0)
    channel.send([], [OutgoingFrame([1], b"x" * 300)], now=0)
    assert not channel.is_overloaded()
    channel.send([ClientFrameReceived(1, b"x" * 300)], [], now=0)
    assert channel.is_overloaded()


def test_nodes_one_version_apart_understand_each_other():
    assert [is_compatible(PROTOCOL + by) for by in (-2, -1, 0, 1, 2)] == [False, True, True, True, False]
    # What a later version adds at the end of a packet, or to the news, is read over.
    packet = Packet(PROTOCOL, "east", 1, 1, 0, 0, [], [ReturnedFrame(1, b"?", 7)])
    longer = msgspec.msgpack.encode([*msgspec.to_builtins(packet, builtin_types=(bytes,)), "more"])
    assert decode_packet(longer) == packet
    told = NodeAnnouncement(protocol=PROTOCOL, node="east", run=1, adopted_tables=[7])
    more = {**msgspec.to_builtins(told), "weather": "fine"}
    assert decode_announcement(msgspec.msgpack.encode(more)) == told
