"""Corners of a round: the rarely seen places where one rule meets another."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.games.poker.round_driver import facts
from tests.games.variants.scripted_hands import Hand

from hoyle.core.cards import UNKNOWN, parse_cards
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.poker import FIXED, NO_LIMIT, PokerRound, PostedBet, RakePlan, Rules, Stakes
from hoyle.games.poker.action_order import first_to_act
from hoyle.games.poker.events import BoardDealt, BurnDiscarded, CardExposed, Conceded, Dealt, Shown
from hoyle.games.poker.pots.pot_division import ShowdownHands, divide
from hoyle.games.poker.pots.rake import percent_of
from hoyle.games.poker.round_state import NOTHING, RoundState
from hoyle.games.poker.variants import BEST_SHOWING, FORCED_BETTOR, HIGHEST_UPCARD, variant
from hoyle.rulebooks import poker_book
from hoyle.rulebooks.book_parameters import with_overrides


def test_a_limit_bet_is_the_limit_even_against_a_shorter_stack():
    hand = Hand("oneida", "holdem", button=3, stacks={1: 500, 2: 17, 3: 500}, limits=(10, 20), blinds=(5, 10))
    hand.play("3: fold\n1: call\n2: check\nflop")
    with pytest.raises(IllegalError, match="cannot bet 8: it must be 10"):
        hand.play("1: bet 8")
    hand.play("1: bet 10\n2: call")
    assert hand.round.state.returned == [3, 0, 0]


def test_a_no_limit_raise_is_a_full_raise_even_against_a_shorter_stack():
    hand = Hand("oneida", "holdem", button=3, stacks={1: 500, 2: 17, 3: 500}, structure=NO_LIMIT)
    hand.play("3: raise to 10\n1: fold")
    assert hand.round.options().label() == "fold, call 8, raise to 17"
    hand = Hand("oneida", "holdem", button=3, stacks={1: 17, 2: 500, 3: 500}, structure=NO_LIMIT)
    hand.play("3: fold\n1: raise to 10")
    assert hand.round.options().label() == "fold, call 8, raise to 18 to 500"


def test_a_blind_swallowed_by_the_ante_still_says_what_the_others_owe():
    hand = Hand("room-2012", "omaha-hilo8", button=3, stacks={2: 1}, ante=1, blinds=(2, 4), limits=(4, 8))
    assert hand.round.state.stacks[1] == 0
    assert hand.round.actor == 3
    assert hand.round.options().label() == "fold, call 4, raise to 8"


def test_the_bettor_of_the_last_betting_round_shows_first_though_cards_came_after_it():
    hand = Hand("oneida", "holdem", button=3, stacks={1: 10, 2: 10, 3: 10}, structure=NO_LIMIT)
    hand.play("3: call\n1: call\n2: check\nflop\n1: check\n2: all in\n3: call\n1: fold")
    assert [event.seat for event in hand.all(Shown)] == [2, 3]


@pytest.mark.clauses("nj-19-47 19:47-14.9(h)")
def test_burns_shuffled_for_a_common_card_give_a_common_card_though_two_players_are_left():
    rules = Rules(poker_book("nj-19-47"), "stud7-high", Stakes(FIXED, small=2, big=4, forced_bet=1))
    round_ = PokerRound(rules, list(range(1, 9)), [100] * 8, deck=list(range(52)))
    while not (round_.street == "sixth" and round_.state.awaiting == 1):
        round_.bring_in() if round_.pending == "forced bet" else _least(round_)
    round_.bet_to(4)
    for _ in range(6):
        round_.fold()
    round_.call()
    assert round_.pending == "shuffle"
    assert round_.state.stub() == 1
    round_.shuffle(round_.cards_to_shuffle())
    assert [event.common for event in round_.log if isinstance(event, BoardDealt)] == [True]
    assert round_.state.common
    assert all(len(round_.state.cards[at]) == 6 for at in range(8) if round_.state.live[at])


def _least(round_: PokerRound) -> None:
    round_.call() if round_.options().call else round_.check()


def test_by_merit_a_player_uses_the_five_cards_that_serve_him_best_for_the_odd_chip():
    law = with_overrides(poker_book("nj-19-47"), {"low_odd_direction": "merit_low"})
    rules = Rules(law, "omaha-hilo8", Stakes(FIXED, small=2, big=4))
    hands = [parse_cards(hand) for hand in ("As 2h 3h Kc", "Ad 3d Qh Js", "6s 7s 9c 9h")]
    contest = ShowdownHands(hands, parse_cards("2c 3c 4s 5d Kh"), rules.high, rules.low)
    lines = divide(50, [0, 1, 2], contest, rules.odd, clockwise=[1, 2, 0], from_button=True)
    assert {line.player: line.chips for line in lines} == {2: 25, 0: 13, 1: 12}


@pytest.mark.parametrize(("acts_last", "order"), [(False, [3, 4, 1, 2]), (True, [4, 1, 2, 3])], ids=["in turn", "last"])
def test_the_killer_acts_in_turn_unless_the_house_lets_him_act_last(acts_last, order):
    law = with_overrides(poker_book("oneida"), {"kill_acts_last": acts_last})
    rules = Rules(law, "omaha-hilo8", Stakes(FIXED, small=8, big=16))
    posts = [PostedBet(1, "blind", 2), PostedBet(2, "blind", 4), PostedBet(3, "kill", 8)]
    round_ = PokerRound(rules, [1, 2, 3, 4], [200] * 4, deck=list(range(52)), button=4, posts=posts)
    seen = []
    for _ in range(4):
        seen.append(round_.actor)
        _least(round_)
    assert seen == order
    assert round_.street == "flop"


@pytest.mark.clauses("oneida XI.J.12")
def test_a_kill_in_holdem_is_posted_by_the_clause_on_the_kill_blind():
    rules = Rules(poker_book("oneida"), "holdem", Stakes(FIXED, small=6, big=12))
    posts = [PostedBet(1, "blind", 1), PostedBet(2, "blind", 3), PostedBet(3, "kill", 6)]
    round_ = PokerRound(rules, [1, 2, 3, 4], [200] * 4, deck=list(range(52)), button=4, posts=posts)
    assert [event.clause for event in round_.log if event.name == "posted"][-1] == "oneida XI.J.12"
    assert round_.options().call == 0
    assert round_.actor == 3


def test_a_percentage_is_taken_exactly_as_posted():
    plan = RakePlan(percent=12.3456)
    assert plan.percent == Fraction(123456, 10000)
    assert percent_of(100_000, plan.percent) == 12_345
    assert percent_of(99_999, RakePlan(percent=0.1).percent) == 99


def test_switching_a_book_leaves_the_book_as_it_was():
    law = poker_book("oneida")
    changed = with_overrides(law, {"kill_acts_last": True})
    page = law.page("omaha-hilo8")
    assert page.kill is not None
    assert not page.kill.acts_last.value
    assert replace(law) == law
    assert changed != law


CHIP_LOST = """
from hoyle.core.errors import ChipConservationError
from hoyle.games.poker import FIXED, PokerRound, Rules, Stakes
from hoyle.rulebooks import poker_book

