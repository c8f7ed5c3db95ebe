"""Cards that give trouble, one report after the other and at any moment of a round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import by_book, call_down, dealt, named, one, spot, table

from hoyle.core.cards import card_text, cards_text, parse_card
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.table import PokerTable
from hoyle.table.poker.commands import CardLocation, Shuffle


def to_the_draw(playing: PokerTable) -> PokerTable:
    """Everybody calls before the draw."""
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "call" if playing.options().call else "check")
    return playing


def draw_five(playing: PokerTable, times: int = 1) -> PokerTable:
    """So many players exchange their whole hands."""
    for _ in range(times):
        actor = playing.playing_round().actor
        playing.draw(actor, list(playing.playing_round().state.cards[playing.playing_round().state.actor]))
    return playing


def hand(playing: PokerTable, seat: int) -> list[int]:
    state = playing.playing_round().state
    return state.cards[state.position_of_seat[seat]]


# The draw


@by_book({"oneida": "XI.P.13", "nj-19-47": "19:47-14.15[GEN(11)]"})
def test_what_fell_off_the_table_is_not_shuffled_back_with_the_discards(book: str, clause: str) -> None:
    playing = dealt(book, "draw5-high", players=6)
    fallen = hand(playing, 3)[2]
    assert one(floor_of(playing).off_table(spot(playing, fallen)), "ruled").clause == clause
    deep = playing.playing_round().state.deck[-1]
    floor_of(playing).off_table(spot(playing, deep))
    draw_five(to_the_draw(playing), 4)
    due = playing.cards_to_shuffle()
    assert playing.playing_round().pending == "shuffle"
    assert not {fallen, deep} & set(due)
    playing.shuffle(due)
    call_down(playing)
    assert playing.state.last is not None
    assert {fallen, deep} <= set(playing.state.last.out), "out for the round"


@by_book({"oneida": "XI.P.9", "nj-19-47": "19:47-14.15[GEN(8)]"})
def test_what_lay_face_up_in_the_deck_is_not_shuffled_back_either(book: str, clause: str) -> None:
    playing = dealt(book, "draw5-high", players=6)
    boxed = playing.playing_round().state.deck[-1]
    assert one(floor_of(playing).boxed(spot(playing, boxed)), "ruled").clause == clause
    draw_five(to_the_draw(playing), 5)
    assert playing.playing_round().pending == "shuffle"
    assert boxed not in playing.cards_to_shuffle()


@by_book({"oneida": "XI.P.13", "nj-19-47": "19:47-14.15[GEN(11)]"})
def test_a_drawn_card_off_the_table_is_discarded_and_the_next_one_comes(book: str, clause: str) -> None:
    playing = draw_five(to_the_draw(dealt(book, "draw5-high")))
    state = playing.playing_round().state
    fallen, top = hand(playing, 2)[-1], state.deck[state.dealt]
    entries = floor_of(playing).off_table(CardLocation(at="hand", seat=2, card=5))
    assert one(entries, "ruled").clause == clause
    assert (one(entries, "drawn-card-discarded").card, one(entries, "drawn").cards) == (fallen, [top])
    assert one(entries, "drawn-card-discarded").seen_by("player 3").card == -1, "the dealer alone examines it"
    assert hand(playing, 2)[-1] == top
    assert fallen in state.out
    assert playing.playing_round().actor == 3, "the draw goes on where it was"
    playing.draw(3)
    playing.draw(1)
    assert playing.playing_round().pending == "action"


@by_book({"oneida": "XI.P.9", "nj-19-47": "19:47-14.15[GEN(8)]"})
def test_a_drawn_card_that_comes_face_up_is_discarded_too_while_nobody_has_bet(book: str, clause: str) -> None:
    playing = draw_five(to_the_draw(dealt(book, "draw5-high")), 3)
    boxed = hand(playing, 2)[0]
    first = playing.playing_round().actor
    entries = floor_of(playing).boxed(CardLocation(at="hand", seat=2, card=1))
    assert one(entries, "ruled").clause == clause
    assert one(entries, "drawn-card-discarded").seen_by("player 3").card == boxed, "everybody saw it"
    assert boxed not in hand(playing, 2)
    assert len(hand(playing, 2)) == 5
    assert playing.playing_round().actor == first
    playing.act(first, "check")
    with pytest.raises(HouseRulingRequired, match="has been played on"):
        floor_of(playing).off_table(CardLocation(at="hand", seat=2, card=5))


def test_a_card_that_was_kept_is_none_that_was_drawn() -> None:
    playing = to_the_draw(dealt("oneida", "draw5-high"))
    playing.draw(2, hand(playing, 2)[:1])
    with pytest.raises(HouseRulingRequired, match="has been played on"):
        floor_of(playing).off_table(CardLocation(at="hand", seat=2, card=1))
    floor_of(playing).off_table(CardLocation(at="hand", seat=2, card=5))


@pytest.mark.clauses("oneida XI.P.13", "oneida XI.L.7(b)")
def test_a_drawn_card_is_replaced_from_the_discards_where_the_stub_is_gone() -> None:
    playing = draw_five(to_the_draw(dealt("oneida", "draw5-high", players=6)), 3)
    state = playing.playing_round().state
    assert state.stub() == 6
    draw_five(playing, 1)
    playing.draw(playing.playing_round().actor, hand(playing, playing.playing_round().actor)[:1])
    assert state.stub() == 0
    fallen = hand(playing, 2)[0]
    floor_of(playing).off_table(CardLocation(at="hand", seat=2, card=1))
    assert playing.playing_round().pending == "shuffle"
    due = playing.cards_to_shuffle()
    assert fallen not in due
    playing.shuffle(due)
    assert hand(playing, 2)[-1] == due[0]
    assert playing.playing_round().actor == 1, "the last to draw"


# Face-up cards


@by_book(
    {"oneida": "XI.P.9", "room-2012": "GEN(8)", "nj-19-47": "19:47-14.15[GEN(8)]"},
    also={"oneida": "XI.P.6(c)", "room-2012": "GEN(5)(iii)", "nj-19-47": "19:47-14.15[GEN(5)(iii)]"},
)
def test_a_burn_found_face_up_counts_and_a_flop_card_after_it_makes_a_misdeal(book: str, clause: str) -> None:
    playing = dealt(book)
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    state = playing.playing_round().state
    burn, board = state.burns[0], list(state.board)
    entries = floor_of(playing).boxed(CardLocation(at="burn", card=1))
    assert one(entries, "ruled").result == "discard card, play on"
    assert one(entries, "ruled").clause == clause
    assert one(entries, "burn-discarded").seen_by("").card == burn
    assert (state.burns, state.out, state.board) == ([], [burn], board)
    ruled = one(floor_of(playing).boxed(CardLocation(at="board", card=2)), "ruled")
    assert (ruled.result, ruled.reported["count"]) == ("misdeal", 2)
    assert playing.stacks == {1: 200, 2: 200, 3: 200}


def test_a_burn_may_fall_off_the_table_and_nobody_but_the_dealer_sees_it() -> None:
    playing = dealt("oneida")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    gone = one(floor_of(playing).off_table(CardLocation(at="burn", card=1)), "burn-discarded")
    assert gone.seen_by("player 1").card == -1
    assert playing.view("").round.burns == 0  # type: ignore[union-attr]


@pytest.mark.clauses("oneida XI.P.6(c)")
def test_a_face_up_card_that_the_house_leaves_in_play_counts_all_the_same() -> None:
    playing = dealt("oneida", "holdem")
    for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "check")):
        playing.act(seat, word)
    late = CardLocation(at="board", card=1)
    with pytest.raises(HouseRulingRequired, match="has been played on"):
        floor_of(playing).boxed(late, house="discard card, play on")
    floor_of(playing).boxed(late, house="play on")
    assert playing.playing
    again = floor_of(playing).boxed(late, house="play on")
    assert playing.playing
    assert not named(again, "card-seen"), "the same card counts once"
    assert one(floor_of(playing).boxed(CardLocation(at="stub", card=5)), "ruled").result == "misdeal"


@pytest.mark.clauses("oneida XI.P.14(c)")
def test_a_hole_card_shown_by_nobodys_error_counts_toward_the_misdeal() -> None:
    playing = dealt("oneida", "holdem")
    first, second = CardLocation(at="hand", seat=1, card=2), CardLocation(at="hand", seat=2, card=2)
    seen = one(floor_of(playing).exposed(first, dealer_error=False, house="play on"), "card-seen")
    cards = playing.view("player 3").round.hand_at_seat(1).cards  # type: ignore[union-attr]
    assert cards == ["??", card_text(seen.card)], "everybody has read it"
    ruled = one(floor_of(playing).exposed(second), "ruled")
    assert (ruled.result, ruled.clause, ruled.reported["exposed"]) == ("misdeal", "oneida XI.P.14(c)", 2)


def test_a_card_that_replaces_another_may_give_trouble_itself() -> None:
    playing = dealt("oneida", "holdem")
    place = CardLocation(at="hand", seat=1, card=2)
    floor_of(playing).off_table(place)
    second = hand(playing, 1)[1]
    floor_of(playing).off_table(place)
    assert second in playing.playing_round().state.out


def test_cards_that_the_board_needs_are_not_taken_out() -> None:
    playing = dealt("nj-19-47", "omaha-high", players=10)
    for _ in range(4):
        floor_of(playing).off_table(CardLocation(at="stub", card=1))
    with pytest.raises(HouseRulingRequired, match="no card is left"):
        floor_of(playing).off_table(CardLocation(at="stub", card=1))
    call_down(playing)


# Stud


@pytest.mark.parametrize("book", ["oneida", "nj-19-47"])
@pytest.mark.clauses("oneida XI.P.13", "oneida XI.I.5", "nj-19-47 19:47-14.9(e)")
def test_an_up_card_off_the_table_after_the_forced_bet_calls_for_no_second_one(book: str) -> None:
    playing = dealt(book, "stud7-high", top="Kc Kd Kh Qc Qd Qh 2c 9d 9h Ts")
    playing.act(1, "bring in")
    assert playing.playing_round().actor == 2
    floor_of(playing).off_table(spot(playing, "2c"))
    assert hand(playing, 1)[2] == parse_card("Ts")
    assert (playing.playing_round().pending, playing.playing_round().actor) == ("action", 2)
    assert playing.playing_round().state.pot == 2, "one forced bet"
    playing.act(2, "call")
    playing.act(3, "call")
    assert playing.playing_round().street == "fourth"


@pytest.mark.clauses("oneida XI.P.12", "oneida XI.I.4", "oneida XI.I.5")
def test_a_hole_card_reported_up_after_the_forced_bet_leaves_that_bet_where_it_is() -> None:
    playing = dealt("oneida", "stud7-high", top="Kc Kd 2h Qc Qd Qh 3c 9d 9h Ts")
    playing.act(1, "bring in")
    floor_of(playing).hole_cards_up(3, 1)
    assert (playing.playing_round().pending, playing.playing_round().actor) == ("action", 2)
    assert playing.playing_round().state.pot == 2
    assert playing.stacks == {1: 198, 2: 200, 3: 200}
    playing.act(2, "call")
    playing.act(3, "call")
    assert [bet.seat for bet in named(playing.log, "bet")] == [1]


def test_the_third_card_is_no_hole_card_although_it_lies_down() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 9c 4d 9h")
    floor_of(playing).hole_cards_up(1, 1)
    with pytest.raises(InvalidError, match=r"are number 2$"):
        floor_of(playing).hole_cards_up(1, 3)


@pytest.mark.clauses("oneida XI.P.12")
def test_a_hole_card_left_up_by_the_house_and_then_the_other_are_both() -> None:
    playing = dealt("nj-19-47", "stud7-high")
    floor_of(playing).hole_cards_up(1, 1, house="play on")
    assert playing.view("").round.hand_at_seat(1).cards[0] != "??"  # type: ignore[union-attr]
    with pytest.raises(HouseRulingRequired, match="'exposed': 2"):
        floor_of(playing).hole_cards_up(1, 2)


# While a shuffle is awaited


def awaiting_shuffle(book: str, game: str, players: int) -> PokerTable:
    playing = table(book, game, players=players)
    playing.deal(list(range(52)))
    while playing.playing_round().pending != "shuffle":
        round_ = playing.playing_round()
        if round_.pending == "draw":
            draw_five(playing)
        elif round_.pending == "forced bet":
            playing.act(round_.actor, "bring in")
        else:
            playing.act(round_.actor, "call" if playing.options().call else "check")
    return playing


@by_book({"oneida": "XI.P.8", "nj-19-47": "19:47-14.15[GEN(7)]"})
def test_a_bad_deck_is_found_while_the_discards_are_to_be_shuffled(book: str, clause: str) -> None:
    playing = awaiting_shuffle(book, "draw5-high", 6)
    assert one(floor_of(playing).bad_deck(51), "ruled").clause == clause
    assert not playing.playing
    assert set(playing.stacks.values()) == {200}


def test_whoever_leaves_while_cards_are_shuffled_for_him_gets_none() -> None:
    playing = awaiting_shuffle("oneida", "draw5-high", 6)
    actor = playing.playing_round().actor
    floor_of(playing).left(actor, protected=False, comment=False)
    assert playing.playing_round().state.owed == 0
    assert playing.playing_round().actor not in (0, actor)
    draw_five(playing)
    assert playing.playing_round().pending == "shuffle"


def test_in_stud_a_hand_that_dies_before_the_shuffle_may_leave_cards_enough() -> None:
    playing = awaiting_shuffle("oneida", "stud7-high", 7)
    for seat in (1, 2):
        floor_of(playing).left(seat, protected=False, comment=False)
    assert playing.playing_round().street == "seventh"
    assert playing.playing_round().pending == "action"


def test_another_players_card_waits_for_the_shuffle() -> None:
    playing = awaiting_shuffle("oneida", "draw5-high", 6)
    with pytest.raises(IllegalError, match="waits for a shuffle"):
        floor_of(playing).off_table(CardLocation(at="hand", seat=2, card=5))


# Shuffles in a round


def test_cards_to_be_shuffled_go_by_their_places_and_nobody_finds_out_which_they_are() -> None:
    playing = awaiting_shuffle("oneida", "draw5-high", 6)
    due = playing.cards_to_shuffle()
    for cards in (cards_text(due), cards_text([card for card in range(52) if card not in due][: len(due)])):
        with pytest.raises(InvalidError) as error:
            playing.do(Shuffle(cards=cards))
        assert str(error.value) == (
            f"cards: the {len(due)} cards of the discards lie face down; name their places 1 to {len(due)} "
            "in the new order"
        )
    with pytest.raises(InvalidError, match=r"places \[1, 1\]"):
        playing.do(Shuffle(places=(1, 1)))
    command = Shuffle(places=tuple(range(len(due), 0, -1)))
    assert set(command.seen_by("player 2", "dealer").places) == {0}, "nobody follows his own discards"
    owed = playing.playing_round().state.owed
    drawer = playing.playing_round().actor
    playing.do(command)
    assert hand(playing, drawer)[-owed:] == due[::-1][:owed]
    with pytest.raises(InvalidError, match="a whole deck is named card by card"):
        table("oneida").do(Shuffle(places=(1, 2)))


# What people read and what they see


def read_and_seen(playing: PokerTable, person: str) -> tuple[Any, Any]:
    """A person's view, and the one that the entries as he may read them lead to."""
    reader = PokerTable.resume(None, playing.seen_by(person))
    return reader.view(person), playing.view(person)


