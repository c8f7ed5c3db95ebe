"""Hands and players on the floor: fouled, left, thrown away, wanted, killed; conduct and disputes."""

from __future__ import annotations

import re

import pytest
from tests.table.facade import floor_of, waiting_list_of
from tests.table.tables import by_book, call_down, dealer_mucks, dealt, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.table import PokerTable, Rake
from hoyle.table.seats import JoinWaitingList

# Fouled hands


@by_book({"oneida": "XI.P.10", "room-2012": "GEN(9)", "nj-19-47": "19:47-14.15[GEN(9)]"})
@pytest.mark.parametrize("swept", [True, False])
def test_an_unprotected_hand_has_no_redress(book: str, clause: str, swept: bool) -> None:
    playing = dealt(book)
    playing.act(1, "raise to 8")
    ruled = one(floor_of(playing).fouled(1, protected=False, swept=swept), "ruled")
    assert (ruled.result, ruled.clause) == ("dead hand, no refund", clause)
    assert one(playing.log, "hand-killed").seat == 1
    assert playing.stacks[1] == 192, "his bet stays in the pot"
    call_down(playing)
    assert 1 not in [award.seat for award in named(playing.log, "awarded")]


@pytest.mark.clauses("oneida XI.P.10(a)")
@pytest.mark.parametrize("game", ["stud7-high", "stud5-high"])
def test_in_stud_hole_cards_count_as_protected_against_fouling(game: str) -> None:
    playing = dealt("oneida", game, ante=1)
    ruled = one(floor_of(playing).fouled(2, protected=False), "ruled")
    assert ruled.result == "refund own money"
    assert "oneida XI.P.10(a)" in ruled.clauses
    assert playing.stacks[2] == 200
    # Swept up by the dealer is not fouled: there the rule says nothing of stud.
    swept = dealt("oneida", game, ante=1)
    assert one(floor_of(swept).fouled(2, protected=False, swept=True), "ruled").result == "dead hand, no refund"


@by_book({"oneida": "XI.P.10(b)", "room-2012": "GEN(9)(i)", "nj-19-47": "19:47-14.15[GEN(9)(i)]"})
def test_a_protected_hand_that_discards_have_touched_is_put_together_again(book: str, clause: str) -> None:
    playing = dealt(book)
    before = list(playing.playing_round().state.cards[1])
    ruled = one(floor_of(playing).fouled(2, protected=True, reconstructable=True), "ruled")
    assert (ruled.result, ruled.clause) == ("reconstruct, play on", clause)
    assert playing.playing_round().state.cards[1] == before
    assert playing.playing_round().state.live[1]


@by_book({"oneida": "XI.P.10(c)", "room-2012": "GEN(9)(ii)", "nj-19-47": "19:47-14.15[GEN(9)(ii)]"})
def test_the_victim_of_a_ruined_hand_gets_back_what_he_put_in(book: str, clause: str) -> None:
    playing = dealt(book)
    for seat, word in ((1, "raise to 8"), (2, "call"), (3, "call"), (2, "bet 4"), (3, "call")):
        playing.act(seat, word)
    ruled = one(floor_of(playing).fouled(3, protected=True), "ruled")
    assert (ruled.result, ruled.clause) == ("refund own money", clause)
    assert playing.stacks == {1: 192, 2: 188, 3: 200}
    assert playing.playing_round().state.pot == 8 + 12
    call_down(playing)
    assert playing.stacks[3] == 200
    guilty = dealt(book)
    guilty.act(1, "raise to 8")
    assert one(floor_of(guilty).fouled(1, protected=True, contributed=True), "ruled").result == "dead hand, no refund"
    assert guilty.stacks[1] == 192


@pytest.mark.clauses("oneida XI.P.10(c)")
def test_a_refund_after_side_pots_leaves_every_chip_somewhere() -> None:
    playing = table("oneida", players=2, structure="no-limit", limits=(4,), rake=Rake(percent=10))
    playing.sit(3, 50, "short")
    playing.sit(4, 300, "deep")
    playing.deal(stacked_deck(""))
    for seat, word in ((4, "raise to 50"), (1, "call"), (2, "fold"), (3, "all in")):
        playing.act(seat, word)
    for seat, word in ((4, "bet 60"), (1, "call")):
        playing.act(seat, word)
    assert len(playing.playing_round().state.taken) == 2, "rake lies in the main pot and in a side pot"
    floor_of(playing).fouled(3, protected=True)
    assert playing.stacks[3] == 50
    call_down(playing)
    accounts = playing.state.accounts()
    assert sum(playing.stacks.values()) + accounts["drop box"] == 2 * 200 + 50 + 300
    assert accounts["pot"] == 0