rules = Rules(poker_book("oneida"), "stud7-high", Stakes(FIXED, small=2, big=4, forced_bet=1))
round_ = PokerRound(rules, [1, 2], [100, 100], deck=list(range(52)))
round_.state.pot += 1
try:
    round_.bring_in()
except ChipConservationError as lost:
    print(lost)
"""


@pytest.mark.parametrize("flags", [[], ["-O"]], ids=["as ever", "optimized"])
def test_a_chip_too_many_stops_the_round_even_where_assertions_are_switched_off(flags):
    told = subprocess.run([sys.executable, *flags, "-c", CHIP_LOST], capture_output=True, text=True, check=True).stdout
    assert told.startswith("200 chips were in play, 201 are after Bet(")


def test_the_first_of_equals_opens_and_nobody_is_no_equal():
    rules = Rules(poker_book("oneida"), "stud7-high", Stakes(FIXED, small=2, big=4, forced_bet=1))

    def opening(*showing: str) -> tuple[int, bool]:
        state = RoundState()
        state.seats = [1, 2, 3, 4]
        state.stacks = [10] * 4
        state.live = [bool(cards) for cards in showing]
        state.cards = [parse_cards(cards) for cards in showing]
        state.ups = [[True] * len(cards) for cards in state.cards]
        return first_to_act(state, rules, BEST_SHOWING)

    assert opening("7c 3d", "Ac 9d", "Ah 9s", "") == (1, True)
    assert opening("Ac 9d", "7c 3d", "Ah 9s", "2c 2d") == (3, False)
    assert opening("", "Ah 9s", "Ac 9d", "Kc 9h") == (1, True)
    assert opening("", "", "", "") == (-1, False)


@pytest.mark.parametrize(
    ("button", "first"),
    [(1, 3), (3, 5), (5, 1), (2, 3), (4, 5), (6, 1), (9, 1)],
    ids=["at 1", "at 3", "at 5", "dead at 2", "dead at 4", "dead at 6", "dead at 9"],
)
def test_the_deal_starts_at_the_left_of_a_button_even_before_an_empty_seat(button, first):
    rules = Rules(poker_book("house"), "holdem", Stakes(FIXED, small=2, big=4))
    round_ = PokerRound(rules, [1, 3, 5], [100] * 3, deck=list(range(52)), button=button)
    dealt = next(event for event in round_.log if isinstance(event, Dealt))
    assert dealt.seats[0] == first


def test_a_dead_button_before_the_first_seat_is_the_last_players():
    rules = Rules(poker_book("house"), "holdem", Stakes(FIXED, small=2, big=4))
    round_ = PokerRound(rules, [4, 6, 8], [100] * 3, deck=list(range(52)), button=2)
    assert round_.state.seats[round_.state.button] == 8
    assert next(event for event in round_.log if isinstance(event, Dealt)).seats[:3] == [4, 6, 8]


def test_while_somebody_is_to_act_nothing_is_shuffled_and_no_street_dealt():
    rules = Rules(poker_book("house"), "holdem", Stakes(FIXED, small=2, big=4))
    round_ = PokerRound(rules, [1, 2], [100] * 2, deck=list(range(52)), button=1)
    with pytest.raises(IllegalError, match="no shuffle is due: the round waits for action"):
        round_.cards_to_shuffle()
    with pytest.raises(IllegalError, match="no street is to be dealt: the round waits for action"):
        round_.continue_runout()


def test_the_games_and_their_streets_are_called_by_name():
    assert variant("holdem").street("turn").name == "turn"
    with pytest.raises(InvalidError, match="holdem has no street 'seventh'"):
        variant("holdem").street("seventh")
    with pytest.raises(InvalidError, match="unknown game 'whist'; the games are"):
        variant("whist")


def shown_in_turn(law="oneida"):
    """Two hands of hold'em at a showdown in turn; seat 1 is first."""
    rules = Rules(poker_book(law), "omaha-hilo8" if law == "room-2012" else "holdem", Stakes(FIXED, small=2, big=4))
    posts = [PostedBet(1, "blind", 2), PostedBet(2, "blind", 2), PostedBet(3, "blind", 2)]
    round_ = PokerRound(rules, [1, 2, 3], [100] * 3, deck=list(range(52)), button=3, posts=posts, table_all=False)
    while round_.pending == "action":
        round_.check()
    assert round_.pending == "show"
    return round_