def test_a_card_that_everybody_has_read_and_that_then_falls_is_the_one_that_is_gone() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 9c 4d 9h")
    floor_of(playing).hole_cards_up(1, 2)
    floor_of(playing).off_table(CardLocation(at="hand", seat=1, card=3))
    read, seen = read_and_seen(playing, "player 2")
    assert read == seen
    assert seen.round.hand_at_seat(1).cards == ["??", "3c", "??"]


@pytest.mark.clauses("oneida XI.P.13")
def test_a_burn_that_everybody_knows_may_fall_off_the_table() -> None:
    playing = dealt("oneida", "holdem")
    floor_of(playing).exposed(CardLocation(at="hand", seat=1, card=1))
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    floor_of(playing).off_table(CardLocation(at="burn", card=1))
    read, seen = read_and_seen(playing, "player 2")
    assert read == seen
    assert (seen.round.burns, seen.round.known_burns) == (0, [])


@pytest.mark.clauses("nj-19-47 19:47-14.15[GEN(8)]")
def test_a_community_card_that_is_replaced_says_anew_who_opens() -> None:
    playing = dealt("nj-19-47", "mambo-hilo6", top="2c 3c 4c 2d 3d 4d 9c 8c 7c")
    playing.act(playing.playing_round().actor, "bring in")
    while not playing.playing_round().state.board:
        offered = playing.options()
        playing.act(playing.playing_round().actor, "call" if offered.call else "check")
    board = playing.playing_round().state.board
    shown = board[0]
    entries = floor_of(playing).boxed(CardLocation(at="board", card=1))
    assert one(entries, "board-replaced").clause == "nj-19-47 19:47-14.15[GEN(8)]"
    assert shown not in board
    assert [entry.seat for entry in named(entries, "turn")] == [playing.playing_round().actor]