@pytest.mark.parametrize("protected", [True, False])
def test_a_wrong_number_of_cards_fouls_a_hand(protected: bool) -> None:
    playing = dealt("oneida")
    playing.act(1, "raise to 8")
    ruled = one(floor_of(playing).wrong_number(1, protected=protected), "ruled")
    assert ruled.result == ("refund own money" if protected else "dead hand, no refund")
    assert "oneida XI.A.16" in ruled.clauses
    assert playing.stacks[1] == (200 if protected else 192)


# Leaving


@pytest.mark.clauses("oneida XI.P.10(d)")
@pytest.mark.parametrize(("protected", "comment"), [(True, True), (False, False)])
def test_in_oneida_whoever_leaves_the_vicinity_has_given_up_the_pot(protected: bool, comment: bool) -> None:
    playing = dealt("oneida")
    playing.act(1, "raise to 8")
    ruled = one(floor_of(playing).left(1, protected=protected, comment=comment), "ruled")
    assert (ruled.result, ruled.clause) == ("hand discarded", "oneida XI.P.10(d)")
    assert not playing.playing_round().state.live[0]
    assert playing.playing_round().state.pot == 14
    assert playing.playing_round().actor == 2, "his raise still stands to be called"


@by_book({"room-2012": "GEN(9)(iii)", "nj-19-47": "19:47-14.15[GEN(9)(iii)]"})
def test_elsewhere_only_an_unprotected_hand_left_without_a_word_is_lost(book: str, clause: str) -> None:
    for protected, comment in ((True, True), (True, False), (False, True)):
        playing = dealt(book)
        ruled = one(floor_of(playing).left(2, protected=protected, comment=comment), "ruled")
        assert (ruled.result, ruled.clause) == ("hand stands", clause)
        assert playing.playing_round().state.live[1]
    playing = dealt(book)
    assert one(floor_of(playing).left(2, protected=False, comment=False), "ruled").result == "hand discarded"
    assert not playing.playing_round().state.live[1]


def test_when_the_others_have_gone_the_last_player_takes_the_pot() -> None:
    playing = dealt("oneida")
    floor_of(playing).left(1, protected=False, comment=False)
    floor_of(playing).left(3, protected=False, comment=False)
    assert not playing.playing
    assert one(playing.log, "awarded").seat == 2


def test_a_forced_bettor_who_leaves_is_replaced_by_the_next_lowest_card() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 4c 9d 9h")
    assert (playing.playing_round().actor, playing.playing_round().pending) == (1, "forced bet")
    floor_of(playing).left(1, protected=False, comment=False)
    assert (playing.playing_round().actor, playing.playing_round().pending) == (2, "forced bet")
    call_down(playing)
    assert playing.stacks[1] == 200


def test_a_drawer_who_leaves_is_passed_over() -> None:
    playing = dealt("oneida", "draw5-high")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    assert (playing.playing_round().pending, playing.playing_round().actor) == ("draw", 2)
    floor_of(playing).left(2, protected=False, comment=False)
    assert (playing.playing_round().pending, playing.playing_round().actor) == ("draw", 3)
    call_down(playing)
    assert sum(playing.stacks.values()) == 600


# Conduct that folds


@by_book(
    {"oneida": "XI.P.11(a)(i)", "room-2012": "GEN(10)(i)", "nj-19-47": "19:47-14.15[GEN(10)(i)]"},
    also={"oneida": "XI.P.11(a)"},
)
def test_a_hand_thrown_toward_the_muck_in_turn_is_folded(book: str, clause: str) -> None:
    playing = dealt(book)
    ruled = one(floor_of(playing).discard(1), "ruled")
    assert (ruled.result, ruled.clause) == ("fold", clause)
    assert one(playing.log, "folded").seat == 1
    with pytest.raises(IllegalError):
        floor_of(playing).discard(1)
    # Out of turn he has no bet to make or call: no clause covers it.
    with pytest.raises(HouseRulingRequired):
        floor_of(playing).discard(3)
    floor_of(playing).discard(3, house="hand discarded")
    assert one(playing.log, "awarded").seat == 2


