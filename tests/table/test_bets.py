"""Bets and pots that something at the table disturbs: a hand dies, money goes back, words do not fit."""

from __future__ import annotations

import re

import pytest
from tests.table.facade import floor_of
from tests.table.tables import call_down, dealer_mucks, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.table import PokerTable, Rake
from hoyle.table.poker import commands


def pots(playing: PokerTable) -> list[int]:
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
    floor_of(playing).fouled(4, protected=False)
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
    floor_of(playing).fouled(4, protected=False)
    assert pots(playing) == [80 + 96, 96]


# Hands thrown in at the showdown


def side_pot_of_one() -> PokerTable:
    """Seat 4 is all-in, seat 3 has folded into the side pot: only seat 2 can win that one."""
    playing = table("oneida", "holdem", players=2, structure="no-limit", limits=(4,), table_all=False)
    playing.sit(3, 200, "third")
    playing.sit(4, 20, "short")
    playing.deal(stacked_deck(""))
    for seat, said in ((4, "all in"), (1, "fold"), (2, "call"), (3, "call"), (2, "bet 40"), (3, "call")):
        playing.act(seat, said)
    playing.act(2, "bet 40")
    playing.act(3, "fold")
    return playing


@pytest.mark.clauses("oneida XI.Q.3")
def test_whose_hand_the_dealer_takes_in_still_has_the_pot_that_nobody_else_can_win() -> None:
    playing = side_pot_of_one()
    while playing.pending()[0].kind == "street":
        playing.deal_on()
    playing.concede(2)
    dealer_mucks(playing)
    assert [(entry.seat, entry.chips) for entry in named(playing.log, "awarded")] == [(2, 80), (4, 60)]


@pytest.mark.clauses("oneida XI.Q.3")
def test_two_hands_thrown_in_are_taken_in_one_by_one_and_one_may_come_back_between() -> None:
    playing = to_show()
    for seat in (2, 3):
        playing.concede(seat)
    assert [choice.label for choice in playing.pending()[0].choices] == [
        "muck seat 2", "muck seat 3", "retrieve seat 2", "retrieve seat 3",
    ]  # fmt: skip
    floor_of(playing).muck(3)
    assert playing.playing_round().pending == "muck"
    with pytest.raises(IllegalError, match="seat 3 has no hand"):
        floor_of(playing).retrieve(3)
    floor_of(playing).retrieve(2)
    assert playing.playing_round().actor == 2
    playing.concede(2)
    dealer_mucks(playing)
    assert one(playing.log, "awarded").seat == 1


def test_where_no_book_lets_a_hand_come_back_nobody_waits_for_the_dealer() -> None:
    playing = to_show("nj-19-47")
    playing.concede(2)
    playing.concede(3)
    assert not playing.playing


def to_show(book: str = "oneida") -> PokerTable:
    """Three players about to show in hold'em, seat 2 first; seat 1 has aces."""
    playing = table(book, "holdem", table_all=False)
    playing.deal(stacked_deck("2c 3c As 2d 3d Ah 9c Kd 7h 8s 9d Jc 9h Qc"))
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "call" if playing.options().call else "check")
    return playing


# Bets that go back with a ruined hand


@pytest.mark.clauses("oneida XI.P.10(c)")
def test_a_refunded_raise_gives_back_the_right_to_act_that_stood_before_it() -> None:
    playing = table("oneida", "holdem", players=4, raise_cap=1)
    playing.deal(stacked_deck(""))
    for seat, said in ((4, "call"), (1, "raise to 8"), (2, "fold")):
        playing.act(seat, said)
    assert playing.options().label() == "fold, call 4"
    floor_of(playing).fouled(1, protected=True)
    assert playing.playing_round().actor == 3
    assert playing.options().label() == "fold, check, raise to 8", "the one raise of the cap was not made"
    playing.act(3, "check")
    assert playing.playing_round().street == "flop", "seat 4 had called before"


