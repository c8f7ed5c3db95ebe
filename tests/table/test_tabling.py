"""Hands tabled before their turn to show, and what is cited to whoever acts out of turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import EVERY_GAME, by_book, dealer_mucks, one, table

from hoyle.core.cards import DECK, stacked_deck
from hoyle.core.errors import IllegalError
from hoyle.table import PokerTable


def to_the_showdown(playing: PokerTable) -> PokerTable:
    """Everybody stays in as cheaply as possible, until hands are to be shown."""
    while playing.playing_round().pending != "show":
        round_ = playing.playing_round()
        if round_.pending == "shuffle":
            playing.shuffle(round_.cards_to_shuffle())
        elif round_.pending == "street":
            playing.deal_on()
        elif round_.pending == "draw":
            playing.draw(round_.actor)
        elif round_.pending == "forced bet":
            playing.act(round_.actor, "bring in")
        else:
            offered = playing.options()
            playing.act(
                offered.seat, "call" if offered.call else "check" if offered.check else f"bet {offered.min_raise_to}"
            )
    return playing


def showdown(book: str, game: str, cards: Any = None, **changes: Any) -> PokerTable:
    playing = table(book, game, players=4, table_all=False, **changes)
    playing.deal(stacked_deck("") if cards is None else cards)
    return to_the_showdown(playing)


def result(playing: PokerTable) -> dict[int, int]:
    dealer_mucks(playing)
    assert not playing.playing
    return dict(playing.stacks)


@pytest.mark.clauses("oneida XI.Q.1", "oneida XI.P.4")
@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_in_whatever_order_hands_are_tabled_the_same_chips_are_won(book: str, game: str) -> None:
    chance = Random(f"{book} {game}")
    for _ in range(3):
        cards = chance.sample(DECK, len(DECK))
        in_turn = showdown(book, game, cards)
        while in_turn.playing:
            in_turn.show(in_turn.playing_round().actor)
        expected = result(in_turn)
        playing = showdown(book, game, cards)
        due = playing.playing_round().actor
        order = [seat for seat in chance.sample([1, 2, 3, 4], 4) if seat != due]
        for seat in order:
            shown = one(playing.show(seat), "shown")
            assert (shown.seat, len(shown.cards)) == (seat, len(playing.playing_round().state.cards[seat - 1]))
            assert playing.playing_round().actor == due, "the turn to show is still his"
            assert playing.pending()[0].seat == due
        assert len(playing.pending()) == 1
        assert one(playing.show(due), "round-ended").clause
        assert result(playing) == expected
        assert PokerTable.load(playing.dump()).stacks == expected


@pytest.mark.clauses("oneida XI.Q.1")
def test_the_early_hand_is_tabled_by_the_clause_on_tabling_and_offered_to_all_who_have_one() -> None:
    playing = showdown("oneida", "holdem")
    due = playing.playing_round().actor
    others = [wait for wait in playing.pending() if wait.optional]
    assert sorted(wait.seat for wait in others) == [seat for seat in (1, 2, 3, 4) if seat != due]
    assert {choice.do for wait in others for choice in wait.choices} == {"show"}
    early = others[0].seat
    assert one(playing.show(early), "shown").clause == "oneida XI.Q.1"
    assert early not in [wait.seat for wait in playing.pending()]
    assert one(playing.show(due), "shown").clause == "oneida XI.P.4"


@pytest.mark.clauses("oneida XI.Q.1", "oneida XI.Q.3")
def test_a_hand_that_is_gone_or_lies_open_is_not_tabled_again() -> None:
    playing = table("oneida", "holdem", players=4, table_all=False)
    playing.deal(stacked_deck(""))
    playing.act(4, "fold")
    to_the_showdown(playing)
    due = playing.playing_round().actor
    first, second = (seat for seat in (1, 2, 3) if seat != due)
    playing.show(first)
    floor_of(playing).discard(second)
    for seat, clause, words in (
        (first, "oneida XI.Q.1", "is tabled already"),
        (second, "oneida XI.Q.3", "has been thrown in"),
        (4, "oneida XI.P.4", "has no hand to show"),
    ):
        with pytest.raises(IllegalError, match=words) as refused:
            playing.show(seat)
        assert refused.value.clause == clause
    floor_of(playing).retrieve(second, identifiable=True)
    playing.show(second)
    assert playing.playing_round().actor == due
    with pytest.raises(IllegalError, match="seat 9 is empty"):
        playing.show(9)


@pytest.mark.clauses("oneida XI.Q.2")
def test_an_early_hand_that_loses_may_be_taken_in_and_one_that_wins_may_not() -> None:
    # ann has aces, bob kings, cat queens, dan jacks; bob is due first.
    cards = stacked_deck("Ks Qs Js As Kd Qd Jd Ad 2c 3d 4h 7s 8c 9d Tc 2h")
    playing = showdown("oneida", "holdem", cards)
    assert playing.playing_round().actor == 2
    playing.show(3)
    with pytest.raises(IllegalError) as refused:
        floor_of(playing).muck(3)
    assert refused.value.clause == "oneida XI.Q.2", "the best hand tabled so far"
    playing.show(1)
    assert one(floor_of(playing).muck(3), "hand-killed").seat == 3
    with pytest.raises(IllegalError):
        floor_of(playing).muck(1)
    playing.concede(2)
    playing.concede(4)
    assert result(playing)[1] == 200 + 12


@pytest.mark.clauses("oneida XI.P.4")
def test_side_pots_go_to_the_hands_that_can_win_them_whoever_tabled_first() -> None:
    playing = table("oneida", "holdem", players=2, structure="no-limit", limits=(4,), table_all=False)
    playing.sit(3, 20, "short")
    playing.sit(4, 60, "middle")
    # The short stack has aces, the middle one kings, the others less.
    playing.deal(stacked_deck("7c Ac Kc 2c 8d Ad Kd 3d 5h 9s 9h 4d 5s Jc 5d Qh"))
    for seat, words in ((4, "all in"), (1, "call"), (2, "call"), (3, "call")):
        playing.act(seat, words)
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "check")
    due = playing.playing_round().actor
    for seat in (3, 4, 1, 2):
        if seat != due:
            playing.show(seat)
    playing.show(due)
    assert result(playing) == {1: 140, 2: 140, 3: 80, 4: 120}


SHOWN = {
    "oneida": "XI.P.4",
    "nj-19-47": "19:47-14.15[GEN(4)]",
    "nj-13-69f": "nj-19-47 19:47-14.15[GEN(4)]",
    "room-2012": "GEN(4)",
    "ca-omaha": "AWARD",
}


@by_book(SHOWN)
def test_conceding_or_betting_out_of_turn_at_the_showdown_cites_the_order_of_showing(book: str, clause: str) -> None:
    playing = showdown(book, "")
    due = playing.playing_round().actor
    for seat in {1, 2, 3, 4} - {due}:
        for words in ("concede", "check", "fold"):
            with pytest.raises(IllegalError, match=f"it is seat {due}'s turn") as refused:
                playing.act(seat, words)
            assert refused.value.clause == clause


@by_book({"oneida": "XI.L.7", "nj-19-47": "19:47-14.12(f)"})
def test_acting_out_of_turn_at_the_draw_cites_the_draw(book: str, clause: str) -> None:
    playing = table(book, "draw5-high", players=4)
    playing.deal(stacked_deck(""))
    while playing.playing_round().pending != "draw":
        offered = playing.options()
        playing.act(offered.seat, "call" if offered.call else "check")
    while playing.playing_round().pending == "draw":
        due = playing.playing_round().actor
        for seat in {1, 2, 3, 4} - {due}:
            for words in ("pat", "bet 4", "fold"):
                with pytest.raises(IllegalError) as refused:
                    playing.act(seat, words)
                assert refused.value.clause == clause
        playing.draw(due)


@pytest.mark.clauses("oneida XI.G.3", "oneida XI.G.2(d)", "oneida XI.I.8")
def test_acting_where_nobody_is_to_act_cites_what_the_round_waits_for() -> None:
    playing = table("oneida", "holdem", players=3, structure="no-limit", limits=(4,))
    playing.deal(stacked_deck(""))
    with pytest.raises(IllegalError) as refused:
        playing.act(2, "fold")
    assert refused.value.clause == "oneida XI.G.3"
    for seat, words in ((1, "all in"), (2, "call"), (3, "call")):
        playing.act(seat, words)
    assert playing.playing_round().pending == "street"
    with pytest.raises(IllegalError, match="waits for street") as refused:
        playing.act(2, "check")
    assert refused.value.clause == playing.rules.c_all_in
    short = table("oneida", "stud7-high", players=8)
    short.deal(stacked_deck(""))
    while short.playing_round().pending != "shuffle":
        offered = short.options()
        words = "bring in" if offered.forced else "call" if offered.call else "check"
        short.act(offered.seat, words)
    with pytest.raises(IllegalError, match="waits for shuffle") as refused:
        short.act(2, "check")
    assert refused.value.clause == short.playing_round().state.shuffle_clause
    assert refused.value.clause.startswith("oneida XI.I.8")
