"""What goes wrong with the deal and the deck, and what the floor does about it."""

from __future__ import annotations

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import by_book, call_down, dealt, named, one, spot, table

from hoyle.core.cards import card_text, parse_cards, stacked_deck
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.poker.events import RakeReturned
from hoyle.games.poker.round_state import RoundState
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.table import PokerTable, Rake
from hoyle.table.poker.commands import CardLocation

NJ = "nj-19-47 19:47-14.15"


def shown(playing: PokerTable, seat: int) -> PokerRoundView:
    """The round as the player in a seat sees it."""
    found = playing.view(seat).round
    assert found is not None
    return found


def back_to_start(playing: PokerTable, clause: str, *, misdeal: bool = True) -> None:
    """The round is over, everybody has his chips back, and button and blinds stand as they were."""
    dead = one(playing.log, "round-voided")
    assert (dead.clause, dead.misdeal) == (clause, misdeal)
    assert not playing.playing
    assert playing.stacks == {1: 200, 2: 200, 3: 200}
    assert playing.state.boxes.drop_box == 0
    assert playing.button == 1
    playing.deal(stacked_deck(""))
    assert [(post.seat, post.chips) for post in named(playing.log, "posted")[-2:]] == [(2, 2), (3, 4)]


@by_book(
    {"oneida": "XI.P.6(a)", "room-2012": "GEN(5)(i)", "nj-19-47": "19:47-14.15[GEN(5)(i)]"},
    also={"oneida": "XI.P.6", "room-2012": "GEN(5)", "nj-19-47": "19:47-14.15[GEN(5)]"},
)
def test_cards_that_were_not_cut_are_a_misdeal_however_late(book: str, clause: str) -> None:
    playing = dealt(book, rake=Rake(levels=((10, 2),)))
    for seat, word in ((1, "raise to 8"), (2, "call"), (3, "call"), (2, "bet 4"), (3, "call"), (1, "call")):
        playing.act(seat, word)
    assert playing.state.accounts()["rake"] == 2
    ruled = one(floor_of(playing).no_cut(), "ruled")
    assert (ruled.result, ruled.clause, ruled.reported) == ("misdeal", clause, {"voluntary_bettors": 3})
    assert one(playing.log, "rake-returned").rake == 2
    back_to_start(playing, clause)


def test_whatever_was_set_aside_goes_back_to_the_pot() -> None:
    state = RoundState()
    state.rake, state.jackpot, state.fees, state.pot, state.raked_levels = 5, 2, 1, 10, 4
    given = RakeReturned(5, 2, 1, "oneida XI.P.6(a)")
    given.apply(state)
    assert (state.rake, state.jackpot, state.fees, state.pot, state.raked_levels) == (0, 0, 0, 18, 0)
    told = [(each.source, each.to, each.chips) for each in given.transfers()]
    assert told == [("rake", "pot", 5), ("jackpot", "pot", 2), ("fees", "pot", 1)]


@by_book({"oneida": "XI.P.6(b)", "room-2012": "GEN(5)(ii)", "nj-19-47": "19:47-14.15[GEN(5)(ii)]"})
def test_a_deal_from_the_wrong_seat_stands_once_two_have_bet(book: str, clause: str) -> None:
    early = dealt(book)
    early.act(1, "call")
    ruled = one(floor_of(early).wrong_start(), "ruled")
    assert (ruled.result, ruled.clause) == ("misdeal", clause)
    back_to_start(early, clause)
    late = dealt(book)
    late.act(1, "call")
    late.act(2, "call")
    ruled = one(floor_of(late).wrong_start(), "ruled")
    assert (ruled.result, ruled.clause, ruled.reported) == ("play on", clause, {"voluntary_bettors": 2})
    late.act(3, "check")
    call_down(late)
    assert named(late.log, "awarded")


def test_blinds_checks_and_folds_are_no_bets_of_ones_own_will() -> None:
    playing = dealt("oneida", players=5)
    for seat, word in ((4, "fold"), (5, "call"), (1, "fold"), (2, "fold"), (3, "check")):
        playing.act(seat, word)
    playing.act(3, "check")
    assert one(floor_of(playing).wrong_start(), "ruled").reported == {"voluntary_bettors": 1}


