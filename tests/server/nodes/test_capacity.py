"""The capacity model: more players need more of everything, and a storm is worse where more nodes die."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hoyle.server.nodes.capacity import BUSY, DATABASE, ENTRIES, Costs, need, storm

SIZES = (1_000, 100_000, 1_000_000)


def test_more_players_need_more_and_nothing_is_busier_than_it_may_be():
    needs = [need(Costs(), players) for players in SIZES]
    for fewer, more in pairwise(needs):
        for name in ("tables", "actions", "nodes", "records", "databases", "disk", "frames"):
            assert getattr(fewer, name) <= getattr(more, name), name
    for each in needs:
        assert each.actions * Costs().action / each.nodes <= BUSY
        assert each.records / each.databases <= ENTRIES * DATABASE
        assert each.nodes >= 2
    assert len({each.first for each in needs}) == 3


def test_what_costs_half_needs_half_the_nodes():
    dear, cheap = need(Costs(), 1_000_000), need(Costs(action=432e-6, viewer=6e-6, edge=30e-6), 1_000_000)
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
