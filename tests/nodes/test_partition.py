"""A node that is cut off from the bus alone keeps nobody waiting: its tables go on where they are heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import House

from hoyle.nodes import placement
from hoyle.nodes.forwarding import NOT_HEARD
from hoyle.nodes.liveness import SILENCE_TIMEOUT_MS, LivenessTracker
from hoyle.nodes.messages import read_how
from hoyle.nodes.node import CUT_OFF
from hoyle.nodes.timeouts import LEASE_MS
from hoyle.nodes.transport import HEARD_AGAIN
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage.lease_rules import NodeRun


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, "east", "west")
    yield found
    found.close()


def _cut(house: House, name: str) -> None:
    """A node's line to the bus is dead: it does not even hear itself."""
    house.storm.cut |= {frozenset((name, other)) for other in house.nodes}


def _two_tables(house: House) -> tuple[int, int]:
    """One at each node."""
    boss = house.manager("east")
    one, other = sorted((house.open(boss), house.open(boss)), key=house.owner)
    boss.leave()
    return one, other


def _notices(somebody) -> list[str]:
    return [frame["text"] for frame in somebody.frames if frame["type"] == "notice"]


def test_the_tables_of_a_node_that_is_cut_off_go_on_at_another(house):
    here, there = _two_tables(house)
    ann, bob = house.guest("east", "ann"), house.guest("west", "bob")
    ann.watch(there)
    bob.watch(there)
    bob.yes(there, do="sit", seat=2, chips=200)
    _cut(house, "west")
    house.passes(SILENCE_TIMEOUT_MS + 1500)
    assert _notices(ann) == [NOT_HEARD]
    # She is answered once the table is here, without sending again.
    begun = house.storm.time
    assert ann.yes(there, do="sit", seat=1, chips=200)
    assert house.storm.time - begun < 2 * LEASE_MS
    assert _notices(ann) == [NOT_HEARD, NOT_HEARD]
    assert house.owner(there) == "east"
    hosted = house.nodes["east"].desk.room.tables[there]
    assert hosted.seated == {1: "ann", 2: "bob"}
    # Whoever was connected there is sent to where the tables are, and who comes meanwhile as well.
    assert bob.dropped == CLOSE_TRY_AGAIN_LATER
    assert house.connect("west", "bob").dropped == CLOSE_TRY_AGAIN_LATER
    assert house.nodes["west"].notes == [CUT_OFF]
    assert not house.nodes["west"].desk.room.tables
    assert [node.isolated for node in house.nodes["east"].nodes] == [False, True]
    # Heard again it gets its share again.
    house.storm.cut.clear()
    house.passes(8000)
    assert {house.owner(table) for table in (here, there)} == {"east", "west"}
    assert house.connect("west", "bob").last("welcome")["person"] == "bob"


def test_of_two_that_hear_only_themselves_one_goes_on_with_everything(house):
    tables = _two_tables(house)
    house.storm.cut.add(frozenset(("east", "west")))
    house.passes(SILENCE_TIMEOUT_MS + 2 * LEASE_MS)
    assert {house.owner(table) for table in tables} == {"west"}
    assert house.nodes["east"].notes == [CUT_OFF]


def test_where_the_bus_is_down_for_all_everybody_keeps_his_tables(house):
    here, there = _two_tables(house)
    ann, bob = house.guest("east", "ann"), house.guest("west", "bob")
    ann.watch(here)
    bob.watch(here)
    for name in house.nodes:
        _cut(house, name)
    house.passes(5 * LEASE_MS)
    assert (house.owner(here), house.owner(there)) == ("east", "west")
    ann.yes(here, do="sit", seat=1, chips=200)
    assert _notices(bob) == [NOT_HEARD]
    house.storm.cut.clear()
    house.passes(2000)
    assert _notices(bob) == [NOT_HEARD, HEARD_AGAIN]
    bob.yes(here, do="sit", seat=2, chips=200)
    assert (house.owner(here), house.owner(there)) == ("east", "west")


def test_a_node_says_how_it_is_when_it_is_asked(house):
    _two_tables(house)
    how = read_how(house.nodes["east"].status())
    assert (how.node, how.hears, how.cut, how.unreadable, how.trouble) == (
        "east", ["east", "west"], False, {}, "",
    )  # fmt: skip
    assert how.since < 1100
    house.asleep.add("east")
    house.passes(2000)
    assert read_how(house.nodes["east"].status()).since >= 2000


def test_no_table_goes_to_a_node_that_is_cut_off():
    nodes = [NodeRun("east", 1, live=True, tables=9), NodeRun("west", 2, live=True, isolated=True)]
    assert placement.least_loaded(nodes) == "east"
    assert placement.adopting_node("table 1", nodes) == "east"
    assert placement.rebalance_plan(nodes, "east") == (0, "")
    assert placement.least_loaded([nodes[1]]) == "west"


class Listening:
    """One node that hears what the test lets it hear."""

    def __init__(self, name: str) -> None:
        self.now = 100_000
        self.hearing = LivenessTracker(name, steady=lambda: self.now, patience=4000)

    def beats(self, count: int, nodes: list[NodeRun], *heard: str) -> bool:
        for _ in range(count):
            self.now += 1000
            for name in heard:
                self.hearing.record_heartbeat(name)
            self.hearing.is_partitioned(nodes)
        return self.hearing.cut


def test_who_hears_fewer_is_the_one_that_is_cut_off():
    east = NodeRun("east", 1, live=True, nodes_heard=3)
    north = NodeRun("north", 2, live=True, nodes_heard=3)
    west = NodeRun("west", 3, live=True, nodes_heard=1)
    assert Listening("west").beats(20, [east, north, west], "west")
    assert not Listening("east").beats(20, [east, north, west], "east", "north")
    assert not Listening("west").beats(20, [east, north, west], "west", "east", "north")
    # One that says nothing of what it hears, or gave up already, is no measure.
    silent = [east._replace(nodes_heard=-1), north._replace(isolated=True), west]
    assert not Listening("west").beats(20, silent, "west")


def test_it_takes_time_to_be_cut_off_and_none_to_be_back():
    nodes = [NodeRun("east", 1, live=True, nodes_heard=1), NodeRun("west", 2, live=True, nodes_heard=0)]
    west = Listening("west")
    assert not west.beats(3 + 4, nodes)
    assert west.beats(1, nodes)
    assert not west.beats(1, nodes, "east", "west")
    west.hearing.begin_anew()
    assert not west.beats(3, nodes)