@by_book({"oneida": "XI.P.6(d)", "room-2012": "GEN(5)(iv)", "nj-19-47": "19:47-14.15[GEN(5)(iv)]"})
def test_a_seat_that_was_passed_over_makes_a_misdeal_until_two_have_bet(book: str, clause: str) -> None:
    def passed_over() -> PokerTable:
        playing = table(book)
        playing.sit(4, 200, "forgotten")
        playing.deal(stacked_deck(""), dealt_in=[1, 2, 3])
        return playing

    early = passed_over()
    with pytest.raises(IllegalError, match="was dealt in"):
        floor_of(early).missed_seat(2)
    ruled = one(floor_of(early).missed_seat(4), "ruled")
    assert (ruled.result, ruled.clause) == ("misdeal", clause)
    assert one(early.log, "round-voided").misdeal
    late = passed_over()
    late.act(1, "call")
    late.act(2, "call")
    assert one(floor_of(late).missed_seat(4), "ruled").result == "play on"
    assert late.playing


@by_book({"oneida": "XI.P.6(d)", "room-2012": "GEN(5)(iv)", "nj-19-47": "19:47-14.15[GEN(5)(iv)]"})
def test_only_who_had_a_right_to_cards_was_passed_over(book: str, clause: str) -> None:
    playing = table(book, players=4)
    playing.sit_out(4)
    playing.deal(stacked_deck(""), dealt_in=[1, 2])
    playing.sit(5, 200, "newcomer")
    for seat in (4, 5):
        with pytest.raises(IllegalError, match="had no right to cards"):
            floor_of(playing).missed_seat(seat)
    assert one(floor_of(playing).missed_seat(3), "ruled").clause == clause


@by_book({"oneida": "XI.P.6(d)", "room-2012": "GEN(5)(iv)", "nj-19-47": "19:47-14.15[GEN(5)(iv)]"})
def test_passed_over_was_the_player_and_not_his_seat(book: str, clause: str) -> None:
    playing = table(book, players=4)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 4])
    playing.leave(3)
    playing.sit(3, 50, "newcomer")
    ruled = one(floor_of(playing).missed_seat(3), "ruled")
    assert (ruled.result, ruled.clause, ruled.reported["player"]) == ("misdeal", clause, "player 3")


@by_book({"oneida": "XI.P.9", "room-2012": "GEN(8)", "nj-19-47": "19:47-14.15[GEN(8)]"})
def test_one_face_up_card_in_the_deck_goes_to_the_discards(book: str, clause: str) -> None:
    playing = dealt(book)
    state = playing.playing_round().state
    # The card after the burn: it would have been the first of the flop.
    card = state.deck[state.dealt + 1]
    ruled = one(floor_of(playing).boxed(spot(playing, card)), "ruled")
    assert (ruled.result, ruled.clause) == ("discard card, play on", clause)
    assert card in state.out
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    assert card not in state.board
    assert len(state.board) == 3


@by_book({"oneida": "XI.P.6(c)", "room-2012": "GEN(5)(iii)", "nj-19-47": "19:47-14.15[GEN(5)(iii)]"})
def test_a_second_face_up_card_makes_a_misdeal_although_the_first_is_gone(book: str, clause: str) -> None:
    playing = dealt(book)
    deck = list(playing.playing_round().state.deck)
    floor_of(playing).boxed(spot(playing, deck[-1]))
    ruled = one(floor_of(playing).boxed(spot(playing, deck[-2])), "ruled")
    assert (ruled.result, ruled.clause, ruled.reported["count"]) == ("misdeal", clause, 2)
    back_to_start(playing, clause)
    at_once = dealt(book)
    assert one(floor_of(at_once).boxed(spot(at_once, deck[-1]), spot(at_once, deck[-2])), "ruled").result == "misdeal"


@pytest.mark.clauses("oneida XI.P.9")
def test_a_face_up_card_that_was_dealt_is_replaced_by_the_next_and_counts() -> None:
    playing = dealt("oneida", "holdem")
    state = playing.playing_round().state
    card, top, last = state.cards[0][1], state.deck[state.dealt], state.deck[-1]
    replaced = one(floor_of(playing).boxed(spot(playing, card)), "card-replaced")
    assert (replaced.seat, replaced.old, replaced.new) == (1, card, top)
    assert replaced.seen_by("player 2").old == card, "everybody saw it"
    assert card in state.out
    assert one(floor_of(playing).boxed(spot(playing, last)), "ruled").result == "misdeal"


