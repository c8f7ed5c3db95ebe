"""What a table waits for is kept until something changes, and never a moment longer."""

from __future__ import annotations

import pytest
from tests.games.dice.random_sessions import craps_table, seated

from hoyle.core.cards import DECK
from hoyle.core.errors import HoyleError
from hoyle.table import PokerTable, PostedSign
from hoyle.table.dice.table import DiceTable
from hoyle.table.poker import pending_decisions as poker_waits
from hoyle.table.poker.commands import Bet, Call, Check


def no_limit(seats: int = 2) -> PokerTable:
    sign = PostedSign(book="house", game="holdem", structure="no-limit", limits=(2,), blinds=(1, 2))
    table = PokerTable.open(sign, keep_log=False)
    for seat in range(1, seats + 1):
        table.sit(seat, 100_000, f"player {seat}")
    table.draw_button(dict(enumerate(("As", "2c", "3c")[:seats], start=1)))
    return table


def test_the_same_moment_of_two_hands_is_offered_in_the_same_words() -> None:
    table = no_limit()
    table.deal(list(DECK))
    first = table.pending()[0]
    table.act(first.seat, "fold")
    table.deal(list(DECK))
    table.act(table.pending()[0].seat, "fold")
    table.deal(list(DECK))
    again = table.pending()[0]
    assert again.seat == first.seat
    assert [choice.label for choice in again.choices][:2] == [choice.label for choice in first.choices][:2]


def test_an_offer_follows_the_stack_of_whoever_acts() -> None:
    table = no_limit()
    table.deal(list(DECK))
    first = table.pending()[0]
    table.act(first.seat, "fold")
    table.deal(list(DECK))
    table.act(table.pending()[0].seat, "fold")
    table.top_up(first.seat, 50)
    table.deal(list(DECK))
    again = table.pending()[0]
    assert again.seat == first.seat
    assert again.choices[-1].bounds[0].max == first.choices[-1].bounds[0].max + 50


def test_a_table_remembers_only_so_many_offers() -> None:
    table = no_limit()
    for to in range(4, 4 + 2 * poker_waits._MAX_CACHED):
        table.deal(list(DECK))
        table.do(Bet(seat=table.pending()[0].seat, to=to))
        table.do(Call(seat=table.pending()[0].seat))
        while table.playing:
            table.do(Check(seat=table.pending()[0].seat))
        assert 0 < len(table.decision_cache) <= poker_waits._MAX_CACHED


def at_craps() -> DiceTable:
    table = seated(craps_table(), "ann", "bob")
    table.offer()
    table.accept(1)
    return table


def test_whoever_asks_gets_a_list_of_his_own() -> None:
    table = no_limit()
    told = table.pending()
    wanted = list(told)
    told.clear()
    assert table.pending() == wanted


def test_what_somebody_was_told_stays_what_it_was() -> None:
    table = at_craps()
    wanted = list(at_craps().pending())
    told = table.pending()
    table.bet(1, "pass", 10)
    assert told == wanted
    assert table.pending() != wanted
    entry = table.log[-1]
    again = table.pending()
    wanted = list(table.fork().pending())
    table.apply(entry.__class__(**{**entry.fields(), "id": "w2"}))
    assert again == wanted


def test_what_is_awaited_may_be_gone_through_while_it_is_done() -> None:
    table = at_craps()
    done = [table.bet(wait.seat, "field", 5) for wait in table.pending() if wait.kind == "wagers"]
    assert len(done) == 2


def test_what_is_awaited_is_a_row_that_nobody_can_change() -> None:
    told = at_craps().pending()
    waits = list(told)
    assert (len(told), told[0], told[-1], told[1:3]) == (len(waits), waits[0], waits[-1], waits[1:3])
    assert repr(told) == repr(waits)
    assert told == tuple(waits)
    assert told != waits[1:]
    with pytest.raises(IndexError):
        told[len(waits)]
    with pytest.raises(TypeError, match="unhashable"):
        hash(told)


def test_a_bet_changes_what_is_offered_to_its_maker_alone() -> None:
    table = at_craps()
    before = {wait.seat: wait for wait in table.pending() if wait.kind == "wagers"}
    table.bet(2, "field", 5)
    after = {wait.seat: wait for wait in table.pending() if wait.kind == "wagers"}
    assert after[1] is before[1]
    assert after[2] != before[2]
    assert "take-down" in [choice.do for choice in after[2].choices]


def test_a_refused_bet_leaves_every_offer_as_it_was() -> None:
    table = at_craps()
    before = table.pending()
    with pytest.raises(HoyleError):
        table.bet(2, "field", 10**6)
    assert table.pending() == before


def test_chips_taken_back_to_the_last_footing_are_offered_again() -> None:
    table = at_craps()
    footing, before = table.snapshot(), table.pending()
    table.bet(1, "pass", 10)
    assert table.pending() != before
    table.reset_to(footing)
    assert table.pending() == before


def test_offers_beyond_those_it_remembers_make_it_forget_the_others() -> None:
    table = no_limit()
    table.deal(list(DECK))
    first = table.pending()[0]
    (offer,) = table.decision_cache.values()
    for number in range(poker_waits._MAX_CACHED):
        table.decision_cache[-1 - number] = offer
    table.do(Call(seat=first.seat))
    assert table.pending()[0].seat != first.seat
    assert len(table.decision_cache) == 1
