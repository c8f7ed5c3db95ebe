"""Five-card stud: one down, four up, and an opener who must bet."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import card_text, parse_cards
from hoyle.games.poker import view
from hoyle.games.poker.events import Bet, Burned, Called, Dealt, Folded, Turn

GAME = "stud5-high"
TOPICS = {
    "nj-19-47": {
        "deal": "19:47-14.13(c)",
        "forced": "19:47-14.13(d)",
        "first": "19:47-14.13(e)",
        "third": "19:47-14.13(f)",
        "later": "19:47-14.13(g)",
        "showdown": "19:47-14.13(h)",
    },
    "oneida": {
        "deal": "XI.M.3",
        "forced": "XI.M.4",
        "first": "XI.M.5",
        "third": "XI.M.6",
        "later": "XI.M.7",
        "showdown": "XI.M.8",
    },
}


def both(topic: str) -> list[Any]:
    """(book, citation) for both books."""
    return [case(id, f"{id} {cites[topic]}", upholds=[cites[topic]], name=id) for id, cites in TOPICS.items()]


def upcards(id: str, *ups: str) -> Hand:
    """Second street with these up-cards."""
    free = [card for card in range(52) if card not in parse_cards(" ".join(ups))]
    return Hand(id, GAME, "\n".join(f"seat {n}: {card_text(free.pop())} {up}" for n, up in enumerate(ups, 1)))


@pytest.mark.parametrize(("id", "cites"), both("deal"))
def test_one_card_down_and_one_up_from_the_dealers_left(id, cites):
    hand = Hand(id, GAME, seats=[2, 4, 7])
    dealt = hand.all(Dealt)
    assert len(dealt) == 1
    assert (dealt[0].seats, dealt[0].ups) == ([2, 4, 7] * 2, [False] * 3 + [True] * 3)
    assert dealt[0].cards == hand.deck[:6]
    assert dealt[0].clause == cites
    players = view(hand.round.state, "seat 2").hands
    assert players[1].cards[0] == "??"
    assert players[1].cards[1] != "??"


@pytest.mark.parametrize(("id", "cites"), both("forced"))
def test_the_lowest_up_card_makes_the_forced_bet_and_an_ace_is_high(id, cites):
    hand = upcards(id, "Kh", "Ac", "3s", "9d")
    assert hand.opener("second") == (3, cites)
    hand.refuses("3: fold")
    hand.refuses("3: check")
    hand.say("bring in")
    assert (hand.last(Bet).seat, hand.last(Bet).chips, hand.last(Bet).clause) == (3, 1, cites)
    assert upcards(id, "Ac", "Kh", "As").opener("second") == (2, cites)


@pytest.mark.parametrize(("id", "cites"), both("forced"))
@pytest.mark.parametrize(("lower", "higher"), [("c", "d"), ("d", "h"), ("h", "s")])
def test_equal_up_cards_are_told_apart_by_suit(id, cites, lower, higher):
    assert upcards(id, f"6{lower}", f"6{higher}").opener("second") == (1, cites)
    assert upcards(id, f"6{higher}", f"6{lower}").opener("second") == (2, cites)


@pytest.mark.parametrize(("id", "cites"), both("first"))
def test_from_the_forced_bettor_clockwise_each_folds_calls_or_raises(id, cites):
    hand = upcards(id, "5h", "4c", "9d", "Jd").play("2: bring in")
    assert (hand.round.actor, hand.offered) == (3, "fold, call 1, raise to 2")
    hand.refuses("3: check")
    hand.play("3: call\n4: raise to 2")
    assert (hand.round.actor, hand.offered) == (1, "fold, call 2, raise to 4")
    hand.play("1: fold\n2: call\n3 to act")
    assert hand.round.street == "second"
    hand.play("3: call")
    assert hand.round.street == "third"
    assert hand.last(Called).clause == hand.last(Folded).clause == cites


HANDS = """
    seat 1: 2c 9h 3h 5s 7c
    seat 2: 2d Kd 4d 6s 8c
    seat 3: 2h Jc Jh Qs Qc
    burns: Ac Ad Ah