@pytest.mark.clauses("oneida XI.P.7")
def test_in_oneida_a_card_for_somebody_ineligible_kills_the_round() -> None:
    playing = table("oneida", players=3)
    playing.sit_out(3)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3])
    playing.act(2, "raise to 8")
    playing.act(3, "call")
    ruled = one(floor_of(playing).ineligible(3), "ruled")
    assert (ruled.result, ruled.clause) == ("dead round, return all", "oneida XI.P.7")
    assert playing.stacks == {1: 200, 2: 200, 3: 200}
    dead = one(playing.log, "round-voided")
    assert (dead.misdeal, dead.deck) == (False, "stays")
    assert playing.state.rack.decks == ["first", "second"]


@by_book({"room-2012": "GEN(6)", "nj-19-47": "19:47-14.15[GEN(6)]"})
def test_elsewhere_only_his_cards_are_discarded_and_play_goes_on(book: str, clause: str) -> None:
    playing = table(book, players=4)
    playing.sit_out(3)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3, 4])
    assert [(post.seat, post.chips) for post in named(playing.log, "posted")] == [(2, 2), (4, 4)]
    state = playing.playing_round().state
    cards = list(state.cards[2])
    ruled = one(floor_of(playing).ineligible(3), "ruled")
    assert (ruled.result, ruled.clause) == ("discard those cards, play on", clause)
    assert set(cards) <= set(state.muck)
    assert playing.playing
    call_down(playing)
    assert playing.stacks[3] == 200, "he is absent: he posts and loses nothing"


@by_book({"oneida": "XI.P.7", "room-2012": "GEN(6)"})
def test_it_is_found_as_well_when_the_ineligible_player_has_folded(book: str, clause: str) -> None:
    playing = table(book, players=4)
    playing.sit_out(4)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3, 4])
    dealer_of(playing).time_out(4)
    assert one(floor_of(playing).ineligible(4), "ruled").clause == clause
    assert playing.playing == (book == "room-2012")
    assert playing.stacks[4] == 200


def test_antes_fees_and_missed_blinds_are_no_matter_of_somebody_dealt_in_by_mistake() -> None:
    playing = table("oneida", "holdem", players=4, ante=1, missed_blinds="dead")
    playing.sit_out(3)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3, 4])
    assert [post.seat for post in named(playing.log, "posted") if post.what == "ante"] == [1, 2, 4]
    missed = list(playing.state.poker_player(3).missed)
    assert missed, "the blind has passed him"
    call_down(playing)
    assert playing.state.poker_player(3).missed == missed, "and he has not made it up"


@by_book({"oneida": "XI.P.7", "room-2012": "GEN(6)", "nj-19-47": "19:47-14.15[GEN(6)]"})
def test_cards_dealt_to_an_empty_seat_are_cards_for_somebody_ineligible(book: str, clause: str) -> None:
    playing = table(book, players=3)
    deck = stacked_deck("")
    playing.deal(deck, dealt_in=[1, 2, 3, 5])
    state = playing.playing_round().state
    assert [(post.seat, post.chips) for post in named(playing.log, "posted")] == [(2, 2), (3, 4)]
    assert state.cards[0] == deck[3:16:4], "the third card of each turn went to nobody"
    assert state.muck == deck[2:16:4]
    assert playing.playing_round().actor == 1, "an empty seat is not asked"
    ruled = one(floor_of(playing).ineligible(5), "ruled")
    assert ruled.clause == clause
    if book == "oneida":
        assert ruled.result == "dead round, return all"
        assert not playing.playing
    else:
        assert ruled.result == "discard those cards, play on"
        call_down(playing)
    assert sum(playing.stacks.values()) == 600


def test_who_sits_down_where_cards_lie_before_an_empty_seat_has_no_part_in_them() -> None:
    playing = table("room-2012", players=3)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3, 5])
    playing.sit(5, 150, "newcomer")
    playing.top_up(1, 10)
    assert playing.stacks[5] == 150
    again = PokerTable.resume(playing.checkpoint())
    assert again.pending() == playing.pending()
    call_down(playing)
    assert playing.stacks[5] == 150
    assert playing.state.total() == 0