@pytest.mark.clauses("oneida XI.P.11(a)(ii)", "oneida XI.P.11(a)")
@pytest.mark.parametrize("game", ["stud7-high", "stud5-high"])
def test_in_stud_turning_ones_up_cards_down_is_a_fold(game: str) -> None:
    playing = dealt("oneida", game)
    playing.act(playing.playing_round().actor, "bring in")
    seat = playing.playing_round().actor
    ruled = one(floor_of(playing).upcards_down(seat), "ruled")
    assert (ruled.result, ruled.clause) == ("fold", "oneida XI.P.11(a)(ii)")
    assert one(playing.log, "folded").seat == seat
    with pytest.raises(HouseRulingRequired):
        floor_of(dealt("oneida", "holdem")).upcards_down(1)
    jersey = dealt("nj-19-47", game)
    jersey.act(jersey.playing_round().actor, "bring in")
    with pytest.raises(HouseRulingRequired):
        floor_of(jersey).upcards_down(jersey.playing_round().actor)


@by_book({"oneida": "XI.P.11(b)", "room-2012": "GEN(10)(ii)", "nj-19-47": "19:47-14.15[GEN(10)(ii)]"})
@pytest.mark.parametrize(("owing", "chips", "bet"), [("raise to 8", 8, 8), ("call", 4, 4)])
def test_a_bet_bound_by_words_is_owed_although_the_hand_is_gone(
    book: str, clause: str, owing: str, chips: int, bet: int
) -> None:
    playing = dealt(book)
    entries = floor_of(playing).discard(1, owing=owing)
    debt = named(entries, "ruled")[-1]
    assert (debt.result, debt.clause) == ("fold, bet still owed", clause)
    assert playing.stacks[1] == 200 - chips
    state = playing.playing_round().state
    assert (state.live[0], state.current_bet, playing.playing_round().actor) == (False, bet, 2)
    with pytest.raises(InvalidError, match="name a bet, a call or a raise"):
        floor_of(playing).discard(2, owing="check")


@pytest.mark.clauses("oneida XI.P.11(b)", "oneida XI.P.5")
def test_a_forced_bet_is_owed_although_its_player_throws_his_hand_away() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 4c 9d 9h")
    entries = floor_of(playing).discard(1)
    assert named(entries, "ruled")[-1].clause == "oneida XI.P.11(b)"
    assert playing.stacks[1] == 198
    state = playing.playing_round().state
    assert (state.live[0], playing.playing_round().actor) == (False, 2)
    for seat in (2, 3):
        playing.act(seat, "call")
    # P.5: nobody has bet since, so his seat is still dealt a card, which is dead.
    assert named(playing.log, "dealt")[-1].seats == [1, 2, 3]


@pytest.mark.clauses("oneida XI.P.11(b)")
def test_in_five_card_stud_the_opener_owes_his_bet() -> None:
    playing = dealt("oneida", "stud5-high")
    playing.act(playing.playing_round().actor, "bring in")
    while playing.playing_round().street == "second":
        playing.act(playing.playing_round().actor, "call")
    seat = playing.playing_round().actor
    before = playing.stacks[seat]
    floor_of(playing).upcards_down(seat)
    assert playing.stacks[seat] == before - 4, "the high hand must bet (M.6)"
    assert playing.playing_round().state.current_bet == 4


@pytest.mark.clauses("oneida XI.P.11(b)")
def test_the_last_call_of_a_hand_is_owed_and_wins_nothing() -> None:
    # Seat 1 has aces, says "call" on the river, and throws his hand away.
    playing = dealt("oneida", "holdem", top=f"2c 3c As 2d 3d Ah {BOARD}")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    for _ in range(2):
        for seat in (2, 3, 1):
            playing.act(seat, "check")
    playing.act(2, "bet 8")
    playing.act(3, "fold")
    floor_of(playing).discard(1, owing="call")
    assert not playing.playing
    assert one(playing.log, "awarded").seat == 2
    assert (playing.stacks[1], playing.stacks[2]) == (188, 216)


