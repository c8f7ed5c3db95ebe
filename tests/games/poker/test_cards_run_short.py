"""Where the cards go: burns, dead cards before folded seats, and decks that do not last."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.poker.one_line_tables import case, say, table, upholding
from tests.games.poker.round_driver import facts, shuffled

from hoyle.games.poker.events import Dealt
from hoyle.games.poker.resolved_rules import FIXED, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.rulebooks import poker_book


def events(round_: PokerRound, *names: str) -> list[dict[str, Any]]:
    return [facts(event) for event in round_.log if event.name in names]


# Burns


@pytest.mark.clauses("ca-omaha FLOP", "ca-omaha TURN", "ca-omaha RIVER")
def test_california_burns_go_on_the_discard_pile():
    round_ = table("ca-omaha", "omaha-hilo8", 3)
    say(round_, "call", "call", "check")
    for number in range(1, 4):
        burnt = [row["card"] for row in events(round_, "burned")]
        assert len(burnt) == number
        assert round_.state.muck == burnt
        assert round_.state.burns == []
        say(round_, "check", "check", "check")


@pytest.mark.parametrize(
    "law",
    [
        case("oneida", clause="oneida XI.F.5(c)"),
        case("room-2012", clause="room-2012 OVER(4)(iii)"),
        case("nj-19-47", clause="nj-19-47 19:47-14.6[OVER(4)(iii)]"),
    ],
)
def test_elsewhere_burns_are_kept_apart_from_the_discards(law):
    round_ = table(law, "omaha-hilo8", 3)
    say(round_, "call", "call", "check", "check", "check", "check")
    assert round_.state.burns == [row["card"] for row in events(round_, "burned")]
    assert round_.state.muck == []


# Dead cards before folded seats


def stud(law: str, players: int = 3) -> PokerRound:
    """Up-cards 5c, Kc, Qd ...: seat 1 makes the forced bet."""
    cards = {3: "2d 2h 2s 3d 3h 3s 5c Kc Qd", 4: "2d 2h 2s 2c 3d 3h 3s 3c 5c Kc Qd Jd"}[players]
    return table(law, "stud7-high", players, cards=cards)


def last_deal(round_: PokerRound) -> Dealt:
    dealt = [event for event in round_.log if isinstance(event, Dealt)]
    return dealt[-1]


@pytest.mark.clauses("oneida XI.P.5")
def test_a_seat_that_folds_after_its_forced_bet_gets_a_dead_card_until_the_next_bet():
    round_ = stud("oneida")
    say(round_, "bring in", "complete", "call", "fold")
    assert round_.street == "fourth"
    dealt = last_deal(round_)
    assert dealt.seats == [1, 2, 3]
    assert dealt.ups == [False, True, True]
    assert dealt.cards[0] in round_.state.muck
    assert round_.state.cards[0] == []
    # The dead card is nobody's to look at.
    assert facts(dealt.seen_by("seat 1"))["cards"][0] == -1
    say(round_, "check", "check")
    assert last_deal(round_).seats == [1, 2, 3]
    say(round_, "bet 20", "call")
    assert round_.street == "sixth"
    assert last_deal(round_).seats == [2, 3]


@pytest.mark.clauses("oneida XI.P.5")
def test_a_seat_that_folds_while_all_check_gets_a_dead_card():
    round_ = stud("oneida", 4)
    say(round_, "bring in", "call", "call", "call")
    say(round_, "check", "fold", "check", "check")
    assert last_deal(round_).seats == [1, 2, 3, 4]
    assert round_.state.live_count() == 3
    folded = table("oneida", "stud7-high", 3, cards="2d 2h 2s 3d 3h 3s 5c Kc Qd")
    say(folded, "bring in", "call", "fold")
    # Folding to a bet of another player is no such case.
    assert last_deal(folded).seats == [1, 2]


def test_new_jersey_knows_no_dead_cards():
    round_ = stud("nj-19-47")
    say(round_, "bring in", "complete", "call", "fold")
    assert last_deal(round_).seats == [2, 3]


# Seventh street


def eight_handed(law: str, left: tuple[int, int, int], seed: int) -> PokerRound:
    """Eight players of stud; folds on third, fourth and fifth street leave so many for the next one."""
    round_ = PokerRound(
        Rules(poker_book(law), "stud7-high", Stakes(FIXED, small=10, big=20, forced_bet=3)),
        list(range(1, 9)),
        [1000] * 8,
        deck=shuffled(seed),
    )
    say(round_, "bring in")
    for players in (*left, left[-1]):
        street = round_.street
        if street != "third":
            say(round_, "bet")
        while round_.street == street and round_.pending == "action":
            say(round_, "fold" if round_.state.live_count() > players else "call")
    return round_


SHORTAGES = [
    ((8, 8, 8), 1, "shuffle burns, burn, common card", "scramble stub and burns, burn, community card"),
    ((7, 7, 7), 4, "burn, common card", "burn, community card"),
    ((7, 7, 6), 5, "burn, common card", "scramble stub and burns, finish"),
    ((6, 6, 6), 7, "deal normally", "scramble stub and burns, finish"),
    ((5, 5, 5), 10, "deal normally", "deal normally"),
]
STEPS = {
    "scramble stub and burns, finish": "XI.I.8(a)",
    "burn, community card": "XI.I.8(b)",
    "scramble stub and burns, burn, community card": "XI.I.8(c)",
    "deal normally": "XI.I.8",
}


@pytest.mark.parametrize("law", ["nj-19-47", "oneida"])
@pytest.mark.parametrize(("left", "stub", "jersey", "oneida"), SHORTAGES)
def test_seventh_street_is_dealt_as_the_book_says_when_cards_run_short(law, left, stub, jersey, oneida, exercises):
    procedure = jersey if law == "nj-19-47" else oneida
    for seed in range(3):
        round_ = eight_handed(law, left, seed)
        scrambled = procedure.startswith(("shuffle", "scramble"))
        assert (round_.pending == "shuffle") == scrambled
        if scrambled:
            state = round_.state
            assert state.stub() == stub
            mixed = round_.cards_to_shuffle()
            assert sorted(mixed) == sorted(state.deck[state.dealt :] + state.burns)
            assert len(mixed) == stub + 3
            round_.shuffle(mixed[::-1])
            # One more burn from the new stub, then the deal.
            assert state.burns == mixed[-1:]
        assert round_.street == "seventh"
        if procedure.endswith(("common card", "community card")):
            board = events(round_, "board-dealt")
            assert len(board) == 1
            assert board[0]["common"]
            assert len(round_.state.board) == 1
            assert {len(hand) for hand in round_.state.cards if hand} == {6}
        else:
            assert round_.state.board == []
            assert {len(hand) for hand in round_.state.cards if hand} == {7}
        while not round_.over:
            say(round_, "check")
        assert sum(round_.state.stacks) == 8000
    exercises("nj-19-47 19:47-14.9(h)" if law == "nj-19-47" else f"oneida {STEPS[procedure]}")


def test_the_sixth_street_opener_opens_again_after_a_common_card():
    """AMB-30: the shared card is part of nobody's showing hand."""
    round_ = eight_handed("nj-19-47", (7, 7, 7), 1)
    openers = [row["seat"] for row in events(round_, "turn")]
    assert openers[-1] == openers[-2]


