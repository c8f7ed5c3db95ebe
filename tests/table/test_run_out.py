"""An all-in runs out street by street: what goes wrong on the way can be reported before the next card."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import by_book, dealt, named, one

from hoyle.core.errors import HouseRulingRequired, IllegalError
from hoyle.table import PokerTable
from hoyle.table.poker.commands import CardLocation

NO_LIMIT: dict[str, Any] = {"structure": "no-limit", "limits": (4,), "chips": 50}


def all_in(book: str = "oneida", game: str = "holdem", **changes: Any) -> PokerTable:
    """Two players, everything in before the flop, which lies on the table."""
    playing = dealt(book, game, players=2, top="As Kc Ah Kd", **{**NO_LIMIT, **changes})
    playing.act(2, "all in")
    playing.act(1, "call")
    return playing


def board(playing: PokerTable) -> list[int]:
    return playing.playing_round().state.board


def test_the_dealer_deals_on_street_by_street() -> None:
    playing = all_in()
    sizes = []
    while playing.playing:
        wait = playing.pending()[0]
        assert (wait.kind, wait.person, wait.clause) == ("street", "dealer", "oneida XI.G.2(d)")
        assert [choice.do for choice in wait.choices] == ["deal-on"]
        assert playing.view("").round.awaiting == "street"  # type: ignore[union-attr]
        assert PokerTable.resume(playing.checkpoint()).pending() == [wait]
        sizes.append((len(board(playing)), wait.choices[0].label))
        playing.deal_on()
    assert sizes == [(3, "deal the next street"), (4, "deal the next street"), (5, "open the hands")]
    assert sum(playing.stacks.values()) == 100
    assert PokerTable.audit(playing.steps).holds


def test_nobody_deals_on_while_somebody_has_a_decision() -> None:
    playing = dealt("oneida", "holdem", **NO_LIMIT)
    with pytest.raises(IllegalError, match="no street is to be dealt: the round waits for action"):
        playing.deal_on()
    running = all_in()
    with pytest.raises(IllegalError, match="the round waits for street"):
        running.act(1, "check")


@by_book({"oneida": "XI.P.9", "nj-19-47": "19:47-14.15[GEN(8)]"}, also={"oneida": "XI.P.6(c)"})
def test_a_face_up_card_of_the_river_is_replaced_before_the_hands_are_opened(book: str, clause: str) -> None:
    playing = all_in(book)
    playing.deal_on()
    playing.deal_on()
    river = board(playing)[4]
    assert one(floor_of(playing).boxed(CardLocation(at="board", card=5)), "ruled").clause == clause
    assert river not in board(playing)
    assert playing.playing_round().pending == "street"
    if book == "oneida":
        assert one(floor_of(playing).boxed(CardLocation(at="board", card=5)), "ruled").result == "misdeal"
        assert playing.stacks == {1: 50, 2: 50}
    else:
        playing.deal_on()
        assert not playing.playing


@by_book({"oneida": "XI.P.8", "nj-19-47": "19:47-14.15[GEN(7)]"})
def test_a_bad_deck_is_found_between_the_streets(book: str, clause: str) -> None:
    playing = all_in(book)
    playing.deal_on()
    assert one(floor_of(playing).bad_deck(51), "ruled").clause == clause
    assert playing.stacks == {1: 50, 2: 50}


@by_book({"oneida": "XI.P.13", "nj-19-47": "19:47-14.15[GEN(11)]"})
def test_a_turn_card_off_the_table_makes_way_for_the_next(book: str, clause: str) -> None:
    playing = all_in(book)
    playing.deal_on()
    turn, top = board(playing)[3], playing.playing_round().state.deck[playing.playing_round().state.dealt]
    assert one(floor_of(playing).off_table(CardLocation(at="board", card=4)), "ruled").clause == clause
    assert (board(playing)[3], turn in board(playing)) == (top, False)


@pytest.mark.clauses("room-2012 GEN(11)")
def test_blinds_that_are_all_in_leave_a_moment_before_the_flop() -> None:
    playing = dealt("room-2012", players=2, blinds=(60, 60), **{**NO_LIMIT, "limits": (60,)})
    assert (playing.playing_round().pending, playing.playing_round().street) == ("street", "preflop")
    fallen = playing.playing_round().state.cards[0][3]
    assert (
        one(floor_of(playing).off_table(CardLocation(at="hand", seat=1, card=4)), "ruled").clause == "room-2012 GEN(11)"
    )
    assert fallen not in playing.playing_round().state.cards[0]
    playing.deal_on()
    assert playing.playing_round().street == "flop"


def test_a_hand_that_dies_on_the_way_leaves_the_pot_to_the_other() -> None:
    playing = all_in()
    floor_of(playing).fouled(1, protected=False)
    assert not playing.playing
    assert playing.stacks == {1: 0, 2: 100}
    assert len(named(playing.log, "board-dealt")) == 1, "nothing more is dealt"


def test_in_the_draw_the_last_card_can_be_reported_before_the_hands_are_opened() -> None:
    playing = dealt("oneida", "draw5-high", players=2, **NO_LIMIT)
    playing.act(2, "all in")
    playing.act(1, "call")
    playing.draw(2)
    state = playing.playing_round().state
    playing.draw(1, state.cards[0][:2])
    assert playing.playing_round().pending == "street"
    fallen = state.cards[0][4]
    floor_of(playing).off_table(CardLocation(at="hand", seat=1, card=5))
    assert fallen in state.out
    assert playing.playing_round().pending == "street"
    playing.deal_on()
    assert not playing.playing


def test_in_stud_an_up_card_is_replaced_and_nobody_is_asked_to_bet() -> None:
    playing = dealt("oneida", "stud7-high", players=2, **NO_LIMIT)
    first = playing.playing_round().actor
    playing.act(first, "all in")
    playing.act(3 - first, "call")
    assert (playing.playing_round().pending, playing.playing_round().street) == ("street", "fourth")
    floor_of(playing).off_table(CardLocation(at="hand", seat=1, card=4))
    assert playing.playing_round().pending == "street"
    for _ in range(4):
        playing.deal_on()
    assert not playing.playing


def test_hands_that_are_shown_in_turn_have_been_played_on() -> None:
    playing = all_in(table_all=False)
    for _ in range(3):
        playing.deal_on()
    assert playing.playing_round().pending == "show"
    with pytest.raises(HouseRulingRequired, match="has been played on"):
        floor_of(playing).off_table(CardLocation(at="board", card=5))