"""


@pytest.mark.parametrize(("id", "cites"), both("third"))
def test_third_street_burns_one_gives_an_up_card_each_and_the_best_hand_showing_begins(id, cites):
    hand = Hand(id, GAME, HANDS).through("third")
    burned, dealt, turn = hand.round.log[-3:]
    assert isinstance(burned, Burned)
    assert isinstance(dealt, Dealt)
    assert isinstance(turn, Turn)
    assert burned.card == parse_cards("Ac")[0]
    assert (dealt.seats, dealt.cards, dealt.ups) == ([1, 2, 3], parse_cards("3h 4d Jh"), [True] * 3)
    assert turn.seat == 3
    assert {burned.clause, dealt.clause, turn.clause} == {cites}


@pytest.mark.parametrize(("id", "cites"), both("third"))
def test_the_opener_must_bet_and_then_the_others_fold_call_or_raise(id, cites):
    hand = Hand(id, GAME, HANDS).through("third")
    assert hand.offered == "bet 2"
    assert getattr(hand.refuses("3: check"), "clause", "") == cites
    hand.refuses("3: fold")
    hand.play("3: bet 2")
    assert (hand.round.actor, hand.offered) == (1, "fold, call 2, raise to 4")
    hand.refuses("1: check")
    hand.play("1: raise to 4\n2: fold\n3 to act\n3: call")
    assert hand.round.street == "fourth"


@pytest.mark.parametrize(("id", "cites"), both("third"))
@pytest.mark.parametrize("suits", ["cs", "sc", "dh"])
def test_of_equal_hands_showing_the_one_nearest_the_dealers_left_must_bet(id, cites, suits):
    first, second = suits
    hand = Hand(id, GAME, f"seat 1: 2c 9h 3h\nseat 2: 4d K{first} Q{first}\nseat 3: 4h K{second} Q{second}").through(
        "third"
    )
    assert hand.opener("third") == (2, cites)
    assert hand.offered == "bet 2"


@pytest.mark.parametrize(("id", "cites"), both("later"))
def test_fourth_and_fifth_card_come_the_same_way(id, cites):
    hand = Hand(id, GAME, HANDS)
    for street, burn, cards in (("fourth", "Ad", "5s 6s Qs"), ("fifth", "Ah", "7c 8c Qc")):
        hand.through(street)
        burned, dealt, turn = hand.round.log[-3:]
        assert isinstance(burned, Burned)
        assert isinstance(dealt, Dealt)
        assert isinstance(turn, Turn)
        assert (burned.card, dealt.cards) == (parse_cards(burn)[0], parse_cards(cards))
        assert (dealt.seats, dealt.ups) == ([1, 2, 3], [True] * 3)
        assert turn.seat == 3
        assert {burned.clause, dealt.clause, turn.clause} == {cites}
        assert hand.offered == "bet 4"
        hand.refuses("3: check")
    hand.play("3: bet\n1: call\n2: call")
    assert hand.round.over
    assert hand.last(Called).clause == cites


@pytest.mark.parametrize(("id", "cites"), both("showdown"))
@pytest.mark.parametrize(
    ("loser", "winner"),
    [("Ac Kd Qh Js 9d", "2c 2d 3h 4s 6d"), ("Ah Ad Kc Ks 2d", "7c 8c 9h Ts Jd"), ("2c 3d 4h 5s 7d", "2d 3h 4s 5d 8c")],
)
def test_the_best_five_card_high_hand_takes_the_pot(id, cites, loser, winner):
    hand = Hand(id, GAME, f"seat 1: {loser}\nseat 2: {winner}").showdown()
    assert list(hand.shares) == [("high", 2)]
    assert hand.award("high", 2).clause == cites
