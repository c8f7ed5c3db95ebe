"""Mambo stud, high-low split six or better: three cards and one for everybody."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand

from hoyle.core.cards import card_text, cards_text, parse_cards
from hoyle.games.poker import view
from hoyle.games.poker.events import Bet, BoardDealt, Burned, Called, Checked, Dealt, Folded

GAME = "mambo-hilo6"


def _s(item: str) -> str:
    return f"nj-19-47 19:47-{item}"


def mambo(cards: str = "", **terms: Any) -> Hand:
    return Hand("nj-19-47", GAME, cards, **terms)


def show(cards: str, **terms: Any) -> Hand:
    return mambo(cards, **terms).showdown()


def upcards(*ups: str, board: str = "") -> Hand:
    """A round with these up-cards; what lies below does not matter."""
    free = [card for card in range(52) if card not in parse_cards(" ".join([*ups, board]))]
    rows = [f"seat {n}: {card_text(free.pop())} {up} {card_text(free.pop())}" for n, up in enumerate(ups, 1)]
    return mambo("\n".join(rows + ([f"board: {board}"] if board else [])))


# Streets


@pytest.mark.clauses(_s("14.13A(c)"))
def test_one_card_down_and_one_up_from_the_dealers_left():
    hand = mambo(seats=[2, 4, 7])
    dealt = hand.all(Dealt)
    assert len(dealt) == 1
    assert (dealt[0].seats, dealt[0].ups) == ([2, 4, 7] * 2, [False] * 3 + [True] * 3)
    assert (dealt[0].cards, dealt[0].clause) == (hand.deck[:6], _s("14.13A(c)"))


@pytest.mark.clauses(_s("14.13A(d)"), _s("14.7[XI.G.1(c)]"))
def test_the_lowest_up_card_makes_the_forced_bet_and_suits_break_ties():
    hand = upcards("Kh", "Ac", "3s", "9d")
    assert hand.opener("second") == (3, _s("14.13A(d)"))
    hand.refuses("3: fold")
    hand.say("bring in")
    assert (hand.last(Bet).seat, hand.last(Bet).chips, hand.last(Bet).clause) == (3, 1, _s("14.13A(d)"))
    assert upcards("Ac", "Kh", "As").opener("second")[0] == 2
    for lower, higher in (("c", "d"), ("d", "h"), ("h", "s")):
        assert upcards(f"6{lower}", f"6{higher}").opener("second") == (1, _s("14.13A(d)"))
        assert upcards(f"6{higher}", f"6{lower}").opener("second") == (2, _s("14.13A(d)"))


@pytest.mark.clauses(_s("14.13A(e)"))
def test_from_the_forced_bettor_clockwise_each_folds_calls_or_raises():
    hand = upcards("5h", "4c", "9d", "Jd").play("2: bring in")
    assert (hand.round.actor, hand.offered) == (3, "fold, call 1, raise to 2")
    hand.refuses("3: check")
    hand.play("3: call\n4: raise to 2\n1: fold\n2: call\n3 to act")
    assert hand.round.street == "second"
    hand.play("3: call")
    assert hand.round.street == "third"
    assert hand.last(Called).clause == hand.last(Folded).clause == _s("14.13A(e)")


@pytest.mark.clauses(_s("14.13A(f)"))
def test_the_third_card_comes_down_after_a_burn_to_each_live_player():
    hand = mambo("seat 1: Kc 9h\nseat 2: Qc 2h 4d\nseat 3: Jc 8h 5d\nburns: Ac")
    hand.play("2: bring in\n3: call\n1: fold")
    burned, dealt = [event for event in hand.round.log if isinstance(event, Burned | Dealt)][-2:]
    assert isinstance(burned, Burned)
    assert isinstance(dealt, Dealt)
    assert burned.card == parse_cards("Ac")[0]
    assert (dealt.seats, dealt.cards, dealt.ups) == ([2, 3], parse_cards("4d 5d"), [False, False])
    assert burned.clause == dealt.clause == _s("14.13A(f)")
    assert "5d" not in str(view(hand.round.state, "seat 2"))


@pytest.mark.clauses(_s("14.13A(f)"))
def test_the_highest_up_card_opens_the_second_round_and_suits_break_ties():
    hand = upcards("9h", "Ac", "Kd").through("third")
    assert hand.opener("third") == (2, _s("14.13A(f)"))
    assert hand.offered == "fold, check, bet 2"
    for lower, higher in (("c", "d"), ("d", "h"), ("h", "s")):
        assert upcards(f"J{lower}", f"J{higher}", "4c").through("third").opener("third") == (2, _s("14.13A(f)"))
        assert upcards(f"J{higher}", f"J{lower}", "4c").through("third").opener("third")[0] == 1


@pytest.mark.clauses(_s("14.13A(g)"))
def test_the_second_round_may_be_checked_until_somebody_bets():
    hand = upcards("9h", "Ac", "Kd").through("third")
    hand.play("2: check\n3: bet 2")
    assert (hand.round.actor, hand.offered) == (1, "fold, call 2, raise to 4")
    hand.refuses("1: check")
    hand.play("1: raise to 4\n2: fold\n3 to act")
    assert hand.round.street == "third"
    hand.play("3: call")
    assert hand.round.street == "community"
    clauses = {hand.all(Checked)[-1].clause, hand.last(Called).clause, hand.last(Folded).clause}
    assert clauses == {_s("14.13A(g)")}
    checked = upcards("9h", "Ac", "Kd").through("third").play("2: check\n3: check\n1: check")
    assert checked.round.street == "community"


@pytest.mark.clauses(_s("14.13A(h)"))
def test_one_card_for_everybody_is_turned_after_a_burn():
    hand = mambo("board: 7s\nburns: Ac Ad", seats=[1, 2, 3]).through("community")
    burned, board, turn = hand.round.log[-3:]
    assert isinstance(burned, Burned)
    assert isinstance(board, BoardDealt)
    assert (burned.card, board.cards) == (parse_cards("Ad")[0], parse_cards("7s"))
    assert burned.clause == board.clause == _s("14.13A(h)")
    assert not board.common
    assert not hand.round.state.common
    assert turn.name == "turn"
    assert hand.board == "7s"


@pytest.mark.clauses(_s("14.13A(h)1"), _s("14.13A(h)"))
def test_the_best_pair_with_the_community_card_opens_the_last_round_else_the_highest_up_card():
    paired = upcards("Kh", "7c", "Ad", board="7s").through("community")
    assert paired.opener("community") == (2, _s("14.13A(h)1"))
    assert paired.offered == "fold, check, bet 4"
    alone = upcards("Kh", "7c", "Ad", board="8s").through("community")
    assert alone.opener("community") == (3, _s("14.13A(h)1"))


@pytest.mark.clauses(_s("14.13A(h)2"))
def test_equal_pairs_or_up_cards_go_to_the_dealers_left_and_suits_are_not_used():
    for suits in ("cs", "sc", "dh"):
        one, other = suits
        pairs = upcards("Ad", f"7{one}", f"7{other}", board="7h" if "h" not in suits else "7s")
        assert pairs.through("community").opener("community") == (2, _s("14.13A(h)2"))
        cards = upcards("2d", f"K{one}", f"K{other}", board="9h")
        assert cards.through("community").opener("community") == (2, _s("14.13A(h)2"))


@pytest.mark.clauses(_s("14.13A(i)"))
def test_the_last_round_runs_like_the_second():
    hand = upcards("9h", "Ac", "Kd", board="4s").through("community")
    hand.play("2: check\n3: bet 4")
    assert (hand.round.actor, hand.offered) == (1, "fold, call 4, raise to 8")
    hand.refuses("1: check")
    hand.play("1: raise to 8\n2: fold\n3: call")
    assert hand.round.over
    clauses = {hand.all(Checked)[-1].clause, hand.last(Called).clause, hand.last(Folded).clause}
    assert clauses == {_s("14.13A(i)")}


# Showdown


@pytest.mark.clauses(_s("14.13A(j)"))
@pytest.mark.parametrize(
    ("winner", "board"),
    [("Kh Kd Kc", "9s"), ("Kh Kd 8c", "Ks"), ("Qh 8d Jh", "Th")],
    ids=["three-of-own", "two-of-own-and-the-board", "any-mix"],
)
def test_a_hand_is_any_three_of_own_cards_and_the_community_card(winner, board):
    hand = show(f"seat 1: As Ad 7c\nseat 2: {winner}\nboard: {board}", ante=1)
    assert hand.shares == {("high", 2): 4}


@pytest.mark.clauses(_s("14.13A(j)"))
def test_best_high_and_best_low_halve_the_pot():
    hand = show("seat 1: 5d 4c 2s\nseat 2: Kh Kd 9c\nboard: Js", ante=1)
    assert hand.shares == {("high", 2): 2, ("low", 1): 2}
    assert hand.award("high", 2).clause == hand.award("low", 1).clause == _s("14.13A(j)")


@pytest.mark.clauses(_s("14.3(c)"))
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah Kh Qh", "Ks Qs Js"),
        ("Kh Qh Jh", "4s 3s 2s"),
        ("3h 2h Ah", "Ks Kd Kc"),
        ("2h 2d 2c", "As Kd Qc"),
        ("Ah Kd Qc", "Ks Qd Jc"),
        ("3h 2d Ac", "As Js 9s"),
        ("Th 8h 3h", "As Ad Kc"),
        ("8h 8d Tc", "As Kd Jc"),
        ("Qh Jd 9c", "Js Td 8c"),
    ],
)
def test_three_card_hands_rank_straight_flush_trips_straight_flush_pair(better, worse):
    hand = show(f"seat 1: {worse}\nseat 2: {better}\nboard: 7d")
    assert {seat for share, seat in hand.shares if share == "high"} == {2}


@pytest.mark.clauses(_s("14.3(c)"))
def test_king_ace_two_is_no_straight():
    hand = show("seat 1: Kh Ad 2c\nseat 2: 4s 4d 9c\nboard: 7h")
    assert hand.shares == {("high", 2): 2}


@pytest.mark.clauses(_s("14.13A(k)"))
@pytest.mark.parametrize("low", ["7h 2d Ac", "Ah Ad 2c", "6h 6d 5c"], ids=["seven-high", "paired", "pair-of-sixes"])
def test_without_three_different_ranks_up_to_six_the_high_hand_takes_everything(low):
    hand = show(f"seat 1: {low}\nseat 2: Kh Kd Ks\nboard: 9s", ante=1)
    assert hand.shares == {("high", 2): 4}
    assert hand.award("high", 2).clause == _s("14.13A(k)")


@pytest.mark.clauses(_s("14.13A(k)"))
@pytest.mark.parametrize(
    ("worse", "better"),
    [("6h 5d 4c", "6s 5c 3d"), ("6h 2d Ac", "5s 4c 3d"), ("4h 2d Ad", "3s 2c Ac"), ("4h 3d Ad", "3h 2h Ah")],
    ids=["six-high", "straight", "ace-two-three", "straight-flush"],
)
def test_ace_two_three_is_the_best_low_and_straights_and_flushes_do_no_harm(worse, better):
    hand = show(f"seat 1: {worse}\nseat 2: {better}\nseat 3: Kh Kd Ks\nboard: 9s", ante=1)
    assert {seat for share, seat in hand.shares if share == "low"} == {2}


# Odd chips


@pytest.mark.clauses(_s("14.13A[14.9(i)2i]"))
def test_the_chip_that_does_not_halve_goes_to_the_high_hand():
    hand = mambo("seat 1: 5d 3c 2s\nseat 2: Kh Kd 9c\nseat 3: Qc 8d\nboard: Js", ante=1)
    hand.play("1: bring in\n2: call\n3: fold").showdown()
    assert hand.shares == {("high", 2): 3, ("low", 1): 2}
    assert hand.odd_chips() == {("high", 2): (1, _s("14.13A[14.9(i)2i]"))}


def tied_high(first: str, second: str, **terms: Any) -> Hand:
    """Two ace-king-jacks; the kings lie the other way round. The high half is three."""
    cards = f"""
        seat 1: A{first} K{second} 8s
        seat 2: A{second} K{first} 8d
        seat 3: 5c 4d 2h
        board: Jh
    """
    return show(cards, ante=1, **terms)


def tied_low(first: str, second: str, **terms: Any) -> Hand:
    """Two lows of 5-2-A; the twos lie the other way round. The low half is three."""
    cards = f"""
        seat 1: A{first} 2{second} Ts
        seat 2: A{second} 2{first} Td
        seat 3: Kc Kd 9h
        board: 5h
    """
    return show(cards, ante=1, **terms)


@pytest.mark.clauses(_s("14.13A[14.9(i)2ii]"))
def test_the_odd_chip_of_a_tied_high_goes_to_the_highest_card():
    hand = tied_high("h", "s")
    assert hand.shares == {("high", 1): 1, ("high", 2): 2, ("low", 3): 3}
    assert hand.odd_chips() == {("high", 2): (1, _s("14.13A[14.9(i)2ii]"))}
    assert cards_text(hand.award("high", 2).hands[0]) == "As Kh Jh"


@pytest.mark.clauses(_s("14.13A[14.9(i)2iii]"))
def test_the_odd_chip_of_a_tied_low_goes_to_the_lowest_card():
    hand = tied_low("h", "c")
    assert hand.shares == {("low", 1): 1, ("low", 2): 2, ("high", 3): 3}
    assert hand.odd_chips() == {("low", 2): (1, _s("14.13A[14.9(i)2iii]"))}


@pytest.mark.clauses(_s("14.13A[14.9(i)2iv]"))
@pytest.mark.parametrize(("lower", "higher"), [("c", "d"), ("d", "h"), ("h", "s")])
def test_suits_rank_spades_hearts_diamonds_clubs_for_odd_chips(lower, higher):
    assert tied_high(lower, higher).shares == {("high", 1): 1, ("high", 2): 2, ("low", 3): 3}
    assert tied_high(higher, lower).shares == {("high", 1): 2, ("high", 2): 1, ("low", 3): 3}
    assert tied_low(lower, higher).shares == {("low", 1): 2, ("low", 2): 1, ("high", 3): 3}
    assert tied_low(higher, lower).shares == {("low", 1): 1, ("low", 2): 2, ("high", 3): 3}


@pytest.mark.parametrize(("unit_cents", "chips"), [(100, [2, 3, 3]), (50, [2, 4, 2])])
@pytest.mark.clauses(_s("14.13A[14.9(i)2ii]"), _s("14.13A[14.9(i)2iii]"))
def test_three_tied_hands_share_what_is_more_than_a_dollar(unit_cents, chips):
    high = show(
        "seat 1: Ad Ks 8s\nseat 2: As Kh 8d\nseat 3: Ah Kd 8c\nseat 4: 5c 4d 2h\nboard: Jh",
        ante=3,
        unit_cents=unit_cents,
    )
    assert [high.shares[("high", seat)] for seat in (1, 2, 3)] == chips
    low = show(
        "seat 1: Ad 2s Ts\nseat 2: Ac 2d Td\nseat 3: As 2c Tc\nseat 4: Kc Kd 9h\nboard: 5h",
        ante=3,
        unit_cents=unit_cents,
    )
    # By card the clubs ace comes first, then the diamond, then the spade.
    assert [low.shares[("low", seat)] for seat in (1, 2, 3)] == ([3, 3, 2] if unit_cents == 100 else chips)


# Both ways


@pytest.mark.clauses(_s("14.13A[14.9(k)]"))
def test_high_and_low_may_be_two_hands_or_one():
    two = show("seat 1: 6h 6d 3c\nseat 2: 5s 5c 4h\nboard: 2h", ante=1)
    # Sixes for high and 6-3-2 for low against fives and 5-4-2.
    assert two.shares == {("high", 1): 2, ("low", 2): 2}
    scoop = show("seat 1: 6h 6d 3c\nseat 2: 5s 5c Jh\nboard: 2h", ante=1)
    assert scoop.shares == {("high", 1): 2, ("low", 1): 2}
    one = show("seat 1: 4h 3d 2c\nseat 2: Ks Kd 5h\nboard: 9h", ante=1)
    assert one.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.clauses(_s("14.13A[14.9(l)]"))
def test_an_ace_counts_high_for_the_high_and_low_for_the_low():
    hand = show("seat 1: Ah 4d 2c\nseat 2: Ks 6d 3h\nboard: Jc", ante=1)
    # Ace-jack-four beats king-jack-six, and 4-2-A qualifies while K-6-3 does not.
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}