@pytest.mark.parametrize("name", ["retrieve", "muck"])
def test_only_a_hand_that_was_thrown_in_is_taken_back_or_taken_in(name):
    round_ = shown_in_turn()
    for seat in (1, 3, 9):
        with pytest.raises(IllegalError, match=f"seat {seat} has"):
            getattr(round_, name)(seat)
    round_.show()
    round_.concede()
    round_.concede()
    assert round_.pending == "muck"
    for seat in (1, 9):
        with pytest.raises(IllegalError, match=f"seat {seat} has"):
            getattr(round_, name)(seat)
    getattr(round_, name)(3)
    assert round_.pending == ("show" if name == "retrieve" else "muck")


@pytest.mark.parametrize(
    ("game", "kind", "ups", "chosen", "tied"),
    [
        # Out of the round, then aces: the ace of spades and nobody look alike where the ace is low.
        ("razz", FORCED_BETTOR, "-- Ac Ad", 2, True),
        ("razz", FORCED_BETTOR, "-- Ac 2c --", 2, False),
        ("razz", FORCED_BETTOR, "Kh Ks As", 1, True),
        ("stud7-high", FORCED_BETTOR, "-- 2d 2c --", 2, True),
        ("stud7-high", FORCED_BETTOR, "2c 2d 3c 2h", 0, True),
        ("stud7-high", FORCED_BETTOR, "As Ks -- Kd", 3, True),
        ("stud7-high", FORCED_BETTOR, "As Ks -- Qd", 3, False),
        ("stud7-high", HIGHEST_UPCARD, "-- 2c --", 1, False),
        ("stud7-high", HIGHEST_UPCARD, "Kd Ac -- Ah", 3, True),
    ],
)
def test_who_is_out_neither_opens_nor_is_forced_to_bet(game, kind, ups, chosen, tied):
    rules = Rules(poker_book("house"), game, Stakes(FIXED, small=2, big=4, forced_bet=1))
    cards = ups.split()
    state = RoundState()
    state.seats = list(range(1, len(cards) + 1))
    state.stacks = [10] * len(cards)
    state.live = [card != "--" for card in cards]
    state.cards = [[0, *parse_cards(card)] if card != "--" else [] for card in cards]
    state.ups = [[False, True] if card != "--" else [] for card in cards]
    assert first_to_act(state, rules, kind) == (chosen, tied)
    state.stacks[chosen] = 0
    assert first_to_act(state, rules, kind)[0] != chosen
    by_seat = with_overrides(poker_book("house"), {"all_in_opener": "clockwise"})
    passing = Rules(by_seat, game, Stakes(FIXED, small=2, big=4, forced_bet=1))
    assert (first_to_act(state, passing, kind)[0] == chosen) == (kind != FORCED_BETTOR)
    state.live = [False] * len(cards)
    assert first_to_act(state, rules, kind) == (-1, False)


