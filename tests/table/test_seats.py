"""Who sits where with what: stakes, seats, button, blinds, the list."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.table.facade import dealer_of, floor_of, waiting_list_of
from tests.table.tables import by_book, call_down, dealt, fold_to, named, one, sign, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.table import PokerTable
from hoyle.table.poker.commands import ChangeCurrency, ChooseBlinds
from hoyle.table.seats import CancelDeferred

# Table stakes


@by_book(
    {"oneida": "XI.G.2(a)", "nj-19-47": "19:47-14.7[XI.G.2(a)]", "room-2012": "WAG(3)(i)"},
    also={"nj-19-47": "19:47-14.1 'table stakes'", "room-2012": "DEF 'table stakes'"},
)
def test_chips_are_added_between_rounds_only_and_never_taken_off(book: str, clause: str) -> None:
    playing = dealt(book)
    for promise in (playing.top_up(1, 50), playing.leave(1)):
        assert one(promise, "request-deferred").clause == clause
    with pytest.raises(IllegalError, match="off the table") as error:
        dealer_of(playing).remove(1, 50)
    assert error.value.clause == clause
    assert playing.stacks[1] == 200, "nothing is added, and nobody leaves, while the round is played"
    playing.do(CancelDeferred(seat=1, what="leave"))
    call_down(playing)
    names = [entry.name for entry in playing.log]
    brought = one(playing.log, "topped-up")
    assert (brought.seat, brought.chips, brought.clause) == (1, 50, clause)
    assert names.index("topped-up") > names.index("round-closed"), "the chips come when the round is over"
    assert sum(playing.stacks.values()) == 650
    before = playing.stacks[1]
    playing.top_up(1, 50)
    assert playing.stacks[1] == before + 50
    with pytest.raises(IllegalError, match="off the table"):
        dealer_of(playing).remove(1, 50)
    playing.leave(1)
    assert 1 not in playing.stacks


@by_book({"oneida": "XI.G.2", "nj-19-47": "19:47-14.7[XI.G.2]", "room-2012": "WAG(3)"})
def test_only_what_lay_there_when_the_round_began_can_be_bet(book: str, clause: str) -> None:
    playing = table(book, structure="no-limit", limits=(4,))
    playing.sit(4, 30, "short")
    playing.deal(stacked_deck(""))
    assert playing.playing_round().actor == 4
    assert playing.options().max_to == 30
    with pytest.raises(IllegalError, match="the maximum is 30"):
        playing.act(4, "raise to 31")
    playing.top_up(4, 100)
    assert playing.options().max_to == 30, "what is promised for later is not on the table yet"
    playing.act(4, "raise to 30")
    assert playing.stacks[4] == 0
    assert playing.book.wagers.table_stakes == clause


@by_book({"oneida": "XI.G.2(c)", "nj-19-47": "19:47-14.7[XI.G.2(c)]"})
def test_a_stack_must_cover_the_required_bets_and_one_bet_more(book: str, clause: str) -> None:
    playing = table(book, players=3)
    playing.leave(3)
    playing.sit(3, 7, "short")
    playing.sit(4, 200, "deep")
    # Seat 3 is due the big blind of 4 and would need 4 more: he is passed over and the blind falls on seat 4.
    playing.deal(stacked_deck(""))
    out = one(playing.log, "not-dealt-in")
    assert (out.seat, out.why, out.clause) == (3, "has 7 and needs 8", clause)
    assert [(post.seat, post.chips) for post in named(playing.log, "posted")] == [(2, 2), (4, 4)]
    fold_to(playing, 4)
    playing.top_up(3, 1)
    playing.deal(stacked_deck(""))
    assert playing.state.is_dealt_in(3)


@pytest.mark.clauses("oneida XI.G.1(a)", "oneida XI.G.1(c)", "oneida XI.G.2(c)")
def test_in_stud_the_ante_and_a_possible_forced_bet_count() -> None:
    playing = table("oneida", "stud7-high", players=3, ante=1)
    playing.leave(3)
    playing.sit(3, 6, "short")
    playing.deal(stacked_deck("2c 3c 4c 5c 6c 7c"))
    assert one(playing.log, "not-dealt-in").why == "has 6 and needs 7"
    antes = named(playing.log, "posted")
    assert [(post.what, post.seat, post.chips) for post in antes] == [("ante", 1, 1), ("ante", 2, 1)]
    names = [entry.name for entry in playing.log]
    assert names.index("posted") < names.index("dealt"), "the ante comes before the cards"
    assert playing.playing_round().pending == "forced bet"
    assert playing.playing_round().rules.c_forced == "oneida XI.I.4(a)"


@pytest.mark.parametrize("book", ["room-2012", "ca-omaha"])
def test_where_no_minimum_is_stated_one_chip_is_enough(book: str) -> None:
    playing = table(book)
    playing.sit(4, 1, "short")
    playing.deal(stacked_deck(""))
    assert playing.state.is_dealt_in(4)


@pytest.mark.clauses("oneida XI.G.2(b)")
def test_cash_on_the_table_plays_if_it_is_changed_at_once() -> None:
    playing = table("oneida", structure="no-limit", limits=(4,), players=2)
    playing.sit(3, 20, "cash", currency=80)
    playing.deal(stacked_deck(""))
    assert playing.playing_round().actor == 1
    playing.act(1, "call")
    playing.act(2, "call")
    entries = playing.act(3, "raise to 60")
    # 16 chips were left after the blind; the rest of the raise came out of his cash.
    changed = one(entries, "currency-changed")
    assert (changed.seat, changed.chips, changed.clause) == (3, 40, "oneida XI.G.2(b)")
    assert (playing.stacks[3], playing.state.poker_player(3).currency) == (40, 40)
    playing.act(1, "fold")
    playing.act(2, "fold")
    assert playing.stacks[3] == 108
    assert playing.state.player(3).chips == 68


@pytest.mark.clauses("nj-19-47 19:47-14.1 'table stakes'", "nj-19-47 19:47-14.7[XI.G.2]")
def test_in_new_jersey_cash_before_a_player_is_in_play_and_changed_when_it_is_bet() -> None:
    playing = table("nj-19-47", structure="no-limit", limits=(4,), players=2)
    playing.sit(3, 20, "cash", currency=80)
    playing.deal(stacked_deck(""))
    playing.act(1, "call")
    playing.act(2, "call")
    with pytest.raises(IllegalError, match="raise to 101"):
        playing.act(3, "raise to 101")
    changed = one(playing.act(3, "raise to 60"), "currency-changed")
    assert (changed.chips, changed.clause) == (40, "nj-19-47 19:47-14.1 'table stakes'")
    playing.top_up(1, 100)
    assert playing.stacks[1] == 196, "what is added now does not play in this round"


@pytest.mark.clauses("room-2012 WAG(3)", "room-2012 DEF 'table stakes'")
def test_in_the_room_of_2012_cash_may_lie_there_but_only_chips_are_wagered() -> None:
    playing = table("room-2012", structure="no-limit", limits=(4,), players=2)
    playing.sit(3, 20, "cash", currency=80)
    playing.sit(4, 0, "only cash", currency=50)
    kept_out = one(playing.deal(stacked_deck("")), "not-dealt-in")
    assert (kept_out.seat, kept_out.why) == (4, "has 0 and needs 1")
    assert (playing.stacks[3], playing.stacks[4]) == (96, 50)
    playing.act(1, "call")
    playing.act(2, "call")
    assert playing.options().max_to == 20
    playing.act(3, "all in")
    assert (playing.stacks[3], playing.state.poker_player(3).currency) == (80, 80)
    for refused in (lambda: dealer_of(playing).change_currency(3), lambda: dealer_of(playing).remove(3, 80)):
        with pytest.raises(IllegalError) as error:
            refused()
        assert error.value.clause == "room-2012 WAG(3)(i)"
    playing.act(1, "call")
    playing.act(2, "fold")
    while playing.playing:
        if playing.pending()[0].kind == "street":
            playing.deal_on()
        else:
            playing.act(playing.playing_round().actor, "check")
    before = playing.stacks[3]
    cash = [wait for wait in playing.pending() if wait.kind == "cash"]
    assert [(wait.seat, wait.optional) for wait in cash] == [(3, True), (4, True)]
    changed = one(dealer_of(playing).change_currency(3), "currency-changed")
    assert (changed.chips, changed.clause, playing.stacks[3]) == (80, "room-2012 WAG(3)", before)
    assert playing.state.poker_player(3).chips == before


@pytest.mark.clauses("oneida XI.G.2(b)")
def test_cash_that_is_added_lies_before_the_player_and_is_counted() -> None:
    playing = table("oneida", structure="no-limit", limits=(4,), players=2)
    before = playing.state.accounts()
    added = one(playing.top_up(2, 30, currency=50), "topped-up")
    assert (added.chips, added.currency) == (30, 50)
    assert (playing.stacks[2], playing.state.player(2).chips, playing.state.poker_player(2).currency) == (280, 230, 50)
    assert [(each.source, each.to, each.chips) for each in added.transfers()] == [("cashier", "seat 2", 80)]
    after = playing.state.accounts()
    moved = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert moved == {"cashier": -80, "seat 2": 80}


@pytest.mark.clauses("oneida XI.G.2(b)")
def test_cash_is_changed_into_chips_when_the_player_asks() -> None:
    playing = table("oneida", structure="no-limit", limits=(4,), players=2)
    playing.sit(3, 20, "cash", currency=80)
    changed = one(playing.do(ChangeCurrency(seat=3), by="cash"), "currency-changed")
    assert (changed.seat, changed.chips, changed.clause) == (3, 80, "oneida XI.G.2(b)")
    assert (playing.stacks[3], playing.state.player(3).chips, playing.state.poker_player(3).currency) == (100, 100, 0)
    with pytest.raises(IllegalError, match="seat 3 has no cash on the table"):
        playing.do(ChangeCurrency(seat=3), by="cash")


def test_a_book_without_a_word_on_cash_plays_chips() -> None:
    with pytest.raises(IllegalError, match="change it into chips first") as error:
        table("ca-omaha").sit(4, 20, "cash", currency=80)
    assert error.value.clause == "house table-stakes"


@by_book({"room-2012": "WAG(1)", "ca-omaha": "TABLE"})
def test_only_who_has_a_seat_may_bet(book: str, clause: str) -> None:
    playing = dealt(book)
    for try_it in (lambda: playing.act(7, "call"), lambda: dealer_of(playing).chips_in(7, [4])):
        with pytest.raises(IllegalError, match="seat 7 is empty") as error:
            try_it()
        assert error.value.clause == clause


# Seats


@by_book({"oneida": "XI.F.2", "nj-19-47": "19:47-14.6[OVER(1)]", "room-2012": "OVER(1)", "ca-omaha": "TABLE"})
def test_a_round_needs_two_players(book: str, clause: str) -> None:
    playing = table(book, players=2)
    playing.sit_out(2)
    with pytest.raises(IllegalError, match="1 player can be dealt in, 2 are needed") as error:
        playing.deal(stacked_deck(""))
    assert error.value.clause == clause
    playing.sit_in(2)
    assert playing.deal(stacked_deck(""))


@pytest.mark.clauses("oneida XI.F.2")
def test_eleven_may_sit_where_the_game_allows_eleven() -> None:
    playing = table("oneida", "holdem", players=11)
    playing.deal(stacked_deck(""))
    assert len(playing.playing_round().state.seats) == 11


def test_a_seat_has_one_player_and_a_player_one_seat() -> None:
    playing = table("oneida", players=2)
    with pytest.raises(IllegalError, match="seat 2 is taken by player 2"):
        playing.sit(2, 100, "late")
    with pytest.raises(IllegalError, match="player 2 sits at this table already"):
        playing.sit(3, 100, "player 2")
    with pytest.raises(IllegalError, match="nobody sits in seat 5; seats taken: 1, 2"):
        playing.leave(5)


def test_a_newcomer_brings_the_buy_in() -> None:
    playing = table("oneida", players=2, chips=100, buy_in=80)
    with pytest.raises(IllegalError, match="79 chips: the buy-in is 80 or more"):
        playing.sit(3, 79, "short")
    with pytest.raises(InvalidError, match="-5"):
        playing.sit(3, -5, "debtor")
    assert playing.sit(3, 80, "enough")


def test_whoever_sits_out_is_not_dealt_in_and_keeps_his_chips() -> None:
    playing = table("oneida", players=4)
    playing.sit_out(3)
    playing.deal(stacked_deck(""))
    assert playing.playing_round().state.seats == [1, 2, 4]
    assert playing.stacks[3] == 200
    with pytest.raises(IllegalError, match="seat 3 sits out already"):
        playing.sit_out(3)
    # Not in the round, so free to add, and to go.
    playing.top_up(3, 10)
    playing.leave(3)
    assert playing.state.accounts()["cashier"] == -600


# Button and blinds


@pytest.mark.parametrize(
    ("book", "game", "start", "moves"),
    [
        pytest.param(b, g, f"{b} {s}", f"{b} {m}", id=f"{b}-{g}", marks=pytest.mark.clauses(*cites))
        for b, g, s, m, cites in (
            ("oneida", "holdem", "XI.J.3(b)", "XI.J.3(c)", ("oneida XI.J.3(b)", "oneida XI.J.3(c)")),
            ("oneida", "omaha-high", "XI.K.3(b)", "XI.K.3(c)", ("oneida XI.K.3(b)", "oneida XI.K.3(c)")),
            ("oneida", "draw5-high", "XI.L.3(b)", "XI.L.3(c)", ("oneida XI.L.3(b)", "oneida XI.L.3(c)")),
            ("ca-omaha", "", "DEAL.2", "ACTION", ("ca-omaha DEAL.2", "ca-omaha ACTION")),
            ("room-2012", "", "OMA(2)", "DEF 'button'", ("room-2012 OMA(2)",)),
        )
    ],
)
def test_the_button_is_drawn_for_highest_card_first_and_goes_round(
    book: str, game: str, start: str, moves: str
) -> None:
    playing = PokerTable.open(sign(book, game))
    for seat in (2, 4, 7):
        playing.sit(seat, 200)
    with pytest.raises(IllegalError, match="must be drawn for") as error:
        playing.deal(stacked_deck(""))
    assert error.value.clause == start
    with pytest.raises(InvalidError, match="seat 7 has no card"):
        playing.draw_button({2: "Ah", 4: "Kd"})
    placed = one(playing.draw_button({2: "Ah", 4: "Kd", 7: "As"}), "button-placed")
    assert (placed.seat, placed.clause) == (7, start), "equal ranks by suit, spades first"
    with pytest.raises(IllegalError, match="lies at seat 7 already"):
        playing.draw_button({2: "Ah", 4: "Kd", 7: "As"})
    playing.deal(stacked_deck(""))
    assert one(playing.log, "opened").button == 7
    moved = named(call_down(playing).log, "button-placed")[-1]
    assert (moved.seat, moved.clause) == (2, moves), "the next seat that is taken, past the empty ones"


@pytest.mark.parametrize(
    ("book", "game", "start", "moves"),
    [
        pytest.param(b, g, f"{b} {s}2", f"{b} {s}3", marks=pytest.mark.clauses(f"{b} {s}2", f"{b} {s}3", *more))
        for b, g, s, more in (
            ("nj-19-47", "holdem", "19:47-14.10(c)", ()),
            ("nj-19-47", "omaha-high", "19:47-14.10(c)", ("nj-19-47 19:47-14.11(c)",)),
            ("nj-19-47", "draw5-low", "19:47-14.10(c)", ("nj-19-47 19:47-14.12(c)",)),
            ("nj-13-69f", "big-omaha-high", "13:69F-14.10(c)", ("nj-13-69f 13:69F-14.11(A)(c)",)),
        )
    ],
)
def test_in_new_jersey_the_button_starts_at_the_dealers_right(book: str, game: str, start: str, moves: str) -> None:
    playing = PokerTable.open(sign(book, game))
    for seat in (1, 3, 6):
        playing.sit(seat, 200)
    playing.deal(stacked_deck(""))
    placed = named(playing.log, "button-placed")[-1]
    assert placed.seat == 6
    assert one(playing.log, "opened").button == 6
    moved = named(call_down(playing).log, "button-placed")[-1]
    assert moved.seat == 1
    own = {"omaha-high": "nj-19-47 19:47-14.11(c)", "draw5-low": "nj-19-47 19:47-14.12(c)"}
    assert placed.clause in (start, own.get(game))
    assert moved.clause in (moves, own.get(game))


def test_the_button_passes_over_whoever_is_not_dealt_in() -> None:
    playing = table("oneida", players=4)
    playing.deal(stacked_deck(""))
    call_down(playing)
    assert playing.button == 2
    playing.sit_out(2)
    playing.sit_out(3)
    playing.deal(stacked_deck(""))
    assert (playing.button, named(playing.log, "opened")[-1].button) == (4, 4)


def test_the_button_needs_no_draw_in_stud() -> None:
    playing = table("oneida", "stud7-high")
    with pytest.raises(IllegalError, match="stud7-high is played without a button"):
        playing.draw_button({1: "As", 2: "Ks", 3: "Qs"})
    playing.deal(stacked_deck(""))
    assert playing.button == 0


def missed(rule: str) -> PokerTable:
    """Four players; seat 3 is away while button and blinds go past it."""
    playing = table("oneida", players=4, missed_blinds=rule)
    playing.sit_out(3)
    for _ in range(2):
        playing.deal(stacked_deck(""))
        call_down(playing)
    return playing


def test_blinds_that_pass_a_player_are_remembered() -> None:
    playing = missed("dead")
    # With the button at 1 he would have posted the big blind, with it at 2 the small one.
    assert [(entry.seat, entry.blind) for entry in named(playing.log, "blind-missed")] == [(3, 1), (3, 0)]
    assert named(missed("none").log, "blind-missed") == []


def test_missed_blinds_are_posted_on_return_the_largest_live_and_the_rest_dead() -> None:
    playing = missed("dead")
    assert playing.button == 4
    playing.sit_in(3)
    playing.deal(stacked_deck(""))
    posts = [(post.seat, post.what, post.chips) for post in named(playing.log, "posted")[-4:]]
    assert posts == [(1, "blind", 2), (2, "blind", 4), (3, "post", 4), (3, "made-up", 2)]
    assert playing.playing_round().state.dead == 2
    assert playing.playing_round().actor == 3, "the betting starts left of the last blind"
    assert playing.options().check, "his post is live: he may check"
    call_down(playing)
    assert playing.state.poker_player(3).missed == [], "he owes nothing any more"


def test_a_player_who_missed_his_blinds_waits_for_the_next() -> None:
    playing = missed("wait")
    playing.sit_in(3)
    playing.deal(stacked_deck(""))
    kept = one(playing.log[-30:], "not-dealt-in")
    assert (kept.seat, kept.clause) == (3, "house missed-blinds")
    call_down(playing)
    assert playing.button == 1
    playing.deal(stacked_deck(""))
    posts = [(post.seat, post.chips) for post in named(playing.log, "posted")[-2:]]
    assert posts == [(2, 2), (3, 4)], "the big blind has reached him and he is in"


def test_a_player_who_missed_his_blinds_may_post_or_wait() -> None:
    playing = missed("dead")
    playing.sit_in(3)
    assert playing.button == 4
    (wait,) = [wait for wait in playing.pending() if wait.kind == "blinds"]
    assert (wait.seat, wait.person, wait.optional) == (3, "player 3", True)
    assert [(each.do, each.fixed) for each in wait.choices] == [("choose-blinds", {"seat": 3, "wait": True})]
    chosen = playing.do(ChooseBlinds(seat=3, wait=True), by="player 3")[0]
    assert (chosen.name, chosen.seat, chosen.waits) == ("blinds-chosen", 3, True)
    assert chosen.clause == "house missed-blinds"
    with pytest.raises(IllegalError, match="seat 3 waits already"):
        playing.do(ChooseBlinds(seat=3, wait=True), by="player 3")
    playing.deal(stacked_deck(""))
    assert one(playing.log, "not-dealt-in").why == "waits for the missed blind to come round"
    call_down(playing)
    seen = playing.view().seats[2]
    assert (seen.missed_blinds, seen.waits_for_blind) == (2, True), "he still owes them"
    assert playing.pending()[-1].choices[0].fixed == {"seat": 3, "wait": False}
    # He has waited long enough: he would rather post.
    playing.do(ChooseBlinds(seat=3, wait=False), by="player 3")
    with pytest.raises(IllegalError, match="seat 3 posts already"):
        playing.do(ChooseBlinds(seat=3, wait=False), by="player 3")


def test_a_player_who_waits_is_dealt_in_when_the_blind_comes_round_to_him() -> None:
    playing = missed("dead")
    playing.sit_in(3)
    playing.do(ChooseBlinds(seat=3, wait=True), by="player 3")
    for _ in range(2):
        playing.deal(stacked_deck(""))
        call_down(playing)
    posts = [(post.seat, post.what, post.chips) for post in named(playing.log, "posted")[-2:]]
    assert posts == [(2, "blind", 2), (3, "blind", 4)], "he posts the big blind and nothing besides"
    player = playing.state.poker_player(3)
    assert (player.missed, player.waits) == ([], False)


def test_only_who_missed_a_blind_has_a_choice_and_only_where_the_sign_gives_it() -> None:
    for rule in ("none", "wait"):
        playing = missed(rule)
        with pytest.raises(IllegalError, match=f"missed blinds at this table: {rule}"):
            playing.do(ChooseBlinds(seat=3, wait=True), by="player 3")
    playing = missed("dead")
    with pytest.raises(IllegalError, match="seat 1 has missed no blind"):
        playing.do(ChooseBlinds(seat=1, wait=True), by="player 1")


def test_missed_blinds_go_with_the_player_and_not_with_his_seat() -> None:
    playing = missed("dead")
    playing.leave(3)
    playing.sit(3, 200, "newcomer")
    playing.deal(stacked_deck(""))
    assert [post for post in named(playing.log, "posted") if post.what in ("post", "made-up")] == []
    assert playing.state.is_dealt_in(3)


def test_blinds_made_up_in_a_round_that_is_void_are_owed_again() -> None:
    playing = missed("dead")
    playing.sit_in(3)
    before = playing.stacks
    for _ in range(2):
        playing.deal(stacked_deck(""))
        posts = [(post.seat, post.what, post.chips) for post in named(playing.log, "posted")[-2:]]
        assert posts == [(3, "post", 4), (3, "made-up", 2)]
        floor_of(playing).no_cut()
        assert playing.stacks == before
    assert playing.state.poker_player(3).missed == [1, 0]


def test_without_a_rule_a_player_comes_back_for_nothing() -> None:
    playing = missed("none")
    playing.sit_in(3)
    playing.deal(stacked_deck(""))
    assert 3 not in [post.seat for post in named(playing.log, "posted")[-2:]]
    assert playing.state.is_dealt_in(3)


# Waiting list


@by_book({"oneida": "XI.S.1", "room-2012": "WAIT", "nj-19-47": "19:47-14.17[WAIT]"})
def test_the_list_is_first_come_first_served_and_only_its_seats_are_announced(book: str, clause: str) -> None:
    playing = table(book, players=2, seats=3)
    with pytest.raises(IllegalError, match="nobody is waiting for it") as error:
        waiting_list_of(playing).announce(3)
    assert error.value.clause == clause
    for name in ("Ann", "Bob"):
        assert one(waiting_list_of(playing).add(name), "waiting-list-changed").clause == clause
    assert waiting_list_of(playing).names == ["Ann", "Bob"]
    with pytest.raises(IllegalError, match="seat 2 is taken"):
        waiting_list_of(playing).announce(2)
    said = one(waiting_list_of(playing).announce(3), "name-called")
    assert (said.seat, said.player, said.clause) == (3, "Ann", clause)
    with pytest.raises(IllegalError, match="Ann is first on the list") as error:
        playing.sit(3, 100, "Bob")
    assert error.value.clause == clause
    playing.sit(3, 100, "Ann")
    assert waiting_list_of(playing).names == ["Bob"]
    waiting_list_of(playing).strike("Bob")
    with pytest.raises(IllegalError, match="Bob is not on the list"):
        waiting_list_of(playing).strike("Bob")


@by_book({"oneida": "XI.S.1", "room-2012": "WAIT", "nj-19-47": "19:47-14.17[WAIT]"})
def test_who_was_called_and_did_not_come_no_longer_holds_up_the_others(book: str, clause: str) -> None:
    playing = table(book, players=2, seats=4)
    for name in ("Ann", "Bob", "Cyd"):
        waiting_list_of(playing).add(name)
    with pytest.raises(IllegalError, match="Ann cannot be passed over: nobody was called") as error:
        waiting_list_of(playing).pass_over("Ann")
    assert error.value.clause == clause
    waiting_list_of(playing).announce(3)
    with pytest.raises(IllegalError, match="Bob cannot be passed over: Ann was called"):
        waiting_list_of(playing).pass_over("Bob")
    passed = one(waiting_list_of(playing).pass_over("Ann"), "name-passed-over")
    assert (passed.player, passed.clause) == ("Ann", clause)
    assert waiting_list_of(playing).names == ["Ann", "Bob", "Cyd"], "she stays on the list"
    with pytest.raises(IllegalError, match="Bob is first on the list"):
        playing.sit(3, 100, "Cyd")
    assert one(waiting_list_of(playing).announce(3), "name-called").player == "Bob"
    playing.sit(3, 100, "Bob")
    # For the next seat she is first again.
    with pytest.raises(IllegalError, match="Ann is first on the list") as error:
        playing.sit(4, 100, "Cyd")
    assert error.value.clause == clause
    playing.sit(4, 100, "Ann")
    assert waiting_list_of(playing).names == ["Cyd"]


def test_who_was_passed_over_may_still_come_in_time() -> None:
    playing = table("oneida", players=2, seats=3)
    for name in ("Ann", "Bob"):
        waiting_list_of(playing).add(name)
    waiting_list_of(playing).announce(3)
    waiting_list_of(playing).pass_over("Ann")
    playing.sit(3, 100, "Ann")
    assert waiting_list_of(playing).names == ["Bob"]


def test_when_everybody_was_passed_over_the_seat_is_anybodys() -> None:
    playing = table("oneida", players=2, seats=3)
    waiting_list_of(playing).add("Ann")
    waiting_list_of(playing).announce(3)
    waiting_list_of(playing).pass_over("Ann")
    with pytest.raises(IllegalError, match="nobody is waiting for it"):
        waiting_list_of(playing).announce(3)
    playing.sit(3, 100, "walk-in")
    assert waiting_list_of(playing).names == ["Ann"]


def test_nobody_is_on_the_list_twice() -> None:
    playing = table("oneida", players=2)
    waiting_list_of(playing).add("Ann")
    refusals: list[tuple[str, Any]] = [("Ann", IllegalError), ("player 1", IllegalError), ("", InvalidError)]
    for name, kind in refusals:
        with pytest.raises(kind):
            waiting_list_of(playing).add(name)
    assert waiting_list_of(playing).names == ["Ann"]


def test_no_name_that_the_house_gave_is_given_again() -> None:
    playing = table("oneida")
    for _ in range(2):
        playing.leave(3)
        playing.sit(3, 100, "player 3")
    for name in ("player 3, 2", "player 3, 3"):
        playing.leave(3)
        playing.sit(3, 100)
        assert playing.roster.players[3].name == name
    playing = PokerTable.resume(playing.checkpoint())
    playing.leave(3)
    playing.sit(3, 100, "player 4")
    playing.sit(4, 100)
    assert playing.roster.players[4].name == "player 4, 2"


def test_a_checkpoint_does_not_grow_with_everybody_who_was_ever_here() -> None:
    playing = table("oneida")
    before = len(json.dumps(playing.checkpoint()))
    for number in range(200):
        playing.sit(4, 100, f"guest {number}")
        playing.leave(4)
    assert len(json.dumps(playing.checkpoint())) < before + 20


def test_a_checkpoint_that_names_everybody_who_was_ever_here_is_taken_up() -> None:
    older = table("oneida").checkpoint()
    older["state"]["roster"]["default_names"] = ["ann", "player 1", "player 2", "player 3", "player 4", "player 4, 2"]
    playing = PokerTable.resume(older)
    playing.sit(4, 100)
    assert playing.roster.players[4].name == "player 4, 3"
