"""A node that is cut off from the bus alone keeps nobody waiting: its tables go on where they are heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import InProcessCluster

from hoyle.nodes import placement
from hoyle.nodes.forwarding import NOT_HEARD
from hoyle.nodes.liveness import SILENCE_TIMEOUT_MS, LivenessTracker
from hoyle.nodes.messages import decode_status
from hoyle.nodes.node import CUT_OFF
from hoyle.nodes.node_context import LEASE_MS
from hoyle.nodes.peer_sessions import HEARD_AGAIN
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage.lease_rules import NodeRun


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[InProcessCluster]:
    found = InProcessCluster(tmp_path, "east", "west")
    yield found
    found.close()


def _cut(cluster: InProcessCluster, name: str) -> None:
    """A node's line to the bus is dead: it does not even hear itself."""
    cluster.faults.partitions |= {frozenset((name, other)) for other in cluster.nodes}


def _two_tables(cluster: InProcessCluster) -> tuple[int, int]:
    """One at each node."""
    boss = cluster.manager("east")
    one, other = sorted((cluster.open(boss), cluster.open(boss)), key=cluster.owner)
    boss.leave()
    return one, other


def _notices(somebody) -> list[str]:
    return [frame["text"] for frame in somebody.frames if frame["type"] == "notice"]


def test_the_tables_of_a_node_that_is_cut_off_go_on_at_another(cluster):
    here, there = _two_tables(cluster)
    ann, bob = cluster.guest("east", "ann"), cluster.guest("west", "bob")
    ann.watch(there)
    bob.watch(there)
    bob.yes(there, do="sit", seat=2, chips=200)
    _cut(cluster, "west")
    cluster.advance(SILENCE_TIMEOUT_MS + 1500)
    assert _notices(ann) == [NOT_HEARD]
    # She is answered once the table is here, without sending again.
    begun = cluster.faults.time
    assert ann.yes(there, do="sit", seat=1, chips=200)
    assert cluster.faults.time - begun < 2 * LEASE_MS
    assert _notices(ann) == [NOT_HEARD, NOT_HEARD]
    assert cluster.owner(there) == "east"
    hosted = cluster.nodes["east"].pipeline.room.tables[there]
    assert hosted.seated == {1: "ann", 2: "bob"}
    # Whoever was connected there is sent to where the tables are, and who comes meanwhile as well.
    assert bob.dropped == CLOSE_TRY_AGAIN_LATER
    assert cluster.connect("west", "bob").dropped == CLOSE_TRY_AGAIN_LATER
    assert cluster.nodes["west"].operator_notes == [CUT_OFF]
    assert not cluster.nodes["west"].pipeline.room.tables
    assert [node.isolated for node in cluster.nodes["east"].nodes] == [False, True]
    # Heard again it gets its share again.
    cluster.faults.partitions.clear()
    cluster.advance(8000)
    assert {cluster.owner(table) for table in (here, there)} == {"east", "west"}
    assert cluster.connect("west", "bob").last("welcome")["person"] == "bob"


def test_of_two_that_hear_only_themselves_one_goes_on_with_everything(cluster):
    tables = _two_tables(cluster)
    cluster.faults.partitions.add(frozenset(("east", "west")))
    cluster.advance(SILENCE_TIMEOUT_MS + 2 * LEASE_MS)
    assert {cluster.owner(table) for table in tables} == {"west"}
    assert cluster.nodes["east"].operator_notes == [CUT_OFF]


def test_where_the_bus_is_down_for_all_everybody_keeps_his_tables(cluster):
    here, there = _two_tables(cluster)
    ann, bob = cluster.guest("east", "ann"), cluster.guest("west", "bob")
    ann.watch(here)
    bob.watch(here)
    for name in cluster.nodes:
        _cut(cluster, name)
    cluster.advance(5 * LEASE_MS)
    assert (cluster.owner(here), cluster.owner(there)) == ("east", "west")
    ann.yes(here, do="sit", seat=1, chips=200)
    assert _notices(bob) == [NOT_HEARD]
    cluster.faults.partitions.clear()
    cluster.advance(2000)
    assert _notices(bob) == [NOT_HEARD, HEARD_AGAIN]
    bob.yes(here, do="sit", seat=2, chips=200)
    assert (cluster.owner(here), cluster.owner(there)) == ("east", "west")


def test_a_node_says_how_it_is_when_it_is_asked(cluster):
    _two_tables(cluster)
    status = decode_status(cluster.nodes["east"].status())
    assert (status.node, status.live_peers, status.is_partitioned) == ("east", ["east", "west"], False)
    assert (status.unreadable_tables, status.outage) == ({}, "")
    assert status.age_ms < 1100
    cluster.asleep.add("east")
    cluster.advance(2000)
    assert decode_status(cluster.nodes["east"].status()).age_ms >= 2000


def test_no_table_goes_to_a_node_that_is_cut_off():
    nodes = [NodeRun("east", 1, live=True, tables=9), NodeRun("west", 2, live=True, isolated=True)]
    assert placement.least_loaded(nodes) == "east"
    assert placement.adopting_node("table 1", nodes) == "east"
    assert placement.rebalance_plan(nodes, "east") == (0, "")
    assert placement.least_loaded([nodes[1]]) == "west"


class SimulatedListener:
    """Failure detector of one node that hears what the test lets it hear."""

    def __init__(self, name: str) -> None:
        self.now = 100_000
        self.liveness = LivenessTracker(name, steady=lambda: self.now, patience_ms=4000)

    def beats(self, count: int, nodes: list[NodeRun], *heard: str) -> bool:
        for _ in range(count):
            self.now += 1000
            for name in heard:
                self.liveness.record_heartbeat(name)
            self.liveness.update(nodes)
        return self.liveness.is_partitioned


def test_who_hears_fewer_is_the_one_that_is_cut_off():
    east = NodeRun("east", 1, live=True, nodes_heard=3)
    north = NodeRun("north", 2, live=True, nodes_heard=3)
    west = NodeRun("west", 3, live=True, nodes_heard=1)
    assert SimulatedListener("west").beats(20, [east, north, west], "west")
    assert not SimulatedListener("east").beats(20, [east, north, west], "east", "north")
    assert not SimulatedListener("west").beats(20, [east, north, west], "west", "east", "north")
    # One that says nothing of what it hears, or gave up already, is no measure.
    silent = [east._replace(nodes_heard=-1), north._replace(isolated=True), west]
    assert not SimulatedListener("west").beats(20, silent, "west")


def test_it_takes_time_to_be_cut_off_and_none_to_be_back():
    nodes = [NodeRun("east", 1, live=True, nodes_heard=1), NodeRun("west", 2, live=True, nodes_heard=0)]
    west = SimulatedListener("west")
    assert not west.beats(3 + 4, nodes)
    assert west.beats(1, nodes)
    assert not west.beats(1, nodes, "east", "west")
    west.liveness.reset()
    assert not west.beats(3, nodes)