# Draws


def eight_draw(law: str) -> PokerRound:
    round_ = table(law, "draw5-high", 8)
    say(round_, *["call"] * 7, "check")
    assert round_.pending == "draw"
    return round_


def draw_all(round_: PokerRound) -> list[int]:
    """The player whose turn it is changes his whole hand; his old cards."""
    old = list(round_.state.cards[round_.state.actor])
    round_.draw(old)
    return old


@pytest.mark.parametrize(
    ("law", "clause"),
    [upholding("oneida", clause="oneida XI.L.7(b)"), upholding("nj-19-47", clause="nj-19-47 19:47-14.12(f)2")],
)
def test_when_eight_draw_the_discards_are_shuffled_and_used(law, clause):
    round_ = eight_draw(law)
    first, second = draw_all(round_), draw_all(round_)
    assert round_.state.stub() == 1
    own = draw_all(round_)
    # The last card of the stub first; then the pile, without the drawer's own and the undrawn hands.
    assert round_.pending == "shuffle"
    assert len(round_.state.cards[2]) == 1
    assert sorted(round_.cards_to_shuffle()) == sorted(first + second)
    assert round_.log[-1].clause == clause
    mixed = round_.cards_to_shuffle()[::-1]
    round_.shuffle(mixed)
    assert round_.state.cards[2][1:] == mixed[:4]
    assert not set(own) & set(round_.state.cards[2])
    assert round_.actor == 4
    while round_.pending != "action":
        if round_.pending == "shuffle":
            due = round_.cards_to_shuffle()
            assert not set(due) & set(round_.state.burns)
            round_.shuffle(due[::-1])
        else:
            draw_all(round_)
    assert {len(hand) for hand in round_.state.cards} == {5}


@pytest.mark.parametrize(
    ("law", "clause"),
    [upholding("oneida", clause="oneida XI.L.7(a)"), upholding("nj-19-47", clause="nj-19-47 19:47-14.12(f)1")],
)
def test_one_card_is_burned_before_the_first_draw_and_none_later(law, clause):
    round_ = eight_draw(law)
    assert len(round_.state.burns) == 1
    while round_.pending != "action":
        if round_.pending == "shuffle":
            round_.shuffle(round_.cards_to_shuffle())
        else:
            draw_all(round_)
    assert [row["clause"] for row in events(round_, "burned")] == [clause]


def test_the_hands_of_folded_players_are_shuffled_with_the_discards():
    round_ = table("oneida", "draw5-high", 8)
    folded = list(round_.state.cards[2])
    say(round_, "fold", *["call"] * 6, "check")
    first, second = draw_all(round_), draw_all(round_)
    own = draw_all(round_)
    assert round_.pending == "shuffle"
    assert sorted(round_.cards_to_shuffle()) == sorted(folded + first + second)
    assert not set(own) & set(round_.cards_to_shuffle())


def test_a_triple_draw_that_used_up_its_stub_shuffles_before_the_next_burn():
    round_ = table("house", "draw27-triple", 6)
    say(round_, *["call"] * 5, "check")
    sizes = iter([5, 5, 5, 5, 1, 0])
    while round_.pending == "draw":
        round_.draw(round_.state.cards[round_.state.actor][: next(sizes)])
    assert round_.state.stub() == 0
    discards = list(round_.state.muck)
    say(round_, *["check"] * 6)
    assert round_.pending == "shuffle"
    assert round_.state.shuffle_of == "discards"
    assert sorted(round_.cards_to_shuffle()) == sorted(discards)
    round_.shuffle(discards)
    assert (round_.street, round_.pending) == ("draw2", "draw")
    assert round_.state.burns[-1] == discards[0]