# The showdown


BOARD = "9c Kd 7h 8s 9d Jc 9h Qc"
"""Burns and board of a hand in which a pair in the hole is what counts."""


def to_the_showdown(book: str, game: str = "holdem", hands: str = "2c 3c As 2d 3d Ah") -> PokerTable:
    """Three players about to show, seat 2 first. In hold'em seat 1 has aces, seat 3 threes, seat 2 twos."""
    playing = dealt(book, game, top=f"{hands} {BOARD}" if game == "holdem" else "", table_all=False)
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "call" if playing.options().call else "check")
    return playing


@by_book({"oneida": "XI.P.4", "room-2012": "GEN(4)", "nj-19-47": "19:47-14.15[GEN(4)]"})
def test_the_house_may_ask_to_see_any_discarded_hand(book: str, clause: str) -> None:
    playing = to_the_showdown(book, "omaha-hilo8" if book == "room-2012" else "holdem")
    hand = list(playing.playing_round().state.cards[1])
    playing.concede(2)
    with pytest.raises(IllegalError, match="seat 3 has discarded no hand"):
        floor_of(playing).disclose(3)
    shown = one(floor_of(playing).disclose(2), "disclosed")
    assert (shown.cards, shown.clause) == (hand, clause)
    assert playing.playing_round().state.hands[1] == 2, "it stays discarded"
    call_down(playing)
    assert 2 not in [award.seat for award in named(playing.log, "awarded")]
    # A hand folded in the betting, asked for after the pot is pushed.
    folded = dealt(book)
    hand = list(folded.playing_round().state.cards[0])
    folded.act(1, "fold")
    folded.act(2, "fold")
    assert one(floor_of(folded).disclose(1), "disclosed").cards == hand
    assert PokerTable.load(folded.dump()) == folded


@pytest.mark.clauses("oneida XI.Q.1", "oneida XI.Q.2")
def test_a_tabled_winner_cannot_be_killed() -> None:
    playing = to_the_showdown("oneida")
    playing.show(2)
    with pytest.raises(IllegalError, match="tabled and wins") as error:
        floor_of(playing).muck(2)
    assert error.value.clause == "oneida XI.Q.2"
    playing.show(3)
    # Threes are tabled now: the twos are beaten and may be taken in.
    ruled = one(floor_of(playing).muck(2), "ruled")
    assert (ruled.trigger, ruled.result) == ("tabled-winner-killed", "hand discarded")
    with pytest.raises(IllegalError, match="neither tabled nor thrown in"):
        floor_of(playing).muck(1)
    playing.show(1)
    assert one(playing.log, "awarded").seat == 1


@pytest.mark.clauses("oneida XI.Q.1")
def test_all_cards_are_tabled_or_none() -> None:
    playing = to_the_showdown("oneida")
    round_ = playing.playing_round()
    with pytest.raises(IllegalError, match="must table all 2 cards") as error:
        round_.show(round_.state.cards[1][:1])
    assert error.value.clause == "oneida XI.Q.1"


@pytest.mark.clauses("oneida XI.Q.3", "oneida XI.P.1")
def test_a_hand_thrown_in_may_be_taken_back_until_the_dealer_mucks_it() -> None:
    playing = to_the_showdown("oneida")
    playing.concede(2)
    playing.concede(3)
    dealer_mucks(playing)
    assert one(playing.log, "awarded").seat == 1, "everything was taken in: too late"
    # Seat 2 throws aces away, thinks again, and wins.
    playing = to_the_showdown("oneida", hands="As 3c 2c Ah 3d 2d")
    playing.concede(2)
    with pytest.raises(IllegalError, match="own risk") as error:
        floor_of(playing).retrieve(2, identifiable=False)
    assert error.value.clause == "oneida XI.Q.3"
    assert one(floor_of(playing).retrieve(2), "retrieved").clause == "oneida XI.Q.3"
    playing.show(3)
    playing.show(2)
    playing.show(1)
    assert one(playing.log, "awarded").seat == 2
    # The same, but the dealer has mucked them: his own risk.
    playing = to_the_showdown("oneida", hands="As 3c 2c Ah 3d 2d")
    playing.concede(2)
    mucked = one(floor_of(playing).muck(2), "ruled")
    assert mucked.clauses == ["oneida XI.Q.3", "oneida XI.P.1"]
    with pytest.raises(IllegalError):
        floor_of(playing).retrieve(2)
    playing.show(3)
    playing.show(1)
    assert one(playing.log, "awarded").seat == 3


