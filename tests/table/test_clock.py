"""Time that ran out, and a winner whom nobody called."""

from __future__ import annotations

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import call_down, dealt, fold_to, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import IllegalError
from hoyle.table import PokerTable
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.poker.commands import Show


def out_of_time(playing: PokerTable) -> list[str]:
    """What follows when the time of whoever is to act has run out, its own event first."""
    entries = dealer_of(playing).time_out(playing.playing_round().actor)
    first = entries[0]
    assert (first.name, first.clause) == ("action-timed-out", "house clock")
    return [entry.name for entry in entries[1:]]


def until(playing: PokerTable, awaiting: str) -> PokerTable:
    while playing.playing_round().pending != awaiting:
        round_ = playing.playing_round()
        if round_.pending == "draw":
            playing.draw(round_.actor)
        else:
            playing.act(round_.actor, "call" if playing.options().call else "check")
    return playing


def test_a_player_out_of_time_folds_where_he_would_have_to_call() -> None:
    playing = dealt("oneida")
    assert out_of_time(playing) == ["folded"]
    told = one(playing.log, "action-timed-out")
    assert (told.seat, told.player) == (1, "player 1")
    assert one(playing.log, "folded").seat == 1
    assert playing.playing_round().actor == 2


def test_a_player_out_of_time_checks_where_that_is_free() -> None:
    playing = dealt("oneida")
    playing.act(1, "call")
    playing.act(2, "call")
    assert out_of_time(playing)[0] == "checked"
    assert out_of_time(playing) == ["checked"]
    assert playing.playing_round().state.live == [True] * 3


def test_a_player_out_of_time_stands_pat() -> None:
    playing = until(dealt("oneida", "draw5-high"), "draw")
    held = list(playing.playing_round().state.cards[1])
    assert out_of_time(playing)[0] == "discarded"
    assert one(playing.log, "discarded").cards == []
    assert playing.playing_round().state.cards[1] == held


def test_a_player_out_of_time_shows_his_hand() -> None:
    playing = until(dealt("oneida", "holdem", table_all=False), "show")
    seat = playing.playing_round().actor
    assert out_of_time(playing)[0] == "shown"
    assert named(playing.log, "shown")[0].seat == seat
    assert named(playing.log, "conceded") == []


def test_a_player_out_of_time_makes_the_bet_that_is_forced() -> None:
    playing = dealt("oneida", "stud7-high")
    assert playing.playing_round().pending == "forced bet"
    seat = playing.playing_round().actor
    assert out_of_time(playing) == ["bet"]
    bet = one(playing.log, "bet")
    assert (bet.seat, bet.chips, bet.forced) == (seat, 2, True)


def test_in_five_card_stud_the_high_hand_out_of_time_bets_the_least_it_must() -> None:
    playing = dealt("oneida", "stud5-high")
    playing.act(playing.playing_round().actor, "bring in")
    while playing.playing_round().street == "second":
        playing.act(playing.playing_round().actor, "call")
    offered = playing.options()
    assert not offered.check
    assert not offered.fold
    assert out_of_time(playing) == ["bet"]
    assert named(playing.log, "bet")[-1].to == offered.min_raise_to


def test_the_clock_runs_for_the_player_to_act_alone_and_no_player_stops_it() -> None:
    playing = dealt("oneida")
    before = playing.checkpoint()
    for seat in (2, 3):
        with pytest.raises(IllegalError, match=f"seat {seat} cannot act out of turn: it is seat 1's turn"):
            dealer_of(playing).time_out(seat)
    with pytest.raises(IllegalError, match="player 2 cannot order time-out"):
        playing.do(ActionTimeout(seat=1), by="player 2")
    assert playing.checkpoint() == before
    with pytest.raises(IllegalError, match="no round is being played"):
        dealer_of(table("oneida")).time_out(1)