def test_a_hand_that_nobody_knows_is_ranked_by_nobody():
    rules = Rules(poker_book("oneida"), "holdem", Stakes(NO_LIMIT, small=2))
    deck = [UNKNOWN, *range(51)]
    round_ = PokerRound(rules, [1, 2], [2, 2], deck=deck, button=1, posts=[PostedBet(2, "blind", 2)])
    with pytest.raises(HouseRulingRequired, match=r"the hand of seat [12] is not known and cannot be ranked"):
        round_.call()


def test_a_game_needs_its_clauses_street_by_street():
    law = poker_book("oneida")
    page = law.games["holdem"]
    lacking = replace(page, streets={name: each for name, each in page.streets.items() if name != "turn"})
    law = replace(law, games={**law.games, "holdem": lacking})
    with pytest.raises(InvalidError, match="oneida gives no clauses for 'turn' of holdem"):
        Rules(law, "holdem", Stakes(FIXED, small=2))


@pytest.mark.parametrize(
    ("id", "own_risk"), [("room-2012", "room-2012 GEN(1)"), ("nj-19-47", "nj-19-47 19:47-14.15[GEN(1)]")]
)
def test_where_no_book_lets_a_hand_be_taken_back_it_was_thrown_in_at_his_own_risk(id, own_risk):
    hand = Hand(id, "omaha-hilo8", button=3, show_in_turn=True).play("3: call\n1: call\n2: check")
    hand.play("all check\nall check\nall check")
    round_ = hand.round
    first = round_.actor
    round_.concede()
    with pytest.raises(IllegalError, match=f"seat {first} discarded at their own risk") as refusal:
        round_.retrieve(first)
    assert refusal.value.clause == own_risk
    while round_.pending == "show":
        round_.show()
    with pytest.raises(IllegalError, match=f"seat {first} has no discarded hand to take back"):
        round_.retrieve(first)


