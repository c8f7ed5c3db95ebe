"""The capacity model: more players need more of everything, and a storm is worse where more nodes die."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tools.capacity_model import AGAIN, BUSY, DATABASE, ENTRIES, Costs, need, storm

SIZES = (1_000, 100_000, 1_000_000)


def test_more_players_need_more_and_nothing_is_busier_than_it_may_be():
    needs = [need(Costs(), players) for players in SIZES]
    for fewer, more in pairwise(needs):
        for name in (
            "tables",
            "actions",
            "nodes",
            "records",
            "databases",
            "disk",
            "frames",
            "bus",
            "connections",
        ):
            assert getattr(fewer, name) <= getattr(more, name), name
    for each in needs:
        assert each.actions * Costs().action / each.nodes <= BUSY
        assert each.records / each.databases <= ENTRIES * DATABASE
        assert each.nodes >= 2
    assert len({each.first for each in needs}) == 3


@pytest.mark.parametrize("take_over", [Costs().take_over, 45e-3])
@pytest.mark.parametrize("players", SIZES)
def test_there_are_so_many_nodes_that_every_table_deals_again_in_time_when_one_dies(players, take_over):
    costs = Costs(take_over=take_over)
    assert storm(costs, need(costs, players)).dealing < AGAIN


def test_what_costs_half_needs_half_the_nodes():
    usual = Costs()
    half = usual._replace(action=usual.action / 2, viewer=usual.viewer / 2, edge=usual.edge / 2)
    dear, cheap = need(usual, 1_000_000), need(half, 1_000_000)
    assert cheap.nodes == pytest.approx(dear.nodes / 2, abs=1)


def test_a_storm_is_worse_where_more_nodes_die_and_the_same_every_time():
    room = need(Costs(), 1_000_000)
    one, tenth = storm(Costs(), room), storm(Costs(), room, dead=0.1)
    assert one == storm(Costs(), room)
    assert one.adopted < tenth.adopted
    assert one.longest < tenth.longest
    assert one.dealing < tenth.dealing
    assert one.queue < one.longest
    assert 0 < one.calm < tenth.calm
    # Every table of the dead is taken up by somebody.
    assert one.adopted * (room.nodes - 1) >= room.tables / room.nodes