def test_cards_for_somebody_without_chips_are_dead_and_reported_too() -> None:
    playing = dealt(
        "oneida", "holdem", structure="no-limit", limits=(4,), chips=50, top="As Kc Kd Ah 7d 7h 2c 2d 2h 9s"
    )
    playing.act(1, "all in")
    playing.act(2, "call")
    playing.act(3, "call")
    call_down(playing)
    assert playing.stacks == {1: 0, 2: 150, 3: 0}
    playing.top_up(1, 40)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3])
    assert playing.playing_round().state.live == [True, True, False]
    assert one(floor_of(playing).ineligible(3), "ruled").clause == "oneida XI.P.7"
    assert playing.stacks == {1: 40, 2: 150, 3: 0}


def test_a_seat_that_is_not_there_gets_no_cards() -> None:
    playing = table("oneida")
    with pytest.raises(InvalidError, match="the seats of this table are 1 to"):
        playing.deal(stacked_deck(""), dealt_in=[1, 2, 77])
    with pytest.raises(InvalidError, match="cards for 1 players who may play"):
        playing.deal(stacked_deck(""), dealt_in=[1, 5])
    with pytest.raises(InvalidError, match="first 4: cards go to seats 1, 2, 3"):
        playing.deal(stacked_deck(""), first=4)


@pytest.mark.parametrize("first", [1, 3])
@by_book({"oneida": "XI.P.6(b)", "room-2012": "GEN(5)(ii)", "nj-19-47": "19:47-14.15[GEN(5)(ii)]"})
def test_a_deal_that_really_began_at_the_wrong_seat_can_be_reported_or_played_out(
    book: str, clause: str, first: int
) -> None:
    playing = table(book)
    deck = stacked_deck("")
    playing.deal(deck, first=first)
    assert playing.playing_round().state.cards[first - 1] == deck[0:12:3], "seat 2 should have been the first"
    assert playing.playing_round().actor == 1, "the betting starts where it must"
    ruled = one(floor_of(playing).wrong_start(), "ruled")
    assert (ruled.result, ruled.clause) == ("misdeal", clause)
    back_to_start(playing, clause)
    late = table(book)
    late.deal(deck, first=first)
    late.act(1, "call")
    late.act(2, "call")
    assert one(floor_of(late).wrong_start(), "ruled").result == "play on"
    assert late.playing_round().state.cards[first - 1] == deck[0:12:3], "the cards stand as dealt"
    call_down(late)


@pytest.mark.clauses("oneida XI.P.14(a)")
def test_the_first_card_off_the_deck_is_the_first_that_was_really_dealt() -> None:
    playing = table("oneida", "holdem")
    playing.deal(stacked_deck(""), first=1)
    ruled = one(floor_of(playing).exposed(CardLocation(at="hand", seat=1, card=1)), "ruled")
    assert (ruled.clause, ruled.reported["first_position"]) == ("oneida XI.P.14(a)", 1)


def test_anything_else_that_makes_a_player_ineligible_is_a_floor_call() -> None:
    playing = dealt("room-2012", players=4)
    with pytest.raises(IllegalError, match="was entitled to cards; say why not"):
        floor_of(playing).ineligible(3)
    floor_of(playing).ineligible(3, why="plays two tables")
    assert not playing.playing_round().state.live[2]


@pytest.mark.parametrize("found", [51, 53])
@by_book({"oneida": "XI.P.8", "room-2012": "GEN(7)", "nj-19-47": "19:47-14.15[GEN(7)]"})
def test_missing_or_extra_cards_kill_the_round_and_retire_the_deck(book: str, clause: str, found: int) -> None:
    playing = dealt(book, rake=Rake(levels=((10, 2),)))
    for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "bet 4")):
        playing.act(seat, word)
    verb = "remove" if book == "oneida" else "replace"
    ruled = one(floor_of(playing).bad_deck(found), "ruled")
    assert (ruled.result, ruled.clause) == (f"dead round, return all, {verb} deck", clause)
    retired = one(playing.log, "deck-retired")
    assert (retired.deck, retired.clause) == ("first", clause)
    assert playing.state.rack.decks == ["second"]
    back_to_start(playing, clause, misdeal=False)
    assert named(playing.log, "round-began")[-1].deck == "second"


