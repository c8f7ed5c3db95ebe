"""Button, blinds, deal and the betting before and after the board: what all button games have in common."""

from __future__ import annotations

import pytest
from tests.games.variants.game_clauses import BUTTON_GAMES, on_topic, street_cases
from tests.games.variants.scripted_hands import Hand

from hoyle.core.cards import parse_cards
from hoyle.games.poker import view
from hoyle.games.poker.events import BoardDealt, Burned, Called, Checked, Dealt, Folded, PokerEvent, Posted
from hoyle.rulebooks import poker_book
from hoyle.table.poker.rounds.button import first_button, next_button

# The button


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("button"))
@pytest.mark.parametrize("button", [2, 5])
def test_the_button_is_dealt_last_and_acts_last_after_the_first_round(id, game, cites, button):
    hand = Hand(id, game, seats=[1, 2, 5, 7], button=button)
    assert hand.round.rules.page.button_marker == cites
    order = {2: [5, 7, 1, 2], 5: [7, 1, 2, 5]}[button]
    dealt = hand.all(Dealt)[0].seats
    assert dealt[:4] == dealt[-4:] == order
    later = hand.variant.streets[1].name
    hand.through(later)
    acting = []
    while hand.round.street == later and hand.round.pending == "action":
        acting.append(hand.round.actor)
        hand.say("check")
    assert acting == order


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("start"))
def test_the_first_button_is_where_the_book_puts_it(id, game, cites):
    page = poker_book(id).page(game)
    drawn = dict(zip([2, 3, 6, 8], parse_cards("Kh 4s Ks 9d"), strict=True))
    found = first_button(page, list(drawn), drawn)
    # New Jersey starts at the dealer's right, with the last seat; the others give it to the king of spades.
    assert found.value == (8 if id.startswith("nj-") else 6)
    assert found.clause == cites


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("moves"))
def test_the_button_moves_one_place_clockwise_and_order_moves_with_it(id, game, cites):
    assert poker_book(id).page(game).button_moves == cites
    seats = [1, 2, 5, 7]
    button = 5
    leaders = []
    for _ in range(3):
        leaders.append(Hand(id, game, seats=seats, button=button).all(Dealt)[0].seats[0])
        button = next_button(seats, button)
    assert leaders == [7, 1, 2]


# The blinds


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("blinds"))
def test_blinds_come_from_the_seats_left_of_the_button_before_any_card(id, game, cites):
    hand = Hand(id, game, seats=[1, 3, 4, 6], button=4, blinds=(1, 2))
    assert hand.posted("blind") == {6: 1, 1: 2}
    posts = hand.before_the_first_card()
    assert [(type(post), post.clause) for post in posts] == [(Posted, cites)] * 2
    assert hand.round.state.pot == 3
    assert hand.round.options().call == 2


@pytest.mark.parametrize(
    ("id", "game", "cites"), on_topic("blinds", [each for each in BUTTON_GAMES if each[0] != "ca-omaha"])
)
@pytest.mark.parametrize("blinds", [(2,), (1, 1, 2)])
def test_the_house_may_post_one_blind_or_several(id, game, cites, blinds):
    hand = Hand(id, game, seats=[1, 3, 4, 6, 7], button=4, blinds=blinds)
    assert hand.posted("blind") == dict(zip([6, 7, 1], blinds, strict=False))
    assert hand.round.actor == [6, 7, 1, 3][len(blinds)]


# The deal


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("deal"))
def test_hole_cards_go_down_one_at_a_time_from_the_buttons_left(id, game, cites):
    each = {"holdem": 2, "omaha": 4}.get(game.split("-")[0], 5)
    hand = Hand(id, game, seats=[2, 3, 5, 8], button=5)
    dealt = hand.all(Dealt)
    assert len(dealt) == 1
    assert dealt[0].seats == [8, 2, 3, 5] * each
    assert dealt[0].cards == hand.deck[: 4 * each]
    assert not any(dealt[0].ups)
    assert dealt[0].clause == cites
    assert hand.round.state.stub() == 52 - 4 * each
    players = view(hand.round.state, "seat 3").hands
    for player in players:
        assert ("??" in player.cards) == (player.seat != 3)