@pytest.mark.parametrize(("scope", "first"), [("five_card_hand", 1), ("all_cards", 0)])
def test_the_odd_chip_goes_by_the_cards_that_make_the_hand_or_by_all_that_are_held(scope, first):
    law = with_overrides(poker_book("oneida"), {"odd_suit_scope": scope})
    rules = Rules(law, "omaha-hilo8", Stakes(FIXED, small=2, big=4))
    hands = [parse_cards(hand) for hand in ("Jd 7h Kc Kh", "Js 7c Td Th", "Ac 2c Kd Qd")]
    contest = ShowdownHands(hands, parse_cards("3h 6d 8c 9s Tc"), rules.high, rules.low)
    lines = divide(102, [0, 1, 2], contest, rules.odd, clockwise=[1, 2, 0], from_button=True)
    assert {line.player: line.chips for line in lines} == {2: 51, first: 26, 1 - first: 25}


def to_the_end(hand):
    """The round at each of its betting rounds and draws, passively."""
    round_ = hand.round
    while round_.pending != "over" and not round_.state.showdown:
        yield round_
        if round_.pending == "draw":
            round_.draw(round_.state.cards[round_.state.actor][:1])
        else:
            round_.bring_in() if round_.pending == "forced bet" else _least(round_)


def test_cards_to_spare_leave_stud_a_burn_and_a_common_card_until_its_last_street():
    kept = {}
    for round_ in to_the_end(Hand("oneida", "stud7-high", seats=[1, 2, 3, 4, 5])):
        kept[round_.street] = round_.state.stub() - round_.spare()
    assert kept == {"third": 2, "fourth": 1, "fifth": 0, "sixth": 0, "seventh": 0}


def test_cards_to_spare_leave_the_board_its_cards_and_burns():
    kept = {}
    for round_ in to_the_end(Hand("oneida", "holdem", button=3)):
        kept[round_.street] = round_.state.stub() - round_.spare()
    assert kept == {"preflop": 8, "flop": 4, "turn": 2, "river": 0}


def test_cards_to_spare_leave_a_draw_its_burn_as_long_as_nothing_was_discarded():
    hand = Hand("oneida", "draw5-high", button=3)
    before = hand.round
    assert before.state.stub() - before.spare() == 1
    before.fold()
    assert before.state.stub() - before.spare() == 0
    for round_ in to_the_end(Hand("oneida", "draw5-high", button=3)):
        if round_.street != "predraw":
            assert round_.state.stub() == round_.spare()


def test_an_upper_limit_that_nobody_named_is_the_lower_one():
    assert (Stakes(FIXED, small=3).small, Stakes(FIXED, small=3).big) == (3, 3)
    assert Stakes(FIXED, small=3, big=7).big == 7


def test_who_takes_in_no_hand_is_told_by_which_clause():
    round_ = shown_in_turn()
    for clause, cited in (("", round_.state.turn_clause), ("house muck", "house muck")):
        with pytest.raises(IllegalError, match="seat 1 has thrown in no hand") as refusal:
            round_.muck(1, clause)
        assert refusal.value.clause == cited
    assert round_.state.turn_clause


def test_after_a_concession_nobody_is_to_act_until_somebody_is_named():
    state = shown_in_turn().state
    Conceded(state.seats[state.actor], "").apply(state)
    assert (state.actor, state.awaiting) == (-1, NOTHING)


def test_with_everybody_else_all_in_by_the_ante_nobody_brings_it_in_and_the_cards_are_dealt_out():
    hand = Hand("oneida", "stud7-high", "seat 1: Kc Qd 2c\nseat 2: 9c 9d 9h", stacks={2: 1}, ante=1)
    assert hand.round.over


def test_what_is_over_is_over():
    round_ = Hand("oneida", "holdem", button=3).play("3: fold\n1: fold").round
    told = len(round_.log)
    round_.resume()
    assert (round_.over, len(round_.log)) == (True, told)


def test_a_card_found_face_up_was_seen_by_all_and_one_off_the_table_by_the_dealer_alone():
    for source, seen in (("boxed", 7), ("off table", UNKNOWN)):
        for event in (CardExposed(7, source, "x"), BurnDiscarded(1, 7, source, "x")):
            assert facts(event.seen_by("ann"))["card"] == seen