def test_fifty_two_cards_are_a_deck() -> None:
    with pytest.raises(InvalidError, match="found 52: that is a whole deck"):
        floor_of(dealt("oneida")).bad_deck(52)


@by_book({"oneida": "XI.P.13", "room-2012": "GEN(11)", "nj-19-47": "19:47-14.15[GEN(11)]"})
def test_a_card_off_the_table_is_out_for_the_round_and_the_next_one_comes(book: str, clause: str) -> None:
    playing = dealt(book)
    state = playing.playing_round().state
    card, top = state.cards[1][-1], state.deck[state.dealt]
    entries = floor_of(playing).off_table(spot(playing, card))
    ruled = one(entries, "ruled")
    assert (ruled.result, ruled.clause) == ("examine, discard card, play on", clause)
    assert state.cards[1][-1] == top
    assert card in state.out
    seen = one(entries, "card-replaced").seen_by("player 3")
    assert (seen.old, seen.new) == (-1, -1), "only the dealer has seen it"
    # One still in the deck is simply taken out of it.
    last = state.deck[-1]
    floor_of(playing).off_table(spot(playing, last))
    assert last not in state.deck
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    flop = state.board[1]
    floor_of(playing).off_table(spot(playing, flop))
    assert flop not in state.board
    assert len(state.board) == 3
    call_down(playing)
    places = state.muck + state.out + state.burns + state.board + state.deck[state.dealt :]
    assert sorted(places + [each for hand in state.cards for each in hand]) == list(range(52))


@pytest.mark.clauses("oneida XI.P.13")
def test_an_up_card_off_the_table_is_replaced_before_the_forced_bet_is_named() -> None:
    playing = dealt("oneida", "stud7-high", top="Kc Kd Kh Qc Qd Qh 2c 9d 9h 3s")
    assert playing.playing_round().actor == 1
    floor_of(playing).off_table(spot(playing, "2c"))
    assert playing.playing_round().actor == 1, "the three of spades is lowest now"
    playing = dealt("oneida", "stud7-high", top="Kc Kd Kh Qc Qd Qh 2c 9d 9h Ts")
    floor_of(playing).off_table(spot(playing, "2c"))
    assert playing.playing_round().actor == 2, "of the two nines the diamond is lower"


def test_a_card_that_has_been_played_on_is_the_houses_to_rule() -> None:
    playing = dealt("oneida")
    card = playing.playing_round().state.cards[0][0]
    playing.act(1, "call")
    with pytest.raises(HouseRulingRequired, match="has been played on"):
        floor_of(playing).off_table(spot(playing, card))


# Exposed cards


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("game", ["holdem", "omaha-high", "omaha-hilo8"])
@pytest.mark.clauses("oneida XI.P.14", "oneida XI.P.14(a)")
def test_the_first_or_second_card_off_the_deck_exposed_is_a_misdeal(game: str, place: int) -> None:
    playing = dealt("oneida", game)
    card = playing.playing_round().state.deck[place - 1]
    ruled = one(floor_of(playing).exposed(spot(playing, card)), "ruled")
    assert (ruled.result, ruled.clause) == ("misdeal", "oneida XI.P.14(a)")
    assert ruled.reported["first_position"] == place
    back_to_start(playing, "oneida XI.P.14(a)")


@pytest.mark.parametrize("game", ["holdem", "omaha-hilo8"])
@pytest.mark.clauses("oneida XI.P.14", "oneida XI.P.14(b)")
def test_a_later_card_exposed_is_replaced_and_becomes_the_burn(game: str) -> None:
    playing = dealt("oneida", game)
    state = playing.playing_round().state
    card, top, next_ = state.deck[2], state.deck[state.dealt], state.deck[state.dealt + 1]
    entries = floor_of(playing).exposed(spot(playing, card))
    assert one(entries, "ruled").clause == "oneida XI.P.14(b)"
    replaced = one(entries, "card-replaced")
    assert (replaced.seat, replaced.old, replaced.new) == (1, card, top)
    assert card not in state.cards[0]
    assert top in state.cards[0]
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    # No other card is burned before the flop; before the turn there is again a burn.
    assert state.burns == [card]
    assert state.board[0] == next_
    for seat in (2, 3, 1):
        playing.act(seat, "check")
    assert len(state.burns) == 2
    assert shown(playing, 2).known_burns == [card_text(card)], "everybody knows this burn"