@by_book({"room-2012": "GEN(1)", "nj-19-47": "19:47-14.15[GEN(1)]"})
def test_elsewhere_a_discarded_hand_is_gone(book: str, clause: str) -> None:
    playing = to_the_showdown(book, "omaha-hilo8")
    playing.concede(2)
    with pytest.raises(IllegalError, match="own risk") as error:
        floor_of(playing).retrieve(2)
    assert error.value.clause == clause
    call_down(playing)
    assert 2 not in [award.seat for award in named(playing.log, "awarded")]
    tabled = to_the_showdown(book, "omaha-hilo8")
    tabled.show(2)
    with pytest.raises(HouseRulingRequired):
        floor_of(tabled).muck(2)


def test_where_a_book_has_no_word_on_a_hand_thrown_in_the_house_is_told_that_it_was_mucked() -> None:
    playing = to_the_showdown("ca-omaha", "omaha-hilo8")
    playing.concede(2)
    said = re.escape("discard-at-showdown {'identifiable': False, 'mucked': True}")
    with pytest.raises(HouseRulingRequired, match=said):
        floor_of(playing).muck(2)


@by_book({"oneida": "XI.C.7", "room-2012": "RANK(4)", "nj-19-47": "19:47-14.3[RANK(4)]"})
def test_cards_speak_whatever_their_owner_claims(book: str, clause: str) -> None:
    game = "omaha-hilo8" if book == "room-2012" else "holdem"
    silent, loud = to_the_showdown(book, game), to_the_showdown(book, game)
    ruled = one(floor_of(loud).claim(2, "a royal flush"), "ruled")
    assert (ruled.result, ruled.clause) == ("cards speak", clause)
    call_down(silent)
    call_down(loud)
    assert loud.stacks == silent.stacks


# Conduct


@by_book({"oneida": "XI.R.1", "room-2012": "COND(1)", "nj-19-47": "19:47-14.16[COND(1)]"})
def test_complaints_are_logged(book: str, clause: str) -> None:
    playing = dealt(book)
    told = one(floor_of(playing).complain(2, "shows his cards to seat 3", by="player 1"), "note-recorded")
    assert (told.what, told.by, told.clause) == ("complaint", "player 1", clause)
    assert told.detail == "player 2: shows his cards to seat 3"
    assert playing.playing


@by_book({"room-2012": "COND(2)", "nj-19-47": "19:47-14.16[COND(2)]"})
def test_an_offender_must_leave_the_game(book: str, clause: str) -> None:
    playing = dealt(book)
    ruled = one(floor_of(playing).suspect(2, "signals"), "ruled")
    assert (ruled.result, ruled.clause) == ("player must leave", clause)
    assert playing.state.is_dealt_in(2), "the round is played to its end"
    call_down(playing)
    assert 2 not in playing.stacks
    with pytest.raises(IllegalError, match="refused play") as error:
        playing.sit(2, 200, "player 2")
    assert error.value.clause == clause
    with pytest.raises(HouseRulingRequired):
        floor_of(playing).refuse_play("player 1", "no reason at all")


@pytest.mark.clauses("oneida XI.R.2")
def test_in_oneida_the_house_may_refuse_anybody_play() -> None:
    playing = dealt("oneida")
    ruled = one(floor_of(playing).suspect(2, "signals"), "ruled")
    assert (ruled.result, ruled.clause) == ("player may be refused", "oneida XI.R.2")
    call_down(playing)
    assert 2 in playing.stacks, "it may, it need not"
    floor_of(playing).suspect(2, "signals again", refuse=True)
    assert 2 not in playing.stacks
    refused = one(floor_of(playing).refuse_play("stranger", "sole discretion"), "play-refused")
    assert refused.clause == "oneida XI.R.2"
    for name in ("player 2", "stranger"):
        with pytest.raises(IllegalError, match="refused play"):
            playing.sit(2, 200, name)
        with pytest.raises(IllegalError, match="refused play"):
            waiting_list_of(playing).add(name)
    waiting_list_of(playing).add("Ann")
    floor_of(playing).refuse_play("Ann", "sole discretion")
    assert waiting_list_of(playing).names == [], "she keeps no seat from the others"
    playing.sit(2, 200, "Bob")


