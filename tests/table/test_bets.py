"""Bets and pots that something at the table disturbs: a hand dies, money goes back, words do not fit."""

from __future__ import annotations

import pytest
from tests.table.tables import call_down, table

from hoyle.cards import stacked_deck
from hoyle.table import Rake, Table


def pots(playing: Table) -> list[int]:
    round_ = playing.view("").round
    assert round_ is not None
    return [pot.chips for pot in round_.pots]


# Rake of pots that merge


@pytest.mark.clauses("oneida XI.N.2(a)")
@pytest.mark.parametrize("answer", ["call", "fold"])
def test_the_rake_of_a_side_pot_stays_with_its_chips_when_the_all_in_hand_dies(answer: str) -> None:
    playing = table("oneida", "holdem", structure="no-limit", limits=(4,), rake=Rake(percent=25))
    playing.sit(4, 20, "short")
    playing.deal(stacked_deck(""))
    for seat, said in ((4, "all in"), (1, "call"), (2, "raise to 60"), (3, "call"), (1, "call")):
        playing.act(seat, said)
    assert pots(playing) == [80 - 20, 120 - 30]
    playing.act(2, "bet 40")
    playing.floor.fouled(4, protected=False)
    assert pots(playing) == [60 + 90 + 40]
    playing.act(3, answer)
    playing.act(1, answer)
    if answer == "call":
        call_down(playing)
    assert playing.state.accounts()["pot"] == 0
    assert sum(playing.stacks.values()) + playing.state.boxes.drop_box == 3 * 200 + 20


@pytest.mark.clauses("oneida XI.N.2(a)(ii)")
def test_of_three_raked_pots_two_merge_and_the_third_keeps_its_own_rake() -> None:
    playing = table("oneida", "holdem", structure="no-limit", limits=(4,), rake=Rake(percent=20))
    playing.sit(4, 20, "short")
    playing.sit(5, 50, "shorter than most")
    playing.deal(stacked_deck(""))
    for seat, said in ((4, "all in"), (5, "all in"), (1, "raise to 90"), (2, "call"), (3, "call")):
        playing.act(seat, said)
    assert pots(playing) == [80, 96, 96]
    playing.floor.fouled(4, protected=False)
    assert pots(playing) == [80 + 96, 96]