@pytest.mark.clauses("oneida XI.P.14", "oneida XI.P.14(c)")
def test_two_cards_exposed_are_a_misdeal() -> None:
    playing = dealt("oneida", "holdem")
    deck = playing.playing_round().state.deck
    ruled = one(floor_of(playing).exposed(spot(playing, deck[3]), spot(playing, deck[5])), "ruled")
    assert (ruled.result, ruled.clause) == ("misdeal", "oneida XI.P.14(c)")
    back_to_start(playing, "oneida XI.P.14(c)")


def test_exposed_cards_that_no_clause_covers_go_to_the_house() -> None:
    playing = dealt("oneida", "holdem")
    deck = list(playing.playing_round().state.deck)
    noted = floor_of(playing).exposed(spot(playing, deck[3]), dealer_error=False)
    assert (one(noted, "ruled").result, one(noted, "card-seen").how) == ("house ruling", "exposed")
    with pytest.raises(HouseRulingRequired, match="exposed-hole-flop"):
        floor_of(playing).exposed(spot(playing, deck[3]), dealer_error=False)
    with pytest.raises(InvalidError, match="hole cards lie in hands"):
        floor_of(playing).exposed(spot(playing, deck[-1]))
    playing.act(1, "call")
    with pytest.raises(HouseRulingRequired, match="the deal is over"):
        floor_of(playing).exposed(spot(playing, deck[3]))
    for book, game in (("room-2012", ""), ("nj-19-47", "holdem"), ("oneida", "draw5-high")):
        other = dealt(book, game)
        with pytest.raises(HouseRulingRequired):
            floor_of(other).exposed(spot(other, other.playing_round().state.deck[3]))


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.clauses("oneida XI.P.12")
def test_a_stud_hole_card_dealt_up_stands_as_the_up_card_and_the_third_lies_down(place: int) -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 9c 4d 9h")
    assert playing.playing_round().actor == 2, "the four of diamonds is the lowest card up"
    state = playing.playing_round().state
    entries = floor_of(playing).hole_cards_up(1, place + 1)
    assert one(entries, "ruled").result == "third card dealt down"
    assert one(entries, "ruled").clause == "oneida XI.P.12"
    assert state.up_cards(0) == parse_cards(["2c", "3c"][place])
    assert playing.playing_round().actor == 1, "the exposed card is the lowest now"
    seen = shown(playing, 2).hand_at_seat(1).cards
    assert sorted(seen) == sorted(["??", "9c", ["2c", "3c"][place]]), "what came up everybody has read"


@pytest.mark.clauses("oneida XI.P.12")
def test_both_hole_cards_up_kill_the_hand_and_return_the_ante() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 4c 9d 9h", ante=1)
    assert playing.playing_round().actor == 1
    entries = floor_of(playing).hole_cards_up(1, 1, 2)
    assert one(entries, "ruled").result == "dead hand, ante returned"
    assert one(entries, "refunded").chips == 1
    assert playing.stacks[1] == 200
    assert playing.playing_round().state.pot == 2
    assert playing.playing_round().actor == 2, "the forced bet is found among the rest"
    assert playing.playing_round().pending == "forced bet"
    call_down(playing)
    assert playing.stacks[1] == 200


def test_a_hole_card_up_must_be_one_and_is_ruled_in_oneida_stud_only() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 4c 9d 9h")
    with pytest.raises(InvalidError, match="the face-down cards of seat 1 are number 1, 2"):
        floor_of(playing).hole_cards_up(1, 3)
    for book, game in (("nj-19-47", "stud7-high"), ("oneida", "stud5-high")):
        other = dealt(book, game)
        with pytest.raises(HouseRulingRequired):
            floor_of(other).hole_cards_up(1, 1)


# What no book covers


