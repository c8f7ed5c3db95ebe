"""The capacity model: more players need more of everything, and a storm is worse where more nodes die."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tools.capacity_model import (
    DATABASE_RECORDS_PER_SECOND,
    MAX_DATABASE_UTILIZATION,
    MAX_DEALING_S,
    MAX_NODE_UTILIZATION,
    Costs,
    required_resources,
    simulate_failure,
)

SIZES = (1_000, 100_000, 1_000_000)


def test_more_players_need_more_and_nothing_is_busier_than_it_may_be():
    needs = [required_resources(Costs(), players) for players in SIZES]
    for fewer, more in pairwise(needs):
        for name in ("tables", "actions", "nodes", "records", "databases", "disk", "frames", "bus", "connections"):
            assert getattr(fewer, name) <= getattr(more, name), name
    for each in needs:
        assert each.actions * Costs().action / each.nodes <= MAX_NODE_UTILIZATION
        assert each.records / each.databases <= DATABASE_RECORDS_PER_SECOND * MAX_DATABASE_UTILIZATION
        assert each.nodes >= 2
    assert len({each.bottleneck for each in needs}) == 3


@pytest.mark.parametrize("take_over", [Costs().take_over, 45e-3])
@pytest.mark.parametrize("players", SIZES)
def test_there_are_so_many_nodes_that_every_table_deals_again_in_time_when_one_dies(players, take_over):
    costs = Costs(take_over=take_over)
    assert simulate_failure(costs, required_resources(costs, players)).dealing_after < MAX_DEALING_S


def test_what_costs_half_needs_half_the_nodes():
    usual = Costs()
    half = usual._replace(action=usual.action / 2, viewer=usual.viewer / 2, edge=usual.edge / 2)
    dear, cheap = required_resources(usual, 1_000_000), required_resources(half, 1_000_000)
    assert cheap.nodes == pytest.approx(dear.nodes / 2, abs=1)


def test_a_storm_is_worse_where_more_nodes_die_and_the_same_every_time():
    room = required_resources(Costs(), 1_000_000)
    one, tenth = simulate_failure(Costs(), room), simulate_failure(Costs(), room, dead=0.1)
    assert one == simulate_failure(Costs(), room)
    assert one.adopted < tenth.adopted
    assert one.longest_queue < tenth.longest_queue
    assert one.dealing_after < tenth.dealing_after
    assert one.queue_before < one.longest_queue
    assert 0 < one.calm_after < tenth.calm_after
    # Every table of the dead is taken up by somebody.
    assert one.adopted * (room.nodes - 1) >= room.tables / room.nodes
