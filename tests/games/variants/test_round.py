"""The shape every round of play has: cards then betting, two ways to win, all-in, showing, and the award."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker import NO_LIMIT, view
from hoyle.games.poker.events import (
    Awarded,
    Bet,
    BoardDealt,
    Called,
    Checked,
    Collected,
    Conceded,
    Dealt,
    Folded,
    Gathered,
    Posted,
    Returned,
    Shown,
    Turn,
)

TOPICS: dict[str, dict[str, str]] = {
    "nj-19-47": {
        "betting": "19:47-14.6[OVER(2)]",
        "winning": "19:47-14.6[OVER(3)]",
        "burns": "19:47-14.6[OVER(4)(iii)]",
        "award": "19:47-14.6[OVER(4)(iv)]",
        "side first": "19:47-14.6[OVER(4)(v)]",
        "stakes": "19:47-14.7[XI.G.2]",
        "all-in": "19:47-14.7[XI.G.2(d)]",
        "covered": "19:47-14.7[XI.G.2(d)(i)]",
        "cards": "19:47-14.7[XI.G.2(d)(ii)]",
        "side pot": "19:47-14.7[XI.G.2(d)(iii)]",
        "showing": "19:47-14.15[GEN(4)]",
        "cards speak": "19:47-14.3[RANK(4)]",
        "equal": "19:47-14.3[RANK(3)]",
    },
    "oneida": {
        "betting": "XI.F.3",
        "winning": "XI.F.4",
        "burns": "XI.F.5(c)",
        "award": "XI.F.5(d)",
        "side first": "XI.F.5(e)",
        "stakes": "XI.G.2",
        "all-in": "XI.G.2(d)",
        "covered": "XI.G.2(d)(i)",
        "cards": "XI.G.2(d)(ii)",
        "side pot": "XI.G.2(d)(iii)",
        "showing": "XI.P.4",
        "cards speak": "XI.C.7",
        "equal": "XI.C.6",
    },
    "room-2012": {
        "betting": "OVER(2)",
        "winning": "OVER(3)",
        "burns": "OVER(4)(iii)",
        "award": "OVER(4)(iv)",
        "side first": "OVER(4)(v)",
        "stakes": "WAG(3)",
        "all-in": "WAG(3)(ii)",
        "covered": "WAG(3)(ii)(A)",
        "cards": "WAG(3)(ii)(B)",
        "side pot": "WAG(3)(ii)(C)",
        "showing": "GEN(4)",
        "cards speak": "RANK(4)",
        "equal": "RANK(3)",
    },
}
GAME = "omaha-hilo8"

# Seat 1 has the best high, seat 2 the second, seat 3 the only low, seat 4 nothing.
FOUR = """
    seat 1: Kc Kd 9c 9d
    seat 2: Qc Qd Tc Td
    seat 3: Ah 2h 5h 5d
    seat 4: Jh Js 9h 9s
    board: 3c 4d 7s Ks Qh