def test_california_leaves_every_irregularity_to_the_house() -> None:
    playing = dealt("ca-omaha")
    floor = floor_of(playing)
    for report in (
        floor.no_cut,
        floor.wrong_start,
        lambda: floor.boxed(CardLocation(at="stub", card=1)),
        lambda: floor.bad_deck(51),
        lambda: floor.off_table(CardLocation(at="stub", card=1)),
        lambda: floor.exposed(CardLocation(at="hand", seat=2, card=2)),
        lambda: floor.ineligible(2, why="x"),
        lambda: floor.fouled(2, protected=True),
        lambda: floor.fouled(2, protected=False),
        lambda: floor.left(2, protected=False, comment=False),
        lambda: floor.discard(1),
        lambda: floor.suspect(2, "signals"),
        lambda: floor.wrong_number(2, protected=True),
        lambda: floor.touched_pot(2),
        lambda: floor.out_of_view(2),
    ):
        log = list(playing.log)
        with pytest.raises(HouseRulingRequired):
            report()
        assert playing.log == log


@pytest.mark.clauses("oneida XI.P.16")
@pytest.mark.parametrize(
    "trigger", ["premature-board", "burn-error", "wrong-board-count", "out-of-turn", "exposed-board", "same-seat"]
)
def test_the_house_supplies_what_the_book_leaves_open_and_it_is_logged_as_its_own(trigger: str) -> None:
    playing = dealt("oneida")
    ruled = one(floor_of(playing).house_ruling(trigger, "put the card back", by="Kim"), "house-ruled")
    assert (ruled.what, ruled.decision, ruled.by) == (trigger, "put the card back", "Kim")
    assert ruled.clause == "oneida XI.P.16"
    assert playing.playing
    floor_of(playing).house_ruling(trigger, "misdeal")
    back_to_start(playing, "oneida XI.P.16")


def test_the_house_cannot_overrule_the_book() -> None:
    with pytest.raises(IllegalError, match="is covered by oneida") as error:
        floor_of(dealt("oneida")).house_ruling("bad-deck", "play on")
    assert error.value.clause == "oneida XI.P.8"
    assert error.value.legal == "dead round, return all, remove deck"
    # Whether the book is silent may depend on what happened.
    playing = dealt("oneida")
    with pytest.raises(IllegalError, match="is covered by oneida"):
        floor_of(playing).house_ruling("discard", "play on", facts={"must_act": True})
    assert floor_of(playing).house_ruling("discard", "play on", facts={"must_act": False})


def test_the_house_rules_at_any_moment_and_says_why() -> None:
    playing = table("ca-omaha")
    ruled = floor_of(playing).house_ruling(
        "stub-count", "remove deck", why="51 cards", facts={"counted": 51, "expected": 52, "in_round": False}
    )
    assert (one(ruled, "house-ruled").why, one(ruled, "deck-retired").deck) == ("51 cards", "first")
    with pytest.raises(IllegalError, match="no round is being played"):
        floor_of(playing).house_ruling("boxed", "misdeal", facts={"count": 2})
    playing.deal(stacked_deck(""))
    with pytest.raises(InvalidError, match="boxed: count is missing"):
        floor_of(playing).house_ruling("boxed", "misdeal")
    floor_of(playing).house_ruling("boxed", "misdeal", facts={"count": 2}, why="two cards lay face up")
    assert not playing.playing
    assert playing.stacks == {1: 200, 2: 200, 3: 200}
    with pytest.raises(InvalidError, match="say what the house decides"):
        floor_of(playing).house_ruling("other", " ")
    assert one(floor_of(playing).house_ruling("other", "lights on"), "house-ruled").clause == "house ruling"


def test_a_report_can_bring_its_house_ruling_along() -> None:
    playing = dealt("ca-omaha")
    entries = floor_of(playing).left(2, protected=False, comment=False, house="hand discarded")
    assert one(entries, "house-ruled").clause == "house ruling"
    assert not playing.playing_round().state.live[1]
    playing = dealt("ca-omaha")
    floor_of(playing).no_cut(house="misdeal")
    assert playing.stacks == {1: 200, 2: 200, 3: 200}
    playing = dealt("ca-omaha")
    last = playing.playing_round().state.deck[-1]
    floor_of(playing).boxed(spot(playing, last), house="discard card, play on")
    assert last in playing.playing_round().state.out
    with pytest.raises(InvalidError, match="say whose hand"):
        floor_of(playing).off_table(CardLocation(at="stub", card=1), house="hand discarded")