def test_a_whole_evening_can_run_on_the_clock() -> None:
    playing = table("oneida", "holdem", players=4, table_all=False)
    for _ in range(4):
        playing.deal(stacked_deck(""))
        while playing.playing:
            out_of_time(playing)
    assert sum(playing.stacks.values()) == 800
    assert PokerTable.audit(playing.steps).holds


# The winner whom nobody called


def won_unseen() -> PokerTable:
    """Seat 3 has won with nobody calling him."""
    return fold_to(dealt("oneida", "holdem", top="2c As 9s 2d Ah 9h"), 3)


def may_show(playing: PokerTable) -> list[tuple[int, str]]:
    found = [wait for wait in playing.pending() if wait.optional]
    assert all([choice.do for choice in wait.choices] == ["show"] for wait in found)
    return [(wait.seat, wait.person) for wait in found]


def test_a_winner_whom_nobody_called_may_show() -> None:
    playing = won_unseen()
    seen = playing.view("player 1").round
    assert seen is not None
    assert seen.hand_at_seat(3).cards == ["??", "??"], "he need not"
    assert may_show(playing) == [(3, "player 3")]
    shown = playing.do(Show(seat=3), by="player 3")
    assert [entry.name for entry in shown] == ["winner-shows"]
    for person in ("player 1", "player 2", "", "stranger"):
        seen = playing.view(person).round
        assert seen is not None
        assert (seen.hand_at_seat(3).cards, seen.hand_at_seat(3).hand_state) == (["As", "Ah"], "tabled")
    assert may_show(playing) == []
    with pytest.raises(IllegalError, match="no round is being played"):
        playing.show(3)
    assert PokerTable.load(playing.dump()) == playing


def test_a_winner_who_has_moved_to_another_seat_may_still_show() -> None:
    playing = won_unseen()
    playing.leave(3)
    assert may_show(playing) == [], "he is not there"
    playing.sit(5, 200, "player 3")
    playing.sit(3, 200, "newcomer")
    assert may_show(playing) == [(5, "player 3")]
    with pytest.raises(IllegalError, match="no round is being played"):
        playing.do(Show(seat=3), by="newcomer")
    shown = playing.do(Show(seat=5), by="player 3")
    assert [(entry.name, entry.seat) for entry in shown] == [("winner-shows", 3)]
    assert PokerTable.load(playing.dump()) == playing


def test_he_shows_before_the_next_deal_or_not_at_all() -> None:
    playing = won_unseen()
    playing.deal(stacked_deck(""))
    assert may_show(playing) == []
    fold_to(playing, 1)
    with pytest.raises(IllegalError, match="no round is being played"):
        playing.show(3)
    assert may_show(playing) == [(1, "player 1")]


def test_nobody_else_shows_after_the_pot_is_pushed() -> None:
    playing = won_unseen()
    for seat in (1, 2):
        with pytest.raises(IllegalError, match="no round is being played"):
            playing.show(seat)
    with pytest.raises(IllegalError, match="player 1 sits in seat 1 and cannot act for seat 3"):
        playing.do(Show(seat=3), by="player 1")
    called = call_down(dealt("oneida", "holdem"))
    assert may_show(called) == []
    for seat in (1, 2, 3):
        with pytest.raises(IllegalError, match="no round is being played"):
            called.show(seat)


def test_a_newcomer_cannot_show_the_winners_hand() -> None:
    playing = won_unseen()
    playing.leave(3)
    assert may_show(playing) == []
    playing.sit(3, 100, "newcomer")
    assert may_show(playing) == []
    with pytest.raises(IllegalError, match="no round is being played"):
        playing.do(Show(seat=3), by="newcomer")
    assert cards_seen(playing) == ["??", "??"]


def test_after_a_dead_round_nobody_has_won() -> None:
    playing = dealt("oneida", "holdem")
    playing.act(1, "fold")
    floor_of(playing).no_cut()
    assert may_show(playing) == []


def cards_seen(playing: PokerTable) -> list[str]:
    seen = playing.view("newcomer").round
    assert seen is not None
    return seen.hand_at_seat(3).cards