@pytest.mark.clauses("oneida XI.P.10(c)")
def test_two_refunds_in_either_order_leave_the_bet_that_nobody_took_back() -> None:
    for victims in ((1, 2), (2, 1)):
        playing = table("oneida", "holdem", players=4, structure="no-limit", limits=(4,))
        playing.deal(stacked_deck(""))
        for seat, said in ((4, "call"), (1, "raise to 20"), (2, "raise to 60")):
            playing.act(seat, said)
        for seat in victims:
            floor_of(playing).fouled(seat, protected=True)
        assert playing.playing_round().actor == 3
        assert playing.options().label() == "fold, check, raise to 8 to 200"


@pytest.mark.clauses("oneida XI.P.10(c)")
def test_an_all_in_for_less_than_a_refunded_bet_is_the_bet_that_is_left() -> None:
    playing = table("oneida", "holdem", players=3, structure="no-limit", limits=(4,))
    playing.sit(4, 30, "short")
    playing.deal(stacked_deck(""))
    for seat, said in ((4, "call"), (1, "call"), (2, "call"), (3, "check"), (2, "bet 100"), (3, "fold")):
        playing.act(seat, said)
    playing.act(4, "all in")
    floor_of(playing).fouled(2, protected=True)
    assert playing.playing_round().actor == 1
    assert playing.options().call == 26


@pytest.mark.clauses("oneida XI.P.10(c)")
@pytest.mark.parametrize("contributed", [True, False])
def test_a_made_up_blind_goes_back_with_everything_else_and_is_owed_again(contributed: bool) -> None:
    playing = table("oneida", "holdem", players=4, missed_blinds="dead")
    playing.sit_out(3)
    for first, second in ((1, 2), (2, 4)):
        playing.deal(stacked_deck(""))
        playing.act(first, "fold")
        if first == 2:
            playing.sit_in(3)
        playing.act(second, "fold")
    playing.deal(stacked_deck(""))
    assert playing.stacks[3] == 194
    floor_of(playing).fouled(3, protected=True, contributed=contributed)
    assert playing.stacks[3] == (194 if contributed else 200)
    playing.act(2, "fold")
    playing.act(4, "fold")
    assert sorted(playing.state.poker_player(3).missed) == ([] if contributed else [0, 1])


# Previews and refusals


def test_a_preview_is_refused_wherever_the_report_would_be() -> None:
    playing = to_show()
    playing.concede(2)
    playing.show(3)
    for report in (
        commands.Retrieve(seat=2, identifiable=False),
        commands.Muck(seat=3),
        commands.ReportFouledHand(seat=3, protected=False),
    ):
        before = playing.checkpoint()
        with pytest.raises(HoyleError) as said:
            playing.do(report, by="floor")
        with pytest.raises(type(said.value), match=re.escape(str(said.value))):
            playing.preview(report)
        assert playing.checkpoint() == before
    assert playing.preview(commands.Retrieve(seat=2)).result == "hand stands"


@pytest.mark.parametrize("who", ["dealer", "floor", "house"])
def test_nobody_of_the_house_is_refused_play(who: str) -> None:
    with pytest.raises(InvalidError, match=f"player '{who}': that name is reserved for staff"):
        floor_of(table("oneida")).refuse_play(who, "slow")


def test_who_has_more_than_anybody_can_bring_is_offered_no_more_than_he_can_name() -> None:
    playing = table("oneida", "holdem", players=2, chips=MAX_CHIPS, structure="no-limit", limits=(4,), blinds=(2, 4))
    playing.deal(stacked_deck(""))
    playing.act(2, "fold")
    assert playing.stacks[1] == MAX_CHIPS + 2
    playing.deal(stacked_deck(""))
    offered = playing.pending()[0].find_choice("bet")
    assert offered is not None
    assert (playing.pending()[0].seat, offered.bounds[0].max) == (1, MAX_CHIPS)
    playing.do(commands.Bet(seat=1, to=offered.bounds[0].max))