def test_elsewhere_a_refusal_at_will_is_a_house_ruling() -> None:
    playing = dealt("ca-omaha")
    assert named(floor_of(playing).refuse_play("player 3", "drunk", house="out"), "house-ruled")
    # Who waits for a seat waits no longer; who does not is not taken off a list.
    playing.do(JoinWaitingList(player="Eve"), by="Eve")
    barred = floor_of(playing).refuse_play("Eve", "drunk", house="out")
    assert [(entry.player, entry.on) for entry in named(barred, "waiting-list-changed")] == [("Eve", False)]
    assert "Eve" not in playing.state.waiting
    assert not named(floor_of(playing).refuse_play("Fay", "drunk", house="out"), "waiting-list-changed")
    call_down(playing)
    assert 3 not in playing.stacks


@by_book({"oneida": "XI.P.2", "room-2012": "GEN(2)", "nj-19-47": "19:47-14.15[GEN(2)]"})
def test_the_supervisors_word_is_the_last(book: str, clause: str) -> None:
    playing = dealt(book)
    number = floor_of(playing).dispute("was it a raise?")
    assert named(playing.log, "dispute-opened")[0].clause == clause
    closed = one(floor_of(playing).settle(number, "a call", by="supervisor"), "dispute-closed")
    assert (closed.ruling, closed.clause) == ("a call", clause)
    with pytest.raises(IllegalError, match="dispute 1 is closed: a call") as error:
        floor_of(playing).settle(number, "a raise after all", by="supervisor")
    assert error.value.clause == clause
    assert playing.state.disputes == ["a call"]
    with pytest.raises(IllegalError, match="no dispute 2"):
        floor_of(playing).settle(2, "never", by="supervisor")


@pytest.mark.parametrize("book", ["oneida", "room-2012", "nj-19-47"])
def test_touching_the_pot_and_hiding_cards_are_noted_without_penalty(book: str) -> None:
    playing = dealt(book)
    before = playing.stacks
    for report in (floor_of(playing).touched_pot, floor_of(playing).out_of_view):
        ruled = one(report(2), "ruled")
        assert ruled.result == "play on"
        assert ruled.clause
    assert playing.stacks == before


@pytest.mark.clauses("oneida XI.Q.2")
def test_a_tabled_winner_is_paid_even_if_its_owner_walks_away() -> None:
    playing = to_the_showdown("oneida", hands="As 3c 2c Ah 3d 2d")
    playing.show(2)
    with pytest.raises(IllegalError, match="tabled and wins"):
        floor_of(playing).left(2, protected=False, comment=False)
    call_down(playing)
    assert one(playing.log, "awarded").seat == 2


def test_the_last_hand_that_claims_a_pot_is_not_killed_without_the_house() -> None:
    playing = table("nj-19-47", "holdem", table_all=False)
    playing.sit(4, 8, "short")
    playing.deal(stacked_deck(""))
    for seat, word in ((4, "raise to 8"), (1, "call"), (2, "call"), (3, "call")):
        playing.act(seat, word)
    for seat, word in ((2, "bet 4"), (3, "call"), (1, "call")):
        playing.act(seat, word)
    for seat in (2, 3, 1, 2, 3, 1):
        playing.act(seat, "check")
    # Seat 4 plays for the main pot only. With seat 1 gone as well the side pot would have no claimant left.
    playing.concede(2)
    playing.concede(3)
    log = list(playing.log)
    with pytest.raises(HouseRulingRequired, match="all other hands are thrown in"):
        floor_of(playing).left(1, protected=False, comment=False)
    assert playing.log == log
    call_down(playing)
    assert sum(playing.stacks.values()) == 608