"""


def books(topic: str) -> list[Any]:
    """(book, citation) for the three books that tell the whole round."""
    return [case(id, f"{id} {cites[topic]}", upholds=[cites[topic]], name=id) for id, cites in TOPICS.items()]


# Cards, then betting


@pytest.mark.parametrize(("id", "cites"), books("betting"))
def test_every_round_of_cards_is_followed_by_a_betting_round_and_bets_go_to_the_pot(id, cites):
    hand = Hand(id, GAME, FOUR, button=4)
    hand.through("river")
    hand.say("bet")
    assert (hand.round.state.bets, hand.round.state.pot) == ([4, 0, 0, 0], 12)
    hand.showdown()
    story = [event for event in hand.round.log if isinstance(event, Posted | Dealt | BoardDealt | Turn | Gathered)]
    assert [event.name for event in story] == [
        "posted",
        "posted",
        *["dealt", "turn", "gathered"],
        *["board-dealt", "turn", "gathered"] * 3,
    ]
    assert {event.clause for event in hand.all(Gathered)} == {cites}
    assert hand.round.state.bets == [0, 0, 0, 0]


@pytest.mark.parametrize(("id", "cites"), books("betting"))
def test_to_stay_in_a_player_must_answer_the_bet(id, cites):
    hand = Hand(id, GAME, FOUR, button=4).through("flop")
    hand.play("1: bet")
    for seat in (2, 3, 4):
        assert not hand.round.options().check
        hand.refuses(f"{seat}: check")
        hand.say("call" if seat != 3 else "fold")
    assert hand.round.street == "turn"
    assert hand.round.state.live == [True, True, False, True]


@pytest.mark.clauses("oneida XI.A.14")
def test_a_folded_player_forfeits_everything_he_has_put_in():
    hand = Hand("oneida", GAME, FOUR, button=4).through("flop")
    hand.play("1: bet\n2: raise\n3: call\n4: call\n1: call").through("turn")
    hand.play("1: bet\n2: fold\n3: fold\n4: fold")
    assert [hand.stack_of(seat) for seat in (2, 3, 4)] == [94, 94, 94]
    assert hand.won == {1: 24}
    assert hand.all(Returned)[0].chips == 4


# Two ways to win


@pytest.mark.parametrize(("id", "cites"), books("winning"))
def test_a_bet_nobody_calls_wins_the_pot_without_a_showdown(id, cites):
    hand = Hand(id, GAME, FOUR, button=4).through("turn")
    hand.play("1: check\n2: check\n3: check\n4: bet\n1: fold\n2: fold\n3: fold")
    assert hand.won == {4: 8}
    assert hand.all(Shown) == []
    assert hand.last(Awarded).clause == cites
    assert len(hand.all(BoardDealt)) == 2


@pytest.mark.parametrize(("id", "cites"), books("winning"))
def test_two_or_more_left_after_the_last_round_hold_a_showdown(id, cites):
    hand = Hand(id, GAME, FOUR, button=4).through("river")
    assert hand.all(Shown) == []
    hand.play("1: check\n2: check\n3: check\n4: check")
    assert {event.seat for event in hand.all(Shown)} == {1, 2, 3, 4}
    assert hand.shares == {("high", 1): 4, ("low", 3): 4}
    assert hand.book.showdown.held == cites


# The award


@pytest.mark.parametrize(("id", "cites"), books("award"))
def test_losing_hands_are_taken_in_before_the_pot_is_pushed(id, cites):
    hand = Hand(id, GAME, FOUR, button=4).showdown()
    assert [event.seats for event in hand.all(Collected)] == [[2, 4]]
    assert hand.all(Collected)[0].clause == cites
    ending = [event.name for event in hand.round.log if event.name in ("shown", "collected", "awarded", "round-ended")]
    assert ending == ["shown"] * 4 + ["collected", "awarded", "awarded", "round-ended"]
    assert hand.round.log[-1].clause == cites


@pytest.mark.parametrize(("id", "cites"), books("award"))
def test_the_pot_goes_to_the_only_player_left(id, cites):
    hand = Hand(id, GAME, FOUR, button=4).play("3: raise to 4\n4: fold\n1: fold\n2: fold")
    assert hand.won == {3: 5}
    assert hand.round.over


@pytest.mark.parametrize(("id", "cites"), books("side first"))
def test_side_pots_are_awarded_before_the_main_pot(id, cites):
    hand = all_in(id).showdown()
    order = [event.pot for event in hand.all(Awarded)]
    assert order == sorted(order, reverse=True)
    assert set(order) == {0, 1, 2}
    assert hand.book.showdown.side_pots_first == cites


@pytest.mark.parametrize(("id", "cites"), books("burns"))
def test_burns_are_kept_apart_from_the_discards(id, cites):
    hand = Hand(id, GAME, FOUR + "    burns: Ac Ad As", button=4)
    hand.play("3: call\n4: fold\n1: call\n2: check").showdown()
    burned = parse_cards("Ac Ad As")
    assert hand.round.state.burns == burned
    assert not any(event.to_muck for event in hand.burns())
    assert sorted(hand.round.state.muck) == sorted(parse_cards("Jh Js 9h 9s"))
    assert hand.book.showdown.burns_apart == cites


@pytest.mark.parametrize(("id", "cites"), books("equal"))
def test_hands_that_do_not_differ_divide_the_pot_evenly(id, cites):
    hand = Hand(id, GAME, "seat 1: As Kh 9s 9h\nseat 2: Ac Kd 9c 9d\nboard: Qs Jh 7d 5c 2s").showdown()
    assert hand.won == {1: 2, 2: 2}
    assert hand.book.showdown.equal_hands == cites


# All-in


def all_in(id: str) -> Hand:
    """Four stacks of 10, 20, 40 and 60 go in before the flop: a main pot and two side pots."""
    hand = Hand(id, GAME, FOUR, button=4, structure=NO_LIMIT, stacks={1: 10, 2: 20, 3: 40, 4: 60}, limits=(2, 2))
    return hand.play("3: call\n4: raise to 60\n1: call\n2: call\n3: call")


@pytest.mark.parametrize(("id", "cites"), books("stakes"))
def test_a_player_can_bet_only_what_lay_before_him_when_the_round_began(id, cites):
    hand = Hand(id, GAME, FOUR, button=4, structure=NO_LIMIT, stacks={3: 17}, limits=(2, 2))
    assert hand.round.options().max_to == 17
    hand.refuses("3: raise to 18")
    hand.play("3: all in\n4: call")
    assert hand.stack_of(3) == 0
    # What he wins or keeps behind plays no part before the round is over.
    assert hand.round.state.put_in == [1, 2, 17, 17]
    assert hand.book.wagers.table_stakes == cites


@pytest.mark.parametrize(("id", "cites"), books("all-in"))
def test_a_player_who_runs_out_of_chips_is_all_in_and_not_out(id, cites):
    hand = all_in(id)
    short = [event for event in hand.all(Called) if event.seat in (1, 2)]
    assert [(event.seat, event.chips, event.clause) for event in short] == [(1, 9, cites), (2, 18, cites)]
    assert hand.round.state.live == [True] * 4
    assert {event.seat for event in hand.all(Shown)} == {1, 2, 3, 4}


@pytest.mark.parametrize(("id", "cites"), books("covered"))
def test_an_all_in_player_wins_only_the_part_he_covered(id, cites):
    hand = all_in(id)
    # Three pots of 40, 30 and 40 chips: the low takes half of each, kings, queens and jacks the rest.
    assert hand.won == {1: 20, 2: 15, 3: 20 + 15 + 20, 4: 20}
    assert [(event.seat, event.chips) for event in hand.all(Returned)] == [(4, 20)]
    assert hand.book.wagers.all_in_share == cites


@pytest.mark.parametrize(("id", "cites"), books("cards"))
def test_an_all_in_player_gets_all_his_cards(id, cites):
    game = "stud7-high" if id != "room-2012" else GAME
    hand = Hand(id, game, seats=[1, 2, 3], stacks={2: 4}, structure=NO_LIMIT, limits=(2, 2))
    while not hand.round.over:
        raised = any(bet.to == 10 for bet in hand.all(Bet))
        if hand.round.pending == "action" and hand.round.actor != 2 and not raised:
            hand.say("raise to 10")
        else:
            hand.passive()
    assert hand.round.state.put_in == [10, 4, 10]
    assert len(hand.holds(2).split()) == (7 if game == "stud7-high" else 4)
    assert 2 in [event.seat for event in hand.all(Shown)]
    assert hand.book.wagers.all_in_cards == cites


@pytest.mark.parametrize(("id", "cites"), books("side pot"))
def test_the_others_bet_on_into_a_pot_that_they_alone_can_win(id, cites):
    hand = Hand(id, GAME, FOUR, button=4, structure=NO_LIMIT, stacks={1: 10}, limits=(2, 2))
    hand.play("""
        3: call
        4: raise to 10
        1: call
        2: call
        3: call
        flop 3c 4d 7s
        2: bet 20
        3: fold
        4: call
    """)
    pots = view(hand.round.state, "").pots
    assert [pot.seats for pot in pots] == [[1, 2, 4], [2, 4]]
    hand.showdown()
    # Seat 1 has the best hand and takes the main pot; the side pot is seat 2's.
    assert hand.won == {1: 40, 2: 40}
    assert hand.book.wagers.side_pot == cites


# Showing


def river(id: str, *lines: str) -> Hand:
    hand = Hand(id, GAME, FOUR, button=4, show_in_turn=True).through("river")
    return hand.play("\n".join(lines))


@pytest.mark.parametrize(("id", "cites"), books("showing"))
def test_whoever_made_the_final_bet_shows_first_then_clockwise(id, cites):
    hand = river(id, "1: check", "2: bet", "3: raise", "4: call", "1: call", "2: call")
    order = []
    while not hand.round.over:
        assert hand.last(Turn).clause == cites
        order.append(hand.round.actor)
        hand.say("show")
    assert order == [3, 4, 1, 2]
    assert [event.seat for event in hand.all(Shown)] == order
    assert {event.clause for event in hand.all(Shown)} == {cites}
    checked = river(id, "1: check", "2: check", "3: check", "4: check")
    assert checked.round.actor == 1


@pytest.mark.parametrize(("id", "cites"), books("showing"))
def test_a_loser_may_concede_unseen_but_the_winning_hand_must_be_shown(id, cites):
    hand = river(id, "1: check", "2: check", "3: check", "4: check")
    hand.play("1: show\n2: concede\n3: show\n4: concede\nthe dealer mucks")
    assert [event.seat for event in hand.all(Conceded)] == [2, 4]
    assert {event.clause for event in hand.all(Conceded)} == {cites}
    assert "Qc" not in str(view(hand.round.state, "seat 1"))
    assert hand.won == {1: 4, 3: 4}
    # When all the others have given up, the last hand is not given the choice.
    alone = river(id, "1: check", "2: check", "3: check", "4: check")
    alone.play("1: concede\n2: concede\n3: concede\nthe dealer mucks")
    assert [(event.seat, cards_text(event.cards)) for event in alone.all(Shown)] == [(4, "Jh Js 9h 9s")]
    assert alone.won == {4: 8}


@pytest.mark.clauses("oneida XI.Q.1")
@pytest.mark.parametrize(
    ("game", "held"), [("holdem", 2), ("omaha-high", 4), ("stud7-high", 7), ("draw5-high", 5), ("stud5-high", 5)]
)
def test_a_hand_is_tabled_when_all_its_cards_lie_face_up(game, held):
    hand = Hand("oneida", game, seats=[1, 2], show_in_turn=True)
    while hand.round.pending != "show":
        hand.passive()
    seat = hand.round.actor
    cards = parse_cards(hand.holds(seat))
    assert len(cards) == held
    with pytest.raises(IllegalError, match=f"must table all {held} cards") as refused:
        hand.round.show(cards[:-1])
    assert refused.value.clause == "oneida XI.Q.1"
    hand.round.show(cards)
    for viewer in (0, 1, 2):
        players = view(hand.round.state, f"seat {viewer}").hands
        assert sorted(players[seat - 1].cards) == sorted(cards_text(cards).split())


@pytest.mark.parametrize(("id", "cites"), books("cards speak"))
def test_a_hand_is_worth_what_its_cards_are_whatever_its_owner_says(id, cites):
    hand = river(id, "1: check", "2: check", "3: check", "4: check")
    # Nobody can show cards he does not hold, and nobody loses by naming his hand too low.
    with pytest.raises(InvalidError, match="holds Kc Kd 9c 9d"):
        hand.round.show(parse_cards("Ac Ad As 2c"))
    assert hand.all(Shown) == []
    hand.round.show(parse_cards("9d Kd 9c Kc"))
    hand.play("2: show\n3: show\n4: show")
    assert hand.shares == {("high", 1): 4, ("low", 3): 4}
    assert hand.book.showdown.cards_speak == cites


# Nothing is done twice


def test_no_betting_round_gathers_twice_and_no_hand_is_shown_twice():
    hand = Hand("oneida", GAME, FOUR, button=4).showdown()
    assert not any(isinstance(a, Gathered) and isinstance(b, Gathered) for a, b in pairwise(hand.round.log))
    shown = [event.seat for event in hand.all(Shown)]
    assert len(shown) == len(set(shown))
    acts = [event for event in hand.round.log if isinstance(event, Checked | Called | Folded | Bet)]
    assert len(acts) == 16
