"""What people are offered beside the bounds of a bet: parts of the pot, steps of a spread, raises left."""

from __future__ import annotations

import pytest
from tests.bots.tables import dealt
from tests.room.room_driver import RoomDriver

from hoyle.table import PokerTable
from hoyle.table.pending_decisions import Choice
from hoyle.table.poker.rounds.bet_presets import with_presets
from hoyle.table.presets.poker_presets import poker_preset


def bet(table: PokerTable) -> Choice:
    wait = table.pending()[0]
    choice = wait.find_choice("bet")
    assert choice is not None
    return with_presets(table, choice)


def presets(table: PokerTable) -> list[tuple[int, str]]:
    return [(each.chips, each.label) for each in bet(table).bounds[0].presets]


def test_at_no_limit_they_are_parts_of_the_pot_after_a_call() -> None:
    table = dealt("nj-19-47", "holdem", button=3, structure="no-limit")
    # Blinds 1 and 2: a call makes it 5, so a raise by half of that is to 4, by all of it to 7.
    assert presets(table) == [(4, ""), (5, "\u00be pot"), (7, "pot"), (100, "")]


def test_at_pot_limit_the_most_is_the_pot() -> None:
    table = dealt("nj-19-47", "omaha-high", button=3, structure="pot-limit")
    found = presets(table)
    assert found[-1] == (7, "pot")
    table.act(3, "raise to 7")
    table.act(1, "call")
    assert [words for _, words in presets(table)] == ["", "\u2153 pot", "\u00bd pot", "\u00be pot", "pot"]


def at_the_room(structure: str) -> PokerTable:
    """Three people at the usual sign of the room for a structure, and somebody to act."""
    evening = RoomDriver()
    number = evening.open("holdem", sign=poker_preset("holdem", "oneida", structure=structure).sign.facts())
    evening.seat(number, "ann", "bea", "cid")
    evening.deal_on(number)
    table = evening.table(number).table
    assert isinstance(table, PokerTable)
    return table


@pytest.mark.parametrize("structure", ["no-limit", "pot-limit", "spread-limit"])
def test_every_preset_is_lawful_and_the_ends_are_the_bounds(structure: str) -> None:
    bounds = bet(at_the_room(structure)).bounds[0]
    found = [each.chips for each in bounds.presets]
    assert len(found) > 2
    assert found == sorted(set(found))
    assert (found[0], found[-1]) == (bounds.min, bounds.max)
    assert all(bounds.contains(chips) for chips in found)


@pytest.mark.clauses("oneida XI.G.10")
def test_at_fixed_limit_there_is_one_size_and_so_many_raises_are_left() -> None:
    table = at_the_room("fixed-limit")
    first = bet(table)
    assert first.bounds[0].presets == ()
    assert first.raise_cap_clause == "oneida XI.G.10"
    table.act(first.fixed["seat"], f"raise to {first.bounds[0].min}")
    assert bet(table).raises_left == first.raises_left - 1


def test_other_choices_stay_as_they_are() -> None:
    table = dealt("oneida", "holdem", button=3)
    fold = table.pending()[0].find_choice("fold")
    assert fold is not None
    assert with_presets(table, fold) is fold
