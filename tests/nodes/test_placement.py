"""Where tables go: new ones to the lightest node, those of a dead one to all that are left."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from hoyle.nodes.placement import adopting_node, eligible_nodes, least_loaded, orphans, rebalance_plan
from hoyle.storage.lease_rules import NodeRun, StreamOwner


def node(name, tables=0, *, live=True, draining=False, people=0):
    return NodeRun(name, hash(name) % 1000 + 1, live=live, tables=tables, draining=draining, people=people, load=tables)


def test_a_new_table_goes_where_there_is_least_to_do():
    nodes = [node("east", 5), node("north", 3, people=9), node("west", 3, people=2)]
    assert least_loaded(nodes) == "west"
    assert least_loaded(nodes, {"west": 1}) == "north"
    assert least_loaded([*nodes, node("south", 0, draining=True), node("up", 0, live=False)]) == "west"
    assert least_loaded([node("south", 7, draining=True)]) == "south"
    assert least_loaded([]) == ""


def test_the_tables_of_a_dead_node_are_spread_over_the_others():
    nodes = [node("east"), node("north"), node("west"), node("dead", live=False), node("off", draining=True)]
    fall = Counter(adopting_node(f"table {number}", nodes) for number in range(300))
    assert set(fall) == {"east", "north", "west"}
    assert min(fall.values()) > 60
    # Who goes changes nothing for the tables of the others.
    fewer = [each for each in nodes if each.name != "west"]
    for number in range(300):
        before = adopting_node(f"table {number}", nodes)
        assert before == "west" or adopting_node(f"table {number}", fewer) == before


def test_a_table_is_nobodys_where_its_run_is_over():
    nodes = [NodeRun("east", 1, live=True), NodeRun("west", 2, live=False)]
    held = [StreamOwner("table 1", "east", 1), StreamOwner("table 2", "west", 2), StreamOwner("table 3", "east", 9)]
    assert orphans([*held, StreamOwner("table 4")], nodes) == ["table 2", "table 3", "table 4"]


def test_a_node_that_drains_gives_everything_away():
    assert rebalance_plan([node("east", 7, draining=True), node("west", 2), node("north", 1)], "east") == (7, "north")
    assert rebalance_plan([node("east", 7, draining=True)], "east") == (0, "")


def test_a_node_that_has_just_come_is_given_its_share():
    count, to = rebalance_plan([node("east", 30), node("north", 30), node("west", 0)], "east")
    assert (count, to) == (10, "west")
    assert rebalance_plan([node("east", 11), node("north", 10), node("west", 9)], "east") == (0, "")


def test_three_nodes_that_started_one_after_the_other_share_six_tables():
    nodes = [node("east", 3), node("north", 3), node("west", 0)]
    assert rebalance_plan(nodes, "east") == (1, "west")
    assert rebalance_plan(nodes, "north") == (1, "west")
    assert rebalance_plan([node("east", 2), node("west", 0)], "east") == (1, "west")
    assert rebalance_plan([node("east", 1), node("west", 0)], "east") == (0, "")


def test_what_counts_is_how_much_there_is_to_do_and_not_how_many_tables_there_are():
    busy = node("east", 2)._replace(load=18)
    idle = node("west", 6)
    assert least_loaded([busy, idle]) == "west"
    assert rebalance_plan([busy, idle], "east") == (6, "west")
    assert rebalance_plan([busy, idle], "west") == (0, "")


@given(st.lists(st.integers(0, 40), min_size=2, max_size=5))
def test_giving_away_comes_to_rest(loads):
    """Nodes that give by the figures of one moment never pass the same tables to and fro."""
    names = [f"n{at}" for at in range(len(loads))]
    tables = dict(zip(names, loads, strict=True))
    for _ in range(200):
        nodes = [node(name, count) for name, count in tables.items()]
        moves = [(name, *rebalance_plan(nodes, name)) for name in names]
        moves = [(name, min(4, count), to) for name, count, to in moves if count]
        if not moves:
            break
        name, count, to = max(moves, key=lambda move: tables[move[0]])
        tables[name] -= count
        tables[to] += count
    else:
        raise AssertionError(f"tables are passed on for ever: {tables}")
    assert sum(tables.values()) == sum(loads)
    assert all(each.live for each in eligible_nodes([node(name) for name in names]))


def test_where_all_of_them_drain_every_table_stays_where_it_is():
    all_drain = [node(name, 6, draining=True) for name in ("east", "north", "west")]
    assert [rebalance_plan(all_drain, each.name) for each in all_drain] == [(0, "")] * 3
    assert rebalance_plan([all_drain[0], all_drain[1]._replace(draining=False)], "east") == (6, "north")
