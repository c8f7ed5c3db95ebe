"""Seven-card stud from the first card to the last bet."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import cards_text, parse_cards
from hoyle.games.poker import view
from hoyle.games.poker.events import Bet, Burned, Called, Checked, Dealt, Folded, Turn

GAMES = ("stud7-high", "stud7-hilo", "stud7-hilo8")
FORCED = {
    "nj-19-47": dict(zip(GAMES, ("19:47-14.9(d)1", "19:47-14.9(d)2", "19:47-14.9(d)3"), strict=True)),
    "oneida": dict(zip(GAMES, ("XI.I.4(a)", "XI.I.4(b)", "XI.I.4(c)"), strict=True)),
}
TOPICS = {
    "nj-19-47": {
        "deal": "19:47-14.9(c)",
        "suits": "19:47-14.9(d)",
        "first": "19:47-14.9(e)",
        "fourth": "19:47-14.9(f)",
        "showing": "19:47-14.9(f)1",
        "tie": "19:47-14.9(f)2",
        "options": "19:47-14.9(g)",
        "later": "19:47-14.9(h)",
    },
    "oneida": {
        "deal": "XI.I.3",
        "suits": "XI.I.4",
        "first": "XI.I.5",
        "fourth": "XI.I.6",
        "showing": "XI.I.6(a)",
        "tie": "XI.I.6(b)",
        "options": "XI.I.7",
        "later": "XI.I.8",
    },
}


def stud(topic: str) -> list[Any]:
    """(book, game, citation) for each form of the game under both books."""
    return [
        case(id, game, f"{id} {cites[topic]}", upholds=[cites[topic]], name=f"{id}-{game}")
        for id, cites in TOPICS.items()
        for game in GAMES
    ]


def forced(*games: str) -> list[Any]:
    """(book, game, citation) for the forced bet of some forms."""
    return [
        case(id, game, f"{id} {FORCED[id][game]}", upholds=[FORCED[id][game]], name=f"{id}-{game}")
        for id in TOPICS
        for game in games
    ]


def upcards(id: str, game: str, *ups: str, **terms: Any) -> Hand:
    """Third street with these up-cards; what lies below does not matter."""
    free = [card for card in range(52) if card not in parse_cards(" ".join(ups))]
    hands = {seat: [free.pop(), free.pop()] for seat in range(1, len(ups) + 1)}
    lines = [f"seat {seat}: {cards_text(hole)} {up}" for (seat, hole), up in zip(hands.items(), ups, strict=True)]
    return Hand(id, game, "\n".join(lines), **terms)


# The deal


@pytest.mark.parametrize(("id", "game", "cites"), stud("deal"))
def test_two_cards_down_and_one_up_from_the_dealers_left(id, game, cites):
    hand = Hand(id, game, seats=[2, 4, 7])
    dealt = hand.all(Dealt)
    assert len(dealt) == 1
    assert dealt[0].seats == [2, 4, 7] * 3
    assert dealt[0].ups == [False] * 6 + [True] * 3
    assert dealt[0].cards == hand.deck[:9]
    assert dealt[0].clause == cites
    players = view(hand.round.state, "seat 2").hands
    assert players[1].cards[:2] == ["??", "??"]
    assert "??" not in players[1].cards[2:]
    assert "??" not in players[0].cards


# The forced bet


@pytest.mark.parametrize(("id", "game", "cites"), forced("stud7-high", "stud7-hilo8"))
def test_the_lowest_up_card_makes_the_forced_bet_and_an_ace_is_high(id, game, cites):
    hand = upcards(id, game, "Kh", "Ac", "3s", "9d")
    assert hand.opener("third") == (3, cites)
    assert hand.round.pending == "forced bet"
    hand.say("bring in")
    assert (hand.last(Bet).seat, hand.last(Bet).chips, hand.last(Bet).clause) == (3, 1, cites)
    assert upcards(id, game, "Ac", "Kh", "As").opener("third") == (2, cites)


@pytest.mark.parametrize(("id", "game", "cites"), forced("stud7-hilo"))
def test_high_low_split_makes_the_highest_up_card_bet_and_an_ace_lies_under_the_two(id, game, cites):
    hand = upcards(id, game, "9h", "As", "Kc", "2d")
    assert hand.opener("third") == (3, cites)
    hand.say("bring in")
    assert (hand.last(Bet).seat, hand.last(Bet).clause) == (3, cites)
    assert upcards(id, game, "As", "2d", "Ac").opener("third") == (2, cites)


@pytest.mark.parametrize(("id", "game", "cites"), stud("suits"))
@pytest.mark.parametrize(("lower", "higher"), [("c", "d"), ("d", "h"), ("h", "s")])
def test_equal_up_cards_are_told_apart_by_suit(id, game, cites, lower, higher):
    for seats in ((lower, higher), (higher, lower)):
        hand = upcards(id, game, f"6{seats[0]}", f"6{seats[1]}")
        wanted = higher if game == "stud7-hilo" else lower
        assert hand.opener("third") == (1 + seats.index(wanted), cites)


@pytest.mark.clauses("oneida XI.G.1(c)")
def test_the_seat_its_up_card_names_must_bet_in_oneida_and_nobody_else_may():
    hand = upcards("oneida", "stud7-high", "Kh", "4c", "9d")
    _must_bet(hand)


@pytest.mark.clauses("nj-19-47 19:47-14.7[XI.G.1(c)]")
def test_the_seat_its_up_card_names_must_bet_in_new_jersey_and_nobody_else_may():
    hand = upcards("nj-19-47", "stud7-high", "Kh", "4c", "9d")
    _must_bet(hand)


def _must_bet(hand: Hand) -> None:
    assert hand.offered == "bring in 1, complete to 2"
    hand.refuses("2: fold")
    hand.refuses("2: check")
    hand.refuses("3: bring in")
    hand.say("bring in")
    assert hand.round.state.pot == 1


# The first betting round


@pytest.mark.parametrize(("id", "game", "cites"), stud("first"))
def test_from_the_forced_bettor_clockwise_each_folds_calls_or_raises(id, game, cites):
    ups = ("5h", "4c", "9d", "Jd") if game != "stud7-hilo" else ("5h", "Kc", "9d", "Jd")
    hand = upcards(id, game, *ups).play("2: bring in")
    for seat, words in ((3, "call"), (4, "raise to 2"), (1, "fold")):
        assert hand.round.actor == seat
        due = 2 if seat == 1 else 1
        assert hand.offered == f"fold, call {due}, raise to {4 if seat == 1 else 2}"
        hand.refuses(f"{seat}: check")
        hand.say(words)
    # The latest bet is answered by everybody, the forced bettor included.
    hand.play("2: call\n3 to act\n3: call")
    assert hand.round.street == "fourth"
    assert hand.last(Called).clause == hand.all(Folded)[0].clause == cites


@pytest.mark.parametrize(("id", "game", "cites"), stud("first"))
def test_a_forced_bet_that_everybody_just_calls_ends_the_round(id, game, cites):
    hand = upcards(id, game, "6h", "6c")
    hand.say("bring in")
    hand.say("call")
    assert hand.round.street == "fourth"
    assert hand.last(Called).clause == cites


# Fourth street to seventh


@pytest.mark.parametrize(("id", "game", "cites"), stud("fourth"))
def test_fourth_street_burns_one_and_gives_each_live_player_an_up_card(id, game, cites):
    hand = Hand(
        id,
        game,
        """
        seat 1: Kc Kd 9h
        seat 2: Qc Qd 2h Js
        seat 3: 5c 5d 2d 8s
        seat 5: 6c 6d Tc 3s
        burns: Ac
    """,
    )
    hand.through("third")
    while hand.round.street == "third":
        if hand.round.actor == 1 and hand.round.pending == "action":
            hand.say("fold")
        else:
            hand.passive()
    burned, dealt = [event for event in hand.round.log if isinstance(event, Burned | Dealt)][-2:]
    assert isinstance(burned, Burned)
    assert isinstance(dealt, Dealt)
    assert burned.card == parse_cards("Ac")[0]
    assert (dealt.seats, dealt.cards, dealt.ups) == ([2, 3, 5], parse_cards("Js 8s 3s"), [True] * 3)
    assert burned.clause == dealt.clause == cites


SHOWING = [
    ("Kh Qh", "3c 3d", "Ah Js", 2),
    ("4h 4s", "3c 3d", "Ah Ks", 1),
    ("Ah 2s", "Kc Qd", "Ad 3c", 3),
    ("7h 6s", "5c 4d", "7d 5s", 1),
]


@pytest.mark.parametrize(("id", "game", "cites"), stud("showing"))
@pytest.mark.parametrize("shown", SHOWING, ids=["pair", "higher-pair", "kicker", "seven-six"])
def test_the_best_hand_showing_must_bet_or_check(id, game, cites, shown):
    hand = _showing(id, game, *shown[:3])
    assert hand.opener("fourth") == (shown[3], cites)
    assert hand.offered == "fold, check, bet 2"


@pytest.mark.parametrize(("id", "game", "cites"), stud("showing"))
def test_two_pairs_and_three_of_a_kind_showing_come_before_one_pair(id, game, cites):
    hand = _showing(id, game, "Ah Ad 9s 8c", "5c 5d 4h 4s", "2c 2d 2h Ks").through("sixth")
    assert hand.opener("fourth") == (1, cites)
    assert hand.opener("fifth") == (3, cites)
    assert hand.opener("sixth") == (3, cites)
    hand = _showing(id, game, "Ah Ad 9s 8c", "5c 5d 4h 4s", "Kc Kd 2h 3s").through("sixth")
    assert hand.opener("fifth") == (1, cites)
    assert hand.opener("sixth") == (2, cites)


@pytest.mark.parametrize(("id", "game", "cites"), stud("showing"))
def test_four_to_a_straight_or_flush_showing_count_for_nothing(id, game, cites):
    hand = _showing(id, game, "9h Jh Th Qh", "2c 2d 3s 5d", "Kc 7d 8s 4c").through("sixth")
    assert hand.opener("sixth") == (2, cites)


@pytest.mark.parametrize(("id", "game", "cites"), stud("tie"))
def test_equal_hands_showing_go_to_the_dealers_left_and_suits_are_not_used(id, game, cites):
    for shown in (("9h 5s", "Kc Qc", "Ks Qs"), ("9h 5s", "Kd Qd", "Kh Qh")):
        assert _showing(id, game, *shown).opener("fourth") == (2, cites)
    assert _showing(id, game, "8c 8d", "8s 8h", "Ks Qs").opener("fourth") == (1, cites)


def _showing(id: str, game: str, *shown: str) -> Hand:
    """Everybody stays for the bring-in, then shows these up-cards in turn."""
    seen = {card for text in shown for card in parse_cards(text)}
    free = [card for card in range(52) if card not in seen]
    lines = []
    for seat, text in enumerate(shown, 1):
        hole = cards_text([free.pop(), free.pop()])
        lines.append(f"seat {seat}: {hole} {text}")
    return Hand(id, game, "\n".join(lines)).through("fourth")


@pytest.mark.parametrize(("id", "game", "cites"), stud("options"))
@pytest.mark.parametrize("street", ["fourth", "fifth", "sixth", "seventh"])
def test_later_rounds_may_be_checked_until_somebody_bets(id, game, cites, street):
    hand = _showing(id, game, "Kh 9d 4c 4d", "Qh 9s 5c 5s", "Jh 9c 6c 6s").through(street)
    unit = 2 if street == "fourth" else 4
    first = hand.round.actor
    second, third = first % 3 + 1, (first + 1) % 3 + 1
    assert hand.offered == f"fold, check, bet {unit}"
    hand.say("check")
    assert (hand.round.actor, hand.offered) == (second, f"fold, check, bet {unit}")
    hand.say("bet")
    assert (hand.round.actor, hand.offered) == (third, f"fold, call {unit}, raise to {2 * unit}")
    hand.refuses(f"{third}: check")
    hand.say("raise")
    hand.play(f"{first}: fold\n{second} to act\n{second}: call")
    assert hand.round.street != street or hand.round.over
    assert hand.last(Checked).clause == hand.last(Called).clause == hand.last(Folded).clause == cites


@pytest.mark.parametrize(("id", "game", "cites"), stud("options"))
def test_a_round_that_everybody_checks_is_over(id, game, cites):
    hand = _showing(id, game, "Kh 9d", "Qh 9s", "Jh 9c").play("1: check\n2: check\n3: check")
    assert hand.round.street == "fifth"
    assert {event.clause for event in hand.all(Checked)} == {cites}


@pytest.mark.parametrize(("id", "game", "cites"), stud("later"))
def test_fifth_and_sixth_come_up_and_seventh_down_each_after_a_burn_and_before_a_bet(id, game, cites):
    hand = _showing(id, game, "Kh 9d 4c 4d", "Qh 9s 5c 5s", "Jh 9c 6c 6s").showdown()
    story = [event for event in hand.round.log if isinstance(event, Burned | Dealt | Turn)]
    names = [event.name for event in story]
    assert names == ["dealt", "turn", *["burned", "dealt", "turn"] * 4]
    dealt = hand.all(Dealt)[2:]
    assert [each.ups for each in dealt] == [[True] * 3, [True] * 3, [False] * 3]
    assert [each.seats for each in dealt] == [[1, 2, 3]] * 3
    assert {each.clause for each in dealt} | {each.clause for each in hand.burns()[1:]} == {cites}
    assert [each.card for each in hand.burns()] == [hand.deck[at] for at in (9, 13, 17, 21)]


# Oneida's folded seat


def _dead_cards(hand: Hand) -> list[list[int]]:
    return [each.seats for each in hand.all(Dealt)[1:]]


@pytest.mark.clauses("oneida XI.P.5")
def test_a_seat_that_folds_after_its_forced_bet_keeps_getting_a_dead_card_until_the_next_bet():
    hand = Hand(
        "oneida",
        "stud7-high",
        """
        seat 1: Kc Kd 9h 8h 7h 2c 2d
        seat 2: Qc Qd 2h 5c
        seat 3: Jc Jd Th 6h 5h 4d 4s
    """,
    )
    hand.play("""
        2: bring in
        3: raise to 2
        1: call
        2: fold
    """)
    assert hand.all(Folded)[0].clause == "oneida XI.P.5"
    assert _dead_cards(hand) == [[1, 2, 3]]
    assert hand.all(Dealt)[1].ups == [True, False, True]
    assert hand.holds(2) == ""
    assert parse_cards("5c")[0] in hand.round.state.muck
    hand.play("3: bet\n1: call").showdown()
    assert _dead_cards(hand) == [[1, 2, 3], [1, 3], [1, 3], [1, 3]]
    assert 2 not in hand.won


@pytest.mark.clauses("oneida XI.P.5")
def test_a_seat_that_folds_in_a_round_of_checking_keeps_getting_a_dead_card():
    cards = """
        seat 1: Kc Kd 9h 8h 7h 2c 2d
        seat 2: Qc Qd 3h 5c 3c 3d 3s
        seat 3: Jc Jd Th 6h 5h 4d 4s
    """
    hand = Hand("oneida", "stud7-high", cards).through("fourth")
    hand.play("3: check\n1: check\n2: fold")
    hand.play("3: check\n1: check\n3: check\n1: check")
    assert _dead_cards(hand) == [[1, 2, 3]] * 4
    # A bet in the same round ends it at once.
    hand = Hand("oneida", "stud7-high", cards.replace("5h 4d 4s", "")).through("fourth")
    hand.play("3: fold\n1: bet\n2: call")
    assert _dead_cards(hand) == [[1, 2, 3], [1, 2]]


@pytest.mark.clauses("oneida XI.P.5")
def test_a_seat_that_folds_to_a_bet_gets_no_more_cards():
    hand = Hand(
        "oneida",
        "stud7-high",
        """
        seat 1: Kc Kd 9h 8h
        seat 2: Qc Qd 3h 5c 3c 3d 3s
        seat 3: Jc Jd Th 6h 5h 4d 4s
    """,
    ).through("fourth")
    hand.play("3: bet\n1: fold\n2: call")
    assert _dead_cards(hand) == [[1, 2, 3], [2, 3]]
    assert not hand.last(Folded).ghost


@pytest.mark.clauses("oneida XI.P.5")
def test_who_made_the_forced_bet_and_folds_to_a_bet_on_a_later_street_gets_no_more_cards():
    hand = Hand(
        "oneida",
        "stud7-high",
        """
        seat 1: Kc Kd 2c 8h
        seat 2: Qc Qd 3h 5c 3c 3d 3s
        seat 3: Jc Jd Th 6h 5h 4d 4s
    """,
    ).through("fourth")
    assert hand.round.state.forced_bettor == 0
    hand.play("3: bet\n1: fold\n2: call")
    assert _dead_cards(hand) == [[1, 2, 3], [2, 3]]
    assert not hand.last(Folded).ghost