# The first betting round


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("first"))
def test_the_first_round_starts_left_of_the_last_blind_and_nobody_there_may_check(id, game, cites):
    hand = Hand(id, game, seats=[1, 2, 3, 4, 5], button=1)
    street = hand.variant.streets[0].name
    assert hand.opener(street) == (4, cites)
    for seat, offer in [
        (4, "fold, call 2, raise to 4"),
        (5, "fold, call 2, raise to 4"),
        (1, "fold, call 2, raise to 4"),
        (2, "fold, call 1, raise to 4"),
        (3, "fold, check, raise to 4"),
    ]:
        assert (hand.round.actor, hand.offered) == (seat, offer)
        if seat != 3:
            hand.refuses(f"{seat}: check")
            hand.say("call")


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("first"))
def test_a_blind_nobody_raised_may_raise_himself_and_everybody_answers(id, game, cites):
    hand = Hand(id, game, seats=[1, 2, 3, 4], button=1)
    hand.play("""
        4: call
        1: fold
        2: call
        3: raise to 4
        4: call
        2 to act
        2: raise to 6
        3: call
    """)
    street = hand.variant.streets[0].name
    assert (hand.round.actor, hand.round.street) == (4, street)
    hand.play("4: call")
    assert hand.round.street != street
    assert hand.round.state.put_in == [0, 6, 6, 6]


@pytest.mark.parametrize(("id", "game", "cites"), on_topic("first"))
def test_a_blind_nobody_raised_may_close_the_round_by_checking(id, game, cites):
    hand = Hand(id, game, seats=[1, 2, 3], button=1)
    hand.play("""
        1: call
        2: call
        3: check
    """)
    assert hand.round.street == hand.variant.streets[1].name
    assert hand.round.state.pot == 6


# The board


@pytest.mark.parametrize(("id", "game", "street", "cites"), street_cases())
def test_a_street_burns_one_and_turns_its_cards(id, game, street, cites):
    hand = Hand(id, game, "board: Kc Kd 9h 5s 6c\nburns: Jc Jd Jh", seats=[1, 2, 3, 4]).through(street)
    burn, board = {"flop": ("Jc", "Kc Kd 9h"), "turn": ("Jd", "5s"), "river": ("Jh", "6c")}[street]
    at = hand.round.log.index(hand.last(BoardDealt))
    burned, dealt = hand.round.log[at - 1 : at + 1]
    assert isinstance(burned, Burned)
    assert isinstance(dealt, BoardDealt)
    assert (burned.card, dealt.cards) == (parse_cards(burn)[0], parse_cards(board))
    assert burned.clause == dealt.clause == cites
    assert len(hand.burns()) == {"flop": 1, "turn": 2, "river": 3}[street]
    # Nobody learns what was burned.
    assert burned.seen_by("seat 2").fields()["card"] == -1


@pytest.mark.parametrize(("id", "game", "street", "cites"), street_cases())
def test_the_first_live_seat_left_of_the_button_opens_and_may_bet_or_check(id, game, street, cites):
    hand = Hand(id, game, seats=[1, 2, 3, 4, 5], button=5)
    hand.play("""
        3: call
        4: call
        5: call
        1: fold
        2: check
    """)
    hand.through(street)
    assert hand.opener(street) == (2, cites)
    unit = 2 if street == "flop" else 4
    for seat in (2, 3, 4, 5):
        assert (hand.round.actor, hand.offered) == (seat, f"fold, check, bet {unit}")
        hand.say("check")
    # All have checked: the round is over.
    assert hand.round.street != street or hand.round.over


@pytest.mark.parametrize(("id", "game", "street", "cites"), street_cases())
def test_once_somebody_has_bet_the_others_fold_call_or_raise_until_all_have_answered(id, game, street, cites):
    hand = Hand(id, game, seats=[1, 2, 3, 4], button=4).through(street)
    unit = 2 if street == "flop" else 4
    hand.play(f"""
        1: check
        2: bet {unit}
        3 to act
    """)
    assert hand.offered == f"fold, call {unit}, raise to {2 * unit}"
    hand.refuses("3: check")
    hand.play(f"""
        3: raise to {2 * unit}
        4: call
        1: fold
        2 to act
    """)
    assert hand.offered == f"fold, call {unit}, raise to {3 * unit}"
    hand.play("2: call")
    assert hand.round.street != street or hand.round.over
    assert _clauses_on(hand, street, Checked) == {_option(cites, "2")}
    assert _clauses_on(hand, street, Called) == {_option(cites, "4")}
    assert _clauses_on(hand, street, Folded) == {_option(cites, "1")}


def _option(cites: str, number: str) -> str:
    """California lists the options of a street one by one, the other books in one clause."""
    return f"{cites}.{number}" if cites.startswith("ca-omaha") else cites


def _clauses_on(hand: Hand, street: str, kind: type[PokerEvent]) -> set[str]:
    """Citations of one kind of action on one street."""
    now, found = hand.variant.streets[0].name, set()
    for event in hand.round.log:
        if isinstance(event, BoardDealt):
            now = event.street
        if isinstance(event, kind) and now == street:
            found.add(event.clause)
    return found
