"""What is asked for during a round is done at its end: leaving, topping up, sitting out."""

from __future__ import annotations

import pytest
from tests.table.facade import floor_of
from tests.table.tables import call_down, dealt, fold_to, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.table import PokerTable
from hoyle.table.seats import CancelDeferred, Leave, SitIn, SitOut, TopUp


def promises(playing: PokerTable, seat: int) -> list[str]:
    """What everybody can see that somebody has asked for."""
    return next(each.after_round for each in playing.view().seats if each.seat == seat)


@pytest.mark.parametrize("ends", ["played", "dead"])
def test_what_was_asked_for_is_done_when_the_round_is_over_even_a_dead_one(ends: str) -> None:
    playing = dealt("oneida", players=4)
    playing.do(Leave(seat=1), by="player 1")
    playing.do(TopUp(seat=2, chips=30), by="player 2")
    playing.do(TopUp(seat=2, chips=20), by="player 2")
    playing.do(SitOut(seat=3), by="player 3")
    assert [promises(playing, seat) for seat in (1, 2, 3, 4)] == [["leave"], ["top up"], ["sit out"], []]
    before = dict(playing.stacks)
    playing.act(4, "call")
    assert playing.stacks == {**before, 4: before[4] - 4}, "as long as it is played nothing is done"
    if ends == "dead":
        floor_of(playing).no_cut()
        assert one(playing.log, "round-closed").dead
    else:
        call_down(playing)
    assert [seat for seat, player in playing.state.players.items() if player.sitting_out] == [3]
    assert set(playing.stacks) == {2, 3, 4}
    brought = one(playing.log, "topped-up")
    assert (brought.seat, brought.chips) == (2, 50), "asked for twice, brought at once"
    names = [entry.name for entry in playing.log]
    closed = names.index("round-closed")
    for name in ("topped-up", "player-left", "sat-out", "deferred-request-closed"):
        assert names.index(name) > closed, name
    assert all(entry.kept for entry in named(playing.log, "deferred-request-closed"))
    assert playing.state.deferred_requests == []
    if ends == "dead":
        assert playing.stacks == {2: 250, 3: 200, 4: 200}
        assert one(playing.log, "player-left").chips == 200, "his blind came back to him first"
    playing.deal(stacked_deck(""))
    assert playing.playing_round().state.seats == [2, 4]


@pytest.mark.parametrize("what", ["leave", "top up", "sit out"])
def test_a_player_may_change_his_mind_until_the_round_is_over(what: str) -> None:
    playing = dealt("oneida")
    ask = {"leave": Leave(seat=1), "top up": TopUp(seat=1, chips=50), "sit out": SitOut(seat=1)}[what]
    with pytest.raises(IllegalError, match=f"seat 1 has not asked to {what}"):
        playing.do(CancelDeferred(seat=1, what=what), by="player 1")
    playing.do(ask, by="player 1")
    gone = playing.do(CancelDeferred(seat=1, what=what), by="player 1")[0]
    assert (gone.name, gone.what, gone.kept) == ("deferred-request-closed", what, False)
    call_down(playing)
    assert sum(playing.stacks.values()) == 600
    assert not playing.state.player(1).sitting_out
    with pytest.raises(IllegalError, match=f"seat 1 has not asked to {what}"):
        playing.do(CancelDeferred(seat=1, what=what), by="player 1")
    with pytest.raises(InvalidError, match="what 'sing': expected one of leave, top up, sit out"):
        playing.do(CancelDeferred(seat=1, what="sing"), by="player 1")


def test_who_comes_back_before_the_round_is_over_never_sat_out() -> None:
    playing = dealt("oneida")
    playing.do(SitOut(seat=1), by="player 1")
    playing.do(SitIn(seat=1), by="player 1")
    assert promises(playing, 1) == []
    call_down(playing)
    assert named(playing.log, "sat-out") == []
    with pytest.raises(IllegalError, match="seat 1 is in already"):
        playing.do(SitIn(seat=1), by="player 1")


def test_who_asks_twice_is_told_that_he_did() -> None:
    playing = dealt("oneida")
    playing.leave(1)
    with pytest.raises(IllegalError, match="seat 1 leaves after this round already"):
        playing.leave(1)
    playing.sit_out(2)
    with pytest.raises(IllegalError, match="seat 2 sits out already"):
        playing.sit_out(2)


def test_who_tops_up_and_leaves_takes_everything_along() -> None:
    playing = dealt("oneida")
    playing.leave(1)
    playing.top_up(1, 40)
    playing.act(1, "fold")
    fold_to(playing, 3)
    assert one(playing.log, "topped-up").chips == 40
    assert one(playing.log, "player-left").chips == 240
    assert playing.state.accounts()["cashier"] == -400


def test_who_was_refused_play_cannot_stay_after_all() -> None:
    playing = dealt("oneida")
    floor_of(playing).suspect(2, "signals", refuse=True)
    assert promises(playing, 2) == ["leave"]
    with pytest.raises(IllegalError, match="player 2 has been refused play and must leave") as error:
        playing.do(CancelDeferred(seat=2, what="leave"), by="player 2")
    assert error.value.clause == "oneida XI.R.2"
    call_down(playing)
    assert 2 not in playing.stacks


@pytest.mark.clauses("oneida XI.G.2(a)")
def test_cash_cannot_be_promised() -> None:
    playing = dealt("oneida")
    with pytest.raises(IllegalError, match="only chips can be added") as error:
        playing.top_up(1, 10, currency=10)
    assert error.value.clause == "oneida XI.G.2(a)"
    assert playing.state.deferred_requests == []


def test_a_promise_goes_with_the_player_and_not_with_the_seat() -> None:
    playing = table("oneida", players=4)
    playing.deal(stacked_deck(""))
    playing.leave(1)
    playing.top_up(1, 40)
    call_down(playing)
    playing.sit(1, 100, "newcomer")
    assert promises(playing, 1) == []
    playing.deal(stacked_deck(""))
    call_down(playing)
    assert playing.state.seat_of("newcomer") == 1
    assert len(named(playing.log, "topped-up")) == 1


def test_between_rounds_nothing_is_promised_but_done() -> None:
    playing = table("oneida")
    assert [entry.name for entry in playing.top_up(1, 5)] == ["topped-up"]
    assert [entry.name for entry in playing.sit_out(2)] == ["sat-out"]
    assert [entry.name for entry in playing.leave(3)] == ["player-left"]
